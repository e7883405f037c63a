"""What tables hold, to be compared between lakes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

TABLES = [
    "released", "bypass", "failure", "nohit", "pending", "next_expected",
    "sequence_completeness", "missing_ranges", "sequence_closure", "acknowledgeable",
]  # fmt: skip

# Not in every project (resequencer__advice), or left out of it (LEFT_OUT).
OTHERS = [
    "actions_applied", "dead_letter", "delivery", "delivery_attempts", "flow_control", "forwarded", "handover", "rejected_inputs",
    "resend_requests", "ruleset_status", "session_history", "session_state",
    "bake_time_advice", "advice_backtest", "bake_time_trade_off", "lateness", "reordering", "reorder_density", "what_if",
    "throughput_baseline",
]  # fmt: skip

# The tables that are stored, without what differs though nothing is wrong: when a file was written, and what
# cannot be compared (maps).
STORED = {
    "resequencer__ledger": "select * except (batch, properties), batch.number, batch.clock, batch.arrivals_to, properties['kind'] from {}",
    "resequencer__arrivals": "select * except (file_modified_at) from {}",
    "resequencer__inputs": "select * except (record), to_json(record) from {}",
    "resequencer__subscription_versions": "select * from {}",
    # Nor which run decided, since who goes on after a crash is another one.
    "resequencer__messagebox": (
        "select * except (batch, input, moment, spells, status), to_json(input), moment.us, status.status, status.wanted, status.version,"
        " status.from_place.us as from_us, status.changed_by as status_changed_by, batch.number, batch.clock_us, batch.last_clock_us,"
        " batch.arrivals_to, batch.inputs_to, batch.is_whole,"
        " transform(spells, s -> struct(s.instance, s.subscription, s.correlation, s.from_place.us, s.until_place.us as until_us)) from {}"
    ),
}


def table_contents(sql: Callable[[str], Any], schema: str) -> dict[str, list[str]]:
    """Every row of the public tables but its batch, as text, in a fixed order; `sql` is a session's."""
    there = {row["tableName"] for row in sql(f"show tables in {schema}").collect()}
    return {
        table: sorted(
            json.dumps(
                {k: v for k, v in row.asDict().items() if not k.endswith("batch_id") and k != "held_ms"},
                default=str,
                sort_keys=True,
            )
            for row in sql(f"select * from {schema}.resequencer__{table}").collect()
        )
        for table in [*TABLES, *(table for table in OTHERS if f"resequencer__{table}" in there)]
    }


def stored_differences(sql: Callable[[str], Any], schema: str, warehouse: Path) -> list[Any]:
    """Rows of the tables that the schema stores that only it has, or only another lake's warehouse folder."""
    rows: list[Any] = []
    stored = {row["tableName"] for row in sql(f"show tables in {schema}").collect()} & STORED.keys()
    for table in sorted(stored):
        query = STORED[table]
        one, other = query.format(f"{schema}.{table}"), query.format(f"delta.`{warehouse / table}`")
        rows += sql(
            f"select 'lost', * from (({one}) except all ({other}))"
            f" union all select 'added', * from (({other}) except all ({one}))"
        ).collect()
    return rows
