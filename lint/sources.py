"""Lint the SQL of models and tests as it is written: sqlfluff without the limit on how long a model may be.

dbt sets that limit aside in its own commands (`--sqlparse`), but not where sqlfluff has it compile: there it
would refuse steps of which macros make a long text.
"""

from __future__ import annotations

import sys

from sqlfluff.cli.commands import cli
from sqlparse.engine import grouping

RECURSION = 20_000
"""sqlfluff parses by recursion, some twenty calls for each function within another."""


def main() -> None:
    """Call sqlfluff with the arguments of the command line."""
    grouping.MAX_GROUPING_TOKENS = sys.maxsize
    sys.setrecursionlimit(RECURSION)
    cli()


if __name__ == "__main__":
    main()
