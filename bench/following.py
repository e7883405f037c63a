"""A run that stays (`make follow`): how soon what has landed is released, and whether it grows with its runs."""

from __future__ import annotations

import json
import os
import random
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bench.lake import ROOT, Lake
from bench.measures import Measure
from bench.processes import descendants, status
from resequencer.landing import land

SEQUENCES = 20
LOOK_EVERY_SECONDS = 0.5
DONE = " done in "
_SOON_SECONDS = 0.02
_LONGEST_SECONDS = 600


@dataclass
class Landing:
    """A folder in which each file has the next message of every sequence."""

    folder: Path
    count: int = 0

    def next(self) -> float:
        """Land the next file; when that was, in seconds since 1970."""
        self.count += 1
        at = datetime.now(tz=UTC).isoformat()
        records = [
            {"sequence_id": f"s{s}", "sequence_number": self.count, "message_id": f"s{s}-{self.count}", "arrived_at": at}
            for s in range(SEQUENCES)
        ]  # fmt: skip
        land(self.folder, f"{self.count:05}.json", records)
        return time.time()


@dataclass
class Following:
    """A `make follow` on a lake of its own."""

    home: Path
    landing: Landing
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it; the lake is as it was left."""
        self.home.mkdir(parents=True, exist_ok=True)
        settings = {
            "landing": {"format": "json", "path": str(self.landing.folder)},
            "rulesets": [{"name": "all"}],
        }
        dbt_vars = json.dumps({f"resequencer__{name}": value for name, value in settings.items()})
        variables = {
            **os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "python"), str(ROOT)]),
            "RESEQUENCER_HOME": str(self.home / "lake"), "RESEQUENCER_SCHEMA": "follow",
        }  # fmt: skip
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "resequencer.follow", "--every", f"{LOOK_EVERY_SECONDS}s", "--", "--vars", dbt_vars,
                 "--target-path", str(self.home / "target"), "--log-path", str(self.home / "logs")],
                cwd=ROOT, env=variables, stdout=output, stderr=subprocess.STDOUT, start_new_session=True,
            )  # fmt: skip

    def kill(self) -> None:
        """Kill it and its Java."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    @property
    def log(self) -> Path:
        """What it prints."""
        return self.home / "follow.log"

    @property
    def ledger(self) -> Path:
        """The log of the ledger's commits."""
        return self.home / "lake" / "warehouse" / "follow.db" / "resequencer__ledger" / "_delta_log"

    def runs(self) -> list[float]:
        """Seconds of each run that is done."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return [float(line.rpartition(DONE)[2].split()[0]) for line in lines if DONE in line]

    def commits(self) -> dict[str, float]:
        """The ledger's commits that released something, each with when it was made."""
        return {
            path.name: path.stat().st_mtime
            for path in self.ledger.glob("*.json")
            if "disposition=released" in path.read_text()
        }

    def wait(self, is_there: Callable[[], object]) -> None:
        """Wait until something is there."""
        end = time.monotonic() + _LONGEST_SECONDS
        while not is_there():
            assert self.process is not None
            if self.process.poll() is not None or time.monotonic() > end:
                raise SystemExit(f"The run that stays has ended, or hangs:\n{self.log.read_text()[-3000:]}")
            time.sleep(_SOON_SECONDS)

    def gib(self) -> float:
        """Memory that it and its Java have resident."""
        assert self.process is not None
        both = [self.process.pid, *descendants(self.process.pid)]
        return sum(int((status(one, "VmRSS") or "0").split()[0]) for one in both) / 2**20


@contextmanager
def _started(home: Path) -> Iterator[Following]:
    folder = home / "landing"
    folder.mkdir(parents=True)
    following = Following(home, Landing(folder))
    following.landing.next()
    following.start()
    try:
        following.wait(following.runs)
        yield following
    finally:
        if following.process is not None and following.process.poll() is None:
            following.kill()


def follow(lake: Lake, landings: int) -> Measure:
    """From landing to released beside a warm `dbt run`; four times as many runs in all; killed for each fifth landing."""
    measure = Measure(
        "follow",
        f"`make follow`: from a file's landing to its {SEQUENCES} messages in released",
        "a warm dbt run",
        None,
    )
    beside = Landing(lake.home / "landing_follow")
    beside.folder.mkdir()
    landing = {"format": "json", "path": str(beside.folder)}

    def warm_run() -> float:
        beside.next()
        return lake.dbt("run", schema="follow", landing=landing, rulesets=[{"name": "all"}])

    warm_run()
    with _started(lake.home / "follow") as following:
        gib: list[float] = []

        def released() -> float:
            """Seconds from a landing to the commit that has it; returns when the whole run is done."""
            runs, before = len(following.runs()), set(following.commits())
            landed_at = following.landing.next()
            following.wait(lambda: set(following.commits()) - before)
            committed_at = max(following.commits().values())
            following.wait(lambda: len(following.runs()) > runs)
            gib.append(following.gib())
            return committed_at - landed_at

        for number in range(landings):
            measure.pairs.append((released(), warm_run()))
            print(
                f"    landing {number + 1}: {measure.pairs[-1][0]:.1f} s, dbt run {measure.pairs[-1][1]:.1f} s",
                flush=True,
            )
        for _ in range(3 * landings):
            released()
        seconds, part = following.runs()[1:], landings
        draw = random.Random(5)
        for _ in range(landings // 5):
            following.landing.next()
            time.sleep(draw.uniform(0, 1.5 * statistics.median(seconds)))
            following.kill()
            runs = len(following.runs())
            following.start()
            following.wait(lambda runs=runs: len(following.runs()) > runs)  # type: ignore[misc]
        following.kill()
        released_rows = lake.spark.sql(
            f"select count(*), count(distinct message_id) from delta.`{following.ledger.parent}` where disposition = 'released'"
        ).collect()[0]
        landed = SEQUENCES * following.landing.count
        measure.has_failed = tuple(released_rows) != (landed, landed)
    own = sorted(own for own, _ in measure.pairs)
    measure.note = (
        f"95 % within {own[int(0.95 * (len(own) - 1) + 0.5)]:.1f} s; a run, median of the first and last {part} of {len(seconds)}:"
        f" {statistics.median(seconds[:part]):.1f} and {statistics.median(seconds[-part:]):.1f} s; memory then"
        f" {gib[part - 1]:.2f} and {gib[-1]:.2f} GiB; killed {landings // 5} times: {released_rows[0]} of {landed} messages released once"
    )
    measure.must_end_well = True
    return measure
