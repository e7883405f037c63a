"""Rows of an existing table that turn up at or below the newest cursor (resequencer__arrivals_lookback)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
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
    """A kind of cursor: its type, the literal of a position, and of how many positions a lookback of two is."""

    type: str
    literal: Callable[[int], str]
    lookback: Any
    span: int


KINDS = {
    "numbers": Kind("bigint", str, 2, 2),
    "dates": Kind("date", lambda at: f"date'{date(2026, 1, 1) + timedelta(days=at)}'", "25h", 2),
    "timestamps": Kind("timestamp", lambda at: f"timestamp'{DAY_ONE + timedelta(minutes=at):%Y-%m-%dT%H:%M:%SZ}'", "2m", 2),
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

    def run(self, there: Counter[tuple[int, str]], arrived: dict[str, datetime], clock: datetime, rebuilds: bool = False) -> None:
        if rebuilds:
            self.missed.clear()
        for row in (there - self.read - self.missed).elements():
            position, name = row
            below = 0 if self.newest is None else self.newest - position
            if below <= self.span or rebuilds:
                self.read[row] += 1
                self.counts_from.setdefault(name, []).append(max(arrived[name], self.clock or arrived[name]))
            elif below <= 10 * self.span:
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


def messages(project: Project) -> dict[str, list[datetime]]:
    found: dict[str, list[datetime]] = {}
    for row in project.query(MESSAGES):
        found.setdefault(row["message_id"], []).append(row["effective_arrived_at"].astimezone(UTC))
    return {name: sorted(times) for name, times in found.items()}


def contents(project: Project) -> dict[str, list[str]]:
    from pyspark.sql import SparkSession

    return table_contents(SparkSession.active().sql, project.schema)


@pytest.mark.parametrize("name", KINDS)
def test_rows_at_below_and_above_the_cursor_count_as_they_should(project: Project, name: str) -> None:
    kind = KINDS[name]
    draw = random.Random(name)
    create(project, kind.type, arrivals_lookback=kind.lookback)
    model = Model(kind.span)
    there: Counter[tuple[int, str]] = Counter()
    arrived: dict[str, datetime] = {}
    texts = {}
    for number in range(4):
        newest = model.newest or 40
        clock = DAY_ONE + (number + 1) * HOUR
        rows = []
        for one in range(9):
            # Above, at, just below, too far and much too far below what was read.
            position = newest + draw.choice([2, 1, 1, 0, 0, -1, -2, -3, -7, -25]) if number else newest - one % 3
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
        (project.run_again if number else project.run)(as_of=f"{clock:%Y-%m-%dT%H:%M:%SZ}")
        model.run(there, arrived, clock)
        assert messages(project) == {name: sorted(times) for name, times in model.counts_from.items()}
        missed = {row["cursor"]: row["count"] for row in project.query("select * from {s}.resequencer__missed_rows")}
        assert sorted(missed.values()) == sorted(Counter(at for at, _ in model.missed.elements()).values())
    tested = project.invoke("test", "--select", "resequencer__ledger", "resequencer__missed_rows", "--exclude", "test_type:unit", as_of=f"{clock:%Y-%m-%dT%H:%M:%SZ}")
    # Rows so far below that nothing is known of them have no verdict: it is this that the test of the ledger finds.
    unknown = there - model.read - model.missed
    assert tested.success == (not unknown), failure_text(tested)

    # What can be known of it counts in a rebuild as it did; what it had missed is taken in by it.
    decided = {
        row["message_id"]: tuple(row)
        for row in project.query(f"select * from ({MESSAGES}) where message_id like 'm-0-%'")
    }
    clock += HOUR
    project.run_again("--full-refresh", as_of=f"{clock:%Y-%m-%dT%H:%M:%SZ}")
    model.run(there, arrived, clock, rebuilds=True)
    assert messages(project) == {name: sorted(times) for name, times in model.counts_from.items()}
    assert not project.query("select * from {s}.resequencer__missed_rows")
    assert decided.items() <= {row["message_id"]: tuple(row) for row in project.query(MESSAGES)}.items()

    # A second rebuild knows what the first one has found.
    rebuilt = contents(project)
    project.run_again("--full-refresh", as_of=f"{clock:%Y-%m-%dT%H:%M:%SZ}")
    assert contents(project) == rebuilt
    tested = project.invoke("test", "--select", "resequencer__ledger", "--exclude", "test_type:unit", as_of=f"{clock:%Y-%m-%dT%H:%M:%SZ}")
    assert tested.success, failure_text(tested)
