"""Every recipe of docs/recipes gives what its page says."""

from __future__ import annotations

import re

import pytest
from tests.scenarios.project import Project
from tests.scenarios.recipes import FOLDER, Recipe, all_recipes, answer, in_any_order, outcome, prepare, run

RECIPES = all_recipes()


@pytest.mark.parametrize("recipe", RECIPES, ids=[recipe.name for recipe in RECIPES])
def test_a_recipe_gives_what_its_page_says(project: Project, recipe: Recipe) -> None:
    prepare(project, recipe)
    run(project, recipe)
    assert in_any_order(outcome(project, list(recipe.rows[0]))) == in_any_order(recipe.rows)
    for query, rows in recipe.queries:
        assert in_any_order(answer(project, query)) == in_any_order(rows)


def test_every_recipe_is_in_the_index() -> None:
    index = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"\]\(([\w-]+)\.md\)", index)) == [recipe.name for recipe in RECIPES]
