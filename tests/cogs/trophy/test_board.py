"""What the board of Trophy Buck shows and tells."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.trophy.board import RENDERER
from engine.trophy import FACES_NOTE, KINDS, State
from tests.cogs.scene import EMOJIS, labels, offered, said, scene, steps_of

FIRST = "first 0"
ROLLED = [FIRST, "roll", "hunt bP wT gS"]


def late(totals, *moves, hunter=0, first=0):
    """A table where these totals were banked before."""
    return scene("trophy", len(totals), *moves, state=State(totals, first, hunter))


# A turn


def test_the_three_dice_are_shown_large_with_colour_letter_and_symbol():
    assert "# 🟤`B2` ⚪`W`🐾 🟢`G`🦌" in said(scene("trophy", 3, *ROLLED))


def test_what_lies_aside_is_shown():
    text = said(scene("trophy", 3, *ROLLED))
    assert "Points **2** 🟤`B2`" in text
    assert "Startles **1** of 3 🟢`G`🦌" in text


def test_the_bag_is_told_by_colour_and_letter():
    assert "🟤B **4** · ⚪W **3** · 🟢G **1** · 🟠O **1**" in said(scene("trophy", 3, *ROLLED))


def test_the_chance_that_the_next_roll_ends_the_turn_is_exact():
    # 22.6 % is 293 / 1,296: one Startle lies there, and the next roll must bring two or more
    text = said(scene("trophy", 3, *ROLLED))
    assert "**22.6 %**" in text
    assert "exactly 293 in 1,296" in text


def test_the_chance_stands_before_the_first_roll_too():
    # three Startles at once, of the whole bag: 643 / 23,760
    assert "exactly 643 in 23,760" in said(scene("trophy", 3, FIRST))


def test_the_first_roll_is_no_choice():
    assert offered(scene("trophy", 3, FIRST)) == ["roll"]


def test_after_a_roll_the_hunter_may_stop_and_sees_what_that_scores():
    at = scene("trophy", 3, *ROLLED)
    assert offered(at) == ["roll", "stop"]
    assert any("2" in label and "Stop" in label for label in labels(at))


def test_a_roll_is_told_with_what_it_brought():
    assert "rolls 🟤`B2` ⚪`W`🐾 🟢`G`🦌: **+2**" in said(scene("trophy", 3, *ROLLED))


def test_who_hunts_first_is_told():
    assert r"**a\*b\_c\`d\|e\~f** hunts first" in said(scene("trophy", 3, "first 1"))


# How a turn ends


def test_stopping_is_told_with_the_new_total():
    at = late((10, 0, 0), "roll", "hunt bP bP wP", "stop")
    assert "**Mallard** stops and scores **8**, 18 in all." in steps_of(at)


def test_T4_the_third_startle_is_told_with_what_is_lost():
    at = scene("trophy", 3, *ROLLED, "roll", "hunt bS wP wS")
    assert "## 💨 3 Startles!" in steps_of(at)
    assert "the deer are gone, 2 points are lost." in steps_of(at)


def test_a_new_turn_begins_with_the_whole_bag():
    at = scene("trophy", 3, *ROLLED, "stop")
    assert "12 dice" in said(at)
    assert "🟤B **5** · ⚪W **4** · 🟢G **2** · 🟠O **1**" in said(at)


def test_T3_a_new_stand_is_announced_and_then_told():
    hunts = ["hunt bP bP wP", "hunt bP bP wP", "hunt wP wP gP"]
    moves = [move for hunt in hunts for move in ("roll", hunt)]
    before = scene("trophy", 3, *ROLLED, *moves)
    assert "new stand" in said(before)
    assert any("stand" in label for label in labels(before))
    after = scene("trophy", 3, *ROLLED, *moves, "roll", "hunt bP wT oP")
    assert "moves to a new stand: **32** points are noted" in said(after)
    assert "Points **42** 🟤`B2`🟠`O8` + 32 noted" in said(after)


# How the game ends


def test_T5_who_reaches_36_makes_the_round_be_finished():
    at = late((34, 10, 0), "roll", "hunt bP bS wT", "stop")
    assert "**Mallard** has reached 36: the round is finished." in said(at)
    assert "last round" in said(at)


def test_T5_a_tie_is_told_with_its_leaders():
    at = late((36, 10, 34), "roll", "hunt bP bS wT", "stop", hunter=2)
    assert "are level at 36: they hunt on, one turn each" in said(at)
    assert "Tiebreak" in said(at)
    assert said(at).count("· tiebreak") == 2


def test_T5_what_a_leader_scored_in_the_tiebreak_stands_beside_his_total():
    moves = ["roll", "hunt bP bS wT", "stop", "roll", "hunt bP bP wP", "stop"]
    at = late((36, 10, 34), *moves, hunter=2)
    assert "**36** · tiebreak +8" in said(at)


def test_T5_a_tiebreak_that_is_level_again_is_told():
    once = ["roll", "hunt bP bS wT", "stop"]
    at = late((36, 10, 34), *once, *once, *once, hunter=2)
    assert "are still level: they hunt on" in said(at)


def test_T5_the_winner_of_a_tiebreak_is_named_as_such():
    moves = ["roll", "hunt bP bS wT", "stop"]
    won = ["roll", "hunt bP bP wP", "stop"]
    at = late((36, 10, 34), *moves, *won, *moves, hunter=2)
    assert "**Mallard** wins!" in said(at)
    assert said(at).count("ahead in the tiebreak") == 1


def test_a_winner_without_a_tie_needs_no_tiebreak():
    at = late((40, 10, 0), "roll", "hunt bP bS wT", "stop", hunter=2)
    assert "wins!" in said(at)
    assert "tiebreak" not in said(at)


# The rules


def rules():
    return "\n".join(item.content for page in RENDERER.rules(EMOJIS) for item in page.items)


def test_T1_the_rules_say_that_the_sides_are_an_assumption():
    assert "assumption" in FACES_NOTE
    assert FACES_NOTE in rules()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.colour)
def test_T1_the_rules_show_each_die_with_its_sides(kind):
    line = next(line for line in rules().splitlines() if f"**{kind.colour}**" in line)
    assert f"{kind.points} points" in line
    assert "/".join(map(str, kind.sides)) in line


def test_hidden_odds_are_not_told():
    at = scene("trophy", 3, "first 0")
    assert "The next roll" in said(at)
    assert "The next roll" not in said(replace(at, odds=False))
