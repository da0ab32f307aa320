"""The notation is strict, has one text for each move, and reveals no secret."""

import pytest

from engine.buckets.moves import (
    Auto,
    Clear,
    Confirm,
    Deal,
    Draw,
    Drawn,
    Keep,
    Place,
    Play,
    Remove,
    Undo,
    parse,
)
from engine.core import First, MalformedMove

HAND = ("c1", "c1", "c2", "d3", "d8", "h5", "h5", "h5", "p4", "p6", "s1", "s2")

WRITTEN = {
    "first 2": First(2),
    "deal 0 c1 c1 c2 d3 d8 h5 h5 h5 p4 p6 s1 s2": Deal(0, HAND),
    "card 5 h8": Drawn(5, "h8"),
    "deal 3": Deal(3),
    "card 3": Drawn(3),
    "place 14 s": Place(14, "s"),
    "undo 0": Undo(0),
    "clear": Clear(),
    "auto": Auto(),
    "confirm": Confirm(),
    "play h5": Play(("h5",)),
    "play h5 h5 h7": Play(("h5", "h5", "h7")),
    "draw": Draw(),
    "remove 7": Remove(7),
    "keep left": Keep("left"),
    "keep right": Keep("right"),
}

MALFORMED = [
    "",
    " ",
    "play",
    "play ",
    "play h9",
    "play h0",
    "play h5  h7",
    "play h7 h5",
    "play h1 h2 h3 h4",
    "play H5",
    " play h5",
    "play h5 ",
    "place 0",
    "place 15 h",
    "place 0 x",
    "place 00 h",
    "place 0 h h",
    "undo",
    "undo -1",
    "undo 15",
    "auto 1",
    "clear 0",
    "confirm now",
    "draw h5",
    "remove",
    "remove 15",
    "remove 7 8",
    "keep",
    "keep both",
    "first 6",
    "deal 0 h5",
    "deal 6 " + " ".join(HAND),
    "deal 0 " + " ".join(reversed(HAND)),
    "deal",
    "card",
    "card 0 ",
    "deal 0 ",
    "card 0 h9",
    "card h5",
    "Draw",
    "pass",
    "draw\n",
    "undo ٣",
]


@pytest.mark.parametrize("text", WRITTEN)
def test_a_text_is_read_as_its_move(text):
    assert parse(text) == WRITTEN[text]


@pytest.mark.parametrize("text", WRITTEN)
def test_a_move_is_written_as_its_text(text):
    assert str(WRITTEN[text]) == text


@pytest.mark.parametrize("text", MALFORMED)
def test_any_other_text_is_malformed(text):
    with pytest.raises(MalformedMove):
        parse(text)


@pytest.mark.parametrize(
    "move", [Deal(0, HAND), Drawn(1, "h5"), Place(3, "h"), Undo(3)], ids=lambda m: type(m).__name__
)
def test_B12_the_repr_of_a_secret_move_hides_its_cards(move):
    assert not {"h5", "3", "'h'"} & set(repr(move).replace("(", " ").replace(")", " ").split())


def test_B12_a_malformed_deal_is_refused_without_naming_its_cards():
    with pytest.raises(MalformedMove) as refused:
        parse("deal 0 c1 c1 c2 d3 d8 h5 h5 h5 p4 p6 s2 s1")
    assert not [card for card in HAND if card in str(refused.value)]


def test_a_malformed_move_is_refused_with_its_unknown_word():
    with pytest.raises(MalformedMove, match="nonsense") as refused:
        parse("place 0 h nonsense")
    assert str(refused.value).startswith("'place 0 nonsense'")
