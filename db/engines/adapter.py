"""Lets aiosql run its queries on a `Session`, and reads them from their files.

aiosql's own adapter takes three trips to the database's thread for a query. It also leaves the
cursor open when the waiting task is cancelled between them. Rows have their values by position.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from aiosql.adapters.aiosqlite import AioSQLiteAdapter
from aiosql.queries import Queries
from aiosql.query_loader import QueryLoader

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterable

    from db.engines.session import Parameters, Row, Session

QUERIES: Final = Path(__file__).parents[1] / "queries"
"""The queries that both engines understand."""

EXACT = "update_"
"""The beginning of the names of queries that must find every row they change."""


class SessionAdapter(AioSQLiteAdapter):
    """aiosql's aiosqlite adapter for sessions."""

    async def select(
        self,
        conn: Session,
        _query_name: str,
        sql: str,
        parameters: Parameters,
        record_class: None = None,  # noqa: ARG002 - aiosql's signature
    ) -> AsyncGenerator[Row]:
        """Yield every row of a query."""
        for row in await conn.fetch(sql, parameters):
            yield row

    async def select_one(
        self,
        conn: Session,
        _query_name: str,
        sql: str,
        parameters: Parameters,
        record_class: None = None,  # noqa: ARG002 - aiosql's signature
    ) -> Row | None:
        """Return the first row; None if there is no row."""
        return next(iter(await conn.fetch(sql, parameters)), None)

    async def select_value(
        self, conn: Session, _query_name: str, sql: str, parameters: Parameters
    ) -> object:
        """Return the first value of the first row; None if there is no row."""
        row = next(iter(await conn.fetch(sql, parameters)), None)
        return row[0] if row else None

    async def insert_update_delete(
        self, conn: Session, query_name: str, sql: str, parameters: Parameters
    ) -> None:
        """Change something before the next query or the end of the session."""
        conn.put(sql, [parameters], exact=query_name.startswith(EXACT))

    async def insert_update_delete_many(
        self, conn: Session, query_name: str, sql: str, parameters: Iterable[Parameters]
    ) -> None:
        """Change something for each set of parameters, before the next query or the end."""
        conn.put(sql, parameters, exact=query_name.startswith(EXACT))


def load_queries(adapter: SessionAdapter, own: Path) -> Any:  # noqa: ANN401 - aiosql makes its functions at run time
    """Return every query by name: those that both engines understand, and an engine's own.

    Args:
        adapter: how the engine names parameters.
        own: the folder with those that it says in its own way, in files of the same names.
    """
    loader = cast("Any", QueryLoader)(adapter, None)
    shared, differing = (loader.load_query_data_from_dir_path(folder) for folder in (QUERIES, own))
    shared["records"] |= differing.pop("records")
    return cast("Any", Queries)(adapter).load_from_tree(shared | differing)
