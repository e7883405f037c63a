"""The command that writes an operator's action."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from resequencer.action import main


def test_an_action_is_one_line_of_a_file_that_appears_whole(tmp_path: Path) -> None:
    done = main(
        ["skip", "--ruleset", "orders", "--sequence", "o'7", "--from", "3", "--to", "5", "--why", 'it "is" lost',
         "--by", "ann", "--at", "2026-03-01T12:10:00Z", "--id", "../ann/1", "--path", str(tmp_path)]
    )  # fmt: skip
    assert done == 0
    (file,) = tmp_path.iterdir()
    assert re.fullmatch(r"action-[0-9a-f]{32}\.json", file.name)
    assert json.loads(file.read_text()) == {
        "action_id": "../ann/1", "action": "skip", "ruleset": "orders", "sequence_id": "o'7", "from_number": 3,
        "to_number": 5, "by": "ann", "why": 'it "is" lost', "at": "2026-03-01T12:10:00Z",
    }  # fmt: skip


def test_an_id_again_is_a_file_of_its_own(tmp_path: Path) -> None:
    for place in ("a", "b"):
        assert main(["close", "--sequence", place, "--id", "ann-1", "--path", str(tmp_path)]) == 0
    assert len([*tmp_path.iterdir()]) == 2


@pytest.mark.parametrize(
    ("command", "written"),
    [
        (["stop", "--subscription", "orders"], {"action": "stop", "subscription": "orders"}),
        (
            ["resume", "--subscription", "o", "--sequence", "s"],
            {"action": "resume", "subscription": "o", "sequence_id": "s"},
        ),
        (["resume", "--instance", "i-1"], {"action": "resume", "instance_uid": "i-1"}),
        (["suspend", "--instance", "i-1", "--for-good"], {"action": "suspend", "instance_uid": "i-1", "resumable": "false"}),
        (
            ["suspend", "--instance", "i-1", "--error-code", "E7", "--error-description", "no paper"],
            {"action": "suspend", "instance_uid": "i-1", "error_code": "E7", "error_description": "no paper"},
        ),
        (["begin", "--instance", "i-1", "--process", "p"], {"action": "begin", "instance_uid": "i-1", "process_id": "p"}),
        (
            ["subscribe", "--subscription", "answers", "--instance", "x", "--value", "token=A=1", "--value", "k="],
            {"action": "subscribe", "subscription": "answers", "instance_uid": "x", "values": {"token": "A=1", "k": ""}},
        ),
        (["reroute", "--message", "m-1"], {"action": "reroute", "message_uid": "m-1"}),
        (
            ["backfill", "--subscription", "new", "--from-at", "2026-03-01T00:00:00Z"],
            {"action": "backfill", "subscription": "new", "from_at": "2026-03-01T00:00:00Z"},
        ),
    ],
)  # fmt: skip
def test_actions_of_the_messagebox(tmp_path: Path, command: list[str], written: dict[str, object]) -> None:
    more = ["--id", "1", "--by", "ann", "--at", "2026-03-01T12:10:00Z", "--path", str(tmp_path)]
    assert main([*command, *more]) == 0
    (file,) = tmp_path.iterdir()
    assert json.loads(file.read_text()) == {
        "action_id": "1", "by": "ann", "at": "2026-03-01T12:10:00Z", **written,
    }  # fmt: skip


def test_where_actions_land_is_read_of_the_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    project = tmp_path / "dbt_project.yml"
    project.write_text("vars: {resequencer__actions: {format: json, path: landed}}")
    assert main(["close", "--sequence", "a"]) == 0
    (file,) = (tmp_path / "landed").iterdir()
    written = json.loads(file.read_text())
    assert written["action"] == "close"
    assert written["at"].endswith("+00:00")
    assert "the next run applies it" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["reset"], "needs --from"),
        (["close", "--from", "3"], "leave --from out"),
        (["skip", "--from", "3", "--to", "2"], "not above it"),
        (["close", "--path", "s3a://bucket/actions"], "no folder of this machine"),
        (["close", "--path", "/dev/null/actions"], "Cannot write to /dev/null/actions"),
        (["stop"], "needs --subscription"),
        (["close", "--instance", "x"], "leave --instance out"),
        (["skip", "--from", "1", "--to-at", "2026-03-01"], "leave --to-at out"),
        (
            ["stop", "--subscription", "a", "--error-code", "E7"],
            "--error-code is of suspend: leave it out of stop",
        ),
        (
            ["suspend", "--instance", "x", "--from-at", "2026-03-01"],
            "is of reroute and backfill: leave it out of suspend",
        ),
        (["complete"], "needs --instance"),
        (["reroute"], "needs --message"),
        (["subscribe", "--subscription", "a", "--instance", "x"], "needs --value"),
        (["subscribe", "--subscription", "a", "--instance", "x", "--value", "k"], "such as order_id=7"),
        (["resume", "--instance", "x", "--sequence", "s"], "about no sequence"),
        (["close"], "where dbt_project.yml is"),
    ],
)
def test_what_is_wrong_is_said(
    command: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(command) == 2
    assert said in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("option", ["--at", "--from-at", "--to-at"])
def test_a_time_that_is_none_is_refused(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["backfill", "--subscription", "a", option, "yesterday", "--path", str(tmp_path)])
    assert "'yesterday' is no time" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
