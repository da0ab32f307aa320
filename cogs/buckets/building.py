"""A player's private page in The Bucket King while the pyramids are built."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.buckets.pictures.plots import Plot
from cogs.buckets.words import NAMES, draw_pyramids, list_hand, picture_key
from cogs.interactions.content import Fragment
from cogs.interactions.names import count
from cogs.interactions.parts import Component, Items, rows, text
from engine.buckets.moves import Auto, Clear, Confirm, Place, Undo
from engine.buckets.pyramid import BOXES, EACH
from tables.model.progress import PRESS

if TYPE_CHECKING:
    from cogs.display.pages.renderer import RenderContext
    from engine.buckets.state import BucketsView, BuildingView

ONE = "one"
"""Focus in which a press lays one bucket; else it lays all that are left of an animal."""


def draw_own_building(context: RenderContext, stage: BuildingView) -> Fragment:
    """Draw the hand, the player's pyramid so far, and the controls."""
    view: BucketsView = context.view
    built = stage.built or ""
    ready = view.you is not None and stage.ready[view.you]
    plot = Plot("Your pyramid", built.ljust(len(BOXES), ".") if ready else built, slots=not ready)
    picture = draw_pyramids("pyramid", [plot], ["Your pyramid"], wide=True)
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
    """Return the next task as a heading, and advice."""
    if ready:
        return "Your pyramid stands", "It is shown when everybody is ready."
    if complete:
        return "Your pyramid is complete", "Confirm it, or change it."
    return (
        "Build your pyramid, from the bottom left",
        "Low buckets carry the others, so put animals there whose high cards you hold.",
    )


def _make_controls(context: RenderContext, stage: BuildingView) -> Items:
    """Return a button for each animal that is left, and the other buttons."""
    built, one = stage.built or "", context.focus == ONE
    animals = [
        _make_place(context, built, move.colour, one=one)
        for move in context.moves
        if isinstance(move, Place)
    ]
    others = [
        *([context.move_button(Confirm(), "Confirm")] if Confirm() in context.moves else []),
        _make_switch(context, one=one),
    ]
    if Auto() in context.moves:
        label = "Build the rest for me" if built else "Build it for me"
        others.append(context.move_button(Auto(), label))
    if one and Clear() in context.moves:
        others.append(context.move_button(Clear(), "Start over", gives_up=True))
    return [*rows(animals), *rows(others), *_note_undos(stage)]


def _make_place(context: RenderContext, built: str, colour: str, *, one: bool) -> Component:
    """Return the button that lays one bucket of an animal, or all that are left of it."""
    emoji = context.emojis.picture(picture_key(colour))
    left = EACH - built.count(colour)
    label = f"{NAMES[colour].capitalize()} ×{left}"  # noqa: RUF001 - a multiplication sign
    if one:
        return context.step_button(ONE, Place(len(built), colour), label, emoji)
    moves = PRESS.join(str(Place(len(built) + number, colour)) for number in range(left))
    return context.move_button(moves, label, emoji)


def _make_switch(context: RenderContext, *, one: bool) -> Component:
    """Return the button that changes how many buckets a press lays."""
    if one:
        return context.focus_button("", "All of an animal")
    return context.focus_button(ONE, "One at a time")


def undo_press(context: RenderContext, stage: BuildingView) -> str:
    """Return the moves that take back the last bucket, or the last run of one animal."""
    built = stage.built or ""
    last = 1 if context.focus == ONE else len(built) - len(built.rstrip(built[-1]))
    boxes = range(len(built) - 1, len(built) - 1 - min(last, stage.may_take_back or 1), -1)
    return PRESS.join(str(Undo(box)) for box in boxes)


def _note_undos(stage: BuildingView) -> Items:
    """Say how many buckets can still be undone; empty while that is no limit."""
    left = stage.may_take_back
    if left is None or left > len(BOXES):
        return []
    return [text(f"-# You can undo {count(left, 'more bucket')} in this round.")]
