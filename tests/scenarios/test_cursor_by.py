"""A table whose cursor grows per partition only (resequencer__arrivals_cursor_by), as over a topic."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from pyspark.sql import SparkSession
from tests.scenarios.project import Project, failure_text
from tests.scenarios.tables import table_contents
from tests.scenarios.test_follow import looked

DAY_ONE = datetime(2026, 1, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)
AFTER = "2100-01-01T00:00:00Z"
COLUMNS = "partition int, offset bigint, message_id string, sequence_id string, sequence_number bigint, arrived_at timestamp"
Place = tuple[int | None, int]  # partition, offset


def create(project: Project, table: str = COLUMNS, **settings: Any) -> None:
    project.variables |= {
        "landing": None, "arrivals_relation": f"{project.schema}.events", "arrivals_cursor": "offset", "arrivals_cursor_by": "partition",
        "rulesets": [{"name": "ev", "key_type": "arrival"}], **settings,
    }  # fmt: skip
    assert project.invoke("run-operation", "validate_settings", landing={"format": "json", "path": str(project.landing)},
                          arrivals_relation=None, arrivals_cursor=None, arrivals_cursor_by=None, arrivals_lookback=None).success  # fmt: skip
    project.query("create schema if not exists {s}")
    project.query(
        f"create table {{s}}.events ({table}) using delta tblproperties ('delta.columnMapping.mode' = 'name')"
    )


def row(partition: int | None, offset: int, name: str | None = None, number: int = 1) -> str:
    shown = "null" if partition is None else partition
    return f"({shown}, {offset}, '{name or f'{partition}-{offset}'}', 's{partition}', {number}, timestamp'2026-01-01T00:00:00Z')"


def insert(project: Project, *rows: str) -> None:
    project.query(f"insert into {{s}}.events values {', '.join(rows)}")


def read(project: Project) -> Counter[str]:
    """The messages that have a verdict, or wait."""
    rows = project.query(
        "select message_id from {s}.resequencer__released union all select message_id from {s}.resequencer__pending"
    )
    return Counter(row["message_id"] for row in rows)


def missed(project: Project) -> dict[str, int]:
    return {
        row["cursor"]: row["count"] for row in project.query("select * from {s}.resequencer__missed_rows")
    }


def test_each_row_is_read_once(project: Project) -> None:
    create(project)
    # One partition lags far behind the other.
    insert(project, row(0, 1001), row(0, 1000), row(1, 5))
    project.run(as_of=AFTER)
    # What arrived at one moment stands in the order of the cursor.
    released = project.query(
        "select message_id from {s}.resequencer__released where sequence_id = 's0' order by release_position"
    )
    assert [one["message_id"] for one in released] == ["0-1000", "0-1001"]
    expected = Counter(["0-1000", "0-1001", "1-5"])
    assert read(project) == expected
    project.run_again(as_of=AFTER)
    assert len(project.query("select 1 from {s}.resequencer__arrivals where kind = 'file'")) == 2

    # Below the other's newest; at the newest, the same row and another one; partitions that are new; no cursor.
    insert(
        project, row(1, 6), row(0, 1001), row(0, 1001, "tie"), row(-1, 1), row(7, 3), row(None, 3), row(2, 1)
    )
    project.query("insert into {s}.events (partition, message_id) values (0, 'nowhere')")
    with project.heard() as told:
        project.run_again(as_of=AFTER)
    assert any("1 rows of" in line and "is null, so nothing tells" in line for line in told)
    expected += Counter(["1-6", "0-1001", "tie", "-1-1", "7-3", "None-3", "2-1"])
    assert read(project) == expected
    # Only in the partition of null, and in none of the others.
    insert(project, row(None, 3), row(None, 4))
    project.run_again(as_of=AFTER)
    expected += Counter(["None-3", "None-4"])
    assert read(project) == expected
    assert not missed(project)
    with project.heard() as told:
        assert project.invoke("run-operation", "why", "--args", "{message_id: 7-3}").success
    assert any(f"in partition 7 of {project.schema}.events" in line for line in told)
    places = project.query(
        "select file_path, place, count(*) from {s}.resequencer__arrivals where kind = 'record' group by 1, 2 having count(*) > 1"
    )
    assert not places

    # Below the newest and beyond the lookback of none nothing is looked at; --full-refresh looks at all.
    insert(project, row(0, 999, "below"))
    project.run_again(as_of=AFTER)
    assert read(project) == expected
    project.run_again("--full-refresh", as_of=AFTER)
    project.run_again(as_of=AFTER)
    assert read(project) == expected + Counter(["below"])


@dataclass
class Model:
    """Which rows are read by when: one run after the other, each with all rows that are there by then."""

    span: int
    newest: dict[int | None, int] = field(default_factory=dict)
    read: Counter[tuple[Place, str]] = field(default_factory=Counter)
    missed: Counter[tuple[Place, str]] = field(default_factory=Counter)

    def run(self, there: Counter[tuple[Place, str]], rebuilds: bool = False) -> None:
        if rebuilds:
            self.missed.clear()
        for one in (there - self.read - self.missed).elements():
            (partition, offset), _ = one
            below = self.newest.get(partition, offset) - offset
            if below <= self.span or rebuilds:
                self.read[one] += 1
            elif below <= 10 * self.span:
                self.missed[one] += 1
        for (partition, offset), _ in there:
            self.newest[partition] = max(self.newest.get(partition, offset), offset)


@pytest.mark.parametrize(
    ("by", "runs", "seed"),
    [
        ("partition", 4, 1),
        *(pytest.param(by, 8, seed, marks=pytest.mark.long) for by in ("partition", ["sequence_id", "partition"]) for seed in (2, 3)),
    ],
)  # fmt: skip
def test_rows_at_below_and_above_the_cursor_are_read_as_they_should(
    project: Project, by: str | list[str], runs: int, seed: int
) -> None:
    draw = random.Random(f"{by} {seed}")
    create(project, arrivals_lookback=2, arrivals_cursor_by=by)
    model = Model(2)
    there: Counter[tuple[Place, str]] = Counter()
    for number in range(runs):
        rebuilds = number == runs - 2
        rows = []
        for one in range(12):
            partition = draw.choice([0, 1, 2, 5, None] if number else [0, 1])
            newest = model.newest.get(partition, 40 + 20 * (partition or 3))
            offset = newest + draw.choice([2, 1, 1, 0, 0, -1, -2, -3, -7, -25])
            copies = draw.choice([1, 1, 1, 2])
            there[(partition, offset), f"m-{number}-{one}"] += copies
            rows += [row(partition, offset, f"m-{number}-{one}")] * copies
        # Once more what is there already.
        for (partition, offset), name in draw.sample(sorted(there, key=str), 3):
            there[(partition, offset), name] += 1
            rows.append(row(partition, offset, name))
        insert(project, *rows)
        arguments = ("--full-refresh",) if rebuilds else ()
        (project.run_again if number else project.run)(*arguments, as_of=AFTER)
        model.run(there, rebuilds)
        assert read(project) == Counter(name for _, name in model.read.elements())
        expected = Counter(str(offset) for (_, offset), _ in model.missed.elements())
        assert missed(project) == expected


TYPES = (
    "partition int, offset bigint, sequence_id varchar(20), sequence_number decimal(20, 0), sequence_total double, is_last boolean,"
    " arrived_at timestamp, properties map<string, string>, `body` struct<a: int, `b c`: array<double>>, value binary, local timestamp_ntz,"
    " day date, amount decimal(38, 10), ratio float, headers array<struct<key: string, value: binary>>, lists map<string, array<date>>,"
    " any variant"
)  # fmt: skip
# What expressions make of them.
DECODER = {
    "message_id": "concat_ws('/', partition, offset)",
    "message_type": "concat_ws(' ', hex(value), cast(local as string), date_add(day, 1), amount * 2, ratio, headers[0].key, hex(headers[1].value),"
    " lists['a'][0], array_contains(lists['a'], day), variant_get(any, '$.x', 'int'), body.`b c`[1], typeof(struct(value, local, amount, ratio)),"
    " get_json_object(_raw, '$.properties.k'))",
}  # fmt: skip
VALUES = [
    "0, 1, 'a', 1, 7.0, false, timestamp'2026-01-01T00:00:00.123456Z', map('k', 'v', 'n', null), named_struct('a', 1, 'b c', array(1.5D, double('NaN'))),"
    " X'00ff', timestamp_ntz'2026-03-29 02:30:00.123456', date'2026-02-28', 12345678901234567890.1234567891BD, 1.1F,"
    " array(named_struct('key', 'h', 'value', X'01'), named_struct('key', null, 'value', X'fe00')), map('a', array(date'2026-02-28', null)),"
    " parse_json('{\"x\": 7}')",
    "0, 2, 'a', 2, 1e30, true, timestamp'1969-12-31T23:59:59.999999Z', map(), null, X'', null, date'0001-01-01', 0.1BD, float('Infinity'), array(), map(), parse_json('null')",
    "1, 1, 'a', 3, null, null, null, null, named_struct('a', null, 'b c', null), null, null, null, null, null, null, null, null",
    "1, 2, 'b\\n\"/\u00e9', 1, null, null, timestamp_micros(253402300800000000), null, null, null, null, null, null, null, null, null, null",
    "1, 3, null, null, null, null, timestamp'2026-01-01T00:00:00Z', null, null, null, null, null, null, null, null, null, null",
]  # fmt: skip


def test_columns_of_all_types_are_read_as_in_the_table(project: Project) -> None:
    create(project, TYPES, columns=DECODER, rulesets=[{"name": "all", "bake_time": "1h"}])
    project.query(
        "insert into {s}.events values "
        + ", ".join(f"({one})" for one in VALUES).replace("{", "{{").replace("}", "}}")
    )
    project.run(as_of=AFTER)
    # The same table, read where it is. A cursor that tells its rows apart there is not needed: all is new.
    plain = Project(
        schema=f"{project.schema}_plain",
        landing=project.landing,
        variables=dict(project.variables, arrivals_cursor_by=None),
    )
    plain.run(as_of=AFTER)
    there = table_contents(SparkSession.active().sql, plain.schema)
    assert sum(len(there[table]) for table in ("released", "bypass", "failure")) == len(VALUES)
    assert there["failure"]
    copied = table_contents(SparkSession.active().sql, project.schema)
    assert copied == there

    # A column more, and one of a wider type, make nothing new of what has been read.
    project.query("alter table {s}.events add columns (later int)")
    project.query("alter table {s}.events set tblproperties ('delta.enableTypeWidening' = 'true')")
    project.query("alter table {s}.events alter column partition type bigint")
    project.run_again(as_of=AFTER)
    assert table_contents(SparkSession.active().sql, project.schema) == there


@pytest.mark.long
def test_partitions_of_several_columns_and_cursors_of_time(project: Project) -> None:
    create(project, "topic string, part string, at timestamp_ntz, message_id string", arrivals_cursor="at", arrivals_cursor_by=["topic", "part"],
           arrivals_lookback="10m", columns={"arrived_at": "at", "sequence_id": "_raw_file"})  # fmt: skip

    def put(*rows: tuple[str | None, str | None, str, str]) -> None:
        shown = [", ".join("null" if text is None else f"'{text}'" for text in (topic, part)) + f", timestamp_ntz'2026-01-01 {at}', '{name}'"
                 for topic, part, at, name in rows]  # fmt: skip
        project.query("insert into {s}.events values " + ", ".join(f"({one})" for one in shown))

    put(
        ("a", "1", "12:00:00", "first"),
        ("a", None, "08:00:00", "null"),
        ("a", "/null", "07:00:00", "text"),
        ("1e2", "2026-01-01", "07:00:00", "looks"),
    )
    project.run(as_of=AFTER)
    put(("a", "1", "11:50:00", "within"), ("a", "1", "11:49:59", "below"), ("a", "1", "10:19:59", "far below"),
        ("a", None, "07:55:00", "null again"), ("a", "/null", "07:00:00.000001", "text again"), ("a", "", "01:00:00", "empty"),
        ("1e2", "2026-01-01", "06:59:59.999999", "looks again"))  # fmt: skip
    with project.heard() as told:
        project.run_again(as_of=AFTER)
        project.run_again(as_of=AFTER)
    expected = Counter(
        ["first", "null", "text", "looks", "within", "null again", "text again", "empty", "looks again"]
    )
    assert read(project) == expected
    warned = [line for line in told if "have turned up too late, with at from 2026-01-01 11:49:59" in line]
    assert len([line for line in warned if "1 rows of" in line]) >= 1
    ((cursor, count, seen),) = project.query(
        "select cursor, count, first_seen_at from {s}.resequencer__missed_rows"
    )
    assert (cursor[:19], count, seen.astimezone(UTC).year) == ("2026-01-01 11:49:59", 1, 2100)
    paths = project.query("select distinct file_path from {s}.resequencer__arrivals")
    assert {row["file_path"] for row in paths} == {
        "topic=a/part=1", "topic=a/part=/null", "topic=a/part=%2Fnull", "topic=1e2/part=2026-01-01", "topic=a/part=",
    }  # fmt: skip

    # What was missed, a --full-refresh takes in, and what no run can know of as well; then nothing is new.
    project.run_again("--full-refresh", as_of=AFTER)
    expected += Counter(["below", "far below"])
    assert read(project) == expected
    assert not missed(project)
    put(("a", "1", "11:49:59", "below"))
    project.run_again(as_of=AFTER)
    assert (read(project), sum(missed(project).values())) == (expected, 1)


def change_a_row(project: Project) -> None:
    """Of three rows that a run has read the second becomes another."""
    create(project, arrivals_lookback=5)
    insert(project, row(0, 1), row(0, 2), row(0, 3))
    project.run(as_of=AFTER)
    project.query("update {s}.events set sequence_number = 7 where message_id = '0-2'")


@pytest.mark.long
def test_rows_that_have_changed_are_not_read_twice(project: Project) -> None:
    change_a_row(project)
    insert(project, row(0, 2, "unclear"), row(0, 3, "found"))
    project.run_again(as_of=AFTER)
    expected = Counter(["0-1", "0-2", "0-3", "found"])
    for _ in range(2):
        assert (read(project), missed(project)) == (expected, {"2": 1})
        project.run_again(as_of=AFTER)


def test_what_cannot_be_read_so_is_refused(project: Project) -> None:
    create(project, COLUMNS + ", weights map<int, string>, other float")
    insert_one = "insert into {s}.events (partition, offset, message_id) values (0, 1, 'a')"
    project.query(insert_one)

    def refused(**settings: Any) -> str:
        outcome = project.invoke("run", as_of=AFTER, **settings)
        assert not outcome.success
        return failure_text(outcome)

    assert "resequencer__arrivals_cursor_by names partiton, which is no column of" in (
        told := refused(arrivals_cursor_by="partiton")
    )
    assert "did you mean partition?" in told
    assert "resequencer__arrivals_cursor names ofset, which is no column of" in refused(
        arrivals_cursor="ofset"
    )
    assert "resequencer__arrivals_cursor names message_id, which is string" in refused(
        arrivals_cursor="message_id"
    )
    assert "resequencer__arrivals_cursor_by names other, which is float" in refused(
        arrivals_cursor_by=["partition", "other"]
    )
    assert "resequencer__arrivals_relation cannot be read" in refused(arrivals_relation="no.such_table")
    assert "weights is map<int,string>, of which JSON has none" in refused()
    project.query("create view {s}.leaner as select * except (weights, other) from {s}.events")
    project.variables["arrivals_relation"] = f"{project.schema}.leaner"
    assert "resequencer__arrivals_lookback is 1h, and offset counts by whole numbers" in refused(
        arrivals_lookback="1h"
    )
    assert "resequencer__columns.body" in refused(columns={"body": "no_such_column"})

    # A lake keeps to the way in which it began to count.
    project.run(as_of=AFTER)
    told = refused(arrivals_cursor_by=None)
    assert "counted by whole numbers, and until now they were counted by offset of each partition" in told
    told = refused(arrivals_cursor_by=["partition", "sequence_id"])
    assert "counted by offset of each partition, sequence_id, and until now" in told
    told = refused(
        landing={"format": "json", "path": str(project.landing)},
        arrivals_relation=None,
        arrivals_cursor=None,
        arrivals_cursor_by=None,
    )
    assert (
        "taken from resequencer__landing, and until now they were counted by offset of each partition" in told
    )
    other = Project(schema=f"{project.schema}_landing", landing=project.landing)
    other.land("a.json", [])
    other.run(as_of=AFTER)
    told = failure_text(other.invoke("run", as_of=AFTER, **project.variables))
    assert (
        "counted by offset of each partition, and until now they were taken from resequencer__landing" in told
    )


@pytest.mark.long
def test_a_run_that_stays_sees_what_is_new(project: Project) -> None:
    create(project)
    insert(project, row(0, 10), row(1, 1))
    project.run(as_of="now")
    before = looked(project)
    assert looked(project).since(before.marks) == []
    insert(project, row(1, 2))
    assert looked(project).since(before.marks) == ["arrivals landed"]


@pytest.mark.long
def test_rows_go_to_subscriptions(project: Project) -> None:
    create(project, subscriptions=[{"name": "all", "match": "all"}], arrivals_lookback=2, rulesets=None)
    insert(project, row(0, 10), row(0, 10), row(1, 1))
    project.run("--select", "+resequencer__spool", "+resequencer__missed_rows", as_of=AFTER)
    insert(project, row(0, 10), row(0, 9), row(0, 7), row(1, 2))
    project.run("--select", "+resequencer__spool", "+resequencer__missed_rows", as_of=AFTER)
    spool = project.query("select message_id, message_uid from {s}.resequencer__spool")
    assert Counter(one["message_id"] for one in spool) == Counter(
        ["0-10", "0-10", "0-10", "1-1", "0-9", "1-2"]
    )
    assert len({one["message_uid"] for one in spool}) == 6
    assert missed(project) == {"7": 1}


@pytest.mark.long
def test_what_has_been_forgotten_is_not_read_again(project: Project) -> None:
    create(project, arrivals_lookback=5, retain="1d", tidy_every=2)
    insert(project, row(0, 10), row(1, 1))
    for day in range(2, 8):
        project.run_again(as_of=f"2026-01-0{day}T00:00:00Z") if day > 2 else project.run(
            as_of="2026-01-02T00:00:00Z"
        )
        insert(project, row(1, day))
    rows = project.query("select file_path, cursor from {s}.resequencer__arrivals where kind = 'record'")
    assert all(one["file_path"] == "1" for one in rows)
    assert ("1", 1) not in {tuple(one) for one in rows}
    # Of partition 0 nothing is left to compare with: neither is what was read new, nor what turns up at its newest offset.
    insert(project, row(0, 10), row(0, 11))
    project.run_again(as_of="2026-01-08T00:00:00Z")
    rows = project.query(
        "select cursor from {s}.resequencer__arrivals where kind = 'record' and file_path = '0'"
    )
    assert [one["cursor"] for one in rows] == [11]
    assert not missed(project)
