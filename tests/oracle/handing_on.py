"""What a processor may hand on of one sequence, without a run in between (issue 28; DESIGN 3.2, 3.3), as a walk along its messages.

Written from the text, and not from the query: the messages in the order of their release, each with how the newest run left it,
and what has been reported since. A failure stops those behind it, unless on_failure lets it go; with acknowledgements a message
waits for every one before it besides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Standing:
    """A message as the newest run left it."""

    position: int
    attempt: (
        int | None
    )  # the attempt whose outcome is awaited, or that comes next; none: it has failed, and nothing is asked
    is_failed: bool = False  # it stops the sequence until it is delivered
    is_done: bool = False  # it is settled, and handed on once more: nothing waits for it
    heard: str | None = None  # an outcome that the run knows, and that counts only later


@dataclass(frozen=True)
class Rules:
    """What a ruleset says."""

    is_acknowledged: bool
    on_failure: str
    max_attempts: int = 1

    def lets_go(self, attempt: int) -> bool:
        """Whether those behind a message go on once this attempt has failed."""
        return self.on_failure == "dead_letter" and attempt >= self.max_attempts


def may_be_handed_on(
    line: Sequence[Standing], told: Mapping[tuple[int, int], str], rules: Rules
) -> list[int]:
    """The positions that may be handed on now.

    Args:
        line: the messages of a sequence that are not settled, or are handed on again.
        told: what has been reported since the run: (position, attempt) -> outcome.
        rules: of the sequence.
    """
    free: list[int] = []
    is_stopped = is_awaited = False
    for message in sorted(line, key=lambda one: one.position):
        outcome = message.heard
        if outcome is None and message.attempt is not None:
            outcome = told.get((message.position, message.attempt))
        if message.is_done:
            if outcome is None:
                free.append(message.position)
            continue
        is_free = not is_stopped and not (rules.is_acknowledged and is_awaited)
        if outcome is None and message.attempt is not None and is_free:
            free.append(message.position)
        if outcome is None:
            is_awaited = True
            is_stopped = is_stopped or message.is_failed
        elif outcome == "failed":
            assert message.attempt is not None
            is_stopped = is_stopped or not rules.lets_go(message.attempt)
    return free
