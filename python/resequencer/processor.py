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
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from threading import Event
from types import FrameType
from typing import Any
from uuid import uuid4

from pyspark.sql import DataFrame, Row, SparkSession, Window
from pyspark.sql import functions as sf

from resequencer.consumer import OUTCOMES, Answer, Consumer
from resequencer.deliveries import Deliveries, Delivery, Folder, Relation
from resequencer.handover import LINE, NEXT, Line, Place
from resequencer.lake import lake_of_profile
from resequencer.leases import (
    Change,
    Leases,
    ProcessorError,
    Session,
    sessions_text,
    table,
)

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

_NOTHING = {"message_type": None, "properties": None, "body": None}
"""The contents of a message that has been forgotten."""

_RENEWALS = 3
"""So many times a lease is renewed before it would end: two may fail or be late."""

_PLANS = 12
"""So many times others may have been first to lease all that was found free."""


_Key = tuple[str, str]
"""Order group and sequence: what tells lines apart."""

_Attempt = tuple[str, str, str, int, int]
"""Ruleset, sequence, message, place and attempt: what tells attempts apart."""


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
        self._unwritten_lines: set[_Key] = set()
        self._given: dict[_Attempt, tuple[_Key, Line[Message], Place[Message]]] = {}
        self._clock = (0, 0.0, 0.0)
        self._since: datetime | None = None
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

    @property
    def has_ended(self) -> bool:
        """Whether it has leases that were not renewed in time, as far as is known."""
        return bool(self._tokens) and time.monotonic() >= self._ends_at

    def lease(self, sessions: int = 10, seconds: float = 60) -> frozenset[Session]:
        """Has leases of up to so many sessions that have messages to process, the longest waiting first.

        Those it has it keeps while they have messages, and renews them once a third of their time has
        passed; else it gives them back.

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
        is_young = seconds == self._seconds and self.seconds_to_renewal > 0
        self._seconds = seconds
        for _ in range(_PLANS):
            now_us, self._since = self._waiting_since()
            found, free = self._waiting_sessions(now_us, sessions) if self._since else ([], {})
            ours = set(found[:sessions])
            taken = dict(islice(free.items(), max(sessions - len(ours), 0)))
            if is_young and not taken and ours == self.sessions:
                return self.sessions
            changes = {
                session: Change(*session, token, token, now_us + self._us if session in ours else now_us)
                for session, token in self._tokens.items()
            }
            for session, known in taken.items():
                # Grows even where the session's last lease has been forgotten; one that ended may be ours.
                token = now_us if known is None else max(known + 1, now_us)
                changes[session] = Change(*session, known, token, now_us + self._us)
            self._held(self._leases.change(changes.values(), now_us), self._clock[1])
            if self._tokens or not taken:
                break
        return self.sessions

    def renew(self) -> frozenset[Session]:
        """Makes its leases last as long again from now; the sessions it had to let go of meanwhile.

        Raises:
            ProcessorError: others are always first.
        """
        before = self.sessions
        now_us, since = self._about_now()
        changes = [
            Change(*session, token, token, now_us + self._us) for session, token in self._tokens.items()
        ]
        self._held(self._leases.change(changes, now_us), since)
        return before - self.sessions

    def messages(self, limit: int = 1000) -> list[Message]:
        """What may be handed on now in its sessions, whatever becomes of the other messages.

        With acknowledgements that is one message a session. `hand_on` goes on from there.

        Args:
            limit: how many at most.

        Returns:
            In order of ruleset, sequence_id and release_position.

        Raises:
            LeaseLostError: what was reported came too late.
        """
        self.flush()
        if not self._tokens:
            return []
        rows = (
            self._asked(NEXT)
            .join(self._leased(), ["ruleset", "sequence_id"])
            .orderBy("ruleset", "sequence_id", "release_position")
            .limit(limit)
            .collect()
        )
        return self._with_contents(rows)

    def hand_on(self, limit: int = 1000) -> Iterator[Message]:
        """What there is to hand on in its sessions, one message after the other.

        Each is given out as soon as what has been reported of those before it lets it go, without a run
        in between. It ends when nothing can go on, or when it is time to look again (`lease`).

        Args:
            limit: how many messages are looked at, of all sessions.

        Yields:
            The next message; it is to be reported before the one after it is asked for.

        Raises:
            LeaseLostError: what was reported came too late.
        """
        self.flush()
        lines = self._lines(limit)
        until = time.monotonic() + self._seconds / _RENEWALS
        self._given = {}
        found = True
        while found:
            found = False
            # In turn, so that those that wait for one another wait for one write.
            for key, line in lines.items():
                place = next((one for one in line.free() if self._is_at_hand(one.message)), None)
                if place is None:
                    continue
                if time.monotonic() > until:
                    return
                # With acknowledgements what is before it is settled once that is written: should this
                # process be killed, nothing is handed on again behind what came after it.
                if place.waits_for == "deliveries" and key in self._unwritten_lines:
                    self.flush()
                message, place.message = place.message, None
                if message is not None and self.holds(message):
                    found = True
                    self._given[_attempt(message)] = key, line, place
                    yield message

    def holds(self, message: Message) -> bool:
        """Whether the lease under which it was read is still this processor's, as far as is known."""
        return self._tokens.get(message.session) == message.lease_token and time.monotonic() < self._ends_at

    def now(self) -> datetime:
        """The database's clock (UTC), by which an attempt begins and ends."""
        return _time(self._about_now()[0])

    def report(
        self, message: Message, outcome: str, detail: str | None = None, *, begun_at: datetime | None = None
    ) -> None:
        """Notes what became of a message; `flush`, `lease` and `release` write it.

        Args:
            message: as `messages` gave it.
            outcome: `delivered` or `failed`.
            detail: anything, such as the error.
            begun_at: `now()` as the attempt began: from this the throughput baseline knows how long it took.

        Raises:
            LeaseLostError: its lease is known to be lost.
            ProcessorError: there is no such outcome.
        """
        if outcome not in OUTCOMES:
            raise ProcessorError(f"There is no outcome {outcome!r}. It may be: {' or '.join(OUTCOMES)}.")
        if not self.holds(message):
            raise LeaseLostError([message.session])
        if given := self._given.pop(_attempt(message), None):
            key, line, place = given
            self._unwritten_lines.add(key)
            line.settle(place, outcome)
        # In the order of the reports, also where the clock was told anew in between.
        self._reported_us = max(self._reported_us + 1, self._about_now()[0])
        self._unwritten.append(
            Delivery(
                message_id=message.message_id,
                outcome=outcome,
                detail=detail,
                at=_text(_time(self._reported_us)),
                ruleset=message.ruleset,
                sequence_id=message.sequence_id,
                release_position=message.release_position,
                attempt=message.attempt,
                lease_token=message.lease_token,
                consumer=self.name,
                begun_at=None if begun_at is None else _text(begun_at),
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
        living = self._leases.living(ours)
        kept, lost = [], set()
        for delivery in self._unwritten:
            session = Session(delivery.ruleset, delivery.sequence_id)
            if living.get(session) == delivery.lease_token:
                kept.append(delivery)
            else:
                lost.add(session)
        if kept:
            self._deliveries.write(self._spark, kept)
        self._unwritten, self._unwritten_lines = [], set()
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
            now_us, _ = self._about_now()
            changes = [Change(*session, token, token, now_us) for session, token in self._tokens.items()]
            self._leases.change(changes, now_us)
            self._tokens = {}

    @property
    def _us(self) -> int:
        return int(self._seconds * 1_000_000)

    def _held(self, tokens: dict[Session, int], since: float) -> None:
        self._tokens = tokens
        # From the moment the clock was asked, not from the commit.
        self._renew_at = since + self._seconds / _RENEWALS
        self._ends_at = since + self._seconds

    def _about_now(self) -> tuple[int, float]:
        """The database's clock, unasked and not ahead of it; and the earliest that it said so, by our own."""
        told_us, asked_at, answered_at = self._clock
        passed = time.monotonic() - answered_at
        return told_us + int(passed * 1_000_000), asked_at + passed

    def _in_line(self) -> DataFrame:
        # As resequencer__handover has it, without the contents.
        return table(self._spark, f"{self._schema}.int_resequencer__in_line")

    def _waiting_since(self) -> tuple[int, datetime | None]:
        """The database's clock, and since when the oldest of what is to be delivered waits.

        One clock for all processors, whatever the clocks of their machines say.
        """
        asked_at = time.monotonic()
        row = self._in_line().where("attempt is not null").select(
            sf.unix_micros(sf.current_timestamp()).alias("now"),
            sf.unix_micros(sf.min("waiting_since")).alias("oldest"),
        ).collect()[0]  # fmt: skip
        self._clock = (row["now"], asked_at, time.monotonic())
        return row["now"], None if row["oldest"] is None else _time(row["oldest"])

    def _asked(self, query: str) -> DataFrame:
        """One of the queries of what is to be handed on, over what has been reported."""
        assert self._since is not None
        # With a run's clock set ahead, files are older than what they speak of.
        since = self._since if self._since <= _time(self._clock[0]) else None
        outcomes = self._deliveries.reported(self._spark, since)
        asked = self._spark.sql(query, handover=self._in_line(), outcomes=outcomes)
        return asked.withColumn("waiting_us", sf.unix_micros("waiting_since"))

    def _leased(self) -> DataFrame:
        leased = self._leases.rows().where(self._is_ours() & (sf.col("expires_at") > sf.current_timestamp()))
        return leased.select("ruleset", "sequence_id", "token")

    def _lines(self, limit: int) -> dict[_Key, Line[Message]]:
        """The lines that its sessions are in, from their beginning, with the messages that are its own."""
        if not self._tokens:
            return {}
        leased = self._leased()
        lines = self._asked(
            LINE + "select * from judged where outcome is null or (outcome = 'failed' and failure_stops)"
        )
        ours = lines.join(leased, ["ruleset", "sequence_id"]).select("order_group", "sequence_id").distinct()
        in_line = Window.partitionBy("order_group", "sequence_id").orderBy("release_position")
        rows = (
            lines.join(ours, ["order_group", "sequence_id"])
            .withColumn("place", sf.row_number().over(in_line))
            .where(sf.col("place") <= max(limit // len(self._tokens), 1))
            .join(leased, ["ruleset", "sequence_id"], "left")
            .orderBy("ruleset", "sequence_id", "release_position")
            .collect()
        )
        own = [row for row in rows if row["token"] and row["attempt"] and not row["outcome"]]
        messages = {_attempt(message): message for message in self._with_contents(own)}
        places: dict[_Key, list[Place[Message]]] = {}
        for row in rows:
            place = Place(
                release_position=row["release_position"],
                attempt=row["attempt"],
                waits_for=row["waits_for"],
                failure_stops=row["failure_stops"],
                is_failed=row["is_failed"],
                outcome=row["outcome"],
                message=messages.get(_attempt(row)),
            )
            places.setdefault((row["order_group"], row["sequence_id"]), []).append(place)
        return {key: Line(found) for key, found in places.items()}

    def _is_at_hand(self, message: Message | None) -> bool:
        """Whether a message in line is one of its own, and not handed on yet."""
        return message is not None and self.holds(message)

    def _with_contents(self, rows: Sequence[Row]) -> list[Message]:
        """Rows of what is to be handed on, as messages."""
        contents = self._contents(rows) if rows else {}
        now = self.now()
        found = [
            Message(
                ruleset=row["ruleset"],
                sequence_id=row["sequence_id"],
                message_id=row["message_id"],
                sequence_number=row["sequence_number"],
                release_position=row["release_position"],
                attempt=row["attempt"],
                # One that is held is sent as it is handed on.
                sent_at=now if row["verdict"] == "pending" else _time(row["waiting_us"]),
                lease_token=row["token"],
                # Contents may have been forgotten; the attempt still has to be settled.
                **contents.get((row["ruleset"], row["sequence_id"], row["release_position"]), _NOTHING),
            )
            for row in rows
        ]
        return [message for message in found if message.lease_token == self._tokens.get(message.session)]

    def _contents(self, rows: Sequence[Row]) -> dict[tuple[str, str, int], dict[str, Any]]:
        """What the messages say, as their rulesets want them on exit."""
        # Values, not a join: by these the released are read, and most of their files passed over.
        has_left = [row for row in rows if row["verdict"] != "pending"]
        held = [row for row in rows if row["verdict"] == "pending"]
        found: list[Row] = []
        for name, some in (("resequencer__released", has_left), ("resequencer__handover", held)):
            if some:
                wanted = table(self._spark, f"{self._schema}.{name}").where(
                    sf.col("batch_id").isin(sorted({row["batch_id"] for row in some}))
                    & sf.col("sequence_id").isin(sorted({row["sequence_id"] for row in some}))
                    & sf.col("release_position").isin(sorted({row["release_position"] for row in some}))
                )
                wanted = wanted.where("verdict = 'pending'") if some is held else wanted
                found += wanted.select("ruleset", "sequence_id", "release_position", *_NOTHING).collect()
        return {
            (row["ruleset"], row["sequence_id"], row["release_position"]): {
                name: row[name] for name in _NOTHING
            }
            for row in found
        }

    def _waiting_sessions(
        self, now_us: int, sessions: int
    ) -> tuple[list[Session], dict[Session, int | None]]:
        """Sessions with something to process, longest waiting first: ours; and the free ones: last token."""
        leases = self._leases.rows().select("ruleset", "sequence_id", "processor", "token", "expires_at")
        is_living = sf.coalesce(sf.unix_micros("expires_at") > now_us, sf.lit(False))
        rows = (
            self._asked(NEXT)
            .groupBy("ruleset", "sequence_id")
            .agg(sf.min("waiting_since").alias("waiting_since"))
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
        ours = [session for session, token in living.items() if token == self._tokens.get(session)]
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
        if processor.has_ended:
            _say(
                f"Leases of {seconds:g} s ended before anything was handed on. Lease for longer (--seconds)."
            )
        has_handed_on = False
        try:
            for message in processor.hand_on():
                has_handed_on = True
                begun_at = processor.now()
                consumer.hand(message.as_json())
                answer = _answer(processor, consumer)
                try:
                    processor.report(message, answer.outcome, answer.detail, begun_at=begun_at)
                except LeaseLostError as lost:
                    _say(lost)
                if stop.is_set():
                    break
        except LeaseLostError as lost:
            _say(lost)
            continue
        if not has_handed_on:
            if once:
                return
            stop.wait(poll)


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


def _say(problem: Exception | str) -> None:
    print(problem, file=sys.stderr, flush=True)


def _attempt(one: Message | Delivery | Row) -> _Attempt:
    return one.ruleset, one.sequence_id, one.message_id, one.release_position, one.attempt


def _time(us: int) -> datetime:
    return _EPOCH + timedelta(microseconds=us)


def _text(time: datetime) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


if __name__ == "__main__":
    raise SystemExit(main())
