"""How Ducks in a Bucket speaks: of hands, of what is to beat, of how an inning ended."""

from __future__ import annotations

from dataclasses import replace

from tests.cogs.scene import labels, said, scene, steps_of

PAIR = ("first 0", "roll", "dice 1 3 3 5 6 boss 3", "promote 3 3")
"""Mallard has a pair of threes."""

LOW = ("first 0", "roll", "dice 1 3 4 5 6 boss 3", "promote 3")
"""Mallard has a 3 alone."""


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


def test_what_is_enough_reads_well_for_a_hand_without_a_pair():
    text = said(scene("ducks", 2, *LOW, "stop"))
    assert "with no pair, 3. Enough: no pair, 3 1." in text


def test_what_is_enough_has_an_article_where_english_has_one():
    text = said(scene("ducks", 2, *PAIR, "stop"))
    assert "with a pair of threes. Enough: a pair of threes, kicker 1." in text


# What a player needs to choose


def test_the_buttons_have_the_words_of_the_rules():
    rolled = scene("ducks", 2, *PAIR[:3])
    assert labels(rolled)[:2] == ["Promote 3", "Promote 3 3"]
    assert labels(rolled)[-1] == "Promote nothing: throw one away, roll 4"
    nothing = scene("ducks", 2, "first 0", "roll", "dice 3 4 5 6 6 boss 2")
    assert labels(nothing) == ["Nothing to promote: throw one away, roll 4"]


def test_the_odds_of_rolling_again_are_told_where_that_is_the_question():
    text = said(scene("ducks", 2, *PAIR))
    assert "Next roll costs a die: **42.2 %**" in text
    assert "ends ahead" not in text
    assert "Next roll" not in said(scene("ducks", 2, *PAIR[:3]))


def test_the_chance_to_end_ahead_is_told_where_there_is_a_hand_to_beat():
    second = ("stop", "roll", "dice 1 3 4 5 6 boss 3", "promote 3")
    at = scene("ducks", 2, *PAIR, *second)
    assert "Rolling on ends ahead: **" in said(at)
    assert "Rolling on" not in said(replace(at, odds=False))


def test_five_of_a_kind_is_celebrated():
    five = ("first 0", "roll", "dice 3 3 3 3 3 boss 3", "promote 3 3 3 3 3")
    assert "> # 🎉 FIVE OF A KIND! 🎉" in said(scene("ducks", 2, *five))


def test_a_goose_egg_is_announced():
    bust = ("first 0", "roll", "dice 3 4 5 6 6 boss 2", "bust")
    text = said(scene("ducks", 2, *bust, options={"press": "bust"}))
    assert "> ## 🥚 Goose egg!" in text
