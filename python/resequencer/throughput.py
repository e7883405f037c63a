"""How many consumers the released messages of a ledger need."""

from __future__ import annotations

import math
from functools import cache

import pandas as pd
import pyarrow as pa
from pyspark.sql import DataFrame, Row
from pyspark.sql import functions as sf

from resequencer.advice.throughput import (
    Load,
    ScalingPolicy,
    ScalingState,
    baseline,
    measured_cells,
    measured_load,
    needed_replicas,
    next_replicas,
)

NEWEST_ATTEMPTS = 100_000
"""Attempts that are read: the newest."""

CHECKS = 100
"""Stretches of time that the number of consumers is followed through, up to now."""

_MESSAGES = 1000
"""Messages that are simulated to see whether a number of consumers is enough."""

_BASELINE = pa.schema(
    [
        ("consumer_replicas", pa.int64()),
        ("pressure_level", pa.float64()),
        ("arrival_rate", pa.float64()),
        ("processing_rate", pa.float64()),
        ("exception_rate", pa.float64()),
        ("utilisation", pa.float64()),
        ("mean_wait_ms", pa.float64()),
        ("p95_wait_ms", pa.float64()),
        ("max_backlog", pa.int64()),
        ("basis", pa.string()),
        ("advised_replicas", pa.int64()),
    ]
)


def throughput_baseline(ledger: DataFrame, settings: DataFrame) -> DataFrame:
    """Measure and simulate what consumers do with the messages that a ledger releases.

    The load is checked once in every stretch of time (`every_us`) up to the newest in which something was
    released, which is the present one, and the number of consumers is followed from check to check. So it
    depends on nothing but the ledger.

    Args:
        ledger: `resequencer__ledger`.
        settings: `int_resequencer__throughput_settings`.

    Returns:
        The columns of `advice.throughput.baseline`, and `advised_replicas`: the consumers advised for the
        present load, the same in every row. No rows where nothing has been released.
    """
    session = ledger.sparkSession
    asked = settings.first()
    assert asked is not None
    every_s = asked["every_us"] / 1e6
    rates = _released_per_second(ledger, asked["every_us"])
    frame = pd.DataFrame(columns=_BASELINE.names)
    if len(rates):
        attempts = _attempts(session.table(asked["attempts"])) if asked["attempts"] else None
        load = _load(asked, rates["rate"].iloc[-1], int(rates["sequence_count"].iloc[-1]), attempts)
        levels = list(asked["pressure_levels"])
        measured = measured_cells(attempts, load, every_s, levels) if attempts is not None else None
        policy = ScalingPolicy(asked["wait_us"] / 1000, highest=asked["most_consumers"])
        frame = baseline(load, asked["consumers"], levels, measured).assign(
            advised_replicas=_followed(rates["rate"].tolist(), load, policy)
        )
    return session.createDataFrame(pa.Table.from_pandas(frame, schema=_BASELINE, preserve_index=False))


def _released_per_second(ledger: DataFrame, every_us: int) -> pd.DataFrame:
    """Stretches of time up to the newest in which something was released, those without included."""
    released_us = sf.unix_micros("settled_at")
    counted = (
        ledger.where("disposition = 'released'")
        .groupBy(sf.floor(released_us / every_us).alias("stretch"))
        .agg(
            sf.count("*").alias("released"),
            sf.count_distinct("order_group", "sequence_id").alias("sequence_count"),
        )
        .orderBy(sf.desc("stretch"))
        .limit(CHECKS)
        .toPandas()
        .set_index("stretch")
        .sort_index()
    )
    if not len(counted):
        return counted
    newest = int(counted.index[-1])
    whole = range(max(int(counted.index[0]), newest - CHECKS + 1), newest + 1)
    counted = counted.reindex(whole, fill_value=0)
    return counted.assign(rate=counted["released"] / (every_us / 1e6))


def _attempts(table: DataFrame) -> pd.DataFrame:
    names = [name for name in ("message_id", "sent_at", "at", "outcome", "consumer") if name in table.columns]
    return table.select(*names).orderBy(sf.desc("sent_at")).limit(NEWEST_ATTEMPTS).toPandas()


def _load(asked: Row, rate: float, sequence_count: int, attempts: pd.DataFrame | None) -> Load:
    if attempts is not None:
        measured = measured_load(attempts, sequence_count, asked["max_attempts"])
        mean_ms, variation, failure_rate = (
            measured.service_mean_ms,
            measured.service_variation,
            measured.failure_rate,
        )
    else:
        mean_ms = asked["service_us"] / 1000
        variation, failure_rate = asked["service_variation"], asked["failure_rate"]
    return Load(rate, mean_ms, variation, failure_rate, sequence_count, asked["max_attempts"])


def _followed(rates: list[float], load: Load, policy: ScalingPolicy) -> int:
    """The consumers advised after the last of the checks."""

    @cache
    def needed(rate: float) -> int:
        return needed_replicas(load.at(rate), policy, _MESSAGES) if rate else policy.lowest

    state = ScalingState(policy.lowest)
    for rate in rates:
        # Rounded up to two figures: loads that hardly differ need the same.
        state = next_replicas(policy, state, needed(_up(rate)), needed(_up(rate * (1 + policy.headroom))))
    return state.replicas


def _up(rate: float) -> float:
    if not rate:
        return 0.0
    unit = 10.0 ** (math.floor(math.log10(rate)) - 1)
    return math.ceil(rate / unit) * unit
