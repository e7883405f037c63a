"""Works off released messages beside other processors, each session leased to one of them at a time.

`python -m resequencer.processor --deliveries-path FOLDER [--once] -- COMMAND`, from the project's root. What
a lease promises, and what not, is in docs/processors.md.
"""

from __future__ import annotations

import argparse
import os
import signal
import socket
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from threading import Event
from types import FrameType
from typing import Any
from uuid import uuid4

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sf

from resequencer.consumer import OUTCOMES, Answer, Consumer
from resequencer.deliveries import Deliveries, Delivery, Folder, Relation
from resequencer.leases import (
    Change,
    Leases,
    ProcessorError,
    Session,
    retried,
    sessions_text,
    table,
)

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

_RENEWALS = 3
"""So many times a lease is renewed before it would end: two may fail or be late."""


class LeaseLostError(ProcessorError):
    """Sessions are leased no more, and what was reported of them has not been written."""

    def __init__(self, sessions: Iterable[Session]) -> None:
        self.sessions = frozenset(sessions)
        super().__init__(
            f"The lease of {sessions_text(self.sessions)} has ended or gone to another processor: what was\n"
            "reported of its messages is not written, and they are handed on again. Lease for longer, or\n"
            "renew more often."
        )


@dataclass(frozen=True)
class Message:
    """One attempt to deliver a message."""

    ruleset: str
    sequence_id: str
    message_id: str
    sequence_number: int | None
    release_position: int
    attempt: int
    sent_at: datetime
    message_type: str | None
    properties: dict[str, str] | None
    body: str | None
    lease_token: int

    @property
    def session(self) -> Session:
        """The session it belongs to."""
        return Session(self.ruleset, self.sequence_id)

    def as_json(self) -> dict[str, Any]:
        """The message as a consumer is given it."""
        return {**asdict(self), "sent_at": _text(self.sent_at)}


class Processor:
    """One of several that work off released messages; at the end it gives its leases back.

    Not for several threads at once.
    """

    def __init__(
        self,
        spark: SparkSession,
        deliveries: Deliveries,
        *,
        schema: str = "resequencer",
        name: str | None = None,
    ) -> None:
        """Makes a processor that has no lease yet.

        Args:
            spark: the session; all processors should use one database, whose clock counts.
            deliveries: where outcomes go: what `resequencer__deliveries` names.
            schema: of the project's tables.
            name: what it is called in `resequencer__leases`; default: host, process and a random part.
        """
        self.name = name or f"{socket.gethostname()}-{os.getpid()}-{uuid4().hex[:6]}"
        self._spark = spark
        self._schema = schema
        self._deliveries = deliveries
        self._leases = Leases(spark, f"{schema}.resequencer__leases", self.name)
        self._tokens: dict[Session, int] = {}
        self._seconds = 0.0
        self._renew_at = self._ends_at = 0.0
        self._unwritten: list[Delivery] = []
        self._clock = (0, 0.0)
        self._reported_us = 0

    def __enter__(self) -> Processor:
        """The processor itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Writes what has been reported, and gives all leases back."""
        self.release()

    @property
    def sessions(self) -> frozenset[Session]:
        """The sessions leased, as far as is known; a lease may have ended meanwhile."""
        return frozenset(self._tokens)

    @property
    def seconds_to_renewal(self) -> float:
        """After how many seconds the leases should be renewed."""
        return self._renew_at - time.monotonic()

    def lease(self, sessions: int = 10, seconds: float = 60) -> frozenset[Session]:
        """Has leases of up to so many sessions that have messages to process, the longest waiting first.

        Those it has it keeps and renews while they have messages; else it gives them back.

        Args:
            sessions: how many at most.
            seconds: how long a lease lasts unless it is renewed.

        Returns:
            The sessions leased now.

        Raises:
            LeaseLostError: what was reported came too late; leases are as they were.
            ProcessorError: there are no such tables, or others are always first.
        """
        if sessions < 1 or seconds <= 0:
            raise ProcessorError(
                f"sessions is {sessions} and seconds is {seconds}: both have to be above zero."
            )
        self.flush()
        self._seconds = seconds

        def step() -> dict[Session, int]:
            now_us, oldest = self._waiting_since()
            ours, free = self._waiting_sessions(now_us, oldest, sessions) if oldest else (set(), {})
            changes = [
                Change(*session, token, token, now_us + self._us if session in ours else now_us)
                for session, token in self._tokens.items()
            ]
            for session, known in islice(free.items(), max(sessions - len(ours), 0)):
                # Grows even where the session's last lease has been forgotten.
                token = now_us if known is None else max(known + 1, now_us)
                changes.append(Change(*session, known, token, now_us + self._us))
            # A session whose lease has run out may be among both.
            newest = {change.session: change for change in changes}
            return self._leases.change(list(newest.values()), now_us)

        return self._held(retried(step))

    def renew(self) -> frozenset[Session]:
        """Makes its leases last as long again from now; the sessions it had to let go of meanwhile.

        Raises:
            ProcessorError: others are always first.
        """
        before = self.sessions

        def step() -> dict[Session, int]:
            now_us = self._now_us()
            changes = [
                Change(*session, token, token, now_us + self._us) for session, token in self._tokens.items()
            ]
            return self._leases.change(changes, now_us)

        return before - self._held(retried(step))

    def messages(self, limit: int = 1000) -> list[Message]:
        """What there is to process in its sessions: attempts that nobody has reported the outcome of.

        Args:
            limit: how many at most.

        Returns:
            In order of ruleset, sequence_id, release_position and attempt.
        """
        if not self._tokens:
            return []
        now_us, oldest = self._waiting_since()
        if oldest is None:
            return []
        leased = self._leases.rows().where(self._is_ours() & (sf.unix_micros("expires_at") > now_us))
        contents = table(self._spark, f"{self._schema}.resequencer__released").select(
            "ruleset", "sequence_id", "message_id", "release_position", "message_type", "properties", "body"
        )
        rows = (
            self._unsettled(now_us, oldest)
            .join(leased.select("ruleset", "sequence_id", "token"), ["ruleset", "sequence_id"])
            # Contents may have been forgotten; the attempt still has to be settled.
            .join(contents, ["ruleset", "sequence_id", "message_id", "release_position"], "left")
            .withColumn("sent_us", sf.unix_micros("sent_at"))
            .orderBy("ruleset", "sequence_id", "release_position", "attempt")
            .limit(limit)
            .collect()
        )
        found = [
            Message(
                ruleset=row["ruleset"],
                sequence_id=row["sequence_id"],
                message_id=row["message_id"],
                sequence_number=row["sequence_number"],
                release_position=row["release_position"],
                attempt=row["attempt"],
                sent_at=_time(row["sent_us"]),
                message_type=row["message_type"],
                properties=row["properties"],
                body=row["body"],
                lease_token=row["token"],
            )
            for row in rows
        ]
        reported = {_attempt(delivery) for delivery in self._unwritten}
        return [
            message
            for message in found
            if message.lease_token == self._tokens.get(message.session) and _attempt(message) not in reported
        ]

    def holds(self, message: Message) -> bool:
        """Whether the lease under which it was read is still this processor's, as far as is known."""
        return self._tokens.get(message.session) == message.lease_token and time.monotonic() < self._ends_at

    def report(self, message: Message, outcome: str, detail: str | None = None) -> None:
        """Notes what became of a message; `flush`, `lease` and `release` write it.

        Raises:
            LeaseLostError: its lease is known to be lost.
            ProcessorError: there is no such outcome.
        """
        if outcome not in OUTCOMES:
            raise ProcessorError(f"There is no outcome {outcome!r}. It may be: {' or '.join(OUTCOMES)}.")
        if not self.holds(message):
            raise LeaseLostError([message.session])
        # In the order of the reports, also where the clock was told anew in between.
        self._reported_us = max(self._reported_us + 1, self._about_now_us())
        self._unwritten.append(
            Delivery(
                message_id=message.message_id,
                outcome=outcome,
                detail=detail,
                at=_text(_time(self._reported_us)),
                ruleset=message.ruleset,
                sequence_id=message.sequence_id,
                attempt=message.attempt,
                lease_token=message.lease_token,
            )
        )

    def flush(self) -> None:
        """Writes what has been reported, as one file or one commit.

        Raises:
            LeaseLostError: some of it came too late; the rest is written.
        """
        if not self._unwritten:
            return
        of = {Session(delivery.ruleset, delivery.sequence_id) for delivery in self._unwritten}
        ours = {session: token for session, token in self._tokens.items() if session in of}
        living = self._leases.living(ours, self._now_us())
        kept, lost = [], set()
        for delivery in self._unwritten:
            session = Session(delivery.ruleset, delivery.sequence_id)
            if living.get(session) == delivery.lease_token:
                kept.append(delivery)
            else:
                lost.add(session)
        if kept:
            self._deliveries.write(self._spark, kept)
        self._unwritten = []
        for session in lost:
            self._tokens.pop(session, None)
        if lost:
            raise LeaseLostError(lost)

    def release(self) -> None:
        """Writes what has been reported, and gives all leases back: others may have them at once.

        Raises:
            LeaseLostError: some of what was reported came too late; the leases are given back.
        """
        try:
            self.flush()
        finally:

            def step() -> dict[Session, int]:
                now_us = self._now_us()
                changes = [Change(*session, token, token, now_us) for session, token in self._tokens.items()]
                return self._leases.change(changes, now_us)

            if self._tokens:
                retried(step)
                self._tokens = {}

    @property
    def _us(self) -> int:
        return int(self._seconds * 1_000_000)

    def _held(self, tokens: dict[Session, int]) -> frozenset[Session]:
        self._tokens = tokens
        # From the moment the clock was asked, not from the commit.
        self._renew_at = self._clock[1] + self._seconds / _RENEWALS
        self._ends_at = self._clock[1] + self._seconds
        return self.sessions

    def _now_us(self) -> int:
        """The database's clock: one for all processors, whatever the clocks of their machines say."""
        asked_at = time.monotonic()
        now_us = self._spark.sql("select unix_micros(current_timestamp()) as now").collect()[0]["now"]
        return self._told(now_us, asked_at)

    def _about_now_us(self) -> int:
        """The same without asking: what it said last, and the time since."""
        told_us, asked_at = self._clock
        return told_us + int((time.monotonic() - asked_at) * 1_000_000)

    def _told(self, now_us: int, asked_at: float) -> int:
        # As if it had answered at once: leases are taken to be a little older than they are, not younger.
        self._clock = (now_us, asked_at)
        return now_us

    def _attempts(self) -> DataFrame:
        return table(self._spark, f"{self._schema}.resequencer__delivery_attempts").where("outcome is null")

    def _waiting_since(self) -> tuple[int, datetime | None]:
        """The database's clock, and when the oldest attempt without an outcome was made."""
        asked_at = time.monotonic()
        row = self._attempts().select(
            sf.unix_micros(sf.current_timestamp()).alias("now"),
            sf.unix_micros(sf.min("sent_at")).alias("oldest"),
        ).collect()[0]  # fmt: skip
        return self._told(row["now"], asked_at), None if row["oldest"] is None else _time(row["oldest"])

    def _unsettled(self, now_us: int, oldest: datetime) -> DataFrame:
        """The attempts that nobody has reported the outcome of."""
        # With a run's clock set ahead, files are older than what they speak of.
        since = oldest if oldest <= _time(now_us) else None
        reported = self._deliveries.reported(self._spark, since)
        return self._attempts().join(
            reported, ["ruleset", "sequence_id", "message_id", "attempt"], "left_anti"
        )

    def _waiting_sessions(
        self, now_us: int, oldest: datetime, sessions: int
    ) -> tuple[set[Session], dict[Session, int | None]]:
        """Sessions with something to process: ours; and the free ones, longest waiting first: last token."""
        leases = self._leases.rows().select("ruleset", "sequence_id", "processor", "token", "expires_at")
        is_living = sf.coalesce(sf.unix_micros("expires_at") > now_us, sf.lit(False))
        rows = (
            self._unsettled(now_us, oldest)
            .groupBy("ruleset", "sequence_id")
            .agg(sf.min("sent_at").alias("waiting_since"))
            .join(leases, ["ruleset", "sequence_id"], "left")
            .where(~is_living | self._is_ours())
            .orderBy(~is_living, "waiting_since", "ruleset", "sequence_id")
            .limit(sessions + len(self._tokens))
            .select("ruleset", "sequence_id", "token", is_living.alias("is_living"))
            .collect()
        )
        waiting = {Session(row["ruleset"], row["sequence_id"]): row for row in rows}
        living = {session: row["token"] for session, row in waiting.items() if row["is_living"]}
        # Two processors may have one name: what lives is ours only with our token.
        ours = {session for session, token in living.items() if token == self._tokens.get(session)}
        return ours, {session: row["token"] for session, row in waiting.items() if session not in living}

    def _is_ours(self) -> Any:
        return (sf.col("processor") == self.name) & sf.col("token").isin(sorted(set(self._tokens.values())))


def work(
    processor: Processor,
    consumer: Consumer,
    stop: Event,
    *,
    sessions: int,
    seconds: float,
    poll: float,
    once: bool,
) -> None:
    """Hands messages to a consumer until it is told to stop, or with `once` until it finds none to lease.

    Raises:
        ProcessorError: the consumer has ended or answers amiss.
    """
    while not stop.is_set():
        try:
            processor.lease(sessions, seconds)
        except LeaseLostError as lost:
            _say(lost)
            continue
        messages = processor.messages()
        if not messages:
            if once:
                return
            stop.wait(poll)
        for message in messages:
            if stop.is_set():
                break
            # Its session may have been lost while another's message was processed.
            if processor.holds(message):
                consumer.hand(message.as_json())
                answer = _answer(processor, consumer)
                try:
                    processor.report(message, answer.outcome, answer.detail)
                except LeaseLostError as lost:
                    _say(lost)


def _answer(processor: Processor, consumer: Consumer) -> Answer:
    """What the consumer says, with the leases renewed for as long as it takes."""
    while True:
        answer = consumer.answer(processor.seconds_to_renewal)
        if processor.seconds_to_renewal <= 0:
            try:
                processor.flush()
            except LeaseLostError as lost:
                _say(lost)
            processor.renew()
        if answer is not None:
            return answer


def stop_on_signals(stop: Event) -> None:
    """Makes the first Ctrl-C or SIGTERM end the work after the message at hand, and the second at once."""

    def heed(number: int, frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    signal.signal(signal.SIGTERM, heed)
    signal.signal(signal.SIGINT, heed)


def lake_of_profile(project: Path, profiles: Path | None, target: str | None) -> tuple[SparkSession, str]:
    """The Spark and the schema that dbt would use in a project.

    Raises:
        ProcessorError: the target is of another kind.
        DbtBaseException: there is no such project or profile, or Spark cannot be had.
    """
    # Imported late: it takes seconds.
    from argparse import Namespace

    from dbt.cli.resolvers import default_profiles_dir
    from dbt.config.runtime import load_profile
    from dbt.flags import set_from_args
    from dbt_common.context import set_invocation_context

    from dbt.adapters.sparksession.session import spark_session

    if profiles is None:
        profiles = project if (project / "profiles.yml").is_file() else default_profiles_dir()
    # What dbt's own commands begin with.
    set_invocation_context(os.environ)
    set_from_args(Namespace(PROFILES_DIR=str(profiles)), None)
    credentials = load_profile(str(project), {}, target_override=target).credentials
    parameters = getattr(credentials, "server_side_parameters", None)
    if parameters is None:
        raise ProcessorError(
            f"The target is of type {credentials.type}, through which a processor cannot reach Spark.\n"
            "Use one of type sparksession (--target)."
        )
    return spark_session(parameters), credentials.schema


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a processor; return 0 (done, or stopped), 1 (it could not go on) or 2 (it could not begin)."""
    parser = argparse.ArgumentParser(prog="resequencer.processor", description=__doc__)
    outcomes = parser.add_mutually_exclusive_group(required=True)
    outcomes.add_argument("--deliveries-path", metavar="FOLDER", help="folder of resequencer__deliveries")
    outcomes.add_argument("--deliveries-relation", metavar="TABLE", help="table of resequencer__deliveries")
    parser.add_argument("--name", help="in resequencer__leases; default: host, process and a random part")
    parser.add_argument("--sessions", type=int, default=10, help="leased at a time (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=60, help="a lease lasts (default: %(default)s)")
    parser.add_argument(
        "--poll", type=float, default=5, help="seconds between looks for work (default: %(default)s)"
    )
    parser.add_argument("--once", action="store_true", help="end when there is nothing left to lease")
    parser.add_argument("--project-dir", type=Path, default=Path(), help="of dbt (default: here)")
    parser.add_argument("--profiles-dir", type=Path, help="of dbt (default: the project)")
    parser.add_argument("--target", help="of the profile")
    parser.add_argument("--schema", help="of the project's tables (default: the profile's)")
    parser.add_argument("command", nargs="+", help="reads a message a line, answers an outcome a line")
    chosen = parser.parse_args(arguments)

    # Imported late: it takes seconds, and a wrong option should not have to wait for it.
    from dbt_common.exceptions import DbtBaseException

    stop = Event()
    try:
        deliveries: Deliveries = (
            Folder(chosen.deliveries_path) if chosen.deliveries_path else Relation(chosen.deliveries_relation)
        )
        spark, schema = lake_of_profile(chosen.project_dir, chosen.profiles_dir, chosen.target)
    except (DbtBaseException, ProcessorError) as problem:
        _say(problem)
        return 2
    stop_on_signals(stop)
    try:
        with (
            Processor(spark, deliveries, schema=chosen.schema or schema, name=chosen.name) as processor,
            Consumer(chosen.command) as consumer,
        ):
            work(
                processor,
                consumer,
                stop,
                sessions=chosen.sessions,
                seconds=chosen.seconds,
                poll=chosen.poll,
                once=chosen.once,
            )
    except ProcessorError as problem:
        _say(problem)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _say(problem: Exception) -> None:
    print(problem, file=sys.stderr, flush=True)


def _attempt(one: Message | Delivery) -> tuple[str, str, str, int]:
    return one.ruleset, one.sequence_id, one.message_id, one.attempt


def _time(us: int) -> datetime:
    return _EPOCH + timedelta(microseconds=us)


def _text(time: datetime) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


if __name__ == "__main__":
    raise SystemExit(main())
