"""Event-by-event simulator of one sequence whose deliveries and actions are followed (DESIGN 3.2, 3.5, 4.2, 4.3).

Written from the text, and not from the SQL: numbers that arrive, or that somebody says will not; a queue of messages whose
turn has come; attempts in flight, outcomes that wait for an attempt; an end, by whatever ends it. Its events are arrivals,
deliveries, actions, attempts that fall due and silences, in order of time. At one time a silence ends the sequence first;
then what was reported of that time is known together, deliveries before actions; then what is due is sent; then what
arrives counts; and last, one by one, what was reported to a run after that time. The ordering itself is next-expected from 1.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Policy = Literal["suspend", "dead_letter", "park", "terminate"]
BY_ITS_LAST = "its last number"
SILENT, REPORTED, DUE, ARRIVED, REPORTED_AFTERWARDS = range(5)


@dataclass(frozen=True)
class Arrival:
    """A message, and when it counts as having arrived, in microseconds since 1970."""

    message_id: str
    number: int
    at_us: int
    is_last: bool = False


@dataclass(frozen=True)
class Report:
    """A delivery (`outcome`) or an action, as it takes effect.

    `was_late`: it was taken in by a run after one whose clock had reached its time. `stated_us`: when it says it was.
    `run`: the run that took it in.
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
    run: int = 0

    def is_about(self, number: int) -> bool:
        """Whether a number is from its first to its last; without numbers it is about all."""
        if self.from_number is None:
            return True
        return self.from_number <= number <= (self.to_number or self.from_number)

    def fingerprint(self) -> tuple[Any, ...]:
        """What distinguishes a delivery from others; one that is the same is a repeat."""
        return self.message_id, self.outcome, self.stated_us, self.attempt

    def place(self, order: int) -> tuple[int, ...]:
        """Where it stands among what counts at one moment."""
        is_action = self.action is not None
        return (self.run, is_action, self.stated_us, order) if self.was_late else (is_action, order)


@dataclass
class Attempt:
    message_id: str
    attempt: int
    sent_us: int
    outcome: str | None = None
    at_us: int | None = None


@dataclass
class Sent:
    """A message that has been sent: its newest attempt, and how it stands."""

    message_id: str
    number: int
    newest: Attempt
    is_open: bool = True  # the outcome of the newest attempt is awaited
    is_settled: bool = False  # nothing waits for it any more
    is_failed: bool = False  # it stops the sequence
    is_dead: bool = False
    due_us: int | None = None  # when its next attempt is sent by itself


@dataclass
class Heard:
    """What has been reported of a message, sent or not: by that a silence is judged."""

    attempts: int = 1
    is_failing: bool = False
    is_over: bool = False
    is_again: bool = False  # sent again after it was over: one more outcome is awaited


@dataclass
class Deliveries:
    """All that has become of a sequence up to a clock."""

    is_acknowledged: bool
    on_failure: Policy
    expire_us: int | None = None
    max_attempts: int = 1
    retry_us: int = 0
    suspends_us: int | None = None  # after which a gap suspends the sequence
    attempts: list[Attempt] = field(default_factory=list)
    dead_letters: dict[str, int] = field(default_factory=dict)
    applied: list[str] = field(default_factory=list)
    rejected: list[tuple[str, str, Report]] = field(default_factory=list)
    bypassed: dict[str, str] = field(default_factory=dict)
    expired: list[str] = field(default_factory=list)
    waiting: list[Arrival] = field(default_factory=list)
    sent: dict[str, Sent] = field(default_factory=dict)
    outcomes: dict[str, list[Report]] = field(default_factory=lambda: defaultdict(list))
    heard: dict[str, Heard] = field(default_factory=lambda: defaultdict(Heard))
    counted: set[tuple[Any, ...]] = field(default_factory=set)
    taken: set[tuple[Any, ...]] = field(default_factory=set)
    held: dict[int, Arrival] = field(default_factory=dict)
    arrived: dict[str, int] = field(default_factory=dict)
    came: set[str] = field(default_factory=set)
    known: set[int] = field(default_factory=set)
    filled: dict[int, str] = field(default_factory=dict)
    expected: int = 1
    passed: int = 0
    last_number: int | None = None
    last_activity_us: int | None = None
    closed: tuple[int, str] | None = None
    events: list[tuple[Any, ...]] = field(default_factory=list)

    @property
    def sent_us(self) -> dict[str, int]:
        """When each message was sent first."""
        return {attempt.message_id: attempt.sent_us for attempt in self.attempts if attempt.attempt == 1}

    @property
    def stopped_by(self) -> list[Sent]:
        """The failed messages that stop the sequence, the lowest number first."""
        return sorted((m for m in self.sent.values() if m.is_failed), key=lambda m: m.number)

    @property
    def has_ended(self) -> bool:
        """Whether it was ended before its last number."""
        return self.closed is not None and self.closed[1] != BY_ITS_LAST

    def follow(self, arrivals: Sequence[Arrival], reports: Sequence[Report], clock_us: int) -> None:
        """Let everything happen up to the clock. Both in the order of their intake."""
        for order, arrival in enumerate(arrivals):
            self.push(arrival.at_us, ARRIVED, (order,), arrival)
        for order, report in enumerate(reports):
            rank = REPORTED_AFTERWARDS if report.was_late else REPORTED
            self.push(report.at_us, rank, report.place(order), report)
        while self.events and self.events[0][0] <= clock_us:
            at_us, rank, *_, event = heapq.heappop(self.events)
            if rank == SILENT:
                self.be_silent(at_us)
            elif isinstance(event, Arrival):
                self.arrive(event)
            elif isinstance(event, Report):
                (self.act if event.action is not None else self.hear)(event)
            # What is reported at one time is known together before the next message is sent.
            is_next = bool(self.events) and self.events[0][:2] == (at_us, REPORTED)
            if not (rank <= REPORTED and is_next):
                self.go_on()
                self.send(at_us)
            self.complete(at_us)

    def push(self, at_us: int, rank: int, place: tuple[int, ...], event: Arrival | Report | None) -> None:
        heapq.heappush(self.events, (at_us, rank, place, len(self.events), id(event), event))

    def be_active(self, at_us: int) -> None:
        """A silence begins with an arrival, an outcome or an action."""
        self.last_activity_us = at_us
        if self.expire_us is not None:
            self.push(at_us + self.expire_us, SILENT, (), None)

    def be_silent(self, at_us: int) -> None:
        is_silence = (self.last_activity_us or 0) + (self.expire_us or 0) == at_us
        is_suspended = any(h.is_failing for h in self.heard.values()) or self.is_suspended_by_a_gap(at_us)
        if is_silence and not self.closed and not is_suspended:
            self.end(at_us, "expiration")

    def is_suspended_by_a_gap(self, at_us: int) -> bool:
        """Whether anything has waited for so long behind a missing number that an operator is to decide."""
        if self.suspends_us is None:
            return False
        behind = [m for m in self.held.values() if self.last_number is None or m.number <= self.last_number]
        return any(m.at_us + self.suspends_us <= at_us for m in behind)

    def arrive(self, arrival: Arrival) -> None:
        self.be_active(arrival.at_us)
        self.came.add(arrival.message_id)
        number = arrival.number
        if self.has_ended and number > self.passed:
            self.bypassed[arrival.message_id] = "after_last"
        elif number in self.known:
            self.bypassed[arrival.message_id] = "duplicate"
        elif number in self.filled:
            self.bypassed[arrival.message_id] = "late"
        else:
            self.held[number] = arrival
            self.arrived[arrival.message_id] = number
        self.known.add(number)
        if arrival.is_last and self.last_number is None:
            self.last_number = number
            # What is held above it is behind the last from now on, and so is what was given up there.
            self.filled = {n: by for n, by in self.filled.items() if n <= number or n < self.expected}

    def go_on(self) -> None:
        """What follows without a gap has its turn."""
        while not self.closed and (self.expected in self.held or self.expected in self.filled):
            if self.expected in self.held:
                self.waiting.append(self.held.pop(self.expected))
            self.expected += 1

    def next_expected(self) -> int:
        """The number that is to leave next."""
        if self.has_ended:
            return self.passed + 1
        return self.waiting[0].number if self.waiting else self.expected

    def is_held_up(self) -> bool:
        return bool(self.stopped_by) or (
            self.is_acknowledged and any(not m.is_settled for m in self.sent.values())
        )

    def send(self, at_us: int) -> None:
        """What is due is sent, as far as nothing holds it up; outcomes that wait for it count then."""
        while True:
            again = [m for m in self.sent.values() if m.due_us is not None and m.due_us <= at_us]
            if again:
                self.send_again(again[0], at_us)
            elif self.waiting and not self.is_held_up():
                turn = self.waiting.pop(0)
                first = Attempt(turn.message_id, 1, at_us)
                self.attempts.append(first)
                self.sent[turn.message_id] = Sent(turn.message_id, turn.number, first)
                self.count(self.sent[turn.message_id], at_us)
            else:
                return

    def send_again(self, message: Sent, at_us: int) -> None:
        message.newest = Attempt(message.message_id, message.newest.attempt + 1, at_us)
        self.attempts.append(message.newest)
        message.is_open, message.due_us = True, None
        self.count(message, at_us)

    def complete(self, at_us: int) -> None:
        if (
            self.last_number is not None
            and self.expected > self.last_number
            and not self.waiting
            and not (self.is_acknowledged and self.is_held_up())
        ):
            self.closed = self.closed or (at_us, BY_ITS_LAST)

    def end(self, at_us: int, by: str) -> None:
        """What is held goes; what is in flight holds nothing up, and nothing is sent by itself any more."""
        self.passed = (self.waiting[0].number if self.waiting else self.expected) - 1
        for message in [*self.waiting, *self.held.values()]:
            if by == "completion":
                self.bypassed[message.message_id] = "after_last"
            else:
                self.expired.append(message.message_id)
            del self.arrived[message.message_id]
            self.reject_waiting(message.message_id)
        self.waiting, self.held = [], {}
        self.closed = (at_us, by)
        for sent in self.sent.values():
            sent.is_failed, sent.due_us = False, None
            self.finish(sent)
        for heard in self.heard.values():
            heard.is_failing = False

    def hear(self, report: Report) -> None:
        """An outcome is reported. A repeat of one that counts or waits is none."""
        assert report.message_id is not None
        if report.fingerprint() in self.counted:
            return
        if report.message_id not in self.arrived:
            reason = "no_attempt" if report.message_id in self.came else "unknown_message"
            self.rejected.append((report.message_id, reason, report))
            return
        heard = self.heard[report.message_id]
        if heard.is_again or not heard.is_over:
            self.be_active(report.at_us)
            self.take_note(heard, report)
        self.counted.add(report.fingerprint())
        self.outcomes[report.message_id].append(report)
        if report.message_id in self.sent:
            self.count(self.sent[report.message_id], report.at_us)

    def take_note(self, heard: Heard, report: Report) -> None:
        is_last = self.on_failure not in ("suspend", "park") and heard.attempts >= self.max_attempts
        if heard.is_again or report.outcome == "delivered" or is_last:
            heard.is_over, heard.is_again, heard.is_failing = True, False, False
        else:
            heard.attempts += 1
            heard.is_failing = not self.has_ended

    def count(self, message: Sent, at_us: int) -> None:
        """Outcomes count in the order in which they were reported; a failure waits where no attempt is there to end."""
        waiting = self.outcomes[message.message_id]
        for report in list(waiting):
            if report not in waiting:  # it counted as the next attempt was sent
                continue
            if report.outcome == "delivered" and not self.is_finished(message):
                waiting.remove(report)
                self.taken.add(report.fingerprint())
                self.be_delivered(message, at_us)
            elif report.outcome == "failed" and message.is_open:
                waiting.remove(report)
                self.taken.add(report.fingerprint())
                self.fail(message, at_us)
        self.finish(message)

    def is_finished(self, message: Sent) -> bool:
        return not message.is_open and (message.is_settled or self.has_ended)

    def finish(self, message: Sent) -> None:
        if self.is_finished(message):
            self.reject_waiting(message.message_id)

    def reject_waiting(self, message_id: str) -> None:
        waiting = self.outcomes[message_id]
        while waiting:
            report = waiting.pop(0)
            self.counted.discard(report.fingerprint())
            self.rejected.append((message_id, "no_attempt", report))

    def be_delivered(self, message: Sent, at_us: int) -> None:
        """Whichever attempt it names; where the newest has failed, it is of one more that nobody has announced."""
        if not message.is_open:
            message.newest = Attempt(message.message_id, message.newest.attempt + 1, at_us)
            self.attempts.append(message.newest)
        message.newest.outcome, message.newest.at_us = "delivered", at_us
        message.is_open, message.is_failed, message.due_us = False, False, None
        message.is_settled = True

    def fail(self, message: Sent, at_us: int) -> None:
        message.newest.outcome, message.newest.at_us = "failed", at_us
        message.is_open = False
        if message.is_settled:
            return
        count = message.newest.attempt
        if count < self.max_attempts and not self.has_ended:
            message.is_failed = True
            message.due_us = at_us + self.retry_us * 2 ** (count - 1)
            if message.due_us == at_us:
                self.send_again(message, at_us)
            else:
                self.push(message.due_us, DUE, (), None)
            return
        if self.on_failure in ("dead_letter", "park"):
            self.dead_letters.setdefault(message.message_id, at_us)
            message.is_dead = True
        if self.on_failure in ("dead_letter", "terminate"):
            message.is_settled, message.is_failed = True, False
        else:
            message.is_failed = not self.has_ended
        if self.on_failure == "terminate" and not self.closed:
            self.end(at_us, "exception")

    def act(self, report: Report) -> None:
        assert report.action_id is not None
        if self.last_activity_us is None:
            self.rejected.append((report.action_id, "unknown_sequence", report))
            return
        self.be_active(report.at_us)
        for message_id, number in self.arrived.items():
            heard = self.heard[message_id]
            if report.action == "skip" and report.is_about(number) and heard.is_failing:
                heard.is_over, heard.is_failing = True, False
            elif report.action == "resend" and report.is_about(number) and not heard.is_failing:
                heard.attempts += not heard.is_over
                heard.is_again = heard.is_over
        if self.has_acted(report):
            self.applied.append(report.action_id)
        else:
            self.rejected.append((report.action_id, "not_applicable", report))

    def has_acted(self, report: Report) -> bool:
        stopped = [message for message in self.stopped_by if report.is_about(message.number)]
        done = False
        if report.action == "resume":
            for message in [one for one in stopped if not one.is_open][:1]:
                self.send_again(message, report.at_us)
                done = True
        elif report.action == "resend":
            for message in list(self.sent.values()):
                if report.is_about(message.number) and not message.is_failed:
                    # It takes the place of one that is in flight.
                    self.send_again(message, report.at_us)
                    done = True
        elif report.action in ("terminate", "close") and not self.closed:
            self.end(report.at_us, "exception" if report.action == "terminate" else "completion")
            done = True
        elif report.action in ("skip", "gap_fill"):
            for message in stopped if report.action == "skip" else []:
                message.is_settled, message.is_failed, message.due_us = True, False, None
                self.finish(message)
                done = True
            for number in range(self.expected, self.expected + 50):
                is_missing = number not in self.known and number not in self.filled
                is_beyond = self.last_number is not None and number > self.last_number
                if report.is_about(number) and is_missing and not is_beyond and not self.closed:
                    self.filled[number] = report.action
                    done = True
        return done

    def rejected_for_good(self) -> list[tuple[str, str]]:
        """Without repeats of what was taken, sooner or later, which are nothing wrong."""
        return [
            (name, reason) for name, reason, report in self.rejected if report.fingerprint() not in self.taken
        ]

    def held_reason(self) -> str:
        """Why what has its turn is not sent."""
        if any(message.is_dead for message in self.stopped_by):
            return "parked"
        return "suspended" if self.stopped_by else "awaiting_acknowledgement"
