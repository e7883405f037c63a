"""The one Spark session of a dbt process, for SQL and Python models alike."""

import atexit
import fcntl
import os
import re
import shutil
import socket
import sys
from collections.abc import Mapping
from pathlib import Path
from threading import Lock
from urllib.parse import urlsplit

from dbt_common.exceptions import DbtRuntimeError
from pyspark import SparkContext
from pyspark.sql import SparkSession

from dbt.adapters.sparksession.errors import lake_in_use, server_unreachable

_DERBY_DIRECTORY = re.compile(r"jdbc:derby:(?:;databaseName=)?([^;]+)")
_DEFAULT_CONNECT_PORT = 15002
_CONNECT_SECONDS = 10

_starting = Lock()
_session: SparkSession | None = None


def spark_session(parameters: Mapping[str, str]) -> SparkSession:
    """The session of this process, started if there is none.

    Built as dbt-spark's session cursor builds it, so both get the same one.

    Args:
        parameters: `server_side_parameters` of the profile.

    Raises:
        DbtRuntimeError: the lake is in use by another process, or the Spark Connect server cannot be reached.
    """
    global _session
    with _starting:
        _check_can_start(parameters)
        _clear_scratch(parameters)
        if parameters.get("spark.master", "").startswith("local"):
            # Spark would take the first python3 of the PATH for its workers, without this one's packages.
            os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        builder = SparkSession.builder.enableHiveSupport()
        for name, value in parameters.items():
            builder = builder.config(name, value)
        session: SparkSession = builder.getOrCreate()
        if session is not _session:
            # Not when a dbt command ends: the next command of this process goes on with the session.
            atexit.register(_stop, session, parameters.get("spark.remote", ""))
            _session = session
        return session


def _stop(session: SparkSession, remote: str) -> None:
    """Stops the session, so that a Spark Connect server forgets it now and not in an hour."""
    try:
        _check_reachable(remote)
    except DbtRuntimeError:
        # pyspark would ask a server that is gone for ten minutes.
        session.release_session_on_close = False
    session.stop()


def _check_reachable(remote: str) -> None:
    if not remote.startswith("sc://"):
        return
    address = urlsplit(remote)
    try:
        port = address.port or _DEFAULT_CONNECT_PORT
        socket.create_connection((address.hostname or "localhost", port), _CONNECT_SECONDS).close()
    except (OSError, ValueError) as error:
        raise server_unreachable(remote, error) from error


def _check_can_start(parameters: Mapping[str, str]) -> None:
    """Finds at once what Spark would find in half a minute (metastore) or ten (server)."""
    _check_reachable(parameters.get("spark.remote", ""))
    # With a running context it is this process's own Java that holds the metastore.
    if "spark.remote" not in parameters and SparkContext._active_spark_context is None:
        derby = _DERBY_DIRECTORY.match(parameters.get("spark.hadoop.javax.jdo.option.ConnectionURL", ""))
        if derby and _is_locked(Path(derby[1]) / "dbex.lck"):
            raise lake_in_use()


def _clear_scratch(parameters: Mapping[str, str]) -> None:
    """Removes what killed runs left in the lake's own scratch folder, beside its metastore."""
    derby = _DERBY_DIRECTORY.match(parameters.get("spark.hadoop.javax.jdo.option.ConnectionURL", ""))
    scratch = Path(parameters.get("spark.local.dir", "/")).absolute()
    is_ours = derby is not None and scratch.parent == Path(derby[1]).absolute().parent
    if is_ours and "spark.remote" not in parameters and SparkContext._active_spark_context is None:
        shutil.rmtree(scratch, ignore_errors=True)


def _is_locked(path: Path) -> bool:
    """Whether another process holds a lock on the file, as Derby does while it has a database open."""
    try:
        with path.open("r+b") as file:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False
