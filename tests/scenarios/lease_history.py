"""What the leases were in every version of their table, read without Spark: others are writing to it."""

from __future__ import annotations

from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from deltalake import DeltaTable

Lease = dict[str, Any]
Version = dict[str, Lease]


class Turn(NamedTuple):
    """A session that went from one lease to the next."""

    session: str
    before: Lease
    after: Lease


def versions(folder: Path) -> list[Version]:
    """The leases by sequence_id, one mapping for each version; a session twice in one version is an error."""
    table = DeltaTable(folder)
    found = []
    for version in range(table.version() + 1):
        table.load_as_version(version)
        rows = table.to_pyarrow_table().to_pylist()
        leases = {row["sequence_id"]: row for row in rows}
        assert len(leases) == len(rows), f"version {version}: a session has two leases"
        found.append(leases)
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
