"""What decided a game: the sentence at the head of its review."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from cogs.display.pages.board import render_context
from cogs.features.reviews.pages import ReviewPage
from cogs.interactions.language import ENGLISH, plain_name
from cogs.interactions.parts import text
from engine.core import Outcome, Transition
from players.core import Assessed, Level
from players.games import game
from players.review import (
    Cause,
    Change,
    Decision,
    Review,
    SeatReview,
    Turning,
    Unit,
    find_turning,
    has_decided,
    review,
)
from records.replay import Replay
from tables.play.computers import COMPUTERS
from tests.cogs.pictures import RENDERERS, all_emojis
from tests.pseudo import PSEUDO, find_unmarked
from tests.tabletop import replay_of


def duck(player):
    """Return a computer player in place of a player."""
    who = COMPUTERS[Level.NORMAL][player.seat]
    return replace(player, person_id=who.id, name=who.name, level=Level.NORMAL)


def tell_decision(key, replay, reviewed, language=ENGLISH):
    """Return the head of the review, which is the same for each seat; empty if nothing decided."""
    seats = range(len(replay.table.seats))
    pages = [
        ReviewPage(language, RENDERERS[key], replay, reviewed, seat, all_emojis()) for seat in seats
    ]
    (said,) = {_find_head(page.render_summary().items) for page in pages}
    return said


def _find_head(items):
    first, second, *_ = (each["content"] for each in items[0]["components"] if "content" in each)
    assert first.startswith(("### ", "⟦"))
    return second if "🎯 **" in second else ""


def decision(cost, error=0.0, seq=5):
    worths = Assessed("a", 3.0, 0.5), Assessed("b", 4.0, 0.5 + cost)
    return Decision(seq, 0, *worths, cost, 0.3, 4, error)


def found(*decisions, dice=0.0, off=0.0, seats=2):
    course = (Change(3, Cause.DICE, 0.4 + dice), Change(4, Cause.OTHERS, 1.0))
    own = SeatReview(tuple(decisions), 0.4, course)
    return Review(Unit.WIN, off, (own, *[SeatReview((), 0.0, ())] * (seats - 1)), turn=12)


@pytest.mark.parametrize(
    ("review_of", "change"),
    [
        (found(decision(0.2)), -0.2),
        (found(decision(0.2), decision(0.3, seq=9)), -0.3),
        (found(decision(0.2), dice=0.25), 0.25),
        (found(decision(0.2), dice=-0.25), -0.25),
        (found(decision(0.2, error=0.09), off=None), -0.2),
        (found(decision(0.2, error=0.11), off=None), None),
        (found(decision(0.2), off=0.11), None),
        (found(dice=0.2, off=0.09), 0.2),
        (found(dice=0.2, off=0.11), None),
        (found(), None),
        (found(decision(0.2), seats=1), None),
    ],
)
def test_the_turning_point_is_the_greatest_change_that_is_exact_or_above_two_errors(
    review_of, change
):
    winner = 0 if change and change > 0 else 1
    turning = find_turning(review_of, (winner,))
    assert (turning and turning.change) == (change and pytest.approx(change))


def test_the_turning_point_is_never_a_mistake_or_bad_luck_of_the_winner():
    assert find_turning(found(decision(0.3), dice=-0.2), (0,)) is None
    assert find_turning(found(decision(0.3), dice=0.1), (0,)).change == pytest.approx(0.1)
    assert find_turning(found(decision(0.1), dice=0.3), (1,)).change == pytest.approx(-0.1)


@pytest.mark.parametrize(
    ("unit", "margin", "decides"),
    [
        (Unit.WIN, 12, True),
        (Unit.WIN, 13, False),
        (Unit.AHEAD, 3, True),
        (Unit.AHEAD, 4, False),
        (Unit.POINTS, 6, True),
        (Unit.POINTS, 7, False),
    ],
)
def test_no_single_move_decides_a_game_that_is_lost_by_a_wide_margin(unit, margin, decides):
    lost, turning = replace(found(), unit=unit), Turning(0, 5, -3.0)
    assert has_decided(turning, lost, Outcome((20, 20 + margin), (2, 1))) is decides


def test_the_margin_of_a_winner_is_that_to_the_second():
    won = replace(found(seats=3), unit=Unit.AHEAD)
    assert has_decided(Turning(0, 5, 3.0), won, Outcome((30, 10, 27), (1, 3, 2)))
    assert not has_decided(Turning(0, 5, 3.0), won, Outcome((30, 10, 26), (1, 3, 2)))


def test_a_game_lost_by_44_to_10_names_no_move():
    replay = replay_of(game("trophy"), 2, 3, {"two_hunters": "on"})
    moves = [made for step in range(replay.length + 1) for made in replay.made(step)]
    made = [Transition(m.before, m.seat, m.move, m.after) for m in moves]
    reviewed = review(game("trophy"), replay.table.options, made)
    table = replay.table
    lost = [replace(s, score=44 if s.place == 1 else 10) for s in table.seats]
    far = Replay([*replay._snapshots[:-1], replace(table, seats=tuple(lost))])
    assert tell_decision("trophy", replay, reviewed)
    assert not tell_decision("trophy", far, reviewed)


def test_a_game_with_a_shared_first_place_has_no_turning_point():
    assert find_turning(found(decision(0.2), dice=0.25), (0, 1)) is None


def test_for_a_lone_person_among_ducks_the_turning_point_is_never_that_of_a_duck():
    own = found(decision(0.2), dice=-0.25).seats[0]
    lucky = found(dice=0.5).seats[0]
    both = Review(Unit.WIN, 0.0, (own, lucky), turn=12)
    assert find_turning(both, (1,)).seat == 1
    turning = find_turning(both, (1,), lone=0)
    assert (turning.seat, turning.change) == (0, pytest.approx(-0.25))
    assert find_turning(both, (1,), lone=1).seat == 1
    assert (
        find_turning(Review(Unit.WIN, 0.0, (found().seats[0], lucky), turn=12), (1,), lone=0)
        is None
    )


@pytest.mark.parametrize("key", ["ducks", "trophy"])
def test_the_sentence_is_about_the_only_person_among_ducks(key):
    """Like the headline, the sentence is about the person, even a person with a goose egg."""
    rules = game(key)
    options = {"two_hunters": "on"} if key == "trophy" else {}
    replay = replay_of(rules, 2, 3, options)
    moves = [made for step in range(replay.length + 1) for made in replay.made(step)]
    made = [Transition(m.before, m.seat, m.move, m.after) for m in moves]
    reviewed = review(rules, replay.table.options, made)
    for person in range(2):
        seats = tuple(
            each if seat == person else duck(each) for seat, each in enumerate(replay.table.seats)
        )
        among = Replay([replace(each, seats=seats) for each in replay._snapshots])
        said = tell_decision(key, among, reviewed)
        name = render_context(among.table, all_emojis()).name
        assert name(1 - person) not in said
        assert not said or name(person) in said


@pytest.mark.parametrize("key", ["ducks", "trophy"])
def test_the_sentence_names_the_choice_or_the_luck_of_a_player(key):
    rules = game(key)
    options = {"two_hunters": "on"} if key == "trophy" else {}
    replay = replay_of(rules, 2, 3, options)
    moves = [made for step in range(replay.length + 1) for made in replay.made(step)]
    made = [Transition(m.before, m.seat, m.move, m.after) for m in moves]
    found = review(rules, replay.table.options, made)
    said = tell_decision(key, replay, found)
    turning = find_turning(found, replay.table.outcome.winners)
    name = render_context(replay.table, all_emojis()).name
    assert said.startswith("🎯 **What decided it:** ")
    assert "worth" not in said
    assert not re.search(r"\d\.\d", said)
    assert name(turning.seat) in said
    assert ("luck" in said) is (turning.decision is None)
    assert len(said.splitlines()) == 2
    assert said.splitlines()[1].startswith("> ")
    assert "goes first" not in said
    assert "when somebody has" not in said
    pseudo = tell_decision(key, replay, found, PSEUDO)
    names = [plain_name(each.name) for each in replay.table.seats]
    assert find_unmarked([text(pseudo)], names) == []
