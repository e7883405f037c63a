"""G3: a run is killed at any moment; the next one leaves what an undisturbed one would have left."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.scenarios.project import ROOT, Project

RULESETS = [
    {"name": "short", "match": {"properties": [{"kind": "^short$"}]}, "bake_time": "90s"},
    {"name": "waits"},
]
# What dbt says when a phase begins. Clean-up follows the ledger's commit, before dbt says that it is done.
PHASES = (
    "START sql incremental model {schema}.resequencer__ledger",
    "START sql view model {schema}.resequencer__released",
    "START sql incremental model {schema}.resequencer__arrivals",
    "Concurrency:",
)


class Victim:
    """The same project, run as a process of its own, on a lake of its own."""

    schema = "victim"

    def __init__(self, home: Path, landing: Path) -> None:
        self.home = home
        self.landing = landing
        home.mkdir()

    def start(self, settings: dict[str, object]) -> subprocess.Popen[str]:
        command = [
            sys.executable, "-m", "dbt.cli.main", "--no-use-colors", "run", "--target-path", str(self.home / "target"),
            "--log-path", str(self.home / "logs"),
            "--vars", json.dumps({f"resequencer__{name}": value for name, value in settings.items()}),
        ]  # fmt: skip
        environment = os.environ | {
            "RESEQUENCER_HOME": str(self.home / "lake"), "RESEQUENCER_SCHEMA": self.schema, "PYTHONUNBUFFERED": "1",
        }  # fmt: skip
        return subprocess.Popen(
            command, cwd=ROOT, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            start_new_session=True,
        )  # fmt: skip

    def kill(self, settings: dict[str, object], phase: str, delay: float) -> str:
        """Kill a run, its Java included, so many seconds after a phase began; where it was by then."""
        process = self.start(settings)
        assert process.stdout is not None
        marker = phase.format(schema=self.schema)
        last = ""
        for line in process.stdout:
            last = line.strip()
            if marker in line:
                break
        time.sleep(delay)
        os.killpg(process.pid, signal.SIGKILL)
        rest = process.stdout.read().splitlines()
        process.wait()
        return rest[-1] if rest else last

    def run(self, settings: dict[str, object]) -> None:
        process = self.start(settings)
        output, _ = process.communicate(timeout=600)
        assert process.returncode == 0, output[-3000:]

    def table(self, name: str) -> str:
        return f"delta.`{self.home / 'lake' / 'warehouse' / (self.schema + '.db') / name}`"

    def files(self) -> int:
        """Files of the lake that are no log: what a crash may leave behind."""
        return sum(
            1
            for path in (self.home / "lake" / "warehouse").rglob("*.parquet")
            if "_delta_log" not in path.parts
        )


def land_same(project: Project, number: int, draw: random.Random) -> None:
    """One file: sequences with gaps, repeats, late ones, and one record that cannot be read."""
    records: list[dict[str, object] | str] = ["not json"]
    for sequence in range(6):
        for place in range(5):
            if draw.random() < 0.2:
                continue
            n = 5 * number + place + 1 - (draw.choice([0, 0, 0, 7]) if number else 0)
            records.append(
                {"sequence_id": f"s{sequence}", "sequence_number": n, "body": f"{number}.{place}",
                 "properties": {"kind": "short" if sequence % 2 else "long"}, "is_last": n == 40,
                 "arrived_at": f"2026-05-01T00:{number:02}:{draw.randrange(60):02}Z"}
            )  # fmt: skip
    project.land(f"{number:03}.json", records)


LEDGER = "select * except (batch, properties), batch.number, batch.clock, batch.arrivals_to, properties['kind'] from {}"
ARRIVALS = "select * except (file_modified_at) from {}"


@pytest.mark.parametrize("kills", [2, pytest.param(50, marks=pytest.mark.long)])
def test_killed_runs_leave_what_undisturbed_ones_do(
    project: Project, new_project: Callable[[], Project], tmp_path: Path, kills: int
) -> None:
    draw = random.Random(kills)
    victim = Victim(tmp_path / "victim", project.landing)
    died_at = []
    for number in range(kills):
        land_same(project, number, draw)
        settings: dict[str, object] = {
            "rulesets": RULESETS, "as_of": f"2026-05-01T00:{number + 1:02}:00Z", "tidy_every": 2, "keep_versions": "0s",
        }  # fmt: skip
        project.run(**settings)
        landing = {"format": "json", "path": str(project.landing)}
        phase = PHASES[number % len(PHASES)]
        died_at.append(victim.kill({**settings, "landing": landing}, phase, draw.random() * 3))
        victim.run({**settings, "landing": landing})
        for table, query in (("resequencer__ledger", LEDGER), ("resequencer__arrivals", ARRIVALS)):
            undisturbed = query.format(f"{project.schema}.{table}")
            disturbed = query.format(victim.table(table))
            difference = project.query(
                f"select 'lost', * from (({undisturbed}) except all ({disturbed})) union all"
                f" select 'added', * from (({disturbed}) except all ({undisturbed}))"
            )
            assert not difference, f"after the kill at {died_at[-1]}: {difference[:3]}"
    # The last clean-up, of an even batch, left nothing behind of runs that died while they wrote.
    assert victim.files() <= 60, died_at
