"""The reordering metrics, by the worked examples of RFC 4737 and RFC 5236."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.advice import reference_reordering as reference
from tests.advice.reference_reordering import (
    Message,
    Reordering,
    free_runs,
    n_reordered_share,
    reordered_ratio,
)

from resequencer.advice.history import lateness_ms
from resequencer.advice.reordering import (
    COLUMNS,
    buffer_frequencies,
    by_sequence,
    displacement_frequencies,
    reorderings,
)

# RFC 4737, tables 1 to 3: number and arrival in milliseconds; every payload has 100 bytes.
TABLE_1: list[tuple[int, float]] = [
    (1, 68),
    (2, 88),
    (3, 108),
    (5, 148),
    (6, 168),
    (7, 188),
    (8, 208),
    (4, 210),
    (9, 228),
    (10, 248),
]
TABLE_2: list[tuple[int, float]] = [
    (1, 68),
    (2, 88),
    (3, 108),
    (4, 128),
    (7, 188),
    (5, 189),
    (6, 190),
    (8, 208),
    (9, 228),
    (10, 248),
]
TABLE_3: list[tuple[int, float]] = [
    *((1, 68), (2, 88), (3, 108), (7, 188), (8, 208), (9, 228), (10, 248)),
    *((4, 250), (5, 252), (6, 256), (11, 268)),
]
TABLE_4 = (1, 2, 3, 6, 7, 4, 5, 8, 9, 10, 12, 13, 11, 14, 15, 16)


def judged(stream: Sequence[tuple[int, float]]) -> dict[int, Reordering]:
    messages = [Message(number, at, 100) for number, at in stream]
    return {one.number: one for one in reference.reorderings(messages)}


def reordered(by_number: dict[int, Reordering]) -> list[int]:
    return [number for number, one in by_number.items() if one.is_reordered]


def test_rfc_4737_one_message_reordered() -> None:
    by_number = judged(TABLE_1)
    assert reordered(by_number) == [4]
    assert by_number[4] == Reordering(4, 8, True, extent=4, late_time_ms=62, byte_offset=400, n_reordering=4)
    assert by_number[5].discontinuity_size == 1
    assert reordered_ratio(list(by_number.values())) == 0.1


def test_rfc_4737_two_messages_reordered() -> None:
    by_number = judged(TABLE_2)
    assert reordered(by_number) == [5, 6]
    assert by_number[5] == Reordering(5, 6, True, extent=1, late_time_ms=1, byte_offset=100, n_reordering=1)
    assert by_number[6] == Reordering(6, 7, True, extent=2, late_time_ms=2, byte_offset=100, n_reordering=0)
    assert by_number[7].discontinuity_size == 2


def test_rfc_4737_three_messages_reordered() -> None:
    by_number = judged(TABLE_3)
    assert reordered(by_number) == [4, 5, 6]
    assert [by_number[number].extent for number in (4, 5, 6)] == [4, 5, 6]
    assert [by_number[number].late_time_ms for number in (4, 5, 6)] == [62, 64, 68]
    assert [by_number[number].byte_offset for number in (4, 5, 6)] == [400, 400, 400]
    assert [by_number[number].n_reordering for number in (4, 5, 6)] == [4, 0, 0]
    assert n_reordered_share(list(by_number.values()), 4) == 1 / 11
    assert n_reordered_share(list(by_number.values()), 5) == 0


def test_rfc_4737_n_reordering_of_a_block() -> None:
    # 5.3: of the reordered 4, 5 and 6 only 4 is n-reordered.
    by_number = judged([(number, 0) for number in (1, 2, 3, 7, 8, 9, 4, 5, 6)])
    assert [by_number[number].n_reordering for number in (4, 5, 6)] == [3, 0, 0]


def test_rfc_4737_a_gap_reaches_back_to_a_discontinuity_known_by_then() -> None:
    # 4.5: 4 finds the discontinuity at 5 before 2 finds the one at 3.
    assert not any(one.gap for one in judged([(number, 0) for number in (1, 3, 5, 4, 2)]).values())
    assert judged([(number, 0) for number in (1, 3, 2, 5, 4)])[5].gap == 2


def test_rfc_4737_two_discontinuities() -> None:
    by_number = judged([(number, 10.0 * place) for place, number in enumerate(TABLE_4)])
    assert {number: by_number[number].extent for number in reordered(by_number)} == {4: 2, 5: 3, 11: 2}
    assert {number: one.gap for number, one in by_number.items() if one.gap} == {12: 7}
    assert by_number[12].gap_time_ms == 70
    runs = free_runs(list(by_number.values()))
    # Runs of 5, 0 and 5 end at a reordered message; the last three messages begin a run that none has ended.
    assert (runs.run_count, runs.squared_lengths, runs.in_order_count, runs.message_count) == (3, 50, 13, 16)


@pytest.mark.parametrize(("lengths", "squares", "ratio"), [((11, 11, 11), 363, 1.0), ((1, 1, 31), 963, 2.65)])
def test_rfc_4737_reordering_free_runs(lengths: tuple[int, ...], squares: int, ratio: float) -> None:
    stream: list[tuple[int, float]] = []
    for length in lengths:
        # Everything but the first is in order, and the number left out comes at the end of the run.
        begin = len(stream)
        numbers = [begin + 1, *range(begin + 3, begin + length + 2)] if length > 1 else [begin + 2]
        late = begin + 2 if length > 1 else begin + 1
        stream += [(number, 0) for number in [*numbers, late]]
    runs = free_runs(list(judged(stream).values()))
    assert (runs.message_count, runs.run_count, runs.in_order_count) == (36, 3, 33)
    assert runs.squared_lengths == squares
    assert runs.mean_length == 11
    assert runs.variation == pytest.approx(ratio, abs=0.005)


def test_repeats_do_not_count() -> None:
    assert judged([(1, 0), (3, 1), (2, 2), (3, 3), (2, 4)]) == judged([(1, 0), (3, 1), (2, 2)])
    assert reordered_ratio([]) is None
    assert free_runs([]).mean_length is None


@pytest.mark.parametrize(
    ("numbers", "threshold", "expected"),
    [
        # RFC 5236: 8 a, b and c; examples 1 to 5.
        ((1, 4, 2, 5, 3, 6, 7, 8), 4, {-2: 1, -1: 1, 0: 4, 1: 1, 2: 1}),
        ((1, 2, 4, 5, 6, 7), 3, {0: 6}),
        ((1, 3, 2, 3, 4, 5), 2, {-1: 1, 0: 3, 1: 1}),
        ((2, 1, 4, 5, 3), 5, {-1: 3, 1: 1, 2: 1}),
        ((1, 4, 3, 5, 3), 5, {-1: 1, 0: 2, 1: 1}),
        ((1, 4, 3, 5, 3, 8, 7, 6), 5, {-2: 1, -1: 1, 0: 3, 1: 1, 2: 1}),
        ((1, 2, 3, 5, 4, 6), 5, {-1: 1, 0: 4, 1: 1}),
        ((1, 2, 5, 3, 6, 2), 5, {-2: 1, 0: 3, 2: 1}),
        # 2: losses and repeats alone displace nothing, and a rogue number no more than the threshold.
        ((1, 3, 4, 5, 6), 3, {0: 5}),
        ((1, 2, 3, 2, 4, 5), 3, {0: 5}),
        ((1, 5430, 2, 3, 4, 5), 3, {0: 5}),
    ],
)
def test_rfc_5236_displacements(numbers: tuple[int, ...], threshold: int, expected: dict[int, int]) -> None:
    assert displacement_frequencies(numbers, threshold) == expected


@pytest.mark.parametrize(
    ("numbers", "threshold", "expected"),
    [
        ((1, 4, 2, 5, 3, 6, 7, 8), 4, {0: 5, 1: 2, 2: 1}),
        ((1, 2, 4, 5, 6, 7), 3, {0: 3, 1: 1, 2: 1, 3: 1}),
        ((1, 3, 2, 3, 4, 5), 2, {0: 4, 1: 1}),
        ((1, 2, 4, 5, 3), 4, {0: 3, 1: 1, 2: 1}),
    ],
)
def test_rfc_5236_buffer_occupancy(
    numbers: tuple[int, ...], threshold: int, expected: dict[int, int]
) -> None:
    assert buffer_frequencies(numbers, threshold) == expected


@given(st.lists(st.integers(1, 12), max_size=14), st.integers(0, 14))
def test_displacements_end_and_lose_only_what_is_beyond_the_threshold(
    numbers: list[int], threshold: int
) -> None:
    frequencies = displacement_frequencies(numbers, threshold)
    assert all(abs(displacement) <= threshold for displacement in frequencies)
    assert sum(frequencies.values()) <= len(set(numbers))
    if threshold >= 13:
        assert sum(frequencies.values()) == len(set(numbers))
        # Nothing lost, so the places moved forward and back are equal.
        assert sum(displacement * count for displacement, count in frequencies.items()) == 0


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 12), st.integers(0, 50)), max_size=14))
def test_late_time_is_the_lateness_of_the_advice(arrivals: list[tuple[int, int]]) -> None:
    # At equal moments nothing is late by RFC 4737's position and early by time, so keep the moments apart.
    stream = [
        (number, float(gap + place))
        for place, (number, gap) in enumerate(sorted(arrivals, key=lambda a: a[1]))
    ]
    by_number = judged(stream)
    first = pd.DataFrame(stream, columns=["sequence_number", "arrived_ms"]).drop_duplicates("sequence_number")
    late = lateness_ms(first.assign(sequence_id="a"))
    assert dict(zip(first["sequence_number"], late, strict=True)) == {
        number: one.late_time_ms or 0 for number, one in by_number.items()
    }


def summed(*streams: Iterable[tuple[int, float]]) -> tuple[pd.DataFrame, list[list[tuple[float, ...]]]]:
    """The project's own: figures by sequence, and (extent, late time, n) of each sequence's messages."""
    rows = [(which, number, at) for which, stream in enumerate(streams) for number, at in stream]
    # Sequences come mixed, and each in its own order.
    rows.sort(key=lambda row: row[2])
    sequence, number = (np.array([row[i] for row in rows], dtype=np.int64) for i in (0, 1))
    arrival_us = np.array([row[2] * 1000 for row in rows], dtype=np.int64)
    told = reorderings(sequence, number, arrival_us, np.arange(len(rows)))
    messages: list[list[tuple[float, ...]]] = [[] for _ in streams]
    for which, *one in zip(
        told.sequence.tolist(),
        number[told.given].tolist(),
        told.extent.tolist(),
        told.late_time_ms.tolist(),
        told.n_reordering.tolist(),
        strict=True,
    ):
        messages[which].append(tuple(one))
    return by_sequence(told, arrival_us).set_index("sequence"), messages


def test_the_rfcs_examples_at_once() -> None:
    tables: list[list[tuple[int, float]]] = [
        TABLE_1,
        TABLE_2,
        TABLE_3,
        [(number, 10.0 * place) for place, number in enumerate(TABLE_4)],
    ]
    figures, messages = summed(*tables)
    assert figures["reordered_count"].tolist() == [1, 2, 3, 3]
    assert figures["message_count"].tolist() == [10, 10, 11, 16]
    assert figures["max_extent"].tolist() == [4, 2, 6, 3]
    assert figures["max_late_time_ms"].tolist() == [62, 2, 68, 30]
    assert figures["max_n_reordering"].tolist() == [4, 1, 4, 2]
    assert figures["gap_count"].tolist() == [0, 0, 0, 1]
    assert figures.loc[3, ["mean_gap", "mean_gap_time_ms"]].tolist() == [7, 70]
    # Runs of 5, 0 and 5, then three messages of a run that nothing has ended.
    assert figures.loc[3, ["mean_free_run", "free_run_variation"]].tolist() == pytest.approx(
        [13 / 3, 50 * 3 / 13**2]
    )
    assert messages[2][-4:] == [(4, 4, 62, 4), (5, 5, 64, 0), (6, 6, 68, 0), (11, 0, 0, 0)]


STREAMS = st.lists(st.lists(st.tuples(st.integers(1, 9), st.integers(0, 3)), max_size=14), max_size=4)


@settings(max_examples=200, deadline=None)
@given(STREAMS)
def test_arrays_are_judged_as_the_rfc_puts_it(drawn: list[list[tuple[int, int]]]) -> None:
    streams = [
        [
            (number, float(at))
            for (number, _), at in zip(stream, np.cumsum([p for _, p in stream]), strict=True)
        ]
        for stream in drawn
    ]
    figures, messages = summed(*streams)
    assert tuple(figures.reset_index().columns) == COLUMNS
    for which, stream in enumerate(streams):
        told = reference.reorderings([Message(number, at) for number, at in stream])
        assert messages[which] == [
            (one.number, one.extent or 0, one.late_time_ms or 0, one.n_reordering) for one in told
        ]
        if not stream:
            continue
        row, runs, gaps = figures.loc[which], free_runs(told), [one.gap for one in told if one.gap]
        late = [one for one in told if one.is_reordered]
        assert (row["message_count"], row["reordered_count"]) == (len(told), len(late))
        assert row["gap_count"] == len(gaps)
        assert nothing_or(row["mean_free_run"]) == pytest.approx(runs.mean_length)
        assert nothing_or(row["free_run_variation"]) == pytest.approx(runs.variation)
        if late:
            assert row["mean_extent"] == pytest.approx(sum(one.extent or 0 for one in late) / len(late))
        if gaps:
            assert row["mean_gap"] == pytest.approx(sum(gaps) / len(gaps))


def nothing_or(figure: float) -> float | None:
    return None if pd.isna(figure) else figure
