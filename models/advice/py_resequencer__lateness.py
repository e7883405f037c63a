"""How late the messages of each ruleset have come."""

from typing import Any

from pyspark.sql import DataFrame, SparkSession

from resequencer.lateness import lateness_by_ruleset


def model(dbt: Any, session: SparkSession) -> DataFrame:
    """The distribution over the whole ledger."""
    dbt.config(materialized="table")
    described = dbt.ref("int_resequencer__policies").first()
    return lateness_by_ruleset(dbt.ref("resequencer__ledger"), described["sequence_class"])
