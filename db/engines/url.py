"""What the URL of a database names: a file of SQLite, or a server of PostgreSQL."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from db.errors import BadDatabaseUrl

_FILE: Final = "sqlite:///"
_SERVER: Final = ("postgresql://", "postgres://")


def is_postgresql(url: str) -> bool:
    """Return whether a URL names a database of PostgreSQL."""
    return url.startswith(_SERVER)


def path_of(url: str) -> str:
    """Return the whole path of `sqlite:///relative` or `sqlite:////absolute`.

    Raises BadDatabaseUrl.
    """
    path = url.removeprefix(_FILE)
    if path == url or not path or path == ":memory:" or "?" in path or "\0" in path:
        # The message does not quote the setting: a URL of another database may hold a password.
        raise BadDatabaseUrl(
            "DATABASE_URL has to be sqlite:///file, sqlite:////absolute/path/to/file or "
            "postgresql://user:password@host/name."
        )
    return str(Path(path).absolute())
