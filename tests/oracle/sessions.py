"""Dynamic sessions: hold everything, release it sorted (QBroker's SessionTimeout)."""

from dataclasses import dataclass, field

from .buffer import Buffer, Message
from .contract import Outcome, Reason, Verdict


@dataclass
class SessionBuffer(Buffer):
    """One timer: the end of the session. Keys have their order, and no threshold from one session to the next."""

    session_timeout_us: int = 0
    ends_us: int | None = None
    seen: set[tuple[int, str]] = field(default_factory=set)

    def fire_timers(self, until_us: int) -> None:
        """A session is over at its end: what is held leaves by key, equal ones in order of arrival."""
        if self.ends_us is not None and self.ends_us <= until_us:
            for message in sorted(self.held, key=lambda m: m.place_in_line):
                self.release(message, self.ends_us)
            self.ends_us = None
            self.seen.clear()

    def refusal(self, message: Message) -> tuple[Outcome, Reason] | None:
        """Numbers are not expected to follow each other, so none is off a grid or before a start."""
        return None

    def declared_lasts(self, message: Message) -> set[int]:
        """Last flags and totals mean nothing."""
        return set()

    def judge(self, message: Message) -> None:
        """A repeat within the session is a duplicate; it keeps a sliding session open like any arrival.

        Never ``conflicting_duplicate``: the page on semantics knows that of numbers that are expected only.
        """
        if self.ends_us is None or self.ruleset.session_window == "sliding":
            self.ends_us = message.effective_us + self.session_timeout_us
        identity = self.identity(message)
        if identity in self.seen:
            self.settle(message, "bypass", "duplicate")
        else:
            self.seen.add(identity)
            self.held.append(message)

    def identity(self, message: Message) -> tuple[int, str]:
        """Of ``sequence`` the number, of other key types the key and the message id (3.3)."""
        return message.number, "" if self.ruleset.key_type == "sequence" else self.identity_of(message)

    def give_turn(self, message: Message, now_us: int) -> None:
        self.release(message, now_us)

    def forget(self, message: Message) -> None:
        self.seen.discard(self.identity(message))
        if not self.seen:
            self.ends_us = None

    def left_threshold(self, clock_us: int) -> int | None:
        """There is none: the next session may begin below."""
        return None

    def pending_verdict(self, clock_us: int) -> Verdict:
        return Verdict("pending", "session_open", None)
