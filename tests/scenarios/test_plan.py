"""What Spark makes of the ledger's query, for one plain ruleset: every sort and every exchange of all messages is a fifth of a run."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession
from tests.scenarios.project import Project
from tests.scenarios.test_overtaken import CLOCK, compiled

from dbt.adapters.sparksession.session import compute_once, forget
from dbt.adapters.sparksession.steps import computed_once

RULESETS = [{"name": "all", "bake_time": "10s"}]
# Steps that are planned for actions, each with what it then reads or works out.
MARKS = {
    "resent": "disposition = 'dead_letter'",
    "epochs": "openings.newest_epoch",
    "openings": "array('silence', 'bake'",
    "counting_on": "taken_before",
    "ends": "min(opened_at) over",
}
# All of them at most so often over all messages, below the fence.
LIMITS = {"Exchange": 1, "Sort": 2, "Window": 4}


def children(node: Any) -> list[Any]:
    """The nodes that a node of a physical plan reads; of a plan that adapts, as it begins."""
    if node.nodeName() == "AdaptiveSparkPlan":
        return [node.initialPlan()]
    below = node.children()
    return [below.apply(place) for place in range(below.size())]


def tree(node: Any) -> Iterator[Any]:
    yield node
    for child in children(node):
        yield from tree(child)


def reads_messages(node: Any) -> bool:
    return any("resequencer__arrivals" in below.nodeName() for below in tree(node))


def parts(project: Project) -> tuple[str, str]:
    """What Spark is asked in a run of some 200,000 messages: the verdicts, up to the fence, and what reads them."""
    views, rest = computed_once(compiled(project, "resequencer__ledger"))
    ((name, verdicts),) = views
    assert name.endswith("int_resequencer__verdicts")
    assert "/*+ repartition(1, " in verdicts
    return verdicts.replace("/*+ repartition(1, ", "/*+ repartition(4, "), rest.replace(name, "verdicts")


def planned(query: str) -> Any:
    return SparkSession.active().sql(query)._jdf.queryExecution().executedPlan()


def counts(plan: Any) -> Counter[str]:
    """How many exchanges, sorts and windows over messages there are, below a node."""
    return Counter(
        node.nodeName() for node in tree(plan) if node.nodeName() in LIMITS and reads_messages(node)
    )


def spread_again(plan: Any) -> list[str]:
    """Windows, joins and aggregates above a union of which a branch has been spread, sorted or windowed already."""
    found = []
    for node in tree(plan):
        if not any(kind in node.nodeName() for kind in ("Window", "Join", "Aggregate")):
            continue
        unions = [below for below in tree(node) if below.nodeName() == "Union"]
        if any(
            below.nodeName() in LIMITS and reads_messages(below) for union in unions for below in tree(union)
        ):
            found.append(node.nodeName())
    return found


@pytest.mark.parametrize("numbers", [[1, 2, 3], [1, 3, 4]], ids=["none held", "some held"])
def test_messages_are_spread_once_and_sorted_twice_before_the_fence(
    project: Project, numbers: list[int]
) -> None:
    project.variables["rulesets"] = RULESETS
    for minute, landed in ((0, numbers), (11, [5, 6])):
        project.land(
            f"{minute}.json",
            [
                {
                    "sequence_id": "s",
                    "sequence_number": number,
                    "arrived_at": f"2026-03-01T10:{minute:02}:0{number}Z",
                }
                for number in landed
            ],
        )
        if not minute:
            project.run(as_of="2026-03-01T10:00:09Z")
    project.run("--select", "resequencer__arrivals", as_of=CLOCK)
    assert project.verdict_counts().get("pending/waiting_for_predecessor", 0) == (0 if numbers[1] == 2 else 2)
    verdicts, rest = parts(project)
    plan = planned(verdicts)
    (fence,) = (node for node in tree(plan) if "REPARTITION_BY_NUM" in str(node.toString()).split("\n", 1)[0])
    found = counts(fence.child())
    assert all(1 <= found[name] <= limit for name, limit in LIMITS.items()), f"{found}\n{plan.toString()}"
    assert not spread_again(plan), plan.toString()

    compute_once("verdicts", verdicts)
    readers = planned(rest)
    forget(["verdicts"])
    spread = [node for node in tree(readers) if node.nodeName() == "Exchange"]
    assert readers.toString().count("ExistingRDD") > 1
    assert not any("ExistingRDD" in node.toString() for node in spread), readers.toString()


def test_only_what_is_asked_for_is_planned(project: Project, tmp_path: Path) -> None:
    """What has been sent is looked up where a resend is asked, epochs are told apart where a reset is, and not before."""
    for name in ("deliveries", "actions"):
        (tmp_path / name).mkdir()
        project.variables[name] = {"format": "json", "path": str(tmp_path / name)}
    project.land("a.json", [{"sequence_id": "s", "sequence_number": 1, "arrived_at": "2026-03-01T10:00:00Z"}])

    def found(action: str) -> tuple[bool, ...]:
        asked = {
            "action_id": action,
            "action": action,
            "ruleset": "default",
            "sequence_id": "s",
            "from_number": 1,
        }
        text = json.dumps(asked | {"at": "2026-03-01T10:30:00Z"})
        (tmp_path / "actions" / f"{action}.json").write_text(text)
        project.run("--select", "resequencer__arrivals", "resequencer__inputs", as_of=CLOCK)
        steps = [f"int_resequencer__{step}" for step in MARKS]
        assert project.invoke("compile", "--select", *steps, as_of=CLOCK).success
        (folder,) = (project.landing.parent / "target" / "compiled").iterdir()
        code = {path.stem: path.read_text() for path in folder.rglob("int_resequencer__*.sql")}
        return tuple(mark in code[step] for step, mark in zip(steps, MARKS.values(), strict=True))

    assert found("close") == (False, False, False, False, False)
    assert found("resend") == (True, False, False, False, False)
    assert found("reset") == (True, True, True, True, True)


def test_patterns_are_not_written_out_with_what_is_asked_of_a_ruleset(project: Project) -> None:
    """With some rulesets of different modes that filled a driver's 2 GB: each question was asked where records are read."""
    project.variables["rulesets"] = [
        {"name": f"r{place}", "match": {"properties": [{"mode": f"^r{place}"}]}, "key_type": key_type}
        for place, key_type in enumerate(("sequence", "long", "string"))
    ]
    project.land("a.json", [{"sequence_id": "s", "sequence_number": 1, "arrived_at": "2026-03-01T10:00:00Z"}])
    project.run("--select", "+int_resequencer__routed", as_of=CLOCK)
    asked = f"select body from {project.schema}.int_resequencer__routed where order_group = 'r1' and sequence_number is not null"
    session = SparkSession.active()
    session.conf.set("spark.sql.debug.maxToStringFields", "10000")
    plan = session.sql(asked)._jdf.queryExecution().optimizedPlan().toString()
    session.conf.unset("spark.sql.debug.maxToStringFields")
    assert plan.count(", ^r0)") == 1
