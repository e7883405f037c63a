"""The worked examples of the MessageBox's rules: what is given, and what stands after which run.

Times are minutes. Subscriptions are started activations whose outcomes are reported, unless said.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tests.oracle.messagebox import (
    DEHYDRATED,
    NOT_RESUMABLE,
    READY,
    SCHEDULED,
    SUSPENDED,
    Message,
    Report,
    Run,
    Subscription,
)
from tests.oracle.subscribing import Predicate

ALL: dict[str, Any] = {}


@dataclass(frozen=True)
class After:
    """What stands after a run; None: not looked at."""

    queue: Collection[tuple[str, str, float]] | None = None
    """Message, subscription, when it entered the queue."""
    suspended: Collection[tuple[str, str, str, int, bool]] | None = None
    """Message, subscription, reason, status code, whether it can be resumed."""
    unroutable: dict[str, tuple[str, str]] | None = None
    """Message: reason, status."""
    instances: dict[str, int] | None = None
    """Name of the instance (`message/subscription`, or a host's own): state."""
    found: Collection[tuple[str, str, int]] | None = None
    """Message, subscription, matched group."""
    rejected: Collection[str] | None = None
    """Reasons."""


@dataclass(frozen=True)
class Example:
    number: str
    runs: tuple[Run, ...]
    after: Mapping[int, After] = field(default_factory=dict)
    """By run, from 1."""


def predicates(match: dict[str, Any]) -> tuple[Predicate, ...]:
    """A group as it is written in settings."""
    found = []
    for name, value in match.items():
        if isinstance(value, dict):
            options = {k: v for k, v in value.items() if k in ("type", "ignore_case")}
            found += [Predicate(name, k, v, **options) for k, v in value.items() if k not in options]
        elif isinstance(value, list):
            found.append(Predicate(name, "in", tuple(value)))
        else:
            found.append(Predicate(name, "eq", value))
    return tuple(found)


def sub(name: str, *groups: dict[str, Any], **more: Any) -> Subscription:
    return Subscription(name, tuple(predicates(group) for group in groups), **more)


def m(message_id: str, at: float, **properties: str | None) -> Message:
    return Message(message_id, at, properties)


def act(action: str, at: float, **more: Any) -> Report:
    about = more.get("instance") or more.get("subscription") or more.get("message_id")
    return Report(at, action=action, action_id=f"{action} {about} @{at}", **more)


def told(outcome: Any, at: float, message_id: str, subscription: str) -> Report:
    return Report(at, outcome, message_id=message_id, subscription=subscription)


def once(
    *subscriptions: Subscription, messages: tuple[Message, ...], reports: tuple[Report, ...] = ()
) -> Run:
    return Run(30, subscriptions, messages, reports)


_stopped_reason = "subscription_stopped"
_held_reason = "instance_suspended"
_discarded = "completed_with_discarded_messages"
_ans = sub("ans", ALL, kind="instance", correlate=("k",))
_convoy = sub("c", ALL, correlate=("o",))
_x1 = act("subscribe", 2, subscription="ans", instance="x1", values=("A",))
_x2 = act("subscribe", 2, subscription="ans", instance="x2", values=("A",))
_lines = (m("m1", 1, o="A"), m("m2", 2, o="A"), m("m3", 3, o="B"), m("m4", 4))
_compared = (
    sub("n", {"v": {"gt": 1000}}), sub("t", {"v": {"gt": "1000"}}), sub("e", {"v": 1000}), sub("s", {"v": "1000"}),
)  # fmt: skip
_a, _b = sub("a", {"t": "x"}), sub("b", {"r": "eu"})
_any, _all_b = sub("a", ALL), sub("b", ALL)

EXAMPLES = [
    Example("1", (once(_a, _b, messages=(m("m", 1, t="x", r="eu"),)),), {1: After(
        queue={("m", "a", 1), ("m", "b", 1)}, suspended=set(), unroutable={},
        instances={"m/a": SCHEDULED, "m/b": SCHEDULED}, found={("m", "a", 1), ("m", "b", 1)},
    )}),
    Example("2", (once(sub("a", {"t": "x"}, {"r": "eu"}), messages=(m("m", 1, t="x", r="eu"), m("n", 2, r="eu"))),), {
        1: After(found={("m", "a", 1), ("n", "a", 2)}),
    }),
    Example("3", (once(_a, messages=(m("m", 1, t="y"),)),), {1: After(queue=set(), unroutable={"m": ("no_match", "open")})}),
    Example("4", (once(
        sub("eq", {"r": "eu"}), sub("ne", {"r": {"ne": "eu"}}), sub("no", {"r": {"exists": False}}),
        messages=(m("m", 1), m("m'", 1, r=None), m("m''", 1, r="")),
    ),), {1: After(found={("m", "no", 1), ("m'", "no", 1), ("m''", "ne", 1)})}),
    Example("5", (once(*_compared, messages=tuple(m(v, 1, v=v) for v in ("900", "1000", "1e3", "1000.0", "0x3E8"))),), {
        1: After(
            found={("900", "t", 1), ("1000", "e", 1), ("1000", "s", 1), ("1e3", "e", 1), ("1e3", "t", 1),
                   ("1000.0", "e", 1), ("1000.0", "t", 1)},
            unroutable={"0x3E8": ("no_match", "open")},
        ),
    }),
    Example("6", (once(
        sub("ge", {"v": {"ge": 5}}), sub("gt", {"v": {"gt": 5}}), sub("r", {"v": {"ge": 5, "lt": 7}}),
        messages=(m("five", 1, v="5.00"), m("seven", 1, v="7")),
    ),), {1: After(found={("five", "ge", 1), ("five", "r", 1), ("seven", "ge", 1), ("seven", "gt", 1)})}),
    Example("7", (
        Run(5, (sub("a", ALL, status="stopped"),), (m("m", 1),)),
        Run(15, (sub("a", ALL, status="stopped"),), (), (act("start", 10, subscription="a"),)),
    ), {
        1: After(queue=set(), suspended={("m", "a", _stopped_reason, 2, True)}, instances={"m/a": SUSPENDED}),
        2: After(queue={("m", "a", 10)}, suspended=set(), instances={"m/a": SCHEDULED}),
    }),
    Example("8", (once(_any, messages=(m("m1", 1), m("m2", 3)), reports=(act("stop", 2, subscription="a"),)),), {
        1: After(queue={("m1", "a", 1)}, suspended={("m2", "a", _stopped_reason, 2, True)}),
    }),
    Example("9", (once(_any, messages=(m("m", 5),), reports=(act("stop", 5, subscription="a"),)),), {
        1: After(queue=set(), suspended={("m", "a", _stopped_reason, 2, True)}),
    }),
    Example("10", (
        Run(10, (_any,), (m("m1", 7),)),
        Run(15, (_any,), (m("m2", 12),), (act("stop", 5, subscription="a"),)),
    ), {2: After(queue={("m1", "a", 7)}, suspended={("m2", "a", _stopped_reason, 2, True)})}),
    Example("11", (
        Run(10, (_any,), (m("m1", 8),)),
        Run(20, (_any, _all_b), (m("m2", 9),)),
    ), {2: After(queue={("m1", "a", 8), ("m2", "a", 10), ("m2", "b", 10)})}),
    Example("12", (Run(10, (_any,), (m("m1", 8),)), Run(20, (), (m("m2", 9),))), {
        2: After(queue={("m1", "a", 8)}, unroutable={"m2": ("no_subscription", "open")}),
    }),
    Example("12 terminate", (
        Run(10, (replace(_any, on_unenlist="terminate"),), (m("m1", 8),)), Run(20, (), (m("m2", 9),)),
    ), {2: After(queue=set(), suspended=set(), instances={})}),
    Example("13", (
        Run(10, (_any,), (), (act("stop", 5, subscription="a"),)),
        Run(20, (replace(_any, priority=1),), (m("m", 12),)),
    ), {2: After(queue=set(), suspended={("m", "a", _stopped_reason, 2, True)})}),
    Example("14", (once(_ans, messages=(m("m1", 3, k="A"), m("m2", 4, k="B"), m("m3", 1, k="A")), reports=(_x1,)),), {
        1: After(
            queue={("m1", "ans", 3)}, instances={"x1": DEHYDRATED},
            unroutable={"m2": ("no_live_instance", "open"), "m3": ("no_live_instance", "open")},
        ),
    }),
    Example("15", (once(
        replace(_ans, once=True), messages=(m("m1", 3, k="A"), m("m4", 5, k="A")), reports=(_x1, _x2),
    ),), {1: After(queue=[("m1", "ans", 3)] * 2, unroutable={"m4": ("no_live_instance", "open")})}),
    Example("16", (once(
        _ans, messages=(m("m1", 3, k="A"), m("m5", 7, k="A")),
        reports=(_x1, act("complete", 6, instance="x1"), act("resume", 8, instance="x1")),
    ),), {1: After(
        queue=set(), suspended={("m1", "ans", _discarded, 1, False)}, instances={"x1": NOT_RESUMABLE},
        unroutable={"m5": ("no_live_instance", "open")}, rejected=["not_applicable"],
    )}),
    Example("17", (
        Run(5, (_ans,), (m("m1", 3, k="A"), m("m6", 5, k="A")), (_x1, act("suspend", 4, instance="x1"))),
        Run(30, (_ans,), (), (act("resume", 6, instance="x1"),)),
    ), {
        1: After(queue=set(), suspended={("m1", "ans", _held_reason, 1, True), ("m6", "ans", _held_reason, 8, True)}),
        2: After(queue={("m1", "ans", 6), ("m6", "ans", 6)}, suspended=set(), instances={"x1": READY}),
    }),
    Example("18", (once(_convoy, messages=_lines),), {1: After(
        queue={("m1", "c", 1), ("m2", "c", 2), ("m3", "c", 3)}, instances={"m1/c": SCHEDULED, "m3/c": SCHEDULED},
        unroutable={"m4": ("missing_correlation", "open")},
    )}),
    Example("19", (once(
        _convoy, messages=(*_lines, m("m5", 6, o="A")),
        reports=(
            told("delivered", 4.5, "m1", "c"), told("delivered", 4.6, "m2", "c"), act("complete", 5, instance="m1/c"),
        ),
    ),), {1: After(queue={("m3", "c", 3), ("m5", "c", 6)}, instances={"m3/c": SCHEDULED, "m5/c": SCHEDULED})}),
    Example("20", (
        Run(8, (_convoy,), (*_lines, m("m6", 4, o="B")), (act("stop", 1.5, subscription="c"),)),
        Run(30, (_convoy,), (), (act("start", 9, subscription="c"),)),
    ), {
        1: After(
            queue={("m1", "c", 1), ("m2", "c", 2)}, instances={"m1/c": SCHEDULED, "m3/c": SUSPENDED},
            suspended={("m3", "c", _stopped_reason, 2, True), ("m6", "c", _held_reason, 8, True)},
        ),
        2: After(
            queue={("m1", "c", 1), ("m2", "c", 2), ("m3", "c", 9), ("m6", "c", 9)}, suspended=set(),
            instances={"m1/c": SCHEDULED, "m3/c": SCHEDULED},
        ),
    }),
    Example("21", (once(
        _convoy, sub("log", ALL), sub("i", ALL, kind="instance", correlate=("o",)),
        messages=(m("m1", 1, o="A"), m("m", 3, o="A")),
        reports=(act("subscribe", 2, subscription="i", instance="x1", values=("A",)),),
    ),), {1: After(
        queue={("m1", "c", 1), ("m1", "log", 1), ("m", "c", 3), ("m", "log", 3), ("m", "i", 3)},
        instances={"m1/c": SCHEDULED, "m1/log": SCHEDULED, "m/log": SCHEDULED, "x1": DEHYDRATED},
    )}),
    Example("24 delivered", (once(_any, messages=(m("m", 1),), reports=(told("delivered", 4, "m", "a"),)),), {
        1: After(queue=set(), suspended=set(), instances={}),
    }),
    Example("24 failed", (once(_any, messages=(m("m", 1),), reports=(told("failed", 4, "m", "a"),)),), {
        1: After(queue=set(), suspended={("m", "a", "delivery_failed", 1, True)}, instances={"m/a": SUSPENDED}),
    }),
    Example("27", (
        Run(10, (_a,), (m("m", 1, t="y"),)),
        Run(30, (_a, sub("y", {"t": "y"})), (), (act("reroute", 20, message_id="m"),)),
    ), {2: After(queue={("m", "y", 20)}, unroutable={"m": ("no_match", "rerouted")})}),
]  # fmt: skip
