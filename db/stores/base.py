"""What typed functions share: the queries of the SQL files, asked within one transaction."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from db.query import Transaction
from db.values import mend

if TYPE_CHECKING:
    from collections.abc import AsyncIterable, Callable, Sequence
    from typing import TypeVar

    from db.engines.session import Session

    T = TypeVar("T")


class BoundQueries:
    """The queries of a session by their names, as functions of their parameters alone."""

    def __init__(self, session: Session, queries: Any) -> None:  # noqa: ANN401 - aiosql's are untyped
        self._session = session
        self._queries = queries

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - aiosql's functions are untyped
        found = getattr(self._queries, name)
        return (
            partial(found, self._session) if callable(found) else BoundQueries(self._session, found)
        )


class StoreBase(Transaction):
    """A transaction with the queries of the SQL files.

    Attributes:
        queries: for other typed functions within the same transaction.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.queries = BoundQueries(session, session.queries)

    async def read_rows(self, kind: Callable[..., T], query: AsyncIterable[Any]) -> tuple[T, ...]:
        """Return the rows of a query over several tables, whose number is the first column."""
        return tuple(kind(*row) for row in self.mend(kind, [row async for row in query]))

    def mend(
        self,
        kind: Any,  # noqa: ANN401 - the class of a row
        rows: Sequence[Sequence[Any]],
        table_id: int | None = None,
    ) -> Sequence[Sequence[Any]]:
        """Return what the rows may hold, and note the tables that hold something else.

        `table_id`: the table of all of them; None where their first column says it.
        """
        mended = mend(kind, rows)
        if mended is not rows:
            pairs = zip(rows, mended, strict=True)
            self.damaged |= {table_id or row[0] for row, other in pairs if tuple(row) != other}
        return mended


class QueryBase:
    """The base of classes with typed functions within the transaction of a store."""

    def __init__(self, store: StoreBase) -> None:
        self._store = store
        self._queries = store.queries


async def ids_of(query: AsyncIterable[Any]) -> tuple[int, ...]:
    """Return the first column of a query."""
    return tuple([row[0] async for row in query])
