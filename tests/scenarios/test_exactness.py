"""The ledger against an independent event-by-event simulator, after every run (G1, G2, G6)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.scenarios.population import Sequence, disagreements, draw_sequences, land, moment, rulesets
from tests.scenarios.project import Project, copy_of_project

CLOCKS = [4, 11, 11, 40]


# Of what is drawn for 14, the rulesets have every start, and every bake time with either key type.
@pytest.mark.parametrize(("number", "count"), [(14, 200), pytest.param(2, 4000, marks=pytest.mark.long)])
def test_every_run_agrees_with_the_oracle(project: Project, number: int, count: int) -> None:
    population = draw_sequences(count, len(CLOCKS), number)
    for run, clock in enumerate(CLOCKS):
        land(project, population, run)
        run_once = project.run_again if run else project.run
        run_once(rulesets=rulesets(population), as_of=moment(clock))
        wrong = disagreements(project, population, CLOCKS, run)
        assert not wrong, f"after run {run}, {len(wrong)} of {len(population)} sequences\n" + "\n".join(
            wrong[:5]
        )
    project.run_again("--full-refresh", rulesets=rulesets(population), as_of=moment(CLOCKS[-1]))
    wrong = disagreements(project, population, CLOCKS, len(CLOCKS) - 1)
    assert not wrong, f"rebuilt, {len(wrong)} of {len(population)} sequences\n" + "\n".join(wrong[:5])


# A formula broken on purpose, each in one place.
MUTATIONS = {
    "late one tick too late": (
        "ordering/timely_rows.sql",
        "arrival_us >= above_us + bake_us",
        "arrival_us > above_us + bake_us",
    ),
    "islands of the wrong step": ("ordering/island_rows.sql", "number - step * (count", "number - (count"),
    "a repeat counted as first": (
        "ordering/weighed_rows.sql",
        "is_eligible and not ({{ same }}) as is_first",
        "is_eligible as is_first",
    ),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_broken_formula_is_noticed(new_project: Callable[[], Project], tmp_path: Path, name: str) -> None:
    whole = [
        Sequence(s.ruleset, (tuple(a for landed in s.landings for a in landed),))
        for s in draw_sequences(200, len(CLOCKS), 3)
    ]
    root = copy_of_project(tmp_path / "mutant")
    path, right, broken = MUTATIONS[name]
    macro = root / "macros" / path
    assert right in macro.read_text()
    macro.write_text(macro.read_text().replace(right, broken))
    mutant = new_project()
    mutant.root = root
    land(mutant, whole, 0)
    mutant.run(rulesets=rulesets(whole), as_of=moment(40))
    assert disagreements(mutant, whole, [40], 0)
