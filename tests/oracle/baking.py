"""Bake timers, and the keys of which only the order is known (QBroker's baking and static mode, claims)."""

from abc import abstractmethod
from dataclasses import dataclass, field

from .buffer import Buffer, Message
from .contract import Claim, Outcome, Reason, Verdict


@dataclass
class BakingBuffer(Buffer):
    """Every held message has a timer that runs for the bake time."""

    @property
    @abstractmethod
    def bake_time_us(self) -> int | None:
        """How long the reference message is baked; None is for ever."""

    @property
    @abstractmethod
    def unbaked(self) -> list[Message]:
        """The held messages whose turn has not come."""

    @abstractmethod
    def bake(self, up_to: int, now_us: int) -> None:
        """A message has baked: it is the turn of everything held up to its number."""

    def fire_timers(self, until_us: int) -> None:
        """Fire the bake timers due until then, one moment after the other (3.2, spec on BakeTime).

        The reference message is the held one that arrived earliest: its timer is the next one due. When it
        fires, the highest key among the fully baked messages becomes the threshold, and everything held up
        to it leaves in ascending order, equal keys in the order they came (3.3, ties).
        """
        while self.bake_time_us is not None and self.unbaked:
            bake_time_us = self.bake_time_us
            due_us = min(message.baking_since_us for message in self.unbaked) + bake_time_us
            due_us = due_us if self.earliest_us is None else max(due_us, self.earliest_us)
            if due_us > until_us:
                return
            baked = [m.number for m in self.unbaked if m.baking_since_us + bake_time_us <= due_us]
            self.bake(max(baked), due_us)


@dataclass
class OrderedBuffer(BakingBuffer):
    """Keys know only their order."""

    identities_at_threshold: set[str] = field(default_factory=set)
    claimed_up_to: int | None = None
    claimed_at_us: dict[str, int] = field(default_factory=dict)

    @property
    def bake_time_us(self) -> int | None:
        """No bake time is static mode, ``T = 0`` (3.2)."""
        return self.ruleset.bake_time_us or 0

    @property
    def unbaked(self) -> list[Message]:
        return self.held

    def bake(self, up_to: int, now_us: int) -> None:
        for message in sorted(self.held, key=lambda m: m.place_in_line):
            if message.number <= up_to:
                self.release(message, now_us)

    def refusal(self, message: Message) -> tuple[Outcome, Reason] | None:
        """Every key is good: start and step speak of numbers that follow each other."""
        return None

    def declared_lasts(self, message: Message) -> set[int]:
        """Only the flag: a total counts numbers, which other key types do not know (3.2)."""
        return {message.number} if message.arrival.is_last else set()

    def is_claimed(self, message: Message) -> bool:
        """For ``time_to_live`` from the latest claim of its id on; not at the moment it ends."""
        claimed_us = self.claimed_at_us.get(message.arrival.identity or "")
        time_to_live_us = self.ruleset.time_to_live_us
        return (
            claimed_us is not None
            and time_to_live_us is not None
            and message.effective_us < claimed_us + time_to_live_us
        )

    def accept_claim(self, claim: Claim, now_us: int) -> None:
        """What is held up to the claim's key is claimed, and its key is the threshold, if it is a higher one.

        A claim whose key is none counts for its id only, one without an id for its key only.
        """
        if self.ruleset.time_to_live_us is None:
            super().accept_claim(claim, now_us)
        if claim.identity is not None:
            self.claimed_at_us[claim.identity] = now_us
        if claim.key is None:
            return
        number = self.numbering.number_of(claim.key)
        self.claims.append((now_us, number))
        for message in [held for held in self.held if held.number <= number]:
            self.held.remove(message)
            self.settle(message, "bypass", "claimed")
        if self.claimed_up_to is None or number > self.claimed_up_to:
            self.claimed_up_to = number
        self.raise_threshold(number, now_us)

    def judge(self, message: Message) -> None:
        """Late, duplicate, released at once at the threshold, else held (3.2, 3.3).

        * Below the threshold: ``late``, also a repeat.
        * The same key and message id again is a ``duplicate`` while the first is held, or was released and
          is at the threshold. One bypassed there (static mode, claimed) is not "at the threshold": late, or released.
        * An equal key is released at once; in static mode only a strictly greater one is, so it is ``late``.
        """
        number = message.number
        identity = self.identity_of(message)
        if self.threshold is not None and number < self.threshold:
            self.settle(message, "bypass", "late")
        elif number == self.threshold:
            if identity in self.identities_at_threshold:
                self.settle(message, "bypass", "duplicate")
            elif self.bake_time_us == 0:
                self.settle(message, "bypass", "late")
            else:
                self.release(message, message.effective_us)
        elif any(held.number == number and self.identity_of(held) == identity for held in self.held):
            self.settle(message, "bypass", "duplicate")
        else:
            self.held.append(message)

    def give_turn(self, message: Message, now_us: int) -> None:
        """Equal keys leave together: one that equals the threshold is not held."""
        self.bake(message.number, now_us)

    def forget(self, message: Message) -> None:
        """Nothing but the buffer knew of it."""

    def release(self, message: Message, now_us: int) -> None:
        """Remember which messages stand at the threshold."""
        super().release(message, now_us)
        self.identities_at_threshold.add(self.identity_of(message))

    def raise_threshold(self, number: int, now_us: int) -> None:
        if self.threshold is None or number > self.threshold:
            self.identities_at_threshold.clear()
        super().raise_threshold(number, now_us)

    def left_threshold(self, clock_us: int) -> int | None:
        """A claim is a threshold as well: nothing at or below it is still held."""
        left = super().left_threshold(clock_us)
        marks = [mark for mark in (left, self.claimed_up_to) if mark is not None]
        return max(marks, default=None)

    def pending_verdict(self, clock_us: int) -> Verdict:
        """Held messages bake."""
        return Verdict("pending", "baking", None)
