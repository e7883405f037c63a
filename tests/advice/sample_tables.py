"""Tables for the report, from generated arrivals."""

from __future__ import annotations

from functools import cache

import numpy as np
import pandas as pd
from tests.advice.reference import trade_off

from resequencer.advice.bake_time import Settings
from resequencer.advice.generators import DAY_MS, HOUR_MS, Traffic, generate
from resequencer.advice.history import slice_counts
from resequencer.advice.tables import Asked, bake_time_tables
from resequencer.advice.throughput import Load, baseline
from resequencer.report import Tables

BEGIN = pd.Timestamp("2025-03-01")


@cache
def sample_tables() -> Tables:
    """Two rulesets over 15 days, a new one without history, and what comes with them."""
    lateness, curves = [], []
    for ruleset, kind in (("orders", "bursty"), ("ticks & <quotes>", "drifting")):
        arrivals = generate(kind, Traffic(15 * DAY_MS), 1)
        lateness.append(slice_counts(arrivals, 6 * HOUR_MS).assign(ruleset=ruleset))
        curve = trade_off(arrivals, [1000 * 2**power for power in range(13)])
        curves.append(curve.assign(ruleset=ruleset))
    new = pd.DataFrame({"slice_start": [0], "lateness_ms": [0], "message_count": [9], "ruleset": ["new"]})
    counted = pd.concat([*lateness, new], ignore_index=True)
    counted["slice_start"] = BEGIN + pd.to_timedelta(counted["slice_start"], unit="ms")
    curve = pd.concat(curves, ignore_index=True)
    advice, backtest = bake_time_tables(counted, curve, {"orders": Asked(Settings(target_late_rate=0.02))})
    chance = np.random.default_rng(2)
    detected = BEGIN + pd.to_timedelta(chance.uniform(0, 15, 120), unit="D")
    return Tables(
        advice=advice,
        curve=curve,
        lateness=counted,
        backtest=backtest,
        missing_ranges=pd.DataFrame(
            {
                "ruleset": "orders",
                "detected_at": detected,
                "missing_count": chance.integers(1, 9, 120),
                "status": chance.choice(["open", "skipped"], 120, p=[0.3, 0.7]),
            }
        ),
        completeness=pd.DataFrame(
            {
                "ruleset": "orders",
                "sequence_id": [f"webshop-{number}" for number in range(1000, 1200)],
                "completeness": np.minimum(chance.beta(20, 0.5, 200) + 0.02, 1),
                "missing_count": chance.integers(0, 30, 200),
            }
        ),
        baseline=baseline(
            Load(20.0, 100, sequence_count=40),
            (1, 2, 4, 8),
            measured=pd.DataFrame(
                {
                    "consumer_replicas": [4],
                    "pressure_level": [1.0],
                    "arrival_rate": [20.0],
                    "processing_rate": [19.8],
                    "exception_rate": [0.002],
                }
            ),
            messages=1500,
        ).assign(advised_replicas=4),
    )


def empty(tables: Tables) -> Tables:
    """The same tables without rows."""
    return Tables(**{name: frame.head(0) for name, frame in vars(tables).items()})
