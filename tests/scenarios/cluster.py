"""A standalone Spark cluster on this machine, whose workers know nothing of this project."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pyspark
from tests.adapter.spark_home import free_port, listens

_SECONDS = 300
# Python as it is, with the libraries beside it but without what is only linked there, such as this project.
_PYTHON = '#!/bin/sh\nPYTHONPATH="{libraries}:$PYTHONPATH" exec "{python}" -S "$@"\n'


@dataclass(frozen=True)
class Cluster:
    """One master and its workers, each a process group of its own."""

    address: str
    """Such as spark://127.0.0.1:7077."""
    workers: list[subprocess.Popen[bytes]]


@contextmanager
def standalone_cluster(home: Path, workers: int) -> Iterator[Cluster]:
    """A cluster with so many workers of one core each, stopped at the end.

    Raises:
        AssertionError: it did not start; with the end of its logs.
    """
    home.mkdir()
    spark_home = Path(pyspark.__file__).parent
    python = home / "bin" / "python3"
    python.parent.mkdir()
    python.write_text(_PYTHON.format(libraries=spark_home.parent, python=sys.executable))
    python.chmod(0o755)
    known = subprocess.run([python, "-c", "import pandas, resequencer"], cwd=home, capture_output=True, text=True, env=_without_ours({}))  # fmt: skip
    assert "No module named 'resequencer'" in known.stderr
    environment = _without_ours(
        {"SPARK_HOME": str(spark_home), "SPARK_LOCAL_IP": "127.0.0.1", "PATH": f"{python.parent}:{os.environ['PATH']}"}
    )  # fmt: skip
    port = free_port()
    address = f"spark://127.0.0.1:{port}"

    def start(name: str, *arguments: str) -> subprocess.Popen[bytes]:
        with (home / f"{name}.log").open("wb") as log:
            return subprocess.Popen(
                [spark_home / "bin" / "spark-class", *arguments, "--host", "127.0.0.1", "--webui-port", "0"],
                cwd=home, env=environment, stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip

    def told() -> str:
        logs = (path.read_text(errors="replace")[-2000:] for path in home.glob("*.log"))
        return "the cluster did not start:\n" + "\n".join(logs)

    started = [start("master", "org.apache.spark.deploy.master.Master", "--port", str(port))]
    try:
        wait_until(lambda: listens(port), told)
        for number in range(workers):
            started.append(
                start(
                    f"worker-{number}", "org.apache.spark.deploy.worker.Worker", address,
                    "--cores", "1", "--memory", "2g", "--work-dir", str(home / f"work-{number}"),
                )
            )  # fmt: skip
        wait_until(lambda: (home / "master.log").read_text().count("Registering worker") == workers, told)
        yield Cluster(address, started[1:])
    finally:
        for process in reversed(started):
            stop(process)


def stop(process: subprocess.Popen[bytes]) -> None:
    """Kills a process of the cluster, with all that it has started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(30)


def _without_ours(more: Mapping[str, str]) -> dict[str, str]:
    inherited = {
        name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYSPARK_PYTHON")
    }
    return {**inherited, **more}


def wait_until(is_so: Callable[[], bool], told: Callable[[], str]) -> None:
    """Waits for something to become so.

    Raises:
        AssertionError: it did not in time; with what is `told` then.
    """
    deadline = time.monotonic() + _SECONDS
    while not is_so():
        assert time.monotonic() < deadline, told()
        time.sleep(0.2)
