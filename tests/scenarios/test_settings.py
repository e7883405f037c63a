"""A wrong setting stops the run before anything is written, says which, and what it may be."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from dbt_common.exceptions import CompilationError
from pyspark.sql import SparkSession
from tests.scenarios.project import Project, copy_of_project, failure_text
from tests.scenarios.test_main_job import message

WRONG: list[tuple[dict[str, Any], list[str]]] = [
    ({"landing": {"format": "xml", "path": "/x"}}, ["resequencer__landing.format", "json", "parquet"]),
    ({"landing": {"format": "json"}}, ["resequencer__landing.path"]),
    ({"landing": {"format": "json", "path": "/no/such/folder"}}, ["resequencer__landing", "/no/such/folder"]),
    ({"landing": {"format": "json", "pth": "/x"}}, ["resequencer__landing", "did you mean path"]),
    (
        {"landing": {"format": "json", "path": "seeds/landing", "schema": "a bigin"}},
        ["resequencer__landing.schema"],
    ),
    ({"columns": {"sequence_nr": "x"}}, ["resequencer__columns", "did you mean sequence_number"]),
    (
        {"columns": {"sequence_number": "no_such_field + 1"}},
        ["resequencer__columns.sequence_number", "no_such_field"],
    ),
    ({"columns": {"sequence_number": "lenght(body)"}}, ["resequencer__columns.sequence_number", "lenght"]),
    ({"columns": {"body": "explode(split(body, ','))"}}, ["resequencer__columns.body", "GENERATOR"]),
    ({"columns": {"body": "sum(sequence_number)"}}, ["resequencer__columns.body", "aggregate"]),
    ({"columns": {"arrived_at": "length(body)"}}, ["resequencer__columns.arrived_at", "timestamp_millis"]),
    ({"rulesets": [{"name": "a", "bake_time": "60"}]}, ["resequencer__rulesets a.bake_time", "unit"]),
    (
        {"rulesets": [{"name": "a", "match": {"body": [["(unclosed"]]}}]},
        ["resequencer__rulesets a.match.body", "(unclosed"],
    ),
    ({"rulesets": {"name": "a"}}, ["resequencer__rulesets", "list"]),
    (
        {"rulesets": [{"name": "a", "key_type": "time", "time_pattern": "yyyy QQQQQQ"}]},
        ["resequencer__rulesets a.time_pattern", "does not compile"],
    ),
    (
        {"rulesets": [{"name": "a", "format": [{"field": "x", "substitution": "s/(a)/$3/"}]}]},
        ["resequencer__rulesets a.format[0].substitution", "s/(a)/$3/", "no group"],
    ),
    (
        {"forwarding": [{"name": "a", "filter": "x = 1 AND", "set": "SET y = 1"}]},
        ["resequencer__forwarding a.filter", "at its end", "a value is missing"],
    ),
    ({"as_of": "tomorrow"}, ["resequencer__as_of", "now"]),
    ({"producer": "propertys['from']"}, ["resequencer__producer", "propertys", "columns of a message"]),
    ({"producer": "count(*)"}, ["resequencer__producer", "columns of a message"]),
    ({"as_of": "2026-02-30"}, ["resequencer__as_of"]),
    (
        {"arrivals_relation": "no.such_table", "arrivals_cursor": "id"},
        ["resequencer__arrivals_relation", "such_table"],
    ),
    ({"arrivals_relation": "a.b"}, ["resequencer__arrivals_cursor"]),
    (
        {"arrivals_lookback": "1h"},
        ["resequencer__arrivals_lookback", "without resequencer__arrivals_relation"],
    ),
    (
        {"arrivals_cursor_by": "partition"},
        ["resequencer__arrivals_cursor_by", "without resequencer__arrivals_relation"],
    ),
    (
        {"arrivals_relation": "a.b", "arrivals_cursor": "id", "arrivals_cursor_by": ["topic", 5]},
        ["resequencer__arrivals_cursor_by has 5, which is no name"],
    ),
    (
        {"arrivals_relation": "a.b", "arrivals_cursor": "id", "arrivals_cursor_by": {"by": "topic"}},
        ["resequencer__arrivals_cursor_by is", "a list of names"],
    ),
    (
        {"arrivals_relation": "a.b", "arrivals_cursor": "id", "arrivals_cursor_by": ["p", "p"]},
        ["resequencer__arrivals_cursor_by", "twice"],
    ),
    (
        {"arrivals_relation": "a.b", "arrivals_cursor": "id", "arrivals_cursor_by": ["p", "id"]},
        ["resequencer__arrivals_cursor_by names id, which is resequencer__arrivals_cursor itself"],
    ),
    ({"deliveries": {"path": "/no/such/folder"}}, ["resequencer__deliveries", "/no/such/folder"]),
    (
        {"actions": {"relation": "no.such_table"}},
        ["resequencer__actions.relation", "such_table", "action_id, action"],
    ),
    (
        {"advice": True, "sequence_class": "no_such_column"},
        ["resequencer__sequence_class", "cannot be read", "no_such_column"],
    ),
    (
        {
            "advice": True,
            "rulesets": None,
            "subscriptions": [{"name": "all", "match": "all"}],
            "sequence_class": "Properties['tenant']",
        },
        ["resequencer__sequence_class", "Properties", "resequencer__arrivals only"],
    ),
    ({"advice": True, "what_if_from": "2026-13-01"}, ["resequencer__what_if_from", "no time"]),
    (
        {"advice": True, "throughput": {"attempts": "no.such_table"}},
        ["resequencer__throughput.attempts", "such_table", "sent_at"],
    ),
    ({"max_skipped_ranges": "many"}, ["resequencer__max_skipped_ranges"]),
    ({"compile_from": -1}, ["resequencer__compile_from", "at least 0"]),
    ({"ruleset": []}, ["ruleset", "did you mean resequencer__rulesets"]),
]


# What is wrong with a ruleset's own fields, or between rulesets, is found without Spark: no run for each.
WRONG_RULESETS: list[tuple[list[dict[str, Any]], list[str]]] = [
    ([{"name": "a", "bake_tme": "60s"}], ["a has an unknown field bake_tme", "did you mean bake_time"]),
    ([{"name": "a"}, {"name": "a"}], ["[1].name", "another ruleset"]),
    ([{"name": "a", "start": "auto"}], ["a.start", "bake_time"]),
    ([{"name": "a", "on_gap": "wait", "bake_time": "1s"}], ["a.on_gap", "bake_time"]),
    ([{"name": "a", "session_size": 5, "hold": "whole_sequence"}], ["a.session_size", "hold"]),
    ([{"name": "a", "session_size": 5, "bake_time": "1s", "on_gap": "stand_in"}], ["a.session_size", "stand_in"]),
    ([{"name": "a", "key": "constant"}], ["a.key", "##"]),
    ([{"name": "a", "order_group": "g"}, {"name": "b", "order_group": "g", "step": 2}], ["b.step", "order_group g"]),
    ([{"name": "a", "bake_time": "1s", "session_timeout": "1s"}], ["a.session_timeout", "two modes"]),
    ([{"name": "a", "session_timeout": "1s", "start": 1}], ["a.start", "session_timeout"]),
    ([{"name": "a", "session_timeout": "1s", "step": 1}], ["a.step", "session_timeout"]),
    ([{"name": "a", "session_timeout": "1s", "on_gap": "wait"}], ["a.on_gap", "session_timeout"]),
    ([{"name": "a", "session_timeout": "1s", "wrap_at": 16}], ["a.wrap_at", "session_timeout"]),
    ([{"name": "a", "session_timeout": "1s", "hold": "whole_sequence"}], ["a.hold", "session_timeout"]),
    ([{"name": "a", "session_window": "tumbling"}], ["a.session_window", "without session_timeout"]),
    ([{"name": "a", "max_stand_ins": 3, "bake_time": "1s"}], ["a.max_stand_ins", "on_gap: stand_in"]),
    ([{"name": "a", "stand_in": {"body": "x"}, "bake_time": "1s"}], ["a.stand_in", "on_gap: stand_in"]),
    *(
        ([{"name": "a", "stand_in": stand_in, "bake_time": "1s", "on_gap": "stand_in"}], expected)
        for stand_in, expected in [
            ("x", ["a.stand_in", "a mapping"]),
            ({"boddy": "x"}, ["boddy", "body"]),
            ({"body": 1}, ["a.stand_in.body", "text"]),
            ({"properties": {"at": "##arrived_at##"}}, ["a.stand_in.properties.at", "arrived_at", "##sequence_number##"]),
        ]
    ),
    ([{"name": "a", "on_gap": "skip"}], ["a.on_gap", "without a bake_time"]),
    ([{"name": "a", "key_type": ["numeral", "double"]}], ["a.key_type", "numeral"]),
    ([{"name": "a", "on_gap": "skip", "key_type": "long"}], ["a.on_gap", "only key_type sequence"]),
    ([{"name": "a", "hold": "whole_sequence", "key_type": "long"}], ["a.hold", "only a sequence"]),
    ([{"name": "a", "on_overflow": "fail"}], ["a.on_overflow", "without session_size"]),
    ([{"name": "a", "wrap_at": 16, "step": 2}], ["a.wrap_at", "counts up by 1"]),
    ([{"name": "a", "wrap_at": 16, "order": "descending", "start": 3}], ["a.wrap_at", "counts up by 1"]),
    ([{"name": "a", "order": "descending"}], ["a.start", "count down from"]),
    ([{"name": "a", "wrap_to": 1}], ["a.wrap_to", "without wrap_at"]),
    ([{"name": "a", "wrap_at": 16, "wrap_to": 15}], ["a.wrap_to", "at most 14"]),
    ([{"name": "a", "wrap_at": 16, "wrap_to": 1, "start": 0}], ["a.start", "wraps at 16 to 1", "from 1 to 15"]),
    ([{"name": "a", "session_timeout": "1s", "wrap_to": 1}], ["a.wrap_to", "session_timeout"]),
    (
        [{"name": "a", "order_group": "g", "wrap_at": 16}, {"name": "b", "order_group": "g", "wrap_at": 16, "wrap_to": 1}],
        ["b.wrap_to", "differs from that of a"],
    ),
    ([{"name": "a", "start_after": "1s"}], ["a.start_after", "set for start 1", "start: auto"]),
    ([{"name": "a", "start_after": "1"}], ["a.start_after", "a whole number with a unit"]),
    ([{"name": "a", "start_after": "1s", "key_type": "long"}], ["a.start_after", "key_type long", "begins at a number"]),
    ([{"name": "a", "start_after": "1s", "session_timeout": "1s"}], ["a.start_after", "together with session_timeout"]),
    ([{"name": "a", "start": "auto", "bake_time": "1s", "on_gap": "suspend"}], ["a.start", "that ends", "start_after"]),
    ([{"name": "a", "start": "auto", "start_after": "1s", "reopen": True}], ["a.start_after", "together with reopen"]),
    (
        [{"name": "a", "start": "auto", "start_after": "1s", "hold": "whole_sequence", "partial_after": "2s"}],
        ["a.start_after", "together with partial_after"],
    ),
    (
        [{"name": "a", "start": "auto", "start_after": "1s", "duplicates": "replace"}],
        ["a.start_after", "together with duplicates: replace"],
    ),
    (
        [
            {"name": "a", "order_group": "g", "start": "auto", "start_after": "1s"},
            {"name": "b", "order_group": "g", "start": "auto", "start_after": "2s"},
        ],
        ["b.start_after", "differs from that of a"],
    ),
    ([{"name": "a", "max_ahead": "soon"}], ["a.max_ahead", "a whole number with a unit"]),
    ([{"name": "a", "order": ["ascending", "descending"]}], ["a.order", "a key of one part", "key a list of two"]),
    ([{"name": "a", "key_type": "long", "key": ["##x##", "##y##"], "order": ["ascending"]}], ["a.order", "a list of 1", "a list of two"]),
    ([{"name": "a", "key_type": "long", "key": ["##x##", "##y##"], "order": ["up", "down"]}], ["a.order[0]", "ascending"]),
    ([{"name": "a", "key": ["##x##", "##y##"], "wrap_at": 16, "order": ["ascending", "descending"]}], ["a.wrap_at", "counts up by 1"]),
    (
        [
            {"name": "a", "order_group": "g", "key_type": "long", "key": ["##x##", "##y##"]},
            {"name": "b", "order_group": "g", "key_type": "long", "key": ["##x##", "##y##"], "order": ["ascending", "descending"]},
        ],
        ["b.order", "differs from that of a"],
    ),
    ([{"name": "a", "key_substitution": ["s/a/b/", "s/c/d/"]}], ["a.key_substitution", "a key of one part"]),
    ([{"name": "a", "key_type": "long", "key": ["##x##", "##y##"], "key_substitution": ["s/a/b/"]}], ["a.key_substitution", "a list of 1"]),
    (
        [{"name": "a", "key_type": "long", "key": ["##x##", "##y##"], "key_substitution": ["s/a/b/", "x"]}],
        ["a.key_substitution[1]", "s/regular expression/replacement/"],
    ),
    ([{"name": "a", "key_type": "numeral", "start": 1}], ["a.start", "only key_type sequence"]),
    ([{"name": "a", "key_type": "numeral", "on_gap": "skip"}], ["a.on_gap", "only key_type sequence"]),
    ([{"name": "a", "key": ["##x##", "##y##"]}], ["a.key", "wrap_at"]),
    ([{"name": "a", "type": "claim"}], ["a.type", "bake_time"]),
    ([{"name": "a", "type": "claim", "key_type": "long", "bake_time": "1s"}], ["a.order_group", "claimed"]),
    ([{"name": "a", "time_to_live": "1s"}], ["a.time_to_live", "type: claim"]),
    (
        [
            {"name": "a", "key_type": "long", "bake_time": "1s"},
            {"name": "b", "type": "claim", "order_group": "a", "key_type": "long", "bake_time": "1s"},
            {
                "name": "c", "type": "claim", "order_group": "a", "key_type": "long", "bake_time": "1s",
                "time_to_live": "1s",
            },
        ],
        ["c.time_to_live", "that of b", "order_group a"],
    ),
    ([{"name": "a", "match": {"properties": [{"type": None}]}}], ["a.match.properties[0]", "empty pattern"]),
    ([{"name": "a", "match": {"body": [["x", None]]}}], ["a.match.body[0]", "empty pattern"]),
    ([{"name": "a", "key_type": "long", "duplicates": "drop"}], ["a.duplicates", "bypass", "release"]),
    ([{"name": "a", "duplicates": "release"}], ["a.duplicates", "key_type sequence"]),
    ([{"name": "a", "key_type": "long", "duplicates": "replace"}], ["a.duplicates", "key_type long"]),
    ([{"name": "a", "session_timeout": "1s", "duplicates": "replace"}], ["a.duplicates", "session_timeout"]),
    ([{"name": "a", "session_size": 5, "duplicates": "replace"}], ["a.duplicates", "session_size"]),
    ([{"name": "a", "hold": "whole"}], ['a.hold is "whole". It may be: whole_sequence.']),
    ([{"name": "a", "partial_after": "1s"}], ["a.partial_after", "hold: whole_sequence"]),
    ([{"name": "a", "hold": "whole_sequence", "partial_after": "0s"}], ["a.partial_after", "is 0", "60s"]),
    (
        [{"name": "a", "hold": "whole_sequence", "partial_after": "1s", "heartbeat": "1s"}],
        ["a.partial_after", "heartbeat"],
    ),
    (
        [{"name": "a", "hold": "whole_sequence", "partial_after": "1s", "bake_time": "1s", "on_gap": "stand_in"}],
        ["a.partial_after", "on_gap: stand_in"],
    ),
    ([{"name": "a", "expire_after": "1"}], ["a.expire_after", "a whole number with a unit"]),
    ([{"name": "a", "expire_after": "0s"}], ["a.expire_after", "is 0", "1h"]),
    ([{"name": "a", "max_attempts": 3}], ["a.max_attempts", "nothing says what has been delivered"]),
    ([{"name": "a", "max_attempts": 0}], ["a.max_attempts", "at least 1"]),
    ([{"name": "a", "retry_after": "5s"}], ["a.retry_after", "nothing is tried again", "max_attempts"]),
    ([{"name": "a", "max_attempts": 60, "retry_after": "5s"}], ["a.retry_after", "more than 36500d"]),
    ([{"name": "a", "max_attempts": 2, "retry_after": "5"}], ["a.retry_after", "a whole number with a unit"]),
    (
        [{"name": "a", "expire_after": "1d", "session_timeout": "1h"}],
        ["a.expire_after", "together with session_timeout"],
    ),
    (
        [
            {"name": "a", "order_group": "g"},
            {"name": "b", "order_group": "g", "expire_after": "1d"},
        ],
        ["b.expire_after", "differs from that of a", "order_group g"],
    ),
    ([{"name": "a", "reopen": "again"}], ["a.reopen", "true or false"]),
    ([{"name": "a", "reopen": True, "heartbeat": "10s"}], ["a.reopen", "together with heartbeat"]),
    ([{"name": "a", "reopen": True, "session_size": 3}], ["a.reopen", "together with session_size"]),
    ([{"name": "a", "silence": "10m"}], ["field silence, which is one of restart", "It may be: restart: {silence: 10m}."]),
    ([{"name": "a", "restart": {"repeat": True}, "within": "5s"}], ["restart: {backward: 100, within: 5s}"]),
    ([{"name": "a", "restart": {}}], ["a.restart", "is not a mapping"]),
    ([{"name": "a", "restart": {"backwards": 3}}], ["a.restart", "backward"]),
    ([{"name": "a", "restart": {"within": "5s"}}], ["a.restart", "backward, forward, silence or repeat"]),
    ([{"name": "a", "restart": {"silence": "5s", "within": "5s"}}], ["a.restart.within", "wait for no confirmation"]),
    ([{"name": "a", "restart": {"silence": "0s"}}], ["a.restart.silence", "over as it begins"]),
    (
        [{"name": "a", "wrap_at": 256, "restart": {"silence": "5s", "within": "5s"}}],
        ["a.restart.within", "none waits for confirmation", "backward or forward"],
    ),
    (
        [{"name": "a", "wrap_at": 257, "wrap_to": 1, "max_gap": 200, "restart": {"repeat": True, "within": "5s"}}],
        ["a.restart.within", "200 ahead and 56 behind"],
    ),
    (
        [{"name": "a", "wrap_at": 256, "restart": {"backward": 100, "forward": 155, "within": "5s"}}],
        ["a.restart.within", "none waits for confirmation"],
    ),
    ([{"name": "a", "restart": {"backward": -1}}], ["a.restart.backward"]),
    ([{"name": "a", "wrap_at": 256, "restart": {"forward": 200, "backward": 57}}], ["a.restart", "256 numbers"]),
    ([{"name": "a", "wrap_at": 256, "restart": {"backward": 129}}], ["a.restart", "256 numbers"]),
    ([{"name": "a", "max_gap": 5, "restart": {"forward": 6}}], ["a.restart.forward", "the same as max_gap"]),
    ([{"name": "a", "max_gap": 0}], ["a.max_gap"]),
    ([{"name": "a", "bake_time": "auto", "max_gap": 5}], ["a.max_gap", "together with bake_time: auto"]),
    ([{"name": "a", "step": 10, "max_gap": 5}], ["a.max_gap", "less than step (10)"]),
    ([{"name": "a", "step": 10, "restart": {"forward": 5}}], ["a.restart.forward", "less than step (10)"]),
    ([{"name": "a", "key_type": "long", "bake_time": "5s", "max_gap": 5}], ["a.max_gap", "key_type long"]),
    ([{"name": "a", "key_type": "long", "bake_time": "5s", "restart": {"backward": 5}}], ["a.restart", "key_type long"]),
    ([{"name": "a", "session_timeout": "5s", "restart": {"backward": 5}}], ["a.restart", "session_timeout"]),
    ([{"name": "a", "session_size": 5, "restart": {"backward": 5}}], ["a.restart", "session_size"]),
    ([{"name": "a", "heartbeat": "5s", "restart": {"backward": 5}}], ["a.restart", "together with heartbeat"]),
    (
        [{"name": "a", "bake_time": "5s", "on_gap": "stand_in", "restart": {"backward": 5}}],
        ["a.restart", "together with on_gap: stand_in"],
    ),
    ([{"name": "a", "bake_time": "auto", "restart": {"backward": 5}}], ["a.restart", "together with bake_time: auto"]),
    (
        [{"name": "a", "key": ["##x##", "##y##"], "wrap_at": 9, "start": 0, "restart": {"backward": 5}}],
        ["a.restart", "a key of two parts"],
    ),
    (
        [{"name": "a", "hold": "whole_sequence", "bake_time": "5s", "partial_after": "9s", "reopen": True, "restart": {"backward": 5}}],
        ["a.restart", "together with partial_after"],
    ),
    (
        [{"name": "a", "bake_time": "5s", "start": "auto", "start_after": "9s", "max_gap": 5}],
        ["a.max_gap", "together with start_after"],
    ),
    (
        [{"name": "a", "duplicates": "replace", "bake_time": "5s", "max_gap": 5}],
        ["a.max_gap", "together with duplicates: replace"],
    ),
    (
        [{"name": "a", "hold": "whole_sequence", "bake_time": "5s", "partial_after": "9s", "reopen": True, "wrap_at": 9}],
        ["a.wrap_at", "together with reopen and partial_after"],
    ),
    (
        [{"name": "a", "bake_time": "5s", "duplicates": "replace", "reopen": True, "wrap_at": 9}],
        ["a.wrap_at", "together with reopen and duplicates: replace"],
    ),
    ([{"name": "a", "restart": {"silence": "5s", "repeat": "yes"}}], ["a.restart.repeat", "true or false"]),
    ([{"name": "a", "type": "claim", "id": "##x##", "unique_ids": "5s"}], ["a.unique_ids", "type: claim"]),
    ([{"name": "a", "reopen_after": "5s"}], ["a.reopen_after", "without reopen"]),
    ([{"name": "a", "span_to": "##x##", "previous": "##y##"}], ["a.previous", "together with span_to"]),
    ([{"name": "a", "span_to": "x"}], ["a.span_to", "the same for every message"]),
    ([{"name": "a", "key_type": "long", "bake_time": "5s", "span_to": "##x##"}], ["a.span_to", "key_type long"]),
    ([{"name": "a", "session_timeout": "5s", "previous": "##x##"}], ["a.previous", "session_timeout"]),
    (
        [{"name": "a", "key": ["##x##", "##y##"], "wrap_at": 10, "span_to": "##z##"}],
        ["a.span_to", "key of two parts"],
    ),
    *[
        ([{"name": "a", field: "##x##"} | more], [f"a.{field}", f"together with {name}"])
        for field, name, more in (
            ("span_to", "step", {"step": 2}),
            ("span_to", "order: descending", {"order": "descending", "start": 9}),
            ("previous", "wrap_at", {"wrap_at": 16}),
            ("previous", "step", {"step": 2}),
            ("span_to", "on_gap: stand_in", {"on_gap": "stand_in", "bake_time": "5s"}),
            ("previous", "on_gap: stand_in", {"on_gap": "stand_in", "bake_time": "5s"}),
            ("span_to", "on_gap: suspend", {"on_gap": "suspend", "bake_time": "5s"}),
            ("previous", "hold", {"hold": "whole_sequence"}),
            ("span_to", "duplicates", {"duplicates": "replace"}),
            ("previous", "start_after", {"start": "auto", "start_after": "5s"}),
            ("span_to", "session_size", {"session_size": 5}),
            ("span_to", "bake_time: auto", {"bake_time": "auto"}),
            ("previous", "reopen", {"reopen": True}),
            ("span_to", "restart", {"restart": {"backward": 5}}),
            ("span_to", "max_gap", {"max_gap": 5}),
            ("span_to", "reopen", {"reopen": True, "reopen_after": "5s"}),
            ("previous", "expire_after", {"expire_after": "5s"}),
            ("span_to", "hold", {"hold": "whole_sequence"}),
            ("previous", "duplicates", {"duplicates": "replace"}),
            ("span_to", "start_after", {"start": "auto", "start_after": "5s"}),
            ("previous", "session_size", {"session_size": 5}),
            ("previous", "bake_time: auto", {"bake_time": "auto"}),
            ("previous", "restart", {"restart": {"backward": 5}}),
            ("previous", "max_gap", {"max_gap": 5}),
            ("span_to", "expire_after", {"expire_after": "5s"}),
            ("previous", "on_gap: suspend", {"on_gap": "suspend", "bake_time": "5s"}),
        )
    ],
    *[
        ([{"name": "a"} | one | more], [f"a.{next(iter(one))}", words])
        for one, words, more in (
            ({"restart": {"backward": 5}}, "together with duplicates: replace", {"duplicates": "replace", "bake_time": "5s"}),
            ({"restart": {"backward": 5}}, "together with start_after", {"start": "auto", "start_after": "5s"}),
            ({"max_gap": 5}, "a key of two parts", {"key": ["##x##", "##y##"], "wrap_at": 9, "start": 0}),
            ({"max_gap": 5}, "together with session_size", {"session_size": 5}),
            ({"max_gap": 5}, "session_timeout", {"session_timeout": "5s"}),
            ({"max_gap": 5}, "together with partial_after", {"hold": "whole_sequence", "partial_after": "5s"}),
            ({"reopen_after": "5s"}, "key_type long", {"key_type": "long", "bake_time": "5s", "reopen": True}),
            ({"reopen_after": "5s"}, "a key of two parts", {"key": ["##x##", "##y##"], "wrap_at": 9, "start": 0, "reopen": True}),
            ({"reopen_after": "5s"}, "together with partial_after", {"hold": "whole_sequence", "partial_after": "5s", "reopen": True}),
            ({"reopen_after": "5s"}, "together with duplicates: replace", {"duplicates": "replace", "bake_time": "5s", "reopen": True}),
            ({"partial_after": "5s"}, "hold", {}),
        )
    ],
    (
        [{"name": "a", "order_group": "g", "span_to": "##x##"}, {"name": "b", "order_group": "g"}],
        ["b.span_to", "differs from that of a"],
    ),
    (
        [
            {"name": "a", "order_group": "g", "span_to": "##x##"},
            {"name": "b", "order_group": "g", "previous": "##x##"},
        ],
        ["b.previous", "differs from that of a"],
    ),
    ([{"name": "a", "unique_ids": "0s"}], ["a.unique_ids", "over as it begins"]),
    (
        [{"name": "a", "key_type": "long", "bake_time": "5s", "id": "##x##", "unique_ids": "5s"}],
        ["a.unique_ids", "together with id"],
    ),
    (
        [{"name": "a", "order_group": "g", "max_gap": 5}, {"name": "b", "order_group": "g"}],
        ["b.max_gap", "differs from that of a"],
    ),
    (
        [{"name": "a", "key_type": "long", "reopen": True, "session_timeout": "10s"}],
        ["a.reopen", "together with session_timeout"],
    ),
    (
        [{"name": "a", "reopen": True, "bake_time": "10s", "on_gap": "stand_in"}],
        ["a.reopen", "together with on_gap: stand_in"],
    ),
    (
        [{"name": "a", "type": "claim", "key_type": "long", "bake_time": "10s", "reopen": True, "order_group": "b"},
         {"name": "b", "key_type": "long", "bake_time": "10s", "reopen": True}],
        ["a.reopen", "with claims", "every ruleset of the order_group b"],
    ),
    (
        [{"name": "a", "order_group": "g", "reopen": True}, {"name": "b", "order_group": "g"}],
        ["b.reopen", "differs from that of a"],
    ),
    ([{"name": "a", "outlnk": "bypass"}], ["a has an unknown field outlnk", "did you mean outlink"]),
    ([{"name": "a", "outlink": "bypas"}], ["a.outlink", "did you mean bypass"]),
    ([{"name": "a", "outlink": "audit"}], ["a.outlink", "{bypass: audit}"]),
    ([{"name": "a", "outlink": "released"}], ["a.outlink", "ordered"]),
    ([{"name": "a", "outlink": None}], ["a.outlink", "is empty"]),
    ([{"name": "a", "outlink": "file", "outlets": {"released": "file"}}], ["a.outlink", "ordered"]),
    ([{"name": "a", "outlink": "bypass", "bake_time": "1s"}], ["a.bake_time", "together with outlink"]),
    ([{"name": "a", "outlink": "bypass", "format": []}], ["a.format", "together with outlink"]),
    ([{"name": "a", "key_type": "lnog"}], ["a.key_type", "long"]),
    ([{"name": "a", "key_type": "double", "start": 3}], ["a.start", "only key_type sequence"]),
    ([{"name": "a", "wrap_at": 16, "start": 16}], ["a.start", "from 0 to 15"]),
    ([{"name": "a", "key_type": "string", "time_pattern": "yyyy"}], ["a.time_pattern", "key_type: time"]),
    ([{"name": "a", "key": "##"}], ["a.key", "around nothing"]),
    ([{"name": "a", "key_substitution": "x/a/b/"}], ["a.key_substitution", "s/regular expression/replacement/"]),
    ([{"name": "a", "key_substitution": "s/a/b"}], ["a.key_substitution", "s/regular expression/replacement/"]),
    ([{"name": "a", "key_substitution": "s//b/"}], ["a.key_substitution", "nothing to look for"]),
    ([{"name": "a", "key_substitution": "s/a/b/e"}], ["a.key_substitution", "resequencer__columns"]),
    ([{"name": "a", "set_properties": {"x": "##region"}}], ["a.set_properties.x", "around nothing"]),
    ([{"name": "a", "set_properties": ["x"]}], ["a.set_properties", "not a mapping"]),
    ([{"name": "a", "format": {"field": "body"}}], ["a.format", "not a list"]),
    ([{"name": "a", "format": [{"field": "body"}]}], ["a.format[0]", "neither template nor substitution"]),
    ([{"name": "a", "format": [{"field": "message_id", "template": "x"}]}], ["a.format[0].field", "body"]),
    ([{"name": "a", "format": [{"feild": "body", "template": "x"}]}], ["a.format[0]", "did you mean field"]),
    ([{"name": "a", "acknowledge": "on_hld"}], ["a.acknowledge", "on_hold", "on_exit"]),
    ([{"name": "a", "mask": "secret"}], ["a.mask", "not a list"]),
    ([{"name": "a", "summary": [1]}], ["a.summary[0]", "name of a property"]),
    ([{"name": "a", "outlets": {"done": "file"}}], ["a.outlets", "released"]),
    ([{"name": "a", "outlets": {"bypass": "no blanks"}}], ["a.outlets.bypass", "letters"]),
    ([{"name": "a", "capacity": 0}], ["a.capacity", "at least 1"]),
    ([{"name": "a", "capacity": {"bypas": 1}}], ["a.capacity", "did you mean bypass"]),
    ([{"name": "a", "partition": 1}], ["a.partition", "no capacity"]),
    ([{"name": "a", "capacity": 1, "partition": 2}], ["a.partition", "more than is left"]),
    ([{"name": "nohit"}], ["[0].name", "another name"]),
    ([{"name": "a", "target_late_rat": 0.1}], ["a has an unknown field target_late_rat", "did you mean target_late_rate"]),
    ([{"name": "a", "target_late_rate": 1}], ["a.target_late_rate", "is 1", "below 1"]),
    ([{"name": "a", "target_late_rate": "1 %"}], ["a.target_late_rate", "1 %", "a number above 0"]),
    ([{"name": "a", "target_confidence": 0}], ["a.target_confidence", "above 0"]),
    ([{"name": "a", "late_cost": 20}], ["a.wait_cost", "not set with late_cost"]),
    ([{"name": "a", "late_cost": True, "wait_cost": 1}], ["a.late_cost", "a number above 0"]),
    ([{"name": "a", "late_cost": 2, "wait_cost": 1, "target_late_rate": 0.1}], ["a.target_late_rate", "late_cost"]),
    ([{"name": "a", "outlink": "bypass", "target_late_rate": 0.1}], ["a.target_late_rate", "together with outlink"]),
    ([{"name": "a", "capacity": 2}, {"name": "b", "capacity": 3}], ["b.capacity", "released", "differs from that in a"]),
    ([{"name": "a", "capacity": 2, "partition": 2}, {"name": "b"}], ["b leads to", "leave nothing"]),
    (
        [{"name": "a", "order_group": "g"}, {"name": "b", "order_group": "g", "outlets": {"released": "x"}}],
        ["b.outlets.released", "order_group g"],
    ),
    (
        [{"name": "a", "order_group": "g"}, {"name": "b", "order_group": "g", "key_type": "string"}],
        ["b.key_type", "order_group g"],
    ),
    (
        [{"name": "a", "order_group": "g", "key_type": "time"},
         {"name": "b", "order_group": "g", "key_type": "time", "key": ["##a##", "##b##"]}],
        ["b.key", "order_group g"],
    ),
    # As other systems call it: answered with our name. A typo: with the three that are nearest.
    ([{"name": "a", "KeyTemplate": "##n##"}], ["field KeyTemplate; SortNode's KeyTemplate", "It may be: key, as in"]),
    ([{"name": "a", "JMSPropertyGroup": []}], ["SortNode's JMSPropertyGroup", "It may be: match.properties"]),
    ([{"name": "a", "XPatternGroup": []}], ["SortNode's XPatternGroup", "It may be: match.not_body"]),
    ([{"name": "a", "MaxDeliveryCount": 3}], ["Service Bus's MaxDeliveryCount", "It may be: max_attempts."]),
    ([{"name": "a", "LastMessageInSequence": 1}], ["BizTalk's LastMessageInSequence", "It may be: is_last in"]),
    ([{"name": "a", "BakeTime": 60}], ["field BakeTime; did you mean bake_time? It may be: bake_time, "]),
    ([{"name": "a", "bake_tme": "1s"}], ["It may be: bake_time, bake_time_min, bake_time_max; docs/settings.md"]),
    ([{"name": "a", "key_type": "arrival", "bake_time": "1s"}], ["a.bake_time", "key_type arrival, which waits for nothing"]),
    ([{"name": "a", "key_type": "arrival", "key": "##n##"}], ["a.key", "left out; or give another key_type"]),
    ([{"name": "a", "key_type": "arrival", "start": 5}], ["a.start", "key_type arrival"]),
    ([{"name": "a", "key_type": "arrival", "duplicates": "release"}], ["a.duplicates", "key_type arrival"]),
    ([{"name": "a", "key_type": "arrival", "hold": "whole_sequence"}], ["a.hold", "key_type arrival"]),
    ([{"name": "a", "delivery": "acknowleged"}], ["a.delivery", "acknowledged; there are unacknowledged"]),
    ([{"name": "a", "delivery": "acknowledged"}], ["a.delivery", "nothing says", "resequencer__deliveries"]),
    ([{"name": "a", "on_failure": "suspnd"}], ["a.on_failure", "suspend; there are"]),
    ([{"name": "a", "on_failure": "park"}], ["a.on_failure", "nothing says", "resequencer__deliveries"]),
]  # fmt: skip


# Likewise, where outcomes come in.
WRONG_DELIVERING: list[tuple[list[dict[str, Any]], list[str]]] = [
    (
        [{"name": "a", "delivery": "acknowledged", "on_failure": "terminate", "restart": {"backward": 5}}],
        ["a.restart", "together with on_failure: terminate"],
    ),
    ([{"name": "a", "delivery": "acknowledged", "hold": "whole_sequence"}], ["a.delivery", "together with hold"]),
    ([{"name": "a", "delivery": "acknowledged", "session_timeout": "1s"}], ["a.delivery", "together with session_timeout"]),
    ([{"name": "a", "on_failure": "park", "hold": "whole_sequence"}], ["a.on_failure", "together with hold"]),
    (
        [{"name": "a", "order_group": "g", "delivery": "acknowledged"}, {"name": "b", "order_group": "g"}],
        ["b.delivery", "differs from that of a", "order_group g"],
    ),
    (
        [{"name": "a", "order_group": "g"}, {"name": "b", "order_group": "g", "on_failure": "dead_letter"}],
        ["b.on_failure", "differs from that of a", "order_group g"],
    ),
]  # fmt: skip


# Where deliveries come in.
WRONG_INPUTS: list[tuple[Any, list[str]]] = [
    ("/lake/outcomes", ["resequencer__deliveries is not a mapping"]),
    ({"path": 3}, ["resequencer__deliveries.path"]),
    ({"pth": "/lake/outcomes"}, ["resequencer__deliveries", "did you mean path"]),
    (
        {"format": "text", "path": "/lake/outcomes"},
        ["resequencer__deliveries.format", "has no fields", "json"],
    ),
    ({"relation": "raw.outcomes", "path": "/x"}, ["resequencer__deliveries.path", "together with relation"]),
    ({"relation": "raw. outcomes"}, ["resequencer__deliveries.relation", "raw. outcomes", "name of a table"]),
    ({"relation": None}, ["resequencer__deliveries.relation", "null", "name of a table"]),
]


@pytest.mark.parametrize(
    ("wrong", "told"), WRONG, ids=[f"{i}-{next(iter(w))}" for i, (w, _) in enumerate(WRONG)]
)
def test_wrong_settings(project: Project, wrong: dict[str, Any], told: list[str]) -> None:
    project.land("a.json", [message(1, 0)])
    # The models alone that could write: nothing may reach them, or be left by them.
    result = project.invoke("run", "--select", "resequencer__arrivals", "resequencer__ledger", **wrong)
    assert not result.success
    text = failure_text(result)
    for words in told:
        assert words in text, text
    if SparkSession.getActiveSession() is not None and project.query(f"show schemas like '{project.schema}'"):
        assert not [row for row in project.query("show tables in {s}") if not row["isTemporary"]]


def test_state_is_held_in_delta_tables_only(project: Project, tmp_path: Path) -> None:
    """Parquet tables work until they are tidied, and others say that another run had written to them."""
    project.land("a.json", [message(1, 0)])
    project.root = copy_of_project(tmp_path / "parquet")
    settings = project.root / "dbt_project.yml"
    settings.write_text(settings.read_text().replace("+file_format: delta", "+file_format: parquet"))
    text = failure_text(project.invoke("run", "--select", "resequencer__arrivals", "resequencer__ledger"))
    for words in ["file_format is parquet for the model resequencer__", "holds state", "It may be: delta"]:
        assert words in text, text
    assert "Another run" not in text
    assert not [row for row in project.query("show tables in {s}") if not row["isTemporary"]]


# Settings of the models about history, by the macro that checks them and what it is called with.
WRONG_ADVICE: list[tuple[str, dict[str, Any], list[str]]] = [
    ("_slice_setting", {"value": "10ms"}, ["auto", "at least 1s"]),
    ("_expression_setting", {"setting": "resequencer__sequence_class", "value": 3}, ["resequencer__sequence_class", "SQL expression"]),
    ("_timestamp_setting", {"setting": "resequencer__what_if_from", "value": "soon"}, ["resequencer__what_if_from", "a timestamp"]),
    ("_policies_setting", {"value": [{"name": "a", "bake_time": "auto"}]}, ["a.bake_time", "a duration"]),
    ("_policies_setting", {"value": [{"name": "a", "session_size": 3, "on_overflow": "fail"}]}, ["a.on_overflow", "release, bypass"]),
    ("_policies_setting", {"value": {"name": "a"}}, ["resequencer__policies", "not a list"]),
    ("_policies_setting", {"value": ["a"]}, ["resequencer__policies[0]", "not a mapping"]),
    ("_policies_setting", {"value": [{"name": "as_set"}]}, ["[0].name", "another name"]),
    ("_policies_setting", {"value": [{"name": "a"}, {"name": "a"}]}, ["[1].name", "another policy"]),
    ("_policies_setting", {"value": [{"name": "a", "bake_tme": "1s"}]}, ["a has an unknown field", "did you mean bake_time"]),
    ("_policies_setting", {"value": [{"name": "a", "rulesets": "x"}]}, ["a.rulesets", "not a list"]),
    ("_policies_setting", {"value": [{"name": "a", "rulesets": ["default", "y"]}]}, ["a.rulesets", "default"]),
    ("_policies_setting", {"value": [{"name": "a", "bake_time": "soon"}]}, ["resequencer__policies a: resequencer__rulesets default.bake_time"]),
    ("_policies_setting", {"value": [{"name": "a", "on_gap": "stand_in", "bake_time": "1s"}]}, ["a.on_gap", "skip, suspend"]),
    ("_policies_setting", {"value": [{"name": "a", "key_type": "string"}]}, ["a.key_type", "were read as sequence"]),
    ("_policies_setting", {"value": [{"name": "a", "key_type": "integer"}]}, ["a.key_type", "whole numbers of 64 bits"]),
    ("_policies_setting", {"value": [{"name": "a", "rulesets": []}]}, ["a.rulesets", "not a list of names"]),
    (
        "_policies_setting",
        {"value": [{"name": "a", "start": 3}], "rulesets": [{"name": "b", "step": 2}]},
        ["a.start", "numbers of b were counted from 1"],
    ),
    (
        "_policies_setting",
        {"value": [{"name": "a", "key_type": "long"}], "rulesets": [{"name": "b", "step": 5}]},
        ["a.key_type", "numbers of b have a step of 5", "off the step"],
    ),
    (
        "_policies_setting",
        {"value": [{"name": "a", "key_type": "long"}], "rulesets": [{"name": "b", "key_type": "integer"}]},
        ["a.key_type", "were read as integer", "whole numbers of 64 bits"],
    ),
    ("_policies_setting", {"value": [{"name": "a", "duplicates": "release"}]}, ["a: resequencer__rulesets default.duplicates", "a number leaves once"]),
    ("_policies_setting", {"value": [{"name": "a", "session_timeout": "5s"}]}, ["a.session_timeout", "cannot be tried", "bake_time, on_gap, key_type"]),
    ("_policies_setting", {"value": [{"name": "a", "hold": "whole_sequence"}]}, ["a.hold", "cannot be tried"]),
    ("_policies_setting", {"value": [{"name": "a", "step": 2}]}, ["a.step", "cannot be tried"]),
    ("_policies_setting", {"value": [{"name": "a", "start_after": "1s"}]}, ["a.start_after", "cannot be tried"]),
    ("_policies_setting", {"value": [{"name": "a", "max_ahead": "1s"}]}, ["a.max_ahead", "cannot be tried"]),
    ("_throughput_setting", {"value": 3}, ["resequencer__throughput", "not a mapping"]),
    ("_throughput_setting", {"value": {"service": "1s"}}, ["unknown field service", "did you mean service_time"]),
    ("_throughput_setting", {"value": {"wait": "1s"}}, [".service_time", "neither attempts nor resequencer__deliveries are"]),
    ("_throughput_setting", {"value": {"service_time": "1s", "every": "0s"}}, [".every", "at least 1s"]),
    ("_throughput_setting", {"value": {"service_time": 0}}, [".service_time", "is 0"]),
    ("_throughput_setting", {"value": {"attempts": "raw.x; y"}}, [".attempts", "name of a table"]),
    ("_throughput_setting", {"value": {"attempts": "x", "failure_rate": 0.1}}, [".failure_rate", "which tell it"]),
    ("_throughput_setting", {"value": {"service_time": "1s", "consumers": 3}}, [".consumers", "not a list"]),
    ("_throughput_setting", {"value": {"service_time": "1s", "pressure_levels": [0]}}, [".pressure_levels[0]", "above 0"]),
    ("_throughput_setting", {"value": {"service_time": 0, "attempts": "x"}}, [".service_time", "is 0"]),
    ("_throughput_setting", {"value": {"service_time": "1s", "consumers": [2, "2"]}}, [".consumers[1]", "is 2 again"]),
    ("_throughput_setting", {"value": {"service_time": "1s", "pressure_levels": [1, 2, 1.0]}}, [".pressure_levels[2]", "again"]),
    *(
        ("_throughput_setting", {"value": {"service_time": "1s", field: value}}, [f".{field}", "0 or a number above it"])
        for field in ("failure_rate", "service_variation")
        for value in (False, "", -1, float("inf"))
    ),
    ("_resend_setting", {"value": 3}, ["not a mapping", "{chunk: 100"]),
    ("_resend_setting", {"value": {"chunks": 3}}, ["unknown field chunks", "did you mean chunk"]),
    ("_resend_setting", {"value": {"chunk": 0}}, [".chunk is 0", "at least 1"]),
    ("_resend_setting", {"value": {"attempts": "many"}}, [".attempts", "a whole number"]),
    ("_resend_setting", {"value": {"wait": 30}}, [".wait", "30s"]),
    ("_resend_setting", {"value": {"wait": 0}}, [".wait is 0", "30s"]),
    ("_resend_setting", {"value": {"factor": 0.5}}, [".factor is 0.5", "from 1 to 1000"]),
    ("_resend_setting", {"value": {"factor": "twice"}}, [".factor", "a number above 0"]),
    ("_resend_setting", {"value": {"most": 100001}}, [".most", "at most 100000"]),
    ("_expression_setting", {"setting": "resequencer__producer", "value": 3}, ["resequencer__producer", "SQL expression"]),
    *(("_lookback_setting", {"value": value}, [f" is {value}", "a duration such as 1h, a whole number"]) for value in (-1, "-1h", True)),
    ("_lookback_setting", {"value": "1 hour"}, ["1 hour", "a whole number with a unit"]),
    ("_number_setting", {"value": "1e999"}, ["1e999", "too large", "at most 1e300"]),
    ("_number_setting", {"value": "1e999", "below": 1}, ["1e999", "and below 1."]),
]  # fmt: skip


# Rules of forwarding, and texts of filters and actions: what is wrong, where in the text.
WRONG_RULES: list[tuple[Any, list[str]]] = [
    ({"name": "a"}, ["resequencer__forwarding", "not a list"]),
    (["a"], ["resequencer__forwarding[0]", "not a mapping"]),
    ([{"filter": "1 = 1", "set": "SET x = 1"}], ["[0].name", "letters"]),
    ([{"name": "a", "set": "SET x = 1"}], ["a.filter", "is missing", "1 = 1 for every message"]),
    ([{"name": "a", "filter": "1 = 1"}], ["a.set", "is missing", "SessionId = "]),
    ([{"name": "a", "filter": True, "set": "SET x = 1"}], ["a.filter", "is true"]),
    ([{"name": "a", "filter": "1 = 1", "set": " "}], ["a.set", 'is " "']),
    ([{"name": "a", "filtre": "1 = 1"}], ["a has an unknown field filtre", "did you mean filter"]),
    ([{"name": "a", "from": [], "filter": "1 = 1", "set": "SET x = 1"}], ["a.from", "left out"]),
    ([{"name": "a", "from": ["b", 3], "filter": "1 = 1", "set": "SET x = 1"}], ["a.from[1]", "is 3"]),
    ([{"name": "a", "filter": "1 = 1", "set": "SET x = 1"}] * 2, ["[1].name", "another rule has"]),
]  # fmt: skip
WRONG_FILTERS: dict[str, list[str]] = {
    "x = 1 AND AND y = 2": ["at character 11 (AND y = 2)", "a value is missing"],
    "x = 1 y": ["at character 7 (y)", "an operator is missing"],
    "(x = 1": ["at character 1", "not closed"],
    "x = 1)": ["at character 6", "no parenthesis"],
    "x = 1, y = 2": ["at character 6", "commas only"],
    "x = 'it's'": ["at character 10 (')", "has no end"],
    "[] = 1": ["at character 1", "nothing in it"],
    "x = @p": ["at character 5", "no parameters"],
    "{x} = 1": ["at character 1", "braces", "SessionId = "],
    "_x = 1": ["at character 1", "[name]"],
    "12abc = 1": ["at character 1", "means nothing"],
    "order.x = 1": ["no scope order", "[name]"],
    "sys.Lable = 'x'": ["no system property Lable", "did you mean sys.Label", "user.Lable"],
    "user.like = 1": ["at character 6", "cannot be called like", "[like]"],
    "lower(x) = 'a'": ["at character 1", "no function lower", "EXISTS(name)"],
    "NEWID ( ) = x": ["newid()", "the same result in every run", "sys.MessageId"],
    "p(1) = 2": ["the name of a property is a text"],
    "x + 1": ["a value and no condition"],
    "TRUE": ["a value and no condition"],
    "x = 1 = 2": ["at character 7", "is for values"],
    "x = (y = 1)": ["at character 3", "is for values"],
    "x AND y = 1": ["at character 3", "AND is for conditions"],
    "NOT x": ["NOT is for conditions"],
    "x + 1 IS NULL": ["IS NULL is for a property"],
    "EXISTS('x')": ["EXISTS is for a property"],
    "x IN ()": ["at character 7", "a value is missing"],
    "x IN (y = 1)": ["IN is for values"],
    "(x = 1) IN (y)": ["IN is for values"],
    "x LIKE 'a' ESCAPE '!!'": ["at character 12", "one sign"],
    "x LIKE 'a' ESCAPE y": ["one sign"],
    "x = 'a' ESCAPE '!'": ["only behind a LIKE"],
    "x > 9223372036854775808": ["at character 5", "too large"],
}
WRONG_ACTIONS: dict[str, list[str]] = {
    "x = 1": ["at character 1", "begins with SET or REMOVE"],
    "SET": ["at its end", "the name of a property is missing", "SET name"],
    "SET x": ["an = is missing"],
    "SET x 1": ["at character 7 (1)", "an = is missing"],
    "SET x = SET y = 1": ["at character 9 (SET y = 1)", "a value is missing"],
    "SET x = 1 + SET y = 1": ["(SET y = 1)", "a value is missing"],
    "SET x = y = 1": ["at character 9", "a condition and no value"],
    "SET x = 1; y = 2": ["at character 10 (; y = 2)", "an operator is missing"],
    "REMOVE x y": ["at character 10", "nothing but a name"],
    "REMOVE 'x'": ["at character 8", "the name of a property is missing"],
    "SET sys.MessageId = x": ["sys.MessageId cannot be set", "SessionId, Label"],
    "REMOVE sys.Size": ["sys.Size cannot be set"],
    "SET sys.Sesion = x": ["no system property Sesion"],
    "SET sys.SessionId = {x}": ["at character 21", "without SET"],
    "SessionId = x": ["the same for every message"],
    "SessionId = {x}{": ["at character 16", "a brace"],
    "SessionId = {}": ["without a name"],
    "SessionId = { }": ["these braces name no property"],
    "SessionId = {sys.Nothing}": ["at character 13", "no system property Nothing"],
    "SessionId = {x}; SET y = 1": ["the whole action"],
}


@pytest.mark.parametrize(("rules", "told"), WRONG_RULES, ids=str)
def test_wrong_rules_of_forwarding(call_macro: Callable[..., None], rules: Any, told: list[str]) -> None:
    with pytest.raises(CompilationError) as raised:
        call_macro("_forwarding_setting", value=rules)
    for words in ["resequencer__forwarding", "It may be: ", *told]:
        assert words in str(raised.value)


@pytest.mark.parametrize(
    ("field", "text", "told"),
    [("filter", text, told) for text, told in WRONG_FILTERS.items()]
    + [("set", text, told) for text, told in WRONG_ACTIONS.items()],
    ids=str,
)
def test_wrong_texts_of_forwarding(
    call_macro: Callable[..., None], field: str, text: str, told: list[str]
) -> None:
    rule = {"name": "a", "filter": "1 = 1", "set": "SET x = 1", field: text}
    with pytest.raises(CompilationError) as raised:
        call_macro("_forwarding_setting", value=[rule])
    for words in [f"resequencer__forwarding a.{field}", "It may be: ", *told]:
        assert words in str(raised.value)


@pytest.mark.parametrize(("rulesets", "told"), WRONG_RULESETS, ids=str)
def test_wrong_rulesets(
    call_macro: Callable[..., None], rulesets: list[dict[str, Any]], told: list[str]
) -> None:
    with pytest.raises(CompilationError) as raised:
        call_macro("_rulesets_setting", value=rulesets)
    for words in told:
        assert words in str(raised.value)
    assert "in macro" not in str(raised.value)
    assert len(str(raised.value)) < 400
    assert "resequencer__rulesets" in str(raised.value)
    assert "It may be: " in str(raised.value)


@pytest.mark.parametrize("field", [{"unique_ids": "2d"}, {"reopen": True, "reopen_after": "2d"}], ids=str)
def test_what_is_forgotten_is_no_repeat(call_macro: Callable[..., None], field: dict[str, Any]) -> None:
    with pytest.raises(CompilationError, match="is 2d, longer than resequencer__retain remembers"):
        call_macro(
            "_rulesets_setting", variables={"resequencer__retain": "1d"}, value=[{"name": "a", **field}]
        )


def test_a_number_waits_where_there_is_one_that_may(call_macro: Callable[..., None]) -> None:
    restart = {"backward": 100, "forward": 154, "within": "5s"}
    call_macro("_rulesets_setting", value=[{"name": "a", "wrap_at": 256, "restart": restart}])


def test_an_empty_link_is_none(call_macro: Callable[..., None]) -> None:
    call_macro("_rulesets_setting", value=[{"name": "a", "step": 5, "span_to": None, "previous": None}])


@pytest.mark.parametrize(("rulesets", "told"), WRONG_DELIVERING, ids=str)
def test_wrong_rulesets_where_outcomes_come_in(
    call_macro: Callable[..., None], rulesets: list[dict[str, Any]], told: list[str]
) -> None:
    outcomes = {"resequencer__deliveries": {"path": "/lake/outcomes"}}
    with pytest.raises(CompilationError) as raised:
        call_macro("_rulesets_setting", variables=outcomes, value=rulesets)
    for words in told:
        assert words in str(raised.value)
    assert "It may be: " in str(raised.value)


@pytest.mark.parametrize(("value", "told"), WRONG_INPUTS, ids=str)
def test_wrong_inputs(call_macro: Callable[..., None], value: Any, told: list[str]) -> None:
    with pytest.raises(CompilationError) as raised:
        call_macro("_input_setting", setting="resequencer__deliveries", value=value)
    for words in told:
        assert words in str(raised.value)
    assert "It may be: " in str(raised.value)


WRONG_TOPICS: list[tuple[dict[str, Any], list[str]]] = [
    ({"path": "/lake"}, ["resequencer__landing.path", "with the format kafka"]),
    ({}, ["resequencer__landing.options has nothing", "kafka.bootstrap.servers"]),
    ({"options": {"subscribe": "a", "assign": "{}", "kafka.bootstrap.servers": "b"}}, ["one of subscribe, subscribePattern and assign"]),
    ({"options": {"subscribe": "a"}}, ["options has subscribe", "kafka.bootstrap.servers"]),
    ({"options": {"subscribe": "a", "kafka.bootstrap.servers": "b", "endingOffsets": "latest"}}, ["options.endingOffsets"]),
    ({"records": "array(value)", "options": {"subscribe": "a", "kafka.bootstrap.servers": "b"}}, ["resequencer__landing.records"]),
]  # fmt: skip


@pytest.mark.parametrize(("value", "told"), WRONG_TOPICS, ids=str)
def test_wrong_topics(call_macro: Callable[..., None], value: dict[str, Any], told: list[str]) -> None:
    with pytest.raises(CompilationError) as raised:
        call_macro("_landing_setting", value={"format": "kafka", **value})
    for words in [*told, "It may be: "]:
        assert words in str(raised.value)


@pytest.mark.parametrize(("macro", "arguments", "told"), WRONG_ADVICE, ids=str)
def test_wrong_settings_of_advice(
    call_macro: Callable[..., None], macro: str, arguments: dict[str, Any], told: list[str]
) -> None:
    if macro == "_policies_setting":
        arguments = {"rulesets": None} | arguments
    else:
        arguments = {"setting": f"resequencer_{macro.removesuffix('_setting')}"} | arguments
    with pytest.raises(CompilationError) as raised:
        call_macro(macro, **arguments)
    for words in told:
        assert words in str(raised.value)
    assert "It may be: " in str(raised.value)


@pytest.mark.parametrize(
    "value",
    [
        {"service_time": "1s", "pressure_levels": [1e-7, 1e16, "1.0e+17"]},
        {"service_time": "1s", "failure_rate": "0.0", "service_variation": "0"},
        {"service_time": "1s", "failure_rate": 0, "service_variation": 0.0},
        {"service_time": "1s", "failure_rate": 0.5, "attempts": "raw.attempts"},
    ],
    ids=str,
)
def test_right_settings_of_advice(call_macro: Callable[..., None], value: dict[str, Any]) -> None:
    call_macro("_throughput_setting", setting="resequencer__throughput", value=value)


@pytest.mark.parametrize(
    ("ruleset", "changed"),
    [
        ({"start": 5, "on_gap": "skip", "bake_time": "1s"}, {"key_type": "long"}),
        ({"key_type": "long", "duplicates": "release", "bake_time": "1s"}, {"key_type": "sequence"}),
        ({"key_type": "double", "bake_time": "1s"}, {"duplicates": "release"}),
        ({"on_gap": "stand_in", "max_stand_ins": 3, "bake_time": "1s"}, {"on_gap": "skip"}),
        ({"session_size": 3, "on_overflow": "bypass"}, {"session_size": None}),
    ],
    ids=str,
)
def test_a_policy_takes_away_what_means_something_beside_it_alone(
    call_macro: Callable[..., Any], ruleset: dict[str, Any], changed: dict[str, Any]
) -> None:
    tried = call_macro(
        "_policies_setting", value=[{"name": "a", **changed}], rulesets=[{"name": "r", **ruleset}]
    )
    assert [one["name"] for one in tried[0]["rulesets"]] == ["r"]


def test_an_empty_setting_of_requests_is_the_default(call_macro: Callable[..., Any]) -> None:
    default = {"chunk": 100, "attempts": 5, "wait": "30s", "factor": 2, "most": 1000}
    of_default = call_macro("_resend_setting", setting="resequencer__resend", value=default)
    assert call_macro("_resend_setting", setting="resequencer__resend", value={}) == of_default
    assert of_default["wait_us"] == 30_000_000


def test_attempts_have_an_outcome(project: Project) -> None:
    project.land("a.json", [message(1, 0)])
    project.run("--select", "+resequencer__ledger", as_of="2026-03-01T12:00:00Z")
    project.query(
        "create table {s}.attempts_made using delta as select 'm' as message_id, now() as sent_at, now() as at"
    )
    throughput = {"attempts": f"{project.schema}.attempts_made"}
    result = project.invoke("run", "--select", "resequencer__ledger", advice=True, throughput=throughput)
    assert not result.success
    text = failure_text(result)
    assert "resequencer__throughput.attempts cannot be read" in text
    assert "outcome" in text
    # Who has no advice built does not pay for it.
    project.run("--select", "resequencer__ledger", as_of="2026-03-01T12:00:00Z", throughput=throughput)


def test_the_clock_never_goes_back(project: Project) -> None:
    project.land("a.json", [message(1, 0)])
    project.run(as_of="2026-03-01T12:00:00Z")
    result = project.invoke("run", as_of="2026-03-01T11:59:59Z")
    assert not result.success
    assert "resequencer__as_of" in failure_text(result)
    project.run(as_of="2026-03-01T12:00:00Z")


def test_a_ruleset_with_sequences_may_not_vanish(project: Project) -> None:
    project.land("a.json", [message(2, 0)])
    held = {"name": "a", "hold": "whole_sequence", "heartbeat": "1s"}
    project.run(as_of="2026-03-01T12:00:00Z", rulesets=[held])
    project.land("b.json", [message(1, 0)])
    others: list[dict[str, Any]] = [
        {"name": "b"},
        {"name": "a", "key_type": "long", "bake_time": "1s"},
        {"name": "a"},
    ]
    for rulesets in ([other] for other in others):
        result = project.invoke("run", as_of="2026-03-01T12:00:00Z", rulesets=rulesets)
        assert not result.success
        assert "full-refresh" in failure_text(result)
    project.run("--full-refresh", as_of="2026-03-01T12:00:00Z", rulesets=[{"name": "b"}])
    assert project.verdict_counts() == {"released": 2}


DEFAULTS, FAILOVER = "resequencer__ruleset_defaults", "resequencer__failover"
WRONG_DEFAULTS: list[tuple[dict[str, Any], list[str]]] = [
    ({DEFAULTS: ["bake_time"]}, [f"{DEFAULTS} is not a mapping"]),
    ({DEFAULTS: {"name": "a"}}, [f"{DEFAULTS}.name", "each ruleset has its own"]),
    ({DEFAULTS: {"outlink": "bypass"}}, [f"{DEFAULTS}.outlink", "in the rulesets that need it"]),
    ({DEFAULTS: {"bake_tme": "1s"}}, [f"{DEFAULTS} has an unknown field bake_tme", "did you mean bake_time?"]),
    ({DEFAULTS: {"IDTemplate": "##n##"}}, [DEFAULTS, "SortNode's IDTemplate", "It may be: id."]),
    ({DEFAULTS: {"bake_time": 60}}, [f'{DEFAULTS}.bake_time is "60"', "30s"]),
    ({DEFAULTS: {"session_size": "many"}}, [f"{DEFAULTS}.session_size", "a whole number"]),
    ({DEFAULTS: {"step": 2}, "resequencer__subscriptions": [{"name": "a", "match": "all"}]}, [DEFAULTS, "together with resequencer__subscriptions"]),
    ({FAILOVER: ["b"], "resequencer__rulesets": [{"name": "a"}]}, [FAILOVER, "a"]),
    ({FAILOVER: {}}, [FAILOVER, "an order_group or a list"]),
]  # fmt: skip


@pytest.mark.parametrize(("variables", "told"), WRONG_DEFAULTS, ids=str)
def test_wrong_defaults(call_macro: Callable[..., None], variables: dict[str, Any], told: list[str]) -> None:
    with pytest.raises(CompilationError) as raised:
        call_macro("_ruleset_entries", variables)
    for words in [*told, "It may be: "]:
        assert words in str(raised.value)


def test_what_rulesets_have_by_default(call_macro: Callable[..., Any]) -> None:
    """A ruleset's own field counts, an empty one is as if there were no default; one without order takes what is of outlets."""
    rulesets = [
        {"name": "a"},
        {"name": "b", "bake_time": "1s"},
        {"name": "c", "bake_time": None},
        {"name": "d", "outlink": "bypass"},
    ]
    variables = {
        "resequencer__rulesets": rulesets,
        DEFAULTS: {"bake_time": "30s", "capacity": 5, "start": None},
    }
    assert call_macro("_ruleset_entries", variables) == [
        {"bake_time": "30s", "capacity": 5, "name": "a"},
        {"capacity": 5, "name": "b", "bake_time": "1s"},
        {"capacity": 5, "name": "c"},
        {"capacity": 5, "name": "d", "outlink": "bypass"},
    ]
    assert call_macro("_ruleset_entries", {DEFAULTS: {"bake_time": "30s"}}) == [
        {"bake_time": "30s", "name": "default"}
    ]
    assert call_macro("_ruleset_entries", variables | {FAILOVER: ["b"]})[1] == {
        "capacity": 5, "name": "b", "bake_time": "1s", "session_size": 0, "on_overflow": "release",
    }  # fmt: skip
    assert call_macro("_ruleset_entries", {}) is None
