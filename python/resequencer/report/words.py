"""Figures as people read them, and durations as settings take them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import numpy as np
import pandas as pd

_UNITS = (("d", 86_400_000), ("h", 3_600_000), ("min", 60_000), ("s", 1_000), ("ms", 1))
_SETTING_UNITS = (("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1))
_STEPS_MS = (
    *(1, 2, 5, 10, 20, 50, 100, 200, 500),
    *(1_000, 2_000, 5_000, 10_000, 30_000),
    *(60_000, 120_000, 300_000, 600_000, 1_800_000),
    *(3_600_000, 7_200_000, 21_600_000, 86_400_000),
)
"""What a bake time is rounded up to a multiple of, in milliseconds."""

NOTHING = "–"


def duration(milliseconds: Any) -> str:
    """Write milliseconds for people, with at most three figures."""
    if pd.isna(milliseconds):
        return NOTHING
    value = float(milliseconds)
    unit, size = next((one for one in _UNITS if value >= one[1]), _UNITS[-1])
    return f"{rate(value / size)} {unit}"


def bake_time(milliseconds: float) -> str:
    """Write milliseconds as a setting has them: 10m.

    A whole number of the largest unit that allows it.
    """
    whole = int(milliseconds)
    unit, size = next((one for one in _SETTING_UNITS if whole % one[1] == 0 and whole >= one[1]), ("ms", 1))
    return f"{whole // size}{unit}"


def rounded_up(milliseconds: float) -> int:
    """A duration that is easy to say, in milliseconds: at least as long, and less than a tenth longer."""
    step = max((step for step in _STEPS_MS if step <= milliseconds / 10), default=1)
    return -(-int(np.ceil(milliseconds)) // step) * step


def percent(share: Any) -> str:
    """Write a share for people, with at most three figures."""
    if pd.isna(share):
        return NOTHING
    # Never as a power of ten: late rates are small.
    return np.format_float_positional(float(share) * 100, precision=3, fractional=False, trim="-") + " %"


def count(value: Any) -> str:
    """Write a whole number."""
    return NOTHING if pd.isna(value) else f"{int(value):,}"


def rate(value: Any) -> str:
    """Write a number with three figures, but never as a power of ten where it is large."""
    if pd.isna(value):
        return NOTHING
    return f"{float(value):,.0f}" if abs(value) >= 1000 else f"{float(value):.3g}"


def between(low: Any, high: Any) -> str:
    """Write the range of two durations in milliseconds, each of which may be null."""
    if pd.isna(low) and pd.isna(high):
        return NOTHING
    if pd.isna(high):
        return f"{duration(low)} or more"
    return f"up to {duration(high)}" if pd.isna(low) else f"{duration(low)} to {duration(high)}"


def text(value: Any) -> str:
    """Write anything else: moments to the minute, true and false as yes and no."""
    if pd.isna(value):
        return NOTHING
    if isinstance(value, pd.Timestamp | datetime):
        return f"{value:%Y-%m-%d %H:%M}"
    if isinstance(value, bool | np.bool_):
        return "yes" if value else "no"
    return str(value)


def spaced(name: Any) -> str:
    """A name of the tables as words."""
    return str(name).replace("_", " ")


def several(number: int, one: str, many: str | None = None) -> str:
    """A number of things: 1 message, 2 messages."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def every(bucket: timedelta) -> str:
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
