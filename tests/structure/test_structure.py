"""What lint measures of the core: on a small tree whose figures are counted by hand."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from lint import structure
from lint.structure import ROOT, Project, Row

FILES = {
    "macros/keys/position.sql": """{% macro position(ruleset) -%}
    {%- set signs = {'ascending': '', 'descending': '~'} -%}
    {{ signs[ruleset.order] }}{{ 'key.number' if ruleset.key == 'number' else rank('key') }}
{%- endmacro %}
""",
    "macros/keys/rank.sql": "{% macro rank(key) %}{{ key }}.rank{% endmacro %}\n",
    "macros/modes/hold.sql": """{% macro hold(rows_) -%}
    {%- if has_mode('hold') -%}
        held
    {%- elif has_mode('heartbeat') -%}
        ticking
    {%- else -%}
        {{ rows_ }}
    {%- endif -%}
    {%- for group in order_groups() if group.holds -%}{{ position(group) }}{%- endfor -%}
    {%- for column in columns -%}{{ column }}{%- endfor -%}
{%- endmacro %}
""",
    # Settings are not of the core.
    "macros/settings/has_mode.sql": "{% macro has_mode(field) %}{{ 1 if field else 2 }}{% endmacro %}\n",
    "macros/macros.yml": """macros:
  - name: position
    description: The number by which a message is ordered.
    arguments:
      - {name: ruleset, type: "dict[string, any]", description: A ruleset.}
  - name: rank
    description: The rank of a key.
    arguments:
      - {name: value, type: string, description: The key.}
  - name: hold
    description: Messages that wait.
    arguments:
      - {name: rows_, type: mapping}
  - name: gone
    description: It was removed.
""",
    "models/ordering/ready.sql": "select * from {{ ref('routed') }} {{ 'where held' if has_mode('hold') }}\n",
    "models/ledger/resequencer__ledger.sql": "select * from {{ ref('ready') }}\n\n\n",
    # Behind the commit, so not of the core.
    "models/delivery/sent.sql": "select * from {{ ref('resequencer__ledger') }}{{ '' if x else '' }}\n",
    "models/delivery/sent_twice.sql": "select * from {{ ref('sent') }}\n",
    "models/routing/routed.sql": "select 1\n",
    "models/steps.yml": """models:
  - name: ready
    description: When each message is ready.
    columns:
      - name: ready_at
  - name: resequencer__ledger
    description: The ledger.
unit_tests:
  - name: test_ready
    model: ready
""",
}


def project(root: Path, changed: Mapping[str, str] | None = None) -> Project:
    for name, text in {**FILES, **(changed or {})}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return Project(root)


def measured(rows: list[Row]) -> dict[str, int]:
    return {row.what: row.measured for row in rows}


def test_figures(tmp_path: Path) -> None:
    assert measured(project(tmp_path).rows()) == {
        # position: a lookup and an inline if. hold: an if, an elif, a loop over order groups and its if. ready: an inline if.
        "branches of Jinja in the core": 7,
        "macros in the core": 3,
        "lines of macros in the core": 16,
        "lines of the longest file of the core": 11,
        "circles between folders of macros": 0,
        "faults in the documentation of macros": 5,
        "faults in that of the core's models": 2,
        # Of five models two are described and one has columns, one of which is not described.
        "faults in that of models and columns": 8,
        # None of four is on a page.
        "macros neither public nor private": 4,
        "macros that end without a return": 0,
        # None of the five has a test of its key; the ledger is for everybody.
        "faults in the tests of models": 6,
    }


def test_faults_of_documentation_are_named(tmp_path: Path) -> None:
    given = project(tmp_path)
    assert given.undocumented_macros() == [
        "gone is documented, but there is no such macro",
        "keys/rank has arguments ['key'], documented are ['value']",
        "modes/hold: rows_ has no description",
        "modes/hold: rows_ has no type that dbt knows",
        "settings/has_mode has no description",
    ]
    assert given.undocumented_steps() == [
        "resequencer__ledger has no columns",
        "resequencer__ledger has no unit test",
    ]


def test_a_generic_test_is_documented_as_a_macro_is(tmp_path: Path) -> None:
    given = project(
        tmp_path,
        {
            "macros/macros.yml": "macros: []\n",
            "tests/generic/in_order.sql": "{% test in_order(model, number) %}select 1{% endtest %}\n",
            "tests/generic/tests.yml": """macros:
  - name: test_in_order
    description: Numbers never decrease.
    arguments:
      - {name: model, type: relation, description: The table.}
""",
        },
    )
    assert (
        "tests/generic/test_in_order has arguments ['model', 'number'], documented are ['model']"
        in given.undocumented_macros()
    )
    assert (
        "tests/generic/test_in_order is on no page: is it private, it has docs: {show: false}"
        in given.unmarked_macros()
    )


def test_a_macro_that_returns_a_value_does_so_at_its_end(tmp_path: Path) -> None:
    macros = {
        "none_of_a_view": "{% if is_table %}{% do return(version) %}{% endif %}",
        "otherwise": "{% if is_table %}{% do return(version) %}{% endif %}{% do return(none) %}",
        "in_each": "{% if is_table %}{% do return(version) %}{% else %}{% do return(none) %}{% endif %}",
        "raises": "{% if is_table %}{% do return(version) %}{% endif %}{% do exceptions.raise_compiler_error('no') %}",
        "warns": "{% if is_table %}{% do return(version) %}{% endif %}{% do exceptions.warn('no') %}",
        "text": "{% if is_table %}{% do return(version) %}{% endif %} as text",
        "early": "{% if is_table %}{% do return(none) %}{% endif %}{% do log('it runs') %}",
    }
    text = "\n".join(
        f"{{% macro {name}(is_table, version) %}}{body}{{% endmacro %}}" for name, body in macros.items()
    )
    given = project(tmp_path, {"macros/settings/ends.sql": text})
    assert given.unended_macros() == [
        f"macros/settings/ends.sql: {name} ends without a return" for name in ("none_of_a_view", "warns")
    ]


def test_a_macro_is_on_a_page_or_marked_as_private(tmp_path: Path) -> None:
    entries = [
        ("position", "{show: false}"),
        ("rank", "{show: true}"),
        ("hold", "{show: false}"),
        ("_part", "{show: true}"),
    ]
    yaml = "macros:\n" + "".join(f"  - {{name: {name}, docs: {docs}}}\n" for name, docs in entries)
    given = project(
        tmp_path,
        {
            "macros/macros.yml": yaml,
            "macros/keys/_part.sql": "{% macro _part() %}1{% endmacro %}\n",
            "docs/keys.md": "Call `rank`, or `{{ resequencer.position('r') }}`, but not _part.\n",
        },
    )
    assert given.unmarked_macros() == [
        "keys/_part is on no page: is it private, it has docs: {show: false}",
        "keys/position is private, and a page calls it",
        "settings/has_mode is on no page: is it private, it has docs: {show: false}",
    ]


MODELS = """models:
  - name: resequencer__released
    description: Messages released.
    access: public
    data_tests:
      - {name: once, unique_together: {arguments: {columns: [id]}}, config: {where: id > 0}}
    columns:
      - {name: id, data_tests: [not_null]}
      - {name: reason, data_tests: [{accepted_values: {arguments: {values: [late]}}}]}
  - name: resequencer__bypass
    description: Messages bypassed.
    access: public
    config: {meta: {key_tested_by: resequencer__released}}
    columns:
      - {name: id, data_tests: [not_null]}
  - name: int_read
    description: Messages read.
    config: {meta: {key_tested_by: every_message_once}}
    columns: [{name: id}]
  - name: int_step
    description: A step.
    columns: [{name: id}]
"""


@pytest.mark.parametrize(
    ("fault", "instead", "said"),
    [
        ("", "", []),
        (
            "unique_together",
            "in_order",
            ["resequencer__bypass: resequencer__released has no test of a key", "resequencer__released has no test of its key"],
        ),
        ("    config: {meta: {key_tested_by: every_message_once}}\n", "", ["int_read has no test of its key"]),
        ("every_message_once", "gone", ["int_read: gone has no test of a key"]),
        ("{name: reason, data_tests: [{accepted_values: {arguments: {values: [late]}}}]}", "{name: reason}",
         ["resequencer__released.reason has no test of its values"]),
        ("    config: {meta: {key_tested_by: resequencer__released}}\n    columns:\n      - {name: id, data_tests: [not_null]}",
         "    config: {meta: {key_tested_by: resequencer__released}}\n    columns:\n      - {name: id}",
         ["resequencer__bypass has no column that is tested not to be null"]),
    ],
)  # fmt: skip
def test_what_is_not_tested_of_a_model_is_named(
    tmp_path: Path, fault: str, instead: str, said: list[str]
) -> None:
    files = {
        "models/outlets/resequencer__released.sql": "select 1 as id\n",
        "models/outlets/resequencer__bypass.sql": "select 1 as id\n",
        "models/staging/int_read.py": "def model(dbt, session): ...\n",
        "models/staging/int_step.sql": "{{ config(materialized='ephemeral') }}\nselect 1 as id\n",
        "models/models.yml": MODELS.replace(fault, instead, 1) if fault else MODELS,
        "tests/every_message_once.sql": "select 1\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert Project(tmp_path).untested_models() == said


def test_columns_that_nothing_is_said_of_are_named(tmp_path: Path) -> None:
    given = project(
        tmp_path,
        {
            "macros/rows/row_fields.sql": "{% macro row_fields() %}{% do return({'ledger': {'id': 'string',"
            " 'intake': 'bigint', 'place': 'bigint'}}) %}{% endmacro %}\n",
            "macros/storage/ledger_dispositions.sql": "{% macro ledger_dispositions() %}"
            "{% do return({'kept': ['released', 'bypass'], 'carried': ['head']}) %}{% endmacro %}\n",
            "models/outlets/resequencer__released.sql": "select 1 as id\n",
            "models/described.yml": """models:
  - name: resequencer__ledger
    description: |
      | disposition | one row per |
      |---|---|
      | `released` | message released |
    columns:
      - {name: id, description: The id.}
      - {name: intake}
      - {name: former, description: It was removed.}
""",
            "models/steps.yml": "models: []\n",
        },
    )
    found = given.undocumented_columns()
    assert {"ready has no description", "ready has no columns"} <= set(found)
    assert [fault for fault in found if fault.startswith("resequencer__")] == [
        "resequencer__ledger.intake has no description",
        "resequencer__ledger.place is not described",
        "resequencer__ledger has no column former",
        "resequencer__ledger does not say what bypass is",
        "resequencer__ledger does not say what head is",
        "resequencer__released has no description",
        "resequencer__released has no columns",
    ]


def test_a_circle_is_named_with_its_edges(tmp_path: Path) -> None:
    given = project(
        tmp_path, {"macros/keys/rank.sql": "{% macro rank(key) %}{{ hold(key) }}{% endmacro %}\n"}
    )
    row = next(row for row in given.rows() if row.what.startswith("circles"))
    assert row.measured == 1
    assert row.details == (
        "keys, modes",
        "keys -> modes: rank calls hold",
        "modes -> keys: hold calls position",
    )


@pytest.mark.parametrize(
    ("text", "branches"),
    [
        ("{{ columns[name] }}", 0),
        ("{{ values.get(name, 'null') }}", 0),
        ("{{ {'a': 1, 'b': 2}[name] }}", 1),
        ("{{ {'a': 1, 'b': 2}.get(name) }}", 1),
        ("{{ columns[settings().rulesets[0].key_type] }}", 1),
        ("{% for ruleset in settings().rulesets %}{% endfor %}", 1),
        ("{% for field in ['hold', 'claims'] %}{{ has_mode(field) }}{% endfor %}", 1),
        ("{% for step in [held, ticking] %}{{ step() }}{% endfor %}", 1),
        ("{% for column in ['a', 'b'] %}{{ column }}{% endfor %}", 0),
        ("{% for column in columns if column %}{% endfor %}", 1),
        ("{% if a %}{% if b %}{% endif %}{% elif c %}{% elif d %}{% else %}{% endif %}", 4),
        ("{% set sql = 'x' if a else 'y' if b else 'z' %}", 2),
    ],
)
def test_branches(tmp_path: Path, text: str, branches: int) -> None:
    path = tmp_path / "macro.sql"
    path.write_text(text)
    assert structure.branch_count(structure.parsed(path)) == branches


def test_a_passed_limit_fails_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    long = "{% macro rank(key) %}\n" + "{{ key }}\n" * 140 + "{% endmacro %}\n"
    project(tmp_path, {"macros/keys/rank.sql": long})
    assert structure.main(["--root", str(tmp_path)]) == 1
    printed = capsys.readouterr().out
    assert "lines of the longest file of the core       142    130  over" in printed
    assert "  macros/keys/rank.sql: 142" in printed
    assert structure.main(["--root", str(tmp_path), "--report"]) == 0


def test_this_project_is_within_every_limit() -> None:
    over = [row for row in Project(ROOT).rows() if row.is_over]
    assert not over, "\n".join(text for row in over for text in (row.what, *row.details))
