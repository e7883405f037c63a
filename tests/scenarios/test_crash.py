"""G3: a run is ended at any moment; the next one leaves what an undisturbed one would have left.

Some sequences wait for outcomes of deliveries, are stopped by failures and go on as operators say.
"""

from __future__ import annotations

import json
import os
import random
import signal
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession
from tests.scenarios.process import ProcessProject, left_running, wait_for
from tests.scenarios.project import Project
from tests.scenarios.tables import stored_differences

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
# What dbt says when a phase begins. Clean-up follows the ledger's commit, before dbt says that it is done.
PHASES = (
    "START sql incremental model {schema}.resequencer__ledger",
    "START sql view model {schema}.resequencer__released",
    "START sql incremental model {schema}.resequencer__arrivals",
    "Concurrency:",
)
# Of another length than PHASES, so that each meets each.
SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGKILL, signal.SIGINT, signal.SIGKILL)


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


def end_early(project: ProcessProject, how: signal.Signals, phase: str, delay: float, **settings: Any) -> str:
    """End a run so many seconds after a phase began; where it was by then. The signal goes to its Java, too."""
    process = project.start(**settings)
    last = wait_for(process, phase.format(schema=project.schema))
    time.sleep(delay)
    with suppress(ProcessLookupError):  # it has ended by itself
        os.killpg(process.pid, how)
    rest = process.communicate(timeout=600)[0].splitlines()
    assert not left_running(process.pid)
    return f"{how.name}: {[last, *rest][-1]}"


# In CI one kill while the first ledger is created; test_endings ends runs politely.
@pytest.mark.parametrize("ends", [1, pytest.param(50, marks=pytest.mark.long)])
def test_runs_ended_early_leave_what_undisturbed_ones_do(project: Project, tmp_path: Path, ends: int) -> None:
    draw = random.Random(ends)
    victim = ProcessProject.in_lake(tmp_path / "victim", project.landing)
    folders = {name: tmp_path / name for name in ("deliveries", "actions")}
    for folder in folders.values():
        folder.mkdir()
    ended_at = []
    for number in range(ends):
        land_same(project, number, draw)
        report_same(folders, number, draw)
        settings: dict[str, Any] = {
            "rulesets": RULESETS, "as_of": f"2026-05-01T00:{number + 1:02}:00Z", "tidy_every": 2, "keep_versions": "0s",
            **{name: {"format": "json", "path": str(folder)} for name, folder in folders.items()},
        }  # fmt: skip
        project.run(**settings)
        how = SIGNALS[number % len(SIGNALS)]
        phase = PHASES[number % len(PHASES)]
        ended_at.append(end_early(victim, how, phase, draw.random() * 3, **settings))
        victim.run(**settings)
        differences = stored_differences(SparkSession.active().sql, project.schema, victim.warehouse())
        assert not differences, f"after {ended_at[-1]}: {differences[:3]}"
    # The last clean-up, of an even batch, left nothing behind of runs that died while they wrote.
    files = [path for path in victim.warehouse().rglob("*.parquet") if "_delta_log" not in path.parts]
    assert len(files) <= 60, ended_at
