"""The lobby: who sits, what is played, what is missing, and what can be settled before the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import ui

from cogs.display.controls.components import ActionButton, ActionSelect, more_button
from cogs.display.pages.fair_dice import fair_dice_line
from cogs.display.pages.how_to_play import list_three_lines
from cogs.display.words.faces import face_key, show_player
from cogs.display.words.table_text import describe_series
from cogs.interactions.content import Items, MessageContent, framed, rows, text
from cogs.interactions.names import clean_name, count, join_names, plain_name
from players.core import Level
from tables.model.lobbies import count_free, count_missing, count_to_add, tell_moment
from tables.model.pace import Pace
from tables.play.computers import COMPUTERS

if TYPE_CHECKING:
    from cogs.display.pages.renderer import Renderer
    from cogs.display.words.emojis import Emojis
    from engine.core import Seat
    from tables.model.table import Series, Table

GREEN = 0x3BA55D

DUCK = discord.PartialEmoji(name="🦆")

LEVELS = {
    Level.EASY: ("an easy", "errs now and then"),
    Level.NORMAL: ("a normal", "plays soundly"),
    Level.HARD: ("a hard", "plays as well as it can"),
}
"""What a player reads of each level of a duck."""

PACES = {
    Pace.NONE: ("No clock", "after two minutes others may have the caretaker play on"),
    Pace.LIVE: ("Live", "two minutes for a turn, and a bank of 5 minutes"),
    Pace.RELAXED: ("Relaxed", "an hour for a turn, and a bank of 6 hours"),
    Pace.DAY: ("By the way", "a day for a turn, and a bank of 3 days"),
    Pace.DAYS: ("By the way, slowly", "three days for a turn, and a bank of 7 days"),
}
"""What a player reads of each pace; where time and bank run out, the caretaker moves."""


def render_lobby(
    renderer: Renderer,
    table: Table,
    emojis: Emojis,
    series: Series | None = None,
    *,
    newcomer: bool = False,
) -> MessageContent:
    """Say who sits, what is played and what is missing; with what can be done.

    For a `newcomer` it also says in three lines how the game is played.
    """
    game = table.game
    rematch = table.rematch_of
    phase = "waiting for players" if rematch is None else f"the rematch of #{rematch}"
    seats = join_names([_name_seat(table, seat, emojis) for seat in range(len(table.seats))])
    return framed(
        GREEN,
        text(f"## {emojis[renderer.sign]} {game.info.title}\n-# Table #{table.id} · {phase}"),
        *(_teach(renderer, emojis) if newcomer else ()),
        text(f"{seats}\n{_describe_need(table)}"),
        *map(text, describe_series(table, series)),
        *_call_back(table, series),
        *_name_choices(table),
        *([text("-# 🧵 It is played in a thread of its own.")] if table.threaded else ()),
        *_note_guest(table),
        *rows(_offer_seats(table)),
        *rows([_offer_choices(renderer, table, emojis)]),
        fair_dice_line(table),
    )


def _teach(renderer: Renderer, emojis: Emojis) -> Items:
    """Return the three lines that suffice to start."""
    return [text(list_three_lines(renderer, emojis)), ui.Separator()]


def _offer_seats(table: Table) -> Items:
    """Return the buttons to join, to leave, to start to add ducks, and the rest."""
    blue, green = discord.ButtonStyle.primary, discord.ButtonStyle.success
    buttons = [ActionButton.of(table.id, "leave", "Leave")]
    if table.room > 0:
        buttons.insert(0, ActionButton.of(table.id, "join", "Join", style=green))
    if not count_missing(table):
        label = f"Start ({clean_name(table.opener.name)[:50]})"
        buttons.append(ActionButton.of(table.id, "start", label, style=blue))
    if number := count_to_add(table):
        label = "Add a duck" if number == 1 else f"Add {number} ducks"
        buttons.append(
            ActionButton.of(table.id, "ducks", label, arg=tell_moment(table), emoji=DUCK)
        )
    return [*buttons, more_button(table.id)]


def _offer_choices(renderer: Renderer, table: Table, emojis: Emojis) -> ActionSelect:
    """Return all that can be settled before the game, in one select: a phone has little room."""
    options = [
        *_offer_ducks(table, emojis),
        *_offer_paces(table),
        *_offer_help(renderer, table),
        discord.SelectOption(label="✖ Cancel this table", value="cancel"),
    ]
    first = "Add a duck, set" if count_free(table) else "Set"
    return ActionSelect.of(table.id, "choices", options, placeholder=f"{first} a clock, …")


def _offer_ducks(table: Table, emojis: Emojis) -> list[discord.SelectOption]:
    """Return the choices that add a computer or send one home."""
    add = [
        discord.SelectOption(
            label=f"Add {title} duck",
            value=f"duck:{number}",
            description=words,
            emoji=emojis.picture(face_key(COMPUTERS[level][0].id)),
        )
        for number, (level, (title, words)) in enumerate(LEVELS.items())
        if count_free(table)
    ]
    send_home = [
        discord.SelectOption(
            label=f"Send {seat.person.name} home",
            value=f"dismiss:{-seat.person.id}",
            emoji=emojis.picture(face_key(seat.person.id)),
        )
        for seat in table.seats
        if seat.level is not None
    ]
    return add + send_home


def _offer_paces(table: Table) -> list[discord.SelectOption]:
    """Return the choices of another pace, and whether its clock stands still."""
    paces = [
        discord.SelectOption(label=f"⏱ {title}", value=f"pace:{number}", description=words)
        for number, (pace, (title, words)) in enumerate(PACES.items())
        if pace is not table.pace
    ]
    return [*paces, *([_choose_pauses(table)] if table.pace.slow else [])]


def _offer_help(renderer: Renderer, table: Table) -> list[discord.SelectOption]:
    """Return the choices whether the board shows odds, and to agree to hints."""
    options: list[discord.SelectOption] = []
    if renderer.has_odds:
        label = f"🎲 Odds: {'shown' if table.odds else 'hidden'}"
        words = "Show or hide them on the board, for everybody"
        value = f"odds:{int(not table.odds)}"
        options.append(discord.SelectOption(label=label, value=value, description=words))
    if renderer.has_hints and len(table.people) > 1:
        label, words = f"💡 {_describe_hints(table)}", "Agree to hints, or do so no more"
        options.append(discord.SelectOption(label=label, value="hints", description=words))
    return options


def _describe_hints(table: Table) -> str:
    """Say how many of several people have agreed to hints; they are given if all have."""
    agree = sum(table.seats[seat].agrees for seat in table.people)
    how = "on" if table.gives_hints else f"{agree} of {len(table.people)} agree"
    return f"Hints: {how}"


def _choose_pauses(table: Table) -> discord.SelectOption:
    """Return the choice whether the clock stands still for who has said to be away."""
    label = (
        "Let the clock run for who is away" if table.pauses else "Stop the clock for who is away"
    )
    now = "stands still" if table.pauses else "runs on"
    words = f"It {now} for who has said so by /away"
    return discord.SelectOption(label=f"✈ {label}", value="pauses", description=words)


def missing_players(table: Table, series: Series | None) -> tuple[int, ...]:
    """Return the ids of those who sat at the game before and have not joined its rematch."""
    people = series.people if series else ()
    return tuple(p.id for p in people if p.id > 0 and table.seat_of(p.id) is None)


def _call_back(table: Table, series: Series | None) -> Items:
    """Say who is waited for before a rematch begins by itself."""
    missing = missing_players(table, series)
    if not missing:
        return []
    names = join_names([f"<@{person_id}>" for person_id in missing])
    return [text(f"{names}: a rematch? It begins when all are back, or with **Start**.")]


def _note_guest(table: Table) -> Items:
    """Say what to expect where the bot is a guest."""
    if table.guest is None:
        return []
    words = "I am a guest here: I call nobody, and when nobody has clicked for 15 minutes, the"
    return [text(f"-# {words} next click shows what is new.")]


def _describe_need(table: Table) -> str:
    """Say what the game waits for; in direct messages with the bot nobody else can come."""
    missing, free = count_missing(table), count_free(table)
    room, alone = table.room, table.guild_id is None and table.guest is None
    if missing > 0:
        ducks = " Two people can sit down here: add a duck." if missing > room else ""
        return f"**{missing} more player{'s' if missing > 1 else ''}** needed to start.{ducks}"
    seats = f" · {count(room, 'seat')} free" if room > 0 and not alone else ""
    full = " · no seat free" if free == 0 else ""
    return f"**{plain_name(table.opener.name)} can start**{seats}{full}"


def _name_seat(table: Table, seat: Seat, emojis: Emojis) -> str:
    """Return a player of the lobby; a duck with its face and its level."""
    player = table.seats[seat]
    note = "" if player.level is None else f" ({player.level})"
    return f"{show_player(player, emojis)}{note}"


def _name_choices(table: Table) -> Items:
    """Name in small print what differs from the defaults: clock, options, odds and hints."""
    chosen = describe_options(table)
    if table.pace is not Pace.NONE:
        title, words = PACES[table.pace]
        on = ", also for who is away" if table.pace.slow and not table.pauses else ""
        chosen.append(f"⏱ {title}{on}: {words}")
    if not table.odds:
        chosen.append("Odds: hidden")
    if len(table.people) > 1 and any(table.seats[seat].agrees for seat in table.people):
        chosen.append(_describe_hints(table))
    return [text("-# " + " · ".join(chosen))] if chosen else []


def describe_options(table: Table) -> list[str]:
    """Return the options that differ from the default, each with its title."""
    return [
        f"{option.title}: {option.title_of(table.options[option.key])}"
        for option in table.game.info.options
        if table.options[option.key] != option.default
    ]
