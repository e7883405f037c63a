"""What has to hold of every case: the guarantees of DESIGN section 2, said of the oracle itself, in every mode."""

from collections import Counter
from dataclasses import replace

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from .contract import MissingRange, Ruleset, Run, Snapshot
from .examples import TIMES
from .numbering import Numbering, numbering_of
from .simulator import rebuild, simulate
from .strategies import (
    Case,
    Recut,
    ahead_of_time,
    cases,
    crowded_rulesets,
    gap_rulesets,
    linked_rulesets,
    mode_rulesets,
    partial_rulesets,
    recuts,
    reopening_rulesets,
    restarting_rulesets,
    session_rulesets,
    starting_rulesets,
    ticking,
)

EXAMPLES = 200 * TIMES
NEVER_US = 1_000_000
MODES = st.one_of(mode_rulesets(), mode_rulesets(), reopening_rulesets())


def followed_rulesets() -> st.SearchStrategy[Ruleset]:
    """All whose verdicts do not depend on when runs are, also of sequences that begin anew."""
    return st.one_of(
        mode_rulesets(),
        mode_rulesets(),
        reopening_rulesets(),
        restarting_rulesets(),
        partial_rulesets(),
        linked_rulesets(),
    )


def of_the_sequence(snapshot: Snapshot) -> Snapshot:
    """What does not go by the order of landing."""
    earlier = tuple(map(of_the_sequence, snapshot.earlier))
    return replace(snapshot, verdicts=(), numbers=(), epochs=(), earlier=earlier)


@settings(max_examples=EXAMPLES, deadline=None)
@given(recuts(followed_rulesets()))
def test_cutting_at_clocks_changes_nothing(recut: Recut) -> None:
    """G2: the same final verdicts, reasons, times, positions and tables, however the arrivals are cut."""
    whole = simulate(recut.whole.ruleset, recut.whole.runs)
    cut = simulate(recut.cut.ruleset, recut.cut.runs)
    assert list(cut.verdicts) == [whole.verdicts[index] for index in recut.origin]
    assert list(cut.final.numbers) == [whole.final.numbers[index] for index in recut.origin]
    assert of_the_sequence(cut.final) == of_the_sequence(whole.final)
    if whole.final.epochs:
        assert list(cut.final.epochs) == [whole.final.epochs[index] for index in recut.origin]


@settings(max_examples=EXAMPLES, deadline=None)
@given(cases(st.one_of(followed_rulesets(), ahead_of_time(MODES)), with_drops=True))
def test_a_rebuild_from_effective_arrivals_gives_the_same(case: Case) -> None:
    """G2, 3.1: with late landings too, one run over the stored effective arrivals rebuilds every verdict."""
    assert rebuild(case.ruleset, case.runs).final == simulate(case.ruleset, case.runs).final


def check_that_verdicts_stand(case: Case) -> None:
    result = simulate(case.ruleset, case.runs)
    for count, snapshot in enumerate(result.snapshots, start=1):
        assert simulate(case.ruleset, case.runs[:count]).final == snapshot
        for verdict, final in zip(snapshot.verdicts, result.verdicts, strict=False):
            assert verdict.outcome == "pending" or verdict == final


@settings(max_examples=EXAMPLES, deadline=None)
@given(cases(st.one_of(followed_rulesets(), ahead_of_time(MODES)), with_drops=True))
def test_each_snapshot_is_what_a_shorter_history_ends_with_and_verdicts_stand(case: Case) -> None:
    check_that_verdicts_stand(case)


@settings(max_examples=EXAMPLES // 2, deadline=None)
@given(cases(crowded_rulesets()))
def test_what_went_for_want_of_room_stays_gone_and_the_rest_fits(case: Case) -> None:
    """``session_size`` depends on when runs are, but what a run has decided stands, and nothing leaves twice."""
    check_that_verdicts_stand(case)
    for snapshot in simulate(case.ruleset, case.runs).snapshots:
        held = [v for v in snapshot.verdicts if v.outcome == "pending" and v.reason != "after_clock"]
        assert len(held) <= (case.ruleset.session_size or 0)
    check_that_it_leaves_in_order_and_once(case)


def check_that_it_leaves_in_order_and_once(case: Case) -> None:
    ruleset = case.ruleset
    result = simulate(ruleset, case.runs)
    order = result.released_indexes()
    numbering = numbering_of(ruleset)
    in_order = Numbering(ruleset).published if ruleset.wrap_at is not None else numbering.number_of
    left = sorted(
        [(v.release_position or 0, v.event_time_us or 0, result.final.numbers[i] or 0)
         for i, v in enumerate(result.verdicts) if v.outcome == "released"]
        + [(s.release_position, s.released_at_us, s.number) for s in result.final.stand_ins]
    )  # fmt: skip
    assert len(result.verdicts) == len(case.landed)
    assert [position for position, _, _ in left] == list(range(1, len(left) + 1))
    assert [time for _, time, _ in left] == sorted(time for _, time, _ in left)
    if ruleset.session_timeout_us is None:
        released = [in_order(number) for _, _, number in left]
        assert released == sorted(released)
        identities = Counter(
            (result.final.numbers[i], "" if ruleset.key_type == "sequence" else case.landed[i].message_id)
            for i in order
        )
        assert ruleset.duplicates == "release" or all(count == 1 for count in identities.values())
    for index, verdict in enumerate(result.verdicts):
        effective_us = result.effective_arrivals_us[index]
        if verdict.outcome == "released":
            assert verdict.event_time_us is not None
            assert effective_us <= verdict.event_time_us <= case.final_clock_us
            waits = (
                ruleset.on_gap in ("suspend", "stand_in")
                or ruleset.hold is not None
                or ruleset.start_after_us is not None
            )
            if ruleset.bake_time_us is not None and not waits:
                last_tick_us = (ruleset.heartbeat_us or 1) - 1
                assert verdict.event_time_us <= effective_us + ruleset.bake_time_us + last_tick_us
        elif verdict.outcome == "pending":
            assert verdict.event_time_us is None
            assert (verdict.reason == "after_clock") == (effective_us > case.final_clock_us)
        elif verdict.outcome == "nohit":
            assert verdict.event_time_us is None
        elif verdict.reason in ("replaced", "dropped"):
            assert verdict.event_time_us is not None
            assert verdict.event_time_us >= effective_us
        else:
            assert verdict.event_time_us == effective_us
        assert verdict.late_by_us is None or (verdict.reason == "late" and verdict.late_by_us >= 0)
        assert verdict.reason != "late" or verdict.late_by_us is not None or ruleset.hold is not None


@settings(max_examples=EXAMPLES, deadline=None)
@given(cases(st.one_of(mode_rulesets(), partial_rulesets().filter(lambda r: not r.reopen)), with_drops=True))
def test_released_in_order_and_once(case: Case) -> None:
    """G1 and G6."""
    check_that_it_leaves_in_order_and_once(case)


@settings(max_examples=EXAMPLES, deadline=None)
@given(cases(reopening_rulesets()))
def test_each_epoch_is_as_if_it_stood_alone(case: Case) -> None:
    """``reopen``: the messages of an epoch, alone and never begun anew, get the same verdicts, and close it before the next."""
    result = simulate(case.ruleset, case.runs)
    closings = [snapshot.closed_at_us for snapshot in result.final.earlier]
    before = 0
    for epoch in range(1, len(closings) + 2):
        indexes = [index for index, of in enumerate(result.final.epochs) if of == epoch]
        stored = tuple(case.arrivals[index] for index in indexes)
        alone = simulate(
            replace(case.ruleset, reopen=False),
            [Run(case.final_clock_us, stored)],
            [result.moments[index] for index in indexes],
        )
        released = 0
        for index, verdict in zip(indexes, alone.verdicts, strict=True):
            position = verdict.release_position
            wanted = replace(verdict, release_position=None if position is None else before + position)
            assert result.verdicts[index] == wanted
            released += position is not None
        before += released
        opening = min((result.effective_arrivals_us[index] for index in indexes), default=None)
        if epoch > 1:
            closed_us = closings[epoch - 2]
            assert closed_us is not None
            assert opening is not None
            assert closed_us <= opening


@settings(max_examples=EXAMPLES, deadline=None)
@given(cases(mode_rulesets()))
def test_missing_ranges_are_the_gaps_of_what_came(case: Case) -> None:
    result = simulate(case.ruleset, case.runs)
    step = case.ruleset.step
    came = {
        number
        for number, verdict in zip(result.final.numbers, result.verdicts, strict=True)
        if verdict.reason not in ("invalid_key", "before_start", "last_conflict", "after_clock")
    }
    stand_ins = {stand_in.number for stand_in in result.final.stand_ins}
    previous: MissingRange | None = None
    for gap in sorted(result.missing_ranges, key=lambda gap: gap.range_start):
        assert gap.range_start <= gap.range_end
        assert (gap.range_end - gap.range_start) % step == 0
        assert not any(gap.range_start <= number <= gap.range_end for number in came if number is not None)
        assert result.next_expected is not None
        assert previous is None or previous.range_end + step < gap.range_start
        if not stand_ins.isdisjoint(range(gap.range_start, min(gap.range_end, gap.range_start + 99) + 1)):
            assert gap.status == "stood_in"
        previous = gap
    if case.ruleset.bake_time_us is None or case.ruleset.on_gap == "suspend":
        assert all(gap.status == "open" for gap in result.missing_ranges)
        if case.ruleset.key_type == "sequence" and case.ruleset.start != "auto":
            assert not any(verdict.reason == "late" for verdict in result.verdicts)


@settings(max_examples=EXAMPLES // 2, deadline=None)
@given(cases(ticking(mode_rulesets())))
def test_a_heartbeat_rounds_times_up_and_changes_nothing_else(case: Case) -> None:
    """DESIGN 3.1; looked at when everything that ever leaves has left."""
    tick_us = case.ruleset.heartbeat_us or 1
    runs = [*case.runs, Run(NEVER_US)]
    ticking_result = simulate(case.ruleset, runs)
    result = simulate(replace(case.ruleset, heartbeat_us=None), runs)
    for verdict, rounded in zip(result.verdicts, ticking_result.verdicts, strict=True):
        if verdict.outcome == "released" and verdict.event_time_us is not None:
            next_tick_us = next(
                time for time in range(verdict.event_time_us, NEVER_US + 1) if time % tick_us == 0
            )
            assert rounded == replace(verdict, event_time_us=next_tick_us)
        else:
            assert rounded == verdict


@settings(max_examples=EXAMPLES // 2, deadline=None)
@given(cases(gap_rulesets()))
def test_stand_ins_leave_no_gap_and_a_whole_sequence_leaves_at_once(case: Case) -> None:
    ruleset = case.ruleset
    result = simulate(ruleset, case.runs)
    left = sorted(
        [v.event_time_us or 0 for v in result.verdicts if v.outcome == "released"]
        + [stand_in.released_at_us for stand_in in result.final.stand_ins]
    )
    numbers = sorted(
        [result.final.numbers[i] or 0 for i in result.released_indexes()]
        + [stand_in.number for stand_in in result.final.stand_ins]
    )
    if ruleset.on_gap in ("stand_in", "wait", "suspend") and numbers:
        assert numbers == list(range(numbers[0], numbers[-1] + 1, ruleset.step))
    if ruleset.hold is not None:
        assert len(set(left)) <= 1
        assert not left or result.final.last_number is not None


@settings(max_examples=EXAMPLES // 2, deadline=None)
@given(cases(gap_rulesets()))
def test_a_counter_moves_by_less_than_half_its_range(case: Case) -> None:
    wrap_at = case.ruleset.wrap_at
    assume(wrap_at is not None)
    assert wrap_at is not None
    result = simulate(case.ruleset, case.runs)
    in_order = sorted(range(len(case.landed)), key=lambda index: result.moments[index])
    numbers = [
        (number, case.landed[index].key)
        for index in in_order
        if (number := result.final.numbers[index]) is not None
    ]
    for (number, counter), (before, _) in zip(numbers[1:], numbers, strict=False):
        assert counter is not None
        counters = wrap_at - case.ruleset.wrap_to
        assert (number - counter) % counters == 0
        assert abs(number - before) * 2 <= counters


@settings(max_examples=EXAMPLES // 2, deadline=None)
@given(cases(session_rulesets()))
def test_a_session_is_sorted_and_only_repeats_leave_otherwise(case: Case) -> None:
    """What leaves at one moment is sorted; nothing but a repeat within a session is bypassed."""
    result = simulate(case.ruleset, case.runs)
    sign = -1 if case.ruleset.order == "descending" else 1
    released = [
        (result.verdicts[i].event_time_us, sign * (case.landed[i].key or 0))
        for i in result.released_indexes()
    ]
    assert released == sorted(released, key=lambda pair: (pair[0] or 0, pair[1]))
    assert {v.reason for v in result.verdicts if v.outcome == "bypass"} <= {"duplicate"}


@settings(max_examples=EXAMPLES // 2, deadline=None)
@given(cases(gap_rulesets()))
def test_what_suspends_waits_and_what_stands_in_skips(case: Case) -> None:
    """``suspend`` decides as ``wait`` does, ``stand_in`` for any gap as ``skip``: but for the reason, and the places."""
    ruleset = case.ruleset
    assume(ruleset.on_gap in ("suspend", "stand_in"))
    if ruleset.on_gap == "suspend":
        simpler = replace(ruleset, on_gap="wait", bake_time_us=None)
    else:
        ruleset = replace(ruleset, max_stand_ins=2**65)
        simpler = replace(ruleset, on_gap="skip")
        # So many placeholders nobody counts out.
        keys = [one.key or 0 for one in case.landed]
        assume(not keys or max(map(abs, keys)) - min(map(abs, keys)) < 1_000)
        assume(isinstance(ruleset.start, str) or all(abs(key - ruleset.start) < 1_000 for key in keys))
    result = simulate(ruleset, case.runs).verdicts
    for verdict, other in zip(result, simulate(simpler, case.runs).verdicts, strict=True):
        reason = "waiting_for_predecessor" if verdict.reason == "suspended" else verdict.reason
        assert replace(verdict, reason=reason, release_position=None) == replace(other, release_position=None)


@settings(max_examples=EXAMPLES // 2, deadline=None)
@given(cases(starting_rulesets()))
def test_a_start_after_one_bake_time_is_the_default(case: Case) -> None:
    """DESIGN 4.3: ``start_after`` left out is ``bake_time``."""
    assume(case.ruleset.on_gap in ("skip", "stand_in"))
    as_bake_time = replace(case.ruleset, start_after_us=case.ruleset.bake_time_us)
    left_out = replace(case.ruleset, start_after_us=None)
    assert simulate(as_bake_time, case.runs) == simulate(left_out, case.runs)


@settings(max_examples=EXAMPLES // 2, deadline=None)
@given(cases(starting_rulesets()))
def test_nothing_leaves_or_is_late_before_the_start_is_known(case: Case) -> None:
    """And then the smallest number that has come is the first to leave, all below it is late or comes again."""
    ruleset = case.ruleset
    assume(not any(arrival.is_last for arrival in case.arrivals))
    result = simulate(ruleset, case.runs)
    came = list(zip(result.effective_arrivals_us, result.final.numbers, result.verdicts, strict=True))
    first_us = min((at_us for at_us, _, verdict in came if verdict.reason != "after_clock"), default=None)
    if first_us is None:
        return
    starts_us = first_us + (ruleset.start_after_us or 0)
    sign = -1 if ruleset.order == "descending" else 1
    for at_us, _, verdict in came:
        if verdict.outcome == "released":
            assert (verdict.event_time_us or 0) >= starts_us
        if verdict.reason == "late":
            assert at_us >= starts_us
    early = [sign * (number or 0) for at_us, number, _ in came if at_us < starts_us]
    if early and starts_us <= case.final_clock_us and ruleset.hold is None and ruleset.heartbeat_us is None:
        places = {verdict.release_position: sign * (number or 0) for _, number, verdict in came}
        assert places[1] == min(early)


@settings(max_examples=EXAMPLES // 2, deadline=None)
@given(cases(ahead_of_time(st.one_of(mode_rulesets(), mode_rulesets()))))
def test_an_arrival_time_too_far_ahead_counts_as_the_clock(case: Case) -> None:
    """Only then, and it is judged in the run that takes it in."""
    ahead_us = case.ruleset.max_ahead_us or 0
    result = simulate(case.ruleset, case.runs)
    taken_in = [(run.clock_us, arrival) for run in case.runs for arrival in run.arrivals]
    for (clock_us, arrival), effective_us in zip(taken_in, result.effective_arrivals_us, strict=True):
        if arrival.arrived_at_us > clock_us + ahead_us:
            assert effective_us == clock_us
        else:
            assert effective_us >= arrival.arrived_at_us
