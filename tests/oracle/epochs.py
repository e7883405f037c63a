"""``reopen``: a sequence that begins anew once it has closed."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from .buffer import Buffer, Landed
from .contract import Arrival, Drop, Snapshot, Verdict


@dataclass
class EpochBuffer:
    """One buffer after the other. What comes after a buffer has closed is the first message of the next one.

    The timers due at an arrival come before it, so it may be what they close that it comes after. What no epoch would
    take, by its key or because of the last number it declares, opens none: it is the closed one's to refuse.
    """

    new_buffer: Callable[[], Buffer]
    epochs: list[Buffer] = field(default_factory=list)
    epoch_of: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.epochs.append(self.new_buffer())

    def accept(self, landed: Landed) -> None:
        newest = self.epochs[-1]
        newest.fire_timers(landed.effective_us)
        if newest.closed_at_us(landed.effective_us) is not None and self.is_taken_anew(landed):
            newest = self.new_buffer()
            newest.numbering = newest.numbering.after(self.epochs[-1].numbering)
            self.epochs.append(newest)
        self.epoch_of[landed.position] = len(self.epochs)
        newest.accept(landed)

    def is_taken_anew(self, landed: Landed) -> bool:
        """Whether an empty buffer would hold the message: not refused by its key, nor by the last number it declares."""
        empty = self.new_buffer()
        assert isinstance(landed.arrival, Arrival)
        message = empty.message_of(landed)
        declared = empty.declared_lasts(message)
        return (
            empty.refusal(message) is None
            and len(declared) < 2
            and all(message.number <= last for last in declared)
        )

    def drop(self, drop: Drop, now_us: int) -> bool:
        """Of what has closed nothing is held."""
        return self.epochs[-1].drop(drop, now_us)

    def fire_timers(self, until_us: int) -> None:
        self.epochs[-1].fire_timers(until_us)

    def make_room(self, now_us: int) -> None:
        """Nothing to do: there is always room."""

    def snapshot(self, clock_us: int, landed: Iterable[Landed]) -> Snapshot:
        """That of the newest epoch, with the verdicts of all and the earlier ones' own. Positions go on counting."""
        landed = list(landed)
        verdicts = [Verdict("pending", "after_clock", None) for _ in landed]
        numbers: list[int | None] = [None for _ in landed]
        snapshots: list[Snapshot] = []
        before = 0
        for epoch, buffer in enumerate(self.epochs, start=1):
            places = [place for place, one in enumerate(landed) if self.epoch_of.get(one.position) == epoch]
            snapshots.append(buffer.snapshot(clock_us, [landed[place] for place in places]))
            for place, verdict, number in zip(
                places, snapshots[-1].verdicts, snapshots[-1].numbers, strict=True
            ):
                position = verdict.release_position
                verdicts[place] = replace(
                    verdict, release_position=None if position is None else before + position
                )
                numbers[place] = number
            before += len(buffer.releases)
        return replace(
            snapshots[-1],
            verdicts=tuple(verdicts),
            numbers=tuple(numbers),
            epochs=tuple(self.epoch_of.get(one.position) for one in landed),
            earlier=tuple(snapshots[:-1]),
        )
