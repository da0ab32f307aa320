"""The board of Ducks in the Pond: the sheet, the latest steps, and the end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from players.core import Level
from tables.model.table import SeatedPlayer
from tables.play.computers import COMPUTERS
from tests.cogs.pond.positions import DAY_1, position
from tests.cogs.scene import (
    all_labels,
    context_of,
    labels,
    offered,
    said,
    scene,
)

EMPTY = "▢"
LATE = "-/-/a4a4a4/a1a1a1/a1a1a1 a5/a4/-/-"


def replay(at):
    """Return the table with computer players in all seats, where nobody can press anything."""
    ducks = [
        SeatedPlayer(number, each.id, each.name, 0, level=Level.EASY)
        for number, each in enumerate(COMPUTERS[Level.EASY])
    ]
    return replace(at, seats=tuple(ducks[: len(at.seats)]))


def line(at, part, focus=""):
    """Return the line that contains this text and is not a quoted step."""
    lines = said(at, focus).splitlines()
    return next(line for line in lines if part in line and not line.startswith("> "))


# The sheet


def test_an_empty_sheet_has_every_row_and_set_with_their_values():
    text = said(scene("pond", 1, DAY_1))
    for row in (
        "**5** points today, else 3",
        "**12**, else 9",
        "**20**, else 15",
    ):
        assert row in text
    sets = "Full House **20** · 4 of a Kind **20** · 5 of a Kind **25** · Straight **10/15/20**"
    assert f"-# Sets: {sets}" in said(replay(scene("pond", 1, DAY_1)))


@pytest.mark.parametrize("moves", [(), ("place 2 2 2",), ("place 2 2 2", "place 1")])
def test_all_rows_have_the_same_form_with_and_without_a_button(moves):
    told = said(scene("pond", 1, DAY_1, *moves)).splitlines()
    ducks = [number for number, each in enumerate(told) if each.startswith("🦆")]
    assert len(ducks) == 5
    assert all(told[number + 1].startswith("-# ") for number in ducks)


@pytest.mark.parametrize(
    ("roll", "near"),
    [
        ("roll 1 2 2 2 4 6", "Full House **20** · 4 of a Kind **20** · Straight **15**"),
        ("roll 2 2 2 2 6 6", "5 of a Kind **25**"),
        ("roll 1 2 3 4 5 6", ""),
    ],
)
def test_sets_are_named_while_one_die_is_missing(roll, near):
    assert ("1 more die" in said(scene("pond", 1, roll))) == bool(near)
    assert (f"-# 1 more die: {near}" in said(scene("pond", 1, roll))) == bool(near)


def test_a_set_has_a_button_only_if_the_dice_make_it():
    assert [each for each in labels(scene("pond", 1, "roll 2 2 2 2 4 6")) if "Kind" in each] == [
        "4 of a Kind: +20"
    ]
    assert "Full House" not in " ".join(all_labels(scene("pond", 1, DAY_1)))


def test_filled_boxes_show_their_dice_and_the_others_are_empty():
    at = scene("pond", 1, DAY_1, "place 2 2")
    assert f"`2``2`{EMPTY}\n-# **8**, else 6" in said(at)
    assert f"`3` {EMPTY * 3}\n-# **12**, else 9" in said(at)


def test_two_players_see_who_has_scored_by_the_name():
    moves = ["start 5 3", DAY_1, "place 2 2", "end day", "roll 2 3 3 4 4", "place 2"]
    at = scene("pond", 2, *moves)
    assert "`2``2``2`\n-# **+6** (a\\*b\\_c" in said(at)
    taken = scene("pond", 2, "start 5 3", "roll 2 2 2 4 6 6", "full-house 2 2 2 6 6")
    assert "Full House **+20** (" in said(replay(taken))


def test_P1_the_higher_value_counts_until_another_day():
    assert "`2`▢▢\n-# **8**, else 6" in said(scene("pond", 1, DAY_1, "place 2"))
    later = scene("pond", 1, DAY_1, "place 2", "end day", "roll 1 1 3 3 4")
    assert f"🦆`2` `2`{EMPTY * 2}\n-# **6** when full" in said(later)


def test_P1_a_row_filled_on_one_day_shows_the_higher_value():
    assert "🦆`2` `2``2``2`\n-# **+8**" in said(scene("pond", 1, DAY_1, "place 2 2 2"))


def test_impossible_rows_are_too_late_and_impossible_sets_are_left_out():
    moves = [DAY_1, "end day", "roll 1 1 1 1 1", "end day", "roll 1 1 1 1", "end day", "roll 1 1 1"]
    assert "too late" not in said(scene("pond", 1, *moves))
    late = scene("pond", 1, *moves, "end day", "roll 1 2", "end day", "roll 4")
    assert said(late).count("-# too late") == 5
    assert "Sets" not in said(replay(late))


def test_P3_a_claimed_set_shows_its_points():
    at = scene("pond", 1, "roll 1 2 3 4 5 6", "straight 2 3 4 5 6")
    assert "Straight **+20**" in said(replay(at))


def test_the_headline_shows_today_with_its_weather_and_the_dice_of_later_days():
    at = scene("pond", 1, DAY_1, "end day", "roll 1 1 3 3 4")
    assert line(at, "Day 2") == "-# Day 2/6 · 🌤️ 5 dice · then 4, 3, 2, 1"


def test_the_last_day_is_named():
    assert "Day 6/6 · ⛈️ 1 die · the last day\n" in said(position("1 6 - -/-/a1a2/-/- -/-/-/- 3 -"))


def test_P8_a_day_that_a_6_makes_sunny_has_six_dice():
    assert "then 6, 4, 3" in line(scene("pond", 1, DAY_1, "sunny"), "Day 1")


def test_the_points_are_shown():
    at = scene("pond", 1, "roll 2 2 2 3 4 5", "place 2 2 2", "straight 3 4 5")
    assert "**Mallard** **18** ▰" in said(at)
    two = scene("pond", 2, "start 5 3", "roll 2 2 2 3 4 5", "place 2 2 2")
    assert r"Day 1/6 · ☀️ 6 dice · **Mallard** 8 · **a\*b\_c\`d\|e\~f** 0" in said(two)


# Dice are shown once


def test_the_dice_are_large_on_top():
    at = scene("pond", 1, DAY_1)
    told = said(at).splitlines()
    assert told.index("# `1` `2` `2` `2` `4` `6`") < min(
        number for number, each in enumerate(told) if each.startswith("🦆")
    )
    assert [each for each in labels(at) if each.isdecimal()] == []
    assert "# `1` `2` `2` `2` `4` `6`" in said(at, "dice")
    assert [each for each in labels(at, "dice") if each.isdecimal()] == list("122246")


@pytest.mark.parametrize(
    "at",
    [
        scene("pond", 1, DAY_1, "feed 1 6 as 2"),
        scene("pond", 1, DAY_1),
        position("1 6 - -/-/a1a2/-/- -/-/-/- 3 -"),
    ],
    ids=["wild", "several", "single"],
)
def test_dice_are_in_the_text_while_a_computer_acts(at):
    at = replay(at)
    large = " ".join(f"`{die.value}`" for die in context_of(at).view.dice if not die.spent)
    assert "# " in said(at)
    assert large.removesuffix("`2`") in said(at).replace("⭐", "")


@pytest.mark.parametrize(
    ("sheet", "bar"),
    [
        ("1 2 - -/-/-/-/- -/-/-/- 12345 -", "-# **Mallard** **0** ▱▱▱▱▱▱ **70** Novice"),
        (
            "1 6 - -/-/a3a3a3/-/a1a1a1 -/-/-/- 5 -",
            "-# **Mallard** **32** ▰▰▱▱▱▱ **70** Novice",
        ),
        (f"1 6 - {LATE} 5 -", "-# **Mallard** **87** ▰▰▰▰▰▱ **90** Professional"),
    ],
)
def test_P10_the_goal_of_a_lone_player_is_a_bar_to_the_points_of_the_next_rank(sheet, bar):
    assert line(position(sheet), "▱") == bar


def test_P10_the_end_shows_a_lone_player_all_ranks_in_order_and_a_small_distance_to_the_next():
    text = said(position(f"1 6 - {LATE} 5 -", "end day"))
    assert (
        "Rows 47, sets 40 · Most: Shoveler +20\n**So close! Professional: 3 points short!**" in text
    )
    assert text.count("87") == 1
    ranks = "Honorable Mention → 70 Novice → **Connoisseur** → 90 Professional"
    assert f"short!**\n-# {ranks}" in text
    far = said(position("1 6 - -/-/-/-/- -/-/-/- 3 -", "end day"))
    assert "sets 0\n-# **Honorable Mention** → 70 Novice → 80 Connoisseur → 90 Profess" in far
    assert "Novice" not in said(scene("pond", 2, "start 5 3", DAY_1))


# The latest steps


def test_a_lone_player_reads_great_moves_and_what_a_day_scored():
    moves = (DAY_1, "end day", "roll 1 2 3 4 5")
    assert "**Mallard**: nothing placed" in said(scene("pond", 2, "start 5 3", *moves))
    assert "> Day 1/6: nothing placed" in said(scene("pond", 1, *moves))
    scored = (DAY_1, "place 2 2 2", "place 1", *moves[1:])
    assert "> Day 1/6: `1` `2` `2` `2` in rows · **+8**" in said(scene("pond", 1, *scored))
    wild = ("roll 2 2 2 5 6 6", "feed 5 6 as 2", "4-kind 2 2 2 2w")
    assert "> Day 1/6: 4 of a Kind · **+20**" in said(scene("pond", 1, *wild, *moves[1:]))
    assert "> " not in said(scene("pond", 1, DAY_1, "place 2 2 2"))


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("place 2", "**: Pintail `2`"),
        ("place 2 2 2", "**: Pintail `2` `2` `2` · **+8**"),
        ("change 4 to 5", "spends `1`: `4` becomes `5`"),
        ("sunny", "spends `6`: six dice on the next day. ☀️"),
        ("feed 1 6 as 4", "turns `1` `6` into a wild ⭐`4`"),
    ],
)
def test_moves_are_described(move, told):
    assert told in said(scene("pond", 2, "start 5 3", DAY_1, move))


def test_a_re_roll_is_described_without_its_dice():
    at = scene("pond", 2, "start 5 3", "roll 1 2 3 4 5 6", "reroll 1 2", "roll 4 5")
    assert "re-rolls 2 dice with a `3`." in said(at)
    assert "# `4` `4` `5` `5` `6`" in said(at)


# Two players


def test_P9_the_roll_for_start_is_shown_without_ties():
    text = said(scene("pond", 2, "start 4 4", "start 2 6", DAY_1))
    assert "Start roll `2` `6`: " in text
    assert text.count("Start roll") == 1
    assert r"**a\*b\_c\`d\|e\~f** starts" in text


def test_P9_a_rematch_tells_that_the_winner_starts():
    assert "starts, as decided by the last game." in said(scene("pond", 2, DAY_1, first=1))


# The end


def test_P10_a_lone_player_ends_with_score_and_rank_and_not_with_a_win():
    at = position(f"1 6 - {LATE} 5 -", "end day")
    text = said(at)
    assert "## 👑 87 points: Connoisseur!" in text
    assert "win" not in text


def test_a_lone_player_ends_with_the_whole_sheet_and_two_do_not():
    """A podium with only one step would say nothing."""
    assert EMPTY in said(position("1 6 - -/-/-/-/- -/-/-/- 3 -", "end day"))
    assert EMPTY not in said(
        position("2a 6 - a1a1a1/-/-/-/- -/-/-/- ?1 -", "roll 1", "end day", seats=2)
    )


def test_P10_few_points_have_no_crown():
    assert "## 🏞️ 0 points: Honorable Mention\n" in said(
        position("1 6 - -/-/-/-/- -/-/-/- 3 -", "end day")
    )


def test_many_points_at_once_are_celebrated():
    at = scene("pond", 1, "roll 2 2 2 6 6 6", "full-house 2 2 2 6 6")
    assert "> ### 🎉 **Mallard**: Full House +20" in said(at)


def test_a_game_of_two_ends_with_its_winner():
    sheet = "2a 6 - a1a1a1/-/-/-/- -/-/-/- ?1 -"
    at = position(sheet, "roll 1", "end day", seats=2)
    text = said(at)
    assert "**Mallard** wins, 5 to 0!" in text


def test_nothing_can_be_clicked_when_the_game_is_over():
    at = position("1 6 - -/-/-/-/- -/-/-/- 3 -", "end day")
    assert offered(at) == []
    assert context_of(at).moves == ()
