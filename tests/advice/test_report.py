"""The report's page, read as text; tests/browser looks at it."""

from __future__ import annotations

import math
import re
import sqlite3
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from tests.advice.sample_tables import BEGIN, empty, sample_tables, without

from resequencer import report_job
from resequencer.report import CLASSES, MODELS, STATUSES, Tables, duration, page, percent

MADE_AT = datetime(2025, 3, 16, 12, 0, tzinfo=UTC)


@pytest.fixture(scope="module")
def written() -> str:
    """The page of the sample."""
    return page(sample_tables(), MADE_AT)


def test_every_picture_has_its_numbers_behind_it(written: str) -> None:
    # Trade-off, lateness and backtest of two rulesets; gaps, completeness, baseline.
    assert written.count("<figure>") == 9
    assert written.count("<details>") == 9
    assert "ticks &amp; &lt;quotes&gt;" in written
    assert "<quotes>" not in written
    assert "Consumers advised for the present load: <strong>4</strong>." in written


def test_what_was_asked_for_is_said(written: str) -> None:
    assert "late ≤ 2 %, 95 % sure" in written
    asked = pd.DataFrame(
        {
            "ruleset": ["new", "orders"],
            "target_confidence": [np.nan, 0.999],
            "late_cost": [20.0, np.nan],
            "wait_cost": [0.5, np.nan],
            "bake_us": [np.nan, 45e6],
        }
    )
    other = page(replace(sample_tables(), asked=asked), MADE_AT)
    assert "late ≤ 2 %, 99.9 % sure" in other
    assert "least cost: late 20, wait 0.5 / s" in other
    assert ">45 s<" in other
    # What was not asked is not said: of the ruleset that is not in the list only the target is known.
    assert "95 % sure" not in other
    assert "late ≤ 1 %<" in other
    assert "% sure" not in page(without(sample_tables(), "asked"), MADE_AT)


def test_advice_by_cost_has_no_backtest() -> None:
    tables = sample_tables()
    assert tables.advice is not None
    by_cost = replace(tables, advice=tables.advice.assign(target_late_rate=pd.NA))
    assert page(by_cost, MADE_AT).count("Advice by cost has no backtest") == 3


def test_consumers_that_do_not_keep_the_wait_are_said_to_be_too_few(written: str) -> None:
    too_few = "These do not keep the wait that is asked for"
    assert too_few not in written
    tables = sample_tables()
    assert tables.baseline is not None
    assert too_few in page(replace(tables, baseline=tables.baseline.assign(is_wait_met=False)), MADE_AT)


def assert_ids_are_unique(written: str) -> None:
    ids = re.findall(r'\bid="([^"]+)"', written)
    assert len(ids) == len(set(ids))
    referred = re.findall(r'(?:href="#|url\(#)([^")]+)', written)
    assert set(referred) <= set(ids)


def test_ids_are_unique(written: str) -> None:
    assert_ids_are_unique(written)
    # As an id both were the same.
    names = {"orders": "a.b", "ticks & <quotes>": "a-b"}
    tables = sample_tables()
    renamed = {
        name: getattr(tables, name).replace(names) for name in ("advice", "curve", "lateness", "backtest")
    }
    assert_ids_are_unique(page(replace(tables, **renamed), MADE_AT))


@pytest.mark.parametrize("name", [name for name in MODELS if name != "asked"])
def test_what_was_not_built_is_named_and_the_rest_is_shown(written: str, name: str) -> None:
    lacking = page(without(sample_tables(), name), MADE_AT)
    if name == "least_complete":
        assert "The least complete" not in lacking
    else:
        assert f"this run did not build {MODELS[name]}." in lacking
    assert written.count("<h2>") == lacking.count("<h2>")
    assert lacking.count("<figure>") == lacking.count("<details>") >= 7


def test_without_python_models_the_page_has_the_rest() -> None:
    """With resequencer__python_models: false there are missing ranges and completeness, and nothing else."""
    there = ("missing_ranges", "completeness", "least_complete")
    tables = without(sample_tables(), *(name for name in MODELS if name not in there))
    written = page(tables, MADE_AT)
    assert written.count("<figure>") == 2
    assert "did not build resequencer__bake_time_advice. It needs resequencer__python_models: true" in written
    assert "It needs resequencer__deliveries or resequencer__throughput to be set" in written
    assert not tables.is_nothing()
    assert "resequencer__missing_ranges" not in tables.not_built()
    assert "resequencer__bake_time_trade_off" in tables.not_built()
    assert without(tables, *there).is_nothing()
    assert "<figure>" not in page(without(tables, *there), MADE_AT)


def test_a_number_of_consumers_that_is_listed_twice_is_one_cell() -> None:
    tables = without(sample_tables(), "advice", "curve", "lateness", "backtest")
    baseline = tables.baseline
    assert baseline is not None
    again = baseline[baseline["consumer_replicas"] == 4].assign(basis="simulated", processing_rate=1.25)
    other = page(replace(tables, baseline=pd.concat([again, baseline])), MADE_AT)
    assert other.count("<figure>") == 3
    # What was measured stays.
    assert "19.8*" in other
    assert (other.count(">measured<"), other.count(">simulated<")) == (1, 15)


def gaps(**columns: Any) -> Tables:
    return replace(
        without(sample_tables(), "advice", "curve", "lateness", "backtest"),
        missing_ranges=pd.DataFrame({"ruleset": "orders", "missing_count": 5.0} | columns),
    )


def test_gaps_of_which_nobody_knows_when_are_counted_all_the_same() -> None:
    never = [pd.NaT, pd.NaT]
    written = page(gaps(status=["open", "filled"], bucket_start=never, range_count=[3, 4]), MADE_AT)
    assert "When they were noticed is not known." in written
    assert re.search(r"orders</td><td>filled</td><td class=number>4</td><td class=number>5<", written)
    sometimes = page(
        gaps(status=["open", "filled"], bucket_start=[pd.NaT, BEGIN], range_count=[3, 4]), MADE_AT
    )
    assert "When 3 more were noticed is not known." in sometimes


def test_stretches_without_a_gap_are_in_the_picture() -> None:
    days = [BEGIN, BEGIN + pd.Timedelta(days=5)]
    written = page(gaps(status="open", bucket_start=days, range_count=1), MADE_AT)
    picture = written[written.index('aria-label="Missing ranges over time"') :]
    assert [day in picture for day in ("01 Mar", "02 Mar", "05 Mar", "06 Mar")] == [True] * 4


@pytest.mark.parametrize(
    "lateness",
    [
        {"lateness_ms": [0, 70_000], "message_count": [99_999_990, 10]},
        {"lateness_ms": [1], "message_count": [1]},
        {"lateness_ms": [0, 1, 10**13], "message_count": [1, 1, 1]},
        {"lateness_ms": [0], "message_count": [0]},
    ],
)
def test_few_or_extreme_figures_are_drawn(lateness: dict[str, list[int]]) -> None:
    tables = sample_tables()
    assert tables.backtest is not None
    assert tables.curve is not None
    odd = replace(
        tables,
        lateness=pd.DataFrame({"ruleset": "orders"} | lateness),
        backtest=tables.backtest.head(1),
        curve=tables.curve.assign(late_rate=np.nan, mean_wait_ms=np.nan),
    )
    written = page(odd, MADE_AT)
    assert "There is no trade-off curve" in written
    assert "1 of 1 slices (100&nbsp;%)" in written
    assert not re.search(r"\de[-+]\d\d (%|ms|s|d)", written)


def test_a_long_backtest_is_shown_as_far_as_it_can_be_read() -> None:
    tables = sample_tables()
    assert tables.backtest is not None
    slices = tables.backtest[tables.backtest["ruleset"] == "orders"].head(1)
    times = {
        "slice_start": pd.date_range(BEGIN, periods=5000, freq="h"),
        "is_covered": [False] * 4000 + [True] * 1000,
    }
    many = pd.concat([slices] * 5000, ignore_index=True).assign(**times)
    written = page(replace(tables, backtest=many), MADE_AT)
    assert "1,000 of 5,000 slices (20&nbsp;%)" in written
    assert "The newest 200 are shown." in written
    assert written.count("<td>2025-09-2") > 100
    assert "<td>2025-03-02 01:00" not in written


def test_the_page_loads_nothing(written: str) -> None:
    loaded = re.findall(r'(?:src|href)="([^"#][^"]*)"', written)
    assert all(address.startswith("data:") for address in loaded)
    assert "@import" not in written
    assert not re.search(r"url\((?!#)", written)


def test_the_same_tables_give_the_same_page(written: str) -> None:
    assert page(sample_tables(), MADE_AT) == written


def test_without_history_the_page_says_so() -> None:
    written = page(empty(sample_tables()), MADE_AT)
    assert "No ruleset has any history yet." in written
    assert "Nothing is missing." in written
    assert "<figure>" not in written


@pytest.mark.parametrize(
    ("milliseconds", "said"),
    [
        (0, "0 ms"),
        (999, "999 ms"),
        (1_000, "1 s"),
        (90_000, "1.5 min"),
        (704_643_072, "8.16 d"),
        (pd.NA, "–"),
    ],
)
def test_durations_are_written_for_people(milliseconds: object, said: str) -> None:
    assert duration(milliseconds) == said


def test_shares_are_written_for_people() -> None:
    assert [percent(share) for share in (0, 0.0123456, 1, None)] == ["0 %", "1.23 %", "100 %", "–"]
    assert percent(0.000000123) == "0.0000123 %"


class Warehouse:
    """Answers the report's queries from SQLite, which takes them as they are: no Spark is needed for that."""

    def __init__(self, **frames: pd.DataFrame) -> None:
        self.connection = sqlite3.connect(":memory:")
        self.connection.create_function("unix_micros", 1, _micros)
        self.connection.create_function(
            "floor", 1, lambda value: None if value is None else math.floor(value)
        )
        self.rows = 0
        for name, frame in frames.items():
            frame.to_sql(name, self.connection, index=False)

    def sql(self, text: str) -> Any:
        frame = pd.read_sql_query(text, self.connection)
        self.rows += len(frame)
        return SimpleNamespace(toPandas=lambda: frame)


def _micros(value: str | None) -> int | None:
    return None if value is None else pd.Timestamp(value).value // 1000


def test_only_counts_leave_the_warehouse() -> None:
    count = 20_000
    completeness = pd.DataFrame(
        {
            "ruleset": "orders",
            "sequence_id": [f"{number:05d}" for number in range(count)],
            "epoch": 1,
            "completeness": np.arange(count) % 100 / 100,
            "missing_count": 7,
            "is_complete": False,
        }
    )
    missing = pd.DataFrame(
        {
            "ruleset": "orders",
            "status": [("open", "skipped")[number % 2] for number in range(count)],
            "detected_at": (BEGIN + pd.to_timedelta(np.arange(count), unit="min")).astype(str),
            "missing_count": 3,
        }
    )
    warehouse = Warehouse(ranges=missing, sequences=completeness)
    relations = {"resequencer__missing_ranges": "ranges", "resequencer__sequence_completeness": "sequences"}
    tables = report_job.tables(relations, warehouse)
    assert warehouse.rows < 300
    assert tables.completeness is not None
    assert tables.missing_ranges is not None
    assert tables.least_complete is not None
    assert dict(zip(tables.completeness["class"], tables.completeness["sequence_count"], strict=True)) == {
        "under_50": count / 2,
        "from_50": count * 2 / 5,
        "from_90": count * 9 / 100,
        "from_99": count / 100,
    }
    assert tables.bucket == timedelta(hours=6)
    assert tables.missing_ranges["bucket_start"].min() == BEGIN
    assert tables.missing_ranges["range_count"].sum() == count
    assert tables.missing_ranges["missing_count"].sum() == 3 * count
    assert list(tables.least_complete["sequence_id"].head(2)) == ["00000", "00100"]
    assert len(tables.least_complete) == 20
    # Everything else was not built.
    assert tables.advice is None
    assert page(tables, MADE_AT).count("<figure>") == 2


def test_what_nobody_knows_to_be_complete_is_not_called_so() -> None:
    sequences = pd.DataFrame(
        [
            ("numbers", "last known", 1.0, 0, True, "complete"),
            ("numbers", "last not known", 1.0, 0, False, "nothing_missing"),
            ("numbers", "one of a million is missing", 0.999999, 1, False, "from_99"),
            ("names", "only an order", None, None, False, "not_known"),
            ("names", "another", None, None, False, "not_known"),
            ("numbers", "nothing came yet", None, 0, False, "not_known"),
        ],
        columns=["ruleset", "sequence_id", "completeness", "missing_count", "is_complete", "class"],
    ).assign(epoch=1)
    expected = sequences.groupby(["ruleset", "class"]).size().to_dict()
    warehouse = Warehouse(sequences=sequences.drop(columns="class"))
    tables = report_job.tables({"resequencer__sequence_completeness": "sequences"}, warehouse)
    assert tables.completeness is not None
    counted = tables.completeness.set_index(["ruleset", "class"])["sequence_count"].to_dict()
    assert counted == expected
    assert tables.least_complete is not None
    assert list(tables.least_complete["sequence_id"]) == ["one of a million is missing"]
    written = page(tables, MADE_AT)
    # complete, nothing missing so far, 99 to 100 %, ..., not known
    figures = "".join(f"<td class=number>{figure}</td>" for figure in (1, 1, 1, 0, 0, 0, 3))
    assert f"<td>all</td>{figures}" in written


def test_what_was_asked_comes_from_the_settings_as_they_are() -> None:
    policies = pd.DataFrame(
        {
            "policy": ["as_set", "patient"],
            "ruleset": "orders",
            "target_confidence": [0.9, 0.95],
            "late_cost": None,
            "wait_cost": None,
            "bake_us": [1_000_000, None],
        }
    )
    tables = report_job.tables({"int_resequencer__policies": "policies"}, Warehouse(policies=policies))
    assert tables.asked is not None
    assert tables.asked["target_confidence"].tolist() == [0.9]
    assert tables.is_nothing()


def test_lateness_and_slices_of_the_warehouse_are_those_of_the_page() -> None:
    sample = sample_tables()
    assert sample.backtest is not None
    slices = sample.backtest.assign(
        slice_start=sample.backtest["slice_start"].astype(str),
        is_covered=sample.backtest["is_covered"].astype("Int64"),
    )
    lateness = pd.DataFrame(
        {"ruleset": "orders", "slice_start": [1, 2], "lateness_ms": 5, "message_count": [3, 4]}
    )
    relations = {"resequencer__advice_backtest": "slices", "py_resequencer__lateness_by_slice": "lateness"}
    tables = report_job.tables(relations, Warehouse(slices=slices, lateness=lateness))
    assert tables.lateness is not None
    assert tables.lateness.values.tolist() == [["orders", 5, 7]]
    assert tables.backtest is not None
    assert list(tables.backtest["slice_start"]) == list(pd.to_datetime(sample.backtest["slice_start"]))
    assert "Within their 95" in page(tables, MADE_AT)


@pytest.mark.parametrize("detected", [[], [None, None]])
def test_gaps_without_a_time_leave_the_warehouse(detected: list[None]) -> None:
    ranges = pd.DataFrame(
        {
            "ruleset": ["orders"] * len(detected),
            "status": ["open"] * len(detected),
            "detected_at": detected,
            "missing_count": [2] * len(detected),
        }
    )
    tables = report_job.tables({"resequencer__missing_ranges": "ranges"}, Warehouse(ranges=ranges))
    written = page(tables, MADE_AT)
    assert ("When they were noticed is not known." if detected else "Nothing is missing.") in written


@pytest.mark.parametrize(
    ("span", "bucket"),
    [
        (timedelta(0), timedelta(minutes=1)),
        (timedelta(hours=2), timedelta(minutes=10)),
        (timedelta(days=1), timedelta(hours=1)),
        (timedelta(days=99), timedelta(days=1)),
        (timedelta(days=365), timedelta(weeks=1)),
        (timedelta(days=3650), timedelta(weeks=8)),
    ],
)
def test_a_history_of_any_length_is_at_most_a_hundred_bars(span: timedelta, bucket: timedelta) -> None:
    newest = 1_700_000_000_000_000
    oldest = newest - span // timedelta(microseconds=1)
    assert report_job.bucket_of(oldest, newest) == bucket
    assert span <= report_job.MOST_BUCKETS * bucket


def test_weeks_begin_on_a_monday() -> None:
    # 2025-03-02 is a Sunday.
    days = ["2024-01-01 00:00", "2025-03-02 23:59", "2025-03-03 00:00"]
    ranges = pd.DataFrame({"ruleset": "orders", "status": "open", "detected_at": days, "missing_count": 2})
    tables = report_job.tables({"resequencer__missing_ranges": "ranges"}, Warehouse(ranges=ranges))
    assert tables.missing_ranges is not None
    begins = sorted(f"{begin:%Y-%m-%d}" for begin in tables.missing_ranges["bucket_start"])
    assert begins == ["2024-01-01", "2025-02-24", "2025-03-03"]


def test_the_queries_know_every_table_and_class() -> None:
    assert set(report_job._QUERIES) == set(MODELS)
    assert set(re.findall(r"(?:then|else) '(\w+)'", report_job._QUERIES["completeness"])) == set(CLASSES)
    assert set(STATUSES) == {"open", "filled", "skipped", "stood_in"}
