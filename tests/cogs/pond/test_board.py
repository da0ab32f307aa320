"""What the sheet of Ducks in the Pond shows, and what a player can do with it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.display.controls.components import StepButton
from cogs.display.pages.context import see_steps
from cogs.pond.board import RENDERER
from engine import game
from players.core import Level
from tables.model.table import SeatedPlayer
from tables.play.computers import COMPUTERS
from tests.cogs.scene import (
    choices,
    context_of,
    controls,
    focuses,
    labels,
    offered,
    parts_of,
    said,
    scene,
    steps_of,
)

DAY_1 = "roll 1 2 2 2 4 6"
EMPTY = "▫️"


def line(at, part, focus=""):
    """The line of the message that has this part in it, and does not tell what happened."""
    lines = said(at, focus).splitlines()
    return next(line for line in lines if part in line and not line.startswith("> "))


def position(text, *moves, seats=1, **more):
    """A table that stands at a typed position."""
    return scene("pond", seats, *moves, state=game("pond").from_position(text), **more)


# The sheet


def test_an_empty_sheet_has_every_row_and_set_with_their_values():
    text = said(scene("pond", 1, DAY_1))
    for row in ("Mallard **5** (3)", "Pintail **8** (6)", "Canvasback **12** (9)"):
        assert row in text
    for named in ("Shoveler **20** (15)", "Full House **20**", "4-Kind **20**", "5-Kind **25**"):
        assert named in text
    assert "Straight **10** to **20**" in text


def test_the_two_numbers_of_a_row_are_explained_as_long_as_there_are_two():
    legend = "Full row: points on one day (on several)"
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
    assert line(at, "Then:") == "-# Then: ☁️ 4 dice · 🌦️ 3 · 🌧️ 2 · ⛈️ 1"


def test_on_the_last_day_nothing_follows():
    assert "Then:" not in said(position("1 6 - -/-/a1a2/-/- -/-/-/- 3 -"))


def test_P8_a_day_that_a_6_makes_sunny_has_the_sun_and_six_dice():
    assert "Then: ☀️ 6 dice" in line(scene("pond", 1, DAY_1, "sunny"), "Then:")


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


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ("-/-/-/-/-", "-# 70 more points make a Novice"),
        ("-/-/-/a1a1a1/a1a1a1", "-# 35 more points make a Novice"),
    ],
)
def test_P10_a_lone_player_sees_how_far_the_next_rank_is(rows, told):
    assert told in said(position(f"1 2 - {rows} -/-/-/- 12345 -"))


def test_P10_a_rank_that_is_reached_is_told_with_the_next():
    at = position("1 6 - -/-/a4a4a4/a1a1a1/a1a1a1 a5/a4/-/- 5 -")
    assert "Connoisseur already, 3 more points make a Professional" in said(at)


# Picking dice


def test_at_first_there_is_a_button_for_each_die():
    at = scene("pond", 1, DAY_1)
    assert labels(at) == ["1", "2", "2", "2", "4", "6", "End the day"]
    assert offered(at) == []


@pytest.mark.parametrize(
    ("day", "die", "move", "label"),
    [
        (DAY_1, 1, "place 2 2 2", "2 2 2 into Pintail: +8"),
        ("roll 1 2 3 4 5 6", 0, "straight 1 2 3 4 5", "Straight 1 2 3 4 5: +20"),
        ("roll 2 2 2 6 6 6", 5, "full-house 2 2 2 6 6", "Full House 2 2 2 6 6: +20"),
    ],
)
def test_to_fill_a_row_or_claim_a_set_takes_two_taps(day, die, move, label):
    at = scene("pond", 1, day)
    tapped = focuses(at)[die]
    button = next(c for c in controls(at, tapped) if getattr(c, "label", "") == label)
    assert parts_of(button)["move"] == move


def test_a_picked_die_is_marked_and_a_second_click_puts_it_back():
    at = scene("pond", 1, DAY_1)
    once = focuses(at)[1]
    assert labels(at, once)[:3] == ["1", "2✓", "2"]
    twice = focuses(at, once)[1]
    assert "✓" not in "".join(labels(at, twice))


def test_picked_dice_offer_what_exactly_they_can_do():
    at = scene("pond", 1, DAY_1)
    assert offered(at, "dice 1 2 3") == ["place 2 2 2"]
    assert labels(at, "dice 0 4")[6:8] == ["Spend 1: 4 → 3", "Spend 1: 4 → 5"]
    assert offered(at, "dice 0 4") == ["change 4 to 3", "change 4 to 5"] + [
        f"feed 1 4 as {wild}" for wild in range(1, 6)
    ]


def test_a_placement_that_scores_says_how_much():
    at = scene("pond", 1, DAY_1)
    assert "2 2 2 into Pintail: +8" in labels(at, "dice 1")
    assert choices(at, "dice 1") == ["2 into Pintail", "2 2 into Pintail"]


def test_dice_that_do_nothing_together_say_so():
    assert "can do nothing together" in said(scene("pond", 1, DAY_1), "dice 1 4 5")


def test_P6_a_3_alone_offers_to_re_roll_all_the_others():
    at = scene("pond", 1, "roll 1 2 3 4 5 6")
    assert "reroll 1 2 4 5 6" in offered(at, "dice 2")
    assert "reroll 1 2 4 5 6" not in offered(at, "dice 0")


def test_a_single_die_needs_no_picking():
    at = position("1 6 - -/-/a1a2/-/- -/-/-/- 3 -")
    assert offered(at) == ["place 3"]


def test_a_focus_that_no_button_wrote_picks_nothing():
    at = scene("pond", 1, DAY_1)
    for focus in ("dice 9", "dice x", "dice -1", "dice ²", "nonsense 1", "dice", "1"):
        assert offered(at, focus) == []


def test_P7_a_fed_die_has_to_be_placed_and_can_be_taken_back():
    at = scene("pond", 1, DAY_1, "feed 1 6 as 2")
    assert "`2`" in said(at)
    assert "wild" in said(at)
    assert offered(at) == ["4-kind 2 2 2 2w", "place 2 2 2w", "place 2w", "place 2 2w", "undo"]


def test_a_placement_can_be_taken_back_until_dice_are_rolled():
    assert "undo" in offered(scene("pond", 1, DAY_1, "place 2"))
    assert "undo" not in offered(scene("pond", 1, DAY_1, "place 2", "end day", "roll 1 1 1 1 1"))


# The end of a day


def test_what_is_unused_is_pointed_out_once_before_the_day_ends():
    at = scene("pond", 1, DAY_1)
    assert "end day" not in offered(at)
    assert "you could still" not in said(at)
    assert "end" in focuses(at)
    assert "end day" in offered(at, "end")
    assert "you could still" in said(at, "end")
    assert "Fill Pintail with 2 2 2: +8" in choices(at, "end")


def test_the_reminder_says_how_a_row_can_be_filled_in_steps():
    at = position("1 5 - -/-/-/a1a2/- -/-/-/- 15 -")
    assert "Fill Teal with 1 5, by changing: +12" in choices(at, "end")


# What is still possible leads there


def follow(at, focus):
    """Press the green button of a hint that leads on; returns the next table and its focus."""
    step = next(c for c in controls(at, focus) if isinstance(c, StepButton))
    said = parts_of(step)
    after = game("pond").apply(at.state, 0, game("pond").parse(said["move"]))
    return replace(at, state=after), said["focus"]


def test_what_is_chosen_selects_the_dice_and_leads_through_every_step():
    at = scene("pond", 1, "roll 1 1 3 4 5 5")
    assert "Claim the Full House with 1 1 3 4 5 5, by feeding: +20" in choices(at, "end")
    focus = "plan full-house"
    assert focus in focuses(at, "end")
    feeding = "Feed 3 and 4: a wild 1"
    assert labels(at, focus)[:7] == ["1", "1", "3✓", "4✓", "5", "5", feeding]
    assert "1 more step after this one" in said(at, focus)
    at, focus = follow(at, focus)
    assert labels(at, focus)[0] == "Full House 1 1 1 5 5: +20"


def test_what_is_chosen_leads_through_changes():
    at = position("1 5 - -/-/-/a1a2/- -/-/-/- 15 -")
    assert labels(at, "plan teal")[:3] == ["1✓", "5✓", "Spend 1: 5 → 4"]
    at, focus = follow(at, "plan teal")
    assert labels(at, focus)[0] == "4 into Teal: +12"


def test_a_plan_that_is_not_there_any_more_shows_the_dice():
    at = scene("pond", 1, DAY_1)
    assert labels(at, "plan 5-kind") == labels(at)


def test_abilities_can_be_discovered():
    text = said(scene("pond", 1, "roll 1 2 3 4 5 6"))
    for words in ("**changes**", "**re-rolls**", "**sunny**", "**wild**"):
        assert words in text
    assert "**re-rolls**" not in said(scene("pond", 1, DAY_1))


@pytest.mark.parametrize(
    ("picked", "label"),
    [
        ("dice 5", "Spend 6: your next day is sunny"),
        ("dice 0 4", "Spend 1: 4 → 3"),
        ("dice 0 4", "Spend 1: 4 → 5"),
    ],
)
def test_an_ability_says_what_it_spends_and_does(picked, label):
    assert label in labels(scene("pond", 1, DAY_1), picked)


def test_a_re_roll_says_what_it_spends():
    assert "Spend 3: re-roll 4 5" in choices(scene("pond", 1, "roll 1 2 3 4 5 6"), "dice 2 3 4")


def test_to_end_the_day_in_spite_of_hints_is_no_green_button():
    at = scene("pond", 1, DAY_1)
    styles = {c.label: c.style.name for c in controls(at, "end") if hasattr(c, "label")}
    assert styles["End anyway"] == "secondary"


def test_the_day_ends_at_once_where_nothing_could_be_done():
    at = scene("pond", 1, DAY_1, "place 1", "place 2 2 2", "place 4", "sunny")
    assert "end day" in offered(at)


def test_a_day_that_has_ended_is_summed_up_with_what_was_wasted():
    at = scene("pond", 2, "start 5 3", DAY_1, "place 2 2 2", "end day", "roll 1 1 1 1 1")
    told = steps_of(at)
    assert "ends day 1" in told
    assert "`2` `2` `2` Pintail" in told
    assert told.endswith("· 3 wasted.")


def test_of_days_that_are_over_the_last_is_told_with_its_points():
    days = [DAY_1, "place 2 2 2", "end day", "roll 1 1 3 3 3", "place 3 3 3", "end day"]
    at = scene("pond", 2, "start 5 3", *days, "roll 1 1 1 4")
    told = RENDERER.describe_steps(context_of(at), see_steps(at.game, at.recent, None))
    (line,) = told
    assert "ends day 2: `3` `3` `3` Canvasback · 2 wasted: **+12**." in line


def test_while_dice_are_picked_the_story_is_not_told_again():
    at = scene("pond", 1, DAY_1, "place 1")
    assert "> " in said(at)
    assert "> " not in said(at, "dice 0")
    assert "> " not in said(at, "end")


# Steps that are told


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("place 2", "puts `2` into Pintail."),
        ("place 2 2 2", "fills Pintail with `2` `2` `2`: **+8!**"),
        ("change 4 to 5", "spends `1`: `4` becomes `5`"),
        ("sunny", "spends `6`: the next day will be sunny ☀️"),
        ("feed 1 6 as 4", "feeds `1` `6`: a wild ⭐`4`"),
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
