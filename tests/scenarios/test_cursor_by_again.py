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
