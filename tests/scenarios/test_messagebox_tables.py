"""Each column that the text on BizTalk's MessageBox names has the value it should (tests/messagebox_spec.yml)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from pyspark.sql import Row
from tests.scenarios.messagebox import START, STORED, Box, instance_uid, minutes, moment, uid
from tests.scenarios.project import Project, failure_text

HOST = "BizTalkServerApplication"

SUBSCRIPTIONS: list[dict[str, Any]] = [
    {
        "name": "orders", "service": "OrderProcess", "class": "orchestration", "host": HOST, "priority": 3,
        "match": [{"t": "order", "amount": {"ge": 1000}}, {"t": "big order"}], "delivery": "acknowledged",
    },
    {"name": "halted", "host": HOST, "status": "stopped", "match": {"t": "halt"}},
    {"name": "talk", "match": {"t": "line"}, "correlate": ["order_id"], "delivery": "acknowledged"},
    {
        "name": "answers", "class": "response", "kind": "instance", "match": {"t": "answer"}, "correlate": ["token"],
        "delivery": "acknowledged",
    },
    {
        "name": "never", "class": "nobody",
        "match": {
            "t": "never", "in": {"in": ["a", "b"]}, "ne": {"ne": True}, "not_in": {"not_in": [1]}, "lt": {"lt": 1}, "le": {"le": 1},
            "gt": {"gt": 1}, "exists": {"exists": False}, "bits": {"bits": 6}, "prefix": {"prefix": "x"},
        },
    },
]  # fmt: skip


def message(message_id: str, at: float, **properties: str) -> dict[str, Any]:
    return {"message_id": message_id, "arrived_at": moment(at), "properties": properties}


def action(name: str, at: float, instance: str, **more: Any) -> dict[str, Any]:
    uid_ = instance_uid(instance)
    return {"action_id": f"{name} {instance}", "action": name, "instance_uid": uid_, "at": moment(at), **more}


def microseconds(at: float) -> int:
    return (START - START.fromtimestamp(0, START.tzinfo) + timedelta(minutes=at)) // timedelta(microseconds=1)


def of_each(rows: Iterable[Row], key: str) -> dict[Any, dict[str, Any]]:
    """Rows by what tells them apart; times as minutes."""
    found = {}
    for row in rows:
        values = {
            name: minutes(value) if name.endswith("_at") else value for name, value in row.asDict().items()
        }
        found[values[key]] = values
    return found


def names_of(subscription: str) -> dict[str, str]:
    """The uids of a subscription's host, service and class."""
    its = next(one for one in SUBSCRIPTIONS if one["name"] == subscription)
    return {
        "host_uid": uid("host", its.get("host", "default")),
        "service_uid": uid("service", its.get("service", subscription)),
        "class_uid": uid("class", its.get("class", "send_port")),
    }


def test_columns(new_project: Callable[[], Project]) -> None:
    """Two runs: what routing gives, then what becomes of it."""
    project = new_project()
    box = Box(project)
    project.variables["subscriptions"] = SUBSCRIPTIONS
    project.land("1.json", [
        message("m1", 1, t="order", amount="1500"), message("m2", 2, t="halt"), message("m3", 3, t="line", order_id="o1"),
        message("m4", 4, t="line", order_id="o1"), message("m5", 5, t="answer", token="A"), message("m6", 6, t="nothing"),
        message("m7", 7, t="order", amount="1e3"), message("m8", 8, t="big order"), message("m9", 9, t="big order"),
        message("m10", 10, t="big order"),
    ])  # fmt: skip
    box.report(
        "actions", "1.json",
        action("subscribe", 4.5, "x1", subscription="answers", values={"token": "A"}),
        action("subscribe", 4.6, "x2", subscription="answers", values={"token": "B"}),
        {**action("subscribe", 4.7, "x1", subscription="answers", values={"token": "C"}), "action_id": "another"},
    )  # fmt: skip
    project.run("--select", "+path:models/messagebox", as_of=moment(15))

    # Routed all: rows of the batch in message_props are of no use any more.
    assert project.query("select * from {s}.resequencer__message_props") == []
    made = project.query(
        "select disposition, count(*) as n from {s}.resequencer__messagebox group by disposition"
    )
    assert {row["disposition"]: row["n"] for row in made}["reference"] == 9
    check_found(project, {})
    check_scheduled(project)
    check_predicates(project)

    project.land(
        "2.json", [message("m11", 18, t="line", order_id="o1"), message("m12", 90, t="order", amount="7")]
    )
    box.report("deliveries", "2.json", {
        "message_id": "m7", "subscription": "orders", "outcome": "failed", "at": moment(16), "error_code": "E1",
        "error_description": "refused",
    })  # fmt: skip
    box.report(
        "actions", "2.json",
        action("begin", 16, "m1/orders", process_id="thread-1"),
        action("ready", 16, "m8/orders"),
        action("dehydrate", 16, "m9/orders"),
        action("begin", 16, "m10/orders", process_id="thread-2"),
        action("break", 16.5, "m10/orders"),
        action("suspend", 17, "m3/talk", error_code="E2", error_description="held"),
        action("suspend", 17, "x2", resumable=False, error_code="E3", error_description="broken"),
    )  # fmt: skip
    # What moves to another host leaves the instances that it has made where they are.
    moved: dict[str, dict[str, Any]] = {
        "halted": {"priority": 6},
        "orders": {"host": "elsewhere"},
        "answers": {"host": "elsewhere"},
    }
    later = [{**one, **moved.get(one["name"], {})} for one in SUBSCRIPTIONS]
    project.run("--select", *STORED, as_of=moment(30), subscriptions=later)

    check_props(project)
    check_found(project, {"m11": ("talk", 8, 18.0, 2)})
    check_versions(project)
    check_instances(project)
    check_queue(project)
    check_suspended(project)
    hosts = of_each(project.query("select * from {s}.resequencer__host_status"), "host")
    counted = {host: (row["queue_length"], row["instance_count"]) for host, row in hosts.items()}
    assert counted == {HOST: (4, 6), "default": (1, 3), "elsewhere": (0, 0)}
    tested = project.invoke(
        "test",
        "--select",
        "path:models/messagebox",
        "--exclude",
        "test_type:unit",
        "one_verdict_per_entry",
        "every_message_is_routed",
        as_of=moment(30),
        subscriptions=later,
    )
    assert tested.success, failure_text(tested)


def check_props(project: Project) -> None:
    """What is later than the clock is not routed yet."""
    rows = of_each(project.query("select * from {s}.resequencer__message_props"), "property")
    assert rows["t"] == {
        "batch_uid": uid("batch", "3"), "message_uid": uid("message", "m12"), "property_uid": uid("property", "t"),
        "property": "t", "value": "order", "number": None, "source": "promoted",
    }  # fmt: skip
    assert rows["amount"]["number"] == Decimal(7)
    assert rows["message_id"] == {
        "batch_uid": uid("batch", "3"), "message_uid": uid("message", "m12"), "property_uid": uid("property", "message_id"),
        "property": "message_id", "value": "m12", "number": None, "source": "system",
    }  # fmt: skip
    assert {row["source"] for name, row in rows.items() if name not in ("t", "amount")} == {"system"}


def check_found(project: Project, more: dict[str, tuple[str, int, float, int]]) -> None:
    """Which subscriptions matched: subscription, status code, time and batch by message."""
    wanted: dict[str, tuple[str, int, float, int]] = {
        "m1": ("orders", 1, 1, 1), "m2": ("halted", 2, 2, 1), "m3": ("talk", 1, 3, 1), "m4": ("talk", 1, 4, 1),
        "m5": ("answers", 1, 5, 1), "m7": ("orders", 1, 7, 1), "m8": ("orders", 1, 8, 1), "m9": ("orders", 1, 9, 1),
        "m10": ("orders", 1, 10, 1), **more,
    }  # fmt: skip
    instances = {"m4": "m3/talk", "m5": "x1", "m11": "m3/talk"}  # that were there
    rows = of_each(project.query("select * from {s}.resequencer__find_subscriptions"), "message_uid")
    for row in rows.values():
        del row["intake"], row["place"]
    expected = {}
    for message_id, (subscription, code, at, batch) in wanted.items():
        its = names_of(subscription)
        settings = next(one for one in SUBSCRIPTIONS if one["name"] == subscription)
        expected[uid("message", message_id)] = {
            "subscription_uid": uid("subscription", subscription), "host": settings.get("host", "default"),
            "message_uid": uid("message", message_id), "service_uid": its["service_uid"],
            "instance_uid": instance_uid(instances[message_id]) if message_id in instances else None,
            "subscription": subscription, "service": settings.get("service", subscription),
            "kind": settings.get("kind", "activation"), "matched_group": 2 if message_id in ("m8", "m9", "m10") else 1,
            "subscription_version": 1, "status_code": code, "routed_at": at, "batch_uid": uid("batch", str(batch)),
            "batch_id": batch,
        }  # fmt: skip
    assert rows == expected


def check_scheduled(project: Project) -> None:
    """What routing makes of instances: all that is known of them then."""
    rows = of_each(project.query("select * from {s}.resequencer__instances"), "instance_uid")
    states = {key: (row["state"], row["process_uid"]) for key, row in rows.items()}
    scheduled = ("m1/orders", "m3/talk", "m7/orders", "m8/orders", "m9/orders", "m10/orders")
    assert states == {
        **{instance_uid(name): (256, None) for name in scheduled},
        instance_uid("m2/halted"): (4, None), "x1": (8, None), "x2": (8, None),
        instance_uid("m6/routing-failure"): (32, None),
    }  # fmt: skip


def check_predicates(project: Project) -> None:
    rows = project.query(
        "select * from {s}.resequencer__predicates where subscription in ('orders', 'never', 'halted')"
    )
    found = {
        (row["subscription"], row["or_group"], row["property"]): (
            row["operator"],
            row["value"],
            row["value_type"],
            row["predicate_table"],
        )
        for row in rows
    }
    assert found == {
        ("orders", 1, "t"): ("eq", "order", "text", "EqualsPredicates"),
        ("orders", 1, "amount"): ("ge", "1000", "number", "GreaterThanOrEqualsPredicates"),
        ("orders", 2, "t"): ("eq", "big order", "text", "EqualsPredicates"),
        ("halted", 1, "t"): ("eq", "halt", "text", "EqualsPredicates"),
        ("halted", 2, "SPTransportID"): ("eq", "halted", "text", "EqualsPredicates"),
        ("never", 1, "t"): ("eq", "never", "text", "EqualsPredicates"),
        ("never", 1, "in"): ("in", '["a","b"]', "text", "EqualsPredicates2ndPass"),
        ("never", 1, "ne"): ("ne", "true", "boolean", "NotEqualsPredicates"),
        ("never", 1, "not_in"): ("not_in", '["1"]', "number", "NotEqualsPredicates"),
        ("never", 1, "lt"): ("lt", "1", "number", "LessThanPredicates"),
        ("never", 1, "le"): ("le", "1", "number", "LessThanOrEqualsPredicates"),
        ("never", 1, "gt"): ("gt", "1", "number", "GreaterThanPredicates"),
        ("never", 1, "exists"): ("exists", "false", "boolean", "ExistsPredicates"),
        ("never", 1, "bits"): ("bits", "6", "number", "BitwiseANDPredicates"),
        ("never", 1, "prefix"): ("prefix", "x", "text", "FirstPassPredicates"),
    }


def check_versions(project: Project) -> None:
    rows = project.query(
        "select * from {s}.resequencer__subscription_versions order by subscription, version"
    )
    halted = [
        (row["version"], minutes(row["valid_from"]), row["is_removed"], row["service"], row["class"], row["host"], row["kind"], row["status"],
         row["priority"], row["delivery"])
        for row in rows if row["subscription"] == "halted"
    ]  # fmt: skip
    assert halted == [
        (1, None, False, "halted", "send_port", HOST, "activation", "stopped", 5, "unacknowledged"),
        (2, 15, False, "halted", "send_port", HOST, "activation", "stopped", 6, "unacknowledged"),
    ]
    definitions = {row["subscription"]: json.loads(row["definition"]) for row in rows}
    assert definitions["talk"]["correlate"] == ["order_id"]
    assert len(rows) == len(SUBSCRIPTIONS) + 3


def check_instances(project: Project) -> None:
    wanted: dict[str, tuple[str, int, str, str | None, float, float, int]] = {
        "m1/orders": ("orders", 2, "running", uid("process", "thread-1"), 1, 16, 1),
        "m2/halted": ("halted", 4, "suspended", None, 2, 2, 1),
        "m3/talk": ("talk", 4, "suspended", None, 3, 17, 3),
        "m7/orders": ("orders", 4, "suspended", None, 7, 16, 1),
        "m8/orders": ("orders", 1, "ready to run", None, 8, 16, 1),
        "m9/orders": ("orders", 8, "dehydrated", None, 9, 16, 1),
        "m10/orders": ("orders", 64, "at a breakpoint", uid("process", "thread-2"), 10, 16.5, 1),
        "x1": ("answers", 8, "dehydrated", None, 4.5, 4.5, 1),
        "x2": ("answers", 32, "suspended, not resumable", None, 4.6, 17, 0),
    }
    expected: dict[str, dict[str, Any]] = {
        instance_uid(name): {
            "instance_uid": instance_uid(name), **names_of(subscription), "process_uid": process, "state": state,
            "state_name": state_name, "subscription": subscription, "created_at": created, "changed_at": changed,
            "reference_count": count,
        }
        for name, (subscription, state, state_name, process, created, changed, count) in wanted.items()
    }  # fmt: skip
    report = instance_uid("m6/routing-failure")
    expected[report] = {
        "host_uid": None, "instance_uid": report, "service_uid": uid("service", "RoutingFailureReport"),
        "class_uid": uid("class", "routing_failure"), "process_uid": None, "state": 32,
        "state_name": "suspended, not resumable", "subscription": None, "created_at": 6, "changed_at": 6, "reference_count": 1,
    }  # fmt: skip
    assert of_each(project.query("select * from {s}.resequencer__instances"), "instance_uid") == expected


def check_queue(project: Project) -> None:
    wanted: dict[str, tuple[str, str, str, int, float, int]] = {
        "m1": ("orders", "m1/orders", HOST, 3, 1, 1), "m8": ("orders", "m8/orders", HOST, 3, 8, 2),
        "m9": ("orders", "m9/orders", HOST, 3, 9, 3), "m10": ("orders", "m10/orders", HOST, 3, 10, 4),
        "m5": ("answers", "x1", "default", 5, 5, 1),
    }  # fmt: skip
    rows = of_each(project.query("select * from {s}.resequencer__host_queue"), "message_uid")
    expected = {}
    for message_id, (subscription, instance, host, priority, at, position) in wanted.items():
        key, us = uid("message", message_id), microseconds(at)
        intake, place = rows[key]["intake"], rows[key]["place"]
        expected[key] = {
            "queue_id": f"{priority:02}-{us:020}-{intake:020}-{us:020}-{place + 2**63:020}-{subscription} {instance_uid(instance)}",
            "message_uid": key, "subscription_uid": uid("subscription", subscription), **names_of(subscription),
            "instance_uid": instance_uid(instance), "host": host, "subscription": subscription, "priority": priority,
            "enqueued_at": at, "queue_position": position, "intake": intake, "place": place, "batch_id": 1,
        }  # fmt: skip
    assert rows == expected
    assert sorted(rows, key=lambda key: rows[key]["queue_id"])[:4] == [
        uid("message", f"m{number}") for number in (1, 8, 9, 10)
    ]
    # Which instance has which message: Q stands between Instances and Spool.
    unknown = project.query(
        "select * from {s}.resequencer__host_queue left anti join {s}.resequencer__instances using (instance_uid)"
    )
    assert unknown == []


def check_suspended(project: Project) -> None:
    held = "its instance is suspended: a resume frees it"
    stopped = "the subscription halted is stopped: a start frees it"
    # Message: subscription, instance, priority, enqueued, position, reason, additional_info, code, suspended, batch.
    wanted: dict[str, tuple[str, str, int, float | None, int, str, str, int, float, int]] = {
        "m7": ("orders", "m7/orders", 3, 7, 1, "delivery_failed", "refused", 1, 16, 1),
        "m2": ("halted", "m2/halted", 5, None, 2, "subscription_stopped", stopped, 2, 2, 1),
        "m3": ("talk", "m3/talk", 5, 3, 1, "instance_suspended", held, 1, 17, 1),
        "m4": ("talk", "m3/talk", 5, 4, 2, "instance_suspended", held, 1, 17, 1),
        "m11": ("talk", "m3/talk", 5, None, 3, "instance_suspended", held, 8, 18, 2),
    }
    rows = of_each(project.query("select * from {s}.resequencer__host_queue_suspended"), "message_uid")
    assert len({row["queue_id"] for row in rows.values()}) == len(rows)
    for row in rows.values():
        assert row.pop("queue_id").startswith(f"{row['priority']:02}-")
        del row["intake"], row["place"]
    expected = {}
    for message_id, (
        subscription, instance, priority, enqueued, position, reason, additional_info, code, suspended, batch,
    ) in wanted.items():  # fmt: skip
        settings = next(one for one in SUBSCRIPTIONS if one["name"] == subscription)
        expected[uid("message", message_id)] = {
            "message_uid": uid("message", message_id), "subscription_uid": uid("subscription", subscription), **names_of(subscription),
            "instance_uid": instance_uid(instance), "host": settings.get("host", "default"), "subscription": subscription,
            "priority": priority, "enqueued_at": enqueued, "queue_position": position, "batch_id": batch, "reason": reason,
            "additional_info": additional_info, "is_resumable": True, "status_code": code, "suspended_at": suspended,
        }  # fmt: skip
    assert rows == expected

    instances = of_each(project.query("select * from {s}.resequencer__instances_suspended"), "instance_uid")
    report = instances.pop(instance_uid("m6/routing-failure"))
    assert (report["state"], report["reason"], report["is_resumable"], report["suspended_at"]) == (
        32,
        "no_match",
        False,
        6,
    )
    assert report["error_description"].startswith("no predicate of an enlisted subscription holds")
    known: dict[str, tuple[str, int, str | None, str | None, str, float]] = {
        "m2/halted": ("halted", 4, None, None, "subscription_stopped", 2),
        "m7/orders": ("orders", 4, "E1", "refused", "delivery_failed", 16),
        "m3/talk": ("talk", 4, "E2", "held", "suspended", 17),
        "x2": ("answers", 32, "E3", "broken", "suspended", 17),
    }
    assert instances == {
        instance_uid(name): {
            "instance_uid": instance_uid(name), **names_of(subscription), "process_uid": None, "state": state,
            "error_code": code, "error_description": description, "reason": reason, "is_resumable": state == 4,
            "suspended_at": at,
        }
        for name, (subscription, state, code, description, reason, at) in known.items()
    }  # fmt: skip


@pytest.mark.long
def test_contents(new_project: Callable[[], Project]) -> None:
    """One run: a message of two parts with all that tells who published it, and one with nothing but a body."""
    project = new_project()
    Box(project)
    project.variables["subscriptions"] = SUBSCRIPTIONS
    project.variables["pipelines"] = [
        {"name": "XMLReceive", "from": ["edi"], "promote": ["t"], "message_type": "upper(body)"},
        {"name": "PassThruReceive", "from": ["ftp"], "promote": "none"},
    ]
    context = {
        "t": "order", "entity": "edi", "UserName": "svc", "PublishingServer": "srv1", "OriginatorSID": "S-1-5-21",
        "OriginatorPID": "p-9", "publisher": "orchestration", "parent_message_id": "m0",
    }  # fmt: skip
    parts = [
        {"name": "pdf", "content": "JVBE", "content_type": "application/pdf"},
        {"name": "main", "content": "öl", "is_body": True},
    ]
    project.land("1.json", [
        {**message("m1", 1, **context), "parts": parts},
        {**message("m2", 2, entity="ftp", t="order"), "body": "b", "message_type": "plain"},
    ])  # fmt: skip
    project.run("--select", "+path:models/messagebox", as_of=moment(15))

    m1, m2 = uid("message", "m1"), uid("message", "m2")
    spool = of_each(project.query("select * from {s}.resequencer__spool"), "message_uid")
    for row in spool.values():
        del row["intake"], row["place"]
    assert spool == {
        m1: {
            "message_uid": m1, "user_name": "svc", "publishing_server": "srv1", "originator_sid": "S-1-5-21", "originator_pid": "p-9",
            "message_type": "ÖL", "num_parts": 2, "body_part_uid": uid("part", f"{m1}/2"), "body_part_name": "main", "counter": 2,
            "context": context, "promoted": ["t"], "message_id": "m1", "publisher": "orchestration", "arrived_at": 1, "published_at": 1,
            "parent_message_id": "m0",
        },
        m2: {
            "message_uid": m2, "user_name": None, "publishing_server": None, "originator_sid": None, "originator_pid": "s-1-5-7",
            "message_type": "plain", "num_parts": 1, "body_part_uid": uid("part", f"{m2}/1"), "body_part_name": "body", "counter": 1,
            "context": {"entity": "ftp", "t": "order"}, "promoted": [], "message_id": "m2", "publisher": "receive_port", "arrived_at": 2,
            "published_at": 2, "parent_message_id": None,
        },
    }  # fmt: skip
    rows = project.query(
        "select message_uid, part_uid, part_name, is_body, ordinal, part_size, part, content_type"
        " from {s}.resequencer__message_parts full join {s}.resequencer__parts using (part_uid)"
    )
    assert {tuple(row) for row in rows} == {
        (m1, uid("part", f"{m1}/1"), "pdf", 0, 1, 4, "JVBE", "application/pdf"),
        (m1, uid("part", f"{m1}/2"), "main", 1, 2, 3, "öl", None),
        (m2, uid("part", f"{m2}/1"), "body", 1, 1, 1, "b", None),
    }
    # There is one copy of it.
    copies = project.query("select raw_record from {s}.resequencer__arrivals where raw_record like '%JVBE%'")
    assert len(copies) == 1
