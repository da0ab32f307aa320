"""The card of an evening: who won what, and the awards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.features.tonight.evening import Comeback, Evenings, Played, find_comeback, find_luckiest
from cogs.features.tonight.pages import render_choice, render_evening
from cogs.interactions.language import ENGLISH
from players.games import GAMES, game
from tests.cogs.extremes import LONG, MANY, sent
from tests.cogs.limits import faults
from tests.cogs.pictures import RENDERERS, all_emojis
from tests.people import controls, labels, text_of
from tests.pseudo import MADE_UP, find_unmarked
from tests.records.server import ANNA, BEN
from tests.tabletop import seat, table

EMOJIS = all_emojis()


def played(key, scores, *, names=("Ann", "Ben"), winners=None):
    order = sorted(scores, reverse=True)
    seats = [
        replace(
            seat(number, name=name, person_id=1 + number),
            score=score,
            place=1 + order.index(score),
        )
        for number, (name, score) in enumerate(zip(names, scores, strict=True))
    ]
    won = [each.person_id for each in seats if each.place == 1] if winners is None else winners
    return Played(key, tuple(seats), tuple(won), None)


EVENING = (played("ducks", (4, 2)), played("trophy", (36, 38)), played("pond", (50, 90)))


def told(games=EVENING, **more):
    return text_of(sent(render_evening(ENGLISH, 7, games, RENDERERS, EMOJIS, **more)))


def test_the_card_has_the_wins_and_a_line_for_each_game():
    words = told()
    assert "Tonight\n**Ben 2 · Ann 1**" in words
    assert "Ducks in a Bucket: Ann · 4:2" in words
    assert "Trophy Buck: Ben · 38:36" in words


def test_the_narrowest_end_is_named():
    assert "📸 Narrowest end: Trophy Buck 38:36" in told()
    assert "📸" not in told(EVENING[2:])


def test_the_comeback_is_the_win_from_furthest_behind():
    close, far = EVENING[1:]
    courses = [(close, [(10, 4), (36, 38)]), (far, [(45, 0), (50, 90)])]
    assert find_comeback(courses) == Comeback("Ben", "pond", 45)
    assert find_comeback([(far, [(0, 1), (50, 90)])]) is None
    assert find_comeback([]) is None


async def test_real_games_have_a_luckiest_person_and_a_card(server):
    tables = [await server.play(each, ANNA, BEN) for each in ("buckdice", "trophy", "ducks")]
    evenings = Evenings(server.records.shared)
    games = await evenings.read([each.id for each in tables], tables[0].guild_id)
    assert [each.game for each in games] == ["buckdice", "trophy", "ducks"]
    assert all(each.log for each in games)
    assert find_luckiest(games) in {ANNA.name, BEN.name, None}
    assert "Buck Dice: " in told(games)
    assert faults(render_evening(ENGLISH, 7, games, RENDERERS, EMOJIS)) == []


def test_a_card_has_a_button_to_share_and_a_shared_card_has_none():
    page = render_evening(ENGLISH, 7, EVENING, RENDERERS, EMOJIS)
    assert labels(sent(page)) == ["Share"]
    shared = render_evening(ENGLISH, 7, EVENING, RENDERERS, EMOJIS, shared=True)
    assert controls(sent(shared)) == []


def test_the_longest_card_fits_discords_limits():
    names = tuple(f"{LONG[:30]}{number}" for number in range(6))
    games = [played("trophy", tuple(MANY + n for n in range(6)), names=names)] * 10
    assert faults(render_evening(ENGLISH, 2**63 - 1, games, RENDERERS, EMOJIS)) == []


def test_all_words_of_the_card_can_be_translated():
    page = render_evening(MADE_UP, 7, EVENING, RENDERERS, EMOJIS)
    assert find_unmarked(page.items, {"Ann", "Ben"}) == []


@pytest.mark.parametrize("seats", [2, 5, 6])
def test_other_games_are_offered_that_fit_the_players(seats):
    ended = table(game("ducks"), seats, {})
    page = sent(render_choice(ENGLISH, ended, RENDERERS))
    fitting = [
        each.info.title
        for each in GAMES
        if each.info.key != "ducks" and seats <= each.seat_range(each.options({}))[-1]
    ]
    assert labels(page) == fitting
