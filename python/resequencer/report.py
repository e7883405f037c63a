"""The report: one HTML page that needs nothing else, with a table behind every picture."""

from __future__ import annotations

import hashlib
import html
import io
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.dates import AutoDateLocator, num2date
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

BLUE, RED, GREY, GREEN = "#1f5fa8", "#b3261e", "#6b7280", "#2e7d32"
PALE_RED, PALE_GREY, PALE_GREEN = "#e0908a", "#c3c8d0", "#93c297"

MODELS: Mapping[str, str] = {
    "advice": "resequencer__bake_time_advice",
    "asked": "int_resequencer__policies",
    "curve": "resequencer__bake_time_trade_off",
    "lateness": "py_resequencer__lateness_by_slice",
    "backtest": "resequencer__advice_backtest",
    "missing_ranges": "resequencer__missing_ranges",
    "completeness": "resequencer__sequence_completeness",
    "least_complete": "resequencer__sequence_completeness",
    "baseline": "resequencer__throughput_baseline",
}
"""The model that each of the `Tables` is read from."""

CLASSES: Mapping[str, tuple[str, str]] = {
    "complete": ("complete", GREEN),
    "nothing_missing": ("nothing missing so far", PALE_GREEN),
    "from_99": ("99 to 100 %", GREY),
    "from_90": ("90 to 99 %", GREY),
    "from_50": ("50 to 90 %", RED),
    "under_50": ("under 50 %", RED),
    "not_known": ("not known", PALE_GREY),
}
"""Classes of sequences by completeness, best first: what they are called, and their colour."""

STATUSES: Mapping[str, tuple[str, str]] = {
    "open": ("open", RED),
    "skipped": ("skipped", GREY),
    "filled": ("filled", GREEN),
    "stood_in": ("stood in", BLUE),
}
"""Statuses of missing ranges: what they are called, and their colour."""

MOST_SLICES = 200
"""Slices of the backtest that are shown, the newest ones: more cannot be told apart, nor read on paper."""

_SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "resequencer",
    "font.family": "sans-serif",
    "font.sans-serif": ["system-ui", "Segoe UI", "Helvetica", "Arial", "DejaVu Sans", "sans-serif"],
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#e5e7eb",
    "axes.axisbelow": True,
    "legend.frameon": False,
}

_STYLE = """
:root { color-scheme: light; background: #fff; }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, "Segoe UI", Helvetica, Arial, sans-serif; color: #111827; margin: 0 auto;
  max-width: 74rem; padding: 1rem; }
h1 { font-size: 1.6rem; margin: .5rem 0; } h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
h2, h3, p { overflow-wrap: anywhere; }
p { margin: .5rem 0; max-width: 45rem; } .made { color: #4b5563; }
a, summary { color: #1f5fa8; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; overflow-wrap: anywhere; }
svg { width: 100%; height: auto; display: block; }
figure { margin: .5rem 0; max-width: 38rem; }
details { margin: .5rem 0 1rem; } summary { cursor: pointer; padding: .25rem 0; }
/* A shadow at an edge says that the table goes on there. */
.scroll { overflow-x: auto; background:
  linear-gradient(to right, #fff 1rem, #fff0) local 0 0 / 2rem 100% no-repeat,
  linear-gradient(to left, #fff 1rem, #fff0) local 100% 0 / 2rem 100% no-repeat,
  linear-gradient(to right, #0003, #0000) 0 0 / .6rem 100% no-repeat,
  linear-gradient(to left, #0003, #0000) 100% 0 / .6rem 100% no-repeat; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .5rem; border-bottom: 1px solid #e5e7eb; text-align: left; white-space: nowrap; }
th { border-bottom: 2px solid #9ca3af; white-space: normal; vertical-align: bottom; }
td.long { white-space: normal; overflow-wrap: anywhere; min-width: 9rem; }
td.number, th.number { text-align: right; }
.nothing { color: #4b5563; font-style: italic; }
@media print {
  body { max-width: none; padding: 0; font-size: 11pt; } figure, tr { break-inside: avoid; }
  nav { display: none; } h2, h3 { break-after: avoid; } summary { list-style: none; }
  figure { max-width: 14cm; } .scroll { overflow: visible; background: none; }
  table { font-size: 8pt; } th, td { white-space: normal; padding: .15rem .3rem; }
  td.number { white-space: nowrap; } td.long { min-width: 0; }
}
"""

# A closed element prints closed: open the tables while printing, and put them back after.
_SCRIPT = """
let closed = [];
addEventListener('beforeprint', () => {
  closed = [...document.querySelectorAll('details:not([open])')];
  closed.forEach(one => { one.open = true; });
});
addEventListener('afterprint', () => closed.forEach(one => { one.open = false; }));
"""


@dataclass(frozen=True)
class Tables:
    """What the report shows, of any number of messages: tables that may be empty; None: not built."""

    advice: pd.DataFrame | None
    """resequencer__bake_time_advice."""
    asked: pd.DataFrame | None
    """What the rulesets are set to: `ruleset`, `target_confidence`, `late_cost`, `wait_cost`, `bake_us`."""
    curve: pd.DataFrame | None
    """The trade-off curve: `ruleset`, `bake_time_ms`, `late_rate`, `mean_wait_ms`."""
    lateness: pd.DataFrame | None
    """The histogram: `ruleset`, `lateness_ms`, `message_count`."""
    backtest: pd.DataFrame | None
    """resequencer__advice_backtest; `slice_start` is a timestamp."""
    missing_ranges: pd.DataFrame | None
    """Missing ranges counted: `ruleset`, `status`, `bucket_start`, `range_count`, `missing_count`."""
    completeness: pd.DataFrame | None
    """Sequences counted: `ruleset`, `class` (one of `CLASSES`), `sequence_count`."""
    least_complete: pd.DataFrame | None
    """A few sequences: `ruleset`, `sequence_id`, `epoch`, `completeness`, `missing_count`."""
    baseline: pd.DataFrame | None
    """resequencer__throughput_baseline."""
    bucket: timedelta = timedelta(days=1)
    """How far the bucket_start of missing ranges are apart."""

    def not_built(self) -> list[str]:
        """The models of sections that are not there, each once."""
        # What was asked is no section: without it the advice says less.
        return list(dict.fromkeys(MODELS[name] for name in MODELS if name != "asked" and self._lacks(name)))

    def is_nothing(self) -> bool:
        """Whether there is no section at all."""
        return all(self._lacks(name) for name in MODELS if name != "asked")

    def _lacks(self, name: str) -> bool:
        return getattr(self, name) is None


def page(tables: Tables, made_at: datetime) -> str:
    """Write the report as one HTML page that loads nothing.

    Args:
        tables: what to show. A section whose table was not built says so, and how to have it.
        made_at: when, in UTC; it is shown.
    """
    about_rulesets = (tables.advice, tables.curve, tables.lateness, tables.backtest)
    rulesets = sorted(
        {str(ruleset) for frame in about_rulesets if frame is not None for ruleset in frame["ruleset"]}
    )
    sections = [("How long to wait", _advice_section(tables.advice, tables.asked))]
    sections += [(f"Ruleset {ruleset}", _ruleset_section(tables, ruleset)) for ruleset in rulesets]
    sections += [
        ("Missing ranges over time", _gaps_section(tables.missing_ranges, tables.bucket)),
        ("Sequences by completeness", _completeness_section(tables.completeness, tables.least_complete)),
        ("Throughput baseline", _baseline_section(tables.baseline)),
    ]
    links, written = [], []
    for number, (title, content) in enumerate(sections, start=1):
        links.append(f'<a href="#section-{number}">{html.escape(title)}</a>')
        written.append(f'<section id="section-{number}"><h2>{html.escape(title)}</h2>{content}</section>')
    made = f"{made_at:%Y-%m-%d %H:%M} UTC"
    body = "\n".join(written)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Resequencer report</title><style>{_STYLE}</style></head><body>"
        f'<h1>Resequencer report</h1><p class="made">Made {made}. All times are UTC.</p>\n'
        f"<nav>{''.join(links)}</nav>\n{body}\n<script>{_SCRIPT}</script></body></html>\n"
    )


_UNITS = (("d", 86_400_000), ("h", 3_600_000), ("min", 60_000), ("s", 1_000), ("ms", 1))


def duration(milliseconds: Any) -> str:
    """Write milliseconds for people, with at most three figures."""
    if pd.isna(milliseconds):
        return "–"
    value = float(milliseconds)
    unit, size = _unit(value)
    return f"{_figures(value / size)} {unit}"


def _unit(milliseconds: float) -> tuple[str, int]:
    """The largest unit that is not larger than that."""
    return next((one for one in _UNITS if milliseconds >= one[1]), _UNITS[-1])


def _figures(value: float) -> str:
    """Three figures, but never as a power of ten where the number is large."""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def percent(share: Any) -> str:
    """Write a share for people, with at most three figures."""
    if pd.isna(share):
        return "–"
    # Never as a power of ten: late rates are small.
    return np.format_float_positional(float(share) * 100, precision=3, fractional=False, trim="-") + " %"


def _paragraph(text: str) -> str:
    # A number and its per cent stay in one line.
    return f"<p>{text.replace(' %', '&nbsp;%')}</p>"


def _nothing(text: str) -> str:
    return f'<p class="nothing">{html.escape(text)}</p>'


def _not_built(name: str) -> str:
    """Why there is nothing, and what to do: the run has left the model out."""
    needs = []
    if name == "baseline":
        needs.append("resequencer__deliveries or resequencer__throughput to be set (docs/advice.md says how)")
    if name not in ("missing_ranges", "completeness", "least_complete"):
        needs.append("resequencer__python_models: true")
    needs.append("a run whose --select and --exclude do not leave it out")
    return _nothing(f"Not shown: this run did not build {MODELS[name]}. It needs {' and '.join(needs)}.")


def _table(frame: pd.DataFrame, columns: Sequence[tuple[str, str, Callable[[Any], str] | None]]) -> str:
    """One table: for each column its name in the frame, its heading, and how to write it (None: as text)."""
    heads = "".join(
        f'<th scope="col"{" class=number" if write else ""}>{html.escape(heading)}</th>'
        for _, heading, write in columns
    )
    rows = []
    for row in frame.to_dict("records"):
        cells = []
        for name, _, write in columns:
            said = write(row[name]) if write else _text(row[name])
            # Only what is long may break: dates and ranges read better in one line.
            kind = " class=number" if write else " class=long" if len(said) > 24 else ""
            cells.append(f"<td{kind}>{html.escape(said)}</td>")
        rows.append(f"<tr>{''.join(cells)}</tr>")
    body = f"<thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody>"
    return f'<div class="scroll"><table>{body}</table></div>'


def _text(value: Any) -> str:
    if pd.isna(value):
        return "–"
    if isinstance(value, pd.Timestamp | datetime):
        return f"{value:%Y-%m-%d %H:%M}"
    if isinstance(value, bool | np.bool_):
        return "yes" if value else "no"
    return str(value)


def _count(value: Any) -> str:
    return "–" if pd.isna(value) else f"{int(value):,}"


def _rate(value: Any) -> str:
    return "–" if pd.isna(value) else _figures(float(value))


def _words(value: Any) -> str:
    return str(value).replace("_", " ")


def _behind(table: str) -> str:
    return f"<details><summary>The numbers</summary>{table}</details>"


def _picture(draw: Callable[[Axes], None], label: str, height: float = 2.9) -> str:
    """Draw as SVG, with a label for those who cannot see it."""
    with mpl.rc_context(_SETTINGS):
        figure = Figure(figsize=(4.8, height), layout="constrained")
        draw(figure.subplots())
        written = io.StringIO()
        figure.savefig(written, format="svg", metadata={"Date": None, "Creator": None})
    svg = written.getvalue()
    svg = svg[svg.index("<svg") :]
    # Its size is the page's to say, and its ids must not meet those of another picture.
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r' width="[^"]*pt" height="[^"]*pt"| height="[^"]*pt"| width="[^"]*pt"', "", svg, count=2)
    # Labels differ by more than what an id may have in it: a.b, a-b.
    prefix = "picture-" + hashlib.sha256(label.encode()).hexdigest()[:12]
    svg = re.sub(r'id="([^"]+)"', rf'id="{prefix}-\1"', svg)
    svg = re.sub(r'(href="#|url\(#)([^")]+)', rf"\1{prefix}-\2", svg)
    svg = svg.replace("<svg", f'<svg role="img" aria-label="{html.escape(label)}"', 1)
    return f"<figure>{svg}</figure>"


def _dates(begin: datetime, end: datetime) -> tuple[str, str, int]:
    """How to write times between two ones on an axis, its title, which says the rest, and how many fit."""
    span = end - begin
    years = f"{begin:%Y}" if begin.year == end.year else f"{begin:%Y} to {end:%Y}"
    if span <= timedelta(days=3):
        return "%H:%M\n%d %b", f"{years} (UTC)", 6
    return ("%d %b", f"{years} (UTC)", 6) if span <= timedelta(days=330) else ("%b %Y", "(UTC)", 4)


def _advice_section(advice: pd.DataFrame | None, asked: pd.DataFrame | None) -> str:
    if advice is None:
        return _not_built("advice")
    text = _paragraph(
        "The bake time to set for each ruleset: the smallest whose late rate meets the target, as surely as"
        " is asked for; or the cheapest, where a late message and waiting have a cost. The bake time that"
        " meets the target exactly, or is the cheapest, lies within the range (95 %). Late rate, mean wait"
        " and most messages held at once are what to expect of the advised one."
    ) + _paragraph(
        "<em>Basis</em>: lateness that was seen (empirical), a distribution fitted to it and followed beyond"
        " that (fitted tail), or too little data for either. <em>Drift</em>: messages have lately come"
        " earlier or later than before, by more than chance. History is compared in slices of time."
    )
    if not len(advice):
        return text + _nothing("No ruleset has any history yet.")
    # Without what was asked there is still the target, which the advice has itself.
    known = {} if asked is None else {str(row["ruleset"]): row for row in asked.to_dict("records")}
    rows = [(row, known.get(str(row["ruleset"]))) for row in advice.to_dict("records")]
    shown = advice.assign(
        asked=[_asked(row["target_late_rate"], settings) for row, settings in rows],
        set_to=[_set_to(settings) for _, settings in rows],
        range=[_range(row["lower_ms"], row["upper_ms"]) for row, _ in rows],
        basis=advice["basis"].map(_words),
    )
    columns = (
        ("ruleset", "ruleset", None),
        ("advised_ms", "advised", duration),
        ("range", "range", None),
        ("set_to", "set now", str),
        ("asked", "asked for", None),
        ("predicted_late_rate", "late rate", percent),
        ("predicted_mean_wait_ms", "mean wait", duration),
        ("predicted_max_buffer", "most held", _count),
        ("basis", "basis", None),
        ("sample_size", "messages seen", _count),
        ("slice_ms", "slices of", duration),
        ("drift", "drift", None),
    )
    return text + _table(shown, columns)


def _asked(target_late_rate: Any, settings: Mapping[str, Any] | None) -> str:
    """What the advice of one ruleset was to meet."""
    if settings is not None and not pd.isna(settings["late_cost"]):
        late, wait = _figures(float(settings["late_cost"])), _figures(float(settings["wait_cost"]))
        return f"least cost: late {late}, wait {wait} / s"
    if pd.isna(target_late_rate):
        return "least cost"
    target = f"late ≤ {percent(target_late_rate)}"
    if settings is None or pd.isna(settings["target_confidence"]):
        return target
    return f"{target}, {percent(settings['target_confidence'])} sure"


def _set_to(settings: Mapping[str, Any] | None) -> str:
    if settings is None:
        return "–"
    return "none" if pd.isna(settings["bake_us"]) else duration(float(settings["bake_us"]) / 1000)


def _range(low: Any, high: Any) -> str:
    if pd.isna(low) and pd.isna(high):
        return "–"
    if pd.isna(high):
        return f"{duration(low)} or more"
    return f"up to {duration(high)}" if pd.isna(low) else f"{duration(low)} to {duration(high)}"


def _ruleset_section(tables: Tables, ruleset: str) -> str:
    advice, curve, asked, lateness, backtest = (
        None if frame is None else frame[frame["ruleset"] == ruleset]
        for frame in (tables.advice, tables.curve, tables.asked, tables.lateness, tables.backtest)
    )
    by_cost = advice is not None and len(advice) > 0 and bool(advice["target_late_rate"].isna().all())
    parts = [
        "<h3>Late rate against wait</h3>",
        _not_built("curve") if curve is None else _trade_off(curve, advice, asked, ruleset),
        "<h3>How late messages come</h3>",
        _not_built("lateness") if lateness is None else _distribution(lateness, ruleset),
        "<h3>What the advice would have been worth</h3>",
        _not_built("backtest") if backtest is None else _backtest(backtest, ruleset, by_cost),
    ]
    return "".join(parts)


def _trade_off(
    curve: pd.DataFrame, advice: pd.DataFrame | None, asked: pd.DataFrame | None, ruleset: str
) -> str:
    curve = curve.dropna(subset=["late_rate", "mean_wait_ms"]).sort_values("bake_time_ms")
    if not len(curve):
        return _nothing(
            "There is no trade-off curve: no message has been ordered yet, or messages leave by more than the"
            " bake time (sessions, claims, hold and the like)."
        )
    late_rates = curve["late_rate"].astype(float)
    # Beyond the first bake time at which nothing is late there are only longer waits.
    told = curve[late_rates.shift(fill_value=1.0) > 0]
    points = []
    if asked is not None and len(asked) and not pd.isna(asked["bake_us"].iloc[0]):
        now = curve[curve["bake_time_ms"] == float(asked["bake_us"].iloc[0]) // 1000]
        points += [
            (row["mean_wait_ms"], row["late_rate"], "s", GREY, f"set now: {duration(row['bake_time_ms'])}")
            for row in now.to_dict("records")
        ]
    told_of = pd.DataFrame() if advice is None else advice[advice["advised_ms"].notna()]
    note = ""
    for row in told_of.to_dict("records"):
        wait, rate, named = (
            row["predicted_mean_wait_ms"],
            row["predicted_late_rate"],
            duration(row["advised_ms"]),
        )
        if pd.isna(wait) or pd.isna(rate):
            note = _nothing(f"The advised bake time ({named}) is beyond the end of the curve.")
        else:
            points.append((wait, rate, "o", RED, f"advised: {named}"))
    unit, size = _unit(max(float(told["mean_wait_ms"].max()), *(float(point[0]) for point in points), 1.0))

    def draw(axes: Axes) -> None:
        axes.plot(
            told["mean_wait_ms"].astype(float) / size,
            told["late_rate"].astype(float) * 100,
            color=BLUE,
            marker=".",
            label="each bake time",
        )
        for wait, rate, marker, colour, label in points:
            axes.plot(float(wait) / size, float(rate) * 100, marker, color=colour, markersize=9, label=label)
        axes.set(xlabel=f"mean wait of a message ({unit})", ylabel="late messages (%)")
        axes.set_xlim(left=0)
        axes.set_ylim(bottom=0)
        _legend_above(axes)

    columns = (
        ("bake_time_ms", "bake time", duration),
        ("late_rate", "late", percent),
        ("mean_wait_ms", "mean wait", duration),
    )
    said = _paragraph(
        "Each dot is a bake time: what share of all messages so far would have been late, and how long a"
        " message would have waited on average. The advised one stands where the advice expects it to be, for"
        " which recent messages count more."
    )
    drawn = _picture(draw, f"Late rate against mean wait of {ruleset}")
    return said + note + drawn + _behind(_table(curve, columns))


def _legend_above(axes: Axes, columns: int = 3) -> None:
    """Above the picture, where it covers nothing."""
    axes.legend(
        ncols=columns,
        fontsize=9,
        loc="lower center",
        bbox_to_anchor=(0.5, 1),
        columnspacing=1.2,
        handlelength=1.5,
    )


_LATENESS_TICKS_MS = (
    *(1, 10, 100, 1_000, 10_000, 60_000, 600_000, 3_600_000, 36_000_000, 86_400_000),
    *(864_000_000, 8_640_000_000, 86_400_000_000, 864_000_000_000),
)


def _distribution(lateness: pd.DataFrame, ruleset: str) -> str:
    by_lateness = lateness.groupby("lateness_ms")["message_count"].sum().sort_index().astype(float)
    total = float(by_lateness.sum())
    if not total:
        return _nothing("No message has been ordered yet.")
    # Share of messages with at least that lateness, at a few dozen points.
    beyond = by_lateness[::-1].cumsum()[::-1] / total
    beyond = beyond[(beyond.index > 0) & (beyond > 0)]
    if not len(beyond):
        return _nothing(f"None of {total:,.0f} messages came after anything higher.")
    picked = beyond.iloc[np.unique(np.linspace(0, len(beyond) - 1, 40).round().astype(int))]
    first, last = float(beyond.index[0]), float(beyond.index[-1])
    # Axes end at ticks, with everything between: the last tick below the first value, the first above all.
    begin = max(sum(tick < first for tick in _LATENESS_TICKS_MS) - 1, 0)
    end = min(sum(tick <= last for tick in _LATENESS_TICKS_MS), len(_LATENESS_TICKS_MS) - 1)
    ticks = _LATENESS_TICKS_MS[begin : end + 1]
    lowest = math.ceil(math.log10(float(beyond.min())) - 1e-9) - 1
    highest = min(math.floor(math.log10(float(beyond.max())) + 1e-9) + 1, 0)

    def draw(axes: Axes) -> None:
        # Few steps are hardly seen without dots.
        axes.step(
            beyond.index.to_numpy(dtype=float),
            beyond.to_numpy(dtype=float),
            where="pre",
            color=BLUE,
            marker="." if len(beyond) < 12 else None,
            clip_on=False,
        )
        axes.set(xscale="log", yscale="log", xlabel="lateness", ylabel="messages at least so late")
        axes.set_xlim(ticks[0], max(ticks[-1], last))
        axes.set_ylim(10.0**lowest, 10.0**highest)
        axes.set_xticks(ticks, [duration(tick) for tick in ticks], fontsize=9)
        powers = range(lowest, highest + 1, max((highest - lowest) // 5, 1))
        axes.set_yticks([10.0**power for power in powers], [percent(10.0**power) for power in powers])
        axes.minorticks_off()

    frame = picked.rename("share").reset_index()
    columns = (("lateness_ms", "lateness", duration), ("share", "at least so late", percent))
    said = _paragraph(
        f"{percent(beyond.iloc[0])} of {total:,.0f} messages came after something higher of their sequence,"
        f" the latest {duration(last)} after it."
    )
    return said + _picture(draw, f"Lateness of {ruleset}") + _behind(_table(frame, columns))


def _backtest(backtest: pd.DataFrame, ruleset: str, by_cost: bool) -> str:
    if by_cost:
        return _nothing("Advice by cost has no backtest: there is no target to test it against.")
    advised = backtest.dropna(subset=["advised_ms", "late_rate", "is_covered"]).sort_values("slice_start")
    if not len(advised):
        return _nothing("There is too little history to test advice on.")
    covered_count, slice_count = int(advised["is_covered"].astype(bool).sum()), len(advised)
    advised = advised.tail(MOST_SLICES)
    covered = advised["is_covered"].astype(bool)
    when = pd.to_datetime(advised["slice_start"])
    first, last = when.iloc[0].to_pydatetime(), when.iloc[-1].to_pydatetime()
    written, title, most = _dates(first, last)

    def draw(axes: Axes) -> None:
        low, high, rate = (
            advised[name].astype(float) * 100 for name in ("lower_late_rate", "upper_late_rate", "late_rate")
        )
        # A line for each slice, not an area: slices without messages are no slices.
        width = min(max(220 / len(advised), 1.0), 5.0)
        axes.vlines(when, low, high, color=BLUE, alpha=0.25, linewidth=width, label="95 % interval")
        axes.plot(when[covered], rate[covered], ".", color=BLUE, label="late rate, within")
        if not covered.all():
            axes.plot(when[~covered], rate[~covered], "x", color=RED, label="outside", clip_on=False)
        target = float(advised["target_late_rate"].iloc[-1]) * 100
        axes.axhline(target, color=GREY, linestyle="--", label="target")
        margin = (last - first) * 0.03 or timedelta(days=1)
        axes.set_xlim(first - margin, last + margin)
        locator = AutoDateLocator(minticks=2, maxticks=most)  # type: ignore[no-untyped-call]
        axes.xaxis.set_major_locator(locator)
        axes.xaxis.set_major_formatter(
            FuncFormatter(lambda at, _: num2date(at).strftime(written))  # type: ignore[no-untyped-call]
        )
        axes.set(xlabel=f"begin of the slice, {title}", ylabel="late messages (%)")
        axes.set_ylim(bottom=0)
        _legend_above(axes, 4)

    columns = (
        ("slice_start", "slice", None),
        ("advised_ms", "advised before", duration),
        ("predicted_late_rate", "predicted", percent),
        ("lower_late_rate", "from", percent),
        ("upper_late_rate", "to", percent),
        ("late_rate", "happened", percent),
        ("message_count", "messages", _count),
        ("is_covered", "within", None),
    )
    said = (
        "Before each slice of history: which bake time would have been advised, and between what its late"
        f" rate was said to lie. Then what happened. Within their 95 % interval: {covered_count:,} of"
        f" {slice_count:,} slices ({percent(covered_count / slice_count)})."
    )
    if len(advised) < slice_count:
        said += f" The newest {len(advised):,} are shown."
    return _paragraph(said) + _picture(draw, f"Backtest of {ruleset}") + _behind(_table(advised, columns))


def _every(bucket: timedelta) -> str:
    """Name a stretch of time: day, 6 hours."""
    for size, name in (
        (timedelta(weeks=1), "week"),
        (timedelta(days=1), "day"),
        (timedelta(hours=1), "hour"),
    ):
        if bucket >= size:
            return name if bucket == size else f"{bucket // size} {name}s"
    minutes = bucket // timedelta(minutes=1)
    return "minute" if minutes == 1 else f"{minutes} minutes"


def _gaps_section(missing: pd.DataFrame | None, bucket: timedelta) -> str:
    if missing is None:
        return _not_built("missing_ranges")
    name = _every(bucket)
    text = _paragraph(
        "Gaps of consecutive numbers that have not come, by when they were noticed; a bar is"
        f" {name if ' ' in name else f'one {name}'}."
        " <em>Open</em>: still waited for. <em>Skipped</em>: given up after the bake time. <em>Filled</em>:"
        " the sender said that it will never come. <em>Stood in</em>: placeholders were released instead."
    )
    if not len(missing):
        return text + _nothing("Nothing is missing.")
    missing = missing.assign(
        bucket_start=pd.to_datetime(missing["bucket_start"]),
        range_count=missing["range_count"].astype(float),
        missing_count=missing["missing_count"].astype(float),
    )
    statuses = [status for status in STATUSES if (missing["status"] == status).any()]
    figures = ["range_count", "missing_count"]
    by_ruleset = missing.groupby(["ruleset", "status"])[figures].sum().reset_index()
    by_ruleset["status"] = by_ruleset["status"].map(_words)
    of_ruleset = _table(
        by_ruleset,
        (
            ("ruleset", "ruleset or order group", None),
            ("status", "status", None),
            ("range_count", "gaps", _count),
            ("missing_count", "numbers missing", _count),
        ),
    )
    dated = missing.dropna(subset=["bucket_start"])
    if not len(dated):
        return text + _nothing("When they were noticed is not known.") + _behind(of_ruleset)
    counted = dated.pivot_table(
        index="bucket_start", columns="status", values="range_count", aggfunc="sum", fill_value=0.0
    )
    # Stretches without a gap are shown as such.
    begin, end = counted.index.min(), counted.index.max()
    counted = counted.reindex(index=pd.date_range(begin, end, freq=bucket), columns=statuses, fill_value=0.0)
    written, title, most = _dates(begin.to_pydatetime(), end.to_pydatetime())

    def draw(axes: Axes) -> None:
        below = np.zeros(len(counted))
        places = np.arange(len(counted))
        for status in statuses:
            called, colour = STATUSES[status]
            axes.bar(places, counted[status], bottom=below, color=colour, width=0.85, label=called)
            below = below + counted[status].to_numpy()
        every = -(-len(counted) // most)
        axes.set_xticks(places[::every], [at.strftime(written) for at in counted.index[::every]])
        axes.set_xlim(-0.75, max(len(counted), 8) - 0.25)
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
        axes.grid(visible=False, axis="x")
        axes.set(xlabel=title, ylabel=f"gaps noticed in a {name}" if " " not in name else "gaps noticed")
        _legend_above(axes, 4)

    sums = dated.groupby("bucket_start")["missing_count"].sum()
    frame = counted[counted.sum(axis=1) > 0].assign(missing_count=sums).rename_axis("begin").reset_index()
    fine = bucket < timedelta(days=1)
    frame["begin"] = [at.strftime("%Y-%m-%d %H:%M" if fine else "%Y-%m-%d") for at in frame["begin"]]
    columns = (
        ("begin", name if " " not in name else f"{name} from", None),
        *((status, STATUSES[status][0], _count) for status in statuses),
        ("missing_count", "numbers missing", _count),
    )
    numbers = _behind(_table(frame, columns) + "<h3>By ruleset</h3>" + of_ruleset)
    undated = float(missing["range_count"].sum() - dated["range_count"].sum())
    note = _nothing(f"When {undated:,.0f} more were noticed is not known.") if undated else ""
    return text + _picture(draw, "Missing ranges over time") + note + numbers


def _completeness_section(completeness: pd.DataFrame | None, least: pd.DataFrame | None) -> str:
    if completeness is None:
        return _not_built("completeness")
    text = _paragraph(
        "Distinct numbers received, as a share of those from the first to the last one, or to the highest"
        " received. <em>Complete</em>: the last number is known and nothing is missing. <em>Nothing missing"
        " so far</em>: the last number is not known yet. <em>Not known</em>: the keys tell an order only, not"
        " what is between them."
    )
    if not len(completeness):
        return text + _nothing("There are no sequences yet.")
    counted = completeness.pivot_table(
        index="ruleset", columns="class", values="sequence_count", aggfunc="sum", fill_value=0
    ).reindex(columns=list(CLASSES), fill_value=0)
    totals = counted.sum()

    def draw(axes: Axes) -> None:
        drawn = axes.barh(
            [called for called, _ in CLASSES.values()],
            totals.to_numpy(dtype=float),
            color=[colour for _, colour in CLASSES.values()],
        )
        axes.bar_label(drawn, [f"{count:,}" for count in totals], padding=3)
        axes.margins(x=0.18)
        axes.set_xlim(left=0)
        # The best first; every bar says its number.
        axes.invert_yaxis()
        axes.grid(visible=False)
        axes.set_xticks([])
        axes.spines["bottom"].set_visible(False)
        axes.tick_params(axis="y", length=0)
        axes.set(xlabel="sequences")

    frame = counted.reset_index()
    if len(frame) > 1:
        frame = pd.concat([frame, totals.to_frame().T.assign(ruleset="all")], ignore_index=True)
    tables = _table(
        frame,
        (
            ("ruleset", "ruleset or order group", None),
            *((name, called, _count) for name, (called, _) in CLASSES.items()),
        ),
    )
    if least is not None and len(least):
        columns = (
            ("ruleset", "ruleset or order group", None),
            ("sequence_id", "sequence", None),
            ("epoch", "epoch", _count),
            ("completeness", "completeness", percent),
            ("missing_count", "numbers missing", _count),
        )
        tables += "<h3>The least complete</h3>" + _table(least, columns)
    return text + _picture(draw, "Sequences by completeness", 2.4) + _behind(tables)


_FALLS_BEHIND = LinearSegmentedColormap.from_list("falls behind", [PALE_RED, "#f6dcd8", "#e3edf8"])


def _baseline_section(baseline: pd.DataFrame | None) -> str:
    if baseline is None:
        return _not_built("baseline")
    if not len(baseline):
        return _nothing("No baseline was made.")
    # One cell each, however often a number of consumers is listed; what was measured goes before.
    baseline = (
        baseline.sort_values(["consumer_replicas", "pressure_level", "basis"], kind="stable")
        .drop_duplicates(["consumer_replicas", "pressure_level"])
        .reset_index(drop=True)
    )
    replicas = sorted(baseline["consumer_replicas"].unique())
    levels = sorted(baseline["pressure_level"].unique())
    # Numbers of messages do not fit in narrower cells.
    wide = len(levels) <= 5
    figure = (
        "Messages processed per second, of those that come,"
        if wide
        else "Share of the messages that come which are processed,"
    )
    text = _paragraph(
        f"{figure} by number of consumers and load (as a multiple of the present one). Red: more come than"
        " are processed. An asterisk marks what was measured; the rest is simulated."
    )

    def draw(axes: Axes) -> None:
        shares = np.full((len(replicas), len(levels)), np.nan)
        size = min(9, 84 / len(levels))
        for one in baseline.to_dict("records"):
            row, column = replicas.index(one["consumer_replicas"]), levels.index(one["pressure_level"])
            processed, offered = float(one["processing_rate"]), float(one["arrival_rate"])
            shares[row, column] = processed / offered if offered > 0 else 1.0
            mark = "*" if one["basis"] == "measured" else ""
            said = f"{_figures(processed)}{mark}\nof {_figures(offered)}"
            if not wide:
                said = f"{shares[row, column] * 100:.0f} %{mark}"
            axes.text(column, row, said, ha="center", va="center", fontsize=size)
        axes.imshow(np.clip(shares, 0.5, 1), cmap=_FALLS_BEHIND, vmin=0.5, vmax=1, aspect="auto")
        axes.set_xticks(range(len(levels)), [f"{level:g} ×" for level in levels], fontsize=size)
        axes.set_yticks(range(len(replicas)), [str(number) for number in replicas])
        axes.set(xlabel="load", ylabel="consumers")
        axes.grid(visible=False)
        axes.tick_params(length=0)

    advised = _count(baseline["advised_replicas"].iloc[0])
    said = f"Consumers advised for the present load: <strong>{advised}</strong>."
    if not baseline["is_wait_met"].iloc[0]:
        said += " These do not keep the wait that is asked for, and more would hardly help."
    said = _paragraph(said)
    columns = (
        ("consumer_replicas", "consumers", _count),
        ("pressure_level", "load (×)", _rate),
        ("arrival_rate", "arrive / s", _rate),
        ("processing_rate", "processed / s", _rate),
        ("exception_rate", "given up", percent),
        ("utilisation", "busy", percent),
        ("p95_wait_ms", "p95 wait", duration),
        ("max_backlog", "most waiting", _count),
        ("basis", "basis", None),
    )
    drawn = _picture(draw, "Throughput baseline", max(2.9, 0.42 * len(replicas) + 1))
    return text + said + drawn + _behind(_table(baseline, columns))
