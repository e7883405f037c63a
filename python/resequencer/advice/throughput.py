"""How many consumers a load needs: processing and exception rate by consumers and pressure, simulated.

Consumers take sequences, not messages: while one works on a message of a sequence, no other takes the next
one. So more consumers help only as long as there are sequences waiting.
"""

from __future__ import annotations

import math
from collections import defaultdict, deque
from collections.abc import Generator, Sequence
from dataclasses import asdict, dataclass, replace

import numpy as np
import pandas as pd
import simpy

LEVEL_TOLERANCE = 0.25
"""What was measured counts for a pressure level that is at most so much of that level away from it."""

_HARDLY_WORSE = 1.05
"""Where no number of consumers meets the wait, more of them are not worth it for less than this."""

COLUMNS = (
    "consumer_replicas",
    "pressure_level",
    "arrival_rate",
    "processing_rate",
    "exception_rate",
    "utilisation",
    "mean_wait_ms",
    "p95_wait_ms",
    "max_backlog",
    "basis",
)
"""Columns of the baseline; what they are is said at `baseline`."""


@dataclass(frozen=True)
class Load:
    """What consumers have to do, at present."""

    arrival_rate: float
    """Messages released per second."""
    service_mean_ms: float
    """Milliseconds that one attempt at a message takes on average."""
    service_variation: float = 1.0
    """Standard deviation of that, divided by its mean: 0 always the same, 1 exponential."""
    failure_rate: float = 0.0
    """Share of attempts that fail, 0 to 1."""
    sequence_count: int = 100
    """Sequences that are open at the same time: more consumers than that never have work at once."""
    max_attempts: int = 1
    """Attempts at a message before it is an exception (a dead letter)."""

    def __post_init__(self) -> None:
        if self.arrival_rate <= 0 or self.service_mean_ms <= 0 or self.service_variation < 0:
            raise ValueError("arrival_rate and service_mean_ms must be above 0, service_variation 0 or more")
        if not 0 <= self.failure_rate <= 1 or self.sequence_count < 1 or self.max_attempts < 1:
            raise ValueError("failure_rate must be from 0 to 1, the counts at least 1")

    def at(self, arrival_rate: float) -> Load:
        """The same work, so many messages per second of it."""
        return replace(self, arrival_rate=arrival_rate)

    @property
    def attempts_per_message(self) -> float:
        """Attempts that a message takes on average."""
        if self.failure_rate == 1:
            return float(self.max_attempts)
        return (1 - self.failure_rate**self.max_attempts) / (1 - self.failure_rate)

    @property
    def busy_consumers(self) -> float:
        """Consumers that would be busy all the time; fewer cannot keep up."""
        return self.arrival_rate * self.attempts_per_message * self.service_mean_ms / 1000


def measured_load(
    stretches: pd.DataFrame, arrival_rate: float, sequence_count: int, max_attempts: int = 1
) -> Load | None:
    """Read from deliveries what an attempt takes, and how many fail.

    Args:
        stretches: one row per stretch of time with attempts that were begun in it and settled: `attempts` and
            `failures` (how many, and how many of them failed), `took_ms` and `squared_took_ms` (sums of what
            they took, and of its squares).
        arrival_rate: messages released per second.
        sequence_count: sequences that are open at the same time.
        max_attempts: attempts before a message is given up.

    Returns:
        The load, or none where attempts tell too little: fewer than two of them, or none took any time.
    """
    count, took_ms = int(stretches["attempts"].sum()), float(stretches["took_ms"].sum())
    if count < 2 or took_ms <= 0:
        return None
    mean_ms = took_ms / count
    variance = max(float(stretches["squared_took_ms"].sum()) / count - mean_ms**2, 0.0)
    return Load(
        arrival_rate=arrival_rate,
        service_mean_ms=mean_ms,
        service_variation=math.sqrt(variance) / mean_ms,
        failure_rate=float(stretches["failures"].sum()) / count,
        sequence_count=sequence_count,
        max_attempts=max_attempts,
    )


def measured_cells(
    stretches: pd.DataFrame, load: Load, every_s: float, pressure_levels: Sequence[float]
) -> pd.DataFrame:
    """Read from deliveries what so many consumers made of so much pressure.

    Args:
        stretches: one row per stretch of time: `is_whole` (what is not tells no rate), `consumers` (how many
            made attempts), `consumers_took_ms` (the sum of what these took), `messages` and `delivered`
            (how many had their last attempt by one of them, and how many of those were delivered then).
        load: the present load, of which pressure is a multiple.
        every_s: seconds that a stretch is long.
        pressure_levels: each stretch counts for the nearest of these (by their ratio), and for none where
            that is further away than LEVEL_TOLERANCE of it.

    Returns:
        One row per number of consumers and level that were met: `consumer_replicas`, `pressure_level`,
        `arrival_rate`, `processing_rate`, `exception_rate` and `utilisation`, means over the stretches.
    """
    told = stretches[stretches["is_whole"] & (stretches["messages"] > 0)]
    levels = np.array(sorted(pressure_levels), dtype=np.float64)
    pressure = told["messages"].to_numpy(dtype=np.float64) / every_s / load.arrival_rate
    away = np.abs(pressure[:, None] / levels - 1)
    cells = pd.DataFrame(
        {
            "consumer_replicas": told["consumers"].astype("int64"),
            "pressure_level": levels[away.argmin(axis=1)],
            "arrival_rate": told["messages"] / every_s,
            "processing_rate": told["delivered"] / every_s,
            "exception_rate": 1 - told["delivered"] / told["messages"],
            "utilisation": told["consumers_took_ms"] / 1000 / every_s / told["consumers"],
        }
    )
    near = cells[away.min(axis=1) <= LEVEL_TOLERANCE]
    return near.groupby(["consumer_replicas", "pressure_level"], as_index=False).mean()


class _Simulation:
    """One run: messages arrive at random, consumers take the sequence that has waited longest."""

    def __init__(self, load: Load, replicas: int, messages: int, seed: int) -> None:
        self.load = load
        self.chance = np.random.default_rng(seed)
        self.environment = simpy.Environment()
        self.ready = simpy.Store(self.environment)
        self.waiting: defaultdict[int, deque[float]] = defaultdict(deque)
        self.taken: set[int] = set()
        self.waits_ms: list[float] = []
        self.processed = self.exceptions = self.backlog = self.max_backlog = 0
        self.busy_ms = self.last_ms = 0.0
        self.environment.process(self.arrivals(messages))
        for _ in range(replicas):
            self.environment.process(self.consumer())
        self.environment.run()

    def arrivals(self, messages: int) -> Generator[simpy.Event]:
        pauses = self.chance.exponential(1000 / self.load.arrival_rate, messages)
        sequences = self.chance.integers(0, self.load.sequence_count, messages)
        for pause, sequence in zip(pauses.tolist(), sequences.tolist(), strict=True):
            yield self.environment.timeout(pause)
            self.waiting[sequence].append(self.environment.now)
            self.backlog += 1
            self.max_backlog = max(self.max_backlog, self.backlog)
            if sequence not in self.taken:
                self.taken.add(sequence)
                self.ready.put(sequence)

    def consumer(self) -> Generator[simpy.Event, int]:
        while True:
            sequence = yield self.ready.get()
            arrived_ms = self.waiting[sequence].popleft()
            self.backlog -= 1
            self.waits_ms.append(self.environment.now - arrived_ms)
            is_delivered = False
            for _ in range(self.load.max_attempts):
                took_ms = self.service_ms()
                self.busy_ms += took_ms
                yield self.environment.timeout(took_ms)
                is_delivered = self.chance.random() >= self.load.failure_rate
                if is_delivered:
                    break
            self.processed += is_delivered
            self.exceptions += not is_delivered
            self.last_ms = self.environment.now
            if self.waiting[sequence]:
                self.ready.put(sequence)
            else:
                self.taken.remove(sequence)

    def service_ms(self) -> float:
        squared = self.load.service_variation**2
        if squared == 0:
            return self.load.service_mean_ms
        return float(self.chance.gamma(1 / squared, self.load.service_mean_ms * squared))


@dataclass(frozen=True)
class Throughput:
    """What came of one number of consumers under one load; the columns of the baseline."""

    arrival_rate: float
    processing_rate: float
    exception_rate: float
    utilisation: float
    mean_wait_ms: float
    p95_wait_ms: float
    max_backlog: int


def simulate(load: Load, replicas: int, messages: int = 4000, seed: int = 0) -> Throughput:
    """Simulate one number of consumers under one load.

    Args:
        load: what there is to do.
        replicas: consumers, from 1.
        messages: messages to simulate.
        seed: of the random generator.
    """
    run = _Simulation(load, replicas, messages, seed)
    return Throughput(
        arrival_rate=load.arrival_rate,
        processing_rate=run.processed / run.last_ms * 1000,
        exception_rate=run.exceptions / messages,
        utilisation=run.busy_ms / (replicas * run.last_ms),
        mean_wait_ms=float(np.mean(run.waits_ms)),
        p95_wait_ms=float(np.quantile(run.waits_ms, 0.95)),
        max_backlog=run.max_backlog,
    )


def baseline(
    load: Load,
    replicas: Sequence[int] = (1, 2, 4, 8, 16),
    pressure_levels: Sequence[float] = (0.5, 1.0, 1.5, 2.0),
    measured: pd.DataFrame | None = None,
    messages: int = 4000,
    seed: int = 0,
) -> pd.DataFrame:
    """{processing rate, exception rate} by {consumers, pressure}: measured where it was, else simulated.

    Args:
        load: the present load.
        replicas: numbers of consumers.
        pressure_levels: loads, as multiples of the present one.
        measured: what was measured, in any of the columns; a row replaces the simulated one of the same
            `consumer_replicas` and `pressure_level`, or is added.
        messages: messages to simulate for each.
        seed: of the random generator.

    Returns:
        One row per number of consumers and pressure level: `consumer_replicas`, `pressure_level` (load, as a
        multiple of the present one), `arrival_rate` and `processing_rate` (messages that came, and that were
        delivered, per second), `exception_rate` (share of messages given up, 0 to 1),
        `utilisation` (share of the consumers' time that was busy, 0 to 1), `mean_wait_ms` and `p95_wait_ms`
        (from release to the first attempt, in milliseconds), `max_backlog` (messages) and `basis`
        (`measured`, `simulated`).
    """
    rows = [
        {"consumer_replicas": count, "pressure_level": level, "basis": "simulated"}
        | asdict(simulate(load.at(load.arrival_rate * level), count, messages, seed))
        for count in replicas
        for level in pressure_levels
    ]
    frame = pd.DataFrame(rows, columns=list(COLUMNS))
    if measured is not None and len(measured):
        keys = ["consumer_replicas", "pressure_level"]
        real = measured.assign(basis="measured").reindex(columns=list(COLUMNS))
        frame = pd.concat([real, frame]).drop_duplicates(keys, keep="first")
    return frame.sort_values(["consumer_replicas", "pressure_level"], ignore_index=True)


@dataclass(frozen=True)
class ScalingPolicy:
    """When consumers are added and taken away."""

    p95_wait_ms: float
    """Wait that 95 % of the messages are not to exceed."""
    lowest: int = 1
    """Never fewer."""
    highest: int = 64
    """Never more."""
    headroom: float = 0.25
    """Consumers are taken away only if the rest could bear so much more than the present load, ..."""
    lower_after: int = 5
    """... so many checks in a row."""

    def __post_init__(self) -> None:
        if not 1 <= self.lowest <= self.highest or self.headroom < 0 or self.lower_after < 1:
            raise ValueError(
                "lowest and highest must ascend from 1, headroom be 0 or more, lower_after 1 or more"
            )


@dataclass(frozen=True)
class ScalingState:
    """What one check decided, for the next one to go on from."""

    replicas: int
    """Consumers advised."""
    checks_below: int = 0
    """Checks in a row, this one included, in which fewer would have done."""


def needed_replicas(load: Load, policy: ScalingPolicy, messages: int = 4000, seed: int = 0) -> int:
    """The smallest number of consumers with which the wait is met; never more than there are sequences.

    Where no number meets it, because a message waits for those before it in its sequence or because `highest`
    is too low, it is the smallest whose wait is hardly longer than that of the most there may be.

    Args:
        load: what there is to do.
        policy: the wait, and from where to where to look.
        messages: messages to simulate for each number tried.
        seed: of the random generator: the same for all, so that more consumers are never worse by chance.
    """
    # Fewer than are busy all the time cannot keep up: their wait only depends on how long one looks.
    low = max(policy.lowest, int(load.busy_consumers) + 1)
    high = max(policy.lowest, min(policy.highest, load.sequence_count))
    if low >= high:
        return high
    shortest_ms = simulate(load, high, messages, seed).p95_wait_ms
    is_possible = shortest_ms <= policy.p95_wait_ms
    enough_ms = policy.p95_wait_ms if is_possible else shortest_ms * _HARDLY_WORSE
    while low < high:
        middle = (low + high) // 2
        if simulate(load, middle, messages, seed).p95_wait_ms <= enough_ms:
            high = middle
        else:
            low = middle + 1
    return low


def meets_wait(load: Load, replicas: int, policy: ScalingPolicy, messages: int = 4000, seed: int = 0) -> bool:
    """Whether so many consumers keep up, and the wait is met.

    Args:
        load: what there is to do.
        replicas: consumers.
        policy: the wait.
        messages: messages to simulate.
        seed: of the random generator.
    """
    keeps_up = replicas > load.busy_consumers
    return keeps_up and simulate(load, replicas, messages, seed).p95_wait_ms <= policy.p95_wait_ms


def next_replicas(
    policy: ScalingPolicy, before: ScalingState, needed_now: int, needed_with_headroom: int
) -> ScalingState:
    """Decide the number of consumers: up at once, down late and only with room to spare.

    Args:
        policy: bounds and hysteresis.
        before: what the check before decided.
        needed_now: needed_replicas of the present load.
        needed_with_headroom: needed_replicas of the present load times 1 + `headroom`.
    """
    current = min(max(before.replicas, policy.lowest), policy.highest)
    if needed_now > current:
        return ScalingState(min(max(needed_now, policy.lowest), policy.highest))
    fewer = min(max(needed_with_headroom, needed_now, policy.lowest), policy.highest)
    if fewer < current:
        below = before.checks_below + 1
        return ScalingState(fewer) if below >= policy.lower_after else ScalingState(current, below)
    return ScalingState(current)
