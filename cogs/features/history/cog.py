"""`/history`: finished tables, with replays that show them step by step."""

from __future__ import annotations

from dataclasses import replace
from itertools import compress
from typing import TYPE_CHECKING, ClassVar

import discord
from discord import app_commands

from cogs.app.feature_cog import FeatureCog
from cogs.display.components import (
    ALL,
    EVERYBODY,
    GAME_CHOICES,
    REPLAY,
    TITLES,
    PageButton,
    back_and_next,
    key_of,
    read_number,
    select,
    title_of,
)
from cogs.display.pages.how_to_play import fair_dice_button
from cogs.display.pages.more import Scene, Spot
from cogs.display.table_text import MEDALS
from cogs.features.history.pages import render_replay
from cogs.features.history.reader import HistoryReader
from cogs.interactions.content import MessageContent, framed
from cogs.interactions.failures import UnknownControl
from cogs.interactions.interaction import (
    Interaction,
    find_visible,
    home_of,
    require_known,
    require_sharer,
)
from cogs.interactions.parts import Component, Items, beside, rows, text
from cogs.interactions.responder import responding
from tables.model.table import COMPUTER_IDS, Status

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cogs.app.client import DucksClient
    from cogs.app.services import OwnTables, Show
    from cogs.display.components import Texts
    from cogs.features.history.reader import Entry, History
    from cogs.interactions.language import Language
    from cogs.interactions.responder import Responder
    from engine.core import Seat
    from records.values import ResultRow


# The list of finished tables. A button beside each table opens its replay.

HISTORY = "history"
"""Name of the history's pages in button ids."""

ROOM = 250
"""Longest list of a table's players, in characters; a page has ten tables."""


def render_history(
    _: Language,
    reader: int,
    person_id: int,
    game: str,
    history: History,
    hidden: int = 0,
    *,
    added: Sequence[OwnTables] = (),
) -> MessageContent:
    """Return a page of finished tables.

    Args:
        _: the reader's language.
        reader: the id of the reader, who is called "You".
        person_id: the person whose tables are listed, with this person's medals; 0 for
            everybody's, with the reader's medals.
        game: the key of a game or of a list that a feature adds, or `ALL`.
        history: the page, without the tables that the reader may not see.
        hidden: the number of tables left out because the reader may not see them.
        added: the lists that features add.
    """
    head = _("### 📜 Finished tables") + (f" · <@{person_id}>" if person_id else "")
    lists = {each.key: _(each.title) for each in added}
    facts = [lists.get(game) or title_of(_, game)]
    facts.append(_.plural("{n} table", "{n} tables", history.tables))
    if history.pages > 1:
        facts.append(_("page {page} of {pages}", page=history.page, pages=history.pages))
    items: Items = [text(f"{head}\n-# {' · '.join(facts)}")]
    way = f"{HISTORY}-to-{person_id}-{game}-{history.page}"
    whose = person_id or reader
    items += [_make_entry(_, entry, reader, whose, way) for entry in history.entries]
    if hidden:
        told = _.plural(
            "-# {n} table is not shown: it was played where you cannot look.",
            "-# {n} tables are not shown: they were played where you cannot look.",
            hidden,
        )
        items.append(text(told))
    elif not history.entries:
        items.append(text(_("No such table is finished yet.")))
    titles = [(key, title_of(_, key)) for key in TITLES]
    options = [(ALL, _("All games")), *titles, *lists.items()]
    items += rows([select(_("Which game"), options, game, HISTORY, "game", person_id)])
    items += rows(back_and_next(_, history.page, history.pages, HISTORY, person_id, game))
    return framed(0x8A6FD1, *items)


def _make_entry(_: Language, entry: Entry, reader: int, whose: int, way: str) -> Component:
    """Return a table's entry: the medal of `whose`, game, date, players, and a button."""
    own, won = (_find_seat(entry, person) for person in (reader, whose))
    counts = won is not None and not (entry.forfeited or entry.left[won] or max(entry.places) == 1)
    medal = MEDALS.get(entry.places[won], "") if counts and won is not None else ""
    when = f"<t:{int(entry.ended_at)}:R>"
    when += f" · {_('broken off')}" if entry.forfeited else ""
    title = _(entry.name) or f"**{title_of(_, entry.game)}**"
    head = f"{medal} {title} · {when}".lstrip()
    told = f"{head}\n-# {_list_players(_, entry, own)}"
    if entry.forfeited:
        return beside(told, fair_dice_button(_, entry.table_id, way))
    return beside(told, PageButton.of(REPLAY, "turning", entry.table_id, way, label=_("Open")))


def _find_seat(entry: Entry, person_id: int) -> Seat | None:
    return entry.people.index(person_id) if person_id in entry.people else None


def _list_players(_: Language, entry: Entry, own: Seat | None) -> str:
    """Return as many players as fit into `ROOM`, and the number of the others."""
    order = sorted(range(len(entry.names)), key=lambda seat: entry.places[seat])
    players = ""
    for number, seat in enumerate(order):
        player = _format_player(_, entry, seat, own)
        if len(players) + len(player) > ROOM:
            return f"{players} · +{len(order) - number}"
        players += f"{' · ' if players else ''}{player}"
    return players


def _format_player(_: Language, entry: Entry, seat: Seat, own: Seat | None) -> str:
    """Return a player with place and score, or a note that the player left."""
    duck = "🦆 " if entry.people[seat] in COMPUTER_IDS else ""
    player = _("**You**") if seat == own else f"{duck}{_.plain(entry.names[seat])}"
    player += "" if entry.forfeited else f" ({entry.scores[seat]})"
    if entry.left[seat]:
        return _.join([player, _("gone")], "commas")
    return f"{entry.places[seat]}. {player}"


def offer_replay(scene: Scene) -> Items:
    """Return the button to the replay of a finished game; the replay opens at the turning point."""
    table = scene.table
    if table.status is not Status.FINISHED or table.state is None:
        return []
    return [PageButton.of(REPLAY, "turning", table.id, scene.way, label=scene.language("Replay"))]


class HistoryCog(FeatureCog):
    """`/history`, and the replays that it opens."""

    offers: ClassVar = {Spot.FIRST: offer_replay}

    def __init__(self, client: DucksClient) -> None:
        super().__init__(client)
        self._history = HistoryReader(self._services.records.shared)

    def _list_pages(self) -> Mapping[str, Show]:
        return {HISTORY: self.show_page, REPLAY: self.show_step}

    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.command(description="Finished tables, with a replay of each move")
    @app_commands.describe(
        player="Whose tables; everybody's if you leave this out",
        game="Which game; all games if you leave this out",
    )
    @app_commands.choices(game=GAME_CHOICES)
    async def history(
        self, interaction: Interaction, player: discord.User | None = None, game: str = ALL
    ) -> None:
        async with responding(interaction) as responder:
            require_known(player)
            await self._show_list(responder, player.id if player else 0, game, 1)

    async def show_page(self, responder: Responder, args: Texts, values: Texts) -> None:
        """Show another page, or another game."""
        match args, values:
            case ("game", person_id), (game,):
                await self._show_list(responder, read_number(person_id), game, 1)
            case (_, person_id, game, page), ():
                await self._show_list(responder, read_number(person_id), game, read_number(page))
            case _:
                raise UnknownControl

    async def _show_list(self, responder: Responder, person_id: int, game: str, page: int) -> None:
        click = responder.interaction
        reader, added, _ = click.user.id, self._services.own_tables, responder.language
        lists = [each for each in added if each.key == game]
        if lists:  # these lists have only the reader's own tables
            history = await self._history.page_of(await _read_own(lists, reader), page)
            await responder.send_page(render_history(_, reader, reader, game, history, added=added))
            return
        # Tables in direct messages belong to no server, so only the reader's own are listed there.
        home = home_of(click)
        person_id = person_id if home is not None else reader
        own = await _read_own(added, reader, game) if person_id in {0, reader} else {}
        history = await self._history.page(home, person_id or None, key_of(game), page, own)
        shown = await _keep_visible(click, history)
        hidden = len(history.entries) - len(shown.entries)
        await responder.send_page(
            render_history(_, reader, person_id, game, shown, hidden, added=added)
        )

    async def show_step(self, responder: Responder, args: Texts, values: Texts) -> None:
        """Open a replay, go to a step, change the viewer, or share a position."""
        match args, values:
            case ("turning", table_id, way), ():
                await self._show_replay(responder, read_number(table_id), None, EVERYBODY, way)
            case ("step", table_id, eyes, way), (step,):
                at = read_number(table_id), read_number(step)
                await self._show_replay(responder, *at, eyes, way)
            case (("eyes", table_id, step, way), (eyes,)) | ((_, table_id, step, eyes, way), ()):
                at, shared = (read_number(table_id), read_number(step)), args[0] == "share"
                await self._show_replay(responder, *at, eyes, way, shared=shared)
            case _:
                raise UnknownControl

    async def _show_replay(
        self,
        responder: Responder,
        table_id: int,
        step: int | None,
        eyes: str,
        way: str,
        *,
        shared: bool = False,
    ) -> None:
        click = responder.interaction
        table = await self._services.permissions.find_table(click, table_id)
        replay = await self._services.records.replays.read(table_id, table.server_id)
        if eyes not in (EVERYBODY, *map(str, range(len(replay.table.seats)))):
            raise UnknownControl
        if shared:
            require_sharer(click, replay.table)
        renderer = self._services.renderers[replay.table.game.info.key]
        emojis, _ = self._services.emojis, responder.language
        if shared:
            _ = self._services.languages.of(table.language)
        page = render_replay(
            _,
            renderer,
            replay,
            emojis,
            step,
            eyes,
            way=way,
            shared=shared,
            review=self._services.tables.reviews.peek(table_id),
            offers=self._services.offers,
        )
        if shared:
            await responder.send(page, private=False)
        else:
            await responder.send_page(page)


async def _read_own(
    added: Sequence[OwnTables], person_id: int, game: str = ALL
) -> dict[ResultRow, str]:
    """Return a person's tables from features, for one game or all, each with its name."""
    return {
        result: each.name
        for each in added
        for result in await each.read(person_id)
        if game in {ALL, result.game}
    }


async def _keep_visible(click: Interaction, history: History) -> History:
    """Return the page without the tables that this person may not see."""
    tables = [(entry.channel_id, entry.people) for entry in history.entries]
    visible = await find_visible(click, tables)
    return replace(history, entries=tuple(compress(history.entries, visible)))


COG = HistoryCog
