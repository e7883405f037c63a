"""Rows of an existing table that turn up at or below the newest cursor (resequencer__arrivals_lookback)."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from pyspark.sql import SparkSession
from tests.scenarios.project import Project, failure_text
from tests.scenarios.tables import table_contents

DAY_ONE = datetime(2026, 1, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)
RULESETS = [{"name": "ev", "bake_time": "10m"}]
MESSAGES = (
    "select message_id, effective_arrived_at from {s}.resequencer__ledger where"
    " disposition in ('released', 'bypass', 'failure', 'nohit') or (disposition = 'pending' and batch_group ="
    " (select batch.number from {s}.resequencer__ledger where disposition = 'current'))"
)


@dataclass(frozen=True)
class Kind:
    """A kind of cursor: its type, a position as literal and as shown, and of how many positions a lookback of two is."""

    type: str
    literal: Callable[[int], str]
    shown: Callable[[int], str]
    lookback: Any
    span: int


def day(at: int) -> date:
    return date(2026, 1, 1) + timedelta(days=at)


def minute(at: int) -> datetime:
    return DAY_ONE + timedelta(minutes=at)


KINDS = {
    "numbers": Kind("bigint", str, str, 2, 2),
    "dates": Kind("date", lambda at: f"date'{day(at)}'", lambda at: str(day(at)), "25h", 2),
    "timestamps": Kind(
        "timestamp", lambda at: f"timestamp'{minute(at):%Y-%m-%dT%H:%M:%SZ}'", lambda at: f"{minute(at):%Y-%m-%d %H:%M:%S} UTC", "2m", 2
    ),
}  # fmt: skip


@dataclass
class Model:
    """Which rows count when: one run after the other, each with all rows that are there by then.

    A row is (position, message); rows that are equal are counted, not told apart.
    """

    span: int
    newest: int | None = None
    clock: datetime | None = None
    read: Counter[tuple[int, str]] = field(default_factory=Counter)
    missed: Counter[tuple[int, str]] = field(default_factory=Counter)
    counts_from: dict[str, list[datetime]] = field(default_factory=dict)

    def run(
        self,
        there: Counter[tuple[int, str]],
        arrived: dict[str, datetime],
        clock: datetime,
        rebuilds: bool = False,
    ) -> None:
        if rebuilds:
            self.missed.clear()
        for row in (there - self.read - self.missed).elements():
            position, name = row
            below = 0 if self.newest is None else self.newest - position
            if below <= self.span or rebuilds:
                self.read[row] += 1
                self.counts_from.setdefault(name, []).append(max(arrived[name], self.clock or arrived[name]))
            else:  # however far below: the commits of the table tell
                self.missed[row] += 1
        self.newest = max([position for position, _ in there] + [self.newest or 0])
        self.clock = clock


def create(project: Project, type_of_cursor: str, **settings: Any) -> None:
    project.variables |= {
        "landing": None, "arrivals_relation": f"{project.schema}.events", "arrivals_cursor": "position", "rulesets": RULESETS, **settings,
    }  # fmt: skip
    assert project.invoke("run-operation", "validate_settings", landing={"format": "json", "path": str(project.landing)},
                          arrivals_relation=None, arrivals_cursor=None, arrivals_lookback=None).success  # fmt: skip
    project.query("create schema if not exists {s}")
    project.query(
        f"create table {{s}}.events (position {type_of_cursor}, message_id string, sequence_id string, sequence_number bigint,"
        " arrived_at timestamp) using delta"
    )


def insert(project: Project, *rows: tuple[str, str, int, datetime]) -> None:
    """Rows by the literal of their cursor, message, number and arrival."""
    values = ", ".join(
        f"({position}, '{name}', 's', {number}, timestamp'{arrived:%Y-%m-%dT%H:%M:%SZ}')"
        for position, name, number, arrived in rows
    )
    project.query(f"insert into {{s}}.events values {values}")


def said(clock: datetime) -> str:
    return f"{clock:%Y-%m-%dT%H:%M:%SZ}"


def messages(project: Project) -> dict[str, list[datetime]]:
    found: dict[str, list[datetime]] = {}
    for row in project.query(MESSAGES):
        found.setdefault(row["message_id"], []).append(row["effective_arrived_at"].astimezone(UTC))
    return {name: sorted(times) for name, times in found.items()}


def contents(project: Project) -> dict[str, list[str]]:
    return table_contents(SparkSession.active().sql, project.schema)


# In CI two runs for one kind of cursor, without a rebuild.
@pytest.mark.parametrize(
    ("name", "runs", "seed"),
    [
        ("numbers", 2, 1),
        pytest.param("timestamps", 3, 1, marks=pytest.mark.long),
        pytest.param("dates", 2, 1, marks=pytest.mark.long),
        *(pytest.param(name, 8, seed, marks=pytest.mark.long) for name in KINDS for seed in range(2, 5)),
    ],
)
def test_rows_at_below_and_above_the_cursor_count_as_they_should(
    project: Project, name: str, runs: int, seed: int
) -> None:
    kind = KINDS[name]
    draw = random.Random(f"{name} {seed}")
    create(project, kind.type, arrivals_lookback=kind.lookback)
    model = Model(kind.span)
    there: Counter[tuple[int, str]] = Counter()
    arrived: dict[str, datetime] = {}
    texts = {}
    for number in range(runs):
        newest = model.newest or 40
        clock = DAY_ONE + (number + 1) * HOUR
        rows = []
        for one in range(9):
            # Above, at, just below, too far and much too far below what was read.
            position = (
                newest + draw.choice([2, 1, 1, 0, 0, -1, -2, -3, -7, -25]) if number else newest - one % 3
            )
            message = f"m-{number}-{one}"
            arrived[message] = clock - timedelta(minutes=draw.randrange(1, 90), seconds=one)
            row = (kind.literal(position), message, draw.randrange(1, 15), arrived[message])
            copies = draw.choice([1, 1, 1, 2])
            rows += [row] * copies
            there[position, message] += copies
            texts[position, message] = row
        # Once more what is there already, with the same cursor: a row equal to one that was read.
        for position, message in draw.sample(sorted(texts), 2) if number else []:
            rows.append(texts[position, message])
            there[position, message] += 1
        insert(project, *rows)
        (project.run_again if number else project.run)(as_of=said(clock))
        model.run(there, arrived, clock)
        assert messages(project) == {name: sorted(times) for name, times in model.counts_from.items()}
        missed = {
            row["cursor"]: row["count"] for row in project.query("select * from {s}.resequencer__missed_rows")
        }
        assert missed == Counter(kind.shown(at) for at, _ in model.missed.elements())
    if runs == 2:
        return

    # In a rebuild each row counts as it did, and what had been missed is taken in by it: what had been decided stands.
    decided = contents(project)
    clock += HOUR
    project.run_again("--full-refresh", as_of=said(clock))
    model.run(there, arrived, clock, rebuilds=True)
    assert messages(project) == {name: sorted(times) for name, times in model.counts_from.items()}
    assert not project.query("select * from {s}.resequencer__missed_rows")
    rebuilt = contents(project)
    for outlet in ("released", "bypass", "failure"):
        assert Counter(decided[outlet]) <= Counter(rebuilt[outlet])
    arguments = ("test", "--select", "resequencer__ledger", "--exclude", "test_type:unit")
    tested = project.invoke(*arguments, as_of=said(clock))
    assert tested.success, failure_text(tested)

    # A second rebuild knows what the first one has found.
    if runs > 3:
        project.run_again("--full-refresh", as_of=said(clock))
        assert contents(project) == rebuilt


@pytest.mark.long
def test_rows_that_have_changed_are_not_read_twice(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    create(project, "bigint", arrivals_lookback=5)
    refused = project.invoke("run", "--select", "resequencer__ledger", arrivals_lookback="1h")
    assert (
        "resequencer__arrivals_lookback is 1h, and position counts by whole numbers. It may be: a whole number"
        in failure_text(refused)
    )
    insert(project, *((str(at), f"m-{at}", at, DAY_ONE) for at in (1, 2, 3)))
    project.run(as_of=said(DAY_ONE + HOUR))

    # m-2 is another now, so it is not known which of the two at 2 is new; at 3 it is.
    project.query("update {s}.events set sequence_number = 7 where message_id = 'm-2'")
    insert(project, ("2", "unclear", 4, DAY_ONE), ("3", "found", 5, DAY_ONE))
    project.run_again(as_of=said(DAY_ONE + 2 * HOUR))
    assert messages(project) == {
        "m-1": [DAY_ONE], "m-2": [DAY_ONE], "m-3": [DAY_ONE], "found": [DAY_ONE + HOUR],
    }  # fmt: skip
    missed = "select cursor, count, first_seen_at from {s}.resequencer__missed_rows"
    ((position, count, seen),) = project.query(missed)
    assert (position, count, seen.astimezone(UTC)) == ("2", 1, DAY_ONE + 2 * HOUR)
    assert taken_in(project, capsys, 2) == {"found"}

    # Another decoder makes other rows of them all.
    decoder = {"message_id": "upper(message_id)"}
    project.run_again(as_of=said(DAY_ONE + 3 * HOUR), columns=decoder)
    assert len(messages(project)) == 4
    assert len(project.query(missed)) == 1
    project.run_again("--full-refresh", as_of=said(DAY_ONE + 3 * HOUR), columns=decoder)
    assert messages(project) == {
        "M-1": [DAY_ONE], "M-2": [DAY_ONE], "M-3": [DAY_ONE], "UNCLEAR": [DAY_ONE], "FOUND": [DAY_ONE + HOUR],
    }  # fmt: skip
    assert not project.query(missed)


def taken_in(project: Project, capsys: pytest.CaptureFixture[str], batch: int) -> set[str]:
    """The messages that a batch of before took in."""
    query = "select message_id from {{ ref('int_resequencer__arriving') }}"
    capsys.readouterr()
    shown = project.invoke("show", "--output", "json", "--limit", "50", "--inline", query, batch=batch)
    assert shown.success, shown.exception
    printed = capsys.readouterr().out
    return {row["message_id"] for row in json.loads(printed[printed.index("{\n") :])["show"]}


def test_a_row_below_a_cursor_without_lookback_is_told(project: Project) -> None:
    """What a table's commits have added is known at any depth; files that only move, or are written anew, add nothing."""
    create(project, "bigint")
    insert(project, *((str(at), f"m-{at}", at, DAY_ONE) for at in (1, 100)))
    project.run(as_of=said(DAY_ONE + HOUR))
    missed = "select cursor, count from {s}.resequencer__missed_rows order by cursor"
    project.query("update {s}.events set sequence_number = 7 where message_id = 'm-1'")
    project.query("optimize {s}.events")
    insert(project, ("101", "m-101", 101, DAY_ONE))
    project.run_again(as_of=said(DAY_ONE + 2 * HOUR))
    assert project.query(missed) == []

    insert(project, ("50", "late", 50, DAY_ONE), ("50", "late", 50, DAY_ONE), ("102", "m-102", 102, DAY_ONE))
    with project.heard() as told:
        project.run_again(as_of=said(DAY_ONE + 3 * HOUR))
    assert any(
        "2 rows of" in line and "have turned up too late, with position from 50 to 50" in line
        for line in told
    )
    assert [tuple(row) for row in project.query(missed)] == [("50", 2)]
    assert "late" not in messages(project)
    # Once.
    insert(project, ("103", "m-103", 103, DAY_ONE))
    project.run_again(as_of=said(DAY_ONE + 4 * HOUR))
    assert [tuple(row) for row in project.query(missed)] == [("50", 2)]


def test_rows_without_a_cursor_are_told_in_every_run(project: Project) -> None:
    create(project, "bigint")
    insert(project, ("1", "m-1", 1, DAY_ONE), ("null", "nowhere", 2, DAY_ONE))
    for run in (1, 2):
        with project.heard() as told:
            (project.run if run == 1 else project.run_again)(as_of=said(DAY_ONE + run * HOUR))
        assert any("1 rows of" in line and "position is null" in line for line in told)
    assert set(messages(project)) == {"m-1"}


def test_times_that_no_run_could_count_are_rows_without_a_cursor(project: Project) -> None:
    """Spark holds times beyond the years 1 to 9999; such a row would be new for ever, or a repeat of itself."""
    create(project, "timestamp")
    insert(project, ("timestamp'2026-01-01 00:00:00'", "m-1", 1, DAY_ONE))
    for micros, name in ((253402300800000000, "after"), (-62135596800000001, "before")):
        insert(project, (f"timestamp_micros({micros})", name, 2, DAY_ONE))
    for run in (1, 2):
        with project.heard() as told:
            (project.run if run == 1 else project.run_again)(as_of=said(DAY_ONE + run * HOUR))
        assert any("2 rows of" in line and "outside of the years 1 to 9999" in line for line in told)
        assert set(messages(project)) == {"m-1"}
