"""dbt adapter `sparksession`: dbt-spark with Python models in the Spark session dbt itself uses."""

from dbt.adapters.base import AdapterPlugin

from dbt.adapters.sparksession.connections import SparksessionConnectionManager, SparksessionCredentials
from dbt.adapters.sparksession.impl import SparksessionAdapter
from dbt.include import sparksession

__all__ = ["Plugin", "SparksessionAdapter", "SparksessionConnectionManager", "SparksessionCredentials"]

Plugin = AdapterPlugin(
    adapter=SparksessionAdapter,
    credentials=SparksessionCredentials,
    include_path=sparksession.PACKAGE_PATH,
    dependencies=["spark"],
)
