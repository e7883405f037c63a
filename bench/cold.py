"""What whole processes cost, each on a lake of its own, beside a whole Python process that sorts the same."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from bench import processes
from bench.lake import ROOT, Lake
from bench.measures import SEQUENCES, Measure, arrivals_table, in_rounds
from bench.processes import Cost

FEW = 10
DEFAULT = "the profile's"
SHORT_RUNS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:ReservedCodeCacheSize=256m -Xmn512m"
JAVA_OPTIONS: dict[str, str | None] = {DEFAULT: None, "none": "", "for short runs": SHORT_RUNS}
"""Java options that are compared, by name; None: as profiles.yml has them."""


def landed(lake: Lake, count: int) -> Path:
    """A folder of Parquet files with so many arrivals (some more and fewer, by what is repeated and lost)."""
    folder = lake.home / f"landed_{count}"
    if not folder.exists():
        table = arrivals_table(lake, max(count, 1000), min(SEQUENCES, max(count, 1000) // 100))
        fields = "message_id, sequence_id, sequence_number, arrived_at, message_type, body"
        rows = lake.spark.sql(f"select {fields} from {table} order by position")
        rows = rows.limit(count) if count == FEW else rows
        rows.coalesce(4).write.parquet(str(folder))
    return folder


def against_sort(lake: Lake, count: int, rounds: int) -> list[Measure]:
    """a-cold: `dbt run` on a new lake, once more with nothing new, and over ten rows, beside a process that sorts."""
    many, few = landed(lake, count), landed(lake, FEW)
    home = lake.home / "cold"
    costs: dict[str, list[Cost]] = {"sort": [], "run": [], "again": [], "ten rows": []}

    def timed(name: str, start: Callable[[], Cost]) -> Callable[[], float]:
        def side() -> float:
            costs[name].append(start())
            return costs[name][-1].seconds

        return side

    def sort() -> Cost:
        shutil.rmtree(home, ignore_errors=True)
        return processes.sort(home / "sort", many)

    sides = {
        "sort": timed("sort", sort),
        "run": timed("run", lambda: processes.dbt_run(home / "many", many)),
        "again": timed("again", lambda: processes.dbt_run(home / "many", many)),
        "ten rows": timed("ten rows", lambda: processes.dbt_run(home / "few", few)),
    }
    beside = f"a Python process that sorts {count:,}"
    run = Measure("a-cold", f"`dbt run` over {count:,} on a new lake", beside, 4.0)
    ten = Measure("a-cold-ten", "`dbt run` over ten rows on a new lake", beside, 2.5)
    again = Measure("a-cold-again", "`dbt run` with nothing new", beside, 1.8)
    more = Measure("a-cold-more", f"`dbt run` over {count:,}, less one over ten rows", beside, 2.0)
    for times in in_rounds(sides, rounds, warm_up=0):
        run.pairs.append((times["run"], times["sort"]))
        ten.pairs.append((times["ten rows"], times["sort"]))
        again.pairs.append((times["again"], times["sort"]))
        more.pairs.append((times["run"] - times["ten rows"], times["sort"]))
    for measure, side in ((run, "run"), (again, "again"), (ten, "ten rows")):
        measure.note = (
            f"{costs[side][-1].models}; {_cpu(costs[side])} CPU seconds, the sort {_cpu(costs['sort'])}"
        )
    shutil.rmtree(home, ignore_errors=True)
    return [run, ten, again, more]


def in_little_memory(lake: Lake, count: int) -> Measure:
    """e: a whole process over many arrivals, with a driver of 2 GB, which must end well."""
    many = landed(lake, count)
    home = lake.home / "memory"
    driver = {"RESEQUENCER_DRIVER_MEMORY": "2g"}
    run = processes.dbt_run(home / "run", many, driver, may_fail=True)
    sort = processes.sort(home / "sort", many, driver)
    print(f"    measured: run {run.seconds:.1f} s, sort {sort.seconds:.1f} s", flush=True)
    measure = Measure("e", f"`dbt run` over {count:,} in a driver of 2 GB", "a process that sorts them", None)
    measure.pairs.append((run.seconds, sort.seconds))
    measure.must_end_well = True
    measure.has_failed = not run.ended_well
    measure.note = (
        f"it must end well; Java's peak {run.java_gib:.1f} GiB resident, the sort's {sort.java_gib:.1f}"
    )
    shutil.rmtree(home, ignore_errors=True)
    return measure


def java_options(lake: Lake, count: int, rounds: int, further: list[str]) -> list[Measure]:
    """java: short and long runs with the profile's Java options beside others: those for short runs, and none.

    Further ones are timed with them, and stand in the notes.

    The profile's are right if short runs are nearly as fast as with the former, and long ones as with the latter.
    """
    home = lake.home / "java"
    compared = JAVA_OPTIONS | {options: options for options in further}
    measures = []
    for name, rows, other in (("java-short", FEW, "for short runs"), ("java-long", count, "none")):
        folder = landed(lake, rows)
        costs: dict[str, list[Cost]] = {options: [] for options in compared}

        def side(
            options: str, folder: Path = folder, costs: dict[str, list[Cost]] = costs
        ) -> Callable[[], float]:
            def run() -> float:
                shutil.rmtree(home, ignore_errors=True)
                given = compared[options]
                costs[options].append(processes.dbt_run(home, folder, {"RESEQUENCER_JAVA_OPTIONS": given}))
                return costs[options][-1].seconds

            return run

        measure = Measure(
            name, f"`dbt run` over {rows:,}, the profile's Java options", f"options: {other}", 1.1
        )
        for times in in_rounds({options: side(options) for options in compared}, rounds, warm_up=0):
            measure.pairs.append((times[DEFAULT], times[other]))
        measure.note = "; ".join(
            f"{options}: {statistics.median(cost.seconds for cost in those):.1f} s, {_cpu(those)} CPU seconds,"
            f" {max(cost.java_gib for cost in those):.1f} GiB"
            for options, those in costs.items()
        )
        measures.append(measure)
    shutil.rmtree(home, ignore_errors=True)
    return measures


def over_connect(lake: Lake, rounds: int) -> list[Measure]:
    """dc: d in a process of its own, since a process has one kind of Spark session, over a server of its own."""
    results = lake.home / "connect_results"
    with processes.connect_server(lake.home / "connect_server") as address:
        command = [
            sys.executable,
            "-m",
            "bench",
            "--only",
            "d",
            "--rounds",
            str(rounds),
            "--results",
            str(results),
        ]
        # A setting that only a server has is warned of with every statement.
        environment = {
            "RESEQUENCER_TARGET": "connect",
            "RESEQUENCER_SPARK_REMOTE": address,
            "PYTHONWARNINGS": "ignore",
        }
        subprocess.run(command, cwd=ROOT, env=os.environ | environment, check=True)
    return Measure.read(results / "bench.json")


def _cpu(costs: list[Cost]) -> str:
    return f"{statistics.median(cost.cpu_seconds for cost in costs):.0f}"
