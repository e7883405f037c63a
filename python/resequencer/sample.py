"""The bundled sample: two hours of messages from four producers, with all that goes wrong on the way.

`python -m resequencer.sample DIRECTORY` writes it, the same bytes every time. Messages of each sequence are
sent in order; each then takes its own time to arrive, mostly a moment and sometimes minutes, so they arrive
out of order. Some are lost, some come twice, some cannot be read.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Literal

SEED = 20250314
STARTS_AT = datetime(2025, 3, 14, 8, 0, 0)  # UTC
FILE_SPAN = timedelta(minutes=30)
FILE_COUNT = 4
COMPRESSED_FILES = (1,)
"""Which of the files, counted from 0, are gzipped."""

DUPLICATE_RATE = 0.02
SHORTEST_DELAY_MS = 500
LONGEST_DELAY_MS = 600_000
TAIL_EXPONENT = 0.7
"""Of the Pareto distribution of delays; below 1 its mean is infinite, hence the cap."""

Ending = Literal["last_flag", "total", "open"]
"""How one learns where a sequence ends: its last message says so, every message does, or nobody does."""


@dataclass(frozen=True)
class Stream:
    """One sequence, as its producer sends it."""

    producer: str
    region: str
    message_type: str
    number: int
    """Of the sequence, within its producer."""
    length: int
    """Messages sent, numbered from 1."""
    ending: Ending
    lost: tuple[int, ...] = ()
    """Numbers that never arrive."""

    @property
    def sequence_id(self) -> str:
        """Its name, unique over all producers."""
        return f"{self.producer}-{self.number}"


@dataclass(frozen=True)
class Arrival:
    """One line of a landing file."""

    at_ms: int
    """When it arrives, in milliseconds after STARTS_AT; no two arrive at the same."""
    kind: str
    """What it is there to show, e.g. `message`, `duplicate`, `broken_json`."""
    line: str


STREAMS = (
    Stream("webshop", "eu", "OrderChanged", 1001, 48, "last_flag"),
    Stream("webshop", "eu", "OrderChanged", 1002, 62, "last_flag"),
    Stream("webshop", "eu", "OrderChanged", 1003, 35, "last_flag", lost=(17,)),
    Stream("webshop", "eu", "OrderChanged", 1004, 71, "total"),
    Stream("webshop", "eu", "OrderChanged", 1005, 54, "total"),
    Stream("webshop", "eu", "OrderChanged", 1006, 40, "total", lost=(40,)),
    Stream("webshop", "eu", "OrderChanged", 1007, 66, "open"),
    Stream("webshop", "eu", "OrderChanged", 1008, 58, "open", lost=(22, 23)),
    # Money is not lost.
    Stream("payments", "eu", "PaymentBooked", 2001, 44, "total"),
    Stream("payments", "eu", "PaymentBooked", 2002, 57, "total"),
    Stream("payments", "eu", "PaymentBooked", 2003, 39, "last_flag"),
    Stream("payments", "eu", "PaymentBooked", 2004, 63, "last_flag"),
    Stream("payments", "eu", "PaymentBooked", 2005, 51, "last_flag"),
    Stream("payments", "eu", "PaymentBooked", 2006, 46, "total"),
    Stream("payments", "eu", "PaymentBooked", 2007, 60, "open"),
    Stream("warehouse", "us", "StockMoved", 3001, 52, "last_flag"),
    Stream("warehouse", "us", "StockMoved", 3002, 68, "last_flag", lost=(31,)),
    Stream("warehouse", "us", "StockMoved", 3003, 59, "total"),
    Stream("warehouse", "us", "StockMoved", 3004, 47, "total", lost=(9, 10, 11)),
    Stream("warehouse", "us", "StockMoved", 3005, 73, "open"),
    Stream("warehouse", "us", "StockMoved", 3006, 55, "last_flag", lost=(55,)),
    # Hand scanners send over a bad radio link, and their day has no announced end.
    Stream("scanners", "us", "ParcelScanned", 4001, 61, "open", lost=(5, 38)),
    Stream("scanners", "us", "ParcelScanned", 4002, 64, "open", lost=(12,)),
    Stream("scanners", "us", "ParcelScanned", 4003, 70, "open"),
    Stream("scanners", "us", "ParcelScanned", 4004, 45, "open", lost=(2, 3, 29)),
    Stream("scanners", "us", "ParcelScanned", 4005, 53, "open", lost=(48,)),
)

CLASSIC = (3, 5, 1, 2, 4, 8, 9, 11, 23)
"""The textbook example: 1 to 5 can leave in order; 8, 9, 11 and 23 wait for what is missing."""


def generate() -> list[Arrival]:
    """Return every arrival of the sample, in order of arrival."""
    chance = random.Random(SEED)
    arrivals: list[Arrival] = []
    for stream in STREAMS:
        arrivals += stream_arrivals(stream, chance)
    arrivals += classic_arrivals()
    arrivals += contradictory_arrivals(arrivals)
    arrivals += unreadable_arrivals()
    return one_at_a_time(arrivals)


def stream_arrivals(stream: Stream, chance: random.Random) -> list[Arrival]:
    """Return how the messages of one sequence arrive: late, twice, or not at all."""
    sent_ms = chance.random() * 5_100_000
    pause_ms = 5_000 + chance.random() * 25_000
    arrivals = []
    for number in range(1, stream.length + 1):
        sent_ms += pause_ms * (0.2 + 1.6 * chance.random())
        arrived_ms = sent_ms + delay_ms(chance)
        comes_twice = chance.random() < DUPLICATE_RATE
        repeated_ms = arrived_ms + delay_ms(chance)
        if number in stream.lost:
            continue
        record = message(stream, number, f"{stream.sequence_id}-{number:04d}", chance)
        arrivals.append(arrival(arrived_ms, "message", record))
        if comes_twice:
            arrivals.append(arrival(repeated_ms, "duplicate", record))
    return arrivals


def delay_ms(chance: random.Random) -> float:
    """Draw how long a message takes, in milliseconds: half of them about a second, one in ten over 10 s."""
    # Written out, rather than with the random module's own distributions: those may change between Pythons.
    uniform: float = 1 - chance.random()
    delay: float = SHORTEST_DELAY_MS * uniform ** (-1 / TAIL_EXPONENT)
    return min(LONGEST_DELAY_MS, delay)


def message(stream: Stream, number: int, message_id: str, chance: random.Random) -> dict[str, Any]:
    """Return one message as a record in the canonical field names, still without its time of arrival."""
    body = {
        "event": stream.message_type,
        "reference": f"{stream.sequence_id}/{number}",
        "quantity": 1 + int(chance.random() * 9),
        "amount": f"{1 + chance.random() * 500:.2f}",
    }
    record: dict[str, Any] = {
        "message_id": message_id,
        "sequence_id": stream.sequence_id,
        "sequence_number": number,
    }
    if stream.ending == "total":
        record["sequence_total"] = stream.length
    if stream.ending == "last_flag":
        record["is_last"] = number == stream.length
    return record | {
        "message_type": stream.message_type,
        "properties": {"producer": stream.producer, "region": stream.region},
        "body": json.dumps(body),
    }


def classic_arrivals() -> list[Arrival]:
    """Return the textbook example, one message a minute from half past eight."""
    return [
        arrival(1_800_000 + 60_000 * position, "classic", plain_record("classic", number))
        for position, number in enumerate(CLASSIC)
    ]


def contradictory_arrivals(arrivals: Sequence[Arrival]) -> list[Arrival]:
    """Return readable messages that contradict the others of their sequence."""
    last_ms: dict[str, int] = {}
    for other in arrivals:
        sequence_id = json.loads(other.line)["sequence_id"]
        last_ms[sequence_id] = max(last_ms.get(sequence_id, 0), other.at_ms)
    after_last = plain_record("payments-2003", 40)
    # Number 17 of this sequence was lost and its last is 35, so this one contradicts that and nothing else.
    second_last = plain_record("webshop-1003", 17) | {"is_last": True}
    # Number 31 of this sequence was lost, so the first 33 is still held when another message claims to be it.
    other_body = plain_record("warehouse-3002", 33) | {"message_id": "warehouse-3002-0033-corrected"}
    return [
        arrival(last_ms["payments-2001"] + 5_000, "before_start", plain_record("payments-2001", 0)),
        arrival(last_ms["payments-2003"] + 60_000, "after_last", after_last),
        arrival(last_ms["webshop-1003"] + 60_000, "last_conflict", second_last),
        arrival(last_ms["warehouse-3002"] + 60_000, "conflicting_duplicate", other_body),
    ]


def unreadable_arrivals() -> list[Arrival]:
    """Return lines that cannot be decoded, keyed or dated, spread over the two hours; and blank lines."""
    fine = plain_record("webshop-1099", 1)
    too_big, far_too_big = 2**63, 10**24
    changes: tuple[tuple[str, dict[str, Any]], ...] = (
        ("missing_sequence_id", {"sequence_id": None}),
        ("missing_sequence_id", {"sequence_id": ...}),
        ("missing_number", {"sequence_number": ...}),
        ("text_for_number", {"sequence_number": "twelve"}),
        ("text_for_number", {"sequence_number": "12a"}),
        ("number_beyond_64_bits", {"sequence_number": too_big}),
        ("number_beyond_64_bits", {"sequence_number": far_too_big}),
        ("no_arrival_time", {"arrived_at": None}),
        ("unreadable_arrival_time", {"arrived_at": "yesterday"}),
    )
    arrivals = []
    for index, (kind, change) in enumerate(changes):
        at_ms = 300_500 + 610_000 * index
        record = fine | {"message_id": f"unreadable-{index + 1}", "arrived_at": written_time(at_ms)} | change
        kept = {field: value for field, value in record.items() if value is not ...}
        arrivals.append(Arrival(at_ms, kind, json.dumps(kept)))
    whole = arrival(1_000_000, "broken_json", plain_record("webshop-1099", 2))
    arrivals.append(replace(whole, line=whole.line[:70]))
    arrivals.append(Arrival(4_000_000, "broken_json", "connection reset by peer"))
    arrivals.append(Arrival(2_000_000, "blank_line", ""))
    arrivals.append(Arrival(6_000_000, "blank_line", "   "))
    return arrivals


def plain_record(sequence_id: str, number: int) -> dict[str, Any]:
    """Return a small message outside the streams, or one that only claims to belong to one."""
    producer = sequence_id.partition("-")[0]
    regions = {stream.producer: stream.region for stream in STREAMS}
    types = {stream.producer: stream.message_type for stream in STREAMS}
    return {
        "message_id": f"{sequence_id}-{number:04d}",
        "sequence_id": sequence_id,
        "sequence_number": number,
        "message_type": types.get(producer, "Example"),
        "properties": {"producer": producer, "region": regions.get(producer, "eu")},
        "body": json.dumps({"event": types.get(producer, "Example"), "reference": f"{sequence_id}/{number}"}),
    }


def arrival(at_ms: float, kind: str, record: dict[str, Any]) -> Arrival:
    """Return the record as a line, not yet with its time (see one_at_a_time)."""
    return Arrival(round(at_ms), kind, json.dumps(record))


def one_at_a_time(arrivals: Sequence[Arrival]) -> list[Arrival]:
    """Sort by arrival, move apart what would arrive in the same millisecond, and write the times in."""
    result: list[Arrival] = []
    previous_ms = -1
    for item in sorted(arrivals, key=lambda one: one.at_ms):
        at_ms = max(item.at_ms, previous_ms + 1)
        previous_ms = at_ms
        line = item.line
        if line.startswith("{") and line.endswith("}") and "arrived_at" not in (record := json.loads(line)):
            line = json.dumps(record | {"arrived_at": written_time(at_ms)})
        result.append(Arrival(at_ms, item.kind, line))
    return result


def written_time(at_ms: int) -> str:
    """Write milliseconds after STARTS_AT as ISO 8601 in UTC."""
    moment = STARTS_AT + timedelta(milliseconds=at_ms)
    return f"{moment.isoformat(timespec='milliseconds')}Z"


def landing_files(arrivals: Sequence[Arrival]) -> dict[str, bytes]:
    """Return the files' contents by name; their names sort by time. Raises ValueError for what is in none."""
    lines: list[list[str]] = [[] for _ in range(FILE_COUNT)]
    for item in arrivals:
        index = timedelta(milliseconds=item.at_ms) // FILE_SPAN
        if index >= FILE_COUNT:
            raise ValueError(f"{item.kind} arrives at {written_time(item.at_ms)}, after the last file")
        lines[index].append(item.line)
    files = {}
    for index, group in enumerate(lines):
        name = f"arrivals-{STARTS_AT + index * FILE_SPAN:%Y%m%d-%H%M}.jsonl"
        content = "".join(f"{line}\n" for line in group).encode()
        if index in COMPRESSED_FILES:
            files[f"{name}.gz"] = compressed(content)
        else:
            files[name] = content
    return files


def compressed(content: bytes) -> bytes:
    """Return it gzipped, without name and time of compression, so that equal contents give equal files."""
    target = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=target, compresslevel=9, mtime=0) as stream:
        stream.write(content)
    return target.getvalue()


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the sample's landing files into a directory and print what is in them."""
    parser = argparse.ArgumentParser(prog="resequencer.sample", description=main.__doc__)
    parser.add_argument("directory", type=Path)
    directory: Path = parser.parse_args(arguments).directory
    arrivals = generate()
    directory.mkdir(parents=True, exist_ok=True)
    for name, content in landing_files(arrivals).items():
        (directory / name).write_bytes(content)
    for kind, count in Counter(item.kind for item in arrivals).most_common():
        print(f"{count:5d} {kind}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
