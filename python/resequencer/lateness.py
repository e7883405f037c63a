"""How late messages come: what a bake_time has to cover."""

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F

_LARGEST_NUMBER = 2**63 - 1
_PERCENTILES = (50, 90, 95, 99)


def ordered_messages(ledger: DataFrame) -> DataFrame:
    """The messages of a ledger that took part in the ordering, whenever they were decided.

    Args:
        ledger: `resequencer__ledger`.

    Returns:
        One row per message released, late, or held and there at the clock of the newest batch.
    """
    newest_batch = ledger.where(F.col("disposition") == "current").select(
        F.col("batch.number").alias("newest")
    )
    # What older batches held is another copy of the same messages.
    held = ledger.where(
        (F.col("disposition") == "pending") & F.col("reason").isin("waiting_for_predecessor", "baking")
    ).join(F.broadcast(newest_batch), F.col("batch_id") == F.col("newest"), "left_semi")
    settled = ledger.where(
        (F.col("disposition") == "released")
        | ((F.col("disposition") == "bypass") & (F.col("reason") == "late"))
    )
    return settled.unionByName(held)


def lateness_us(number: Column) -> Column:
    """Microseconds from the first arrival of anything higher to that of the message; 0 where nothing was before it.

    lateness = a - min{ a_j : k_j > k, a_j < a }. The least a_j of all that is higher is the least of those
    before a as soon as there is one, so a running minimum from the highest number down tells it.

    Args:
        number: what a message is ordered by, a bigint.
    """
    higher = (
        Window.partitionBy("order_group", "sequence_id")
        .orderBy(number.desc())
        .rangeBetween(Window.unboundedPreceding, -1)
    )
    arrival_us = F.unix_micros("effective_arrived_at")
    # Nothing is higher than the largest number, whose frame would begin beyond 64 bits.
    above_us = F.when(number < _LARGEST_NUMBER, F.min(arrival_us).over(higher))
    return F.greatest(arrival_us - above_us, F.lit(0))


def lateness_by_ruleset(ledger: DataFrame) -> DataFrame:
    """The distribution of lateness over all history, exactly.

    Args:
        ledger: `resequencer__ledger`.

    Returns:
        One row per ruleset that has ordered messages: sample_size (messages), out_of_order_share (of them, those that
        came after something higher), late_share (those passed on as late), p50_ms … p99_ms (the least lateness that so
        many percent do not exceed) and max_ms, in milliseconds.
    """
    late = ordered_messages(ledger).select(
        "ruleset",
        (F.col("disposition") == "bypass").alias("is_late"),
        lateness_us(F.col("sequence_number")).alias("lateness_us"),
    )
    return late.groupBy("ruleset").agg(
        F.count("*").alias("sample_size"),
        F.avg((F.col("lateness_us") > 0).cast("int")).alias("out_of_order_share"),
        F.avg(F.col("is_late").cast("int")).alias("late_share"),
        *(
            (F.expr(f"percentile_disc({p / 100}) within group (order by lateness_us)") / 1000).alias(
                f"p{p}_ms"
            )
            for p in _PERCENTILES
        ),
        (F.max("lateness_us") / 1000).alias("max_ms"),
    )
