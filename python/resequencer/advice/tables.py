"""The public tables, from what Spark has aggregated: all rulesets at once."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from resequencer.advice.backtest import COLUMNS as SLICE_COLUMNS
from resequencer.advice.backtest import backtest
from resequencer.advice.bake_time import Settings
from resequencer.advice.drift import has_drifted
from resequencer.advice.history import LatenessHistory
from resequencer.advice.trade_off import interpolated

ADVICE_COLUMNS = {
    "ruleset": "object",
    "target_late_rate": "float64",
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
}
"""Columns of resequencer__bake_time_advice, with their types in pandas."""

BACKTEST_COLUMNS = {"ruleset": "object"} | SLICE_COLUMNS
"""Columns of resequencer__advice_backtest, with their types in pandas."""


def bake_time_tables(
    lateness: pd.DataFrame, curve: pd.DataFrame, settings: Mapping[str, Settings]
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Advise a bake time for every ruleset, and say what the advice would have been worth so far.

    Args:
        lateness: one row per ruleset, slice of time and lateness: `ruleset` and the columns that
            LatenessHistory.from_frame reads. A few hundred slices are enough; at least 8 are needed.
        curve: the trade-off curves: one row per ruleset and bake time: `ruleset`, `bake_time_ms`,
            `mean_wait_ms` and `max_buffered`. May be empty: then waits and buffers are null.
        settings: what is asked, by ruleset; the defaults for those that are not there.

    Returns:
        Rows of resequencer__bake_time_advice (one per ruleset), and of resequencer__advice_backtest (one per
        ruleset and slice that has enough slices before it). Rates are shares from 0 to 1, the rest is in
        milliseconds or messages. `predicted_mean_wait_ms` and `predicted_max_buffer` are read from the curve
        at advised_ms, and null beyond its longest bake time.
    """
    advised = []
    tested = [pd.DataFrame(columns=list(BACKTEST_COLUMNS))]
    for ruleset, of_ruleset in lateness.groupby("ruleset", sort=True):
        history = LatenessHistory.from_frame(of_ruleset)
        wanted = settings.get(str(ruleset), Settings())
        slices, advice = backtest(history, wanted)
        tested.append(slices.assign(ruleset=ruleset))
        at = curve[curve["ruleset"] == ruleset]
        where = float("nan") if advice.advised_ms is None else float(advice.advised_ms)
        wait_ms, buffered = (
            float(interpolated(at, name, where)) for name in ("mean_wait_ms", "max_buffered")
        )
        advised.append(
            {
                "ruleset": ruleset,
                "target_late_rate": wanted.target_late_rate,
                "advised_ms": advice.advised_ms,
                "lower_ms": advice.lower_ms,
                "upper_ms": advice.upper_ms,
                "predicted_late_rate": advice.predicted_late_rate,
                "predicted_mean_wait_ms": None if pd.isna(wait_ms) else wait_ms,
                "predicted_max_buffer": None if pd.isna(buffered) else round(buffered),
                "basis": advice.basis,
                "sample_size": advice.sample_size,
                "drift": has_drifted(history),
                "lower_late_rate": advice.lower_late_rate,
                "upper_late_rate": advice.upper_late_rate,
            }
        )
    backtests = pd.concat(tested, ignore_index=True)[list(BACKTEST_COLUMNS)].astype(BACKTEST_COLUMNS)
    return pd.DataFrame(advised, columns=list(ADVICE_COLUMNS)).astype(ADVICE_COLUMNS), backtests
