"""The adapter: dbt-spark, and Python models run in its session."""

from collections.abc import Mapping
from typing import Any

from dbt.adapters.base import PythonJobHelper
from dbt.adapters.events.logging import AdapterLogger
from dbt.adapters.spark.impl import SparkAdapter
from dbt_common.exceptions import DbtRuntimeError

from dbt.adapters.sparksession.connections import SparksessionConnectionManager
from dbt.adapters.sparksession.python_submissions import SessionPythonJobHelper

logger = AdapterLogger("Sparksession")


class SparksessionAdapter(SparkAdapter):  # type: ignore[misc]
    """dbt-spark's adapter with the submission method `session` for Python models."""

    ConnectionManager = SparksessionConnectionManager

    @property
    def default_python_submission_method(self) -> str:
        """The method of a model that names none."""
        return "session"

    @property
    def python_submission_helpers(self) -> dict[str, type[PythonJobHelper]]:
        """The helper of each submission method."""
        return {"session": SessionPythonJobHelper}

    def post_model_hook(self, config: Mapping[str, Any], context: Any) -> None:
        """Drops the temporary table of an incremental Python model, also where the model failed.

        dbt-spark drops it after its last statement, so a failed merge would leave it behind.
        """
        super().post_model_hook(config, context)
        model: Any = getattr(config, "model", None)
        if getattr(model, "language", None) != "python" or config.get("materialized") != "incremental":
            return
        temporary = self.Relation.create(schema=model.schema, identifier=f"{model.alias}__dbt_tmp")
        try:
            self.execute(f"drop table if exists {temporary}")
        except DbtRuntimeError as error:
            # What went wrong with the model itself is what the user should see.
            logger.debug(f"Could not drop {temporary}: {error}")
