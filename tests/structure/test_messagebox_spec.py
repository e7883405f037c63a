"""Each statement of the text that the MessageBox follows is a column, on the page and in a test: by reading files only."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml
from lint.structure import ROOT

ROWS = range(1, 71)
SPEC: list[dict[str, Any]] = yaml.safe_load((ROOT / "tests/messagebox_spec.yml").read_text(encoding="utf-8"))[
    "rows"
]


def path_of(model: str) -> Path | None:
    """Where a model is."""
    found = sorted((ROOT / "models").rglob(f"{model}.sql"))
    assert len(found) <= 1, found
    return found[0] if found else None


def final_select(sql: str) -> str:
    """What the last select gives, without comments; of `select * from final` what `final` does."""
    sql = re.sub(r"\{#.*?#\}", "", sql, flags=re.DOTALL)
    sql = re.sub(r"--.*", "", sql)
    return sql[[found.start() for found in re.finditer(r"\bfinal as \(", sql)][-1] :]


def gives(select: str, column: str) -> bool:
    """Whether it names the column: `… as column`, `table.column` or `column`, before a comma or from; or in a row of many."""
    name = rf"`?{re.escape(column)}`?"
    return (
        re.search(rf"\bas {name}\s*(,|\n|$)", select) is not None
        or re.search(rf"^\s*(\w+\.)*{name}\s*,?\s*$", select, flags=re.MULTILINE) is not None
    )


def columns_of_rows(model: str) -> set[str]:
    """The columns of models that are written through a macro, as their YAML or the macro says."""
    if model == "resequencer__messagebox":
        text = (ROOT / "macros/messagebox/_box_types.sql").read_text(encoding="utf-8")
        return set(re.findall(r"'`?(\w+)`?': '", text[text.index("'messagebox': {") :]))
    found = sorted((ROOT / "models").rglob(f"{model}.yml"))
    models = yaml.safe_load(found[0].read_text(encoding="utf-8"))["models"] if found else []
    return {column["name"] for one in models if one["name"] == model for column in one.get("columns", [])}


def table_of_page() -> list[str]:
    page = (ROOT / "docs/messagebox.md").read_text(encoding="utf-8")
    return page[page.index("## The text, row by row") :].splitlines()


def test_every_row_is_there() -> None:
    assert {entry["row"] for entry in SPEC} == set(ROWS)


def test_entries_are_whole_and_there_once() -> None:
    for entry in SPEC:
        assert {"row", "model", "test"} <= entry.keys() <= {"row", "model", "column", "test"}
    counted = Counter((entry["row"], entry["model"], entry.get("column")) for entry in SPEC)
    assert [key for key, count in counted.items() if count > 1] == []


def test_the_page_has_every_row_once() -> None:
    numbers = [int(found[1]) for line in table_of_page() if (found := re.match(r"\| (\d+) \|", line))]
    assert numbers == list(ROWS)


@pytest.mark.parametrize("row", ROWS)
def test_the_page_says_what_the_row_became(row: int) -> None:
    """Of each entry with a column the page has that, or its model."""
    line = next(line for line in table_of_page() if line.startswith(f"| {row} |"))
    entries = [
        (entry["model"], entry["column"]) for entry in SPEC if entry["row"] == row and "column" in entry
    ]
    assert [names for names in entries if not any(f"`{name}`" in line for name in names)] == []


@pytest.mark.parametrize("model", sorted({entry["model"] for entry in SPEC}))
def test_the_model_gives_its_columns(model: str) -> None:
    path = path_of(model)
    assert path is not None
    select = final_select(path.read_text(encoding="utf-8"))
    wanted = {entry["column"] for entry in SPEC if entry["model"] == model and "column" in entry}
    by_name = (
        columns_of_rows(model) if model in ("resequencer__messagebox", "resequencer__arrivals") else set()
    )
    assert {column for column in wanted if not gives(select, column) and column not in by_name} == set()


@pytest.mark.parametrize("test", sorted({entry["test"] for entry in SPEC}))
def test_the_test_is_there_and_mentions_the_columns(test: str) -> None:
    text = (ROOT / test).read_text(encoding="utf-8")
    wanted = {entry["column"] for entry in SPEC if entry["test"] == test and "column" in entry}
    assert {column for column in wanted if not re.search(rf"\b{re.escape(column)}\b", text)} == set()


@pytest.mark.parametrize(
    ("select", "column", "is_given"),
    [
        ("select\n  a.b as c,\n  d\nfrom x", "c", True),
        ("select\n  a.b as c,\n  d\nfrom x", "d", True),
        ("select\n  a.b,\n  d\nfrom x", "b", True),
        ("select\n  a.b as `at`\nfrom x", "at", True),
        ("select\n  a.b as c,\n  d\nfrom x", "b", False),
        ("select\n  a.bc,\n  cast(b as int) as d\nfrom x", "b", False),
    ],
)
def test_what_a_select_gives(select: str, column: str, is_given: bool) -> None:
    assert gives(select, column) == is_given


def test_the_last_final_counts() -> None:
    sql = "{# final as ( #}\nwith a as (select 1),\nfinal as (\n select x\n)\n-- y as z\nselect * from final"
    assert "x" in final_select(sql)
    assert "z" not in final_select(sql)
