"""The report's page, read as text; tests/browser looks at it."""

from __future__ import annotations

import html
import math
import re
import sqlite3
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest
import yaml
from tests.advice.sample_tables import BEGIN, empty, origin, sample_page, sample_tables, twenty_page, without

from resequencer.report import tables as report_tables
from resequencer.report.page import FOLDED_FROM, _why_not_as_read, page
from resequencer.report.pictures import CLASSES, DISPOSITIONS, STATUSES, VARIABLES
from resequencer.report.tables import MODELS, Origin, Tables
from resequencer.report.words import bake_time, duration, percent, rounded_up

MADE_AT = datetime(2025, 3, 16, 12, 0, tzinfo=UTC)


def written_of(tables: Tables, origin_: Origin | None = None) -> str:
    return page(tables, MADE_AT, origin_ or origin())


def said_in(written: str) -> str:
    """The texts of a page, without its elements."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", "", written)).replace("\xa0", " "))


OF_RULESETS = ("advice", "curve", "lateness", "backtest")
"""Tables that have pictures for each ruleset; pictures take a while."""


def only(*names: str) -> Tables:
    """Some tables of the sample."""
    return without(sample_tables(), *(name for name in MODELS if name not in names))


@pytest.fixture(scope="module")
def written() -> str:
    """The page of the sample."""
    return sample_page()


def test_what_to_do_comes_first(written: str) -> None:
    said = said_in(written[written.index("<main>") :])
    assert said.strip().startswith(
        "What to do Set bake_time: 80s for ruleset orders: at most 2 % late, 95 % sure."
        " Advised, by the lateness of 72,009 messages: 1.33 min; what is needed exactly: 1.19 min to 1.37 min."
        " To expect of that, where newer history counts more: 1.82 % late, a mean wait of 4.06 s, and at most 7 messages held at once."
        " The bake time that is set now (32 s) would have left 5.1 % of all messages so far late, with a mean wait of 2.45 s."
        " 1,204 messages landed when the clock of a run had passed their arrival, as history does that lands in"
        " parts. They tell how files land, and not how messages come: advice and curves leave them out."
        " Set bake_time: 390s for ruleset ticks & <quotes>: at most 1 % late, 95 % sure."
    )
    assert "look again soon" in said
    assert said.count("1,204 messages landed when the clock of a run had passed their arrival") == 1
    assert (
        "Nothing to set yet for new: 9 messages seen so far say too little to promise at most 1 % late, 95 % sure."
        in said
    )
    places = [
        said.index(heading)
        for heading in ("What to do", "What happened", "Rulesets", "What the words mean", "Settings")
    ]
    assert places == sorted(places)


def test_it_says_of_what_run_it_is_and_how_old_that_is(written: str) -> None:
    assert (
        "Made 2025-03-16 12:00 of batch 61, whose clock is 2025-03-16 00:00, from schema resequencer of target embedded."
        " The batch was written 2025-03-16 00:00, 12 h before. All times are UTC." in said_in(written)
    )
    few = only("batch", "runs")
    older = replace(few, advised_at=BEGIN + pd.Timedelta(days=13))
    assert "The advice is older: of 2025-03-14 00:00, 2 d before the batch." in said_in(written_of(older))
    assert "The advice is older" not in said_in(
        written_of(replace(few, advised_at=MADE_AT.replace(tzinfo=None)))
    )
    assert "When the batch was written is forgotten" in said_in(written_of(only("batch")))
    for nothing in (without(few, *MODELS), empty(sample_tables())):
        assert "target embedded, where no run has decided anything yet." in said_in(written_of(nothing))


def test_the_settings_to_copy_are_the_ones_there_with_other_bake_times(written: str) -> None:
    copied = re.search(r"<code>(resequencer__rulesets:.*?)</code>", written, flags=re.DOTALL)
    assert copied is not None
    rulesets = yaml.safe_load(html.unescape(copied[1]))["resequencer__rulesets"]
    before = {entry["name"]: entry for entry in origin().rulesets}
    assert [entry["name"] for entry in rulesets] == list(before)
    assert rulesets[0] == before["new"]
    assert rulesets[1] == before["orders"] | {"bake_time": "80s"}
    assert rulesets[2] == before["ticks & <quotes>"] | {"bake_time": "390s"}
    assert "To be copied, under vars: in dbt_project.yml, in place of what has that name there: " in said_in(
        written
    )
    # Where nobody knows how rulesets are written down, there are those to be changed.
    unknown = written_of(only("advice", "asked"), Origin("embedded", "resequencer", {}))
    assert "- {name: orders, bake_time: 80s}  # was 32 s" in unknown
    assert "name: new" not in unknown


def one_ruleset(
    bake_time: str | None,
    advised_ms: float | None,
    settings: Mapping[str, Any] | None = None,
    name: str = "orders",
    **advice: Any,
) -> str:
    """The part of the page about what to do, of one ruleset."""
    sample = sample_tables()
    assert sample.advice is not None
    row = sample.advice[sample.advice["ruleset"] == "orders"].assign(
        ruleset=name, advised_ms=advised_ms, **advice
    )
    us = {"s": 1e6, "m": 60e6, "h": 3600e6}
    asked = pd.DataFrame(
        {
            "ruleset": [name],
            "target_confidence": 0.95,
            "late_cost": np.nan,
            "wait_cost": np.nan,
            "bake_us": [
                None if not bake_time or bake_time == "auto" else int(bake_time[:-1]) * us[bake_time[-1]]
            ],
        }
    )
    nothing = {name: None for name in MODELS if name not in ("advice", "asked")}
    if settings is None:
        settings = {"rulesets": [{"name": name} | ({} if bake_time is None else {"bake_time": bake_time})]}
    tables = replace(sample, advice=row, asked=asked, **nothing)  # type: ignore[arg-type]
    said = said_in(written_of(tables, Origin("embedded", "resequencer", settings)))
    return said[
        said.index(" What to do Set")
        if " What to do Set" in said
        else said.rindex(" What to do ") : said.index(" What happened Not")
    ]


def test_a_bake_time_is_changed_where_that_is_worth_it() -> None:
    assert "Set bake_time: 10m for ruleset orders" in one_ruleset("30s", 589_800)
    assert "Set bake_time: 10m for ruleset orders" in one_ruleset("9m", 589_800)
    assert "Set bake_time: 10m for ruleset orders" in one_ruleset("1h", 589_800)
    none = one_ruleset(None, 589_800)
    assert "Set bake_time: 10m for ruleset orders" in none
    assert "Now no bake time is set" in none
    # As bake_time: auto has it, up to 5 % too short and up to a quarter too long are as good.
    kept = one_ruleset("13m", 589_800)
    assert "Keep what is set for orders (13m, at most 2 % late, 95 % sure)." in kept
    assert "resequencer__rulesets" not in kept
    assert "Nothing: the bake times that are set meet what is asked for." in kept
    assert "follows the advice by itself for orders" in one_ruleset("auto", 589_800)
    nothing = one_ruleset("10m", None, sample_size=0)
    assert "no message that landed in time has been put in order yet. 1,204 messages landed when" in nothing


def test_what_is_kept_promises_no_more_than_it_holds() -> None:
    shorter = one_ruleset("10m", 620_000)
    assert "Nothing: the bake times that are set are hardly other than advised." in shorter
    assert "Keep what is set for orders (10m, hardly shorter than advised (10.3 min))." in shorter
    assert "sure)" not in shorter
    # One that is longer is surer, but not the cheapest.
    assert "(13m, longer than advised (9.83 min))" in one_ruleset("13m", 589_800, target_late_rate=np.nan)
    assert "(10m, least cost)" in one_ruleset("10m", 589_800, target_late_rate=np.nan)
    # auto may be up to 5 % shorter, too, or at the most that is allowed.
    auto = {"rulesets": [{"name": "orders", "bake_time": "auto"}]}
    said = one_ruleset("10m", 620_000, auto)
    assert "hardly other than advised, or follow the advice by themselves." in said
    assert "meet what is asked for" in one_ruleset("11m", 620_000, auto)


def test_an_ordered_subscription_is_set_in_its_ordered() -> None:
    stray = {"name": "leftovers", "match": "unrouted"}
    orders = {"name": "orders", "match": {"n": {"ge": 1}}, "ordered": {"key": "##n##", "bake_time": "32s"}}
    subscribed = one_ruleset("32s", 79_800, {"subscriptions": [orders, stray]})
    assert "Set bake_time: 80s in ordered of subscription orders: at most 2 % late" in subscribed
    assert "resequencer__rulesets" not in subscribed
    assert (
        "resequencer__subscriptions:"
        " - {name: orders, match: {n: {ge: 1}}, ordered: {bake_time: 80s, key: '##n##'}} # was 32 s"
        " - {name: leftovers, match: unrouted}"
    ) in subscribed
    bare = one_ruleset(None, 79_800, {"subscriptions": [{"name": "orders", "match": "all", "ordered": {}}]})
    assert "- {name: orders, match: all, ordered: {bake_time: 80s}} # was none" in bare
    # Rows of a table cannot be copied as settings.
    rows = one_ruleset("32s", 79_800, {"subscriptions": {"relation": "raw.subscriptions"}})
    assert "Set bake_time: 80s in ordered of subscription orders" in rows
    assert "rows of a table or files: change them there" in rows
    assert "resequencer__" not in rows


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        ({"rulesets": [{"name": "orders", "bake_time": "auto"}]}, "orders"),
        ({"ruleset_defaults": {"bake_time": "auto"}, "rulesets": [{"name": "orders"}]}, "orders"),
        ({"ruleset_defaults": {"bake_time": "auto"}}, "default"),
        ({"subscriptions": [{"name": "orders", "match": "all", "ordered": {"bake_time": "auto"}}]}, "orders"),
    ],
)
def test_auto_is_recognized_wherever_it_is_written(settings: dict[str, Any], name: str) -> None:
    said = one_ruleset("32s", 79_800, settings, name)
    assert f"bake_time: auto follows the advice by itself for {name} (now 32 s)." in said
    assert "Set bake_time" not in said
    # What a ruleset says itself counts.
    own = {"rulesets": [{"name": "orders", "bake_time": "32s"}], "ruleset_defaults": {"bake_time": "auto"}}
    assert "Set bake_time: 80s for ruleset orders" in one_ruleset("32s", 79_800, own)


@pytest.mark.parametrize(
    ("milliseconds", "setting"),
    [
        (1, "1ms"),
        (9.5, "10ms"),
        (523, "550ms"),
        (79_800, "80s"),
        (385_200, "390s"),
        (589_800, "10m"),
        (700_000, "12m"),
        (3_600_000, "1h"),
        (704_643_072, "198h"),
        (10**10, "116d"),
    ],
)
def test_bake_times_are_round_and_never_shorter(milliseconds: float, setting: str) -> None:
    assert bake_time(rounded_up(milliseconds)) == setting
    assert milliseconds <= rounded_up(milliseconds) < milliseconds * 1.1 + 1


def test_every_picture_has_its_numbers_behind_it(written: str) -> None:
    # Trade-off, lateness and backtest of two rulesets; outcomes, runs, gaps, completeness.
    assert written.count("<figure>") == 10
    # Outcomes and the bake times to choose from are tables that are seen; the baseline has one of each.
    assert written.count('<details class="numbers">') == 10
    assert "ticks &amp; &lt;quotes&gt;" in written
    assert "<quotes>" not in written
    assert "Consumers advised for the present load: 4." in written


def test_a_picture_says_what_is_seen(written: str) -> None:
    labels = [html.unescape(label) for label in re.findall(r'role="img" aria-label="([^"]+)"', written)]
    assert len(labels) == len(set(labels)) == 10
    of_orders = next(label for label in labels if label.startswith("Two curves over the bake time of orders"))
    assert "falls from 10.1 % to 0 %" in of_orders
    assert "Set now: 32 s: 5.1 % late, 2.45 s mean wait." in of_orders
    assert any(re.search(r"late 1,476, most in the 6 hours from 2025-03-\d\d", label) for label in labels)
    # Every one has figures in it.
    assert all(re.search(r"\d", label) for label in labels)


def test_pictures_are_drawn_in_the_colours_of_the_page(written: str) -> None:
    drawn = "".join(re.findall(r"<svg.*?</svg>", written, flags=re.DOTALL))
    assert set(re.findall(r"#[0-9a-f]{6}\b", drawn)) == set()
    used = set(re.findall(r"var\(--(\w+)\)", drawn))
    assert used <= set(VARIABLES.values())
    # Each is there for light, for dark and for paper.
    assert {len(re.findall(rf"--{name}: #", written)) for name in used} == {3}


def test_what_was_asked_for_is_said(written: str) -> None:
    assert "at most 2 % late, 95 % sure" in said_in(written)
    asked = pd.DataFrame(
        {
            "ruleset": ["new", "orders"],
            "target_confidence": [np.nan, 0.999],
            "late_cost": [20.0, np.nan],
            "wait_cost": [0.5, np.nan],
            "bake_us": [np.nan, 45e6],
        }
    )
    other = said_in(written_of(replace(only("advice"), asked=asked)))
    assert "at most 2 % late, 99.9 % sure" in other
    assert "least cost, where a late message costs 20 and a second of waiting 0.5" in other
    assert "45 s" in other
    # What was not asked is not said: of the ruleset that is not in the list only the target is known.
    assert "95 % sure" not in other
    assert "at most 1 % late." in other
    assert "% sure" not in said_in(written_of(only("advice")))


def test_advice_by_cost_has_no_backtest() -> None:
    tables = only("advice", "backtest")
    assert tables.advice is not None
    by_cost = replace(tables, advice=tables.advice.assign(target_late_rate=np.nan))
    assert written_of(by_cost).count("Advice by cost has no backtest") == 3


def test_a_backtest_has_a_total_against_its_target(written: str) -> None:
    said = said_in(written)
    assert (
        "In all, 1.58 % of 62,355 messages would have been late, with a target of 2 %: the target was met."
        in said
    )
    assert (
        "In all, 1.11 % of 62,355 messages would have been late, with a target of 1 %: the target was missed."
        in said
    )


def test_what_other_bake_times_would_cost_is_read_off(written: str) -> None:
    assert "20s 6.69 % 1.68 s" in said_in(written.replace("</td>", " </td>"))
    for row in ("32s 5.1 % 2.45 s set now", "75s 2.3 % 3.97 s the lower bound of the advice (1.19 min)"):
        assert row in said_in(written.replace("</td>", " </td>"))
    # On the line between two dots more are late there than may be, and than advice expects.
    assert "80s 2.15 % 4.06 s as advised: 1.82 % by lateness itself" in said_in(
        written.replace("</td>", " </td>")
    )
    said = said_in(written)
    tables = said.count("Bake times for ")
    assert tables == said.count("but by lateness itself, where newer history counts more.") == 2


def choices(curve: Mapping[str, Any], **advice: Any) -> list[list[str]]:
    """The rows of bake times to choose from, of a ruleset with that curve."""
    tables = only("advice")
    assert tables.advice is not None
    row = tables.advice[tables.advice["ruleset"] == "orders"].assign(**advice)
    of_curve = pd.DataFrame({"ruleset": "orders", "mean_wait_ms": 1.0, **curve})
    written = written_of(replace(tables, advice=row, curve=of_curve))
    table = written[written.index("<caption>Bake times for orders") :]
    body = table[: table.index("</tbody>")].split("<tbody>")[1]
    return [
        [said_in(cell) for cell in re.findall("<td[^>]*>(.*?)</td>", line)]
        for line in body.strip().splitlines()
    ]


def test_bake_times_to_choose_from_are_where_the_curve_moves() -> None:
    curve = {
        "bake_time_ms": [1, 30_000, 180_000, 270_600, 589_800, 1_200_000, 6_000_000],
        "late_rate": [0.112, 0.112, 0.0138, 0.01, 0.0001, 0.0, 0.0],
    }
    advice: dict[str, Any] = {"advised_ms": 510_000, "lower_ms": 270_600, "upper_ms": 589_800}
    rows = choices(curve, **advice)
    assert [row[0] for row in rows] == ["30s", "1m", "2m", "3m", "280s", "510s", "10m", "20m"]
    assert rows[4][3] == "the lower bound of the advice (4.51 min)"
    assert rows[6][3] == "the upper bound of the advice (9.83 min)"
    assert [row[1] for row in rows].count("11.2 %") == 1
    # The advised one may be the upper bound; one beyond the curve cannot be read off.
    both = choices(curve, **(advice | {"advised_ms": 589_800, "lower_ms": np.nan}))
    assert next(row for row in both if row[0] == "10m")[3] == (
        "the upper bound of the advice (9.83 min), and as advised"
    )
    assert not any("bound" in row[3] for row in choices(curve, **(advice | {"lower_ms": 0, "upper_ms": 1e9})))


@pytest.mark.parametrize(
    ("longest_ms", "is_beyond"), [(589_800, False), (589_799, False), (900_000, False), (300_000, True)]
)
def test_advice_is_beyond_what_was_seen_only_where_it_is(longest_ms: int, is_beyond: bool) -> None:
    tables = only("advice")
    assert tables.advice is not None
    row = tables.advice[tables.advice["ruleset"] == "orders"].assign(advised_ms=589_800, basis="fitted_tail")
    seen = pd.DataFrame({"ruleset": "orders", "lateness_ms": [0, longest_ms], "message_count": [9, 1]})
    said = said_in(written_of(replace(tables, advice=row, lateness=seen)))
    assert "by a distribution fitted to the latest of 72,009 messages" in said
    assert ("messages, beyond the longest that was seen (5 min): 9.83 min" in said) == is_beyond


def test_where_the_line_meets_the_target_no_reason_is_given() -> None:
    assert _why_not_as_read(pd.Series({"target_late_rate": 0.02}), 0.0199) == ""
    assert _why_not_as_read(pd.Series({"target_late_rate": np.nan}), 0.5) == ""
    assert _why_not_as_read(pd.Series({"target_late_rate": 0.02}), np.nan) == ""
    tail = {"target_late_rate": 0.001, "basis": "fitted_tail", "predicted_late_rate": 0.0005}
    assert _why_not_as_read(pd.Series(tail), 0.002).startswith(": 0.05 % by a fitted tail")


def test_what_happened_is_told_by_reason(written: str) -> None:
    said = said_in(written.replace("</td>", " </td>"))
    assert (
        "Of 143,457 messages: 141,235 released (98.5 %), 2,061 bypassed (1.44 %), 25 failed (0.0174 %)"
        in said
    )
    for row in (
        "bypassed late 1,476 1.03 %",
        "failed undecodable 17",
        "pending baking 14",
        "matched by no ruleset 120",
    ):
        assert row in said
    assert "Not among them: 2 messages after the clock." in said
    assert "of batch 61, whose clock is 2025-03-16 00:00, from schema resequencer of target embedded" in said
    assert set(DISPOSITIONS) == {"released", "bypass", "failure", "nohit", "pending"}


def test_rulesets_are_folded_where_there_are_many(written: str) -> None:
    assert (
        written.count('<details class="ruleset"')
        == written.count('<details class="ruleset" id=')
        == 3
        < FOLDED_FROM
    )
    assert len(re.findall(r'<details class="ruleset"[^>]* open>', written)) == 3
    many = twenty_page()
    assert many.count('<details class="ruleset"') == 20
    assert not re.search(r'<details class="ruleset"[^>]* open>', many)
    said = said_in(many.replace("</h3>", "</h3> "))
    assert "device-02 set 80s (now 1.07 min)" in said
    assert "Keep what is set for device-03 (96s), device-06 (80s)" in said
    assert "follows the advice by itself for device-16 (now 1.33 min)" in said
    assert_ids_are_unique(many)


def test_consumers_that_do_not_keep_the_wait_are_said_to_be_too_few(written: str) -> None:
    too_few = "These do not keep the wait that is asked for"
    assert too_few not in written
    tables = only("baseline")
    assert tables.baseline is not None
    assert too_few in written_of(replace(tables, baseline=tables.baseline.assign(is_wait_met=False)))


def assert_ids_are_unique(written: str) -> None:
    ids = re.findall(r'\bid="([^"]+)"', written)
    assert len(ids) == len(set(ids))
    referred = re.findall(r'(?:href="#|url\(#|aria-labelledby=")([^")]+)', written)
    assert set(referred) <= set(ids)


def test_ids_are_unique(written: str) -> None:
    assert_ids_are_unique(written)
    # As an id both were the same.
    names = {"orders": "a.b", "ticks & <quotes>": "a-b"}
    tables = sample_tables()
    renamed = {name: getattr(tables, name).replace(names) for name in ("advice", "lateness")}
    assert_ids_are_unique(written_of(replace(only(), **renamed)))


@pytest.mark.parametrize(
    "name",
    [
        "curve",
        "lateness",
        "backtest",
        "outcomes",
        "runs",
        "missing_ranges",
        "completeness",
        "baseline",
    ],
)
def test_what_was_not_built_is_named(name: str) -> None:
    advice = sample_tables().advice
    assert advice is not None
    nothing = replace(empty(sample_tables()), advice=advice[advice["ruleset"] == "orders"])
    lacking = written_of(without(nothing, name))
    assert f"Not shown: {MODELS[name]} was not built." in lacking
    assert lacking.count("Not shown") == 1
    assert "<figure>" not in lacking


def test_without_python_models_the_page_has_the_rest() -> None:
    """With resequencer__python_models: false there is what SQL tells, and nothing else."""
    there = ("outcomes", "batch", "runs", "missing_ranges", "completeness", "least_complete")
    tables = without(sample_tables(), *(name for name in MODELS if name not in there))
    written = written_of(tables)
    assert written.count("<figure>") == 4
    said = said_in(written)
    # What is the cause is said, and nothing else.
    assert "What to do No advice yet: run make report. What happened" in said
    assert "It needs resequencer__deliveries or resequencer__throughput to be set" in said
    assert "python_models" not in said
    off = said_in(written_of(tables, Origin("embedded", "resequencer", {"python_models": False})))
    assert "No advice yet: it needs resequencer__python_models: true. What" in off
    left_out = Origin("embedded", "resequencer", {"deliveries": {"path": "out"}}, is_of_run=True)
    run = said_in(written_of(without(tables, "runs"), left_out))
    assert "No advice yet: --select or --exclude left it out. What" in run
    assert "resequencer__throughput_baseline was not built. --select or --exclude left it out." in run
    ledger = said_in(written_of(without(tables, "runs")))
    assert "Runs Not shown: resequencer__ledger was not built. Run make run." in ledger
    assert not tables.is_nothing()
    assert "resequencer__missing_ranges" not in tables.not_built()
    assert "resequencer__bake_time_trade_off" in tables.not_built()
    assert without(tables, *there).is_nothing()
    nothing = written_of(without(tables, *there))
    assert "<figure>" not in nothing
    # Once is enough.
    assert "nothing to advise: run make run, or make report, which" in said_in(nothing)
    assert "not built" not in nothing
    assert not {"What happened", "Runs"} & set(re.findall("<h2[^>]*>([^<]*)<", nothing))
    assert_ids_are_unique(nothing)


def test_a_number_of_consumers_that_is_listed_twice_is_one_cell() -> None:
    tables = only("baseline")
    baseline = tables.baseline
    assert baseline is not None
    again = baseline[baseline["consumer_replicas"] == 4].assign(basis="simulated", processing_rate=1.25)
    other = written_of(replace(tables, baseline=pd.concat([again, baseline])))
    # What was measured stays.
    assert said_in(other).count("99 %*") == 1
    assert (other.count(">measured<"), other.count(">simulated<")) == (1, 15)


def gaps(**columns: Any) -> Tables:
    return replace(
        only(),
        missing_ranges=pd.DataFrame({"ruleset": "orders", "missing_count": 5.0} | columns),
    )


def test_gaps_of_which_nobody_knows_when_are_counted_all_the_same() -> None:
    never = [pd.NaT, pd.NaT]
    written = written_of(gaps(status=["open", "filled"], bucket_start=never, range_count=[3, 4]))
    assert "When they were noticed is not known." in written
    assert re.search(r'orders</td><td>filled</td><td class="number">4</td><td class="number">5<', written)
    sometimes = written_of(gaps(status=["open", "filled"], bucket_start=[pd.NaT, BEGIN], range_count=[3, 4]))
    assert "When 3 more were noticed is not known." in sometimes


def test_stretches_without_a_gap_are_in_the_picture() -> None:
    days = [BEGIN, BEGIN + pd.Timedelta(days=5)]
    written = written_of(gaps(status="open", bucket_start=days, range_count=1))
    picture = written[written.index('aria-label="Bars over time, 2025-03-01 to 2025-03-06, of gaps') :]
    # matplotlib's own axis of dates: a day in between, and the year and month beside it.
    assert all(re.search(rf">{label}</text>", picture) for label in ("Mar", "03", "05", "2025-Mar"))


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
        only("advice"),
        lateness=pd.DataFrame({"ruleset": "orders"} | lateness),
        backtest=tables.backtest.head(1),
        curve=tables.curve.assign(late_rate=np.nan, mean_wait_ms=np.nan),
    )
    written = written_of(odd)
    assert "There is no trade-off curve" in written
    assert "1 of 1 slice (100&nbsp;%)" in written
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
    written = written_of(replace(only(), backtest=many))
    assert "1,000 of 5,000 slices (20&nbsp;%)" in written
    assert "The newest 200 are shown." in written
    assert written.count("<td>2025-09-2") > 100
    assert "<td>2025-03-02 01:00" not in written


def test_the_page_loads_nothing(written: str) -> None:
    loaded = re.findall(r'(?:src|href)="([^"#][^"]*)"', written)
    assert all(address.startswith("data:") for address in loaded)
    assert "@import" not in written
    assert not re.search(r"url\((?!#)", written)


def test_pages_are_made_by_templates() -> None:
    code = (path for path in Path(report_tables.__file__).parent.glob("*.py") if path.stem != "pictures")
    assert not [path.name for path in code if re.search(r"</|<[a-z]+[ >]", path.read_text(encoding="utf-8"))]


def test_the_settings_that_it_was_made_of_are_there(written: str) -> None:
    said = said_in(written[written.index('id="made-from"') :])
    assert "resequencer__landing: format: json path: seeds/landing" in said
    assert "- name: orders" in said


def test_the_same_tables_give_the_same_page() -> None:
    few = only("advice", "asked", "runs", "completeness")
    assert written_of(few) == written_of(few)


def test_without_history_the_page_says_so() -> None:
    written = written_of(empty(sample_tables()))
    assert "No message has been put in order yet, so there is nothing to advise: land some files" in said_in(
        written
    )
    assert "No message has arrived yet." in written
    assert "Nothing is missing." in written
    assert "<figure>" not in written


def test_how_messages_come_is_said_by_what_is_set() -> None:
    nothing = without(
        empty(sample_tables()), *(name for name in MODELS if name not in ("advice", "lateness"))
    )

    def note(**settings: Any) -> str:
        return said_in(written_of(nothing, Origin("embedded", "resequencer", settings)))

    files: dict[str, Any] = {"format": "json", "path": "seeds/landing"}
    assert "advise: land some files (resequencer__landing says where) and make" in note(landing=files)
    assert "advise: have some messages in the topics of resequencer__landing and make" in note(
        landing={"format": "kafka"}
    )
    table = note(landing=files, arrivals_relation="raw.events")
    assert "advise: have some rows in raw.events (resequencer__arrivals_relation) and make" in table
    assert "land some files" not in table


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
        # typeshed wants an aggregate that is typed as the C code has it.
        self.connection.create_aggregate("percentile_approx", 2, _Percentile)  # type: ignore[arg-type]
        self.rows = 0
        for name, frame in frames.items():
            frame.to_sql(name, self.connection, index=False)

    def sql(self, text: str) -> Any:
        if text.startswith("describe history"):
            made = pd.DataFrame(
                {"made_us": [BEGIN.value // 1000], "ended_us": BEGIN.value // 1000, "stamp": ""}
            )
            return SimpleNamespace(selectExpr=lambda *_: SimpleNamespace(toPandas=lambda: made))
        frame = pd.read_sql_query(text, self.connection)
        self.rows += len(frame)
        return SimpleNamespace(toPandas=lambda: frame)


class _Percentile:
    """As Spark has it, where it is exact: the value that at least that share is no greater than."""

    def __init__(self) -> None:
        self.values: list[int] = []
        self.share = 0.0

    def step(self, value: int | None, share: float) -> None:
        self.share = share
        if value is not None:
            self.values.append(value)

    def finalize(self) -> int | None:
        at = math.ceil(self.share * len(self.values)) - 1
        return sorted(self.values)[max(at, 0)] if self.values else None


def _micros(value: str | None) -> int | None:
    return None if value is None else pd.Timestamp(value).value // 1000


def happened_of(arrivals: pd.DataFrame, clock: str) -> Tables:
    """What is read of a ledger with these messages, whose run had that clock."""
    columns = {"ruleset": "orders", "disposition": "released", "reason": None, "is_stand_in": False}
    messages = arrivals.assign(
        **{name: value for name, value in columns.items() if name not in arrivals},
        batch_group=1,
        batch_id=1,
        settled_at=None,
    )
    batches = pd.DataFrame(
        {"disposition": ["batch", "current"], "batch_group": [1, 0], "batch_id": [1, 0], "last_clock": clock}
    )
    ledger = pd.concat([messages, batches.assign(number=1)], ignore_index=True)
    # So batch.last_clock is a column of it.
    return report_tables.read({"resequencer__ledger": "ledger as batch"}, Warehouse(ledger=ledger))


def test_the_bars_are_as_narrow_as_arrivals_are_dense() -> None:
    """A run long after: neither its clock nor what has no time makes one bar of all; the first one is near."""
    dense = pd.date_range("2025-03-14 08:01:16", "2025-03-14 09:41", periods=3000).astype(str)
    arrivals = pd.DataFrame({"effective_arrived_at": ["2025-03-14 08:01:00", *dense, *[None] * 4]})
    arrivals["disposition"] = ["released"] * 3001 + ["failure"] * 4
    tables = happened_of(arrivals, "2026-11-29 00:00")
    assert tables.bucket("outcomes") == timedelta(minutes=1)
    assert tables.outcomes is not None
    shown = tables.outcomes[tables.outcomes["time"] == "shown"]
    assert shown["message_count"].sum() == 3001
    assert shown["bucket_start"].min() == pd.Timestamp("2025-03-14 08:01")
    said = said_in(written_of(tables))
    assert "each over one minute. Not among them: 4 messages of which no time is known." in said


def test_a_few_wrong_clocks_are_in_no_bar() -> None:
    dense = pd.date_range("2025-03-01", "2025-03-04", periods=5000).astype(str)
    wrong = [
        "1970-01-01 00:00",
        "2025-02-27 00:00",
        "2025-03-06 00:00",
        "2025-04-01 00:00",
        "2099-01-01 00:00",
    ]
    arrivals = pd.DataFrame({"effective_arrived_at": [*dense, *wrong]})
    tables = happened_of(arrivals, "2025-05-01 00:00")
    said = said_in(written_of(tables))
    assert (
        "each over 6 hours. Not among them: 2 messages far before or after all others, 1 message after"
        in said
    )
    assert tables.outcomes is not None
    assert tables.outcomes["message_count"].sum() == 5005


def test_where_no_time_is_known_there_are_no_bars() -> None:
    tables = happened_of(pd.DataFrame({"effective_arrived_at": [None, None]}), "2025-05-01 00:00")
    said = said_in(written_of(tables))
    assert "Of 2 messages: 2 released (100 %). There is no picture: when they arrived is not known." in said
    assert "The bars count" not in said
    # All at one moment are one bar.
    once = happened_of(pd.DataFrame({"effective_arrived_at": ["2025-03-14 08:01"] * 3}), "2025-05-01 00:00")
    assert "each over one minute." in said_in(written_of(once))


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
    tables = report_tables.read(relations, warehouse)
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
    assert tables.bucket("missing_ranges") == timedelta(hours=6)
    assert tables.missing_ranges["bucket_start"].min() == BEGIN
    assert tables.missing_ranges["range_count"].sum() == count
    assert tables.missing_ranges["missing_count"].sum() == 3 * count
    assert list(tables.least_complete["sequence_id"].head(2)) == ["00000", "00100"]
    assert len(tables.least_complete) == 20
    # Everything else was not built.
    assert tables.advice is None
    assert written_of(tables).count("<figure>") == 2


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
    tables = report_tables.read({"resequencer__sequence_completeness": "sequences"}, warehouse)
    assert tables.completeness is not None
    counted = tables.completeness.set_index(["ruleset", "class"])["sequence_count"].to_dict()
    assert counted == expected
    assert tables.least_complete is not None
    assert list(tables.least_complete["sequence_id"]) == ["one of a million is missing"]
    written = written_of(tables)
    # complete, nothing missing so far, 99 to 100 %, ..., not known
    figures = "".join(f'<td class="number">{figure}</td>' for figure in (1, 1, 1, 0, 0, 0, 3))
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
    tables = report_tables.read({"int_resequencer__policies": "policies"}, Warehouse(policies=policies))
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
    tables = report_tables.read(relations, Warehouse(slices=slices, lateness=lateness))
    assert tables.lateness is not None
    assert tables.lateness.values.tolist() == [["orders", 5, 7]]
    assert tables.advised_at == BEGIN
    assert tables.backtest is not None
    assert list(tables.backtest["slice_start"]) == list(pd.to_datetime(sample.backtest["slice_start"]))
    assert "Within their 95" in written_of(tables)


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
    tables = report_tables.read({"resequencer__missing_ranges": "ranges"}, Warehouse(ranges=ranges))
    written = written_of(tables)
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
    assert report_tables.bucket_of(oldest, newest) == bucket
    assert span <= report_tables.MOST_BUCKETS * bucket


def test_weeks_begin_on_a_monday() -> None:
    # 2025-03-02 is a Sunday.
    days = ["2024-01-01 00:00", "2025-03-02 23:59", "2025-03-03 00:00"]
    ranges = pd.DataFrame({"ruleset": "orders", "status": "open", "detected_at": days, "missing_count": 2})
    tables = report_tables.read({"resequencer__missing_ranges": "ranges"}, Warehouse(ranges=ranges))
    assert tables.missing_ranges is not None
    begins = sorted(f"{begin:%Y-%m-%d}" for begin in tables.missing_ranges["bucket_start"])
    assert begins == ["2024-01-01", "2025-02-24", "2025-03-03"]


def test_the_queries_know_every_table_and_class() -> None:
    assert set(report_tables._QUERIES) == set(MODELS)
    assert set(re.findall(r"(?:then|else) '(\w+)'", report_tables._QUERIES["completeness"])) == set(CLASSES)
    assert set(STATUSES) == {"open", "filled", "skipped", "stood_in"}
