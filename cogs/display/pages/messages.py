"""The live message of a table in every phase: lobby, board, end."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

import discord

from cogs.display.art.charts import Finisher, draw_result, is_narrow
from cogs.display.components import ActionButton, more_button
from cogs.display.pages.board import (
    head_of,
    render_board,
    render_context,
    tell_last_steps,
    title_of,
)
from cogs.display.pages.lobby import render_lobby
from cogs.display.pages.more import NO_OFFERS, NOTHING, Offers, Scene, Spot
from cogs.display.table_text import describe_series, number_player, show_player, tell_turn
from cogs.interactions.content import Fragment, MessageContent, framed, picture
from cogs.interactions.language import ENGLISH
from cogs.interactions.parts import Items, rows, text
from engine.core import N_
from tables.model.table import COMPUTER_IDS, Status, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from cogs.display.emojis import Emojis
    from cogs.display.pages.renderer import RenderContext, Renderer
    from cogs.interactions.language import Language
    from engine.core import Seat
    from tables.model.table import Series


# The result card of a finished game.

PLACES: Final = N_("1st"), N_("2nd"), N_("3rd")
"""Places on the podium, which words tell apart from scores."""

PHOTO_FINISH: Final = N_("Photo finish!")
RUNAWAY: Final = N_("Runaway win!")

FAR: Final = 4
"""Largest lead, in points, that is too small for a runaway win: short games have low scores."""


def render_result_card(renderer: Renderer, table: Table, context: RenderContext) -> Fragment:
    """Return the card of a finished game as a picture; its alt text has all results.

    A game for one shows its board instead, because a podium needs several players.
    """
    if len(table.seats) == 1:
        return renderer.board(context)
    finishers = list_finishers(renderer, table, context)
    results = [renderer.result(context, each.seat) for each in finishers]
    return _make_card(finishers, describe_card(context.language.frame, finishers, results))


def render_podium(
    _: Language, ends: Iterable[tuple[str, int, int, str, int]], results: Sequence[str]
) -> Fragment:
    """Return a result card.

    `ends`: name, place, score, written result and face of each player. `results`: the result of
    each player in words, for the alt text. Both are in the order of the places.
    """
    finishers = _rank(_, ends)
    return _make_card(finishers, describe_card(_, finishers, results))


def find_face(person_id: int) -> int:
    """Return the number of a duck's face on a card; 0 for a person, who has none."""
    return -person_id if person_id in COMPUTER_IDS else 0


def list_finishers(
    renderer: Renderer, table: Table, context: RenderContext
) -> tuple[Finisher, ...]:
    """Return the players in the order of their places."""
    outcome = table.outcome
    if outcome is None:
        return ()
    written = (renderer.write_result(context, seat) for seat in range(len(table.seats)))
    names = (player.name for player in table.seats)
    faces = (find_face(player.person_id) for player in table.seats)
    return _rank(
        context.language, zip(names, outcome.places, outcome.scores, written, faces, strict=True)
    )


def _rank(_: Language, ends: Iterable[tuple[str, int, int, str, int]]) -> tuple[Finisher, ...]:
    """Return the players in the order of their places; the seat is the index in `ends`."""
    found = [
        Finisher(
            seat,
            _.name(name),
            place,
            score,
            written,
            face,
            number_player(_, seat),
            _(PLACES[place - 1]) if place <= len(PLACES) else "",
        )
        for seat, (name, place, score, written, face) in enumerate(ends)
    ]
    return tuple(sorted(found, key=lambda finisher: finisher.place))


def _make_card(finishers: tuple[Finisher, ...], alt: str) -> Fragment:
    return picture("result", partial(draw_result, finishers), alt)


def describe_card(_: Language, finishers: Sequence[Finisher], results: Sequence[str]) -> str:
    """Return the alt text of the card."""
    places = zip(finishers, results, strict=True)
    each = [f"{one.place}. {_.label(one.name, result)}" for one, result in places]
    return _("A podium: {places}.", places=" · ".join(each))


def name_finish(finishers: Sequence[Finisher]) -> str:
    """Return a remark on a very narrow or very clear win; empty for any other end."""
    behind = finishers[1:]
    if not behind or behind[0].place == 1 or finishers[0].written or finishers[0].score <= 0:
        return ""
    best, second = finishers[0].score, behind[0].score
    if is_narrow(best, second):
        return PHOTO_FINISH
    return RUNAWAY if second <= best / 2 and best - second > FAR else ""


# The end of a table: a finished game with its result card, or a game without a result.

GREY = 0x80848E

GOLD = 0xF0B232

LAST_LINES = 2
"""Lines about the last moves, on the message of a finished game."""

ENDINGS = {
    Status.CANCELLED: N_("This table was cancelled."),
    Status.ABANDONED: N_("Nobody is left at this table, so the game was abandoned."),
    Status.CLOSED: N_("This table was closed."),
}


def render_final(  # noqa: PLR0917 - an end has many parts
    renderer: Renderer,
    table: Table,
    context: RenderContext,
    told: Mapping[str, Items] = NOTHING,
    series: Series | None = None,
    offers: Offers = NO_OFFERS,
) -> MessageContent:
    """Render the end: the winner, the margin, the last moves, the card, and buttons to go on.

    `told`: what features have read about this game, by spot. `offers`: the offers of all features.
    """
    _ = context.language.frame
    scene = Scene(renderer, table, told=told, language=_)
    card = renderer.last_picture(context) or render_result_card(renderer, table, context)
    return framed(
        GOLD,
        text(f"{title_of(renderer, context)}\n-# {tell_over(scene, offers)}"),
        text(describe_ending(renderer, table, context)),
        *tell_last_steps(renderer, table, context, LAST_LINES),
        *map(text, describe_series(_, table, series)),
        *offers.at(Spot.ABOVE, scene),
        *card.items,
        *offers.at(Spot.BELOW, scene),
        *_what_next(scene),
        pictures=card.pictures,
    )


def render_result(
    renderer: Renderer,
    table: Table,
    emojis: Emojis,
    told: Mapping[str, Items] = NOTHING,
    language: Language = ENGLISH,
) -> MessageContent:
    """Render the stored places and scores of a game that cannot be replayed under new rules."""
    _ = language
    ranked = sorted(table.seats, key=lambda seat: seat.place or 0)
    lines = [f"`{s.place}` {show_player(_, s, emojis)} · {s.score}" for s in ranked]
    return framed(
        GOLD,
        text(f"### {emojis['crown']} {_.title(table.game.info)}\n-# {_('The game is over')}"),
        text("\n".join(lines)),
        text(
            _(
                "-# The rules have changed since this game, so its last board cannot be drawn any "
                "more."
            )
        ),
        *_what_next(Scene(renderer, table, told=told, language=_)),
    )


def _what_next(scene: Scene) -> Items:
    """Return the buttons below every finished game."""
    table, green = scene.table, discord.ButtonStyle.success
    _ = scene.language
    again = _("Play again") if len(table.people) == 1 else _("Rematch")
    rematch = ActionButton.of(table.id, "rematch", again, style=green)
    next_ = scene.told.get(Spot.AGAIN) or [rematch, *scene.told.get(Spot.NEXT, ())]
    return rows([*next_, more_button(table)])


def tell_over(scene: Scene, offers: Offers) -> str:
    """Say that the game is over, and what features add to that."""
    added = [each["content"] for each in offers.at(Spot.ENDING, scene)]
    return " · ".join([scene.language("The game is over"), *added])


def describe_ending(renderer: Renderer, table: Table, context: RenderContext) -> str:
    """Name the winner, the margin and the absent players."""
    outcome = context.outcome
    if outcome is None:
        return ""
    _ = context.language.frame
    head = f"## {context.emojis[renderer.emblem(context)]} {renderer.ending(context)}"
    finish = name_finish(list_finishers(renderer, table, context))
    below = [f"**{_(finish)}**" if finish else "", renderer.margin(context)]
    lines = [head, *filter(None, [" ".join(filter(None, below))]), *renderer.decision(context)]
    order = sorted(range(len(table.seats)), key=lambda seat: outcome.places[seat])
    return "\n".join([*lines, *_describe_absent(table, context, order)])


def _describe_absent(table: Table, context: RenderContext, order: Sequence[Seat]) -> list[str]:
    """Say how the leaderboard counts absent players; the rules rank them like present players.

    `order`: the seats by place.
    """
    seats, outcome = table.seats, context.outcome
    left = [seat for seat in order if seats[seat].caretaker]
    stayed = [seat for seat in order if not seats[seat].caretaker]
    if outcome is None or not left or not stayed:
        return []
    best = [context.name(s) for s in stayed if outcome.places[s] == outcome.places[stayed[0]]]
    _ = context.language.frame
    lost = _.join([context.name(seat) for seat in left])
    if outcome.places[stayed[0]] == 1:
        return [_("-# Away at the end, which the leaderboard counts as a loss: {lost}", lost=lost)]
    return [
        _(
            "-# Away at the end, which the leaderboard counts as a loss: {lost}. It counts a win "
            "for: {won}",
            lost=lost,
            won=_.join(best),
        )
    ]


def render_ended(_: Language, table: Table) -> MessageContent:
    """Render the message of a table that ended without a result."""
    reason = table.reason or ENDINGS[table.status]
    told = " ".join([_(reason), *_tell_losers(_, table)])
    anew = _("Open a new one with `/{key} start`.", key=table.game.info.key)
    return framed(
        GREY,
        text(f"### {_.title(table.game.info)}\n{told}\n{anew}"),
        *([] if table.last_hash is None else rows([more_button(table)])),
    )


def _tell_losers(_: Language, table: Table) -> list[str]:
    """Name those who lost by leaving, if the game counts; a game for one counts as unfinished."""
    if not table.forfeited or len(table.seats) == 1:
        return [_("The game counts as unfinished.")] if table.forfeited else []
    left = (each for each in table.people if each.caretaker and each.place is not None)
    lost = [_.plain(each.name) for each in left]
    return [_("The leaderboard counts a loss for: {names}", names=_.join(lost))]


def render_table(
    renderer: Renderer,
    table: Table,
    emojis: Emojis,
    now: float,
    focus: str = "",
    *,
    told: Mapping[str, Items] = NOTHING,
    series: Series | None = None,
    newcomer: bool = False,
    tip: str = "",
    offers: Offers = NO_OFFERS,
    language: Language = ENGLISH,
) -> MessageContent:
    """Render the live message of a table in any phase.

    Args:
        renderer: the renderer of the table's game.
        table: the table.
        emojis: the pictures.
        now: Unix seconds.
        focus: how to show the state, in the renderer's own notation.
        told: what features have read about a lobby or a finished game, by spot.
        series: the previous games, for a rematch.
        newcomer: whether somebody in the lobby is new to the game.
        tip: what a board advises somebody who is new to the game.
        offers: the offers of all features.
        language: the language of the channel.
    """
    if table.status is Status.LOBBY:
        scene = Scene(renderer, table, told=told, language=language)
        return render_lobby(scene, emojis, series, newcomer=newcomer)
    if table.status is Status.PLAYING:
        reader = table.open_hand if table.game.info.hidden else None
        context = render_context(table, emojis, reader, focus, language, tip=tip)
        return render_board(renderer, table, context, now)
    if table.status is Status.FINISHED:
        if table.state is None:
            return render_result(renderer, table, emojis, told, language)
        context = render_context(table, emojis, language=language)
        return render_final(renderer, table, context, told, series, offers)
    return render_ended(language, table)


# The start of a table's thread: the starter message in the channel, and the call into the thread.


def invite(_: Language, table: Table, content: MessageContent) -> MessageContent:
    """Add a line that mentions the players, above the first board in a thread."""
    people = tuple(each.person_id for each in table.people if each.person_id > 0)
    if table.thread_id is None or table.status is not Status.PLAYING:
        return content
    mentions = _.join([f"<@{person}>" for person in people])
    line = text(_("-# 🧵 {people}: you play here.", people=mentions))
    return replace(content, items=[line, *content.items], calls=people)


def render_starter(  # noqa: PLR0917 - an end has many parts
    renderer: Renderer,
    table: Table,
    emojis: Emojis,
    told: Mapping[str, Items] = NOTHING,
    series: Series | None = None,
    offers: Offers = NO_OFFERS,
    language: Language = ENGLISH,
) -> MessageContent:
    """Render the starter message of a game in a thread; arguments as for `render_table`."""
    if table.status is Status.PLAYING:
        context = render_context(table, emojis, language=language)
        shown = _render_playing(renderer, table, emojis, context)
    elif table.status is not Status.FINISHED:
        shown = render_ended(language, table)
    elif table.state is None:
        shown = render_result(renderer, table, emojis, told, language)
    else:
        context = render_context(table, emojis, language=language)
        shown = render_final(renderer, table, context, told, series, offers)
    if table.thread_id == table.channel_id:  # a forum post: this message is already inside it
        return shown
    where = f"<#{table.thread_id}>"
    if table.status is Status.PLAYING:
        line = language("-# 🧵 It is played in {thread}", thread=where)
    else:
        line = language("-# 🧵 It was played in {thread}", thread=where)
    return replace(shown, items=[*shown.items, text(line)])


def _render_playing(
    renderer: Renderer, table: Table, emojis: Emojis, context: RenderContext
) -> MessageContent:
    """Render the players, their scores, and whose turn it is."""
    scores, _ = renderer.scores(context.view), context.language.frame
    return framed(
        renderer.accent,
        text(head_of(renderer, context)),
        text(f"{_list_scores(_, table, scores, emojis)}\n▶ {tell_turn(_, table, emojis)}"),
    )


def _list_scores(_: Language, table: Table, scores: Sequence[int], emojis: Emojis) -> str:
    """Return the players with their scores in one line, leaders first and with a crown."""
    order = sorted(range(len(table.seats)), key=lambda seat: -scores[seat])
    ahead = max(scores) if max(scores) > min(scores) else None
    return " · ".join(
        f"{emojis['crown'] if scores[seat] == ahead else ''} "
        f"{show_player(_, table.seats[seat], emojis)} {scores[seat]}".lstrip()
        for seat in order
    )
