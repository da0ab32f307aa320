"""What the board of Trophy Buck shows and tells."""

from __future__ import annotations

from dataclasses import replace

import pytest
from discord import ButtonStyle

from cogs.display.pages.context import see_steps
from cogs.trophy.board import RENDERER
from engine.trophy import FACES_NOTE, KINDS, State
from tests.cogs.scene import EMOJIS, context_of, controls, labels, offered, said, scene, steps_of

GREY, GREEN = ButtonStyle.secondary, ButtonStyle.success

FIRST = "first 0"
ROLLED = [FIRST, "roll", "hunt bP wT gS"]


def late(totals, *moves, hunter=0, first=0):
    """A table where these totals were banked before."""
    return scene("trophy", len(totals), *moves, state=State(totals, first, hunter))


# A turn


def test_the_three_dice_are_shown_large_with_colour_worth_and_symbol():
    assert "# 🟤`+2` ⚪`4`🐾 🟢`6`🦌" in said(scene("trophy", 3, *ROLLED))


def test_the_roll_stands_there_once():
    text = said(scene("trophy", 3, *ROLLED))
    assert "rolls" not in text
    large = next(line for line in text.splitlines() if line.startswith("# "))
    assert [large.count(die) for die in ("🟤`", "⚪`", "🟢`")] == [1, 1, 1]
    assert text.count("⚪`") == 1


def test_what_the_turn_has_brought_is_told():
    assert "This turn: **2 points** 🟤`+2`\nStartles: **1** of 3 🟢`6`🦌" in said(
        scene("trophy", 3, *ROLLED)
    )


def test_what_lies_aside_stays_in_sight():
    """Only the last roll is large: points and Startles of earlier ones would be gone."""
    text = said(scene("trophy", 3, *ROLLED, "roll", "hunt bP wS wT"))
    assert "**4 points** 🟤`+2`🟤`+2`\nStartles: **2** of 3 " in text
    assert "⚪`4`🦌" in text.split("Startles:")[1]
    assert "🟢`6`🦌" in text.split("Startles:")[1]


def test_the_bag_is_told_with_what_its_dice_are_worth():
    bag = "In the bag: 4 brown (2 points each), 3 white (4), 1 green (6), 1 orange (8)"
    assert bag in plain(scene("trophy", 3, *ROLLED))
    empty = plain(scene("trophy", 3, FIRST, "roll", "hunt wT gT oP"))
    assert "orange" not in empty


def plain(at):
    """What is said, with spaces at which no line breaks as other spaces."""
    return said(at).replace("\xa0", " ")


def test_the_chance_that_the_next_roll_ends_the_turn_is_exact():
    # 22.6 % is 293 / 1,296: one Startle lies there, and the next roll must bring two or more
    assert "The next roll ends the turn: **22.6 %**" in said(scene("trophy", 3, *ROLLED))


def test_before_the_first_roll_which_is_no_choice_there_are_no_odds():
    """A chance to lose stood above the line that says that nothing can be lost."""
    at = scene("trophy", 3, FIRST)
    assert "The next roll" not in said(at)
    assert "cannot lose anything" in RENDERER.guide(context_of(at))


def test_the_first_roll_is_no_choice():
    assert offered(scene("trophy", 3, FIRST)) == ["roll"]


def test_after_a_roll_the_hunter_may_stop_and_sees_what_that_scores():
    at = scene("trophy", 3, *ROLLED)
    assert offered(at) == ["roll", "stop"]
    assert labels(at) == ["Roll 1 Track again and 2 new", "Stop and score 2"]


@pytest.mark.parametrize(
    ("fallen", "label"),
    [
        ("hunt bT wT gS", "Roll 2 Tracks again and 1 new"),
        ("hunt bT wT gT", "Roll the 3 Tracks again"),
        ("hunt bP wP gS", "Roll 3 new dice"),
    ],
)
def test_the_button_says_which_dice_are_rolled(fallen, label):
    assert labels(scene("trophy", 3, FIRST, "roll", fallen))[0] == label


def test_only_a_stop_that_scores_is_green():
    for fallen, colour in (("hunt bT wT gS", GREY), ("hunt bP wT gS", GREEN)):
        _, stop = controls(scene("trophy", 3, FIRST, "roll", fallen))
        assert stop["style"] == colour.value


def test_in_a_replay_a_roll_is_told_with_what_it_brought():
    at = scene("trophy", 3, *ROLLED)
    roll = see_steps(at.game, at.recent, None)[-1]
    told = RENDERER.describe_step(context_of(at), roll)
    assert told == "**Mallard** rolls 🟤`+2` ⚪`4`🐾 🟢`6`🦌: **+2**"


def test_who_hunts_first_is_told():
    assert r"**a\*b\_c\`d\|e\~f** hunts first" in said(scene("trophy", 3, "first 1"))


# How a turn ends


def test_stopping_is_told_with_the_new_total():
    at = late((10, 0, 0), "roll", "hunt bP bP wP", "stop")
    assert "**Mallard** stops and scores **8**, 18 in all." in steps_of(at)


def test_T4_the_third_startle_is_told_with_what_is_lost():
    at = scene("trophy", 3, *ROLLED, "roll", "hunt bS wP wS")
    assert "## 💨 3 Startles!" in steps_of(at)
    told = "⚪`4`🦌, with 1 Startle there already: the deer are gone, 2 points are lost."
    assert told in steps_of(at)
    at_once = steps_of(scene("trophy", 3, FIRST, "roll", "hunt bS wS wS"))
    assert "already" not in at_once


def test_a_new_turn_begins_with_the_whole_bag():
    at = scene("trophy", 3, *ROLLED, "stop")
    assert "12 dice" in said(at)
    assert "5 brown (2 points each), 4 white (4), 2 green (6), 1 orange (8)" in plain(at)


def told(at):
    """The story of all that has happened, as of computers that have played since a click."""
    return RENDERER.describe_steps(context_of(at), see_steps(at.game, at.recent, None))


def test_of_several_turns_each_is_told_with_what_it_brought():
    turns = ["roll", "hunt bP bP wP", "stop", *ROLLED[1:], "roll", "hunt bS wP wS"]
    (line,) = told(scene("trophy", 3, FIRST, *turns))
    assert line == r"**Mallard** +8 · **a\*b\_c\`d\|e\~f** 3 Startles, 2 lost"


def test_the_story_of_seven_turns_leaves_none_out():
    stop = ["roll", "hunt bP bP wP", "stop"]
    at = scene("trophy", 8, FIRST, *stop * 7)
    assert len(told(at)) == 1
    assert told(at)[0].count("+8") == 7


def test_of_several_turns_it_is_told_what_they_led_to():
    stop = ["roll", "hunt bP bP wP", "stop"]
    turns = told(late((34, 0, 0), *stop, *stop))
    assert turns[1] == "**Mallard** has reached 36: this round is the last."


def test_T3_a_new_stand_is_announced_and_then_told():
    hunts = ["hunt bP bP wP", "hunt bP bP wP", "hunt wP wP gP"]
    moves = [move for hunt in hunts for move in ("roll", hunt)]
    before = scene("trophy", 3, *ROLLED, *moves)
    assert "Too few dice for a roll: the points are noted" in said(before)
    assert any("stand" in label for label in labels(before))
    after = scene("trophy", 3, *ROLLED, *moves, "roll", "hunt bP wT oP")
    assert "moves to a new stand: **32** points are noted" in said(after)
    assert "This turn: **42 points** " in said(after)


# How the game ends


def test_T5_who_reaches_36_makes_the_round_be_finished():
    at = late((34, 10, 0), "roll", "hunt bP bS wT", "stop")
    assert "**Mallard** has reached 36: this round is the last." in said(at)
    assert "The last round: 36 points to beat" in said(at)


def test_T5_the_goal_does_not_read_as_a_race():
    assert "Last round: when somebody has 36" in said(late((34, 10, 0)))


def test_T5_a_tie_is_told_with_its_leaders():
    at = late((36, 10, 34), "roll", "hunt bP bS wT", "stop", hunter=2)
    assert "are level at 36: they hunt on, one turn each" in said(at)
    assert "Tiebreak" in said(at)
    assert said(at).count("· tiebreak") == 2


def test_T5_what_a_leader_scored_in_the_tiebreak_stands_beside_his_total():
    moves = ["roll", "hunt bP bS wT", "stop", "roll", "hunt bP bP wP", "stop"]
    at = late((36, 10, 34), *moves, hunter=2)
    assert "36 points · tiebreak +8" in said(at)


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
    return "\n".join(item["content"] for page in RENDERER.rules(EMOJIS) for item in page.items)


def test_T1_the_rules_say_that_the_sides_are_an_assumption():
    assert "assumption" in FACES_NOTE
    assert FACES_NOTE in rules()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.colour)
def test_T1_the_rules_show_each_die_with_its_sides(kind):
    line = next(line for line in rules().splitlines() if f"**{kind.colour}**" in line)
    assert f"{kind.points} points" in line
    assert "/".join(map(str, kind.sides)) in line


def test_hidden_odds_are_not_told():
    at = scene("trophy", 3, *ROLLED)
    assert "The next roll" in said(at)
    assert "The next roll" not in said(replace(at, odds=False))
