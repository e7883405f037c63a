"""Turns what Spark raises into one error a person can read."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager

from dbt_common.exceptions import DbtBaseException, DbtRuntimeError
from pyspark.errors import PySparkException

# Java stack traces, as Spark, Spark Connect and Py4J put them into their messages.
_JAVA_STACK = re.compile(
    r"^JVM stacktrace:\n\S.*\n?|^Driver stacktrace:\n?|^\s+at [\w.$/<>]+\(.*\)\n?|^\s+\.\.\. \d+ more\n?",
    re.MULTILINE,
)
_PY4J_PREFIX = re.compile(r"An error occurred while calling [\w.:$]+\n: ")
_METASTORE_LOCKED = "XSDB6"
_SERVER_GONE = "StatusCode.UNAVAILABLE"
_OVERTAKEN = re.compile(r"\[DELTA_(?:CONCURRENT_\w+|METADATA_CHANGED|PROTOCOL_CHANGED)")


def lake_in_use() -> DbtRuntimeError:
    """Says that another process holds the embedded metastore, and what to do about it."""
    home = os.environ.get("RESEQUENCER_HOME", ".resequencer")
    return DbtRuntimeError(
        f"The lake at RESEQUENCER_HOME ({home}) is in use by another process: an embedded metastore "
        "serves one process at a time.\n"
        "Wait until that process has ended, set RESEQUENCER_HOME to another directory (another lake), "
        "or let both use one Spark Connect server (--target connect, RESEQUENCER_SPARK_REMOTE)."
    )


def server_unreachable(remote: str, reason: object) -> DbtRuntimeError:
    """Says which Spark Connect server does not answer, and what to do about it."""
    return DbtRuntimeError(
        f"The Spark Connect server at {remote} cannot be reached ({reason}).\n"
        "Start it, or correct RESEQUENCER_SPARK_REMOTE (sc://host:port)."
    )


def overtaken() -> DbtRuntimeError:
    """Says that another run committed to the same table first, and what to do about it."""
    return DbtRuntimeError(
        "Another run wrote to this table at the same time and was first. This one has changed nothing in\n"
        "it, and nothing is lost: run again, and that run takes up what the other one has left to do."
    )


def without_java_stack(text: str) -> str:
    """The text of an error without the Java stack traces in it."""
    return _JAVA_STACK.sub("", text).strip()


def as_dbt_error(error: Exception, remote: str | None = None) -> DbtBaseException:
    """The dbt error for what Spark raised; an error that is dbt's own stays as it is.

    dbt-spark makes a dbt error of AnalysisException only; every other one dbt would show as an internal error
    with a stack trace.
    """
    raised = error.__cause__ if isinstance(error.__cause__, PySparkException) else error
    # That the metastore is locked stands only in the Java stack trace, at the end of a long chain of causes.
    if _METASTORE_LOCKED in f"{raised}{getattr(raised, '_stackTrace', '')}":
        return lake_in_use()
    if _OVERTAKEN.search(str(raised)):
        return overtaken()
    if isinstance(raised, DbtBaseException):
        return raised
    if remote and _SERVER_GONE in str(raised):
        return server_unreachable(remote, "it went away")
    message = _PY4J_PREFIX.sub("", without_java_stack(str(raised)))
    return DbtRuntimeError(message or type(raised).__name__)


@contextmanager
def dbt_errors(remote: str | None = None) -> Iterator[None]:
    """Raises whatever fails inside as a dbt error.

    Raises:
        DbtRuntimeError: for every exception that is not dbt's own.
    """
    try:
        yield
    except Exception as error:
        converted = as_dbt_error(error, remote)
        if converted is error:
            raise
        raise converted from error
