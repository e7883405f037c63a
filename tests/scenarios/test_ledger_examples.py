"""Ledgers by example, end to end: given messages, what was carried over, and every row that is written (ledger_examples.yml)."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from pyspark.sql import SparkSession
from tests.scenarios.project import Project, copy_of_project, failure_text

from dbt.adapters.sparksession.session import compute_once, forget
from dbt.adapters.sparksession.steps import computed_once

EXAMPLES: dict[str, dict[str, Any]] = yaml.safe_load(
    Path(__file__).with_name("ledger_examples.yml").read_text(encoding="utf-8")
)
STATES = ("head", "state", "closed")

ROUTED = """{{{{ config(materialized='ephemeral') }}}}
select
    *,
    cast(null as {{{{ row_type('key_value') }}}}) as key_value,
    cast(null as bigint) as linked_number,
    cast(null as {{{{ row_type('claim') }}}}) as claim
from ({routed})
"""
BATCH = """{{% macro current_batch() -%}}
    {{%- do return(fromjson('{batch}')) -%}}
{{%- endmacro %}}
{{% macro make_ledger() -%}}
    {{%- do run_query('create schema if not exists ' ~ target.schema) -%}}
    {{%- do run_query('create or replace table ' ~ target.schema ~ '.resequencer__ledger using delta as ' ~ previous_ledger()) -%}}
{{%- endmacro %}}
{{% macro previous_ledger() -%}}
    {previous}
{{%- endmacro %}}
"""
NO_LEDGER = "select {{ ledger_row({}) }} where false"


def changed_copy(root: Path, example: dict[str, Any]) -> Path:
    """The project, but for what is given: the routed messages, and what the run is about."""
    copy_of_project(root)
    intermediate = root / "models/intermediate"
    for tests in intermediate.glob("int_resequencer__routed*.yml"):
        tests.unlink()
    (intermediate / "int_resequencer__routed.sql").write_text(ROUTED.format(routed=example["routed"]))
    (root / "macros/batch/current_batch.sql").write_text(
        BATCH.format(batch=json.dumps(example["batch"]), previous=example.get("this", NO_LEDGER))
    )
    return root


def compiled_ledger(project: Project) -> str:
    compiled = project.invoke("compile", "--select", "resequencer__ledger")
    assert compiled.success, failure_text(compiled)
    (code,) = (
        result.node.compiled_code
        for result in compiled.result.results
        if result.node.name == "resequencer__ledger"
    )
    assert isinstance(code, str)
    return code


def expected_rows(example: dict[str, Any]) -> tuple[list[str], list[dict[str, Any]]]:
    """The columns that are compared, and the rows; a state beside the row that has it."""
    rows: list[dict[str, Any]] = list(csv.DictReader(io.StringIO(example["rows"])))
    columns = list(rows[0])
    for row in rows:
        if "states" in example:
            has_state = row["disposition"] in STATES and not row.get("gap")
            row["head"] = example["states"][row["sequence_id"]] if has_state else None
    return [*columns, *(["head"] if "states" in example else [])], rows


def as_relation(columns: list[str], rows: list[dict[str, Any]], types: dict[str, str]) -> str:
    """A query of the expected rows: texts are read as the type that the ledger has there."""

    def literal(column: str, value: Any) -> str:
        if not value:
            return f"cast(null as {types[column]})"
        if column == "head":
            return f"from_json('{json.dumps(value)}', '{types[column]}')"
        if column == "gap":
            return f"cast({value} as {types[column]})"
        return f"cast('{value}' as {types[column]})"

    return " union all ".join(
        "select " + ", ".join(f"{literal(column, row[column])} as {column}" for column in columns)
        for row in rows
    )


def texts(session: SparkSession, columns: list[str], query: str) -> Counter[str]:
    """Each row of a query as text, and how often it is there."""
    return Counter(session.sql(query).select(*columns).toJSON().collect())


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_ledger_is_as_its_example_says(
    new_project: Callable[[], Project], tmp_path: Path, name: str
) -> None:
    example = EXAMPLES[name]
    project = new_project()
    project.root = changed_copy(tmp_path / "example", example)
    project.stands = True
    project.variables |= example["settings"]
    made = project.invoke("run-operation", "make_ledger")
    assert made.success, failure_text(made)
    query = compiled_ledger(project)
    session = SparkSession.active()
    types = {
        f.name: f.dataType.simpleString()
        for f in session.table(f"{project.schema}.resequencer__ledger").schema
    }
    columns, rows = expected_rows(example)
    wanted = texts(session, columns, as_relation(columns, rows, types))
    # As a run has Spark do it, of some 200,000 messages.
    views, rest = computed_once(query.replace("/*+ repartition(1, ", "/*+ repartition(3, "))
    for view, step in views:
        compute_once(view, step)
    found = texts(session, columns, rest)
    forget([view for view, _ in views])
    assert views
    missing, unexpected = sorted((wanted - found).elements()), sorted((found - wanted).elements())
    differing = [*(f"missing: {row}" for row in missing), *(f"unexpected: {row}" for row in unexpected)]
    assert not differing, "\n".join(differing)
