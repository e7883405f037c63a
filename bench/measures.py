"""What is measured. Every figure is a ratio of two things done in turn, in one process, on the same machine."""

from __future__ import annotations

import json
import os
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.arrivals import BAKE_TIME, MESSAGE_TYPES, acknowledge, generate
from bench.lake import ROOT, Lake, seconds

SEQUENCES = 50_000
DAY = 86_400
"""Seconds."""
RULESETS = [{"name": "bench", "bake_time": BAKE_TIME}]
AS_OF = "2026-03-01T00:00:00Z"
TRIVIAL_TABLE = "{{ config(materialized='incremental', file_format='delta', incremental_strategy='append') }}\nselect 1 as one\n"


@dataclass
class Measure:
    """Pairs of times: the project's, and those of what it is held against."""

    name: str
    what: str
    against: str
    target: float | None
    pairs: list[tuple[float, float]] = field(default_factory=list)
    note: str = ""

    @property
    def ratio(self) -> float:
        """Median time of the project over median time of the other."""
        return statistics.median(own for own, _ in self.pairs) / statistics.median(
            other for _, other in self.pairs
        )


def _pairs(
    own: Callable[[], float], other: Callable[[], float], rounds: int, warm_up: int = 1
) -> Iterator[tuple[float, float]]:
    # A single pair is measured cold.
    warm_up = warm_up if rounds > 1 else 0
    for number in range(rounds + warm_up):
        pair = (own(), other())
        print(
            f"    {'warm-up' if number < warm_up else 'measured'}: {pair[0]:.1f} s, {pair[1]:.1f} s",
            flush=True,
        )
        if number >= warm_up:
            yield pair


def _fresh_run(
    lake: Lake, arrivals: str, rulesets: list[dict[str, Any]] = RULESETS, **settings: Any
) -> Callable[[], float]:
    """A first run over a whole table of arrivals, on no ledger."""

    def run() -> float:
        lake.drop("fresh")
        return lake.run(arrivals, "fresh", rulesets=rulesets, as_of=AS_OF, **settings)

    return run


def _arrivals(lake: Lake, count: int, sequences: int) -> str:
    table = f"source.arrivals_{count}_in_{sequences}"
    lake.spark.sql("create database if not exists source")
    if not lake.spark.catalog.tableExists(table):
        generate(lake.spark, table, sequences, count // sequences)
    return table


def _rulesets_by_type(count: int) -> list[dict[str, Any]]:
    """So many rulesets, each of which takes an equal share of the message types."""
    share = MESSAGE_TYPES // count
    return [
        {"name": f"r{number}", "bake_time": BAKE_TIME,
         "match": {"properties": [{"message_type": f"^t{number * share + place}$"} for place in range(share)]}}
        for number in range(count)
    ]  # fmt: skip


def _outcomes(folder: Path) -> dict[str, Any]:
    """The settings of a run that takes outcomes of deliveries from a folder, and waits for each."""
    return {
        "rulesets": [dict(ruleset, delivery="acknowledged") for ruleset in RULESETS],
        "deliveries": {"format": "parquet", "path": str(folder)},
    }


def against_sort(
    lake: Lake, count: int, rounds: int, rulesets: int = 1, *, acknowledged: bool = False
) -> Measure:
    """a: a whole run, with so many rulesets, beside Spark's own read, repartition by sequence, sort and write.

    acknowledged: each message waits for the outcome of the one before it, and all outcomes are in.
    """
    arrivals = _arrivals(lake, count, min(SEQUENCES, count // 100))
    partitions = lake.spark.conf.get("spark.sql.shuffle.partitions")

    def sort() -> None:
        lake.spark.sql("drop table if exists source.sorted")
        lake.spark.sql(
            "create table source.sorted using delta as select * from"
            f" (select /*+ repartition({partitions}, sequence_id) */ * from {arrivals})"
            " sort by sequence_id, sequence_number"
        )

    name, what = ("a", "") if rulesets == 1 else (f"a{rulesets}", f", {rulesets:,} rulesets")
    settings: dict[str, Any] = {"rulesets": RULESETS if rulesets == 1 else _rulesets_by_type(rulesets)}
    if acknowledged:
        name, what = "a+", ", each acknowledged"
        settings = _outcomes(lake.home / "outcomes")
        acknowledge(lake.spark, arrivals, lake.home / "outcomes")
    measure = Measure(
        name, f"one run over {count:,} arrivals{what}", "Spark: read, repartition, sort, write", 1.5
    )
    run = _fresh_run(lake, arrivals, **settings)
    measure.pairs.extend(_pairs(run, lambda: seconds(sort), rounds))
    peak = lake.java_peak_gib()
    limit = lake.spark.conf.get("spark.driver.memory")
    measure.note = f"Java's peak {peak:.1f} GiB resident, driver memory {limit}"
    return measure


def after_history(lake: Lake, count: int, rounds: int, *, acknowledged: bool = False) -> Measure:
    """b: 10,000 new arrivals on much history beside the same on little, with equally many open sequences.

    acknowledged: the last message of each sequence waits for an outcome; a run takes those of 10,000, whose next ones arrive.
    """
    sequences = min(SEQUENCES, count // 100)
    lake.spark.sql("create database if not exists source")
    numbers = {}
    settings: dict[str, dict[str, Any]] = {}
    for size, messages in (("long", count // sequences), ("short", 1)):
        lake.drop(f"after_{size}")
        lake.spark.sql(f"drop table if exists source.{size}")
        generate(lake.spark, f"source.{size}", sequences, messages)
        settings[size] = {"rulesets": RULESETS}
        if acknowledged:
            outcomes = lake.home / f"outcomes_{size}"
            settings[size] = _outcomes(outcomes)
            acknowledge(lake.spark, f"source.{size}", outcomes, to=messages - 1)
        lake.run(f"source.{size}", f"after_{size}", as_of=AS_OF, **settings[size])
        numbers[size] = messages

    def more(size: str) -> Callable[[], float]:
        def run() -> float:
            numbers[size] += 1
            new = min(10_000, sequences)
            if acknowledged:
                before = numbers[size] - 1
                acknowledge(lake.spark, f"source.{size}", lake.home / f"outcomes_{size}", before, before, new)
            generate(lake.spark, f"source.{size}", new, 1, first=numbers[size])
            return lake.run(f"source.{size}", f"after_{size}", as_of=AS_OF, **settings[size])

        return run

    measure = Measure(
        "b+" if acknowledged else "b",
        f"10,000 new arrivals{' and acknowledgements' if acknowledged else ''} after {count:,}",
        f"the same after {sequences:,}",
        1.15,
    )
    measure.pairs.extend(_pairs(more("long"), more("short"), rounds, warm_up=2))
    return measure


def one_sequence(lake: Lake, count: int, rounds: int) -> Measure:
    """c: all arrivals as one sequence beside many sequences."""
    sequences = min(SEQUENCES, count // 100)
    one, many = _arrivals(lake, count, 1), _arrivals(lake, count, sequences)
    measure = Measure("c", f"{count:,} arrivals in one sequence", f"the same in {sequences:,}", 2.0)
    measure.pairs.extend(_pairs(_fresh_run(lake, one), _fresh_run(lake, many), rounds))
    return measure


def against_trivial(lake: Lake, rounds: int) -> Measure:
    """d: an incremental run of 1,000 new messages beside a dbt run of as many models that do next to nothing.

    Those run on dbt-spark's own adapter, which creates every view anew: what the project's adapter saves is its own.
    Over Spark Connect (dc) they go by the project's adapter, too, which there creates their views anew as well.
    """
    is_remote = os.environ["RESEQUENCER_TARGET"] == "connect"
    name = "dc" if is_remote else "d"
    other = "connect" if is_remote else "plain"
    landing = lake.home / f"landing_{name}"
    landing.mkdir()
    trivial = _trivial_project(lake.home / f"trivial_{name}")
    landed = 0

    def own() -> float:
        nonlocal landed
        landed += 1
        records = [
            {"sequence_id": f"s{i % 50}", "sequence_number": (landed - 1) * 20 + i // 50 + 1,
             "arrived_at": f"2026-01-01T00:{landed:02}:00Z"}
            for i in range(1000)
        ]  # fmt: skip
        text = "".join(json.dumps(record) + "\n" for record in records)
        (landing / f"{landed:03}.json").write_text(text)
        return lake.dbt("run", schema=f"own_{name}", landing={"format": "json", "path": str(landing)})

    measure = Measure(name, "a run with 1,000 new messages", "as many trivial models", 2.0)
    measure.pairs.extend(
        _pairs(
            own,
            lambda: lake.dbt("run", "--target", other, schema=f"trivial_{name}", project=trivial),
            rounds,
            warm_up=3,
        )
    )
    return measure


def advice(lake: Lake, count: int, rounds: int) -> list[Measure]:
    """f, g: advice and its curve beside reading the messages they are made from; ten policies beside one."""
    arrivals = _arrivals(lake, count, min(SEQUENCES, count // 100))
    lake.drop("history")
    lake.run(arrivals, "history", rulesets=RULESETS, as_of=AS_OF)

    def build(models: list[str], policies: int = 0) -> float:
        return lake.dbt(
            "run", "--select", *models, schema="history", arrivals_relation=arrivals, arrivals_cursor="position",
            rulesets=RULESETS, as_of=AS_OF, advice=True, advice_slice="10m",
            policies=[{"name": f"p{place}", "bake_time": f"{10 + 20 * place}s"} for place in range(policies)],
        )  # fmt: skip

    def read() -> None:
        columns = "ruleset, order_group, sequence_id, message_id, sequence_number, effective_arrived_at, intake, place"
        messages = lake.spark.sql(
            f"select {columns} from history.resequencer__ledger where disposition <> 'batch'"
        )
        messages.write.format("noop").mode("overwrite").save()

    reading = Measure("f", f"bake-time advice over {count:,} messages", "reading them", None)
    models = ["+resequencer__bake_time_advice", "--exclude", "+resequencer__ledger"]
    reading.pairs.extend(_pairs(lambda: build(models), lambda: seconds(read), rounds))
    ten = Measure("g", f"what-if of ten policies over {count:,} messages", "of one", 3.0)
    what_if = ["+resequencer__what_if", "--exclude", "+resequencer__ledger"]
    # Beside them there is always the rulesets as they are set.
    ten.pairs.extend(_pairs(lambda: build(what_if, 9), lambda: build(what_if), rounds))
    return [reading, ten]


def _trivial_project(folder: Path) -> Path:
    """A project of as many incremental tables and views as this one, each of one row."""
    models = [path.read_text() for path in (ROOT / "models").rglob("*.sql") if "advice" not in path.parts]
    tables = sum("materialized='incremental'" in text for text in models)
    (folder / "models").mkdir(parents=True)
    (folder / "dbt_project.yml").write_text("name: trivial\nprofile: resequencer\nconfig-version: 2\n")
    for number in range(tables):
        (folder / "models" / f"table_{number}.sql").write_text(TRIVIAL_TABLE)
    for number in range(len(models) - tables):
        view = f"select one + {number} as one from {{{{ ref('table_0') }}}}\n"
        (folder / "models" / f"view_{number}.sql").write_text(view)
    return folder


def soak(lake: Lake, runs: int) -> list[dict[str, Any]]:
    """Many runs, a day apart, on sequences that never end and always lose some: seconds and files of every run."""
    landing = lake.home / "landing_soak"
    landing.mkdir()
    figures = []
    for number in range(1, runs + 1):
        records = [
            {"sequence_id": f"s{s}", "sequence_number": 20 * number + i, "arrived_at": f"2026-01-{1 + number // 1440:02}T{number // 60 % 24:02}:{number % 60:02}:{i:02}Z"}
            for s in range(20) for i in range(20) if (i + number + s) % 7
        ]  # fmt: skip
        (landing / f"{number:04}.json").write_text("".join(json.dumps(record) + "\n" for record in records))
        clock = f"2026-01-{1 + number // 1440:02}T{number // 60 % 24:02}:{number % 60:02}:59Z"
        started = time.perf_counter()
        lake.dbt(
            "run", schema="soak", landing={"format": "json", "path": str(landing)}, as_of=clock,
            rulesets=[{"name": "soak", "bake_time": "30s"}], retain="32m", keep_versions="0s", tidy_every=8,
            max_skipped_ranges=50,
        )  # fmt: skip
        taken = time.perf_counter() - started
        warehouse = Path(str(lake.spark.conf.get("spark.sql.warehouse.dir")).removeprefix("file:"))
        files = [
            path for path in (warehouse / "soak.db").rglob("*") if path.is_file() and path.suffix != ".crc"
        ]
        figures.append({"run": number, "seconds": round(taken, 2), "files": len(files)})
        # Delta removes the log of days that are over, by the time of its files.
        for path in files:
            written = path.stat().st_mtime - DAY
            os.utime(path, (written, written))
        if number % 10 == 0:
            print(f"    run {number}: {taken:.1f} s, {files} files", flush=True)
    return figures
