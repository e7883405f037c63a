"""A standalone cluster: workers that know nothing of this project, of which one is lost in the middle of a run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession
from tests.scenarios.cluster import standalone_cluster, stop, wait_until
from tests.scenarios.process import FEW_ROWS, JAVA_OPTIONS, ProcessProject
from tests.scenarios.project import Project
from tests.scenarios.tables import stored_differences

RULESETS = [
    {"name": "devices", "match": {"properties": [{"kind": "^device$"}]}, "bake_time": "1m", "restart": {"backward": 5, "within": "1m"}},
    {"name": "orders", "bake_time": "1m", "start": "auto"},
]  # fmt: skip


def test_a_cluster_gives_what_an_embedded_spark_gives_though_a_worker_is_killed(
    project: Project, tmp_path: Path
) -> None:
    records = [
        {
            "message_id": f"{kind}-{sequence}-{number}",
            "sequence_id": f"{kind}-{sequence}",
            "sequence_number": number % 15 + 1,
            "arrived_at": f"2026-01-01T00:{(number * 7 + sequence) % 60:02}:00Z",
            "properties": {"kind": kind},
        }
        for kind in ("device", "order")
        for sequence in range(5)
        for number in range(20)
        if number != 7
    ]
    project.land("part-1.json", records)
    settings: dict[str, Any] = {"rulesets": RULESETS, "as_of": "2026-01-01T02:00:00Z"}
    project.run(**settings)

    with standalone_cluster(tmp_path / "cluster", workers=2) as cluster:
        lake = ProcessProject.in_lake(
            tmp_path / "lake", project.landing,
            RESEQUENCER_TARGET="cluster", RESEQUENCER_SPARK_MASTER=cluster.address, SPARK_LOCAL_IP="127.0.0.1",
            RESEQUENCER_EXECUTOR_MEMORY="1g", RESEQUENCER_JAVA_OPTIONS=f"{JAVA_OPTIONS} {FEW_ROWS}",
        )  # fmt: skip
        run = lake.start("--exclude", *project.leaves_out, advice=True, python_models=True, **settings)
        # What several steps of the ledger read has been written, and they read it.
        kept = tmp_path / "lake" / "scratch" / "checkpoints"
        wait_until(
            lambda: any(kept.glob("*/rdd-*/part-*")) or run.poll() is not None, lambda: "nothing was written"
        )
        assert run.poll() is None, run.communicate()[0][-5000:]
        assert list((tmp_path / "cluster" / "work-0").glob("app-*/*")), (
            "no executor of this run was there to be killed"
        )
        stop(cluster.workers[0])
        output = run.communicate(timeout=600)[0]
        assert run.returncode == 0, output[-5000:]

    assert stored_differences(SparkSession.active().sql, project.schema, lake.warehouse()) == []
    advised = project.query(f"select count(*) as n from delta.`{lake.warehouse()}/py_resequencer__lateness`")
    assert advised[0]["n"] > 0
