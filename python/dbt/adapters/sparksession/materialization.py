"""What the generated end of a compiled Python model calls: writes what the model returned."""

import json
from typing import Any

from pyspark.sql import DataFrame, SparkSession


def as_dataframe(session: SparkSession, returned: Any) -> DataFrame:
    """What a model returned as a Spark DataFrame.

    Args:
        session: the session of the model.
        returned: a DataFrame of Spark, pandas or pandas-on-Spark, or an Arrow table.

    Raises:
        TypeError: for anything else.
    """
    if isinstance(returned, DataFrame):
        return returned
    if hasattr(returned, "to_spark"):
        frame: DataFrame = returned.to_spark()
        return frame
    # Spark would make a table of any list; a model that returns one has more likely forgotten something.
    if type(returned).__module__.partition(".")[0] in ("pandas", "pyarrow"):
        return session.createDataFrame(returned)
    raise TypeError(
        "a Python model must return a DataFrame (Spark, pandas, pandas-on-Spark) or an Arrow table, "
        f"not {type(returned).__name__}"
    )


def write_table(session: SparkSession, returned: Any, view: str, statements: str) -> None:
    """Writes what a model returned with SQL, as dbt-spark writes a SQL model.

    Args:
        session: the session of the model.
        returned: what the model returned.
        view: name of the temporary view under which the statements find the returned rows.
        statements: JSON list of the statements to run.

    Raises:
        TypeError: the model returned what is no table.
    """
    as_dataframe(session, returned).createOrReplaceTempView(view)
    try:
        for statement in json.loads(statements):
            session.sql(statement)
    finally:
        session.catalog.dropTempView(view)
