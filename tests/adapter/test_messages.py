"""What dbt says where a session cannot start, each as a dbt process of its own; and plain dbt-spark."""

import subprocess
import sys
from pathlib import Path

import pytest

from .small_project import environment, run_dbt, run_python, small_project
from .spark_home import free_port, spark_settings

STATEMENT = "create or replace table small.one using delta as select 1 as id"

# Holds a lock, as a dbt process with an embedded metastore does while it lives: Derby's as Java takes it, or its own.
HOLD_LOCK = """
import fcntl, pathlib, sys
from dbt.adapters.sparksession.locks import claim
path = pathlib.Path(sys.argv[1])
if path.name == "lake.lock":
    claim(path)
else:
    file = path.open("w+b")
    fcntl.lockf(file, fcntl.LOCK_EX)
print("held", flush=True)
sys.stdin.read()
"""

# As on Windows: Python has no fcntl.
NO_FCNTL = """
import pathlib, sys
sys.modules["fcntl"] = None
from dbt.adapters.sparksession import session
from dbt.adapters.sparksession.locks import is_locked_by_derby
print(is_locked_by_derby(pathlib.Path(sys.argv[1])))
"""

# Runs SQL in this process's dbt with the check of the lock file switched off: what Derby itself then says.
WITHOUT_CHECK = """
import sys
from dbt.adapters.sparksession import session
from dbt.cli.main import dbtRunner

session.is_locked_by_derby = lambda path: False
result = dbtRunner().invoke(["run", "--quiet"])
print(result.exception or [row.message for row in result.result])
sys.exit(0 if result.success else 1)
"""


# Derby's own, and that of a process whose Spark has not come to Derby yet.
@pytest.mark.parametrize("lock", ["metastore/dbex.lck", "lake.lock"])
def test_lake_in_use_is_said_at_once(lock: str, tmp_path: Path) -> None:
    settings = spark_settings(tmp_path) | {"spark.local.dir": str(tmp_path / "scratch")}
    project = small_project(tmp_path / "project", settings)
    for folder in ("metastore", "scratch"):
        (tmp_path / folder).mkdir()
    of_the_other = tmp_path / "scratch" / "block"
    of_the_other.touch()
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD_LOCK, str(tmp_path / lock)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        assert holder.stdout is not None
        holder.stdout.readline()
        finished = run_dbt(project, "run", RESEQUENCER_HOME=str(tmp_path))
    finally:
        holder.communicate()
    assert finished.returncode != 0
    assert f"The lake at RESEQUENCER_HOME ({tmp_path}) is in use by another process" in finished.stdout
    assert "RESEQUENCER_SPARK_REMOTE" in finished.stdout
    assert "Traceback" not in finished.stdout + finished.stderr
    assert "stacktrace" not in finished.stdout
    assert of_the_other.exists()


def test_a_python_without_fcntl_leaves_it_to_derby(tmp_path: Path) -> None:
    lock = tmp_path / "dbex.lck"
    lock.touch()
    finished = run_python(tmp_path, "-c", NO_FCNTL, str(lock))
    assert finished.stdout.strip() == "False", finished.stderr


@pytest.mark.long
def test_lake_in_use_is_said_where_only_derby_noticed(tmp_path: Path) -> None:
    project = small_project(tmp_path / "project", spark_settings(tmp_path))
    # A Java that holds the metastore: the session of a first dbt, kept open.
    keep = "from dbt.cli.main import dbtRunner\nimport sys\nresult = dbtRunner().invoke(['run', '--quiet'])\n"
    keep += "print('held' if result.success else result, flush=True)\nsys.stdin.read()"
    holder = subprocess.Popen(
        [sys.executable, "-c", keep],
        cwd=project,
        env=environment(project),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline().strip() == "held"
        checked = run_dbt(project, "run", "--target-path", "target_checked")
        unchecked = run_python(project, "-c", WITHOUT_CHECK, DBT_TARGET_PATH="target_unchecked")
    finally:
        holder.communicate()
    for finished in (checked, unchecked):
        assert finished.returncode != 0
        assert "(.resequencer) is in use by another process" in finished.stdout
    # The holder has ended, and with it its lock.
    again = run_dbt(project, "run")
    assert again.returncode == 0, again.stdout
    assert _statement(project) == STATEMENT
    assert "macro.dbt_sparksession." in (project / "target" / "manifest.json").read_text()


def test_server_that_cannot_be_reached(tmp_path: Path) -> None:
    remote = f"sc://127.0.0.1:{free_port()}"
    finished = run_dbt(small_project(tmp_path / "project", {"spark.remote": remote}), "run")
    assert finished.returncode != 0
    assert f"The Spark Connect server at {remote} cannot be reached" in finished.stdout
    assert "Traceback" not in finished.stdout + finished.stderr


OLD_JAVA = """#!/bin/sh
echo 'openjdk version "11.0.2"' >&2
exit 1
"""


@pytest.mark.parametrize(
    ("java_home", "said"),
    [
        ("nowhere", ["but JAVA_HOME is", "there is no bin/java in it", "apt-get install"]),
        ("old", ["is Java 11", "set JAVA_HOME"]),
    ],
)
def test_no_suitable_java(java_home: str, said: list[str], tmp_path: Path) -> None:
    java = tmp_path / "old" / "bin" / "java"
    java.parent.mkdir(parents=True)
    java.write_text(OLD_JAVA)
    java.chmod(0o755)
    project = small_project(tmp_path / "project", spark_settings(tmp_path))
    finished = run_dbt(project, "run", JAVA_HOME=str(tmp_path / java_home))
    assert finished.returncode != 0
    for text in ["Spark needs Java 17 or 21", *said]:
        assert text in finished.stdout, finished.stdout
    assert "Traceback" not in finished.stdout + finished.stderr


def test_a_java_that_cannot_start(tmp_path: Path) -> None:
    settings = spark_settings(tmp_path) | {"spark.driver.memory": "99999999g"}
    finished = run_dbt(small_project(tmp_path / "project", settings), "run")
    assert finished.returncode != 0
    assert "Spark's Java ended while it started" in finished.stdout, finished.stdout
    assert "RESEQUENCER_JAVA_OPTIONS" in finished.stdout
    assert "Traceback" not in finished.stdout + finished.stderr


def test_other_methods_are_refused(tmp_path: Path) -> None:
    finished = run_dbt(small_project(tmp_path / "project", {}, method="http"), "parse")
    assert finished.returncode != 0
    assert "type: sparksession knows only method: session and method: thrift" in finished.stdout


def test_plain_dbt_spark_is_untouched(tmp_path: Path) -> None:
    project = small_project(tmp_path / "project", spark_settings(tmp_path), type="spark")
    finished = run_dbt(project, "run")
    assert finished.returncode == 0, finished.stdout
    assert _statement(project) == STATEMENT
    assert "macro.dbt_sparksession." not in (project / "target" / "manifest.json").read_text()


def _statement(project: Path) -> str:
    return " ".join((project / "target" / "run" / "small" / "models" / "one.sql").read_text().split())


@pytest.mark.long
def test_views_of_any_length(tmp_path: Path) -> None:
    columns = ", ".join(f"'{number:040}' as c{number}" for number in range(2000))
    project = small_project(
        tmp_path / "project",
        spark_settings(tmp_path),
        f"{{{{ config(materialized='view') }}}} select {columns}",
    )
    for number in (1, 2):
        finished = run_dbt(project, "run")
        assert finished.returncode == 0, f"run {number}: {finished.stdout[-3000:]}"
