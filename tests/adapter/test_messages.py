"""What dbt says where a session cannot start, each as a dbt process of its own; and plain dbt-spark."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from .spark_home import free_port, spark_settings

STATEMENT = "create or replace table small.one using delta as select 1 as id"
ROOT = Path(__file__).parents[2]

# Holds the file Derby locks, as a dbt process with an embedded metastore does while it lives.
HOLD_LOCK = """
import fcntl, sys
file = open(sys.argv[1], "w+b")
fcntl.lockf(file, fcntl.LOCK_EX)
print("held", flush=True)
sys.stdin.read()
"""

# Runs SQL in this process's dbt with the check of the lock file switched off: what Derby itself then says.
WITHOUT_CHECK = """
import sys
from dbt.adapters.sparksession import session
from dbt.cli.main import dbtRunner

session._is_locked = lambda path: False
result = dbtRunner().invoke(["run", "--quiet"])
print(result.exception or [row.message for row in result.result])
sys.exit(0 if result.success else 1)
"""


def _project(directory: Path, settings: dict[str, str], **target: str) -> Path:
    """A dbt project of one SQL model."""
    (directory / "models").mkdir(parents=True)
    (directory / "models" / "one.sql").write_text("{{ config(materialized='table') }} select 1 as id")
    (directory / "dbt_project.yml").write_text(
        yaml.safe_dump(
            {"name": "small", "profile": "small", "flags": {"send_anonymous_usage_stats": False}}
            | {"models": {"+file_format": "delta"}}
        )
    )
    output: dict[str, Any] = {"type": "sparksession", "method": "session", "host": "NA", "schema": "small"}
    output |= {"server_side_parameters": settings} | target
    profile = {"small": {"target": "default", "outputs": {"default": output}}}
    (directory / "profiles.yml").write_text(yaml.safe_dump(profile))
    return directory


def _python(project: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A Python process in the directory of a project, with the plugin importable."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=project,
        env=os.environ | {"PYTHONPATH": str(ROOT / "python"), "DBT_PROFILES_DIR": str(project)} | environment,
        capture_output=True,
        text=True,
        timeout=300,
    )


def _dbt(project: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return _python(project, "-m", "dbt.cli.main", *arguments, **environment)


def test_lake_in_use_is_said_at_once(tmp_path: Path) -> None:
    project = _project(tmp_path / "project", spark_settings(tmp_path))
    (tmp_path / "metastore").mkdir()
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD_LOCK, str(tmp_path / "metastore" / "dbex.lck")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        assert holder.stdout is not None
        holder.stdout.readline()
        finished = _dbt(project, "run", RESEQUENCER_HOME=str(tmp_path))
    finally:
        holder.communicate()
    assert finished.returncode != 0
    assert f"The lake at RESEQUENCER_HOME ({tmp_path}) is in use by another process" in finished.stdout
    assert "RESEQUENCER_SPARK_REMOTE" in finished.stdout
    assert "Traceback" not in finished.stdout + finished.stderr
    assert "stacktrace" not in finished.stdout


def test_lake_in_use_is_said_where_only_derby_noticed(tmp_path: Path) -> None:
    project = _project(tmp_path / "project", spark_settings(tmp_path))
    # A Java that holds the metastore: the session of a first dbt, kept open.
    keep = "from dbt.cli.main import dbtRunner\nimport sys\nresult = dbtRunner().invoke(['run', '--quiet'])\n"
    keep += "print('held' if result.success else result, flush=True)\nsys.stdin.read()"
    holder = subprocess.Popen(
        [sys.executable, "-c", keep],
        cwd=project,
        env=os.environ | {"PYTHONPATH": str(ROOT / "python"), "DBT_PROFILES_DIR": str(project)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline().strip() == "held"
        checked = _dbt(project, "run", "--target-path", "target_checked")
        unchecked = _python(project, "-c", WITHOUT_CHECK, DBT_TARGET_PATH="target_unchecked")
    finally:
        holder.communicate()
    for finished in (checked, unchecked):
        assert finished.returncode != 0
        assert "(.resequencer) is in use by another process" in finished.stdout
    # The holder has ended, and with it its lock.
    again = _dbt(project, "run")
    assert again.returncode == 0, again.stdout
    assert _statement(project) == STATEMENT
    assert "macro.dbt_sparksession." in (project / "target" / "manifest.json").read_text()


def test_server_that_cannot_be_reached(tmp_path: Path) -> None:
    remote = f"sc://127.0.0.1:{free_port()}"
    finished = _dbt(_project(tmp_path / "project", {"spark.remote": remote}), "run")
    assert finished.returncode != 0
    assert f"The Spark Connect server at {remote} cannot be reached" in finished.stdout
    assert "Traceback" not in finished.stdout + finished.stderr


def test_other_methods_are_refused(tmp_path: Path) -> None:
    finished = _dbt(_project(tmp_path / "project", {}, method="thrift"), "parse")
    assert finished.returncode != 0
    assert "type: sparksession knows only method: session" in finished.stdout


def test_plain_dbt_spark_is_untouched(tmp_path: Path) -> None:
    project = _project(tmp_path / "project", spark_settings(tmp_path), type="spark")
    finished = _dbt(project, "run")
    assert finished.returncode == 0, finished.stdout
    assert _statement(project) == STATEMENT
    assert "macro.dbt_sparksession." not in (project / "target" / "manifest.json").read_text()


def _statement(project: Path) -> str:
    return " ".join((project / "target" / "run" / "small" / "models" / "one.sql").read_text().split())
