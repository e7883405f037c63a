"""Event-by-event simulator of one sequence (DESIGN section 3), written from the semantics' text.

Messages arrive one after another; there is a buffer of held messages, timers, a threshold (the highest released key)
and, for ``key_type: sequence``, a next expected number. The closed form of DESIGN 3.2 is deliberately not used
here: ``closed_form.py`` has it, and tests compare the two. How a mode decides is in one class each: ``numbered.py``
(numbers that follow each other, every ``on_gap``, ``hold``), ``baking.py`` (keys of which only the order is known,
claims), ``sessions.py``, ``fifo.py`` (no keys at all). What all share (last numbers, room, heartbeat, what is published)
is in ``buffer.py``, keys that count down or wrap in ``numbering.py``, sequences that begin anew in ``epochs.py`` (once they
have closed) and ``restarts.py`` (as their senders do), the types in ``contract.py``.

Not covered: routing and decoding (``undecodable``, missing keys, messages no ruleset matches), acknowledgements,
expiry, and the bound on remembered skipped ranges (``resequencer__max_skipped_ranges``).
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from .baking import OrderedBuffer
from .buffer import Buffer, Landed
from .contract import Arrival, Claim, Drop, Moment, Result, Ruleset, Run, Snapshot, Verdict
from .epochs import EpochBuffer
from .fifo import FifoBuffer
from .linked import PointingBuffer, SpanningBuffer
from .numbered import NumberedBuffer
from .restarts import RestartBuffer
from .sessions import SessionBuffer


def buffer_for(ruleset: Ruleset) -> Buffer:
    """The way of ordering that a ruleset asks for."""
    if ruleset.session_timeout_us is not None:
        return SessionBuffer(ruleset, session_timeout_us=ruleset.session_timeout_us)
    if ruleset.key_type == "arrival":
        return FifoBuffer(ruleset)
    if ruleset.link is not None:
        return SpanningBuffer(ruleset) if ruleset.link == "span_to" else PointingBuffer(ruleset)
    return NumberedBuffer(ruleset) if ruleset.key_type == "sequence" else OrderedBuffer(ruleset)


# Where a drop stands among what counts at one time: before what arrives; one that came too late for its time, after all that was
# known before.
BEFORE_ARRIVALS = -1
AFTER_ALL = 1_000_000


def simulate(
    ruleset: Ruleset,
    runs: Sequence[Run],
    moments: Sequence[Moment] | None = None,
    dropped: Sequence[tuple[Moment, Drop]] | None = None,
) -> Result:
    """Put the arrivals of one sequence back in order, run by run.

    Decisions about time, all from 3.1:

    * the effective arrival is ``arrived_at``, or the clock of the run before the one that took the message
      in where that is later; the first run clamps nothing; ``moments``: when they came is known from before;
    * an arrival time more than ``max_ahead`` after the clock of the run that takes the message in is not believed: it came
      at that clock. In event order it stands where its arrival time says, among what came then;
    * a run judges every message whose effective arrival its clock has reached, in event order; later ones
      are pending, ``after_clock``, and keep their ingest position until a clock reaches them. Nothing about
      such a message is judged yet, not even an ``invalid_key``;
    * an event at exactly the clock belongs to the run: arrivals with ``a == clock`` are judged and timers
      due at the clock fire ("pending: release(k) > clock", 3.2);
    * a run with a bake time of its own has it from the moment after the clock before on: what it makes due earlier is due
      then, after all that came at that clock.
    """
    if not runs:
        raise ValueError("there is no state before the first run")
    buffer: Buffer | EpochBuffer = buffer_for(ruleset)
    if ruleset.compares or ruleset.reopen_after_us is not None:
        buffer = RestartBuffer(partial(buffer_for, ruleset), ruleset)
    elif ruleset.reopen:
        buffer = EpochBuffer(partial(buffer_for, ruleset))
    repeats: dict[int, Verdict] = {}
    firsts_us: dict[str, int] = {}
    landed: list[Landed] = []
    waiting: list[Landed] = []
    dropping = sorted(dropped or [], key=lambda one: one[0])
    drops: list[tuple[Moment, Drop, bool | None]] = []
    snapshots: list[Snapshot] = []
    clock_before: int | None = None
    for ingest, run in enumerate(runs):
        if clock_before is not None and run.clock_us < clock_before:
            raise ValueError("a run's clock is never earlier than the one before (DESIGN 3.1)")
        if run.bake_time_us is not None and isinstance(buffer, Buffer):
            buffer.change_bake_time(run.bake_time_us, None if clock_before is None else clock_before + 1)
        for arrival in run.arrivals:
            effective_us = arrival.arrived_at_us
            if clock_before is not None:
                effective_us = max(effective_us, clock_before)
            if ruleset.max_ahead_us is not None and effective_us > run.clock_us + ruleset.max_ahead_us:
                effective_us = run.clock_us
            moment = (effective_us, ingest, arrival.arrived_at_us, len(landed))
            if moments is not None:
                moment = moments[len(landed)]
            message = Landed(len(landed), moment[0], arrival, moment)
            landed.append(message)
            waiting.append(message)
        for drop in run.drops:
            order = len(dropping) + len(drops)
            late = clock_before is not None and drop.at_us <= clock_before
            at_us = clock_before if late and clock_before is not None else drop.at_us
            dropping.append(
                ((at_us, AFTER_ALL + ingest if late else BEFORE_ARRIVALS, drop.at_us, order), drop)
            )
        dropping.sort(key=lambda one: one[0])
        waiting.sort(key=lambda message: message.event_order)
        while waiting or dropping:
            if dropping and (not waiting or dropping[0][0] < waiting[0].event_order):
                if dropping[0][0][0] > run.clock_us:
                    break
                at, drop = dropping.pop(0)
                has_begun = any(one.event_order < at for one in landed)
                is_applied = buffer.drop(drop, at[0]) if has_begun else None
                drops.append((at, drop, is_applied))
            elif waiting[0].effective_us <= run.clock_us:
                message = waiting.pop(0)
                first_us = firsts_us.get(message.arrival.message_id)
                if ruleset.unique_ids_us is not None and has_key(ruleset, message.arrival):
                    if first_us is not None and message.effective_us < first_us + ruleset.unique_ids_us:
                        repeats[message.position] = Verdict("bypass", "duplicate", message.effective_us)
                        continue
                    firsts_us[message.arrival.message_id] = message.effective_us
                buffer.accept(message)
            else:
                break
        buffer.fire_timers(run.clock_us)
        buffer.make_room(run.clock_us)
        snapshots.append(with_repeats(buffer.snapshot(run.clock_us, landed), landed, repeats))
        clock_before = run.clock_us
    return Result(tuple(snapshots), tuple(message.event_order for message in landed), tuple(drops))


def has_key(ruleset: Ruleset, arrival: Arrival | Claim) -> bool:
    """Keys are judged before ids are: what has none (``invalid_key``) counts for nothing (3.2)."""
    if isinstance(arrival, Claim) or arrival.key is None or ruleset.key_type != "sequence":
        return True
    if ruleset.start != "auto" and (arrival.key - ruleset.start) % ruleset.step != 0:
        return False
    buffer = buffer_for(ruleset)
    if isinstance(buffer, SpanningBuffer):
        return not buffer.covers_nothing(arrival)
    return not (isinstance(buffer, PointingBuffer) and buffer.follows_itself(arrival))


def with_repeats(snapshot: Snapshot, landed: Sequence[Landed], repeats: dict[int, Verdict]) -> Snapshot:
    """``unique_ids``: beside what came of the others, the same id again within it, which counts for nothing else."""
    verdicts = [
        repeats.get(one.position, verdict) for one, verdict in zip(landed, snapshot.verdicts, strict=True)
    ]
    return replace(snapshot, verdicts=tuple(verdicts))


def rebuild(ruleset: Ruleset, runs: Sequence[Run]) -> Result:
    """What a full refresh at the last clock decides: one run over the moments that the runs had stored.

    Of runs with bake times of their own it replays each.
    """
    if any(run.bake_time_us is not None for run in runs):
        return simulate(ruleset, runs)
    arrivals = [arrival for run in runs for arrival in run.arrivals]
    result = simulate(ruleset, runs)
    dropped = [(moment, drop) for moment, drop, _ in result.drops]
    return simulate(ruleset, [Run(runs[-1].clock_us, tuple(arrivals))], result.moments, dropped)
