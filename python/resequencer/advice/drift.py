"""Whether lateness of late is other than it was."""

from __future__ import annotations

import numpy as np

from resequencer.advice.history import Floats, LatenessHistory

BLOCKS = 16
"""A history is cut into so many blocks of slices: long ones, so that bursts and days lie within them."""

NEW_BLOCKS = (2, 4, 8, 12)
"""So many of the newest blocks are compared with the others: a change may be of late or of long ago."""

FEWEST_SLICES = 40
"""With fewer, blocks are so short that dependence reaches from one to the next."""

MOST_BAKE_TIMES = 100
"""Bake times, evenly among those that tell anything, at which late rates are compared."""

ORDERS = 4000
"""Orders of the blocks that the one there is is compared with."""

SIGNIFICANCE = 0.05
"""Share of histories without drift that are flagged all the same."""


def drift_p_value(history: LatenessHistory) -> float | None:
    """How probable so large a difference between new and old slices is where nothing has changed.

    The statistic is the largest difference between the late rates of new and of old blocks, over all ways to
    part them and all bake times, in units of what blocks vary by. Blocks hardly depend on each other, so
    where nothing has changed every order of them is as probable: the statistic of the order there is stands
    anywhere among those of others, drawn at random. What varies within a block, as by bursts or the hour of
    the day, is in both.

    Returns:
        A probability, or None with fewer than FEWEST_SLICES slices or nothing late.
    """
    total = history.late.sum(axis=0)
    # A handful of messages would tell of nothing but themselves.
    telling = np.nonzero((total >= max(20, 1e-4 * history.message_count)) & (total < history.message_count))[
        0
    ]
    if history.slice_count < FEWEST_SLICES or not len(telling):
        return None
    count = min(len(telling), MOST_BAKE_TIMES)
    picked = telling[np.linspace(0, len(telling) - 1, count).round().astype(int)]
    starts = np.arange(BLOCKS) * history.slice_count // BLOCKS
    late = np.add.reduceat(history.late[:, picked], starts, axis=0).astype(np.float64)
    messages = np.add.reduceat(history.messages, starts).astype(np.float64)
    # What a block has more than its share: 0 over all blocks.
    residuals = late - messages[:, None] * late.sum(axis=0) / messages.sum()
    residuals = residuals[:, (residuals**2).sum(axis=0) > 1e-9]
    if not residuals.size:
        return None
    chance = np.random.default_rng(0)
    orders = np.concatenate(
        [np.arange(BLOCKS)[None], chance.permuted(np.tile(np.arange(BLOCKS), (ORDERS, 1)), axis=1)]
    )
    statistics = np.max([_differences(residuals, orders, new) for new in NEW_BLOCKS], axis=0)
    # The order there is counts as one of them.
    return float((statistics >= statistics[0] * (1 - 1e-9)).mean())


def has_drifted(history: LatenessHistory) -> bool:
    """Whether new and old lateness differ by more than chance; False where there is too little to say."""
    p_value = drift_p_value(history)
    return p_value is not None and p_value <= SIGNIFICANCE


def _differences(
    residuals: Floats, orders: np.ndarray[tuple[int, ...], np.dtype[np.int64]], new: int
) -> Floats:
    """For every order, the largest over all bake times of what its last `new` blocks have too much or little.

    In units of the standard deviation of that over all orders.
    """
    is_new = np.zeros((len(orders), BLOCKS))
    np.put_along_axis(is_new, orders[:, BLOCKS - new :], 1.0, axis=1)
    variance = (residuals**2).sum(axis=0) * new * (BLOCKS - new) / (BLOCKS * (BLOCKS - 1))
    return np.asarray((np.abs(is_new @ residuals) / np.sqrt(variance)).max(axis=1), dtype=np.float64)
