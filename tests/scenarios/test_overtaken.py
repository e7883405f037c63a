"""A run that compiles its batch, is overtaken, and only then begins to write (G5)."""

from __future__ import annotations

import pytest
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession
from tests.scenarios.project import Project
from tests.scenarios.test_main_job import message


def test_an_overtaken_run_changes_nothing(project: Project) -> None:
    clock = "2026-03-01T11:00:00Z"
    project.land("a.json", [message(1, 0), message(3, 1), message(5, 2)])
    project.run(as_of="2026-03-01T10:30:00Z")
    project.land("b.json", [message(2, 31)])
    project.run("--select", "resequencer__arrivals", as_of=clock)
    assert project.invoke("compile", "--select", "resequencer__ledger", as_of=clock).success
    compiled = project.landing.parent / "target/compiled/resequencer/models/ledger/resequencer__ledger.sql"
    statement = compiled.read_text()
    project.run(as_of=clock)

    # As dbt-spark writes an incremental model.
    session = SparkSession.active()
    session.sql("set spark.sql.sources.partitionOverwriteMode = DYNAMIC")
    with pytest.raises(PySparkException, match="run again"):
        session.sql(
            f"insert overwrite table {project.schema}.resequencer__ledger select * from ({statement})"
        )
    project.land("c.json", [message(4, 50)])
    project.run(as_of="2026-03-01T12:00:00Z")
    assert project.verdict_counts() == {"released": 5}
