"""What goes into the oracle, and what comes out: the words of DESIGN section 4 as plain types.

Times are whole microseconds since 1970, keys are whole numbers, also of key types whose keys are none: of those only
the order counts, so any numbers in the same order do; python integers do not overflow, so
``next_expected`` after 2**63 - 1 is 2**63 here.
"""

from dataclasses import dataclass
from typing import Literal

KeyType = Literal["sequence", "long", "integer", "double", "decimal", "string", "time"]
OnGap = Literal["wait", "skip", "stand_in", "suspend"]
Outcome = Literal["released", "bypass", "failure", "nohit", "pending"]
BypassReason = Literal[
    "late",
    "duplicate",
    "conflicting_duplicate",
    "before_start",
    "after_last",
    "too_far_ahead",
    "claimed",
    "overflow",
]
FailureReason = Literal["invalid_key", "last_conflict", "missing_key", "expired"]
PendingReason = Literal[
    "waiting_for_predecessor", "baking", "after_clock", "session_open", "suspended", "awaiting_confirmation"
]
Reason = BypassReason | FailureReason | PendingReason
GapStatus = Literal["open", "skipped", "stood_in"]
SequenceStatus = Literal["open", "suspended", "closed"]


@dataclass(frozen=True)
class Ruleset:
    """The settings of a ruleset (of an order group) that ordering depends on.

    ``start`` and ``step`` mean something for ``key_type: sequence`` only: other key types know only order
    (3.2). ``bake_time_us`` is None for "not given": an infinite wait for ``sequence``, and static mode
    (``T = 0``) for other key types (3.2, "what a ruleset of another key type without bake_time means").
    ``on_gap`` None is its default. ``time_to_live_us`` is that of the claims in the order group; None: nothing in it
    claims. ``key_parts`` says in how many parts a key is written, which changes nothing of its order.
    With ``auto_bake_time`` runs say what the bake time is. ``restart_…`` are the fields of ``restart``; distances are of
    numbers.
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
    session_timeout_us: int | None = None
    session_window: Literal["sliding", "tumbling"] = "sliding"
    heartbeat_us: int | None = None
    session_size: int | None = None
    on_overflow: Literal["release", "bypass", "fail"] = "release"
    time_to_live_us: int | None = None
    reopen: bool = False
    duplicates: Literal["bypass", "release"] = "bypass"
    key_parts: Literal[1, 2] = 1
    auto_bake_time: bool = False
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
        half = self.wrap_at // 2
        forward = max(half, self.max_gap or 0) if forward is None else forward
        return min(half, self.wrap_at - forward) if backward is None else backward, forward

    def __post_init__(self) -> None:
        """Refuse what the project's settings refuse, as far as ordering would make no sense of it."""
        numbered = self.key_type == "sequence" and self.session_timeout_us is None
        gives_up = self.bake_time_us is not None and self.on_gap != "suspend"
        wrong = {
            "step must be 1 or more": self.step < 1,
            "bake_time must not be negative": self.bake_time_us is not None and self.bake_time_us < 0,
            "start: auto needs a bake_time that ends (DESIGN 3.2)": numbered
            and self.start == "auto"
            and not gives_up,
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
            "together more than the range (3.5)": self.wrap_at is not None
            and sum(distance or 0 for distance in self.window) > self.wrap_at,
            "restart.forward equals max_gap": None not in (self.max_gap, self.restart_forward)
            and self.max_gap != self.restart_forward,
            "reopen_after is about reopen, and numbers": self.reopen_after_us is not None
            and not (self.reopen and numbered),
            "a number of a sequence leaves once": self.key_type == "sequence"
            and self.duplicates == "release",
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


@dataclass(frozen=True)
class Claim:
    """A message of a ruleset that claims. ``key`` is None where it is no key, ``identity`` where there is no id."""

    message_id: str
    key: int | None
    arrived_at_us: int
    identity: str | None = None


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
    closed_by: str | None = None
    epochs: tuple[int | None, ...] = ()
    earlier: tuple["Snapshot", ...] = ()


@dataclass(frozen=True)
class Result:
    """The state after each run; the properties speak of the last one.

    ``moments`` has one entry per message, in landing order over all runs.
    """

    snapshots: tuple[Snapshot, ...]
    moments: tuple[Moment, ...]

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
