"""The messages that every game shares: lobby, board, what is left of an old board, the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from cogs.core.components import ActionButton
from cogs.core.renderer import (
    Items,
    Page,
    RenderContext,
    Renderer,
    SeenStep,
    listed,
    plain_name,
    rows,
    text,
)
from engine.core import CHANCE
from engine.core import Seat as SeatNo
from tables.model import Status, Table
from tables.service import SILENCE

if TYPE_CHECKING:
    from cogs.core.emojis import Emojis
    from records.model import Earned

GREY = 0x80848E
GOLD = 0xF0B232
TOLD = 6
"""How many of the latest steps a board tells."""

EARNED = 6
"""How many achievements a final board tells."""

ENDINGS = {
    Status.CANCELLED: "This table was cancelled.",
    Status.ABANDONED: "Nobody is left at this table, so the game was abandoned.",
    Status.CLOSED: "This table was closed.",
}


def render_context(
    table: Table, emojis: Emojis, viewer: SeatNo | None = None, focus: str = ""
) -> RenderContext:
    """What a reader may see of a table that has been started: a seat, or None for the public."""
    game = table.game
    mover = viewer if viewer is not None or game.info.hidden else _only(table.to_act)
    moves = game.moves(table.state, mover) if mover in table.to_act else ()
    return RenderContext(table, game.view(table.state, viewer), emojis, viewer, moves, focus)


def page(
    renderer: Renderer,
    table: Table,
    emojis: Emojis,
    now: float,
    focus: str = "",
    *,
    earned: Sequence[Earned] = (),
) -> Page:
    """The live message of a table in whatever phase it is; `earned` by a game that is over."""
    if table.status is Status.LOBBY:
        return lobby(renderer, table, emojis)
    if table.status is Status.PLAYING:
        return board(renderer, render_context(table, emojis, focus=focus), now)
    if table.status is Status.FINISHED:
        if table.state is None:
            return result(table, emojis)
        return final(renderer, render_context(table, emojis), earned)
    return ended(table)


def lobby(renderer: Renderer, table: Table, emojis: Emojis) -> Page:
    """Who sits, what is played, what is missing; Join, Leave, Start, Cancel."""
    game = table.game
    allowed = game.seat_range(table.options)
    missing = allowed[0] - len(table.seats)
    free = allowed[-1] - len(table.seats)
    rematch = table.rematch_of
    phase = "waiting for players" if rematch is None else f"the rematch of #{rematch}"
    state = _missing(missing, free, direct=table.guild_id is None)
    seats = "\n".join(_lobby_seat(table, seat) for seat in range(len(table.seats)))
    buttons = [
        ActionButton.of(
            table.id, "join", "Join", style=discord.ButtonStyle.success, disabled=free == 0
        ),
        ActionButton.of(table.id, "leave", "Leave"),
        ActionButton.of(
            table.id, "start", "Start", style=discord.ButtonStyle.primary, disabled=missing > 0
        ),
        ActionButton.of(table.id, "cancel", "Cancel", style=discord.ButtonStyle.danger),
    ]
    container: ui.Container[Any] = ui.Container(
        text(f"## {emojis[renderer.sign]} {game.info.title}\n-# Table #{table.id} · {phase}"),
        text(seats),
        text(f"{state}\n{options_in_words(table)}"),
        ui.Separator(),
        text(f"-# Fair dice: SHA-256 of this table's secret is `{table.commitment}`"),
        *rows(buttons),
        accent_colour=0x3BA55D,
    )
    return Page([container])


def _missing(missing: int, free: int, *, direct: bool) -> str:
    """What the game waits for; in direct messages nobody else can come."""
    if missing > 0:
        return f"**{missing} more player{'s' if missing > 1 else ''}** needed to start."
    if free > 0 and not direct:
        return f"Ready to start, or wait: {free} seat{'s are' if free > 1 else ' is'} free."
    return "Ready to start." if free > 0 else "The table is full. Ready to start."


def _lobby_seat(table: Table, seat: SeatNo) -> str:
    person = table.seats[seat].person
    opener = " · holds the table, may start it" if person.id == table.opener.id else ""
    return f"{seat + 1}. **{plain_name(person.name)}**{opener}"


def options_in_words(table: Table) -> str:
    """The options as a line of small print; empty for a game without any."""
    options = table.game.info.options
    words = (f"{option.title}: {option.title_of(table.options[option.key])}" for option in options)
    return "-# " + " · ".join(words) if options else ""


def board(renderer: Renderer, context: RenderContext, now: float) -> Page:
    """The live board: where the game stands, what happened, whose turn it is, what can be done."""
    table = context.table
    shown = renderer.board(context)
    container: ui.Container[Any] = ui.Container(
        text(
            f"### {renderer.game.info.title}\n-# {renderer.headline(context)} · table #{table.id}"
        ),
        *shown.items,
        *_told(renderer, context),
        ui.Separator(),
        text(_turn(context)),
        *renderer.controls(context),
        *_seat_buttons(table, now),
        accent_colour=renderer.accent,
    )
    calls = tuple(table.seats[seat].person.id for seat in table.waiting_on)
    return Page([container], shown.files, calls)


def _turn(context: RenderContext) -> str:
    people = [f"<@{context.table.seats[seat].person.id}>" for seat in context.table.waiting_on]
    return f"▶ {', '.join(people)}: **your turn**"


def _told(renderer: Renderer, context: RenderContext) -> Items:
    """The latest steps, oldest first, in one paragraph."""
    told = told_lines(renderer, context)[-TOLD:]
    lines = [line for sentence in told for line in sentence.split("\n")]
    return [text("\n".join(f"> {line}" for line in lines))] if lines else []


def told_lines(renderer: Renderer, context: RenderContext) -> list[str]:
    """Sentences about the steps since the last move of a person, that one included."""
    recent = list(context.table.recent)
    by_person = [i for i, t in enumerate(recent) if t.seat != CHANCE and not t.by_caretaker]
    since = recent[by_person[-1] if by_person else 0 :]
    sentences = (renderer.told(context, SeenStep(context.table.game, each, None)) for each in since)
    return [line for line in sentences if line]


def _seat_buttons(table: Table, now: float) -> Items:
    """Hand an absent player's seat to the caretaker; take one's own seat back."""
    buttons: list[ui.Item[Any]] = []
    present = sum(not seat.caretaker for seat in table.seats)
    for seat in table.waiting_on:
        since = table.seats[seat].waiting_since
        if present > 1 and since is not None and now - since >= SILENCE:
            name = table.seats[seat].person.name[:50]
            buttons.append(ActionButton.of(table.id, "care", f"Play on for {name}", arg=seat))
    # Who was forgotten has no id that an account can have, and does not come back.
    away = [s.person for s in table.seats if s.caretaker and s.person.id > 0]
    if not away:
        return rows(buttons)
    names = listed([plain_name(person.name) for person in away])
    whose = f"-# The caretaker plays for {names}, who can come back at any time:"
    back = ActionButton.of(table.id, "back", "I'm back")
    return [*rows(buttons), text(whose), *rows([back])]


def step(renderer: Renderer, context: RenderContext) -> Page:
    """What is left of a board when the game has gone on in a new message: no buttons."""
    lines = told_lines(renderer, context)
    head = f"-# {renderer.game.info.title} · table #{context.table.id} · the board has moved down"
    return Page([text("\n".join([head, *lines[:TOLD]]))])


def moved(table: Table) -> Page:
    """What is left of a message that was shown again further down: no buttons, and no news."""
    what = "lobby" if table.status is Status.LOBBY else "board"
    return Page(
        [text(f"-# {table.game.info.title} · table #{table.id} · the {what} has moved down")]
    )


def started(table: Table) -> Page:
    """What is left of the lobby once the game is on."""
    people = ", ".join(plain_name(seat.person.name) for seat in table.seats)
    return Page(
        [
            text(
                f"**{table.game.info.title}** has begun: {people}."
                f"\n{options_in_words(table)}"
                f"\n-# Table #{table.id} · fair dice, SHA-256 of the secret: `{table.commitment}`"
            )
        ]
    )


def final(renderer: Renderer, context: RenderContext, earned: Sequence[Earned] = ()) -> Page:
    """The end: the last board, places and scores, what was earned, fairness, and Rematch."""
    table = context.table
    shown = renderer.board(context)
    container: ui.Container[Any] = ui.Container(
        text(f"### {renderer.game.info.title}\n-# The game is over · table #{table.id}"),
        text(places(renderer, context)),
        *shown.items,
        *_told(renderer, context),
        *_earned(earned),
        *_fairness_and_rematch(table),
        accent_colour=GOLD,
    )
    return Page([container], shown.files)


def result(table: Table, emojis: Emojis) -> Page:
    """The end of a game whose log no longer folds: places and scores, as they were noted then."""
    ranked = sorted(table.seats, key=lambda seat: seat.place or 0)
    lines = [f"`{s.place}` **{plain_name(s.person.name)}** · {s.score}" for s in ranked]
    container: ui.Container[Any] = ui.Container(
        text(f"### {emojis['crown']} {table.game.info.title}\n-# Game over · table #{table.id}"),
        text("\n".join(lines)),
        text("-# The rules have changed since, so its last board cannot be drawn any more."),
        *_fairness_and_rematch(table),
        accent_colour=GOLD,
    )
    return Page([container])


def _fairness_and_rematch(table: Table) -> Items:
    """What every finished game ends with."""
    return [
        ui.Separator(),
        text(
            f"-# Fair dice: the secret was `{table.secret}`, its SHA-256 `{table.commitment}`. "
            f"Check with `/table verify table:{table.id}`."
        ),
        *rows([ActionButton.of(table.id, "rematch", "Rematch", style=discord.ButtonStyle.success)]),
    ]


def _earned(earned: Sequence[Earned]) -> Items:
    """The achievements that the game has brought, once: this board is their announcement."""
    lines = [
        f"🏅 **{plain_name(each.name)}** earned **{each.title}**: {each.words}"
        for each in earned[:EARNED]
    ]
    if len(earned) > EARNED:
        lines.append(f"-# and {len(earned) - EARNED} more: see `/stats`")
    return [text("\n".join(lines))] if lines else []


def places(renderer: Renderer, context: RenderContext) -> str:
    """Who won, and everybody's place and result."""
    table = context.table
    outcome = table.outcome
    if outcome is None:
        return ""
    order = sorted(range(len(table.seats)), key=lambda seat: outcome.places[seat])
    lines = [f"## {context.emojis[renderer.emblem(context)]} {renderer.ending(context)}"]
    # Not a markdown list: that would number shared places anew.
    lines += [
        f"`{outcome.places[s]}` {context.name(s)} · {renderer.result(context, s)}" for s in order
    ]
    return "\n".join([*lines, *_left_before_the_end(context, order)])


def _left_before_the_end(context: RenderContext, order: Sequence[SeatNo]) -> list[str]:
    """What the leaderboard makes of seats that their owners had left, which the rules do not know.

    `order` is that of the places.
    """
    seats, outcome = context.table.seats, context.table.outcome
    left = [seat for seat in order if seats[seat].caretaker]
    stayed = [seat for seat in order if not seats[seat].caretaker]
    if outcome is None or not left or not stayed:
        return []
    best = [context.name(s) for s in stayed if outcome.places[s] == outcome.places[stayed[0]]]
    win = f", and a win for {listed(best)}" if outcome.places[stayed[0]] > 1 else ""
    names = listed([context.name(seat) for seat in left])
    were = "was" if len(left) == 1 else "were"
    return [f"-# {names} {were} away at the end: on the leaderboard that is a loss{win}."]


def ended(table: Table) -> Page:
    """A table that came to no result."""
    reason = table.reason or ENDINGS[table.status]
    container: ui.Container[Any] = ui.Container(
        text(f"### {table.game.info.title}\n-# Table #{table.id}"),
        text(f"{reason}\nOpen a new one with `/{table.game.info.key} start`."),
        accent_colour=GREY,
    )
    return Page([container])


def _only(seats: tuple[SeatNo, ...]) -> SeatNo | None:
    return seats[0] if len(seats) == 1 else None
