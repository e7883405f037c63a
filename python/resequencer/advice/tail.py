"""Lateness beyond what was seen: a generalised Pareto distribution fitted to the latest messages."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import optimize, special, stats

from resequencer.advice.history import Floats, LatenessHistory, bin_end_ms

FEWEST_EXCEEDANCES = 30
"""Messages above the threshold that a fit needs."""

FEWEST_SLICES = 8
"""Slices that they have to come from: messages of one failure say little about the next one."""

FEWEST_BINS = 5
"""Bins that they have to lie in: with fewer it is not their shape that is fitted, but that of a bin."""

LARGEST_SHARE = 0.1
"""Share of the late messages that is taken for their tail, where that is not too few."""

FARTHEST = 10.0
"""A tail is not followed further than so many times the longest lateness seen."""

_SHAPES = (-0.9, 3.0)


@dataclass(frozen=True)
class Tail:
    """Lateness above a threshold: point estimates, and draws of what they may really be."""

    threshold_ms: float
    """Where the tail begins; a bake time of the history."""
    column: int
    """Its position among the history's bake times."""
    shape: Floats
    """Shape of the distribution: first the point estimate, then one draw for each resampled history."""
    scale_ms: Floats
    """Scale in milliseconds, likewise."""
    farthest_ms: float
    """Bake time beyond which nothing is said."""

    def share_beyond(self, bake_time_ms: float) -> Floats:
        """Share of the messages above the threshold that is late by a bake time, for each draw."""
        return np.asarray(
            stats.genpareto.sf(bake_time_ms - self.threshold_ms, self.shape, scale=self.scale_ms),
            dtype=np.float64,
        )

    def point_share_beyond(self, bake_times_ms: Floats) -> Floats:
        """Share of the messages above the threshold that is late by each of several bake times: estimates."""
        beyond = bake_times_ms - self.threshold_ms
        return np.asarray(stats.genpareto.sf(beyond, self.shape[0], scale=self.scale_ms[0]), dtype=np.float64)

    def bake_time_ms(self, share: Floats) -> Floats:
        """Bake time that a share of the messages above the threshold exceeds, for each draw."""
        within = np.clip(share, 1e-300, 1.0)
        return np.asarray(
            self.threshold_ms + stats.genpareto.isf(within, self.shape, scale=self.scale_ms), dtype=np.float64
        )


def fit_tail(history: LatenessHistory, weights: Floats, draws: int, seed: int) -> Tail | None:
    """Fit the tail of the lateness, and again to resampled histories.

    Blocks of consecutive slices are resampled, as long as the cube root of their number, so that what is
    dependent stays together. The likelihood is that of the bins, so binning costs no accuracy.

    Args:
        history: the slices.
        weights: what each slice counts.
        draws: resampled histories.
        seed: of the random generator.

    Returns:
        The tail, or None where there are too few messages in it, or all about equally late.
    """
    column = _threshold_column(history)
    if column is None:
        return None
    # Messages of each slice in each bin above the threshold.
    starts = history.bake_times_ms[column:].astype(np.float64)
    ends = np.append(starts[1:], bin_end_ms(history.bake_times_ms[-1:]).astype(np.float64))
    within = history.late[:, column:] - np.append(
        history.late[:, column + 1 :], np.zeros((history.slice_count, 1), dtype=np.int64), axis=1
    )
    occupied = within.sum(axis=0) > 0
    if occupied.sum() < FEWEST_BINS:
        return None
    lower, upper, counts = (starts - starts[0])[occupied], (ends - starts[0])[occupied], within[:, occupied]
    chance = np.random.default_rng(seed)
    first = _fit(lower, upper, weights @ counts, None)
    fits = [first]
    for _ in range(draws):
        resampled = resampled_slices(history.slice_count, chance)
        counted = (weights * resampled) @ counts
        fits.append(_fit(lower, upper, counted, first) if counted.sum() > 0 else first)
    shapes, scales = np.array(fits).T
    longest = float(history.bake_times_ms[-1])
    return Tail(float(starts[0]), column, shapes, scales, FARTHEST * longest)


def _threshold_column(history: LatenessHistory) -> int | None:
    total = history.late.sum(axis=0)
    slices = (history.late > 0).sum(axis=0)
    possible = np.nonzero((total >= FEWEST_EXCEEDANCES) & (slices >= FEWEST_SLICES))[0]
    if not len(possible):
        return None
    enough = np.nonzero(total <= max(total[0] * LARGEST_SHARE, FEWEST_EXCEEDANCES))[0]
    first = int(enough[0]) if len(enough) else len(total) - 1
    return min(first, int(possible[-1]))


def resampled_slices(slice_count: int, chance: np.random.Generator) -> Floats:
    """How often each slice occurs in a history resampled by blocks."""
    length = max(round(slice_count ** (1 / 3)), 1)
    begins = chance.integers(0, slice_count, -(-slice_count // length))
    slices = (begins[:, None] + np.arange(length)).ravel()[:slice_count] % slice_count
    return np.bincount(slices, minlength=slice_count).astype(np.float64)


def _fit(
    lower: Floats, upper: Floats, counts: Floats, start: tuple[float, float] | None
) -> tuple[float, float]:
    """Shape and scale that make the counts of the bins likeliest."""
    used = counts > 0
    lower, upper, counts = lower[used], upper[used], counts[used]
    if start is None:
        start = (0.1, float(counts @ (lower + upper)) / (2 * counts.sum()))

    def surprise(parameters: Floats) -> float:
        shape, scale = parameters[0], np.exp(parameters[1])
        if not _SHAPES[0] <= shape <= _SHAPES[1]:
            return np.inf
        chances = _beyond(lower / scale, shape) - _beyond(upper / scale, shape)
        if not (chances > 0).all():
            return np.inf
        return float(-(counts @ np.log(chances)))

    begin = np.array([start[0], np.log(start[1])])
    found = optimize.minimize(surprise, begin, method="Nelder-Mead", options={"xatol": 1e-3, "fatol": 1e-3})
    return float(found.x[0]), float(np.exp(found.x[1]))


def _beyond(standardised: Floats, shape: float) -> Floats:
    """What stats.genpareto.sf says, without its checks of arguments: they would take most of a fit's time."""
    beyond = special.inv_boxcox(-standardised, -shape)
    # Beyond the end of a distribution that has one there is nothing.
    return np.nan_to_num(np.asarray(beyond, dtype=np.float64), nan=0.0)
