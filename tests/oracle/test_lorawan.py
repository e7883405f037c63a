"""Real arrivals, whose counts another event-by-event program has published beside them."""

import gzip
import json
from collections import Counter, defaultdict
from itertools import pairwise
from pathlib import Path

import pytest

from .contract import Arrival, Reason, Ruleset, Run
from .simulator import simulate

UPLINKS = Path(__file__).parents[2].parent / "shared" / "data" / "lorawan_uplinks.ndjson.gz"
MINUTE_US = 60_000_000

pytestmark = pytest.mark.skipif(not UPLINKS.exists(), reason="the uplinks are not bundled")


@pytest.fixture(scope="module")
def sequences() -> list[list[Arrival]]:
    """The uplinks by device session, in order of reception, without bodies (repeats differ in reception)."""
    grouped: dict[tuple[str, str], list[Arrival]] = defaultdict(list)
    with gzip.open(UPLINKS, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            uplink = json.loads(line)
            message = Arrival(str(number), uplink["fcnt"], uplink["_timestamp"] * 1_000)
            grouped[uplink["dev_eui"], uplink["devaddr"]].append(message)
    return list(grouped.values())


def clocks(sequences: list[list[Arrival]], runs: int) -> list[int]:
    """Clocks that cut the arrivals evenly; the last is an hour after them all."""
    times = sorted(message.arrived_at_us for sequence in sequences for message in sequence)
    cuts = [times[len(times) * number // runs] for number in range(1, runs)]
    return [*cuts, times[-1] + 60 * MINUTE_US]


@pytest.mark.parametrize("runs", [1, 5])
@pytest.mark.parametrize(
    ("ruleset", "released", "duplicate", "late", "pending", "waited_ms"),
    [
        (Ruleset(), 1_561, 6_412, 0, 8_981, 0),
        (Ruleset(bake_time_us=MINUTE_US), 10_533, 6_412, 9, 0, 43_953_767),
        (Ruleset("long", bake_time_us=MINUTE_US), 16_914, 0, 40, 0, 905_318_470),
    ],
    ids=["next_expected", "numbers_baked", "keys_baked"],
)
def test_published_counts(
    sequences: list[list[Arrival]],
    ruleset: Ruleset,
    released: int,
    duplicate: int,
    late: int,
    pending: int,
    waited_ms: int,
    runs: int,
) -> None:
    run_clocks = clocks(sequences, runs)
    bounds = list(pairwise([-1, *run_clocks]))
    counts: Counter[tuple[str, Reason | None]] = Counter()
    waited_us = 0
    for sequence in sequences:
        cut = [
            Run(clock, tuple(message for message in sequence if before < message.arrived_at_us <= clock))
            for before, clock in bounds
        ]
        result = simulate(ruleset, cut)
        for message, verdict in zip(sequence, result.verdicts, strict=True):
            counts[verdict.outcome, verdict.reason] += 1
            if verdict.outcome == "released":
                assert verdict.event_time_us is not None
                waited_us += verdict.event_time_us - message.arrived_at_us
    assert len(sequences) == 58
    assert +counts == +Counter(
        {
            ("released", None): released,
            ("bypass", "duplicate"): duplicate,
            ("bypass", "late"): late,
            ("pending", "waiting_for_predecessor"): pending,
        }
    )
    assert waited_us == waited_ms * 1_000
