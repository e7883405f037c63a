"""Credits and requests of real runs, beside a simulated producer that goes by them (docs/flow-control.md)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.scenarios.project import Project, failure_text
from tests.scenarios.test_modes import at, message
from tests.unit.flow_simulation import Channel, Producer, Resequencer, Window

STORED = ("--select", "resequencer__arrivals", "resequencer__ledger", "int_resequencer__resend_requests")
INTERVAL, SESSION_SIZE = 5, 12


def window(project: Project) -> Window:
    row = project.query("select * from {s}.resequencer__flow_control where sequence_id = 's'")[0]
    assert (row.producer, row.buffer_size, row.occupancy) == (
        "p", SESSION_SIZE, row.buffered / SESSION_SIZE,
    )  # fmt: skip
    missing = [(gap.range_start, gap.range_end) for gap in row.missing]
    return Window(row.next_expected, row.window_end, row.credits, row.buffered, missing)


def requests(project: Project) -> list[Any]:
    return project.query(
        "select range_start, range_end, attempt, status, unix_timestamp(requested_at) - unix_timestamp('2026-03-01 12:00:00') as asked,"
        " request_id from {s}.resequencer__resend_requests order by range_start"
    )


def numbers(ranges: list[tuple[int, int]]) -> set[int]:
    return {number for start, end in ranges for number in range(start, end + 1)}


@pytest.mark.long
@pytest.mark.parametrize("runs", [2, 5])
def test_a_producer_that_goes_by_credits_never_overruns_the_buffer(project: Project, runs: int) -> None:
    project.leaves_out = []
    project.variables = {
        # A buffer that overruns stops the run.
        "rulesets": [{"name": "r", "session_size": SESSION_SIZE, "on_overflow": "fail"}],
        "resend": {"chunk": 2, "attempts": 2, "wait": f"{INTERVAL}s", "factor": 1},
    }
    expected = Resequencer(SESSION_SIZE)
    producer = Producer(
        4,
        Channel(loss=0.25, repeats=0.1, latency=3),
        random.Random(4),
        window_end=SESSION_SIZE,
        resends_after=4,
    )
    asked: set[int] = set()
    throttled = False
    for run in range(1, runs + 1):
        arrivals: list[dict[str, Any] | str] = []
        for tick in range((run - 1) * INTERVAL + 1, run * INTERVAL + 1):
            producer.work(tick)
            arriving = producer.deliver(tick)
            expected.arrived += arriving
            arrivals += [message("s", number, tick, properties={"producer": "p"}) for number in arriving]
        throttled = throttled or producer.last_sent < producer.ready
        project.land(f"{run}.json", arrivals)
        project.run(*(STORED if run > 1 else ()), as_of=at(run * INTERVAL))

        told = window(project)
        assert told == expected.run()
        made = requests(project)
        missing = numbers(told.missing)
        standing = [(row.range_start, row.range_end) for row in made if row.status != "answered"]
        # All that is missing has been asked for, once, and nothing else; what is answered is not missing.
        assert missing <= numbers(standing)
        assert (
            numbers([(row.range_start, row.range_end) for row in made if row.asked == run * INTERVAL])
            <= missing
        )
        assert len(numbers(standing)) == sum(end - start + 1 for start, end in standing)
        assert not missing & numbers(
            [(row.range_start, row.range_end) for row in made if row.status == "answered"]
        )
        for row in made:
            assert (row.range_start - 1) // 2 == (row.range_end - 1) // 2
            # Each run is an attempt later, up to two.
            attempts = (run * INTERVAL - row.asked) // INTERVAL + 1
            if row.status == "requested":
                assert row.attempt == attempts <= 2
            if row.status == "given_up":
                assert row.attempt == 2 < attempts
        asked |= missing
        producer.heed(told, run * INTERVAL)
    assert asked
    # Unit tests of a model that is enabled here only.
    tested = project.invoke("test", "--select", "int_resequencer__resend_requests,test_type:unit")
    assert tested.success, failure_text(tested)
    if runs == 2:
        return
    assert throttled
    # The ledger is rebuilt; what was asked for stands.
    clock = at(runs * INTERVAL)
    before = requests(project)
    assert {"answered", "given_up"} <= {row.status for row in before}
    project.run(*STORED, "--full-refresh", as_of=clock)
    assert requests(project) == before
    assert window(project) == told


@pytest.mark.long
def test_settled_requests_are_merged_and_forgotten(project: Project) -> None:
    project.leaves_out = []
    project.variables = {
        "tidy_every": 2, "retain": "60s",
        "resend": {"wait": "1h"},
    }  # fmt: skip
    project.land("0.json", [message("stands", 1, 1), message("stands", 3, 1)])
    project.run(as_of=at(5))
    for run in range(1, 8):
        # Each asks for one number, and brings the one that the run before asked for.
        project.land(f"{run}.json", [message("s", number, 20 * run) for number in (2 * run, 2 * run - 3)])
        project.run(*STORED, as_of=at(20 * run + 5))
    settled = [row for row in requests(project) if row.status == "answered"]
    groups = project.query(
        "select distinct run_group from {s}.int_resequencer__resend_requests where disposition = 'settled'"
    )
    assert [row.run_group for row in groups] == [8]
    standing = [(row.range_start, row.status) for row in requests(project) if row.status != "answered"]
    assert standing == [(2, "requested"), (13, "requested")]
    # Those of the first runs are forgotten; of the last minute none is.
    assert {9, 11} <= {row.range_start for row in settled} < {1, 3, 5, 7, 9, 11}
