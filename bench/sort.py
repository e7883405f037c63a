"""A Python process that does nothing but sort: python -m bench.sort SOURCE TARGET, of a folder of Parquet and a new Delta table.

Its Spark is set up by profiles.yml, as that of `dbt run` is. Nothing is imported that it does not need.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import yaml
from jinja2 import Template
from pyspark.sql import SparkSession


def main(source: str, target: str) -> None:
    """Read, repartition by sequence, sort, write."""
    profile = Template(Path("profiles.yml").read_text()).render(env_var=os.environ.get)
    builder = SparkSession.builder
    settings = yaml.safe_load(profile)["resequencer"]["outputs"]["embedded"]["server_side_parameters"]
    for name, value in settings.items():
        builder = builder.config(name, value)
    arrivals = builder.getOrCreate().read.parquet(source).repartition("sequence_id")
    arrivals.sortWithinPartitions("sequence_id", "sequence_number").write.format("delta").save(target)


if __name__ == "__main__":
    main(*sys.argv[1:])
