"""Rows that Spark hands to a worker, as arrays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa

from resequencer.advice.history import Integers


def array(table: pa.Table, name: str) -> Any:
    """A column of numbers or of true and false, without nulls."""
    return table[name].to_numpy()


def coded(table: pa.Table, name: str) -> tuple[Integers, list[Any]]:
    """A column as the place of each value in a list of the distinct ones, and that list."""
    encoded = table[name].combine_chunks().dictionary_encode()
    codes = encoded.indices.to_numpy(zero_copy_only=False).astype(np.int64)
    return codes, encoded.dictionary.to_pylist()


def remembered(part: Mapping[str, Any]) -> dict[str, Any]:
    """Sequences whose beginning is forgotten only from the first number on that was released of the rest.

    Args:
        part: columns, among them `sequence`, `number`, `release_position` (0: not released) and
            `is_stand_in` (it stood in for what was missing, from the beginning on perhaps); perhaps
            `has_left` and `left_number`: up to which number the sequence had left before all of them. Then it
            goes on from there.

    Returns:
        The columns, without what stood in and without the rows before that number, and `is_resumed`: whether
        it is that number's.
    """
    sequence = np.unique(part["sequence"], return_inverse=True)[1]
    position, number = part["release_position"], part["number"]
    released = np.flatnonzero(position > 0)
    by_position = released[np.argsort(position[released], kind="stable")]
    is_cut = np.zeros(sequence.max(initial=-1) + 1, dtype=np.bool_)
    oldest = _first_of_each(by_position, sequence)
    is_cut[sequence[oldest]] = position[oldest] > 1
    if "has_left" in part:
        is_cut[sequence[part["has_left"]]] = False
    begins = np.full(len(is_cut), np.iinfo(np.int64).min)
    oldest = _first_of_each(by_position[~part["is_stand_in"][by_position]], sequence)
    cut = oldest[is_cut[sequence[oldest]]]
    begins[sequence[cut]] = number[cut]
    resumed = {**part, "is_resumed": is_cut[sequence] & (number == begins[sequence])}
    is_left = ~part["is_stand_in"] & (number >= begins[sequence])
    return {name: values[is_left] for name, values in resumed.items() if name != "is_stand_in"}


def _first_of_each(rows: Integers, sequence: Integers) -> Integers:
    return rows[np.unique(sequence[rows], return_index=True)[1]]
