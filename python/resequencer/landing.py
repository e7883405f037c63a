"""Files that land: each appears whole, as whatever reads the folder must find it."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any


def local_folder(path: str | Path) -> Path | None:
    """A folder of this machine, made where there is none; none if the path is of another file system."""
    text = str(path).removeprefix("file://")
    if re.match(r"\w+:/", text):
        return None
    folder = Path(text).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def land(folder: Path, name: str, records: Iterable[Mapping[str, Any]]) -> Path:
    """Writes records as lines of JSON, into a file that is hidden until it is whole."""
    hidden = folder / f"_{name}"
    with hidden.open("w", encoding="utf-8") as file:
        file.writelines(f"{json.dumps(record)}\n" for record in records)
        file.flush()
        os.fsync(file.fileno())
    return hidden.rename(folder / name)
