"""Ledgers of a few rows, and a small Spark to read them."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from pyspark import SparkContext
from pyspark.sql import SparkSession

LEDGER = (
    "disposition string, reason string, ruleset string, order_group string, sequence_id string, epoch bigint,"
    " message_id string, sequence_number bigint, effective_arrived_at timestamp, batch_id bigint,"
    " is_stand_in boolean, key_value struct<string: string>,"
    " batch struct<number: bigint, last_clock: timestamp, order_groups: string>,"
    " arrived_at timestamp, intake bigint, place bigint, is_last boolean, sequence_total bigint, rejection_outlet string,"
    " settled_at timestamp, release_position bigint"
)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    """This process's Spark, or a small one that leaves no trace for whoever starts one after it."""
    was_running = SparkContext._active_spark_context is not None
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    session = builder.config("spark.sql.shuffle.partitions", "1").getOrCreate()
    yield session
    if not was_running:
        session.stop()
        SparkContext._gateway.shutdown()
        SparkContext._gateway = SparkContext._jvm = None


class Ledger:
    """Rows of a ledger, one call each."""

    def __init__(self, newest_batch: int = 1, **order_groups: dict[str, Any]) -> None:
        self.newest_batch = newest_batch
        self.order_groups = order_groups
        self.rows: list[tuple[Any, ...]] = []

    def add(
        self,
        sequence: str,
        number: int | str | None,
        at: float | None,
        disposition: str = "released",
        reason: str | None = None,
        *,
        ruleset: str = "orders",
        order_group: str | None = None,
        batch: int | None = None,
        is_stand_in: bool = False,
        position: int | None = None,
        left: float | None = None,
        arrived: float | None = None,
    ) -> None:
        """One message, `at` seconds after the epoch; it left at once, or `left` seconds after the epoch.

        With `arrived` it has arrived as early, but landed so late that it counts as there from `at` on.
        """
        moment = None if at is None else EPOCH + timedelta(seconds=at)
        group = order_group or ruleset
        # What stands in has no arrival of its own.
        came = None if is_stand_in else moment
        settled = moment if left is None else EPOCH + timedelta(seconds=left)
        settled = None if disposition == "pending" else settled
        self.rows.append(
            (disposition, reason, ruleset, group, sequence, 1, f"{sequence}-{number}",
             None if isinstance(number, str) else number, came, self.newest_batch if batch is None else batch,
             is_stand_in, (number,) if isinstance(number, str) else None, None,
             came if arrived is None else EPOCH + timedelta(seconds=arrived), None if is_stand_in else 1, None if is_stand_in else len(self.rows), False, None, None, settled, position)
        )  # fmt: skip

    def frame(self, spark: SparkSession, clock: datetime | None = None) -> Any:
        batch = (self.newest_batch, clock, json.dumps(self.order_groups))
        current = ("current", *[None] * 8, 0, None, None, batch, *[None] * 8)
        return spark.createDataFrame([current, *self.rows], LEDGER)
