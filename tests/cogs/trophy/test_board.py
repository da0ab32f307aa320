"""The board of Trophy Buck."""

from __future__ import annotations

import pytest
from discord import ButtonStyle

from cogs.display.pages.board import see_steps
from cogs.display.pages.messages import render_table
from cogs.interactions.language import ENGLISH
from cogs.trophy.board import RENDERER
from engine.trophy import FACES_NOTE, KINDS, State
from tests.cogs.limits import ROW, components
from tests.cogs.scene import EMOJIS, context_of, labels, offered, said, scene, steps_of

GREY, GREEN = ButtonStyle.secondary, ButtonStyle.success

FIRST = "first 0"
ROLLED = [FIRST, "roll", "hunt bP wT gS"]


def late(totals, *moves, hunter=0, first=0):
    """Return a table that starts with these totals, after these moves."""
    return scene("trophy", len(totals), *moves, state=State(totals, first, hunter))


# A turn


def test_a_turn_that_lost_its_points_is_told_until_the_next_press():
    lost = (*ROLLED, "roll", "hunt bS wP wS")
    at = scene("trophy", 3, *lost, "roll", "hunt bP wP gP", "stop")
    told = RENDERER.describe_steps(context_of(at), see_steps(at.game, at.recent, None))
    assert "**Mallard** loses **2 points**." in told


def test_the_three_dice_are_shown_large_with_colour_worth_and_symbol():
    assert "# 🟤`+2` ⚪`4`🐾 🟢`6`🦌" in said(scene("trophy", 3, *ROLLED))


def test_the_roll_is_shown_once():
    text = said(scene("trophy", 3, *ROLLED))
    assert "Mallard rolls" not in text
    large = next(line for line in text.splitlines() if line.startswith("# "))
    assert [large.count(die) for die in ("🟤`", "⚪`", "🟢`")] == [1, 1, 1]
    assert text.count("⚪`") == 1


def test_the_points_of_the_turn_are_shown_with_the_startles_as_dice():
    text = said(scene("trophy", 3, *ROLLED, "roll", "hunt bP wS wT"))
    assert "\n# +4 · ⚪`4`🦌🟢`6`🦌▢\n**One Startle away!**\n" in text
    assert "\n# +2 · 🟢`6`🦌▢▢\n**1** of 3 Startles" in said(scene("trophy", 3, *ROLLED))


def test_the_bag_says_once_what_its_numbers_are():
    bag = "🎒 🟤2🟤2🟤2🟤2⚪4⚪4⚪4🟢6🟠8\n"
    assert bag in said(scene("trophy", 3, *ROLLED))
    assert "🟠8" not in said(scene("trophy", 3, FIRST, "roll", "hunt wT gT oP"))


def test_the_race_is_a_bar_that_ends_at_the_goal():
    lines = said(late((0, 15, 36, 40))).splitlines()
    assert [line for line in lines if "🏁 **" in line] == [
        f"{'▱' * 9}🏁 **0** **Mallard**",
        f"{'▰' * 3}{'▱' * 6}🏁 **15** **a\\*b\\_c\\`d\\|e\\~f**",
        f"{'▰' * 9}🏁 **36** **Wigeon with a name that is 32 ch**",
        f"{'▰' * 9}🏁 **40** **@\u200beveryone**",
    ]


def test_the_risk_is_in_tenths_on_the_board():
    # One Startle is out, so two more lose the turn: a chance of 293 / 1,296, or 22.6 %.
    at = scene("trophy", 3, *ROLLED)
    assert "-# Risk of losing the 2: about 2 in 10\n" in said(at)


def test_without_points_there_is_no_risk():
    assert "Risk" not in said(scene("trophy", 3, FIRST, "roll", "hunt bT wT gS"))


def test_the_first_draw_is_neither_called_safe_nor_given_odds():
    """The first draw is not safe: it may roll three Startles at once."""
    at = scene("trophy", 3, FIRST)
    assert "Risk" not in said(at)


def test_the_first_roll_is_no_choice():
    assert offered(scene("trophy", 3, FIRST)) == ["roll"]


def test_after_a_roll_the_hunter_may_stop_and_sees_the_score():
    at = scene("trophy", 3, *ROLLED)
    assert offered(at) == ["roll", "stop"]
    assert labels(at) == ["Draw 2, roll 1 again", "Stop: keep 2"]


@pytest.mark.parametrize(
    ("fallen", "label"),
    [
        ("hunt bT wT gS", "Draw 1, roll 2 again"),
        ("hunt bT wT gT", "Roll all 3 again"),
        ("hunt bP wP gS", "Draw 3 more"),
    ],
)
def test_the_button_says_how_many_dice_come_from_the_bag(fallen, label):
    assert label in labels(scene("trophy", 3, FIRST, "roll", fallen))


def test_stop_is_not_shown_before_a_roll():
    rows = [
        [button["label"] for button in part["components"]]
        for at in (scene("trophy", 3, FIRST), scene("trophy", 3, *ROLLED))
        for part in components(render_table(RENDERER, at, EMOJIS, 0.0).items)
        if part["type"] == ROW
    ]
    assert rows == [["Draw 3"], ["⋯"], ["Draw 2, roll 1 again", "Stop: keep 2"], ["⋯"]]


def test_a_replay_tells_each_roll_with_its_points():
    at = scene("trophy", 3, *ROLLED)
    roll = see_steps(at.game, at.recent, None)[-1]
    told = RENDERER.describe_step(context_of(at), roll)
    assert told == "**Mallard** rolls 🟤`+2` ⚪`4`🐾 🟢`6`🦌: **+2**"


def test_the_first_hunter_is_named():
    assert r"**a\*b\_c\`d\|e\~f** hunts first" in said(scene("trophy", 3, "first 1"))


# The end of a turn


def test_a_stop_is_told_with_its_score():
    at = late((10, 0, 0), "roll", "hunt bP bP wP", "stop")
    assert "**Mallard** stops and scores **8**." in steps_of(at)


def test_T4_the_third_startle_is_told_with_the_lost_points():
    at = scene("trophy", 3, *ROLLED, "roll", "hunt bS wP wS")
    assert "# 💨 3 Startles: no points!" in steps_of(at)
    told = "# 🟢`6`🦌 + 🟤`2`🦌 ⚪`+4` ⚪`4`🦌\n**Mallard** loses **2 points**."
    assert told in steps_of(at)
    at_once = steps_of(scene("trophy", 3, FIRST, "roll", "hunt bS wS wS"))
    assert " + " not in at_once


def test_a_new_turn_begins_with_the_whole_bag():
    at = scene("trophy", 3, *ROLLED, "stop")
    assert f"🎒 {'🟤2' * 5}{'⚪4' * 4}{'🟢6' * 2}🟠8\n" in said(at)


def told(at):
    """Return the text about all steps, as it is shown after turns of computer players."""
    return RENDERER.describe_steps(context_of(at), see_steps(at.game, at.recent, None))


def test_the_last_turn_is_told_with_all_its_throws():
    turns = ["roll", "hunt bP bP wP", "stop", *ROLLED[1:], "roll", "hunt bP wP wS", "stop"]
    earlier, story = told(scene("trophy", 3, FIRST, *turns))
    assert earlier == "**Mallard** 🟤`+2` 🟤`+2` ⚪`+4` **+8**"
    dice, points = story.split("\n")
    assert dice == "# 🟤`+2` ⚪`4`🐾 🟢`6`🦌 · 🟤`+2` ⚪`+4` ⚪`4`🦌"
    assert points == r"**a\*b\_c\`d\|e\~f** **+8**"


def test_a_lost_turn_is_told_with_all_its_throws():
    (story,) = told(scene("trophy", 3, *ROLLED, "roll", "hunt bS wP wS"))
    throws = "🟤`+2` ⚪`4`🐾 🟢`6`🦌 · 🟤`2`🦌 ⚪`+4` ⚪`4`🦌"
    assert f"# {throws}\n**Mallard** loses **2 points**." in story


def test_the_points_of_each_last_turn_stay_until_the_next_one_ends():
    stop, lost = ["roll", "hunt bP bP wP", "stop"], ["roll", "hunt bS wS wS"]
    moves = [FIRST, *stop, *lost, *stop]
    for again in ([], ["roll", "hunt bP bP bP"]):
        text = said(scene("trophy", 3, *moves, *again))
        points = [line.rpartition(" · ")[2] for line in text.split("\n") if "🏁 **" in line]
        assert points == ["+8", "+0", "+8"]


def test_several_turns_are_told_with_their_milestones():
    stop = ["roll", "hunt bP bP wP", "stop"]
    turns = told(late((34, 0, 0), *stop, *stop))
    assert turns[0].endswith("\n**Mallard** has reached 36 points! This round is the last.")


def test_earlier_turns_have_a_line_each_only_if_they_are_few():
    lost, stop = ["roll", "hunt bS wS gS"], ["roll", "hunt bP bP wP", "stop"]
    few = told(scene("trophy", 3, FIRST, *stop, *lost, *stop))
    assert [line.split(" ")[0] for line in few[:-1]] == ["**Mallard**", r"**a\*b\_c\`d\|e\~f**:"]
    many = told(scene("trophy", 4, FIRST, *stop, *lost, *stop, *stop))
    assert len(many) == 1
    assert len(told(scene("trophy", 4, FIRST, *lost, *stop, *stop, *stop))) == 2


def test_the_sides_of_a_die_are_explained_in_a_players_first_turn():
    why = "-# 🟤`+2` scores · 🟤`2`🐾 rolls again · three 🟤`2`🦌: all lost\n"
    assert why in said(scene("trophy", 3, *ROLLED))
    stop = ["roll", "hunt bP bP wP", "stop"]
    assert why in said(scene("trophy", 3, FIRST, *stop * 2, "roll", "hunt bP wT gS"))
    assert "scores ·" not in said(scene("trophy", 3, FIRST, *stop * 3, "roll", "hunt bP wT gS"))


def test_T3_a_new_stand_is_announced_and_then_told():
    hunts = ["hunt bP bP wP", "hunt bP bP wP", "hunt wP wP gP"]
    moves = [move for hunt in hunts for move in ("roll", hunt)]
    before = scene("trophy", 3, *ROLLED, *moves)
    told = "Too few dice for a roll: the points are kept, and the Points dice go back."
    assert told in said(before)
    after = scene("trophy", 3, *ROLLED, *moves, "roll", "hunt bP wT oP")
    assert "moves to a new stand: **32** points are noted" in said(after)
    assert "# +42" in said(after)


# The end of the game


def test_T5_at_36_points_the_round_becomes_the_last():
    at = late((34, 10, 0), "roll", "hunt bP bS wT", "stop")
    assert "**Mallard** has reached 36 points! This round is the last." in said(at)
    assert "The last round: 36 points to beat" in said(at)


def test_T5_the_goal_does_not_read_as_a_race():
    assert "🏁 36" in said(late((34, 10, 0)))


def test_T5_a_tie_names_its_leaders():
    at = late((36, 10, 34), "roll", "hunt bP bS wT", "stop", hunter=2)
    leaders = "**Mallard** and **Wigeon with a name that is 32 ch**"
    assert f"Level at 36: {leaders}. They hunt on, one turn each." in said(at)
    assert "Tiebreak" in said(at)
    assert said(at).count(" · …\n") == 2


def test_T5_tiebreak_points_are_shown_beside_the_total():
    moves = ["roll", "hunt bP bS wT", "stop", "roll", "hunt bP bP wP", "stop"]
    at = late((36, 10, 34), *moves, hunter=2)
    assert "🏁 **36** **Mallard** · +8" in said(at)


def test_T5_a_tiebreak_that_ends_level_is_told():
    once = ["roll", "hunt bP bS wT", "stop"]
    at = late((36, 10, 34), *once, *once, *once, hunter=2)
    assert ". They hunt on, one turn each." in said(at)


def test_T5_the_winner_of_a_tiebreak_is_named_as_such():
    moves = ["roll", "hunt bP bS wT", "stop"]
    won = ["roll", "hunt bP bP wP", "stop"]
    at = late((36, 10, 34), *moves, *won, *moves, hunter=2)
    assert "**Mallard** wins, 36 to 36!\nIt took a tiebreak." in said(at)


def test_the_end_tells_the_last_turns_of_the_best_two_once():
    stop, lost = ["roll", "hunt bP bS wT", "stop"], ["roll", "hunt bS wS gS"]
    at = late((34, 10, 20), *stop, *stop, *lost)
    third = "Wigeon with a name that is 32 ch"
    assert "\nLast turn: **Mallard** +2\n" in said(at)
    assert f"**{third}**: The deer are gone." in said(at)
    level = late((36, 10, 34), *stop, *["roll", "hunt bP bP wP", "stop"], *stop, hunter=2)
    assert "\nLast turn: **Mallard** +8\n" in said(level)
    assert f"**{third}** stops and scores **2**." in said(level)
    behind = late((34, 10, 20), *lost, *stop, *lost, hunter=1)
    assert "\nLast turn" not in said(behind)


def test_a_winner_without_a_tie_needs_no_tiebreak():
    at = late((40, 10, 0), "roll", "hunt bP bS wT", "stop", hunter=2)
    assert "wins, 40 to 10!" in said(at)
    assert "tiebreak" not in said(at)


# The rules


def rules():
    return "\n".join(
        item["content"] for page in RENDERER.rules(ENGLISH, EMOJIS) for item in page.items
    )


def test_T1_the_rules_say_that_the_sides_are_an_assumption():
    assert "assumption" in FACES_NOTE
    assert FACES_NOTE in rules()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.colour)
def test_T1_the_rules_show_each_die_with_its_sides(kind):
    line = next(line for line in rules().splitlines() if EMOJIS[f"{kind.colour}_die"] in line)
    shown = zip(("points", "startle", "tracks"), kind.sides, strict=True)
    assert all(f"{EMOJIS[f'{kind.colour}_{side}']} {number}" in line for side, number in shown)


def test_the_rules_show_the_three_sides():
    sides = [EMOJIS[f"green_{side}"] for side in ("points", "tracks", "startle")]
    assert all(side in RENDERER.three_lines(ENGLISH, EMOJIS)[0] for side in sides)
    assert all(side in RENDERER.rules(ENGLISH, EMOJIS)[0].items[0]["content"] for side in sides)


def stops(at):
    """Return the labels of the buttons to stop."""
    parts = components(RENDERER.controls(context_of(at)))
    return [part["label"] for part in parts if part.get("label", "").startswith("Stop")]


def test_a_stop_that_cannot_win_any_more_says_how_much_is_missing():
    turn = ["roll", "hunt bP bS wT"]
    assert "Stop: 38 short" in stops(late((40, 0, 0), *turn, hunter=1))
    assert "Stop: keep 2" in stops(late((2, 0, 0), *turn))
    assert "Stop: keep 2" in stops(late((40, 38, 0), *turn, hunter=1))
    tried = late((36, 10, 34), *turn, "stop", "roll", "hunt bP bP wP", "stop", *turn, hunter=2)
    assert "Stop: 6 short" in stops(tried)
