"""What records that raise cost: runs over landed files, some of whose records cannot be decoded."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from pathlib import Path

from bench.lake import Lake
from bench.measures import AS_OF, RULESETS, SEQUENCES, Measure, arrivals_table, in_rounds

COLUMNS = {"arrived_at": "timestamp_millis(received)"}
"""A decoder as README has it: it raises over a number that is no time."""
NO_TIME = 2**63 - 1
FILES = 8


def poisoned(lake: Lake, count: int, rounds: int) -> list[Measure]:
    """poison-1, poison-1000: a first run over so many JSON records of which one, or a thousand, raise, beside none.

    The thousand lie evenly among all: the finding of them has as much to do as it can have.
    """
    counts = {"none": 0, "one": 1, "thousand": 1000}
    sides = {name: _run(lake, count, poison) for name, poison in counts.items()}
    times = list(in_rounds(sides, rounds))
    clean = statistics.median(one["none"] for one in times)
    measures = []
    for name, poison in list(counts.items())[1:]:
        measure = Measure(
            f"poison-{poison}",
            f"one run over {count:,} JSON records, {poison:,} of which raise",
            "none raises",
            None,
        )
        measure.pairs.extend((one[name], one["none"]) for one in times)
        more = statistics.median(one[name] for one in times) - clean
        measure.note = f"{more:.1f} s more; each that raised, and no other, is a failure"
        measures.append(measure)
    return measures


def _run(lake: Lake, count: int, poison: int) -> Callable[[], float]:
    """A first run over the records, so many of them spoilt, on no ledger."""
    landing = lake.home / f"landing_poison_{poison}"
    _land(lake, count, poison, landing)

    def run() -> float:
        lake.drop("poisoned")
        taken = lake.dbt(
            "run", schema="poisoned", landing={"format": "json", "path": str(landing)}, columns=COLUMNS,
            rulesets=RULESETS, as_of=AS_OF, max_undecodable=2 * poison,
        )  # fmt: skip
        (failed,) = lake.spark.sql(
            "select count(*) as n, count_if(reason = 'undecodable') as undecodable from poisoned.resequencer__failure"
        ).collect()
        if (failed["n"], failed["undecodable"]) != (poison, poison):
            raise SystemExit(f"{poison:,} records raise, and {failed['n']:,} are failures")
        return taken

    return run


def _land(lake: Lake, count: int, poison: int, landing: Path) -> None:
    arrivals = arrivals_table(lake, count, min(SEQUENCES, count // 100))
    every = max(count // poison, 1) if poison else 0
    is_poison = f"place % {every} = {every // 2} and place < {every * poison}" if poison else "false"
    lake.spark.sql(
        f"""
        select
            message_id,
            sequence_id,
            sequence_number,
            message_type,
            body,
            if({is_poison}, {NO_TIME}, unix_millis(arrived_at)) as received
        from (select *, row_number() over (order by position) - 1 as place from {arrivals})
        """
    ).repartition(FILES).write.json(str(landing))
