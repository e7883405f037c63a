"""What becomes of messages after their turn: deliveries, failures, what operators do about them."""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, get_args

import pytest
from tests.oracle.deliveries import BY_ITS_LAST, Arrival, Deliveries, Policy, Report
from tests.scenarios.project import Project, failure_text

SECOND = 1_000_000
CLOCKS = (20, 35, 60)
CLOCKS_IN_CI = CLOCKS[1:]
EXPIRES = 15
SUSPENDS = 5
MAX_ATTEMPTS, RETRY_AFTER = 3, 2
ACTIONS = ["resume", "resume", "skip", "skip", "resend", "gap_fill", "gap_fill", "terminate", "close"]
RULESETS = [
    {
        "name": f"{delivery}_{on_failure}{retries}{expires}",
        "match": {"properties": [{"rule": f"^{delivery}_{on_failure}{retries}{expires}$"}]},
        "delivery": delivery,
        "on_failure": on_failure,
    }
    | ({"max_attempts": MAX_ATTEMPTS, "retry_after": f"{RETRY_AFTER}s"} if retries else {})
    | ({"expire_after": f"{EXPIRES}s"} if expires else {})
    for delivery in ("acknowledged", "unacknowledged")
    for on_failure in get_args(Policy)
    for retries in ("", "_retries")
    for expires in ("", "_expires")
] + [
    {
        "name": f"{delivery}_suspend_expires_gaps",
        "match": {"properties": [{"rule": f"^{delivery}_suspend_expires_gaps$"}]},
        "delivery": delivery,
        "expire_after": f"{EXPIRES}s",
        "bake_time": f"{SUSPENDS}s",
        "on_gap": "suspend",
    }
    for delivery in ("acknowledged", "unacknowledged")
]


def moment(second: int) -> str:
    return f"2026-01-01T00:{second // 60:02d}:{second % 60:02d}Z"


@pytest.fixture
def delivered(project: Project, tmp_path: Path) -> Project:
    """A project with places where deliveries and actions land."""
    project.leaves_out = []
    for name in ("deliveries", "actions"):
        (tmp_path / name).mkdir()
        project.variables[name] = {"format": "json", "path": str(tmp_path / name)}
    return project


def report(project: Project, name: str, file: str, rows: list[dict[str, Any]]) -> None:
    """Put one file of deliveries or actions where they land; it appears whole."""
    folder = Path(project.variables[name]["path"])
    hidden = folder / f"_{file}"
    hidden.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    hidden.rename(folder / file)


@dataclass(frozen=True)
class Message:
    message_id: str
    number: int
    second: int
    is_last: bool


@dataclass
class Drawn:
    """One sequence: what arrives and what is reported of it, by the run that takes it in."""

    ruleset: str
    sequence_id: str
    clocks: tuple[int, ...]
    arrivals: list[list[Message]]
    reports: list[list[dict[str, Any]]]


def run_of(rng: random.Random, clocks: tuple[int, ...], second: int) -> int:
    """The run that takes something in: that of its time, or a later one, or one whose clock has not reached it."""
    first = next((n for n, clock in enumerate(clocks) if second <= clock), len(clocks) - 1)
    return min(len(clocks) - 1, max(0, first + rng.choice([0, 0, 0, 0, 1, -1])))


def draw(rng: random.Random, clocks: tuple[int, ...], ruleset: str, sequence_id: str) -> Drawn:
    drawn = Drawn(ruleset, sequence_id, clocks, [[] for _ in clocks], [[] for _ in clocks])
    count = rng.randint(1, 6)
    # Once more, or never.
    numbers = [n for n in range(1, count + 1) for _ in range(rng.choice([0, 1, 1, 1, 1, 1, 1, 2]))]
    has_last = rng.random() < 0.5
    for n, number in enumerate(numbers or [1]):
        second = rng.randint(0, 30)
        message_id = f"{sequence_id}-{number}" if number not in numbers[:n] else f"{sequence_id}-{number}b{n}"
        drawn.arrivals[run_of(rng, clocks, second)].append(
            Message(message_id, number, second, has_last and number == count)
        )
        for _ in range(rng.choice([0, 1, 1, 1, 2, 3])):
            second = min(clocks[-1], second + rng.randint(0, 12))
            outcome = rng.choice(["delivered", "delivered", "failed"])
            row = {"message_id": message_id, "outcome": outcome, "at": second}
            if rng.random() < 0.2:  # it says of which attempt
                row["attempt"] = rng.choice([1, 1, 2, 3])
            if rng.random() < 0.2:
                row |= {"ruleset": ruleset, "sequence_id": sequence_id}
            drawn.reports[run_of(rng, clocks, second)].append(row)
            if rng.random() < 0.2:  # once more, in the same run or a later one
                drawn.reports[run_of(rng, clocks, second)].append(row)
    for n in range(rng.choice([0, 1, 2, 4])):
        second = rng.randint(5, clocks[-1])
        action = rng.choice(ACTIONS)
        asked: dict[str, Any] = {"action_id": f"{sequence_id}-{n}", "action": action, "at": second}
        if action in ("skip", "gap_fill", "resend") or (action == "resume" and rng.random() < 0.3):
            asked["from_number"] = rng.randint(1, count)
            if rng.random() < 0.5:
                asked["to_number"] = asked["from_number"] + rng.randint(0, 2)
        drawn.reports[run_of(rng, clocks, second)].append(asked)
    return drawn


def land(project: Project, population: list[Drawn], run: int) -> None:
    messages, deliveries, actions = [], [], []
    for drawn in population:
        for message in drawn.arrivals[run]:
            messages.append({
                "message_id": message.message_id, "sequence_id": drawn.sequence_id, "sequence_number": message.number,
                "arrived_at": moment(message.second), "is_last": message.is_last or None, "properties": {"rule": drawn.ruleset},
            })  # fmt: skip
        for row in drawn.reports[run]:
            told = row | {"at": moment(row["at"])}
            if "action" in row:
                actions.append(
                    told | {"ruleset": drawn.ruleset, "sequence_id": drawn.sequence_id, "by": "me"}
                )
            else:
                deliveries.append(told)
    project.land(f"{run}.jsonl", messages)
    report(project, "deliveries", f"{run}.jsonl", deliveries)
    report(project, "actions", f"{run}.jsonl", actions)


def expected(drawn: Drawn, runs: int) -> Deliveries:
    """What the oracle says after so many runs."""
    delivery, on_failure = re.sub("_retries|_expires|_gaps", "", drawn.ruleset).split("_", 1)
    arrivals: list[Arrival] = []
    reports: list[Report] = []
    clock = drawn.clocks[runs - 1]
    for run in range(runs):
        clock_before = drawn.clocks[run - 1] if run else None
        # What lands late stands in the order in which it arrived.
        for message in sorted(drawn.arrivals[run], key=lambda message: message.second):
            at_us = max(message.second, clock_before or 0) * SECOND
            arrivals.append(Arrival(message.message_id, message.number, at_us, message.is_last))
        for row in drawn.reports[run]:
            was_late = clock_before is not None and row["at"] <= clock_before
            about = {k: v for k, v in row.items() if k not in ("at", "ruleset", "sequence_id")}
            at_us = max(row["at"], clock_before or 0) * SECOND
            reports.append(Report(at_us, was_late, row["at"] * SECOND, **about, run=run))
    oracle = Deliveries(
        delivery == "acknowledged",
        on_failure,  # type: ignore[arg-type]
        EXPIRES * SECOND if "_expires" in drawn.ruleset else None,
        *((MAX_ATTEMPTS, RETRY_AFTER * SECOND) if "_retries" in drawn.ruleset else ()),
    )
    oracle.suspends_us = SUSPENDS * SECOND if "_gaps" in drawn.ruleset else None
    oracle.follow(arrivals, reports, clock * SECOND)
    return oracle


def by_sequence(rows: list[Any]) -> dict[str, list[tuple[Any, ...]]]:
    found: dict[str, list[tuple[Any, ...]]] = defaultdict(list)
    for row in rows:
        found[row[0].rsplit("-", 1)[0]].append(tuple(row))
    return {name: sorted(rows, key=str) for name, rows in found.items()}


def disagreements(project: Project, population: list[Drawn], runs: int) -> Iterator[str]:
    us = "unix_micros(timestamp({}))"
    tables = {
        "released": f"select message_id, {us.format('released_at')} from {{s}}.resequencer__released",
        "attempts": f"select message_id, attempt, {us.format('sent_at')}, outcome, {us.format('`at`')} from {{s}}.resequencer__delivery_attempts",
        "dead_letter": f"select message_id, {us.format('dead_lettered_at')} from {{s}}.resequencer__dead_letter",
        "pending": "select message_id, reason from {s}.resequencer__pending where reason <> 'after_clock'",
        "bypass": "select message_id, reason from {s}.resequencer__bypass",
        "failure": "select message_id, reason from {s}.resequencer__failure",
        "closure": f"select concat(sequence_id, '-'), {us.format('closed_at')}, closed_by, last_number from {{s}}.resequencer__sequence_closure",
        "state": "select concat(sequence_id, '-'), next_expected, deferred_count from {s}.resequencer__session_state",
        "applied": "select action_id from {s}.resequencer__actions_applied",
        "rejected": "select coalesce(action_id, message_id), reason from {s}.resequencer__rejected_inputs",
    }
    found = {table: by_sequence(project.query(query)) for table, query in tables.items()}
    origin = 1_767_225_600 * SECOND
    for drawn in population:
        oracle = expected(drawn, runs)
        waits = oracle.held_reason()
        is_suspended = oracle.is_suspended_by_a_gap(drawn.clocks[runs - 1] * SECOND)
        behind = "suspended" if is_suspended else "waiting_for_predecessor"
        wanted: dict[str, list[tuple[Any, ...]]] = {
            "released": [(i, at + origin) for i, at in oracle.sent_us.items()],
            "attempts": [(a.message_id, a.attempt, a.sent_us + origin, a.outcome, a.at_us + origin if a.at_us is not None else None) for a in oracle.attempts],
            "dead_letter": [(i, at + origin) for i, at in oracle.dead_letters.items()],
            "pending": [(message.message_id, waits) for message in oracle.waiting]
            + [(message.message_id, behind) for message in oracle.held.values()],
            "bypass": list(oracle.bypassed.items()),
            "failure": [(message_id, "expired") for message_id in oracle.expired],
            "closure": [(f"{drawn.sequence_id}-", oracle.closed[0] + origin, oracle.closed[1].replace(BY_ITS_LAST, "completion"), oracle.last_number)] if oracle.closed else [],
            "state": [(f"{drawn.sequence_id}-", oracle.next_expected(), len(oracle.waiting) + len(oracle.held))] if oracle.last_activity_us is not None else [],
            "applied": [(i,) for i in oracle.applied],
            "rejected": oracle.rejected_for_good(),
        }  # fmt: skip
        for table, rows in wanted.items():
            got = found[table].get(drawn.sequence_id, [])
            if got != sorted(rows, key=str):
                yield f"{drawn.ruleset} {drawn.sequence_id} {table}: {got}, not {sorted(rows, key=str)}; {drawn}"


def run_and_compare(
    project: Project, population: list[Drawn], rebuilds: bool, dispositions: dict[str, list[str]]
) -> None:
    clocks = population[0].clocks
    stood: list[list[Any]] = []
    for run, clock in enumerate(clocks):
        land(project, population, run)
        (project.run if run == 0 else project.run_again)(rulesets=RULESETS, as_of=moment(clock))
        wrong = list(disagreements(project, population, run + 1))
        assert not wrong, f"run {run}: {len(wrong)}\n" + "\n".join(wrong[:4])
        stood.append(states(project, "session_state", f"{run + 1} as batch_id"))
        # Whatever is written is known to clean-up.
        written = project.query("select distinct disposition from {s}.resequencer__ledger")
        assert {row[0] for row in written} <= {"current", *dispositions["kept"], *dispositions["carried"]}
    # How sessions stood after each batch is known afterwards.
    history = states(project, "session_history", "batch_id")
    for run, state in enumerate(stood):
        newest = {row[:2]: row for row in history if row[-1] <= run + 1}
        assert [row[:-1] for row in newest.values()] == [row[:-1] for row in state], f"as of batch {run + 1}"
    if not rebuilds:
        return
    project.run_again("--full-refresh", rulesets=RULESETS, as_of=moment(clocks[-1]))
    wrong = list(disagreements(project, population, len(clocks)))
    assert not wrong, f"rebuilt: {len(wrong)}\n" + "\n".join(wrong[:4])


def states(project: Project, table: str, batch: str) -> list[tuple[Any, ...]]:
    """Sessions with how they stand, in a fixed order, those of earlier batches first."""
    rows = project.query(
        "select sequence_id, epoch, ruleset, status, status_reason, next_expected, deferred_count, suspended_at_number,"
        f" updated_at, {batch} from {{s}}.resequencer__{table} order by sequence_id, epoch, batch_id"
    )
    return [tuple(row) for row in rows]


@pytest.mark.parametrize(
    ("clocks", "count"), [(CLOCKS_IN_CI, 8), pytest.param(CLOCKS, 100, marks=pytest.mark.long)]
)
def test_every_run_agrees_with_the_oracle(
    delivered: Project, call_macro: Callable[..., Any], clocks: tuple[int, ...], count: int
) -> None:
    rng = random.Random(count)
    names = [str(ruleset["name"]) for ruleset in RULESETS]
    population = [
        draw(rng, clocks, name, f"{name}{n}")
        for name in names
        for n in range(count * (3 if name.endswith("_gaps") else 1))
    ]
    run_and_compare(delivered, population, clocks == CLOCKS, call_macro("ledger_dispositions"))


def message(sequence_id: str, number: int, second: int, **fields: Any) -> dict[str, Any]:
    return {
        "message_id": f"{sequence_id}-{number}", "sequence_id": sequence_id, "sequence_number": number,
        "arrived_at": moment(second), "properties": {"rule": fields.pop("rule", "biztalk")}, **fields,
    }  # fmt: skip


def outcome(message_id: str, what: str, second: int, detail: str | None = None) -> dict[str, Any]:
    return {"message_id": message_id, "outcome": what, "at": moment(second), "detail": detail}


def rows(project: Project, table: str, columns: str, sequence_id: str) -> list[tuple[Any, ...]]:
    """Rows of one sequence, times as seconds of the scenario."""
    found = project.query(
        f"select {columns} from {{s}}.resequencer__{table} where sequence_id = '{sequence_id}' order by all"
    )
    origin = 1_767_225_600
    return [
        tuple(int(v.timestamp()) - origin if hasattr(v, "timestamp") else v for v in row) for row in found
    ]


@pytest.mark.long
def test_a_failure_from_reception_to_completion(delivered: Project) -> None:
    """The story of spec 000 (BizTalk), and the arrows of the flow chart of spec 002 (Service Bus), three runs each.

    In BizTalk the sequence stops at the message that could not be sent until the issue is fixed; what was received and
    what was sent is remembered, only the failed message is sent again, and then the rest follows. The other sequences
    do not notice.
    """
    rulesets = [
        {
            "name": name,
            "match": {"properties": [{"rule": f"^{name}$"}]},
            "delivery": "acknowledged",
            "on_failure": policy,
        }
        for name, policy in [("biztalk", "suspend"), ("bus", "dead_letter"), ("parks", "park")]
    ]
    settings = {"rulesets": rulesets, "resend": {"wait": "1h"}}
    arrivals = [message("a", number, second) for number, second in [(3, 0), (5, 1), (1, 2), (2, 3), (4, 4)]]
    arrivals[1]["is_last"] = True
    arrivals += [message("other", 1, 1), message("other", 2, 1), message("gap", 1, 1), message("gap", 3, 1)]
    arrivals += [message(s, n, 1, rule="bus", is_last=n == 3) for s in ("c", "d") for n in (1, 2, 3)]
    arrivals += [message("p", n, 1, rule="parks") for n in (1, 2, 3)]
    delivered.land("1.json", arrivals)
    report(delivered, "deliveries", "1.json", [
        outcome("a-1", "delivered", 3), outcome("a-2", "failed", 5, "connection refused"), outcome("other-1", "delivered", 6),
        outcome("c-1", "delivered", 2), outcome("c-2", "failed", 3, "poison"), outcome("d-1", "failed", 2, "poison"),
        outcome("p-1", "failed", 4, "wrong address"), outcome("gap-1", "delivered", 5),
    ])  # fmt: skip
    delivered.run(as_of=moment(10), **settings)
    # Received: all five. Sent: 1 and 2. The sequence has stopped, atomically, at 2.
    assert rows(delivered, "released", "sequence_number, released_at", "a") == [(1, 2), (2, 3)]
    assert rows(delivered, "pending", "sequence_number, reason, blocked_by, blocked_count", "a") == [
        (3, "suspended", 2, 3), (4, "suspended", 2, 3), (5, "suspended", 2, 3),
    ]  # fmt: skip
    state = "status, status_reason, next_expected, deferred_count, suspended_at_number"
    assert rows(delivered, "session_state", state, "a") == [("suspended", "failed_delivery", 3, 3, 2)]
    assert rows(delivered, "released", "sequence_number, released_at", "other") == [(1, 1), (2, 6)]
    # Not next in sequence: deferred. Next: processed; no success: to the dead letters, and on to the next deferred.
    assert rows(delivered, "pending", "sequence_number, reason", "gap") == [(3, "waiting_for_predecessor")]
    assert rows(delivered, "dead_letter", "sequence_number, dead_lettered_at, detail", "c") == [
        (2, 3, "poison")
    ]
    assert rows(delivered, "released", "sequence_number, released_at", "c") == [(1, 1), (2, 2), (3, 3)]
    assert rows(delivered, "released", "sequence_number, released_at", "d") == [(1, 1), (2, 2)]
    assert rows(delivered, "delivery", "sequence_number, status", "d") == [(1, "dead_lettered"), (2, "sent")]
    # Parked: its followers wait behind what was given up.
    assert rows(delivered, "pending", "sequence_number, reason, blocked_by", "p") == [
        (2, "parked", 1), (3, "parked", 1),
    ]  # fmt: skip
    (request,) = rows(delivered, "resend_requests", "request_id, range_start, status", "gap")
    assert request[1:] == (2, "requested")

    # It is fixed. Only the failed message is sent again.
    report(delivered, "actions", "2.json", [
        {"action_id": "1", "action": "resume", "ruleset": "biztalk", "sequence_id": "a", "by": "ann", "why": "up again", "at": moment(12)},
        {"action_id": "2", "action": "skip", "ruleset": "parks", "sequence_id": "p", "from_number": 1, "by": "ann", "at": moment(12)},
        {"action_id": "3", "action": "resend", "ruleset": "bus", "sequence_id": "c", "from_number": 2, "by": "bob", "at": moment(13)},
        {"action_id": "4", "action": "resume", "ruleset": "biztalk", "sequence_id": "other", "at": moment(13)},
        {"action_id": "5", "action": "resume", "ruleset": "biztalk", "sequence_id": "nowhere", "at": moment(13)},
    ])  # fmt: skip
    report(delivered, "deliveries", "2.json", [
        outcome("a-1", "delivered", 3), outcome("c-3", "delivered", 15), outcome("nobody", "delivered", 15),
        outcome("d-2", "delivered", 12), outcome(str(request[0]), "delivered", 16),
    ])  # fmt: skip
    delivered.run_again("int_resequencer__resend_requests", as_of=moment(20), **settings)
    attempts = "sequence_number, attempt, sent_at, outcome, `at`"
    assert rows(delivered, "delivery_attempts", attempts, "a") == [
        (1, 1, 2, "delivered", 3), (2, 1, 3, "failed", 5), (2, 2, 12, None, None),
    ]  # fmt: skip
    assert rows(delivered, "released", "sequence_number, released_at", "p") == [(1, 1), (2, 12)]
    assert rows(delivered, "dead_letter", "sequence_number, redriven_at", "c") == [(2, 13)]
    # The last in sequence: the session is closed, once it is settled.
    assert rows(delivered, "sequence_closure", "closed_at, closed_by, last_number", "c") == [
        (15, "completion", 3)
    ]
    assert rows(delivered, "session_state", "status, status_reason", "c") == [("closed", "completion")]
    assert rows(delivered, "session_state", "status", "d") == [("open",)]
    assert rows(delivered, "resend_requests", "status", "gap") == [("sent",)]
    applied = delivered.query("select action_id, `by`, why from {s}.resequencer__actions_applied order by 1")
    assert [tuple(row) for row in applied] == [
        ("1", "ann", "up again"),
        ("2", "ann", None),
        ("3", "bob", None),
    ]
    rejected = delivered.query(
        "select coalesce(action_id, message_id), reason from {s}.resequencer__rejected_inputs order by 1"
    )
    # What was reported before (a-1) is not wrong, and counts once.
    assert [tuple(row) for row in rejected] == [
        ("4", "not_applicable"), ("5", "unknown_sequence"), ("nobody", "unknown_message"),
    ]  # fmt: skip

    # Delivered at last: the rest follows, each when the one before has been delivered.
    report(delivered, "deliveries", "3.json", [
        outcome("a-2", "delivered", 22), outcome("a-3", "delivered", 23), outcome("a-4", "delivered", 24),
        outcome("a-5", "delivered", 25),
    ])  # fmt: skip
    delivered.run_again(as_of=moment(30), **settings)
    assert rows(delivered, "released", "sequence_number, released_at", "a") == [
        (1, 2), (2, 3), (3, 22), (4, 23), (5, 24),
    ]  # fmt: skip
    assert rows(delivered, "sequence_closure", "closed_at, last_number", "a") == [(25, 5)]
    # As of any batch: what was there at the time.
    assert rows(delivered, "session_history", f"batch_id, {state}", "a") == [
        (1, "suspended", "failed_delivery", 3, 3, 2), (2, "suspended", "failed_delivery", 3, 3, 2),
        (3, "closed", "completion", 6, 0, None),
    ]  # fmt: skip
    tested = delivered.invoke("test", "--select", "path:models/delivery", **settings)
    assert tested.success, failure_text(tested)


def acted(
    number: int, action: str, sequence_id: str, second: int, *, start: int | None = None
) -> dict[str, Any]:
    return {
        "action_id": str(number), "action": action, "sequence_id": sequence_id, "from_number": start, "by": "ann",
        "at": moment(second),
    }  # fmt: skip


@pytest.mark.long
def test_a_sequence_ends_without_its_last_number(delivered: Project) -> None:
    """Where nothing is reported of deliveries; and a run that nothing has come for notices a silence."""
    del delivered.variables["deliveries"]
    delivered.variables["rulesets"] = [{"name": "silent", "expire_after": "30s"}]
    arrivals = [message(s, n, n) for s in ("ended", "closed", "filled", "silent") for n in (1, 2, 4)]
    delivered.land("1.json", [*arrivals, message("ended", 3, 12), message("ended", 2, 13)])
    report(delivered, "actions", "1.json", [
        acted(1, "terminate", "ended", 10), acted(2, "close", "closed", 10), acted(3, "skip", "filled", 10, start=3),
        acted(4, "close", "ended", 15), acted(5, "skip", "nowhere", 15, start=3), acted(6, "reset", "closed", 15),
    ])  # fmt: skip
    delivered.run(as_of=moment(20))
    assert rows(delivered, "failure", "sequence_number, reason, failed_at, detail", "ended") == [
        (4, "expired", 4, "the sequence was terminated at 2026-01-01 00:00:10.000000 UTC")
    ]
    assert rows(delivered, "bypass", "sequence_number, reason", "ended") == [
        (2, "duplicate"),
        (3, "after_last"),
    ]
    assert rows(delivered, "bypass", "sequence_number, reason", "closed") == [(4, "after_last")]
    assert rows(delivered, "released", "sequence_number, released_at, release_position", "filled") == [
        (1, 1, 1), (2, 2, 2), (4, 10, 3),
    ]  # fmt: skip
    assert rows(delivered, "missing_ranges", "range_start, range_end, status", "filled") == [
        (3, 3, "skipped")
    ]
    rejected = "select action_id, reason from {s}.resequencer__rejected_inputs order by 1"
    assert [tuple(row) for row in delivered.query(rejected)] == [
        ("4", "not_applicable"), ("5", "unknown_sequence"), ("6", "missing_field"),
    ]  # fmt: skip

    delivered.run_again(as_of=moment(40))
    closure = "closed_at, closed_by, last_number"
    assert rows(delivered, "sequence_closure", closure, "silent") == [(34, "expiration", None)]
    # An action breaks a silence as well.
    assert rows(delivered, "sequence_closure", closure, "filled") == [(40, "expiration", None)]
    assert rows(delivered, "sequence_closure", closure, "ended") == [(10, "exception", None)]
    assert rows(delivered, "session_state", "status, status_reason", "silent") == [("closed", "expiration")]
    assert rows(delivered, "failure", "sequence_number, reason", "silent") == [(4, "expired")]
    tested = delivered.invoke("test", "--exclude", "test_type:unit")
    assert tested.success, failure_text(tested)


@pytest.mark.long
def test_a_reset_begins_anew(new_project: Callable[[], Project]) -> None:
    """However its runs are cut, and where nothing comes after it."""
    arrivals = [
        message("a", n, at) for n, at in [(1, 1), (2, 2), (4, 3), (1, 12), (11, 14), (10, 15), (12, 16)]
    ]
    arrivals += [message("t", n, at) for n, at in [(1, 1), (2, 2), (4, 3), (3, 12)]] + [message("e", 1, 1)]
    actions = [
        acted(0, "reset", "a", 10, start=10), acted(1, "terminate", "t", 10), acted(2, "reset", "t", 20, start=1),
        acted(3, "reset", "e", 20, start=7), acted(4, "reset", "none", 20, start=7), acted(5, "close", "a", 40),
        acted(6, "reset", "a", 45, start=5),
    ]  # fmt: skip
    told = []
    for clocks in [(50,), (9, 10, 15, 50)]:
        project = new_project()
        folder = project.landing.parent / f"{project.schema}_actions"
        folder.mkdir()
        project.variables["actions"] = {"format": "json", "path": str(folder)}
        project.leaves_out = []
        before = ""
        for clock in clocks:
            project.land(f"{clock}.json", [r for r in arrivals if before < r["arrived_at"] <= moment(clock)])
            report(
                project,
                "actions",
                f"{clock}.json",
                [r for r in actions if before < r["at"] <= moment(clock)],
            )
            project.run(as_of=moment(clock))
            before = moment(clock)
        told.append([
            [tuple(row) for row in project.query(f"select {columns} from {{s}}.resequencer__{table} order by all")]
            for table, columns in [
                ("released", "sequence_id, epoch, sequence_number, released_at, release_position"),
                ("bypass", "sequence_id, sequence_number, arrived_at, reason"),
                ("failure", "sequence_id, sequence_number, reason, detail"),
                ("sequence_closure", "sequence_id, epoch, closed_at, closed_by"),
                ("session_state", "sequence_id, epoch, status, status_reason, next_expected"),
                ("missing_ranges", "sequence_id, epoch, range_start, range_end, status"),
                ("actions_applied", "action_id"),
            ]
        ])  # fmt: skip
    assert told[0] == told[1]
    released, bypass, *_, applied = told[0]
    assert [row[1:3] + row[4:] for row in released if row[0] == "a"] == [
        (1, 1, 1), (1, 2, 2), (2, 10, 3), (2, 11, 4), (2, 12, 5),
    ]  # fmt: skip
    assert ("a", 1, "before_start") in [(row[0], row[1], row[3]) for row in bypass]
    assert applied == [("0",), ("1",), ("2",), ("3",), ("5",), ("6",)]


@pytest.mark.long
@pytest.mark.parametrize("clocks", [(40,), (13, 40)])
def test_what_has_not_left_as_its_epoch_ends_takes_no_place(
    delivered: Project, clocks: tuple[int, ...]
) -> None:
    """Neither what was ready only after the end, though before the clock, nor what waited for a number."""
    del delivered.variables["deliveries"]
    delivered.variables["rulesets"] = [
        {"name": "bakes", "match": {"properties": [{"rule": "^bakes$"}]}, "start": "auto", "bake_time": "5s"},
        {"name": "waits"},
    ]
    arrivals = [message("bakes", n, at, rule="bakes") for n, at in [(3, 7), (3, 13), (4, 30)]]
    arrivals += [message("waits", n, at) for n, at in [(1, 1), (3, 7), (2, 13), (3, 30)]]
    report(delivered, "actions", "1.json", [
        acted(n, "reset", rule, 10, start=2) | {"ruleset": rule} for n, rule in enumerate(["bakes", "waits"])
    ])  # fmt: skip
    before = ""
    for clock in clocks:
        delivered.land(f"{clock}.json", [r for r in arrivals if before < r["arrived_at"] <= moment(clock)])
        delivered.run("--select", "+resequencer__released", as_of=moment(clock))
        before = moment(clock)
    places = "epoch, sequence_number, released_at, release_position"
    assert rows(delivered, "released", places, "bakes") == [(2, 3, 18, 1), (2, 4, 30, 2)]
    assert rows(delivered, "released", places, "waits") == [(1, 1, 1, 1), (2, 2, 13, 2), (2, 3, 30, 3)]


@pytest.mark.long
def test_a_reset_to_a_number_that_no_sequence_has_ends_nothing(delivered: Project) -> None:
    """Off the grid of `step`: it is turned away, what is held waits on, and what awaits an outcome still stops the rest."""
    delivered.variables["rulesets"] = [
        {"name": name, "match": {"properties": [{"rule": f"^{name}$"}]}, "step": 2, "delivery": delivery}
        for name, delivery in [("plain", "unacknowledged"), ("asks", "acknowledged")]
    ]
    delivered.land("1.json", [
        message("p", 1, 0, rule="plain"), message("p", 5, 1, rule="plain"),
        message("q", 1, 0, rule="asks"), message("q", 3, 12, rule="asks"),
    ])  # fmt: skip
    report(delivered, "actions", "1.json", [
        acted(n, "reset", sequence, 10, start=4) | {"ruleset": name}
        for n, (sequence, name) in enumerate([("p", "plain"), ("q", "asks")], 1)
    ])  # fmt: skip
    outlets = ("released", "pending", "rejected_inputs", "sequence_closure")
    delivered.run("--select", *(f"+resequencer__{outlet}" for outlet in outlets), as_of=moment(20))
    reasons = delivered.query(
        "select action_id, reason, detail from {s}.resequencer__rejected_inputs order by 1"
    )
    detail = "no sequence of this ruleset begins at such a number"
    assert [tuple(row) for row in reasons] == [(n, "not_applicable", detail) for n in ("1", "2")]
    assert rows(delivered, "released", "sequence_number, released_at", "p") == [(1, 0)]
    assert rows(delivered, "pending", "sequence_number, reason", "p") == [(5, "waiting_for_predecessor")]
    assert rows(delivered, "released", "sequence_number, released_at", "q") == [(1, 0)]
    assert rows(delivered, "pending", "sequence_number, reason", "q") == [(3, "awaiting_acknowledgement")]
    assert not delivered.query("select 1 from {s}.resequencer__sequence_closure")


def told_of_actions(
    delivered: Project,
    rulesets: dict[str, tuple[dict[str, Any], str | None, str | None]],
    kinds: dict[str, int],
    number: int,
    *outlets: str,
    **properties: str,
) -> dict[str, str | None]:
    """What is said of actions, each with its number, on one message of each ruleset: why it is rejected; null: it is applied."""
    del delivered.variables["deliveries"]
    delivered.variables["rulesets"] = [
        {"name": name, "match": {"properties": [{"rule": f"^{name}$"}]}} | settings
        for name, (settings, *_) in rulesets.items()
    ]
    delivered.land("1.json", [
        message(f"{name}-{kind}", number, 1, rule=name, **properties) for name in rulesets for kind in kinds
    ])  # fmt: skip
    report(delivered, "actions", "1.json", [
        acted(0, kind, f"{name}-{kind}", 10, start=start) | {"ruleset": name, "action_id": f"{name} {kind}"}
        for name in rulesets for kind, start in kinds.items()
    ])  # fmt: skip
    selected = ("rejected_inputs", "actions_applied", *outlets)
    delivered.run("--select", *(f"+resequencer__{outlet}" for outlet in selected), as_of=moment(20))
    rejected = delivered.query("select action_id, detail from {s}.resequencer__rejected_inputs")
    applied = delivered.query("select action_id from {s}.resequencer__actions_applied")
    return {row["action_id"]: row["detail"] for row in rejected} | {row["action_id"]: None for row in applied}


# By ruleset: its settings, why an action cannot end its sequences, and why none can begin them again; null: it can.
NO_SEQUENCE = "with session_timeout there is no sequence to act on"
UNTURNED: dict[str, tuple[dict[str, Any], str | None, str | None]] = {
    "plain": ({"wrap_at": 100, "wrap_to": 1}, None, None),
    "pairs": ({"key": ["##sequence_number##", "##sequence_number##"], "wrap_at": 100, "start": 0}, None, None),
    "newest": ({"wrap_at": 100, "duplicates": "replace"}, None, "duplicates: replace"),
    "partly": (
        {"wrap_at": 100, "start": 1, "hold": "whole_sequence", "partial_after": "60s"}, None, "partial_after",
    ),
    "begins": ({"wrap_at": 100, "start": "auto", "start_after": "2s"}, None, "start_after"),
    "covers": ({"wrap_at": 100, "span_to": "##sequence_number##"}, "span_to", "span_to"),
    "before": ({"previous": "##earlier##"}, "previous", "previous"),
    "timed": ({"session_timeout": "60s"}, NO_SEQUENCE, NO_SEQUENCE),
}  # fmt: skip


@pytest.mark.long
def test_an_action_that_cannot_begin_or_end_a_sequence_is_told_why(delivered: Project) -> None:
    """Not that the sequence has ended, nor that the number was wrong."""
    kinds = dict.fromkeys(("close", "reset", "terminate"), 5)
    found = told_of_actions(delivered, UNTURNED, kinds, 1, "sequence_closure")
    wanted = {}
    for name, (settings, end, beginning) in UNTURNED.items():
        for kind in kinds:
            why = beginning if kind == "reset" else end
            if kind == "reset" and why is not None and "wrap_at" in settings and end is None:
                why = f"with wrap_at and {why} no sequence begins by an action"
            elif why in ("span_to", "previous"):
                why = f"with {why} no sequence ends or begins by an action"
            wanted[f"{name} {kind}"] = why
    assert found == wanted
    assert sorted(
        row["sequence_id"].replace("-", " ")
        for row in delivered.query("select * from {s}.resequencer__sequence_closure")
    ) == sorted(action for action, why in wanted.items() if why is None)


# By ruleset: its settings, why it gives up no missing numbers, and why it drops nothing; null: it does.
UNFILLED: dict[str, tuple[dict[str, Any], str | None, str | None]] = {
    "plain": ({}, None, None),
    "covers": (
        {"span_to": "##sequence_number##"},
        "with span_to no action gives up numbers that have not come",
        "with span_to no action drops what waits",
    ),
    "before": (
        {"previous": "##earlier##"},
        "with previous no action gives up numbers that have not come",
        "with previous no action drops what waits",
    ),
    "near": ({"max_gap": 50}, None, "with max_gap no action drops what waits"),
    "again": ({"restart": {"backward": 9}}, None, "with restart no action drops what waits"),
    "timed": ({"session_timeout": "60s"}, NO_SEQUENCE, NO_SEQUENCE),
}  # fmt: skip


@pytest.mark.long
def test_an_action_on_what_has_not_left_is_told_why_it_has_no_effect(delivered: Project) -> None:
    """Not that there was nothing to skip or to drop."""
    kinds = {"skip": 1, "gap_fill": 1, "drop": 3}
    assert told_of_actions(delivered, UNFILLED, kinds, 3, earlier="2") == {
        f"{name} {kind}": drops if kind == "drop" else fills
        for name, (_, fills, drops) in UNFILLED.items()
        for kind in kinds
    }


@pytest.mark.long
def test_rows_of_a_table_that_are_alike_are_one_message(delivered: Project) -> None:
    """Its cursor says in which load a row came, and not which one it is; what is remembered of the line is so once."""
    assert delivered.invoke("run-operation", "validate_settings").success  # Spark stands
    delivered.query("create schema if not exists {s}")
    row = "(1, '{}', 's', {}, timestamp'2026-01-01 00:00:0{}Z', map('a', 'b'))"
    loaded = ", ".join(
        row.format(*one) for one in [("m-1", 1, 1), ("m-1", 1, 1), ("m-1", 1, 2), ("m-2", 2, 3)]
    )
    delivered.query(
        "create table {s}.raw using delta as select * from values " + loaded.replace("{", "{{").replace("}", "}}")
        + " as raw (load_number, message_id, sequence_id, sequence_number, arrived_at, properties)"
    )  # fmt: skip
    delivered.variables |= {
        "landing": None,
        "arrivals_relation": f"{delivered.schema}.raw",
        "arrivals_cursor": "load_number",
    }
    rulesets = [{"name": "biztalk", "delivery": "acknowledged"}]
    report(delivered, "deliveries", "1.json", [outcome("m-1", "delivered", 5)])
    delivered.run(rulesets=rulesets, as_of=moment(9))
    assert delivered.verdict_counts() == {"released": 2, "bypass/duplicate": 2}
    attempts = "sequence_number, attempt, sent_at, outcome"
    assert rows(delivered, "delivery_attempts", attempts, "s") == [(1, 1, 1, "delivered"), (2, 1, 5, None)]
    tested = delivered.invoke("test", "--exclude", "test_type:unit", rulesets=rulesets, as_of=moment(9))
    assert tested.success, failure_text(tested)


@pytest.mark.long
def test_a_failure_may_stop_the_run(delivered: Project) -> None:
    settings: dict[str, Any] = {"delivery": "acknowledged"}
    delivered.variables["rulesets"] = [{"name": "strict", "on_failure": "fail", **settings}]
    delivered.land("1.json", [message("a", 1, 1), message("a", 2, 1), message("b", 1, 1)])
    delivered.run(as_of=moment(5))
    report(delivered, "deliveries", "1.json", [outcome("a-1", "failed", 6, "no route")])
    delivered.land("2.json", [message("b", 2, 6)])
    for _ in range(2):
        failed = delivered.invoke("run", as_of=moment(10))
        assert not failed.success
        told = failure_text(failed)
        assert "The delivery of message a-1 of ruleset strict has failed: no route" in told
        assert "suspend, dead_letter, park or terminate" in told
        assert rows(delivered, "released", "sequence_number", "b") == [(1,)]
    # Nothing is lost meanwhile: what stopped the run is decided otherwise.
    delivered.run(rulesets=[{"name": "strict", "on_failure": "dead_letter", **settings}], as_of=moment(10))
    assert rows(delivered, "dead_letter", "sequence_number, detail", "a") == [(1, "no route")]
    assert rows(delivered, "released", "sequence_number, released_at", "a") == [(1, 1), (2, 6)]
    assert rows(delivered, "released", "sequence_number", "b") == [(1,)]


def sent(sequence_id: str, *arrived: tuple[int, int] | tuple[int, int, bool]) -> list[dict[str, Any]]:
    """Messages by number and second of arrival; the third says whether it is the last. Ids count from 1."""
    return [
        {
            "message_id": f"{sequence_id}-{n}", "sequence_id": sequence_id, "sequence_number": number, "arrived_at": moment(second),
            "is_last": bool(is_last) or None, "properties": {"rule": sequence_id},
        }
        for n, (number, second, *is_last) in enumerate(arrived, 1)
    ]  # fmt: skip


# By ruleset: its settings, what arrives, what is reported and asked, and which of it leaves, when and in which place.
BEYOND_THE_ORACLE: dict[str, tuple[dict[str, Any], list[Any], list[Any], list[Any], list[Any]]] = {
    "late": (
        {"bake_time": "10s", "delivery": "acknowledged"},
        sent("late", (1, 0), (3, 1), (2, 50)),
        [outcome("late-1", "delivered", 100)],
        [],
        [(1, 0, 1), (3, 100, 2)],
    ),
    "silent": (
        {"reopen": True, "delivery": "acknowledged", "expire_after": "15s"},
        sent("silent", (1, 0), (1, 20)),
        [],
        [],
        [(1, 0, 1), (1, 20, 2)],
    ),
    "places": (
        {"delivery": "acknowledged"},
        sent("places", (1, 1), (2, 2), (10, 6), (11, 14)),
        [outcome("places-3", "delivered", 30)],
        [acted(1, "reset", "places", 5, start=10)],
        [(1, 1, 1), (10, 6, 2), (11, 30, 3)],
    ),
    "again": (
        {"reopen": True, "delivery": "acknowledged"},
        sent("again", (1, 0, True), (1, 5, True), (1, 15, True)),
        [outcome(f"again-{n}", "delivered", 100 + n) for n in (1, 2, 3)],
        [],
        [(1, 0, 1), (1, 101, 2), (1, 102, 3)],
    ),
    "lowest": (
        {"bake_time": "10s", "start": "auto"},
        sent("lowest", (-(2**63), 0), (5, 20), (7, 70), (6, 75)),
        [],
        [],
        [(-(2**63), 10, 1), (5, 30, 2), (6, 75, 3), (7, 75, 4)],
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("clocks", [(17, 200), (0, 12, 17, 72, 200)])
def test_what_the_oracle_does_not_know_is_the_same_however_it_is_cut(
    delivered: Project, clocks: tuple[int, ...]
) -> None:
    """Deliveries with bake times, and in sequences that begin again: in runs of their own, and rebuilt in one."""
    names = list(BEYOND_THE_ORACLE)
    delivered.variables["rulesets"] = [
        {"name": name, "match": {"properties": [{"rule": f"^{name}$"}]}, **BEYOND_THE_ORACLE[name][0]}
        for name in names
    ]
    landings: list[list[Any]] = [
        list(chain(*(BEYOND_THE_ORACLE[name][part] for name in names))) for part in (1, 2, 3)
    ]
    for run, (before, clock) in enumerate(zip((-1, *clocks), clocks, strict=False)):
        messages, deliveries, actions = (
            [row for row in landed if moment(before) < (row.get("at") or row["arrived_at"]) <= moment(clock)]
            for landed in landings
        )
        delivered.land(f"{run}.jsonl", messages)
        report(delivered, "deliveries", f"{run}.jsonl", deliveries)
        report(
            delivered, "actions", f"{run}.jsonl", [row | {"ruleset": row["sequence_id"]} for row in actions]
        )
        (delivered.run if run == 0 else delivered.run_again)(as_of=moment(clock))
    for way in ("in runs", "rebuilt"):
        if way == "rebuilt":
            delivered.run_again("--full-refresh", as_of=moment(clocks[-1]))
        released = "sequence_number, released_at, release_position"
        for name in names:
            expected = BEYOND_THE_ORACLE[name][4]
            got = rows(delivered, "released", released, name)
            assert got == sorted(expected), (way, name)
        assert rows(delivered, "bypass", "sequence_number, reason, late_by_ms", "late") == [
            (2, "late", 39_000)
        ]
        assert rows(delivered, "bypass", "sequence_number, reason", "places") == [(2, "after_last")]
        assert rows(delivered, "sequence_closure", "epoch, closed_at, closed_by", "silent") == [
            (1, 15, "expiration"), (2, 35, "expiration"),
        ]  # fmt: skip
