"""The advice: bins, bounds, tails, cost and drift, each beside what is known to be true."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from resequencer.advice.backtest import backtest
from resequencer.advice.bake_time import Estimates, Settings, advise
from resequencer.advice.calibration import history_of
from resequencer.advice.cost import advise_by_cost
from resequencer.advice.drift import drift_p_value, has_drifted
from resequencer.advice.generators import DAY_MS, HOUR_MS, KINDS, Traffic, generate
from resequencer.advice.history import LatenessHistory, bin_end_ms, bin_start_ms, slice_counts
from resequencer.advice.late_rate import estimate, recency_weights
from resequencer.advice.tables import ADVICE_COLUMNS, BACKTEST_COLUMNS, Asked, bake_time_tables
from resequencer.advice.tail import fit_tail


def drawn(lateness: np.ndarray, slice_count: int) -> LatenessHistory:
    """A history of messages with these latenesses, dealt out to slices in turn."""
    rows = pd.DataFrame(
        {"slice_start": np.arange(len(lateness)) % slice_count, "lateness_ms": lateness, "message_count": 1}
    )
    return LatenessHistory.from_frame(rows)


@given(st.lists(st.floats(0, 1e12), min_size=1, max_size=20))
@settings(max_examples=60, deadline=None)
def test_late_rates_of_a_history_are_exact_at_its_bake_times(lateness: list[float]) -> None:
    history = drawn(np.array(lateness), 3)
    assert history.message_count == len(lateness)
    for column, bake_time in enumerate(history.bake_times_ms):
        late = sum(one >= bake_time for one in lateness)
        assert history.late[:, column].sum() == late
        assert history.late_at(float(bake_time)).sum() == late
    assert history.late[:, -1].sum() == 0
    assert history.late_at(1e15).sum() == 0


def test_bins_are_narrow_and_begin_where_the_last_ended() -> None:
    whole = np.concatenate([np.arange(1, 5_000), 2 ** np.arange(13, 50)])
    start, end = bin_start_ms(whole), bin_end_ms(bin_start_ms(whole))
    assert ((start <= whole) & (whole < end)).all()
    assert ((end - start) <= np.maximum(whole / 32, 1)).all()
    assert (bin_start_ms(end) == end).all()
    # As SQL writes it: the leading bits, the others 0.
    for value in (1, 63, 64, 1_000, 123_456_789):
        dropped = max(value.bit_length() - 6, 0)
        assert bin_start_ms(value) == value >> dropped << dropped


@pytest.mark.parametrize(
    ("lateness", "count"), [([-1.0], [1]), ([float("nan")], [1]), ([1.0], [-1]), ([1.0], [0.5])]
)
def test_a_history_that_cannot_be_is_refused(lateness: list[float], count: list[float]) -> None:
    with pytest.raises(ValueError, match="must be"):
        LatenessHistory.from_frame(
            pd.DataFrame({"slice_start": 0, "lateness_ms": lateness, "message_count": count})
        )


def test_a_history_before_a_slice_is_the_history_of_the_slices_before() -> None:
    frame = slice_counts(generate("bursty", Traffic(3 * DAY_MS), 1), 6 * HOUR_MS)
    whole = LatenessHistory.from_frame(frame)
    alone = LatenessHistory.from_frame(frame[frame["slice_start"] < whole.slice_starts[7]])
    before = whole.before(7)
    assert (before.messages == alone.messages).all()
    for bake_time in alone.bake_times_ms:
        assert (before.late_at(float(bake_time)) == alone.late_at(float(bake_time))).all()
    first = [advise(history, 1.0, Settings(target_late_rate=0.02), 0.05) for history in (before, alone)]
    assert first[0] == first[1]


@pytest.mark.parametrize("kind", ["bursty", "heavy_tailed"])
def test_advice_knows_nothing_of_what_comes_later(kind: str) -> None:
    frame = slice_counts(generate(kind, Traffic(4 * DAY_MS), 1), 3 * HOUR_MS)
    whole = LatenessHistory.from_frame(frame)
    for position in range(1, whole.slice_count + 1):
        newest = set(whole.slice_starts[max(position - 20, 0) : position])
        alone = LatenessHistory.from_frame(frame[frame["slice_start"].isin(newest)])
        before = whole.before(position, 20)
        assert before.bake_times_ms.tolist() == alone.bake_times_ms.tolist()
        assert (before.late == alone.late).all()
        assert (before.messages == alone.messages).all()


def test_a_tail_is_not_fitted_to_messages_that_are_equally_late() -> None:
    # Late by a retry after a minute, give or take a little: nothing is known of longer ones.
    chance = np.random.default_rng(1)
    late = np.where(chance.random(60_000) < 0.02, chance.normal(60_000, 100, 60_000), 0)
    history = drawn(late, 60)
    assert fit_tail(history, np.ones(60), 5, 0) is None
    assert advise(history, 1.0, Settings(target_late_rate=3e-5), 0.05).basis == "too_little_data"


@pytest.mark.parametrize("target", [1e-3, 1e-4, 2e-5])
def test_an_advised_bake_time_has_met_the_target_so_far(target: float) -> None:
    # Two kinds of retries, and a tail: what is fitted between them must not advise less than what was seen to be late.
    chance = np.random.default_rng(2)
    kinds = [np.zeros(59_000), chance.normal(1_000, 5, 900), 20_000 + chance.exponential(4_000, 100)]
    history = drawn(chance.permutation(np.concatenate(kinds)).clip(0), 60)
    advice = advise(history, 1.0, Settings(target_late_rate=target), 0.05)
    if advice.advised_ms is not None:
        assert history.late_at(advice.advised_ms).sum() <= target * history.message_count
        assert bin_start_ms(advice.advised_ms) == advice.advised_ms
    assert advice.basis == ("fitted_tail" if target == 2e-5 else "empirical")


def test_bounds_of_independent_messages_are_nearly_those_of_clopper_and_pearson() -> None:
    chance = np.random.default_rng(5)
    late = chance.binomial(500, 0.02, size=(200, 1))
    rates = estimate(late, np.full(200, 500), np.ones(200))
    exact = stats.binomtest(int(late.sum()), 100_000).proportion_ci(0.9, "exact")
    assert rates.upper_bound(0.95)[0] == pytest.approx(exact.high, rel=0.02)
    assert rates.lower_bound(0.95)[0] == pytest.approx(exact.low, rel=0.02)


def test_messages_that_are_late_together_count_as_few() -> None:
    late = np.zeros((200, 1), dtype=np.int64)
    late[::20] = 200
    rates = estimate(late, np.full(200, 500), np.ones(200))
    # Ten slices of two hundred tell the rate, not two thousand messages of a hundred thousand.
    assert rates.effective_size[0] < 1_000
    assert rates.upper_bound(0.95)[0] > 1.4 * 0.02
    assert rates.between_slices[0] > 0.3


def test_failures_that_outlast_a_slice_are_noticed() -> None:
    together, apart = np.zeros((160, 1), dtype=np.int64), np.zeros((160, 1), dtype=np.int64)
    together[40:48] = together[120:128] = 100
    apart[np.arange(16) * 10] = 100
    messages, weights = np.full(160, 500), np.ones(160)
    sizes = [estimate(late, messages, weights).effective_size[0] for late in (together, apart)]
    assert sizes[0] < sizes[1] / 2


def test_no_late_message_yet_is_no_proof_that_none_comes() -> None:
    rates = estimate(np.zeros((10, 1), dtype=np.int64), np.full(10, 100), np.ones(10))
    # The rule of three: at least 3 in 1,000.
    assert 0.003 <= rates.upper_bound(0.95)[0] < 0.006
    assert rates.lower_bound(0.95)[0] == 0


def test_advised_bake_time_is_the_smallest_that_meets_the_target() -> None:
    chance = np.random.default_rng(1)
    history = drawn(chance.exponential(1000, 50_000), 100)
    wanted = Settings(target_late_rate=0.01)
    advice = advise(history, 1.0, wanted, 0.05)
    truth = -1000 * np.log(0.01)
    assert advice.basis == "empirical"
    assert advice.advised_ms is not None
    assert advice.lower_ms is not None
    assert advice.upper_ms is not None
    assert advice.lower_ms <= truth <= advice.upper_ms
    assert truth <= advice.advised_ms <= 1.1 * truth
    column = int(np.searchsorted(history.bake_times_ms, advice.advised_ms))
    bound = Estimates(history, 1.0, wanted).rates([column - 1, column]).upper_bound(0.95)
    assert bound[-1] <= 0.01 < bound[-2]
    surer = advise(history, 1.0, replace(wanted, confidence=1 - 1e-9), 0.05)
    assert surer.advised_ms is not None
    assert surer.advised_ms > advice.advised_ms


def test_recent_slices_weigh_more() -> None:
    lateness = np.concatenate([np.full(5_000, 100.0), np.full(5_000, 900.0)])
    rows = pd.DataFrame(
        {"slice_start": np.repeat(np.arange(100), 100), "lateness_ms": lateness, "message_count": 1}
    )
    history = LatenessHistory.from_frame(rows)
    even, recent = (
        float(recency_weights(100, factor) @ history.late_at(500))
        / (recency_weights(100, factor).sum() * 100)
        for factor in (1.0, 0.9)
    )
    assert even == 0.5
    assert recent > 0.99


def test_a_tail_is_followed_beyond_what_was_seen_and_said_so() -> None:
    chance = np.random.default_rng(2)
    # Pareto with index 2: one in a million is later than 1000 * 1000 ms.
    history = drawn(1000 * (1 - chance.random(20_000)) ** -0.5, 80)
    advice = advise(history, 1.0, Settings(target_late_rate=1e-4), 0.05)
    assert advice.basis == "fitted_tail"
    assert advice.lower_ms is not None
    assert advice.upper_ms is None or advice.lower_ms <= 100_000 <= advice.upper_ms
    assert advice.advised_ms is not None
    assert 100_000 < advice.advised_ms <= 10 * history.bake_times_ms[-1]
    # Far beyond, nothing is said.
    assert advise(history, 1.0, Settings(target_late_rate=1e-9), 0.05).basis == "too_little_data"


def test_a_fitted_tail_has_the_shape_of_the_distribution() -> None:
    chance = np.random.default_rng(3)
    for shape in (0.0, 0.5):
        lateness = stats.genpareto.rvs(shape, scale=5_000, size=40_000, random_state=chance)
        history = drawn(lateness, 100)
        tail = fit_tail(history, np.ones(100), 10, 0)
        assert tail is not None
        assert tail.shape[0] == pytest.approx(shape, abs=0.1)
        assert tail.shape[1:].std() > 0.005
        # Share beyond twice the threshold of those beyond it.
        share = stats.genpareto.sf(2 * tail.threshold_ms, shape, scale=5_000)
        share /= stats.genpareto.sf(tail.threshold_ms, shape, scale=5_000)
        assert tail.share_beyond(2 * tail.threshold_ms)[0] == pytest.approx(share, rel=0.1)


@pytest.mark.parametrize(("lateness", "slices"), [(np.full(70, 5.0), 7), (np.array([0.0] * 99 + [50.0]), 10)])
def test_too_little_data_is_said(lateness: np.ndarray, slices: int) -> None:
    advice = advise(drawn(lateness, slices), 1.0, Settings(target_late_rate=0.001), 0.05)
    assert advice.basis == "too_little_data"
    assert advice.advised_ms is None
    assert advice.predicted_late_rate is None
    assert advice.sample_size == len(lateness)


def test_the_cheapest_bake_time_is_where_the_costs_meet() -> None:
    chance = np.random.default_rng(4)
    history = drawn(chance.exponential(1000, 50_000), 100)
    bake_times = np.arange(1, 20_001, 50)
    # Every message waits as long as the bake time: cost x e^(-T / 1000) + y T / 1000 is least at 1000 ln(x / y).
    curve = pd.DataFrame({"bake_time_ms": bake_times, "mean_wait_ms": bake_times.astype(float)})
    advice = advise_by_cost(history, curve, late_cost=20, second_cost=1)
    assert advice.advised_ms == pytest.approx(1000 * np.log(20), rel=0.15)
    assert advice.lower_ms is not None
    assert advice.upper_ms is not None
    assert advice.lower_ms <= 1000 * np.log(20) <= advice.upper_ms
    dear = advise_by_cost(history, curve, late_cost=200, second_cost=1)
    assert dear.advised_ms == pytest.approx(1000 * np.log(200), rel=0.15)
    assert advise_by_cost(drawn(np.zeros(100), 10), curve, 20, 1).basis == "too_little_data"
    with pytest.raises(ValueError, match="above 0"):
        advise_by_cost(history, curve, 0, 1)


def test_drift_is_flagged_and_a_daily_cycle_is_not() -> None:
    assert has_drifted(history_of("drifting", 20, 6, 0))
    assert not has_drifted(history_of("daily_cycle", 20, 6, 0))
    assert drift_p_value(drawn(np.ones(100), 10)) is None


def drawn_by_rate(rate: np.ndarray, chance: np.random.Generator) -> LatenessHistory:
    """Slices of 400 messages, of which so many are late by 9 ms on average."""
    late = chance.binomial(400, np.minimum(rate, 1))
    rows = [(place, ms, n) for place, x in enumerate(late) for ms, n in ((9.0, x), (0.0, 400 - x))]
    frame = pd.DataFrame(rows, columns=["slice_start", "lateness_ms", "message_count"])
    return LatenessHistory.from_frame(frame)


@pytest.mark.parametrize("slice_count", [40, 100, 400])
@pytest.mark.parametrize("changed", [0.1, 0.25, 0.5, 0.75])
@pytest.mark.parametrize(("before", "since"), [(0.01, 0.1), (0.1, 0.01)])
def test_a_step_is_drift(slice_count: int, changed: float, before: float, since: float) -> None:
    newest = round(slice_count * changed)
    rate = np.repeat([before, since], [slice_count - newest, newest])
    for seed in range(5):
        assert has_drifted(drawn_by_rate(rate, np.random.default_rng(seed)))


def test_drift_is_rarely_flagged_where_there_is_none() -> None:
    chance = np.random.default_rng(6)
    # Bursts that last three slices, at random: dependent, but always the same.
    bursts = [drawn_by_rate(np.repeat(chance.gamma(0.5, 0.04, 30), 3), chance) for _ in range(60)]
    # 5 % stated; 9 of 60 or more come with a chance of 1 in 500 then.
    assert sum(map(has_drifted, bursts)) <= 8


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "drifting"])
def test_what_stays_as_it_is_is_rarely_flagged(kind: str) -> None:
    # Slices of an hour and of six: days lie across blocks, and within them.
    histories = [
        history_of(kind, days, hours, seed) for days, hours in ((4, 1), (20, 6)) for seed in range(30)
    ]
    assert sum(map(has_drifted, histories)) <= 8


@pytest.mark.parametrize("kind", KINDS)
def test_generators_give_the_same_for_the_same_seed(kind: str) -> None:
    first, again, other = (generate(kind, Traffic(DAY_MS // 2), seed) for seed in (1, 1, 2))
    pd.testing.assert_frame_equal(first, again)
    assert not first["arrived_ms"].equals(other["arrived_ms"])
    assert first["arrived_ms"].is_monotonic_increasing
    assert (first["lateness_ms"] > 0).mean() > 0.01
    sent = first.sort_values("sent_ms").groupby("sequence_id")["sequence_number"]
    assert (sent.diff().dropna() == 1).all()


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="daily_cycle"):
        generate("monthly", Traffic(DAY_MS), 1)


@pytest.mark.parametrize(
    "wrong", [{"target_late_rate": 0.0}, {"confidence": 1.0}, {"interval": 2.0}, {"forget_factors": (0.0,)}]
)
def test_settings_that_cannot_be_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="must be above 0"):
        Settings(**wrong)  # type: ignore[arg-type]


def test_backtest_looks_only_back() -> None:
    history = history_of("bursty", 6, 6, 3)
    wanted = Settings(target_late_rate=0.05)
    whole, advice = backtest(history, wanted)
    part, then = backtest(history.before(history.slice_count - 5), wanted)
    pd.testing.assert_frame_equal(whole.iloc[: len(part)], part)
    assert whole.iloc[len(part)]["advised_ms"] == then.advised_ms
    assert whole.iloc[len(part)]["upper_late_rate"] == then.upper_late_rate
    assert advice == backtest(history, wanted)[1]


def test_misses_widen_later_intervals() -> None:
    # Calm, then every slice is worse than all before: intervals that stayed as stated would miss every one.
    late = np.concatenate([np.full(40, 2), 4 * 1.25 ** np.arange(20)]).astype(int)
    rows = [(place, ms, n) for place, x in enumerate(late) for ms, n in ((9_000.0, x), (0.0, 1_000 - x))]
    history = LatenessHistory.from_frame(
        pd.DataFrame(rows, columns=["slice_start", "lateness_ms", "message_count"])
    )
    tested, _ = backtest(history, Settings(target_late_rate=0.01))
    width = (tested["upper_late_rate"] - tested["lower_late_rate"]).astype(float)
    advised = tested["advised_ms"].notna()
    assert advised.iloc[:40].any()
    assert (tested["lower_late_rate"].dropna() <= tested["predicted_late_rate"].dropna()).all()
    assert width[advised].iloc[-1] > width[advised].iloc[0]


def test_tables_have_the_columns_of_the_contract() -> None:
    rows = []
    for ruleset, kind in (("orders", "exponential"), ("ticks", "bursty")):
        counts = slice_counts(generate(kind, Traffic(5 * DAY_MS), 1), 6 * HOUR_MS)
        rows.append(counts.assign(ruleset=ruleset))
    few = pd.DataFrame({"ruleset": ["new"], "slice_start": [0], "lateness_ms": [0], "message_count": [5]})
    curve = pd.DataFrame(
        {
            "ruleset": ["orders", "orders"],
            "bake_time_ms": [1, 10_000_000],
            "mean_wait_ms": [0.0, 10.0],
            "max_buffered": [0, 10],
        }
    )
    lateness = pd.concat([*rows, few], ignore_index=True)
    advice, tested = bake_time_tables(lateness, curve, {"orders": Asked(Settings(target_late_rate=0.02))})
    assert list(advice.columns) == list(ADVICE_COLUMNS)
    assert list(tested.columns) == list(BACKTEST_COLUMNS)
    by_ruleset = advice.set_index("ruleset")
    assert by_ruleset["basis"].to_dict()["new"] == "too_little_data"
    assert pd.isna(by_ruleset.loc["new", "advised_ms"])
    assert by_ruleset.loc["orders", "target_late_rate"] == 0.02
    assert 0 < by_ruleset.loc["orders", "predicted_mean_wait_ms"] < 10
    assert pd.isna(by_ruleset.loc["ticks", "predicted_mean_wait_ms"])
    assert set(tested["ruleset"]) == {"orders", "ticks"}
    by_cost, untested = bake_time_tables(lateness, curve, {"orders": Asked(late_cost=20.0, wait_cost=1.0)})
    cheapest = by_cost.set_index("ruleset").loc["orders"]
    assert pd.isna(cheapest["target_late_rate"])
    assert cheapest["lower_ms"] <= cheapest["advised_ms"] <= cheapest["upper_ms"]
    assert set(untested["ruleset"]) == {"ticks"}
    empty = bake_time_tables(lateness.head(0), curve.head(0), {})
    assert [len(frame) for frame in empty] == [0, 0]
