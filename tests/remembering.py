"""A test process calls dbt some hundred times over the same texts: what dbt works out from a text alone is kept.

dbt parses every macro anew whenever settings differ, compiles every model's template for every run, and looks for the place of
CTEs in the SQL of every ephemeral model. Each of these depends on the text and on nothing else, and was half of the time
that Python took. What dbt does with it stays dbt's own; tests that start a process of their own run it as it is.
"""

from __future__ import annotations

from functools import lru_cache
from types import CodeType
from typing import Any

import dbt.compilation
from dbt.contracts.graph.nodes import InjectedCTE
from dbt_common.clients.jinja import MacroFuzzEnvironment

_PLACE = "__the_place_of_ctes__"


def remember_what_texts_give() -> None:
    """From now on, in this process."""
    _remember_templates()
    _remember_places_of_ctes()


def _remember_templates() -> None:
    parse, compile_ = MacroFuzzEnvironment._parse, MacroFuzzEnvironment.compile
    trees: dict[Any, Any] = {}
    codes: dict[Any, str | CodeType] = {}

    def parse_once(self: MacroFuzzEnvironment, source: str, name: str | None, filename: str | None) -> Any:
        key = type(self), source, name, filename
        if key not in trees:
            trees[key] = parse(self, source, name, filename)
        return trees[key]

    def compile_once(
        self: MacroFuzzEnvironment, source: Any, name: str | None = None, filename: str | None = None,
        raw: bool = False, defer_init: bool = False,
    ) -> str | CodeType:  # fmt: skip
        if raw or not isinstance(source, str):
            return compile_(self, source, name, filename, raw, defer_init)  # type: ignore[call-overload, no-any-return]
        key = type(self), source, name, filename, defer_init
        if key not in codes:
            codes[key] = compile_(self, source, name, filename, raw, defer_init)
        return codes[key]

    MacroFuzzEnvironment._parse = parse_once  # type: ignore[method-assign]
    MacroFuzzEnvironment.compile = compile_once  # type: ignore[method-assign, assignment]


def _remember_places_of_ctes() -> None:
    inject = dbt.compilation.inject_ctes_into_sql

    @lru_cache(maxsize=2000)
    def with_place(sql: str) -> str:
        return str(inject(sql, [InjectedCTE(id=_PLACE, sql=_PLACE)]))

    def inject_at_place(sql: str, ctes: list[InjectedCTE]) -> str:
        return with_place(sql).replace(_PLACE, ", ".join(str(cte.sql) for cte in ctes)) if ctes else sql

    dbt.compilation.inject_ctes_into_sql = inject_at_place
