"""What other settings would have made of the messages of a ledger: bake times, and whole policies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
from pyspark.sql import Column, DataFrame, Row, Window
from pyspark.sql import functions as sf

from resequencer.advice.what_if import NEVER_US, Arrivals, Counter, Judged, Measure, Policy, Verdict, judge
from resequencer.columns import array, coded, remembered
from resequencer.lateness import arrived_messages, landed_late, tried_class

_LARGEST_SUM = 2.0**63 - 1024
"""The largest bigint that is a double."""

NamedPolicies = Mapping[str, Sequence[tuple[str, Policy]]]
"""By order group: the policies to try on it, each with its name."""

_COUNTS = "policy int, ruleset int, sequence_class string, measure int, value bigint, count double"


def figures(
    ledger: DataFrame,
    policies: NamedPolicies,
    clock_us: int | None,
    *,
    from_us: int | None = None,
    sequence_class: str | None = None,
    landed_in_time: bool = False,
) -> DataFrame:
    """What policies would have made of all messages of a ledger, exactly, in one pass over them.

    A sequence whose beginning the ledger has forgotten (`resequencer__retain`) begins with the first number
    of the others that was released. With `from_us` a sequence goes on from what had left before, with what
    was held then; of numbers up to there, what has become of them stays.

    Args:
        ledger: `resequencer__ledger`.
        policies: what to try; messages of other order groups are left out.
        clock_us: up to when, in microseconds since 1970: what is due later is pending. None: in the end, when
            all bake times have passed.
        from_us: messages that arrived before are not counted.
        sequence_class: SQL over the ledger's columns that tells the class of a message's sequence.
        landed_in_time: whether only those messages are counted (`landed_late`); the others are in line all
            the same. Not together with `from_us`.

    Returns:
        One row per policy and ruleset: `policy`, `ruleset`, `sequence_class` (null; with classes, one more
        row for each of them: none is the empty text); `message_count`, and of them `released_count`,
        `late_count`, `duplicate_count`, `bypassed_count` (for other reasons), `failed_count` and
        `pending_count`; of the released ones, in milliseconds, `total_wait_ms`, `mean_wait_ms`, `p95_wait_ms`
        and `p99_wait_ms` (release - effective arrival, which lateness counts from, too); `mean_buffered` and
        `max_buffered` (messages held at once, from the first arrival until nothing more is held, or the
        clock); of the sequences, from first arrival to last release, `mean_completed_ms` and
        `p95_completed_ms`.
    """
    session = ledger.sparkSession
    class_of = sf.lit("") if sequence_class is None else tried_class(sequence_class)
    messages = arrived_messages(ledger, stand_ins=True).select(
        "ruleset",
        class_of.alias("sequence_class"),
        "order_group",
        "sequence_id",
        "number",
        sf.unix_micros("effective_arrived_at").alias("arrival_us"),
        "intake",
        "place",
        # Only whether two messages of one key are the same: a hash is less to move than the id.
        sf.xxhash64("message_id").alias("message"),
        sf.coalesce("is_last", sf.lit(False)).alias("is_last"),
        sf.coalesce("sequence_total", sf.lit(0)).alias("total"),
        sf.coalesce("release_position", sf.lit(0)).alias("release_position"),
        "is_stand_in",
        *((~landed_late()).alias(name) for name in (("is_counted",) if landed_in_time else ())),
        *(() if from_us is None else (sf.unix_micros("settled_at").alias("settled_us"), _outcome())),
    )
    names = sorted({name for several in policies.values() for name, _ in several})
    rulesets = sorted(row["ruleset"] for row in ledger.select("ruleset").distinct().dropna().collect())
    asked_for = messages.where(sf.col("order_group").isin(list(policies)))
    if from_us is not None:
        asked_for = _from(asked_for, from_us)
    by_class = asked_for.repartition("order_group", "sequence_id").mapInArrow(
        _counter(policies, names, rulesets, clock_us), _COUNTS
    )
    of_all = by_class.withColumn("sequence_class", sf.lit(None).cast("string"))
    counted = (
        (of_all if sequence_class is None else _twice(by_class))
        # All that belongs together in one place, where it is added up and read in order.
        .repartition("policy", "ruleset", "sequence_class", "measure")
        .groupBy("policy", "ruleset", "sequence_class", "measure", "value")
        .agg(sf.sum("count").alias("count"))
    )
    return (
        _summed(counted)
        .join(sf.broadcast(session.createDataFrame(_numbered(names), "policy int, name string")), "policy")
        .join(sf.broadcast(session.createDataFrame(_numbered(rulesets), "ruleset int, of string")), "ruleset")
        .withColumns({"policy": sf.col("name"), "ruleset": sf.col("of")})
        .drop("name", "of")
    )


def _outcome() -> Column:
    """What has become of a message, as a Verdict."""
    reason = sf.col("reason")
    of_bypass = (
        sf.when(reason == "late", int(Verdict.LATE))
        .when(reason.isin("duplicate", "conflicting_duplicate"), int(Verdict.DUPLICATE))
        .otherwise(int(Verdict.BYPASSED))
    )
    return (
        sf.when(sf.col("disposition") == "released", int(Verdict.RELEASED))
        .when(sf.col("disposition") == "bypass", of_bypass)
        .when(sf.col("disposition") == "failure", int(Verdict.FAILED))
        .otherwise(int(Verdict.PENDING))
        .alias("outcome")
    )


def _from(messages: DataFrame, from_us: int) -> DataFrame:
    """Messages that arrived from then on, and those that were held then: they are in line, but do not count.

    `left_number`: the highest number of the sequence that had left by then, if any had (`has_left`).
    """
    of_sequence = Window.partitionBy("order_group", "sequence_id")
    had_left = (sf.col("release_position") > 0) & (sf.col("settled_us") < from_us)
    left_number = sf.max(sf.when(had_left, sf.col("number"))).over(of_sequence)
    came = sf.col("arrival_us") >= from_us
    was_held = sf.coalesce(sf.col("settled_us") >= from_us, sf.lit(True)) & sf.coalesce(
        sf.col("number") > sf.col("left_number"), sf.lit(True)
    )
    return (
        messages.withColumn("left_number", left_number)
        .where(came | was_held)
        .withColumns(
            {
                "is_counted": came,
                "has_left": sf.col("left_number").isNotNull(),
                "left_number": sf.coalesce("left_number", sf.lit(0)),
                "settled_us": sf.coalesce("settled_us", sf.lit(0)),
            }
        )
    )


def _twice(by_class: DataFrame) -> DataFrame:
    """Each row once more as one of all classes, so that Python judges once only."""
    classes = sf.array(sf.col("sequence_class"), sf.lit(None).cast("string"))
    return by_class.withColumn("sequence_class", sf.explode(classes))


def what_if(ledger: DataFrame, policies: DataFrame) -> DataFrame:
    """What policies would have made of the messages of a ledger by the newest run's clock.

    Of a stretch of history only, where the policies say so: as if nothing came after it.

    Args:
        ledger: `resequencer__ledger`.
        policies: `int_resequencer__policies`.

    Returns:
        One row per policy and ruleset whose messages leave by the closed form, or for want of room: as
        `figures` has them, without `sequence_class`.
    """
    tried: dict[str, list[tuple[str, Policy]]] = {}
    from_us = to_us = None
    for row in policies.where("is_tried").dropDuplicates(["policy", "order_group"]).collect():
        tried.setdefault(row["order_group"], []).append((row["policy"], policy(row)))
        from_us, to_us = row["from_us"], row["to_us"]
    newest = ledger.where(sf.col("disposition") == "current").select(sf.unix_micros("batch.last_clock"))
    clock = newest.first()
    bounds = [bound for bound in (clock[0] if clock else None, to_us) if bound is not None]
    asked_for = ledger
    if to_us is not None:
        came = sf.unix_micros("effective_arrived_at") <= to_us
        asked_for = ledger.where(came | (sf.col("disposition") == "current"))
    worked_out = figures(asked_for, tried, min(bounds, default=None), from_us=from_us)
    return worked_out.drop("sequence_class")


def policy(described: Row, **changed: Any) -> Policy:
    """The policy that a row of `int_resequencer__policies` describes, with what is to be other than there."""
    fields = {
        "is_sequence": described["is_sequence"],
        "bake_us": described["bake_us"],
        "start": described["start_number"],
        "step": described["step"],
        "heartbeat_us": described["heartbeat_us"],
        "session_size": described["session_size"],
        "bypasses_newest": described["on_overflow"] == "bypass",
        "releases_repeats": described["releases_repeats"],
    }
    return Policy(**fields | changed)


_OF_STRETCH = ("left_number", "has_left", "is_counted", "settled_us", "outcome")
"""Columns of messages of a stretch of history."""


def _numbered(names: Sequence[str]) -> list[tuple[int, str]]:
    return list(enumerate(names)) or [(-1, "")]


def _counter(
    policies: NamedPolicies, names: Sequence[str], rulesets: Sequence[str], clock_us: int | None
) -> Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """The function that counts one part of the messages, in which all sequences are whole."""
    number_of = {name: number for number, name in enumerate(names)}

    def count(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        several = [batch for batch in batches if batch.num_rows]
        if not several:
            return
        columns, group_names, class_names = _columns(pa.Table.from_batches(several), rulesets)
        # Order groups with the same policies are judged together.
        alike: dict[tuple[tuple[str, Policy], ...], list[int]] = {}
        for code, group in enumerate(group_names):
            alike.setdefault(tuple(policies[group]), []).append(code)
        for tried, codes in alike.items():
            is_one = np.isin(columns["group"], codes)
            part = {name: values[is_one] for name, values in columns.items()}
            for name, counted in _tried(part, tried, clock_us):
                yield pa.RecordBatch.from_pandas(
                    counted.assign(
                        policy=number_of[name],
                        ruleset=counted["ruleset"] // len(class_names),
                        sequence_class=np.array(class_names, dtype=object)[
                            counted["ruleset"] % len(class_names)
                        ],
                    )[_SCHEMA.names],
                    schema=_SCHEMA,
                    preserve_index=False,
                )

    return count


_SCHEMA = pa.schema(
    [
        ("policy", pa.int32()),
        ("ruleset", pa.int32()),
        ("sequence_class", pa.string()),
        ("measure", pa.int32()),
        ("value", pa.int64()),
        ("count", pa.float64()),
    ]
)


def _columns(table: pa.Table, rulesets: Sequence[str]) -> tuple[dict[str, Any], list[str], list[str]]:
    """Columns as arrays, and the texts of order groups and classes, of which they have the places.

    `ruleset` is the place of ruleset and class in the product of both lists.
    """
    names = (
        "number",
        "arrival_us",
        "intake",
        "place",
        "message",
        "is_last",
        "total",
        "release_position",
        "is_stand_in",
        *(name for name in _OF_STRETCH if name in table.column_names),
    )
    groups, group_names = coded(table, "order_group")
    sequences, sequence_names = coded(table, "sequence_id")
    of_ruleset, ruleset_names = coded(table, "ruleset")
    of_class, class_names = coded(table, "sequence_class")
    place_of = {name: place for place, name in enumerate(rulesets)}
    columns = {name: array(table, name) for name in names}
    place = np.array([place_of[name] for name in ruleset_names], dtype=np.int64)[of_ruleset]
    if "is_counted" in columns:
        # A ruleset that is none: its rows are left out in the end.
        place = np.where(columns["is_counted"], place, len(rulesets))
    columns |= {
        "group": groups,
        "sequence": groups * len(sequence_names) + sequences,
        "ruleset": place * len(class_names) + of_class,
    }
    return columns, group_names, class_names


def _tried(
    part: Mapping[str, Any], tried: Sequence[tuple[str, Policy]], clock_us: int | None
) -> Iterator[tuple[str, pd.DataFrame]]:
    part = remembered(part)
    if not len(part["number"]):
        return
    is_there = part["arrival_us"] <= (clock_us if clock_us is not None else part["arrival_us"])
    there = {name: values[is_there] for name, values in part.items()}
    there, decided = _apart(there, tried, clock_us)
    arrivals = Arrivals(
        there["sequence"],
        there["number"],
        there["arrival_us"],
        (there["intake"], there["place"]),
        there["message"],
        there["is_last"],
        there["total"],
        there["is_resumed"],
    )
    later = pd.DataFrame({"ruleset": part["ruleset"][~is_there]}).groupby("ruleset").size()
    pending = (
        later.rename("count").reset_index().assign(measure=int(Measure.VERDICT), value=int(Verdict.PENDING))
    )
    counter = Counter(
        *(np.concatenate([there[name], decided[name]]) for name in ("sequence", "arrival_us", "ruleset"))
    )
    for name, policy in tried:
        judged = judge(arrivals, policy, clock_us)
        both = Judged(
            np.concatenate([judged.verdict, decided["verdict"]]),
            np.concatenate([judged.left_us, decided["left_us"]]),
        )
        yield name, pd.concat([counter.counts(both, clock_us), pending], ignore_index=True)


def _apart(
    there: dict[str, Any], tried: Sequence[tuple[str, Policy]], clock_us: int | None
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Messages to judge, and those that no policy has a say in, with `verdict` and `left_us`.

    Up to the number that had left before the stretch, what has become of a message stays. A sequence goes on
    with the number after it.
    """
    if "has_left" not in there:
        nothing = {name: values[:0] for name, values in there.items()}
        return there, nothing | {"verdict": np.zeros(0, np.int64), "left_us": np.zeros(0, np.int64)}
    # Policies on one order group that have steps have the same.
    step = max(policy.step for _, policy in tried)
    is_next = there["has_left"] & (there["number"] - there["left_number"] == step)
    there = there | {"is_resumed": there["is_resumed"] | is_next}
    is_decided = there["has_left"] & (there["number"] <= there["left_number"])
    decided = {name: values[is_decided] for name, values in there.items()}
    verdict, left_us = decided["outcome"].astype(np.int64), decided["settled_us"]
    if clock_us is not None:
        verdict = np.where((verdict == Verdict.RELEASED) & (left_us > clock_us), Verdict.PENDING, verdict)
    left_us = np.where(verdict == Verdict.RELEASED, left_us, NEVER_US)
    apart = {name: values[~is_decided] for name, values in there.items()}
    return apart, decided | {"verdict": verdict, "left_us": left_us}


def _summed(counted: DataFrame) -> DataFrame:
    """Counts as figures; one row per policy, ruleset and class."""
    of_measure = Window.partitionBy("policy", "ruleset", "sequence_class", "measure").orderBy("value")
    running = counted.withColumns(
        {
            "so_far": sf.sum("count").over(of_measure.rowsBetween(Window.unboundedPreceding, 0)),
            "in_all": sf.sum("count").over(
                of_measure.rowsBetween(Window.unboundedPreceding, Window.unboundedFollowing)
            ),
        }
    )
    moment_us = _of(Measure.MOMENT_US, sf.col("value"))
    span_ms = (sf.max(moment_us) - sf.min(moment_us)) / 1000
    return running.groupBy("policy", "ruleset", "sequence_class").agg(
        _total(_of(Measure.VERDICT, sf.col("count"))).alias("message_count"),
        *(_messages(verdict).alias(f"{verdict.name.lower()}_count") for verdict in Verdict),
        _total(_of(Measure.WAIT_MS, sf.col("value") * sf.col("count"))).alias("total_wait_ms"),
        _mean(Measure.WAIT_MS).alias("mean_wait_ms"),
        _percentile(Measure.WAIT_MS, 95).alias("p95_wait_ms"),
        _percentile(Measure.WAIT_MS, 99).alias("p99_wait_ms"),
        sf.try_divide(
            sf.coalesce(sf.sum(_of(Measure.HELD_FOR_MS, sf.col("count"))), sf.lit(0.0)), span_ms
        ).alias("mean_buffered"),
        sf.coalesce(sf.max(_of(Measure.HELD, sf.col("so_far"))).cast("bigint"), sf.lit(0)).alias(
            "max_buffered"
        ),
        _mean(Measure.COMPLETED_MS).alias("mean_completed_ms"),
        _percentile(Measure.COMPLETED_MS, 95).alias("p95_completed_ms"),
    )


def _of(measure: Measure, column: Column) -> Column:
    return sf.when(sf.col("measure") == int(measure), column)


def _total(column: Column) -> Column:
    # Waits since 1970 may be more than a bigint all together: then it is the largest.
    return sf.least(sf.coalesce(sf.sum(column), sf.lit(0.0)), sf.lit(_LARGEST_SUM)).cast("bigint")


def _messages(verdict: Verdict) -> Column:
    return _total(_of(Measure.VERDICT, sf.when(sf.col("value") == int(verdict), sf.col("count"))))


def _mean(measure: Measure) -> Column:
    return sf.try_divide(
        sf.sum(_of(measure, sf.col("value") * sf.col("count"))), sf.sum(_of(measure, sf.col("count")))
    )


def _percentile(measure: Measure, percent: int) -> Column:
    """The least value that so many percent do not exceed."""
    is_enough = sf.col("so_far") * 100 >= sf.col("in_all") * percent
    return sf.min(_of(measure, sf.when(is_enough, sf.col("value"))))
