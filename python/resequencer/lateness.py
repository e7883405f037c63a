"""How late messages come: what a bake_time has to cover."""

import json
from typing import Any

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as sf

from resequencer.advice.history import SIGNIFICANT_BITS
from resequencer.slices import longest_slice

FEWEST_SLICES = 60
"""Slices are as long as leaves so many: drift is told from 40 on, and the backtest needs some of its own."""

_LARGEST_NUMBER = 2**63 - 1
_PERCENTILES = (50, 90, 95, 99)
_SEQUENCE = ("order_group", "sequence_id", "epoch")


def arrived_messages(ledger: DataFrame, *, stand_ins: bool = False) -> DataFrame:
    """The messages of a ledger that were to be ordered, whatever has become of them.

    Args:
        ledger: `resequencer__ledger`.
        stand_ins: whether what stood in for missing messages is wanted, too: as if it had come when it left.

    Returns:
        One row per message that is no failure, or one only for the last number it announces or because its
        sequence was ended while it was held, with the ledger's columns and `number`: a bigint that has the
        order of the keys of its sequence, as its ruleset orders them. `is_stand_in` is never null.
    """
    disposition, reason = sf.col("disposition"), sf.col("reason")
    is_stand_in = sf.coalesce("is_stand_in", sf.lit(False))
    released = (disposition == "released") & (sf.lit(stand_ins) | ~is_stand_in)
    bypassed = (disposition == "bypass") & (reason != "preferred_outlink")
    settled = ledger.where(released | bypassed | reason.isin("last_conflict", "expired"))
    # What older batches held is another copy of the same messages.
    newest = ledger.where(disposition == "current").select(sf.col("batch.number").alias("newest_batch"))
    held = ledger.where((disposition == "pending") & sf.col("rejection_outlet").isNull()).join(
        sf.broadcast(newest), sf.col("batch_id") == sf.col("newest_batch"), "left_semi"
    )
    came = {"effective_arrived_at": "settled_at", "arrived_at": "settled_at"}
    columns = {name: sf.coalesce(name, sf.when(is_stand_in, sf.col(other))) for name, other in came.items()}
    columns |= {name: sf.coalesce(name, sf.lit(0)) for name in ("intake", "place")}
    found = settled.unionByName(held).withColumns({**columns, "is_stand_in": is_stand_in})
    return found.withColumn("number", _number(_order_groups(ledger)))


def ordered_messages(ledger: DataFrame, *, stand_ins: bool = False) -> DataFrame:
    """Those of arrived_messages that took part in the ordering: released, late, held, or held to the end.

    Not those of dynamic sessions, each of which is in an order of its own.
    """
    disposition, reason = sf.col("disposition"), sf.col("reason")
    held = (disposition == "pending") & (reason != "after_clock")
    expired = (disposition == "failure") & (reason == "expired")
    late = (disposition == "bypass") & (reason == "late")
    in_sessions = [
        name for name, group in _order_groups(ledger).items() if group.get("session_us") is not None
    ]
    took_part = (disposition == "released") | held | expired | late
    found = arrived_messages(ledger, stand_ins=stand_ins)
    return found.where(took_part & ~sf.col("order_group").isin(in_sessions))


def _order_groups(ledger: DataFrame) -> dict[str, dict[str, Any]]:
    """The settings of order groups, by name, as the newest batch had them."""
    newest = ledger.where(sf.col("disposition") == "current").select("batch.order_groups").first()
    groups: dict[str, dict[str, Any]] = json.loads(newest["order_groups"]) if newest else {}
    return groups


def _number(groups: dict[str, dict[str, Any]]) -> Column:
    number = sf.col("sequence_number")
    if any(group["is_ranked"] for group in groups.values()):
        # Of keys that are no whole numbers the ledger has the values.
        by_value = Window.partitionBy(*_SEQUENCE).orderBy("key_value")
        rank = sf.dense_rank().over(by_value)
        both_ways = [name for name, group in groups.items() if group.get("differs_in_order")]
        if both_ways:
            by_parts = Window.partitionBy(*_SEQUENCE).orderBy("key_value.first", sf.desc("key_value.second"))
            is_both_ways = sf.col("order_group").isin(both_ways)
            rank = sf.when(is_both_ways, sf.dense_rank().over(by_parts)).otherwise(rank)
        number = sf.coalesce(number, rank)
    descending = [name for name, group in groups.items() if group["is_descending"]]
    if descending:
        # ~number counts down, at the extremes of bigint too.
        number = sf.when(sf.col("order_group").isin(descending), sf.bitwise_not(number)).otherwise(number)
    return number


def lateness_us(number: Column) -> Column:
    """Microseconds from the first arrival of anything higher to the message's own; 0 where it came first.

    lateness = a - min{ a_j : k_j > k, a_j < a }. The least a_j of all that is higher is the least of those
    before a as soon as there is one, so a running minimum from the highest number down tells it.

    Args:
        number: what a message is ordered by, as ordered_messages has it.
    """
    # The largest number stands as null: a frame of the numbers above it would begin beyond 64 bits.
    is_largest = number == _LARGEST_NUMBER
    higher = (
        Window.partitionBy(*_SEQUENCE)
        .orderBy(sf.when(~is_largest, number).desc_nulls_first())
        .rangeBetween(Window.unboundedPreceding, -1)
    )
    arrival_us = sf.unix_micros("effective_arrived_at")
    above_us = sf.when(~is_largest, sf.min(arrival_us).over(higher))
    return sf.greatest(arrival_us - above_us, sf.lit(0))


def landed_late() -> Column:
    """Whether a message landed when the clock of a run had passed its arrival: that is its effective arrival.

    When it came after what is higher tells how files land, then, and not how messages come: of many that land
    late together it tells nothing at all. So advice counts messages that landed in time.
    """
    return sf.coalesce(sf.col("effective_arrived_at") > sf.col("arrived_at"), sf.lit(False))


def tried_class(sequence_class: str) -> Column:
    """The class of a message's sequence as text: '' where it has none, or Spark raises an error over it.

    Args:
        sequence_class: SQL over the ledger's columns.
    """
    tried = sf.try_to_binary(sf.expr(sequence_class).cast("string"), sf.lit("utf-8")).cast("string")
    return sf.coalesce(tried, sf.lit(""))


def lateness_by_ruleset(ledger: DataFrame, sequence_class: str | None = None) -> DataFrame:
    """The distribution of lateness over all history, exactly.

    Args:
        ledger: `resequencer__ledger`.
        sequence_class: SQL over its columns that tells the class of a message's sequence.

    Returns:
        One row per ruleset that has ordered messages: sequence_class (null; with classes, one more row for
        each of them: none is the empty text), sample_size (messages that landed in time), out_of_order_share
        (those of them that came after something higher), late_share (those passed on as late), p50_ms …
        p99_ms (the least lateness that so many percent do not exceed) and max_ms, in milliseconds;
        landed_late_count (all other messages).
    """
    all_classes = sf.lit(None).cast("string")
    classes = [all_classes]
    if sequence_class is not None:
        classes.append(tried_class(sequence_class))
    late = ordered_messages(ledger).select(
        "ruleset",
        sf.array(*classes).alias("classes"),
        landed_late().alias("landed_late"),
        (sf.col("disposition") == "bypass").alias("is_late"),
        lateness_us(sf.col("number")).alias("lateness_us"),
    )
    # What is null counts nowhere.
    late = late.withColumns(
        {name: sf.when(~sf.col("landed_late"), sf.col(name)) for name in ("is_late", "lateness_us")}
    )
    by_class = late.withColumn("sequence_class", sf.explode("classes"))
    return by_class.groupBy("ruleset", "sequence_class").agg(
        sf.count("lateness_us").alias("sample_size"),
        sf.avg((sf.col("lateness_us") > 0).cast("int")).alias("out_of_order_share"),
        sf.avg(sf.col("is_late").cast("int")).alias("late_share"),
        *(_percentile_ms(percent) for percent in _PERCENTILES),
        (sf.max("lateness_us") / 1000).alias("max_ms"),
        sf.count_if("landed_late").alias("landed_late_count"),
    )


def lateness_by_slice(ledger: DataFrame, slice_us: int | None = None) -> DataFrame:
    """How many messages of each slice of time came how late: what all advice is made from.

    Args:
        ledger: `resequencer__ledger`.
        slice_us: length of a slice in microseconds; slices are counted from 1970. None: for each ruleset the
            longest one that leaves FEWEST_SLICES slices with messages.

    Returns:
        One row per ruleset, slice and bin of lateness, of messages that landed in time: `ruleset`,
        `slice_start`, `lateness_ms` (whole milliseconds, the lower end of the bin; 0: nothing higher was
        there before), `message_count` and `slice_us`.
    """
    # What landed late is left out only now: messages come after it all the same.
    came = (
        ordered_messages(ledger)
        .select(
            "ruleset",
            sf.unix_micros("effective_arrived_at").alias("at_us"),
            _bin_start(lateness_us(sf.col("number")) / 1000).alias("lateness_ms"),
            landed_late().alias("landed_late"),
        )
        .where(~sf.col("landed_late"))
        .drop("landed_late")
    )
    if slice_us is None:
        moments = ordered_messages(ledger).where(~landed_late())
        moments = moments.select("ruleset", sf.unix_micros("effective_arrived_at").alias("at_us"))
        came = came.join(sf.broadcast(longest_slice(moments, FEWEST_SLICES, by=["ruleset"])), "ruleset")
    else:
        came = came.withColumn("slice_us", sf.lit(slice_us).cast("bigint"))
    slice_start = sf.timestamp_micros(sf.col("at_us") - sf.pmod("at_us", "slice_us"))
    return (
        came.withColumn("slice_start", slice_start)
        .groupBy("ruleset", "slice_start", "lateness_ms", "slice_us")
        .agg(sf.count("*").alias("message_count"))
        .select("ruleset", "slice_start", "lateness_ms", "message_count", "slice_us")
    )


def _bin_start(lateness_ms: Column) -> Column:
    """The bin of a lateness, as resequencer.advice.history.bin_start_ms has it."""
    whole = sf.floor(lateness_ms)
    dropped = sf.greatest(sf.length(sf.bin(whole)) - SIGNIFICANT_BITS, sf.lit(0))
    # Shifts by a column, which functions of pyspark do not take.
    return sf.call_function("shiftleft", sf.call_function("shiftright", whole, dropped), dropped)


def _percentile_ms(percent: int) -> Column:
    exact = f"percentile_disc({percent / 100}) within group (order by lateness_us)"
    return (sf.expr(exact) / 1000).alias(f"p{percent}_ms")
