"""Measure what the project costs, and write a table and a plot to bench/results.

python -m bench [--arrivals 5000000] [--rounds 3] [--soak-runs 200] [--only a rulesets b c d acknowledged advice soak]

With RESEQUENCER_TARGET=connect, a server that is running and --only d: over Spark Connect.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path

from bench import measures, report
from bench.lake import ROOT, Lake

MEASURES = ["a", "rulesets", "b", "c", "d", "acknowledged", "advice", "soak"]


def main() -> None:
    """Run the measures that were asked for; all of them by default."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "--arrivals", type=int, default=5_000_000, help="how many are generated for a, b, c and advice"
    )
    parser.add_argument("--rounds", type=int, default=3, help="measured pairs, after a warm-up")
    parser.add_argument("--soak-runs", type=int, default=200)
    parser.add_argument("--only", nargs="+", choices=MEASURES, help="default: all")
    arguments = parser.parse_args()
    chosen = arguments.only or MEASURES
    os.chdir(ROOT)
    folder = ROOT / "bench" / "results"
    results = report.Results()
    with tempfile.TemporaryDirectory(prefix="resequencer_bench_") as name:
        lake = Lake(Path(name))
        count, rounds = arguments.arrivals, arguments.rounds
        if "a" in chosen:
            results.add(folder, measures.against_sort(lake, count, rounds))
        if "rulesets" in chosen:
            for number in (10, 1000):
                results.add(folder, measures.against_sort(lake, count, rounds, number))
        if "b" in chosen:
            results.add(folder, measures.after_history(lake, count, rounds))
        if "c" in chosen:
            results.add(folder, measures.one_sequence(lake, count, rounds))
        if "d" in chosen:
            results.add(folder, measures.against_trivial(lake, rounds))
        if "acknowledged" in chosen:
            results.add(folder, measures.against_sort(lake, count, rounds, acknowledged=True))
            results.add(folder, measures.after_history(lake, count, rounds, acknowledged=True))
        if "advice" in chosen:
            for measure in measures.advice(lake, count, rounds):
                results.add(folder, measure)
        if "soak" in chosen:
            results.soak = measures.soak(lake, arguments.soak_runs)
            report.write(folder, results)
    print((folder / "bench.md").read_text())


if __name__ == "__main__":
    main()
