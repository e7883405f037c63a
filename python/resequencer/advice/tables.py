"""The public tables, from what Spark has aggregated: all rulesets at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pandas as pd

from resequencer.advice.backtest import COLUMNS as SLICE_COLUMNS
from resequencer.advice.backtest import backtest
from resequencer.advice.bake_time import Advice, Settings, best_factor, forget_scores
from resequencer.advice.cost import advise_by_cost
from resequencer.advice.drift import has_drifted
from resequencer.advice.history import LatenessHistory
from resequencer.advice.trade_off import interpolated

ADVICE_COLUMNS = {
    "ruleset": "object",
    "target_late_rate": "Float64",
    "advised_ms": "Int64",
    "lower_ms": "Int64",
    "upper_ms": "Int64",
    "predicted_late_rate": "Float64",
    "predicted_mean_wait_ms": "Float64",
    "predicted_max_buffer": "Int64",
    "basis": "object",
    "sample_size": "int64",
    "drift": "bool",
    "lower_late_rate": "Float64",
    "upper_late_rate": "Float64",
    "slice_ms": "Int64",
}
"""Columns of resequencer__bake_time_advice, with their types in pandas."""

BACKTEST_COLUMNS = {"ruleset": "object"} | SLICE_COLUMNS
"""Columns of resequencer__advice_backtest, with their types in pandas."""


@dataclass(frozen=True)
class Asked:
    """What is asked for a ruleset: the bake time that meets a target, or the cheapest."""

    settings: Settings = field(default_factory=Settings)
    """The target, and how sure to be of it."""
    late_cost: float | None = None
    """What a late message costs; None: there is a target."""
    wait_cost: float | None = None
    """What a message costs for every second it waits, in the same currency."""


def bake_time_tables(
    lateness: pd.DataFrame, curve: pd.DataFrame, asked: Mapping[str, Asked]
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Advise a bake time for every ruleset, and say what the advice would have been worth so far.

    Args:
        lateness: one row per ruleset, slice of time and lateness: `ruleset` and the columns that
            LatenessHistory.from_frame reads. A few hundred slices are enough; at least 8 are needed.
            `slice_us` (how long a slice is), where it is there, is passed on in milliseconds.
        curve: the trade-off curves: one row per ruleset and bake time: `ruleset`, `bake_time_ms`,
            `mean_wait_ms` and `max_buffered`. May be empty: then waits and buffers are null, and nothing is
            advised by cost.
        asked: by ruleset; the defaults for those that are not there.

    Returns:
        Rows of resequencer__bake_time_advice (one per ruleset), and of resequencer__advice_backtest (one per
        slice that has enough slices before it, of rulesets with a target). Rates are shares from 0 to 1, the
        rest is in milliseconds or messages. `target_late_rate` is null where the advice is by cost.
        `predicted_mean_wait_ms` and `predicted_max_buffer` are read from the curve at advised_ms, and null
        beyond its longest bake time.
    """
    advised = []
    tested = [pd.DataFrame(columns=list(BACKTEST_COLUMNS))]
    for ruleset, of_ruleset in lateness.groupby("ruleset", sort=True):
        history = LatenessHistory.from_frame(of_ruleset)
        wanted = asked.get(str(ruleset), Asked())
        at = curve[curve["ruleset"] == ruleset]
        if wanted.late_cost is None or wanted.wait_cost is None:
            target: float | None = wanted.settings.target_late_rate
            slices, advice = backtest(history, wanted.settings)
            tested.append(slices.assign(ruleset=ruleset))
        else:
            target, advice = None, _cheapest(history, at, wanted.late_cost, wanted.wait_cost)
        where = float("nan") if advice.advised_ms is None else float(advice.advised_ms)
        wait_ms, buffered = (
            float(interpolated(at, name, where)) for name in ("mean_wait_ms", "max_buffered")
        )
        advised.append(
            {
                "ruleset": ruleset,
                "target_late_rate": target,
                "advised_ms": advice.advised_ms,
                "lower_ms": advice.lower_ms,
                "upper_ms": advice.upper_ms,
                "predicted_late_rate": advice.predicted_late_rate,
                "predicted_mean_wait_ms": None if pd.isna(wait_ms) else wait_ms,
                "predicted_max_buffer": None if pd.isna(buffered) else round(buffered),
                "basis": advice.basis,
                "sample_size": advice.sample_size,
                "drift": has_drifted(history.latest(wanted.settings.most_slices)),
                "lower_late_rate": advice.lower_late_rate,
                "upper_late_rate": advice.upper_late_rate,
                "slice_ms": of_ruleset["slice_us"].iloc[0] // 1000 if "slice_us" in of_ruleset else None,
            }
        )
    backtests = pd.concat(tested, ignore_index=True)[list(BACKTEST_COLUMNS)].astype(BACKTEST_COLUMNS)
    return pd.DataFrame(advised, columns=list(ADVICE_COLUMNS)).astype(ADVICE_COLUMNS), backtests


def _cheapest(history: LatenessHistory, curve: pd.DataFrame, late_cost: float, wait_cost: float) -> Advice:
    settings = Settings()
    factor = best_factor(forget_scores(history, settings), settings)
    return advise_by_cost(history, curve, late_cost, wait_cost, factor, settings)
