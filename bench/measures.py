"""What is measured. Every figure is a ratio of two things done in turn, in one process, on the same machine."""

from __future__ import annotations

import json
import os
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from bench import floor
from bench.arrivals import BAKE_TIME, MESSAGE_TYPES, acknowledge, generate
from bench.lake import Lake, models_made, seconds

SEQUENCES = 50_000
DAY = 86_400
"""Seconds."""
RULESETS = [{"name": "bench", "bake_time": BAKE_TIME}]
AS_OF = "2026-03-01T00:00:00Z"
AS_OF_US = 1_772_323_200_000_000
TODAY = (5, 29)
"""Tables and views of a run before the ledger was rebuilt: d is also held against as many, so that fewer of them pay."""
_AIMED_AT = "aimed at 1.8"
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
    has_failed: bool = False
    """Whether what was measured did not end well, whatever the ratio."""
    must_end_well: bool = False
    """Whether to end well is the target, or part of it."""

    @property
    def ratio(self) -> float:
        """Median time of the project over median time of the other."""
        return statistics.median(own for own, _ in self.pairs) / statistics.median(
            other for _, other in self.pairs
        )

    @property
    def verdict(self) -> str:
        """Whether the target, if there is one, is met."""
        if self.target is None and not self.must_end_well:
            return "–"
        is_met = not self.has_failed and (self.target is None or self.ratio <= self.target)
        return "met" if is_met else "missed"

    @property
    def target_text(self) -> str:
        """The target as it is shown."""
        if self.target is not None:
            return f"≤ {self.target:g}"
        return "ends well" if self.must_end_well else "–"

    @classmethod
    def read(cls, path: Path) -> list[Measure]:
        """What another process has measured, from its bench.json."""
        names = {field.name for field in fields(cls)}
        written = json.loads(path.read_text())["measures"]
        measures = [cls(**{name: value for name, value in one.items() if name in names}) for one in written]
        for measure in measures:
            measure.pairs = [(own, other) for own, other in measure.pairs]
        return measures


def in_rounds(
    sides: Mapping[str, Callable[[], float]], rounds: int, warm_up: int = 1
) -> Iterator[dict[str, float]]:
    """Each side in turn, so many times; seconds by side. A single round is measured cold."""
    warm_up = warm_up if rounds > 1 else 0
    for number in range(rounds + warm_up):
        times = {name: side() for name, side in sides.items()}
        shown = ", ".join(f"{name} {taken:.1f} s" for name, taken in times.items())
        print(f"    {'warm-up' if number < warm_up else 'measured'}: {shown}", flush=True)
        if number >= warm_up:
            yield times


def _pairs(
    own: Callable[[], float], other: Callable[[], float], rounds: int, warm_up: int = 1
) -> Iterator[tuple[float, float]]:
    for times in in_rounds({"measured": own, "beside": other}, rounds, warm_up):
        yield times["measured"], times["beside"]


def _fresh_run(
    lake: Lake, arrivals: str, rulesets: list[dict[str, Any]] = RULESETS, **settings: Any
) -> Callable[[], float]:
    """A first run over a whole table of arrivals, on no ledger."""

    def run() -> float:
        lake.drop("fresh")
        return lake.run(arrivals, "fresh", rulesets=rulesets, as_of=AS_OF, **settings)

    return run


def arrivals_table(lake: Lake, count: int, sequences: int) -> str:
    """A table of generated arrivals, made once."""
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


def _mixed_rulesets() -> list[dict[str, Any]]:
    """Numbers without gaps, keys of which only the order is known, and dynamic sessions: a third of the types each."""
    first = "^t([0-9]{1,2}|[12][0-9]{2}|3[0-2][0-9]|33[0-2])$"
    second = "^t(33[3-9]|3[4-9][0-9]|[45][0-9]{2}|6[0-5][0-9]|66[0-5])$"
    return [
        {"name": "numbers", "bake_time": BAKE_TIME, "match": {"properties": [{"message_type": first}]}},
        {"name": "keys", "key_type": "long", "bake_time": BAKE_TIME, "match": {"properties": [{"message_type": second}]}},
        {"name": "sessions", "session_timeout": BAKE_TIME},
    ]  # fmt: skip


def _sort(lake: Lake, arrivals: str) -> Callable[[], float]:
    """Spark's own read, repartition by sequence, sort, write."""
    partitions = lake.spark.conf.get("spark.sql.shuffle.partitions")

    def sort() -> None:
        lake.spark.sql("drop table if exists source.sorted")
        lake.spark.sql(
            "create table source.sorted using delta as select * from"
            f" (select /*+ repartition({partitions}, sequence_id) */ * from {arrivals})"
            " sort by sequence_id, sequence_number"
        )

    return lambda: seconds(sort)


def _memory(lake: Lake) -> str:
    limit = lake.spark.conf.get("spark.driver.memory")
    return f"Java's peak {lake.java_peak_gib():.1f} GiB resident, driver memory {limit}"


def against_sort(lake: Lake, count: int, rounds: int) -> list[Measure]:
    """a: a whole run beside Spark's own sort; its ledger beside the same decision by hand (the floor)."""
    arrivals = arrivals_table(lake, count, min(SEQUENCES, count // 100))
    run = _fresh_run(lake, arrivals)

    def by_hand() -> float:
        lake.spark.sql(f"drop table if exists {floor.TABLE}")
        return seconds(lambda: floor.write(lake.spark, arrivals, AS_OF_US))

    ledgers: list[float] = []

    def own() -> float:
        taken = run()
        ledgers.append(lake.execution("resequencer__ledger"))
        return taken

    sides = {
        "run": own,
        "its ledger": lambda: ledgers[-1],
        "floor": by_hand,
        "sort": _sort(lake, arrivals),
    }
    sorting = "Spark: read, repartition, sort, write"
    whole = Measure("a", f"one run over {count:,} arrivals", sorting, 2.5, note=_AIMED_AT)
    ledger = Measure("a-ledger", f"the ledger of one run over {count:,} arrivals", "one_commit_decoded", 1.1)
    hand = Measure("a-floor", f"one_commit_decoded over {count:,} arrivals", sorting, None)
    for times in in_rounds(sides, rounds):
        run_, of_ledger, floor_, sort = times.values()
        whole.pairs.append((run_, sort))
        ledger.pairs.append((of_ledger, floor_))
        hand.pairs.append((floor_, sort))
    whole.note += f"; {_memory(lake)}"
    different = floor.differences(lake.spark, "fresh")
    ledger.has_failed = different > 0
    ledger.note = (
        f"{different:,} messages are not in both as decided"
        if different
        else "both decide every message alike"
    )
    return [whole, ledger, hand]


def with_rulesets(lake: Lake, count: int, rounds: int, rows: list[str]) -> list[Measure]:
    """a10, a1000: a run with so many rulesets beside one with one; amix: what three kinds cost more, beside the sort."""
    arrivals = arrivals_table(lake, count, min(SEQUENCES, count // 100))
    rulesets = {"a10": _rulesets_by_type(10), "a1000": _rulesets_by_type(1000), "amix": _mixed_rulesets()}
    sides = {"a": _fresh_run(lake, arrivals)}
    sides |= {row: _fresh_run(lake, arrivals, rulesets[row]) for row in rows}
    sides["sort"] = _sort(lake, arrivals)
    times = list(in_rounds(sides, rounds))
    sort = statistics.median(one["sort"] for one in times)
    measures = []
    for row in rows:
        run = f"one run over {count:,} arrivals"
        if row == "amix":
            measure = Measure(row, f"{run} with three kinds of rulesets, less one with one", "the sort", 0.5)
            measure.pairs.extend((one[row] - one["a"], one["sort"]) for one in times)
        else:
            measure = Measure(
                row, f"{run}, {row[1:]} rulesets", "the same with one", {"a10": 1.1, "a1000": 1.4}[row]
            )
            measure.pairs.extend((one[row], one["a"]) for one in times)
        beside_sort = (statistics.median(one[name] for one in times) / sort for name in (row, "a"))
        measure.note = "beside the sort {:.2f}, with one ruleset {:.2f}".format(*beside_sort)
        measures.append(measure)
    return measures


def acknowledged(lake: Lake, count: int, rounds: int) -> Measure:
    """a+: a, but each message waits for the outcome of the one before it, and all outcomes are in."""
    arrivals = arrivals_table(lake, count, min(SEQUENCES, count // 100))
    acknowledge(lake.spark, arrivals, lake.home / "outcomes")
    measure = Measure(
        "a+",
        f"one run over {count:,} arrivals, each acknowledged",
        "Spark: read, repartition, sort, write",
        3.0,
    )
    run = _fresh_run(lake, arrivals, **_outcomes(lake.home / "outcomes"))
    measure.pairs.extend(_pairs(run, _sort(lake, arrivals), rounds))
    measure.note = _memory(lake)
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
    one, many = arrivals_table(lake, count, 1), arrivals_table(lake, count, sequences)
    measure = Measure("c", f"{count:,} arrivals in one sequence", f"the same in {sequences:,}", 2.0)
    measure.pairs.extend(_pairs(_fresh_run(lake, one), _fresh_run(lake, many), rounds))
    return measure


def against_trivial(lake: Lake, rounds: int) -> list[Measure]:
    """d: an incremental run of 1,000 new messages beside a dbt run of as many models that do next to nothing.

    As many as the run makes itself, and as many as it made before the ledger was rebuilt. Those run on dbt-spark's own
    adapter, which creates every view anew: what the project's adapter saves is its own. Over Spark Connect (dc) they go
    by the project's adapter, too, which there creates their views anew as well.
    """
    is_remote = os.environ["RESEQUENCER_TARGET"] == "connect"
    name = "dc" if is_remote else "d"
    other = "connect" if is_remote else "plain"
    landing = lake.home / f"landing_{name}"
    landing.mkdir()
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

    def trivial(tables: int, views: int) -> Callable[[], float]:
        schema = f"trivial_{name}_{tables}_{views}"
        project = _trivial_project(lake.home / schema, tables, views)
        return lambda: lake.dbt("run", "--target", other, schema=schema, project=project)

    own()
    made = models_made(lake.target())
    sides = {"run": own, "as many models": trivial(*made)}
    if made != TODAY:
        sides["as many as before"] = trivial(*TODAY)
    measures = [
        Measure(row, "a run with 1,000 new messages", f"{tables} trivial tables and {views} views", 2.0)
        for row, (tables, views) in ((name, made), (f"{name}-before", TODAY))
    ]
    for times in in_rounds(sides, rounds, warm_up=3):
        run, *others = times.values()
        measures[0].pairs.append((run, others[0]))
        measures[1].pairs.append((run, others[-1]))
    return measures


def advice(lake: Lake, count: int, rounds: int, rows: list[str]) -> list[Measure]:
    """f, g: advice and its curve beside reading the messages they are made from; ten policies beside one."""
    arrivals = arrivals_table(lake, count, min(SEQUENCES, count // 100))
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

    reading = Measure("f", f"bake-time advice over {count:,} messages", "reading them", 15.0)
    models = ["+resequencer__bake_time_advice", "--exclude", "+resequencer__ledger"]
    if "f" in rows:
        reading.pairs.extend(_pairs(lambda: build(models), lambda: seconds(read), rounds))
    ten = Measure("g", f"what-if of ten policies over {count:,} messages", "of one", 3.0)
    what_if = ["+resequencer__what_if", "--exclude", "+resequencer__ledger"]
    # Beside them there is always the rulesets as they are set.
    if "g" in rows:
        ten.pairs.extend(_pairs(lambda: build(what_if, 9), lambda: build(what_if), rounds))
    return [measure for measure in (reading, ten) if measure.pairs]


def _trivial_project(folder: Path, tables: int, views: int) -> Path:
    """A project of so many incremental tables and views, each of one row."""
    (folder / "models").mkdir(parents=True)
    (folder / "dbt_project.yml").write_text("name: trivial\nprofile: resequencer\nconfig-version: 2\n")
    for number in range(tables):
        (folder / "models" / f"table_{number}.sql").write_text(TRIVIAL_TABLE)
    for number in range(views):
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
            print(f"    run {number}: {taken:.1f} s, {len(files)} files", flush=True)
    return figures
