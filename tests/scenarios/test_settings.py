"""A wrong setting stops the run before anything is written, says which, and what it may be."""

from __future__ import annotations

from typing import Any

import pytest
from pyspark.sql import SparkSession
from tests.scenarios.project import Project, failure_text
from tests.scenarios.test_main_job import message

WRONG: list[tuple[dict[str, Any], list[str]]] = [
    ({"landing": {"format": "xml", "path": "/x"}}, ["resequencer__landing.format", "json", "parquet"]),
    ({"landing": {"format": "json"}}, ["resequencer__landing.path"]),
    ({"landing": {"format": "json", "path": "/no/such/folder"}}, ["resequencer__landing", "/no/such/folder"]),
    ({"landing": {"format": "json", "pth": "/x"}}, ["resequencer__landing", "did you mean path"]),
    (
        {"landing": {"format": "json", "path": "seeds/landing", "schema": "a bigin"}},
        ["resequencer__landing.schema"],
    ),
    ({"columns": {"sequence_nr": "x"}}, ["resequencer__columns", "did you mean sequence_number"]),
    (
        {"columns": {"sequence_number": "no_such_field + 1"}},
        ["resequencer__columns.sequence_number", "no_such_field"],
    ),
    ({"columns": {"sequence_number": "lenght(body)"}}, ["resequencer__columns.sequence_number", "lenght"]),
    ({"columns": {"arrived_at": "length(body)"}}, ["resequencer__columns.arrived_at", "timestamp_millis"]),
    ({"rulesets": [{"name": "a", "bake_time": "60"}]}, ["resequencer__rulesets a.bake_time", "unit"]),
    ({"rulesets": [{"name": "a", "bake_tme": "60s"}]}, ["resequencer__rulesets a", "did you mean bake_time"]),
    ({"rulesets": [{"name": "a"}, {"name": "a"}]}, ["resequencer__rulesets[1].name", "another ruleset"]),
    ({"rulesets": [{"name": "a", "start": "auto"}]}, ["resequencer__rulesets a.start", "bake_time"]),
    ({"rulesets": [{"name": "a", "on_gap": "wait", "bake_time": "1s"}]}, ["resequencer__rulesets a.on_gap"]),
    (
        {"rulesets": [{"name": "a", "session_size": 5}]},
        ["resequencer__rulesets a.session_size", "not available"],
    ),
    ({"rulesets": [{"name": "a", "key": "constant"}]}, ["resequencer__rulesets a.key", "##"]),
    (
        {"rulesets": [{"name": "a", "match": {"body": [["(unclosed"]]}}]},
        ["resequencer__rulesets a.match.body", "(unclosed"],
    ),
    (
        {"rulesets": [{"name": "a", "order_group": "g"}, {"name": "b", "order_group": "g", "step": 2}]},
        ["resequencer__rulesets b.step", "order_group g"],
    ),
    ({"rulesets": {"name": "a"}}, ["resequencer__rulesets", "list"]),
    ({"as_of": "tomorrow"}, ["resequencer__as_of", "now"]),
    ({"as_of": "2026-02-30"}, ["resequencer__as_of"]),
    (
        {"arrivals_relation": "no.such_table", "arrivals_cursor": "id"},
        ["resequencer__arrivals_relation", "such_table"],
    ),
    ({"arrivals_relation": "a.b"}, ["resequencer__arrivals_cursor"]),
    ({"max_skipped_ranges": "many"}, ["resequencer__max_skipped_ranges"]),
    ({"ruleset": []}, ["ruleset", "did you mean resequencer__rulesets"]),
]


@pytest.mark.parametrize(
    ("wrong", "told"), WRONG, ids=[f"{i}-{next(iter(w))}" for i, (w, _) in enumerate(WRONG)]
)
def test_wrong_settings(project: Project, wrong: dict[str, Any], told: list[str]) -> None:
    project.land("a.json", [message(1, 0)])
    # The models alone that could write: nothing may reach them, or be left by them.
    result = project.invoke("run", "--select", "resequencer__arrivals", "resequencer__ledger", **wrong)
    assert not result.success
    text = failure_text(result)
    for words in told:
        assert words in text, text
    if SparkSession.getActiveSession() is not None and project.query(f"show schemas like '{project.schema}'"):
        assert project.query("show tables in {s}") == []


def test_the_clock_never_goes_back(project: Project) -> None:
    project.land("a.json", [message(1, 0)])
    project.run(as_of="2026-03-01T12:00:00Z")
    result = project.invoke("run", as_of="2026-03-01T11:59:59Z")
    assert not result.success
    assert "resequencer__as_of" in failure_text(result)
    project.run(as_of="2026-03-01T12:00:00Z")


def test_a_ruleset_with_sequences_may_not_vanish(project: Project) -> None:
    project.land("a.json", [message(2, 0)])
    project.run(as_of="2026-03-01T12:00:00Z", rulesets=[{"name": "a"}])
    project.land("b.json", [message(1, 0)])
    for rulesets in ([{"name": "b"}], [{"name": "a", "key_type": "long", "bake_time": "1s"}]):
        result = project.invoke("run", as_of="2026-03-01T12:00:00Z", rulesets=rulesets)
        assert not result.success
        assert "full-refresh" in failure_text(result)
    project.run("--full-refresh", as_of="2026-03-01T12:00:00Z", rulesets=[{"name": "b"}])
    assert project.verdict_counts() == {"released": 2}
