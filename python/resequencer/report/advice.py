"""What to do about each ruleset, in a sentence, and the settings that do it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np
import pandas as pd
import yaml

from resequencer.advice.trade_off import interpolated
from resequencer.report.tables import Origin, Tables
from resequencer.report.words import bake_time, between, count, duration, percent, rate, rounded_up, several

_RAISED_FROM, _LOWERED_FROM = 1.05, 0.75
"""As `bake_time: auto` has it: what is set is changed for advice of so many times it or more, or less."""


class Act(Enum):
    """What there is to do about a ruleset."""

    SET = "set"
    """Its bake time is to be changed, or it has none yet."""
    KEEP = "keep"
    FOLLOW = "follow"
    """`bake_time: auto` does it."""
    WAIT = "wait"
    """There is too little history."""


@dataclass(frozen=True)
class Advised:
    """What to do about one ruleset."""

    ruleset: str
    act: Act
    setting: str | None
    """The bake time to set, or to keep, as a setting has it."""
    promise: str
    """What that brings; or why there is no advice."""
    details: tuple[str, ...]
    """Sentences for who wants to know more."""
    now: str
    """The bake time in force."""
    meets: bool = False
    """Whether what is in force already brings what is asked for, as surely as that."""

    @property
    def short(self) -> str:
        """The same in a few words."""
        words = {
            Act.SET: f"set {self.setting} (now {self.now})",
            Act.KEEP: f"keep {self.setting}",
            Act.FOLLOW: f"auto, now {self.now}",
            Act.WAIT: "no advice yet",
        }
        return words[self.act]


def advised(tables: Tables, origin: Origin) -> list[Advised]:
    """What to do about each ruleset that has a row of advice: first what is to be changed."""
    if tables.advice is None:
        return []
    asked = (
        {} if tables.asked is None else {str(row["ruleset"]): row for row in tables.asked.to_dict("records")}
    )
    autos = origin.autos
    each = [
        _advised(
            row,
            asked.get(str(row["ruleset"])),
            _curve(tables, row["ruleset"]),
            _longest_ms(tables, row["ruleset"]),
            str(row["ruleset"]) in autos,
        )
        for row in tables.advice.sort_values("ruleset").to_dict("records")
    ]
    return sorted(each, key=lambda one: list(Act).index(one.act))


def aim(target_late_rate: Any, settings: Mapping[str, Any] | None) -> str:
    """What the advice of one ruleset is to meet."""
    if settings is not None and not pd.isna(settings["late_cost"]):
        late, wait = rate(settings["late_cost"]), rate(settings["wait_cost"])
        return f"least cost, where a late message costs {late} and a second of waiting {wait}"
    if pd.isna(target_late_rate):
        return "least cost"
    target = f"at most {percent(target_late_rate)} late"
    if settings is None or pd.isna(settings["target_confidence"]):
        return target
    return f"{target}, {percent(settings['target_confidence'])} sure"


def in_force_ms(settings: Mapping[str, Any] | None) -> float | None:
    """The bake time that is set, in milliseconds; None: none is, or it is not known."""
    return None if settings is None or pd.isna(settings["bake_us"]) else float(settings["bake_us"]) / 1000


def settings_yaml(acts: Sequence[Advised], origin: Origin) -> str | None:
    """The rulesets, or subscriptions, with the bake times to set, to be copied.

    Where they are written down in settings they are all there, with all their fields, so that the text can
    take the place of the old one; else those to be changed alone.

    Returns:
        None where nothing is to be changed, or where subscriptions are not written in settings.
    """
    changed = {one.ruleset: one for one in acts if one.act is Act.SET}
    subscriptions = origin.subscriptions
    written = origin.rulesets if subscriptions is None else subscriptions
    if not changed or subscriptions == []:
        return None
    if not {str(entry.get("name")) for entry in written} >= set(changed):
        written = [{"name": name} for name in changed]
    lines = ["resequencer__rulesets:" if subscriptions is None else "resequencer__subscriptions:"]
    for entry in written:
        one = changed.get(str(entry.get("name")))
        fields: Mapping[str, Any] = entry
        if one is not None and subscriptions is None:
            fields = {"name": entry["name"], "bake_time": None} | entry | {"bake_time": one.setting}
        elif one is not None:
            ordered = {"bake_time": None} | (entry.get("ordered") or {}) | {"bake_time": one.setting}
            fields = entry | {"ordered": ordered}
        flow = yaml.safe_dump(
            dict(fields), default_flow_style=True, sort_keys=False, width=float("inf"), allow_unicode=True
        )
        lines.append(f"  - {flow.strip()}" + (f"  # was {one.now}" if one is not None else ""))
    return "\n".join(lines)


def _curve(tables: Tables, ruleset: Any) -> pd.DataFrame:
    if tables.curve is None:
        return pd.DataFrame({"bake_time_ms": [], "late_rate": [], "mean_wait_ms": []})
    of_ruleset = tables.curve[tables.curve["ruleset"] == ruleset]
    return of_ruleset.dropna(subset=["late_rate", "mean_wait_ms"])


def _longest_ms(tables: Tables, ruleset: Any) -> float:
    """The greatest lateness that was seen; nan: it is not known."""
    if tables.lateness is None:
        return np.nan
    return float(tables.lateness.loc[tables.lateness["ruleset"] == ruleset, "lateness_ms"].max())


def _advised(
    row: Mapping[str, Any],
    settings: Mapping[str, Any] | None,
    curve: pd.DataFrame,
    longest_ms: float,
    is_auto: bool,
) -> Advised:
    ruleset, now_ms = str(row["ruleset"]), in_force_ms(settings)
    now = "not known" if settings is None else "none" if now_ms is None else duration(now_ms)
    wanted = aim(row["target_late_rate"], settings)
    landed_late = int(row["landed_late_count"])
    if landed_late:
        parts = (
            f"{several(landed_late, 'message')} landed when the clock of a run had passed their arrival, as"
            " history"
            " does that lands in parts. They tell how files land, and not how messages come: advice and"
            " curves leave"
            " them out."
        )
    if pd.isna(row["advised_ms"]):
        why = f"{several(int(row['sample_size']), 'message')} seen so far say too little to promise {wanted}."
        if not row["sample_size"]:
            why = "No message that landed in time has been put in order yet."
        if landed_late:
            why += f" {parts}"
        return Advised(ruleset, Act.WAIT, None, why, (), now)
    advised_ms = float(row["advised_ms"])
    setting_ms = rounded_up(advised_ms)
    details = [_why(row, advised_ms, longest_ms)]
    if now_ms is not None:
        late, wait = (float(interpolated(curve, name, [now_ms])[0]) for name in ("late_rate", "mean_wait_ms"))
        if not np.isnan(late):
            details.append(
                f"The bake time that is set now ({now}) would have left {percent(late)} of all messages so"
                f" far late, with a mean wait of {duration(wait)}."
            )
    elif settings is not None:
        details.append("Now no bake time is set: a message behind a gap waits until the gap is filled.")
    if row["drift"]:
        details.append(
            "Messages have lately come earlier or later than before, by more than chance: look again soon."
        )
    if landed_late:
        details.append(parts)
    promise = f"{wanted[0].upper()}{wanted[1:]}."
    # A longer one than advised makes fewer messages late, but costs more.
    is_by_cost = pd.isna(row["target_late_rate"])
    meets = now_ms is not None and advised_ms <= now_ms and not (is_by_cost and now_ms > setting_ms)
    if is_auto:
        return Advised(ruleset, Act.FOLLOW, "auto", promise, tuple(details), now, meets)
    if now_ms is not None and _LOWERED_FROM * now_ms <= advised_ms <= _RAISED_FROM * now_ms:
        if not meets:
            beside = "hardly shorter" if now_ms < advised_ms else "longer"
            promise = f"{beside[0].upper()}{beside[1:]} than advised ({duration(advised_ms)})."
        return Advised(ruleset, Act.KEEP, bake_time(now_ms), promise, tuple(details), now, meets)
    return Advised(ruleset, Act.SET, bake_time(setting_ms), promise, tuple(details), now)


def _why(row: Mapping[str, Any], advised_ms: float, longest_ms: float) -> str:
    """What the advice rests on, and what it costs."""
    # What reads the same is not beyond.
    is_beyond = advised_ms > longest_ms and duration(advised_ms) != duration(longest_ms)
    basis = {
        "empirical": f"by the lateness of {count(row['sample_size'])} messages",
        "fitted_tail": f"by a distribution fitted to the latest of {count(row['sample_size'])} messages"
        + (f", beyond the longest that was seen ({duration(longest_ms)})" if is_beyond else ""),
    }
    said = f"Advised, {basis.get(row['basis'], row['basis'])}: {duration(advised_ms)}"
    if not (pd.isna(row["lower_ms"]) and pd.isna(row["upper_ms"])):
        needed = between(row["lower_ms"], row["upper_ms"])
        said += f"; what is needed exactly: {needed}"
    if not pd.isna(row["predicted_late_rate"]):
        late = percent(row["predicted_late_rate"])
        said += f". To expect of that, where newer history counts more: {late} late"
        if not pd.isna(row["predicted_mean_wait_ms"]):
            said += (
                f", a mean wait of {duration(row['predicted_mean_wait_ms'])}, and at most"
                f" {several(int(row['predicted_max_buffer']), 'message')} held at once"
            )
    return f"{said}."
