"""What bake times and policies come to, on ledgers: beside what is written down plainly, and by hand."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import numpy as np
import pandas as pd
import pytest
from pyspark.sql import SparkSession
from tests.advice.reference import trade_off as written_down
from tests.advice.test_reordering import TABLE_1
from tests.unit.ledger import EPOCH, Ledger
from tests.unit.ledger import spark as spark

from resequencer.bake_times import advice, trade_off
from resequencer.lateness import lateness_by_ruleset, lateness_by_slice
from resequencer.policies import what_if
from resequencer.reordering import reordering

POLICIES = (
    "policy string, ruleset string, order_group string, target_late_rate double, target_confidence double,"
    " late_cost double, wait_cost double, is_sequence boolean, bake_us bigint, start_number bigint, step bigint,"
    " heartbeat_us bigint, is_closed_form boolean, session_size bigint, on_overflow string, is_tried boolean,"
    " from_us bigint, to_us bigint, sequence_class string, releases_repeats boolean"
)
DEFAULT: dict[str, Any] = {
    "policy": "as_set", "target_late_rate": 0.05, "target_confidence": 0.95, "late_cost": None, "wait_cost": None,
    "is_sequence": True, "bake_us": None, "start_number": 1, "step": 1, "heartbeat_us": None, "is_closed_form": True,
    "session_size": None, "on_overflow": "release", "is_tried": True, "from_us": None, "to_us": None, "sequence_class": None,
    "releases_repeats": False,
}  # fmt: skip


def policies(spark: SparkSession, *rows: dict[str, Any]) -> Any:
    names = [column.split()[0] for column in POLICIES.split(",")]
    filled = [DEFAULT | {"order_group": row["ruleset"]} | row for row in rows]
    return spark.createDataFrame([tuple(row[name] for name in names) for row in filled], POLICIES)


def random_ledger(seed: int) -> tuple[Ledger, pd.DataFrame]:
    """Sequences of two rulesets, some numbers lost, some late; and the arrivals of the first."""
    chance = np.random.default_rng(seed)
    ledger, rows = Ledger(), []
    for sequence in "abcdef":
        for ruleset in ("orders", "ticks"):
            numbers = [number for number in range(1, 40) if chance.random() > 0.05]
            for number in numbers:
                at = round(number + chance.exponential(3 if ruleset == "orders" else 6), 3)
                ledger.add(sequence, number, at, ruleset=ruleset)
                rows.append((ruleset, sequence, number, at * 1000))
    arrivals = pd.DataFrame(rows, columns=["ruleset", "sequence_id", "sequence_number", "arrived_ms"])
    return ledger, arrivals


@pytest.mark.parametrize("is_sequence", [True, False])
def test_the_trade_off_is_what_was_written_down(spark: SparkSession, is_sequence: bool) -> None:
    ledger, arrivals = random_ledger(3)
    frame = ledger.frame(spark)
    start = 1 if is_sequence else None
    asked = policies(
        spark,
        {"ruleset": "orders", "is_sequence": is_sequence, "start_number": start, "bake_us": 1_234_000},
        {"ruleset": "ticks", "is_closed_form": False},
    )
    curve = (
        trade_off(frame, lateness_by_slice(frame, 1_000_000), asked).toPandas().sort_values("bake_time_ms")
    )
    assert set(curve["ruleset"]) == {"orders"}
    assert {1, 1234} < set(curve["bake_time_ms"])
    orders = arrivals[arrivals["ruleset"] == "orders"]
    expected = written_down(orders, curve["bake_time_ms"].tolist(), "sequence" if is_sequence else "long")
    late_rate = curve["late_count"] / (curve["late_count"] + curve["released_count"])
    assert late_rate.tolist() == pytest.approx(expected["late_rate"].tolist())
    assert curve["mean_wait_ms"].tolist() == pytest.approx(expected["mean_wait_ms"].tolist())
    assert curve["max_buffered"].tolist() == expected["max_buffered"].tolist()
    assert (curve["message_count"] == len(orders)).all()
    assert (curve["p95_wait_ms"] <= curve["p99_wait_ms"]).all()
    assert late_rate.iloc[-1] == 0


def test_policies_by_hand(spark: SparkSession) -> None:
    ledger = Ledger(newest_batch=2)
    # 1 at 0, 3 at 1, 2 at 4 and again at 5, 5 at 6; 9 after the clock.
    for number, at in [(1, 0), (3, 1)]:
        ledger.add("a", number, at, batch=1)
    ledger.add("a", 2, 4)
    ledger.add("a", 2, 5, "bypass", "duplicate")
    ledger.add("a", 5, 6, "pending", "waiting_for_predecessor")
    ledger.add("a", 9, 20, "pending", "after_clock")
    ledger.add("a", 0, 2, "bypass", "before_start")
    # None of these is to be ordered.
    ledger.add("a", 3, 1, "pending", "waiting_for_predecessor", batch=1)
    ledger.add("a", 7, 1, "bypass", "preferred_outlink")
    ledger.add("a", None, 1, "failure", "invalid_key")
    ledger.add("a", 4, 5, is_stand_in=True)
    frame = ledger.frame(spark, clock=EPOCH + timedelta(seconds=10))
    asked = policies(
        spark,
        {"ruleset": "orders"},
        {"ruleset": "orders", "policy": "short", "bake_us": 2_000_000},
        {"ruleset": "orders", "policy": "ticks", "bake_us": 3_500_000, "heartbeat_us": 5_000_000},
        {"ruleset": "orders", "policy": "ranked", "is_sequence": False, "bake_us": 0, "start_number": None},
        {"ruleset": "orders", "policy": "session", "is_closed_form": False, "is_tried": False},
        {"ruleset": "orders", "policy": "crowded", "session_size": 0},
    )
    rows = {row["policy"]: row.asDict() for row in what_if(frame, asked).collect()}
    assert set(rows) == {"as_set", "short", "ticks", "ranked", "crowded"}
    figures = (
        "released_count",
        "late_count",
        "duplicate_count",
        "bypassed_count",
        "pending_count",
        "total_wait_ms",
    )
    by_policy = {name: tuple(row[figure] for figure in figures) for name, row in rows.items()}
    assert by_policy == {
        # 3 waits for 2 from 1 to 4; 5 waits on.
        "as_set": (3, 0, 1, 1, 2, 3_000),
        # 3 leaves at 3, 2 is late, 5 leaves at 8.
        "short": (3, 1, 1, 1, 1, 2_000 + 2_000),
        # 1 leaves at 0, 2 and 3 are due at 4 and leave at 5, 5 is due at 9.5 and leaves at 10.
        "ticks": (4, 0, 1, 1, 1, 1_000 + 4_000 + 4_000),
        # 0 is a key like any other, and late as 2 is.
        "ranked": (3, 3, 0, 0, 1, 0),
        # 5 leaves at the clock, for want of room.
        "crowded": (4, 0, 1, 1, 1, 3_000 + 4_000),
    }
    assert [rows[name]["max_buffered"] for name in ("as_set", "short", "ticks", "ranked")] == [1, 1, 2, 0]
    assert rows["as_set"]["mean_buffered"] == pytest.approx((3 + 4) / 10)
    assert rows["short"]["mean_completed_ms"] == 8_000


def test_a_sequence_begins_where_the_ledger_begins_to_remember_it(spark: SparkSession) -> None:
    ledger = Ledger(newest_batch=9)
    # 1 to 40 are forgotten; 45 is missing. 7 had been passed over, and came late.
    for place, number in enumerate((41, 42, 43, 44)):
        ledger.add("a", number, place, position=40 + place)
    ledger.add("a", 7, 2, "bypass", "late")
    ledger.add("a", 46, 9, "pending", "waiting_for_predecessor")
    ledger.add("whole", 1, 0, position=1)
    frame = ledger.frame(spark, clock=EPOCH + timedelta(seconds=20))
    asked = policies(
        spark, {"ruleset": "orders"}, {"ruleset": "orders", "policy": "baking", "bake_us": 5_000_000}
    )
    rows = {row["policy"]: row.asDict() for row in what_if(frame, asked).collect()}
    figures = ("message_count", "released_count", "pending_count", "total_wait_ms")
    assert {name: tuple(row[figure] for figure in figures) for name, row in rows.items()} == {
        "as_set": (6, 5, 1, 0),
        "baking": (6, 6, 0, 5_000),
    }
    measured = {row["sequence_id"]: row for row in reordering(frame, asked).collect()}["a"]
    assert measured["buffer_occupancy"][0] >= 4


def test_what_stands_in_begins_a_sequence_as_a_message_does(spark: SparkSession) -> None:
    ledger = Ledger()
    # Nothing is forgotten: 1 and 2 were stood in for, and 2 came after all.
    ledger.add("a", 1, 6, is_stand_in=True, position=1)
    ledger.add("a", 2, 6, is_stand_in=True, position=2)
    ledger.add("a", 3, 1, position=3)
    ledger.add("a", 2, 8, "bypass", "late")
    ledger.add("only", 1, 6, is_stand_in=True, position=1)
    frame = ledger.frame(spark, clock=EPOCH + timedelta(seconds=20))
    asked = policies(spark, {"ruleset": "orders", "bake_us": 5_000_000})
    (row,) = what_if(frame, asked).collect()
    assert (row["message_count"], row["released_count"], row["late_count"]) == (2, 1, 1)
    (measured,) = reordering(frame, asked).collect()
    assert (measured["sequence_id"], measured["message_count"], measured["reordered_count"]) == ("a", 2, 1)


def test_what_comes_after_the_clock_is_not_of_the_curve(spark: SparkSession) -> None:
    ledger = Ledger()
    for number, at in [(1, 0), (3, 1), (2, 2)]:
        ledger.add("a", number, at)
    ledger.add("a", 4, 30, "pending", "after_clock")
    frame = ledger.frame(spark, clock=EPOCH + timedelta(seconds=20))
    asked = policies(spark, {"ruleset": "orders", "bake_us": 7_000_000})
    curve = trade_off(frame, lateness_by_slice(frame, 1_000_000), asked).toPandas()
    assert set(curve["message_count"]) == {3}


def test_no_bake_time_at_all_is_of_the_curve(spark: SparkSession) -> None:
    ledger, _ = random_ledger(4)
    frame = ledger.frame(spark, clock=EPOCH + timedelta(seconds=1000))
    keys = {"is_sequence": False, "start_number": None}
    asked = policies(spark, {"ruleset": "orders", "bake_us": 0} | keys, {"ruleset": "ticks"})
    curve = trade_off(frame, lateness_by_slice(frame, 1_000_000), asked).toPandas()
    # What waits for ever has no such point.
    (static,) = curve[curve["bake_time_ms"] == 0].to_dict("records")
    assert static["ruleset"] == "orders"
    told = {row["ruleset"]: row for row in what_if(frame, asked).collect()}["orders"]
    assert static["late_count"] == told["late_count"] > 0
    assert static["mean_wait_ms"] == told["mean_wait_ms"] == 0


def test_a_stretch_of_history_is_judged_as_if_nothing_else_had_come(spark: SparkSession) -> None:
    ledger = Ledger(newest_batch=2)
    for place, (number, at) in enumerate([(1, 0), (2, 1), (3, 4), (5, 5), (4, 6), (6, 7)]):
        ledger.add("a", number, at, position=place + 1)
    frame = ledger.frame(spark, clock=EPOCH + timedelta(seconds=10))
    asked = policies(spark, {"ruleset": "orders", "from_us": 3_000_000, "to_us": 6_000_000})
    (row,) = what_if(frame, asked).collect()
    # 3, 5 and 4: 5 waits for 4. 1, 2 and 6 are out of it.
    assert (row["message_count"], row["released_count"], row["total_wait_ms"]) == (3, 3, 1_000)


def test_a_stretch_goes_on_from_where_it_begins(spark: SparkSession) -> None:
    ledger = Ledger(newest_batch=2)
    # By 3 s 1 has left, and 3 is held.
    for number, at, position, left in [(1, 0, 1, 0), (3, 1, 3, 4), (2, 4, 2, 4), (5, 5, 5, 6), (4, 6, 4, 6)]:
        ledger.add("a", number, at, position=position, left=left)
    ledger.add("a", 1, 7, "bypass", "duplicate")
    # All that left of this one had left before, and what is late of it comes within.
    ledger.add("b", 2, 0, position=1, left=2)
    ledger.add("b", 1, 8, "bypass", "late")
    ledger.add("c", 2, 8, "pending", "waiting_for_predecessor")
    frame = ledger.frame(spark, clock=EPOCH + timedelta(seconds=10))
    stretch = {"ruleset": "orders", "from_us": 3_000_000}
    asked = policies(
        spark,
        stretch,
        stretch | {"policy": "hasty", "bake_us": 1_000_000},
        stretch | {"policy": "auto", "bake_us": 9_000_000, "start_number": None},
    )
    figures = (
        "message_count",
        "released_count",
        "late_count",
        "duplicate_count",
        "pending_count",
        "total_wait_ms",
    )
    rows = {row["policy"]: tuple(row[name] for name in figures) for row in what_if(frame, asked).collect()}
    assert rows == {
        # 2 leaves with 3, and 5 waits for 4; 2 of c has never been begun.
        "as_set": (6, 3, 1, 1, 1, 1_000),
        # 3 would have left at 2 s; 4 comes as 5 has baked.
        "hasty": (6, 2, 3, 1, 0, 2_000),
        "auto": (6, 3, 1, 1, 1, 1_000),
    }


def test_classes_of_sequences_add_up_to_all(spark: SparkSession) -> None:
    ledger, _ = random_ledger(4)
    frame = ledger.frame(spark)
    asked = policies(
        spark,
        {"ruleset": "orders", "sequence_class": "nullif(if(sequence_id < 'c', 'early', 'other'), 'other')"},
        {"ruleset": "ticks", "is_closed_form": False},
    )
    curve = trade_off(frame, lateness_by_slice(frame, 1_000_000), asked).toPandas()
    assert set(curve["sequence_class"].dropna()) == {"early", ""}
    counts = ["message_count", "late_count", "released_count", "total_wait_ms"]
    of_all = curve[curve["sequence_class"].isna()].set_index("bake_time_ms")[counts]
    by_class = curve[curve["sequence_class"].notna()].groupby("bake_time_ms")[counts].sum()
    pd.testing.assert_frame_equal(of_all.sort_index(), by_class.sort_index())
    assert curve["mean_wait_ms"].nunique() > len(of_all)
    lateness = lateness_by_ruleset(frame, "sequence_id").toPandas()
    assert len(lateness) == 2 * (1 + 6)
    orders = lateness[lateness["ruleset"] == "orders"].set_index("sequence_class")
    assert orders.loc[[*"abcdef"], "sample_size"].sum() == orders["sample_size"].sum() / 2


def test_with_many_rulesets_bake_times_are_the_same_for_all(spark: SparkSession) -> None:
    ledger = Ledger()
    names = [f"r{number}" for number in range(40)]
    for place, name in enumerate(names):
        for number, at in [(1, 0.0), (3, 1.0), (2, 1.5 + place / 100)]:
            ledger.add("a", number, at, ruleset=name)
    frame = ledger.frame(spark)
    asked = policies(
        spark, *({"ruleset": name, "bake_us": 7_000 + place % 3 * 1000} for place, name in enumerate(names))
    )
    curve = trade_off(frame, lateness_by_slice(frame, 1_000_000), asked).toPandas()
    grids = {tuple(sorted(rows["bake_time_ms"])) for _, rows in curve.groupby("ruleset")}
    assert len(grids) == 1
    assert {7, 8, 9} < set(next(iter(grids)))
    lates = curve[curve["bake_time_ms"] == 7].set_index("ruleset")["late_count"]
    assert (lates == 1).all()
    assert len(lates) == 40


def test_advice_is_of_every_ruleset_and_slice(spark: SparkSession) -> None:
    ledger, _ = random_ledger(5)
    frame = ledger.frame(spark)
    lateness = lateness_by_slice(frame, 2_000_000)
    asked = policies(
        spark,
        {"ruleset": "orders", "target_late_rate": 0.3},
        {"ruleset": "ticks", "late_cost": 20.0, "wait_cost": 0.5},
    )
    rows = advice(lateness, trade_off(frame, lateness, asked), asked).toPandas()
    now = rows[rows["slice_start_us"].isna()].set_index("ruleset")
    assert set(now.index) == {"orders", "ticks"}
    assert now.loc["orders", "target_late_rate"] == 0.3
    assert now.loc["orders", "basis"] == "empirical"
    assert now.loc["orders", "advised_ms"] > 0
    assert now.loc["orders", "predicted_mean_wait_ms"] > 0
    assert now.loc["orders", "slice_ms"] == 2000
    assert pd.isna(now.loc["ticks", "target_late_rate"])
    past = rows[rows["slice_start_us"].notna()]
    assert set(past["ruleset"]) == {"orders"}
    assert (past["slice_start_us"] % 2_000_000 == 0).all()
    assert past["is_covered"].notna().any()


def test_reordering_by_the_rfcs(spark: SparkSession) -> None:
    ledger = Ledger()
    # RFC 4737, table 1, and RFC 5236, 8 a.
    for number, at in TABLE_1:
        ledger.add("one", number, at / 1000)
    for place, number in enumerate((1, 4, 2, 5, 3, 6, 7, 8)):
        ledger.add("a", number, place, ruleset="other")
        ledger.add("every third", 10 * number, place, ruleset="keys")
    ledger.add("calm", 1, 0)
    asked = policies(
        spark,
        {"ruleset": "orders"},
        {"ruleset": "other", "start_number": None},
        {"ruleset": "keys", "is_sequence": False, "start_number": None},
    )
    rows = {row["sequence_id"]: row.asDict() for row in reordering(ledger.frame(spark), asked).collect()}
    one = rows["one"]
    assert (one["message_count"], one["reordered_count"], one["max_extent"]) == (10, 1, 4)
    assert (one["max_late_time_ms"], one["max_n_reordering"]) == (62, 4)
    assert one["n_reordering"] == {1: 1, 2: 1, 3: 1, 4: 1}
    for sequence in ("a", "every third"):
        assert rows[sequence]["displacement"] == {-2: 1, -1: 1, 0: 4, 1: 1, 2: 1}
        assert rows[sequence]["buffer_occupancy"] == {0: 5, 1: 2, 2: 1}
    calm = rows["calm"]
    assert (calm["order_group"], calm["reordered_count"], calm["max_extent"]) == ("orders", 0, None)
    assert (calm["displacement"], calm["n_reordering"]) == ({0: 1}, {})


def test_history_that_lands_in_parts_is_advised_as_what_landed_in_time(spark: SparkSession) -> None:
    """Three later files: with them nothing that is said of waits and lateness is other than without."""
    chance = random.Random(3)
    ledger = Ledger()
    for number in range(400):
        ledger.add("s", number + 1, number + (chance.uniform(3, 20) if chance.random() < 0.05 else 0))
    asked = policies(
        spark, {"ruleset": "orders", "start_number": 1, "bake_us": 9_000_000, "target_late_rate": 0.02}
    )

    def told() -> tuple[list[list[Any]], dict[str, Any]]:
        frame = ledger.frame(spark)
        lateness = lateness_by_slice(frame, 10_000_000)
        curve = trade_off(frame, lateness, asked)
        figures = curve.toPandas().sort_values("bake_time_ms")
        names = ["bake_time_ms", "late_count", "message_count", "mean_wait_ms", "p99_wait_ms", "max_buffered"]
        (advised,) = advice(lateness, curve, asked).where("slice_start_us is null").collect()
        return figures[names].to_numpy().tolist(), advised.asDict()

    alone = told()
    assert 1_000 < alone[1]["lower_ms"] <= alone[1]["advised_ms"] < 30_000
    assert alone[1]["predicted_mean_wait_ms"] < 10_000
    # Each landed ten days after it had arrived: in line from the clock of the run before on, all at one moment.
    for part in range(3):
        clock = (10 + part) * 86_400
        for number in range(400 + 100 * part, 500 + 100 * part):
            ledger.add("s", number + 1, clock, arrived=number + chance.uniform(0, 20), batch=1)
        ledger.add("s", 200 + part, clock, "bypass", "late", arrived=190)
    assert told() == alone
    (lateness,) = lateness_by_ruleset(ledger.frame(spark)).collect()
    assert (lateness["sample_size"], lateness["landed_late_count"]) == (400, 303)


def test_waits_are_counted_from_where_lateness_is(spark: SparkSession) -> None:
    ledger = Ledger()
    # 2 landed a day late, and waits for 1 from then on: 5 s.
    ledger.add("a", 2, 86_400, arrived=0)
    ledger.add("a", 1, 86_405)
    tried = what_if(
        ledger.frame(spark, clock=EPOCH + timedelta(days=2)),
        policies(spark, {"ruleset": "orders", "start_number": 1}),
    )
    (row,) = tried.collect()
    assert (row["message_count"], row["total_wait_ms"]) == (2, 5_000)
