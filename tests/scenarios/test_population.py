"""What is drawn for test_exactness.py meets what it is drawn for. Asks the oracle only: needs no Spark."""

from __future__ import annotations

import pytest
from tests.scenarios.population import MODES, draw_sequences, is_grouped_by_template
from tests.scenarios.test_exactness import COUNTS, clocks_of

ORDER = {"released", "late", "duplicate", "after_clock"}
MEETS = {
    "plain": ORDER | {"conflicting_duplicate", "after_last", "last_conflict", "waiting_for_predecessor", "baking"},
    "sessions": {"released", "duplicate", "after_clock", "session_open"},
    "heartbeat": ORDER | {"due at the next tick", "session_open", "waiting_for_predecessor", "baking"},
    "gaps": ORDER | {"suspended", "stood in", "passed over", "left as a whole", "wrapped", "counted down", "baking"},
    "claims": ORDER | {"claimed", "nohit", "missing_key", "baking"},
    "keys": ORDER | {"claimed", "session_open", "baking", "in two parts", "grouped by a template"},
    "room": ORDER | {"overflow", "baking", "waiting_for_predecessor"},
    "more_room": ORDER | {"overflow", "baking", "waiting_for_predecessor", "wrapped", "due at the next tick"},
    "pairs": ORDER | {
        "before_start", "awaiting_confirmation", "too_far_ahead", "suspended", "stood in", "begun anew", "passed over", "replaced", "left as a whole",
        "counted down", "wrapped", "baking", "waiting_for_predecessor", "session_open", "due at the next tick", "conflicting_duplicate", "after_last",
        "invalid_key", "in two parts",
    },
    "epochs": ORDER | {
        "begun anew", "begun anew in one run", "passed over", "left as a whole", "counted down", "baking", "waiting_for_predecessor",
    },
    "advised": ORDER | {"claimed", "due at the next tick", "left as a whole", "counted down", "baking", "waiting_for_predecessor"},
    "taken": ORDER | {"replaced", "left as a whole", "begun anew", "waiting_for_predecessor"},
    "streams": ORDER | {"wrapped", "in two parts", "baking", "waiting_for_predecessor"},
    "restarts": ORDER | {
        "before_start", "awaiting_confirmation", "too_far_ahead", "suspended", "begun anew", "begun anew in one run", "passed over",
        "counted down", "wrapped", "baking", "waiting_for_predecessor", "conflicting_duplicate", "after_last", "last_conflict",
    },
    "linked": ORDER | {
        "conflicting_duplicate", "after_last", "last_conflict", "before_start", "invalid_key", "passed over", "wrapped",
        "counted down", "waiting_for_predecessor",
    },
    "every": ORDER | {
        "overflow", "claimed", "session_open", "due at the next tick", "suspended", "stood in", "passed over",
        "counted down", "baking", "waiting_for_predecessor", "begun anew", "in two parts", "grouped by a template",
    },
}  # fmt: skip


@pytest.mark.parametrize("mode", MODES)
def test_each_group_meets_its_modes(mode: str) -> None:
    clocks = clocks_of(mode)
    met: set[str] = set()
    for sequence in draw_sequences(mode, COUNTS.get(mode, 100), len(clocks), 1):
        ruleset = sequence.ruleset
        opened = 0
        for snapshot in sequence.result(clocks).snapshots:
            met |= {
                verdict.reason or verdict.outcome
                for verdict in snapshot.verdicts
                if verdict.reason or verdict.outcome != "pending"
            }
            # A number that is expected from the start on bakes only while it waits for its tick.
            if (
                ruleset.key_type == "sequence"
                and ruleset.start != "auto"
                and ruleset.heartbeat_us is not None
            ):
                met |= {"due at the next tick" for verdict in snapshot.verdicts if verdict.reason == "baking"}
            met |= {"stood in"} if snapshot.stand_ins else set()
            met |= (
                {"passed over"} if any(gap.status == "skipped" for gap in snapshot.missing_ranges) else set()
            )
            met |= {"begun anew"} if snapshot.earlier else set()
            met |= {"begun anew in one run"} if len(snapshot.earlier) - opened > 1 else set()
            opened = len(snapshot.earlier)
            released = snapshot.highest_released
            if released is not None:
                met |= {"in two parts"} if ruleset.key_parts == 2 else set()
                met |= {"grouped by a template"} if is_grouped_by_template(ruleset) else set()
                met |= {"left as a whole"} if ruleset.hold is not None else set()
                met |= {"counted down"} if ruleset.order == "descending" else set()
                met |= {"wrapped"} if ruleset.wrap_at is not None and released >= ruleset.wrap_at else set()
    assert met >= MEETS[mode], MEETS[mode] - met
