"""What-if on arrays, beside the event-by-event simulator: every verdict and every time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracle.contract import Arrival, Ruleset, Run
from tests.oracle.simulator import simulate

from resequencer.advice.what_if import Arrivals, Counter, Measure, Policy, Verdict, judge

CLOCK = 1_000
VERDICTS = {
    ("released", None): Verdict.RELEASED,
    ("bypass", "late"): Verdict.LATE,
    ("bypass", "duplicate"): Verdict.DUPLICATE,
    ("bypass", "conflicting_duplicate"): Verdict.DUPLICATE,
    ("bypass", "before_start"): Verdict.BYPASSED,
    ("bypass", "after_last"): Verdict.BYPASSED,
    ("bypass", "overflow"): Verdict.BYPASSED,
    ("failure", "last_conflict"): Verdict.FAILED,
}

arrivals_ = st.builds(
    Arrival,
    message_id=st.sampled_from("abcdef"),
    key=st.integers(-2, 9).map(lambda n: 2 * n + 1),
    arrived_at_us=st.integers(0, 40),
    is_last=st.sampled_from([False] * 9 + [True]),
    sequence_total=st.sampled_from([None] * 14 + [4, 7]),
)
rulesets = st.one_of(
    st.builds(
        Ruleset,
        start=st.sampled_from([-3, 1, 1, 1]),
        step=st.just(2),
        bake_time_us=st.one_of(st.none(), st.integers(0, 12)),
        heartbeat_us=st.sampled_from([None, None, 5]),
    ),
    st.builds(
        Ruleset,
        st.sampled_from(["sequence", "long"]),
        bake_time_us=st.integers(1, 12) | st.just(2_000),
        session_size=st.integers(0, 3),
        on_overflow=st.sampled_from(["release", "bypass"]),
    ),
    st.builds(Ruleset, start=st.just("auto"), bake_time_us=st.integers(0, 12)),
    st.builds(
        Ruleset,
        st.just("long"),
        duplicates=st.just("release"),
        bake_time_us=st.none() | st.integers(0, 12),
        heartbeat_us=st.sampled_from([None, 5]),
    ),
    st.builds(
        Ruleset,
        st.just("long"),
        duplicates=st.just("release"),
        bake_time_us=st.integers(1, 12) | st.just(2_000),
        session_size=st.integers(0, 3),
        on_overflow=st.sampled_from(["release", "bypass"]),
    ),
    st.builds(Ruleset, key_type=st.just("long"), bake_time_us=st.one_of(st.none(), st.integers(0, 12))),
)


def policy_of(ruleset: Ruleset) -> Policy:
    is_sequence = ruleset.key_type == "sequence"
    return Policy(
        is_sequence,
        ruleset.bake_time_us if is_sequence else ruleset.bake_time_us or 0,
        ruleset.start if is_sequence and ruleset.start != "auto" else None,
        ruleset.step,
        ruleset.heartbeat_us,
        ruleset.session_size,
        ruleset.on_overflow == "bypass",
        ruleset.duplicates == "release",
    )


def columns(sequences: list[list[Arrival]]) -> dict[str, Any]:
    """All sequences as arrays, mixed: the order of sequences is not that of the rows."""
    rows = [
        (which, place, arrival)
        for which, arrivals in enumerate(sequences)
        for place, arrival in enumerate(arrivals)
    ]
    rows.sort(key=lambda row: (row[1], row[0]))
    return {
        "sequence": np.array([7 - which for which, _, _ in rows], dtype=np.int64),
        "number": np.array([a.key for _, _, a in rows], dtype=np.int64),
        "arrival_us": np.array([a.arrived_at_us for _, _, a in rows], dtype=np.int64),
        "position": (np.array([place for _, place, _ in rows], dtype=np.int64),),
        "message": np.array([ord(a.message_id) for _, _, a in rows], dtype=np.int64),
        "is_last": np.array([a.is_last for _, _, a in rows], dtype=np.bool_),
        "total": np.array([a.sequence_total or 0 for _, _, a in rows], dtype=np.int64),
    }


@settings(max_examples=400, deadline=None)
@given(
    st.lists(st.lists(arrivals_, max_size=12), min_size=1, max_size=3),
    st.lists(rulesets, min_size=1, max_size=3),
)
def test_every_verdict_and_time_is_the_simulators(
    sequences: list[list[Arrival]], several: list[Ruleset]
) -> None:
    given_ = columns(sequences)
    arrivals = Arrivals(**given_)
    for ruleset in several:
        judged = judge(arrivals, policy_of(ruleset), CLOCK)
        for which, messages in enumerate(sequences):
            rows = np.flatnonzero(given_["sequence"] == 7 - which)
            for row, verdict in zip(
                rows, simulate(ruleset, [Run(CLOCK, tuple(messages))]).verdicts, strict=True
            ):
                expected = VERDICTS.get((verdict.outcome, verdict.reason), Verdict.PENDING)
                assert judged.verdict[row] == expected
                if expected == Verdict.RELEASED:
                    assert judged.left_us[row] == verdict.event_time_us


def hand_made(number: list[int], arrival_us: list[int], last: int, **more: Any) -> Arrivals:
    """One sequence in order of arrival, in which one number is announced as the last."""
    count = len(number)
    return Arrivals(
        sequence=np.zeros(count, dtype=np.int64),
        number=np.array(number),
        arrival_us=np.array(arrival_us),
        position=(np.arange(count),),
        message=np.arange(count),
        is_last=np.array(number) == last,
        total=np.zeros(count, dtype=np.int64),
        **more,
    )


def test_what_turns_out_to_be_beyond_the_last_number_has_been_held() -> None:
    arrival_us = [0, 1, 2, 3, 20]
    judged = judge(hand_made([5, 6, 7, 8, 2], arrival_us, 2), Policy(True, None, 1), 30)
    assert judged.verdict.tolist() == [Verdict.BYPASSED] * 4 + [Verdict.PENDING]
    assert judged.left_us[:4].tolist() == [20] * 4
    one_ruleset = np.zeros(5, dtype=np.int64)
    counter = Counter(one_ruleset, np.array(arrival_us), one_ruleset)
    counts = counter.counts(judged, 30)
    held = counts[counts["measure"] == Measure.HELD].sort_values("value")
    assert held["count"].cumsum().max() == 4
    held_for = counts[counts["measure"] == Measure.HELD_FOR_MS]["count"].sum()
    assert held_for == pytest.approx((20 + 19 + 18 + 17 + 10) / 1000)


def test_what_was_forgotten_is_not_waited_for() -> None:
    numbers, arrival_us = [11, 13, 12], [0, 5, 9]
    resumed = np.array([True, False, False])
    for bake_us in (None, 100):
        judged = judge(hand_made(numbers, arrival_us, 0, is_resumed=resumed), Policy(True, bake_us, 1), 50)
        assert judged.verdict.tolist() == [Verdict.RELEASED] * 3
        assert judged.left_us.tolist() == [0, 9, 9]


def test_extreme_numbers_and_times() -> None:
    least, largest = -(2**63), 2**63 - 1
    arrivals = Arrivals(
        sequence=np.zeros(3, dtype=np.int64),
        number=np.array([largest, least, largest - 1]),
        arrival_us=np.array([-9, -8, -3]),
        position=(np.arange(3),),
        message=np.arange(3),
        is_last=np.zeros(3, dtype=np.bool_),
        total=np.zeros(3, dtype=np.int64),
    )
    # The least number is the start and leaves; the two highest stand beside each other.
    waiting, baked = (judge(arrivals, Policy(True, bake_us, least), 0) for bake_us in (None, 7))
    assert waiting.verdict.tolist() == [Verdict.PENDING, Verdict.RELEASED, Verdict.PENDING]
    assert baked.verdict.tolist() == [Verdict.RELEASED] * 3
    assert baked.left_us.tolist() == [-2, -8, -2]
