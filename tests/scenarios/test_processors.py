"""Processors beside one another: no two have a session at once, and none is kept by one that is gone."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from deltalake import DeltaTable
from pyspark.sql import SparkSession
from tests.adapter.spark_home import connect_server
from tests.scenarios.lease_history import holder_at, turns, versions
from tests.scenarios.process import ProcessProject
from tests.scenarios.project import ROOT, Project, failure_text

from resequencer.deliveries import Folder, Relation
from resequencer.leases import ProcessorError, Session
from resequencer.processor import LeaseLostError, Processor

# Longer than any machine takes.
HOUR = 3600

MODELS = (
    "--select",
    "+resequencer__handover",
    "resequencer__delivery_attempts",
    "int_resequencer__attempts",
    "resequencer__leases",
)

# Instead of a project's tables: so many sessions of so many messages, each handed on once; and who has them.
INVENTED = """
    create table {s}.resequencer__released using delta as
    select 'all' as ruleset, concat('s', session.id) as sequence_id, concat('s', session.id, '-', n.id) as message_id,
        n.id + 1 as sequence_number, n.id + 1 as release_position, 1L as batch_id,
        timestamp_seconds(1700000000 + session.id) as released_at, cast(null as string) as message_type,
        map('n', string(n.id)) as properties, 'body' as body
    from range({sessions}) as session cross join range({messages}) as n;
    create view {s}.int_resequencer__in_line as
    select ruleset, ruleset as order_group, sequence_id, message_id, sequence_number, release_position, batch_id, 'released' as verdict,
        1L as attempt, released_at as waiting_since, {waits_for} as waits_for, true as failure_stops, false as is_failed,
        cast(null as string) as outcome
    from {s}.resequencer__released;
    create table {s}.resequencer__leases (
        ruleset string, sequence_id string, processor string, token bigint,
        leased_at timestamp, renewed_at timestamp, expires_at timestamp
    ) using delta tblproperties ('delta.isolationLevel' = 'Serializable')
"""

# Notes what it is given, and when; whatever it is given is delivered.
CONSUMER = """
import json, sys, time
with open(sys.argv[1], "a", buffering=1) as log:
    for line in sys.stdin:
        message = json.loads(line)
        log.write(json.dumps([message["sequence_id"], message["release_position"], message["lease_token"], time.time()]) + "\\n")
        time.sleep(float(sys.argv[2]))
        print(json.dumps({"outcome": "delivered"}), flush=True)
"""

STATEMENTS = """
import sys
from pyspark.sql import SparkSession
spark = SparkSession.builder.remote(sys.argv[1]).getOrCreate()
for statement in sys.argv[2:]:
    spark.sql(statement)
"""


def outcomes(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for file in folder.glob("[!_]*") for line in file.read_text().splitlines()]


def age(project: Project, session: str, interval: str) -> None:
    """Lets a lease have been made that much earlier."""
    shifted = ", ".join(
        f"{at} = {at} - interval {interval}" for at in ("leased_at", "renewed_at", "expires_at")
    )
    project.query(f"update {{s}}.resequencer__leases set {shifted} where sequence_id = '{session}'")


def land(project: Project | ProcessProject, sessions: dict[str, int], ruleset: str) -> None:
    """Messages of sessions, each session a second after the one before."""
    path = project.landing / f"{ruleset}.json"
    rows = [
        {"message_id": f"{session}-{n}", "sequence_id": session, "sequence_number": n + 1, "body": "body",
         "arrived_at": f"2026-01-01T00:00:{second:02d}Z", "properties": {"n": str(n), "ruleset": ruleset}}
        for second, (session, count) in enumerate(sessions.items()) for n in range(count)
    ]  # fmt: skip
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))


def add_versions(folder: Path, count: int) -> None:
    """Lets a table have had so many more commits, which changed nothing."""
    table = DeltaTable(folder)
    for _ in range(count):
        table.create_write_transaction([], mode="append", schema=table.schema(), partition_by=[])
        table.update_incremental()


# Long for its many commits and two runs of dbt: a minute, or minutes on a busy machine.
@pytest.mark.long
def test_a_processor(project: Project, tmp_path: Path, lake: Path) -> None:
    folder = tmp_path / "deliveries"
    folder.mkdir()
    project.variables |= {
        "deliveries": {"format": "json", "path": str(folder)},
        "rulesets": [
            {"name": "turns", "match": {"properties": [{"ruleset": "turns"}]}, "delivery": "acknowledged"},
            {"name": "all", "on_failure": "dead_letter"},
        ],
    }
    land(project, {"s0": 3, "s1": 3, "s2": 3}, "all")
    land(project, {"later": 0, "than": 0, "the": 0, "others": 0, "t": 2}, "turns")
    project.run(*MODELS)
    spark = SparkSession.active()

    def processor(name: str) -> Processor:
        return Processor(spark, Folder(folder), schema=project.schema, name=name)

    def ids(processor: Processor) -> set[str]:
        return {session.sequence_id for session in processor.sessions}

    with pytest.raises(ProcessorError, match="int_resequencer__in_line cannot be read"):
        Processor(spark, Folder(folder), schema="nowhere").lease()

    with processor("a") as a, processor("b") as b:
        # The longest waiting first; nobody gets what another has.
        a.lease(2, HOUR)
        b.lease(1, HOUR)
        assert (ids(a), ids(b)) == ({"s0", "s1"}, {"s2"})
        of_a = a.messages()
        assert [(one.sequence_id, one.release_position) for one in of_a] == [
            (session, position) for session in ("s0", "s1") for position in (1, 2, 3)
        ]
        assert [(one.body, (one.properties or {})["n"]) for one in of_a[:2]] == [("body", "0"), ("body", "1")]

        # What has been reported is not given out again, by anyone.
        a.report(of_a[0], "delivered")
        assert a.messages() == of_a[1:]
        a.report(of_a[1], "failed", "no route")
        with pytest.raises(ProcessorError, match="'lost'"):
            a.report(of_a[2], "lost")
        a.flush()
        assert a.messages() == of_a[2:]
        # In files of their own, which have no order.
        reported = sorted(outcomes(folder), key=lambda one: str(one["message_id"]))
        assert [(one["message_id"], one["outcome"], one["detail"], one["lease_token"]) for one in reported] == [
            (of_a[0].message_id, "delivered", None, of_a[0].lease_token),
            (of_a[1].message_id, "failed", "no route", of_a[1].lease_token),
        ]  # fmt: skip

        # What it has is enough, and young: no commit.
        before = versions_of(project)
        assert a.lease(2, HOUR) == {Session("all", "s0"), Session("all", "s1")}
        assert versions_of(project) == before

        # Its time is up, and another takes over: what the first one says comes too late.
        age(project, "s0", "2 hours")
        b.lease(2, HOUR)
        assert ids(b) == {"s0", "s2"}
        taken = [one for one in b.messages() if one.sequence_id == "s0"]
        assert [one.release_position for one in taken] == [3]
        assert taken[0].lease_token > of_a[2].lease_token
        a.report(of_a[2], "delivered")
        a.report(of_a[3], "delivered")
        with pytest.raises(LeaseLostError, match="all/s0") as lost:
            a.flush()
        assert lost.value.sessions == {Session("all", "s0")}
        assert {one["message_id"] for one in outcomes(folder)} == {of_a[n].message_id for n in (0, 1, 3)}
        with pytest.raises(LeaseLostError):
            a.report(of_a[2], "delivered")
        assert not a.renew()
        assert ids(a) == {"s1"}

        # Up, but not taken over: still too late, and renewing does not bring it back.
        age(project, "s2", "2 hours")
        third = [one for one in b.messages() if one.sequence_id == "s2"]
        assert not third
        assert b.renew() == {Session("all", "s2")}

        # With nothing left to do it is given back; what has no lease is leased anew, if only by the same one.
        b.report(taken[0], "delivered")
        assert b.lease(1, HOUR) == {Session("all", "s2")}
    assert not a.sessions | b.sessions
    with processor("c") as c:
        c.lease(10, HOUR)
        assert ids(c) == {"s1", "s2", "t"}
        # Where followers wait for the acknowledgement there is one message at a time; the next is there once it is reported.
        first = [one for one in c.messages() if one.sequence_id == "t"]
        assert [one.release_position for one in first] == [1]
        c.report(first[0], "delivered")
        # Long ago, a lease is forgotten by whoever changes another.
        age(project, "s0", "3 days")
        assert not c.renew()
        leases = project.query("select sequence_id, processor from {s}.resequencer__leases order by 1")
        assert [tuple(row) for row in leases] == [("s1", "c"), ("s2", "c"), ("t", "c")]
        assert ids(c) == {"s1", "s2", "t"}
        assert [one.message_id for one in c.messages() if one.sequence_id == "t"] == ["t-1"]

        # A run takes the outcomes in; neither it nor a rebuild changes the leases. Old versions are removed.
        add_versions(lake / "warehouse" / f"{project.schema}.db" / "resequencer__leases", 200)
        project.run(*MODELS, "--full-refresh")
        assert not c.renew()
        history = project.query("describe history {s}.resequencer__leases limit 10")
        assert "VACUUM END" in {row["operation"] for row in history}
        settled = project.query(
            "select message_id, outcome from {s}.resequencer__delivery_attempts where outcome is not null"
        )
        assert {tuple(row) for row in settled} == {
            ("s0-0", "delivered"), ("s0-1", "failed"), ("s0-2", "delivered"), ("s1-0", "delivered"), ("t-0", "delivered"),
        }  # fmt: skip
        c.lease(10, HOUR)
        assert [one.message_id for one in c.messages() if one.sequence_id == "t"] == ["t-1"]
        # Fewer than it has: the longest waiting are kept.
        assert c.lease(1, HOUR) == {Session("all", "s1")}
        result = project.invoke("test", "--select", "resequencer__leases")
        assert result.success, failure_text(result)

    # A table takes outcomes as well.
    project.query(
        "create table {s}.outcomes (message_id string, outcome string, detail string, at timestamp) using delta"
    )
    late = Processor(spark, Relation(f"{project.schema}.outcomes"), schema=project.schema)
    with pytest.raises(ProcessorError, match=r"add columns \(ruleset string, .*begun_at string\)"):
        late.lease()
    project.query(
        "alter table {s}.outcomes add columns (ruleset string, sequence_id string, release_position bigint,"
        " attempt bigint, lease_token bigint, consumer string, begun_at timestamp)"
    )
    with late:
        late.lease(10, HOUR)
        for one in late.messages():
            late.report(one, "delivered")
        # What is left to do there is nothing, once it is written.
        assert not late.lease(10, HOUR)
    assert project.query(
        "select count(*) as n, max(at) <= current_timestamp() as past from {s}.outcomes"
    ) == [(6, True)]
    with pytest.raises(ProcessorError, match="no folder of this machine"):
        Folder("s3://bucket/deliveries")


def test_an_ordinary_run_has_no_leases(project: Project) -> None:
    listed = project.invoke("ls", "--select", "resequencer__leases")
    assert listed.success
    assert listed.result == []


def versions_of(project: Project) -> int:
    return len(project.query("describe history {s}.resequencer__leases"))


@dataclass
class Fight:
    """Processors at work on the same sessions."""

    server: str
    home: Path
    folder: Path
    project: ProcessProject
    pause: float
    seconds: float
    sessions_each: int = 2

    def start(self, name: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "resequencer.processor", "--name", name, "--sessions", str(self.sessions_each), "--seconds", str(self.seconds),
             "--poll", "0.5", "--deliveries-path", str(self.folder / "deliveries"), "--",
             sys.executable, str(self.folder / "consumer.py"), str(self.folder / f"{name}.log"), str(self.pause)],
            cwd=ROOT, env=self.project._environment(), text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip

    @property
    def leases(self) -> Path:
        """Where the leases are."""
        return self.home / "warehouse" / "fight.db" / "resequencer__leases"

    def sql(self, *statements: str) -> None:
        """Runs statements on the server."""
        subprocess.run([sys.executable, "-c", STATEMENTS, self.server, *statements], check=True, timeout=300)

    def handed(self, name: str) -> list[tuple[str, int, int, float]]:
        log = self.folder / f"{name}.log"
        # The last line may be half written, by one that was killed.
        lines = log.read_text().splitlines(keepends=True) if log.exists() else []
        return [tuple(json.loads(line)) for line in lines if line.endswith("\n")]


@contextmanager
def fight(
    folder: Path,
    sessions: int,
    messages: int,
    *,
    seconds: float,
    pause: float = 0.15,
    is_invented: bool = False,
    waits_for: str = "'deliveries'",
    sessions_each: int = 2,
) -> Iterator[Fight]:
    landing = folder / "landing"
    landing.mkdir()
    (folder / "consumer.py").write_text(CONSUMER)
    (folder / "deliveries").mkdir()
    home = folder / "server"
    home.mkdir()
    with connect_server(home) as server:
        project = ProcessProject.on_server(server.address, "fight", landing)
        lake = Fight(server.address, home, folder, project, pause, seconds, sessions_each)
        if is_invented:
            lake.sql(
                "create schema fight",
                *INVENTED.format(s="fight", sessions=sessions, messages=messages, waits_for=waits_for).split(
                    ";"
                ),
            )
        else:
            land(project, {f"s{n}": messages for n in range(sessions)}, "all")
            deliveries = {"format": "json", "path": str(folder / "deliveries")}
            project.run(
                *MODELS, deliveries=deliveries, rulesets=[{"name": "all", "delivery": "acknowledged"}]
            )
        yield lake


def wait_until(condition: Any, seconds: float) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.2)


@pytest.mark.long
def test_a_processor_is_killed_and_another_takes_over(tmp_path: Path) -> None:
    with fight(tmp_path, 4, 4, seconds=HOUR, is_invented=True) as lake:
        # One after the other: of two that begin at once the faster may be through before the other has anything.
        processors = {"a": lake.start("a")}
        try:
            wait_until(lambda: len(lake.handed("a")) > 1, 300)
            processors["a"].kill()
            processors["b"] = lake.start("b")
            # The other one does what is its own, and leaves be what is leased.
            wait_until(lambda: len(outcomes(lake.folder / "deliveries")) == 8, 300)
            left = [lease for lease in versions(lake.leases)[-1].values() if lease["processor"] == "a"]
            assert len(left) == 2
            assert all(lease["expires_at"] > datetime.now(UTC) for lease in left)
            # Nobody waits for an hour here.
            lake.sql(
                "update fight.resequencer__leases set expires_at = current_timestamp() where processor = 'a'"
            )
            wait_until(lambda: len(outcomes(lake.folder / "deliveries")) == 16, 300)
        finally:
            ended = {name: stopped(process) for name, process in processors.items()}
        assert {name: code for name, (code, _) in ended.items()} == {"a": -signal.SIGKILL, "b": 0}, ended
        history = versions(lake.leases)
        assert {(turn.before["processor"], turn.after["processor"]) for turn in turns(history)} == {
            ("a", "b")
        }
        assert_in_order_and_once(lake, history, 16)


# Long leases: every change of one is a commit, which takes seconds on a busy machine. The second form: one after
# the other is killed and replaced, and one stands still for longer than its lease; its messages take so long that a
# session outlasts a lease, and that there is work left for the last one.
@pytest.mark.long
@pytest.mark.parametrize(("sessions", "messages", "kills", "pause"), [(6, 12, 1, 0.15), (24, 60, 5, 0.8)])
def test_processors_fight_over_sessions(
    tmp_path: Path, sessions: int, messages: int, kills: int, pause: float
) -> None:
    with fight(tmp_path, sessions, messages, seconds=60, pause=pause) as lake:
        assert_survives(lake, sessions * messages, kills)


@pytest.mark.long
def test_what_order_costs(tmp_path: Path) -> None:
    """Four processors on a thousand sessions, and the same messages without order: how long both take."""
    took: dict[str, float] = {}
    for name, waits_for in {"in order": "'deliveries'", "as they come": "cast(null as string)"}.items():
        folder = tmp_path / name.replace(" ", "_")
        folder.mkdir()
        with fight(
            folder, 1_000, 3, seconds=HOUR, pause=0, is_invented=True, waits_for=waits_for, sessions_each=100
        ) as lake:
            begun = time.monotonic()
            processors = [lake.start(processor) for processor in "abcd"]
            try:
                wait_until(lambda: len(outcomes(lake.folder / "deliveries")) >= 3_000, 3_600)
                took[name] = time.monotonic() - begun
            finally:
                ended = [stopped(processor) for processor in processors]
            assert [code for code, _ in ended] == [0] * 4, ended
            if name == "in order":
                assert_in_order_and_once(lake, versions(lake.leases), 3_000)
    assert took["in order"] < 3 * took["as they come"], took


def assert_survives(lake: Fight, count: int, kills: int) -> None:
    """All is handed on, in order and by who had the session, though so many processors are killed."""
    processors = {name: lake.start(name) for name in "abc"}
    killed: list[str] = []
    paused = ""
    try:
        while len(killed) < kills:
            # Whichever is amidst its work, so that it has leases that nobody gives back.
            name = first_at_work(lake, [name for name in processors if name not in (*killed, paused)])
            processors[name].kill()
            killed.append(name)
            if len(killed) < kills:
                successor = "defg"[len(killed) - 1]
                processors[successor] = lake.start(successor)
                if not paused:
                    paused = next(name for name in processors if name not in killed)
                    processors[paused].send_signal(signal.SIGSTOP)
                    time.sleep(2 * lake.seconds)
                    processors[paused].send_signal(signal.SIGCONT)
        # As if one alone had all to do: those that are left are two, on a machine of two cores, beside the server.
        wait_until(lambda: len(outcomes(lake.folder / "deliveries")) >= count, 600 + count * lake.pause)
    finally:
        ended = {name: stopped(process) for name, process in processors.items()}
    codes = {name: code for name, (code, _) in ended.items()}
    assert codes == {name: -signal.SIGKILL if name in killed else 0 for name in processors}, ended
    history = versions(lake.leases)
    taken = turns(history)
    # From those that are gone, after their time; who was stopped has left nothing leased.
    assert any(turn.before["processor"] in killed for turn in taken)
    assert all(lease["expires_at"] <= datetime.now(UTC) for lease in history[-1].values())
    # Kept by renewing for longer than a lease lasts.
    if kills > 1:
        leases = [lease for version in history for lease in version.values()]
        assert any((one["renewed_at"] - one["leased_at"]).total_seconds() > lake.seconds for one in leases)
    assert_in_order_and_once(lake, history, count, paused)


def first_at_work(lake: Fight, names: list[str]) -> str:
    """Which of these is the first to hand on two messages more."""
    before = {name: len(lake.handed(name)) for name in names}
    at_work: list[str] = []

    def is_found() -> bool:
        at_work.extend(name for name in names if len(lake.handed(name)) > before[name] + 1)
        return bool(at_work)

    wait_until(is_found, 600)
    return at_work[0]


def stopped(process: subprocess.Popen[str]) -> tuple[int, str]:
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
    try:
        output = process.communicate(timeout=60)[0]
    except subprocess.TimeoutExpired:
        process.kill()
        output = process.communicate()[0]
    return process.returncode, output


def assert_in_order_and_once(lake: Fight, history: list[Any], count: int, stopped: str = "") -> None:
    """Outcomes come in order, one for each message; and whatever was handed on was so by who had the session."""
    told = sorted(outcomes(lake.folder / "deliveries"), key=lambda one: (one["lease_token"], one["at"]))
    assert max(Counter(one["message_id"] for one in told).values()) == 1
    assert len(told) == count
    for session in {one["sequence_id"] for one in told}:
        numbers = [int(one["message_id"].partition("-")[2]) for one in told if one["sequence_id"] == session]
        assert numbers == sorted(numbers), session
    # With acknowledgements nothing is handed on again behind what came after it, whoever is killed in between.
    handed: dict[str, list[tuple[float, int]]] = defaultdict(list)
    for log in lake.folder.glob("*.log"):
        for session, position, _, at in lake.handed(log.stem) if log.stem != stopped else []:
            handed[session].append((at, position))
    for session, given in handed.items():
        positions = [position for _, position in sorted(given)]
        assert positions == sorted(positions), session
    for log in lake.folder.glob("*.log"):
        for session, _, token, at in lake.handed(log.stem):
            if log.stem != stopped:
                assert holder_at(history, session, datetime.fromtimestamp(at, UTC)) == token, (
                    log.stem,
                    session,
                    at,
                )
