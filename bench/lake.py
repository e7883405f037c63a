"""A lake to measure on: one Spark session, dbt in this process, timed."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
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
             "--target-path", str(self.home / "target" / project.name), "--vars", dbt_vars]
        )  # fmt: skip
        seconds = time.perf_counter() - started
        if not result.success:
            messages = [node.message for node in getattr(result.result, "results", []) if node.message]
            raise SystemExit(f"dbt {arguments[0]} failed: {result.exception or messages}")
        return seconds

    def run(self, arrivals: str, schema: str, **settings: Any) -> float:
        """One `dbt run` of the project over an arrivals table; seconds."""
        return self.dbt(
            "run", schema=schema, arrivals_relation=arrivals, arrivals_cursor="position", **settings
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


def seconds(work: Callable[[], object]) -> float:
    """How long a call takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started
