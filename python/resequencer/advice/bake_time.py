"""Which bake time to set: the smallest whose late rate meets the target, or the cheapest; or why none."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt
from scipy import stats

from resequencer.advice import late_rate
from resequencer.advice.history import Floats, Integers, LatenessHistory, bin_end_ms, bin_start_ms
from resequencer.advice.late_rate import LateRate, recency_weights
from resequencer.advice.tail import Tail, fit_tail

Basis = Literal["empirical", "fitted_tail", "too_little_data"]

FEWEST_SLICES = 8
"""Slices that any advice needs."""

_APART = 8
"""Dependence changes little from one bake time to the next: it is measured at one in so many."""


@dataclass(frozen=True)
class Settings:
    """What is asked of the advice."""

    target_late_rate: float = 0.01
    """Share of messages that may be late, above 0 and below 1."""
    confidence: float = 0.95
    """How sure it is to be that the late rate over all slices meets the target (one-sided)."""
    forget_factors: tuple[float, ...] = (1.0, 0.98, 0.9)
    """What a slice counts of what the next newer one does. Of several, the one that predicted best counts."""
    interval: float = 0.95
    """Probability of the intervals."""
    most_slices: int = 400
    """Older slices than that many are left out."""
    tail_draws: int = 40
    """Resampled histories that the tail is fitted to."""
    seed: int = 0
    """Of the random draws; the same history and settings give the same advice."""

    def __post_init__(self) -> None:
        for name in ("target_late_rate", "confidence", "interval"):
            if not 0 < getattr(self, name) < 1:
                raise ValueError(f"{name} must be above 0 and below 1, not {getattr(self, name)!r}")
        if not self.forget_factors or not all(0 < factor <= 1 for factor in self.forget_factors):
            raise ValueError(f"forget_factors must be above 0 and at most 1, not {self.forget_factors!r}")


@dataclass(frozen=True)
class Advice:
    """What is advised, all in milliseconds and shares of messages; None where nothing can be said."""

    basis: Basis
    """What it rests on: lateness that was seen, a tail fitted beyond that, or too little data for either."""
    advised_ms: int | None
    """The smallest end of a bin whose late rate meets the target with the confidence asked for."""
    lower_ms: int | None
    """With `interval`, the bake time that meets the target exactly lies from here ..."""
    upper_ms: int | None
    """... to here; None where that is longer than anything seen (or than the tail is followed)."""
    predicted_late_rate: float | None
    """Late rate to expect at advised_ms."""
    lower_late_rate: float | None
    """With `interval`, the late rate of the next slice at advised_ms is from here ..."""
    upper_late_rate: float | None
    """... to here."""
    sample_size: int
    """Messages that it rests on."""
    forget_factor: float
    """That was used."""


class Estimates:
    """Late rates of a history at all its bake times, each worked out when it is asked for."""

    def __init__(self, history: LatenessHistory, forget_factor: float, settings: Settings) -> None:
        self.history = history
        self.settings = settings
        self.forget_factor = forget_factor
        self.weights = recency_weights(history.slice_count, forget_factor)

    @cached_property
    def measured(self) -> tuple[Integers, LateRate]:
        """Every eighth bake time and the last, by position, with what was measured there."""
        last = len(self.history.bake_times_ms) - 1
        columns = np.unique(np.append(np.arange(0, last, _APART), last))
        late = self.history.late[:, columns]
        return columns, late_rate.estimate(late, self.history.messages, self.weights)

    def rates(self, columns: npt.ArrayLike) -> LateRate:
        """Late rates at bake times, by position; how dependent messages are, from the last one measured."""
        wanted = np.atleast_1d(np.asarray(columns, dtype=np.int64))
        where, known = self.measured
        nearest = np.searchsorted(where, wanted, side="right") - 1
        rate = (self.weights @ self.history.late[:, wanted]) / (self.weights @ self.history.messages)
        return LateRate(rate, known.effective_size[nearest], known.between_slices[nearest])

    @cached_property
    def first_met_ms(self) -> int:
        """The first bake time at which no more messages than the target were late; there always is one."""
        share = (self.weights @ self.history.late) / (self.weights @ self.history.messages)
        return int(self.history.bake_times_ms[np.argmax(share <= self.settings.target_late_rate)])

    @cached_property
    def tail(self) -> Tail | None:
        """The fitted tail; None where there is too little to fit."""
        return fit_tail(self.history, self.weights, self.settings.tail_draws, self.settings.seed)

    @cached_property
    def tail_rates(self) -> Floats:
        """Late rates at the tail's threshold: the point estimate, then one for each draw."""
        assert self.tail is not None
        at = self.rates(self.tail.column)
        late, size = float(at.rate[0] * at.effective_size[0]), float(at.effective_size[0])
        chance = np.random.default_rng(self.settings.seed)
        draws = chance.beta(late + 0.5, size - late + 0.5, late_rate.DRAWS)
        return np.append(at.rate, draws)

    @cached_property
    def tail_draw(self) -> Integers:
        """Which draw of the tail belongs to which of the rates at its threshold."""
        assert self.tail is not None
        chance = np.random.default_rng(self.settings.seed + 1)
        picked = chance.integers(1, len(self.tail.shape), late_rate.DRAWS)
        return np.append(0, picked)

    def first_within(self, confidence: float, lower: bool = False) -> tuple[int, LateRate] | None:
        """The first bake time whose late rate is bounded by the target, by position, with its late rate.

        Args:
            confidence: of the bound.
            lower: whether the late rate's lower bound is meant.
        """
        where, known = self.measured
        found = self._first_below(known, confidence, lower)
        if found is None:
            return None
        between = np.arange(where[max(found - 1, 0)], where[found] + 1)
        rates = self.rates(between)
        first = self._first_below(rates, confidence, lower)
        assert first is not None
        return int(between[first]), rates.at(first)

    def _first_below(self, rates: LateRate, confidence: float, lower: bool) -> int | None:
        bound = rates.lower_bound(confidence) if lower else rates.upper_bound(confidence)
        meets = np.nonzero(bound <= self.settings.target_late_rate)[0]
        return int(meets[0]) if len(meets) else None

    def tail_bake_times(self) -> Floats:
        """Bake time that meets the target exactly: by point estimate, then by draw."""
        assert self.tail is not None
        tail, rates = self.tail, self.tail_rates
        drawn = replace(tail, shape=tail.shape[self.tail_draw], scale_ms=tail.scale_ms[self.tail_draw])
        return drawn.bake_time_ms(self.settings.target_late_rate / rates)


def advise(history: LatenessHistory, forget_factor: float, settings: Settings, alpha: float) -> Advice:
    """Advise a bake time from a history, with a forget factor and a width of the interval that are given.

    Args:
        history: the slices.
        forget_factor: what a slice counts of what the next newer one does.
        settings: what is asked.
        alpha: share of slices that the interval of the late rate may miss; 0 makes it 0 to 1.
    """
    history = history.latest(settings.most_slices)
    nothing = Advice(
        "too_little_data", None, None, None, None, None, None, history.message_count, forget_factor
    )
    if history.slice_count < FEWEST_SLICES:
        return nothing
    estimates = Estimates(history, forget_factor, settings)
    two_sided = (1 + settings.interval) / 2
    seen = estimates.first_within(settings.confidence)
    lowest = estimates.first_within(two_sided, lower=True)
    highest = estimates.first_within(two_sided)
    # The target may be met anywhere within the bin that ends there.
    lower_ms = int(history.bake_times_ms[max(lowest[0] - 1, 0)]) if lowest else None
    if seen is not None:
        column, rate = seen
        late = history.late[:, column]
        draws = late_rate.next_slice(rate, None, late, history.messages, estimates.weights, settings.seed)
        low, high = late_rate.interval(draws, alpha)
        upper_ms = int(history.bake_times_ms[highest[0]]) if highest else None
        advised_ms = int(history.bake_times_ms[column])
        return replace(
            nothing,
            basis="empirical",
            advised_ms=advised_ms,
            lower_ms=lower_ms,
            upper_ms=upper_ms,
            predicted_late_rate=float(rate.rate[0]),
            lower_late_rate=low,
            upper_late_rate=high,
        )
    return _by_tail(estimates, nothing, two_sided, alpha)


def _by_tail(estimates: Estimates, nothing: Advice, two_sided: float, alpha: float) -> Advice:
    tail, settings = estimates.tail, estimates.settings
    if tail is None:
        return nothing
    bake_times = estimates.tail_bake_times()
    advised = float(np.quantile(bake_times[1:], settings.confidence))
    if not advised <= tail.farthest_ms:
        return nothing
    # Within a bin nothing is known of late rates; and what has not met the target is no advice.
    advised = float(max(_up_to_bin_end(advised), estimates.first_met_ms))
    beyond = estimates.tail_rates * tail.share_beyond(advised)[estimates.tail_draw]
    at = estimates.rates(tail.column)
    late = estimates.history.late_at(advised)
    draws = late_rate.next_slice(
        at, beyond[1:], late, estimates.history.messages, estimates.weights, settings.seed
    )
    low, high = late_rate.interval(draws, alpha)
    lowest, highest = np.quantile(bake_times[1:], [1 - two_sided, two_sided])
    return replace(
        nothing,
        basis="fitted_tail",
        advised_ms=int(advised),
        lower_ms=max(int(bin_start_ms(lowest)), 1),
        upper_ms=int(max(float(_up_to_bin_end(float(highest))), advised))
        if highest <= tail.farthest_ms
        else None,
        predicted_late_rate=float(beyond[0]),
        lower_late_rate=low,
        upper_late_rate=high,
    )


def _up_to_bin_end(bake_time_ms: float) -> int:
    """The bake time itself where a bin ends there, else the next one at which one does."""
    start = int(bin_start_ms(bake_time_ms))
    return start if start == bake_time_ms else int(bin_end_ms(start))


def forget_scores(history: LatenessHistory, settings: Settings) -> Floats:
    """How well each forget factor foretold each slice (row): the logarithm of the chance it gave it.

    What is foretold is how many messages are late at the bake time that met the target before. Slices with
    fewer than FEWEST_SLICES before them have 0, and so have those that are too old to count.
    """
    scores = np.zeros((history.slice_count, len(settings.forget_factors)))
    if len(settings.forget_factors) == 1:
        return scores
    late_before = np.cumsum(history.late, axis=0)
    messages_before = np.cumsum(history.messages)
    for position in advised_slices(history, settings):
        share = late_before[position - 1] / messages_before[position - 1]
        column = int(np.searchsorted(-share, -settings.target_late_rate))
        if column == len(share):
            continue
        begin = max(position - settings.most_slices, 0)
        late, messages = history.late[begin:position, column : column + 1], history.messages[begin:position]
        for which, factor in enumerate(settings.forget_factors):
            at = late_rate.estimate(late, messages, recency_weights(len(messages), factor))
            mean, correlation = float(at.rate[0]), max(float(at.between_slices[0]), 1e-6)
            size = float(at.effective_size[0])
            mean = (mean * size + 0.5) / (size + 1)
            precision = 1 / (correlation + (1 - correlation) / (size + 1)) - 1
            scores[position, which] = stats.betabinom.logpmf(
                history.late[position, column],
                history.messages[position],
                max(mean * precision, 1e-9),
                max((1 - mean) * precision, 1e-9),
            )
    return scores


def advised_slices(history: LatenessHistory, settings: Settings) -> range:
    """Positions of the slices for which advice is worked out: bounded, however long history is."""
    return range(max(FEWEST_SLICES, history.slice_count - settings.most_slices), history.slice_count)


def best_factor(scores: Floats, settings: Settings) -> float:
    """The forget factor that has foretold best of late; the one that forgets least where they are equal."""
    faded = recency_weights(len(scores), 0.95) @ scores
    order = np.argsort([-factor for factor in settings.forget_factors], kind="stable")
    return settings.forget_factors[int(order[int(np.argmax(faded[order]))])]
