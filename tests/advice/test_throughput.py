"""The simulated consumers, beside formulas of queueing theory, and the scaling."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from resequencer.advice.throughput import (
    COLUMNS,
    Load,
    ScalingPolicy,
    ScalingState,
    baseline,
    measured_cells,
    measured_load,
    needed_replicas,
    next_replicas,
    simulate,
)

MANY = 1_000_000
"""So many sequences that no two messages are of one: consumers are then plain servers."""


def erlang_wait_ms(load: Load, servers: int) -> float:
    """Mean wait of M/M/c, by Erlang's C formula."""
    busy = load.busy_consumers
    terms = [busy**k / math.factorial(k) for k in range(servers)]
    last = busy**servers / math.factorial(servers) * servers / (servers - busy)
    return last / (sum(terms) + last) * load.service_mean_ms / (servers - busy)


@pytest.mark.parametrize(("servers", "rate"), [(1, 7.0), (3, 24.0)])
def test_waits_are_those_of_erlang(servers: int, rate: float) -> None:
    load = Load(rate, 100, sequence_count=MANY)
    waits = [simulate(load, servers, 6000, seed).mean_wait_ms for seed in range(4)]
    assert np.mean(waits) == pytest.approx(erlang_wait_ms(load, servers), rel=0.15)


def test_waits_without_variation_are_half_of_those_with_it() -> None:
    # Pollaczek and Khinchine: the wait grows with 1 + the squared variation.
    load = Load(7.0, 100, service_variation=0, sequence_count=MANY)
    waits = [simulate(load, 1, 6000, seed).mean_wait_ms for seed in range(4)]
    assert np.mean(waits) == pytest.approx(erlang_wait_ms(load, 1) / 2, rel=0.15)


def test_one_sequence_is_one_consumers_work() -> None:
    load = Load(30.0, 100, sequence_count=1)
    one, many = (simulate(load, replicas, 500).processing_rate for replicas in (1, 8))
    assert one == pytest.approx(10, rel=0.15)
    assert many == pytest.approx(one, rel=0.15)
    spread = simulate(replace(load, sequence_count=50), 8, 500).processing_rate
    assert spread == pytest.approx(30, rel=0.2)


def test_exceptions_are_what_fails_every_time_or_expires() -> None:
    load = Load(5.0, 100, failure_rate=0.3, max_attempts=2)
    calm = simulate(load, 8, 5000)
    assert calm.exception_rate == pytest.approx(0.09, abs=0.015)
    assert load.attempts_per_message == pytest.approx(1.3)
    overloaded = replace(load, failure_rate=0.0, arrival_rate=20.0, expire_after_ms=1000)
    # One consumer delivers ten a second: of twenty a second the other half expires.
    assert simulate(overloaded, 1, 4000).exception_rate == pytest.approx(0.5, abs=0.06)
    assert simulate(overloaded, 4, 4000).exception_rate == 0


def test_baseline_takes_what_was_measured() -> None:
    measured = pd.DataFrame(
        {"consumer_replicas": [1, 3], "pressure_level": [1.0, 1.0], "processing_rate": [9.5, 28.0]}
    )
    frame = baseline(Load(20.0, 100), (1, 2), (0.5, 1.0), measured, messages=500)
    assert tuple(frame.columns) == COLUMNS
    assert frame.set_index(["consumer_replicas", "pressure_level"])["basis"].to_dict() == {
        (1, 0.5): "simulated",
        (1, 1.0): "measured",
        (2, 0.5): "simulated",
        (2, 1.0): "simulated",
        (3, 1.0): "measured",
    }
    simulated = frame[frame["basis"] == "simulated"]
    assert (simulated["arrival_rate"] == 20 * simulated["pressure_level"]).all()
    assert simulated["utilisation"].between(0, 1).all()


def test_load_is_read_from_deliveries() -> None:
    sent = pd.Timestamp("2025-01-01T00:00:00Z") + pd.to_timedelta([0, 1, 2, 3, 4], unit="s")
    attempts = pd.DataFrame(
        {
            "message_id": ["a", "b", "b", "c", "d"],
            "sent_at": sent,
            "at": sent + pd.to_timedelta([100, 300, 100, 300, 200], unit="ms"),
            "outcome": ["delivered", "failed", "delivered", "delivered", "delivered"],
        }
    )
    load = measured_load(attempts, sequence_count=7)
    assert load.arrival_rate == pytest.approx(3 / 4)
    assert load.service_mean_ms == pytest.approx(200)
    assert load.service_variation == pytest.approx(math.sqrt(8000) / 200)
    assert load.failure_rate == pytest.approx(0.2)
    with pytest.raises(ValueError, match="two messages"):
        measured_load(attempts.head(1), sequence_count=1)


def test_needed_consumers_meet_the_wait_and_one_fewer_does_not() -> None:
    policy = ScalingPolicy(p95_wait_ms=150, highest=12)
    load = Load(40.0, 100)
    needed = needed_replicas(load, policy, 2000)
    assert needed >= load.busy_consumers
    assert simulate(load, needed, 2000).p95_wait_ms <= 150
    assert simulate(load, needed - 1, 2000).p95_wait_ms > 150
    assert needed_replicas(replace(load, arrival_rate=1000.0), policy, 2000) == 12


def test_scaling_follows_demand_without_flapping() -> None:
    policy = ScalingPolicy(p95_wait_ms=200, highest=16, lower_after=4)
    chance = np.random.default_rng(3)
    # Load that wavers by a tenth around one level, then doubles, then falls back.
    levels = np.concatenate([np.full(30, 30.0), np.full(20, 60.0), np.full(30, 30.0)])
    wavering = levels * chance.uniform(0.9, 1.1, len(levels))
    cache: dict[float, int] = {}

    def needed(rate: float) -> int:
        key = round(rate)
        if key not in cache:
            cache[key] = needed_replicas(Load(float(key), 100), policy, 800)
        return cache[key]

    state = ScalingState(1)
    chosen, raw = [], []
    for rate in wavering:
        state = next_replicas(policy, state, needed(rate), needed(rate * 1.25))
        chosen.append(state.replicas)
        raw.append(needed(rate))
    changes = int(np.count_nonzero(np.diff(chosen)))
    assert changes <= 8
    assert changes < np.count_nonzero(np.diff(raw)) / 3
    # Never fewer than the load needs, at once where it grows.
    assert all(have >= need for have, need in zip(chosen, raw, strict=True))
    assert max(chosen[30:50]) > max(chosen[5:30])
    assert chosen[-1] < max(chosen[30:50])


@pytest.mark.parametrize(
    "wrong", [{"arrival_rate": 0.0}, {"service_mean_ms": 0.0}, {"failure_rate": 1.0}, {"max_attempts": 0}]
)
def test_a_load_that_cannot_be_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="must be"):
        Load(**({"arrival_rate": 1.0, "service_mean_ms": 1.0} | wrong))  # type: ignore[arg-type]


def test_cells_are_read_from_deliveries() -> None:
    rows = []
    # Stretches of ten seconds: the first and the last are not whole; two consumers, then one of them.
    for stretch, per_second, consumers in [(0, 1, 2), (1, 4, 2), (2, 4, 2), (3, 2, 1), (4, 2, 1), (5, 1, 1)]:
        for place in range(10 * per_second):
            outcome = "failed" if stretch == 2 and place < 4 else "delivered"
            at_s = 10 * stretch + place / per_second
            rows.append((f"{stretch}/{place}", at_s, outcome, f"c{place % consumers}"))
    # Failed at first, and delivered then: no exception.
    rows.append(("2/0", 29.9, "delivered", "c0"))
    attempts = pd.DataFrame(rows, columns=["message_id", "at_s", "outcome", "consumer"])
    sent_at = pd.Timestamp("2025-01-01T00:00:00Z") + pd.to_timedelta(attempts["at_s"], unit="s")
    attempts = attempts.assign(sent_at=sent_at, at=sent_at + pd.Timedelta(milliseconds=100))
    cells = measured_cells(attempts, Load(2.0, 100), 10, [0.5, 1, 2]).set_index("consumer_replicas")
    assert cells["pressure_level"].to_dict() == {1: 1, 2: 2}
    assert cells["arrival_rate"].to_dict() == {1: 2, 2: 4}
    assert cells["exception_rate"].to_dict() == {1: 0, 2: pytest.approx(3 / 40 / 2)}
    assert cells["processing_rate"].to_dict() == {1: 2, 2: pytest.approx((4 + 3.7) / 2)}
    assert cells["utilisation"].to_dict() == {1: pytest.approx(0.2), 2: pytest.approx((0.2 + 0.205) / 2)}
    assert len(measured_cells(attempts.drop(columns="consumer"), Load(2.0, 100), 10, [1])) == 0
