"""How a run ends that is told to, or whose server, Java or disk goes away: soon, with a message, nothing left."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from tests.scenarios.process import heed_interrupts, left_running

from .small_project import environment, small_project
from .spark_home import connect_server, spark_settings

# Small tasks for many minutes; between two of them Spark ends a job at once.
ENDLESS = "select count(*) as n from range(0, 200000000000, 1, 10000) where hash(id) = 5"
SOON = 60


def started(project: Path) -> subprocess.Popen[str]:
    """A `dbt run` whose endless statement is at work."""
    log = project / "logs" / "dbt.log"
    log.unlink(missing_ok=True)
    process = subprocess.Popen(
        [sys.executable, "-m", "dbt.cli.main", "--no-use-colors", "run"], cwd=project, env=environment(project),
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True,
        preexec_fn=heed_interrupts,
    )  # fmt: skip
    while process.poll() is None and not (log.exists() and ENDLESS in log.read_text()):
        time.sleep(0.2)
    time.sleep(3)
    assert process.poll() is None, process.communicate()[0]
    return process


def ended(process: subprocess.Popen[str]) -> str:
    """What it printed, once it and all it started have ended."""
    try:
        output = process.communicate(timeout=SOON)[0]
    finally:
        left = left_running(process.pid)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    assert not left, output
    assert process.returncode != 0
    assert "Traceback" not in output, output
    return output


# What Spark computes before the model's own statement.
ENDLESS_STEP = (
    f"with s as (\n-- computed once\nselect /*+ repartition(2, n) */ n from ({ENDLESS}))\n"
    "select n from s union all select n from s"
)


@pytest.mark.parametrize(
    ("number", "where"),
    [
        (signal.SIGTERM, "in a model"),
        pytest.param(signal.SIGINT, "in a hook", marks=pytest.mark.long),
        (signal.SIGINT, "in a model"),
        (signal.SIGINT, "in a step"),
    ],
)
def test_a_signal_ends_an_embedded_run(number: signal.Signals, where: str, tmp_path: Path) -> None:
    hook = {"on-run-start": "{% do run_query('" + ENDLESS + "') %}"} if where == "in a hook" else {}
    query = {"in a hook": "select 1 as n", "in a model": ENDLESS, "in a step": ENDLESS_STEP}[where]
    project = small_project(tmp_path / "project", spark_settings(tmp_path), query, hook)
    process = started(project)
    # To all of its processes, as a terminal and most schedulers do.
    os.killpg(process.pid, number)
    assert "The run was interrupted (Ctrl-C or SIGTERM)" in ended(process)
    with (tmp_path / "metastore" / "dbex.lck").open("r+b") as lock:
        fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # raises where Java still has it


def test_a_java_that_is_killed_is_said(tmp_path: Path) -> None:
    process = started(small_project(tmp_path / "project", spark_settings(tmp_path), ENDLESS))
    listed = subprocess.run(
        ["pgrep", "-g", str(process.pid), "java"], capture_output=True, text=True, check=True
    )
    os.kill(int(listed.stdout), signal.SIGKILL)
    assert "Spark's Java has ended in the middle of the run" in ended(process)


def test_over_connect_a_signal_and_a_dying_server_end_a_run(tmp_path: Path) -> None:
    with connect_server(tmp_path) as server:
        project = small_project(tmp_path / "project", {"spark.remote": server.address}, ENDLESS)
        process = started(project)
        process.send_signal(signal.SIGTERM)
        assert "The run was interrupted (Ctrl-C or SIGTERM)" in ended(process)
        process = started(project)
        os.killpg(server.group, signal.SIGKILL)
        output = ended(process)
        assert f"The Spark Connect server at {server.address} cannot be reached (it went away)" in output
        assert "run again: nothing is lost" in output
