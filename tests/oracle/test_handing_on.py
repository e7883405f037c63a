"""The walk along a sequence against stories whose ends are known."""

from __future__ import annotations

import pytest
from tests.oracle.handing_on import Rules, Standing, may_be_handed_on

LINE = [Standing(n, 1) for n in (1, 2, 3)]
DELIVERED = {(1, 1): "delivered"}
FAILED = {(1, 1): "failed"}


def test_with_acknowledgements_each_waits_for_the_one_before() -> None:
    rules = Rules(is_acknowledged=True, on_failure="suspend")
    assert may_be_handed_on(LINE, {}, rules) == [1]
    assert may_be_handed_on(LINE, DELIVERED, rules) == [2]
    assert may_be_handed_on(LINE, DELIVERED | {(2, 1): "delivered"}, rules) == [3]
    # The outcome of 1 is lost: it is handed on again, and what was handed on behind it is not.
    assert may_be_handed_on(LINE, {(2, 1): "delivered"}, rules) == [1]


@pytest.mark.parametrize("is_acknowledged", [True, False])
@pytest.mark.parametrize("on_failure", ["suspend", "park", "terminate", "fail", "dead_letter"])
def test_a_failure_stops_by_on_failure(is_acknowledged: bool, on_failure: str) -> None:
    rules = Rules(is_acknowledged, on_failure)
    goes_on = [2] if is_acknowledged else [2, 3]
    assert may_be_handed_on(LINE, FAILED, rules) == (goes_on if on_failure == "dead_letter" else [])
    assert may_be_handed_on(LINE, FAILED, Rules(is_acknowledged, on_failure, max_attempts=2)) == []


@pytest.mark.parametrize("is_acknowledged", [True, False])
def test_what_has_failed_stops_until_it_is_delivered(is_acknowledged: bool) -> None:
    rules = Rules(is_acknowledged, "suspend")
    failed, resumed = Standing(1, None, is_failed=True), Standing(1, 2, is_failed=True)
    assert may_be_handed_on([failed, *LINE[1:]], {}, rules) == []
    assert may_be_handed_on([resumed, *LINE[1:]], FAILED, rules) == [1]
    assert may_be_handed_on([resumed, *LINE[1:]], {(1, 2): "failed"}, rules) == []
    assert may_be_handed_on([resumed, *LINE[1:]], {(1, 2): "delivered"}, rules)[0] == 2


def test_what_is_sent_once_more_holds_up_nothing() -> None:
    again = Standing(0, 2, is_done=True)
    assert may_be_handed_on([again, *LINE], {}, Rules(True, "suspend")) == [0, 1]
    assert may_be_handed_on([again, *LINE], {(0, 2): "failed"}, Rules(True, "suspend")) == [1]
