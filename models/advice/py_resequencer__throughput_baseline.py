"""Processing and exception rates by consumers and pressure."""

from typing import Any

from pyspark.sql import DataFrame, SparkSession

from resequencer.throughput import throughput_baseline


def model(dbt: Any, session: SparkSession) -> DataFrame:
    """The baseline at the present load."""
    dbt.config(materialized="table")
    return throughput_baseline(
        dbt.ref("resequencer__ledger"), dbt.ref("int_resequencer__throughput_settings")
    )
