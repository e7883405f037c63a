"""What becomes of messages after their turn: deliveries, failures, what operators do about them."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

import pytest
from tests.oracle.deliveries import Deliveries, Policy, Report, Turn
from tests.scenarios.project import Project

SECOND = 1_000_000
CLOCKS = (20, 35, 60)
RULESETS = [
    {
        "name": f"{delivery}_{on_failure}",
        "match": {"properties": [{"rule": f"^{delivery}_{on_failure}$"}]},
        "delivery": delivery,
        "on_failure": on_failure,
    }
    for delivery in ("acknowledged", "unacknowledged")
    for on_failure in get_args(Policy)
]


def moment(second: int) -> str:
    return f"2026-01-01T00:{second // 60:02d}:{second % 60:02d}Z"


@pytest.fixture
def delivered(project: Project, tmp_path: Path) -> Project:
    """A project with places where deliveries and actions land."""
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


@dataclass
class Drawn:
    """One sequence: what arrives and what is reported of it, by the run that takes it in."""

    ruleset: str
    sequence_id: str
    arrivals: list[list[tuple[int, int]]] = field(default_factory=lambda: [[] for _ in CLOCKS])
    reports: list[list[dict[str, Any]]] = field(default_factory=lambda: [[] for _ in CLOCKS])


def run_of(rng: random.Random, second: int) -> int:
    """The run that takes something in: that of its time, or a later one, or one whose clock has not reached it."""
    first = next((n for n, clock in enumerate(CLOCKS) if second <= clock), len(CLOCKS) - 1)
    return min(len(CLOCKS) - 1, max(0, first + rng.choice([0, 0, 0, 0, 1, -1])))


def draw(rng: random.Random, ruleset: str, sequence_id: str) -> Drawn:
    drawn = Drawn(ruleset, sequence_id)
    count = rng.randint(1, 6)
    for number in range(1, count + 1):
        second = rng.randint(0, 30)
        drawn.arrivals[run_of(rng, second)].append((number, second))
        for _ in range(rng.choice([0, 1, 1, 1, 2, 3])):
            second = min(CLOCKS[-1], second + rng.randint(0, 12))
            outcome = rng.choice(["delivered", "delivered", "failed"])
            row = {"message_id": f"{sequence_id}-{number}", "outcome": outcome, "at": second}
            drawn.reports[run_of(rng, second)].append(row)
    for n in range(rng.choice([0, 1, 2, 4])):
        second = rng.randint(5, CLOCKS[-1])
        action = rng.choice(["resume", "resume", "skip", "resend"])
        row = {"action_id": f"{sequence_id}-{n}", "action": action, "at": second}
        if action != "resume" or rng.random() < 0.3:
            row["from_number"] = rng.randint(1, count)
            if rng.random() < 0.5:
                row["to_number"] = row["from_number"] + rng.randint(0, 2)
        drawn.reports[run_of(rng, second)].append(row)
    return drawn


def land(project: Project, population: list[Drawn], run: int) -> None:
    messages, deliveries, actions = [], [], []
    for drawn in population:
        for number, second in drawn.arrivals[run]:
            messages.append({
                "message_id": f"{drawn.sequence_id}-{number}", "sequence_id": drawn.sequence_id, "sequence_number": number,
                "arrived_at": moment(second), "properties": {"rule": drawn.ruleset},
            })  # fmt: skip
        for row in drawn.reports[run]:
            told = row | {"at": moment(row["at"])}
            if "action" in row:
                actions.append(told | {"ruleset": drawn.ruleset, "sequence_id": drawn.sequence_id, "by": "me"})
            else:
                deliveries.append(told)
    project.land(f"{run}.jsonl", messages)  # type: ignore[arg-type]
    report(project, "deliveries", f"{run}.jsonl", deliveries)
    report(project, "actions", f"{run}.jsonl", actions)


def expected(drawn: Drawn, runs: int) -> Deliveries:
    """What the oracle says after so many runs."""
    delivery, on_failure = drawn.ruleset.split("_", 1)
    arrived: dict[int, int] = {}
    reports: list[Report] = []
    known: set[str] = set()
    rejected: list[tuple[str, str]] = []
    for run in range(runs):
        clock_before = CLOCKS[run - 1] if run else None
        for number, second in drawn.arrivals[run]:
            arrived[number] = max(second, clock_before or 0)
        # Deliveries land in another folder than actions, and are taken in first.
        for row in sorted(drawn.reports[run], key=lambda row: "action" in row):
            was_late = clock_before is not None and row["at"] <= clock_before
            about = {k: v for k, v in row.items() if k != "at"}
            reports.append(Report(max(row["at"], clock_before or 0) * SECOND, was_late, **about))
    turns, turn_us = [], 0
    for number in range(1, 7):
        if number not in arrived or arrived[number] > CLOCKS[runs - 1]:
            break
        turn_us = max(turn_us, arrived[number] * SECOND)
        turns.append(Turn(f"{drawn.sequence_id}-{number}", number, turn_us))
    assert on_failure in get_args(Policy) and not known and not rejected
    oracle = Deliveries(delivery == "acknowledged", on_failure)  # type: ignore[arg-type]
    oracle.follow(turns, reports, CLOCKS[runs - 1] * SECOND)
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
        "pending": "select message_id, reason from {s}.resequencer__pending where reason in ('suspended', 'parked', 'awaiting_acknowledgement')",
        "applied": "select action_id from {s}.resequencer__actions_applied",
        "rejected": "select coalesce(action_id, message_id), reason from {s}.resequencer__rejected_inputs where reason not in ('unknown_sequence', 'unknown_message')",
    }
    found = {table: by_sequence(project.query(query)) for table, query in tables.items()}
    origin = 1_767_225_600 * SECOND
    for drawn in population:
        oracle = expected(drawn, runs)
        waits = "awaiting_acknowledgement"
        if oracle.stopped_by:
            waits = "parked" if drawn.ruleset.endswith("park") else "suspended"
        wanted = {
            "released": [(i, at + origin) for i, at in oracle.sent_us.items()],
            "attempts": [(a.message_id, a.attempt, a.sent_us + origin, a.outcome, a.at_us + origin if a.at_us is not None else None) for a in oracle.attempts],
            "dead_letter": [(i, at + origin) for i, at in oracle.dead_letters.items()],
            "pending": [(turn.message_id, waits) for turn in oracle.waiting],
            "applied": [(i,) for i in oracle.applied],
        }  # fmt: skip
        for table, rows in wanted.items():
            got = found[table].get(drawn.sequence_id, [])
            if got != sorted(rows, key=str):
                yield f"{drawn.ruleset} {drawn.sequence_id} {table}: {got}, not {sorted(rows, key=str)}; {drawn}"


@pytest.mark.parametrize(("seed", "count"), [(1, 20), pytest.param(2, 300, marks=pytest.mark.long)])
def test_every_run_agrees_with_the_oracle(delivered: Project, seed: int, count: int) -> None:
    rng = random.Random(seed)
    population = [draw(rng, ruleset["name"], f"{ruleset['name']}{n}") for ruleset in RULESETS for n in range(count)]  # type: ignore[str-bytes-safe]
    for run, clock in enumerate(CLOCKS):
        land(delivered, population, run)
        (delivered.run if run == 0 else delivered.run_again)(rulesets=RULESETS, as_of=moment(clock))
        wrong = list(disagreements(delivered, population, run + 1))
        assert not wrong, f"run {run}: {len(wrong)}\n" + "\n".join(wrong[:4])
    delivered.run_again("--full-refresh", rulesets=RULESETS, as_of=moment(CLOCKS[-1]))
    wrong = list(disagreements(delivered, population, len(CLOCKS)))
    assert not wrong, f"rebuilt: {len(wrong)}\n" + "\n".join(wrong[:4])
