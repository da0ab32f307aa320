"""The messages that every game shares: lobby, board, what is left of an old board, the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from cogs.display.controls.components import ActionButton, ActionSelect, PageButton
from cogs.display.controls.paging import ALBUM, CANCEL, EVERYBODY, LAST_STEP, REPLAY, REVIEW
from cogs.display.pages.context import render_context, see_steps
from cogs.display.pages.fair_dice import fair_dice_button, fair_dice_line, show_hash
from cogs.display.pages.how_to_play import how_to_play_button, list_three_lines
from cogs.display.pages.standing_orders import offer_orders, tell_orders
from cogs.display.pages.undo import offer_undo, tell_undo
from cogs.display.words.faces import face_key, show_player
from cogs.display.words.table_text import describe_away, describe_clock, table_link
from cogs.interactions.content import Fragment, Items, MessageContent, rows, text
from cogs.interactions.names import clean_name, count, join_names, plain_name
from engine.core import Seat
from players.core import Level
from tables.model.pace import Pace
from tables.model.table import Gone, Status, Table
from tables.play.computers import COMPUTERS

if TYPE_CHECKING:
    from cogs.display.pages.renderer import RenderContext, Renderer
    from cogs.display.words.emojis import Emojis
    from records.model.people import Earned
    from tables.model.table import SeatedPlayer, Series

GREY = 0x80848E
GOLD = 0xF0B232
GREEN = 0x3BA55D

SHOWN_ACHIEVEMENTS = 3
"""How many achievements a final board names; a button shows all."""

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

REASONS = {
    Gone.LEFT: "has left the server",
    Gone.TIMED_OUT: "is timed out",
    Gone.HIDDEN: "cannot see this channel",
}
"""Why somebody cannot play."""

ENDINGS = {
    Status.CANCELLED: "This table was cancelled.",
    Status.ABANDONED: "Nobody is left at this table, so the game was abandoned.",
    Status.CLOSED: "This table was closed.",
}


def render_table(
    renderer: Renderer,
    table: Table,
    emojis: Emojis,
    now: float,
    focus: str = "",
    *,
    earned: Sequence[Earned] = (),
    card: Fragment | None = None,
    series: Series | None = None,
    newcomer: bool = False,
) -> MessageContent:
    """Return the live message of a table in whatever phase it is.

    Args:
        renderer: of the table's game.
        table: to be shown.
        emojis: the pictures.
        now: Unix seconds.
        focus: in which way the state is shown, in the renderer's own words.
        earned: the achievements of a game that is over.
        card: its result card.
        series: the games before, where it is a rematch.
        newcomer: whether somebody in the lobby is new to the game.
    """
    if table.status is Status.LOBBY:
        return render_lobby(renderer, table, emojis, series, newcomer=newcomer)
    if table.status is Status.PLAYING:
        return render_board(renderer, table, render_context(table, emojis, focus=focus), now)
    if table.status is Status.FINISHED:
        if table.state is None:
            return render_result(table, emojis)
        return render_final(renderer, table, render_context(table, emojis), earned, card, series)
    return render_ended(table)


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
    allowed = game.seat_range(table.options)
    missing = allowed[0] - len(table.seats)
    free = allowed[-1] - len(table.seats)
    rematch = table.rematch_of
    phase = "waiting for players" if rematch is None else f"the rematch of #{rematch}"
    seats = join_names([_name_seat(table, seat, emojis) for seat in range(len(table.seats))])
    container: ui.Container[Any] = ui.Container(
        text(f"## {emojis[renderer.sign]} {game.info.title}\n-# Table #{table.id} · {phase}"),
        *(_teach(renderer, emojis) if newcomer else ()),
        text(f"{seats}\n{_describe_need(table, missing, free)}"),
        *_render_series(table, series),
        *_invite(table, series),
        *_name_choices(table),
        *([text("-# 🧵 It is played in a thread of its own.")] if table.threaded else ()),
        *_note_guest(table),
        *rows(_offer_seats(table, missing)),
        *rows([_offer_choices(renderer, table, emojis, free)]),
        *rows([how_to_play_button(game.info.key), fair_dice_button(table)]),
        text(show_hash(table)),
        accent_colour=GREEN,
    )
    return MessageContent([container])


def _teach(renderer: Renderer, emojis: Emojis) -> Items:
    """Return the three lines that suffice to start."""
    return [text(list_three_lines(renderer, emojis)), ui.Separator()]


def _offer_seats(table: Table, missing: int) -> Items:
    """Return the buttons to join, to leave and to start."""
    blue, green = discord.ButtonStyle.primary, discord.ButtonStyle.success
    return [
        ActionButton.of(table.id, "join", "Join", style=green, disabled=table.room == 0),
        ActionButton.of(table.id, "leave", "Leave"),
        ActionButton.of(table.id, "start", "Start", style=blue, disabled=missing > 0),
    ]


def _offer_choices(renderer: Renderer, table: Table, emojis: Emojis, free: int) -> ActionSelect:
    """Return all that can be settled before the game, in one select: a phone has little room."""
    options = [
        *_offer_ducks(table, emojis, free),
        *_offer_paces(table),
        *_offer_help(renderer, table),
        discord.SelectOption(label="✖ Cancel this table", value="cancel"),
    ]
    first = "Add a duck, set" if free > 0 else "Set"
    return ActionSelect.of(table.id, "choices", options, placeholder=f"{first} a clock, …")


def _offer_ducks(table: Table, emojis: Emojis, free: int) -> list[discord.SelectOption]:
    """Return the choices that add a computer or send one home."""
    add = [
        discord.SelectOption(
            label=f"Add {title} duck",
            value=f"duck:{number}",
            description=words,
            emoji=emojis.picture(face_key(COMPUTERS[level][0].id)),
        )
        for number, (level, (title, words)) in enumerate(LEVELS.items())
        if free > 0
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
    words = f"It {now} for who has said so by /away until"
    return discord.SelectOption(label=f"✈ {label}", value="pauses", description=words)


def missing_players(table: Table, series: Series | None) -> tuple[int, ...]:
    """Return the ids of those who sat at the game before and have not joined its rematch."""
    people = series.people if series else ()
    return tuple(p.id for p in people if p.id > 0 and table.seat_of(p.id) is None)


def _invite(table: Table, series: Series | None) -> Items:
    """Say who is waited for before a rematch begins by itself."""
    missing = missing_players(table, series)
    if not missing:
        return []
    names = join_names([f"<@{person_id}>" for person_id in missing])
    return [text(f"{names}: a rematch? It begins when all are back, or with **Start**.")]


def _render_series(table: Table, series: Series | None) -> Items:
    """Say which game of a series it is, and who has won how many, a finished one included."""
    if series is None:
        return []
    wins = Counter(series.wins)
    wins.update(s.person.id for s in table.seats if s.place == 1 and not s.caretaker)
    people = {p.id: p for p in (*series.people, *(seat.person for seat in table.seats))}
    order = sorted(people.values(), key=lambda person: -wins[person.id])
    score = ", ".join(f"{plain_name(person.name)} {wins[person.id]}" for person in order)
    return [text(f"-# Game {series.number} of the series: {score}")]


def _note_guest(table: Table) -> Items:
    """Say what to expect where the bot is a guest."""
    if table.guest is None:
        return []
    words = "I am a guest here: I call nobody, and when nobody has clicked for 15 minutes, the"
    return [text(f"-# {words} next click shows what is new.")]


def _describe_need(table: Table, missing: int, free: int) -> str:
    """Say what the game waits for; in direct messages with the bot nobody else can come."""
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


def render_board(
    renderer: Renderer, table: Table, context: RenderContext, now: float
) -> MessageContent:
    """Say what happened, where the game stands, whose turn it is, and what can be done."""
    board = renderer.board(context)
    container: ui.Container[Any] = ui.Container(
        text(f"### {table.game.info.title}\n-# {renderer.headline(context)} · table #{table.id}"),
        *_render_steps(renderer, table, context),
        *board.items,
        ui.Separator(),
        text("\n".join([_call(table, context.emojis), *describe_away(table, now)])),
        *renderer.controls(context),
        *rows(offer_undo(table)),
        *_seat_buttons(table, now),
        *_about(renderer, table, *_offer_watching(table)),
        accent_colour=renderer.accent,
    )
    return MessageContent([container], board.pictures)


def _about(renderer: Renderer, table: Table, *more: ui.Item[Any]) -> Items:
    """Return the buttons of every board, `more` ones, and the line of fair dice."""
    buttons: list[ui.Item[Any]] = [how_to_play_button(table.game.info.key)]
    if renderer.has_odds:
        label = f"Odds: {'shown' if table.odds else 'hidden'}"
        buttons.append(ActionButton.of(table.id, "odds", label, arg=int(not table.odds)))
    if table.gives_hints and renderer.has_hints:
        buttons.append(ActionButton.of(table.id, "hint", "💡 Hint"))
    return [*rows([*buttons, *offer_orders(table), *more]), fair_dice_line(table)]


def _offer_watching(table: Table) -> Items:
    """Return the button for spectators; a direct message has none."""
    return [] if table.guild_id is None else [ActionButton.of(table.id, "watch", "👀 Watch")]


def _call(table: Table, emojis: Emojis) -> str:
    """Mention those whose turn it is; or say which computer is to move."""
    if not table.waiting_on and table.thinking is not None:
        return f"▶ {show_player(table.seats[table.thinking], emojis)} is thinking"
    people = [f"<@{table.seats[seat].person.id}>" for seat in table.waiting_on]
    clock = describe_clock(table, table.waiting_on)
    return f"▶ {', '.join(people)}: **your turn**{clock}{_tell_late(table)}"


def _tell_late(table: Table) -> str:
    """Say whose time has run out just now; empty where nobody's has."""
    made = {move.seat for move in table.since_click if move.by_caretaker}
    late = [s.person.name for i, s in enumerate(table.seats) if i in made and s.missed]
    names = join_names([plain_name(name) for name in late])
    return f"\n-# The time of {names} had run out: the caretaker has moved." if late else ""


def _render_steps(renderer: Renderer, table: Table, context: RenderContext) -> Items:
    """Describe the latest steps, oldest first, in one paragraph."""
    sentences = describe_steps(renderer, table, context)
    lines = [f"> {line}" for sentence in sentences for line in sentence.split("\n")]
    lines += [*tell_orders(table), *tell_undo(table)]
    return [text("\n".join(lines))] if lines else []


def describe_steps(renderer: Renderer, table: Table, context: RenderContext) -> list[str]:
    """Return sentences about the steps since the latest click, that one included."""
    return renderer.describe_steps(context, see_steps(table.game, table.since_click, None))


def _seat_buttons(table: Table, now: float) -> Items:
    """Return what can be done about absent players: play on for them, be back, end the game."""
    buttons: list[ui.Item[Any]] = []
    for seat in table.waiting_on:
        if table.may_hand_over(seat, now):
            name = clean_name(table.seats[seat].person.name)[:50]
            buttons.append(ActionButton.of(table.id, "care", f"Play on for {name}", arg=seat))
    # Somebody who was forgotten has an id that no account has, and does not come back.
    gone = [seat for seat in table.seats if seat.caretaker and seat.person.id > 0]
    names = join_names([_name_gone(seat) for seat in gone])
    whose = f"-# The caretaker plays for {names}, who can come back at any time:"
    away = any(table.is_away(seat, now) for seat in table.present)
    more: list[ui.Item[Any]] = []
    if gone or away:
        more.append(ActionButton.of(table.id, "back", "I'm back"))
    if deciding := table.deciding(now):
        agree = sum(table.seats[seat].ends for seat in deciding)
        how = f": {agree} of {len(deciding)} agree" if agree else "…"
        more.append(PageButton.of(CANCEL, "ask", table.id, label=f"End without a result{how}"))
    return [*rows(buttons), *([text(whose)] if gone else ()), *rows(more)]


def _name_gone(seat: SeatedPlayer) -> str:
    """Return the name of an absent player, with the reason where Discord has told it."""
    reason = "" if seat.gone is None else f" ({REASONS[seat.gone]})"
    return f"{plain_name(seat.person.name)}{reason}"


def render_hand(
    renderer: Renderer, table: Table, emojis: Emojis, seat: Seat, focus: str = ""
) -> MessageContent:
    """Return what one player alone may see."""
    if table.status is not Status.PLAYING:
        return MessageContent([text(f"The game at table #{table.id} is over: {table_link(table)}")])
    hand = renderer.hand(render_context(table, emojis, seat, focus))
    if hand is None:
        return MessageContent([text(f"Nothing is hidden in this game: {table_link(table)}")])
    return MessageContent([*hand.items, *rows(offer_undo(table, seat))], hand.pictures)


def render_final(  # noqa: PLR0917 - all that an end is made of
    renderer: Renderer,
    table: Table,
    context: RenderContext,
    earned: Sequence[Earned] = (),
    card: Fragment | None = None,
    series: Series | None = None,
    *,
    board: bool = True,
) -> MessageContent:
    """Return the end: last board, places and scores, what was earned, fairness, and Rematch.

    `board`: with the last board and what led to it.
    """
    last = renderer.board(context) if board else Fragment([])
    container: ui.Container[Any] = ui.Container(
        text(f"### {table.game.info.title}\n-# The game is over · table #{table.id}"),
        text(describe_places(renderer, table, context)),
        *_render_series(table, series),
        *(card.items if card else ()),
        *last.items,
        *(_render_steps(renderer, table, context) if board else ()),
        *_render_achievements(earned),
        *_what_next(table, earned),
        accent_colour=GOLD,
    )
    return MessageContent([container], [*(card.pictures if card else ()), *last.pictures])


def render_result(table: Table, emojis: Emojis) -> MessageContent:
    """Return the end of a game whose log no longer folds: places and scores as they were stored."""
    ranked = sorted(table.seats, key=lambda seat: seat.place or 0)
    lines = [f"`{s.place}` {show_player(s, emojis)} · {s.score}" for s in ranked]
    container: ui.Container[Any] = ui.Container(
        text(f"### {emojis['crown']} {table.game.info.title}\n-# Game over · table #{table.id}"),
        text("\n".join(lines)),
        text("-# The rules have changed since, so its last board cannot be drawn any more."),
        *_what_next(table),
        accent_colour=GOLD,
    )
    return MessageContent([container])


def _what_next(table: Table, earned: Sequence[Earned] = ()) -> Items:
    """Return what every finished game ends with: what people can do now."""
    buttons: list[ui.Item[Any]] = [
        ActionButton.of(table.id, "rematch", "Rematch", style=discord.ButtonStyle.success)
    ]
    if table.state is not None:
        last = ("last", table.id, LAST_STEP, EVERYBODY)
        buttons.append(PageButton.of(REPLAY, *last, label="Replay and share"))
        buttons.append(PageButton.of(REVIEW, "open", table.id, label="Review"))
    if len(earned) > SHOWN_ACHIEVEMENTS:
        label = f"All {len(earned)} achievements"
        buttons.append(PageButton.of(ALBUM, "table", table.id, label=label))
    return [ui.Separator(), *rows(buttons), fair_dice_line(table)]


def _render_achievements(earned: Sequence[Earned]) -> Items:
    """Announce some achievements of the game, of as many players as earned any."""
    ahead = Counter[int]()
    turns: list[tuple[int, Earned]] = []
    for each in earned:
        turns.append((ahead[each.person_id], each))
        ahead[each.person_id] += 1
    shown = [each for _, each in sorted(turns, key=lambda turn: turn[0])][:SHOWN_ACHIEVEMENTS]
    return [text("\n".join(map(describe_earned, shown)))] if shown else []


def describe_earned(earned: Earned) -> str:
    """Say in a line who earned what."""
    return f"🏅 **{plain_name(earned.name)}** earned **{earned.title}**: {earned.words}"


def describe_places(renderer: Renderer, table: Table, context: RenderContext) -> str:
    """Say who won, and everybody's place and result."""
    outcome = context.outcome
    if outcome is None:
        return ""
    order = sorted(range(len(table.seats)), key=lambda seat: outcome.places[seat])
    lines = [f"## {context.emojis[renderer.emblem(context)]} {renderer.ending(context)}"]
    # Not a markdown list: that would number shared places anew.
    lines += [
        f"`{outcome.places[seat]}` {context.name(seat)} · {renderer.result(context, seat)}"
        + _count_hints(table, seat)
        for seat in order
    ]
    return "\n".join([*lines, *_describe_absent(table, context, order)])


def _count_hints(table: Table, seat: Seat) -> str:
    """Return how many hints a player was shown; empty for none."""
    hints = table.seats[seat].hints
    return f" · {count(hints, 'hint')}" if hints else ""


def _describe_absent(table: Table, context: RenderContext, order: Sequence[Seat]) -> list[str]:
    """Say how the leaderboard counts seats that their owners had left; the rules do not know them.

    `order` is that of the places.
    """
    seats, outcome = table.seats, context.outcome
    left = [seat for seat in order if seats[seat].caretaker]
    stayed = [seat for seat in order if not seats[seat].caretaker]
    if outcome is None or not left or not stayed:
        return []
    best = [context.name(s) for s in stayed if outcome.places[s] == outcome.places[stayed[0]]]
    win = f", and a win for {join_names(best)}" if outcome.places[stayed[0]] > 1 else ""
    names = join_names([context.name(seat) for seat in left])
    were = "was" if len(left) == 1 else "were"
    return [f"-# {names} {were} away at the end: on the leaderboard that is a loss{win}."]


def _fairness(table: Table) -> Items:
    """Return what a game ends with that was broken off; nothing for a lobby."""
    return [] if table.last_hash is None else [fair_dice_line(table)]


def render_ended(table: Table) -> MessageContent:
    """Return the message of a table that came to no result."""
    reason = table.reason or ENDINGS[table.status]
    container: ui.Container[Any] = ui.Container(
        text(f"### {table.game.info.title}\n-# Table #{table.id}"),
        text(f"{reason}\nOpen a new one with `/{table.game.info.key} start`."),
        *_fairness(table),
        accent_colour=GREY,
    )
    return MessageContent([container])
