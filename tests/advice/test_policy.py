"""`bake_time: auto`, batch by batch."""

from __future__ import annotations

import random

import pytest

from resequencer.advice.policy import AutoBakeTime, AutoState, next_bake_time


def followed(policy: AutoBakeTime, advised: list[int | None]) -> list[int]:
    state: AutoState | None = None
    bake_times = []
    for one in advised:
        state = next_bake_time(policy, state, one)
        bake_times.append(state.bake_time_ms)
    return bake_times


def test_it_is_raised_at_once_and_lowered_only_after_a_while() -> None:
    policy = AutoBakeTime(initial_ms=1000, lower_after=3)
    assert followed(policy, [1000, 1040, 1060, 700, 700, 700, 700]) == [
        1000,
        1000,
        1060,
        1060,
        1060,
        700,
        700,
    ]


def test_a_calm_batch_in_between_begins_the_count_anew() -> None:
    policy = AutoBakeTime(initial_ms=1000, lower_after=2)
    assert followed(policy, [500, 900, 500, None, 500, 500]) == [1000, 1000, 1000, 1000, 1000, 500]


def test_it_stays_within_its_bounds() -> None:
    policy = AutoBakeTime(initial_ms=100, lowest_ms=50, highest_ms=200, lower_after=1)
    assert followed(policy, [5_000, 1, None]) == [200, 50, 50]
    # Bounds that were drawn closer hold from the next batch on.
    assert next_bake_time(policy, AutoState(5_000, 0, "taken"), None).bake_time_ms == 200


def test_advice_that_wavers_within_the_hysteresis_changes_nothing() -> None:
    chance = random.Random(1)
    policy = AutoBakeTime(initial_ms=1000)
    assert set(followed(policy, [chance.randint(751, 1049) for _ in range(500)])) == {1000}


@pytest.mark.parametrize(
    "wrong",
    [
        {"initial_ms": 0},
        {"initial_ms": 10, "lowest_ms": 11},
        {"initial_ms": 10, "highest_ms": 9},
        {"initial_ms": 10, "lower_by": 1.0},
        {"initial_ms": 10, "raise_by": -0.1},
        {"initial_ms": 10, "lower_after": 0},
    ],
)
def test_a_policy_that_contradicts_itself_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="must"):
        AutoBakeTime(**wrong)  # type: ignore[arg-type]
