"""The bundled sample is what its generator makes, and shows what it is there to show."""

from __future__ import annotations

import gzip
import json
from collections import Counter, defaultdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from resequencer import sample

LANDING = Path(__file__).parents[2] / "seeds" / "landing"
CANONICAL_FIELDS = {
    "message_id",
    "sequence_id",
    "sequence_number",
    "sequence_total",
    "is_last",
    "arrived_at",
    "message_type",
    "properties",
    "body",
}


def content(name: str, stored: bytes) -> bytes:
    return gzip.decompress(stored) if name.endswith(".gz") else stored


@pytest.fixture(scope="module")
def committed() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(LANDING.iterdir())}


@pytest.fixture(scope="module")
def lines(committed: dict[str, bytes]) -> list[str]:
    """Every line of the committed files, in order of the files' names."""
    return [
        line for name, stored in committed.items() for line in content(name, stored).decode().splitlines()
    ]


@pytest.fixture(scope="module")
def records(lines: list[str]) -> list[dict[str, Any]]:
    """Every line that is a JSON object."""
    found = []
    for line in lines:
        try:
            record = json.loads(line)
        except ValueError:
            continue
        found.append(record)
    return found


def is_well_formed(record: dict[str, Any]) -> bool:
    number = record.get("sequence_number")
    return (
        bool(record.get("sequence_id"))
        and isinstance(number, int)
        and number < 2**63
        and str(record.get("arrived_at")).startswith("2025-")
    )


@pytest.fixture(scope="module")
def sequences(records: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """The well-formed records of each sequence, in order of arrival."""
    found = defaultdict(list)
    for record in filter(is_well_formed, records):
        found[record["sequence_id"]].append(record)
    return dict(found)


def test_committed_files_are_what_the_generator_makes(committed: dict[str, bytes]) -> None:
    made = sample.landing_files(sample.generate())
    assert list(made) == list(committed)
    for name in made:
        # Not the compressed bytes: another zlib may pack the same content in another way.
        assert content(name, made[name]) == content(name, committed[name]), name


def test_the_command_writes_the_same_bytes_every_time(tmp_path: Path) -> None:
    for name in ("first", "second"):
        assert sample.main([str(tmp_path / name)]) == 0
    first, second = (
        {path.name: path.read_bytes() for path in (tmp_path / n).iterdir()} for n in ("first", "second")
    )
    assert first == second


def test_gzipped_files_hold_no_time_of_compression(committed: dict[str, bytes]) -> None:
    gzipped = [stored for name, stored in committed.items() if name.endswith(".gz")]
    assert len(gzipped) == 1
    assert all(stored[4:8] == bytes(4) for stored in gzipped)


def test_files_are_in_order_of_arrival(committed: dict[str, bytes], records: list[dict[str, Any]]) -> None:
    assert len(committed) == 4
    times = [record["arrived_at"] for record in records if str(record["arrived_at"]).startswith("2025-")]
    assert times == sorted(times)
    assert len(set(times)) == len(times), "no two arrive at the same millisecond"
    first, last = (datetime.fromisoformat(time) for time in (times[0], times[-1]))
    assert datetime(2025, 3, 14, 8, tzinfo=UTC) <= first < last < datetime(2025, 3, 14, 10, tzinfo=UTC)


def test_fields_are_the_canonical_ones(records: list[dict[str, Any]]) -> None:
    assert {field for record in records for field in record} == CANONICAL_FIELDS
    for record in records:
        assert all(isinstance(value, str) for value in record["properties"].values())
        assert record["properties"].keys() == {"producer", "region"}
        assert json.loads(record["body"])["reference"]


def test_four_producers_send_five_to_eight_sequences_each(sequences: dict[str, list[dict[str, Any]]]) -> None:
    producers = Counter(
        arrived[0]["properties"]["producer"] for name, arrived in sequences.items() if name != "classic"
    )
    assert producers == {"webshop": 8, "payments": 7, "warehouse": 6, "scanners": 5}


def test_messages_arrive_out_of_order_and_some_twice(sequences: dict[str, list[dict[str, Any]]]) -> None:
    messages = disordered = repeated = 0
    for arrived in sequences.values():
        highest, seen = 0, set()
        for record in arrived:
            messages += 1
            disordered += record["sequence_number"] < highest
            repeated += record["message_id"] in seen
            highest = max(highest, record["sequence_number"])
            seen.add(record["message_id"])
    assert 1_400 <= messages <= 1_600
    assert 0.08 <= disordered / messages <= 0.2
    assert 0.015 <= repeated / messages <= 0.025


@pytest.mark.parametrize("stream", sample.STREAMS, ids=lambda stream: stream.sequence_id)
def test_each_sequence_is_as_announced(
    stream: sample.Stream, sequences: dict[str, list[dict[str, Any]]]
) -> None:
    arrived = [
        record
        for record in sequences[stream.sequence_id]
        # Not the few that contradict the rest: they have a body without a quantity.
        if "quantity" in json.loads(record["body"])
    ]
    numbers = {record["sequence_number"] for record in arrived}
    assert numbers == set(range(1, stream.length + 1)) - set(stream.lost)
    totals = {record.get("sequence_total") for record in arrived}
    last = {record["sequence_number"] for record in arrived if record.get("is_last")}
    flagged = stream.ending == "last_flag" and stream.length not in stream.lost
    assert totals == {stream.length if stream.ending == "total" else None}
    assert last == ({stream.length} if flagged else set())


def test_all_endings_come_complete_and_incomplete() -> None:
    kinds = {(stream.ending, bool(stream.lost)) for stream in sample.STREAMS}
    assert kinds == {(ending, lost) for ending in ("last_flag", "total", "open") for lost in (True, False)}


def test_classic_example(sequences: dict[str, list[dict[str, Any]]]) -> None:
    assert [record["sequence_number"] for record in sequences["classic"]] == [3, 5, 1, 2, 4, 8, 9, 11, 23]


def test_contradictory_messages_contradict(sequences: dict[str, list[dict[str, Any]]]) -> None:
    payments = sequences["payments-2001"]
    assert [record["sequence_number"] for record in payments].count(0) == 1

    after_last = sequences["payments-2003"][-1]
    assert after_last["sequence_number"] == 40
    assert any(record.get("is_last") for record in sequences["payments-2003"][:-1])

    lasts = [record["sequence_number"] for record in sequences["webshop-1003"] if record.get("is_last")]
    assert lasts == [35, 17]

    claims = [record for record in sequences["warehouse-3002"] if record["sequence_number"] == 33]
    assert len({record["message_id"] for record in claims}) == 2
    assert len({record["body"] for record in claims}) == 2


def test_malformed_lines_are_all_there(lines: list[str], records: list[dict[str, Any]]) -> None:
    assert sum(not line.strip() for line in lines) == 2
    assert len(lines) - len(records) == 4, "two blank lines and two broken ones"
    assert sum(not record.get("sequence_id") for record in records) == 2
    numbers = [record.get("sequence_number") for record in records]
    assert sum(isinstance(number, str) for number in numbers) == 2
    assert sum(number is None for number in numbers) == 1
    assert sum(isinstance(number, int) and number >= 2**63 for number in numbers) == 2
    assert [
        record["arrived_at"] for record in records if not str(record["arrived_at"]).startswith("2025-")
    ] == [
        None,
        "yesterday",
    ]
    assert sum(is_well_formed(record) for record in records) == len(records) - 9


def test_what_arrives_after_the_last_file_is_refused() -> None:
    late = sample.Arrival(3 * 3_600_000, "message", "{}")
    with pytest.raises(ValueError, match="after the last file"):
        sample.landing_files([late])
