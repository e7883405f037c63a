"""The adapter's suite in an embedded session and over Spark Connect.

A process has one kind of Spark session, and one Java: each run of the suite is a process of its own.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.long
@pytest.mark.parametrize("target", ["embedded", "connect"])
def test_suite(target: str, tmp_path: Path) -> None:
    suite = Path(__file__).parent / "suite"
    # Fixtures of dbt and of the suite itself only: other tests have a `project` of their own.
    fixtures = ["-p", "dbt.tests.fixtures.project", "--confcutdir", str(suite)]
    command = [sys.executable, "-m", "pytest", str(suite), "-q", *fixtures]
    # The warnings are about dbt's own fixtures.
    options = ["-p", "no:cacheprovider", "-W", "ignore", "--basetemp", str(tmp_path / "suite"), "--tb=short"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment |= {
        "SPARKSESSION_TEST_TARGET": target,
        "PYTHONPATH": str(ROOT / "python"),
    }
    finished = subprocess.run(
        [*command, *options], env=environment, cwd=ROOT, capture_output=True, text=True, timeout=1500
    )
    assert finished.returncode == 0, finished.stdout[-20000:] + finished.stderr[-2000:]
