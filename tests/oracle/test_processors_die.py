"""Processors that die at any moment, leases that end, outcomes that are lost and come again: what was handed on, in which order.

Runs are the simulator of deliveries, sessions are walked as processors walk them (`Line`); only Spark and processes are left out
(tests/scenarios/test_processors.py has them). Whatever happens, a message is handed on again only where its outcome was not known, or
where the simulator has another attempt; and with acknowledgements never before those in front of it were settled.
"""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import dataclass, field
from typing import get_args

import pytest
from tests.oracle.deliveries import Arrival, Deliveries, Policy, Report

from resequencer.handover import Line, Place

PROCESSORS = 4


@dataclass
class Session:
    """A sequence, and what processors did with it."""

    is_acknowledged: bool
    on_failure: Policy
    max_attempts: int
    numbers: int
    reports: list[Report] = field(default_factory=list)  # as they lie in the folder
    handed: list[tuple[int, int, int]] = field(default_factory=list)  # number, attempt, when
    unknown: set[tuple[int, int]] = field(default_factory=set)  # what was handed on, and its outcome was lost
    holder: int | None = None  # the processor that has it
    state: Deliveries = field(init=False)

    def __post_init__(self) -> None:
        self.run(0)

    def run(self, now: int) -> None:
        """A run takes in what has been reported."""
        self.state = Deliveries(self.is_acknowledged, self.on_failure, max_attempts=self.max_attempts)
        arrivals = [Arrival(str(n), n, 0, n == self.numbers) for n in range(1, self.numbers + 1)]
        self.state.follow(arrivals, self.reports, now)
        self.seen = len(self.reports)

    def line(self) -> Line[None]:
        """What the newest run left, and what has been reported since, as a processor finds it."""
        found: list[Place[None]] = []
        rule = "deliveries" if self.is_acknowledged else "failures"
        for sent in self.state.sent.values():
            if sent.is_open or sent.is_failed:
                attempt = sent.newest.attempt if sent.is_open else None
                lets_go = self.on_failure == "dead_letter" and (attempt or 0) >= self.max_attempts
                counts = not sent.is_settled and not self.state.has_ended
                found.append(
                    Place(
                        sent.number, attempt, rule if counts else None, counts and not lets_go, sent.is_failed
                    )
                )
        for waiting in self.state.waiting:
            stops = not (self.on_failure == "dead_letter" and self.max_attempts == 1)
            found.append(Place(waiting.number, 1, rule, stops, False))
        line = Line(found)
        for place in list(line):
            told = {
                str(report.outcome)
                for report in self.reports
                if report.message_id == str(place.release_position) and report.attempt == place.attempt
            }
            if told:
                line.settle(place, min(told))
        return line


def work(rng: random.Random, session: Session, now: int) -> int:
    """A processor has the session until it finds nothing, its lease ends, or it dies; when that is."""
    line = session.line()
    unwritten: list[Report] = []
    while True:
        place = next(iter(line.free()), None)
        if place is None or rng.random() < 0.05:
            session.reports += unwritten
            return now
        assert place.attempt is not None
        if place.waits_for == "deliveries":  # what is before it is written first
            session.reports += unwritten
            unwritten = []
        now += 1
        session.handed.append((place.release_position, place.attempt, now))
        if rng.random() < 0.1:  # it dies before it has an outcome, or before that is written
            for number, attempt in [(place.release_position, place.attempt)] + [
                (int(str(report.message_id)), report.attempt or 0) for report in unwritten
            ]:
                session.unknown.add((number, attempt))
            return now
        now += 1
        outcome = rng.choice(["delivered", "delivered", "delivered", "failed"])
        unwritten.append(
            Report(
                now,
                False,
                now,
                message_id=str(place.release_position),
                outcome=outcome,
                attempt=place.attempt,
            )
        )
        line.settle(place, outcome)


def play(rng: random.Random) -> Session:
    session = Session(
        rng.random() < 0.7, rng.choice(get_args(Policy)), rng.choice([1, 1, 2]), rng.randint(1, 6)
    )
    now = 0
    for _ in range(rng.randint(1, 12)):
        happens = rng.choice(["work", "work", "work", "run", "lose", "repeat", "resume"])
        now += 1
        if happens == "work":
            now = work(rng, session, now)
        elif happens == "lose" and session.reports[session.seen :]:
            lost = session.reports.pop(rng.randrange(session.seen, len(session.reports)))
            if lost.outcome is not None:
                session.unknown.add((int(str(lost.message_id)), lost.attempt or 0))
        elif happens == "repeat" and session.reports:
            told = rng.choice([report for report in session.reports if report.outcome is not None] or [None])
            session.reports += [told] if told is not None else []
        elif happens == "resume":
            session.reports.append(Report(now, False, now, action_id=str(now), action="resume"))
        elif happens == "run":
            session.run(now)
    session.run(now + 1)
    return session


@pytest.mark.parametrize("count", [3_000, pytest.param(100_000, marks=pytest.mark.long)])
def test_whoever_dies(count: int) -> None:
    again = 0
    for seed in range(count):
        session = play(random.Random(seed))
        seen: dict[tuple[int, int], int] = defaultdict(int)
        sent = {(int(one.message_id), one.attempt): one.sent_us for one in session.state.attempts}
        settled: dict[int, int] = {}
        for report in session.reports:
            number = int(report.message_id or 0)
            lets_go = session.on_failure == "dead_letter" and (report.attempt or 0) >= session.max_attempts
            if report.outcome == "delivered" or (report.outcome == "failed" and lets_go):
                settled[number] = min(settled.get(number, report.at_us), report.at_us)
        for number, attempt, at in session.handed:
            if seen[number, attempt]:
                again += 1
                assert (number, attempt) in session.unknown, (seed, number, attempt)
            seen[number, attempt] += 1
            if session.is_acknowledged:
                for before in range(1, number):
                    # Settled by what was written, or by what was written and lost afterwards.
                    assert settled.get(before, at + 1) < at or any(
                        one == before for one, _ in session.unknown
                    ), (seed, number, before)
                    assert before in {one for one, _, when in session.handed if when < at}
            # The next run finds it sent no later than it was handed on, unless what let it go was lost.
            if not session.unknown and (number, attempt) in sent:
                assert sent[number, attempt] <= at, (seed, number, attempt)
        if not session.unknown and not session.state.has_ended:
            assert set(seen) <= set(sent), seed
    assert again > count / 100
