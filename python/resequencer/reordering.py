"""How reordered the sequences of a ledger came, by RFC 4737 and RFC 5236."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np
import pyarrow as pa
from pyspark.sql import DataFrame, Row
from pyspark.sql import functions as sf

from resequencer.advice.history import Integers
from resequencer.advice.reordering import (
    THRESHOLD,
    buffer_frequencies,
    by_sequence,
    displacement_frequencies,
    reorderings,
)
from resequencer.columns import array, coded, remembered
from resequencer.lateness import ordered_messages

_COUNTS = pa.map_(pa.int32(), pa.int64())
_SCHEMA = pa.schema(
    [
        ("order_group", pa.string()),
        ("sequence_id", pa.string()),
        ("epoch", pa.int64()),
        ("message_count", pa.int64()),
        ("reordered_count", pa.int64()),
        ("max_extent", pa.int64()),
        ("mean_extent", pa.float64()),
        ("max_late_time_ms", pa.float64()),
        ("mean_late_time_ms", pa.float64()),
        ("max_n_reordering", pa.int64()),
        ("gap_count", pa.int64()),
        ("mean_gap", pa.float64()),
        ("mean_gap_time_ms", pa.float64()),
        ("mean_free_run", pa.float64()),
        ("free_run_variation", pa.float64()),
        ("displacement", _COUNTS),
        ("buffer_occupancy", _COUNTS),
        ("n_reordering", _COUNTS),
    ]
)


def reordering(ledger: DataFrame, policies: DataFrame) -> DataFrame:
    """Measure every sequence of a ledger.

    Args:
        ledger: `resequencer__ledger`.
        policies: `int_resequencer__policies`, for where numbers begin and how far apart they are.

    Returns:
        One row per epoch of a sequence: `order_group`, `sequence_id`, `epoch` and the figures of
        `by_sequence`; then messages by `displacement` (RFC 5236, FD), arrivals by `buffer_occupancy` (FB),
        and messages that are n-reordered by n (`n_reordering`, RFC 4737, 5.3), n up to THRESHOLD.
    """
    messages = ordered_messages(ledger, stand_ins=True).select(
        "order_group",
        "sequence_id",
        "epoch",
        "number",
        sf.unix_micros("effective_arrived_at").alias("arrival_us"),
        "intake",
        "place",
        # Positions go on counting from epoch to epoch: later ones begin at theirs.
        sf.coalesce(sf.when(sf.col("epoch") == 1, sf.col("release_position")), sf.lit(0)).alias(
            "release_position"
        ),
        "is_stand_in",
    )
    as_set = policies.where(sf.col("policy") == "as_set").collect()
    counting = {row["order_group"]: row for row in as_set}
    known = messages.where(sf.col("order_group").isin(list(counting)))
    return known.repartition("order_group", "sequence_id").mapInArrow(_measurer(counting), _ddl())


def _ddl() -> str:
    types = {"string": "string", "int64": "bigint", "double": "double", str(_COUNTS): "map<int, bigint>"}
    return ", ".join(f"{field.name} {types[str(field.type)]}" for field in _SCHEMA)


def _measurer(
    counting: Mapping[str, Row],
) -> Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """The function that measures one part of the messages, in which all sequences are whole."""

    def measure(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        several = [batch for batch in batches if batch.num_rows]
        if several:
            yield from _measured(pa.Table.from_batches(several), counting).to_batches()

    return measure


def _measured(table: pa.Table, counting: Mapping[str, Row]) -> pa.Table:
    groups, group_names = coded(table, "order_group")
    sequences, sequence_names = coded(table, "sequence_id")
    epochs, epoch_numbers = coded(table, "epoch")
    shape = (len(group_names), len(sequence_names), len(epoch_numbers))
    names = ("number", "arrival_us", "intake", "place", "release_position", "is_stand_in")
    columns = remembered(
        {name: array(table, name) for name in names}
        | {"group": groups, "sequence": np.ravel_multi_index((groups, sequences, epochs), shape)}
    )
    if not len(columns["number"]):
        return _SCHEMA.empty_table()
    groups, number, arrival_us = columns["group"], columns["number"], columns["arrival_us"]
    by_arrival = np.lexsort((columns["place"], columns["intake"], arrival_us))
    rank = np.empty(len(by_arrival), dtype=np.int64)
    rank[by_arrival] = np.arange(len(by_arrival))
    judged = reorderings(columns["sequence"], number, arrival_us, rank)
    rows = by_sequence(judged, arrival_us)
    first = np.flatnonzero(np.append(True, np.diff(judged.sequence) != 0))
    parts = np.split(np.arange(len(judged.given)), first[1:])
    counts = []
    for part, reordered_count in zip(parts, rows["reordered_count"], strict=True):
        group = group_names[groups[judged.given[part[0]]]]
        # Of a sequence whose beginning is forgotten, numbers are counted from the first that is left.
        is_whole = not columns["is_resumed"][judged.given[part]].any()
        numbers = _counted(number[judged.given[part]], counting[group], is_whole)
        counts.append(_frequencies(numbers, judged.n_reordering[part], int(reordered_count)))
    group, sequence, epoch = np.unravel_index(rows["sequence"], shape)
    frame = rows.assign(
        order_group=[group_names[code] for code in group],
        sequence_id=[sequence_names[code] for code in sequence],
        epoch=[epoch_numbers[code] for code in epoch],
        displacement=[list(displaced.items()) for displaced, _, _ in counts],
        buffer_occupancy=[list(held.items()) for _, held, _ in counts],
        n_reordering=[list(shifted.items()) for _, _, shifted in counts],
    )
    return pa.Table.from_pandas(frame[_SCHEMA.names], schema=_SCHEMA, preserve_index=False)


def _counted(number: Integers, counting: Any, is_whole: bool) -> list[int]:
    """Numbers from 1 on, one apart; keys of which only the order is known by their rank."""
    if not counting["is_sequence"]:
        ranks: list[int] = (np.unique(number, return_inverse=True)[1] + 1).tolist()
        return ranks
    start = counting["start_number"] if is_whole else None
    first = int(number.min()) if start is None else start
    # Python's integers: distances may be beyond 64 bits.
    return [(one - first) // counting["step"] + 1 for one in number.tolist()]


def _frequencies(
    numbers: list[int], n_reordering: Integers, reordered_count: int
) -> tuple[dict[int, int], dict[int, int], dict[int, int]]:
    count = len(numbers)
    if not reordered_count and numbers[0] == 1 and numbers[-1] == count:
        # In order and whole, as nearly all are: nothing is displaced, and nothing held.
        return {0: count}, {0: count}, {}
    longest = min(int(n_reordering.max()), THRESHOLD)
    shifted = {n: int((n_reordering >= n).sum()) for n in range(1, longest + 1)}
    return displacement_frequencies(numbers), buffer_frequencies(numbers), shifted
