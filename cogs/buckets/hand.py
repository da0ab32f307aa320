"""A player's private page in The Bucket King: the hand and its controls.

Every legal move can be reached from here. The focus holds the picked items, such as `cards h h0 h2`
for two horse cards, or `drop 5` for the bucket in box 5. Players see the cost of giving up a bucket
before they do so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.buckets.pictures.drawings import Plot
from cogs.buckets.public_board import draw_own_building, find_attacked, make_label, make_plot
from cogs.buckets.words import (
    HERDS,
    describe_cost,
    draw_pyramids,
    format_sum,
    list_cards,
    list_hand,
    name_animal,
    picture_key,
)
from cogs.display.components import BACK
from cogs.interactions.content import Fragment
from cogs.interactions.parts import Component, Items, beside, menu_option, rows, text
from engine.buckets.moves import Draw, Keep, Play, Remove
from engine.buckets.pyramid import (
    BARE,
    COLOURS,
    MOST_PLAYED,
    VALUES,
    buckets,
    cleared,
    of_colour,
    total,
)
from engine.core import N_

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cogs.display.pages.renderer import RenderContext
    from engine.buckets.state import BucketsView, PlayingView, Removal

MOST_BUTTONS = 4
"""Largest number of cards, or of buckets, that get a button each; more go into a menu."""

FEW = 3
"""Largest number of plays that get a button each; two cards allow three plays."""

PLAY = "play"
"""Placeholder for a move in the id of a disabled button."""

ATTACKS = {
    "c": N_("Cow cards attack you: beat {sum}"),
    "d": N_("Duck cards attack you: beat {sum}"),
    "h": N_("Horse cards attack you: beat {sum}"),
    "p": N_("Pig cards attack you: beat {sum}"),
    "s": N_("Sheep cards attack you: beat {sum}"),
}


def draw_hand(context: RenderContext) -> Fragment:
    view: BucketsView = context.view
    if view.building is not None:
        return draw_own_building(context, view.building)
    if view.playing is not None:
        return _draw_playing(context, view.playing)
    return Fragment([text(context.language("Cards are being dealt."))])


def _draw_playing(context: RenderContext, stage: PlayingView) -> Fragment:
    """Draw the player's cards and moves, and on their turn the pyramid."""
    view: BucketsView = context.view
    _, you = context.language, view.you
    if you is None:
        return Fragment([text(_("You hold no cards here."))])
    if you == stage.turn:
        dropped = _find_dropped(context, stage)
        picture = _draw_plots(context, stage, you, dropped)
        todo = _make_turn(context, stage, dropped)
    else:
        picture = Fragment([])
        cards = text(list_hand(_, view.hand, context.emojis))
        todo: Items = [text(_describe_waiting(context, stage)), cards]
    draw = [context.move_button(Draw(), _("Draw a card"))] if Draw() in context.moves else []
    return Fragment([*todo[:1], *picture.items, *todo[1:], *rows(draw)], picture.pictures)


def _draw_plots(
    context: RenderContext, stage: PlayingView, you: int, dropped: Removal | None
) -> Fragment:
    """Draw the player's pyramid; for a leader also the pyramid that is attacked."""
    _ = context.language
    plots, names = [_make_own_plot(context, stage, you, dropped)], [_("Your pyramid")]
    defends = stage.trick is not None  # then one small pyramid leaves room for controls
    if not defends and not stage.split:
        other = find_attacked(stage)
        plots.append(make_plot(context, other, stage.pyramids[other], None))
        names.append(context.names[other])
    return draw_pyramids(_, "pyramid", plots, names, wide=defends)


def _make_own_plot(
    context: RenderContext, stage: PlayingView, you: int, dropped: Removal | None
) -> Plot:
    """Return the player's pyramid, with the removable buckets numbered.

    `dropped`: the removal that is picked; it is shown as if it had happened.
    """
    pyramid = stage.pyramids[you]
    attacker = stage.trick.colour if stage.trick else None
    if dropped is not None:
        return Plot(
            make_label(context, you, buckets(pyramid) - len(dropped.falls)),
            cleared(pyramid, dropped.falls),
            pyramid,
            dropped.falls,
            dropped.box,
            numbers=tuple(removal.box for removal in stage.removals),
            parts=dropped.parts,
            attacker=attacker,
            other=context.number(you),
        )
    fallen = stage.fallen if stage.fallen and stage.fallen.seat == you else None
    return Plot(
        make_label(context, you, buckets(pyramid)),
        pyramid,
        fallen.before if fallen else "",
        fallen.boxes if fallen and not attacker else (),
        fallen.box if fallen else None,
        numbers=tuple(removal.box for removal in stage.removals),
        parts=stage.split,
        attacker=attacker,
        other=context.number(you),
    )


def _make_turn(context: RenderContext, stage: PlayingView, dropped: Removal | None) -> Items:
    """Return the player's controls; the first item is the heading."""
    if stage.split:
        return _make_split(context, stage)
    if stage.trick is None:
        return _make_lead(context, stage)
    return _make_defence(context, stage, dropped)


def _describe_waiting(context: RenderContext, stage: PlayingView) -> str:
    """Tell a waiting player what is going on."""
    _, you = context.language, context.view.you
    if stage.pyramids[you] == BARE:
        return _("### You are out of this round\nYour last bucket is gone.")
    words = _("### Others play\nThe board shows how it goes.")
    if stage.may_draw == you:
        late = _("You may **draw a card** until the next player has played or declined.")
        return f"{words}\n{late}"
    return words


def _make_lead(context: RenderContext, stage: PlayingView) -> Items:
    """Return a row for each animal; once an animal is chosen, return its cards."""
    _ = context.language
    if stage.must_draw:
        return [text(_("### You lead\nYou have no card to lead: draw one first."))]
    attacked = _("{name} has to defend.", name=context.name(find_attacked(stage)))
    colour = _find_colour(context)
    plays = _list_plays(context, colour)
    if not plays:
        animals = [_make_animal(context, each) for each in COLOURS]
        return [text(f"{_('### You lead: choose an animal')}\n{attacked}"), *animals]
    back = context.focus_button("", _(BACK))
    return [
        text(f"{_('### You lead: play one to three cards')}\n{attacked}"),
        *_make_cards(context, colour, plays, back),
        _list_others(context, colour),
    ]


def _list_plays(context: RenderContext, colour: str) -> list[Play]:
    """Return the legal plays of an animal, the lowest sum first."""
    plays = [m for m in context.moves if isinstance(m, Play) and m.cards[0][0] == colour]
    return sorted(plays, key=lambda move: (total(move.cards), len(move.cards), move.cards))


def _make_animal(context: RenderContext, colour: str) -> Component:
    """Return the row of an animal; its button shows the cards, or plays the only card."""
    view: BucketsView = context.view
    cards = of_colour(view.hand, colour)
    values = " ".join(f"**{VALUES[card]}**" for card in cards) or "-"
    if len(cards) == 1:
        control = _make_play(context, Play(cards))
    else:
        name = context.language.sense("cards", HERDS[colour])
        control = context.focus_button(f"cards {colour}", name, disabled=not cards)
    return beside(f"{context.emojis[picture_key(colour)]} {values}", control)


def _find_colour(context: RenderContext) -> str:
    """Return the animal whose cards are being picked; empty if there is none."""
    word, _, picked = context.focus.partition(" ")
    return picked[:1] if word == "cards" else ""


def _list_others(context: RenderContext, colour: str) -> Component:
    """Return the cards of the other animals in a small line."""
    others = list_cards(context.view.hand, context.emojis, without=colour)
    return text(context.language("-# Your other cards: {cards}", cards=others or "-"))


def _make_defence(context: RenderContext, stage: PlayingView, dropped: Removal | None) -> Items:
    """Return the cards that beat the sum, or the buckets to give up with the cost of each."""
    trick = stage.trick
    if trick is None:
        return []
    _, colour, carried = context.language, trick.colour, trick.carried[stage.turn]
    lines = [f"### {_(ATTACKS[colour], sum=trick.beat)}"]
    if carried:
        more = trick.beat - carried + 1
        lines.append(
            _("You have played {sum} already: add {more} or more.", sum=carried, more=more)
        )
    plays = _list_plays(context, colour)
    if plays and not context.focus.startswith("drop"):
        give_up = context.focus_button("drop", _("Give up a bucket…"))
        cards = _make_cards(context, colour, plays, give_up, carried)
        return [text("\n".join(lines)), *cards, _list_others(context, colour)]
    if not plays:
        lines.append(_("No cards of yours beat that: a bucket has to go."))
    lines.append(_("Which bucket do you give up? Everything standing on it falls, too."))
    if colour not in stage.pyramids[stage.turn]:
        lines.append(_("You have no bucket of that animal: any may go."))
    back = [context.focus_button("cards", _(BACK))] if plays else []
    removals = _make_removals(context, stage, dropped, back) if dropped else []
    return [text("\n".join(lines)), *removals]


def _make_cards(
    context: RenderContext, colour: str, plays: Sequence[Play], other: Component, carried: int = 0
) -> Items:
    """Return a button for each play; for many plays, the cards to pick and one button to play.

    In a defence, the cards with the lowest sufficient sum are picked at first. `other`: the last
    button, such as the one to give up a bucket. `carried`: the sum of the cards that the player
    has played before.
    """
    if len(plays) <= FEW:
        return rows([*(_make_play(context, move, carried) for move in plays), other])
    view: BucketsView = context.view
    cards = {f"{colour}{number}": card for number, card in enumerate(of_colour(view.hand, colour))}
    picked = [key for key in cards if key in context.focus.split(" ")]
    if not context.focus:
        picked = _find_keys(cards, plays[0].cards)
    play = Play(tuple(cards[key] for key in picked))
    if play in plays:
        go = _make_play(context, play, carried)
    else:
        go = context.move_button(PLAY, context.language("Play cards"), disabled=True)
    return [*_make_toggles(context, colour, cards, picked), *rows([go, other])]


def _find_keys(cards: Mapping[str, str], wanted: Sequence[str]) -> list[str]:
    """Return the keys of these cards; two equal cards have different keys."""
    left, found = list(wanted), list[str]()
    for key, card in cards.items():
        if card in left:
            left.remove(card)
            found.append(key)
    return found


def _make_toggles(
    context: RenderContext, colour: str, cards: Mapping[str, str], picked: Sequence[str]
) -> Items:
    """Return a button for each card, with a tick if it is picked; for many cards, one menu."""
    emoji = context.emojis.picture(picture_key(colour))
    if len(cards) > MOST_BUTTONS:
        options = [
            menu_option(str(VALUES[card]), key, emoji=emoji, default=key in picked)
            for key, card in cards.items()
        ]
        ask = context.language("Pick one to three cards")
        return rows([context.focus_select("cards", options, ask, most=MOST_PLAYED)])
    full = len(picked) == MOST_PLAYED
    return rows(
        [
            context.focus_button(
                " ".join(["cards", colour, *(k for k in cards if (k in picked) != (k == key))]),
                f"{'✓ ' if key in picked else ''}{VALUES[card]}",
                emoji=emoji,
                disabled=full and key not in picked,
            )
            for key, card in cards.items()
        ]
    )


def _make_play(context: RenderContext, move: Play, carried: int = 0) -> Component:
    """Return the button of a play, with the new sum if cards were played before (`carried`)."""
    emoji = context.emojis.picture(picture_key(move.cards[0][0]))
    _, cards, makes = context.language, format_sum(move.cards), carried + total(move.cards)
    label = (
        _("Play {cards}, makes {sum}", cards=cards, sum=makes)
        if carried
        else _("Play {cards}", cards=cards)
    )
    return context.move_button(move, label, emoji)


def _make_removals(
    context: RenderContext, stage: PlayingView, dropped: Removal, back: Items
) -> Items:
    """Return the button to give a bucket up, and below it controls to pick it by its cost."""
    _ = context.language
    if len(stage.removals) <= MOST_BUTTONS:
        choices = [
            context.focus_button(
                f"drop {removal.box}",
                f"{'✓ ' if removal == dropped else ''}{_tell_removal(context, removal)}",
            )
            for removal in stage.removals
        ]
    else:
        options = _make_drop_options(context, stage, dropped)
        choices = [context.focus_select("drop", options, _("Give up which bucket?"))]
    label = _("Give up bucket {number}", number=dropped.box + 1)
    give_up = context.move_button(Remove(dropped.box), label, gives_up=True)
    return [*rows([give_up, *back]), *rows(choices)]


def _tell_removal(context: RenderContext, removal: Removal) -> str:
    _ = context.language
    return _("Bucket {number}: {cost}", number=removal.box + 1, cost=describe_cost(_, removal))


def _make_drop_options(context: RenderContext, stage: PlayingView, dropped: Removal) -> Items:
    """Return the removable buckets as options of a select."""
    pyramid = stage.pyramids[stage.turn]
    return [
        menu_option(
            label=f"{name_animal(context.language, pyramid[removal.box])} · "
            f"{_tell_removal(context, removal)}",
            value=str(removal.box),
            default=removal == dropped,
            emoji=context.emojis.picture(picture_key(pyramid[removal.box])),
        )
        for removal in stage.removals
    ]


def _find_dropped(context: RenderContext, stage: PlayingView) -> Removal | None:
    """Return the picked removal, or else the removal that makes the fewest buckets fall.

    Return None if the player is not choosing a bucket to give up.
    """
    word, _, box = context.focus.partition(" ")
    declines = word == "drop" or not any(isinstance(move, Play) for move in context.moves)
    if context.view.you != stage.turn or not declines:
        return None
    picked = (one for one in stage.removals if str(one.box) == box)
    smallest = min(stage.removals, key=lambda one: (len(one.falls), -one.box), default=None)
    return next(picked, smallest)


def _make_split(context: RenderContext, stage: PlayingView) -> Items:
    """Return the buttons that choose the part of the pyramid to keep."""
    _, (left, right) = context.language, map(len, stage.split)
    head = _("### Your pyramid is split\nWhich part stays? The other one is gone.")
    buttons = [
        context.move_button(Keep("left"), _("Keep left: {number}", number=left)),
        context.move_button(Keep("right"), _("Keep right: {number}", number=right)),
    ]
    return [text(head), *rows(buttons)]
