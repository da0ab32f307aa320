"""What a transaction offers to the typed functions, whatever the engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

Parameters = Mapping[str, Any]
Row = Sequence[Any]


class Session(Protocol):
    """A transaction that begins with the first query, in as few trips as can be.

    A write waits until something is read or the transaction ends, and all waiting writes share that
    trip. So a whole change of a table, from `BEGIN` to `COMMIT`, is one trip.
    """

    @property
    def is_postgresql(self) -> bool:
        """Whether it understands PostgreSQL's words, where they differ from SQLite's."""
        ...

    @property
    def queries(self) -> Any:  # noqa: ANN401 - aiosql makes its functions at run time
        """Every query of the SQL files, by name, as this engine understands it."""

    def put(self, sql: str, rows: Iterable[Parameters], *, exact: bool = False) -> None:
        """Change something for each of the rows, before the next query or the end.

        With `exact` each of them must change exactly one row of the database; if not, a Conflict
        follows.
        """

    async def fetch(self, sql: str, parameters: Parameters) -> list[Row]:
        """Return every row of a query; after an error the transaction is of no more use."""
        ...
