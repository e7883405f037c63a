"""The report job: one run with advice, then the report of it as one HTML page.

`python -m resequencer.report_job [--output FILE] [-- ARGUMENTS FOR DBT RUN]`, from the project's root.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pandas as pd
import yaml

from resequencer.main_job import exit_code, problem_before_start
from resequencer.report import Tables, page

OUTPUT = Path("target/report.html")

_TABLES = {
    "advice": ("resequencer__bake_time_advice", None),
    "curve": ("resequencer__bake_time_trade_off", ("ruleset", "bake_time_ms", "late_rate", "mean_wait_ms")),
    "lateness": ("py_resequencer__lateness_by_slice", None),
    "backtest": ("resequencer__advice_backtest", None),
    "missing_ranges": (
        "resequencer__missing_ranges",
        ("ruleset", "detected_at", "missing_count", "status"),
    ),
    "completeness": (
        "resequencer__sequence_completeness",
        ("ruleset", "sequence_id", "completeness", "missing_count"),
    ),
    "baseline": ("resequencer__throughput_baseline", None),
}
"""What the report shows: its model, and which columns of it."""


def with_advice(arguments: Sequence[str]) -> list[str]:
    """Return arguments for dbt with `resequencer__advice: true` among their variables."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--vars", default="{}")
    given, rest = parser.parse_known_args(list(arguments))
    variables = yaml.safe_load(given.vars) or {}
    return [
        *rest,
        "--vars",
        yaml.safe_dump(variables | {"resequencer__advice": True}, default_flow_style=True),
    ]


def tables(relations: Mapping[str, str], session: Any) -> Tables:
    """Read what the report shows.

    Args:
        relations: by model, where its rows are. Models that were not built have none: the baseline without
            `resequencer__throughput`.
        session: the Spark session.
    """
    frames = {}
    for name, (model, columns) in _TABLES.items():
        if model in relations:
            table = session.table(relations[model])
            frames[name] = (table.select(*columns) if columns else table).toPandas()
        else:
            frames[name] = pd.DataFrame()
    return Tables(**frames)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run with advice, and write the report; return the exit code."""
    parser = argparse.ArgumentParser(prog="resequencer.report_job", description=main.__doc__)
    parser.add_argument("--output", type=Path, default=OUTPUT, help=f"file to write (default: {OUTPUT})")
    parser.add_argument("dbt", nargs="*", help="arguments for dbt run, after --")
    given = parser.parse_args(arguments)
    problem = problem_before_start()
    if problem is not None:
        print(problem, file=sys.stderr)
        return 2
    # Imported late: it takes seconds, and the messages above should not have to wait for it.
    from dbt.cli.main import dbtRunner
    from pyspark.sql import SparkSession

    run: Any = dbtRunner().invoke(["run", *with_advice(given.dbt)])
    if not run.success:
        if run.exception is not None:
            print(f"\n{run.exception}", file=sys.stderr)
        print(
            "\nThe run did not succeed: the reasons are above, and in full in logs/dbt.log.", file=sys.stderr
        )
        return exit_code(run)
    relations = {result.node.name: result.node.relation_name for result in run.result.results}
    written = page(tables(relations, SparkSession.active()), datetime.now(tz=UTC))
    given.output.parent.mkdir(parents=True, exist_ok=True)
    given.output.write_text(written, encoding="utf-8")
    print(f"\nOpen this file in a browser: {given.output}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
