"""What a table is: who sits where, which moves were made, and what follows from them.

All values are frozen snapshots. `Tables` returns them, and nobody can change a table through them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import islice, takewhile
from typing import Any, Final

from propcache.api import cached_property

from engine.core import CHANCE, Game, Outcome, Seat
from engine.proof.fairness import Contribution
from players.core import Level
from tables.model.pace import Pace, may_hand_over
from tables.model.progress import SAME_PRESS, PlayedMove

PEOPLE_WITH_GUEST: Final = 2
"""How many people may sit at a table where the bot is a guest."""

MOST_UNDONE: Final = 200
"""How many moves can be taken back at a table: else somebody could hold it up for ever."""

COMPUTER_IDS: Final = range(-99, 0)
"""The ids that computers have in the place of people; no account has one, nor who was forgotten."""


class Status(StrEnum):
    """The phases of a table's life; the last four are final."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    CANCELLED = "cancelled"
    ABANDONED = "abandoned"
    CLOSED = "closed"

    @property
    def over(self) -> bool:
        """Whether nothing can happen at the table any more."""
        return self not in (Status.LOBBY, Status.PLAYING)


class Gone(StrEnum):
    """Why somebody cannot play, as Discord says."""

    LEFT = "left"
    TIMED_OUT = "timed_out"
    HIDDEN = "hidden"


@dataclass(frozen=True, slots=True)
class Person:
    """A user of Discord.

    Attributes:
        id: the snowflake of the user.
        name: the name that the bot saw last.
    """

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Series:
    """The games of which a table is the latest rematch.

    Attributes:
        number: of this game within the series, from 2.
        wins: how many of the games before a person has won, by id; shared wins count for each.
        people: who sat at the game before, in the order of play.
    """

    number: int
    wins: Mapping[int, int]
    people: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """A person, or a computer, at a seat.

    Attributes:
        person: who sits here; a computer has one of `COMPUTER_IDS`.
        caretaker: whether the caretaker plays for this seat, with the game's default moves.
        departed: whether the person left in the middle of the game; then the caretaker plays.
        waiting_since: when this seat's turn began, in Unix seconds, later by the time for which the
            person has said to be away; None when it is not its turn.
        score: the final score; None before the end.
        place: the final place; None before the end.
        level: how well the computer plays that sits here; None: a person does.
        agrees: whether the person agrees to hints at this table.
        hints: how many hints the person was shown.
        missed: how many turns in a row the caretaker has made because the time had run out.
        away_until: until when the person has said to be away, in Unix seconds; 0 without that.
        ends: whether the person agrees to end the game without a result.
        gone: why the bot took the person for absent, so that the caretaker plays; else None.
        overtime: how many seconds of the bank earlier turns have used.
        standing_order: the text of the order that the person has given; empty without one. The
            others must not know it.
    """

    person: Person
    caretaker: bool = False
    departed: bool = False
    waiting_since: float | None = None
    score: int | None = None
    place: int | None = None
    level: Level | None = None
    agrees: bool = False
    hints: int = 0
    missed: int = 0
    away_until: float = 0.0
    ends: bool = False
    gone: Gone | None = None
    overtime: float = 0.0
    standing_order: str = field(default="", repr=False)


def number_board(steps: int, undone: int) -> int:
    """Return the number of a board that was drawn for so many steps.

    A move that was taken back counts, and so does taking it back: no number comes a second time.
    """
    return steps + 2 * undone


@dataclass(frozen=True)
class Table:
    """A table as it was at one moment.

    Attributes:
        id: its number, shown to people as `#id`.
        game: the rules.
        options: complete, by option key.
        guild_id: the server; None in a direct message, and where the bot is a guest.
        channel_id: the channel of the game.
        threaded: whether the game is to be played in a thread of its own.
        thread_id: that thread, once it is open; its starter message in the channel has this id.
        revision: how often the table was changed.
        message_id: the live message of the table; None before it is posted.
        call_id: a message that calls players to act; None where there is none.
        notified: the seats that were called, by it or by direct messages.
        reminded: those of them that were called once more, as half of their time is over.
        opener: the person who may start and cancel.
        seats: the players in the order of play.
        status: the phase.
        seq: how many moves the log has; the next move gets this number.
        steps_seen: for each seat, of how many of these moves it knows; see `drawn_for`.
        turns: in which of its turns each seat is; empty in the lobby.
        waiting_on: the seats of people without whom the game does not go on. Other seats may be
            in `to_act`, too.
        state: the state of the game; None in the lobby, and where the log cannot be replayed.
        recent: the latest moves, oldest first. It begins with the latest click or earlier, and has
            at least eight moves if the log has so many.
        commitment: the SHA-256 of the secret, hex.
        secret: hex; None until the table is over.
        first: the seat that begins by the rules of a rematch; None if the first seat is drawn.
        rematch_of: the table that this one follows.
        reason: why the table was closed or cancelled, as a sentence.
        opened_at, changed_at: Unix seconds.
        contributions: what is mixed into the dice, in order, each with the id of its person.
        start_hash: of what was settled before the first move, hex; None in the lobby.
        odds: whether the board shows the odds.
        pace: how much time a turn has.
        pauses: whether the clock stands still for who has said to be away.
        stopped: whether time counts for nobody, as the bot may not write where the game is played.
        thinking: the seat of the computer that moves next; None where none is to move now.
        last_hash: of the whole log, hex; None until the table is over, and for such a game.
        guest: where the bot is no member: the server, 0 in messages between people; else None.
        resettled: what was settled anew in the lobby since somebody else joined, in the words of
            `tables.model.lobbies`.
        undone: how many moves were taken back.
        undone_by: the seat that has taken one back since the latest move; None: nobody has.
        daily: of a daily its name, as `tables.model.daily` says; None for all other tables.
        forfeited: whether it counts though it came to no end, as somebody has lost it by that.
    """

    id: int
    game: Game[Any, Any, Any]
    options: Mapping[str, str]
    guild_id: int | None
    channel_id: int
    revision: int
    message_id: int | None
    call_id: int | None
    notified: tuple[Seat, ...]
    opener: Person
    seats: tuple[SeatedPlayer, ...]
    status: Status
    seq: int
    steps_seen: tuple[int, ...]
    waiting_on: tuple[Seat, ...]
    state: Any = field(repr=False)
    recent: tuple[PlayedMove, ...] = field(repr=False)
    commitment: str
    secret: str | None = field(repr=False)
    first: Seat | None
    rematch_of: int | None
    reason: str | None
    opened_at: float
    changed_at: float
    contributions: tuple[tuple[int, Contribution], ...] = ()
    start_hash: str | None = None
    last_hash: str | None = None
    odds: bool = True
    pace: Pace = Pace.NONE
    pauses: bool = False
    stopped: bool = False
    reminded: tuple[Seat, ...] = ()
    threaded: bool = False
    thread_id: int | None = None
    thinking: Seat | None = None
    guest: int | None = None
    resettled: tuple[str, ...] = ()
    turns: tuple[int, ...] = ()
    undone: int = 0
    undone_by: Seat | None = None
    daily: str | None = None
    forfeited: bool = False

    @property
    def server_id(self) -> int | None:
        """The server where the table is, also as a guest; None in messages of any kind."""
        return self.guild_id or self.guest or None

    @cached_property
    def room(self) -> int:
        """How many more people can sit down."""
        seats = self.game.seat_range(self.options)[-1] - len(self.seats)
        return seats if self.guest is None else min(seats, PEOPLE_WITH_GUEST - len(self.people))

    @property
    def board_channel(self) -> int:
        """The id of the channel or thread in which its live message is."""
        return self.thread_id or self.channel_id

    @cached_property
    def people(self) -> tuple[Seat, ...]:
        """The seats at which people sit, also those who are away."""
        return tuple(i for i, seat in enumerate(self.seats) if seat.level is None)

    @property
    def gives_hints(self) -> bool:
        """Whether players may ask for hints: one person plays, or all agree; never in a daily."""
        if self.daily is not None:
            return False
        return len(self.people) == 1 or all(self.seats[seat].agrees for seat in self.people)

    @cached_property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats of players that may move now; empty unless the game is being played."""
        if self.status is not Status.PLAYING:
            return ()
        return tuple(seat for seat in self.game.to_act(self.state) if seat != CHANCE)

    def due(self, seat: Seat) -> float | None:
        """Return when a seat's bank begins to run, in Unix seconds; None where no clock runs."""
        since = self.seats[seat].waiting_since
        if self.pace.budget is None or since is None or self.stopped or len(self.present) < 2:
            return None
        return since + self.pace.budget

    def bank(self, seat: Seat) -> float:
        """Return how many seconds of its bank earlier turns have left to a seat."""
        return self.pace.bank - self.seats[seat].overtime

    def deadline(self, seat: Seat) -> float | None:
        """Return when the caretaker moves for a seat, in Unix seconds; None where no clock runs."""
        due = self.due(seat)
        return None if due is None else due + self.bank(seat)

    def is_half_over(self, seat: Seat, now: float) -> bool:
        """Return whether half of a turn's time is over, at a table that is slow by choice."""
        due, budget = self.due(seat), self.pace.budget
        if due is None or budget is None or self.is_away(seat, now):
            return False
        return self.pace.slow and now >= due - budget / 2

    def is_away(self, seat: Seat, now: float) -> bool:
        """Return whether the clock stands still for a seat, whose owner has said to be away."""
        return self.pauses and self.seats[seat].away_until > now

    def deciding(self, now: float) -> tuple[Seat, ...]:
        """Return the seats of those who can end the game together, before its end.

        Those are all who are there, at a slow table, while the caretaker plays for somebody else or
        the game waits for somebody who is away; else nobody.
        """
        there = tuple(seat for seat in self.present if not self.is_away(seat, now))
        stuck = any(self.is_away(seat, now) for seat in self.waiting_on)
        absent = stuck or len(self.present) < len(self.people)
        return there if self.pace.slow and absent and self.status is Status.PLAYING else ()

    @cached_property
    def present(self) -> tuple[Seat, ...]:
        """The seats of the people who play themselves."""
        return tuple(seat for seat in self.people if not self.seats[seat].caretaker)

    def may_hand_over(self, seat: Seat, now: float) -> bool:
        """Return whether another player may give this seat to the caretaker at this time."""
        since = self.seats[seat].waiting_since
        if since is None or self.stopped or len(self.present) < 2 or self.is_away(seat, now):
            return False
        return may_hand_over(self.pace, self.seats[seat].missed, now - since)

    @cached_property
    def since_click(self) -> tuple[PlayedMove, ...]:
        """The moves since the latest click, that one included; before the first all of them."""
        clicks = [i for i, move in enumerate(self.recent) if move.is_click]
        return self.recent[clicks[-1] if clicks else 0 :]

    @cached_property
    def undoable(self) -> tuple[PlayedMove, ...]:
        """The first move of each latest press that its owner may take back, the last one first."""
        if self.status is not Status.PLAYING:
            return ()
        by = self.recent[-1].seat if self.recent else CHANCE
        left = MOST_UNDONE - self.undone
        found = takewhile(lambda move: self._may_undo(move, by), reversed(self.recent))
        return tuple(islice((move for move in found if move.is_click), left))

    def _may_undo(self, move: PlayedMove, seat: Seat) -> bool:
        """Return whether a seat's owner has made a move that shows nothing new."""
        own = move.seat == seat and (move.is_click or move.player == SAME_PRESS)
        return own and self.game.tells_nothing(move.move)

    def drawn_for(self, viewer: Seat | None) -> int:
        """Return the number that the buttons of a board carry.

        Usually it follows from `seq` by `number_board`. In a game with hidden moves `seq` would
        tell a player how often the others have moved. There the buttons of a seat carry the number
        of moves that the seat knows of. A public board of such a game offers no moves, and its
        buttons carry 0.

        Args:
            viewer: the seat that sees the board; None for the public board.
        """
        if not self.game.info.hidden:
            return number_board(self.seq, self.undone)
        return 0 if viewer is None else number_board(self.steps_seen[viewer], self.undone)

    @cached_property
    def outcome(self) -> Outcome | None:
        """The result of a finished game, also where its log cannot be replayed; else None."""
        if self.status is not Status.FINISHED:
            return None
        return Outcome(
            scores=tuple(seat.score or 0 for seat in self.seats),
            places=tuple(seat.place or 0 for seat in self.seats),
        )

    def seat_of(self, person_id: int) -> Seat | None:
        """Return the seat of a person; None for a spectator."""
        numbers = (i for i, seat in enumerate(self.seats) if seat.person.id == person_id)
        return next(numbers, None)


@dataclass(frozen=True, slots=True)
class Watcher:
    """A person who is to be sent the result card of a finished table."""

    table_id: int
    person_id: int
