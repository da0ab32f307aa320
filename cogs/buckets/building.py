"""What only one player sees of The Bucket King while the pyramids are built."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.buckets.hints import name_move
from cogs.buckets.pictures.plots import Plot
from cogs.buckets.words import draw_pyramids, list_hand, picture_key
from cogs.interactions.content import Fragment
from cogs.interactions.names import count
from cogs.interactions.parts import Items, rows, text
from engine.buckets.moves import Clear, Place, Undo
from engine.buckets.pyramid import BOXES, EACH

if TYPE_CHECKING:
    from cogs.display.pages.renderer import RenderContext
    from engine.buckets.view import BucketsView, BuildingView

SECONDARY = discord.ButtonStyle.secondary


def draw_own_building(context: RenderContext, stage: BuildingView) -> Fragment:
    """Draw the hand, the own pyramid so far, and what may be done."""
    view: BucketsView = context.view
    built = stage.built or ""
    ready = view.you is not None and stage.ready[view.you]
    plot = Plot("Your pyramid", built.ljust(len(BOXES), ".") if ready else built, slots=not ready)
    picture = draw_pyramids("pyramid", [plot], ["Your pyramid"])
    words, advice = _advise(ready=ready, complete=len(built) == len(BOXES))
    leader = "" if view.first is None else f"\n-# {context.name(view.first)} will lead first."
    items: Items = [
        text(f"### {words}\n{advice}{leader}"),
        *picture.items,
        text(list_hand(view.hand, context.emojis)),
    ]
    return Fragment(
        [*items, *([] if ready else _make_controls(context, stage))],
        picture.pictures,
    )


def _advise(*, ready: bool, complete: bool) -> tuple[str, str]:
    """Return what is to be done, and advice."""
    if ready:
        return "Your pyramid stands", "It is shown when everybody is ready."
    if complete:
        return "Your pyramid is complete", "Confirm it, or change it."
    return (
        "Build your pyramid, from the bottom left",
        "Low buckets carry the others: put the animals there that you hold high cards of.",
    )


def _make_controls(context: RenderContext, stage: BuildingView) -> Items:
    """Return a button for each colour that is left, and what else there is: the rest, Undo, ..."""
    built = stage.built or ""
    places = [
        context.move_button(
            move,
            f"{name_move(move)} · {EACH - built.count(move.colour)} left",
            discord.ButtonStyle.primary,
            context.emojis.picture(picture_key(move.colour)),
        )
        for move in context.moves
        if isinstance(move, Place)
    ]
    others = [
        context.move_button(
            move,
            name_move(move, built),
            SECONDARY if isinstance(move, Undo | Clear) else discord.ButtonStyle.success,
        )
        for move in context.moves
        if not isinstance(move, Place)
    ]
    return [*rows(places), *rows(others), *_note_undos(stage)]


def _note_undos(stage: BuildingView) -> Items:
    """Return for how many buckets there is Undo; nothing while that is no limit."""
    left = stage.may_take_back
    if left is None or left > len(BOXES):
        return []
    return [text(f"-# Undo is there for {count(left, 'more bucket')} in this round.")]
