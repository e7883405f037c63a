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

# Text, quoted names and comments: nothing in them is SQL.
_OPAQUE = re.compile(r"'(?:[^'\\]|\\.)*'|`[^`]*`|\"(?:[^\"\\]|\\.)*\"|--[^\n]*|/\*.*?\*/", re.DOTALL)
_FIRST = re.compile(r"\s*with\s+(\w+)\s+as\s*\(", re.IGNORECASE)
_NEXT = re.compile(r"\s*,\s*(\w+)\s+as\s*\(", re.IGNORECASE)

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
        names, as views that are to be there; else they are complete, and nested as by nest_steps.
    """
    steps, rest = _split(query)
    readings = {name: _reads(name, rest) for name, _ in steps}
    for place in range(len(steps) - 1, -1, -1):
        if readings[steps[place][0]]:
            for earlier, _ in steps[:place]:
                readings[earlier] += _reads(earlier, steps[place][1])
    taken = {
        name
        for name, body in steps
        if (readings[name] > 1 and _ONCE.search(body)) or (readings[name] and PLANNED.search(body))
    }
    views: list[tuple[str, str]] = []
    left: list[tuple[str, str]] = []
    for name, body in steps:
        if name in taken:
            views.append((name, nest_steps(_join([*left, (name, body)], f"select * from {name}"))))
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
    bodies = {name: nest_steps(body) for name, body in steps}
    names = list(bodies)
    for place in range(len(names) - 1, -1, -1):
        name = names[place]
        readers = [later for later in names[place + 1 :] if later in bodies]
        count = sum(_reads(name, bodies[reader]) for reader in readers) + _reads(name, rest)
        if count > 1:
            continue
        body = bodies.pop(name)
        for reader in readers:
            bodies[reader] = _put(name, body, bodies[reader])
        rest = _put(name, body, rest)
    if not bodies:
        return rest.lstrip()
    return _join(list(bodies.items()), rest)


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


def _read(name: str) -> re.Pattern[str]:
    """Finds where a step is read, with the alias it has there."""
    return re.compile(
        rf"(?<![\w.])((?:from|join)\s+){re.escape(name)}\b(?!\s*[.(])(\s+as\s+\w+)?", re.IGNORECASE
    )


def _reads(name: str, query: str) -> int:
    return len(_read(name).findall(_mask(query)))


def _put(name: str, body: str, query: str) -> str:
    """The query with the step's body where it is read, if it is."""
    found = _read(name).search(_mask(query))
    if not found:
        return query
    before, after = query[: found.end(1)], query[found.end() :]
    return f"{before}({body}\n){found.group(2) or f' as {name}'}{after}"
