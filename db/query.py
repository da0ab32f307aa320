"""Queries as values, and the transaction that asks them.

A query stands beside its caller, with the class of its rows. So the type checker knows what comes
back. Parameters are named `:so` in the SQL of both engines.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from inspect import cleandoc
from typing import Any, Final, Generic, Protocol, TypeVar, cast, get_origin

from db.values import columns_named, flags_of, mend

T = TypeVar("T")

Parameters = Mapping[str, Any]
Row = Sequence[Any]

_SINGLE: Final = (int, str, float, bool)


@dataclass(frozen=True, slots=True, eq=False)
class Query(Generic[T]):
    """A question to the database, also one that changes what it returns.

    Attributes:
        row: what a row becomes: a class whose fields are the columns, which may hold what
            `db.values` says; `tuple[int, str]`; or `int`, `str`, `float` or `bool`, the first
            column as it is.
        sql: as SQLite understands it, and PostgreSQL, too, unless `postgresql` says it otherwise.
        table: the field of a row, or else the parameter, with the number of the table that a row is
            part of; that table is noted as damaged where the row held what it may not.
        words: the SQL of both engines, by `Session.is_postgresql`.
    """

    row: type[T]
    sql: str
    _: KW_ONLY
    postgresql: str | None = None
    table: str | None = None
    words: tuple[str, str] = field(init=False)

    def __post_init__(self) -> None:
        _register(self)

    def ask(self, **parameters: object) -> Ask[T]:
        """Return the question with its parameters; see `Transaction.each`."""
        return Ask(self, parameters)


@dataclass(frozen=True, slots=True)
class Ask(Generic[T]):
    """A query with its parameters."""

    query: Query[T]
    parameters: Parameters = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Write:
    """A change of the database that returns nothing.

    Attributes:
        sql, postgresql, words: as for `Query`.
        exact: whether it must change exactly one row; if not, a Conflict follows.
    """

    sql: str
    _: KW_ONLY
    postgresql: str | None = None
    exact: bool = False
    words: tuple[str, str] = field(init=False)

    def __post_init__(self) -> None:
        _register(self)


REGISTERED: Final[list[Query[Any] | Write]] = []
"""Every query of the modules that were imported: a test looks at how each finds its rows."""


def _register(query: Query[Any] | Write) -> None:
    """Note a query, and take the indentation of its place in the source from its words."""
    for name in ("sql", "postgresql"):
        if (words := getattr(query, name)) is not None:
            object.__setattr__(query, name, cleandoc(words))
    object.__setattr__(query, "words", (query.sql, query.postgresql or query.sql))
    REGISTERED.append(query)


class Session(Protocol):
    """A transaction that begins with the first query, in as few trips as can be.

    A write waits until something is read or the transaction ends, and all waiting writes share that
    trip. So a whole change of a table, from `BEGIN` to `COMMIT`, is one trip.
    """

    @property
    def is_postgresql(self) -> bool:
        """Whether it understands PostgreSQL's words, where they differ from SQLite's."""
        ...

    def put(self, sql: str, rows: Iterable[Parameters], *, exact: bool = False) -> None:
        """Change something for each of the rows, before the next query or the end.

        With `exact` each of them must change exactly one row of the database; if not, a Conflict
        follows.
        """

    async def fetch(self, sql: str, parameters: Parameters) -> list[Row]:
        """Return every row of a query; after an error the transaction is of no more use."""
        ...

    async def fetch_each(self, asked: Sequence[tuple[str, Parameters]]) -> list[list[Row]]:
        """Return every row of each query, as `fetch` does, all in one trip."""
        ...


class Transaction:
    """The queries of one session. To write, the session must be one of `Database.write`.

    Attributes:
        session: the session.
        damaged: the tables of which a row was read that held what it may not; something else stands
            in its place, as `db.values` says.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.damaged: set[int] = set()

    async def one(self, query: Query[T], /, **parameters: object) -> T | None:
        """Return the first row; None where there is none."""
        rows = await self.session.fetch(query.words[self.session.is_postgresql], parameters)
        return self._make(query, rows[:1], parameters)[0] if rows else None

    async def all(self, query: Query[T], /, **parameters: object) -> tuple[T, ...]:
        """Return every row."""
        rows = await self.session.fetch(query.words[self.session.is_postgresql], parameters)
        return self._make(query, rows, parameters)

    async def each(self, *asks: Ask[Any]) -> list[tuple[Any, ...]]:
        """Return every row of each question, all in one trip."""
        words = [(each.query.words[self.session.is_postgresql], each.parameters) for each in asks]
        answers = await self.session.fetch_each(words)
        return [
            self._make(each.query, rows, each.parameters)
            for each, rows in zip(asks, answers, strict=True)
        ]

    async def value(self, query: Query[T], /, **parameters: object) -> T:
        """Return the row of a query that always has one; raises LookupError if it has none."""
        found = await self.one(query, **parameters)
        if found is None:
            raise LookupError(query.sql)
        return found

    def run(self, write: Write, /, **parameters: object) -> None:
        """Change something before the next query or the end; its errors come only then."""
        words = write.words[self.session.is_postgresql]
        self.session.put(words, (parameters,), exact=write.exact)

    def run_each(self, write: Write, rows: Iterable[Parameters]) -> None:
        """Change something for each set of parameters, as `run` does."""
        self.session.put(write.words[self.session.is_postgresql], rows, exact=write.exact)

    def _make(self, query: Query[T], rows: Sequence[Row], parameters: Parameters) -> tuple[T, ...]:
        kind: Any = query.row
        if kind in _SINGLE:
            return tuple(row[0] for row in rows)
        if get_origin(kind) is tuple:
            return cast("tuple[T, ...]", tuple(map(tuple, rows)))
        mended = mend(kind, rows)
        if mended is not rows and query.table is not None:
            self._note_damage(query, zip(rows, mended, strict=True), parameters)
        if rows and (flags := flags_of(kind)):  # SQLite has 0 and 1 for them
            columns: list[Iterable[Any]] = [*zip(*mended, strict=True)]
            for place in flags:
                columns[place] = map(bool, columns[place])
            mended = [*zip(*columns, strict=True)]
        return tuple(kind(*row) for row in mended)

    def _note_damage(
        self,
        query: Query[Any],
        pairs: Iterable[tuple[Sequence[Any], Sequence[Any]]],
        parameters: Parameters,
    ) -> None:
        table, names = str(query.table), columns_named(query.row)
        for row, mended in pairs:
            if tuple(row) != mended:
                number = row[names.index(table)] if table in names else parameters[table]
                self.damaged.add(number)
