"""The floor: the decision over the records of row a as one query by hand, and whether it decides as the ledger does."""

from __future__ import annotations

from pathlib import Path

from pyspark.sql import SparkSession

from bench.arrivals import BAKE_SECONDS

CANONICAL = [
    "message_id", "sequence_id", "sequence_number", "sequence_total", "is_last", "arrived_at", "message_type", "properties", "body",
]  # fmt: skip
TABLE = "source.one_commit_decoded"
_REASON = "reason, cast(null as bigint) as release_position"
OUTLETS = [
    ("released", "released_at", "cast(null as string) as reason, release_position"),
    ("bypass", "bypassed_at", _REASON),
    ("failure", "failed_at", _REASON),
    ("pending", "cast(null as timestamp)", _REASON),
]
"""What is compared: each outlet, when a message left by it, and what else is known of it."""
STATE = (
    "struct<highest_released: struct<threshold: bigint, released_us: bigint>, first_number: bigint, highest_received: bigint,"
    " last: struct<known_at: struct<us: bigint, intake: bigint, place: bigint>, number: bigint>, received_count: bigint,"
    " released_count: bigint, duplicate_count: bigint, late_count: bigint, pending_count: bigint, lowest_held: bigint,"
    " updated_us: bigint, skipped_ranges: array<struct<range_start: bigint, range_end: bigint>>>"
)
# What a message carries stays one column through the sorts, as macros/storage/carry_messages_whole.sql has it.
WHOLE = [
    "spark.sql.optimizer.nestedSchemaPruning.enabled",
    "spark.sql.optimizer.expression.nestedPruning.enabled",
]


def statement(spark: SparkSession, arrivals: str, clock_us: int) -> str:
    """The query of one_commit_decoded.sql over a table of arrivals, as of a clock (microseconds since 1970)."""
    there = set(spark.table(arrivals).columns)
    fields = {name: name if name in there else "cast(null as string)" for name in CANONICAL}
    return (
        (Path(__file__).parent / "one_commit_decoded.sql")
        .read_text()
        .format(
            arrivals=arrivals,
            clock_us=clock_us,
            bake_us=BAKE_SECONDS * 1_000_000,
            lowest="-9223372036854775808L",
            state_type=STATE,
            **fields,
        )
    )


def write(spark: SparkSession, arrivals: str, clock_us: int) -> None:
    """Write it into a new table, in one commit."""
    for name in WHOLE:
        spark.conf.set(name, "false")
    try:
        spark.sql(
            f"create table {TABLE} using delta partitioned by (disposition, batch_group)"
            f" tblproperties ('delta.dataSkippingNumIndexedCols' = '0') as {statement(spark, arrivals, clock_us)}"
        )
    finally:
        for name in WHOLE:
            spark.conf.unset(name)


def differences(spark: SparkSession, schema: str) -> int:
    """How many messages the floor and the outlets of a schema have that the other has not: verdict, reason, time, place in the order."""
    outlets, floors = [], []
    for outlet, left_at, details in OUTLETS:
        columns = f"'{outlet}' as outlet, message_id, sequence_number, {details}"
        outlets.append(f"select {columns}, {left_at} as left_at from {schema}.resequencer__{outlet}")
        floors.append(f"select {columns}, settled_at as left_at from {TABLE} where disposition = '{outlet}'")
    one, other = " union all ".join(outlets), " union all ".join(floors)
    found = spark.sql(
        f"with one as ({one}), other as ({other}) select count(*) from"
        " ((select * from one except all select * from other) union all (select * from other except all select * from one))"
    )
    return int(found.collect()[0][0])
