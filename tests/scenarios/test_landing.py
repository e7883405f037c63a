"""Every landing format, exactly once, whatever the files look like."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest.mock import patch

import pandas as pd
import pytest
from tests.scenarios.project import Project, failure_text
from tests.scenarios.test_main_job import message

AFTER = "2026-03-02T00:00:00Z"


def released(project: Project) -> list[tuple[str, int]]:
    rows = project.query(
        "select sequence_id, sequence_number from {s}.resequencer__released order by sequence_id, release_position"
    )
    return [tuple(row) for row in rows]


@pytest.mark.long
def test_csv_goes_by_the_header_of_each_file(project: Project) -> None:
    project.format = "csv"
    project.land(
        "a.csv",
        [
            "sequence_id,sequence_number,arrived_at,amount,body",
            's,2,2026-03-01T10:02:00Z,1,"two, quoted"',
            "",
            "s,1,2026-03-01T10:01:00Z,2,one",
        ],
    )
    project.land(
        "b.csv",
        [
            "amount,arrived_at,sequence_number,sequence_id",
            "9.5,2026-03-01 10:03:00,3,s",
            "1,2026-03-01T10:03:00Z,x,s",
            "too,few",
            "1,2026-03-01T10:03:00Z,4,s,too,many",
        ],
    )
    project.run(as_of=AFTER, columns={"message_type": "cast(amount * 2 as string)"})
    assert released(project) == [("s", 1), ("s", 2), ("s", 3)]
    bodies = project.query(
        "select body, message_type from {s}.resequencer__released order by release_position"
    )
    assert [row["body"] for row in bodies] == ["one", "two, quoted", None]
    assert [float(row["message_type"]) for row in bodies] == [4, 2, 19]
    failures = project.query("select reason, raw_record from {s}.resequencer__failure order by raw_record")
    assert [tuple(row) for row in failures] == [
        ("undecodable", "1,2026-03-01T10:03:00Z,4,s,too,many"),
        ("invalid_key", "1,2026-03-01T10:03:00Z,x,s"),
        ("undecodable", "too,few"),
    ]


def test_csv_with_comments_and_a_column_of_any_name(project: Project) -> None:
    project.variables["landing"] = {
        "format": "csv",
        "path": str(project.landing),
        "options": {"comment": "#"},
    }
    lines = [
        "# of today",
        "sequence_id,sequence_number,arrived_at,_corrupt",
        "s,1,2026-03-01T10:01:00Z,a",
        "#s,2",
        "s,2,2026-03-01T10:02:00Z,b",
    ]
    project.land("a.csv", lines)
    project.run(as_of=AFTER, columns={"body": "upper(_corrupt)"})
    assert project.verdict_counts() == {"released": 2}
    assert [row[0] for row in project.query("select body from {s}.resequencer__released order by 1")] == [
        "A",
        "B",
    ]


def test_parquet_text_and_what_a_column_of_doubles_makes_of_numbers(project: Project) -> None:
    project.format = "parquet"
    frame = pd.DataFrame(
        {
            "sequence_id": ["s"] * 3,
            "sequence_number": [2.0, 1.0, None],
            "arrived_at": pd.to_datetime(
                format="ISO8601",
                arg=["2026-03-01T10:02:00.123456Z", "2026-03-01T10:01:00Z", "2026-03-01T10:00:00Z"],
            ).astype("datetime64[us, UTC]"),
        }
    )
    frame.to_parquet(project.landing / "a.parquet")
    project.run(as_of=AFTER)
    assert released(project) == [("s", 1), ("s", 2)]
    assert project.verdict_counts()["failure/missing_key"] == 1
    moment = project.query(
        "select date_format(arrived_at, 'ss.SSSSSS') as t from {s}.resequencer__released where sequence_number = 2"
    )
    assert moment[0]["t"] == "00.123456"


def test_parquet_files_of_one_run_may_have_a_column_in_several_types(project: Project) -> None:
    project.format = "parquet"
    columns = {"message_type": "cast(v as string)", "properties": "map('x', upper(meta.x))"}
    time = pd.Timestamp("2026-03-01T10:00:00Z").as_unit("us")

    def land(name: str, **fields: Any) -> None:
        values = {
            "sequence_id": name,
            "sequence_number": 1,
            "arrived_at": time,
            "v": 1,
            "meta": {"x": "a"},
            **fields,
        }
        pd.DataFrame({field: [value] for field, value in values.items()}).to_parquet(project.landing / f"{name}.parquet")  # fmt: skip

    land("int")
    land("int again", v=10)
    land("double", v=2.5)
    land("text", v="3", meta="n/a")
    land("list", v=[4], meta={"x": "a", "y": 1})
    land("number, as {text}+100%", sequence_number="1")
    land("number as double", sequence_number=1.0)
    land("time as text", arrived_at="2026-03-01T10:00:00Z")
    (project.landing / "cut.parquet").write_bytes((project.landing / "int.parquet").read_bytes()[:-9])
    land("hides its file", _metadata="m")
    project.run("--select", "+resequencer__released", "+resequencer__failure", as_of=AFTER, columns=columns)
    found = "select sequence_id, message_type, properties['x'] as x from {s}.resequencer__released"
    wanted = {
        "int": ("1", "A"), "int again": ("10", "A"), "double": ("2.5", "A"), "text": ("3", None), "list": ("[4]", "A"), "number, as {text}+100%": ("1", "A"),
        "number as double": ("1", "A"), "time as text": ("1", "A"),
    }  # fmt: skip
    assert {row[0]: (row[1], row[2]) for row in project.query(found)} == wanted
    failures = project.query("select raw_record, detail from {s}.resequencer__failure")
    assert all("a type that Spark does not read" in row["detail"] for row in failures)
    assert sorted(row["raw_record"].rsplit("/", 1)[1] for row in failures) == [
        "cut.parquet",
        "hides%20its%20file.parquet",
    ]
    # In a later run one type alone, and then others beside it.
    land("next", v="5")
    project.run("--select", "+resequencer__released", as_of=AFTER, columns=columns)
    land("another", v=6)
    land("and another", v="7", sequence_number="x")
    # Some alike beside what cannot be read, now and from before.
    land("alike", v=8)
    (project.landing / "none.parquet").write_bytes(b"no parquet at all")
    project.run("--select", "+resequencer__released", as_of=AFTER, columns=columns)
    wanted |= {"next": ("5", "A"), "another": ("6", "A"), "alike": ("8", "A")}
    assert {row[0]: (row[1], row[2]) for row in project.query(found)} == wanted
    project.run("--full-refresh", "--select", "+resequencer__released", as_of=AFTER, columns=columns)
    assert {row[0]: (row[1], row[2]) for row in project.query(found)} == wanted


def test_text_is_decoded_by_expressions(project: Project) -> None:
    project.format = "text"
    project.land("a.txt", ["s|2|2026-03-01T10:02:00Z", "s|1|2026-03-01T10:01:00Z", "rubbish"])
    columns = {
        "sequence_id": "split(value, '[|]')[0]",
        "sequence_number": "split(value, '[|]')[1]",
        "arrived_at": "split(_raw, '[|]')[2]",
    }
    project.run(as_of=AFTER, columns=columns)
    assert released(project) == [("s", 1), ("s", 2)]
    assert project.verdict_counts()["failure/no_arrival_time"] == 1


def test_each_file_once_with_odd_names_and_fields_that_come_and_go(project: Project) -> None:
    columns = {
        "sequence_number": "details.number",
        "is_last": "coalesce(closing, false)",
        "sequence_id": "name",
    }

    def record(number: float, minute: int, **more: object) -> dict[str, object]:
        return {
            "name": "s",
            "details": {"number": number},
            "arrived_at": f"2026-03-01T10:{minute:02d}:00Z",
            **more,
        }

    project.land("a b'c%20{d}.json", [record(1, 1, closing=False)])
    project.run(as_of="2026-03-01T10:10:00Z", columns=columns)
    # Neither `closing` is there, nor is the number an integer to Spark; what was known stays known.
    project.land("e.json", [record(2, 2) | {"details": {"number": 2, "note": 1.5}}, record(2.5, 3)])
    (project.landing / "_unfinished.json").write_text('{"name": "s"')
    project.run(as_of="2026-03-01T10:20:00Z", columns=columns)
    project.land("f.json", [record(3, 4, closing=True), {"NAME": "other case", "name": "s", "details": None}])
    project.run(as_of=AFTER, columns=columns)
    project.run(as_of=AFTER, columns=columns)
    assert released(project) == [("s", 1), ("s", 2), ("s", 3)]
    assert project.verdict_counts() == {"released": 3, "failure/invalid_key": 1, "failure/no_arrival_time": 1}
    files = project.query("select file_path from {s}.resequencer__arrivals where kind = 'file'")
    assert len(files) == 3


def test_an_empty_lake(project: Project) -> None:
    project.run(as_of=AFTER)
    assert project.verdict_counts() == {}
    project.land("a.json", [message(1, 0)])
    project.run(as_of=AFTER)
    assert project.verdict_counts() == {"released": 1}


def test_nothing_in_a_text_is_ever_executed(project: Project, tmp_path: Path) -> None:
    nasty = [
        "'; drop table x; --",
        "{{ 1/0 }}",
        "${jndi:x}",
        "\\' or 1=1 --",
        "{% raise %}",
        "`",
        "\u0000\u2028",
    ]
    records = [
        message(1, 0, sequence=text, body=text, message_type=text, properties={text: text}) for text in nasty
    ]
    project.land("nasty.json", list(records))
    project.run(
        as_of=AFTER,
        rulesets=[{"name": "all", "match": {"not_properties": [{text: "^no$"} for text in nasty[:5]]}}],
    )
    rows = project.query("select sequence_id, body, message_type, properties from {s}.resequencer__released")
    assert sorted(row["sequence_id"] for row in rows) == sorted(nasty)
    assert all(
        row["body"] == row["sequence_id"] and row["properties"] == {row["body"]: row["body"]} for row in rows
    )


def warnings(project: Project, **settings: Any) -> list[str]:
    """What is warned of before a run begins."""
    with patch("dbt.context.exceptions_jinja.warn_or_error") as warned:
        checked = project.invoke("run-operation", "validate_settings", **settings)
    assert checked.success, failure_text(checked)
    return [call.args[0].msg for call in warned.call_args_list]


def test_what_is_read_otherwise_than_meant_is_warned_of(project: Project) -> None:
    """A folder for each entity below the landing place; a session that an action does not set."""
    (project.landing / "Topic1").mkdir()
    (project.landing / "Topic1" / "a.json").write_text("{}\n", encoding="utf-8")
    rule = {"name": "f", "filter": "1 = 1"}
    told = warnings(
        project, forwarding=[rule | {"set": "SET SessionId = 'a'; SET user.Label = 'b'; SET Own = 'c'"}]
    )
    assert len(told) == 2
    assert "f.set: SessionId without sys." in told[0]
    assert "write sys.SessionId" in told[0]
    assert "in which no file lies" in told[1]
    assert "Topic1/a.json" in told[1]
    landing = {"format": "json", "path": f"{project.landing}/*"}
    assert warnings(project, landing=landing, forwarding=[rule | {"set": "SET sys.SessionId = 'a'"}]) == []
