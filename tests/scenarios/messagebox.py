"""Runs of the MessageBox's simulator as runs of the project, and its tables as what the simulator says."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.oracle.messagebox import Message, MessageBox, Report, Run, Subscription
from tests.oracle.subscribing import Predicate
from tests.scenarios.project import Project

START = datetime(2026, 1, 1, tzinfo=UTC)
ROOT = uuid.uuid5(uuid.NAMESPACE_URL, "resequencer/messagebox")
STORED = (
    "resequencer__arrivals",
    "resequencer__inputs",
    "resequencer__subscription_versions",
    "resequencer__messagebox",
)
# What tests look at, and all that comes before it: making every view is most of a first run.
SEEN = tuple(
    f"+{model}"
    for model in (
        "resequencer__messagebox", "int_resequencer__publications", "resequencer__host_queue", "resequencer__host_queue_suspended",
        "resequencer__find_subscriptions", "resequencer__routing_failure", "resequencer__instances", "resequencer__subscription",
        "resequencer__instance_history",
    )
)  # fmt: skip


def uid(kind: str, name: str) -> str:
    return str(uuid.uuid5(uuid.uuid5(ROOT, kind), name))


def instance_uid(name: str) -> str:
    """`message/subscription` as hosts know it where messages are known by their ids; a host's own name as it is."""
    message_id, _, subscription = name.partition("/")
    if not subscription:
        return name
    its = subscription if subscription == "routing-failure" else uid("subscription", subscription)
    return uid("instance", f"{uid('message', message_id)}/{its}")


def moment(minutes: float) -> str:
    return (START + timedelta(minutes=minutes)).isoformat()


def minutes(at: datetime | None) -> float | None:
    return None if at is None else (at.replace(tzinfo=UTC) - START) / timedelta(minutes=1)


def definition(subscription: Subscription) -> dict[str, Any]:
    """A subscription as it is written in settings."""
    groups = subscription.groups
    match: Any = (
        "unrouted" if groups is None else "all" if () in groups else [written(group) for group in groups]
    )
    entry: dict[str, Any] = {
        "name": subscription.name, "match": match, "kind": subscription.kind, "status": subscription.status, "host": subscription.host,
        "priority": subscription.priority, "on_unenlist": subscription.on_unenlist, "addressable": False,
    }  # fmt: skip
    if subscription.correlate:
        entry["correlate"] = list(subscription.correlate)
    if subscription.once:
        entry["once"] = True
    if subscription.is_ordered:
        entry["ordered"] = {"group_by": "", "key": "##n##"}
    elif subscription.is_acknowledged:
        entry["delivery"] = "acknowledged"
    if groups is None or () in groups or subscription.kind == "instance":
        del entry["addressable"]
    return entry


def written(group: Iterable[Predicate]) -> dict[str, Any]:
    match: dict[str, Any] = {}
    for predicate in group:
        value = list(predicate.value) if isinstance(predicate.value, tuple) else predicate.value
        options: dict[str, Any] = {"type": predicate.type} if predicate.type else {}
        options |= {"ignore_case": True} if predicate.ignore_case else {}
        match.setdefault(predicate.name, {}).update({predicate.operator: value, **options})
    return match


def united(cases: Sequence[Sequence[Run]]) -> tuple[Run, ...]:
    """Cases with the same clocks side by side, told apart by a property `case` or its number."""
    runs = []
    for parts in zip(*cases, strict=True):
        named = [within(number, run) for number, run in enumerate(parts)]
        runs.append(
            Run(
                parts[0].clock,
                tuple(one for run in named for one in run.subscriptions),
                tuple(one for run in named for one in run.messages),
                tuple(one for run in named for one in run.reports),
            )
        )
    return tuple(runs)


def is_of_case(number: int) -> tuple[Predicate, ...]:
    """That a message is of a case: said by what a group can be looked up by, as its number decides."""
    name = f"c{number}"
    return (
        (Predicate("case", "eq", name),),
        (Predicate("case", "in", (name, "none")),),
        (Predicate("case_number", "ge", number), Predicate("case_number", "lt", number + 1)),
    )[number % 3]


def within(number: int, run: Run) -> Run:
    case = f"c{number}"

    def named(name: str | None) -> str | None:
        return (
            None
            if name is None
            else "/".join(part if part == "routing-failure" else f"{case}.{part}" for part in name.split("/"))
        )

    return Run(
        run.clock,
        tuple(
            replace(
                one,
                name=f"{case}.{one.name}",
                groups=None
                if one.groups is None
                else tuple((*is_of_case(number), *group) for group in one.groups),
            )
            for one in run.subscriptions
        ),
        tuple(
            Message(
                f"{case}.{one.message_id}",
                one.at,
                {**one.properties, "case": case, "case_number": str(number)},
            )
            for one in run.messages
        ),
        tuple(
            replace(
                one,
                subscription=named(one.subscription),
                message_id=named(one.message_id),
                instance=named(one.instance),
                action_id=named(one.action_id),
            )
            for one in run.reports
        ),
    )


@dataclass
class Box:
    """A lake with subscriptions, given what the simulator is given."""

    project: Project
    correlate: dict[str, tuple[str, ...]] = field(default_factory=dict)
    number: int = 0

    def __post_init__(self) -> None:
        for name in ("deliveries", "actions"):
            (self.project.landing.parent / f"{self.project.landing.name}_{name}").mkdir()
            path = str(self.project.landing.parent / f"{self.project.landing.name}_{name}")
            self.project.variables[name] = {"format": "json", "path": path}
        self.project.variables["message_identity"] = "message_id"

    def run(self, run: Run, *arguments: str) -> None:
        """Land what the run is given, and run."""
        self.land(run)
        self.again(run, *arguments)

    def again(self, run: Run, *arguments: str) -> None:
        self.project.variables["subscriptions"] = [definition(one) for one in run.subscriptions]
        selected = STORED if self.number > 1 else SEEN
        self.project.run("--select", *selected, *arguments, as_of=moment(run.clock))

    def land(self, run: Run) -> None:
        self.number += 1
        self.correlate |= {one.name: one.correlate for one in run.subscriptions}
        if run.messages or self.number == 1:
            self.project.land(f"{self.number}.json", [self._message(one) for one in run.messages])
        for name, is_outcome in (("deliveries", True), ("actions", False)):
            reports = [self._report(one) for one in run.reports if (one.outcome is not None) == is_outcome]
            if reports:
                self.report(name, f"{self.number}.json", *reports)

    def report(self, kind: str, name: str, *records: dict[str, Any]) -> None:
        """A file of deliveries or actions, whatever fields they have."""
        landing = self.project.landing
        replace(self.project, landing=landing.parent / f"{landing.name}_{kind}").land(name, records)

    def _message(self, message: Message) -> dict[str, Any]:
        return {
            "message_id": message.message_id,
            "arrived_at": moment(message.at),
            "properties": dict(message.properties),
        }

    def _report(self, report: Report) -> dict[str, Any]:
        record: dict[str, Any] = {
            "at": moment(report.at),
            "action_id": report.action_id,
            "action": report.action,
            "outcome": report.outcome,
        }
        record["subscription"] = report.subscription
        if report.outcome is not None or report.action == "reroute":
            record["message_id" if report.outcome is not None else "message_uid"] = (
                report.message_id
                if report.outcome is not None or report.message_id is None
                else uid("message", report.message_id)
            )
        if report.instance is not None:
            record["instance_uid"] = instance_uid(report.instance)
        if report.values is not None:
            record["values"] = dict(
                zip(self.correlate.get(report.subscription or "", ("o",)), report.values, strict=True)
            )
        if report.action == "suspend":
            record["resumable"] = report.resumable
        for name in ("from_at", "to_at"):
            if getattr(report, name) is not None:
                record[name] = moment(getattr(report, name))
        return {name: value for name, value in record.items() if value is not None}

    def seen(self) -> dict[str, Any]:
        """The tables, as `expected` has them."""
        query = self.project.query
        names = {
            row["message_uid"]: row["message_id"]
            for row in query("select message_uid, message_id from {s}.int_resequencer__publications")
        }
        queue = query("select * from {s}.resequencer__host_queue order by host, queue_position")
        suspended = query("select * from {s}.resequencer__host_queue_suspended")
        return {
            "queue": sorted(
                (
                    names[row["message_uid"]],
                    row["subscription"],
                    str(row["instance_uid"]),
                    minutes(row["enqueued_at"]),
                )
                for row in queue
            ),
            "suspended": sorted(
                (
                    names[row["message_uid"]],
                    row["subscription"],
                    str(row["instance_uid"]),
                    row["reason"],
                    row["status_code"],
                    row["is_resumable"],
                )
                for row in suspended
            ),
            "found": sorted(
                (
                    names[row["message_uid"]],
                    row["subscription"],
                    row["matched_group"],
                    row["status_code"],
                    minutes(row["routed_at"]),
                )
                for row in query("select * from {s}.resequencer__find_subscriptions")
            ),
            "failures": sorted(
                (
                    names[row["message_uid"]],
                    row["reason"],
                    row["status"],
                    row["attempts"],
                    minutes(row["settled_at"]),
                )
                for row in query("select * from {s}.resequencer__routing_failure")
            ),
            "instances": sorted(
                (row["instance_uid"], row["state"], row["reference_count"])
                for row in query("select * from {s}.resequencer__instances where subscription is not null")
            ),
            "reports": sorted(
                row["instance_uid"]
                for row in query(
                    "select instance_uid from {s}.resequencer__instances where subscription is null"
                )
            ),
            "rejected": sorted(
                told_of(row["reason"])
                for row in query(
                    "select reason from {s}.resequencer__messagebox where disposition = 'rejected'"
                )
            ),
            "applied": sorted(
                row["action_id"]
                for row in query(
                    "select input.action_id from {s}.resequencer__messagebox where disposition = 'applied'"
                )
            ),
        }


def expected(box: MessageBox) -> dict[str, Any]:
    """What stands in the tables by the simulator."""
    open_failures = [one for one in box.failures.values() if one.status == "open"]
    undone = [one.instance for one in box.references if one.where != "done"]
    return {
        "queue": sorted(
            (one.message_id, one.subscription, instance_uid(one.instance), one.enqueued_at)
            for one in box.references
            if one.instance is not None
            and (one.where == "Q" if one.is_acknowledged else one.enqueued_at is not None)
        ),
        "suspended": sorted(
            (
                one.message_id,
                one.subscription,
                str(one.instance and instance_uid(one.instance)),
                one.reason,
                one.code,
                one.is_resumable,
            )
            for one in box.references
            if one.where == "QS"
        ),
        "found": sorted(
            (one.message_id, one.subscription, one.group, one.code, one.routed_at) for one in box.references
        ),
        "failures": sorted(
            (one.message_id, one.reason, one.status, one.attempts, one.settled_at)
            for one in box.failures.values()
        ),
        "instances": sorted(
            (instance_uid(name), one.state, undone.count(name)) for name, one in box.instances.items()
        ),
        "reports": sorted(instance_uid(f"{one.message_id}/routing-failure") for one in open_failures),
        "rejected": sorted(told_of(reason) for reason, _ in box.rejected),
        "applied": sorted(box.applied),
    }


def told_of(reason: str) -> str:
    """A run does not look for messages that are done with: to it they are unknown."""
    return "unknown_message" if reason == "no_attempt" else reason


def differences(found: dict[str, Any], wanted: dict[str, Any]) -> dict[str, Any]:
    """What is only in one of them, by table."""
    return {
        name: {
            "too much": sorted((Counter(found[name]) - Counter(rows)).elements(), key=str),
            "missing": sorted((Counter(rows) - Counter(found[name])).elements(), key=str),
        }
        for name, rows in wanted.items()
        if Counter(found[name]) != Counter(rows)
    }
