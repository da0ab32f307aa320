"""Plays a game move by move: from a stored log, or on from where it is.

A `Progress` is a frozen value. A `GameRunner` makes the next one from new moves. Nothing here
waits, reads a clock or knows a database.

Where no person plays a seat, it is absent: it is a computer's, or the caretaker plays it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from engine.core import CHANCE, Seat, Source
from engine.errors import RuleError
from engine.proof.fairness import RecordingSource
from engine.replay import AnyGame, Match, Transition
from tables.model.table import STANDING_ORDER, PlayedMove

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from db.stores.tables import MoveRow

    Choose = Callable[[Any, Seat, int], tuple[Any, str]]
    """Returns the caretaker's move in a state, for a seat and a seq, and `PlayedMove.player`."""

    Ordered = Callable[[Any], tuple[Seat, Any] | None]
    """Returns a seat whose standing order moves in a state, and its move; None: none does."""

RECENT: Final = 8
"""How many moves a `Progress` keeps at least, so that a board can tell what happened."""


@dataclass(frozen=True, slots=True)
class Progress:
    """A game at one moment.

    Attributes:
        state: of the game.
        seq: how many moves led to it.
        recent: as in `tables.model.table.Table`.
        steps_seen: for each seat, of how many of these moves it knows, at least in part. In a game
            that hides whole moves it is less than `seq`.
        valid_from: for each seat, the least `steps_seen` of a board on which the seat may still
            click. Usually it is `steps_seen`. Where several seats act at once, the moves of the
            others do not make a board stale.
        turns: in which of its turns each seat is, or was last; 0 before the first. Moves count that
            one seat alone could make, so nothing follows from them that is hidden.
        mover: who made the last such move; None: nobody has.
        chose: the seats whose people have chosen a move, by a click or by an order.
    """

    state: Any
    seq: int
    recent: tuple[PlayedMove, ...]
    steps_seen: tuple[int, ...]
    valid_from: tuple[int, ...]
    turns: tuple[int, ...]
    mover: Seat | None = None
    chose: frozenset[Seat] = frozenset()


class BrokenLog(Exception):
    """A stored log that is not a game by the rules as they are now."""


class GameRunner:
    """A game that is being played, move by move.

    Attributes:
        seq: how many moves were made; the next move gets this number.
    """

    def __init__(self, game: AnyGame, progress: Progress) -> None:
        self.seq = progress.seq
        self._match = Match(game, progress.state)
        self._recent = list(progress.recent)
        self._steps_seen = list(progress.steps_seen)
        self._valid_from = list(progress.valid_from)
        self._turns = list(progress.turns)
        self._mover = progress.mover
        self._chose = progress.chose

    @property
    def state(self) -> Any:  # noqa: ANN401 - a game's state
        """The state to which the moves so far have led."""
        return self._match.state

    def push(
        self,
        seat: Seat,
        move: Any,  # noqa: ANN401 - a game's move
        at: float,
        *,
        by_caretaker: bool = False,
        draws: str = "",
        player: str = "",
    ) -> None:
        """Make a move; raises a RuleError of the engine if the rules refuse it."""
        acting = self._match.to_act
        made = self._match.push(seat, move)
        who = by_caretaker, draws, player
        person = not (seat == CHANCE or by_caretaker or player)
        forced = person and self._match.game.forced(made.before) is not None
        played = PlayedMove(made.before, seat, move, made.after, self.seq, at, *who, forced)
        if played.is_click or player == STANDING_ORDER:
            self._chose |= {seat}
        if played.is_click:
            del self._recent[: -(RECENT - 1)]
        self._recent.append(played)
        self.seq += 1
        if seat != CHANCE and len(acting) == 1 and seat != self._mover:
            self._turns[seat] += 1
            self._mover = seat
        hidden = self._match.game.info.hidden
        for viewer in range(len(self._steps_seen)):
            own = viewer == seat
            if own or not hidden or self._is_seen(made, viewer):
                self._steps_seen[viewer] += 1
            if own or len(acting) == 1 or viewer not in acting:  # the viewer's board is stale
                self._valid_from[viewer] = self._steps_seen[viewer]

    def read(self, row: MoveRow) -> None:
        """Make a move of a stored log.

        Raises:
            BrokenLog: a move before it is missing, or the rules refuse it. If the engine fails in
                another way, its error passes through.
        """
        if row.seq != self.seq:
            raise BrokenLog(f"move {self.seq} is missing")
        try:
            move = self._match.game.parse(row.text)
            self.push(
                row.seat,
                move,
                row.at,
                by_caretaker=row.by_caretaker,
                draws=row.draws,
                player=row.player,
            )
        except RuleError as error:
            raise BrokenLog(f"move {row.seq} is refused: {type(error).__name__}") from error

    def advance(
        self,
        source: Callable[[int], Source],
        absent: Mapping[Seat, Choose | None],
        ordered: Ordered,
        at: float,
    ) -> None:
        """Make the moves of nature, the caretaker and orders, and those that happen by themselves.

        After that a person may choose, or a computer is to, or the game is over.

        Args:
            source: returns the source of randomness for the move of a number.
            absent: the absent seats, with what chooses the caretaker's moves; None: a computer's.
            ordered: finds what standing orders move.
            at: the time of these moves, in Unix seconds.
        """
        game = self._match.game
        while acting := self._match.to_act:
            state = self._match.state
            if acting == (CHANCE,):
                recording = RecordingSource(source(self.seq))
                move = game.chance(state).sample(recording)
                draws = " ".join(f"{number}/{bound}" for number, bound in recording.draws)
                self.push(CHANCE, move, at, draws=draws)
                continue
            forced = game.forced(state)
            seat = next_absent(game, state, absent) if absent else None
            choose = None if seat is None else absent[seat]
            if seat is not None and choose is not None:
                move, player = choose(state, seat, self.seq)
                self.push(seat, move, at, by_caretaker=True, player=player)
            elif forced is not None:
                self.push(acting[0], forced, at)
            elif seat is None and (found := ordered(state)) is not None:
                self.push(*found, at, player=STANDING_ORDER)
            else:
                return

    def progress(self) -> Progress:
        """Return the game as it is now."""
        count = len(self._recent)
        clicks = (i for i in reversed(range(count)) if self._recent[i].is_click)
        since = next(clicks, 0)
        recent = self._recent[max(0, min(since, count - RECENT)) :]
        steps_seen, valid_from = tuple(self._steps_seen), tuple(self._valid_from)
        counted = steps_seen, valid_from, tuple(self._turns), self._mover, self._chose
        return Progress(self._match.state, self.seq, tuple(recent), *counted)

    def _is_seen(self, made: Transition, viewer: Seat) -> bool:
        """Return whether a seat gets to know that a move was made that may be hidden."""
        return self._match.game.seen(made.before, made.seat, made.move, viewer) is not None


def begin(game: AnyGame, seats: int, options: Mapping[str, str], first: Seat | None) -> Progress:
    """Return a game before its first move."""
    state, nothing = game.start(seats, options, first), (0,) * seats
    return Progress(state, 0, (), steps_seen=nothing, valid_from=nothing, turns=nothing)


def resume(game: AnyGame, start: Progress, rows: Iterable[MoveRow]) -> Progress:
    """Return the game to which a stored log leads; raises as `GameRunner.read` does."""
    runner = GameRunner(game, start)
    for row in rows:
        runner.read(row)
    return runner.progress()


def next_absent(game: AnyGame, state: Any, absent: Collection[Seat]) -> Seat | None:  # noqa: ANN401 - a game's state
    """Return the absent seat that moves now; None while a person may move.

    A move for which the game does not wait is made before the chance has passed. A move for which
    the game waits comes after those of the people, so that it takes no such chance from a person.
    """
    acting = game.to_act(state)
    away = [seat for seat in acting if seat in absent]
    needed = game.waits_for(state)
    extra = next((seat for seat in away if seat not in needed), None)
    if extra is None and away and len(away) == len(acting):
        return away[0]
    return extra


def count_turns(progress: Progress, waiting: Collection[Seat]) -> tuple[int, ...]:
    """Return in which of its turns each seat is, also where it has still to move in it."""
    return tuple(
        turn + (seat in waiting and seat != progress.mover)
        for seat, turn in enumerate(progress.turns)
    )


def waiting_on(game: AnyGame, state: Any, absent: Collection[Seat]) -> tuple[Seat, ...]:  # noqa: ANN401 - a game's state
    """Return the seats of people without whom the game does not go on.

    If the game waits only for absent seats, which let people go first, these are all people who may
    move.
    """
    present = [seat for seat in game.to_act(state) if seat != CHANCE and seat not in absent]
    needed = game.waits_for(state)
    return tuple(seat for seat in present if seat in needed) or tuple(present)
