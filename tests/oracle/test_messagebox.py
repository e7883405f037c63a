"""The MessageBox's simulator against the worked examples, and against itself however its input is cut."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from tests.oracle import messagebox
from tests.oracle.messagebox import NOT_RESUMABLE, SUSPENDED, MessageBox, Run, rebuilt, run_by_run
from tests.oracle.messagebox_cases import in_time, random_case
from tests.oracle.messagebox_examples import EXAMPLES, After, Example


def seen(box: MessageBox) -> After:
    """All that an example may look at."""
    return After(
        queue=[(r.message_id, r.subscription, r.enqueued_at or 0) for r in box.references if r.where == "Q"],
        suspended=[
            (r.message_id, r.subscription, r.reason or "", r.code, r.is_resumable)
            for r in box.references
            if r.where == "QS"
        ],
        unroutable={name: (failure.reason, failure.status) for name, failure in box.failures.items()},
        instances={name: instance.state for name, instance in box.instances.items()},
        found=[(r.message_id, r.subscription, r.group) for r in box.references],
        rejected=[reason for reason, _ in box.rejected],
    )


def check(found: After, wanted: After) -> None:
    for name, value in vars(wanted).items():
        there = getattr(found, name)
        if isinstance(value, dict):
            assert there == value, name
        elif value is not None:
            assert sorted(there) == sorted(value), name


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.number for example in EXAMPLES])
def test_worked_examples(example: Example) -> None:
    boxes = run_by_run(example.runs)
    for number, box in enumerate(boxes, start=1):
        if number in example.after:
            check(seen(box), example.after[number])
    last = max(example.after)
    assert last == len(example.runs)
    check(seen(rebuilt(example.runs)), example.after[last])


# A case of the random ones counts for each of these that happens in it, and for each pair of them.
RARE = 0.01


@pytest.fixture(scope="module")
def cases() -> list[tuple[Run, ...]]:
    return [random_case(seed) for seed in range(3000)]


def test_runs_give_what_a_rebuild_gives(cases: list[tuple[Run, ...]]) -> None:
    for seed, runs in enumerate(cases):
        *_, box = run_by_run(runs)
        assert box == rebuilt(runs), seed


def test_a_cut_changes_nothing_of_what_lands_in_time(cases: list[tuple[Run, ...]]) -> None:
    for seed, runs in enumerate(cases):
        whole = [in_time(runs, clocks) for clocks in ((40.0,), (9.0, 40.0), (7.0, 21.0, 33.0, 40.0))]
        boxes = [rebuilt(cut) for cut in whole]
        assert boxes[0] == boxes[1] == boxes[2], seed


def test_nothing_is_lost_and_nothing_is_stuck(cases: list[tuple[Run, ...]]) -> None:
    for seed, runs in enumerate(cases):
        for box in run_by_run(runs):
            check_state(box, seed)


def check_state(box: MessageBox, seed: int) -> None:
    referenced = {reference.message_id for reference in box.references}
    failures = {name for name, failure in box.failures.items() if failure.status != "rerouted"}
    assert referenced | failures == box.messages.keys(), seed
    assert not referenced & {name for name in failures if box.failures[name].status == "open"}, seed
    pairs = Counter((r.message_id, r.subscription, r.instance) for r in box.references)
    assert not pairs or max(pairs.values()) == 1, seed
    for reference in box.references:
        instance = box.instances.get(reference.instance or "")
        if reference.where == "Q" and reference.instance is not None:
            assert instance is not None, (seed, reference)
            assert instance.state not in (SUSPENDED, NOT_RESUMABLE), (seed, reference)
        if reference.where == "QS" and reference.is_resumable and reference.instance is not None:
            # Its instance can be resumed, or its subscription started.
            assert instance is not None, (seed, reference)
            assert instance.state == SUSPENDED or reference.reason == "subscription_stopped", (
                seed,
                reference,
            )
    for instance in box.instances.values():
        if instance.state == NOT_RESUMABLE and instance.reason == "completed_with_discarded_messages":
            assert any(r.instance == instance.name and r.where == "QS" for r in box.references), seed


def test_every_rule_and_pair_of_rules_happens_often_enough(cases: list[tuple[Run, ...]]) -> None:
    alone: Counter[str] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    for runs in cases:
        happened = rebuilt(runs).rules
        alone.update(happened)
        # "R6 no_match" is a case of R6.
        numbered = sorted({rule.split()[0] for rule in happened if rule.startswith("R")})
        pairs.update(combinations(numbered, 2))
    assert not {rule: n for rule, n in alone.items() if n < RARE * len(cases)}
    assert not {pair: n for pair, n in pairs.items() if n < RARE * len(cases)}
    assert {rule.split()[0] for rule in alone if rule.startswith("R")} >= {f"R{n}" for n in range(6, 16)}


def test_a_simpler_order_of_events_would_not_do(
    cases: list[tuple[Run, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def simpler(place: messagebox.Place) -> tuple[float, int, int]:
        return place.at, place.rank, place.landed

    monkeypatch.setattr(messagebox, "in_order", simpler)
    differ = [runs for runs in cases[:500] if [*run_by_run(runs)][-1] != rebuilt(runs)]
    assert differ
