"""Whether a database at a path is in use, and whether an open one is still the one at its path.

SQLite goes on writing to a file that somebody has removed or replaced, and all of it is gone when
the process ends. So the files are compared with those that were opened, around every commit.
"""

from __future__ import annotations

import fcntl
import logging
import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from db.errors import DatabaseGone, DatabaseLocked

if TYPE_CHECKING:
    from collections.abc import Generator

log = logging.getLogger(__name__)

_FILES: Final = ("", "-wal", "-shm")

_IN_USE: Final = (510, 0x40000002)
"""Length and start of the bytes that SQLite locks as long as a database is open ("The Database File
Format", lock-byte page; `os_unix.c`)."""


_NETWORKS: Final = ("nfs", "cifs", "smb", "9p", "drvfs", "afs", "ceph", "fuse.")
"""The file systems of network folders have names that begin so."""


def blame_network(path: str) -> str:
    """Return a sentence where a network folder holds a file; an empty text elsewhere, or off Linux.

    Locks fail there for ever, and nobody else holds the file.
    """
    try:
        mounts = Path("/proc/mounts").read_text(errors="replace").splitlines()
    except OSError:
        return ""
    whole, kind, deepest = Path(path).resolve(), "", 0
    for _, folder, found, *_ in map(str.split, mounts):
        place = Path(folder.encode().decode("unicode_escape"))  # a space is \040
        if whole.is_relative_to(place) and len(place.parts) >= deepest:
            kind, deepest = found, len(place.parts)
    if not kind.startswith(_NETWORKS):
        return ""
    return f" It is in a network folder ({kind}), where locks fail: keep it on this machine's disk."


class Place:
    """The files of a database as they are when this is made: in WAL mode, and open."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._paths = tuple(path + end for end in _FILES)
        self._opened = self._look()
        self._logged = False

    def require(self) -> None:
        """Raise DatabaseGone unless all are there still; the first time that is logged, too."""
        if self._opened is not None and self._look() == self._opened:
            return
        error = DatabaseGone(
            f"The database {self._path} was removed or replaced while it was in use."
        )
        if not self._logged:
            self._logged = True
            log.error("%s Nothing is saved any more: stop the bot and restore the file.", error)
        raise error

    def _look(self) -> tuple[tuple[int, int], ...] | None:
        """Device and number of each file; None where one is missing."""
        try:
            found = [os.stat(path) for path in self._paths]  # noqa: PTH116 - half the time
        except OSError:
            return None
        return tuple((file.st_dev, file.st_ino) for file in found)


@contextmanager
def unused(path: Path) -> Generator[None]:
    """Keep a database from being opened; raises DatabaseLocked where somebody has it open."""
    if not path.exists():
        yield
        return
    with path.open("rb+") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, *_IN_USE)
        except BlockingIOError:
            raise DatabaseLocked(f"The database {path} is in use: stop the bot first.") from None
        yield
