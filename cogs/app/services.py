"""What commands and clicks work with: the use cases, the pictures, the publisher, the renderers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, NamedTuple

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
    from tables.service import Tables

PageHandler = Callable[[Responder, Texts, Texts], Awaitable[None]]
"""Shows one of a set of pages: the responder, the args of the item, the values chosen."""


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
        page_handlers: by the name of a set of pages; the cogs enter theirs.
        chores: what is done by the clock; the cogs enter theirs.
        permissions: who may do what.
        publisher: keeps the live message of every table true.
        watching: what spectators are shown and sent.
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
    ) -> None:
        self.tables = tables
        self.records = records
        self.emojis = emojis
        self.renderers: dict[str, Renderer] = {}
        self.page_handlers: dict[str, PageHandler] = {}
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
        self.page_handlers[WATCH] = self.watching.show_page

    def add_renderer(self, renderer: Renderer) -> None:
        """Take in how a game looks, with its pictures."""
        self.renderers[renderer.game.info.key] = renderer
        self.emojis.add(renderer.drawings)
