"""Records with one hostile value each, among good ones that nothing may touch."""

from __future__ import annotations

import json
from typing import Any

LARGEST = 9_223_372_036_854_775_807
XML_BOMB = '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;&b;&b;">]><a><b>&c;&c;&c;</b></a>'

# As JSON, so that what Python cannot write is among them; None: the field is left out.
VALUES: list[str | None] = [
    None,
    "null",
    "true",
    '""',
    '" "',
    "0",
    "-0",
    "-1",
    str(LARGEST),
    str(-LARGEST - 1),
    str(LARGEST + 1),
    "9" * 1500,
    "0.1",
    "12345678.0",
    "1e3",
    "1e400",
    "-1e400",
    "1e-400",
    "NaN",
    "-Infinity",
    '"NaN"',
    '"n/a"',
    '"%zz"',
    json.dumps("x" * 60_000),
    '"http://a b/%"',
    '"9999-99-99T99:99:99Z"',
    '"Nowhere/Land"',
    '"\\ud800"',
    '"\\u0000"',
    '"\\\\"',
    '"\'; drop table canary; --"',
    '"<a>"',
    json.dumps(XML_BOMB),
    json.dumps("<a>" * 3000 + "</a>" * 3000),
    "[]",
    "{}",
    "[1, [2.50, null], {}]",
    '{"a b": 1.50, "A B": null, "": ""}',
    '{"a": 1, "a": 2}',
    "[" * 300 + "]" * 300,
    '{"a":' * 300 + "1" + "}" * 300,
]
# Not one is a record: quotes that do not close, and what follows a record.
LINES = ['{"id": "broken', '{"id": "broken"} "', '{"id": "broken", "n": 1, }', "NaN"]

COLUMNS = {
    "message_id": "id",
    "sequence_id": "concat_ws('/', dev, xpath_string(xml, 'a/b'))",
    "sequence_number": "n",
    "sequence_total": "element_at(split(totals, ','), cast(place as int))",
    "arrived_at": "timestamp_millis(at)",
    "message_type": "concat(element_at(array('x', 'y'), cast(place as int)), date_format(timestamp_millis(at), zone))",
    "properties": "map(tag, url_decode(val), 'host', parse_url(url, 'HOST'))",
    "body": "meta.`a b`",
}
GOOD: dict[str, Any] = {
    "xml": "<a><b>1</b></a>", "n": 1, "totals": "9,8", "place": 1, "at": 1767225600000, "zone": "yyyy", "tag": "t",
    "val": "%41", "url": "http://example.org/x", "meta": {"a b": "the body", "seq no": 1},
}  # fmt: skip


def record(**fields: Any) -> str:
    return json.dumps({**GOOD, **fields})


def with_value(field: str, value: str | None, **fields: Any) -> str:
    """A good record but for one field, as a line of JSON."""
    others = {name: v for name, v in {**GOOD, **fields}.items() if name != field}
    text = json.dumps(others)
    return text if value is None else f'{text[:-1]}, "{field}": {value}}}'


def landing(part: int) -> tuple[list[str], set[str]]:
    """Lines of one file, the hostile ones among the good, and the ids of the good ones."""
    lines: list[str] = []
    good: set[str] = set()
    fields = ["id", "dev", *GOOD]
    hostile = [
        with_value(field, value, id=f"bad-{part}-{field}-{i}", dev=f"bad-{part}-{field}-{i}")
        for field in fields
        for i, value in enumerate(VALUES)
    ] + LINES
    for place, line in enumerate(hostile):
        if place % 25 == 0:
            device, number = divmod(place // 25, 4)
            good.add(f"good-{part}-{place}")
            lines.append(
                record(id=f"good-{part}-{place}", dev=f"good-{device}", n=4 * (part - 1) + number + 1)
            )
        lines.append(line)
    return lines, good


def spoilt_cells(line: str) -> list[str]:
    """A line of CSV, each time with one hostile value in one cell, as it is and in quotes."""
    cells = line.split(",")
    variants = []
    for place in range(len(cells)):
        for value in VALUES:
            text = value or ""
            for cell in (text, '"' + text.replace('"', '""') + '"'):
                variants.append(",".join([*cells[:place], cell, *cells[place + 1 :]]))
    return variants


def spoilt(line: str) -> list[str]:
    """A record of any format, each time with something wrong: one hostile value in one field, or text that is none."""
    variants = [
        line[: len(line) // 2],
        line + line,
        line.replace('"', ""),
        f"\x00{line}",
        line + "x" * 100_000,
        XML_BOMB,
    ]
    try:
        fields = json.loads(line)
    except ValueError:
        return [variant for variant in variants if variant.strip()]
    places: list[tuple[str, ...]] = [(name,) for name in fields]
    places += [(name, inner) for name, value in fields.items() if isinstance(value, dict) for inner in value]
    for number, place in enumerate(places):
        # Each field gets a third of the values; of three fields or records all are tried.
        for value in VALUES[number % 3 :: 3]:
            whole = json.loads(line)
            at = whole[place[0]] if len(place) > 1 else whole
            at[place[-1]] = "@"
            text = json.dumps(whole)
            variants.append(text.replace('"@"', value, 1) if value is not None else text)
    return variants
