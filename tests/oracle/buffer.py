"""What all ways of ordering share: held messages, timers, threshold, last number, what a run publishes."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

from .contract import (
    Arrival,
    Claim,
    Drop,
    MissingRange,
    Moment,
    Outcome,
    Reason,
    Ruleset,
    SequenceStatus,
    Snapshot,
    StandIn,
    Verdict,
)
from .numbering import Numbering, numbering_of


class NoRoomError(Exception):
    """``on_overflow: fail``: the run stops, and nothing of it is written."""


@dataclass(frozen=True)
class Landed:
    """A message or claim with its ingest position and its effective arrival."""

    position: int
    effective_us: int
    arrival: Arrival | Claim
    event_order: Moment
    """What "before" means everywhere (3.1)."""

    precedes_timers: bool = False
    """It stands just before the timers of its moment: a candidate that waits no longer (3.5)."""

    counts: bool = True
    """Whether numbers that come later are compared with it (3.5)."""


@dataclass(frozen=True)
class Message:
    """A message that has come, and the number it is ordered by."""

    position: int
    effective_us: int
    arrival: Arrival
    number: int
    event_order: Moment
    baking_since_us: int
    """Since when its number bakes: since it came, or since the first came whose place it has taken."""

    @property
    def place_in_line(self) -> tuple[int, Moment]:
        """In what order messages leave: by number, equal ones in the order they came (3.3, ties)."""
        return self.number, self.event_order


@dataclass(frozen=True)
class Release:
    """A message, or what stands in for one, that has had its turn.

    ``due_us`` is when its turn came, ``leaves_us`` when it leaves: the same, but for a heartbeat.
    """

    position: int | None
    number: int
    due_us: int
    leaves_us: int
    release_position: int


@dataclass
class Buffer(ABC):
    """The events of one sequence. A run is: arrivals, each after the timers due by then; timers; room; a snapshot."""

    ruleset: Ruleset
    held: list[Message] = field(default_factory=list)
    settled: dict[int, Verdict] = field(default_factory=dict)
    releases: list[Release] = field(default_factory=list)
    judged: dict[int, Message] = field(default_factory=dict)
    claims: list[tuple[int, int]] = field(default_factory=list)
    whole_at_us: int | None = None
    newcomers: list[Message] = field(default_factory=list)
    accepted: list[Message] = field(default_factory=list)
    highest_received: int | None = None
    threshold: int | None = None
    threshold_due_us: int | None = None
    last_number: int | None = None
    last_declared_us: int = 0
    earliest_us: int | None = None
    closed_by: Literal["completion", "expiration", "restart"] = "completion"
    highest: int | None = None
    begun_again_us: int | None = None

    def __post_init__(self) -> None:
        self.numbering: Numbering = numbering_of(self.ruleset)

    # -- what differs from one way of ordering to the next

    @abstractmethod
    def fire_timers(self, until_us: int) -> None:
        """Let everything happen that falls due by then, one moment after the other."""

    @abstractmethod
    def refusal(self, message: Message) -> tuple[Outcome, Reason] | None:
        """The verdict of a message whose key alone rules it out."""

    @abstractmethod
    def declared_lasts(self, message: Message) -> set[int]:
        """The last numbers this message declares: none, one, or two that contradict each other."""

    @abstractmethod
    def judge(self, message: Message) -> None:
        """Hold, release or bypass a message that belongs to the sequence."""

    @abstractmethod
    def give_turn(self, message: Message, now_us: int) -> None:
        """It is this message's turn, whatever is missing below it, and that of those that followed it."""

    @abstractmethod
    def pending_verdict(self, clock_us: int) -> Verdict:
        """Why a held message is held."""

    @abstractmethod
    def forget(self, message: Message) -> None:
        """A message is turned away for want of room: as if it had not come."""

    @property
    def waiting(self) -> list[Message]:
        """The held messages whose turn has not come."""
        return self.held

    def begin_at(self, number: int) -> None:
        """Expect this number first, whatever the ruleset says."""
        raise ValueError("only numbers that follow each other begin at one")

    def give_way(self, now_us: int) -> None:
        """The sender begins again (3.5): what is held leaves, or fails."""
        self.begun_again_us, self.closed_by = now_us, "restart"

    def is_too_far_ahead(self, message: Message) -> bool:
        """Whether a message is beyond ``max_gap``."""
        return False

    def is_claimed(self, message: Message) -> bool:
        """Whether a claim of the message's id is remembered."""
        return False

    def accept_claim(self, claim: Claim, now_us: int) -> None:
        """A claim comes: a mark in the line."""
        raise ValueError("nothing claims in this mode")

    def next_expected(self, threshold: int | None) -> int | None:
        """The number expected after a threshold, where numbers are known to be contiguous."""
        return None

    def is_suspended(self, clock_us: int) -> bool:
        """Whether what is held waits for somebody to decide about a gap."""
        return False

    def missing_ranges(self, threshold: int | None) -> tuple[MissingRange, ...]:
        """The numbers that never came; ``threshold`` is the highest that has left."""
        return ()

    # -- events

    def change_bake_time(self, bake_time_us: int, from_us: int | None) -> None:
        """From now on timers run for another time; what has run that long already is due now."""
        self.ruleset = replace(self.ruleset, bake_time_us=bake_time_us)
        self.earliest_us = from_us

    def accept(self, landed: Landed) -> None:
        """Judge one arrival at its effective arrival.

        * Timers due at or before it fire first: an arrival at the very moment a higher key is baked is
          late (3.2: ``late(k)`` holds for ``a >= T + ...``), a claim at the moment its message is baked
          comes too late for it, a message at the moment a session ends begins another. With ``T = 0`` a message's own
          timer is due at once, so it fires before the next arrival and ties in ``a`` are judged by ingest position.
        * Order of judgement (3.2): invalid key, before start, claimed, last conflict, after last, duplicate, late.
          A message that is refused at one step takes no part in the later ones: one with an invalid key or
          before the start declares no last number, one in conflict neither holds its number nor starts a
          timer.
        * The first last flag or total to arrive wins, whatever becomes of the message that brought it: a
          duplicate, a late or claimed one, or one that is itself above the last it declares (3.2).
        """
        self.fire_timers(landed.effective_us - (1 if landed.precedes_timers else 0))
        if isinstance(landed.arrival, Claim):
            self.accept_claim(landed.arrival, landed.effective_us)
            nameless = Verdict("failure", "missing_key", landed.effective_us)
            self.settled[landed.position] = (
                nameless if landed.arrival.identity is None else Verdict("nohit", None, None)
            )
            return
        message = self.message_of(landed)
        self.judged[message.position] = message
        refused = self.refusal(message)
        if refused is not None:
            self.settle(message, *refused)
            return
        declared = self.declared_lasts(message)
        known = set() if self.last_number is None else {self.last_number}
        contradicts = len(declared) > 1 or bool(declared and known and declared != known)
        too_far_ahead = self.is_too_far_ahead(message)
        if declared and not known and not contradicts and not too_far_ahead:
            self.declare_last(declared.pop(), message.effective_us)
        if self.is_claimed(message):
            self.settle(message, "bypass", "claimed")
        elif contradicts:
            self.settle(message, "failure", "last_conflict")
        elif self.is_behind_end(message):
            self.settle(message, "bypass", "after_last")
        elif too_far_ahead:
            self.settle(message, "bypass", "too_far_ahead")
        else:
            if landed.counts:
                self.highest = message.number if self.highest is None else max(self.highest, message.number)
            highest = self.highest_received
            self.highest_received = max(
                self.reach(message), self.reach(message) if highest is None else highest
            )
            self.newcomers.append(message)
            self.accepted.append(message)
            self.judge(message)

    def is_behind_end(self, message: Message) -> bool:
        """Whether nothing is to come any more where the message stands."""
        return self.last_number is not None and self.reach(message) > self.last_number

    def reach(self, message: Message) -> int:
        """The highest number that a message stands for: its own, unless it covers several."""
        return message.number

    def message_of(self, landed: Landed) -> Message:
        """The message that has landed, with the number it is ordered by."""
        assert isinstance(landed.arrival, Arrival)
        number = self.numbering.number_of(landed.arrival.key)
        return Message(
            landed.position,
            landed.effective_us,
            landed.arrival,
            number,
            landed.event_order,
            baking_since_us=landed.effective_us,
        )

    def identity_of(self, message: Message) -> str:
        """What makes a message of the same key a repeat: its id (3.3); nothing where repeats are messages of their own."""
        identity = message.arrival.message_id
        return identity if self.ruleset.duplicates == "bypass" else f"{identity} {message.position}"

    def declare_last(self, last_number: int, now_us: int) -> None:
        """Remember the last number; held messages above it become ``after_last`` at this moment.

        They leave the buffer together with their timers, so they no longer bake anything below them; what
        was released before stays released (3.2). Their ``bypassed_at`` is their own effective arrival (3.1).
        """
        self.last_number = last_number
        self.last_declared_us = now_us
        self.highest = None if self.highest is None else min(self.highest, last_number)
        for message in [held for held in self.held if self.reach(held) > last_number]:
            self.held.remove(message)
            self.settle(message, "bypass", "after_last")

    def drop(self, drop: Drop, now_us: int) -> bool:
        """Held messages are thrown away; what was skipped or late before stands, and their numbers may come again.

        What is due by then leaves first. Held is what waits for its turn: of what only waits for a tick, or for the rest of
        its sequence, the turn has come. They are no longer the highest that came.
        """
        self.fire_timers(now_us)
        numbers = sorted(map(self.numbering.published, (drop.from_number, drop.to_number)))
        dropped = [message for message in self.waiting if numbers[0] <= message.number <= numbers[1]]
        for message in dropped:
            self.held.remove(message)
            self.forget(message)
            self.settled[message.position] = Verdict("failure", "dropped", now_us)
        refusals = ("dropped", "duplicate", "conflicting_duplicate", "replaced", "overflow")
        if dropped:
            self.highest_received = max(
                (
                    self.reach(message)
                    for message in self.accepted
                    if message.position not in self.settled
                    or self.settled[message.position].reason not in refusals
                ),
                default=None,
            )
        return bool(dropped)

    def make_room(self, clock_us: int) -> None:
        """``session_size``: what is held at the end of a run, and more than there is room for, goes.

        * ``release``: the lowest have their turn, at the run's clock, until the rest fits. That is a turn like any other:
          what waited for nothing but these leaves with them.
        * ``bypass``: the newest of those that came in this run, that is, that were judged in it: a message beyond
          the clock has not come yet.
        """
        size = self.ruleset.session_size
        newcomers = sorted(
            (message for message in self.newcomers if message in self.held), key=lambda m: m.event_order
        )
        self.newcomers.clear()
        if size is None:
            return
        if self.ruleset.on_overflow == "fail" and len(self.held) > size:
            raise NoRoomError(f"session_size is {size}, but {len(self.held)} messages would be held")
        while len(self.held) > size and self.ruleset.on_overflow == "release":
            self.give_turn(min(self.held, key=lambda m: m.place_in_line), clock_us)
        while len(self.held) > size and newcomers:
            message = newcomers.pop()
            self.held.remove(message)
            self.forget(message)
            self.settle(message, "bypass", "overflow")

    # -- outcomes

    def settle(self, message: Message, outcome: Outcome, reason: Reason) -> None:
        """Record a bypass or a failure; its time is the effective arrival (3.1).

        ``late_by`` counts from the moment the threshold took its present value: an equal key released at
        once later on does not renew it (3.1, "release time of the threshold then in force"). That is when the
        threshold was due, whatever the heartbeat; where nothing has left (``hold``), nothing can be said.
        """
        late_by_us = None
        if reason == "late" and self.threshold_due_us is not None:
            late_by_us = message.effective_us - self.threshold_due_us
        self.settled[message.position] = Verdict(outcome, reason, message.effective_us, late_by_us=late_by_us)

    def release(self, message: Message, now_us: int) -> None:
        """Release a message."""
        if message in self.held:
            self.held.remove(message)
        self.leave(message.position, self.reach(message), now_us)
        self.raise_threshold(self.reach(message), now_us)

    def leave(self, position: int | None, number: int, now_us: int) -> None:
        """Give the next place in the order of release; it is left at the next tick of the heartbeat."""
        self.releases.append(Release(position, number, now_us, self.tick(now_us), len(self.releases) + 1))

    def tick(self, now_us: int) -> int:
        """The next tick of the heartbeat, or this moment."""
        tick_us = self.ruleset.heartbeat_us or 1
        return -(-now_us // tick_us) * tick_us

    def raise_threshold(self, number: int, now_us: int) -> None:
        """What is not above the threshold cannot be released in order any more."""
        if self.threshold is None or number > self.threshold:
            self.threshold = number
            self.threshold_due_us = now_us

    # -- what is published

    def left_threshold(self, clock_us: int) -> int | None:
        """The highest number that has left."""
        return max((r.number for r in self.releases if r.leaves_us <= clock_us), default=None)

    def closed_at_us(self, clock_us: int) -> int | None:
        """Closed by completion: the last number or a higher one has left, and the last is known; the later of both.

        A sequence whose last number lies before its first has nothing to wait for. A claim of the last number does as
        well, at its tick. What is closed stays so, also where an equal key follows.
        """
        if self.begun_again_us is not None:
            return self.begun_again_us if self.begun_again_us <= clock_us else None
        if self.last_number is None:
            return None
        turns = [release.leaves_us for release in self.releases if release.number >= self.last_number]
        turns += [self.tick(at_us) for at_us, number in self.claims if number >= self.last_number]
        if self.whole_at_us is not None and not turns:
            turns.append(self.whole_at_us)
        first = self.next_expected(None)
        if first is not None and first > self.last_number:
            turns.append(self.last_declared_us)
        closed_us = max(min(turns), self.last_declared_us) if turns else None
        return closed_us if closed_us is not None and closed_us <= clock_us else None

    def snapshot(self, clock_us: int, landed: Iterable[Landed]) -> Snapshot:
        """The published state after a run: what has left by its clock, and what has not.

        A heartbeat changes no verdict, so all that is decided stands; but nothing has left before its tick.
        """
        verdicts = dict(self.settled)
        for message in self.held:
            verdicts[message.position] = self.pending_verdict(clock_us)
        stand_ins: list[StandIn] = []
        for release in self.releases:
            has_left = release.leaves_us <= clock_us
            if release.position is not None:
                verdicts[release.position] = (
                    Verdict("released", None, release.leaves_us, release.release_position)
                    if has_left
                    else Verdict("pending", "baking", None)
                )
            elif has_left:
                number = self.numbering.published(release.number)
                stand_ins.append(StandIn(number, release.leaves_us, release.release_position))
        after_clock = Verdict("pending", "after_clock", None)
        threshold = self.left_threshold(clock_us)
        closed_at_us = self.closed_at_us(clock_us)
        status: SequenceStatus = (
            "closed" if closed_at_us is not None else "suspended" if self.is_suspended(clock_us) else "open"
        )
        numbers = [
            self.judged[one.position].number if one.position in self.judged else None for one in landed
        ]
        return Snapshot(
            clock_us=clock_us,
            verdicts=tuple(verdicts.get(one.position, after_clock) for one in landed),
            numbers=tuple(self.published(number) for number in numbers),
            stand_ins=tuple(stand_ins),
            next_expected=self.published(self.next_expected(threshold)),
            highest_released=self.published(threshold),
            highest_received=self.published(self.highest_received),
            last_number=self.published(self.last_number),
            status=status,
            missing_ranges=tuple(map(self.published_range, self.missing_ranges(threshold))),
            closed_at_us=closed_at_us,
            closed_by=None if closed_at_us is None else self.closed_by,
        )

    def published(self, number: int | None) -> int | None:
        return None if number is None else self.numbering.published(number)

    def published_range(self, gap: MissingRange) -> MissingRange:
        ends = self.numbering.published(gap.range_start), self.numbering.published(gap.range_end)
        return MissingRange(min(ends), max(ends), gap.status)
