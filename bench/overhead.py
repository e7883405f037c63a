"""How long an incremental run of this project takes beside a dbt run of as many trivial models.

Both run in this process and session, in turn, with the same kinds of models (incremental Delta tables, views):
what is compared is the project's work, not the start of Spark. Prints one line per pair and the ratio of medians.

    .venv/bin/python -m bench.overhead [RUNS]
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

from dbt.cli.main import dbtRunner

ROOT = Path(__file__).resolve().parents[1]
VIEWS = 12
TABLES = 2
TRIVIAL_TABLE = "{{ config(materialized='incremental', file_format='delta', incremental_strategy='append') }}\nselect 1 as one\n"


def write_trivial_project(folder: Path) -> None:
    """Write a project of as many models that do next to nothing."""
    (folder / "models").mkdir(parents=True)
    (folder / "dbt_project.yml").write_text("name: trivial\nprofile: resequencer\nconfig-version: 2\n")
    for number in range(TABLES):
        (folder / "models" / f"table_{number}.sql").write_text(TRIVIAL_TABLE)
    for number in range(VIEWS):
        (folder / "models" / f"view_{number}.sql").write_text(
            f"select one + {number} as one from {{{{ ref('table_0') }}}}\n"
        )


def seconds(arguments: list[str]) -> float:
    """Run dbt once; it must succeed."""
    started = time.perf_counter()
    result = dbtRunner().invoke(["--quiet", "run", "--profiles-dir", str(ROOT), *arguments])
    if not result.success:
        raise SystemExit(f"the run failed: {result.exception or 'see logs/dbt.log'}")
    return time.perf_counter() - started


def main(runs: int) -> None:
    """Measure so many pairs after a warm-up."""
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        os.environ["RESEQUENCER_HOME"] = str(home / "lake")
        landing = home / "landing"
        landing.mkdir()
        write_trivial_project(home / "trivial")
        pairs: list[tuple[float, float]] = []
        for number in range(1, runs + 3):
            records = [
                {
                    "sequence_id": f"s{i % 50}",
                    "sequence_number": (number - 1) * 20 + i // 50 + 1,
                    "arrived_at": "2026-01-01T00:00:00Z",
                }
                for i in range(1000)
            ]
            (landing / f"{number:03}.json").write_text(
                "".join(json.dumps(record) + "\n" for record in records)
            )
            settings = json.dumps({"resequencer__landing": {"format": "json", "path": str(landing)}})
            own = seconds(
                ["--project-dir", str(ROOT), "--vars", settings, "--target-path", str(home / "target")]
            )
            trivial = seconds(
                ["--project-dir", str(home / "trivial"), "--target-path", str(home / "target_trivial")]
            )
            if number > 2:
                pairs.append((own, trivial))
                print(
                    f"run {number - 2}: this project {own:5.1f} s, trivial models {trivial:5.1f} s, ratio {own / trivial:.2f}",
                    flush=True,
                )
        own_median = statistics.median(own for own, _ in pairs)
        trivial_median = statistics.median(trivial for _, trivial in pairs)
        print(
            f"medians: {own_median:.1f} s and {trivial_median:.1f} s, ratio {own_median / trivial_median:.2f}"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
