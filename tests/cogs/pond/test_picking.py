"""What a player can do with dice on the sheet of Ducks in the Pond: pick, use, end the day."""

from __future__ import annotations

from dataclasses import replace

import pytest
from discord import ButtonStyle

from cogs.display.controls.components import StepButton
from cogs.display.pages.context import see_steps
from cogs.pond.board import RENDERER
from engine import game
from tests.cogs.pond.positions import DAY_1, position
from tests.cogs.scene import (
    choices,
    context_of,
    controls,
    focuses,
    kind_of,
    labels,
    offered,
    parts_of,
    said,
    scene,
    steps_of,
)

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
    button = next(c for c in controls(at, tapped) if c.get("label") == label)
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


@pytest.mark.parametrize(
    "sheet",
    ["1 6 - a1a1a1/-/-/-/- -/-/-/- 1 -", "1 3 - a1a1a1/a3/-/-/a2a2a2 -/-/-/- 55 2R4f"],
    ids=["one die", "two dice"],
)
def test_where_no_die_can_do_anything_that_is_said_and_there_is_none_to_tap(sheet):
    at = position(sheet)
    assert "-# Nothing is left to do: end the day." in said(at)
    assert labels(at) == ["End the day"]
    assert RENDERER.guide(context_of(at)) == ""


def test_two_dice_that_can_only_become_a_wild_one_are_offered_that_by_its_name():
    select = next(
        c for c in controls(scene("pond", 1, "roll 1 2 3 5 6 6"), "dice 4 5") if "options" in c
    )
    assert select["placeholder"] == "Make one wild die of these two …"
    other = next(c for c in controls(scene("pond", 1, DAY_1), "dice 1") if "options" in c)
    assert other["placeholder"] == "What else these dice can do …"


def test_how_to_pick_dice_stands_there_once_and_not_while_they_are_picked():
    at = scene("pond", 1, DAY_1)
    assert RENDERER.guide(context_of(at)).startswith("Press dice")
    assert "Tap" not in said(at)
    assert RENDERER.guide(context_of(at, "dice 0")) == RENDERER.guide(context_of(at, "dice")) == ""


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
    assert "Fill Teal with 1 5, by changing a die: +12" in choices(at, "end")


# What is still possible leads there


def follow(at, focus):
    """Press the green button of a hint that leads on; returns the next table and its focus."""
    step = next(c for c in controls(at, focus) if kind_of(c) is StepButton)
    said = parts_of(step)
    after = game("pond").apply(at.state, 0, game("pond").parse(said["move"]))
    return replace(at, state=after), said["focus"]


def test_what_is_chosen_selects_the_dice_and_leads_through_every_step():
    at = scene("pond", 1, "roll 1 1 3 4 5 5")
    assert "Claim the Full House with 1 1 3 4 5 5, by making a wild die: +20" in choices(at, "end")
    focus = "plan full-house"
    assert focus in focuses(at, "end")
    feeding = "3 and 4 become a wild 1"
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
    for words in ("**changes**", "**re-rolls**", "6: **six dice** next day", "**wild**"):
        assert words in text
    assert "**re-rolls**" not in said(scene("pond", 1, DAY_1))


@pytest.mark.parametrize(
    ("picked", "label"),
    [
        ("dice 5", "Spend 6: six dice on your next day"),
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
    styles = {c["label"]: c["style"] for c in controls(at, "end") if "label" in c}
    assert styles["End anyway"] == ButtonStyle.secondary.value


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
