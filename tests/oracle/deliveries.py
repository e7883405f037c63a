"""Event-by-event simulator of what becomes of one sequence's messages after their turn (DESIGN 3.3, 4.2).

Written from the text, and not from the SQL: a queue of messages whose turn has come, a gate that may be shut, attempts
in flight. Its events are turns, deliveries and actions, in order of time; at one time what was reported comes first, and
what was reported to a run after that time comes last.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

Policy = Literal["suspend", "dead_letter", "park"]
REPORTED, TURN, REPORTED_AFTERWARDS = 0, 1, 2


@dataclass(frozen=True)
class Turn:
    """A message, and when its turn comes, in microseconds since 1970."""

    message_id: str
    number: int
    at_us: int


@dataclass(frozen=True)
class Report:
    """A delivery (`outcome`) or an action, as it takes effect.

    `was_late`: it was taken in by a run after one whose clock had reached its time.
    """

    at_us: int
    was_late: bool
    message_id: str | None = None
    outcome: str | None = None
    action_id: str | None = None
    action: str | None = None
    from_number: int | None = None
    to_number: int | None = None


@dataclass
class Attempt:
    message_id: str
    number: int
    attempt: int
    sent_us: int
    holds: bool
    outcome: str | None = None
    at_us: int | None = None


@dataclass
class Deliveries:
    """All that has become of a sequence's messages up to a clock."""

    is_acknowledged: bool
    on_failure: Policy
    sent_us: dict[str, int] = field(default_factory=dict)
    attempts: list[Attempt] = field(default_factory=list)
    dead_letters: dict[str, int] = field(default_factory=dict)
    applied: list[str] = field(default_factory=list)
    rejected: list[tuple[str, str]] = field(default_factory=list)
    waiting: list[Turn] = field(default_factory=list)
    stopped_by: list[str] = field(default_factory=list)

    def follow(self, turns: Sequence[Turn], reports: Sequence[Report], clock_us: int) -> None:
        """Let everything happen up to the clock. Turns in order of release, reports in order of their intake."""
        events: list[tuple[int, int, int, Turn | Report]] = []
        for order, turn in enumerate(turns):
            heapq.heappush(events, (turn.at_us, TURN, order, turn))
        for order, report in enumerate(reports):
            rank = REPORTED_AFTERWARDS if report.was_late else REPORTED
            heapq.heappush(events, (report.at_us, rank, order, report))
        while events and events[0][0] <= clock_us:
            at_us, rank, _, event = heapq.heappop(events)
            if isinstance(event, Turn):
                self.waiting.append(event)
            elif event.action is not None:
                self.act(event)
            else:
                self.settle(event)
            # What is reported at one time is known together before the next message is sent.
            is_next = bool(events) and events[0][:2] == (at_us, REPORTED)
            if not (rank == REPORTED and is_next):
                self.send(at_us)

    def send(self, at_us: int) -> None:
        while self.waiting and not self.stopped_by and not any(a.holds for a in self.in_flight()):
            turn = self.waiting.pop(0)
            self.sent_us[turn.message_id] = at_us
            self.attempts.append(Attempt(turn.message_id, turn.number, 1, at_us, self.is_acknowledged))

    def in_flight(self) -> list[Attempt]:
        return [attempt for attempt in self.attempts if attempt.outcome is None]

    def settle(self, report: Report) -> None:
        about = [attempt for attempt in self.in_flight() if attempt.message_id == report.message_id]
        assert report.message_id is not None
        if not about:
            self.rejected.append((report.message_id, "no_attempt"))
            return
        attempt = about[-1]
        attempt.outcome, attempt.at_us = report.outcome, report.at_us
        if report.outcome == "delivered":
            self.release(attempt.message_id)
        elif attempt.holds or attempt.attempt == 1:  # of a message sent once more, a failure changes nothing
            if self.on_failure != "suspend" and attempt.message_id not in self.stopped_by:
                self.dead_letters.setdefault(attempt.message_id, report.at_us)
            if self.on_failure == "dead_letter":
                self.release(attempt.message_id)
            elif attempt.message_id not in self.stopped_by:
                self.stopped_by.append(attempt.message_id)

    def release(self, message_id: str) -> None:
        if message_id in self.stopped_by:
            self.stopped_by.remove(message_id)

    def act(self, report: Report) -> None:
        assert report.action_id is not None
        lowest = report.from_number
        highest = report.to_number if report.to_number is not None else lowest

        def is_meant(number: int) -> bool:
            return lowest is None or highest is None or lowest <= number <= highest

        newest = {attempt.message_id: attempt for attempt in self.attempts}
        stopped = sorted((newest[i].number, i) for i in self.stopped_by if is_meant(newest[i].number))
        flying = {attempt.message_id for attempt in self.in_flight()}
        done = False
        if report.action == "resume":
            for number, message_id in [one for one in stopped if one[1] not in flying][:1]:
                count = newest[message_id].attempt
                self.attempts.append(Attempt(message_id, number, count + 1, report.at_us, True))
                done = True
        elif report.action == "skip":
            for _, message_id in stopped:
                self.release(message_id)
                for attempt in self.in_flight():
                    if attempt.message_id == message_id:
                        attempt.holds = False
                done = True
        elif report.action == "resend":
            for number, message_id in sorted((a.number, a.message_id) for a in newest.values()):
                if is_meant(number) and message_id not in self.stopped_by:
                    count = max(a.attempt for a in self.attempts if a.message_id == message_id)
                    self.attempts.append(Attempt(message_id, number, count + 1, report.at_us, False))
                    done = True
        if done:
            self.applied.append(report.action_id)
        else:
            self.rejected.append((report.action_id, "not_applicable"))
