"""Throw-away lakes and Spark's servers for the tests of the adapter and of the targets."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pyspark

_CONNECT_SERVER = "org.apache.spark.sql.connect.service.SparkConnectServer"
_THRIFT_SERVER = "org.apache.spark.sql.hive.thriftserver.HiveThriftServer2"
_START_SECONDS = 180
_LOGGING = Path(__file__).parents[2] / "python" / "resequencer" / "log4j2.properties"


def spark_settings(home: Path) -> dict[str, str]:
    """Settings of a small Spark whose metastore and warehouse are in `home`."""
    metastore = f"jdbc:derby:;databaseName={home}/metastore;create=true"
    return {
        "spark.master": "local[2]",
        "spark.driver.memory": "1g",
        "spark.driver.extraJavaOptions": (
            # Short queries on few cores: compiling less is faster. With room for what is compiled Java looks for none.
            "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:ReservedCodeCacheSize=256m -XX:MetaspaceSize=512m"
            f" -Dderby.stream.error.file={home}/derby.log -Dlog4j2.configurationFile={_LOGGING}"
        ),
        "spark.hadoop.javax.jdo.option.ConnectionURL": metastore,
        "spark.sql.warehouse.dir": f"{home}/warehouse",
        "spark.sql.extensions": "io.delta.sql.DeltaSparkSessionExtension",
        "spark.sql.catalog.spark_catalog": "org.apache.spark.sql.delta.catalog.DeltaCatalog",
        "spark.databricks.delta.snapshotPartitions": "2",
        "spark.sql.shuffle.partitions": "2",
        # Over a few rows a query that is run once is not worth compiling, and there is nothing to adapt to.
        "spark.sql.codegen.wholeStage": "false",
        "spark.sql.codegen.factoryMode": "NO_CODEGEN",
        "spark.sql.adaptive.enabled": "false",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
    }


def free_port() -> int:
    """A port of this machine that nothing listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def listens(port: int) -> bool:
    """Whether something on this machine takes connections at a port."""
    with suppress(OSError):
        socket.create_connection(("127.0.0.1", port), 1).close()
        return True
    return False


@dataclass(frozen=True)
class Server:
    """A server of Spark's."""

    address: str
    """Such as sc://127.0.0.1:15002; of a Thrift server, its port."""
    group: int
    """Its process group."""


@contextmanager
def connect_server(home: Path, **environment: str) -> Iterator[Server]:
    """A Spark Connect server with a lake of its own, stopped at the end if it still runs then.

    Raises:
        RuntimeError: it did not start; with the end of its log.
    """
    port = free_port()
    settings = {"spark.sql.catalogImplementation": "hive", "spark.connect.grpc.binding.port": str(port)}
    settings["spark.connect.grpc.binding.address"] = "127.0.0.1"
    with _server(home, _CONNECT_SERVER, port, settings, [], environment) as process:
        yield Server(f"sc://127.0.0.1:{port}", process.pid)


@contextmanager
def thrift_server(home: Path) -> Iterator[Server]:
    """A Thrift server with a lake of its own, stopped at the end if it still runs then.

    Raises:
        RuntimeError: it did not start; with the end of its log.
    """
    port = free_port()
    bound = {"hive.server2.thrift.port": str(port), "hive.server2.thrift.bind.host": "127.0.0.1"}
    arguments = [part for name, value in bound.items() for part in ("--hiveconf", f"{name}={value}")]
    # Statements nest deep.
    options = {
        "spark.driver.extraJavaOptions": spark_settings(home)["spark.driver.extraJavaOptions"] + " -Xss64m"
    }
    with _server(home, _THRIFT_SERVER, port, options, arguments, {}) as process:
        yield Server(str(port), process.pid)


@contextmanager
def _server(
    home: Path,
    main: str,
    port: int,
    settings: dict[str, str],
    arguments: list[str],
    environment: dict[str, str],
) -> "Iterator[subprocess.Popen[bytes]]":
    spark_home = Path(pyspark.__file__).parent
    command = [str(spark_home / "bin" / "spark-submit"), "--class", main]
    for name, value in (spark_settings(home) | settings).items():
        command += ["--conf", f"{name}={value}"]
    log = home / "server.log"
    with log.open("wb") as output:
        server = subprocess.Popen(
            [*command, "spark-internal", *arguments],
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=home,
            env=os.environ | {"SPARK_HOME": str(spark_home), "PYSPARK_PYTHON": sys.executable} | environment,
            start_new_session=True,  # a group of its own, which can be stopped whole
        )
    try:
        _wait_for(port, server, log)
        yield server
    finally:
        with suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGTERM)
        try:
            server.wait(30)
        except subprocess.TimeoutExpired:
            os.killpg(server.pid, signal.SIGKILL)
            server.wait()


def _wait_for(port: int, server: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        if listens(port):
            return
        time.sleep(0.3)
    raise RuntimeError(f"the server did not start:\n{log.read_text(errors='replace')[-3000:]}")
