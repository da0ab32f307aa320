"""How Ducks in a Bucket speaks: of hands, of what is to beat, of how an inning ended."""

from __future__ import annotations

from dataclasses import replace

from discord import ButtonStyle

from cogs.display.pages.context import see_steps
from cogs.ducks.board import RENDERER
from tests.cogs.scene import context_of, controls, labels, said, scene, steps_of

PAIR = ("first 0", "roll", "dice 1 3 3 5 6 boss 3", "promote 3 3")
"""Mallard has a pair of threes."""

LOW = ("first 0", "roll", "dice 1 3 4 5 6 boss 3", "promote 3")
"""Mallard has a 3 alone."""

LOWER = ("roll", "dice 1 3 4 5 6 boss 3", "promote 3", "stop")
"""Who follows has a 3 alone, too."""


def test_a_pair_has_an_article_within_a_sentence():
    at = scene("ducks", 2, *PAIR, "stop")
    assert "stops with **a pair of threes**." in steps_of(at)
    assert "Stop with a pair of threes" in labels(scene("ducks", 2, *PAIR))


def test_several_alike_have_none():
    more = ("roll", "dice 1 3 3 3 boss 3", "promote 3 3 3", "stop")
    assert "stops with **four threes**." in steps_of(scene("ducks", 2, *LOW, *more))


def test_the_last_dice_are_told_with_the_hand_that_they_make():
    last = ("roll", "dice 1 1 3 boss 5", "promote 1 1 3")
    assert "the last dice, and has **a full house, threes over ones**." in said(
        scene("ducks", 2, *PAIR, *last)
    )


def test_what_it_takes_reads_well_for_a_hand_without_a_pair():
    text = said(scene("ducks", 2, *LOW, "stop"))
    assert "To beat: **Mallard** with 3 high. It takes at least 3 high, then 1." in text


def test_what_it_takes_has_an_article_where_english_has_one():
    text = said(scene("ducks", 2, *PAIR, "stop"))
    assert "with a pair of threes. It takes at least a pair of threes and a 1." in text


def test_who_is_ahead_has_nothing_to_beat():
    second = ("stop", "roll", "dice 1 2 4 5 6 boss 2", "promote 2")
    more = ("roll", "dice 1 3 3 6 boss 6", "promote 6")
    at = scene("ducks", 2, *LOW, *second, *more)
    assert "Ahead of **Mallard** with 3 high." in said(at)


# Who goes first, and whose inning it is


def test_who_goes_first_is_told_and_not_who_has_a_button():
    for at in (scene("ducks", 2, "first 0"), scene("ducks", 2, *PAIR)):
        assert "Round 1 of 2 · **Mallard** goes first" in said(at)
        assert "button" not in said(at)


def test_only_whose_inning_it_is_has_a_mark():
    lines = said(scene("ducks", 3, *PAIR, "stop")).splitlines()
    (mallard, other, wigeon) = [line for line in lines if " · 0 points" in line]
    assert mallard == "**Mallard** · 0 points · `3``3`"
    assert other.startswith("▶ ")
    assert wigeon == "**Wigeon with a name that is 32 ch** · 0 points"


# What a player needs to choose


def test_the_buttons_have_the_words_of_the_rules():
    rolled = scene("ducks", 2, *PAIR[:3])
    assert labels(rolled)[:2] == ["Promote 3", "Promote 3 3"]
    assert labels(rolled)[-1] == "Throw one away, roll 4"
    nothing = scene("ducks", 2, "first 0", "roll", "dice 3 4 5 6 6 boss 2")
    assert labels(nothing) == ["Throw one away, roll 4"]
    assert "Nothing to promote" in said(nothing)
    assert "Nothing to promote" not in said(rolled)


def test_the_odds_of_rolling_again_are_told_where_that_is_the_question():
    text = said(scene("ducks", 2, *PAIR))
    assert "Rolling on: **42.2 %** to lose a die" in text
    assert "to beat **" not in text
    assert "Rolling on" not in said(scene("ducks", 2, *PAIR[:3]))


def test_the_chance_to_end_ahead_is_told_where_there_is_a_hand_to_beat():
    second = ("stop", "roll", "dice 1 3 4 5 6 boss 3", "promote 3")
    at = scene("ducks", 2, *PAIR, *second)
    odds = "Rolling on: **27.9 %** to lose a die, **65.7 %** to beat **Mallard**"
    assert odds in said(at)
    assert "Rolling on" not in said(replace(at, odds=False))


def test_five_of_a_kind_is_celebrated():
    five = ("first 0", "roll", "dice 3 3 3 3 3 boss 3", "promote 3 3 3 3 3")
    assert "> # 🎉 FIVE OF A KIND! 🎉" in said(scene("ducks", 2, *five))


def test_a_round_that_has_ended_is_told_with_hands_and_points_and_totals_stand_below():
    text = said(scene("ducks", 2, *PAIR, "stop", *LOWER))
    assert text.count("Round 1: **Mallard** pair of threes **+2**") == 1
    assert "**+2** · **a\\*b\\_c\\`d\\|e\\~f** 3 high **+1**" in text
    assert "stops with **3 high**.\n> Round 1" in text
    assert "**Mallard** · 2 points" in text


def test_a_round_that_has_ended_is_told_too_when_the_next_one_is_under_way():
    """Computers play on at once: who has just stopped is to read what the round has brought."""
    at = scene("ducks", 3, *PAIR, "stop", *LOWER, *LOWER, *LOWER)
    round_1, *after = RENDERER.describe_steps(context_of(at), see_steps(at.game, at.recent, None))
    assert round_1.startswith("Round 1: **Mallard** pair of threes **+3** · ")
    assert [line.rpartition("** ")[2] for line in after] == [
        "promotes `3`.",
        "stops with **3 high**.",
    ]


def test_the_end_tells_what_each_round_has_brought():
    text = said(scene("ducks", 2, *PAIR, "stop", *LOWER, *LOWER, *PAIR[1:], "stop"))
    assert "4 points, against 2 of" in text
    assert "-# By round: **Mallard** 2 + 2 · " in text
    assert "Round 2: **Mallard** pair of threes **+2**" in text


def test_of_the_innings_of_several_only_the_latest_steps_are_told():
    at = scene("ducks", 4, *PAIR, "stop", *LOWER, *LOWER)
    told = RENDERER.describe_steps(context_of(at), see_steps(at.game, at.recent, None))
    assert [line.rpartition("** ")[2] for line in told] == [
        "promotes `3`.",
        "stops with **3 high**.",
    ]


def test_a_goose_egg_is_announced():
    bust = ("first 0", "roll", "dice 3 4 5 6 6 boss 2", "bust")
    text = said(scene("ducks", 2, *bust, options={"press": "bust"}))
    assert "> ## 🥚 Goose egg!" in text


def test_a_bucket_tells_what_its_ducks_count_as():
    at = scene("ducks", 2, "first 0", "roll", "dice 2 4 5 6 6 boss 2", "promote 2")
    assert "**6 high** (🦆 = 6)" in said(at)
    assert " = " not in said(scene("ducks", 2, *PAIR))


def test_only_a_stop_that_is_ahead_is_green():
    behind = ("stop", "roll", "dice 1 3 4 5 6 boss 3", "promote 3")
    for moves, colour in ((PAIR, ButtonStyle.success), ((*PAIR, *behind), ButtonStyle.secondary)):
        stop, _ = controls(scene("ducks", 2, *moves))
        assert stop["style"] == colour.value


def test_a_first_game_reads_of_putting_dice_into_the_bucket_only_where_some_fit():
    nothing = scene("ducks", 2, "first 0", "roll", "dice 3 4 5 6 6 boss 2")
    assert RENDERER.guide(context_of(nothing)) == ""
    assert "adding up to it" in RENDERER.guide(context_of(scene("ducks", 2, *PAIR[:3])))
