"""The project as dbt processes of their own: to be killed, interrupted, raced, or run over a server."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.scenarios.project import ROOT

# A short life on few cores: compiling less is faster.
JAVA_OPTIONS = (
    "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:ReservedCodeCacheSize=256m -XX:MetaspaceSize=512m -Xmn512m"
)
# Over a few rows a query that is run once is not worth compiling, and a sort or a table that is joined needs no page of 64 MB,
# which Spark takes where there is memory for it.
FEW_ROWS = "-Dspark.sql.codegen.wholeStage=false -Dspark.sql.codegen.factoryMode=NO_CODEGEN -Dspark.buffer.pageSize=1m"

# A process has one kind of Spark session, and that of the tests is another.
READ_TABLES = """
import json, sys
from pyspark.sql import SparkSession
from tests.scenarios.tables import table_contents
spark = SparkSession.builder.remote(sys.argv[1]).getOrCreate()
print(json.dumps(table_contents(spark.sql, sys.argv[2])))
"""


@dataclass
class ProcessProject:
    """A schema with a landing place; the lake, or the server, is what `environment` names."""

    schema: str
    landing: Path
    environment: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def in_lake(cls, home: Path, landing: Path, **environment: str) -> ProcessProject:
        """A project on an embedded lake of its own."""
        return cls("lake", landing, {"RESEQUENCER_HOME": str(home), **environment})

    @classmethod
    def on_server(cls, remote: str, schema: str, landing: Path, **environment: str) -> ProcessProject:
        """A project on the lake of a Spark Connect server."""
        server = {"RESEQUENCER_TARGET": "connect", "RESEQUENCER_SPARK_REMOTE": remote}
        return cls(schema, landing, {**server, **environment})

    def start(self, *arguments: str, name: str = "run", **variables: Any) -> subprocess.Popen[str]:
        """Begins a `dbt run`, with target and log folders of this name and a process group of its own."""
        return self._start(
            ["dbt.cli.main", "--no-use-colors", "run"], *self._arguments(name, variables), *arguments
        )

    def follow(self, every: str, *arguments: str, **variables: Any) -> subprocess.Popen[str]:
        """Begins a run that stays, with target and log folders and a process group of its own."""
        return self._start(
            ["resequencer.follow", "--every", every, "--"], *self._arguments("follow", variables), *arguments
        )

    def _arguments(self, name: str, variables: Mapping[str, Any]) -> list[str]:
        settings = {"landing": {"format": "json", "path": str(self.landing)}, **variables}
        dbt_vars = json.dumps({f"resequencer__{key}": value for key, value in settings.items()})
        folder = self.landing.parent / f"{self.schema}-{name}"
        return [
            "--vars", dbt_vars, "--target-path", str(folder / "target"), "--log-path", str(folder / "logs"),
        ]  # fmt: skip

    def _start(self, command: list[str], *arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", *command, *arguments], cwd=ROOT, env=self._environment(), text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=heed_interrupts,
        )  # fmt: skip

    def run(self, *arguments: str, **variables: Any) -> None:
        """One `dbt run` that must succeed."""
        process = self.start(*arguments, **variables)
        output = process.communicate(timeout=600)[0]
        assert process.returncode == 0, output

    def warehouse(self) -> Path:
        """Where the schema's tables of an embedded lake are."""
        return Path(self.environment["RESEQUENCER_HOME"]) / "warehouse" / f"{self.schema}.db"

    def contents(self) -> dict[str, list[str]]:
        """Every row of the public tables of a server."""
        read = subprocess.run(
            [sys.executable, "-c", READ_TABLES, self.environment["RESEQUENCER_SPARK_REMOTE"], self.schema],
            env=self._environment(), cwd=ROOT, capture_output=True, text=True, timeout=300,
        )  # fmt: skip
        assert read.returncode == 0, read.stderr[-3000:]
        tables: dict[str, list[str]] = json.loads(read.stdout.splitlines()[-1])
        return tables

    def _environment(self) -> dict[str, str]:
        python_path = os.pathsep.join([str(ROOT / "python"), str(ROOT)])
        return {
            **os.environ, "PYTHONPATH": python_path, "PYTHONUNBUFFERED": "1", "RESEQUENCER_DRIVER_MEMORY": "2g",
            "RESEQUENCER_JAVA_OPTIONS": f"{JAVA_OPTIONS} {FEW_ROWS}",
            "RESEQUENCER_SCHEMA": self.schema, **self.environment,
        }  # fmt: skip


def heed_interrupts() -> None:
    """Makes a process heed SIGINT also where the tests run in the background, and so without it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def wait_for(process: subprocess.Popen[str], text: str) -> str:
    """Reads what a process prints up to a line with this text; the last line read."""
    assert process.stdout is not None
    last = ""
    for line in process.stdout:
        last = line.strip()
        if text in last:
            break
    return last


def left_running(group: int) -> list[str]:
    """Processes of a group that have not ended after some seconds of grace."""
    for _ in range(40):
        listed = subprocess.run(
            ["ps", "-A", "-o", "pgid=,stat=,args="], capture_output=True, text=True, check=True
        )
        rows = [line.split(maxsplit=2) for line in listed.stdout.splitlines()]
        # A zombie has ended; that nobody has asked how is no matter of ours.
        left = [row[2] for row in rows if row[0] == str(group) and not row[1].startswith("Z")]
        if not left:
            break
        time.sleep(0.25)
    return left
