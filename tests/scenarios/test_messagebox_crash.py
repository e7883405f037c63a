"""M5 (G3 of the MessageBox): a run is killed between its commits; the next one leaves what an undisturbed lake has."""

from __future__ import annotations

import os
import random
import signal
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from pyspark.sql import SparkSession
from tests.scenarios.messagebox import Box, definition, moment
from tests.scenarios.process import FEW_ROWS, JAVA_OPTIONS, ProcessProject, left_running, wait_for
from tests.scenarios.project import Project
from tests.scenarios.tables import stored_differences
from tests.scenarios.test_messagebox_guarantees import HISTORY, land_what_is_no_message

SELECTED = ("--select", "+resequencer__messagebox", "+resequencer__ledger")
# By what dbt prints: where a commit begins, all before it are done. A `backfill` makes a second batch of one run.
BEGINNINGS = {
    "A": "START sql incremental model {schema}.resequencer__arrivals",
    "B": "START sql incremental model {schema}.resequencer__inputs",
    "C": "START sql incremental model {schema}.resequencer__subscription_versions",
    "D": "START sql incremental model {schema}.resequencer__messagebox",
    "D written": "insert overwrite table {schema}.resequencer__messagebox",
    "E": "START sql incremental model {schema}.resequencer__ledger",
}


def kill(victim: ProcessProject, beginning: str, times: int, delay: float, **settings: Any) -> None:
    """Kill a run, its Java too, so many seconds after it has said this so often."""
    process = victim.start("--log-level", "debug", *SELECTED, **settings)
    for _ in range(times):
        last = wait_for(process, BEGINNINGS[beginning].format(schema=victim.schema))
    assert last, "it has ended by itself"
    # What it says meanwhile is read, or it would wait for that.
    end = Timer(delay, os.killpg, (process.pid, signal.SIGKILL))
    end.start()
    process.communicate(timeout=600)
    end.cancel()
    assert not left_running(process.pid)


def at_random(seed: int) -> list[tuple[int, str, int, float]]:
    """Each run is killed in each of its commits."""
    draw = random.Random(seed)
    return [(number, beginning, 1, draw.random() * 4) for number in range(2) for beginning in BEGINNINGS]


# Run, where it is killed, after how many times, and how many seconds later.
@pytest.mark.long
@pytest.mark.parametrize(
    "kills",
    [
        pytest.param([(1, "D written", 2, 0.0)], id="between the batches of a run"),
        pytest.param(
            [(0, "D", 1, 0.0), (0, "E", 1, 0.0)], id="between C, D and E", marks=[pytest.mark.long, pytest.mark.timeout(2 * 3600)]
        ),
        *(
            pytest.param(at_random(seed), id=f"anywhere {seed}", marks=[pytest.mark.long, pytest.mark.timeout(2 * 3600)])
            for seed in range(3)
        ),
    ],
)  # fmt: skip
def test_m5_killed_runs_leave_what_undisturbed_ones_do(
    project: Project, tmp_path: Path, kills: list[tuple[int, str, int, float]]
) -> None:
    """M5: with an ordered subscription, acknowledged ones, a convoy, settings that change, and messages that are routed again."""
    box = Box(project)
    land_what_is_no_message(box)
    victim = ProcessProject.in_lake(
        tmp_path / "victim", project.landing, RESEQUENCER_JAVA_OPTIONS=f"{JAVA_OPTIONS} {FEW_ROWS}"
    )
    for number, run in enumerate(HISTORY):
        box.land(run)
        project.variables["subscriptions"] = [definition(one) for one in run.subscriptions]
        settings = {**project.variables, "as_of": moment(run.clock)}
        for _, beginning, times, delay in (one for one in kills if one[0] == number):
            kill(victim, beginning, times, delay, **settings)
        victim.run(*SELECTED, **settings)
        project.run(*SELECTED, as_of=moment(run.clock))
        differences = stored_differences(SparkSession.active().sql, project.schema, victim.warehouse())
        assert not differences, f"after run {number}: {differences[:3]}"
