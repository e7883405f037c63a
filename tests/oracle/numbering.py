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

    def after(self, before: "Numbering") -> "Numbering":
        """The numbering of the next epoch, after that of the one before it: it begins again."""
        return self


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


def numbering_of(ruleset: Ruleset) -> Numbering:
    if ruleset.key_type == "arrival":
        return ArrivalNumbering(ruleset)
    return Numbering(ruleset) if ruleset.wrap_at is None else SerialNumbering(ruleset, ruleset.wrap_at)
