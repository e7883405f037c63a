"""Pictures as SVG, in the colours of the page that they are on, each with a text that says what is seen."""

from __future__ import annotations

import hashlib
import io
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from markupsafe import Markup, escape
from matplotlib.axes import Axes
from matplotlib.container import BarContainer
from matplotlib.dates import AutoDateLocator, ConciseDateFormatter
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullFormatter

from resequencer.report.words import count, duration, every, percent, several, spaced

BLUE, RED, GREY, GREEN, AMBER, BAND = "#1f5fa8", "#b3261e", "#6b7280", "#2e7d32", "#9a6200", "#7d93b8"
TEXT, LINE, PAGE = "#16191d", "#e5e7eb", "#fffffe"

VARIABLES: Mapping[str, str] = {
    BLUE: "blue",
    RED: "red",
    GREY: "grey",
    GREEN: "green",
    AMBER: "amber",
    BAND: "band",
    TEXT: "text",
    LINE: "line",
    PAGE: "page",
}
"""What the page calls each colour (templates/report.css): there it is a light or a dark one."""

WIDTH = 5.4
"""Inches: so letters are nearly as large as the page's, on a phone as in half of a wide window."""

CLASSES: Mapping[str, tuple[str, str]] = {
    "complete": ("complete", GREEN),
    "nothing_missing": ("nothing missing so far", GREEN),
    "from_99": ("99 to 100 %", AMBER),
    "from_90": ("90 to 99 %", AMBER),
    "from_50": ("50 to 90 %", RED),
    "under_50": ("under 50 %", RED),
    "not_known": ("not known", GREY),
}
"""Classes of sequences by completeness, best first: what they are called, and their colour."""

STATUSES: Mapping[str, tuple[str, str]] = {
    "open": ("open", RED),
    "skipped": ("skipped", GREY),
    "filled": ("filled", GREEN),
    "stood_in": ("stood in", BLUE),
}
"""Statuses of missing ranges: what they are called, and their colour."""

DISPOSITIONS: Mapping[str, tuple[str, str]] = {
    "released": ("released", BLUE),
    "bypass": ("bypassed", RED),
    "failure": ("failed", RED),
    "nohit": ("matched by no ruleset", GREY),
    "pending": ("pending", AMBER),
}
"""What becomes of messages: what it is called, and its colour."""

MOST_REASONS = 8
"""Rows of the picture of what happened: more are too small to be read."""

MOST_SLICES = 200
"""Slices of the backtest that are shown, the newest ones: more cannot be told apart, nor read on paper."""

_SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "resequencer",
    "font.family": "sans-serif",
    "font.sans-serif": ["system-ui", "Segoe UI", "Helvetica", "Arial", "DejaVu Sans", "sans-serif"],
    "font.size": 10,
    "legend.fontsize": 9,
    "xtick.labelsize": 9,
    "ytick.labelsize": 9,
    "text.color": TEXT,
    "axes.labelcolor": TEXT,
    "axes.titlecolor": TEXT,
    "xtick.color": TEXT,
    "ytick.color": TEXT,
    "axes.edgecolor": GREY,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": LINE,
    "axes.axisbelow": True,
    "legend.frameon": False,
}

ROUND_MS = (
    *(1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000),
    *(60_000, 180_000, 600_000, 1_800_000, 3_600_000, 10_800_000, 43_200_000),
    *(86_400_000 * days for days in (1, 3, 10, 30, 100, 300, 1_000, 10_000)),
)
"""Durations that are easy to say, some two to a power of ten: axes are marked with them."""


@dataclass(frozen=True)
class Picture:
    """A picture, to be put into a page as it is."""

    svg: Markup
    alt: str
    """What is seen."""


def _picture(
    name: str, alt: str, draw: Callable[..., None], height: float, ratios: Sequence[float] = (1,)
) -> Picture:
    """Draw on axes that stand one above the other, over the same times or durations.

    Args:
        name: of no other picture of the page.
        alt: what is seen.
        draw: gets the axes.
        height: in inches.
        ratios: how high the axes are, relative to one another.
    """
    with mpl.rc_context(_SETTINGS):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        axes = figure.subplots(len(ratios), sharex=True, squeeze=False, height_ratios=ratios)[:, 0]
        draw(*axes)
        written = io.StringIO()
        figure.savefig(written, format="svg", metadata={"Date": None, "Creator": None})
    svg = written.getvalue()
    svg = svg[svg.index("<svg") :]
    # Its size is the page's to say, and its ids must not meet those of another picture.
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r' width="[^"]*pt" height="[^"]*pt"| height="[^"]*pt"| width="[^"]*pt"', "", svg, count=2)
    prefix = "picture-" + hashlib.sha256(name.encode()).hexdigest()[:12]
    svg = re.sub(r'id="([^"]+)"', rf'id="{prefix}-\1"', svg)
    svg = re.sub(r'(href="#|url\(#)([^")]+)', rf"\1{prefix}-\2", svg)
    svg = re.sub(r"#[0-9a-f]{6}\b", lambda found: _variable(found[0]), svg)
    svg = svg.replace("<svg", f'<svg role="img" aria-label="{escape(alt)}"', 1)
    return Picture(Markup(svg), alt)


def _variable(colour: str) -> str:
    name = VARIABLES.get(colour)
    return colour if name is None else f"var(--{name})"


def _legend_above(axes: Axes, columns: int = 3) -> None:
    """Above the picture, where it covers nothing."""
    axes.legend(
        ncols=columns, loc="lower center", bbox_to_anchor=(0.5, 1), columnspacing=1.2, handlelength=1.5
    )


def _dates(axes: Axes, begin: pd.Timestamp, end: pd.Timestamp, margin: timedelta) -> None:
    """An axis of times."""
    axes.set_xlim(begin - margin, end + margin)
    locator = AutoDateLocator(minticks=3, maxticks=7)  # type: ignore[no-untyped-call]
    axes.xaxis.set_major_locator(locator)
    axes.xaxis.set_major_formatter(ConciseDateFormatter(locator))  # type: ignore[no-untyped-call]
    axes.xaxis.get_offset_text().set_fontsize(9)
    axes.set_xlabel("time (UTC)")


def _days(length: timedelta) -> float:
    """A length on an axis of times."""
    return length / timedelta(days=1)


def _from_zero(axes: Axes) -> None:
    """An axis from zero to somewhat above the highest value, so that its mark is drawn whole."""
    axes.set_ylim(0, float(axes.dataLim.y1) * 1.08 or 1)


def _named(name: str, bars: BarContainer) -> BarContainer:
    """Give each bar an id, as lines have theirs by `gid`: a page is looked at by these."""
    for number, bar in enumerate(bars):
        bar.set_gid(f"{name}-{number}")
    return bars


def _whole_numbers(axes: Axes, ticks: int = 5) -> None:
    axes.yaxis.set_major_locator(MaxNLocator(ticks, integer=True))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    axes.set_ylim(bottom=0)


def _in_powers(axis: Any, ticks: Sequence[float], label: Callable[[Any], str], most: int) -> None:
    """Lines at all of the ticks, but not more labels than there is room for; the last tick has one."""
    step = -(-len(ticks) // most)
    labelled = list(ticks)[::-1][::step][::-1]
    axis.set_major_locator(FixedLocator(labelled))
    axis.set_major_formatter(FuncFormatter(lambda value, _: label(value)))
    axis.set_minor_locator(FixedLocator([tick for tick in ticks if tick not in labelled]))
    axis.set_minor_formatter(NullFormatter())
    axis.grid(visible=True, which="minor")


def _around(lowest: float, highest: float) -> list[int]:
    """The durations that an axis from one to the other is marked with, and one more on either side."""
    begin = max(sum(tick <= lowest for tick in ROUND_MS) - 1, 0)
    end = min(sum(tick < highest for tick in ROUND_MS), len(ROUND_MS) - 1)
    return list(ROUND_MS[begin : max(end, begin + 1) + 1])


def _span(moments: pd.Series, finer: bool = False) -> str:
    written = "%Y-%m-%d %H:%M" if finer else "%Y-%m-%d"
    return f"{moments.min().strftime(written)} to {moments.max().strftime(written)}"


def outcomes(frame: pd.DataFrame, bucket: timedelta) -> Picture | None:
    """Messages over time, by what became of them: a row for each reason; None where no time is known.

    Args:
        frame: as in `Tables`, of one ruleset or of all.
        bucket: how far its times are apart.
    """
    dated = frame.dropna(subset=["bucket_start"])
    if not len(dated):
        return None
    totals = frame.groupby(["disposition", "reason"])["message_count"].sum()
    order = {name: place for place, name in enumerate(DISPOSITIONS)}
    drawn = set(dated[["disposition", "reason"]].itertuples(index=False, name=None))
    rows = sorted(drawn, key=lambda row: (order[row[0]], -totals[row]))
    most = sorted(rows, key=lambda row: (row[0] != "released", -totals[row]))[:MOST_REASONS]
    rows = [row for row in rows if row in most]
    begin, end = dated["bucket_start"].min(), dated["bucket_start"].max()
    places = pd.date_range(begin, end, freq=bucket)
    series = {
        row: dated[(dated["disposition"] == row[0]) & (dated["reason"] == row[1])]
        .groupby("bucket_start")["message_count"]
        .sum()
        .reindex(places, fill_value=0)
        for row in rows
    }

    def draw(*several_axes: Axes) -> None:
        for place, (axes, (row, counts)) in enumerate(zip(several_axes, series.items(), strict=True)):
            # From the beginning of the stretch on; what is between bars tells them apart.
            colour = DISPOSITIONS[row[0]][1]
            drawn = axes.bar(places, counts, width=0.85 * _days(bucket), align="edge", color=colour)
            _named(f"outcome-{place}", drawn)
            axes.set_title(f"{outcome(*row)}: {count(totals[row])}", loc="left", fontsize=9, pad=3)
            _whole_numbers(axes, 2)
            axes.grid(visible=False, axis="x")
            axes.margins(y=0.1)
        _dates(several_axes[-1], begin, end + bucket, (end - begin + bucket) * 0.02)

    most_at = {row: counts.idxmax() for row, counts in series.items()}
    seen = "; ".join(
        f"{outcome(*row)} {count(totals[row])}, most in the {every(bucket)} from"
        f" {most_at[row]:%Y-%m-%d %H:%M}"
        for row in rows
    )
    span = _span(dated["bucket_start"], bucket < timedelta(days=1))
    alt = f"Bars over time, {span}, in a row for each outcome: {seen}."
    return _picture("outcomes", alt, draw, 0.55 + 0.72 * len(rows), [1] * len(rows))


def outcome(disposition: str, reason: str) -> str:
    """What became of a message, in words: late (bypassed)."""
    called = DISPOSITIONS[disposition][0]
    return f"{called}, {spaced(reason)}" if reason else called


def where_it_matters(curve: pd.DataFrame) -> pd.DataFrame:
    """A trade-off curve from where a longer bake time changes something to where nothing is late."""
    rates = curve["late_rate"]
    matters = (rates.shift(fill_value=1.0) > 0) & (rates.shift(-1, fill_value=0.0) < 0.995 * rates.max())
    return curve[matters] if matters.sum() > 1 else curve


@dataclass(frozen=True)
class Mark:
    """A bake time that is marked in a curve, in milliseconds."""

    label: str
    at_ms: float
    late_rate: float | None
    mean_wait_ms: float | None


def trade_off(
    curve: pd.DataFrame, now: Mark | None, advised: Mark | None, target: float | None, ruleset: str
) -> Picture | None:
    """Late rate and mean wait over the bake time, on a logarithmic axis; None where there is no
    such bake time.

    Args:
        curve: `bake_time_ms`, `late_rate` and `mean_wait_ms` of one ruleset, in order of bake time.
        now: what is set.
        advised: what is advised.
        target: share of messages that may be late.
        ruleset: whose curve it is.
    """
    curve = curve.loc[curve["bake_time_ms"] > 0, ["bake_time_ms", "late_rate", "mean_wait_ms"]].astype(float)
    if not len(curve):
        return None
    told = where_it_matters(curve)
    marks = [
        (mark, colour, shape)
        for mark, colour, shape in ((now, GREY, "s"), (advised, RED, "o"))
        if mark and mark.at_ms > 0
    ]
    lengths = [*told["bake_time_ms"], *(mark.at_ms for mark, _, _ in marks)]
    ticks = _around(min(lengths), max(lengths))
    positive = [float(one) for one in (*told["late_rate"], target or 0) if one > 0]
    lowest_rate = 10.0 ** math.floor(math.log10(min(positive, default=0.01)) + 1e-9)
    longest_wait = max(*told["mean_wait_ms"], *(mark.mean_wait_ms or 0 for mark, _, _ in marks), 1)
    waits = [tick for tick in ROUND_MS if longest_wait / 300 <= tick] or [ROUND_MS[-1]]
    waits = [tick for tick in waits if tick <= longest_wait] + [
        tick for tick in waits if tick > longest_wait
    ][:1]

    def draw(late: Axes, wait: Axes) -> None:
        for axes, column in ((late, "late_rate"), (wait, "mean_wait_ms")):
            axes.plot(
                told["bake_time_ms"], told[column], color=BLUE, marker=".", label="each bake time", gid=column
            )
            for mark, colour, shape in marks:
                axes.axvline(mark.at_ms, color=colour, linestyle=":")
                value = mark.late_rate if column == "late_rate" else mark.mean_wait_ms
                if value is not None:
                    axes.plot(
                        mark.at_ms,
                        value,
                        shape,
                        color=colour,
                        markeredgecolor=PAGE,
                        markersize=9,
                        label=mark.label,
                        clip_on=False,
                    )
        if target is not None:
            late.axhline(target, color=AMBER, linestyle="--", label=f"target {percent(target)}")
        late.set_yscale("symlog", linthresh=lowest_rate, linscale=0.4)
        late.set_ylim(0, 10.0 ** math.ceil(math.log10(max(*positive, lowest_rate)) - 1e-9))
        powers = range(round(math.log10(lowest_rate)), 1)
        _in_powers(late.yaxis, [0, *(10.0**power for power in powers)], percent, 6)
        late.set_ylabel("late messages")
        wait.set_yscale("symlog", linthresh=waits[0], linscale=0.4)
        wait.set_ylim(0, max(waits[-1], longest_wait))
        _in_powers(wait.yaxis, [0, *waits], duration, 6)
        wait.set_ylabel("mean wait")
        wait.set_xscale("log")
        wait.set_xlim(ticks[0], ticks[-1])
        _in_powers(wait.xaxis, ticks, duration, 8)
        wait.set_xlabel("bake time")
        _legend_above(late, 2)

    first, last = told.iloc[0], told.iloc[-1]
    alt = (
        f"Two curves over the bake time of {ruleset},"
        f" from {duration(first['bake_time_ms'])} to {duration(last['bake_time_ms'])}: the share of late"
        f" messages falls from {percent(first['late_rate'])} to {percent(last['late_rate'])}, the"
        f" mean wait grows from {duration(first['mean_wait_ms'])} to {duration(last['mean_wait_ms'])}."
    )
    for mark, _, _ in marks:
        if mark.late_rate is not None and mark.mean_wait_ms is not None:
            late, wait = percent(mark.late_rate), duration(mark.mean_wait_ms)
            alt += f" {mark.label[0].upper()}{mark.label[1:]}: {late} late, {wait} mean wait."
    return _picture(f"trade-off of {ruleset}", alt, draw, 4.6, (1, 1))


def lateness(beyond: pd.Series, ruleset: str) -> Picture:
    """Share of messages that were at least so late, both axes logarithmic.

    Args:
        beyond: the shares, all above 0, by lateness in milliseconds, ascending from above 0.
        ruleset: whose messages they are.
    """
    first, last = float(beyond.index[0]), float(beyond.index[-1])
    ticks = _around(first, last)
    lowest = math.ceil(math.log10(float(beyond.min())) - 1e-9) - 1
    highest = min(math.floor(math.log10(float(beyond.max())) + 1e-9) + 1, 0)

    def draw(axes: Axes) -> None:
        # Few steps are hardly seen without dots.
        marker = "." if len(beyond) < 12 else None
        axes.step(
            beyond.index.to_numpy(dtype=float),
            beyond.to_numpy(dtype=float),
            where="pre",
            color=BLUE,
            marker=marker,
            clip_on=False,
            gid="lateness",
        )
        axes.set(xscale="log", yscale="log", xlabel="lateness", ylabel="messages at least so late")
        axes.set_xlim(ticks[0], max(ticks[-1], last))
        axes.set_ylim(10.0**lowest, 10.0**highest)
        _in_powers(axes.xaxis, ticks, duration, 8)
        _in_powers(axes.yaxis, [10.0**power for power in range(lowest, highest + 1)], percent, 6)

    middle = beyond.iloc[len(beyond) // 2]
    alt = (
        f"A falling curve: {percent(beyond.iloc[0])} of the messages of {ruleset} were late by"
        f" {duration(first)} or more, {percent(middle)} by {duration(beyond.index[len(beyond) // 2])} or"
        f" more, {percent(beyond.iloc[-1])} by {duration(last)}."
    )
    return _picture(f"lateness of {ruleset}", alt, draw, 3.1)


def backtest(tested: pd.DataFrame, now_ms: float | None, ruleset: str) -> Picture:
    """The bake time advised before each slice, and what then happened.

    Args:
        tested: slices in order of time, with a bake time that was advised: `slice_start`, `advised_ms`,
            `late_rate`,
            `lower_late_rate`, `upper_late_rate`, `target_late_rate`, `is_covered`.
        now_ms: the bake time that is set, or None.
        ruleset: whose slices they are.
    """
    covered = tested["is_covered"].astype(bool)
    outside = int((~covered).sum())
    when = pd.to_datetime(tested["slice_start"])
    first, last = when.iloc[0], when.iloc[-1]
    advised = tested["advised_ms"].astype(float)
    target = float(tested["target_late_rate"].iloc[-1])
    longest = max(advised.max(), now_ms or 0, 1)
    shortest = min(advised.min(), now_ms or np.inf)
    low, high, happened = (
        tested[name].astype(float) * 100 for name in ("lower_late_rate", "upper_late_rate", "late_rate")
    )

    def draw(bake: Axes, late: Axes) -> None:
        bake.step(when, advised, where="post", color=BLUE, marker=".", label="advised", gid="advised")
        if now_ms is not None:
            bake.axhline(now_ms, color=GREY, linestyle=":", label=f"set now: {duration(now_ms)}")
        ticks = _around(max(shortest, 1), longest)
        bake.set_yscale("log")
        bake.set_ylim(ticks[0], max(ticks[-1], longest))
        _in_powers(bake.yaxis, ticks, duration, 5)
        bake.set_ylabel("bake time")
        _legend_above(bake, 2)
        # A line for each slice, not an area: slices without messages are no slices.
        width = min(max(240 / len(tested), 1.0), 5.0)
        late.vlines(when, low, high, color=BAND, linewidth=width, label="95 % interval")
        dots: dict[str, Any] = {"linestyle": "none", "markeredgecolor": PAGE, "markersize": 6}
        late.plot(
            when[covered],
            happened[covered],
            marker="o",
            color=BLUE,
            label="late, within",
            gid="happened",
            **dots,
        )
        if outside:
            late.plot(
                when[~covered],
                happened[~covered],
                marker="D",
                color=RED,
                label="late, outside",
                clip_on=False,
                **dots,
            )
        late.axhline(target * 100, color=AMBER, linestyle="--", label="target")
        _from_zero(late)
        late.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g} %"))
        late.set_ylabel("late messages")
        _legend_above(late, 4)
        _dates(late, first, last, (last - first) * 0.03 or timedelta(days=1))

    alt = (
        f"Over {several(len(tested), 'slice')} from {first:%Y-%m-%d %H:%M} to {last:%Y-%m-%d %H:%M}: the"
        f" bake time advised for {ruleset} lies between {duration(advised.min())} and"
        f" {duration(advised.max())}, at the end {duration(advised.iloc[-1])}. Late were between"
        f" {percent(happened.min() / 100)} and {percent(happened.max() / 100)} of the messages of a slice,"
        f" with a target of {percent(target)}; {several(outside, 'slice')} outside the interval."
    )
    return _picture(f"backtest of {ruleset}", alt, draw, 4.4, (2, 3))


def gaps(counted: pd.DataFrame, bucket: timedelta) -> Picture:
    """Missing ranges over time, by status.

    Args:
        counted: ranges by moment (index, without a hole) and status (columns).
        bucket: how far the moments are apart.
    """
    begin, end = counted.index[0], counted.index[-1]

    def draw(axes: Axes) -> None:
        below = np.zeros(len(counted))
        for status in counted.columns:
            called, colour = STATUSES[status]
            drawn = axes.bar(
                counted.index,
                counted[status],
                bottom=below,
                width=0.85 * _days(bucket),
                align="edge",
                color=colour,
                edgecolor=PAGE,
                linewidth=0.5,
                label=called,
            )
            _named(f"gaps-{status}", drawn)
            below = below + counted[status].to_numpy()
        _whole_numbers(axes)
        axes.grid(visible=False, axis="x")
        name = every(bucket)
        axes.set_ylabel(f"gaps noticed in a {name}" if " " not in name else "gaps noticed")
        _legend_above(axes, 4)
        _dates(axes, begin, max(end + bucket, begin + 8 * bucket), bucket / 2)

    totals = ", ".join(f"{STATUSES[status][0]} {count(counted[status].sum())}" for status in counted.columns)
    most = counted.sum(axis=1)
    alt = (
        f"Bars over time, {begin:%Y-%m-%d} to {end:%Y-%m-%d}, of gaps by status: {totals}."
        f" Most, {count(most.max())}, were noticed in the {every(bucket)} from"
        f" {most.idxmax():%Y-%m-%d %H:%M}."
    )
    return _picture("gaps", alt, draw, 3.0)


def completeness(totals: pd.Series) -> Picture:
    """Sequences by completeness.

    Args:
        totals: sequences by class (`CLASSES`).
    """

    def draw(axes: Axes) -> None:
        names, colours = zip(*CLASSES.values(), strict=True)
        drawn = _named("sequences", axes.barh(names, totals.to_numpy(dtype=float), color=colours))
        axes.bar_label(drawn, [count(number) for number in totals], padding=3)
        axes.margins(x=0.18)
        axes.set_xlim(left=0)
        # The best first; every bar says its number.
        axes.invert_yaxis()
        axes.grid(visible=False)
        axes.set_xticks([])
        axes.spines["bottom"].set_visible(False)
        axes.tick_params(axis="y", length=0)
        axes.set_xlabel("sequences")

    seen = ", ".join(f"{CLASSES[name][0]} {count(number)}" for name, number in totals.items() if number)
    return _picture("completeness", f"A bar for each class of sequences: {seen}.", draw, 2.5)


def runs(frame: pd.DataFrame) -> Picture:
    """How long runs took, and how many messages each settled.

    Args:
        frame: as in `Tables`, in order of number; at least one row.
    """
    numbers = frame["number"].astype(int)
    settled = frame["settled_count"].astype(float)
    timed = frame.dropna(subset=["seconds"])

    def draw(*axes: Axes) -> None:
        if len(timed):
            seconds = axes[0]
            numbers_timed, times = timed["number"].astype(int), timed["seconds"].astype(float)
            seconds.plot(numbers_timed, times, color=BLUE, marker=".", gid="seconds")
            seconds.set_ylabel("seconds")
            _from_zero(seconds)
        rows = axes[-1]
        _named("settled", rows.bar(numbers, settled, color=BLUE, width=0.85))
        rows.set_ylabel("messages")
        _whole_numbers(rows, 4)
        rows.set_xlim(numbers.min() - 1, max(numbers.max(), numbers.min() + 7) + 1)
        rows.xaxis.set_major_locator(MaxNLocator(8, integer=True))
        rows.set_xlabel("batch")

    alt = (
        f"By batch, from {numbers.min()} to {numbers.max()}: messages settled by a run, between"
        f" {count(settled.min())} and {count(settled.max())}, in the newest {count(settled.iloc[-1])}"
    )
    if len(timed):
        times = timed["seconds"].astype(float)
        alt += f"; and its seconds, between {times.min():.3g} and {times.max():.3g},"
        alt += f" in the newest {times.iloc[-1]:.3g}"
    return _picture("runs", f"{alt}.", draw, 3.4 if len(timed) else 2.2, (1, 1) if len(timed) else (1,))
