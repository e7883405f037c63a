"""Measure the structure of the core, and what is documented, against limits.

`python -m lint.structure [--report]`, from the project's root; `make lint` calls it. It reads files only: no
dbt run, no Spark. The exit code is 1 where a limit is passed; with `--report` it is always 0.

The core is every macro and model between routed records and the ledger's commit: all folders of `macros/`
but those in `OUTSIDE`, and those models in the folders `STEPS` that do not read the ledger. What counts as a
branch:

- an `if` or `elif`, an inline `if`, the `if` of a loop;
- a lookup by a setting: by a key that is no constant, in a mapping that is written out; or a key that is a
  setting;
- a loop over modes: over settings, rulesets or order groups, over macros, or one that asks a predicate of a
  mode.
"""

from __future__ import annotations

import argparse
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml
from dbt.parser.schemas import is_valid_type
from dbt_common.clients.jinja import get_environment
from jinja2 import nodes

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Limit:
    """How much of the core there may be: what it began with, or what one more mode adds."""

    name: str
    branches: int = 1
    macros: int = 1
    lines: int = 40


# A new mode adds one line here, by name: `Limit("message_box")`.
LIMITS = (
    Limit("base", branches=80, macros=40, lines=1200),
    *(Limit(mode) for mode in ("message_box", "arrival", "replace")),
    *(Limit(mode) for mode in ("start_after", "max_ahead", "both_ways", "newest")),
    # What is dropped is found first, and taken out where it would leave; what left in part has ended, too.
    *(Limit(mode, branches=2) for mode in ("drop", "partial_after")),
    # With subscriptions the ledger has no contents of messages.
    Limit("contents_once", branches=2, macros=0),
    # Whether a gap too large to be stood in for is filled is found out where what is dropped is; what waits
    # in that fold is a macro.
    Limit("filled_gap", branches=0, macros=3),
    # What is reported of a sequence tells, before all else, whether it had ended by silence.
    Limit("reported_silence", branches=2),
    # Its fold is written in macros, phase by phase.
    Limit("restart", branches=18, macros=13, lines=250),
    Limit("unique_ids", branches=2, macros=0),
    # A kernel of its own, of four steps; its fold is written in macros.
    Limit("link", branches=7, macros=4, lines=110),
)
# Lines of the longest file of the core.
LONGEST_FILE = 130

# Folders of macros that are no part of the core, and folders of models that hold its steps.
# decoders: what stands where in messages of HL7 and others; called by settings.
# views: what views behind the ledger's commit share.
# counter: an example that numbers messages; nothing of it is ordered.
# messagebox: which messages go to whom, before they are put in order.
OUTSIDE = {
    *("settings", "decode", "ingest", "forwarding", "rulesets", "storage", "operations", "flow", "views"),
    "decoders",
    "messagebox",
    "counter",
}
STEPS = {"batch", "ordering", "release", "ledger", "delivery"}
LEDGER = "resequencer__ledger"
# Models whose names begin so are there for everybody.
FOR_EVERYBODY = "resequencer__"
# Of those whose rows a macro writes out: in which file, and which of its rows it is.
WRITTEN_OUT = {
    LEDGER: ("macros/rows/row_fields.sql", "ledger"),
    "resequencer__messagebox": ("macros/messagebox/_box_types.sql", "messagebox"),
}
# Columns that have one of a few values, which a test names.
CHOICES = {"reason", "status", "state", "verdict", "kind", "status_code", "waits_for"}
# Tests that find two rows of one key.
KEY_TESTS = {"unique", "unique_together", "one_verdict_per_arrival"}
# In `meta` of a model whose rows have no key of their own: the model, or the file in tests/, whose test says
# that each is there once.
KEY_TESTED_BY = "key_tested_by"
# What kinds of rows the ledger has: kind of kind -> dispositions.
DISPOSITIONS = "macros/storage/ledger_dispositions.sql"

# What gives settings: a loop over it is a loop over modes, and a key of it is a setting.
SETTINGS = {"settings", "var", "order_groups", "order_group_rows", "rulesets"}
# Predicates of a mode: a loop whose variable they are asked of is one over modes.
PREDICATES = {"has_mode"}


@dataclass(frozen=True)
class Macro:
    """A macro, with where it is defined and which other macros it names."""

    name: str
    arguments: tuple[str, ...]
    folder: str
    path: Path
    names: frozenset[str]


@dataclass(frozen=True)
class Edge:
    """A macro of one folder that calls one of another."""

    caller: Macro
    called: Macro

    def __str__(self) -> str:
        return f"{self.caller.folder} -> {self.called.folder}: {self.caller.name} calls {self.called.name}"


@dataclass(frozen=True)
class Row:
    """A line of the table: what is measured, how much there is, how much there may be."""

    what: str
    measured: int
    limit: int
    details: tuple[str, ...] = field(default=(), compare=False)

    @property
    def is_over(self) -> bool:
        """Whether there is more than there may be."""
        return self.measured > self.limit


def parsed(path: Path) -> nodes.Template:
    """Return the Jinja of a file, as dbt reads it."""
    return get_environment(None).parse(path.read_text(encoding="utf-8"))


def written_out(path: Path) -> dict[str, list[str]]:
    """Return of each mapping or list that stands under a constant key in a file, its constants, in order."""
    found = {}
    for pair in parsed(path).find_all(nodes.Pair):
        items = pair.value.items if isinstance(pair.value, (nodes.Dict, nodes.List)) else []
        keys = [item.key if isinstance(item, nodes.Pair) else item for item in items]
        if isinstance(pair.key, nodes.Const):
            found[pair.key.value] = [key.value for key in keys if isinstance(key, nodes.Const)]
    return found


def names_in(node: nodes.Node) -> set[str]:
    """Return the names that an expression reads."""
    found = {name.name for name in node.find_all(nodes.Name)}
    return found | ({node.name} if isinstance(node, nodes.Name) else set())


def branch_count(template: nodes.Template) -> int:
    """Return how many questions the Jinja of a file asks."""
    # An `elif` is an If of its own.
    count = sum(1 for _ in template.find_all((nodes.If, nodes.CondExpr)))
    mappings = {
        assign.target.name
        for assign in template.find_all(nodes.Assign)
        if isinstance(assign.target, nodes.Name) and isinstance(assign.node, nodes.Dict) and assign.node.items
    }
    count += sum(
        is_lookup_by_setting(node, mappings) for node in template.find_all((nodes.Getitem, nodes.Call))
    )
    for loop in template.find_all(nodes.For):
        count += (loop.test is not None) + is_loop_over_modes(loop)
    return count


def is_lookup_by_setting(node: nodes.Node, mappings: set[str]) -> bool:
    """Return whether this is a lookup by a setting; `mappings` names mappings that are written out."""
    if isinstance(node, nodes.Getitem):
        holder, key = node.node, node.arg
    elif (
        isinstance(node, nodes.Call)
        and isinstance(node.node, nodes.Getattr)
        and node.node.attr == "get"
        and node.args
    ):
        holder, key = node.node.node, node.args[0]
    else:
        return False
    if isinstance(key, (nodes.Const, nodes.Slice, nodes.Neg)):
        return False
    is_written_out = isinstance(holder, nodes.Dict) or (
        isinstance(holder, nodes.Name) and holder.name in mappings
    )
    return is_written_out or bool(names_in(key) & SETTINGS)


def is_loop_over_modes(loop: nodes.For) -> bool:
    """Return whether a loop goes over settings or macros, or asks a predicate of a mode of its variable."""
    if names_in(loop.iter) & SETTINGS:
        return True
    if isinstance(loop.iter, (nodes.List, nodes.Tuple)) and any(
        isinstance(item, nodes.Name) for item in loop.iter.items
    ):
        return True
    variables = names_in(loop.target)
    return any(
        isinstance(call.node, nodes.Name)
        and call.node.name in PREDICATES
        and any(names_in(argument) & variables for argument in call.args)
        for call in loop.find_all(nodes.Call)
    )


def tests_of(entry: Mapping[str, Any]) -> set[str]:
    """Return the names of the data tests that YAML gives a model, or a column."""
    return {
        test
        if isinstance(test, str)
        else next(key for key in test if key not in ("name", "config", "arguments"))
        for test in entry.get("data_tests") or []
    }


def called(statement: nodes.Node) -> nodes.Call | None:
    """Return the call that a `do` is about."""
    call = statement.node if isinstance(statement, nodes.ExprStmt) else None
    return call if isinstance(call, nodes.Call) else None


def is_return(call: nodes.Call | None) -> bool:
    """Return whether a call is `return`."""
    return call is not None and isinstance(call.node, nodes.Name) and call.node.name == "return"


def is_end(statement: nodes.Node) -> bool:
    """Return whether a macro goes no further than this statement: it returns, or raises, in every branch."""
    if isinstance(statement, nodes.If):
        branches = [statement.body, *(branch.body for branch in statement.elif_), statement.else_]
        return all(branch and is_end(branch[-1]) for branch in branches)
    call = called(statement)
    raises = call is not None and isinstance(call.node, nodes.Getattr) and call.node.attr.startswith("raise_")
    return raises or is_return(call)


def is_text(statement: nodes.Node) -> bool:
    """Return whether a statement of a macro gives text, however deep in it."""
    outputs = ([statement] if isinstance(statement, nodes.Output) else []) + list(
        statement.find_all(nodes.Output)
    )
    return any(
        not isinstance(part, nodes.TemplateData) or bool(part.data.strip())
        for output in outputs
        for part in output.nodes
    )


def lacks_return(macro: nodes.Macro) -> bool:
    """Return whether a macro returns a value on one way, and on another the empty text, which is not none."""
    statements = [one for one in macro.body if not isinstance(one, nodes.Output) or is_text(one)]
    calls = [called(statement) for statement in macro.find_all(nodes.ExprStmt)]
    values = [call.args[0] for call in calls if call is not None and is_return(call) and call.args]
    gives_value = any(not isinstance(value, nodes.Const) for value in values)
    return gives_value and not is_end(statements[-1]) and not any(map(is_text, macro.body))


def line_count(path: Path) -> int:
    """Return how many lines a file has."""
    return len(path.read_text(encoding="utf-8").splitlines())


def macros_of(path: Path, folder: str) -> Iterator[Macro]:
    """Return the macros that a file defines."""
    for macro in parsed(path).find_all(nodes.Macro):
        arguments = tuple(argument.name for argument in macro.args)
        local = set(arguments) | {
            name.name for name in macro.find_all(nodes.Name) if name.ctx in ("store", "param")
        }
        called = {call.node.name for call in macro.find_all(nodes.Call) if isinstance(call.node, nodes.Name)}
        named = {name.name for name in macro.find_all(nodes.Name) if name.ctx == "load"} - local
        yield Macro(
            macro.name.removeprefix("dbt_macro__"), arguments, folder, path, frozenset(called | named)
        )


def circles(edges: Iterable[Edge]) -> list[set[str]]:
    """Return the groups of folders each of which leads to every other one of its group."""
    reached: dict[str, set[str]] = defaultdict(set)
    for edge in edges:
        reached[edge.caller.folder].add(edge.called.folder)
    folders = set(reached).union(*reached.values())
    for _ in folders:
        for folder in folders:
            reached[folder] |= set().union(*(reached[other] for other in reached[folder]))
    in_circles = {folder for folder in folders if folder in reached[folder]}
    groups = {
        frozenset(other for other in in_circles if other in reached[folder] and folder in reached[other])
        for folder in in_circles
    }
    return sorted((set(group) for group in groups), key=sorted)


@dataclass(frozen=True)
class Project:
    """A project's macros and models, as its files have them."""

    root: Path

    @cached_property
    def macros(self) -> dict[str, Macro]:
        """Every macro by its name."""
        folder = self.root / "macros"
        return {
            macro.name: macro
            for path in sorted(folder.rglob("*.sql"))
            for macro in macros_of(path, path.relative_to(folder).parts[0])
        }

    @cached_property
    def core_macros(self) -> list[Macro]:
        """The macros of the core."""
        return [macro for macro in self.macros.values() if macro.folder not in OUTSIDE]

    @cached_property
    def core_models(self) -> list[Path]:
        """The models of the core: those in its folders that do not read the ledger, nor what reads it."""
        folder = self.root / "models"
        refs = {
            path.stem: set(re.findall(r"ref\(\s*'(\w+)'\s*\)", path.read_text(encoding="utf-8")))
            for path in folder.rglob("*.sql")
        }
        behind = {LEDGER}
        while new := {model for model, read in refs.items() if read & behind} - behind:
            behind |= new
        steps = [path for path in sorted(folder.rglob("*.sql")) if path.relative_to(folder).parts[0] in STEPS]
        return [path for path in steps if path.stem == LEDGER or path.stem not in behind]

    @cached_property
    def edges(self) -> list[Edge]:
        """Calls from one folder of macros to another."""
        return [
            Edge(caller, self.macros[name])
            for caller in self.macros.values()
            for name in sorted(caller.names & self.macros.keys())
            if self.macros[name].folder != caller.folder
        ]

    @cached_property
    def generic_tests(self) -> dict[str, Macro]:
        """Every generic test by the name of its macro."""
        folder = self.root / "tests" / "generic"
        return {
            macro.name: macro
            for path in sorted(folder.glob("*.sql"))
            for macro in macros_of(path, "tests/generic")
        }

    @cached_property
    def said_of_macros(self) -> dict[str, dict[str, Any]]:
        """What YAML says of macros and generic tests, by name."""
        return {
            entry["name"]: entry
            for folder in ("macros", "tests/generic")
            for document in self.documents(folder)
            for entry in document.get("macros", [])
        }

    @cached_property
    def said_of_models(self) -> dict[str, dict[str, Any]]:
        """What YAML says of models, by name."""
        return {
            entry["name"]: entry
            for document in self.documents("models")
            for entry in document.get("models", [])
        }

    @cached_property
    def model_files(self) -> dict[str, Path]:
        """The file of every model, by name."""
        files = (path for path in (self.root / "models").rglob("*") if path.suffix in (".sql", ".py"))
        return {path.stem: path for path in sorted(files)}

    def documents(self, folder: str) -> Iterator[dict[str, Any]]:
        """Return what the YAML files under a folder say."""
        for path in sorted((self.root / folder).rglob("*.yml")):
            yield yaml.safe_load(path.read_text(encoding="utf-8")) or {}

    def undocumented_macros(self) -> list[str]:
        """Return what is missing in the documentation of macros and generic tests, one text each."""
        entries, macros = self.said_of_macros, self.macros | self.generic_tests
        problems = [
            f"{name} is documented, but there is no such macro"
            for name in sorted(entries.keys() - macros.keys())
        ]
        for macro in macros.values():
            entry = entries.get(macro.name)
            where = f"{macro.folder}/{macro.name}"
            if entry is None or not entry.get("description"):
                problems.append(f"{where} has no description")
                continue
            arguments = entry.get("arguments") or []
            names = tuple(argument["name"] for argument in arguments)
            if names != macro.arguments:
                problems.append(
                    f"{where} has arguments {list(macro.arguments)}, documented are {list(names)}"
                )
            for argument in arguments:
                if not argument.get("description"):
                    problems.append(f"{where}: {argument['name']} has no description")
                if not is_valid_type(argument.get("type") or ""):
                    problems.append(f"{where}: {argument['name']} has no type that dbt knows")
        return problems

    def unmarked_macros(self) -> list[str]:
        """Return which macros are neither on a page, for everybody, nor marked as private, one text each."""
        pages = [*(self.root / "docs").rglob("*.md"), *self.root.glob("README.md")]
        text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
        called = set(re.findall(r"\{\{-?\s*(?:resequencer\.)?(\w+)\(|run-operation (\w+)", text))
        names = {name for names in called for name in names}
        problems = []
        for macro in (self.macros | self.generic_tests).values():
            where = f"{macro.folder}/{macro.name}"
            entry = self.said_of_macros.get(macro.name, {})
            is_private = (entry.get("docs") or {}).get("show") is False
            name = macro.name.removeprefix("test_")
            if is_private and macro.name in names:
                problems.append(f"{where} is private, and a page calls it")
            if not is_private and (name.startswith("_") or not re.search(rf"\b{name}\b", text)):
                problems.append(f"{where} is on no page: is it private, it has docs: {{show: false}}")
        return problems

    def unended_macros(self) -> list[str]:
        """Return which macros give a value on one way and on another one none of their own, one text each."""
        paths = sorted({macro.path for macro in self.macros.values()})
        return [
            f"{self.shown(path)}: {macro.name.removeprefix('dbt_macro__')} ends without a return"
            for path in paths
            for macro in parsed(path).find_all(nodes.Macro)
            if lacks_return(macro)
        ]

    def untested_models(self) -> list[str]:
        """Return which models lack tests of what matters, one text each.

        A model that is not ephemeral has a test of its key; one that is for everybody also says which columns
        are never null, and where it is `access: public` which values its columns `CHOICES` may have.
        """
        problems = []
        for name, path in self.model_files.items():
            entry = self.said_of_models.get(name, {})
            if re.search(r"materialized\s*=\s*'ephemeral'", path.read_text(encoding="utf-8")):
                continue
            problems += self.faults_of_key(name)
            if not name.startswith(FOR_EVERYBODY):
                continue
            columns = {column["name"]: tests_of(column) for column in entry.get("columns") or []}
            if not any("not_null" in tests for tests in columns.values()):
                problems.append(f"{name} has no column that is tested not to be null")
            if entry.get("access") == "public":
                problems += [
                    f"{name}.{column} has no test of its values"
                    for column, tests in columns.items()
                    if column in CHOICES and not tests & {"accepted_values", "relationships"}
                ]
        return problems

    def faults_of_key(self, name: str) -> list[str]:
        """Return what is wrong with how the key of a model is tested, one text each."""
        if self.has_key_test(name):
            return []
        of_another = (
            (self.said_of_models.get(name, {}).get("config") or {}).get("meta", {}).get(KEY_TESTED_BY)
        )
        if of_another is None:
            return [f"{name} has no test of its key"]
        if self.has_key_test(of_another) or (self.root / "tests" / f"{of_another}.sql").is_file():
            return []
        return [f"{name}: {of_another} has no test of a key"]

    def has_key_test(self, name: str) -> bool:
        """Return whether two rows of one key would fail a test of a model."""
        entry = self.said_of_models.get(name, {})
        tests = tests_of(entry).union(*(tests_of(column) for column in entry.get("columns") or []))
        return bool(tests & KEY_TESTS)

    def undocumented_steps(self) -> list[str]:
        """Return which models of the core lack a description, columns or a unit test, one text each."""
        tested = {
            test["model"] for document in self.documents("models") for test in document.get("unit_tests", [])
        }
        problems = []
        for path in self.core_models:
            entry = self.said_of_models.get(path.stem, {})
            missing = [name for name in ("description", "columns") if not entry.get(name)]
            missing += [] if path.stem in tested else ["unit test"]
            problems += [f"{path.stem} has no {name}" for name in missing]
        return problems

    def undocumented_columns(self) -> list[str]:
        """Return what is not said of models and their columns, one text each."""
        problems = []
        for name in self.model_files:
            entry = self.said_of_models.get(name, {})
            columns = {column["name"]: column for column in entry.get("columns") or []}
            problems += [
                f"{name} has no {missing}" for missing in ("description", "columns") if not entry.get(missing)
            ]
            problems += [
                f"{name}.{column} has no description"
                for column, said in columns.items()
                if not said.get("description")
            ]
            file, row = WRITTEN_OUT.get(name, ("", ""))
            if (self.root / file).is_file():
                fields = written_out(self.root / file)[row]
                problems += [
                    f"{name}.{column} is not described" for column in fields if column not in columns
                ]
                problems += [f"{name} has no column {column}" for column in columns if column not in fields]
            if name == LEDGER and (self.root / DISPOSITIONS).is_file():
                kinds = [
                    kind for of_a_kind in written_out(self.root / DISPOSITIONS).values() for kind in of_a_kind
                ]
                text = entry.get("description", "")
                problems += [
                    f"{name} does not say what {kind} is" for kind in kinds if f"| `{kind}` |" not in text
                ]
        return problems

    def rows(self) -> list[Row]:
        """Return the table: everything that is measured, with its limit."""
        files = sorted({macro.path for macro in self.core_macros}) + self.core_models
        branches = {path: branch_count(parsed(path)) for path in files}
        lines = {path: line_count(path) for path in files}
        macro_files = {macro.path for macro in self.core_macros}
        most = sorted(files, key=lambda path: -branches[path])
        longest = sorted(files, key=lambda path: -lines[path])
        found = circles(self.edges)
        macro_problems, step_problems = self.undocumented_macros(), self.undocumented_steps()
        column_problems = self.undocumented_columns()
        unended = self.unended_macros()
        unmarked, untested = self.unmarked_macros(), self.untested_models()
        return [
            Row(
                "branches of Jinja in the core",
                sum(branches.values()),
                sum(limit.branches for limit in LIMITS),
                tuple(f"{self.shown(path)}: {branches[path]}" for path in most if branches[path]),
            ),
            Row("macros in the core", len(self.core_macros), sum(limit.macros for limit in LIMITS)),
            Row(
                "lines of macros in the core",
                sum(lines[path] for path in macro_files),
                sum(limit.lines for limit in LIMITS),
            ),
            Row(
                "lines of the longest file of the core",
                max(lines.values(), default=0),
                LONGEST_FILE,
                tuple(f"{self.shown(path)}: {lines[path]}" for path in longest if lines[path] > LONGEST_FILE),
            ),
            Row(
                "circles between folders of macros",
                len(found),
                0,
                tuple(
                    text
                    for circle in found
                    for text in (", ".join(sorted(circle)), *self.edges_within(circle))
                ),
            ),
            Row("faults in the documentation of macros", len(macro_problems), 0, tuple(macro_problems)),
            Row("faults in that of the core's models", len(step_problems), 0, tuple(step_problems)),
            Row("faults in that of models and columns", len(column_problems), 0, tuple(column_problems)),
            Row("macros neither public nor private", len(unmarked), 0, tuple(unmarked)),
            Row("macros that end without a return", len(unended), 0, tuple(unended)),
            Row("faults in the tests of models", len(untested), 0, tuple(untested)),
        ]

    def edges_within(self, circle: set[str]) -> list[str]:
        """Return the calls between folders of a circle, one text each."""
        return sorted(str(edge) for edge in self.edges if {edge.caller.folder, edge.called.folder} <= circle)

    def shown(self, path: Path) -> str:
        """Return a path as it is shown."""
        return path.relative_to(self.root).as_posix()


def table(rows: Sequence[Row]) -> str:
    """Return the rows as text."""
    width = max(len(row.what) for row in rows)
    texts = [f"{'':{width}}  measured  limit"]
    texts += [
        f"{row.what:{width}}  {row.measured:8}  {row.limit:5}{'  over' if row.is_over else ''}"
        for row in rows
    ]
    return "\n".join(texts)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table, and what is over a limit; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m lint.structure", description=__doc__.splitlines()[0])
    parser.add_argument("--report", action="store_true", help="print the table; never fail")
    parser.add_argument("--details", action="store_true", help="with --report: what is over a limit, too")
    parser.add_argument("--root", type=Path, default=ROOT, help="another project")
    given = parser.parse_args(arguments)
    rows = Project(given.root).rows()
    print(table(rows))
    if given.details or not given.report:
        for row in rows:
            if row.is_over:
                print("\n".join([f"\n{row.what}:", *(f"  {detail}" for detail in row.details)]))
    return 1 if not given.report and any(row.is_over for row in rows) else 0


if __name__ == "__main__":
    raise SystemExit(main())
