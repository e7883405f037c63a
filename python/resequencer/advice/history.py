"""Lateness of messages, exactly, and the small table of it that all advice is made from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Booleans = npt.NDArray[np.bool_]

SIGNIFICANT_BITS = 6
"""Lateness is kept to so many bits: exact below 64 ms, above in bins at most 1/32 of their value wide."""


def lateness_ms(arrivals: pd.DataFrame) -> pd.Series:
    """Milliseconds from the first arrival of anything higher to the message's own; 0 where it came first.

    lateness = a - min{ a_j : k_j > k, a_j < a }. The late rate of a bake time T > 0 is the share of
    messages with lateness >= T.

    Args:
        arrivals: one row per message that took part in the ordering (no repeats): `sequence_id`,
            `sequence_number` and `arrived_ms` (effective arrival, in milliseconds from any moment).

    Returns:
        The lateness in milliseconds, under the index of `arrivals`.
    """
    # One row per number of a sequence, from the highest down: when it and anything above it came first.
    keys = ["sequence_id", "sequence_number"]
    arrived = arrivals["arrived_ms"].astype("float64")
    first = arrived.groupby([arrivals[key] for key in keys], sort=True).min().iloc[::-1]
    sequences = first.index.get_level_values("sequence_id")
    above = first.groupby(sequences).cummin().groupby(sequences).shift()
    came_after = arrived.to_numpy() - above.reindex(pd.MultiIndex.from_frame(arrivals[keys])).to_numpy()
    # The highest number has nothing above it (nan).
    return pd.Series(np.fmax(came_after, 0.0), index=arrivals.index, name="lateness_ms")


def bin_start_ms(lateness: npt.ArrayLike) -> Integers:
    """The lower end of the bin that a lateness in milliseconds is in: a whole number of milliseconds.

    A bake time is a whole number of milliseconds, and a bin either reaches it or does not: the late rate
    of a bake time that is a bin's end is exact. In SQL, for n = cast(floor(lateness) as bigint) and
    s = greatest(length(bin(n)) - 6, 0): shiftleft(shiftright(n, s), s).
    """
    whole = np.floor(np.asarray(lateness, dtype=np.float64)).astype(np.int64)
    return (whole >> _dropped_bits(whole)) << _dropped_bits(whole)


def bin_end_ms(start: npt.ArrayLike) -> Integers:
    """The first millisecond after the bin that starts there."""
    whole = np.asarray(start, dtype=np.int64)
    return whole + (np.int64(1) << _dropped_bits(whole))


def _dropped_bits(whole: Integers) -> Integers:
    # frexp is exact below 2^53 ms, which is 285,000 years.
    exponents = np.frexp(whole.astype(np.float64))[1].astype(np.int64)
    return np.maximum(exponents - SIGNIFICANT_BITS, 0)


@dataclass(frozen=True)
class LatenessHistory:
    """How many messages of each slice of time were late, for every bake time that makes a difference.

    A slice is a stretch of time, such as a day, in which messages arrived. Slices are in order of time and
    equally long; stretches without messages have none.
    """

    slice_starts: npt.NDArray[Any]
    """When each slice begins."""
    messages: Integers
    """Messages of each slice."""
    bake_times_ms: Integers
    """Bake times, ascending from 1 ms: the ends of all bins in which there is a message."""
    late: Integers
    """Messages of each slice (row) with lateness >= each bake time (column)."""

    @classmethod
    def from_frame(cls, frame: pd.DataFrame) -> LatenessHistory:
        """Read the aggregated table of one ruleset.

        Args:
            frame: one row per slice and lateness: `slice_start` (anything that sorts), `lateness_ms`
                (milliseconds, binned by bin_start_ms or not; 0: nothing higher was there before) and
                `message_count`. Rows may be in any order, and several may be of one bin.

        Raises:
            ValueError: where a lateness is negative or missing, or a count is no whole number from 0.
        """
        lateness = frame["lateness_ms"].to_numpy(dtype=np.float64)
        counts = frame["message_count"].to_numpy(dtype=np.float64)
        if not (lateness >= 0).all():
            raise ValueError("lateness_ms must be 0 or more in every row")
        if not ((counts >= 0) & (counts == np.floor(counts))).all():
            raise ValueError("message_count must be a whole number from 0 in every row")
        slice_starts, slice_of = np.unique(frame["slice_start"].to_numpy(), return_inverse=True)
        bins, bin_of = np.unique(bin_start_ms(lateness), return_inverse=True)
        counted = np.zeros((len(slice_starts), len(bins)), dtype=np.int64)
        np.add.at(counted, (slice_of, bin_of), counts.astype(np.int64))
        occupied = bins[(counted > 0).any(axis=0) & (bins > 0)]
        bake_times = np.unique(np.concatenate([[1], occupied, bin_end_ms(occupied)])).astype(np.int64)
        # Messages in the bins from the n-th on; nothing is in those from beyond the last.
        from_bin_on = np.zeros((len(slice_starts), len(bins) + 1), dtype=np.int64)
        from_bin_on[:, :-1] = counted[:, ::-1].cumsum(axis=1)[:, ::-1]
        late = from_bin_on[:, np.searchsorted(bins, bake_times)]
        has_messages = counted.sum(axis=1) > 0
        return cls(
            slice_starts[has_messages], counted.sum(axis=1)[has_messages], bake_times, late[has_messages]
        )

    @property
    def slice_count(self) -> int:
        """Slices with messages."""
        return len(self.messages)

    @property
    def message_count(self) -> int:
        """Messages of all slices."""
        return int(self.messages.sum())

    def before(self, position: int, most: int | None = None) -> LatenessHistory:
        """The slices before the one at that position, at most so many: as if there had been no others."""
        begin = 0 if most is None else max(position - most, 0)
        late = self.late[begin:position]
        counts = late.sum(axis=0)
        # Bins in which there is a message then; their two ends are bake times that make a difference.
        is_occupied = np.append(counts[:-1] > counts[1:], False)
        kept = is_occupied | np.roll(is_occupied, 1)
        kept[0] = True
        return LatenessHistory(
            self.slice_starts[begin:position],
            self.messages[begin:position],
            self.bake_times_ms[kept],
            late[:, kept],
        )

    def latest(self, most: int) -> LatenessHistory:
        """The newest slices, at most so many."""
        return self if self.slice_count <= most else self.before(self.slice_count, most)

    def late_at(self, bake_time_ms: float) -> Integers:
        """Messages of each slice with lateness >= a bake time in milliseconds.

        Exact for the history's own bake times, and for others that are ends of bins.
        """
        column = int(np.searchsorted(self.bake_times_ms, bake_time_ms))
        if column == len(self.bake_times_ms):
            return np.zeros(self.slice_count, dtype=np.int64)
        return self.late[:, column]


def slice_counts(arrivals: pd.DataFrame, slice_ms: int) -> pd.DataFrame:
    """Aggregate arrivals as Spark would: the input of LatenessHistory.from_frame.

    Args:
        arrivals: `arrived_ms` and `lateness_ms`.
        slice_ms: length of a slice in milliseconds.

    Returns:
        One row per slice and bin of lateness: `slice_start` (in the unit of `arrived_ms`), `lateness_ms`
        (lower end of the bin) and `message_count`.
    """
    start = np.floor(arrivals["arrived_ms"].to_numpy() / slice_ms).astype(np.int64) * slice_ms
    binned = pd.DataFrame({"slice_start": start, "lateness_ms": bin_start_ms(arrivals["lateness_ms"])})
    return binned.groupby(["slice_start", "lateness_ms"]).size().rename("message_count").reset_index()
