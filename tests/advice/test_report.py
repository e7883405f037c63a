"""The report's page, read as text; tests/browser looks at it."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pandas as pd
import pytest
from tests.advice.sample_tables import empty, sample_tables

from resequencer.report import duration, page, percent

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
    assert "Consumers advised for the present load: 4." in written
    ids = re.findall(r'\bid="([^"]+)"', written)
    assert len(ids) == len(set(ids))
    referred = re.findall(r'(?:href="#|url\(#)([^")]+)', written)
    assert set(referred) <= set(ids)


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
