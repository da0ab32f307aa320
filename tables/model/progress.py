"""Plays a game move by move, from a stored log or from its current state.

A `Progress` is a frozen value. Functions that make moves return the next `Progress`. They never
wait, and use neither a clock nor the database.

Here a seat is called absent if a computer or the caretaker plays for it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from engine.core import CHANCE, Match, RuleError, Seat, Transition
from engine.fairness import RecordingSource

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from db.store import MoveRow
    from engine.core import AnyGame, Source

    Choose = Callable[[Match, Seat, int], tuple[Any, str]]
    """Takes a game, a seat and a seq; returns the caretaker's move and its `PlayedMove.player`."""

RECENT: Final = 8
"""Minimum number of latest moves kept in a `Progress`, enough for the text of a board."""

PRESS: Final = "+"
"""Separator between the moves of one press, as in `place 0 h+place 1 h`; no move contains it."""

SAME_PRESS: Final = "press"
"""`PlayedMove.player` of a move made by the same press as the move before it."""


@dataclass(frozen=True, slots=True)
class PlayedMove(Transition):
    """A move of a table's log, with the states of the game before and after it.

    Attributes:
        seq: its number in the log; the first move has number 0.
        at: its time in Unix seconds.
        by_caretaker: whether the caretaker made the move for an absent player.
        draws: for a move of nature, the random numbers behind it, as in `MoveRow`.
        player: the computer player who chose the move, `SAME_PRESS`, or empty.
        forced: whether the move was a person's only legal move, and was made without a click.
    """

    seq: int
    at: float
    by_caretaker: bool
    draws: str = field(default="", repr=False)
    player: str = ""
    forced: bool = False

    @property
    def is_click(self) -> bool:
        """Whether a person's click made the move.

        Of a press with several moves, only the first move counts. Forced moves and moves of nature,
        computers and the caretaker do not count.
        """
        chosen = self.seat != CHANCE and not self.by_caretaker and not self.player
        return chosen and not self.forced


@dataclass(frozen=True, slots=True)
class Progress:
    """A game at one moment.

    Attributes:
        match: the game, and who may move.
        seq: the number of moves so far; the next move gets this number.
        recent: the latest moves, oldest first. They include the latest click and all moves after
            it, and are at least `RECENT` moves if the log has that many.
        steps_seen: for each seat, the number of moves that it saw at least in part. In a game that
            hides whole moves this number can be less than `seq`.
        valid_from: for each seat, `steps_seen` at the oldest board on which it may still click.
            Usually this is the current `steps_seen`. While several seats may act at the same time,
            the moves of the other seats do not make a seat's board stale.
        chose: the seats whose people have chosen a move by a click.
    """

    match: Match
    seq: int
    recent: tuple[PlayedMove, ...]
    steps_seen: tuple[int, ...]
    valid_from: tuple[int, ...]
    chose: frozenset[Seat] = frozenset()

    @property
    def state(self) -> Any:  # noqa: ANN401 - a game's state
        return self.match.state


class BrokenLog(Exception):
    """A stored log breaks the current rules."""


def begin(game: AnyGame, seats: int, options: Mapping[str, str], first: Seat | None) -> Progress:
    nothing = (0,) * seats
    return Progress(Match.begin(game, seats, options, first), 0, (), nothing, nothing)


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
    """Return the game after a move; raises a RuleError of the engine if the move is illegal."""
    before, seq = progress.match, progress.seq
    after = before.push(seat, move)
    person = not (seat == CHANCE or by_caretaker or player)
    forced = person and before.game.forced(before.state) is not None
    who = by_caretaker, draws, player, forced
    played = PlayedMove(before.state, seat, move, after.state, seq, at, *who)
    recent, chose = progress.recent, progress.chose
    if person and not forced:
        recent = recent[-(RECENT - 1) :]
        chose |= {seat}
    known = (all_seen := (seq + 1,) * len(progress.steps_seen)), all_seen
    if before.game.info.hidden or len(before.to_act) > 1:
        known = _count_known(progress, seat, move)
    return Progress(after, seq + 1, (*recent, played), *known, chose)


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
    """Return the game after the next move of a stored log.

    Raises:
        BrokenLog: an earlier move is missing, or this move is against the rules. Other errors of
            the engine pass through.
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
    at: float,
    open_hand: Seat | None = None,
) -> Progress:
    """Make all moves that need no choice by a person or a computer, and return the game.

    These are forced moves, and moves of nature and of the caretaker. A paced move is left to
    `tables.thinking`.

    Args:
        progress: the game so far.
        source: returns the source of randomness for a seq.
        absent: the absent seats, each with the function that chooses the caretaker's moves; a
            computer's seat has None.
        at: the time of these moves, in Unix seconds.
        open_hand: a seat with nobody to hide its hand from. Its only move is made even where the
            rules would hide that there is no other.
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
        elif forced is not None and paced_seat(match, absent) is None:
            progress = push(progress, acting[0], forced, at)
        elif acting == (open_hand,) and len(moves := match.moves(acting[0])) == 1:
            progress = push(progress, acting[0], moves[0], at, player=SAME_PRESS)
        else:
            break
    return progress


def paced_seat(match: Match, absent: Collection[Seat]) -> Seat | None:
    """Return the person's seat whose forced move people see by itself, after a pause; else None."""
    if not match.game.info.paced or match.game.forced(match.state) is None:
        return None
    (seat,) = match.to_act
    return None if seat in absent else seat


def next_absent(match: Match, absent: Collection[Seat]) -> Seat | None:
    """Return the absent seat that moves now; None if no absent seat moves.

    An absent seat for which the game does not wait moves at once, before its chance to move passes.
    Other absent seats move after all people, because their moves could end the people's chance to
    move.
    """
    away = [seat for seat in match.to_act if seat in absent]
    if not away:
        return None
    needed = match.waits_for
    extra = next((seat for seat in away if seat not in needed), None)
    return away[0] if extra is None and len(away) == len(match.to_act) else extra


def waiting_on(match: Match, absent: Collection[Seat]) -> tuple[Seat, ...]:
    """Return the seats of people that the game waits for.

    If the game waits only for absent seats, return the seats of all people who may move, because
    people move before absent seats.
    """
    present = () if match.to_act == (CHANCE,) else match.to_act
    if absent:
        present = tuple(seat for seat in present if seat not in absent)
    if len(present) < 2:
        return present
    needed = match.waits_for
    return tuple(seat for seat in present if seat in needed) or present
