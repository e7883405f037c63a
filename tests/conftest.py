"""One lake for a whole pytest worker: its Spark is started once."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from dbt.adapters.factory import FACTORY
from dbt.cli.main import dbtRunner
from pyspark import SparkContext
from tests.remembering import remember_what_texts_give
from tests.scenarios.process import FEW_ROWS
from tests.scenarios.project import Project, spark_settings

_numbers = itertools.count(1)
remember_what_texts_give()

# Most of a small run is planning, by code that is wide and runs seldom: for its first many minutes Java compiles
# for longer than what it compiles saves. So what it puts into one method is kept small, and what costs it most is left out; that takes a
# quarter of a run's time, and more of the first runs'.
COMPILES_LITTLE = (
    "-XX:-DoEscapeAnalysis -XX:TypeProfileLevel=0 -XX:MaxInlineLevel=3 -XX:FreqInlineSize=60 -XX:InlineSmallCode=600"
    " -XX:C1MaxInlineLevel=4 -XX:C1MaxInlineSize=20"
    " -XX:-UseLoopPredicate -XX:-PartialPeelLoop -XX:-UseSuperWord -XX:LoopUnrollLimit=4"
    " -XX:Tier4InvocationThreshold=10000 -XX:Tier4MinInvocationThreshold=1200 -XX:Tier4CompileThreshold=30000"
    " -XX:Tier4BackEdgeThreshold=80000"
)
# The queries, each of them another and over a few rows, are best not compiled at all, where `compiled_queries` does not ask
# for it. Over a few rows there is nothing to adapt to, either: each part of a query that is planned once more when another
# has run costs a tenth of a run. Large pages of memory, where the system has them, save a twentieth of Java's time.
JAVA_OPTIONS = (
    f"-XX:+UseSerialGC -XX:ReservedCodeCacheSize=512m -XX:MetaspaceSize=512m -Xmn1g -XX:+UseTransparentHugePages {COMPILES_LITTLE}"
    f" {FEW_ROWS} -Dspark.sql.adaptive.enabled=false"
)
# One test after the other in one process needs more than a run. Tests that start a process give it what the profile does.
DRIVER_MEMORY = "4g"

# What starts Sparks of its own comes first and what takes seconds last: so both workers have something to do to the end.
ORDER = ("adapter", "scenarios", "browser", "oracle", "advice", "structure", "unit")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the files of tests in an order (`--no-loadscope-reorder` keeps it); a folder that it does not name comes first."""
    places = {Path(__file__).parent / folder: place for place, folder in enumerate(ORDER)}
    items.sort(key=lambda item: max((places.get(folder, 0) for folder in item.path.parents), default=0))


@pytest.fixture(scope="session")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Home of a lake in a temporary folder; the environment points dbt to it."""
    home = tmp_path_factory.mktemp("lake")
    os.environ["RESEQUENCER_HOME"] = str(home)
    os.environ["RESEQUENCER_TARGET"] = "embedded"
    os.environ.setdefault("RESEQUENCER_SHUFFLE_PARTITIONS", "2")
    os.environ["RESEQUENCER_JAVA_OPTIONS"] = JAVA_OPTIONS
    os.environ["RESEQUENCER_DRIVER_MEMORY"] = DRIVER_MEMORY
    root = Path(__file__).resolve().parents[1]
    previous = Path.cwd()
    os.chdir(root)
    yield home
    os.chdir(previous)


@pytest.fixture
def new_project(lake: Path, tmp_path: Path) -> Iterator[Callable[[], Project]]:
    """Make projects with a schema and a landing folder of their own."""

    def make() -> Project:
        number = next(_numbers)
        landing = tmp_path / f"landing_{number}"
        landing.mkdir()
        return Project(schema=f"test_{os.getpid()}_{number}", landing=landing)

    yield make
    forget_tables()


def forget_tables() -> None:
    """Let go of what Delta remembers of tables, for an hour: that of some hundred tests would fill the memory."""
    context = SparkContext._active_spark_context
    if context is not None:
        jvm: Any = context._jvm
        jvm.org.apache.spark.sql.delta.DeltaLog.clearCache()


@pytest.fixture
def project(new_project: Callable[[], Project]) -> Project:
    """One project."""
    return new_project()


@pytest.fixture
def compiled_queries(project: Project) -> Iterator[None]:
    """Spark runs the queries of this test's project as code it has compiled, as those of a large run."""
    project.variables["compile_from"] = 0
    assert project.invoke("run-operation", "validate_settings").success  # Spark stands
    settings = {
        "spark.sql.codegen.wholeStage": "true",
        "spark.sql.codegen.factoryMode": "FALLBACK",
        "spark.sql.adaptive.enabled": "true",
    }
    with spark_settings(settings):
        yield


@pytest.fixture(scope="module")
def call_macro(lake: Path) -> Callable[..., Any]:
    """Calls a macro as dbt calls it; what it returns."""
    parse = ["--quiet", "parse", "--no-partial-parse", "--target-path", str(lake / "target")]
    manifest = dbtRunner().invoke(parse).result
    adapter = FACTORY.lookup_adapter("sparksession")

    def call(macro: str, variables: dict[str, Any] | None = None, **arguments: Any) -> Any:
        with patch.dict(adapter.config.cli_vars, variables or {}):  # as --vars gives them
            return adapter.execute_macro(
                macro, macro_resolver=manifest, project="resequencer", kwargs=arguments
            )

    return call
