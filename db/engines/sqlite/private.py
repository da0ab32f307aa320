"""Files that nobody but their owner may read: a database holds the secrets of running games."""

from __future__ import annotations

import logging
import os
import stat
from pathlib import Path
from typing import Final

log = logging.getLogger(__name__)

OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO

FILES: Final = ("", "-wal", "-shm")
"""What the names of a database's files end in; SQLite gives the others the mode of the first."""


def create(path: Path) -> None:
    """Create an empty file for its owner alone, whatever the umask; raises OSError."""
    file = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        os.fchmod(file, 0o600)
    finally:
        os.close(file)


def narrow(path: Path) -> None:
    """Have the files of a database readable for their owner alone, and log where they were not."""
    wide = [file for end in FILES if _is_wide(file := Path(f"{path}{end}"))]
    try:
        for file in wide:
            file.chmod(stat.S_IMODE(file.stat().st_mode) & ~OTHERS)
    except OSError as error:
        log.warning("%s may be read by others: %s", path, error.strerror)
    else:
        if wide:
            log.warning("%s could be read by others; now only its owner may", path)


def _is_wide(file: Path) -> bool:
    return file.exists() and bool(file.stat().st_mode & OTHERS)
