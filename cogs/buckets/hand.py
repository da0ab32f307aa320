"""What only one player sees of The Bucket King: the hand, and all that can be done with it.

Every legal move can be reached from here: a button each where there are few, selects of at most 25
where there may be many. A player sees what the loss of a bucket would cost before giving it up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.buckets.building import draw_own_building
from cogs.buckets.hints import name_move
from cogs.buckets.pictures.plots import Plot
from cogs.buckets.public_board import describe_attack, find_attacked, make_plot
from cogs.buckets.words import (
    NAMES,
    PLURALS,
    count_falls,
    describe_cost,
    draw_pyramids,
    format_sum,
    list_hand,
    picture_key,
)
from cogs.interactions.content import Fragment
from cogs.interactions.parts import Items, Part, menu_option, rows, text
from engine.buckets.cards import COLOURS, total
from engine.buckets.moves import Draw, Keep, Play, Remove
from engine.buckets.pyramid import BARE, buckets, cleared

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cogs.display.pages.renderer import RenderContext
    from engine.buckets.view import BucketsView, PlayingView, Removal

MOST_OPTIONS = 25
MOST_BUTTONS = 5
FEW = 7
"""So many plays of an animal are buttons, all of three cards; a defence has room for three."""

PRIMARY, SUCCESS = discord.ButtonStyle.primary, discord.ButtonStyle.success
SECONDARY, DANGER = discord.ButtonStyle.secondary, discord.ButtonStyle.danger


def draw_hand(context: RenderContext) -> Fragment:
    """Draw the hand as it is now."""
    view: BucketsView = context.view
    if view.building is not None:
        return draw_own_building(context, view.building)
    if view.playing is not None:
        return _draw_playing(context, view.playing)
    return Fragment([text("Cards are being dealt.")])


def _draw_playing(context: RenderContext, stage: PlayingView) -> Fragment:
    """Draw cards and moves while the animals attack, and the pyramid of who is to act.

    Who waits sees it on the board.
    """
    view: BucketsView = context.view
    you = view.you
    if you is None:
        return Fragment([text("You hold no cards here.")])
    if you == stage.turn:
        dropped = _find_dropped(context, stage)
        picture = _draw_plots(context, stage, you, dropped)
        todo = _make_turn(context, stage, dropped)
    else:
        picture = Fragment([])
        todo: Items = [text(_describe_waiting(context, stage))]
    draw = [context.move_button(Draw(), "Draw a card", SUCCESS)] if Draw() in context.moves else []
    items: Items = [
        *todo[:1],
        *picture.items,
        text(list_hand(view.hand, context.emojis)),
        *todo[1:],
    ]
    return Fragment([*items, *rows(draw)], picture.pictures)


def _draw_plots(
    context: RenderContext, stage: PlayingView, you: int, dropped: Removal | None
) -> Fragment:
    """Draw the own pyramid; for a player who leads also the one that is attacked."""
    plots, names = [_make_own_plot(stage, you, dropped)], ["Your pyramid"]
    defends = stage.trick is not None  # there the controls need the room
    if not defends and not stage.split:
        other = find_attacked(stage)
        plots.append(make_plot(context, other, stage.pyramids[other], None))
        names.append(context.names[other])
    return draw_pyramids("pyramid", plots, names, wide=defends)


def _make_own_plot(stage: PlayingView, you: int, dropped: Removal | None) -> Plot:
    """Return the own pyramid: numbered where a bucket may go, or as it would be without one."""
    pyramid = stage.pyramids[you]
    attacker = stage.trick.colour if stage.trick else None
    if dropped is not None:
        return Plot(
            f"You · {buckets(pyramid) - len(dropped.falls)} left",
            cleared(pyramid, dropped.falls),
            pyramid,
            dropped.falls,
            dropped.box,
            numbers=tuple(removal.box for removal in stage.removals),
            parts=dropped.parts,
            attacker=attacker,
        )
    fallen = stage.fallen if stage.fallen and stage.fallen.seat == you else None
    return Plot(
        f"You · {buckets(pyramid)}",
        pyramid,
        fallen.before if fallen else "",
        fallen.boxes if fallen and not attacker else (),
        fallen.box if fallen else None,
        numbers=tuple(removal.box for removal in stage.removals),
        parts=stage.split,
        attacker=attacker,
    )


def _make_turn(context: RenderContext, stage: PlayingView, dropped: Removal | None) -> Items:
    """Return what the player may do, the heading first."""
    if stage.split:
        return _make_split(context, stage)
    if stage.trick is None:
        return _make_lead(context, stage)
    return _make_defence(context, stage, dropped)


def _describe_waiting(context: RenderContext, stage: PlayingView) -> str:
    """Say what goes on while a player is not to act."""
    you: int = context.view.you
    if stage.pyramids[you] == BARE:
        return "### You are out of this round\nYour last bucket is gone."
    words = describe_attack(context, stage)
    if stage.may_draw == you:
        late = "before the next player has played or declined"
        words += f"\nYou may **draw a card**, {late}."
    return words


def _make_lead(context: RenderContext, stage: PlayingView) -> Items:
    """Return a control for each animal: two taps lead, and one where there is one card of it."""
    if stage.must_draw:
        return [text("### You lead\nYou have no card to lead: draw one first.")]
    attacked = context.name(find_attacked(stage))
    items: Items = [
        text(f"### You lead\nWhich animal attacks {attacked}? Play one to three cards.")
    ]
    animals, cards = Items(), Items()
    for colour in COLOURS:
        plays = [m for m in context.moves if isinstance(m, Play) and m.cards[0][0] == colour]
        plays.sort(key=lambda move: (total(move.cards), move.cards), reverse=True)
        if plays:
            animals.append(_make_animal(context, plays))
        if len(plays) > 1 and context.focus == f"lead {colour}":
            cards += _make_choices(context, plays, f"Lead {PLURALS[colour]}", f"lead{colour}", FEW)
    return [*items, *rows(animals), *cards]


def _make_animal(context: RenderContext, plays: Sequence[Play]) -> Part:
    """Return the button of an animal: it shows these plays, or makes the only one."""
    best, colour = plays[0], plays[0].cards[0][0]
    emoji = context.emojis.picture(picture_key(colour))
    if len(plays) == 1:
        return context.move_button(best, name_move(best), SUCCESS, emoji)
    label = f"{PLURALS[colour].capitalize()}: {total(plays[-1].cards)} to {total(best.cards)}"
    return context.focus_button(f"lead {colour}", label, PRIMARY, emoji)


def _make_defence(context: RenderContext, stage: PlayingView, dropped: Removal | None) -> Items:
    """Return the cards that beat the sum, and what declining would cost."""
    trick = stage.trick
    if trick is None:
        return []
    name, carried = NAMES[trick.colour], trick.carried[stage.turn]
    head = f"### {name.capitalize()} cards attack you: beat {trick.beat}"
    if carried:
        head += (
            f"\nYou have played {carried} of it already: add {trick.beat - carried + 1} or more."
        )
    plays = [move for move in context.moves if isinstance(move, Play)]
    plays.sort(key=lambda move: (total(move.cards), len(move.cards), move.cards))
    if not plays:
        head += "\nNo cards of yours beat that: a bucket has to go."
    pyramid = stage.pyramids[stage.turn]
    decline = "**Or decline:** which bucket goes?" if plays else "**Which bucket goes?**"
    if trick.colour not in pyramid:
        decline += f" You have no {name} bucket: any may go."
    if dropped is not None:
        animal = NAMES[pyramid[dropped.box]].capitalize()
        decline = f"`{dropped.box + 1}` {animal}: {describe_cost(pyramid, dropped)}."
    choices = _make_choices(context, plays, "Defend with", "play", 3)
    return [text(head), *choices, text(decline), *_make_removals(context, stage, dropped)]


def _make_choices(
    context: RenderContext, plays: Sequence[Play], verb: str, name: str, few: int
) -> Items:
    """Return a button for each of a few plays; more are in selects of at most 25 with this name."""
    if len(plays) <= few:
        return rows([_make_play(context, move) for move in plays])
    items: Items = []
    for number, some in enumerate(_split_evenly(plays)):
        first, last = total(some[0].cards), total(some[-1].cards)
        sums = f": {first}" if first == last else f": {first} to {last}"
        options = [_make_option(context, move) for move in some]
        items += rows([context.move_select(f"{name}{number}", options, f"{verb}{sums}")])
    return items


def _make_play(context: RenderContext, move: Play) -> Part:
    """Return a play as a button, with its animal."""
    emoji = context.emojis.picture(picture_key(move.cards[0][0]))
    return context.move_button(move, f"Play {format_sum(move.cards)}", SUCCESS, emoji)


def _make_option(context: RenderContext, move: Play) -> Part:
    """Return a play as an option of a select."""
    emoji = context.emojis.picture(picture_key(move.cards[0][0]))
    return menu_option(format_sum(move.cards), str(move), emoji=emoji)


def _split_evenly(plays: Sequence[Play]) -> Iterator[Sequence[Play]]:
    """Yield the plays in as few and as even parts as fit into selects."""
    parts = -(-len(plays) // MOST_OPTIONS)
    for i in range(parts):
        yield plays[len(plays) * i // parts : len(plays) * (i + 1) // parts]


def _make_removals(context: RenderContext, stage: PlayingView, dropped: Removal | None) -> Items:
    """Return controls that show what a bucket's loss costs; then the button that gives it up."""
    if len(stage.removals) <= MOST_BUTTONS:
        items = rows(
            [
                context.focus_button(
                    f"drop {removal.box}",
                    f"Bucket {removal.box + 1}: {count_falls(removal)}",
                    PRIMARY if removal == dropped else SECONDARY,
                )
                for removal in stage.removals
            ]
        )
    else:
        items = rows(
            [
                context.focus_select(
                    "drop", _make_drop_options(context, stage, dropped), "Give up which bucket?"
                )
            ]
        )
    if dropped is not None:
        label = f"{name_move(Remove(dropped.box))}, {count_falls(dropped)}"
        items += rows([context.move_button(Remove(dropped.box), label, DANGER)])
    return items


def _make_drop_options(
    context: RenderContext, stage: PlayingView, dropped: Removal | None
) -> Items:
    """Return the buckets that may be given up as options of a select."""
    pyramid = stage.pyramids[stage.turn]
    return [
        menu_option(
            label=f"Bucket {removal.box + 1}, {NAMES[pyramid[removal.box]]}: "
            f"{count_falls(removal)}",
            value=str(removal.box),
            default=removal == dropped,
            emoji=context.emojis.picture(picture_key(pyramid[removal.box])),
        )
        for removal in stage.removals
    ]


def _find_dropped(context: RenderContext, stage: PlayingView) -> Removal | None:
    """Return the bucket whose loss is shown; None where none is, or nobody attacks."""
    name, _, box = context.focus.partition(" ")
    if name != "drop" or context.view.you != stage.turn:
        return None
    return next((removal for removal in stage.removals if str(removal.box) == box), None)


def _make_split(context: RenderContext, stage: PlayingView) -> Items:
    """Return the choice of the part that stays."""
    left, right = stage.split
    head = "### Your pyramid is split\nWhich part stays? The other one is gone."
    buttons = [
        context.move_button(Keep(side), f"Keep {side}: {len(part)}", PRIMARY)
        for side, part in (("left", left), ("right", right))
    ]
    return [text(head), *rows(buttons)]
