"""Event-by-event simulator of the MessageBox: who gets which message, and what becomes of it (rules R1 to R20).

Written from the text, and not from the SQL: a loop over settings that change, outcomes, actions and messages, in their one
order. Left to others: the ledger behind ordered subscriptions (R18), the parts of a message (R17) and what the decoder
refuses (R19).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from tests.oracle.subscribing import Predicate, Properties

READY, RUNNING, SUSPENDED, DEHYDRATED, NOT_RESUMABLE, AT_BREAKPOINT, SCHEDULED = 1, 2, 4, 8, 32, 64, 256
STATE_AFTER = {"ready": READY, "begin": RUNNING, "dehydrate": DEHYDRATED, "break": AT_BREAKPOINT}
STATUS_AFTER = {"enlist": "stopped", "start": "started", "stop": "stopped", "unenlist": "unenlisted"}
ACTIVE_CODE, STOPPED_CODE, INSTANCE_SUSPENDED_CODE = 1, 2, 8
SETTINGS, DELIVERIES, ACTIONS, MESSAGES = range(4)

Group = tuple[Predicate, ...]
Where = Literal["Q", "QS", "done"]
Status = Literal["started", "stopped", "unenlisted"]


@dataclass(frozen=True)
class Subscription:
    """A subscription as the settings have it. `groups`: any of them has to hold; None: what nobody else gets."""

    name: str
    groups: tuple[Group, ...] | None = ((),)
    kind: Literal["activation", "instance"] = "activation"
    status: Status = "started"
    correlate: tuple[str, ...] = ()
    once: bool = False
    is_acknowledged: bool = True
    is_ordered: bool = False
    on_unenlist: Literal["keep", "terminate"] = "keep"
    priority: int = 5
    host: str = "h"

    def matched_group(self, properties: Properties) -> int | None:
        """The lowest of its groups that holds, from 1."""
        for number, group in enumerate(self.groups or ((),), start=1):
            if all(predicate.holds(properties) for predicate in group):
                return number
        return None

    def values_of(self, properties: Properties) -> tuple[str, ...] | None:
        """What it correlates by; None: one of them is missing."""
        values = tuple(properties.get(name) for name in self.correlate)
        return None if None in values else values  # type: ignore[return-value]


@dataclass(frozen=True)
class Message:
    message_id: str
    at: float
    properties: Properties = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Report:
    """An outcome (`outcome`) or an action, with what it names."""

    at: float
    outcome: Literal["delivered", "failed"] | None = None
    action: str | None = None
    action_id: str | None = None
    subscription: str | None = None
    message_id: str | None = None
    instance: str | None = None
    values: tuple[str, ...] | None = None
    resumable: bool = True
    from_at: float | None = None
    to_at: float | None = None


@dataclass(frozen=True)
class Run:
    """What one run is given: its clock, the settings, and what has landed since the run before."""

    clock: float
    subscriptions: tuple[Subscription, ...]
    messages: tuple[Message, ...] = ()
    reports: tuple[Report, ...] = ()


@dataclass(frozen=True, order=True)
class Place:
    """Where an event stands in the one order of all (3.5)."""

    at: float
    is_late: bool
    late_run: int
    rank: int
    own_at: float
    landed: int  # among all that has landed


@dataclass(frozen=True)
class Event:
    place: Place
    what: Message | Report | tuple[Subscription, ...]
    problem: str | None = None
    """What is wrong with it in itself."""


@dataclass
class Reference:
    """One message for one subscription, and for one instance of it."""

    message_id: str
    subscription: str
    group: int
    instance: str | None  # None: of an ordered subscription, whose instances the ledger has
    code: int
    routed_at: float
    is_acknowledged: bool  # as its subscription was when it was routed
    where: Where
    reason: str | None = None
    is_resumable: bool = True
    enqueued_at: float | None = None
    enqueued_by: int | None = (
        None  # which of all events brought it there: of one time the order in the ledger
    )
    settled_at: float | None = None


@dataclass
class Instance:
    name: str
    subscription: str
    created_at: float
    state: int
    reason: str | None = None
    changed_at: float = 0

    @property
    def is_held(self) -> bool:
        return self.state in (SUSPENDED, NOT_RESUMABLE)


@dataclass
class Failure:
    """A message that nobody got, with how often it was tried."""

    message_id: str
    reason: str
    failed_at: float
    status: Literal["open", "rerouted", "terminated"] = "open"
    attempts: int = 1
    settled_at: float | None = None


@dataclass
class InForce:
    """A subscription of the settings, with the status that it has at the moment."""

    definition: Subscription
    status: str


@dataclass
class MessageBox:
    """All that has become of messages up to a moment."""

    in_force: dict[str, InForce] = field(default_factory=dict)
    references: list[Reference] = field(default_factory=list)
    instances: dict[str, Instance] = field(default_factory=dict)
    lines: dict[tuple[str, tuple[str, ...]], str] = field(default_factory=dict)
    """Live convoys: which instance the messages of a subscription with these values go to."""
    listening: set[tuple[str, tuple[str, ...], str]] = field(default_factory=set)
    """Live instance subscriptions: template, values, instance."""
    failures: dict[str, Failure] = field(default_factory=dict)
    messages: dict[str, tuple[float, Properties]] = field(default_factory=dict)
    known: dict[str, Subscription] = field(default_factory=dict)
    """The newest definition of every subscription there ever was."""
    applied: list[str] = field(default_factory=list)
    rejected: list[tuple[str, Report]] = field(default_factory=list)
    history: list[tuple[str, int, float]] = field(default_factory=list)
    rules: set[str] = field(default_factory=set)
    """What has happened, for the tests to count."""
    event_count: int = 0

    def take(self, event: Event) -> None:
        self.event_count += 1
        at, what = event.place.at, event.what
        if isinstance(what, tuple):
            self._settings(what, at)
        elif isinstance(what, Message):
            self.messages[what.message_id] = (at, what.properties)
            reason = self._route(what.message_id, at)
            if reason is not None:
                self.rules.add(f"R6 {reason}")
                self.failures[what.message_id] = Failure(what.message_id, reason, at)
        else:
            problem = event.problem or self._report(what, at)
            if problem is not None:
                self.rules.add(problem)
                self.rejected.append((problem, what))
            elif what.action is not None and what.action_id is not None:
                self.applied.append(what.action_id)

    # --- settings, and the life of a subscription

    def _settings(self, subscriptions: Sequence[Subscription], at: float) -> None:
        new = {subscription.name: subscription for subscription in subscriptions}
        for name in sorted(self.in_force.keys() - new.keys()):
            gone = self.in_force.pop(name)
            self.rules.add("removed")
            if gone.definition.on_unenlist == "terminate":
                self._terminate_all(name, at)
        for name, definition in new.items():
            before = self.in_force.get(name)
            self.known[name] = definition
            if before is None:
                self.in_force[name] = InForce(definition, "unenlisted")
                self._change_status(name, definition.status, at)
                continue
            wanted_before, before.definition = before.definition.status, definition
            if wanted_before != definition.status:
                self.rules.add("status by settings")
                self._change_status(name, definition.status, at)

    def _change_status(self, name: str, status: str, at: float) -> None:
        current = self.in_force[name]
        if current.status == status:
            return
        current.status = status
        self.rules.add(f"status {status}")
        if status == "started":
            self._free_stopped(name, at)
        elif status == "unenlisted" and current.definition.on_unenlist == "terminate":
            self._terminate_all(name, at)

    def _free_stopped(self, name: str, at: float) -> None:
        """What was suspended because the subscription was stopped goes on."""
        for instance in self._instances_of(name):
            if instance.state == SUSPENDED and instance.reason == "subscription_stopped":
                self.rules.add("R12 freed by start")
                self._set_state(instance, SCHEDULED, at)
                self._free(instance.name, at)
        for reference in self.references:
            is_meant = reference.subscription == name and reference.where == "QS"
            if is_meant and reference.reason == "subscription_stopped" and reference.is_resumable:
                its = self.instances.get(reference.instance or "")
                if its is None or not its.is_held:
                    self.rules.add("R10 freed by start" if its else "R18 freed by start")
                    self._enqueue(reference, at)

    def _terminate_all(self, name: str, at: float) -> None:
        self.rules.add("on_unenlist terminate")
        for instance in self._instances_of(name):
            self._terminate(instance, at)
        for reference in self.references:
            if reference.subscription == name and reference.where != "done":
                self._finish(reference, at)

    # --- routing

    def _route(self, message_id: str, at: float) -> str | None:
        """Give the message to all that match; why nobody got it, if nobody did."""
        properties = self.messages[message_id][1]
        enlisted = [one for one in self.in_force.values() if one.status != "unenlisted"]
        problems = ["no_match" if enlisted else "no_subscription"]
        got = False
        for is_rest in (False, True):  # what asks for the unrouted comes after all others
            if is_rest and got:
                break
            for one in enlisted:
                group = one.definition.matched_group(properties)
                if (one.definition.groups is None) == is_rest and group is not None:
                    problem = self._refer(message_id, one, group, at)
                    if problem is not None:
                        problems.append(problem)
                        continue
                    got = True
                    if is_rest:
                        self.rules.add("R6 unrouted")
        if got:
            return None
        order = ["no_subscription", "no_match", "missing_correlation", "no_live_instance"]
        return max(problems, key=order.index)

    def _refer(self, message_id: str, one: InForce, group: int, at: float) -> str | None:
        definition = one.definition
        name, is_stopped = definition.name, one.status == "stopped"
        values = definition.values_of(self.messages[message_id][1])
        if values is None:
            return "missing_correlation"
        if definition.is_ordered:
            self.rules.add("R18 " + ("stopped" if is_stopped else "started"))
            self._add(message_id, name, group, None, is_stopped, at)
        elif definition.kind == "instance":
            instances = sorted(
                instance
                for template, wanted, instance in self.listening
                if (template, wanted) == (name, values)
            )
            if not instances:
                return "no_live_instance"
            for instance in instances:
                self.rules.add("R10 " + ("stopped" if is_stopped else "started"))
                self._add(message_id, name, group, self.instances[instance], is_stopped, at)
                if definition.once:
                    self.rules.add("R10 once")
                    self.listening.discard((name, values, instance))
        elif definition.correlate and (name, values) in self.lines:
            self.rules.add("R11 follows" + (" while stopped" if is_stopped else ""))
            self._add(message_id, name, group, self.instances[self.lines[name, values]], False, at)
        else:
            self._found(message_id, one, group, values, at)
        return None

    def _found(self, message_id: str, one: InForce, group: int, values: tuple[str, ...], at: float) -> None:
        """A new instance, and the message that it is made for (R7, R8)."""
        definition, is_stopped = one.definition, one.status == "stopped"
        self.rules.add("R8" if is_stopped else "R7")
        instance = Instance(f"{message_id}/{definition.name}", definition.name, at, 0)
        self.instances[instance.name] = instance
        self._set_state(instance, SUSPENDED if is_stopped else SCHEDULED, at, "subscription_stopped")
        if definition.correlate:
            self.rules.add("R11 founds")
            self.lines[definition.name, values] = instance.name
        code = STOPPED_CODE if is_stopped else ACTIVE_CODE
        self._put(self._reference(message_id, definition.name, group, instance, code, at), at)

    def _add(
        self, message_id: str, name: str, group: int, instance: Instance | None, is_stopped: bool, at: float
    ) -> None:
        """A reference that leads to an instance that is there, or to the ledger."""
        held = instance is not None and instance.is_held
        code = INSTANCE_SUSPENDED_CODE if held else STOPPED_CODE if is_stopped else ACTIVE_CODE
        self._put(self._reference(message_id, name, group, instance, code, at), at)

    def _reference(
        self, message_id: str, name: str, group: int, instance: Instance | None, code: int, at: float
    ) -> Reference:
        its = None if instance is None else instance.name
        return Reference(message_id, name, group, its, code, at, self.known[name].is_acknowledged, "Q")

    def _put(self, reference: Reference, at: float) -> None:
        """Where its status code says."""
        self.references.append(reference)
        if reference.code == INSTANCE_SUSPENDED_CODE:
            state = self.instances[reference.instance or ""].state
            self.rules.add(f"R9 state {state}")
            self._suspend(reference, "instance_suspended", state == SUSPENDED)
        elif reference.code == STOPPED_CODE:
            self._suspend(reference, "subscription_stopped", True)
        else:
            self._enqueue(reference, at)

    # --- what is reported

    def _report(self, report: Report, at: float) -> str | None:
        """Do what is reported; why it is rejected, if it is."""
        if report.outcome is not None:
            return self._outcome(report, at)
        action = report.action
        assert action is not None
        if action in STATUS_AFTER:
            return self._status_action(report, at)
        if action in ("subscribe", "unsubscribe"):
            return self._subscribe(report, at) if action == "subscribe" else self._unsubscribe(report)
        if action in ("reroute", "backfill"):
            return self._reroute(report, at) if action == "reroute" else self._backfill(report, at)
        return self._instance_action(report, at)

    def _status_action(self, report: Report, at: float) -> str | None:
        current = self.in_force.get(report.subscription or "")
        if current is None:
            return "unknown_subscription"
        possible = {
            "enlist": ("unenlisted",), "start": ("stopped", "unenlisted"),
            "stop": ("started",), "unenlist": ("started", "stopped"),
        }  # fmt: skip
        assert report.action is not None
        assert report.subscription is not None
        if current.status not in possible[report.action]:
            return "not_applicable"
        self.rules.add(report.action)
        self._change_status(report.subscription, STATUS_AFTER[report.action], at)
        return None

    def _subscribe(self, report: Report, at: float) -> str | None:
        template = self.in_force.get(report.subscription or "")
        if template is None:
            return "unknown_subscription"
        if template.definition.kind != "instance":
            return "not_applicable"
        assert report.instance is not None
        assert report.values is not None
        instance = self.instances.get(report.instance)
        if instance is not None and instance.state == NOT_RESUMABLE:
            self.rules.add("R10 subscribe rejected")
            return "not_applicable"
        if instance is None:
            instance = Instance(report.instance, template.definition.name, at, 0)
            self.instances[instance.name] = instance
            self._set_state(instance, DEHYDRATED, at)
        self.rules.add("subscribe")
        self.listening.add((template.definition.name, report.values, instance.name))
        return None

    def _unsubscribe(self, report: Report) -> str | None:
        ended = {
            (template, values, instance)
            for template, values, instance in self.listening
            if instance == report.instance
            and report.subscription in (None, template)
            and report.values in (None, values)
        }
        self.listening -= ended
        if ended:
            self.rules.add("unsubscribe")
        return None if ended else "not_applicable"

    def _instance_action(self, report: Report, at: float) -> str | None:
        assert report.action is not None
        assert report.instance is not None
        failure = self.failures.get(report.instance.removesuffix("/routing-failure"))
        if failure is not None and report.instance.endswith("/routing-failure"):
            return self._end_failure(failure, report, at)
        instance = self.instances.get(report.instance)
        if instance is None:
            return "unknown_instance"
        possible = {
            "resume": instance.state == SUSPENDED,
            "terminate": True,
            "complete": instance.state != NOT_RESUMABLE,
        }.get(report.action, not instance.is_held)
        if not possible:
            self.rules.add(f"{report.action} not applicable")
            return "not_applicable"
        self.rules.add(report.action)
        if report.action in STATE_AFTER:
            self._set_state(instance, STATE_AFTER[report.action], at)
        elif report.action == "suspend":
            self._suspend_instance(instance, "suspended", report.resumable, at)
        elif report.action == "resume":
            self._set_state(instance, READY, at)
            self._free(instance.name, at)
        elif report.action == "terminate":
            self._terminate(instance, at)
        else:
            self._complete(instance, at)
        return None

    def _terminate(self, instance: Instance, at: float) -> None:
        for reference in self._of(instance.name):
            self._finish(reference, at)
        self._end(instance, at)

    def _end_failure(self, failure: Failure, report: Report, at: float) -> str | None:
        if report.action != "terminate" or failure.status != "open":
            return "not_applicable"
        self.rules.add("terminate a routing failure")
        failure.status, failure.settled_at = "terminated", at
        return None

    def _complete(self, instance: Instance, at: float) -> None:
        left = []
        for reference in self._of(instance.name):
            if reference.is_acknowledged:
                left.append(reference)
            else:
                self._finish(reference, at)
        self._end(instance, at)
        if left:
            self.rules.add("R13 zombie")
            for reference in left:
                self._suspend(reference, "completed_with_discarded_messages", False)
            self.instances[instance.name] = instance
            self._set_state(instance, NOT_RESUMABLE, at, "completed_with_discarded_messages")

    def _suspend_instance(self, instance: Instance, reason: str, is_resumable: bool, at: float) -> None:
        self._set_state(instance, SUSPENDED if is_resumable else NOT_RESUMABLE, at, reason)
        for reference in self._of(instance.name):
            if reference.where == "Q":
                self._suspend(reference, "instance_suspended", is_resumable)
            elif not is_resumable:
                reference.is_resumable = False

    def _outcome(self, report: Report, at: float) -> str | None:
        found = [
            reference
            for reference in self.references
            if reference.message_id == report.message_id
            and report.subscription in (None, reference.subscription)
            and report.instance in (None, reference.instance)
        ]
        if report.message_id not in self.messages:
            return "unknown_message"
        if len({(reference.message_id, reference.subscription) for reference in found}) > 1:
            return "ambiguous_message"
        # Of an instance subscription, all that are waiting, unless the instance is named.
        queued = [reference for reference in found if reference.where == "Q"]
        for reference in queued:
            instance = self.instances[reference.instance or ""]
            self.rules.add(f"R14 {report.outcome}")
            if report.outcome == "delivered":
                self._finish(reference, at)
                self._end_if_done(instance, at)
            else:
                self._suspend(reference, "delivery_failed", True)
                self._suspend_instance(instance, "delivery_failed", True, at)
        return None if queued else "no_attempt"

    def _reroute(self, report: Report, at: float) -> str | None:
        failures = [
            failure
            for failure in self.failures.values()
            if failure.status == "open" and self._is_meant(report, failure.message_id)
        ]
        for failure in failures:
            reason = self._route(failure.message_id, at)
            failure.attempts += 1
            if reason is None:
                self.rules.add("R15 rerouted")
                failure.status, failure.settled_at = "rerouted", at
            else:
                self.rules.add("R15 rerouted in vain")
                failure.reason = reason
        return None if failures else "not_applicable"

    def _backfill(self, report: Report, at: float) -> str | None:
        one = self.in_force.get(report.subscription or "")
        if one is None:
            return "unknown_subscription"
        if one.status == "unenlisted":
            return "not_applicable"
        have = {r.message_id for r in self.references if r.subscription == one.definition.name}
        for message_id, (_, properties) in list(self.messages.items()):
            group = one.definition.matched_group(properties)
            failure = self.failures.get(message_id)
            is_open = failure is not None and failure.status == "open"
            is_taken = message_id in have or (one.definition.groups is None and not is_open)
            if is_taken or group is None or not self._is_meant(report, message_id):
                continue
            if self._refer(message_id, one, group, at) is None:
                self.rules.add("R15 backfilled")
                if failure is not None and is_open:
                    self.rules.add("R15 backfilled a failure")
                    failure.status, failure.settled_at = "rerouted", at
        return None

    def _is_meant(self, report: Report, message_id: str) -> bool:
        if report.message_id is not None:
            return report.message_id == message_id
        at = self.messages[message_id][0]
        return (report.from_at is None or report.from_at <= at) and (
            report.to_at is None or at <= report.to_at
        )

    # --- what is done to references and instances

    def _enqueue(self, reference: Reference, at: float) -> None:
        reference.where, reference.reason = "Q", None
        reference.enqueued_at, reference.enqueued_by = at, self.event_count
        if not reference.is_acknowledged and reference.instance is not None:
            # Nobody reports: it is done with being routed, and its instance, if it was made for this.
            self._finish(reference, at)
            self._end_if_done(self.instances[reference.instance], at)

    def _suspend(self, reference: Reference, reason: str, is_resumable: bool) -> None:
        reference.where, reference.reason, reference.is_resumable = "QS", reason, is_resumable

    def _finish(self, reference: Reference, at: float) -> None:
        reference.where, reference.reason, reference.settled_at = "done", None, at

    def _free(self, instance: str, at: float) -> None:
        """All that the instance may go on with enters the queue."""
        for reference in self._of(instance):
            if reference.where == "QS" and reference.is_resumable:
                self.rules.add(f"R12 freed {reference.reason}")
                self._enqueue(reference, at)

    def _set_state(self, instance: Instance, state: int, at: float, reason: str | None = None) -> None:
        instance.state, instance.changed_at = state, at
        instance.reason = reason if instance.is_held else None
        self.history.append((instance.name, state, at))

    def _end(self, instance: Instance, at: float) -> None:
        """The instance ends, and with it its line and its instance subscriptions."""
        self.instances.pop(instance.name, None)
        self.lines = {key: name for key, name in self.lines.items() if name != instance.name}
        self.listening = {one for one in self.listening if one[2] != instance.name}
        self.history.append((instance.name, 0, at))

    def _end_if_done(self, instance: Instance, at: float) -> None:
        """An instance that was made for one message ends with it, unless it waits for more (R14)."""
        has_line = instance.name in self.lines.values() or any(
            one[2] == instance.name for one in self.listening
        )
        messages = [r for r in self.references if r.instance == instance.name]
        if not has_line and len(messages) == 1 and instance.name.startswith(f"{messages[0].message_id}/"):
            self._end(instance, at)

    def _of(self, instance: str) -> list[Reference]:
        """What the instance has not done yet, in the order in which it came."""
        return [r for r in self.references if r.instance == instance and r.where != "done"]

    def _instances_of(self, name: str) -> list[Instance]:
        return [instance for instance in self.instances.values() if instance.subscription == name]


def in_order(place: Place) -> Any:
    """What events are ordered by."""
    return place


def events_of(runs: Sequence[Run]) -> list[Event]:
    """All events of the runs up to the last clock, in their one order, each with the time at which it counts.

    The id of an action is taken by the first that lands, and an outcome counts once.
    """
    events = []
    landed = 0
    known: dict[Any, Report] = {}
    before: float | None = None
    settings: tuple[Subscription, ...] | None = None
    for number, run in enumerate(runs):
        if run.subscriptions != settings:
            at = float("-inf") if before is None else before
            place = Place(at, before is not None, number, SETTINGS, at, 0)
            events.append(Event(place, run.subscriptions))
            settings = run.subscriptions
        arrived: list[Message | Report] = [*run.reports, *run.messages]
        for what in arrived:
            landed += 1
            problem = None
            if isinstance(what, Report):
                first = known.setdefault(identity_of(what), what)
                if first is not what and (what.action is None or first == what):
                    continue
                problem = None if first is what else "repeated_action_id"
            is_late = before is not None and what.at <= before
            at = before if is_late and before is not None else what.at
            if isinstance(what, Message):
                rank = MESSAGES
            else:
                rank = DELIVERIES if what.outcome is not None else ACTIONS
            events.append(
                Event(Place(at, is_late, number if is_late else 0, rank, what.at, landed), what, problem)
            )
        before = run.clock
    clock = runs[-1].clock
    return sorted(
        (event for event in events if event.place.at <= clock), key=lambda event: in_order(event.place)
    )


def identity_of(report: Report) -> Any:
    """By what a report is known when it comes again."""
    if report.action is not None:
        return report.action_id
    return report.message_id, report.subscription, report.instance, report.outcome, report.at


def rebuilt(runs: Sequence[Run]) -> MessageBox:
    """All at once, from what was recorded."""
    box = MessageBox()
    for event in events_of(runs):
        box.take(event)
    return box


def run_by_run(runs: Sequence[Run]) -> Iterable[MessageBox]:
    """What stands after each run, which only goes on with what is new to it."""
    box = MessageBox()
    taken: set[Any] = set()
    for number in range(1, len(runs) + 1):
        for event in events_of(runs[:number]):
            if event.place not in taken:
                taken.add(event.place)
                box.take(event)
        yield box
