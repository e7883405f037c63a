"""Where processors write what became of messages: what `resequencer__deliveries` names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Protocol
from uuid import uuid4

from pyspark.errors import AnalysisException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sf

from resequencer.landing import land, local_folder
from resequencer.leases import ProcessorError, table

# How far the clock of a folder's files may be behind the one by which messages are sent.
_SKEW = timedelta(hours=1)
_TYPES = (
    "message_id string, outcome string, detail string, at string, ruleset string, sequence_id string,"
    " release_position bigint, attempt bigint, lease_token bigint, consumer string, begun_at string"
)

ATTEMPT = ["ruleset", "sequence_id", "message_id", "release_position", "attempt"]
"""Tells attempts apart: two messages of a session may have one message_id, or, in turn, one place."""


@dataclass(frozen=True)
class Delivery:
    """What became of one attempt."""

    message_id: str
    outcome: str
    detail: str | None
    at: str
    """UTC."""
    ruleset: str
    sequence_id: str
    release_position: int
    attempt: int
    lease_token: int
    """Of the lease under which it was processed; an older one than the session's newest came too late."""
    consumer: str
    """The processor's name."""
    begun_at: str | None
    """When it began with the message, UTC; None: not known."""


class Deliveries(Protocol):
    """Takes outcomes, and tells which attempts have one that no run has taken in yet."""

    def write(self, spark: SparkSession, deliveries: Sequence[Delivery]) -> None:
        """Writes outcomes: all of them, or none."""
        ...

    def reported(self, spark: SparkSession, since: datetime | None) -> DataFrame:
        """The attempts with an outcome, by the columns of `ATTEMPT`, and that outcome.

        Args:
            spark: the session.
            since: outcomes from before then may be left out (UTC); none: none may.
        """
        ...


class Folder:
    """A folder of JSON lines that processor and Spark both see under this path."""

    def __init__(self, path: str | Path) -> None:
        """Makes the folder where there is none.

        Raises:
            ProcessorError: it is no folder of this machine.
        """
        folder = local_folder(path)
        if folder is None:
            raise ProcessorError(
                f"{path} is no folder of this machine, and only there does a file appear whole.\n"
                "Use a folder that is mounted, or a table ({relation: …} in resequencer__deliveries)."
            )
        self._path = folder

    def write(self, spark: SparkSession, deliveries: Sequence[Delivery]) -> None:
        """Writes a file, which appears whole."""
        land(self._path, f"processor-{uuid4().hex}.json", (asdict(delivery) for delivery in deliveries))

    def reported(self, spark: SparkSession, since: datetime | None) -> DataFrame:
        """What the files say that have been written since then.

        Raises:
            ProcessorError: Spark does not see the folder.
        """
        # Others' files say nothing of attempts; they count once a run has read them.
        reader = spark.read.schema(_TYPES).option("pathGlobFilter", "processor-*.json")
        if since is not None:
            after = (since - _SKEW).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S")
            reader = reader.option("modifiedAfter", after).option("timeZone", "UTC")
        try:
            reported = reader.json(str(self._path)).select(*ATTEMPT, "outcome")
            _ = reported.columns  # Spark Connect looks only when it is asked
        except AnalysisException as error:
            raise ProcessorError(
                f"Spark does not see the folder {self._path}, in which this processor writes outcomes.\n"
                "Mount it there under the same path, or use a table ({relation: …} of that setting)."
            ) from error
        return reported


class Relation:
    """A table that outcomes are appended to."""

    def __init__(self, name: str) -> None:
        self._name = name

    def write(self, spark: SparkSession, deliveries: Sequence[Delivery]) -> None:
        """Appends rows, in one commit.

        Raises:
            ProcessorError: the table is not there, or lacks a column.
        """
        there = {field.name: field.dataType for field in self._table(spark).schema.fields}
        rows = spark.createDataFrame([asdict(delivery) for delivery in deliveries], _TYPES)
        typed = [sf.col(name).cast(there[name]).alias(name) for name in rows.columns]
        rows.select(*typed).writeTo(self._name).append()

    def reported(self, spark: SparkSession, since: datetime | None) -> DataFrame:
        """What the table says.

        Raises:
            ProcessorError: the table is not there, or lacks a column.
        """
        # By this Delta passes over files of what is older.
        is_recent = sf.lit(True) if since is None else sf.col("at").cast("timestamp") >= sf.lit(since - _SKEW)
        return self._table(spark).where(sf.col("attempt").isNotNull() & is_recent).select(*ATTEMPT, "outcome")

    def _table(self, spark: SparkSession) -> DataFrame:
        found = table(spark, self._name)
        missing = [column for column in _TYPES.split(", ") if column.split()[0] not in found.columns]
        if missing:
            raise ProcessorError(
                f"{self._name} lacks what a processor reports.\n"
                f"Add it: alter table {self._name} add columns ({', '.join(missing)})"
            )
        return found
