"""The subscriber's flow chart (spec 002, Service Bus), an arrow a test; and what else is decided between two runs.

Each case is a sequence of its own: what had come by a first run at second 5, what comes by a second at second 20, and
what the tables then say. All of them are in one lake.
"""

from __future__ import annotations

import os
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from tests.scenarios.project import Project
from tests.scenarios.test_deliveries import acted, message, moment, outcome, report, rows

RUNS = (5, 20)
RULESETS = [
    {"name": name, "match": {"properties": [{"rule": f"^{name}$"}]}, **fields}
    for name, fields in {
        "chart": {"delivery": "acknowledged", "on_failure": "dead_letter"},
        "stops": {"delivery": "acknowledged"},
        "at_once": {"on_failure": "suspend"},
        "parks": {"delivery": "acknowledged", "on_failure": "park"},
        # The first example of docs/deliveries.md.
        "expires": {"delivery": "acknowledged", "on_failure": "suspend", "expire_after": "5s"},
        "beats": {"heartbeat": "10s"},
        "named": {"delivery": "acknowledged", "key_type": "string", "key": "##sequence_number##", "bake_time": "1s"},
    }.items()
]  # fmt: skip

# What a case expects: a table, its columns, its rows.
Expected = dict[str, tuple[str, list[tuple[Any, ...]]]]
STATE = "status, status_reason, next_expected, deferred_count"


@dataclass(frozen=True)
class Case:
    """Messages as (number, second) or (number, second, fields); outcomes as (number, outcome, second, fields)."""

    expected: Expected
    messages: list[tuple[Any, ...]]
    outcomes: list[tuple[Any, ...]] = field(default_factory=list)
    actions: list[tuple[Any, ...]] = field(default_factory=list)
    ruleset: str = "chart"


ARROWS = {
    "is it the next in sequence? no: update session state, defer message": Case(
        messages=[(1, 1), (3, 8)],
        outcomes=[(1, "delivered", 3)],
        expected={
            "pending": ("sequence_number, reason, blocked_by", [(3, "waiting_for_predecessor", 2)]),
            "session_state": (STATE, [("open", "waiting", 2, 1)]),
            "session_history": ("batch_id, deferred_count", [(1, 0), (2, 1)]),
        },
    ),
    "is it the next in sequence? yes: process message": Case(
        messages=[(1, 8)],
        expected={
            "released": ("sequence_number, released_at", [(1, 8)]),
            "delivery_attempts": ("sequence_number, attempt, sent_at, outcome", [(1, 1, 8, None)]),
            "session_state": (STATE, [("open", None, 2, 0)]),
        },
    ),
    "success? no: dead-letter queue": Case(
        messages=[(1, 1)],
        outcomes=[(1, "failed", 8, {"detail": "no such account"})],
        expected={
            "dead_letter": ("sequence_number, dead_lettered_at, detail", [(1, 8, "no such account")]),
            "delivery": ("sequence_number, status, settled_at", [(1, "dead_lettered", 8)]),
            "session_state": (f"{STATE}, updated_at", [("open", None, 2, 0, 8)]),
        },
    ),
    "dead-letter queue: the session moves on, deferred messages follow": Case(
        messages=[(1, 1), (2, 1), (3, 2)],
        outcomes=[(1, "failed", 8), (2, "delivered", 9)],
        expected={
            "dead_letter": ("sequence_number, dead_lettered_at", [(1, 8)]),
            "released": ("sequence_number, released_at", [(1, 1), (2, 8), (3, 9)]),
            "session_state": (STATE, [("open", None, 4, 0)]),
        },
    ),
    "success? yes: update session state": Case(
        messages=[(1, 1), (2, 1)],
        outcomes=[(1, "delivered", 8)],
        expected={
            "delivery": ("sequence_number, status, settled_at", [(1, "delivered", 8), (2, "sent", None)]),
            "session_state": (f"{STATE}, updated_at", [("open", None, 3, 0, 8)]),
            "session_history": (
                "batch_id, next_expected, deferred_count, updated_at",
                [(1, 2, 1, 1), (2, 3, 0, 8)],
            ),
        },
    ),
    "is it the last in sequence? yes: update session state, close session": Case(
        messages=[(1, 1), (2, 1, {"is_last": True})],
        outcomes=[(1, "delivered", 3), (2, "delivered", 8)],
        expected={
            "sequence_closure": ("closed_at, closed_by, last_number", [(8, "completion", 2)]),
            "session_state": (
                "status, status_reason, deferred_count, updated_at",
                [("closed", "completion", 0, 8)],
            ),
        },
    ),
    "the last in sequence is dead-lettered: close session": Case(
        messages=[(1, 1, {"is_last": True})],
        outcomes=[(1, "failed", 8)],
        expected={
            "sequence_closure": ("closed_at, closed_by, last_number", [(8, "completion", 1)]),
            "dead_letter": ("sequence_number", [(1,)]),
        },
    ),
    "is it the last in sequence? no; is the next found deferred? yes: process it": Case(
        messages=[(1, 1), (2, 2)],
        outcomes=[(1, "delivered", 8)],
        expected={
            "pending": ("sequence_number", []),
            "released": ("sequence_number, released_at", [(1, 1), (2, 8)]),
            "delivery_attempts": ("sequence_number, sent_at, outcome", [(1, 1, "delivered"), (2, 8, None)]),
        },
    ),
    "process the next: and so on, for each in turn": Case(
        messages=[(3, 1, {"is_last": True}), (2, 1), (1, 2)],
        outcomes=[(1, "delivered", 8), (2, "delivered", 9), (3, "delivered", 11)],
        expected={
            "released": ("sequence_number, released_at, release_position", [(1, 2, 1), (2, 8, 2), (3, 9, 3)]),
            "sequence_closure": ("closed_at, closed_by, last_number", [(11, "completion", 3)]),
        },
    ),
    "is the next found deferred? no, but one behind it: end processing": Case(
        messages=[(1, 1), (3, 1)],
        outcomes=[(1, "delivered", 8)],
        expected={
            "pending": ("sequence_number, reason, blocked_by", [(3, "waiting_for_predecessor", 2)]),
            "session_state": (STATE, [("open", "waiting", 2, 1)]),
        },
    ),
    "is the next found deferred? no: end processing": Case(
        messages=[(1, 1)],
        outcomes=[(1, "delivered", 8)],
        expected={
            "pending": ("sequence_number", []),
            "session_state": (STATE, [("open", None, 2, 0)]),
            "sequence_closure": ("closed_at", []),
        },
    ),
}
OTHERS = {
    "a resend takes the place of an attempt whose outcome has not come": Case(
        ruleset="stops",
        messages=[(1, 1), (2, 1)],
        actions=[("resend", 7, 1)],
        outcomes=[(1, "delivered", 9)],
        expected={
            "delivery_attempts": (
                "sequence_number, attempt, sent_at, outcome",
                [(1, 1, 1, None), (1, 2, 7, "delivered"), (2, 1, 9, None)],
            ),
        },
    ),
    "of a resent message a failure ends the newest attempt, whichever it names": Case(
        ruleset="stops",
        messages=[(1, 1), (2, 1)],
        actions=[("resend", 7, 1)],
        outcomes=[(1, "failed", 9, {"attempt": 1}), (1, "delivered", 10, {"attempt": 2})],
        expected={
            "delivery_attempts": (
                "sequence_number, attempt, sent_at, outcome, `at`",
                [(1, 1, 1, None, None), (1, 2, 7, "failed", 9), (1, 3, 10, "delivered", 10), (2, 1, 10, None, None)],
            ),
            "released": ("sequence_number, released_at", [(1, 1), (2, 10)]),
        },
    ),
    "what a processor may hand on without another run, in order, and what that waits for": Case(
        messages=[(n, 1) for n in (1, 2, 3, 5)],
        outcomes=[(1, "delivered", 8)],
        expected={
            "handover": (
                "sequence_number, release_position, verdict, attempt, waits_for, failure_stops",
                [(1, 1, "released", None, None, None), (2, 2, "released", 1, "deliveries", False), (3, 3, "pending", 1, "deliveries", False)],
            ),
        },
    ),
    "parked and delivered later: settled by that": Case(
        ruleset="parks",
        messages=[(1, 1), (2, 1)],
        actions=[("resume", 10, 1)],
        outcomes=[(1, "failed", 7), (1, "delivered", 12)],
        expected={
            "delivery": ("sequence_number, status, settled_at", [(1, "delivered", 12), (2, "sent", None)]),
            "session_state": ("status, updated_at", [("open", 12)]),
        },
    ),
    "parked: settled by nothing yet, and the session stands since then": Case(
        ruleset="parks",
        messages=[(1, 1), (2, 1)],
        outcomes=[(1, "failed", 7)],
        expected={
            "delivery": ("sequence_number, status, settled_at", [(1, "dead_lettered", None)]),
            "session_state": ("status, status_reason, updated_at", [("suspended", "dead_letter", 7)]),
        },
    ),
    "a sequence that is being delivered does not expire": Case(
        ruleset="expires",
        messages=[*((n, 1) for n in (1, 2, 3)), (4, 1, {"is_last": True})],
        outcomes=[(n, "delivered", 4 * n) for n in (1, 2, 3, 4)],
        expected={
            "released": ("sequence_number, released_at", [(1, 1), (2, 4), (3, 8), (4, 12)]),
            "sequence_closure": ("closed_at, closed_by", [(16, "completion")]),
        },
    ),
    "nor does one that is suspended; it can be resumed": Case(
        ruleset="expires",
        messages=[(1, 1), (2, 1)],
        outcomes=[(1, "failed", 4), (1, "delivered", 19)],
        actions=[("resume", 18, 1)],
        expected={
            "released": ("sequence_number, released_at", [(1, 1), (2, 19)]),
            "failure": ("message_id", []),
            "rejected_inputs": ("reason", []),
        },
    ),
    "one of which nothing is heard expires, and that is its last change": Case(
        ruleset="expires",
        messages=[(1, 1), (2, 1)],
        expected={
            "failure": ("sequence_number, reason", [(2, "expired")]),
            "session_state": ("status, status_reason, updated_at", [("closed", "expiration", 6)]),
        },
    ),
    "the second attempt of a resent message fails: the sequence stops": Case(
        ruleset="stops",
        messages=[(1, 1), (2, 1)],
        actions=[("resend", 7, 1)],
        outcomes=[(1, "failed", 9)],
        expected={
            "pending": ("sequence_number, reason, blocked_by", [(2, "suspended", 1)]),
            "delivery": ("sequence_number, status", [(1, "failed")]),
        },
    ),
    "and goes on once it is resumed, though nothing was heard of the first": Case(
        ruleset="stops",
        messages=[(1, 1), (2, 1)],
        actions=[("resend", 7, 1), ("resume", 11, None)],
        outcomes=[(1, "failed", 9), (1, "delivered", 12)],
        expected={"released": ("sequence_number, released_at", [(1, 1), (2, 12)])},
    ),
    "a resend of what was delivered holds nothing up, whatever becomes of it": Case(
        ruleset="stops",
        messages=[(1, 1), (2, 1), (3, 1)],
        actions=[("resend", 7, 1)],
        outcomes=[(1, "delivered", 3), (1, "failed", 9), (2, "delivered", 10)],
        expected={"released": ("sequence_number, released_at", [(1, 1), (2, 3), (3, 10)])},
    ),
    "an acknowledgement that comes twice counts once": Case(
        ruleset="stops",
        messages=[(1, 1), (2, 1), (3, 1)],
        outcomes=[(1, "delivered", 3), (1, "delivered", 3)],
        expected={
            "released": ("sequence_number, released_at", [(1, 1), (2, 3)]),
            "rejected_inputs": ("reason", []),
        },
    ),
    "what had left at once goes on waiting for outcomes when a failure is given up": Case(
        ruleset="at_once",
        messages=[(1, 1), (2, 1), (3, 10)],
        actions=[("skip", 7, 1, 2)],
        outcomes=[(1, "failed", 3), (2, "failed", 8)],
        expected={
            "pending": ("sequence_number, reason, blocked_by", [(3, "suspended", 2)]),
            "session_state": (STATE + ", suspended_at_number", [("suspended", "failed_delivery", 3, 1, 2)]),
        },
    ),
    "a heartbeat has its due time, and comes": Case(
        ruleset="beats",
        messages=[(1, 1), (2, 11), (4, 12)],
        expected={"released": ("sequence_number, released_at", [(1, 10), (2, 20)])},
    ),
    "keys that are no numbers: closed when the last is acknowledged": Case(
        ruleset="named",
        messages=[(1, 1), (2, 1, {"is_last": True})],
        outcomes=[(1, "delivered", 4)],
        expected={
            "sequence_closure": ("closed_at", []),
            "session_state": ("status, status_reason", [("open", None)]),
        },
    ),
    "keys that are no numbers: what waits says why": Case(
        ruleset="named",
        messages=[(1, 1), (2, 1), (3, 1)],
        expected={
            "pending": ("sort_key, reason, freed_by", [("2", "awaiting_acknowledgement", "the acknowledgement of the message before it"), ("3", "awaiting_acknowledgement", "the acknowledgement of the message before it")]),
            "session_state": ("status, status_reason", [("open", "awaiting_acknowledgement")]),
        },
    ),
    "one id in two sequences: the outcome says of which": Case(
        ruleset="stops",
        messages=[(1, 1, {"message_id": "twin"}), (2, 1)],
        outcomes=[(1, "delivered", 9, {"message_id": "twin", "ruleset": "stops", "sequence_id": "its own"})],
        expected={"released": ("sequence_number, released_at", [(1, 1), (2, 9)])},
    ),
    "one id in two sequences, not said of which: of the last one then": Case(
        ruleset="stops",
        messages=[(1, 2, {"message_id": "twin"}), (2, 1)],
        outcomes=[(1, "delivered", 10, {"message_id": "twin"})],
        expected={"released": ("sequence_number, released_at", [(1, 2), (2, 10)])},
    ),
    "one id in two sequences: what comes after the outcome is not meant": Case(
        ruleset="stops",
        messages=[(1, 12, {"message_id": "twin"}), (2, 1)],
        expected={"released": ("sequence_number, released_at", [(1, 12)])},
    ),
}  # fmt: skip
MEASURED = "who delivered it and since when is told"
OTHERS[MEASURED] = Case(
    ruleset="at_once",
    messages=[(number, 1) for number in (1, 2, 3, 4)],
    outcomes=[
        (number, "delivered", at, {"consumer": "c-1", "begun_at": moment(begun)})
        for number, begun, at in [(1, 6, 8), (2, 9, 10), (3, 11, 13), (4, 14, 15)]
    ],
    expected={
        "delivery_attempts": (
            "sequence_number, consumer, begun_at, `at`",
            [(1, "c-1", 6, 8), (2, "c-1", 9, 10), (3, "c-1", 11, 13), (4, "c-1", 14, 15)],
        ),
    },
)
CASES = ARROWS | OTHERS


def sequence(name: str) -> str:
    return f"s{list(CASES).index(name)}"


@pytest.fixture(scope="module")
def chart(lake: Path, tmp_path_factory: pytest.TempPathFactory) -> Project:
    """The lake with all cases, after both runs."""
    folder = tmp_path_factory.mktemp("chart")
    project = Project(f"chart_{os.getpid()}", folder / "landing", leaves_out=[])
    for name in ("landing", "deliveries", "actions"):
        (folder / name).mkdir()
    for name in ("deliveries", "actions"):
        project.variables[name] = {"format": "json", "path": str(folder / name)}
    since = 0
    for run, clock in enumerate(RUNS):
        comes: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for name, case in CASES.items():
            own = sequence(name)
            for number, second, *fields in case.messages:
                if since <= second < clock:
                    comes["messages"].append(
                        message(own, number, second, rule=case.ruleset, **(fields[0] if fields else {}))
                    )
            for number, what, second, *fields in case.outcomes:
                if since <= second < clock:
                    told = outcome(f"{own}-{number}", what, second) | (fields[0] if fields else {})
                    comes["deliveries"].append({k: own if v == "its own" else v for k, v in told.items()})
            for n, (action, second, start, *end) in enumerate(case.actions):
                if since <= second < clock:
                    asked = acted(0, action, own, second, start=start)
                    comes["actions"].append(
                        asked
                        | {
                            "action_id": f"{own}-{n}",
                            "ruleset": case.ruleset,
                            "to_number": end[0] if end else None,
                        }
                    )
        project.land(f"{run}.json", comes["messages"])
        for name in ("deliveries", "actions"):
            report(project, name, f"{run}.json", comes[name])
        # A heartbeat at the clock itself is one of its time.
        (project.run_again if run else project.run)(rulesets=RULESETS, as_of=moment(clock))
        since = clock
    return project  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_the_tables_say(chart: Project, name: str) -> None:
    for table, (columns, expected) in CASES[name].expected.items():
        assert rows(chart, table, columns, sequence(name)) == expected, table


def test_throughput_is_measured_by_what_is_reported(chart: Project) -> None:
    models = [
        "int_resequencer__begun_attempts",
        "int_resequencer__throughput_settings",
        "py_resequencer__throughput_baseline",
        "resequencer__throughput_baseline",
    ]
    settings = {
        "rulesets": RULESETS,
        "advice": True,
        "throughput": {"every": "1s", "pressure_levels": [0.25, 0.5, 1, 2]},
    }
    chart.run("--select", *models, as_of=moment(RUNS[-1]), **settings)
    grid = chart.query("select * from {s}.resequencer__throughput_baseline where basis = 'measured'")
    assert {row["consumer_replicas"] for row in grid} == {1}
    # 2 + 1 + 2 + 1 s for four: of what is whole, one message in 1.5 s at most.
    assert 0.5 <= grid[0]["processing_rate"] <= 1
    assert grid[0]["exception_rate"] == 0


def test_throughput_is_measured_by_outcomes_alone(project: Project, tmp_path: Path) -> None:
    """Outcomes that say nothing but of which message, which and when: two seconds each, 3 of 10 fail."""
    landing = tmp_path / "deliveries"
    landing.mkdir()
    project.variables["deliveries"] = {"format": "json", "path": str(landing)}
    numbers = range(1, 201)
    project.land("messages.json", [message("s", number, 6 * number) for number in numbers])
    outcomes = [
        outcome(f"s-{number}", "failed" if number % 10 < 3 else "delivered", 6 * number + 2)
        for number in numbers
    ]
    report(project, "deliveries", "outcomes.json", outcomes)
    settings: dict[str, Any] = {
        "rulesets": [{"name": "orders", "on_failure": "dead_letter"}],
        "advice": True,
    }
    models = "+resequencer__throughput_baseline"
    project.run("--select", models, as_of=moment(6 * 200 + 6), **settings)
    grid = project.query("select * from {s}.resequencer__throughput_baseline order by 1, 2")
    measured = [row for row in grid if row["basis"] == "measured"]
    # Stretches of a minute, as there are twenty of them: ten messages each, three of which are given up.
    assert [(row["consumer_replicas"], row["pressure_level"]) for row in measured] == [(1, 1.0)]
    assert measured[0]["arrival_rate"] == pytest.approx(1 / 6)
    assert measured[0]["processing_rate"] == pytest.approx(0.7 / 6)
    assert measured[0]["exception_rate"] == pytest.approx(0.3)
    assert measured[0]["utilisation"] == pytest.approx(2 / 6)
    # What is simulated goes by what was measured.
    simulated = next(row for row in grid if row["consumer_replicas"] == 2 and row["pressure_level"] == 1.0)
    assert simulated["exception_rate"] == pytest.approx(0.3, abs=0.1)
