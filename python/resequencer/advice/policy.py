"""`bake_time: auto`: when the advised bake time is taken over, and how far it may go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Decision = Literal["taken", "kept", "no_advice"]


@dataclass(frozen=True)
class AutoBakeTime:
    """Bounds and hysteresis of an automatic bake time."""

    initial_ms: int
    """Bake time until something is advised."""
    lowest_ms: int = 1
    """Never less than that."""
    highest_ms: int = 86_400_000
    """Never more than that, whatever is advised: what holds messages longer is for people to decide."""
    raise_by: float = 0.05
    """It is raised where the advice is higher by more than this share: being late costs messages."""
    lower_by: float = 0.25
    """It is lowered only where the advice is lower by more than this share, ..."""
    lower_after: int = 3
    """... so many batches in a row. A calm hour lowers nothing."""

    def __post_init__(self) -> None:
        if not 1 <= self.lowest_ms <= self.initial_ms <= self.highest_ms:
            raise ValueError("lowest_ms, initial_ms and highest_ms must ascend, from at least 1")
        if self.raise_by < 0 or not 0 <= self.lower_by < 1 or self.lower_after < 1:
            raise ValueError(
                "raise_by and lower_by must be 0 or more, lower_by below 1, lower_after at least 1"
            )


@dataclass(frozen=True)
class AutoState:
    """What a batch records of an automatic bake time, so that a replay gives the same."""

    bake_time_ms: int
    """Bake time in force for the batch."""
    batches_below: int
    """Batches in a row, this one included, for which the advice was lower by more than `lower_by`."""
    decision: Decision
    """Whether the advice was taken, the bake time kept, or nothing advised."""


def next_bake_time(policy: AutoBakeTime, before: AutoState | None, advised_ms: int | None) -> AutoState:
    """Decide the bake time of the next batch, from nothing but what is given here.

    Args:
        policy: bounds and hysteresis.
        before: what the batch before recorded; None for the first.
        advised_ms: `advised_ms` of resequencer__bake_time_advice; None where there is too little data.
    """
    current = _bounded(policy, before.bake_time_ms if before else policy.initial_ms)
    if advised_ms is None:
        return AutoState(current, 0, "no_advice")
    wanted = _bounded(policy, advised_ms)
    if wanted > current * (1 + policy.raise_by):
        return AutoState(wanted, 0, "taken")
    if wanted < current * (1 - policy.lower_by):
        below = (before.batches_below if before else 0) + 1
        if below >= policy.lower_after:
            return AutoState(wanted, 0, "taken")
        return AutoState(current, below, "kept")
    return AutoState(current, 0, "kept")


def _bounded(policy: AutoBakeTime, bake_time_ms: int) -> int:
    return min(max(bake_time_ms, policy.lowest_ms), policy.highest_ms)
