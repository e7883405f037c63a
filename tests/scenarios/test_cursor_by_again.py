"""More of a table whose cursor grows per partition (resequencer__arrivals_cursor_by): one thing beside another."""

from __future__ import annotations

from collections import Counter

from tests.scenarios.project import Project
from tests.scenarios.test_cursor_by import AFTER, create, insert, missed, read, row


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


def test_rows_beside_one_that_has_changed_are_missed_behind_a_full_refresh(project: Project) -> None:
    create(project, arrivals_lookback=5)
    insert(project, row(0, 1), row(0, 2), row(0, 3))
    project.run(as_of=AFTER)
    project.query("update {s}.events set sequence_number = 7 where message_id = '0-2'")
    insert(project, row(0, 2, "unclear"))
    expected = Counter(["0-1", "0-2", "0-3"])
    # It cannot be told which of the two is new.
    for arguments in ((), ("--full-refresh",), (), ("--full-refresh",)):
        project.run_again(*arguments, as_of=AFTER)
        assert (read(project), missed(project)) == (expected, {"2": 1})
    project.query("update {s}.events set sequence_number = 1 where message_id = '0-2'")
    project.run_again("--full-refresh", as_of=AFTER)
    assert (read(project), missed(project)) == (expected + Counter(["unclear"]), {})
