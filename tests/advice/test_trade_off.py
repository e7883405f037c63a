"""Waits and buffers, beside the event-by-event simulator and the counts published with real arrivals."""

from __future__ import annotations

from typing import Literal

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.advice.reference import trade_off
from tests.advice.uplinks import UPLINKS, uplinks
from tests.oracle.contract import Arrival, Ruleset, Run
from tests.oracle.simulator import simulate

from resequencer.advice.history import lateness_ms
from resequencer.advice.trade_off import bake_times_ms, interpolated

Kind = Literal["sequence", "long"]


def frame(rows: list[tuple[str, int, float]]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["sequence_id", "sequence_number", "arrived_ms"])


def test_the_classic_example() -> None:
    # docs/semantics.md: a message a minute, bake_time 5m and 1m.
    numbers = (3, 5, 1, 2, 4, 8, 9, 11, 23)
    classic = frame([("a", number, 60_000.0 * minute) for minute, number in enumerate(numbers)])
    curve = trade_off(classic, [60_000, 300_000]).set_index("bake_time_ms")
    # 3 waits 3 minutes, 5 waits 3, 8 and 9 wait 5 and 4, 11 and 23 wait 5.
    assert curve.loc[300_000, "late_rate"] == 0
    assert curve.loc[300_000, "mean_wait_ms"] == pytest.approx((3 + 3 + 5 + 4 + 5 + 5) * 60_000 / 9)
    assert curve.loc[300_000, "max_buffered"] == 4
    # 1, 2 and 4 are late; 3, 5, 8, 11 and 23 wait a minute, 9 leaves with 8.
    assert curve.loc[60_000, "late_rate"] == pytest.approx(3 / 9)
    assert curve.loc[60_000, "mean_wait_ms"] == pytest.approx(5 * 60_000 / 6)


MESSAGES = st.lists(st.tuples(st.integers(1, 9), st.integers(0, 6)), min_size=1, max_size=12)


@settings(max_examples=150, deadline=None)
@given(MESSAGES, st.integers(1, 12), st.sampled_from(["sequence", "long"]))
def test_late_messages_and_waits_are_the_simulators(
    messages: list[tuple[int, int]], bake_time: int, key_type: Kind
) -> None:
    arrivals, at = [], 0
    for place, (number, pause) in enumerate(messages):
        at += pause
        arrivals.append(Arrival(str(place), number, at * 1000))
    far = at * 1000 + 1_000_000
    ruleset = Ruleset(key_type, bake_time_us=bake_time * 1000)
    verdicts = simulate(ruleset, [Run(far, tuple(arrivals))]).verdicts
    late = sum(verdict.reason == "late" for verdict in verdicts)
    released = [
        (arrival.arrived_at_us, verdict.event_time_us)
        for arrival, verdict in zip(arrivals, verdicts, strict=True)
        if verdict.outcome == "released" and verdict.event_time_us is not None
    ]
    curve = trade_off(
        frame([("a", arrival.key, arrival.arrived_at_us / 1000) for arrival in arrivals]),
        [bake_time],
        key_type,
    ).iloc[0]
    assert curve["late_rate"] == pytest.approx(late / (late + len(released)))
    waits = [end - begin for begin, end in released if end is not None]
    assert curve["mean_wait_ms"] == pytest.approx(sum(waits) / 1000 / max(len(waits), 1))
    moments = {begin for begin, _ in released}
    held = [sum(begin <= moment < end for begin, end in released) for moment in moments]
    assert curve["max_buffered"] == max(held, default=0)


@pytest.mark.skipif(not UPLINKS.exists(), reason="the uplinks are not bundled")
@pytest.mark.parametrize(
    ("key_type", "released", "late", "waited_ms"),
    [("sequence", 10_533, 9, 43_953_767), ("long", 16_914, 40, 905_318_470)],
)
def test_published_counts(key_type: Kind, released: int, late: int, waited_ms: int) -> None:
    arrivals = uplinks()
    curve = trade_off(arrivals, [60_000], key_type).iloc[0]
    assert curve["late_rate"] == pytest.approx(late / (late + released), abs=1e-12)
    assert curve["mean_wait_ms"] * released == pytest.approx(waited_ms, abs=1)


def test_lateness_is_by_its_definition() -> None:
    arrivals = frame(
        [("a", 1, 0), ("a", 5, 2), ("a", 4, 6), ("a", 3, 3.5), ("a", 2, 1), ("b", 1, 9), ("a", 5, 2)]
    )
    assert lateness_ms(arrivals).tolist() == [0, 0, 4, 1.5, 0, 0, 0]


@given(st.lists(st.tuples(st.sampled_from("ab"), st.integers(1, 6), st.integers(0, 9)), max_size=12))
@settings(max_examples=100, deadline=None)
def test_lateness_is_by_its_definition_whatever_comes(rows: list[tuple[str, int, int]]) -> None:
    arrivals = frame([(sequence, number, float(at)) for sequence, number, at in rows])
    expected = []
    for sequence, number, at in rows:
        higher = [a for s, k, a in rows if s == sequence and k > number and a < at]
        expected.append(at - min(higher) if higher else 0)
    assert lateness_ms(arrivals).tolist() == expected


def test_a_curve_is_read_between_its_points_and_not_beyond() -> None:
    curve = pd.DataFrame({"bake_time_ms": [100, 300], "mean_wait_ms": [10.0, 30.0]})
    assert interpolated(curve, "mean_wait_ms", [50, 200, 300]).tolist() == [10, 20, 30]
    assert np.isnan(interpolated(curve, "mean_wait_ms", [301])).all()
    assert np.isnan(interpolated(curve.head(0), "mean_wait_ms", [1])).all()
    with pytest.raises(ValueError, match="above 0"):
        trade_off(frame([("a", 1, 0.0)]), [0])


def test_bake_times_are_where_the_late_rate_falls() -> None:
    lateness = pd.DataFrame(
        {"lateness_ms": [0, 10, 20, 30, 40, 3000], "message_count": [500, 900, 90, 9, 0, 1]}
    )
    # At least 1, the ends of the bins at 10, 20, 30 and 2,944 ms, and what the last of them is a part of.
    assert bake_times_ms(lateness) == [1, 11, 21, 31, 3008, 2 * 3008, 5 * 3008, 10 * 3008]
    assert 250 in bake_times_ms(lateness, [250])
    assert bake_times_ms(lateness, [0])[:2] == [0, 1]
    assert bake_times_ms(lateness.head(1)) == [1]
    many = pd.DataFrame({"lateness_ms": range(1, 5000), "message_count": 1})
    assert 15 <= len(bake_times_ms(many)) <= 28
    assert min(bake_times_ms(many)[2:5]) < 50
