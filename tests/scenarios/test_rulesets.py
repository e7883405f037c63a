"""Where messages go and how they look there: outlets, formatting, status, acknowledgement, many rulesets."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from tests.scenarios.project import Project, failure_text

Record = dict[str, Any]


def message(
    name: str, number: int | str, second: int, /, body: str = "b", **properties: str | None
) -> Record:
    return {
        "message_id": name, "sequence_id": "s", "sequence_number": number, "body": body,
        "arrived_at": f"2026-03-01T10:00:{second:02d}Z", "message_type": "T", "properties": properties,
    }  # fmt: skip


def clock(second: int) -> str:
    return f"2026-03-01T10:00:{second:02d}Z"


@pytest.mark.long
def test_messages_look_as_their_ruleset_asks_and_are_kept_as_they_came(project: Project) -> None:
    project.land(
        "a.json",
        [
            message("full", 1, 1, body="one, two, two", kind="formatted", region="eu", code="k007 k008"),
            message("bare", 2, 2, kind="formatted"),
            message("plain", 1, 1, body="two", kind="plain", region="eu"),
        ],
    )
    rulesets = [
        {
            "name": "formatted",
            "match": {"properties": [{"kind": "^formatted$"}]},
            "set_properties": {
                "route": "##region##/##message_type##",
                "region": "<##region##>",
                "fixed": "it's",
            },
            "format": [
                {"field": "body", "template": "##route##: ##body##", "substitution": ["s/two/2/", "s|o|0|g"]},
                {"field": "code", "substitution": r"s/K0*(\d)(\d*)/$2-$1-${1}0-$&-\$/i"},
                {"field": "copy", "template": "##code##|##nothing##|##sequence_number##"},
                {"field": "message_type", "template": "##message_type####copy##"},
            ],
        },
        {"name": "plain"},
    ]
    project.run("--select", "+resequencer__released", rulesets=rulesets, as_of=clock(9))
    rows = {row["message_id"]: row for row in project.query("select * from {s}.resequencer__released")}
    # The substitutions of the code: in its first number only, whatever the case; 7 is its one digit.
    code = "-7-70-k007-$ k008"
    assert rows["full"]["properties"] == {
        "kind": "formatted", "region": "<eu>", "route": "eu/T", "fixed": "it's", "code": code, "copy": f"{code}||1",
    }  # fmt: skip
    assert rows["full"]["body"] == "eu/T: 0ne, 2, tw0"
    assert rows["full"]["message_type"] == f"T{code}||1"
    # What is missing is empty in a template; without a template it stays missing.
    assert rows["bare"]["properties"] == {
        "kind": "formatted", "region": "<>", "route": "/T", "fixed": "it's", "copy": "||2",
    }  # fmt: skip
    assert (rows["plain"]["body"], rows["plain"]["properties"]) == ("two", {"kind": "plain", "region": "eu"})
    kept = project.query("select body, properties from {s}.resequencer__ledger where message_id = 'full'")
    assert kept[0]["body"] == "one, two, two"
    assert kept[0]["properties"] == {"kind": "formatted", "region": "eu", "code": "k007 k008"}


STATUS = ("+resequencer__ruleset_status", "+resequencer__acknowledgeable")


@pytest.mark.long
def test_status_and_acknowledgement(project: Project) -> None:
    rulesets = [
        {
            "name": "held",
            "match": {"properties": [{"kind": "^held$"}]},
            "acknowledge": "on_hold",
            "summary": ["kind", "region", "secret"],
            "mask": ["secret"],
        },
        {"name": "exit", "match": {"properties": [{"kind": "^exit$"}]}, "mask": ["secret"]},
        {"name": "idle", "match": {"properties": [{"kind": "^idle$"}]}},
    ]
    project.land(
        "a.json",
        [
            message("h3", 3, 3, kind="held", region="eu", other="x", secret="pin"),
            message("h2", 2, 2, kind="held", secret="pin"),
            message("h9", 9, 50, kind="held"),
            message("e2", 2, 4, kind="exit", other="y", secret="pin"),
            message("i1", 1, 5, kind="idle"),
            message("none", 1, 6, kind="unknown"),
            message("bad", "x", 7, kind="exit"),
        ],
    )
    project.run("--select", *STATUS, rulesets=rulesets, as_of=clock(10))
    status = {
        row["ruleset"]: (row["pending_count"], row["held"], json.loads(row["summary"] or "null"))
        for row in project.query(
            "select *, date_format(oldest_held_at, 'ss') as held from {s}.resequencer__ruleset_status"
        )
    }
    assert status == {
        "held": (2, "02", [
            {"message_id": "h2", "properties": {"kind": "held"}},
            {"message_id": "h3", "properties": {"kind": "held", "region": "eu"}},
        ]),
        "exit": (1, "04", [{"message_id": "e2", "properties": {"kind": "exit", "other": "y"}}]),
        "idle": (0, None, None),
        "nohit": (0, None, None),
    }  # fmt: skip
    assert acknowledgeable(project) == {"h3": "03", "h2": "02", "i1": "05", "none": "06", "bad": "07"}

    project.land(
        "b.json",
        [
            message("h1", 1, 12, kind="held"),
            message("e1", 1, 20, kind="exit"),
            message("h4", 4, 25, kind="held"),
        ],
    )
    project.run("--select", *STATUS, rulesets=rulesets, as_of=clock(30))
    # What has been held may be forgotten since then, whenever it leaves; the rest since it left.
    assert acknowledgeable(project) == {
        "h3": "03", "h2": "02", "i1": "05", "none": "06", "bad": "07", "h1": "12", "h4": "25", "e1": "20", "e2": "20",
    }  # fmt: skip
    assert project.query("select sum(pending_count) as n from {s}.resequencer__ruleset_status")[0]["n"] == 0


def acknowledgeable(project: Project) -> dict[str, str]:
    rows = project.query(
        "select message_id, date_format(acknowledgeable_at, 'ss') as at from {s}.resequencer__acknowledgeable"
    )
    assert len({row["message_id"] for row in rows}) == len(rows)
    return {row["message_id"]: row["at"] for row in rows}


@pytest.mark.long
def test_what_an_outlet_cannot_take_at_once_is_handed_over_later_in_order(project: Project) -> None:
    """Capacity 3 by `file`, of which 1 is for `slow`; `discarded` takes what goes straight to it, and what is late.

    Capacity 3 by `returned`, all of it partitions: 1 for x1, 2 for x2, though they are ordered together.
    """
    together: dict[str, Any] = {"order_group": "x", "key_type": "long", "outlets": {"bypass": "returned"}}
    limited: list[dict[str, Any]] = [
        {
            "name": "slow",
            "match": {"properties": [{"kind": "^slow$"}]},
            "outlets": {"released": "file"},
            "capacity": 3,
            "partition": 1,
        },
        {"name": "straight", "match": {"properties": [{"kind": "^straight$"}]}, "outlets": {"bypass": "discarded"},
         "outlink": "discarded"},
        {"name": "x1", "match": {"properties": [{"kind": "^x1$"}]}, "capacity": {"bypass": 3}, "partition": {"bypass": 1},
         **together},
        {"name": "x2", "match": {"properties": [{"kind": "^x2$"}]}, "partition": {"bypass": 2}, **together},
        {"name": "fast", "outlets": {"released": "file", "bypass": "discarded"}, "match": {"properties": [{"kind": "."}]}},
    ]  # fmt: skip
    project.land(
        "a.json",
        [
            *(message(f"f{n}", n, 10 - n, kind="fast") for n in range(5, 0, -1)),
            *(message(f"s{n}", n, n, kind="slow") for n in range(1, 4)),
            message("again", 1, 11, kind="fast"),
            message("straight", "no key", 12, kind="straight"),
            message("nobody", 1, 13),
            message("x9", 9, 14, kind="x1"),
            *(message(f"{kind} {n}", n, 15, kind=kind) for kind in ("x1", "x2") for n in (1, 2)),
        ],
    )
    project.run("--select", "+resequencer__handover", rulesets=limited, as_of=clock(20))
    first = {
        "file": ["f1", "f2", "s1"], "discarded": ["again", "straight"], "nohit": ["nobody"],
        "released": ["x9"], "returned": ["x1 1", "x2 1", "x2 2"],
    }  # fmt: skip
    second = {"file": ["f3", "f4", "s2"], "returned": ["x1 2"]}
    assert handed_over(project) == {1: first, 2: second, 3: {"file": ["f5", "s3"]}}
    assert handed_over_count(project) == 10

    # A run with something new: what waits goes before it. Then runs with nothing new, as long as something waits.
    project.land("b.json", [message("f6", 6, 21, kind="fast")])
    project.run("--select", "+resequencer__handover", rulesets=limited, as_of=clock(30))
    assert handed_over_count(project) == 14
    for _ in range(2):
        project.run("--select", "+resequencer__handover", rulesets=limited, as_of=clock(30))
    assert handed_over(project) == {1: first, 2: second, 3: {"file": ["f5", "f6", "s3"]}}
    assert handed_over_count(project) == 17
    assert project.query("select max(batch_id) as n from {s}.resequencer__ledger")[0]["n"] == 3

    # Verdicts and their times know nothing of it.
    left = {
        row["message_id"]: (row["verdict"], row["left"])
        for row in project.query(
            "select *, date_format(left_at, 'ss') as left from {s}.resequencer__handover"
        )
    }
    assert left == {
        **{f"f{n}": ("released", "09") for n in range(1, 6)}, **{f"s{n}": ("released", f"0{n}") for n in range(1, 4)},
        "x9": ("released", "14"), **{f"{kind} {n}": ("bypass", "15") for kind in ("x1", "x2") for n in (1, 2)},
        "f6": ("released", "21"), "again": ("bypass", "11"), "straight": ("bypass", "12"), "nobody": ("nohit", "13"),
    }  # fmt: skip


@pytest.mark.long
def test_keys_that_are_values_come_to_a_ledger_that_had_none(project: Project) -> None:
    plain = {"name": "plain", "match": {"properties": [{"kind": "^plain$"}]}}
    texts = {"name": "texts", "key_type": "string", "bake_time": "5s"}
    project.land("a.json", [message("p1", 1, 1, kind="plain"), message("p3", 3, 2, kind="plain")])
    project.run("--select", "+resequencer__handover", rulesets=[plain], as_of=clock(9))
    project.land(
        "b.json", [message("p2", 2, 10, kind="plain"), message("tb", "b", 11), message("ta", "a", 12)]
    )
    project.run("--select", "+resequencer__handover", rulesets=[plain, texts], as_of=clock(20))
    project.land("c.json", [message("tc", "c", 21), message("late", "aa", 22), message("tb2", "b", 23)])
    project.run("--select", "+resequencer__handover", rulesets=[plain, texts], as_of=clock(30))
    released = project.query(
        "select message_id from {s}.resequencer__released order by ruleset, release_position"
    )
    assert [row["message_id"] for row in released] == ["p1", "p2", "p3", "ta", "tb", "tb2", "tc"]
    result = project.invoke("run", "--select", "resequencer__ledger", rulesets=[plain], as_of=clock(40))
    assert not result.success
    assert "no longer has the order_group texts" in failure_text(result)


def test_keys_of_two_parts(project: Project) -> None:
    both = {"key": ["##major##", "##minor##"]}
    rulesets: list[dict[str, Any]] = [
        {"name": "packets", "match": {"properties": [{"kind": "^packets$"}]}, **both, "wrap_at": 100, "start": 198},
        {"name": "revisions", "match": {"properties": [{"kind": "^revisions$"}]}, **both, "key_type": "long",
         "bake_time": "5s"},
        {"name": "down", "match": {"properties": [{"kind": "^down$"}]}, **both, "key_type": "string",
         "bake_time": "5s", "order": "descending"},
        {"name": "sorted", "match": {"properties": [{"kind": "^sorted$"}]}, **both, "session_timeout": "5s"},
    ]  # fmt: skip

    def record(kind: str, major: Any, minor: Any, second: int) -> Record:
        return message(f"{kind} {major}/{minor}", "", second, kind=kind, major=str(major), minor=str(minor))

    landings = [
        [
            record("packets", 2, 0, 1), record("packets", 1, 98, 2), record("packets", 1, 100, 3),
            record("revisions", 2, -(2**63), 1), record("revisions", 1, 2**63 - 1, 2), record("revisions", 1, "x", 3),
            record("down", "a/a", "b", 1), record("down", "a", "c", 2), record("down", "a", "b", 3),
            record("sorted", 2, 0, 1), record("sorted", 1, 98, 2), record("sorted", 2, 0, 3), record("sorted", 1, 7, 4),
        ],
        [
            record("packets", 1, 99, 11), record("packets", 2, 1, 12),
            record("revisions", 1, 5, 11), record("revisions", 10, 0, 12),
            record("down", "a", "bb", 11), record("down", "a", "", 12), record("down", "a", "a", 13),
        ],
    ]  # fmt: skip
    for number, records in enumerate(landings):
        project.land(f"{number}.json", list(records))
        project.run("--select", "+resequencer__handover", rulesets=rulesets, as_of=clock(10 + 20 * number))
    released: dict[str, list[str]] = {}
    for row in project.query("select * from {s}.resequencer__released order by ruleset, release_position"):
        released.setdefault(row["ruleset"], []).append(row["sort_key"])
    assert released == {
        "packets": ["1/98", "1/99", "2/0", "2/1"],
        "revisions": [f"1/{2**63 - 1}", f"2/-{2**63}", "10/0"],
        "down": ["a/a/b", "a/c", "a/b", "a/a"],
        "sorted": ["1/7", "1/98", "2/0"],
    }
    numbers = {
        row["sort_key"]: row["sequence_number"]
        for row in project.query("select * from {s}.resequencer__released where ruleset <> 'sorted'")
    }
    assert (numbers["1/98"], numbers["2/1"], numbers["10/0"], numbers["a/c"]) == (198, 201, None, None)
    others = project.query(
        "select message_id, reason from {s}.resequencer__failure"
        " union all select message_id, reason from {s}.resequencer__bypass"
    )
    assert {row["message_id"]: row["reason"] for row in others} == {
        "packets 1/100": "invalid_key", "revisions 1/x": "invalid_key", "revisions 1/5": "late",
        "down a/bb": "late", "down a/": "missing_key", "sorted 2/0": "duplicate",
    }  # fmt: skip
    changed = [{**rulesets[0], "key": "##minor##", "wrap_at": 1000}, *rulesets[1:]]
    failed = project.invoke("run", "--select", "resequencer__ledger", rulesets=changed, as_of=clock(40))
    assert "changes wrap_at and key of packets" in failure_text(failed)


def handed_over(project: Project) -> dict[int, dict[str, list[str]]]:
    """Messages by the batch that hands them over, and outlet."""
    found: dict[int, dict[str, list[str]]] = {}
    for row in project.query(
        "select handover_batch_id as batch, outlet, message_id from {s}.resequencer__handover"
        " order by outlet, ruleset, release_position, message_id"
    ):
        found.setdefault(row["batch"], {}).setdefault(row["outlet"], []).append(row["message_id"])
    return found


def handed_over_count(project: Project) -> int:
    rows = project.query("select count_if(is_handed_over) as n from {s}.resequencer__handover")
    count: int = rows[0]["n"]
    return count


def test_the_first_of_many_rulesets_wins(project: Project) -> None:
    """So many that they are looked up by value: as if one pattern after the other were tried."""
    rulesets: list[dict[str, Any]] = [
        {"name": f"type_{n}", "match": {"properties": [{"type": f"^type {n}$", "region": "."}]}} for n in range(30)
    ] + [
        {"name": f"pair_{n}", "match": {"properties": [{"type": rf"^a\.{n}$", "region": "^eu$"}, {"type": f"^b{n}$"}]}}
        for n in range(20)
    ]  # fmt: skip
    rulesets.insert(
        0, {"name": "loose", "match": {"properties": [{"type": "^type 2"}], "not_body": [["draft"]]}}
    )
    rulesets.insert(
        9, {"name": "other_rest", "match": {"properties": [{"type": "^type 11$"}], "body": [["x"]]}}
    )
    rulesets.insert(20, {"name": "same", "match": {"properties": [{"type": "^type 3$", "region": "."}]}})
    rulesets.append({"name": "several", "match": {"properties": [{"type": f"^s{n}$"} for n in range(20)]}})
    rulesets.append({"name": "column", "match": {"properties": [{"message_type": "^T$", "type": "^c"}]}})
    values = [
        *(f"type {n}" for n in range(31)),
        *(f"a.{n}" for n in range(3)),
        "axx1",
        "s0",
        "s19",
        "b7",
        "b77",
        "cc",
        "d",
        "",
    ]
    records = [
        message(f"{number}", number, 1, body=body, **{"type": value + end, "region": region})
        for number, (value, end, region, body) in enumerate(
            (value, end, region, body)
            for value in values
            for end in ("", "\n", "\r\n", "\u2028", "\n\n", " ")
            for region in ("eu", "us", None)
            for body in ("x", "draft")
        )
    ]
    project.land("a.json", list(records))
    result = project.invoke(
        "run", "--select", "resequencer__arrivals", "stg_resequencer__records", "int_resequencer__forwarded",
        "int_resequencer__routed",
        rulesets=rulesets, as_of=clock(9),
    )  # fmt: skip
    assert result.success
    routed = {
        row["message_id"]: row["ruleset"]
        for row in project.query("select * from {s}.int_resequencer__routed")
    }
    assert len(routed) == len(records)
    wrong = {
        record["message_id"]: (
            record["properties"],
            routed[record["message_id"]],
            first_match(rulesets, record),
        )
        for record in records
        if routed[record["message_id"]] != first_match(rulesets, record)
    }
    assert not wrong
    assert len(set(routed.values())) > 35


def first_match(rulesets: list[dict[str, Any]], record: Record) -> str | None:
    """The name of the first ruleset that matches, by Java's rules: `$` stands before one line break of any kind."""

    def found(pattern: str, value: str | None) -> bool:
        java = re.sub(r"(?<!\\)\$$", "(?=(?:\r\n|[\n\r\u0085\u2028\u2029])?\\\\Z)", pattern)
        return value is not None and re.search(java, value) is not None

    for ruleset in rulesets:
        match = ruleset["match"]
        fields = record["properties"] | {"message_type": record["message_type"]}
        if (
            any(all(found(p, fields.get(n)) for n, p in group.items()) for group in match["properties"])
            and all(any(found(p, record["body"]) for p in group) for group in match.get("body", []))
            and not any(found(p, record["body"]) for group in match.get("not_body", []) for p in group)
        ):
            name: str = ruleset["name"]
            return name
    return None
