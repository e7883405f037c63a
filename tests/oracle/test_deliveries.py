"""The simulator of deliveries against stories whose ends are known."""

from __future__ import annotations

from typing import Any

import pytest
from tests.oracle.deliveries import Arrival, Deliveries, Report


def tell(at: int, message_id: str, outcome: str, **fields: Any) -> Report:
    return Report(at, False, at, message_id=message_id, outcome=outcome, **fields)


def ask(at: int, action: str, **fields: Any) -> Report:
    return Report(at, False, at, action_id=f"{action} at {at}", action=action, **fields)


def follow(reports: list[Report], **settings: Any) -> Deliveries:
    """What becomes of three messages that arrive at 1, 2 and 3."""
    oracle = Deliveries(**{"is_acknowledged": True, "on_failure": "suspend", **settings})
    arrivals = [Arrival(name, n, n, is_last=n == 3) for n, name in enumerate("abc", start=1)]
    oracle.follow(arrivals, reports, 1000)
    return oracle


def attempts(oracle: Deliveries, message_id: str) -> list[tuple[Any, ...]]:
    return [(a.attempt, a.sent_us, a.outcome, a.at_us) for a in oracle.attempts if a.message_id == message_id]


def test_a_failed_delivery_is_tried_again_by_itself() -> None:
    reports = [tell(10, "a", "failed"), tell(20, "a", "failed"), tell(30, "a", "delivered")]
    oracle = follow(reports, max_attempts=10)
    assert attempts(oracle, "a") == [(1, 1, "failed", 10), (2, 10, "failed", 20), (3, 20, "delivered", 30)]
    assert oracle.sent_us == {"a": 1, "b": 30}
    # Twice as long each time; the last one is what on_failure acts on.
    oracle = follow(reports, max_attempts=2, retry_us=3, on_failure="dead_letter")
    assert attempts(oracle, "a") == [(1, 1, "failed", 10), (2, 13, "failed", 20)]
    assert oracle.dead_letters == {"a": 20}
    assert oracle.rejected_for_good() == [("a", "no_attempt")]


def test_facts_win_over_clocks_that_are_behind() -> None:
    oracle = follow([tell(5, "b", "delivered"), tell(10, "a", "delivered")])
    assert oracle.sent_us == {"a": 1, "b": 10, "c": 10}
    assert attempts(oracle, "b") == [(1, 10, "delivered", 10)]
    # Outcomes count in the order in which they were reported.
    early = [tell(5, "b", "failed"), tell(6, "b", "delivered"), tell(10, "a", "delivered")]
    oracle = follow(early, max_attempts=2)
    assert attempts(oracle, "b") == [(1, 10, "failed", 10), (2, 10, "delivered", 10)]
    # A failure that is reported before its attempt ends it at the moment at which that is sent.
    oracle = follow([tell(10, "a", "failed"), tell(12, "a", "failed")], max_attempts=3, retry_us=5)
    assert attempts(oracle, "a") == [(1, 1, "failed", 10), (2, 15, "failed", 15), (3, 25, None, None)]
    # What has not arrived is not known.
    assert follow([tell(1, "c", "delivered")]).rejected_for_good() == [("c", "unknown_message")]


@pytest.mark.parametrize("action", ["terminate", "close"])
def test_nothing_is_sent_once_a_sequence_has_ended(action: str) -> None:
    reports = [tell(10, "a", "failed"), ask(12, action), ask(13, "resume"), tell(14, "a", "delivered")]
    oracle = follow(reports, max_attempts=2, retry_us=5)
    assert attempts(oracle, "a") == [(1, 1, "failed", 10)]
    assert oracle.sent_us == {"a": 1}
    assert oracle.rejected_for_good() == [("resume at 13", "not_applicable"), ("a", "no_attempt")]


def test_resume_sends_the_next_attempt_at_once() -> None:
    assert follow([ask(5, "resume")]).rejected_for_good() == [("resume at 5", "not_applicable")]
    reports = [tell(10, "a", "failed"), ask(12, "resume"), tell(13, "a", "failed"), ask(14, "resume")]
    oracle = follow(reports, max_attempts=2, retry_us=50)
    assert attempts(oracle, "a") == [(1, 1, "failed", 10), (2, 12, "failed", 13), (3, 14, None, None)]
    assert oracle.applied == ["resume at 12", "resume at 14"]


def test_a_suspended_sequence_does_not_expire() -> None:
    assert follow([], expire_us=10).closed == (13, "expiration")
    assert follow([tell(10, "a", "delivered")], expire_us=10).closed == (20, "expiration")
    assert follow([tell(10, "a", "failed")], expire_us=10).closed is None
    resumed = [tell(10, "a", "failed"), ask(50, "skip", from_number=1)]
    assert follow(resumed, expire_us=10).closed == (60, "expiration")


def test_a_sequence_that_a_gap_suspends_does_not_expire() -> None:
    def closed(*arrivals: Arrival, **rules: Any) -> tuple[int, str] | None:
        oracle = Deliveries(False, "suspend", expire_us=10, **rules)
        oracle.follow(arrivals, [], 100)
        return oracle.closed

    first, third = Arrival("a", 1, 1), Arrival("c", 3, 3)
    assert closed(first, third) == (13, "expiration")
    assert closed(first, third, suspends_us=10) is None
    # It would be suspended from 14 on, behind the end of the silence.
    assert closed(first, third, suspends_us=11) == (13, "expiration")
    # What is missing comes at 50.
    assert closed(first, third, Arrival("b", 2, 50), suspends_us=5) == (60, "expiration")


def test_a_repeat_counts_once() -> None:
    twice = [tell(10, "a", "failed"), tell(10, "a", "failed")]
    oracle = follow(twice, max_attempts=2)
    assert attempts(oracle, "a") == [(1, 1, "failed", 10), (2, 10, None, None)]
    named = [tell(10, "a", "failed", attempt=1), tell(10, "a", "failed", attempt=2)]
    assert attempts(follow(named, max_attempts=2), "a") == [(1, 1, "failed", 10), (2, 10, "failed", 10)]
