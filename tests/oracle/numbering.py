"""From the key of a message to the number it is ordered by, which always counts up, and back."""

from .contract import Ruleset


class Numbering:
    """Keys that count up are their own numbers; those that count down are read with their sign changed."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.sign = -1 if ruleset.order == "descending" else 1

    def number_of(self, key: int) -> int:
        """The number of the next message in order of arrival."""
        return self.sign * key

    def published(self, number: int) -> int:
        """A number as the tables show it."""
        return self.sign * number


class SerialNumbering(Numbering):
    """``wrap_at``: counters that begin again at 0 go on counting (RFC 1982, serial number arithmetic).

    From one arrival to the next a counter is taken to have moved by less than half its range, forwards or backwards.
    Before the first arrival it stood at ``start``; with ``auto`` the first arrival is where it stands. Exactly half
    the range is neither way (RFC 1982 leaves it undefined, and so does the documentation): taken as backwards.
    """

    def __init__(self, ruleset: Ruleset, wrap_at: int) -> None:
        super().__init__(ruleset)
        self.wrap_at = wrap_at
        self.stands_at = None if ruleset.start == "auto" else ruleset.start

    def number_of(self, key: int) -> int:
        """Where the counter has got to with this message."""
        if self.stands_at is None:
            self.stands_at = key
        forwards = (key - self.stands_at) % self.wrap_at
        backwards = self.wrap_at - forwards
        self.stands_at += forwards if forwards < backwards else -backwards
        return self.stands_at


class WindowNumbering(Numbering):
    """Counters that wrap, and are compared with the highest of their epoch (3.5); at first with the one expected.

    Up to ``backward`` behind it, or up to ``forward`` ahead of it, counted round. What is neither lies where it is nearer;
    where both ways are as far, behind (RFC 1982 leaves that open).
    """

    def __init__(self, ruleset: Ruleset, wrap_at: int) -> None:
        super().__init__(ruleset)
        self.wrap_at = wrap_at
        self.backward, self.forward = ruleset.window
        self.stands_at = None if ruleset.start == "auto" else ruleset.start

    def number_of(self, key: int) -> int:
        if self.stands_at is None:
            return key
        assert self.backward is not None
        assert self.forward is not None
        ahead = (key - self.stands_at) % self.wrap_at
        behind = self.wrap_at - ahead
        if behind <= self.backward:
            return self.stands_at - behind
        if ahead <= self.forward or ahead < behind:
            return self.stands_at + ahead
        return self.stands_at - behind


def numbering_of(ruleset: Ruleset) -> Numbering:
    if ruleset.wrap_at is not None and ruleset.compares:
        return WindowNumbering(ruleset, ruleset.wrap_at)
    return Numbering(ruleset) if ruleset.wrap_at is None else SerialNumbering(ruleset, ruleset.wrap_at)
