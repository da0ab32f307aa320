"""The result card: who stands where, the curves, what decided the game; within the limits."""

from __future__ import annotations

import io
from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import Image

from cogs.display.art import result_card as art
from cogs.display.art.result_card import COLOURS, Curves, Finisher, draw_result
from cogs.display.pages.context import render_context
from cogs.display.pages.end import render_final
from cogs.display.pages.lobby import render_lobby
from cogs.display.pages.result_card import (
    describe_card,
    describe_decision,
    follow_scores,
    list_finishers,
    render_result_card,
)
from engine import GAMES
from records.boards.replay import Replay
from records.model.people import Earned
from tables.model.table import Person, Series
from tests.cogs.commands.records.test_replay_page import replay_of
from tests.cogs.extremes import LONG
from tests.cogs.limits import faults
from tests.cogs.pictures import RENDERERS, all_emojis
from tests.cogs.test_limits import longest_emojis
from tests.tabletop import table as table_of


def card_of(replay):
    renderer = RENDERERS[replay.table.game.info.key]
    context = render_context(replay.table, all_emojis())
    curves = follow_scores(renderer, replay)
    return renderer, context, curves, render_result_card(renderer, context, replay, curves)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_the_fullest_end_with_its_card_is_within_the_limits(game):
    replay = replay_of(game, game.info.max_seats, 7)
    table = replay.table
    seats = tuple(replace(seat, person=Person(i + 1, LONG)) for i, seat in enumerate(table.seats))
    named = Replay([replay.at(step) for step in range(replay.length + 1)])
    named.table = replace(table, seats=seats)
    renderer, _, _, card = card_of(named)
    context = render_context(named.table, longest_emojis())
    earned = [Earned(1, LONG, "k", "ducks", "t" * 30, "w" * 90, 1, 0.0)] * 30
    series = Series(99, {}, tuple(seat.person for seat in seats))
    assert faults(render_final(renderer, named.table, context, earned, card, series)) == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_the_lobby_of_a_rematch_that_calls_everybody_is_within_the_limits(game):
    people = tuple(Person(10**18 + i, LONG) for i in range(game.info.max_seats))
    lobby = table_of(game, 1, {}, rematch_of=7)
    page = render_lobby(RENDERERS[game.info.key], lobby, longest_emojis(), Series(9, {}, people))
    assert faults(page) == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
@pytest.mark.parametrize("fewest", [True, False])
def test_the_curves_end_with_the_scores_of_the_outcome(game, fewest):
    seats = game.seat_range(game.options({}))
    replay = replay_of(game, seats[0 if fewest else -1], 5)
    curves = follow_scores(RENDERERS[game.info.key], replay)
    assert len(curves.scores) == replay.length + 1
    assert curves.scores[-1] == replay.table.outcome.scores
    assert (curves.decided is None) == (len(replay.table.seats) == 1)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_from_the_step_that_decided_on_the_winners_are_ahead(game):
    replay = replay_of(game, game.seat_range(game.options({}))[-1], 3)
    curves = follow_scores(RENDERERS[game.info.key], replay)
    winners = {each.seat for each in list_finishers(replay.table) if each.place == 1}

    def ahead(step):
        return {s for s, n in enumerate(curves.scores[step]) if n == max(curves.scores[step])}

    if curves.decided < replay.length:
        assert ahead(curves.decided - 1) != winners
        assert all(ahead(s) == winners for s in range(curves.decided, replay.length + 1))


def test_what_decided_a_game_is_told_by_its_step():
    replay = replay_of(GAMES[[game.info.key for game in GAMES].index("trophy")], 3, 7)
    renderer, context, curves, _ = card_of(replay)
    earlier = Curves(curves.scores, 4)
    head, *told = describe_decision(renderer, context, replay, earlier).split("\n")
    assert head == f"🎯 **What decided it**, in step 4 of {replay.length}:"
    assert told
    assert all(line.startswith("> ") for line in told)
    last = describe_decision(renderer, context, replay, Curves(curves.scores, replay.length))
    assert last == "🎯 **Decided with the very last step.**"
    assert describe_decision(renderer, context, replay, Curves(curves.scores, None)) == ""


def test_the_card_says_in_words_what_it_shows():
    replay = replay_of(GAMES[0], 2, 5)
    finishers = [Finisher(1, "Smew", 1, 9), Finisher(0, "Teal", 2, 4)]
    assert describe_card(finishers, replay, Curves([], 7)) == (
        f"A podium: 1. Smew: 9; 2. Teal: 4. Curves of the scores over {replay.length} steps, "
        "decided in step 7."
    )


def test_the_card_of_a_game_has_one_name_however_often_it_is_shown():
    *_, first = card_of(replay_of(GAMES[0], 2, 5))
    *_, second = card_of(replay_of(GAMES[0], 2, 5))
    assert [p.filename for p in first.pictures] == [p.filename for p in second.pictures]


# What is drawn


def written(finishers, curves, monkeypatch):
    """The texts of the card, with their places."""
    found = []
    original = art.Card.text

    def note(card, place, words, **how):
        found.append((words, place))
        original(card, place, words, **how)

    monkeypatch.setattr(art.Card, "text", note)
    draw_result("Trophy Buck", "table #3", finishers, curves)
    return found


def where(colour, png):
    image = Image.open(io.BytesIO(png)).convert("RGB")
    wanted = tuple(bytes.fromhex(colour[1:]))
    data = image.load()
    return [(x, y) for y in range(image.height) for x in range(image.width) if data[x, y] == wanted]


THREE = [Finisher(2, "Smew", 1, 9), Finisher(0, "Teal", 2, 4), Finisher(1, "Gull", 3, 2)]
CURVES = Curves([(0, 0, 0), (4, 0, 3), (4, 2, 9)], 2)


def test_the_card_bears_title_places_names_and_scores(monkeypatch):
    found = written(THREE, CURVES, monkeypatch)
    words = [word for word, _ in found]
    assert words[:2] == ["Trophy Buck", "table #3"]
    for finisher in THREE:
        assert words.count(finisher.name) == 2  # on the podium and at the curve
        assert str(finisher.place) in words
        assert str(finisher.score) in words
    assert "decided here" in words


def test_the_deciding_step_is_marked_where_it_was(monkeypatch):
    first, second, third = (
        dict(written(THREE, replace(CURVES, decided=step), monkeypatch))["decided here"][0]
        for step in range(3)
    )
    assert first < second < third
    assert second - first == pytest.approx(third - second)


def test_the_winner_stands_highest_and_in_the_middle(monkeypatch):
    at = dict(reversed(written(THREE, CURVES, monkeypatch)))
    (gull_x, gull_y), (smew_x, smew_y), (teal_x, teal_y) = (at[n] for n in ("Gull", "Smew", "Teal"))
    assert teal_x < smew_x < gull_x
    assert smew_y < teal_y < gull_y


def test_every_player_has_a_curve_that_ends_at_the_score():
    png = draw_result("x", "y", THREE, CURVES)
    ends = {}
    for finisher in THREE:
        found = [p for p in where(COLOURS[finisher.seat], png) if p[1] > 376 and p[0] < 640]
        assert max(x for x, _ in found) - min(x for x, _ in found) > 400
        ends[finisher.name] = min(y for x, y in found if x > 595)
    assert ends["Smew"] < ends["Teal"] < ends["Gull"]


def test_those_beyond_the_podium_are_listed_with_place_and_score(monkeypatch):
    more = [*THREE, Finisher(3, "Eider", 4, 1), Finisher(4, "Pintail", 4, 1)]
    curves = Curves([(0,) * 5, (4, 2, 9, 1, 1)], 1)
    words = [word for word, _ in written(more, curves, monkeypatch)]
    assert words.count("4. Eider") == words.count("4. Pintail") == 1


def test_shared_places_stand_equally_high(monkeypatch):
    tie = [Finisher(0, "Smew", 1, 9), Finisher(1, "Teal", 1, 9)]
    at = dict(reversed(written(tie, Curves([(0, 0), (9, 9)], 1), monkeypatch)))
    assert at["Smew"][1] == at["Teal"][1]


def test_names_at_the_curves_do_not_cover_each_other(monkeypatch):
    level = [Finisher(i, f"P{i}", 1 if i < 1 else 2, 5) for i in range(8)]
    found = written(level, Curves([(0,) * 8, (5,) * 8], 1), monkeypatch)
    heights = sorted(y for word, (x, y) in found if word.startswith("P") and x > 600 and y > 370)
    assert len(heights) == 8
    assert min(b - a for a, b in pairwise(heights)) >= 26


def test_a_game_played_alone_has_a_card_without_a_decision(monkeypatch):
    alone = [Finisher(0, "Smew", 1, 30)]
    words = [word for word, _ in written(alone, Curves([(0,), (30,)], None), monkeypatch)]
    assert "decided here" not in words
    assert words.count("Smew") == 2
