"""What every dbt unit test has to say, whatever the project is set to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

MODELS = Path(__file__).resolve().parents[2] / "models"


def unit_tests() -> Iterator[tuple[str, dict[str, Any]]]:
    """Name and settings of each unit test of the project."""
    for path in sorted(MODELS.rglob("*.yml")):
        for test in yaml.safe_load(path.read_text(encoding="utf-8")).get("unit_tests") or []:
            yield test["name"], (test.get("overrides") or {}).get("vars") or {}


def test_rulesets_of_a_unit_test_come_with_policies_of_its_own() -> None:
    """Policies of a project name rulesets of it: beside others they are refused, and with them its unit tests."""
    settings = dict(unit_tests())
    assert any("resequencer__rulesets" in given for given in settings.values())
    wrong = [
        name
        for name, given in settings.items()
        if "resequencer__rulesets" in given and "resequencer__policies" not in given
    ]
    assert wrong == []
