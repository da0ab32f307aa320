"""The board of Buck Dice."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from cogs.display.pages.messages import list_finishers, render_table
from cogs.interactions.language import plain_name
from engine.core import CHANCE
from players.core import Level
from players.games import game
from tables.model.table import Status
from tests.cogs.pictures import RENDERERS
from tests.cogs.reader import read
from tests.cogs.scene import (
    EMOJIS,
    context_of,
    labels,
    offered,
    renderer_of,
    said,
    scene,
    steps_of,
)
from tests.tabletop import playthrough

ORDER = ["order 3 6 1", "dice 4"]
"""Seat 1 throws first; seat 2 has thrown the point number 4."""
POT = {"game": "pot"}
DUCK = "🦆 **Duck 2**"
NAME = r"a\*b\_c\`d\|e\~f"
ONE = f"**{NAME}**"


def fell(*dice):
    """Return a throw in plain characters; the point number 4 is golden."""
    return "\u200a".join(f"⭐`{die}`" if die == 4 else f"`{die}`" for die in dice)


def among_ducks(at, lone=1):
    """Return the table with ducks in all seats but one; they throw without a click."""
    seats = tuple(
        each if i == lone else replace(each, person_id=-9 - i, name=f"Duck {i}", level=Level.NORMAL)
        for i, each in enumerate(at.seats)
    )
    moves = tuple(m if m.seat in {CHANCE, lone} else replace(m, player="duck") for m in at.recent)
    return replace(at, seats=seats, progress=replace(at.progress, recent=moves))


def thrown(*dice, seats=3, **more):
    moves = [move for text in dice for move in ("throw", f"dice {text}")]
    opening = more.pop("opening", ORDER)
    return scene("buckdice", seats, *opening, *moves, **more)


# The opening


def test_K1_the_first_board_shows_the_order_and_the_point_number():
    text = said(thrown())
    assert f"For the order: **Mallard** `3`, {ONE} `6`" in text
    assert "\n## ⭐`4` = 1 point\n" in text
    assert "throws" not in text


def test_K1_throws_to_break_a_tie_are_shown_before_the_latest_the_earlier_are_counted():
    assert (
        said(thrown(opening=["order 3 3 1", "order 5 2", "dice 4"])).count("Equal at the top") == 1
    )
    text = said(thrown(opening=["order 3 3 3", "order 6 1 6", "order 2 2", "order 5 1", "dice 4"]))
    assert text.count("For the order") == text.count("all equal, again") == 0
    assert "(2 earlier throws)" in text
    assert text.count("Equal at the top") == 2
    alike = said(thrown(opening=["order 3 3 3", "order 6 1 4", "dice 4"]))
    assert alike.count("For the order") == 2
    assert alike.count("all equal, again") == 1


def test_K1_throws_to_break_a_tie_for_the_lowest_are_shown():
    text = said(thrown(opening=["order 1 6 1", "order 2 5", "dice 4"]))
    assert "Equal at the bottom, thrown again: **Mallard** `2`" in text


def test_K7_misses_and_their_costs_are_shown():
    text = said(thrown(opening=["first 1", "dice 2", "dice 3", "dice 5"], options=POT))
    assert "`2`: the first miss is free" in text
    assert "`3`: one chip into the pot" in text
    assert "Everybody has put a chip into the pot" in text
    assert "Chips in the pot: **4**\n" in text


def test_throws_replace_the_opening():
    assert "For the order" not in said(thrown("1 2 4"))


# A turn


def test_there_is_one_button():
    assert offered(thrown()) == ["throw"]
    assert labels(thrown()) == labels(thrown("1 2 6")) == ["Throw"]


@pytest.mark.parametrize("key", ["classic", "thirteen-fourteen", "pot"])
def test_no_button_stands_there_while_the_throws_of_a_turn_appear(key):
    boards = list(playthrough(game("buckdice"), 3, {"game": key}, 1))
    asked = {at.thinking is None: labels(at) for at in boards if at.to_act}
    assert asked == {True: ["Throw"], False: []}


@pytest.mark.parametrize(
    ("last", "label"), [(["1 2 4"], "two dice"), (["1 2 4", "2 4"], "one die")]
)
def test_K6_the_board_says_that_a_player_throws_fewer_dice(last, label):
    dice = ["3 3 3", "1 2 3", "1 2 3"] * 2 + ["4 4 5", *last]
    at = thrown(*dice, options={"game": "thirteen-fourteen"})
    assert f"\n{ONE} throws {label}.\n" in said(at)


def test_a_turn_that_goes_on_ends_in_a_die_and_its_point_numbers_are_golden():
    assert f"\n## {NAME} {fell(1, 2, 4)} +1 · 🎲\n" in said(thrown("1 2 4"))


def test_the_worth_of_the_point_number_is_on_every_board():
    assert "\n## ⭐`4` = 1 point\n" in said(thrown())
    pot = said(thrown(opening=["first 1", "dice 4"], options=POT))
    assert "and so are dice that add up to it.\n" in pot


def test_the_throws_of_a_turn_that_goes_on_stand_in_one_line():
    line = f"\n## {NAME} {fell(1, 4, 4)} +2 · {fell(1, 2, 4)} +1 · 🎲\n"
    assert line in said(thrown("1 4 4", "1 2 4"))


def test_K7_lower_dice_that_add_up_are_shown_as_a_sum():
    text = said(thrown("2 3 6", opening=["first 1", "dice 5"], options=POT))
    assert "(2+3 = 5)" in text


def test_K3_a_little_buck_is_no_sum():
    assert "+3" not in said(thrown("3 3 3"))


def test_K7_a_little_buck_of_the_pot_goes_on_and_is_celebrated():
    assert "Little buck!" in said(thrown("3 3 3", opening=["first 1", "dice 5"], options=POT))


def test_K4_a_voided_throw_is_explained():
    dice = ["3 3 3", "1 2 3", "1 2 3"] * 2 + ["4 4 5", "1 4 4", "4 4 5"]
    assert "2 more would pass 15, so this does not count." in said(thrown(*dice))
    assert f"+4 · {fell(4, 4, 5)} ✖️ · 🎲\n" in said(thrown(*dice))


def test_a_big_buck_that_lacks_one_die_is_told_large():
    near = "\n## 😱 One die short of a big buck!\n"
    assert near in said(thrown("1 4 4"))
    assert near not in said(thrown("1 4 4", "1 2 4"))
    assert near not in said(thrown("4 4 4"))
    assert near not in said(thrown("1 4 4", opening=["first 1", "dice 4"], options=POT))
    dice = ["3 3 3", "1 2 3", "1 2 3"] * 2 + ["4 4 5", "1 2 4"]
    assert near not in said(thrown(*dice, "4 4", options={"game": "thirteen-fourteen"}))


def test_a_turn_tells_who_takes_the_lead_or_draws_level():
    first = ["1 2 4", "1 2 4", "1 2 6"]
    assert "🔥" not in said(thrown(*first))  # the first points of the game
    level, ahead = [*first, "1 2 4", "1 2 4"], [*first, "1 2 4", "1 2 4", "1 2 4"]
    third = "**Wigeon with a name that is 32 ch**"
    assert f"\n🔥 {third} draws level!\n" in said(thrown(*level))
    assert f"\n🔥 {third} takes the lead!\n" in said(thrown(*ahead))
    assert f"\n🔥 {third} takes the lead!\n" in said(thrown(*ahead, "1 2 6"))
    assert "🔥" not in said(thrown(*ahead, "1 2 6", "1 2 4"))


def test_everybody_has_a_marker_on_a_way_of_15_cells():
    race = [line for line in said(thrown("1 4 4")).split("\n") if "▱" in line]
    third = "Wigeon with a name that is 32 ch"
    assert race == [
        f"🦌{'▱' * 15} **0** Mallard",
        f"▰▰🦊{'▱' * 13} **2** {NAME}",
        f"🦉{'▱' * 15} **0** {third}",
    ]


def test_a_ducks_marker_is_its_face_shown_once_in_its_line():
    (line,) = [
        line for line in said(among_ducks(thrown())).split("\n") if "Duck 0" in line and "▱" in line
    ]
    assert line == f"🦆{'▱' * 15} **0** Duck 0"


def test_the_last_three_points_are_counted_large_for_the_player_on_turn():
    dice = ["3 3 3", "1 2 3", "1 2 3"] * 2
    near = "\n## {}: only {} more!\n"
    assert "more!" not in said(thrown(*dice))
    assert near.format(ONE, 3) in said(thrown(*dice, "4 4 5"))
    assert near.format(ONE, 2) in said(thrown(*dice, "4 4 5", "1 2 4"))
    assert "more!" not in said(thrown(*dice, "4 4 5", "1 2 3"))  # another player is on turn
    assert near.format(ONE, 3) in said(thrown(*dice, "4 4 5", "1 2 3", "1 2 3", "1 2 3"))


# The end of a turn


def test_a_finished_turn_is_shown_whole():
    at = thrown("1 4 4", "1 2 6")
    assert f"\n## {NAME} {fell(1, 4, 4)} +2 · {fell(1, 2, 6)}\n" in said(at)


def test_more_than_two_throws_are_a_sum_and_the_last_one():
    three = said(thrown("1 4 4", "1 2 4", "1 2 6"))
    assert f"\n## {NAME} +3 · {fell(1, 2, 6)}\n" in three
    six = said(thrown("1 4 4", *["1 2 4"] * 4, "1 2 6"))
    assert f"\n## {NAME} +6 · {fell(1, 2, 6)}\n" in six


def test_a_turn_without_points_is_one_line():
    assert f"\n## {NAME} {fell(1, 2, 6)}\n-# Nothing, " in said(thrown("1 2 6"))
    assert not steps_of(thrown("1 2 6"))


def test_an_earlier_turn_is_a_line_as_large_as_the_latest():
    dice = ["1 4 4", "1 2 4", "1 2 6", "1 2 5", "1 1 6"]
    at = among_ducks(thrown(*dice))
    own = f"+3 · {fell(1, 2, 6)}"
    assert steps_of(at) == f"## {NAME} {own}\n## Duck 2 {fell(1, 2, 5)} 0"
    assert f"\n## Duck 0 {fell(1, 1, 6)}\n" in said(at)


def test_a_turn_is_told_even_if_the_next_one_has_the_same_dice():
    at = among_ducks(thrown("1 2 6", "1 2 5", "1 2 5"))
    assert steps_of(at) == f"## {NAME} {fell(1, 2, 6)} 0\n## Duck 2 {fell(1, 2, 5)} 0"


def test_more_than_three_turns_are_a_line_of_gains():
    dice = ["1 2 4", "1 2 6", "1 2 5", "1 4 4", "1 2 6", "1 1 6", "1 1 5"]
    at = thrown(*dice, seats=5, opening=["order 6 4 3 2 1", "dice 4"])
    assert steps_of(among_ducks(at, 0)) == "**Mallard** **+1** · 🦆 **Duck 2** **+2**"


def test_more_than_four_players_share_lines_without_tracks():
    text = said(thrown("1 2 6", seats=5, opening=["order 6 4 3 2 1", "dice 4"]))
    assert f"\n🦌 **0** Mallard · 🦊 **0** {NAME} · " in text
    assert "▱" not in text


def test_the_way_to_15_is_counted_in_one_way():
    dice = ["3 3 3", "1 2 3", "1 2 3"] * 2 + ["4 4 5", "1 2 6"]
    assert re.findall(r"▱ \*\*(\d+)\*\* ", said(thrown(*dice))) == ["0", "12", "0"]


def test_K3_a_little_buck_is_announced_and_passes_the_dice():
    at = thrown("3 3 3")
    assert f"\n## {NAME} {fell(3, 3, 3)} +5\n## 🦌 Little buck!\n" in said(at)


def test_K3_a_big_buck_is_celebrated():
    at = thrown("4 4 4")
    assert f"BIG BUCK! 🎉\nThree point numbers: {ONE} is safe at once" in said(at)
    assert f"{'▰' * 15}🦊 ✅ {NAME}\n" in said(at)


def pictures_of(at):
    table = render_table(RENDERERS["buckdice"], at, EMOJIS, 0.0)
    return [each.alt.partition(":")[0] for each in table.pictures]


def test_K3_a_big_buck_is_a_picture_until_the_next_throw():
    assert pictures_of(thrown("4 4 4")) == ["a big buck"]
    assert pictures_of(thrown("3 3 3")) == pictures_of(thrown("4 4 4", "1 2 3")) == []


def test_K3_the_end_shows_a_big_buck_that_decided_the_game_or_saved_the_only_person():
    two = thrown("4 4 4", seats=2, opening=["order 3 6", "dice 4"])
    assert pictures_of(two) == ["a big buck"]
    three = thrown("4 4 4", "1 2 3", "4 4 4")
    assert pictures_of(among_ducks(three)) == ["a big buck"]
    assert pictures_of(three) == pictures_of(among_ducks(three, lone=2)) == ["A podium"]


def test_between_two_the_aim_is_to_win():
    two = said(thrown(seats=2, opening=["order 3 6", "dice 4"]))
    assert "\n-# Exactly 15 wins\n" in two
    assert "\n-# Exactly 15 is safe, the last one left loses\n" in said(thrown())


def test_K4_exactly_15_is_celebrated():
    dice = ["3 3 3", "1 2 3", "1 2 3"] * 2 + ["4 4 5", "4 4 5", "1 2 4"]
    assert f"## 🎉 Exactly 15: {ONE} is safe!" in said(thrown(*dice))


def test_K3_a_big_buck_is_shown_even_after_later_throws():
    dice = ["4 4 4", "1 2 3", "1 2 3"]
    at = among_ducks(thrown(*dice))
    assert f"> 🎉 {ONE} is safe: a big buck\n" in said(at)


# The end


def test_K5_the_end_names_who_loses():
    text = said(thrown("4 4 4", "1 2 3", "4 4 4"))
    assert "## 🥚 **Wigeon with a name that is 32 ch** loses with 0 points\n" in text
    assert f"\nSafe in this order: {ONE}, **Mallard**\n" in text
    assert "wins" not in text


def test_with_two_left_the_board_says_who_may_lose():
    two = "**Mallard** and **Wigeon with a name that is 32 ch**"
    assert f"-# Only two left, and one of them loses: {two}\n" in said(thrown("4 4 4"))
    assert "Only two left" not in said(thrown("1 2 3"))


LOST = "🦆 **Duck 0** loses with 0 points"
POINTS = [*["3 3 3", "1 2 3", "1 2 3"] * 2, "4 4 5"]  # seat 1 has 12, and throws again


@pytest.mark.parametrize(
    ("dice", "headline", "margin"),
    [
        (["4 4 4", "4 4 4"], f"👑 {ONE} is safe, place 1 of 3!", LOST),
        (["1 2 3", "4 4 4", "1 2 3", "4 4 4"], f"⭐`6` {ONE} is safe, place 2 of 3!", LOST),
        (
            [*POINTS[:-1], "1 2 3", "4 4 4", "4 4 4"],
            f"🥚 {ONE} is the last one, with 10 points",
            "Safe in this order: 🦆 **Duck 2**, 🦆 **Duck 0**",
        ),
        (
            [*POINTS, "1 2 3", "4 4 4", "4 4 4"],
            f"🥚 {ONE} is the last one, with 12 points",
            "Safe in this order: 🦆 **Duck 2**, 🦆 **Duck 0**",
        ),
    ],
)
def test_among_ducks_the_end_is_about_the_person(dice, headline, margin):
    assert f"## {headline}\n{margin}\n" in said(among_ducks(thrown(*dice)))


def test_a_near_miss_in_the_pot_is_told_kindly_below_the_winner():
    dice = ["2 2 2", "1 1 1", *["1 5 6"] * 3, "1 2 6", "5 5 5"]
    at = among_ducks(thrown(*dice, opening=["first 1", "dice 5"], options=POT))
    head, margin, short = said(at).split("\n## ")[1].split("\n")[:3]
    assert re.fullmatch(r"👑 🦆 \*\*Duck 2\*\* takes the pot of \d+ chips!", head)
    assert re.fullmatch(r"\+\d+ chips · a big buck", margin)
    assert short == f"**Photo finish!** {ONE}: 2 points short!"


def test_against_one_duck_the_points_are_shown_once():
    dice = ["3 3 3", "1 2 3", "3 3 3", "1 2 3", "4 4 5", "1 2 3", "4 4 4"]
    at = among_ducks(thrown(*dice, seats=2, opening=["order 3 6", "dice 4"]))
    told = f"A big buck · **Photo finish!** {ONE}: 3 points short!"
    assert f"## 👑 🦆 **Duck 0** wins!\n{told}\n" in said(at)


def test_a_game_of_two_names_the_winner():
    (final,) = [
        at for at in playthrough(game("buckdice"), 2, {}, 3) if at.status is Status.FINISHED
    ]
    winner, loser = sorted(final.seats, key=lambda seat: seat.place)
    assert f"## 👑 **{plain_name(winner.name)}** wins!" in said(final)
    assert "loses" not in said(final)
    assert loser.person != winner.person
    assert re.search("\n(Exactly 15|A big buck) · ", said(final))
    assert "safe" not in said(final)


def page(at):
    return render_table(renderer_of(at), at, EMOJIS, 0.0)


def podium(at):
    """Return the description of the result card of a finished game."""
    lines = read(page(at))
    return next(line for line in lines if "A podium" in line)


def test_the_end_shows_the_last_throw_once():
    text = said(thrown("4 4 4", "1 2 3", "1 2 4", "4 4 4"))
    assert text.count("BIG BUCK") == text.count("Three point numbers") == 1


def test_K5_places_are_the_order_of_leaving():
    words = podium(thrown("4 4 4", "1 2 3", "4 4 4"))
    assert words.index("1. a*b_c`d|e~f") < words.index("2. Mallard") < words.index("3. Wigeon")


def test_the_card_shows_how_each_player_became_safe_instead_of_points():
    at = thrown("3 3 3", "4 4 4", "1 2 3", "4 4 4")
    finishers = list_finishers(renderer_of(at), at, context_of(at))
    assert [each.written for each in finishers] == ["⚃⚃⚃", "⚃⚃⚃", "0"]
    assert podium(at).endswith("3. Mallard: not safe, 0.")


def test_K7_the_end_names_the_winner_and_the_pot():
    text = said(thrown("5 5 5", opening=["first 1", "dice 2", "dice 3", "dice 5"], options=POT))
    assert f"{ONE} takes the pot of 4 chips!" in text
    assert "+2 chips" in text


def test_the_card_shows_what_each_player_has_paid():
    at = thrown("5 5 5", opening=["first 1", "dice 2", "dice 3", "dice 5"], options=POT)
    assert podium(at).count("-1 chip") == 2


def test_K7_a_player_who_never_scored_pays_again():
    dice = ["1 5 5", "3 3 3", "2 2 2"]
    text = said(thrown(*dice, opening=["first 1", "dice 5"], options=POT))
    assert "Never scored, one chip more: **Mallard** and **Wigeon" in text
    assert "takes the pot of 5 chips" in text


@pytest.mark.heavy
@pytest.mark.parametrize("key", ["classic", "thirteen-fourteen", "pot"])
def test_boards_stay_short(key):
    rules = game("buckdice")
    boards = [at for seed in range(5) for at in playthrough(rules, 8, {"game": key}, seed)]
    assert max(len(said(at)) for at in boards) < 1500
