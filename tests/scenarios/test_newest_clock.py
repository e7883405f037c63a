"""``resequencer__as_of: newest``: the clock goes along with history that lands in parts; ``max_ahead`` beside it."""

from __future__ import annotations

from typing import Any

from tests.scenarios.project import Project

RULESETS: list[dict[str, Any]] = [
    {"name": "devices", "match": {"properties": [{"from": "^device$"}]}, "max_ahead": "1h"},
    {"name": "all", "bake_time": "10s", "start": "auto"},
]


def message(number: int, at: str, **fields: Any) -> dict[str, Any]:
    return {
        "message_id": f"m{number}", "sequence_id": "s", "sequence_number": number, "arrived_at": f"2024-05-01T{at}Z", **fields,
    }  # fmt: skip


def verdicts(project: Project) -> dict[str, str]:
    rows = project.query(
        "select message_id, concat('released ', date_format(released_at, 'HH:mm:ss')) as verdict from {s}.resequencer__released"
        " union all select message_id, reason from {s}.resequencer__bypass"
        " union all select message_id, reason from {s}.resequencer__pending"
    )
    return {row["message_id"]: row["verdict"] for row in rows}


def clock(project: Project) -> str:
    return str(
        project.query(
            "select date_format(batch.last_clock, 'yyyy-MM-dd HH:mm:ss') from {s}.resequencer__ledger where disposition = 'current'"
        )[0][0]
    )


def test_the_clock_is_the_newest_arrival_that_has_landed(project: Project) -> None:
    settings: dict[str, Any] = {"as_of": "newest", "rulesets": RULESETS}
    project.run(**settings)  # nothing has landed: nothing is due, and any history may follow
    project.land("1.json", [message(2, "10:00:00"), message(1, "10:00:05"), message(3, "10:00:08")])
    project.run_again(**settings)
    assert clock(project) == "2024-05-01 10:00:08"
    assert verdicts(project) == {"m1": "baking", "m2": "baking", "m3": "baking"}
    future = {"sequence_id": "d", "properties": {"from": "device"}, "arrived_at": "2106-02-07T06:28:15Z"}
    later = [
        message(5, "11:00:00"),
        message(4, "10:59:55"),
        message(1, "00:00:00") | future | {"message_id": "d"},
    ]
    project.land("2.json", later)
    project.run_again(**settings)
    # With a clock of now, 5 would have baked before 4 landed; and what comes of 2106 counts as this clock.
    assert clock(project) == "2024-05-01 11:00:00"
    wanted = {
        "m1": "released 10:00:10",
        "m2": "released 10:00:10",
        "m3": "released 10:00:10",
        "m4": "released 10:59:55",
        "m5": "released 11:00:00",
        "d": "released 11:00:00",
    }
    assert verdicts(project) == wanted
    waited = project.query("select waited_ms from {s}.resequencer__released where message_id = 'd'")
    assert [row[0] for row in waited] == [None]
    project.run_again("--full-refresh", **settings)
    assert verdicts(project) == wanted
