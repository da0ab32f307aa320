"""Phrases that misled people and must not come back, each with its game and the reason.

A phrase is a regular expression, because it may contain numbers and names. `test_never.py` searches
the texts of all screens, without markdown, for these phrases. The key `ALL` stands for every game,
and for pages that belong to no game.
"""

from __future__ import annotations

from typing import Final, NamedTuple

ALL: Final = "all"


class Never(NamedTuple):
    """A phrase, the key of the game whose screens had it, and the reason against it."""

    game: str
    phrase: str
    why: str


NEVER: Final = (
    # One word for one thing
    Never(ALL, r"\b[Tt](?:ak(?:e|es|en|ing)|ook)\b[^.\n]{0,25}\bback\b", "the word is Undo"),
    Never(ALL, r"\b[Hh]older\b", "the word is opener"),
    Never(ALL, "Add a duck, set a clock", "it named a select; a button takes one tap less"),
    # Odds on boards
    Never(ALL, r"\b(?:Rolling|Drawing) on \w+", "nobody knew what the number was about"),
    # Ducks in a Bucket
    Never("ducks", "No promotion costs a die", "it reads as its opposite"),
    Never("ducks", r"\bbutton: |has the button\b", "which of the buttons?"),
    Never("ducks", r"\bEnough: ", "enough for what?"),
    Never("ducks", "Goose egg!", "whose?"),
    Never("ducks", "▷", "it looks like a button"),
    Never("ducks", r"\bno pair, \d", "a bucket with one duck is no failed pair"),
    Never("ducks", "a sum of the Boss", "who has a sum of a die?"),
    # Ducks in the Pond
    Never("pond", r"What can I do\?", "a second help button beside that of the rules"),
    Never("pond", "Honorable Mention so far", "a rank at 0 points"),
    Never("pond", r"▢ \w+ \d+/\d", "numbers without a legend"),
    Never("pond", r"\[1\S*\] 2", "numbers without a legend"),
    Never("pond", "❎|🅾", "signs without a legend"),
    Never("pond", r"\bmore points make a\b", "a Novice of what, and what comes then?"),
    Never("pond", r"\b[Ff]eed(?:s|ing)?\b", "the short rules do not use this word"),
    Never("pond", "dice that you picked", "it was shown when no dice were picked"),
    # Trophy Buck
    Never("trophy", "First to 36 points", "at 36 points the round is finished first"),
    Never("trophy", r"\d kept, 0 new", "tracks are rolled again, and not kept"),
    Never("trophy", r"exactly [\d,]+ in [\d,]+", "a fraction that tells nothing"),
    Never("trophy", r"[🟤⚪🟢🟠] ?[BWGO] \d", "letters for colours"),
    Never("trophy", "▷", "it looks like a button"),
    Never("trophy", r"[🟤⚪🟢🟠]\s*\d+\s*at\s*\d", "a code for dice and what they are worth"),
    # Hints
    Never(ALL, r"(?<![\d.])[-+]?0\.00\b", "a number rounded to nothing"),
    Never(ALL, r"[-+]\d+(?:\.\d+)?(?: ± \d+(?:\.\d+)?)? % to win", "a number, and no sentence"),
    Never(ALL, "standard error|play-outs?|means of games", "words of statisticians"),
    Never(ALL, "beside the average roll", "a roll beside a roll?"),
    Never(ALL, "as printed", "nobody has the printed rules"),
    Never(ALL, "All moves, and what they cost", "of many moves only some are tried out"),
    # The Bucket King
    Never("buckets", "is ready: all pyramids are shown", "it was said once for each player"),
    Never("buckets", r"(?:Cow|Duck|Horse|Pig|Sheep) [CDHPS] · \d", "a number read as a value"),
    Never("buckets", r"· sum \d", "no more than three cards may be played"),
    Never("buckets", r"gives up (?:cow|duck|horse|pig|sheep) \d", "no picture has that number"),
    Never("buckets", r"\bfall \(\d", "no picture has these numbers"),
    Never("buckets", r"(?<!Build )[Tt]he rest for me", "clipped English"),
    Never("buckets", r"\banew\b", "what was built by hand was lost"),
    Never("buckets", r"\b(?:Cows|Ducks|Horses|Pigs) attack", "opponents may be ducks, too"),
    Never("buckets", r"more than \d+ is enough", "a sum to be done in the head"),
    Never("buckets", "strong cards", "cards are high or low"),
    Never("buckets", r"\d+ - \d+|· −\d", "a sum to be done in the head"),  # noqa: RUF001
    Never("buckets", "Look at a bucket's loss", "it reads as if nothing had to be done"),
    # Buck Dice
    Never("buckdice", r"Throw until|earlier turns?\)", "the game played itself"),
    Never("buckdice", "is the loser", "with two players, people want to read who won"),
    Never("buckdice", r"\[Review\]", "the game has no decisions to review"),
    Never("buckdice", "▷", "it looks like a button"),
    Never("buckdice", "out of the game|out by", "the word is safe"),
    Never("buckdice", "[█░]", "bars of characters look poor beside pictures"),
    Never("buckdice", r"\bvoid\b", "nobody knew this word"),
    Never("buckdice", "Three others alike", "others than what?"),
    Never("buckdice", r"^> …$", "somebody's points came from nowhere"),
    # The end
    Never(ALL, "decided here|decided in step|with the very last step", "a review says otherwise"),
    Never(ALL, "What decided it, in step", "a review says otherwise"),
    Never(
        ALL,
        r"What decided it.*\((?:Round|The hunt|Last round)",
        "it repeats the line at the top of the board",
    ),
    Never(ALL, "Curves of the scores", "one table is enough"),
    # Reviews, statistics, practice
    Never(ALL, r"Accuracy:? \d+ of 100", "nobody knew: 100 of what?"),
    Never(ALL, "like moves at random", "nobody knew what was meant"),
    Never(ALL, "provisional", "a word of statisticians"),
    Never(ALL, "told once there are", "as if a person would come and say it"),
    Never(ALL, "within the noise|more than noise", "words of statisticians"),
)
"""Every phrase that misled people, and similar ones."""
