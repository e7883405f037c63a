"""What the MessageBox holds of messages: contents, contexts and what pipelines make of them, also of hostile ones."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from pyspark.sql import SparkSession
from tests.scenarios.project import Project, failure_text

SUBSCRIPTIONS = [{"name": "all", "match": "all"}]
MODELS = (
    "+resequencer__spool", "+resequencer__message_parts", "+resequencer__parts", "+resequencer__message_props", "+resequencer__failure",
    "+resequencer__released",
)  # fmt: skip
AT = "2026-01-01T00:00:00Z"
ROOT = uuid.uuid5(uuid.NAMESPACE_URL, "resequencer/messagebox")
KINDS = (
    "message", "part", "subscription", "service", "class", "host", "instance", "property", "batch", "process",
)  # fmt: skip
MILLION = 1_000_000

# Texts and the message types that they have.
XML: dict[str, str | None] = {
    '<ns0:Order xmlns:ns0="http://a">': "http://a#Order",
    '<Order xmlns="http://a"/>': "http://a#Order",
    "<Order/>": "Order",
    "<Order>text</Order>": "Order",
    '<Order xmlns=""/>': "Order",
    '<Order xmlns:other="http://a"/>': "Order",
    "<Order\n\txmlns = 'http://a'\n>": "http://a#Order",
    "<a c=\"d\" xmlns:x='1' e='f' xmlns=\"u\" g='>'>\n</a>": "u#a",
    # The prefix that counts, among others and in values.
    '<a:b xmlns:c="x" xmlns:a="y"/>': "y#b",
    "<a:b xmlns:c=\"xmlns:a='z'\" xmlns:a='y'/>": "y#b",
    '<ab:c xmlns:a="1" xmlns:ab="2"/>': "2#c",
    '<a:c xmlns:ab="2" xmlns:a="1"/>': "1#c",
    '<ns.0-x:b xmlns:ns.0-x="q"/>': "q#b",
    # What may stand before the root.
    '\ufeff<?xml version="1.0"?>\n<!-- a -- > b --><a/>': "a",
    "<?xml version='1.0'?><?xml-stylesheet href='<b>'?><a/>": "a",
    "<!DOCTYPE html><html>": "html",
    '<!DOCTYPE a [<!ELEMENT a (#PCDATA)>]>\n<a xmlns="u">': "u#a",
    "<!DOCTYPE a SYSTEM \"b>c\" [<!ENTITY x \"]>\"> <!-- ' --> <?p ]> ?> ]><a xmlns='u'/>": "u#a",
    # Values.
    '<a xmlns="http://x?a=1&amp;b=2"/>': "http://x?a=1&b=2#a",
    '<\u00e9 xmlns="\u00fc"/>': "\u00fc#\u00e9",
    '<a xmlns="#"/>': "##a",
    '<a xmlns="$1\\"/>': "$1\\#a",
    # What is no XML.
    **dict.fromkeys(
        ['{"a": 1}', "", "text", "text <a/>", "<", "<a", "<a b>", '<a b="<"/>', "<1a/>", "< a/>", "</a>", "<!-- a -->",
         "<a:b/>", '<a:b xmlns:c="d"/>', '<a:b:c xmlns:a="x"/>', "<!DOCTYPE a [[]]><a/>"]
    ),
}  # fmt: skip
# Long ones over which a pattern could turn back, or recurse.
LONG_XML: dict[str, str | None] = {
    "<!----" + ">" + "<!---->" * (MILLION // 7) + "<a/>": "a",
    "<a " + 'b="c" ' * (MILLION // 6) + 'xmlns="u">': "u#a",
    "<" + "a" * MILLION + ">": "a" * MILLION,
    "<a>" + "x" * 10 * MILLION: "a",
    **dict.fromkeys(
        ["<!--" * (MILLION // 4), "<!-- -" * (MILLION // 6), "<?" * (MILLION // 2), "<!DOCTYPE a [" + "<" * MILLION,
         "<!DOCTYPE a [" + "<!--" * (MILLION // 4), "<!DOCTYPE a [" + "<?" * (MILLION // 2), "<!DOCTYPE " + '"' * MILLION,
         "<a" + " " * MILLION, " " * MILLION, '<a xmlns="' + "x" * MILLION, "<a" + ":a" * (MILLION // 2) + ">",
         "<a " + 'xmlns:b="c" ' * (MILLION // 12), "<p:a " + 'xmlns:q="c" ' * (MILLION // 12) + ">",
         "<a " + ' b="<' * (MILLION // 5), "<!DOCTYPE a [" + "[]" * (MILLION // 2)]
    ),
}  # fmt: skip


def record(message_id: str, **fields: Any) -> dict[str, Any]:
    return {
        "message_id": message_id,
        "sequence_id": message_id,
        "sequence_number": 1,
        "arrived_at": AT,
        **fields,
    }


def published(
    project: Project, columns: str = "*", model: str = "resequencer__spool"
) -> dict[str, dict[str, Any]]:
    """The rows of a model by message."""
    rows = project.query(f"select {columns} from {{s}}.{model}")
    return {row["message_id"]: row.asDict(recursive=True) for row in rows}


def failures(project: Project) -> dict[str, tuple[str, str]]:
    """Reason and detail of each message that is a failure."""
    rows = project.query("select * from {s}.resequencer__failure")
    return {row["message_id"]: (row["reason"], row["detail"]) for row in rows}


def parts_of(project: Project) -> dict[str, list[tuple[str | None, int, str | None]]]:
    """Name, flag and content of each message's parts, in order."""
    rows = project.query(
        "select spool.message_id, named.*, parts.* from {s}.resequencer__spool as spool"
        " inner join {s}.resequencer__message_parts as named on spool.message_uid = named.message_uid"
        " inner join {s}.resequencer__parts as parts on named.part_uid = parts.part_uid"
    )
    found: dict[str, list[tuple[str | None, int, str | None]]] = {}
    for row in sorted(rows, key=lambda row: row["ordinal"]):
        found.setdefault(row["message_id"], []).append((row["part_name"], row["is_body"], row["part"]))
    return found


def compiled(project: Project, **expressions: str) -> dict[str, str]:
    """The SQL of calls of macros."""
    texts = [f"{{{{ {call} }}}}" for call in expressions.values()]
    return dict(zip(expressions, project.compiled(texts), strict=True))


@pytest.fixture
def box(project: Project) -> Project:
    """A project with a subscription."""
    project.variables["subscriptions"] = SUBSCRIPTIONS
    return project


def test_parts(box: Project) -> None:
    """The examples of parts; what stands there is exactly what was sent. The project's own tests hold."""
    exact = '{"a": 1.10, "b": "2.0", "c": [1e400, -0.50]}'
    box.land(
        "parts.json",
        [
            record("none", body="text", properties={"t": "x", "message_type": "no", "null": None, "parent_message_id": "m"}),
            record("flagged", parts=[{"name": "body", "content": "ü", "is_body": True}, {"name": "pdf"}], body="not this"),
            record("second", parts=[{"name": "pdf"}, {"name": "body", "content": "b", "is_body": "TRUE"}], message_type="t"),
            record("two flagged", parts=[{"is_body": True}, {"is_body": True}]),
            record("single", parts=[{"name": "a", "is_body": False}]),
            record("several", parts=[{"name": "a", "content": "1"}, {"name": "a", "content": "2"}], message_type="t"),
            record("as text", parts='[{"name": "a", "content": "1", "content_type": "text/plain"}]'),
            json.dumps(record("exact"))[:-1] + f', "parts": [{{"name": 1.0, "content": {exact}}}, {{"content": 1.50}}]}}',
            record("no body"),
        ],
    )  # fmt: skip
    box.run("--select", *MODELS)
    assert failures(box) == {
        "two flagged": ("invalid_parts", "more than one of the parts is flagged as body")
    }
    found = parts_of(box)
    assert found["none"] == [("body", 1, "text")]
    assert found["flagged"] == [("body", 1, "ü"), ("pdf", 0, None)]
    assert found["second"] == [("pdf", 0, None), ("body", 1, "b")]
    assert found["single"] == [("a", 1, None)]
    assert found["several"] == [("a", 0, "1"), ("a", 0, "2")]
    assert found["as text"] == [("a", 1, "1")]
    assert found["exact"] == [("1.0", 0, exact.replace(": ", ":").replace(", ", ",")), (None, 0, "1.50")]
    assert found["no body"] == [("body", 1, None)]
    spool = published(box)
    assert spool.keys() == found.keys()
    assert {name: row["num_parts"] for name, row in spool.items()} == {
        name: len(of) for name, of in found.items()
    }
    assert spool["second"]["message_type"] == "t"
    assert spool["several"]["message_type"] is None
    assert spool["several"]["body_part_uid"] is None
    assert spool["second"]["body_part_name"] == "body"
    assert spool["none"]["context"] == {
        "t": "x",
        "message_type": "no",
        "null": None,
        "parent_message_id": "m",
    }
    assert spool["none"]["promoted"] == ["t", "parent_message_id"]
    assert spool["none"]["parent_message_id"] == "m"
    sizes = box.query(
        "select part_size, octet_length(part) as bytes from {s}.resequencer__parts order by part_size desc"
    )
    assert all(row["part_size"] == (row["bytes"] or 0) for row in sizes)
    tested = box.invoke("test", "--select", "path:models/messagebox,test_type:unit", "every_part_is_counted")
    assert tested.success, failure_text(tested)
    assert sum(result.node.resource_type == "unit_test" for result in tested.result.results) == 11


@pytest.mark.long
def test_hostile_parts(box: Project) -> None:
    """Nothing that stands in the place of parts stops a run: it is a failure, and says what it is."""
    no_list = ["text", "", "null", 1, True, {"name": "a"}, '{"name": "a"}', [1], ["a"], [None], [{"name": "a"}, None],
               [{"name": "a"}, 1], [[{"name": "a"}]], '[{"name": "a"}] x', '[{"name": "a"}]]', '[{"name": "a"}], []',
               '[{"name": "a"}', "[" * 10_000, "\u0000"]  # fmt: skip
    good: dict[str, Any] = {
        "many": [{"name": f"p{n}", "content": "x" * 100, "is_body": n == 500} for n in range(1000)],
        "nul": [{"name": "a\u0000b", "content": "\u0000"}],
        "nulls": [{"name": None, "content": None, "content_type": None, "is_body": None}],
        "empty": [{}],
        "others": [{"other": [1, {"a": None}], "Name": "b"}],
        "mark": [{"content": "\ue0f11.5"}],
        "quotes": [{"content": '"1.5" \'[]{}\\ \n'}],
        "null": None,
    }
    records = [record(f"bad {n}", parts=parts) for n, parts in enumerate(no_list)]
    records += [record(name, parts=parts) for name, parts in good.items()]
    records += [record("no parts", parts=[]), record("perhaps", parts=[{"is_body": "perhaps"}])]
    records += [record("object", parts=[{"is_body": {"a": 1.5}}])]
    box.land("hostile.json", records)
    box.run("--select", *MODELS)
    failed = failures(box)
    assert {name: reason for name, (reason, _) in failed.items()} == {
        **{f"bad {n}": "invalid_parts" for n in range(len(no_list))},
        **dict.fromkeys(["no parts", "perhaps", "object"], "invalid_parts"),
    }
    assert failed["bad 0"][1] == "parts are no list of objects: text"
    assert failed["no parts"][1] == "parts are an empty list"
    assert failed["perhaps"][1] == "is_body of a part is neither true nor false: perhaps"
    found = parts_of(box)
    assert found.keys() == good.keys()
    assert len(found["many"]) == 1000
    assert [place for place, (_, is_body, _) in enumerate(found["many"]) if is_body] == [500]
    assert found["nul"] == [("a\u0000b", 1, "\u0000")]
    assert found["nulls"] == found["empty"] == found["others"] == [(None, 1, None)]
    assert found["mark"] == [(None, 1, "\ue0f11.5")]
    assert found["quotes"] == [(None, 1, '"1.5" \'[]{}\\ \n')]


@pytest.mark.long
def test_parts_by_expression(box: Project) -> None:
    """An expression makes parts as structs; over what Spark raises, a record is undecodable, and a list of something else stops."""
    box.variables["columns"] = {
        "parts": "array(named_struct('name', kind, 'content', body, 'is_body', true),"
        " named_struct('name', 'sum', 'content', cast(element_at(array(10, 20), cast(amount as int)) as string), 'is_body', false))"
    }
    box.land(
        "made.json",
        [record("good", kind="k", amount="1", body="b"), record("bad", kind="k", amount="0", body="b")],
    )
    box.run("--select", *MODELS)
    assert parts_of(box) == {"good": [("k", 1, "b"), ("sum", 0, "10")]}
    ((name, (reason, detail)),) = failures(box).items()
    assert (name, reason) == ("bad", "undecodable")
    assert detail.startswith("parts cannot be computed")
    refused = box.invoke("run", "--select", *MODELS, columns={"parts": "map('a', body)"})
    assert "resequencer__columns.parts" in failure_text(refused)


@pytest.mark.long
def test_pipelines(box: Project) -> None:
    """What a pipeline promotes routes, what it does not is written only; names of the system are the system's."""
    box.variables["pipelines"] = [
        {"name": "PassThruReceive", "from": ["ftp"], "promote": "none"},
        {"name": "XMLReceive", "from": ["edi", "ftp"], "promote": ["amount", "region"],
         "message_type": "{{ xml_message_type('body') }}"},
    ]  # fmt: skip
    box.variables["publisher"] = {
        "user_name": "concat(entity, '/', message_id)",
        "originator_sid": "1 / length(body)",
    }
    xml = '<o:Order xmlns:o="http://a"/>'
    properties = {"amount": "7", "region": None, "colour": "red", "is_last": "perhaps"}
    box.land(
        "pipelines.json",
        [
            record("ftp", body=xml, properties={**properties, "entity": "ftp"}, message_type="t"),
            record("edi", body=xml, properties={**properties, "entity": "edi"}, message_type="t"),
            record(
                "part",
                parts=[{"content": "{}"}, {"content": xml, "is_body": True}],
                properties={"Entity": "edi"},
            ),
            record("no xml", body="", properties={"entity": "edi"}, message_type="t"),
            record("other", body=xml, properties={**properties, "entity": "http"}, message_type="t"),
            record("bare", body="b"),
        ],
    )
    box.run("--select", *MODELS)
    found = published(box, model="int_resequencer__publications")
    spool = published(box)
    assert {name: row["pipeline"] for name, row in found.items()} == {
        "ftp": "PassThruReceive", "edi": "XMLReceive", "part": "XMLReceive", "no xml": "XMLReceive", "other": None, "bare": None,
    }  # fmt: skip
    assert {name: row["message_type"] for name, row in spool.items()} == {
        "ftp": "t", "edi": "http://a#Order", "part": "http://a#Order", "no xml": None, "other": "t", "bare": None,
    }  # fmt: skip
    assert {name: row["promoted"] for name, row in spool.items()} == {
        "ftp": [], "edi": ["amount"], "part": [], "no xml": [], "other": ["amount", "colour"], "bare": [],
    }  # fmt: skip
    assert spool["edi"]["context"] == {**properties, "entity": "edi"}
    assert spool["edi"]["user_name"] == "edi/edi"
    assert spool["bare"]["user_name"] is None
    assert spool["bare"]["originator_sid"] == "1.0"
    assert spool["no xml"]["originator_sid"] is None
    assert spool["bare"]["originator_pid"] == "s-1-5-7"
    promoted = found["edi"]["promoted"]
    assert promoted.pop("file_path").endswith("pipelines.json")
    assert promoted == {
        "message_id": "edi", "sequence_id": "edi", "sequence_number": "1", "is_last": "false", "entity": "edi",
        "arrived_at": "2026-01-01T00:00:00.000000Z", "message_type": "http://a#Order", "amount": "7",
    }  # fmt: skip


@pytest.mark.long
def test_what_is_published(box: Project) -> None:
    """Nothing before the clock reaches it; what landed late, at the clock of the run before; without a time, never."""
    box.land(
        "a.json",
        [
            record("early"),
            record("later", arrived_at="2026-01-02T00:00:00Z"),
            record("never", arrived_at="x"),
        ],
    )
    box.run("--select", *MODELS, as_of="2026-01-01T12:00:00Z")
    assert published(box).keys() == {"early"}
    box.land("b.json", [record("late"), record("early")])
    box.run("--select", *MODELS, as_of="2026-01-02T12:00:00Z")
    rows = box.query(
        "select message_id, date_format(published_at, 'dd HH') as at from {s}.resequencer__spool"
    )
    assert sorted(tuple(row) for row in rows) == [
        ("early", "01 00"), ("early", "01 12"), ("late", "01 12"), ("later", "02 00"),
    ]  # fmt: skip


@pytest.mark.long
def test_a_table_that_is_there(box: Project) -> None:
    """Messages of a table, with parts of its own type; their uids are made of cursor and place."""
    assert box.invoke("run-operation", "validate_settings").success  # Spark stands
    box.query("create schema if not exists {s}")
    box.query(
        "create table {s}.events using delta as select 5L as position, 'a' as message_id, 'a' as sequence_id, '1' as sequence_number,"
        f" '{AT}' as arrived_at, 'b' as body, array(named_struct('name', 'p', 'content', 'c', 'content_type', 't', 'is_body', true)) as parts"
        f" union all select 6L, 'b', 'b', '1', '{AT}', 'b', null"
    )
    # The same row twice is two messages (worked example 23).
    box.query(f"insert into {{s}}.events select 4L, 'z', 'z', '1', '{AT}', 'z', null from range(2)")
    del box.variables["subscriptions"]
    box.variables |= {
        "subscriptions": SUBSCRIPTIONS, "landing": None, "arrivals_relation": f"{box.schema}.events",
        "arrivals_cursor": "position",
    }  # fmt: skip
    box.run("--select", *MODELS)
    twice = [("body", 1, "z"), ("body", 1, "z")]
    assert parts_of(box) == {"a": [("p", 1, "c")], "b": [("body", 1, "b")], "z": twice}
    uids = [row["message_uid"] for row in box.query("select message_uid from {s}.resequencer__spool")]
    routed = "select intake, place from {s}.resequencer__messagebox where disposition = 'reference'"
    assert len(uids) == len(set(uids)) == len(box.query(routed)) == 4
    spool = published(box)
    for row in spool.values():
        assert row["message_uid"] == str(
            uuid.uuid5(uuid.uuid5(ROOT, "message"), f"{row['intake']}#{row['place']}")
        )
    failed = box.invoke("run", "--select", *MODELS, message_identity="message_id")
    assert "resequencer__message_identity" in failure_text(failed)
    box.query("insert into {s}.events select 6L, 'c', 'c', '1', '" + AT + "', 'b', null")
    failed = box.invoke("run", "--select", *MODELS)
    assert "1 rows of" in failure_text(failed)
    assert "value that was the newest" in failure_text(failed)
    box.run("--select", *MODELS, "--full-refresh", message_identity="message_id")
    assert published(box).keys() == {"a", "b", "c", "z"}
    assert published(box)["a"]["message_uid"] == str(uuid.uuid5(uuid.uuid5(ROOT, "message"), "a"))


def test_uids(box: Project) -> None:
    """They are what Python makes of the same names."""
    names = ["", "big_orders", "/lake/in/orders.json#0", "\u00fc\U0001f600\u0000", "'\\$1", "x" * 100_000]
    names += [f"/lake/in/{n}.json#{n}" for n in range(2000)]
    sql = compiled(box, **{kind: f"messagebox_uid('{kind}', 'name')" for kind in KINDS})
    frame = SparkSession.active().createDataFrame([(name,) for name in names], "name string")
    for row in frame.selectExpr("name", *(f"{text} as {kind}" for kind, text in sql.items())).collect():
        for kind in KINDS:
            assert row[kind] == str(uuid.uuid5(uuid.uuid5(ROOT, kind), row["name"]))
    message, subscription = (
        str(uuid.uuid5(uuid.uuid5(ROOT, kind), name))
        for kind, name in (("message", "/lake/in/orders.json#0"), ("subscription", "big_orders"))
    )
    assert (message, subscription) == (
        "b95e4874-e64b-58db-b3fb-dc616fd267c7",
        "5c58a0e8-3a6a-5f98-8fe9-3cf46c4e7e25",
    )
    instance = compiled(box, one="messagebox_uid('instance', 'name')")["one"]
    frame = SparkSession.active().createDataFrame([(f"{message}/{subscription}",), (None,)], "name string")
    assert [row["uid"] for row in frame.selectExpr(f"{instance} as uid").collect()] == [
        "7bebe965-bd1d-5e05-a029-3764ccbc4ad3", None,
    ]  # fmt: skip


@pytest.mark.timeout(300)
@pytest.mark.parametrize("ansi", ["false", "true"], ids=["lenient", "ansi"])
def test_xml_message_types(box: Project, ansi: str) -> None:
    """Of any text, and of long ones in time that grows with them."""
    sql = compiled(box, one="xml_message_type('text')")["one"]
    session = SparkSession.active()
    before = session.conf.get("spark.sql.ansi.enabled")
    session.conf.set("spark.sql.ansi.enabled", ansi)
    for texts in (XML, LONG_XML):
        frame = session.createDataFrame(list(enumerate([*texts, None])), "number int, text string")
        found = {row["number"]: row["type"] for row in frame.selectExpr("number", f"{sql} as type").collect()}
        for number, (text, wanted) in enumerate(texts.items()):
            assert found[number] == wanted, text[:100]
        assert found[len(texts)] is None
    session.conf.set("spark.sql.ansi.enabled", str(before))
