"""The documentation site, in a real browser: a model is found, and its lineage is drawn."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from resequencer.environment import BROWSER_VARIABLE, browser_command

PROJECT = Path(__file__).parents[2]
SCREENSHOTS = PROJECT / "target" / "screenshots"
MODEL = "resequencer__released"
ANCESTORS = {"resequencer__arrivals", "resequencer__ledger"}
BROWSER_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)

# The graph is Cytoscape's: it draws on canvases in #cy and keeps itself in a property of that element.
VISIBLE_NODES = """
() => document.getElementById('cy')._cyreg.cy.nodes(':visible').map(node => node.data('label') ?? node.id())
"""

# Per visible node, whether anything is painted where the graph says that it is.
PAINTED_NODES = """
() => {
    const graph = document.getElementById('cy')._cyreg.cy;
    const canvas = document.querySelector('#cy canvas[data-id="layer2-node"]');
    const scale = canvas.width / canvas.clientWidth;
    const paper = canvas.getContext('2d');
    return graph.nodes(':visible').map(node => {
        const box = node.renderedBoundingBox({includeLabels: false});
        const pixels = paper.getImageData(box.x1 * scale, box.y1 * scale, box.w * scale, box.h * scale).data;
        return pixels.some((value, index) => index % 4 === 3 && value > 0);
    });
}
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as one file, made from the project on a lake of its own."""
    directory = tmp_path_factory.mktemp("docs")
    target = directory / "target"
    dbt = Path(sys.executable).with_name("dbt")
    done = subprocess.run(
        [str(dbt), "docs", "generate", "--static", "--target-path", str(target)],
        cwd=PROJECT,
        env={**os.environ, "RESEQUENCER_HOME": str(directory / "lake")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return target / "static_index.html"


@pytest.fixture(scope="module")
def requested() -> list[str]:
    """The addresses that the page asked for."""
    return []


@pytest.fixture
def page(site: Path, requested: list[str]) -> Iterator[Page]:
    """The site's first page, open in a browser; a script error fails the test."""
    browser = browser_command()
    if browser is None:
        pytest.skip(f"no Chromium here: install it, or name one in {BROWSER_VARIABLE}")
    errors: list[str] = []
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=browser, args=list(BROWSER_ARGUMENTS))
        opened = running.new_page(viewport={"width": 1600, "height": 1000})
        opened.on("pageerror", lambda error: errors.append(str(error)))
        opened.on("request", lambda request: requested.append(request.url))
        opened.goto(site.as_uri())
        yield opened
        running.close()
    assert errors == []


def photograph(page: Page, name: str) -> None:
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}.png")


def open_model(page: Page) -> None:
    """Find the model by searching for its name, as a reader would, and open its page."""
    page.get_by_placeholder("Search for models").fill(MODEL)
    # The texts of many steps mention it as well.
    page.get_by_role("checkbox", name="Name", exact=True).check()
    # Other models mention this one, so the heading is to be its name and no more than "model" after it.
    results = page.locator(".search-result h4").filter(has_text=re.compile(rf"^\s*{MODEL}\s+model\s*$"))
    expect(results.first).to_be_visible()
    photograph(page, "1-search")
    results.first.click()
    expect(page.locator("h1").filter(visible=True)).to_contain_text(MODEL)


def test_a_model_is_found_by_search(page: Page) -> None:
    open_model(page)
    photograph(page, "2-model")
    assert page.url.endswith(f".{MODEL}")
    for heading in ("Description", "Columns", "Code"):
        expect(page.get_by_role("heading", name=heading, exact=True).first).to_be_visible()


def test_the_lineage_graph_is_drawn(page: Page) -> None:
    open_model(page)
    page.get_by_title("View Lineage Graph").click()
    page.get_by_title("View Fullscreen").filter(visible=True).click()
    # The layout is animated and painted over the next frames.
    page.wait_for_function(f"() => ({PAINTED_NODES})().includes(true)")
    page.wait_for_function(f"() => ({PAINTED_NODES})().every(painted => painted)")
    photograph(page, "3-lineage")
    assert {MODEL} | ANCESTORS <= set(page.evaluate(VISIBLE_NODES))
    painted = page.evaluate(PAINTED_NODES)
    assert painted
    assert all(painted)


def test_the_page_asks_for_nothing_from_elsewhere(page: Page, requested: list[str]) -> None:
    open_model(page)
    assert [address for address in requested if not address.startswith(("file:", "data:", "blob:"))] == []
