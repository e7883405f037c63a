"""What the MessageBox costs: matching and routing, small runs, the ledger behind it, and what it writes."""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable
from functools import partial
from typing import Any

from bench.arrivals import BAKE_TIME, generate
from bench.lake import Lake, seconds
from bench.measures import AS_OF, RULESETS, SEQUENCES, Measure, arrivals_table, in_rounds

Subscription = dict[str, Any]
BOX, LEDGER = "resequencer__messagebox", "resequencer__ledger"
FEW = 10
NEW = 10_000
"""Messages of a run after many."""
OPEN_EACH = 2
"""Subscriptions of mo that wait for an outcome of each message of the history."""
COPY = "a read and write of the same messages"
# How many values each property has by which messages are looked up.
TYPES, REGIONS, PRODUCTS, CHANNELS, CUSTOMERS, AMOUNTS = 12, 12, 128, 10, 1600, 10_000
ORDERED: Subscription = {"name": "bench", "match": "all", "ordered": {"bake_time": BAKE_TIME}}
"""One subscription for all, which does what RULESETS do."""
FIVE: list[Subscription] = [
    *({"name": f"s{number}", "match": "all"} for number in range(4)),
    {"name": "in_order", "match": "all", "ordered": {"group_by": "", "key": "##number##"}},
]


def messages(first: int, count: int, body_size: int = 192) -> str:
    """A query of so many messages, two a second, each with 8 properties and a body of so many characters."""

    def drawn(prefix: str, salt: int, values: int) -> str:
        return f"concat('{prefix}', pmod(xxhash64(id, {salt}), {values}))"

    return f"""
        select
            id as position,
            concat('m', id) as message_id,
            timestamp_micros(cast(1767225600e6 + id * 500000 as bigint)) as arrived_at,
            {drawn("t", 1, TYPES)} as message_type,
            map(
                'customer', {drawn("c", 2, CUSTOMERS)}, 'region', {drawn("r", 3, REGIONS)}, 'product', {drawn("p", 4, PRODUCTS)},
                'channel', {drawn("h", 5, CHANNELS)}, 'amount', {drawn("", 6, AMOUNTS)},
                'site', if(pmod(xxhash64(id, 7), 10) < 7, 'main', 'other'), 'number', string(id + 1), 'note', sha2(string(id), 224)
            ) as properties,
            substr(array_join(transform(sequence(0, {body_size} div 64), n -> sha2(concat(id, '-', n), 256)), ''), 1, {body_size}) as body
        from range({first}, {first + count})
    """


def mixed(count: int) -> list[Subscription]:
    """So many subscriptions, of 0.0007 messages each on average.

    Groups of equalities with five signatures, some with more to try; every tenth has two of these; of every twentieth all
    that is asked is an interval.
    """

    def group(number: int) -> dict[str, Any]:
        region, product, channel = (
            f"r{number % REGIONS}",
            f"p{number // 5 % PRODUCTS}",
            f"h{number % CHANNELS}",
        )
        message_type = f"t{number // 7 % TYPES}"
        groups: list[dict[str, Any]] = [
            {"customer": f"c{number % CUSTOMERS}"},
            {"region": region, "product": product},
            {"product": product, "channel": channel, "amount": {"ge": AMOUNTS // 5}},
            {"message_type": message_type, "product": product},
            {"message_type": message_type, "region": region, "channel": channel},
        ]
        return groups[number % 5]

    def match(number: int) -> list[dict[str, Any]]:
        if number % 20 == 19:
            lowest = number * 37 % AMOUNTS
            return [{"amount": {"ge": lowest, "lt": lowest + 6}}]
        return [group(number), *([group(number + 1)] if number % 10 == 0 else [])]

    return [{"name": f"s{number:06}", "match": match(number)} for number in range(count)]


def by_region() -> list[Subscription]:
    """Ten subscriptions with one signature; together they match 0.8 times a message."""
    return [{"name": f"s{number}", "match": [{"region": f"r{number}"}]} for number in range(FEW)]


def for_most() -> list[Subscription]:
    """Ten subscriptions with one signature that all match seven of ten messages, so 7 times a message."""
    return [{"name": f"s{number}", "match": [{"site": "main"}]} for number in range(FEW)]


def _published(lake: Lake, table: str, count: int) -> None:
    """Append so many messages to a table, which is made if need be."""
    lake.spark.sql("create database if not exists source")
    first = 0
    if lake.spark.catalog.tableExists(table):
        first = lake.spark.sql(f"select max(position) + 1 from {table}").collect()[0][0]
    lake.spark.sql(messages(first, count)).write.format("delta").mode("append").saveAsTable(table)


def _from_table(lake: Lake, name: str, subscriptions: list[Subscription]) -> dict[str, str]:
    """The setting of subscriptions that are rows of a Delta table; the table is made."""
    lake.spark.sql("create database if not exists source")
    rows = [(one["name"], json.dumps(one["match"]), one.get("delivery")) for one in subscriptions]
    table = f"source.subscriptions_{name}"
    frame = lake.spark.createDataFrame(rows, "name string, match string, delivery string")
    frame.write.format("delta").mode("overwrite").saveAsTable(table)
    return {"relation": table}


def _route(lake: Lake, arrivals: str, schema: str, subscriptions: dict[str, str]) -> float:
    """Seconds of the routing of one run, which is what `--select +resequencer__messagebox` makes; without dbt's parsing."""
    lake.run(arrivals, schema, "--select", f"+{BOX}", subscriptions=subscriptions, as_of=AS_OF)
    return lake.elapsed()


def matching(lake: Lake, count: int, rounds: int, rows: list[str], most: int) -> list[Measure]:
    """m10, m1k, m10k: a first run over so many messages beside a read and write of them; m10k/m10.

    The subscriptions are rows of a table: ten, a tenth of `most`, and `most`. Beside the latter stand ten with as many
    references. m10-box and so on: of the run, the table resequencer__messagebox alone, from its first statement to its commit.
    """
    source = f"source.published_{count}"
    _published(lake, source, count)
    boxes: dict[str, float] = {}
    references: dict[str, int] = {}

    def run(row: str, subscriptions: list[Subscription]) -> Callable[[], float]:
        setting = _from_table(lake, row, subscriptions)

        def side() -> float:
            lake.drop("routed")
            taken = _route(lake, source, "routed", setting)
            boxes[row] = lake.execution(BOX)
            references[row] = _routed(lake, "routed", count)
            return taken

        return side

    def copy() -> float:
        lake.spark.sql("drop table if exists source.copied")
        return seconds(
            lambda: lake.spark.sql(f"create table source.copied using delta as select * from {source}")
        )

    asked = {"m10": by_region(), "m1k": mixed(most // 10), "m10k": mixed(most)}
    asked = {row: asked[row] for row in rows}
    others = {"ten": for_most()} if "m10k" in rows else {}
    sides: dict[str, Callable[[], float]] = {"copy": copy}
    for row, subscriptions in (asked | others).items():
        sides[row] = run(row, subscriptions)
        sides[f"{row}-box"] = partial(boxes.__getitem__, row)
    times = list(in_rounds(sides, rounds))
    measures = []
    for row, target in (("m10", 1.5), ("m1k", 3.0), ("m10k", 5.0)):
        if row in asked:
            of = f"{count:,} messages, {len(asked[row]):,} subscriptions"
            for name, what in ((row, f"one run over {of}"), (f"{row}-box", f"{BOX} of one run over {of}")):
                measure = Measure(name, what, COPY, target, [(one[name], one["copy"]) for one in times])
                measure.note = f"{references[row] / count:.2f} references a message"
                measures.append(measure)
    if "m10k" in asked:
        for suffix, what in (("", "one run"), ("-box", f"{BOX} of one run")):
            measures.append(
                Measure(
                    f"m10k/m10{suffix}",
                    f"{what} over {count:,} messages, {len(asked['m10k']):,} subscriptions",
                    f"ten of {references['ten'] / count:.2f} references a message",
                    2.0,
                    [(one[f"m10k{suffix}"], one[f"ten{suffix}"]) for one in times],
                )
            )
    return measures


def _routed(lake: Lake, schema: str, count: int) -> int:
    """References of a schema; each of so many messages must have one, or a routing failure, never both."""
    (found,) = lake.spark.sql(
        f"""
        select sum(refs) as refs, count(*) as messages, count_if(refs > 0 and failures > 0 or failures > 1) as wrong
        from (
            select count_if(disposition = 'reference') as refs, count_if(disposition = 'failure') as failures
            from {schema}.{BOX}
            where disposition in ('reference', 'failure')
            group by intake, place
        )
        """
    ).collect()
    if (found["messages"], found["wrong"]) != (count, 0):
        raise SystemExit(
            f"of {count:,} messages {found['messages']:,} are routed, {found['wrong']:,} are wrongly"
        )
    return int(found["refs"])


def after_routed(lake: Lake, count: int, rounds: int, rows: list[str]) -> list[Measure]:
    """mb: 10,000 new messages after so many routed ones, of which none is open, beside the same after a hundredth of them.

    mo: the same after that hundredth, of which twice as many references are open, beside none open.
    """
    few = max(count // 100, 1)
    settings = {"none": _from_table(lake, "none_open", by_region())}
    settings["open"] = _from_table(
        lake,
        "open",
        by_region()
        + [
            {"name": f"open{one}", "match": [{"number": {"le": few}}], "delivery": "acknowledged"}
            for one in range(OPEN_EACH)
        ],
    )
    histories = {"long": (count, "none")} if "mb" in rows else {}
    histories["short"] = (few, "none")
    if "mo" in rows:
        histories["open"] = (few, "open")

    def more(history: str) -> Callable[[], float]:
        size, setting = histories[history]
        source = f"source.after_{history}"

        def run(new: int) -> float:
            _published(lake, source, new)
            return _route(lake, source, f"after_{history}", settings[setting])

        run(size)
        return lambda: run(NEW)

    times = list(in_rounds({history: more(history) for history in histories}, rounds, warm_up=2))
    new = f"{NEW:,} new messages after"
    mb = Measure("mb", f"{new} {count:,} routed", f"the same after {few:,}", 1.15)
    mo = Measure("mo", f"{new} {few:,} with {OPEN_EACH * few:,} open references", "the same, none open", None)
    for measure, history in ((mb, "long"), (mo, "open")):
        if history in histories:
            measure.pairs.extend((one[history], one["short"]) for one in times)
    return [measure for measure in (mb, mo) if measure.pairs]


def planning(lake: Lake, rounds: int, most: int) -> list[Measure]:
    """mp: a run with ten new messages and so many subscriptions in a table, beside one with ten of them.

    So few messages cost nothing: what is left is to read the definitions, to check them and to plan. mp-box: of the run,
    the table resequencer__messagebox alone.
    """
    boxes: dict[str, float] = {}

    def run(name: str, subscriptions: list[Subscription]) -> Callable[[], float]:
        source = f"source.planned_{name}"
        setting = _from_table(lake, f"planned_{name}", subscriptions)

        def side() -> float:
            _published(lake, source, FEW)
            taken = _route(lake, source, f"planned_{name}", setting)
            boxes[name] = lake.execution(BOX)
            return taken

        side()
        return side

    sides: dict[str, Callable[[], float]] = {}
    for name, number in (("many", most), ("few", FEW)):
        sides[name] = run(name, mixed(number))
        sides[f"{name}-box"] = partial(boxes.__getitem__, name)
    times = list(in_rounds(sides, rounds))
    return [
        Measure(
            name,
            f"{what} with {FEW} new messages, {most:,} subscriptions",
            f"the same with {FEW}",
            1.3,
            [(one[f"many{part}"], one[f"few{part}"]) for one in times],
        )
        for name, what, part in (("mp", "a run", ""), ("mp-box", f"{BOX} of a run", "-box"))
    ]


def small_run(lake: Lake, rounds: int) -> Measure:
    """md: a run with 1,000 new arrivals and one ordered subscription for all, beside one with the same as a ruleset."""
    lake.spark.sql("create database if not exists source")
    landed = 0

    def land() -> float:
        nonlocal landed
        landed += 20
        return seconds(lambda: generate(lake.spark, "source.small", 50, 20, first=landed - 19))

    def run(schema: str, **settings: Any) -> Callable[[], float]:
        return lambda: lake.run("source.small", schema, as_of=AS_OF, **settings)

    sides = {
        "landing": land,
        "with": run("small_box", subscriptions=[ORDERED]),
        "without": run("small", rulesets=RULESETS),
    }
    measure = Measure("md", "a run with 1,000 new arrivals, one ordered subscription", "a ruleset", None)
    measure.pairs.extend((one["with"], one["without"]) for one in in_rounds(sides, rounds, warm_up=3))
    more = statistics.median(own - other for own, other in measure.pairs)
    measure.note = f"{more:.1f} s more; aimed at 4"
    return measure


def ledger_behind(lake: Lake, count: int, rounds: int) -> Measure:
    """ml: the ledger of a run with one ordered subscription for all, beside that of one with the same as a ruleset."""
    arrivals = arrivals_table(lake, count, min(SEQUENCES, count // 100))
    released: dict[str, int] = {}

    def run(schema: str, **settings: Any) -> Callable[[], float]:
        def side() -> float:
            lake.drop(schema)
            lake.run(arrivals, schema, "--select", f"+{LEDGER}", as_of=AS_OF, **settings)
            ledger = lake.spark.table(f"{schema}.{LEDGER}")
            released[schema] = ledger.where("disposition = 'released'").count()
            return lake.execution(LEDGER)

        return side

    behind, alone = run("behind", subscriptions=[ORDERED]), run("alone", rulesets=RULESETS)
    measure = Measure(
        "ml", f"the ledger over {count:,} arrivals, behind one ordered subscription", "with a ruleset", 1.1
    )
    times = in_rounds({"behind": behind, "alone": alone}, rounds)
    measure.pairs.extend((one["behind"], one["alone"]) for one in times)
    measure.has_failed = released["behind"] != released["alone"]
    measure.note = f"{released['behind']:,} and {released['alone']:,} are released"
    return measure


def contents(lake: Lake, count: int) -> Measure:
    """mx: bytes that the MessageBox and the ledger write, bodies of 10 kB beside bodies of 100 B; five references a message."""

    def megabytes(size: int) -> float:
        schema, landing = f"bodies_{size}", lake.home / f"landing_bodies_{size}"
        lake.spark.sql(messages(0, count, size)).drop("position").repartition(4).write.json(str(landing))
        lake.dbt(
            "run", "--select", f"+{LEDGER}", schema=schema, landing={"format": "json", "path": str(landing)}, subscriptions=FIVE, as_of=AS_OF,
        )  # fmt: skip
        if _routed(lake, schema, count) != len(FIVE) * count:
            raise SystemExit(f"there are not {len(FIVE)} references to each of {count:,} messages")
        written = 0
        for table in (BOX, LEDGER):
            history = lake.spark.sql(f"describe history {schema}.{table}").collect()
            written += sum(int((one["operationMetrics"] or {}).get("numOutputBytes", 0)) for one in history)
        return written / 1e6

    measure = Measure(
        "mx",
        f"MB (not seconds) that {BOX} and {LEDGER} write of {count:,} messages, bodies of 10 kB",
        "bodies of 100 B",
        1.02,
        note="aimed at 1.0; files are a few bytes more or less",
    )
    large, small = megabytes(10_000), megabytes(100)
    measure.pairs.append((large, small))
    return measure
