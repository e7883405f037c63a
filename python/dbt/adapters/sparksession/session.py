"""The one Spark session of a dbt process, for SQL and Python models alike."""

import atexit
import logging
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock, current_thread, main_thread
from types import FrameType
from typing import Any, NoReturn
from urllib.parse import urlsplit
from weakref import WeakSet

from dbt_common.exceptions import DbtRuntimeError
from pyspark import SparkContext
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.classic.dataframe import DataFrame as ClassicDataFrame

from dbt.adapters.sparksession.errors import lake_in_use, server_unreachable
from dbt.adapters.sparksession.locks import claim, is_locked_by_derby
from dbt.adapters.sparksession.steps import PLANNED

_DERBY_DIRECTORY = re.compile(r"jdbc:derby:(?:;databaseName=)?([^;]+)")
_DEFAULT_CONNECT_PORT = 15002
_CONNECT_SECONDS = 10
# Retries of a call the server did not answer: after 0.05 s, then four times as long each time, 17 s in all.
# A server that was started anew has forgotten this session anyway; pyspark would go on for ten minutes.
_RETRIES = 5
_JAVA_END_SECONDS = 20

_PACKAGE = "resequencer"
_CHECKPOINTS = "spark.checkpoint.dir"
_JAVA_OPTIONS = "spark.driver.extraJavaOptions"
_LOGGING = re.compile(r"-Dlog4j2\.configurationFile=([^\s\",:]+)(?=\s|$)")
_SPREAD = re.compile(r"/\*\+ repartition\(")

_starting = Lock()
_session: SparkSession | None = None
_shipped: WeakSet[SparkSession] = WeakSet()
# Spark's workers fetch from here as long as the session lives.
_archives: TemporaryDirectory[str] | None = None


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
        if _has_workers_here(parameters):
            # Spark would take the first python3 of the PATH for its workers, without this one's packages.
            os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        builder = SparkSession.builder.enableHiveSupport()
        for name, value in _with_logging(parameters).items():
            builder = builder.config(name, value)
        # What py4j logs, with stack traces, it raises as well; it logs in its own name and in the root's.
        logging.getLogger("py4j").propagate = False
        logging.getLogger().addFilter(_is_not_of_py4j)
        on_interrupt = signal.getsignal(signal.SIGINT)
        session: SparkSession = builder.getOrCreate()
        if session is not _session:
            # Ended not with a dbt command: the next command of this process goes on with the session.
            remote = parameters.get("spark.remote", "")
            if remote:
                _retry_for_seconds_only(session)
                atexit.register(_leave_server, session, remote)
            else:
                atexit.register(_end_java)
                if current_thread() is main_thread():
                    # pyspark's own handler speaks to Java amidst what the main thread is saying to it.
                    signal.signal(signal.SIGINT, on_interrupt)
            _session = session
        return session


def _has_workers_here(parameters: Mapping[str, str]) -> bool:
    return parameters.get("spark.master", "").startswith("local")


def _with_logging(parameters: Mapping[str, str]) -> dict[str, str]:
    """Java logs as this package says where the profile names a file for it that is not there.

    A profile that was copied into another project names a file of this one, by a path that leads nowhere.
    """
    if "spark.remote" in parameters:
        return dict(parameters)
    options = parameters.get(_JAVA_OPTIONS, "")
    named = _LOGGING.search(options)
    if named is None or Path(named.group(1)).is_file():
        return dict(parameters)
    ours = str(files(_PACKAGE) / "log4j2.properties")
    # Of options that are given twice Java takes the last.
    return {**parameters, _JAVA_OPTIONS: f'{options} "-Dlog4j2.configurationFile={ours}"'.strip()}


def ship_package(parameters: Mapping[str, str]) -> None:
    """Gives Spark's workers the package that Python models import: those of a cluster know nothing of it.

    Args:
        parameters: `server_side_parameters` of the profile.
    """
    global _archives
    if _has_workers_here(parameters):
        return
    with _starting:
        if _session is None or _session in _shipped:
            return
        if _archives is None:
            _archives = TemporaryDirectory(prefix="resequencer-")
        folder = Path(str(files(_PACKAGE))).parent
        archive = shutil.make_archive(f"{_archives.name}/{_PACKAGE}", "zip", folder, _PACKAGE)
        _session.addArtifacts(archive, pyfile=True)
        _shipped.add(_session)


def make_room_for_long_views(parameters: Mapping[str, str]) -> None:
    """Lets the embedded metastore take views of more than 32,700 characters, such as those of many rulesets.

    That is what Derby's LONG VARCHAR holds, as which Hive creates the two columns of a view's text; a CLOB
    takes any. A server's metastore, and one in another database, stay as they are.
    """
    url = parameters.get("spark.hadoop.javax.jdo.option.ConnectionURL", "")
    if "spark.remote" in parameters or _session is None or not _DERBY_DIRECTORY.match(url):
        return
    # dbt's threads may come here together.
    with _starting:
        # Derby serves one Java only, so it is asked through the one that has it open.
        connection = _session._jvm.java.sql.DriverManager.getConnection(url)
        # All or nothing: without these columns the lake could not be opened again.
        connection.setAutoCommit(False)
        try:
            statement = connection.createStatement()
            for column in ("VIEW_ORIGINAL_TEXT", "VIEW_EXPANDED_TEXT"):
                types = statement.executeQuery(
                    "select columndatatype from sys.syscolumns join sys.systables on referenceid = tableid"
                    f" where tablename = 'TBLS' and columnname = '{column}'"
                )
                is_long = types.next() and types.getString(1).startswith("CLOB")
                types.close()
                if not is_long:
                    statement.executeUpdate("alter table TBLS add column LONGER clob")
                    statement.executeUpdate(f"update TBLS set LONGER = cast({column} as clob)")
                    statement.executeUpdate(f"alter table TBLS drop column {column}")
                    statement.executeUpdate(f"rename column TBLS.LONGER to {column}")
            connection.commit()
        finally:
            connection.rollback()
            connection.close()


def compute_once(name: str, query: str) -> None:
    """Makes a temporary view of a query that is computed once, however often it is read.

    What reads it does not see how it came about, so it is planned once as well. A query that says how its
    rows are spread (`/*+ repartition(…) */`) leaves them where Spark has spread them to, so that what reads
    it need not spread them again. One that is to be planned once (`-- planned once`) is computed as it is
    read. Of any other, and of all over Spark Connect, Spark keeps the rows, as it is read first; where a
    profile has `spark.checkpoint.dir` (a cluster's) it writes them there at once, so that they outlive a
    worker.

    Args:
        name: Of the view.
        query: A query of Spark SQL.
    """
    assert _session is not None
    frame = _session.sql(query)
    if (_SPREAD.search(query) or PLANNED.search(query)) and isinstance(frame, ClassicDataFrame):
        _view_of_spread(frame, name)
    else:
        _kept(frame).createOrReplaceTempView(name)


def _kept(frame: DataFrame) -> DataFrame:
    """A query whose rows Spark keeps: with its workers, or where the profile says, as workers may be lost."""
    if isinstance(frame, ClassicDataFrame) and frame.sparkSession.conf.get(_CHECKPOINTS, None):
        return frame.checkpoint(eager=True)  # written before it is read: a later one would come too late
    return frame.localCheckpoint(eager=False)


def _view_of_spread(frame: DataFrame, name: str) -> None:
    """Spark's own way from rows to a plan, with what its checkpoints forget: by what the rows are spread."""
    assert _session is not None
    jvm: Any = _session._jvm
    execution = frame._jdf.queryExecution()
    with _settings_for_tasks():
        rows = execution.toRdd()
    plan = execution.executedPlan()
    if plan.nodeName() == "AdaptiveSparkPlan":
        plan = plan.executedPlan()
    nothing, none, logical_rdd = (
        getattr(getattr(jvm, f"{scala_object}$"), "MODULE$")
        for scala_object in (
            "scala.collection.immutable.Nil",
            "scala.None",
            "org.apache.spark.sql.execution.LogicalRDD",
        )
    )
    session = _session._jsparkSession
    logical = logical_rdd.apply(
        plan.output(), rows, plan.outputPartitioning(), nothing, False, none, session, none, none
    )
    jvm.org.apache.spark.sql.classic.Dataset.ofRows(session, logical).createOrReplaceTempView(name)


@contextmanager
def _settings_for_tasks() -> Iterator[None]:
    """Within it tasks have the session's settings, as Spark gives them to those of a statement."""
    assert _session is not None
    context = _session.sparkContext
    settings = {name: value for name, value in _session.conf.getAll.items() if name.startswith("spark.sql.")}
    before = {name: context.getLocalProperty(name) for name in settings}
    try:
        for name, value in settings.items():
            context.setLocalProperty(name, value)
        yield
    finally:
        for name, old in before.items():
            context.setLocalProperty(name, old)


def forget(names: list[str]) -> None:
    """Drops such views."""
    assert _session is not None
    for name in names:
        _session.catalog.dropTempView(name)


def cancel_statements() -> None:
    """Cancels what the session is doing at this moment, in all threads."""
    if _session is None:
        return
    # Signals often go to a whole process group: a Java that got one, too, is gone, and what it was doing.
    with suppress(Exception):
        if SparkContext._active_spark_context is None:
            _session.interruptAll()
        else:
            _session.sparkContext.cancelAllJobs()


def end_runs_on_sigterm() -> None:
    """Makes SIGTERM end a run as Ctrl-C does, unless the program around dbt has its own way with it."""
    if current_thread() is main_thread() and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _interrupt)


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def _is_not_of_py4j(record: logging.LogRecord) -> bool:
    return "py4j" not in Path(record.pathname).parts


def _retry_for_seconds_only(session: SparkSession) -> None:
    from pyspark.sql.connect.client.retries import DefaultPolicy

    session.client.set_retry_policies([DefaultPolicy(max_retries=_RETRIES)])


def _end_java() -> None:
    """Ends the embedded Spark and waits for it: until its Java has ended, the lake is in use."""
    java: subprocess.Popen[bytes] | None = SparkContext._gateway.proc
    if java is None or java.stdin is None:
        return  # it was there before dbt, and stays
    context = SparkContext._active_spark_context
    if context is not None:
        # After a Python worker it waits for what Java counts, and would print the end of it as an error.
        context._accumulatorServer.handle_error = lambda *_: None
    java.stdin.close()  # which tells it to
    try:
        java.wait(_JAVA_END_SECONDS)
    except subprocess.TimeoutExpired:
        java.kill()
        java.wait()


def _leave_server(session: SparkSession, remote: str) -> None:
    """Stops the session, so that a Spark Connect server forgets it now and not in an hour."""
    try:
        _check_reachable(remote)
    except DbtRuntimeError:
        # Nobody is there to be told.
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
        if derby and is_locked_by_derby(Path(derby[1]) / "dbex.lck"):
            raise lake_in_use()


def _clear_scratch(parameters: Mapping[str, str]) -> None:
    """Removes what killed runs left in the lake's own scratch folder, beside its metastore."""
    derby = _DERBY_DIRECTORY.match(parameters.get("spark.hadoop.javax.jdo.option.ConnectionURL", ""))
    scratch = Path(parameters.get("spark.local.dir", "/")).absolute()
    is_ours = derby is not None and scratch.parent == Path(derby[1]).absolute().parent
    if is_ours and "spark.remote" not in parameters and SparkContext._active_spark_context is None:
        claim(scratch.parent / "lake.lock")
        shutil.rmtree(scratch, ignore_errors=True)
