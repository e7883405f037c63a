"""What stands where on the page: sections of texts, tables and pictures, which the templates write down."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any

import numpy as np
import pandas as pd
import yaml
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from resequencer.advice.trade_off import interpolated
from resequencer.report import pictures
from resequencer.report.advice import Act, Advised, advised, aim, in_force_ms, settings_yaml
from resequencer.report.pictures import (
    CLASSES,
    DISPOSITIONS,
    MOST_REASONS,
    MOST_SLICES,
    STATUSES,
    Mark,
    Picture,
)
from resequencer.report.tables import MODELS, Origin, Tables
from resequencer.report.words import (
    bake_time,
    between,
    count,
    duration,
    every,
    percent,
    rate,
    rounded_up,
    several,
    spaced,
    text,
)

FOLDED_FROM = 4
"""From so many rulesets on each is folded: a page is to be seen as a whole."""

MOST_RULESETS = 50
"""So many rulesets have pictures: those to be changed first, then those with the most messages."""

_CHOICES_MS = (
    *(1, 2, 5, 10, 20, 50, 100, 200, 500),
    *(1_000, 2_000, 5_000, 10_000, 20_000, 30_000),
    *(60_000, 120_000, 180_000, 300_000, 600_000, 1_200_000, 1_800_000),
    *(3_600_000, 7_200_000, 10_800_000, 21_600_000, 43_200_000),
    *(86_400_000 * days for days in (1, 2, 3, 5, 10, 20, 30, 50, 100, 300, 1_000, 10_000)),
)
"""Bake times that are easy to say: those where the curve has moved are to choose from."""

_MOVED = 0.9
"""A late rate of so many times another one or less is worth a row of its own."""

_IN_NO_BAR: Mapping[str, str] = {
    "not_known": "of which no time is known",
    "far": "far before or after all others",
    "after_clock": "after the clock",
}
"""Why messages are in no bar of what happened."""

Column = tuple[str, str, Callable[[Any], str] | None]
"""A column of a table: its name in the frame, its heading, and how a number is written (None: it is text)."""


@dataclass(frozen=True)
class Cell:
    """What stands in a table."""

    said: str
    kind: str
    """`number`, `long` (it may break), or nothing."""


@dataclass(frozen=True)
class Table:
    """A table, written for people."""

    caption: str
    heads: Sequence[Cell]
    rows: Sequence[Sequence[Cell]]


@dataclass(frozen=True)
class Exhibit:
    """Something that is shown: a heading, words, a picture, tables, and more tables behind it."""

    heading: str
    texts: Sequence[str] = ()
    note: str | None = None
    """Why there is no more."""
    picture: Picture | None = None
    tables: Sequence[Table] = ()
    behind: Sequence[Table] = ()
    """Tables that are folded."""


@dataclass(frozen=True)
class OfRuleset:
    """What is known of one ruleset."""

    name: str
    act: Advised | None
    exhibits: Sequence[Exhibit]


def page(tables: Tables, made_at: datetime, origin: Origin) -> str:
    """Write the report as one HTML page that loads nothing.

    Args:
        tables: what to show. A section whose table was not built says so, and how to have it.
        made_at: when, in UTC; it is shown.
        origin: what it was made from besides.
    """
    acts = advised(tables, origin)
    rulesets, others = _rulesets(tables, acts, origin)
    settings = {f"resequencer__{name}": value for name, value in origin.settings.items()}
    values = {
        "made_of": _made_of(tables, made_at, origin),
        "settings": yaml.safe_dump(settings, sort_keys=False, width=100, allow_unicode=True)
        if settings
        else None,
        "advice_note": _advice_note(tables, origin),
        "acts": {act.value: [one for one in acts if one.act is act] for act in Act},
        "yaml": settings_yaml(acts, origin),
        "is_subscribed": origin.subscriptions is not None,
        "happened": None if tables.is_nothing() else _happened(tables, origin),
        "rulesets": rulesets,
        "others": others,
        "is_folded": len(rulesets) >= FOLDED_FROM,
        "figures": _advice_figures(tables),
        "exhibits": []
        if tables.is_nothing()
        else [
            _runs(tables.runs, origin),
            _gaps(tables.missing_ranges, tables.bucket("missing_ranges"), origin),
            _completeness(tables.completeness, tables.least_complete, origin),
            _baseline(tables.baseline, origin),
        ],
    }
    return _environment().get_template("report.html").render(values)


def _made_of(tables: Tables, made_at: datetime, origin: Origin) -> list[str]:
    """Of which run the page is, and how old that is, a sentence each."""
    place = f"schema {origin.schema} of target {origin.target}"
    if tables.batch is None or not len(tables.batch):
        return [f"Made {text(made_at)} from {place}, where no run has decided anything yet."]
    batch, written_at = tables.batch.iloc[0], tables.written_at()
    of_batch = f"batch {batch['number']}, whose clock is {text(batch['clock'])}"
    said = [f"Made {text(made_at)} of {of_batch}, from {place}."]
    if written_at is None:
        said.append("When the batch was written is forgotten, as old versions of tables are.")
    else:
        said.append(f"The batch was written {text(written_at)}, {_between(written_at, made_at)} before.")
    if tables.advised_at is not None and written_at is not None and tables.advised_at < written_at:
        said.append(
            f"The advice is older: of {text(tables.advised_at)}, {_between(tables.advised_at, written_at)}"
            " before the batch. A report with a run makes it anew."
        )
    return said


def _between(begin: datetime, end: datetime) -> str:
    """How long it is from one time to a later one; times without a zone are UTC."""
    moments = [pd.Timestamp(one) for one in (begin, end)]
    first, last = (one.tz_localize("UTC") if one.tz is None else one for one in moments)
    return duration(max((last - first) / pd.Timedelta(milliseconds=1), 0))


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("resequencer.report"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters["unbroken"] = _unbroken
    return environment


def _unbroken(said: str) -> Markup:
    """A number and its per cent stay in one line."""
    return Markup(str(escape(said)).replace(" %", "&nbsp;%"))


def _table(caption: str, frame: pd.DataFrame, columns: Sequence[Column]) -> Table:
    heads = [Cell(heading, "number" if write else "") for _, heading, write in columns]
    rows = []
    for row in frame.to_dict("records"):
        cells = []
        for name, _, write in columns:
            said = write(row[name]) if write else text(row[name])
            # Only what is long may break: dates and ranges read better in one line.
            cells.append(Cell(said, "number" if write else "long" if len(said) > 24 else ""))
        rows.append(cells)
    return Table(caption, heads, rows)


_OF_EVERY_RUN = ("resequencer__ledger", "resequencer__missing_ranges", "resequencer__sequence_completeness")
"""Models that need no advice."""


def _not_built(name: str, origin: Origin) -> str:
    """Why there is nothing, and what to do: the model is not there."""
    return f"Not shown: {MODELS[name]} was not built. {_how_to_have(name, origin)}"


def _how_to_have(name: str, origin: Origin) -> str:
    """What to do so that a model is built."""
    is_of_every_run = MODELS[name] in _OF_EVERY_RUN
    needs = []
    if name == "baseline" and not (origin.settings.get("deliveries") or origin.settings.get("throughput")):
        needs.append("resequencer__deliveries or resequencer__throughput to be set (docs/advice.md says how)")
    if origin.settings.get("python_models") is False and not is_of_every_run:
        needs.append("resequencer__python_models: true")
    if needs:
        return f"It needs {' and '.join(needs)}."
    if origin.is_of_run:
        return "--select or --exclude left it out."
    return f"Run `make {'run' if is_of_every_run else 'report'}`."


def _advice_note(tables: Tables, origin: Origin) -> str | None:
    """Why nothing is advised at all."""
    if tables.is_nothing():
        return (
            "No run has decided anything here yet, so there is nothing to advise: run `make run`, or"
            " `make report`, which runs and has advice, too."
        )
    if tables.advice is None:
        said = _how_to_have("advice", origin)
        return f"No advice yet: {said[0].lower()}{said[1:]}"
    if tables.lateness is not None and not len(tables.lateness):
        return (
            "No message has been put in order yet, so there is nothing to advise:"
            f" {_how_messages_come(origin)} and make the report again."
        )
    return None if len(tables.advice) else "No ruleset orders messages, so there is nothing to advise."


def _how_messages_come(origin: Origin) -> str:
    """What to do so that there are messages."""
    relation, landing = (origin.settings.get(name) for name in ("arrivals_relation", "landing"))
    if relation:
        return f"have some rows in {relation} (resequencer__arrivals_relation)"
    if isinstance(landing, Mapping) and landing.get("format") == "kafka":
        return "have some messages in the topics of resequencer__landing"
    return "land some files (resequencer__landing says where)"


def _happened(tables: Tables, origin: Origin) -> Exhibit:
    """What became of all messages so far."""
    heading = "What happened"
    if tables.outcomes is None:
        return Exhibit(heading, note=_not_built("outcomes", origin))
    if not len(tables.outcomes):
        return Exhibit(heading, note="No message has arrived yet.")
    frame = tables.outcomes
    bucket = tables.bucket("outcomes")
    total = int(frame["message_count"].sum())
    by_disposition = frame.groupby("disposition")["message_count"].sum()
    shares = [
        f"{count(by_disposition[name])} {called} ({percent(by_disposition[name] / total)})"
        for name, (called, _) in DISPOSITIONS.items()
        if name in by_disposition
    ]
    texts = [f"Of {several(total, 'message')}: {', '.join(shares)}."]
    by_reason = frame.groupby(["disposition", "reason"], as_index=False)["message_count"].sum()
    by_reason["place"] = by_reason["disposition"].map(
        {name: place for place, name in enumerate(DISPOSITIONS)}
    )
    by_reason = by_reason.sort_values(["place", "message_count"], ascending=[True, False])
    by_reason["outcome"] = by_reason["disposition"].map(lambda name: DISPOSITIONS[name][0])
    by_reason["reason"] = by_reason["reason"].map(spaced)
    by_reason["share"] = by_reason["message_count"] / total
    columns: list[Column] = [
        ("outcome", "outcome", None),
        ("reason", "reason", None),
        ("message_count", "messages", count),
        ("share", "share", percent),
    ]
    found = [_table("Messages by outcome and reason", by_reason, columns)]
    behind: list[Table] = []
    if frame["ruleset"].nunique() > 1:
        by_ruleset = frame.pivot_table(
            index="ruleset", columns="disposition", values="message_count", aggfunc="sum", fill_value=0
        )
        names = [name for name in DISPOSITIONS if name in by_ruleset.columns]
        by_ruleset = by_ruleset.reset_index().assign(ruleset=lambda one: one["ruleset"].replace("", "none"))
        written: list[Column] = [
            ("ruleset", "ruleset", None),
            *((name, DISPOSITIONS[name][0], count) for name in names),
        ]
        (found if len(by_ruleset) < FOLDED_FROM else behind).append(
            _table("Messages by ruleset", by_ruleset, written)
        )
    name = every(bucket)
    if frame["bucket_start"].notna().any():
        width = name if " " in name else f"one {name}"
        texts.append(f"The bars count messages by when they arrived, each over {width}.")
        by_time = frame.groupby("time")["message_count"].sum()
        apart = [
            f"{several(int(by_time[time]), 'message')} {why}"
            for time, why in _IN_NO_BAR.items()
            if time in by_time
        ]
        if apart:
            texts.append(f"Not among them: {', '.join(apart)}.")
        texts.append("What landed after the clock had passed its arrival counts as arrived by that clock.")
    else:
        texts.append("There is no picture: when they arrived is not known.")
    if len(by_reason) > MOST_REASONS:
        texts.append(f"The {MOST_REASONS} most frequent outcomes of those whose time is known are drawn.")
    return Exhibit(heading, texts, picture=pictures.outcomes(frame, bucket), tables=found, behind=behind)


def _rulesets(tables: Tables, acts: Sequence[Advised], origin: Origin) -> tuple[list[OfRuleset], list[str]]:
    """Rulesets with pictures in order of name, and the names of those for which there is no room."""
    about = [
        frame
        for frame in (tables.advice, tables.curve, tables.lateness, tables.backtest)
        if frame is not None
    ]
    names = sorted({str(ruleset) for frame in about for ruleset in frame["ruleset"]})
    by_name = {one.ruleset: one for one in acts}
    sizes: Mapping[str, float] = {}
    if tables.lateness is not None:
        sizes = tables.lateness.groupby("ruleset")["message_count"].sum().to_dict()
    first = sorted(
        names, key=lambda name: (name not in by_name or by_name[name].act is not Act.SET, -sizes.get(name, 0))
    )
    drawn = set(first[:MOST_RULESETS])
    return (
        [
            OfRuleset(name, by_name.get(name), _of_ruleset(tables, name, origin))
            for name in names
            if name in drawn
        ],
        [name for name in names if name not in drawn],
    )


def _of_ruleset(tables: Tables, ruleset: str, origin: Origin) -> list[Exhibit]:
    advice, curve, asked, late, tested = (
        None if frame is None else frame[frame["ruleset"] == ruleset]
        for frame in (tables.advice, tables.curve, tables.asked, tables.lateness, tables.backtest)
    )
    row = None if advice is None or not len(advice) else advice.iloc[0]
    settings = None if asked is None or not len(asked) else asked.iloc[0].to_dict()
    now_ms = in_force_ms(settings)
    return [
        _trade_off(curve, row, now_ms, ruleset, origin),
        *_choices(curve, row, now_ms, ruleset),
        _lateness(late, ruleset, origin),
        _backtest(tested, row, now_ms, ruleset, origin),
    ]


def _trade_off(
    curve: pd.DataFrame | None, advice: pd.Series | None, now_ms: float | None, ruleset: str, origin: Origin
) -> Exhibit:
    heading = "What each bake time would have cost"
    if curve is None:
        return Exhibit(heading, note=_not_built("curve", origin))
    curve = curve.dropna(subset=["late_rate", "mean_wait_ms"]).sort_values("bake_time_ms")
    if not len(curve):
        return Exhibit(
            heading,
            note="There is no trade-off curve: no message has been ordered yet, or messages leave by more"
            " than the bake time (sessions, claims, hold and the like).",
        )

    def mark(label: str, at_ms: float, late_rate: Any, mean_wait_ms: Any) -> Mark:
        late, wait = (None if pd.isna(value) else float(value) for value in (late_rate, mean_wait_ms))
        return Mark(f"{label}: {duration(at_ms)}", at_ms, late, wait)

    now = recommended = None
    if now_ms is not None:
        now = mark(
            "set now",
            now_ms,
            *(float(interpolated(curve, name, [now_ms])[0]) for name in ("late_rate", "mean_wait_ms")),
        )
    target = None
    if advice is not None and not pd.isna(advice["advised_ms"]):
        recommended = mark(
            "advised",
            float(advice["advised_ms"]),
            advice["predicted_late_rate"],
            advice["predicted_mean_wait_ms"],
        )
    if advice is not None and not pd.isna(advice["target_late_rate"]):
        target = float(advice["target_late_rate"])
    texts = [
        "For a bake time on the axis below: how many of all messages so far would have been late, and how"
        " long a message would have waited on average. The advised one stands where the advice expects it to"
        " be, for which recent messages count more."
    ]
    if recommended is not None and recommended.mean_wait_ms is None:
        texts.append(f"The advised bake time ({duration(recommended.at_ms)}) is beyond the end of the curve.")
    columns: list[Column] = [
        ("bake_time_ms", "bake time", duration),
        ("late_rate", "late", percent),
        ("mean_wait_ms", "mean wait", duration),
    ]
    drawn = pictures.trade_off(curve, now, recommended, target, ruleset)
    return Exhibit(heading, texts, picture=drawn, behind=[_table(f"Trade-off of {ruleset}", curve, columns)])


def _choices(
    curve: pd.DataFrame | None, advice: pd.Series | None, now_ms: float | None, ruleset: str
) -> list[Exhibit]:
    """What bake times that are easy to say would have cost, if there is a curve."""
    curve = (
        None
        if curve is None
        else curve.dropna(subset=["late_rate", "mean_wait_ms"]).sort_values("bake_time_ms")
    )
    if curve is None or not len(curve):
        return []
    labels = _labels(curve, advice, now_ms)
    first = pictures.where_it_matters(curve[curve["bake_time_ms"] > 0])["bake_time_ms"].min()
    candidates = {float(at) for at in _CHOICES_MS if first <= at <= curve["bake_time_ms"].max()}
    frame = pd.DataFrame({"at_ms": sorted(candidates | set(labels))})
    for column in ("late_rate", "mean_wait_ms"):
        frame[column] = interpolated(curve, column, frame["at_ms"])
    frame = frame[_moves(frame["late_rate"], frame["at_ms"].isin(list(labels)))]
    rows = {at: labels.get(at, "") for at in frame["at_ms"]}
    frame = frame.assign(bake_time=frame["at_ms"].map(bake_time), what=frame["at_ms"].map(rows))
    columns: list[Column] = [
        ("bake_time", "bake_time", str),
        ("late_rate", "late", percent),
        ("mean_wait_ms", "mean wait", duration),
        ("what", "", None),
    ]
    said = (
        "Read off the curve, on the straight line between its dots, and so of all messages so far. The advice"
        " does not go by that line, but by lateness itself, where newer history counts more."
    )
    return [
        Exhibit(
            "What other bake times would cost",
            [said],
            tables=[_table(f"Bake times for {ruleset}", frame, columns)],
        )
    ]


def _labels(curve: pd.DataFrame, advice: pd.Series | None, now_ms: float | None) -> dict[float, str]:
    """Bake times to have a row in any case, and why: what is set, what is advised, and its bounds."""
    said: dict[float, list[str]] = {}
    if now_ms is not None:
        said[now_ms] = ["as set now"]
    if advice is None or pd.isna(advice["advised_ms"]):
        return dict.fromkeys(said, "set now")
    to_set = float(rounded_up(float(advice["advised_ms"])))
    for bound, called in (("lower_ms", "lower"), ("upper_ms", "upper")):
        if pd.isna(advice[bound]) or float(advice[bound]) <= 0:
            continue
        at = float(rounded_up(float(advice[bound])))
        if at <= curve["bake_time_ms"].max():
            about = f"the {called} bound of the advice ({duration(advice[bound])})"
            said.setdefault(at, []).append(about)
    said.setdefault(to_set, []).append("as advised")
    if now_ms is not None and said[now_ms] == ["as set now"]:
        said[now_ms] = ["set now"]
    labels = {at: ", and ".join(reasons) for at, reasons in said.items()}
    labels[to_set] += _why_not_as_read(advice, float(interpolated(curve, "late_rate", [to_set])[0]))
    return labels


def _moves(rates: pd.Series, is_kept: pd.Series) -> list[bool]:
    """Which rows of a falling curve to show: those to be kept, and those that differ from both neighbours."""
    found: list[bool] = []
    before = np.inf
    # Of each row the rate of the next one that is kept in any case.
    after = rates.where(is_kept).bfill()
    for late, follows, kept in zip(rates, after, is_kept, strict=True):
        differs = late < _MOVED * before and not follows > _MOVED * late
        found.append(bool(kept or differs))
        if found[-1] and not pd.isna(late):
            before = late
    return found


def _why_not_as_read(advice: pd.Series, read_off: float) -> str:
    """Why a bake time is advised where the curve has more messages late than may be; mostly nothing."""
    if pd.isna(advice["target_late_rate"]) or not read_off > advice["target_late_rate"]:
        return ""
    by = "a fitted tail" if advice["basis"] == "fitted_tail" else "lateness itself"
    return f": {percent(advice['predicted_late_rate'])} by {by}"


def _lateness(lateness: pd.DataFrame | None, ruleset: str, origin: Origin) -> Exhibit:
    heading = "How late messages come"
    if lateness is None:
        return Exhibit(heading, note=_not_built("lateness", origin))
    by_lateness = lateness.groupby("lateness_ms")["message_count"].sum().sort_index().astype(float)
    total = float(by_lateness.sum())
    if not total:
        return Exhibit(heading, note="No message has been ordered yet.")
    # Share of messages with at least that lateness.
    beyond = by_lateness[::-1].cumsum()[::-1] / total
    beyond = beyond[(beyond.index > 0) & (beyond > 0)]
    if not len(beyond):
        return Exhibit(heading, note=f"None of {several(int(total), 'message')} came after anything higher.")
    said = (
        f"{percent(beyond.iloc[0])} of {several(int(total), 'message')} came after something higher of"
        " their sequence,"
        f" the latest {duration(beyond.index[-1])} after it."
    )
    picked = beyond.iloc[np.unique(np.linspace(0, len(beyond) - 1, 40).round().astype(int))]
    columns: list[Column] = [("lateness_ms", "lateness", duration), ("share", "at least so late", percent)]
    table = _table(f"Lateness of {ruleset}", picked.rename("share").reset_index(), columns)
    return Exhibit(heading, [said], picture=pictures.lateness(beyond, ruleset), behind=[table])


def _backtest(
    tested: pd.DataFrame | None, advice: pd.Series | None, now_ms: float | None, ruleset: str, origin: Origin
) -> Exhibit:
    heading = "What the advice would have been worth"
    if tested is None:
        return Exhibit(heading, note=_not_built("backtest", origin))
    if advice is not None and pd.isna(advice["target_late_rate"]):
        return Exhibit(heading, note="Advice by cost has no backtest: there is no target to test it against.")
    known = tested.dropna(subset=["advised_ms", "late_rate", "is_covered"]).sort_values("slice_start")
    if not len(known):
        return Exhibit(heading, note="There is too little history to test advice on.")
    late, total = float(known["late_count"].sum()), float(known["message_count"].sum())
    target = float(known["target_late_rate"].iloc[-1])
    covered = int(known["is_covered"].astype(bool).sum())
    rating = "the target was met" if late <= target * total else "the target was missed"
    texts = [
        "Before each slice of history: which bake time would have been advised from the slices before it."
        " Then what happened.",
        f"In all, {percent(late / total)} of {several(int(total), 'message')} would have been late, with a"
        f" target of {percent(target)}: {rating}. Within their 95 % interval were {covered:,} of"
        f" {several(len(known), 'slice')}"
        f" ({percent(covered / len(known))}).",
    ]
    shown = known.tail(MOST_SLICES)
    if len(shown) < len(known):
        texts.append(f"The newest {len(shown):,} are shown.")
    columns: list[Column] = [
        ("slice_start", "slice", None),
        ("advised_ms", "advised before", duration),
        ("predicted_late_rate", "predicted", percent),
        ("lower_late_rate", "from", percent),
        ("upper_late_rate", "to", percent),
        ("late_rate", "happened", percent),
        ("message_count", "messages", count),
        ("is_covered", "within", None),
    ]
    drawn = pictures.backtest(shown, now_ms, ruleset)
    return Exhibit(heading, texts, picture=drawn, behind=[_table(f"Backtest of {ruleset}", shown, columns)])


def _advice_figures(tables: Tables) -> Table | None:
    """All figures of the advice; None where there is none."""
    if tables.advice is None or not len(tables.advice):
        return None
    # Without what was asked there is still the target, which the advice has itself.
    known = (
        {} if tables.asked is None else {str(row["ruleset"]): row for row in tables.asked.to_dict("records")}
    )
    rows = [(row, known.get(str(row["ruleset"]))) for row in tables.advice.to_dict("records")]
    frame = tables.advice.assign(
        asked=[aim(row["target_late_rate"], settings) for row, settings in rows],
        set_to=["–" if settings is None else _set_to(settings) for _, settings in rows],
        range=[between(row["lower_ms"], row["upper_ms"]) for row, _ in rows],
        basis=tables.advice["basis"].map(spaced),
    ).sort_values("ruleset")
    return _table(
        "Advice for each ruleset",
        frame,
        [
            ("ruleset", "ruleset", None),
            ("advised_ms", "advised", duration),
            ("range", "range", None),
            ("set_to", "set now", str),
            ("asked", "asked for", None),
            ("predicted_late_rate", "late rate", percent),
            ("predicted_mean_wait_ms", "mean wait", duration),
            ("predicted_max_buffer", "most held", count),
            ("basis", "basis", None),
            ("sample_size", "messages seen", count),
            ("landed_late_count", "landed late", count),
            ("slice_ms", "slices of", duration),
            ("drift", "drift", None),
        ],
    )


def _set_to(settings: Mapping[str, Any]) -> str:
    now_ms = in_force_ms(settings)
    return "none" if now_ms is None else duration(now_ms)


def _runs(runs: pd.DataFrame | None, origin: Origin) -> Exhibit:
    heading = "Runs"
    if runs is None:
        return Exhibit(heading, note=_not_built("runs", origin))
    if not len(runs):
        return Exhibit(heading, note="No run has decided anything yet.")
    texts = [
        "Messages that each run settled, and how long it took from its beginning to its commit. What a run"
        " takes should follow what it settles, not how much there is already."
    ]
    if (unknown := int(runs["seconds"].isna().sum())) and unknown < len(runs):
        texts.append(
            f"Of {several(unknown, 'run')} the time is forgotten, as old versions of tables are"
            " (resequencer__keep_versions)."
        )
    elif unknown:
        texts.append("How long they took is not known.")
    columns: list[Column] = [
        ("number", "batch", count),
        ("ended_at", "ended", None),
        ("seconds", "seconds", rate),
        ("settled_count", "messages settled", count),
    ]
    table = _table("Runs, the newest first", runs.sort_values("number", ascending=False), columns)
    return Exhibit(heading, texts, picture=pictures.runs(runs), behind=[table])


def _gaps(missing: pd.DataFrame | None, bucket: timedelta, origin: Origin) -> Exhibit:
    heading = "Missing ranges over time"
    if missing is None:
        return Exhibit(heading, note=_not_built("missing_ranges", origin))
    if not len(missing):
        return Exhibit(heading, note="Nothing is missing.")
    name = every(bucket)
    texts = [
        "Gaps of consecutive numbers that have not come, by when they were noticed; a bar is"
        f" {name if ' ' in name else f'one {name}'}. Open: still waited for. Skipped: given up after the"
        " bake time. Filled: the sender said that it will never come. Stood in: placeholders were released"
        " instead."
    ]
    missing = missing.assign(
        bucket_start=pd.to_datetime(missing["bucket_start"]),
        range_count=missing["range_count"].astype(float),
        missing_count=missing["missing_count"].astype(float),
    )
    statuses = [status for status in STATUSES if (missing["status"] == status).any()]
    by_ruleset = missing.groupby(["ruleset", "status"])[["range_count", "missing_count"]].sum().reset_index()
    by_ruleset["status"] = by_ruleset["status"].map(spaced)
    of_ruleset = _table(
        "Gaps by ruleset",
        by_ruleset,
        [
            ("ruleset", "ruleset or order group", None),
            ("status", "status", None),
            ("range_count", "gaps", count),
            ("missing_count", "numbers missing", count),
        ],
    )
    dated = missing.dropna(subset=["bucket_start"])
    if not len(dated):
        return Exhibit(heading, texts, note="When they were noticed is not known.", tables=[of_ruleset])
    if undated := float(missing["range_count"].sum() - dated["range_count"].sum()):
        texts.append(f"When {undated:,.0f} more were noticed is not known.")
    counted = dated.pivot_table(
        index="bucket_start", columns="status", values="range_count", aggfunc="sum", fill_value=0.0
    )
    # Stretches without a gap are shown as such.
    places = pd.date_range(counted.index.min(), counted.index.max(), freq=bucket)
    counted = counted.reindex(index=places, columns=statuses, fill_value=0.0)
    sums = dated.groupby("bucket_start")["missing_count"].sum()
    frame = counted[counted.sum(axis=1) > 0].assign(missing_count=sums).rename_axis("begin").reset_index()
    written = "%Y-%m-%d %H:%M" if bucket < timedelta(days=1) else "%Y-%m-%d"
    frame["begin"] = [at.strftime(written) for at in frame["begin"]]
    columns: list[Column] = [
        ("begin", name if " " not in name else f"{name} from", None),
        *((status, STATUSES[status][0], count) for status in statuses),
        ("missing_count", "numbers missing", count),
    ]
    found = [_table("Gaps by time", frame, columns), of_ruleset]
    return Exhibit(heading, texts, picture=pictures.gaps(counted, bucket), behind=found)


def _completeness(completeness: pd.DataFrame | None, least: pd.DataFrame | None, origin: Origin) -> Exhibit:
    heading = "Sequences by completeness"
    if completeness is None:
        return Exhibit(heading, note=_not_built("completeness", origin))
    if not len(completeness):
        return Exhibit(heading, note="There are no sequences yet.")
    texts = [
        "Distinct numbers received, as a share of those from the first to the last one, or to the highest"
        " received. Complete: the last number is known and nothing is missing. Nothing missing so far: the"
        " last number is not known"
        " yet. Not known: the keys tell an order only, not what is between them."
    ]
    counted = completeness.pivot_table(
        index="ruleset", columns="class", values="sequence_count", aggfunc="sum", fill_value=0
    ).reindex(columns=list(CLASSES), fill_value=0)
    totals = counted.sum()
    frame = counted.reset_index()
    if len(frame) > 1:
        frame = pd.concat([frame, totals.to_frame().T.assign(ruleset="all")], ignore_index=True)
    classes: list[Column] = [(name, called, count) for name, (called, _) in CLASSES.items()]
    found = [_table("Sequences by ruleset", frame, [("ruleset", "ruleset or order group", None), *classes])]
    if least is not None and len(least):
        columns: list[Column] = [
            ("ruleset", "ruleset or order group", None),
            ("sequence_id", "sequence", None),
            ("epoch", "epoch", count),
            ("completeness", "completeness", percent),
            ("missing_count", "numbers missing", count),
        ]
        found.append(_table("The least complete", least, columns))
    return Exhibit(heading, texts, picture=pictures.completeness(totals), behind=found)


def _baseline(baseline: pd.DataFrame | None, origin: Origin) -> Exhibit:
    heading = "Throughput baseline"
    if baseline is None:
        return Exhibit(heading, note=_not_built("baseline", origin))
    if not len(baseline):
        return Exhibit(heading, note="No baseline was made.")
    # One row each, however often a number of consumers is listed; what was measured goes before.
    baseline = (
        baseline.sort_values(["consumer_replicas", "pressure_level", "basis"], kind="stable")
        .drop_duplicates(["consumer_replicas", "pressure_level"])
        .reset_index(drop=True)
    )
    said = f"Consumers advised for the present load: {count(baseline['advised_replicas'].iloc[0])}."
    if not baseline["is_wait_met"].iloc[0]:
        said += " These do not keep the wait that is asked for, and more would hardly help."
    texts = [
        said,
        "How many of the messages that come are processed, by number of consumers and load (as a multiple"
        " of the present one). Where it is less than 100 %, consumers fall behind. An asterisk marks what"
        " was measured; the rest is simulated.",
    ]
    levels = sorted(baseline["pressure_level"].unique())
    shares = []
    for replicas, rows in baseline.groupby("consumer_replicas"):
        cells: dict[str, Any] = {"consumers": replicas}
        for row in rows.to_dict("records"):
            offered = float(row["arrival_rate"])
            share = float(row["processing_rate"]) / offered if offered > 0 else 1.0
            cells[f"{row['pressure_level']}"] = (
                f"{min(share, 1) * 100:.0f} %{'*' if row['basis'] == 'measured' else ''}"
            )
        shares.append(cells)
    columns: list[Column] = [
        ("consumers", "consumers", count),
        *((f"{level}", f"{level:g} ×", _or_nothing) for level in levels),
    ]
    grid = _table("Share of messages processed", pd.DataFrame(shares), columns)
    figures = _table(
        "Throughput baseline in figures",
        baseline,
        [
            ("consumer_replicas", "consumers", count),
            ("pressure_level", "load (×)", rate),
            ("arrival_rate", "arrive / s", rate),
            ("processing_rate", "processed / s", rate),
            ("exception_rate", "given up", percent),
            ("utilisation", "busy", percent),
            ("p95_wait_ms", "p95 wait", duration),
            ("max_backlog", "most waiting", count),
            ("basis", "basis", None),
        ],
    )
    return Exhibit(heading, texts, tables=[grid], behind=[figures])


def _or_nothing(value: Any) -> str:
    return "–" if pd.isna(value) else str(value)
