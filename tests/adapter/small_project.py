"""A dbt project of one SQL model, and dbt processes in it."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]


def small_project(
    directory: Path,
    settings: dict[str, str],
    query: str = "select 1 as id",
    more: dict[str, Any] | None = None,
    **target: str,
) -> Path:
    """A dbt project whose model is the query; `settings` of the session, `more` of dbt_project.yml."""
    (directory / "models").mkdir(parents=True)
    (directory / "models" / "one.sql").write_text("{{ config(materialized='table') }} " + query)
    (directory / "dbt_project.yml").write_text(
        yaml.safe_dump(
            {"name": "small", "profile": "small", "flags": {"send_anonymous_usage_stats": False}}
            | {"models": {"+file_format": "delta"}}
            | (more or {})
        )
    )
    output: dict[str, Any] = {"type": "sparksession", "method": "session", "host": "NA", "schema": "small"}
    output |= {"server_side_parameters": settings} | target
    profile = {"small": {"target": "default", "outputs": {"default": output}}}
    (directory / "profiles.yml").write_text(yaml.safe_dump(profile))
    return directory


def environment(project: Path, **more: str) -> dict[str, str]:
    """The environment of a process in the project, with the plugin importable; the lake is the project's."""
    inherited = {name: value for name, value in os.environ.items() if name != "RESEQUENCER_HOME"}
    return inherited | {"PYTHONPATH": str(ROOT / "python"), "DBT_PROFILES_DIR": str(project)} | more


def run_python(project: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """A Python process in the directory of a project."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=project,
        env=environment(project, **more),
        capture_output=True,
        text=True,
        timeout=300,
    )


def run_dbt(project: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """A dbt process in the directory of a project."""
    return run_python(project, "-m", "dbt.cli.main", *arguments, **more)
