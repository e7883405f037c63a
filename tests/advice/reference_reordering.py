"""RFC 4737 message by message, written from its text as plainly as it puts it; quadratic where it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise


@dataclass(frozen=True)
class Message:
    """One message as it arrived."""

    number: int
    """Its sequence number (s in RFC 4737)."""
    arrived_ms: float = 0.0
    """When it arrived, in milliseconds (DstTime)."""
    payload_bytes: int = 0
    """How large it is (PayloadSize)."""


@dataclass(frozen=True)
class Reordering:
    """What RFC 4737 says of one message. Positions count arrivals from 1, repeats left out."""

    number: int
    """Its sequence number."""
    position: int
    """Its place in the order of arrival (i)."""
    is_reordered: bool
    """Whether something higher came before it (Type-P-Reordered, 3.3)."""
    discontinuity_size: int = 0
    """Numbers missing when it came, if it is higher than the one expected (3.4); else 0."""
    extent: int | None = None
    """Places to the earliest higher message (e, 4.2); None if it is in order."""
    late_time_ms: float | None = None
    """Milliseconds since that arrived (LateTime, 4.3), which is its lateness; None if it is in order."""
    byte_offset: int | None = None
    """Bytes of the higher messages that came before it (ByteOffset, 4.4); None if it is in order."""
    n_reordering: int = 0
    """The largest n for which it is n-reordered (5.3): so many right before it are all higher."""
    gap: int = 0
    """Of a reordering discontinuity, places from the one before (Gap, 4.5); else 0."""
    gap_time_ms: float = 0.0
    """The same in milliseconds (GapTime)."""


@dataclass(frozen=True)
class FreeRuns:
    """Runs of in-order messages between reordered ones (RFC 4737, 4.6)."""

    message_count: int
    """All messages (p)."""
    run_count: int
    """Runs, which is reordered messages (x)."""
    in_order_count: int
    """Messages in order (a)."""
    squared_lengths: int
    """Sum of the squared lengths of the runs (q)."""

    @property
    def mean_length(self) -> float | None:
        """Average run (a/x); None without reordering."""
        return self.in_order_count / self.run_count if self.run_count else None

    @property
    def variation(self) -> float | None:
        """1 where all runs are equally long, more the more they differ ((q/a)/(a/x)); None without either."""
        if not self.run_count or not self.in_order_count:
            return None
        return self.squared_lengths * self.run_count / self.in_order_count**2


def reorderings(messages: Sequence[Message]) -> list[Reordering]:
    """Judge every message of one sequence by RFC 4737.

    Args:
        messages: in order of arrival. Repeats are left out.

    Returns:
        One element per distinct number, in order of its first arrival.
    """
    first: dict[int, Message] = {}
    for message in messages:
        first.setdefault(message.number, message)
    arrived = list(first.values())
    detected: dict[int, int] = {}  # by which message each discontinuity was
    result = []
    next_expected: int | None = None
    for index, message in enumerate(arrived):
        higher = [j for j in range(index) if arrived[j].number > message.number]
        if higher:
            detected.setdefault(higher[0], index)
            n = 0
            while n < index and arrived[index - n - 1].number > message.number:
                n += 1
            result.append(
                Reordering(
                    message.number,
                    index + 1,
                    True,
                    extent=index - higher[0],
                    late_time_ms=message.arrived_ms - arrived[higher[0]].arrived_ms,
                    byte_offset=sum(arrived[j].payload_bytes for j in higher),
                    n_reordering=n,
                )
            )
        else:
            missing = 0 if next_expected is None else message.number - next_expected
            result.append(Reordering(message.number, index + 1, False, discontinuity_size=missing))
            next_expected = message.number + 1
    return _with_gaps(result, arrived, detected)


def _with_gaps(
    result: list[Reordering], arrived: Sequence[Message], detected: Mapping[int, int]
) -> list[Reordering]:
    for before, this in pairwise(sorted(detected)):
        if detected[before] > detected[this]:
            continue
        gap_time = arrived[this].arrived_ms - arrived[before].arrived_ms
        result[this] = replace(result[this], gap=this - before, gap_time_ms=gap_time)
    return result


def reordered_ratio(judged: Sequence[Reordering]) -> float | None:
    """Share of the messages that are reordered (R, RFC 4737, 4.1), 0 to 1; None without messages."""
    return sum(one.is_reordered for one in judged) / len(judged) if judged else None


def n_reordered_share(judged: Sequence[Reordering], n: int) -> float | None:
    """Share of the messages that are n-reordered (RFC 4737, 5.3), 0 to 1; None without messages."""
    return sum(one.n_reordering >= n for one in judged) / len(judged) if judged else None


def free_runs(judged: Sequence[Reordering]) -> FreeRuns:
    """Count the runs of in-order messages that a reordered one ended (RFC 4737, 4.6)."""
    run = run_count = in_order = squared = 0
    for one in judged:
        if one.is_reordered:
            squared += run * run
            run = 0
            run_count += 1
        else:
            run += 1
            in_order += 1
    return FreeRuns(len(judged), run_count, in_order, squared)
