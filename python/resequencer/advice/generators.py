"""Arrivals to try the advice on: five kinds of delay, each from a seed, of which the truth is known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd

from resequencer.advice.history import Floats, lateness_ms

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS


@dataclass(frozen=True)
class Traffic:
    """What is sent, before anything delays it."""

    duration_ms: int
    """How long is sent."""
    messages_per_hour: float = 200.0
    """Over all sequences together."""
    sequence_count: int = 10
    """Sequences that are open all the time; each message belongs to one of them by chance."""
    median_delay_ms: float = 30_000.0
    """Delay that half of the messages exceed when nothing is unusual."""


def exponential(traffic: Traffic, sent_ms: Floats, chance: np.random.Generator) -> Floats:
    """Independent delays without memory: the tail ends soon."""
    return chance.exponential(traffic.median_delay_ms / np.log(2), len(sent_ms))


def heavy_tailed(traffic: Traffic, sent_ms: Floats, chance: np.random.Generator) -> Floats:
    """Independent Pareto delays with a tail index of 1.2: rare ones are very long, the variance infinite."""
    index = 1.2
    return traffic.median_delay_ms * 2 ** (-1 / index) * (1 + chance.pareto(index, len(sent_ms)))


def bursty(traffic: Traffic, sent_ms: Floats, chance: np.random.Generator) -> Floats:
    """A link that fails now and then: what is sent meanwhile is delayed together, up to its return and more.

    Failures come about three times a day and last 10 minutes on average, so that lateness comes in bursts of
    dependent messages and most slices have none.
    """
    delays = exponential(traffic, sent_ms, chance)
    failures = chance.poisson(3 * traffic.duration_ms / DAY_MS)
    begins = np.sort(chance.uniform(0, traffic.duration_ms, failures))
    ends = begins + chance.exponential(HOUR_MS / 6, failures)
    for begin, end in zip(begins, ends, strict=True):
        down = (sent_ms >= begin) & (sent_ms < end)
        # Half of the messages take another way; the others wait for the end of the failure, then queue.
        waits = down & (chance.random(len(sent_ms)) < 0.5)
        delays[waits] += (end - sent_ms[waits]) * chance.uniform(1, 1.5, int(waits.sum()))
    return delays


def drifting(traffic: Traffic, sent_ms: Floats, chance: np.random.Generator) -> Floats:
    """Delays whose scale grows evenly to three times what it was."""
    scale = 1 + 2 * sent_ms / traffic.duration_ms
    return exponential(traffic, sent_ms, chance) * scale


def daily_cycle(traffic: Traffic, sent_ms: Floats, chance: np.random.Generator) -> Floats:
    """Delays that are five times as long at the busiest hour as at the calmest."""
    phase = 2 * np.pi * sent_ms / DAY_MS
    return exponential(traffic, sent_ms, chance) * 5 ** (0.5 - 0.5 * np.cos(phase))


Delays = Callable[[Traffic, Floats, np.random.Generator], Floats]

KINDS: dict[str, Delays] = {
    "exponential": exponential,
    "heavy_tailed": heavy_tailed,
    "bursty": bursty,
    "drifting": drifting,
    "daily_cycle": daily_cycle,
}
"""The five kinds of arrivals by name."""


def generate(kind: str, traffic: Traffic, seed: int) -> pd.DataFrame:
    """Return arrivals of one kind, the same for the same seed.

    Messages are sent at random moments (`daily_cycle`: more at the busiest hour), numbered from 1 within
    their sequence as they are sent; each takes its own delay.

    Args:
        kind: a name in KINDS.
        traffic: what is sent.
        seed: of numpy's default random generator.

    Returns:
        One row per message, in order of arrival: `sequence_id`, `sequence_number`, `sent_ms`, `arrived_ms`
        (milliseconds from the beginning) and `lateness_ms`.

    Raises:
        ValueError: where the kind is unknown.
    """
    if kind not in KINDS:
        raise ValueError(f"Unknown kind of arrivals {kind!r}: it may be {', '.join(KINDS)}")
    chance = np.random.default_rng(seed)
    count = chance.poisson(traffic.messages_per_hour * traffic.duration_ms / HOUR_MS)
    sent_ms = chance.uniform(0, traffic.duration_ms, count)
    if kind == "daily_cycle":
        # Thinned to between 0.2 and 1 of the rate, then made up to the number asked for.
        sent_ms = chance.uniform(0, traffic.duration_ms, 3 * count)
        keeps = chance.random(3 * count) < 0.6 - 0.4 * np.cos(2 * np.pi * sent_ms / DAY_MS)
        sent_ms = sent_ms[keeps][:count]
    sent_ms.sort()
    arrivals = pd.DataFrame(
        {
            "sequence_id": chance.integers(0, traffic.sequence_count, len(sent_ms)),
            "sent_ms": sent_ms,
            "arrived_ms": sent_ms + KINDS[kind](traffic, sent_ms, chance),
        }
    )
    arrivals.insert(1, "sequence_number", arrivals.groupby("sequence_id").cumcount() + 1)
    arrivals["lateness_ms"] = lateness_ms(arrivals)
    return arrivals.sort_values("arrived_ms", ignore_index=True)
