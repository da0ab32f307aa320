"""A log of moves played again: every move with the state before it and the state after it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.core import Game, Options, Seat

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

AnyGame = Game[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Transition:
    """A move, and the states of the game before and after it."""

    before: Any
    seat: Seat
    move: Any
    after: Any


class Match:
    """One game that is being played or played again.

    Attributes:
        game: the rules.
        state: after the moves so far.
        to_act: the seats that may move now, CHANCE included; none after the end.
    """

    __slots__ = ("game", "state", "to_act")

    def __init__(self, game: AnyGame, state: Any) -> None:  # noqa: ANN401 - any game's state
        self.game = game
        self.state = state
        self.to_act: tuple[Seat, ...] = game.to_act(state)

    def push(self, seat: Seat, move: Any) -> Transition:  # noqa: ANN401 - any game's move
        """Make a move; raises NotYourTurn or IllegalMove, and then nothing has changed."""
        before = self.state
        self.state = self.game.apply(before, seat, move)
        self.to_act = self.game.to_act(self.state)
        return Transition(before, seat, move, self.state)

    def read(self, seat: Seat, text: str) -> Transition:
        """Make a move that is given as text; raises MalformedMove too."""
        return self.push(seat, self.game.parse(text))


def replay(
    game: AnyGame,
    seats: int,
    options: Options,
    first: Seat | None,
    moves: Iterable[tuple[Seat, str]],
) -> Iterator[Transition]:
    """Yield every transition of a log.

    Args:
        game: the rules.
        seats: how many play.
        options: complete or not.
        first: the seat that starts, as in `Game.start`.
        moves: the seat and the text of each move, in order.

    Raises:
        BadSetup: the game cannot start like this.
        MalformedMove: the text of a move is not one of this game.
        NotYourTurn: the seat of a move is not to act.
        IllegalMove: the rules do not allow a move.
    """
    match = Match(game, game.start(seats, options, first))
    for seat, text in moves:
        yield match.read(seat, text)
