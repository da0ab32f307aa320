"""The notation, and a comparison of the listed legal moves with the accepted moves."""

from itertools import combinations, combinations_with_replacement

import pytest

from engine.core import CHANCE, IllegalMove, MalformedMove
from engine.pond import moves_using
from engine.pond.moves import SETS, Change, Claim, EndDay, Feed, Place, Reroll, Sunny, makes_set
from tests.engine.pond.scene import POND, at, legal, play, random_game

VALUES = range(1, 7)


def hands(sizes):
    return [hand for size in sizes for hand in combinations_with_replacement(VALUES, size)]


def every_move():
    """Yield every move of a player in the notation."""
    yield from (EndDay(), Sunny())
    yield from (Place(v, n, w) for v in range(1, 6) for n in (1, 2, 3) for w in (False, True))
    yield from (Change(a, b) for a in VALUES for b in VALUES if abs(a - b) == 1)
    yield from (Reroll(hand) for hand in hands(range(1, 6)))
    yield from (Feed(pair, wild) for pair in hands([2]) for wild in range(1, 6))
    for kind in SETS:
        for hand in hands([3, 4, 5]):
            if makes_set(kind.key, hand):
                yield from (Claim(kind.key, hand, w) for w in {0, *hand} - {6})


EVERY_MOVE = tuple(every_move())


def test_every_move_has_its_own_text_and_reads_back():
    texts = {str(move): move for move in EVERY_MOVE}
    assert len(texts) == len(EVERY_MOVE)
    assert all(POND.parse(text) == move for text, move in texts.items())


@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize("seed", range(8))
def test_the_list_has_exactly_the_accepted_moves(seed, seats):
    for state, seat, _ in random_game(seed, seats):
        if seat is None or seat == CHANCE:
            continue
        accepted = set()
        for move in EVERY_MOVE:
            try:
                POND.apply(state, seat, move)
            except IllegalMove:
                continue
            accepted.add(move)
        assert accepted == set(POND.moves(state, seat))


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "place",
        "place 6",
        "place 0",
        "place 4 5",
        "place 4 4 4 4",
        "place 4w 4",
        "place 4w 4w",
        "place  4",
        "place 4 ",
        "Place 4",
        "place \uff14",
        "place 04",
        "place w",
        "full-house 2 2 2 2 2",
        "full-house 6 6 2 2 2",
        "4-kind 2 2 2 2 2",
        "5-kind 2 2 2 2",
        "5-kind 6 6 6 6 6w",
        "straight 1 2",
        "straight 1 2 3 4 5 6",
        "straight 2 1 3",
        "straight 4 5 6 1",
        "change 5 to 5",
        "change 6 to 7",
        "change 5 into 6",
        "change 5",
        "reroll",
        "reroll 5 2",
        "reroll 1 1 1 1 1 1",
        "reroll 4w",
        "feed 6 2 as 4",
        "feed 2 6 as 6",
        "feed 2 as 4",
        "feed 2 6 or 4",
        "sunny 6",
        "end",
        "end day ",
        "undo",
        "roll",
        "roll 3 1",
        "roll 7",
        "start 5",
        "start 5 3 1",
        "roll 1 2 3 4 5 6 6",
        "roll " + "1" * 5000,
    ],
)
def test_malformed_texts_are_refused(text):
    with pytest.raises(MalformedMove):
        POND.parse(text)


def test_only_nature_can_roll():
    with pytest.raises(IllegalMove):
        POND.apply(at(5, "26"), 0, POND.parse("roll 1 2"))


@pytest.mark.heavy
def test_the_list_stays_small_for_every_roll_of_six_dice():
    # 1 2 3 4 5 6: 9 straights, 5 placements, 9 changes, 31 re-rolls, sunny, 15 pairs each fed as
    # one of 5 numbers, end.
    counts = {hand: len(legal(at(1, "".join(map(str, hand))))) for hand in hands([6])}
    assert max(counts.values()) == counts[1, 2, 3, 4, 5, 6] == 9 + 5 + 9 + 31 + 1 + 75 + 1


def test_picking_dice_finds_the_moves_that_use_all_of_them():
    moves = POND.moves(at(3, "1344"), 0)
    found = {" ".join(picked): texts(moves, picked) for picked in subsets(("1", "3", "4", "4"))}
    assert found["1"] == {"place 1"}
    assert found["4 4"] == {"place 4 4"} | {f"feed 4 4 as {value}" for value in range(1, 6)}
    assert {"change 4 to 5", "change 4 to 3"} < found["1 4"]
    assert "reroll 4 4" in found["3 4 4"]
    assert found["1 3 4 4"] == {"reroll 1 4 4"}


def test_dice_can_be_picked_in_any_order_and_no_dice_leave_the_bare_moves():
    state = play(at(3, "1344"), "place 4")
    moves = POND.moves(state, 0)
    assert texts(moves, ("4", "3", "1")) == {"reroll 1 4"}
    assert texts(moves, ()) == {"end day"}


def test_picking_tells_the_wild_die_from_its_equals():
    moves = POND.moves(play(at(3, "2446"), "feed 2 6 as 4"), 0)
    assert texts(moves, ("4w",)) == {"place 4w"}
    assert texts(moves, ("4",)) == set()
    assert texts(moves, ("4w", "4")) == {"place 4 4w"}


def test_every_move_that_uses_dice_is_found_by_picking_them():
    moves = POND.moves(at(1, "113356"), 0)
    picks = subsets(("1", "1", "3", "3", "5", "6"))
    assert set().union(*(texts(moves, picked) for picked in picks)) == set(map(str, moves))


def texts(moves, picked):
    return {str(move) for move in moves_using(moves, picked)}


def subsets(dice):
    return {pick for size in range(len(dice) + 1) for pick in combinations(dice, size)}
