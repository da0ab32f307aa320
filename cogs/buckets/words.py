"""Words of The Bucket King: cards, pyramids, hints and rules, and pictures with their alt text.

Players see the boxes numbered from 1 at the bottom left to 15 at the top.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any

from cogs.buckets.pictures.drawings import ROOM, Plot
from cogs.buckets.pictures.scenes import draw_scene
from cogs.display.pages.renderer import Chapter
from cogs.interactions.content import Fragment, Picture, picture
from cogs.interactions.language import begin_with_capital, fit_name
from cogs.interactions.parts import Items, text
from engine.buckets.moves import Auto, Clear, Confirm, Draw, Keep, Place, Play, Remove, Undo
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
    total,
)
from engine.core import N_
from players.review import Why

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.display.emojis import Emojis
    from cogs.display.pages.renderer import RenderContext
    from cogs.interactions.language import Language
    from engine.buckets.pyramid import Boxes, Cards
    from engine.buckets.state import BucketsView, Fallen, Removal
    from players.review import Reason


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


def format_sum(cards: Cards) -> str:
    """Return cards of one animal as a sum: `3 + 7 = 10`, or `7` alone."""
    values = " + ".join(str(VALUES[card]) for card in cards)
    return values if len(cards) == 1 else f"{values} = {total(cards)}"


def format_boxes(boxes: Boxes) -> str:
    """Return boxes with the numbers that players see: `7 10 12`."""
    return " ".join(str(box + 1) for box in boxes)


def list_cards(hand: Cards, emojis: Emojis, without: str = "") -> str:
    """Return cards in one line, sorted by animal; `without`: an animal to leave out."""
    kept = [letter for letter in NAMES if letter != without and of_colour(hand, letter)]
    values = (" ".join(str(VALUES[card]) for card in of_colour(hand, each)) for each in kept)
    return " · ".join(
        f"{emojis[picture_key(letter)]} {told}" for letter, told in zip(kept, values, strict=True)
    )


def list_hand(_: Language, hand: Cards, emojis: Emojis) -> str:
    """Return a hand with a line for each animal, even if there are no cards of it."""
    lines: list[str] = []
    for letter in NAMES:
        cards = of_colour(hand, letter)
        values = " ".join(f"**{VALUES[card]}**" for card in cards) or "-"
        lines.append(f"{emojis[picture_key(letter)]} {_.label(name_animal(_, letter), values)}")
    return "\n".join(lines)


def describe_cost(_: Language, removal: Removal) -> str:
    """Return the cost of giving up a bucket: `6 fall, keep 3 or 4`."""
    falls = len(removal.falls)
    if not removal.parts:
        return _.plural("{n} falls", "{n} fall", falls)
    kept = _.join([str(len(part)) for part in removal.parts], "or")
    return _.plural("{n} falls, keep {parts}", "{n} fall, keep {parts}", falls, parts=kept)


def describe_fall(_: Language, fallen: Fallen, emojis: Emojis) -> str:
    """Return the fallen buckets: `4 buckets fall: 🐴 2 🦆 1 🐷 1.`."""
    lost = Counter(fallen.before[box] for box in fallen.boxes)
    animals = " ".join(f"{emojis[picture_key(letter)]} {n}" for letter, n in lost.items())
    fell = len(fallen.boxes)
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
    if plot.numbers:
        words.append(_("numbered: {boxes}", boxes=format_boxes(plot.numbers)))
    if plot.parts:
        left, right = map(format_boxes, plot.parts)
        words += [_("left part: {boxes}", boxes=left), _("right part: {boxes}", boxes=right)]
    return " · ".join(words)


def draw_pyramids(
    _: Language,
    name: str,
    plots: Sequence[Plot],
    names: Sequence[str],
    *,
    wide: bool = False,
    sky: int = ROOM,
) -> Fragment:
    """Draw one or two pyramids as in `draw_scene`; the alt text uses `names`."""
    told = zip(plots, names, strict=True)
    alt = "\n".join(describe_plot(_, plot, whose) for plot, whose in told)
    return picture(name, partial(draw_scene, tuple(plots), wide=wide, sky=sky), alt)


def draw_all_pyramids(context: RenderContext, plots: Sequence[Plot], sky: int = ROOM) -> Fragment:
    """Draw everybody's pyramids, two side by side; `sky` is as in `draw_scene`."""
    items: Items = []
    pictures: list[Picture] = []
    for first in range(0, len(plots), 2):
        pair = plots[first : first + 2]
        names = [context.names[first + i] for i in range(len(pair))]
        file = f"pyramids-{first + 1}"
        drawn = draw_pyramids(context.language, file, pair, names, wide=True, sky=sky)
        items += drawn.items
        pictures += drawn.pictures
    return Fragment(items, tuple(pictures))


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


def name_move(_: Language, move: Any, built: str = "") -> str:  # noqa: ANN401 - any move
    """Return a move, such as "Play ducks: 3 + 7 = 10"; `built` is the player's pyramid so far."""
    match move:
        case Play(cards):
            return _(PLAYS[cards[0][0]], cards=format_sum(cards))
        case Remove(box):
            return _("Decline: give up bucket {number}", number=box + 1)
        case Place():
            return name_animal(_, move.colour)
        case Auto():
            return _("Build the rest for me") if built else _("Build it for me")
        case Undo():
            return _("Undo")
        case _:
            return _(_MOVES[move])


def tell_fact(_: Language, reason: Reason, other: str) -> str:
    """Say how many buckets are lost at once, if that decides; `other` is the worse move's name."""
    if reason.why is not Why.NOW:
        return ""
    few, more = (_.number(-each.now) for each in (reason.best, reason.other))
    return _(
        "Buckets lost at once: {few}. With **{other}**: {more}.", few=few, more=more, other=other
    )


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
        "You get {number} cards, and three buckets of each animal:\n{animals}\nBuild in secret, "
        "with **My hand**: five at the bottom, then four, three, two, one. A bucket stands on "
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
