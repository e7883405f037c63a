"""Whatever lands: no run stops, no good record is lost, nothing is executed, what is bad is a row (G7)."""

from __future__ import annotations

import gzip
from collections import Counter
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pandas as pd
import pytest
from tests.scenarios.landing_fuzz import UNREADABLE, Fuzzer
from tests.scenarios.project import Project
from tests.scenarios.tables import TABLES
from tests.scenarios.test_main_job import contents

AFTER = "2026-03-02T00:00:00Z"
VERDICTS = (
    "select message_id, body, 'released' as outcome from {s}.resequencer__released"
    " union all select message_id, body, concat('failure/', reason) from {s}.resequencer__failure"
    " union all select message_id, body, concat('bypass/', reason) from {s}.resequencer__bypass"
    " union all select message_id, body, concat('pending/', reason) from {s}.resequencer__pending"
    " union all select message_id, body, 'nohit' from {s}.resequencer__nohit"
)


@pytest.mark.parametrize(
    ("files", "properties"), [(100, 100_000), pytest.param(1000, 1_000_000, marks=pytest.mark.long)]
)
def test_whatever_lands(project: Project, files: int, properties: int) -> None:
    # A field that Spark has to infer: inference must get through all of it, too.
    project.variables = {"columns": {"message_type": "cast(extra.kind as string)"}}
    fuzzer = Fuzzer(project.landing, seed=20260301)
    fuzzer.land(files // 2)
    project.run(as_of=AFTER)
    project.query("create table {s}.canary using delta as select 1 as alive")
    fuzzer.odd(properties, body=10_000_000)
    fuzzer.land(files - files // 2)
    project.run(as_of=AFTER)
    check(project, fuzzer)

    before = {table: contents(project, table) for table in TABLES}
    project.run("--full-refresh", as_of=AFTER)
    assert {table: contents(project, table) for table in TABLES} == before
    assert project.query("select alive from {s}.canary")[0]["alive"] == 1


def check(project: Project, fuzzer: Fuzzer) -> None:
    """Every record and file has the one verdict that it must have."""
    landed = fuzzer.landed
    rows = project.query(f"select message_id, left(body, 1000) as body, outcome from ({VERDICTS})")
    arrivals = project.query(
        "select count(*) as n from {s}.resequencer__arrivals where kind in ('record', 'unreadable')"
    )
    assert len(rows) == arrivals[0]["n"]

    verdicts = {row["message_id"]: row for row in rows if row["message_id"].startswith(("f", "odd-"))}
    lost = {
        i: verdicts.get(i)
        for i, body in landed.good.items()
        if i not in verdicts or (verdicts[i]["outcome"], verdicts[i]["body"]) != ("released", body)
    }
    assert not lost, f"{len(lost)} of {len(landed.good)} good records: {list(lost.items())[:5]}"
    wrong = {
        i: (outcome, verdicts.get(i))
        for i, outcome in landed.outcomes.items()
        if i not in verdicts or verdicts[i]["outcome"] != outcome
    }
    assert not wrong, wrong

    assert unreadable(project) == Counter(landed.unreadable)
    failures = project.query(
        "select detail, raw_record from {s}.resequencer__failure where reason = 'undecodable'"
        " and not startswith(message_id, 'odd-')"
    )
    bad = Counter(row["raw_record"] for row in failures if UNREADABLE not in row["detail"])
    expected = Counter(line.decode(errors="replace") for line in landed.undecodable)
    assert sum(bad.values()) >= sum(expected.values())
    # Of what is no UTF-8, Java and Python count the replacement characters differently.
    unlike = {line for line in expected if "\ufffd" not in line and bad[line] < expected[line]}
    assert not unlike, sorted(unlike)[:5]


def unreadable(project: Project) -> Counter[str]:
    """Names of the files of which a failure says that they cannot be read."""
    rows = project.query(
        f"select raw_record as file from {{s}}.resequencer__failure where startswith(detail, '{UNREADABLE}')"
    )
    return Counter(Path(unquote(urlsplit(row["file"]).path)).name for row in rows)


def test_broken_csv(project: Project) -> None:
    project.format = "csv"
    header = "sequence_id,sequence_number,arrived_at,body"

    def rows(name: str, first: int, last: int) -> list[str]:
        return [
            f"{name},{number},2026-03-01T10:{number:02d}:00Z,b{number}" for number in range(first, last + 1)
        ]

    def lines(*texts: str) -> bytes:
        return "".join(f"{text}\n" for text in texts).encode()

    whole = gzip.compress(lines(header, *rows("cut", 1, 50)))
    files = {
        "bom.csv": b"\xef\xbb\xbf" + lines(header, *rows("bom", 1, 3)),
        "crlf.csv": lines(header, *rows("crlf", 1, 3)).replace(b"\n", b"\r\n"),
        "cut.csv.gz": whole[:-9],
        "header.csv.gz": whole[:10],
        "words.csv.gz": b"no gzip",
        "${spark.app.name}{{ raise }}'.csv": lines(header, *rows("name", 1, 3)),
        "hostile.csv": lines(f"{header},\"'; drop table x; --{{{{ 1/0 }}}}${{env:HOME}}`\"", *(f"{r},x" for r in rows("hostile", 1, 3))),
        "latin.csv": lines(header, *rows("latin", 1, 1)) + b"latin,2,2026-03-01T10:00:00Z,caf\xe9\n" + lines(*rows("latin", 2, 2)),
        "rubbish.csv": b"\x00\x01\xff\n\xfe\n",
        "10:30:00.csv": lines(header, *rows("colon", 1, 3)),
        "empty.csv": b"",
        "blank.csv": b"  \n\t\n",
    }  # fmt: skip
    for name, content in files.items():
        (project.landing / name).write_bytes(content)
    project.run(as_of=AFTER)
    released = {
        row["sequence_id"]: row["n"]
        for row in project.query(
            "select sequence_id, count(*) as n from {s}.resequencer__released group by 1"
        )
    }
    assert released.pop("cut") in (49, 50)
    assert released == {"bom": 3, "crlf": 3, "name": 3, "hostile": 3, "latin": 2}
    assert unreadable(project) == Counter(["cut.csv.gz", "header.csv.gz", "words.csv.gz", "10:30:00.csv"])
    assert project.verdict_counts()["failure/undecodable"] == 4 + 2


def test_broken_parquet(project: Project) -> None:
    project.format = "parquet"

    def land(name: str, sequence: str) -> Path:
        path = project.landing / name
        frame = pd.DataFrame(
            {
                "sequence_id": sequence, "sequence_number": range(1, 21), "arrived_at": "2026-03-01T10:00:00Z",
                "body": [f"{sequence} {number}" for number in range(1, 21)], "more": [{"a": 1, "b": "x" * 100}] * 20,
            }
        )  # fmt: skip
        frame.to_parquet(path, row_group_size=10, index=False)
        return path

    land("whole.parquet", "whole")
    cut = land("cut.parquet", "cut")
    cut.write_bytes(cut.read_bytes()[:-20])
    (project.landing / "words.parquet").write_bytes(b"no parquet at all")
    # The pages of the second ten rows are overwritten.
    page = land("page.parquet", "page")
    content = bytearray(page.read_bytes())
    start = content.index(b"page 11") - 20
    content[start : start + 60] = b"\xff" * 60
    page.write_bytes(bytes(content))
    project.run(as_of=AFTER)
    rows = project.query("select sequence_id, count(*) as n from {s}.resequencer__released group by 1")
    assert {row["sequence_id"]: row["n"] for row in rows} == {"whole": 20, "page": 10}
    assert unreadable(project) == Counter(["cut.parquet", "words.parquet", "page.parquet"])
