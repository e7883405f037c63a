"""The MessageBox's tables against its simulator."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest
from tests.oracle.messagebox import Report, Run, rebuilt, run_by_run
from tests.oracle.messagebox_cases import random_case
from tests.oracle.messagebox_examples import EXAMPLES, m, sub
from tests.scenarios.messagebox import (
    SEEN,
    STORED,
    Box,
    definition,
    differences,
    expected,
    instance_uid,
    minutes,
    moment,
    uid,
    united,
)
from tests.scenarios.project import Project, failure_text


def check_runs(box: Box, runs: tuple[Run, ...]) -> None:
    """After each run, and after a rebuild, the tables are what the simulator says."""
    for run, wanted in zip(runs, run_by_run(runs), strict=True):
        box.run(run)
        assert not differences(box.seen(), expected(wanted)), run.clock
    box.again(runs[-1], "--full-refresh")
    assert not differences(box.seen(), expected(rebuilt(runs)))


def in_two_runs(runs: tuple[Run, ...]) -> tuple[Run, ...]:
    """Examples of one run as two: what is given lands in the first."""
    return runs if len(runs) == 2 else (runs[0], replace(runs[0], clock=31, messages=(), reports=()))


# Minutes that the clocks of all examples divide, so that times stay whole.
FIRST, SECOND = 120, 120 + 1100


def at_common_clocks(runs: tuple[Run, ...]) -> tuple[Run, ...]:
    """The same events in the same order, with the clocks that all examples have in common."""
    first, second = (run.clock for run in runs)

    def moved(at: float) -> float:
        return (
            at * FIRST / first if at <= first else FIRST + (at - first) * (SECOND - FIRST) / (second - first)
        )

    def reported(report: Report) -> Report:
        from_at = None if report.from_at is None else moved(report.from_at)
        to_at = None if report.to_at is None else moved(report.to_at)
        return replace(report, at=moved(report.at), from_at=from_at, to_at=to_at)

    return tuple(
        replace(
            run,
            clock=clock,
            messages=tuple(replace(one, at=moved(one.at)) for one in run.messages),
            reports=tuple(reported(one) for one in run.reports),
        )
        for run, clock in zip(runs, (FIRST, SECOND), strict=True)
    )


def test_worked_examples(new_project: Callable[[], Project]) -> None:
    """All of them, side by side in one lake."""
    runs = united([at_common_clocks(in_two_runs(one.runs)) for one in EXAMPLES])
    box = Box(new_project())
    check_runs(box, runs)
    # Every change says by what, that of a routing failure's report, too.
    rerouted = next(place for place, one in enumerate(EXAMPLES) if one.number == "27")
    (action,) = (
        one.action_id
        for run in runs
        for one in run.reports
        if one.action == "reroute" and (one.action_id or "").startswith(f"c{rerouted}.")
    )
    report = instance_uid(f"c{rerouted}.m/routing-failure")
    history = box.project.query("select * from {s}.resequencer__instance_history")
    assert {row["changed_by"] for row in history if row["instance_uid"] == report} == {"routing", action}
    assert None not in {row["changed_by"] for row in history}
    # What is rejected is told in words.
    wrong = box.project.query(
        "select input.instance_uid, reason, detail from {s}.resequencer__messagebox where disposition = 'rejected'"
    )
    assert all(row["detail"] not in (None, row["reason"]) for row in wrong)
    zombie = f"c{next(place for place, one in enumerate(EXAMPLES) if one.number == '16')}.x1"
    assert [row["detail"] for row in wrong if row["instance_uid"] == zombie] == [
        f"{zombie} is not suspended, or not resumable"
    ]


def test_a_run_that_would_route_too_much_writes_nothing(new_project: Callable[[], Project]) -> None:
    """resequencer__max_references; once its messages go to subscriptions, a lake does not let rulesets have them."""
    box = Box(new_project())
    run = Run(10, (sub("a", {}), sub("b", {})), (m("m", 1), m("n", 2)))
    box.land(run)
    settings: dict[str, Any] = {
        "subscriptions": [definition(one) for one in run.subscriptions],
        "as_of": moment(10),
    }
    routed = ("run", "--select", "+resequencer__messagebox")
    failed = box.project.invoke(*routed, **settings, max_references=3)
    assert "resequencer__max_references is 3, and this batch would route 4 messages" in failure_text(failed)
    done = box.project.invoke(*routed, "+resequencer__ledger", **settings, max_references=4)
    assert done.success, failure_text(done)
    written = box.project.query(
        "select disposition, count(*) as rows, min(batch_id) as batch from {s}.resequencer__messagebox"
        " where disposition in ('reference', 'failure') group by disposition"
    )
    assert [tuple(row) for row in written] == [("reference", 4, 1)]
    failed = box.project.invoke("run", "--select", "+resequencer__ledger", as_of=moment(11))
    assert (
        "resequencer__subscriptions is not set, and until now the messages of this lake went to"
        in failure_text(failed)
    )


@pytest.mark.long
def test_instances_are_named_by_where_their_message_stands(new_project: Callable[[], Project]) -> None:
    """Without resequencer__message_identity, as by default: uids are made of files and places."""
    box = Box(new_project())
    del box.project.variables["message_identity"]
    example = next(one for one in EXAMPLES if one.number == "16")
    box.run(example.runs[0])
    assert box.seen()["suspended"] == [("m1", "ans", "x1", "completed_with_discarded_messages", 1, False)]


@pytest.mark.long
def test_more_kinds_of_equalities_than_are_looked_up(new_project: Callable[[], Project]) -> None:
    """Messages look up candidates by 32 of them; the others are tried."""
    names = [f"p{number}" for number in range(35)]
    run = Run(
        30,
        tuple(sub(name, {name: "1"}) for name in names),
        tuple(m(name, 1, **{name: "1"}) for name in names),
    )
    box = Box(new_project())
    box.run(run)
    assert not differences(box.seen(), expected(rebuilt([run])))


def rejected(box: Box) -> list[tuple[str, str]]:
    rows = box.project.query(
        "select coalesce(input.action_id, input.message_id) as id, reason from {s}.resequencer__messagebox"
        " where disposition = 'rejected' order by id, reason"
    )
    return [(row["id"], row["reason"]) for row in rows]


@pytest.mark.long
def test_what_is_wrong_is_rejected_whenever_it_counts(new_project: Callable[[], Project]) -> None:
    """A faulty action or outcome that is later than the clock does nothing when the clock has reached it, either."""
    box = Box(new_project())
    first = Run(10, (sub("a", {}),), (m("m", 1),))
    box.land(first)
    box.report("actions", "x.json", *(
        {"action_id": name, "at": moment(12), **fields} for name, fields in (
            ("backfill", {"action": "backfill"}), ("misspelt", {"action": "strat", "subscription": "a"}),
            ("misspelt", {"action": "stop", "subscription": "a"}), ("misspelt", {"action": "strat", "subscription": "a"}),
            ("perhaps", {"action": "suspend", "instance_uid": instance_uid("m/a"), "resumable": "no"}),
        )
    ))  # fmt: skip
    box.report("deliveries", "x.json",
         {"message_id": "m", "outcome": "deliverd", "at": moment(12)},
         {"message_id": "n", "outcome": "delivered", "action": "stop", "subscription": "a", "at": moment(12)})  # fmt: skip
    box.again(first)
    assert rejected(box) == []
    box.again(replace(first, clock=20))
    assert rejected(box) == [
        ("backfill", "missing_field"), ("m", "unknown_outcome"), ("misspelt", "repeated_action_id"),
        ("misspelt", "unknown_action"), ("n", "unknown_message"), ("perhaps", "undecodable"),
    ]  # fmt: skip
    assert [one[:2] for one in box.seen()["queue"]] == [("m", "a")]
    status = box.project.query("select status_code from {s}.resequencer__subscription")
    assert [row["status_code"] for row in status] == [1]


@pytest.mark.long
def test_an_outcome_counts_once_in_all_runs(new_project: Callable[[], Project]) -> None:
    box = Box(new_project())
    first = Run(10, (sub("a", {}),), (m("m", 1),), (
        Report(4, outcome="failed", message_id="m", subscription="a"),
        Report(6, action="resume", action_id="r", instance="m/a"),
    ))  # fmt: skip
    box.run(first)
    box.run(replace(first, clock=15, messages=(), reports=first.reports[:1]))
    for arguments in ((), ("--full-refresh",)):
        if arguments:
            box.again(replace(first, clock=15), *arguments)
        assert [one[:2] for one in box.seen()["queue"]] == [("m", "a")]
        assert rejected(box) == []


@pytest.mark.long
def test_convoys_whose_subscription_changes(new_project: Callable[[], Project]) -> None:
    """What is freed goes to the instance that it follows, unacknowledged, too; other names of values are other convoys."""
    box = Box(new_project())
    convoy = sub("c", {}, correlate=("o",), is_acknowledged=False, status="stopped")
    box.run(Run(10, (convoy,), (m("m1", 1, o="A"), m("m2", 2, o="A"))))
    started = replace(convoy, status="started")
    box.run(Run(20, (started,), (m("m3", 11, o="A"),)))
    first = instance_uid("m1/c")
    assert [one[0::2] for one in box.seen()["queue"]] == [("m1", first), ("m2", first), ("m3", first)]
    box.run(Run(30, (replace(started, correlate=("p",)),), (m("m4", 21, o="A", p="A"),)))
    assert ("m4", instance_uid("m4/c")) in [one[0::2] for one in box.seen()["queue"]]
    lines = box.project.query(
        "select `values` from {s}.resequencer__subscription where instance_uid is not null"
    )
    assert sorted(str(row["values"]) for row in lines) == ["{'o': 'A'}", "{'p': 'A'}"]
    # What is removed still waits where it was.
    box.run(Run(40, (), ()))
    lines = box.project.query("select subscription, status_code, host_uid from {s}.resequencer__subscription")
    assert [tuple(row) for row in lines] == [("c", None, uid("host", "h"))] * 2


@pytest.mark.long
def test_settings_of_a_run_that_died_and_are_taken_back(new_project: Callable[[], Project]) -> None:
    """No batch has used them: they never were."""
    box = Box(new_project())
    kept = sub("a", {"t": "x"})
    box.run(Run(10, (kept,), (m("m", 1, t="x"),)))
    box.project.variables["subscriptions"] = [definition(sub("a", {"t": "y"}))]
    box.project.run("--select", "resequencer__subscription_versions", as_of=moment(20))
    assert len(box.project.query("select * from {s}.resequencer__subscription_versions")) == 2
    box.run(Run(30, (kept,), (m("n", 21, t="x"),)))
    assert [one[:2] for one in box.seen()["queue"]] == [("m", "a"), ("n", "a")]
    assert len(box.project.query("select * from {s}.resequencer__subscription_versions")) == 1


def test_queues_by_priority(new_project: Callable[[], Project]) -> None:
    """28: by priority, then as they came; queue_id sorts so, too. An id that several messages have is told, where it is what they are known by."""
    box = Box(new_project())
    first, second = sub("p", {}, priority=1), sub("q", {"t": "x"}, priority=5)
    with patch("dbt.context.exceptions_jinja.warn_or_error") as warned:
        box.run(Run(10, (first, second), (m("m", 1, t="x"), m("n", 2), m("n", 3))))
    (told,) = (call.args[0].msg for call in warned.call_args_list)
    assert "resequencer__message_identity: several messages have one message_id: n." in told
    by_position, by_id = (
        [(row["subscription"], minutes(row["enqueued_at"])) for row in box.project.query(
            f"select * from {{s}}.resequencer__host_queue where host = 'h' order by {column}"
        )]
        for column in ("queue_position", "queue_id")
    )  # fmt: skip
    assert by_position == by_id == [("p", 1), ("p", 2), ("p", 3), ("q", 1)]


@pytest.mark.long
def test_filters_of_service_bus(new_project: Callable[[], Project]) -> None:
    """Instead of predicates; a filter that changes is the new one from then on, and a rebuild knows both."""
    project = new_project()
    project.variables["message_identity"] = "message_id"
    filters = {
        "big": "user.amount > 999 AND sys.Label <> 'test'",
        "named": "EXISTS(Region) AND region LIKE 'e%'",
        "id": "sys.MessageId IN ('m3', 'm4')",
        "early": "sys.EnqueuedTimeUtc < '2026-01-01T00:03:00Z'",
    }

    def subscribe(**more: str) -> None:
        project.variables["subscriptions"] = [
            *({"name": name, "filter": text} for name, text in {**filters, **more}.items()),
            {"name": "written", "match": {"REGION": {"pattern": "^E", "ignore_case": True, "eq": "EU"}}, "addressable": False, "status": "unenlisted"},
            {"name": "every", "match": "all", "status": "unenlisted"}, {"name": "rest", "match": "unrouted", "status": "unenlisted"},
        ]  # fmt: skip

    def found() -> list[tuple[str, str]]:
        rows = project.query(
            "select message_id, subscription, matched_group from {s}.resequencer__find_subscriptions"
            " inner join {s}.int_resequencer__publications using (intake, place)"
        )
        assert {row["matched_group"] for row in rows} == {1}
        return sorted((row["message_id"], row["subscription"]) for row in rows)

    subscribe()
    project.land("1.json", [
        {"message_id": "m1", "arrived_at": moment(1), "message_type": "order", "properties": {"amount": "1000", "REGION": "eu"}},
        {"message_id": "m2", "arrived_at": moment(2), "message_type": "test", "properties": {"amount": "1e4"}},
        {"message_id": "m3", "arrived_at": moment(3), "message_type": "order", "properties": {"amount": "many", "region": "us"}},
    ])  # fmt: skip
    project.run("--select", *SEEN, as_of=moment(10))
    first = [("m1", "big"), ("m1", "early"), ("m1", "named"), ("m2", "early"), ("m3", "id")]
    assert found() == first
    explained = project.invoke(
        "show", "--output", "json", "--limit", "20", "--inline", "{{ explain_match('m1') }}", as_of=moment(10)
    )
    assert explained.success
    rows = explained.result.results[0].agate_table.rows
    assert {row["subscription"]: row["holds"] for row in rows} == {
        "big": True, "named": True, "id": False, "early": True, "written": True, "every": True, "rest": None,
    }  # fmt: skip
    written = {(row["operator"], row["values"]) for row in rows if row["subscription"] == "written"}
    assert written == {("pattern", '["^E"]'), ("eq", '["EU"]')}

    subscribe(named="region = 'us'")
    project.land("2.json", [
        {"message_id": "m4", "arrived_at": moment(11), "properties": {"region": "us"}},
        {"message_id": "m5", "arrived_at": moment(12), "properties": {"region": "eu"}},
    ])  # fmt: skip
    project.run("--select", *STORED, as_of=moment(20))
    both = sorted([*first, ("m4", "id"), ("m4", "named")])
    assert found() == both
    project.run("--select", *STORED, "--full-refresh", as_of=moment(20))
    assert found() == both
    failed = project.query("select message_id, reason from {s}.resequencer__routing_failure")
    assert [(row["message_id"], row["reason"]) for row in failed] == [("m5", "no_match")]


@pytest.mark.long
def test_what_is_open_outlasts_tidying(new_project: Callable[[], Project]) -> None:
    """Every second batch tidies: copies of what was open go, small files become one, and nothing that is read changes."""
    box = Box(new_project())
    box.project.variables["tidy_every"] = 2
    kept = sub("a", {})
    runs = [
        Run(10.0 * number, (kept,), (m(f"m{number}", 10 * number - 1),), reports)
        for number, reports in enumerate(
            ((), (Report(11, outcome="delivered", message_id="m1", subscription="a"),), (), (Report(31, outcome="failed", message_id="m3", subscription="a"),)), 1
        )
    ]  # fmt: skip
    for run, wanted in zip(runs, run_by_run(runs), strict=True):
        box.run(run)
        assert not differences(box.seen(), expected(wanted)), run.clock
    groups = box.project.query(
        "select disposition, collect_set(batch_group) as of_batches from {s}.resequencer__messagebox group by disposition"
    )
    found = {row["disposition"]: sorted(row["of_batches"]) for row in groups}
    assert found["reference"] == found["batch"] == [4]
    assert found["open"] == [4]
    box.again(runs[-1], "--full-refresh")
    assert not differences(box.seen(), expected(rebuilt(runs)))


def without_ordered(runs: tuple[Run, ...]) -> tuple[Run, ...]:
    return tuple(
        replace(run, subscriptions=tuple(one for one in run.subscriptions if not one.is_ordered))
        for run in runs
    )


# Each message that is routed again begins a batch, so these take minutes.
@pytest.mark.long
@pytest.mark.parametrize("first", [0, 10, 20])
def test_random_cases(new_project: Callable[[], Project], first: int) -> None:
    cases = [without_ordered(random_case(seed)) for seed in range(first, first + 10)]
    check_runs(Box(new_project()), united(cases))
