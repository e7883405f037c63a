"""The project under test: real dbt, real Spark, real Delta tables, one schema per test."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dbt.cli.main import dbtRunner, dbtRunnerResult
from dbt.contracts.graph.manifest import Manifest
from dbt.contracts.graph.nodes import SqlNode
from pyspark.sql import Row, SparkSession

from resequencer.follow import forget_compiled

ROOT = Path(__file__).resolve().parents[2]
# Settings of which parsing asks only whether they are there, and in which form: what they hold matters to a run.
CONTENTS = {
    *(
        "rulesets",
        "subscriptions",
        "columns",
        "policies",
        "forwarding",
        "pipelines",
        "publisher",
        "throughput",
        "resend",
    ),
    *(
        "landing",
        "deliveries",
        "actions",
        "arrivals_relation",
        "arrivals_cursor",
        "arrivals_cursor_by",
        "arrivals_lookback",
    ),
}
# What parsing the project gave, by what it asked for; all projects of a process share it.
_parsed: dict[str, Manifest] = {}
# The schema that each of them is for now.
_schemas: dict[int, str] = {}
# Views that only tests about them look at: making them is most of a short run.
LEFT_OUT = ("path:models/flow", "path:models/delivery", "resequencer__session_history")
INLINE_QUERY = "sql_operation.resequencer.inline_query"


@dataclass
class Project:
    """One lake's schema with a landing place of its own.

    Every call of `run` is a whole `dbt run` in this process; the Spark session, which takes longest to
    start, is shared by all tests of a pytest worker.
    """

    schema: str
    landing: Path
    variables: dict[str, Any] = field(default_factory=dict)
    format: str = "json"
    root: Path = ROOT
    profiles: Path = ROOT
    stands: bool = False  # no file of `root` changes between two calls
    leaves_out: list[str] = field(default_factory=lambda: list(LEFT_OUT))
    parsed_with: dict[str, Any] = field(default_factory=dict, repr=False)
    manifest: Manifest | None = field(default=None, repr=False)
    quiet: bool = True
    callbacks: list[Callable[[Any], None]] = field(default_factory=list, repr=False)

    def land(self, name: str, records: Sequence[dict[str, Any] | str]) -> Path:
        """Put one file of records (JSON objects, or lines as they are) into the landing place."""
        lines = [record if isinstance(record, str) else json.dumps(record) for record in records]
        text = "".join(f"{line}\n" for line in lines)
        path = self.landing / name
        # A file appears whole: Spark passes over names with a leading underscore.
        hidden = self.landing / f"_{name}"
        if name.endswith(".gz"):
            hidden.write_bytes(gzip.compress(text.encode()))
        else:
            hidden.write_text(text, encoding="utf-8")
        hidden.rename(path)
        return path

    def invoke(self, command: str, *arguments: str, **variables: Any) -> dbtRunnerResult:
        """Call dbt; keyword arguments are settings without their prefix."""
        settings = self._settings(variables)
        os.environ["RESEQUENCER_SCHEMA"] = self.schema
        if self.root != ROOT and not self.stands:  # its files may have changed
            return self._dbt(None, command, settings, *arguments)
        if not self._is_parsed_with(settings):
            asked = f"{self.root} {asked_by_parsing(settings)}"
            if asked not in _parsed:
                parsed = self._dbt(None, "parse", settings)
                if not parsed.success:
                    return parsed
                assert isinstance(parsed.result, Manifest)
                _parsed[asked] = parsed.result
                _schemas[id(parsed.result)] = self.schema
            self.manifest, self.parsed_with = _parsed[asked], without_clock(settings)
        assert self.manifest is not None
        self.manifest.nodes.pop(INLINE_QUERY, None)  # dbt leaves it there, and then takes no second one
        put_into_schema(self.manifest, self.schema)
        return self._dbt(self.manifest, command, settings, *arguments)

    def _settings(self, variables: dict[str, Any]) -> dict[str, Any]:
        landing = {"format": self.format, "path": str(self.landing)}
        return {"landing": landing, **self.variables, **variables}

    def _is_parsed_with(self, settings: dict[str, Any]) -> bool:
        """dbt parses anew whenever a variable differs, though nothing that is parsed asks for the clock."""
        return self.manifest is not None and without_clock(settings) == self.parsed_with

    def _dbt(
        self, manifest: Manifest | None, command: str, settings: dict[str, Any], *arguments: str
    ) -> dbtRunnerResult:
        dbt_vars = {f"resequencer__{name}": value for name, value in settings.items()}
        if manifest is not None:
            forget_compiled(manifest)
        return dbtRunner(manifest=manifest, callbacks=self.callbacks).invoke(
            ["--quiet" if self.quiet else "--no-quiet", "--no-write-json", command, "--project-dir", str(self.root), "--profiles-dir", str(self.profiles),
             "--target-path", str(self.landing.parent / "target"), "--vars", json.dumps(dbt_vars), *arguments]
        )  # fmt: skip

    @contextmanager
    def heard(self) -> Iterator[list[str]]:
        """What dbt and the project say in the meantime, a text each."""
        lines: list[str] = []
        before = self.quiet, self.callbacks
        self.quiet, self.callbacks = False, [lambda event: lines.append(event.info.msg)]
        try:
            yield lines
        finally:
            self.quiet, self.callbacks = before

    def run(self, *arguments: str, **variables: Any) -> dbtRunnerResult:
        """One `dbt run` that must succeed."""
        if self.leaves_out and "--select" not in arguments:
            arguments = (*arguments, "--exclude", *self.leaves_out)
        result = self.invoke("run", *arguments, **variables)
        assert result.success, failure_text(result)
        return result

    def run_again(self, *arguments: str, **variables: Any) -> dbtRunnerResult:
        """A `dbt run` of what stores something: views stand as they are, but those that read settings that differ."""
        settings = self._settings(variables)
        stored = ["resequencer__arrivals", "resequencer__ledger"]
        if "deliveries" in settings or "actions" in settings:
            stored.append("resequencer__inputs")
        if not self._is_parsed_with(settings):
            stored = ["+resequencer__ledger"]
        return self.run("--select", *stored, *arguments, **variables)

    def compiled(self, texts: Iterable[str]) -> list[str]:
        """What Jinja makes of each text, compiled at once."""
        inline = "{# one text #} " + " as next_one, ".join(texts)
        outcome = self.invoke("compile", "--inline", inline)
        assert outcome.success, outcome.exception
        node: Any = outcome.result.results[0].node
        assert isinstance(node, SqlNode)
        assert node.compiled_code is not None
        parts: list[str] = node.compiled_code.strip().split(" as next_one, ")
        return parts

    def query(self, sql: str) -> list[Row]:
        """Rows of a query; `{s}` stands for the schema."""
        rows: list[Row] = SparkSession.active().sql(sql.format(s=self.schema)).collect()
        return rows

    def verdict_counts(self, ruleset: str | None = None) -> dict[str, int]:
        """Messages (of one ruleset) by outlet and reason, such as `bypass/late`, and `released`."""
        where = "" if ruleset is None else f"where ruleset = '{ruleset}'"
        rows = self.query(
            f"select 'released' as outlet, count(*) as n from {{s}}.resequencer__released {where}"
            f" union all select concat('bypass/', reason), count(*) from {{s}}.resequencer__bypass {where} group by reason"
            f" union all select concat('failure/', reason), count(*) from {{s}}.resequencer__failure {where} group by reason"
            f" union all select concat('pending/', reason), count(*) from {{s}}.resequencer__pending {where} group by reason"
            f" union all select 'nohit', count(*) from {{s}}.resequencer__nohit {where}"
        )
        return {row["outlet"]: row["n"] for row in rows if row["n"]}


def asked_by_parsing(settings: dict[str, Any]) -> str:
    """What parsing asks of the settings, as a text: what it gives is the same where this is the same."""
    asked = {
        name: form(value) if name in CONTENTS else value for name, value in without_clock(settings).items()
    }
    return json.dumps(asked, sort_keys=True, default=str)


def form(value: Any) -> tuple[Any, ...]:
    """What macros ask of a setting while dbt parses: what it is, its format, and (`has_ordered`) whether an entry is ordered."""
    if isinstance(value, list):
        return ("list", any(isinstance(entry, dict) and entry.get("ordered") is not None for entry in value))
    return (type(value).__name__, value.get("format") if isinstance(value, dict) else None)


@contextmanager
def spark_settings(settings: Mapping[str, str]) -> Iterator[SparkSession]:
    """The session with other settings, for the time being."""
    spark = SparkSession.active()
    before = {name: spark.conf.get(name) for name in settings}
    for name, value in settings.items():
        spark.conf.set(name, value)
    yield spark
    for name, previous in before.items():
        spark.conf.set(name, str(previous))


def put_into_schema(manifest: Manifest, schema: str) -> None:
    """What has been parsed for the schema of one project becomes that of another."""
    before, _schemas[id(manifest)] = _schemas[id(manifest)], schema
    if before == schema:
        return
    graph = manifest.flat_graph
    for name, node in manifest.nodes.items():
        of_graph = graph["nodes"][name]
        node.schema = of_graph["schema"] = schema + node.schema.removeprefix(before)
        relation_name = getattr(node, "relation_name", None)
        if relation_name:
            relation_name = re.sub(rf"^(`?){before}\b", rf"\g<1>{schema}", relation_name)
            node.relation_name = of_graph["relation_name"] = relation_name
    # What the project itself keeps there is about the lake of the run before.
    for name in [name for name in graph if name.startswith("_resequencer_")]:
        del graph[name]


def without_clock(settings: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in settings.items() if name != "as_of"}


def copy_of_project(root: Path) -> Path:
    """The project's SQL in a folder of its own, to be changed."""
    for part in ("models", "macros", "tests/generic"):
        shutil.copytree(ROOT / part, root / part)
    shutil.copy(ROOT / "dbt_project.yml", root)
    return root


def failure_text(result: dbtRunnerResult) -> str:
    """Everything dbt says about why an invocation failed."""
    texts = [str(result.exception)] if result.exception else []
    for node in getattr(result.result, "results", None) or []:
        if node.message and str(node.status) not in ("success", "pass"):
            texts.append(f"{node.node.name}: {node.message}")
    return "\n".join(texts)
