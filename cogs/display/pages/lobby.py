"""The lobby: its players, its options, the conditions for the start, and the controls."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.display.components import ActionButton, ActionSelect, more_button
from cogs.display.pages.how_to_play import fair_dice_line, how_to_play_button, list_three_lines
from cogs.display.pages.more import NO_OFFERS, Offers, Scene, Spot
from cogs.display.table_text import describe_series, face_key, show_player
from cogs.interactions.content import MessageContent, framed
from cogs.interactions.language import ENGLISH, count, join_names, plain_name
from cogs.interactions.parts import SEPARATOR_LINE, Component, Items, menu_option, rows, text
from players.core import Level
from tables.model.time_control import TimeControl
from tables.play.computers import COMPUTERS
from tables.play.lobby import (
    CLOCK,
    ODDS,
    OPTION,
    count_free,
    count_missing,
    count_to_add,
    find_option_for_fewer,
    list_other_choices,
    tell_moment,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cogs.display.emojis import Emojis
    from cogs.display.pages.renderer import Renderer
    from engine.core import Seat
    from tables.model.table import Series, Table

GREEN = 0x3BA55D

DUCK: Component = {"name": "🦆"}

LEVELS = {
    Level.EASY: ("an easy", "errs now and then"),
    Level.NORMAL: ("a normal", "plays soundly"),
    Level.HARD: ("a hard", "plays as well as it can"),
}
"""Words for each level of a duck."""

TIME_CONTROLS = {
    TimeControl.LIVE: ("2 minutes a turn", "and 5 extra minutes for the whole game"),
    TimeControl.RELAXED: ("An hour a turn", "and 6 extra hours for the whole game"),
    TimeControl.DAY: ("A day a turn", "and 3 extra days for the whole game"),
    TimeControl.DAYS: ("Three days a turn", "and 7 extra days for the whole game"),
    TimeControl.NONE: ("No time limit", "after 2 minutes others may have a duck play on"),
}
"""Words for each time control; a duck moves for a player whose time has run out."""

CHOICES = 10
"""Factor of an option's number in a control's arg; the number of the choice is added to it."""


def render_lobby(
    renderer: Renderer,
    table: Table,
    emojis: Emojis,
    series: Series | None = None,
    *,
    newcomer: bool = False,
    offers: Offers = NO_OFFERS,
) -> MessageContent:
    """Render the players, the options and the missing conditions, with the controls.

    The three lines on how to play appear for a `newcomer`, and in a rematch that others can join.
    """
    rematch = table.rematch_of
    taught = newcomer or bool(rematch and table.room > 0)
    facts = [_describe_length(renderer, table), *(["a rematch"] if rematch else [])]
    seats = join_names(
        [_name_seat(renderer, table, seat, emojis) for seat in range(len(table.seats))]
    )
    return framed(
        GREEN,
        text(f"## {emojis[renderer.sign]} {renderer.game.info.title}\n-# {' · '.join(facts)}"),
        *(_teach(renderer, emojis) if taught else ()),
        text(f"{seats}\n{_describe_need(table)}"),
        *map(text, describe_series(ENGLISH, table, series)),
        *_call_back(table, series),
        *_name_choices(table, offers.at(Spot.SETTLED, Scene(renderer, table))),
        *([text("-# 🧵 It is played in a thread of its own.")] if table.threaded else ()),
        *_note_guest(table),
        *_offer_seats(table, how_to_play_button(table.game.info.key, table.id, int(taught))),
        *rows([_offer_options(Scene(renderer, table), emojis, offers)]),
        *fair_dice_line(table),
    )


def _describe_length(renderer: Renderer, table: Table) -> str:
    """Estimate the length of the game with the seated players, or with the fewest it needs."""
    seats = len(table.seats) + count_missing(table)
    return f"about {count(renderer.minutes(seats, table.options), 'minute')}"


def _teach(renderer: Renderer, emojis: Emojis) -> Items:
    return [text(list_three_lines(renderer, emojis)), SEPARATOR_LINE]


def _offer_seats(table: Table, how_to_play: Component) -> Items:
    """Return a row with the coloured way to the start, and a row to join or leave."""
    missing, seats = count_missing(table) > 0, Items()
    style = discord.ButtonStyle.primary if missing else discord.ButtonStyle.secondary
    green = discord.ButtonStyle.success
    ways = [ActionButton.of(table.id, "start", "Start", style=green, disabled=missing)]
    if number := count_to_add(table):
        label, now = f"Add {'a duck' if number == 1 else f'{number} ducks'}", tell_moment(table)
        ways.append(ActionButton.of(table.id, "ducks", label, arg=now, style=style, emoji=DUCK))
    if table.room > 0:
        seats.append(ActionButton.of(table.id, "join", "Join"))
    seats += [ActionButton.of(table.id, "leave", "Leave"), more_button(table.id)]
    return [*rows([*ways, how_to_play]), *rows(seats)]


def _offer_options(scene: Scene, emojis: Emojis, offers: Offers) -> Component:
    """Return everything that can be settled before the game, in one select to save space."""
    renderer, table = scene.renderer, scene.table
    options = [
        *_offer_ducks(renderer, table, emojis),
        *_offer_time_controls(table),
        *offers.at(Spot.TIME, scene),
        *_offer_odds(renderer, table),
        *offers.at(Spot.HELP, scene),
        *_offer_rules(table),
        menu_option(label="✖ Cancel this table", value="cancel"),
    ]
    return ActionSelect.of(table.id, "choices", options, placeholder="⚙ Options")


def _offer_ducks(renderer: Renderer, table: Table, emojis: Emojis) -> Items:
    """Return the options that add a duck of some level or send one home."""
    add = [
        menu_option(
            label=f"Add {title} duck",
            value=f"duck:{number}",
            description=words,
            emoji=emojis.picture(face_key(COMPUTERS[level][0].id)),
        )
        for number, (level, (title, words)) in enumerate(LEVELS.items())
        if count_free(table) and renderer.has_levels
    ]
    send_home = [
        menu_option(
            label=f"Send {seat.name} home",
            value=f"dismiss:{-seat.person_id}",
            emoji=emojis.picture(face_key(seat.person_id)),
        )
        for seat in table.seats
        if seat.level
    ]
    return add + send_home


def _offer_time_controls(table: Table) -> Items:
    numbers = tuple(TimeControl)
    return [
        menu_option(
            label=f"⏱ {title}", value=f"clock:{numbers.index(time_control)}", description=words
        )
        for time_control, (title, words) in TIME_CONTROLS.items()
        if time_control is not table.time_control
    ]


def _offer_odds(renderer: Renderer, table: Table) -> Items:
    """Return the option that shows or hides the odds on the board."""
    if not renderer.has_odds:
        return []
    label = f"🎲 {'Hide' if table.odds else 'Show'} the odds on the board"
    words = "For everybody at this table"
    return [menu_option(label=label, value=f"odds:{int(not table.odds)}", description=words)]


def _offer_rules(table: Table) -> Items:
    """Return the choices of the game's own options that are not set now."""
    return [
        menu_option(
            label=f"⚙ {option.title}: {choice.title}"[:100],
            value=f"option:{number * CHOICES + other}",
        )
        for number, other, option, choice in list_other_choices(table)
    ]


def missing_players(table: Table, series: Series | None) -> tuple[int, ...]:
    """Return the ids of the previous game's players who have not joined this rematch."""
    people = series.people if series else ()
    return tuple(p.id for p in people if p.id > 0 and table.seat_of(p.id) is None)


def _call_back(table: Table, series: Series | None) -> Items:
    """Mention the players whom the rematch waits for."""
    missing = missing_players(table, series)
    if not missing:
        return []
    names = join_names([f"<@{person_id}>" for person_id in missing])
    return [text(f"{names}: a rematch? It begins when all are back, or with **Start**.")]


def _note_guest(table: Table) -> Items:
    """Say how a table differs on a server where the bot is only a guest."""
    if table.guest is None:
        return []
    words = "I am a guest here and mention nobody. After 15 minutes without a click, the next one"
    return [text(f"-# {words} shows what is new.")]


def _describe_need(table: Table) -> str:
    """Say what is missing for the start."""
    missing, free = count_missing(table), count_free(table)
    room, alone = table.room, table.guild_id is None and table.guest is None
    if missing > 0:
        ducks = " Two people can sit down here: add a duck." if missing > room else ""
        need = f"**{missing} more player{'s' if missing > 1 else ''}** needed to start.{ducks}"
        return f"{need}{_describe_fewer(table)}"
    seats = f" · {count(room, 'seat')} free" if room > 0 and not alone else ""
    full = " · no seat free" if free == 0 else ""
    return f"**{plain_name(table.opener.name)} can start**{seats}{full}"


def _describe_fewer(table: Table) -> str:
    """Name the option that would let the seated players start; empty if there is none."""
    option = find_option_for_fewer(table)
    if option is None:
        return ""
    return f" To start right away, choose **{option.title}** in **⚙ Options**."


def _name_seat(renderer: Renderer, table: Table, seat: Seat, emojis: Emojis) -> str:
    """Return a player's name; a duck has its face, and its level if the game has levels."""
    player = table.seats[seat]
    note = f" ({player.level})" if player.level and renderer.has_levels else ""
    return f"{show_player(player, emojis)}{note}"


def _name_choices(table: Table, more: Items) -> Items:
    """List settings that differ from the defaults, and those changed since somebody joined.

    `more`: texts of features about further settings.
    """
    kept = [words for name, words in _describe_unusual(table) if name not in table.resettled]
    kept += [each["content"] for each in more]
    changed = [_describe_settled(table, name) for name in table.resettled]
    lines = ["-# " + " · ".join(kept)] if kept else []
    lines += ["-# ✏️ Changed since somebody joined: " + " · ".join(changed)] if changed else []
    return [text("\n".join(lines))] if lines else []


def _describe_unusual(table: Table) -> Iterator[tuple[str, str]]:
    """Yield each setting that differs from its default, with its words."""
    for option in table.game.info.options:
        if table.options[option.key] != option.default:
            name = f"{OPTION}{option.key}"
            yield name, _describe_settled(table, name)
    if table.time_control is not TimeControl.NONE:
        yield CLOCK, _describe_settled(table, CLOCK)
    if not table.odds:
        yield ODDS, _describe_settled(table, ODDS)


def _describe_settled(table: Table, name: str) -> str:
    """Describe a setting by its name in `Table.resettled`."""
    if name == ODDS:
        return f"Odds: {'shown' if table.odds else 'hidden'}"
    if name == CLOCK:
        title, words = TIME_CONTROLS[table.time_control]
        goes_on = table.time_control.slow and not table.pauses
        title = f"⏱ {title}" + ", even while players are away" * goes_on
        return title if table.time_control is TimeControl.NONE else f"{title}, {words}"
    options = {f"{OPTION}{option.key}": option for option in table.game.info.options}
    option = options[name]
    return f"{option.title}: {option.title_of(table.options[option.key])}"
