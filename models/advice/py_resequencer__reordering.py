"""How reordered the sequences came."""

from typing import Any

from pyspark.sql import DataFrame, SparkSession

from resequencer.reordering import reordering


def model(dbt: Any, session: SparkSession) -> DataFrame:
    """The metrics over the whole ledger."""
    dbt.config(materialized="table")
    return reordering(dbt.ref("resequencer__ledger"), dbt.ref("int_resequencer__policies"))
