"""The steps that follow deliveries, from when messages are ready, on temporary views instead of a lake: rendered by Jinja alone, in their order of dependency."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import jinja2
from pyspark.sql import DataFrame, SparkSession

ROOT = Path(__file__).parents[2]
MODELS = [
    "delivery/int_resequencer__resent",
    "delivery/int_resequencer__addressed",
    "delivery/int_resequencer__followed",
    "ordering/int_resequencer__replaced",
    "release/int_resequencer__held_whole",
    "release/int_resequencer__in_part",
    "release/int_resequencer__on_heartbeat",
    "release/int_resequencer__leaving",
    "release/int_resequencer__overflowed",
    "release/int_resequencer__counting_on",
    "release/int_resequencer__told",
    "release/int_resequencer__silences",
    "release/int_resequencer__settling",
    "release/int_resequencer__sent",
    "release/int_resequencer__ends",
    "release/int_resequencer__courses",
    "release/int_resequencer__ended",
    "release/int_resequencer__delivered",
    "delivery/int_resequencer__delivery_facts",
    "delivery/int_resequencer__delivery_states",
]


class Returned(Exception):  # noqa: N818
    def __init__(self, value: Any) -> None:
        self.value = value


def environment(**settings: Any) -> jinja2.Environment:
    """Jinja with the project's macros as functions; `settings` stand for macros that ask dbt or the settings."""
    found = jinja2.Environment(extensions=["jinja2.ext.do"], autoescape=False)

    def returns(value: Any) -> None:
        raise Returned(value)

    found.globals |= {"return": returns, "config": lambda **_: "", "ref": str, "none": None}
    found.globals |= {
        "partitions_of_batch": lambda: 1,
        "has_subscriptions": lambda: False,
        # In no order group here does an action never have an effect.
        "turned_away": str,
        "remembered": lambda _name, make, arguments: make(*arguments),
    }
    for places in ("delivery/*", "rows/*", "decode/*", "modes/came_as", "settings/resolved_rows"):
        for path in sorted((ROOT / "macros").glob(f"{places}.sql")):
            template = found.from_string(path.read_text())
            for name in re.findall(r"macro ([a-z]\w*)\(", path.read_text()):
                found.globals.setdefault(name, called(template, name))
    found.globals |= settings
    return found


def called(template: jinja2.Template, name: str) -> Any:
    def call(*arguments: Any, **named: Any) -> Any:
        try:
            # Its module knows the macros that there are by now.
            return str(getattr(template.module, name)(*arguments, **named))
        except Returned as returned:
            return returned.value

    return call


def type_of(jinja: jinja2.Environment, row: str) -> str:
    """The type of a row, as the macro row_type has it."""
    row_type: Any = jinja.globals["row_type"]
    return str(row_type(row))


def build(spark: SparkSession, jinja: jinja2.Environment, keeps: bool = True) -> dict[str, DataFrame]:
    """Every model as a temporary view; `keeps`: each is worked out once, for all that read it."""
    models = {}
    for path in MODELS:
        name = path.split("/")[1]
        sql = jinja.from_string((ROOT / "models" / f"{path}.sql").read_text()).render()
        models[name] = spark.sql(sql).localCheckpoint() if keeps else spark.sql(sql)
        models[name].createOrReplaceTempView(name)
    return models
