"""The cheapest bake time, where a late message costs something and waiting does."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd

from resequencer.advice import late_rate
from resequencer.advice.bake_time import FEWEST_SLICES, Advice, Estimates, Settings
from resequencer.advice.history import Floats, LatenessHistory
from resequencer.advice.tail import resampled_slices
from resequencer.advice.trade_off import interpolated

DRAWS = 200
"""Resampled histories that the interval is made from."""

FEWEST_LATE = 10
"""Messages late by 1 ms or more without which nothing can be weighed."""


def advise_by_cost(
    history: LatenessHistory,
    curve: pd.DataFrame,
    late_cost: float,
    second_cost: float,
    forget_factor: float = 1.0,
    settings: Settings | None = None,
) -> Advice:
    """Advise the bake time at which a message costs least on average.

    A message costs `late_cost` where it is late and `second_cost` for every second that it waits.

    Args:
        history: the slices.
        curve: the trade-off curve: `bake_time_ms` and `mean_wait_ms`, from short to the longest bake time
            that may be advised (see trade_off.COLUMNS).
        late_cost: what a late message costs, above 0, in any currency.
        second_cost: what a message costs for every second it waits, above 0, in the same currency.
        forget_factor: what a slice counts of what the next newer one does.
        settings: `interval`, `most_slices` and `seed` count; the target is what the cheapest comes to.

    Returns:
        As bake_time.advise. With `interval` the cheapest bake time lies between lower_ms and upper_ms; the
        basis is `fitted_tail` where that is beyond what was seen.

    Raises:
        ValueError: where a cost is not above 0.
    """
    if not (late_cost > 0 and second_cost > 0):
        raise ValueError("late_cost and second_cost must be above 0")
    settings = settings or Settings()
    history = history.latest(settings.most_slices)
    nothing = Advice(
        "too_little_data", None, None, None, None, None, None, history.message_count, forget_factor
    )
    is_enough = history.slice_count >= FEWEST_SLICES and int(history.late[:, 0].sum()) >= FEWEST_LATE
    if not is_enough or not len(curve):
        return nothing
    estimates = Estimates(history, forget_factor, settings)
    seen = history.bake_times_ms.astype(np.float64)
    longest = float(curve["bake_time_ms"].max())
    bake_times = seen[seen <= longest]
    if estimates.tail is not None and longest > seen[-1]:
        bake_times = np.append(bake_times, np.geomspace(seen[-1], longest, 50)[1:])
    if not len(bake_times):
        return nothing
    waiting = second_cost * interpolated(curve, "mean_wait_ms", bake_times) / 1000
    rates = _late_rates(estimates, estimates.weights, bake_times)
    best = int(np.argmin(late_cost * rates + waiting))
    chance = np.random.default_rng(settings.seed)
    cheapest = []
    for _ in range(DRAWS):
        weights = estimates.weights * resampled_slices(history.slice_count, chance)
        cheapest.append(np.argmin(late_cost * _late_rates(estimates, weights, bake_times) + waiting))
    tails = (1 - settings.interval) / 2
    low, high = np.quantile(bake_times[np.array(cheapest)], [tails, 1 - tails])
    rate = estimates.rates(min(best, len(seen) - 1))
    late = history.late_at(bake_times[best])
    long_run = None
    if best >= len(seen):
        long_run = np.full(late_rate.DRAWS, rates[best])
    draws = late_rate.next_slice(rate, long_run, late, history.messages, estimates.weights, settings.seed)
    lower, upper = late_rate.interval(draws, 1 - settings.interval)
    return replace(
        nothing,
        basis="empirical" if best < len(seen) else "fitted_tail",
        advised_ms=int(np.ceil(bake_times[best])),
        lower_ms=int(low),
        upper_ms=int(np.ceil(high)),
        predicted_late_rate=float(rates[best]),
        lower_late_rate=lower,
        upper_late_rate=upper,
    )


def _late_rates(estimates: Estimates, weights: Floats, bake_times: Floats) -> Floats:
    """Late rates at bake times that were seen, then of those beyond by the fitted tail."""
    history = estimates.history
    seen = (weights @ history.late) / (weights @ history.messages)
    tail = estimates.tail
    within = bake_times <= history.bake_times_ms[-1]
    rates = np.interp(bake_times, history.bake_times_ms, seen)
    if tail is not None and not within.all():
        rates[~within] = seen[tail.column] * tail.point_share_beyond(bake_times[~within])
    return np.asarray(rates, dtype=np.float64)
