"""Files are merged and what is old is forgotten, and nothing else changes by it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.scenarios.project import Project, failure_text
from tests.scenarios.tables import TABLES

RULESETS = [{"name": "short", "bake_time": "30s"}]
LEDGER_TESTS = ("--select", "resequencer__ledger", "every_gap_is_reported", "--exclude", "test_type:unit")


def minute(number: int) -> str:
    return f"2026-06-01T00:{number:02}:00Z"


def land_minute(projects: list[Project], number: int) -> None:
    """One minute: a sequence that never ends and always loses some, one that ends, and a bad record."""
    endless = [
        {"sequence_id": "endless", "sequence_number": 10 * number + n, "arrived_at": f"2026-06-01T00:{number:02}:{n:02}Z"}
        for n in range(1, 10) if n != 5
    ]  # fmt: skip
    ended = [
        {"sequence_id": f"ended_{number}", "sequence_number": n, "is_last": n == 2,
         "arrived_at": f"2026-06-01T00:{number:02}:{20 + n}Z"}
        for n in (1, 2)
    ]  # fmt: skip
    for project in projects:
        project.land(f"{number:03}.json", [*endless, *ended, "not json"])


@pytest.mark.long
def test_merged_files_hold_the_same(new_project: Callable[[], Project]) -> None:
    tidied, plain = new_project(), new_project()
    for number in range(5):
        land_minute([tidied, plain], number)
        clock = minute(number + 1)
        for project, settings in ((tidied, {"tidy_every": 2, "keep_versions": "0s"}), (plain, {})):
            run = project.run_again if number else project.run
            run(rulesets=RULESETS, as_of=clock, **settings)
    for table in TABLES:
        rows = [
            sorted(map(str, project.query(f"select * from {{s}}.resequencer__{table}")))
            for project in (tidied, plain)
        ]
        assert rows[0] == rows[1], table
    groups = tidied.query(
        "select distinct batch_group from {s}.resequencer__ledger where disposition = 'released' order by 1"
    )
    # Batches 1 to 4 have been merged twice, 5 is new.
    assert [row[0] for row in groups] == [4, 5]
    carried = tidied.query(
        "select distinct batch_group from {s}.resequencer__ledger where disposition = 'head'"
    )
    assert sorted(row[0] for row in carried) == [4, 5]
    ingests = tidied.query("select distinct ingest_batch from {s}.resequencer__arrivals order by 1")
    assert [row[0] for row in ingests] == [4, 5]
    result = tidied.invoke("test", *LEDGER_TESTS, rulesets=RULESETS, as_of=minute(5))
    assert result.success, failure_text(result)


def test_what_is_older_than_retain_is_forgotten(project: Project) -> None:
    settings = {"rulesets": RULESETS, "tidy_every": 2, "keep_versions": "0s", "retain": "1m"}
    for number in range(6):
        land_minute([project], number)
        run = project.run_again if number else project.run
        run(as_of=minute(number + 1), **settings)
    remembered = project.query("select min(batch_id), max(batch_id) from {s}.resequencer__released")[0]
    # Batch 6 has the clock 00:06; batches 1 to 4 lie together and are all older than 00:05, 5 and 6 are not.
    assert (remembered[0], remembered[1]) == (5, 6)
    closed = {row[0] for row in project.query("select sequence_id from {s}.resequencer__sequence_closure")}
    assert closed == {f"ended_{number}" for number in range(4, 6)}
    records = project.query("select min(ingest_batch) from {s}.resequencer__arrivals where kind = 'record'")
    assert records[0][0] == 6
    # The manifest stays: files are not read again, although their records are forgotten.
    assert project.query("select count(*) from {s}.resequencer__arrivals where kind = 'file'")[0][0] == 6
    head = project.query("select * from {s}.resequencer__next_expected where sequence_id = 'endless'")[0]
    assert (head["next_expected"], head["highest_released"]) == (60, 59)

    result = project.invoke("test", *LEDGER_TESTS, as_of=minute(6), **settings)
    assert result.success, failure_text(result)
    refused = project.invoke("run", "--full-refresh", as_of=minute(7), **settings)
    assert not refused.success
    assert "resequencer__retain has made the ledger forget the batches before 5" in failure_text(refused)

    # Within retain a closed sequence takes nothing more; a forgotten one begins anew.
    project.land("late.json", [
        {"sequence_id": sequence, "sequence_number": 3, "arrived_at": "2026-06-01T00:06:30Z"}
        for sequence in ("ended_0", "ended_5")
    ])  # fmt: skip
    project.run_again(as_of=minute(7), **settings)
    assert project.query(
        "select sequence_id, reason from {s}.resequencer__bypass where sequence_number = 3"
    ) == [("ended_5", "after_last")]
    # Its gap has baked for 30 s by now.
    assert project.query(
        "select sequence_id from {s}.resequencer__released where sequence_number = 3 and sequence_id like 'ended%'"
    ) == [("ended_0",)]
