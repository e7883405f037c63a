"""The report job: one run with advice, then the report of it as one HTML page.

`python -m resequencer.report_job [--output FILE] [-- ARGUMENTS FOR DBT RUN]`, from the project's root.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pandas as pd
import yaml

from resequencer.main_job import problem_before_start, told_failure
from resequencer.report import MODELS, Tables, page

OUTPUT = Path("target/report.html")

NOTHING_BUILT = (
    "There is nothing to report: this run built none of the tables that the report is made from. Leave out"
    " --select and --exclude, or select what the report shows, as +resequencer__bake_time_advice."
)

MOST_BUCKETS = 100
"""Stretches of time that missing ranges are counted by: more are too narrow to be seen."""

_MONDAY_US = 4 * 86_400_000_000
"""A Monday in microseconds since 1970, so that weeks begin on one."""

# Spark counts, so that what comes here is small, however many messages and sequences there are.
_QUERIES = {
    "advice": "select * from {relation}",
    "asked": """
        select ruleset, target_confidence, late_cost, wait_cost, bake_us
        from {relation}
        where policy = 'as_set'
    """,
    "curve": """
        select ruleset, bake_time_ms, late_rate, mean_wait_ms
        from {relation}
        where sequence_class is null
    """,
    "lateness": """
        select ruleset, lateness_ms, sum(message_count) as message_count
        from {relation}
        group by ruleset, lateness_ms
    """,
    "backtest": """
        select
            ruleset,
            unix_micros(slice_start) as slice_start,
            target_late_rate,
            advised_ms,
            predicted_late_rate,
            lower_late_rate,
            upper_late_rate,
            message_count,
            late_rate,
            is_covered
        from {relation}
        where advised_ms is not null
    """,
    "missing_ranges": """
        with placed as (
            select
                ruleset,
                status,
                missing_count,
                cast(floor((unix_micros(detected_at) - {begin_us}) / {bucket_us}) as bigint) as place
            from {relation}
        )

        select
            ruleset,
            status,
            place * {bucket_us} + {begin_us} as bucket_start,
            count(*) as range_count,
            cast(sum(missing_count) as double) as missing_count
        from placed
        group by ruleset, status, place
    """,
    "completeness": """
        with classed as (
            select
                ruleset,
                case
                    when is_complete then 'complete'
                    when completeness is null then 'not_known'
                    when missing_count = 0 then 'nothing_missing'
                    when completeness < 0.5 then 'under_50'
                    when completeness < 0.9 then 'from_50'
                    when completeness < 0.99 then 'from_90'
                    else 'from_99'
                end as class
            from {relation}
        )

        select ruleset, class, count(*) as sequence_count from classed group by ruleset, class
    """,
    "least_complete": """
        select ruleset, sequence_id, epoch, completeness, cast(missing_count as double) as missing_count
        from {relation}
        where missing_count > 0
        order by completeness, missing_count desc, ruleset, sequence_id, epoch
        limit 20
    """,
    "baseline": "select * from {relation}",
}
"""What the report shows: for each of `MODELS` how it is read."""

_DETECTED = """
    select min(unix_micros(detected_at)) as oldest_us, max(unix_micros(detected_at)) as newest_us
    from {relation}
"""


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


def bucket_of(oldest_us: Any, newest_us: Any) -> timedelta:
    """Return the stretch of time to count by: the shortest that makes at most `MOST_BUCKETS` of them.

    Args:
        oldest_us: the first time, in microseconds; null: none is known.
        newest_us: the last one.
    """
    if pd.isna(oldest_us) or pd.isna(newest_us):
        return timedelta(days=1)
    span = timedelta(microseconds=int(newest_us) - int(oldest_us))
    bucket = timedelta(minutes=1)
    longer = [
        timedelta(minutes=10),
        timedelta(hours=1),
        timedelta(hours=6),
        timedelta(days=1),
        timedelta(weeks=1),
    ]
    while span > MOST_BUCKETS * bucket:
        bucket = longer.pop(0) if longer else 2 * bucket
    return bucket


def tables(relations: Mapping[str, str], session: Any) -> Tables:
    """Read what the report shows.

    Args:
        relations: by model, where its rows are. Models that were not built have none: the baseline without
            `resequencer__throughput`, and whatever --select leaves out.
        session: the Spark session.
    """
    frames: dict[str, pd.DataFrame | None] = dict.fromkeys(_QUERIES)
    bucket = bucket_of(None, None)
    for name, query in _QUERIES.items():
        if MODELS[name] not in relations:
            continue
        relation = relations[MODELS[name]]
        if name == "missing_ranges":
            detected = session.sql(_DETECTED.format(relation=relation)).toPandas()
            bucket = bucket_of(detected["oldest_us"].iloc[0], detected["newest_us"].iloc[0])
        bucket_us = bucket // timedelta(microseconds=1)
        text = query.format(relation=relation, bucket_us=bucket_us, begin_us=_MONDAY_US)
        frame = session.sql(text).toPandas()
        # Times come as numbers: as timestamps they would be in the time zone of the session.
        for column in {"slice_start", "bucket_start"} & set(frame.columns):
            frame[column] = pd.to_datetime(frame[column], unit="us")
        frames[name] = frame
    return Tables(**frames, bucket=bucket)


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
        return told_failure(run)
    relations = {result.node.name: result.node.relation_name for result in run.result.results}
    shown = tables(relations, SparkSession.active())
    if shown.is_nothing():
        print(f"\n{NOTHING_BUILT}", file=sys.stderr)
        return 1
    written = page(shown, datetime.now(tz=UTC))
    given.output.parent.mkdir(parents=True, exist_ok=True)
    given.output.write_text(written, encoding="utf-8")
    if left_out := shown.not_built():
        print(f"\nNot in the report, because this run did not build them: {', '.join(left_out)}.")
        print("Its sections say what they need.")
    print(f"\nOpen this file in a browser: {given.output}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
