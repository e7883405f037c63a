"""Two real streams whose senders begin again: MAVLink frames after outages, LoRaWAN uplinks by device alone."""

from __future__ import annotations

import csv
import gzip
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.scenarios.project import Project

DATA = Path(__file__).parents[2].parent / "shared" / "data"

pytestmark = [pytest.mark.skipif(not DATA.exists(), reason="the streams are not bundled"), pytest.mark.long]

FIELDS: dict[str, dict[str, Any]] = {
    "silence": {"start": "auto", "wrap_at": 256, "bake_time": "1s", "restart": {"silence": "2s"}},
    "forward": {
        "start": "auto",
        "wrap_at": 256,
        "bake_time": "1s",
        "restart": {"forward": 250, "backward": 5},
    },
    "uplinks": {"start": "auto", "bake_time": "60s", "restart": {"silence": "10m"}, "unique_ids": "10d"},
}
RULESETS: list[dict[str, Any]] = [
    {"name": name, "match": {"properties": [{"stream": f"^{name}$"}]}, **fields}
    for name, fields in FIELDS.items()
]


def frames(stream: str) -> list[dict[str, Any]]:
    with gzip.open(DATA / "mavlink_frames.csv.gz", "rt", encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    return [
        {"message_id": f"{stream} {n}", "sequence_id": f"{row['system']}/{row['component']}", "sequence_number": int(row["sequence"]),
         "received": int(row["received_us"]), "properties": {"stream": stream}}
        for n, row in enumerate(rows)
    ]  # fmt: skip


def uplinks() -> list[dict[str, Any]]:
    with gzip.open(DATA / "lorawan_uplinks.ndjson.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [
        {"message_id": f"{row['devaddr']} {row['fcnt']}", "sequence_id": row["dev_eui"], "sequence_number": row["fcnt"],
         "received": row["_timestamp"] * 1000, "message_type": row["devaddr"], "properties": {"stream": "uplinks"}}
        for row in rows
    ]  # fmt: skip


@pytest.mark.usefixtures("compiled_queries")
@pytest.mark.parametrize("runs", [1, 3])
def test_none_of_their_messages_is_misjudged(project: Project, runs: int) -> None:
    records = sorted(
        [*frames("silence"), *frames("forward"), *uplinks()], key=lambda record: record["received"]
    )
    project.variables |= {"rulesets": RULESETS, "columns": {"arrived_at": "timestamp_micros(received)"}}
    for run in range(runs):
        first, last = len(records) * run // runs, len(records) * (run + 1) // runs
        project.land(f"part-{run}.json", records[first:last])
        clock = records[last - 1]["received"] + (3_600_000_000 if run == runs - 1 else 0)
        project.run(as_of=(datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=clock)).isoformat())
    for stream in ("silence", "forward"):
        assert project.verdict_counts(stream) == {"released": 23_894}
    mixed = project.query(
        "select sequence_id, epoch from {s}.resequencer__released where ruleset = 'uplinks'"
        " group by sequence_id, epoch having count(distinct message_type) > 1"
    )
    assert not mixed
    twice = project.query(
        "select message_id from {s}.resequencer__released where ruleset = 'uplinks' group by sequence_id, message_id having count(*) > 1"
    )
    assert not twice
    # As tests/oracle counts them. Six frames came more than a minute after a later one.
    assert project.verdict_counts("uplinks") == {
        "released": 10_536,
        "bypass/duplicate": 6_412,
        "bypass/late": 6,
    }
