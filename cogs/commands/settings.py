"""`/settings` and its pages: a server's channels, roles, language and defaults of games.

Only people who manage the server can see and change the settings.
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
from cogs.interactions.failures import SwitchedOff, UnknownControl, tell
from cogs.interactions.interaction import list_lacking, require_admin, without_gone
from cogs.interactions.language import NAMES
from cogs.interactions.parts import Component, Items, beside, menu_of_ids, rows, text
from cogs.interactions.responder import responding
from engine.core import N_, Told
from players.games import GAMES, game
from tables.model.time_control import TimeControl

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from cogs.app.client import DucksClient
    from cogs.app.services import Services, Setting
    from cogs.display.components import Texts
    from cogs.interactions.interaction import Interaction
    from cogs.interactions.language import Language
    from cogs.interactions.responder import Responder
    from engine.core import Info, Option
    from records.values import GuildSettings

COLOUR = 0x80848E

GONE = N_("Some channels or roles of these settings were deleted. They do not count any more.")

LACKING = N_(
    "In this channel I lack: {permissions}. Without Attach Files, games are shown in words."
)

MOST = 25
"""Limit on channels or roles in one select."""

AUTOMATIC = "auto"
"""Value of the language menu for a server that has chosen no language."""

EVERY_CHANNEL, USUAL = N_("Every channel"), N_("The usual ones")

LISTED = 3
"""Limit on channels or roles that a line names; the line shows only the number of the others."""

CHANNELS = [
    discord.ChannelType.text.value,
    discord.ChannelType.news.value,
    discord.ChannelType.voice.value,
    discord.ChannelType.stage_voice.value,
    discord.ChannelType.forum.value,
]
"""Types of channels that can be chosen. In a forum, tables are played in its posts."""


def render_home(
    _: Language,
    guild_id: int,
    settings: GuildSettings,
    added: Iterable[tuple[Setting, str]] = (),
    switches: Iterable[tuple[str, str]] = (),
    notice: str = "",
) -> MessageContent:
    """Return a line for each setting, with a button to change it.

    Args:
        _: the reader's language.
        guild_id: the server.
        settings: the settings of the core.
        added: the settings of features, each with its current value in words.
        switches: the names and titles of features that can be switched off.
        notice: lines about what has just been done, and about what is missing.
    """
    answers = {
        "channels": _list_channels(_, settings),
        "roles": _list_roles(_, guild_id, settings),
        "clock": _(TIME_CONTROLS[settings.time_control]),
        "rules": _count_changed(_, settings),
        "language": NAMES.get(settings.language) or _("Automatic"),
    }
    asked = {
        question: _ask(_, QUESTIONS[question][0], answer, question)
        for question, answer in answers.items()
    }
    return framed(
        COLOUR,
        text(_("### ⚙️ Settings of this server") + (f"\n{notice}" if notice else "")),
        *asked.values(),
        _turn(_, N_("A thread for each game"), "threads", on=settings.threads),
        *(_turn(_, title, "switch", name, on=name not in settings.off) for name, title in switches),
        *(_ask(_, each.title, answer, each.key, each.label) for each, answer in added),
    )


def _line(_: Language, title: str, answer: str, label: str, *args: str) -> Component:
    """Return a line with a button at its right."""
    return beside(f"**{title}**\n{answer}", PageButton.of(SETTINGS, *args, label=_(label)))


def _turn(_: Language, title: str, *args: str, on: bool) -> Component:
    """Return a line whose button turns something on or off."""
    answer, label, to = (
        (N_("Yes"), N_("Turn off"), "off") if on else (N_("No"), N_("Turn on"), "on")
    )
    return _line(_, _(title), _(answer), label, *args, to)


CHANGE = N_("Change")


def _ask(_: Language, title: str, answer: str, question: str, label: str = CHANGE) -> Component:
    """Return a line whose button leads to a page of choices."""
    return _line(_, _(title), answer, label, "ask", question)


def _list_channels(_: Language, settings: GuildSettings) -> str:
    """List the channels where tables may be opened."""
    return _list_some(_, [f"<#{channel}>" for channel in settings.channels]) or _(EVERY_CHANNEL)


def _list_some(_: Language, names: Sequence[str]) -> str:
    more = len(names) - LISTED
    return _.join([*names[:LISTED], *([f"+{more}"] if more > 0 else [])], "commas")


def _list_roles(_: Language, guild_id: int, settings: GuildSettings) -> str:
    """List the roles that may cancel other people's tables."""
    if guild_id in settings.cancel_roles:  # the role of @everyone has the server's id
        return _("Everybody")
    roles = [f"<@&{role}>" for role in settings.cancel_roles]
    return _.join([_("Server managers"), *([_list_some(_, roles)] if roles else [])], "commas")


def _count_changed(_: Language, settings: GuildSettings) -> str:
    changed = sum(bool(settings.defaults.get(each.info.key)) for each in GAMES)
    if not changed:
        return _(USUAL)
    return _.plural("Changed for {n} game", "Changed for {n} games", changed)


def render_question(_: Language, question: str, settings: GuildSettings) -> MessageContent:
    title, words, offer = QUESTIONS[question]
    return frame_question(_, title, words, offer(_, settings))


def frame_question(_: Language, title: str, words: str, controls: Items) -> MessageContent:
    """Return the page of a question: its title, a sentence, and the controls that answer it."""
    back = PageButton.of(SETTINGS, "home", label=_(BACK))
    return framed(COLOUR, text(f"### ⚙️ {_(title)}\n{_(words)}"), *controls, *rows([back]))


def _offer_channels(_: Language, settings: GuildSettings) -> Items:
    custom_id = PageSelect.of(SETTINGS, "channels")
    chosen = settings.channels
    menu = menu_of_ids(custom_id, chosen, _(EVERY_CHANNEL), most=MOST, channels=CHANNELS)
    return rows([menu])


def _offer_roles(_: Language, settings: GuildSettings) -> Items:
    custom_id = PageSelect.of(SETTINGS, "roles")
    return rows([menu_of_ids(custom_id, settings.cancel_roles, _("No role"), most=MOST)])


def _offer_languages(_: Language, settings: GuildSettings) -> Items:
    """Return the menu of languages, each with its name in that language."""
    options = {AUTOMATIC: _("Automatic"), **NAMES}.items()
    chosen = settings.language or AUTOMATIC
    return rows([select(_("Language"), options, chosen, SETTINGS, "language")])


def _offer_time_controls(_: Language, settings: GuildSettings) -> Items:
    """Return a line for each time control; the button of the current one is disabled."""
    return [
        beside(
            f"**{_(title)}**",
            PageButton.of(
                SETTINGS,
                "clock",
                time_control,
                label="✓" if time_control is settings.time_control else _("Choose"),
                disabled=time_control is settings.time_control,
            ),
        )
        for time_control, title in TIME_CONTROLS.items()
    ]


def _offer_games(_: Language, settings: GuildSettings) -> Items:
    """Return a line for each game that has options; the line names the changed choices."""
    return [
        _line(
            _,
            _.title(each.info),
            _list_defaults(_, each.info, settings),
            CHANGE,
            "game",
            each.info.key,
        )
        for each in GAMES
        if each.info.options
    ]


def _list_defaults(_: Language, info: Info, settings: GuildSettings) -> str:
    chosen = settings.defaults.get(info.key, {})
    changed = [o.title_of(chosen[o.key]) for o in info.options if o.key in chosen]
    return " · ".join(_.of(info.key)(title) for title in changed) or _(USUAL)


OTHERWISE = N_("Whoever opens a game can choose otherwise.")

QUESTIONS: Mapping[str, tuple[str, str, Callable[[Language, GuildSettings], Items]]] = {
    "channels": (
        N_("Where to play"),
        N_(
            "Games can be opened in these channels and their threads. "
            "If you choose none, games can be opened in every channel."
        ),
        _offer_channels,
    ),
    "roles": (
        N_("Who can cancel any game"),
        N_("Those who manage the server always can. These roles can, too."),
        _offer_roles,
    ),
    "clock": (
        N_("Time for a turn"),
        N_("For new games; whoever opens one can choose otherwise."),
        _offer_time_controls,
    ),
    "rules": (N_("Rules of new games"), OTHERWISE, _offer_games),
    "language": (
        N_("Language"),
        N_(
            "For what everybody sees in new games. What only you see is in your own language. "
            "Automatic: the server's language if it is a Community, otherwise that of whoever "
            "opens the game."
        ),
        _offer_languages,
    ),
}
"""Questions by their names in custom ids: title, explanation, and function for the controls."""


def render_defaults(_: Language, settings: GuildSettings, game_key: str) -> MessageContent:
    """Return the options of one game, each with its value for new tables."""
    options = game(game_key).info.options
    head = _("### ⚙️ {game}: rules of new games", game=title_of(_, game_key))
    items: Items = [text(f"{head}\n{_(OTHERWISE)}")]
    for option in options:
        items += [
            text(f"**{_.of(game_key)(option.title)}**"),
            *rows([_make_option_select(_, settings, game_key, option)]),
        ]
    items += rows([PageButton.of(SETTINGS, "ask", "rules", label=_(BACK))])
    return framed(COLOUR, *items)


def _make_option_select(
    _: Language, settings: GuildSettings, game_key: str, option: Option
) -> Component:
    present = settings.defaults.get(game_key, {}).get(option.key, option.default)
    own = _.of(game_key)
    titles = {choice.value: own(choice.title) for choice in option.choices}
    titles[option.default] = _("{choice} (usual)", choice=titles[option.default])
    about = own(option.title)[:150]
    return select(about, titles.items(), present, SETTINGS, "option", game_key, option.key)


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
        """Handle a control of these pages; raise an error unless an admin has clicked."""
        match args, values:
            case ("ask", question), ():
                await self._ask(responder, question)
            case ("set", key), _:
                await self._set_added(responder, key, values)
            case ("channels" | "roles" as kind,), _:
                chosen = read_chosen(responder.interaction, kind, values, most=MOST)
                await self._set(responder, **{"cancel_roles" if kind == "roles" else kind: chosen})
            case ("game", game_key), ():
                settings = await self._read(responder)
                await responder.send_page(render_defaults(responder.language, settings, game_key))
            case ("option", game_key, option), (value,):
                change = _change_default(game_key, option, value)
                changed = await self._change(responder, change)
                await responder.send_page(render_defaults(responder.language, changed, game_key))
            case ("clock", value), () if value in tuple(TimeControl):
                await self._set(responder, time_control=TimeControl(value))
            case ("language",), (value,) if value in {AUTOMATIC, *NAMES}:
                await self._set(responder, language=value if value in NAMES else "")
            case ("threads", "on" | "off" as value), ():
                await self._set(responder, threads=value == "on")
            case ("switch", name, "on" | "off" as value), ():
                await self._switch(responder, name, on=value == "on")
            case ("home",), ():
                await self._show_home(responder, await self._read(responder))
            case _:
                raise UnknownControl

    async def _show_home(
        self, responder: Responder, settings: GuildSettings, notice: str = ""
    ) -> None:
        click, _ = responder.interaction, responder.language
        guild_id = require_admin(click)
        added = [
            (each, (await each.tell(_, guild_id))[0]) for each in self._services.settings.values()
        ]
        stored = await self._services.records.settings.read(guild_id)
        notices = [f"✅ {notice}"] if notice else []
        if without_gone(click.guild, stored) != stored:
            await self._change(responder, lambda found: without_gone(click.guild, found))
            notices.append(_(GONE))
        if lacking := list_lacking(click):
            told = Told(LACKING, permissions=tuple(lacking))
            notices.append(f"⚠️ {tell(_, told)}")
        switches = self._services.switches.items()
        page = render_home(_, guild_id, settings, added, switches, "\n".join(notices))
        await responder.send_page(page)

    async def _ask(self, responder: Responder, question: str) -> None:
        """Show the page of a question; some questions were added by features."""
        settings, _ = await self._read(responder), responder.language
        if question in QUESTIONS:
            page = render_question(_, question, settings)
        else:
            added = self._find_added(question)
            told = await added.tell(_, require_admin(responder.interaction))
            page = frame_question(_, added.title, added.words, rows([told[1]]))
        await responder.send_page(page)

    async def _set_added(self, responder: Responder, key: str, values: Texts) -> None:
        guild_id = require_admin(responder.interaction)
        page = await self._find_added(key).choose(responder, guild_id, values)
        if page is None:
            settings = await self._read(responder)
            await self._show_home(responder, settings, responder.language("Saved."))
        else:
            await responder.send_page(page)

    def _find_added(self, key: str) -> Setting:
        try:
            return self._services.settings[key]
        except KeyError:
            raise SwitchedOff from None

    async def _read(self, responder: Responder) -> GuildSettings:
        guild_id = require_admin(responder.interaction)
        stored = await self._services.records.settings.read(guild_id)
        return without_gone(responder.interaction.guild, stored)

    async def _set(self, responder: Responder, **changes: Any) -> None:  # noqa: ANN401 - values of any setting
        """Change some of the settings, and show all settings."""
        changed = await self._change(responder, lambda settings: replace(settings, **changes))
        await self._show_home(responder, changed, responder.language("Saved."))

    async def _switch(self, responder: Responder, name: str, *, on: bool) -> None:
        """Switch a feature on or off for a server, and show all settings."""
        if name not in self._services.switches:
            raise SwitchedOff
        changed = await self._change(
            responder,
            lambda found: replace(found, off=(*({*found.off} - {name}), *([] if on else [name]))),
        )
        await self._show_home(responder, changed, responder.language("Saved."))

    async def _change(
        self, responder: Responder, change: Callable[[GuildSettings], GuildSettings]
    ) -> GuildSettings:
        """Change settings; a lock keeps two admins from undoing each other's changes."""
        guild_id = require_admin(responder.interaction)
        async with self._changing:
            changed = change(await self._services.records.settings.read(guild_id))
            await self._services.records.settings.write(guild_id, changed)
        return changed


def _change_default(
    game_key: str, key: str, value: str
) -> Callable[[GuildSettings], GuildSettings]:
    """Return a function that changes the default of one option of a game.

    If the new default is that of the rules, nothing is stored for this option.
    """
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
