"""Computer players at tables: their names, the questions they get, and their answers.

A computer gets its seat's knowledge, never the state. The table's secret determines the computer's
random numbers, as it determines the dice. Therefore anybody can check the computers' moves with the
transcript of a finished table.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from engine.core import fold
from players.core import Level, know, watch
from players.games import find_kit, find_player
from players.verification import decide, decide_instead, source_of
from tables.model.errors import UNREADABLE, TableClosed
from tables.model.table import COMPUTER_IDS, Person
from tables.storage.finished import key_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from db.store import MoveRow
    from engine.core import Match, Seat
    from engine.fairness import HmacSource
    from players.core import Knowledge, Player, Seen
    from tables.model.table import Table

log = logging.getLogger(__name__)

_NAMES: Final = {
    Level.EASY: ("Pip", "Dot", "Puddle", "Biscuit", "Fluff", "Button", "Bean"),
    Level.NORMAL: ("Hazel", "Otis", "Juniper", "Rufus", "Clover", "Barnaby", "Wren"),
    Level.HARD: ("Sable", "Magnus", "Duchess", "Ptolemy", "Athena", "Admiral", "Vesper"),
}
"""Names by level, enough for one person to fill a table with computers of one level."""

COMPUTERS: Final[Mapping[Level, tuple[Person, ...]]] = {
    level: tuple(
        Person(COMPUTER_IDS[-1] - len(names) * place - number, name)
        for number, name in enumerate(names)
    )
    for place, (level, names) in enumerate(_NAMES.items())
}
"""Computers by level. Records store the ids, so no other computer may ever get the same id."""


@dataclass(frozen=True, slots=True)
class Question:
    """A request for a computer's move.

    Attributes:
        stored: the table.
        match: the table's game.
        seq: the number of the move.
        level: the computer's level; normal for a person.
        known: the knowledge of the seat that has to move.
    """

    stored: Table = field(repr=False)
    match: Match = field(repr=False)
    seq: int
    level: Level
    known: Knowledge = field(repr=False)

    @property
    def player(self) -> Player:
        return find_player(self.stored.game.info.key, self.level)

    @property
    def forced(self) -> bool:
        """Whether the seat is a person's, whose move is forced and made without a click."""
        return self.known.seat not in self.stored.absent

    @property
    def awaited(self) -> bool:
        """Whether the game waits only for this seat, and a person still takes part in the game."""
        match = self.match
        people = (seat.seat for seat in self.stored.seats if not seat.level)
        alone = match.waits_for == (self.known.seat,)
        return alone and not all(match.game.is_out(match.state, seat) for seat in people)

    def is_unseen(self, move: Any) -> bool:  # noqa: ANN401 - a game's move, or None
        """Return whether spectators see nothing of a move, such as a bucket built in secret."""
        match = self.match
        return (
            move is not None and match.game.seen(match.state, self.known.seat, move, None) is None
        )

    @property
    def after_break(self) -> bool:
        """Whether the move begins a round; people may still be reading the last round's result."""
        return self.match.game.is_break(self.match.state)

    @property
    def source(self) -> HmacSource:
        """A new source of the computer's random numbers for this move."""
        return source_of(key_of(self.stored), self.seq)

    def choose(self) -> Any:  # noqa: ANN401 - a game's move
        """Return the move, computed in this process; None if a computer's computation fails."""
        if self.forced:
            return self.known.moves[0]
        try:
            return decide(self.player, self.known, self.source)
        except Exception as error:  # noqa: BLE001 - the game goes on after any error
            # The message and the traceback could hold cards.
            log.error("%s has failed: %s", self, type(error).__name__)  # noqa: TRY400
            return None

    def answer(self, move: Any) -> tuple[Any, str]:  # noqa: ANN401 - a game's move
        """Return the move to make, and its `PlayedMove.player`.

        Args:
            move: the computer's choice; None if it failed to choose, and then another move is made.
        """
        if self.forced:
            return move, ""
        name = f"{self.level} {self.player.version}"
        if move is not None:
            return move, name
        move = decide_instead(self.match.game, self.match.state, self.known, self.source)
        return move, f"{name} failed"


def ask(  # noqa: PLR0917 - the parts of a question
    stored: Table,
    match: Match,
    seat: Seat,
    seq: int,
    level: Level,
    seen: Seen = (),
) -> Question:
    known = know(match.game, stored.options, match.state, seat, seen)
    return Question(stored, match, seq, level, known)


def play_for_absent(stored: Table, match: Match, seat: Seat, seq: int) -> tuple[Any, str]:
    """Return the caretaker's move, and its `PlayedMove.player`.

    If the game has a quick computer player of normal level, that player chooses the move. It gets
    the current view without the earlier moves, because reading the log would take another query.
    """
    kit = find_kit(stored.game.info.key)
    player = kit and kit.players.get(Level.NORMAL)
    if player is None or not player.quick:
        return match.default(seat), ""
    question = ask(stored, match, seat, seq, Level.NORMAL)
    return question.answer(question.choose())


def read_seen(stored: Table, log: Iterable[MoveRow], seat: Seat) -> Seen:
    """Return the moves of a log as a seat saw them; raises TableClosed if the log is unreadable."""
    moves = [(row.seat, row.text) for row in log]
    if not stored.game.info.hidden:
        return tuple(moves)
    made = fold(stored.game, len(stored.seats), stored.options, stored.first, moves)
    try:
        return watch(stored.game, ((each.before, each.seat, each.move) for each in made), seat)
    except Exception:  # noqa: BLE001 - any error may quote a move
        raise TableClosed(UNREADABLE) from None
