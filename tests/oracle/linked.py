"""``previous`` and ``span_to``: numbers of which messages themselves say what they follow, or how far they reach."""

from copy import copy
from dataclasses import dataclass, field

from .buffer import Landed, Message
from .contract import Arrival, MissingRange, Outcome, Reason
from .numbered import HIGHEST, NumberedBuffer

Range = tuple[int, int]
LOWEST = -(2**63)


def without(ranges: list[Range], first: int, last: int) -> list[Range]:
    """The ranges, less the numbers from first to last."""
    left: list[Range] = []
    for low, high in ranges:
        left += [(low, min(high, first - 1)), (max(low, last + 1), high)]
    return [(low, high) for low, high in left if low <= high]


@dataclass
class LinkedBuffer(NumberedBuffer):
    """What both share: numbers that were given up are remembered as ranges, which may have no message to a number.

    ``skipped`` is what was given up and has not come since. With ``start: auto`` so is all below the first release,
    which nobody asked for (``unasked``).
    """

    skipped: list[Range] = field(default_factory=list)
    unasked: list[Range] = field(default_factory=list)

    def was_skipped(self, first: int, last: int) -> bool:
        return any(low <= last and first <= high for low, high in self.skipped + self.unasked)

    def comes_after_all(self, first: int, last: int) -> None:
        """Numbers that have come are missing no longer."""
        self.skipped = without(self.skipped, first, last)
        self.unasked = without(self.unasked, first, last)

    def bake(self, up_to: int, now_us: int) -> None:
        """Whatever is missing below what has baked is given up."""
        for message in sorted(self.unbaked, key=lambda m: m.place_in_line):
            if message.number <= up_to:
                self.take_turn(message, now_us)
        self.follow(now_us)

    def give_up(self, last: int) -> None:
        """The numbers from the expected one to this one; with ``auto`` none before the first turn."""
        if self.next_turn is not None and self.next_turn <= last:
            self.skipped.append((self.next_turn, last))

    def begin(self, first: int) -> None:
        """With ``auto`` the first turn says where the sequence begins."""
        if self.turn is None and self.start is None:
            self.unasked.append((LOWEST, first - 1))

    def missing(self) -> list[Range]:
        """What is missing below what is held."""
        return []

    def missing_ranges(self, threshold: int | None) -> tuple[MissingRange, ...]:
        """What was given up, what is missing below what is held, and what is up to a known last number. None is above that."""
        if self.next_turn is None:
            return ()
        open_ranges = self.missing()
        highest = max([self.next_turn - 1, *map(self.reach, self.unbaked)])
        if self.last_number is not None and highest < self.last_number:
            open_ranges.append((highest + 1, self.last_number))
        last = highest if self.last_number is None else self.last_number
        gaps = [MissingRange(low, min(high, last), "skipped") for low, high in self.skipped if low <= last]
        return tuple(gaps + [MissingRange(low, high, "open") for low, high in open_ranges])


@dataclass
class PointingBuffer(LinkedBuffer):
    """``previous``: keys have holes, and a message names the key of the one before it."""

    def refusal(self, message: Message) -> tuple[Outcome, Reason] | None:
        if self.follows_itself(message.arrival):
            return "failure", "invalid_key"
        return super().refusal(message)

    def follows_itself(self, arrival: Arrival) -> bool:
        """Whether the message that it names is none before it."""
        previous = arrival.previous
        return previous is not None and self.numbering.published(previous) >= self.numbering.published(
            arrival.key
        )

    def previous_of(self, message: Message) -> int | None:
        previous = message.arrival.previous
        return None if previous is None else self.numbering.published(previous)

    def declared_lasts(self, message: Message) -> set[int]:
        """Only the flag: a total counts messages, and keys have holes."""
        return {message.number} if message.arrival.is_last else set()

    def follows(self, message: Message) -> bool:
        """What it names has left or been given up, or it names none, or it is the first."""
        previous = self.previous_of(message)
        if previous is None or message.number == self.start:
            return True
        return self.next_turn is not None and previous < self.next_turn

    def take_turn(self, message: Message, now_us: int) -> None:
        previous = self.previous_of(message)
        if not self.follows(message) and previous is not None:
            self.give_up(previous)
        self.begin(message.number)
        super().take_turn(message, now_us)

    def follow(self, now_us: int) -> None:
        """A message that follows at once leaves, and before it what is held below it, as if that had baked."""
        while following := [message for message in self.unbaked if self.follows(message)]:
            first = min(following, key=lambda m: m.number)
            for message in sorted(self.unbaked, key=lambda m: m.number):
                if message.number <= first.number:
                    self.take_turn(message, now_us)

    def judge(self, message: Message) -> None:
        """What is not above the newest released key, and has not come, is late if its number was skipped."""
        number = message.number
        if number in self.first_of_number or self.turn is None or number > self.turn:
            super().judge(message)
            return
        was_skipped = self.was_skipped(number, number)
        self.first_of_number[number] = message
        self.comes_after_all(number, number)
        self.settle(message, "bypass", "late" if was_skipped else "duplicate")

    def missing(self) -> list[Range]:
        below = None if self.next_turn is None else self.next_turn - 1
        found: list[Range] = []
        for message in sorted(self.unbaked, key=lambda m: m.number):
            previous = self.previous_of(message)
            if below is not None and previous is not None and below < previous:
                found.append((below + 1, previous))
            below = message.number
        return found


@dataclass
class SpanningBuffer(LinkedBuffer):
    """``span_to``: a message covers the numbers from its key to another one. ``turn`` is the highest that has had its turn."""

    def reach(self, message: Message) -> int:
        end = message.arrival.span_to
        assert end is not None
        if self.ruleset.wrap_at is None:
            return end
        return message.number + (end - message.arrival.key) % (self.ruleset.wrap_at - self.ruleset.wrap_to)

    def message_of(self, landed: Landed) -> Message:
        """As with a key that is none: what covers no numbers moves no counter."""
        if isinstance(landed.arrival, Arrival) and self.covers_nothing(landed.arrival):
            stood_at = copy(self.numbering)
            message = super().message_of(landed)
            self.numbering = stood_at
            return message
        return super().message_of(landed)

    def covers_nothing(self, arrival: Arrival) -> bool:
        """An end below the key, or so far away that 64 bits do not count it; where counters wrap, half the range or more, or none."""
        end, wrap_at, wrap_to = arrival.span_to, self.ruleset.wrap_at, self.ruleset.wrap_to
        if end is None or wrap_at is None:
            return end is None or not 0 <= end - arrival.key < HIGHEST
        return (
            not wrap_to <= end < wrap_at
            or 2 * ((end - arrival.key) % (wrap_at - wrap_to)) >= wrap_at - wrap_to
        )

    def refusal(self, message: Message) -> tuple[Outcome, Reason] | None:
        if self.covers_nothing(message.arrival):
            return "failure", "invalid_key"
        if self.start is not None and self.reach(message) < self.start:
            return "bypass", "before_start"
        return None

    def declared_lasts(self, message: Message) -> set[int]:
        """A last flag means its end; a total counts numbers."""
        declared = {self.reach(message)} if message.arrival.is_last else set()
        total = message.arrival.sequence_total
        return declared if total is None or self.start is None else declared | {self.start + total - 1}

    def take_turn(self, message: Message, now_us: int) -> None:
        """What lies wholly below by then is a repeat of what has left."""
        if self.turn is not None and self.reach(message) <= self.turn:
            self.held.remove(message)
            self.settle(message, "bypass", "duplicate")
            return
        self.give_up(message.number - 1)
        self.begin(message.number)
        self.comes_after_all(message.number, self.reach(message))
        self.turn = self.reach(message)
        self.release(message, now_us)

    def follow(self, now_us: int) -> None:
        """Held ones are tried lowest key first, equal ones in the order they came."""
        for message in sorted(self.unbaked, key=lambda m: m.place_in_line):
            if self.next_turn is None or message.number > self.next_turn:
                return
            self.take_turn(message, now_us)

    @property
    def unbaked(self) -> list[Message]:
        return self.held

    def judge(self, message: Message) -> None:
        """What lies wholly below the expected number is late or a repeat; its key alone makes nothing late."""
        if self.turn is None or self.reach(message) > self.turn:
            self.held.append(message)
            self.follow(message.effective_us)
            return
        was_skipped = self.was_skipped(message.number, self.reach(message))
        self.comes_after_all(message.number, self.reach(message))
        self.settle(message, "bypass", "late" if was_skipped else "duplicate")

    def forget(self, message: Message) -> None:
        """Nothing but the buffer knew of it."""

    def missing(self) -> list[Range]:
        expected = self.next_turn
        found: list[Range] = []
        for message in sorted(self.unbaked, key=lambda m: m.place_in_line):
            if expected is not None and message.number > expected:
                found.append((expected, message.number - 1))
            expected = self.reach(message) + 1 if expected is None else max(expected, self.reach(message) + 1)
        return found
