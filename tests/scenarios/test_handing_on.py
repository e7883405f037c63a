"""Sessions that move at once: what a processor hands on without a run in between, and what the next run makes of it."""

from __future__ import annotations

import json
import os
import time
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import Row, SparkSession
from tests.scenarios.project import Project
from tests.scenarios.test_deliveries import message, report

from resequencer.deliveries import Folder
from resequencer.handover import NEXT
from resequencer.processor import Message, Processor

HOUR = 3600
ACKNOWLEDGED: dict[str, Any] = {"delivery": "acknowledged"}
RULESETS = [
    {"name": name, "match": {"properties": [{"rule": f"^{name}$"}]}, **fields}
    for name, fields in {
        "suspend": ACKNOWLEDGED,
        "dead_letter": {**ACKNOWLEDGED, "on_failure": "dead_letter", "set_properties": {"exit": "##body##!"}},
        "park": {**ACKNOWLEDGED, "on_failure": "park"},
        "terminate": {**ACKNOWLEDGED, "on_failure": "terminate"},
        "tried_again": {**ACKNOWLEDGED, "on_failure": "dead_letter", "max_attempts": 2},
        "lost": ACKNOWLEDGED,
        "at_once": {"on_failure": "suspend"},
        "at_once_on": {"on_failure": "dead_letter"},
    }.items()
]
# 2 of 3 fails: what is handed on.
STOPPED, GOES_ON = [1, 2], [1, 2, 3]
HANDED_ON = {
    "suspend": STOPPED, "dead_letter": GOES_ON, "park": STOPPED, "terminate": STOPPED, "tried_again": STOPPED,
    "at_once": STOPPED, "at_once_on": GOES_ON, "lost": GOES_ON,
}  # fmt: skip


@dataclass
class Lake:
    """What is in the lake, and all that was handed on."""

    project: Project
    folder: Path
    handed: list[Message] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def processor(self, name: str) -> Processor:
        return Processor(SparkSession.active(), Folder(self.folder), schema=self.project.schema, name=name)

    def work(self, processor: Processor) -> None:
        """Hands on what there is, as `resequencer.processor.work` does: number 2 fails."""
        with processor:
            assert processor.lease(100, HOUR)
            for message in processor.hand_on():
                self.handed.append(message)
                self.seconds.append(time.monotonic())
                fails = message.sequence_number == 2 and message.ruleset != "lost"
                processor.report(message, "failed" if fails else "delivered")

    def next(self) -> list[Row]:
        """What may be handed on, by the query of docs/processors.md."""
        spark = SparkSession.active()
        outcomes = Folder(self.folder).reported(spark, None)
        handover = spark.table(f"{self.project.schema}.resequencer__handover")
        rows: list[Row] = spark.sql(NEXT, handover=handover, outcomes=outcomes).collect()
        return rows


@pytest.fixture(scope="module")
def worked(lake: Path, tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """A run, processors, and a run that takes their outcomes in."""
    folder = tmp_path_factory.mktemp("handing_on")
    for name in ("landing", "deliveries", "actions"):
        (folder / name).mkdir()
    project = Project(
        schema=f"handing_on_{os.getpid()}", landing=folder / "landing", leaves_out=["path:models/flow"]
    )
    project.variables |= {
        "deliveries": {"format": "json", "path": str(folder / "deliveries")},
        "actions": {"format": "json", "path": str(folder / "actions")},
    }
    names = [str(ruleset["name"]) for ruleset in RULESETS]
    project.land(
        "messages.json",
        [
            message(name, n, n, rule=name, body=f"{name} {n}", is_last=n == 3)
            for name in names
            for n in (3, 1, 2)
        ],
    )
    project.run(rulesets=RULESETS)
    found = Lake(project, folder / "deliveries")
    # One dies as it has handed on the first of each, before the outcomes are written.
    dead = found.processor("dead")
    dead.lease(100, HOUR)
    lost = []
    for one in dead.hand_on():
        lost.append(one)
        dead.report(one, "delivered")
        if len(lost) == len(names):
            break
    assert {one.sequence_number for one in lost} == {1}
    project.query("update {s}.resequencer__leases set expires_at = leased_at")
    found.work(found.processor("alive"))
    # The outcome of the first is lost, and those of what came after it are not.
    for path in found.folder.glob("processor-*.json"):
        told = [json.loads(line) for line in path.read_text().splitlines()]
        kept = [one for one in told if one["message_id"] != "lost-1"]
        path.unlink()
        report(project, "deliveries", path.name, kept)
    project.run_again(rulesets=RULESETS)
    return found


def attempts(worked: Lake, name: str) -> list[tuple[Any, ...]]:
    rows = worked.project.query(
        "select sequence_number, attempt, unix_micros(sent_at), outcome, unix_micros(at)"
        f" from {{s}}.resequencer__delivery_attempts where ruleset = '{name}' order by sequence_number, attempt"
    )
    return [tuple(row) for row in rows]


@pytest.mark.parametrize("name", HANDED_ON)
def test_one_after_the_other_without_a_run_in_between(worked: Lake, name: str) -> None:
    handed = [one for one in worked.handed if one.ruleset == name]
    assert [one.sequence_number for one in handed] == HANDED_ON[name]
    assert [one.release_position for one in handed] == HANDED_ON[name]
    assert {one.attempt for one in handed} == {1}
    # Contents as their rulesets want them on exit, those of messages that are held too.
    assert [one.body for one in handed] == [f"{name} {n}" for n in HANDED_ON[name]]
    if name == "dead_letter":
        assert [(one.properties or {})["exit"] for one in handed] == [f"{name} {n}!" for n in HANDED_ON[name]]


@pytest.mark.parametrize("name", ["suspend", "dead_letter", "park", "terminate", "tried_again"])
def test_the_run_finds_sent_where_the_closed_form_puts_it(worked: Lake, name: str) -> None:
    """Each was sent at the outcome of the one before; what a processor did is not done again."""
    of_first = [row for row in attempts(worked, name) if row[1] == 1]
    for before, after in pairwise(of_first):
        assert after[2] == before[4], name
    expected = {1: "delivered", 2: "failed", 3: "delivered"}
    assert [(row[0], row[3]) for row in of_first] == [(n, expected[n]) for n in HANDED_ON[name]]
    again = [row for row in attempts(worked, name) if row[1] > 1]
    # It is tried again at once by itself.
    assert again == ([(2, 2, of_first[1][4], None, None)] if name == "tried_again" else [])


def test_how_the_sessions_stand(worked: Lake) -> None:
    rows = worked.project.query(
        "select ruleset, status, status_reason, unix_micros(updated_at) from {s}.resequencer__session_state order by 1"
    )
    at = {name: max(row[4] or 0 for row in attempts(worked, name)) for name in HANDED_ON}
    assert [tuple(row) for row in rows] == [
        ("at_once", "closed", "completion", 1767225603000000),
        ("at_once_on", "closed", "completion", 1767225603000000),
        ("dead_letter", "closed", "completion", at["dead_letter"]),
        ("lost", "open", "awaiting_acknowledgement", 1767225603000000),
        ("park", "suspended", "dead_letter", at["park"]),
        ("suspend", "suspended", "failed_delivery", at["suspend"]),
        ("terminate", "closed", "exception", at["terminate"]),
        ("tried_again", "suspended", "failed_delivery", at["tried_again"]),
    ]


def test_what_may_be_handed_on_next(worked: Lake) -> None:
    """The documented query over the handover says what a processor does: nothing behind a failure, and nothing twice."""
    found = [(row["ruleset"], row["sequence_number"], row["attempt"]) for row in worked.next()]
    assert sorted(found) == [("lost", 1, 1), ("tried_again", 2, 2)]
    with worked.processor("later") as later:
        later.lease(100, HOUR)
        assert [(one.ruleset, one.sequence_number, one.attempt) for one in later.messages()] == sorted(found)
    waiting = worked.project.query(
        "select ruleset, sequence_number, verdict, waits_for, outcome from {s}.resequencer__handover"
        " where verdict = 'pending' or is_failed order by 1, 2"
    )
    assert [tuple(row) for row in waiting] == [
        ("at_once", 2, "released", "failures", None),
        ("lost", 2, "pending", "deliveries", "delivered"),
        ("lost", 3, "pending", "deliveries", "delivered"),
        ("park", 2, "released", "deliveries", None),
        ("park", 3, "pending", "deliveries", None),
        ("suspend", 2, "released", "deliveries", None),
        ("suspend", 3, "pending", "deliveries", None),
        ("tried_again", 2, "released", "deliveries", None),
        ("tried_again", 3, "pending", "deliveries", None),
    ]


def test_how_long_from_one_outcome_to_the_next(worked: Lake) -> None:
    """In turn: the outcomes of one round are written together, before the next."""
    assert sorted(b - a for a, b in pairwise(worked.seconds))[len(worked.seconds) // 2] < 1


STAND_INS = [
    {
        "name": name, "match": {"properties": [{"rule": f"^{name}$"}]}, "bake_time": "10s", "on_gap": "stand_in", **fields,
        "stand_in": {"body": "lost: ##sequence_number##"},
    }
    for name, fields in {"waits": ACKNOWLEDGED, "at_once": {}}.items()
]  # fmt: skip


def test_stand_ins_are_handed_on_as_messages_are(project: Project, tmp_path: Path) -> None:
    """In order, also between two runs; what is reported of them is an attempt, and holds nothing up."""
    deliveries = tmp_path / "deliveries"
    deliveries.mkdir()
    project.variables |= {
        "rulesets": STAND_INS, "deliveries": {"format": "json", "path": str(deliveries)},
    }  # fmt: skip
    project.leaves_out = ["path:models/flow"]
    names = [str(ruleset["name"]) for ruleset in STAND_INS]
    project.land("1.json", [message(name, n, n, rule=name, body=str(n)) for name in names for n in (1, 4, 5)])
    project.run()
    worked = Lake(project, deliveries)
    with worked.processor("one") as processor:
        processor.lease(100, HOUR)
        for one in processor.hand_on():
            worked.handed.append(one)
            processor.report(one, "failed" if one.body == "lost: 3" else "delivered", one.body)
    for name in names:
        handed = [
            (one.release_position, one.sequence_number, one.body)
            for one in worked.handed
            if one.ruleset == name
        ]
        assert handed == [(1, 1, "1"), (2, 2, "lost: 2"), (3, 3, "lost: 3"), (4, 4, "4"), (5, 5, "5")]
    project.run_again()
    for arguments in ((), ("--full-refresh",)):
        if arguments:
            project.run(*arguments)
        for name in names:
            rows = project.query(
                "select sequence_number, message_id, attempt, outcome, detail, consumer from {s}.resequencer__delivery_attempts"
                f" where ruleset = '{name}' order by release_position"
            )
            assert [tuple(row) for row in rows] == [
                (1, f"{name}-1", 1, "delivered", "1", "one"),
                (2, f"stand-in 2 of {name}/{name}", 1, "delivered", "lost: 2", "one"),
                (3, f"stand-in 3 of {name}/{name}", 1, "failed", "lost: 3", "one"),
                (4, f"{name}-4", 1, "delivered", "4", "one"),
                (5, f"{name}-5", 1, "delivered", "5", "one"),
            ]
        statuses = project.query(
            "select message_id, status from {s}.resequencer__delivery where status <> 'delivered'"
        )
        assert sorted(map(tuple, statuses)) == [
            (f"stand-in 3 of {name}/{name}", "failed") for name in sorted(names)
        ]
        assert project.query("select * from {s}.resequencer__rejected_inputs") == []
        assert worked.next() == []
    # One more outcome of what is settled is of no attempt; what nobody has heard of is unknown.
    report(project, "deliveries", "more.json", [
        {"message_id": f"stand-in {n} of waits/waits", "outcome": "delivered", "at": "2026-01-01T00:02:30Z"} for n in (2, 9)
    ])  # fmt: skip
    project.run_again()
    wrong = project.query("select message_id, reason from {s}.resequencer__rejected_inputs order by 1")
    assert [tuple(row) for row in wrong] == [
        ("stand-in 2 of waits/waits", "no_attempt"), ("stand-in 9 of waits/waits", "unknown_message"),
    ]  # fmt: skip
