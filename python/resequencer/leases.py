"""The table of leases: which processor has which session, and until when.

Every change is one MERGE, isolated as the table says (`Serializable`): of two at once one commits, and the
other is tried again on what the first has left.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Collection, Iterable, Mapping
from dataclasses import astuple, dataclass
from typing import NamedTuple
from uuid import uuid4

from pyspark.errors import AnalysisException
from pyspark.sql import DataFrame, Row, SparkSession
from pyspark.sql import functions as sf

_ATTEMPTS = 12
_LONGEST_PAUSE_SECONDS = 2.0

# That another writer was first, as Delta says it through py4j and Spark Connect alike.
_CONFLICT = re.compile(r"\[DELTA_(?:CONCURRENT_\w+|METADATA_CHANGED|PROTOCOL_CHANGED)")

_FORGET_US = 86_400_000_000

# A change applies only to the lease it was made for: a renewal to one that lives, a new one where none does.
_CHANGE = """
    merge into {leases} as leases
    using {changes} as changes
    on leases.ruleset = changes.ruleset and leases.sequence_id = changes.sequence_id
    when matched
        and leases.token = changes.known_token
        and (leases.expires_at > timestamp_micros({now})) = (changes.token = changes.known_token)
    then update set
        processor = changes.processor,
        token = changes.token,
        leased_at = if(changes.token = changes.known_token, leases.leased_at, timestamp_micros({now})),
        renewed_at = if(changes.expires_us > {now}, timestamp_micros({now}), leases.renewed_at),
        expires_at = timestamp_micros(changes.expires_us)
    when not matched and changes.known_token is null then insert (
        ruleset, sequence_id, processor, token, leased_at, renewed_at, expires_at
    ) values (
        changes.ruleset, changes.sequence_id, changes.processor, changes.token,
        timestamp_micros({now}), timestamp_micros({now}), timestamp_micros(changes.expires_us)
    )
    when not matched by source and leases.expires_at <= timestamp_micros({now} - {forget}) then delete
"""

_CHANGE_TYPES = (
    "ruleset string, sequence_id string, known_token bigint, token bigint, expires_us bigint,"
    " processor string"
)


class ProcessorError(Exception):
    """What keeps a processor from its work, and what to do about it."""


class Session(NamedTuple):
    """What is leased: the messages of one sequence."""

    ruleset: str
    sequence_id: str


@dataclass(frozen=True)
class Change:
    """What is to become of one session's lease."""

    ruleset: str
    sequence_id: str
    known_token: int | None
    """The token of the newest lease; none where there has been none."""
    token: int
    """The same for a lease that goes on, a higher one for a new lease."""
    expires_us: int

    @property
    def session(self) -> Session:
        """The session."""
        return Session(self.ruleset, self.sequence_id)


class Leases:
    """The leases, as one processor sees and changes them."""

    def __init__(self, spark: SparkSession, table: str, processor: str) -> None:
        self._spark = spark
        self._table = table
        self._processor = processor

    def rows(self) -> DataFrame:
        """All leases.

        Raises:
            ProcessorError: there is no such table.
        """
        return table(self._spark, self._table)

    def change(self, changes: Collection[Change], now_us: int) -> dict[Session, int]:
        """Applies those of the changes that still can be; the leases held then.

        Raises:
            ProcessorError: others were first every time.
        """
        if not changes:
            return {}
        view = f"resequencer_changes_{uuid4().hex}"
        rows = [(*astuple(change), self._processor) for change in changes]
        self._spark.createDataFrame(rows, _CHANGE_TYPES).createTempView(view)
        try:
            done = self._committed(
                _CHANGE.format(leases=self._table, changes=view, now=now_us, forget=_FORGET_US)
            )
        finally:
            self._spark.catalog.dropTempView(view)
        wanted = {change.session: change.token for change in changes if change.expires_us > now_us}
        # The commit tells how many were applied; which were not has to be looked up.
        is_all = done["num_updated_rows"] + done["num_inserted_rows"] == len(changes)
        return wanted if is_all else self.living(wanted)

    def living(self, tokens: Mapping[Session, int]) -> dict[Session, int]:
        """Those of this processor's leases, by their tokens, that have neither ended nor gone to another."""
        if not tokens:
            return {}
        rows = (
            self.rows()
            .where(
                (sf.col("processor") == self._processor)
                & sf.col("token").isin(sorted(set(tokens.values())))
                & (sf.col("expires_at") > sf.current_timestamp())
            )
            .select("ruleset", "sequence_id", "token")
            .collect()
        )
        found = {Session(row["ruleset"], row["sequence_id"]): row["token"] for row in rows}
        return {session: token for session, token in found.items() if token == tokens.get(session)}

    def _committed(self, statement: str) -> Row:
        """What a statement did, tried again where another was first: it applies only to what is still so."""
        for attempt in range(_ATTEMPTS):
            try:
                return self._spark.sql(statement).collect()[0]
            except Exception as error:
                if not _CONFLICT.search(str(error)):
                    raise
                # Those that collided would collide again if they waited alike.
                time.sleep(random.uniform(0, min(_LONGEST_PAUSE_SECONDS, 0.1 * 2**attempt)))
        raise ProcessorError(
            f"Other processors were first to change the leases {_ATTEMPTS} times in a row.\n"
            "Use fewer processors with more sessions each, or longer leases, which are renewed less often."
        )


def table(spark: SparkSession, name: str) -> DataFrame:
    """A table or view.

    Raises:
        ProcessorError: there is none of this name.
    """
    try:
        frame = spark.table(name)
        # Spark Connect looks only when it is asked.
        _ = frame.columns
    except AnalysisException as error:
        raise ProcessorError(
            f"{name} cannot be read ({_first_line(error)}).\n"
            "Run dbt first (dbt run), or name the schema it writes to."
        ) from error
    return frame


def sessions_text(sessions: Iterable[Session]) -> str:
    """Sessions as a message names them."""
    named = [f"{session.ruleset}/{session.sequence_id}" for session in sorted(sessions)]
    return ", ".join(named[:5]) + (f" and {len(named) - 5} more" if len(named) > 5 else "")


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
