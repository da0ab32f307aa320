"""The fold of a table's log: from moves to the state they lead to, and on from there.

A `Progress` is a frozen value; a `GameRunner` makes the next one, by pushing moves. Nothing here waits,
reads a clock or knows a database.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from engine.core import CHANCE, Game, Source
from engine.core import Seat as SeatNo
from engine.errors import RuleError
from tables.model import Step, Transition

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

AnyGame = Game[Any, Any, Any]
RECENT: Final = 8
"""How many transitions are kept at least, for boards that tell what happened."""


@dataclass(frozen=True, slots=True)
class Move:
    """A line of the log as it is stored."""

    seq: int
    seat: SeatNo
    text: str
    at: float
    by_caretaker: bool


@dataclass(frozen=True, slots=True)
class Progress:
    """A game at one moment.

    Attributes:
        state: of the game.
        seq: how many moves led to it.
        recent: as in `tables.model.Table`.
        steps_seen: for each seat, how many of these moves it was told of, if only in part. Where whole
            moves are hidden it is less than `seq`, and tells nothing of them.
        valid_from: for each seat, the least `steps_seen` for which a board drawn then still shows it the
            truth about its own choice. Usually that is `steps_seen`; where several seats act at once,
            what the others do does not age a board.
    """

    state: Any
    seq: int
    recent: tuple[Transition, ...]
    steps_seen: tuple[int, ...]
    valid_from: tuple[int, ...]


class BrokenLog(Exception):
    """A stored log that is not a game by the rules as they are now."""


class GameRunner:
    """A game being played on, move by move."""

    def __init__(self, game: AnyGame, progress: Progress) -> None:
        self.game = game
        self.state = progress.state
        self.seq = progress.seq
        self._recent = list(progress.recent)
        self._steps_seen = list(progress.steps_seen)
        self._valid_from = list(progress.valid_from)

    @property
    def to_act(self) -> tuple[SeatNo, ...]:
        """Who may move now, CHANCE included."""
        return self.game.to_act(self.state)

    def push(self, seat: SeatNo, move: Any, at: float, *, by_caretaker: bool = False) -> None:  # noqa: ANN401 - a game's move
        """Apply one move; raises a RuleError of the engine for one that is refused."""
        before, acting = self.state, self.to_act
        self.state = self.game.apply(before, seat, move)
        step = Step(self.seq, seat, str(move), at)
        self.seq += 1
        if seat != CHANCE and not by_caretaker:
            del self._recent[: -(RECENT - 1)]
        self._recent.append(Transition(before, step, self.state, by_caretaker))
        for other in range(len(self._valid_from)):
            if other == seat or self._is_told(before, seat, move, other):
                self._steps_seen[other] += 1
            if other == seat or len(acting) == 1 or other not in acting:
                self._valid_from[other] = self._steps_seen[other]

    def read(self, line: Move) -> None:
        """Push a line of a stored log.

        Raises:
            BrokenLog: there is a gap before it, or the rules refuse it. A state that the engine
                cannot make for any other reason raises whatever the engine raises.
        """
        if line.seq != self.seq:
            raise BrokenLog(f"move {self.seq} is missing")
        try:
            move = self.game.parse(line.text)
            self.push(line.seat, move, line.at, by_caretaker=line.by_caretaker)
        except RuleError as error:
            raise BrokenLog(f"move {line.seq} is refused: {type(error).__name__}") from error

    def _is_told(self, before: Any, by: SeatNo, move: Any, viewer: SeatNo) -> bool:  # noqa: ANN401 - a game's state and move
        """Whether a seat gets to know that the move was made."""
        return not self.game.info.hidden or self.game.seen(before, by, move, viewer) is not None

    def advance(
        self,
        source: Callable[[int], Source],
        caretakers: Collection[SeatNo],
        at: float,
    ) -> None:
        """Play on for nature and the caretaker until a person may act or the game is over.

        Args:
            source: gives the randomness for the move of a seq.
            caretakers: the seats that the caretaker plays.
            at: the time to note.
        """
        while acting := self.to_act:
            if acting == (CHANCE,):
                move = self.game.chance(self.state).sample(source(self.seq))
                self.push(CHANCE, move, at)
                continue
            seat = self._next_absent(acting, caretakers)
            if seat is None:
                return
            self.push(seat, self.game.default(self.state, seat), at, by_caretaker=True)

    def _next_absent(
        self, acting: tuple[SeatNo, ...], caretakers: Collection[SeatNo]
    ) -> SeatNo | None:
        """For whom the caretaker moves now; None while a person may.

        What nobody waits for it does at once, or the chance would be missed. Where it is waited for
        it goes last, so that it takes no such chance from a person who is there.
        """
        absent = [seat for seat in acting if seat in caretakers]
        waiting_on = self.game.waits_for(self.state)
        extra = next((seat for seat in absent if seat not in waiting_on), None)
        if extra is None and len(absent) == len(acting):
            return absent[0]
        return extra

    def progress(self) -> Progress:
        """The game as it is now."""
        count = len(self._recent)
        since = next((i for i in reversed(range(count)) if _by_person(self._recent[i])), 0)
        recent = self._recent[max(0, min(since, count - RECENT)) :]
        steps_seen, valid_from = tuple(self._steps_seen), tuple(self._valid_from)
        return Progress(self.state, self.seq, tuple(recent), steps_seen, valid_from)


def _by_person(transition: Transition) -> bool:
    return transition.step.seat != CHANCE and not transition.by_caretaker


def begin(game: AnyGame, seats: int, options: Mapping[str, str], first: SeatNo | None) -> Progress:
    """A game before its first move."""
    nothing = (0,) * seats
    return Progress(
        game.start(seats, options, first), 0, (), steps_seen=nothing, valid_from=nothing
    )


def waiting_on(game: AnyGame, state: Any, caretakers: Collection[SeatNo]) -> tuple[SeatNo, ...]:  # noqa: ANN401 - a game's state
    """The seats of people without whom the game does not go on.

    Where that is the caretaker alone, who lets people go first, it is those who may move.
    """
    present = [seat for seat in game.to_act(state) if seat != CHANCE and seat not in caretakers]
    wanted = game.waits_for(state)
    return tuple(seat for seat in present if seat in wanted) or tuple(present)


def fold(game: AnyGame, progress: Progress, moves: Iterable[Move]) -> Progress:
    """Apply a stored log to the beginning of its game; raises as `GameRunner.read` does."""
    runner = GameRunner(game, progress)
    for move in moves:
        runner.read(move)
    return runner.progress()
