"""Queries as values, and the transactions that run them.

Each query is defined beside its caller, with the class of its rows, so that the type checker knows
the result. Parameters are written as `:name` in the SQL of both backends.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cache
from inspect import cleandoc, get_annotations
from operator import attrgetter
from types import NoneType
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar, cast, get_origin

if TYPE_CHECKING:
    from collections.abc import Callable


# Valid values of columns, and replacements for invalid values.
#
# A database can hold anything: disks fail, hosts edit rows, and SQLite accepts a text in a column
# of numbers. A query with a class for its rows returns only valid values, so other code can rely on
# the types below. Single values and plain tuples are not checked. The meaning of values is never
# checked.

Snowflake = int
"""Id from Discord."""

Count = int
"""Counter below 2 ** 53, so that a float holds it exactly."""

GameKey = Any
"""Key of a game, as text. Where the game itself is known, it may stand in place of its key."""

Json = Mapping[str, str]
"""Texts by key, in the database a JSON object."""

Waits = Mapping[int, float]
"""Seats, each with the start of its wait in Unix seconds: `0:1700000000.5 2:1700000003.25`."""

Calls = Mapping[int, bool]
"""Called seats, each with whether it was reminded: `0 2!`."""

Words = tuple[str, ...]
"""Words, in the database separated by blanks."""


@dataclass(frozen=True, slots=True)
class Secret:
    """The secret of a table, left out of `repr`.

    During a game, only the sources of random numbers may use the secret.

    Attributes:
        hidden: the secret's bytes as hex. `Table.revealed` returns them once the table is over.
    """

    hidden: str = field(repr=False)


Draws = str
"""Numbers drawn by chance, each with its bound: `1/6 4/6`."""

_DRAWS: Final = re.compile(r"([0-9]+/[0-9]+( [0-9]+/[0-9]+)*)?", re.ASCII)

LONGEST: Final = 1e11
"""Upper bound of all times and durations, in seconds. As a time, it is in the year 5138."""


def read_waiting(text: str) -> dict[int, float]:
    """Return when each seat's wait began, in Unix seconds; raise ValueError for malformed text."""
    pairs = (pair.split(":") for pair in text.split())
    return {int(seat): float(since) for seat, since in pairs}


def write_waiting(waiting: Mapping[int, float]) -> str:
    """Return the text that `read_waiting` reads."""
    return " ".join(f"{seat}:{since!r}" for seat, since in waiting.items())


def read_called(text: str) -> dict[int, bool]:
    """Return each called seat, and whether it was reminded; raise ValueError for malformed text."""
    return {int(seat.removesuffix("!")): seat.endswith("!") for seat in text.split()}


def write_called(called: Mapping[int, bool]) -> str:
    """Return the text that `read_called` reads."""
    return " ".join(f"{seat}!" if again else str(seat) for seat, again in called.items())


def read_draws(text: str) -> tuple[tuple[int, int], ...]:
    """Return the numbers drawn by chance, each with its bound; raise ValueError if malformed."""
    numbers = [*map(int, text.replace("/", " ").split())]
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def read_object(text: str) -> dict[str, str]:
    """Return a JSON object whose values are texts; raise ValueError for any other text."""
    found: Any = json.loads(text)
    if not isinstance(found, dict):
        raise ValueError("not a JSON object")  # noqa: TRY004 - the text is wrong
    texts = cast("dict[str, object]", found)
    if not all(isinstance(each, str) for each in texts.values()):
        raise ValueError("a value is not a text")
    return cast("dict[str, str]", found)


def write_object(texts: Mapping[str, str]) -> str:
    """Return the text that `read_object` reads."""
    return json.dumps(dict(texts), separators=(",", ":"))


def _are_measures(values: Iterable[float]) -> bool:
    return all(-LONGEST < value < LONGEST for value in values)


def _are_waits(texts: Iterable[str]) -> bool:
    return all(_are_measures(read_waiting(text).values()) for text in texts)


def _can(read: Callable[[str], object]) -> Callable[[Iterable[str]], bool]:
    return lambda texts: all(read(text) is not None for text in texts)


@dataclass(frozen=True, slots=True)
class _Column:
    """Valid values of a column.

    Attributes:
        other: The replacement for an invalid value.
        types: Valid types.
        may: Returns whether all given values are valid, or raises ValueError. If it is None, all
            values of `types` are valid.
        read: Returns what stands in a row for a valid value; None if the value itself does.
        write: Returns the value that `read` reads.
    """

    other: Any
    types: frozenset[type]
    may: Callable[[Iterable[Any]], bool] | None = None
    read: Callable[[Any], Any] | None = None
    write: Callable[[Any], Any] | None = None

    def or_none(self) -> _Column:
        """Return a column that may also hold None."""
        may = self.may

        def may_or_none(values: Iterable[Any]) -> bool:
            return may is None or may([value for value in values if value is not None])

        return replace(self, other=None, types=self.types | {NoneType}, may=may and may_or_none)


_NUMBER, _TEXT = frozenset((int,)), frozenset((str,))
_COLUMNS: Final = {
    "int": _Column(0, _NUMBER),
    "Snowflake": _Column(0, _NUMBER, lambda values: all(value > 0 for value in values)),
    "Count": _Column(0, _NUMBER, lambda values: all(abs(value) < 2**53 for value in values)),
    "float": _Column(0.0, frozenset((float, int)), _are_measures),
    "bool": _Column(False, frozenset((bool, int)), read=bool),  # noqa: FBT003 - the replacement
    "str": _Column("", _TEXT),
    "GameKey": _Column("", _TEXT),
    "Words": _Column("", _TEXT, read=lambda text: tuple(text.split()), write=" ".join),
    "Secret": _Column("", _TEXT, _can(bytes.fromhex), Secret, attrgetter("hidden")),
    "Json": _Column("{}", _TEXT, _can(read_object), read_object, write_object),
    "Waits": _Column("", _TEXT, _are_waits, read_waiting, write_waiting),
    "Calls": _Column("", _TEXT, _can(read_called), read_called, write_called),
    "Draws": _Column("", _TEXT, _can(_DRAWS.fullmatch)),
}
"""Valid values of a column, by the name of its type."""


@cache
def columns_named(kind: Any) -> tuple[str, ...]:  # noqa: ANN401 - the class of a row
    return tuple(get_annotations(kind))


@cache
def readers_of(kind: Any) -> tuple[tuple[int, Callable[[Any], Any]], ...]:  # noqa: ANN401 - the class of a row
    """Return `_Column.read` of the columns that have it, with their places in the row."""
    columns = enumerate(_columns_of(kind))
    return tuple((place, each.read) for place, each in columns if each.read is not None)


def write_row(kind: Any, row: object, *names: str) -> dict[str, Any]:  # noqa: ANN401 - the class of a row
    """Return the values of a row for the database, by column; `names`: only these columns."""
    columns = dict(zip(columns_named(kind), _columns_of(kind), strict=True))
    values: dict[str, Any] = {}
    for name in names or columns:
        write, value = columns[name].write, getattr(row, name)
        values[name] = value if write is None else write(value)
    return values


def _types_of(kind: Any) -> list[str]:  # noqa: ANN401 - the class of a row
    annotations = get_annotations(kind).values()  # named tuples wrap texts of types
    return [getattr(each, "__forward_arg__", each) for each in annotations]


@cache
def _columns_of(kind: Any) -> tuple[_Column, ...]:  # noqa: ANN401 - the class of a row
    names = _types_of(kind)
    plain = [name.removesuffix(" | None") for name in names]
    return tuple(
        _COLUMNS[word] if word == name else _COLUMNS[word].or_none()
        for name, word in zip(names, plain, strict=True)
    )


def _fit(columns: Sequence[_Column], rows: Iterable[Row]) -> bool:
    """Return whether all rows hold valid values.

    All values of a column are checked together, because that is fastest.
    """
    try:
        for column, values in zip(
            columns, zip(*rows, strict=True), strict=False
        ):  # there may be no rows
            if not column.types.issuperset(map(type, values)):
                return False
            if column.may is not None and not column.may(values):
                return False
    except (ValueError, RecursionError):
        return False
    return True


def mend(kind: Any, rows: Sequence[Row]) -> Sequence[Row]:  # noqa: ANN401 - the class of a row
    """Return rows with invalid values replaced; the same object if all values are valid."""
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
    """A question to the database. The SQL may also change the rows that it returns.

    Attributes:
        row: The type of a row of the result. It is a class whose fields are the columns, with types
            of `db.query`; or a tuple such as `tuple[int, str]`; or `int`, `str`, `float` or `bool`
            for the first column alone.
        sql: SQL for SQLite, and for PostgreSQL unless `postgresql` is set.
        table: The name of the field or parameter that holds the number of a table. If a row has
            invalid values, that table is noted as damaged.
        words: The SQL of both backends, indexed by `RawTransaction.is_postgresql`.
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
        """Return the question with its parameters, for `Transaction.each`."""
        return Ask(self, parameters)


@dataclass(frozen=True, slots=True)
class Ask(Generic[T]):
    query: Query[T]
    parameters: Parameters = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Write:
    """A change of the database without a result.

    Attributes:
        sql, postgresql, words: As for `Query`.
        exact: Whether to raise Conflict if no row changes. The SQL selects one row by its key.
    """

    sql: str
    _: KW_ONLY
    postgresql: str | None = None
    exact: bool = False
    words: tuple[str, str] = field(init=False)

    def __post_init__(self) -> None:
        _register(self)


REGISTERED: Final[list[Query[Any] | Write]] = []
"""Queries and writes of all imported modules. A test checks their query plans."""


def _register(query: Query[Any] | Write) -> None:
    """Register a query, without the indentation that its SQL has in the source."""
    for name in ("sql", "postgresql"):
        if (words := getattr(query, name)) is not None:
            object.__setattr__(query, name, cleandoc(words))
    object.__setattr__(query, "words", (query.sql, query.postgresql or query.sql))
    REGISTERED.append(query)


class RawTransaction(Protocol):
    """A transaction with as few round trips to the database as possible.

    The transaction begins with its first query. A write waits for the next read or for the end of
    the transaction, and is sent together with that read or with the `COMMIT`. So a change of a game
    table, from `BEGIN` to `COMMIT`, takes one round trip.
    """

    @property
    def is_postgresql(self) -> bool:
        """Whether the transaction runs PostgreSQL's variants of SQL."""
        ...

    def put(self, sql: str, rows: Iterable[Parameters], *, exact: bool = False) -> None:
        """Queue a statement for each row of parameters, to run before the next query or commit.

        With `exact`, a statement that changes no row of the database raises Conflict.
        """

    async def fetch(self, sql: str, parameters: Parameters) -> list[Row]:
        """Return every row of a query. After an error the transaction cannot be used any more."""
        ...

    async def fetch_each(self, asked: Sequence[tuple[str, Parameters]]) -> list[list[Row]]:
        """Return every row of each query, as `fetch` does, in one round trip."""
        ...


class Transaction:
    """Typed queries in one transaction. Only those of `Database.write` and `rewrite` may write.

    Attributes:
        raw: The transaction of the backend.
        damaged: Numbers of the tables in whose rows invalid values were replaced.
    """

    def __init__(self, raw: RawTransaction) -> None:
        self.raw = raw
        self.damaged: set[int] = set()

    async def one(self, query: Query[T], /, **parameters: object) -> T | None:
        """Return the first row, or None."""
        rows = await self.raw.fetch(query.words[self.raw.is_postgresql], parameters)
        return self._make(query, rows[:1], parameters)[0] if rows else None

    async def all(self, query: Query[T], /, **parameters: object) -> tuple[T, ...]:
        rows = await self.raw.fetch(query.words[self.raw.is_postgresql], parameters)
        return self._make(query, rows, parameters)

    async def each(self, *asks: Ask[Any]) -> list[tuple[Any, ...]]:
        """Return every row of each question, in one round trip."""
        words = [(each.query.words[self.raw.is_postgresql], each.parameters) for each in asks]
        answers = await self.raw.fetch_each(words)
        return [
            self._make(each.query, rows, each.parameters)
            for each, rows in zip(asks, answers, strict=True)
        ]

    async def value(self, query: Query[T], /, **parameters: object) -> T:
        """Return the first row; raise LookupError if there is none."""
        found = await self.one(query, **parameters)
        if found is None:
            raise LookupError(query.sql)
        return found

    def run(self, write: Write, /, **parameters: object) -> None:
        """Queue a write. It runs with the next query or at the end, and raises its errors then."""
        words = write.words[self.raw.is_postgresql]
        self.raw.put(words, (parameters,), exact=write.exact)

    def run_each(self, write: Write, rows: Iterable[Parameters]) -> None:
        """Queue a write for each set of parameters, as `run` does."""
        self.raw.put(write.words[self.raw.is_postgresql], rows, exact=write.exact)

    def _make(self, query: Query[T], rows: Sequence[Row], parameters: Parameters) -> tuple[T, ...]:
        kind: Any = query.row
        if kind in _SINGLE:
            return tuple(row[0] for row in rows)
        if get_origin(kind) is tuple:
            return cast("tuple[T, ...]", tuple(map(tuple, rows)))
        mended = mend(kind, rows)
        if mended is not rows and query.table is not None:
            self._note_damage(query, zip(rows, mended, strict=True), parameters)
        if rows and (readers := readers_of(kind)):
            columns: list[Iterable[Any]] = [*zip(*mended, strict=True)]
            for place, read in readers:
                columns[place] = map(read, columns[place])
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
