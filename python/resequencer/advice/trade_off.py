"""The trade-off curve of late rate against waiting: at which bake times, and how it is read."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
import pandas as pd

from resequencer.advice.history import Floats, bin_end_ms, bin_start_ms

BY_LATE_RATE, BY_LENGTH = 16, 8
"""How many bake times within what was seen: in even steps of the late rate's logarithm, and of their own."""

BEYOND = (2, 5, 10)
"""Besides, these multiples of the longest: a fitted tail is followed as far."""


def bake_times_ms(lateness: pd.DataFrame, current_ms: Iterable[int] = ()) -> list[int]:
    """Choose the bake times at which waits and buffers are worked out.

    Args:
        lateness: of all slices together: `lateness_ms` and `message_count`.
        current_ms: bake times in force, which are among them; 0 where nothing waits.

    Returns:
        Whole milliseconds, ascending: 1, ends of bins of lateness up to the longest, its multiples in
        BEYOND, and those in force.
    """
    late = lateness[lateness["lateness_ms"] > 0]
    count = late["message_count"].groupby(bin_start_ms(late["lateness_ms"])).sum()
    ends = bin_end_ms(count.index.to_numpy(dtype=np.int64))
    # Messages that are late at each of the ends, in all bins above it.
    beyond = count.to_numpy()[::-1].cumsum()[::-1] - count.to_numpy()
    chosen = {1} | set(current_ms)
    if len(ends):
        steps = np.append(np.geomspace(max(beyond[0], 1), 1, BY_LATE_RATE - 1), 0)
        chosen |= {int(ends[np.argmax(beyond <= step)]) for step in steps}
        lengths = np.geomspace(ends[0], ends[-1], BY_LENGTH)
        chosen |= {int(ends[at]) for at in np.searchsorted(ends, lengths.round())}
        chosen |= {int(ends[-1]) * times for times in BEYOND}
    return sorted(chosen)


def interpolated(curve: pd.DataFrame, column: str, bake_times_ms: npt.ArrayLike) -> Floats:
    """Read a curve at bake times: on the straight line between its own; nan beyond the longest of them."""
    at = curve.sort_values("bake_time_ms")
    wanted = np.asarray(bake_times_ms, dtype=np.float64)
    known = at["bake_time_ms"].to_numpy(dtype=np.float64)
    values = at[column].to_numpy(dtype=np.float64)
    if not len(known):
        return np.full(wanted.shape, np.nan)
    return np.asarray(np.interp(wanted, known, values, right=np.nan), dtype=np.float64)
