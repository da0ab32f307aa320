"""Presses on the sheet of Ducks in the Pond: rows, sets, dice, and the end of the day."""

from __future__ import annotations

from statistics import mean

import pytest

from cogs.display.pages.board import see_steps
from cogs.pond.board import RENDERER
from players.games import game
from tables.model.progress import PRESS
from tests.cogs.limits import ROW, components
from tests.cogs.pond.positions import DAY_1, position
from tests.cogs.pond.presses import count_presses
from tests.cogs.scene import (
    all_labels,
    context_of,
    controls,
    every_focus,
    focuses,
    labels,
    offered,
    parts_of,
    renderer_of,
    said,
    scene,
    steps_of,
)
from tests.tabletop import playthrough

ALL = "roll 1 2 3 4 5 6"
GAMES = [40, pytest.param(200, marks=pytest.mark.soak)]
"""Numbers of games whose presses are counted: in every test run, and at night."""


def end(at, focus=""):
    """Return the button that ends the day."""
    return next(c for c in controls(at, focus) if c.get("label", "").startswith("End"))


# Buttons on the sheet


def test_without_picked_dice_a_row_takes_all_its_dice_and_a_set_the_best():
    at = scene("pond", 1, DAY_1)
    assert offered(at) == ["place 1", "place 2 2 2", "place 4", "sunny"]
    assert labels(at)[:3] == ["1: Place", "2: Fill: +8", "4: Place"]
    assert "straight 1 2 3 4 5" in offered(scene("pond", 1, ALL))
    assert "Full House: +20" in labels(scene("pond", 1, "roll 2 2 2 6 6 6"))


def test_a_row_takes_no_more_dice_than_it_has_empty_boxes():
    at = position("1 2 - -/-/-/a1a1/- -/-/-/- 44455 -")
    assert offered(at)[:1] == ["place 4"]
    assert labels(at)[:2] == ["4: Fill: +12", "5: Place 2"]


def test_picked_dice_are_used_and_no_others():
    at = scene("pond", 1, DAY_1)
    assert offered(at, "dice 1") == ["place 2"]
    assert offered(at, "dice 1 3") == ["place 2 2"]
    assert offered(at, "dice 0 1") == []
    straight = scene("pond", 1, ALL)
    assert "straight 3 4 5" in offered(straight, "dice 2 3 4")


def test_a_picked_die_is_marked_and_a_second_press_puts_it_back():
    at = scene("pond", 1, DAY_1)
    once = focuses(at, "dice")[1]
    assert once == "dice 1"
    assert [label for label in labels(at, once) if "✓" in label] == ["2 ✓"]
    twice = focuses(at, once)[1]
    assert "✓" not in "".join(labels(at, twice))


def test_P7_two_picked_dice_and_a_row_make_and_place_a_wild_die_in_one_press():
    at = position("1 2 - -/-/-/a1a1/- -/-/-/- 12256 -")
    assert f"feed 5 6 as 4{PRESS}place 4w" in offered(at, "wild 3 4")
    assert "4: Fill: +12" in labels(at, "wild 3 4")
    assert f"feed 5 6 as 2{PRESS}place 2 2 2w" in offered(at, "wild 3 4")


def test_P7_other_dice_can_become_the_wild_die():
    at = scene("pond", 1, ALL)
    assert "Other dice…" in labels(at, "wild 4 5")
    assert offered(at, "wild") == offered(at, "wild 0") == []
    assert focuses(at, "wild 0")[:3] == ["wild", "wild 0 1", "wild 0 2"]


def test_P5_a_1_offers_each_change_or_first_the_die_if_there_are_many():
    few = position("1 3 - -/-/-/a1a1/- -/-/-/- 1256 -")
    assert offered(few, "change") == [f"change {one} to {to}" for one, to in (
        (2, 1), (2, 3), (5, 4), (5, 6), (6, 5))]  # fmt: skip
    many = scene("pond", 1, ALL)
    assert offered(many, "change") == []
    assert focuses(many, "change")[:5] == [f"change {value}" for value in range(2, 7)]
    assert offered(many, "change 4") == ["change 4 to 3", "change 4 to 5"]
    assert labels(many, "change 4")[:2] == ["4 → 3", "4 → 5"]


def test_P6_a_3_rolls_all_others_again_or_the_picked_dice():
    at = scene("pond", 1, ALL)
    assert "reroll 0 1 3 4 5" in focuses(at, "more")
    assert offered(at, "reroll 0 1 3 4 5") == ["reroll 1 2 4 5 6"]
    assert "Re-roll all others" in labels(at, "reroll 0 1 3 4 5")
    assert offered(at, "reroll 3 4") == ["reroll 4 5"]
    assert "Re-roll 2 dice" in labels(at, "reroll 3 4")
    assert offered(at, "reroll") == []


def test_P7_two_picked_dice_and_a_set_make_it_with_a_wild_die_in_one_press():
    at = position("1 2 - -/-/-/-/- -/-/-/- 22256 -")
    assert f"feed 5 6 as 2{PRESS}4-kind 2 2 2 2w" in offered(at, "wild 3 4")


def test_P7_a_row_that_is_full_takes_no_wild_die():
    at = position("1 2 - -/-/-/a1a1a1/- -/-/-/- 12256 -")
    assert not any(f"{PRESS}place 4w" in text for text in offered(at, "wild 3 4"))


def test_P7_no_wild_die_is_made_of_two_dice_of_its_number():
    assert "feed 2 2 as 2" not in "".join(offered(scene("pond", 1, DAY_1), "wild 1 2"))


@pytest.mark.parametrize("seed", range(4))
def test_only_what_can_be_pressed_is_shown(seed):
    for at in list(playthrough(game("pond"), 1 + seed % 2, {}, seed))[::3]:
        for focus in every_focus(at):
            assert len([*labels(at, focus), "⋯"]) == len(all_labels(at, focus))


def test_a_row_has_a_button_only_if_dice_fit():
    at = position("1 2 - a1a1a1/-/-/a1a1/- -/-/-/- 14466 -")
    assert [label for label in labels(at) if label[:1].isdecimal()] == [
        "4: Fill: +12",
        "6: Six dice tomorrow",
        "1: Change…",
    ]


def test_only_buttons_that_score_are_green():
    at = scene("pond", 1, "roll 1 2 2 2 6 6")
    green = [each["label"] for each in controls(at) if each.get("style") == 3]
    assert green == ["2: Fill: +8", "Full House: +20"]


def test_a_6_has_a_button_and_other_powers_stand_behind_one_if_the_board_is_full():
    at = scene("pond", 1, ALL)
    powers = ["6: Six dice tomorrow", "Powers…", "End day"]
    assert labels(at)[-3:] == powers
    assert focuses(at) == ["more", "end"]
    two = scene("pond", 2, "start 5 3", ALL)
    assert "6: Six dice next day" in labels(two)
    few = position("1 5 - -/a1a1a1/-/-/- -/-/-/- 16 -")
    assert labels(few)[:4] == ["1: Place", "6: Six dice tomorrow", "1: Change…", "Wild die…"]


def test_more_moves_say_what_each_power_does_and_spends():
    at = scene("pond", 1, "roll 1 2 3 4 4 6")
    told = said(at, "more")
    assert "A 1 makes another die 1 more or less." in told
    assert "A 3 rolls other dice again." in told
    powers = ["1: Change…", "3: Re-roll…", "Wild die…", "Choose dice…", "‹ Back"]
    assert labels(at, "more") == powers
    assert focuses(at, "more")[-1] == ""
    assert "‹ Back" not in labels(at)


MOST = 11
"""Most buttons on a page, Undo and ⋯ included; more than nine only where a wild die makes sets."""


@pytest.mark.parametrize("seed", range(4))
def test_no_page_has_many_buttons_and_each_has_the_dice_on_top(seed):
    for at in list(playthrough(game("pond"), 1 + seed % 2, {}, seed))[1::3]:
        sets = {"Full House", "4 of a Kind", "5 of a Kind", "Straight"}
        for focus in every_focus(at):
            shown = [each for each in all_labels(at, focus) if each.split(":")[0] not in sets]
            assert len(shown) <= 10, (focus, shown)
            assert len(all_labels(at, focus)) <= MOST
            if any(die.spent is None for die in context_of(at).view.dice):
                assert "\n# " in said(at, focus)


@pytest.mark.parametrize(
    ("dice", "picked"),
    [
        ("2 -/-/-/a1a1a1/- -/-/-/- 12446", "wild 0 4"),
        ("5 -/-/-/-/- -/-/-/- 26", "wild 0 1"),
        ("2 -/a1a1a1/-/-/- -/-/-/- 12344", "wild 0 1"),
    ],
)
def test_two_dice_of_numbers_rolled_once_are_picked_at_first(dice, picked):
    day, _, rest = dice.partition(" ")
    at = position(f"1 {day} - {rest if 'f' in rest else f'{rest} -'}")
    assert picked in focuses(at) + focuses(at, "more")


def test_more_moves_are_gone_if_every_use_has_a_button():
    assert "Powers…" not in labels(position("1 6 - -/a4a4/-/-/- -/-/-/- 2 -"))


def test_a_single_die_needs_no_picking():
    at = position("1 5 - -/a5/-/-/- -/-/-/- 6 2r")
    assert offered(at) == ["sunny"]


def test_a_focus_that_no_button_wrote_picks_nothing():
    at = scene("pond", 1, DAY_1)
    for focus in ("nonsense 1", "1"):
        assert offered(at, focus) == offered(at)
    for focus in ("dice 9", "dice x", "dice -1", "dice ²"):
        assert offered(at, focus) == offered(at, "dice") == []


def test_P7_a_waiting_wild_die_can_only_be_placed():
    at = scene("pond", 1, DAY_1, "feed 1 6 as 2")
    assert offered(at) == ["place 2 2 2w", "4-kind 2 2 2 2w"]
    assert "Place the wild 2." in said(at)
    assert offered(at, "dice") == ["place 2w"]
    assert offered(at, "dice 0") == ["place 2 2w"]


def is_idle(one, other, value):
    """Return whether placing or changing one of the two dice does as much as a wild die."""
    return one == other == value or (one == 1 and abs(other - value) == 1)


@pytest.mark.parametrize("seed", range(6))
def test_every_press_is_legal_and_all_moves_of_a_day_can_be_pressed(seed):
    """One press makes a wild die and places it.

    A press on Straight claims the longest straight, unless dice are picked.
    """
    pond = game("pond")
    for at in list(playthrough(pond, 1 + seed % 2, {}, seed))[1::3]:
        if not context_of(at).moves:
            continue
        (seat,), made = at.to_act, set()
        for focus in every_focus(at):
            for text in offered(at, focus):
                state = at.state
                for each in text.split(PRESS):
                    assert pond.to_act(state) == (seat,)
                    state = pond.apply(state, seat, pond.parse(each))
                made.update(text.split(PRESS)[:1])
        wanted = {str(move) for move in context_of(at).moves}
        for text in wanted - made:
            verb, one, other, _, value = [*text.split(" "), *"    "][:5]
            assert verb in {"place", "feed"}, text
            assert verb == "place" or is_idle(int(one), int(other), int(value)), text


def test_no_more_than_four_rows_of_buttons_stand_below_the_sheet():
    at = scene("pond", 1, ALL)
    for focus in every_focus(at):
        page = components(renderer_of(at).controls(context_of(at, focus)))
        assert sum(part["type"] == ROW for part in page) <= 4


@pytest.mark.heavy
@pytest.mark.parametrize("games", GAMES)
def test_the_normal_duck_needs_26_presses_on_average_and_at_most_40(games):
    counted = [count_presses(seed) for seed in range(games)]
    assert mean(counted) <= 25.4
    assert max(counted) <= 40


# Text below the dice


@pytest.mark.parametrize(
    ("focus", "words"),
    [
        ("dice", "Place only some of the dice."),
        ("change", "A 1 makes another die 1 more or less."),
        ("wild 4", "Two dice become one die of any number, 1 to 5."),
        ("wild 4 5", "`4` `6` become one wild die."),
    ],
)
def test_a_page_says_what_it_is_for(focus, words):
    assert f"\n**{words}**\n# " in said(scene("pond", 1, DAY_1), focus)


def test_a_page_without_a_use_shows_the_board():
    at = scene("pond", 1, DAY_1)
    assert said(at, "reroll 0") == said(at)


@pytest.mark.parametrize(
    ("sheet", "words"),
    [
        ("1 6 - a1a1a1/-/-/-/- -/-/-/- 1 -", "Nothing fits any more."),
        ("1 6 - a6/-/-/-/- -/-/-/- - 1r", "All dice are used."),
    ],
)
def test_the_page_says_that_no_die_can_be_used(sheet, words):
    at = position(sheet)
    assert f"-# {words}" in said(at)
    assert offered(at) == ["end day"]


def test_a_lone_player_reads_the_goal():
    assert "**70** Novice" in said(scene("pond", 1, DAY_1))
    assert "70" not in said(scene("pond", 2, "start 5 3", DAY_1))


# The end of a day


def test_the_end_of_the_day_asks_once_more_while_a_press_would_score():
    at = scene("pond", 1, DAY_1)
    assert parts_of(end(at))["focus"] == "end"
    assert "-# Pintail +8 is still there. End the day anyway?" in said(at, "end")
    assert labels(at, "end")[-2:] == ["End anyway", "‹ Back"]
    assert (end(at, "end")["label"], parts_of(end(at, "end"))["move"]) == ("End anyway", "end day")


@pytest.mark.parametrize("seed", range(3))
def test_the_end_of_a_day_asks_exactly_while_something_worth_points_is_left(seed):
    """On a player's last day only points count; before, each use of dice counts."""
    for at in playthrough(game("pond"), 1 + seed % 2, {}, seed):
        moves, view = {str(move) for move in context_of(at).moves}, context_of(at).view
        if "end day" in moves:
            able = any(each.possible and each.seat is None for each in (*view.rows, *view.sets))
            last = view.day + view.seats > 6
            wins = any(plan.points for plan in view.plans)
            rolls = any(move.startswith("reroll") for move in moves)
            worth = wins or rolls if last else moves != {"end day"}
            asks = "focus" in parts_of(end(at))
            assert asks == (able and worth)
            assert ("End the day anyway?" in said(at, "end")) == asks
            assert ": . End" not in said(at, "end")
            assert parts_of(end(at, "end"))["move"] == "end day"


def test_the_last_day_ends_at_once_if_the_die_only_fits_into_a_row_that_stays_open():
    at = position("1 6 - -/a4/-/-/- -/-/-/- 2 -")
    assert "place 2" in offered(at)
    assert parts_of(end(at))["move"] == "end day"
    scores = position("1 6 - -/a4a5/-/-/- -/-/-/- 2 -")
    assert "-# Pintail +6 is still there." in said(scores, "end")
    rolls = position("1 6 5 -/a4a5/-/-/- -/-/-/- 356666 -".replace("6 5 -/", "6 6 -/"))
    assert parts_of(end(rolls))["focus"] == "end"


@pytest.mark.parametrize(
    ("moves", "left"),
    [
        (("roll 2 2 2 6 6 6", "place 2 2 2"), "A 6 brings six dice next day"),
        (("roll 2 2 4 6 6 6", "feed 6 6 as 4", "place 4w"), "A die still fits into a row"),
    ],
)
def test_the_question_names_a_use_of_the_dice(moves, left):
    assert f"-# {left}. End the day anyway?" in said(scene("pond", 1, *moves), "end")


def test_a_day_without_usable_dice_ends_with_one_press():
    at = position("1 6 - a1a1a1/-/-/-/- -/-/-/- 1 -")
    assert parts_of(end(at))["move"] == "end day"


def test_the_last_day_waits_for_a_press_even_if_its_die_is_useless():
    pond, at = game("pond"), position("1 6 - a1a1a1/-/-/-/- -/-/-/- 1 -")
    assert pond.forced(at.state) is None
    assert labels(at) == ["End day"]


def test_a_finished_day_is_summed_up():
    at = scene("pond", 2, "start 5 3", DAY_1, "place 2 2 2", "end day", "roll 1 1 1 1 1")
    assert "**Mallard**: `2` `2` `2` in rows" in steps_of(at)


def test_of_finished_days_the_last_is_shown_with_its_points():
    days = [DAY_1, "place 2 2 2", "end day", "roll 1 1 3 3 3", "place 3 3 3", "end day"]
    at = scene("pond", 2, "start 5 3", *days, "roll 1 1 1 4")
    told = RENDERER.describe_steps(context_of(at), see_steps(at.game, at.recent, None))
    (line,) = told
    assert "**: `3` `3` `3` in rows · **+12**" in line


def test_steps_are_not_shown_while_dice_are_picked():
    at = scene("pond", 2, "start 5 3", DAY_1, "place 1")
    assert "> " in said(at)
    assert "> " not in said(at, "more")
    assert "> " not in said(at, "end")
