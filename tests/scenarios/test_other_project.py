"""From another project: `integration_tests`, with this package at a git revision and the profile copied as README says."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from tests.adapter.small_project import run_dbt
from tests.scenarios.process import FEW_ROWS, JAVA_OPTIONS
from tests.scenarios.project import ROOT, Project, failure_text

PARTS = ("dbt_project.yml", "models", "macros", "tests/generic", "seeds")


@pytest.fixture
def other(project: Project, tmp_path: Path) -> Project:
    """The other project, with what it depends on installed."""
    repository, root = tmp_path / "repository", tmp_path / "other"
    for part in PARTS:
        source, target = ROOT / part, repository / part
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(source, target) if source.is_dir() else shutil.copy(source, target)
    for command in (
        ["init", "-q"],
        ["add", "-A"],
        ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "one"],
    ):
        subprocess.run(["git", *command], cwd=repository, check=True)
    revision = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=repository, check=True, capture_output=True, text=True
    ).stdout.strip()
    shutil.copytree(
        ROOT / "integration_tests", root, ignore=shutil.ignore_patterns("target", "logs", "dbt_packages")
    )
    shutil.copy(ROOT / "profiles.yml", root)
    packages = {"packages": [{"git": f"file://{repository}", "revision": revision}]}
    (root / "packages.yml").write_text(yaml.safe_dump(packages))
    project.root = project.profiles = root
    project.stands, project.leaves_out = True, []
    dbt(root, "deps")
    return project


def dbt(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A dbt process in the other project, which must succeed."""
    finished = run_dbt(root, *arguments, RESEQUENCER_JAVA_OPTIONS=f"{JAVA_OPTIONS} {FEW_ROWS}")
    assert finished.returncode == 0, finished.stdout[-3000:] + finished.stderr[-3000:]
    return finished


def test_what_has_nothing_to_do_with_messages_asks_nothing_of_them(other: Project) -> None:
    nowhere = "{resequencer__landing: {format: json, path: nowhere}}"
    finished = dbt(other.root, "build", "-s", "currencies", "--vars", nowhere)
    # Among them a generic test of the package.
    assert "PASS=6" in finished.stdout, finished.stdout
    printed = finished.stdout + finished.stderr
    assert " WARN " not in printed, printed
    assert "log4j" not in printed.lower(), printed


def events(project: Project) -> list[str]:
    rows = project.query(
        "select concat(order_id, '/', version, ' ', body) as event from {s}.order_events order by order_id, release_position"
    )
    return [row["event"] for row in rows]


def test_an_incremental_model_takes_what_is_new_and_notices_a_rebuild(other: Project) -> None:
    for path in sorted((other.root / "landing").glob("*.json")):
        shutil.copy(path, other.landing)
    # With the package's tests, but those that read what is not built.
    built = other.invoke(
        "build", "--select", "+order_events", "resequencer__pending", as_of="2026-01-01T01:00:00Z"
    )
    assert built.success, failure_text(built)
    assert events(other) == ["order-1/1 created", "order-1/2 paid", "order-2/1 created"]

    described = {
        row["col_name"]: row["comment"] or row["data_type"]
        for row in other.query("describe table extended {s}.resequencer__released")
    }
    assert len(described["release_position"]) > len("bigint")
    assert "one row is one message released" in described["Comment"].lower()
    # Longer descriptions than a metastore has room for are cut.
    comments = other.query("describe table {s}.resequencer__pending")
    (reason,) = [row["comment"] for row in comments if row["col_name"] == "reason"]
    assert len(reason) == 256
    listed = other.invoke("ls", "--resource-type", "unit_test")
    assert listed.success
    assert not listed.result

    other.land("part-2.json", [record(3, "shipped", "2026-01-01T01:00:01Z")])
    other.run("--select", "+order_events", as_of="2026-01-01T02:00:00Z")
    expected = ["order-1/1 created", "order-1/2 paid", "order-1/3 shipped", "order-2/1 created"]
    assert events(other) == expected
    tested = other.invoke("test", "--select", "order_events", as_of="2026-01-01T02:00:00Z")
    assert tested.success, failure_text(tested)

    other.run("--full-refresh", "--select", "resequencer__ledger", as_of="2026-01-01T03:00:00Z")
    refused = other.invoke("run", "--select", "order_events", as_of="2026-01-01T03:00:00Z")
    assert not refused.success
    assert "resequencer__released has been built anew since order_events last read it" in failure_text(
        refused
    )
    other.run("--full-refresh", "--select", "order_events", as_of="2026-01-01T03:00:00Z")
    assert events(other) == expected


def record(number: int, body: str, arrived_at: str) -> dict[str, object]:
    return {
        "message_id": f"a-{number}", "sequence_id": "order-1", "sequence_number": number, "arrived_at": arrived_at, "body": body,
    }  # fmt: skip
