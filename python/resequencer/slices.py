"""How long the slices of history are that are compared, where history decides."""

from __future__ import annotations

from collections.abc import Sequence

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

_MINUTE_US = 60_000_000

LENGTHS_US = tuple(minutes * _MINUTE_US for minutes in (1, 5, 15, 60, 360, 1440))
"""What there is to choose from, ascending; each is whole times the one before."""


def longest_slice(
    moments: DataFrame, fewest: int, lengths_us: Sequence[int] = LENGTHS_US, by: Sequence[str] = ()
) -> DataFrame:
    """The longest slice by which there are enough slices with a moment in them, else the shortest there is.

    Slices without a moment do not count, so that neither a pause nor a clock that was wrong once makes them
    longer than what they are to tell apart.

    Args:
        moments: `at_us` (microseconds since 1970) and the columns of `by`.
        fewest: so many slices are enough.
        lengths_us: lengths to choose from, ascending, each whole times the first.
        by: columns, for each of whose values a length is chosen.

    Returns:
        The columns of `by`, and `slice_us`; no rows where there are no moments.
    """
    shortest = lengths_us[0]
    # In Spark the shortest slices are made once, and are few.
    met = moments.select(*by, sf.floor(sf.col("at_us") / shortest).alias("shortest")).distinct()
    counted = met.groupBy(*by).agg(
        sf.count("*").alias("all"),
        *(
            sf.count_distinct(sf.floor(sf.col("shortest") / (length // shortest))).alias(f"of_{length}")
            for length in lengths_us
        ),
    )
    enough = (sf.when(sf.col(f"of_{length}") >= fewest, length) for length in reversed(lengths_us))
    chosen = sf.coalesce(*enough, sf.lit(shortest)).cast("bigint").alias("slice_us")
    return counted.where(sf.col("all") > 0).select(*by, chosen)
