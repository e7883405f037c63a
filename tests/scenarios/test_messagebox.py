"""The MessageBox's tables against its simulator."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.oracle.messagebox import Run, rebuilt, run_by_run
from tests.oracle.messagebox_cases import random_case
from tests.oracle.messagebox_examples import EXAMPLES, m, sub
from tests.scenarios.messagebox import Box, differences, expected, united
from tests.scenarios.project import Project


def check_runs(box: Box, runs: tuple[Run, ...]) -> None:
    """After each run, and after a rebuild, the tables are what the simulator says."""
    for run, wanted in zip(runs, run_by_run(runs), strict=True):
        box.run(run)
        assert not differences(box.seen(), expected(wanted)), run.clock
    box.again(runs[-1], "--full-refresh")
    assert not differences(box.seen(), expected(rebuilt(runs)))


def in_two_runs(runs: tuple[Run, ...]) -> tuple[Run, ...]:
    """Examples of one run as two: what is given lands in the first."""
    return runs if len(runs) == 2 else (runs[0], replace(runs[0], clock=31, messages=(), reports=()))


BY_CLOCKS: dict[tuple[float, ...], list[tuple[Run, ...]]] = {}
for _example in EXAMPLES:
    _runs = in_two_runs(_example.runs)
    BY_CLOCKS.setdefault(tuple(run.clock for run in _runs), []).append(_runs)


@pytest.mark.parametrize("clocks", BY_CLOCKS, ids=str)
def test_worked_examples(new_project: Callable[[], Project], clocks: tuple[float, ...]) -> None:
    """All examples with these clocks, side by side."""
    check_runs(Box(new_project()), united(BY_CLOCKS[clocks]))


def test_instances_are_named_by_where_their_message_stands(new_project: Callable[[], Project]) -> None:
    """Without resequencer__message_identity, as by default: uids are made of files and places."""
    box = Box(new_project())
    del box.project.variables["message_identity"]
    example = next(one for one in EXAMPLES if one.number == "16")
    box.run(example.runs[0])
    assert box.seen()["suspended"] == [("m1", "ans", "x1", "completed_with_discarded_messages", 1, False)]


def test_more_kinds_of_equalities_than_are_looked_up(new_project: Callable[[], Project]) -> None:
    """Messages look up candidates by 32 of them; the others are tried."""
    names = [f"p{number}" for number in range(35)]
    run = Run(
        30,
        tuple(sub(name, {name: "1"}) for name in names),
        tuple(m(name, 1, **{name: "1"}) for name in names),
    )
    box = Box(new_project())
    box.run(run)
    assert not differences(box.seen(), expected(rebuilt([run])))


def without_ordered(runs: tuple[Run, ...]) -> tuple[Run, ...]:
    return tuple(
        replace(run, subscriptions=tuple(one for one in run.subscriptions if not one.is_ordered))
        for run in runs
    )


# Each message that is routed again begins a batch, so these take minutes.
@pytest.mark.long
@pytest.mark.parametrize("first", [0, 10, 20])
def test_random_cases(new_project: Callable[[], Project], first: int) -> None:
    cases = [without_ordered(random_case(seed)) for seed in range(first, first + 10)]
    check_runs(Box(new_project()), united(cases))
