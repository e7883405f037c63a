"""A run that compiles its statement, is overtaken, and only then begins to write (G5)."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession
from tests.scenarios.project import Project, copy_of_project, failure_text
from tests.scenarios.test_main_job import message

from dbt.adapters.sparksession.steps import nest_steps

CLOCK = "2026-03-01T11:00:00Z"

# Which of the two depends on whether Spark evaluates the guard while it plans or in a task.
REFUSALS = (PySparkException, Py4JJavaError)


def compiled(project: Project, model: str) -> str:
    """The statement a run would write the model with now."""
    assert project.invoke("compile", "--select", model, as_of=CLOCK).success
    (path,) = (project.landing.parent / "target" / "compiled").rglob(f"{model}.sql")
    return path.read_text()


def write(project: Project, model: str, statement: str) -> None:
    """Write it as dbt-spark writes an incremental model."""
    session = SparkSession.active()
    session.sql("set spark.sql.sources.partitionOverwriteMode = DYNAMIC")
    session.sql(f"insert overwrite table {project.schema}.{model} select * from ({nest_steps(statement)})")


@pytest.mark.long
def test_an_overtaken_run_changes_nothing(project: Project) -> None:
    project.variables = {"resend": {}}
    project.leaves_out = []
    project.land("a.json", [message(1, 0), message(3, 1), message(5, 2)])
    project.run(as_of="2026-03-01T10:30:00Z")
    project.land("b.json", [message(2, 31)])
    arrivals = compiled(project, "resequencer__arrivals")
    project.run("--select", "resequencer__arrivals", as_of=CLOCK)
    ledger = compiled(project, "resequencer__ledger")
    requests = compiled(project, "int_resequencer__resend_requests")
    project.run(as_of=CLOCK)

    statements = {
        "resequencer__arrivals": arrivals, "resequencer__ledger": ledger,
        "int_resequencer__resend_requests": requests,
    }  # fmt: skip
    for model, statement in statements.items():
        before = project.query(f"describe history {{s}}.{model}")
        with pytest.raises(REFUSALS, match=r"Another run wrote to this table.*run again"):
            write(project, model, statement)
        assert project.query(f"describe history {{s}}.{model}") == before
    project.land("c.json", [message(4, 50)])
    project.run(as_of="2026-03-01T12:00:00Z")
    assert project.verdict_counts() == {"released": 5}


def test_of_two_ingests_into_an_empty_table_one_counts(project: Project) -> None:
    project.run("--select", "resequencer__arrivals", as_of=CLOCK)
    project.land("a.json", [message(1, 0)])
    overtaken = compiled(project, "resequencer__arrivals")
    project.land("b.json", [message(2, 1)])
    project.run(as_of=CLOCK)
    with pytest.raises(REFUSALS, match="Another run wrote to this table"):
        write(project, "resequencer__arrivals", overtaken)
    project.run(as_of=CLOCK)
    assert project.verdict_counts() == {"released": 2}


def test_a_table_that_another_first_run_creates_is_not_replaced(project: Project, tmp_path: Path) -> None:
    project.root = copy_of_project(tmp_path / "overtaken")
    model = project.root / "models" / "staging" / "resequencer__arrivals.sql"
    # What dbt does between looking for the table and creating it: there the other run comes in.
    meanwhile = "pre_hook='create table {{ this }} using delta as select 1 as others',"
    model.write_text(model.read_text().replace("full_refresh=false,", f"full_refresh=false, {meanwhile}"))
    failed = project.invoke("run", as_of=CLOCK)
    assert "Another run wrote to this table at the same time and was first" in failure_text(failed)
    assert [tuple(row) for row in project.query("select * from {s}.resequencer__arrivals")] == [(1,)]


@pytest.mark.long
def test_what_a_killed_first_run_left_is_replaced(new_project: Callable[[], Project]) -> None:
    whole, project = new_project(), new_project()
    whole.land("a.json", [message(1, 0)])
    whole.run(as_of=CLOCK)
    project.query("create schema {s}")
    described = {row["info_name"]: row["info_value"] for row in project.query("describe schema {s}")}
    folder = Path(described["Location"].removeprefix("file:"))
    lost = folder.with_name(f"{whole.schema}.db")
    # One was written, the other half; neither is in the catalog.
    shutil.copytree(lost / "resequencer__ledger", folder / "resequencer__ledger")
    shutil.copytree(lost / "resequencer__arrivals", folder / "resequencer__arrivals")
    shutil.rmtree(folder / "resequencer__arrivals" / "_delta_log")
    project.land("b.json", [message(1, 0), message(2, 1)])
    project.run(as_of=CLOCK)
    assert project.verdict_counts() == {"released": 2}
