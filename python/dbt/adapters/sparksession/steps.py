"""Steps of a query as subqueries instead of common table expressions.

Spark resolves one level of a chain of `with` clauses at each pass over the whole query, and copies what is
below a step when it puts it in its place: both grow with the square of the chain. Nested subqueries are
resolved in one pass, and give the same plan. dbt writes every ephemeral model as a `with` clause, so a
query of forty steps takes a minute to plan one way, and a second or two the other.

A step that several others read is planned as often as it is read, with all below it, and so is what that
reads in turn: six readers of six readers are 36 copies. Steps with the line `-- computed once` can be taken
out of the query. So can steps with the line `-- planned once`, however often they are read: what reads them
is planned without what they are made of, which Spark would write out again at each mention of a column.
"""

from __future__ import annotations

import re
from collections import Counter

# Text, quoted names and comments: nothing in them is SQL.
_OPAQUE = re.compile(r"'(?:[^'\\]|\\.)*'|`[^`]*`|\"(?:[^\"\\]|\\.)*\"|--[^\n]*|/\*.*?\*/", re.DOTALL)
_FIRST = re.compile(r"\s*with\s+(\w+)\s+as\s*\(", re.IGNORECASE)
_NEXT = re.compile(r"\s*,\s*(\w+)\s+as\s*\(", re.IGNORECASE)
# Where a relation is read, with the alias it has there.
_READ = re.compile(r"(?<![\w.])((?:from|join)\s+)(\w+)\b(?!\s*[.(])(\s+as\s+\w+)?", re.IGNORECASE)

_ONCE = re.compile(r"^\s*-- computed once\b", re.MULTILINE)
PLANNED = re.compile(r"^\s*-- planned once\b", re.MULTILINE)


def computed_once(query: str) -> tuple[list[tuple[str, str]], str]:
    """A query without the steps that are to be computed once.

    Those are the ones with the line `-- computed once` that are read several times, and all with the line
    `-- planned once` that are read.

    Args:
        query: A query of Spark SQL that may begin with a `with` clause.

    Returns:
        Name and query of each such step, in order, and the query that is left. Both read them, by their
        names, as views that are to be there; else they are complete, and nested as by nest_steps. Of a step
        that is to be planned once, the query begins with that line.
    """
    steps, rest = _split(query)
    readings = _readings([*steps, ("", rest)])
    taken = {
        name
        for name, body in steps
        if (readings[name] > 1 and _ONCE.search(body)) or (readings[name] and PLANNED.search(body))
    }
    views: list[tuple[str, str]] = []
    left: list[tuple[str, str]] = []
    for name, body in steps:
        if name in taken:
            mark = "-- planned once\n" if PLANNED.search(body) else ""
            views.append((name, mark + nest_steps(_join([*left, (name, body)], f"select * from {name}"))))
        else:
            left.append((name, body))
    return views, nest_steps(_join(left, rest))


def _join(steps: list[tuple[str, str]], rest: str) -> str:
    """The query that _split takes apart."""
    if not steps:
        return rest
    return "with " + ",\n".join(f"{name} as ({body}\n)" for name, body in steps) + f"\n{rest}"


def nest_steps(query: str) -> str:
    """A query with each step that is read once written where it is read, and none that is not read at all.

    Steps that are read several times stay in the `with` clause: so Spark sees that they are the same.

    Args:
        query: A query of Spark SQL that may begin with a `with` clause, as may those within it.

    Returns:
        A query of the same meaning; one without a `with` clause as it is.
    """
    steps, rest = _split(query)
    if not steps:
        return query
    nested = [(name, nest_steps(body)) for name, body in steps]
    readings = _readings([*nested, ("", rest)])
    kept: list[tuple[str, str]] = []
    written: dict[str, str] = {}  # by name, what takes the place of the name
    for name, body in nested:
        if readings[name] > 1:
            kept.append((name, _put(written, body)))
        elif readings[name]:
            written[name.lower()] = _put(written, body)
    rest = _put(written, rest)
    return _join(kept, rest) if kept else rest.lstrip()


def _readings(texts: list[tuple[str, str]]) -> Counter[str]:
    """How often each step is read by what is read itself; what is last has no name, and is read.

    Every text is gone through once: a query of forty steps is long, and so is each look at what is SQL
    in it.
    """
    names = {name.lower(): name for name, _ in texts}
    counts: Counter[str] = Counter({"": 1})
    for place in range(len(texts) - 1, -1, -1):
        reader, text = texts[place]
        if counts[reader]:
            earlier = {name for name, _ in texts[:place]}
            read = (names.get(found.group(2).lower()) for found in _READ.finditer(_mask(text)))
            counts.update(name for name in read if name in earlier)
    return counts


def _mask(query: str) -> str:
    """The query with blanks for all that is no SQL; every place is as before."""
    return _OPAQUE.sub(lambda found: " " * len(found.group()), query)


def _split(query: str) -> tuple[list[tuple[str, str]], str]:
    """The steps of the query's own `with` clause, in order, and what follows it."""
    masked = _mask(query)
    steps = []
    end = 0
    found = _FIRST.match(masked)
    while found:
        end = _closing(masked, found.end()) + 1
        steps.append((found.group(1), query[found.end() : end - 1]))
        found = _NEXT.match(masked, end)
    return steps, query[end:]


def _closing(masked: str, start: int) -> int:
    """The place of the parenthesis that closes the one before `start`."""
    depth = 1
    for parenthesis in re.finditer(r"[()]", masked[start:]):
        depth += 1 if parenthesis.group() == "(" else -1
        if depth == 0:
            return start + parenthesis.start()
    raise ValueError(f"a parenthesis is not closed: {masked[start - 80 : start + 80]}")


def _put(written: dict[str, str], query: str) -> str:
    """The query with the steps that are written out where their names, in small letters, are read."""
    pieces = []
    end = 0
    for found in _READ.finditer(_mask(query)):
        name = found.group(2)
        if name.lower() in written:
            alias = query[slice(*found.span(3))] if found.group(3) else f" as {name}"
            pieces += [query[end : found.end(1)], f"({written[name.lower()]}\n){alias}"]
            end = found.end()
    return "".join([*pieces, query[end:]])
