"""Values in the spellings that there are, and in some that there are not: read as what they say, or not at all.

What they should be comes from Python's own numbers and dates.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from decimal import Context, Decimal
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from pyspark.sql import SparkSession
from tests.scenarios.project import Project, spark_settings

MACROS = {
    "integer": "{{ as_integer('text') }}",
    "decimal": "{{ as_exact_decimal('text') }}",
    "time": "unix_micros({{ as_utc_timestamp('text') }})",
    "key": "{{ key_time({'time_pattern': none}, 'text') }}",
    "numeral": "{{ as_numeral('text') }}",
}
PATTERNS = {
    "point": "yyyy-MM-dd HH:mm:ss.SSSSSSSSS",
    "zone": "dd/MMM/yyyy HH:mm:ss,SSSSSSSSS xx",
    "joined": "yyyyMMdd HHmmssSSSSSSSSS",
    "either": "yyyy-MM-dd'T'HH:mm:ss[.SSSSSSSSS][,SSSSSSSSS]",
    "first": "SSSSSSSSS 'of' HH:mm:ss yyyy-MM-dd",
    "short": "yyyy-MM-dd HH:mm:ss.SSSSSS",
}
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
LONG = 100_000

NO_INTEGERS = [
    "", " ", "+", ".", "e5", ".e5", "1e", "1e+", "1e1.0", "1.5", "1e-1", "15e-1", "1.25e1", "1e-20", "1e-400", "1e400",
    "1.0000000000000000000000001", "1.0000000000000000000000001e5", "1e999999999", "1e-999999999", "0.1e-999999999",
    "9223372036854775808", "-9223372036854775809", "9.223372036854775808e18", "9223372036854775807.5", "1e19", "NaN",
    "Infinity", "-inf", "0x10", "7L", "7d", "1_000", "1,000", "1 000", "true", "null", "--7", "+-7", "7.0.0", "\u0667",
    "\uff17", "\u00a07", "7e3 e", "7e3\n7", "9" * LONG, "9" * LONG + "e5", "e" * LONG, "1e" + "9" * LONG, "1.0" + " " * LONG + "x",
]  # fmt: skip

NO_TIMES = [
    "", " ", "now", "today", "epoch", "tomorrow", "T12:34:56", "12:34:56", "12:34:56Z", "2026", "202601", "2026-01", "12345678",
    "20261301", "1767225600", "1767225600000", "1767225600.5", "1.7672256e9", "-1", "99999999999999999999", "true", "null",
    "2026-02-30T00:00:00Z", "2026-01-01T25:00:00Z", "2026-01-01T24:00:01Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:61Z",
    "2026-01-01T22:59:60Z", "2026-01-01T", "2026-01-01T00:00:00.Z", "2026-01-01T00:00.5Z", "2026-01-01 000000", "2026-01-01 05",
    "20260101-0530", "20260101-053000", "20260101Z", "2026-01-01-05:30", "1/1/2026 0:00", "01.02.2026 00:00:00", "2026/01/01",
    "2026-001", "2026-W01-4", "Jan  1 00:00:00", "01 Jan 26 00:00:00 GMT", "Fri, 01 Jan 2026 00:00:00 GMT", "31 Feb 2026 00:00:00 GMT",
    "2026-01-01 10:00:00 AM", "2026-01-01 10:00:00 PM", "2026-01-01T00:00:00+19:00", "2026-01-01T00:00:00+130",
    "2026-01-01T00:00:00+1:5", "2026-01-01T00:00:00ZZ", "2026-01-01T00:00:00\nZ", "2026-01-01T00:00:00\u00a0Z",
    "2026-01-01 00:00:00 PST", "2026-01-01 00:00:00 CST", "2026-01-01 00:00:00 BST", "2026-01-01 00:00:00 IST",
    "2026-01-01 00:00:00 Nowhere/Land", "2026-01-01 00:00:00 europe/paris", "\uff12026-01-01T00:00:00Z", "12026-01-01T00:00:00Z",
    "+292278994-08-17T07:12:55.807Z", "-290308-12-21T19:59:06Z", "-2026-01-01T00:00:00Z", "0000-01-01T00:00:00Z", "0000-12-31",
    "0001-01-01T00:00:00+00:01", "0001-01-01 00:00:00 Europe/Paris", "9999-12-31T23:59:59-00:01", "9999-12-31T24:00:00Z",
    "9999-12-31T23:59:60Z", "$1", "\\", "'", "{}", "[]", "1" * LONG, " " * LONG, "2026-01-01T" + ":" * LONG,
    "2026-01-01T00:00:00 A" + "/a" * LONG, "2026-01-01T00:00:00 " + "A" * LONG, "2026-01-01T00:00:00" + " " * LONG + "x",
]  # fmt: skip

# What formats of a moment do not give, by what it is in UTC.
TIMES = {
    "2026-01-01T24:00:00Z": "2026-01-02T00:00:00", "20161231T240000": "2017-01-01T00:00:00",
    "2016-12-31 24:00": "2017-01-01T00:00:00", "2016-12-31T24:00:00+02:00": "2016-12-31T22:00:00",
    "2016-12-31T23:59:60Z": "2017-01-01T00:00:00", "2016-12-31T23:59:60.5Z": "2017-01-01T00:00:00.5",
    "2026-1-1 0:0:0": "2026-01-01T00:00:00", "2026-1-1": "2026-01-01T00:00:00", "20260101": "2026-01-01T00:00:00",
    "2026-01-01T00:00:00." + "9" * LONG + "Z": "2026-01-01T00:00:00.999999999",
    "2026-01-01T05": "2026-01-01T05:00:00", "2026-01-01T05Z": "2026-01-01T05:00:00", "20260101T0530": "2026-01-01T05:30:00",
    "2026-01-01T00:00:00+01:30:15": "2025-12-31T22:29:45", "2026-01-01T00:00:00+1": "2025-12-31T23:00:00",
    "2026-01-01 00:00:00 UTC+1": "2025-12-31T23:00:00", "2026-01-01 00:00:00 GMT-0130": "2026-01-01T01:30:00",
    "2026-01-01 00:00:00 Etc/GMT+5": "2026-01-01T05:00:00",
    "2026-07-01 00:00:00 America/Argentina/Buenos_Aires": "2026-07-01T03:00:00",
    # An hour that comes twice is the first one; of one that is left out the offset before it is that of the time.
    "2025-10-26 02:30:00 Europe/Paris": "2025-10-26T00:30:00", "2025-03-30 02:30:00 Europe/Paris": "2025-03-30T01:30:00",
    "0001-01-01T00:00:00Z": "0001-01-01T00:00:00", "1582-10-10T00:00:00Z": "1582-10-10T00:00:00",
    "9999-12-31T23:59:59.9999999999+00:00": "9999-12-31T23:59:59.999999999",
}  # fmt: skip


@pytest.fixture
def expressions(project: Project) -> dict[str, str]:
    """The SQL of every macro, of a column `text`."""
    keys = {
        name: "{{ key_time({'time_pattern': \"" + pattern + "\"}, 'text') }}"
        for name, pattern in PATTERNS.items()
    }
    asked = {**MACROS, **keys}
    return dict(zip(asked, project.compiled(asked.values()), strict=True))


@pytest.fixture(params=["false", "true"], ids=["lenient", "ansi"])
def session(expressions: dict[str, str], request: pytest.FixtureRequest) -> Iterator[SparkSession]:
    """A session with ANSI mode off and on, somewhere else than in UTC."""
    settings = {"spark.sql.ansi.enabled": request.param, "spark.sql.session.timeZone": "America/New_York"}
    with spark_settings(settings) as spark:
        yield spark


def read(session: SparkSession, expression: str, texts: list[str]) -> list[Any]:
    """What an expression makes of each text."""
    rows = session.createDataFrame(list(enumerate(texts)), "number int, text string")
    return [row["value"] for row in sorted(rows.selectExpr("number", f"{expression} as value").collect())]


def differences(texts: list[str], found: list[Any], wanted: list[Any]) -> list[Any]:
    return [
        (text[:60], is_, should)
        for text, is_, should in zip(texts, found, wanted, strict=True)
        if is_ != should
    ]


def numbers(count: int) -> list[str]:
    """Decimal numbers in every spelling, many of them whole."""
    draw = random.Random(26)

    def digits(alphabet: str) -> str:
        return "".join(draw.choices(alphabet, k=draw.randint(0, draw.choice([3, 12]))))

    texts = [
        "9223372036854775807",
        "-9223372036854775808.00",
        "9007199254740993.0",
        "9.223372036854775807e18",
        "1E+3",
        "25e1",
    ]
    while len(texts) < count:
        whole, places = digits("00123459"), digits("00005")
        exponent = draw.choice(
            ["", f"{draw.choice('eE')}{draw.choice(['', '+', '-', '-0'])}{draw.randint(0, 12)}"]
        )
        if whole:
            text = draw.choice(["", "", "+", "-"]) + whole + draw.choice(["", ".", f".{places}"]) + exponent
            texts.append(draw.choice(["", " ", "\t"]) + text + draw.choice(["", " ", "\n"]))
    return texts


def test_numerals_are_read_in_linear_time(session: SparkSession, expressions: dict[str, str]) -> None:
    """A fraction of as many zeros is no whole number, and no reason to wait for hours."""
    texts = ["1." + "0" * 1_000_000 + "1", "1." + "0" * 1_000_000, "1" * 100_000 + ".0", "-7.50e1"]
    found = read(session, expressions["numeral"], texts)
    assert [one is not None for one in found] == [False, True, True, True]
    assert found[1] == read(session, expressions["numeral"], ["1"])[0]


def test_numbers(session: SparkSession, expressions: dict[str, str]) -> None:
    texts = numbers(2_000)
    exact = [Decimal(text.strip()) for text in texts]
    whole = [
        int(number) if number == number.to_integral_value() and -(2**63) <= number < 2**63 else None
        for number in exact
    ]
    assert sum(number is not None for number in whole) > 500
    assert not differences(texts, read(session, expressions["integer"], texts), whole)

    # A mantissa that ends with zeros may be refused, where these alone lead beyond the eighteenth place.
    places = Context(prec=60)
    rounded = [number.quantize(Decimal(1).scaleb(-18), context=places) for number in exact]
    decimals = [
        number if number == exact_number and abs(number) < 10**20 else None
        for number, exact_number in zip(rounded, exact, strict=True)
    ]
    found = read(session, expressions["decimal"], texts)
    assert not [difference for difference in differences(texts, found, decimals) if difference[1] is not None]
    assert sum(number is not None for number in found) > 0.95 * sum(number is not None for number in decimals)

    assert read(session, expressions["integer"], NO_INTEGERS) == [None] * len(NO_INTEGERS)
    hostile = [text for text in NO_INTEGERS if not re.search("[0-9]", text)]
    assert read(session, expressions["decimal"], hostile) == [None] * len(hostile)


def spellings(moment: datetime, nanoseconds: int, draw: random.Random) -> Iterator[tuple[str, int]]:
    """Texts of a moment, and the nanoseconds since 1970 that they say: without a fraction those of the second."""
    seconds = (moment - EPOCH) // timedelta(seconds=1)
    digits = draw.randint(1, 12)
    places = f"{nanoseconds:09}{draw.randint(0, 999):03}"[:digits]
    fine = seconds * 10**9 + int(places[:9].ljust(9, "0"))
    offset = timedelta(minutes=draw.randrange(-14 * 60, 14 * 60 + 1, 15))
    local = moment.astimezone(timezone(offset))
    paris = moment.astimezone(ZoneInfo("Europe/Paris"))
    date, clock = f"{moment:%Y-%m-%d}".zfill(10), f"{moment:%H:%M:%S}"
    there, colon = f"{local:%Y-%m-%d}".zfill(10), f"{local:%z}"[:3] + ":" + f"{local:%z}"[3:]
    for mark in ".,":
        yield f"{date}T{clock}{mark}{places}Z", fine
        yield f" {date} {clock}{mark}{places}\t", fine
        yield f"{there}T{local:%H:%M:%S}{mark}{places}{local:%z}", fine
        yield f"{date.replace('-', '')}-{clock}{mark}{places}", fine
        yield f"{date.replace('-', '')}T{clock.replace(':', '')}{mark}{places}Z", fine
        yield f"{there} {local:%H:%M:%S}{mark}{places} {colon}", fine
    for text in (
        f"{date}T{clock}",
        f"{date}t{clock}z",
        f"{date} {clock} UTC",
        f"{date} {clock} gmt",
        f"{date.replace('-', '')} {clock}",
    ):
        yield text, seconds * 10**9
    yield f"{there}T{local:%H:%M:%S}{colon}", seconds * 10**9
    yield f"{there.replace('-', '')}T{local:%H%M%S}{local:%z}", seconds * 10**9
    yield f"{date}T{clock[:5]}", seconds // 60 * 60 * 10**9
    yield f"{date}", seconds // 86400 * 86400 * 10**9
    yield f"{moment:%a, %d %b} {date[:4]} {clock} GMT", seconds * 10**9
    yield f"{local:%d/%b/}{there[:4]}:{local:%H:%M:%S} {local:%z}", seconds * 10**9
    if moment.year > 1950 and paris.fold == 0:
        yield f"{paris:%Y-%m-%d %H:%M:%S} Europe/Paris", seconds * 10**9


def moments(count: int) -> Iterator[tuple[datetime, int, random.Random]]:
    draw = random.Random(1582)
    for place in range(count):
        first, last = ((1970, 2100), (2, 9998))[place % 2]
        days = draw.randrange(datetime(first, 1, 1).toordinal(), datetime(last, 12, 31).toordinal())
        moment = datetime.fromordinal(days).replace(tzinfo=UTC) + timedelta(seconds=draw.randrange(86400))
        yield moment, draw.choice([0, draw.randrange(10**9)]), draw


def test_times(session: SparkSession, expressions: dict[str, str]) -> None:
    drawn = [spelling for moment in moments(60) for spelling in spellings(*moment)]
    for text, wanted in TIMES.items():
        second, _, places = wanted.partition(".")
        seconds = (datetime.fromisoformat(second).replace(tzinfo=UTC) - EPOCH) // timedelta(seconds=1)
        drawn.append((text, seconds * 10**9 + int(places.ljust(9, "0"))))
    texts, nanoseconds = [text for text, _ in drawn], [number for _, number in drawn]
    micros = [number // 1000 for number in nanoseconds]
    assert not differences(texts, read(session, expressions["time"], texts), micros)
    keys = [Decimal(number) / 1000 for number in nanoseconds]
    assert not differences(texts, read(session, expressions["key"], texts), keys)

    assert not differences(NO_TIMES, read(session, expressions["time"], NO_TIMES), [None] * len(NO_TIMES))
    assert not differences(NO_TIMES, read(session, expressions["key"], NO_TIMES), [None] * len(NO_TIMES))


def test_times_by_a_pattern(session: SparkSession, expressions: dict[str, str]) -> None:
    drawn: dict[str, list[tuple[str, int | None]]] = {name: [] for name in PATTERNS}
    for moment, nanoseconds, draw in moments(60):
        digits = draw.randint(1, 9)
        places = f"{nanoseconds:09}"[:digits]
        seconds = (moment - EPOCH) // timedelta(seconds=1)
        key = seconds * 10**9 + int(places.ljust(9, "0"))
        local = moment.astimezone(timezone(timedelta(hours=draw.randint(-11, 11))))
        date, there = f"{moment:%Y-%m-%d}".zfill(10), f"{local:%Y}".zfill(4)
        clock = f"{moment:%H:%M:%S}"
        drawn["point"].append((f"{date} {clock}.{places}", key))
        drawn["zone"].append((f"{local:%d/%b}/{there} {local:%H:%M:%S},{places} {local:%z}", key))
        drawn["joined"].append(
            (
                f"{date.replace('-', '')} {clock.replace(':', '')}{nanoseconds:09}",
                seconds * 10**9 + nanoseconds,
            )
        )
        drawn["either"] += [
            (f"{date}T{clock}", seconds * 10**9),
            (f"{date}T{clock}.{places}", key),
            (f"{date}t{clock},{places}", key),
        ]
        drawn["first"].append((f"{places} of {clock} {date}", key))
        drawn["short"] += [
            (f"{date} {clock}.{places[:6]}", key // 1000 * 1000),
            (f"{date} {clock}.1234567", None),
        ]
    # Years that Spark reads, and that no timestamp holds.
    for year in ("+294248", "+292278994", "-292275055", "+999999999", "-999999999"):
        drawn["either"].append((f"{year}-08-17T07:12:55", None))
        drawn["zone"].append((f"17/Aug/{year} 07:12:55,000000000 +0000", None))
    for name, spelled in drawn.items():
        texts = [text for text, _ in spelled]
        keys = [None if key is None else Decimal(key) / 1000 for _, key in spelled]
        assert not differences(texts, read(session, expressions[name], texts), keys), name
