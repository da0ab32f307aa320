"""Hints: the best move, one true sentence about it, and what the others cost."""

import random

import pytest

from cogs.display.pages.hints import SHOWN, describe_cost, render_hint
from engine import game
from engine.core import CHANCE
from engine.playthrough import play_randomly
from engine.replay import Match
from players import can_hint, find_hint
from players.core import Assessed, know
from tables.model.advice import Hint
from tables.model.table import Status
from tests.cogs.limits import TEXT, components, faults
from tests.cogs.pictures import RENDERERS
from tests.cogs.scene import EMOJIS, labels, renderer_of, scene
from tests.engine.buckets.scene import after, building
from tests.tabletop import table

HINTED = [key for key, renderer in RENDERERS.items() if renderer.has_hints]
DAY_1 = "roll 1 2 2 2 4 6"


class Chance(random.Random):
    def below(self, n):
        return self.randrange(n)


def hinted(at):
    """What the hint shows whoever is to act."""
    (seat,) = at.to_act
    found = find_hint(at.game.info.key, know(at.game, at.options, at.state, seat))
    return render_hint(renderer_of(at), Hint(at, seat, found), EMOJIS)


def said(at):
    return advice(hinted(at))


def advice(page):
    found = components(page.view().to_components())
    return "\n".join(item["content"] for item in found if item["type"] == TEXT)


def positions(key, seats, seed):
    """Some tables of a random game at which somebody is to choose."""
    rules = game(key)
    match = Match(rules, rules.start(seats, rules.options({}), None))
    moves = []
    for number, step in enumerate(play_randomly(match, Chance(seed))):
        if step.seat != CHANCE and number % 11 == 0:
            yield scene(key, seats, *moves)
        moves.append(str(step.move))


@pytest.mark.parametrize("key", RENDERERS)
def test_there_are_hints_where_it_is_known_what_a_move_is_worth(key):
    assert RENDERERS[key].has_hints == can_hint(key)


@pytest.mark.parametrize(
    ("key", "seats"), [("ducks", 2), ("ducks", 3), ("trophy", 3), ("pond", 1), ("pond", 2)]
)
def test_a_hint_can_be_shown_wherever_somebody_is_to_choose(key, seats):
    for at in positions(key, seats, seed=1):
        assert faults(hinted(at)) == []


def test_a_move_is_named_as_on_its_button():
    at = scene("trophy", 3, "first 0", "roll", "hunt bP bP bT")
    lines = said(at)
    assert all(label in lines for label in labels(at))


def test_without_a_choice_the_only_move_is_named():
    assert "**Roll**\nThere is nothing else to do." in said(scene("ducks", 2, "first 0"))


@pytest.mark.parametrize(
    ("steps", "button"),
    [
        ((), "Build it for me"),
        (("0 place 0 d",), "The rest for me"),
        (("0 auto",), "Confirm"),
    ],
)
def test_while_pyramids_are_built_a_hint_says_how_a_duck_would_build(steps, button):
    state = after(building("h8 h7 h6 p8 p7 c5 d1", "c1 c2 c3", "s1 s2 s3"), *steps)
    at = table(game("buckets"), 3, {}, status=Status.PLAYING, state=state, seq=9)
    found = find_hint("buckets", know(at.game, at.options, state, 0))
    words = advice(render_hint(renderer_of(at), Hint(at, 0, found), EMOJIS))
    assert f"\n**{button}**\n" in words
    assert ("puts horses and pigs low" in words) is (button != "Confirm")
    if button == "The rest for me":
        assert "From the bottom: duck horse horse" in words
    assert len(words) < 400


def test_trophy_tells_what_the_next_roll_risks_and_what_each_choice_costs():
    found = said(scene("trophy", 3, "first 0", "roll", "hunt bP bP bP", "roll", "hunt wP gS gS"))
    assert "The next roll ends the turn in" in found
    assert "points would be lost" in found
    assert "% to win` Roll three new dice" in found


def test_trophy_with_nothing_aside_has_nothing_to_lose():
    assert "There is nothing to lose" in said(
        scene("trophy", 3, "first 0", "roll", "hunt bS bT bT")
    )


def test_the_pond_lists_the_cheapest_moves_and_how_much_the_others_cost():
    found = said(scene("pond", 1, DAY_1))
    assert len([line for line in found.split("\n") if line.startswith("`")]) == SHOWN
    assert "more, down to" in found
    assert "In points at the end" in found


def test_of_moves_that_come_to_the_same_none_is_called_worse():
    assert "costs nothing" in said(scene("pond", 1, DAY_1))


@pytest.mark.parametrize(
    ("key", "seats", "measure"),
    [
        ("ducks", 4, "if all that follows is played well: an estimate, off by some 0.1 points."),
        ("trophy", 3, "The chance to win decides; it is an estimate, off by some 2 %."),
        ("trophy", 2, "The chance to win decides; it is exact, too."),
    ],
)
def test_of_an_estimate_it_is_told_how_far_it_is_off(key, seats, measure):
    fallen = {"ducks": "dice 1 2 2 4 6 boss 6", "trophy": "hunt bP bP bT"}[key]
    options = {"two_hunters": "on"} if (key, seats) == ("trophy", 2) else {}
    assert measure in said(scene(key, seats, "first 0", "roll", fallen, options=options))


@pytest.mark.parametrize("seats", [2, 3])
def test_at_a_table_of_two_or_three_the_points_are_exact(seats):
    assert ": exact." in said(scene("ducks", seats, "first 0", "roll", "dice 1 2 2 4 6 boss 6"))


def test_what_play_outs_do_not_find_worse_is_not_called_equal():
    best = Assessed("play", 4.0, 0.5)
    assert describe_cost(best, Assessed("draw", 4.1, 0.5, error=0.2), "buckets") == "no worse"
    worse = Assessed("draw", 3.5, 0.4, error=0.2)
    assert describe_cost(best, worse, "buckets") == "-0.50 ± 0.20 buckets, -10.0 % to win"
