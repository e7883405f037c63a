"""What each bake time would have cost and brought."""

from typing import Any

from pyspark.sql import DataFrame, SparkSession

from resequencer.bake_times import trade_off


def model(dbt: Any, session: SparkSession) -> DataFrame:
    """The curves over the whole ledger."""
    dbt.config(materialized="table")
    return trade_off(
        dbt.ref("resequencer__ledger"),
        dbt.ref("py_resequencer__lateness_by_slice"),
        dbt.ref("int_resequencer__policies"),
    )
