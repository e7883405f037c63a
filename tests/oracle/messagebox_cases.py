"""Random cases for the MessageBox: subscriptions that change, messages, outcomes and actions, cut into runs."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from tests.oracle.messagebox import (
    NOT_RESUMABLE,
    STATE_AFTER,
    SUSPENDED,
    Instance,
    Message,
    MessageBox,
    Report,
    Run,
    Status,
    Subscription,
    events_of,
)
from tests.oracle.messagebox_examples import ALL, sub

CLOCKS = (10.0, 20.0, 30.0, 40.0)
Outcome = Literal["delivered", "failed"]
INSTANCES = ("x1", "x2")
VALUES = ("A", "B")


def random_case(seed: int, clocks: Sequence[float] = CLOCKS) -> tuple[Run, ...]:
    """What each run is given, from one number."""
    source = random.Random(seed)
    settings = _settings(source)
    runs = []
    for number, clock in enumerate(clocks):
        if number and source.random() < 0.35:
            settings = _changed(source, settings)
        runs.append(Run(clock, settings))
    ids = [f"m{number}" for number in range(source.randint(3, 8))]
    for message_id in ids:
        _land(source, runs, _message(source, message_id, clocks[-1]))
    for number in range(source.randint(6, 24)):
        at = float(source.randint(1, int(clocks[-1]) - 1))
        report = _telling(source, runs, at) if source.random() < 0.8 else None
        action_id = f"action-{number - (source.random() < 0.05)}"  # sometimes another's
        _land(source, runs, replace(report or _report(source, ids, at), action_id=action_id))
    return tuple(runs)


def _land(source: random.Random, runs: list[Run], what: Message | Report) -> None:
    """Mostly in time."""
    first = next(number for number, run in enumerate(runs) if run.clock >= what.at)
    number = first if source.random() < 0.7 else source.randrange(len(runs))
    run = runs[number]
    if isinstance(what, Message):
        runs[number] = replace(run, messages=(*run.messages, what))
    else:
        runs[number] = replace(run, reports=(*run.reports, what))


def in_time(runs: Sequence[Run], clocks: Sequence[float]) -> tuple[Run, ...]:
    """The same things, with the settings of the first run, each landed before its time comes."""
    messages = [message for run in runs for message in run.messages]
    # An id is taken by what lands first, which depends on the cut: here each has its own.
    reports = [
        replace(report, action_id=f"in-time-{number}")
        for number, report in enumerate(report for run in runs for report in run.reports)
    ]
    before = 0.0
    cut = []
    for number, clock in enumerate(clocks):
        is_last = number == len(clocks) - 1
        cut.append(
            Run(
                clock,
                runs[0].subscriptions,
                tuple(one for one in messages if before < one.at and (one.at <= clock or is_last)),
                tuple(one for one in reports if before < one.at and (one.at <= clock or is_last)),
            )
        )
        before = clock
    return tuple(cut)


def _settings(source: random.Random) -> tuple[Subscription, ...]:
    kinds = [_plain, _plain, _convoy, _template, _rest, _ordered]
    chosen = source.sample(range(len(kinds)), source.randint(2, 4))
    return tuple(kinds[kind](source, "pqctro"[kind]) for kind in sorted(chosen))


def _plain(source: random.Random, name: str) -> Subscription:
    groups = [{"t": source.choice("xy")}] if source.random() < 0.5 else [ALL]
    return _with_life(source, sub(name, *groups))


def _convoy(source: random.Random, name: str) -> Subscription:
    return _with_life(source, sub(name, ALL, correlate=("o",)))


def _template(source: random.Random, name: str) -> Subscription:
    return _with_life(source, sub(name, ALL, kind="instance", correlate=("o",), once=source.random() < 0.3))


def _rest(source: random.Random, name: str) -> Subscription:
    return replace(_with_life(source, sub(name, ALL)), groups=None)


def _ordered(source: random.Random, name: str) -> Subscription:
    return _with_life(source, sub(name, {"t": "x"}, is_ordered=True))


def _with_life(source: random.Random, subscription: Subscription) -> Subscription:
    return replace(
        subscription,
        status=source.choices(("started", "stopped", "unenlisted"), (6, 3, 1))[0],
        on_unenlist="terminate" if source.random() < 0.3 else "keep",
        is_acknowledged=source.random() < 0.8,
    )


def _changed(source: random.Random, settings: tuple[Subscription, ...]) -> tuple[Subscription, ...]:
    """One subscription goes, comes, or is another."""
    kept = list(settings)
    what = source.random()
    at = source.randrange(len(kept)) if kept else 0
    if kept and what < 0.3:
        del kept[at]
    elif kept and what < 0.7:
        status: Status = source.choice(("started", "stopped", "unenlisted"))
        kept[at] = replace(kept[at], status=status)
    else:
        new = [one for one in _settings(source) if one.name not in {other.name for other in kept}]
        kept += new[:1]
    return tuple(kept)


def _message(source: random.Random, message_id: str, end: float) -> Message:
    properties = {"t": source.choice("xyz")}
    if source.random() < 0.8:
        properties["o"] = source.choice(VALUES)
    return Message(message_id, float(source.randint(1, int(end) - 1)), properties)


def _telling(source: random.Random, runs: Sequence[Run], at: float) -> Report | None:
    """A report that does something to what is there at the time."""
    box = MessageBox()
    for event in events_of(runs):
        if event.place.at <= at:
            box.take(event)
    kind = source.choice(
        (
            "outcome",
            "instance",
            "instance",
            "instance",
            "status",
            "failure",
            "failure",
            "template",
            "backfill",
        )
    )
    queued = [one for one in box.references if one.where == "Q" and one.instance is not None]
    open_failures = [one for one in box.failures.values() if one.status == "open"]
    if kind == "outcome" and queued:
        one = source.choice(queued)
        outcome: Outcome = source.choice(("delivered", "delivered", "failed"))
        return Report(at, outcome, message_id=one.message_id, subscription=one.subscription)
    if kind == "instance" and box.instances:
        # What few are like is chosen more often.
        failed = [one for one in box.instances.values() if one.reason == "delivery_failed"]
        hosts = [one for name, one in box.instances.items() if name in INSTANCES]
        some = source.choice((failed, hosts, [])) or list(box.instances.values())
        return _instance_report(source, source.choice(some), at)
    if kind == "status" and box.in_force:
        waiting = {
            one.subscription for one in box.references if one.reason == "subscription_stopped"
        } & box.in_force.keys()
        some_names = sorted(waiting) if waiting and source.random() < 0.5 else list(box.in_force)
        name = source.choice(some_names)
        one_in_force = box.in_force[name]
        actions = {
            "started": ("stop", "stop", "unenlist"),
            "stopped": ("start", "start", "unenlist"),
            "unenlisted": ("enlist", "start"),
        }
        return Report(at, action=source.choice(actions[one_in_force.status]), subscription=name)
    if kind == "failure" and open_failures:
        failure = source.choice(open_failures)
        if source.random() < 0.3:
            return Report(at, action="terminate", instance=f"{failure.message_id}/routing-failure")
        if source.random() < 0.3 and box.in_force:
            name = source.choice(list(box.in_force))
            return Report(at, action="backfill", subscription=name, from_at=0.0, to_at=at)
        return Report(at, action="reroute", message_id=failure.message_id)
    if kind == "template" and "t" in box.in_force:
        return _subscribing(source, at)
    if kind == "backfill" and box.in_force:
        return Report(
            at, action="backfill", subscription=source.choice(list(box.in_force)), from_at=0.0, to_at=at
        )
    return None


def _instance_report(source: random.Random, instance: Instance, at: float) -> Report:
    if instance.state == NOT_RESUMABLE:
        action = source.choice(("terminate", "resume", "complete", "subscribe", "subscribe"))
        if action == "subscribe":
            return Report(at, action=action, subscription="t", instance=instance.name, values=("A",))
    elif instance.state == SUSPENDED:
        action = source.choice(("resume", "resume", "resume", "complete", "terminate", "begin", "suspend"))
    else:
        action = source.choice(
            ("suspend", "suspend", "suspend", "complete", "complete", "terminate", *STATE_AFTER)
        )
    return Report(at, action=action, instance=instance.name, resumable=source.random() < 0.7)


def _subscribing(source: random.Random, at: float) -> Report:
    action = "unsubscribe" if source.random() < 0.2 else "subscribe"
    return Report(
        at,
        action=action,
        subscription="t",
        instance=source.choice(INSTANCES),
        values=(source.choice(VALUES),),
    )


def _report(source: random.Random, ids: Sequence[str], at: float) -> Report:
    """Any report, which may be about nothing that is there."""
    name, message_id = source.choice("pqctr"), source.choice(ids)
    instance = source.choice((*INSTANCES, f"{message_id}/{name}"))
    kind = source.choice(("outcome", "status", "template", "instance"))
    if kind == "outcome":
        outcome: Outcome = source.choice(("delivered", "failed"))
        return Report(at, outcome, message_id=message_id, subscription=name)
    if kind == "status":
        return Report(at, action=source.choice(("enlist", "start", "stop", "unenlist")), subscription=name)
    if kind == "template":
        return _subscribing(source, at)
    action = source.choice(("suspend", "resume", "complete", "terminate", *STATE_AFTER))
    return Report(at, action=action, instance=instance, resumable=source.random() < 0.7)
