"""The late rate of a bake time, as far as a history of slices tells it: with what it may really be.

Messages are not independent (one failure delays many), slices nearly are: what varies from slice to slice is
what the estimates are uncertain by. So a slice is the unit of all variances here, as a cluster is in a
cluster sample.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import stats

from resequencer.advice.history import Floats, Integers

BLOCK_LENGTHS = (1, 2, 4, 8)
"""Slices that are taken together where their dependence is measured: failures may outlast a slice."""

FEWEST_BLOCKS = 8
"""With fewer blocks than that, their variance says too little."""

DRAWS = 4000
"""Draws from a distribution that has no formula."""

FEWEST_LATE_SLICES = 8
"""A bake time with fewer slices that have late messages takes over the dependence found at shorter ones."""


@dataclass(frozen=True)
class LateRate:
    """Late rates of several bake times, one array element each."""

    rate: Floats
    """Weighted share of late messages, 0 to 1."""
    effective_size: Floats
    """Independent messages that would tell the rate as exactly as the dependent ones of the history do."""
    between_slices: Floats
    """Correlation between two messages of one slice in being late, 0 to 1."""

    def upper_bound(self, confidence: float) -> Floats:
        """What the late rate does not exceed, with that confidence (one-sided, by Clopper and Pearson)."""
        late = self.rate * self.effective_size
        bound = stats.beta.ppf(confidence, late + 1, np.maximum(self.effective_size - late, 1e-9))
        return np.asarray(np.where(self.rate >= 1, 1.0, bound), dtype=np.float64)

    def lower_bound(self, confidence: float) -> Floats:
        """What the late rate does not fall below, with that confidence (one-sided)."""
        late = self.rate * self.effective_size
        bound = stats.beta.ppf(1 - confidence, np.maximum(late, 1e-9), self.effective_size - late + 1)
        return np.asarray(np.where(self.rate <= 0, 0.0, bound), dtype=np.float64)

    def at(self, column: int) -> LateRate:
        """Those of one of the bake times."""
        picked = slice(column, column + 1)
        return LateRate(self.rate[picked], self.effective_size[picked], self.between_slices[picked])


def recency_weights(slice_count: int, forget_factor: float) -> Floats:
    """Weights of slices, oldest first: each counts `forget_factor` times what the next newer one does."""
    return np.asarray(forget_factor ** np.arange(slice_count - 1, -1, -1.0), dtype=np.float64)


def estimate(late: Integers, messages: Integers, weights: Floats) -> LateRate:
    """Estimate late rates from late messages per slice (row) and bake time (column), messages and weights.

    Args:
        late: messages of each slice with lateness >= each bake time; bake times ascend.
        messages: messages of each slice.
        weights: what each slice counts, above 0.
    """
    weighted = weights * messages
    rate = (weights @ late) / weighted.sum()
    spread = rate * (1 - rate)
    # Weights alone cost precision (Kish).
    weighted_size = weighted.sum() ** 2 / (weights @ weighted)
    residuals = weights[:, None] * (late - rate * messages[:, None])
    variance = _between_blocks(residuals) / weighted.sum() ** 2
    with np.errstate(divide="ignore", invalid="ignore"):
        raw = np.where(spread > 0, variance * weighted_size / spread, 1.0)
        correlation = (weights @ (late - rate * messages[:, None]) ** 2 - spread * weighted.sum()) / (
            spread * (weighted @ (messages - 1.0))
        )
    late_slices = (late > 0).sum(axis=0)
    design_effect = _carried(np.maximum(raw, 1.0), late_slices)
    correlation = _carried(np.clip(np.nan_to_num(correlation, posinf=0.0), 0.0, 0.99), late_slices)
    # Few slices, or few that count, tell the variance itself only roughly (Korn and Graubard).
    freedom = max(weighted.sum() ** 2 / (weighted @ weighted) - 1, 1.0)
    roughness = (stats.t.ppf(0.975, freedom) / stats.norm.ppf(0.975)) ** 2
    return LateRate(rate, weighted_size / design_effect / roughness, correlation)


def _between_blocks(residuals: Floats) -> Floats:
    """Variance of the sum of the residuals at each bake time: the largest over the block lengths."""
    slice_count = len(residuals)
    largest = np.zeros(residuals.shape[1])
    for length in BLOCK_LENGTHS:
        starts = np.arange(0, slice_count, length)
        blocks = len(starts)
        if blocks < FEWEST_BLOCKS and length > 1:
            break
        sums = np.add.reduceat(residuals, starts, axis=0)
        largest = np.maximum(largest, (sums**2).sum(axis=0) * blocks / max(blocks - 1, 1))
    return largest


def _carried(values: Floats, late_slices: npt.NDArray[np.int64]) -> Floats:
    """Values by bake time; where few slices are late, no lower than at shorter bake times from there on."""
    enough = late_slices >= FEWEST_LATE_SLICES
    if not len(values) or enough.all():
        return values
    first = int(np.argmin(enough))
    begin = max(first - 1, 0)
    carried = values.copy()
    carried[begin:] = np.maximum.accumulate(values[begin:])
    return carried


def next_slice(
    rate: LateRate, long_run: Floats | None, late: Integers, messages: Integers, weights: Floats, seed: int
) -> Floats:
    """Draw late rates that the next slice may have, at one bake time.

    Args:
        rate: what was estimated for that bake time, one element.
        long_run: draws of the late rate over all slices; by default from rate and effective size (Jeffreys).
        late: late messages of each past slice at that bake time.
        messages: messages of each past slice: the next one has as many as one of them.
        weights: what each of them counts.
        seed: of the random generator.

    Returns:
        Two arrays of draws, as rows: of a model in which slices vary around the long-run rate by a beta
        distribution, and of the past slices' own rates, which follow no model but end at what was seen.
    """
    chance = np.random.default_rng(seed)
    mean, effective, correlation = rate.rate[0], rate.effective_size[0], rate.between_slices[0]
    if long_run is None:
        long_run = chance.beta(mean * effective + 0.5, (1 - mean) * effective + 0.5, DRAWS)
    picked = chance.choice(len(messages), len(long_run), p=weights / weights.sum())
    of_slice = long_run
    if correlation > 0:
        precision = (1 - correlation) / correlation
        of_slice = chance.beta(
            np.maximum(long_run * precision, 1e-12), np.maximum((1 - long_run) * precision, 1e-12)
        )
    count = messages[picked]
    return np.stack([chance.binomial(count, of_slice) / count, late[picked] / count])


def interval(draws: Floats, alpha: float) -> tuple[float, float]:
    """The interval that all but a share `alpha` of each row of draws lie in: the wider end of the rows."""
    if alpha <= 0:
        return 0.0, 1.0
    low = np.quantile(draws, alpha / 2, axis=1, method="lower")
    high = np.quantile(draws, 1 - alpha / 2, axis=1, method="higher")
    return float(low.min()), float(high.max())
