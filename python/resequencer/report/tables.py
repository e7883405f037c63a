"""What the report shows, and how it is read: Spark counts, so that what comes here is small."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pandas as pd

MODELS: Mapping[str, str] = {
    "advice": "resequencer__bake_time_advice",
    "asked": "int_resequencer__policies",
    "curve": "resequencer__bake_time_trade_off",
    "lateness": "py_resequencer__lateness_by_slice",
    "backtest": "resequencer__advice_backtest",
    "outcomes": "resequencer__ledger",
    "batch": "resequencer__ledger",
    "runs": "resequencer__ledger",
    "missing_ranges": "resequencer__missing_ranges",
    "completeness": "resequencer__sequence_completeness",
    "least_complete": "resequencer__sequence_completeness",
    "baseline": "resequencer__throughput_baseline",
}
"""The model that each of the `Tables` is read from."""

MOST_BUCKETS = 100
"""Stretches of time that something is counted by: more are too narrow to be seen."""

MOST_RUNS = 200
"""Runs that are shown, the newest ones."""

_NEAR_US = MOST_BUCKETS * 60_000_000
"""So many microseconds are as many bars as there may be at all, of a minute each."""

_MONDAY_US = 4 * 86_400_000_000
"""A Monday in microseconds since 1970, so that weeks begin on one."""

_SETTLED = "'released', 'bypass', 'failure', 'nohit'"

# Messages by when they arrived; what stood in for some is none of them. What is held is copied
# from batch to batch.
_MESSAGES = f"""
        with messages as (
            select
                coalesce(ruleset, '') as ruleset,
                disposition,
                coalesce(reason, '') as reason,
                unix_micros(coalesce(effective_arrived_at, settled_at)) as at_us
            from {{relation}}
            where
                (disposition in ({_SETTLED}) and not coalesce(is_stand_in, false))
                or (
                    disposition = 'pending'
                    and batch_group = (select max(batch_group) from {{relation}} where disposition = 'batch')
                )
        ),
"""

_QUERIES = {
    "advice": "select * from {relation}",
    "asked": """
        select ruleset, target_confidence, late_cost, wait_cost, bake_us
        from {relation}
        where policy = 'as_set'
    """,
    "curve": """
        select ruleset, bake_time_ms, late_rate, mean_wait_ms
        from {relation}
        where sequence_class is null
    """,
    "lateness": """
        select ruleset, lateness_ms, sum(message_count) as message_count
        from {relation}
        group by ruleset, lateness_ms
    """,
    "backtest": """
        select
            ruleset,
            unix_micros(slice_start) as slice_start,
            target_late_rate,
            advised_ms,
            predicted_late_rate,
            lower_late_rate,
            upper_late_rate,
            message_count,
            late_count,
            late_rate,
            is_covered
        from {relation}
        where advised_ms is not null
    """,
    "outcomes": f"""
        {_MESSAGES}
        placed as (
            select
                ruleset,
                disposition,
                reason,
                case
                    when at_us is null then 'not_known'
                    when at_us > {{clock_us}} then 'after_clock'
                    when at_us between {{oldest_us}} and {{newest_us}} then 'shown'
                    else 'far'
                end as time,
                case
                    when at_us between {{oldest_us}} and {{newest_us}}
                        then cast(floor((at_us - {{begin_us}}) / {{bucket_us}}) as bigint)
                end as place
            from messages
        )

        select
            ruleset,
            disposition,
            reason,
            time,
            place * {{bucket_us}} + {{begin_us}} as bucket_start,
            count(*) as message_count
        from placed
        group by ruleset, disposition, reason, time, place
    """,
    "batch": """
        select batch.number as number, unix_micros(batch.last_clock) as clock
        from {relation}
        where disposition = 'current'
    """,
    "runs": f"""
        select
            batch_id as number,
            sum(case when disposition in ({_SETTLED}) then 1 else 0 end) as settled_count
        from {{relation}}
        where batch_id > 0 and disposition in ('batch', {_SETTLED})
        group by batch_id
        order by batch_id desc
        limit {MOST_RUNS}
    """,
    "missing_ranges": """
        with placed as (
            select
                ruleset,
                status,
                missing_count,
                cast(floor((unix_micros(detected_at) - {begin_us}) / {bucket_us}) as bigint) as place
            from {relation}
        )

        select
            ruleset,
            status,
            place * {bucket_us} + {begin_us} as bucket_start,
            count(*) as range_count,
            cast(sum(missing_count) as double) as missing_count
        from placed
        group by ruleset, status, place
    """,
    "completeness": """
        with classed as (
            select
                ruleset,
                case
                    when is_complete then 'complete'
                    when completeness is null then 'not_known'
                    when missing_count = 0 then 'nothing_missing'
                    when completeness < 0.5 then 'under_50'
                    when completeness < 0.9 then 'from_50'
                    when completeness < 0.99 then 'from_90'
                    else 'from_99'
                end as class
            from {relation}
        )

        select ruleset, class, count(*) as sequence_count from classed group by ruleset, class
    """,
    "least_complete": """
        select ruleset, sequence_id, epoch, completeness, cast(missing_count as double) as missing_count
        from {relation}
        where missing_count > 0
        order by completeness, missing_count desc, ruleset, sequence_id, epoch
        limit 20
    """,
    "baseline": "select * from {relation}",
}
"""How each of the `Tables` is read."""

# Of what is counted by time: its first moment and its last. A few wrong clocks must not make all else
# one bar: nearly all messages are between two moments, and what is no farther from these than they are
# from each other belongs to them, as does what would be few of the narrowest bars.
_SPANS = {
    "outcomes": f"""
        {_MESSAGES}
        clocks as (
            select unix_micros(max(batch.last_clock)) as clock_us from {{relation}}
            where disposition = 'current'
        ),

        nearly_all as (
            select percentile_approx(at_us, 0.001) as low_us, percentile_approx(at_us, 0.999) as high_us
            from messages
            where at_us <= (select clock_us from clocks)
        ),

        widths as (
            select
                low_us,
                high_us,
                case when high_us - low_us > {_NEAR_US} then high_us - low_us else {_NEAR_US} end as near_us
            from nearly_all
        )

        select
            min(messages.at_us) as oldest_us,
            max(messages.at_us) as newest_us,
            (select clock_us from clocks) as clock_us
        from messages
        inner join widths
            on messages.at_us between widths.low_us - widths.near_us and widths.high_us + widths.near_us
        where messages.at_us <= (select clock_us from clocks)
    """,
    "missing_ranges": """
        select min(unix_micros(detected_at)) as oldest_us, max(unix_micros(detected_at)) as newest_us
        from {relation}
    """,
}

# When runs of the ledger began and ended, as far back as Delta remembers: `stamp_commit` writes
# the beginning.
_COMMITS = "describe history {relation}"

# The table that tells when advice was last made.
_OF_ADVICE = "lateness"


@dataclass(frozen=True)
class Tables:
    """What the report shows, of any number of messages: tables that may be empty; None: not built."""

    advice: pd.DataFrame | None
    """resequencer__bake_time_advice."""
    asked: pd.DataFrame | None
    """What the rulesets are set to: `ruleset`, `target_confidence`, `late_cost`, `wait_cost`, `bake_us`."""
    curve: pd.DataFrame | None
    """The trade-off curve: `ruleset`, `bake_time_ms`, `late_rate`, `mean_wait_ms`."""
    lateness: pd.DataFrame | None
    """The histogram: `ruleset`, `lateness_ms`, `message_count`."""
    backtest: pd.DataFrame | None
    """resequencer__advice_backtest; `slice_start` is a timestamp."""
    outcomes: pd.DataFrame | None
    """Messages counted: `ruleset` ('': none), `disposition`, `reason` ('': none), `bucket_start` (null: in no
    bar), `time` (`shown`, or why it is in none: `not_known`, `far` from all others, `after_clock`),
    `message_count`."""
    batch: pd.DataFrame | None
    """The newest batch, in one row: `number`, `clock`."""
    runs: pd.DataFrame | None
    """Batches: `number`, `settled_count`; `ended_at` and `seconds`, null where that is not known any more."""
    missing_ranges: pd.DataFrame | None
    """Missing ranges counted: `ruleset`, `status`, `bucket_start`, `range_count`, `missing_count`."""
    completeness: pd.DataFrame | None
    """Sequences counted: `ruleset`, `class`, `sequence_count`."""
    least_complete: pd.DataFrame | None
    """A few sequences: `ruleset`, `sequence_id`, `epoch`, `completeness`, `missing_count`."""
    baseline: pd.DataFrame | None
    """resequencer__throughput_baseline."""
    buckets: Mapping[str, timedelta] = field(default_factory=dict)
    """How far the bucket_start of a table are apart; a day where it does not say."""
    advised_at: pd.Timestamp | None = None
    """When the advice was made (UTC); None: there is none, or nobody knows."""

    def not_built(self) -> list[str]:
        """The models of sections that are not there, each once."""
        # What was asked is no section: without it the advice says less.
        return list(dict.fromkeys(MODELS[name] for name in MODELS if name != "asked" and self._lacks(name)))

    def is_nothing(self) -> bool:
        """Whether there is no section at all."""
        return all(self._lacks(name) for name in MODELS if name != "asked")

    def written_at(self) -> pd.Timestamp | None:
        """When the newest batch was written (UTC); None: there is none, or nobody knows any more."""
        if self.batch is None or self.runs is None or not len(self.batch):
            return None
        found = self.runs.loc[self.runs["number"] == self.batch["number"].iloc[0], "ended_at"].dropna()
        return found.iloc[0] if len(found) else None

    def bucket(self, name: str) -> timedelta:
        """How far the bucket_start of a table are apart."""
        return self.buckets.get(name, timedelta(days=1))

    def _lacks(self, name: str) -> bool:
        return getattr(self, name) is None


@dataclass(frozen=True)
class Origin:
    """What a report was made from, besides tables."""

    target: str
    """Target of dbt's profile."""
    schema: str
    """Where the tables are."""
    settings: Mapping[str, Any]
    """Variables of the project that are set, by name, without `resequencer__`."""
    is_of_run: bool = False
    """Whether a run with advice was made for it; else it is of what the last runs have left."""

    @property
    def rulesets(self) -> list[dict[str, Any]]:
        """The rulesets as they are written down; empty where none are."""
        entries = self.settings.get("rulesets")
        return [dict(entry) for entry in entries] if isinstance(entries, list) else []

    @property
    def subscriptions(self) -> list[dict[str, Any]] | None:
        """The subscriptions as they are written down, empty where rows of a table or files hold them; None:
        messages are ordered by rulesets."""
        entries = self.settings.get("subscriptions")
        if entries is None:
            return None
        return [dict(entry) for entry in entries] if isinstance(entries, list) else []

    @property
    def autos(self) -> set[str]:
        """The rulesets, or ordered subscriptions, that are known to have `bake_time: auto`."""
        if self.subscriptions is not None:
            ordered = {str(one.get("name")): one.get("ordered") or {} for one in self.subscriptions}
        else:
            # Without any there is one for everything.
            entries = [{"name": "default"}] if self.settings.get("rulesets") is None else self.rulesets
            defaults = self.settings.get("ruleset_defaults") or {}
            ordered = {str(entry.get("name")): defaults | entry for entry in entries}
        return {name for name, fields in ordered.items() if fields.get("bake_time") == "auto"}


def bucket_of(oldest_us: Any, newest_us: Any) -> timedelta:
    """Return the stretch of time to count by: the shortest that makes at most `MOST_BUCKETS` of them.

    Args:
        oldest_us: the first time, in microseconds; null: none is known.
        newest_us: the last one.
    """
    if pd.isna(oldest_us) or pd.isna(newest_us):
        return timedelta(days=1)
    span = timedelta(microseconds=int(newest_us) - int(oldest_us))
    bucket = timedelta(minutes=1)
    longer = [
        timedelta(minutes=10),
        timedelta(hours=1),
        timedelta(hours=6),
        timedelta(days=1),
        timedelta(weeks=1),
    ]
    while span > MOST_BUCKETS * bucket:
        bucket = longer.pop(0) if longer else 2 * bucket
    return bucket


def read(relations: Mapping[str, str], session: Any) -> Tables:
    """Read what the report shows.

    Args:
        relations: by model, where its rows are. Models that were not built have none: the baseline without
            `resequencer__throughput`, and whatever --select leaves out.
        session: the Spark session.
    """
    frames: dict[str, pd.DataFrame | None] = dict.fromkeys(_QUERIES)
    buckets: dict[str, timedelta] = {}
    for name, query in _QUERIES.items():
        if MODELS[name] not in relations:
            continue
        values: dict[str, Any] = {"relation": relations[MODELS[name]], "begin_us": _MONDAY_US}
        if name in _SPANS:
            span = session.sql(_SPANS[name].format(**values)).toPandas()
            oldest_us, newest_us = span["oldest_us"].iloc[0], span["newest_us"].iloc[0]
            buckets[name] = bucket_of(oldest_us, newest_us)
            values["bucket_us"] = buckets[name] // timedelta(microseconds=1)
            for bound, moment in span.iloc[0].items():
                values[str(bound)] = "null" if pd.isna(moment) else int(moment)
        frame = session.sql(query.format(**values)).toPandas()
        # Times come as numbers: as timestamps they would be in the time zone of the session.
        for column in {"slice_start", "bucket_start", "clock"} & set(frame.columns):
            frame[column] = pd.to_datetime(frame[column], unit="us")
        frames[name] = frame
    if frames["runs"] is not None:
        commits = session.sql(_COMMITS.format(relation=relations[MODELS["runs"]]))
        moments = commits.selectExpr("unix_micros(timestamp) as ended_us", "userMetadata as stamp").toPandas()
        frames["runs"] = with_times(frames["runs"], moments)
    advised_at = None
    if MODELS[_OF_ADVICE] in relations:
        newest = session.sql(f"{_COMMITS.format(relation=relations[MODELS[_OF_ADVICE]])} limit 1")
        moments = newest.selectExpr("unix_micros(timestamp) as made_us").toPandas()
        advised_at = pd.Timestamp(moments["made_us"].iloc[0], unit="us")
    return Tables(**frames, buckets=buckets, advised_at=advised_at)


def with_times(runs: pd.DataFrame, commits: pd.DataFrame) -> pd.DataFrame:
    """Add to runs when they ended, and how long they took.

    Args:
        runs: `number` of the batch, and more columns.
        commits: `ended_us` (microseconds since 1970) and `stamp`, as the macro `stamp_commit` writes it;
            null, or of another form: of no batch.

    Returns:
        The rows in order of number, with `ended_at` and `seconds`, from the beginning of the run to
        its commit.
    """
    found = (
        commits["stamp"].astype("string").str.extract(r"^batch (\d+) of a run since (\d+)$").astype("Float64")
    )
    stamped = pd.DataFrame(
        {
            "number": found[0],
            "ended_at": pd.to_datetime(commits["ended_us"], unit="us"),
            "seconds": (commits["ended_us"].astype("Float64") - found[1]) / 1e6,
        }
    ).dropna(subset=["number"])
    # A full refresh may write the number of a batch once more.
    newest = (
        stamped.sort_values("ended_at").drop_duplicates("number", keep="last").astype({"number": "int64"})
    )
    return runs.merge(newest, on="number", how="left").sort_values("number", ignore_index=True)
