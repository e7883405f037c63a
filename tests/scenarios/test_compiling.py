"""What Spark compiles to Java, and what it interprets: as fast as can be, and the same result (test_exactness.py compiles)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pyspark.sql import SparkSession
from tests.scenarios.project import Project

NAMES = (
    "spark.sql.codegen.wholeStage",
    "spark.sql.codegen.factoryMode",
    "spark.sql.adaptive.enabled",
    "spark.sql.shuffle.partitions",
)
COMPILED = ("true", "FALLBACK", "true", "64")
INTERPRETED = ("false", "NO_CODEGEN", "false", "2")


def state() -> tuple[str, ...]:
    return tuple(str(SparkSession.active().conf.get(name)) for name in NAMES)


@pytest.fixture
def session_compiles(project: Project) -> Iterator[None]:
    """The session of its own accord compiles, as it does outside of these tests."""
    assert project.invoke("run-operation", "validate_settings").success  # Spark stands
    session = SparkSession.active()
    own = session._jsparkSession.sharedState().conf()
    before = state()
    for values in (COMPILED, before):
        for name, value in zip(NAMES, values, strict=True):
            own.set(name, value)
            session.conf.set(name, value)
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
def test_after_a_run_the_session_is_as_before(project: Project) -> None:
    project.land("a.json", [{"sequence_id": "s", "sequence_number": 1, "arrived_at": "2026-01-01T00:00:00Z"}])
    project.run(as_of="2026-01-02T00:00:00Z")
    assert state() == COMPILED
    for name in ("nestedSchemaPruning", "expression.nestedPruning"):
        assert SparkSession.active().conf.get(f"spark.sql.optimizer.{name}.enabled") == "true"
    assert project.verdict_counts() == {"released": 1}


def test_an_estimate_of_records(call_macro: Callable[..., Any]) -> None:
    assert call_macro("record_estimate", files=[{"size": "1000"}, {"size": "3100"}]) == 20
    assert call_macro("record_estimate", files=[]) == 0
