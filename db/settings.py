"""What a host has set, and the one setting that all programs here share: the database."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from dotenv import dotenv_values

from db.errors import BadDatabaseUrl

if TYPE_CHECKING:
    from collections.abc import Mapping

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


def _tidy(given: Mapping[str, str | None]) -> dict[str, str]:
    stripped = {name.lower(): (value or "").strip() for name, value in given.items()}
    return {name: value for name, value in stripped.items() if value}
