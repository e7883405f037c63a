"""Hand-written cases, each with the passage of the specification or of DESIGN it comes from."""

from dataclasses import replace
from typing import Any, Literal

import pytest

from .buffer import NoRoomError
from .contract import Arrival, Claim, Drop, MissingRange, Result, Ruleset, Run, StandIn, Verdict
from .simulator import simulate

INFINITE = Ruleset()
LATE_CLOCK = 10_000


def arrival(
    key: int,
    at: int,
    message_id: str | None = None,
    body: str | None = None,
    is_last: bool = False,
    total: int | None = None,
) -> Arrival:
    """An arrival whose id, unless given, is its own."""
    return Arrival(message_id or f"{key}@{at}", key, at, body, is_last, total)


def one_run(ruleset: Ruleset, *arrivals: Arrival | Claim, clock: int = LATE_CLOCK) -> Result:
    return simulate(ruleset, [Run(clock, arrivals)])


def brief(result: Result) -> list[tuple[str, int | None]]:
    """The reason (or the outcome, where there is none) and the event time of each message."""
    return [(verdict.reason or verdict.outcome, verdict.event_time_us) for verdict in result.verdicts]


def released_keys(result: Result, runs: list[Run]) -> list[int]:
    arrivals = [arrival for run in runs for arrival in run.arrivals]
    return [arrivals[index].key or 0 for index in result.released_indexes()]


# -- the specification's own example


def test_the_worked_example_of_the_specification_one_message_a_run() -> None:
    numbers = [3, 5, 1, 2, 4, 8, 9, 11, 23]
    runs = [Run(place, (arrival(number, place),)) for place, number in enumerate(numbers, start=1)]
    result = simulate(INFINITE, runs)
    left: list[list[int]] = []
    seen: set[int] = set()
    for count, snapshot in enumerate(result.snapshots, start=1):
        released = {
            numbers[index]
            for index, verdict in enumerate(snapshot.verdicts[:count])
            if verdict.outcome == "released"
        }
        left.append(sorted(released - seen))
        seen = released
    assert left == [[], [], [1], [2, 3], [4, 5], [], [], [], []]
    assert released_keys(result, runs) == [1, 2, 3, 4, 5]
    assert [verdict.event_time_us for verdict in result.verdicts] == [4, 5, 3, 4, 5, None, None, None, None]
    assert result.next_expected == 6
    assert result.missing_ranges == (
        MissingRange(6, 7, "open"),
        MissingRange(10, 10, "open"),
        MissingRange(12, 22, "open"),
    )
    assert result.closed_at_us is None
    assert {(verdict.reason, verdict.blocked_by) for verdict in result.verdicts[5:]} == {
        ("waiting_for_predecessor", 6)
    }
    assert [snapshot.next_expected for snapshot in result.snapshots] == [1, 1, 2, 4, 6, 6, 6, 6, 6]


def test_the_last_message_of_the_specification_ends_the_sequence() -> None:
    result = one_run(INFINITE, arrival(2, 1), arrival(3, 2, is_last=True), arrival(1, 5))
    assert brief(result) == [("released", 5)] * 3
    assert result.closed_at_us == 5
    assert result.missing_ranges == ()


# -- sequence, finite bake time


def test_a_gap_is_waited_for_one_bake_time_counted_from_the_reference_message() -> None:
    result = one_run(
        Ruleset(bake_time_us=10), arrival(1, 0), arrival(3, 2), arrival(4, 3), arrival(6, 9), clock=15
    )
    assert brief(result) == [
        ("released", 0),
        ("released", 12),
        ("released", 12),
        ("waiting_for_predecessor", None),
    ]
    assert result.verdicts[3].blocked_by == 5
    assert result.missing_ranges == (MissingRange(2, 2, "skipped"), MissingRange(5, 5, "open"))


def test_a_baked_higher_message_takes_everything_below_it_along() -> None:
    result = one_run(Ruleset(bake_time_us=10), arrival(9, 0), arrival(3, 5), arrival(10, 9), arrival(12, 9))
    assert brief(result) == [("released", 10), ("released", 10), ("released", 10), ("released", 19)]
    assert [verdict.release_position for verdict in result.verdicts] == [2, 1, 3, 4]


def test_a_message_that_fills_the_gap_in_time_frees_its_followers() -> None:
    result = one_run(Ruleset(bake_time_us=10), arrival(1, 0), arrival(3, 1), arrival(4, 2), arrival(2, 10))
    assert brief(result) == [("released", 0), ("released", 10), ("released", 10), ("released", 10)]


def test_an_arrival_at_the_moment_the_timer_fires_is_late() -> None:
    result = one_run(Ruleset(bake_time_us=10), arrival(2, 0), arrival(1, 10))
    assert brief(result) == [("released", 10), ("late", 10)]
    assert result.verdicts[1].late_by_us == 0


def test_a_skipped_number_is_late_once_and_then_a_duplicate() -> None:
    result = one_run(
        Ruleset(bake_time_us=5),
        arrival(4, 0),
        arrival(2, 8),
        arrival(2, 9, body="another"),
        arrival(4, 9, body="another"),
    )
    assert brief(result) == [("released", 5), ("late", 8), ("duplicate", 9), ("duplicate", 9)]
    assert result.verdicts[1].late_by_us == 3
    assert result.missing_ranges == (MissingRange(1, 1, "skipped"), MissingRange(3, 3, "skipped"))


def test_a_timer_due_at_the_clock_fires_in_that_run() -> None:
    at_clock = one_run(Ruleset(bake_time_us=10), arrival(2, 0), clock=10)
    before = one_run(Ruleset(bake_time_us=10), arrival(2, 0), clock=9)
    assert brief(at_clock) == [("released", 10)]
    assert brief(before) == [("waiting_for_predecessor", None)]


def test_static_sequence_skips_at_once_and_judges_ties_by_position() -> None:
    result = one_run(Ruleset(bake_time_us=0), arrival(5, 3), arrival(4, 3), arrival(6, 3), arrival(9, 3))
    assert brief(result) == [("released", 3), ("late", 3), ("released", 3), ("released", 3)]
    assert [verdict.release_position for verdict in result.verdicts] == [1, None, 2, 3]


# -- duplicates


def test_a_repeat_is_a_duplicate_and_conflicting_only_while_the_first_is_held() -> None:
    result = one_run(
        INFINITE,
        arrival(2, 0, body="x"),
        arrival(2, 1, body="x"),
        arrival(2, 2, body="y"),
        arrival(2, 3, body=None),
        arrival(1, 4),
        arrival(2, 5, body="y"),
    )
    assert [verdict.reason for verdict in result.verdicts] == [
        None,
        "duplicate",
        "conflicting_duplicate",
        "conflicting_duplicate",
        None,
        "duplicate",
    ]


def test_a_repeat_at_the_moment_of_release_is_judged_in_event_order() -> None:
    before = one_run(INFINITE, arrival(2, 0, body="x"), arrival(2, 5, body="y"), arrival(1, 5))
    after = one_run(INFINITE, arrival(2, 0, body="x"), arrival(1, 5), arrival(2, 5, body="y"))
    assert brief(before)[1] == ("conflicting_duplicate", 5)
    assert brief(after)[2] == ("duplicate", 5)


def test_a_repeat_at_the_moment_the_timer_releases_the_first_is_a_plain_duplicate() -> None:
    result = one_run(Ruleset(bake_time_us=5), arrival(2, 0, body="x"), arrival(2, 5, body="y"))
    assert brief(result) == [("released", 5), ("duplicate", 5)]


def test_the_same_message_id_with_another_number_is_another_message() -> None:
    result = one_run(INFINITE, arrival(1, 0, "same"), arrival(2, 1, "same"))
    assert brief(result) == [("released", 0), ("released", 1)]


# -- start and step


def test_numbers_below_the_start_and_off_the_grid() -> None:
    result = one_run(Ruleset(start=10, step=5), arrival(15, 0), arrival(5, 1), arrival(4, 2), arrival(10, 3))
    assert brief(result) == [("released", 3), ("before_start", 1), ("invalid_key", 2), ("released", 3)]
    assert result.verdicts[2].outcome == "failure"
    assert result.next_expected == 20


def test_a_message_before_the_start_declares_no_last_number() -> None:
    result = one_run(INFINITE, arrival(0, 0, total=1), arrival(2, 1), arrival(1, 2))
    assert brief(result) == [("before_start", 0), ("released", 2), ("released", 2)]


def test_start_auto_begins_with_the_smallest_after_one_bake_time() -> None:
    ruleset = Ruleset(start="auto", bake_time_us=10)
    arrivals = (arrival(7, 0), arrival(5, 4), arrival(6, 9), arrival(4, 12), arrival(4, 13), arrival(8, 14))
    early = one_run(ruleset, *arrivals, clock=9)
    assert [verdict.reason for verdict in early.verdicts[:3]] == ["baking"] * 3
    assert early.next_expected is None
    assert early.missing_ranges == ()
    result = one_run(ruleset, *arrivals)
    assert brief(result) == [
        ("released", 10),
        ("released", 10),
        ("released", 10),
        ("late", 12),
        ("duplicate", 13),
        ("released", 14),
    ]
    assert result.missing_ranges == ()


def test_start_auto_takes_the_grid_from_the_first_message() -> None:
    ruleset = Ruleset(start="auto", step=2, bake_time_us=10)
    assert brief(one_run(ruleset, arrival(7, 0), arrival(4, 1), arrival(5, 2))) == [
        ("released", 10),
        ("invalid_key", 1),
        ("released", 10),
    ]


def test_start_auto_without_bake_time_is_a_configuration_error() -> None:
    with pytest.raises(ValueError, match="bake_time"):
        Ruleset(start="auto")


def test_the_extremes_of_bigint() -> None:
    lowest, highest = -(2**63), 2**63 - 1
    result = one_run(
        Ruleset(start=lowest, bake_time_us=5), arrival(highest, 1), arrival(lowest, 0), arrival(0, 9)
    )
    assert brief(result) == [("released", 6), ("released", 0), ("late", 9)]
    assert result.next_expected == highest + 1
    assert result.missing_ranges == (
        MissingRange(lowest + 1, -1, "skipped"),
        MissingRange(1, highest - 1, "skipped"),
    )


# -- the last number


def test_held_numbers_above_the_last_are_bypassed_at_their_own_arrival() -> None:
    result = one_run(INFINITE, arrival(5, 1), arrival(3, 2), arrival(2, 7, total=3), arrival(4, 8))
    assert brief(result) == [
        ("after_last", 1),
        ("waiting_for_predecessor", None),
        ("waiting_for_predecessor", None),
        ("after_last", 8),
    ]
    assert result.missing_ranges == (MissingRange(1, 1, "open"),)
    assert result.final.last_number == 3


def test_the_last_is_declared_before_the_message_that_brings_it_frees_anything() -> None:
    result = one_run(INFINITE, arrival(2, 0), arrival(3, 0), arrival(1, 4, total=2))
    assert brief(result) == [("released", 4), ("after_last", 0), ("released", 4)]
    assert result.closed_at_us == 4


def test_released_numbers_above_the_last_stay_released() -> None:
    result = one_run(INFINITE, arrival(1, 0), arrival(2, 1), arrival(3, 2), arrival(2, 5, is_last=True))
    assert brief(result) == [("released", 0), ("released", 1), ("released", 2), ("duplicate", 5)]
    assert result.closed_at_us == 5
    assert result.next_expected == 4


def test_the_first_declaration_wins_and_another_one_is_a_conflict() -> None:
    result = one_run(
        INFINITE,
        arrival(1, 0, total=3),
        arrival(2, 1, total=4),
        arrival(4, 2, is_last=True),
        arrival(4, 3),
        arrival(2, 4, is_last=True),
        arrival(2, 5, total=3),
        arrival(3, 6, is_last=True, total=3),
    )
    assert brief(result) == [
        ("released", 0),
        ("last_conflict", 1),
        ("last_conflict", 2),
        ("after_last", 3),
        ("last_conflict", 4),
        ("released", 5),
        ("released", 6),
    ]
    assert result.closed_at_us == 6


def test_a_message_whose_flag_and_total_disagree_declares_nothing() -> None:
    result = one_run(INFINITE, arrival(1, 0, is_last=True, total=2), arrival(1, 1), arrival(9, 2))
    assert brief(result) == [("last_conflict", 0), ("released", 1), ("waiting_for_predecessor", None)]
    assert result.final.last_number is None


def test_a_message_above_the_last_it_declares_itself() -> None:
    result = one_run(INFINITE, arrival(7, 0, total=2), arrival(1, 1), arrival(2, 2))
    assert brief(result) == [("after_last", 0), ("released", 1), ("released", 2)]
    assert result.closed_at_us == 2


def test_a_known_last_leaves_a_range_at_the_tail() -> None:
    result = one_run(Ruleset(step=2), arrival(1, 0, total=4))
    assert result.final.last_number == 7
    assert result.missing_ranges == (MissingRange(3, 7, "open"),)
    assert result.closed_at_us is None


def test_the_timer_of_a_number_cut_off_by_the_last_is_gone() -> None:
    ruleset = Ruleset(bake_time_us=10)
    assert brief(one_run(ruleset, arrival(9, 0), arrival(4, 5, is_last=True), arrival(3, 12))) == [
        ("after_last", 0),
        ("released", 15),
        ("released", 15),
    ]
    at_due = one_run(ruleset, arrival(9, 0), arrival(4, 10, is_last=True))
    assert brief(at_due) == [("released", 10), ("late", 10)]
    assert at_due.closed_at_us == 10


def test_under_auto_only_the_flag_declares_a_last() -> None:
    ruleset = Ruleset(start="auto", bake_time_us=10)
    result = one_run(ruleset, arrival(8, 0, total=1), arrival(9, 1, is_last=True, total=5), arrival(10, 2))
    assert brief(result) == [("released", 10), ("released", 10), ("after_last", 2)]
    assert result.closed_at_us == 10


def test_a_total_of_nothing_closes_at_once() -> None:
    result = one_run(INFINITE, arrival(1, 3, total=0))
    assert brief(result) == [("after_last", 3)]
    assert result.closed_at_us == 3


def test_a_last_declared_at_the_moment_of_release_is_judged_in_event_order() -> None:
    before = one_run(INFINITE, arrival(2, 0), arrival(2, 5, total=1), arrival(1, 5))
    after = one_run(INFINITE, arrival(2, 0), arrival(1, 5), arrival(2, 5, total=1))
    assert brief(before) == [("after_last", 0), ("after_last", 5), ("released", 5)]
    assert brief(after) == [("released", 5), ("released", 5), ("after_last", 5)]


# -- other key types


def test_baking_releases_everything_up_to_the_highest_fully_baked_key() -> None:
    result = one_run(
        Ruleset("long", bake_time_us=10),
        arrival(30, 0),
        arrival(10, 3),
        arrival(40, 5),
        arrival(30, 10),
        arrival(20, 12),
        arrival(31, 13),
    )
    assert brief(result) == [
        ("released", 10),
        ("released", 10),
        ("released", 15),
        ("released", 10),
        ("late", 12),
        ("released", 15),
    ]
    assert [verdict.release_position for verdict in result.verdicts] == [2, 1, 5, 3, None, 4]
    assert result.verdicts[4].late_by_us == 2
    assert result.next_expected is None
    assert result.missing_ranges == ()


def test_equal_keys_leave_in_the_order_they_came() -> None:
    result = one_run(
        Ruleset("long", bake_time_us=10), arrival(5, 2, "b"), arrival(5, 1, "a"), arrival(5, 2, "c")
    )
    assert [verdict.release_position for verdict in result.verdicts] == [2, 1, 3]


def test_an_equal_key_released_at_once_does_not_renew_the_threshold() -> None:
    result = one_run(Ruleset("long", bake_time_us=10), arrival(5, 0), arrival(5, 20), arrival(4, 25))
    assert brief(result) == [("released", 10), ("released", 20), ("late", 25)]
    assert result.verdicts[2].late_by_us == 15


def test_a_repeat_is_a_duplicate_while_held_or_at_the_threshold_and_late_below_it() -> None:
    result = one_run(
        Ruleset("long", bake_time_us=10),
        arrival(5, 0, "a"),
        arrival(5, 1, "a"),
        arrival(5, 12, "a"),
        arrival(5, 13, "b"),
        arrival(5, 14, "b"),
        arrival(6, 20, "a"),
        arrival(5, 30, "a"),
    )
    assert brief(result) == [
        ("released", 10),
        ("duplicate", 1),
        ("duplicate", 12),
        ("released", 13),
        ("duplicate", 14),
        ("released", 30),
        ("late", 30),
    ]


@pytest.mark.parametrize("bake_time_us", [None, 0])
def test_static_mode_releases_only_what_is_strictly_greater(bake_time_us: int | None) -> None:
    result = one_run(
        Ruleset("long", bake_time_us=bake_time_us),
        arrival(5, 1, "a"),
        arrival(5, 1, "b"),
        arrival(5, 1, "a"),
        arrival(5, 1, "b"),
        arrival(4, 1, "c"),
        arrival(6, 1, "a"),
    )
    assert [verdict.reason for verdict in result.verdicts] == [
        None,
        "late",
        "duplicate",
        "late",
        "late",
        None,
    ]


def test_the_last_flag_is_about_order_and_the_total_is_about_numbers() -> None:
    result = one_run(
        Ruleset("long", bake_time_us=10),
        arrival(9, 0, total=2),
        arrival(5, 1, is_last=True),
        arrival(7, 2),
        arrival(-3, 3),
        arrival(6, 4, is_last=True),
    )
    assert brief(result) == [
        ("after_last", 0),
        ("released", 11),
        ("after_last", 2),
        ("released", 11),
        ("last_conflict", 4),
    ]
    assert result.closed_at_us == 11


# -- runs and clocks


def test_arrivals_later_than_the_clock_wait_for_it() -> None:
    runs = [Run(5, (arrival(2, 9), arrival(1, 3))), Run(9, ())]
    result = simulate(INFINITE, runs)
    assert result.snapshots[0].verdicts[0] == Verdict("pending", "after_clock", None)
    assert result.snapshots[0].next_expected == 2
    assert result.snapshots[0].highest_received == 1
    assert brief(result) == [("released", 9), ("released", 3)]


def test_a_late_landing_counts_from_the_clock_of_the_run_before() -> None:
    runs = [Run(20, (arrival(3, 0),)), Run(25, (arrival(1, 2), arrival(5, 1)))]
    result = simulate(Ruleset(bake_time_us=10), runs)
    assert result.effective_arrivals_us == (0, 20, 20)
    assert brief(result) == [("released", 10), ("late", 20), ("waiting_for_predecessor", None)]
    assert result.verdicts[1].late_by_us == 10
    later = simulate(Ruleset(bake_time_us=10), [*runs, Run(30)])
    assert later.verdicts[2].event_time_us == 30


def test_the_first_run_clamps_nothing_and_clocks_may_stand_still() -> None:
    runs = [Run(5, (arrival(2, 1),)), Run(5, (arrival(1, 0),)), Run(5, (arrival(3, 5),))]
    result = simulate(INFINITE, runs)
    assert result.effective_arrivals_us == (1, 5, 5)
    assert [snapshot.next_expected for snapshot in result.snapshots] == [1, 3, 4]


def test_a_clock_never_goes_back() -> None:
    with pytest.raises(ValueError, match="never earlier"):
        simulate(INFINITE, [Run(5), Run(4)])


def test_a_held_message_can_become_after_last_in_a_later_run() -> None:
    result = simulate(INFINITE, [Run(5, (arrival(4, 1),)), Run(9, (arrival(1, 6, total=2),))])
    assert result.snapshots[0].verdicts[0].reason == "waiting_for_predecessor"
    assert brief(result) == [("after_last", 1), ("released", 6)]


def test_only_event_order_gives_the_same_for_a_tied_repeat_when_its_releaser_lands_a_run_later() -> None:
    """The repeat is judged in the first run; the releaser, clamped to that run's clock, comes after it."""
    runs = [Run(5, (arrival(2, 0, body="x"), arrival(2, 5, body="y"))), Run(9, (arrival(1, 3),))]
    result = simulate(INFINITE, runs)
    assert result.effective_arrivals_us == (0, 5, 5)
    assert result.snapshots[0].verdicts[1].reason == "conflicting_duplicate"
    assert brief(result) == [("released", 5), ("conflicting_duplicate", 5), ("released", 5)]


# -- dynamic sessions


def claim(key: int | None, at: int, identity: str | None) -> Claim:
    return Claim(f"claim {key}@{at}", key, at, identity)


def left(result: Result) -> list[tuple[int | None, int]]:
    """Number and time of all that left, stand-ins too, in order."""
    messages = [
        (verdict.release_position or 0, number, verdict.event_time_us or 0)
        for verdict, number in zip(result.verdicts, result.final.numbers, strict=True)
        if verdict.outcome == "released"
    ]
    stand_ins = [(one.release_position, one.number, one.released_at_us) for one in result.final.stand_ins]
    return [(number, time) for _, number, time in sorted([*messages, *stand_ins])]


def in_many(ruleset: Ruleset, clocks: list[int], *arrivals: Arrival | Claim) -> Result:
    """Each run takes in what has arrived by its clock."""
    bounds = zip([-1, *clocks], clocks, strict=False)
    return simulate(
        ruleset,
        [
            Run(clock, tuple(a for a in arrivals if before < a.arrived_at_us <= clock))
            for before, clock in bounds
        ],
    )


def test_a_sliding_session_ends_when_nothing_has_come_for_its_timeout() -> None:
    """tests/scenarios/test_modes.py: the second session's low key is not late, the repeat keeps the first open."""
    ruleset = Ruleset("long", session_timeout_us=10)
    arrivals = (
        arrival(5, 0), arrival(3, 6), arrival(4, 12, "same"), arrival(4, 12, "same"), arrival(2, 23), arrival(9, 30),
    )  # fmt: skip
    for clocks in ([59], [13, 25, 59]):
        result = in_many(ruleset, clocks, *arrivals)
        assert left(result) == [(3, 22), (4, 22), (5, 22), (2, 40), (9, 40)]
        assert brief(result)[3] == ("duplicate", 12)
        assert (result.next_expected, result.final.highest_released) == (None, None)
        assert (result.missing_ranges, result.closed_at_us) == ((), None)


def test_a_repeat_after_the_last_message_prolongs_a_sliding_session_only() -> None:
    arrivals = arrival(5, 0, "a"), arrival(5, 8, "a"), arrival(4, 15)
    sliding = one_run(Ruleset("long", session_timeout_us=10), *arrivals)
    assert brief(sliding) == [("released", 25), ("duplicate", 8), ("released", 25)]
    tumbling = one_run(Ruleset("long", session_timeout_us=10, session_window="tumbling"), *arrivals)
    assert brief(tumbling) == [("released", 10), ("duplicate", 8), ("released", 25)]


def test_a_tumbling_session_ends_its_timeout_after_its_first_message() -> None:
    """tests/scenarios/test_modes.py: from 0 to 10 and from 12 to 22."""
    ruleset = Ruleset("long", session_timeout_us=10, session_window="tumbling")
    arrivals = arrival(5, 0), arrival(3, 6), arrival(4, 9), arrival(2, 12), arrival(9, 15)
    for clocks in ([59], [13, 25, 59]):
        assert left(in_many(ruleset, clocks, *arrivals)) == [(3, 10), (4, 10), (5, 10), (2, 22), (9, 22)]


@pytest.mark.parametrize("window", ["sliding", "tumbling"])
def test_what_comes_the_moment_a_session_ends_begins_another(window: Literal["sliding", "tumbling"]) -> None:
    ruleset = Ruleset("long", session_timeout_us=10, session_window=window)
    result = one_run(ruleset, arrival(5, 0, "a"), arrival(5, 10, "a"), clock=15)
    assert brief(result) == [("released", 10), ("session_open", None)]


def test_a_session_of_numbers_expects_none_of_them() -> None:
    """Gaps, starts, last flags and totals mean nothing; a number is a repeat whatever its id and body."""
    ruleset = Ruleset(session_timeout_us=10)
    result = one_run(
        ruleset,
        arrival(7, 0, body="x", is_last=True),
        arrival(-2, 1, total=1),
        arrival(7, 2, body="y"),
        arrival(9, 3),
    )
    assert left(result) == [(-2, 13), (7, 13), (9, 13)]
    assert brief(result)[2] == ("duplicate", 2)
    assert result.final.last_number is None


def test_a_session_that_counts_down_leaves_highest_first() -> None:
    ruleset = Ruleset("long", session_timeout_us=10, order="descending")
    assert left(one_run(ruleset, arrival(1, 1), arrival(7, 2), arrival(3, 3))) == [(7, 13), (3, 13), (1, 13)]


# -- heartbeat


def test_what_is_due_leaves_at_the_next_tick() -> None:
    """tests/scenarios/test_modes.py: due at 1, 7, 7, 11. 2 came at 8, a second after its turn was over."""
    ruleset = Ruleset(bake_time_us=5, heartbeat_us=10)
    arrivals = arrival(1, 1), arrival(3, 2), arrival(4, 3), arrival(2, 8), arrival(5, 11)
    for clocks in ([59], [3, 7, 20, 59], [8, 9, 59]):
        result = in_many(ruleset, clocks, *arrivals)
        assert left(result) == [(1, 10), (3, 10), (4, 10), (5, 20)]
        assert result.verdicts[3] == Verdict("bypass", "late", 8, late_by_us=1)


def test_until_the_tick_nothing_has_left_but_all_is_decided() -> None:
    ruleset = Ruleset(bake_time_us=5, heartbeat_us=10)
    result = one_run(ruleset, arrival(1, 1), arrival(3, 2), arrival(5, 5), clock=8)
    assert result.verdicts[:2] == (Verdict("pending", "baking", None), Verdict("pending", "baking", None))
    assert result.verdicts[2] == Verdict("pending", "waiting_for_predecessor", None, blocked_by=4)
    assert (result.next_expected, result.final.highest_released) == (1, None)
    assert result.missing_ranges == (MissingRange(2, 2, "skipped"), MissingRange(4, 4, "open"))


def test_a_release_at_a_tick_is_left_at_it() -> None:
    ruleset = Ruleset("long", bake_time_us=10, heartbeat_us=5)
    assert brief(one_run(ruleset, arrival(5, 10), arrival(4, 11))) == [("released", 20), ("released", 20)]


def test_a_session_that_waits_for_the_tick_is_over() -> None:
    """It ends at 16 and leaves at 20; what comes at 17 begins another."""
    ruleset = Ruleset("long", session_timeout_us=10, heartbeat_us=20)
    arrivals = arrival(5, 0), arrival(3, 6), arrival(4, 17)
    for clocks in ([59], [8, 18, 59]):
        assert left(in_many(ruleset, clocks, *arrivals)) == [(3, 20), (5, 20), (4, 40)]


def test_a_sequence_closes_when_its_last_number_has_left() -> None:
    ruleset = Ruleset(bake_time_us=5, heartbeat_us=10)
    arrivals = arrival(1, 1), arrival(2, 12, is_last=True)
    assert in_many(ruleset, [15], *arrivals).closed_at_us is None
    assert in_many(ruleset, [15, 20], *arrivals).closed_at_us == 20


# -- gaps


def test_stand_ins_leave_with_what_comes_after_the_gap() -> None:
    """tests/scenarios/test_modes.py: 2 and 3 are stood in for at 7; of 6 to 9 there are too many."""
    ruleset = Ruleset(bake_time_us=5, on_gap="stand_in", max_stand_ins=2)
    arrivals = (
        arrival(1, 1), arrival(4, 2), arrival(5, 3), arrival(10, 4), arrival(3, 8), arrival(6, 20), arrival(7, 21),
    )  # fmt: skip
    for clocks in ([59], [3, 7, 20, 59]):
        result = in_many(ruleset, clocks, *arrivals)
        assert left(result) == [(1, 1), (2, 7), (3, 7), (4, 7), (5, 7), (6, 20), (7, 21)]
        assert result.final.stand_ins == (StandIn(2, 7, 2), StandIn(3, 7, 3))
        assert result.verdicts[4] == Verdict("bypass", "late", 8, late_by_us=1)
        assert result.verdicts[3] == Verdict("pending", "suspended", None, blocked_by=8)
        assert (result.next_expected, result.final.status) == (8, "suspended")
        assert result.missing_ranges == (MissingRange(2, 2, "stood_in"), MissingRange(8, 9, "open"))


def test_a_gap_of_just_so_many_is_stood_in_for() -> None:
    ruleset = Ruleset(step=5, bake_time_us=5, on_gap="stand_in", max_stand_ins=2)
    assert left(one_run(ruleset, arrival(11, 2))) == [(1, 7), (6, 7), (11, 7)]


def test_what_came_before_the_gap_had_baked_makes_two_gaps_of_it() -> None:
    ruleset = Ruleset(bake_time_us=10, on_gap="stand_in", max_stand_ins=2)
    assert left(one_run(ruleset, arrival(6, 0), arrival(3, 9))) == [
        (number, 10) for number in (1, 2, 3, 4, 5, 6)
    ]
    assert brief(one_run(ruleset, arrival(6, 0), arrival(3, 10))) == [
        ("suspended", None),
        ("suspended", None),
    ]


def test_a_sequence_stands_in_again_once_a_gap_too_large_is_filled() -> None:
    """1 to 5 come in the end; the next gap is stood in for as any other, once it has baked."""
    ruleset = Ruleset(bake_time_us=10, on_gap="stand_in", max_stand_ins=2)
    arrivals = [arrival(6, 0), *(arrival(number, 20) for number in range(1, 6)), arrival(8, 30)]
    for clocks in ([39], [15, 25, 39]):
        result = in_many(ruleset, clocks, *arrivals)
        assert left(result) == [(number, 20) for number in range(1, 7)]
        assert result.verdicts[-1] == Verdict("pending", "waiting_for_predecessor", None, blocked_by=7)
        assert result.final.status == "open"
    later = in_many(ruleset, [15, 25, 40], *arrivals)
    assert left(later)[-2:] == [(7, 40), (8, 40)]
    assert later.final.status == "open"


def test_what_baked_above_a_gap_too_large_is_stood_in_for_when_that_is_filled() -> None:
    """Up to the next gap that is too large; what was still missing then is late from then on."""
    ruleset = Ruleset(bake_time_us=10, on_gap="stand_in", max_stand_ins=1)
    arrivals = [
        arrival(1, 0), arrival(4, 1), arrival(6, 2), arrival(7, 3), arrival(11, 4), arrival(3, 20), arrival(2, 20, "in time"),
        arrival(5, 20, "late"), arrival(9, 21), arrival(8, 22), arrival(10, 23), arrival(13, 24),
    ]  # fmt: skip
    for clocks in ([33], [34], [11, 19, 20, 21, 22, 34]):
        result = in_many(ruleset, clocks, *arrivals)
        stood_in = [(12, 34), (13, 34)] if clocks[-1] == 34 else []
        assert left(result) == [
            (1, 0), *((number, 20) for number in range(2, 8)), (8, 22), (9, 22), (10, 23), (11, 23), *stood_in,
        ]  # fmt: skip
        assert brief(result)[7] == ("late", 20)


def test_what_is_missing_in_part_of_a_gap_too_large_keeps_its_sequence_waiting() -> None:
    ruleset = Ruleset(bake_time_us=10, on_gap="stand_in", max_stand_ins=2)
    arrivals = [arrival(1, 0), arrival(5, 1), arrival(7, 2), arrival(2, 15), arrival(4, 16)]
    for clocks in ([99], [11, 15, 16, 99]):
        result = in_many(ruleset, clocks, *arrivals)
        assert left(result) == [(1, 0), (2, 15)]
        assert result.final.status == "suspended"
        assert left(in_many(ruleset, [*clocks, 100], *arrivals, arrival(3, 100)))[-4:] == [
            (4, 100), (5, 100), (6, 100), (7, 100),
        ]  # fmt: skip


def test_a_gap_too_large_ends_where_what_is_above_it_is_behind_the_last_number() -> None:
    ruleset = Ruleset(bake_time_us=10, on_gap="stand_in", max_stand_ins=3)
    arrivals = [arrival(1, 0), arrival(10, 1), arrival(5, 20, is_last=True)]
    for clocks in ([30], [11, 19, 20, 30]):
        result = in_many(ruleset, clocks, *arrivals)
        assert left(result) == [(1, 0), *((number, 30) for number in range(2, 6))]
        assert brief(result)[1] == ("after_last", 1)
        assert result.final.status == "closed"


def test_what_had_baked_bakes_as_a_gap_too_large_ends_behind_the_last_number() -> None:
    """It has come in time that says so, also below what bakes then."""
    ruleset = Ruleset(bake_time_us=10, on_gap="stand_in", max_stand_ins=3)
    arrivals = [arrival(1, 0), arrival(10, 1), arrival(4, 12), arrival(3, 40, total=5), arrival(2, 41)]
    for clocks in ([50], [11, 39, 40, 50]):
        result = in_many(ruleset, clocks, *arrivals)
        assert left(result) == [(1, 0), (2, 40), (3, 40), (4, 40)]
        assert [brief(result)[number] for number in (1, 4)] == [("after_last", 1), ("late", 41)]
        assert result.final.status == "open"


def test_with_auto_nothing_stands_in_below_the_first_release() -> None:
    ruleset = Ruleset(start="auto", bake_time_us=5, on_gap="stand_in", max_stand_ins=1)
    result = one_run(ruleset, arrival(9, 0), arrival(11, 1))
    assert left(result) == [(9, 5), (10, 6), (11, 6)]
    assert result.missing_ranges == (MissingRange(10, 10, "stood_in"),)


def test_a_gap_that_suspends_is_never_passed_over() -> None:
    """tests/scenarios/test_modes.py."""
    ruleset = Ruleset(bake_time_us=5, on_gap="suspend")
    arrivals = arrival(1, 1), arrival(3, 2), arrival(2, 30), arrival(5, 31)
    for clocks in ([59], [3, 7, 20, 59]):
        result = in_many(ruleset, clocks, *arrivals)
        assert left(result) == [(1, 1), (2, 30), (3, 30)]
        assert result.verdicts[3] == Verdict("pending", "suspended", None, blocked_by=4)
        assert (result.next_expected, result.final.status) == (4, "suspended")
        assert result.missing_ranges == (MissingRange(4, 4, "open"),)


def test_a_sequence_is_suspended_from_the_moment_its_gap_has_baked_until_it_is_filled() -> None:
    ruleset = Ruleset(bake_time_us=5, on_gap="suspend")
    arrivals = arrival(1, 1), arrival(3, 2), arrival(2, 30), arrival(5, 31)
    result = in_many(ruleset, [6, 7, 35, 36], *arrivals)
    assert [snapshot.status for snapshot in result.snapshots] == ["open", "suspended", "open", "suspended"]


# -- down, and round


def test_a_sequence_that_counts_down() -> None:
    """tests/scenarios/test_modes.py."""
    ruleset = Ruleset(start=5, bake_time_us=5, order="descending")
    arrivals = arrival(4, 1), arrival(5, 2), arrival(2, 3), arrival(1, 4), arrival(6, 5), arrival(3, 20)
    for clocks in ([59], [3, 8, 59]):
        result = in_many(ruleset, clocks, *arrivals)
        assert left(result) == [(5, 2), (4, 2), (2, 8), (1, 8)]
        assert brief(result)[4:] == [("before_start", 5), ("late", 20)]
        final = result.final
        assert (final.next_expected, final.highest_released, final.highest_received) == (0, 1, 1)


def test_a_sequence_that_counts_down_by_steps_to_its_total() -> None:
    ruleset = Ruleset(start=9, step=3, order="descending")
    result = one_run(ruleset, arrival(9, 0, total=3), arrival(3, 1), arrival(7, 2), arrival(0, 3))
    assert brief(result) == [
        ("released", 0), ("waiting_for_predecessor", None), ("invalid_key", 2), ("after_last", 3),
    ]  # fmt: skip
    assert result.final.last_number == 3
    assert result.verdicts[1].blocked_by == 6
    assert result.missing_ranges == (MissingRange(6, 6, "open"),)


def test_keys_of_which_only_the_order_is_known_go_down_too() -> None:
    ruleset = Ruleset("long", bake_time_us=10, order="descending")
    result = one_run(ruleset, arrival(3, 0), arrival(5, 4), arrival(4, 12), arrival(1, 13))
    assert brief(result) == [("released", 10), ("released", 10), ("late", 12), ("released", 23)]


def test_counters_that_wrap_go_on_counting() -> None:
    """tests/scenarios/test_modes.py."""
    ruleset = Ruleset(start=65534, wrap_at=65536)
    arrivals = (
        arrival(65534, 1), arrival(0, 2), arrival(65535, 3), arrival(1, 4), arrival(3, 5), arrival(2, 6),
    )  # fmt: skip
    for clocks in ([59], [3, 8, 59], [4, 5, 59]):
        assert left(in_many(ruleset, clocks, *arrivals)) == [
            (65534, 1), (65535, 3), (65536, 3), (65537, 4), (65538, 6), (65539, 6),
        ]  # fmt: skip


def test_a_counter_goes_whichever_way_is_shorter() -> None:
    ruleset = Ruleset(wrap_at=16)
    result = one_run(ruleset, arrival(1, 0), arrival(8, 1), arrival(15, 2), arrival(6, 3), arrival(14, 4))
    assert result.final.numbers == (1, 8, 15, 22, 14)
    below = one_run(ruleset, arrival(15, 0))
    assert (below.final.numbers, brief(below)) == ((-1,), [("before_start", 0)])


# -- whole sequences


def test_a_whole_sequence_leaves_when_its_last_number_has_its_turn() -> None:
    """tests/scenarios/test_modes.py."""
    ruleset = Ruleset(hold="whole_sequence")
    arrivals = arrival(2, 1), arrival(1, 2), arrival(3, 9, is_last=True)
    for clocks in ([59], [3, 8, 59]):
        result = in_many(ruleset, clocks, *arrivals)
        assert left(result) == [(1, 9), (2, 9), (3, 9)]
        assert result.closed_at_us == 9


def test_a_whole_sequence_waits_for_what_is_missing_below_a_last_number_that_is_known() -> None:
    ruleset = Ruleset(hold="whole_sequence")
    total = one_run(ruleset, arrival(1, 1, total=3), arrival(2, 2))
    assert total.verdicts == (Verdict("pending", "waiting_for_predecessor", None, blocked_by=3),) * 2
    flag = one_run(ruleset, arrival(1, 1), arrival(3, 2, is_last=True))
    assert flag.verdicts == (Verdict("pending", "waiting_for_predecessor", None, blocked_by=2),) * 2
    assert flag.next_expected == 1
    assert flag.missing_ranges == (MissingRange(2, 2, "open"),)
    assert left(one_run(ruleset, arrival(1, 1), arrival(3, 2, is_last=True), arrival(2, 5))) == [
        (1, 5), (2, 5), (3, 5),
    ]  # fmt: skip


def test_a_whole_sequence_gives_up_gaps_while_it_is_held() -> None:
    """1 and 3 are given up at 5 and 11; 3 comes at 12, and nothing has left yet that it could be measured by."""
    ruleset = Ruleset(bake_time_us=5, hold="whole_sequence")
    result = one_run(
        ruleset, arrival(2, 0), arrival(4, 6), arrival(3, 12), arrival(2, 13, body="y"), arrival(5, 20, is_last=True)
    )  # fmt: skip
    assert left(result) == [(2, 20), (4, 20), (5, 20)]
    assert result.verdicts[2] == Verdict("bypass", "late", 12)
    assert result.verdicts[3].reason == "conflicting_duplicate"


def test_a_last_number_whose_turn_is_over_lets_the_whole_sequence_go() -> None:
    """9 gives up 3 at 5; 3 is late, but says that it was the last: 9 is beyond it, and nothing more is to come."""
    ruleset = Ruleset(bake_time_us=5, hold="whole_sequence")
    result = one_run(ruleset, arrival(9, 0), arrival(1, 2), arrival(3, 7, is_last=True))
    assert brief(result) == [("after_last", 0), ("released", 7), ("late", 7)]


def test_stand_ins_of_a_whole_sequence_leave_with_it() -> None:
    ruleset = Ruleset(bake_time_us=5, on_gap="stand_in", hold="whole_sequence")
    result = one_run(ruleset, arrival(2, 0), arrival(4, 1, is_last=True))
    assert left(result) == [(1, 6), (2, 6), (3, 6), (4, 6)]


# -- claims


CLAIMED = Ruleset("long", bake_time_us=40, time_to_live_us=100)


def message(key: int, at: int, identity: str | None) -> Arrival:
    return Arrival(f"{key}@{at}", key, at, identity=identity)


def test_a_claim_takes_what_is_held_up_to_its_key() -> None:
    """shared/sortnode_traces, claim_basic; what has baked unclaimed is released, as the page says (DESIGN 3.3)."""
    arrivals = message(5, 1, "a"), message(6, 5, "b"), message(7, 10, "c"), claim(6, 15, "b")
    for clocks in ([300], [5, 9, 60, 300]):
        result = in_many(CLAIMED, clocks, *arrivals)
        assert brief(result) == [("claimed", 1), ("claimed", 5), ("released", 50), ("nohit", None)]
        assert result.final.highest_released == 7


def test_claims_wait_for_their_messages() -> None:
    """shared/sortnode_traces, claim_dup and claim_ttl_expired."""
    result = one_run(
        CLAIMED, claim(5, 0, "x"), claim(5, 2, "x"), message(7, 4, "p"), claim(8, 6, "q"), claim(7, 8, "p"),
        message(9, 10, "r"),
    )  # fmt: skip
    assert [reason for reason, _ in brief(result)] == [
        "nohit",
        "nohit",
        "claimed",
        "nohit",
        "nohit",
        "released",
    ]
    expired = one_run(CLAIMED, claim(5, 1, "x"), message(6, 50, "x"), message(7, 170, "x"))
    assert brief(expired) == [("nohit", None), ("claimed", 50), ("released", 210)]


def test_claims_without_key_or_id_count_for_what_they_have() -> None:
    """shared/sortnode_traces, claim_bad."""
    result = one_run(
        CLAIMED, message(5, 0, "a"), claim(None, 2, "i1"), claim(6, 4, None), message(5, 8, "i1"), message(5, 9, "z")
    )  # fmt: skip
    assert brief(result) == [
        ("claimed", 0), ("nohit", None), ("missing_key", 4), ("claimed", 8), ("late", 9),
    ]  # fmt: skip
    assert result.verdicts[4].late_by_us == 5


def test_a_claim_is_a_threshold() -> None:
    """Below it late, at it released at once, above it held; a repeat of what was claimed is no repeat of a release."""
    repeated = Arrival("repeated", 6, 1, identity="a")
    result = one_run(
        CLAIMED, repeated, claim(6, 10, "z"), message(5, 12, "b"), message(6, 13, "c"), message(7, 14, "d"),
        replace(repeated, arrived_at_us=15), replace(repeated, arrived_at_us=16), clock=20,
    )  # fmt: skip
    assert brief(result) == [
        ("claimed", 1), ("nohit", None), ("late", 12), ("released", 13), ("baking", None), ("released", 15),
        ("duplicate", 16),
    ]  # fmt: skip
    assert result.verdicts[2].late_by_us == 2
    assert result.final.highest_released == 6


def test_a_claim_at_the_moment_of_baking_and_one_at_the_end_of_its_time_come_too_late() -> None:
    result = one_run(
        CLAIMED, message(5, 0, "a"), claim(5, 40, "a"), message(8, 139, "a"), message(9, 140, "a")
    )
    assert brief(result) == [("released", 40), ("nohit", None), ("claimed", 139), ("released", 180)]


def test_a_lower_claim_takes_nothing_and_a_later_one_of_the_same_id_lasts_longer() -> None:
    result = one_run(CLAIMED, claim(5, 0, "x"), message(9, 1, "a"), claim(4, 90, "x"), message(8, 150, "x"))
    assert brief(result) == [("nohit", None), ("released", 41), ("nohit", None), ("claimed", 150)]


def test_a_lower_claim_leaves_what_stands_at_the_threshold() -> None:
    result = one_run(
        CLAIMED, message(5, 0, "a"), claim(4, 41, "x"), replace(message(5, 0, "a"), arrived_at_us=42)
    )
    assert brief(result) == [("released", 40), ("nohit", None), ("duplicate", 42)]


def test_a_claim_of_the_last_number_closes_at_its_tick() -> None:
    last = replace(message(7, 0, "a"), is_last=True)
    assert one_run(CLAIMED, last, claim(8, 30, "x")).closed_at_us == 30
    ticking = replace(CLAIMED, heartbeat_us=50)
    assert one_run(ticking, last, claim(8, 30, "x")).closed_at_us == 50
    after_its_turn = one_run(ticking, last, claim(8, 45, "x"))
    assert (brief(after_its_turn)[0], after_its_turn.closed_at_us) == (("released", 50), 50)


def test_what_is_closed_stays_so_while_an_equal_key_waits_for_its_tick() -> None:
    ticking = replace(CLAIMED, time_to_live_us=None, bake_time_us=5, heartbeat_us=10)
    arrivals = [replace(message(5, 1, "a"), is_last=True), message(5, 13, "b")]
    runs = [Run(12, (arrivals[0],)), Run(15, (arrivals[1],)), Run(25, ())]
    assert [snapshot.closed_at_us for snapshot in simulate(ticking, runs).snapshots] == [10, 10, 10]


def test_a_claimed_message_still_says_which_is_the_last() -> None:
    last = Arrival("last", 9, 5, is_last=True, identity="x")
    result = one_run(CLAIMED, claim(1, 0, "x"), last, message(10, 6, "a"), message(8, 7, "b"))
    assert brief(result) == [("nohit", None), ("claimed", 5), ("after_last", 6), ("released", 47)]
    assert result.closed_at_us is None


# -- room


def test_the_lowest_leave_for_want_of_room() -> None:
    """tests/scenarios/test_modes.py."""
    ruleset = Ruleset(session_size=2)
    result = in_many(ruleset, [2, 3], arrival(9, 1), arrival(5, 2), arrival(7, 3))
    assert left(result) == [(5, 3)]
    assert result.verdicts[0] == Verdict("pending", "waiting_for_predecessor", None, blocked_by=6)
    assert result.missing_ranges == (
        MissingRange(1, 4, "skipped"), MissingRange(6, 6, "open"), MissingRange(8, 8, "open"),
    )  # fmt: skip
    late = in_many(ruleset, [2, 3, 9], arrival(9, 1), arrival(5, 2), arrival(7, 3), arrival(4, 8))
    assert late.verdicts[3] == Verdict("bypass", "late", 8, late_by_us=5)


def test_what_waited_only_for_those_that_left_leaves_with_them() -> None:
    numbers = one_run(Ruleset(session_size=2), arrival(5, 1), arrival(6, 2), arrival(9, 3), clock=4)
    assert left(numbers) == [(5, 4), (6, 4)]
    ties = one_run(
        Ruleset("long", bake_time_us=90, session_size=2), arrival(5, 1), arrival(5, 2), arrival(9, 3), clock=4
    )
    assert left(ties) == [(5, 4), (5, 4)]


def test_the_newest_of_a_run_do_not_stay() -> None:
    """tests/scenarios/test_modes.py; a number that was turned away counts as not come."""
    ruleset = Ruleset(session_size=2, on_overflow="bypass")
    arrivals = arrival(9, 1), arrival(5, 2), arrival(7, 3)
    result = in_many(ruleset, [2, 3], *arrivals)
    assert [reason for reason, _ in brief(result)] == ["waiting_for_predecessor"] * 2 + ["overflow"]
    again = in_many(ruleset, [2, 3, 9], *arrivals, *(arrival(number, 8) for number in (1, 2, 3, 4, 7)))
    assert brief(again)[-1] == ("waiting_for_predecessor", None)


def test_a_message_beyond_the_clock_has_not_come_yet() -> None:
    """It lands in the first run, comes in the second, and is then the newest."""
    ruleset = Ruleset(session_size=1, on_overflow="bypass")
    result = simulate(ruleset, [Run(5, (arrival(9, 8), arrival(7, 1))), Run(10)])
    assert [reason for reason, _ in brief(result)] == ["overflow", "waiting_for_predecessor"]


def test_a_session_without_room_still_knows_what_it_has_released() -> None:
    ruleset = Ruleset("long", session_timeout_us=10, session_size=1)
    arrivals = arrival(5, 1, "a"), arrival(7, 2, "b"), arrival(5, 6, "a")
    assert brief(in_many(ruleset, [3, 20], *arrivals)) == [
        ("released", 3),
        ("released", 16),
        ("duplicate", 6),
    ]


def test_a_run_may_stop_for_want_of_room() -> None:
    ruleset = Ruleset(session_size=2, on_overflow="fail")
    with pytest.raises(NoRoomError, match="3 messages would be held"):
        one_run(ruleset, arrival(9, 1), arrival(5, 2), arrival(7, 3))


# -- sequences that begin anew (IBM's Resequence node: a group id used again; DESIGN 4.3, reopen)


def test_what_comes_after_the_end_begins_the_sequence_anew() -> None:
    numbers = [1, 2, 3, 2, 1, 3, 4]
    landed = [arrival(number, at, total=3) for at, number in enumerate(numbers, start=1)]
    result = one_run(Ruleset(reopen=True), *landed)
    assert brief(result) == [
        ("released", 1),
        ("released", 2),
        ("released", 3),
        ("released", 5),
        ("released", 5),
        ("released", 6),
        ("after_last", 7),
    ]
    assert result.final.epochs == (1, 1, 1, 2, 2, 2, 2)
    assert [verdict.release_position for verdict in result.verdicts[:6]] == [1, 2, 3, 5, 4, 6]
    assert [snapshot.closed_at_us for snapshot in (*result.final.earlier, result.final)] == [3, 6]
    assert result.next_expected == 4


def test_a_timer_that_ends_a_sequence_comes_before_what_arrives_at_that_moment() -> None:
    ruleset = Ruleset(bake_time_us=5, reopen=True)
    result = one_run(ruleset, arrival(3, 1, is_last=True), arrival(2, 5), arrival(1, 6))
    assert brief(result) == [("released", 6), ("released", 6), ("released", 6)]
    assert result.final.epochs == (1, 1, 2)


def test_what_no_epoch_would_take_opens_none() -> None:
    landed = [arrival(1, 1, is_last=True), arrival(0, 2), arrival(2, 3, is_last=True, total=3), arrival(1, 4)]
    result = one_run(Ruleset(reopen=True), *landed)
    assert [verdict.reason for verdict in result.verdicts] == [None, "before_start", "last_conflict", None]
    assert result.final.epochs == (1, 1, 1, 2)


# -- repeats


def test_repeats_may_be_messages_of_their_own() -> None:
    """``duplicates: release`` (Camel's allowDuplicates): held or at the threshold; in static mode equal is late."""
    landed = [arrival(1, 1, "m"), arrival(1, 2, "m"), arrival(1, 9, "m")]
    baking = Ruleset("long", bake_time_us=5)
    assert brief(one_run(baking, *landed)) == [("released", 6), ("duplicate", 2), ("duplicate", 9)]
    releasing = replace(baking, duplicates="release")
    assert brief(one_run(releasing, *landed)) == [("released", 6), ("released", 6), ("released", 9)]
    static = replace(releasing, bake_time_us=None)
    assert brief(one_run(static, *landed)) == [("released", 1), ("late", 2), ("late", 9)]


# -- modes that exclude each other


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"session_timeout_us": 5, "bake_time_us": 5}, "two modes"),
        ({"session_timeout_us": 5, "hold": "whole_sequence"}, "follow each other"),
        ({"key_type": "long", "on_gap": "wait"}, "follow each other"),
        ({"on_gap": "skip"}, "after a bake_time"),
        ({"on_gap": "wait", "bake_time_us": 5}, "after a bake_time"),
        ({"on_gap": "suspend", "bake_time_us": 5, "start": "auto"}, "a bake_time that ends"),
        ({"wrap_at": 16, "order": "descending"}, "count up by 1"),
        ({"time_to_live_us": 5, "bake_time_us": 5}, "keys that bake"),
        ({"key_type": "long", "time_to_live_us": 5}, "keys that bake"),
        ({"reopen": True, "heartbeat_us": 5}, "last numbers alone"),
        ({"duplicates": "release"}, "leaves once"),
        ({"key_type": "arrival", "bake_time_us": 5}, "in order of arrival"),
        ({"key_type": "arrival", "order": "descending"}, "in order of arrival"),
    ],
)
def test_modes_that_are_no_mode(settings: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Ruleset(**settings)


def test_first_in_first_out() -> None:
    """Whatever number a message has: by arrival, ties by place; what lands late comes after what was there (3.1)."""
    runs = [
        Run(10, (Arrival("a", 9, 5), Arrival("b", 3, 5), Arrival("c", 9, 4), Arrival("a", 9, 12))),
        Run(20, (Arrival("d", 1, 2), Arrival("e", 1, 15))),
    ]
    result = simulate(Ruleset("arrival"), runs)
    assert [(v.outcome, v.event_time_us, v.release_position) for v in result.verdicts] == [
        ("released", 5, 2), ("released", 5, 3), ("released", 4, 1), ("released", 12, 5), ("released", 10, 4),
        ("released", 15, 6),
    ]  # fmt: skip
    assert result.final.numbers == (2, 3, 1, 5, 4, 6)
    assert result.snapshots[0].numbers == (2, 3, 1, None)


def test_first_in_first_out_ends_with_the_last_and_counts_on() -> None:
    arrivals = (
        Arrival("a", 1, 1),
        Arrival("b", 1, 2, is_last=True),
        Arrival("c", 1, 3, is_last=True),
        Arrival("d", 1, 4),
    )
    result = simulate(Ruleset("arrival"), [Run(9, arrivals)])
    assert [v.reason for v in result.verdicts] == [None, None, "last_conflict", "after_last"]
    assert (result.closed_at_us, result.final.last_number, result.final.numbers) == (2, 2, (1, 2, 3, 4))
    again = simulate(Ruleset("arrival", reopen=True), [Run(9, arrivals)])
    assert [v.outcome for v in again.verdicts] == ["released"] * 4
    assert (again.final.epochs, again.final.numbers) == ((1, 1, 2, 3), (1, 2, 3, 4))


# -- duplicates: replace


def test_the_newest_of_a_number_that_waits_takes_its_place_and_the_first_bakes() -> None:
    ruleset = Ruleset(bake_time_us=10, duplicates="replace")
    arrivals = [
        arrival(3, 1, "a"),
        arrival(3, 2, "b"),
        arrival(3, 4, "c"),
        arrival(3, 11, "d"),
        arrival(2, 12),
    ]
    result = one_run(ruleset, *arrivals)
    assert brief(result) == [
        ("replaced", 2),
        ("replaced", 4),
        ("released", 11),
        ("duplicate", 11),
        ("late", 12),
    ]


def test_a_number_whose_turn_has_come_is_not_taken_over() -> None:
    """Held as a whole, and the turn of 1 has come: another body is a conflict as ever."""
    ruleset = Ruleset(hold="whole_sequence", duplicates="replace")
    arrivals = [arrival(1, 1, body="x"), arrival(3, 2, "a"), arrival(1, 3, body="y"), arrival(3, 4, "b")]
    result = one_run(ruleset, *arrivals, arrival(2, 5, total=3))
    assert brief(result) == [
        ("released", 5),
        ("replaced", 4),
        ("conflicting_duplicate", 3),
        ("released", 5),
        ("released", 5),
    ]


def test_what_is_in_conflict_about_the_last_number_takes_no_place() -> None:
    arrivals = [arrival(3, 1, "a", total=3), arrival(3, 2, "b", total=4), arrival(3, 3, "c")]
    result = one_run(Ruleset(duplicates="replace"), *arrivals)
    assert brief(result) == [("replaced", 3), ("last_conflict", 2), ("waiting_for_predecessor", None)]


# -- drop


def test_what_is_dropped_holds_nothing_up_and_may_come_again() -> None:
    """An absurd number suspends the sequence until it is thrown away."""
    ruleset = Ruleset(bake_time_us=10, on_gap="suspend")
    runs = [
        Run(50, (arrival(1, 1), arrival(4_000, 2), arrival(2, 3))),
        Run(100, (arrival(3, 60), arrival(5, 61, "a"), arrival(5, 80, "b")), drops=(Drop(4_000, 4_000, 55), Drop(5, 9, 70))),
    ]  # fmt: skip
    result = simulate(ruleset, runs)
    assert result.snapshots[0].status == "suspended"
    assert brief(result)[1] == ("dropped", 55)
    assert brief(result)[3:] == [("released", 60), ("dropped", 70), ("suspended", None)]
    assert result.final.highest_received == 5
    assert [applied for *_, applied in result.drops] == [True, True]


def test_what_has_left_or_was_late_is_not_dropped() -> None:
    runs = [Run(100, (arrival(2, 1), arrival(1, 20)), drops=(Drop(1, 9, 30),))]
    result = simulate(Ruleset(bake_time_us=10), runs)
    assert brief(result) == [("released", 11), ("late", 20)]
    assert [applied for *_, applied in result.drops] == [False]


def test_a_gap_too_large_to_stand_in_for_ends_with_what_was_above_it() -> None:
    ruleset = Ruleset(bake_time_us=10, on_gap="stand_in", max_stand_ins=2)
    arrivals = (arrival(1, 1), arrival(50, 2), arrival(3, 30))
    result = simulate(ruleset, [Run(35, arrivals), Run(100, (), drops=(Drop(50, 50, 38),))])
    assert brief(result) == [("released", 1), ("dropped", 38), ("released", 40)]


def test_of_what_is_to_leave_as_a_whole_only_what_waits_for_its_turn_is_dropped() -> None:
    runs = [Run(100, (arrival(1, 1), arrival(3, 2, total=3), arrival(2, 9)), drops=(Drop(1, 3, 5),))]
    result = simulate(Ruleset(hold="whole_sequence"), runs)
    assert brief(result) == [
        ("waiting_for_predecessor", None),
        ("dropped", 5),
        ("waiting_for_predecessor", None),
    ]


def test_a_repeat_of_what_is_dropped_later_stays_a_repeat() -> None:
    runs = [Run(100, (arrival(3, 1, "a"), arrival(3, 2, "b"), arrival(3, 9, "c")), drops=(Drop(3, 3, 5),))]
    result = simulate(Ruleset(), runs)
    assert brief(result) == [("dropped", 5), ("duplicate", 2), ("waiting_for_predecessor", None)]


# -- span_to


def span(first: int, last: int, at: int) -> Arrival:
    return Arrival(f"{first}-{last}@{at}", first, at, span_to=last)


def test_a_message_that_covers_several_numbers_is_followed_by_the_one_after_its_end() -> None:
    ruleset = Ruleset(start=95, bake_time_us=30, link="span_to")
    result = one_run(
        ruleset, span(95, 100, 0), span(109, 115, 1), span(101, 108, 2), span(119, 120, 3), clock=50
    )
    assert brief(result) == [("released", 0), ("released", 2), ("released", 2), ("released", 33)]
    assert result.missing_ranges == (MissingRange(116, 118, "skipped"),)
    assert result.next_expected == 121


def test_what_overlaps_is_released_and_what_lies_wholly_below_is_late_or_a_repeat() -> None:
    ruleset = Ruleset(bake_time_us=10, link="span_to")
    result = one_run(
        ruleset, span(1, 5, 0), span(4, 8, 1), span(2, 8, 2), span(12, 12, 3), span(9, 10, 14), span(8, 9, 15), span(10, 13, 16)
    )  # fmt: skip
    assert brief(result) == [
        ("released", 0), ("released", 1), ("duplicate", 2), ("released", 13), ("late", 14), ("duplicate", 15), ("released", 16)
    ]  # fmt: skip
    # 11 was given up with 9 and 10, and comes after all with 10 to 13.
    assert result.missing_ranges == ()


def test_an_end_below_the_key_is_none_and_behind_a_wrap_one() -> None:
    assert brief(one_run(Ruleset(link="span_to"), span(3, 2, 1))) == [("invalid_key", 1)]
    ruleset = Ruleset(wrap_at=16, start=14, link="span_to")
    result = one_run(ruleset, span(14, 1, 1), span(2, 9, 2), span(10, 2, 3))
    assert brief(result) == [("released", 1), ("released", 2), ("invalid_key", 3)]
    assert result.next_expected == 26


# -- previous


def point(key: int, previous: int | None, at: int) -> Arrival:
    return Arrival(f"{key}@{at}", key, at, previous=previous)


def test_a_message_follows_the_one_it_names() -> None:
    ruleset = Ruleset(bake_time_us=30, link="previous")
    result = one_run(
        ruleset, point(5, 0, 0), point(20, 11, 1), point(11, 5, 2), point(40, 33, 3), point(30, 20, 40), point(25, 20, 41)
    )  # fmt: skip
    assert brief(result) == [
        ("released", 0),
        ("released", 2),
        ("released", 2),
        ("released", 33),
        ("late", 40),
        ("late", 41),
    ]
    assert result.missing_ranges == (
        MissingRange(21, 24, "skipped"), MissingRange(26, 29, "skipped"), MissingRange(31, 33, "skipped")
    )  # fmt: skip


def test_one_that_names_none_follows_at_once_and_what_is_held_below_it_leaves_before() -> None:
    result = one_run(
        Ruleset(link="previous"), point(8, 6, 1), point(20, None, 2), point(7, 7, 3), point(10, 9, 4)
    )
    assert brief(result) == [("released", 2), ("released", 2), ("invalid_key", 3), ("duplicate", 4)]


# -- partial_after


def test_what_has_come_leaves_after_some_time_and_its_gaps_are_skipped() -> None:
    ruleset = Ruleset(hold="whole_sequence", partial_after_us=10)
    result = one_run(
        ruleset, arrival(3, 1, total=5), arrival(1, 4), arrival(2, 11), arrival(6, 12), arrival(2, 13)
    )
    assert brief(result) == [
        ("released", 11),
        ("released", 11),
        ("late", 11),
        ("after_last", 12),
        ("duplicate", 13),
    ]
    assert result.final.closed_by == "expiration"
    assert result.closed_at_us == 11
    assert result.missing_ranges == (MissingRange(4, 5, "skipped"),)
    assert result.next_expected == 6


def test_a_whole_sequence_leaves_before_that() -> None:
    result = one_run(
        Ruleset(hold="whole_sequence", partial_after_us=10), arrival(1, 1, total=2), arrival(2, 3)
    )
    assert brief(result) == [("released", 3), ("released", 3)]
    assert result.final.closed_by == "completion"


def test_with_reopen_what_comes_after_a_partial_sequence_opens_the_next() -> None:
    ruleset = Ruleset(hold="whole_sequence", partial_after_us=10, reopen=True)
    result = one_run(ruleset, arrival(2, 1), arrival(1, 12, total=1))
    assert brief(result) == [("released", 11), ("released", 12)]
    assert result.final.epochs == (1, 2)
