"""Maps of an expression raise before they are built, however the expression is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

MADE = "if(exists({keys}, _key -> _key is null), raise_error('a key of a map is null'), {made})"


def guarded(keys: str, made: str) -> str:
    return MADE.format(keys=keys, made=made)


def pairs(keys: str, values: str) -> str:
    return guarded(f"array({keys})", f"map_from_arrays(array({keys}), array({values}))")


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("map(a, b)", pairs("a", " b")),
        ("MAP (a, b)", pairs("a", " b")),
        ("map()", "map()"),
        ("map(a, concat(b, ','), c, d)", pairs("a,  c", " concat(b, ','),  d")),
        ("map(a, -- it's one, and more\n b)", pairs("a", "  \n b")),
        ("map(a, b /* key, if any ( */)", pairs("a", " b  ")),
        (r"map(r'C:\', a, 'it\'s', b)", pairs(r"r'C:\',  'it\'s'", " a,  b")),
        ('map("x, (y", a)', pairs('"x, (y"', " a")),
        ("map('a', x::map<string,array<string>>, 'b', y)", pairs("'a',  'b'", " x::map<string,array<string>>,  y")),
        ("map(a, map(b, c))", pairs("a", f" {pairs('b', ' c')}")),
        ("bitmap(a, b) + a.map(c, d) + builtin.map(e, f)", "bitmap(a, b) + a.map(c, d) + builtin.map(e, f)"),
        ("map_concat(x, y)", "map_concat(x, y)"),
        ("'map(a, b)'", "'map(a, b)'"),
        ("`map(a, b)`", "`map(a, b)`"),
        ("map_from_arrays(k, v)", guarded("k", "map_from_arrays(k, v)")),
        (
            "transform_keys(m, (k, v) -> concat(k, ','))",
            guarded(
                "zip_with(map_keys(m), map_values(m),  (k, v) -> concat(k, ','))",
                "transform_keys(m, (k, v) -> concat(k, ','))",
            ),
        ),
    ],
)  # fmt: skip
def test_maps_of_an_expression(call_macro: Callable[..., Any], expression: str, expected: str) -> None:
    assert call_macro("guarded_maps", expression=expression) == expected


@pytest.mark.parametrize(
    ("expression", "names"),
    [
        ("concat(a, -- it's the site\n b, '/', c)", ["a", "b", "c"]),
        (r"split_part(path, r'\', place)", ["path", "place"]),
        ('concat("no name", `a b`, x.`c d`)', ["a b", "x"]),
    ],
)
def test_names_in_an_expression(call_macro: Callable[..., Any], expression: str, names: list[str]) -> None:
    assert call_macro("expression_names", {"resequencer__columns": {"body": expression}}) == names
