"""Whether the stated intervals hold what they state: shortly in every run, and at length."""

from __future__ import annotations

import pytest
from tests.advice.uplinks import UPLINKS, uplinks

from resequencer.advice.backtest import backtest
from resequencer.advice.bake_time import Settings
from resequencer.advice.calibration import Plan, calibrate, markdown, summary
from resequencer.advice.generators import HOUR_MS, KINDS
from resequencer.advice.history import LatenessHistory, lateness_ms, slice_counts

STATED = 0.95
REQUIRED = 0.93


@pytest.mark.parametrize("kind", KINDS)
def test_intervals_hold_in_short(kind: str) -> None:
    # 72 slices. Were 95 % of them to be in the interval by chance, fewer than 63 come once in 2,000 times.
    row = calibrate(kind, Plan(seeds=1, days=20, long_run_days=0))
    assert row["slice_count"] == row["advised_count"] == 72
    assert row["coverage"] >= 63 / 72
    # An interval of everything would be in the right as well, but would say nothing.
    assert row["mean_width"] < 0.1
    assert row["mean_predicted"] < 0.01
    assert kind in markdown([row])


@pytest.mark.long
@pytest.mark.parametrize("target", [0.01, 0.001])
@pytest.mark.parametrize("kind", KINDS)
def test_intervals_hold(kind: str, target: float) -> None:
    row = calibrate(kind, Plan(seeds=6, target_late_rate=target))
    assert row["advised_count"] >= 0.95 * row["slice_count"]
    assert row["coverage"] >= REQUIRED
    assert row["mean_width"] < 0.1


@pytest.mark.skipif(not UPLINKS.exists(), reason="the uplinks are not bundled")
@pytest.mark.parametrize("slice_hours", [pytest.param(6, marks=pytest.mark.long), 24])
def test_intervals_hold_on_real_arrivals(slice_hours: int) -> None:
    arrivals = uplinks().drop_duplicates(["sequence_id", "sequence_number"])
    counts = slice_counts(arrivals.assign(lateness_ms=lateness_ms(arrivals)), slice_hours * HOUR_MS)
    tested, _ = backtest(LatenessHistory.from_frame(counts), Settings(target_late_rate=0.01))
    row = summary("uplinks", slice_hours, tested)
    assert row["advised_count"] >= 40
    assert row["coverage"] >= REQUIRED
    assert row["mean_width"] < 0.1
