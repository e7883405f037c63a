"""The report in a real browser: on a screen, on a phone, and printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from tests.advice.sample_tables import sample_tables
from tests.browser.test_docs_site import BROWSER_ARGUMENTS, SCREENSHOTS

from resequencer.environment import BROWSER_VARIABLE, browser_command
from resequencer.report import page as report

# Elements whose right edge is beyond the window's, but those in a box that scrolls by itself.
WIDER_THAN_THE_PAGE = """
() => [...document.querySelectorAll('body *')]
    .filter(one => !one.closest('.scroll') && one.getBoundingClientRect().right > innerWidth + 1)
    .map(one => one.tagName)
"""


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
    page.get_by_text("The numbers").first.click()
    expect(page.locator("details[open] table").first).to_be_visible()
    page.screenshot(path=pictures() / f"{name}.png", full_page=True)
    assert errors == []
    assert [address for address in requested if not address.startswith(("file:", "data:"))] == []
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
