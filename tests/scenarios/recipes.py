"""The recipes of docs/recipes: their settings, records and results stand on their pages and nowhere else.

A page has, in this order:
  ```yaml         settings, by their full names
  ```sql          for a table: how it is created
  ```json, text, csv   a file each; a line `name`: above it gives its name. What is indented continues a record;
                  ␋, ␍ and the like stand for control characters, and then ends of lines stand for nothing
  at <time>Z      the clock of the run
  | … |           a table of what becomes of the messages; then perhaps
  ```sql          a query, by ref(), and a table of its rows
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from pyspark.sql import SparkSession
from pyspark.sql import functions as sql
from tests.scenarios.project import ROOT, Project

FOLDER = ROOT / "docs" / "recipes"
PREFIX = "resequencer__"
# A fenced block with the line `name`: that may stand above it, or a table.
PART = re.compile(r"(?:^`(\S+)`.*:\n\n)?^```(\w+)\n((?s:.*?))^```$|((?:^\|.*\|\n)+)", re.MULTILINE)
CONTROL = re.compile("[\u2400-\u241f]")

OUTLETS = {
    "released": "released_at",
    "bypass": "bypassed_at",
    "failure": "failed_at",
    "pending": "null",
    "nohit": "null",
}

Rows = list[dict[str, str]]


@dataclass
class Recipe:
    """One page: settings without their prefix, files by name, and what is to come of them."""

    name: str
    variables: dict[str, Any]
    format: str  # of the landing place; "table" where a table is read in place
    files: dict[str, str]
    as_of: str
    rows: Rows  # the table of messages: message_id, verdict, and what else it shows
    create: str = ""  # SQL that creates the table
    queries: list[tuple[str, Rows]] = field(default_factory=list)

    @property
    def verdicts(self) -> dict[str, list[str]]:
        """Of each message id what becomes of the messages that have it, such as `released` or `bypass late`."""
        found: dict[str, list[str]] = {}
        for row in self.rows:
            found.setdefault(row["message_id"], []).append(row["verdict"])
        return found

    @property
    def records(self) -> list[str]:
        """The lines of the files. Each is a record, but in CSV a file's first, and in text as `lineSep` says."""
        return [line for text in self.files.values() for line in text.rstrip("\n").split("\n")]


def all_recipes() -> list[Recipe]:
    return [read_recipe(path) for path in sorted(FOLDER.glob("*.md")) if path.name != "README.md"]


def read_recipe(path: Path) -> Recipe:
    page = path.read_text(encoding="utf-8")
    settings: dict[str, Any] = {}
    files: dict[str, str] = {}
    create, queries, tables = "", [], []
    for name, language, text, table in PART.findall(page):
        if table:
            tables.append(list(table_rows(table)))
        elif language == "yaml":
            settings |= yaml.safe_load(text)
        elif language == "sql" and not files:
            create = text
        elif language == "sql":
            queries.append(text)
        else:
            files[name or f"part-{len(files) + 1}.{language}"] = as_landed(text)
    variables = {name.removeprefix(PREFIX): value for name, value in settings.items()}
    clock = re.search(r"\bat (\d{4}-\d\d-\d\dT[\d:]+Z)", page)
    assert clock, f"{path.name} does not say at which time it is run"
    return Recipe(
        name=path.stem,
        variables=variables,
        format=variables["landing"]["format"] if "landing" in variables else "table",
        files=files,
        as_of=clock[1],
        rows=tables[0],
        create=create,
        queries=list(zip(queries, tables[1:], strict=True)),
    )


def as_landed(text: str) -> str:
    """A block as the file it stands for."""
    if CONTROL.search(text):
        return CONTROL.sub(lambda sign: chr(ord(sign[0]) - 0x2400), text.replace("\n", ""))
    return re.sub(r"\n +", " ", text)


def table_rows(table: str) -> Iterator[dict[str, str]]:
    names, _, *lines = ([cell.strip(" `") for cell in line.split("|")[1:-1]] for line in table.splitlines())
    for cells in lines:
        yield dict(zip(names, cells, strict=True))


def prepare(project: Project, recipe: Recipe) -> None:
    """The project has the recipe's settings, with a landing place or table of its own, and its records."""
    project.variables |= recipe.variables
    if recipe.format == "table":
        fill_table(project, recipe)
        return
    project.variables["landing"] = recipe.variables["landing"] | {"path": str(project.landing)}
    for name, text in recipe.files.items():
        (project.landing / name).write_bytes(text.encode("utf-8"))


def fill_table(project: Project, recipe: Recipe) -> None:
    """The recipe's table, filled from its records; what is binary is written as text there."""
    relation = recipe.variables["arrivals_relation"]
    table = f"{project.schema}.{relation.split('.')[-1]}"
    project.variables |= {"arrivals_relation": table, "landing": None}
    assert project.invoke("parse").success
    project.invoke("run-operation", "validate_settings")  # Spark stands, though the table does not
    spark = SparkSession.active()
    spark.sql(f"create schema if not exists {project.schema}")
    spark.sql(recipe.create.replace(relation, table))
    row = spark.table(table).schema.simpleString()
    lines = spark.createDataFrame([(line,) for line in recipe.records], "line string")
    read = lines.select(sql.from_json("line", row.replace("binary", "string")).cast(row).alias("read"))
    read.select("read.*").write.insertInto(table)


def run(project: Project, recipe: Recipe, *arguments: str) -> None:
    """One run of what the recipe is about: the outlets, what its queries ask, and no views besides."""
    outlets = {f"+resequencer__{outlet}" for outlet in OUTLETS}
    asked = {f"+{name}" for query, _ in recipe.queries for name in re.findall(r"ref\('(\w+)'\)", query)}
    project.run("--select", *sorted(outlets | asked), *arguments, as_of=recipe.as_of)


def outcome(project: Project, names: list[str]) -> Rows:
    """What has become of the messages, with the columns that a page's table has."""
    found = []
    for outlet, at in OUTLETS.items():
        reason = "reason" if outlet in ("bypass", "failure", "pending") else "null"
        epoch = "epoch" if outlet == "released" else "null"
        found += project.query(
            "select message_id, sequence_id, cast(sequence_number as string) as sequence_number, sort_key, message_type,"
            f" concat_ws(' ', '{outlet}', {reason}) as verdict, cast({epoch} as string) as epoch,"
            f" date_format(cast({at} as timestamp), 'HH:mm:ss.SSS') as at from {{s}}.resequencer__{outlet}"
        )
    return [{name: short(name, row[name]) for name in names} for row in found]


def short(name: str, value: str | None) -> str:
    text = value or ""
    return text.removesuffix(".000") if name == "at" else text


def answer(project: Project, query: str) -> Rows:
    rows = project.query(re.sub(r"\{\{ ref\('(\w+)'\) \}\}", r"{s}.\1", query))
    return [{name: str(value) for name, value in row.asDict().items()} for row in rows]


def in_any_order(rows: Rows) -> list[str]:
    return sorted(json.dumps(row, sort_keys=True) for row in rows)
