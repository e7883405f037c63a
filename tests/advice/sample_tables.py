"""Tables for the report, from generated arrivals."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pandas as pd
from tests.advice.reference import trade_off

from resequencer.advice.bake_time import Settings
from resequencer.advice.generators import DAY_MS, HOUR_MS, Traffic, generate
from resequencer.advice.history import slice_counts
from resequencer.advice.tables import Asked, bake_time_tables
from resequencer.advice.throughput import Load, baseline
from resequencer.report import MODELS, Tables

BEGIN = pd.Timestamp("2025-03-01")


@cache
def sample_tables() -> Tables:
    """Two rulesets over 15 days, a new one without history, and what comes with them."""
    lateness, curves = [], []
    for ruleset, kind in (("orders", "bursty"), ("ticks & <quotes>", "drifting")):
        arrivals = generate(kind, Traffic(15 * DAY_MS), 1)
        lateness.append(slice_counts(arrivals, 6 * HOUR_MS).assign(ruleset=ruleset, slice_us=6e3 * HOUR_MS))
        curve = trade_off(arrivals, [1000 * 2**power for power in range(13)])
        curves.append(curve.assign(ruleset=ruleset))
    new = pd.DataFrame({"slice_start": [0], "lateness_ms": [0], "message_count": [9], "ruleset": ["new"]})
    new["slice_us"] = 60e6
    counted = pd.concat([*lateness, new], ignore_index=True)
    counted["slice_start"] = BEGIN + pd.to_timedelta(counted["slice_start"], unit="ms")
    curve = pd.concat(curves, ignore_index=True)
    advice, backtest = bake_time_tables(counted, curve, {"orders": Asked(Settings(target_late_rate=0.02))})
    chance = np.random.default_rng(2)
    day = BEGIN + pd.to_timedelta(np.arange(15), unit="D")
    return Tables(
        advice=advice,
        asked=pd.DataFrame(
            {
                "ruleset": ["new", "orders", "ticks & <quotes>"],
                "target_confidence": [0.95, 0.95, 0.95],
                "late_cost": np.nan,
                "wait_cost": np.nan,
                "bake_us": [np.nan, 32e6, 256e6],
            }
        ),
        curve=curve,
        lateness=counted.groupby(["ruleset", "lateness_ms"])["message_count"].sum().reset_index(),
        backtest=backtest,
        missing_ranges=pd.concat(
            pd.DataFrame(
                {
                    "ruleset": "orders",
                    "status": status,
                    "bucket_start": day,
                    "range_count": chance.poisson(mean, 15),
                    "missing_count": chance.poisson(4 * mean, 15).astype(float),
                }
            )
            for status, mean in (("open", 3), ("skipped", 6), ("stood_in", 1), ("filled", 2))
        ).query("range_count > 0 and bucket_start.dt.day != 9"),
        completeness=pd.DataFrame(
            {
                "ruleset": ["orders"] * 5 + ["ticks & <quotes>"],
                "class": ["complete", "nothing_missing", "from_99", "from_90", "from_50", "not_known"],
                "sequence_count": [12_129, 310, 2_117, 1_047, 7, 40],
            }
        ),
        least_complete=pd.DataFrame(
            {
                "ruleset": "orders",
                "sequence_id": [f"webshop-{number}" for number in range(1000, 1007)],
                "epoch": 1,
                "completeness": np.linspace(0.61, 0.9, 7),
                "missing_count": np.arange(30.0, 2, -4),
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
        ).assign(advised_replicas=4, is_wait_met=True),
    )


def empty(tables: Tables) -> Tables:
    """The same tables without rows."""
    return replace(tables, **{name: getattr(tables, name).head(0) for name in MODELS})


def without(tables: Tables, *names: str) -> Tables:
    """The same tables, but those not built."""
    nothing: dict[str, Any] = dict.fromkeys(names)
    return replace(tables, **nothing)
