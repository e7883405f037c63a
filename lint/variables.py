"""The sets of variables under which the project is compiled to be linted.

What a model compiles to depends on the settings: SQL of a mode that no set asks for is read by no linter. A
new mode is one more ruleset in `RULESETS`, or a field of one; what cannot stand beside the others is a set of
its own in `variable_sets`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

# A name and the `--vars` of dbt.
VariableSets = dict[str, dict[str, Any]]

# The clock is fixed: what does not depend on a set compiles to the same text in each, and is linted once.
CLOCK = {"resequencer__as_of": "2026-01-01T00:00:00Z"}


def ruleset(name: str, **fields: Any) -> dict[str, Any]:
    """Return a ruleset that takes the messages whose property `mode` is its name."""
    return {"name": name, "match": {"properties": [{"mode": f"^{name}$"}]}, **fields}


# Every mode, several in one ruleset where they go together: each is a row of literals in many compiled files,
# which takes time to lint. There are more than 16, so that they are looked up by a join.
RULESETS: list[dict[str, Any]] = [
    # How gaps are treated, and failed deliveries.
    ruleset("acknowledged", delivery="acknowledged", on_failure="suspend"),
    ruleset("steps", start=10, step=5, delivery="acknowledged", on_failure="dead_letter"),
    ruleset("skips", bake_time="5s", start="auto", on_failure="park"),
    ruleset(
        "stands_in",
        bake_time="5s",
        on_gap="stand_in",
        max_stand_ins=2,
        stand_in={"body": "lost", "properties": {"kind": "stand_in"}},
    ),
    ruleset("suspends", bake_time="5s", on_gap="suspend"),
    ruleset("advised", bake_time="auto", bake_time_min="1s", bake_time_max="1m"),
    ruleset("whole", hold="whole_sequence"),
    ruleset("in_part", hold="whole_sequence", partial_after="1h"),
    ruleset("replaces", duplicates="replace", bake_time="5s"),
    # Numbers and keys.
    ruleset("descends", order="descending", start=5, bake_time="5s", on_failure="terminate"),
    ruleset("wraps", wrap_at=65536, wrap_to=1, start=65534, on_failure="fail"),
    ruleset("begins_later", start="auto", start_after="5s", max_ahead="1h"),
    ruleset("packets", key=["##rollover##", "##sequence##"], wrap_at=65536, start=0),
    ruleset("revisions", key=["##major##", "##minor##"], key_type="long", bake_time="10s"),
    ruleset("integers", key_type="integer", key_substitution="s/^0//", expire_after="1d"),
    ruleset(
        "versions",
        key=["##major##", "##minor##"],
        key_type="numeral",
        bake_time="10s",
        order=["descending", "ascending"],
        key_substitution=["s/^v//", None],
    ),
    ruleset("doubles", key_type="double", bake_time="5s", heartbeat="10s"),
    ruleset("decimals", key_type="decimal", order="descending"),
    ruleset("texts", key_type="string", bake_time="5s"),
    ruleset("times", key_type="time", time_pattern="yyyyMMdd-HHmmss"),
    ruleset("repeats", key_type="long", duplicates="release", bake_time="5s"),
    ruleset("first_in", key_type="arrival", delivery="acknowledged", on_failure="dead_letter"),
    ruleset("crowded", session_size=100, on_overflow="bypass"),
    # What messages say they follow.
    ruleset("covers", span_to="##to##", wrap_at=65536, start="auto", bake_time="5s"),
    ruleset("points", previous="##before##"),
    # Sessions.
    ruleset("slides", key_type="long", session_timeout="10s"),
    ruleset("tumbles", key_type="long", session_timeout="10s", session_window="tumbling", session_size=100),
    # Claims.
    ruleset("work", id="##job##", key_type="long", bake_time="5s"),
    ruleset(
        "done",
        type="claim",
        id="##job##",
        time_to_live="10m",
        order_group="work",
        key_type="long",
        bake_time="5s",
    ),
    # Epochs.
    ruleset("reopens", reopen=True, bake_time="5s"),
    # Outlets and texts.
    ruleset("straight", outlink="bypass"),
    ruleset(
        "formatted",
        group_by="##region##/##message_type##",
        set_properties={"route": "##region##/##message_type##"},
        format=[
            {"field": "body", "template": "<file>##body##</file>", "substitution": "s/\\r//g"},
            {"field": "region", "substitution": ["s/^eu-//i", "s/-/_/g"]},
        ],
        outlets={"released": "file", "bypass": "discarded"},
        capacity={"released": 128, "bypass": 1000},
        partition=64,
        acknowledge="on_hold",
        summary=["region"],
        mask=["secret"],
        late_cost=20,
        wait_cost=1,
    ),
    {
        "name": "others",
        "match": {"not_properties": [{"mode": "^ignored$"}], "body": [["order"]], "not_body": [["test"]]},
    },
]

FORWARDING: list[dict[str, Any]] = [
    {
        "name": "sessions",
        "from": ["topic_a", "topic_b"],
        "filter": "EXISTS(user.SessionName) AND (sys.Label LIKE 'order%' OR Amount * 2 > 100)"
        " AND Region NOT IN ('test', 'demo')",
        "set": "SET sys.SessionId = SessionName; SET Total = Amount + 1; REMOVE Region",
    },
    {
        "name": "named",
        "filter": "SessionName IS NOT NULL",
        "set": "SessionId = {SessionName}_{TransactionId}",
    },
]

# What a file in the place of deliveries and one in that of actions hold.
DELIVERY = "message_id,outcome,detail,attempt,at\nm-1,delivered,,1,2025-12-31T12:00:00Z\n"
ACTION = {
    "action_id": "a-1",
    "action": "resume",
    "ruleset": "acknowledged",
    "sequence_id": "s-1",
    "why": "it is back",
}


def every_mode(folder: Path) -> dict[str, Any]:
    """Return variables that ask for every mode that goes together; what they read is put into the folder."""
    deliveries, actions = folder / "deliveries", folder / "actions"
    for place in (deliveries, actions):
        place.mkdir(parents=True, exist_ok=True)
    (deliveries / "delivered.csv").write_text(DELIVERY, encoding="utf-8")
    (actions / "resumed.json").write_text(json.dumps(ACTION) + "\n", encoding="utf-8")
    return {
        **CLOCK,
        "resequencer__rulesets": RULESETS,
        "resequencer__forwarding": FORWARDING,
        "resequencer__columns": {"message_type": "concat(message_type, _raw_file)"},
        "resequencer__deliveries": {"format": "csv", "path": str(deliveries)},
        "resequencer__actions": {"format": "json", "path": str(actions)},
        "resequencer__retain": "90d",
        "resequencer__resend": {"chunk": 100, "attempts": 5, "wait": "30s", "factor": 2, "most": 1000},
        "resequencer__advice": True,
        "resequencer__sequence_class": "message_type",
        "resequencer__policies": [
            {"name": "patient", "rulesets": ["skips"], "bake_time": "10m", "heartbeat": "10s"},
        ],
        "resequencer__what_if_from": "2025-01-01T00:00:00Z",
        "resequencer__what_if_to": "2026-01-01T00:00:00Z",
        "resequencer__throughput": {"service_time": "100ms", "wait": "1s"},
    }


# Every kind of subscription, and predicates of every type.
SUBSCRIPTIONS: list[dict[str, Any]] = [
    {
        "name": "orders",
        "match": [
            {"message_type": "order", "amount": {"ge": 1000}},
            {"at": {"lt": "2026-01-01", "type": "time"}},
        ],
    },
    {"name": "dialogue", "match": "all", "correlate": ["order_id"], "delivery": "acknowledged"},
    {"name": "answers", "kind": "instance", "match": [{"message_type": "answer"}], "correlate": ["token"]},
    {"name": "leftovers", "match": "unrouted"},
    {
        "name": "feed",
        "match": [{"account": {"exists": True}}],
        "ordered": {
            "group_by": "##account##",
            "key": "##n##",
            "bake_time": "10m",
            "delivery": "acknowledged",
        },
    },
]

# Messages go to subscriptions, as pipelines receive them.
MESSAGEBOX: dict[str, Any] = {
    **CLOCK,
    "resequencer__subscriptions": SUBSCRIPTIONS,
    "resequencer__forwarding": FORWARDING,
    "resequencer__columns": {"parts": "array(struct(body as content, true as is_body))"},
    "resequencer__pipelines": [
        {"name": "PassThruReceive", "from": ["ftp"], "promote": "none"},
        {
            "name": "XMLReceive",
            "from": ["edi"],
            "promote": ["amount"],
            "message_type": "{{ xml_message_type('body') }}",
        },
        {"name": "others"},
    ],
    "resequencer__publisher": {"user_name": "concat(properties['UserName'], '@', entity)"},
}


def variable_sets(folder: Path) -> VariableSets:
    """Return every set by name; files that they read are written into the folder."""
    modes = every_mode(folder)
    inputs = {name: modes[name] for name in ("resequencer__deliveries", "resequencer__actions")}
    return {"defaults": dict(CLOCK), "every_mode": modes, "messagebox": {**MESSAGEBOX, **inputs}}
