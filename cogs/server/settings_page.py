"""What the settings of a server look like: channels, roles, defaults of games, and resets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from cogs.core.components import PageButton, PageSelect
from cogs.core.content import Items, MessageContent, rows, text
from cogs.core.names import count
from cogs.core.paging import ALL, TITLES, select, title_of
from engine import GAMES, game

if TYPE_CHECKING:
    from engine.core import Option
    from records.model import GuildSettings, ResetPreview

PAGES = "settings"

COLOUR, RED = 0x80848E, 0xDA373C

MOST = 25
"""How many channels or roles one select holds."""

CHANNELS = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
    discord.ChannelType.forum,
]
"""All that have messages, or threads with them."""


def home_page(guild_id: int, settings: GuildSettings, said: str = "") -> MessageContent:
    """All settings of a server; `said` is what has just been done."""
    boards = [(ALL, "All leaderboards"), *TITLES.items()]
    items: Items = [
        text("### ⚙️ Settings of this server" + (f"\n✅ {said}" if said else "")),
        text(f"**Tables may be opened** {_channels(settings)}"),
        *rows([_channel_select(settings)]),
        text(f"**Tables of others may be cancelled by** {_roles(guild_id, settings)}"),
        *rows([_role_select(settings)]),
        text(f"**Defaults of new tables**\n{_defaults(settings)}"),
        *rows([_default_select()]),
        text("**Leaderboards**\n-# A reset asks again, and says what is lost."),
        *rows([select("Reset a leaderboard…", boards, "", PAGES, "losses")]),
    ]
    return MessageContent([ui.Container(*items, accent_colour=COLOUR)])


def _channels(settings: GuildSettings) -> str:
    places = ", ".join(f"<#{channel}>" for channel in settings.channels)
    if not places:
        return "in every channel"
    return f"in {places} and {'its' if len(settings.channels) == 1 else 'their'} threads"


def _roles(guild_id: int, settings: GuildSettings) -> str:
    if guild_id in settings.cancel_roles:  # that is the role of @everyone
        return "everybody"
    return ", ".join(
        ["whoever may manage the server", *(f"<@&{r}>" for r in settings.cancel_roles)]
    )


def _defaults(settings: GuildSettings) -> str:
    lines: list[str] = []
    for each in GAMES:
        chosen = settings.defaults.get(each.info.key, {})
        words = [
            f"{o.title}: {o.title_of(chosen[o.key])}" for o in each.info.options if o.key in chosen
        ]
        if words:
            lines.append(f"{each.info.title} · {' · '.join(words)}")
    return "\n".join(lines) or "-# As the rules have them."


def _channel_select(settings: GuildSettings) -> PageSelect:
    kind = discord.SelectDefaultValueType.channel
    menu: ui.ChannelSelect[Any] = ui.ChannelSelect(
        channel_types=CHANNELS,
        placeholder="Every channel",
        min_values=0,
        max_values=MOST,
        default_values=[discord.SelectDefaultValue(id=c, type=kind) for c in settings.channels],
    )
    return PageSelect.of(menu, PAGES, "channels")


def _role_select(settings: GuildSettings) -> PageSelect:
    kind = discord.SelectDefaultValueType.role
    menu: ui.RoleSelect[Any] = ui.RoleSelect(
        placeholder="No other roles",
        min_values=0,
        max_values=MOST,
        default_values=[discord.SelectDefaultValue(id=r, type=kind) for r in settings.cancel_roles],
    )
    return PageSelect.of(menu, PAGES, "roles")


def _default_select() -> PageSelect:
    options = [(each.info.key, each.info.title) for each in GAMES if each.info.options]
    return select("Change the defaults of a game…", options, "", PAGES, "game")


def defaults_page(settings: GuildSettings, game_key: str) -> MessageContent:
    """The options of one game, each with what a new table has."""
    options = game(game_key).info.options
    items: Items = [
        text(
            f"### ⚙️ {title_of(game_key)}: defaults of new tables\n"
            f"-# Whoever opens a table with `/{game_key} start` can choose otherwise."
        )
    ]
    for option in options:
        items += [text(f"**{option.title}**"), *rows([_option_select(settings, game_key, option)])]
    items += rows([PageButton.of(PAGES, "home", label="◀ All settings")])
    return MessageContent([ui.Container(*items, accent_colour=COLOUR)])


def _option_select(settings: GuildSettings, game_key: str, option: Option) -> PageSelect:
    present = settings.defaults.get(game_key, {}).get(option.key, option.default)
    choices = [
        (choice.value, choice.title + (" (the rules)" if choice.value == option.default else ""))
        for choice in option.choices
    ]
    return select(option.title[:150], choices, present, PAGES, "option", game_key, option.key)


def losses_page(game_key: str, losses: ResetPreview, said: str = "") -> MessageContent:
    """What a reset takes away, before it is done; `said` is why it is told again."""
    what = "every leaderboard" if game_key == ALL else f"the leaderboard of {title_of(game_key)}"
    head = f"### ⚙️ Reset {what}?" + (f"\n⚠️ {said}" if said else "")
    if not (losses.players or losses.games or losses.ratings):
        back = PageButton.of(PAGES, "home", label="◀ All settings")
        words = f"{head}\nThere is nothing on it to lose."
        return MessageContent([ui.Container(text(words), *rows([back]), accent_colour=COLOUR)])
    buttons = _reset_buttons(game_key, losses.latest)
    items: Items = [text(head), text(_lost(game_key, losses)), *rows(buttons)]
    return MessageContent([ui.Container(*items, accent_colour=RED)])


def _lost(game_key: str, losses: ResetPreview) -> str:
    together = (
        ""
        if game_key == ALL
        else "\nThe board of all games together keeps these games: it is reset only when all are."
    )
    return (
        f"**What is lost, for good**\n{in_words(losses)}: wins, places, best scores, streaks and "
        f"records begin anew, in every period{_also_alone(game_key)}.\n"
        f"**What stays**\nHistory, replays, luck and achievements.{together}"
    )


def _also_alone(game_key: str) -> str:
    """That a game which can be played alone has a second board, which goes too."""
    if game_key == ALL or game(game_key).info.min_seats > 1:
        return ""
    return ", also on the board of those who play alone"


def in_words(losses: ResetPreview) -> str:
    """How much is lost."""
    return (
        f"{count(losses.players, 'player')}, {count(losses.games, 'counted game')} and "
        f"{count(losses.ratings, 'rating')}"
    )


def _reset_buttons(game_key: str, latest: int) -> list[ui.Item[Any]]:
    """The confirmation holds for the losses that it stands below, up to that result."""
    danger = discord.ButtonStyle.danger
    return [
        PageButton.of(PAGES, "reset", game_key, latest, label="Reset for good", style=danger),
        PageButton.of(PAGES, "home", label="Keep it"),
    ]
