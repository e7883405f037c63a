"""Cases from the issues of other systems: what lands and is reported, run by run, and what is to come of it (tests/cases).

A case is a JSON file:
  source, need   where it comes from, and what is asked for there
  settings       settings, by their full names
  runs           [{as_of, records, files, sql, deliveries, actions}]: files by name beside the landed records; statements in
                 which the database raw is one of the case's own
  expect         verdicts: {message_id: "outlet [reason] [@ when]"}; queries: [{sql, rows}], with {{ ref() }};
                 order: {"ruleset/sequence": [message_id]}, as they are released;
                 times: {message_id: its arrival time, or else a failure; null: a failure}, of which `read` must not fail

Cases that differ in their rulesets only, which match by the property `case`, and whose clocks are the same, share one lake.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.scenarios.project import ROOT, Project

FOLDER = Path(__file__).resolve().parents[1] / "cases"
PREFIX = "resequencer__"
WITHOUT_TABLE = {"arrivals_relation": None, "arrivals_cursor": None, "arrivals_lookback": None}
OUTLETS = {
    "released": "released_at",
    "bypass": "bypassed_at",
    "failure": "failed_at",
    "nohit": "cast(null as timestamp)",
    "pending": "cast(null as timestamp)",
}
# What `Project` leaves out unless it is asked for.
LEFT_OUT_VIEWS = [
    path.stem
    for folder in ("flow", "delivery", "sequences")
    for path in (ROOT / "models" / folder).glob("resequencer__*.sql")
]


def read_case(name: str) -> dict[str, Any]:
    case: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return case


def shared(names: list[str]) -> list[list[str]]:
    """The cases, those together that share a lake."""
    lakes: dict[str, list[str]] = {}
    for name in names:
        case = read_case(name)
        by_case = all(
            '"case"' in json.dumps(ruleset) for ruleset in case["settings"].get(f"{PREFIX}rulesets", [None])
        )
        alone = len(case["settings"]) > 1 or not by_case
        clocks = json.dumps([run["as_of"] for run in case["runs"]])
        lakes.setdefault(name if alone else clocks, []).append(name)
    return list(lakes.values())


def as_one(cases: list[dict[str, Any]]) -> dict[str, Any]:
    """Cases that share a lake as one case, but for what they expect."""
    first, *others = cases
    one: dict[str, Any] = {"settings": {**first["settings"]}, "runs": [{**run} for run in first["runs"]]}
    for case in others:
        one["settings"][f"{PREFIX}rulesets"] = [
            *one["settings"][f"{PREFIX}rulesets"],
            *case["settings"][f"{PREFIX}rulesets"],
        ]
        for run, more in zip(one["runs"], case["runs"], strict=True):
            run["records"] = [*run.get("records", []), *more.get("records", [])]
            run["files"] = run.get("files", {}) | more.get("files", {})
            for kind in ("deliveries", "actions"):
                if kind in more:
                    run[kind] = [*run.get(kind, []), *more[kind]]
    return one


def prepare(project: Project, case: dict[str, Any]) -> None:
    """Its settings, and a folder for each kind of input that it has."""
    project.variables |= {name.removeprefix(PREFIX): value for name, value in case["settings"].items()}
    if "arrivals_relation" in project.variables:
        project.variables["arrivals_relation"] = of_its_own(project, project.variables["arrivals_relation"])
        assert project.invoke("run-operation", "validate_settings", **WITHOUT_TABLE).success  # Spark stands
    for kind in ("deliveries", "actions"):
        if any(kind in run for run in case["runs"]):
            folder = project.landing.parent / kind
            folder.mkdir()
            project.variables[kind] = {"format": "json", "path": str(folder)}


def of_its_own(project: Project, text: str) -> str:
    """All cases of a worker share a lake."""
    return re.sub(r"\braw\b", f"{project.schema}_raw", text)


def land(project: Project, run: dict[str, Any], number: int) -> None:
    for statement in run.get("sql", []):
        project.query(of_its_own(project, statement).replace("{", "{{").replace("}", "}}"))
    if run.get("records"):
        project.land(f"part-{number:05}.json", run["records"])
    for name, records in run.get("files", {}).items():
        project.land(name, records)
    for kind in ("deliveries", "actions"):
        if run.get(kind):
            text = "".join(json.dumps(record) + "\n" for record in run[kind])
            path = project.landing.parent / kind / f"part-{number:05}.json"
            path.write_text(text, encoding="utf-8")


def verdicts(project: Project) -> dict[str, list[str]]:
    """Of each message id what became of the messages that have it, as a case writes it."""
    found: dict[str, list[str]] = {}
    for outlet, at in OUTLETS.items():
        reason = "''" if outlet in ("released", "nohit") else "coalesce(reason, '')"
        for row in project.query(
            f"select message_id, {reason} as reason, cast({at} as string) as at from {{s}}.resequencer__{outlet}"
        ):
            when = "" if row["at"] is None else f"@ {utc(row['at'])}"
            found.setdefault(row["message_id"], []).append(
                " ".join(f"{outlet} {row['reason']} {when}".split())
            )
    return found


def utc(shown: str) -> str:
    """A time as Spark shows it, in UTC, as a case writes it. Python's own are none in the year 1, which some zones begin a day early."""
    return shown.replace(" ", "T")


def agrees(wanted: str, found: str) -> bool:
    """Whether a verdict is as wanted: what is left out is not compared."""
    outlet, reason, at = re.fullmatch(r"(\w+) ?(\w+)?(?: ?@ (\S+))?", wanted).groups()  # type: ignore[union-attr]
    is_outlet, is_reason, is_at = re.fullmatch(r"(\w+) ?(\w+)?(?: ?@ (\S+))?", found).groups()  # type: ignore[union-attr]
    return (
        outlet == is_outlet
        and reason in (None, is_reason)
        and (at is None or (is_at or "").startswith(shortest(at)))
    )


def shortest(time: str) -> str:
    """A time as Spark shows it: without the zone, and without the zeros that end a fraction."""
    whole, _, fraction = time.removesuffix("Z").partition(".")
    return f"{whole}.{fraction.rstrip('0')}".removesuffix(".")


def rows(project: Project, sql: str) -> list[dict[str, Any]]:
    """Rows of a query that names models by ref(), in any order."""
    query = re.sub(r"\{\{ ref\('(\w+)'\) \}\}", r"{s}.\1", sql)
    return sorted(
        (row.asDict() for row in project.query(query)),
        key=lambda row: json.dumps(row, sort_keys=True, default=int),
    )


def differing_order(project: Project, wanted: dict[str, list[str]]) -> dict[str, Any]:
    """Of each "ruleset/sequence" whose messages are released in another order: how they should be, and are."""
    found: dict[str, list[str]] = {}
    for row in project.query(
        "select ruleset, sequence_id, message_id from {s}.resequencer__released order by release_position"
    ):
        found.setdefault(f"{row['ruleset']}/{row['sequence_id']}", []).append(row["message_id"])
    return {of: (order, found.get(of)) for of, order in wanted.items() if order != found.get(of)}


def differing_times(project: Project, expect: dict[str, Any]) -> dict[str, Any]:
    """Of each message whose arrival time is another one, or is not read although it must be: how it should be, and is."""
    found: dict[str, str | None] = {}
    for outlet in OUTLETS:
        for row in project.query(
            f"select message_id, cast(arrived_at as string) as arrived_at from {{s}}.resequencer__{outlet}"
        ):
            found[row["message_id"]] = None if row["arrived_at"] is None else utc(row["arrived_at"])
    return {
        message: (wanted, found[message])
        for message, wanted in expect.get("times", {}).items()
        if found[message] != wanted and (found[message] is not None or message in expect["read"])
    }


@pytest.mark.parametrize("names", shared(sorted(path.stem for path in FOLDER.glob("*.json"))), ids="+".join)
def test_cases_come_out_as_they_should(project: Project, names: list[str]) -> None:
    cases = [read_case(name) for name in names]
    case = as_one(cases)
    prepare(project, case)
    asked = json.dumps([one["expect"].get("queries") for one in cases])
    if any(view in asked for view in LEFT_OUT_VIEWS):
        project.leaves_out = []
    for number, run in enumerate(case["runs"], start=1):
        land(project, run, number)
        begins = number == 1 or "arrivals_relation" in project.variables
        run_once = project.run if begins else project.run_again
        run_once(as_of=run["as_of"])
    found = verdicts(project)
    wrong: dict[str, tuple[Any, Any]] = {}
    for expect in (case["expect"] for case in cases):
        wrong |= {
            message: (wanted, found.get(message))
            for message, wanted in expect.get("verdicts", {}).items()
            if sum(agrees(wanted, verdict) for verdict in found.get(message, [])) != 1
            or sum(verdict.startswith("released") for verdict in found[message]) > 1
        }
        for query in expect.get("queries", []):
            wanted = sorted(query["rows"], key=lambda row: json.dumps(row, sort_keys=True))
            answer = rows(project, query["sql"])
            if answer != wanted:
                wrong[query["sql"]] = (wanted, answer)
        wrong |= differing_order(project, expect.get("order", {}))
        wrong |= differing_times(project, expect)
    assert not wrong, json.dumps(wrong, indent=1, default=str)
