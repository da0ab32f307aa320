"""Random games and positions, written as lines: text for people, or JSON for programs.

The caller passes the source of randomness. Equal numbers from the source give equal lines.
"""

from __future__ import annotations

import dataclasses
import json
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar, cast, runtime_checkable

from engine.core import (
    CHANCE,
    AnyGame,
    BadPosition,
    Match,
    Outcome,
    Seat,
    Source,
    Transition,
    name_seat,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

SUCCESSORS: Final = 100
"""Largest number of outcomes listed for a move of nature at a position."""

_GONE: Final = "-"

S = TypeVar("S")


@runtime_checkable
class Positional(Protocol[S]):
    """A game that writes a state as one line of text, as FEN does for chess."""

    def position(self, state: S) -> str: ...

    def from_position(self, text: str) -> S:
        """Read a line of `position`; raises BadPosition for any other text."""
        ...


def to_plain(view: Any) -> Any:  # noqa: ANN401 - any view becomes any JSON value
    """Return a view, or a part of one, as values for `json`."""
    return dataclasses.asdict(view) if dataclasses.is_dataclass(view) else view  # type: ignore[arg-type]


def play_randomly(match: Match, source: Source) -> Iterator[Transition]:
    """Make random moves until the game is over; nature draws from the same source."""
    while acting := match.to_act:
        seat = acting[source.below(len(acting))]
        if seat == CHANCE:
            move = match.chance().sample(source)
        else:
            legal = match.moves(seat)
            move = legal[source.below(len(legal))]
        before, match = match.state, match.push(seat, move)
        yield Transition(before, seat, move, match.state)


def as_json(game: AnyGame, seats: int, options: Mapping[str, str], source: Source) -> Iterator[str]:
    """Yield a random game as JSON objects, one a line: the setup, the moves, the outcome.

    `to_act` and the spectator's `view` describe the state after the move.
    """
    match, end = Match.begin(game, seats, options), None
    yield _write_json({"game": game.info.key, "options": game.options(options), "seats": seats})
    for seq, made in enumerate(play_randomly(match, source)):
        line = {
            "seq": seq,
            "seat": made.seat,
            "move": str(made.move),
            "to_act": game.to_act(made.after),
            "view": to_plain(game.view(made.after, None)),
        }
        yield _write_json(line)
        end = game.outcome(made.after)
    yield _write_json({"outcome": to_plain(end)})


def as_text(game: AnyGame, seats: int, options: Mapping[str, str], source: Source) -> Iterator[str]:
    """Yield a random game for people: each move, what it changed, and the next legal moves."""
    match, end = Match.begin(game, seats, options), None
    chosen = (f"{key}={value}" for key, value in game.options(options).items())
    yield " ".join([f"{game.info.title}, {seats} seats", *chosen])
    teller = _Teller(game, seats)
    yield from teller.tell(match.state)
    for seq, made in enumerate(play_randomly(match, source)):
        yield f"{seq} {name_seat(made.seat)}: {made.move}"
        yield from teller.tell(made.after)
        end = game.outcome(made.after)
    yield from _tell_outcome(end)


class _Teller:
    """Describes a state by its differences from the state that was described before."""

    def __init__(self, game: AnyGame, seats: int) -> None:
        self._game = game
        self._seats = seats
        self._known: dict[str, str] = {}

    def tell(self, state: Any) -> Iterator[str]:  # noqa: ANN401 - any game's state
        """Yield the changes, then the legal moves."""
        facts = self._list_facts(state)
        for name, value in (facts | dict.fromkeys(_find_gone(self._known, facts), _GONE)).items():
            if self._known.get(name) != value:
                yield f"    {name} {value}"
        self._known = facts
        for seat in self._game.to_act(state):
            if seat != CHANCE:
                moves = map(str, self._game.moves(state, seat))
                yield f"  {name_seat(seat)} may: {' | '.join(moves)}"

    def _list_facts(self, state: Any) -> dict[str, str]:  # noqa: ANN401
        """Return the parts of a spectator's view, and every part that a seat sees differently.

        If the game has positions, the first part is the position.
        """
        public = dict(_split(to_plain(self._game.view(state, None))))
        facts = dict(public)
        if isinstance(self._game, Positional):
            facts = {"position": _with_positions(self._game).position(state), **facts}
        for seat in range(self._seats if self._game.info.hidden else 0):
            own = dict(_split(to_plain(self._game.view(state, seat))))
            seen = {name: value for name, value in own.items() if public.get(name) != value}
            facts |= {f"to seat {seat}: {name}": value for name, value in seen.items()}
        return facts


def _find_gone(before: dict[str, str], after: dict[str, str]) -> Iterator[str]:
    """Yield, for each name that is gone, its shortest prefix that is gone too.

    A name is not gone if one of its prefixes is now a name: `a.b` may have become `a`.
    """
    left = {prefix for name in after for prefix in _list_prefixes(name)}
    for name in before:
        for prefix in _list_prefixes(name):
            if prefix in after:
                break
            if prefix not in left:
                yield prefix
                break


def _list_prefixes(name: str) -> Iterator[str]:
    """Yield `a`, `a.b` and `a.b.c` for `a.b.c`."""
    parts = name.split(".")
    return (".".join(parts[:end]) for end in range(1, len(parts) + 1))


def _split(value: Any, name: str = "") -> Iterator[tuple[str, str]]:  # noqa: ANN401 - any JSON value
    """Split a view into names and short values: `rows.2.value 3`, `dice 1 3 5`."""
    parts: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, dict):
        parts = cast("dict[str, Any]", value).items()
    elif isinstance(value, list | tuple):
        many = cast("Sequence[Any]", value)
        if any(isinstance(part, dict) for part in many):
            parts = enumerate(many)
        else:
            yield name, " ".join(map(_shorten, many)) or "none"
    else:
        yield name, _shorten(value)
    for key, part in parts:
        yield from _split(part, f"{name}.{key}" if name else str(key))


def _shorten(value: Any) -> str:  # noqa: ANN401
    if isinstance(value, list | tuple):
        return f"({' '.join(map(_shorten, cast('Sequence[Any]', value)))})"
    return str(value) if value not in (None, "") else "none"


def at_position(game: AnyGame, text: str) -> Iterator[str]:
    """Yield a position for people: the state, the legal moves, and the position after each move.

    Raises:
        BadPosition: the text is not a position of the game, or the game has no positions.
    """
    state = _with_positions(game).from_position(text)
    yield f"{game.info.title}: {_with_positions(game).position(state)}"
    for name, value in _split(to_plain(game.view(state, None))):
        yield f"    {name} {value}"
    yield from _tell_outcome(game.outcome(state))
    for seat in game.to_act(state):
        yield from _tell_chances(game, state) if seat == CHANCE else _tell_moves(game, state, seat)


def _tell_moves(game: AnyGame, state: Any, seat: Seat) -> Iterator[str]:  # noqa: ANN401
    """Yield the legal moves of a seat with their results."""
    for move in game.moves(state, seat):
        yield f"{name_seat(seat)}: {move} -> {_summarize(game, game.apply(state, seat, move))}"


def _tell_chances(game: AnyGame, state: Any) -> Iterator[str]:  # noqa: ANN401
    """Yield the outcomes of nature's move with weights and results."""
    outcomes = game.chance(state).outcomes()
    for move, weight in islice(outcomes, SUCCESSORS):
        after = _summarize(game, game.apply(state, CHANCE, move))
        yield f"nature: {move} (weight {weight}) -> {after}"
    if any(True for _ in outcomes):
        yield "nature: and more"


def _with_positions(game: AnyGame) -> Positional[Any]:
    """Return the game itself, typed as `Positional`; raises BadPosition if it is not."""
    if not isinstance(game, Positional):
        raise BadPosition("Positions of this game cannot be written as a line of text.")
    return cast("Positional[Any]", game)


def _summarize(game: AnyGame, state: Any) -> str:  # noqa: ANN401
    return " ".join([_with_positions(game).position(state), *_tell_outcome(game.outcome(state))])


def _tell_outcome(outcome: Outcome | None) -> Iterator[str]:
    if outcome is not None:
        yield "scores " + " ".join(map(str, outcome.scores))
        yield "places " + " ".join(map(str, outcome.places))


def _write_json(value: Any) -> str:  # noqa: ANN401 - any JSON value
    return json.dumps(value, separators=(",", ":"))
