"""Queries as values, and the transaction that asks them.

A query stands beside its caller, with the class of its rows. So the type checker knows what comes
back. Parameters are named `:so` in the SQL of both engines.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cache
from inspect import cleandoc, get_annotations
from types import NoneType
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar, cast, get_origin

if TYPE_CHECKING:
    from collections.abc import Callable


# What the columns of a row may hold, and what is read in place of anything else.
#
# A file can hold anything: a disk fails, a host has changed a row by hand, and SQLite keeps a text
# in a column of numbers. Rows are made of what these names allow, so whoever works on a row finds
# the types that it promises. What a word means is not known here.

Snowflake = int
"""A number that Discord has given to something."""

Count = int
"""A number that is added to: one that a float holds exactly."""

Hex = str
"""Bytes as hex digits; empty where there are none."""

Json = str
"""An object of texts, as JSON."""

Waits = str
"""Seats, each with a time: `0:1700000000.5 2:1700000003.25`."""

Calls = str
"""Seats, some with a mark: `0 2!`."""

Draws = str
"""Numbers that nature drew, each with its bound: `1/6 4/6`."""

_DRAWS: Final = re.compile(r"([0-9]+/[0-9]+( [0-9]+/[0-9]+)*)?", re.ASCII)

LONGEST: Final = 1e11
"""The largest number of seconds, or of anything that is measured: the year 5138."""


def read_waiting(text: str) -> dict[int, float]:
    """Return since when the game waits for each seat; raises ValueError."""
    pairs = (pair.split(":") for pair in text.split())
    return {int(seat): float(since) for seat, since in pairs}


def write_waiting(waiting: Mapping[int, float]) -> str:
    """Return the text that tells since when the game waits for each seat."""
    return " ".join(f"{seat}:{since!r}" for seat, since in waiting.items())


def read_called(text: str) -> dict[int, bool]:
    """Return the seats that were called, and whether each was reminded; raises ValueError."""
    return {int(seat.removesuffix("!")): seat.endswith("!") for seat in text.split()}


def write_called(called: Mapping[int, bool]) -> str:
    """Return the text that tells which seats were called, and which of them reminded."""
    return " ".join(f"{seat}!" if again else str(seat) for seat, again in called.items())


def read_draws(text: str) -> tuple[tuple[int, int], ...]:
    """Return the numbers that nature drew, each with its bound."""
    numbers = [*map(int, text.replace("/", " ").split())]
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def read_object(text: str) -> dict[str, str]:
    """Return an object of texts; raises ValueError."""
    found: Any = json.loads(text)
    if not isinstance(found, dict):
        raise ValueError("no object")  # noqa: TRY004 - of what stands in the text
    texts = cast("dict[str, object]", found)
    if not all(isinstance(each, str) for each in texts.values()):
        raise ValueError("no texts")
    return cast("dict[str, str]", found)


def _are_measures(values: Iterable[float]) -> bool:
    return all(-LONGEST < value < LONGEST for value in values)


def _are_waits(texts: Iterable[str]) -> bool:
    return all(_are_measures(read_waiting(text).values()) for text in texts)


def _can(read: Callable[[str], object]) -> Callable[[Iterable[str]], bool]:
    return lambda texts: all(read(text) is not None for text in texts)


@dataclass(frozen=True, slots=True)
class _Column:
    """What a column may hold.

    Attributes:
        other: what is read in place of anything else.
        types: of what it may hold.
        may: whether it may hold all of these values of its types; it may raise ValueError. None: it
            may.
    """

    other: Any
    types: frozenset[type]
    may: Callable[[Iterable[Any]], bool] | None = None

    def or_none(self) -> _Column:
        """Return a column that may hold nothing, too."""
        may = self.may

        def may_or_none(values: Iterable[Any]) -> bool:
            return may is None or may([value for value in values if value is not None])

        return _Column(None, self.types | {NoneType}, may and may_or_none)


_NUMBER, _TEXT = frozenset((int,)), frozenset((str,))
_COLUMNS: Final = {
    "int": _Column(0, _NUMBER),
    "Snowflake": _Column(0, _NUMBER, lambda values: all(value > 0 for value in values)),
    "Count": _Column(0, _NUMBER, lambda values: all(abs(value) < 2**53 for value in values)),
    "float": _Column(0.0, frozenset((float, int)), _are_measures),
    "bool": _Column(False, frozenset((bool, int))),  # noqa: FBT003 - a value, and no argument
    "str": _Column("", _TEXT),
    "Hex": _Column("", _TEXT, _can(bytes.fromhex)),
    "Json": _Column("{}", _TEXT, _can(read_object)),
    "Waits": _Column("", _TEXT, _are_waits),
    "Calls": _Column("", _TEXT, _can(read_called)),
    "Draws": _Column("", _TEXT, _can(_DRAWS.fullmatch)),
}
"""By the name of a type."""


@cache
def columns_named(kind: Any) -> tuple[str, ...]:  # noqa: ANN401 - the class of a row
    """Return the names of the columns of a class of rows."""
    return tuple(get_annotations(kind))


@cache
def flags_of(kind: Any) -> tuple[int, ...]:  # noqa: ANN401 - the class of a row
    """Return the places of the columns of a class of rows that are `bool`."""
    return tuple(place for place, name in enumerate(_types_of(kind)) if name == "bool")


def _types_of(kind: Any) -> list[str]:  # noqa: ANN401 - the class of a row
    annotations = get_annotations(kind).values()  # a named tuple makes references of them
    return [getattr(each, "__forward_arg__", each) for each in annotations]


@cache
def _columns_of(kind: Any) -> tuple[_Column, ...]:  # noqa: ANN401 - the class of a row
    """Return the columns of a class of rows, as their types are written."""
    names = _types_of(kind)
    plain = [name.removesuffix(" | None") for name in names]
    return tuple(
        _COLUMNS[word] if word == name else _COLUMNS[word].or_none()
        for name, word in zip(names, plain, strict=True)
    )


def _fit(columns: Sequence[_Column], rows: Iterable[Row]) -> bool:
    """Return whether each column may hold what stands there in all rows.

    All values of a column are looked at together, which costs least.
    """
    try:
        for column, values in zip(columns, zip(*rows, strict=True), strict=False):  # or no rows
            if not column.types.issuperset(map(type, values)):
                return False
            if column.may is not None and not column.may(values):
                return False
    except (ValueError, RecursionError):
        return False
    return True


def mend(kind: Any, rows: Sequence[Row]) -> Sequence[Row]:  # noqa: ANN401 - the class of a row
    """Return rows of a class with what their columns may hold: themselves where they hold that."""
    columns = _columns_of(kind)
    if _fit(columns, rows):
        return rows
    return [
        tuple(
            value if _fit((column,), ((value,),)) else column.other
            for column, value in zip(columns, row, strict=True)
        )
        for row in rows
    ]


T = TypeVar("T")

Parameters = Mapping[str, Any]
Row = Sequence[Any]

_SINGLE: Final = (int, str, float, bool)


@dataclass(frozen=True, slots=True, eq=False)
class Query(Generic[T]):
    """A question to the database, also one that changes what it returns.

    Attributes:
        row: what a row becomes: a class whose fields are the columns, which may hold what
            `db.query` says; `tuple[int, str]`; or `int`, `str`, `float` or `bool`, the first
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
            in its place, as `db.query` says.
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
