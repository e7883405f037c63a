"""The throughput baseline of a ledger."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from pyspark.sql import SparkSession
from tests.unit.ledger import EPOCH, Ledger
from tests.unit.ledger import spark as spark

from resequencer.throughput import throughput_baseline

SETTINGS = (
    "attempts string, service_us bigint, service_variation double, failure_rate double, max_attempts int,"
    " wait_us bigint, every_us bigint, most_consumers int, consumers array<int>, pressure_levels array<double>"
)


def settings(spark: SparkSession, attempts: str | None = None) -> Any:
    service_us = None if attempts else 100_000
    row = (attempts, service_us, 1.0, 0.0, 1, 500_000, 10_000_000, 8, [1, 2], [1.0, 2.0])
    return spark.createDataFrame([row], SETTINGS)


def released(per_second: list[int]) -> Ledger:
    """So many releases a second, in stretches of ten seconds, of ten sequences in turn."""
    ledger = Ledger()
    for stretch, rate in enumerate(per_second):
        for place in range(10 * rate):
            ledger.add(f"s{place % 10}", 1000 * stretch + place, 10 * stretch + place / rate)
    ledger.add("s0", 1, 1000, "bypass", "late")
    return ledger


def test_the_baseline_is_of_the_present_load(spark: SparkSession) -> None:
    rows = throughput_baseline(released([5, 20]).frame(spark), settings(spark)).collect()
    assert [(row["consumer_replicas"], row["pressure_level"]) for row in rows] == [
        (1, 1),
        (1, 2),
        (2, 1),
        (2, 2),
    ]
    assert [row["arrival_rate"] for row in rows] == [20, 40, 20, 40]
    assert {row["basis"] for row in rows} == {"simulated"}
    # One consumer delivers ten a second.
    assert rows[0]["processing_rate"] == pytest.approx(10, rel=0.1)
    (advised,) = {row["advised_replicas"] for row in rows}
    # Two would be busy all the time.
    assert 3 <= advised <= 6
    # A calm stretch takes none of them away, many do.
    still, fewer = (
        throughput_baseline(released([5, 20, *calm]).frame(spark), settings(spark)).first()[
            "advised_replicas"
        ]
        for calm in ([2], [0, 2, 2, 2, 2, 2])
    )
    assert still == advised
    assert fewer < advised


def test_what_was_delivered_counts(spark: SparkSession) -> None:
    attempts = [
        (
            f"m{place}",
            EPOCH + timedelta(seconds=place / 20),
            EPOCH + timedelta(seconds=place / 20 + 0.05),
            "delivered",
            "c",
        )
        for place in range(600)
    ]
    columns = "message_id string, sent_at timestamp, at timestamp, outcome string, consumer string"
    spark.createDataFrame(attempts, columns).createOrReplaceTempView("attempts_made")
    rows = throughput_baseline(released([20]).frame(spark), settings(spark, "attempts_made")).collect()
    (measured,) = [row for row in rows if row["basis"] == "measured"]
    assert (measured["consumer_replicas"], measured["pressure_level"], measured["processing_rate"]) == (
        1,
        1,
        20,
    )
    simulated = next(row for row in rows if (row["consumer_replicas"], row["pressure_level"]) == (2, 2.0))
    # 50 ms each, always the same: two consumers bear twice the load.
    assert simulated["processing_rate"] == pytest.approx(40, rel=0.1)


def test_nothing_released_is_no_baseline(spark: SparkSession) -> None:
    assert throughput_baseline(Ledger().frame(spark), settings(spark)).collect() == []
