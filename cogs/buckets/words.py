"""Words of The Bucket King: cards, pyramids, hints and rules, and pictures with their alt text.

Players see the boxes numbered from 1 at the bottom left to 15 at the top.
"""

from __future__ import annotations

from functools import partial
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

from cogs.buckets.pictures.drawings import Plot
from cogs.buckets.pictures.scenes import draw_scene
from cogs.display.pages.renderer import Chapter
from cogs.interactions.content import Fragment, picture
from cogs.interactions.language import begin_with_capital, fit_name
from cogs.interactions.parts import Items, text
from engine.buckets.cards import ANIMALS, HAND, VALUES, of_colour, total
from engine.buckets.moves import Auto, Clear, Confirm, Draw, Keep, Place, Play, Remove, Undo
from engine.buckets.pyramid import (
    BOXES,
    NO_BUCKET,
    ROWS,
    buckets,
    build_for,
    cleared,
    count_loss,
    falling,
)
from engine.core import N_

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cogs.display.emojis import Emojis
    from cogs.display.pages.renderer import RenderContext
    from cogs.interactions.language import Language
    from engine.buckets.cards import Cards
    from engine.buckets.pyramid import Boxes
    from engine.buckets.state import Fallen
    from engine.buckets.view import BucketsView, PlayingView


NAMES = {"c": N_("cow"), "d": N_("duck"), "h": N_("horse"), "p": N_("pig"), "s": N_("sheep")}
"""Names of the animals for labels and lists. They are never put into a sentence, because many
languages would inflect them there.
"""
HERDS = {
    "c": N_("Cows", "cards"),
    "d": N_("Ducks", "cards"),
    "h": N_("Horses", "cards"),
    "p": N_("Pigs", "cards"),
    "s": N_("Sheep", "cards"),
}
PLAYS = {
    "c": N_("Play cows: {cards}"),
    "d": N_("Play ducks: {cards}"),
    "h": N_("Play horses: {cards}"),
    "p": N_("Play pigs: {cards}"),
    "s": N_("Play sheep: {cards}"),
}
_IN_BOX = {**NAMES, NO_BUCKET: N_("gap")}
_KEYS = {animal.letter: f"bucket_{animal.name}" for animal in ANIMALS}


def picture_key(letter: str) -> str:
    """Return the key of an animal's bucket among the emojis."""
    return _KEYS[letter]


def name_animal(_: Language, letter: str) -> str:
    """Return an animal's name as a label."""
    return begin_with_capital(_(NAMES[letter]))


def format_sum(cards: Cards, before: int = 0) -> str:
    """Return cards of one animal as a sum: `3 + 7 = 10`, or `7` alone.

    `before`: the sum of cards to which they are added.
    """
    values = [str(before)] * bool(before) + [str(VALUES[card]) for card in cards]
    return values[0] if len(values) == 1 else f"{' + '.join(values)} = {before + total(cards)}"


def format_boxes(boxes: Boxes) -> str:
    """Return boxes with the numbers that players see: `7 10 12`."""
    return " ".join(str(box + 1) for box in boxes)


def list_cards(hand: Cards, emojis: Emojis, without: str = "") -> str:
    """Return cards in one line, sorted by animal; `without`: an animal to leave out."""
    kept = [letter for letter in NAMES if letter != without and of_colour(hand, letter)]
    held = ([str(VALUES[card]) for card in of_colour(hand, each)] for each in kept)
    pictures = (emojis[picture_key(letter)] for letter in kept)
    groups = ([shown, *values] for shown, values in zip(pictures, held, strict=True))
    return " · ".join(map("\N{NO-BREAK SPACE}".join, groups))


def mark_removals(stage: PlayingView) -> Mapping[int, tuple[str, int]]:
    """Return a letter for each box that may be emptied, and the number of buckets it costs.

    After a split, the larger part stays.
    """
    pyramid, boxes = stage.pyramids[stage.turn], [each.box for each in stage.removals]
    letters = zip(boxes, ascii_uppercase, strict=False)
    return {box: (letter, count_loss(pyramid, box)) for box, letter in letters}


def describe_cost(_: Language, letter: str, falls: int) -> str:
    """Return the cost of giving up a bucket: `A: 6 fall`."""
    return _.label(letter, _.plural("{n} falls", "{n} fall", falls))


def describe_fall(_: Language, fallen: Fallen, emojis: Emojis) -> str:
    """Return the fallen buckets: `4 buckets fall: 🐴 🐴 🦆 🐷.`."""
    lost = sorted(fallen.before[box] for box in fallen.boxes)
    animals, fell = " ".join(emojis[picture_key(letter)] for letter in lost), len(lost)
    return _.plural("{n} bucket falls: {list}.", "{n} buckets fall: {list}.", fell, list=animals)


def describe_pyramid(_: Language, pyramid: str) -> str:
    """Return a pyramid in words, row by row from the bottom."""
    lines: list[str] = []
    for row, width in enumerate(ROWS):
        boxes = [box for box, place in enumerate(BOXES) if place[0] == row]
        letters = [pyramid[box] if box < len(pyramid) else NO_BUCKET for box in boxes]
        if letters != [NO_BUCKET] * width:
            lines.append(" ".join(_(_IN_BOX[letter]) for letter in letters))
    return _.join(lines, "semicolons") or "-"


def describe_plot(_: Language, plot: Plot, name: str) -> str:
    """Return the alt text of a plot."""
    left = _.plural("{n} bucket", "{n} buckets", buckets(plot.pyramid))
    words = [
        _.label(name, left),
        _("from the bottom: {pyramid}", pyramid=describe_pyramid(_, plot.pyramid)),
    ]
    if plot.attacker is not None:
        words.append(_("attacker: {animal}", animal=_(NAMES[plot.attacker])))
    if plot.turn:
        words.append(_("to act"))
    if plot.fallen:
        words.append(_("fallen, dashed: {boxes}", boxes=format_boxes(plot.fallen)))
    if plot.marks:
        marks = [f"{box + 1} = {mark}" for box, mark in plot.marks]
        words.append(_("marked: {marks}", marks=_.join(marks, "semicolons")))
    if plot.parts:
        left, right = map(format_boxes, plot.parts)
        words += [_("left part: {boxes}", boxes=left), _("right part: {boxes}", boxes=right)]
    return " · ".join(words)


def draw_pyramids(_: Language, name: str, plots: Sequence[Plot], names: Sequence[str]) -> Fragment:
    """Draw pyramids in the order of `draw_scene`; the alt text uses `names`."""
    told = zip(plots, names, strict=True)
    alt = "\n".join(describe_plot(_, plot, whose) for plot, whose in told)
    return picture(name, partial(draw_scene, tuple(plots)), alt)


def format_rounds(context: RenderContext) -> Items:
    """Return the buckets of each finished round, and their sums."""
    view: BucketsView = context.view
    rounds = "".join(f"{number:>3}" for number in range(1, len(view.results) + 1))
    lines = [f"{fit_name(context.language('Buckets left'), 14)}{rounds}    Σ"]
    for seat, score in enumerate(view.scores):
        cells = "".join(f"{result.buckets[seat]:>3}" for result in view.results)
        lines.append(f"{seat + 1} {context.short_name(seat, 12)}{cells}{score:>5}")
    return [text("```\n" + "\n".join(lines) + "\n```")]


# Hints: reasons, made of facts that the player can see.


_MOVES = {
    Draw(): N_("Draw a card"),
    Confirm(): N_("Confirm"),
    Clear(): N_("Start over"),
    Keep("left"): N_("Keep the left part"),
    Keep("right"): N_("Keep the right part"),
}


def name_move(_: Language, view: BucketsView, move: Any) -> str:  # noqa: ANN401 - any move
    """Return a move, such as "Play ducks: 3 + 7 = 10"."""
    match move:
        case Play(cards):
            return _(PLAYS[cards[0][0]], cards=format_sum(cards))
        case Remove(box):
            letter, falls = mark_removals(view.playing)[box] if view.playing else ("", 0)
            return _("Give up bucket {cost}", cost=describe_cost(_, letter, falls))
        case Place():
            return name_animal(_, move.colour)
        case Auto():
            begun = view.building and view.building.built
            return _("Build the rest for me") if begun else _("Build it for me")
        case Undo():
            return _("Undo")
        case _:
            return _(_MOVES[move])


def advise(_: Language, view: BucketsView, move: object) -> str:
    """Return the reason shown in a hint that names only one move."""
    match move:
        case Auto():
            return _advise_building(_, view)
        case Confirm():
            return _("Every bucket is in its place.")
        case Keep():
            return _("More buckets stay.")
        case _:
            return _("There is nothing else to do.")


def _advise_building(_: Language, view: BucketsView) -> str:
    """Say how a duck would build, and why."""
    built = (view.building and view.building.built) or ""
    return _(
        "A duck puts the animals of your best cards low, and those of your worst cards on top. "
        "Each animal stands in a column, so that a lost bucket takes few others with it.\n"
        "-# From the bottom: {pyramid}",
        pyramid=describe_pyramid(_, build_for(view.hand, built)),
    )


# The rules in our own words, with a picture.

_EXAMPLE = "hhhpppccsssdddc"
_BOX = 5


def draw_example(_: Language) -> Fragment:
    """Draw a pyramid from which a bucket was given up."""
    falls = falling(_EXAMPLE, _BOX)
    plot = Plot("", cleared(_EXAMPLE, falls), _EXAMPLE, falls, _BOX)
    return draw_pyramids(_, "example", [plot], [_("An example")])


def tell_three_lines(_: Language) -> tuple[str, str, str]:
    return (
        _("Build a pyramid in secret. When a bucket goes, everything standing on it falls."),
        _(
            "An animal attacks: beat the last sum with one to three cards of that animal. "
            "Then you draw one."
        ),
        _(
            "Or give up a bucket, of that animal if you can. When a pyramid is gone, most buckets "
            "win. If yours splits, keep one part."
        ),
    )


def describe_rules(_: Language, emojis: Emojis) -> tuple[Chapter, ...]:
    animals = " ".join(f"{emojis[picture_key(letter)]} {_(name)}" for letter, name in NAMES.items())
    building = _(
        "You get {number} cards, and three buckets of each animal:\n{animals}\nBuild in secret: "
        "five at the bottom, then four, three, two, one. A bucket stands on "
        "the two below it, so put buckets that you can defend at the bottom.",
        number=HAND,
        animals=animals,
    )
    attack = _(
        "- The leader plays one to three cards of one animal and attacks the next player on the "
        "left.\n"
        "- **Defend** with one to three cards of the same animal and a higher sum: then the next "
        "player is attacked, and has to beat your sum.\n"
        "- When the attack comes round to you again, your new cards are added to those that you "
        "played in it (with an option, this holds only for the leader).\n"
        "- Whoever plays draws one card, however many they played. If cards are drawn by hand, "
        "click for your card before the next player is done, or you miss it."
    )
    declining = _(
        "You need not defend, and sometimes cannot. Then no card is played or drawn: give "
        "up a bucket of the attacking animal, or any bucket if you have none of it. All "
        "that it carried falls too. Here the bucket with the cross was given up:"
    )
    split = _(
        "If that splits your pyramid into two parts, you choose which one stays. The cards "
        "of the attack are discarded, and you lead next."
    )
    end = _(
        "A player without buckets is out. The round ends when one pyramid is gone; with "
        "five or six players, when two are. Buckets left are points; a match of several rounds "
        "adds them up, and equal totals share the place.\n"
        "-# The Bucket King (Alles im Eimer) was designed by Stefan Dorra. This is an "
        "unofficial fan implementation."
    )
    example = draw_example(_)
    return (
        Chapter(_("Building"), [text(building)]),
        Chapter(_("Attack and defence"), [text(attack)]),
        Chapter(_("Declining"), [text(declining), *example.items, text(split)], example.pictures),
        Chapter(_("The end"), [text(end)]),
    )
