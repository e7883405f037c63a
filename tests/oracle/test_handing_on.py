"""The walk along a sequence against stories whose ends are known, and processors against the walk."""

from __future__ import annotations

import random
from typing import Any

import pytest
from pyspark.sql import SparkSession
from tests.oracle.handing_on import Rules, Standing, may_be_handed_on
from tests.scenarios.project import ROOT, Project

from resequencer.handover import NEXT, Line, Place

LINE = [Standing(n, 1) for n in (1, 2, 3)]
DELIVERED = {(1, 1): "delivered"}
FAILED = {(1, 1): "failed"}


def test_with_acknowledgements_each_waits_for_the_one_before() -> None:
    rules = Rules(is_acknowledged=True, on_failure="suspend")
    assert may_be_handed_on(LINE, {}, rules) == [1]
    assert may_be_handed_on(LINE, DELIVERED, rules) == [2]
    assert may_be_handed_on(LINE, DELIVERED | {(2, 1): "delivered"}, rules) == [3]
    # The outcome of 1 is lost: it is handed on again, and what was handed on behind it is not.
    assert may_be_handed_on(LINE, {(2, 1): "delivered"}, rules) == [1]


@pytest.mark.parametrize("is_acknowledged", [True, False])
@pytest.mark.parametrize("on_failure", ["suspend", "park", "terminate", "fail", "dead_letter"])
def test_a_failure_stops_by_on_failure(is_acknowledged: bool, on_failure: str) -> None:
    rules = Rules(is_acknowledged, on_failure)
    goes_on = [2] if is_acknowledged else [2, 3]
    assert may_be_handed_on(LINE, FAILED, rules) == (goes_on if on_failure == "dead_letter" else [])
    assert may_be_handed_on(LINE, FAILED, Rules(is_acknowledged, on_failure, max_attempts=2)) == []


@pytest.mark.parametrize("is_acknowledged", [True, False])
def test_what_has_failed_stops_until_it_is_delivered(is_acknowledged: bool) -> None:
    rules = Rules(is_acknowledged, "suspend")
    failed, resumed = Standing(1, None, is_failed=True), Standing(1, 2, is_failed=True)
    assert may_be_handed_on([failed, *LINE[1:]], {}, rules) == []
    assert may_be_handed_on([resumed, *LINE[1:]], FAILED, rules) == [1]
    assert may_be_handed_on([resumed, *LINE[1:]], {(1, 2): "failed"}, rules) == []
    assert may_be_handed_on([resumed, *LINE[1:]], {(1, 2): "delivered"}, rules)[0] == 2


def test_what_is_sent_once_more_holds_up_nothing() -> None:
    again = Standing(0, 2, is_done=True)
    assert may_be_handed_on([again, *LINE], {}, Rules(True, "suspend")) == [0, 1]
    assert may_be_handed_on([again, *LINE], {(0, 2): "failed"}, Rules(True, "suspend")) == [1]


Told = dict[tuple[int, int], str]


def drawn(rng: random.Random) -> tuple[list[Standing], Told, Rules]:
    """A sequence somewhere between two runs."""
    rules = Rules(
        rng.random() < 0.5,
        rng.choice(["suspend", "park", "terminate", "fail", "dead_letter", "dead_letter"]),
        rng.choice([1, 1, 2]),
    )
    line: list[Standing] = []
    for position in range(1, rng.randint(1, 6)):
        kind = rng.choice(["flight", "flight", "held", "failed", "resumed", "done", "heard", "settled"])
        if kind == "failed":
            line.append(Standing(position, None, is_failed=True))
        elif kind == "resumed":
            line.append(Standing(position, 2, is_failed=True))
        elif kind == "done":
            line.append(Standing(position, 2, is_done=True))
        elif kind == "heard":
            line.append(Standing(position, 1, heard=rng.choice(["delivered", "failed"])))
        elif kind != "settled":
            line.append(Standing(position, 1))
    told = {
        (one.position, one.attempt): rng.choice(["delivered", "delivered", "failed"])
        for one in line
        if one.attempt is not None and rng.random() < 0.5
    }
    return line, told, rules


def place(one: Standing, rules: Rules) -> dict[str, Any]:
    """A message as int_resequencer__in_line has it."""
    waits_for = "deliveries" if rules.is_acknowledged else "failures"
    return {
        "release_position": one.position,
        "attempt": one.attempt,
        "waits_for": None if one.is_done else waits_for,
        "failure_stops": not one.is_done and not (one.attempt is not None and rules.lets_go(one.attempt)),
        "is_failed": one.is_failed,
        "outcome": one.heard,
    }


def line_of(line: list[Standing], told: Told, rules: Rules) -> Line[None]:
    found = Line([Place[None](**place(one, rules)) for one in line])
    for one in list(found):
        outcome = told.get((one.release_position, one.attempt or 0))
        if outcome is not None and one.outcome is None:
            found.settle(one, outcome)
    return found


def test_a_line_is_walked_as_the_oracle_walks_it() -> None:
    for seed in range(20_000):
        line, told, rules = drawn(random.Random(seed))
        free = [one.release_position for one in line_of(line, told, rules).free()]
        assert free == may_be_handed_on(line, told, rules), (seed, line, told, rules)


def test_the_page_has_the_query() -> None:
    page = (ROOT / "docs" / "processors.md").read_text()
    query = NEXT.format(handover="resequencer__handover", outcomes="raw.outcomes")
    assert f"```sql{query}```" in page


def test_the_query_says_the_same(lake: Any, project: Project) -> None:
    """As docs/processors.md has it, over many sequences at once."""
    assert project.invoke("run-operation", "validate_settings").success  # Spark stands
    spark = SparkSession.active()
    handover, outcomes, expected = [], [], []
    for seed in range(3_000):
        line, told, rules = drawn(random.Random(seed))
        for one in line:
            row = place(one, rules)
            handover.append(
                (
                    "all",
                    "all",
                    f"s{seed}",
                    f"m{one.position}",
                    one.position,
                    1,
                    "released",
                    None,
                    *row.values(),
                )
            )
        outcomes += [
            ("all", f"s{seed}", f"m{position}", position, attempt, outcome)
            for (position, attempt), outcome in told.items()
            # Reported twice, or of another attempt besides: both are nothing new.
            for attempt, outcome in [(attempt, outcome), (attempt, outcome), (7, "delivered")]
        ]
        expected += [(f"s{seed}", position) for position in may_be_handed_on(line, told, rules)]
    found = spark.sql(
        NEXT,
        handover=spark.createDataFrame(
            handover,
            "ruleset string, order_group string, sequence_id string, message_id string, sequence_number bigint,"
            " batch_id bigint, verdict string, waiting_since timestamp, release_position bigint, attempt bigint,"
            " waits_for string, failure_stops boolean, is_failed boolean, outcome string",
        ),
        outcomes=spark.createDataFrame(
            outcomes,
            "ruleset string, sequence_id string, message_id string, release_position bigint, attempt bigint,"
            " outcome string",
        ),
    )
    assert sorted((row["sequence_id"], row["release_position"]) for row in found.collect()) == sorted(
        expected
    )
