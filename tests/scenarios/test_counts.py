"""What has arrived of a sequence is in one count of its views each; and a stream that is thrown away says so."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.scenarios.population import miscounted
from tests.scenarios.project import Project

RULESETS: dict[str, dict[str, Any]] = {
    "begins": {"restart": {"backward": 5, "forward": 50}},
    "plain": {"start": 5, "bake_time": "10s"},
    "keys": {
        "previous": "##earlier##",
        "bake_time": "10s",
        "match": {"properties": [{"rule": "^keys$"}], "not_properties": [{"still": "^true$"}]},
    },
    "order": {"key_type": "long", "bake_time": "10s"},
    "takes": {"key_type": "long", "bake_time": "60s", "order_group": "claims"},
    "claims": {"key_type": "long", "bake_time": "60s", "order_group": "claims", "type": "claim"},
    "aside": {"outlink": "bypass", "max_ahead": "1h"},
}
COUNTS = "received_count, released_count, duplicate_count, late_count, refused_count, pending_count"


def moment(second: int) -> str:
    return f"2026-01-01T{second // 3600:02d}:{second // 60 % 60:02d}:{second % 60:02d}Z"


def sent(rule: str, sequence: str, *arrivals: tuple[int, int], **fields: Any) -> list[dict[str, Any]]:
    """Messages by number and second of arrival."""
    return [
        {
            "message_id": f"{sequence} {number} at {second}", "sequence_id": sequence, "sequence_number": number,
            "arrived_at": moment(second), "properties": {"rule": rule, **fields.pop("properties", {})}, **fields,
        }
        for number, second in arrivals
    ]  # fmt: skip


def bypassed(sequence: str, first: int, count: int) -> list[dict[str, Any]]:
    """Messages of which each repeats the first number of its sequence, from a second on."""
    return sent("plain", sequence, *[(5, second) for second in range(first, first + count)])


def rows(project: Project, sql: str) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in project.query(sql)]


def counts(project: Project, rule: str) -> dict[tuple[str, int], tuple[Any, ...]]:
    """Of each epoch of the sequences of a ruleset, what completeness counts."""
    found = rows(
        project,
        f"select sequence_id, epoch, {COUNTS}, missing_count from {{s}}.resequencer__sequence_completeness where ruleset = '{rule}'",
    )
    return {(sequence, epoch): tuple(counted) for sequence, epoch, *counted in found}


def states(project: Project) -> dict[str, tuple[Any, ...]]:
    """Of the newest epoch of each sequence, its state and what it holds."""
    found = rows(
        project,
        "select sequence_id, status, status_reason, closed_by, deferred_count, pending_count from {s}.resequencer__session_state"
        " inner join {s}.resequencer__next_expected using (ruleset, sequence_id, epoch, status)",
    )
    return {sequence: tuple(state) for sequence, *state in found}


def bypassed_in_a_row(project: Project) -> dict[tuple[str, int], int]:
    found = rows(
        project,
        "select sequence_id, epoch, max_by(head.bypassed_in_a_row, batch_id) from {s}.resequencer__ledger"
        " where disposition in ('head', 'closed') and head is not null group by all",
    )
    return {(sequence, epoch): count for sequence, epoch, count in found}


def reported_count(project: Project) -> int:
    """How many deliveries and actions a run says that it has to decide."""
    of = "newest_input(model_relation('resequencer__inputs'), none)"
    return int(project.compiled([f"{{{{ {of}['count'] }}}}"])[0])


def test_each_arrival_is_in_one_count(
    project: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "asked"
    folder.mkdir()
    project.leaves_out = []
    project.variables["actions"] = {"format": "json", "path": str(folder)}
    project.variables["rulesets"] = [
        {"name": name, "match": {"properties": [{"rule": f"^{name}$"}]}} | fields
        for name, fields in RULESETS.items()
    ]
    part = {"sequence_total": 3}
    project.land("1.json", [
        *sent("begins", "later", (1, 0), (2, 1), (500, 2)),
        *sent("begins", "at once", (500, 2)),
        *sent("plain", "counted", (3, 0), (5, 1), (6, 2), (6, 3), (8, 4), (10, 19)),
        *sent("plain", "ended", (5, 0), (6, 1), (7, 2), **part), *bypassed("ended", 3, 10),
        *sent("plain", "thrown", (5, 0)), *bypassed("thrown", 1, 10),
        *sent("plain", "nearly", (5, 0)), *bypassed("nearly", 1, 10),
        *sent("keys", "keys", (10, 0)), *sent("keys", "keys", (30, 1), properties={"earlier": "20"}),
        *sent("keys", "keys", (30, 2), properties={"earlier": "30", "still": "true"}),
        *sent("order", "order", (1, 0), (3, 1)),
        *sent("aside", "aside", (1, 80_000)),
    ])  # fmt: skip
    (folder / "1.json").write_text("".join(
        f"{json.dumps({'action_id': n, 'action': 'skip', 'ruleset': 'order', 'sequence_id': 'order', 'at': moment(5)})}\n" for n in (1, 2)
    ))  # fmt: skip
    project.run(as_of=moment(20))
    assert reported_count(project) == 2  # and not the file
    assert miscounted(project) == []
    assert counts(project, "begins") == {
        ("later", 1): (3, 2, 0, 0, 0, 1, 0),
        ("at once", 1): (1, 0, 0, 0, 0, 1, 0),
    }
    assert len(rows(project, "select 1 from {s}.resequencer__nohit where sequence_id = 'keys'")) == 1
    # 3 lies before the start, 7 has been given up, and 10 still waits for 9.
    assert counts(project, "plain")["counted", 1] == (6, 3, 1, 0, 1, 1, 2)
    assert counts(project, "keys") == {("keys", 1): (2, 2, 0, 0, 0, 0, None)}
    assert counts(project, "order") == {("order", 1): (2, 2, 0, 0, 0, 0, None)}
    assert rows(
        project,
        "select bypassed_at = timestamp'2026-01-01 00:00:20Z' from {s}.resequencer__bypass where ruleset = 'aside'",
    ) == [(True,)]
    state = states(project)
    assert state["later"] == ("open", "awaiting_confirmation", None, 1, 1)
    assert state["at once"] == ("open", "awaiting_confirmation", None, 1, 1)
    assert state["counted"] == ("open", "waiting", None, 1, 1)
    assert state["ended"] == ("closed", "completion", "completion", 0, 0)
    assert state["thrown"] == ("open", None, None, 0, 0)

    project.land("2.json", [
        *sent("begins", "later", (501, 25)), *sent("begins", "at once", (1, 26)), *sent("plain", "counted", (7, 30), (9, 31)),
        *bypassed("ended", 21, 10), *bypassed("thrown", 21, 10), *bypassed("nearly", 21, 9),
    ])  # fmt: skip
    project.run_again(as_of=moment(40))
    assert miscounted(project) == []
    # The first epoch had been counted whole; 500 and 501 are of the second.
    assert counts(project, "begins") == {
        ("later", 1): (2, 2, 0, 0, 0, 0, 0), ("later", 2): (2, 2, 0, 0, 0, 0, 0), ("at once", 1): (2, 1, 0, 0, 0, 1, 498),
    }  # fmt: skip
    assert counts(project, "plain")["counted", 1] == (8, 4, 1, 2, 1, 0, 0)
    state = states(project)
    assert state["ended"] == ("closed", "all_bypassed", "completion", 0, 0)
    assert state["thrown"] == ("open", "all_bypassed", None, 0, 0)
    assert state["nearly"] == ("open", None, None, 0, 0)
    capsys.readouterr()
    assert project.invoke("run-operation", "resequencer_summary").success
    summary = capsys.readouterr().out
    assert "Sequences whose last 20 arrivals were all bypassed\n" in summary
    assert "plain / ended\n" in summary
    assert "plain / thrown\n" in summary
    assert "plain / nearly" not in summary.partition("whose last 20")[2]
    assert "keys / keys " in summary.partition("Incomplete sequences")[2]

    # One run comes to the same.
    several = bypassed_in_a_row(project)
    assert several["ended", 1] == several["thrown", 1] == 20
    project.run("--full-refresh", as_of=moment(40))
    assert bypassed_in_a_row(project) == several
    assert miscounted(project) == []
