"""The report: one HTML page that needs nothing else, with a table behind every picture."""

from __future__ import annotations

import html
import io
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

BLUE, RED, GREY, GREEN = "#1f5fa8", "#b3261e", "#6b7280", "#2e7d32"

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
    "date.converter": "concise",
}

_STYLE = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, "Segoe UI", Helvetica, Arial, sans-serif; color: #111827; margin: 0 auto;
  max-width: 60rem; padding: 1rem; }
h1 { font-size: 1.6rem; margin: .5rem 0; } h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
p { margin: .5rem 0; max-width: 45rem; } .made { color: #4b5563; }
svg { width: 100%; height: auto; display: block; }
figure { margin: .5rem 0; max-width: 38rem; }
details { margin: .5rem 0 1rem; } summary { cursor: pointer; color: #1f5fa8; padding: .25rem 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .5rem; border-bottom: 1px solid #e5e7eb; text-align: left; white-space: nowrap; }

th { border-bottom: 2px solid #9ca3af; white-space: normal; vertical-align: bottom; }
 td.number, th.number { text-align: right; }
.nothing { color: #4b5563; font-style: italic; }
@media print {
  body { max-width: none; padding: 0; font-size: 11pt; } figure, tr { break-inside: avoid; }
  h2, h3 { break-after: avoid; } summary { list-style: none; } .scroll { overflow: visible; }
  table { font-size: 8pt; } th, td { white-space: normal; padding: .15rem .3rem; }
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
    """What the report shows: rows of public tables, any of which may be empty."""

    advice: pd.DataFrame
    """resequencer__bake_time_advice."""
    curve: pd.DataFrame
    """The trade-off curve: `ruleset`, `bake_time_ms`, `late_rate`, `mean_wait_ms`."""
    lateness: pd.DataFrame
    """The histogram: `ruleset`, `slice_start`, `lateness_ms`, `message_count`."""
    backtest: pd.DataFrame
    """resequencer__advice_backtest; `slice_start` is a timestamp."""
    missing_ranges: pd.DataFrame
    """resequencer__missing_ranges: `ruleset`, `detected_at`, `missing_count`, `status`."""
    completeness: pd.DataFrame
    """resequencer__sequence_completeness: `ruleset`, `sequence_id`, `completeness`, `missing_count`."""
    baseline: pd.DataFrame
    """resequencer__throughput_baseline."""


def page(tables: Tables, made_at: datetime) -> str:
    """Write the report as one HTML page that loads nothing.

    Args:
        tables: what to show.
        made_at: when, in UTC; it is shown.
    """
    rulesets = sorted(
        {str(ruleset) for frame in (tables.advice, tables.curve) for ruleset in frame["ruleset"]}
    )
    parts = [_advice_section(tables.advice)]
    for ruleset in rulesets:
        parts.append(_ruleset_section(tables, ruleset))
    parts += [_gaps_section(tables.missing_ranges), _completeness_section(tables.completeness)]
    parts.append(_baseline_section(tables.baseline))
    body = "\n".join(parts)
    made = f"{made_at:%Y-%m-%d %H:%M} UTC"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Resequencer report</title><style>{_STYLE}</style></head><body>"
        f'<h1>Resequencer report</h1><p class="made">Made {made}. All times are UTC.</p>\n'
        f"{body}\n<script>{_SCRIPT}</script></body></html>\n"
    )


def duration(milliseconds: Any) -> str:
    """Write milliseconds for people, with at most three figures."""
    if pd.isna(milliseconds):
        return "–"
    value = float(milliseconds)
    for unit, size in (("d", 86_400_000), ("h", 3_600_000), ("min", 60_000), ("s", 1_000)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value:.3g} ms"


def percent(share: Any) -> str:
    """Write a share for people, with at most three figures."""
    return "–" if pd.isna(share) else f"{float(share) * 100:.3g} %"


def _section(title: str, text: str, *parts: str) -> str:
    return f"<section><h2>{html.escape(title)}</h2><p>{text}</p>{''.join(parts)}</section>"


def _nothing(text: str) -> str:
    return f'<p class="nothing">{html.escape(text)}</p>'


def _table(frame: pd.DataFrame, columns: Sequence[tuple[str, str, Callable[[Any], str] | None]]) -> str:
    """One table: for each column its name in the frame, its heading, and how to write it (None: as text)."""
    heads = "".join(
        f"<th{' class=number' if write else ''}>{html.escape(heading)}</th>" for _, heading, write in columns
    )
    rows = []
    for row in frame.to_dict("records"):
        cells = "".join(
            f"<td{' class=number' if write else ''}>"
            f"{html.escape(write(row[name]) if write else _text(row[name]))}</td>"
            for name, _, write in columns
        )
        rows.append(f"<tr>{cells}</tr>")
    body = f"<thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody>"
    return f'<div class="scroll"><table>{body}</table></div>'


def _text(value: Any) -> str:
    if isinstance(value, pd.Timestamp | datetime):
        return f"{value:%Y-%m-%d %H:%M}"
    if isinstance(value, bool | np.bool_):
        return "yes" if value else "no"
    return "–" if pd.isna(value) else str(value)


def _count(value: Any) -> str:
    return "–" if pd.isna(value) else f"{int(value):,}"


def _rate(value: Any) -> str:
    return "–" if pd.isna(value) else f"{float(value):.3g}"


def _behind(table: str) -> str:
    return f"<details><summary>The numbers</summary>{table}</details>"


def _picture(draw: Callable[[Axes], None], label: str, height: float = 3.1) -> str:
    """Draw as SVG, with a label for those who cannot see it."""
    with mpl.rc_context(_SETTINGS):
        figure = Figure(figsize=(5.2, height), layout="constrained")
        draw(figure.subplots())
        written = io.StringIO()
        figure.savefig(written, format="svg", metadata={"Date": None, "Creator": None})
    svg = written.getvalue()
    svg = svg[svg.index("<svg") :]
    # Its size is the page's to say, and its ids must not meet those of another picture.
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r' width="[^"]*pt" height="[^"]*pt"| height="[^"]*pt"| width="[^"]*pt"', "", svg, count=2)
    prefix = re.sub(r"\W+", "-", label.lower())
    svg = re.sub(r'id="([^"]+)"', rf'id="{prefix}-\1"', svg)
    svg = re.sub(r'(href="#|url\(#)([^")]+)', rf"\1{prefix}-\2", svg)
    svg = svg.replace("<svg", f'<svg role="img" aria-label="{html.escape(label)}"', 1)
    return f"<figure>{svg}</figure>"


def _advice_section(advice: pd.DataFrame) -> str:
    title, text = (
        "How long to wait",
        (
            "The smallest bake time whose late rate meets the target with 95 % confidence. The range is"
            " where the bake time that meets it exactly lies. <em>fitted_tail</em>: beyond what was seen, by"
            " a fitted distribution."
        ),
    )
    if not len(advice):
        return _section(title, text, _nothing("No ruleset has any history yet."))
    shown = advice.assign(
        range=[
            "–" if pd.isna(low) and pd.isna(high) else f"{duration(low)} to {duration(high)}"
            for low, high in zip(advice["lower_ms"], advice["upper_ms"], strict=True)
        ]
    )
    columns = (
        ("ruleset", "ruleset", None),
        ("target_late_rate", "target", percent),
        ("advised_ms", "bake time", duration),
        ("range", "range", None),
        ("predicted_late_rate", "late rate", percent),
        ("predicted_mean_wait_ms", "mean wait", duration),
        ("predicted_max_buffer", "most held", _count),
        ("basis", "basis", None),
        ("sample_size", "messages", _count),
        ("drift", "drift", None),
    )
    return _section(title, text, _table(shown, columns))


def _ruleset_section(tables: Tables, ruleset: str) -> str:
    curve = tables.curve[tables.curve["ruleset"] == ruleset].sort_values("bake_time_ms")
    advice = tables.advice[tables.advice["ruleset"] == ruleset]
    lateness = tables.lateness[tables.lateness["ruleset"] == ruleset]
    backtest = tables.backtest[tables.backtest["ruleset"] == ruleset]
    parts = [
        "<h3>Late rate against wait</h3>",
        _trade_off(curve, advice, ruleset),
        "<h3>How late messages come</h3>",
        _distribution(lateness, ruleset),
        "<h3>What the advice would have been worth</h3>",
        _backtest(backtest, ruleset),
    ]
    return _section(f"Ruleset {ruleset}", "", *parts).replace("<p></p>", "")


def _trade_off(curve: pd.DataFrame, advice: pd.DataFrame, ruleset: str) -> str:
    if not len(curve):
        return _nothing("No trade-off curve was made.")

    late_rates = curve["late_rate"].astype(float)
    # Beyond the first bake time at which nothing is late there are only longer waits.
    told = curve[late_rates.shift(fill_value=1.0) > 0]

    def draw(axes: Axes) -> None:
        waits_s = told["mean_wait_ms"].astype(float) / 1000
        axes.plot(
            waits_s, told["late_rate"].astype(float) * 100, color=BLUE, marker=".", label="all bake times"
        )
        known = advice.dropna(subset=["predicted_mean_wait_ms", "predicted_late_rate"])
        if len(known):
            one = known.iloc[0]
            axes.plot(
                float(one["predicted_mean_wait_ms"]) / 1000,
                float(one["predicted_late_rate"]) * 100,
                "o",
                color=RED,
                markersize=9,
                label=f"advised: {duration(one['advised_ms'])}",
            )
        axes.set(xlabel="mean wait of a message (s)", ylabel="late messages (%)")
        axes.set_ylim(bottom=0)
        axes.legend()

    columns = (
        ("bake_time_ms", "bake time", duration),
        ("late_rate", "late", percent),
        ("mean_wait_ms", "mean wait", duration),
    )
    return _picture(draw, f"Late rate against mean wait of {ruleset}") + _behind(_table(curve, columns))


def _distribution(lateness: pd.DataFrame, ruleset: str) -> str:
    if not len(lateness):
        return _nothing("No message has been ordered yet.")
    by_lateness = lateness.groupby("lateness_ms")["message_count"].sum().sort_index()
    total = int(by_lateness.sum())
    # Share of messages with at least that lateness, at a few dozen points.
    beyond = by_lateness[::-1].cumsum()[::-1] / total
    beyond = beyond[beyond.index > 0]
    if not len(beyond):
        return _nothing(f"None of {total:,} messages came after anything higher.")
    picked = beyond.iloc[np.unique(np.linspace(0, len(beyond) - 1, 40).round().astype(int))]

    def draw(axes: Axes) -> None:
        seconds = beyond.index.to_numpy(dtype=float) / 1000
        axes.step(seconds, beyond.to_numpy(dtype=float) * 100, where="post", color=BLUE)
        axes.set(xscale="log", yscale="log", xlabel="lateness (s)", ylabel="messages at least so late (%)")

    frame = picked.rename("share").reset_index()
    columns = (("lateness_ms", "lateness", duration), ("share", "at least so late", percent))
    return _picture(draw, f"Lateness of {ruleset}") + _behind(_table(frame, columns))


def _backtest(backtest: pd.DataFrame, ruleset: str) -> str:
    advised = backtest[backtest["advised_ms"].notna()].sort_values("slice_start")
    if not len(advised):
        return _nothing("There is too little history to test advice on.")
    covered = advised["is_covered"].astype(bool)

    def draw(axes: Axes) -> None:
        when = pd.to_datetime(advised["slice_start"])
        low, high, rate = (
            advised[name].astype(float) * 100 for name in ("lower_late_rate", "upper_late_rate", "late_rate")
        )
        axes.fill_between(when, low, high, color=BLUE, alpha=0.18, linewidth=0, label="95 % interval")
        axes.plot(when[covered], rate[covered], ".", color=BLUE, label="late rate of a slice, within")
        axes.plot(when[~covered], rate[~covered], "x", color=RED, label="outside")
        axes.axhline(
            float(advised["target_late_rate"].iloc[-1]) * 100, color=GREY, linestyle="--", label="target"
        )
        axes.set(ylabel="late messages (%)")
        axes.set_ylim(bottom=0)
        # Above the picture, where it covers nothing.
        axes.legend(ncols=2, fontsize=9, loc="lower center", bbox_to_anchor=(0.5, 1))

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
    said = f"<p>{percent(covered.mean())} of {len(advised):,} slices were within their 95 % interval.</p>"
    return said + _picture(draw, f"Backtest of {ruleset}") + _behind(_table(advised, columns))


def _gaps_section(missing: pd.DataFrame) -> str:
    title, text = "Missing ranges over time", "Numbers missing, by the day on which their gap was noticed."
    if not len(missing):
        return _section(title, text, _nothing("Nothing is missing."))
    days = pd.to_datetime(missing["detected_at"]).dt.floor("D")
    counts = missing["missing_count"].astype(float)
    by_day = counts.groupby([days, missing["status"]]).sum().unstack(fill_value=0.0).sort_index()
    colours = {"open": RED, "skipped": GREY, "filled": GREEN, "stood_in": BLUE}

    def draw(axes: Axes) -> None:
        below = np.zeros(len(by_day))
        places = np.arange(len(by_day))
        for status in by_day.columns:
            axes.bar(
                places, by_day[status], bottom=below, color=colours.get(str(status), BLUE), label=str(status)
            )
            below = below + by_day[status].to_numpy()
        every = -(-len(by_day) // 6)
        axes.set_xticks(places[::every], [f"{day:%d %b}" for day in by_day.index[::every]])
        axes.set(ylabel="numbers missing")
        axes.legend(ncols=4, loc="lower center", bbox_to_anchor=(0.5, 1))

    frame = by_day.reset_index(names="day")
    frame["day"] = [f"{day:%Y-%m-%d}" for day in frame["day"]]
    columns = [("day", "day", None), *((str(status), str(status), _count) for status in by_day.columns)]
    frame.columns = pd.Index([str(name) for name in frame.columns])
    return _section(title, text, _picture(draw, "Missing ranges over time"), _behind(_table(frame, columns)))


def _completeness_section(completeness: pd.DataFrame) -> str:
    title, text = (
        "Sequences by completeness",
        "Distinct numbers received, as a share of those in their range.",
    )
    if not len(completeness):
        return _section(title, text, _nothing("There are no sequences yet."))
    bins = ["under 50 %", "50 to 90 %", "90 to 99 %", "99 to 100 %", "complete"]
    share = completeness["completeness"].astype(float)
    place = np.select([share < 0.5, share < 0.9, share < 0.99, share < 1], [0, 1, 2, 3], 4)
    counts = pd.Series(np.bincount(place, minlength=5), index=bins)

    def draw(axes: Axes) -> None:
        drawn = axes.barh(bins, counts.to_numpy(), color=[RED, RED, GREY, GREY, GREEN])
        axes.bar_label(drawn, [f"{count:,}" for count in counts], padding=3)
        axes.margins(x=0.12)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set(xlabel="sequences")

    worst = (
        completeness.assign(share=share)
        .sort_values(["share", "missing_count"], ascending=[True, False])
        .head(20)
    )
    columns = (
        ("ruleset", "ruleset", None),
        ("sequence_id", "sequence", None),
        ("share", "completeness", percent),
        ("missing_count", "missing", _count),
    )
    frame = counts.rename("count").rename_axis("bin").reset_index()
    tables = _table(frame, (("bin", "completeness", None), ("count", "sequences", _count)))
    tables += "<h3>The least complete</h3>" + _table(worst, columns)
    return _section(title, text, _picture(draw, "Sequences by completeness", 2.4), _behind(tables))


def _baseline_section(baseline: pd.DataFrame) -> str:
    title, text = (
        "Throughput baseline",
        (
            "Messages processed per second, by consumers and load (as a multiple of the present one). An"
            " asterisk marks what was measured; the rest is simulated. Red: more messages come than are"
            " processed."
        ),
    )
    if not len(baseline):
        return _section(title, text, _nothing("No baseline was made."))
    grid = baseline.pivot(index="consumer_replicas", columns="pressure_level", values="processing_rate")
    offered = baseline.pivot(index="consumer_replicas", columns="pressure_level", values="arrival_rate")
    basis = baseline.pivot(index="consumer_replicas", columns="pressure_level", values="basis")

    def draw(axes: Axes) -> None:
        share = (grid / offered).to_numpy(dtype=float)
        axes.imshow(np.clip(share, 0, 1), cmap="RdYlGn", vmin=0.4, vmax=1.05, aspect="auto", alpha=0.75)
        for row, replicas in enumerate(grid.index):
            for column, level in enumerate(grid.columns):
                rate = grid.loc[replicas, level]
                mark = "*" if basis.loc[replicas, level] == "measured" else ""
                said = "–" if pd.isna(rate) else f"{rate:.3g}{mark}"
                axes.text(column, row, said, ha="center", va="center")
        axes.set_xticks(range(len(grid.columns)), [f"{level:g} ×" for level in grid.columns])
        axes.set_yticks(range(len(grid.index)), [str(replicas) for replicas in grid.index])
        axes.set(xlabel="load", ylabel="consumers")
        axes.grid(visible=False)

    said = f"<p>Consumers advised for the present load: {_count(baseline['advised_replicas'].iloc[0])}.</p>"
    columns = (
        ("consumer_replicas", "consumers", _count),
        ("pressure_level", "load", _rate),
        ("arrival_rate", "arrive / s", _rate),
        ("processing_rate", "processed / s", _rate),
        ("exception_rate", "exceptions", percent),
        ("utilisation", "busy", percent),
        ("p95_wait_ms", "p95 wait", duration),
        ("max_backlog", "most waiting", _count),
        ("basis", "basis", None),
    )
    numbers = _behind(_table(baseline, columns))
    return _section(title, text, said, _picture(draw, "Throughput baseline"), numbers)
