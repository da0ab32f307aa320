"""What a player alone sees of The Bucket King while the pyramids are built."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from cogs.art.pyramids import Plot
from cogs.buckets_words import NAMES, again, counted, drawn, held, picture_key
from cogs.face import Items, Look, Shown, rows, text
from engine.buckets.moves import Auto, Clear, Confirm, Place, Undo
from engine.buckets.pyramid import BOXES, EACH

if TYPE_CHECKING:
    from engine.buckets.view import BucketsView, BuildingView


def building(look: Look, stage: BuildingView) -> Shown:
    """The hand, the own pyramid so far, and what may be done."""
    view: BucketsView = look.view
    built = stage.built or ""
    ready = view.you is not None and stage.ready[view.you]
    plot = Plot("Your pyramid", built.ljust(len(BOXES), ".") if ready else built, slots=not ready)
    picture = drawn("pyramid.png", [plot], ["Your pyramid"])
    words, advice = _todo(ready=ready, complete=len(built) == len(BOXES))
    leader = "" if view.first is None else f"\n-# {look.name(view.first)} will lead first."
    items: Items = [
        text(f"### {words}\n{advice}{leader}"),
        *picture.items,
        text(held(view.hand, look.emojis)),
    ]
    return Shown([*items, *(again(look) if ready else _builders(look, stage))], picture.files)


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


def _builders(look: Look, stage: BuildingView) -> Items:
    """A button for each colour that is left; undo, clear, have it built, confirm."""
    built = stage.built or ""
    places = [
        look.move(
            move,
            f"{NAMES[move.colour].capitalize()} {move.colour.upper()} · "
            f"{EACH - built.count(move.colour)} left",
            discord.ButtonStyle.primary,
            look.emojis.picture(picture_key(move.colour)),
        )
        for move in look.moves
        if isinstance(move, Place)
    ]
    others: list[discord.ui.Item[Any]] = []
    for move in look.moves:
        match move:
            case Undo():
                others.append(look.move(move, "Undo"))
            case Clear():
                others.append(look.move(move, "Clear"))
            case Auto():
                anew = "anew " if built else ""
                others.append(look.move(move, f"Build it {anew}for me"))
            case Confirm():
                others.append(look.move(move, "Confirm", discord.ButtonStyle.success))
            case _:
                pass
    return [*rows(places), *rows(others), *_few_left(stage)]


def _few_left(stage: BuildingView) -> Items:
    left = stage.may_take_back
    if left is None or left > len(BOXES):
        return []
    return [text(f"-# You may take back {counted(left, 'more bucket')} in this round.")]
