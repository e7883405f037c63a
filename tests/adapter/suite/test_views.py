"""A view is created again only where it, or something under it, has changed."""

from typing import Any

import pytest
from dbt.contracts.results import RunStatus
from dbt.tests.util import run_dbt, write_file

BASE = "{{ config(materialized='table') }} select 1 as id, 'a' as name"
LOWER = "select id, name from {{ ref('base') }}"
UPPER = "select id, name from {{ ref('lower') }}"
ORDINARY = "select * from {{ ref('base') }}"
CONTRACT = """
models:
  - name: upper
    config: {contract: {enforced: true}}
    columns:
      - {name: id, data_type: int}
      - {name: name, data_type: string}
"""


class TestViewsThatStandAreLeft:
    @pytest.fixture(scope="class")
    def project_config_update(self) -> dict[str, Any]:
        return {"models": {"test": {"+file_format": "delta", "left": {"+meta": {"leave_unchanged": True}}}}}

    @pytest.fixture(scope="class")
    def models(self) -> dict[str, Any]:
        return {
            "base.sql": BASE,
            "ordinary.sql": ORDINARY,
            "left": {"lower.sql": LOWER, "upper.sql": UPPER, "schema.yml": CONTRACT},
        }

    def test_what_has_changed_is_created_again_and_what_stands_on_it(self, project: Any) -> None:
        def created(*arguments: str) -> dict[str, bool]:
            """The views, and whether each was created."""
            return {
                result.node.name: result.message != "UNCHANGED"
                for result in run_dbt(["run", *arguments])
                if result.node.name in ("lower", "upper")
            }

        both = {"lower": True, "upper": True}
        assert created() == both
        assert created() == {"lower": False, "upper": False}
        assert created("--full-refresh") == both
        assert [result.message for result in run_dbt(["run", "--select", "ordinary"])] == ["OK"]

        # One that was replaced by hand does not say what it was created from. Then all is as it was.
        project.run_sql(f"create or replace view {project.test_schema}.lower as select 2 as id, 'b' as name")
        assert created() == {"lower": True, "upper": False}
        assert project.run_sql("select id from {schema}.upper", fetch="one")[0] == 1

        # Changed by itself, in a run of that view alone: what stands on it follows when its turn comes.
        write_file(
            "select id, upper(name) as name from {{ ref('base') }}",
            project.project_root,
            "models",
            "left",
            "lower.sql",
        )
        assert created("--select", "lower") == {"lower": True}
        assert created() == {"lower": False, "upper": True}
        assert project.run_sql("select name from {schema}.upper", fetch="one")[0] == "A"

        # And so its contract is checked, although its own text has not changed.
        write_file(
            "select cast(id as string) as id, name from {{ ref('base') }}",
            project.project_root,
            "models",
            "left",
            "lower.sql",
        )
        results = run_dbt(["run"], expect_pass=False)
        assert {r.node.name: r.status for r in results}["upper"] == RunStatus.Error
        write_file(LOWER, project.project_root, "models", "left", "lower.sql")
        assert created() == both
