"""The Bucket King in words: animals, cards, pyramids, falls; and as pictures with alt text.

Boxes are numbered for people from 1 at the bottom left to 15 at the top.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from cogs.buckets.pyramids import Plot, scene
from cogs.core.components import ActionButton
from cogs.core.content import Fragment, Items, rows, text
from cogs.core.renderer import RenderContext
from engine.buckets.cards import ANIMALS, VALUES, of_colour, total
from engine.buckets.pyramid import BOXES, NO_BUCKET, ROWS, buckets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.core.emojis import Emojis
    from engine.buckets.cards import Cards
    from engine.buckets.pyramid import Boxes
    from engine.buckets.state import Fallen
    from engine.buckets.view import BucketsView, Removal

MOST_WORDS = 1024
"""Characters that Discord takes as a picture's description."""

NAMES = {animal.letter: animal.name for animal in ANIMALS}
PLURALS = {letter: name if name == "sheep" else f"{name}s" for letter, name in NAMES.items()}


def picture_key(letter: str) -> str:
    """The key of a colour's bucket among the emojis."""
    return f"bucket_{NAMES[letter]}"


def counted(count: int, noun: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{count} {noun}" + ("" if count == 1 else "s")


def summed(cards: Cards) -> str:
    """Cards of one colour as a sum: `3 + 7 = 10`, or `7` alone."""
    values = " + ".join(str(VALUES[card]) for card in cards)
    return values if len(cards) == 1 else f"{values} = {total(cards)}"


def numbers(boxes: Boxes) -> str:
    """Boxes as people number them: `7 10 12`."""
    return " ".join(str(box + 1) for box in boxes)


def held(hand: Cards, emojis: Emojis) -> str:
    """A hand, a line for each colour, empty ones as well."""
    lines: list[str] = []
    for letter, name in NAMES.items():
        cards = of_colour(hand, letter)
        values = " ".join(f"**{VALUES[card]}**" for card in cards)
        sums = f"{values} · sum {total(cards)}" if cards else "none"
        lines.append(f"{emojis[picture_key(letter)]} {name} ({letter.upper()}): {sums}")
    return "\n".join(lines)


def cost(pyramid: str, removal: Removal) -> str:
    """What giving up a bucket costs, for a line of text."""
    falls = len(removal.falls)
    words = f"**{falls}** fall{'s' if falls == 1 else ''} ({numbers(removal.falls)})"
    if removal.parts:
        left, right = removal.parts
        return f"{words} and the rest splits: you keep {len(left)} left or {len(right)} right"
    return f"{words}, {buckets(pyramid) - falls} stay"


def fall(fallen: Fallen) -> str:
    """What somebody lost: `loses 4 buckets: horse 7, duck 10, ...`."""
    lost = ", ".join(f"{NAMES[fallen.before[box]]} {box + 1}" for box in fallen.boxes)
    return f"{counted(len(fallen.boxes), 'bucket')}: {lost}"


def standing(pyramid: str) -> str:
    """A pyramid for those who cannot see the picture, row by row from the bottom."""
    rows: list[str] = []
    for row, width in enumerate(ROWS):
        boxes = [box for box, place in enumerate(BOXES) if place[0] == row]
        letters = [pyramid[box] if box < len(pyramid) else NO_BUCKET for box in boxes]
        if letters != [NO_BUCKET] * width:
            rows.append(" ".join(NAMES.get(letter, "gap") for letter in letters))
    return "; ".join(rows) if rows else "no bucket"


def described(plot: Plot, name: str) -> str:
    """The same in words as the picture shows."""
    words = [f"{name}: {counted(buckets(plot.pyramid), 'bucket')}, from the bottom {_rows(plot)}"]
    if plot.attacker is not None:
        words.append(f"attacked by the {NAMES[plot.attacker]}")
    if plot.turn:
        words.append("to act")
    if plot.fallen:
        words.append(f"fallen, dashed: {numbers(plot.fallen)}")
    if plot.numbers:
        words.append(f"numbered: {numbers(plot.numbers)}")
    if plot.parts:
        left, right = plot.parts
        words.append(f"left part {numbers(left)}, right part {numbers(right)}")
    return ". ".join(words) + "."


def _rows(plot: Plot) -> str:
    return standing(plot.pyramid)


def drawn(
    filename: str, plots: Sequence[Plot], names: Sequence[str], *, wide: bool = False
) -> Fragment:
    """One or two pyramids as a picture, with the same in words; `names` are for the words."""
    alt = "\n".join(described(plot, name) for plot, name in zip(plots, names, strict=True))
    item = discord.MediaGalleryItem(f"attachment://{filename}", description=alt[:MOST_WORDS])
    gallery: ui.MediaGallery[Any] = ui.MediaGallery(item)
    return Fragment([gallery], [discord.File(io.BytesIO(scene(tuple(plots), wide=wide)), filename)])


def all_of(context: RenderContext, plots: Sequence[Plot]) -> Fragment:
    """Everybody's pyramids, two side by side."""
    shown = Fragment([])
    for first in range(0, len(plots), 2):
        pair = plots[first : first + 2]
        names = [context.names[first + i] for i in range(len(pair))]
        some = drawn(f"pyramids-{first + 1}.png", pair, names, wide=True)
        shown.items.extend(some.items)
        shown.files.extend(some.files)
    return shown


def round_table(context: RenderContext) -> Items:
    """The buckets of the rounds that are over, and all of them together."""
    view: BucketsView = context.view
    rounds = "".join(f" R{number}" for number in range(1, len(view.results) + 1))
    lines = [f"{'Buckets left':<14}{rounds}  all"]
    for seat, score in enumerate(view.scores):
        name = f"{seat + 1} {context.short_name(seat, 12)}"
        cells = "".join(f"{result.buckets[seat]:>3}" for result in view.results)
        lines.append(f"{name:<14}{cells}{score:>5}")
    return [text("```\n" + "\n".join(lines) + "\n```")]


def again(context: RenderContext) -> Items:
    """The button that shows a hand as it is now, for one that has lain there for a while."""
    return rows([ActionButton.of(context.table_id, "hand", "Look again")])
