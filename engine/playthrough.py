"""A game played at random, told line by line: as text for people, as JSON for programs.

Whoever calls brings the source of randomness; the same source tells the same lines.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, cast

from engine.core import CHANCE, Game, Outcome, Positional, Seat, Source, plain
from engine.errors import BadPosition

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

AnyGame = Game[Any, Any, Any]

SUCCESSORS: Final = 100
"""How many outcomes of a chance move are listed for a position."""

_GONE: Final = "-"


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a playthrough and the state after it."""

    seq: int
    seat: Seat
    move: Any
    after: Any


def play(game: AnyGame, state: Any, source: Source) -> Iterator[Step]:  # noqa: ANN401 - any game's
    """Make random moves until the game is over; nature draws from the same source."""
    seq = 0
    while acting := game.to_act(state):
        seat = acting[source.below(len(acting))]
        if seat == CHANCE:
            move = game.chance(state).sample(source)
        else:
            legal = game.moves(state, seat)
            move = legal[source.below(len(legal))]
        state = game.apply(state, seat, move)
        yield Step(seq, seat, move, state)
        seq += 1


def as_json(game: AnyGame, seats: int, options: Mapping[str, str], source: Source) -> Iterator[str]:
    """A random game, one JSON object a line: the setup, the moves, the outcome.

    `to_act` and `view`, a spectator's, are those after the move.
    """
    state = game.start(seats, options)
    yield _json({"game": game.info.key, "options": game.options(options), "seats": seats})
    for step in play(game, state, source):
        state = step.after
        line = {
            "seq": step.seq,
            "seat": step.seat,
            "move": str(step.move),
            "to_act": game.to_act(state),
            "view": plain(game.view(state, None)),
        }
        yield _json(line)
    yield _json({"outcome": plain(game.outcome(state))})


def as_text(game: AnyGame, seats: int, options: Mapping[str, str], source: Source) -> Iterator[str]:
    """A random game for people: what changed in each state, who may do what, what was done."""
    state = game.start(seats, options)
    chosen = (f"{key}={value}" for key, value in game.options(options).items())
    yield " ".join([f"{game.info.title}, {seats} seats", *chosen])
    teller = _Teller(game, seats)
    yield from teller.tell(state)
    for step in play(game, state, source):
        state = step.after
        yield f"{step.seq} {_who(step.seat)}: {step.move}"
        yield from teller.tell(state)
    yield from _result(game.outcome(state))


class _Teller:
    """Tells states by what is different from the state told before."""

    def __init__(self, game: AnyGame, seats: int) -> None:
        self._game = game
        self._seats = seats
        self._known: dict[str, str] = {}

    def tell(self, state: Any) -> Iterator[str]:  # noqa: ANN401 - any game's state
        """What changed, and who may do what."""
        facts = self._facts(state)
        for name, value in (facts | dict.fromkeys(_gone(self._known, facts), _GONE)).items():
            if self._known.get(name) != value:
                yield f"    {name} {value}"
        self._known = facts
        for seat in self._game.to_act(state):
            if seat != CHANCE:
                moves = map(str, self._game.moves(state, seat))
                yield f"  {_who(seat)} may: {' | '.join(moves)}"

    def _facts(self, state: Any) -> dict[str, str]:  # noqa: ANN401
        """A spectator's view piece by piece, and what each seat sees differently."""
        public = dict(_pieces(plain(self._game.view(state, None))))
        facts = dict(public)
        if isinstance(self._game, Positional):
            facts = {"position": _positional(self._game).position(state), **facts}
        for seat in range(self._seats if self._game.info.hidden else 0):
            own = dict(_pieces(plain(self._game.view(state, seat))))
            seen = {name: value for name, value in own.items() if public.get(name) != value}
            facts |= {f"to seat {seat}: {name}": value for name, value in seen.items()}
        return facts


def _gone(before: dict[str, str], after: dict[str, str]) -> Iterator[str]:
    """The shortest names under which nothing is left; not where another shape took the place."""
    left = {prefix for name in after for prefix in _prefixes(name)}
    for name in before:
        for prefix in _prefixes(name):
            if prefix in after:
                break
            if prefix not in left:
                yield prefix
                break


def _prefixes(name: str) -> Iterator[str]:
    """`a`, `a.b` and `a.b.c` for `a.b.c`."""
    parts = name.split(".")
    return (".".join(parts[:end]) for end in range(1, len(parts) + 1))


def _pieces(value: Any, name: str = "") -> Iterator[tuple[str, str]]:  # noqa: ANN401 - as of JSON
    """A view as names and short values: `rows.2.value 3`, `dice 1 3 5`."""
    parts: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, dict):
        parts = cast("dict[str, Any]", value).items()
    elif isinstance(value, list | tuple):
        many = cast("Sequence[Any]", value)
        if any(isinstance(part, dict) for part in many):
            parts = enumerate(many)
        else:
            yield name, " ".join(map(_short, many)) or "none"
    else:
        yield name, _short(value)
    for key, part in parts:
        yield from _pieces(part, f"{name}.{key}" if name else str(key))


def _short(value: Any) -> str:  # noqa: ANN401
    """A single value of a view."""
    if isinstance(value, list | tuple):
        return f"({' '.join(map(_short, cast('Sequence[Any]', value)))})"
    return str(value) if value not in (None, "") else "none"


def at_position(game: AnyGame, text: str) -> Iterator[str]:
    """A position for people: the state, the legal moves, and the position after each.

    Raises:
        BadPosition: the text is not a position of the game, or the game has none.
    """
    state = _positional(game).from_position(text)
    yield f"{game.info.title}: {_positional(game).position(state)}"
    for name, value in _pieces(plain(game.view(state, None))):
        yield f"    {name} {value}"
    yield from _result(game.outcome(state))
    for seat in game.to_act(state):
        yield from _chances(game, state) if seat == CHANCE else _choices(game, state, seat)


def _choices(game: AnyGame, state: Any, seat: Seat) -> Iterator[str]:  # noqa: ANN401
    """The legal moves of a seat and where they lead."""
    for move in game.moves(state, seat):
        yield f"{_who(seat)}: {move} -> {_summary(game, game.apply(state, seat, move))}"


def _chances(game: AnyGame, state: Any) -> Iterator[str]:  # noqa: ANN401
    """The outcomes of nature's move with their weights, and where they lead."""
    outcomes = game.chance(state).outcomes()
    for move, weight in islice(outcomes, SUCCESSORS):
        after = _summary(game, game.apply(state, CHANCE, move))
        yield f"nature: {move} (weight {weight}) -> {after}"
    if any(True for _ in outcomes):
        yield "nature: and more"


def _positional(game: AnyGame) -> Positional[Any]:
    """The game as one with positions; raises BadPosition where it has none."""
    if not isinstance(game, Positional):
        raise BadPosition(f"{game.info.title} has no positions of one line.")
    return cast("Positional[Any]", game)


def _summary(game: AnyGame, state: Any) -> str:  # noqa: ANN401
    """A state in one line."""
    return " ".join([_positional(game).position(state), *_result(game.outcome(state))])


def _result(outcome: Outcome | None) -> Iterator[str]:
    """Scores and places by seat, where there are any."""
    if outcome is not None:
        yield "scores " + " ".join(map(str, outcome.scores))
        yield "places " + " ".join(map(str, outcome.places))


def _who(seat: Seat) -> str:
    return "nature" if seat == CHANCE else f"seat {seat}"


def _json(value: Any) -> str:  # noqa: ANN401 - anything that JSON knows
    return json.dumps(value, separators=(",", ":"))
