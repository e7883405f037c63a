"""The main job: one run over everything new that has landed, tests included, and a summary of the result.

`python -m resequencer.main_job [-- ARGUMENTS FOR DBT BUILD]`, from the project's root. Build and summary run
in one process, so that Spark starts once.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import yaml

from resequencer.environment import java_problem

SUMMARY_MACRO = "resequencer_summary"

WHAT_NEXT = """
What to try next
  make docs                 the documentation with the lineage graph, in target/static_index.html
  make run                  again: nothing new has landed, so nothing changes
  .venv/bin/dbt show --inline "select sequence_id, freed_by from {{ ref('resequencer__pending') }}"
                            what is held, and what would free it
  make run ARGS=--full-refresh
                            the same from the beginning, with the same result
New files in seeds/landing are taken in by the next run; dbt_project.yml says where to look instead.
"""


class Outcome(Protocol):
    """What dbt's programmatic runner returns."""

    success: bool
    exception: BaseException | None


class Runner(Protocol):
    """dbt's programmatic runner."""

    def invoke(self, args: list[str]) -> Outcome:
        """Run one dbt command, given as on the command line."""
        ...


def problem_before_start() -> str | None:
    """Return why dbt could not run here, and what to do; None if it can."""
    if not Path("dbt_project.yml").is_file():
        return "Run this from the project's root, where dbt_project.yml is."
    problem = java_problem()
    return problem and f"{problem}\n`make setup` installs it, or says how."


def exit_code(outcome: Outcome) -> int:
    """Return what the dbt command would exit with: 0, 1 (something failed) or 2 (it could not run)."""
    if outcome.success:
        return 0
    return 1 if outcome.exception is None else 2


def told_failure(outcome: Outcome) -> int:
    """Say that a run did not succeed, and where the reasons are; return the exit code."""
    if outcome.exception is not None:
        print(f"\n{outcome.exception}", file=sys.stderr)
    print("\nThe run did not succeed: the reasons are above, and in full in logs/dbt.log.", file=sys.stderr)
    return exit_code(outcome)


def common_arguments(build_arguments: Sequence[str]) -> list[str]:
    """Return those arguments of a run that every dbt command takes, so that all of them see the same lake."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    places = ("--log-path", "--profile", "--profiles-dir", "--project-dir", "--target-path")
    for option in (*places, "--threads", "--vars"):
        parser.add_argument(option)
    parser.add_argument("--target", "-t")
    chosen, _ = parser.parse_known_args(build_arguments)
    return [
        part
        for option, value in vars(chosen).items()
        if value is not None
        for part in (f"--{option.replace('_', '-')}", value)
    ]


def with_variables(
    arguments: Sequence[str], change: Callable[[dict[str, Any]], Mapping[str, Any]]
) -> list[str]:
    """Return arguments for dbt with other variables.

    Args:
        arguments: as on the command line, perhaps with --vars.
        change: makes of the variables that they give those that dbt is to have.
    """
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--vars", default="{}")
    given, rest = parser.parse_known_args(list(arguments))
    variables = change(yaml.safe_load(given.vars) or {})
    return [*rest, "--vars", yaml.safe_dump(dict(variables), default_flow_style=True)]


def run(runner: Runner, build_arguments: Sequence[str]) -> int:
    """Build, then print the summary and what to try next; return the exit code."""
    # Unit tests try the SQL itself: they are for who edits it (make test), not for every run.
    build = runner.invoke(["build", "--exclude-resource-type", "unit_test", *build_arguments])
    if not build.success:
        return told_failure(build)
    summary = runner.invoke(["--quiet", "run-operation", SUMMARY_MACRO, *common_arguments(build_arguments)])
    if not summary.success:
        print("\nThe run succeeded, but its summary could not be shown (logs/dbt.log).", file=sys.stderr)
        return exit_code(summary)
    print(WHAT_NEXT)
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the main job with the command line's arguments for dbt; return the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] == ["--"]:
        given = given[1:]
    problem = problem_before_start()
    if problem is not None:
        print(problem, file=sys.stderr)
        return 2
    # Imported late: it takes seconds, and the messages above should not have to wait for it.
    from dbt.cli.main import dbtRunner

    runner: Any = dbtRunner()
    return run(runner, given)


if __name__ == "__main__":
    raise SystemExit(main())
