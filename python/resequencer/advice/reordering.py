"""How reordered sequences are, by the standards: RFC 4737 and RFC 5236."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from resequencer.advice.history import Booleans, Floats, Integers

THRESHOLD = 32
"""Places a message may be displaced, and messages that may be held, before something counts as lost."""

COLUMNS = (
    "sequence",
    "message_count",
    "reordered_count",
    "max_extent",
    "mean_extent",
    "max_late_time_ms",
    "mean_late_time_ms",
    "max_n_reordering",
    "gap_count",
    "mean_gap",
    "mean_gap_time_ms",
    "mean_free_run",
    "free_run_variation",
)
"""Columns of `by_sequence`; what they are is said there."""


@dataclass(frozen=True)
class Reordering:
    """What RFC 4737 says of messages, one array element each: in order of sequence, then of arrival."""

    given: Integers
    """Where the message was given; repeats are left out."""
    sequence: Integers
    """Its sequence."""
    is_reordered: Booleans
    """Whether something higher came before it (Type-P-Reordered, 3.3)."""
    earliest: Integers
    """Of a reordered one, the place in these arrays of the earliest higher message; else its own."""
    extent: Integers
    """Places to that one (e, 4.2); 0 where it is in order."""
    late_time_ms: Floats
    """Milliseconds since that one arrived (LateTime, 4.3), which is its lateness; 0 where it is in order."""
    n_reordering: Integers
    """The largest n for which it is n-reordered (5.3): so many right before it are all higher."""


def reorderings(sequence: Integers, number: Integers, arrival_us: Integers, rank: Integers) -> Reordering:
    """Judge messages of any number of sequences.

    Args:
        sequence: which sequence each belongs to.
        number: its number; the first to arrive of each counts.
        arrival_us: when it arrived, in microseconds.
        rank: its place in the order of arrival.
    """
    by_number = np.lexsort((rank, number, sequence))
    is_first = np.ones(len(by_number), dtype=np.bool_)
    for column in (sequence[by_number], number[by_number]):
        is_first[1:] &= column[1:] == column[:-1]
    is_first[1:] = ~is_first[1:]
    kept = by_number[is_first]
    # Numbers of all sequences in one row: those of one are higher than all of the one before, so that what
    # runs over all messages never meets another sequence.
    place = np.arange(len(kept))
    order = np.lexsort((rank[kept], sequence[kept]))
    given, height = kept[order], place[order]
    highest = np.maximum.accumulate(height) if len(height) else height
    is_reordered = highest > height
    earliest = np.where(is_reordered, np.searchsorted(highest, height, side="right"), place)
    late_us = arrival_us[given] - arrival_us[given][earliest]
    return Reordering(
        given,
        sequence[given],
        is_reordered,
        earliest,
        place - earliest,
        late_us / 1000,
        np.where(is_reordered, place - _previous_lower(height) - 1, 0),
    )


def _previous_lower(height: Integers) -> Integers:
    """The place of the last lower element before each one, -1: none."""
    height = np.append(height, -1)
    previous = np.arange(-1, len(height) - 1)
    # All between an element and where it points to is higher than it, so whoever is lower may follow.
    climbing = np.flatnonzero(height[previous] > height)
    while len(climbing):
        previous[climbing] = previous[previous[climbing]]
        climbing = climbing[height[previous[climbing]] > height[climbing]]
    return previous[:-1]


def by_sequence(judged: Reordering, arrival_us: Integers) -> pd.DataFrame:
    """Sum up each sequence.

    Args:
        judged: its messages.
        arrival_us: as given to `reorderings`.

    Returns:
        One row per sequence: `sequence`; `message_count` (repeats left out) and of them `reordered_count`; of
        those `max_extent` and `mean_extent` (places), `max_late_time_ms` and `mean_late_time_ms`,
        `max_n_reordering` (messages); `gap_count`, `mean_gap` (places) and `mean_gap_time_ms` from one
        reordering discontinuity to the next (4.5); of the runs in order that a reordered one ends
        `mean_free_run` (messages) and `free_run_variation` (1: all are equally long; 4.6). Null where there
        is nothing to say.
    """
    place = np.arange(len(judged.given))
    start = np.flatnonzero(np.append(True, judged.sequence[1:] != judged.sequence[:-1])[: len(place)])
    arrived_us = arrival_us[judged.given]
    reordered = np.flatnonzero(judged.is_reordered)
    sequence = judged.sequence[reordered]
    follows = np.zeros(len(reordered), dtype=np.bool_)
    follows[1:] = sequence[1:] == sequence[:-1]
    before = np.where(
        follows,
        np.append(-1, reordered)[: len(reordered)],
        start[np.searchsorted(start, reordered, side="right") - 1] - 1,
    )
    one = pd.DataFrame(
        {
            "sequence": sequence,
            "extent": judged.extent[reordered],
            "late_time_ms": judged.late_time_ms[reordered],
            "n_reordering": judged.n_reordering[reordered],
            "squared_run": (reordered - before - 1) ** 2,
        }
    )
    discontinuity, detected = np.unique(judged.earliest[reordered], return_index=True)
    # A gap reaches back to the one before only if that had been detected by then.
    same = (judged.sequence[discontinuity[1:]] == judged.sequence[discontinuity[:-1]]) & (
        np.diff(detected) > 0
    )
    gap = pd.DataFrame(
        {
            "sequence": judged.sequence[discontinuity[1:]][same],
            "gap": np.diff(discontinuity)[same],
            "gap_time_ms": np.diff(arrived_us[discontinuity])[same] / 1000,
        }
    )
    messages = pd.DataFrame({"sequence": judged.sequence, "is_reordered": judged.is_reordered})
    every, late, gaps = (frame.groupby("sequence") for frame in (messages, one, gap))
    rows = pd.DataFrame(
        {
            "message_count": every.size(),
            "reordered_count": every["is_reordered"].sum(),
            "max_extent": late["extent"].max().astype("Int64"),
            "mean_extent": late["extent"].mean(),
            "max_late_time_ms": late["late_time_ms"].max(),
            "mean_late_time_ms": late["late_time_ms"].mean(),
            "max_n_reordering": late["n_reordering"].max().astype("Int64"),
            "gap_count": gaps.size(),
            "mean_gap": gaps["gap"].mean(),
            "mean_gap_time_ms": gaps["gap_time_ms"].mean(),
            "squared_runs": late["squared_run"].sum(),
        }
    )
    rows["gap_count"] = rows["gap_count"].fillna(0).astype("int64")
    in_order = rows["message_count"] - rows["reordered_count"]
    rows["mean_free_run"] = in_order / rows["reordered_count"].where(rows["reordered_count"] > 0)
    rows["free_run_variation"] = rows["squared_runs"] / rows["mean_free_run"] / in_order.where(in_order > 0)
    return rows.rename_axis("sequence").reset_index()[list(COLUMNS)]


def displacement_frequencies(numbers: Sequence[int], threshold: int = THRESHOLD) -> dict[int, int]:
    """How many messages arrived so many places late (RFC 5236, 7.1: FD).

    Places are counted among the messages that are not lost, so losses displace nothing. Repeats do not count.

    Args:
        numbers: sequence numbers from 1, in order of arrival.
        threshold: largest displacement; a message that is displaced further counts as lost (DT).

    Returns:
        Messages by displacement, ascending: negative where early, positive where late. Only those above 0.
    """
    frequencies: Counter[int] = Counter()
    arriving = iter(numbers)
    window: deque[int] = deque()
    early: set[int] = set()
    index = 1  # RI, the receive index

    def take_next() -> None:
        for number in arriving:
            if number >= index and number not in early and number not in window:
                window.append(number)
                return

    for _ in range(threshold + 1):
        take_next()
    while window:
        if index not in window and index not in early:
            lowest = min((*window, *early))
            index = lowest if index < lowest else index + 1
            continue
        number = window.popleft()
        displacement = index - number
        if abs(displacement) <= threshold:
            frequencies[displacement] += 1
            early.discard(index)
            if displacement < 0:
                early.add(number)
            index += 1
        take_next()
    return dict(sorted(frequencies.items()))


def buffer_frequencies(numbers: Sequence[int], threshold: int = THRESHOLD) -> dict[int, int]:
    """How often so many messages were held after an arrival, to restore order (RFC 5236, 7.2: FB).

    Args:
        numbers: sequence numbers from 1, in order of arrival.
        threshold: messages that can be held; when one more comes, what they wait for counts as lost (BT).

    Returns:
        Arrivals by messages held, ascending. Only those above 0; repeats and what came too late do not count.
    """
    frequencies: Counter[int] = Counter()
    held: set[int] = set()
    expected = 1
    for number in numbers:
        if number < expected or number in held:
            continue
        held.add(number)
        if len(held) > threshold:
            expected = min(held)
        while expected in held:
            held.remove(expected)
            expected += 1
        frequencies[len(held)] += 1
    return dict(sorted(frequencies.items()))
