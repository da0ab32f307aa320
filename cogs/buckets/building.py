"""What a player alone sees of The Bucket King while the pyramids are built."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from cogs.buckets.pyramids import Plot
from cogs.buckets.words import NAMES, again, counted, drawn, held, picture_key
from cogs.core.content import Fragment, Items, rows, text
from cogs.core.renderer import RenderContext
from engine.buckets.moves import Auto, Clear, Confirm, Place, Undo
from engine.buckets.pyramid import BOXES, EACH

if TYPE_CHECKING:
    from engine.buckets.view import BucketsView, BuildingView


def building(context: RenderContext, stage: BuildingView) -> Fragment:
    """The hand, the own pyramid so far, and what may be done."""
    view: BucketsView = context.view
    built = stage.built or ""
    ready = view.you is not None and stage.ready[view.you]
    plot = Plot("Your pyramid", built.ljust(len(BOXES), ".") if ready else built, slots=not ready)
    picture = drawn("pyramid.png", [plot], ["Your pyramid"])
    words, advice = _todo(ready=ready, complete=len(built) == len(BOXES))
    leader = "" if view.first is None else f"\n-# {context.name(view.first)} will lead first."
    items: Items = [
        text(f"### {words}\n{advice}{leader}"),
        *picture.items,
        text(held(view.hand, context.emojis)),
    ]
    return Fragment(
        [*items, *(again(context) if ready else _builders(context, stage))], picture.files
    )


def _todo(*, ready: bool, complete: bool) -> tuple[str, str]:
    """What is to be done, and advice."""
    if ready:
        return "Your pyramid stands", "It is shown when everybody is ready."
    if complete:
        return "Your pyramid is complete", "Confirm it, or take buckets back."
    return (
        "Build your pyramid, from the bottom left",
        "Low buckets carry the others: put the animals there that you hold strong cards of.",
    )


def _builders(context: RenderContext, stage: BuildingView) -> Items:
    """A button for each colour that is left; undo, clear, have it built, confirm."""
    built = stage.built or ""
    places = [
        context.move_button(
            move,
            f"{NAMES[move.colour].capitalize()} {move.colour.upper()} · "
            f"{EACH - built.count(move.colour)} left",
            discord.ButtonStyle.primary,
            context.emojis.picture(picture_key(move.colour)),
        )
        for move in context.moves
        if isinstance(move, Place)
    ]
    others: list[discord.ui.Item[Any]] = []
    for move in context.moves:
        match move:
            case Undo():
                others.append(context.move_button(move, "Undo"))
            case Clear():
                others.append(context.move_button(move, "Clear"))
            case Auto():
                anew = "anew " if built else ""
                others.append(context.move_button(move, f"Build it {anew}for me"))
            case Confirm():
                others.append(context.move_button(move, "Confirm", discord.ButtonStyle.success))
            case _:
                pass
    return [*rows(places), *rows(others), *_few_left(stage)]


def _few_left(stage: BuildingView) -> Items:
    left = stage.may_take_back
    if left is None or left > len(BOXES):
        return []
    return [text(f"-# You may take back {counted(left, 'more bucket')} in this round.")]
