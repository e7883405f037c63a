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
    meets_wait,
    needed_replicas,
    next_replicas,
)
from resequencer.slices import LENGTHS_US, longest_slice

CHECKS = 100
"""Stretches of time, up to now, that the number of consumers is followed through and attempts are read of."""

_STRETCHES_US, _FEWEST_STRETCHES = LENGTHS_US[:4], 12
"""An hour at most, and enough of them to measure several, as the first and the last are not whole."""

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
        ("is_wait_met", pa.bool_()),
    ]
)


def throughput_baseline(ledger: DataFrame, settings: DataFrame) -> DataFrame:
    """Measure and simulate what consumers do with the messages that a ledger releases.

    The load is checked once in every stretch of time (`every_us`) up to the newest whole one in which
    something was released, which is the present one, and the number of consumers is followed from check to
    check. So it depends on nothing but the ledger and the attempts.

    Args:
        ledger: `resequencer__ledger`.
        settings: `int_resequencer__throughput_settings`.

    Returns:
        The columns of `advice.throughput.baseline`; `advised_replicas`, the consumers advised for the present
        load, and `is_wait_met`, whether they are enough, the same in every row. No rows where nothing has
        been released, or where neither attempts nor settings tell what an attempt takes.
    """
    session = ledger.sparkSession
    asked = settings.first()
    assert asked is not None
    every_us = asked["every_us"] if asked["every_us"] is not None else _fitting_stretch_us(ledger)
    rates = _released_per_second(ledger, every_us)
    attempted = _attempted(session.table(asked["attempts"]), every_us) if asked["attempts"] else None
    load = _load(asked, rates, attempted)
    frame = pd.DataFrame(columns=_BASELINE.names)
    if load is not None:
        levels = list(asked["pressure_levels"])
        measured = None
        if attempted is not None:
            measured = measured_cells(attempted, load, every_us / 1e6, levels)
        policy = ScalingPolicy(asked["wait_us"] / 1000, highest=asked["most_consumers"])
        advised = _followed(rates["rate"].tolist(), load, policy)
        frame = baseline(load, asked["consumers"], levels, measured).assign(
            advised_replicas=advised,
            is_wait_met=meets_wait(load.at(_up(load.arrival_rate)), advised, policy, _MESSAGES),
        )
    return session.createDataFrame(pa.Table.from_pandas(frame, schema=_BASELINE, preserve_index=False))


def _fitting_stretch_us(ledger: DataFrame) -> int:
    """The longest stretch, of a minute to an hour, of which enough have a release."""
    released = ledger.where("disposition = 'released'").select(sf.unix_micros("settled_at").alias("at_us"))
    chosen = longest_slice(released, _FEWEST_STRETCHES, _STRETCHES_US).first()
    return int(chosen["slice_us"]) if chosen else _STRETCHES_US[0]


def _released_per_second(ledger: DataFrame, every_us: int) -> pd.DataFrame:
    """Stretches of time up to the newest whole one in which something was released.

    Those without a release are included: `rate` and `sequence_count`, by number of the stretch.
    """
    newest = ledger.where("disposition = 'current'").select(sf.unix_micros("batch.last_clock")).first()
    counted = (
        ledger.where("disposition = 'released'")
        .groupBy(sf.floor(sf.unix_micros("settled_at") / every_us).alias("stretch"))
        .agg(
            sf.count("*").alias("released"),
            # All that were open at some time in the stretch: at least as many as were open at once.
            sf.count_distinct("order_group", "sequence_id").alias("sequence_count"),
        )
        .orderBy(sf.desc("stretch"))
        # And the one that is not whole yet.
        .limit(CHECKS + 1)
        .toPandas()
        .set_index("stretch")
        .sort_index()
    )
    clock_us = newest[0] if newest else None
    return rates_by_stretch(counted, every_us, clock_us)


def rates_by_stretch(counted: pd.DataFrame, every_us: int, clock_us: int | None) -> pd.DataFrame:
    """The rates of stretches of time up to the newest whole one in which something was released.

    Args:
        counted: `released` (messages) and `sequence_count`, by number of the stretch since 1970, ascending.
        every_us: how long a stretch is, in microseconds.
        clock_us: what time it is, in microseconds since 1970. None: all stretches are whole.

    Returns:
        `counted` of at most CHECKS stretches, those without a release included, and `rate`: messages released
        per second. Where no stretch is whole it is the newest alone, whose rate is that of the time so far.
    """
    if not len(counted):
        return counted.assign(rate=0.0)
    whole = counted if clock_us is None else counted[counted.index < clock_us // every_us]
    if not len(whole):
        begun = counted.tail(1)
        # A second at least: of less, a single message would be a flood.
        elapsed_us = max((clock_us or 0) - int(begun.index[0]) * every_us, 1_000_000)
        return begun.assign(rate=begun["released"] / (elapsed_us / 1e6))
    newest = int(whole.index[-1])
    followed = range(max(int(whole.index[0]), newest - CHECKS + 1), newest + 1)
    whole = whole.reindex(followed, fill_value=0)
    return whole.assign(rate=whole["released"] / (every_us / 1e6))


def _attempted(table: DataFrame, every_us: int) -> pd.DataFrame:
    """What attempts say of the last stretches of time, as `measured_load` and `measured_cells` read it."""
    consumer = sf.col("consumer") if "consumer" in map(str.lower, table.columns) else sf.lit(None)
    sent_us, at_us = (sf.unix_micros(sf.col(name).cast("timestamp")) for name in ("sent_at", "at"))
    settled = table.select(
        "message_id",
        sent_us.alias("sent_us"),
        at_us.alias("at_us"),
        ((at_us - sent_us) / 1000).alias("took_ms"),
        sf.floor(sent_us / every_us).alias("stretch"),
        sf.coalesce(sf.col("outcome") == "delivered", sf.lit(False)).alias("is_delivered"),
        consumer.cast("string").alias("consumer"),
    ).where("took_ms >= 0")
    bounds = settled.agg(sf.min("stretch").alias("first"), sf.max("stretch").alias("newest")).first()
    first, newest = (bounds["first"] or 0, bounds["newest"] or 0) if bounds else (0, 0)
    recent = settled.where(sf.col("stretch") >= newest - CHECKS)
    by_stretch = recent.groupBy("stretch").agg(
        sf.count("*").alias("attempts"),
        sf.count_if(~sf.col("is_delivered")).alias("failures"),
        sf.sum("took_ms").alias("took_ms"),
        sf.sum(sf.col("took_ms") * sf.col("took_ms")).alias("squared_took_ms"),
        sf.count_distinct("consumer").alias("consumers"),
        sf.sum(sf.when(sf.col("consumer").isNotNull(), sf.col("took_ms"))).alias("consumers_took_ms"),
    )
    # A message counts where it was attempted last: what failed before was no exception.
    messages = (
        recent.where("consumer is not null")
        .groupBy("message_id")
        .agg(sf.max(sf.struct("sent_us", "at_us", "is_delivered", "stretch")).alias("last"))
        .groupBy(sf.col("last.stretch").alias("stretch"))
        .agg(sf.count("*").alias("messages"), sf.count_if("last.is_delivered").alias("delivered"))
    )
    attempted = by_stretch.join(messages, "stretch", "left").na.fill(0).toPandas()
    # Attempts begin within the first stretch, and the newest goes on.
    is_whole = (attempted["stretch"] > first) & (attempted["stretch"] < newest)
    return attempted.assign(is_whole=is_whole)


def _load(asked: Row, rates: pd.DataFrame, attempted: pd.DataFrame | None) -> Load | None:
    """The present load, or none where nothing tells it."""
    if not len(rates):
        return None
    rate, sequence_count = float(rates["rate"].iloc[-1]), int(rates["sequence_count"].iloc[-1])
    if attempted is not None:
        measured = measured_load(attempted, rate, sequence_count, asked["max_attempts"])
        if measured is not None:
            return measured
    if asked["service_us"] is None:
        return None
    mean_ms, variation = asked["service_us"] / 1000, asked["service_variation"]
    return Load(rate, mean_ms, variation, asked["failure_rate"], sequence_count, asked["max_attempts"])


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
