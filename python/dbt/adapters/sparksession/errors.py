"""Turns what Spark raises into one error a person can read."""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from dbt_common.exceptions import CompilationError, DbtBaseException, DbtRuntimeError
from py4j.protocol import Py4JNetworkError
from pyspark.errors import PySparkException

from resequencer.environment import JAVA_REMEDY, java_problem

# Java stack traces, as Spark, Spark Connect and Py4J put them into their messages.
_JAVA_STACK = re.compile(
    r"^JVM stacktrace:\n\S.*\n?|^Driver stacktrace:\n?|^\s+at [\w.$/<>]+\(.*\)\n?|^\s+\.\.\. \d+ more\n?",
    re.MULTILINE,
)
_PY4J_PREFIX = re.compile(r"An error occurred while calling [\w.:$]+\n: ")
_METASTORE_LOCKED = "XSDB6"
_SERVER_GONE = "StatusCode.UNAVAILABLE"
_SESSION_GONE = re.compile(r"\[INVALID_HANDLE\.SESSION_\w+\]")
_OVERTAKEN = re.compile(
    r"\[DELTA_(?:CONCURRENT_\w+|METADATA_CHANGED|PROTOCOL_CHANGED)"
    r"|\[USER_RAISED_EXCEPTION\] Another run wrote to this table"
)
_NO_JAVA = "[JAVA_GATEWAY_EXITED]"
_TOO_LONG_FOR_DERBY = "error was encountered trying to shrink LONG VARCHAR"
_DISK_FULL = re.compile(r"No space left on device|Disk quota exceeded")
_NO_ROOM = 2**20  # bytes
_PATTERN_TOO_DEEP = re.compile(r"StackOverflowError.*?java\.util\.regex", re.DOTALL)


class ConfigurationError(CompilationError):
    """A setting is wrong. Which macros found that out is of no use to who has to mend it."""

    @property
    def type(self) -> str:
        """What dbt calls it."""
        return "Configuration"

    def process_stack(self) -> list[str]:
        """None of the calls of macros, which dbt shows under an error of compilation."""
        return []


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
        "Start it, or correct RESEQUENCER_SPARK_REMOTE (sc://host:port); then run again: nothing is lost."
    )


def view_too_long() -> DbtRuntimeError:
    """Says that a server's metastore has no room for a view, and what to do about it."""
    return DbtRuntimeError(
        "A view has more than 32,700 characters, for which the server's metastore, in Derby, has no room.\n"
        "Use a server whose metastore is in another database, or fewer or shorter rulesets."
    )


def pattern_too_deep() -> DbtRuntimeError:
    """Says that a regular expression recurses too far, and what to do about it."""
    return DbtRuntimeError(
        "A regular expression recurses too far for the length of a text: it exceeds Java's stack.\n"
        "Write repeated groups such as (a|b)* as a class, [ab]*, or possessive, (?:a|b)*+; or cut the\n"
        "text in resequencer__columns: left(x, 10000)."
    )


def java_not_started() -> DbtRuntimeError:
    """Says why there is no Java for the embedded Spark, and what to do about it."""
    problem = java_problem()
    if problem is not None:
        return DbtRuntimeError(f"{problem}\n{JAVA_REMEDY}")
    return DbtRuntimeError(
        "Spark's Java ended while it started; what it said about it is printed above.\n"
        "Correct RESEQUENCER_JAVA_OPTIONS and RESEQUENCER_DRIVER_MEMORY, or what the profile passes to Java."
    )


def java_ended() -> DbtRuntimeError:
    """Says that the embedded Spark is gone in the middle of a run, and what to do about it."""
    return DbtRuntimeError(
        "Spark's Java has ended in the middle of the run: it was killed, or had too little memory.\n"
        "Run again: nothing is lost. If it happens again, give it more memory (RESEQUENCER_DRIVER_MEMORY)."
    )


def _has_no_room() -> bool:
    """Whether the lake's disk is full. The metastore fails over that in many ways, and few of them say so."""
    try:
        return shutil.disk_usage(os.environ.get("RESEQUENCER_HOME", ".resequencer")).free < _NO_ROOM
    except OSError:
        return False


def disk_full(remote: str | None) -> DbtRuntimeError:
    """Says that Spark could not write, and what to do about it."""
    home = os.environ.get("RESEQUENCER_HOME", ".resequencer")
    place = f"Spark Connect server at {remote}" if remote else f"lake at RESEQUENCER_HOME ({home})"
    return DbtRuntimeError(
        f"The disk is full: the {place} could not write any more.\n"
        "Free some space (or allow more, where there is a quota) and run again: nothing is lost."
    )


def interrupted() -> DbtRuntimeError:
    """Says that the run was told to end."""
    return DbtRuntimeError(
        "The run was interrupted (Ctrl-C or SIGTERM).\n"
        "What it had committed stands, and nothing is lost: run again, and that run does the rest."
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


def _is_of_an_interrupt(error: BaseException | None) -> bool:
    """Whether it came up while Ctrl-C was on its way through pyspark, which then speaks to Java amiss."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    return error is not None


def as_dbt_error(error: Exception, remote: str | None = None) -> DbtBaseException:
    """The dbt error for what Spark raised; an error that is dbt's own stays as it is.

    dbt-spark makes a dbt error of AnalysisException only; every other one dbt would show as an internal error
    with a stack trace.
    """
    raised = error.__cause__ if isinstance(error.__cause__, PySparkException) else error
    # Some things stand only in the Java stack trace, at the end of a long chain of causes.
    everything = f"{raised}{getattr(raised, '_stackTrace', '')}"
    if _METASTORE_LOCKED in everything:
        return lake_in_use()
    if _DISK_FULL.search(everything) or (not remote and _has_no_room()):
        return disk_full(remote)
    if _PATTERN_TOO_DEEP.search(everything):
        return pattern_too_deep()
    if _TOO_LONG_FOR_DERBY in everything:
        return view_too_long()
    if _NO_JAVA in everything:
        return java_not_started()
    if _is_of_an_interrupt(error):
        return interrupted()
    if isinstance(raised, ConnectionError | Py4JNetworkError):
        return java_ended()
    if _OVERTAKEN.search(str(raised)):
        return overtaken()
    if isinstance(raised, DbtBaseException):
        return raised
    if remote and _SERVER_GONE in str(raised):
        return server_unreachable(remote, "it went away")
    if remote and _SESSION_GONE.search(str(raised)):
        return server_unreachable(remote, "it was started anew meanwhile, or has ended this run's session")
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
