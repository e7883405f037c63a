"""Many small random sequences as one landing, and what the oracle says of each."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any, Literal, TypeVar
from unittest.mock import ANY

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from tests.oracle.contract import Arrival, Claim, Drop, KeyType, Result, Ruleset, Run, Snapshot, Verdict
from tests.oracle.simulator import rebuild, simulate
from tests.oracle.strategies import (
    HIGHEST_BIGINT,
    LOWEST_BIGINT,
    advised_rulesets,
    ahead_of_time,
    both_ways_rulesets,
    claimed_rulesets,
    crowded_rulesets,
    drops,
    fifo_rulesets,
    gap_rulesets,
    landings,
    last_flags,
    linked_rulesets,
    more_crowded_rulesets,
    paired_rulesets,
    partial_rulesets,
    reopening_rulesets,
    replacing_rulesets,
    restarting_rulesets,
    session_rulesets,
    starting_rulesets,
    ticking,
    value_rulesets,
    written_in_parts,
)
from tests.scenarios.project import Project

# One unit of time of the oracle is one millisecond here: the smallest duration a ruleset can name. Its zero is a tick of
# every heartbeat that is drawn.
EPOCH = datetime(2026, 1, 1, tzinfo=UTC)

Facts = dict[str, Any]
T = TypeVar("T")

# Key types whose keys are whole numbers.
WHOLE_NUMBERS: tuple[KeyType, ...] = ("sequence", "long", "integer")
# Key types of which only the order is known.
ORDERED: list[KeyType] = ["long", "long", "integer", "double", "decimal", "numeral", "string", "time"]
# What the oracle's extreme keys are in each type: its lowest two and highest two values, or far out.
EXTREMES: dict[KeyType, list[str]] = {
    "integer": ["-2147483648", "-2147483647", "2147483646", "2147483647"],
    "double": ["-1.7976931348623157e308", "-1.7976931348623155E+308", "1.7976931348623155e308", "1.7976931348623157e308"],
    "decimal": [
        "-99999999999999999999.999999999999999999", "-99999999999999999999.999999999999999998",
        "99999999999999999999.999999999999999998", "99999999999999999999.999999999999999999000",
    ],
    "numeral": ["-1" + "0" * 56, "-" + "9" * 56, "9" * 56, "1" + "0" * 56],
    "string": ["\u0001", " ", "\U0001f600", "\U0001f600\u0001"],
    "time": [
        "0001-01-01T00:00:00Z", "00010101T000000.000000001Z",
        "9999-12-31 23:59:59,999999998", "9999-12-31T23:59:59.9999999999+00:00",
    ],
}  # fmt: skip
# Of a key of two parts: how many second parts there are to a first one.
SECOND_BELOW = 10
KEYS_AT_EXTREMES = [LOWEST_BIGINT, LOWEST_BIGINT + 1, HIGHEST_BIGINT - 1, HIGHEST_BIGINT]


# Of rulesets whose bake time is advised: what is advised before each run, and what it is then, by docs/advice.md: up at once,
# down once it was a quarter lower three times in a row.
ADVISED: list[int | None] = [None, 9, 2, 3, 2, None, 5]
BAKE_TIMES_IN_FORCE = [5, 9, 9, 9, 2, 2, 5]


@dataclass(frozen=True)
class Sequence:
    """One random sequence: its ruleset, and what lands of it in each run."""

    ruleset: Ruleset
    landings: tuple[tuple[Arrival | Claim, ...], ...]
    drops: tuple[tuple[Drop, ...], ...] = ()

    @property
    def unit(self) -> int:
        """Of the oracle's time in a unit of the strategies: bake times that change do so a moment after a clock."""
        return 1000 if self.ruleset.auto_bake_time else 1

    def runs(self, clocks: list[int]) -> list[Run]:
        if not self.ruleset.auto_bake_time:
            drops = self.drops or ((),) * len(self.landings)
            return [Run(c, a, drops=d) for c, a, d in zip(clocks, self.landings, drops, strict=False)]
        return [
            Run(
                clock * self.unit,
                tuple(replace(one, arrived_at_us=one.arrived_at_us * self.unit) for one in landed),
                bake_time * self.unit,
            )
            for clock, landed, bake_time in zip(clocks, self.landings, BAKE_TIMES_IN_FORCE, strict=True)
        ]

    @property
    def scaled_ruleset(self) -> Ruleset:
        """The ruleset in the oracle's time."""
        durations = ("bake_time_us", "heartbeat_us", "time_to_live_us")
        given_durations = {name: getattr(self.ruleset, name) for name in durations}
        scaled = {name: time * self.unit for name, time in given_durations.items() if time is not None}
        return replace(self.ruleset, **scaled)

    def result(self, clocks: list[int]) -> Result:
        """What the oracle says, run by run."""
        return simulate(self.scaled_ruleset, self.runs(clocks))

    def rebuilt(self, clocks: list[int]) -> Result:
        """What it says of a full refresh at the last clock."""
        return rebuild(self.scaled_ruleset, self.runs(clocks))


@st.composite
def plain_rulesets(draw: st.DrawFn) -> Ruleset:
    """Static, baking, contiguous; every kind of bake time, start and key."""
    bake = draw(st.sampled_from([None, None, 0, 2, 8, 1000]))
    if draw(st.integers(0, 2)) == 0:
        return Ruleset(draw(st.sampled_from(ORDERED)), 1, 1, bake)
    starts: list[int | Literal["auto"]] = [1, 1, -2, LOWEST_BIGINT, HIGHEST_BIGINT - 6]
    if bake is not None:
        starts.append("auto")
    start = draw(st.sampled_from(starts))
    return Ruleset("sequence", start, 1 if start == "auto" else draw(st.sampled_from([1, 1, 2])), bake)


def streams_rulesets() -> st.SearchStrategy[Ruleset]:
    """Starts that are waited for, counters that begin again at another number, arrival times that are not believed."""
    streams = st.one_of(starting_rulesets(), starting_rulesets(), both_ways_rulesets(), gap_rulesets())
    return st.one_of(streams, streams, ahead_of_time(streams), ahead_of_time(value_rulesets()))


# What is drawn together, in one build. The ledger compiles only modes that are asked for, and many at once are slow to
# plan; each group has what it needs to meet its modes, and `every` all that may meet.
MODES: dict[str, st.SearchStrategy[Ruleset]] = {
    "plain": plain_rulesets(),
    "sessions": session_rulesets(),
    "heartbeat": ticking(st.one_of(plain_rulesets(), session_rulesets())),
    "gaps": gap_rulesets(),
    "claims": claimed_rulesets(),
    "keys": st.one_of(
        *[written_in_parts(st.one_of(value_rulesets(), value_rulesets(), plain_rulesets()))] * 4,
        st.one_of(fifo_rulesets(), ticking(fifo_rulesets())),
    ),
    "room": st.one_of(crowded_rulesets(), ticking(crowded_rulesets())),
    "more_room": st.one_of(more_crowded_rulesets(), more_crowded_rulesets(), ticking(more_crowded_rulesets())),
    "epochs": reopening_rulesets(),
    "restarts": restarting_rulesets(),
    "linked": st.one_of(linked_rulesets(), linked_rulesets(), ticking(linked_rulesets())),
    "advised": advised_rulesets(),
    "taken": st.one_of(
        replacing_rulesets(), ticking(replacing_rulesets()), partial_rulesets(), partial_rulesets(), gap_rulesets(),
        plain_rulesets(), reopening_rulesets(st.one_of(gap_rulesets(), replacing_rulesets())),
    ),
    "streams": streams_rulesets(),
    "pairs": paired_rulesets(),
    "every": st.one_of(streams_rulesets(), crowded_rulesets(), crowded_rulesets(), restarting_rulesets(), restarting_rulesets(), linked_rulesets(), *[written_in_parts(st.one_of(
        plain_rulesets(), reopening_rulesets(), value_rulesets(), crowded_rulesets(), gap_rulesets(), ticking(gap_rulesets()),
        replacing_rulesets(), ticking(st.one_of(claimed_rulesets(), value_rulesets())),
    ))] * 5),
}  # fmt: skip


@st.composite
def sequences(draw: st.DrawFn, mode: str, rulesets: list[Ruleset], run_count: int) -> Sequence:
    """Gaps, repeats, ties, extremes of bigint, late landing."""
    ruleset = draw(st.sampled_from(rulesets))
    with_last = draw(last_flags(ruleset))
    fewest = 1 if mode == "plain" else draw(st.sampled_from([2, 5, 5]))
    messages = draw(st.lists(landings(ruleset, with_last), min_size=fewest, max_size=14))
    landed: list[list[Arrival | Claim]] = [[] for _ in range(run_count)]
    for message in messages:
        # No total at all is a failure before anything is ordered; one that leads beyond 64 bits announces nothing.
        total = message.sequence_total if isinstance(message, Arrival) else None
        if total is not None and not 1 <= total <= highest_total(ruleset):
            continue
        landed[draw(st.integers(0, run_count - 1))].append(message)
    dropped: list[list[Drop]] = [[] for _ in range(run_count)]
    for drop in draw(drops(ruleset)) if mode == "taken" and has_numbers(ruleset) else []:
        dropped[draw(st.integers(0, run_count - 1))].append(drop)
    return Sequence(ruleset, tuple(map(tuple, landed)), tuple(map(tuple, dropped)))


def has_numbers(ruleset: Ruleset) -> bool:
    """Whether actions can name what its messages are ordered by."""
    return ruleset.key_type in WHOLE_NUMBERS and (ruleset.key_parts == 1 or is_numbered(ruleset))


def highest_total(ruleset: Ruleset) -> int:
    """The largest total whose last number is a bigint."""
    start = 1 if ruleset.start == "auto" else ruleset.start
    numbers = start - LOWEST_BIGINT if ruleset.order == "descending" else HIGHEST_BIGINT - start
    return numbers // ruleset.step + 1


def draw_sequences(mode: str, count: int, run_count: int, number: int) -> list[Sequence]:
    """Let hypothesis draw so many sequences, some five to a ruleset; the same number draws the same ones."""
    rulesets = drawn_afresh(MODES[mode], count // 5, number)
    return drawn_afresh(sequences(mode, rulesets, run_count), count, number)


def drawn_afresh(strategy: st.SearchStrategy[T], count: int, number: int) -> list[T]:
    """So many examples, each drawn afresh: of many in one go, most would be variations of those before.

    The first example is always the smallest there is, so the second is taken; it differs from the first in the first
    choice that is made, which is one that does not matter.
    """
    examples: list[T] = []

    @settings(
        max_examples=2,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.integers(0, 2**32), strategy)
    def collect(_: int, example: T) -> None:
        examples.append(example)

    drawn: list[T] = []
    for place in range(count):
        seed(number * 1_000_000 + place)(collect)()
        drawn.append(examples[-1])
    return drawn


def key_text(key_type: KeyType, key: int) -> str | int:
    """A key of the oracle as one of the type, in the same order."""
    if key_type in ("sequence", "long", "arrival"):
        return key
    if key in KEYS_AT_EXTREMES:
        return EXTREMES[key_type][KEYS_AT_EXTREMES.index(key)]
    match key_type:
        case "double":
            # Zero once with a sign and once without: they are one key.
            return "-0.0" if key == 0 else f"{key / 10}"
        case "decimal":
            return f"{Decimal(key).scaleb(-18):f}"
        case "numeral":
            # Written in as many ways as there are.
            return [f"{key}", f"{key}.00", f" {'-' if key < 0 else '+'}000{abs(key)}", f"{key}000e-3"][
                key % 4
            ]
        case "string":
            return f"k\u00e9 {key + 100:04d}"
        case "time":
            seconds, nanoseconds = divmod(key, 10**9)
            return (
                f"{(EPOCH + timedelta(seconds=seconds)).replace(tzinfo=None).isoformat()}.{nanoseconds:09}Z"
            )
        case _:
            return str(key)


def key_columns(ruleset: Ruleset, key: str | int | None) -> dict[str, Any]:
    """The text or number of a key as a message has it: in the column for it, or as two properties."""
    if ruleset.key_parts == 1:
        return {"sequence_number": key}
    if key is None:
        return {"properties": {}}
    first, second = divmod(int(key), SECOND_BELOW) if ruleset.key_type in WHOLE_NUMBERS else (key, key)
    return {"properties": {"first": str(first), "second": str(second)}}


def is_numbered(ruleset: Ruleset) -> bool:
    """Whether its keys are numbers that follow each other."""
    return ruleset.key_type == "sequence" and ruleset.session_timeout_us is None


def published_number(ruleset: Ruleset, key: int | None) -> int | None:
    """What the tables say where the oracle has a key: values, such as times, have no number."""
    key_type = ruleset.key_type
    if ruleset.key_parts == 2 and not is_numbered(ruleset):
        return None
    if key is None or key_type in ("sequence", "long", "arrival"):
        return key
    return int(key_text(key_type, key)) if key_type == "integer" else None


def ruleset_name(ruleset: Ruleset) -> str:
    """Its key type, and what is not the default; the end of a long one as a number."""
    parts = [ruleset.key_type] + [
        f"{field.name}_{value}"
        for field in fields(ruleset)[1:]
        if (value := getattr(ruleset, field.name)) != field.default
    ]
    name = "_".join(parts).replace("-", "minus")
    return name if len(name) < 150 else f"{name[:130]}_{zlib.crc32(name.encode())}"


def ruleset_names(ruleset: Ruleset) -> list[str]:
    """The rulesets that messages of a sequence may come by: with claims, and with one bake time, two ordered together."""
    name = ruleset_name(ruleset)
    return (
        [f"{name}_a", f"{name}_b"]
        if ruleset.time_to_live_us is not None or ruleset.bake_time_us == 8
        else [name]
    )


def settings_of(ruleset: Ruleset) -> dict[str, Any]:
    """A ruleset in the project's words."""
    durations = {
        "bake_time": ruleset.bake_time_us,
        "session_timeout": ruleset.session_timeout_us,
        "heartbeat": ruleset.heartbeat_us,
        "partial_after": ruleset.partial_after_us,
        "start_after": ruleset.start_after_us,
        "max_ahead": ruleset.max_ahead_us,
    }
    given_settings: dict[str, Any] = {
        "on_gap": ruleset.on_gap,
        "max_stand_ins": ruleset.max_stand_ins if ruleset.on_gap == "stand_in" else None,
        "hold": ruleset.hold,
        "wrap_at": ruleset.wrap_at,
        "session_size": ruleset.session_size,
        "duplicates": ruleset.duplicates if ruleset.duplicates != "bypass" else None,
        "order": [ruleset.order, ruleset.second_order]
        if ruleset.second_order is not None
        else ruleset.order
        if ruleset.order != "ascending"
        else None,
        "wrap_to": ruleset.wrap_to or None,
        "session_window": ruleset.session_window if ruleset.session_timeout_us is not None else None,
        "on_overflow": ruleset.on_overflow if ruleset.session_size is not None else None,
    }
    entry: dict[str, Any] = {"key_type": ruleset.key_type} | ({"reopen": True} if ruleset.reopen else {})
    entry |= {name: f"{time}ms" for name, time in durations.items() if time is not None}
    if ruleset.auto_bake_time:
        entry |= {
            "bake_time": "auto",
            "bake_time_initial": f"{ruleset.bake_time_us}ms",
            "bake_time_min": "1ms",
        }
    restart = {
        "backward": ruleset.restart_backward,
        "forward": ruleset.restart_forward,
        "silence": as_duration(ruleset.restart_silence_us),
        "within": as_duration(ruleset.restart_within_us) if ruleset.restarts else None,
        "repeat": ruleset.restart_repeat or None,
    }
    given_settings |= {
        "span_to": "##linked##" if ruleset.link == "span_to" else None,
        "previous": "##linked##" if ruleset.link == "previous" else None,
        "max_gap": ruleset.max_gap,
        "reopen_after": as_duration(ruleset.reopen_after_us),
        "unique_ids": as_duration(ruleset.unique_ids_us),
        "restart": {name: value for name, value in restart.items() if value is not None} or None,
    }
    entry |= {name: value for name, value in given_settings.items() if value is not None}
    if is_numbered(ruleset):
        entry |= {"start": ruleset.start, "step": ruleset.step}
    if ruleset.key_parts == 2:
        entry |= {"key": ["##first##", "##second##"]} | (
            {"wrap_at": SECOND_BELOW} if is_numbered(ruleset) else {}
        )
    if is_grouped_by_template(ruleset):
        entry |= {"group_by": "s##tens####ones##"}
    return entry


def as_duration(time: int | None) -> str | None:
    return None if time is None else f"{time}ms"


def is_grouped_by_template(ruleset: Ruleset) -> bool:
    """Whether properties and not the sequence's id say what belongs together: some of every mode."""
    return 2 in (ruleset.bake_time_us, ruleset.session_timeout_us)


def group_columns(ruleset: Ruleset, number: int) -> dict[str, Any]:
    """What says of a message which sequence it belongs to."""
    if is_grouped_by_template(ruleset):
        return {
            "sequence_id": "any",
            "properties": {"tens": str(number // 10 or ""), "ones": str(number % 10)},
        }
    return {"sequence_id": f"s{number}"}


def rulesets(population: list[Sequence]) -> list[dict[str, Any]]:
    """The rulesets of all sequences; a message says by a property which one it is for."""
    entries: dict[str, dict[str, Any]] = {}
    for ruleset in {sequence.ruleset for sequence in population}:
        group = ruleset_name(ruleset)
        for name in ruleset_names(ruleset):
            entries[name] = settings_of(ruleset) | {"order_group": group}
            if ruleset.time_to_live_us is not None:
                entries[name] |= {"id": "##mid##"}
        if ruleset.time_to_live_us is not None:
            entries[group] = settings_of(ruleset) | {
                "order_group": group, "id": "##mid##", "type": "claim", "time_to_live": f"{ruleset.time_to_live_us}ms",
            }  # fmt: skip
    return [
        {"name": name, "match": {"properties": [{"ruleset": f"^{name}$"}]}} | entries[name]
        for name in sorted(entries)
    ]


def advise(project: Project, population: list[Sequence], run: int) -> None:
    """Say what is advised before a run, as a run with advice would have left it; before the first nothing is."""
    if run == 0 or not any(sequence.ruleset.auto_bake_time for sequence in population):
        return
    advised_ms = ADVISED[run]
    names = [name for sequence in population for name in ruleset_names(sequence.ruleset)]
    rows = ", ".join(
        f"('{name}', cast({'null' if advised_ms is None else advised_ms} as bigint))"
        for name in sorted(set(names))
    )
    project.query(
        "create or replace table {s}.resequencer__bake_time_advice using delta as"
        f" select * from values {rows} as advice (ruleset, advised_ms)"
    )


def moment(time: float | None) -> str | None:
    return None if time is None else (EPOCH + timedelta(milliseconds=time)).isoformat()


def land(project: Project, population: list[Sequence], run: int) -> None:
    """Land what arrives of every sequence in one run. message_type tells the arrivals of a sequence apart."""
    records: list[dict[str, Any] | str] = []
    for number, sequence in enumerate(population):
        before = sum(len(landed) for landed in sequence.landings[:run])
        for place, arrival in enumerate(sequence.landings[run], start=before):
            records.append(record(sequence.ruleset, arrival, place, number))
    project.land(f"run-{run}.json", records)
    if any(drops for sequence in population for drops in sequence.drops):
        land_drops(project, population, run)


def land_drops(project: Project, population: list[Sequence], run: int) -> None:
    """Let operators ask in one run for what they throw away."""
    folder = project.landing.parent / "actions"
    folder.mkdir(exist_ok=True)
    project.variables["actions"] = {"format": "json", "path": str(folder)}
    actions = [
        {
            "action_id": f"{number} {run} {place}",
            "action": "drop",
            "ruleset": ruleset_names(sequence.ruleset)[0],
            "sequence_id": f"s{number}",
            "from_number": drop.from_number,
            "to_number": drop.to_number,
            "at": moment(drop.at_us),
        }
        for number, sequence in enumerate(population)
        for place, drop in enumerate(sequence.drops[run] if sequence.drops else ())
    ]
    text = "".join(json.dumps(action) + "\n" for action in actions)
    (folder / f"run-{run}.json").write_text(text, encoding="utf-8")


def record(ruleset: Ruleset, arrival: Arrival | Claim, place: int, number: int) -> dict[str, Any]:
    """An arrival as it lands; `place` is its place in the sequence, `number` that of the sequence."""
    names = ruleset_names(ruleset)
    properties = {
        "ruleset": names[place % len(names)] if isinstance(arrival, Arrival) else ruleset_name(ruleset)
    }
    if arrival.identity is not None:
        properties["mid"] = arrival.identity
    key = None if arrival.key is None else key_text(ruleset.key_type, arrival.key)
    # Of text every value is a key, but for none; two parts that are none are none, too.
    no_key = None if ruleset.key_type == "string" or ruleset.key_parts == 2 else "none"
    # Ids are unique in an order group, which several sequences share.
    of_sequence = f" of {number}" if ruleset.unique_ids_us is not None else ""
    columns: dict[str, Any] = {
        "message_id": arrival.message_id + of_sequence,
        "arrived_at": moment(arrival.arrived_at_us),
        "message_type": str(place),
    }
    if isinstance(arrival, Arrival):
        columns |= {
            "sequence_total": arrival.sequence_total,
            "is_last": arrival.is_last,
            "body": arrival.body,
        }
        linked = arrival.span_to if ruleset.link == "span_to" else arrival.previous
        properties |= {} if linked is None else {"linked": str(linked)}
    for more in (key_columns(ruleset, no_key if key is None else key), group_columns(ruleset, number)):
        properties |= more.pop("properties", {})
        columns |= more
    return columns | {"properties": properties}


def expected(snapshot: Snapshot, ruleset: Ruleset, unit: int = 1) -> Facts:
    """What the tables should say of one sequence after one run."""

    def at(time: int | None) -> str | None:
        return None if time is None else moment(time / unit)

    epochs = snapshot.epochs or [1] * len(snapshot.verdicts)
    facts: Facts = {
        f"message {index}": expected_message(verdict, published_number(ruleset, number), epoch, unit)
        for index, (verdict, number, epoch) in enumerate(
            zip(snapshot.verdicts, snapshot.numbers, epochs, strict=True)
        )
    }
    facts["stand-ins"] = sorted(
        (s.number, at(s.released_at_us), s.release_position) for s in snapshot.stand_ins
    )
    by_epoch = list(enumerate([*snapshot.earlier, snapshot], start=1))
    facts["missing"] = sorted(
        (epoch, r.range_start, r.range_end, str(r.status))
        for epoch, of in by_epoch
        for r in of.missing_ranges
    )
    # Nothing is told of an epoch in which nothing with a key has come, before which another began (restart).
    facts["closed"] = [
        (n, at(of.closed_at_us))
        for n, of in by_epoch
        if of.closed_at_us is not None and any(verdict.reason != "invalid_key" for verdict in of.verdicts)
    ]
    if any(
        v.outcome not in ("failure", "nohit") and v.reason not in ("after_clock", "awaiting_confirmation")
        for v in snapshot.verdicts
    ):
        facts["line"] = (
            as_bigint(snapshot.next_expected),  # no number of 64 bits can come next
            published_number(ruleset, snapshot.highest_released),
            published_number(ruleset, snapshot.highest_received),
            published_number(ruleset, snapshot.last_number),
            snapshot.status,
        )
        if is_counted(ruleset):
            facts["missing count"] = missing_count(snapshot, ruleset)
    return facts


def is_counted(ruleset: Ruleset) -> bool:
    """Whether how many numbers are missing can be told from the messages alone."""
    modes = (
        ruleset.hold,
        ruleset.wrap_at,
        ruleset.session_size,
        ruleset.time_to_live_us,
        ruleset.heartbeat_us,
    )
    is_plain = ruleset.order == "ascending" and ruleset.on_gap in (None, "skip")
    is_plain = is_plain and not ruleset.reopen and not ruleset.restarts and ruleset.link is None
    return (
        is_plain and is_numbered(ruleset) and ruleset.start != "auto" and all(mode is None for mode in modes)
    )


def missing_count(snapshot: Snapshot, ruleset: Ruleset) -> int:
    """From the first number to the last, or as far as it has come, those of which no message has come.

    What left before the last number was known may be above it.
    """
    start = ruleset.start
    assert start != "auto"
    known = snapshot.highest_received if snapshot.last_number is None else snapshot.last_number
    highest = max(
        (number for number in (known, snapshot.highest_released) if number is not None), default=None
    )
    if highest is None:
        return 0
    counted = {
        number
        for verdict, number in zip(snapshot.verdicts, snapshot.numbers, strict=True)
        if verdict.outcome != "failure"
        and verdict.reason not in ("before_start", "after_last", "after_clock", "too_far_ahead")
        # Of what is dropped, what repeated it before is no sign that its number has come.
        and verdict.reason not in ("duplicate", "conflicting_duplicate", "replaced")
    }
    return max((highest - start) // ruleset.step + 1 - len(counted), 0)


def expected_message(verdict: Verdict, number: int | None, epoch: int | None, unit: int) -> tuple[Any, ...]:
    """Of a message that waits for a tick of the heartbeat the documentation does not say which reason it has."""
    waits_for_tick = verdict.outcome == "pending" and verdict.reason is None
    return (
        verdict.outcome, ANY if waits_for_tick else verdict.reason, None if verdict.event_time_us is None else moment(verdict.event_time_us / unit),
        verdict.release_position, None if verdict.late_by_us is None else verdict.late_by_us // unit, ANY if waits_for_tick else as_bigint(verdict.blocked_by),
        *((number, epoch) if verdict.outcome == "released" else (None, None)),
    )  # fmt: skip


def as_bigint(number: int | None) -> int | None:
    return number if number is not None and LOWEST_BIGINT <= number <= HIGHEST_BIGINT else None


def found(project: Project, count: int) -> list[Facts]:
    """What the tables do say of every sequence."""
    facts: list[Facts] = [{"missing": [], "closed": [], "stand-ins": []} for _ in range(count)]

    def of(row: Any) -> Facts:
        return facts[int(row["sequence_id"][1:])]

    def utc(value: datetime | None) -> str | None:
        return None if value is None else value.astimezone(UTC).isoformat()

    for row in project.query(
        "select sequence_id, message_type, 'released' as outcome, null as reason, released_at as at, release_position, null as late_by_ms, null as blocked_by,"
        " sequence_number as number, epoch from {s}.resequencer__released where not is_stand_in union all"
        " select sequence_id, message_type, 'bypass', reason, bypassed_at, null, late_by_ms, null, null, null from {s}.resequencer__bypass union all"
        " select sequence_id, message_type, 'failure', reason, failed_at, null, null, null, null, null from {s}.resequencer__failure union all"
        " select sequence_id, message_type, 'nohit', null, null, null, null, null, null, null from {s}.resequencer__nohit union all"
        " select sequence_id, message_type, 'pending', reason, null, null, null, blocked_by, null, null from {s}.resequencer__pending"
    ):
        message = f"message {row['message_type']}"
        assert message not in of(row), f"{row['sequence_id']}: {message} has two verdicts"
        of(row)[message] = (
            row["outcome"], row["reason"], utc(row["at"]), row["release_position"], row["late_by_ms"], row["blocked_by"],
            row["number"], row["epoch"],
        )  # fmt: skip
    for row in project.query(
        "select sequence_id, sequence_number, released_at, release_position from {s}.resequencer__released where is_stand_in"
    ):
        of(row)["stand-ins"] = sorted(
            [
                *of(row)["stand-ins"],
                (row["sequence_number"], utc(row["released_at"]), row["release_position"]),
            ]
        )
    for row in project.query("select * from {s}.resequencer__missing_ranges"):
        of(row)["missing"] = sorted(
            [*of(row)["missing"], (row["epoch"], row["range_start"], row["range_end"], row["status"])]
        )
    for row in project.query("select * from {s}.resequencer__sequence_closure"):
        of(row)["closed"] = sorted([*of(row)["closed"], (row["epoch"], utc(row["closed_at"]))])
    for row in project.query(
        "select sequence_id, cast(missing_count as string) as count from {s}.resequencer__sequence_completeness"
    ):
        of(row)["missing count"] = None if row["count"] is None else int(row["count"])
    for row in project.query("select * from {s}.resequencer__next_expected"):
        assert "line" not in of(row), f"{row['sequence_id']} is in next_expected twice"
        of(row)["line"] = (
            row["next_expected"],
            row["highest_released"],
            row["highest_received"],
            row["last_number"],
            row["status"],
        )
    return facts


def miscounted(project: Project) -> list[str]:
    """Sequences of which the views count anything but what the outlets hold."""
    wrong = project.query(
        """
        with outlets as (
            select
                order_group as ruleset,
                sequence_id,
                count(*) as received,
                count_if(disposition = 'released') as released,
                count_if(disposition = 'bypass' and reason = 'duplicate') as duplicates,
                count_if(disposition = 'bypass' and reason = 'late') as late,
                count_if(disposition = 'failure' or (disposition = 'bypass' and reason not in ('duplicate', 'late'))) as refused,
                count_if(disposition = 'pending') as pending
            from {s}.resequencer__ledger
            where
                is_stand_in is distinct from true
                and (
                    disposition = 'released'
                    or (disposition = 'bypass' and reason <> 'preferred_outlink')
                    or (disposition = 'failure' and reason in ('last_conflict', 'expired', 'dropped'))
                    or (
                        disposition = 'pending' and reason <> 'after_clock'
                        and batch_group = (select batch.number from {s}.resequencer__ledger where disposition = 'current')
                    )
                )
            group by all
        ),
        completeness as (
            select
                ruleset,
                sequence_id,
                sum(received_count) as received,
                sum(released_count) as released,
                sum(duplicate_count) as duplicates,
                sum(late_count) as late,
                sum(refused_count) as refused,
                sum(pending_count) as pending
            from {s}.resequencer__sequence_completeness
            group by all
        ),
        holding as (
            select ruleset, sequence_id, pending_count from {s}.resequencer__next_expected
        )
        select
            coalesce(outlets.ruleset, completeness.ruleset) as ruleset,
            coalesce(outlets.sequence_id, completeness.sequence_id) as sequence_id,
            outlets.* except (ruleset, sequence_id),
            struct(completeness.* except (ruleset, sequence_id)) as counted,
            holding.pending_count as held
        from outlets
        full outer join completeness on outlets.ruleset = completeness.ruleset and outlets.sequence_id = completeness.sequence_id
        left join holding on completeness.ruleset = holding.ruleset and completeness.sequence_id = holding.sequence_id
        where
            struct(outlets.* except (ruleset, sequence_id)) is distinct from struct(completeness.* except (ruleset, sequence_id))
            and coalesce(outlets.received, completeness.received) > 0
            or holding.pending_count is distinct from completeness.pending
        """
    )
    return [str(row) for row in wrong]


def disagreements(
    project: Project, population: list[Sequence], clocks: list[int], run: int | None = None
) -> list[str]:
    """Where tables and oracle differ after a run, or after a full refresh; the shortest sequences first, told in full."""
    texts: list[tuple[int, str]] = []
    for sequence, facts in zip(population, found(project, len(population)), strict=True):
        snapshot = sequence.rebuilt(clocks).final if run is None else sequence.result(clocks).snapshots[run]
        landed = sequence.landings if run is None else sequence.landings[: run + 1]
        wanted = expected(snapshot, sequence.ruleset, sequence.unit)
        wrong = [
            f"  {key}: oracle {wanted.get(key)}, tables {facts.get(key)}"
            for key in wanted
            if wanted[key] != facts.get(key)
        ]
        if wrong:
            told = [f"  run {n} (clock {clocks[n]}): {arrivals}" for n, arrivals in enumerate(landed)]
            texts.append((sum(map(len, landed)), "\n".join([str(sequence.ruleset), *told, *wrong])))
    return [text for _, text in sorted(texts)]
