"""From the key of a message to the number it is ordered by, which always counts up, and back."""

from .contract import SECOND_PARTS, Ruleset


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

    def after(self, before: "Numbering") -> "Numbering":
        """The numbering of the next epoch, after that of the one before it: it begins again."""
        return self


class PartedNumbering(Numbering):
    """Keys of two parts, the second of which is ordered the other way."""

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset)
        self.second_sign = -1 if ruleset.second_order == "descending" else 1

    def number_of(self, key: int) -> int:
        first, second = divmod(key, SECOND_PARTS)
        return self.sign * first * SECOND_PARTS + self.second_sign * second

    def published(self, number: int) -> int:
        second = self.second_sign * number % SECOND_PARTS
        return self.sign * (number - self.second_sign * second) + second


class SerialNumbering(Numbering):
    """``wrap_at``: counters that begin again at ``wrap_to`` go on counting (RFC 1982, serial number arithmetic).

    From one arrival to the next a counter is taken to have moved by less than half its range, forwards or backwards.
    Before the first arrival it stood at ``start``; with ``auto`` the first arrival is where it stands. Exactly half
    the range is neither way (RFC 1982 leaves it undefined, and so does the documentation): taken as backwards.
    """

    def __init__(self, ruleset: Ruleset, wrap_at: int) -> None:
        super().__init__(ruleset)
        self.range = wrap_at - ruleset.wrap_to
        self.stands_at = None if ruleset.start == "auto" else ruleset.start

    def number_of(self, key: int) -> int:
        """Where the counter has got to with this message."""
        if self.stands_at is None:
            self.stands_at = key
        forwards = (key - self.stands_at) % self.range
        backwards = self.range - forwards
        self.stands_at += forwards if forwards < backwards else -backwards
        return self.stands_at


class ArrivalNumbering(Numbering):
    """``key_type: arrival``: what comes is counted, 1, 2, 3 …, through all epochs, whatever becomes of it."""

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset)
        self.count = 0

    def number_of(self, key: int) -> int:
        """One more than that of the message before."""
        self.count += 1
        return self.count

    def after(self, before: Numbering) -> Numbering:
        return before


class WindowNumbering(Numbering):
    """Counters that wrap, and are compared with the highest of their epoch (3.5); at first with the one expected.

    Up to ``backward`` behind it, or up to ``forward`` ahead of it, counted round. What is neither lies where it is nearer;
    where both ways are as far, behind (RFC 1982 leaves that open).
    """

    def __init__(self, ruleset: Ruleset, wrap_at: int) -> None:
        super().__init__(ruleset)
        self.range = wrap_at - ruleset.wrap_to
        self.backward, self.forward = ruleset.window
        self.stands_at = None if ruleset.start == "auto" else ruleset.start

    def number_of(self, key: int) -> int:
        if self.stands_at is None:
            return key
        assert self.backward is not None
        assert self.forward is not None
        ahead = (key - self.stands_at) % self.range
        behind = self.range - ahead
        if behind <= self.backward:
            return self.stands_at - behind
        if ahead <= self.forward or ahead < behind:
            return self.stands_at + ahead
        return self.stands_at - behind


def numbering_of(ruleset: Ruleset) -> Numbering:
    if ruleset.key_type == "arrival":
        return ArrivalNumbering(ruleset)
    if ruleset.wrap_at is not None:
        return (WindowNumbering if ruleset.compares else SerialNumbering)(ruleset, ruleset.wrap_at)
    return Numbering(ruleset) if ruleset.second_order is None else PartedNumbering(ruleset)
