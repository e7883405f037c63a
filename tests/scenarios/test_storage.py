"""Files are merged and what is old is forgotten, and nothing else changes by it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from pyspark.sql import SparkSession
from tests.scenarios.project import Project, failure_text
from tests.scenarios.tables import table_contents

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
    tidied.leaves_out = plain.leaves_out = []
    for number in range(7):
        land_minute([tidied, plain], number)
        clock = minute(number + 1)
        # The fourth batch ends before it tidies.
        tidies = {"tidy_every": 1000 if number == 3 else 2, "keep_versions": "0s"}
        for project, settings in ((tidied, tidies), (plain, {})):
            run = project.run_again if number else project.run
            run(rulesets=RULESETS, as_of=clock, **settings)
    contents = [table_contents(SparkSession.active().sql, project.schema) for project in (tidied, plain)]
    assert contents[0] == contents[1]
    groups = tidied.query(
        "select distinct batch_group from {s}.resequencer__ledger where disposition = 'released' order by 1"
    )
    # Batches 1 and 2 have been merged twice, 3 and 4 with what came after them; 7 is new.
    assert [row[0] for row in groups] == [6, 7]
    carried = tidied.query(
        "select distinct batch_group from {s}.resequencer__ledger where disposition = 'head'"
    )
    assert sorted(row[0] for row in carried) == [6, 7]
    ingests = tidied.query("select distinct ingest_batch from {s}.resequencer__arrivals order by 1")
    assert [row[0] for row in ingests] == [6, 7]
    result = tidied.invoke("test", *LEDGER_TESTS, rulesets=RULESETS, as_of=minute(7))
    assert result.success, failure_text(result)
    # A rebuild decides all in one batch, and so its files lie in one group.
    tidied.run_again("--full-refresh", rulesets=RULESETS, as_of=minute(7))
    groups = tidied.query(
        "select distinct disposition, batch_group from {s}.resequencer__ledger where disposition in ('batch', 'released')"
    )
    assert {tuple(row) for row in groups} == {("batch", 8), ("released", 8)}


@pytest.mark.long
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


@pytest.mark.long
def test_outcomes_are_not_waited_for_longer_than_retain(project: Project, tmp_path: Path) -> None:
    project.leaves_out = []
    rulesets = [{"name": "sent", "delivery": "unacknowledged"}]
    settings = {
        "rulesets": rulesets, "tidy_every": 2, "keep_versions": "0s", "retain": "1m",
        "deliveries": {"format": "json", "path": str(tmp_path / "deliveries")},
    }  # fmt: skip
    (tmp_path / "deliveries").mkdir()

    def report(number: int, message_id: str) -> None:
        row = {"message_id": message_id, "outcome": "delivered", "at": f"2026-06-01T00:{number:02}:40Z"}
        (tmp_path / "deliveries" / f"{number}.json").write_text(json.dumps(row))

    for number in range(6):
        project.land(f"{number}.json", [
            {"sequence_id": f"ended_{number}", "sequence_number": n, "is_last": n == 2, "message_id": f"m-{number}-{n}",
             "arrived_at": f"2026-06-01T00:{number:02}:{20 + n}Z"}
            for n in (1, 2)
        ])  # fmt: skip
        report(number, f"m-{number}-1")
        (project.run_again if number else project.run)(as_of=minute(number + 1), **settings)
    carried = "select distinct attempt.message_id from {s}.resequencer__ledger where disposition = 'flight' order by 1"
    assert [row[0] for row in project.query(carried)] == ["m-5-2"]
    taken_in = "select kind, count(*) from {s}.resequencer__inputs group by 1 order by 1"
    assert [tuple(row) for row in project.query(taken_in)] == [("delivery", 2), ("file", 6)]

    report(6, "m-5-2")
    report(7, "m-0-2")
    project.run(as_of=minute(8), **settings)
    outcome = "select outcome from {s}.resequencer__delivery_attempts where message_id = 'm-5-2'"
    assert [row[0] for row in project.query(outcome)] == ["delivered"]
    rejected = "select message_id, reason from {s}.resequencer__rejected_inputs"
    assert [tuple(row) for row in project.query(rejected)] == [("m-0-2", "unknown_message")]
    result = project.invoke("test", "--exclude", "test_type:unit", as_of=minute(8), **settings)
    assert result.success, failure_text(result)
