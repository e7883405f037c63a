"""Hypothesis strategies: random sequences of every mode, cut into runs at random clocks."""

from dataclasses import dataclass, replace
from typing import Literal

from hypothesis import strategies as st

from .contract import Arrival, Claim, Drop, KeyType, OnGap, Ruleset, Run

LOWEST_BIGINT = -(2**63)
HIGHEST_BIGINT = 2**63 - 1
LATEST_ARRIVAL_US = 24
LATEST_CLOCK_US = 40
ORDERS: tuple[Literal["ascending", "descending"], ...] = ("ascending", "descending")


@dataclass(frozen=True)
class Case:
    """A ruleset and the runs of one sequence."""

    ruleset: Ruleset
    runs: tuple[Run, ...]

    @property
    def landed(self) -> tuple[Arrival | Claim, ...]:
        """All arrivals and claims, in landing order."""
        return tuple(arrival for run in self.runs for arrival in run.arrivals)

    @property
    def arrivals(self) -> tuple[Arrival, ...]:
        """All arrivals, in landing order; of a case without claims."""
        return tuple(arrival for arrival in self.landed if isinstance(arrival, Arrival))

    @property
    def final_clock_us(self) -> int:
        return self.runs[-1].clock_us


def bake_times() -> st.SearchStrategy[int | None]:
    """Infinite, static, a few moments, longer than any case lasts."""
    return st.sampled_from([None, None, None, 0, 1, 2, 5, 8, 13, 1_000])


def fixed_starts() -> st.SearchStrategy[int | Literal["auto"]]:
    """Starts near the small keys, and the extremes of bigint."""
    return st.sampled_from([1, 1, 1, 0, 3, -2, LOWEST_BIGINT, HIGHEST_BIGINT - 6])


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    """Any valid ruleset."""
    bake_time_us = draw(bake_times())
    step = draw(st.sampled_from([1, 1, 1, 2, 3]))
    if draw(st.booleans()):
        return Ruleset("long", 1, 1, bake_time_us)
    starts = fixed_starts()
    if bake_time_us is not None:
        starts = st.one_of(starts, st.just("auto"))
    return Ruleset("sequence", draw(starts), step, bake_time_us)


@st.composite
def advised_rulesets(draw: st.DrawFn) -> Ruleset:
    """``bake_time: auto``, whose bake time runs change: every mode that bakes."""
    tick = draw(st.sampled_from([None, None, None, 5]))
    order: Literal["ascending", "descending"] = draw(
        st.sampled_from(["ascending", "ascending", "descending"])
    )
    if draw(st.booleans()):
        key_type: KeyType = draw(st.sampled_from(["long", "double", "string"]))
        to_live = draw(st.sampled_from([None, None, 8]))
        return Ruleset(
            key_type,
            bake_time_us=5,
            order=order,
            heartbeat_us=tick,
            time_to_live_us=to_live,
            auto_bake_time=True,
        )
    start: int | Literal["auto"] = 9 if order == "descending" else draw(st.sampled_from([1, -2, "auto"]))
    hold: Literal["whole_sequence"] | None = draw(st.sampled_from([None, None, "whole_sequence"]))
    return Ruleset("sequence", start, 1, 5, order=order, hold=hold, heartbeat_us=tick, auto_bake_time=True)


def session_rulesets(
    key_types: tuple[KeyType, ...] = ("sequence", "long", "long", "integer", "time"),
    windows: tuple[Literal["sliding", "tumbling"], ...] = ("sliding", "tumbling"),
) -> st.SearchStrategy[Ruleset]:
    """Dynamic sessions."""
    return st.builds(
        Ruleset,
        st.sampled_from(key_types),
        order=st.sampled_from(["ascending", "descending"]),
        session_timeout_us=st.sampled_from([2, 5, 8]),
        session_window=st.sampled_from(windows),
    )


def claimed_rulesets(
    key_types: tuple[KeyType, ...] = ("long", "long", "integer", "time"),
) -> st.SearchStrategy[Ruleset]:
    """Messages that bake, and others that claim them."""
    return st.builds(
        Ruleset,
        st.sampled_from(key_types),
        bake_time_us=st.sampled_from([2, 8, 1_000]),
        order=st.sampled_from(["ascending", "ascending", "descending"]),
        time_to_live_us=st.sampled_from([3, 8, 1_000]),
    )


@st.composite
def gap_rulesets(draw: st.DrawFn) -> Ruleset:
    """Numbers that follow each other, up, down or round, with every ``on_gap``, one by one or as a whole.

    Starts are some way from the extremes of bigint, keys are not.
    """
    on_gap: OnGap = draw(st.sampled_from(["wait", "skip", "stand_in", "stand_in", "suspend"]))
    direction = draw(st.sampled_from(["up", "down", "round"]))
    wrap_at = draw(st.sampled_from([16, 65_536])) if direction == "round" else None
    starts: list[int | Literal["auto"]] = (
        [1, 1, -2, HIGHEST_BIGINT - 6]
        if direction == "up"
        else [5, 5, LOWEST_BIGINT + 6]
        if wrap_at is None
        else [0, wrap_at - 2]
    )
    if on_gap in ("skip", "stand_in"):
        starts.append("auto")
    wrap_to = 0 if wrap_at is None else draw(st.sampled_from([0, 0, 1, 3]))
    start = draw(st.sampled_from(starts))
    if start == 0:
        start = wrap_to
    return Ruleset(
        "sequence",
        start,
        draw(st.sampled_from([1, 1, 2])) if start != "auto" and wrap_at is None else 1,
        None if on_gap == "wait" else draw(st.sampled_from([0, 2, 8, 8, 1_000])),
        on_gap=on_gap,
        max_stand_ins=draw(st.sampled_from([1, 2, 3, 1_000])) if on_gap == "stand_in" else 1_000,
        hold=draw(st.sampled_from([None, None, "whole_sequence"])),
        order="descending" if direction == "down" else "ascending",
        wrap_at=wrap_at,
        wrap_to=wrap_to,
    )


def replacing_rulesets() -> st.SearchStrategy[Ruleset]:
    """``duplicates: replace``."""
    return gap_rulesets().map(lambda ruleset: replace(ruleset, duplicates="replace"))


def partial_rulesets() -> st.SearchStrategy[Ruleset]:
    """Sequences that leave as a whole, or after some time in part."""
    gaps = st.one_of(gap_rulesets(), gap_rulesets(), replacing_rulesets())
    kinds = gaps.filter(lambda ruleset: ruleset.on_gap != "stand_in")
    kinds = st.one_of(kinds, kinds.filter(may_reopen).map(lambda ruleset: replace(ruleset, reopen=True)))
    return st.builds(
        lambda ruleset, after: replace(ruleset, hold="whole_sequence", partial_after_us=after),
        kinds,
        st.sampled_from([1, 3, 8, 8, 13, 1_000]),
    )


def linked_rulesets() -> st.SearchStrategy[Ruleset]:
    """Messages that cover several numbers, or that name the key of the one before them."""
    gaps = gap_rulesets().filter(
        lambda r: r.on_gap not in ("stand_in", "suspend") and r.hold is None and r.step == 1
    )
    spans = gaps.filter(lambda r: r.order == "ascending").map(lambda r: replace(r, link="span_to"))
    pointers = gaps.filter(lambda r: r.wrap_at is None).map(lambda r: replace(r, link="previous"))
    return st.one_of(spans, pointers)


def may_reopen(ruleset: Ruleset) -> bool:
    return ruleset.wrap_at is None and ruleset.on_gap != "stand_in"


@st.composite
def starting_rulesets(draw: st.DrawFn) -> Ruleset:
    """``start: auto`` with a time of its own after which the first number is known: with every ``on_gap``, up, down or round."""
    on_gap: OnGap = draw(st.sampled_from(["wait", "wait", "skip", "skip", "stand_in", "suspend"]))
    direction = draw(st.sampled_from(["up", "up", "down", "round"]))
    return Ruleset(
        "sequence",
        "auto",
        bake_time_us=None if on_gap == "wait" else draw(st.sampled_from([0, 2, 8, 8, 1_000])),
        on_gap=on_gap,
        max_stand_ins=draw(st.sampled_from([1, 3])) if on_gap == "stand_in" else 1_000,
        hold=draw(st.sampled_from([None, None, None, "whole_sequence"])),
        order="descending" if direction == "down" else "ascending",
        wrap_at=16 if direction == "round" else None,
        wrap_to=draw(st.sampled_from([0, 1])) if direction == "round" else 0,
        heartbeat_us=draw(st.sampled_from([None, None, None, 5])),
        start_after_us=draw(st.sampled_from([0, 2, 5, 5, 8, 13])),
    )


@st.composite
def both_ways_rulesets(draw: st.DrawFn) -> Ruleset:
    """Keys of two parts, each with an order of its own."""
    key_types: tuple[KeyType, ...] = ("long", "integer")
    ruleset = draw(
        st.one_of(
            st.builds(Ruleset, st.sampled_from(key_types), bake_time_us=st.sampled_from([None, 2, 8, 1_000])),
            session_rulesets(key_types),
            claimed_rulesets(key_types),
        )
    )
    first = draw(st.sampled_from(ORDERS))
    return replace(ruleset, key_parts=2, order=first, second_order=draw(st.sampled_from(ORDERS)))


@st.composite
def ahead_of_time(draw: st.DrawFn, base: st.SearchStrategy[Ruleset]) -> Ruleset:
    """The same, which does not believe arrival times that lie too far ahead: what is decided goes by when runs are."""
    return replace(draw(base), max_ahead_us=draw(st.sampled_from([0, 3, 8])))


@st.composite
def written_in_parts(draw: st.DrawFn, base: st.SearchStrategy[Ruleset]) -> Ruleset:
    """The same, now and then with keys of two parts, where they can be."""
    ruleset = draw(base)
    numbered = ruleset.key_type == "sequence" and ruleset.session_timeout_us is None
    if ruleset.key_type == "arrival":
        return ruleset
    if numbered and (ruleset.order == "descending" or ruleset.step != 1 or ruleset.wrap_at is not None):
        return ruleset
    return replace(ruleset, key_parts=draw(st.sampled_from([1, 1, 2])))


def value_rulesets() -> st.SearchStrategy[Ruleset]:
    """Keys of every type of which only the order is known, in every mode they can have."""
    key_types: tuple[KeyType, ...] = ("integer", "double", "decimal", "numeral", "string", "time")
    baking = st.builds(
        Ruleset,
        st.sampled_from(key_types),
        bake_time_us=st.sampled_from([None, 2, 8, 1_000]),
        order=st.sampled_from(["ascending", "descending"]),
    )
    modes = st.one_of(baking, session_rulesets(key_types), claimed_rulesets(key_types))
    return st.builds(
        lambda ruleset, duplicates: replace(ruleset, duplicates=duplicates),
        modes,
        st.sampled_from(["bypass", "bypass", "release"]),
    )


@st.composite
def crowded_rulesets(draw: st.DrawFn) -> Ruleset:
    """More messages than there is room for."""
    bakes = st.sampled_from([2, 8, 1_000])
    ruleset = draw(
        st.one_of(
            st.just(Ruleset()),
            st.builds(Ruleset, st.just("sequence"), st.sampled_from([1, -2, "auto"]), st.just(1), bakes),
            st.builds(Ruleset, st.just("long"), bake_time_us=bakes),
            session_rulesets(("sequence", "long")),
        )
    )
    return replace(
        ruleset,
        session_size=draw(st.integers(0, 3)),
        on_overflow=draw(st.sampled_from(["release", "bypass"])),
    )


def fifo_rulesets() -> st.SearchStrategy[Ruleset]:
    """First in, first out."""
    return st.just(Ruleset("arrival"))


def ticking(base: st.SearchStrategy[Ruleset]) -> st.SearchStrategy[Ruleset]:
    """The same with a heartbeat."""
    return st.builds(
        lambda ruleset, tick: replace(ruleset, heartbeat_us=tick), base, st.sampled_from([3, 5, 10])
    )


def reopening_rulesets(gaps: st.SearchStrategy[Ruleset] | None = None) -> st.SearchStrategy[Ruleset]:
    """Sequences that begin anew: of numbers that follow each other, one by one or as a whole, and of other keys."""
    if gaps is not None:
        return gaps.filter(may_reopen).map(lambda ruleset: replace(ruleset, reopen=True))
    gaps = gap_rulesets().filter(may_reopen)
    values = value_rulesets().filter(
        lambda ruleset: ruleset.session_timeout_us is None and ruleset.time_to_live_us is None
    )
    numbers = rulesets().map(lambda ruleset: replace(ruleset, step=1) if ruleset.start == "auto" else ruleset)
    return st.one_of(numbers, gaps, values, fifo_rulesets()).map(
        lambda ruleset: replace(ruleset, reopen=True)
    )


@st.composite
def restarting_rulesets(draw: st.DrawFn) -> Ruleset:
    """Senders that begin again under the same id, numbers too far ahead, ends after which repeats are repeats, unique ids."""
    on_gap: OnGap = draw(st.sampled_from(["wait", "skip", "skip", "suspend"]))
    wrap_at = draw(st.sampled_from([None, None, 16, 15]))
    descending = wrap_at is None and draw(st.integers(0, 5)) == 0
    starts: list[int | Literal["auto"]] = [5] if descending else [1, 1, 3]
    start = draw(st.sampled_from([*starts, "auto"] if on_gap == "skip" else starts))
    step = 1 if start == "auto" or wrap_at is not None else draw(st.sampled_from([1, 1, 1, 2]))
    max_gap = draw(st.sampled_from([None, None, 2, 5, 10]))
    forward = (
        draw(st.sampled_from([None, None, 2, 4]))
        if max_gap is None
        else draw(st.sampled_from([None, max_gap]))
    )
    reopen = draw(st.booleans())
    ruleset = Ruleset(
        "sequence",
        start,
        step,
        None if on_gap == "wait" else draw(st.sampled_from([0, 2, 5, 8, 1_000])),
        on_gap=on_gap,
        hold=draw(st.sampled_from([None, None, None, "whole_sequence"])),
        order="descending" if descending else "ascending",
        wrap_at=wrap_at,
        wrap_to=0 if wrap_at is None else draw(st.sampled_from([0, 0, 1])),
        reopen=reopen,
        max_gap=max_gap,
        restart_forward=forward,
        restart_backward=draw(st.sampled_from([None, None, 1, 3])),
        restart_silence_us=draw(st.sampled_from([None, None, 3, 6])),
        restart_repeat=draw(st.sampled_from([False, False, True])),
        reopen_after_us=draw(st.sampled_from([None, 4])) if reopen else None,
        unique_ids_us=draw(st.sampled_from([None, None, None, 4])),
    )
    within_us = draw(st.sampled_from([None, None, 3])) if ruleset.confirms else None
    return replace(ruleset, restart_within_us=within_us)


@st.composite
def far_ahead_rulesets(draw: st.DrawFn) -> Ruleset:
    """Numbers too far ahead, where senders do not begin again: with every ``on_gap``, as a whole, up, down or round, and with ticks."""
    ruleset = draw(st.one_of(gap_rulesets(), gap_rulesets(), ticking(gap_rulesets())))
    return replace(ruleset, max_gap=max(ruleset.step, draw(st.sampled_from([1, 2, 3, 5]))))


@st.composite
def with_unique_ids(draw: st.DrawFn, base: st.SearchStrategy[Ruleset]) -> Ruleset:
    """The same, in which an id that comes again within some time is a repeat."""
    # First in, first out a repeat has a place of its own: the tables count it as a number, the oracle does not.
    ruleset = draw(base.filter(lambda r: r.time_to_live_us is None and r.key_type != "arrival"))
    return replace(ruleset, unique_ids_us=draw(st.sampled_from([1, 4, 8, 1_000])))


@st.composite
def more_crowded_rulesets(draw: st.DrawFn) -> Ruleset:
    """More messages than there is room for, where the start is waited for, counters wrap, or numbers are of any length."""
    numeral = st.builds(Ruleset, st.just("numeral"), bake_time_us=st.sampled_from([2, 8, 1_000]))
    wrapping = gap_rulesets().filter(lambda ruleset: ruleset.wrap_at is not None)
    numbered = st.one_of(starting_rulesets(), wrapping).filter(
        lambda ruleset: ruleset.hold is None and ruleset.on_gap != "stand_in"
    )
    return replace(
        draw(st.one_of(numeral, numbered, numbered)),
        session_size=draw(st.integers(0, 3)),
        on_overflow=draw(st.sampled_from(["release", "bypass"])),
    )


def paired_rulesets() -> st.SearchStrategy[Ruleset]:
    """Settings of modes of their own together with those that have none: repeated ids, times and numbers too far ahead."""
    modes = st.one_of(
        *[
            far_ahead_rulesets(),
            far_ahead_rulesets(),
            starting_rulesets(),
            partial_rulesets(),
            session_rulesets(),
        ],
        *[reopening_rulesets(), linked_rulesets(), value_rulesets(), both_ways_rulesets()],
        *[restarting_rulesets(), ticking(st.one_of(replacing_rulesets(), linked_rulesets()))],
    )
    return st.one_of(
        far_ahead_rulesets(),
        with_unique_ids(modes),
        with_unique_ids(modes),
        ahead_of_time(modes),
        ahead_of_time(with_unique_ids(modes)),
    )


def mode_rulesets() -> st.SearchStrategy[Ruleset]:
    """Any mode whose verdicts do not depend on when runs are: all but ``session_size``."""
    modes = st.one_of(
        rulesets(),
        session_rulesets(),
        gap_rulesets(),
        gap_rulesets(),
        claimed_rulesets(),
        value_rulesets(),
        fifo_rulesets(),
        replacing_rulesets(),
        starting_rulesets(),
        both_ways_rulesets(),
    )
    return st.one_of(modes, modes, ticking(modes))


def keys(ruleset: Ruleset) -> st.SearchStrategy[int]:
    """Mostly a few numbers near the start, on the grid and off it; now and then an extreme of bigint."""
    # What is to leave as a whole has to be whole now and then, and what begins anew to end.
    places = st.integers(-2, 9) if ruleset.hold is None and not ruleset.reopen else st.integers(-1, 4)
    if ruleset.compares:
        # Two streams that follow each other, now and then.
        places = st.one_of(st.integers(-1, 4), st.integers(-2, 9))
    if ruleset.wrap_at is not None:
        first = ruleset.wrap_at - 3 if ruleset.start == "auto" else ruleset.start
        wrap_at, wrap_to = ruleset.wrap_at, ruleset.wrap_to
        return places.map(lambda place: wrap_to + (first - wrap_to + place) % (wrap_at - wrap_to))
    start = 1 if ruleset.start == "auto" else ruleset.start
    sign = -1 if ruleset.order == "descending" else 1
    near = places.map(lambda place: within_bigint(start + sign * place * ruleset.step))
    off_grid = st.integers(-2 * ruleset.step, 12 - 2 * ruleset.step).map(
        lambda distance: within_bigint(start + sign * distance)
    )
    extremes = st.sampled_from([LOWEST_BIGINT, LOWEST_BIGINT + 1, HIGHEST_BIGINT - 1, HIGHEST_BIGINT])
    return st.integers(0, 19).flatmap(lambda dice: extremes if dice == 0 else off_grid if dice == 1 else near)


def within_bigint(number: int) -> int:
    return min(max(number, LOWEST_BIGINT), HIGHEST_BIGINT)


def identities() -> st.SearchStrategy[str | None]:
    """Few, so that claims meet their messages; now and then none."""
    return st.sampled_from(["p", "q", "r", "s", None])


@st.composite
def arrivals(draw: st.DrawFn, ruleset: Ruleset, with_last: bool = True) -> Arrival:
    """One message; few ids and bodies, so that repeats and conflicts happen."""
    total: int | None = None
    is_last = False
    if with_last:
        is_last = draw(st.integers(0, 3 if ruleset.reopen else 9)) == 0
        total = draw(st.sampled_from([None] * 12 + [0, 1, 3, 5, 5, 8]))
    key = draw(keys(ruleset))
    span_to, previous = draw(links(ruleset, key))
    return Arrival(
        message_id=draw(st.sampled_from("abcdefgh")),
        key=key,
        arrived_at_us=draw(st.integers(0, LATEST_ARRIVAL_US)),
        body=draw(st.sampled_from([None, "x", "y"])),
        is_last=is_last,
        sequence_total=total,
        identity=None if ruleset.time_to_live_us is None else draw(identities()),
        span_to=span_to,
        previous=previous,
    )


@st.composite
def links(draw: st.DrawFn, ruleset: Ruleset, key: int) -> tuple[int | None, int | None]:
    """How far a message reaches, or the key it names: mostly near by, now and then none or a wrong one."""
    if ruleset.link is None:
        return None, None
    distance = draw(st.sampled_from([0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 6, -1, HIGHEST_BIGINT]))
    if ruleset.link == "span_to":
        end = within_bigint(key + distance)
        if ruleset.wrap_at is not None:
            end = ruleset.wrap_to + (end - ruleset.wrap_to) % (ruleset.wrap_at - ruleset.wrap_to)
        return end, None
    sign = -1 if ruleset.order == "descending" else 1
    return None, draw(st.sampled_from([None, *[within_bigint(key - sign * (1 + distance))] * 5]))


@st.composite
def claims(draw: st.DrawFn, ruleset: Ruleset) -> Claim:
    """One claim, now and then of a key that is none."""
    return Claim(
        message_id=draw(st.sampled_from("xyz")),
        key=draw(st.one_of(keys(ruleset), keys(ruleset), keys(ruleset), st.none())),
        arrived_at_us=draw(st.integers(0, LATEST_ARRIVAL_US)),
        identity=draw(identities()),
    )


def last_flags(ruleset: Ruleset) -> st.SearchStrategy[bool]:
    """Whether messages say which is the last; where nothing leaves or begins anew without, they do."""
    return st.booleans() if ruleset.hold is None and not ruleset.reopen else st.just(True)


def landings(ruleset: Ruleset, with_last: bool) -> st.SearchStrategy[Arrival | Claim]:
    """One message, or one of those that claim them."""
    message = arrivals(ruleset, with_last)
    if ruleset.time_to_live_us is None:
        return message
    return st.one_of(message, message, message, claims(ruleset))


@st.composite
def drops(draw: st.DrawFn, ruleset: Ruleset) -> list[Drop]:
    """Now and then operators throw away what is held; sessions know no actions."""
    if ruleset.session_timeout_us is not None or draw(st.integers(0, 2)):
        return []
    sign = -1 if ruleset.order == "descending" else 1
    asked: list[Drop] = []
    for key in draw(st.lists(keys(ruleset), min_size=1, max_size=3)):
        low, high = sorted((key, within_bigint(key + sign * draw(st.integers(0, 3)))))
        asked.append(Drop(low, high, draw(st.integers(1, LATEST_ARRIVAL_US))))
    return asked


@st.composite
def clocks(draw: st.DrawFn) -> list[int]:
    """Clocks of one to five runs, never going back, sometimes standing still."""
    return sorted(draw(st.lists(st.integers(0, LATEST_CLOCK_US), min_size=1, max_size=5)))


@st.composite
def cases(
    draw: st.DrawFn, of: st.SearchStrategy[Ruleset] | None = None, maximum: int = 14, with_drops: bool = False
) -> Case:
    """Arrivals landing in any run: with their clock, before it (pending) or after it (late landing)."""
    ruleset = draw(rulesets() if of is None else of)
    messages = draw(st.lists(landings(ruleset, draw(last_flags(ruleset))), max_size=maximum))
    run_clocks = draw(clocks())
    dropped = draw(drops(ruleset)) if with_drops else []
    if dropped:  # two runs of one clock: which of them took an action or a message in is not in their moments
        run_clocks = sorted(set(run_clocks))
    landing = [draw(st.integers(0, len(run_clocks) - 1)) for _ in messages]
    asked = [(draw(st.integers(0, len(run_clocks) - 1)), drop) for drop in dropped]
    runs = tuple(
        Run(
            clock,
            tuple(m for m, run in zip(messages, landing, strict=True) if run == number),
            drops=tuple(drop for run, drop in asked if run == number),
        )
        for number, clock in enumerate(run_clocks)
    )
    return Case(ruleset, runs)


@dataclass(frozen=True)
class Recut:
    """The same arrivals in one run and cut in several; ``origin[i]`` is the whole's index of cut's i-th."""

    whole: Case
    cut: Case
    origin: tuple[int, ...]


@st.composite
def recuts(draw: st.DrawFn, of: st.SearchStrategy[Ruleset] | None = None, maximum: int = 14) -> Recut:
    """The same arrivals in one run, and cut at run clocks with every arrival landing in time.

    An arrival lands in the run whose clock reaches it first, or in an earlier one; arrivals of one moment
    keep their ingest order, as the same files read one after the other would.
    """
    ruleset = draw(rulesets() if of is None else of)
    messages = draw(st.lists(landings(ruleset, draw(last_flags(ruleset))), max_size=maximum))
    run_clocks = draw(clocks())
    run_clocks[-1] = max(run_clocks[-1], LATEST_ARRIVAL_US)
    taken: list[list[int]] = [[] for _ in run_clocks]
    earliest: dict[int, int] = {}
    for index, message in enumerate(messages):
        in_time = next(n for n, clock in enumerate(run_clocks) if clock >= message.arrived_at_us)
        landing = draw(st.integers(earliest.get(message.arrived_at_us, 0), in_time))
        earliest[message.arrived_at_us] = landing
        taken[landing].append(index)
    asked = draw(drops(ruleset))
    whole = Case(ruleset, (Run(run_clocks[-1], tuple(messages), drops=tuple(asked)),))
    runs = tuple(
        Run(
            clock,
            tuple(messages[index] for index in took),
            drops=tuple(
                drop
                for drop in asked
                if next(n for n, reached in enumerate(run_clocks) if reached >= drop.at_us) == number
            ),
        )
        for number, (clock, took) in enumerate(zip(run_clocks, taken, strict=True))
    )
    return Recut(whole, Case(ruleset, runs), tuple(index for took in taken for index in took))
