"""``key_type: sequence``: numbers are contiguous by ``step``, and there is a next one."""

from dataclasses import dataclass, field, replace

from .baking import BakingBuffer
from .buffer import Landed, Message
from .contract import Drop, GapStatus, MissingRange, Outcome, Reason, Verdict

HIGHEST = 2**63 - 1


@dataclass
class NumberedBuffer(BakingBuffer):
    """What ``on_gap`` does with a gap, and whether a sequence leaves number by number or as a whole.

    ``turn`` is the highest number whose turn has come: whatever is missing below it has been given up. Number by
    number, what has its turn leaves, and ``turn`` is the threshold. As a whole, it stays held until the turn of
    the last number has come.
    """

    first_of_number: dict[int, Message] = field(default_factory=dict)
    turn: int | None = None
    undecided_below: int | None = None
    partial_us: int | None = None
    has_ended: bool = False
    begins_at: int | None = None

    # -- turns

    @property
    def start(self) -> int | None:
        """The first number, as it is ordered by; None for ``auto``."""
        start = self.ruleset.start
        if start == "auto":
            return None
        return self.numbering.published(start) if self.begins_at is None else self.begins_at

    def begin_at(self, number: int) -> None:
        """With ``auto`` all numbers below it count as given up, so they are late (3.5)."""
        if self.ruleset.start == "auto":
            self.turn = number - self.ruleset.step
        else:
            self.begins_at = number

    def give_way(self, now_us: int) -> None:
        """What is held leaves in order, its gaps given up; what was to leave as a whole fails."""
        held = sorted(self.held, key=lambda m: m.number)
        for message in held:
            if self.ruleset.hold is None:
                self.take_turn(message, now_us)
            else:
                self.turn = message.number if self.turn is None else max(self.turn, message.number)
                self.settle(message, "failure", "expired")
        self.held.clear()
        super().give_way(now_us)

    def is_too_far_ahead(self, message: Message) -> bool:
        """Further ahead of the highest than ``max_gap``; at first, of the start; with ``auto`` the first passes."""
        reference = self.start if self.highest is None else self.highest
        max_gap = self.ruleset.max_gap
        return max_gap is not None and reference is not None and message.number - reference > max_gap

    @property
    def next_turn(self) -> int | None:
        """The number that is waited for."""
        return self.next_expected(self.turn)

    def next_expected(self, threshold: int | None) -> int | None:
        """One step above the threshold; the start before anything left; None for ``auto`` until then.

        It is not cut off at a known last number: after completion it is last + step.
        """
        return self.start if threshold is None else threshold + self.ruleset.step

    @property
    def bake_time_us(self) -> int | None:
        """None is infinite: pure next-expected (3.2). So is what waits for somebody to decide."""
        waits = self.ruleset.on_gap == "suspend" or self.is_left_to_be_decided
        return None if waits else self.ruleset.bake_time_us

    @property
    def is_left_to_be_decided(self) -> bool:
        """A gap too large to be stood in for, below a message that has baked (``undecided_below``)."""
        return self.undecided_below is not None

    @property
    def waiting(self) -> list[Message]:
        return self.unbaked

    @property
    def waits_for_start(self) -> bool:
        """``start_after``: which number is the first is not known yet. What there has been no room for begins it, too."""
        return self.ruleset.start_after_us is not None and self.turn is None

    def start_by(self, until_us: int) -> None:
        """``start_after``: so long after the first arrival it is the turn of the smallest number that has come.

        Nothing leaves before, and what has baked by then has baked then. An arrival at that very moment comes after it.
        As with a bake time, the first arrival is the earliest of those that are held: one that is bypassed because the
        last number turns out to be below it has begun nothing.
        """
        if not self.unbaked:
            return
        begins_us = min(message.effective_us for message in self.unbaked) + (self.ruleset.start_after_us or 0)
        if begins_us > until_us:
            return
        self.earliest_us = begins_us if self.earliest_us is None else max(begins_us, self.earliest_us)
        self.take_turn(min(self.unbaked, key=lambda m: m.number), begins_us)
        self.follow(begins_us)

    @property
    def unbaked(self) -> list[Message]:
        return [message for message in self.held if self.turn is None or message.number > self.turn]

    def fire_timers(self, until_us: int) -> None:
        """``partial_after``: so long after the first arrival what has come leaves, before all else at that moment."""
        if self.waits_for_start:
            self.start_by(until_us)
            if self.waits_for_start:
                return
        if self.partial_us is not None and self.partial_us <= until_us and not self.has_ended:
            super().fire_timers(self.partial_us - 1)
            if self.closed_at_us(self.partial_us - 1) is None:
                self.leave_in_part(self.partial_us)
        if not self.has_ended:
            super().fire_timers(until_us)

    def leave_in_part(self, now_us: int) -> None:
        """The gaps up to a known last number are skipped, and the epoch ends. What comes later is behind its end."""
        for message in sorted(self.held, key=lambda m: m.number):
            self.turn = message.number if self.turn is None else max(self.turn, message.number)
            super().release(message, now_us)
        if self.last_number is not None:
            self.turn = self.last_number if self.turn is None else max(self.turn, self.last_number)
        self.has_ended, self.closed_by = True, "expiration"

    def closed_at_us(self, clock_us: int) -> int | None:
        if self.has_ended:
            return self.partial_us
        return super().closed_at_us(clock_us)

    def left_threshold(self, clock_us: int) -> int | None:
        """What has ended has passed its last number, too."""
        return self.turn if self.has_ended else super().left_threshold(clock_us)

    def accept(self, landed: Landed) -> None:
        super().accept(landed)
        has_key = landed.position not in self.settled or self.settled[landed.position].reason != "invalid_key"
        if self.partial_us is None and self.ruleset.partial_after_us is not None and has_key:
            self.partial_us = landed.effective_us + self.ruleset.partial_after_us
        if self.is_undecided_beyond_the_end:
            self.go_on(landed.effective_us)

    @property
    def is_undecided_beyond_the_end(self) -> bool:
        """What was above a gap too large turns out to be behind the last number: that gap was none."""
        return (
            self.undecided_below is not None
            and self.last_number is not None
            and self.undecided_below > self.last_number
        )

    def bake(self, up_to: int, now_us: int) -> None:
        """Give up the gaps below what has baked. One too large to be stood in for is left to be decided, until nothing of it is missing."""
        for message in sorted(self.unbaked, key=lambda m: m.number):
            if message.number > up_to:
                break
            if self.ruleset.on_gap == "stand_in" and self.missing_below(message) > self.ruleset.max_stand_ins:
                self.undecided_below = message.number
                break
            self.take_turn(message, now_us)
        self.follow(now_us)

    def missing_below(self, message: Message) -> int:
        """How many numbers are waited for below a message; with ``auto`` none before the first turn."""
        return 0 if self.next_turn is None else (message.number - self.next_turn) // self.ruleset.step

    def take_turn(self, message: Message, now_us: int) -> None:
        self.turn = message.number
        if self.ruleset.hold is None:
            self.release(message, now_us)

    def follow(self, now_us: int) -> None:
        """It is the turn of the held messages whose predecessors have had theirs."""
        held_by_number = {message.number: message for message in self.unbaked}
        while self.next_turn is not None and self.next_turn in held_by_number:
            self.take_turn(held_by_number[self.next_turn], now_us)
        self.leave_as_a_whole(now_us)
        if self.undecided_below is not None and self.turn is not None and self.turn >= self.undecided_below:
            self.go_on(now_us)

    def go_on(self, now_us: int) -> None:
        """Nothing is left to be decided about: what has baked above that does so at this moment."""
        self.undecided_below = None
        self.earliest_us = now_us
        self.fire_timers(now_us)

    def leave_as_a_whole(self, now_us: int) -> None:
        """``hold``: once the last number is known and its turn has come, everything held leaves, at that moment."""
        if self.ruleset.hold is None or self.last_number is None or self.turn is None:
            return
        if self.turn >= self.last_number:
            self.whole_at_us = now_us if self.whole_at_us is None else self.whole_at_us
            for message in sorted(self.held, key=lambda m: m.number):
                self.release(message, now_us)

    def give_turn(self, message: Message, now_us: int) -> None:
        """For want of room: also of a sequence that is to leave as a whole."""
        self.turn = message.number if self.turn is None else max(self.turn, message.number)
        self.release(message, now_us)
        self.follow(now_us)

    def release(self, message: Message, now_us: int) -> None:
        """``stand_in``: just before what comes after a gap, at the same time, a placeholder for each number of it."""
        missing = self.next_expected(self.threshold)
        if self.ruleset.on_gap == "stand_in" and missing is not None:
            for number in range(missing, message.number, self.ruleset.step):
                self.leave(None, number, now_us)
        super().release(message, now_us)

    # -- arrivals

    def refusal(self, message: Message) -> tuple[Outcome, Reason] | None:
        """Numbers off the grid are ``invalid_key`` (3.2), judged with the key, so before the start is.

        With a fixed start, the grid goes through it. DESIGN is silent about ``auto``: here the first message judged
        fixes the grid, so the verdict of every message is known at its own arrival. With ``auto`` nothing is
        expected before the first release, so nothing is ever ``before_start``.
        """
        origin = next(iter(self.first_of_number), None) if self.start is None else self.start
        if origin is not None and (message.number - origin) % self.ruleset.step != 0:
            return "failure", "invalid_key"
        if self.start is not None and message.number < self.start:
            return "bypass", "before_start"
        return None

    def declared_lasts(self, message: Message) -> set[int]:
        """The own number by the flag; ``start + (total - 1) * step`` by the total (3.2).

        A total says nothing under ``start: auto``, where the first number is not known. It is taken as it
        is: a total of 0 declares that nothing is to come (DESIGN is silent on totals below 1). One that leads beyond 64 bits says nothing.
        """
        declared: set[int] = set()
        total = message.arrival.sequence_total
        if message.arrival.is_last:
            declared.add(message.number)
        if total is not None and self.start is not None:
            last_number = self.start + (total - 1) * self.ruleset.step
            if last_number <= HIGHEST:
                declared.add(last_number)
        return declared

    def declare_last(self, last_number: int, now_us: int) -> None:
        """The turn of a number that only now is known to be the last may have come before."""
        super().declare_last(last_number, now_us)
        self.leave_as_a_whole(now_us)

    def judge(self, message: Message) -> None:
        """Duplicate, then late, else held until its predecessors have had their turn (3.2).

        * A number that has come, whether it is held, released or was bypassed as late, is a duplicate. It
          is ``conflicting_duplicate`` if the bodies differ (null is a body) and the first is still held
          (3.3). "At the repeat's effective arrival" is read in event order: a first that is released at
          the same time, but by an arrival with a later ingest position, is still unreleased (3.1, "before
          always means ..."). With ``duplicates: replace`` it takes the place of one whose turn has not come.
        * A number up to the turn that has not come was given up (or, with ``auto``, lies below the first
          released): late the first time, a duplicate from then on.
        """
        first = self.first_of_number.setdefault(message.number, message)
        if first is not message and self.ruleset.duplicates == "replace" and first in self.unbaked:
            self.take_place(first, message)
        elif first is not message:
            conflicting = first in self.held and first.arrival.body != message.arrival.body
            self.settle(message, "bypass", "conflicting_duplicate" if conflicting else "duplicate")
        elif self.turn is not None and message.number <= self.turn:
            self.settle(message, "bypass", "late")
        else:
            self.held.append(message)
            self.follow(message.effective_us)

    def take_place(self, older: Message, newest: Message) -> None:
        """``duplicates: replace``: while a number waits for its turn, the newest message of it takes the place of the older.

        The older one is bypassed as ``replaced`` when the newest arrives; its number goes on baking.
        """
        newest = replace(newest, baking_since_us=older.baking_since_us)
        self.held[self.held.index(older)] = newest
        self.first_of_number[newest.number] = newest
        self.settled[older.position] = Verdict("bypass", "replaced", newest.effective_us)

    def drop(self, drop: Drop, now_us: int) -> bool:
        """A gap that was to be decided about ends with what was above it; what bakes then does so at that moment."""
        is_applied = super().drop(drop, now_us)
        if is_applied and self.is_left_to_be_decided:
            self.go_on(now_us)
        return is_applied

    def is_behind_end(self, message: Message) -> bool:
        """Behind an end by ``partial_after`` is what lies above the highest number that had left or was skipped."""
        is_above = self.turn is None or message.number > self.turn
        return super().is_behind_end(message) or (self.has_ended and is_above)

    def forget(self, message: Message) -> None:
        """Its number counts as not come, as that of a message in conflict does."""
        del self.first_of_number[message.number]

    # -- what is published

    def is_suspended(self, clock_us: int) -> bool:
        """A gap has baked that ``on_gap`` leaves to be decided: something above it has been held for the bake time.

        Until what is missing has come: the gap after that bakes anew.
        """
        undecided = self.ruleset.on_gap == "suspend" or self.is_left_to_be_decided
        bake_time_us = self.ruleset.bake_time_us
        if not undecided or bake_time_us is None or self.next_turn is None:
            return False
        return any(message.baking_since_us + bake_time_us <= clock_us for message in self.unbaked)

    def pending_verdict(self, clock_us: int) -> Verdict:
        """``waiting_for_predecessor``, blocked by the number that is waited for, whatever the bake time.

        Every held message has the same blocker: the number whose turn it is, which is not necessarily the
        nearest missing one below; of a sequence that leaves as a whole it may lie above. Under ``auto`` nothing is
        expected before the first release: ``baking``. All that a suspended sequence holds is ``suspended``.
        """
        is_suspended = self.is_suspended(clock_us)
        if not is_suspended and self.next_expected(self.left_threshold(clock_us)) is None:
            return Verdict("pending", "baking", None)
        reason: Reason = "suspended" if is_suspended else "waiting_for_predecessor"
        return Verdict("pending", reason, None, blocked_by=self.published(self.next_turn))

    def missing_ranges(self, threshold: int | None) -> tuple[MissingRange, ...]:
        """Numbers from the start (``auto``: the first released) to the last, or the highest received.

        Those up to the turn have been given up, the others are open; a late number has come, so it
        splits its range (4.4). Before the first release under ``auto`` there is no range to speak of.
        """
        step = self.ruleset.step
        low = self.releases[0].number if self.start is None and threshold is not None else self.start
        high = max(self.first_of_number, default=None) if self.last_number is None else self.last_number
        if low is None or high is None or self.next_turn is None:
            return ()
        given_up: GapStatus = "stood_in" if self.ruleset.on_gap == "stand_in" else "skipped"
        received = sorted(number for number in self.first_of_number if low <= number <= high)
        gaps: list[MissingRange] = []
        expected = low
        for number in [*received, high + step]:
            if number > expected:
                has_ended = self.has_ended or self.begun_again_us is not None
                is_given_up = has_ended or expected < self.next_turn
                status = given_up if is_given_up else "open"
                gaps.append(MissingRange(expected, number - step, status))
            expected = number + step
        return tuple(gaps)
