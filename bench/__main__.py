"""Measure what the project costs, and write a table and a plot to bench/results.

Every figure is a ratio of two things done in turn; it is printed with its target, and whether that is met.

row           what is measured, beside what                                                   arrivals   target
a             a run from the arrivals table to the outlets, beside Spark's own                2,000,000  2.5
              read, repartition by sequence, sort, write
a-ledger      of that run the ledger, from its first statement to its commit, beside the      (with a)   1.1
              floor: the same decision as one query by hand, bench/one_commit_decoded.sql,
              which must decide alike
a-floor       the floor, beside the sort                                                      (with a)   none
a10, a1000    a run with 10 and with 1,000 rulesets, beside one with one                      1,000,000  1.1, 1.4
amix          a third each of numbers, keys and sessions: what the run costs more than        1,000,000  0.5
              with one ruleset, beside the sort
a+            a with every message acknowledged, beside the sort                              1,000,000  3
a-cold        whole processes, a new lake each, beside a Python process that sorts the same:  1,000,000
              a-cold (`dbt run`), a-cold-ten (over ten rows), a-cold-again (nothing new),                4, 2.5, 1.8
              a-cold-more (a-cold less a-cold-ten)                                                       2
b, b+         10,000 new arrivals on a long history, beside a short one; b+: and outcomes     2,000,000  1.15
c             all arrivals in one sequence, beside many                                       2,000,000  2
d             a run with 1,000 new messages, beside as many trivial models as it makes, and   1,000      2
              (d-before) beside 5 tables and 29 views, as it made before
dc            d over a Spark Connect server, which is started for it                          1,000      2
poison        a run over landed JSON of which 1 (poison-1) and 1,000 (poison-1000) records    1,000,000  none
              raise, beside none
m10, m1k,     a run with 10, 1,000 and 10,000 subscriptions from a table, beside a read and write   1,000,000  1.5, 3, 5
m10k          of the same messages; m10k/m10: 10,000 beside 10 with as many references;                      2
              of each, too, the table resequencer__messagebox alone (m10-box and so on)
mb, mo        10,000 new messages on 5 million routed, beside 50,000; mo: on 50,000 with        5,000,000  1.15, none
              100,000 references open, beside none
mp            a run with ten new messages and 10,000 subscriptions, beside 10 (mp-box: the      10         1.3
              table alone)
md            a run with 1,000 new arrivals and one ordered subscription, beside a ruleset      1,000      none
ml            the ledger behind one ordered subscription for all, beside that of a ruleset      1,000,000  1.1
mx            bytes that MessageBox and ledger write, bodies of 10 kB beside 100 B              20,000     1.02
e             `dbt run` in a driver of 2 GB                                                   5,000,000  ends well
f, g          bake-time advice, beside reading; what-if of ten policies, beside one           2,000,000  15, 3
java          `dbt run` over ten rows with the profile's Java options beside those for short  1,000,000  1.1
              runs (java-short), over many beside none (java-long)
follow        `make follow`: from a file's landing to its messages in released, beside a warm   –          none lost
              `dbt run` in turn; then time and memory of many runs, and kills
soak          many runs on sequences that never end: seconds and files                        –          none

--only also takes: rulesets (a10 a1000 amix), acknowledged (a+ b+), advice (f g),
matching (m10 m1k m10k), routed (mb mo), messagebox (these, mp, md, ml and mx).
d over another server: RESEQUENCER_TARGET=connect RESEQUENCER_SPARK_REMOTE=… --only d.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path

from bench import cold, following, measures, messagebox, poison, report
from bench.lake import ROOT, Lake

MILLION = 1_000_000
ROWS = {
    "a": 2 * MILLION, "a10": MILLION, "a1000": MILLION, "amix": MILLION, "a+": MILLION, "a-cold": MILLION, "b": 2 * MILLION,
    "b+": 2 * MILLION, "c": 2 * MILLION, "d": 0, "dc": 0, "poison": MILLION, "m10": MILLION, "m1k": MILLION, "m10k": MILLION,
    "mb": 5 * MILLION, "mo": 5 * MILLION, "mp": 0, "md": 0, "ml": MILLION, "mx": 20_000, "e": 5 * MILLION, "f": 2 * MILLION, "g": 2 * MILLION, "java": MILLION,
    "follow": 0, "soak": 0,
}  # fmt: skip
"""Each with how many arrivals are generated for it."""
GROUPS = {
    "rulesets": ["a10", "a1000", "amix"],
    "acknowledged": ["a+", "b+"],
    "advice": ["f", "g"],
    "matching": ["m10", "m1k", "m10k"],
    "routed": ["mb", "mo"],
}
GROUPS["messagebox"] = [*GROUPS["matching"], *GROUPS["routed"], "mp", "md", "ml", "mx"]


def main() -> None:
    """Run the measures that were asked for; all of them by default."""
    parser = argparse.ArgumentParser(
        prog="python -m bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--arrivals", type=int, help="how many are generated; default: each row its own")
    parser.add_argument(
        "--rounds", type=int, default=3, help="measured rounds, after a warm-up (a-cold, java: without)"
    )
    parser.add_argument(
        "--landings",
        type=int,
        default=50,
        help="of row follow; four times as many runs, and a fifth as many kills",
    )
    parser.add_argument(
        "--subscriptions", type=int, default=10_000, help="of rows m10k and mp; of m1k a tenth of them"
    )
    parser.add_argument("--soak-runs", type=int, default=200)
    parser.add_argument(
        "--java-options",
        action="append",
        default=[],
        metavar="OPTIONS",
        help="further ones that row java is to time: --java-options=-XX:…",
    )
    parser.add_argument(
        "--results", type=Path, default=ROOT / "bench" / "results", help="where they are written"
    )
    parser.add_argument("--only", nargs="+", choices=[*ROWS, *GROUPS], help="default: all")
    arguments = parser.parse_args()
    chosen = [row for name in arguments.only or ROWS for row in GROUPS.get(name, [name])]
    counts = {row: arguments.arrivals or count for row, count in ROWS.items()}
    folder, rounds = arguments.results.absolute(), arguments.rounds
    os.chdir(ROOT)
    results = report.Results()

    def add(*measured: measures.Measure) -> None:
        for measure in measured:
            results.add(folder, measure)

    with tempfile.TemporaryDirectory(prefix="resequencer_bench_") as name:
        lake = Lake(Path(name))
        if "a" in chosen:
            add(*measures.against_sort(lake, counts["a"], rounds))
        if rows := [row for row in GROUPS["rulesets"] if row in chosen]:
            add(*measures.with_rulesets(lake, counts[rows[0]], rounds, rows))
        if "a+" in chosen:
            add(measures.acknowledged(lake, counts["a+"], rounds))
        if "a-cold" in chosen:
            add(*cold.against_sort(lake, counts["a-cold"], rounds))
        if "b" in chosen:
            add(measures.after_history(lake, counts["b"], rounds))
        if "b+" in chosen:
            add(measures.after_history(lake, counts["b+"], rounds, acknowledged=True))
        if "c" in chosen:
            add(measures.one_sequence(lake, counts["c"], rounds))
        if "d" in chosen:
            add(*measures.against_trivial(lake, rounds))
        if "dc" in chosen:
            add(*cold.over_connect(lake, rounds))
        if "poison" in chosen:
            add(*poison.poisoned(lake, counts["poison"], rounds))
        if rows := [row for row in GROUPS["matching"] if row in chosen]:
            add(*messagebox.matching(lake, counts[rows[0]], rounds, rows, arguments.subscriptions))
        if rows := [row for row in GROUPS["routed"] if row in chosen]:
            add(*messagebox.after_routed(lake, counts[rows[0]], rounds, rows))
        if "mp" in chosen:
            add(*messagebox.planning(lake, rounds, arguments.subscriptions))
        if "md" in chosen:
            add(messagebox.small_run(lake, rounds))
        if "ml" in chosen:
            add(messagebox.ledger_behind(lake, counts["ml"], rounds))
        if "mx" in chosen:
            add(messagebox.contents(lake, counts["mx"]))
        if "e" in chosen:
            add(cold.in_little_memory(lake, counts["e"]))
        if rows := [row for row in GROUPS["advice"] if row in chosen]:
            add(*measures.advice(lake, counts[rows[0]], rounds, rows))
        if "java" in chosen:
            add(*cold.java_options(lake, counts["java"], rounds, arguments.java_options))
        if "follow" in chosen:
            add(following.follow(lake, arguments.landings))
        if "soak" in chosen:
            results.soak = measures.soak(lake, arguments.soak_runs)
            report.write(folder, results)
    print((folder / "bench.md").read_text())


if __name__ == "__main__":
    main()
