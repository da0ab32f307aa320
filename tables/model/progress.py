"""Plays a game move by move: from a stored log, or on from where it is.

A `Progress` is a frozen value, and each function makes the next one. Nothing here waits, reads a
clock or knows a database.

Where no person plays a seat, it is absent: it is a computer's, or the caretaker plays it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from engine.core import CHANCE, Match, RuleError, Seat, Transition
from engine.fairness import RecordingSource
from engine.tuples import replace_item

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from db.store import MoveRow
    from engine.core import AnyGame, Source

    Choose = Callable[[Match, Seat, int], tuple[Any, str]]
    """Returns the caretaker's move in a game, for a seat and a seq, and `PlayedMove.player`."""

    Ordered = Callable[[Match], tuple[Seat, Any] | None]
    """Returns a seat whose standing order moves in a game, and its move; None: none does."""

RECENT: Final = 8
"""How many moves a `Progress` keeps at least, so that a board can tell what happened."""

STANDING_ORDER: Final = "order"
"""`PlayedMove.player` of a move that a standing order made."""

PRESS: Final = "+"
"""Stands between the moves of one press: `place 0 h+place 1 h`. No move has this sign."""

SAME_PRESS: Final = "press"
"""`PlayedMove.player` of a move that a person made by the press of the move before it."""


@dataclass(frozen=True, slots=True)
class PlayedMove(Transition):
    """A move of a table's log, with the states of the game before and after it.

    Attributes:
        seq: its number in the log; the first move is 0.
        at: when it was made, in Unix seconds.
        by_caretaker: whether the caretaker made it for an absent player.
        draws: of a move of nature, the numbers that it was made from, as in `MoveRow` of the
            database.
        player: the computer player that chose it, `STANDING_ORDER` or `SAME_PRESS`; else empty.
        forced: whether a person had no other move, so that it happened by itself.
    """

    seq: int
    at: float
    by_caretaker: bool
    draws: str = field(default="", repr=False)
    player: str = ""
    forced: bool = False

    @property
    def is_click(self) -> bool:
        """Whether a person chose it now: no order, nature, computer, or the game."""
        chosen = self.seat != CHANCE and not self.by_caretaker and not self.player
        return chosen and not self.forced


@dataclass(frozen=True, slots=True)
class Progress:
    """A game at one moment.

    Attributes:
        match: the game, and who may move.
        seq: how many moves led to it; the next move gets this number.
        recent: the latest moves, oldest first. It begins with the latest click or earlier, and has
            at least eight moves if the log has so many.
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

    match: Match
    seq: int
    recent: tuple[PlayedMove, ...]
    steps_seen: tuple[int, ...]
    valid_from: tuple[int, ...]
    turns: tuple[int, ...]
    mover: Seat | None = None
    chose: frozenset[Seat] = frozenset()

    @property
    def state(self) -> Any:  # noqa: ANN401 - a game's state
        """The state to which the moves so far have led."""
        return self.match.state


class BrokenLog(Exception):
    """A stored log that is not a game by the rules as they are now."""


def begin(game: AnyGame, seats: int, options: Mapping[str, str], first: Seat | None) -> Progress:
    """Return a game before its first move."""
    nothing = (0,) * seats
    return Progress(Match.begin(game, seats, options, first), 0, (), nothing, nothing, nothing)


def push(
    progress: Progress,
    seat: Seat,
    move: Any,  # noqa: ANN401 - a game's move
    at: float,
    *,
    by_caretaker: bool = False,
    draws: str = "",
    player: str = "",
) -> Progress:
    """Return the game after a move; raises a RuleError of the engine if the rules refuse it."""
    before, seq = progress.match, progress.seq
    after = before.push(seat, move)
    person = not (seat == CHANCE or by_caretaker or player)
    forced = person and before.game.forced(before.state) is not None
    who = by_caretaker, draws, player, forced
    played = PlayedMove(before.state, seat, move, after.state, seq, at, *who)
    recent, chose = progress.recent, progress.chose
    if clicked := person and not forced:
        recent = recent[-(RECENT - 1) :]
    if clicked or player == STANDING_ORDER:
        chose |= {seat}
    turns, mover = progress.turns, progress.mover
    if seat != CHANCE and len(before.to_act) == 1 and seat != mover:
        turns, mover = replace_item(turns, seat, turns[seat] + 1), seat
    known = (seq + 1,) * len(turns), (seq + 1,) * len(turns)
    if before.game.info.hidden or len(before.to_act) > 1:
        known = _count_known(progress, seat, move)
    return Progress(after, seq + 1, (*recent, played), *known, turns, mover, chose)


def _count_known(
    progress: Progress,
    seat: Seat,
    move: Any,  # noqa: ANN401 - a game's move
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return `steps_seen` and `valid_from` after a move."""
    match, acting = progress.match, progress.match.to_act
    hidden, steps, valid = match.game.info.hidden, [*progress.steps_seen], [*progress.valid_from]
    for viewer in range(len(steps)):
        own = viewer == seat
        if own or not hidden or match.game.seen(match.state, seat, move, viewer) is not None:
            steps[viewer] += 1
        if own or len(acting) == 1 or viewer not in acting:  # the viewer's board is stale
            valid[viewer] = steps[viewer]
    return tuple(steps), tuple(valid)


def read(progress: Progress, row: MoveRow) -> Progress:
    """Return the game after a move of a stored log: what folds one.

    Raises:
        BrokenLog: a move before it is missing, or the rules refuse it. If the engine fails in
            another way, its error passes through.
    """
    if row.seq != progress.seq:
        raise BrokenLog(f"move {progress.seq} is missing")
    try:
        return push(
            progress,
            row.seat,
            progress.match.game.parse(row.text),
            row.at,
            by_caretaker=row.by_caretaker,
            draws=row.draws,
            player=row.player,
        )
    except RuleError as error:
        raise BrokenLog(f"move {row.seq} is refused: {type(error).__name__}") from error


def advance(
    progress: Progress,
    source: Callable[[int], Source],
    absent: Mapping[Seat, Choose | None],
    ordered: Ordered,
    at: float,
) -> Progress:
    """Make the moves of nature, the caretaker and orders, and those that happen by themselves.

    After that a person may choose, or a computer is to, or the game is over.

    Args:
        progress: the game so far.
        source: returns the source of randomness for the move of a number.
        absent: the absent seats, with what chooses the caretaker's moves; None: a computer's.
        ordered: finds what standing orders move.
        at: the time of these moves, in Unix seconds.
    """
    while acting := progress.match.to_act:
        match = progress.match
        if acting == (CHANCE,):
            recording = RecordingSource(source(progress.seq))
            move = match.chance().sample(recording)
            draws = " ".join(f"{number}/{bound}" for number, bound in recording.draws)
            progress = push(progress, CHANCE, move, at, draws=draws)
            continue
        forced = match.game.forced(match.state)
        seat = next_absent(match, absent) if absent else None
        choose = None if seat is None else absent[seat]
        if seat is not None and choose is not None:
            move, player = choose(match, seat, progress.seq)
            progress = push(progress, seat, move, at, by_caretaker=True, player=player)
        elif forced is not None:
            progress = push(progress, acting[0], forced, at)
        elif seat is None and (found := ordered(match)) is not None:
            progress = push(progress, *found, at, player=STANDING_ORDER)
        else:
            break
    return progress


def next_absent(match: Match, absent: Collection[Seat]) -> Seat | None:
    """Return the absent seat that moves now; None while a person may move.

    A move for which the game does not wait is made before the chance has passed. A move for which
    the game waits comes after those of the people, so that it takes no such chance from a person.
    """
    away = [seat for seat in match.to_act if seat in absent]
    if not away:
        return None
    needed = match.waits_for
    extra = next((seat for seat in away if seat not in needed), None)
    return away[0] if extra is None and len(away) == len(match.to_act) else extra


def waiting_on(match: Match, absent: Collection[Seat]) -> tuple[Seat, ...]:
    """Return the seats of people without whom the game does not go on.

    If the game waits only for absent seats, which let people go first, these are all people who may
    move.
    """
    present = () if match.to_act == (CHANCE,) else match.to_act
    if absent:
        present = tuple(seat for seat in present if seat not in absent)
    if len(present) < 2:
        return present
    needed = match.waits_for
    return tuple(seat for seat in present if seat in needed) or present
