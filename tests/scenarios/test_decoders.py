"""Decoders of messages (macros/decoders): what stands where in real records, and that no record stops them.

Records are public samples: the HL7 messages of python-hl7's tests (HL7's normative edition, VINAH's batch), the events of CloudEvents' JSON
format, messages as Azure Functions, Logic Apps and the SDKs for JavaScript and Python have them, and as Kafka Connect and ActiveMQ's console have those of JMS.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from pyspark.sql import SparkSession
from tests.scenarios.project import Project, spark_settings

# What each call gives of the records, in their order.
Expected = dict[str, list[Any]]

ORU = (
    "MSH|^~\\&|GHH LAB|ELAB-3|GHH OE|BLDG4|200202150930||ORU^R01|CNTRL-3456|P|2.4|12\r"
    "PID|||555-44-4444||EVERYWOMAN^EVE^E^^^^L|JONES|196203520|F|||153 FERNWOOD DR.^^STATESVILLE^OH^35292||(206)3345232\r"
    "OBR|1|845439^GHH OE|1045813^GHH LAB|1554-5^GLUCOSE|||200202150730\r"
    "OBX|1|SN|1554-5^GLUCOSE^POST 12H CFST:MCNC:PT:SER/PLAS:QN||^182|mg/dl|70_105|H|||F\r"
    "OBX|2|FN|1553-5^GLUCOSE^POST 12H CFST:MCNC:PT:SER/PLAS:QN||^182|mg/dl|70_105|H|||F\r"
)
PARTS = (
    "MSH|^~\\&|GHH LAB|ELAB-3|GHH OE|BLDG4|200202150930||ORU^R01|CNTRL-3456|P|2.4\r"
    "PID|Field1|Component1^Component2|Component1^Sub-Component1&Sub-Component2^Component3|Repeat1~Repeat2^b\r"
)
OTHERS = ORU.replace("|", "$").replace("^", "%")  # python-hl7 reads such ones, too
ESCAPED = "MSH|^~\\&#|A\r" + "".join(
    f"OBX|{number}|ST|||{text}\r"
    for number, text in enumerate(
        [
            r"a\F\b\S\c\T\d\R\e\E\f\P\g",
            r"\E\S\E\ ",
            r"\X41C3A9\\XE9\\X4\ ",
            r"\H\bold\N\\.br\ ",
            r"C:\dir",
            r"\S\^x",
            "\\",
        ],
        1,
    )
)
BATCH = (
    "FHS|^~\\&||ABCHS||AUSDHSV|20070101123401|||abchs20070101123401.hl7|\r"
    "BHS|^~\\&||ABCHS||AUSDHSV|20070101123401||||abchs20070101123401-1\r"
    "MSH|^~\\&||ABCHS||AUSDHSV|20070101112951||ADT^A04^ADT_A01|12334456778890|P|2.5|||NE|NE|AU|ASCII\r"
    "EVN|A04|20060705000000\rPV1|1|O||||^^^^^1\r"
    "MSH|^~\\&||ABCHS||AUSDHSV|20070101112952||ADT^A04^ADT_A01|12334456778891|P|2.5|||NE|NE|AU|ASCII\r"
    "EVN|A04|20060705000000\rBTS|2\rFTS|1\r"
)
BATCHED = [
    BATCH[BATCH.index("MSH") : BATCH.rindex("MSH") - 1],
    BATCH[BATCH.rindex("MSH") : BATCH.index("BTS") - 1],
]
NOTHING: list[Any] = [
    "",
    " \r\n",
    "x",
    "MSH",
    "MSH|",
    "MSH|^~\\&",
    "PID|1||2\r",
    "\x0b\x1c\r",
    '{"MSH": {',
    "|" * 100_000,
    "\\" * 100_000,
    None,
]

HL7_RECORDS = [
    ORU,
    f"\ufeff\x0b{ORU}\x1c\r",
    ORU.replace("\r", "\r\n"),
    ORU.replace("\r", "\n"),
    OTHERS,
    PARTS,
    ESCAPED,
    BATCH,
    *NOTHING,
]
NONE: list[Any] = [None] * len(NOTHING)
HL7: Expected = {
    "hl7('MSH-1', 'text')": ["|"] * 4 + ["$", "|", "|", "|"] + NONE[:4] + ["|", "|"] + NONE[:6],
    "hl7('MSH-2', 'text')": ["^~\\&"] * 4 + ["%~\\&", "^~\\&", "^~\\&#", "^~\\&"] + NONE[:5] + ["^~\\&"] + NONE[:6],
    "hl7('MSH-10', 'text')": ["CNTRL-3456"] * 6 + [None, "12334456778890"] + NONE,
    "hl7('MSH(2)-10', 'text')": [None] * 7 + ["12334456778891"] + NONE,
    "hl7('MSH-13', 'text')": ["12"] * 5 + [None] * 3 + NONE,
    "hl7('MSH-9', 'text')": ["ORU^R01"] * 4 + ["ORU%R01", "ORU^R01", None, "ADT^A04^ADT_A01"] + NONE,
    "hl7('MSH-9.2', 'text')": ["R01"] * 6 + [None, "A04"] + NONE,
    "hl7('PID-3', 'text')": ["555-44-4444"] * 5 + ["Component1^Sub-Component1&Sub-Component2^Component3", None, None] + NONE,
    "hl7('PID-3.2.2', 'text')": [None] * 5 + ["Sub-Component2", None, None] + NONE,
    "hl7('PID-4', 'text')": [None] * 5 + ["Repeat1~Repeat2^b", None, None] + NONE,
    "hl7('PID-4.1', 'text')": [None] * 5 + ["Repeat1", None, None] + NONE,
    "hl7('PID-4(2)', 'text')": [None] * 5 + ["Repeat2^b", None, None] + NONE,
    "hl7('PID-4(2).2.1', 'text')": [None] * 5 + ["b", None, None] + NONE,
    "hl7('PID-4(3)', 'text')": [None] * 8 + NONE,
    "hl7('PID-5.1', 'text')": ["EVERYWOMAN"] * 5 + [None] * 3 + NONE,
    "hl7('OBX(2)-2', 'text')": ["FN"] * 5 + [None, "ST", None] + NONE,
    "hl7('OBX-5', 'text')": ["^182"] * 4 + ["%182", None, "a|b^c&d~e\\f#g", None] + NONE,
    "hl7('OBX(2)-5', 'text')": ["^182"] * 4 + ["%182", None, "\\S\\ ", None] + NONE,
    "hl7('OBX(3)-5', 'text')": [None] * 6 + ["Aéé\\X4\\ ", None] + NONE,
    "hl7('OBX(4)-5', 'text')": [None] * 6 + ["\\H\\bold\\N\\\\.br\\ ", None] + NONE,
    "hl7('OBX(5)-5', 'text')": [None] * 6 + ["C:\\dir", None] + NONE,
    "hl7('OBX(6)-5', 'text')": [None] * 6 + ["\\S\\^x", None] + NONE,
    "hl7('OBX(7)-5', 'text')": [None] * 6 + ["\\", None] + NONE,
    "hl7('BHS-11', 'text')": [None] * 7 + ["abchs20070101123401-1"] + NONE,
    "hl7('BTS-1', 'text')": [None] * 7 + ["2"] + NONE,
    "to_json({{ hl7_messages('text') }})": [
        json.dumps(messages, ensure_ascii=False, separators=(",", ":")) if messages is not None else None
        for messages in [
            *[[record.strip("\ufeff\x0b\x1c\r\n")] for record in HL7_RECORDS[:7]], BATCHED,
            *[[text.strip()] if text.strip("\x0b\x1c\r\n ") else [] for text in NOTHING[:-1] if text is not None], None,
        ]
    ],
}  # fmt: skip

ORDER = (
    '<?xml version="1.0" encoding="UTF-16"?><!-- a --><!DOCTYPE Order SYSTEM "http://127.0.0.1:9/order.dtd">'
    '<o:Order xmlns:o="urn:orders" number="42"><o:Party role="seller"><Id>1</Id></o:Party><o:Party role="buyer"><Id> 7 &amp; 8 </Id></o:Party>'
    "<Lines><Line><Sku>a</Sku></Line><Line><Sku><![CDATA[<b>]]></Sku></Line></Lines></o:Order>\n"
)
ENTITIES = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10 if n else "ha"}">' for n in range(12))
XML_RECORDS: dict[str, list[Any]] = {
    # The number, the buyer, the second line, the whole text of the first party.
    ORDER: ["42", " 7 & 8 ", "<b>", "1"],
    f"\ufeff\n {ORDER}": ["42", " 7 & 8 ", "<b>", "1"],
    '<Order xmlns="urn:orders" number="1"/>': ["1", None, None, None],
    "<Order number='/>'><Party><Id/></Party></Order><!-- end -->": ["/>", None, None, None],
    # More elements than a parser that calls itself for each could go down.
    f"<Order number='1'>{'<a>' * 100_000}{'</a>' * 100_000}</Order>": ["1", None, None, None],
}
NO_XML = [
    "", " ", "x", "{}", "<", "<>", "<!", "<?xml?>", "<Order", "<Order number='1'>", "<Order number='1'><Lines></Order>", ORDER[:-20],
    "<Order number='1'/><Order number='2'/>", "<Order number='1'/> and more", "<Order number='1' number='2'/>", "<Order number='1'>&e;</Order>",
    "<Order number='1'>\x01</Order>", "<Order number=1/>", f"<!DOCTYPE Order [{ENTITIES}]><Order number='1'>&e11;</Order>",
    '<!DOCTYPE Order SYSTEM "file:///etc/passwd"', '<!DOCTYPE Order [<!ENTITY e SYSTEM "file:///etc/passwd">]><Order number="&e;"/>',
    "<Order number='1'>" + "<a>" * 100_000, "<" * 100_000, "<!--" * 100_000, None,
]  # fmt: skip
XML: Expected = {
    f"xml({path!r}, 'text')": [*(found[place] for found in XML_RECORDS.values()), *[None] * len(NO_XML)]
    for place, path in enumerate(
        ["/Order/@number", '/Order/Party[@role="buyer"]/Id', "//Line[2]/Sku", "string(/Order/Party)"]
    )
}

EVENT = {
    "specversion": "1.0", "type": "com.example.someevent", "source": "/mycontext", "subject": None, "id": "C234-1234-1234",
    "time": "2018-04-05T17:31:00Z", "comexampleothervalue": 5, "sequence": "0000000001", "sequencetype": "Integer", "partitionkey": "p",
    "datacontenttype": "application/json", "data": {"appinfoA": "abc", "appinfoB": 4.25, "appinfoC": True},
}  # fmt: skip
# Numbers as a writer of JSON would not write them again.
STRUCTURED = json.dumps(EVENT, separators=(",", ":")).replace("4.25", "4.2500000000000000000000000001")
XML_EVENT = json.dumps({**EVENT, "data": '<much wow="xml"/>'})
BINARY_DATA = json.dumps({"specversion": "1.0", "id": "A", "data_base64": "SGkg8J+Yig=="})
EVENTS = [
    STRUCTURED,
    XML_EVENT,
    BINARY_DATA,
    '{"id":"\ue0f17","data":1.5}',
    '"raw"',
    STRUCTURED[:-1],
    STRUCTURED * 2,
    f"[{STRUCTURED}]",
    *NOTHING,
]
LOST: list[Any] = [None] * (len(EVENTS) - 4)
DATA = '{"appinfoA":"abc","appinfoB":4.2500000000000000000000000001,"appinfoC":true}'
ATTRIBUTES = json.dumps(
    {name: str(value) for name, value in EVENT.items() if name != "data" and value is not None},
    separators=(",", ":"),
)
BATCH_OF_EVENTS: Expected = {
    "to_json({{ json_messages('text') }})": [
        json.dumps(events, separators=(",", ":"))
        for events in [
            [STRUCTURED, DATA],
            ["1.50", '{"a":[1e400,"b"]}', "x", "null"],
            [],
            ["[1"],
            ['{"a": 1.50}'],
            ["[1] 2"],
            ["x"],
            [],
        ]
    ]
    + ["[]"],
}
BATCHES = [
    f"[{STRUCTURED},\n {DATA}]",
    '[1.50,{"a":[1e400,"b"]},"x",null]',
    "[]",
    "[1",
    '{"a": 1.50}',
    "[1] 2",
    "x",
    " ",
    None,
]
HEADERS = "array(named_struct('key', '{0}specversion', 'value', cast('1.0' as binary)), named_struct('key', '{0}sequence', 'value', cast('{1}' as binary)), named_struct('key', 'Content-Type', 'value', cast('text/plain' as binary)))"
KAFKA, HTTP, PLAIN = (
    HEADERS.format("ce_", "7"),
    HEADERS.format("Ce-", "7%20%C3%A9+"),
    HEADERS.format("x_", "7"),
)
CLOUD_EVENTS: Expected = {
    "cloud_event('id', 'text')": ["C234-1234-1234", "C234-1234-1234", "A", "\ue0f17", *LOST],
    "cloud_event('sequence', 'text')": ["0000000001", "0000000001", None, None, *LOST],
    "cloud_event('partitionkey', 'text')": ["p", "p", None, None, *LOST],
    "cloud_event('comexampleothervalue', 'text')": ["5", "5", None, None, *LOST],
    "cloud_event('subject', 'text')": [None] * 4 + LOST,
    "cloud_event('data', 'text')": [DATA, '<much wow="xml"/>', "Hi 😊", "1.5", *LOST],
    "cloud_event('properties', 'text')": [ATTRIBUTES, ATTRIBUTES, '{"specversion":"1.0","id":"A"}', '{"id":"\ue0f17"}', *LOST],
    f'cloud_event("sequence", "text", "{KAFKA}")': ["7"] * len(EVENTS),
    f'cloud_event("sequence", "text", "{HTTP}")': ["7 é+"] * len(EVENTS),
    f'cloud_event("sequence", "text", "{PLAIN}")': ["0000000001", "0000000001", None, None, *LOST],
    f'cloud_event("id", "text", "{KAFKA}")': [None] * len(EVENTS),
    f'cloud_event("data", "text", "{KAFKA}")': EVENTS,
    f'cloud_event("datacontenttype", "text", "{KAFKA}")': ["text/plain"] * len(EVENTS),
    f'cloud_event("properties", "text", "{KAFKA}")': ['{"specversion":"1.0","sequence":"7","datacontenttype":"text/plain"}'] * len(EVENTS),
    "cloud_event('id', 'text', 'cast(null as array<struct<key:string,value:binary>>)')": ["C234-1234-1234", "C234-1234-1234", "A", "\ue0f17", *LOST],
}  # fmt: skip

LOGIC_APPS = {
    "ContentData": "eyJuIjogMX0=", "ContentType": "", "ContentTransferEncoding": "Base64",
    "Properties": {"DeliveryCount": "1", "EnqueuedTimeUtc": "2020-05-29T21:07:08Z", "SequenceNumber": "56", "region": "eu"},
    "MessageId": "a709a5d4-3882-4349-87de-7b8159481749", "Label": None, "SessionId": "s", "SequenceNumber": 56,
}  # fmt: skip
FUNCTION = {
    "DeliveryCount": 1, "EnqueuedTimeUtc": "2020-07-02T05:39:12.17Z", "MessageId": "87c66eaf88e84119b66a26278a7b4149", "SequenceNumber": 3,
    "Label": "Microsoft.Azure.ServiceBus", "UserProperties": '{"region":"eu","n":1.50}', "sys": {"MethodName": "ServiceBusSMany"},
}  # fmt: skip
JAVASCRIPT = {
    "body": {"n": 9007199254740993}, "messageId": "m", "sessionId": "s", "partitionKey": "s", "subject": "l", "enqueuedTimeUtc": "2020-01-01T00:00:00.000Z",
    "sequenceNumber": {"low": -1, "high": 3, "unsigned": False}, "applicationProperties": {"Region": "eu", "SequenceNumber": 8},
}  # fmt: skip
PYTHON = {
    "message_id": "m", "session_id": "s", "sequence_number": 9007199254740993, "enqueued_time_utc": 1593668352170, "application_properties": {"region": "eu"},
}  # fmt: skip
AMQP = {
    "properties": {"message-id": "m", "group-id": "s"}, "message-annotations": {"x-opt-sequence-number": 5, "x-opt-enqueued-time": 1593668352170},
    "application-properties": {"region": "eu"}, "body": "hello",
}  # fmt: skip
REST = {
    "BrokerProperties": '{"SequenceNumber":2533274790396010,"MessageId":"m","EnqueuedTimeUtc":"Wed, 02 Jul 2014 01:32:27 GMT","Label":"M1"}',
    "region": "eu", "Body": "1.0",
}  # fmt: skip
SERVICE_BUS_RECORDS = [
    *(json.dumps(record) for record in (LOGIC_APPS, FUNCTION, JAVASCRIPT, PYTHON, AMQP, REST)),
    *NOTHING,
]
SERVICE_BUS: Expected = {
    "service_bus('SequenceNumber', 'text')": ["56", "3", "17179869183", "9007199254740993", "5", "2533274790396010", *NONE],
    "service_bus('sys.sequencenumber', 'text')": ["56", "3", "17179869183", "9007199254740993", "5", "2533274790396010", *NONE],
    "service_bus('user.SequenceNumber', 'text')": ["56", "3", "8", None, None, None, *NONE],
    "service_bus('EnqueuedTimeUtc', 'text')": [
        "2020-05-29T21:07:08Z", "2020-07-02T05:39:12.17Z", "2020-01-01T00:00:00.000Z", "2020-07-02 05:39:12.170000 UTC", "2020-07-02 05:39:12.170000 UTC",
        "Wed, 02 Jul 2014 01:32:27 GMT", *NONE,
    ],
    "service_bus('SessionId', 'text')": ["s", None, "s", "s", "s", None, *NONE],
    "service_bus('MessageId', 'text')": [LOGIC_APPS["MessageId"], FUNCTION["MessageId"], "m", "m", "m", "m", *NONE],
    "service_bus('PartitionKey', 'text')": [None, None, "s", None, None, None, *NONE],
    "service_bus('Label', 'text')": [None, "Microsoft.Azure.ServiceBus", "l", None, None, "M1", *NONE],
    "service_bus('region', 'text')": ["eu"] * 6 + NONE,
    "service_bus('body', 'text')": ['{"n": 1}', None, '{"n":9007199254740993}', None, "hello", "1.0", *NONE],
    "service_bus('properties', 'text')": [
        json.dumps(LOGIC_APPS["Properties"], separators=(",", ":")), '{"region":"eu","n":"1.50"}', '{"Region":"eu","SequenceNumber":"8"}', '{"region":"eu"}',
        '{"region":"eu"}', None, *NONE,
    ],
}  # fmt: skip


def typed(kind: str, value: object) -> dict[str, object]:
    """A property as Kafka Connect's sources of JMS write it."""
    kinds = ("boolean", "byte", "bytes", "double", "float", "integer", "long", "short", "string")
    return {name: value if name == kind else None for name in kinds} | {"propertyType": kind}


CONNECT = {
    "messageID": "ID:b1", "messageType": "text", "timestamp": 1549312800123, "deliveryMode": 2, "correlationID": "c", "type": None, "expiration": 0,
    "properties": {"JMSXGroupID": typed("string", "g"), "JMSXGroupSeq": typed("integer", 5), "JMSXRcvTimestamp": typed("null-value", None), "region": typed("string", "eu")},
    "bytes": None, "map": None, "text": "hello",
}  # fmt: skip
ACTIVEMQ = {
    "JMSMessageID": "ID:host-1234-100-1:1:1:1:1", "Text": "hello world", "JMSType": "order", "JMSCorrelationID": None, "JMSTimestamp": "2026-08-06T14:59:07Z",
    "JMSExpiration": 0, "JMSXGroupID": "g", "JMSXGroupSeq": 4, "StringProperties": {"region": "eu"}, "IntProperties": {"n": 7}, "BooleanProperties": {},
}  # fmt: skip
NIFI = {
    "jms_messageId": "ID:n",
    "jms_timestamp": "1549312800123",
    "jms_correlationId": "c",
    "JMSXGroupSeq": "3",
    "region": "eu",
}
SPRING = {
    "headers": {"jms_messageId": "ID:s", "jms_timestamp": 0, "JMSXGroupID": "g", "JMSXGroupSeq": 2},
    "payload": {"n": 1.50},
}
BYTES = {"JMSMessageID": "ID:y", "bytes": "SGkg8J+Yig==", "JMSExpiration": 1549312800123}
JMS_RECORDS = [*(json.dumps(record) for record in (CONNECT, ACTIVEMQ, NIFI, SPRING, BYTES)), *NOTHING]
JMS: Expected = {
    "jms('JMSMessageID', 'text')": ["ID:b1", "ID:host-1234-100-1:1:1:1:1", "ID:n", "ID:s", "ID:y", *NONE],
    "jms('JMSTimestamp', 'text')": ["2019-02-04 20:40:00.123000 UTC", "2026-08-06T14:59:07Z", "2019-02-04 20:40:00.123000 UTC", None, None, *NONE],
    "jms('JMSExpiration', 'text')": [None, None, None, None, "2019-02-04 20:40:00.123000 UTC", *NONE],
    "jms('JMSCorrelationID', 'text')": ["c", None, "c", None, None, *NONE],
    "jms('JMSType', 'text')": [None, "order", None, None, None, *NONE],
    "jms('JMSXGroupID', 'text')": ["g", "g", None, "g", None, *NONE],
    "jms('JMSXGroupSeq', 'text')": ["5", "4", "3", "2", None, *NONE],
    "jms('region', 'text')": ["eu", "eu", "eu", None, None, *NONE],
    "jms('body', 'text')": ["hello", "hello world", None, '{"n":1.5}', "Hi 😊", *NONE],
    "jms('properties', 'text')": ['{"JMSXGroupID":"g","JMSXGroupSeq":"5","region":"eu"}', '{"region":"eu","n":"7"}', None, None, None, *NONE],
}  # fmt: skip

DECODERS: dict[str, tuple[list[Any], Expected]] = {
    "hl7": (HL7_RECORDS, HL7),
    "xml": ([*XML_RECORDS, *NO_XML], XML),
    "cloud_event": ([*EVENTS], CLOUD_EVENTS),
    "json_messages": (BATCHES, BATCH_OF_EVENTS),
    "service_bus": (SERVICE_BUS_RECORDS, SERVICE_BUS),
    "jms": (JMS_RECORDS, JMS),
}


@pytest.fixture(scope="module")
def parsed(lake: object, tmp_path_factory: pytest.TempPathFactory) -> Project:
    """One project for all tests: it is parsed once."""
    return Project(schema="test_decoders", landing=tmp_path_factory.mktemp("landing"))


@pytest.fixture(scope="module")
def sql(parsed: Project) -> dict[str, str]:
    """The SQL of every call, compiled at once."""
    calls = [call for _, expected in DECODERS.values() for call in expected]
    texts = [call if "{{" in call else f"{{{{ {call} }}}}" for call in calls]
    return dict(zip(calls, parsed.compiled(texts), strict=True))


# dbt-spark sets it off; whoever calls a macro in a query of another session may have it on.
@pytest.fixture(params=["false", pytest.param("true", marks=pytest.mark.long)], ids=["lenient", "ansi"])
def session(sql: dict[str, str], request: pytest.FixtureRequest) -> Iterator[SparkSession]:
    """A session with ANSI mode off and on, somewhere else than in UTC."""
    settings = {"spark.sql.ansi.enabled": request.param, "spark.sql.session.timeZone": "America/New_York"}
    with spark_settings(settings) as spark:
        yield spark


@pytest.mark.parametrize("decoder", DECODERS)
def test_what_stands_where(decoder: str, session: SparkSession, sql: dict[str, str]) -> None:
    records, calls = DECODERS[decoder]
    frame = session.createDataFrame(list(enumerate(records)), "number int, text string")
    columns = [f"{sql[call]} as c{place}" for place, call in enumerate(calls)]
    rows = sorted(frame.selectExpr("number", *columns).collect())
    for place, (call, expected) in enumerate(calls.items()):
        assert [row[f"c{place}"] for row in rows] == expected, call


XML_NUMBER = "xml('/Order/@number', 'text')"


def test_ten_thousand_broken_documents_stop_nothing(session: SparkSession, sql: dict[str, str]) -> None:
    """More than Spark may raise an error over in one run: none of them raises one."""
    broken = [text for text in NO_XML if text is not None and len(text) < 2000]
    texts = [(broken[number % len(broken)],) for number in range(10_000)]
    frame = session.createDataFrame([*texts, ("<Order number='1'/>",)], "text string").repartition(2)
    found = frame.selectExpr(f"{sql[XML_NUMBER]} as number").where("number is not null")
    assert [row["number"] for row in found.collect()] == ["1"]


WRONG = {
    "hl7('PID')": 'hl7("PID") is no address',
    "hl7('PID-0')": 'hl7("PID-0") is no address',
    "hl7('MSH-2.1')": 'hl7("MSH-2.1") names a part of what the separators of the message stand in',
    "xml('/Order[')": 'xml("/Order[") is no XPath',
    "xml('/o:Order')": 'xml("/o:Order") names a prefix',
    "cloud_event('Id')": 'cloud_event("Id") is no attribute',
    "service_bus('sys.Region')": 'service_bus("sys.Region") is no property of the message itself',
    "jms('')": 'jms("") is no name',
}


def test_a_wrong_call_is_said(parsed: Project, capsys: pytest.CaptureFixture[str]) -> None:
    for call, problem in WRONG.items():
        assert not parsed.invoke("compile", "--inline", f"{{{{ {call} }}}}").success
        assert problem in capsys.readouterr().out
