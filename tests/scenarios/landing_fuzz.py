"""Landing files as no sender should write them, with good records in between; seeded, so that a failure can be repeated."""

from __future__ import annotations

import gzip
import json
import random
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

UNREADABLE = "the file cannot be read to its end"
HADOOP_BUFFER = 64
"""Bytes before a fault that a read may drop (macros/ingest/landing_relation.sql)."""

HOSTILE_TEXTS = [
    "'; drop table canary; --",
    '"; drop table canary; --',
    "{{ 1/0 }}",
    "{% raw %}",
    "{# comment",
    "${env:HOME}",
    "${spark.app.name}",
    "\\' or 1=1 --",
    "`; select 1; `",
    "%s %(x)s %41",
    "back\\slash",
    "/* comment",
    "tab\tand\u2028separator\u0085\u00a0",
    "Ünïcödé 🦀 \u202eright to left",
]

# Not one is a record: each must be a failure, and none may touch its neighbours.
UNDECODABLE: list[Callable[[random.Random], bytes]] = [
    lambda r: b'{"message_id": "cut", "sequence_id": "bad"',
    lambda r: b'{"message_id": "one"}{"message_id": "two"}',
    lambda r: b'{"message_id": "one"}, {"message_id": "two"}',
    lambda r: b'{"message_id": "one"}], [{"message_id": "two"}',
    lambda r: b'[{"message_id": "one"}]',
    lambda r: b"[]",
    lambda r: b"[1, 2, 3]",
    lambda r: b"null",
    lambda r: b"42",
    lambda r: b'"text"',
    lambda r: b"true",
    lambda r: b"just words",
    lambda r: b'{"message_id": "tail"} tail',
    lambda r: b"\xff\xfe\x00\x01",
    lambda r: b'{"message_id": "latin", "body": "caf\xe9"}',
    lambda r: b'{"message_id": "half a character", "body": "\xf0\x9f\xa6"}',
    lambda r: b"\x00" * r.randint(1, 50),
    lambda r: b'{"message_id": "bare \x00\x00"',
    lambda r: b"[" * 5000,
    lambda r: b'{"a":' * 3000 + b"1" + b"}" * 3000,
    lambda r: b'{"' + b"k" * 100_000 + b'": ',
    lambda r: bytes(r.choices([b for b in range(256) if b not in (10, 13)], k=r.randint(1, 300))) + b"\x01",
]


@dataclass
class Record:
    """A line of JSON that is a record, and what must become of it."""

    fields: dict[str, Any] | str
    outcome: str


@dataclass
class Landing:
    """What was landed, and what must be found afterwards."""

    good: dict[str, str | None] = field(default_factory=dict)
    """Ids that must be released, each with the body it must have."""
    perhaps: set[str] = field(default_factory=set)
    """Ids of records so near a fault that they may be lost."""
    outcomes: dict[str, str] = field(default_factory=dict)
    """Ids of records with something wrong, and the outlet and reason they must have."""
    undecodable: list[bytes] = field(default_factory=list)
    unreadable: set[str] = field(default_factory=set)
    """Names of files that must be named in one failure each."""


class Fuzzer:
    """Lands files, and remembers what must become of them."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.random = random.Random(seed)
        self.landed = Landing()
        self.count = 0
        self.odd_count = 0

    def land(self, files: int) -> None:
        """Lands so many files, a few of every kind."""
        kinds = [
            self.plain,
            self.plain,
            self.hostile_name,
            self.cut_gzip,
            self.broken_gzip,
            self.whole_gzip,
            self.blank,
        ]
        for number in range(files):
            kinds[number % len(kinds)]()

    def write(self, name: str, content: bytes) -> None:
        hidden = self.folder / f"_{self.count}"
        hidden.write_bytes(content)
        hidden.rename(self.folder / name)

    def good_records(self, number: int) -> list[dict[str, Any]]:
        """A sequence from 1, in order, which is released whole."""
        texts = self.random
        records = []
        for place in range(1, number + 1):
            text = texts.choice(HOSTILE_TEXTS) if texts.random() < 0.5 else f"body {place}"
            records.append(
                {
                    "message_id": f"f{self.count}-{place}", "sequence_id": f"f{self.count}", "sequence_number": place,
                    "arrived_at": f"2026-03-01T10:{place % 60:02d}:00Z", "body": text, "message_type": text,
                    "properties": {text: text, "n": None, "o": {"a": [1, None, {}]}}, "extra": {"kind": place},
                }
            )  # fmt: skip
        return records

    def odd_fields(self) -> dict[str, Any]:
        self.odd_count += 1
        return {
            "message_id": f"odd-{self.odd_count}", "sequence_id": f"odd-{self.odd_count}", "sequence_number": 1,
            "arrived_at": "2026-03-01T10:00:00Z", "body": "odd",
        }  # fmt: skip

    def huge_records(self, properties: int, body: int) -> list[Record]:
        many = {f"k{number}": str(number) for number in range(properties)}
        return [
            Record(self.odd_fields() | {"properties": many}, "released"),
            Record(self.odd_fields() | {"body": "x" * body}, "released"),
        ]

    def odd_records(self) -> list[Record]:
        """Every canonical field with every type of JSON, and more; what must become of it is known."""

        invalid, missing = "failure/invalid_key", "failure/missing_key"
        no_time, undecodable = "failure/no_arrival_time", "failure/undecodable"
        wrong: list[tuple[str, str, list[Any]]] = [
            (invalid, "sequence_number", [[1], {"a": 1}, True, "x", 1.5, 2**63, -(2**63) - 1, 10**400, " ", "0x10", "NaN"]),
            ("pending/waiting_for_predecessor", "sequence_number", ["1e3", 2.0]),
            (missing, "sequence_number", [None, ""]),
            (no_time, "arrived_at", [[], {}, True, 1, 1.5, None, "", "x", "2026-02-30T00:00:00Z", "2026-13-01", "9" * 50, "10:00"]),
            (undecodable, "is_last", [[], {}, "x", 2, -1, "perhaps"]),
            (undecodable, "sequence_total", [[], {}, "x", 0, -1, 1.5, 2**63, True, 10**100]),
            (undecodable, "properties", [1, True, "x", "[1]"]),
            ("failure/missing_sequence_id", "sequence_id", [None, ""]),
            ("released", "sequence_id", [[1], {"a": {"b": None}}, 1, 1.5, True, 10**60]),
            ("released", "body", [[1], {"a": {"b": None}}, 1, 1.5, True, 10**60, None]),
            ("released", "message_type", [[1], {"a": {"b": None}}, 1, 1.5, True, 10**60, None]),
            ("released", "extra", [{}, {"kind": {}}, {"kind": [[]]}, {"kind": 1e300}, None]),
            ("released", "properties", [{}, None, {"": ""}, {"a": [None, {}]}]),
        ]  # fmt: skip
        odd = [
            Record(self.odd_fields() | {name: value}, outcome)
            for outcome, name, values in wrong
            for value in values
        ]
        # Python would write this number another way.
        exponent = json.dumps(self.odd_fields()).replace('"sequence_number": 1', '"sequence_number": 1e3')
        odd.append(Record(exponent, "pending/waiting_for_predecessor"))
        # A key twice: the later one counts.
        twice = json.dumps(self.odd_fields() | {"properties": {"a": 1}, "extra": {"kind": 1}})
        twice = twice.replace('"message_id"', '"message_id": "first", "message_id"').replace(
            '"a": 1', '"a": 1, "a": 2'
        )
        odd.append(Record(twice.replace('"kind": 1', '"kind": 1, "kind": 2'), "released"))
        return odd

    def lines(self, good: int) -> list[tuple[bytes, str | None]]:
        """Good records with bad ones between; each line with the id of the good record in it."""
        lines: list[tuple[bytes, str | None]] = []
        for record in self.good_records(good):
            while self.random.random() < 0.5:
                bad = self.random.choice(UNDECODABLE)(self.random)
                self.landed.undecodable.append(bad)
                lines.append((bad, None))
            self.landed.good[record["message_id"]] = record["body"]
            lines.append(
                (json.dumps(record, ensure_ascii=self.random.random() < 0.5).encode(), record["message_id"])
            )
        return lines

    def plain(self) -> None:
        """Uncompressed; ends of lines, byte order marks and blanks of all kinds."""
        self.count += 1
        ending = self.random.choice([b"\n", b"\r\n", b"\n\n", b"\n \t \n"])
        start = self.random.choice([b"", b"\xef\xbb\xbf"])
        end = self.random.choice([b"", ending])
        self.write(f"plain-{self.count}.json", start + ending.join(line for line, _ in self.lines(12)) + end)

    def hostile_name(self) -> None:
        """The text of a name is text."""
        self.count += 1
        name = self.random.choice(
            [*HOSTILE_TEXTS, "new\nline", "*?[a]", "{a,b}", "#hash", "=", "x=y", "a:b", " "]
        )
        name = f"{name.replace('/', '|')}{self.count}.json"
        before = len(self.landed.undecodable)
        lines = self.lines(3)
        self.write(name, b"\n".join(line for line, _ in lines))
        # Hadoop cannot open a local file with a colon in its name.
        if ":" in name:
            self.keep(lines, 0, 0, before)
            self.landed.unreadable.add(name)

    def compressed(self, good: int) -> tuple[list[tuple[bytes, str | None]], bytes]:
        lines = self.lines(good)
        return lines, b"".join(line + b"\n" for line, _ in lines)

    def whole_gzip(self) -> None:
        """In one or several members, which is one file all the same; none of it is bad."""
        self.count += 1
        content = self.compressed(12)[1]
        cut = self.random.randint(0, len(content))
        parts = self.random.choice([[content], [content[:cut], content[cut:]], [content, b""]])
        self.write(f"whole-{self.count}.json.gz", b"".join(gzip.compress(part) for part in parts))

    def cut_gzip(self) -> None:
        """Ends too early: what was whole until then is read, the file is named once."""
        self.count += 1
        before = len(self.landed.undecodable)
        lines, content = self.compressed(self.random.choice([5, 200]))
        whole = gzip.compress(content)
        length = self.random.choice(
            [1, 9, 10, len(whole) - 8, len(whole) - 1, *[self.random.randint(11, len(whole) - 9)] * 4]
        )
        self.write(f"cut-{self.count}.json.gz", whole[:length])
        unpacked = zlib.decompressobj(31).decompress(whole[:length]) if length > 10 else b""
        self.keep(lines, len(unpacked), len(unpacked), before)
        self.landed.unreadable.add(f"cut-{self.count}.json.gz")

    def broken_gzip(self) -> None:
        """Is no gzip, or not with these contents."""
        self.count += 1
        before = len(self.landed.undecodable)
        lines, content = self.compressed(12)
        whole = gzip.compress(content)
        kind = self.random.randrange(4)
        if kind == 0:
            whole, sure, most = content, 0, 0
        elif kind == 1:  # the checksum is wrong
            whole, sure, most = (
                whole[:-8] + b"\x01\x02\x03\x04" + whole[-4:],
                len(content) - HADOOP_BUFFER,
                len(content),
            )
        elif kind == 2:
            whole, sure, most = whole + b"rubbish after the end", len(content), len(content)
        else:  # a second member that is none
            whole, sure, most = whole + whole[:15], len(content), len(content)
        self.write(f"broken-{self.count}.json.gz", whole)
        self.keep(lines, sure, most, before)
        self.landed.unreadable.add(f"broken-{self.count}.json.gz")

    def keep(self, lines: list[tuple[bytes, str | None]], sure: int, most: int, before: int) -> None:
        """Of these lines, expect only those whole within so many bytes."""
        del self.landed.undecodable[before:]
        end = 0
        for line, message_id in lines:
            end += len(line) + 1
            if message_id is None and end <= sure:
                self.landed.undecodable.append(line)
            elif message_id is not None and end > sure:
                del self.landed.good[message_id]
                if end <= most:
                    self.landed.perhaps.add(message_id)

    def blank(self) -> None:
        """Nothing in it, which is nothing wrong; a file of no bytes at all counts as not yet there."""
        self.count += 1
        content = self.random.choice([b"", b"\n", b"   \n\t\n\r\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n"])
        self.write(f"blank-{self.count}.json", content)
        self.write(f"blank-{self.count}.json.gz", self.random.choice([b"", gzip.compress(content)]))

    def odd(self, properties: int, body: int) -> None:
        """One file of odd records, two of them huge. To be landed once: some of its sequences would come again."""
        self.count += 1
        records = [*self.odd_records(), *self.huge_records(properties, body)]
        lines: list[bytes] = []
        for record in records:
            text = record.fields if isinstance(record.fields, str) else json.dumps(record.fields)
            lines.append(text.encode())
            self.landed.outcomes[f"odd-{len(lines)}"] = record.outcome
        self.write(f"odd-{self.count}.json", b"\n".join(lines))
