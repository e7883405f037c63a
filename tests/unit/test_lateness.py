"""The distribution of lateness, on ledgers small enough to work it out by hand."""

from __future__ import annotations

from pyspark.sql import SparkSession
from pyspark.sql import functions as sf
from tests.unit.ledger import Ledger
from tests.unit.ledger import spark as spark

from resequencer.lateness import lateness_by_ruleset, lateness_by_slice, lateness_us, ordered_messages


def lateness(spark: SparkSession, ledger: Ledger) -> dict[str, int]:
    """Lateness in microseconds by message."""
    messages = ordered_messages(ledger.frame(spark))
    rows = messages.select("message_id", lateness_us(messages["number"]).alias("us")).collect()
    return {row["message_id"]: row["us"] for row in rows}


def test_lateness_counts_from_the_first_higher_arrival(spark: SparkSession) -> None:
    ledger = Ledger()
    for number, at in [(1, 0), (5, 2), (4, 6), (3, 3.5), (2, 1), (6, 2), (7, 2.000001)]:
        ledger.add("a", number, at)
    assert lateness(spark, ledger) == {
        "a-1": 0,
        "a-2": 0,  # all that is higher came later
        "a-3": 1_500_000,  # after 5 and 6, at 2 s
        "a-4": 4_000_000,
        "a-5": 0,  # 6 came at the same moment: not before it
        "a-6": 0,
        "a-7": 0,
    }


def test_sequences_are_apart_and_order_groups_together(spark: SparkSession) -> None:
    ledger = Ledger()
    ledger.add("a", 2, 0)
    ledger.add("b", 1, 9)
    ledger.add("a", 1, 4, ruleset="other")
    ledger.add("c", 2, 0, ruleset="slow", order_group="both")
    ledger.add("c", 1, 3, ruleset="fast", order_group="both")
    assert lateness(spark, ledger) == {"a-2": 0, "b-1": 0, "a-1": 0, "c-2": 0, "c-1": 3_000_000}


def test_equal_and_extreme_numbers(spark: SparkSession) -> None:
    least, largest = -(2**63), 2**63 - 1
    ledger = Ledger()
    ledger.add("a", 7, 0)
    ledger.add("a", 7, 5)
    ledger.add("b", largest, 1)
    ledger.add("b", largest - 1, 3)
    ledger.add("b", least, 4)
    assert lateness(spark, ledger) == {
        "a-7": 0,
        f"b-{largest}": 0,
        f"b-{largest - 1}": 2_000_000,
        f"b-{least}": 3_000_000,
    }


def test_only_what_took_part_in_the_ordering_counts(spark: SparkSession) -> None:
    ledger = Ledger(newest_batch=2)
    ledger.add("a", 3, 5, batch=1)
    ledger.add("a", 1, 6, "bypass", "late", batch=1)
    ledger.add("a", 5, 7, "pending", "waiting_for_predecessor")
    ledger.add("a", 7, 8, "pending", "baking")
    # Held when its sequence was ended.
    ledger.add("a", 6, 9, "failure", "expired", batch=1)
    # Neither these nor what they would make of the others:
    ledger.add("a", 9, 0, "bypass", "duplicate")
    ledger.add("a", 9, 0, "bypass", "after_last")
    ledger.add("a", 0, 9, "bypass", "before_start")
    ledger.add("a", 9, 0, "failure", "last_conflict")
    ledger.add("a", 9, 0, "nohit")
    ledger.add("a", 9, 0, "pending", "after_clock")
    ledger.add("a", 5, 7, "pending", "waiting_for_predecessor", batch=1)
    ledger.add("a", 9, 0, "head")
    ledger.add("a", 9, None, "gap")
    assert lateness(spark, ledger) == {"a-3": 0, "a-1": 1_000_000, "a-5": 0, "a-7": 0, "a-6": 1_000_000}


def test_keys_that_are_values_and_keys_that_go_down(spark: SparkSession) -> None:
    down = {"is_ranked": False, "is_descending": True}
    ledger = Ledger(
        names={"is_ranked": True, "is_descending": False},
        backwards={"is_ranked": True, "is_descending": True},
        down=down,
    )
    for name, at in [("b", 0), ("c", 1), ("a", 3)]:
        ledger.add("n", name, at, ruleset="names")
        ledger.add("m", name, at, ruleset="backwards")
    for number, at in [(5, 0), (7, 2), (-(2**63), 3), (6, 4)]:
        ledger.add("d", number, at, ruleset="down")
    assert lateness(spark, ledger) == {
        "n-b": 0, "n-c": 0, "n-a": 3_000_000,
        "m-b": 0, "m-c": 1_000_000, "m-a": 0,
        "d-5": 0, "d-7": 2_000_000, f"d-{-(2**63)}": 0, "d-6": 4_000_000,
    }  # fmt: skip


def test_stand_ins_are_no_messages(spark: SparkSession) -> None:
    ledger = Ledger()
    ledger.add("a", 3, 1)
    ledger.add("a", 2, None, is_stand_in=True)
    assert lateness(spark, ledger) == {"a-3": 0}


def test_dynamic_sessions_are_each_in_an_order_of_their_own(spark: SparkSession) -> None:
    plain = {"session_us": None, "is_ranked": False, "is_descending": False}
    ledger = Ledger(sessions={**plain, "session_us": 5_000_000}, orders=plain)
    for ruleset in ("sessions", "orders"):
        ledger.add(ruleset, 2, 0, ruleset=ruleset)
        ledger.add(ruleset, 1, 60, ruleset=ruleset)
    assert lateness(spark, ledger) == {"orders-2": 0, "orders-1": 60_000_000}


def test_distribution_is_exact(spark: SparkSession) -> None:
    ledger = Ledger()
    # 100 sequences of two: the first number of the n-th comes n - 1 ms after the second.
    for n in range(1, 101):
        ledger.add(f"s{n}", 2, 10)
        ledger.add(f"s{n}", 1, 10 + (n - 1) / 1000, *(("bypass", "late") if n > 95 else ()))
    ledger.add("in order", 1, 0, ruleset="calm")
    ledger.add("in order", 2, 1, ruleset="calm")
    rows = {row["ruleset"]: row.asDict() for row in lateness_by_ruleset(ledger.frame(spark)).collect()}
    # Sorted: 101 zeros (of the 100 second numbers and the first sequence), then 1, 2, … 99 ms.
    assert rows["orders"] == {
        "ruleset": "orders",
        "sequence_class": None,
        "sample_size": 200,
        "out_of_order_share": 99 / 200,
        "late_share": 5 / 200,
        "p50_ms": 0.0,
        "p90_ms": 79.0,  # the 180th
        "p95_ms": 89.0,  # the 190th
        "p99_ms": 97.0,  # the 198th
        "max_ms": 99.0,
        "landed_late_count": 0,
    }
    assert rows["calm"] == {
        "ruleset": "calm", "sequence_class": None, "sample_size": 2, "out_of_order_share": 0.0, "late_share": 0.0,
        "p50_ms": 0.0, "p90_ms": 0.0, "p95_ms": 0.0, "p99_ms": 0.0, "max_ms": 0.0,
        "landed_late_count": 0,
    }  # fmt: skip


def test_an_empty_ledger_has_no_distribution(spark: SparkSession) -> None:
    assert lateness_by_ruleset(Ledger().frame(spark)).collect() == []


def test_what_landed_late_tells_nothing_about_lateness(spark: SparkSession) -> None:
    ledger = Ledger()
    ledger.add("a", 3, 0)
    ledger.add("a", 2, 4)
    # Both landed after a run with a clock of 90 s, and stand in line from then on.
    ledger.add("a", 1, 90, "bypass", "late", arrived=1)
    ledger.add("a", 4, 90, arrived=2)
    ledger.add("only late", 1, 90, ruleset="parts", arrived=1)
    ledger.add("a", 3, 95)
    rows = {row["ruleset"]: row.asDict() for row in lateness_by_ruleset(ledger.frame(spark)).collect()}
    told = ("sample_size", "landed_late_count", "out_of_order_share", "late_share", "max_ms")
    assert [rows["orders"][name] for name in told] == [3, 2, 2 / 3, 0.0, 5_000.0]
    assert [rows["parts"][name] for name in told] == [0, 1, None, None, None]
    counted = lateness_by_slice(ledger.frame(spark), 100_000_000)
    found = counted.select("ruleset", "lateness_ms", "message_count").collect()
    assert sorted(map(tuple, found)) == [("orders", 0, 1), ("orders", 3_968, 1), ("orders", 4_992, 1)]


def test_lateness_by_slice_is_binned(spark: SparkSession) -> None:
    ledger = Ledger()
    for sequence, number, at in [("a", 2, 9), ("a", 1, 10.5), ("b", 1, -0.5), ("c", 2, 1), ("c", 1, 6.001)]:
        ledger.add(sequence, number, at)
    frame = lateness_by_slice(ledger.frame(spark), 5_000_000)
    rows = frame.select(sf.unix_seconds("slice_start"), "lateness_ms", "message_count").collect()
    # 1,500 and 5,001 ms to six bits.
    assert sorted(map(tuple, rows)) == [(-5, 0, 1), (0, 0, 1), (5, 0, 1), (5, 4_992, 1), (10, 1_472, 1)]
    assert {row["slice_us"] for row in frame.collect()} == {5_000_000}


def test_slices_are_as_long_as_leaves_enough_of_them(spark: SparkSession) -> None:
    ledger = Ledger()
    # By ruleset: how many messages come, and how many minutes lie between two of them.
    histories = {"short": (50, 1), "two_hours": (120, 1), "day": (100, 15), "months": (70, 24 * 60)}
    for ruleset, (count, minutes) in histories.items():
        for number in range(count):
            ledger.add(ruleset, number, 60 * minutes * number, ruleset=ruleset)
    # Neither a pause nor a clock that was wrong makes them longer.
    ledger.add("two_hours", 1000, 1e9, ruleset="two_hours")
    rows = lateness_by_slice(ledger.frame(spark)).toPandas()
    minutes = (rows.groupby("ruleset")["slice_us"].unique() / 60_000_000).map(list)
    assert minutes.to_dict() == {"short": [1], "two_hours": [1], "day": [15], "months": [1440]}
    assert (rows.groupby("ruleset")["message_count"].sum() == [100, 70, 50, 121]).all()
