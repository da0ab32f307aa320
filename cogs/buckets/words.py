"""The Bucket King in words: animals, cards, pyramids, falls; and the pictures with their alt text.

Players see the boxes numbered from 1 at the bottom left to 15 at the top.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from cogs.buckets.pictures.plots import ROOM, Plot
from cogs.buckets.pictures.scenes import draw_scene
from cogs.interactions.content import Fragment, Picture, picture
from cogs.interactions.names import count
from cogs.interactions.parts import Items, text
from engine.buckets.cards import ANIMALS, VALUES, of_colour, total
from engine.buckets.pyramid import BOXES, NO_BUCKET, ROWS, buckets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.display.pages.renderer import RenderContext
    from cogs.display.words.emojis import Emojis
    from engine.buckets.cards import Cards
    from engine.buckets.pyramid import Boxes
    from engine.buckets.state import Fallen
    from engine.buckets.view import BucketsView, Removal

NAMES = {animal.letter: animal.name for animal in ANIMALS}
PLURALS = {letter: name if name == "sheep" else f"{name}s" for letter, name in NAMES.items()}


def picture_key(letter: str) -> str:
    """Return the key of a colour's bucket among the emojis."""
    return f"bucket_{NAMES[letter]}"


def format_sum(cards: Cards) -> str:
    """Return cards of one colour as a sum: `3 + 7 = 10`, or `7` alone."""
    values = " + ".join(str(VALUES[card]) for card in cards)
    return values if len(cards) == 1 else f"{values} = {total(cards)}"


def format_boxes(boxes: Boxes) -> str:
    """Return boxes as players see them numbered: `7 10 12`."""
    return " ".join(str(box + 1) for box in boxes)


def list_cards(hand: Cards, emojis: Emojis, without: str = "") -> str:
    """Return cards in a line, by colour; `without` one colour."""
    kept = [letter for letter in NAMES if letter != without and of_colour(hand, letter)]
    values = (" ".join(str(VALUES[card]) for card in of_colour(hand, each)) for each in kept)
    return " · ".join(
        f"{emojis[picture_key(letter)]} {told}" for letter, told in zip(kept, values, strict=True)
    )


def list_hand(hand: Cards, emojis: Emojis) -> str:
    """Return a hand, a line for each colour, empty ones as well."""
    lines: list[str] = []
    for letter, name in NAMES.items():
        cards = of_colour(hand, letter)
        values = " ".join(f"**{VALUES[card]}**" for card in cards) or "none"
        lines.append(f"{emojis[picture_key(letter)]} {name.capitalize()}: {values}")
    return "\n".join(lines)


def describe_cost(removal: Removal) -> str:
    """Return what giving up a bucket costs: `6 fall, then keep 3 or 4`."""
    falls = len(removal.falls)
    split = " or ".join(str(len(part)) for part in removal.parts)
    return f"{falls} fall{'s' if falls == 1 else ''}" + (f", then keep {split}" if split else "")


def describe_fall(fallen: Fallen) -> str:
    """Return what somebody lost: `4 buckets (2 horses, duck, pig)`."""
    lost = Counter(fallen.before[box] for box in fallen.boxes)
    animals = [f"{n} {PLURALS[letter]}" if n > 1 else NAMES[letter] for letter, n in lost.items()]
    return f"{count(len(fallen.boxes), 'bucket')} ({', '.join(animals)})"


def describe_pyramid(pyramid: str) -> str:
    """Return a pyramid in words, row by row from the bottom."""
    lines: list[str] = []
    for row, width in enumerate(ROWS):
        boxes = [box for box, place in enumerate(BOXES) if place[0] == row]
        letters = [pyramid[box] if box < len(pyramid) else NO_BUCKET for box in boxes]
        if letters != [NO_BUCKET] * width:
            lines.append(" ".join(NAMES.get(letter, "gap") for letter in letters))
    return "; ".join(lines) if lines else "no bucket"


def describe_plot(plot: Plot, name: str) -> str:
    """Return in words what the picture of a plot shows."""
    buckets_left = count(buckets(plot.pyramid), "bucket")
    words = [f"{name}: {buckets_left}, from the bottom {describe_pyramid(plot.pyramid)}"]
    if plot.attacker is not None:
        words.append(f"attacked by the {NAMES[plot.attacker]}")
    if plot.turn:
        words.append("to act")
    if plot.fallen:
        words.append(f"fallen, dashed: {format_boxes(plot.fallen)}")
    if plot.numbers:
        words.append(f"numbered: {format_boxes(plot.numbers)}")
    if plot.parts:
        left, right = plot.parts
        words.append(f"left part {format_boxes(left)}, right part {format_boxes(right)}")
    return ". ".join(words) + "."


def draw_pyramids(
    name: str, plots: Sequence[Plot], names: Sequence[str], *, wide: bool = False, sky: int = ROOM
) -> Fragment:
    """Draw one or two pyramids as in `draw_scene`; the alt text says the same and uses `names`."""
    alt = "\n".join(describe_plot(plot, whose) for plot, whose in zip(plots, names, strict=True))
    return picture(name, partial(draw_scene, tuple(plots), wide=wide, sky=sky), alt)


def draw_all_pyramids(context: RenderContext, plots: Sequence[Plot], sky: int = ROOM) -> Fragment:
    """Draw everybody's pyramids, two side by side, with so much sky above them."""
    items: Items = []
    pictures: list[Picture] = []
    for first in range(0, len(plots), 2):
        pair = plots[first : first + 2]
        names = [context.names[first + i] for i in range(len(pair))]
        drawn = draw_pyramids(f"pyramids-{first + 1}", pair, names, wide=True, sky=sky)
        items += drawn.items
        pictures += drawn.pictures
    return Fragment(items, tuple(pictures))


def format_rounds(context: RenderContext) -> Items:
    """Return the buckets left in each round that is over, and in all of them together."""
    view: BucketsView = context.view
    rounds = "".join(f" R{number}" for number in range(1, len(view.results) + 1))
    lines = [f"{'Buckets left':<14}{rounds}  all"]
    for seat, score in enumerate(view.scores):
        cells = "".join(f"{result.buckets[seat]:>3}" for result in view.results)
        lines.append(f"{seat + 1} {context.short_name(seat, 12)}{cells}{score:>5}")
    return [text("```\n" + "\n".join(lines) + "\n```")]
