"""`/stats`: the statistics of one person on a server."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from cogs.app.feature_cog import FeatureCog
from cogs.display.art.charts import COLOURS, Badge, draw_album
from cogs.display.components import (
    ALL,
    BACK,
    GAME_CHOICES,
    TITLES,
    PageButton,
    back_and_next,
    game_select,
    key_of,
    read_number,
    title_of,
)
from cogs.display.pages.more import Spot
from cogs.display.table_text import fit_lines
from cogs.features.stats.pages import (
    ALBUM,
    STATS,
    compare_alone,
    name_goal,
    render_no_stats,
    render_stats,
    render_summary,
)
from cogs.features.stats.reader import StatsReader
from cogs.interactions.content import Fragment, MessageContent, framed, picture
from cogs.interactions.failures import UnknownControl
from cogs.interactions.interaction import Interaction, home_of, require_known
from cogs.interactions.parts import Items, rows, text
from cogs.interactions.responder import responding

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

    from cogs.app.client import DucksClient
    from cogs.app.services import Show
    from cogs.display.components import Texts
    from cogs.display.pages.more import Tell
    from cogs.features.stats.entering import Earned, Goal, NearGoal, Summary
    from cogs.interactions.language import Language
    from cogs.interactions.responder import Responder
    from tables.model.table import Table


# The album of achievements: which ones a person has, and which are still missing.

PAGE = 3
"""Badges described on a page, so that it fits a phone's screen."""

NEWEST, SHOWN = 8, 13
"""Limits in the picture for all games: on the badges earned, and on the badges in all."""

SHOWN_EARNED = 1
"""Achievements named on a final board; the page behind ⋯ leads to all."""

ROOM = 3600
"""Limit on characters for the achievements of one table."""

COLOUR = 0xF0B232


def render_album(
    _: Language, game: str, summary: Summary, goals: Sequence[Goal], page: int = 1, *, own: bool
) -> MessageContent:
    """Return a page of the album: the badges of all games or of one, and how to earn some of them.

    `own`: whether the reader is the person whose album it is.
    """
    have = {each.key for each in summary.earned}
    of_game = {goal.key: goal for goal in goals}
    earned = [of_game[each.key] for each in summary.earned if each.key in of_game]
    near = {each.goal.key: each for each in summary.near if each.goal.key in of_game.keys() - have}
    missing = [each.goal for each in near.values()]
    missing += [goal for goal in goals if goal.key not in have and goal.key not in near]
    whose = _("Your album") if own else f"{_.plain(summary.name)} · {_('Album')}"
    amount = _("{done} of {needed}", done=len(earned), needed=len(goals))
    pages = 1 if game == ALL else -(-len(goals) // PAGE)
    page = min(max(page, 1), pages)
    told = [*missing, *earned][PAGE * (page - 1) : PAGE * page]
    shown = [*earned, *missing] if game != ALL else [*earned[:NEWEST], *missing][:SHOWN]
    drawn = _draw(_, shown, near, have)
    back = PageButton.of(STATS, "show", summary.person_id, label=_(BACK))
    turning = back_and_next(_, page, pages, ALBUM, summary.person_id, game)
    return framed(
        COLOUR,
        text(f"### 🏅 {_.label(whose, amount)}"),
        *drawn.items,
        text(_tell_goals(_, told, near, have, several=game == ALL)),
        *rows([game_select(_, game, ALBUM, "game", summary.person_id)]),
        *rows([*turning, back]),
        pictures=drawn.pictures,
    )


def _draw(
    _: Language,
    shown: Sequence[Goal],
    near: Mapping[str, NearGoal],
    have: Container[str],
) -> Fragment:
    """Return the picture of badges; the closest badge is large and not repeated in the grid."""
    first = next(iter(near.values()), None)
    badges = [_make_badge(_, goal, near, have) for goal in shown if not first or goal != first.goal]
    closest = first and _make_badge(_, first.goal, near, have)
    parts: list[str] = []
    if closest:
        heading = _("Closest to you") if closest.done else _("Try this next")
        amount = _("{done} of {needed}", done=closest.done, needed=closest.needed)
        parts.append(f"{_.label(heading, closest.name)} · {amount}")
    for kind, group in ((_("Earned"), True), (_("Not yet earned"), False)):
        names = [badge.name for badge in badges if badge.earned == group]
        parts += [_.label(kind, _.join(names, "commas"))] if names else []
    return picture("album", partial(draw_album, closest, tuple(badges)), " · ".join(parts))


def _make_badge(
    _: Language, goal: Goal, near: Mapping[str, NearGoal], have: Container[str]
) -> Badge:
    colour = COLOURS[[*TITLES].index(goal.game) % len(COLOURS)]
    if goal.key in have:
        return Badge(goal.sign, name_goal(_, goal), colour)
    far = near.get(goal.key)
    done, needed = (far.done, far.needed) if far else (0, 1)
    return Badge(goal.sign, name_goal(_, goal), colour, done, needed)


def _tell_goals(
    _: Language,
    told: Sequence[Goal],
    near: Mapping[str, NearGoal],
    have: Container[str],
    *,
    several: bool,
) -> str:
    """Return what badges require, and the progress of those not yet earned."""
    lines: list[str] = []
    for goal in told:
        far = near.get(goal.key)
        facts = [title_of(_, goal.game)] if several else []
        facts += [_("✓ earned")] if goal.key in have else []
        facts += [_("{done} of {needed}", done=far.done, needed=far.needed)] if far else []
        lines.append(" · ".join([f"{goal.sign} **{name_goal(_, goal)}**", *facts]))
        lines.append(f"-# {_.of(goal.game)(goal.words)}")
    return "\n".join(lines)


def render_earned_at(_: Language, table_id: int, earned: Sequence[Earned]) -> MessageContent:
    """Return all achievements earned at a table, as many as fit."""
    number = _.plural("{n} achievement", "{n} achievements", len(earned))
    head = f"{_('### 🏅 Table #{number}', number=table_id)} · {number}"
    lines = fit_lines(
        [describe_earned(_, each) for each in earned],
        ROOM,
        lambda more: _("-# More are in the albums of `/stats`: {number}", number=more),
    )
    return framed(COLOUR, text(f"{head}\n{lines}"))


def describe_earned(_: Language, earned: Earned) -> str:
    """Return a line with the person and the achievement."""
    title, words = map(_.of(earned.game), (earned.title, earned.words))
    return f"🏅 {_.label(f'**{_.plain(earned.name)}**', f'**{title}** · {words}')}"


def announce_earned(_: Language, earned: Sequence[Earned]) -> Items:
    """Return a line with one achievement of the game."""
    return [text(describe_earned(_, each)) for each in earned[:SHOWN_EARNED]]


def offer_album(_: Language, table: Table, earned: Sequence[Earned]) -> Items:
    """Return the button to all achievements of a game, if the board does not name them all."""
    if len(earned) <= SHOWN_EARNED:
        return []
    label = _("All achievements: {number}", number=len(earned))
    return [PageButton.of(ALBUM, "table", table.id, label=label)]


class StatsCog(FeatureCog):
    def __init__(self, client: DucksClient) -> None:
        super().__init__(client)
        self._stats = StatsReader(self._services.records.shared)

    def _list_tells(self) -> Mapping[str, Tell]:
        return {
            Spot.ABOVE: self.tell_alone,
            Spot.BELOW: self.tell_earned,
            Spot.FIRST: self.lead_to_earned,
        }

    async def tell_alone(self, table: Table) -> Items:
        """Compare a game played alone with the person's earlier ones."""
        first, *others = table.seats
        if others:
            return []
        played = await self._stats.alone(table.guild_id, first.person_id, table.game.info.key)
        return compare_alone(self._language_of(table), table, played) if played else []

    async def tell_earned(self, table: Table) -> Items:
        """Return the line about achievements that were earned in the game."""
        return announce_earned(self._language_of(table), await self._stats.earned_at(table.id))

    async def lead_to_earned(self, table: Table) -> Items:
        """Return the button to all achievements of the game."""
        return offer_album(self._language_of(table), table, await self._stats.earned_at(table.id))

    def _language_of(self, table: Table) -> Language:
        return self._services.languages.of(table.language)

    def _list_pages(self) -> Mapping[str, Show]:
        return {STATS: self.show_page, ALBUM: self.show_album}

    def _list_commands(self) -> list[app_commands.Command[Any, ..., None]]:
        """Return `/stats`, which compares two people if a feature can do that."""

        async def stats(
            interaction: Interaction, player: discord.User | None = None, game: str = ALL
        ) -> None:
            await self._answer(interaction, player, game)

        async def stats_or_duel(
            interaction: Interaction,
            player: discord.User | None = None,
            game: str = ALL,
            against: discord.User | None = None,
        ) -> None:
            await self._answer(interaction, player, game, against)

        compare = self._services.compare is not None
        callback = stats_or_duel if compare else stats
        more = {"against": "With whom to compare: your games with this person"} if compare else {}
        app_commands.describe(
            player="Whose statistics; yours if you leave this out",
            game="Which game; all games if you leave this out",
            **more,
        )(callback)
        app_commands.choices(game=GAME_CHOICES)(callback)
        command = app_commands.Command[Any, ..., None](
            name="stats",
            description="Levels, results, badges and luck of a player",
            callback=callback,
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=True
            ),
        )
        return [command]

    async def _answer(
        self,
        interaction: Interaction,
        player: discord.User | None,
        game: str,
        against: discord.User | None = None,
    ) -> None:
        whom, compare = player or interaction.user, self._services.compare
        async with responding(interaction) as responder:
            require_known(player)
            require_known(against)
            if against is not None and compare is not None:
                await compare(responder, whom.id, against.id)
                return
            show = self._show_summary if game == ALL else self._show
            await show(responder, whom.id, game, name=whom.display_name)

    async def show_page(self, responder: Responder, args: Texts, values: Texts) -> None:
        """Show or share the card, or the details of one game or all games."""
        match args, values:
            case ("show", person_id), ():
                await self._show_summary(responder, read_number(person_id))
            case ("share", person_id, "all"), ():
                await self._show_summary(responder, read_number(person_id), shared=True)
            case (("game", person_id), (game,)) | (("share" | "more", person_id, game), ()):
                shared = args[0] == "share"
                await self._show(responder, read_number(person_id), game, shared=shared)
            case _:
                raise UnknownControl

    async def show_album(self, responder: Responder, args: Texts, values: Texts) -> None:
        """Show an album, or the achievements of a table."""
        match args, values:
            case (("game", person_id), (game,)) | (("show", person_id, game), ()):
                await self._show_album(responder, read_number(person_id), game)
            case ("back" | "on", person_id, game, page), ():
                await self._show_album(responder, read_number(person_id), game, read_number(page))
            case ("table", table_id), ():
                await self._show_earned_at(responder, read_number(table_id))
            case _:
                raise UnknownControl

    async def _show_album(
        self, responder: Responder, person_id: int, game: str, page: int = 1
    ) -> None:
        click, stats, _ = responder.interaction, self._stats, responder.language
        home, own = home_of(click), click.user.id
        person_id = own if home is None else person_id
        summary, goals = await stats.summary(home, person_id), stats.goals(key_of(game))
        if summary is None:
            page_of_nobody = render_no_stats(_, ALL, person_id, "", own=person_id == own)
            await responder.send_page(page_of_nobody)
            return
        album = render_album(_, game, summary, goals, page, own=person_id == own)
        await responder.send_page(album)

    async def _show_earned_at(self, responder: Responder, table_id: int) -> None:
        click = responder.interaction
        await self._services.permissions.find_table(click, table_id)
        earned = await self._stats.earned_at(table_id)
        await responder.send_page(render_earned_at(responder.language, table_id, earned))

    async def _show_summary(
        self,
        responder: Responder,
        person_id: int,
        game: str = ALL,
        *,
        name: str = "",
        shared: bool = False,
    ) -> None:
        click, home = responder.interaction, home_of(responder.interaction)
        if home is None:  # games in direct messages belong to no server: show only the reader's own
            person_id = click.user.id
        stats, own, _ = self._stats, click.user.id == person_id, responder.language
        summary = await stats.summary(home, person_id)
        tellers = self._services.stat_rows if own and not shared else ()
        added = [row for tell in tellers for row in await tell(_, home, person_id)]
        if summary is None or not (summary.played or summary.earned):
            page = render_no_stats(
                _, game, person_id, summary.name if summary else name, own=own, added=added
            )
            await responder.send_page(page)
            return
        if not summary.played:  # the boards were reset, but achievements remain
            await responder.send_page(render_album(_, ALL, summary, stats.goals(), own=own))
            return
        if shared:
            _ = await self._services.find_language(click)
        page = render_summary(_, summary, own=own, shared=shared, direct=home is None, added=added)
        await responder.send_page(page, shared=shared)

    async def _show(
        self,
        responder: Responder,
        person_id: int,
        game: str,
        *,
        name: str = "",
        shared: bool = False,
    ) -> None:
        click, home = responder.interaction, home_of(responder.interaction)
        if home is None:
            person_id, name = click.user.id, click.user.display_name
        _, stats = responder.language, await self._stats.read(home, person_id, key_of(game))
        if stats is None or not (stats.score or stats.mixed or stats.solo or stats.luck):
            own = click.user.id == person_id
            page = render_no_stats(_, game, person_id, stats.name if stats else name, own=own)
            await responder.send_page(page)
            return
        parts = [] if game == ALL else self._services.stat_parts
        if shared:
            _ = await self._services.find_language(click)
        more = [await tell(_, home, person_id, game) for tell in parts]
        page = render_stats(_, game, stats, more, shared=shared, direct=home is None)
        await responder.send_page(page, shared=shared)


COG = StatsCog
