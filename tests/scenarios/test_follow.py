"""A run that stays (`make follow`): it runs when something has landed or is due, and goes on after errors and kills."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession
from tests.scenarios.process import ProcessProject, left_running, wait_for
from tests.scenarios.project import Project

from resequencer.follow import LOOK_MACRO, News, keep_news, seconds_of, wait_after
from resequencer.landing import land


def land_message(folder: Path, number: int) -> None:
    """One message of one sequence, which arrives now."""
    at = datetime.now(tz=UTC).isoformat()
    message = {"sequence_id": "s", "sequence_number": number, "message_id": f"m{number}", "arrived_at": at}
    land(folder, f"{number}.json", [message])


def files(home: Path) -> dict[Path, int]:
    """Everything that the lake's tables are made of, and when it was written."""
    return {path: path.stat().st_mtime_ns for path in (home / "warehouse").rglob("*") if path.is_file()}


@contextmanager
def following(project: ProcessProject, models: str) -> Iterator[subprocess.Popen[str]]:
    """A run that stays, with a look each second; killed with its Java where it has not ended."""
    process = project.follow("1s", "--select", models)
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        assert not left_running(process.pid)


@pytest.mark.parametrize(
    ("models", "table", "rows"),
    [
        ("resequencer__arrivals", "resequencer__arrivals", "kind = 'record'"),
        pytest.param(
            "+resequencer__ledger", "resequencer__ledger", "disposition = 'released'", marks=pytest.mark.long
        ),
    ],
)
def test_it_runs_when_something_is_new_and_goes_on_after_errors_and_kills(
    models: str, table: str, rows: str, project: Project, tmp_path: Path
) -> None:
    home, landing = tmp_path / "home", tmp_path / "landed"
    landing.mkdir()
    lake = ProcessProject.in_lake(home, landing)
    land_message(landing, 1)
    with following(lake, models) as process:
        assert "first run" in wait_for(process, ": running")
        wait_for(process, "done in")
        before = files(home)
        time.sleep(3)  # some looks
        assert files(home) == before
        # What cannot be read now may be there again later.
        landing.rename(tmp_path / "away")
        assert "the next try in 2 s" in wait_for(process, "failed (1 in a row)")
        assert "the next try in 4 s" in wait_for(process, "failed (2 in a row)")
        (tmp_path / "away").rename(landing)
        land_message(landing, 2)
        assert "arrivals landed" in wait_for(process, ": running")
        # In the middle of it, and its Java with it.
        os.killpg(process.pid, signal.SIGKILL)
    with following(lake, models) as process:
        wait_for(process, "done in")
        process.send_signal(signal.SIGTERM)
        assert "ended" in process.communicate(timeout=30)[0]
        assert process.returncode == 0
    assert project.invoke("run-operation", "validate_settings").success  # Spark stands
    stored = SparkSession.active().sql(f"select 1 from delta.`{lake.warehouse()}/{table}` where {rows}")
    assert stored.count() == 2


def looked(project: Project, **settings: Any) -> News:
    """What a look finds, over the lake of the tests."""
    found: list[News] = []
    project.callbacks = [partial(keep_news, found.append)]
    assert project.invoke("run-operation", LOOK_MACRO, **settings).success
    return found[0]


def test_each_kind_of_input_is_looked_at(project: Project) -> None:
    spark = project.query
    assert project.invoke("run-operation", "validate_settings").success  # Spark stands
    spark("create database if not exists {s}")
    spark(
        "create table {s}.acts (action_id string, action string, ruleset string, sequence_id string, at string) using delta"
    )
    spark("create table {s}.sent (message_id string, outcome string, at string) using parquet")
    spark("create view {s}.outcomes as select * from {s}.sent")
    settings: dict[str, Any] = {
        "actions": {"relation": f"{project.schema}.acts"},
        "deliveries": {"relation": f"{project.schema}.outcomes"},
    }
    before = looked(project, **settings)
    project.land("1.json", ["{}"])
    spark("insert into {s}.acts values ('a', 'resume', 'all', 's', '2026-05-01T00:00:00Z')")
    spark("insert into {s}.sent values ('m', 'delivered', '2026-05-01T00:00:00Z')")
    landed = ["actions landed", "arrivals landed", "deliveries landed"]
    assert looked(project, **settings).since(before.marks) == landed


def test_what_waits_by_a_clock_of_then_is_due_by_that_of_now(project: Project) -> None:
    settings: dict[str, Any] = {"rulesets": [{"name": "all", "bake_time": "60s"}]}
    message = {"sequence_id": "s", "sequence_number": 2, "arrived_at": "2026-05-01T00:00:00Z"}
    project.land("1.json", [message])
    project.run("--select", "+resequencer__ledger", as_of="2026-05-01T00:00:30Z", **settings)
    assert looked(project, **settings).is_due
    # It moves with what lands, and nothing has.
    assert not looked(project, as_of="newest", **settings).is_due


def test_what_is_new_is_what_differs_from_the_last_run() -> None:
    news = News({"arrivals": "files 2 7", "actions": "version 3"}, is_due=False)
    assert news.since(None) == ["first run"]
    assert news.since({"arrivals": "files 2 7", "actions": "version 3"}) == []
    assert news.since({"arrivals": "files 1 9", "actions": "version 3"}) == ["arrivals landed"]
    assert News(news.marks, is_due=True).since(news.marks) == ["something is due"]


def test_the_wait_doubles_up_to_five_minutes_and_is_never_shorter_than_asked_for() -> None:
    assert [wait_after(failures, 10.0) for failures in (0, 1, 2, 5)] == [10.0, 20.0, 40.0, 300.0]
    assert wait_after(10_000, 10.0) == 300.0
    assert wait_after(3, 3600.0) == 3600.0


@pytest.mark.parametrize(
    ("text", "seconds"), [("10s", 10.0), ("500ms", 0.5), ("2m", 120.0), ("1.5h", 5400.0)]
)
def test_durations(text: str, seconds: float) -> None:
    assert seconds_of(text) == seconds
