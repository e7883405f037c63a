"""Which bake time to set, and what that advice would have been worth so far."""

from typing import Any

from pyspark.sql import DataFrame, SparkSession

from resequencer.bake_times import advice


def model(dbt: Any, session: SparkSession) -> DataFrame:
    """The advice before every slice, and the one in force."""
    dbt.config(materialized="table")
    return advice(
        dbt.ref("py_resequencer__lateness_by_slice"),
        dbt.ref("py_resequencer__trade_off"),
        dbt.ref("int_resequencer__policies"),
    )
