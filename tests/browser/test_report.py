"""The report in a real browser: on a screen, on a phone, and printed."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

import pandas as pd
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect, sync_playwright
from tests.advice.sample_tables import BEGIN, empty, origin, sample_page, sample_tables, twenty_page, without
from tests.browser.test_docs_site import BROWSER_ARGUMENTS, SCREENSHOTS

from resequencer.environment import BROWSER_VARIABLE, browser_command
from resequencer.report.page import page as report
from resequencer.report.tables import Tables

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
MADE_AT = datetime(2025, 3, 16, 12, 0, tzinfo=UTC)

# Elements whose right edge is beyond the window's, but those in a box that scrolls by itself.
WIDER_THAN_THE_PAGE = """
() => [...document.querySelectorAll('body *')]
    .filter(one => !one.closest('.scroll, pre') && one.getBoundingClientRect().right > innerWidth + 1)
    .map(one => one.tagName)
"""

# What is drawn, and how well it stands out against the page: WCAG's contrast. Lines behind it, which only help to read, are
# as pale as they are meant to be.
CONTRASTS = """
() => {
    const channels = colour => colour.match(/[\\d.]+/g).map(Number);
    const luminance = colour => channels(colour).slice(0, 3)
        .map(value => value / 255)
        .map(value => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
        .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index], 0);
    const style = getComputedStyle(document.documentElement);
    const resolved = name => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = `var(--${name})`;
        const found = getComputedStyle(probe).color;
        probe.remove();
        return found;
    };
    const page = style.backgroundColor, behind = [page, resolved('line')];
    const drawn = new Set([...document.querySelectorAll('svg path, svg use, svg text')].flatMap(one => {
        const {fill, stroke} = getComputedStyle(one);
        return [fill, stroke];
    }).filter(colour => colour !== 'none' && channels(colour)[3] !== 0 && !behind.includes(colour)));
    return Object.fromEntries([...drawn].map(colour => {
        const [high, low] = [luminance(colour), luminance(page)].sort((one, other) => other - one);
        return [colour, (high + 0.05) / (low + 0.05)];
    }));
}
"""

# What is inside pictures is measured by the above, and rows of a table are alike: axe looks at each element for milliseconds.
ONE_OF_EACH = """
() => document.querySelectorAll('svg > *, tbody tr:nth-child(n + 3)').forEach(one => one.remove())
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


# What pictures draw, by the ends of ids; bars have numbers behind them.
DRAWN = (
    "outcome-0",
    "outcome-1",
    "late_rate",
    "mean_wait_ms",
    "advised",
    "happened",
    "lateness",
    "gaps-open",
    "sequences",
    "seconds",
    "settled",
)

# How much room each kind of what is drawn takes, in square pixels, and whether it reaches above its axes.
ROOM = """
drawn => drawn.map(name => {
    const found = [...document.querySelectorAll('svg g[id]')].filter(
        one => new RegExp(`-${name}(-[0-9]+)?$`).test(one.id)
    );
    const boxes = found.map(one => one.getBoundingClientRect());
    const isCut = found.some((one, place) => {
        const frame = one.closest('[id*="-axes_"]').querySelector('[id*="-patch_"]').getBoundingClientRect();
        return boxes[place].top < frame.top - 1;
    });
    return [name, boxes.reduce((sum, box) => sum + Math.max(box.width, 1) * Math.max(box.height, 1), 0), isCut];
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
        buckets={"missing_ranges": timedelta(weeks=8), "outcomes": timedelta(hours=6)},
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the pages: of the sample, of unusual figures, of twenty rulesets, of an empty lake."""
    folder = tmp_path_factory.mktemp("report")
    pages = {
        "sample": sample_page(),
        "unusual": report(unusual(), MADE_AT, origin()),
        "twenty": twenty_page(),
        "empty": report(empty(sample_tables()), MADE_AT, origin(rulesets=False)),
    }
    for name, written in pages.items():
        (folder / f"{name}.html").write_text(written, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    command = browser_command()
    if command is None:
        pytest.skip(f"no Chromium here: install it, or name one in {BROWSER_VARIABLE}")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=command, args=list(BROWSER_ARGUMENTS))
        yield running
        running.close()


@contextmanager
def opened(
    browser: Browser, file: Path, width: int, scheme: Literal["light", "dark"] = "light"
) -> Iterator[Page]:
    """A page in a window; it asks for nothing from elsewhere, and no script of it fails."""
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    errors: list[str] = []
    requested: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("request", lambda request: requested.append(request.url))
    page.goto(file.as_uri())
    yield page
    assert errors == []
    assert [address for address in requested if not address.startswith(("file:", "data:"))] == []
    page.close()


@pytest.mark.parametrize(
    ("name", "width", "scheme"),
    [
        *itertools.product(["sample"], [1280, 400], ["light", "dark"]),
        *(
            (name, *looks)
            for name in ("twenty", "empty", "unusual")
            for looks in ((1280, "dark"), (400, "light"))
        ),
    ],
)
def test_it_can_be_read_by_everyone(
    browser: Browser, site: Path, name: str, width: int, scheme: Literal["light", "dark"]
) -> None:
    with opened(browser, site / f"{name}.html", width, scheme) as page:
        page.screenshot(path=pictures() / f"report-{name}-{width}-{scheme}.png", full_page=True)
        expect(page.get_by_role("heading", name="What to do")).to_be_visible()
        page.evaluate("() => document.querySelectorAll('details').forEach(one => { one.open = true; })")
        assert page.evaluate(WIDER_THAN_THE_PAGE) == []
        assert page.evaluate(UNREADABLE) == []
        # Text in the pictures, as it appears: in pixels.
        sizes = page.eval_on_selector_all(
            "svg text", "all => all.map(one => one.getBoundingClientRect().height)"
        )
        assert min((size for size in sizes if size), default=9) >= 9
        contrasts = page.evaluate(CONTRASTS)
        assert {colour: contrast for colour, contrast in contrasts.items() if contrast < 3} == {}
        assert len(contrasts) >= (4 if name != "empty" else 0)
        page.evaluate(ONE_OF_EACH)
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()


def test_the_first_thing_seen_is_what_to_do(browser: Browser, site: Path) -> None:
    with opened(browser, site / "sample.html", 1280) as page:
        for said in (
            page.get_by_text("Set bake_time: 80s for ruleset orders"),
            page.get_by_text("- {name: orders, bake_time: 80s"),
        ):
            box = said.first.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] < 900
        # The settings can be copied, from a keyboard too.
        page.get_by_role("button", name="Copy").press("Enter")
        selected = page.evaluate("() => getSelection().toString()")
        assert selected.startswith("resequencer__rulesets:\n  - {name: new")


def test_what_another_bake_time_would_cost_is_read_off_a_logarithmic_axis(
    browser: Browser, site: Path
) -> None:
    with opened(browser, site / "sample.html", 1280) as page:
        figure = page.locator("#ruleset-2 figure").first
        places = {
            said: figure.get_by_text(said, exact=True).first.bounding_box()
            for said in ("3 s", "30 s", "3 min", "30 min")
        }
        centres = [box["x"] + box["width"] / 2 for box in places.values() if box is not None]
        tens = [after - before for before, after in itertools.pairwise(centres)]
        # From 3 s to 30 s is a factor of 10, from 30 s to 3 min one of 6.
        assert tens[0] == pytest.approx(tens[2], rel=0.05)
        assert tens[1] == pytest.approx(tens[0] * math.log10(6), rel=0.05)


def test_pictures_draw_what_they_say(browser: Browser, site: Path) -> None:
    with opened(browser, site / "sample.html", 1280) as page:
        room = page.evaluate(ROOM, list(DRAWN))
    # A bar or a line of a few dots has some hundred.
    assert [name for name, area, _ in room if area < 100] == []
    # Bars of outcomes fill their rows; dots on the edge of a logarithmic axis are not clipped.
    assert [name for name, _, is_cut in room if is_cut and name in ("seconds", "settled", "happened")] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_as_light_or_as_dark_as_is_wanted(
    browser: Browser, site: Path, scheme: Literal["light", "dark"]
) -> None:
    with opened(browser, site / "sample.html", 1280, scheme) as page:
        background = page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor")
        assert (background == "rgb(255, 255, 255)") == (scheme == "light")
        # On paper it is light.
        page.emulate_media(media="print", color_scheme="dark")
        assert (
            page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor")
            == "rgb(255, 255, 255)"
        )


@pytest.mark.parametrize("width", [1280, 1920])
def test_the_width_is_used(browser: Browser, site: Path, width: int) -> None:
    with opened(browser, site / "sample.html", width) as page:
        boxes = page.eval_on_selector_all(
            "#ruleset-2 figure",
            "all => all.map(one => one.getBoundingClientRect()).map(box => [box.left, box.right, box.top])",
        )
        assert max(right for _, right, _ in boxes) > 0.8 * width
        # Pictures side by side, in columns.
        assert len({round(left) for left, _, _ in boxes}) >= 2


def test_what_is_folded_unfolds_where_a_link_leads_to_it(browser: Browser, site: Path) -> None:
    with opened(browser, site / "twenty.html", 1280) as page:
        assert page.locator("details.ruleset").count() == 20
        assert page.locator("details.ruleset[open]").count() == 0
        page.evaluate("() => { location.hash = '#ruleset-2'; }")
        expect(page.locator("#ruleset-2[open]")).to_have_count(1)
        # Links lead to what is there.
        for link in page.locator("nav a").all():
            assert page.locator(str(link.get_attribute("href"))).count() == 1


def test_it_fits_on_paper(browser: Browser, site: Path) -> None:
    # Of A4, 19 cm are printed on.
    with opened(browser, site / "unusual.html", 718) as page:
        page.emulate_media(media="print")
        page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
        assert page.evaluate(WIDER_THAN_THE_PAGE.replace("!one.closest('.scroll, pre') && ", "")) == []


def test_it_prints_with_its_tables(browser: Browser, site: Path) -> None:
    with opened(browser, site / "sample.html", 1280) as page:
        printed = page.pdf(path=pictures() / "report-print.pdf", format="A4")
        assert printed.startswith(b"%PDF")
        # Without their tables the sections are five pages.
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) > 5
        # Printing opens the tables, and closes them after.
        page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
        assert page.locator("details:not([open])").count() == 0
        page.evaluate("() => dispatchEvent(new Event('afterprint'))")
        assert page.locator("details.numbers[open]").count() == 0


def test_the_picture_of_the_documentation(browser: Browser, site: Path) -> None:
    """The sample in a wide window, and on a phone in the dark: docs/images/report.png is a copy of what this leaves."""
    shots = {name: pictures() / f"report-docs-{name}.png" for name in ("wide", "phone")}
    for (name, shot), width, scheme in zip(shots.items(), (1280, 400), SCHEMES, strict=True):
        with opened(browser, site / "sample.html", width, scheme) as page:
            page.set_viewport_size({"width": width, "height": 1560})
            page.screenshot(path=shot)
            assert shot.stat().st_size > 50_000, name
    both = site / "both.html"
    images = "".join(
        f'<img src="{shot.as_uri()}" alt="{name}" style="float: left">' for name, shot in shots.items()
    )
    both.write_text(f'<body style="margin: 0; width: 1680px">{images}</body>', encoding="utf-8")
    with opened(browser, both, 1680) as page:
        page.set_viewport_size({"width": 1680, "height": 1560})
        page.screenshot(path=pictures() / "report-docs.png")


def pictures() -> Path:
    """Where pictures of pages go."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    return SCREENSHOTS
