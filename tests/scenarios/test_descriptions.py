"""What stands in the lake is described column by column, and no other column is: looked at after a run of every model.

Steps (ephemeral models) describe what they add; lint/structure.py asks that of them.
"""

from __future__ import annotations

from typing import Any

import pytest
from dbt.contracts.graph.manifest import Manifest
from pyspark.sql import SparkSession
from tests.scenarios.project import Project

from resequencer.docs_job import EVERY_MODEL

PREFIX = "resequencer__"
COUNTER = "resequencer__counter"


def settings_of_every_model(project: Project) -> dict[str, Any]:
    """The settings that enable every model, with inputs that are there."""
    settings = {name.removeprefix(PREFIX): value for name, value in EVERY_MODEL.items()}
    del settings["landing"]
    project.query("create database if not exists {s}")
    for name, columns in {
        "acts": "action_id string, action string, ruleset string, sequence_id string, at string",
        "sent": "message_id string, outcome string, at string",
        "events": "device string, received_at timestamp, load_id bigint",
    }.items():
        project.query(f"create table {{s}}.{name} ({columns}) using delta")
    settings["actions"] = {"relation": f"{project.schema}.acts"}
    settings["deliveries"] = {"relation": f"{project.schema}.sent"}
    settings["counter"] = {**settings["counter"], "relation": f"{project.schema}.events"}
    return {name: value for name, value in settings.items() if value is not None}


@pytest.mark.long
def test_every_column_of_every_table_and_view_is_described(project: Project) -> None:
    assert project.invoke("run-operation", "validate_settings").success  # Spark stands
    settings = settings_of_every_model(project)
    project.leaves_out = []
    project.land("a.json", [{"sequence_id": "s", "sequence_number": 1, "arrived_at": "2026-05-01T00:00:00Z"}])
    project.run(as_of="2026-05-01T01:00:00Z", **settings)
    assert isinstance(project.manifest, Manifest)
    problems = []
    count = 0
    for node in project.manifest.nodes.values():
        if node.resource_type != "model" or node.config.materialized == "ephemeral":
            continue
        count += 1
        columns = set(SparkSession.active().table(f"{project.schema}.{node.alias}").columns)
        described = {name for name, column in node.columns.items() if column.description}
        problems += [f"{node.name}.{column} is not described" for column in sorted(columns - described)]
        problems += [f"{node.name} has no column {column}" for column in sorted(described - columns)]
    # What is counted keeps the columns of the relation that it is of.
    of_the_relation = [
        f"{COUNTER}.{column} is not described" for column in ("device", "load_id", "received_at")
    ]
    problems = [problem for problem in problems if problem not in of_the_relation]
    assert not problems, "\n".join(problems)
    assert count > 70
