"""What commands and clicks work with: the use cases, the pictures, the publisher, the renderers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from cogs.display.controls.components import Texts
from cogs.display.pages.offers import Offers
from cogs.display.words.table_text import table_link
from cogs.interactions.content import LeftOut
from cogs.interactions.errors import SwitchedOff
from cogs.interactions.language import Languages
from cogs.interactions.permissions import Permissions
from cogs.interactions.responder import Notices, Responder
from cogs.publishing.publisher import Publisher

if TYPE_CHECKING:
    import discord

    from cogs.display.pages.renderer import Renderer
    from cogs.display.words.emojis import Emojis
    from cogs.interactions.parts import Component
    from records.model.boards import Board, Line, Period
    from records.service import Records
    from tables.model.table import Table
    from tables.service import Tables


Show = Callable[[Responder, Texts, Texts], Awaitable[None]]
"""Shows a private page, or does what it offers: the responder, the control's args, its values."""


class Action(Protocol):
    """Does what a button at a table is for; `number`: that of the button, if it has one."""

    async def __call__(self, responder: Responder, table_id: int, *, number: int | None) -> None:
        """Do it."""
        ...


class Pages(NamedTuple):
    """A set of private pages.

    Attributes:
        name: in the custom ids of their controls.
        show: shows one of them.
    """

    name: str
    show: Show


class ChallengePages(Protocol):
    """Shows challenges, which have no board; the cog of their feature does."""

    link: str
    """The command that shows them, as a text links to it."""

    async def begin(
        self, responder: Responder, number: int, seq: int, text: str, focus: str
    ) -> None:
        """Make the first choice of a challenge, which begins it."""
        ...

    async def look(self, responder: Responder, number: int, focus: str = "") -> None:
        """Show the board of a challenge that has not begun."""
        ...

    async def play(self, responder: Responder, table: Table, focus: str = "") -> None:
        """Show a challenge that has begun, as it is now."""
        ...

    async def show_more(self, responder: Responder) -> None:
        """Show what there is besides playing."""
        ...

    async def find_accuracy(self, table_id: int) -> float | None:
        """Return the accuracy by which a finished challenge is ranked; raises as a review does."""
        ...


class StatRow(NamedTuple):
    """A row that a feature adds to the card of a person, for that person alone.

    Attributes:
        sign: before the label, where it stands in a text.
        label: what it is about.
        words: what is told.
    """

    sign: str
    label: str
    words: str


class Winner(NamedTuple):
    """One of the first of a season.

    Attributes:
        title: of the board.
        place: on it.
        name: of the person.
    """

    title: str
    place: int
    name: str


class Ranking(NamedTuple):
    """An order that a feature adds to the leaderboards of games, with a board of its own.

    Attributes:
        key: names it in ids and in the command.
        title: what it is ordered by, in words.
        has: whether the board of a game has it.
        explain: says how one gets on the board of a game.
        read: returns a page: of a server and a game, since when, which page, for whom.
    """

    key: str
    title: str
    has: Callable[[str], bool]
    explain: Callable[[str], str]
    read: Callable[[int | None, str, Period, int, int], Awaitable[Board[Line]]]


class Chore(NamedTuple):
    """Work that is done by the clock: see `cogs.app.maintenance`.

    Attributes:
        name: as the log has it.
        work: succeeds or raises.
        every: seconds between two beginnings; 0 for each round.
        once: whether only the housekeeper does it; else each worker does, for its shards.
        away: whether it is done while Discord is away, too; tables do not age then.
        long: whether the others go on meanwhile.
        ends: whether it ends what has begun: it is done where its feature is off, too.
    """

    name: str
    work: Callable[[], Awaitable[object]]
    every: float = 0.0
    once: bool = False
    away: bool = False
    long: bool = False
    ends: bool = False


class Services:
    """Everything that the Discord face shares; made once, at the composition root.

    Args:
        client: asks Discord.
        tables: the use cases of live tables.
        records: what servers remember of finished tables.
        emojis: the pictures that fit into text.
        shared: whether there are other workers.
        duck_pause: seconds that a computer takes for a decision.
        games_off: the keys of the games of which no table is opened.

    Attributes:
        tables: the use cases of live tables.
        records: what servers remember of finished tables.
        emojis: the pictures that fit into text.
        languages: those in which people read.
        renderers: by game key; each game's cog enters its own.
        pages: the sets of private pages; the cogs enter theirs.
        actions: what buttons at tables do that lead to something private; features enter theirs.
        left_out: the controls that no message shows, since they are switched off.
        greetings: what features add to the first message on a server: a sentence and a button.
        offers: what features add to pages that are not theirs; they enter it.
        stat_rows: what features add to a person's card: by the person's id.
        winners: the first of a server's seasons on boards of features: by server and month.
        rankings: the orders that features add to leaderboards.
        stat_parts: what features add to the statistics of a game: of which server, person and game.
        chores: what is done by the clock; the cogs enter theirs.
        permissions: who may do what.
        publisher: keeps the live message of every table true.
        notices: the refusals that people read.
    """

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        records: Records,
        emojis: Emojis,
        *,
        shared: Callable[[], bool] = lambda: False,
        duck_pause: float = 0.0,
        games_off: Collection[str] = (),
    ) -> None:
        self.tables = tables
        self.records = records
        self.emojis = emojis
        self.languages = Languages()
        self.renderers: dict[str, Renderer] = {}
        self.chores: list[Chore] = []
        self.actions: dict[str, Action] = {}
        self.left_out = LeftOut(games_off)
        self.offers = Offers()
        self.greetings: list[tuple[str, Component]] = []
        self.stat_rows: list[Callable[[int], Awaitable[StatRow | None]]] = []
        self.winners: list[Callable[[int, str], Awaitable[Sequence[Winner]]]] = []
        self.rankings: list[Ranking] = []
        self.stat_parts: list[Callable[[int | None, int, str], Awaitable[str]]] = []
        self.permissions = Permissions(tables, records.settings)
        self.notices = Notices()
        self.publisher = Publisher(
            client,
            tables,
            records,
            self.renderers,
            emojis,
            self.languages,
            notices=self.notices,
            left_out=self.left_out,
            offers=self.offers,
            shared=shared,
            pause=duck_pause,
        )
        self.pages: list[Pages] = []
        self._challenges: ChallengePages | None = None

    @property
    def challenges(self) -> ChallengePages:
        """What shows challenges; their feature enters it. Raises SwitchedOff without it."""
        if self._challenges is None:
            raise SwitchedOff
        return self._challenges

    @challenges.setter
    def challenges(self, pages: ChallengePages) -> None:
        self._challenges = pages

    @property
    def offered(self) -> dict[str, Renderer]:
        """The renderers of the games of which tables can be opened, by key."""
        off = self.left_out.games
        return {key: each for key, each in self.renderers.items() if key not in off}

    def require_offered(self, key: str) -> None:
        """Raise SwitchedOff for the key of a game of which no table is opened."""
        if key in self.left_out.games:
            raise SwitchedOff

    def link(self, table: Table) -> str:
        """Return what leads to a table: a link, or the command that shows its page."""
        if table.challenge is not None and self._challenges is not None:
            return self._challenges.link
        return table_link(table)

    def add_renderer(self, renderer: Renderer) -> None:
        """Take in how a game looks, with its pictures."""
        self.renderers[renderer.game.info.key] = renderer
        self.emojis.add(renderer.drawings)
