"""The steps that follow deliveries against the oracle: many random sequences at once, in one run and in several, without dbt."""

from __future__ import annotations

import itertools
import os
import random
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any, get_args

import pytest
from pyspark.sql import SparkSession
from pyspark.sql import functions as f
from tests.oracle.deliveries import BY_ITS_LAST, Arrival, Deliveries, Policy, Report
from tests.oracle.delivery_models import build, environment, type_of

SECOND = 1_000_000
CLOCKS = (20, 35, 60)
MESSAGE = 10  # where it stands in a row of ready_rows
MOMENT = "struct<us: bigint, ingest: bigint, arrived_us: bigint, intake: bigint, place: bigint>"
LOWEST = -(2**63)
ACTIONS = ["resume", "resume", "skip", "skip", "resend", "gap_fill", "gap_fill", "terminate", "close"]
GROUPS = [
    {
        "order_group": f"{delivery} {on_failure} {attempts} {retry} {expire} {alarm}",
        "is_acknowledged": delivery == "acknowledged",
        "on_failure": on_failure,
        "max_attempts": attempts,
        "retry_us": retry * SECOND,
        "expire_us": expire * SECOND if expire else None,
        "alarm_us": alarm * SECOND if alarm else None,
    }
    for delivery in ("acknowledged", "unacknowledged")
    for on_failure in get_args(Policy)
    for attempts, retry in ((1, 0), (2, 0), (2, 3), (3, 0), (3, 3))
    for expire, alarm in ((0, 0), (15, 0), (15, 5))
]
INPUT_FIELDS = [
    "message_id", "outcome", "detail", "attempt", "consumer", "begun_at", "action_id", "action", "ruleset", "sequence_id", "from_number",
    "to_number", "by", "why", "at",
]  # fmt: skip


@dataclass
class Sequence:
    """What arrives and is reported of one sequence, by the run that takes it in; places in the intake are all different."""

    group: dict[str, Any]
    name: str
    arrivals: list[list[dict[str, Any]]]
    reports: list[list[dict[str, Any]]]
    gone: set[int] = field(default_factory=set)  # came after its end
    done: set[int] = field(default_factory=set)  # sent, or given up
    # By place and number: what will not come, and is still to be passed.
    unpassed: set[tuple[int, int]] = field(default_factory=set)

    def size(self) -> int:
        return sum(map(len, (*self.arrivals, *self.reports)))

    def story(self) -> str:
        """What happens, by run, and in each in the order of its time."""
        lines = []
        for run, (arrivals, reports) in enumerate(zip(self.arrivals, self.reports, strict=True)):
            told = [
                (
                    row["second"],
                    row["place"],
                    f"{row['message_id']} arrives{' as the last' if row['is_last'] else ''}",
                )
                for row in arrivals
            ]
            for row in reports:
                about = [
                    str(row[k]) for k in ("attempt", "from_number", "to_number") if row.get(k) is not None
                ]
                what = " ".join(
                    [row.get("message_id") or row["action_id"], row.get("outcome") or row["action"], *about]
                )
                counts = f", which counts at {row['at_us'] // SECOND}" if row["was_late"] else ""
                told.append((row["stated_us"] // SECOND, row["place"], f"{what}{counts}"))
            lines += [f"  run {run}, {second} s: {what}" for second, _, what in sorted(told)]
        return "\n".join(lines)


def run_of(rng: random.Random, clocks: tuple[int, ...], second: int) -> int:
    first = next((n for n, clock in enumerate(clocks) if second <= clock), len(clocks) - 1)
    return min(len(clocks) - 1, max(0, first + rng.choice([0, 0, 0, 0, 1, -1])))


def draw(rng: random.Random, clocks: tuple[int, ...], group: dict[str, Any], name: str) -> Sequence:
    drawn = Sequence(group, name, [[] for _ in clocks], [[] for _ in clocks])
    count = rng.randint(1, 6)
    numbers = [n for n in range(1, count + 1) for _ in range(rng.choice([0, 1, 1, 1, 1, 1, 1, 1, 1, 2]))] or [
        1
    ]
    has_last = rng.random() < 0.5
    for n, number in enumerate(numbers):
        second = rng.randint(0, 30)
        message_id = f"{name}-{number}" if number not in numbers[:n] else f"{name}-{number}b{n}"
        is_last = has_last and number == count
        drawn.arrivals[run_of(rng, clocks, second)].append(
            {"message_id": message_id, "number": number, "second": second, "is_last": is_last}
        )
        for _ in range(rng.choice([0, 1, 1, 1, 2, 3])):
            second = min(clocks[-1], max(0, second + rng.randint(-2, 12)))
            told: dict[str, Any] = {
                "message_id": message_id,
                "outcome": rng.choice(["delivered", "failed"]),
                "second": second,
            }
            if rng.random() < 0.2:
                told["attempt"] = rng.choice([1, 1, 2, 3])
            drawn.reports[run_of(rng, clocks, second)].append(told)
            if rng.random() < 0.2:  # once more, in the same run or a later one
                drawn.reports[run_of(rng, clocks, second)].append(told)
    for n in range(rng.choice([0, 0, 1, 2, 4])):
        second = rng.randint(5, clocks[-1])
        action = rng.choice(ACTIONS)
        asked: dict[str, Any] = {"action_id": f"{name}-{n}", "action": action, "second": second}
        if action in ("skip", "gap_fill", "resend") or (action == "resume" and rng.random() < 0.3):
            asked["from_number"] = rng.randint(1, count)
            if rng.random() < 0.5:
                asked["to_number"] = asked["from_number"] + rng.randint(0, 2)
        drawn.reports[run_of(rng, clocks, second)].append(asked)
    return drawn


def place_all(population: list[Sequence], clocks: tuple[int, ...]) -> None:
    """Where each thing stands in the intake of its run, and when it counts."""
    places = itertools.count(1)
    for sequence in population:
        for run in range(len(clocks)):
            before = clocks[run - 1] if run else None
            for row in sequence.arrivals[run]:
                us = max(row["second"], before or 0) * SECOND
                row |= {
                    "run": run,
                    "place": next(places),
                    "intake": run + 1 << 24,
                    "moment": (us, run + 1, row["second"] * SECOND, run + 1 << 24),
                }
                row["moment"] += (row["place"],)
            placed = []
            for told in sequence.reports[run]:
                row = dict(told)
                us = max(row["second"], before or 0) * SECOND
                row |= {"run": run, "at_us": us, "stated_us": row["second"] * SECOND, "place": next(places)}
                row["was_late"] = before is not None and row["second"] <= before
                row["intake"] = (run + 1 << 24) + ("action" in row)
                placed.append(row)
            sequence.reports[run] = placed


def rebuilt(sequence: Sequence) -> Sequence:
    """The same in one run, with the moments that it had in several."""
    arrivals, reports = (
        list(itertools.chain.from_iterable(rows)) for rows in (sequence.arrivals, sequence.reports)
    )
    return Sequence(sequence.group, sequence.name, [arrivals], [reports])


def moment_of(row: dict[str, Any]) -> tuple[int, ...]:
    """As the macro moment_of_input has it."""
    is_action, ingest = "action" in row, row["intake"] >> 24
    high = 2**62 + 2 * ingest + is_action if row["was_late"] else -(2**61 if is_action else 2**62) + ingest
    return row["at_us"], high, row["stated_us"], row["intake"], row["place"]


def expected(sequence: Sequence, runs: int, clock: int) -> Deliveries:
    arrivals, reports = [], []
    for run in range(runs):
        for row in sorted(sequence.arrivals[run], key=lambda row: row["moment"]):
            arrivals.append(Arrival(row["message_id"], row["number"], row["moment"][0], row["is_last"]))
        for row in sequence.reports[run]:
            apart = ("at_us", "was_late", "stated_us")
            about = {k: v for k, v in row.items() if k in Report.__dataclass_fields__ and k not in apart}
            reports.append(Report(row["at_us"], row["was_late"], row["stated_us"], **about))
    group = sequence.group
    oracle = Deliveries(
        group["is_acknowledged"],
        group["on_failure"],
        group["expire_us"],
        group["max_attempts"],
        group["retry_us"],
        suspends_us=group["alarm_us"],
    )
    oracle.follow(arrivals, reports, clock * SECOND)
    return oracle


def ready_rows(sequence: Sequence, run: int, clocks: tuple[int, ...]) -> list[tuple[Any, ...]]:
    """What the ordering hands over: contiguous numbers from 1, without a bake time."""
    clock, before = clocks[run] * SECOND, clocks[run - 1] * SECOND if run else None
    entries = []
    for n in range(run + 1):
        for row in sequence.arrivals[n]:
            entries.append((row["moment"], "message", row["number"], n == run, row))
        for row in sequence.reports[n]:
            if row.get("action") in ("skip", "gap_fill") and row["at_us"] <= clock:
                for number in range(row["from_number"], row.get("to_number", row["from_number"]) + 1):
                    entries.append((moment_of(row), "fill", number, n == run, row))
    entries = sorted(e for e in entries if e[0][0] <= clock and e[4]["place"] not in sequence.gone)
    # Before anything has arrived there is no sequence to act on.
    begun = min((e[0] for e in entries if e[1] == "message"), default=(2**63,))
    entries = [e for e in entries if e[0] >= begun]
    lasts = [(e[0], e[2]) for e in entries if e[1] == "message" and e[4]["is_last"]]
    last = min(lasts) if lasts else None
    first: dict[int, Any] = {}
    for e in entries:
        if not (last and e[1] == "fill" and e[2] > last[1] and e[0] > last[0]):
            first.setdefault(e[2], e)
    ready: dict[int, tuple[int, ...]] = {}
    latest, release_position, positions = (LOWEST,), 0, {}
    threshold, is_old = None, before is not None
    for number in itertools.count(1):
        if number not in first:
            break
        latest = max(latest, first[number][0])
        is_old = is_old and not first[number][3] and first[number][0][0] <= (before or 0)
        threshold = number if is_old else threshold
        release_position += first[number][1] == "message"
        ready[number], positions[number] = latest, release_position
    rows: list[tuple[Any, ...]] = []
    known = {"position": last[1], "known_at": last[0]} if last else None
    # Something was known before: the state of the batch before.
    if before is not None and any(e[0][0] <= before and not e[3] for e in entries):
        rows.append(
            (sequence.name, "state", threshold, None, False, False, None, None, None, known, None, threshold)
        )
    for e in entries:
        moment, kind, number, is_new, row = e
        is_first = first.get(number) is e
        was_ready = threshold is not None and number <= threshold
        # What had its turn in an earlier run, and what was refused there, is not looked at again; it is held, or is new.
        was_there = before is not None and not is_new and moment[0] <= before
        is_over = row["place"] in sequence.done or (
            kind == "fill" and (row["place"], number) not in sequence.unpassed
        )
        if was_there and (is_over or not is_first):
            continue
        ready_at = ready.get(number) if is_first else None
        is_carried_ready = was_there and was_ready
        message = (row["message_id"], sequence.group["order_group"]) if kind == "message" else None
        rows.append((
            sequence.name, kind, number, moment, not was_there, is_first and not is_carried_ready, positions.get(number), ready_at,
            ready_at if is_carried_ready else None, known, message, threshold,
        ))  # fmt: skip
    return rows


READY = (
    f"group_key string, kind string, position bigint, came_at {MOMENT}, is_new boolean, is_in_line boolean, release_position bigint, ready_at {MOMENT},"
    f" ready_before {MOMENT}, last struct<position: bigint, known_at: {MOMENT}>, message struct<message_id: string, ruleset: string>, threshold bigint"
)


class Runs:
    """The runs of a population, one after the other, and all that they have said."""

    def __init__(self, spark: SparkSession, population: list[Sequence], clocks: tuple[int, ...]) -> None:
        self.spark, self.population, self.clocks = spark, population, clocks
        self.by_name = {s.name: s for s in population}
        self.jinja = environment(
            has_mode=lambda field: field in ("delivers", "expire_us"), _has_epochs=lambda: False, _resends=lambda: True,
            ledger_relation=lambda: "ledger",
        )  # fmt: skip
        spark.createDataFrame(
            [
                dict(g, delivers=True, is_reported=True, reopens=False, bake_us=None, max_stand_ins=None)
                for g in GROUPS
            ],
            "order_group string, is_acknowledged boolean, on_failure string, max_attempts bigint, retry_us bigint, expire_us bigint,"
            " alarm_us bigint, max_stand_ins bigint, bake_us bigint, reopens boolean, delivers boolean, is_reported boolean",
        ).createOrReplaceTempView("int_resequencer__order_groups")
        attempt, state = type_of(self.jinja, "attempt"), type_of(self.jinja, "delivery_state")
        self.input_type = type_of(self.jinja, "input")
        self.carried = spark.createDataFrame(
            [], f"disposition string, order_group string, sequence_id string, attempt {attempt}"
        )
        self.states = spark.createDataFrame([], f"sequence_key bigint, delivery_state {state}")
        self.ledger = spark.createDataFrame(
            [],
            "order_group string, sequence_id string, intake bigint, place bigint, message_id string, ruleset string, sequence_number bigint,"
            f" epoch bigint, release_position bigint, disposition string, attempt {attempt}, batch_group bigint, batch_id bigint, is_stand_in boolean",
        )
        self.later: list[dict[str, Any]] = []
        self.facts: dict[str, dict[str, list[Any]]] = defaultdict(lambda: defaultdict(list))
        self.state: dict[str, Any] = {}
        self.waiting: dict[str, list[Any]] = {}
        self.flights: dict[str, list[Any]] = {}
        self.followed: set[str] = set()

    def run(self, run: int) -> None:
        spark, clock = self.spark, self.clocks[run] * SECOND
        before = self.clocks[run - 1] * SECOND if run else None
        spark.createDataFrame(
            [(run + 1, clock, run or None, before, False)],
            "number bigint, clock_us bigint, previous bigint, previous_clock_us bigint, is_rebuild boolean",
        ).createOrReplaceTempView("int_resequencer__batch")
        group_of = spark.createDataFrame(
            [(s.name, s.group["order_group"]) for s in self.population],
            "group_key string, order_group string",
        )
        rows = [row for s in self.population for row in ready_rows(s, run, self.clocks)]
        ready = (
            spark.createDataFrame(rows, READY)
            .join(group_of, "group_key")
            .withColumn("sequence_key", f.expr("xxhash64(order_group, group_key)"))
            .join(self.states, "sequence_key", "left")
            .selectExpr(
                "sequence_key", "order_group", "group_key", "1L as epoch", "kind", "true as is_ordered", "is_new", "position", "came_at", "message",
                "case when kind <> 'state' then position end as sequence_number", "threshold", "last", "kind <> 'state' as is_eligible", "is_in_line",
                "'contiguous' as kernel", "cast(null as bigint) as received_below", "is_in_line or ready_before is not null as is_first", "case when is_in_line then came_at.us end as reached_us", "ready_at", "release_position", "0L as stand_ins", "false as is_claimed", "cast(null as string) as rejected_as",
                "struct(case when kind = 'state' then struct(delivery_state as gate, 0L as given_up_places) end as state, ready_before as ready_at,"
                f" cast(null as {MOMENT}) as removed_at, cast(null as bigint) as baking_since_us) as aside",
            )
        ).cache()  # fmt: skip
        ready.createOrReplaceTempView("int_resequencer__ready")
        ready.createOrReplaceTempView("int_resequencer__entries")
        self.carried.createOrReplaceTempView("int_resequencer__carried")
        self.ledger.createOrReplaceTempView("ledger")
        reported = self.later + [row | {"sequence": s} for s in self.population for row in s.reports[run]]
        record = [
            (
                "action" if "action" in row else "delivery", row["sequence"].name if "action" in row else None,
                row["sequence"].group["order_group"] if "action" in row else None, row["intake"], row["place"], row["at_us"], row["stated_us"],
                row["was_late"], moment_of(row), row["at_us"] > clock,
                (*(str(row[k]) if row.get(k) is not None else None for k in INPUT_FIELDS[:-1]), stated(row["stated_us"])),
            )
            for row in reported
        ]  # fmt: skip
        spark.createDataFrame(
            record,
            f"kind string, group_key string, order_group string, intake bigint, place bigint, at_us bigint, stated_us bigint, was_late boolean, moment {MOMENT},"
            f" is_later boolean, record {self.input_type}",
        ).selectExpr(
            "*", "cast(null as string) as raw_record", "order_group as ruleset", "cast(null as string) as named_group", "cast(null as struct<reason: string, detail: string>) as fault"
        ).createOrReplaceTempView("int_resequencer__reported")  # fmt: skip
        self.later = [row for row in reported if row["at_us"] > clock]

        # A run knows the messages that are held, or followed. Whether others had arrived earlier it does not ask; the view
        # resequencer__rejected_inputs does so, and calls them no_attempt where this run says unknown_message.
        forgotten = (
            {
                row["message_id"]
                for s in self.population
                for row in itertools.chain(*s.arrivals[: run + 1])
                if before is not None and row["moment"][0] <= before
            }
            - {row[MESSAGE][0] for row in rows if row[MESSAGE]}
            - self.followed
        )

        models = build(spark, self.jinja)
        delivered = models["int_resequencer__delivered"].collect()
        facts = models["int_resequencer__delivery_facts"]
        states = models["int_resequencer__delivery_states"]
        # Carried on by value, so that plans do not grow.
        self.carried = spark.createDataFrame(
            facts.where("delivery_fact.fact in ('flight', 'course')")
            .selectExpr("delivery_fact.fact as disposition", "order_group", "group_key as sequence_id", "delivery_fact as attempt").collect(),
            self.carried.schema,
        )  # fmt: skip
        kept = spark.createDataFrame(
            facts.where("delivery_fact.fact in ('flight', 'course', 'attempt', 'dead_letter')").selectExpr(
                "order_group", "group_key", "delivery_fact.intake", "delivery_fact.place", "delivery_fact.message_id", "delivery_fact.ruleset",
                "delivery_fact.number", "delivery_fact.epoch", "cast(null as bigint)", "delivery_fact.fact", "delivery_fact", f"{run + 1}L", f"{run + 1}L", "false",
            ).collect() + models["int_resequencer__delivered"].where("kind = 'message' and is_released").selectExpr(
                "order_group", "group_key", "came_at.intake", "came_at.place", "message.message_id", "message.ruleset", "sequence_number", "epoch",
                "release_position", "'released'", "null", f"{run + 1}L", f"{run + 1}L", "false",
            ).collect(),
            self.ledger.schema,
        )  # fmt: skip
        self.ledger = self.ledger.union(kept)
        collected = states.collect()
        new = {row["sequence_key"]: row for row in collected}
        old = {row["sequence_key"]: row for row in self.states.collect()}
        self.states = spark.createDataFrame(
            [(r["sequence_key"], r["delivery_state"]) for r in (old | new).values()],
            self.states.schema,
        )
        self.state |= {row["group_key"]: row["delivery_state"] for row in collected}
        for row in facts.collect():
            fact = row["delivery_fact"]
            if fact["fact"] in ("flight", "course"):
                continue
            name = row["group_key"] or fact["input"]["message_id"].rsplit("-", 1)[0]
            if fact["fact"] == "rejected":
                is_forgotten = (
                    fact["reason"] == "unknown_message" and fact["input"]["message_id"] in forgotten
                )
                reason = "no_attempt" if is_forgotten else fact["reason"]
                self.facts[name]["rejected"].append((fact["input"], reason))
            else:
                self.facts[name][fact["fact"]].append(fact)
        self.flights, self.followed = defaultdict(list), set()
        for row in self.carried.collect():
            self.followed.add(row["attempt"]["message_id"])
            if row["disposition"] == "flight":
                self.flights[row["sequence_id"]].append(row["attempt"])
        for name in {row["group_key"] for row in delivered}:
            self.waiting[name], self.by_name[name].unpassed = [], set()
        for row in delivered:
            name, place = row["group_key"], row["came_at"] and row["came_at"]["place"]
            if row["kind"] == "fill" and row["stands"] and not row["is_released"]:
                self.by_name[name].unpassed.add((place, row["position"]))
            if row["kind"] != "message":
                continue
            message_id = row["message"]["message_id"]
            if row["comes_after_end"]:
                self.facts[name]["after_last"].append(message_id)
                self.by_name[name].gone.add(place)
            elif row["is_given_up"]:
                by = "after_last" if row["ended_by"] == "completion" else "expired"
                self.facts[name][by].append(message_id)
            elif row["is_released"]:
                self.facts[name]["sent"].append((message_id, row["leaves_us"]))
            elif row["stands"]:
                self.waiting[name].append((message_id, row["kept_reason"]))
            if row["is_given_up"] or row["is_released"]:
                self.by_name[name].done.add(place)
        spark.catalog.clearCache()

    def disagreements(self, runs: int) -> list[str]:
        """What the steps say otherwise than the oracle, the smallest sequences first."""
        wrong = []
        for sequence in self.population:
            oracle = expected(sequence, runs, self.clocks[runs - 1])
            facts, flights = self.facts[sequence.name], self.flights.get(sequence.name, [])
            state = self.state.get(sequence.name)
            ended = state and (
                (state["ended"]["moment"]["us"], state["ended"]["ended_by"]) if state["ended"]
                else (state["completed_at"]["us"], BY_ITS_LAST) if state["completed_at"] else None
            )  # fmt: skip
            taken = {fingerprint(a["input"]) for a in facts["attempt"] if a["input"]}
            got: dict[str, list[Any]] = {
                "sent": facts["sent"],
                "attempts": [(a["message_id"], a["attempt"], a["sent_us"], a["outcome"], a["at_us"]) for a in facts["attempt"] + flights],
                "dead": [(a["message_id"], a["at_us"]) for a in facts["dead_letter"]],
                "applied": [a["input"]["action_id"] for a in facts["applied"]],
                "rejected": [
                    (told["action_id"] or told["message_id"], reason) for told, reason in facts["rejected"] if fingerprint(told) not in taken
                ],
                "expired": facts["expired"],
                "after_last": facts["after_last"],
                "waiting": self.waiting.get(sequence.name, []),
                "closed": [ended] if ended else [],
            }  # fmt: skip
            want: dict[str, list[Any]] = {
                "sent": list(oracle.sent_us.items()),
                "attempts": [(a.message_id, a.attempt, a.sent_us, a.outcome, a.at_us) for a in oracle.attempts],
                "dead": list(oracle.dead_letters.items()),
                "applied": oracle.applied,
                "rejected": oracle.rejected_for_good(),
                "expired": oracle.expired,
                "after_last": [i for i, reason in oracle.bypassed.items() if reason == "after_last"],
                "waiting": [(m.message_id, oracle.held_reason()) for m in oracle.waiting] + [(m.message_id, None) for m in oracle.held.values()],
                "closed": [oracle.closed] if oracle.closed else [],
            }  # fmt: skip
            differences = [
                f"{what}:\n  got  {sorted(got[what], key=str)}\n  want {sorted(want[what], key=str)}"
                for what in want
                if Counter(got[what]) != Counter(want[what])
            ]
            if differences:
                told = "\n".join(
                    [f"{sequence.name} ({sequence.group['order_group']})", sequence.story(), *differences]
                )
                wrong.append((sequence.size(), told))
        return [told for _, told in sorted(wrong)]


def stated(us: int) -> str:
    return f"2026-01-01T00:{us // SECOND // 60:02d}:{us // SECOND % 60:02d}Z"


def fingerprint(record: Any) -> tuple[Any, ...]:
    return record["message_id"], record["outcome"], record["attempt"], record["at"]


@pytest.mark.long
@pytest.mark.parametrize("clocks", [CLOCKS[-1:], CLOCKS, (8, 14, 22, 30, 41, 60)])
def test_the_models_agree_with_the_oracle(spark: SparkSession, clocks: tuple[int, ...]) -> None:
    """After each run, and rebuilt in one."""
    rng = random.Random(int(os.environ.get("SEED", "1")))
    count = int(os.environ.get("SEQUENCES", "20"))
    population = [
        draw(rng, clocks, group, f"s{n}x{g}") for g, group in enumerate(GROUPS) for n in range(count)
    ]
    place_all(population, clocks)
    again = [rebuilt(sequence) for sequence in population]
    runs = Runs(spark, population, clocks)
    for run in range(len(clocks)):
        runs.run(run)
        wrong = runs.disagreements(run + 1)
        assert not wrong, f"run {run}: {len(wrong)} of {len(population)}\n" + "\n".join(wrong[:6])
    if len(clocks) > 1:
        runs = Runs(spark, again, clocks[-1:])
        runs.run(0)
        wrong = runs.disagreements(1)
        assert not wrong, f"rebuilt: {len(wrong)} of {len(population)}\n" + "\n".join(wrong[:6])


@pytest.fixture(scope="module")
def spark() -> SparkSession:
    return (
        SparkSession.builder.master("local[1]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.ansi.enabled", "false")
        # As in the other tests (conftest.py): plans over so few rows are best not compiled.
        .config("spark.sql.codegen.wholeStage", "false")
        .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
        .config("spark.driver.memory", "2g")
        .config("spark.ui.showConsoleProgress", "false")
        .getOrCreate()
    )
