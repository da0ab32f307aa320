"""What the settings of a server look like: channels, roles, defaults of games, and resets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.display.controls.components import PageButton, PageSelect
from cogs.display.controls.paging import ALL, TITLES, select, title_of
from cogs.display.pages.lobby import PACES
from cogs.interactions.content import MessageContent, framed
from cogs.interactions.names import count
from cogs.interactions.parts import Items, Part, menu_of_ids, rows, text
from engine import GAMES, game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core import Option
    from records.model.guilds import GuildSettings, ResetPreview

PAGES = "settings"

COLOUR, RED = 0x80848E, 0xDA373C

MOST = 25
"""How many channels or roles one select holds."""

THREADS = {"channel": "🧵 Played in the channel", "thread": "🧵 Played in a thread of their own"}
"""What an admin reads of where new tables are played."""

CHANNELS = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
    discord.ChannelType.forum,
]
"""All types of channel with messages, and last the one with threads that have messages."""


def render_home(guild_id: int, settings: GuildSettings, notice: str = "") -> MessageContent:
    """Return all settings of a server; `notice` says what has just been done."""
    boards = [(ALL, "All leaderboards"), *TITLES.items()]
    seasons = () if settings.season_channel is None else (settings.season_channel,)
    items: Items = [
        text("### ⚙️ Settings of this server" + (f"\n✅ {notice}" if notice else "")),
        text(f"**Tables may be opened** {_list_channels(settings)}"),
        *rows([_make_channel_select("channels", "Every channel", settings.channels, MOST)]),
        text(f"**Tables of others may be cancelled by** {_list_roles(guild_id, settings)}"),
        *rows([_make_role_select(settings)]),
        text(f"**Defaults of new tables**\n{_list_defaults(settings)}"),
        *rows([_make_game_select()]),
        *rows([_make_pace_select(settings)]),
        *rows([_make_thread_select(settings)]),
        text("**The first of each month are told**, on the 2nd"),
        *rows([_make_channel_select("season", "Nowhere", seasons, 1)]),
        text("**Leaderboards**\n-# A reset asks again, and says what is lost."),
        *rows([select("Reset a leaderboard…", boards, "", PAGES, "losses")]),
    ]
    return framed(COLOUR, *items)


def _list_channels(settings: GuildSettings) -> str:
    """Return where tables may be opened, within a sentence."""
    places = ", ".join(f"<#{channel}>" for channel in settings.channels)
    if not places:
        return "in every channel"
    return f"in {places} and {'its' if len(settings.channels) == 1 else 'their'} threads"


def _list_roles(guild_id: int, settings: GuildSettings) -> str:
    """Return who may cancel tables of others."""
    if guild_id in settings.cancel_roles:  # that is the role of @everyone
        return "everybody"
    return ", ".join(
        ["whoever may manage the server", *(f"<@&{r}>" for r in settings.cancel_roles)]
    )


def _list_defaults(settings: GuildSettings) -> str:
    """Return a line for each game with defaults of its own."""
    lines: list[str] = []
    for each in GAMES:
        chosen = settings.defaults.get(each.info.key, {})
        words = [
            f"{o.title}: {o.title_of(chosen[o.key])}" for o in each.info.options if o.key in chosen
        ]
        if words:
            lines.append(f"{each.info.title} · {' · '.join(words)}")
    return "\n".join(lines) or "-# As the rules have them."


def _make_channel_select(action: str, nothing: str, chosen: Sequence[int], most: int) -> Part:
    """Return a choice of up to `most` channels; `nothing` says what none means."""
    taken = CHANNELS if most > 1 else CHANNELS[:-1]  # one to write in
    kinds = [kind.value for kind in taken]
    return menu_of_ids(PageSelect.of(PAGES, action), chosen, nothing, most=most, channels=kinds)


def _make_role_select(settings: GuildSettings) -> Part:
    """Return the choice of roles."""
    custom_id = PageSelect.of(PAGES, "roles")
    return menu_of_ids(custom_id, settings.cancel_roles, "No other roles", most=MOST)


def _make_game_select() -> Part:
    """Return the choice of a game whose defaults can be changed."""
    options = [(each.info.key, each.info.title) for each in GAMES if each.info.options]
    return select("Change the defaults of a game…", options, "", PAGES, "game")


def _make_pace_select(settings: GuildSettings) -> Part:
    """Return the choice of how much time a turn has at new tables."""
    options = [(pace, f"⏱ {title}, {words}") for pace, (title, words) in PACES.items()]
    return select("⏱ Time for a turn", options, settings.pace, PAGES, "pace")


def _make_thread_select(settings: GuildSettings) -> Part:
    """Return the choice of where new tables are played."""
    present = "thread" if settings.threads else "channel"
    return select("🧵 Where tables are played", [*THREADS.items()], present, PAGES, "threads")


def render_defaults(settings: GuildSettings, game_key: str) -> MessageContent:
    """Return the options of one game, each with its value at a new table."""
    options = game(game_key).info.options
    items: Items = [
        text(
            f"### ⚙️ {title_of(game_key)}: defaults of new tables\n"
            f"-# Whoever opens a table with `/{game_key} start` can choose otherwise."
        )
    ]
    for option in options:
        items += [
            text(f"**{option.title}**"),
            *rows([_make_option_select(settings, game_key, option)]),
        ]
    items += rows([PageButton.of(PAGES, "home", label="◀ All settings")])
    return framed(COLOUR, *items)


def _make_option_select(settings: GuildSettings, game_key: str, option: Option) -> Part:
    """Return the choice of an option's value."""
    present = settings.defaults.get(game_key, {}).get(option.key, option.default)
    choices = [
        (choice.value, choice.title + (" (the rules)" if choice.value == option.default else ""))
        for choice in option.choices
    ]
    return select(option.title[:150], choices, present, PAGES, "option", game_key, option.key)


def render_reset(game_key: str, losses: ResetPreview, notice: str = "") -> MessageContent:
    """Return what a reset takes away, before it is done; `notice` says why it is asked again."""
    what = "every leaderboard" if game_key == ALL else f"the leaderboard of {title_of(game_key)}"
    head = f"### ⚙️ Reset {what}?" + (f"\n⚠️ {notice}" if notice else "")
    if not (losses.players or losses.games or losses.ratings):
        back = PageButton.of(PAGES, "home", label="◀ All settings")
        words = f"{head}\nThere is nothing on it to lose."
        return framed(COLOUR, text(words), *rows([back]))
    buttons = _make_reset_buttons(game_key, losses.latest)
    items: Items = [text(head), text(_describe_reset(game_key, losses)), *rows(buttons)]
    return framed(RED, *items)


def _describe_reset(game_key: str, losses: ResetPreview) -> str:
    """Return what is lost and what stays."""
    together = (
        ""
        if game_key == ALL
        else "\nThe board of all games together keeps these games: it is reset only when all are."
    )
    return (
        f"**What is lost, for good**\n{describe_losses(losses)}: wins, places, best scores, "
        f"streaks and records begin anew, in every period{_describe_solo_board(game_key)}.\n"
        f"**What stays**\nHistory, replays, luck and achievements.{together}"
    )


def _describe_solo_board(game_key: str) -> str:
    """Say that a game which can be played alone has a second board, reset too; else nothing."""
    if game_key == ALL or game(game_key).info.min_seats > 1:
        return ""
    return ", also on the board of those who play alone"


def describe_losses(losses: ResetPreview) -> str:
    """Return how much is lost."""
    return (
        f"{count(losses.players, 'player')}, {count(losses.games, 'counted game')} and "
        f"{count(losses.ratings, 'rating')}"
    )


def _make_reset_buttons(game_key: str, latest: int) -> Items:
    """Return the buttons below the losses.

    The confirmation is for these losses only: it names `latest`, the last result that they count.
    """
    danger = discord.ButtonStyle.danger
    return [
        PageButton.of(PAGES, "reset", game_key, latest, label="Reset for good", style=danger),
        PageButton.of(PAGES, "home", label="Keep it"),
    ]
