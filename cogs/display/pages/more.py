"""The page behind ⋯: everything that one person can do at a table besides playing.

The page is private, and offers only actions that are useful and permitted. Pages opened from it
replace it and have a button back to it. Features add buttons through `Offers`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

import discord

from cogs.display.components import (
    CANCEL,
    MORE,
    PLAYERS,
    ActionButton,
    ControlKind,
    PageButton,
    back_button,
)
from cogs.display.pages.board import PLAYED_ON, render_context
from cogs.display.pages.how_to_play import fair_dice_button, how_to_play_button
from cogs.display.pages.options import offer_options
from cogs.display.table_text import PHASES, show_player, table_link
from cogs.interactions.content import MessageContent
from cogs.interactions.language import ENGLISH, cut, plain_name
from cogs.interactions.parts import Items, beside, rows, text
from tables.model.table import Status

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cogs.display.emojis import Emojis
    from cogs.display.pages.renderer import RenderContext, Renderer
    from cogs.interactions.language import Language
    from engine.core import Seat
    from tables.model.table import SeatedPlayer, Table


class Spot(StrEnum):
    """A place on a core page where features add parts. Features name further spots of their own."""

    FIRST = "first"
    """Behind ⋯, before How to play."""

    LOBBY = "lobby"
    """In a lobby, below the players and the score of the series."""

    ABOVE = "above"
    """On the message of a finished game, above the picture."""

    BELOW = "below"
    """On the message of a finished game, below the picture."""

    NEXT = "next"
    """On the message of a finished game, beside Rematch, until the rematch has begun."""

    AGAIN = "again"
    """On the message of a finished game, in place of Rematch once the rematch has begun."""

    PRIVATE = "private"
    """Behind ⋯ of a finished private table."""

    ENDING = "ending"
    """Words after "The game is over"."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The table and the reader for whom an offer is made.

    Attributes:
        renderer: the renderer of the table's game.
        table: the table as it is now.
        seat: the reader's seat; None for a spectator, and for a message that everybody sees.
        way: where the Back button of a page opened from here leads, in the notation of `lead_back`.
        told: what features have read about a finished game, by spot.
        language: the reader's language.
    """

    renderer: Renderer
    table: Table
    seat: Seat | None = None
    way: str = ""
    told: Mapping[str, Items] = field(default_factory=dict[str, Items])
    language: Language = ENGLISH


Offer = Callable[[Scene], Items]
"""Returns the buttons, or options of a select, that are useful in a scene."""

Tell = Callable[["Table"], Awaitable[Items]]
"""Reads a feature's data about a finished game, and returns the parts to show."""


class Offers:
    """The offers of all features, by spot, in the order of the features."""

    def __init__(self, added: Iterable[Mapping[str, Offer]] = ()) -> None:
        self._offers: defaultdict[str, list[Offer]] = defaultdict(list)
        self._tells: defaultdict[str, list[Tell]] = defaultdict(list)
        for each in added:
            self.add(each)

    def add(self, offers: Mapping[str, Offer], tells: Mapping[str, Tell] | None = None) -> None:
        """Add the offers of a feature, and the functions that read its data, both by spot."""
        for spot, offer in offers.items():
            self._offers[spot].append(offer)
        for spot, tell in (tells or {}).items():
            self._tells[spot].append(tell)

    async def read(self, table: Table, *spots: str) -> dict[str, Items]:
        """Return what features show about a finished game at these spots, for `Scene.told`."""
        return {
            spot: [part for tell in self._tells.get(spot, ()) for part in await tell(table)]
            for spot in spots
        }

    def at(self, spot: str, scene: Scene) -> Items:
        """Return the offers for a spot, followed by the parts of `scene.told` for that spot."""
        offered = [part for offer in self._offers.get(spot, ()) for part in offer(scene)]
        return [*offered, *scene.told.get(spot, ())]


NO_OFFERS = Offers()

NOTHING: Mapping[str, Items] = {}


Buttons = Items


def render_more(
    renderer: Renderer,
    table: Table,
    emojis: Emojis,
    person_id: int,
    now: float,
    *,
    notice: str = "",
    told: Mapping[str, Items] = NOTHING,
    offers: Offers = NO_OFFERS,
    language: Language = ENGLISH,
) -> MessageContent:
    """Return the page for a person, who may also be a spectator.

    Args:
        renderer: the renderer of the table's game.
        table: the table as it is now.
        emojis: the pictures.
        person_id: the reader.
        now: Unix seconds.
        notice: a sentence at the top, such as the reason for a refusal.
        told: what features have read about a finished game, by spot.
        offers: the buttons that features add.
        language: the person's language.
    """
    seat = table.seat_of(person_id)
    lines = [notice] if notice else []
    number = language("Table #{number}", number=table.id)
    phase = _describe_phase(language, table)
    lines.append(f"### {language.title(table.game.info)}\n-# {number} · {phase}")
    if table.state is not None:
        context = render_context(table, emojis, seat, language=language)
        if table.status is Status.FINISHED and seat is not None:
            lines.append(_describe_own_end(renderer, context, seat))
        if table.status is Status.PLAYING and seat is None:
            lines.append(_list_scores(renderer, context))
        lines += filter(None, [renderer.left_out(context)])
    buttons = _list_buttons(Scene(renderer, table, seat, MORE, told, language), offers, now)
    return MessageContent([text("\n".join(lines)), *rows(buttons)])


def tell_loss(_: Language, table: Table) -> str:
    """Say what a person loses by ending a game that the others have left."""
    if len(table.seats) == 1:
        return _(
            "If you have made a move, the game counts as unfinished, with 0 points in your average."
        )
    return _("If you have made a move, you lose the game.")


def render_leaving(_: Language, table: Table, person_id: int) -> MessageContent | None:
    """Ask a player whether to leave a game; None if the player has left or the game is over."""
    seat = table.seat_of(person_id)
    if seat is None or table.seats[seat].departed or table.status is not Status.PLAYING:
        return None
    words = _(PLAYED_ON)
    if len(table.present) == 1:
        words = f"{_('Nobody else is left, so the game ends.')} {tell_loss(_, table)}"
    title = _("### Leave the game? {game}", game=_.title(table.game.info))
    red = discord.ButtonStyle.danger
    leave = ActionButton.of(table.id, "quit", _("Leave the game"), style=red)
    buttons = rows([leave, back_button(_, table.id)])
    return MessageContent([text(f"{title}\n{words}"), *buttons])


def describe_leaving(_: Language, table: Table, person_id: int) -> str:
    """Say what happened to the seat of a person who has left; `table` is the table afterwards."""
    if table.status is Status.PLAYING and table.seat_of(person_id) is not None:
        return _(
            "You left table #{number}; a duck plays on for you. **I'm back** behind ⋯ takes your "
            "seat again.",
            number=table.id,
        )
    return _("You left table #{number}.", number=table.id)


def _list_scores(renderer: Renderer, context: RenderContext) -> str:
    """Return the state of a game, and the scores so far, the highest first."""
    scores = renderer.scores(context.view)
    order = sorted(range(len(scores)), key=lambda seat: -scores[seat])
    lines = [f"`{scores[seat]}` {plain_name(context.names[seat])}" for seat in order]
    return f"-# {renderer.headline(context)}\n{' · '.join(lines)}"


def _describe_own_end(renderer: Renderer, context: RenderContext, seat: Seat) -> str:
    """Say how the game ended for this player."""
    outcome = context.outcome
    if outcome is None:
        return ""
    _, own, place = context.language.frame, renderer.result(context, seat), outcome.places[seat]
    if len(outcome.places) == 1:
        return _("Your result: {result}.", result=own)
    if place == 1 and len(outcome.winners) == 1:
        return _("**You won**: {result}.", result=own)
    if place == 1:
        return _("**You share first place**: {result}.", result=own)
    told = _("**Your place: {place} of {places}**", place=place, places=len(outcome.places))
    if not (short := renderer.short(context, seat)):
        return f"{told} · {own}"
    behind = _("{amount} short", amount=renderer.amount(context.language, short))
    return f"{told} · {own} · {behind}"


def _describe_phase(_: Language, table: Table) -> str:
    """Return a link to a table's message, or its phase if it is over."""
    return _(PHASES[table.status]) if table.status.over else table_link(_, table)


def _list_buttons(scene: Scene, offers: Offers, now: float) -> Buttons:
    """Return the useful buttons, those needed most often first."""
    table, seat, _ = scene.table, scene.seat, scene.language
    how_to_play = how_to_play_button(_, table.game.info.key, f"{MORE}-{table.id}")
    fair_dice = fair_dice_button(_, table.id, MORE)
    if table.status is Status.LOBBY:
        return [*_offer_lobby(scene), how_to_play, fair_dice, *_offer_to_go(_, table, seat)]
    if table.status is not Status.PLAYING:
        return [*offers.at(Spot.FIRST, scene), how_to_play, fair_dice]
    return [
        *offers.at(Spot.FIRST, scene),
        *_offer_hand(_, table, seat),
        how_to_play,
        fair_dice,
        *([] if seat is None else _offer_seats(_, table, seat, now)),
    ]


def _offer_lobby(scene: Scene) -> Buttons:
    """Return the buttons to the options, for the opener, and to those whom one can send home."""
    table, seat, _ = scene.table, scene.seat, scene.language
    if seat is None:
        return []
    own = table.seats[seat].person_id == table.opener_id
    options = offer_options(_, scene.renderer, table) if own else []
    players = PageButton.of(PLAYERS, table.id, label=_("Players"))
    return [*options, *([players] if _list_removable(table, seat) else [])]


def _list_removable(table: Table, seat: Seat) -> list[SeatedPlayer]:
    """Return the players whom this player can send home from a lobby."""
    own = table.seats[seat]
    every = own.person_id == table.opener_id
    return [each for each in table.seats if each is not own and (every or each.level)]


def render_players(
    _: Language, table: Table, emojis: Emojis, person_id: int
) -> MessageContent | None:
    """Return the page on which a player sends others home; None if nobody can be sent home."""
    seat = table.seat_of(person_id)
    if table.status is not Status.LOBBY or seat is None:
        return None
    lines = [
        beside(
            show_player(_, each, emojis),
            ActionButton.of(table.id, "dismiss", _("Send home"), arg=abs(each.person_id)),
        )
        for each in _list_removable(table, seat)
    ]
    note = text(_("-# A person whom you send home cannot join this table again."))
    back = rows([back_button(_, table.id)])
    return MessageContent([*lines, note, *back]) if lines else None


def _offer_to_go(_: Language, table: Table, seat: Seat | None) -> Buttons:
    """Return the buttons to leave a lobby, unless nobody else is there, and to cancel it."""
    if seat is None:
        return []
    leave = ActionButton.of(table.id, "leave", _("Leave"))
    red = discord.ButtonStyle.danger
    cancel = ActionButton.of(table.id, "cancel", _("✖ Cancel this table"), style=red)
    alone, own = len(table.people) == 1, table.seats[seat].person_id == table.opener_id
    return [*([] if alone else [leave]), *([cancel] if own else [])]


def _offer_hand(_: Language, table: Table, seat: Seat | None) -> Buttons:
    """Return the button to a player's hand, if hands are hidden."""
    if seat is None or not table.hides_hands:
        return []
    return [ActionButton.of(table.id, ControlKind.HAND, _("My hand"))]


def _offer_seats(_: Language, table: Table, seat: Seat, now: float) -> Buttons:
    """Return the buttons to hand over idle seats, to come back, and to leave or end the game."""
    own, buttons = table.seats[seat], Items()
    for idle in table.waiting_on:
        if idle != seat and not own.caretaker and table.may_hand_over(idle, now):
            name = cut(_.name(table.seats[idle].name), 50)
            buttons.append(
                ActionButton.of(table.id, "care", _("Play on for {name}", name=name), arg=idle)
            )
    if own.caretaker or own.absent_until > now:
        buttons.append(ActionButton.of(table.id, "back", _("I'm back")))
    if len(table.people) == 1:
        buttons.append(PageButton.of(CANCEL, "ask", table.id, label=_("End the game")))
        return buttons
    if not own.departed:
        buttons.append(ActionButton.of(table.id, "leaving", _("Leave")))
    if own in table.deciding:
        buttons.append(PageButton.of(CANCEL, "ask", table.id, label=_("End it together")))
    return buttons
