"""One hostile value in one field: it is judged by itself, and no other record is touched (G7)."""

from __future__ import annotations

import json
import math
from datetime import datetime
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.scenarios import one_value
from tests.scenarios.hostile import COLUMNS, VALUES, landing
from tests.scenarios.one_value import ALL, DEEP, KINDS, PLACES, TWINS, Place, decode, differing, good, spoilt
from tests.scenarios.project import Project, failure_text
from tests.scenarios.test_fuzzed_landing import VERDICTS

AFTER = "2026-03-02T00:00:00Z"
SETTINGS = {
    "columns": COLUMNS,
    "max_undecodable": 1_000_000,
    "rulesets": [
        {"name": "all", "set_properties": {"line": "##body##/##t##"}, "format": [{"field": "body", "substitution": "s/(b)ody/$1/"}]}
    ],
}  # fmt: skip
REASONS = {
    "undecodable", "missing_sequence_id", "missing_key", "invalid_key", "no_arrival_time", "last_conflict",
}  # fmt: skip


def check(project: Project, landed: int, good: set[str]) -> None:
    """Every record has one verdict; the good ones are released, in order, as they were sent."""
    rows = project.query(f"select message_id, left(body, 100) as body, outcome from ({VERDICTS})")
    assert len(rows) == landed
    found = {row["message_id"]: row for row in rows if row["message_id"] in good}
    assert {id: (row["outcome"], row["body"]) for id, row in found.items()} == dict.fromkeys(
        good, ("released", "the b")
    )
    failures = project.query("select reason, detail, raw_record from {s}.resequencer__failure")
    assert {row["reason"] for row in failures} <= REASONS
    assert all(row["detail"] and row["raw_record"] for row in failures)
    raised = [row["detail"] for row in failures if "raises an error" in row["detail"]]
    # Each of the expressions has met what it cannot bear.
    assert {detail.split()[0] for detail in raised} == COLUMNS.keys() - {
        "message_id", "sequence_number", "body",
    }  # fmt: skip


@pytest.mark.usefixtures("compiled_queries")
def test_one_hostile_value_touches_no_other_record(project: Project) -> None:
    project.variables |= SETTINGS
    lines, good = landing(1)
    project.land("part-1.json", lines)
    project.run(as_of=AFTER)
    check(project, len(lines), good)
    more, others = landing(2)
    project.land("part-2.json", more)
    project.run(as_of=AFTER)
    check(project, len(lines) + len(more), good | others)

    before = sorted(project.query(VERDICTS))
    project.run("--full-refresh", as_of=AFTER, compile_from=1_000_000)
    assert sorted(project.query(VERDICTS)) == before
    assert project.query("select * from {s}.resequencer__format_errors") == []


KEYS: dict[str, dict[str, Any]] = {
    "number": {},
    "long": {"key_type": "long"},
    "double": {"key_type": "double"},
    "numeral": {"key_type": "numeral"},
    "text": {"key_type": "string"},
    "time": {"key_type": "time"},
    "pattern": {"key_type": "time", "time_pattern": "yyyy-MM-dd'T'HH:mm:ss"},
    "zone": {"key_type": "time", "time_pattern": "yyyy-MM-dd'T'HH:mm:ssXXX"},
}
# With numbers and times that are as long, or as late, as Spark and Java have them.
HOSTILE_KEYS = [
    *VALUES, *("1" + "0" * 1_000_000, "1." + "0" * 1_000_000 + "1", '"' + "9" * 1_000_000 + '"', '"1.' + "0" * 1_000_000 + '1"'),
    *('"+292278994-08-17T07:12:55"', '"+292278994-08-17T07:12:55Z"', '"-292275055-05-16T16:47:04"', '"+999999999-12-31T23:59:59"'),
]  # fmt: skip


def test_a_hostile_key_touches_no_other_record(project: Project) -> None:
    """Whatever a key's type: the record has a verdict, now and after a rebuild, and the others leave in order."""
    project.variables |= {
        "columns": {"sequence_number": "n", "properties": "p"},
        "rulesets": [
            {"name": name, "match": {"properties": [{"kind": f"^{name}$"}]}, "bake_time": "1s", **fields}
            for name, fields in KEYS.items()
        ],
    }
    good = {
        "time": '"2026-01-01T00:00:0%dZ"',
        "zone": '"2026-01-01T00:00:0%dZ"',
        "pattern": '"2026-01-01T00:00:0%d"',
    }
    lines = []
    for name in KEYS:
        keys: list[tuple[str, str | None]] = [("good", good.get(name, "%d") % place) for place in (1, 2, 3)]
        keys += [(f"bad-{n}", key) for n, key in enumerate(HOSTILE_KEYS)]
        for n, (sequence, key) in enumerate(keys):
            about = f'"message_id": "{name}-{n}", "sequence_id": "{sequence}", "arrived_at": "2026-03-01T00:00:00Z"'
            number = "" if key is None else f', "n": {key}'
            lines.append(f'{{{about}, "p": {{"kind": "{name}"}}{number}}}')
    project.land("keys.json", lines)
    project.run(as_of=AFTER)
    found = sorted(project.query(VERDICTS))
    assert len(found) == len(lines)
    released = project.query(
        "select ruleset, count(*) from {s}.resequencer__released where sequence_id = 'good' group by ruleset"
    )
    assert {tuple(row) for row in released} == {(name, 3) for name in KEYS}
    failures = project.query("select distinct reason from {s}.resequencer__failure")
    assert {row["reason"] for row in failures} <= REASONS
    project.run_again("--full-refresh", as_of=AFTER)
    assert sorted(project.query(VERDICTS)) == found


@pytest.mark.parametrize("goes_on", [False, pytest.param(True, marks=pytest.mark.long)])
def test_an_expression_that_fits_no_record_ends_the_run_once(project: Project, goes_on: bool) -> None:
    project.variables |= {
        "columns": {"arrived_at": "timestamp_millis(at)"},
        "max_undecodable": 3,
        "rulesets": [{"name": "all", "group_by": "##sequence_id##"}],
    }
    bad = [
        {"message_id": f"bad-{n}", "sequence_id": f"bad-{n}", "sequence_number": 1, "at": 2**63 - 1 - n}
        for n in range(4)
    ]
    good = {"message_id": "good", "sequence_id": "good", "sequence_number": 1, "at": 1767225600000}
    project.land("part-1.json", [*bad, good])
    run = project.invoke("run", as_of=AFTER)
    assert not run.success
    text = failure_text(run)
    for part in (
        "resequencer__columns.arrived_at",
        "timestamp_millis(at)",
        "4 records",
        "9223372036854775807",
        "once the next run has made that view",
    ):
        assert part in text
    if not goes_on:
        return
    # What was decided stands, and nothing is in the way of the next run.
    project.run(as_of=AFTER)
    assert project.verdict_counts() == {"failure/undecodable": 4, "released": 1}
    assert_spark_is_quoted(project)
    project.land("part-2.json", [{**good, "message_id": "next", "sequence_number": 2}])
    project.run(as_of=AFTER)
    assert project.verdict_counts() == {"failure/undecodable": 4, "released": 2}
    # Nor of a rebuild.
    project.run("--full-refresh", as_of=AFTER)
    assert project.verdict_counts() == {"failure/undecodable": 4, "released": 2}
    assert_spark_is_quoted(project)


def assert_spark_is_quoted(project: Project) -> None:
    details = [row["detail"] for row in project.query("select detail from {s}.resequencer__failure")]
    assert all("timestamp_millis(at), where" in detail and "long overflow" in detail for detail in details)


def test_a_parquet_file_with_times_out_of_range(project: Project) -> None:
    project.format = "parquet"
    project.landing = project.landing / "a folder+"
    project.landing.mkdir()
    project.variables = {"columns": {"arrived_at": "at", "body": "url_decode(val)", "message_type": "f"}}
    largest, good = 2**63 - 1, 1767225600123

    def land(name: str, times: pa.TimestampType, at: list[int | None], **columns: pa.Array) -> None:
        ids = [f"{name}-{n}" for n in range(1, len(at) + 1)]
        table = pa.table(
            {
                "message_id": ids,
                "sequence_id": pa.array([f"{name}-bad" if v != good else name for v in at]),
                "sequence_number": pa.array([1 if v != good else at[: n + 1].count(good) for n, v in enumerate(at)], pa.int64()),
                "at": pa.array(at, times),
                **columns,
            }
        )  # fmt: skip
        pq.write_table(table, project.landing / f"{name}.parquet")

    val = pa.array(["%41", "%zz", None])
    land("ms", pa.timestamp("ms", tz="UTC"), [good, largest, good], val=pa.array(["%41"] * 3))
    land(
        "local", pa.timestamp("ms", tz="UTC"), [good, -largest, good], f=pa.array([float("nan"), 1e300, -0.0])
    )
    land("us", pa.timestamp("us", tz="UTC"), [good * 1000, largest, None], val=val)
    project.run(as_of=AFTER)
    rows = project.query(f"select message_id, left(body, 100) as body, outcome from ({VERDICTS})")
    assert {row["message_id"]: (row["outcome"], row["body"]) for row in rows} == {
        "ms-1": ("released", "A"),
        "ms-2": ("failure/no_arrival_time", "A"),
        "ms-3": ("released", "A"),
        "local-1": ("released", None),
        "local-2": ("failure/no_arrival_time", None),
        "local-3": ("released", None),
        "us-1": ("released", "A"),
        "us-2": ("failure/undecodable", None),
        "us-3": ("failure/no_arrival_time", None),
    }
    at = project.query("select distinct arrived_at from {s}.resequencer__released")
    assert [row["arrived_at"].timestamp() for row in at] == [good / 1000]
    text = project.query("select detail from {s}.resequencer__failure where message_id = 'ms-2'")
    assert str(largest) in text[0]["detail"]
    assert project.query("show tables in {s} like 'resequencer__landing_*'") == []


def test_parquet_files_with_one_hostile_value_each(project: Project) -> None:
    # Numbers, texts, times, lists, maps and what is within them, each in the type that a file gives it.
    project.format = "parquet"
    project.variables = {
        "max_undecodable": 1_000,
        "columns": {
            "arrived_at": "at",
            "sequence_number": "n",
            "is_last": "element_at(list, 2) < 0",
            "message_type": "concat(text, '/', url_decode(element_at(texts, 1)), '/', cast(day as string))",
            "body": "concat(inner.text, ' ', cast(cast(inner.number + 1 as bigint) as string))",
            "properties": "map_concat(tags, map('real', cast(cast(real as bigint) as string), 'exact', cast(exact as string)))",
        },
    }  # fmt: skip
    types = pa.schema(
        {
            "message_id": pa.string(), "sequence_id": pa.string(), "n": pa.int64(), "at": pa.timestamp("us", tz="UTC"),
            "text": pa.string(), "day": pa.date32(), "real": pa.float64(), "exact": pa.decimal128(38, 9),
            "list": pa.list_(pa.int64()), "texts": pa.list_(pa.string()), "tags": pa.map_(pa.string(), pa.string()),
            "inner": pa.struct({"text": pa.string(), "number": pa.float64()}),
        }
    )  # fmt: skip
    good: dict[str, Any] = {
        "n": 1, "at": 1767225600000000, "text": "t", "day": 20454, "real": 7.0, "exact": Decimal("1.5"), "list": [1, 2],
        "texts": ["%41"], "tags": [("a", "b")], "inner": {"text": "i", "number": 1.0},
    }  # fmt: skip
    largest = 2**63 - 1
    hostile: dict[str, list[Any]] = {
        "n": [None, largest, -largest - 1], "at": [None, largest, -largest - 1], "text": [None, "", "x" * 1_000_000, "\x00"],
        "day": [None, 2**31 - 1, -(2**31)], "real": [None, math.nan, math.inf, -math.inf, 1e300],
        "exact": [None, Decimal("9" * 29 + "." + "9" * 9), Decimal(0)],
        "list": [None, [], [1], [None, None], [largest] * 100_000], "texts": [None, [], ["%zz"], [None], ["%"] * 1_000],
        "tags": [None, [], [("a", None)], [("a", "1"), ("a", "2")], [("real", "x")], [(f"k{n}", "v") for n in range(10_000)]],
        "inner": [None, {"text": None, "number": math.nan}, {"text": "i", "number": math.inf}, {"text": "i", "number": -1e300}],
    }  # fmt: skip
    spoilt = {f"{field}-{place}": {field: value} for field, values in hostile.items() for place, value in enumerate(values)}  # fmt: skip
    half = len(spoilt) // 2
    for part, ids in enumerate([list(spoilt)[:half], list(spoilt)[half:]]):
        for id in ids:
            records = [
                {**good, **changes, "message_id": name, "sequence_id": name}
                for name, changes in ((f"{id}-before", {}), (id, spoilt[id]), (f"{id}-after", {}))
            ]
            pq.write_table(pa.Table.from_pylist(records, types), project.landing / f"{id}.parquet")
        project.run(as_of=AFTER)
        outlets = {"released": "'released'", "failure": "reason", "pending": "reason", "bypass": "reason"}
        rows = project.query(" union all ".join(
            f"select message_id, {outcome}, message_type, body, properties from {{s}}.resequencer__{outlet}"
            for outlet, outcome in outlets.items()
        ))  # fmt: skip
        found = {row["message_id"]: tuple(row[1:]) for row in rows}
        assert len(rows) == len(found) == 3 * (half if part == 0 else len(spoilt))
        wanted = ("released", "t/A/2026-01-01", "i 2", {"a": "b", "real": "7", "exact": "1.500000000"})
        assert {id: row for id, row in found.items() if id not in spoilt and row != wanted} == {}
    outcomes = {id: found[id][0] for id in spoilt if found[id][0] != "released"}
    assert outcomes == dict.fromkeys(["at-0", "at-1", "at-2"], "no_arrival_time") | {
        "n-0": "missing_key", "n-1": "waiting_for_predecessor", "n-2": "before_start",
        "texts-2": "undecodable", "texts-4": "undecodable",
    }  # fmt: skip
    # A value that cannot be computed is null in the columns that are made of it, and in no other.
    assert found["inner-1"][1:] == ("t/A/2026-01-01", None, wanted[3])
    assert found["tags-3"][3] == wanted[3] | {"a": "2"}
    assert project.query("select 1 from {s}.resequencer__failure where coalesce(detail, '') = ''") == []


def test_what_the_first_file_shows_of_types_stops_nothing(project: Project) -> None:
    # Each of these alone made Spark see another type, or left a map half built; all in one file and task.
    project.variables = {
        "columns": {
            "arrived_at": "timestamp_millis(Received)",
            "message_type": "case when kind = 'ms' then upper(meta.x) end",
            "body": "cast(unix_millis(timestamp_millis(deep.received)) as string)",
            "properties": "map_concat(map('tag', tag, key, 'yes'), str_to_map(tags))",
        },
        "rulesets": [{"name": "all", "group_by": "##message_id##"}],
    }
    time = 1767225600000
    base: dict[str, Any] = {
        "sequence_number": 1, "received": time, "kind": "ms", "meta": {"x": "a"}, "deep": {"received": time}, "tag": "t", "key": "k",
        "tags": "c:4",
    }  # fmt: skip
    variants: dict[str, dict[str, Any]] = {
        "good": {},
        "fraction": {"received": 1.5},
        "too large": {"received": 2**63},
        "no number": {"received": "n/a"},
        "no object": {"meta": "n/a"},
        "no number within": {"deep": {"received": "n/a"}},
        "null key": {"key": None},
        "after null key": {"tags": "d:5"},
        "doubled key": {"tags": "a:1,b:2,b:3"},
        "after doubled key": {},
    }
    records: list[Any] = [{**base, "message_id": id, **variant} for id, variant in variants.items()]
    spelled = json.dumps({**base, "message_id": "spelled"}).replace("received", "RECEIVED", 1)
    doubled = json.dumps({**base, "message_id": "doubled"})[:-1] + ', "kind": "ms"}'
    project.land("part-1.json", [*records, spelled, doubled])
    project.run(as_of=AFTER)
    rows = project.query(
        "select message_id, message_type, body, properties, 'released' as outcome from {s}.resequencer__released union all"
        " select message_id, message_type, body, properties, reason from {s}.resequencer__failure"
    )
    found = {row["message_id"]: row for row in rows}
    wanted = dict.fromkeys([*variants, "spelled", "doubled"], "released")
    wanted |= dict.fromkeys(["fraction", "too large", "no number"], "no_arrival_time")
    assert {id: row["outcome"] for id, row in found.items()} == wanted | {"null key": "undecodable"}
    said = project.query("select detail from {s}.resequencer__failure where message_id = 'no number'")
    for part in ("null, by timestamp_millis(Received)", '{"Received":null}', "read as `Received` bigint"):
        assert part in said[0]["detail"]
    assert found["good"]["message_type"] == "A"
    assert found["no object"]["message_type"] is None
    assert found["good"]["body"] == str(time)
    assert found["no number within"]["body"] is None
    tagged = {"tag": "t", "k": "yes"}
    assert found["after null key"]["properties"] == tagged | {"d": "5"}
    assert found["doubled key"]["properties"] == tagged | {"a": "1", "b": "3"}
    assert found["after doubled key"]["properties"] == tagged | {"c": "4"}


def test_a_line_of_csv_with_too_many_columns(project: Project) -> None:
    project.format = "csv"
    project.variables = {"columns": {"arrived_at": "timestamp_millis(received)"}}
    good = "m-{0},s,{0},1767225600000"
    project.land(
        "part-1.csv",
        ["message_id,sequence_id,sequence_number,received", good.format(1), "," * 25_000, good.format(2)],
    )
    project.run(as_of=AFTER)
    assert project.verdict_counts() == {"released": 2, "failure/undecodable": 1}


@pytest.mark.parametrize("compiled", [True, False])
def test_a_map_that_raises_leaves_nothing_to_the_next_record(
    project: Project, request: pytest.FixtureRequest, compiled: bool
) -> None:
    if compiled:
        request.getfixturevalue("compiled_queries")
    by_keys = "transform_keys(map_from_arrays(array(tag, 'b'), array(tag, 'B')), (k, v) -> if(v = 'B', concat(last, left(url_decode(val), 0)), k))"
    by_entries = "map_from_entries(transform(array(tag, last), one -> struct(one as k, if(one = 'b', url_decode(val), one) as v)))"
    project.variables["columns"] = {
        "properties": "Map (tag, tag, -- it's one, and another\n last, url_decode(val))",
        "message_type": f"to_json({by_entries})",
        "body": f"to_json({by_keys})",
    }
    values = [("first", "b", "B"), ("value", "b", "%zz"), ("key", None, "B"), ("good", "b", "B")]
    project.land(
        "part-1.json",
        [
            {
                "message_id": tag, "sequence_id": tag, "sequence_number": 1, "arrived_at": "2026-03-01T10:00:00Z",
                "tag": tag, "last": last, "val": val,
            }
            for tag, last, val in values
        ],
    )  # fmt: skip
    project.run("--select", "+resequencer__released", "+resequencer__failure", as_of=AFTER)
    released = project.query(
        "select message_id, properties, message_type, body from {s}.resequencer__released"
    )
    assert {row["message_id"] for row in released} == {"first", "good"}
    for row in released:
        built = {row["message_id"]: row["message_id"], "b": "B"}
        assert [row["properties"], *map(json.loads, row[2:])] == [built] * 3
    failed = project.query(
        "select message_id, detail from {s}.resequencer__failure where reason = 'undecodable'"
    )
    assert {row["message_id"] for row in failed} == {"value", "key"}
    assert all("cannot be computed" in row["detail"] for row in failed)


def test_what_an_object_gets_later_has_the_type_in_which_it_comes(project: Project) -> None:
    project.variables["columns"] = {
        "message_type": "case when meta.prio > meta.quota then 'high' else 'low' end"
    }
    fields = {"sequence_id": "s", "arrived_at": "2026-03-01T10:00:00Z"}
    project.land("part-1.json", [fields | {"sequence_number": 1, "meta": {"x": 1}}])
    selected = ("--select", "+resequencer__released")
    project.run(*selected, as_of=AFTER)
    project.land("part-2.json", [fields | {"sequence_number": 2, "meta": {"prio": 9, "quota": 10}}])
    project.run(*selected, as_of=AFTER)
    wanted = [(1, "low"), (2, "low")]
    released = "select sequence_number, message_type from {s}.resequencer__released order by sequence_number"
    assert project.query(released) == wanted
    project.run("--full-refresh", *selected, as_of=AFTER)
    assert project.query(released) == wanted


def test_a_schema_with_names_that_need_quotes(project: Project) -> None:
    schema = "at bigint, meta struct<`a b`:bigint,`c,d:e`:string>"
    project.variables = {
        "landing": {"format": "json", "path": str(project.landing), "schema": schema},
        "columns": {
            "sequence_number": "meta.`a b`",
            "arrived_at": "timestamp_millis(at)",
            "body": "concat(meta.`c,d:e`, meta.`a b` + 1)",
        },
    }
    meta = {"a b": 1, "c,d:e": "x"}
    project.land("part-1.json", [{"message_id": "m", "sequence_id": "s", "at": 1767225600000, "meta": meta}])
    project.run(as_of=AFTER)
    assert project.query("select sequence_number, body from {s}.resequencer__released") == [(1, "x2")]


GOOD = {
    "undecodable": None, "sequence_number": "1", "sequence_total": 3, "is_last": False, "arrived_at": datetime(2026, 1, 1),
    "arrived_at_text": "2026-01-01 00:00:00", "message_type": "A/C/1767225600000", "body": "b",
    "properties": {"deep": "8", "first": '{"t":1767225600000,"x":"c"}'},
}  # fmt: skip
# Where the types of fields are inferred, each of these has stopped the run and all to come.
IN_CI: list[tuple[Place, str | None]] = [
    (("unmapped",), DEEP[0]), (("meta",), DEEP[1]), (("meta",), TWINS), (("items", 0), TWINS), (("meta",), '"n/a"'), (("items", 0, "t"), '"n/a"'),
]  # fmt: skip
ONE_VALUE = IN_CI + [(place, value) for place in PLACES for value in KINDS if (place, value) not in IN_CI]


@pytest.mark.parametrize(
    ("place", "value"),
    [
        pytest.param(
            *one,
            id=f"{'.'.join(map(str, one[0]))}-{(one[1] or 'left out')[:20]}-{len(one[1] or '')}",
            marks=() if one in IN_CI else pytest.mark.long,
        )
        for one in ONE_VALUE
    ],
)
def test_one_value_in_a_first_file_changes_no_other_record(
    project: Project, place: Place, value: str | None
) -> None:
    project.variables["columns"] = one_value.COLUMNS
    project.land("part-1.json", [good("first"), spoilt("bad", place, value), good("last")])
    found = decode(project)
    assert found["first"] == found["last"] == GOOD
    assert differing(found["bad"], GOOD, place) == {}


def test_a_field_that_is_there_twice_and_one_value_change_no_other_record(project: Project) -> None:
    # For the doubled field Spark infers nothing, and records are looked at one by one.
    project.variables["columns"] = one_value.COLUMNS
    doubled = good("doubled")[:-1] + ', "flag": false}'
    bad = {f"bad-{number}": place for number, place in enumerate(PLACES)}
    lines = [spoilt(id, place, DEEP[1 + number % 3]) for number, (id, place) in enumerate(bad.items())]
    project.land("part-1.json", [good("first"), doubled, *lines, good("last")])
    found = decode(project)
    assert found["first"] == found["doubled"] == found["last"] == GOOD
    wrong = {id: differing(found[id], GOOD, place) for id, place in bad.items()}
    assert {id: columns for id, columns in wrong.items() if columns} == {}


def test_one_value_in_a_later_file_changes_no_other_record(project: Project) -> None:
    project.variables["columns"] = one_value.COLUMNS
    project.land("part-1.json", [good("first")])
    assert decode(project) == {"first": GOOD}
    spoilt_by: dict[str, Place] = {}
    for place in PLACES:
        for value in ALL:
            number = len(spoilt_by)
            spoilt_by[f"bad-{number}"] = place
            bad = spoilt(f"bad-{number}", place, value)
            project.land(f"part-{number + 2}.json", [good(f"good-{number}"), bad])
    found = decode(project)
    assert len(found) == 2 * len(spoilt_by) + 1
    assert [id for id in found if id not in spoilt_by and found[id] != GOOD] == []
    wrong = {id: differing(found[id], GOOD, place) for id, place in spoilt_by.items()}
    assert {id: columns for id, columns in wrong.items() if columns} == {}


@pytest.mark.parametrize("first", [True, False])
def test_an_expression_reads_numbers_and_names_as_a_path_does(project: Project, first: bool) -> None:
    project.variables["columns"] = one_value.COLUMNS
    as_json = {
        "whole": "1767225600000",
        "point": "1767225600000.0",
        "exponent": "1.7672256e12",
        "text": '"1767225600000.0"',
    }
    lines = [
        spoilt(f"{name} in {'.'.join(map(str, place))}", place, value)
        for name, value in as_json.items()
        for place in [("received",), ("items", 0, "t")]
    ]  # fmt: skip
    lines += [
        good("other case").replace('"x"', '"X"').replace('"t"', '"T"').replace('"er"', '"ER"'),
        good("both cases").replace('{"x"', '{"X": "z", "x"').replace('"er"', '"ER": {}, "er"'),
    ]
    if not first:
        project.land("part-1.json", [good("first")])
        decode(project)
    project.land("part-2.json", lines)
    found = decode(project)
    assert len(found) == len(lines) + (not first)
    assert {id: row for id, row in found.items() if id and row != GOOD} == {}


def test_options_of_a_function_stay_a_map(project: Project) -> None:
    columns = {
        "body": "from_json(b, 'a int', map('mode', 'FAILFAST')).a",
        "message_type": "to_json(map(b, 1), map('pretty', 'false'))",
    }
    record = {"sequence_id": "s", "arrived_at": "2026-03-01T10:00:00Z"}
    project.land(
        "a.json",
        [{**record, "sequence_number": 1, "b": '{"a": 7}'}, {**record, "sequence_number": 2, "b": "{"}],
    )
    project.run(as_of=AFTER, columns=columns)
    assert project.verdict_counts() == {"failure/undecodable": 1, "released": 1}
    (failure,) = project.query("select detail from {s}.resequencer__failure")
    assert "MALFORMED_RECORD_IN_PARSING" in failure["detail"]
    found = project.query("select body, message_type from {s}.resequencer__released")
    assert [tuple(row) for row in found] == [("7", '{"{\\"a\\": 7}":1}')]
