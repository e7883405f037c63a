"""What subscriptions mean: the one form that all ways to write them lead to, and what is told of a wrong one."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from dbt.adapters.factory import FACTORY
from dbt_common.exceptions import CompilationError
from pyspark.sql import SparkSession
from pyspark.sql.functions import expr
from tests.scenarios.project import Project, failure_text

SUBSCRIPTIONS = "resequencer__subscriptions"


def of_values(type_: str, *values: str) -> list[dict[str, str]]:
    return [{"type": type_, "value": value} for value in values]


def predicate(
    operator: str, operands: list[dict[str, str]], ignore_case: bool = False, name: str = "x"
) -> dict[str, Any]:
    return {"property": name, "operator": operator, "ignore_case": ignore_case, "operands": operands}


PREDICATES: list[tuple[Any, list[dict[str, Any]]]] = [
    ("eu", [predicate("eq", of_values("text", "eu"))]),
    ("", [predicate("eq", of_values("text", ""))]),
    (" 1000 ", [predicate("eq", of_values("text", " 1000 "))]),
    (1000, [predicate("eq", of_values("number", "1000"))]),
    (True, [predicate("eq", of_values("boolean", "true"))]),
    (date(2026, 1, 31), [predicate("eq", of_values("time", "2026-01-31"))]),
    (
        {"ge": datetime(2026, 1, 31, 12, tzinfo=UTC)},
        [predicate("ge", of_values("time", "2026-01-31T12:00:00+00:00"))],
    ),
    (["eu", "us", "eu"], [predicate("in", of_values("text", "eu", "us"))]),
    ([1, 1.0, 2], [predicate("in", of_values("number", "1", "2"))]),
    ({"eq": "eu"}, [predicate("eq", of_values("text", "eu"))]),
    ({"in": [1, 2]}, [predicate("in", of_values("number", "1", "2"))]),
    ({"ne": False}, [predicate("ne", of_values("boolean", "false"))]),
    ({"not_in": ["a", 2], "type": "text"}, [predicate("not_in", of_values("text", "a", "2"))]),
    ({"lt": -0.5}, [predicate("lt", of_values("number", "-0.5"))]),
    ({"le": "b"}, [predicate("le", of_values("text", "b"))]),
    ({"gt": 1e16}, [predicate("gt", of_values("number", "10000000000000000"))]),
    (
        {"ge": 5, "lt": 7},
        [predicate("ge", of_values("number", "5")), predicate("lt", of_values("number", "7"))],
    ),
    ({"exists": True}, [predicate("exists", of_values("boolean", "true"))]),
    ({"exists": "False"}, [predicate("exists", of_values("boolean", "false"))]),
    ({"bits": 2**63 - 1}, [predicate("bits", of_values("number", "9223372036854775807"))]),
    ({"prefix": "a"}, [predicate("prefix", of_values("text", "a"))]),
    ({"suffix": "007"}, [predicate("suffix", of_values("text", "007"))]),
    ({"contains": ""}, [predicate("contains", of_values("text", ""))]),
    ({"pattern": "^a+$"}, [predicate("pattern", of_values("text", "^a+$"))]),
    ({"eq": "EU", "ignore_case": True}, [predicate("eq", of_values("text", "EU"), ignore_case=True)]),
    # Nothing that has a case.
    ({"eq": 1, "ignore_case": True}, [predicate("eq", of_values("number", "1"))]),
    (
        {"ignore_case": True, "exists": True, "prefix": "a"},
        [
            predicate("exists", of_values("boolean", "true")),
            predicate("prefix", of_values("text", "a"), ignore_case=True),
        ],
    ),
    ({"eq": 1000, "type": "text"}, [predicate("eq", of_values("text", "1000"))]),
    ({"eq": True, "type": "text"}, [predicate("eq", of_values("text", "true"))]),
    ({"in": ["1e3", "007"], "type": "number"}, [predicate("in", of_values("number", "1000", "7"))]),
    ({"eq": "TRUE", "type": "boolean"}, [predicate("eq", of_values("boolean", "true"))]),
    (
        {"lt": "31/Jan/2026:12:00:00 +0000", "type": "time"},
        [predicate("lt", of_values("time", "31/Jan/2026:12:00:00 +0000"))],
    ),
]

# One text for each number: what is compared as text is equal where the numbers are.
NUMBERS: dict[str, str | None] = {
    "7": "7", "7.0": "7", "007": "7", "+7": "7", " 7 ": "7", "7.": "7", ".5": "0.5", "-0.50": "-0.5", "-0": "0",
    "0.000": "0", "1e3": "1000", "1.5E-3": "0.0015", "-12.340e1": "-123.4", "100e-2": "1", "0e999999999": "0",
    "99999999999999999999": "99999999999999999999", "1e19": "10000000000000000000", "1e20": None,
    "1e-18": "0.000000000000000001", "1e-19": None, "10e-19": "0.000000000000000001", "1e999999999": None,
    "0.1234567890123456789": None, "0.1234567890123456780": "0.123456789012345678",
    "0x3E8": None, "1,000": None, "NaN": None, "inf": None, "": None, ".": None, "e3": None, "\u0667": None, "1_000": None,
}  # fmt: skip

ADDRESS = [predicate("eq", of_values("text", "a"), name="SPTransportID")]
GROUP = [predicate("eq", of_values("text", "y"))]
DEFAULTS: dict[str, Any] = {
    "name": "a", "service": "a", "class": "send_port", "host": "default", "kind": "activation", "status": "started",
    "is_unrouted": False, "groups": [GROUP, ADDRESS], "filter": None, "correlate": [], "once": False,
    "delivery": "unacknowledged", "priority": 5, "on_unenlist": "keep", "is_ordered": False, "ordered": None,
}  # fmt: skip
X = {"x": "y"}
ORDERED = {"key": "##n##", "delivery": "acknowledged"}
FORMS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"match": X}, {}),
    ({"match": [X]}, {}),
    ({"match": [X], "host": None, "priority": None, "correlate": [], "ordered": None, "filter": None}, {}),
    ({"match": [X, {"x": "y", "z": 1}]},
     {"groups": [GROUP, [*GROUP, predicate("eq", of_values("number", "1"), name="z")], ADDRESS]}),
    ({"match": X, "addressable": False}, {"groups": [GROUP]}),
    ({"match": X, "class": "orchestration"}, {"class": "orchestration", "groups": [GROUP]}),
    ({"match": X, "class": "orchestration", "addressable": True}, {"class": "orchestration"}),
    ({"match": "all"}, {"groups": [[]]}),
    ({"match": "all", "addressable": True}, {"groups": [[]]}),
    ({"match": "unrouted"}, {"groups": [[]], "is_unrouted": True}),
    ({"filter": "x = 'y'"}, {"groups": [], "filter": "x = 'y'"}),
    ({"match": X, "correlate": ["k", "BTS.MessageID"]}, {"correlate": ["k", "message_id"]}),
    ({"match": X, "kind": "instance", "correlate": ["k"], "once": True},
     {"kind": "instance", "correlate": ["k"], "once": True, "groups": [GROUP]}),
    ({"match": X, "service": "S", "host": "H", "status": "stopped", "delivery": "acknowledged", "priority": 10,
      "on_unenlist": "terminate"},
     {"service": "S", "host": "H", "status": "stopped", "delivery": "acknowledged", "priority": 10,
      "on_unenlist": "terminate"}),
    ({"match": X, "ordered": {}}, {"is_ordered": True, "ordered": {}}),
    ({"match": X, "ordered": ORDERED}, {"is_ordered": True, "ordered": ORDERED, "delivery": "acknowledged"}),
    ({"match": {"BTS.MessageType": "y"}}, {"groups": [[predicate("eq", of_values("text", "y"), name="message_type")], ADDRESS]}),
    ({"match": {"BTS.ReceivePortName": "y"}}, {"groups": [[predicate("eq", of_values("text", "y"), name="entity")], ADDRESS]}),
    ({"match": {"BTS.InboundTransportLocation": "y"}}, {"groups": [[predicate("eq", of_values("text", "y"), name="file_path")], ADDRESS]}),
    ({"match": {"BTS.MessageID": "y"}}, {"groups": [[predicate("eq", of_values("text", "y"), name="message_id")], ADDRESS]}),
]  # fmt: skip


@pytest.mark.parametrize(("condition", "expected"), PREDICATES, ids=str)
def test_the_form_of_a_predicate(
    call_macro: Callable[..., Any], condition: Any, expected: list[dict[str, Any]]
) -> None:
    assert call_macro("_predicates", setting="s", name="x", condition=condition) == expected


@pytest.mark.parametrize(("text", "expected"), NUMBERS.items(), ids=str)
def test_the_form_of_a_number(call_macro: Callable[..., Any], text: str, expected: str | None) -> None:
    assert call_macro("plain_decimal", value=text) == expected


@pytest.mark.parametrize(("given", "changed"), FORMS, ids=str)
def test_the_form_of_a_subscription(
    call_macro: Callable[..., Any], given: dict[str, Any], changed: dict[str, Any]
) -> None:
    assert call_macro("_subscriptions_setting", value=[{"name": "a"} | given]) == [DEFAULTS | changed]


def wrong(field: Any, *told: str, **others: Any) -> tuple[Any, list[str]]:
    """A subscription that would be right but for these fields."""
    return [{"name": "a", "match": X} | field | others], list(told)


def wrong_match(condition: Any, *told: str) -> tuple[Any, list[str]]:
    return [{"name": "a", "match": [{"x": condition}]}], ["a.match[0].x", *told]


WRONG: list[tuple[Any, list[str]]] = [
    ({"name": "a", "match": X}, ["is not a list of subscriptions", "[]"]),
    ("all", ["is not a list of subscriptions"]),
    (3, ["is not a list of subscriptions"]),
    (["a"], ["[0] is not a mapping"]),
    ([{"match": X}], ["[0].name is missing", "letters"]),
    ([{"name": "a b", "match": X}], ["[0].name is", "a b", "letters"]),
    ([{"name": "\u00e4", "match": X}], ["[0].name", "from a to z"]),
    ([{"name": 5, "match": X}], ["[0].name is", "5"]),
    ([{"name": date(2026, 1, 1), "match": X}], ["[0].name is", "2026-01-01"]),
    ([{"name": "a", "match": X}] * 2, ["[1].name", "another subscription has"]),
    wrong({"prioritty": 3}, "a has an unknown field prioritty", "did you mean priority?"),
    wrong({"match": None}, "a.match is not set, and filter is not either", "unrouted"),
    wrong({"filter": "1 = 1"}, "a.filter is set together with match"),
    wrong({"filter": " ", "match": None}, "a.filter is"),
    wrong({"filter": 3, "match": None}, "a.filter is"),
    wrong({"match": []}, "a.match is empty", "message_type: order"),
    wrong({"match": {}}, "a.match is empty"),
    wrong({"match": True}, "a.match is", "True", "message_type: order"),
    wrong({"match": "unroutd"}, "a.match is", "unrouted; there are all, unrouted"),
    wrong({"match": [X, {}]}, "a.match[1] is empty", "match: all"),
    wrong({"match": ["x"]}, "a.match[0] is not a mapping"),
    wrong({"match": {"body": "x"}}, "a.match has the name body", "by which no message is routed", "message_type"),
    wrong({"match": {"properties": "x"}}, "a.match has the name properties"),
    wrong({"match": {False: "x"}}, "a.match has the name", "false", "in quotes"),
    wrong({"match": {"": "x"}}, "a.match has the name"),
    wrong({"kind": "instanc"}, "a.kind", "instance; there are activation, instance"),
    wrong({"kind": "instance"}, "a.correlate is not set with kind: instance"),
    wrong({"kind": "instance", "correlate": []}, "a.correlate is not set with kind: instance"),
    wrong({"correlate": "order_id"}, "a.correlate is not a list"),
    wrong({"correlate": ["k", 3]}, "a.correlate[1] is 3"),
    wrong({"correlate": ["body"]}, "a.correlate[0] has the name body"),
    wrong({"correlate": ["message_id", "BTS.MessageID"]}, "a.correlate[1]", "message_id", "again"),
    wrong({"once": True}, "a.once is true without kind: instance"),
    wrong({"once": "once"}, "a.once is", "true or false"),
    wrong({"status": "paused"}, "a.status", "started, stopped, unenlisted"),
    wrong({"delivery": "acknowleged"}, "a.delivery", "acknowledged; there are"),
    wrong({"on_unenlist": "drop"}, "a.on_unenlist", "keep, terminate"),
    wrong({"priority": 0}, "a.priority is 0", "at least 1 and at most 10"),
    wrong({"priority": 11}, "a.priority is 11", "at least 1 and at most 10"),
    wrong({"priority": "high"}, "a.priority", "a whole number"),
    wrong({"host": "no blanks"}, "a.host is", "letters"),
    wrong({"service": 3}, "a.service is 3", "letters"),
    wrong({"class": ""}, "a.class is", "letters"),
    wrong({"addressable": "yes"}, "a.addressable", "true or false"),
    wrong({"addressable": True, "match": "unrouted"}, "a.addressable is true together with match: unrouted"),
    wrong({"addressable": True, "match": None, "filter": "1 = 1"}, "a.addressable is true together with filter"),
    wrong({"addressable": True, "kind": "instance", "correlate": ["k"]}, "a.addressable is true together with kind: instance"),
    wrong({"match": "unrouted", "correlate": ["k"]}, "a.match is unrouted together with correlate"),
    wrong({"match": "unrouted", "kind": "instance", "correlate": ["k"]}, "a.match is unrouted together with kind: instance"),
    wrong({"ordered": True}, "a.ordered is not a mapping"),
    wrong({"ordered": {}, "correlate": ["k"]}, "a.correlate is set together with ordered", "group_by"),
    wrong({"ordered": {}, "kind": "instance", "correlate": ["k"]}, "a.correlate is set together with ordered"),
    wrong({"ordered": {}, "delivery": "unacknowledged"}, "a.delivery is set together with ordered"),
    *(wrong({"ordered": {field: None}}, f"a.ordered.{field} is set", "left out") for field in ("name", "match", "outlink")),
    wrong({"ordered": {"type": "claim"}}, "a.ordered.type is claim"),
    ([{"name": f"a{i}", "filter": "1 = 1"} for i in range(101)], ["has 101 filters", "at most 100"]),
    wrong_match(None, "x is null", "exists: false"),
    wrong_match([], "is empty"),
    wrong_match(["a", None], "x[1] is null", "exists: false"),
    wrong_match([["a"]], "x[0] is a list"),
    wrong_match({}, "says nothing"),
    wrong_match({"ignore_case": True}, "says nothing"),
    wrong_match({"greater": 3}, "unknown operator greater", "eq, in"),
    wrong_match({"prefx": "a"}, "unknown operator prefx; did you mean prefix?"),
    wrong_match({"gte": 3}, "unknown operator gte; did you mean ge?"),
    wrong_match({False: "a"}, "unknown operator False"),
    wrong_match({"ge": None}, "x.ge is null", "exists: false"),
    wrong_match({"in": None}, "x.in is not a list", "exists: false"),
    wrong_match({"in": []}, "x.in is empty"),
    wrong_match({"in": "eu"}, "x.in is not a list"),
    wrong_match({"not_in": {"a": 1}}, "x.not_in is not a list"),
    wrong_match({"eq": ["a"]}, "x.eq is a list", "in or not_in"),
    wrong_match({"eq": {"a": 1}}, "x.eq is a mapping"),
    wrong_match({"not_in": ["eu", 5]}, "x.not_in has a text and a number", "[1, 2]", "type: text"),
    wrong_match([1, True], "x has a number and a boolean", "type: text beside in"),
    wrong_match({"exists": "yes"}, "x.exists", "true or false"),
    wrong_match({"exists": None}, "x.exists is null"),
    wrong_match({"bits": -1}, "x.bits is -1", "at least 0"),
    wrong_match({"bits": 2**63}, "x.bits is 9223372036854775808"),
    wrong_match({"bits": 1.5}, "x.bits is 1.5", "a whole number"),
    wrong_match({"bits": True}, "x.bits is true", "a whole number"),
    *(wrong_match({operator: 7}, f"x.{operator} is", "no text", "in quotes") for operator in ("prefix", "suffix", "contains", "pattern")),
    wrong_match({"prefix": "7", "type": "number"}, "x.prefix is set with type: number"),
    wrong_match({"eq": 1, "type": "numbr"}, "x.type is", "number; there are text, number, boolean, time"),
    wrong_match({"eq": "a", "ignore_case": "maybe"}, "x.ignore_case is", "true or false"),
    wrong_match(1e20, "1e+20", "no number", "20 digits"),
    wrong_match(float("inf"), "inf", "no number"),
    wrong_match({"ge": 10**20}, "x.ge is", "no number"),
    wrong_match({"ge": 1e-19}, "x.ge is", "no number"),
    wrong_match({"eq": "0x3E8", "type": "number"}, "x.eq is", "0x3E8", "no number"),
    wrong_match({"in": ["1", True], "type": "number"}, "x.in[1] is", "True", "no number"),
    wrong_match({"eq": "yes", "type": "boolean"}, "x.eq is", "yes", "true or false"),
    # Where they are rows.
    ({"relation": "raw. subscriptions"}, [".relation is", "name of a table"]),
    ({"relation": "raw.subscriptions", "path": "/x"}, [".path is set together with relation"]),
    ({"format": "text", "path": "/x"}, [".format is text"]),
    ({"format": "json"}, [".path is missing"]),
    ({"path": "/x", "schema": "name string"}, [".schema is set"]),
]  # fmt: skip


@pytest.mark.parametrize(("value", "told"), WRONG, ids=lambda given: str(given)[:100])
def test_wrong_subscriptions(call_macro: Callable[..., Any], value: Any, told: list[str]) -> None:
    with pytest.raises(CompilationError) as raised:
        call_macro("_subscriptions_setting", value=value)
    for words in [SUBSCRIPTIONS, "It may be: ", *told]:
        assert words in str(raised.value)


PIPELINES: list[tuple[Any, list[str]]] = [
    ({"name": "a"}, ["resequencer__pipelines is not a list"]),
    (["a"], ["[0] is not a mapping"]),
    ([{"promote": "all"}], ["[0].name"]),
    ([{"name": "a"}] * 2, ["[1].name", "another pipeline has"]),
    ([{"name": "a", "form": "edi"}], ["a has an unknown field form", "did you mean from?"]),
    ([{"name": "a", "from": []}], ["a.from is", "left out"]),
    ([{"name": "a", "from": ["edi", 3]}], ["a.from[1] is 3"]),
    ([{"name": "a", "promote": "non"}], ["a.promote is", "none; there are all, none"]),
    ([{"name": "a", "promote": ["x", 3]}], ["a.promote[1] is 3"]),
    ([{"name": "a", "message_type": 3}], ["a.message_type is 3", "SQL expression"]),
]


@pytest.mark.parametrize(("value", "told"), PIPELINES, ids=str)
def test_wrong_pipelines(call_macro: Callable[..., Any], value: Any, told: list[str]) -> None:
    with pytest.raises(CompilationError) as raised:
        call_macro("_pipelines_setting", value=value, has_subscriptions=True)
    for words in ["resequencer__pipelines", "It may be: ", *told]:
        assert words in str(raised.value)


def test_the_form_of_pipelines(call_macro: Callable[..., Any]) -> None:
    written = [
        {"name": "a", "from": "ftp", "promote": "none"},
        {"name": "b", "from": ["edi", "as2"], "promote": ["amount"], "message_type": "upper(message_type)"},
        {"name": "c", "message_type": '{{ sql_text("it\'s") }}'},
    ]
    assert call_macro("_pipelines_setting", value=written, has_subscriptions=True) == [
        {"name": "a", "sources": ["ftp"], "promoted": [], "message_type": None},
        {
            "name": "b",
            "sources": ["edi", "as2"],
            "promoted": ["amount"],
            "message_type": "upper(message_type)",
        },
        {"name": "c", "sources": None, "promoted": None, "message_type": "'it\\'s'"},
    ]
    assert call_macro("_pipelines_setting", value=None) == []


def test_what_is_told_of_a_publisher(call_macro: Callable[..., Any]) -> None:
    default = call_macro("_publisher_setting", value=None)
    given = {"user_name": "properties['user']", "publisher": None}
    assert call_macro("_publisher_setting", value=given) == default | {"user_name": "properties['user']"}
    for wrong_one, words in [
        ("x", "not a mapping"),
        ({"usr_name": "x"}, "did you mean user_name?"),
        ({"user_name": 3}, "resequencer__publisher.user_name is 3"),
    ]:
        with pytest.raises(CompilationError, match="resequencer__publisher") as raised:
            call_macro("_publisher_setting", value=wrong_one)
        assert words in str(raised.value)


WRONG_TOGETHER: list[tuple[dict[str, Any], list[str]]] = [
    ({"subscriptions": [], "rulesets": [{"name": "a"}]}, ["resequencer__rulesets is set together with resequencer__subscriptions"]),
    ({"pipelines": [{"name": "a"}]}, ["resequencer__pipelines has no effect without resequencer__subscriptions"]),
    ({"message_identity": "message"}, ["resequencer__message_identity", "message_id"]),
    ({"route_by": "newst"}, ["resequencer__route_by", "newest"]),
    ({"max_references": 0}, ["resequencer__max_references is 0", "at least 1"]),
    # An ordered one is checked as a ruleset.
    ({"subscriptions": [{"name": "a", "match": "all", "ordered": {"bake_tme": "1s"}}]},
     ["resequencer__subscriptions a.ordered has an unknown field bake_tme", "did you mean bake_time?"]),
    ({"subscriptions": [{"name": "a", "match": "all", "ordered": {"zzz": 1}}]},
     ["resequencer__subscriptions a.ordered has an unknown field zzz. It may be: one of", "docs/settings.md"]),
    ({"subscriptions": [{"name": "a", "match": "all", "ordered": {"bake_time": "60"}}]}, ["resequencer__subscriptions a.bake_time"]),
    ({"subscriptions": [{"name": "nohit", "match": "all", "ordered": {}}]}, ["resequencer__subscriptions[0].name is nohit"]),
    ({"subscriptions": [{"name": "a", "match": "all", "ordered": {"delivery": "acknowledged"}}]},
     ["resequencer__subscriptions a.delivery", "nothing says what has been delivered"]),
]  # fmt: skip


@pytest.mark.parametrize(("variables", "told"), WRONG_TOGETHER, ids=lambda given: str(given)[:100])
def test_what_does_not_go_together(
    call_macro: Callable[..., Any], variables: dict[str, Any], told: list[str]
) -> None:
    with pytest.raises(CompilationError) as raised:
        call_macro("settings", {f"resequencer__{name}": value for name, value in variables.items()})
    for words in ["It may be: ", *told]:
        assert words in str(raised.value)


def test_settings_are_known_once(call_macro: Callable[..., Any]) -> None:
    names = call_macro("known_settings")
    assert len(names) == len(set(names))


def test_ordered_subscriptions_are_the_rulesets(call_macro: Callable[..., Any]) -> None:
    subscriptions = [
        {"name": "b", "match": "all", "ordered": {"key": "##n##", "bake_time": "10m"}},
        {"name": "u", "match": "all", "correlate": ["k"]},
        {"name": "a", "match": {"x": date(2026, 1, 1)}, "ordered": {}},
    ]
    checked = call_macro("settings", {SUBSCRIPTIONS: subscriptions})
    assert [one["name"] for one in checked["subscriptions"]] == ["b", "u", "a"]
    assert [ruleset["name"] for ruleset in checked["rulesets"]] == ["b", "a"]
    ruleset = {"name": "b", "key": "##n##", "bake_time": "10m"}
    assert checked["rulesets"][0] == call_macro("_rulesets_setting", value=[ruleset])[0]
    assert call_macro("subscription_definitions", {SUBSCRIPTIONS: subscriptions}) == checked["subscriptions"]


@pytest.mark.parametrize("subscriptions", [[], [{"name": "u", "match": "all"}]], ids=str)
def test_without_ordered_ones_there_is_one_ruleset(
    call_macro: Callable[..., Any], subscriptions: list[dict[str, Any]]
) -> None:
    checked = call_macro("settings", {SUBSCRIPTIONS: subscriptions})
    assert checked["rulesets"] == call_macro("_rulesets_setting", value=None)
    assert len(checked["subscriptions"]) == len(subscriptions)


def test_without_subscriptions_there_are_none(call_macro: Callable[..., Any]) -> None:
    checked = call_macro("settings", {})
    names = ("subscriptions", "message_identity", "route_by", "max_references")
    assert [checked[name] for name in names] == [None] * 4
    given = {"message_identity": "message_id", "route_by": "newest", "max_references": 5}
    checked = call_macro("settings", {f"resequencer__{name}": value for name, value in given.items()})
    assert {name: checked[name] for name in given} == given


# What Spark alone can tell.
WRONG_FOR_SPARK: list[tuple[dict[str, Any], list[str]]] = [
    ({"x": {"pattern": "(unclosed"}}, ["a.match[0].x.pattern has the pattern", "(unclosed", "Java"]),
    ({"x": {"in": ["2026-01-31", "soon"], "type": "time"}}, ["a.match[0].x.in is", "soon", "no time"]),
]
RIGHT = [{"name": "a", "match": {"x": {"pattern": "^a"}, "y": {"ge": "31 Jan 2026 12:00", "type": "text"}}}]
WRONG_AROUND: list[tuple[dict[str, Any], list[str]]] = [
    (
        {"subscriptions": [{"name": "a", "filter": "x = 1 AND"}]},
        ["resequencer__subscriptions a.filter", "at its end", "a value is missing"],
    ),
    (
        {"subscriptions": [{"name": "a", "match": "all", "ordered": {"key_type": "time", "time_pattern": "QQQQQQ"}}]},
        ["resequencer__subscriptions a.time_pattern", "does not compile"],
    ),
    (
        {"subscriptions": RIGHT, "pipelines": [{"name": "p", "message_type": "upper(no_such)"}]},
        ["resequencer__pipelines p.message_type cannot be read", "no_such"],
    ),
    (
        {"subscriptions": RIGHT, "pipelines": [{"name": "p", "message_type": "nope(body"}]},
        ["resequencer__pipelines p.message_type cannot be read", "Syntax error"],
    ),
    (
        {"subscriptions": RIGHT, "publisher": {"user_name": "no_such"}},
        ["resequencer__publisher.user_name cannot be read", "no_such"],
    ),
    (
        {"subscriptions": {"relation": "no.such_table"}},
        ["resequencer__subscriptions.relation cannot be read", "such_table", "a column name"],
    ),
]  # fmt: skip


def test_what_spark_alone_can_tell(project: Project) -> None:
    for match, told in WRONG_FOR_SPARK:
        assert_stops(project, told, subscriptions=[{"name": "a", "match": match}])
    for variables, told in WRONG_AROUND:
        assert_stops(project, told, **variables)
    pipelines = [{"name": "p", "message_type": "get_json_object(body, '$.type')"}]
    publisher = {"user_name": "properties['user']"}
    waiting = [{"name": "b", "match": "all", "delivery": "acknowledged"}]
    with patch("dbt.context.exceptions_jinja.warn_or_error") as warned:
        right = project.invoke(
            "run-operation",
            "validate_settings",
            subscriptions=RIGHT + waiting,
            pipelines=pipelines,
            publisher=publisher,
        )
    assert right.success
    (told_of,) = (call.args[0].msg for call in warned.call_args_list)
    assert (
        "resequencer__subscriptions b.delivery is acknowledged, but nothing says what has been delivered"
        in told_of
    )


def assert_stops(project: Project, told: list[str], **variables: Any) -> None:
    result = project.invoke("run", "--select", "resequencer__arrivals", **variables)
    assert not result.success
    text = failure_text(result)
    for words in ["It may be: ", *told]:
        assert words in text, text


ROWS: list[dict[str, Any]] = [
    {"name": "orders", "host": "h", "match": '[{"x": "y", "amount": {"ge": 5, "lt": 7.50}}, {"t": ["a", "1"]}]',
     "priority": 3, "delivery": "acknowledged"},
    {"name": "answers", "kind": "instance", "match": '{"x": {"exists": true}}', "correlate": '["k", "l"]', "once": True},
    {"name": "convoy", "match": "all", "correlate": '["k"]', "addressable": False},
    {"name": "feed", "match": "all", "ordered": '{"key": "##n##", "bake_time": "10m"}'},
    {"name": "rest", "match": "unrouted", "status": "stopped", "on_unenlist": "terminate"},
    {"name": "filtered", "filter": "x = 'y'", "service": "s", "class": "response"},
]  # fmt: skip
WRONG_ROWS: list[tuple[dict[str, Any], list[str]]] = [
    ({"name": "a"}, ["a.match is not set"]),
    ({"name": "a", "match": "unroutd"}, ["a.match is", "unroutd", "no text of JSON", "all; unrouted"]),
    ({"name": "a", "match": '"all"'}, ["a.match is", "no text of JSON"]),
    ({"name": "a", "match": {"x": "y"}}, ["a.match is", "no text of JSON"]),
    ({"name": "a", "match": "all", "ordered": "{"}, ["a.ordered is", "no text of JSON"]),
    ({"name": "a", "match": "all", "correlate": "k"}, ["a.correlate is", "no text of JSON"]),
    ({"match": "all"}, [".path cannot be read", "a column name"]),
    ({"name": None, "match": "all"}, ["[0].name is missing"]),
    ({"name": "a", "match": "all", "prioritty": 3}, ["unknown field prioritty"]),
    ({"name": "a", "match": '{"x": {"gt": null}}'}, ["a.match.x.gt is null"]),
]


def as_written(row: dict[str, Any]) -> dict[str, Any]:
    """A row as an entry of a list in the vars."""
    return {
        name: value
        if name not in ("match", "correlate", "ordered") or value in ("all", "unrouted")
        else json.loads(value)
        for name, value in row.items()
    }


def test_subscriptions_that_are_rows(
    project: Project, call_macro: Callable[..., Any], tmp_path: Path
) -> None:
    assert project.invoke("run-operation", "validate_settings").success  # Spark stands
    spark = SparkSession.active()
    spark.sql(f"create schema if not exists {project.schema}")

    def definitions(setting: Any) -> Any:
        with FACTORY.lookup_adapter("sparksession").connection_named("rows"):
            return call_macro("subscription_definitions", {SUBSCRIPTIONS: setting})

    expected = call_macro(
        "_subscriptions_setting", value=sorted(map(as_written, ROWS), key=lambda row: str(row["name"]))
    )
    lines = tmp_path / "subscriptions.json"
    lines.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    assert definitions({"path": str(lines)}) == expected

    rows = spark.read.json(str(lines))
    table = f"{project.schema}.subscriptions"
    typed = rows.withColumns({"correlate": expr("from_json(correlate, 'array<string>')")})
    typed.write.format("delta").saveAsTable(table)
    assert definitions({"relation": table}) == expected

    files = tmp_path / "csv"
    rows.write.csv(str(files), header=True, escape='"')
    csv = {"format": "csv", "path": str(files)}
    assert definitions(csv) == expected
    with FACTORY.lookup_adapter("sparksession").connection_named("rows"):
        checked = call_macro("settings", {SUBSCRIPTIONS: csv})
    assert [ruleset["name"] for ruleset in checked["rulesets"]] == ["feed"]
    assert checked["subscriptions"]["path"] == str(files)
    rows.write.csv(str(files), header=True, mode="overwrite")
    assert definitions({**csv, "options": {"ESCAPE": "\\"}}) == expected

    for number, (row, told) in enumerate(WRONG_ROWS):
        path = tmp_path / f"wrong_{number}.json"
        path.write_text(json.dumps(row) + "\n")
        with pytest.raises(CompilationError) as raised:
            definitions({"path": str(path)})
        for words in [SUBSCRIPTIONS, "It may be: ", *told]:
            assert words in str(raised.value)
    broken = tmp_path / "broken.json"
    broken.write_text('{"name": "a", "match": "all"}\n{"name": "b", "ma\n')
    with pytest.raises(CompilationError) as raised:
        definitions({"path": str(broken)})
    assert "resequencer__subscriptions.path cannot be read" in str(raised.value)
