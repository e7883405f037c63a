"""What a macro makes of a model's SQL is linted, although sqlfluff reads no files of macros."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from dbt.artifacts.resources import InjectedCTE
from dbt.compilation import inject_ctes_into_sql
from lint import compiled
from tests.scenarios.project import copy_of_project

from resequencer.docs_job import without_injected

MACRO = Path("macros/decode/as_integer.sql")
MODEL = "stg_resequencer__records"


@pytest.mark.parametrize(
    ("sound", "faulty", "code"),
    [("try_cast(", "TRY_CAST(", "CP03"), ("case", "case case when", "PRS"), (None, None, None)],
    ids=["upper case", "not SQL", "sound"],
)
def test_a_fault_in_a_macro_fails_the_lint(
    lake: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    sound: str | None,
    faulty: str | None,
    code: str | None,
) -> None:
    project = copy_of_project(tmp_path / "project")
    if sound is not None and faulty is not None:
        macro = project / MACRO
        text = macro.read_text()
        assert sound in text
        macro.write_text(text.replace(sound, faulty, 1))
    target = tmp_path / "target"
    arguments = [
        "--target",
        str(target),
        "--set",
        "defaults",
        "--select",
        MODEL,
        "--project-dir",
        str(project),
    ]
    assert compiled.main(arguments) == (0 if code is None else 1)
    printed = capsys.readouterr().out
    file = target / "defaults/compiled/resequencer/models/staging" / f"{MODEL}.sql"
    if code is None:
        assert str(file) not in printed
    else:
        found = [line for line in printed.splitlines() if line.startswith(f"{file}:")]
        assert any(f" {code} " in line for line in found), printed


@pytest.mark.parametrize(
    "query", ["\n\nwith a as (select 1)\nselect * from a", "-- Nothing before it.\nselect 1"]
)
def test_ephemeral_models_are_taken_out_again(query: str) -> None:
    injected = [f" __dbt__cte__{name} as (\nselect '{name}'\n)" for name in ("one", "two")]
    whole = inject_ctes_into_sql(query, [InjectedCTE(id=sql, sql=sql) for sql in injected])
    assert "__dbt__cte__two" in whole
    assert without_injected(whole, injected) == query


def test_each_ephemeral_model_is_a_file_of_its_own(lake: Path, tmp_path: Path) -> None:
    project = copy_of_project(tmp_path / "project")
    folder = project / "models" / "ordering"
    folder.mkdir(exist_ok=True)
    ephemeral = "{{ config(materialized='ephemeral') }}\n"
    (folder / "first_step.sql").write_text(f"{ephemeral}select 1 as number\n")
    (folder / "second_step.sql").write_text(
        f"{ephemeral}with steps as (select * from {{{{ ref('first_step') }}}})\n\nselect * from steps\n"
    )
    (folder / "last_step.sql").write_text("SELECT * from {{ ref('second_step') }}\n")
    arguments = ["--select", "last_step", "--project-dir", str(project), "--profiles-dir", str(compiled.ROOT)]
    files = compiled.compiled_files(compiled.compile_set("defaults", {}, tmp_path / "target", arguments))
    texts = {path.stem: path.read_text().strip() for path in files}
    assert texts == {
        "first_step": "select 1 as number",
        "second_step": "with steps as (select * from __dbt__cte__first_step)\n\nselect * from steps",
        "last_step": "SELECT * from __dbt__cte__second_step",
    }
    assert {(finding.path.stem, finding.code) for finding in compiled.lint_files(files)} == {
        ("last_step", "CP01")
    }


def test_a_time_stands_for_the_text_that_reads_it(call_macro: Callable[..., Any]) -> None:
    read = {
        time: str(call_macro("as_utc_timestamp", expression=time)) for time in ("a.at", "'case of its end'")
    }
    query = "select {} as first, case when b then {} end as second, case when c then 1 end as third from a"
    assert compiled.without_times(query.format(*read.values())) == query.format(*read)


def test_of_many_rows_of_literals_a_few_are_linted() -> None:
    rows = [f"    ('{name}', cast(null as string))" for name in "abcdefg"]
    query = (
        "select *\nfrom values\n{}\n    as rows (name, other)\nwhere\n    (name = 'a')\n    or (name = 'b')"
    )
    few = [*rows[:3], rows[-1]]
    assert compiled.with_few_literals(query.format(",\n".join(rows))) == query.format(",\n".join(few))
