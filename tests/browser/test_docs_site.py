"""The documentation site, in a real browser: it begins with our page, has all models, and draws their lineage."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from resequencer.docs_job import INTRODUCTION_ENDS, STEP
from resequencer.environment import BROWSER_VARIABLE, browser_command

PROJECT = Path(__file__).parents[2]
SCREENSHOTS = PROJECT / "target" / "screenshots"
MODEL = "resequencer__released"
ANCESTORS = {"resequencer_landing.messages", "resequencer__arrivals", "resequencer__ledger"}
CONSUMERS = "Consumers of messages in order"
# The ledger with what it is written from, the outlets, and who takes messages from them.
SELECTED = "1+resequencer__ledger 1+exposure:resequencer_consumers tag:outlets"
# What a model is for -> a model of each kind.
ROLES = {
    "input": "resequencer__arrivals",
    "decision": "int_resequencer__verdicts",
    "state": "resequencer__ledger",
    "outlets": "resequencer__released",
    "sequences": "resequencer__missing_ranges",
    "advice": "resequencer__bake_time_advice",
    "MessageBox": "resequencer__host_queue",
}
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

NODES = """
() => document.getElementById('cy')._cyreg.cy.nodes(':visible').map(
    node => [node.data('label') ?? node.id(), node.data('resource_type'), node.data('node_color') ?? null]
)
"""

# How high its letters are, in pixels; whether each line goes through models that are left out; and how a line is drawn.
LETTERS = """
() => {
    const graph = document.getElementById('cy')._cyreg.cy;
    return parseFloat(graph.nodes(':visible')[0].style('font-size')) * graph.zoom();
}
"""
THROUGH = """
() => document.getElementById('cy')._cyreg.cy.edges(':visible').map(
    edge => [edge.source().data('name'), edge.target().data('name'), edge.data('through') === 1, edge.style('line-style')]
)
"""

# How well lines stand out against what is behind them: WCAG's contrast.
LINE_CONTRAST = """
() => {
    const channels = colour => colour.match(/[\\d.]+/g).slice(0, 3).map(Number);
    const luminance = colour => channels(colour)
        .map(value => value / 255)
        .map(value => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
        .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index], 0);
    let behind = document.getElementById('cy');
    while (/rgba\\(.*, 0\\)|transparent/.test(getComputedStyle(behind).backgroundColor)) behind = behind.parentElement;
    const line = document.body.appendChild(document.createElement('i'));
    line.style.color = document.getElementById('cy')._cyreg.cy.edges(':visible')[0].style('line-color');
    const [high, low] = [getComputedStyle(line).color, getComputedStyle(behind).backgroundColor].map(luminance).sort((one, other) => other - one);
    return (high + 0.05) / (low + 0.05);
}
"""

# Per visible node that is in the picture as a whole, whether anything is painted where the graph says that it is.
PAINTED_NODES = """
() => {
    const graph = document.getElementById('cy')._cyreg.cy;
    const canvas = document.querySelector('#cy canvas[data-id="layer2-node"]');
    const scale = canvas.width / canvas.clientWidth;
    const paper = canvas.getContext('2d');
    const boxes = graph.nodes(':visible').map(node => node.renderedBoundingBox({includeLabels: false}));
    const isInside = box => box.x1 >= 0 && box.y1 >= 0 && box.x2 <= canvas.clientWidth && box.y2 <= canvas.clientHeight;
    return boxes.filter(isInside).map(box => {
        // Of many nodes, each is less than a pixel high.
        const [x, y, width, height] = [box.x1 - 1, box.y1 - 1, box.w + 2, box.h + 2].map(size => size * scale);
        const pixels = paper.getImageData(x, y, width, height).data;
        return pixels.some((value, index) => index % 4 === 3 && value > 0);
    });
}
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as one file, made from the project on a lake of its own."""
    directory = tmp_path_factory.mktemp("docs")
    target = directory / "target"
    done = subprocess.run(
        [sys.executable, "-m", "resequencer.docs_job", "--target-path", str(target)],
        cwd=PROJECT,
        env={**os.environ, "RESEQUENCER_HOME": str(directory / "lake")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "not the one expected" not in done.stdout
    return target / "static_index.html"


@pytest.fixture(scope="module")
def requested() -> list[str]:
    """The addresses that the page asked for."""
    return []


@pytest.fixture(scope="module")
def page(site: Path, requested: list[str]) -> Iterator[Page]:
    """The site, open in a browser at its first page; a script error fails the last test."""
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


def model_names(pattern: str = "*") -> set[str]:
    """The names of those models whose files have such a name."""
    files = (PROJECT / "models").rglob(pattern)
    return {path.stem for path in files if path.suffix in (".sql", ".py")}


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


def open_graph(page: Page, site: Path, selected: str) -> list[tuple[str, str, str | None]]:
    """Draw the lineage of a selection, over the page; return label, kind and colour of each node."""
    page.goto(f"{site.as_uri()}#!/overview?g_v=1&g_i={quote(selected)}")
    # Another address of a page that is there loads nothing.
    page.reload()
    page.wait_for_function(f"() => ({PAINTED_NODES})().includes(true)")
    return [tuple(node) for node in page.evaluate(NODES)]


def test_every_model_is_in_it(site: Path) -> None:
    manifest = json.loads((site.parent / "manifest.json").read_text(encoding="utf-8"))
    models = {node["name"] for node in manifest["nodes"].values() if node["resource_type"] == "model"}
    # A model that is not there: resequencer.docs_job.EVERY_MODEL lacks the setting that it asks for.
    assert models == model_names()


def test_it_begins_with_our_page(page: Page) -> None:
    for heading in (
        "Resequencer",
        "The picture",
        "Where to begin",
        "Folders and colours",
        "Models by folder",
    ):
        expect(page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
    photograph(page, "0-first-page")
    # What README says first stands there, and is written down once.
    first = (PROJECT / "README.md").read_text(encoding="utf-8").split(INTRODUCTION_ENDS)[0].split("\n\n")[1]
    expect(page.get_by_text(first.split(":")[0])).to_be_visible()
    assert first.split(":")[0] not in (PROJECT / "models" / "overview.md").read_text(encoding="utf-8")
    folders = {path.name for path in (PROJECT / "models").iterdir() if path.is_dir()}
    overview = page.locator("[marked=overview_md]")
    assert set(overview.locator("td:first-child").all_inner_texts()) == folders
    links = set(overview.locator("a").evaluate_all("links => links.map(link => link.getAttribute('href'))"))
    models = {f"#!/model/model.resequencer.{name}" for name in model_names("resequencer__*")}
    assert links == models


def test_the_ledger_is_described(page: Page, site: Path) -> None:
    page.goto(f"{site.as_uri()}#!/model/model.resequencer.resequencer__ledger")
    expect(page.get_by_role("cell", name="released", exact=True).first).to_be_visible()
    expect(
        page.get_by_role("row").filter(has_text="release_position").filter(has_text="bigint")
    ).to_be_visible()
    photograph(page, "4-ledger")
    # What a column is stands there in full.
    said = (
        page.get_by_role("cell")
        .filter(has_text="What is ordered together: the ruleset, or the order_group it shares")
        .first
    )
    assert said.evaluate("cell => cell.scrollWidth <= cell.clientWidth")
    said.scroll_into_view_if_needed()
    photograph(page, "8-columns-of-the-ledger")


def test_a_model_is_found_by_search(page: Page) -> None:
    open_model(page)
    photograph(page, "2-model")
    assert page.url.endswith(f".{MODEL}")
    for heading in ("Description", "Columns", "Code"):
        expect(page.get_by_role("heading", name=heading, exact=True).first).to_be_visible()


def test_the_page_asks_for_nothing_from_elsewhere(page: Page, requested: list[str]) -> None:
    open_model(page)
    assert [address for address in requested if not address.startswith(("file:", "data:", "blob:"))] == []


def test_the_lineage_of_a_model_leaves_out_the_steps(page: Page) -> None:
    open_model(page)
    page.get_by_title("View Lineage Graph").click()
    page.get_by_title("View Fullscreen").filter(visible=True).click()
    # The layout is animated and painted over the next frames.
    page.wait_for_function(f"() => ({PAINTED_NODES})().includes(true)")
    page.wait_for_function(f"() => ({PAINTED_NODES})().every(painted => painted)")
    page.mouse.move(800, 100)
    photograph(page, "3-lineage")
    labels = set(page.evaluate(VISIBLE_NODES))
    assert {MODEL, CONSUMERS} | ANCESTORS <= labels
    assert not labels & (model_names() - model_names("resequencer__*"))
    assert page.evaluate(LETTERS) > 10
    painted = page.evaluate(PAINTED_NODES)
    assert painted
    assert all(painted)


def test_the_whole_lineage_can_be_read(page: Page, site: Path) -> None:
    """As the button of the first page draws it: what is for everybody, without tests."""
    page.set_viewport_size({"width": 1600, "height": 1000})
    page.goto(f"{site.as_uri()}#!/overview")
    page.reload()
    page.get_by_title("View Lineage Graph").click()
    page.wait_for_function(f"() => ({PAINTED_NODES})().includes(true)")
    page.wait_for_function(f"() => ({PAINTED_NODES})().every(painted => painted)")
    page.mouse.move(800, 100)
    photograph(page, "5-whole-lineage")
    nodes = [tuple(node) for node in page.evaluate(NODES)]
    assert {kind for _, kind, _ in nodes} == {"source", "model", "exposure"}
    assert {label for label, kind, _ in nodes if kind == "model"} == model_names("resequencer__*")
    assert page.evaluate(LETTERS) > 8
    assert page.evaluate(LINE_CONTRAST) >= 3
    lines = {(begin, end): (through, style) for begin, end, through, style in page.evaluate(THROUGH)}
    # Through the steps, and not.
    assert lines["resequencer__arrivals", "resequencer__ledger"] == (True, "dashed")
    assert lines["resequencer__ledger", "resequencer__released"] == (False, "solid")
    # Outlets look up contents in the arrivals; whoever reads an outlet does not.
    assert lines["resequencer__arrivals", "resequencer__released"] == (True, "dashed")
    assert ("resequencer__arrivals", "resequencer_consumers") not in lines
    assert ("resequencer_landing.messages", "resequencer__ledger") not in lines
    # What is left out is said where it is changed.
    left_out = page.locator("[ng-model='selectorService.selection.dirty.exclude']").filter(visible=True)
    expect(left_out).to_have_value(f"tag:{STEP}")


def test_colours_say_what_a_model_is_for(page: Page, site: Path) -> None:
    nodes = open_graph(page, site, "")
    photograph(page, "7-every-step")
    assert {kind for _, kind, _ in nodes} == {"source", "model", "exposure"}
    colours = {label: colour for label, kind, colour in nodes if kind == "model"}
    assert colours.keys() == model_names()
    assert len({colours[model] for model in ROLES.values()}) == len(ROLES)
    assert set(colours.values()) == {colours[model] for model in ROLES.values()}


def test_the_lineage_ends_with_the_consumers(page: Page, site: Path) -> None:
    page.set_viewport_size({"width": 1600, "height": 800})
    nodes = open_graph(page, site, SELECTED)
    page.wait_for_function(f"() => ({PAINTED_NODES})().every(painted => painted)")
    photograph(page, "6-lineage-of-outlets")
    assert {"resequencer__ledger", "resequencer__handover", CONSUMERS} <= {label for label, _, _ in nodes}


def test_a_model_is_in_the_folder_that_says_what_it_is() -> None:
    assert (PROJECT / "models" / "flow" / "resequencer__resend_requests.sql").is_file()


def test_private_macros_are_not_in_the_menu(page: Page, site: Path) -> None:
    manifest = json.loads((site.parent / "manifest.json").read_text(encoding="utf-8"))
    own = [macro for macro in manifest["macros"].values() if macro["package_name"] == "resequencer"]
    shown = {macro["name"] for macro in own if macro["docs"]["show"]}
    assert {"hl7", "new_batches", "explain_match", "test_unique_together"} <= shown
    assert len(shown) < 30 < len(own)
    page.goto(f"{site.as_uri()}#!/macro/macro.resequencer.test_unique_together")
    expect(page.get_by_role("cell", name="columns", exact=True)).to_be_visible()


def test_readme_shows_the_pages() -> None:
    readme = (PROJECT / "README.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"!\[[^\]]{20,}\]\((docs/images/[\w.-]+)\)", readme))
    assert {"docs/images/docs.png", "docs/images/lineage.png"} <= shown
    assert all((PROJECT / picture).is_file() for picture in shown)


@pytest.mark.parametrize(("target", "job"), [("docs", "docs_job"), ("report", "report_job")])
def test_make_hands_on_arguments(target: str, job: str) -> None:
    said = subprocess.run(
        ["make", "--dry-run", target, "ARGS=--target other"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert re.search(rf"resequencer\.{job} --target other$", said.stdout, re.MULTILINE)
