"""A Thrift server: the SQL of this project, on a Spark that is not ours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession
from tests.adapter.spark_home import thrift_server
from tests.scenarios.process import ProcessProject
from tests.scenarios.project import Project
from tests.scenarios.tables import stored_differences

RULESETS = [{"name": "orders", "bake_time": "1m"}]


def test_a_thrift_server_gives_what_an_embedded_spark_gives(project: Project, tmp_path: Path) -> None:
    settings: dict[str, Any] = {"rulesets": RULESETS, "python_models": False}
    (tmp_path / "server").mkdir()
    with thrift_server(tmp_path / "server") as server:
        over_thrift = ProcessProject(
            "lake",
            project.landing,
            {"RESEQUENCER_TARGET": "thrift", "RESEQUENCER_THRIFT_PORT": server.address},
        )
        # 3 waits for 2, which comes with the second file; 5 is late by then, as its time has passed with 6.
        for number, numbers in enumerate([[1, 3, 6], [2, 5, 7]], start=1):
            project.land(f"part-{number}.json", [record(n, number) for n in numbers])
            clock = f"2026-01-01T00:{number * 2:02}:00Z"
            project.run("--select", "+resequencer__released", as_of=clock, **settings)
            over_thrift.run("--select", "+resequencer__released", as_of=clock, **settings)

        left = [
            path.name
            for path in (tmp_path / "server" / "warehouse" / "lake.db").iterdir()
            if "__dbt__cte__" in path.name
        ]
        assert left == []

    warehouse = tmp_path / "server" / "warehouse" / "lake.db"
    assert stored_differences(SparkSession.active().sql, project.schema, warehouse) == []
    outcomes = project.query(
        f"select disposition, count(*) as n from delta.`{warehouse}/resequencer__ledger`"
        " where disposition in ('released', 'bypass') group by 1"
    )
    assert {row["disposition"]: row["n"] for row in outcomes} == {"released": 4, "bypass": 2}


def record(number: int, minute: int) -> dict[str, Any]:
    return {
        "message_id": f"m-{number}", "sequence_id": "order-1", "sequence_number": number,
        "arrived_at": f"2026-01-01T00:{minute * 2 - 2:02}:0{number}Z",
    }  # fmt: skip
