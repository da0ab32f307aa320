"""The one setting that all programs here share: where the database is."""

from __future__ import annotations

from typing import Final

from pydantic_settings import BaseSettings, SettingsConfigDict

from db.errors import BadDatabaseUrl

UNREADABLE: Final = "The file .env cannot be read: it has to be plain text in UTF-8."


class DatabaseSettings(BaseSettings):
    """What names the database, in the environment or in `.env`."""

    model_config = SettingsConfigDict(
        env_file=".env", extra="ignore", str_strip_whitespace=True, env_ignore_empty=True
    )

    database_url: str = "sqlite:///ducks.db"


def read_database_url() -> str:
    """Return DATABASE_URL as the bot reads it; raises BadDatabaseUrl where `.env` is no text."""
    try:
        return DatabaseSettings().database_url
    except (OSError, UnicodeDecodeError):
        raise BadDatabaseUrl(UNREADABLE) from None
