"""Tables for the report, from generated arrivals."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
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
from resequencer.report.page import page
from resequencer.report.tables import MODELS, Origin, Tables

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
    advice["landed_late_count"] = advice["ruleset"].map({"orders": 1_204}).fillna(0).astype(int)
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
        outcomes=outcomes(chance),
        batch=pd.DataFrame({"number": [61], "clock": [BEGIN + pd.Timedelta(days=15)]}),
        runs=pd.DataFrame(
            {
                "number": np.arange(2, 62),
                "settled_count": chance.poisson(2400, 60),
                "ended_at": BEGIN + pd.to_timedelta(6 * np.arange(1, 61), unit="h"),
                "seconds": [np.nan] * 20 + list(24 + chance.gamma(2, 2, 40)),
            }
        ),
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
        buckets={"outcomes": timedelta(hours=6)},
    )


def outcomes(chance: np.random.Generator) -> pd.DataFrame:
    """What became of the messages of 15 days; a few are later than the clock."""
    moments = BEGIN + pd.to_timedelta(6 * np.arange(60), unit="h")
    means = {
        ("orders", "released", ""): 1170,
        ("orders", "bypass", "late"): 18,
        ("orders", "bypass", "duplicate"): 9,
        ("orders", "failure", "undecodable"): 0.3,
        ("orders", "failure", "invalid_key"): 0.1,
        ("ticks & <quotes>", "released", ""): 1180,
        ("ticks & <quotes>", "bypass", "late"): 7,
        ("", "nohit", ""): 2,
    }
    parts = [
        pd.DataFrame({"bucket_start": moments, "message_count": chance.poisson(mean, len(moments))}).assign(
            ruleset=ruleset, disposition=disposition, reason=reason
        )
        for (ruleset, disposition, reason), mean in means.items()
    ]
    newest = pd.DataFrame({"bucket_start": [moments[-1], pd.NaT], "message_count": [14, 2]}).assign(
        ruleset="orders", disposition="pending", reason=["baking", "after_clock"]
    )
    counted = pd.concat([*parts, newest], ignore_index=True).query("message_count > 0")
    return counted.assign(time=counted["bucket_start"].isna().map({True: "after_clock", False: "shown"}))


def origin(rulesets: bool = True) -> Origin:
    """A target, and settings that the sample could be of."""
    settings: dict[str, Any] = {"landing": {"format": "json", "path": "seeds/landing"}, "as_of": "now"}
    if rulesets:
        settings["rulesets"] = [
            {"name": "new", "match": {"message_type": "^new$"}},
            {"name": "orders", "match": {"body": [["order"]]}, "bake_time": "32s", "target_late_rate": 0.02},
            {"name": "ticks & <quotes>", "key_type": "long", "bake_time": "256s"},
        ]
    return Origin("embedded", "resequencer", settings)


@cache
def twenty() -> tuple[Tables, Origin]:
    """Twenty rulesets, of which some are well set, some follow by themselves, and one is too new."""
    one = sample_tables()
    names = {f"device-{number:02d}": number for number in range(1, 21)}

    def copied(name: str, scale: dict[str, str] | None = None) -> pd.DataFrame:
        frame = getattr(one, name)
        of_one = frame[frame["ruleset"] == "orders"]
        return pd.concat([of_one.assign(ruleset=ruleset) for ruleset in names], ignore_index=True)

    advice, asked = copied("advice"), copied("asked")
    set_now = {name: 80 if number > 5 else 32 * number for name, number in names.items()}
    asked["bake_us"] = [1e6 * seconds for seconds in set_now.values()]
    advice.loc[
        19, ["advised_ms", "lower_ms", "upper_ms", "predicted_late_rate", "predicted_mean_wait_ms"]
    ] = None
    advice.loc[19, ["basis", "sample_size"]] = ["too_little_data", 12]
    rulesets = [
        {
            "name": name,
            "match": {"properties": [{"device": f"^{name}$"}]},
            "bake_time": "auto" if number > 15 else f"{set_now[name]}s",
        }
        for name, number in names.items()
    ]
    tables = replace(
        one,
        advice=advice,
        asked=asked,
        **{name: copied(name) for name in ("curve", "lateness", "backtest", "outcomes")},
    )
    # Pictures take a while: of some rulesets the numbers are enough.
    few = {
        name: getattr(tables, name).query("ruleset < 'device-03'")
        for name in ("curve", "lateness", "backtest")
    }
    return replace(tables, **few), Origin("embedded", "resequencer", {"rulesets": rulesets})


@cache
def sample_page() -> str:
    """The page of the sample."""
    return page(sample_tables(), datetime(2025, 3, 16, 12, 0, tzinfo=UTC), origin())


@cache
def twenty_page() -> str:
    """The page of twenty rulesets."""
    tables, origin_ = twenty()
    return page(tables, datetime(2025, 3, 16, 12, 0, tzinfo=UTC), origin_)


def empty(tables: Tables) -> Tables:
    """The same tables without rows."""
    return replace(tables, **{name: getattr(tables, name).head(0) for name in MODELS})


def without(tables: Tables, *names: str) -> Tables:
    """The same tables, but those not built."""
    nothing: dict[str, Any] = dict.fromkeys(names)
    return replace(tables, **nothing)
