"""The steps of the decision as they stood for a batch of before: one late message through each of them (docs/why.md)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.scenarios.project import Project, failure_text

START = 1_772_366_400  # 2026-03-01T12:00:00Z
RULESETS = [{"name": "orders", "bake_time": "60s"}]


def message(number: int, second: int) -> dict[str, Any]:
    at = f"2026-03-01T12:{second // 60:02d}:{second % 60:02d}Z"
    return {"sequence_id": "a", "sequence_number": number, "message_id": f"m{number}", "arrived_at": at}


def step(
    project: Project, capsys: pytest.CaptureFixture[str], name: str, columns: str, batch: int
) -> list[Any]:
    """What a step shows of the messages of a batch, by position."""
    query = f"select {columns} from {{{{ ref('int_resequencer__{name}') }}}} where kind = 'message' order by position"
    capsys.readouterr()
    shown = project.invoke(
        "show", "--output", "json", "--limit", "50", "--inline", query, rulesets=RULESETS, batch=batch
    )
    assert shown.success, shown.exception
    printed = capsys.readouterr().out
    rows = json.loads(printed[printed.index("{\n") :])["show"]
    return [tuple(row.values()) for row in rows]


@pytest.mark.long
def test_a_late_message_is_followed_through_the_steps(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    """3 waits for 2, and leaves when it has baked, at 61 s; 2 comes at 100 s. A later run changes nothing of that."""
    project.land("a.json", [message(1, 0), message(3, 1), message(2, 100)])
    project.run(rulesets=RULESETS, as_of="2026-03-01T12:10:00Z")
    project.land("b.json", [message(4, 700)])
    project.run_again(rulesets=RULESETS, as_of="2026-03-01T12:20:00Z")

    def seconds(column: str) -> str:
        return f"cast({column} div 1000000 - {START} as int)"

    come = step(project, capsys, "entries", f"position, {seconds('came_at.us')}, {seconds('bakes_us')}", 1)
    assert come == [(1, 0, 60), (2, 100, 160), (3, 1, 61)]
    timely = step(project, capsys, "timely", "position, is_first, is_late, is_in_line", 1)
    assert timely == [(1, True, False, True), (2, True, True, False), (3, True, False, True)]
    ready = step(project, capsys, "ready_contiguous", f"position, {seconds('ready_at.us')}", 1)
    assert ready == [(1, 0), (2, None), (3, 61)]
    verdicts = step(
        project, capsys, "verdicts", f"position, verdict, reason, {seconds('leaves_us')}, release_position", 1
    )
    assert [row[:4] for row in verdicts] == [
        (1, "released", None, 0), (2, "bypass", "late", None), (3, "released", None, 61),
    ]  # fmt: skip
    # The next batch carries on from there.
    assert step(project, capsys, "admitted", "position, threshold, rejected_as", 2) == [(4, 3, None)]

    # A rebuild decides all anew, and can be shown itself, when a later batch has followed, too. What it has replaced cannot.
    project.run_again("--full-refresh", rulesets=RULESETS, as_of="2026-03-01T12:30:00Z")
    project.land("c.json", [message(6, 1900)])
    project.run_again(rulesets=RULESETS, as_of="2026-03-01T12:40:00Z")
    rebuilt = step(project, capsys, "verdicts", f"position, verdict, reason, {seconds('came_at.us')}", 3)
    assert rebuilt == [
        (1, "released", None, 0), (2, "bypass", "late", 100), (3, "released", None, 1), (4, "released", None, 700),
    ]  # fmt: skip
    assert step(project, capsys, "admitted", "position, threshold, rejected_as", 4) == [(6, 4, None)]
    replaced = project.invoke("compile", "--select", "int_resequencer__entries", rulesets=RULESETS, batch=2)
    assert not replaced.success
    told = failure_text(replaced)
    assert "resequencer__batch is 2, and batch 3 has decided everything anew since (--full-refresh)" in told
