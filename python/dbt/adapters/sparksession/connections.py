"""Credentials and connections: dbt-spark's session method, with errors a person can read."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from dbt.adapters.contracts.connection import AdapterResponse, Connection, ConnectionState
from dbt.adapters.events.logging import AdapterLogger
from dbt.adapters.spark.connections import SparkConnectionManager, SparkConnectionMethod, SparkCredentials
from dbt.adapters.spark.session import SessionConnectionWrapper
from dbt_common.exceptions import DbtRuntimeError

from dbt.adapters.sparksession.errors import dbt_errors
from dbt.adapters.sparksession.session import spark_session

if TYPE_CHECKING:
    import agate

logger = AdapterLogger("Sparksession")


@dataclass
class SparksessionCredentials(SparkCredentials):  # type: ignore[misc]
    """dbt-spark's credentials, with the session method only."""

    host: str | None = "NA"
    method: SparkConnectionMethod = SparkConnectionMethod.SESSION

    def __post_init__(self) -> None:
        """Checks the profile.

        Raises:
            DbtRuntimeError: another method than `session`.
        """
        if self.method != SparkConnectionMethod.SESSION:
            raise DbtRuntimeError(
                f"type: sparksession knows only method: session, not {self.method}; for that use type: spark"
            )
        super().__post_init__()

    @property
    def type(self) -> str:
        """Name of the adapter."""
        return "sparksession"


class SparksessionConnectionWrapper(SessionConnectionWrapper):  # type: ignore[misc]
    """dbt-spark's session connection, with seed values that arrive as they are in the file."""

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

    @classmethod
    def open(cls, connection: Connection) -> Connection:
        """Starts the session before the first statement needs it.

        Raises:
            DbtRuntimeError: no Java, a lake in use, a server that cannot be reached.
        """
        if connection.state != ConnectionState.OPEN:
            with dbt_errors():
                spark_session(connection.credentials.server_side_parameters)
            connection = super().open(connection)
            connection.handle = SparksessionConnectionWrapper(connection.handle.handle)
        return connection

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
            response: Any = super().execute(sql, auto_begin, fetch, limit)
            return response  # type: ignore[no-any-return]
