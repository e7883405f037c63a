"""The ledger against an independent event-by-event simulator, after every run (G1, G2, G6), in every mode."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
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
    moment,
    rulesets,
)
from tests.scenarios.project import Project, copy_of_project, failure_text
from tests.scenarios.tables import table_contents

CLOCKS = {"plain": [4, 11, 11, 40], "advised": [4, 8, 12, 12, 16, 20, 40]}
CLOCKS_OF_MODES = [7, 13, 40]

# How many sequences show every rule of a group, where 100 do not.
COUNTS = {"plain": 150, "gaps": 200, "epochs": 150, "every": 240}


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
    clocks = clocks_of(mode)
    population = draw_sequences(mode, count, len(clocks), number)
    run_and_compare(project, population, clocks)
    before = table_contents(SparkSession.active().sql, project.schema)
    # Room is judged at the clocks of runs, so a rebuild has one only; everything else is as it was (tests/oracle).
    project.run_again("--full-refresh", rulesets=rulesets(population), as_of=moment(clocks[-1]))
    wrong = disagreements(project, population, clocks)
    assert not wrong, f"rebuilt, {len(wrong)} of {len(population)} sequences\n" + "\n".join(wrong[:5])
    if mode not in ("room", "every"):
        rebuilt = table_contents(SparkSession.active().sql, project.schema)
        lost = {
            table: [row for row in rows if row not in rebuilt[table]][:3] for table, rows in before.items()
        }
        assert before == rebuilt, {table: rows for table, rows in lost.items() if rows}


def draw_numbered(count: int, run_count: int, number: int) -> list[Sequence]:
    """Of so many plain sequences those that may be cut into parts: of numbers, not of other keys."""
    drawn = draw_sequences("plain", count, run_count, number)
    return [sequence for sequence in drawn if sequence.ruleset.key_type == "sequence"]


def test_lines_in_parts_agree_with_the_oracle_and_with_whole_ones(project: Project) -> None:
    """Every line of more than one row is long here, so that edges fall everywhere; at the end some are, and others not."""
    clocks = sorted(set(CLOCKS["plain"]))
    population = draw_numbered(150, len(clocks), 3)
    project.variables["part_size"] = 1
    run_and_compare(project, population, clocks)
    assert is_cut(project)
    in_parts = table_contents(SparkSession.active().sql, project.schema)
    for part_size in (1_000_000, 10):
        project.variables["part_size"] = part_size
        project.run_again("--full-refresh", rulesets=rulesets(population), as_of=moment(clocks[-1]))
        assert is_cut(project) == (part_size == 10)
        rebuilt = table_contents(SparkSession.active().sql, project.schema)
        differing = {
            name: [row for row in rows if row not in rebuilt[name]][:3] for name, rows in in_parts.items()
        }
        assert in_parts == rebuilt, {name: rows for name, rows in differing.items() if rows}


def is_cut(project: Project) -> bool:
    """Whether the last run worked lines out in parts."""
    compiled = next((project.landing.parent / "target").rglob("compiled/**/resequencer__ledger.sql"))
    return "cut as (" in compiled.read_text()


def test_parts_where_nothing_bakes_are_as_the_whole(project: Project) -> None:
    """No ruleset has a bake time, so much of the ledger's query is left out."""
    project.variables["part_size"] = 1
    for day, numbers in ((1, [3, 1, 2, 2, 5, 6]), (2, [9, 8, 12, 4])):
        project.land(
            f"{day}.json",
            [
                {"sequence_id": "s", "sequence_number": number, "message_id": f"{day}.{place}",
                 "arrived_at": f"2026-01-0{day}T01:00:{place:02}Z", "is_last": number == 12}
                for place, number in enumerate(numbers)
            ],
        )  # fmt: skip
        project.run(as_of=f"2026-01-0{day + 1}T00:00:00Z")
        assert is_cut(project)
    assert project.verdict_counts() == {
        "released": 6,
        "bypass/duplicate": 1,
        "pending/waiting_for_predecessor": 3,
    }
    in_parts = table_contents(SparkSession.active().sql, project.schema)
    project.variables["part_size"] = 1000
    project.run_again("--full-refresh", as_of="2026-01-03T00:00:00Z")
    assert in_parts == table_contents(SparkSession.active().sql, project.schema)


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


# A formula broken on purpose, each in one place: by whose sequences it is noticed, where it is, right, and wrong.
MUTATIONS = {
    "late one tick too late": (
        "plain",
        "ordering/timely_rows.sql",
        "arrival_us >= {{ baked_us('above_us') }}",
        "arrival_us > {{ baked_us('above_us') }}",
    ),
    "islands of the wrong step": (
        "plain",
        "ordering/island_rows.sql",
        "number - step * (count",
        "number - (count",
    ),
    "a repeat counted as first": (
        "plain",
        "ordering/weighed_rows.sql",
        "is_eligible and not ({{ same }}) as is_first",
        "is_eligible as is_first",
    ),
    "what comes as a session ends belongs to it": (
        "sessions",
        "ordering/session_rows.sql",
        "arrival_us >= max(active_us)",
        "arrival_us > max(active_us)",
    ),
    "one stand-in too few": (
        "gaps",
        "ordering/suspended_rows.sql",
        "gap_width > max_stand_ins * step",
        "gap_width >= max_stand_ins * step",
    ),
    "a message opens an epoch before it has baked": (
        "epochs",
        "ordering/epoch_rows.sql",
        "waiting.arrival_us + bake_us <= event.arrival_us",
        "waiting.arrival_us + bake_us < event.arrival_us",
    ),
    "a claim for what has baked": (
        "claims",
        "ordering/decided_rows.sql",
        "claimed_at.arrival_us < due_us",
        "claimed_at.arrival_us <= due_us",
    ),
}
# Noticed only where every line is cut into parts: what a part is told of those beside it.
MUTATIONS |= {
    f"a part that is not told {what}": ("plain", path, f", '{column}'", f", 'cast(null as {kind})'")
    for what, path, column, kind in [
        ("what is above it", "ordering/weighed_rows.sql", "told_above_at.arrival_us", "bigint"),
        (
            "of the island below it",
            "ordering/due_rows.sql",
            "told_baked",
            "struct<island: bigint, unbaked_us: bigint>",
        ),
        ("what has come below it", "ordering/received_below.sql", "told_received", "bigint"),
    ]
}
MUTATIONS_IN_CI = ("late one tick too late",)


@pytest.mark.parametrize(
    "name",
    [name if name in MUTATIONS_IN_CI else pytest.param(name, marks=pytest.mark.long) for name in MUTATIONS],
)
def test_a_broken_formula_is_noticed(new_project: Callable[[], Project], tmp_path: Path, name: str) -> None:
    mode, path, right, broken = MUTATIONS[name]
    in_parts = name.startswith("a part")
    draw = draw_numbered if in_parts else partial(draw_sequences, mode)
    whole = [
        Sequence(s.ruleset, (tuple(a for landed in s.landings for a in landed),))
        for s in draw(200, len(clocks_of(mode)), 3)
    ]
    root = copy_of_project(tmp_path / "mutant")
    macro = root / "macros" / path
    assert right in macro.read_text()
    macro.write_text(macro.read_text().replace(right, broken))
    mutant = new_project()
    mutant.root = root
    if in_parts:
        mutant.variables["part_size"] = 1
    land(mutant, whole, 0)
    mutant.run(rulesets=rulesets(whole), as_of=moment(40))
    assert disagreements(mutant, whole, [40], 0)
