"""What dbt's conformance tests leave out: layout, strategies, tracebacks, messages, seeds."""

from typing import Any

import pytest
from dbt.contracts.results import RunResult
from dbt.tests.util import run_dbt

PARTITIONED = """
def model(dbt, session):
    dbt.config(
        materialized="table", partition_by=["region", "day"], tblproperties={"owner_of_rows": "resequencer"}
    )
    return session.createDataFrame([(1, "north", 1), (2, "south", 2)], ["id", "region", "day"])
"""

# The first run writes regions north and south; the following ones only south, as of attempt 2.
INCREMENTAL = """
def model(dbt, session):
    dbt.config(materialized="incremental", {config})
    if dbt.is_incremental:
        return session.createDataFrame([(2, "south", 2)], ["id", "region", "attempt"])
    return session.createDataFrame([(1, "north", 1), (2, "south", 1)], ["id", "region", "attempt"])
"""

# Two rows for one target row: Delta refuses the merge, after the temporary table was written.
AMBIGUOUS_MERGE = """
def model(dbt, session):
    dbt.config(materialized="incremental", incremental_strategy="merge", unique_key="id")
    copies = 2 if dbt.is_incremental else 1
    return session.createDataFrame([(1, "north")] * copies, ["id", "region"])
"""

RAISES = '''"""A model that fails."""
from __future__ import annotations


def divide(number):
    return number / 0


def model(dbt, session):
    dbt.config(materialized="table")
    return divide(1)
'''

# The failure is in a worker, at the time the table is written.
RAISES_IN_WORKER = """
from pyspark.sql.functions import udf


def model(dbt, session):
    dbt.config(materialized="table")

    @udf("bigint")
    def invert(number):
        return 1 // number

    return session.range(1).select(invert("id").alias("inverse"))
"""

FAILS_IN_SPARK = """
def model(dbt, session):
    dbt.config(materialized="table")
    session.range(1).selectExpr("id as number").createOrReplaceTempView("numbers")
    return session.sql("select no_such_column from numbers")
"""

RETURNS_A_LIST = """
def model(dbt, session):
    dbt.config(materialized="table")
    return [1]
"""

# Needs a module that can be imported while the model runs, and functions that are sent by value.
DATACLASS_AND_UDF = """
from __future__ import annotations

from dataclasses import dataclass

import pandas as pd
from pyspark.sql.functions import pandas_udf, udf


@dataclass
class Factor:
    value: int


FACTOR = Factor(3)


def model(dbt, session):
    dbt.config(materialized="table", tblproperties={"label": "caf\u00e9 \U0001f600"})

    @udf("bigint")
    def multiplied(number):
        return number * FACTOR.value

    @pandas_udf("bigint")
    def plus_one(numbers: pd.Series) -> pd.Series:
        return numbers + 1

    return session.range(3).select(multiplied("id").alias("multiplied"), plus_one("id").alias("plus_one"))
"""

FAILS_WHILE_FETCHING = """
{% if execute %}{% do run_query("select raise_error('fetched')") %}{% endif %}
select 1 as id
"""

SEED = """id,name,amount,seen_at
1,O'Neil \\ Sons,9007199254740993,2026-01-01 00:00:00.123456
2,,,
"""


def _rows(project: Any, query: str) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in project.run_sql(query, fetch="all")]


def _tables(project: Any) -> set[str]:
    return {name for _, name, _ in _rows(project, f"show tables in {project.test_schema}")}


def _failures() -> dict[str, str]:
    """Runs every model; the message of each, all of which must have failed."""
    results: list[RunResult] = run_dbt(["run"], expect_pass=False)
    assert {str(result.status) for result in results} == {"error"}
    return {result.node.name: str(result.message) for result in results}


class TestLayout:
    @pytest.fixture(scope="class")
    def models(self) -> dict[str, str]:
        return {
            "partitioned.py": PARTITIONED,
            "parquet.py": PARTITIONED,
            "dataclass_and_udf.py": DATACLASS_AND_UDF,
        }

    @pytest.fixture(scope="class")
    def project_config_update(self) -> dict[str, Any]:
        return {"models": {"+file_format": "delta", "test": {"parquet": {"+file_format": "parquet"}}}}

    def test_written_as_configured(self, project: Any) -> None:
        for _ in range(2):
            run_dbt(["run"])
            # An insert_overwrite model leaves this on for the session; a table is replaced whole even so.
            project.run_sql("set spark.sql.sources.partitionOverwriteMode = DYNAMIC")
        detail = project.run_sql(f"describe detail {project.test_schema}.partitioned", fetch="one")
        assert detail["format"] == "delta"
        assert detail["partitionColumns"] == ["region", "day"]
        assert detail["properties"]["owner_of_rows"] == "resequencer"
        described = _rows(project, f"describe extended {project.test_schema}.parquet")
        assert ("Provider", "parquet", "") in described
        assert [row[0] for row in described].count("region") == 2  # a column, and a partition column
        for table in ("partitioned", "parquet"):
            rows = _rows(project, f"select id, region, day from {project.test_schema}.{table} order by id")
            assert rows == [(1, "north", 1), (2, "south", 2)]

    def test_udfs_and_dataclasses(self, project: Any) -> None:
        rows = _rows(project, f"select * from {project.test_schema}.dataclass_and_udf order by 1")
        assert rows == [(0, 1), (3, 2), (6, 3)]
        properties = dict(_rows(project, f"show tblproperties {project.test_schema}.dataclass_and_udf"))
        assert properties["label"] == "caf\u00e9 \U0001f600"


class TestIncremental:
    @pytest.fixture(scope="class")
    def models(self) -> dict[str, str]:
        partitioned = 'partition_by="region", incremental_strategy='
        return {
            "appended.py": INCREMENTAL.format(config='incremental_strategy="append"'),
            "overwritten.py": INCREMENTAL.format(config=f'{partitioned}"insert_overwrite"'),
            "merged.py": INCREMENTAL.format(config='incremental_strategy="merge", unique_key="id"'),
        }

    def test_strategies(self, project: Any) -> None:
        def content(table: str) -> list[tuple[Any, ...]]:
            return _rows(project, f"select * from {project.test_schema}.{table} order by id, attempt")

        run_dbt(["run"])
        first, again, renewed = (1, "north", 1), (2, "south", 1), (2, "south", 2)
        for table in ("appended", "overwritten", "merged"):
            assert content(table) == [first, again]
        # What a killed run may have left behind is in nobody's way.
        project.run_sql(
            f"create table {project.test_schema}.merged__dbt_tmp using parquet as select 1 as one"
        )
        for _ in range(2):
            run_dbt(["run"])
        assert content("appended") == [first, again, renewed, renewed]
        assert content("overwritten") == [first, renewed]
        assert content("merged") == [first, renewed]
        assert _tables(project) == {"appended", "overwritten", "merged"}
        run_dbt(["run", "--full-refresh"])
        for table in ("appended", "overwritten", "merged"):
            assert content(table) == [first, again]


class TestFailedMerge:
    @pytest.fixture(scope="class")
    def models(self) -> dict[str, str]:
        return {"ambiguous.py": AMBIGUOUS_MERGE}

    def test_temporary_table_is_dropped(self, project: Any) -> None:
        run_dbt(["run"])
        message = _failures()["ambiguous"]
        assert "DELTA_MULTIPLE_SOURCE_ROW_MATCHING_TARGET_ROW_IN_MERGE" in message
        assert "\tat " not in message
        assert _tables(project) == {"ambiguous"}


class TestFailingModels:
    @pytest.fixture(scope="class")
    def models(self) -> dict[str, str]:
        return {
            "raises.py": RAISES,
            "raises_in_worker.py": RAISES_IN_WORKER,
            "fails_in_spark.py": FAILS_IN_SPARK,
            "returns_a_list.py": RETURNS_A_LIST,
        }

    def test_traceback_names_the_line(self, project: Any) -> None:
        messages = _failures()
        raises = messages["raises"]
        assert '  File "models/raises.py", line 11, in model\n      return divide(1)' in raises
        assert '  File "models/raises.py", line 6, in divide\n      return number / 0' in raises
        assert "ZeroDivisionError: division by zero" in raises
        assert 'File "models/raises_in_worker.py", line 9, in invert' in messages["raises_in_worker"]
        assert 'File "models/fails_in_spark.py", line 4, in model' in messages["fails_in_spark"]
        assert "[UNRESOLVED_COLUMN.WITH_SUGGESTION]" in messages["fails_in_spark"]
        assert "must return a DataFrame" in messages["returns_a_list"]
        assert "not list" in messages["returns_a_list"]
        for name, message in messages.items():
            if name != "raises_in_worker":  # a worker's own traceback has its own frames
                assert "site-packages" not in message, name
            assert "\tat " not in message, name


class TestSqlErrors:
    @pytest.fixture(scope="class")
    def models(self) -> dict[str, str]:
        table = "{{ config(materialized='table') }} "
        return {
            "at_run_time.sql": table + "select cast(raise_error('a message of ours') as int) as id",
            "not_sql.sql": table + "selekt 1",
            "while_fetching.sql": FAILS_WHILE_FETCHING,
        }

    def test_message_without_stack_trace(self, project: Any) -> None:
        messages = _failures()
        assert "a message of ours" in messages["at_run_time"]
        assert "[PARSE_SYNTAX_ERROR]" in messages["not_sql"]
        assert "fetched" in messages["while_fetching"]
        for name, message in messages.items():
            assert message.startswith("Runtime Error in model"), name
            assert "\tat " not in message, name
            assert "Traceback" not in message, name


class TestSeed:
    @pytest.fixture(scope="class")
    def seeds(self) -> dict[str, str]:
        return {"people.csv": SEED}

    @pytest.fixture(scope="class")
    def project_config_update(self) -> dict[str, Any]:
        types = {"id": "bigint", "name": "string", "amount": "bigint", "seen_at": "timestamp"}
        return {"seeds": {"+file_format": "delta", "+column_types": types}}

    def test_values_arrive_as_they_are(self, project: Any) -> None:
        run_dbt(["seed"])
        columns = "id, name, amount, date_format(seen_at, 'SSSSSS')"
        rows = _rows(project, f"select {columns} from {project.test_schema}.people order by id")
        assert rows == [(1, "O'Neil \\ Sons", 9007199254740993, "123456"), (2, None, None, None)]
