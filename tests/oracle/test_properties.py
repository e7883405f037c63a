"""What has to hold of every case: the guarantees of DESIGN section 2, said of the oracle itself."""

from collections import Counter
from dataclasses import replace

from hypothesis import given, settings

from .simulator import MissingRange, Run, Snapshot, simulate
from .strategies import Case, Recut, cases, recuts

EXAMPLES = 1_000


def without_verdicts(snapshot: Snapshot) -> Snapshot:
    return replace(snapshot, verdicts=())


@settings(max_examples=EXAMPLES, deadline=None)
@given(recuts())
def test_cutting_at_clocks_changes_nothing(recut: Recut) -> None:
    """G2: the same final verdicts, reasons, times, positions and tables, however the arrivals are cut."""
    whole = simulate(recut.whole.ruleset, recut.whole.runs)
    cut = simulate(recut.cut.ruleset, recut.cut.runs)
    assert list(cut.verdicts) == [whole.verdicts[index] for index in recut.origin]
    assert without_verdicts(cut.final) == without_verdicts(whole.final)


@settings(max_examples=EXAMPLES, deadline=None)
@given(cases())
def test_a_rebuild_from_effective_arrivals_gives_the_same(case: Case) -> None:
    """G2, 3.1: with late landings too, one run over the stored effective arrivals rebuilds every verdict."""
    result = simulate(case.ruleset, case.runs)
    stored = tuple(
        replace(arrival, arrived_at_us=effective_us)
        for arrival, effective_us in zip(case.arrivals, result.effective_arrivals_us, strict=True)
    )
    assert simulate(case.ruleset, [Run(case.final_clock_us, stored)]).final == result.final


@settings(max_examples=EXAMPLES, deadline=None)
@given(cases())
def test_each_snapshot_is_what_a_shorter_history_ends_with_and_verdicts_stand(case: Case) -> None:
    result = simulate(case.ruleset, case.runs)
    for count, snapshot in enumerate(result.snapshots, start=1):
        assert simulate(case.ruleset, case.runs[:count]).final == snapshot
        for verdict, final in zip(snapshot.verdicts, result.verdicts, strict=False):
            assert verdict.outcome == "pending" or verdict == final


@settings(max_examples=EXAMPLES, deadline=None)
@given(cases())
def test_released_in_order_and_once(case: Case) -> None:
    """G1 and G6."""
    result = simulate(case.ruleset, case.runs)
    order = result.released_indexes()
    keys = [case.arrivals[index].key for index in order]
    times = [result.verdicts[index].event_time_us or 0 for index in order]
    assert len(result.verdicts) == len(case.arrivals)
    assert [result.verdicts[index].release_position for index in order] == list(range(1, len(order) + 1))
    assert keys == sorted(keys)
    assert times == sorted(times)
    identities = Counter(
        (case.arrivals[i].key, "" if case.ruleset.key_type == "sequence" else case.arrivals[i].message_id)
        for i in order
    )
    assert all(count == 1 for count in identities.values())
    for index, verdict in enumerate(result.verdicts):
        effective_us = result.effective_arrivals_us[index]
        if verdict.outcome == "released":
            assert verdict.event_time_us is not None
            assert effective_us <= verdict.event_time_us <= case.final_clock_us
            if case.ruleset.bake_time_us is not None:
                assert verdict.event_time_us <= effective_us + case.ruleset.bake_time_us
        elif verdict.outcome == "pending":
            assert verdict.event_time_us is None
            assert (verdict.reason == "after_clock") == (effective_us > case.final_clock_us)
        else:
            assert verdict.event_time_us == effective_us
        assert (verdict.late_by_us is not None) == (verdict.reason == "late")
        assert verdict.late_by_us is None or verdict.late_by_us >= 0


@settings(max_examples=EXAMPLES, deadline=None)
@given(cases())
def test_missing_ranges_are_the_gaps_of_what_came(case: Case) -> None:
    result = simulate(case.ruleset, case.runs)
    step = case.ruleset.step
    outside = {"invalid_key", "before_start", "last_conflict", "after_clock"}
    came = {
        arrival.key
        for arrival, verdict in zip(case.arrivals, result.verdicts, strict=True)
        if verdict.reason not in outside
    }
    previous: MissingRange | None = None
    for gap in result.missing_ranges:
        assert gap.range_start <= gap.range_end
        assert (gap.range_end - gap.range_start) % step == 0
        assert not any(gap.range_start <= number <= gap.range_end for number in came)
        assert result.next_expected is not None
        assert (gap.status == "skipped") == (gap.range_end < result.next_expected)
        assert gap.status == "skipped" or gap.range_start >= result.next_expected
        assert previous is None or previous.range_end + step < gap.range_start
        previous = gap
    if case.ruleset.bake_time_us is None:
        assert all(gap.status == "open" for gap in result.missing_ranges)
