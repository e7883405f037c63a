"""What is asked for again is all that is missing, as far as it may be sent, and nothing else (docs/flow-control.md)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import pytest
from pyspark.sql import SparkSession
from tests.scenarios.project import Project

CHUNK = 4
COLUMNS = (
    "kind string, ruleset string, sequence_id string, epoch bigint, start_number bigint, step bigint, is_descending boolean,"
    " range_start bigint, range_end bigint, status string, window_end bigint, request_id string, attempt bigint,"
    " requested_us bigint, attempted_us bigint, next_attempt_us bigint, sent_us bigint, settled_us bigint, reported_us bigint"
)


@dataclass
class Sequence:
    """What a run of the requests finds of one sequence; numbers count from `start` by `step`."""

    start: int
    step: int
    window_end: int | None
    missing: set[int] = field(default_factory=set)
    skipped: set[int] = field(default_factory=set)
    standing: list[tuple[int, int]] = field(default_factory=list)

    def asked(self) -> set[int]:
        return {number for first, last in self.standing for number in range(first, last + 1, self.step)}

    def to_ask(self) -> set[int]:
        """Missing, not beyond the window, and in no request that stands."""
        may_be_sent = {n for n in self.missing if self.window_end is None or n <= self.window_end}
        return may_be_sent - self.asked()


def runs_of(numbers: Iterable[int], step: int) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][1] == number - step:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs


def random_sequence(chance: random.Random) -> Sequence:
    """Requests were made of what was missing then; since then some of it has come, and more is missing."""
    start, step = chance.choice([(1, 1), (0, 1), (10, 10), (-7, 3)])
    numbers = [start + place * step for place in range(chance.randint(1, 30))]
    made = Sequence(start, step, chance.choice([None, chance.choice(numbers)]))
    made.missing = {number for number in numbers if chance.random() < 0.5}
    made.skipped = {number for number in made.missing if chance.random() < chance.choice([0, 0.2])}
    made.missing -= made.skipped
    place = 0
    while place < len(numbers):
        length = min(chance.randint(1, 7), len(numbers) - place)
        if chance.random() < 0.4:
            made.standing.append((numbers[place], numbers[place + length - 1]))
        place += length
    return made


def lines(name: str, sequence: Sequence) -> Iterable[tuple[Any, ...]]:
    place = ("r", name, 1, sequence.start, sequence.step, False)
    rest = (None,) * 7
    for status, numbers in (("open", sequence.missing), ("skipped", sequence.skipped)):
        for first, last in runs_of(numbers, sequence.step):
            yield ("range", *place, first, last, status, None, None, *rest)
    for first, last in sequence.standing:
        yield ("request", *place[:3], None, None, False, first, last, "requested", None, f"{first}", *rest)
    yield ("sequence", *place[:3], None, None, None, None, None, None, sequence.window_end, None, *rest)


def new_requests(
    call_macro: Callable[..., Any], sequences: dict[str, Sequence], most: int
) -> dict[str, list[tuple[int, int]]]:
    variables = {"resequencer__resend": {"chunk": CHUNK, "most": most}}
    spark = SparkSession.active()
    rows = [line for name, sequence in sequences.items() for line in lines(name, sequence)]
    spark.createDataFrame(rows, COLUMNS).createOrReplaceTempView("line")
    standing, chunked = (call_macro(name, variables) for name in ("standing_rows", "chunked_rows"))
    new: dict[str, list[tuple[int, int]]] = {name: [] for name in sequences}
    for row in spark.sql(f"with standing as ({standing}) {chunked}").collect():
        if row.chunk is not None:
            new[row.sequence_id].append((row.chunk.range_start, row.chunk.range_end))
    return new


@pytest.mark.parametrize("most", [1000, 3])
def test_all_that_is_missing_is_asked_for_and_nothing_else(
    project: Project, call_macro: Callable[..., Any], most: int
) -> None:
    assert project.invoke("run-operation", "validate_settings").success  # Spark stands
    chance = random.Random(28)
    sequences = {f"s{number}": random_sequence(chance) for number in range(1500)}
    new = new_requests(call_macro, sequences, most)
    for name, sequence in sequences.items():
        asked = [number for first, last in new[name] for number in range(first, last + 1, sequence.step)]
        assert len(asked) == len(set(asked)), (name, sequence, new[name])
        to_ask, told = sequence.to_ask(), (name, sequence, sorted(new[name]))
        assert set(asked) <= to_ask, told
        for first, last in new[name]:
            assert (first - sequence.start) // (CHUNK * sequence.step) == (last - sequence.start) // (
                CHUNK * sequence.step
            ), told
        standing = sum(
            not sequence.missing.isdisjoint(range(first, last + 1)) for first, last in sequence.standing
        )
        if standing + len(new[name]) < most:
            assert set(asked) == to_ask, told
        else:
            # As many as may stand, the nearest first.
            assert len(new[name]) == max(0, min(len(new[name]), most - standing)), told
            assert set(asked) == set(sorted(to_ask)[: len(asked)]), told
