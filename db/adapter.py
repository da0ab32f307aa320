"""How aiosql speaks to a `Session`: its own adapter takes three hops for a query, and leaves the
cursor open when the waiting task is cancelled in between. Rows come back by position.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiosql.adapters.aiosqlite import AioSQLiteAdapter

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterable

    from db.session import Parameters, Row, Session

EXACT = "update_"
"""How the names of queries begin that have to find every row which they are to change."""


class SessionAdapter(AioSQLiteAdapter):
    """aiosql's aiosqlite adapter for sessions; the queries' files stay as they are."""

    async def select(
        self,
        conn: Session,
        _query_name: str,
        sql: str,
        parameters: Parameters,
        record_class: None = None,  # noqa: ARG002 - aiosql's signature
    ) -> AsyncGenerator[Row]:
        """Every row of a query."""
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
        """The first row, None when there is none."""
        return next(iter(await conn.fetch(sql, parameters)), None)

    async def select_value(
        self, conn: Session, _query_name: str, sql: str, parameters: Parameters
    ) -> object:
        """The first value of the first row, None when there is none."""
        row = next(iter(await conn.fetch(sql, parameters)), None)
        return row[0] if row else None

    async def insert_update_delete(
        self, conn: Session, query_name: str, sql: str, parameters: Parameters
    ) -> None:
        """Change something before the next query or the end; how many rows is not told."""
        conn.put(sql, [parameters], exact=query_name.startswith(EXACT))

    async def insert_update_delete_many(
        self, conn: Session, query_name: str, sql: str, parameters: Iterable[Parameters]
    ) -> None:
        """Change something once for each set of parameters, before the next query or the end."""
        conn.put(sql, parameters, exact=query_name.startswith(EXACT))
