"""`/settings` and its pages: a server's channels, roles, defaults of games, resets.

Only those who manage the server see and change them.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app.services import Pages
from cogs.display.components import (
    BACK,
    SETTINGS,
    PageButton,
    PageSelect,
    read_chosen,
    select,
    title_of,
)
from cogs.display.pages.lobby import TIME_CONTROLS
from cogs.interactions.content import MessageContent, framed
from cogs.interactions.failures import SwitchedOff, UnknownControl
from cogs.interactions.interaction import require_admin
from cogs.interactions.language import ENGLISH, count
from cogs.interactions.parts import Component, Items, beside, menu_of_ids, rows, text
from cogs.interactions.responder import responding
from players.games import GAMES, game
from tables.model.time_control import TimeControl

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from cogs.app.client import DucksClient
    from cogs.app.services import Services, Setting
    from cogs.display.components import Texts
    from cogs.interactions.interaction import Interaction
    from cogs.interactions.responder import Responder
    from engine.core import Info, Option
    from records.values import GuildSettings

COLOUR = 0x80848E

MOST = 25
"""Most channels or roles in one select."""

LISTED = 3
"""Most channels or roles that a line names; it counts the rest."""

CHANNELS = [
    discord.ChannelType.text.value,
    discord.ChannelType.news.value,
    discord.ChannelType.voice.value,
    discord.ChannelType.stage_voice.value,
    discord.ChannelType.forum.value,
]
"""Types of channels with messages; the last one only has threads with messages."""


def render_home(
    guild_id: int,
    settings: GuildSettings,
    added: Iterable[tuple[Setting, str]] = (),
    notice: str = "",
) -> MessageContent:
    """Return a line for each setting, with a button to change it.

    Args:
        guild_id: the server.
        settings: the settings of the core.
        added: the settings of features, each with its present answer.
        notice: what has just been done.
    """
    threads = ("Yes", "Turn off", "off") if settings.threads else ("No", "Turn on", "on")
    return framed(
        COLOUR,
        text("### ⚙️ Settings of this server" + (f"\n✅ {notice}" if notice else "")),
        _ask("Where to play", _list_channels(settings), "channels"),
        _ask("Who can cancel any game", _list_roles(guild_id, settings), "roles"),
        _ask("Time for a turn", TIME_CONTROLS[settings.time_control][0], "clock"),
        _line("A thread for each game", threads[0], threads[1], "threads", threads[2]),
        _ask("Rules of new games", _count_changed(settings), "rules"),
        *(_ask(each.title, answer, each.key, each.label) for each, answer in added),
    )


def _line(title: str, answer: str, label: str, *args: str) -> Component:
    """Return a line with a button at its right."""
    return beside(f"**{title}**\n{answer}", PageButton.of(SETTINGS, *args, label=label))


def _ask(title: str, answer: str, question: str, label: str = "Change") -> Component:
    """Return a line whose button leads to a page of choices."""
    return _line(title, answer, label, "ask", question)


def _list_channels(settings: GuildSettings) -> str:
    """List the channels where tables may be opened."""
    return _list_some([f"<#{channel}>" for channel in settings.channels]) or "Every channel"


def _list_some(names: Sequence[str]) -> str:
    more = len(names) - LISTED
    return ", ".join([*names[:LISTED], *([f"{more} more"] if more > 0 else [])])


def _list_roles(guild_id: int, settings: GuildSettings) -> str:
    """List those who may cancel other people's tables."""
    if guild_id in settings.cancel_roles:  # the role of @everyone has the server's id
        return "Everybody"
    roles = [f"<@&{role}>" for role in settings.cancel_roles]
    return ", ".join(["Server managers", *([_list_some(roles)] if roles else [])])


def _count_changed(settings: GuildSettings) -> str:
    changed = sum(bool(settings.defaults.get(each.info.key)) for each in GAMES)
    return f"Changed for {count(changed, 'game')}" if changed else "The usual ones"


def render_question(question: str, settings: GuildSettings) -> MessageContent:
    """Return the page of a question."""
    title, words, offer = QUESTIONS[question]
    return frame_question(title, words, offer(settings))


def frame_question(title: str, words: str, controls: Items) -> MessageContent:
    """Return the page of a question: a sentence about it, and what answers it."""
    back = PageButton.of(SETTINGS, "home", label=BACK)
    return framed(COLOUR, text(f"### ⚙️ {title}\n{words}"), *controls, *rows([back]))


def _offer_channels(settings: GuildSettings) -> Items:
    custom_id = PageSelect.of(SETTINGS, "channels")
    chosen = settings.channels
    menu = menu_of_ids(custom_id, chosen, "Every channel", most=MOST, channels=CHANNELS)
    return rows([menu])


def _offer_roles(settings: GuildSettings) -> Items:
    custom_id = PageSelect.of(SETTINGS, "roles")
    return rows([menu_of_ids(custom_id, settings.cancel_roles, "No role", most=MOST)])


def _offer_time_controls(settings: GuildSettings) -> Items:
    """Return a line for each time control; the present one is disabled."""
    return [
        beside(
            f"**{title}**\n{words}",
            PageButton.of(
                SETTINGS,
                "clock",
                time_control,
                label="✓" if time_control is settings.time_control else "Choose",
                disabled=time_control is settings.time_control,
            ),
        )
        for time_control, (title, words) in TIME_CONTROLS.items()
    ]


def _offer_games(settings: GuildSettings) -> Items:
    """Return a line for each game with options, listing the changed ones."""
    return [
        _line(each.info.title, _list_defaults(each.info, settings), "Change", "game", each.info.key)
        for each in GAMES
        if each.info.options
    ]


def _list_defaults(info: Info, settings: GuildSettings) -> str:
    chosen = settings.defaults.get(info.key, {})
    return (
        " · ".join(o.title_of(chosen[o.key]) for o in info.options if o.key in chosen)
        or "The usual ones"
    )


QUESTIONS: Mapping[str, tuple[str, str, Callable[[GuildSettings], Items]]] = {
    "channels": (
        "Where to play",
        "Games can be opened in these channels and their threads. Choose none for every channel.",
        _offer_channels,
    ),
    "roles": (
        "Who can cancel any game",
        "Those who manage the server always can. These roles can, too.",
        _offer_roles,
    ),
    "clock": (
        "Time for a turn",
        "For new games; whoever opens one can choose otherwise.",
        _offer_time_controls,
    ),
    "rules": (
        "Rules of new games",
        "Whoever opens a game can choose otherwise.",
        _offer_games,
    ),
}
"""Questions by their names in ids: title, a sentence about it, and its choices."""


def render_defaults(settings: GuildSettings, game_key: str) -> MessageContent:
    """Return the options of one game, each with its value for new tables."""
    options = game(game_key).info.options
    items: Items = [
        text(
            f"### ⚙️ {title_of(ENGLISH, game_key)}: rules of new games\n"
            "Whoever opens a game can choose otherwise."
        )
    ]
    for option in options:
        items += [
            text(f"**{option.title}**"),
            *rows([_make_option_select(settings, game_key, option)]),
        ]
    items += rows([PageButton.of(SETTINGS, "ask", "rules", label=BACK)])
    return framed(COLOUR, *items)


def _make_option_select(settings: GuildSettings, game_key: str, option: Option) -> Component:
    present = settings.defaults.get(game_key, {}).get(option.key, option.default)
    choices = [
        (choice.value, choice.title + (" (usual)" if choice.value == option.default else ""))
        for choice in option.choices
    ]
    return select(option.title[:150], choices, present, SETTINGS, "option", game_key, option.key)


class SettingsCog(commands.Cog):
    def __init__(self, services: Services) -> None:
        self._services = services
        self._changing = asyncio.Lock()
        services.pages.append(Pages(SETTINGS, self.show_page))

    @app_commands.allowed_installs(guilds=True, users=False)
    @app_commands.allowed_contexts(guilds=True)
    @app_commands.command(description="For admins: how the games are played on this server")
    @app_commands.default_permissions(manage_guild=True)
    async def settings(self, interaction: Interaction) -> None:
        async with responding(interaction) as responder:
            await self._show_home(responder, await self._read(responder))

    async def show_page(self, responder: Responder, args: Texts, values: Texts) -> None:
        """Handle a control of these pages; each click needs an admin."""
        match args, values:
            case ("ask", question), ():
                await self._ask(responder, question)
            case ("set", key), _:
                await self._set_added(responder, key, values)
            case ("channels" | "roles" as kind,), _:
                chosen = read_chosen(responder.interaction, kind, values, most=MOST)
                await self._set(responder, **{"cancel_roles" if kind == "roles" else kind: chosen})
            case ("game", game_key), ():
                await responder.send_page(render_defaults(await self._read(responder), game_key))
            case ("option", game_key, option), (value,):
                change = _change_default(game_key, option, value)
                changed = await self._change(responder, change)
                await responder.send_page(render_defaults(changed, game_key))
            case ("clock", value), () if value in tuple(TimeControl):
                await self._set(responder, time_control=TimeControl(value))
            case ("threads", "on" | "off" as value), ():
                await self._set(responder, threads=value == "on")
            case ("home",), ():
                await self._show_home(responder, await self._read(responder))
            case _:
                raise UnknownControl

    async def _show_home(
        self, responder: Responder, settings: GuildSettings, notice: str = ""
    ) -> None:
        guild_id = require_admin(responder.interaction)
        added = [
            (each, (await each.tell(guild_id))[0]) for each in self._services.settings.values()
        ]
        await responder.send_page(render_home(guild_id, settings, added, notice))

    async def _ask(self, responder: Responder, question: str) -> None:
        """Show the page of a question, which a feature may have added."""
        settings = await self._read(responder)
        if question in QUESTIONS:
            page = render_question(question, settings)
        else:
            added = self._find_added(question)
            _, control = await added.tell(require_admin(responder.interaction))
            page = frame_question(added.title, added.words, rows([control]))
        await responder.send_page(page)

    async def _set_added(self, responder: Responder, key: str, values: Texts) -> None:
        guild_id = require_admin(responder.interaction)
        page = await self._find_added(key).choose(responder.interaction, guild_id, values)
        if page is None:
            await self._show_home(responder, await self._read(responder), "Saved.")
        else:
            await responder.send_page(page)

    def _find_added(self, key: str) -> Setting:
        try:
            return self._services.settings[key]
        except KeyError:
            raise SwitchedOff from None

    async def _read(self, responder: Responder) -> GuildSettings:
        return await self._services.records.settings.read(require_admin(responder.interaction))

    async def _set(self, responder: Responder, **changes: Any) -> None:  # noqa: ANN401 - values of any setting
        """Change some of the settings, and show all."""
        changed = await self._change(responder, lambda settings: replace(settings, **changes))
        await self._show_home(responder, changed, "Saved.")

    async def _change(
        self, responder: Responder, change: Callable[[GuildSettings], GuildSettings]
    ) -> GuildSettings:
        """Change one setting; a lock keeps two admins from undoing each other's change."""
        guild_id = require_admin(responder.interaction)
        async with self._changing:
            changed = change(await self._services.records.settings.read(guild_id))
            await self._services.records.settings.write(guild_id, changed)
        return changed


def _change_default(
    game_key: str, key: str, value: str
) -> Callable[[GuildSettings], GuildSettings]:
    """Return the change of one default of a game; a default of the rules is not stored."""
    option = next((each for each in game(game_key).info.options if each.key == key), None)
    if option is None:
        raise UnknownControl

    def change(settings: GuildSettings) -> GuildSettings:
        chosen = {**settings.defaults.get(game_key, {}), key: value}
        kept = {k: v for k, v in chosen.items() if k != key or v != option.default}
        defaults = {**settings.defaults, game_key: kept}
        return replace(settings, defaults={k: v for k, v in defaults.items() if v})

    return change


async def setup(client: DucksClient) -> None:
    """Add the cog; discord.py calls this when it loads the extension."""
    await client.add_cog(SettingsCog(client.services))
