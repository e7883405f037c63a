"""Whether a message meets a subscription: one predicate after the other (R2 to R4 of the MessageBox's rules).

Written from the text, and not from the SQL. Properties are texts; the value of a predicate says how they are compared.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

Properties = Mapping[str, str | None]

_NUMBER = re.compile(r"\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*")
_WHOLE_DIGITS, _FRACTION_DIGITS = 20, 18


@dataclass(frozen=True)
class Predicate:
    """What one property has to be; `type` where the value does not say it."""

    name: str
    operator: str
    value: Any
    type: str | None = None
    ignore_case: bool = False

    def holds(self, properties: Properties) -> bool:
        found = properties.get(self.name)
        if self.operator == "exists":
            return (found is not None) == bool(self.value)
        if found is None:
            return False
        if self.operator in ("prefix", "suffix", "contains", "pattern"):
            return self._holds_of_text(found)
        if self.operator == "bits":
            number = as_number(found)
            return (
                number is not None and number == int(number) and int(number) & int(self.value) == self.value
            )
        if self.operator in ("in", "not_in"):
            pairs = [self._pair(found, value) for value in self.value]
            if self.operator == "in":
                return any(pair is not None and pair[0] == pair[1] for pair in pairs)
            return all(pair is not None and pair[0] != pair[1] for pair in pairs)
        pair = self._pair(found, self.value)
        if pair is None:
            return False
        left, right = pair
        return bool(
            {
                "eq": left == right, "ne": left != right, "lt": left < right,
                "le": left <= right, "gt": left > right, "ge": left >= right,
            }[self.operator]
        )  # fmt: skip

    def _holds_of_text(self, found: str) -> bool:
        value = str(self.value)
        if self.operator == "pattern":
            return re.search(value, found, re.IGNORECASE if self.ignore_case else 0) is not None
        if self.ignore_case:
            found, value = found.lower(), value.lower()
        found_there = {
            "prefix": found.startswith(value),
            "suffix": found.endswith(value),
            "contains": value in found,
        }
        return found_there[self.operator]

    def _pair(self, found: str, value: Any) -> tuple[Any, Any] | None:
        """Both sides as what the value is; None: the property is no such thing."""
        kind = self.type or kind_of(value)
        if kind == "text" and self.ignore_case:
            found, value = found.lower(), str(value).lower()
        left, right = as_kind(found, kind), as_kind(str(value), kind)
        return None if left is None or right is None else (left, right)


def kind_of(value: Any) -> str:
    if isinstance(value, bool):
        return "boolean"
    return "number" if isinstance(value, int | float | Decimal) else "text"


def as_kind(text: str, kind: str) -> Any:
    """The text as a value of that kind; None: it is none."""
    if kind == "number":
        return as_number(text)
    if kind == "boolean":
        return {"true": True, "false": False}.get(text.lower())
    if kind == "time":
        return as_time(text)
    return text.encode()


def as_number(text: str) -> Decimal | None:
    """A decimal of up to 20 digits before the point and 18 behind it."""
    if not _NUMBER.fullmatch(text):
        return None
    number = Decimal(text.strip())
    exact = number.normalize()
    _, digits, exponent = exact.as_tuple()
    assert isinstance(exponent, int)
    is_held = len(digits) + exponent <= _WHOLE_DIGITS and -exponent <= _FRACTION_DIGITS
    return exact if is_held or not number else None


def as_time(text: str) -> datetime | None:
    try:
        time = datetime.fromisoformat(text.strip())
    except ValueError:
        return None
    return time if time.tzinfo else time.replace(tzinfo=UTC)
