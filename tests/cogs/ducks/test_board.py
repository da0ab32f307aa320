"""The board of Ducks in a Bucket."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from cogs.display.pages.board import see_steps
from cogs.display.pages.messages import render_table
from cogs.display.pages.more import render_more
from cogs.ducks.board import RENDERER
from cogs.ducks.words import KINDS, name_hand
from cogs.interactions.language import ENGLISH
from cogs.interactions.parts import button, row, stack
from engine.ducks import evaluate
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


def test_a_hand_is_shown_by_its_dice_and_named_by_its_numbers():
    at = scene("ducks", 2, *PAIR, "stop")
    assert "stops: **a pair of threes**." in steps_of(scene("ducks", 4, *PAIR, "stop"))
    assert steps_of(at) == ""  # the board has the hand
    assert "Stop: a pair of threes" in labels(scene("ducks", 2, *PAIR))
    assert "To beat: **Mallard** `3` `3` a pair of threes\n" in said(at)


@pytest.mark.parametrize(
    ("dice", "name"),
    [
        ((1, 3, 4, 6), "6 high"),
        ((1, 1, 4, 5, 6), "a pair of ones"),
        ((3, 3, 5, 5, 6), "two pair, 5 and 3"),
        ((2, 4, 4), "three fours"),
        ((1, 1, 5, 5, 5), "full house, 5 and 1"),
        ((2, 3, 4, 5, 6), "straight to 6"),
        ((1, 2, 3, 4, 5), "straight to 5"),
        ((2, 2, 2, 6), "four sixes"),
        ((5, 5, 5, 5, 5), "five fives"),
    ],
)
def test_each_hand_has_its_numbers_in_its_name(dice, name):
    wild = dice not in {(2, 3, 4, 5, 6), (1, 2, 3, 4, 5)}
    assert name_hand(ENGLISH, evaluate(dice, wild=wild)) == name


def test_a_hand_of_one_number_has_a_name_for_each_number():
    for kind, count in ("one pair", 2), ("three of a kind", 3), ("five of a kind", 5):
        names = [name_hand(ENGLISH, evaluate((die,) * count, wild=False)) for die in range(1, 7)]
        assert names == list(KINDS[kind])
        assert len({*names}) == 6


def test_the_last_promotion_names_the_final_hand():
    last = ("roll", "dice 1 1 3 boss 5", "promote 1 1 3")
    at = scene("ducks", 4, *PAIR, *last)
    assert "the last dice: **full house, 3 and 1**." in steps_of(at)


def test_a_bucket_that_leads_is_named_large():
    second = ("stop", "roll", "dice 1 2 4 5 5 boss 5", "promote 5 5")
    assert "\n## A pair of fives: ahead!\n" in said(scene("ducks", 2, *PAIR, *second))
    assert "\n**A pair of threes**\n" in said(scene("ducks", 2, *PAIR))  # there is none to beat
    behind = (*second[:2], "dice 1 2 4 5 5 boss 4", "promote 4")
    assert "\n**4 high**\n" in said(scene("ducks", 2, *PAIR, *behind))


def test_a_2_of_the_roll_has_a_duck_in_its_corner_only_if_ducks_are_wild():
    moves = ("first 0", "roll", "dice 2 3 4 5 6 boss 2")
    for wild, keys in ("on", ["two_with_duck"]), ("off", ["white_die_2"]):
        at = scene("ducks", 2, *moves, options={"wild": wild})
        shown = render_table(RENDERER, at, longest_emojis(), 0.0)
        found = [*components(shown.items)]
        (roll,) = [c["content"] for c in found if "boss_die_2" in c.get("content", "")]
        twos = [key for key in re.findall(r"<:(\w+)_\w\w:", roll) if "2" in key or "two" in key]
        assert twos == [*keys, "boss_die_2"]


def test_the_places_of_a_bucket_stand_side_by_side_and_are_always_five():
    moves = (*NOTHING, *AGAIN, "throw away", "dice 2 2 4 boss 4", "promote 2 2")
    shown = render_table(RENDERER, scene("ducks", 2, *moves), longest_emojis(), 0.0)
    lines = [line for line in texts(shown) if "pail_rim" in line]
    keys = [re.findall(r"<:(\w+)_\w\w:\d+>", line) for line in lines]
    places = ["duck", "duck", "empty", "thrown", "thrown"]
    assert keys == [["pail_rim", *(f"pail_{key}" for key in places), "pail_bottom"]]
    assert " " not in lines[0].removeprefix("# ")


def texts(shown):
    found = components(shown.items)
    return [line for c in found for line in c.get("content", "").split("\n")]


# Scores and innings


def test_the_points_of_a_round_stay_until_the_next_round_is_over():
    assert "Points" not in said(scene("ducks", 2, *PAIR))
    first = (*PAIR, "stop", *LOWER)
    points = r"-# Points: **Mallard** 2 · **a\*b\_c\`d\|e\~f** 1"
    second = (*LOWER, *PAIR[1:-1])
    for more in range(len(second)):
        assert points in said(scene("ducks", 2, *first, *second[:more])).split("\n")


def test_later_points_tell_what_the_last_round_added_and_who_had_a_goose_egg():
    lost = ("roll", "dice 3 4 5 6 6 boss 2", "bust")
    moves = (*PAIR, "stop", *LOWER, *PAIR[1:], "stop", *lost)
    text = said(scene("ducks", 2, *moves, options={"press": "bust", "circuits": "2"}))
    assert r"-# Points: **Mallard** 2 (+0) 🥚 · **a\*b\_c\`d\|e\~f** 3 (+2)" in text.split("\n")


def test_the_headline_has_only_the_round():
    for at in (scene("ducks", 2, "first 0"), scene("ducks", 2, *PAIR)):
        assert "\n-# Round 1 of 2\n" in said(at)
        assert "button" not in said(at)


SECOND = ("roll", "dice 1 3 4 5 6 boss 3", "promote 3", "stop")
"""The second player has only a 3."""


def test_with_three_players_the_board_shows_all_hands_of_the_round():
    text = said(scene("ducks", 3, *PAIR, "stop", *SECOND))
    assert text.count("`3` `3`") == 1
    assert r"**a\*b\_c\`d\|e\~f** `3` 3 high" in text.split("\n")


def test_with_more_players_the_page_behind_more_shows_the_hands_that_are_not_best():
    at = scene("ducks", 4, *PAIR, "stop", *SECOND, *PAIR[1:3])
    other = r"**a\*b\_c\`d\|e\~f** `3` 3 high"
    assert other not in said(at)
    assert "To beat: **Mallard** `3` `3` a pair of threes" in said(at)
    for person in 1000, 7:
        assert other in texts(render_more(RENDERER, at, EMOJIS, person, 0.0))
    ended = scene("ducks", 4, *PAIR, "stop", *SECOND * 3)
    assert other in texts(render_more(RENDERER, ended, EMOJIS, 1000, 0.0))
    assert other not in said(ended)


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
    on = "None: lose a die"
    assert sorted(labels(at)) == sorted([*(f"Promote {each}" for each in promotions), on])


def test_only_what_can_be_pressed_is_shown():
    rows = [
        rows_of(scene("ducks", 2, *moves))
        for moves in (PAIR[:1], PAIR[:3], PAIR, NOTHING, [*NOTHING, *AGAIN])
    ]
    assert rows == [
        [["Roll 5 dice"], ["⋯"]],
        [["Promote two 3s", "Promote one 3", "None: lose a die"], ["⋯"]],
        [["Roll 3 dice", "Stop: a pair of threes"], ["↩ Undo", "⋯"]],
        [["Roll only 4"], ["⋯"]],
        [["Roll only 3"], ["⋯"]],
    ]


def test_a_second_die_is_thrown_away_above_the_promotions():
    second = ("throw away", "dice 2 4 6 6 boss 6")
    at = scene("ducks", 2, *NOTHING, *second)
    assert rows_of(at) == [
        ["None: lose a die"],
        ["Promote two 6s", "Promote one 6", "Promote 2 and 4"],
        ["⋯"],
    ]


def test_stop_stands_above_a_roll_if_both_are_too_wide_for_a_phone():
    roll, stop = button("roll", "x" * 17), button("stop", "x" * 17)
    assert stack([roll], [stop]) == [row(roll, stop)]
    wider = button("stop", "x" * 18)
    assert stack([roll], [wider]) == [row(wider), row(roll)]
    assert stack([roll], [button("stop", "停" * 9)]) == [row(button("stop", "停" * 9)), row(roll)]


def rows_of(at):
    """Return the labels of each row; those of disabled buttons are in brackets."""
    found = components(render_table(RENDERER, at, EMOJIS, 0.0).items)
    rows = [part["components"] for part in found if part["type"] == ROW]
    return [[f"({c['label']})" if c.get("disabled") else c["label"] for c in row] for row in rows]


def test_a_player_who_cannot_promote_reads_why():
    why = "-# Nothing fits the Boss."
    assert why in said(scene("ducks", 2, "first 0", "roll", "dice 3 4 5 6 6 boss 2"))
    assert why not in said(scene("ducks", 2, *PAIR[:3]))


def test_the_risk_of_a_roll_is_shown_when_that_is_the_choice():
    text = said(scene("ducks", 2, *PAIR))
    assert "-# Roll and lose a die: about 4 in 10\n" in text
    assert "Roll and" not in said(scene("ducks", 2, *PAIR[:3]))


def test_a_hand_that_is_behind_has_the_chance_to_get_ahead_as_its_only_number():
    second = ("stop", "roll", "dice 1 3 4 5 6 boss 3", "promote 3")
    text = said(scene("ducks", 2, *PAIR, *second))
    assert [line for line in text.split("\n") if " in 10" in line] == [
        "-# Roll and get ahead: about 7 in 10"
    ]


def test_a_ducks_turn_has_no_odds():
    at = scene("ducks", 2, *PAIR)
    duck = replace(at.seats[0], level=1, person_id=-1)
    assert " in 10" not in said(replace(at, seats=(duck, *at.seats[1:])))


def test_five_of_a_kind_is_celebrated():
    five = ("first 0", "roll", "dice 3 3 3 3 3 boss 3", "promote 3 3 3 3 3")
    assert "> # 🎉 FIVE OF A KIND! 🎉" in said(scene("ducks", 2, *five))


def test_a_round_that_has_ended_is_shown_until_somebody_rolls():
    ended = ("stop", *LOWER)
    text = said(scene("ducks", 2, *PAIR, *ended))
    assert (
        "-# Round 1: best hand +2, next +1\n**Mallard** has the best hand: **a pair of threes**\n"
        in text
    )
    assert "\n# 🪣 `3` `3` ▢ ▢ ▢\n**a\\*b\\_c\\`d\\|e\\~f** `3` 3 high\n" in text
    after = said(scene("ducks", 2, *PAIR, *ended, "roll", "dice 1 3 4 5 6 boss 3"))
    assert "best hand" not in after
    assert "3 high" not in after


def test_a_round_in_which_all_lost_their_buckets_ends_with_eggs():
    lost = ("roll", "dice 3 4 5 6 6 boss 2", "bust")
    text = said(scene("ducks", 2, "first 0", *lost, *lost, options={"press": "bust"}))
    assert "## 🥚 Goose eggs: nobody scores" in text


def test_what_the_board_shows_is_not_told():
    promoted = scene("ducks", 3, *PAIR)
    thrown = scene("ducks", 3, *NOTHING, *AGAIN)
    next_round = scene("ducks", 3, *PAIR, "stop", *LOWER, *LOWER, *LOWER[:2])
    assert [steps_of(at) for at in (promoted, thrown, next_round)] == ["", "", ""]


EGG = ("roll", "dice 3 4 5 6 6 boss 2", "bust")
BUST = {"press": "bust"}
ROUND = "-# Round {}: best hand +{}, next +{}"
THREES, LOW_3 = "`3` `3` a pair of threes", "`3` 3 high"
OTHER = r"**a\*b\_c\`d\|e\~f**"


def decided(at):
    """Return the lines about the hands that decided a finished game."""
    lines = said(at).split("\n")
    first = next(i for i, line in enumerate(lines) if line.startswith("-# Round"))
    return lines[first:]


def test_the_end_shows_the_hands_and_the_points_of_both_rounds():
    """The last round is lost, the game is a draw, and yet every reader sees why."""
    ended = (*PAIR, "stop", *LOWER, *PAIR[1:], "stop", *LOWER)
    assert decided(scene("ducks", 2, *ended)) == [
        ROUND.format(1, 2, 1),
        f"**+2** **Mallard** {THREES}",
        f"**+1** {OTHER} {LOW_3}",
        "-# Round 2 of 2",
        f"**+2** {OTHER} {THREES}",
        f"**+1** **Mallard** {LOW_3}",
    ]


def test_the_end_shows_a_goose_egg_without_points():
    at = scene("ducks", 2, *PAIR, "stop", *EGG, *EGG, *EGG, options=BUST)
    egg = "🥚 goose egg"
    assert decided(at)[1:3] == [f"**+2** **Mallard** {THREES}", f"**+0** {OTHER} {egg}"]
    assert decided(at)[4:] == [f"**+0** **Mallard** {egg}", f"**+0** {OTHER} {egg}"]
    assert "goose egg, no points!" not in said(at)


def test_the_end_says_why_one_of_two_hands_with_the_same_name_is_better():
    level = scene("ducks", 2, *PAIR, "stop", *PAIR[1:], "stop", *LOWER, *LOWER)
    assert decided(level)[1:3] == [
        f"**+2** **Mallard** {THREES} (went first)",
        f"**+1** {OTHER} {THREES}",
    ]
    more = ("roll", "dice 1 4 5 boss 5", "promote 1 4")
    high = scene("ducks", 2, *PAIR, "stop", *PAIR[1:], *more, "stop", *LOWER, *LOWER)
    assert decided(high)[1].endswith("a pair of threes (higher other dice)")


def test_the_end_of_more_rounds_shows_the_one_that_decided_and_all_points():
    best, low = (*PAIR[1:], "stop"), LOWER
    rounds = (*best, *low, *low), (*low, *low, *best), (*low, *best, *low)
    at = scene("ducks", 3, "first 0", *(move for each in rounds for move in each))
    assert decided(at) == [
        ROUND.format(3, 3, 2),
        f"**+3** **Mallard** {THREES}",
        f"**+1** {OTHER} {LOW_3}",
        f"-# Points: **Mallard** 3 + 3 + 3 · {OTHER} 2 + 2 + 1",
    ]


def test_to_promote_is_explained_in_the_first_round():
    plain = "-# Promote: into the bucket."
    dice = "roll", "dice 1 3 4 5 5 boss 3"
    assert plain in said(scene("ducks", 2, "first 0", *dice))
    assert plain not in said(scene("ducks", 2, "first 0", *dice, "promote 3"))
    assert plain not in said(scene("ducks", 2, *PAIR, "stop", *LOWER, *dice))


def test_a_duck_is_explained_to_whoever_can_promote_one_in_the_first_round():
    why = "-# Promote: into the bucket, where 🦆 is any number."
    two = ("roll", "dice 1 2 3 4 5 boss 3")
    assert why in said(scene("ducks", 2, "first 0", *two))
    assert why not in said(scene("ducks", 2, "first 0", *two, "promote 1 2"))
    assert why not in said(scene("ducks", 2, "first 0", "roll", "dice 2 3 4 5 6 boss 3"))
    assert why not in said(scene("ducks", 2, "first 0", *two, options={"wild": "off"}))
    assert why not in said(scene("ducks", 2, *PAIR, "stop", *LOWER, *two))


def test_after_several_innings_only_the_latest_ends_are_told():
    at = scene("ducks", 4, *PAIR, "stop", *LOWER, *LOWER)
    told = RENDERER.describe_steps(context_of(at), see_steps(at.game, at.recent, None))
    assert [line.rpartition("** ")[2] for line in told] == ["stops: **3 high**."] * 2


def test_a_goose_egg_is_announced_with_the_name_of_its_player():
    bust = ("first 0", "roll", "dice 3 4 5 6 6 boss 2", "bust")
    text = said(scene("ducks", 2, *bust, options={"press": "bust"}))
    assert "> ## 🥚 **Mallard**: goose egg, no points!" in text


def test_a_board_says_you_to_nobody():
    moves = (*PAIR, "stop", *NOTHING[1:], *AGAIN, "throw away", "dice 2 2 4 boss 4", "promote 2 2")
    for number in range(1, len(moves) + 1):
        shown = render_table(RENDERER, scene("ducks", 2, *moves[:number]), EMOJIS, 0.0)
        lines = [line for line in texts(shown) if "▶" not in line]
        assert [line for line in lines if re.search(r"\byour?\b", line, re.IGNORECASE)] == []


def test_three_or_more_players_with_a_tip_have_the_points_only_between_rounds():
    for seats, fits in (2, True), (3, False), (4, False):
        rounds = ("first 0", *LOWER * seats)
        for moves, shown in (rounds, True), ((*rounds, *LOWER[:2]), fits):
            at = scene("ducks", seats, *moves, options={"circuits": "2"})
            for tip, told in ("", True), ("**Stop**", shown):
                page = render_table(RENDERER, at, EMOJIS, 0.0, tip=tip)
                assert any("Points: " in line for line in texts(page)) is told
