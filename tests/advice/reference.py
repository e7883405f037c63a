"""What a bake time costs and brings, written down plainly: what the project's own figures are compared with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
import pandas as pd

from resequencer.advice.history import Floats, lateness_ms

COLUMNS = (
    "bake_time_ms",
    "late_rate",
    "mean_wait_ms",
    "p95_wait_ms",
    "p99_wait_ms",
    "mean_buffered",
    "max_buffered",
)
"""Columns of the curve; what they are is said at `trade_off`."""


def trade_off(
    arrivals: pd.DataFrame,
    bake_times_ms: Sequence[int],
    key_type: Literal["sequence", "long"] = "sequence",
    start: int = 1,
) -> pd.DataFrame:
    """Work out, for several bake times above 0, what all arrivals would have come to in the end.

    Args:
        arrivals: one row per arrival: `sequence_id`, `sequence_number` and `arrived_ms` (effective arrival,
            in milliseconds from any moment). `key_type: sequence` counts the first of each number only.
        bake_times_ms: bake times in milliseconds.
        key_type: whether numbers are contiguous or only in order.
        start: first number of every sequence (`sequence`).

    Returns:
        One row per bake time: `bake_time_ms`, `late_rate` (share of the messages that are late, 0 to 1), of
        the released ones `mean_wait_ms`, `p95_wait_ms` and `p99_wait_ms` (release - arrival), then
        `mean_buffered` and `max_buffered` (messages held at once, from the first arrival to the last).
    """
    ordered = arrivals.sort_values(["sequence_id", "sequence_number", "arrived_ms"], kind="stable")
    if key_type == "sequence":
        ordered = ordered.drop_duplicates(["sequence_id", "sequence_number"])
    # Since when this number or anything above it has been there.
    first_ms = ordered.groupby(["sequence_id", "sequence_number"])["arrived_ms"].transform("min")
    there_ms = first_ms.iloc[::-1].groupby(ordered["sequence_id"]).cummin()
    ordered = ordered.assign(lateness_ms=lateness_ms(ordered), there_ms=there_ms)
    span_ms = float(ordered["arrived_ms"].max() - ordered["arrived_ms"].min()) if len(ordered) else 0.0
    rows = []
    for bake_time in bake_times_ms:
        if bake_time <= 0:
            raise ValueError(f"a bake time must be above 0, not {bake_time!r}")
        timely = ordered[ordered["lateness_ms"] < bake_time]
        arrived = timely["arrived_ms"].to_numpy(dtype=np.float64)
        released = _released_ms(timely, float(bake_time), key_type, start)
        waits = released - arrived
        rows.append(
            {
                "bake_time_ms": bake_time,
                "late_rate": 1 - len(timely) / len(ordered) if len(ordered) else 0.0,
                "mean_wait_ms": waits.mean() if len(waits) else 0.0,
                "p95_wait_ms": np.quantile(waits, 0.95) if len(waits) else 0.0,
                "p99_wait_ms": np.quantile(waits, 0.99) if len(waits) else 0.0,
                # Little's law: messages held, on average, are their waits over the time looked at.
                "mean_buffered": waits.sum() / span_ms if span_ms else 0.0,
                "max_buffered": _largest_buffer(arrived, released),
            }
        )
    return pd.DataFrame(rows, columns=list(COLUMNS))


def _released_ms(timely: pd.DataFrame, bake_time: float, key_type: str, start: int) -> Floats:
    """release(k) of the messages that are not late, by the closed form; rows by sequence and number."""
    arrived = timely["arrived_ms"].to_numpy(dtype=np.float64)
    baked = timely["there_ms"].to_numpy(dtype=np.float64) + bake_time
    if key_type == "long":
        return np.asarray(np.maximum(baked, arrived))
    numbers = timely["sequence_number"]
    begins = (numbers.diff() != 1) | (timely["sequence_id"] != timely["sequence_id"].shift())
    island = begins.cumsum()
    latest = timely["arrived_ms"].groupby(island).cummax().to_numpy(dtype=np.float64)
    # Of each island's first message; the head island need not bake.
    first = numbers.groupby(island).transform("first").to_numpy()
    gap_baked = pd.Series(baked, index=timely.index).groupby(island).transform("first").to_numpy()
    return np.asarray(np.where(first == start, latest, np.maximum(gap_baked, latest)), dtype=np.float64)


def _largest_buffer(arrived: Floats, released: Floats) -> int:
    held = released > arrived
    moments = np.concatenate([arrived[held], released[held]])
    change = np.concatenate([np.ones(held.sum(), dtype=np.int64), -np.ones(held.sum(), dtype=np.int64)])
    # What leaves at a moment has left when something else comes.
    order = np.lexsort((change, moments))
    return int(change[order].cumsum().max(initial=0))
