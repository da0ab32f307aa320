"""The Undo button, and the line about an undone move."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.display.pages.board import render_hand
from cogs.display.pages.messages import render_table
from players.games import game
from tests.cogs.extremes import sent
from tests.cogs.limits import faults
from tests.cogs.scene import EMOJIS, renderer_of, scene
from tests.people import controls, labels, text_of
from tests.tabletop import playthrough

PROMOTED = ("first 0", "roll", "dice 1 3 5 5 6 boss 5", "promote 5 5")


def board(at):
    return sent(render_table(renderer_of(at), at, EMOJIS, 0.0))


def undo_ids(message):
    """Return the ids of the Undo buttons that are not disabled."""
    undo = [c for c in controls(message) if ":undo" in c["custom_id"]]
    return [c["custom_id"] for c in undo if not c.get("disabled")]


def test_undo_does_not_name_a_player_who_is_still_to_act():
    at = scene("ducks", 3, *PROMOTED)
    assert "↩ Undo" in labels(board(at))
    assert undo_ids(board(at)) == [f"a1:{at.id}:undo:{at.drawn_for(None)}"]


def test_undo_names_a_player_whose_turn_is_over():
    at = scene("ducks", 3, *PROMOTED, "stop")
    assert "↩ Undo: Mallard" in labels(board(at))


def test_a_move_cannot_be_undone_after_a_roll():
    at = scene("ducks", 3, *PROMOTED, "roll", "dice 1 2 3 boss 4")
    assert undo_ids(board(at)) == undo_ids(board(scene("ducks", 3, "first 0"))) == []


def test_a_board_says_that_a_move_was_undone():
    at = replace(scene("ducks", 3, *PROMOTED[:-1]), undone=1, undone_by=0)
    assert "-# ↩ Mallard undoes a move." in text_of(board(at))
    assert "undoes a move" not in text_of(board(replace(at, undone_by=None)))


def test_with_hidden_hands_only_the_owners_hand_has_undo():
    at = next(each for each in playthrough(game("buckets"), 3, {}, seed=6) if each.undoable)
    (owner,) = {move.seat for move in at.undoable}
    assert undo_ids(board(at)) == []
    for seat in range(3):
        hand = sent(render_hand(renderer_of(at), at, EMOJIS, seat))
        assert len(undo_ids(hand)) == (seat == owner)


@pytest.mark.parametrize("key", ["ducks", "trophy"])
def test_a_board_with_undo_is_within_the_limits(key):
    rules = game(key)
    seats = rules.seat_range({})[-1]
    found = [at for at in playthrough(rules, seats, {}, seed=4) if at.undoable]
    assert found
    assert [faults(render_table(renderer_of(at), at, EMOJIS, 0.0)) for at in found[::5]] == [
        [] for _ in found[::5]
    ]
