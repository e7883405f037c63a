"""The guarantees of the MessageBox, M1 to M7, each as a test (M5, what runs that are killed leave: test_messagebox_crash.py)."""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession
from tests.oracle.messagebox import Report, Run
from tests.oracle.messagebox_examples import act, m, sub
from tests.scenarios.messagebox import STORED, Box, definition, moment
from tests.scenarios.project import Project, failure_text

BEGINNING = (
    sub("a", {"t": "x"}),
    sub("log", {"t": "x"}, is_acknowledged=False),
    sub("halted", {"t": "h"}, status="stopped"),
    sub("line", {"t": "line"}, correlate=("o",)),
    sub("answers", {"t": "ans"}, kind="instance", correlate=("o",)),
    sub("in_order", {"t": "x"}, is_ordered=True),
)
# One is started, one is gone, and one is new: of its messages one had come before.
CHANGED = (
    *(replace(one, status="started") for one in BEGINNING if one.name != "log"),
    sub("late", {"t": "z"}),
)

# All of it lands before its time comes, so that how it is cut into runs decides nothing.
HISTORY = (
    Run(10, BEGINNING, (
        m("m1", 1, t="x", n="1"), m("m2", 2, t="x", n="3"), m("m3", 3, t="h"), m("m4", 4, t="line", o="A"), m("m5", 5, t="ans", o="A"),
        m("m6", 6, t="z"), m("m7", 7, t="line"), m("m8", 8, t="ans", o="B"), m("m9", 15, t="x", n="2"),
    ), (
        act("subscribe", 4, subscription="answers", instance="x1", values=("A",)),
    )),
    Run(40, CHANGED, (
        m("m10", 14, t="line", o="A"), m("m11", 17, t="line", o="A"), m("m12", 17, t="ans", o="C"), m("m13", 21, t="z"),
        m("m14", 29, t="x", n="4"), m("m15", 29, t="h"), m("m16", 35, t="x", n="9"), m("m17", 36, t="line", o="A"),
        m("m90", 90, t="x", n="6"),
    ), (
        Report(12, "delivered", message_id="m1", subscription="a"), Report(13, "failed", message_id="m2", subscription="a"),
        act("subscribe", 12, subscription="answers", instance="x2", values=("C",)),
        act("subscribe", 12, subscription="answers", instance="x3", values=("D",)),
        act("begin", 13, instance="x1"), act("suspend", 16, instance="m4/line"), act("resume", 23, instance="m4/line"),
        act("complete", 24, instance="x1"), act("suspend", 25, instance="x3"), act("terminate", 27, instance="m7/routing-failure"),
        act("unsubscribe", 28, subscription="answers", instance="x2"),
        act("backfill", 28, subscription="late", from_at=0.0, to_at=29.0),
        *(Report(32, "delivered", message_id=name, subscription="line") for name in ("m4", "m10", "m11")),
        act("complete", 33, instance="m4/line"), act("stop", 34, subscription="a"), act("resume", 39, instance="nobody"),
    )),
)  # fmt: skip
# The tables of the contract, and the views that are made of them.
TABLES = (
    "spool", "parts", "message_parts", "message_props", "message_references", "find_subscriptions", "instances", "instances_suspended",
    "instance_history", "host_queue", "host_queue_suspended", "host_status", "routing_failure", "subscription", "subscription_status",
    "subscription_versions", "predicates",
)  # fmt: skip
# With where messages stand in what was taken in, and what is made of it.
OF_BATCHES = {"batch_id", "batch_uid", "intake", "place", "queue_id", "valid_from_run"}
SEEN = (*(f"+resequencer__{table}" for table in TABLES), "+resequencer__ledger", "resequencer__failure")
TESTS = ("every_message_is_routed", "one_reference_per_subscription", "every_instance_has_a_reason")


def run(box: Box, what: Run, *arguments: str) -> None:
    box.project.variables["subscriptions"] = [definition(one) for one in what.subscriptions]
    selected = ("--select", *STORED, "resequencer__ledger")
    box.project.run(
        *(arguments if "--select" in arguments else (*arguments, *selected)), as_of=moment(what.clock)
    )


def land_what_is_no_message(box: Box) -> None:
    box.project.land("0.json", ["not json", {"message_id": "without a time", "properties": {"t": "x"}}])


def contents(project: Project) -> dict[str, list[str]]:
    """Every row of the tables, as text, but for what tells of batches."""
    found = {}
    for table in TABLES:
        rows = project.query(f"select * from {{s}}.resequencer__{table}")
        kept = [
            {name: value for name, value in row.asDict().items() if name not in OF_BATCHES}
            for row in rows
            if "property" not in row or row["property"] != "file_path"
        ]
        found[table] = sorted(json.dumps(row, default=str, sort_keys=True) for row in kept)
    return found


def only_in(one: dict[str, list[str]], other: dict[str, list[str]]) -> dict[str, list[str]]:
    """Rows that only the first has, by table."""
    left = {table: sorted((Counter(rows) - Counter(other[table])).elements()) for table, rows in one.items()}
    return {table: rows for table, rows in left.items() if rows}


@dataclass
class History:
    """A lake in which nearly all has happened that can, and what stood in the MessageBox after each of its commits."""

    box: Box
    commits: list[list[Any]]
    published: set[tuple[int, int]]
    contents: dict[str, list[str]]


@pytest.fixture(scope="module")
def history(lake: Path, tmp_path_factory: pytest.TempPathFactory) -> History:
    landing = tmp_path_factory.mktemp("guarantees") / "landing"
    landing.mkdir()
    box = Box(Project(schema=f"test_{os.getpid()}_guarantees", landing=landing))
    land_what_is_no_message(box)
    for one, arguments in zip(HISTORY, (("--select", *SEEN), ()), strict=True):
        box.land(one)
        run(box, one, *arguments)
    query = box.project.query
    versions = [
        row["version"]
        for row in query("describe history {s}.resequencer__messagebox")
        if row["operation"] == "WRITE"
    ]
    commits = [
        query(
            "select disposition, queue, intake, place, subscription, given_instance, batch_group, batch.number, batch.arrivals_to"
            f" from {{s}}.resequencer__messagebox version as of {version}"
        )
        for version in sorted(versions)
    ]
    published = {
        (row["intake"], row["place"])
        for row in query("select intake, place from {s}.int_resequencer__publications")
    }
    return History(box, commits, published, contents(box.project))


def standing(commit: Sequence[Any]) -> tuple[Any, list[Any]]:
    """The newest batch after a commit, and the rows that count then."""
    (current,) = [row for row in commit if row["disposition"] == "current"]
    copied = ("open", "instance", "failure", "after_clock", "input")
    rows = [
        row for row in commit if row["disposition"] not in copied or row["batch_group"] == current["number"]
    ]
    return current, rows


def where(row: Any) -> tuple[int, int]:
    return row["intake"], row["place"]


def test_m1_every_message_is_somewhere(history: History) -> None:
    """M1: at every commit each message is in references, or is a routing failure, or waits for the clock; the rest is in failure."""
    assert len(history.commits) == 3
    for commit in history.commits:
        current, rows = standing(commit)
        referred = {where(row) for row in rows if row["disposition"] == "reference"}
        failed = {where(row) for row in rows if row["disposition"] == "unroutable"}
        rerouted = {
            where(row) for row in rows if row["disposition"] == "change" and row["queue"] == "rerouted"
        }
        waiting = {where(row) for row in rows if row["disposition"] == "after_clock"}
        taken = {one for one in history.published if one[0] <= current["arrivals_to"]}
        # A whole run follows when a batch stops at a `backfill`: what comes after that is not there yet.
        parts = (referred, failed - rerouted, waiting)
        assert rerouted <= referred & failed
        assert sorted(one for part in parts for one in part) == sorted(taken)
    assert failed
    assert rerouted
    assert waiting
    refused = history.box.project.query("select reason from {s}.resequencer__failure")
    assert sorted(row["reason"] for row in refused) == ["no_arrival_time", "undecodable"]
    records = history.box.project.query(
        "select count(*) as n from {s}.resequencer__arrivals where kind = 'record'"
    )
    assert records[0]["n"] == len(history.published) + len(refused)


def test_m2_a_subscription_gets_a_message_once(history: History) -> None:
    """M2: a message and a subscription are together once, but for instance subscriptions: those once for each instance."""
    for commit in history.commits:
        _, rows = standing(commit)
        for disposition in ("reference", "open"):
            given = Counter(
                (
                    *where(row),
                    row["subscription"],
                    row["given_instance"] if row["subscription"] == "answers" else None,
                )
                for row in rows
                if row["disposition"] == disposition and row["intake"] is not None
            )
            assert not [one for one, count in given.items() if count > 1]
    # What was backfilled had one message already.
    found = history.box.project.query(
        "select spool.message_id from {s}.resequencer__find_subscriptions join {s}.resequencer__spool as spool using (message_uid)"
        " where subscription = 'late' order by 1"
    )
    assert [row["message_id"] for row in found] == ["m13", "m6"]


def failures(project: Project, *selected: str) -> dict[str, int]:
    """How many rows dbt's tests of a lake find."""
    tested = project.invoke("test", "--select", *selected, "--exclude", "test_type:unit", as_of=moment(50))
    assert tested.result is not None, failure_text(tested)
    results = [one for one in tested.result.results if one.node.resource_type == "test"]
    assert {one.status for one in results} <= {"pass", "fail"}, failure_text(tested)
    return {one.node.name: one.failures for one in results}


def test_m7_rows_belong_together(history: History) -> None:
    """M7: what the text joins is there on both sides (rows 62 and 64), and no instance is there for nothing."""
    rows = {table: [json.loads(row) for row in texts] for table, texts in history.contents.items()}

    def uids(table: str, column: str) -> set[str]:
        return {row[column] for row in rows[table]} - {None}

    assert uids("message_parts", "message_uid") == uids("spool", "message_uid")
    assert uids("message_parts", "part_uid") == uids("parts", "part_uid") >= uids("spool", "body_part_uid")
    queued = [row for row in rows["host_queue"] if row["subscription"] != "log"]  # nobody reports of that
    suspended = rows["host_queue_suspended"]
    instances = uids("instances", "instance_uid")
    for row in (*queued, *suspended):
        assert row["message_uid"] in uids("spool", "message_uid")
        assert row["instance_uid"] in instances
    held = Counter(row["instance_uid"] for row in (*queued, *suspended))
    reports = {row["report_instance_uid"]: 1 for row in rows["routing_failure"] if row["status"] == "open"}
    assert {row["instance_uid"]: row["reference_count"] for row in rows["instances"]} == {
        **dict.fromkeys(instances, 0), **held, **reports,
    }  # fmt: skip
    waiting = uids("subscription", "instance_uid")
    told = {
        row["instance_uid"]
        for row in rows["instance_history"]
        if row["changed_by"] not in ("routing", "settings", None)
    }
    reasons = {row["instance_uid"]: row["reason"] for row in rows["instances_suspended"]}
    idle = [
        row for row in rows["instances"] if not row["reference_count"] and row["subscription"] != "in_order"
    ]
    for row in idle:
        its = row["instance_uid"]
        assert reasons[its] == "suspended" if row["state"] in (4, 32) else its in waiting | told
    assert [row["instance_uid"] for row in idle] == ["x3"]
    assert {row["state"] for row in rows["instances"]} == {4, 8, 32, 256}


def test_no_row_is_there_twice(history: History) -> None:
    found = failures(history.box.project, "path:models/messagebox,test_name:unique_together")
    assert len(found) > 5
    assert {name: count for name, count in found.items() if count} == {}


def test_the_tests_of_a_lake_notice(history: History) -> None:
    """Of M1, M2 and M7: they find what is lost, what is there twice, and an instance that has lost its message, and nothing else."""
    project, query = history.box.project, history.box.project.query
    box = "{s}.resequencer__messagebox"
    version = query(f"describe history {box} limit 1")[0]["version"]
    refused = query("describe history {s}.resequencer__ledger limit 1")[0]["version"]
    (newest,) = (
        row["number"] for row in query(f"select batch.number from {box} where disposition = 'current'")
    )
    query(
        f"insert into {box} select * from {box} where disposition = 'reference' and message_id = 'm1' and subscription = 'a'"
    )
    query(f"delete from {box} where disposition = 'reference' and message_id = 'm17'")
    query(f"delete from {box} where disposition = 'unroutable' and message_id = 'm7'")
    query(
        f"delete from {box} where disposition = 'open' and reference.message_id = 'm5' and batch_group = {newest}"
    )
    query("delete from {s}.resequencer__ledger where disposition = 'failure' and reason = 'undecodable'")
    try:
        found = failures(project, *TESTS)
    finally:
        query(f"restore table {box} to version as of {version}")
        query(f"restore table {{s}}.resequencer__ledger to version as of {refused}")
    # m17 is in the queue, and was given to nobody; x1 has no zombie, and m7 does not stand as a failure any more.
    assert found == {
        "every_message_is_routed": 3, "one_reference_per_subscription": 2, "every_instance_has_a_reason": 1,
    }  # fmt: skip


def files(project: Project) -> set[tuple[str, str]]:
    """The files of all tables that are stored, but those that say which batch is the newest."""
    tables = (*STORED, "resequencer__ledger")
    found = set()
    for table in tables:
        of_clock = (
            "disposition = 'current'"
            if table in ("resequencer__messagebox", "resequencer__ledger")
            else "false"
        )
        rows = project.query(f"select distinct _metadata.file_path from {{s}}.{table} where not ({of_clock})")
        found |= {(table, row["file_path"]) for row in rows}
    return found


@pytest.mark.long
def test_m4_an_idle_run_and_a_rebuild(history: History) -> None:
    """M4: a run that finds nothing new leaves each file as it is; --full-refresh leaves the same tables, though settings have changed."""
    project = history.box.project
    before = files(project)
    run(history.box, replace(HISTORY[-1], clock=41))
    assert files(project) == before
    run(history.box, replace(HISTORY[-1], clock=42), "--full-refresh")
    rebuilt = contents(project)
    assert (only_in(rebuilt, history.contents), only_in(history.contents, rebuilt)) == ({}, {})


CUTS = {
    "in three": ((10, BEGINNING), (25, CHANGED), (40, CHANGED)),
    "with idle ones": ((8, BEGINNING), (8.5, BEGINNING), (10, BEGINNING), (20, CHANGED), (20.5, CHANGED), (35, CHANGED), (40, CHANGED)),
}  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("cut", CUTS)
def test_m4_cuts(history: History, cut: str) -> None:
    """M4: the same events in other runs leave the same tables; each lands in the run that reaches it."""
    box, project = history.box, history.box.project
    for path in project.landing.parent.rglob("*.json"):
        path.unlink()
    for table in (*STORED, "resequencer__ledger"):
        project.query(f"drop table {{s}}.{table}")
    land_what_is_no_message(box)
    before = 0.0
    for clock, subscriptions in CUTS[cut]:
        is_last = (clock, subscriptions) == CUTS[cut][-1]
        now = [
            [one for one in given if before < one.at and (one.at <= clock or is_last)]
            for given in (
                [one for what in HISTORY for one in what.messages],
                [one for what in HISTORY for one in what.reports],
            )
        ]
        what = Run(clock, subscriptions, tuple(now[0]), tuple(now[1]))  # type: ignore[arg-type]
        box.land(what)
        run(box, what)
        before = clock
    again = contents(project)
    assert (only_in(again, history.contents), only_in(history.contents, again)) == ({}, {})


# --- what is written and read

SUBSCRIPTIONS = [
    *({"name": f"s{number}", "match": "all"} for number in range(5)),
    {"name": "reported", "match": {"t": "open"}, "delivery": "acknowledged", "addressable": False},
    {"name": "in_order", "match": "all", "ordered": {"group_by": "", "key": "##n##"}},
]
# How many messages of which size each run takes in.
RUNS = ((2, 100), (30, 100), (30, 10_000), (1, 100))
MARK = "CONTENTS"


@dataclass
class Costs:
    """What the tables of a lake grew by in each run, and what each run read: (files, rows) by table."""

    project: Project
    written: dict[str, list[int]]
    read: list[dict[str, tuple[int, int]]]


def listed(sequence: Any) -> list[Any]:
    return [sequence.apply(place) for place in range(sequence.size())]


def executions() -> list[int]:
    spark = SparkSession.active()
    spark.sparkContext._jsc.sc().listenerBus().waitUntilEmpty()
    store = spark._jsparkSession.sharedState().statusStore()
    return [one.executionId() for one in listed(store.executionsList().toSeq())]


def read_since(last: int) -> dict[str, tuple[int, int]]:
    """How many files and rows of each table Spark has read after an execution."""
    found: dict[str, tuple[int, int]] = {}
    newer = [one for one in executions() if one > last]
    store = SparkSession.active()._jsparkSession.sharedState().statusStore()
    for execution in newer:
        metrics = store.executionMetrics(execution)
        for node in listed(store.planGraph(execution).allNodes().toSeq()):
            if not node.name().startswith("Scan parquet "):
                continue
            values = {one.name(): metrics.get(one.accumulatorId()) for one in listed(node.metrics().toSeq())}
            numbers = [
                int(values[name].get().replace(",", "")) if name in values and values[name].isDefined() else 0
                for name in ("number of files read", "number of output rows")
            ]
            table = node.name().rpartition(".")[2]
            before = found.get(table, (0, 0))
            found[table] = (before[0] + numbers[0], before[1] + numbers[1])
    return found


@pytest.fixture(scope="module")
def costs(lake: Path, tmp_path_factory: pytest.TempPathFactory) -> Costs:
    landing = tmp_path_factory.mktemp("costs") / "landing"
    landing.mkdir()
    project = Project(
        schema=f"test_{os.getpid()}_costs", landing=landing, variables={"subscriptions": SUBSCRIPTIONS}
    )
    tables = ("resequencer__messagebox", "resequencer__ledger")
    draw = random.Random(1)
    selected: tuple[str, ...] = ("--select", "+resequencer__ledger")
    read = []
    landed = 0
    for number, (count, size) in enumerate(RUNS):
        project.land(f"{number}.json", [
            {
                "arrived_at": moment(10 * number + 1), "properties": {"n": str(landed + place + 1), "t": "open" if number == 0 else "x"},
                "body": MARK + draw.randbytes(size // 2).hex()[: size - len(MARK)],
            }
            for place in range(count)
        ])  # fmt: skip
        landed += count
        last = max(executions()) if number else -1
        project.run(*selected, as_of=moment(10 * number + 9))
        read.append(read_since(last))
        selected = (
            "--select",
            *(one for one in STORED if one != "resequencer__inputs"),
            "resequencer__ledger",
        )
    written = {
        table: [
            int(row["operationMetrics"]["numOutputBytes"])
            for row in sorted(
                project.query(f"describe history {{s}}.{table}"), key=lambda row: row["version"]
            )
            if "numOutputBytes" in row["operationMetrics"]
        ]
        for table in tables
    }
    return Costs(project, written, read)


def with_contents(project: Project) -> list[tuple[str, str]]:
    """Columns of stored tables that have contents of messages in them."""
    found = []
    views = {row["viewName"] for row in project.query("show views in {s}")}
    stored = {row["tableName"] for row in project.query("show tables in {s}")} - views
    for table in stored:
        columns = SparkSession.active().table(f"{project.schema}.{table}").columns
        counts = ", ".join(
            f"count_if(to_json(struct(`{name}`)) like '%{MARK}%') as `{name}`" for name in columns
        )
        (counted,) = project.query(f"select {counts} from {{s}}.{table}")
        found += [(table, name) for name, count in counted.asDict().items() if count]
    return sorted(found)


@pytest.mark.long
@pytest.mark.parametrize("table", ["resequencer__messagebox", "resequencer__ledger"])
def test_m3_contents_are_written_once(costs: Costs, table: str) -> None:
    """M3: five matches a message, one of them ordered, of 100 B and of 10 kB, are as many bytes; contents are in arrivals only."""
    _, small, large, _ = costs.written[table]
    assert abs(large - small) < small / 50
    assert with_contents(costs.project) == [("resequencer__arrivals", "raw_record")]


@pytest.mark.long
def test_m6_a_run_costs_what_is_new(costs: Costs) -> None:
    """M6: what a run reads of the MessageBox are the messages that are new and what is open, however much was routed before."""
    _, _, third, fourth = (read["resequencer__messagebox"] for read in costs.read)
    assert fourth[0] <= third[0], "files"
    # Of the six references each of those that came before.
    assert fourth[1] < 6 * RUNS[1][0]
