"""More of a table whose cursor grows per partition (resequencer__arrivals_cursor_by): one thing beside another."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from pyspark.sql import SparkSession
from tests.scenarios.project import Project
from tests.scenarios.test_cursor_by import AFTER, change_a_row, create, insert, missed, read, row


def test_a_partition_that_is_new_beside_one_that_is_known(project: Project) -> None:
    create(project)
    insert(project, row(0, 1000))
    project.run(as_of=AFTER)
    insert(project, row(0, 1001), row(1, 0), row(None, 7))
    project.run_again(as_of=AFTER)
    expected = Counter(["0-1000", "0-1001", "1-0", "None-7"])
    assert read(project) == expected
    # A cursor of zero is one, too.
    insert(project, row(1, 0, "tie"), row(2, 1))
    project.run_again(as_of=AFTER)
    assert read(project) == expected + Counter(["tie", "2-1"])
    assert not missed(project)


def test_behind_a_full_refresh_all_partitions_are_looked_at_again(project: Project) -> None:
    create(project, arrivals_lookback=2)
    insert(project, *(row(partition, offset) for partition in (0, 1) for offset in (100, 101, 102)))
    project.run(as_of=AFTER)
    insert(project, row(0, 95, "below"))
    project.run_again(as_of=AFTER)
    assert missed(project) == {"95": 1}
    project.run_again("--full-refresh", as_of=AFTER)
    assert not missed(project)
    insert(project, row(1, 101, "late"))
    project.run_again(as_of=AFTER)
    expected = Counter(f"{partition}-{offset}" for partition in (0, 1) for offset in (100, 101, 102))
    expected += Counter(["below", "late"])
    assert read(project) == expected

    # What was missed, and is gone by then: nothing is new, and nothing is missed any more.
    insert(project, row(1, 96, "gone"))
    project.run_again(as_of=AFTER)
    assert missed(project) == {"96": 1}
    project.query("delete from {s}.events where message_id = 'gone'")
    project.run_again("--full-refresh", as_of=AFTER)
    assert not missed(project)
    insert(project, row(0, 101, "late again"), row(1, 101, "late again"))
    project.run_again(as_of=AFTER)
    assert read(project) == expected + Counter(["late again"] * 2)
    assert not missed(project)


def test_what_retain_has_forgotten_is_not_new_beside_a_missed_row(project: Project) -> None:
    create(project, arrivals_lookback=2, tidy_every=2, keep_versions="0s", retain="1m")
    for number in range(1, 8):
        if number == 1:
            insert(project, row(0, 100), row(0, 101))
        elif number == 2:
            insert(project, row(0, 102), row(0, 95, "below"))
        else:
            insert(project, row(1, number))
        (project.run if number == 1 else project.run_again)(as_of=f"2026-06-01T00:{number:02}:00Z")
        assert missed(project) == ({"95": 1} if 2 <= number < 6 else {})
    kept = project.query(
        "select distinct get_json_object(raw_record, '$.message_id') from {s}.resequencer__arrivals where kind = 'record'"
    )
    assert {one[0] for one in kept} == {"1-5", "1-6", "1-7"}
    # Within the lookback, and above what has been forgotten.
    insert(project, row(0, 103), row(1, 6, "late"))
    project.run_again(as_of="2026-06-01T00:08:00Z")
    assert read(project).keys() >= {"0-103", "late"}
    assert not read(project).keys() & {"0-101", "0-102", "below"}


@pytest.mark.long
def test_rows_beside_one_that_has_changed_are_missed_behind_a_full_refresh(project: Project) -> None:
    change_a_row(project)
    insert(project, row(0, 2, "unclear"))
    expected = Counter(["0-1", "0-2", "0-3"])
    # It cannot be told which of the two is new.
    for arguments in ((), ("--full-refresh",), (), ("--full-refresh",)):
        project.run_again(*arguments, as_of=AFTER)
        assert (read(project), missed(project)) == (expected, {"2": 1})
    project.query("update {s}.events set sequence_number = 1 where message_id = '0-2'")
    project.run_again("--full-refresh", as_of=AFTER)
    assert (read(project), missed(project)) == (expected + Counter(["unclear"]), {})


# Of partitions that are no whole number, and of several columns.
PARTITIONS: dict[str, list[str | None]] = {
    "topic": ["a", "it's 100%2F/\\", None],
    "day": ["2026-01-01", None],
    "amount": ["1.50", "-2.00"],
    "is_first": ["true", None],
}


@pytest.mark.long
@pytest.mark.parametrize("by", ["topic", ["topic", "day", "amount", "is_first"]])
def test_a_run_reads_no_more_of_a_row_than_whether_it_is_new(project: Project, by: str | list[str]) -> None:
    create(
        project,
        "topic string, day date, amount decimal(9, 2), is_first boolean, offset bigint, message_id string, sequence_id string,"
        " arrived_at timestamp",
        arrivals_cursor_by=by,
        arrivals_lookback=1,
        columns={"sequence_id": "_raw_file", "message_type": "seen"},
    )
    combined = [PARTITIONS["topic"]] if by == "topic" else list(PARTITIONS.values())
    partitions = list(itertools.product(*combined))

    def put(offset: int) -> Counter[str]:
        names = [f"{number}-{offset}" for number in range(len(partitions))]
        rows = [
            [*partition, *[None] * (4 - len(partition)), str(offset), name, "s", "2026-01-01 00:00:00Z"]
            for partition, name in zip(partitions, names, strict=True)
        ]
        SparkSession.active().createDataFrame(
            rows, "topic string, day string, amount string, is_first string, offset string, message_id string, sequence_id string, at string"
        ).createOrReplaceTempView("rows_to_insert")  # fmt: skip
        project.query("insert into {s}.events select topic, cast(day as date), cast(amount as decimal(9, 2)), cast(is_first as boolean),"
                      " cast(offset as bigint), message_id, sequence_id, cast(at as timestamp) from rows_to_insert")  # fmt: skip
        return Counter(names)

    def look(seen: str) -> None:
        project.query(
            f"create or replace view {{s}}.seen_events as select *, {seen} as seen from {{s}}.events"
        )

    expected = put(100) + put(200)
    look("'yes'")
    project.variables["arrivals_relation"] = f"{project.schema}.seen_events"
    project.run(as_of=AFTER)
    expected += put(201)
    # Whoever looks at the rest of an old row does not come back.
    look("case when offset < 199 then cast(raise_error('read again') as string) else 'yes' end")
    project.run_again(as_of=AFTER)
    # And late ones, at the same cursor.
    put(200)
    project.run_again(as_of=AFTER)
    expected += Counter({name: 1 for name in expected if name.endswith("-200")})
    assert read(project) == expected
    assert not missed(project)
