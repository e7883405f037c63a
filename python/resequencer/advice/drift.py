"""Whether lateness of late is other than it was."""

from __future__ import annotations

import numpy as np

from resequencer.advice.history import Floats, LatenessHistory

RECENT_SHARE = 0.25
"""Share of the slices that count as new."""

FEWEST_SLICES = 40
"""With fewer, chance alone could not be told apart: a shift is as rare as 1 in so many at best."""

SIGNIFICANCE = 0.05
"""Share of histories without drift that are flagged all the same."""


def drift_p_value(history: LatenessHistory) -> float | None:
    """How probable so large a difference between new and old slices is where nothing has changed.

    The statistic is the largest difference between the late rates of new and of old slices, over all bake
    times, in units of what independent messages would vary by. Messages are not independent, so its
    distribution is taken from the history itself: the new slices are compared with the old as often as the
    history can be turned round in a circle, which leaves the dependence within it as it is.

    Returns:
        A probability, or None with fewer than FEWEST_SLICES slices or nothing late.
    """
    total = history.late.sum(axis=0)
    # A handful of messages would tell of nothing but themselves.
    telling = np.unique(np.nonzero(total >= max(20, 1e-4 * history.message_count))[0])
    if history.slice_count < FEWEST_SLICES or not len(telling):
        return None
    recent = max(round(history.slice_count * RECENT_SHARE), 1)
    late, messages = history.late[:, telling].astype(np.float64), history.messages.astype(np.float64)
    statistics = _turned(late, messages, recent)
    return float((statistics >= statistics[0] * (1 - 1e-12)).mean())


def has_drifted(history: LatenessHistory) -> bool:
    """Whether new and old lateness differ by more than chance; False where there is too little to say."""
    p_value = drift_p_value(history)
    return p_value is not None and p_value <= SIGNIFICANCE


def _turned(late: Floats, messages: Floats, recent: int) -> Floats:
    """The statistic for every turn of the history; first that in which the newest slices are new."""
    count = len(messages)
    ends = (count - np.arange(count)) % count
    new_late, new_messages = _window_sums(late, recent, ends), _window_sums(messages[:, None], recent, ends)
    all_late, all_messages = late.sum(axis=0), messages.sum()
    old_messages = all_messages - new_messages
    rate = all_late / all_messages
    difference = new_late / new_messages - (all_late - new_late) / old_messages
    unit = np.sqrt(np.maximum(rate * (1 - rate), 1e-300) * (1 / new_messages + 1 / old_messages))
    return np.asarray(np.abs(difference / unit).max(axis=1), dtype=np.float64)


def _window_sums(
    values: Floats, length: int, ends: np.ndarray[tuple[int, ...], np.dtype[np.int64]]
) -> Floats:
    """Sums over `length` slices in a circle, each window ending before one of `ends`."""
    doubled = np.concatenate([values, values])
    sums = np.concatenate([np.zeros((1, values.shape[1])), doubled.cumsum(axis=0)])
    last = np.where(ends < length, ends + len(values), ends)
    return np.asarray(sums[last] - sums[last - length], dtype=np.float64)
