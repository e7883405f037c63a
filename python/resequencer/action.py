"""Writes an action of an operator where `resequencer__actions` says they land.

`python -m resequencer.action resume --ruleset orders --sequence order-7 --why "it is back"`, from the
project's root; `make action ARGS="resume ..."` does the same. The next run applies it. What the actions do
is in docs/deliveries.md, and of those of the MessageBox in docs/messagebox.md; they may be written otherwise,
too: they are lines of JSON, or rows of a table.
"""

from __future__ import annotations

import argparse
import getpass
import json
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import yaml
from dbt.cli.main import dbtRunner

from resequencer.landing import land, local_folder

NUMBERED = {"skip": True, "gap_fill": True, "drop": True, "resend": True, "reset": True, "resume": False}
"""The actions that are about numbers, and whether they must name one."""
OF_SEQUENCES = (*NUMBERED, "terminate", "close")
OF_MESSAGEBOX = {
    **dict.fromkeys(("enlist", "start", "stop", "unenlist"), ("subscription",)),
    "subscribe": ("subscription", "instance", "value"),
    **dict.fromkeys(("unsubscribe", "ready", "begin", "dehydrate", "break"), ("instance",)),
    **dict.fromkeys(("suspend", "complete"), ("instance",)),
    "reroute": (),
    "backfill": ("subscription",),
}  # fmt: skip
"""The actions that only the MessageBox knows, and what they must name. `resume` and `terminate` of an
instance are its, too."""
OF_BOTH = ("resume", "terminate")
OPTIONS = {
    "message": ("reroute",),
    "value": ("subscribe",),
    "process": ("begin",),
    **dict.fromkeys(("for_good", "error_code", "error_description"), ("suspend",)),
    **dict.fromkeys(("from_at", "to_at"), ("reroute", "backfill")),
}
"""What only some actions of the MessageBox say, and which."""
ACTIONS = [*OF_SEQUENCES, *OF_MESSAGEBOX]


class ActionError(Exception):
    """An action that cannot be written, and what to do."""


def place_of_actions(project: Path) -> dict[str, Any]:
    """The setting `resequencer__actions` of a project, as its dbt_project.yml has it.

    Raises:
        ActionError: there is no such project, or it takes no actions.
    """
    try:
        text = (project / "dbt_project.yml").read_text(encoding="utf-8")
    except OSError as error:
        raise ActionError("Run this from the project's root, where dbt_project.yml is.") from error
    setting = ((yaml.safe_load(text) or {}).get("vars") or {}).get("resequencer__actions")
    if not isinstance(setting, dict):
        raise ActionError(
            "dbt_project.yml says nothing of where actions land.\n"
            "Set resequencer__actions there, to {format: json, path: …} or {relation: …},"
            " or say it with --path or --relation."
        )
    return setting


def write_to_folder(path: str, action: dict[str, Any]) -> Path:
    """Writes a file of one line, which appears whole.

    Raises:
        ActionError: it is no folder of this machine, or cannot be written to.
    """
    # Its id may be any text, which a file's name may not; nor may what a run has read be written over.
    name = f"action-{uuid4().hex}.json"
    try:
        folder = local_folder(path)
        if folder is None:
            raise ActionError(
                f"{path} is no folder of this machine. Mount it, or use a table ({{relation: …}})."
            )
        return land(folder, name, [action])
    except OSError as error:
        raise ActionError(f"Cannot write to {path}: {error.strerror or error}.") from error


def write_to_table(relation: str, action: dict[str, Any]) -> None:
    """Adds a row to a table that has a column for each field of the action.

    Raises:
        ActionError: the lake has refused.
    """
    arguments = json.dumps({"relation": relation, "action": action})
    done = dbtRunner().invoke(["--quiet", "run-operation", "insert_action", "--args", arguments])
    if not done.success:
        raise ActionError(f"The action was not written to {relation}; why is said above.")


def action_of(chosen: argparse.Namespace) -> dict[str, Any]:
    """The action asked for, without the fields it does not have.

    Raises:
        ActionError: it needs something and does not have it, or has what it does not need.
    """
    if chosen.action in OF_MESSAGEBOX or (chosen.instance is not None and chosen.action in OF_BOTH):
        return action_of_messagebox(chosen)
    unfit = [name for name in ("instance", *OPTIONS) if getattr(chosen, name)]
    if unfit:
        raise ActionError(f"{chosen.action} is about a sequence: leave --{unfit[0].replace('_', '-')} out.")
    needs = NUMBERED.get(chosen.action)
    if needs and chosen.from_number is None:
        raise ActionError(f"{chosen.action} needs --from, the number it is about.")
    if needs is None and chosen.from_number is not None:
        raise ActionError(f"{chosen.action} is about a whole sequence: leave --from out.")
    if chosen.to_number is not None and (
        chosen.action == "reset" or chosen.from_number is None or chosen.to_number < chosen.from_number
    ):
        raise ActionError("--to goes with a --from that is not above it, and not with reset.")
    action = {
        "action_id": chosen.id or uuid4().hex, "action": chosen.action, "ruleset": chosen.ruleset,
        "subscription": chosen.subscription, "sequence_id": chosen.sequence,
        "from_number": chosen.from_number, "to_number": chosen.to_number,
        "by": chosen.by, "why": chosen.why, "at": chosen.at,
    }  # fmt: skip
    return {name: value for name, value in action.items() if value is not None}


def action_of_messagebox(chosen: argparse.Namespace) -> dict[str, Any]:
    """An action on a subscription, an instance or messages.

    Raises:
        ActionError: it lacks what it has to name, or says what is not of it.
    """
    for name in OF_MESSAGEBOX.get(chosen.action, ("instance",)):
        if not getattr(chosen, name):
            raise ActionError(f"{chosen.action} needs --{name}.")
    if chosen.action == "reroute" and not (chosen.message or chosen.from_at or chosen.to_at):
        raise ActionError("reroute needs --message, or --from-at and --to-at: which messages.")
    if chosen.from_number is not None or chosen.sequence is not None or chosen.ruleset is not None:
        raise ActionError(
            f"{chosen.action} is about no sequence: leave --ruleset, --sequence and --from out."
        )
    unfit = [name for name, those in OPTIONS.items() if getattr(chosen, name) and chosen.action not in those]
    if unfit:
        option, those = unfit[0].replace("_", "-"), " and ".join(OPTIONS[unfit[0]])
        raise ActionError(f"--{option} is of {those}: leave it out of {chosen.action}.")
    values = [value.partition("=") for value in chosen.value or ()]
    if any(not name or not sign for name, sign, _ in values):
        raise ActionError("--value is a property and its value, such as order_id=7.")
    action = {
        "action_id": chosen.id or uuid4().hex, "action": chosen.action, "subscription": chosen.subscription,
        "instance_uid": chosen.instance, "message_uid": chosen.message,
        "values": {name: value for name, _, value in values} or None, "process_id": chosen.process,
        "resumable": "false" if chosen.for_good else None, "error_code": chosen.error_code,
        "error_description": chosen.error_description, "from_at": chosen.from_at, "to_at": chosen.to_at,
        "by": chosen.by, "why": chosen.why, "at": chosen.at,
    }  # fmt: skip
    return {name: value for name, value in action.items() if value is not None}


def _time(text: str) -> str:
    """A time as it was given; an error where it is none."""
    try:
        datetime.fromisoformat(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no time, such as 2026-03-01T12:10:00Z (without a zone: UTC)"
        ) from error
    return text


def arguments(command: Sequence[str]) -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(prog="resequencer.action", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("action", choices=ACTIONS)
    parser.add_argument("--ruleset", help="need not be named where there is one, but of subscriptions")
    parser.add_argument("--sequence", help="sequence_id; none where a ruleset has one group for all")
    parser.add_argument("--from", dest="from_number", type=int, metavar="NUMBER")
    parser.add_argument("--to", dest="to_number", type=int, metavar="NUMBER", help="by default the one")
    box = parser.add_argument_group("of the MessageBox (resequencer__subscriptions)")
    box.add_argument("--subscription", metavar="NAME", help="of an ordered one's sequence: with --sequence")
    box.add_argument("--instance", metavar="UID", help="instance_uid, or any text of a host's own")
    box.add_argument("--message", metavar="UID", help="of reroute: message_uid")
    box.add_argument("--value", action="append", metavar="NAME=VALUE", help="of subscribe; again for each")
    box.add_argument("--from-at", metavar="TIME", type=_time, help="of reroute and backfill: published since")
    box.add_argument("--to-at", metavar="TIME", type=_time, help="published until")
    box.add_argument("--process", metavar="ID", help="of begin: what runs it")
    box.add_argument("--for-good", action="store_true", help="of suspend: it cannot be resumed")
    box.add_argument("--error-code", metavar="CODE", help="of suspend: any text")
    box.add_argument("--error-description", metavar="TEXT", help="of suspend: any text")
    parser.add_argument("--why")
    parser.add_argument("--by", default=getpass.getuser(), help="default: %(default)s")
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    parser.add_argument("--at", type=_time, default=now, help="timestamp; default: now")
    parser.add_argument("--id", help="of the action; the same one again counts once")
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--path", help="folder of resequencer__actions, if not that of dbt_project.yml")
    place.add_argument("--relation", help="table of resequencer__actions")
    return parser.parse_args(command)


def main(command: Sequence[str]) -> int:
    """Write one action; the exit code."""
    chosen = arguments(command)
    try:
        action = action_of(chosen)
        if chosen.path or chosen.relation:
            place = {"format": "json", "path": chosen.path} if chosen.path else {"relation": chosen.relation}
        else:
            place = place_of_actions(Path())
        if "relation" in place:
            write_to_table(str(place["relation"]), action)
            where = f"a row of {place['relation']}"
        elif place.get("format", "json") != "json":
            raise ActionError(
                f"Actions land as {place['format']}, and only JSON is written. Use json or a table."
            )
        else:
            where = f"in {write_to_folder(str(place['path']), action)}"
        print(f"{action['action']} {action['action_id']} is {where}; the next run applies it.")
    except ActionError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
