"""Runs of some models, runs in which one fails, models that come later: no wrong rows, and the next run catches up."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession
from tests.scenarios.project import ROOT, Project, copy_of_project, failure_text
from tests.scenarios.tables import table_contents
from tests.scenarios.test_main_job import message

Contents = dict[str, list[str]]

RULESETS = [{"name": "all", "bake_time": "90s"}]
# Gaps, repeats, late ones, a sequence that ends and a record that cannot be read.
LANDINGS: list[list[dict[str, Any] | str]] = [
    [message(1, 0), message(3, 1), "not json", message(1, 1, "ends"), message(2, 1, "ends", is_last=True)],
    [message(2, 2), message(4, 3), message(7, 3), message(3, 3, "ends")],
]


def land(project: Project, number: int) -> None:
    project.land(f"{number}.json", LANDINGS[number])


def settings(number: int) -> dict[str, Any]:
    return {"rulesets": RULESETS, "as_of": f"2026-03-01T10:{2 * number + 2:02}:00Z"}


def contents(project: Project) -> Contents:
    return table_contents(SparkSession.active().sql, project.schema)


@pytest.fixture(scope="module")
def undisturbed(lake: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Contents]:
    """What the public tables hold after each landing and a whole run."""
    project = Project(f"undisturbed_{os.getpid()}", tmp_path_factory.mktemp("undisturbed"))
    held = []
    for number in range(len(LANDINGS)):
        land(project, number)
        project.run(**settings(number))
        held.append(contents(project))
    assert held[0] != held[1]
    return held


@pytest.mark.long
def test_runs_of_some_models(project: Project, undisturbed: list[Contents]) -> None:
    land(project, 0)
    for selection in (
        "resequencer__arrivals",
        "stg_resequencer__records int_resequencer__forwarded int_resequencer__routed",
    ):
        project.run("--select", *selection.split(), **settings(0))
    project.run(**settings(0))
    assert contents(project) == undisturbed[0]

    land(project, 1)
    # A ledger that is not told what has landed (its clock would count: what it has not seen came later).
    project.run("--select", "resequencer__ledger", **settings(0))
    # Arrivals that nobody judges.
    project.run("--select", "resequencer__arrivals", "resequencer__released", **settings(1))
    assert contents(project) == undisturbed[0]
    project.run("--select", "resequencer__ledger", **settings(1))
    assert contents(project) == undisturbed[1]
    project.run(**settings(1))
    assert contents(project) == undisturbed[1]


def test_a_model_that_fails_in_the_middle(
    project: Project, undisturbed: list[Contents], tmp_path: Path
) -> None:
    land(project, 0)
    project.run(**settings(0))
    land(project, 1)
    project.root = copy_of_project(tmp_path / "broken")
    # Before the ledger's commit nothing has changed, after it everything.
    for model, expected in [
        ("intermediate/int_resequencer__routed", undisturbed[0]),
        ("ledger/resequencer__ledger", undisturbed[0]),
        ("outlets/resequencer__bypass", undisturbed[1]),
    ]:
        path = project.root / "models" / f"{model}.sql"
        right = path.read_text()
        path.write_text(right.replace("select * from final", "select *, no_such_column from final"))
        failed = project.invoke("run", "--exclude", *project.leaves_out, **settings(1))
        assert "no_such_column" in failure_text(failed)
        path.write_text(right)
        assert contents(project) == expected, model
    project.root = ROOT
    project.run(**settings(1))
    assert contents(project) == undisturbed[1]


@pytest.mark.long
def test_models_that_come_later(project: Project, undisturbed: list[Contents], tmp_path: Path) -> None:
    project.root = copy_of_project(tmp_path / "small")
    for folder in ("outlets", "sequences", "advice"):
        shutil.rmtree(project.root / "models" / folder)
    land(project, 0)
    project.run(**settings(0))
    project.root = ROOT
    land(project, 1)
    project.run(**settings(1))
    assert contents(project) == undisturbed[1]
