"""Advice and what-if as dbt builds them, beside runs that did what they speak of."""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Callable
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
import yaml
from pyspark.sql import SparkSession
from tests.scenarios.project import Project

from resequencer import report_job
from resequencer.report.tables import read

CLOCK = "2026-03-01T13:00:00Z"

RULESETS: list[dict[str, Any]] = [
    {"name": "orders", "match": {"body": [["order"]]}, "bake_time": "40s", "target_late_rate": 0.2},
    {"name": "down", "match": {"body": [["down"]]}, "order": "descending", "start": 30},
    {
        "name": "names",
        "match": {"body": [["name"]]},
        "key_type": "string",
        "bake_time": "5s",
        "key": "##label##",
    },
    {"name": "rest", "key_type": "long", "late_cost": 20, "wait_cost": 0.1},
]
POLICIES: list[dict[str, Any]] = [
    {"name": "hasty", "bake_time": "7s"},
    {"name": "patient", "rulesets": ["orders", "down"], "bake_time": None},
    {"name": "ranked", "rulesets": ["orders"], "key_type": "long"},
    {"name": "late_start", "rulesets": ["orders"], "start": "auto", "bake_time": "20s", "heartbeat": "10s"},
    {"name": "static", "rulesets": ["orders", "down"], "bake_time": "0"},
    {"name": "repeated", "rulesets": ["names", "rest"], "duplicates": "release", "bake_time": "9s"},
    {"name": "crowded", "rulesets": ["orders", "down"], "session_size": 2, "bake_time": None},
]


def arrivals() -> list[dict[str, Any]]:
    """Lost, late and repeated numbers, last ones that some sequences go beyond, and one after the clock."""
    chance = random.Random(5)
    records: list[dict[str, Any]] = []
    for kind in ("order", "down", "name", "other"):
        for sequence in range(4):
            for number in range(1, 31):
                for _ in range(chance.choice([0, 1, 1, 1, 1, 1, 1, 1, 2])):
                    seconds = 20 * number + chance.expovariate(1 / 30)
                    second, millisecond = divmod(int(seconds * 1000), 1000)
                    records.append(
                        {
                            "message_id": f"{kind}{sequence}-{number}-{chance.randrange(2)}",
                            "sequence_id": f"{kind}{sequence}",
                            "sequence_number": 31 - number if kind == "down" else number,
                            "is_last": kind == "order" and number == (27 if sequence == 0 else 28 + sequence),
                            "arrived_at": f"2026-03-01T12:{second // 60:02d}:{second % 60:02d}.{millisecond:03d}Z",
                            "body": f"{kind} {chance.randrange(2)}",
                            "properties": {"label": f"{number:02d}"},
                        }
                    )
    records.append(
        records[0] | {"message_id": "too late", "arrived_at": "2026-03-01T14:00:00Z", "sequence_number": 31}
    )
    return records


def with_policies(policies: list[dict[str, Any]]) -> list[dict[str, Any]]:
    changed = []
    for ruleset in RULESETS:
        for policy in policies:
            if ruleset["name"] in policy.get("rulesets", [ruleset["name"]]):
                fields = {name: value for name, value in policy.items() if name not in ("name", "rulesets")}
                ruleset = {name: value for name, value in (ruleset | fields).items() if value is not None}
        changed.append(ruleset)
    return changed


def what_happened(project: Project) -> dict[str, tuple[int, ...]]:
    """By ruleset: released, late, duplicate and pending messages, total wait, and the most held at once."""
    figures: dict[str, tuple[int, ...]] = {}
    rows = project.query(
        "select ruleset, waited_ms, unix_micros(arrived_at) as came, unix_micros(released_at) as went, 'released' as what"
        " from {s}.resequencer__released"
        " union all select ruleset, null, unix_micros(arrived_at), null, concat('pending/', reason) from {s}.resequencer__pending"
        " union all select ruleset, null, null, null, reason from {s}.resequencer__bypass"
    )
    for ruleset in {row["ruleset"] for row in rows}:
        own = [row for row in rows if row["ruleset"] == ruleset]
        released = [row for row in own if row["what"] == "released"]
        pending = [row for row in own if row["what"].startswith("pending/")]
        held = [
            row
            for row in own
            if row["what"] != "pending/after_clock" and row["came"] and row["came"] != row["went"]
        ]
        events = [(row["came"], 1) for row in held] + [(row["went"], -1) for row in held if row["went"]]
        figures[ruleset] = (
            len(released),
            sum(row["what"] == "late" for row in own),
            sum(row["what"] in ("duplicate", "conflicting_duplicate") for row in own),
            len(pending),
            sum(row["waited_ms"] for row in released),
            max(accumulate(change for _, change in sorted(events)), default=0),
        )
    return figures


@pytest.mark.parametrize(
    "beside_runs_of",
    [
        [["crowded", "repeated"]],
        [[policy["name"]] for policy in POLICIES],
    ],
)
@pytest.mark.long
def test_what_if_is_what_a_run_with_that_policy_gives(
    project: Project, new_project: Callable[[], Project], beside_runs_of: list[list[str]]
) -> None:
    project.land("a.json", [*arrivals()])
    settings: dict[str, Any] = {"as_of": CLOCK, "rulesets": RULESETS, "policies": POLICIES, "advice": True}
    project.run(**settings, advice_slice="30s")
    named = (
        "released_count",
        "late_count",
        "duplicate_count",
        "pending_count",
        "total_wait_ms",
        "max_buffered",
    )
    told: dict[str, dict[str, tuple[int, ...]]] = {}
    for row in project.query("select * from {s}.resequencer__what_if"):
        told.setdefault(row["policy"], {})[row["ruleset"]] = tuple(row[figure] for figure in named)
    assert set(told) == {"as_set", *(policy["name"] for policy in POLICIES)}
    actual = project.query(
        "select ruleset, actual_released_count, actual_late_count, actual_duplicate_count, actual_pending_count,"
        " actual_total_wait_ms, actual_max_buffered from {s}.resequencer__what_if where policy = 'hasty'"
    )
    assert {row["ruleset"]: tuple(row)[1:] for row in actual} == what_happened(project)
    assert told["as_set"] == what_happened(project)
    others = ("bypassed_count", "failed_count")
    for row in project.query("select * from {s}.resequencer__what_if where policy = 'as_set'"):
        assert [row[name] for name in others] == [row[f"actual_{name}"] for name in others]
    for names in beside_runs_of:
        policies = [policy for policy in POLICIES if policy["name"] in names]
        other = new_project()
        other.land("a.json", [*arrivals()])
        selected = ["+resequencer__released", "resequencer__bypass", "resequencer__pending"]
        other.run("--select", *selected, as_of=CLOCK, rulesets=with_policies(policies))
        happened = what_happened(other)
        for policy in policies:
            # Of policies that are tried in one run each has rulesets of its own.
            judged = happened if len(policies) == 1 else policy["rulesets"]
            assert {name: told[policy["name"]][name] for name in judged} == {
                name: happened[name] for name in judged
            }, policy["name"]
    # No two of them are the same.
    assert len({tuple(sorted(by_ruleset.items())) for by_ruleset in told.values()}) == len(told)

    curve = project.query(
        "select * from {s}.resequencer__bake_time_trade_off where ruleset = 'orders' order by bake_time_ms"
    )
    late_rates = [row["late_rate"] for row in curve]
    assert late_rates == sorted(late_rates, reverse=True)
    assert late_rates[-1] == 0
    (set_to,) = [row for row in curve if row["bake_time_ms"] == 40_000]
    assert set_to["late_count"] == told["as_set"]["orders"][1]

    # What is set without a bake time, too.
    (static,) = project.query(
        "select * from {s}.resequencer__bake_time_trade_off where ruleset = 'rest' and bake_time_ms = 0"
    )
    assert static["late_count"] == told["as_set"]["rest"][1]

    advice = {row["ruleset"]: row for row in project.query("select * from {s}.resequencer__bake_time_advice")}
    assert set(advice) == {"orders", "down", "names", "rest"}
    assert advice["orders"]["target_late_rate"] == 0.2
    assert advice["down"]["target_late_rate"] == 0.01
    assert advice["rest"]["target_late_rate"] is None
    assert advice["orders"]["basis"] == "empirical"
    tested = project.query("select distinct ruleset from {s}.resequencer__advice_backtest")
    assert {row["ruleset"] for row in tested} == {"orders", "down", "names"}

    ratios = project.query(
        "select min(reordered_ratio), max(reordered_ratio) from {s}.resequencer__reordering"
    )
    assert 0 <= ratios[0][0] < ratios[0][1] < 1
    shares = project.query(
        "select metric, sum(share) from {s}.resequencer__reorder_density where metric <> 'n_reordering' group by all"
    )
    assert {metric: round(share, 9) for metric, share in shares} == {"displacement": 4, "buffer_occupancy": 4}


SMALL: list[dict[str, Any]] = [
    {"name": "quiet", "match": {"body": [["never"]]}, "bake_time": "1m", "late_cost": 2, "wait_cost": 1},
    {"name": "talks", "match": {"body": [["talk"]]}, "session_timeout": "10s"},
    {"name": "rest", "order_group": "all", "expire_after": "1h"},
]


def message(number: int, minute: int, second: int = 0, body: str = "order") -> dict[str, Any]:
    moment = f"2026-03-01T12:{minute:02d}:{second:02d}Z"
    return {"sequence_id": body, "sequence_number": number, "arrived_at": moment, "body": body}


@pytest.mark.long
def test_every_ruleset_has_its_rows(project: Project) -> None:
    project.land("a.json", [message(1, 0), message(3, 0, 1), message(2, 0, body="talk")])
    policies = [{"name": "short", "rulesets": ["quiet", "rest"], "bake_time": "10s"}]
    # Nothing has expired yet.
    project.run("--select", "+resequencer__ledger", as_of="2026-03-01T12:30:00Z", rulesets=SMALL)
    project.run(as_of="2026-03-01T14:00:00Z", rulesets=SMALL, policies=policies, advice=True)
    advice = project.query("select * from {s}.resequencer__bake_time_advice")
    told = ("ruleset", "target_late_rate", "advised_ms", "basis", "sample_size", "drift")
    few = (None, "too_little_data")
    rows = {tuple(row[name] for name in told) for row in advice if row["ruleset"] != "rest"}
    assert rows == {("quiet", None, *few, 0, False), ("talks", 0.01, *few, 0, False)}
    assert sorted(row["ruleset"] for row in advice) == ["quiet", "rest", "talks"]
    tried = project.query("select * from {s}.resequencer__what_if")
    counts = (
        "message_count", "released_count", "failed_count", "max_buffered", "total_wait_ms",
        "actual_released_count", "actual_failed_count", "actual_max_buffered",
    )  # fmt: skip
    assert {(row["policy"], row["ruleset"]): tuple(row[name] for name in counts) for row in tried} == {
        **{(policy, "quiet"): (0,) * 8 for policy in ("as_set", "short")},
        # 3 waited for 2 until the sequence expired, which what-if knows nothing of.
        ("as_set", "rest"): (2, 1, 0, 1, 0, 1, 1, 1),
        ("short", "rest"): (2, 2, 0, 1, 10_000, 1, 1, 1),
    }
    measured = project.query(
        "select advice.ruleset, message_count from {s}.resequencer__bake_time_advice as advice"
        " inner join {s}.resequencer__reordering using (order_group)"
        " where order_group in (select order_group from {s}.resequencer__reorder_density)"
    )
    assert [tuple(row) for row in measured] == [("rest", 2)]
    # The unit tests have rulesets of their own, which the policies of the project do not name: in all of them that is
    # said (tests/structure), here it is tried.
    selected = ["--select", "test_type:unit,path:models/advice"]
    tested = project.invoke("test", *selected, rulesets=SMALL, policies=policies, advice=True)
    assert tested.success, tested.exception


def test_a_stretch_goes_on_from_where_it_begins_and_is_told_as_at_its_end(project: Project) -> None:
    """2 is passed over before the stretch, 5 within it; 8 waits for 7 beyond its end."""
    landed = [(1, 0), (3, 1), (2, 60), (4, 61), (6, 62), (5, 90), (8, 92)]
    project.land("a.json", [message(number, *divmod(second, 60)) for number, second in landed])
    settings: dict[str, Any] = {
        "rulesets": [{"name": "r", "bake_time": "20s"}],
        "policies": [{"name": "patient", "bake_time": "1m"}],
        "what_if_from": "2026-03-01T12:00:50Z",
        "what_if_to": "2026-03-01T12:01:40Z",
    }
    project.run(as_of="2026-03-01T14:00:00Z", advice=True, **settings)
    counts = ("message_count", "released_count", "late_count", "pending_count", "max_buffered")
    tried = {row["policy"]: row for row in project.query("select * from {s}.resequencer__what_if")}
    assert {policy: tuple(row[name] for name in counts) for policy, row in tried.items()} == {
        "as_set": (5, 2, 2, 1, 1),
        # 5 is in time, and 2 as late as it was.
        "patient": (5, 3, 1, 1, 1),
    }
    row = tried["as_set"]
    assert [row[f"actual_{name}"] for name in counts[1:]] == [row[name] for name in counts[1:]]
    assert row["actual_total_wait_ms"] == row["total_wait_ms"] == 20_000


def test_a_report_is_made_without_a_run(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of what the last runs have left; nothing is decided."""
    monkeypatch.setenv("RESEQUENCER_SCHEMA", project.schema)
    rulesets = [{"name": "r", "bake_time": "20s"}]
    project.land(
        "a.json",
        [message(1, 0), message(3, 0, 1), message(2, 0, 5), message(1, 1), message(5, 2), "no message"],
    )
    output, target = tmp_path / "report.html", str(tmp_path / "target")
    variables: dict[str, Any] = {
        "resequencer__landing": {
            "format": "json",
            "path": str(project.landing),
            "options": {"token": "secret"},
        }
    }
    variables["resequencer__rulesets"] = rulesets
    arguments = [
        "--no-run",
        "--output",
        str(output),
        "--vars",
        json.dumps(variables),
        "--target-path",
        target,
    ]

    def report() -> str:
        assert report_job.main(arguments) == 0
        return " ".join(
            re.sub(r"<[^>]+>", " ", output.read_text(encoding="utf-8")).replace("&nbsp;", " ").split()
        )

    # The lake is empty.
    said = report()
    assert f"from schema {project.schema} of target embedded, where no run has decided anything yet." in said
    assert "No run has decided anything here yet, so there is nothing to advise: run make run , or" in said
    assert "not built" not in said
    project.run("--select", "+resequencer__missing_ranges", as_of="2026-03-01T12:02:01Z", rulesets=rulesets)
    before = project.query("describe history {s}.resequencer__ledger")
    said = report()
    assert project.query("describe history {s}.resequencer__ledger") == before
    assert re.search(r"The batch was written 20\d\d-\d\d-\d\d \d\d:\d\d, [\d.]+ (ms|s|min) before\.", said), (
        said[:500]
    )
    assert (
        f"of batch 1, whose clock is 2026-03-01 12:02, from schema {project.schema} of target embedded"
        in said
    )
    assert (
        "Of 6 messages: 3 released (50 %), 1 bypassed (16.7 %), 1 failed (16.7 %), 1 pending (16.7 %)."
        in said
    )
    assert "No advice yet: run make report ." in said
    assert "each over one minute. Not among them: 1 message of which no time is known." in said
    assert "secret" not in said
    tables = read({"resequencer__ledger": f"{project.schema}.resequencer__ledger"}, SparkSession.active())
    assert tables.runs is not None
    assert tables.runs[["number", "settled_count"]].to_numpy().tolist() == [[1, 5]]
    assert tables.runs["seconds"].between(0.1, 600).all()


@pytest.mark.long
def test_the_report_is_of_a_run_with_advice(lake: Path, tmp_path: Path) -> None:
    os.environ["RESEQUENCER_SCHEMA"] = f"report_{os.getpid()}"
    variables = {
        "resequencer__rulesets": [{"name": "sample", "bake_time": "2m"}],
        "resequencer__throughput": {
            "service_time": "200ms",
            "every": "10m",
            "consumers": [1, 2],
            "pressure_levels": [1],
        },
    }
    output = tmp_path / "new" / "report.html"
    arguments = ["--vars", json.dumps(variables), "--target-path", str(tmp_path / "target")]
    assert report_job.main(["--output", str(output), *arguments]) == 0
    written = output.read_text()
    # Trade-off, lateness and backtest of the ruleset; what happened, runs, gaps, completeness.
    assert written.count("<figure>") == 7
    assert "for ruleset <strong>sample</strong>" in written
    assert "simulated" in written


def test_a_report_needs_a_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert report_job.main([]) == 2
    assert "dbt_project.yml" in capsys.readouterr().err


def test_variables_of_the_command_line_stay() -> None:
    arguments = report_job.with_advice(["--target", "plain", "--vars", "{a: {b: c}}"])
    assert arguments[:3] == ["--target", "plain", "--vars"]
    assert yaml.safe_load(arguments[3]) == {"a": {"b": "c"}, "resequencer__advice": True}
