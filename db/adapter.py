"""How aiosql speaks to aiosqlite here: one hop to the connection's thread for a query, not three.

aiosql's own adapter opens a cursor, fetches, and closes it, each by a hop of its own, and leaves
the cursor open when the waiting task is cancelled in between. Rows come back by position.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from aiosql.adapters.aiosqlite import AioSQLiteAdapter

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterable

    from aiosqlite import Connection

Parameters = Mapping[str, Any]
Row = Sequence[Any]


class OneHopAdapter(AioSQLiteAdapter):
    """aiosql's aiosqlite adapter with fewer hops; the queries' files stay as they are."""

    async def select(
        self,
        conn: Connection,
        _query_name: str,
        sql: str,
        parameters: Parameters,
        record_class: None = None,  # noqa: ARG002 - aiosql's signature
    ) -> AsyncGenerator[Row]:
        """Every row of a query."""
        for row in await _fetch(conn, sql, parameters):
            yield row

    async def select_one(
        self,
        conn: Connection,
        _query_name: str,
        sql: str,
        parameters: Parameters,
        record_class: None = None,  # noqa: ARG002 - aiosql's signature
    ) -> Row | None:
        """The first row, None when there is none."""
        return next(iter(await _fetch(conn, sql, parameters)), None)

    async def select_value(
        self, conn: Connection, _query_name: str, sql: str, parameters: Parameters
    ) -> object:
        """The first value of the first row, None when there is none."""
        row = next(iter(await _fetch(conn, sql, parameters)), None)
        return row[0] if row else None

    async def insert_update_delete(
        self, conn: Connection, _query_name: str, sql: str, parameters: Parameters
    ) -> None:
        """Change something; how many rows is not told."""
        await _fetch(conn, sql, parameters)

    async def insert_update_delete_many(
        self, conn: Connection, _query_name: str, sql: str, parameters: Iterable[Parameters]
    ) -> None:
        """Change something once for each set of parameters."""
        await conn.executemany(sql, parameters)  # type: ignore[arg-type] - as in _fetch


async def _fetch(conn: Connection, sql: str, parameters: Parameters) -> Iterable[Row]:
    # aiosqlite hands parameters on as they are, though its annotation names sequences only.
    return await conn.execute_fetchall(sql, parameters)  # type: ignore[arg-type]
