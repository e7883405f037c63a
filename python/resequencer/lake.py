"""The Spark of a dbt profile, for what is not run by dbt: the one way to get it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from pyspark.sql import SparkSession

from resequencer.leases import ProcessorError


class Lake(NamedTuple):
    """Where a project's tables are."""

    spark: SparkSession
    schema: str


def lake_of_profile(project: Path, profiles: Path | None, target: str | None) -> Lake:
    """The Spark and the schema that dbt would use in a project.

    Args:
        project: the folder of dbt_project.yml.
        profiles: that of profiles.yml; None: the project, or where dbt looks.
        target: of the profile; None: its default.

    Raises:
        ProcessorError: through the target there is no Spark session to be had.
        DbtBaseException: there is no such project or profile, or Spark cannot be had.
    """
    # Imported late: it takes seconds.
    from argparse import Namespace

    from dbt.cli.resolvers import default_profiles_dir
    from dbt.config.runtime import load_profile
    from dbt.flags import set_from_args
    from dbt_common.context import set_invocation_context

    from dbt.adapters.sparksession.errors import dbt_errors
    from dbt.adapters.sparksession.session import spark_session

    if profiles is None:
        profiles = project if (project / "profiles.yml").is_file() else default_profiles_dir()
    # What dbt's own commands begin with.
    set_invocation_context(os.environ)
    set_from_args(Namespace(PROFILES_DIR=str(profiles)), None)
    credentials = load_profile(str(project), {}, target_override=target).credentials
    # Other kinds of targets, and a Thrift server, take SQL alone.
    if getattr(credentials, "method", None) != "session":
        raise ProcessorError(
            f"The target is of type {credentials.type}{_by_method(credentials)}, through which a"
            " processor cannot reach Spark.\nUse one of type sparksession and method session (--target)."
        )
    with dbt_errors(credentials.server_side_parameters.get("spark.remote")):
        return Lake(spark_session(credentials.server_side_parameters), credentials.schema)


def _by_method(credentials: object) -> str:
    method = getattr(credentials, "method", None)
    return f" and method {method}" if method else ""
