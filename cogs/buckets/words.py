"""Words of The Bucket King: cards, pyramids, hints and rules, and pictures with their alt text.

Players see the boxes numbered from 1 at the bottom left to 15 at the top.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from cogs.buckets.pictures.drawings import ROOM, Plot
from cogs.buckets.pictures.scenes import draw_scene
from cogs.display.pages.renderer import Chapter
from cogs.interactions.content import Fragment, Picture, picture
from cogs.interactions.language import count
from cogs.interactions.parts import Items, text
from engine.buckets.moves import Auto, Confirm, Keep, Place, Play, Remove, Undo
from engine.buckets.pyramid import (
    ANIMALS,
    BOXES,
    HAND,
    NO_BUCKET,
    ROWS,
    VALUES,
    buckets,
    build_for,
    cleared,
    falling,
    of_colour,
    rank_colours,
    total,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.display.emojis import Emojis
    from cogs.display.pages.renderer import RenderContext
    from engine.buckets.pyramid import Boxes, Cards
    from engine.buckets.state import BucketsView, Fallen, Removal
    from players.core import Assessed


NAMES = {animal.letter: animal.name for animal in ANIMALS}
PLURALS = {letter: name if name == "sheep" else f"{name}s" for letter, name in NAMES.items()}


def picture_key(letter: str) -> str:
    """Return the key of an animal's bucket among the emojis."""
    return f"bucket_{NAMES[letter]}"


def format_sum(cards: Cards) -> str:
    """Return cards of one animal as a sum: `3 + 7 = 10`, or `7` alone."""
    values = " + ".join(str(VALUES[card]) for card in cards)
    return values if len(cards) == 1 else f"{values} = {total(cards)}"


def format_boxes(boxes: Boxes) -> str:
    """Return boxes with the numbers that players see: `7 10 12`."""
    return " ".join(str(box + 1) for box in boxes)


def list_cards(hand: Cards, emojis: Emojis, without: str = "") -> str:
    """Return cards in one line, sorted by animal, `without` one animal."""
    kept = [letter for letter in NAMES if letter != without and of_colour(hand, letter)]
    values = (" ".join(str(VALUES[card]) for card in of_colour(hand, each)) for each in kept)
    return " · ".join(
        f"{emojis[picture_key(letter)]} {told}" for letter, told in zip(kept, values, strict=True)
    )


def list_hand(hand: Cards, emojis: Emojis) -> str:
    """Return a hand with a line for each animal, also for one without cards."""
    lines: list[str] = []
    for letter, name in NAMES.items():
        cards = of_colour(hand, letter)
        values = " ".join(f"**{VALUES[card]}**" for card in cards) or "none"
        lines.append(f"{emojis[picture_key(letter)]} {name.capitalize()}: {values}")
    return "\n".join(lines)


def describe_cost(removal: Removal) -> str:
    """Return the cost of giving up a bucket: `6 fall, then keep 3 or 4`."""
    falls = len(removal.falls)
    split = " or ".join(str(len(part)) for part in removal.parts)
    return f"{falls} fall{'s' if falls == 1 else ''}" + (f", then keep {split}" if split else "")


def describe_fall(fallen: Fallen) -> str:
    """Return the fallen buckets: `4 buckets (2 horses, duck, pig)`."""
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
    """Return the alt text of a plot."""
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
    """Draw one or two pyramids as in `draw_scene`; the alt text uses `names`."""
    alt = "\n".join(describe_plot(plot, whose) for plot, whose in zip(plots, names, strict=True))
    return picture(name, partial(draw_scene, tuple(plots), wide=wide, sky=sky), alt)


def draw_all_pyramids(context: RenderContext, plots: Sequence[Plot], sky: int = ROOM) -> Fragment:
    """Draw everybody's pyramids, two side by side; `sky`: pixels above them."""
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
    """Return the buckets of each finished round, and their sums."""
    view: BucketsView = context.view
    rounds = "".join(f" R{number}" for number in range(1, len(view.results) + 1))
    lines = [f"{'Buckets left':<14}{rounds}  all"]
    for seat, score in enumerate(view.scores):
        cells = "".join(f"{result.buckets[seat]:>3}" for result in view.results)
        lines.append(f"{seat + 1} {context.short_name(seat, 12)}{cells}{score:>5}")
    return [text("```\n" + "\n".join(lines) + "\n```")]


# Hints: one sentence, made of facts on the table.


def name_move(move: object, built: str = "") -> str:
    """Return a move, such as "Play ducks 3 + 7 = 10"; `built` is the player's pyramid so far."""
    match move:
        case Play(cards):
            letter = cards[0][0]
            animals = NAMES[letter] if len(cards) == 1 else PLURALS[letter]
            return f"Play {animals} {format_sum(cards)}"
        case Remove(box):
            return f"Decline: give up bucket {box + 1}"
        case Place(_, colour):
            return NAMES[colour].capitalize()
        case Auto():
            return "Build the rest for me" if built else "Build it for me"
        case Undo():
            return "Undo"
        case _:
            return str(move).capitalize()


def explain(view: BucketsView, moves: Sequence[Assessed]) -> str:
    """Tell the gain and the immediate loss by the first of these moves."""
    best = moves[0]
    cards = best.move.cards if isinstance(best.move, Play) else ()
    kept = f"you end with about {count(round(best.points), 'bucket')}"
    if isinstance(best.move, Remove) and view.playing is not None:
        lost = next(each.falls for each in view.playing.removals if each.box == best.move.box)
        return (
            f"{count(len(lost), 'bucket')} {'falls' if len(lost) == 1 else 'fall'} now, and {kept}."
        )
    left = len(view.hand) - len(cards)
    return f"It leaves you {count(left, 'card')}, and {kept}."


def advise(view: BucketsView, move: object) -> str:
    """Say why a hint names a single move."""
    match move:
        case Auto():
            return _advise_building(view)
        case Confirm():
            return "Every bucket is in its place."
        case Keep():
            return "More buckets stay."
        case _:
            return "There is nothing else to do."


def _advise_building(view: BucketsView) -> str:
    """Say how a duck would build, and why."""
    built = (view.building and view.building.built) or ""
    strong, next_strong, *_, weak = (PLURALS[colour] for colour in rank_colours(view.hand))
    return (
        f"A duck puts {strong} and {next_strong} low, as you hold the best cards of them, and "
        f"{weak} on top. Each animal stands in a column, so few others fall with a lost bucket.\n"
        f"-# From the bottom: {describe_pyramid(build_for(view.hand, built))}"
    )


# The rules in our own words, with a picture.

_EXAMPLE = "hhhpppccsssdddc"
_BOX = 5


def draw_example() -> Fragment:
    """Draw a pyramid from which a bucket was given up."""
    falls = falling(_EXAMPLE, _BOX)
    plot = Plot("An example", cleared(_EXAMPLE, falls), _EXAMPLE, falls, _BOX)
    return draw_pyramids("example", [plot], ["An example"])


THREE_LINES = (
    "Build a pyramid in secret. When a bucket goes, everything standing on it falls.",
    "An animal attacks: beat the last sum with one to three of its cards. Then you draw one.",
    (
        "Or give up a bucket of that animal, else any. After a split keep one part. "
        "If a pyramid is gone, the most buckets win."
    ),
)


def describe_rules(emojis: Emojis) -> tuple[Chapter, ...]:
    animals = " ".join(f"{emojis[picture_key(letter)]} {name}" for letter, name in NAMES.items())
    building = (
        f"You get {HAND} cards and three buckets of each animal:\n{animals}\nBuild in secret, with "
        "**My hand**: five at the bottom, then four, three, two, one. A bucket stands on "
        "the two below it, so put those low that you can defend."
    )
    attack = (
        "- The leader plays one to three cards of one animal and attacks the next "
        "player on the left.\n"
        "- **Defend** with one to three cards of the same animal and a higher sum: then "
        "the next player is attacked, and has to beat your sum.\n"
        "- When the attack comes round to you again, your new cards are added to those "
        "that you played in it (with an option only for the leader).\n"
        "- Whoever plays draws one card, however many were played. If cards are drawn by hand, "
        "click for yours before the next player is done, or you miss it."
    )
    declining = (
        "You need not defend, and sometimes cannot. Then no card is played or drawn: give "
        "up a bucket of the attacking animal, or any bucket if you have none of it. All "
        "that it carried falls too. Here the bucket with the cross was given up:"
    )
    split = (
        "If that splits your pyramid into two parts, you choose which one stays. The cards "
        "of the attack are discarded, and you lead next."
    )
    end = (
        "Whoever loses the last bucket is out. The round ends when one pyramid is gone; with "
        "five or six players, when two are. Buckets left are points; a match of several rounds "
        "adds them up, and equal totals share the place.\n"
        "-# The Bucket King (Alles im Eimer) was designed by Stefan Dorra. This is an "
        "unofficial fan implementation."
    )
    example = draw_example()
    return (
        Chapter("Building", [text(building)]),
        Chapter("Attack and defence", [text(attack)]),
        Chapter("Declining", [text(declining), *example.items, text(split)], example.pictures),
        Chapter("The end", [text(end)]),
    )
