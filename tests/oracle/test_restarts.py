"""Senders that begin again, from the text of DESIGN 3.5 and 4.3, and two real streams of them."""

import csv
import gzip
import json
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from .contract import Arrival, Result, Ruleset, Run
from .simulator import simulate

DATA = Path(__file__).parents[2].parent / "shared" / "data"
UPLINKS = DATA / "lorawan_uplinks.ndjson.gz"
FRAMES = DATA / "mavlink_frames.csv.gz"
MINUTE_US = 60_000_000
NEVER_US = 10_000_000_000_000_000


def one_run(
    ruleset: Ruleset, *arrivals: tuple[int, int] | tuple[int, int, str], clock: int = NEVER_US
) -> Result:
    """(number, when it arrives) or (number, when, body)."""
    landed = [Arrival(f"{n}", a[0], a[1], a[2] if len(a) > 2 else None) for n, a in enumerate(arrivals)]
    return simulate(ruleset, [Run(clock, tuple(landed))])


def told(result: Result) -> list[str]:
    """Of each arrival its epoch, what came of it and when."""
    return [
        f"{epoch or '-'} {verdict.reason or verdict.outcome}"
        + ("" if verdict.event_time_us is None else f" @{verdict.event_time_us}")
        for verdict, epoch in zip(result.verdicts, result.final.epochs, strict=True)
    ]


BACKWARD = Ruleset(start="auto", bake_time_us=5, restart_backward=3)


def test_a_number_far_behind_opens_an_epoch_once_its_successor_has_come() -> None:
    result = one_run(BACKWARD, (48, 1), (49, 2), (52, 3), (0, 4), (1, 6), (2, 7))
    assert told(result) == [
        "1 released @6", "1 released @6", "1 released @6", "2 released @6", "2 released @6", "2 released @7",
    ]  # fmt: skip
    assert result.final.earlier[0].closed_by == "restart"
    assert result.final.earlier[0].closed_at_us == 6
    assert [(r.range_start, r.range_end, r.status) for r in result.final.earlier[0].missing_ranges] == [
        (50, 51, "skipped")
    ]


def test_below_what_opened_an_epoch_is_late_or_before_its_start() -> None:
    assert told(one_run(BACKWARD, (48, 1), (5, 10), (6, 11), (4, 12)))[3] == "2 late @12"
    fixed = Ruleset(start=1, restart_backward=3)
    assert told(one_run(fixed, (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (2, 7), (3, 8), (1, 9)))[6:] == [
        "2 released @8", "2 released @8", "2 before_start @9",
    ]  # fmt: skip


def test_a_candidate_that_is_not_confirmed_is_judged_just_before_what_comes() -> None:
    result = one_run(BACKWARD, (48, 1), (10, 10), (49, 12), (60, 13), clock=100)
    assert told(result) == ["1 released @6", "1 late @12", "1 released @12", "1 released @18"]
    assert told(one_run(BACKWARD, (48, 1), (10, 10), clock=100))[1] == "- awaiting_confirmation"


def test_a_candidate_waits_no_longer_than_within_and_than_its_epoch() -> None:
    ruleset = Ruleset(start="auto", bake_time_us=5, restart_backward=3, restart_within_us=4)
    assert told(one_run(ruleset, (48, 1), (10, 10), (11, 13)))[1:] == ["2 released @13", "2 released @13"]
    assert told(one_run(ruleset, (48, 1), (10, 10), (11, 14)))[1] == "1 late @14"


def test_silence_and_repeat_take_effect_at_once() -> None:
    silent = Ruleset(start="auto", bake_time_us=2, restart_silence_us=10)
    assert told(one_run(silent, (5, 1), (6, 2), (3, 12), (4, 13))) == [
        "1 released @3", "1 released @3", "2 released @12", "2 released @13",
    ]  # fmt: skip
    repeat = Ruleset(hold="whole_sequence", restart_repeat=True)
    assert told(one_run(repeat, (1, 1, "a"), (1, 2, "a"), (1, 3, "b"), clock=9)) == [
        "1 expired @1", "1 duplicate @2", "2 waiting_for_predecessor",
    ]  # fmt: skip


def test_a_candidate_that_is_confirmed_by_the_end_of_a_silence_opens_the_epoch() -> None:
    ruleset = Ruleset(start="auto", bake_time_us=2, restart_backward=3, restart_silence_us=10)
    assert told(one_run(ruleset, (50, 1), (1, 5), (2, 15), (3, 16)))[1:] == [
        "2 released @15", "2 released @15", "2 released @16",
    ]  # fmt: skip


def test_extended_numbers_of_an_epoch_begin_at_its_counter() -> None:
    ruleset = Ruleset(start="auto", bake_time_us=2, wrap_at=256, restart_backward=20, restart_forward=200)
    result = one_run(ruleset, (254, 1), (255, 2), (0, 3), (150, 4), (100, 50), (101, 51))
    assert result.final.numbers == (254, 255, 256, 406, 100, 101)
    assert result.final.epochs == (1, 1, 1, 1, 2, 2)


def test_what_is_too_far_ahead_counts_for_nothing() -> None:
    ruleset = Ruleset(max_gap=10, bake_time_us=5)
    reasons = [
        v.reason or v.outcome for v in one_run(ruleset, (1, 1), (99, 2), (2, 3), (12, 4), (13, 5)).verdicts
    ]
    assert reasons == ["released", "too_far_ahead", "released", "released", "released"]
    assert one_run(ruleset, (12, 1)).verdicts[0].reason == "too_far_ahead"


def test_what_is_too_far_ahead_opens_an_epoch_where_its_successor_confirms_it() -> None:
    ruleset = Ruleset(max_gap=10, restart_forward=10)
    assert told(one_run(ruleset, (1, 1), (99, 2), (2, 3), (50, 4), (51, 5))) == [
        "1 released @1", "1 too_far_ahead @3", "1 released @3", "2 released @5", "2 released @5",
    ]  # fmt: skip


def test_repeats_just_after_an_end_are_repeats() -> None:
    ruleset = Ruleset(reopen=True, reopen_after_us=10)
    whole = Arrival("b", 2, 2, is_last=True)
    arrivals = [Arrival("a", 1, 1), whole, Arrival("a", 1, 5), Arrival("a", 1, 12), Arrival("b", 2, 13)]
    result = simulate(ruleset, [Run(100, tuple(arrivals))])
    assert told(result)[2:] == ["1 duplicate @5", "2 released @12", "2 released @13"]


def test_an_id_is_unique_for_so_long_from_its_first_on() -> None:
    ruleset = Ruleset(unique_ids_us=10)
    arrivals = [
        Arrival("x", 1, 0),
        Arrival("x", 2, 5),
        Arrival("x", 2, 10),
        Arrival("x", 3, 19),
        Arrival("x", 3, 20),
    ]
    reasons = [v.reason or v.outcome for v in simulate(ruleset, [Run(100, tuple(arrivals))]).verdicts]
    assert reasons == ["released", "duplicate", "released", "duplicate", "released"]


MAVLINK = [
    Ruleset(start="auto", bake_time_us=1_000_000, wrap_at=256, restart_silence_us=2_000_000),
    Ruleset(start="auto", bake_time_us=1_000_000, wrap_at=256, restart_forward=250, restart_backward=5),
]


@pytest.mark.skipif(not FRAMES.exists(), reason="the frames are not bundled")
@pytest.mark.parametrize("ruleset", MAVLINK, ids=["silence", "forward"])
def test_a_mavlink_stream_is_in_order(ruleset: Ruleset) -> None:
    with gzip.open(FRAMES, "rt", encoding="utf-8", newline="") as lines:
        rows = list(csv.reader(lines))[1:]
    arrivals = [Arrival(str(n), int(row[3]), int(row[0])) for n, row in enumerate(rows)]
    result = simulate(ruleset, [Run(arrivals[-1].arrived_at_us + MINUTE_US, tuple(arrivals))])
    assert Counter(v.outcome for v in result.verdicts) == {"released": 23_894}


@pytest.mark.skipif(not UPLINKS.exists(), reason="the uplinks are not bundled")
def test_lorawan_uplinks_by_device_alone() -> None:
    """No frame in an epoch with another session's, and none released twice."""
    grouped: dict[str, list[tuple[Arrival, str]]] = defaultdict(list)
    with gzip.open(UPLINKS, "rt", encoding="utf-8") as lines:
        for line in lines:
            uplink = json.loads(line)
            name = f"{uplink['devaddr']} {uplink['fcnt']}"
            arrival = Arrival(name, uplink["fcnt"], uplink["_timestamp"] * 1_000)
            grouped[uplink["dev_eui"]].append((arrival, uplink["devaddr"]))
    ruleset = Ruleset(
        start="auto",
        bake_time_us=MINUTE_US,
        restart_silence_us=10 * MINUTE_US,
        unique_ids_us=14_400 * MINUTE_US,
    )
    verdicts: Counter[str] = Counter()
    for uplinks in grouped.values():
        result = simulate(ruleset, [Run(NEVER_US, tuple(arrival for arrival, _ in uplinks))])
        verdicts.update(verdict.reason or verdict.outcome for verdict in result.verdicts)
        sessions: dict[int, set[str]] = defaultdict(set)
        released: Counter[str] = Counter()
        for (arrival, session), verdict, epoch in zip(
            uplinks, result.verdicts, result.final.epochs, strict=True
        ):
            if verdict.outcome == "released" and epoch is not None:
                sessions[epoch].add(session)
                released[arrival.message_id] += 1
        assert set(released.values()) == {1}
        assert all(len(those) == 1 for those in sessions.values())
    assert verdicts == {"released": 10_536, "duplicate": 6_412, "late": 6}
