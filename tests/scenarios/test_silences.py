"""Sequences that expire and begin again: what is reported of them ends a silence, as what arrives does (DESIGN 3.3, 3.5)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.scenarios.project import Project
from tests.scenarios.test_deliveries import acted, delivered, message, moment, outcome, report

__all__ = ["delivered"]
SILENT: dict[str, Any] = {"expire_after": "20s", "reopen": True}
FIELDS: dict[str, dict[str, Any]] = {
    "waits": {"delivery": "acknowledged"}, "quiet": {}, "tried": {"on_failure": "dead_letter", "max_attempts": 2},
    "wraps": {"wrap_at": 16, "start": 14}, "down": {"order": "descending", "start": 9, "delivery": "acknowledged"},
}  # fmt: skip
RULESETS = [
    {"name": name, "match": {"properties": [{"rule": f"^{name}$"}]}, **SILENT, **fields}
    for name, fields in FIELDS.items()
]
# What happens: (second, ruleset, sequence, what, number).
HAPPENS: list[tuple[int, str, str, str, int]] = [
    # 2 waits behind a failure that is not settled; its sequence is not silent meanwhile.
    (0, "waits", "held", "message", 1), (5, "waits", "held", "failed", 1), (50, "waits", "held", "message", 2),
    (62, "waits", "held", "resume", 1), (65, "waits", "held", "delivered", 1),
    # An outcome ends a silence; the one that comes once more does not.
    (0, "quiet", "told", "message", 1), (15, "quiet", "told", "delivered", 1), (30, "quiet", "told", "message", 2),
    (0, "quiet", "again", "message", 1), (5, "quiet", "again", "delivered", 1), (15, "quiet", "again", "delivered", 1), (30, "quiet", "again", "message", 1),
    # So does what an operator does.
    (0, "quiet", "given up", "message", 1), (5, "quiet", "given up", "message", 4), (15, "quiet", "given up", "skip", 2), (30, "quiet", "given up", "message", 3),
    # Nothing does.
    (0, "quiet", "silent", "message", 1), (30, "quiet", "silent", "message", 1),
    # The second failure settles it.
    (0, "tried", "twice", "message", 1), (5, "tried", "twice", "failed", 1), (50, "tried", "twice", "failed", 1), (75, "tried", "twice", "message", 1),
    # What an operator ends leaves nothing unsettled; a sequence that is complete does.
    (0, "quiet", "ended", "message", 1), (5, "quiet", "ended", "failed", 1), (10, "quiet", "ended", "terminate", 1), (12, "quiet", "ended", "message", 1), (45, "quiet", "ended", "message", 1),
    # Sent again, it is over by the next outcome, whichever it is; and a failure that is skipped is settled.
    (0, "quiet", "resent", "message", 1), (5, "quiet", "resent", "delivered", 1), (10, "quiet", "resent", "resend", 1), (12, "quiet", "resent", "failed", 1), (50, "quiet", "resent", "message", 1),
    (0, "down", "skipped", "message", 9), (3, "down", "skipped", "message", 8), (5, "down", "skipped", "failed", 9), (20, "down", "skipped", "skip", 9), (45, "down", "skipped", "message", 9),
    # Of a counter that wraps, what is given up is an extended number.
    (0, "wraps", "counter", "message", 14), (1, "wraps", "counter", "message", 0), (10, "wraps", "counter", "skip", 15),
]  # fmt: skip
RELEASED = [
    ("again", 1, 1, 0), ("again", 2, 1, 30), ("counter", 1, 14, 0), ("counter", 1, 16, 10), ("ended", 1, 1, 0), ("ended", 2, 1, 12), ("ended", 3, 1, 45),
    ("given up", 1, 1, 0), ("given up", 1, 3, 30), ("given up", 1, 4, 30), ("held", 1, 1, 0), ("held", 1, 2, 65), ("resent", 1, 1, 0), ("resent", 2, 1, 50),
    ("silent", 1, 1, 0), ("silent", 2, 1, 30), ("skipped", 1, 8, 20), ("skipped", 1, 9, 0), ("skipped", 2, 9, 45), ("told", 1, 1, 0), ("told", 1, 2, 30),
    ("twice", 1, 1, 0), ("twice", 2, 1, 75),
]  # fmt: skip


@pytest.mark.parametrize("clocks", [(8, 40, 100), pytest.param((100,), marks=pytest.mark.long)])
def test_what_is_reported_ends_a_silence(delivered: Project, clocks: tuple[int, ...]) -> None:
    delivered.variables["rulesets"] = RULESETS
    selected = (
        "--select",
        "+resequencer__released",
        "+resequencer__failure",
        "+resequencer__rejected_inputs",
    )
    before = -1
    for clock in clocks:
        now = [one for one in HAPPENS if before < one[0] <= clock]
        name = f"{clock}.json"
        delivered.land(name, [
            message(sequence, number, second, rule=ruleset) | {"message_id": f"{sequence} {number} at {second}"}
            for second, ruleset, sequence, what, number in now if what == "message"
        ])  # fmt: skip
        report(delivered, "deliveries", name, [
            outcome(f"{sequence} {number} at 0", what, second)
            for second, _, sequence, what, number in now if what in ("delivered", "failed")
        ])  # fmt: skip
        report(delivered, "actions", name, [
            acted(place, what, sequence, second, start=number) | {"ruleset": ruleset, "action_id": f"{sequence} {second}"}
            for place, (second, ruleset, sequence, what, number) in enumerate(now) if what in ("skip", "resume", "resend", "terminate")
        ])  # fmt: skip
        delivered.run(*selected, as_of=moment(clock))
        before = clock
    for arguments in ((), ("--full-refresh",)):
        if arguments:
            delivered.run(*selected, *arguments, as_of=moment(clocks[-1]))
        rows = delivered.query(
            "select sequence_id, epoch, sequence_number, cast(unix_seconds(released_at) - 1767225600 as int)"
            " from {s}.resequencer__released order by 1, 2, 3"
        )
        assert [tuple(row) for row in rows] == RELEASED
        assert delivered.query("select * from {s}.resequencer__failure") == []
        wrong = delivered.query("select action_id, message_id, reason from {s}.resequencer__rejected_inputs")
        assert [tuple(row) for row in wrong] == [(None, "again 1 at 0", "no_attempt")]
