"""Reviews: Discord's limits on every page, and what they say."""

from dataclasses import replace
from functools import cache

import pytest

from cogs.commands.records.review_page import ReviewPage, render_pending
from cogs.display.words.amounts import format_amount
from engine import game
from engine.buckets.moves import Play, Remove
from engine.replay import Transition
from players.coach.judging import Decision
from players.coach.review import Cause, Change, Review, SeatReview, Unit, review
from players.core import Assessed
from tests.cogs.extremes import sent
from tests.cogs.limits import components, faults
from tests.cogs.pictures import RENDERERS
from tests.cogs.test_limits import longest_emojis
from tests.people import text_of
from tests.tabletop import replay_of, table

pytestmark = [pytest.mark.heavy, pytest.mark.xdist_group("reviews")]  # each is made once

MANY = {"ducks": 6, "pond": 2, "trophy": 8}


@cache
def pages_of(key, seats, seat=0):
    rules = game(key)
    two = {"two_hunters": "on"} if (key, seats) == ("trophy", 2) else {}
    replay = replay_of(rules, seats, 3, two)
    tables = [replay.at(0)]
    moves = [made for step in range(replay.length + 1) for made in replay.made(step)]
    made = [Transition(m.before, m.seat, m.move, m.after) for m in moves]
    found = review(rules, tables[0].options, made)
    return ReviewPage(RENDERERS[key], replay, found, seat, longest_emojis()), found


def all_pages(pages):
    yield pages.render_summary()
    yield from (pages.render_decision(number) for number in range(3))
    yield from (pages.render_decisions(page) for page in range(1, 9))


@pytest.mark.parametrize("key", MANY)
def test_every_page_of_a_review_is_within_the_limits(key):
    pages, _ = pages_of(key, MANY[key])
    for page in all_pages(pages):
        assert faults(page) == []


def test_the_summary_tells_accuracy_luck_and_what_was_given_away():
    pages, found = pages_of("pond", 1)
    said, own = text_of(sent(pages.render_summary())), found.seats[0]
    assert f"**Accuracy: {own.accuracy:.0f}.** The best moves make 100, moves at random 0." in said
    assert f"{own.given_away:.2f} points" in said
    assert f"{abs(own.luck):.2f} points**" in said
    assert said.count("Better:") == len(own.find_worst(3)) == 3


@pytest.mark.parametrize(
    ("luck", "said"),
    [
        (0.004, "neither lucky nor unlucky."),
        (-0.004, "neither lucky nor unlucky."),
        (0.01, "lucky: they gave **0.01 points**."),
        (-0.01, "unlucky: they took **0.01 points**."),
    ],
)
def test_luck_that_comes_to_nothing_has_no_sign(luck, said):
    _, found = pages_of("pond", 1)
    lucky = replace(found, seats=(replace(found.seats[0], luck=luck),))
    pages = ReviewPage(RENDERERS["pond"], replay_of(game("pond"), 1, 3), lucky, 0, longest_emojis())
    assert f"The dice were {said}" in text_of(sent(pages.render_summary()))


@pytest.mark.parametrize(
    ("key", "exact", "off"),
    [
        ("ducks", "in the last two innings, with three players in the last three", 8),
        ("pond", "on the last day", 7),
    ],
)
def test_luck_is_told_in_games_of_a_hundred_and_no_second_unit_stands_beside_the_costs(
    key, exact, off
):
    pages, found = pages_of(key, MANY[key])
    own, said = found.seats[0], text_of(sent(pages.render_summary()))
    games = max(round(100 * abs(own.luck)), 1)
    assert f"average ones win {games} {'fewer' if own.luck > 0 else 'more'} of 100" in said
    assert f"{own.given_away:.2f} points" in said
    assert "chance to win" not in said
    assert f"exact for what fell {exact}; before, it may be off by up to {off}." in said
    assert "exact for" not in text_of(sent(pages_of("pond", 1)[0].render_summary()))


def test_a_review_counts_all_costs_alike_also_where_the_win_is_known():
    """In the last round of Ducks costs were chances to win, in one list with points."""
    pages, found = pages_of("ducks", 2)
    said = "\n".join(text_of(sent(page)) for page in all_pages(pages))
    assert any(each.made.win is not None for each in found.seats[0].decisions)
    assert "% chance" not in said
    assert "-# In the last round, a win counts as 2 points." in said
    assert "a win counts" not in text_of(sent(pages_of("trophy", 3)[0].render_summary()))


def test_what_cost_hardly_anything_is_no_mistake():
    pages, found = pages_of("ducks", 2)
    (own, other) = found.seats
    tiny = [replace(own.decisions[0], cost=0.004), replace(own.decisions[1], cost=0.2)]
    some = replace(found, seats=(replace(own, decisions=tuple(tiny)), other))
    pages = ReviewPage(
        RENDERERS["ducks"], replay_of(game("ducks"), 2, 3), some, 0, longest_emojis()
    )
    said = text_of(sent(pages.render_summary()))
    assert said.count("❌") == 1
    assert "One of 2 decisions gave something away." in said
    assert "less than" not in said


def test_the_picture_ends_with_the_points_that_were_made_and_its_words_have_no_markdown():
    for key, seats in (("ducks", 2), ("ducks", 3), ("pond", 2)):
        pages, _ = pages_of(key, seats)
        (picture,) = pages.render_summary().pictures
        assert "*" not in picture.alt
        scores = pages._replay.table.outcome.scores
        end = scores[0] - (scores[1] if key == "pond" else 0)
        assert f" to {end:.1f} points; " in picture.alt


@pytest.mark.parametrize(
    ("key", "seats", "off"),
    [
        ("trophy", 8, "2 % chance to win"),
        ("trophy", 2, ""),
        ("ducks", 6, "0.10 points"),
        ("ducks", 3, ""),
    ],
)
def test_of_costs_that_are_estimates_it_is_told_how_far_they_are_off(key, seats, off):
    said = text_of(sent(pages_of(key, seats)[0].render_summary()))
    assert ("they may be off by" in said) == bool(off)
    assert f"off by {off} or so." in said or not off


def test_each_of_those_that_mattered_most_is_shown_on_its_board_with_the_better_move():
    pages, found = pages_of("trophy", 3)
    for number, decision in enumerate(found.seats[0].find_worst(3)):
        page = sent(pages.render_decision(number))
        said = text_of(page)
        better = "Better: **Roll" if str(decision.best.move) == "roll" else "Better: **Stop"
        assert better in said
        assert said.count(format_amount(decision.cost, Unit.WIN)) == 1
        ids = [c["custom_id"] for c in components(page["components"]) if c.get("custom_id")]
        assert all(each.startswith(("n1:review:", "n1:replay:")) for each in ids)


def test_every_decision_is_on_a_page_of_them():
    pages, found = pages_of("ducks", 6)
    said = "\n".join(text_of(sent(pages.render_decisions(page))) for page in (1, 2))
    number = len(found.seats[0].decisions)
    assert said.count("✅") + said.count("❌") == number > 12


def test_a_page_beyond_the_ends_stays_at_them():
    pages, _ = pages_of("pond", 1)
    assert "1 of the 3" in text_of(sent(pages.render_decision(-5)))
    assert "3 of the 3" in text_of(sent(pages.render_decision(99)))
    assert sent(pages.render_decisions(99)) == sent(pages.render_decisions(2))


COSTS = (
    (0.0, 0.0), (0.04, 0.03), (-0.01, 0.02), (0.3, 0.02), (0.2, 0.02), (0.1, 0.02), (0.0002, 0.001)
)  # fmt: skip


@cache
def pages_of_buckets():
    """A game of six, with costs that are made up: to search them takes too long for a test."""
    rules = game("buckets")
    replay = replay_of(rules, 6, 3)
    made = [m for step in range(replay.length + 1) for m in replay.made(step)]
    seat = next(m.seat for m in made if isinstance(m.move, Remove))
    decisions = []
    for seq, m in enumerate(made):
        if m.seat == seat and isinstance(m.move, Play | Remove):
            moves = rules.moves(m.before, seat)
            cost, error = COSTS[len(decisions) % len(COSTS)]
            best = moves[-1] if error else m.move
            worths = Assessed(m.move, 3.0, 0.5), Assessed(best, 4.0, 0.5 + cost)
            decisions.append(Decision(seq, seat, *worths, cost, 0.3, len(moves), error))
    course = tuple(Change(each.seq, Cause.CHOICE, 0.5) for each in decisions)
    own = SeatReview(tuple(decisions), 0.4, course)
    found = Review(
        Unit.WIN, False, tuple(own if s == seat else SeatReview((), 0, ()) for s in range(6))
    )
    return [
        ReviewPage(RENDERERS["buckets"], replay, found, shown, longest_emojis())
        for shown in (seat, (seat + 1) % 6)
    ]


def test_every_page_of_what_is_searched_is_within_the_limits():
    for pages in pages_of_buckets():
        for page in all_pages(pages):
            assert faults(page) == []


def test_what_is_searched_tells_its_error_and_what_may_be_noise():
    pages, idle = pages_of_buckets()
    said = text_of(sent(pages.render_summary()))
    assert "clearly gave away **" in said
    assert " ± " in said
    assert "dice" not in said
    assert "cost **30 ± 2 % chance to win**" in said
    listed = text_of(sent(pages.render_decisions(1)))
    assert "cost 4 ± 3 % chance to win: too close to call" in listed
    assert "-1" not in listed
    assert " 0 ±" not in listed
    assert "Nothing was to decide." in text_of(sent(idle.render_summary()))


def test_what_mattered_shows_the_hand_that_its_owner_saw():
    pages, _ = pages_of_buckets()
    said = text_of(sent(pages.render_decision(0)))
    assert "alone could see" in said
    assert "-# It cost 30 ± 2 % chance to win." in said


def test_as_long_as_it_is_computed_one_can_look_again():
    shown = table(game("buckets"), 3, game("buckets").options({}))
    page = render_pending(RENDERERS["buckets"], shown, 1)
    assert faults(page) == []
    assert "being computed" in text_of(sent(page))
    (button,) = [c for c in components(sent(page)["components"]) if c.get("custom_id")]
    assert button["custom_id"] == f"n1:review:seat:{shown.id}:1"
