"""What a host has set, and the one setting that all programs here share: the database."""

from __future__ import annotations

import argparse
import logging
import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qs, urlsplit

from dotenv import dotenv_values

from db.errors import BadDatabaseUrl

if TYPE_CHECKING:
    from collections.abc import Mapping

log = logging.getLogger(__name__)

UNREADABLE: Final = "The file .env cannot be read: it has to be plain text in UTF-8."

DATABASE: Final = "sqlite:///ducks.db"
"""The database where none is named."""


def read_given() -> tuple[dict[str, str], dict[str, str]]:
    """Return what is set in `.env` and in the environment, which wins, by names in lower case.

    An empty setting is one that is not set.

    Raises:
        OSError, UnicodeDecodeError: the file is there and is no text.
    """
    return _tidy(dotenv_values(".env")), _tidy(os.environ)


def read_database_url() -> str:
    """Return DATABASE_URL as the bot reads it; raises BadDatabaseUrl where `.env` is no text."""
    try:
        in_file, environment = read_given()
    except (OSError, UnicodeDecodeError):
        raise BadDatabaseUrl(UNREADABLE) from None
    return (in_file | environment).get("database_url", DATABASE)


def tell_if_open() -> None:
    """Log where all on this machine can read `.env`, which has the token and a password."""
    file = Path(".env")
    if file.exists() and file.stat().st_mode & stat.S_IROTH:
        log.warning("everybody on this machine can read .env and the token in it: chmod 640 .env")


def typed_url(text: str) -> str:
    """Return the URL of a database from a command line, which every user of the machine can read.

    Raises ArgumentTypeError for one with a password.
    """
    url = urlsplit(text)
    if url.password or any("password" in name for name in parse_qs(url.query)):
        raise argparse.ArgumentTypeError(
            "others can read a password on the command line: leave it out, and set PGPASSWORD or "
            "write it into the file ~/.pgpass"
        )
    return text


def _tidy(given: Mapping[str, str | None]) -> dict[str, str]:
    stripped = {name.lower(): _unquote((value or "").strip()) for name, value in given.items()}
    return {name: value for name, value in stripped.items() if value}


def _unquote(value: str) -> str:
    """Take off quotes around a value: `docker run --env-file` hands them on."""
    quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "'\""
    return value[1:-1].strip() if quoted else value
