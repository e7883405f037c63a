"""resequencer__retain with subscriptions: what is done is forgotten, what somebody still needs is not."""

from __future__ import annotations

from typing import Any

import pytest
from tests.oracle.messagebox import Report, Run
from tests.oracle.messagebox_examples import m
from tests.scenarios.messagebox import Box, moment
from tests.scenarios.project import Project, failure_text

TESTS = (
    "every_message_is_routed",
    "one_reference_per_subscription",
    "every_instance_has_a_reason",
    "every_part_is_counted",
    "one_verdict_per_entry",
    "released_in_order",
)

LAST = 10


@pytest.fixture
def box(project: Project) -> Box:
    made = Box(project)
    made.project.variables |= {"retain": "15m", "tidy_every": 2, "keep_versions": "0s"}
    made.project.variables["subscriptions"] = [
        {"name": "all", "match": "all", "addressable": False},
        {"name": "work", "match": {"for": "work"}, "delivery": "acknowledged"},
        {"name": "order", "match": {"n": {"exists": True}}, "ordered": {"group_by": "", "key": "##n##"}},
        {"name": "host", "match": {"for": "host"}, "kind": "instance", "correlate": ["o"], "delivery": "acknowledged"},
    ]  # fmt: skip
    return made


def run(box: Box, number: int, *reports: Report, **properties: str) -> None:
    """A run at ten minutes each, with one message that the ledger releases and one of the properties."""
    box.land(Run(10.0 * number, (), (m(f"in_turn_{number}", 10 * number - 2, n=str(number)),), reports))
    if properties:
        box.project.land(f"other_{number}.json", [{
            "message_id": f"other_{number}", "arrived_at": moment(10 * number - 1), "properties": properties,
        }])  # fmt: skip
    selected = () if number == LAST else ("--select", "+resequencer__ledger")
    box.project.run(*selected, as_of=moment(10 * number))


def ids(box: Box, query: str) -> set[Any]:
    return {row[0] for row in box.project.query(query)}


def messages(box: Box, model: str) -> set[str]:
    """Which messages a table tells of, by ids."""
    return ids(
        box,
        f"select p.message_id from {{s}}.{model} as r join {{s}}.int_resequencer__publications as p using (message_uid)",
    )


@pytest.mark.long
def test_what_is_done_is_forgotten(box: Box) -> None:
    subscribe = Report(
        1, action="subscribe", subscription="host", instance="mine", values=("7",), action_id="s"
    )
    run(box, 1, subscribe, **{"for": "work"})
    run(box, 2, **{"for": "host", "o": "7"})
    run(box, 3, **{"for": "host", "o": "7"})
    for number in range(4, LAST + 1):
        run(box, number, **{"for": "nobody", "n": "no number"} if number == 4 else {})

    # Of the first run there is what nobody has delivered yet, of others what is younger than 15 minutes; and its ingest-mates.
    kept = {"in_turn_1", "other_1", "in_turn_2", "other_2", "in_turn_3", "other_3", "in_turn_9", "in_turn_10"}
    assert messages(box, "resequencer__find_subscriptions") == kept
    assert messages(box, "resequencer__spool") == kept
    assert messages(box, "resequencer__message_references") == kept
    assert ids(box, "select message_id from {s}.resequencer__released") == {"in_turn_9", "in_turn_10"}
    open_ones = "select message_id from {s}.resequencer__host_queue join {s}.int_resequencer__publications using (message_uid)"
    assert ids(box, open_ones + " where subscription in ('work', 'host')") == {
        "other_1",
        "other_2",
        "other_3",
    }
    assert ids(box, "select instance_uid from {s}.resequencer__instance_history where changed_by = 's'") == {
        "mine"
    }
    for test in TESTS:
        result = box.project.invoke("test", "--select", test, as_of=moment(100))
        assert result.success, failure_text(result)
