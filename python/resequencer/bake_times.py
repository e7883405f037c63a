"""Which bake time to set, and what it costs: from a ledger, or from how late its messages came."""

from __future__ import annotations

from collections.abc import Iterable

import pandas as pd
import pyarrow as pa
from pyspark.sql import DataFrame, Row
from pyspark.sql import functions as sf

from resequencer.advice.bake_time import Settings
from resequencer.advice.tables import Asked, bake_time_tables
from resequencer.advice.trade_off import bake_times_ms
from resequencer.advice.what_if import Policy
from resequencer.policies import figures, policy

_ADVICE = pa.schema(
    [
        ("ruleset", pa.string()),
        ("slice_start_us", pa.int64()),
        ("target_late_rate", pa.float64()),
        ("advised_ms", pa.int64()),
        ("lower_ms", pa.int64()),
        ("upper_ms", pa.int64()),
        ("predicted_late_rate", pa.float64()),
        ("predicted_mean_wait_ms", pa.float64()),
        ("predicted_max_buffer", pa.int64()),
        ("basis", pa.string()),
        ("sample_size", pa.int64()),
        ("drift", pa.bool_()),
        ("lower_late_rate", pa.float64()),
        ("upper_late_rate", pa.float64()),
        ("forget_factor", pa.float64()),
        ("message_count", pa.int64()),
        ("late_count", pa.int64()),
        ("late_rate", pa.float64()),
        ("is_covered", pa.bool_()),
    ]
)


def trade_off(ledger: DataFrame, lateness: DataFrame, policies: DataFrame) -> DataFrame:
    """What each bake time would have cost and brought over all history, exactly.

    Args:
        ledger: `resequencer__ledger`.
        lateness: lateness_by_slice of it.
        policies: `int_resequencer__policies`.

    Returns:
        One row per ruleset and bake time, of rulesets that hold messages for a bake time or might: `ruleset`,
        `bake_time_ms`, and the columns of `policies.figures` once all bake times have passed.
    """
    by_ruleset = lateness.groupBy("ruleset", "lateness_ms").agg(
        sf.sum("message_count").alias("message_count")
    )
    counted = by_ruleset.toPandas()
    tried: dict[str, list[tuple[str, Policy]]] = {}
    for order_group, rulesets in _by_order_group(_as_set(policies)).items():
        first = rulesets[0]
        if first["is_closed_form"]:
            late = counted[counted["ruleset"].isin([row["ruleset"] for row in rulesets])]
            current_ms = (first["bake_us"] or 0) // 1000
            tried[order_group] = [
                (str(bake_time), policy(first, bake_us=bake_time * 1000))
                for bake_time in bake_times_ms(late, current_ms)
            ]
    worked_out = figures(ledger, tried, None)
    return worked_out.withColumn("bake_time_ms", sf.col("policy").cast("bigint")).drop("policy")


def advice(lateness: DataFrame, curve: DataFrame, policies: DataFrame) -> DataFrame:
    """Which bake time to set, before every past slice and for the next one.

    Args:
        lateness: lateness_by_slice of a ledger.
        curve: trade_off of it.
        policies: `int_resequencer__policies`.

    Returns:
        One row per ruleset and slice, with the columns of both tables of `bake_time_tables`; of the next
        slice, which is the advice in force, `slice_start_us` and what happened are null.
    """
    counted = lateness.withColumn("slice_start", sf.unix_micros("slice_start")).toPandas()
    waits = curve.select("ruleset", "bake_time_ms", "mean_wait_ms", "max_buffered").toPandas()
    asked = {row["ruleset"]: _asked(row) for row in _as_set(policies)}
    advised, tested = bake_time_tables(counted, waits, asked)
    rows = pd.concat([advised, tested.rename(columns={"slice_start": "slice_start_us"})], ignore_index=True)
    table = pa.Table.from_pandas(rows.reindex(columns=_ADVICE.names), schema=_ADVICE, preserve_index=False)
    return lateness.sparkSession.createDataFrame(table)


def _as_set(policies: DataFrame) -> list[Row]:
    rows: list[Row] = policies.where(sf.col("policy") == "as_set").collect()
    return rows


def _by_order_group(rows: Iterable[Row]) -> dict[str, list[Row]]:
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row["order_group"], []).append(row)
    return groups


def _asked(row: Row) -> Asked:
    if row["late_cost"] is not None:
        return Asked(late_cost=row["late_cost"], wait_cost=row["wait_cost"])
    return Asked(Settings(target_late_rate=row["target_late_rate"], confidence=row["target_confidence"]))
