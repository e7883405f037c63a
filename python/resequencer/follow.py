"""A run that stays: a whole `dbt run` as soon as something has landed or is due, and nothing in between.

`python -m resequencer.follow [--every 10s] [-- ARGUMENTS FOR DBT RUN]`, from the project's root. The project
is parsed once, and Spark started once. Every so often the macro `what_is_new` looks for what is new, which
reads no records; each run is a `dbt run`. Ctrl-C and SIGTERM end it. After an error it waits, longer each
time. After a kill it can be started again: its first run does what was left.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

from resequencer.main_job import common_arguments, problem_before_start

LOOK_MACRO = "what_is_new"
CONFIGURATION = (Path("dbt_project.yml"), Path("profiles.yml"))
LONGEST_WAIT_SECONDS = 300.0
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}


class FollowError(Exception):
    """A look or a run has failed; dbt has said why."""


@dataclass(frozen=True)
class News:
    """What a look has found."""

    marks: Mapping[str, str]
    """By input, a text that is another one once something has landed there."""
    is_due: bool
    """Something falls due, though nothing has landed."""

    def since(self, marks: Mapping[str, str] | None) -> list[str]:
        """Why to run, if the last run began at these marks (none: it is the first); empty: nothing is new."""
        if marks is None:
            return ["first run"]
        landed = [name for name, mark in self.marks.items() if marks.get(name) != mark]
        return [f"{name} landed" for name in landed] + ["something is due"] * self.is_due


@dataclass
class Follower:
    """The project, parsed, with what the last run that succeeded began at."""

    arguments: Sequence[str]
    """For `dbt run`."""
    manifest: Any = field(default=None, repr=False)
    configured_at: list[float] = field(default_factory=list)
    marks: Mapping[str, str] | None = None

    def turn(self) -> None:
        """One look, and a run if something is new.

        Raises:
            FollowError: one of them has failed, which leaves it to the next turn.
        """
        self.parse()
        news = self.look()
        reasons = news.since(self.marks)
        if reasons:
            say(f"{', '.join(reasons)}: running")
            started = time.monotonic()
            shown = ("--log-level", "warn", "--log-level-file", "debug", "--no-write-json")
            self.invoke(*shown, "run", *self.arguments, callbacks=[pass_on])
            self.marks = news.marks
            say(f"done in {time.monotonic() - started:.1f} s")

    def parse(self) -> None:
        """Parse the project, unless that has been done since its configuration last changed.

        Raises:
            FollowError: it cannot be parsed.
        """
        changed_at = [path.stat().st_mtime for path in CONFIGURATION if path.exists()]
        if self.manifest is None or changed_at != self.configured_at:
            self.manifest = None
            self.manifest = self.invoke("--quiet", "parse", *common_arguments(self.arguments))
            self.configured_at = changed_at
            # Under other settings something else may be due, and nothing that is known tells what.
            self.marks = None

    def look(self) -> News:
        """Look for what is new.

        Raises:
            FollowError: an input or the lake cannot be read.
        """
        found: list[News] = []
        self.invoke(
            *("--quiet", "--log-level-file", "none", "--no-write-json", "run-operation", LOOK_MACRO),
            *common_arguments(self.arguments),
            callbacks=[partial(keep_news, found.append)],
        )
        return found[0]

    def invoke(self, *arguments: str, callbacks: Sequence[Callable[[Any], None]] = ()) -> Any:
        """Call dbt in this process; what the command gives.

        Raises:
            FollowError: it has failed.
            KeyboardInterrupt: it was told to end, which dbt makes an error of its own.
        """
        from dbt.cli.main import dbtRunner

        if self.manifest is not None:
            forget_compiled(self.manifest)
        done = dbtRunner(manifest=self.manifest, callbacks=list(callbacks)).invoke(list(arguments))
        if _is_ending:
            raise KeyboardInterrupt
        if not done.success:
            if done.exception is not None:
                print(done.exception, file=sys.stderr)
            raise FollowError
        return done.result


def pass_on(event: Any) -> None:
    """Print what the project itself says in a run, of all that dbt tells (`event`)."""
    if event.info.name == "JinjaLogInfo" and event.data.msg.startswith("resequencer"):
        say(event.data.msg.partition(": ")[2])


def keep_news(keep: Callable[[News], None], event: Any) -> None:
    """Take what the macro `what_is_new` logs, of all that dbt tells (`event`)."""
    if event.info.name == "JinjaLogInfo" and event.data.msg.startswith("{"):
        keep(News(**json.loads(event.data.msg)))


def forget_compiled(manifest: Any) -> None:
    """Remove from a manifest what ephemeral models compiled to: that was about the run before."""
    for node in manifest.nodes.values():
        if hasattr(node, "extra_ctes_injected"):
            node.compiled, node.compiled_code = False, None
            node.extra_ctes, node.extra_ctes_injected = [], False


def wait_after(failures: int, every: float) -> float:
    """Seconds until the next try: twice as many after each failure in a row, up to five minutes."""
    return max(every, min(every * 2.0 ** min(failures, 30), LONGEST_WAIT_SECONDS))


def spark_answers() -> bool:
    """Whether this process can go on with its Spark; also where none has been started."""
    from pyspark.sql import SparkSession

    session = SparkSession.getActiveSession()
    try:
        return session is None or session.sql("select 1").count() == 1
    except Exception:
        return False


def say(text: str) -> None:
    """Print a line with the time of day, at once."""
    print(f"{time.strftime('%H:%M:%S')}  {text}", flush=True)


_is_ending = False


def _end(number: int, frame: FrameType | None) -> None:
    """Ends what is at work. Only once: a second signal would disturb dbt as it cleans up after the first."""
    global _is_ending
    if not _is_ending:
        _is_ending = True
        raise KeyboardInterrupt


def follow(follower: Follower, every: float) -> None:
    """Look and run until a signal ends it (KeyboardInterrupt)."""
    failures = 0
    while True:
        try:
            follower.turn()
            failures = 0
        except FollowError:
            failures += 1
            seconds = wait_after(failures, every)
            say(f"failed ({failures} in a row), and nothing is lost: the next try in {seconds:g} s")
        time.sleep(wait_after(failures, every))
        if failures and not spark_answers():
            say("Spark has ended: starting anew")
            # As the same process, so that whoever watches over it sees none end.
            os.execv(sys.executable, [sys.executable, "-m", "resequencer.follow", *sys.argv[1:]])


def seconds_of(text: str) -> float:
    """Seconds of a duration such as 500ms, 10s, 2m or 1h, for argparse.

    Raises:
        argparse.ArgumentTypeError: it is none, or shorter than 100ms.
    """
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(ms|s|m|h)", text)
    seconds = float(found[1]) * _SECONDS[found[2]] if found else 0.0
    if seconds < 0.1:
        raise argparse.ArgumentTypeError(f"{text!r} is no duration from 100ms on, such as 10s or 2m")
    return seconds


def main(arguments: Sequence[str] | None = None) -> int:
    """Run whenever something is new, until Ctrl-C or SIGTERM; return the exit code."""
    parser = argparse.ArgumentParser(prog="resequencer.follow", description=main.__doc__)
    parser.add_argument("--every", type=seconds_of, default="10s", help="how often to look (default: 10s)")
    parser.add_argument("dbt", nargs="*", help="arguments for dbt run, after --")
    given = parser.parse_args(arguments)
    if {"--full-refresh", "-f"} & set(given.dbt):
        parser.error("--full-refresh would decide everything again in each run: call it once, by dbt run")
    problem = problem_before_start()
    if problem is not None:
        print(problem, file=sys.stderr)
        return 2
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _end)
    follower = Follower(given.dbt)
    try:
        follower.parse()
        say(f"following, with a look every {given.every:g} s; Ctrl-C or SIGTERM ends it")
        follow(follower, given.every)
    except FollowError:
        return 2
    except KeyboardInterrupt:
        say("ended; what was committed stands, and the next run does the rest")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
