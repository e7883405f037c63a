"""A lake to measure on: one Spark session, dbt in this process, timed."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from dbt.cli.main import dbtRunner
from pyspark.sql import SparkSession

ROOT = Path(__file__).resolve().parents[1]


class Lake:
    """Tables, dbt runs and the session of one home folder."""

    def __init__(self, home: Path) -> None:
        os.environ["RESEQUENCER_HOME"] = str(home / "lake")
        os.environ.setdefault("RESEQUENCER_TARGET", "embedded")
        self.home = home
        self.dbt("show", "--inline", "select 1 as one", "--output", "json")

    @property
    def spark(self) -> SparkSession:
        """The session dbt started."""
        return SparkSession.active()

    def dbt(self, *arguments: str, schema: str = "bench", project: Path = ROOT, **settings: Any) -> float:
        """Run one dbt command, which must succeed; seconds it took. Settings come without their prefix."""
        os.environ["RESEQUENCER_SCHEMA"] = schema
        dbt_vars = json.dumps({f"resequencer__{name}": value for name, value in settings.items()})
        started = time.perf_counter()
        result = dbtRunner().invoke(
            ["--quiet", *arguments, "--project-dir", str(project), "--profiles-dir", str(ROOT),
             "--target-path", str(self.target(project)), "--vars", dbt_vars]
        )  # fmt: skip
        seconds = time.perf_counter() - started
        if not result.success:
            messages = [node.message for node in getattr(result.result, "results", []) if node.message]
            raise SystemExit(f"dbt {arguments[0]} failed: {result.exception or messages}")
        return seconds

    def target(self, project: Path = ROOT) -> Path:
        """Where dbt writes what it compiled, and what became of it."""
        return self.home / "target" / project.name

    def execution(self, model: str) -> float:
        """Seconds in which the last command executed a model: after it was compiled, hooks included."""
        (result,) = (one for one in _run_results(self.target()) if one["unique_id"].endswith(f".{model}"))
        (timing,) = (one for one in result["timing"] if one["name"] == "execute")
        started, ended = (datetime.fromisoformat(timing[name]) for name in ("started_at", "completed_at"))
        return (ended - started).total_seconds()

    def elapsed(self) -> float:
        """Seconds of the last command after dbt had read the project, which it reads anew only if settings have changed."""
        return float(json.loads((self.target() / "run_results.json").read_text())["elapsed_time"])

    def run(self, arrivals: str, schema: str, *arguments: str, **settings: Any) -> float:
        """One `dbt run` of the project over an arrivals table; seconds."""
        return self.dbt(
            "run",
            *arguments,
            schema=schema,
            arrivals_relation=arrivals,
            arrivals_cursor="position",
            **settings,
        )

    def drop(self, schema: str) -> None:
        """Remove what runs left in a schema."""
        self.spark.sql(f"drop database if exists {schema} cascade")

    def java_peak_gib(self) -> float:
        """Most memory the driver's Java has had resident so far."""
        gateway = self.spark.sparkContext._gateway
        status = Path(f"/proc/{gateway.proc.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / 2**20


def _run_results(target: Path) -> list[dict[str, Any]]:
    results: list[dict[str, Any]] = json.loads((target / "run_results.json").read_text())["results"]
    return results


def models_made(target: Path) -> tuple[int, int]:
    """Tables and views that the last run made, from its run_results.json; ephemeral and disabled models are not in it."""
    results = _run_results(target)
    nodes = json.loads((target / "manifest.json").read_text())["nodes"]
    made = [
        nodes[result["unique_id"]]["config"]["materialized"]
        for result in results
        if result["status"] == "success" and result["unique_id"].startswith("model.")
    ]
    return len(made) - made.count("view"), made.count("view")


def seconds(work: Callable[[], object]) -> float:
    """How long a call takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started
