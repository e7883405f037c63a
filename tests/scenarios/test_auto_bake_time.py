"""`bake_time: auto`: what is advised comes into force with the next batch, and a rebuild replays it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.scenarios.population import (
    ADVISED,
    BAKE_TIMES_IN_FORCE,
    advise,
    draw_sequences,
    land,
    moment,
    rulesets,
)
from tests.scenarios.project import Project

DAY_BEGINS = datetime(2026, 3, 1, tzinfo=UTC)
BOUNDS = {"initial_us": 1000, "from_us": 1, "to_us": 10**12}


@pytest.fixture
def follow(call_macro: Callable[..., Any]) -> Callable[..., list[int]]:
    """The bake times of batches, each with what is advised before it."""

    def follow(advised: list[int | None], **bounds: int) -> list[int]:
        before: dict[str, int] | None = None
        bake_times = []
        for one in advised:
            before = call_macro("next_bake_time", auto=BOUNDS | bounds, before=before, advised_us=one)
            assert before is not None
            bake_times.append(before["bake_us"])
        return bake_times

    return follow


@pytest.mark.parametrize(
    ("advised", "taken"),
    [
        ([1000, 1040, 1060, 700, 700, 700, 700], [1000, 1000, 1060, 1060, 1060, 700, 700]),
        # A calm batch in between begins the count anew; so does one for which nothing is advised.
        ([1000, 500, 500, 900, 500, 500, None, 500, 500, 500], [1000] * 9 + [500]),
        # The first that is advised is taken whatever it is; what comes after that has to be lower for a while.
        ([None, 700, 690, 500, 500, None], [1000, 700, 700, 700, 700, 700]),
        ([990, 1030], [990, 990]),
        ([1040, 1080], [1040, 1040]),
        (ADVISED, BAKE_TIMES_IN_FORCE),
    ],
)
def test_it_is_raised_at_once_and_lowered_only_after_a_while(
    follow: Callable[..., list[int]], advised: list[int | None], taken: list[int]
) -> None:
    assert follow(advised, initial_us=taken[0]) == taken


def test_it_stays_within_its_bounds(follow: Callable[..., list[int]]) -> None:
    assert follow([5_000, 1, 1, 1, None], initial_us=100, from_us=50, to_us=200) == [200, 200, 200, 50, 50]


def test_advice_that_wavers_within_the_hysteresis_changes_nothing(follow: Callable[..., list[int]]) -> None:
    chance = random.Random(1)
    assert set(follow([1000, *(chance.randint(751, 1049) for _ in range(60))])) == {1000}


def test_a_bake_time_that_was_set_is_where_auto_begins(call_macro: Callable[..., Any]) -> None:
    taken = call_macro("next_bake_time", auto=BOUNDS, before={"bake_us": 7_000}, advised_us=None)
    assert taken["bake_us"] == 7_000
    never = call_macro("next_bake_time", auto=BOUNDS, before={"bake_us": None}, advised_us=None)
    assert never["bake_us"] == 1_000


def clock(second: float) -> str:
    return (DAY_BEGINS + timedelta(seconds=second)).isoformat()


def message(number: int, second: float) -> dict[str, Any]:
    return {"sequence_id": "s", "sequence_number": number, "arrived_at": clock(second)}


def in_force(project: Project) -> list[int]:
    """The bake time of each batch, in milliseconds, as it is recorded."""
    rows = project.query(
        "select batch.order_groups as groups from {s}.resequencer__ledger where disposition = 'batch'"
        " order by batch.number"
    )
    return [json.loads(row["groups"])["orders"]["bake_us"] // 1000 for row in rows]


@pytest.mark.parametrize("initial_seconds", [1_800, 10])
@pytest.mark.long
def test_what_is_advised_by_a_run_holds_for_the_next(project: Project, initial_seconds: int) -> None:
    """With real advice, below the first bake time and above: a day of messages, 2 % late by up to 8 minutes."""
    chance = random.Random(7)
    initial = f"{initial_seconds}s"
    orders = {"name": "orders", "bake_time": "auto", "bake_time_initial": initial, "target_late_rate": 0.01}
    variables: dict[str, Any] = {"rulesets": [orders], "advice_slice": "1h"}
    records: list[dict[str, Any] | str] = []
    for number in range(1, 4001):
        second = 20 * number + (chance.uniform(30, 480) if chance.random() < 0.02 else 0)
        records.append(message(number, second))
    project.land("day.json", records)
    project.run(**variables, advice=True, as_of=clock(90_000))
    advised = project.query("select advised_ms from {s}.resequencer__bake_time_advice")[0]["advised_ms"]
    assert 100_000 < advised < 900_000
    late = project.verdict_counts().get("bypass/late")
    assert (late is None) == (initial_seconds == 1_800)
    # Without advice in this run: that of the last one holds.
    project.land("more.json", [message(4001, 90_010), message(4003, 90_020)])
    project.run_again(**variables, as_of=clock(90_030))
    assert in_force(project) == [1_000 * initial_seconds, advised]
    (held,) = project.query("select due_at, arrived_at from {s}.resequencer__pending")
    assert (held["due_at"] - held["arrived_at"]).total_seconds() * 1000 == advised
    before = project.query(
        "select * except (batch_id) from {s}.resequencer__released order by release_position"
    )
    project.run_again("--full-refresh", **variables, as_of=clock(90_030))
    after = project.query(
        "select * except (batch_id) from {s}.resequencer__released order by release_position"
    )
    assert after == before
    assert project.verdict_counts().get("bypass/late") == late
    assert in_force(project) == [1_000 * initial_seconds, advised, advised]


@pytest.mark.long
def test_nothing_to_do_is_nothing_done(project: Project) -> None:
    """Lower advice is counted by batches; by itself it makes none, but where it comes into force."""
    population = draw_sequences("advised", 5, 7, 4)
    entries = rulesets(population)
    for run in range(3):
        if run == 0:
            land(project, population, run)
        else:
            advise(project, population, 1)
        (project.run_again if run else project.run)(rulesets=entries, as_of=moment(1_000))
    rows = project.query("select count(*) as n from {s}.resequencer__ledger where disposition = 'batch'")
    # The first, and the one with which 9 ms came into force.
    assert rows[0]["n"] == 2
