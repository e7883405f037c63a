"""What may be handed on now: of each sequence in order, as far as its outcomes let it go on.

`NEXT` is the query of docs/processors.md; a `Line` is the same for one sequence while a processor works
on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")

LINE = """
with told as (
    -- One row per attempt whose outcome somebody has reported.
    select ruleset, sequence_id, message_id, release_position, attempt, min(outcome) as outcome
    from {outcomes}
    group by ruleset, sequence_id, message_id, release_position, attempt
),

line as (
    -- One row per message that is to be delivered, or that others wait for.
    select
        handover.* except (outcome),
        coalesce(handover.outcome, told.outcome) as outcome
    from {handover} as handover
    left join told using (ruleset, sequence_id, message_id, release_position, attempt)
    where handover.attempt is not null or handover.is_failed
),

judged as (
    -- With how many before it are not settled, and how many stop those behind them.
    select
        *,
        count_if(outcome is null and waits_for is not null) over before_it as awaited_before,
        count_if(case when outcome is null then is_failed else outcome = 'failed' and failure_stops end)
            over before_it as stopped_before
    from line
    window before_it as (
        partition by order_group, sequence_id order by release_position
        rows between unbounded preceding and 1 preceding
    )
)
"""
"""Every message that is to be delivered, with what stands before it."""

NEXT = (
    LINE
    + """
select * from judged
where
    attempt is not null and outcome is null
    and (waits_for is null or (stopped_before = 0 and (waits_for = 'failures' or awaited_before = 0)))
order by ruleset, sequence_id, release_position
"""
)
"""What may be handed on now: with acknowledgements one message of a sequence, else all up to a failure."""


@dataclass
class Place(Generic[T]):
    """A place in line, and what is known of its message."""

    release_position: int
    attempt: int | None
    waits_for: str | None
    failure_stops: bool
    is_failed: bool
    outcome: str | None = None
    message: T | None = None

    @property
    def is_awaited(self) -> bool:
        """Whether it is not settled."""
        return self.outcome is None and self.waits_for is not None

    @property
    def stops(self) -> bool:
        """Whether those behind it wait for somebody to decide."""
        return self.is_failed if self.outcome is None else self.outcome == "failed" and self.failure_stops


class Line(Generic[T]):
    """The messages of a sequence in the order of their release."""

    def __init__(self, places: Iterable[Place[T]]) -> None:
        self._places = sorted(places, key=lambda place: place.release_position)

    def __iter__(self) -> Iterator[Place[T]]:
        """Its places."""
        return iter(self._places)

    def free(self) -> Iterator[Place[T]]:
        """The places that may be handed on now, the first in line first."""
        is_stopped = is_awaited = False
        for place in self._places:
            waits = place.waits_for is not None and (
                is_stopped or (place.waits_for == "deliveries" and is_awaited)
            )
            if place.outcome is None and place.attempt is not None and not waits:
                yield place
            is_stopped = is_stopped or place.stops
            is_awaited = is_awaited or place.is_awaited

    def settle(self, place: Place[T], outcome: str) -> None:
        """Notes an outcome; what nobody waits for any more leaves the line."""
        place.outcome = outcome
        if not place.stops:
            self._places = [one for one in self._places if one is not place]
