"""G3: a run is killed at any moment; the next one leaves what an undisturbed one would have left.

Some sequences wait for outcomes of deliveries, are stopped by failures and go on as operators say.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import signal
import subprocess
import time
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from pyspark.sql import SparkSession
from tests.scenarios.process import FEW_ROWS, JAVA_OPTIONS, ProcessProject, left_running, wait_for
from tests.scenarios.project import LEFT_OUT, Project
from tests.scenarios.tables import STORED, stored_differences

RULESETS = [
    {"name": "short", "match": {"properties": [{"kind": "^short$"}]}, "bake_time": "90s"},
    {
        "name": "delivered",
        "match": {"properties": [{"kind": "^delivered$"}]},
        "bake_time": "20s",
        "delivery": "acknowledged",
    },
    {"name": "waits"},
]
KINDS = ("long", "short", "delivered")
# By what dbt prints when they begin, in this order. Clean-up follows every second batch of the ledger.
PHASES = {
    "start": "Concurrency:",
    "ingest": "START sql incremental model {schema}.resequencer__arrivals",
    "ledger": "START sql incremental model {schema}.resequencer__ledger",
    "clean-up": "delete from {schema}.resequencer__ledger",
    "outlets": "START sql view model {schema}.resequencer__released",
}
# How long a phase may take of which no run has told yet.
UNKNOWN_SECONDS = 20.0


def land_same(project: Project, number: int, draw: random.Random) -> None:
    """One file: sequences with gaps, repeats, late ones, and one record that cannot be read."""
    records: list[dict[str, Any] | str] = ["not json"]
    for sequence in range(6):
        for place in range(5):
            if draw.random() < 0.2:
                continue
            n = 5 * number + place + 1 - (draw.choice([0, 0, 0, 7]) if number else 0)
            records.append(
                {"sequence_id": f"s{sequence}", "sequence_number": n, "body": f"{number}.{place}",
                 "message_id": f"s{sequence}-{number}.{place}", "properties": {"kind": KINDS[sequence % 3]},
                 "is_last": n == 40, "arrived_at": at(number, draw)}
            )  # fmt: skip
    project.land(f"{number:03}.json", records)


def report_same(folders: dict[str, Path], number: int, draw: random.Random) -> None:
    """One file each: outcomes of what came a run ago, of some twice and of some never, and what an operator does."""
    about = max(number - 1, 0)
    delivered = [sequence for sequence in range(6) if KINDS[sequence % 3] == "delivered"]
    deliveries: list[dict[str, str]] = [
        {"message_id": f"s{sequence}-{about}.{place}", "at": at(number, draw),
         "outcome": draw.choices(["delivered", "failed"], [9, 1])[0]}
        for sequence in delivered for place in range(5) for _ in range(draw.choice([0, 1, 1, 1, 1, 2]))
    ]  # fmt: skip
    actions: list[dict[str, Any]] = [
        {"action_id": f"s{sequence}-{number}", "action": draw.choice(["resume", "skip", "resend", "gap_fill"]),
         "ruleset": "delivered", "sequence_id": f"s{sequence}", "from_number": 5 * about + 1, "to_number": 5 * about + 5,
         "by": "me", "at": at(number, draw)}
        for sequence in delivered
    ]  # fmt: skip
    for name, rows in (("deliveries", deliveries), ("actions", actions)):
        lines = "".join(f"{json.dumps(row)}\n" for row in rows)
        (folders[name] / f"{number:03}.json").write_text(lines)


def at(minute: int, draw: random.Random) -> str:
    return f"2026-05-01T00:{minute:02}:{draw.randrange(60):02}Z"


def start(project: ProcessProject, **settings: Any) -> subprocess.Popen[str]:
    """A run that says each statement; of the same models as that of the project that is not disturbed."""
    return project.start("--log-level", "debug", "--exclude", *LEFT_OUT, **settings)


def kill(project: ProcessProject, phase: str, delay: float, **settings: Any) -> bool:
    """Kill a run, its Java too, so many seconds after a phase began; whether it had not ended by itself."""
    process = start(project, **settings)
    wait_for(process, PHASES[phase].format(schema=project.schema))
    # What it says meanwhile is read, or it would wait for that.
    end = Timer(delay, os.killpg, (process.pid, signal.SIGKILL))
    end.start()
    process.communicate(timeout=600)
    end.cancel()
    assert not left_running(process.pid)
    return process.returncode == -signal.SIGKILL


def run_timed(project: ProcessProject, **settings: Any) -> dict[str, float]:
    """A run that must succeed; how many seconds each phase of it took."""
    process = start(project, **settings)
    begun: dict[str, float] = {}
    lines = []
    assert process.stdout is not None
    for line in process.stdout:
        lines.append(line)
        for phase, text in PHASES.items():
            if text.format(schema=project.schema) in line:
                begun.setdefault(phase, time.monotonic())
    assert process.wait() == 0, "".join(lines[-200:])
    ends = [*list(begun.values())[1:], time.monotonic()]
    return {phase: end - at for (phase, at), end in zip(begun.items(), ends, strict=True)}


def data_files(warehouse: Path) -> dict[str, int]:
    """How many files each table has that runs decide something in."""
    return {
        table: sum("_delta_log" not in path.parts for path in (warehouse / table).rglob("*.parquet"))
        for table in STORED
    }


# In CI one kill while the first ledger is created; else every run is killed in each phase before it is left to do its work.
@pytest.mark.parametrize(
    ("kills", "phases"),
    [
        (1, ["ledger"]),
        pytest.param(50, [*PHASES], marks=[pytest.mark.long, pytest.mark.timeout(3 * 3600)]),
    ],
)
def test_killed_runs_leave_what_undisturbed_ones_do(
    project: Project, lake: Path, tmp_path: Path, kills: int, phases: list[str]
) -> None:
    draw = random.Random(kills)
    java_options = f"{JAVA_OPTIONS} {FEW_ROWS}"
    victim = ProcessProject.in_lake(
        tmp_path / "victim", project.landing, RESEQUENCER_JAVA_OPTIONS=java_options
    )
    folders = {name: tmp_path / name for name in ("deliveries", "actions")}
    for folder in folders.values():
        folder.mkdir()
    killed: list[str] = []
    seconds: dict[str, float] = {}
    for number in itertools.count():
        land_same(project, number, draw)
        report_same(folders, number, draw)
        settings: dict[str, Any] = {
            "rulesets": RULESETS, "as_of": f"2026-05-01T00:{number + 1:02}:00Z", "tidy_every": 2, "keep_versions": "0s",
            **{name: {"format": "json", "path": str(folder)} for name, folder in folders.items()},
        }  # fmt: skip
        project.run(**settings)
        is_tidied = number % 2 == 1  # batches are counted from 1
        is_disturbed = len(killed) < kills
        for phase in phases:
            if is_disturbed and (is_tidied or phase != "clean-up"):
                delay = draw.random() * seconds.get(phase, UNKNOWN_SECONDS)
                if kill(victim, phase, delay, **settings):
                    killed.append(f"{delay:.1f} s into {phase} of run {number}")
        for phase, took in run_timed(victim, **settings).items():
            # Where much had been done before the kill little was left to do.
            seconds[phase] = max(took, seconds.get(phase, 0.0))
        differences = stored_differences(SparkSession.active().sql, project.schema, victim.warehouse())
        assert not differences, f"after {killed[-len(phases) :]}: {differences[:3]}"
        # For who looks on, with `pytest -s`.
        print(f"run {number} as undisturbed, {len(killed)} killed so far", flush=True)
        if len(killed) >= kills and (kills == 1 or (is_tidied and not is_disturbed)):
            break
    # What runs left that died while they wrote goes with the next clean-up.
    undisturbed = lake / "warehouse" / f"{project.schema}.db"
    assert kills == 1 or data_files(victim.warehouse()) == data_files(undisturbed), killed
