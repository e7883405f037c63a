"""What goes into the oracle, and what comes out: the words of DESIGN section 4 as plain types.

Times are whole microseconds since 1970, keys are whole numbers, also of key types whose keys are none: of those only
the order counts, so any numbers in the same order do; python integers do not overflow, so
``next_expected`` after 2**63 - 1 is 2**63 here.
"""

from dataclasses import dataclass
from typing import Literal

KeyType = Literal["sequence", "long", "integer", "double", "decimal", "numeral", "string", "time", "arrival"]
OnGap = Literal["wait", "skip", "stand_in", "suspend"]
Outcome = Literal["released", "bypass", "failure", "nohit", "pending"]
BypassReason = Literal[
    "late",
    "duplicate",
    "conflicting_duplicate",
    "replaced",
    "before_start",
    "after_last",
    "too_far_ahead",
    "claimed",
    "overflow",
]
FailureReason = Literal["invalid_key", "last_conflict", "missing_key", "dropped", "expired"]
PendingReason = Literal[
    "waiting_for_predecessor", "baking", "after_clock", "session_open", "suspended", "awaiting_confirmation"
]
Reason = BypassReason | FailureReason | PendingReason
GapStatus = Literal["open", "skipped", "stood_in"]
SequenceStatus = Literal["open", "suspended", "closed"]


# How many second parts the keys of two parts have here.
SECOND_PARTS = 10


@dataclass(frozen=True)
class Ruleset:
    """The settings of a ruleset (of an order group) that ordering depends on.

    ``start`` and ``step`` mean something for ``key_type: sequence`` only: other key types know only order
    (3.2). ``bake_time_us`` is None for "not given": an infinite wait for ``sequence``, and static mode
    (``T = 0``) for other key types (3.2, "what a ruleset of another key type without bake_time means").
    ``on_gap`` None is its default. ``time_to_live_us`` is that of the claims in the order group; None: nothing in it
    claims. ``key_parts`` says in how many parts a key is written, which changes nothing of its order but where
    ``second_order`` is given: then the second part has that, and ``order`` is that of the first. A key of two parts is
    ``SECOND_PARTS`` times the first, and the second.
    ``start_after_us`` None is its default, the bake time.
    With ``auto_bake_time`` runs say what the bake time is. ``arrival`` has no keys: first in, first out.
    ``restart_…`` are the fields of ``restart``; distances are of numbers.
    """

    key_type: KeyType = "sequence"
    start: int | Literal["auto"] = 1
    step: int = 1
    bake_time_us: int | None = None
    on_gap: OnGap | None = None
    max_stand_ins: int = 1000
    hold: Literal["whole_sequence"] | None = None
    order: Literal["ascending", "descending"] = "ascending"
    wrap_at: int | None = None
    wrap_to: int = 0
    session_timeout_us: int | None = None
    session_window: Literal["sliding", "tumbling"] = "sliding"
    heartbeat_us: int | None = None
    session_size: int | None = None
    on_overflow: Literal["release", "bypass", "fail"] = "release"
    time_to_live_us: int | None = None
    reopen: bool = False
    duplicates: Literal["bypass", "release", "replace"] = "bypass"
    key_parts: Literal[1, 2] = 1
    second_order: Literal["ascending", "descending"] | None = None
    auto_bake_time: bool = False
    partial_after_us: int | None = None
    link: Literal["span_to", "previous"] | None = None
    start_after_us: int | None = None
    max_ahead_us: int | None = None
    max_gap: int | None = None
    restart_backward: int | None = None
    restart_forward: int | None = None
    restart_silence_us: int | None = None
    restart_within_us: int | None = None
    restart_repeat: bool = False
    reopen_after_us: int | None = None
    unique_ids_us: int | None = None

    @property
    def restarts(self) -> bool:
        """Whether a sender may begin again under the same id."""
        marks = (self.restart_backward, self.restart_forward, self.restart_silence_us)
        return self.restart_repeat or any(mark is not None for mark in marks)

    @property
    def compares(self) -> bool:
        """Whether numbers are compared with the highest of their epoch."""
        return self.restarts or self.max_gap is not None

    @property
    def window(self) -> tuple[int | None, int | None]:
        """How far behind the highest a number may lie, and how far ahead, to be of its epoch (3.5); None: any."""
        backward, forward = self.restart_backward, self.restart_forward
        if self.wrap_at is None:
            return backward, forward
        half = (self.wrap_at - self.wrap_to) // 2
        forward = max(half, self.max_gap or 0) if forward is None else forward
        return min(half, self.wrap_at - self.wrap_to - forward) if backward is None else backward, forward

    @property
    def confirms(self) -> bool:
        """Whether any number lies outside of what its epoch may have, and waits to be confirmed (3.5)."""
        if self.wrap_at is None:
            return self.restarts and self.window != (None, None)
        return (
            self.restarts and sum(distance or 0 for distance in self.window) < self.wrap_at - self.wrap_to - 1
        )

    def __post_init__(self) -> None:
        """Refuse what the project's settings refuse, as far as ordering would make no sense of it."""
        numbered = self.key_type == "sequence" and self.session_timeout_us is None
        gives_up = self.bake_time_us is not None and self.on_gap != "suspend"
        wrong = {
            "step must be 1 or more": self.step < 1,
            "bake_time must not be negative": self.bake_time_us is not None and self.bake_time_us < 0,
            "start: auto needs a bake_time that ends, or start_after (DESIGN 3.2, 4.3)": numbered
            and self.start == "auto"
            and not gives_up
            and self.start_after_us is None,
            "start_after is about start: auto": self.start_after_us is not None
            and (not numbered or self.start != "auto"),
            "what comes after a wrap is below where it wraps, and so is the start": self.wrap_to != 0
            and (
                self.wrap_at is None
                or not 0 <= self.wrap_to < self.wrap_at - 1
                or (self.start != "auto" and not self.wrap_to <= self.start < self.wrap_at)
            ),
            "only keys of two parts have an order for the second, and numbers without gaps have one": self.second_order
            is not None
            and (self.key_parts == 1 or numbered),
            "on_gap other than wait is what happens after a bake_time": self.on_gap is not None
            and (self.on_gap == "wait") != (self.bake_time_us is None),
            "on_gap, hold and wrap_at are for numbers that follow each other": not numbered
            and (self.on_gap is not None or self.hold is not None or self.wrap_at is not None),
            "counters that wrap count up by 1": self.wrap_at is not None
            and (self.order == "descending" or self.step != 1),
            "numbers in two parts have no gaps if they count up by 1, to where the second part begins again": numbered
            and self.key_parts == 2
            and (self.order == "descending" or self.step != 1 or self.wrap_at is not None),
            "session_timeout and bake_time are two modes": self.session_timeout_us is not None
            and self.bake_time_us is not None,
            "what begins anew is told from one epoch to the next by last numbers alone": self.reopen
            and (
                self.session_timeout_us is not None
                or self.heartbeat_us is not None
                or self.session_size is not None
                or self.time_to_live_us is not None
                or self.on_gap == "stand_in"
            ),
            "a sender that begins again counts up, and leaves nothing to be decided": self.compares
            and (not numbered or self.session_size is not None or self.time_to_live_us is not None),
            "what leaves as its epoch ends leaves at that moment": self.restarts
            and (self.heartbeat_us is not None or self.on_gap == "stand_in" or self.auto_bake_time),
            "what is followed message by message goes with few modes": (
                self.compares or self.reopen_after_us is not None
            )
            and (
                self.key_parts == 2
                or self.duplicates == "replace"
                or self.partial_after_us is not None
                or self.start_after_us is not None
                or self.link is not None
            ),
            "together more than the range (3.5)": self.wrap_at is not None
            and sum(distance or 0 for distance in self.window) > self.wrap_at - self.wrap_to,
            "restart.within is how long a number waits to be confirmed": self.restart_within_us is not None
            and not self.confirms,
            "restart.forward equals max_gap": None not in (self.max_gap, self.restart_forward)
            and self.max_gap != self.restart_forward,
            "reopen_after is about reopen, and numbers": self.reopen_after_us is not None
            and not (self.reopen and numbered),
            "a number of a sequence leaves once": self.key_type == "sequence"
            and self.duplicates == "release",
            "what leaves in order of arrival has no key, waits for nothing and has no repeats": self.key_type
            == "arrival"
            and (
                self.bake_time_us is not None
                or self.auto_bake_time
                or self.session_timeout_us is not None
                or self.order == "descending"
                or self.duplicates == "release"
                or self.key_parts == 2
            ),
            "only the number of a sequence is taken over": self.duplicates == "replace"
            and (not numbered or self.session_size is not None or self.start_after_us is not None),
            "only what is held as a whole leaves in part": self.partial_after_us is not None
            and (
                self.hold is None
                or self.on_gap == "stand_in"
                or self.heartbeat_us is not None
                or self.start_after_us is not None
            ),
            "what follows by itself, or reaches further, goes with few modes": self.link is not None
            and (
                not numbered
                or self.hold is not None
                or self.reopen
                or self.step != 1
                or self.session_size is not None
                or self.on_gap in ("stand_in", "suspend")
                or self.duplicates != "bypass"
                or self.key_parts != 1
                or (self.link == "previous" and self.wrap_at is not None)
                or (self.link == "span_to" and self.order == "descending")
            ),
            "claims need keys that bake": self.time_to_live_us is not None
            and (self.key_type == "sequence" or not self.bake_time_us),
        }
        for what, is_so in wrong.items():
            if is_so:
                raise ValueError(what)


@dataclass(frozen=True)
class Arrival:
    """One message of one sequence, as it landed. ``identity`` is what ``id`` gives: a claim of it takes the message."""

    message_id: str
    key: int
    arrived_at_us: int
    body: str | None = None
    is_last: bool = False
    sequence_total: int | None = None
    identity: str | None = None
    span_to: int | None = None
    previous: int | None = None


@dataclass(frozen=True)
class Claim:
    """A message of a ruleset that claims. ``key`` is None where it is no key, ``identity`` where there is no id."""

    message_id: str
    key: int | None
    arrived_at_us: int
    identity: str | None = None


@dataclass(frozen=True)
class Drop:
    """An operator throws away what is held from one number to another (action ``drop``)."""

    from_number: int
    to_number: int
    at_us: int


# Effective arrival, run that took it in, arrived_at, ingest position: "before" compares these (3.1). What landed late in one
# ingest has one effective arrival, and stands in the order in which it arrived.
Moment = tuple[int, int, int, int]


@dataclass(frozen=True)
class Run:
    """One run: its clock, and what is ingested by it, in order of ingest position.

    ``bake_time_us`` is the bake time in force after the clock before it (``bake_time: auto``); None: the ruleset's.
    """

    clock_us: int
    arrivals: tuple[Arrival | Claim, ...] = ()
    bake_time_us: int | None = None
    drops: tuple[Drop, ...] = ()


@dataclass(frozen=True)
class Verdict:
    """What became of a message.

    ``event_time_us`` is released_at, bypassed_at or failed_at, and None for a pending message and for ``nohit``;
    ``late_by_us`` is given for reason ``late`` only; ``blocked_by`` for ``waiting_for_predecessor`` and ``suspended``
    only. A pending message without a reason is one whose turn has come and that waits for the heartbeat's tick:
    the closed list of reasons has none for it, and the documentation does not say which one it borrows.
    """

    outcome: Outcome
    reason: Reason | None
    event_time_us: int | None
    release_position: int | None = None
    late_by_us: int | None = None
    blocked_by: int | None = None


@dataclass(frozen=True)
class StandIn:
    """A placeholder that left in place of a number that had not come."""

    number: int
    released_at_us: int
    release_position: int


@dataclass(frozen=True)
class MissingRange:
    """Consecutive numbers (by step) that never came; both ends included."""

    range_start: int
    range_end: int
    status: GapStatus


@dataclass(frozen=True)
class Snapshot:
    """Everything that is published about the sequence after a run.

    ``verdicts`` has one entry per message landed so far, in landing order over all runs; so has ``numbers``, by
    which each was ordered: its key, or where a counter that wraps had got to; None for what was not ordered.
    ``highest_received`` is the highest number that was judged, whatever came of it; failures, before-start and claimed
    ones are not.
    Where sequences begin anew (``reopen``), ``epochs`` says which epoch each message belongs to, and ``earlier`` has what is
    published about all epochs but the newest.
    """

    clock_us: int
    verdicts: tuple[Verdict, ...]
    numbers: tuple[int | None, ...]
    stand_ins: tuple[StandIn, ...]
    next_expected: int | None
    highest_released: int | None
    highest_received: int | None
    last_number: int | None
    status: SequenceStatus
    missing_ranges: tuple[MissingRange, ...]
    closed_at_us: int | None
    closed_by: Literal["completion", "expiration", "restart"] | None = None
    epochs: tuple[int | None, ...] = ()
    earlier: tuple["Snapshot", ...] = ()


@dataclass(frozen=True)
class Result:
    """The state after each run; the properties speak of the last one.

    ``moments`` has one entry per message, in landing order over all runs.
    """

    snapshots: tuple[Snapshot, ...]
    moments: tuple[Moment, ...]
    drops: tuple[tuple[Moment, Drop, bool | None], ...] = ()
    """The drops that the clock has reached, in their order, with whether they were applied; None: nothing had come."""

    @property
    def effective_arrivals_us(self) -> tuple[int, ...]:
        """When each message counts as having come."""
        return tuple(moment[0] for moment in self.moments)

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
