"""The lobby: its players, its options, what is missing for the start, and the controls."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import discord

from cogs.display.art.strip import draw_strip
from cogs.display.components import ActionButton, more_button
from cogs.display.pages.how_to_play import how_to_play_button
from cogs.display.pages.more import Spot
from cogs.display.pages.options import LEVEL_NAMES, THREAD, TIME_CONTROLS
from cogs.display.table_text import describe_series, show_player
from cogs.interactions.content import Fragment, MessageContent, framed, picture
from cogs.interactions.language import ENGLISH, NAMES
from cogs.interactions.parts import (
    SEPARATOR_LINE,
    Component,
    Items,
    rows,
    text,
)
from players.core import Level
from tables.model.time_control import TimeControl
from tables.play.lobby import (
    OPTION,
    can_all_return,
    count_coming,
    count_free,
    count_missing,
    find_missing,
    find_option_for_fewer,
    level_of,
    tell_moment,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cogs.display.emojis import Emojis
    from cogs.display.pages.more import Scene
    from cogs.display.pages.renderer import Renderer
    from cogs.interactions.language import Language
    from engine.core import Seat
    from tables.model.table import Series, Table

GREEN = 0x3BA55D

DUCK: Component = {"name": "🦆"}


def render_lobby(
    scene: Scene,
    emojis: Emojis,
    series: Series | None = None,
    *,
    newcomer: bool = False,
) -> MessageContent:
    """Render the players, the options, what is missing for the start, and the controls.

    A `newcomer` sees the goal and a turn in pictures.
    """
    renderer, table, _ = scene.renderer, scene.table, scene.language
    again = _("another game of the same people") if _is_other(table, series) else _("a rematch")
    rematch = f"\n-# {again}" if table.rematch_of else ""
    how_to_play = how_to_play_button(_, table.game.info.key, str(table.id))
    lesson = _teach(_, renderer) if newcomer else Fragment([])
    seats = _.join([_name_seat(scene, seat, emojis) for seat in range(len(table.seats))])
    return framed(
        GREEN,
        text(f"## {emojis[renderer.sign]} {_.title(renderer.game.info)}{rematch}"),
        *lesson.items,
        text(f"{seats}\n{_describe_need(_, table)}"),
        *map(text, describe_series(_, table, series)),
        *scene.told.get(Spot.LOBBY, ()),
        *_call_back(_, table, series),
        *_name_choices(scene),
        *([text(_("-# 🧵 The game is played in a thread of its own."))] if table.threaded else ()),
        *_note_open_hand(_, table),
        *_note_guest(_, table),
        *rows(_offer_seats(_, table)),
        *rows([how_to_play, more_button(table)]),
        pictures=lesson.pictures,
    )


def _teach(_: Language, renderer: Renderer) -> Fragment:
    """Return the goal of a game, and a turn as a strip of pictures with captions."""
    own = _.of(renderer.game.info.key)
    drawn = picture("strip", partial(draw_strip, renderer.strip), _("How to play"))
    lines = [f"{number}. {own(words)}" for number, words in enumerate(renderer.captions, start=1)]
    items = [text(own(renderer.goal)), *drawn.items, text("\n".join(lines)), SEPARATOR_LINE]
    return Fragment(items, drawn.pictures)


def _offer_seats(_: Language, table: Table) -> Items:
    """Return the buttons to begin, to add a duck, and to join, as far as somebody can press them.

    Somebody alone begins by one press with as many ducks as are missing, or as last time.
    """
    missing, coming, buttons = count_missing(table), count_coming(table), Items()
    green, blue = discord.ButtonStyle.success, discord.ButtonStyle.primary
    grey = discord.ButtonStyle.secondary
    if coming:
        ducks = coming + len(table.seats) - 1
        label = _.plural("Play with a duck", "Play with {n} ducks", ducks)
        buttons.append(ActionButton.of(table.id, "play", label, style=green, emoji=DUCK))
    if not missing:
        style = grey if coming else green
        buttons.append(ActionButton.of(table.id, "start", _("Start"), style=style))
    if not coming and count_free(table):
        style, now = blue if missing else grey, tell_moment(table)
        add = ActionButton.of(table.id, "ducks", _("Add a duck"), arg=now, style=style, emoji=DUCK)
        buttons.append(add)
    if table.room > 0 and not _is_alone(table):
        buttons.append(ActionButton.of(table.id, "join", _("Join")))
    return buttons


def _is_alone(table: Table) -> bool:
    """Return whether the lobby is in a direct message with the bot, where nobody else can join."""
    return table.guild_id is None and table.guest is None


def _is_other(table: Table, series: Series | None) -> bool:
    """Return whether the previous game of a series was another one."""
    return series is not None and series.game not in {"", table.game.info.key}


def _call_back(_: Language, table: Table, series: Series | None) -> Items:
    """Mention the players who have not joined the rematch yet, while a seat is free."""
    missing = find_missing(table, series.people if series else ())
    if not missing or table.room <= 0:
        return []
    people = _.join([f"<@{person_id}>" for person_id in missing])
    if _is_other(table, series):
        return [text(_("{people}: another game? **Join** takes your seat.", people=people))]
    if not can_all_return(table, missing):
        return [text(_("{people}: a rematch? It begins with **Start**.", people=people))]
    words = _("{people}: a rematch? It begins when all are back, or with **Start**.", people=people)
    return [text(words)]


def _note_open_hand(_: Language, table: Table) -> Items:
    """Say that hands are not hidden where only one person ever sat down."""
    if table.open_hand is None:
        return []
    return [text(_("-# 👀 All may look: with ducks alone, the cards are on the board."))]


def _note_guest(_: Language, table: Table) -> Items:
    """Say how a table differs on a server where the bot is only a guest."""
    if table.guest is None:
        return []
    words = _(
        "-# I am a guest here and mention nobody. After 15 minutes without a click, this message "
        "shows nothing new until the next click."
    )
    return [text(words)]


def _describe_need(_: Language, table: Table) -> str:
    """Say what is missing for the start, who can start, and which seats are free."""
    missing, free, room = count_missing(table), count_free(table), table.room
    lines, facts, lone = list[str](), list[str](), len(table.people) == 1
    if missing > 0 and not lone:  # somebody alone can begin with ducks
        needed = _.plural(
            "**{n} more player** needed to start.", "**{n} more players** needed to start.", missing
        )
        lines.append(needed)
        if missing > room:
            lines.append(_("Only two people can sit down here, so add a duck."))
        if option := find_option_for_fewer(table):
            title = _.of(table.game.info.key)(option.switch or option.title)
            lines.append(_("To start right away, choose **{option}** behind **⋯**.", option=title))
    name = _.plain(table.opener.name)
    if missing == 0:
        facts.append(_("**{name} can start**", name=name))
    elif lone:
        facts.append(_("**{name} can start** with ducks", name=name))
    if free and room > 0 and not _is_alone(table):
        facts.append(_.plural("{n} seat free", "{n} seats free", min(free, room)))
    if free == 0:
        facts.append(_("whoever joins takes a duck's seat") if room > 0 else _("no seat free"))
    return "\n".join(filter(None, [" ".join(lines), " · ".join(facts)]))


def _name_seat(scene: Scene, seat: Seat, emojis: Emojis) -> str:
    """Return a player's name; a duck has its face, and its level if the game has levels."""
    player = scene.table.seats[seat]
    if not player.level or not scene.renderer.has_levels:
        return show_player(scene.language, player, emojis)
    level = scene.language(LEVEL_NAMES[Level(player.level)])
    return f"{show_player(scene.language, player, emojis)} ({level})"


def _name_choices(scene: Scene) -> Items:
    """List settings that differ from the defaults, and settings changed since somebody joined."""
    _, table = scene.language, scene.table
    kept = [words for name, words in _describe_unusual(scene) if name not in table.resettled]
    kept = [_("As last time"), *kept] if table.recalled else kept
    kept += [] if table.language == ENGLISH.code else [f"🌐 {NAMES[table.language]}"]
    changed = [_describe_settled(_, table, name) for name in table.resettled]
    lines = ["-# " + " · ".join(kept)] if kept else []
    if changed:
        told = " · ".join(changed)
        lines.append(_("-# ✏️ Changed since somebody joined: {changed}", changed=told))
    return [text("\n".join(lines))] if lines else []


def _describe_unusual(scene: Scene) -> Iterator[tuple[str, str]]:
    """Yield the name and a description of each setting that differs from its default.

    The level of ducks is left out if a duck that sits here shows it.
    """
    _, table = scene.language, scene.table
    seen = len(table.people) < len(table.seats) or not scene.renderer.has_levels
    if level_of(table) is not Level.NORMAL and not seen:
        yield "level", _describe_settled(_, table, "level")
    for option in table.game.info.options:
        if table.options[option.key] != option.default:
            name = f"{OPTION}{option.key}"
            yield name, _describe_settled(_, table, name)
    if table.time_control is not TimeControl.NONE:
        yield "time_control", _describe_settled(_, table, "time_control")


def _describe_settled(_: Language, table: Table, name: str) -> str:
    """Describe a setting; its `name` is as in `Table.resettled`."""
    if name == "time_control":
        return f"⏱ {_(TIME_CONTROLS[table.time_control])}"
    if name == "level":
        return f"🦆 {_(LEVEL_NAMES[level_of(table)])}"
    if name == "threaded":
        return f"🧵 {_.label(_(THREAD), _('Yes') if table.threaded else _('No'))}"
    options = {f"{OPTION}{option.key}": option for option in table.game.info.options}
    option = options[name]
    own = _.of(table.game.info.key)
    if option.switch:
        is_on = table.options[option.key] == "on"
        return own.label(own(option.switch), _("Yes") if is_on else _("No"))
    return own.label(own(option.title), own(option.title_of(table.options[option.key])))
