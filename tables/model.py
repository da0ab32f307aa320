"""What a table is: who sits where, what has been played, and what follows from it.

All values are frozen snapshots: the service hands them out, and nobody can change a table by them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from engine.core import CHANCE, Game, Outcome
from engine.core import Seat as SeatNo


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


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on Discord: the user's snowflake and the name last seen."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Seat:
    """A person's seat.

    Attributes:
        person: who sits here.
        snowflake: of the interaction by which the person sat down; mixed into the dice.
        caretaker: whether the game's default moves are played for this seat.
        departed: whether the person left in the middle of the game; the caretaker sits here then.
        waiting_since: when (Unix seconds) it last became this seat's turn; None when it is not.
        score: the final score; None before the end.
        place: the final place; None before the end.
    """

    person: Person
    snowflake: int
    caretaker: bool = False
    departed: bool = False
    waiting_since: float | None = None
    score: int | None = None
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a table's log: the seat (CHANCE for nature) and the move's text."""

    seq: int
    seat: SeatNo
    text: str
    at: float


@dataclass(frozen=True, slots=True)
class Transition:
    """A step with the states around it, from which a board can tell what happened."""

    before: Any
    step: Step
    after: Any
    by_caretaker: bool


@dataclass(frozen=True, slots=True)
class Table:
    """A table as it was at one moment.

    Attributes:
        id: its number, shown to people as `#id`.
        game: the rules.
        options: complete, by option key.
        guild_id: the server; None in a direct message.
        channel_id: where it is played.
        message_id: the live board or lobby message; None before it is posted.
        notified: the seats that the live message called to act.
        opener: who may start and cancel.
        seats: in the order of play.
        status: the phase.
        seq: how many steps the log has; the number of the next one.
        steps_seen: for each seat how many of them it was told of; see `drawn_for`.
        waiting_on: the people's seats without whom the game does not go on; others may be `to_act`.
        state: of the game; None in the lobby and where a log no longer folds.
        recent: the latest transitions, oldest first: all since the last move of a person, that one
            included, and at least the last eight where there are so many.
        commitment: the SHA-256 of the secret, hex.
        secret: hex; None until the table is over.
        first: who begins by the rules of a rematch; None: drawn.
        rematch_of: the table that this one follows.
        reason: for a closed table, why, as a sentence.
        opened_at, changed_at: Unix seconds.
    """

    id: int
    game: Game[Any, Any, Any]
    options: Mapping[str, str]
    guild_id: int | None
    channel_id: int
    message_id: int | None
    notified: tuple[SeatNo, ...]
    opener: Person
    seats: tuple[Seat, ...]
    status: Status
    seq: int
    steps_seen: tuple[int, ...]
    waiting_on: tuple[SeatNo, ...]
    state: Any = field(repr=False)
    recent: tuple[Transition, ...] = field(repr=False)
    commitment: str
    secret: str | None = field(repr=False)
    first: SeatNo | None
    rematch_of: int | None
    reason: str | None
    opened_at: float
    changed_at: float

    @property
    def to_act(self) -> tuple[SeatNo, ...]:
        """The players' seats that may move now; empty unless the game is on."""
        if self.status is not Status.PLAYING:
            return ()
        return tuple(seat for seat in self.game.to_act(self.state) if seat != CHANCE)

    def drawn_for(self, viewer: SeatNo | None) -> int:
        """What the buttons carry as their seq that are drawn for a seat, or for everybody (None).

        In a game that hides something `seq` would count what others do in secret. A seat's buttons
        carry what it knows of instead; a public board offers no moves there, and carries nothing.
        """
        if not self.game.info.hidden:
            return self.seq
        return 0 if viewer is None else self.steps_seen[viewer]

    @property
    def outcome(self) -> Outcome | None:
        """The result of a finished game, also where its log no longer folds."""
        if self.status is not Status.FINISHED:
            return None
        return Outcome(
            scores=tuple(seat.score or 0 for seat in self.seats),
            places=tuple(seat.place or 0 for seat in self.seats),
        )

    def seat_of(self, person_id: int) -> SeatNo | None:
        """The number of a person's seat; None for a spectator."""
        numbers = (i for i, seat in enumerate(self.seats) if seat.person.id == person_id)
        return next(numbers, None)
