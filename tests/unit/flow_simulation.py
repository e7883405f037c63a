"""A producer that sends as far as it is told to, a channel that loses and reorders, and the buffer behind it."""

from __future__ import annotations

import random
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Window:
    """What `resequencer__flow_control` says of a sequence that counts from 1, from the formula."""

    next_expected: int
    window_end: int
    credits: int
    buffered: int
    missing: list[tuple[int, int]]


@dataclass
class Resequencer:
    """The buffer of one sequence, pure next-expected: what has come, and what has left in order."""

    session_size: int
    next_expected: int = 1
    highest_received: int = 0
    held: set[int] = field(default_factory=set)
    arrived: list[int] = field(default_factory=list)

    def run(self) -> Window:
        """Takes in what has arrived, lets go what can go, and says what may be sent."""
        self.held.update(number for number in self.arrived if number >= self.next_expected)
        self.highest_received = max([self.highest_received, *self.arrived])
        self.arrived.clear()
        while self.next_expected in self.held:
            self.held.remove(self.next_expected)
            self.next_expected += 1
        return self.window()

    def window(self) -> Window:
        end = self.next_expected + self.session_size - 1
        below, missing = self.next_expected - 1, []
        for number in sorted(self.held):
            if number > below + 1:
                missing.append((below + 1, number - 1))
            below = number
        return Window(self.next_expected, end, max(0, end - self.highest_received), len(self.held), missing)


@dataclass(frozen=True)
class Channel:
    """What becomes of a message: lost, or there after a time."""

    loss: float
    repeats: float
    latency: int


@dataclass
class Producer:
    """Has `rate` more messages to send each tick; sends them up to `window_end`, and again what is missing."""

    rate: int
    channel: Channel
    chance: random.Random
    window_end: int
    resends_after: int
    last_sent: int = 0
    ready: int = 0
    attempted: dict[int, int] = field(default_factory=dict)
    under_way: list[tuple[int, int]] = field(default_factory=list)

    def send(self, number: int, tick: int) -> None:
        self.attempted[number] = tick
        copies = 2 if self.chance.random() < self.channel.repeats else 1
        for _ in range(copies):
            if self.chance.random() >= self.channel.loss:
                self.under_way.append((tick + self.chance.randint(0, self.channel.latency), number))

    def work(self, tick: int) -> None:
        """One tick: what there is to send, as far as it may be."""
        self.ready += self.rate
        while self.last_sent < min(self.ready, self.window_end):
            self.last_sent += 1
            self.send(self.last_sent, tick)

    def heed(self, window: Window, tick: int) -> None:
        """After a run: how far it may send now, and what is to be sent again."""
        self.window_end = window.window_end
        for start, end in window.missing:
            for number in range(start, end + 1):
                if tick - self.attempted[number] >= self.resends_after:
                    self.send(number, tick)

    def deliver(self, tick: int) -> list[int]:
        """What arrives by now."""
        arriving = [number for due, number in self.under_way if due <= tick]
        self.under_way = [(due, number) for due, number in self.under_way if due > tick]
        return arriving


@dataclass(frozen=True)
class Outcome:
    """How a simulation went: messages held after each run, and how much of what there was to send was sent."""

    held: list[int]
    sent: int
    ready: int


def simulate(
    *, session_size: int, rate: int, interval: int, channel: Channel, ticks: int, seed: int
) -> Outcome:
    """Runs every `interval` ticks, a producer that works every tick and hears of a run at once."""
    resequencer = Resequencer(session_size)
    producer = Producer(
        rate, channel, random.Random(seed), window_end=session_size, resends_after=channel.latency
    )
    held: list[int] = []
    for tick in range(1, ticks + 1):
        producer.work(tick)
        resequencer.arrived += producer.deliver(tick)
        if tick % interval == 0:
            window = resequencer.run()
            held.append(window.buffered)
            producer.heed(window, tick)
    return Outcome(held, producer.last_sent, producer.ready)
