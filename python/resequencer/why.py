"""Where one message is and why, in a screen's length.

`python -m resequencer.why MESSAGE [--ruleset R] [--sequence S] [-- ARGUMENTS FOR DBT]`, from the project's
root; `make why MESSAGE=order-7-3` is the same. It prints what the macro `why` finds, and writes nothing.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from resequencer.main_job import exit_code, problem_before_start


def main(arguments: Sequence[str] | None = None) -> int:
    """Tell of one message where it is and why; return the exit code."""
    parser = argparse.ArgumentParser(prog="resequencer.why", description=main.__doc__)
    parser.add_argument("message", help="the message's id")
    parser.add_argument("--ruleset", help="where several messages have the id: of which ruleset")
    parser.add_argument("--sequence", help="where several messages have the id: of which sequence")
    parser.add_argument("dbt", nargs="*", help="arguments for dbt, after --")
    given = parser.parse_args(arguments)
    if not given.message:
        parser.error("which message? MESSAGE=order-7-3")
    problem = problem_before_start()
    if problem is not None:
        print(problem, file=sys.stderr)
        return 2
    # Imported late: it takes seconds, and the messages above should not have to wait for it.
    from dbt.cli.main import dbtRunner

    asked = {"message_id": given.message, "ruleset": given.ruleset, "sequence": given.sequence}
    told = {name: value for name, value in asked.items() if value is not None}
    operation = ["--quiet", "run-operation", "why", "--args", json.dumps(told), *given.dbt]
    return exit_code(dbtRunner().invoke(operation))


if __name__ == "__main__":
    raise SystemExit(main())
