"""Whether the intervals hold what they state: the backtest on arrivals of which the truth is known.

`python -m resequencer.advice.calibration` prints the table of docs/advice.md; it takes ten minutes.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from resequencer.advice.backtest import backtest
from resequencer.advice.bake_time import Settings
from resequencer.advice.drift import has_drifted
from resequencer.advice.generators import DAY_MS, HOUR_MS, KINDS, Traffic, generate
from resequencer.advice.history import Floats, LatenessHistory, slice_counts

WITHOUT_LONG_RUN = ("drifting",)
"""Kinds that have no late rate in the long run."""

COLUMNS = (
    "arrivals",
    "slice_hours",
    "target_late_rate",
    "slice_count",
    "advised_count",
    "tail_count",
    "coverage",
    "above_share",
    "mean_predicted",
    "mean_late_rate",
    "mean_width",
    "met_share",
    "drift_share",
)
"""Columns of a calibration; what they are is said at `summary`."""


@dataclass(frozen=True)
class Plan:
    """What is generated and asked."""

    seeds: int = 10
    """Histories of each kind."""
    days: int = 60
    """Length of each."""
    slice_hours: int = 6
    """Length of a slice."""
    target_late_rate: float = 0.01
    """The target of the advice."""
    long_run_days: int = 400
    """Length of the arrivals from which the late rate in the long run is counted."""


def history_of(kind: str, days: int, slice_hours: int, seed: int) -> LatenessHistory:
    """Return generated arrivals as the advice reads them, up to the moment at which sending ends."""
    arrivals = generate(kind, Traffic(days * DAY_MS), seed)
    there = arrivals[arrivals["arrived_ms"] < days * DAY_MS]
    return LatenessHistory.from_frame(slice_counts(there, slice_hours * HOUR_MS))


def calibrate(kind: str, plan: Plan) -> dict[str, Any]:
    """Generate, backtest and summarise arrivals of one kind; a row as `summary` describes it."""
    settings = Settings(target_late_rate=plan.target_late_rate)
    frames, drifts = [], []
    for seed in range(plan.seeds):
        history = history_of(kind, plan.days, plan.slice_hours, seed)
        frames.append(backtest(history, settings)[0])
        drifts.append(has_drifted(history))
    backtested = pd.concat(frames, ignore_index=True)
    row = summary(kind, plan.slice_hours, backtested)
    row["drift_share"] = float(np.mean(drifts))
    if kind not in WITHOUT_LONG_RUN and plan.long_run_days:
        # A seed that no history has.
        late = generate(kind, Traffic(plan.long_run_days * DAY_MS), 1_000_000)["lateness_ms"].to_numpy()
        row["met_share"] = _met_share(backtested, np.sort(late), plan.target_late_rate)
    return row


def _met_share(backtested: pd.DataFrame, lateness: Floats, target: float) -> float | None:
    bake_times = backtested["advised_ms"].dropna().to_numpy(dtype=np.float64)
    if not len(bake_times):
        return None
    late = len(lateness) - np.searchsorted(lateness, bake_times, side="left")
    return float((late / len(lateness) <= target).mean())


def summary(name: str, slice_hours: float, backtested: pd.DataFrame) -> dict[str, Any]:
    """Summarise a backtest.

    Args:
        name: of the arrivals.
        slice_hours: length of a slice.
        backtested: rows of `backtest`, with one target, possibly of several histories.

    Returns:
        `arrivals` and `slice_hours` as given, `target_late_rate`, `slice_count` (slices with enough before
        them), `advised_count` (those for which a bake time was advised), `tail_count` (those of them
        advised by a fitted tail); of the advised ones `coverage` (share whose late rate was in the interval),
        `above_share` (share whose late rate was above it), `mean_predicted` and `mean_late_rate` (predicted
        late rate, and what happened), `mean_width` (of the interval); then what `calibrate` adds: `met_share`
        (share of the advised bake times that meet the target in the long run) and `drift_share` (share of the
        histories that are flagged as drifting).
    """
    advised = backtested[backtested["advised_ms"].notna()]
    width = (advised["upper_late_rate"] - advised["lower_late_rate"]).astype("float64")
    is_above = (advised["late_rate"] > advised["upper_late_rate"]).astype("float64")
    return {
        "arrivals": name,
        "slice_hours": slice_hours,
        "target_late_rate": float(backtested["target_late_rate"].iloc[0]) if len(backtested) else None,
        "slice_count": len(backtested),
        "advised_count": len(advised),
        "tail_count": int((advised["basis"] == "fitted_tail").sum()),
        "coverage": float(advised["is_covered"].astype("float64").mean()),
        "above_share": float(is_above.mean()),
        "mean_predicted": float(advised["predicted_late_rate"].astype("float64").mean()),
        "mean_late_rate": float(advised["late_rate"].astype("float64").mean()),
        "mean_width": float(width.mean()),
        "met_share": None,
        "drift_share": None,
    }


def markdown(rows: Sequence[dict[str, Any]]) -> str:
    """Write rows of `summary` as a table."""
    lines = [
        "| arrivals | slice | target | slices | advised | by tail | in the interval | above it | predicted"
        " | happened | mean width | target met | drift |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        met = "–" if row["met_share"] is None else f"{row['met_share']:.0%}"
        drift = "–" if row["drift_share"] is None else f"{row['drift_share']:.0%}"
        lines.append(
            f"| {row['arrivals']} | {row['slice_hours']:g} h | {row['target_late_rate']:.2%}"
            f" | {row['slice_count']:,} | {row['advised_count']:,} | {row['tail_count']:,}"
            f" | {row['coverage']:.1%} | {row['above_share']:.1%} | {row['mean_predicted']:.3%}"
            f" | {row['mean_late_rate']:.3%} | {row['mean_width']:.2%} | {met} | {drift} |"
        )
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the calibration of all kinds of arrivals."""
    parser = argparse.ArgumentParser(prog="resequencer.advice.calibration", description=main.__doc__)
    parser.add_argument("--seeds", type=int, default=10, help="histories of each kind")
    parser.add_argument("--days", type=int, default=60, help="length of each history")
    parser.add_argument("--slice-hours", type=int, default=6, help="length of a slice")
    parser.add_argument("--targets", type=float, nargs="+", default=[0.01, 0.001], help="target late rates")
    parser.add_argument("--kinds", nargs="+", default=list(KINDS), choices=list(KINDS))
    given = parser.parse_args(arguments)
    rows = []
    for target in given.targets:
        for kind in given.kinds:
            plan = Plan(given.seeds, given.days, given.slice_hours, target)
            rows.append(calibrate(kind, plan))
            print(markdown(rows[-1:]).splitlines()[-1], flush=True)
    print(f"\n{markdown(rows)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
