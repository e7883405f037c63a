"""Whole processes, as a user starts them, with what each took: seconds, CPU seconds, memory of its Java."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyspark

from bench.lake import ROOT, models_made

Environment = Mapping[str, str | None]
"""Variables a process gets besides those that are set; None: even if it is set, not this one."""
NOTHING: Environment = {}
_TICKS = os.sysconf("SC_CLK_TCK")
_START_SECONDS = 180
_LOOK_EVERY_SECONDS = 0.25


@dataclass(frozen=True)
class Cost:
    """What a process took until it had ended."""

    seconds: float
    cpu_seconds: float
    """Its own, and what its Java had used when it was last seen."""
    java_gib: float
    """Most memory its Java had resident."""
    ended_well: bool = True
    models: str = ""
    """Of a dbt run: what it made, and how long that took without start and end."""


def dbt_run(home: Path, landing: Path, environment: Environment = NOTHING, *, may_fail: bool = False) -> Cost:
    """One `dbt run` over a folder of Parquet files, on the lake in this folder; twice on one is a second run."""
    settings = {
        "landing": {"format": "parquet", "path": str(landing)},
        "rulesets": [{"name": "bench", "bake_time": "60s"}],
        "as_of": "2026-03-01T00:00:00Z",
    }
    dbt_vars = json.dumps({f"resequencer__{name}": value for name, value in settings.items()})
    target = home / "target"
    command = [sys.executable, "-m", "dbt.cli.main", "run", "--vars", dbt_vars, "--target-path", str(target)]
    cost = _process([*command, "--log-path", str(home / "logs")], home, may_fail, environment)
    if not cost.ended_well:
        return cost
    tables, views = models_made(target)
    elapsed = json.loads((target / "run_results.json").read_text())["elapsed_time"]
    return Cost(
        cost.seconds,
        cost.cpu_seconds,
        cost.java_gib,
        True,
        f"{tables} tables and {views} views in {elapsed:.1f} s",
    )


def sort(home: Path, landing: Path, environment: Environment = NOTHING) -> Cost:
    """One Python process that sorts the same files."""
    shutil.rmtree(home / "sorted", ignore_errors=True)
    return _process(
        [sys.executable, "-m", "bench.sort", str(landing), str(home / "sorted")], home, False, environment
    )


def _process(command: list[str], home: Path, may_fail: bool, environment: Environment) -> Cost:
    home.mkdir(parents=True, exist_ok=True)
    log = home / "output.log"
    python_path = os.pathsep.join([str(ROOT / "python"), str(ROOT)])
    variables = {
        **os.environ, "PYTHONPATH": python_path, "RESEQUENCER_TARGET": "embedded", "RESEQUENCER_SCHEMA": "resequencer",
        "RESEQUENCER_HOME": str(home / "lake"), **environment,
    }  # fmt: skip
    given = {name: value for name, value in variables.items() if value is not None}
    with log.open("w") as output:
        started = time.perf_counter()
        process = subprocess.Popen(command, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT, env=given)
        own = java_cpu = gib = 0.0
        while process.returncode is None:
            own = _cpu_seconds(process.pid) or own
            for child in descendants(process.pid):
                if status(child, "Name") == "java":
                    java_cpu = max(java_cpu, _cpu_seconds(child))
                    gib = max(gib, int((status(child, "VmHWM") or "0").split()[0]) / 2**20)
            with suppress(subprocess.TimeoutExpired):
                process.wait(_LOOK_EVERY_SECONDS)
        seconds = time.perf_counter() - started
    if process.returncode and not may_fail:
        raise SystemExit(f"{' '.join(command[1:4])} failed:\n{log.read_text()[-3000:]}")
    return Cost(seconds, own + java_cpu, gib, process.returncode == 0)


def descendants(process: int) -> Iterator[int]:
    """Children, and theirs, but not what Java has started: it has many threads to ask."""
    with suppress(OSError):
        for thread in Path(f"/proc/{process}/task").iterdir():
            for child in (thread / "children").read_text().split():
                yield int(child)
                if status(int(child), "Name") != "java":
                    yield from descendants(int(child))


def _cpu_seconds(process: int) -> float:
    with suppress(OSError):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS
    return 0.0


def status(process: int, name: str) -> str | None:
    """A line of what Linux says of a process, such as VmRSS; none: it has ended."""
    with suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith(f"{name}:"):
                return line.partition(":")[2].strip()
    return None


@contextmanager
def connect_server(home: Path) -> Iterator[str]:
    """A Spark Connect server on a lake of its own, set up as docs/operations.md has it; its address.

    Raises:
        SystemExit: it did not start.
    """
    home.mkdir(parents=True)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    settings = {
        "spark.sql.extensions": "io.delta.sql.DeltaSparkSessionExtension",
        "spark.sql.catalog.spark_catalog": "org.apache.spark.sql.delta.catalog.DeltaCatalog",
        "spark.sql.catalogImplementation": "hive",
        "spark.hadoop.javax.jdo.option.ConnectionURL": f"jdbc:derby:;databaseName={home}/metastore;create=true",
        "spark.sql.warehouse.dir": f"{home}/warehouse",
        "spark.hadoop.hive.metastore.disallow.incompatible.col.type.changes": "false",
        "spark.sql.shuffle.partitions": "8",
        "spark.databricks.delta.snapshotPartitions": "2",
        "spark.sql.codegen.hugeMethodLimit": "65535",
        "spark.sql.codegen.maxFields": "5000",
        "spark.driver.extraJavaOptions": "-XX:-DontCompileHugeMethods",
        "spark.sql.codegen.cache.maxEntries": "2000",
        "spark.sql.parquet.outputTimestampType": "TIMESTAMP_MICROS",
        "spark.connect.grpc.binding.port": str(port),
        "spark.ui.enabled": "false",
    }
    spark_home = Path(pyspark.__file__).parent
    command = [str(spark_home / "bin" / "spark-submit")]
    command += ["--class", "org.apache.spark.sql.connect.service.SparkConnectServer"]
    for name, value in settings.items():
        command += ["--conf", f"{name}={value}"]
    log = home / "server.log"
    environment: dict[str, Any] = {
        **os.environ,
        "SPARK_HOME": str(spark_home),
        "PYSPARK_PYTHON": sys.executable,
    }
    with log.open("w") as output:
        server = subprocess.Popen(
            [*command, "spark-internal"], cwd=home, stdout=output, stderr=subprocess.STDOUT, env=environment,
            start_new_session=True,
        )  # fmt: skip
    try:
        deadline = time.monotonic() + _START_SECONDS
        while True:
            with suppress(OSError):
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            if server.poll() is not None or time.monotonic() > deadline:
                raise SystemExit(f"the Spark Connect server did not start:\n{log.read_text()[-3000:]}")
            time.sleep(0.3)
        yield f"sc://127.0.0.1:{port}"
    finally:
        # Its own group only: spark-submit and the Java it has become.
        with suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            server.wait(30)
        with suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGKILL)
