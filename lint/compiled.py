"""Lint the SQL that models compile to, which also shows what is wrong in macros.

`python -m lint.compiled`, from the project's root; `make lint` calls it, with an empty lake. dbt compiles
the project once for each set of variables in `lint/variables.py`; sqlfluff then lints what is in
`target/lint/<set>/compiled`. (sqlfluff's own templater for dbt skips files of macros.) A finding names the
compiled file and its line; the exit code is 1 if there is one, 2 if the project does not compile.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from sqlfluff.core import FluffConfig, Linter

from lint.sources import RECURSION
from lint.variables import variable_sets
from resequencer.docs_job import without_injected

ROOT = Path(__file__).resolve().parents[1]
# Capitalisation and the like are as for the models themselves (.sqlfluff); only these rules are left out.
LEFT_OUT = {
    # Whitespace: a macro does not know how deep in a statement it stands, and Jinja leaves blank lines.
    "layout.spacing": "blanks where a Jinja expression came to nothing",
    "layout.indent": "as above",
    "layout.newlines": "as above",
    "layout.start_of_file": "as above",
    "layout.end_of_file": "as above",
    "layout.long_lines": "row types are written out",
    "layout.select_targets": "lists of columns are joined by commas",
    "layout.keyword_newline": "a short query may stand in one line",
    # As in .sqlfluff.
    "ambiguous.column_count": "every model ends in `select * from final`",
    "structure.column_order": "columns are in the order of the public contract",
    "structure.subquery": "a macro may stand for a whole relation",
    "references.consistent": "a field of a struct looks like a column of another table",
    "references.keywords": "columns are called position, state or message",
    # What settings give.
    "references.quoting": "names of a record's fields are quoted, whatever they are",
    "aliasing.self_alias.column": "`{{ expression }} as name`, where the expression may be the name",
}
# Models that break rules today, which rules, and why; "*": not linted at all. The list is to shrink until it
# is empty. What is in it without need is a finding, too.
NOT_YET: dict[str, frozenset[str]] = {
    # Columns of a join are not qualified: expressions that macros give know nothing of it.
    "int_resequencer__resend_requests": frozenset({"AL03", "RF02"}),
    "int_resequencer__routed": frozenset({"RF02"}),
    # The ledger's test one_verdict_per_arrival: a query in a condition, which sqlfluff takes for a join.
    "one_verdict_per_arrival_resequ_84277eaab917e83994d0a2ab9cb07c90": frozenset({"AL04", "RF02"}),
}

# dbt's own tests: nearly half of the compiled files, and each the same text.
DBTS_OWN = re.compile(r"(accepted_values|not_null|relationships|unique(?!_together))_")
# How a time in any of its forms is read: some hundred functions within one another, the same for every time.
TIME_IS_READ = re.compile(
    r"case\n *-- As most write it, there is nothing to rewrite\.\n *when (?P<time>.+?) rlike '", re.DOTALL
)
CASE_OR_END = re.compile(r"'(?:[^'\\]|\\.)*'|\b(case|end)\b", re.DOTALL)
# A row of literals of its own line, as settings give them, one for each ruleset.
LITERAL_ROW = re.compile(r" *\(.*\),?")


@dataclass(frozen=True)
class Finding:
    """What is wrong at one place of a compiled file."""

    path: Path
    line: int
    code: str
    description: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.code} {self.description}"


class CompileError(Exception):
    """The project does not compile under a set of variables."""


def compile_set(name: str, variables: dict[str, Any], target: Path, arguments: Sequence[str] = ()) -> Path:
    """Compile the project into a target folder, with more arguments for dbt; return where compiled files are.

    What dbt has put before a model of the ephemeral models it reads is taken out again: these are compiled
    files of their own. What is many times the same is shortened.
    """
    # Imported late: it takes seconds.
    from dbt.cli.main import dbtRunner

    outcome = dbtRunner().invoke(
        ["--quiet", "compile", "--target-path", str(target), "--vars", json.dumps(variables), *arguments]
    )
    if not outcome.success:
        problems = [str(outcome.exception)] if outcome.exception else []
        for result in getattr(outcome.result, "results", None) or []:
            if result.message and str(result.status) != "success":
                problems.append(f"{result.node.name}: {result.message}")
        raise CompileError(f"{name} does not compile: {'; '.join(problems)}")
    manifest = json.loads((target / "manifest.json").read_text(encoding="utf-8"))
    for node in manifest["nodes"].values():
        injected = [cte["sql"] for cte in node.get("extra_ctes") or []]
        if injected and node.get("compiled_path"):
            path = Path(node["compiled_path"])
            path.write_text(without_injected(path.read_text(encoding="utf-8"), injected), encoding="utf-8")
    for path in compiled_files(target / "compiled"):
        text = path.read_text(encoding="utf-8")
        # Where every set has times, one model is enough to show how they are read.
        shorter = text if path.stem == "stg_resequencer__records" else without_times(text)
        path.write_text(with_few_literals(shorter), encoding="utf-8")
    return target / "compiled"


def without_times(text: str) -> str:
    """Return a compiled query with each time in place of the text that reads it in any of its forms."""
    while found := TIME_IS_READ.search(text):
        depth = 0
        for word in CASE_OR_END.finditer(text, found.start()):
            depth += {"case": 1, "end": -1}.get(word[1], 0)
            if word[1] and depth == 0:
                text = text[: found.start()] + found["time"] + text[word.end() :]
                break
        else:
            raise ValueError("a time is read by a text that does not end")
    return text


def with_few_literals(text: str, most: int = 3) -> str:
    """Return a compiled query with only the first few rows, and the last, of a long list of literals."""
    lines = text.split("\n")
    is_row = [LITERAL_ROW.fullmatch(line) is not None for line in lines]
    kept = []
    before = 0
    for number, line in enumerate(lines):
        before = before + 1 if is_row[number] else 0
        is_last = not (number + 1 < len(lines) and is_row[number + 1])
        if before <= most or is_last:
            kept.append(line)
    return "\n".join(kept)


def compiled_files(folder: Path) -> list[Path]:
    """Return the compiled SQL files under a folder, but for dbt's own tests, which are not ours to write."""
    return sorted(path for path in folder.rglob("*.sql") if path.is_file() and not DBTS_OWN.match(path.name))


def lint_files(paths: Sequence[Path], processes: int = 2) -> Iterator[Finding]:
    """Lint compiled files; what sqlfluff finds, file by file."""
    config = FluffConfig.from_root(
        extra_config_path=str(ROOT / ".sqlfluff"),
        ignore_local_config=True,
        overrides={"templater": "raw", "exclude_rules": ",".join(LEFT_OUT)},
    )
    # target/ is in .sqlfluffignore, for the models' own lint.
    sys.setrecursionlimit(RECURSION)  # processes that are forked have it, too
    result = Linter(config).lint_paths(tuple(map(str, paths)), ignore_files=False, processes=processes)
    for record in result.as_records():
        for violation in record["violations"]:
            yield Finding(
                Path(record["filepath"]),
                cast(int, violation["start_line_no"]),
                str(violation["code"]),
                str(violation["description"]),
            )


def new_files(folder: Path, seen: set[tuple[Path, str]]) -> list[Path]:
    """Return the files of a set that no set before it has with the same text."""
    new = []
    for path in compiled_files(folder):
        key = (path.relative_to(folder), path.read_text(encoding="utf-8"))
        if key not in seen:
            seen.add(key)
            new.append(path)
    return new


def without_need(findings: Sequence[Finding], linted: Sequence[Path]) -> Iterator[Finding]:
    """Return what `NOT_YET` has without need: models that are not there, rules that are not broken."""
    here = Path(__file__).relative_to(ROOT)
    found = {(finding.path.stem, finding.code) for finding in findings}
    stems = {path.stem for path in linted}
    for model, codes in NOT_YET.items():
        if model not in stems:
            yield Finding(here, 1, "NOT_YET", f"there is no {model}: remove it from the list")
        for code in sorted(codes - {"*"}):
            if model in stems and (model, code) not in found:
                yield Finding(here, 1, "NOT_YET", f"{model} does not break {code}: remove it from the list")


def is_put_off(finding: Finding) -> bool:
    """Return whether a finding is one of those in `NOT_YET`."""
    return finding.code in NOT_YET.get(finding.path.stem, ())


def main(arguments: Sequence[str] | None = None) -> int:
    """Compile and lint the sets; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m lint.compiled", description=__doc__)
    parser.add_argument("--target", type=Path, default=Path("target/lint"), help="default: target/lint")
    parser.add_argument("--set", dest="sets", nargs="+", metavar="NAME", help="default: every set")
    parser.add_argument("--select", nargs="+", metavar="MODEL", help="models to compile; default: all")
    parser.add_argument("--project-dir", type=Path, help="default: this project")
    given = parser.parse_args(arguments)
    for_dbt = ["--select", *given.select] if given.select else []
    if given.project_dir:
        for_dbt += ["--project-dir", str(given.project_dir), "--profiles-dir", str(ROOT)]
    seen: set[tuple[Path, str]] = set()
    files: list[Path] = []
    for name, variables in variable_sets(given.target / "read").items():
        if name not in (given.sets or [name]):
            continue
        # What an earlier compile has left is not the project's any more.
        shutil.rmtree(given.target / name / "compiled", ignore_errors=True)
        try:
            folder = compile_set(name, variables, given.target / name, for_dbt)
        except CompileError as error:
            print(error, file=sys.stderr)
            return 2
        files += new_files(folder, seen)
    all_findings = list(lint_files([path for path in files if "*" not in NOT_YET.get(path.stem, ())]))
    findings = [finding for finding in all_findings if not is_put_off(finding)]
    put_off = len(all_findings) - len(findings)
    if not given.sets and not given.select:
        findings += without_need(all_findings, files)
    for finding in findings:
        print(finding)
    print(f"{len(files)} compiled files: {len(findings)} findings, {put_off} put off (lint/compiled.py)")
    return 1 if findings else 0


if __name__ == "__main__":
    raise SystemExit(main())
