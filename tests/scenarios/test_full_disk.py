"""A disk that fills up while a run writes."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from pyspark.sql import SparkSession
from tests.scenarios.process import ProcessProject, wait_for
from tests.scenarios.project import Project
from tests.scenarios.tables import stored_differences
from tests.scenarios.test_main_job import message

CLOCK = "2026-03-01T12:00:00Z"
# A full disk is nothing to what stores nothing.
STORED = ("--select", "+resequencer__ledger")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 64 MB of its own; skipped where none can be mounted."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", place], capture_output=True, text=True
    )
    if mounted.returncode != 0:
        pytest.skip(f"no file system can be mounted here: {mounted.stderr.strip()}")
    yield place
    subprocess.run(["umount", "--lazy", place], check=True)


def fill(disk: Path) -> Path:
    """Fills a disk to the last byte with one file."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(1 << 16))
        except OSError:
            return ballast


@pytest.mark.long
def test_a_full_disk_is_said_and_nothing_is_lost(project: Project, small_disk: Path) -> None:
    project.land("a.json", [message(1, 0), message(3, 1), "not json", message(2, 2)])
    on_disk = ProcessProject.in_lake(small_disk / "lake", project.landing)
    process = on_disk.start(*STORED, as_of=CLOCK)
    # From here on the arrivals can be committed, or not even those; the ledger cannot.
    wait_for(process, "START sql incremental model")
    ballast = fill(small_disk)
    output = process.communicate(timeout=600)[0]
    assert process.returncode != 0, output
    assert "The disk is full: the lake at RESEQUENCER_HOME" in output, output
    assert "run again: nothing is lost" in output
    ballast.unlink()
    on_disk.run(*STORED, as_of=CLOCK)
    project.run(*STORED, as_of=CLOCK)
    assert not stored_differences(SparkSession.active().sql, project.schema, on_disk.warehouse())
