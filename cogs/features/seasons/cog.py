"""The announcement of a month's winners, in the channel that an admin has chosen."""

from __future__ import annotations

import logging
from datetime import date
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Final

import discord

from cogs.app.feature_cog import FeatureCog
from cogs.app.services import Chore, Setting, Winner
from cogs.display.components import SETTINGS, PageSelect, read_chosen, title_of
from cogs.display.table_text import MEDALS, fit_lines, name_player
from cogs.features.seasons.firsts import Seasons
from cogs.interactions.content import MessageContent, framed
from cogs.interactions.failures import FAILURES, is_untaken, nonce_of, passes
from cogs.interactions.language import community_language
from cogs.interactions.parts import menu_of_ids, text
from engine.core import N_
from records.values import STEADY, game_of, is_mixed, is_solo

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cogs.app.client import DucksClient
    from cogs.display.components import Texts
    from cogs.interactions.language import Language
    from cogs.interactions.parts import Component
    from cogs.interactions.responder import Responder
    from records.service import Records

log = logging.getLogger(__name__)

SENT_AT_ONCE: Final = 5
"""Limit on the messages sent in one round, so that other periodic work need not wait long."""

ROOM: Final = 3600
"""Longest list of winners on all boards, in characters."""

SHOWN: Final = 5
"""Limit on the winners named for a board; equal players share a place, so there can be more."""


TO_WRITE_IN: Final = [
    discord.ChannelType.text.value,
    discord.ChannelType.news.value,
    discord.ChannelType.voice.value,
    discord.ChannelType.stage_voice.value,
]
"""Types of channels that can hold messages."""


class SeasonsCog(FeatureCog):
    """Announces the winners of a month, once on each server."""

    def __init__(self, client: DucksClient) -> None:
        super().__init__(client)
        self._seasons = Seasons(self._services.records.shared)

    def _list_settings(self) -> Sequence[Setting]:
        return [
            Setting(
                "seasons",
                N_("Monthly winners"),
                N_(
                    "On the 2nd I announce the winners of the last month. "
                    "Choose a channel where I may write."
                ),
                self._tell_channel,
                self._choose_channel,
            )
        ]

    async def _tell_channel(self, _: Language, guild_id: int) -> tuple[str, Component]:
        guild, channel = self._client.get_guild(guild_id), await self._seasons.channel(guild_id)
        known = guild is None or guild.unavailable or guild.get_channel(channel or 0)
        return describe_channel(_, channel if known else None)

    async def _choose_channel(self, responder: Responder, guild_id: int, values: Texts) -> None:
        chosen = read_chosen(responder.interaction, "channels", values, most=1)
        await self._seasons.choose(guild_id, next(iter(chosen), None))

    def _list_chores(self) -> Sequence[Chore]:
        return [Chore("announcing winners of the month", self.tell, once=True)]

    @property
    def _records(self) -> Records:
        return self._services.records

    async def tell(self) -> None:
        """Send some of the due messages; call this every few seconds."""
        seasons = self._seasons
        season, due = await seasons.find_due()
        for guild_id in [*due][:SENT_AT_ONCE]:
            # Noted before the work, because an error below ends this round. Then a server that
            # always fails delays the others for at most `firsts.TRIED_FOR`.
            await seasons.note(guild_id, season)
            _ = await self._find_language(guild_id)
            firsts = await seasons.firsts(guild_id, season)
            winners = [Winner(name_board(_, each.board), each.place, each.name) for each in firsts]
            for find in self._services.winners:
                winners += await find(_, guild_id, season)
            page = render_end(_, season, winners)
            if not winners or await self._send(guild_id, due[guild_id], season, page):
                await seasons.note(guild_id, season, ended=True)

    async def _find_language(self, guild_id: int) -> Language:
        """Return the language of a server's channels."""
        chosen = (await self._records.settings.read(guild_id)).language
        community = community_language(self._client.get_guild(guild_id))
        return await self._services.languages.when_loaded(chosen or community)

    async def _send(
        self, guild_id: int, channel_id: int, season: str, page: MessageContent
    ) -> bool:
        """Send the announcement; return False if it should be tried again."""
        wire, nonce = self._services.messages.wire, nonce_of("season", guild_id, season)
        try:
            await wire.post(channel_id, page.letter(), nonce)
        except FAILURES as error:
            if is_untaken(error):
                # the attempt does not count, because Discord did not accept the message
                await self._seasons.note(guild_id, "", ended=True)
            log.info("guild %s: the winners of the month were not announced: %s", guild_id, error)
            return not passes(error)
        return True


def describe_channel(_: Language, channel: int | None) -> tuple[str, Component]:
    """Return a line that names the channel for announcements, and the menu to choose it."""
    answer = _("Not announced")
    if channel is not None:
        answer = _("Announced in {channel}", channel=f"<#{channel}>")
    chosen = () if channel is None else (channel,)
    custom_id = PageSelect.of(SETTINGS, "set", "seasons")
    return answer, menu_of_ids(custom_id, chosen, _("No channel"), most=1, channels=TO_WRITE_IN)


def list_winners(_: Language, winners: Iterable[Winner]) -> list[str]:
    """Return a line for each board with its winners, without mentions (pings)."""
    lines: list[str] = []
    for title, found in groupby(winners, attrgetter("title")):
        names = [f"{MEDALS[each.place]} {name_player(_, 0, each.name)}" for each in found]
        more = len(names) - SHOWN
        names[SHOWN:] = [f"+{more}"] if more > 0 else []
        lines.append(_.label(title, " · ".join(names)))
    return lines


def name_board(_: Language, board: str) -> str:
    game = title_of(_, game_of(board))
    if is_solo(board):
        return _("{game}, alone", game=game)
    return _("{game}, with ducks", game=game) if is_mixed(board) else game


def render_end(_: Language, season: str, winners: Iterable[Winner]) -> MessageContent:
    lines = list_winners(_, winners)
    told = fit_lines(lines, ROOM, lambda more: _("-# More boards: {number}", number=more))
    month = _.date(date.fromisoformat(f"{season}-01"), "yMMMM")
    head = _("### 🏁 The season is over: {month}", month=month)
    note = _(
        "-# Only players with {games} games or more count. The next season has begun: "
        "`/leaderboard`",
        games=STEADY,
    )
    return framed(0xF0B232, text(f"{head}\n{told}"), text(note))


COG = SeasonsCog
