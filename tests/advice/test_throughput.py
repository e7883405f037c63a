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
    meets_wait,
    needed_replicas,
    next_replicas,
    simulate,
)
from resequencer.throughput import rates_by_stretch

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


def test_exceptions_are_what_fails_every_time() -> None:
    load = Load(5.0, 100, failure_rate=0.3, max_attempts=2)
    assert simulate(load, 8, 5000).exception_rate == pytest.approx(0.09, abs=0.015)
    assert load.attempts_per_message == pytest.approx(1.3)


def test_where_all_fails_nothing_is_processed() -> None:
    load = Load(5.0, 100, failure_rate=1.0, max_attempts=3)
    assert load.attempts_per_message == 3
    came_of_it = simulate(load, 4, 500)
    assert (came_of_it.exception_rate, came_of_it.processing_rate) == (1, 0)
    assert came_of_it.utilisation == pytest.approx(5 * 0.3 / 4, rel=0.1)


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


def stretches(*rows: tuple[int, int, int, int], took_ms: float = 100.0) -> pd.DataFrame:
    """Stretches of ten seconds: consumers, messages, of them not delivered, and attempts besides; all whole."""
    frame = pd.DataFrame(rows, columns=["consumers", "messages", "undelivered", "retries"])
    attempts = frame["messages"] + frame["retries"]
    return frame.assign(
        attempts=attempts,
        failures=frame["undelivered"] + frame["retries"],
        delivered=frame["messages"] - frame["undelivered"],
        took_ms=attempts * took_ms,
        squared_took_ms=attempts * took_ms**2,
        consumers_took_ms=attempts * took_ms,
        is_whole=True,
    )


def test_load_is_read_from_deliveries() -> None:
    # 100 ms and 300 ms, one of each; then 100 ms, 200 ms and 300 ms, of which one has failed.
    told = pd.DataFrame(
        {"attempts": [2, 3], "failures": [0, 1], "took_ms": [400.0, 600.0], "squared_took_ms": [1e5, 1.4e5]}
    )
    load = measured_load(told, arrival_rate=3.0, sequence_count=7, max_attempts=2)
    assert load is not None
    assert (load.arrival_rate, load.sequence_count, load.max_attempts) == (3, 7, 2)
    assert load.service_mean_ms == pytest.approx(200)
    assert load.service_variation == pytest.approx(math.sqrt(8000) / 200)
    assert load.failure_rate == pytest.approx(0.2)


def test_what_tells_too_little_is_no_load() -> None:
    for told in (
        stretches(),
        stretches((1, 1, 0, 0)),
        stretches((1, 50, 0, 0), took_ms=0),
    ):
        assert measured_load(told, 3.0, 7) is None
    all_failed = measured_load(stretches((1, 50, 50, 0)), 3.0, 7)
    assert all_failed is not None
    assert all_failed.failure_rate == 1
    assert all_failed.service_variation == 0


def test_needed_consumers_meet_the_wait_and_one_fewer_does_not() -> None:
    policy = ScalingPolicy(p95_wait_ms=150, highest=12)
    load = Load(40.0, 100)
    needed = needed_replicas(load, policy, 2000)
    assert needed >= load.busy_consumers
    assert simulate(load, needed, 2000).p95_wait_ms <= 150
    assert simulate(load, needed - 1, 2000).p95_wait_ms > 150
    assert meets_wait(load, needed, policy, 2000)
    assert not meets_wait(load, needed - 1, policy, 2000)
    assert needed_replicas(replace(load, arrival_rate=1000.0), policy, 2000) == 12


def test_no_more_consumers_than_have_work_at_once() -> None:
    policy = ScalingPolicy(p95_wait_ms=150, highest=64)
    # Nearly more than one consumer can do, and of one sequence: others would stand by.
    one = Load(9.5, 100, sequence_count=1)
    assert needed_replicas(one, policy, 1000) == 1
    assert not meets_wait(one, 1, policy, 1000)
    assert needed_replicas(replace(one, arrival_rate=30.0), policy, 1000) == 1
    # A message waits for the one before it, whoever might work on it.
    few = Load(5.0, 1000, sequence_count=50)
    needed = needed_replicas(few, policy, 1000)
    assert 5 < needed < 20
    assert not meets_wait(few, needed, policy, 1000)
    most = simulate(few, 50, 1000).p95_wait_ms
    assert most > 150
    assert simulate(few, needed, 1000).p95_wait_ms <= 1.05 * most


def test_who_cannot_keep_up_does_not_meet_the_wait() -> None:
    # In a thousand messages the wait does not become long; in the long run it does.
    load = Load(10.0, 100, service_variation=0, sequence_count=MANY)
    assert simulate(load, 1, 200).p95_wait_ms < 60_000
    assert not meets_wait(load, 1, ScalingPolicy(p95_wait_ms=60_000), 200)


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
    "wrong", [{"arrival_rate": 0.0}, {"service_mean_ms": 0.0}, {"failure_rate": 1.1}, {"max_attempts": 0}]
)
def test_a_load_that_cannot_be_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="must be"):
        Load(**({"arrival_rate": 1.0, "service_mean_ms": 1.0} | wrong))  # type: ignore[arg-type]


def test_cells_are_read_from_deliveries() -> None:
    # Four messages a second and two consumers, two messages and one of them.
    told = stretches((2, 40, 0, 0), (2, 40, 3, 1), (1, 20, 0, 0), (1, 20, 0, 0))
    cells = measured_cells(told, Load(2.0, 100), 10, [0.5, 1, 2]).set_index("consumer_replicas")
    assert cells["pressure_level"].to_dict() == {1: 1, 2: 2}
    assert cells["arrival_rate"].to_dict() == {1: 2, 2: 4}
    assert cells["exception_rate"].to_dict() == {1: 0, 2: pytest.approx(3 / 40 / 2)}
    assert cells["processing_rate"].to_dict() == {1: 2, 2: pytest.approx((4 + 3.7) / 2)}
    assert cells["utilisation"].to_dict() == {1: pytest.approx(0.2), 2: pytest.approx((0.2 + 0.205) / 2)}


def test_cells_are_of_whole_stretches_with_consumers() -> None:
    told = stretches((1, 20, 0, 0), (0, 0, 0, 20), (1, 0, 0, 20), (1, 40, 0, 0))
    told.loc[3, "is_whole"] = False
    cells = measured_cells(told, Load(2.0, 100), 10, [1, 2])
    assert cells[["consumer_replicas", "pressure_level", "arrival_rate"]].to_numpy().tolist() == [[1, 1, 2]]
    for nothing in (told.head(0), told.tail(3)):
        none = measured_cells(nothing, Load(2.0, 100), 10, [1, 2])
        assert len(none) == 0
        assert list(none.columns) == list(cells.columns)
        assert len(baseline(Load(2.0, 100), [1], [1.0], none, messages=100)) == 1


@pytest.mark.parametrize(
    ("messages", "level"),
    [
        (1, None),
        (15, 0.5),
        (18, 0.5),
        (25, 0.5),
        (26, None),
        (30, 1),
        (31, 1),
        (50, 1),
        (51, None),
        (75, 2),
        (100, 2),
        (101, None),
    ],
)
def test_what_is_far_from_every_level_is_of_none(messages: int, level: float | None) -> None:
    cells = measured_cells(stretches((1, messages, 0, 0)), Load(4.0, 100), 10, [2, 0.5, 1])
    assert cells["pressure_level"].tolist() == ([] if level is None else [level])


EVERY_US = 3_600_000_000


def released(**counts: int) -> pd.DataFrame:
    """By hour (`h7`), how many messages were released, of three sequences."""
    index = pd.Index([int(hour[1:]) for hour in counts], name="stretch", dtype="int64")
    return pd.DataFrame({"released": list(counts.values()), "sequence_count": 3}, index=index)


def test_the_present_load_is_of_a_whole_stretch() -> None:
    # Twenty a second, all the time, and half a minute after the hour.
    counted = released(h5=72_000, h6=72_000, h7=600)
    rates = rates_by_stretch(counted, EVERY_US, 7 * EVERY_US + 30_000_000)
    assert rates["rate"].to_dict() == {5: 20, 6: 20}
    # To the microsecond.
    assert rates_by_stretch(counted, EVERY_US, 8 * EVERY_US)["rate"].to_dict() == {
        5: 20,
        6: 20,
        7: 600 / 3600,
    }
    assert list(rates_by_stretch(counted, EVERY_US, 8 * EVERY_US - 1).index) == [5, 6]


def test_the_first_stretch_counts_for_the_time_so_far() -> None:
    rates = rates_by_stretch(released(h7=600), EVERY_US, 7 * EVERY_US + 30_000_000)
    assert rates["rate"].to_dict() == {7: 20}
    assert rates["sequence_count"].to_dict() == {7: 3}
    at_once = rates_by_stretch(released(h7=5), EVERY_US, 7 * EVERY_US)
    assert at_once["rate"].to_dict() == {7: 5}


def test_stretches_without_a_release_count_as_checks() -> None:
    rates = rates_by_stretch(released(h3=3600, h7=7200), EVERY_US, 12 * EVERY_US)
    assert rates["rate"].to_dict() == {3: 1, 4: 0, 5: 0, 6: 0, 7: 2}
    many = pd.DataFrame({"released": 1, "sequence_count": 1}, index=pd.RangeIndex(300))
    assert list(rates_by_stretch(many, EVERY_US, 200 * EVERY_US).index) == list(range(100, 200))
    assert len(rates_by_stretch(many.head(0), EVERY_US, 0)) == 0
