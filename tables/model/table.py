"""A table: its seats, its moves, and the facts that follow from them.

A `Table` is a frozen value, and all code from the database to the board uses this type.
`tables.storage.repository` reads and writes tables. The use cases in `tables.play` are pure
functions from one `Table` to the next. To show the secret, code reads `revealed`. A renderer gets
views instead of the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from propcache.api import cached_property

from db.store import Person, SeatedPlayer, TableRow
from engine.core import CHANCE, Outcome, replace_item
from engine.fairness import Contribution
from tables.model.progress import SAME_PRESS, next_absent, paced_seat, waiting_on
from tables.model.time_control import IDLE_AFTER, LONG_TURN, TimeControl

if TYPE_CHECKING:
    from collections.abc import Sequence

    from db.store import ContributionRow
    from engine.core import AnyGame, Options, Seat
    from tables.model.progress import PlayedMove, Progress


PEOPLE_WITH_GUEST: Final = 2
"""Largest number of people at a table where the bot is a guest."""

MOST_UNDONE: Final = 200
"""Limit on presses taken back at a table, so that nobody can hold the game up forever."""

MOST_IN_A_PRESS: Final = 100
"""Limit on moves of a press: Discord's custom ids and values have at most 100 characters."""

COMPUTER_IDS: Final = range(-99, 0)
"""Ids of computers; accounts and forgotten people have other ids."""


class Status(StrEnum):
    """The phases of a table's life.

    Attributes:
        over: whether the phase is final.
    """

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    CANCELLED = "cancelled"
    ABANDONED = "abandoned"
    CLOSED = "closed"

    def __init__(self, word: str) -> None:
        self.over = word not in {"lobby", "playing"}


class Gone(StrEnum):
    """Discord's reasons why a person cannot play."""

    LEFT = "left"
    TIMED_OUT = "timed_out"
    HIDDEN = "hidden"


@dataclass(frozen=True, slots=True)
class Series:
    """A first game and its rematches, up to the game of one table.

    Attributes:
        number: the number of the table's game in the series, from 2.
        wins: the number of earlier games won, by person id; a shared win counts for each winner.
        people: the players of the previous game, in the order of play.
        began: when the first game began, in Unix seconds.
        game: the key of the previous game.
        together: the numbers of the latest earlier games in a row, the latest first, that were
            played by the people of this table.
    """

    number: int
    wins: Mapping[int, int]
    people: tuple[Person, ...]
    began: float = 0.0
    game: str = ""
    together: tuple[int, ...] = ()


def find_winners(ends: Sequence[tuple[int, int | None, int]]) -> list[int]:
    """Return the ids of those who won a finished game: the best who stayed, if above anybody.

    `ends`: each player's id, place and `SeatedPlayer.caretaker`.
    """
    stayed = [(place, person) for person, place, left in ends if place and not left]
    first = [person for place, person in stayed if place == min(stayed)[0]]
    return first if len(first) < len(ends) else []


def number_board(steps: int, undone: int) -> int:
    """Return the number of a board that shows `steps` steps.

    Each undone press raises the number by more than the moves that it removed. Therefore no number
    stands for two different states.
    """
    return steps + MOST_IN_A_PRESS * undone


@dataclass(frozen=True)
class Table(TableRow):
    """A table at one moment: its row, with its game in place of the game's key, and more.

    Attributes:
        seats: the players in the order of play.
        contributions: rows of all contributions to the dice, in order.
        progress: the game so far; None in the lobby, and if the log cannot be replayed.
        damaged: whether a row held an impossible value; see `tables.storage.repository`.
    """

    game: AnyGame
    status: Status = Status.LOBBY
    time_control: TimeControl = TimeControl.NONE
    _: KW_ONLY
    seats: tuple[SeatedPlayer, ...]
    contributions: tuple[ContributionRow, ...] = field(default=(), repr=False)
    progress: Progress | None = field(default=None, repr=False)
    damaged: bool = field(default=False, compare=False)

    def changed(self, now: float, **columns: Any) -> Table:  # noqa: ANN401 - columns of all types
        """Return the table with these columns and `now` as the time of its latest change."""
        return replace(self, changed_at=now, **columns)

    def with_columns(self, **columns: Any) -> Table:  # noqa: ANN401 - columns of all types
        """Return the table with these columns, or `self` if none differs; `changed_at` stays."""
        same = all(getattr(self, name) == value for name, value in columns.items())
        return self if same else replace(self, **columns)

    # Its place and its settings

    @property
    def board_channel(self) -> int:
        """The id of the channel or thread with the live message."""
        return self.thread_id or self.channel_id

    @property
    def opener(self) -> Person:
        """The person who may start or cancel the game."""
        return Person(self.opener_id, self.opener_name)

    @cached_property
    def options(self) -> Options:
        """All options of the game; those that nobody chose have their defaults."""
        return {**self.game.options({}), **self.settled}

    @property
    def stopped(self) -> bool:
        """Whether all clocks are stopped, because the bot may not write in the channel."""
        return bool(self.unwritable_since)

    @property
    def notified(self) -> tuple[Seat, ...]:
        return tuple(self.called)

    @property
    def reminded(self) -> tuple[Seat, ...]:
        """The seats that were called a second time."""
        return tuple(seat for seat, again in self.called.items() if again)

    @property
    def broken(self) -> bool:
        """Whether the table is live but cannot go on, because its rows or log are unreadable."""
        lost = self.progress is None and self.status is Status.PLAYING
        return not self.status.over and (self.damaged or lost)

    # The dice

    @property
    def revealed(self) -> str | None:
        """The secret as hex; None until the table is over."""
        return self.secret.hidden if self.status.over else None

    @cached_property
    def mixed_in(self) -> tuple[tuple[int, Contribution], ...]:
        """The contributions to the dice in order, as pairs of a person's id and a contribution."""
        return tuple(
            (row.person_id, Contribution(row.kind, row.snowflake)) for row in self.contributions
        )

    # Its players

    def seat_of(self, person_id: int | None) -> Seat | None:
        """Return the seat of a person; None for a spectator."""
        player = None if person_id is None else self.player_of(person_id)
        return None if player is None else player.seat

    def player_of(self, person_id: int) -> SeatedPlayer | None:
        """Return the player with this id; None for a spectator."""
        for player in self.seats:
            if player.person_id == person_id:
                return player
        return None

    def with_seat(self, player: SeatedPlayer) -> Table:
        """Return the table with the player of one seat replaced."""
        return replace(self, seats=replace_item(self.seats, player.seat, player))

    @cached_property
    def people(self) -> tuple[SeatedPlayer, ...]:
        """The people at the table, present or absent."""
        return tuple(player for player in self.seats if not player.level)

    @cached_property
    def present(self) -> tuple[SeatedPlayer, ...]:
        """The people who make their own moves, without the caretaker."""
        return tuple(player for player in self.seats if not (player.level or player.caretaker))

    @cached_property
    def absent(self) -> frozenset[Seat]:
        """The seats that computers or the caretaker play."""
        return frozenset(each.seat for each in self.seats if each.caretaker or each.level)

    @cached_property
    def open_hand(self) -> Seat | None:
        """The seat of the only person who ever sat down, who has nobody to hide a hand from.

        None if nothing is hidden in the game. Contributions are never removed, so people who have
        left or were forgotten count, even if they sat only in the lobby.
        """
        if not self.game.info.hidden or len(self.people) != 1:
            return None
        (own,) = self.people
        ever = {row.person_id for row in self.contributions}
        return own.seat if ever == {own.person_id} else None

    @property
    def hides_hands(self) -> bool:
        """Whether players have hands that others may not see."""
        return self.game.info.hidden and self.open_hand is None

    @property
    def next_to_leave(self) -> int:
        """The `SeatedPlayer.caretaker` of the next person to leave."""
        return 1 + max(seat.caretaker for seat in self.seats)

    @cached_property
    def room(self) -> int:
        """The number of seats that people can still take; computers make room for people."""
        most = self.game.seat_range(self.options)[-1]
        return (most if self.guest is None else min(most, PEOPLE_WITH_GUEST)) - len(self.people)

    @property
    def goes_on_alone(self) -> bool:
        """Whether the game is finished and its only person can begin the next game immediately."""
        over = self.status is Status.FINISHED and self.private is None
        return over and len(self.people) == 1

    # The game

    @property
    def seq(self) -> int:
        """The number of moves in the log; the next move gets this number."""
        return self.progress.seq if self.progress else 0

    @property
    def state(self) -> Any:  # noqa: ANN401 - a game's state
        """The state of the game; None in the lobby, or if the log cannot be replayed."""
        return self.progress.match.state if self.progress else None

    @cached_property
    def recent(self) -> tuple[PlayedMove, ...]:
        """The latest moves, as in `Progress`."""
        return self.progress.recent if self.progress else ()

    @property
    def steps_seen(self) -> tuple[int, ...]:
        """For each seat, the number of moves that it saw, as in `Progress`; see `drawn_for`."""
        return self.progress.steps_seen if self.progress else ()

    @cached_property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that may move now; empty unless the game is on."""
        if self.progress is None or self.status is not Status.PLAYING:
            return ()
        acting = self.progress.match.to_act
        return () if acting == (CHANCE,) else acting

    @cached_property
    def waiting_on(self) -> tuple[Seat, ...]:
        """The seats of people that the game waits for; other seats may be able to act, too."""
        if self.progress is None or self.status is not Status.PLAYING:
            return ()
        return waiting_on(self.progress.match, self.absent)

    @cached_property
    def thinking(self) -> Seat | None:
        """The seat whose move the bot has to make now: a computer's, or a paced one; else None."""
        if self.progress is None or self.status is not Status.PLAYING:
            return None
        match = self.progress.match
        seat = next_absent(match, self.absent) if self.absent else None
        paced = seat is None and self.game.info.paced
        return paced_seat(match, self.absent) if paced else seat

    def moves(self, seat: Seat) -> tuple[Any, ...]:
        """Return the legal moves of a seat; none if the seat may not act."""
        return self.progress.match.moves(seat) if self.progress and seat in self.to_act else ()

    @cached_property
    def outcome(self) -> Outcome | None:
        """The stored result of a finished game, valid even if the log is unreadable; else None."""
        if self.status is not Status.FINISHED:
            return None
        return Outcome(
            scores=tuple(player.score or 0 for player in self.seats),
            places=tuple(player.place or 0 for player in self.seats),
        )

    @cached_property
    def since_click(self) -> tuple[PlayedMove, ...]:
        """The move of the latest click and all later moves; all moves if nobody has clicked."""
        latest = len(self.recent) - 1
        while latest > 0 and not self.recent[latest].is_click:
            latest -= 1
        return self.recent[max(latest, 0) :]

    @cached_property
    def undoable(self) -> tuple[PlayedMove, ...]:
        """The first move of each press that its player may take back, latest press first."""
        if self.status is not Status.PLAYING:
            return ()
        by = self.recent[-1].seat if self.recent else CHANCE
        found: list[PlayedMove] = []
        for move in reversed(self.recent):
            clicked = move.is_click
            own = move.seat == by and (clicked or move.player == SAME_PRESS)
            if not own or not self.game.tells_nothing(move.move):
                break
            if clicked:
                found.append(move)
        return tuple(found[: MOST_UNDONE - self.undone])

    def drawn_for(self, viewer: Seat | None) -> int:
        """Return the number on the buttons of a board.

        Usually this is `number_board` of `seq`. In a game with hidden moves, `seq` would reveal how
        often the other players moved, so a seat's buttons count only the moves that the seat saw.
        A public board of such a game offers no moves, and its buttons carry 0.

        Args:
            viewer: the seat that sees the board; None for the public board.
        """
        if not self.game.info.hidden:
            return number_board(self.seq, self.undone)
        return 0 if viewer is None else number_board(self.steps_seen[viewer], self.undone)

    # Its clocks

    @property
    def has_clock(self) -> bool:
        """Whether a clock runs: the table has a time control, and several people are playing."""
        on = self.status is Status.PLAYING and len(self.present) > 1
        return self.time_control.budget is not None and on

    def time_taken(self, seat: Seat, now: float) -> float:
        """Return the seconds on the clock that a seat's turn has used so far.

        A clock stands still while the bot may not write, and during a stated absence.
        """
        since = self.waiting.get(seat)
        if since is None or self.time_control.budget is None or not self.has_clock:
            return 0.0
        return max(0.0, max(self.unwritable_since or now, self.seats[seat].absent_until) - since)

    def deadline(self, seat: Seat) -> float | None:
        """Return when the caretaker moves for a seat, in Unix seconds; None if no clock runs."""
        since, budget = self.waiting.get(seat), self.time_control.budget
        stopped = self.unwritable_since or len(self.present) < 2
        if budget is None or since is None or stopped:
            return None
        is_long = self.progress is not None and self.game.is_long_turn(self.state)
        return since + budget * (LONG_TURN if is_long else 1)

    def late(self, now: float) -> tuple[Seat, ...]:
        """Return the seats whose time has run out."""
        deadlines = ((seat, self.deadline(seat)) for seat in self.waiting)
        return tuple(seat for seat, time in deadlines if time is not None and time <= now)

    def is_half_over(self, seat: Seat, now: float) -> bool:
        """Return whether half of the usual time is over; False unless the time control is slow."""
        if self.deadline(seat) is None or self.is_paused(seat, now):
            return False
        half = (self.time_control.budget or 0) / 2
        return self.time_control.slow and now >= self.waiting[seat] + half

    def is_paused(self, seat: Seat, now: float) -> bool:
        """Return whether a seat's clock is stopped by a stated absence."""
        return self.time_control.slow and self.seats[seat].absent_until > now

    @cached_property
    def deciding(self) -> tuple[SeatedPlayer, ...]:
        """The people who can end the game together: all who still play, if two or more."""
        return self.present if self.status is Status.PLAYING and len(self.present) > 1 else ()

    @cached_property
    def agreeing(self) -> int:
        """The number of `deciding` people who agree to end the game together."""
        return len([each for each in self.deciding if each.ends])

    def may_hand_over(self, seat: Seat, now: float) -> bool:
        """Return whether another player may give this seat to the caretaker now."""
        since = self.waiting.get(seat)
        if since is None or now - since < IDLE_AFTER or self.unwritable_since:
            return False
        if self.time_control.budget is not None and not self.seats[seat].missed:
            return False  # with a clock, the owner must first have missed a turn
        return len(self.present) > 1 and not self.is_paused(seat, now)

    def holding_up(self) -> tuple[Seat, ...]:
        """Return the people's seats that hold the game up; none before anybody has chosen a move.

        A seat holds the game up if the caretaker plays for it, or if the game waits for it.
        """
        held = (s.seat for s in self.people if s.caretaker or s.seat in self.waiting_on)
        begun = self.progress is not None and self.progress.chose
        return tuple(held) if begun else ()
