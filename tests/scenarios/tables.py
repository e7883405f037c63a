"""What the public tables hold, to be compared between lakes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

TABLES = [
    "released", "bypass", "failure", "nohit", "pending", "next_expected",
    "sequence_completeness", "missing_ranges", "sequence_closure", "acknowledgeable",
]  # fmt: skip


def table_contents(sql: Callable[[str], Any], schema: str) -> dict[str, list[str]]:
    """Every row of the public tables but its batch, as text, in a fixed order; `sql` is a session's."""
    return {
        table: sorted(
            json.dumps(
                {k: v for k, v in row.asDict().items() if k not in ("batch_id", "held_ms")},
                default=str,
                sort_keys=True,
            )
            for row in sql(f"select * from {schema}.resequencer__{table}").collect()
        )
        for table in TABLES
    }
