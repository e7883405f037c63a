"""The adapter: dbt-spark, and Python models run in its session."""

import re
from collections.abc import Callable, Mapping
from multiprocessing.context import SpawnContext
from threading import local
from typing import Any, NoReturn
from uuid import uuid4

from dbt.adapters.base import BaseRelation, PythonJobHelper, available
from dbt.adapters.events.logging import AdapterLogger
from dbt.adapters.spark.connections import SparkConnectionMethod
from dbt.adapters.spark.impl import SparkAdapter
from dbt_common.exceptions import DbtRuntimeError

from dbt.adapters.sparksession.connections import SparksessionConnectionManager
from dbt.adapters.sparksession.errors import ConfigurationError
from dbt.adapters.sparksession.python_submissions import SessionPythonJobHelper
from dbt.adapters.sparksession.session import compute_once, forget
from dbt.adapters.sparksession.steps import computed_once

logger = AdapterLogger("Sparksession")


def _stop(message: str) -> NoReturn:
    raise ConfigurationError(message)


# A view's property, as `show table extended` tells it.
_VIEW_DEFINITION = re.compile(r"\bdbt\.view_definition=([0-9a-f]{32})\b")


def _catalog_name(relation: BaseRelation) -> tuple[str, str]:
    """The catalog lists names in lower case, however they are spelled elsewhere."""
    return (relation.schema or "").lower(), (relation.identifier or "").lower()


class _LeftByModel(local):
    """What the model at work in a thread has made on its way, to be dropped at its end."""

    def __init__(self) -> None:
        self.views: list[str] = []
        self.tables: list[str] = []


class SparksessionAdapter(SparkAdapter):  # type: ignore[misc]
    """dbt-spark's adapter with the submission method `session` for Python models."""

    ConnectionManager = SparksessionConnectionManager

    def __init__(self, config: Any, mp_context: SpawnContext) -> None:
        super().__init__(config, mp_context)
        self._view_definitions: dict[tuple[str, str], str] = {}
        # Of the model at work; each thread has one at a time.
        self._model = _LeftByModel()

    @available.parse(_stop)  # type: ignore[untyped-decorator]
    def stop_for_configuration(self, message: str) -> NoReturn:
        """Stops over a wrong setting, while dbt parses as well.

        Raises:
            ConfigurationError: always.
        """
        _stop(message)

    @available  # type: ignore[untyped-decorator]
    def note_view_definition(self, relation: BaseRelation, definition: str) -> None:
        """Remembers what this run creates a view from, or has found it created from."""
        self._view_definitions[_catalog_name(relation)] = definition

    @available  # type: ignore[untyped-decorator]
    def view_definition(self, relation: BaseRelation) -> str:
        """What a view is created from, as the macro view_definition has it; '' where that is not known."""
        noted = self._view_definitions.get(_catalog_name(relation))
        if noted:
            return noted
        found = _VIEW_DEFINITION.search(relation.information or "")
        return found.group(1) if found else ""

    @available  # type: ignore[untyped-decorator]
    def sql_settings(self) -> str:
        """The settings of Spark SQL in the profile, as text. A view keeps those it was created under."""
        settings: Mapping[str, str] = self.config.credentials.server_side_parameters
        return str(sorted((name, value) for name, value in settings.items() if name.startswith("spark.sql.")))

    @available  # type: ignore[untyped-decorator]
    def prepare_steps(self, query: str, schema: str) -> str:
        """A query with its steps as subqueries: Spark plans it faster (steps.py).

        Steps that are to be computed once become temporary views, which last until the model has ended.

        Args:
            query: A query of Spark SQL that may begin with a `with` clause.
            schema: Of the model; there a Thrift server keeps, meanwhile, what such steps give.

        Raises:
            DbtRuntimeError: with Spark's message.
        """
        views, rest = computed_once(query)
        self._model.views = []
        for name, step in views:
            logger.debug(f"Computed once, for all that read {name}:\n{step}")
            if self._is_over_thrift():
                self._compute_over_thrift(schema, name, step)
            else:
                # Much of it Spark computes at once, to see how to go on.
                with (
                    self.connections.exception_handler(step),
                    self.connections.get_thread_connection().handle.at_work(),
                ):
                    compute_once(name, step)
            self._model.views.append(name)
        return rest

    def _compute_over_thrift(self, schema: str, name: str, step: str) -> None:
        """A server keeps rows as a table: a temporary view it would plan anew for each that reads it."""
        table = f"{schema}.{name}_{uuid4().hex}"
        self._model.tables.append(table)
        self.execute(f"create table {table} using parquet as {step}")
        self.execute(f"create or replace temporary view {name} as select * from {table}")

    def _is_over_thrift(self) -> bool:
        method: Any = self.config.credentials.method
        return bool(method == SparkConnectionMethod.THRIFT)

    @property
    def default_python_submission_method(self) -> str:
        """The method of a model that names none."""
        return "session"

    @property
    def python_submission_helpers(self) -> dict[str, type[PythonJobHelper]]:
        """The helper of each submission method."""
        return {"session": SessionPythonJobHelper}

    def post_model_hook(self, config: Mapping[str, Any], context: Any) -> None:
        """Drops what a model leaves behind, also where it failed: views of steps, a Python model's table.

        dbt-spark drops it after its last statement, so a failed merge would leave it behind.
        """
        super().post_model_hook(config, context)
        views, self._model.views = self._model.views, []
        if views or self._model.tables:
            self._clean_up(f"views {', '.join(views)}", lambda: self._forget(views))
        model: Any = getattr(config, "model", None)
        if getattr(model, "language", None) != "python" or config.get("materialized") != "incremental":
            return
        temporary = self.Relation.create(schema=model.schema, identifier=f"{model.alias}__dbt_tmp")
        self._clean_up(str(temporary), lambda: self.execute(f"drop table if exists {temporary}"))

    def _forget(self, views: list[str]) -> None:
        if not self._is_over_thrift():
            forget(views)
            return
        for view in views:
            self.execute(f"drop view if exists {view}")
        for table in self._model.tables:
            self.execute(f"drop table if exists {table}")
        self._model.tables = []

    def _clean_up(self, what: str, drop: Callable[[], object]) -> None:
        """Drops what a model leaves behind; where that fails, the model's own error is the one to be seen."""
        try:
            with self.connections.exception_handler(what):
                drop()
        except DbtRuntimeError as error:
            logger.debug(f"Could not drop {what}: {error}")
