"""The board of Ducks in a Bucket."""

from __future__ import annotations

import pytest

from cogs.display.pages.board import see_steps
from cogs.display.pages.messages import render_table
from cogs.ducks.board import RENDERER
from tests.cogs.limits import ROW, components
from tests.cogs.pictures import longest_emojis
from tests.cogs.scene import EMOJIS, context_of, labels, said, scene, steps_of

PAIR = ("first 0", "roll", "dice 1 3 3 5 6 boss 3", "promote 3 3")
"""Mallard has a pair of threes."""

NOTHING = ("first 0", "roll", "dice 3 4 5 6 6 boss 2")
"""Mallard has no die to promote."""

AGAIN = ("throw away", "dice 3 4 6 6 boss 2")

LOW = ("first 0", "roll", "dice 1 3 4 5 6 boss 3", "promote 3")
"""Mallard has only a 3."""

LOWER = ("roll", "dice 1 3 4 5 6 boss 3", "promote 3", "stop")
"""The next player also has only a 3."""


def test_a_hand_is_shown_by_its_dice_and_named_by_its_rank():
    at = scene("ducks", 2, *PAIR, "stop")
    assert "stops: **one pair**." in steps_of(at)
    assert "Stop: one pair" in labels(scene("ducks", 2, *PAIR))
    assert "-# To beat: **Mallard**, one pair\n## `3` `3`" in said(at)


def test_the_last_promotion_names_the_final_hand():
    last = ("roll", "dice 1 1 3 boss 5", "promote 1 1 3")
    at = scene("ducks", 2, *PAIR, *last)
    assert "the last dice: **full house**." in said(at)


def test_the_leader_has_nothing_to_beat():
    second = ("stop", "roll", "dice 1 2 4 5 6 boss 2", "promote 2")
    more = ("roll", "dice 1 3 3 6 boss 6", "promote 6")
    at = scene("ducks", 2, *LOW, *second, *more)
    assert "-# You are ahead of: **Mallard**, no pair\n## `3`" in said(at)


# Scores and innings


def test_the_players_are_listed_in_one_order_through_all_rounds():
    moves = (*PAIR, "stop", *LOWER, *LOWER, *PAIR[1:])
    for at in (scene("ducks", 3, *moves[:n]) for n in range(1, len(moves))):
        names = [line.partition(" · ")[0] for line in said(at).splitlines() if " point" in line]
        listed = [context_of(at).name(seat) for seat in range(3)]
        assert [name for name in names if name in listed] == listed


def test_the_headline_tells_the_points_of_the_best_hand():
    for at in (scene("ducks", 2, "first 0"), scene("ducks", 2, *PAIR)):
        assert "Round 1 of 2 · best hand: 2 points" in said(at)
        assert "button" not in said(at)


def test_the_hand_to_beat_is_shown_once_and_others_beside_their_players():
    second = ("roll", "dice 1 3 4 5 6 boss 3", "promote 3", "stop")
    text = said(scene("ducks", 3, *PAIR, "stop", *second))
    assert text.count("`3` `3`") == 1
    assert [line for line in text.splitlines() if " · 0 points" in line] == [
        "**Mallard** · 0 points",
        r"**a\*b\_c\`d\|e\~f** · 0 points · `3`",
        "**Wigeon with a name that is 32 ch** · 0 points",
    ]


# Choices


@pytest.mark.parametrize(
    ("dice", "boss", "promotions"),
    [
        ("1 3 3 5 6", 3, ["one 3", "two 3s"]),
        ("1 2 3 6 6", 3, ["one 3", "1 and 2"]),
        ("1 1 4 4 5", 6, ["1 and 5", "1, 1 and 4"]),
        ("1 1 1 6 6", 3, ["1, 1 and 1"]),
        ("5 5 5 5 6", 5, ["one 5", "two 5s", "three 5s", "four 5s"]),
        ("1 1 1 3 6", 2, ["1 and 1"]),
        ("1 2 3 5 5", 6, ["1 and 5", "1, 2 and 3"]),
    ],
)
def test_a_button_names_the_dice_that_it_promotes(dice, boss, promotions):
    at = scene("ducks", 2, "first 0", "roll", f"dice {dice} boss {boss}")
    on = "Throw one away, roll 4 dice"
    assert sorted(labels(at)) == sorted([*(f"Promote {each}" for each in promotions), on])


def test_a_button_has_the_picture_of_the_first_of_its_dice():
    shown = render_table(RENDERER, scene("ducks", 2, *PAIR[:3]), longest_emojis(), 0.0)
    found = [c for c in components(shown.view().to_components()) if "label" in c]
    pictures = [c["emoji"]["name"] for c in found if c["label"].startswith("Promote")]
    assert [name.rpartition("_")[0] for name in pictures] == ["white_die_3", "white_die_3"]


def test_roll_and_stop_keep_their_places_and_are_disabled_when_illegal():
    rows = [
        rows_of(scene("ducks", 2, *moves))
        for moves in (PAIR[:1], PAIR[:3], PAIR, NOTHING, [*NOTHING, *AGAIN])
    ]
    assert rows == [
        [["(Stop)"], ["Roll 5 dice"], ["⋯"]],
        [
            ["Throw one away, roll 4 dice"],
            ["Promote one 3", "Promote two 3s"],
            ["⋯"],
        ],
        [["Stop: one pair"], ["Roll 3 dice"], ["↩ Undo", "⋯"]],
        [["Throw one away, roll 4 dice"], ["(Promote)"], ["⋯"]],
        [["(Stop)", "Throw one away, roll 3 dice"], ["(Promote)"], ["⋯"]],
    ]


def rows_of(at):
    """Return the labels of each row; those of disabled buttons are in brackets."""
    found = components(render_table(RENDERER, at, EMOJIS, 0.0).view().to_components())
    rows = [part["components"] for part in found if part["type"] == ROW]
    return [[f"({c['label']})" if c.get("disabled") else c["label"] for c in row] for row in rows]


def test_a_player_who_cannot_promote_reads_why():
    why = "No die matches the Boss, and none add up to it"
    assert why in said(scene("ducks", 2, "first 0", "roll", "dice 3 4 5 6 6 boss 2"))
    assert why not in said(scene("ducks", 2, *PAIR[:3]))


def test_the_odds_of_rolling_again_are_shown_when_that_is_the_choice():
    text = said(scene("ducks", 2, *PAIR))
    assert "-# Risk if you roll: lose a die, about 4 in 10\n" in text
    assert "Risk" not in said(scene("ducks", 2, *PAIR[:3]))


def test_the_chance_to_end_ahead_is_shown_if_there_is_a_hand_to_beat():
    second = ("stop", "roll", "dice 1 3 4 5 6 boss 3", "promote 3")
    at = scene("ducks", 2, *PAIR, *second)
    odds = "a die, about 3 in 10\n-# Chance if you roll: get ahead, about 7 in 10"
    assert odds in said(at)


def test_five_of_a_kind_is_celebrated():
    five = ("first 0", "roll", "dice 3 3 3 3 3 boss 3", "promote 3 3 3 3 3")
    assert "> # 🎉 FIVE OF A KIND! 🎉" in said(scene("ducks", 2, *five))


def test_a_round_that_has_ended_is_shown_until_somebody_rolls():
    ended = ("stop", *LOWER)
    text = said(scene("ducks", 2, *PAIR, *ended))
    assert "-# Round 1 of 2 is over\n" in text
    assert "> **a\\*b\\_c\\`d\\|e\\~f** stops: **no pair**.\n**Mallard** has" in text
    assert "**Mallard** has the best hand: **one pair**\n# `3` `3`\n" in text
    assert "**Mallard** · 2 points (+2)\n**a\\*b\\_c\\`d\\|e\\~f** · 1 point (+1) · `3`\n" in text
    after = said(scene("ducks", 2, *PAIR, *ended, "roll", "dice 1 3 4 5 6 boss 3"))
    assert "is over" not in after
    assert "(+2)" not in after


def test_a_round_in_which_all_lost_their_buckets_ends_with_eggs():
    lost = ("roll", "dice 3 4 5 6 6 boss 2", "bust")
    text = said(scene("ducks", 2, "first 0", *lost, *lost, options={"press": "bust"}))
    assert "## 🥚 Goose eggs for everybody" in text


def test_a_result_that_was_shown_is_not_repeated_in_the_next_round():
    at = scene("ducks", 3, *PAIR, "stop", *LOWER, *LOWER, *LOWER)
    told = RENDERER.describe_steps(context_of(at), see_steps(at.game, at.recent, None))
    assert [line.rpartition("** ")[2] for line in told] == [
        "promotes `3`.",
        "stops: **no pair**.",
    ]


def test_the_end_shows_the_score_once_and_the_last_round():
    text = said(scene("ducks", 2, *PAIR, "stop", *LOWER, *LOWER, *PAIR[1:], "stop"))
    assert "**Mallard** wins, 4 to 2!" in text
    assert "By round" not in text
    assert "Round 2: **Mallard** has the best hand, one pair" in text


def test_after_several_innings_only_the_latest_steps_are_shown():
    at = scene("ducks", 4, *PAIR, "stop", *LOWER, *LOWER)
    told = RENDERER.describe_steps(context_of(at), see_steps(at.game, at.recent, None))
    assert [line.rpartition("** ")[2] for line in told] == [
        "promotes `3`.",
        "stops: **no pair**.",
    ]


def test_a_goose_egg_is_announced_with_the_name_of_its_player():
    bust = ("first 0", "roll", "dice 3 4 5 6 6 boss 2", "bust")
    text = said(scene("ducks", 2, *bust, options={"press": "bust"}))
    assert "> ## 🥚 **Mallard**: goose egg!" in text


def test_a_bucket_shows_the_values_of_its_ducks():
    at = scene("ducks", 2, "first 0", "roll", "dice 2 4 5 6 6 boss 2", "promote 2")
    assert "**no pair** (🦆 = 6)" in said(at)
    assert " = " not in said(scene("ducks", 2, *PAIR))


def test_a_first_game_explains_promotions_only_if_some_are_possible():
    nothing = scene("ducks", 2, "first 0", "roll", "dice 3 4 5 6 6 boss 2")
    assert RENDERER.guide(context_of(nothing)) == ""
    assert "add up to it" in RENDERER.guide(context_of(scene("ducks", 2, *PAIR[:3])))
