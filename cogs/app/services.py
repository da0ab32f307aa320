"""The services that commands and clicks use: tables, records, pictures, publisher, renderers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from cogs.display.components import ClickHandler, Texts
from cogs.display.pages.more import Offers
from cogs.display.routing import Presses
from cogs.display.table_text import table_link
from cogs.interactions.content import LeftOut, MessageContent
from cogs.interactions.drawing import Studio
from cogs.interactions.failures import SwitchedOff
from cogs.interactions.interaction import Permissions
from cogs.interactions.known import Messages
from cogs.interactions.language import Language, Languages, find_language
from cogs.interactions.responder import Responder
from cogs.publishing.publisher import Publisher
from cogs.publishing.tools import Tools
from engine.core import N_
from players.core import Level
from players.games import find_kit

if TYPE_CHECKING:
    import discord

    from cogs.display.emojis import Emojis
    from cogs.display.pages.renderer import Renderer
    from cogs.interactions.interaction import Interaction
    from cogs.interactions.parts import Component
    from cogs.interactions.wire import Wire
    from engine.core import AnyGame
    from records.service import Records
    from records.values import ResultRow
    from tables.model.table import Person, Table
    from tables.model.time_control import TimeControl
    from tables.service import Tables
    from tables.storage.act import Act

    MakeAct = Callable[[Person], Act]
    """Makes an act at a table, by the person who clicked."""


Show = Callable[[Responder, Texts, Texts], Awaitable[None]]
"""Shows a private page, or carries out a control on it.

Takes the responder, and the args and values of the control.
"""


class Action(Protocol):
    """The handler of a button at a table; `number` is the number in the button's id, if any."""

    async def __call__(
        self, responder: Responder, table_id: int, *, number: int | None
    ) -> None: ...


class Pages(NamedTuple):
    """A set of private pages.

    Attributes:
        name: its name in the custom ids.
        show: shows one of the pages.
    """

    name: str
    show: Show


class PrivateTables(ClickHandler, Protocol):
    """Shows the tables that are private to one person, on private pages of their own.

    It also carries out the clicks on these pages. A feature's cog implements it.
    """

    link: str
    """The command that shows the person's table, formatted for a text."""

    async def show_more(self, responder: Responder) -> None:
        """Show the private page with everything that is not play."""
        ...

    async def find_unstored(self, responder: Responder, table_id: int) -> Table | None:
        """Return the person's table that is not stored yet; None for any other number."""
        ...

    async def find_accuracy(self, table_id: int) -> float | None:
        """Return the accuracy that ranks a finished table; raises the errors of a review."""
        ...


class StatRow(NamedTuple):
    """A row that a feature adds to a person's card; nobody else sees it.

    Attributes:
        sign: an emoji before the label.
        label: its label, in the person's language.
        words: its content, in the same language.
    """

    sign: str
    label: str
    words: str


class Setting(NamedTuple):
    """A line that a feature adds to `/settings`, with the page behind its button.

    Attributes:
        key: its name in ids. Its control is a select of `SETTINGS` with the args `set` and `key`.
        title: its title, marked by `N_` like `words` and `label`.
        words: a sentence about it on its page.
        tell: returns the current choice of a server in words, and the control that changes it.
        choose: stores the control's values for a server; may return a page to show.
        label: the label of the button on the line.
    """

    key: str
    title: str
    words: str
    tell: Callable[[Language, int], Awaitable[tuple[str, Component]]]
    choose: Callable[[Responder, int, Texts], Awaitable[MessageContent | None]]
    label: str = N_("Change")


class Winner(NamedTuple):
    """A winner of a season.

    Attributes:
        title: the title of the leaderboard, in the language of the announcement.
        place: the place on the leaderboard.
        name: the person's name.
    """

    title: str
    place: int
    name: str


class OwnTables(NamedTuple):
    """Finished tables that a feature adds to a person's history; only that person sees them.

    Attributes:
        key: used in place of a game's key, for the list of only these tables.
        title: the title of this list, marked by `N_`.
        name: the name of such a table, instead of its game's title; marked by `N_`.
        read: returns a person's tables, the latest first.
    """

    key: str
    title: str
    name: str
    read: Callable[[int], Awaitable[Sequence[ResultRow]]]


class Chore(NamedTuple):
    """Scheduled work for `cogs.app.maintenance`.

    Attributes:
        name: its name in the log.
        work: does the work, and raises an error if it fails.
        every: seconds between two starts; 0 for each round.
        once: whether only the housekeeper does it; otherwise each worker does it for its shards.
        away: whether it is also done while Discord cannot be reached, when tables do not age.
        long: whether the round goes on while it runs.
        ends: whether it finishes work that has begun, and so runs even if its feature is off.
    """

    name: str
    work: Callable[[], Awaitable[object]]
    every: float = 0.0
    once: bool = False
    away: bool = False
    long: bool = False
    ends: bool = False


@dataclass(frozen=True, slots=True)
class Opening:
    """What a lobby opens with.

    Attributes:
        options: the options of the game, as far as they are chosen.
        time_control: as in `Table`.
        thread: whether the game gets a thread of its own.
        ducks: as in `Table`.
        level: as in `Table`.
    """

    options: Mapping[str, str]
    time_control: TimeControl
    thread: bool
    ducks: int = 0
    level: Level = Level.NORMAL


Recall = Callable[["Interaction", "AnyGame", Opening, Collection[str]], Awaitable[Opening]]
"""Returns what a person's lobby opens with in place of the server's defaults.

The last parameter has the names of features that the server has switched off.
"""


class Services:
    """The services that commands and clicks share, created once in `bot.py`.

    Args:
        client: discord.py's client, which knows servers and channels.
        wire: sends messages to Discord.
        tables: the use cases of live tables.
        records: the records of finished tables.
        emojis: the pictures that fit into text.
        shared: returns whether there are other workers.
        double_tap: see `Presses`, in seconds.
        duck_pause: shortest time that a computer player takes for a decision, in seconds.
        games_off: the keys of games for which no table can be opened.

    Attributes:
        tables: the use cases of live tables.
        records: the records of finished tables.
        emojis: the pictures that fit into text.
        languages: the languages that people read.
        renderers: the renderers by game key.
        pages: the sets of private pages; cogs add theirs.
        actions: handlers of buttons at tables that open something private; features add theirs.
        acts: functions that make the acts of buttons; features add theirs.
        left_out: the controls that are switched off, and are left out of messages.
        greetings: functions of features that return a sentence and a button for the first message
            on a server.
        offers: additions of features to pages of the core and of other features.
        stat_rows: functions of features that return rows of a person's card, by server and person.
        compare: shows two people's games with each other, by their ids; None without the feature.
        settings: the settings of a server that features add, by key.
        stat_parts: functions of features that return a text about a person, by server, person and
            game.
        own_tables: finished tables that features add to a person's own history.
        recall: changes what a person's lobby opens with; a feature sets it.
        switches: the titles of features that admins can switch off in `/settings`, by name.
        winners: functions of features that return a season's winners by server and month.
        chores: scheduled work; cogs add theirs.
        permissions: checks of what a person or the bot may do.
        messages: what is known of the messages that this process has sent, and the wire.
        publisher: keeps the live message of every table up to date.
        presses: the last press of each person, to recognise accidents.
    """

    def __init__(
        self,
        client: discord.Client,
        wire: Wire,
        tables: Tables,
        records: Records,
        emojis: Emojis,
        *,
        shared: Callable[[], bool] = lambda: False,
        double_tap: float = 0.0,
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
        self.acts: dict[str, MakeAct] = {}
        self.left_out = LeftOut(games_off)
        self.offers = Offers()
        self.greetings: list[Callable[[Language], tuple[str, Component]]] = []
        self.stat_rows: list[
            Callable[[Language, int | None, int], Awaitable[Sequence[StatRow]]]
        ] = []
        self.compare: Callable[[Responder, int, int], Awaitable[None]] | None = None
        self.settings: dict[str, Setting] = {}
        self.winners: list[Callable[[Language, int, str], Awaitable[Sequence[Winner]]]] = []
        self.recall: Recall | None = None
        self.switches: dict[str, str] = {}
        self.stat_parts: list[Callable[[Language, int | None, int, str], Awaitable[str]]] = []
        self.own_tables: list[OwnTables] = []
        self.permissions = Permissions(tables, records.settings)
        self.messages = Messages(wire, Studio())
        self.presses = Presses(double_tap)
        tools = Tools(
            client=client,
            tables=tables,
            renderers=self.renderers,
            emojis=emojis,
            languages=self.languages,
            messages=self.messages,
            left_out=self.left_out,
            offers=self.offers,
        )
        self.publisher = Publisher(tools, shared=shared, pause=duck_pause)
        self.pages: list[Pages] = []
        self._private: PrivateTables | None = None

    @property
    def private(self) -> PrivateTables:
        """Shows private tables, set by their feature; raises SwitchedOff without it."""
        if self._private is None:
            raise SwitchedOff
        return self._private

    @private.setter
    def private(self, handler: PrivateTables) -> None:
        self._private = handler

    @property
    def offered(self) -> dict[str, Renderer]:
        """The renderers of the games for which tables can be opened, by key."""
        off = self.left_out.games
        return {key: each for key, each in self.renderers.items() if key not in off}

    def require_offered(self, key: str) -> None:
        """Raise SwitchedOff for a game for which no table can be opened."""
        if key in self.left_out.games:
            raise SwitchedOff

    async def find_language(self, interaction: Interaction) -> Language:
        """Return the language for a public message that belongs to no table."""
        settings = await self.permissions.settings(interaction)
        return self.languages.of(find_language(interaction, settings.language if settings else ""))

    def link(self, _: Language, table: Table) -> str:
        """Return a link to a table, or the command that shows its page."""
        if table.private is not None and self._private is not None:
            return self._private.link
        return table_link(_, table)

    def add_renderer(self, renderer: Renderer) -> None:
        """Add a game's renderer with its pictures."""
        self.renderers[renderer.game.info.key] = renderer
        self.emojis.add(renderer.drawings)

    def find_catalogs(self) -> dict[str, Path]:
        """Return the folders with the catalogs of games that bring their own, by key."""
        kits = {key: kit for key in self.renderers if (kit := find_kit(key)) is not None}
        return {
            key: Path(str(import_module(kit.face).__file__)).with_name("locales")
            for key, kit in kits.items()
            if not kit.face.startswith("cogs.")
        }
