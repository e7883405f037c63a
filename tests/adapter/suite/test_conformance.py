"""dbt's own conformance tests for Python models."""

import importlib
from typing import Any

import pytest
from dbt.tests.adapter.python_model.test_python_model import (
    BasePythonEmptyTests,
    BasePythonIncrementalTests,
    BasePythonMetaGetTests,
    BasePythonModelTests,
    BasePythonSampleTests,
)
from dbt.tests.adapter.python_model.test_spark import (
    PANDAS_MODEL,
    PANDAS_ON_SPARK_MODEL,
    PYSPARK_MODEL,
    BasePySparkTests,
)

ARROW_MODEL = """
import pyarrow


def model(dbt, session):
    dbt.config(materialized="table")
    return pyarrow.table({"City": ["Buenos Aires", "Brasilia"], "Latitude": [-34.58, -15.78]})
"""


def _pandas_on_spark() -> bool:
    """Whether pandas-on-Spark is there: that of pyspark 4.1 cannot be imported with pandas 3."""
    try:
        importlib.import_module("pyspark.pandas")
    except ImportError:
        return False
    return True


class TestPythonModel(BasePythonModelTests):  # type: ignore[misc]
    pass


class TestPySpark(BasePySparkTests):  # type: ignore[misc]
    @pytest.fixture(scope="class")
    def models(self) -> dict[str, str]:
        # Koalas, the fourth one upstream, has been pandas-on-Spark since Spark 3.2 and supports no later one.
        return {
            "pandas_df.py": PANDAS_MODEL,
            "pyspark_df.py": PYSPARK_MODEL,
            "pandas_on_spark_df.py": PANDAS_ON_SPARK_MODEL if _pandas_on_spark() else PANDAS_MODEL,
            "arrow_df.py": ARROW_MODEL,
        }


class TestPythonIncremental(BasePythonIncrementalTests):  # type: ignore[misc]
    @pytest.fixture(scope="class")
    def project_config_update(self) -> dict[str, Any]:
        return {"models": {"+file_format": "delta", "+incremental_strategy": "merge"}}


class TestPythonMetaGet(BasePythonMetaGetTests):  # type: ignore[misc]
    pass


class TestPythonEmpty(BasePythonEmptyTests):  # type: ignore[misc]
    pass


class TestPythonSample(BasePythonSampleTests):  # type: ignore[misc]
    pass
