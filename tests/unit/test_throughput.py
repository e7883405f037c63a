"""The throughput baseline of a ledger."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
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
ATTEMPTS = "message_id string, sent_at timestamp, at timestamp, outcome string, consumer string"

Attempt = tuple[str, datetime, datetime, str, str | None]


def settings(
    spark: SparkSession,
    attempts: str | None = None,
    service_us: int | None = 100_000,
    levels: tuple[float, float] = (1.0, 2.0),
) -> Any:
    row = (attempts, service_us, 1.0, 0.0, 1, 500_000, 10_000_000, 8, [1, 2], list(levels))
    return spark.createDataFrame([row], SETTINGS)


def released(per_second: list[int], sequences: int = 10) -> Ledger:
    """So many releases a second, in stretches of ten seconds, of some sequences in turn."""
    ledger = Ledger()
    for stretch, rate in enumerate(per_second):
        for place in range(10 * rate):
            ledger.add(f"s{place % sequences}", 1000 * stretch + place, 10 * stretch + place / rate)
    ledger.add("s0", 1, 1000, "bypass", "late")
    return ledger


def after(seconds: float) -> datetime:
    return EPOCH + timedelta(seconds=seconds)


def attempt(
    message: str, at: float, took: float = 0.05, outcome: str = "delivered", consumer: str | None = "c0"
) -> Attempt:
    """One attempt, begun so many seconds after the epoch."""
    return (message, after(at), after(at + took), outcome, consumer)


def made(spark: SparkSession, attempts: Sequence[Attempt]) -> str:
    """The name of a view of attempts."""
    spark.createDataFrame(attempts, ATTEMPTS).createOrReplaceTempView("attempts_made")
    return "attempts_made"


def test_the_baseline_is_of_the_present_load(spark: SparkSession) -> None:
    rows = throughput_baseline(released([5, 20]).frame(spark, after(20)), settings(spark)).collect()
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
    assert {row["is_wait_met"] for row in rows} == {True}
    # A calm stretch takes none of them away, many do.
    still, fewer = (
        throughput_baseline(
            released([5, 20, *calm]).frame(spark, after(20 + 10 * len(calm))), settings(spark)
        ).first()["advised_replicas"]
        for calm in ([2], [0, 2, 2, 2, 2, 2])
    )
    assert still == advised
    assert fewer < advised


def test_an_unfinished_stretch_is_no_load(spark: SparkSession) -> None:
    ledger = released([20])
    ledger.add("s0", 5000, 10.1)
    first = throughput_baseline(ledger.frame(spark, after(10.5)), settings(spark)).first()
    assert first["arrival_rate"] == 20
    # Without a whole one it counts for the time so far.
    ledger = Ledger()
    for place in range(40):
        ledger.add(f"s{place}", 1, place / 20)
    first = throughput_baseline(ledger.frame(spark, after(2)), settings(spark)).first()
    assert first["arrival_rate"] == 20


def test_a_sequence_is_one_consumers_work(spark: SparkSession) -> None:
    ledger = released([9], sequences=1).frame(spark, after(10))
    first = throughput_baseline(ledger, settings(spark)).first()
    assert (first["advised_replicas"], first["is_wait_met"]) == (1, False)


def test_what_was_delivered_counts(spark: SparkSession) -> None:
    attempts = [attempt(f"m{place}", place / 20) for place in range(600)]
    asked = settings(spark, made(spark, attempts), service_us=None)
    rows = throughput_baseline(released([20]).frame(spark, after(10)), asked).collect()
    (measured,) = [row for row in rows if row["basis"] == "measured"]
    assert (measured["consumer_replicas"], measured["pressure_level"], measured["processing_rate"]) == (
        1,
        1,
        20,
    )
    simulated = next(row for row in rows if (row["consumer_replicas"], row["pressure_level"]) == (2, 2.0))
    # 50 ms each, always the same: two consumers bear twice the load.
    assert simulated["processing_rate"] == pytest.approx(40, rel=0.1)


def test_a_message_counts_where_it_was_attempted_last(spark: SparkSession) -> None:
    # Stretches of ten seconds, of which the second and the third are whole.
    attempts = [attempt(f"m{place}", place / 20, consumer=f"c{place % 2}") for place in range(800)]
    # Failed in the second, delivered in the third.
    attempts[200] = attempt("m200", 10, outcome="failed")
    attempts.append(attempt("m200", 25))
    # By nobody.
    attempts += [attempt(f"n{place}", 11, outcome="failed", consumer=None) for place in range(50)]
    asked = settings(spark, made(spark, attempts), service_us=None)
    rows = throughput_baseline(released([20]).frame(spark, after(10)), asked).collect()
    (measured,) = [row for row in rows if row["basis"] == "measured"]
    assert (measured["consumer_replicas"], measured["pressure_level"]) == (2, 1)
    assert measured["arrival_rate"] == measured["processing_rate"] == pytest.approx(20)
    assert measured["exception_rate"] == 0
    assert measured["utilisation"] == pytest.approx((200 + 201) / 2 * 0.05 / 10 / 2)


def test_many_attempts_are_measured(spark: SparkSession) -> None:
    spark.range(40 * 6000).selectExpr(
        "concat('m', id) as message_id",
        "timestamp_micros(cast(id * 1000000 / 6000 as bigint)) as sent_at",
        "sent_at + interval 10 milliseconds as at",
        "'delivered' as outcome",
        "concat('c', id % 70) as consumer",
    ).createOrReplaceTempView("attempts_made")
    asked = settings(spark, "attempts_made", None, (1.0, 300.0))
    rows = throughput_baseline(released([20]).frame(spark, after(10)), asked).collect()
    (measured,) = [row for row in rows if row["basis"] == "measured"]
    assert (measured["consumer_replicas"], measured["pressure_level"]) == (70, 300)
    assert measured["processing_rate"] == pytest.approx(6000, rel=0.001)


@pytest.mark.parametrize(
    "attempts",
    [
        [],
        [attempt("m0", 1)],
        [attempt(f"m{place}", place, took=0) for place in range(40)],
        [(f"m{place}", after(place), None, None, "c0") for place in range(40)],
    ],
    ids=["none", "one", "no time", "not settled"],
)
def test_attempts_that_tell_too_little(spark: SparkSession, attempts: list[Any]) -> None:
    ledger = released([20]).frame(spark, after(10))
    view = made(spark, attempts)
    assert throughput_baseline(ledger, settings(spark, view, service_us=None)).collect() == []
    rows = throughput_baseline(ledger, settings(spark, view)).collect()
    # One consumer delivers ten a second.
    assert rows[0]["processing_rate"] == pytest.approx(10, rel=0.1)
    assert {row["basis"] for row in rows} == {"simulated"}


def test_attempts_at_one_moment_tell_what_they_took(spark: SparkSession) -> None:
    view = made(spark, [attempt(f"m{place}", 1, took=0.1) for place in range(40)])
    asked = settings(spark, view, service_us=None)
    rows = throughput_baseline(released([20]).frame(spark, after(10)), asked).collect()
    assert {row["basis"] for row in rows} == {"simulated"}
    assert rows[0]["processing_rate"] == pytest.approx(10, rel=0.1)


def test_where_all_fails_nothing_is_processed(spark: SparkSession) -> None:
    view = made(spark, [attempt(f"m{place}", place / 20, outcome="failed") for place in range(600)])
    asked = settings(spark, view, service_us=None)
    rows = throughput_baseline(released([20]).frame(spark, after(10)), asked).collect()
    assert {row["basis"] for row in rows} == {"measured", "simulated"}
    assert {(row["exception_rate"], row["processing_rate"]) for row in rows} == {(1, 0)}


@pytest.mark.parametrize("has_column", [True, False])
def test_nobodys_attempts_are_not_measured(spark: SparkSession, has_column: bool) -> None:
    view = made(spark, [attempt(f"m{place}", place / 20, consumer=None) for place in range(600)])
    if not has_column:
        spark.table(view).drop("consumer").createOrReplaceTempView("attempts_by_nobody")
        view = "attempts_by_nobody"
    asked = settings(spark, view, service_us=None)
    rows = throughput_baseline(released([20]).frame(spark, after(10)), asked).collect()
    assert len(rows) == 4
    assert {row["basis"] for row in rows} == {"simulated"}


def test_nothing_released_is_no_baseline(spark: SparkSession) -> None:
    assert throughput_baseline(Ledger().frame(spark), settings(spark)).collect() == []
