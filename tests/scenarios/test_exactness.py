"""The ledger against an independent event-by-event simulator, after every run (G1, G2, G6), in every mode."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from pyspark.sql import SparkSession
from tests.scenarios.population import (
    MODES,
    Sequence,
    advise,
    disagreements,
    draw_sequences,
    land,
    miscounted,
    moment,
    rulesets,
)
from tests.scenarios.project import Project, copy_of_project, failure_text
from tests.scenarios.tables import table_contents

CLOCKS = {"plain": [4, 11, 11, 40], "advised": [4, 8, 12, 12, 16, 20, 40]}
CLOCKS_OF_MODES = [7, 13, 40]
# Of the plain mode in `make test`: Spark compiles the queries of each of its runs.
SHORT = [4, 11, 40]

# How many sequences show every rule of a group, where 100 do not.
COUNTS = {
    "plain": 150,
    "streams": 200,
    "gaps": 200,
    "keys": 200,
    "epochs": 250,
    "taken": 200,
    "restarts": 150,
    "pairs": 300,
    "linked": 250,
    "every": 300,
}


def clocks_of(mode: str) -> list[int]:
    return CLOCKS.get(mode, CLOCKS_OF_MODES)


def run_by_run(project: Project, population: list[Sequence], clocks: list[int]) -> Iterator[int]:
    """Land what arrives for each run, and run; the number of the run."""
    for run, clock in enumerate(clocks):
        land(project, population, run)
        advise(project, population, run)
        run_once = project.run_again if run else project.run
        run_once(rulesets=rulesets(population), as_of=moment(clock))
        yield run


def run_and_compare(project: Project, population: list[Sequence], clocks: list[int]) -> None:
    for run in run_by_run(project, population, clocks):
        wrong = disagreements(project, population, clocks, run)
        assert not wrong, f"after run {run}, {len(wrong)} of {len(population)} sequences\n" + "\n".join(
            wrong[:5]
        )
        assert miscounted(project) == []


@pytest.mark.parametrize(
    ("mode", "number", "count"),
    [
        ("plain", 1, COUNTS["plain"]),
        *[
            pytest.param(mode, 1, COUNTS.get(mode, 100), marks=pytest.mark.long)
            for mode in MODES
            if mode != "plain"
        ],
        *[pytest.param(mode, 2, 4000 if mode == "plain" else 2000, marks=pytest.mark.long) for mode in MODES],
    ],
)
@pytest.mark.usefixtures("compiled_queries")
def test_every_run_agrees_with_the_oracle(project: Project, mode: str, number: int, count: int) -> None:
    clocks = clocks_of(mode) if number > 1 or mode != "plain" else SHORT
    population = draw_sequences(mode, count, len(clocks), number)
    run_and_compare(project, population, clocks)
    before = table_contents(SparkSession.active().sql, project.schema)
    # Room is judged at the clocks of runs, so a rebuild has one only; everything else is as it was (tests/oracle).
    project.run_again("--full-refresh", rulesets=rulesets(population), as_of=moment(clocks[-1]))
    wrong = disagreements(project, population, clocks)
    assert not wrong, f"rebuilt, {len(wrong)} of {len(population)} sequences\n" + "\n".join(wrong[:5])
    if mode not in ("room", "more_room", "every"):
        rebuilt = table_contents(SparkSession.active().sql, project.schema)
        lost = {
            table: [row for row in rows if row not in rebuilt[table]][:3] for table, rows in before.items()
        }
        assert before == rebuilt, {table: rows for table, rows in lost.items() if rows}


def test_all_modes_at_once_agree_with_the_oracle(project: Project) -> None:
    """The short form for all modes but the plain ones: Spark plans each run of them for most of a minute."""
    clocks = CLOCKS_OF_MODES[::2]
    run_and_compare(project, draw_sequences("every", COUNTS["every"], len(clocks), 1), clocks)


@pytest.mark.long
@pytest.mark.parametrize("mode", MODES)
def test_the_projects_own_tests_hold_in_every_mode(project: Project, mode: str) -> None:
    """Ordering, closure, reported gaps, accepted values: on what the oracle agrees with, they do not fail."""
    project.leaves_out = []
    clocks = clocks_of(mode)
    population = draw_sequences(mode, COUNTS.get(mode, 100), len(clocks), 1)
    list(run_by_run(project, population, clocks))
    tested = project.invoke("test", "--exclude", "test_type:unit", rulesets=rulesets(population))
    assert tested.success, failure_text(tested)


@dataclass(frozen=True)
class Mutation:
    """A formula broken on purpose, in one place: whose sequences notice it, and in how many runs."""

    mode: str
    path: str
    right: str
    broken: str
    runs: int = 1


MUTATIONS = {
    "late one tick too late": Mutation(
        "plain",
        "models/ordering/int_resequencer__timely.sql",
        "coalesce(above_baked_at < came_at, false)",
        "coalesce(above_baked_at.us < came_at.us, false)",
    ),
    "numbers of another step are neighbours": Mutation(
        "plain",
        "models/batch/int_resequencer__entries.sql",
        "{{ position_of('mirrored') }} as position",
        "{{ position_of('mirrored', '1') }} as position",
    ),
    "an island that is another than that below it": Mutation(
        "plain",
        "models/ordering/int_resequencer__ready_contiguous.sql",
        "struct(position - (count_in_line - 1) as island, came_at)",
        "struct(position as island, came_at)",
    ),
    "a repeat counted as first": Mutation(
        "plain",
        "models/ordering/int_resequencer__timely.sql",
        "is_eligible and earlier_position is distinct from position as is_first,",
        "is_eligible as is_first,",
    ),
    "a repeat of what was late is late": Mutation(
        "plain",
        "models/release/int_resequencer__verdicts.sql",
        "when is_late and (is_first or kernel <> 'contiguous') then 'late'",
        "when is_late then 'late'",
    ),
    "what was skipped and comes is a duplicate": Mutation(
        "plain",
        "models/release/int_resequencer__verdicts.sql",
        "when was_skipped or comes_for_filled then 'late'",
        "when comes_for_filled then 'late'",
        runs=2,
    ),
    "a skipped range stays whole when a number of it comes": Mutation(
        "plain",
        "models/ledger/int_resequencer__skipped_ranges.sql",
        "when one.state = 'forgotten' then array(one)",
        "when true then array(one)",
        runs=2,
    ),
    "a late number is missing all the same": Mutation(
        "plain",
        "models/release/int_resequencer__verdicts.sql",
        "when is_new_number and is_late and (start_position is not null or threshold is not null or below is not null) then 1",
        "when false then 1",
    ),
    "numbers of earlier runs are not counted": Mutation(
        "plain",
        "macros/rows/new_state.sql",
        "coalesce(before.settled_numbers, 0) + settled_numbers",
        "settled_numbers",
        runs=2,
    ),
    "equal keys are late where something bakes": Mutation(
        "plain",
        "models/ordering/int_resequencer__sorted_above.sql",
        "range between unbounded preceding and 1 preceding",
        "range between unbounded preceding and current row",
    ),
    "what comes as a session ends belongs to it": Mutation(
        "sessions",
        "models/ordering/int_resequencer__in_sessions.sql",
        "came_at.us >= max(active_us)",
        "came_at.us > max(active_us)",
    ),
    "one stand-in too few": Mutation(
        "gaps",
        "models/ordering/int_resequencer__standing_in.sql",
        "gap_width > max_stand_ins and",
        "gap_width >= max_stand_ins and",
    ),
    "what a gap too large had kept bakes before that is filled": Mutation(
        "gaps",
        "models/ordering/int_resequencer__timely.sql",
        "case when aside.resumes_at.us = bakes_us then aside.resumes_at end",
        "case when aside.resumes_at.us < bakes_us then aside.resumes_at end",
    ),
    "a message opens an epoch before it has baked": Mutation(
        "epochs",
        "models/ordering/int_resequencer__openings.sql",
        "waiting.bakes_us <= event.came_at.us",
        "waiting.bakes_us < event.came_at.us",
    ),
    "each epoch counts its places from one": Mutation(
        "epochs",
        "models/release/int_resequencer__counting_on.sql",
        "then release_position + taken_before else",
        "then release_position else",
    ),
    "a claim for what has baked": Mutation(
        "claims",
        "models/ordering/int_resequencer__ready_sorted.sql",
        "claimed_at.us < ready_at.us",
        "claimed_at.us <= ready_at.us",
    ),
}
MUTATIONS_IN_CI = ("late one tick too late",)


def landed_in(sequence: Sequence, runs: int) -> Sequence:
    """The same messages, all in one run, or the first half of the landings in one and the others in the next."""
    half = len(sequence.landings) // 2 if runs == 2 else 0
    stretches = (sequence.landings[:half], sequence.landings[half:])[2 - runs :]
    return Sequence(
        sequence.ruleset, tuple(tuple(a for landed in stretch for a in landed) for stretch in stretches)
    )


@pytest.mark.parametrize(
    "name",
    [name if name in MUTATIONS_IN_CI else pytest.param(name, marks=pytest.mark.long) for name in MUTATIONS],
)
def test_a_broken_formula_is_noticed(new_project: Callable[[], Project], tmp_path: Path, name: str) -> None:
    mutation = MUTATIONS[name]
    clocks = [11, 40][2 - mutation.runs :]
    drawn = draw_sequences(mutation.mode, 200, len(clocks_of(mutation.mode)), 3)
    population = [landed_in(sequence, mutation.runs) for sequence in drawn]
    root = copy_of_project(tmp_path / "mutant")
    formula = root / mutation.path
    assert formula.read_text().count(mutation.right) == 1
    formula.write_text(formula.read_text().replace(mutation.right, mutation.broken))
    mutant = new_project()
    mutant.root, mutant.stands = root, True
    list(run_by_run(mutant, population, clocks))
    assert disagreements(mutant, population, clocks, len(clocks) - 1)
