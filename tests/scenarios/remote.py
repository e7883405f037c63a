"""Whole dbt processes over one Spark Connect server, and what its lake holds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.scenarios.project import ROOT

# A process has one kind of Spark session, and that of the tests is another.
READ_TABLES = """
import json, sys
from pyspark.sql import SparkSession
from tests.scenarios.tables import table_contents
spark = SparkSession.builder.remote(sys.argv[1]).getOrCreate()
print(json.dumps(table_contents(spark.sql, sys.argv[2])))
"""


@dataclass
class RemoteProject:
    """A schema on a server's lake, with a landing place; every run is a process of its own."""

    remote: str
    schema: str
    landing: Path

    def environment(self) -> dict[str, str]:
        return os.environ | {
            "PYTHONPATH": os.pathsep.join([str(ROOT / "python"), str(ROOT)]),
            "RESEQUENCER_TARGET": "connect",
            "RESEQUENCER_SPARK_REMOTE": self.remote,
            "RESEQUENCER_SCHEMA": self.schema,
        }

    def start(self, name: str, **variables: Any) -> subprocess.Popen[str]:
        """Begins a `dbt run`, with target and log folders of this name."""
        settings = {"landing": {"format": "json", "path": str(self.landing)}, **variables}
        dbt_vars = json.dumps({f"resequencer__{key}": value for key, value in settings.items()})
        folder = self.landing.parent / name
        return subprocess.Popen(
            [sys.executable, "-m", "dbt.cli.main", "--no-use-colors", "run", "--vars", dbt_vars,
             "--target-path", str(folder / "target"), "--log-path", str(folder / "logs")],
            cwd=ROOT, env=self.environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip

    def run(self, **variables: Any) -> None:
        """One `dbt run` that must succeed."""
        process = self.start("run", **variables)
        output = process.communicate(timeout=600)[0]
        assert process.returncode == 0, output

    def contents(self) -> dict[str, list[str]]:
        """Every row of the public tables."""
        read = subprocess.run(
            [sys.executable, "-c", READ_TABLES, self.remote, self.schema],
            env=self.environment(), cwd=ROOT, capture_output=True, text=True, timeout=300,
        )  # fmt: skip
        assert read.returncode == 0, read.stderr[-3000:]
        tables: dict[str, list[str]] = json.loads(read.stdout.splitlines()[-1])
        return tables
