"""The closed form of DESIGN 3.2 against the simulator, and where its literal text says something else."""

import random
from dataclasses import replace
from typing import Literal

import pytest
from hypothesis import given, settings

from .closed_form import Readings, evaluate, evaluate_sliding_sessions
from .contract import Arrival, Ruleset, Run, Verdict
from .examples import TIMES
from .simulator import simulate
from .strategies import Case, cases, fifo_rulesets, session_rulesets

RANDOM_CASES = 4_000


def random_ruleset(chance: random.Random) -> Ruleset:
    bake_time_us = chance.choice([None, 0, 0, 1, 2, 3, 5, 8, 1_000])
    if chance.random() < 0.5:
        return Ruleset("long", bake_time_us=bake_time_us)
    starts: list[int | Literal["auto"]] = [1, 1, 0, 3, -2]
    if bake_time_us is not None:
        starts += ["auto", "auto"]
    return Ruleset("sequence", chance.choice(starts), chance.choice([1, 1, 1, 2]), bake_time_us)


def random_arrivals(chance: random.Random, ruleset: Ruleset, ties: bool, last: bool) -> list[Arrival]:
    count = chance.randint(1, 9)
    latest = chance.choice([4, 8, 20])
    times = [chance.randint(0, latest) for _ in range(count)] if ties else chance.sample(range(30), count)
    start = 1 if ruleset.start == "auto" else ruleset.start
    span = chance.choice([3, 7])
    return [
        Arrival(
            message_id=chance.choice("abc"),
            key=start + ruleset.step * chance.randint(-1, span) + (chance.random() < 0.03),
            arrived_at_us=time,
            body=chance.choice([None, "x"]),
            is_last=last and chance.random() < 0.1,
            sequence_total=chance.choice([None] * 9 + [0, 3, 5]) if last else None,
        )
        for time in times
    ]


def both(
    ruleset: Ruleset, arrivals: list[Arrival], clock_us: int, readings: Readings | None = None
) -> tuple[list[Verdict], list[Verdict]]:
    """What the simulator says, and what the closed form says."""
    result = simulate(ruleset, [Run(clock_us, tuple(arrivals))])
    formula = evaluate(ruleset, arrivals, result.moments, clock_us, readings)
    return list(result.verdicts), formula


@pytest.mark.parametrize("last", [False, True], ids=["no_last", "last"])
@pytest.mark.parametrize("ties", [False, True], ids=["no_ties", "ties"])
def test_agreement_on_random_cases(ties: bool, last: bool) -> None:
    chance = random.Random(f"{ties} {last}")
    for _ in range(RANDOM_CASES):
        ruleset = random_ruleset(chance)
        arrivals = random_arrivals(chance, ruleset, ties, last)
        clock_us = chance.choice([2_000, chance.randint(0, 30)])
        simulated, formula = both(ruleset, arrivals, clock_us)
        assert simulated == formula, (ruleset, arrivals, clock_us)


@settings(max_examples=300 * TIMES, deadline=None)
@given(cases())
def test_agreement_over_runs_and_late_landings(case: Case) -> None:
    """The closed form knows no runs: it sees effective arrivals and the last clock."""
    result = simulate(case.ruleset, case.runs)
    formula = evaluate(case.ruleset, case.arrivals, result.moments, case.final_clock_us)
    assert list(result.verdicts) == formula


@settings(max_examples=300 * TIMES, deadline=None)
@given(cases(fifo_rulesets()))
def test_in_order_of_arrival_is_static_mode_with_moments_as_keys(case: Case) -> None:
    """Each message's key is its place among all that came: with T = 0 nothing comes before a higher one."""
    result = simulate(case.ruleset, case.runs)
    by_moment = sorted(range(len(result.moments)), key=lambda index: result.moments[index])
    places = {index: place for place, index in enumerate(by_moment, start=1)}
    arrivals = [replace(one, key=places[index]) for index, one in enumerate(case.arrivals)]
    formula = evaluate(Ruleset("long"), arrivals, result.moments, case.final_clock_us)
    assert list(result.verdicts) == formula
    assert not {verdict.reason for verdict in formula} & {"late", "duplicate"}
    for index, number in enumerate(result.final.numbers):
        assert number in (None, places[index])
        assert (number is None) == (formula[index].reason == "after_clock")


@settings(max_examples=300 * TIMES, deadline=None)
@given(cases(session_rulesets(windows=("sliding",))))
def test_agreement_on_sliding_sessions(case: Case) -> None:
    result = simulate(case.ruleset, case.runs)
    formula = evaluate_sliding_sessions(case.ruleset, case.arrivals, result.moments, case.final_clock_us)
    assert list(result.verdicts) == formula


@pytest.mark.parametrize("ties", [False, True], ids=["no_ties", "ties"])
def test_the_literal_formula_needs_no_reading_beyond_static_equals_and_tied_conflicts(ties: bool) -> None:
    """Without last flags: literally right for finite and infinite T, but for a repeat in a tie."""
    chance = random.Random(7)
    literal = Readings(False, False, False)
    for _ in range(RANDOM_CASES):
        ruleset = random_ruleset(chance)
        arrivals = random_arrivals(chance, ruleset, ties, last=False)
        if ruleset.key_type == "long" and not ruleset.bake_time_us:
            continue
        simulated, formula = both(ruleset, arrivals, 2_000, literal)
        for verdict, other in zip(simulated, formula, strict=True):
            if ties and verdict.reason == "conflicting_duplicate":
                assert other.reason in ("conflicting_duplicate", "duplicate")
            else:
                assert verdict == other, (ruleset, arrivals)


def test_literally_static_mode_releases_an_equal_key() -> None:
    """``k_j > k`` passes an equal key; the text ("equal too") bypasses it."""
    arrivals = [Arrival("a", 8, 0), Arrival("b", 8, 12)]
    simulated, formula = both(
        Ruleset("long", bake_time_us=0), arrivals, 20, Readings(static_equal_is_late=False)
    )
    assert simulated[1] == Verdict("bypass", "late", 12, late_by_us=12)
    assert formula[1] == Verdict("released", None, 12, 2)


def test_literally_a_repeat_in_the_moment_of_release_is_no_conflict() -> None:
    """By time the first is released at 5, but what releases it comes after the repeat in event order."""
    arrivals = [Arrival("a", 2, 4, "x"), Arrival("b", 2, 5, "y"), Arrival("c", 1, 5)]
    simulated, formula = both(Ruleset(), arrivals, 20, Readings(conflict_in_event_order=False))
    assert simulated[1].reason == "conflicting_duplicate"
    assert formula[1].reason == "duplicate"


@pytest.mark.parametrize("key_type", ["sequence", "long"])
def test_literally_a_number_cut_off_by_the_last_still_bakes_others(
    key_type: Literal["sequence", "long"],
) -> None:
    """9 becomes ``after_last`` at 5: what is left waits for its own timer, not for that of 9."""
    arrivals = [Arrival("a", 9, 0), Arrival("b", 4, 5, is_last=True)]
    ruleset = Ruleset(key_type, bake_time_us=10)
    simulated, formula = both(ruleset, arrivals, 30, Readings(cut_numbers_do_not_bake=False))
    assert [verdict.event_time_us for verdict in simulated] == [0, 15]
    assert [verdict.event_time_us for verdict in formula] == [0, 10]


@pytest.mark.parametrize("key_type", ["sequence", "long"])
def test_literally_a_number_cut_off_by_the_last_makes_others_late(
    key_type: Literal["sequence", "long"],
) -> None:
    """Literally 3 would be late although nothing has been released: there is no threshold it is late for."""
    arrivals = [Arrival("a", 9, 0), Arrival("b", 4, 9, is_last=True), Arrival("c", 3, 12)]
    ruleset = Ruleset(key_type, bake_time_us=10)
    simulated, formula = both(ruleset, arrivals, 11 + 1, Readings(cut_numbers_do_not_bake=False))
    assert simulated[2].outcome == "pending"
    assert formula[2].reason == "late"
