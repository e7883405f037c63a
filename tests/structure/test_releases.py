"""The version is one, each release has a date and says how to upgrade, and dbt-core's range is the same wherever it is said."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]


def faults(changelog: str, version: str) -> list[str]:
    """What is wrong with a changelog of a project that has this version, one text each."""
    found = []
    heads = re.findall(r"^## (.+)$", changelog, re.MULTILINE)
    releases = dict(zip(heads, re.split(r"^## .+\n", changelog, flags=re.MULTILINE)[1:], strict=True))
    for head, text in releases.items():
        if head != "[Unreleased]" and not re.fullmatch(r"\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d", head):
            found.append(f"{head} is no version with a date")
        if (count := text.count("### Upgrading\n")) != 1:
            found.append(f"{head} has {count} times Upgrading")
        # Whoever upgrades reads that section alone.
        if (count := text.count("Upgrading:")) > 0:
            found.append(f"{head} says {count} times how to upgrade outside of Upgrading")
    newest = next((head for head in heads if head != "[Unreleased]"), "")
    if not newest.startswith(f"[{version}]"):
        found.append(f"the newest release is {newest or 'none'}, the version {version}")
    return found


GOOD = "# Changelog\n\n## [Unreleased]\n\n### Upgrading\n\n- x\n\n## [0.2.0] - 2026-11-21\n\n### Upgrading\n\nNothing.\n"


@pytest.mark.parametrize(
    ("fault", "instead", "said"),
    [
        ("", "", []),
        (" - 2026-11-21", "", ["[0.2.0] is no version with a date"]),
        ("### Upgrading\n\nNothing.", "", ["[0.2.0] - 2026-11-21 has 0 times Upgrading"]),
        ("- x", "- x\n\n### Upgrading", ["[Unreleased] has 2 times Upgrading"]),
        (
            "### Upgrading\n\n- x",
            "- y. Upgrading: run.\n\n### Upgrading\n\n- x",
            ["[Unreleased] says 1 times how to upgrade outside of Upgrading"],
        ),
        ("[0.2.0]", "[0.3.0]", ["the newest release is [0.3.0] - 2026-11-21, the version 0.2.0"]),
    ],
)
def test_faults_of_a_changelog_are_named(fault: str, instead: str, said: list[str]) -> None:
    assert faults(GOOD.replace(fault, instead, 1) if fault else GOOD, "0.2.0") == said


def test_this_project_is_of_one_version() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert yaml.safe_load((ROOT / "dbt_project.yml").read_text(encoding="utf-8"))["version"] == version
    assert faults((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), version) == []


def test_the_range_of_dbt_is_the_one_that_is_tested() -> None:
    project = yaml.safe_load((ROOT / "dbt_project.yml").read_text(encoding="utf-8"))
    first, end = (re.sub(r"\.0$", "", bound) for bound in project["require-dbt-version"])
    range_ = f"dbt-core{first},{end}"
    package = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert range_ in package["project"]["dependencies"]
    assert range_ in (ROOT / "requirements.in").read_text(encoding="utf-8").splitlines()
    tested = re.search(
        r"^dbt-core==(\d+\.\d+)\.", (ROOT / "requirements.txt").read_text(encoding="utf-8"), re.M
    )
    assert tested is not None
    assert first == f">={tested[1]}"
    said = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    assert (
        f"The tests run with {tested[1]}, and `require-dbt-version` ends before {end.removeprefix('<')}."
        in said
    )
