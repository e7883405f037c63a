"""Every recipe of docs/recipes gives what its page says."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from tests.scenarios.hostile import spoilt, spoilt_cells
from tests.scenarios.project import Project
from tests.scenarios.recipes import FOLDER, Recipe, all_recipes, answer, in_any_order, outcome, prepare, run
from tests.scenarios.test_fuzzed_landing import VERDICTS

RECIPES = all_recipes()
# One of each kind of page: changes of a database, documents in lines, a log, a device.
IN_CI = ("debezium-postgres", "edi-x12", "kafka", "mavlink")


@pytest.mark.parametrize(
    "recipe",
    [
        pytest.param(recipe, id=recipe.name, marks=() if recipe.name in IN_CI else pytest.mark.long)
        for recipe in RECIPES
    ],
)
def test_a_recipe_gives_what_its_page_says(project: Project, recipe: Recipe) -> None:
    prepare(project, recipe)
    run(project, recipe)
    assert in_any_order(outcome(project, list(recipe.rows[0]))) == in_any_order(recipe.rows)
    for query, rows in recipe.queries:
        assert in_any_order(answer(project, query)) == in_any_order(rows)
    if recipe.format in ("json", "text", "csv"):
        spoilt_records_stop_nothing(project, recipe)


def spoilt_records_stop_nothing(project: Project, recipe: Recipe) -> None:
    """The recipe's records once more, each spoilt in many ways: every one has a verdict, and those there were stand."""
    decided = f"select message_id, outcome from ({VERDICTS}) where outcome not like 'pending%'"
    before = Counter(map(tuple, project.query(decided)))
    ends, records = records_of(recipe)
    header = [records.pop(0)] if recipe.format == "csv" else []
    lines = list(header)
    for record in records[:3]:
        lines += spoilt(record) + (spoilt_cells(record) if header else [])
    for number, text in enumerate(lines if ends is None else [ends.join(lines)]):
        # Named like the last file, from whose name its time is read.
        path = project.landing / f"zz-{number}-{[*recipe.files][-1]}"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
    later = datetime.fromisoformat(recipe.as_of) + timedelta(days=1)
    run(project, replace(recipe, as_of=later.isoformat()))
    landed = project.query("select count(*) as n from {s}.resequencer__arrivals where kind <> 'file'")[0]["n"]
    assert landed > len(records) + len(records[:3])
    assert len(project.query(VERDICTS)) == landed
    after = Counter(map(tuple, project.query(decided)))
    assert not before - after
    assert project.query("select 1 from {s}.resequencer__failure where coalesce(detail, '') = ''") == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", [recipe.name for recipe in RECIPES if recipe.format in ("json", "text")])
def test_one_spoilt_record_in_the_first_run_changes_none_of_a_recipe(
    project: Project, name: str, seed: int
) -> None:
    (recipe,) = (recipe for recipe in RECIPES if recipe.name == name)
    prepare(project, recipe)
    only = project.schema
    run(project, recipe)
    before = decoded(project)

    # The same landing place, and a new lake.
    project.schema = f"{only}_spoilt"
    chance = random.Random(f"{name} {seed}")
    variant = chance.choice(spoilt(chance.choice(records_of(recipe)[1])))
    path = project.landing / f"0-{next(iter(recipe.files))}"
    path.write_bytes(variant.encode("utf-8", "surrogatepass"))
    run(project, recipe)
    assert not before - decoded(project), variant


def decoded(project: Project) -> Counter[str]:
    """The records as they are decoded; where they lie, and ids that are hashes of that, differ from lake to lake."""
    rows = project.query(
        "select * except (intake_cursor, intake, place, message_id) from {s}.stg_resequencer__records"
    )
    return Counter(map(str, rows))


def records_of(recipe: Recipe) -> tuple[str | None, list[str]]:
    """What ends a record (none: each file is one), and the records of all files."""
    options = recipe.variables["landing"].get("options", {})
    ends = None if options.get("wholetext") else options.get("lineSep", "\n")
    texts = recipe.files.values()
    records = [record for text in texts for record in ([text] if ends is None else text.split(ends))]
    return ends, [record for record in records if record.strip()]


def test_every_recipe_is_in_the_index() -> None:
    index = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"\]\(([\w-]+)\.md\)", index)) == [recipe.name for recipe in RECIPES]
