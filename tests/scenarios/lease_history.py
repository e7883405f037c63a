"""What the leases were in every version of their table, read from Delta's log and files without Spark."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

import pyarrow.parquet as pq

Lease = dict[str, Any]
Version = dict[str, Lease]


class Turn(NamedTuple):
    """A session that went from one lease to the next."""

    session: str
    before: Lease
    after: Lease


def versions(folder: Path) -> list[Version]:
    """The leases by sequence_id, one mapping for each version; a session twice in one version is an error."""
    files: set[str] = set()
    found = []
    for log in sorted((folder / "_delta_log").glob("*.json")):
        for line in log.read_text().splitlines():
            action = json.loads(line)
            if "add" in action:
                files.add(unquote(action["add"]["path"]))
            if "remove" in action:
                files.remove(unquote(action["remove"]["path"]))
        # The files alone: pyarrow would take the table's folder name for a partition.
        rows = [row for file in sorted(files) for row in pq.ParquetFile(folder / file).read().to_pylist()]
        # Spark writes times without a zone that pyarrow knows; they are UTC.
        version = {
            row["sequence_id"]: {
                name: value.replace(tzinfo=UTC) if isinstance(value, datetime) else value
                for name, value in row.items()
            }
            for row in rows
        }
        assert len(version) == len(rows), f"{log.name}: a session has two leases"
        found.append(version)
    return found


def turns(history: list[Version]) -> list[Turn]:
    """Every time a session was leased anew; whatever else changes must be a renewal or a lease given back."""
    found = []
    for before, after in pairwise(history):
        assert not before.keys() - after.keys()
        for session, lease in after.items():
            old = before.get(session)
            assert lease["leased_at"] <= lease["renewed_at"] <= lease["expires_at"]
            if old is None or old == lease:
                continue
            if lease["token"] == old["token"]:
                assert (lease["processor"], lease["leased_at"]) == (old["processor"], old["leased_at"])
                # Renewed while it lived, or given back.
                assert old["renewed_at"] <= lease["renewed_at"] < old["expires_at"]
                assert lease["renewed_at"] > old["renewed_at"] or lease["expires_at"] < old["expires_at"]
            else:
                assert lease["token"] > old["token"]
                assert lease["leased_at"] >= old["expires_at"], f"{session} was taken from who had it"
                found.append(Turn(session, old, lease))
    return found


def holder_at(history: list[Version], session: str, time: datetime) -> int | None:
    """Token of the lease that the session was under, as the whole history tells."""
    newest = None
    for version in history:
        lease = version.get(session)
        if lease is not None and lease["leased_at"] <= time:
            newest = lease
    return newest["token"] if newest is not None and time < newest["expires_at"] else None
