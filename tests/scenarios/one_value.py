"""One hostile value in one place of a record, among good records: what is decoded of those is what is decoded of them alone."""

from __future__ import annotations

import json
from typing import Any

from tests.scenarios.hostile import VALUES
from tests.scenarios.project import Project

Place = tuple[str | int, ...]
Decoded = dict[str, Any]

# Expressions that take a field, go into an object, into a list of objects and far down; and paths into the same objects.
COLUMNS = {
    "message_id": "id",
    "sequence_id": "id",
    "sequence_number": "meta.n",
    "sequence_total": "size(items) + least(meta.n, 5)",
    "arrived_at": "timestamp_millis(received)",
    "is_last": "flag",
    "message_type": "concat_ws('/', upper(meta.x), upper(get(items, 0).x), cast(unix_millis(timestamp_millis(get(items, 0).t)) as string))",
    "body": "meta.y",
    "properties": "map('deep', cast(cast(deep.er.n as bigint) + 1 as string), 'first', to_json(get(items, 0)))",
}
FIELDS: dict[str, Any] = {
    "received": 1767225600000,
    "flag": False,
    "meta": {"x": "a", "y": "b", "n": 1},
    "items": [{"x": "c", "t": 1767225600000}, {"x": "d", "t": 0}],
    "deep": {"er": {"n": 7}},
    "unmapped": {"a": 1},
}
OF_ITEMS = {"message_type", "sequence_total", "properties"}
# Each place with the columns that are made of what stands there.
PLACES: dict[Place, set[str]] = {
    ("received",): {"arrived_at", "arrived_at_text"},
    ("flag",): {"is_last"},
    ("meta",): {"sequence_number", "sequence_total", "message_type", "body"},
    ("meta", "x"): {"message_type"},
    ("meta", "y"): {"body"},
    ("meta", "n"): {"sequence_number", "sequence_total"},
    ("items",): OF_ITEMS,
    ("items", 0): OF_ITEMS,
    ("items", 0, "x"): OF_ITEMS,
    ("items", 0, "t"): OF_ITEMS,
    ("deep",): {"properties"},
    ("deep", "er"): {"properties"},
    ("deep", "er", "n"): {"properties"},
    ("unmapped",): set(),
}


def nested(depth: int, of: str) -> str:
    return "[" * depth + "]" * depth if of == "lists" else '{"x":' * depth + "1" + "}" * depth


TWINS = '{"x": "p", "X": "q", "n": 1, "N": "z", "t": 1, "er": {"n": 2}, "ER": {}}'
DEEP = [nested(990, "lists"), nested(700, "objects"), nested(150, "objects"), nested(25, "objects")]
# One of each kind: a first file for each of them in each place takes a while.
KINDS = [None, "null", '"n/a"', "0.1", "9" * 40, "1e400", "true", "[]", "{}", '[1, "a", {"x": null}]', '{"a": 1, "a": 2}', TWINS, *DEEP]  # fmt: skip
ALL = [*VALUES, TWINS, *DEEP]


def good(id: str, **fields: Any) -> str:
    return json.dumps({"id": id, **FIELDS, **fields})


def spoilt(id: str, place: Place, value: str | None) -> str:
    """A good record with a value, as JSON, in one place; None: what is there is left out."""
    whole = json.loads(good(id))
    at = whole
    for name in place[:-1]:
        at = at[name]
    if value is None:
        del at[place[-1]]
        return json.dumps(whole)
    at[place[-1]] = "@"
    return json.dumps(whole).replace('"@"', value, 1)


def decode(project: Project) -> dict[str, Decoded]:
    """What has landed, as the decoder reads it, by the id in the record's text. No order is made of it, which would take longer."""
    project.run("--select", "resequencer__arrivals", "stg_resequencer__records")
    rows = project.query(
        "select undecodable, sequence_number, sequence_total, is_last, arrived_at, arrived_at_text, message_type, properties, body,"
        ' regexp_extract(raw_record, \'"id": ?"([^"]*)"\', 1) as id from {s}.stg_resequencer__records'
    )
    found = [row.asDict(recursive=True) for row in rows]
    return {fields.pop("id"): fields for fields in found}


def differing(found: Decoded, wanted: Decoded, place: Place) -> Decoded:
    """What a record with a value in a place has in columns that are not made of it, where that is not as in a good one."""
    if (found["undecodable"] or "").startswith("the record"):
        return {}  # it is none
    return {
        column: value
        for column, value in found.items()
        if column not in {"undecodable", *PLACES[place]} and value != wanted[column]
    }
