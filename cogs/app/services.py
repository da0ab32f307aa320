"""What commands and clicks work with: the use cases, the pictures, the publisher, the renderers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, NamedTuple, Protocol

from cogs.app.watching import Watching
from cogs.display.controls.components import Texts
from cogs.display.controls.paging import WATCH
from cogs.interactions.permissions import Permissions
from cogs.interactions.responder import Notices, Responder
from cogs.publishing.publisher import Publisher

if TYPE_CHECKING:
    import discord

    from cogs.display.pages.renderer import Renderer
    from cogs.display.words.emojis import Emojis
    from records.service import Records
    from tables.model.table import Table
    from tables.service import Tables


class Pages(NamedTuple):
    """A set of private pages.

    Attributes:
        name: in the custom ids of their controls.
        show: shows one of them, or does what it offers: the responder, the args of the control, the
            values chosen.
    """

    name: str
    show: Callable[[Responder, Texts, Texts], Awaitable[None]]


class DailyPages(Protocol):
    """Shows dailies, which have no board; the cog of the daily does."""

    async def begin(
        self, responder: Responder, number: int, seq: int, text: str, focus: str
    ) -> None:
        """Make the first choice of a daily, which begins it."""
        ...

    async def look(self, responder: Responder, number: int, focus: str = "") -> None:
        """Show the board of a daily that has not begun."""
        ...

    async def play(self, responder: Responder, table: Table, focus: str = "") -> None:
        """Show a daily that has begun, as it is now."""
        ...

    async def show_more(self, responder: Responder) -> None:
        """Show what there is besides playing."""
        ...


class Chore(NamedTuple):
    """Work that is done by the clock: see `cogs.app.maintenance`.

    Attributes:
        name: as the log has it.
        work: succeeds or raises.
        every: seconds between two beginnings; 0 for each round.
        once: whether only the worker that keeps house does it; else each does, for its shards.
        away: whether it is done while Discord is away, too; tables do not age then.
        long: whether the others go on meanwhile.
    """

    name: str
    work: Callable[[], Awaitable[object]]
    every: float = 0.0
    once: bool = False
    away: bool = False
    long: bool = False


class Services:
    """Everything that the Discord face shares; made once, at the composition root.

    Args:
        client: asks Discord.
        tables: the use cases of live tables.
        records: what servers remember of finished tables.
        emojis: the pictures that fit into text.
        shared: whether there are other workers.
        duck_pause: seconds that a computer takes for a decision.

    Attributes:
        tables: the use cases of live tables.
        records: what servers remember of finished tables.
        emojis: the pictures that fit into text.
        renderers: by game key; each game's cog enters its own.
        pages: the sets of private pages; the cogs enter theirs.
        daily: shows dailies; its cog enters itself.
        chores: what is done by the clock; the cogs enter theirs.
        permissions: who may do what.
        publisher: keeps the live message of every table true.
        watching: what spectators are shown and sent.
        notices: the refusals that people read.
    """

    daily: DailyPages

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        records: Records,
        emojis: Emojis,
        *,
        shared: Callable[[], bool] = lambda: False,
        duck_pause: float = 0.0,
    ) -> None:
        self.tables = tables
        self.records = records
        self.emojis = emojis
        self.renderers: dict[str, Renderer] = {}
        self.chores: list[Chore] = []
        self.permissions = Permissions(tables, records.settings)
        self.notices = Notices()
        self.publisher = Publisher(
            client,
            tables,
            records,
            self.renderers,
            emojis,
            notices=self.notices,
            shared=shared,
            pause=duck_pause,
        )
        self.watching = Watching(client, tables, records, self.publisher, self.renderers, emojis)
        self.pages = [Pages(WATCH, self.watching.show_page)]

    def add_renderer(self, renderer: Renderer) -> None:
        """Take in how a game looks, with its pictures."""
        self.renderers[renderer.game.info.key] = renderer
        self.emojis.add(renderer.drawings)
