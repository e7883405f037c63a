"""Credentials and connections: dbt-spark's session method, with errors a person can read."""

import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from multiprocessing.context import SpawnContext
from threading import Event
from typing import TYPE_CHECKING, Any

from dbt.adapters.contracts.connection import (
    AdapterRequiredConfig,
    AdapterResponse,
    Connection,
    ConnectionState,
)
from dbt.adapters.events.logging import AdapterLogger
from dbt.adapters.spark.connections import SparkConnectionManager, SparkConnectionMethod, SparkCredentials
from dbt.adapters.spark.session import Connection as SessionConnection
from dbt.adapters.spark.session import SessionConnectionWrapper
from dbt_common.exceptions import DbtRuntimeError

from dbt.adapters.sparksession.errors import dbt_errors, interrupted, overtaken
from dbt.adapters.sparksession.session import (
    cancel_statements,
    end_runs_on_sigterm,
    make_room_for_long_views,
    spark_session,
)

if TYPE_CHECKING:
    import agate

logger = AdapterLogger("Sparksession")

_CANCEL_AGAIN_SECONDS = 0.3

# What the macro create_table_as writes where an incremental model has no table yet.
_FIRST_CREATION = "create table /* unless another run has */"
_REPLACEMENT = "create or replace table"
_TABLE_EXISTS = "[TABLE_OR_VIEW_ALREADY_EXISTS]"
_FOLDER_EXISTS = "[DELTA_CREATE_TABLE_WITH_NON_EMPTY_LOCATION]"
_CATALOG_SECONDS = 5

# A little less than what a metastore in Derby, as Hive sets it up, has room for in a view's text.
_DERBY_CHARACTERS = 32_000
_CREATES_VIEW = re.compile(r"\bcreate or replace view\b")


@dataclass
class SparksessionCredentials(SparkCredentials):  # type: ignore[misc]
    """dbt-spark's credentials, with the methods `session` and `thrift` only."""

    host: str | None = "NA"
    method: SparkConnectionMethod = SparkConnectionMethod.SESSION

    def __post_init__(self) -> None:
        """Checks the profile.

        Raises:
            DbtRuntimeError: another method than `session` and `thrift`.
        """
        if self.method not in (SparkConnectionMethod.SESSION, SparkConnectionMethod.THRIFT):
            raise DbtRuntimeError(
                f"type: sparksession knows only method: session and method: thrift, not {self.method};"
                " for that use type: spark"
            )
        super().__post_init__()

    @property
    def type(self) -> str:
        """Name of the adapter."""
        return "sparksession"


class SparksessionConnectionWrapper(SessionConnectionWrapper):  # type: ignore[misc]
    """dbt-spark's session connection, but it can be cancelled, and seed values arrive as they are."""

    def __init__(self, handle: SessionConnection) -> None:
        super().__init__(handle)
        self._is_cancelled = False
        self._is_idle = Event()
        self._is_idle.set()

    def cancel(self) -> None:
        """Ends the statement at work, and lets no other begin; returns when it has ended."""
        self._is_cancelled = True
        # Spark cancels the jobs of a statement that run at the moment, not those it will yet begin.
        while not self._is_idle.wait(_CANCEL_AGAIN_SECONDS):
            cancel_statements()

    def execute(self, sql: str, bindings: list[Any] | None = None) -> None:
        """Runs a statement.

        Raises:
            DbtRuntimeError: the run was interrupted.
        """
        with self.at_work():
            super().execute(sql, bindings)

    def fetchall(self) -> list[Any] | None:
        """The rows of the statement; Spark evaluates a query here.

        Raises:
            DbtRuntimeError: the run was interrupted.
        """
        with self.at_work():
            rows: list[Any] | None = super().fetchall()
            return rows

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Within it cancel() ends what Spark is doing.

        Raises:
            DbtRuntimeError: the run was interrupted.
        """
        if self._is_cancelled:
            raise interrupted()
        self._is_idle.clear()
        try:
            yield
        except Exception:
            if self._is_cancelled:
                raise interrupted() from None
            raise
        finally:
            self._is_idle.set()

    @classmethod
    def _fix_binding(cls, value: Any) -> str:
        """A seed value as a SQL literal.

        dbt-spark's own makes an empty field the word None, breaks on a quote, cuts off microseconds and
        sends whole numbers as floating point.
        """
        if value is None:
            return "null"
        if isinstance(value, bool | int | float | Decimal):
            return str(value)
        text = str(value).replace("\\", "\\\\").replace("'", "\\'")
        return f"'{text}'"


class SparksessionConnectionManager(SparkConnectionManager):  # type: ignore[misc]
    """dbt-spark's connections, whose every error is a dbt error with Spark's message."""

    TYPE = "sparksession"

    def __init__(self, config: AdapterRequiredConfig, mp_context: SpawnContext) -> None:
        super().__init__(config, mp_context)
        end_runs_on_sigterm()

    @classmethod
    def open(cls, connection: Connection) -> Connection:
        """Starts the session before the first statement needs it; that of a Thrift server gets its settings.

        Raises:
            DbtRuntimeError: no Java, a lake in use, a server that cannot be reached.
        """
        if connection.state == ConnectionState.OPEN:
            return connection
        if connection.credentials.method == SparkConnectionMethod.THRIFT:
            connection = super().open(connection)
            # What a client names as it opens a session the server does not heed.
            for name, value in connection.credentials.server_side_parameters.items():
                connection.handle.cursor().execute(f"set {name}={value}")
        else:
            with dbt_errors():
                spark_session(connection.credentials.server_side_parameters)
            connection = super().open(connection)
            connection.handle = SparksessionConnectionWrapper(connection.handle.handle)
        return connection

    def cleanup_all(self) -> None:
        """Closes the connections, as every command does at its end.

        Raises:
            DbtRuntimeError: the run was interrupted; of anything but its own errors dbt shows a stack trace.
        """
        super().cleanup_all()
        if isinstance(sys.exception(), KeyboardInterrupt):
            raise interrupted()

    @contextmanager
    def exception_handler(self, sql: str) -> Iterator[None]:
        """Raises what a statement fails with as a dbt error.

        Raises:
            DbtRuntimeError: with Spark's message.
        """
        with dbt_errors(self.profile.credentials.server_side_parameters.get("spark.remote")):
            try:
                yield
            except Exception:
                logger.debug(f"Error while running:\n{sql}")
                raise

    def execute(
        self, sql: str, auto_begin: bool = False, fetch: bool = False, limit: int | None = None
    ) -> tuple[AdapterResponse, "agate.Table"]:
        """Runs a statement; Spark evaluates a query while fetching, so errors may come that late.

        Raises:
            DbtRuntimeError: with Spark's message.
        """
        with self.exception_handler(sql):
            if _FIRST_CREATION in sql:
                return self._create_first(sql, auto_begin, fetch, limit)
            if len(sql) > _DERBY_CHARACTERS and _CREATES_VIEW.search(sql, 0, _DERBY_CHARACTERS):
                make_room_for_long_views(self.profile.credentials.server_side_parameters)
            response: Any = super().execute(sql, auto_begin, fetch, limit)
            return response  # type: ignore[no-any-return]

    def _create_first(self, sql: str, *arguments: Any) -> tuple[AdapterResponse, "agate.Table"]:
        """Creates a table that was not there when the run began, and is to be this run's.

        Delta writes a table and then puts it into the catalog. Where only the first of the two can be seen,
        the second follows at once, or the run was killed: then what it left is replaced.

        Raises:
            DbtRuntimeError: another run has created it meanwhile; or with Spark's message.
        """
        response: Any
        for seconds in (0, _CATALOG_SECONDS):
            time.sleep(seconds)
            try:
                response = super().execute(sql, *arguments)
                return response  # type: ignore[no-any-return]
            except DbtRuntimeError as error:
                if _TABLE_EXISTS in str(error):
                    raise overtaken() from error
                if _FOLDER_EXISTS not in str(error):
                    raise
        response = super().execute(sql.replace(_FIRST_CREATION, _REPLACEMENT, 1), *arguments)
        return response  # type: ignore[no-any-return]
