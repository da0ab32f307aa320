"""The lobby: its players, its options, what is missing for the start, and the controls."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.display.components import ActionButton, ActionSelect, more_button
from cogs.display.pages.how_to_play import how_to_play_button, list_three_lines
from cogs.display.table_text import describe_series, face_key, show_player
from cogs.interactions.content import MessageContent, framed
from cogs.interactions.language import ENGLISH, NAMES
from cogs.interactions.parts import (
    MOST_LISTED,
    SEPARATOR_LINE,
    Component,
    Items,
    menu_option,
    rows,
    text,
)
from engine.core import N_
from players.core import Level
from tables.model.time_control import TimeControl
from tables.play.computers import COMPUTERS
from tables.play.lobby import (
    CLOCK,
    OPTION,
    can_all_return,
    count_free,
    count_missing,
    count_to_add,
    find_missing,
    find_option_for_fewer,
    list_other_choices,
    tell_moment,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cogs.display.emojis import Emojis
    from cogs.display.pages.more import Scene
    from cogs.interactions.language import Language
    from engine.core import Seat
    from tables.model.table import Series, Table

GREEN = 0x3BA55D

DUCK: Component = {"name": "🦆"}

LEVELS = {
    Level.EASY: (N_("Add an easy duck"), N_("errs now and then")),
    Level.NORMAL: (N_("Add a normal duck"), N_("plays soundly")),
    Level.HARD: (N_("Add a hard duck"), N_("plays as well as it can")),
}
"""Label and description of the menu option for each level of a duck."""

LEVEL_NAMES = {Level.EASY: N_("easy"), Level.NORMAL: N_("normal"), Level.HARD: N_("hard")}

TIME_CONTROLS = {
    TimeControl.LIVE: N_("3 minutes a turn"),
    TimeControl.RELAXED: N_("An hour a turn"),
    TimeControl.DAY: N_("A day a turn"),
    TimeControl.DAYS: N_("Three days a turn"),
    TimeControl.NONE: N_("No time limit"),
}
"""Labels. Once the time of a turn is over, a duck moves."""

CHOICES = MOST_LISTED
"""Factor in the arg of `option`: the option's number times `CHOICES`, plus the choice's number."""


def render_lobby(
    scene: Scene,
    emojis: Emojis,
    series: Series | None = None,
    *,
    newcomer: bool = False,
) -> MessageContent:
    """Render the players, the options, what is missing for the start, and the controls.

    The three lines on how to play appear for a `newcomer`, and in a rematch with free seats.
    """
    renderer, table, _ = scene.renderer, scene.table, scene.language
    rematch = table.rematch_of
    taught = newcomer or bool(rematch and table.room > 0)
    facts = [_describe_length(scene), *([_("a rematch")] if rematch else [])]
    seats = _.join([_name_seat(scene, seat, emojis) for seat in range(len(table.seats))])
    return framed(
        GREEN,
        text(f"## {emojis[renderer.sign]} {_.title(renderer.game.info)}\n-# {' · '.join(facts)}"),
        *([text(list_three_lines(_, renderer, emojis)), SEPARATOR_LINE] if taught else ()),
        text(f"{seats}\n{_describe_need(_, table)}"),
        *map(text, describe_series(_, table, series)),
        *_call_back(_, table, series),
        *_name_choices(_, table),
        *([text(_("-# 🧵 The game is played in a thread of its own."))] if table.threaded else ()),
        *_note_guest(_, table),
        *_offer_seats(_, table, how_to_play_button(_, table.game.info.key, table.id, int(taught))),
        *rows([_offer_options(scene, emojis)]),
    )


def _describe_length(scene: Scene) -> str:
    """Estimate the length of the game with the seated players, or with the fewest it needs."""
    seats = len(scene.table.seats) + count_missing(scene.table)
    minutes = scene.renderer.minutes(seats, scene.table.options)
    return scene.language.plural("about {n} minute", "about {n} minutes", minutes)


def _offer_seats(_: Language, table: Table, how_to_play: Component) -> Items:
    """Return a row to start, add ducks or read the rules, and a row to join or leave."""
    missing, seats = count_missing(table) > 0, Items()
    style = discord.ButtonStyle.primary if missing else discord.ButtonStyle.secondary
    green = discord.ButtonStyle.success
    ways = [ActionButton.of(table.id, "start", _("Start"), style=green, disabled=missing)]
    if number := count_to_add(table):
        label, now = _.plural("Add a duck", "Add {n} ducks", number), tell_moment(table)
        ways.append(ActionButton.of(table.id, "ducks", label, arg=now, style=style, emoji=DUCK))
    if table.room > 0:
        seats.append(ActionButton.of(table.id, "join", _("Join")))
    seats += [ActionButton.of(table.id, "leave", _("Leave")), more_button(table)]
    return [*rows([*ways, how_to_play]), *rows(seats)]


def _offer_options(scene: Scene, emojis: Emojis) -> Component:
    """Return one select with all settings and further actions of the lobby, to save space."""
    table, _ = scene.table, scene.language
    options = [
        *_offer_ducks(scene, emojis),
        *_offer_time_controls(_, table),
        *_offer_rules(_, table),
    ][: MOST_LISTED - 1]
    options.append(menu_option(label=_("✖ Cancel this table"), value="cancel"))
    return ActionSelect.of(table.id, "choices", options, placeholder=_("⚙ Options"))


def _offer_ducks(scene: Scene, emojis: Emojis) -> Items:
    """Return the menu options that add a duck of a level, or send a duck home."""
    table, _ = scene.table, scene.language
    add = [
        menu_option(
            label=_(title),
            value=f"duck:{number}",
            description=_(words),
            emoji=emojis.picture(face_key(COMPUTERS[level][0].id)),
        )
        for number, (level, (title, words)) in enumerate(LEVELS.items())
        if count_free(table) and scene.renderer.has_levels
    ]
    send_home = [
        menu_option(
            label=_("Send home: {name}", name=seat.name),
            value=f"dismiss:{-seat.person_id}",
            emoji=emojis.picture(face_key(seat.person_id)),
        )
        for seat in table.seats
        if seat.level
    ]
    return add + send_home


def _offer_time_controls(_: Language, table: Table) -> Items:
    numbers = tuple(TimeControl)
    return [
        menu_option(label=f"⏱ {_(title)}", value=f"clock:{numbers.index(time_control)}")
        for time_control, title in TIME_CONTROLS.items()
        if time_control is not table.time_control
    ]


def _offer_rules(_: Language, table: Table) -> Items:
    """Return a menu option for each choice of the game's options, except the present choices."""
    own = _.of(table.game.info.key)
    return [
        menu_option(
            label=f"⚙ {own.label(own(option.title), own(choice.title))}"[:100],
            value=f"option:{number * CHOICES + other}",
        )
        for number, other, option, choice in list_other_choices(table)
    ]


def _call_back(_: Language, table: Table, series: Series | None) -> Items:
    """Mention the players who have not joined the rematch yet, while a seat is free."""
    missing = find_missing(table, series.people if series else ())
    if not missing or table.room <= 0:
        return []
    people = _.join([f"<@{person_id}>" for person_id in missing])
    if not can_all_return(table, missing):
        return [text(_("{people}: a rematch? It begins with **Start**.", people=people))]
    words = _("{people}: a rematch? It begins when all are back, or with **Start**.", people=people)
    return [text(words)]


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
    """Say what is missing for the start; if nothing is, say who can start."""
    missing, free = count_missing(table), count_free(table)
    room, alone = table.room, table.guild_id is None and table.guest is None
    if missing > 0:
        told = [
            _.plural(
                "**{n} more player** needed to start.",
                "**{n} more players** needed to start.",
                missing,
            )
        ]
        if missing > room:
            told.append(_("Only two people can sit down here, so add a duck."))
        if option := find_option_for_fewer(table):
            title = _.of(table.game.info.key)(option.title)
            told.append(
                _("To start right away, choose **{option}** in **⚙ Options**.", option=title)
            )
        return " ".join(told)
    facts = [_("**{name} can start**", name=_.plain(table.opener.name))]
    if room > 0 and not alone:
        facts.append(_.plural("{n} seat free", "{n} seats free", room))
    if free == 0:
        facts.append(_("no seat free"))
    return " · ".join(facts)


def _name_seat(scene: Scene, seat: Seat, emojis: Emojis) -> str:
    """Return a player's name; a duck has its face, and its level if the game has levels."""
    player = scene.table.seats[seat]
    if not player.level or not scene.renderer.has_levels:
        return show_player(scene.language, player, emojis)
    level = scene.language(LEVEL_NAMES[Level(player.level)])
    return f"{show_player(scene.language, player, emojis)} ({level})"


def _name_choices(_: Language, table: Table) -> Items:
    """List settings that differ from the defaults, and settings changed since somebody joined."""
    kept = [words for name, words in _describe_unusual(_, table) if name not in table.resettled]
    kept += [] if table.language == ENGLISH.code else [f"🌐 {NAMES[table.language]}"]
    changed = [_describe_settled(_, table, name) for name in table.resettled]
    lines = ["-# " + " · ".join(kept)] if kept else []
    if changed:
        told = " · ".join(changed)
        lines.append(_("-# ✏️ Changed since somebody joined: {changed}", changed=told))
    return [text("\n".join(lines))] if lines else []


def _describe_unusual(_: Language, table: Table) -> Iterator[tuple[str, str]]:
    """Yield the name and a description of each setting that differs from its default."""
    for option in table.game.info.options:
        if table.options[option.key] != option.default:
            name = f"{OPTION}{option.key}"
            yield name, _describe_settled(_, table, name)
    if table.time_control is not TimeControl.NONE:
        yield CLOCK, _describe_settled(_, table, CLOCK)


def _describe_settled(_: Language, table: Table, name: str) -> str:
    """Describe a setting; its `name` is as in `Table.resettled`."""
    if name == CLOCK:
        return f"⏱ {_(TIME_CONTROLS[table.time_control])}"
    options = {f"{OPTION}{option.key}": option for option in table.game.info.options}
    option = options[name]
    chosen, own = option.title_of(table.options[option.key]), _.of(table.game.info.key)
    return own.label(own(option.title), own(chosen))
