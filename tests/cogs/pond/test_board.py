"""What the sheet of Ducks in the Pond shows, and what a player can do with it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from players.core import Level
from tables.model.table import SeatedPlayer
from tables.play.computers import COMPUTERS
from tests.cogs.pond.positions import DAY_1, position
from tests.cogs.scene import (
    context_of,
    labels,
    offered,
    said,
    scene,
)

EMPTY = "▫️"


def line(at, part, focus=""):
    """The line of the message that has this part in it, and does not tell what happened."""
    lines = said(at, focus).splitlines()
    return next(line for line in lines if part in line and not line.startswith("> "))


# The sheet


def test_an_empty_sheet_has_every_row_and_set_with_their_values():
    text = said(scene("pond", 1, DAY_1))
    for row in ("Mallard **5** (3)", "Pintail **8** (6)", "Canvasback **12** (9)"):
        assert row in text
    assert "Shoveler **20** (15)" in text


def test_a_set_shows_which_dice_it_takes_and_what_it_scores():
    text = said(scene("pond", 1, DAY_1))
    assert "`3+2` Full House **20** · `4 =` 4-Kind **20**" in text
    assert "`5 =` 5-Kind **25** · `123` Straight **10/15/20**" in text


def test_the_two_numbers_of_a_row_are_explained_as_long_as_there_are_two():
    legend = "Three dice fill a row. Points: **all on one day** (else)"
    assert legend in said(scene("pond", 1, DAY_1))
    assert legend not in said(position("1 5 - a1/a1/a1/a1/a1 -/-/-/- 15 -"))


def test_filled_boxes_show_their_dice_and_the_others_are_empty():
    at = scene("pond", 1, DAY_1, "place 2 2")
    assert f"`2``2`{EMPTY}" in line(at, "Pintail **8** (6)")


def test_two_players_see_who_has_scored_by_the_name():
    moves = ["start 5 3", DAY_1, "place 2 2", "end day", "roll 2 3 3 4 4", "place 2"]
    at = scene("pond", 2, *moves)
    assert r"`2``2``2` Pintail **+6** (a\*b\_c" in line(at, "Pintail **+6**")
    assert "Full House **+20** (Mallard)" in said(
        scene("pond", 2, "start 5 3", "roll 2 2 2 4 6 6", "full-house 2 2 2 6 6")
    )


def test_only_whose_day_it_is_has_a_mark():
    text = said(scene("pond", 2, "start 5 3", DAY_1))
    assert "\n▶ **Mallard** · 0 points\n**a" in text


def test_P1_the_live_value_is_the_higher_one_until_another_day():
    assert "**8** (6)" in line(scene("pond", 1, DAY_1, "place 2"), "Pintail")
    later = scene("pond", 1, DAY_1, "place 2", "end day", "roll 1 1 3 3 4")
    assert line(later, "Pintail").endswith("Pintail **6**")


def test_P1_a_row_filled_on_one_day_shows_the_higher_value():
    assert "**+8**" in line(scene("pond", 1, DAY_1, "place 2 2 2"), "Pintail")


def test_what_can_no_longer_be_made_is_crossed_out():
    moves = [DAY_1, "end day", "roll 1 1 1 1 1", "end day", "roll 1 1 1 1", "end day", "roll 1 1 1"]
    at = scene("pond", 1, *moves)
    assert "~~5-Kind~~" not in said(at)
    day_4 = scene("pond", 1, *moves, "end day", "roll 1 2", "end day", "roll 4")
    for gone in ("~~Full House~~", "~~4-Kind~~", "~~5-Kind~~", "~~Teal~~"):
        assert gone in said(day_4)


def test_P3_a_claimed_set_shows_its_points():
    at = scene("pond", 1, "roll 1 2 3 4 5 6", "straight 2 3 4 5 6")
    assert "Straight **+20**" in said(at)


def test_today_and_the_days_to_come_are_told_with_their_weather_and_dice():
    at = scene("pond", 1, DAY_1, "end day", "roll 1 1 3 3 4")
    assert "Day 2 of 6 · Partly Cloudy · 5 dice" in said(at)
    assert line(at, "Next days") == "-# Next days' dice: ☁️ 4 · 🌦️ 3 · 🌧️ 2 · ⛈️ 1"


def test_on_the_last_day_nothing_follows():
    assert "Then:" not in said(position("1 6 - -/-/a1a2/-/- -/-/-/- 3 -"))


def test_P8_a_day_that_a_6_makes_sunny_has_the_sun_and_six_dice():
    assert "dice: ☀️ 6" in line(scene("pond", 1, DAY_1, "sunny"), "Next days")


def test_the_points_are_told():
    at = scene("pond", 1, "roll 2 2 2 3 4 5", "place 2 2 2", "straight 3 4 5")
    assert "**Mallard** · 18 points" in said(at)


# Dice stand there once


def test_dice_that_are_buttons_are_not_in_the_text_too():
    at = scene("pond", 1, DAY_1)
    assert "`1` `2`" not in said(at)
    assert labels(at)[:6] == ["1", "2", "2", "2", "4", "6"]


@pytest.mark.parametrize(
    "at",
    [
        scene("pond", 1, DAY_1, "feed 1 6 as 2"),
        position("1 6 - -/-/a1a2/-/- -/-/-/- 3 -"),
        replace(
            scene("pond", 1, DAY_1),
            seats=(SeatedPlayer(COMPUTERS[Level.EASY][0], level=Level.EASY),),
        ),
    ],
    ids=["wild", "single", "of a computer"],
)
def test_dice_without_buttons_are_in_the_text(at):
    large = " ".join(f"`{die.value}`" for die in context_of(at).view.dice if not die.spent)
    assert "# " in said(at)
    assert large.removesuffix("`2`") in said(at).replace("⭐", "")


def test_P10_a_lone_player_sees_the_next_rank_and_at_the_end_which_are_reached():
    assert "0 points · 70 for Novice\n" in said(position("1 2 - -/-/-/-/- -/-/-/- 12345 -"))
    late = "1 6 - -/-/a4a4a4/a1a1a1/a1a1a1 a5/a4/-/- 5 -"
    assert " points · 90 for Professional\n" in said(position(late))
    reached = "-# 70 Novice ✅ · 80 Connoisseur ✅ · 90 Professional"
    assert said(position(late, "end day")).count(reached) == 1
    assert "Novice" not in said(scene("pond", 2, "start 5 3", DAY_1))


# Steps that are told


def test_who_plays_alone_is_not_told_how_the_own_day_ended():
    moves = (DAY_1, "end day", "roll 1 2 3 4 5")
    assert "ends day 1" in said(scene("pond", 2, "start 5 3", *moves))
    assert "ends day 1" not in said(scene("pond", 1, *moves))


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("place 2", "puts `2` into Pintail."),
        ("place 2 2 2", "fills Pintail with `2` `2` `2`: **+8!**"),
        ("change 4 to 5", "spends `1`: `4` becomes `5`"),
        ("sunny", "spends `6`: six dice on the next day ☀️"),
        ("feed 1 6 as 4", "turns `1` `6` into a wild ⭐`4`"),
    ],
)
def test_a_move_is_told(move, told):
    assert told in said(scene("pond", 1, DAY_1, move))


def test_a_re_roll_is_told_with_what_came_up():
    at = scene("pond", 1, "roll 1 2 3 4 5 6", "reroll 1 2", "roll 4 5")
    assert "spends `3` and re-rolls `1` `2`" in said(at)
    assert "comes up `4` `5`" in said(at)


def test_undoing_is_told_and_called_as_everywhere():
    assert "↩ Undo" in labels(scene("pond", 1, DAY_1, "place 2"))
    assert "undoes the last step" in said(scene("pond", 1, DAY_1, "place 2", "undo"))


# Two players


def test_P9_the_roll_for_start_is_shown_ties_included():
    text = said(scene("pond", 2, "start 4 4", "start 2 6", DAY_1))
    assert "`4`" in text
    assert "equal, so again" in text
    assert r"**a\*b\_c\`d\|e\~f** starts" in text


def test_P9_a_rematch_tells_that_the_winner_starts():
    assert "won the last game and starts" in said(scene("pond", 2, DAY_1, first=1))


# The end


def test_P10_a_lone_player_ends_with_score_and_rank_and_not_with_a_win():
    at = position("1 6 - -/-/a4a4a4/a1a1a1/a1a1a1 a5/a4/-/- 5 -", "end day")
    text = said(at)
    assert "## 👑 87 points: Connoisseur!" in text
    assert "win" not in text


def test_a_lone_player_ends_with_the_whole_sheet_and_two_do_not():
    """A podium with one step says nothing."""
    assert "Pintail" in said(position("1 6 - -/-/-/-/- -/-/-/- 3 -", "end day"))
    assert "Pintail" not in said(
        position("2a 6 - a1a1a1/-/-/-/- -/-/-/- ?1 -", "roll 1", "end day", seats=2)
    )


def test_P10_few_points_have_no_crown():
    assert "## 🦆 0 points: Honorable Mention!" in said(
        position("1 6 - -/-/-/-/- -/-/-/- 3 -", "end day")
    )


def test_many_points_at_once_are_celebrated():
    assert "> ## 🎉 +20!" in said(scene("pond", 1, "roll 2 2 2 6 6 6", "full-house 2 2 2 6 6"))


def test_two_players_end_with_who_wins():
    sheet = "2a 6 - a1a1a1/-/-/-/- -/-/-/- ?1 -"
    at = position(sheet, "roll 1", "end day", seats=2)
    text = said(at)
    assert "**Mallard** wins!" in text
    assert "5 points (rows 5, sets 0)" in text


def test_nothing_can_be_clicked_when_the_game_is_over():
    at = position("1 6 - -/-/-/-/- -/-/-/- 3 -", "end day")
    assert offered(at) == []
    assert context_of(at).moves == ()
