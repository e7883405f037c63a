"""The closed form of DESIGN 3.2, taken naively: every formula is a scan over all messages, no state.

It shares nothing with the simulator but the types of the input and the verdict. ``Readings`` says how to
read the places where the formula's text and the semantics' text differ; the defaults are the readings that
agree with the simulator, and each literal one is a known class of disagreement (``test_closed_form.py``).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from .contract import Arrival, Moment, Ruleset, Verdict

INFINITY = float("inf")


@dataclass(frozen=True)
class Readings:
    """How to read the closed form where it is silent.

    * ``static_equal_is_late``: other key types with ``T = 0``: an equal key before it makes a message late
      (the text: "strictly greater than all before it ... equal too"). Literally ``k_j > k``.
    * ``conflict_in_event_order``: the first of a repeated number is unreleased where nothing before the
      repeat, by effective arrival and position, released it. Literally: its release time is later than the
      repeat's effective arrival.
    * ``cut_numbers_do_not_bake``: messages that became ``after_last`` while they were held count for nobody
      any more. Literally every message that arrived in its turn is in the minimum.
    """

    static_equal_is_late: bool = True
    conflict_in_event_order: bool = True
    cut_numbers_do_not_bake: bool = True


@dataclass(frozen=True)
class Item:
    """A message with its effective arrival and its index in the input."""

    index: int
    order: Moment
    arrival: Arrival

    @property
    def at(self) -> int:
        return self.order[0]

    @property
    def key(self) -> int:
        return self.arrival.key


def evaluate(
    ruleset: Ruleset,
    arrivals: Sequence[Arrival],
    moments: Sequence[Moment],
    clock_us: int,
    readings: Readings | None = None,
) -> list[Verdict]:
    """The verdict of each message at the clock, given the moment at which each came."""
    every = [
        Item(index, moment, arrival)
        for index, (arrival, moment) in enumerate(zip(arrivals, moments, strict=True))
    ]
    reached = sorted((item for item in every if item.at <= clock_us), key=lambda item: item.order)
    decided = _Decision(ruleset, reached, clock_us, readings or Readings()).verdicts()
    return [decided.get(item.index, Verdict("pending", "after_clock", None)) for item in every]


class _Decision:
    """All verdicts over a list of messages in event order, all of them at or before the clock."""

    def __init__(self, ruleset: Ruleset, items: list[Item], clock_us: int, readings: Readings) -> None:
        self.ruleset = ruleset
        self.items = items
        self.clock_us = clock_us
        self.readings = readings
        self.numbered = ruleset.key_type == "sequence"
        bake_time = ruleset.bake_time_us
        self.bake: float = (INFINITY if self.numbered else 0) if bake_time is None else bake_time
        self.settled: dict[int, Verdict] = {}
        self.counted: list[Item] = []  # the messages that are in the minima
        self.screened: list[Item] = []  # the messages that can still be released, duplicate or late

    # -- before the formula: keys, start, last

    def screen(self) -> None:
        ruleset = self.ruleset
        last: int | None = None
        origin = ruleset.start
        passed: list[Item] = []
        for place, item in enumerate(self.items):
            if self.numbered:
                if origin == "auto":
                    origin = item.key
                if (item.key - origin) % ruleset.step:
                    self.settled[item.index] = Verdict("failure", "invalid_key", item.at)
                    continue
                if ruleset.start != "auto" and item.key < ruleset.start:
                    self.settled[item.index] = Verdict("bypass", "before_start", item.at)
                    continue
            by_flag = item.key if item.arrival.is_last else None
            total = item.arrival.sequence_total
            by_total = None
            if self.numbered and total is not None and ruleset.start != "auto":
                by_total = ruleset.start + (total - 1) * ruleset.step
                by_total = by_total if by_total < 2**63 else None
            said = {number for number in (by_flag, by_total, last) if number is not None}
            if len(said) > 1 and (by_flag is not None or by_total is not None):
                self.settled[item.index] = Verdict("failure", "last_conflict", item.at)
                continue
            if last is None and said:
                last = said.pop()
                prefix = _Decision(ruleset, self.items[:place], item.at, self.readings).verdicts()
                for earlier in passed:
                    if earlier.key > last and prefix[earlier.index].outcome == "pending":
                        self.settled[earlier.index] = Verdict("bypass", "after_last", earlier.at)
                    elif earlier.key > last and prefix[earlier.index].outcome == "bypass":
                        self.settled[earlier.index] = prefix[earlier.index]
            if last is not None and item.key > last:
                self.settled[item.index] = Verdict("bypass", "after_last", item.at)
                continue
            passed.append(item)
        self.screened = [item for item in passed if item.index not in self.settled]
        self.counted = self.screened if self.readings.cut_numbers_do_not_bake else passed

    # -- the formula

    def is_late(self, item: Item) -> bool:
        """late(k): a >= T + min{ a_j : k_j > k, j arrived before it }."""
        or_equal = self.readings.static_equal_is_late and not self.numbered and self.bake == 0
        higher = [
            other.at
            for other in self.counted
            if other.order < item.order and (other.key > item.key or (or_equal and other.key == item.key))
        ]
        return bool(higher) and item.at >= self.bake + min(higher)

    def baked_at(self, key: int) -> float:
        """b(k) = T + min{ a_j : k_j >= k }."""
        return self.bake + min(other.at for other in self.counted if other.key >= key)

    def is_first(self, item: Item) -> bool:
        """First-arrived, by number, or elsewhere by key and message id."""
        return not any(
            other.key == item.key
            and other.order < item.order
            and (self.numbered or other.arrival.message_id == item.arrival.message_id)
            for other in self.screened
        )

    def releases(self) -> dict[int, float]:
        """release(k) of every not-late, first-arrived message, by index."""
        members = [item for item in self.screened if self.is_first(item) and not self.is_late(item)]
        if not self.numbered:
            return {item.index: max(self.baked_at(item.key), item.at) for item in members}
        by_number = {item.key: item for item in members}
        result: dict[int, float] = {}
        for item in members:
            island = [item]
            while (island[0].key - self.ruleset.step) in by_number:
                island.insert(0, by_number[island[0].key - self.ruleset.step])
            head = self.ruleset.start == island[0].key
            latest = max(member.at for member in island)
            result[item.index] = latest if head else max(self.baked_at(island[0].key), latest)
        return result

    # -- the verdicts

    def verdicts(self) -> dict[int, Verdict]:
        self.screen()
        releases = self.releases()
        released = {index: time for index, time in releases.items() if time <= self.clock_us}
        by_index = {item.index: item for item in self.items}
        ranking = sorted(released, key=lambda index: (by_index[index].key, by_index[index].order))
        position = {index: place for place, index in enumerate(ranking, start=1)}
        start = None if self.ruleset.start == "auto" else self.ruleset.start
        next_expected = by_index[ranking[-1]].key + self.ruleset.step if ranking else start
        result: dict[int, Verdict] = {}
        for item in self.items:
            index = item.index
            if index in self.settled:
                result[index] = self.settled[index]
            elif index in released:
                result[index] = Verdict("released", None, int(released[index]), position[index])
            elif index in releases and self.numbered and next_expected is not None:
                result[index] = Verdict("pending", "waiting_for_predecessor", None, blocked_by=next_expected)
            elif index in releases:
                result[index] = Verdict("pending", "baking", None)
            else:
                result[index] = self.bypass(item, releases)
        return result

    def bypass(self, item: Item, releases: dict[int, float]) -> Verdict:
        """Duplicate or late; in that order for numbers, where a late number has come as well."""
        if self.numbered and not self.is_first(item):
            first = next(other for other in self.screened if other.key == item.key)
            unreleased = first.index in releases and self.is_unreleased(first, item, releases)
            conflicting = unreleased and first.arrival.body != item.arrival.body
            return Verdict("bypass", "conflicting_duplicate" if conflicting else "duplicate", item.at)
        if not self.numbered and self.repeats_one_in_force(item, releases):
            return Verdict("bypass", "duplicate", item.at)
        threshold_time = self.threshold_time(item)
        late_by_us = None if threshold_time is None else item.at - threshold_time
        return Verdict("bypass", "late", item.at, late_by_us=late_by_us)

    def is_unreleased(self, first: Item, repeat: Item, releases: dict[int, float]) -> bool:
        if not self.readings.conflict_in_event_order:
            return releases[first.index] > repeat.at
        place = self.items.index(repeat)
        prefix = _Decision(self.ruleset, self.items[:place], repeat.at, self.readings).verdicts()
        return prefix[first.index].outcome == "pending"

    def repeats_one_in_force(self, item: Item, releases: dict[int, float]) -> bool:
        """The same key and id, held or at the threshold: no higher key has become the threshold yet."""
        passed_by = any(
            other.key > item.key and other.order < item.order and item.at >= self.bake + other.at
            for other in self.counted
        )
        return not passed_by and any(
            other.index in releases
            and other.key == item.key
            and other.order < item.order
            and other.arrival.message_id == item.arrival.message_id
            for other in self.screened
        )

    def threshold_time(self, item: Item) -> int | None:
        """When the highest key released before this message's judgement was first released.

        None only under the literal reading, where a message that left the buffer can still make one late.
        """
        place = self.items.index(item)
        prefix = _Decision(self.ruleset, self.items[:place], item.at, self.readings).verdicts()
        by_index = {other.index: other for other in self.items}
        times = [
            (-by_index[index].key, verdict.event_time_us)
            for index, verdict in prefix.items()
            if verdict.outcome == "released" and verdict.event_time_us is not None
        ]
        return min(times)[1] if times else None


def evaluate_sliding_sessions(
    ruleset: Ruleset, arrivals: Sequence[Arrival], moments: Sequence[Moment], clock_us: int
) -> list[Verdict]:
    """The verdict of each message of sliding sessions at the clock.

    A session begins with a message at least ``session_timeout`` after the one before it; it ends so long after its last
    one. All that leaves does so at the end of its session, by session, key and order of arrival. A tumbling session
    has no such form: where one begins depends on where the last one began.
    """
    timeout_us = ruleset.session_timeout_us or 0
    sign = -1 if ruleset.order == "descending" else 1
    every = [
        Item(index, moment, arrival)
        for index, (arrival, moment) in enumerate(zip(arrivals, moments, strict=True))
    ]
    reached = sorted((item for item in every if item.at <= clock_us), key=lambda item: item.order)
    begins = [
        place
        for place, item in enumerate(reached)
        if place == 0 or item.at - reached[place - 1].at >= timeout_us
    ]
    verdicts = {item.index: Verdict("pending", "after_clock", None) for item in every}
    leaving: list[tuple[int, int, Moment]] = []
    for begin, end in pairwise([*begins, len(reached)]):
        session = reached[begin:end]
        ends_us = session[-1].at + timeout_us
        firsts = {
            (item.key, "" if ruleset.key_type == "sequence" else item.arrival.message_id): item
            for item in reversed(session)
        }
        for item in session:
            if item not in firsts.values():
                verdicts[item.index] = Verdict("bypass", "duplicate", item.at)
            elif ends_us > clock_us:
                verdicts[item.index] = Verdict("pending", "session_open", None)
            else:
                leaving.append((ends_us, sign * item.key, item.order))
    for position, (ends_us, _, (*_, index)) in enumerate(sorted(leaving), start=1):
        verdicts[index] = Verdict("released", None, ends_us, position)
    return [verdicts[item.index] for item in every]
