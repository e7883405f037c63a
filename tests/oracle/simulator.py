"""Event-by-event simulator of one sequence (DESIGN section 3), written from the semantics' text.

Messages arrive one after another; there is a buffer of held messages, one bake timer per held message,
a threshold (the highest released key) and, for ``key_type: sequence``, a next expected number. The closed
form of DESIGN 3.2 is deliberately not used here: ``closed_form.py`` has it, and tests compare the two.

Times are whole microseconds since 1970, keys are whole numbers, also of key types whose keys are none: of those only
the order counts, so any numbers in the same order do; python integers do not overflow, so
``next_expected`` after 2**63 - 1 is 2**63 here.

Not covered: routing and decoding (``nohit``, ``undecodable``, missing keys), dynamic sessions, claims,
overflow, acknowledgements, ``on_gap`` other than the defaults, heartbeat, wrap-around, epochs, expiry, and
the bound on remembered skipped ranges (``resequencer__max_skipped_ranges``).
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, assert_never

KeyType = Literal["sequence", "long", "integer", "double", "decimal", "string", "time"]
Outcome = Literal["released", "bypass", "failure", "pending"]
BypassReason = Literal["late", "duplicate", "conflicting_duplicate", "before_start", "after_last"]
FailureReason = Literal["invalid_key", "last_conflict"]
PendingReason = Literal["waiting_for_predecessor", "baking", "after_clock"]
Reason = BypassReason | FailureReason | PendingReason
GapStatus = Literal["open", "skipped"]


@dataclass(frozen=True)
class Ruleset:
    """The settings of a ruleset that ordering depends on.

    ``start`` and ``step`` mean something for ``key_type: sequence`` only: other key types know only order
    (3.2). ``bake_time_us`` is None for "not given": an infinite wait for ``sequence``, and static mode
    (``T = 0``) for other key types (3.2, "what a ruleset of another key type without bake_time means").
    """

    key_type: KeyType = "sequence"
    start: int | Literal["auto"] = 1
    step: int = 1
    bake_time_us: int | None = None

    def __post_init__(self) -> None:
        if self.step < 1:
            raise ValueError("step must be 1 or more")
        if self.bake_time_us is not None and self.bake_time_us < 0:
            raise ValueError("bake_time must not be negative")
        if self.key_type == "sequence" and self.start == "auto" and self.bake_time_us is None:
            raise ValueError("start: auto needs a bake_time (DESIGN 3.2)")


@dataclass(frozen=True)
class Arrival:
    """One message of one sequence, as it landed."""

    message_id: str
    key: int
    arrived_at_us: int
    body: str | None = None
    is_last: bool = False
    sequence_total: int | None = None


@dataclass(frozen=True)
class Run:
    """One run: its clock, and the arrivals ingested by it, in order of ingest position."""

    clock_us: int
    arrivals: tuple[Arrival, ...] = ()


@dataclass(frozen=True)
class Verdict:
    """What became of a message.

    ``event_time_us`` is released_at, bypassed_at or failed_at, and None for a pending message;
    ``late_by_us`` is given for reason ``late`` only; ``blocked_by`` for ``waiting_for_predecessor`` only.
    """

    outcome: Outcome
    reason: Reason | None
    event_time_us: int | None
    release_position: int | None = None
    late_by_us: int | None = None
    blocked_by: int | None = None


@dataclass(frozen=True)
class MissingRange:
    """Consecutive numbers (by step) that never came; both ends included."""

    range_start: int
    range_end: int
    status: GapStatus


@dataclass(frozen=True)
class Snapshot:
    """Everything that is published about the sequence after a run.

    ``verdicts`` has one entry per message landed so far, in landing order over all runs.
    """

    clock_us: int
    verdicts: tuple[Verdict, ...]
    next_expected: int | None
    highest_released: int | None
    highest_received: int | None
    last_number: int | None
    missing_ranges: tuple[MissingRange, ...]
    closed_at_us: int | None


@dataclass(frozen=True)
class Result:
    """The state after each run; the properties speak of the last one.

    ``effective_arrivals_us`` has one entry per message, in landing order over all runs.
    """

    snapshots: tuple[Snapshot, ...]
    effective_arrivals_us: tuple[int, ...]

    @property
    def final(self) -> Snapshot:
        return self.snapshots[-1]

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        return self.final.verdicts

    @property
    def next_expected(self) -> int | None:
        return self.final.next_expected

    @property
    def missing_ranges(self) -> tuple[MissingRange, ...]:
        return self.final.missing_ranges

    @property
    def closed_at_us(self) -> int | None:
        return self.final.closed_at_us

    def released_indexes(self) -> list[int]:
        """Indexes of the released messages, in the order of their release positions."""
        positions = [(verdict.release_position, index) for index, verdict in enumerate(self.verdicts)]
        return [index for position, index in sorted((p, i) for p, i in positions if p is not None)]


@dataclass(frozen=True)
class Message:
    """An arrival with its ingest position and its effective arrival."""

    position: int
    effective_us: int
    arrival: Arrival

    @property
    def key(self) -> int:
        return self.arrival.key

    @property
    def event_order(self) -> tuple[int, int]:
        """What "before" means everywhere: effective arrival, then ingest position (3.1)."""
        return self.effective_us, self.position


def simulate(ruleset: Ruleset, runs: Sequence[Run]) -> Result:
    """Put the arrivals of one sequence back in order, run by run.

    Decisions about time, all from 3.1:

    * the effective arrival is ``arrived_at``, or the clock of the run before the one that took the message
      in where that is later; the first run clamps nothing;
    * a run judges every message whose effective arrival its clock has reached, in event order; later ones
      are pending, ``after_clock``, and keep their ingest position until a clock reaches them. Nothing about
      such a message is judged yet, not even an ``invalid_key``;
    * an event at exactly the clock belongs to the run: arrivals with ``a == clock`` are judged and timers
      due at the clock fire ("pending: release(k) > clock", 3.2).
    """
    if not runs:
        raise ValueError("there is no state before the first run")
    buffer: Buffer
    match ruleset.key_type:
        case "sequence":
            buffer = NumberedBuffer(ruleset)
        case "long" | "integer" | "double" | "decimal" | "string" | "time":
            buffer = OrderedBuffer(ruleset)
        case _:
            assert_never(ruleset.key_type)
    landed: list[Message] = []
    waiting: list[Message] = []
    snapshots: list[Snapshot] = []
    clock_before: int | None = None
    for run in runs:
        if clock_before is not None and run.clock_us < clock_before:
            raise ValueError("a run's clock is never earlier than the one before (DESIGN 3.1)")
        for arrival in run.arrivals:
            effective_us = arrival.arrived_at_us
            if clock_before is not None:
                effective_us = max(effective_us, clock_before)
            message = Message(len(landed), effective_us, arrival)
            landed.append(message)
            waiting.append(message)
        waiting.sort(key=lambda message: message.event_order)
        while waiting and waiting[0].effective_us <= run.clock_us:
            buffer.accept(waiting.pop(0))
        buffer.fire_timers(run.clock_us)
        snapshots.append(buffer.snapshot(run.clock_us, landed))
        clock_before = run.clock_us
    return Result(tuple(snapshots), tuple(message.effective_us for message in landed))


@dataclass
class Buffer(ABC):
    """What both key types share: held messages, bake timers, threshold, last number, closure."""

    ruleset: Ruleset
    held: list[Message] = field(default_factory=list)
    settled: dict[int, Verdict] = field(default_factory=dict)
    threshold: int | None = None
    threshold_released_us: int = 0
    released_count: int = 0
    last_number: int | None = None
    closed_at_us: int | None = None

    # -- what differs by key type

    @property
    @abstractmethod
    def bake_time_us(self) -> int | None:
        """How long the reference message is baked; None is for ever."""

    @property
    @abstractmethod
    def next_expected(self) -> int | None:
        """The number whose turn it is, where numbers are known to be contiguous."""

    @abstractmethod
    def refusal(self, message: Message) -> tuple[Outcome, Reason] | None:
        """The verdict of a message whose key alone rules it out."""

    @abstractmethod
    def declared_lasts(self, arrival: Arrival) -> set[int]:
        """The last numbers this message declares: none, one, or two that contradict each other."""

    @abstractmethod
    def judge(self, message: Message) -> None:
        """Hold, release or bypass a message that belongs to the sequence."""

    @abstractmethod
    def release_followers(self, now_us: int) -> None:
        """Release held messages that wait for nothing any more."""

    @abstractmethod
    def last_turn_has_come(self, last_number: int) -> bool:
        """Whether the turn of the last number has come and gone."""

    @abstractmethod
    def pending_verdict(self) -> Verdict:
        """Why a held message is held."""

    @abstractmethod
    def missing_ranges(self) -> tuple[MissingRange, ...]:
        """The numbers that never came."""

    @property
    @abstractmethod
    def highest_received(self) -> int | None:
        """The highest key that came and was taken as part of the sequence."""

    # -- events

    def accept(self, message: Message) -> None:
        """Judge one arrival at its effective arrival.

        * Timers due at or before it fire first: an arrival at the very moment a higher key is baked is
          late (3.2: ``late(k)`` holds for ``a >= T + ...``). With ``T = 0`` a message's own timer is due at
          once, so it fires before the next arrival and ties in ``a`` are judged by ingest position.
        * Order of judgement (3.2): invalid key, before start, last conflict, after last, duplicate, late.
          A message that is refused at one step takes no part in the later ones: one with an invalid key or
          before the start declares no last number, one in conflict neither holds its number nor starts a
          timer.
        * The first last flag or total to arrive wins, whatever becomes of the message that brought it: a
          duplicate, a late one, or one that is itself above the last it declares (3.2).
        """
        self.fire_timers(message.effective_us)
        refused = self.refusal(message)
        if refused is not None:
            self.settle(message, *refused)
            return
        declared = self.declared_lasts(message.arrival)
        known = set() if self.last_number is None else {self.last_number}
        if len(declared) > 1 or (declared and known and declared != known):
            self.settle(message, "failure", "last_conflict")
            return
        if declared and not known:
            self.declare_last(declared.pop(), message.effective_us)
        if self.last_number is not None and message.key > self.last_number:
            self.settle(message, "bypass", "after_last")
            return
        self.judge(message)

    def fire_timers(self, until_us: int) -> None:
        """Fire the bake timers due until then, one moment after the other (3.2, spec on BakeTime).

        The reference message is the held one that arrived earliest: its timer is the next one due. When it
        fires, the highest key among the fully baked messages becomes the threshold, and everything held up
        to it leaves in ascending order, equal keys in the order they came (3.3, ties).
        """
        bake_time_us = self.bake_time_us
        if bake_time_us is None:
            return
        while self.held:
            due_us = min(message.effective_us for message in self.held) + bake_time_us
            if due_us > until_us:
                return
            baked = max(m.key for m in self.held if m.effective_us + bake_time_us <= due_us)
            leaving = [message for message in self.held if message.key <= baked]
            for message in sorted(leaving, key=lambda m: (m.key, m.event_order)):
                self.release(message, due_us)
            self.release_followers(due_us)

    def declare_last(self, last_number: int, now_us: int) -> None:
        """Remember the last number; held messages above it become ``after_last`` at this moment.

        They leave the buffer together with their timers, so they no longer bake anything below them; what
        was released before stays released (3.2). Their ``bypassed_at`` is their own effective arrival (3.1).
        """
        self.last_number = last_number
        for message in [held for held in self.held if held.key > last_number]:
            self.held.remove(message)
            self.settle(message, "bypass", "after_last")
        self.close_if_complete(now_us)

    # -- outcomes

    def settle(self, message: Message, outcome: Outcome, reason: Reason) -> None:
        """Record a bypass or a failure; its time is the effective arrival (3.1)."""
        late_by_us = message.effective_us - self.threshold_released_us if reason == "late" else None
        self.settled[message.position] = Verdict(outcome, reason, message.effective_us, late_by_us=late_by_us)

    def release(self, message: Message, now_us: int) -> None:
        """Release a message.

        ``late_by`` counts from the moment the threshold took its present value: an equal key released at
        once later on does not renew it (3.1, "release time of the threshold then in force").
        """
        if message in self.held:
            self.held.remove(message)
        self.released_count += 1
        self.settled[message.position] = Verdict(
            "released", None, now_us, release_position=self.released_count
        )
        if self.threshold is None or message.key > self.threshold:
            self.threshold = message.key
            self.threshold_released_us = now_us
        self.close_if_complete(now_us)

    def close_if_complete(self, now_us: int) -> None:
        """Close by completion: the last number's turn has come and it is settled (3.3).

        Where the last becomes known only after its turn has come, the declaration is the moment.
        """
        if (
            self.closed_at_us is None
            and self.last_number is not None
            and self.last_turn_has_come(self.last_number)
        ):
            self.closed_at_us = now_us

    def snapshot(self, clock_us: int, landed: Iterable[Message]) -> Snapshot:
        """The published state after a run."""
        after_clock = Verdict("pending", "after_clock", None)
        held_positions = {message.position for message in self.held}
        verdicts = tuple(
            self.pending_verdict()
            if message.position in held_positions
            else self.settled.get(message.position, after_clock)
            for message in landed
        )
        return Snapshot(
            clock_us=clock_us,
            verdicts=verdicts,
            next_expected=self.next_expected,
            highest_released=self.threshold,
            highest_received=self.highest_received,
            last_number=self.last_number,
            missing_ranges=self.missing_ranges(),
            closed_at_us=self.closed_at_us,
        )


@dataclass
class NumberedBuffer(Buffer):
    """``key_type: sequence``: numbers are contiguous by ``step``, and there is a next expected one."""

    first_of_number: dict[int, Message] = field(default_factory=dict)
    first_released: int | None = None

    @property
    def bake_time_us(self) -> int | None:
        """None is infinite: pure next-expected (3.2)."""
        return self.ruleset.bake_time_us

    @property
    def next_expected(self) -> int | None:
        """One step above the threshold; the start before anything left; None for ``auto`` until then.

        It is not cut off at a known last number: after completion it is last + step.
        """
        if self.threshold is not None:
            return self.threshold + self.ruleset.step
        return None if self.ruleset.start == "auto" else self.ruleset.start

    @property
    def grid_origin(self) -> int | None:
        """A number that the step grid goes through.

        With a fixed start, the start. DESIGN is silent about ``auto``: here the first message judged fixes
        the grid, so the verdict of every message is known at its own arrival.
        """
        if self.ruleset.start != "auto":
            return self.ruleset.start
        return next(iter(self.first_of_number), None)

    def refusal(self, message: Message) -> tuple[Outcome, Reason] | None:
        """Numbers off the grid are ``invalid_key`` (3.2), judged with the key, so before the start is.

        With ``auto`` nothing is expected before the first release, so nothing is ever ``before_start``.
        """
        origin = self.grid_origin
        if origin is not None and (message.key - origin) % self.ruleset.step != 0:
            return "failure", "invalid_key"
        if self.ruleset.start != "auto" and message.key < self.ruleset.start:
            return "bypass", "before_start"
        return None

    def declared_lasts(self, arrival: Arrival) -> set[int]:
        """The own number by the flag; ``start + (total - 1) * step`` by the total (3.2).

        A total says nothing under ``start: auto``, where the first number is not known. It is taken as it
        is: a total of 0 declares that nothing is to come (DESIGN is silent on totals below 1).
        """
        declared: set[int] = set()
        if arrival.is_last:
            declared.add(arrival.key)
        if arrival.sequence_total is not None and self.ruleset.start != "auto":
            declared.add(self.ruleset.start + (arrival.sequence_total - 1) * self.ruleset.step)
        return declared

    def judge(self, message: Message) -> None:
        """Duplicate, then late, else held and released as soon as its predecessors have left (3.2).

        * A number that has come, whether it is held, released or was bypassed as late, is a duplicate. It
          is ``conflicting_duplicate`` if the bodies differ (null is a body) and the first is still held
          (3.3). "At the repeat's effective arrival" is read in event order: a first that is released at
          the same time, but by an arrival with a later ingest position, is still unreleased (3.1, "before
          always means ...").
        * A number below the threshold that has not come was skipped (or, with ``auto``, lies below the first
          released): late the first time, a duplicate from then on.
        """
        first = self.first_of_number.setdefault(message.key, message)
        if first is not message:
            conflicting = first in self.held and first.arrival.body != message.arrival.body
            self.settle(message, "bypass", "conflicting_duplicate" if conflicting else "duplicate")
        elif self.threshold is not None and message.key < self.threshold:
            self.settle(message, "bypass", "late")
        else:
            self.held.append(message)
            self.release_followers(message.effective_us)

    def release_followers(self, now_us: int) -> None:
        """Release the held messages whose predecessors have left."""
        held_by_number = {message.key: message for message in self.held}
        while self.next_expected is not None and self.next_expected in held_by_number:
            self.release(held_by_number.pop(self.next_expected), now_us)

    def release(self, message: Message, now_us: int) -> None:
        """Remember the first number too: with ``auto`` it is where the sequence begins."""
        if self.first_released is None:
            self.first_released = message.key
        super().release(message, now_us)

    def last_turn_has_come(self, last_number: int) -> bool:
        """True when a number above the last would be next."""
        return self.next_expected is not None and self.next_expected > last_number

    def pending_verdict(self) -> Verdict:
        """``waiting_for_predecessor``, blocked by the next expected number, whatever the bake time.

        Every held message has the same blocker: the number whose turn it is, which is not necessarily the
        nearest missing one below. Under ``auto`` nothing is expected before the first release: ``baking``.
        """
        if self.next_expected is None:
            return Verdict("pending", "baking", None)
        return Verdict("pending", "waiting_for_predecessor", None, blocked_by=self.next_expected)

    def missing_ranges(self) -> tuple[MissingRange, ...]:
        """Numbers from the start (``auto``: the first released) to the last, or the highest received.

        Those below the next expected number are skipped, the others open; a late number has come, so it
        splits its range (4.4). Before the first release under ``auto`` there is no range to speak of.
        """
        step = self.ruleset.step
        low = self.first_released if self.ruleset.start == "auto" else self.ruleset.start
        high = self.highest_received if self.last_number is None else self.last_number
        if low is None or high is None or self.next_expected is None:
            return ()
        received = sorted(number for number in self.first_of_number if low <= number <= high)
        gaps: list[MissingRange] = []
        expected = low
        for number in [*received, high + step]:
            if number > expected:
                status: GapStatus = "skipped" if expected < self.next_expected else "open"
                gaps.append(MissingRange(expected, number - step, status))
            expected = number + step
        return tuple(gaps)

    @property
    def highest_received(self) -> int | None:
        """The highest number that was judged, whatever came of it; failures and before-start ones are not."""
        return max(self.first_of_number, default=None)


@dataclass
class OrderedBuffer(Buffer):
    """Every other key type: keys know only their order (QBroker's baking and static mode)."""

    identities_at_threshold: set[str] = field(default_factory=set)
    highest_key: int | None = None

    @property
    def bake_time_us(self) -> int | None:
        """No bake time is static mode, ``T = 0`` (3.2)."""
        return self.ruleset.bake_time_us or 0

    @property
    def next_expected(self) -> int | None:
        """Without contiguity there is none."""
        return None

    def refusal(self, message: Message) -> tuple[Outcome, Reason] | None:
        """Every key is good: start and step speak of numbers that follow each other."""
        return None

    def declared_lasts(self, arrival: Arrival) -> set[int]:
        """Only the flag: a total counts numbers, which other key types do not know (3.2)."""
        return {arrival.key} if arrival.is_last else set()

    def judge(self, message: Message) -> None:
        """Late, duplicate, released at once at the threshold, else held (3.2, 3.3).

        * Below the threshold: ``late``, also a repeat.
        * The same key and message id again is a ``duplicate`` while the first is held, or was released and
          is at the threshold. One bypassed there (static mode) is not "at the threshold": again ``late``.
        * An equal key is released at once; in static mode only a strictly greater one is, so it is ``late``.
        """
        self.highest_key = message.key if self.highest_key is None else max(self.highest_key, message.key)
        identity = message.arrival.message_id
        if self.threshold is not None and message.key < self.threshold:
            self.settle(message, "bypass", "late")
        elif self.threshold is not None and message.key == self.threshold:
            if identity in self.identities_at_threshold:
                self.settle(message, "bypass", "duplicate")
            elif self.bake_time_us == 0:
                self.settle(message, "bypass", "late")
            else:
                self.release(message, message.effective_us)
        elif any(held.key == message.key and held.arrival.message_id == identity for held in self.held):
            self.settle(message, "bypass", "duplicate")
        else:
            self.held.append(message)

    def release_followers(self, now_us: int) -> None:
        """Nothing follows anything here."""

    def release(self, message: Message, now_us: int) -> None:
        """Remember which messages stand at the threshold."""
        if message.key != self.threshold:
            self.identities_at_threshold.clear()
        self.identities_at_threshold.add(message.arrival.message_id)
        super().release(message, now_us)

    def last_turn_has_come(self, last_number: int) -> bool:
        """True once the threshold has reached the last key; equal keys may still follow."""
        return self.threshold is not None and self.threshold >= last_number

    def pending_verdict(self) -> Verdict:
        """Held messages bake."""
        return Verdict("pending", "baking", None)

    def missing_ranges(self) -> tuple[MissingRange, ...]:
        """Without contiguity nothing can be missing."""
        return ()

    @property
    def highest_received(self) -> int | None:
        """The highest key that was judged."""
        return self.highest_key
