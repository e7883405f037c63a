"""The command that a processor hands messages to: a JSON line for each message, and one in answer."""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

from resequencer.leases import ProcessorError

OUTCOMES = ("delivered", "failed")

_END_SECONDS = 10


class Answer(NamedTuple):
    """What became of a message."""

    outcome: str
    detail: str | None


class Consumer:
    """A command that runs for as long as it is used."""

    def __init__(self, command: Sequence[str]) -> None:
        """Starts it.

        Raises:
            ProcessorError: it cannot be started.
        """
        self._name = shlex.join(command)
        try:
            # A group of its own: Ctrl-C is for the processor, which lets it finish the message at hand.
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
            )
        except OSError as error:
            raise ProcessorError(f"The command {self._name} cannot be started: {error}.") from error
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        Thread(target=self._read, daemon=True).start()

    def __enter__(self) -> Consumer:
        """The consumer itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Tells the command that nothing more comes, and ends it if it does not end by itself."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # it has ended
            self._process.stdin.close()
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def hand(self, message: dict[str, Any]) -> None:
        """Gives it a message.

        Raises:
            ProcessorError: it has ended.
        """
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{json.dumps(message, ensure_ascii=False)}\n")
            self._process.stdin.flush()
        except BrokenPipeError as error:
            raise self._ended() from error

    def answer(self, seconds: float) -> Answer | None:
        """What it says of the message; None if it has not said so within that time.

        Raises:
            ProcessorError: it has ended, or its answer is none.
        """
        try:
            line = self._lines.get(timeout=max(seconds, 0))
        except Empty:
            return None
        if line is None:
            raise self._ended()
        return self._parsed(line)

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put(None)

    def _ended(self) -> ProcessorError:
        try:
            code: int | str = self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            code = "none: it still runs, but reads or answers no more"
        return ProcessorError(
            f"The command {self._name} ended before it had answered (exit code {code}).\n"
            "The message it was given is handed on again. It has to answer every line, and to run until\n"
            "its input ends."
        )

    def _parsed(self, line: str) -> Answer:
        try:
            told = json.loads(line)
        except ValueError:
            told = None
        detail = told.get("detail") if isinstance(told, dict) else None
        if (
            not isinstance(told, dict)
            or told.get("outcome") not in OUTCOMES
            or not isinstance(detail, str | None)
        ):
            raise ProcessorError(
                f"The command {self._name} answered {line.strip()[:200]!r}.\n"
                'An answer is one line: {"outcome": "delivered"} or {"outcome": "failed", "detail": "why"}.\n'
                "What else it has to say belongs on its standard error."
            )
        return Answer(told["outcome"], detail)
