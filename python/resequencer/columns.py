"""Rows that Spark hands to a worker, as arrays."""

from __future__ import annotations

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
