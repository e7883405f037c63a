"""Credits: under them no buffer overruns, and where the window is wide enough nobody is slowed down (docs/flow-control.md)."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.flow_simulation import Channel, simulate

CHANNELS = st.builds(Channel, loss=st.floats(0, 0.5), repeats=st.floats(0, 0.5), latency=st.integers(0, 30))
MILD_CHANNELS = st.builds(
    Channel, loss=st.floats(0, 0.05), repeats=st.floats(0, 0.2), latency=st.integers(0, 12)
)
SEEDS = st.integers(0, 2**32)


@settings(max_examples=150, deadline=None)
@given(CHANNELS, st.integers(1, 60), st.integers(1, 8), st.integers(1, 12), SEEDS)
def test_no_buffer_overruns(channel: Channel, session_size: int, rate: int, interval: int, seed: int) -> None:
    outcome = simulate(
        session_size=session_size, rate=rate, interval=interval, channel=channel, ticks=240, seed=seed
    )
    assert max(outcome.held) < session_size


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 12), st.integers(1, 8), st.integers(1, 12), SEEDS)
def test_without_loss_a_window_of_rate_times_interval_and_latency_slows_nobody(
    latency: int, rate: int, interval: int, seed: int
) -> None:
    outcome = simulate(
        session_size=rate * (interval + latency), rate=rate, interval=interval,
        channel=Channel(loss=0, repeats=0.2, latency=latency), ticks=30 * (interval + latency), seed=seed,
    )  # fmt: skip
    assert outcome.sent == outcome.ready


@settings(max_examples=60, deadline=None)
@given(MILD_CHANNELS, st.integers(1, 8), st.integers(1, 12), SEEDS)
def test_one_more_such_window_for_each_loss_in_a_row_costs_less_than_a_twentieth(
    channel: Channel, rate: int, interval: int, seed: int
) -> None:
    # Only a number lost four times in a row is waited for: one in 160,000.
    losses_in_a_row = 3
    outcome = simulate(
        session_size=rate * (interval + channel.latency + 1) * (1 + losses_in_a_row), rate=rate, interval=interval,
        channel=channel, ticks=60 * (interval + channel.latency + 1), seed=seed,
    )  # fmt: skip
    assert outcome.sent >= 0.95 * outcome.ready
    assert max(outcome.held) < rate * (interval + channel.latency + 1) * (1 + losses_in_a_row)


def test_half_such_a_window_slows_the_producer() -> None:
    channel = Channel(loss=0, repeats=0, latency=6)
    outcome = simulate(session_size=15, rate=3, interval=4, channel=channel, ticks=200, seed=1)
    assert outcome.sent < 0.95 * outcome.ready
