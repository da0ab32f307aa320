"""What a table's message is to show: drawn with all that lobbies, boards and ends tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cachetools import LRUCache

from cogs.display.controls.origin import mark
from cogs.display.pages.messages import render_table
from cogs.display.pages.more import render_more
from cogs.display.pages.result_card import describe_decision
from cogs.display.pages.starter import render_starter
from tables.model.table import Status

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cogs.display.pages.renderer import Renderer
    from cogs.display.words.emojis import Emojis
    from cogs.interactions.content import MessageContent
    from engine.core import Seat
    from records.model.people import SoloScore
    from records.service import Records
    from tables.model.table import Series, Table
    from tables.service import Tables


GUIDED_TURNS: Final = 3
"""In so many turns a board says what a press does, to who plays for the first time."""

REMEMBERED: Final = 4096
"""For how many tables it is kept who plays for the first time."""


class Drawing:
    """Draws the live message of a table, and the starter message of its thread.

    Attributes:
        plain: the channels of tables, by id, drawn last while the emojis were not in place.
    """

    def __init__(
        self,
        tables: Tables,
        records: Records,
        renderers: Mapping[str, Renderer],
        emojis: Emojis,
    ) -> None:
        self._tables = tables
        self._records = records
        self._renderers = renderers
        self._emojis = emojis
        self.plain: dict[int, int] = {}
        self._learners: LRUCache[int, tuple[Seat, ...]] = LRUCache(REMEMBERED)

    async def draw(self, table: Table, focus: str = "", *, starter: bool = False) -> MessageContent:
        """Return the live message of a table, or the starter message of its thread."""
        self._note_plain(table)
        renderer = self._renderers[table.game.info.key]
        series, newcomer = await self._find_games_before(table), False
        if table.status is Status.LOBBY:
            newcomer = await self._tables.lookup.has_newcomer(table)
        learners = await self._find_learners(table)
        earned, decided = (), ""
        if table.status is Status.FINISHED and table.state is not None:
            earned = await self._records.stats.earned_at(table.id)
            decided = await self._find_decision(table)
        if starter:
            shown = render_starter(renderer, table, self._emojis, earned, series, decided)
            return mark(shown, table)
        now = self._tables.now()
        shown = render_table(
            renderer,
            table,
            self._emojis,
            now,
            focus,
            earned=earned,
            series=series,
            decided=decided,
            newcomer=newcomer,
            learners=learners,
        )
        return mark(shown, table)

    async def draw_more(self, table: Table, person_id: int, notice: str = "") -> MessageContent:
        """Return the page behind ⋯ of a person, as `render_more` does."""
        renderer, now = self._renderers[table.game.info.key], self._tables.now()
        earned = 0
        if table.status is Status.FINISHED and table.state is not None:
            earned = len(await self._records.stats.earned_at(table.id))
        return render_more(
            renderer, table, self._emojis, person_id, now, notice=notice, earned=earned
        )

    async def _find_games_before(self, table: Table) -> Series | SoloScore | None:
        """Return the series of a rematch; after a game alone, all games of the person."""
        if table.status is Status.FINISHED and len(table.seats) == 1:
            person, key = table.seats[0].person, table.game.info.key
            return await self._records.stats.alone(table.guild_id, person.id, key)
        if table.status in {Status.LOBBY, Status.FINISHED}:
            return await self._tables.endings.series(table)
        return None

    async def _find_decision(self, table: Table) -> str:
        """Return what decided a game, once its review is there."""
        found = self._tables.reviews.peek(table.id)
        if found is None:
            return ""
        replay = await self._records.history.replay(table.id, table.server_id)
        return describe_decision(self._renderers[table.game.info.key], replay, found, self._emojis)

    async def _find_learners(self, table: Table) -> list[Seat]:
        """Return the seats that play for the first time, and are in one of their first turns.

        That is asked once for a table: nobody finishes a game meanwhile who is new to it for long.
        """
        early = [seat for seat in table.waiting_on if table.turns[seat] <= GUIDED_TURNS]
        if early and table.id not in self._learners:
            self._learners[table.id] = await self._tables.lookup.learners(table)
        return [seat for seat in early if seat in self._learners[table.id]]

    def _note_plain(self, table: Table) -> None:
        """Note whether a message was drawn while the emojis were not in place."""
        if self._emojis.complete:
            self.plain.pop(table.id, None)
        else:
            self.plain[table.id] = table.board_channel
