"""Real arrivals, which are not bundled."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pandas as pd

UPLINKS = Path(__file__).parents[2].parent / "shared" / "data" / "lorawan_uplinks.ndjson.gz"


def uplinks() -> pd.DataFrame:
    """One row per reception: sequence_id (device session), sequence_number (frame counter), arrived_ms."""
    rows = []
    with gzip.open(UPLINKS, "rt", encoding="utf-8") as lines:
        for line in lines:
            uplink = json.loads(line)
            rows.append((f"{uplink['dev_eui']}/{uplink['devaddr']}", uplink["fcnt"], uplink["_timestamp"]))
    return pd.DataFrame(rows, columns=["sequence_id", "sequence_number", "arrived_ms"])
