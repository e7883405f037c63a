"""The report job: one run with advice, or none, then the report of it as one HTML page.

`python -m resequencer.report_job [--no-run] [--output FILE] [ARGUMENTS FOR DBT RUN]`, from the project's
root.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from resequencer.main_job import common_arguments, problem_before_start, told_failure, with_variables

OUTPUT = Path("target/report.html")

NOTHING_BUILT = (
    "There is nothing to report: this run built none of the tables that the report is made from. Leave out"
    " --select and --exclude, or select what the report shows, as +resequencer__bake_time_advice."
)
NOTHING_THERE = (
    "The lake has none of the tables that the report is made from, and the page says so. `make report`"
    " without --no-run makes them."
)

PREFIX = "resequencer__"

_PLACES = ("landing", "deliveries", "actions")
"""Settings that say where something lies: how it is opened may be a secret."""


def with_advice(arguments: Sequence[str]) -> list[str]:
    """Return arguments for dbt with `resequencer__advice: true` among their variables."""
    return with_variables(arguments, lambda given: given | {"resequencer__advice": True})


def settings_of(variables: Mapping[str, Any]) -> dict[str, Any]:
    """Those variables of dbt that are settings and set, without their prefix.

    Args:
        variables: by name; those of a package alone are under its name.
    """
    own = variables.get("resequencer")
    flat = {**variables, **own} if isinstance(own, Mapping) else dict(variables)
    found = {
        name.removeprefix(PREFIX): value
        for name, value in flat.items()
        if name.startswith(PREFIX) and value is not None and name != "resequencer__advice"
    }
    for name in _PLACES:
        if isinstance(found.get(name), Mapping):
            found[name] = {
                key: value for key, value in found[name].items() if key in ("format", "path", "relation")
            }
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run with advice, and write the report; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="resequencer.report_job",
        description=main.__doc__,
        epilog="All other arguments are for dbt run.",
        allow_abbrev=False,
    )
    parser.add_argument("--output", type=Path, default=OUTPUT, help=f"file to write (default: {OUTPUT})")
    parser.add_argument(
        "--no-run", action="store_true", help="make it of what the last runs have left in the lake"
    )
    asked = sys.argv[1:] if arguments is None else arguments
    given, for_dbt = parser.parse_known_args([argument for argument in asked if argument != "--"])
    problem = problem_before_start()
    if problem is not None:
        print(problem, file=sys.stderr)
        return 2
    # Imported late: they take seconds, and the messages above should not have to wait for them.
    from dbt.adapters.factory import FACTORY
    from dbt.cli.main import dbtRunner
    from dbt_common.exceptions import DbtBaseException
    from pyspark.sql import SparkSession

    from resequencer.report.page import page
    from resequencer.report.tables import MODELS, Origin, read

    command = (
        ["parse", *with_advice(common_arguments(for_dbt))] if given.no_run else ["run", *with_advice(for_dbt)]
    )
    done: Any = dbtRunner().invoke(command)
    if not done.success:
        return told_failure(done)
    adapter: Any = next(iter(FACTORY.adapters.values()))
    if given.no_run:
        try:
            with adapter.connection_named("report"):
                adapter.execute("select 1")
        except DbtBaseException as error:
            print(f"\n{error}", file=sys.stderr)
            return 1
        catalog = SparkSession.active().catalog
        nodes = [node for node in done.result.nodes.values() if node.name in MODELS.values()]
        relations = {
            node.name: node.relation_name for node in nodes if catalog.tableExists(node.relation_name)
        }
    else:
        relations = {result.node.name: result.node.relation_name for result in done.result.results}
    tables = read(relations, SparkSession.active())
    if tables.is_nothing() and not given.no_run:
        print(f"\n{NOTHING_BUILT}", file=sys.stderr)
        return 1
    config = adapter.config
    origin = Origin(
        target=config.target_name,
        schema=config.credentials.schema,
        settings=settings_of({**config.vars.vars, **config.cli_vars}),
        is_of_run=not given.no_run,
    )
    written = page(tables, datetime.now(tz=UTC), origin)
    given.output.parent.mkdir(parents=True, exist_ok=True)
    given.output.write_text(written, encoding="utf-8")
    if tables.is_nothing():
        print(f"\n{NOTHING_THERE}")
    elif left_out := tables.not_built():
        where = "the lake does not have them" if given.no_run else "this run did not build them"
        print(f"\nNot in the report, because {where}: {', '.join(left_out)}.")
        print("What they need: docs/advice.md.")
    print(f"\nOpen this file in a browser: {given.output}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
