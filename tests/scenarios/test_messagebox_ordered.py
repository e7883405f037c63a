"""Ordered subscriptions (rule R18): what routing puts into their queues is what the ledger puts in order."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import pytest
import yaml
from tests.oracle.contract import Arrival, Ruleset
from tests.oracle.contract import Run as LedgerRun
from tests.oracle.messagebox import MessageBox, Report, Run, Status, Subscription, run_by_run
from tests.oracle.messagebox_examples import ALL, m, sub
from tests.oracle.simulator import simulate
from tests.scenarios.messagebox import STORED, Box, minutes, moment, uid, united
from tests.scenarios.project import ROOT, Project, failure_text

O = sub("o", ALL, is_ordered=True)  # noqa: E741
U = sub("u", ALL, is_acknowledged=False)
MESSAGES = (m("m2", 1, n="2"), m("m1", 2, n="1"))
MINUTE_US = 60_000_000
# What the tests look at, and all that comes before it: making all views is most of a short run.
SEEN = ("+resequencer__released", "+resequencer__host_queue", "+resequencer__host_queue_suspended")


def released(project: Project) -> list[tuple[Any, ...]]:
    rows = project.query(
        "select ruleset, message_id, released_at from {s}.resequencer__released order by ruleset, release_position"
    )
    return [(row["ruleset"], row["message_id"], minutes(row["released_at"])) for row in rows]


def queued(project: Project) -> list[tuple[Any, ...]]:
    rows = project.query(
        "select subscription, message_uid, enqueued_at from {s}.resequencer__host_queue order by queue_position"
    )
    return [(row["subscription"], row["message_uid"], minutes(row["enqueued_at"])) for row in rows]


def run(box: Box, what: Run, *arguments: str) -> None:
    """Land what the run is given, and run."""
    box.land(what)
    again(box, what, *arguments)


def again(box: Box, what: Run, *arguments: str) -> None:
    box.project.variables["subscriptions"] = [written(one) for one in what.subscriptions]
    selected = () if "--select" in arguments else ("--select", *SEEN)
    box.project.run(*selected, *arguments, as_of=moment(what.clock))


def written(subscription: Subscription) -> dict[str, Any]:
    """A subscription as it is written in settings; each of the ordered ones is one sequence."""
    entry: dict[str, Any] = {"name": subscription.name, "status": subscription.status, "addressable": False}
    groups = subscription.groups or ()
    entry["match"] = "all" if () in groups else [{one.name: one.value for one in group} for group in groups]
    if entry["match"] == "all":
        del entry["addressable"]
    if subscription.is_ordered:
        entry["ordered"] = {"group_by": "", "key": "##n##"}
    return entry


def test_worked_examples(new_project: Callable[[], Project]) -> None:
    """25 and 26: the ordered subscription gets 1 and 2 when both are there, the other what comes as it comes."""
    box = Box(new_project())
    run(box, Run(5, (O, U), MESSAGES))
    assert released(box.project) == [("o", "m1", 2), ("o", "m2", 2)]
    assert queued(box.project) == [("u", uid("message", "m2"), 1), ("u", uid("message", "m1"), 2)]

    box = Box(new_project())
    stopped = replace(O, status="stopped")
    run(box, Run(5, (stopped, U), MESSAGES))
    assert released(box.project) == []
    suspended = box.project.query("select * from {s}.resequencer__host_queue_suspended")
    assert [(row["subscription"], row["reason"]) for row in suspended] == [("o", "subscription_stopped")] * 2
    start = Report(10, action="start", action_id="s", subscription="o")
    last = Run(15, (stopped, U), (), (start,))
    for arguments in ((), ("--full-refresh",)):
        if arguments:
            again(box, last, *arguments)
        else:
            run(box, last)
        assert released(box.project) == [("o", "m1", 10), ("o", "m2", 10)]
        assert len(queued(box.project)) == 2


@pytest.mark.parametrize("table", [False, pytest.param(True, marks=pytest.mark.long)])
def test_contents_are_in_arrivals_only(project: Project, table: bool) -> None:
    """M3: the ledger tells repeats apart by a hash, and the outlets look contents up; from run to run, and in a rebuild."""
    ordered = {"group_by": "", "key": "##n##"}
    project.variables["subscriptions"] = [
        {"name": "o", "match": {"n": {"exists": True}}, "ordered": ordered},
        {"name": "again", "match": {"n": {"ge": 2}}, "ordered": {**ordered, "format": [{"field": "body", "template": "<##body##>"}]}},
    ]  # fmt: skip
    if table:
        project.query("create database if not exists {s}")
        project.query(
            "create table {s}.came (at bigint, message_id string, arrived_at string, properties map<string, string>, body string) using delta"
        )
        project.variables |= {
            "landing": None, "arrivals_relation": f"{project.schema}.came", "arrivals_cursor": "at",
        }  # fmt: skip

    def land(run: int, *messages: tuple[str, int, str, str]) -> None:
        records = [
            {"message_id": id, "arrived_at": moment(minute), "properties": {"n": n}, "body": body}
            for id, minute, n, body in messages
        ]
        if not table:
            project.land(f"{run}.json", records)
            return
        for place, (id, minute, n, body) in enumerate(messages):
            project.query(
                f"insert into {{s}}.came values ({10 * run + place}, '{id}', '{moment(minute)}', map('n', '{n}'), '{body}')"
            )

    outlets = ("released", "bypass", "failure", "pending")
    selected = ("--select", *(f"+resequencer__{outlet}" for outlet in outlets))

    def found() -> set[tuple[Any, ...]]:
        of_outlets = [
            f"select ruleset, message_id, '{outlet}', {reason}, properties['n'], body from {{s}}.resequencer__{outlet}"
            for outlet, reason in zip(outlets, ("null", "reason", "reason", "reason"), strict=True)
        ]
        return set(map(tuple, project.query(" union all ".join(of_outlets))))

    land(1, ("one", 1, "1", "first"), ("three", 2, "3", "third"), ("none", 3, "x", "wrong"))
    project.run(*selected, as_of=moment(5))
    blocked = "waiting_for_predecessor"
    assert found() == {
        ("o", "one", "released", None, "1", "first"), ("o", "three", "pending", blocked, "3", "third"),
        ("again", "three", "pending", blocked, "3", "third"), ("o", "none", "failure", "invalid_key", "x", "wrong"),
    }  # fmt: skip
    land(2, ("same", 6, "3", "third"), ("other", 7, "3", "another"), ("two", 8, "2", "second"))
    for arguments in ((), ("--full-refresh",)):
        project.run(*selected, *arguments, as_of=moment(15))
        assert found() == {
            ("o", "one", "released", None, "1", "first"), ("o", "two", "released", None, "2", "second"),
            ("o", "three", "released", None, "3", "third"), ("o", "same", "bypass", "duplicate", "3", "third"),
            ("o", "other", "bypass", "conflicting_duplicate", "3", "another"), ("o", "none", "failure", "invalid_key", "x", "wrong"),
            ("again", "three", "pending", blocked, "3", "third"), ("again", "two", "pending", blocked, "2", "second"),
            ("again", "same", "bypass", "duplicate", "3", "third"), ("again", "other", "bypass", "conflicting_duplicate", "3", "another"),
        }  # fmt: skip
    raw = project.query("select raw_record from {s}.resequencer__failure")
    assert ["wrong" in row["raw_record"] for row in raw] == [True]
    kept = project.query(
        "select * from {s}.resequencer__ledger where coalesce(cast(properties as string), body, raw_record) is not null"
    )
    assert kept == []
    (hashes,) = project.query(
        "select count(distinct body_hash) as n from {s}.resequencer__ledger where message_id in ('three', 'same', 'other')"
    )
    assert hashes["n"] == 2


@pytest.mark.long
def test_what_waits_stands_in_the_queue(new_project: Callable[[], Project]) -> None:
    """Until it is released, and with acknowledged until it is delivered; its instance is the group's."""
    box = Box(new_project())
    project = box.project
    project.variables["subscriptions"] = [
        {"name": "o", "match": "all", "host": "a", "ordered": {"group_by": "##g##", "key": "##n##"}},
        {"name": "d", "match": "all", "host": "b", "ordered": {"group_by": "", "key": "##n##", "delivery": "acknowledged"}},
        {"name": "s", "match": "all", "ordered": {"group_by": "", "key": "##n##", "bake_time": "1m", "on_gap": "suspend"}},
    ]  # fmt: skip
    project.land("1.json", [
        {"message_id": f"m{n}", "arrived_at": moment(n), "properties": {"g": "x", "n": str(n)}} for n in (1, 2, 4)
    ])  # fmt: skip
    selected = (
        "--select",
        *SEEN,
        "+resequencer__instances",
        "resequencer__instances_suspended",
        "+resequencer__message_references",
        "+resequencer__delivery",
        "+resequencer__actions_applied",
        "+resequencer__rejected_inputs",
    )
    project.run(*selected, as_of=moment(10))
    m1, m2, m4 = (uid("message", f"m{n}") for n in (1, 2, 4))
    assert set(queued(project)) == {("o", m4, 4), ("d", m1, 1), ("d", m2, 2), ("d", m4, 4), ("s", m4, 4)}

    def instances() -> list[tuple[Any, ...]]:
        rows = project.query("select * from {s}.resequencer__instances order by subscription")
        return [
            (row["subscription"], row["state"], row["reference_count"], minutes(row["created_at"]))
            for row in rows
        ]

    assert instances() == [("d", 8, 3, 1), ("o", 8, 1, 1), ("s", 4, 1, 1)]
    (suspended,) = project.query("select * from {s}.resequencer__instances_suspended")
    assert (suspended["reason"], minutes(suspended["suspended_at"])) == ("gap", 5)
    (of_group,) = project.query(
        "select instance_uid from {s}.resequencer__instances where subscription = 'o'"
    )
    assert of_group["instance_uid"] == uid("instance", f"{uid('subscription', 'o')}/x/1")
    references = project.query("select * from {s}.resequencer__message_references")
    counted = {
        row["message_uid"]: (row["queued"], row["done"], minutes(row["unreferenced_since"]))
        for row in references
    }
    assert counted == {m1: (1, 2, None), m2: (1, 2, None), m4: (3, 0, None)}
    tested = project.invoke(
        "test", "--select", "resequencer__host_queue", "resequencer__instances", "resequencer__instances_suspended", "one_verdict_per_entry",
        "--indirect-selection", "cautious", "--exclude", "test_type:unit", as_of=moment(10),
    )  # fmt: skip
    assert tested.success, failure_text(tested)

    box.report("deliveries", "1.json", *(
        {"message_id": name, "subscription": "d", "outcome": "delivered", "at": moment(12)} for name in ("m1", "m2")
    ))  # fmt: skip
    box.report("actions", "1.json",
        {"action_id": "stop", "action": "stop", "subscription": "o", "at": moment(13)},
        {"action_id": "stop", "action": "start", "subscription": "o", "at": moment(14)},
        {"action_id": "skip", "action": "skip", "subscription": "d", "from_number": 3, "at": moment(15)},
        {"action_id": "skip nothing", "action": "skip", "ruleset": "d", "at": moment(15)},
    )  # fmt: skip
    project.run("--select", *STORED, "resequencer__ledger", as_of=moment(20))
    applied = project.query("select * from {s}.resequencer__actions_applied")
    assert {(row["action_id"], row["subscription"], minutes(row["applied_at"])) for row in applied} == {
        ("stop", "o", 13),
        ("skip", "d", 15),
    }
    wrong = project.query("select * from {s}.resequencer__rejected_inputs")
    assert {
        (row["action_id"], row["subscription"], row["reason"], minutes(row["rejected_at"])) for row in wrong
    } == {
        ("stop", "o", "repeated_action_id", 14),
        ("skip nothing", "d", "missing_field", 15),
    }
    assert set(queued(project)) == {("o", m4, 4), ("d", m4, 4), ("s", m4, 4)}
    # They were made when their first message entered the queue, though that has left.
    assert instances() == [("d", 8, 1, 1), ("o", 8, 1, 1), ("s", 4, 1, 1)]
    assert project.query("select * from {s}.resequencer__delivery where status = 'delivered'")
    references = project.query("select * from {s}.resequencer__message_references where reference_count = 0")
    assert {row["message_uid"]: minutes(row["unreferenced_since"]) for row in references} == {m1: 12, m2: 12}


@pytest.mark.long
def test_outcomes_are_of_the_subscription_and_message_that_they_name(
    new_project: Callable[[], Project],
) -> None:
    """Several have a message, several messages have an id; what is given up stands in no queue."""
    box = Box(new_project())
    project = box.project
    del project.variables["message_identity"]
    ordered = {"group_by": "", "key": "##n##", "delivery": "acknowledged", "on_failure": "suspend"}
    project.variables["subscriptions"] = [
        {"name": "o1", "match": {"n": {"exists": True}}, "ordered": ordered},
        {"name": "o2", "match": {"n": {"exists": True}}, "ordered": ordered},
        {"name": "p", "match": {"t": "x"}, "delivery": "acknowledged", "host": "b"},
    ]
    project.land("1.json", [
        *({"message_id": f"m{n}", "arrived_at": moment(n), "properties": {"n": str(n)}} for n in (1, 2)),
        *({"message_id": "x", "arrived_at": moment(n), "properties": {"t": "x"}} for n in (3, 4)),
    ])  # fmt: skip

    def waiting() -> list[tuple[str, str]]:
        rows = project.query(
            "select subscription, message_id from {s}.resequencer__host_queue"
            " inner join {s}.int_resequencer__publications using (intake, place)"
        )
        return sorted((row["subscription"], row["message_id"]) for row in rows)

    selected = (
        "--select",
        *SEEN,
        "+resequencer__rejected_inputs",
        "+resequencer__actions_applied",
        "+resequencer__instance_history",
    )
    project.run(*selected, as_of=moment(10))
    assert waiting() == [
        ("o1", "m1"),
        ("o1", "m2"),
        ("o2", "m1"),
        ("o2", "m2"),
        ("p", "x"),
        ("p", "x"),
    ]
    first, second = project.query(
        "select * from {s}.resequencer__host_queue where subscription = 'p' order by queue_position"
    )

    reports: dict[str, list[dict[str, Any]]] = {
        "deliveries": [
            {"message_id": "m1", "subscription": "o1", "outcome": "delivered"},
            {"message_id": "m1", "subscription": "o2", "outcome": "failed"},
            {"message_uid": first["message_uid"], "subscription": "p", "outcome": "delivered"},
            {"message_id": "x", "outcome": "delivered"},
        ],
        # Rulesets and instances each have their ids.
        "actions": [
            {"action_id": "1", "action": "skip", "subscription": "o2", "from_number": 1},
            {"action_id": "end", "action": "terminate", "subscription": "o1"},
            {"action_id": "end", "action": "terminate", "instance_uid": second["instance_uid"]},
        ],
    }
    for name, records in reports.items():
        at = moment(12 if name == "deliveries" else 13)
        box.report(name, "1.json", *({**one, "at": at} for one in records))
    for arguments in ((), ("--full-refresh",)):
        project.run("--select", *STORED, "resequencer__ledger", *arguments, as_of=moment(20))
        assert waiting() == [("o2", "m2")]
        rejected = project.query("select message_id, reason from {s}.resequencer__rejected_inputs")
        assert [(row["message_id"], row["reason"]) for row in rejected] == [("x", "ambiguous_message")]
    history = project.query("select * from {s}.resequencer__instance_history where state in (128, 512)")
    assert {(row["instance_uid"], row["state"], row["changed_by"]) for row in history} == {
        (first["instance_uid"], 512, "delivery"),
        (second["instance_uid"], 128, "end"),
    }
    tested = project.invoke("test", "--select", "resequencer__actions_applied", as_of=moment(20))
    assert tested.success, failure_text(tested)


@pytest.mark.long
def test_the_sample(project: Project) -> None:
    """The bundled sample with the subscriptions that docs/messagebox.md runs it with."""
    given = yaml.safe_load((ROOT / "seeds/subscriptions.vars").read_text(encoding="utf-8"))
    project.variables |= {name.removeprefix("resequencer__"): value for name, value in given.items()}
    project.variables["landing"] = {"format": "json", "path": str(ROOT / "seeds/landing")}
    project.run()
    hosts = {row["host"]: row for row in project.query("select * from {s}.resequencer__host_status")}
    assert hosts.keys() == {"shop", "books"}
    types = Counter({row["message_type"]: row["n"] for row in project.query(
        "select message_type, count(*) as n from {s}.resequencer__spool group by message_type"
    )})  # fmt: skip
    assert min(types[name] for name in ("OrderChanged", "PaymentBooked", "StockMoved", "ParcelScanned")) > 0
    assert (hosts["books"]["queue_length"], hosts["books"]["suspended_length"]) == (
        types["PaymentBooked"],
        types["StockMoved"],
    )
    pending = project.query("select message_id from {s}.resequencer__pending")
    assert hosts["shop"]["queue_length"] == len(pending)
    ordered = sum(project.verdict_counts("orders").values())
    assert ordered == types["OrderChanged"]
    assert project.verdict_counts("orders")["released"] > len(pending)
    failures = project.query(
        "select reason, count(*) as n from {s}.resequencer__routing_failure group by reason"
    )
    assert {row["reason"]: row["n"] for row in failures} == {
        "no_match": sum(types.values()) - types["OrderChanged"] - types["PaymentBooked"] - types["StockMoved"]
    }


@pytest.mark.long
def test_a_messagebox_that_is_built_again_alone(new_project: Callable[[], Project]) -> None:
    """The ledger has taken what it would take again: the run stops."""
    box = Box(new_project())
    run(box, Run(5, (O, U), MESSAGES))
    box.project.run("--full-refresh", "--select", "resequencer__messagebox", as_of=moment(6))
    failed = box.project.invoke("run", as_of=moment(7))
    assert not failed.success
    assert "the ledger has not" in failure_text(failed)
    box.project.run("--full-refresh", as_of=moment(8))
    assert released(box.project) == [("o", "m1", 2), ("o", "m2", 2)]
    # Where its messages are is settled.
    plain = [written(replace(O, is_ordered=False)), written(U)]
    refused = box.project.invoke("run", as_of=moment(9), subscriptions=plain)
    assert "resequencer__subscriptions o.ordered is gone" in failure_text(refused)
    refused = box.project.invoke(
        "run", as_of=moment(9), subscriptions=[written(O), written(replace(U, is_ordered=True))]
    )
    assert "resequencer__subscriptions u.ordered is new" in failure_text(refused)
    refused = box.project.invoke("run", as_of=moment(9), subscriptions=[written(U)])
    assert "run with --full-refresh and resequencer__route_by: newest" in failure_text(refused)
    refused = box.project.invoke("run", as_of=moment(9), subscriptions=None)
    assert "went to subscriptions" in failure_text(refused)
    # By the subscriptions of now all is routed anew; by those of then, in a later rebuild, it would be nobody's.
    box.project.run("--full-refresh", as_of=moment(9), subscriptions=plain, route_by="newest")
    box.project.run(as_of=moment(10), subscriptions=plain)
    refused = box.project.invoke("run", "--full-refresh", as_of=moment(11), subscriptions=plain)
    assert "resequencer__subscriptions o.ordered is gone" in failure_text(refused)
    box.project.run("--full-refresh", as_of=moment(11), subscriptions=plain, route_by="newest")


def random_case(seed: int) -> tuple[Run, ...]:
    """An ordered subscription that stops and starts, and messages with gaps and repeats, some of them late."""
    source = random.Random(seed)
    clocks = (10.0, 20.0, 30.0)
    numbers = [*range(1, source.randint(4, 8)), source.randint(1, 9)]
    source.shuffle(numbers)
    messages: list[list[Any]] = [[], [], []]
    for place, number in enumerate(numbers):
        messages[source.randrange(3)].append(m(f"m{place}", source.randint(1, 30), n=str(number)))
    reports: list[list[Any]] = [[], [], []]
    for number in range(source.randint(0, 3)):
        action = source.choice(("start", "start", "stop"))
        at = source.randint(1, 30)
        reports[source.randrange(3)].append(
            Report(at, action=action, action_id=f"a{number}", subscription="o")
        )
    status: Status = source.choice(("started", "stopped"))
    runs = []
    for clock, some, told in zip(clocks, messages, reports, strict=True):
        if source.random() < 0.3:
            status = source.choice(("started", "stopped"))
        runs.append(Run(clock, (replace(O, status=status), U), tuple(some), tuple(told)))
    return tuple(runs)


def expected(box: MessageBox, clock: float, subscriptions: Iterable[str]) -> list[tuple[Any, ...]]:
    """What the ledger's simulator makes of what has entered each queue."""
    found: list[tuple[Any, ...]] = []
    for name in subscriptions:
        entered = [one for one in box.references if one.subscription == name and one.enqueued_at is not None]
        arrivals = []
        moments = []
        for place, one in enumerate(entered):
            number = int(str(box.messages[one.message_id][1]["n"]))
            arrivals.append(Arrival(one.message_id, number, int(one.enqueued_at or 0) * MINUTE_US))
            moments.append((int(one.enqueued_at or 0) * MINUTE_US, one.enqueued_by or 0, place, place))
        verdicts = simulate(Ruleset(), [LedgerRun(int(clock) * MINUTE_US, tuple(arrivals))], moments).verdicts
        found += [
            (name, arrival.message_id, verdict.outcome, verdict.reason, (verdict.event_time_us or 0) / MINUTE_US, verdict.release_position)
            for arrival, verdict in zip(arrivals, verdicts, strict=True)
        ]  # fmt: skip
    return found


def verdicts(project: Project) -> list[tuple[Any, ...]]:
    rows = project.query(
        "select ruleset, message_id, disposition, reason, settled_at, release_position from {s}.resequencer__ledger"
        " where disposition in ('released', 'bypass', 'failure')"
        " or (disposition = 'pending' and batch_group = (select batch.number from {s}.resequencer__ledger where disposition = 'current'))"
    )
    return [
        (row["ruleset"], row["message_id"], row["disposition"], row["reason"], minutes(row["settled_at"]) or 0, row["release_position"])
        for row in rows
    ]  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize(("first", "count"), [(0, 3), *((at, 12) for at in (3, 15, 27, 39))])
def test_random_cases(new_project: Callable[[], Project], first: int, count: int) -> None:
    """Side by side: after each run, and after a rebuild, the ledger says what its simulator makes of what the MessageBox's says."""
    runs = united([random_case(seed) for seed in range(first, first + count)])
    names = [one.name for one in runs[0].subscriptions if one.is_ordered]
    box = Box(new_project())
    selected: tuple[str, ...] = ("--select", "+resequencer__ledger")
    for what, wanted in zip(runs, run_by_run(runs), strict=True):
        run(box, what, *selected)
        selected = ("--select", *STORED, "resequencer__ledger")
        found, right = Counter(verdicts(box.project)), Counter(expected(wanted, what.clock, names))
        assert found == right, (found - right, right - found)
        last = right
    again(box, runs[-1], "--full-refresh", *selected)
    found = Counter(verdicts(box.project))
    assert found == last, (found - last, last - found)
