"""Real arrivals in, ordered tables out."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.scenarios.project import ROOT, Project, failure_text
from tests.scenarios.tables import TABLES

UPLINKS = ROOT.parent / "shared" / "data" / "lorawan_uplinks.ndjson.gz"
COLUMNS = {
    "sequence_id": "concat(dev_eui, '/', devaddr)",
    "sequence_number": "fcnt",
    "arrived_at": "timestamp_millis(_timestamp)",
    "properties": "map('way', way)",
}
# The three rows of the README beside the data, counted by an independent event-by-event program: a ruleset, its verdicts
# and how long released messages waited in all, in milliseconds.
WAYS: dict[str, tuple[dict[str, Any], dict[str, int], int]] = {
    "next-expected": (
        {"key_type": "sequence", "start": 1},
        {"released": 1561, "bypass/duplicate": 6412, "pending/waiting_for_predecessor": 8981}, 0,
    ),
    "sequence-60s": (
        {"key_type": "sequence", "start": 1, "bake_time": "60s"},
        {"released": 10533, "bypass/duplicate": 6412, "bypass/late": 9}, 43_953_767,
    ),
    "long-60s": (
        {"key_type": "long", "bake_time": "60s"},
        {"released": 16914, "bypass/late": 40}, 905_318_470,
    ),
}  # fmt: skip
uplinks = pytest.mark.skipif(not UPLINKS.exists(), reason="the real arrivals are not beside this checkout")


def contents(project: Project, table: str) -> list[str]:
    """Every row of a public table but its batch, as text, in a fixed order."""
    rows = project.query(f"select * from {{s}}.resequencer__{table}")
    return sorted(
        json.dumps(
            {k: v for k, v in row.asDict().items() if k not in ("batch_id", "held_ms")},
            default=str,
            sort_keys=True,
        )
        for row in rows
    )


def waited(project: Project, ruleset: str) -> int:
    total: int = project.query(
        f"select coalesce(sum(waited_ms), 0) as ms from {{s}}.resequencer__released where ruleset = '{ruleset}'"
    )[0]["ms"]
    return total


AFTER_ALL = "2100-01-01T00:00:00Z"


def uplinks_settings() -> dict[str, Any]:
    rulesets = [
        {"name": way, "match": {"properties": [{"way": f"^{way}$"}]}, **fields}
        for way, (fields, _, _) in WAYS.items()
    ]
    return {"columns": COLUMNS, "rulesets": rulesets}


def three_ways(landed: list[str]) -> list[dict[str, Any] | str]:
    return [json.loads(line) | {"way": way} for way in WAYS for line in landed]


def is_as_counted(project: Project, line_count: int) -> None:
    for way, (_, counts, waited_ms) in WAYS.items():
        assert project.verdict_counts(way) == counts
        assert waited(project, way) == waited_ms
    # And nothing besides, of no ruleset either.
    assert sum(project.verdict_counts().values()) == len(WAYS) * line_count
    assert project.query("select count(*) as n from {s}.resequencer__failure")[0]["n"] == 0
    assert project.query("select count(*) as n from {s}.resequencer__nohit")[0]["n"] == 0


@uplinks
def test_real_arrivals_in_one_run(project: Project) -> None:
    lines = gzip.decompress(UPLINKS.read_bytes()).decode().splitlines()
    project.land("uplinks.ndjson.gz", three_ways(lines))
    project.run(**uplinks_settings(), as_of=AFTER_ALL)
    is_as_counted(project, len(lines))
    sequences = project.query(
        "select ruleset, count(distinct sequence_id) as n from {s}.resequencer__next_expected group by ruleset"
    )
    assert {row["ruleset"]: row["n"] for row in sequences} == dict.fromkeys(WAYS, 58)


@uplinks
@pytest.mark.long
def test_real_arrivals_cut_in_five(new_project: Callable[[], Project]) -> None:
    lines = gzip.decompress(UPLINKS.read_bytes()).decode().splitlines()
    whole, cut = new_project(), new_project()
    whole.land("uplinks.ndjson.gz", three_ways(lines))
    whole.run(**uplinks_settings(), as_of=AFTER_ALL)
    size = len(lines) // 5 + 1
    for part in range(5):
        landed = lines[part * size : (part + 1) * size]
        cut.land(f"uplinks-{part}.ndjson", three_ways(landed))
        last = json.loads(landed[-1])["_date"]
        run = cut.run_again if part else cut.run
        run(**uplinks_settings(), as_of=AFTER_ALL if part == 4 else last)
    is_as_counted(cut, len(lines))
    for table in TABLES:
        # The default message id is a hash of record and place, and places differ between the two.
        assert without_ids(contents(whole, table)) == without_ids(contents(cut, table)), table

    cut.run_again("--full-refresh", **uplinks_settings(), as_of=AFTER_ALL)
    for table in TABLES:
        assert without_ids(contents(whole, table)) == without_ids(contents(cut, table)), table


def without_ids(rows: list[str]) -> list[str]:
    return sorted(
        json.dumps({k: v for k, v in json.loads(row).items() if k != "message_id"}, sort_keys=True)
        for row in rows
    )


def message(number: int, minute: int, sequence: str = "example", **more: Any) -> dict[str, Any]:
    return {
        "message_id": f"{sequence}-{number}", "sequence_id": sequence, "sequence_number": number,
        "arrived_at": f"2026-03-01T10:{minute:02d}:00Z", "body": f"body {number}", **more,
    }  # fmt: skip


def test_sequences_with_a_bake_time_of_zero_alone(project: Project) -> None:
    """No ruleset has keys of which only the order is known: nothing of those may be asked for."""
    project.land("both.json", [message(2, 0), message(1, 1)])
    project.run(rulesets=[{"name": "all", "bake_time": "0s"}], as_of="2026-03-01T11:00:00Z")
    assert project.verdict_counts() == {"released": 1, "bypass/late": 1}


@pytest.mark.long
def test_classic_example_one_message_a_run(project: Project) -> None:
    released: list[list[int]] = []
    for minute, number in enumerate([3, 5, 1, 2, 4, 8, 9, 11, 23]):
        project.land(f"{minute}.json", [message(number, minute)])
        run = project.run_again if minute else project.run
        run(as_of=f"2026-03-01T10:{minute:02d}:00Z")
        seen = [number for numbers in released for number in numbers]
        rows = project.query(
            "select sequence_number as n from {s}.resequencer__released order by release_position"
        )
        assert [row["n"] for row in rows[: len(seen)]] == seen
        released.append([row["n"] for row in rows[len(seen) :]])
    assert released == [[], [], [1], [2, 3], [4, 5], [], [], [], []]
    pending = project.query(
        "select sequence_number, blocked_by, blocked_count from {s}.resequencer__pending order by 1"
    )
    assert [tuple(row) for row in pending] == [(8, 6, 4), (9, 6, 4), (11, 6, 4), (23, 6, 4)]
    assert project.query("select next_expected from {s}.resequencer__next_expected")[0][0] == 6
    missing = project.query(
        "select range_start, range_end, status from {s}.resequencer__missing_ranges order by 1"
    )
    assert [tuple(row) for row in missing] == [(6, 7, "open"), (10, 10, "open"), (12, 22, "open")]


def test_a_run_with_nothing_new_changes_nothing_and_says_so(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    project.land("a.json", [message(1, 0), message(3, 1), message(2, 50)])
    project.run(as_of="2026-03-01T10:30:00Z")
    before = {
        table: project.query(f"select * from {{s}}.resequencer__{table} order by 1, 2, 3") for table in TABLES
    }
    project.run(as_of="2026-03-01T10:40:00Z")
    after = {
        table: project.query(f"select * from {{s}}.resequencer__{table} order by 1, 2, 3") for table in TABLES
    }
    assert before == after
    # Yet its clock was a clock: what lands later has landed after it.
    project.land("b.json", [message(4, 31)])
    project.run(as_of="2026-03-01T11:00:00Z")
    rows = project.query(
        "select sequence_number, date_format(released_at, 'HH:mm') as t from {s}.resequencer__released order by 1"
    )
    assert [tuple(row) for row in rows] == [(1, "10:00"), (2, "10:50"), (3, "10:50"), (4, "10:50")]
    rows = project.query(
        "select date_format(effective_arrived_at, 'HH:mm') as t from {s}.resequencer__ledger where message_id = 'example-4'"
    )
    assert rows[0]["t"] == "10:40"


def test_malformed_records_fail_and_the_good_around_them_pass(project: Project) -> None:
    good = [message(n, n) for n in range(1, 6)]
    bad: list[dict[str, Any] | str] = [
        '{"message_id": "broken", "sequence_id": "example"',
        '{"message_id": "two", "sequence_id": "a"}{"message_id": "three", "sequence_id": "a"}',
        '[1, 2, 3]', 'null', '42', 'just words', '{"message_id": "tail"} tail',
        message(6, 6, message_id="no-sequence", sequence_id=None),
        message(6, 6, message_id="empty-sequence", sequence_id=""),
        message(6, 6, message_id="no-number", sequence_number=None),
        message(6, 6, message_id="words", sequence_number="six"),
        message(6, 6, message_id="fraction", sequence_number=6.5),
        message(6, 6, message_id="object", sequence_number={"n": 6}),
        message(6, 6, message_id="beyond", sequence_number=2**63),
        message(6, 6, message_id="far-beyond", sequence_number=10**30),
        message(6, 6, message_id="no-time", arrived_at=None),
        message(6, 6, message_id="no-such-time", arrived_at="yesterday"),
        message(6, 6, message_id="flag", is_last="perhaps"),
        message(6, 6, message_id="total", sequence_total="many"),
        message(6, 6, message_id="properties", properties="none"),
        "", "   ",
    ]  # fmt: skip
    records: list[dict[str, Any] | str] = []
    for place, record in enumerate(bad):
        records += [record, good[place]] if place < len(good) else [record]
    project.land("mixed.json", records)
    project.land(
        "extremes.json.gz",
        [message(9223372036854775807, 8, "max"), message(9007199254740993, 9, "beyond-double")],
    )
    project.run(as_of="2026-03-01T12:00:00Z")
    failures = project.query("select message_id, reason, raw_record, detail from {s}.resequencer__failure")
    reasons = {row["message_id"]: row["reason"] for row in failures if len(row["message_id"]) != 32}
    assert reasons == {
        "no-sequence": "missing_sequence_id", "empty-sequence": "missing_sequence_id", "no-number": "missing_key",
        "words": "invalid_key", "fraction": "invalid_key", "object": "invalid_key", "beyond": "invalid_key",
        "far-beyond": "invalid_key", "no-time": "no_arrival_time", "no-such-time": "no_arrival_time",
        "flag": "undecodable", "total": "undecodable", "properties": "undecodable",
    }  # fmt: skip
    unreadable = sorted(row["raw_record"] for row in failures if len(row["message_id"]) == 32)
    assert unreadable == sorted(str(record) for record in bad[:7])
    assert all(row["raw_record"] and row["detail"] for row in failures)
    assert len(failures) == len(bad) - 2
    released = project.query("select sequence_number from {s}.resequencer__released order by 1")
    assert [row[0] for row in released] == [1, 2, 3, 4, 5]
    held = project.query("select sequence_number from {s}.resequencer__pending order by 1")
    assert [row[0] for row in held] == [9007199254740993, 9223372036854775807]


def test_a_closed_sequence_is_remembered(project: Project) -> None:
    project.land(
        "a.json",
        [
            message(2, 2, is_last=True),
            message(1, 1),
            message(5, 0, "total", sequence_total=5),
            message(6, 0, "total"),
        ],
    )
    project.run(as_of="2026-03-01T10:10:00Z")
    closure = project.query(
        "select sequence_id, closed_by, last_number, date_format(closed_at, 'HH:mm') from {s}.resequencer__sequence_closure"
    )
    assert [tuple(row) for row in closure] == [("example", "completion", 2, "10:02")]
    missing = project.query("select sequence_id, range_start, range_end from {s}.resequencer__missing_ranges")
    assert [tuple(row) for row in missing] == [("total", 1, 4)]
    project.land("b.json", [message(1, 11), message(3, 11), message(7, 11, "other")])
    project.run_again(as_of="2026-03-01T10:20:00Z")
    project.land("c.json", [message(2, 21)])
    project.run_again(as_of="2026-03-01T10:30:00Z")
    assert project.verdict_counts() == {
        "released": 2, "bypass/duplicate": 2, "bypass/after_last": 2, "pending/waiting_for_predecessor": 2,
    }  # fmt: skip
    row = project.query("select * from {s}.resequencer__sequence_completeness where sequence_id = 'example'")
    assert len(row) == 1
    assert (row[0]["received_count"], row[0]["duplicate_count"], row[0]["is_complete"]) == (5, 2, True)


def test_relation_is_read_where_it_lies(project: Project, tmp_path: Path) -> None:
    project.land("unused.json", [])
    project.run(as_of="2026-01-01T00:00:00Z")
    project.query(
        "create table {s}.raw_events using delta as select id as kafka_offset, concat('m', id) as message_id, 's' as sequence_id,"
        " id as sequence_number, timestamp'2026-02-01 00:00:00' + make_interval(0,0,0,0,0,0,id) as arrived_at from range(1, 11)"
    )
    relation = new_schema(project)
    relation.run(as_of="2026-02-02T00:00:00Z")
    assert relation.verdict_counts() == {"released": 10}
    project.query(
        "insert into {s}.raw_events select id, concat('m', id), 's', id, timestamp'2026-02-03' from range(11, 13)"
    )
    relation.run(as_of="2026-02-04T00:00:00Z")
    assert relation.verdict_counts() == {"released": 12}
    tables = {row["tableName"] for row in relation.query("show tables in {s}")}
    assert "resequencer__arrivals" not in tables

    # Positions in files, in numbers and in time: after one kind, another would find nothing new.
    refused = relation.invoke("run", as_of="2026-02-05T00:00:00Z", arrivals_cursor="arrived_at")
    assert "counted by timestamps, and until now they were counted by whole numbers" in failure_text(refused)
    refused = project.invoke("run", as_of="2026-02-05T00:00:00Z", **relation.variables)
    assert (
        "counted by whole numbers, and until now they were taken from resequencer__landing"
        in failure_text(refused)
    )


def test_rows_of_a_table_that_are_equal_are_late_each_by_itself(project: Project) -> None:
    """Nothing tells them apart, so nothing that is looked up by message may count them together."""
    project.land("unused.json", [])
    project.run("--select", "resequencer__arrivals", as_of="2026-01-01T00:00:00Z")
    project.query(
        "create table {s}.raw_events using delta as select 1L as kafka_offset, 'high' as message_id, 's' as sequence_id,"
        " 10L as sequence_number, timestamp'2026-02-01' as arrived_at"
    )
    relation = new_schema(project)
    relation.variables["rulesets"] = [{"name": "keys", "key_type": "long", "bake_time": "1m"}]
    relation.run(as_of="2026-02-01T01:00:00Z")
    project.query(
        "insert into {s}.raw_events select 2L, 'low', 's', 3L, timestamp'2026-02-01 02:00:00' from range(3)"
    )
    relation.run(as_of="2026-02-01T03:00:00Z")
    late = relation.query("select late_by_ms from {s}.resequencer__bypass where reason = 'late'")
    assert [row["late_by_ms"] for row in late] == [7_140_000] * 3


def new_schema(project: Project) -> Project:
    return Project(
        schema=f"{project.schema}_relation", landing=project.landing,
        variables={"arrivals_relation": f"{project.schema}.raw_events", "arrivals_cursor": "kafka_offset"},
    )  # fmt: skip


def test_nothing_is_missing_above_the_largest_number(project: Project) -> None:
    largest = 2**63 - 1
    rulesets = [{"name": "high", "start": largest - 6, "step": 2, "bake_time": "1h"}]
    project.land("a.json", [message(largest, 0, is_last=True)])
    project.run("--select", "+resequencer__missing_ranges", rulesets=rulesets, as_of="2026-03-01T10:30:00Z")
    missing = project.query("select range_start, range_end, status from {s}.resequencer__missing_ranges")
    assert [tuple(row) for row in missing] == [(largest - 6, largest - 2, "open")]
