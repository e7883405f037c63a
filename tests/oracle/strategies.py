"""Hypothesis strategies: random sequences, cut into runs at random clocks."""

from dataclasses import dataclass
from typing import Literal

from hypothesis import strategies as st

from .simulator import Arrival, Ruleset, Run

LOWEST_BIGINT = -(2**63)
HIGHEST_BIGINT = 2**63 - 1
LATEST_ARRIVAL_US = 24
LATEST_CLOCK_US = 40


@dataclass(frozen=True)
class Case:
    """A ruleset and the runs of one sequence."""

    ruleset: Ruleset
    runs: tuple[Run, ...]

    @property
    def arrivals(self) -> tuple[Arrival, ...]:
        """All arrivals, in landing order."""
        return tuple(arrival for run in self.runs for arrival in run.arrivals)

    @property
    def final_clock_us(self) -> int:
        return self.runs[-1].clock_us


def bake_times() -> st.SearchStrategy[int | None]:
    """Infinite, static, a few moments, longer than any case lasts."""
    return st.sampled_from([None, None, None, 0, 1, 2, 5, 8, 13, 1_000])


def fixed_starts() -> st.SearchStrategy[int | Literal["auto"]]:
    """Starts near the small keys, and the extremes of bigint."""
    return st.sampled_from([1, 1, 1, 0, 3, -2, LOWEST_BIGINT, HIGHEST_BIGINT - 6])


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    """Any valid ruleset."""
    bake_time_us = draw(bake_times())
    step = draw(st.sampled_from([1, 1, 1, 2, 3]))
    if draw(st.booleans()):
        return Ruleset("long", 1, 1, bake_time_us)
    starts = fixed_starts()
    if bake_time_us is not None:
        starts = st.one_of(starts, st.just("auto"))
    return Ruleset("sequence", draw(starts), step, bake_time_us)


def keys(ruleset: Ruleset) -> st.SearchStrategy[int]:
    """Mostly a few numbers near the start, on the grid and off it; now and then an extreme of bigint."""
    start = 1 if ruleset.start == "auto" else ruleset.start
    lowest = max(start - 2 * ruleset.step, LOWEST_BIGINT)
    near = st.integers(0, 11).map(lambda place: min(lowest + place * ruleset.step, HIGHEST_BIGINT))
    off_grid = st.integers(lowest, min(lowest + 12, HIGHEST_BIGINT))
    extremes = st.sampled_from([LOWEST_BIGINT, LOWEST_BIGINT + 1, HIGHEST_BIGINT - 1, HIGHEST_BIGINT])
    return st.integers(0, 19).flatmap(lambda dice: extremes if dice == 0 else off_grid if dice == 1 else near)


@st.composite
def arrivals(draw: st.DrawFn, ruleset: Ruleset, with_last: bool = True) -> Arrival:
    """One message; few ids and bodies, so that repeats and conflicts happen."""
    total: int | None = None
    is_last = False
    if with_last:
        is_last = draw(st.integers(0, 9)) == 0
        total = draw(st.sampled_from([None] * 12 + [0, 1, 3, 5, 5, 8]))
    return Arrival(
        message_id=draw(st.sampled_from("abcdefgh")),
        key=draw(keys(ruleset)),
        arrived_at_us=draw(st.integers(0, LATEST_ARRIVAL_US)),
        body=draw(st.sampled_from([None, "x", "y"])),
        is_last=is_last,
        sequence_total=total,
    )


@st.composite
def clocks(draw: st.DrawFn) -> list[int]:
    """Clocks of one to five runs, never going back, sometimes standing still."""
    return sorted(draw(st.lists(st.integers(0, LATEST_CLOCK_US), min_size=1, max_size=5)))


@st.composite
def cases(draw: st.DrawFn, with_last: bool | None = None, maximum: int = 14) -> Case:
    """Arrivals landing in any run: with their clock, before it (pending) or after it (late landing)."""
    flags = draw(st.booleans()) if with_last is None else with_last
    ruleset = draw(rulesets())
    messages = draw(st.lists(arrivals(ruleset, flags), max_size=maximum))
    run_clocks = draw(clocks())
    landing = [draw(st.integers(0, len(run_clocks) - 1)) for _ in messages]
    runs = tuple(
        Run(clock, tuple(m for m, run in zip(messages, landing, strict=True) if run == number))
        for number, clock in enumerate(run_clocks)
    )
    return Case(ruleset, runs)


@dataclass(frozen=True)
class Recut:
    """The same arrivals in one run and cut in several; ``origin[i]`` is the whole's index of cut's i-th."""

    whole: Case
    cut: Case
    origin: tuple[int, ...]


@st.composite
def recuts(draw: st.DrawFn, with_last: bool | None = None, maximum: int = 14) -> Recut:
    """The same arrivals in one run, and cut at run clocks with every arrival landing in time.

    An arrival lands in the run whose clock reaches it first, or in an earlier one; arrivals of one moment
    keep their ingest order, as the same files read one after the other would.
    """
    flags = draw(st.booleans()) if with_last is None else with_last
    ruleset = draw(rulesets())
    messages = draw(st.lists(arrivals(ruleset, flags), max_size=maximum))
    run_clocks = draw(clocks())
    run_clocks[-1] = max(run_clocks[-1], LATEST_ARRIVAL_US)
    taken: list[list[int]] = [[] for _ in run_clocks]
    earliest: dict[int, int] = {}
    for index, message in enumerate(messages):
        in_time = next(n for n, clock in enumerate(run_clocks) if clock >= message.arrived_at_us)
        landing = draw(st.integers(earliest.get(message.arrived_at_us, 0), in_time))
        earliest[message.arrived_at_us] = landing
        taken[landing].append(index)
    whole = Case(ruleset, (Run(run_clocks[-1], tuple(messages)),))
    runs = tuple(
        Run(clock, tuple(messages[index] for index in took))
        for clock, took in zip(run_clocks, taken, strict=True)
    )
    return Recut(whole, Case(ruleset, runs), tuple(index for took in taken for index in took))
