"""Generated arrivals: heavy-tailed delays, 2 % late, 0.5 % duplicated, 0.05 % lost, bodies of 100 bytes."""

from __future__ import annotations

from pathlib import Path

from pyspark.sql import SparkSession

BAKE_SECONDS = 60
BAKE_TIME = f"{BAKE_SECONDS}s"
MESSAGE_TYPES = 1000
"""t0 to t999, the same for all messages of a sequence."""
SECONDS_BETWEEN = 10.0
"""Between two messages of one sequence, of many; one sequence alone sends as fast as all of them together."""


def generate(spark: SparkSession, table: str, sequences: int, messages_each: int, *, first: int = 1) -> None:
    """Append arrivals to a Delta table, in order of arrival, as a log would hand them on.

    Every sequence sends `messages_each` messages, numbered from `first`. Delays are Pareto distributed
    (shape 2, 0.2 s at least); 2 % of the messages come 70 s to 670 s later still, so later than BAKE_TIME.
    `position` grows with arrival, also from call to call.
    """
    between = SECONDS_BETWEEN if sequences > 1 else SECONDS_BETWEEN / 50_000
    spark.sql(f"create table if not exists {table} ({COLUMNS}) using delta")
    begin = spark.sql(f"select coalesce(max(position) + 1, 0) from {table}").collect()[0][0]
    spark.sql(
        f"""
        insert into {table}
        with sent as (
            select
                id div {messages_each} as sequence,
                {first} + id % {messages_each} as number,
                rand(1) as delay_draw,
                rand(2) as late_draw,
                rand(3) as other_draw,
                rand(4) as lost_draw
            from range({sequences * messages_each})
        ),
        arriving as (
            select
                *,
                1767225600e6 + number * {between} * 1e6 + sequence * 7919 % 3600 * 1e6
                + 0.2e6 * pow(1 - delay_draw * 0.9999, -0.5)
                + case when late_draw < 0.02 then 70e6 + 600e6 * other_draw else 0 end as arrived_us
            from sent
            where lost_draw >= 0.0005
        ),
        copied as (
            select *, explode(case when other_draw < 0.005 then array(0, 3000000) else array(0) end) as repeated_us
            from arriving
        )
        select
            {begin} + monotonically_increasing_id() as position,
            concat('s', sequence, 'm', number) as message_id,
            concat('s', sequence) as sequence_id,
            cast(number as bigint) as sequence_number,
            timestamp_micros(cast(arrived_us + repeated_us as bigint)) as arrived_at,
            concat('t', sequence % {MESSAGE_TYPES}) as message_type,
            rpad(concat('{{"order": "', sha2(concat(sequence, '-', number), 256), '", "note": "'), 100, '-') as body
        from (select * from copied order by arrived_us + repeated_us)
        """
    )


def acknowledge(
    spark: SparkSession,
    arrivals: str,
    folder: Path,
    first: int = 1,
    to: int = 2**63 - 1,
    sequences: int = 2**63 - 1,
) -> None:
    """Write one outcome, `delivered`, of each message numbered `first` to `to` of the first `sequences` that is not late.

    Each comes soon after its message was sent: a message is at the latest when all of its sequence up to it have
    arrived and baked.
    """
    spark.sql(
        f"""
        select
            message_id,
            'delivered' as outcome,
            timestamp_micros(sent_by_us + {BAKE_SECONDS * 1_000_000} + sequence_number * 1000) as at
        from (
            select
                *,
                max(case when not is_late then arrived_us end) over (partition by sequence_id order by sequence_number) as sent_by_us
            from (
                select
                    *,
                    coalesce(arrived_us >= {BAKE_SECONDS * 1_000_000} + min(arrived_us) over (
                        partition by sequence_id order by sequence_number rows between 1 following and unbounded following
                    ), false) as is_late
                from (
                    select message_id, sequence_id, sequence_number, min(unix_micros(arrived_at)) as arrived_us
                    from {arrivals}
                    where sequence_number between {first} and {to} and cast(substr(sequence_id, 2) as bigint) < {sequences}
                    group by message_id, sequence_id, sequence_number
                )
            )
        )
        where not is_late
        """
    ).write.mode("append").parquet(str(folder))


COLUMNS = "position bigint, message_id string, sequence_id string, sequence_number bigint, arrived_at timestamp, message_type string, body string"
