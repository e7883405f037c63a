"""Messages of several entities become one session: what filters and actions mean, and that the session is in order."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from dbt.adapters.factory import FACTORY
from pyspark.sql import SparkSession
from tests.scenarios.project import Project

FILTER = "EXISTS(user.SessionName) AND EXISTS(user.TransactionId)"
RULES: list[dict[str, Any]] = [
    {
        "name": "sessions", "from": ["Topic1", "Topic2"], "filter": FILTER,
        "set": "SessionId = {SessionName}_{TransactionId}_{InstanceId}",
    },
    {"name": "never", "from": "Topic2", "filter": FILTER, "set": "SET sys.SessionId = 'too late'"},
    {
        "name": "audits", "from": "Topic3", "filter": "1 = 1",
        "set": """
            SET sys.Label = 'audit of ' + sys.Label
            SET Copy = sessionname + '!'; SET copy = Copy + COPY,
            SET sys.CorrelationId = sys.SessionId;
            SET Half = Amount / 2; SET Sum = Amount + 1; SET Flag = TRUE; SET Nothing = Amount + Nowhere
            REMOVE INSTANCEID REMOVE Gone
            SET [its 'own'] = 'it''s ${HOME} \\'
            SET sys.SessionId = SessionName + property('Transaction' + 'Id')
            SET sys.SessionId = sys.SessionId + '/' + sys.EnqueuedTimeUtc
        """,
    },
    {"name": "removed", "from": "Topic4", "filter": "sys.Label = 'none'", "set": "REMOVE sys.SessionId"},
    {"name": "mended", "from": "Topic4", "filter": "1 = 1", "set": "SET sys.SessionId = x SET sys.SessionId = 'y'"},
]  # fmt: skip


def message(
    name: str, number: int, second: int, /, kind: str = "T", **properties: str | None
) -> dict[str, Any]:
    return {
        "message_id": name, "sequence_id": f"own of {name}", "sequence_number": number, "body": "b",
        "arrived_at": f"2026-03-01T10:00:{second:02d}Z", "message_type": kind, "properties": properties,
    }  # fmt: skip


@pytest.fixture(scope="module")
def forwarded(lake: Path, tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A run over messages of four topics."""
    project = Project(
        "forwarded",
        tmp_path_factory.mktemp("forwarded"),
        {
            "forwarding": RULES,
            "columns": {
                "properties": "map_concat(from_json(properties, 'map<string,string>'), map('Entity', regexp_extract(_raw_file, '/(Topic.)[.]json$', 1)))"
            },
            "rulesets": [
                {"name": "audited", "match": {"properties": [{"copy": "."}]}, "start": 7},
                {"name": "one_for_all", "match": {"properties": [{"all": "."}]}, "group_by": ""},
                {"name": "sessions", "match": {"properties": [{"sequence_id": "."}]}},
            ],
        },
    )
    order = {"SessionName": "order", "TransactionId": "t1", "InstanceId": "i1"}
    project.land(
        "Topic1.json",
        [
            message("one", 1, 3, **order),
            message("three", 3, 2, **order),
            message("without", 1, 5, SessionName="order", InstanceId="i1"),
            message("no instance", 4, 5, SessionName="order", TransactionId="t1"),
            message("one group", 1, 6, SessionName="order", TransactionId="t1", all="yes"),
            message("another", 1, 5, **{**order, "InstanceId": "i2"}),
        ],
    )
    project.land("Topic2.json", [message("four", 4, 1, **order), message("two", 2, 4, **order)])
    project.land(
        "Topic3.json",
        [
            message("audit", 7, 5, **order, Amount="7"),
            '{"message_id": "unreadable", "is_last": "perhaps", "properties": {}}',
        ],
    )
    project.land("Topic4.json", [message("nobody", 1, 5, "none"), message("somebody", 1, 5)])
    project.land("Topic5.json", [message("other", 1, 5, **order)])
    project.run(as_of="2026-03-01T10:01:00Z")
    return project


def test_messages_of_two_entities_become_one_session(forwarded: Project) -> None:
    session = forwarded.query(
        "select released.message_id, lineage.entity, lineage.original_sequence_id as original, lineage.forwarded_by"
        " from {s}.resequencer__ledger as released"
        " inner join {s}.resequencer__forwarded as lineage using (intake, place)"
        " where released.disposition = 'released' and released.sequence_id = 'order_t1_i1'"
        " and lineage.sequence_id = 'order_t1_i1' and lineage.message_id = released.message_id"
        " order by released.release_position"
    )
    assert [tuple(row) for row in session] == [
        ("one", "Topic1", "own of one", "sessions"),
        ("two", "Topic2", "own of two", "sessions"),
        ("three", "Topic1", "own of three", "sessions"),
        ("four", "Topic2", "own of four", "sessions"),
    ]
    released = {
        row["message_id"]: row["sequence_id"]
        for row in forwarded.query("select message_id, sequence_id from {s}.resequencer__released")
    }
    assert released == {
        "one": "order_t1_i1", "two": "order_t1_i1", "three": "order_t1_i1", "four": "order_t1_i1",
        "another": "order_t1_i2", "without": "own of without", "other": "own of other", "somebody": "y",
        "audit": "ordert1/2026-03-01 10:00:05.000000 UTC",
    }  # fmt: skip
    lineage = {
        row["message_id"] for row in forwarded.query("select message_id from {s}.resequencer__forwarded")
    }
    failed = {"no instance", "one group", "nobody"}
    assert lineage == {*released, *failed} - {"without", "other"}


def test_an_action_that_leaves_no_session_is_a_failure(forwarded: Project) -> None:
    failures = {
        row["message_id"]: (row["reason"], row["detail"], row["raw_record"] is not None)
        for row in forwarded.query("select * from {s}.resequencer__failure")
    }
    no_instance = "forwarding rule sessions leaves no value in sys.SessionId; missing: InstanceId"
    assert failures == {
        "no instance": ("missing_sequence_id", no_instance, True),
        # Whatever it would have been ordered by: the action is what failed.
        "one group": ("missing_sequence_id", no_instance, True),
        "nobody": ("missing_sequence_id", "forwarding rule removed leaves no value in sys.SessionId", True),
        "unreadable": ("undecodable", "is_last is neither true nor false: perhaps", True),
    }


def test_an_action_is_done_statement_by_statement(forwarded: Project) -> None:
    (row,) = forwarded.query("select * from {s}.resequencer__released where message_id = 'audit'")
    assert (row["message_type"], row["body"]) == ("audit of T", "b")
    assert row["properties"] == {
        "Entity": "Topic3", "SessionName": "order", "TransactionId": "t1", "Amount": "7",
        "copy": "order!order!", "CorrelationId": "own of audit", "Half": "3", "Sum": "8", "Flag": "true",
        "its 'own'": "it's ${HOME} \\",
    }  # fmt: skip


# Filters over one message, and what they come to: true (T), false (F), unknown (U).
MESSAGE = {
    "Name": "Orders", "Amount": "12", "Rate": "0.5", "Wide": " 12 ", "Small": "9", "Flag": "True", "Empty": "",
    "Big": "9007199254740993", "Huge": "1e300", "Word": "twelve", "NaN": "NaN", "Null": None, "HR-ID": "7",
    'q "x" ]': "quoted", "Sign": "50%_a\\b", "Star": "S*r", "Key": "name", "Lines": "a\nb", "Zero": "0",
    "Minus": "-7", "Date": "2026-03-01T10:00:00Z", "Größe": "3",
}  # fmt: skip
FILTERS: dict[str, str] = {
    # Properties: scopes, quotes, whatever case
    "Name = 'Orders'": "T",
    "user.Name = 'Orders'": "T",
    "NAME = 'Orders' and uSeR . name = 'Orders'": "T",
    "[Name] = 'Orders' AND user.\"Name\" = 'Orders'": "T",
    '[HR-ID] = 7 AND "q ""x"" ]" = \'quoted\' AND [q "x" ]]] = \'quoted\'': "T",
    "Größe = 3 AND GRÖSSE IS NULL": "T",
    "Name = 'orders'": "F",
    "Nowhere = 'x'": "U",
    "[Null] = 'x'": "U",
    # System properties
    "sys.MessageId = 'm1' AND sys.messageid LIKE 'm_'": "T",
    "sys.SessionId = 's' AND sys.SequenceNumber = 5 AND sys.SequenceNumber < 10": "T",
    "sys.Label = 'T' AND sys.Subject = 'T'": "T",
    "sys.To IN ('Store5') OR sys.CorrelationId IS NULL": "T",
    "sys.ReplyTo = 'x'": "U",
    "sys.EnqueuedTimeUtc > '2026-02-28T23:00:00Z' AND sys.EnqueuedTimeUtc <= '2026-03-01'": "F",
    "sys.EnqueuedTimeUtc = Date": "T",
    "sys.EnqueuedTimeUtc = '2026-03-01T11:00:00+01:00'": "T",
    "sys.EnqueuedTimeUtc > 'soon'": "U",
    "sys.EnqueuedTimeUtc > 5": "U",
    # EXISTS and IS NULL never are unknown
    "EXISTS(Name)": "T",
    "exists ( user.NAME )": "T",
    "EXISTS([Null])": "T",
    "EXISTS(Nowhere)": "F",
    "EXISTS(sys.SessionId) AND NOT EXISTS(sys.To)": "T",
    "NOT EXISTS(Nowhere)": "T",
    "Nowhere IS NULL AND [Null] IS NULL AND Name IS NOT NULL": "T",
    "Empty IS NULL": "F",
    "Name IS  NOT\tNULL": "T",
    # Three-valued logic
    "Nowhere = 1 AND Name = 'x'": "F",
    "Nowhere = 1 AND Name = 'Orders'": "U",
    "Nowhere = 1 OR Name = 'x'": "U",
    "Nowhere = 1 OR Name = 'Orders'": "T",
    "NOT Nowhere = 1": "U",
    "NOT (Nowhere = 1 AND Name = 'x')": "T",
    "Name = NULL": "U",
    "NULL = NULL": "U",
    # Precedence
    "1 = 2 AND 1 = 2 OR 1 = 1": "T",
    "1 = 1 OR 1 = 1 AND 1 = 2": "T",
    "(1 = 1 OR 1 = 1) AND 1 = 2": "F",
    "NOT 1 = 2 AND 1 = 1": "T",
    "NOT 1 = 1 OR 1 = 1": "T",
    "NOT (1 = 1 OR 1 = 1)": "F",
    "NOT NOT ((1) = (1))": "T",
    "1 + 2 * 3 = 7 AND (1 + 2) * 3 = 9": "T",
    "10 - 4 - 3 = 3 AND 24 / 4 / 2 = 3 AND - 2 * - 3 = 6 AND - - 2 = +2": "T",
    "2 + 3 > 4 AND 'a' + 'b' LIKE 'a' + '_'": "T",
    # Comparison
    "Amount = 12 AND Amount = 12.0 AND Amount = 1.2E1 AND Wide = 12": "T",
    "Amount <> 12": "F",
    "Amount != 12": "F",
    "Amount < 13 AND Amount <= 12 AND Amount > 9 AND Amount >= 12 AND 9 < Amount": "T",
    "Amount = '12'": "T",
    "Wide = '12'": "F",
    "'12' = 12": "T",
    "Word = 12": "U",
    "Word <> 12": "U",
    "Empty = 0": "U",
    "NaN > 0": "U",
    "Rate = .5 AND Rate < 0.51": "T",
    "Big = 9007199254740993": "T",
    "Big = 9007199254740992": "F",
    "Huge > 9223372036854775807": "T",
    "Small < Amount AND NOT Small > Amount": "T",
    "Name > Amount": "T",
    "Wide = Amount": "F",
    "Name < 'P'": "T",
    "Flag = TRUE AND true = Flag AND Flag <> false": "T",
    "Flag = FALSE": "F",
    "Name = TRUE": "U",
    "Flag > FALSE": "U",
    "TRUE = 1": "U",
    "TRUE = TRUE AND TRUE <> FALSE": "T",
    # Arithmetic
    "Amount + 1 = 13 AND Amount - 1 = 11 AND Amount * 2 = 24 AND 1 + Amount = 13": "T",
    "Amount / 5 = 2 AND Amount / 5.0 = 2.4 AND Amount % 5 = 2": "T",
    "Minus / 2 = -3 AND Minus % 2 = -1 AND -Minus = 7 AND +Amount = 12": "T",
    "7 / 2 * 1.5 = 4.5": "T",
    "5.5 % 2 = 1.5": "T",
    "Amount / Zero = 0": "U",
    "1.5 / 0 = 0": "U",
    "Amount % 0 = 0": "U",
    "9223372036854775807 + 1 > 9e18": "T",
    "Nowhere + 1 = 1": "U",
    "-Nowhere = 1": "U",
    "Word + 1 = 1": "U",
    "TRUE + 1 = 2": "U",
    "NULL + 1 = 1": "U",
    "Amount + 'x' = '12x' AND 'x' + 5 = 'x5' AND 'x' + 0.5 = 'x0.5' AND 'x' + TRUE = 'xtrue'": "T",
    "Amount + Small = '129'": "T",
    "Amount + Nowhere = '12'": "U",
    "Amount - Small = 3": "T",
    # LIKE
    "Name LIKE 'Ord%' AND Name LIKE '%der%' AND Name LIKE 'O_ders' AND Name LIKE Name": "T",
    "Name LIKE 'ord%'": "F",
    "Name LIKE 'Ord'": "F",
    "Name NOT LIKE 'X%'": "T",
    "NOT Name LIKE 'X%'": "T",
    "Nowhere LIKE '%'": "U",
    "Nowhere NOT LIKE '%'": "U",
    "Name LIKE Nowhere": "U",
    "Amount LIKE '1%' AND 12 LIKE '1_'": "T",
    "Empty LIKE ''": "T",
    "Lines LIKE 'a%b' AND Lines LIKE 'a_b'": "T",
    "Star LIKE 'S*r'": "T",
    "Name LIKE 'O.*'": "F",
    "Sign LIKE '50\\%\\_a\\b' ESCAPE '\\'": "F",
    "Sign LIKE '50\\%\\_a\\\\b' ESCAPE '\\'": "T",
    "Sign LIKE '50!%!_a\\b' ESCAPE '!' AND Sign LIKE '50%a\\b'": "T",
    "Amount LIKE '1!%' ESCAPE '!'": "F",
    "'a!b' LIKE 'a!!b' ESCAPE '!' AND 'a!%' LIKE 'a!!!%' ESCAPE '!' AND 'a!xx' LIKE 'a!!%' ESCAPE '!'": "T",
    "'ab' LIKE '!a!b!' ESCAPE '!'": "T",
    "'50%' LIKE '50%%' ESCAPE '%' AND '5_' LIKE '5__' ESCAPE '_'": "T",
    "'5x' LIKE '5__' ESCAPE '_'": "F",
    "Name LIKE 'Ord' + '!%' ESCAPE '!'": "F",
    "Word LIKE '%\\'": "F",
    # IN
    "Name IN ('x', 'Orders')": "T",
    "Name IN('x')": "F",
    "Name NOT IN ('x', 'y')": "T",
    "NOT Name IN ('Orders')": "F",
    "Amount IN (11, 12.0)": "T",
    "Amount IN (1 + 11, Name)": "T",
    "Amount + 1 IN ((12 + 1))": "T",
    "Nowhere IN ('x')": "U",
    "Nowhere NOT IN ('x')": "U",
    "Name IN ('x', Nowhere)": "U",
    # Functions
    "property('Name') = 'Orders' AND P('name') = 'Orders' AND p('Na' + 'me') = 'Orders'": "T",
    "p(Key) = 'Orders' AND p(p('key')) LIKE 'O%'": "T",
    "p('Amount') + 1 = 13": "T",
    "p(Nowhere) = 'x'": "U",
    # Nothing of a text is read as SQL
    "Name = 'x'') OR (''1'' = ''1'": "F",
    "Name = '${env:HOME}'": "F",
    "[') or true or (''] IS NULL": "T",
    "(" * 300 + "1 = 1" + ")" * 300: "T",
}
# Over a message that has nothing.
BARE = {
    "Name = 'x'": "U", "EXISTS(Name)": "F", "Name IS NULL": "T", "p('Name') = 'x'": "U", "sys.SessionId = 's'": "U",
    "EXISTS(sys.SessionId)": "F", "1 = 1": "T", "sys.EnqueuedTimeUtc > '2026-01-01'": "U", "Name <> Other": "U",
}  # fmt: skip


@pytest.fixture
def call_macro_of(forwarded: Project) -> Callable[..., Any]:
    adapter = FACTORY.lookup_adapter("sparksession")

    def call(macro: str, **arguments: Any) -> Any:
        return adapter.execute_macro(
            macro, macro_resolver=forwarded.manifest, project="resequencer", kwargs=arguments
        )

    return call


def test_filters_mean_what_service_bus_says(call_macro_of: Callable[..., Any]) -> None:
    assert verdicts(call_macro_of, FILTERS, MESSAGE, "'m1' as message_id, 's' as sequence_id") == FILTERS
    assert (
        verdicts(call_macro_of, BARE, None, "null as message_id, cast(null as string) as sequence_id") == BARE
    )


def verdicts(
    call: Callable[..., Any], filters: dict[str, str], properties: dict[str, Any] | None, columns: str
) -> dict[str, str]:
    """What Spark says of each filter, all in one query."""
    spark = SparkSession.active()
    at = "null" if properties is None else "timestamp'2026-03-01T10:00:00Z'"
    records = spark.createDataFrame([(properties,)], "properties map<string,string>").selectExpr(
        "properties",
        *columns.split(", "),
        "'5' as sequence_number",
        "'T' as message_type",
        f"cast({at} as timestamp) as arrived_at",
    )
    conditions = [call("_forwarding_filter", setting="filter", value=text) for text in filters]
    (row,) = records.selectExpr(*(f"{sql} as c{i}" for i, sql in enumerate(conditions))).collect()
    return {text: {True: "T", False: "F", None: "U"}[found] for text, found in zip(filters, row, strict=True)}
