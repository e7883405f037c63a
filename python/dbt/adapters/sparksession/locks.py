"""Who has a lake: the lock of a process of ours, and the one that Derby has on a database."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from dbt.adapters.sparksession.errors import lake_in_use

try:
    _fcntl: Any = import_module("fcntl")
except ImportError:  # Windows
    _fcntl = None

_claimed: FileLock | None = None


def claim(path: Path) -> None:
    """Locks the file while this process lives: Derby does so only after Spark has made its scratch folder.

    Raises:
        DbtRuntimeError: another process has locked it.
    """
    global _claimed
    if _claimed is not None:
        if Path(_claimed.lock_file) == path:
            return
        _claimed.release()
        _claimed = None
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(path, thread_local=False, fallback_to_soft=False)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise lake_in_use() from None
    except OSError:
        return  # a file system may have no locks; then Derby's is all there is
    _claimed = lock


def is_locked_by_derby(path: Path) -> bool:
    """Whether another process has the lock that Derby keeps while it has a database open.

    Java locks as POSIX has it (fcntl), of which a lock of `filelock` (flock) sees nothing. Windows has no
    fcntl: there Derby says it itself, half a minute later.
    """
    if _fcntl is None:
        return False
    try:
        with path.open("r+b") as file:
            _fcntl.lockf(file, _fcntl.LOCK_EX | _fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False
