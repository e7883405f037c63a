"""Event-by-event simulator of one sequence whose deliveries and actions are followed (DESIGN 3.3, 4.2).

Written from the text, and not from the SQL: numbers that come, or that somebody says will not; a queue of messages whose
turn has come, a gate that may be shut, attempts in flight; an end, by whatever ends it. Its events are arrivals, deliveries
and actions, in order of time; at one time what was reported comes first, and what was reported to a run after that time
comes last. The ordering itself is next-expected from 1.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Policy = Literal["suspend", "dead_letter", "park", "terminate"]
BY_ITS_LAST = "its last number"
SILENT, REPORTED, ARRIVED, REPORTED_AFTERWARDS = -1, 0, 1, 2


@dataclass(frozen=True)
class Arrival:
    """A message, and when it counts as having come, in microseconds since 1970."""

    message_id: str
    number: int
    at_us: int
    is_last: bool = False


@dataclass(frozen=True)
class Report:
    """A delivery (`outcome`) or an action, as it takes effect.

    `was_late`: it was taken in by a run after one whose clock had reached its time. `stated_us`: when it says it was.
    """

    at_us: int
    was_late: bool
    stated_us: int
    message_id: str | None = None
    outcome: str | None = None
    attempt: int | None = None
    action_id: str | None = None
    action: str | None = None
    from_number: int | None = None
    to_number: int | None = None

    def is_about(self, number: int) -> bool:
        """Whether a number is from its first to its last; without numbers it is about all."""
        if self.from_number is None:
            return True
        return self.from_number <= number <= (self.to_number or self.from_number)


def telling(report: Report) -> tuple[Any, ...]:
    """What tells a delivery from others."""
    return report.message_id, report.outcome, report.stated_us, report.attempt


@dataclass
class Attempt:
    message_id: str
    number: int
    attempt: int
    sent_us: int
    holds: bool
    decides: bool = True
    outcome: str | None = None
    at_us: int | None = None


@dataclass
class Deliveries:
    """All that has become of a sequence up to a clock."""

    is_acknowledged: bool
    on_failure: Policy
    expire_us: int | None = None
    sent_us: dict[str, int] = field(default_factory=dict)
    attempts: list[Attempt] = field(default_factory=list)
    dead_letters: dict[str, int] = field(default_factory=dict)
    applied: list[str] = field(default_factory=list)
    rejected: list[tuple[str, str, Report]] = field(default_factory=list)
    bypassed: dict[str, str] = field(default_factory=dict)
    expired: list[str] = field(default_factory=list)
    waiting: list[Arrival] = field(default_factory=list)
    stopped_by: list[str] = field(default_factory=list)
    told: set[tuple[Any, ...]] = field(default_factory=set)
    held: dict[int, Arrival] = field(default_factory=dict)
    come: set[int] = field(default_factory=set)
    filled: dict[int, str] = field(default_factory=dict)
    expected: int = 1
    passed: int = 0
    last_number: int | None = None
    last_arrival_us: int | None = None
    closed: tuple[int, str] | None = None

    def follow(self, arrivals: Sequence[Arrival], reports: Sequence[Report], clock_us: int) -> None:
        """Let everything happen up to the clock. Both in the order of their intake."""
        events: list[tuple[int, int, int, Arrival | Report | None]] = []
        for order, arrival in enumerate(arrivals):
            heapq.heappush(events, (arrival.at_us, ARRIVED, order, arrival))
        for order, report in enumerate(reports):
            rank = REPORTED_AFTERWARDS if report.was_late else REPORTED
            heapq.heappush(events, (report.at_us, rank, order, report))
        while events and events[0][0] <= clock_us:
            at_us, rank, _, event = heapq.heappop(events)
            if event is None:
                is_silent = (self.last_arrival_us or 0) + (self.expire_us or 0) == at_us
                if is_silent and not self.closed:
                    self.end(at_us, "expiration")
            elif isinstance(event, Arrival):
                self.arrive(event)
                if self.expire_us is not None:
                    heapq.heappush(events, (at_us + self.expire_us, SILENT, len(events), None))
            elif event.action is not None:
                self.act(event)
            else:
                self.settle(event)
            # What is reported at one time is known together before the next message is sent.
            is_next = bool(events) and events[0][:2] == (at_us, REPORTED)
            if not (rank <= REPORTED and is_next):
                self.go_on()
                self.send(at_us)
            self.complete(at_us)

    def arrive(self, arrival: Arrival) -> None:
        self.last_arrival_us = max(arrival.at_us, self.last_arrival_us or arrival.at_us)
        number = arrival.number
        if self.closed and self.closed[1] != BY_ITS_LAST and number > self.passed:
            self.bypassed[arrival.message_id] = "after_last"
        elif number in self.come:
            self.bypassed[arrival.message_id] = "duplicate"
        elif number in self.filled:
            self.bypassed[arrival.message_id] = "late"
        else:
            self.held[number] = arrival
        self.come.add(number)
        if arrival.is_last and self.last_number is None:
            self.last_number = number

    def go_on(self) -> None:
        """What follows without a gap has its turn."""
        while not self.closed and (self.expected in self.held or self.expected in self.filled):
            if self.expected in self.held:
                self.waiting.append(self.held.pop(self.expected))
            self.expected += 1

    def next_expected(self) -> int:
        """The number that is to leave next."""
        if self.closed and self.closed[1] != BY_ITS_LAST:
            return self.passed + 1
        return self.waiting[0].number if self.waiting else self.expected

    def send(self, at_us: int) -> None:
        while self.waiting and not self.stopped_by and not any(a.holds for a in self.in_flight()):
            turn = self.waiting.pop(0)
            self.sent_us[turn.message_id] = at_us
            self.attempts.append(Attempt(turn.message_id, turn.number, 1, at_us, self.is_acknowledged))

    def complete(self, at_us: int) -> None:
        holds = self.is_acknowledged and (self.stopped_by or any(a.holds for a in self.in_flight()))
        if (
            self.last_number is not None
            and self.expected > self.last_number
            and not self.waiting
            and not holds
        ):
            self.closed = self.closed or (at_us, BY_ITS_LAST)

    def end(self, at_us: int, by: str) -> None:
        self.passed = (self.waiting[0].number if self.waiting else self.expected) - 1
        for message in [*self.waiting, *self.held.values()]:
            if by == "completion":
                self.bypassed[message.message_id] = "after_last"
            else:
                self.expired.append(message.message_id)
        self.waiting, self.held, self.stopped_by = [], {}, []
        for attempt in self.in_flight():
            attempt.holds = False
        self.closed = (at_us, by)

    def in_flight(self) -> list[Attempt]:
        return [attempt for attempt in self.attempts if attempt.outcome is None]

    def settle(self, report: Report) -> None:
        about = sorted(
            (
                attempt
                for attempt in self.in_flight()
                if attempt.message_id == report.message_id and report.attempt in (None, attempt.attempt)
            ),
            key=lambda attempt: (attempt.sent_us, attempt.attempt),
        )
        assert report.message_id is not None
        # One that comes again counts once.
        told = telling(report)
        if not about or told in self.told:
            self.rejected.append((report.message_id, "no_attempt", report))
            return
        self.told.add(told)
        attempt = about[-1]
        attempt.outcome, attempt.at_us = report.outcome, report.at_us
        if report.outcome == "delivered":
            self.release(attempt.message_id)
            self.leave_undecided(attempt.message_id)
        elif attempt.decides:
            if self.on_failure in ("dead_letter", "park") and attempt.message_id not in self.stopped_by:
                self.dead_letters.setdefault(attempt.message_id, report.at_us)
            if self.on_failure == "terminate":
                if not self.closed:
                    self.end(report.at_us, "exception")
            elif self.on_failure == "dead_letter":
                self.release(attempt.message_id)
            elif attempt.message_id not in self.stopped_by and not (
                self.closed and self.closed[1] != BY_ITS_LAST
            ):
                self.stopped_by.append(attempt.message_id)

    def release(self, message_id: str) -> None:
        if message_id in self.stopped_by:
            self.stopped_by.remove(message_id)

    def leave_undecided(self, message_id: str) -> None:
        """What becomes of the attempts of a message that are in flight decides nothing any more."""
        for attempt in self.in_flight():
            if attempt.message_id == message_id:
                attempt.holds = attempt.decides = False

    def rejected_for_good(self) -> list[tuple[str, str]]:
        """Without what came again of what had been taken, which is nothing wrong."""
        return [(name, reason) for name, reason, report in self.rejected if telling(report) not in self.told]

    def act(self, report: Report) -> None:
        assert report.action_id is not None
        if self.last_arrival_us is None:
            self.rejected.append((report.action_id, "unknown_sequence", report))
        elif self.has_acted(report):
            self.applied.append(report.action_id)
        else:
            self.rejected.append((report.action_id, "not_applicable", report))

    def has_acted(self, report: Report) -> bool:
        newest = {attempt.message_id: attempt for attempt in self.attempts}
        stopped = sorted((newest[i].number, i) for i in self.stopped_by if report.is_about(newest[i].number))
        awaited = {attempt.message_id for attempt in self.in_flight() if attempt.holds}
        done = False
        if report.action == "resume":
            for number, message_id in [one for one in stopped if one[1] not in awaited][:1]:
                count = newest[message_id].attempt
                self.attempts.append(Attempt(message_id, number, count + 1, report.at_us, True))
                done = True
        elif report.action == "resend":
            for number, message_id in sorted((a.number, a.message_id) for a in newest.values()):
                if report.is_about(number) and message_id not in self.stopped_by:
                    count = max(a.attempt for a in self.attempts if a.message_id == message_id)
                    earlier = [a for a in self.in_flight() if a.message_id == message_id]
                    holds, decides = any(a.holds for a in earlier), any(a.decides for a in earlier)
                    # It takes the place of one that is in flight.
                    self.leave_undecided(message_id)
                    again = Attempt(message_id, number, count + 1, report.at_us, holds, decides)
                    self.attempts.append(again)
                    done = True
        elif report.action in ("terminate", "close") and not self.closed:
            self.end(report.at_us, "exception" if report.action == "terminate" else "completion")
            done = True
        elif report.action in ("skip", "gap_fill"):
            for _, message_id in stopped if report.action == "skip" else []:
                self.release(message_id)
                self.leave_undecided(message_id)
                done = True
            for number in range(self.expected, self.expected + 50):
                is_missing = number not in self.come and number not in self.filled
                is_beyond = self.last_number is not None and number > self.last_number
                if report.is_about(number) and is_missing and not is_beyond and not self.closed:
                    self.filled[number] = report.action
                    done = True
        return done
