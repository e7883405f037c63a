"""How many messages of each slice of time came how late."""

from typing import Any

from pyspark.sql import DataFrame, SparkSession

from resequencer.lateness import lateness_by_slice


def model(dbt: Any, session: SparkSession) -> DataFrame:
    """The histogram over the whole ledger."""
    dbt.config(materialized="table")
    slice_us = dbt.ref("int_resequencer__policies").first()["slice_us"]
    return lateness_by_slice(dbt.ref("resequencer__ledger"), slice_us)
