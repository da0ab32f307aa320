"""What a table is: who sits where, which moves were made, and what follows from them.

A `Table` is one frozen value from the database to the board: `tables.storage.repository` reads and
writes it, the use cases in `tables.play` are pure functions from one to the next, and `Tables`
hands it out as it is. What other people must not know is not to be had of it: the secret leaves as
`revealed` alone, and a renderer gets views, never the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from propcache.api import cached_property

from engine.core import CHANCE, Match, Outcome
from engine.fairness import Contribution
from engine.tuples import replace_item
from tables.model.progress import SAME_PRESS, next_absent, waiting_on
from tables.model.time_control import IDLE_AFTER, TimeControl

if TYPE_CHECKING:
    from collections.abc import Collection

    from db.store import ContributionRow
    from engine.core import AnyGame, Options, Seat
    from tables.model.progress import PlayedMove, Progress
    from tables.model.secret import Secret

PEOPLE_WITH_GUEST: Final = 2
"""How many people may sit at a table where the bot is a guest."""

MOST_UNDONE: Final = 200
"""How many moves can be taken back at a table: else somebody could hold it up for ever."""

COMPUTER_IDS: Final = range(-99, 0)
"""The ids that computers have in the place of people; no account has one, nor who was forgotten."""


class Status(StrEnum):
    """The phases of a table's life.

    Attributes:
        over: whether nothing can happen at the table any more.
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
    """A person, or a computer, at a seat: the columns of its row, but for the table.

    Attributes:
        seat: its number.
        person_id: of who sits here; a computer has one of `COMPUTER_IDS`.
        name: of who sits here, as the bot saw it last.
        snowflake: of the interaction by which the person sat down.
        caretaker: whether the caretaker plays for this seat, with the game's default moves.
        departed: whether the person left in the middle of the game; then the caretaker plays.
        score: the final score; None before the end.
        place: the final place; None before the end.
        level: how well the computer plays that sits here, one of `Level`; empty for a person.
        agrees: whether the person agrees to hints at this table.
        hints: how many hints the person was shown.
        missed: how many turns in a row the caretaker has made because the time had run out.
        away_until: until when the person has said to be away, in Unix seconds; 0 without that.
        away_total: for how many seconds in all, that absence included.
        ends: whether the person agrees to end the game without a result.
        gone: why the bot took the person for absent, so that the caretaker plays, one of `Gone`;
            empty without that.
        overtime: how many seconds of the time bank earlier turns have used.
        standing_order: the text of the order that the person has given; empty without one. The
            others must not know it.
    """

    seat: Seat
    person_id: int
    name: str
    snowflake: int
    caretaker: bool = False
    departed: bool = False
    score: int | None = None
    place: int | None = None
    level: str = ""
    agrees: bool = False
    hints: int = 0
    missed: int = 0
    away_until: float = 0.0
    away_total: float = 0.0
    ends: bool = False
    gone: str = ""
    overtime: float = 0.0
    standing_order: str = field(default="", repr=False)

    @property
    def person(self) -> Person:
        """Who sits here."""
        return Person(self.person_id, self.name)


def number_board(steps: int, undone: int) -> int:
    """Return the number of a board that was drawn for so many steps.

    A move that was taken back counts, and so does taking it back: no number comes a second time.
    """
    return steps + 2 * undone


@dataclass(frozen=True)
class Table:
    """A table as it was at one moment: the columns of its row, and what belongs to it.

    Attributes:
        id: its number, shown to people as `#id`.
        revision: how often the table was changed.
        game: the rules.
        rules_version: of the rules by which the game was begun.
        settled: the options of the game as they were settled, by key; one that came later is
            missing.
        guild_id: the server; None in a direct message, and where the bot is a guest.
        channel_id: the channel of the game.
        message_id: the live message of the table; None before it is posted.
        called: the seats that were called, by the message `call_id` or by direct messages, and
            whether each was called once more, as half of its time is over.
        call_id: a message that calls players to act; None where there is none.
        waiting: since when the game waits for each seat, in Unix seconds, later by the time for
            which the person has said to be away.
        opener_id, opener_name: the person who may start and cancel.
        status: the phase.
        secret: from which the dice follow; see `revealed`.
        commitment: the SHA-256 of the secret, hex.
        first: the seat that begins by the rules of a rematch; None if the first seat is drawn.
        rematch_of: the table that this one follows.
        reason: why the table was closed or cancelled, as a sentence.
        opened_at, started_at, ended_at, changed_at: Unix seconds.
        start_hash: of what was settled before the first move, hex; None in the lobby.
        last_hash: of the whole log, hex; None until the table is over, and for such a game.
        odds: whether the board shows the odds.
        time_control: how much time a turn has.
        may_pause: whether the clock stands still for who has said to be away, at a slow table.
        threaded: whether the game is to be played in a thread of its own.
        thread_id: that thread, once it is open; its starter message in the channel has this id.
        unwritable_since: since when the bot may not write there, in Unix seconds; 0 where it may.
        guest: where the bot is no member: the server, 0 in messages between people; else None.
        undone: how many moves were taken back.
        undone_by: the seat that has taken one back since the latest move; None: nobody has.
        turn_taken: how many seconds of its clock the latest turn had taken that a click has ended;
            0 after anything else.
        resettled: what was settled anew in the lobby since somebody else joined, in the words of
            `tables.model.lobbies`.
        challenge: the name of a challenge, as `tables.model.challenge` says; None for others.
        forfeited: whether it counts though it came to no end, as somebody has lost it by that.
        language: in which its channel reads, as a code: "en", "pt-BR".
        seats: the players in the order of play.
        contributions: the rows of what is mixed into the dice, in order.
        progress: the game so far; None in the lobby, and where the log cannot be replayed.
        damaged: whether a row held what it cannot; see `tables.storage.repository`.
    """

    id: int
    revision: int
    game: AnyGame
    rules_version: int
    settled: Options
    guild_id: int | None
    channel_id: int
    message_id: int | None
    called: Mapping[Seat, bool]
    call_id: int | None
    waiting: Mapping[Seat, float]
    opener_id: int
    opener_name: str
    status: Status
    secret: Secret
    commitment: str
    first: Seat | None
    rematch_of: int | None
    reason: str | None
    opened_at: float
    started_at: float | None
    ended_at: float | None
    changed_at: float
    start_hash: str | None = None
    last_hash: str | None = None
    odds: bool = True
    time_control: TimeControl = TimeControl.NONE
    may_pause: bool = True
    threaded: bool = False
    thread_id: int | None = None
    unwritable_since: float = 0.0
    guest: int | None = None
    undone: int = 0
    undone_by: Seat | None = None
    turn_taken: float = 0.0
    resettled: tuple[str, ...] = ()
    challenge: str | None = None
    forfeited: bool = False
    language: str = "en"
    _: KW_ONLY
    seats: tuple[SeatedPlayer, ...]
    contributions: tuple[ContributionRow, ...] = field(default=(), repr=False)
    progress: Progress | None = field(default=None, repr=False)
    damaged: bool = field(default=False, compare=False)

    def changed(self, now: float, **columns: Any) -> Table:  # noqa: ANN401 - columns of all types
        """Return the table with other values in these columns of its row, changed now."""
        return replace(self, changed_at=now, **columns)

    def with_columns(self, **columns: Any) -> Table:  # noqa: ANN401 - columns of all types
        """Return the table with these columns, itself where they are the same; nobody acted."""
        same = all(getattr(self, name) == value for name, value in columns.items())
        return self if same else replace(self, **columns)

    def in_state(self, state: Any) -> Table:  # noqa: ANN401 - a game's state
        """Return the table as it looked in another state of its game."""
        if self.progress is None:
            return self
        progress = replace(self.progress, match=Match.at(self.game, state))
        return replace(self, progress=progress)

    # Where it is, and what was settled

    @property
    def server_id(self) -> int | None:
        """The server where the table is, also as a guest; None in messages of any kind."""
        return self.guild_id or self.guest or None

    @property
    def board_channel(self) -> int:
        """The id of the channel or thread in which its live message is."""
        return self.thread_id or self.channel_id

    @property
    def opener(self) -> Person:
        """The person who may start and cancel."""
        return Person(self.opener_id, self.opener_name)

    @cached_property
    def options(self) -> Options:
        """The options of the game, complete."""
        return {**self.game.options({}), **self.settled}

    @cached_property
    def pauses(self) -> bool:
        """Whether the clock stands still for who has said to be away."""
        return self.may_pause and self.time_control.slow

    @property
    def stopped(self) -> bool:
        """Whether time counts for nobody, as the bot may not write where the game is played."""
        return bool(self.unwritable_since)

    @property
    def notified(self) -> tuple[Seat, ...]:
        """The seats that were called."""
        return tuple(self.called)

    @property
    def reminded(self) -> tuple[Seat, ...]:
        """Those of them that were called once more."""
        return tuple(seat for seat, again in self.called.items() if again)

    @property
    def broken(self) -> bool:
        """Whether it is live and cannot go on: what is kept of it cannot be read."""
        lost = self.progress is None and self.status is Status.PLAYING
        return not self.status.over and (self.damaged or lost)

    # The dice

    @property
    def revealed(self) -> str | None:
        """The secret as hex; None until the table is over."""
        return self.secret.hidden if self.status.over else None

    @cached_property
    def mixed_in(self) -> tuple[tuple[int, Contribution], ...]:
        """What is mixed into the dice, in order, each with the id of its person."""
        return tuple(
            (row.person_id, Contribution(row.kind, row.snowflake, row.digest))
            for row in self.contributions
        )

    # Who sits there

    def seat_of(self, person_id: int | None) -> Seat | None:
        """Return the seat of a person; None for a spectator."""
        player = None if person_id is None else self.player_of(person_id)
        return None if player is None else player.seat

    def player_of(self, person_id: int) -> SeatedPlayer | None:
        """Return who sits there as this person; None for a spectator."""
        for player in self.seats:
            if player.person_id == person_id:
                return player
        return None

    def with_seat(self, player: SeatedPlayer) -> Table:
        """Return the table with this player at the seat that the player names."""
        return replace(self, seats=replace_item(self.seats, player.seat, player))

    @cached_property
    def people(self) -> tuple[SeatedPlayer, ...]:
        """The people who sit there, also those who are away."""
        return tuple(player for player in self.seats if not player.level)

    @cached_property
    def present(self) -> tuple[SeatedPlayer, ...]:
        """The people who play themselves."""
        return tuple(player for player in self.seats if not (player.level or player.caretaker))

    @cached_property
    def absent(self) -> frozenset[Seat]:
        """The seats that the caretaker or a computer plays."""
        return frozenset(each.seat for each in self.seats if each.caretaker or each.level)

    @cached_property
    def room(self) -> int:
        """How many more people can sit down."""
        seats = self.game.seat_range(self.options)[-1] - len(self.seats)
        return seats if self.guest is None else min(seats, PEOPLE_WITH_GUEST - len(self.people))

    @property
    def gives_hints(self) -> bool:
        """Whether players may ask for hints: one person plays, or all agree; no challenge does."""
        if self.challenge is not None:
            return False
        return len(self.people) == 1 or all(player.agrees for player in self.people)

    @property
    def goes_on_alone(self) -> bool:
        """Whether its game is played to the end, and one person can begin the next at once."""
        over = self.status is Status.FINISHED and self.challenge is None
        return over and len(self.people) == 1

    # The game

    @property
    def seq(self) -> int:
        """How many moves the log has; the next move gets this number."""
        return self.progress.seq if self.progress else 0

    @property
    def state(self) -> Any:  # noqa: ANN401 - a game's state
        """The state of the game; None in the lobby, and where the log cannot be replayed."""
        return self.progress.match.state if self.progress else None

    @cached_property
    def recent(self) -> tuple[PlayedMove, ...]:
        """The latest moves, as in `Progress`."""
        return self.progress.recent if self.progress else ()

    @property
    def steps_seen(self) -> tuple[int, ...]:
        """For each seat, of how many moves it knows, as in `Progress`; see `drawn_for`."""
        return self.progress.steps_seen if self.progress else ()

    @cached_property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats of players that may move now; empty unless the game is being played."""
        if self.progress is None or self.status is not Status.PLAYING:
            return ()
        acting = self.progress.match.to_act
        return () if acting == (CHANCE,) else acting

    @cached_property
    def waiting_on(self) -> tuple[Seat, ...]:
        """The seats of people without whom the game does not go on; others may act, too."""
        if self.progress is None or self.status is not Status.PLAYING:
            return ()
        return waiting_on(self.progress.match, self.absent)

    @cached_property
    def thinking(self) -> Seat | None:
        """The seat of the computer that moves next; None where none is to move now."""
        if self.progress is None or self.status is not Status.PLAYING or not self.absent:
            return None
        return next_absent(self.progress.match, self.absent)

    @cached_property
    def turns(self) -> tuple[int, ...]:
        """In which of its turns each seat is, also where it has still to move in it."""
        if self.progress is None:
            return ()
        turns, mover = self.progress.turns, self.progress.mover
        for seat in self.waiting_on:
            if seat != mover:
                turns = replace_item(turns, seat, turns[seat] + 1)
        return turns

    def moves(self, seat: Seat) -> tuple[Any, ...]:
        """Return the legal moves of a seat; none where it is not to act."""
        return self.progress.match.moves(seat) if self.progress and seat in self.to_act else ()

    @cached_property
    def outcome(self) -> Outcome | None:
        """The result of a finished game, also where its log cannot be replayed; else None."""
        if self.status is not Status.FINISHED:
            return None
        return Outcome(
            scores=tuple(player.score or 0 for player in self.seats),
            places=tuple(player.place or 0 for player in self.seats),
        )

    @cached_property
    def since_click(self) -> tuple[PlayedMove, ...]:
        """The moves since the latest click, that one included; before the first all of them."""
        latest = len(self.recent) - 1
        while latest > 0 and not self.recent[latest].is_click:
            latest -= 1
        return self.recent[max(latest, 0) :]

    @cached_property
    def undoable(self) -> tuple[PlayedMove, ...]:
        """The first move of each latest press that its owner may take back, the last one first."""
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

    # Its clocks

    @property
    def has_clock(self) -> bool:
        """Whether there is a clock: the game is on, and more than one person plays."""
        on = self.status is Status.PLAYING and len(self.present) > 1
        return self.time_control.budget is not None and on

    def time_taken(self, seat: Seat, now: float) -> float:
        """Return how many seconds of its clock a seat's turn has taken until now.

        Of a clock that stands still, as the bot may not write or the person has said to be away, it
        counts what had passed before.
        """
        since = self.waiting.get(seat)
        if since is None or self.time_control.budget is None or not self.has_clock:
            return 0.0
        return max(0.0, max(self.unwritable_since or now, self.seats[seat].away_until) - since)

    def beyond(self, taken: float) -> float:
        """Return how many seconds of a turn the time bank has to pay for."""
        return max(0.0, taken - (self.time_control.budget or taken))

    def due(self, seat: Seat) -> float | None:
        """Return when a seat's time bank begins to run, in Unix seconds; None without a clock."""
        since = self.waiting.get(seat)
        if (
            self.time_control.budget is None
            or since is None
            or self.unwritable_since
            or len(self.present) < 2
        ):
            return None
        return since + self.time_control.budget

    def time_bank(self, seat: Seat) -> float:
        """Return how many seconds of its time bank earlier turns have left to a seat."""
        return self.time_control.time_bank - self.seats[seat].overtime

    def deadline(self, seat: Seat) -> float | None:
        """Return when the caretaker moves for a seat, in Unix seconds; None where no clock runs."""
        due = self.due(seat)
        return None if due is None else due + self.time_bank(seat)

    def late(self, now: float) -> tuple[Seat, ...]:
        """Return the seats whose time and time bank have run out."""
        deadlines = ((seat, self.deadline(seat)) for seat in self.waiting)
        return tuple(seat for seat, time in deadlines if time is not None and time <= now)

    def is_half_over(self, seat: Seat, now: float) -> bool:
        """Return whether half of a turn's time is over, at a table that is slow by choice."""
        due, budget = self.due(seat), self.time_control.budget
        if due is None or budget is None or self.is_away(seat, now):
            return False
        return self.time_control.slow and now >= due - budget / 2

    def is_away(self, seat: Seat, now: float) -> bool:
        """Return whether the clock stands still for a seat, whose owner has said to be away."""
        return self.pauses and self.seats[seat].away_until > now

    def deciding(self, now: float) -> tuple[Seat, ...]:
        """Return the seats of those who can end the game together, before its end.

        Those are all who are there, at a slow table, while the caretaker plays for somebody else or
        the game waits for somebody who is away; else nobody.
        """
        if not self.time_control.slow or self.status is not Status.PLAYING:
            return ()
        there = tuple(each.seat for each in self.present if not self.is_away(each.seat, now))
        stuck = any(self.is_away(seat, now) for seat in self.waiting_on)
        return there if stuck or len(self.present) < len(self.people) else ()

    def may_hand_over(self, seat: Seat, now: float) -> bool:
        """Return whether another player may give this seat to the caretaker at this time."""
        since = self.waiting.get(seat)
        if since is None or now - since < IDLE_AFTER or self.unwritable_since:
            return False
        if self.time_control.budget is not None and not self.seats[seat].missed:
            return False  # its clock ends the turn, until its owner has missed one
        return len(self.present) > 1 and not self.is_away(seat, now)

    def holding_up(self, there: Collection[Seat] = ()) -> tuple[Seat, ...]:
        """Return the people whose absence holds the game up, once anybody has made a move.

        For them the caretaker plays, or the game waits; they are not among those who are `there`.
        """
        held = (s.seat for s in self.people if s.caretaker or s.seat in self.waiting_on)
        begun = self.progress is not None and self.progress.chose
        return tuple(seat for seat in held if seat not in there) if begun else ()
