"""Draws the messages of tables: lobbies, boards, ends, starters of threads, the page behind ⋯."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from cogs.display.pages.messages import render_starter, render_table
from cogs.display.pages.more import Spot, render_more
from cogs.display.routing import stamp
from cogs.interactions.interaction import may_attach
from cogs.interactions.parts import link
from tables.model.table import Status

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from cogs.interactions.content import MessageContent
    from cogs.interactions.language import Language
    from cogs.interactions.parts import Items
    from cogs.publishing.tools import Tools
    from engine.core import Seat
    from tables.model.table import Series, Table


class Teacher(Protocol):
    """Finds tips for people who are new to a game."""

    async def prepare(self, table: Table) -> None:
        """Find out whether a table has tips, before its board is drawn."""
        ...

    def follow(self, table: Table) -> None:
        """Find a tip for a state that has just been shown, in the background."""
        ...

    def tell(self, table: Table, seat: Seat | None, language: Language) -> str:
        """Return the tip for this state or what stands in its place, or "" at other tables.

        If `seat` is given, only the player to act has a tip.
        """
        ...

    async def close(self) -> None:
        """Stop looking for tips."""
        ...


class Painter:
    """Draws the messages of tables.

    Attributes:
        teacher: Finds tips for people who are new to a game; None without this feature.
    """

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self.teacher: Teacher | None = None

    def tell_tip(self, table: Table, seat: Seat | None, language: Language) -> str:
        """Return a tip for a player's private page, or for the board if `seat` is None.

        Where a game hides something and several people sit, the board never has a tip.
        """
        secret = table.game.info.hidden and table.open_hand is None
        if self.teacher is None or secret != (seat is not None):
            return ""
        return self.teacher.tell(table, seat, language)

    async def draw(self, table: Table, focus: str = "", *, starter: bool = False) -> MessageContent:
        """Return the live message of a table, or the starter message of its thread."""
        plain = None if self._tools.emojis.complete else table.board_channel
        if self._tools.lives.find(table.id).plain != plain:
            self._tools.lives.note(table.id, plain=plain)
        renderer, _ = (
            self._tools.renderers[table.game.info.key],
            self._tools.languages.of(table.language),
        )
        series: Series | None = None
        told: Mapping[str, Items] = {}
        if table.status is not Status.PLAYING:
            series = await self._find_series(table)
            told = await self._read_end(table, Spot.ABOVE, Spot.BELOW, Spot.NEXT)
            told = {**told, Spot.AGAIN: self._link_rematch(table)}
        elif self.teacher is not None:
            await self.teacher.prepare(table)
        if table.status is Status.LOBBY:
            told = await self._tools.offers.read(table, Spot.LOBBY)
        if starter:
            shown = render_starter(
                renderer, table, self._tools.emojis, told, series, self._tools.offers, _
            )
        else:
            in_lobby = table.status is Status.LOBBY
            shown = render_table(
                renderer,
                table,
                self._tools.emojis,
                self._tools.tables.now(),
                focus,
                told=told,
                series=series,
                newcomer=in_lobby and await self._tools.tables.lookup.has_newcomer(table),
                tip=self.tell_tip(table, None, _),
                offers=self._tools.offers,
                language=_,
            )
        if shown.pictures and not may_attach(self._tools.client, table):
            shown = shown.without_pictures()
        return stamp(self._tools.left_out.take_from(shown, table.game.info.key), table)

    async def prepare_more(
        self, table: Table, person_id: int, language: Language
    ) -> Callable[..., MessageContent]:
        """Return what draws a person's page behind ⋯ from a state of the table, and a notice."""
        renderer = self._tools.renderers[table.game.info.key]
        told = await self._read_end(table, Spot.FIRST)

        def draw(newest: Table, notice: str = "") -> MessageContent:
            return render_more(
                renderer,
                newest,
                self._tools.emojis,
                person_id,
                self._tools.tables.now(),
                notice=notice,
                told=told,
                offers=self._tools.offers,
                language=language,
            )

        return draw

    async def _read_end(self, table: Table, *spots: Spot) -> Mapping[str, Items]:
        """Return the parts that features add to a finished game; empty for other tables."""
        if table.status is not Status.FINISHED or table.state is None:
            return {}
        return await self._tools.offers.read(table, *spots)

    def _link_rematch(self, table: Table) -> Items:
        """Return a link to the rematch of a finished game; nothing unless it has begun."""
        url, _ = self._tools.lives.find(table.id).rematch, self._tools.languages.of(table.language)
        return [link(url, _("To the next game"))] if url else []

    async def _find_series(self, table: Table) -> Series | None:
        """Return the series of a rematch. Only lobbies and ends with several seats show it."""
        over = table.status is Status.FINISHED and len(table.seats) > 1
        if over or table.status is Status.LOBBY:
            return await self._tools.tables.endings.series(table)
        return None
