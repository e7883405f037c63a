"""A sender that begins again under the same id (``restart``, 3.5), numbers too far ahead (``max_gap``), ``reopen_after``."""

from collections.abc import Callable, Iterable
from copy import copy, deepcopy
from dataclasses import replace

from .buffer import Buffer, Landed, Message
from .contract import Arrival, Drop, Ruleset, Snapshot, Verdict
from .epochs import EpochBuffer
from .numbered import NumberedBuffer
from .numbering import WindowNumbering


class RestartBuffer(EpochBuffer):
    """Buffers one after the other, each begun by a restart or by ``reopen``.

    ``candidate`` is a number outside of what its epoch may have, until it is known which epoch it is of.
    """

    def __init__(self, new_buffer: Callable[[], Buffer], ruleset: Ruleset) -> None:
        super().__init__(new_buffer)
        self.ruleset = ruleset
        self.candidate: Landed | None = None
        self.arrived_us: int | None = None

    @property
    def newest(self) -> NumberedBuffer:
        newest = self.epochs[-1]
        assert isinstance(newest, NumberedBuffer)
        return newest

    # -- events

    def accept(self, landed: Landed) -> None:
        """One arrival.

        * What confirms the candidate opens an epoch at its own arrival, and both are of it; any other arrival has the
          candidate judged just before it.
        * Then an arrival that ends a silence, or that repeats a number with another body, opens an epoch.
        * One that is outside of what its epoch may have is the next candidate.
        * Numbers off the grid are no numbers of the sequence: they confirm nothing and end nothing.
        """
        assert isinstance(landed.arrival, Arrival)
        self.fire_timers(landed.effective_us)
        if self.is_off_the_grid(landed):
            self.judge(landed)
            return
        silent_since_us, self.arrived_us = self.arrived_us, landed.effective_us
        candidate, self.candidate = self.candidate, None
        if candidate is not None and self.confirms(candidate, landed):
            self.begin_again(candidate, landed.effective_us)
            self.judge(self.moved(candidate, landed.effective_us))
            self.judge(landed)
            return
        if candidate is not None:
            self.judge_candidate(candidate, landed.effective_us)
            # Without a bake time it is ready at once, and may have ended the epoch.
            self.newest.fire_timers(landed.effective_us)
        begins = self.ends_a_silence(silent_since_us, landed) or self.repeats_what_is_held(landed)
        if begins and self.would_be_taken(landed):
            self.begin_again(landed, landed.effective_us)
            self.judge(landed)
            return
        if self.is_outside(landed) and self.would_be_taken(landed):
            self.candidate = landed
            return
        self.reopen_or_judge(landed)

    def fire_timers(self, until_us: int) -> None:
        """Bake timers, one moment after the other: a candidate waits for ``within``, and not past the end of its epoch."""
        while self.candidate is not None:
            due_us = self.candidate_due_us()
            baked_us = self.next_baked_us()
            if baked_us is not None and baked_us <= until_us and (due_us is None or baked_us < due_us):
                trial = deepcopy(self.newest)
                was_closed = trial.closed_at_us(baked_us) is not None
                trial.fire_timers(baked_us)
                if was_closed or trial.closed_at_us(baked_us) is None:
                    self.newest.fire_timers(baked_us)
                    continue
                due_us = baked_us
            if due_us is None or due_us > until_us:
                break
            candidate, self.candidate = self.candidate, None
            self.judge_candidate(candidate, due_us, precedes_timers=True)
        self.newest.fire_timers(until_us)

    def candidate_due_us(self) -> int | None:
        within_us = self.ruleset.restart_within_us
        assert self.candidate is not None
        return None if within_us is None else self.candidate.effective_us + within_us

    def next_baked_us(self) -> int | None:
        newest = self.newest
        if newest.bake_time_us is None or not newest.unbaked:
            return None
        return min(message.effective_us for message in newest.unbaked) + newest.bake_time_us

    def drop(self, drop: Drop, now_us: int) -> bool:
        """Not where numbers are compared with the highest before them: what that was before the dropped ones is not known."""
        if self.ruleset.compares:
            return False
        self.fire_timers(now_us)
        return self.newest.drop(drop, now_us)

    # -- what a number is

    def is_off_the_grid(self, landed: Landed) -> bool:
        start = self.ruleset.start
        assert landed.arrival.key is not None
        return start != "auto" and (landed.arrival.key - start) % self.ruleset.step != 0

    def confirms(self, candidate: Landed, landed: Landed) -> bool:
        """Whether it is the candidate's successor."""
        key, before = landed.arrival.key, candidate.arrival.key
        assert key is not None
        assert before is not None
        if self.ruleset.wrap_at is not None:
            return key == (self.ruleset.wrap_to if before + 1 == self.ruleset.wrap_at else before + 1)
        sign = self.newest.numbering.sign
        return sign * key == sign * before + self.ruleset.step

    def ends_a_silence(self, since_us: int | None, landed: Landed) -> bool:
        silence_us = self.ruleset.restart_silence_us
        return (
            silence_us is not None and since_us is not None and landed.effective_us >= since_us + silence_us
        )

    def repeats_what_is_held(self, landed: Landed) -> bool:
        """Its number has come with another body, and is still held."""
        message = self.as_message(landed)
        first = self.newest.first_of_number.get(message.number)
        return (
            self.ruleset.restart_repeat
            and first is not None
            and first in self.newest.held
            and first.arrival.body != message.arrival.body
        )

    def is_outside(self, landed: Landed) -> bool:
        """Outside of what the epoch may have: compared with its highest, at first with the number that is expected."""
        newest = self.newest
        reference = self.reference
        if not self.ruleset.restarts or reference is None:
            return False
        backward, forward = self.ruleset.window
        assert landed.arrival.key is not None
        if self.ruleset.wrap_at is not None:
            assert backward is not None
            assert forward is not None
            range_of_numbers = self.ruleset.wrap_at - self.ruleset.wrap_to
            ahead = (landed.arrival.key - reference) % range_of_numbers
            return ahead > forward and range_of_numbers - ahead > backward
        distance = newest.numbering.number_of(landed.arrival.key) - reference
        return (forward is not None and distance > forward) or (backward is not None and -distance > backward)

    @property
    def reference(self) -> int | None:
        newest = self.newest
        return newest.start if newest.highest is None else newest.highest

    def would_be_taken(self, landed: Landed) -> bool:
        """Whether an epoch that began with it would hold it: it does not declare a last number that it is beyond, nor two."""
        empty = self.buffer_from(landed)
        message = empty.message_of(landed)
        declared = empty.declared_lasts(message)
        return len(declared) < 2 and all(message.number <= last for last in declared)

    # -- epochs

    def buffer_from(self, landed: Landed) -> NumberedBuffer:
        """An empty buffer that expects the number of this message first; extended numbers begin at its counter."""
        buffer = self.new_buffer()
        assert isinstance(buffer, NumberedBuffer)
        assert landed.arrival.key is not None
        number = buffer.numbering.sign * landed.arrival.key
        if isinstance(buffer.numbering, WindowNumbering):
            buffer.numbering.stands_at = number
        buffer.begin_at(number)
        return buffer

    def begin_again(self, first: Landed, now_us: int) -> None:
        """The old epoch ends, unless it has, and the new one begins."""
        self.newest.fire_timers(now_us)
        if self.newest.closed_at_us(now_us) is None:
            self.newest.give_way(now_us)
        self.epochs.append(self.buffer_from(first))

    def judge_candidate(self, candidate: Landed, now_us: int, precedes_timers: bool = False) -> None:
        """It was no new beginning: judged in the old epoch as if it came now; no later number is compared with it."""
        self.reopen_or_judge(self.moved(candidate, now_us, precedes_timers, counts=False))

    def moved(
        self, landed: Landed, now_us: int, precedes_timers: bool = False, counts: bool = True
    ) -> Landed:
        return replace(landed, effective_us=now_us, precedes_timers=precedes_timers, counts=counts)

    def reopen_or_judge(self, landed: Landed) -> None:
        """``reopen``: what comes after an end opens an epoch, but for ``reopen_after`` not a number that has come."""
        if not landed.precedes_timers:
            self.newest.fire_timers(landed.effective_us)
        closed_us = self.newest.closed_at_us(landed.effective_us)
        if self.ruleset.reopen and closed_us is not None and self.is_taken_anew(landed):
            after_us = self.ruleset.reopen_after_us
            number = self.as_message(landed).number
            is_repeat = (
                after_us is not None
                and landed.effective_us < closed_us + after_us
                and number in self.newest.first_of_number
            )
            if not is_repeat:
                self.epochs.append(self.new_buffer())
                landed = replace(landed, counts=True)
        self.judge(landed)

    def is_taken_anew(self, landed: Landed) -> bool:
        empty = self.new_buffer()
        return super().is_taken_anew(landed) and not empty.is_too_far_ahead(empty.message_of(landed))

    def judge(self, landed: Landed) -> None:
        self.epoch_of[landed.position] = len(self.epochs)
        self.newest.accept(self.numbered(landed))

    def as_message(self, landed: Landed) -> Message:
        """What it would be in the newest epoch, which stays as it is."""
        numbered = self.numbered(landed)
        trial = copy(self.newest)
        trial.numbering = deepcopy(trial.numbering)
        return trial.message_of(numbered)

    def numbered(self, landed: Landed) -> Landed:
        """Its counter goes on from the highest of its epoch."""
        numbering = self.newest.numbering
        if isinstance(numbering, WindowNumbering):
            numbering.stands_at = self.reference
        return landed

    def snapshot(self, clock_us: int, landed: Iterable[Landed]) -> Snapshot:
        landed = list(landed)
        snapshot = super().snapshot(clock_us, landed)
        if self.candidate is None:
            return snapshot
        waits = Verdict("pending", "awaiting_confirmation", None)
        verdicts = [
            waits if one.position == self.candidate.position else verdict
            for one, verdict in zip(landed, snapshot.verdicts, strict=True)
        ]
        return replace(snapshot, verdicts=tuple(verdicts))
