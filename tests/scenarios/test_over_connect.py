"""The whole project over a Spark Connect server, and two runs at once on one lake (G5)."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession
from tests.adapter.spark_home import connect_server
from tests.scenarios.hostile import landing
from tests.scenarios.process import ProcessProject
from tests.scenarios.project import LEFT_OUT, ROOT, Project
from tests.scenarios.tables import table_contents
from tests.scenarios.test_hostile_values import SETTINGS
from tests.scenarios.test_main_job import message

AFTER = "2100-01-01T00:00:00Z"


@pytest.fixture(scope="module")
def remote(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with a lake of its own, in another time zone than the tests."""
    with connect_server(tmp_path_factory.mktemp("server"), TZ="America/New_York") as server:
        yield server.address


def contents(project: Project) -> dict[str, list[str]]:
    return table_contents(SparkSession.active().sql, project.schema)


# Advice is one more process of Python for each of its models, on both sides.
@pytest.mark.parametrize("advice", [False, pytest.param(True, marks=pytest.mark.long)])
def test_the_same_tables_as_embedded(remote: str, project: Project, tmp_path: Path, advice: bool) -> None:
    for file in (ROOT / "seeds" / "landing").iterdir():
        shutil.copy(file, project.landing)
    # Of those without a zone, none and two are the same hour in the server's.
    times = ["2026-03-08 02:30:00", "2026-03-08T03:10:00", "2026-11-01 01:30:00", "2026-11-01T01:30:00-05:00"]
    project.land("times.json", [message(n, 0, "times", arrived_at=time) for n, time in enumerate(times, 1)])
    rulesets = [{"name": "all", "bake_time": "10m"}]
    # Nothing but the server says what the session's time zone is.
    profile = (ROOT / "profiles.yml").read_text()
    unpinned = profile.replace("spark.sql.session.timeZone: UTC", "")
    assert unpinned != profile
    (tmp_path / "profiles.yml").write_text(unpinned)
    over_connect = ProcessProject.on_server(remote, f"whole_{advice}".lower(), project.landing)
    settings: dict[str, Any] = {"as_of": AFTER, "rulesets": rulesets}
    if advice:
        settings |= {"advice": True, "policies": [{"name": "hasty", "bake_time": "1m"}]}
    over_connect.run("--profiles-dir", str(tmp_path), **settings)
    project.leaves_out = []
    project.run(**settings)
    found = over_connect.contents()
    assert found["released"]
    assert not advice or (found["bake_time_advice"] and found["what_if"])
    assert found == contents(project)


@pytest.mark.long
def test_hostile_values_are_judged_as_embedded(remote: str, project: Project) -> None:
    lines, _ = landing(1)
    project.land("part-1.json", lines[::3])
    over_connect = ProcessProject.on_server(remote, "hostile", project.landing)
    over_connect.run("--exclude", *LEFT_OUT, as_of=AFTER, **SETTINGS)
    project.run(as_of=AFTER, **SETTINGS)
    found = over_connect.contents()
    assert found["failure"]
    # With two of three left out there are gaps, and most good ones wait.
    good = [row for row in found["released"] + found["pending"] if '"good-1-' in row]
    assert len(good) == sum('"good-1-' in line for line in lines[::3])
    assert found == contents(project)


# The first round is two first runs on an empty lake.
@pytest.mark.parametrize("rounds", [2, 10])
@pytest.mark.long
def test_two_runs_at_once(remote: str, new_project: Callable[[], Project], rounds: int) -> None:
    alone = new_project()
    both = ProcessProject.on_server(remote, f"both_{rounds}", alone.landing)
    for number in range(rounds):
        # Gaps and held messages, so that there is something to carry, and to lose.
        for sequence in range(20):
            records = [
                message(n, number, f"s{sequence}") for n in (3 * number + 1, 3 * number + 2, 3 * number + 5)
            ]
            alone.land(f"{number}-{sequence}.json", list(records))
        clock = f"2026-03-01T11:{number:02d}:00Z"
        alone.run(as_of=clock)
        processes = [both.start("--exclude", *LEFT_OUT, name=f"run-{which}", as_of=clock) for which in "ab"]
        outputs = [process.communicate(timeout=1200)[0] for process in processes]
        codes = [process.returncode for process in processes]
        # One does all there is to do; the other does nothing, or has had nothing left to do.
        assert 0 in codes, "\n".join(outputs)
        for code, output in zip(codes, outputs, strict=True):
            if code != 0:
                assert "Another run wrote to this table at the same time" in output, output
                assert "run again" in output
            assert "Traceback" not in output, output
    assert both.contents() == contents(alone)
