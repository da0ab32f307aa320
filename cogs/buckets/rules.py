"""The rules page of The Bucket King, in our own words, with a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.buckets.pictures.plots import Plot
from cogs.buckets.words import NAMES, draw_pyramids, picture_key
from cogs.display.pages.renderer import Chapter
from cogs.interactions.parts import text
from engine.buckets.cards import HAND
from engine.buckets.pyramid import cleared, falling

if TYPE_CHECKING:
    from cogs.display.words.emojis import Emojis
    from cogs.interactions.content import Fragment

_EXAMPLE = "hhhpppccsssdddc"
_BOX = 5


def draw_example() -> Fragment:
    """Draw a pyramid with a bucket that was given up."""
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
    """Describe the rules, in chapters; one has the picture of an example."""
    animals = " ".join(f"{emojis[picture_key(letter)]} {name}" for letter, name in NAMES.items())
    building = (
        f"You get {HAND} cards and three buckets of each animal:\n{animals}\nBuild in secret, with "
        "**My hand**: five at the bottom, then four, three, two, one. A bucket stands on "
        "the two below it, so put those low that you can defend."
    )
    attack = (
        "- Who leads plays one to three cards of one animal and attacks the next "
        "player on the left.\n"
        "- **Defend** with one to three cards of the same animal and a higher sum: then "
        "the next player is attacked, and has to beat your sum.\n"
        "- When the attack comes round to you again, your new cards are added to those "
        "that you played in it (by an option for the leader alone).\n"
        "- Whoever plays draws one card, however many were played. With drawing by hand "
        "you click for it before the next player is done, or miss it."
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
        "Who loses the last bucket is out. The round ends with the first pyramid that is "
        "gone, with five or six players with the second. Buckets left are points; a match "
        "of several rounds adds them up, and equal totals share the place.\n"
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
