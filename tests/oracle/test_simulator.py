"""Hand-written cases, each with the passage of the specification or of DESIGN it comes from."""

import pytest

from .simulator import Arrival, MissingRange, Result, Ruleset, Run, Verdict, simulate

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


def one_run(ruleset: Ruleset, *arrivals: Arrival, clock: int = LATE_CLOCK) -> Result:
    return simulate(ruleset, [Run(clock, arrivals)])


def brief(result: Result) -> list[tuple[str, int | None]]:
    """The reason (or the outcome, where there is none) and the event time of each message."""
    return [(verdict.reason or verdict.outcome, verdict.event_time_us) for verdict in result.verdicts]


def released_keys(result: Result, runs: list[Run]) -> list[int]:
    arrivals = [arrival for run in runs for arrival in run.arrivals]
    return [arrivals[index].key for index in result.released_indexes()]


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
