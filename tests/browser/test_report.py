"""The report in a real browser: on a screen, on a phone, and printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pandas as pd
import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from tests.advice.sample_tables import BEGIN, sample_tables, without
from tests.browser.test_docs_site import BROWSER_ARGUMENTS, SCREENSHOTS

from resequencer.environment import BROWSER_VARIABLE, browser_command
from resequencer.report import Tables
from resequencer.report import page as report

# Elements whose right edge is beyond the window's, but those in a box that scrolls by itself.
WIDER_THAN_THE_PAGE = """
() => [...document.querySelectorAll('body *')]
    .filter(one => !one.closest('.scroll') && one.getBoundingClientRect().right > innerWidth + 1)
    .map(one => one.tagName)
"""

# Texts of a picture that lie over one another, or reach out of it. Lines of one text may touch.
UNREADABLE = """
() => [...document.querySelectorAll('svg')].flatMap(picture => {
    const frame = picture.getBoundingClientRect();
    const texts = [...picture.querySelectorAll('text')].map(one => [one, one.getBoundingClientRect()]);
    const wrong = texts
        .filter(([, box]) => box.left < frame.left - 3 || box.right > frame.right + 3)
        .map(([one]) => 'cut: ' + one.textContent);
    texts.forEach(([one, box], index) => texts.slice(index + 1).forEach(([other, its]) => {
        const wide = Math.min(box.right, its.right) - Math.max(box.left, its.left);
        const high = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
        if (wide > 1 && high > box.height / 3) wrong.push(one.textContent + ' over ' + other.textContent);
    }));
    return wrong.map(what => picture.getAttribute('aria-label') + ': ' + what);
})
"""


def unusual() -> Tables:
    """Long names, large and small numbers, few slices and many cells; some tables not built."""
    tables = without(sample_tables(), "curve", "asked")
    assert tables.lateness is not None
    assert tables.backtest is not None
    name = "a-rather-long-name-of-a-ruleset." * 3
    cells = [
        (replicas, level)
        for replicas in (1, 2, 4, 8, 16, 32, 64, 128)
        for level in (0.25, 0.5, 1, 2, 3, 4, 8)
    ]
    return replace(
        tables,
        lateness=pd.concat(
            [
                tables.lateness.replace({"ticks & <quotes>": name}),
                pd.DataFrame({"ruleset": "rare", "lateness_ms": [0, 70_000], "message_count": [10**8, 10]}),
            ]
        ),
        backtest=tables.backtest.head(1),
        missing_ranges=pd.DataFrame(
            {
                "ruleset": [name, "orders"],
                "status": ["open", "stood_in"],
                "bucket_start": [BEGIN, BEGIN + pd.Timedelta(weeks=12 * 52)],
                "range_count": [10**7, 1],
                "missing_count": [1e18, 1.0],
            }
        ),
        completeness=pd.DataFrame(
            {"ruleset": [name, "orders"], "class": ["complete", "not_known"], "sequence_count": [10**8, 1]}
        ),
        least_complete=pd.DataFrame(
            {
                "ruleset": name,
                "sequence_id": ["x" * 200],
                "epoch": [1],
                "completeness": [1e-9],
                "missing_count": [1e18],
            }
        ),
        baseline=pd.DataFrame(
            {
                "consumer_replicas": [replicas for replicas, _ in cells],
                "pressure_level": [level for _, level in cells],
                "arrival_rate": [12_345.0 * level for _, level in cells],
                "processing_rate": [min(12_345.0 * level, 2_000.0 * replicas) for replicas, level in cells],
                "exception_rate": 0.0,
                "utilisation": 0.5,
                "mean_wait_ms": 1.0,
                "p95_wait_ms": 9e9,
                "max_backlog": 10**9,
                "basis": "simulated",
                "advised_replicas": 16,
                "is_wait_met": False,
            }
        ),
        bucket=timedelta(weeks=8),
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page, as a file."""
    target = tmp_path_factory.mktemp("report") / "report.html"
    target.write_text(report(sample_tables(), datetime(2025, 3, 16, 12, 0, tzinfo=UTC)), encoding="utf-8")
    return target


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    command = browser_command()
    if command is None:
        pytest.skip(f"no Chromium here: install it, or name one in {BROWSER_VARIABLE}")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=command, args=list(BROWSER_ARGUMENTS))
        yield running
        running.close()


def opened(browser: Browser, site: Path, width: int, height: int) -> tuple[Page, list[str], list[str]]:
    page = browser.new_page(viewport={"width": width, "height": height})
    errors: list[str] = []
    requested: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("request", lambda request: requested.append(request.url))
    page.goto(site.as_uri())
    return page, errors, requested


@pytest.mark.parametrize(("name", "width"), [("report-screen", 1280), ("report-phone", 390)])
def test_it_reads_on_a_screen_and_on_a_phone(browser: Browser, site: Path, name: str, width: int) -> None:
    page, errors, requested = opened(browser, site, width, 844)
    expect(page.get_by_role("heading", name="Resequencer report")).to_be_visible()
    assert page.get_by_role("img").count() == 9
    assert page.evaluate(WIDER_THAN_THE_PAGE) == []
    # Text in the pictures, as it appears: in pixels.
    sizes = page.eval_on_selector_all("svg text", "all => all.map(one => one.getBoundingClientRect().height)")
    assert min(size for size in sizes if size) >= 7
    assert page.evaluate(UNREADABLE) == []
    page.get_by_text("The numbers").first.click()
    expect(page.locator("details[open] table").first).to_be_visible()
    page.screenshot(path=pictures() / f"{name}.png", full_page=True)
    assert errors == []
    assert [address for address in requested if not address.startswith(("file:", "data:"))] == []
    page.close()


@pytest.mark.parametrize(("name", "width"), [("unusual-screen", 1280), ("unusual-phone", 390)])
def test_unusual_figures_can_be_read(browser: Browser, tmp_path: Path, name: str, width: int) -> None:
    file = tmp_path / "unusual.html"
    file.write_text(report(unusual(), datetime(2025, 3, 16, 12, 0, tzinfo=UTC)), encoding="utf-8")
    page, errors, _ = opened(browser, file, width, 844)
    page.evaluate("() => document.querySelectorAll('details').forEach(one => { one.open = true; })")
    page.screenshot(path=pictures() / f"report-{name}.png", full_page=True)
    assert page.evaluate(WIDER_THAN_THE_PAGE) == []
    assert page.evaluate(UNREADABLE) == []
    expect(page.get_by_text("did not build resequencer__bake_time_trade_off").first).to_be_visible()
    # Its links lead to its sections.
    for link in page.locator("nav a").all():
        assert page.locator(str(link.get_attribute("href"))).count() == 1
    assert errors == []
    page.close()


def test_it_fits_on_paper(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "unusual.html"
    file.write_text(report(unusual(), datetime(2025, 3, 16, 12, 0, tzinfo=UTC)), encoding="utf-8")
    # Of A4, 19 cm are printed on.
    page, _, _ = opened(browser, file, 718, 1000)
    page.emulate_media(media="print")
    page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate(WIDER_THAN_THE_PAGE.replace("!one.closest('.scroll') && ", "")) == []
    page.close()


def test_it_prints_with_its_tables(browser: Browser, site: Path) -> None:
    page, errors, _ = opened(browser, site, 1280, 844)
    printed = page.pdf(path=pictures() / "report-print.pdf", format="A4")
    assert printed.startswith(b"%PDF")
    # Without their tables the sections are four pages.
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) > 4
    # Printing opens the tables, and closes them after.
    page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details:not([open])").count() == 0
    page.evaluate("() => dispatchEvent(new Event('afterprint'))")
    assert page.locator("details[open]").count() == 0
    assert errors == []
    page.close()


def pictures() -> Path:
    """Where pictures of pages go."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    return SCREENSHOTS
