"""What Spark compiles to Java, and what it interprets: as fast as can be, and the same result (test_exactness.py compiles)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession
from tests.scenarios.project import Project

NAMES = ("spark.sql.codegen.wholeStage", "spark.sql.codegen.factoryMode")
COMPILED = ("true", "FALLBACK")
INTERPRETED = ("false", "NO_CODEGEN")
EXCLUDED = "org.apache.spark.sql.catalyst.optimizer.CombineFilters"


def state() -> tuple[str, ...]:
    return tuple(str(SparkSession.active().conf.get(name)) for name in NAMES)


@pytest.fixture
def session_compiles(project: Project) -> Iterator[None]:
    """The session of its own accord compiles, as it does outside of these tests."""
    assert project.invoke("run-operation", "validate_settings").success  # Spark stands
    session = SparkSession.active()
    before = state()
    for values in (COMPILED, before):
        for name, value in zip(NAMES, values, strict=True):
            session.conf.set(name, value)
            session.conf.unset(f"resequencer.own.{name}")
        if values is COMPILED:
            yield


@pytest.mark.usefixtures("session_compiles")
@pytest.mark.parametrize(
    ("row_count", "compile_from", "expected"),
    [(99, 100, INTERPRETED), (100, 100, COMPILED), (0, 0, COMPILED)],
)
def test_small_batches_are_interpreted(
    project: Project, row_count: int, compile_from: int, expected: tuple[str, ...]
) -> None:
    arguments = f"{{row_count: {row_count}}}"
    called = project.invoke(
        "run-operation", "compile_if_worthwhile", "--args", arguments, compile_from=compile_from
    )
    assert called.success
    assert state() == expected


@pytest.mark.usefixtures("session_compiles")
def test_after_a_run_the_session_is_as_before(project: Project, tmp_path: Path) -> None:
    conf = SparkSession.active().conf
    optimizer = {"excludedRules": EXCLUDED, "nestedSchemaPruning.enabled": "true"}
    optimizer["expression.nestedPruning.enabled"] = "true"
    for name, value in optimizer.items():
        conf.set(f"spark.sql.optimizer.{name}", value)
    (tmp_path / "actions").mkdir()
    # With actions the ledger's query excludes a rule as well.
    project.variables["actions"] = {"format": "json", "path": str(tmp_path / "actions")}
    project.land("a.json", [{"sequence_id": "s", "sequence_number": 1, "arrived_at": "2026-01-01T00:00:00Z"}])
    project.run(as_of="2026-01-02T00:00:00Z")
    found = {name: conf.get(f"spark.sql.optimizer.{name}") for name in optimizer}
    conf.unset("spark.sql.optimizer.excludedRules")
    assert state() == COMPILED
    assert found == optimizer
    assert project.verdict_counts() == {"released": 1}


def test_a_setting_is_put_back(project: Project) -> None:
    """Whether the session has a value or none, and after a run that failed: then it is set twice."""
    name = "spark.sql.optimizer.excludedRules"

    def called(macro: str, **arguments: Any) -> str | None:
        text = json.dumps({"name": name, **arguments})
        assert project.invoke("run-operation", macro, "--args", text).success
        found: str | None = SparkSession.active().conf.get(name, None)
        return found

    assert project.invoke("run-operation", "validate_settings").success  # Spark stands
    rule = EXCLUDED.replace("Filters", "Project")
    for own in (None, EXCLUDED):
        if own is not None:
            SparkSession.active().conf.set(name, own)
        for _ in range(2):
            assert called("set_for_now", value=rule, adds=True) == ",".join(filter(None, (own, rule)))
        for _ in range(2):
            assert called("put_back") == own
    SparkSession.active().conf.unset(name)


def test_an_estimate_of_records(call_macro: Callable[..., Any]) -> None:
    assert call_macro("record_estimate", files=[{"size": "1000"}, {"size": "3100"}]) == 20
    assert call_macro("record_estimate", files=[]) == 0
