"""``key_type: arrival``: first in, first out. There are no keys, and nothing is waited for."""

from dataclasses import dataclass

from .buffer import Buffer, Message
from .contract import Outcome, Reason, Verdict


@dataclass
class FifoBuffer(Buffer):
    """A queue: what comes leaves as it comes. Nothing is late, and nothing repeats another by its number."""

    def fire_timers(self, until_us: int) -> None:
        """There are none."""

    def refusal(self, message: Message) -> tuple[Outcome, Reason] | None:
        """There is no key that could be wrong."""
        return None

    def declared_lasts(self, message: Message) -> set[int]:
        """Only the flag: the message that has it is the last that belongs to the sequence."""
        return {message.number} if message.arrival.is_last else set()

    def judge(self, message: Message) -> None:
        self.release(message, message.effective_us)

    def give_turn(self, message: Message, now_us: int) -> None:
        raise AssertionError("nothing is held")

    def forget(self, message: Message) -> None:
        raise AssertionError("nothing is held")

    def pending_verdict(self, clock_us: int) -> Verdict:
        raise AssertionError("nothing is held")
