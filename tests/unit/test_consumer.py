"""The command that a processor hands messages to."""

from __future__ import annotations

import sys
import time

import pytest

from resequencer.consumer import Answer, Consumer
from resequencer.leases import ProcessorError

ECHO = """
import json, sys
for line in sys.stdin:
    print(json.dumps(json.loads(line)["answer"]), flush=True)
"""


def consumer(script: str) -> Consumer:
    return Consumer([sys.executable, "-c", script])


def answered(consumer: Consumer, answer: object) -> Answer | None:
    consumer.hand({"answer": answer})
    return consumer.answer(30)


def test_answers() -> None:
    with consumer(ECHO) as echo:
        assert answered(echo, {"outcome": "delivered"}) == Answer("delivered", None)
        assert answered(echo, {"outcome": "failed", "detail": "né"}) == Answer("failed", "né")
        assert echo.answer(0.01) is None
        wrongs: list[object] = [
            {"outcome": "lost"},
            {},
            [],
            1,
            "delivered",
            {"outcome": "failed", "detail": 1},
        ]
        for wrong in wrongs:
            with pytest.raises(ProcessorError, match="An answer is one line"):
                answered(echo, wrong)


def test_no_json() -> None:
    with consumer("input(); print('done')") as talker:
        talker.hand({})
        with pytest.raises(ProcessorError, match="answered 'done'"):
            talker.answer(30)


def test_one_that_ends() -> None:
    with consumer("import sys; input(); sys.exit(3)") as mortal:
        mortal.hand({})
        with pytest.raises(ProcessorError, match="exit code 3"):
            mortal.answer(30)
        with pytest.raises(ProcessorError, match="exit code 3"):
            mortal.hand({})


def test_one_that_is_not_there() -> None:
    with pytest.raises(ProcessorError, match="no-such-command cannot be started"):
        Consumer(["no-such-command"])


def test_one_that_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("resequencer.consumer._END_SECONDS", 0.2)
    begun = time.monotonic()
    with consumer("import time; time.sleep(60)"):
        pass
    assert time.monotonic() - begun < 30
