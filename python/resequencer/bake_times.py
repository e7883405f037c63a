"""Which bake time to set, and what it costs: from a ledger, or from how late its messages came."""

from __future__ import annotations

from collections.abc import Iterable

import pandas as pd
from pyspark.sql import DataFrame, Row
from pyspark.sql import functions as sf

from resequencer.advice.bake_time import Settings
from resequencer.advice.tables import Asked, bake_time_tables
from resequencer.advice.trade_off import bake_times_ms
from resequencer.advice.what_if import Policy
from resequencer.policies import figures, policy

_ADVICE = (
    "ruleset string, slice_start_us bigint, target_late_rate double, advised_ms bigint, lower_ms bigint,"
    " upper_ms bigint, predicted_late_rate double, predicted_mean_wait_ms double,"
    " predicted_max_buffer bigint, basis string, sample_size bigint, drift boolean, lower_late_rate double,"
    " upper_late_rate double, forget_factor double, message_count bigint, late_count bigint,"
    " late_rate double, is_covered boolean, slice_ms bigint"
)

_MANY_GROUPS, _MANY_IN_FORCE = 32, 16
"""With more order groups than that, bake times are the same for all, so that they are judged at once; those
in force are among them only where they are not many."""


def trade_off(ledger: DataFrame, lateness: DataFrame, policies: DataFrame) -> DataFrame:
    """What each bake time would have cost and brought over all history, exactly.

    Args:
        ledger: `resequencer__ledger`.
        lateness: lateness_by_slice of it.
        policies: `int_resequencer__policies`.

    Returns:
        One row per ruleset and bake time, of rulesets that hold messages for a bake time or might, and
        one for each class of sequences: `ruleset`, `bake_time_ms`, and the columns of `policies.figures` once
        all bake times have passed, of messages that landed in time.
    """
    by_ruleset = lateness.groupBy("ruleset", "lateness_ms").agg(
        sf.sum("message_count").alias("message_count")
    )
    counted = by_ruleset.toPandas()
    as_set = _as_set(policies).collect()
    groups = _by_order_group(row for row in as_set if row["is_closed_form"])
    of_all: list[int] = []
    if len(groups) > _MANY_GROUPS:
        in_force = {bake_ms for rows in groups.values() for bake_ms in _in_force_ms(rows[0])}
        of_all = bake_times_ms(counted, in_force if len(in_force) <= _MANY_IN_FORCE else ())
    tried: dict[str, list[tuple[str, Policy]]] = {}
    for order_group, rulesets in groups.items():
        late = counted[counted["ruleset"].isin([row["ruleset"] for row in rulesets])]
        tried[order_group] = [
            (str(bake_time), policy(rulesets[0], bake_us=bake_time * 1000))
            for bake_time in of_all or bake_times_ms(late, _in_force_ms(rulesets[0]))
        ]
    # Of the project: the same in every row.
    sequence_class = as_set[0]["sequence_class"] if as_set else None
    has_come = sf.coalesce(sf.col("reason") != "after_clock", sf.lit(True))
    worked_out = figures(
        ledger.where(has_come), tried, None, sequence_class=sequence_class, landed_in_time=True
    )
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
    asked = {row["ruleset"]: _asked(row) for row in _as_set(policies).collect()}
    slices = lateness.where(sf.col("ruleset").isin(list(asked))).withColumn(
        "slice_start", sf.unix_micros("slice_start")
    )
    waits = curve.where("sequence_class is null").select(
        "ruleset", "bake_time_ms", "mean_wait_ms", "max_buffered"
    )

    def of_ruleset(lateness: pd.DataFrame, waits: pd.DataFrame) -> pd.DataFrame:
        advised, tested = bake_time_tables(lateness, waits, asked)
        rows = pd.concat(
            [advised, tested.rename(columns={"slice_start": "slice_start_us"})], ignore_index=True
        )
        return rows.reindex(columns=[field.split()[0] for field in _ADVICE.split(", ")])

    return slices.groupBy("ruleset").cogroup(waits.groupBy("ruleset")).applyInPandas(of_ruleset, _ADVICE)


def _as_set(policies: DataFrame) -> DataFrame:
    return policies.where(sf.col("policy") == "as_set")


def _in_force_ms(row: Row) -> list[int]:
    """The bake time of a ruleset, as a list; of one that waits for ever there is none."""
    return [] if row["bake_us"] is None else [int(row["bake_us"] // 1000)]


def _by_order_group(rows: Iterable[Row]) -> dict[str, list[Row]]:
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row["order_group"], []).append(row)
    return groups


def _asked(row: Row) -> Asked:
    if row["late_cost"] is not None:
        return Asked(late_cost=row["late_cost"], wait_cost=row["wait_cost"])
    return Asked(Settings(target_late_rate=row["target_late_rate"], confidence=row["target_confidence"]))
