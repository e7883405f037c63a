"""The Spark of a profile: there is one way to get it, and a target without one is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from resequencer.lake import lake_of_profile
from resequencer.leases import ProcessorError

ROOT = Path(__file__).resolve().parents[2]


def test_a_thrift_server_has_no_session() -> None:
    before = SparkSession.getActiveSession()
    with pytest.raises(ProcessorError, match="type sparksession and method thrift"):
        lake_of_profile(ROOT, None, "thrift")
    assert SparkSession.getActiveSession() is before


def test_sessions_are_built_in_one_place() -> None:
    built = {
        path.relative_to(ROOT / "python").as_posix()
        for path in (ROOT / "python").rglob("*.py")
        if "SparkSession.builder" in path.read_text(encoding="utf-8")
    }
    # The second downloads jars, with no profile at all.
    assert built == {"dbt/adapters/sparksession/session.py", "resequencer/environment.py"}
