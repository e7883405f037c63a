"""A counter: numbers without a gap and none twice; and results of parallel work back in order (docs/counter.md)."""

from __future__ import annotations

import json
import os
import random
import signal
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from pyspark.sql import SparkSession
from tests.scenarios.process import FEW_ROWS, JAVA_OPTIONS, ProcessProject, wait_for
from tests.scenarios.project import Project

COUNTER = ("--select", "resequencer__counter")


def load(folder: Path, number: int, devices: list[str]) -> list[dict[str, Any]]:
    """One load: a message of each of these devices, in this order."""
    rows = [
        {"event_id": f"{number}-{place}", "device": device, "load_id": number, "received": place}
        for place, device in enumerate(devices)
    ]
    folder.mkdir(exist_ok=True)
    (folder / f"{number:03}.json").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return rows


def counter_of(folder: Path) -> dict[str, str]:
    return {
        "relation": f"json.`{folder}`",
        "cursor": "load_id",
        "by": "device",
        "order_by": "load_id, received",
    }


def check(found: list[Any], loaded: list[dict[str, Any]]) -> None:
    """Every message has a number, once; of each device they are 1, 2, 3 … in the order in which they were loaded."""
    assert sorted(row.event_id for row in found) == sorted(row["event_id"] for row in loaded)
    numbers = {row.event_id: row.sequence_number for row in found}
    for device in {row["device"] for row in loaded}:
        own = [numbers[row["event_id"]] for row in loaded if row["device"] == device]
        assert own == list(range(1, len(own) + 1))


def test_messages_are_numbered_worked_on_in_parallel_and_back_in_order(
    project: Project, tmp_path: Path
) -> None:
    chance = random.Random(4)
    results = f"{project.schema}.results"
    project.variables = {
        "counter": counter_of(tmp_path / "events"),
        "arrivals_relation": results,
        "arrivals_cursor": "job",
        "columns": {"message_id": "event_id", "sequence_id": "device", "arrived_at": "finished_at"},
    }
    loaded: list[dict[str, Any]] = []
    ready: list[Any] = []
    loaded += load(tmp_path / "events", 1, list("aabab"))
    assert project.invoke("run-operation", "validate_settings", landing={"path": str(tmp_path)}, arrivals_relation=None,
                          arrivals_cursor=None).success  # Spark stands  # fmt: skip
    project.query(f"create database if not exists {project.schema}")
    project.query(
        f"create table {results} (event_id string, device string, sequence_number bigint, finished_at timestamp, job bigint) using delta"
    )
    for job in (1, 2):
        if job == 2:
            loaded += load(tmp_path / "events", 2, list("bca"))
            loaded += load(tmp_path / "events", 3, list("cab"))
        project.run(*COUNTER)
        if job == 1:
            project.run(*COUNTER)  # nothing is new
        found = project.query("select * from {s}.resequencer__counter")
        check(found, loaded)
        # What came of the work before waits for one that takes longer; each ends at some time.
        work = [row for row in found if row.counting_run == job] + ready
        chance.shuffle(work)
        late = work.pop() if job == 1 else None
        ready = [late] if late is not None else []
        rows = ", ".join(
            f"('{row.event_id}', '{row.device}', {row.sequence_number}, timestamp_seconds({1000 * job + place}), {job})"
            for place, row in enumerate(work)
        )
        project.query(f"insert into {results} values {rows}")
    project.run()
    for device in "abc":
        order = [row["event_id"] for row in loaded if row["device"] == device]
        left = project.query(
            f"select message_id from {{s}}.resequencer__released where sequence_id = '{device}' order by release_position"
        )
        assert [row.message_id for row in left] == order


@pytest.mark.long
def test_a_counter_that_is_killed_gives_no_number_twice(lake: Path, tmp_path: Path, project: Project) -> None:
    chance = random.Random(5)
    victim = ProcessProject.in_lake(
        tmp_path / "victim", project.landing, RESEQUENCER_JAVA_OPTIONS=f"{JAVA_OPTIONS} {FEW_ROWS}"
    )
    assert project.invoke("run-operation", "validate_settings").success  # Spark stands
    loaded: list[dict[str, Any]] = []
    settings: dict[str, Any] = {"counter": counter_of(tmp_path / "events")}
    killed = 0
    for number in range(1, 7):
        loaded += load(tmp_path / "events", number, chance.choices("abcd", k=20))
        for _ in range(3):
            process = victim.start(*COUNTER, **settings)
            wait_for(process, "START sql incremental model")
            end = Timer(chance.random() * 20, os.killpg, (process.pid, signal.SIGKILL))
            end.start()
            process.communicate(timeout=600)
            end.cancel()
            killed += process.returncode == -signal.SIGKILL
        victim.run(*COUNTER, **settings)
        table = victim.warehouse() / "resequencer__counter"
        check(SparkSession.active().sql(f"select * from delta.`{table}`").collect(), loaded)
    assert killed > 0
