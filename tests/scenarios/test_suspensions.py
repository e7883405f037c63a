"""on_gap: stand_in, where gaps too large suspend sequences and end again: run by run and rebuilt, as the oracle has it."""

import random

from tests.oracle.contract import Arrival, Drop, Ruleset
from tests.scenarios.population import Sequence, disagreements, moment, rulesets
from tests.scenarios.project import Project
from tests.scenarios.test_exactness import run_by_run

CLOCKS = [12, 25, 70]
SEQUENCES = 250


def far_first(seed: int) -> Sequence:
    """The first number, the three highest, and then the rest in any order: nearly always a gap too large, which fills in part or whole."""
    source = random.Random(seed)
    ruleset = Ruleset(
        bake_time_us=source.choice([0, 5, 8]),
        on_gap="stand_in",
        max_stand_ins=source.choice([1, 2]),
        start=source.choice([1, 1, "auto"]),
        duplicates=source.choice(["bypass", "bypass", "replace"]),
    )
    numbers = [number for number in range(1, source.randint(8, 15)) if source.random() < 0.8]
    highest = sorted(numbers)[-3:]
    source.shuffle(numbers)
    numbers = [1, *highest, *(number for number in numbers if number not in [1, *highest])]
    if source.random() < 0.3:
        numbers.append(source.choice(numbers))
    landed: list[list[Arrival]] = [[] for _ in CLOCKS]
    at = 0
    for place, number in enumerate(numbers):
        at = min(at + source.choice([0, 0, 1, 1, 3, 8]), 60)
        run = min(run for run, clock in enumerate(CLOCKS) if at <= clock)
        run = min(run + (source.random() < 0.1), len(CLOCKS) - 1)
        landed[run].append(
            Arrival(f"{number}-{place}", number, at, source.choice("ab"), source.random() < 0.05)
        )
    drops: list[list[Drop]] = [[] for _ in CLOCKS]
    if source.random() < 0.25:
        at = source.randint(5, 60)
        run = min(run for run, clock in enumerate(CLOCKS) if at <= clock)
        low, high = sorted((source.choice(numbers), source.choice(numbers)))
        drops[run].append(Drop(low, high, at))
    return Sequence(ruleset, tuple(map(tuple, landed)), tuple(map(tuple, drops)))


def test_suspensions_begin_and_end_as_the_oracle_has_it(project: Project) -> None:
    population = [far_first(seed) for seed in range(SEQUENCES)]
    results = [sequence.result(CLOCKS) for sequence in population]
    was_suspended = [any(one.status == "suspended" for one in result.snapshots[:-1]) for result in results]
    went_on = [
        was and result.final.status != "suspended" for was, result in zip(was_suspended, results, strict=True)
    ]
    assert sum(went_on) >= 25
    assert sum(bool(result.final.stand_ins) for result, on in zip(results, went_on, strict=True) if on) >= 8
    for run in run_by_run(project, population, CLOCKS):
        assert not disagreements(project, population, CLOCKS, run)
    project.run_again("--full-refresh", rulesets=rulesets(population), as_of=moment(CLOCKS[-1]))
    assert not disagreements(project, population, CLOCKS)
