"""What a run says it has come to, and what `why` says of one message."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.scenarios.project import Project

RULESETS = [
    {"name": "orders", "match": {"properties": [{"kind": "^order$"}]}, "bake_time": "60s"},
    {"name": "others", "bake_time": "60s"},
]
AT = "2026-05-01T00:"


def message(number: int, at: str, kind: str = "order", **fields: Any) -> dict[str, Any]:
    return {
        "sequence_id": "s", "sequence_number": number, "message_id": f"m{number}", "properties": {"kind": kind},
        "arrived_at": f"{AT}{at}Z", **fields,
    }  # fmt: skip


def told(project: Project, as_of: str) -> list[str]:
    """What a run of the ledger says, each line without its begin."""
    with project.heard() as lines:
        project.run(
            "--select",
            "+resequencer__ledger",
            "resequencer__pending",
            as_of=f"{AT}{as_of}Z",
            rulesets=RULESETS,
        )
    return [line.partition(": ")[2] for line in lines if re.match(r"resequencer: batch \d+: ", line)]


def why(project: Project, capsys: pytest.CaptureFixture[str], success: bool = True, **arguments: str) -> str:
    capsys.readouterr()
    done = project.invoke("run-operation", "why", "--args", str(arguments), rulesets=RULESETS)
    printed = capsys.readouterr()
    assert done.success == success, printed
    return printed.out + printed.err


def test_a_run_says_what_it_came_to_and_why_says_it_of_one_message(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    project.land("1.json", [message(1, "00:00"), message(1, "00:01"), message(3, "00:10"), "not json"])
    assert told(project, "00:30") == [
        "batch 1: 4 arrived: 1 released, 1 bypassed (1 duplicate), 1 failed (1 undecodable), 0 of no ruleset, 1 held (1 waiting_for_predecessor)",
    ]
    held = why(project, capsys, message_id="m3")
    assert "m3 (ruleset orders, sequence s): held, waiting_for_predecessor" in held
    assert "It waits for number 2, or its bake time, which ends at 2026-05-01 00:01:10" in held
    # 2 comes behind the time that 3 has waited for it, and 4 twenty seconds before the clock of the run before.
    project.land("2.json", [message(2, "01:20"), message(4, "00:10"), message(4, "00:40", kind="letter")])
    assert told(project, "01:30") == [
        "batch 2: 3 arrived: 2 released, 1 bypassed (1 late), 0 failed, 0 of no ruleset, 1 held (1 waiting_for_predecessor)",
        "batch 2: 1 of them landed after the clock had passed them, by 0:00:20 at most, and count as arrived then (docs/operations.md, Replay)",
    ]
    late = why(project, capsys, message_id="m2")
    assert re.search(r"m2 \(ruleset orders, sequence s\): bypass, late, 10000 ms too late, by batch 2", late)
    assert re.search(r"landed +in \S+2\.json", late)
    around = late.partition("Before and after it in its sequence")[2].splitlines()[2:]
    assert [line[25:27] for line in around] == ["m1", "m1", "m2", "m3", "m4"]
    assert [line[25:27] for line in around if line.startswith(">")] == ["m2"]
    assert "SEQUENCE=s" in why(project, capsys, success=False, message_id="m4")
    other = why(project, capsys, message_id="m4", ruleset="others")
    assert "m4 (ruleset others, sequence s): held" in other
    assert "is no message" in why(project, capsys, success=False, message_id="m9")
