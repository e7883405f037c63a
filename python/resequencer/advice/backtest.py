"""What the advice would have been before each slice of the past, and what then happened."""

from __future__ import annotations

import pandas as pd

from resequencer.advice.bake_time import (
    Advice,
    Settings,
    advise,
    advised_slices,
    best_factor,
    forget_scores,
)
from resequencer.advice.history import LatenessHistory

STEP = 0.01
"""How much one slice outside its interval widens the next ones (Gibbs and Candès: gamma)."""


def backtest(history: LatenessHistory, settings: Settings | None = None) -> tuple[pd.DataFrame, Advice]:
    """Advise before every slice from what was known then, compare with it, and advise for the next one.

    Where slices have fallen outside their intervals more often than stated, later intervals are widened
    (adaptive conformal inference), and never made narrower than stated.

    Args:
        history: the slices, in order of time.
        settings: what is asked of the advice.

    Returns:
        One row per slice of `advised_slices`: `slice_start`, `target_late_rate`, `advised_ms`,
        `lower_ms`, `upper_ms`, `predicted_late_rate`, `lower_late_rate`, `upper_late_rate`, `basis`,
        `forget_factor` and `sample_size` (see Advice), then what happened: `message_count` and `late_count`
        (messages with lateness >= advised_ms) of the slice, `late_rate` and `is_covered` (whether that is in
        the interval); null where nothing was advised. And the advice from all slices, for the next.
    """
    settings = settings or Settings()
    scores = forget_scores(history, settings)
    stated = 1 - settings.interval
    alpha = stated
    rows = []
    for position in advised_slices(history, settings):
        before = history.before(position, settings.most_slices)
        advice = advise(before, best_factor(scores[:position], settings), settings, alpha)
        late_count: int | None = None
        rate: float | None = None
        is_covered: bool | None = None
        messages = int(history.messages[position])
        if advice.advised_ms is not None:
            assert advice.lower_late_rate is not None
            assert advice.upper_late_rate is not None
            late_count = int(history.late_at(advice.advised_ms)[position])
            rate = late_count / messages
            is_covered = advice.lower_late_rate <= rate <= advice.upper_late_rate
            alpha = min(alpha + STEP * (stated - (not is_covered)), stated)
        rows.append(
            {
                "slice_start": history.slice_starts[position],
                "target_late_rate": settings.target_late_rate,
                "advised_ms": advice.advised_ms,
                "lower_ms": advice.lower_ms,
                "upper_ms": advice.upper_ms,
                "predicted_late_rate": advice.predicted_late_rate,
                "lower_late_rate": advice.lower_late_rate,
                "upper_late_rate": advice.upper_late_rate,
                "basis": advice.basis,
                "forget_factor": advice.forget_factor,
                "sample_size": advice.sample_size,
                "message_count": messages,
                "late_count": late_count,
                "late_rate": rate,
                "is_covered": is_covered,
            }
        )
    frame = pd.DataFrame(rows, columns=list(COLUMNS)).astype(COLUMNS)
    return frame, advise(history, best_factor(scores, settings), settings, alpha)


COLUMNS = {
    "slice_start": "object",
    "target_late_rate": "float64",
    "advised_ms": "Int64",
    "lower_ms": "Int64",
    "upper_ms": "Int64",
    "predicted_late_rate": "Float64",
    "lower_late_rate": "Float64",
    "upper_late_rate": "Float64",
    "basis": "object",
    "forget_factor": "float64",
    "sample_size": "int64",
    "message_count": "int64",
    "late_count": "Int64",
    "late_rate": "Float64",
    "is_covered": "boolean",
}
"""Columns of the backtest, with their types in pandas."""
