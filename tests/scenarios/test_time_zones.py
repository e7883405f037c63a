"""The time zone of the session changes nothing: not in what is decided, and not in what is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession
from tests.scenarios.project import ROOT, Project
from tests.scenarios.tables import table_contents

ZONES = ("UTC", "America/New_York")
RULESETS = [{"name": "all", "bake_time": "45m"}]
# In New York the hour from 02:00 on 8 March 2026 does not exist, and that from 01:00 on 1 November comes twice.
TIMES = [
    "2026-03-08 01:59:59.999999", "2026-03-08T02:00:00", "2026-03-08 02:30:00.000001", "2026-03-08T03:10:00Z",
    "2026-03-08T02:30:00-05:00", "2026-03-08T03:30:00-04:00", "2026-03-08 09:00:00 America/New_York",
    "2026-11-01", "2026-11-01 00:30:00", "2026-11-01T01:10:00", "2026-11-01T01:30:00-04:00",
    "2026-11-01 01:30:00-05:00", "2026-11-01T05:45:00Z", "2026-11-01 07:00:00",
]  # fmt: skip
TWO_O_CLOCK = 1772935200000000  # the second of them, in microseconds since 1970


@pytest.fixture
def zones(new_project: Callable[[], Project], tmp_path: Path) -> Iterator[dict[str, Project]]:
    """A project in each time zone, by a profile of its own."""
    projects = {}
    for zone in ZONES:
        projects[zone] = project = new_project()
        project.profiles = tmp_path / zone
        project.profiles.mkdir(parents=True)
        profile = (ROOT / "profiles.yml").read_text()
        assert "session.timeZone: UTC" in profile
        (project.profiles / "profiles.yml").write_text(
            profile.replace("session.timeZone: UTC", f"session.timeZone: {zone}")
        )
    assert projects["UTC"].invoke("run-operation", "validate_settings").success  # Spark stands
    yield projects
    SparkSession.active().conf.set("spark.sql.session.timeZone", "UTC")


def run_and_compare(zones: dict[str, Project], **settings: Any) -> dict[str, list[str]]:
    """One run in each zone; what the public tables then hold, read in that zone."""
    contents = []
    for zone, project in zones.items():
        project.run(rulesets=RULESETS, **settings)
        session = SparkSession.active()
        assert session.conf.get("spark.sql.session.timeZone") == zone
        contents.append(table_contents(session.sql, project.schema))
    assert contents[0] == contents[1]
    return contents[0]


@pytest.mark.long
def test_json(zones: dict[str, Project]) -> None:
    for project in zones.values():
        project.land("times.json", [
            {"sequence_id": "times", "sequence_number": 3 * number + 1, "arrived_at": moment, "message_id": str(number),
             "sent": moment.replace(" ", "T").removesuffix("TAmerica/New_York")}
            for number, moment in enumerate(TIMES)
        ])  # fmt: skip
        project.variables["landing"] = {
            "format": "json",
            "path": str(project.landing),
            "schema": "sent timestamp",
        }
    # 06:10 UTC is the second 01:10 in New York.
    held = run_and_compare(
        zones, as_of="2026-11-01T06:10:00", columns={"body": "cast(unix_micros(sent) as string)"}
    )
    assert len(held["released"]) == 10
    assert any("ends at 2026-11-01 06:15:00.000000 UTC" in row for row in held["pending"])
    assert any("has reached 2026-11-01 06:30:00.000000 UTC" in row for row in held["pending"])
    # No clock in New York has shown 02:00.
    times = zones["UTC"].query(
        "select unix_micros(arrived_at), body from {s}.resequencer__released where message_id = '1'"
    )
    assert [tuple(row) for row in times] == [(TWO_O_CLOCK, str(TWO_O_CLOCK))]


@pytest.mark.long
def test_csv_with_inferred_times(zones: dict[str, Project]) -> None:
    for project in zones.values():
        rows = [
            f"{number},{number},times,{moment[:19]}"
            for number, moment in enumerate(TIMES)
            if len(moment) == 19
        ]
        project.land("times.csv", ["message_id,sequence_number,sequence_id,sent", *rows])
        project.format = "csv"
    found = run_and_compare(zones, as_of="2027-01-01", columns={"arrived_at": "sent"})
    assert len(found["released"]) == 4
    times = zones["UTC"].query(
        "select unix_micros(arrived_at) from {s}.resequencer__released where message_id = '1'"
    )
    assert times[0][0] == TWO_O_CLOCK


@pytest.mark.long
def test_a_table_whose_cursor_has_no_time_zone(zones: dict[str, Project]) -> None:
    for project in zones.values():
        project.variables["landing"] = None
    for part in range(2):
        # 02:30 comes after 03:00 for who takes both for times in New York.
        minutes = [120 + 40 * part + 10 * number for number in range(4)]
        rows = ", ".join(
            f"({minute}, timestamp_ntz'2026-03-08 0{minute // 60}:{minute % 60:02}:00',"
            f" timestamp'2026-03-08 0{minute // 60}:{minute % 60:02}:30Z', {'null' if minute == 150 else minute})"
            for minute in minutes
        )
        for project in zones.values():
            project.query("create schema if not exists {s}")
            project.query(
                "create table if not exists {s}.raw (message_id int, landed_at timestamp_ntz, arrived_at timestamp,"
                " sequence_number int) using delta"
            )
            project.query(f"insert into {{s}}.raw values {rows}")
            project.variables |= {
                "arrivals_relation": f"{project.schema}.raw",
                "arrivals_cursor": "landed_at",
            }
        clock = f"2026-03-08T{9 + 3 * part:02}:00:00"
        found = run_and_compare(zones, as_of=clock, columns={"sequence_id": "'one'"})
    assert len(found["released"]) == 7
    assert any("2026-03-08T02:30:30.000000Z" in row for row in found["failure"])
