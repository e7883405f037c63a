"""What policies would have made of all messages."""

from typing import Any

from pyspark.sql import DataFrame, SparkSession

from resequencer.policies import what_if


def model(dbt: Any, session: SparkSession) -> DataFrame:
    """The figures of every policy over the whole ledger."""
    dbt.config(materialized="table")
    return what_if(dbt.ref("resequencer__ledger"), dbt.ref("int_resequencer__policies"))
