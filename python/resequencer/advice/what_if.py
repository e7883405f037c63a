"""What rulesets would have made of the same arrivals: the closed form of docs/semantics.md, on arrays.

Of one policy or of many: what costs is reading and sorting the arrivals, and that is done once.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

import numpy as np
import pandas as pd

from resequencer.advice.history import Booleans, Floats, Integers

_LARGEST = 2**63 - 1
_LEAST = -(2**63)
NEVER_US = _LARGEST
"""When a message leaves that only another one can free, or that never was held."""


class Verdict(IntEnum):
    """What becomes of a message."""

    RELEASED = 0
    LATE = 1
    DUPLICATE = 2
    """Conflicting ones included."""
    BYPASSED = 3
    """For another reason: before the start, or after the last number."""
    FAILED = 4
    """Announces another last number than the one announced first."""
    PENDING = 5


@dataclass(frozen=True)
class Policy:
    """The settings of a ruleset on which the closed form depends."""

    is_sequence: bool
    """Whether numbers are without gaps; else only their order is known."""
    bake_us: int | None
    """How long a gap is waited for, in microseconds; None: for ever (needs is_sequence)."""
    start: int | None = None
    """The first number; None: `auto`, or keys of which only the order is known."""
    step: int = 1
    """Distance of consecutive numbers."""
    heartbeat_us: int | None = None
    """What is due leaves at the next multiple of it; None: at once."""
    session_size: int | None = None
    """At most so many of a sequence are held at the clock; None: any number. Without a heartbeat."""
    bypasses_newest: bool = False
    """What is too many: the newest are bypassed; else the lowest are released, with what follows them."""
    releases_repeats: bool = False
    """Whether a message that comes again is another one; only of keys of which only the order is known."""


class Arrivals:
    """Messages of any number of sequences, as one array for each column, in any order."""

    def __init__(
        self,
        sequence: Integers,
        number: Integers,
        arrival_us: Integers,
        position: tuple[Integers, ...],
        message: Integers,
        is_last: Booleans,
        total: Integers,
        is_resumed: Booleans | None = None,
    ) -> None:
        """Put the messages in the order of their numbers.

        Args:
            sequence: which sequence each message belongs to.
            number: its number; numbers count up.
            arrival_us: its effective arrival, in microseconds.
            position: keys of the order in which messages of one moment came, the first weighs most.
            message: its identity: equal for the same message_id.
            is_last: whether it is announced as the last of its sequence.
            total: how many messages it says its sequence has; 0 where it says nothing.
            is_resumed: whether its number is the first that is remembered of a sequence whose beginning is
                forgotten: there it begins, wherever the start is. None: all begin at the start.
        """
        by_arrival = np.lexsort((*reversed(position), arrival_us))
        rank = np.empty(len(by_arrival), dtype=np.int64)
        rank[by_arrival] = np.arange(len(by_arrival))
        self.order = np.lexsort((rank, message, number, sequence))
        """Where each message in order of its number was given."""
        self.arrived_us = arrival_us[by_arrival]
        """Effective arrivals in order of time."""
        self.rank = rank[self.order]
        """Place of each message in order of time."""
        self.sequence, self.number, self.message = (
            column[self.order] for column in (sequence, number, message)
        )
        self.is_last, self.total = is_last[self.order], total[self.order]
        self.is_resumed = (
            np.zeros(len(self.order), dtype=np.bool_) if is_resumed is None else is_resumed[self.order]
        )
        self.line = _runs(self.sequence)
        """Place of its sequence among the sequences."""
        self._prepared: dict[tuple[bool, int | None, int, bool], _Line] = {}

    def __len__(self) -> int:
        return len(self.rank)

    @cached_property
    def arrival_us(self) -> Integers:
        """Effective arrival of each message."""
        return self.arrived_us[self.rank]

    @cached_property
    def group_start(self) -> Integers:
        """Where the messages of each message's number begin."""
        begins = _begins(self.sequence, self.number)
        return np.asarray(np.flatnonzero(begins)[np.cumsum(begins) - 1], dtype=np.int64)

    @cached_property
    def group_end(self) -> Integers:
        """Where they have ended."""
        begins = _begins(self.sequence, self.number)
        ends = np.append(np.flatnonzero(begins)[1:], len(self))
        return np.asarray(ends[np.cumsum(begins) - 1], dtype=np.int64)

    def line_of(self, policy: Policy) -> _Line:
        """What is known before any bake time; worked out once for policies that agree in it."""
        key = (policy.is_sequence, policy.start, policy.step, policy.releases_repeats)
        if key not in self._prepared:
            self._prepared[key] = _Line(self, policy)
        return self._prepared[key]


class _Line:
    """Which messages take part in the ordering, and why others do not (int_resequencer__admitted)."""

    def __init__(self, arrivals: Arrivals, policy: Policy) -> None:
        number, rank, line = arrivals.number, arrivals.rank, arrivals.line
        is_before_start = np.zeros(len(arrivals), dtype=np.bool_)
        if policy.start is not None:
            is_before_start = number < policy.start
        total_last, has_total = _last_by_total(arrivals.total, policy)
        is_contradictory = arrivals.is_last & has_total & (total_last != number)
        announces = (arrivals.is_last | has_total) & ~is_contradictory
        announced = np.where(arrivals.is_last, number, total_last)
        # The first announcement of each sequence wins.
        first = np.full(int(line[-1]) + 1 if len(line) else 0, len(arrivals))
        told = np.flatnonzero(announces & ~is_before_start)
        np.minimum.at(first, line[told], rank[told])
        by_rank = np.zeros(len(arrivals) + 1, dtype=np.int64)
        by_rank[rank] = announced
        self.last_rank = first[line]
        """When the last number became known; beyond all messages where it did not."""
        self.has_last = self.last_rank < len(arrivals)
        self.last_number = by_rank[self.last_rank]
        is_conflict = (arrivals.is_last | has_total) & (
            is_contradictory | (self.has_last & (announced != self.last_number))
        )
        is_beyond = self.has_last & (number > self.last_number)
        is_after_last = is_beyond & (rank >= self.last_rank)
        self.refused = np.select(
            [is_before_start, is_conflict, is_after_last],
            [Verdict.BYPASSED, Verdict.FAILED, Verdict.BYPASSED],
            -1,
        )
        self.is_eligible = self.refused < 0
        self.is_beyond = is_beyond & self.is_eligible
        self.is_first = self._first(arrivals, policy)

    def _first(self, arrivals: Arrivals, policy: Policy) -> Booleans:
        """Eligible messages that no other of their number came before (of their number and id, if loose)."""
        if policy.releases_repeats:
            return self.is_eligible
        which = np.flatnonzero(self.is_eligible)
        if policy.is_sequence:
            # Within a number the messages stand by their id.
            which = which[np.lexsort((arrivals.rank[which], arrivals.group_start[which]))]
            begins = _begins(arrivals.group_start[which])
        else:
            begins = _begins(arrivals.group_start[which], arrivals.message[which])
        is_first = np.zeros(len(arrivals), dtype=np.bool_)
        is_first[which[begins]] = True
        return is_first


@dataclass(frozen=True)
class Judged:
    """What becomes of messages, in the order in which they were given."""

    verdict: Integers
    """A Verdict each."""
    left_us: Integers
    """When each leaves the buffer, in microseconds; the largest integer where only another message can free
    it, or where it never was there."""


def judge(arrivals: Arrivals, policy: Policy, clock_us: int | None = None) -> Judged:
    """Judge all messages as one run would.

    Args:
        arrivals: messages that have arrived by the clock.
        policy: how they are judged.
        clock_us: the run's clock, in microseconds; None: when all bake times have passed.
    """
    line = arrivals.line_of(policy)
    arrival_us = arrivals.arrival_us
    reached, is_late = _timely(arrivals, line, policy)
    is_in_line = line.is_eligible & line.is_first & ~is_late
    reached_us = _at(arrivals, reached)
    if policy.is_sequence:
        due_us, set_off = _due_in_islands(arrivals, is_in_line, reached_us, policy)
    else:
        assert policy.bake_us is not None
        due_us = np.maximum(_later(reached_us, policy.bake_us), arrival_us)
        set_off = np.where(due_us == arrival_us, arrivals.rank, -1)
    due_us = np.where(is_in_line, due_us, _LARGEST)
    # Set off by a bake time, a release comes before everything that arrives at the same moment.
    last_us = _at(arrivals, line.last_rank)
    left_before_last = np.where(set_off >= 0, set_off < line.last_rank, due_us <= last_us)
    is_overtaken = line.is_beyond & ~(left_before_last & (due_us < _LARGEST))
    left_us = due_us
    if policy.heartbeat_us is not None:
        left_us = np.where(due_us < _LARGEST, due_us + -due_us % policy.heartbeat_us, _LARGEST)
    is_overtaken &= is_in_line
    left_us = np.where(is_overtaken, last_us, left_us)
    is_due = left_us <= (clock_us if clock_us is not None else _LARGEST - 1)
    counts_as_late = is_late & (line.is_first if policy.is_sequence else True)
    verdict = np.select(
        [~line.is_eligible, is_overtaken, is_in_line & is_due, is_in_line, counts_as_late],
        [line.refused, Verdict.BYPASSED, Verdict.RELEASED, Verdict.PENDING, Verdict.LATE],
        Verdict.DUPLICATE,
    )
    if policy.session_size is not None and clock_us is not None:
        gone = _too_many(arrivals, np.flatnonzero(verdict == Verdict.PENDING), policy, policy.session_size)
        verdict[gone] = Verdict.BYPASSED if policy.bypasses_newest else Verdict.RELEASED
        left_us = left_us.copy()
        left_us[gone] = clock_us
    judged = Judged(np.empty(len(arrivals), dtype=np.int64), np.empty(len(arrivals), dtype=np.int64))
    judged.verdict[arrivals.order] = verdict
    judged.left_us[arrivals.order] = left_us
    return judged


def _too_many(arrivals: Arrivals, held: Integers, policy: Policy, size: int) -> Integers:
    """Which of the held messages there is no room for (int_resequencer__overflowed)."""
    line = arrivals.line[held]
    held_in_line = np.bincount(line, minlength=int(line.max(initial=-1)) + 1)[line]
    if policy.bypasses_newest:
        newest_first = np.lexsort((-arrivals.rank[held], line))
        place = np.empty(len(held), dtype=np.int64)
        place[newest_first] = _place_in_run(line[newest_first])
        return np.asarray(held[held_in_line - size > place], dtype=np.int64)
    # What follows the lowest without a gap leaves with it; of other keys those that are equal.
    apart = policy.step if policy.is_sequence else 0
    number = arrivals.number[held]
    begins = _begins(line)
    begins[1:] |= np.diff(number) != apart
    first = np.flatnonzero(begins)[np.cumsum(begins) - 1]
    return np.asarray(held[held_in_line - size > _place_in_run(line)[first]], dtype=np.int64)


def _place_in_run(column: Integers) -> Integers:
    """The place of each row in its run of equal values, from 0."""
    begins = _begins(column)
    return np.asarray(np.arange(len(column)) - np.flatnonzero(begins)[np.cumsum(begins) - 1], dtype=np.int64)


def _timely(arrivals: Arrivals, line: _Line, policy: Policy) -> tuple[Integers, Booleans]:
    """Since when this number or a higher one has been there, as a rank, and which messages came too late."""
    nobody = len(arrivals)
    if policy.bake_us is None:
        return np.full(nobody, nobody), np.zeros(nobody, dtype=np.bool_)
    rank, arrival_us = arrivals.rank, arrivals.arrival_us
    # What is beyond the last number bakes nothing unless it had baked before that was known.
    had_baked = _later(arrival_us, policy.bake_us) <= _at(arrivals, line.last_rank)
    bakes = line.is_eligible & (~line.is_beyond | had_baked)
    earliest = _least_from_the_top(np.where(bakes, rank, nobody), arrivals.line)
    reached = earliest[arrivals.group_start]
    is_top = arrivals.group_end == nobody
    above_at = np.where(is_top, 0, arrivals.group_end)
    is_top |= arrivals.line[above_at] != arrivals.line
    above = np.where(is_top, nobody, earliest[above_at])
    if policy.bake_us > 0:
        return reached, line.is_eligible & (arrival_us >= _later(_at(arrivals, above), policy.bake_us))
    is_late = above < rank
    if not policy.is_sequence:
        # Equal to what was released is late too, but for the same message once more.
        message = np.append(np.empty_like(arrivals.message), -1)
        message[rank] = arrivals.message
        is_another = policy.releases_repeats | (message[reached] != arrivals.message)
        is_late |= (reached < rank) & is_another
    return reached, line.is_eligible & is_late


def _due_in_islands(
    arrivals: Arrivals, is_in_line: Booleans, reached_us: Integers, policy: Policy
) -> tuple[Integers, Integers]:
    """When each in line leaves, and the rank of the arrival that sets it off; -1: the bake time does."""
    due_us = np.full(len(arrivals), _LARGEST)
    set_off = np.full(len(arrivals), -1)
    which = np.flatnonzero(is_in_line)
    if not len(which):
        return due_us, set_off
    number = arrivals.number[which]
    begins = _begins(arrivals.sequence[which])
    # A difference beyond 64 bits is a gap, too: it comes out below 0.
    begins[1:] |= np.diff(number) != policy.step
    island = np.cumsum(begins) - 1
    start = np.flatnonzero(begins)[island]
    span = len(arrivals) + 1
    latest = np.maximum.accumulate(island * span + arrivals.rank[which]) - island * span
    latest_us = arrivals.arrived_us[latest]
    baked_us = _later(reached_us[which[start]], policy.bake_us) if policy.bake_us is not None else _LARGEST
    is_head = arrivals.is_resumed[which[start]]
    if policy.start is not None:
        is_head |= number[start] == policy.start
    baked_us = np.where(is_head, _LEAST, baked_us)
    due_us[which] = np.maximum(baked_us, latest_us)
    set_off[which] = np.where(due_us[which] == latest_us, latest, -1)
    return due_us, set_off


def _last_by_total(total: Integers, policy: Policy) -> tuple[Integers, Booleans]:
    """The last number by a total, and whether there is one: it needs a start, and has to be a bigint."""
    nothing = np.zeros(len(total), dtype=np.int64)
    if policy.start is None:
        return nothing, np.zeros(len(total), dtype=np.bool_)
    has_total = (total > 0) & (total - 1 <= min(_LARGEST, _LARGEST - policy.start) // policy.step)
    return np.where(has_total, policy.start + (np.where(has_total, total, 1) - 1) * policy.step, 0), has_total


def _least_from_the_top(ranks: Integers, line: Integers) -> Integers:
    """The least rank of this row and all after it in the same line."""
    nobody = len(ranks)
    # Lines from the last to the first, so that a running maximum begins anew with each.
    block = (int(line[-1]) - line if nobody else line) * (nobody + 1)
    highest = np.maximum.accumulate((block + nobody - ranks)[::-1])[::-1]
    return np.asarray(nobody - (highest - block), dtype=np.int64)


def _at(arrivals: Arrivals, rank: Integers) -> Integers:
    """The moment of a rank; the largest integer for the rank of nobody."""
    return np.append(arrivals.arrived_us, _LARGEST)[rank]


def _later(moment_us: Integers, by_us: int) -> Integers:
    """So much later, but never later than the largest integer."""
    return np.asarray(np.minimum(moment_us, _LARGEST - by_us) + by_us, dtype=np.int64)


def _begins(*columns: Integers) -> Booleans:
    """Whether a row differs from the one before."""
    begins = np.ones(len(columns[0]), dtype=np.bool_)
    if len(begins):
        begins[1:] = np.logical_or.reduce([column[1:] != column[:-1] for column in columns])
    return begins


def _runs(column: Integers) -> Integers:
    """The number of the run of equal values that each row is in, from 0."""
    return np.cumsum(_begins(column)) - 1


class Measure(IntEnum):
    """What is counted; counts of one ruleset, measure and value are to be added up over all parts."""

    VERDICT = 0
    """Messages by Verdict."""
    WAIT_MS = 1
    """Released messages by whole milliseconds from effective arrival to release."""
    HELD = 2
    """By moment in microseconds, how many more are held from then on, or fewer."""
    HELD_FOR_MS = 3
    """Milliseconds that messages were held for, all together."""
    COMPLETED_MS = 4
    """Sequences by whole milliseconds from the first arrival to the last release."""
    MOMENT_US = 5
    """The first arrival, and the last moment at which something was held, in microseconds."""


class Counter:
    """Adds up what has become of messages: everything that figures of rulesets are made from."""

    def __init__(self, sequence: Integers, arrival_us: Integers, ruleset: Integers) -> None:
        """Remember what no policy changes.

        Args:
            sequence: as given to Arrivals, counted from 0.
            arrival_us: likewise.
            ruleset: of each message.
        """
        self.arrival_us, self.ruleset = arrival_us, ruleset
        sequences = int(sequence.max(initial=0)) + 1
        both, self.of_message = np.unique(ruleset * sequences + sequence, return_inverse=True)
        """Of each message its ruleset and sequence, as a place among all that there are."""
        self.of_both = both // sequences
        self.first_us = np.full(len(self.of_both), _LARGEST)
        np.minimum.at(self.first_us, self.of_message, arrival_us)

    def counts(self, judged: Judged, until_us: int | None = None) -> pd.DataFrame:
        """Count the messages of each ruleset by what has become of them.

        Args:
            judged: what has become of them.
            until_us: the run's clock: what is still held then has been held until then.

        Returns:
            One row per ruleset, Measure and value: `ruleset`, `measure`, `value`, `count` (whole numbers, but
            of HELD_FOR_MS).
        """
        ruleset, arrival_us = self.ruleset, self.arrival_us
        released = np.flatnonzero(judged.verdict == Verdict.RELEASED)
        left_us = judged.left_us[released]
        # What is held until it turns out to be beyond the last number has been held, too.
        was_held = (judged.left_us > arrival_us) & (judged.left_us < _LARGEST)
        waits = np.flatnonzero(was_held & np.isin(judged.verdict, (Verdict.RELEASED, Verdict.BYPASSED)))
        held = np.flatnonzero(judged.verdict == Verdict.PENDING)
        held_until = arrival_us[held] if until_us is None else np.full(len(held), until_us)
        waited_until = judged.left_us[waits]
        last_us = np.full(len(self.of_both), _LEAST)
        np.maximum.at(last_us, self.of_message[released], left_us)
        ended = np.flatnonzero(last_us > _LEAST)
        of_held = np.concatenate([ruleset[waits], ruleset[held]])
        begins = np.concatenate([arrival_us[waits], arrival_us[held]])
        ends = np.concatenate([waited_until, held_until])
        one = np.ones(len(begins), dtype=np.int64)
        parts = [
            _added_up(Measure.VERDICT, ruleset, judged.verdict),
            _added_up(Measure.WAIT_MS, ruleset[released], (left_us - arrival_us[released]) // 1000),
            _added_up(
                Measure.HELD,
                np.concatenate([of_held, ruleset[waits]]),
                np.concatenate([begins, waited_until]),
                np.concatenate([one, -one[: len(waits)]]),
            ),
            _added_up(Measure.HELD_FOR_MS, of_held, 0 * one, (ends - begins) / 1000),
            _added_up(Measure.COMPLETED_MS, self.of_both[ended], (last_us - self.first_us)[ended] // 1000),
            self._moments(of_held, ends),
        ]
        return pd.concat(parts, ignore_index=True)

    def _moments(self, of_held: Integers, ends: Integers) -> pd.DataFrame:
        codes = np.unique(self.of_both)
        first, last = np.full(len(codes), _LARGEST), np.full(len(codes), _LEAST)
        np.minimum.at(first, np.searchsorted(codes, self.of_both), self.first_us)
        np.maximum.at(last, np.searchsorted(codes, self.ruleset), self.arrival_us)
        np.maximum.at(last, np.searchsorted(codes, of_held), ends)
        return pd.DataFrame(
            {
                "ruleset": np.concatenate([codes, codes]),
                "measure": int(Measure.MOMENT_US),
                "value": np.concatenate([first, last]),
                "count": 0.0,
            }
        )


def _added_up(
    measure: Measure, ruleset: Integers, value: Integers, count: Integers | Floats | None = None
) -> pd.DataFrame:
    """Counts by ruleset and value; without counts each row is one."""
    order = np.lexsort((value, ruleset))
    begins = np.flatnonzero(_begins(ruleset[order], value[order]))
    if count is None:
        summed = np.diff(np.append(begins, len(order)))
    else:
        summed = np.add.reduceat(count[order], begins) if len(begins) else count[:0]
    return pd.DataFrame(
        {
            "ruleset": ruleset[order][begins],
            "measure": int(measure),
            "value": value[order][begins],
            "count": summed.astype(np.float64),
        }
    )
