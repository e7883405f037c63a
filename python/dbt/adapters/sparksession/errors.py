"""Turns what Spark raises into one error a person can read."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager

from dbt_common.exceptions import DbtBaseException, DbtRuntimeError

# A frame of a Java stack trace, and what stands between two of them.
_JAVA_FRAME = re.compile(r"\s+at [\w.$/<>]+\(.*\)$|\s+\.\.\. \d+ more$|(JVM|Driver) stacktrace:$")
_PY4J_PREFIX = re.compile(r"An error occurred while calling [\w.:$]+\n: ")
_METASTORE_LOCKED = "XSDB6"
_SERVER_GONE = "StatusCode.UNAVAILABLE"


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


def without_java_frames(text: str) -> str:
    """The text of an error without the Java stack traces that Spark puts into it."""
    return "\n".join(line for line in text.splitlines() if not _JAVA_FRAME.match(line)).strip()


def as_dbt_error(error: Exception, remote: str | None = None) -> DbtBaseException:
    """The dbt error for what Spark raised; an error that is dbt's already stays as it is.

    dbt-spark leaves every Spark exception but AnalysisException as it is, which dbt shows as an internal
    error with a stack trace.
    """
    # The reason stands only in the Java stack trace, at the end of a long chain of causes.
    java_stack = str(getattr(error.__cause__ or error, "_stackTrace", None) or "")
    if _METASTORE_LOCKED in java_stack or _METASTORE_LOCKED in str(error):
        return lake_in_use()
    if isinstance(error, DbtBaseException):
        return error
    if remote and _SERVER_GONE in str(error):
        return server_unreachable(remote, "it went away")
    message = _PY4J_PREFIX.sub("", without_java_frames(str(error)))
    return DbtRuntimeError(message or type(error).__name__)


@contextmanager
def dbt_errors(remote: str | None = None) -> Iterator[None]:
    """Raises whatever fails inside as a dbt error.

    Raises:
        DbtRuntimeError: for every exception that is not dbt's own.
    """
    try:
        yield
    except Exception as error:
        raise as_dbt_error(error, remote) from error
