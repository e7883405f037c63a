"""Cases from the issues of other systems: what lands and is reported, run by run, and what is to come of it (tests/cases).

A case is a JSON file:
  source, need   where it comes from, and what is asked for there
  settings       settings, by their full names
  runs           [{as_of, records, files, sql, deliveries, actions}]: files by name beside the landed records; statements in
                 which the database raw is one of the case's own
  expect         verdicts: {message_id: "outlet [reason] [@ when]"}, and queries: [{sql, rows}], with {{ ref() }}
"""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.scenarios.project import Project

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


def read_case(name: str) -> dict[str, Any]:
    case: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return case


def prepare(project: Project, case: dict[str, Any]) -> None:
    """Its settings, and a folder for each kind of input that it has."""
    project.leaves_out = []
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
            f"select message_id, {reason} as reason, {at} as at from {{s}}.resequencer__{outlet}"
        ):
            when = "" if row["at"] is None else f"@ {utc(row['at'])}"
            found.setdefault(row["message_id"], []).append(
                " ".join(f"{outlet} {row['reason']} {when}".split())
            )
    return found


def utc(time: datetime) -> str:
    return f"{time.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%f}".rstrip("0").rstrip(".")


def agrees(wanted: str, found: str) -> bool:
    """Whether a verdict is as wanted: what is left out is not compared."""
    outlet, reason, at = re.fullmatch(r"(\w+) ?(\w+)?(?: ?@ (\S+))?", wanted).groups()  # type: ignore[union-attr]
    is_outlet, is_reason, is_at = re.fullmatch(r"(\w+) ?(\w+)?(?: ?@ (\S+))?", found).groups()  # type: ignore[union-attr]
    return (
        outlet == is_outlet
        and reason in (None, is_reason)
        and (at is None or (is_at or "").startswith(at.removesuffix("Z")))
    )


def rows(project: Project, sql: str) -> list[dict[str, Any]]:
    """Rows of a query that names models by ref(), in any order."""
    query = re.sub(r"\{\{ ref\('(\w+)'\) \}\}", r"{s}.\1", sql)
    return sorted(
        (row.asDict() for row in project.query(query)), key=lambda row: json.dumps(row, sort_keys=True)
    )


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.json")))
def test_a_case_comes_out_as_it_should(project: Project, name: str) -> None:
    case = read_case(name)
    prepare(project, case)
    for number, run in enumerate(case["runs"], start=1):
        land(project, run, number)
        project.run(as_of=run["as_of"])
    found = verdicts(project)
    wrong: dict[str, tuple[Any, Any]] = {
        message: (wanted, found.get(message))
        for message, wanted in case["expect"].get("verdicts", {}).items()
        if sum(agrees(wanted, verdict) for verdict in found.get(message, [])) != 1
        or sum(verdict.startswith("released") for verdict in found[message]) > 1
    }
    for query in case["expect"].get("queries", []):
        wanted = sorted(query["rows"], key=lambda row: json.dumps(row, sort_keys=True))
        answer = rows(project, query["sql"])
        if answer != wanted:
            wrong[query["sql"]] = (wanted, answer)
    assert not wrong, json.dumps(wrong, indent=1, default=str)
