"""Many small random sequences as one landing, and what the oracle says of each."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, TypeVar

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from tests.oracle.simulator import Arrival, Result, Ruleset, Run, Snapshot, simulate
from tests.oracle.strategies import HIGHEST_BIGINT, LOWEST_BIGINT, arrivals
from tests.scenarios.project import Project

# One unit of time of the oracle is one millisecond here: the smallest duration a ruleset can name.
EPOCH = datetime(2026, 1, 1, tzinfo=UTC)

Facts = dict[str, Any]
T = TypeVar("T")


@dataclass(frozen=True)
class Sequence:
    """One random sequence: its ruleset, and what lands of it in each run."""

    ruleset: Ruleset
    landings: tuple[tuple[Arrival, ...], ...]

    def result(self, clocks: list[int]) -> Result:
        """What the oracle says, run by run."""
        return simulate(self.ruleset, [Run(c, a) for c, a in zip(clocks, self.landings, strict=True)])


@st.composite
def drawn_rulesets(draw: st.DrawFn) -> Ruleset:
    """Every kind of start, step and bake time."""
    bake = draw(st.sampled_from([None, None, 0, 2, 8, 1000]))
    if draw(st.integers(0, 3)) == 0:
        return Ruleset("long", 1, 1, bake)
    starts: list[int | Literal["auto"]] = [1, 1, -2, LOWEST_BIGINT, HIGHEST_BIGINT - 6]
    if bake is not None:
        starts.append("auto")
    start = draw(st.sampled_from(starts))
    return Ruleset("sequence", start, 1 if start == "auto" else draw(st.sampled_from([1, 1, 2])), bake)


@st.composite
def sequences(draw: st.DrawFn, rulesets: list[Ruleset], run_count: int) -> Sequence:
    """Gaps, repeats, ties, extremes of bigint, late landing."""
    ruleset = draw(st.sampled_from(rulesets))
    with_last = draw(st.booleans())
    messages = draw(st.lists(arrivals(ruleset, with_last), min_size=1, max_size=14))
    landings: list[list[Arrival]] = [[] for _ in range(run_count)]
    for message in messages:
        # No total at all is a failure before anything is ordered; one that leads beyond 64 bits announces nothing.
        if message.sequence_total is not None and not 1 <= message.sequence_total <= highest_total(ruleset):
            continue
        landings[draw(st.integers(0, run_count - 1))].append(message)
    return Sequence(ruleset, tuple(tuple(landed) for landed in landings))


def highest_total(ruleset: Ruleset) -> int:
    """The largest total whose last number is a bigint."""
    start = 1 if ruleset.start == "auto" else ruleset.start
    return (HIGHEST_BIGINT - start) // ruleset.step + 1


def draw_sequences(count: int, run_count: int, number: int) -> list[Sequence]:
    """Let hypothesis draw so many sequences, some ten to a ruleset; the same number draws the same ones."""
    rulesets = drawn_afresh(drawn_rulesets(), count // 10, number)
    return drawn_afresh(sequences(rulesets, run_count), count, number)


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


def ruleset_name(ruleset: Ruleset) -> str:
    return f"{ruleset.key_type}_{ruleset.start}_{ruleset.step}_{ruleset.bake_time_us}".replace("-", "minus")


def rulesets(population: list[Sequence]) -> list[dict[str, Any]]:
    """The rulesets of all sequences; a message says by a property which one it is for."""
    settings_of: dict[str, dict[str, Any]] = {}
    for ruleset in {sequence.ruleset for sequence in population}:
        name = ruleset_name(ruleset)
        entry: dict[str, Any] = {
            "name": name,
            "key_type": ruleset.key_type,
            "match": {"properties": [{"ruleset": f"^{name}$"}]},
        }
        if ruleset.bake_time_us is not None:
            entry["bake_time"] = f"{ruleset.bake_time_us}ms"
        if ruleset.key_type == "sequence":
            entry |= {"start": ruleset.start, "step": ruleset.step}
        settings_of[name] = entry
    return [settings_of[name] for name in sorted(settings_of)]


def moment(time: int | None) -> str | None:
    return None if time is None else (EPOCH + timedelta(milliseconds=time)).isoformat()


def land(project: Project, population: list[Sequence], run: int) -> None:
    """Land what arrives of every sequence in one run. message_type tells the arrivals of a sequence apart."""
    records: list[dict[str, Any] | str] = []
    for number, sequence in enumerate(population):
        before = sum(len(landed) for landed in sequence.landings[:run])
        for place, arrival in enumerate(sequence.landings[run]):
            records.append(
                {
                    "message_id": arrival.message_id, "sequence_id": f"s{number}", "sequence_number": arrival.key,
                    "sequence_total": arrival.sequence_total, "is_last": arrival.is_last, "body": arrival.body,
                    "arrived_at": moment(arrival.arrived_at_us), "message_type": str(before + place),
                    "properties": {"ruleset": ruleset_name(sequence.ruleset)},
                }
            )  # fmt: skip
    project.land(f"run-{run}.json", records)


def expected(snapshot: Snapshot) -> Facts:
    """What the tables should say of one sequence after one run."""
    facts: Facts = {}
    for index, verdict in enumerate(snapshot.verdicts):
        facts[f"message {index}"] = (
            verdict.outcome, verdict.reason, moment(verdict.event_time_us), verdict.release_position,
            verdict.late_by_us, verdict.blocked_by if verdict.blocked_by is None or verdict.blocked_by <= HIGHEST_BIGINT else None,
        )  # fmt: skip
    facts["missing"] = sorted((r.range_start, r.range_end, str(r.status)) for r in snapshot.missing_ranges)
    facts["closed"] = moment(snapshot.closed_at_us)
    if any(verdict.outcome != "failure" and verdict.reason != "after_clock" for verdict in snapshot.verdicts):
        expected_next = snapshot.next_expected
        if expected_next is not None and expected_next > HIGHEST_BIGINT:  # no number of 64 bits can come next
            expected_next = None
        facts["line"] = (expected_next, snapshot.highest_released, snapshot.last_number)
    return facts


def found(project: Project, count: int) -> list[Facts]:
    """What the tables do say of every sequence."""
    facts: list[Facts] = [{"missing": [], "closed": None} for _ in range(count)]

    def of(row: Any) -> Facts:
        return facts[int(row["sequence_id"][1:])]

    def utc(value: datetime | None) -> str | None:
        return None if value is None else value.astimezone(UTC).isoformat()

    for row in project.query(
        "select sequence_id, message_type, 'released' as outcome, null as reason, released_at as at, release_position, null as late_by_ms, null as blocked_by"
        " from {s}.resequencer__released union all"
        " select sequence_id, message_type, 'bypass', reason, bypassed_at, null, late_by_ms, null from {s}.resequencer__bypass union all"
        " select sequence_id, message_type, 'failure', reason, failed_at, null, null, null from {s}.resequencer__failure union all"
        " select sequence_id, message_type, 'pending', reason, null, null, null, blocked_by from {s}.resequencer__pending"
    ):
        of(row)[f"message {row['message_type']}"] = (
            row["outcome"], row["reason"], utc(row["at"]), row["release_position"], row["late_by_ms"], row["blocked_by"],
        )  # fmt: skip
    for row in project.query("select * from {s}.resequencer__missing_ranges"):
        of(row)["missing"] = sorted(
            [*of(row)["missing"], (row["range_start"], row["range_end"], row["status"])]
        )
    for row in project.query("select * from {s}.resequencer__sequence_closure"):
        of(row)["closed"] = utc(row["closed_at"])
    for row in project.query("select * from {s}.resequencer__next_expected"):
        of(row)["line"] = (row["next_expected"], row["highest_released"], row["last_number"])
    return facts


def disagreements(project: Project, population: list[Sequence], clocks: list[int], run: int) -> list[str]:
    """Where tables and oracle differ after a run, the shortest sequences first, told in full."""
    texts: list[tuple[int, str]] = []
    for sequence, facts in zip(population, found(project, len(population)), strict=True):
        wanted = expected(sequence.result(clocks).snapshots[run])
        wrong = [
            f"  {key}: oracle {wanted.get(key)}, tables {facts.get(key)}"
            for key in wanted
            if wanted[key] != facts.get(key)
        ]
        if wrong:
            told = "\n".join(
                f"  run {n} (clock {clocks[n]}): {landed}"
                for n, landed in enumerate(sequence.landings[: run + 1])
            )
            texts.append(
                (
                    sum(len(landed) for landed in sequence.landings),
                    f"{sequence.ruleset}\n{told}\n" + "\n".join(wrong),
                )
            )
    return [text for _, text in sorted(texts)]
