"""The end of a game with its result card, within the limits."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image, ImageColor

from cogs.display.art import card as art
from cogs.display.art.canvas import AMBER, TEXT, WATER
from cogs.display.art.charts import Finisher, draw_result
from cogs.display.pages.board import render_context
from cogs.display.pages.lobby import render_lobby
from cogs.display.pages.messages import (
    PHOTO_FINISH,
    RUNAWAY,
    describe_card,
    describe_ending,
    name_finish,
    render_final,
    render_podium,
)
from cogs.display.pages.more import Scene, Spot
from cogs.interactions.language import ENGLISH
from cogs.interactions.parts import text
from engine.core import rank_scores
from players.core import Level
from players.games import GAMES, game
from tables.model.table import Person, Series
from tables.play.computers import COMPUTERS
from tests.cogs.extremes import LONG, sent
from tests.cogs.limits import GALLERY, components, faults
from tests.cogs.pictures import RENDERERS, all_emojis
from tests.cogs.test_limits import longest_emojis
from tests.people import text_of
from tests.tabletop import replay_of
from tests.tabletop import table as table_of


def duck(player):
    """Return a computer player in place of a player."""
    who = COMPUTERS[Level.NORMAL][player.seat]
    return replace(player, person_id=who.id, name=who.name, level=Level.NORMAL)


def end_of(replay, told=None):
    table = replay.table
    renderer, context = RENDERERS[table.game.info.key], render_context(table, all_emojis())
    return render_final(renderer, table, context, told or {})


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_the_fullest_end_with_its_card_is_within_the_limits(game):
    replay = replay_of(game, game.info.max_seats, 7)
    seats = tuple(
        replace(seat, person_id=i + 1, name=LONG) for i, seat in enumerate(replay.table.seats)
    )
    table = replace(replay.table, seats=seats)
    context = render_context(table, longest_emojis())
    told = {spot: [text("x" * 400)] * 2 for spot in (Spot.ABOVE, Spot.BELOW)}
    series = Series(99, {}, tuple(seat.person for seat in seats))
    renderer = RENDERERS[game.info.key]
    assert faults(render_final(renderer, table, context, told, series)) == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_the_lobby_of_a_rematch_that_calls_everybody_is_within_the_limits(game):
    people = tuple(Person(10**18 + i, LONG) for i in range(game.info.max_seats))
    lobby = table_of(game, 1, {}, rematch_of=7)
    page = render_lobby(
        Scene(RENDERERS[game.info.key], lobby), longest_emojis(), Series(9, {}, people)
    )
    assert faults(page) == []


@pytest.mark.parametrize("fewest", [True, False])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_an_end_has_a_headline_a_margin_and_one_podium(game, fewest):
    """The podium replaces a board, a list of places and a chart.

    A lone player has no podium and sees the board.
    """
    replay = replay_of(game, game.seat_range(game.options({}))[0 if fewest else -1], 5)
    end = sent(end_of(replay))
    said, outcome = text_of(end), replay.table.outcome
    title, head, *_ = said.split("\n")[1:]
    assert title.startswith("-# The game is over")
    assert head.startswith("## ")
    assert "```" not in said
    podiums = [part for part in components(end["components"]) if part["type"] == GALLERY]
    assert len(podiums) == (len(outcome.scores) > 1)


@pytest.mark.parametrize("game", [each for each in GAMES if each.info.scores_compare])
def test_the_score_is_shown_once_besides_the_card(game):
    """Only one line outside the story has the best score. Rounds are not listed."""
    for seed in range(6):
        replay = replay_of(game, game.info.max_seats, seed)
        scores = sorted(replay.table.outcome.scores, reverse=True)
        _, _, *lines = text_of(sent(end_of(replay))).split("\n")
        told = [line for line in lines if str(scores[0]) in line and not line.startswith(">")]
        assert len([line for line in told if f" {scores[0]} " in line]) == 1
        assert "By round" not in "".join(lines)


@pytest.mark.parametrize("key", ["ducks", "buckets"])
def test_a_shared_first_place_is_a_draw(key):
    at = replay_of(game(key), 3, 5).table

    def told(*scores, computers=0):
        places = rank_scores(scores)
        ends = zip(at.seats, scores, places, strict=True)
        seats = [replace(seat, score=score, place=place) for seat, score, place in ends]
        for i in range(computers):
            seats[i] = duck(seats[i])
        table = replace(at, seats=tuple(seats))
        context = render_context(table, all_emojis())
        said = describe_ending(RENDERERS[key], table, context)
        return said, [context.name(i) for i in range(3)]

    said, names = told(9, 9, 3)
    assert f" A draw: {names[0]} and {names[1]}, 9 each!" in said
    said, names = told(9, 9, 9)
    assert f" A draw: {names[0]}, {names[1]} and {names[2]}, 9 each!" in said
    said, names = told(9, 9, 3, computers=2)
    assert said.split("\n")[0].endswith(f" A draw: {names[0]} and {names[1]}, 9 each!")
    assert "wins" not in said


@pytest.mark.heavy
def test_an_end_shows_at_most_the_last_two_lines_of_what_happened():
    for seed in range(20):
        said = text_of(sent(end_of(replay_of(game("buckdice"), 8, seed))))
        assert 1 <= said.count("\n> ") <= 2


def test_the_alt_text_says_what_the_card_shows():
    finishers = [Finisher(1, "Smew", 1, 9), Finisher(0, "Teal", 2, 4)]
    assert describe_card(ENGLISH, finishers, ["9 points", "4 points"]) == (
        "A podium: 1. Smew: 9 points · 2. Teal: 4 points."
    )


def test_the_card_of_a_game_always_has_the_same_name():
    first, second = (end_of(replay_of(GAMES[0], 2, 5)) for _ in range(2))
    assert [p.filename for p in first.pictures] == [p.filename for p in second.pictures]


# The drawing


def written(finishers, monkeypatch):
    """Return the texts of the card, each with its position in pixels."""
    found = []
    original = art.Card.text

    def note(card, place, words, **how):
        found.append((words, place))
        original(card, place, words, **how)

    monkeypatch.setattr(art.Card, "text", note)
    draw_result(finishers)
    return found


THREE = (Finisher(2, "Smew", 1, 9), Finisher(0, "Teal", 2, 4), Finisher(1, "Gull", 3, 2))


def test_the_card_shows_places_names_and_scores(monkeypatch):
    words = [word for word, _ in written(THREE, monkeypatch)]
    for finisher in THREE:
        assert words.count(finisher.name) == 1
        assert str(finisher.place) in words
        assert str(finisher.score) in words


@pytest.mark.parametrize(
    ("scores", "mark", "name"),
    [
        ((40, 38), "", PHOTO_FINISH),
        ((40, 36), "", ""),
        ((40, 20), "", RUNAWAY),
        ((40, 21), "", ""),
        ((2, 1), "", PHOTO_FINISH),
        ((12, 10), "", PHOTO_FINISH),
        ((10, 5), "", RUNAWAY),
        ((4, 0), "", ""),
        ((5, 3), "", ""),
        ((0, 0), "", ""),
        ((40, 38), "15", ""),
    ],
)
def test_only_narrow_wins_and_routs_are_named(scores, mark, name):
    two = [Finisher(0, "Smew", 1, scores[0], mark), Finisher(1, "Teal", 2, scores[1], mark)]
    assert name_finish(two) == name


@pytest.mark.parametrize("behind", [[], [Finisher(2, "Gull", 3, 8)], [Finisher(2, "Gull", 3, 2)]])
def test_a_tie_is_neither_a_narrow_win_nor_a_rout(behind):
    assert not name_finish([Finisher(0, "Smew", 1, 9), Finisher(1, "Teal", 1, 9), *behind])


@pytest.mark.parametrize("score", [0, 3, 7, 39])
def test_even_the_lowest_step_has_room_for_its_place(score, monkeypatch):
    boxes = []
    original = art.Card.block
    monkeypatch.setattr(
        art.Card,
        "block",
        lambda card, box, *how, **more: boxes.append(box) or original(card, box, *how, **more),
    )
    two = [Finisher(0, "Smew", 1, 40), Finisher(1, "Teal", 2, score)]
    (_, low) = [y for word, (_, y) in written(two, monkeypatch) if word in {"1", "2"}]
    _, _, (_, top, _, floor) = boxes
    assert top + 22 <= low <= floor - 22  # half the height of the letters


def test_ducks_have_faces_and_people_initials(monkeypatch):
    shown = []
    original = art.Card.picture
    monkeypatch.setattr(
        art.Card,
        "picture",
        lambda card, middle, image: shown.append(image.size) or original(card, middle, image),
    )
    ends = (Finisher(0, "Smew", 1, 9), *(Finisher(n, "Hazel", 2, 9 - n, "", n) for n in (1, 2, 3)))
    words = [word for word, _ in written(ends, monkeypatch)]
    assert words.count("S") == 1
    assert "H" not in words
    assert shown == [(88, 88), (88, 88), (44, 44)]


@pytest.mark.parametrize("page", ["#ffffff", "#313338"])
def test_a_card_stands_out_from_a_light_page_and_from_a_dark_one(page):
    image = Image.open(io.BytesIO(draw_result(THREE))).convert("RGB")
    assert image.getpixel((2, 2)) == pytest.approx(ImageColor.getrgb(WATER), abs=4)
    assert contrast(WATER, page) >= 1.4
    assert contrast(WATER, TEXT) >= 7
    assert contrast(WATER, AMBER) >= 4.5


def contrast(one, other):
    """Return the contrast as WCAG 2 computes it."""
    light = []
    for colour in (one, other):
        parts = [each / 255 for each in ImageColor.getrgb(colour)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        light.append(sum(w * p for w, p in zip((0.2126, 0.7152, 0.0722), linear, strict=True)))
    return (max(light) + 0.05) / (min(light) + 0.05)


def test_the_winner_stands_highest_and_in_the_middle(monkeypatch):
    at = dict(reversed(written(THREE, monkeypatch)))
    (gull_x, gull_y), (smew_x, smew_y), (teal_x, teal_y) = (at[n] for n in ("Gull", "Smew", "Teal"))
    assert teal_x < smew_x < gull_x
    assert smew_y < teal_y < gull_y


@pytest.mark.parametrize(
    ("scores", "words", "lower"),
    [((30, 15), "", 75), ((30, 29), "", 5), ((30, 0), "", 92), ((0, 0), "", 39), ((2, 9), "!", 39)],
)
def test_the_height_of_a_step_follows_the_score_or_else_the_place(
    scores, words, lower, monkeypatch
):
    two = [Finisher(0, "Smew", 1, scores[0], words), Finisher(1, "Teal", 2, scores[1], words)]
    at = dict(reversed(written(two, monkeypatch)))
    assert at["Teal"][1] - at["Smew"][1] == pytest.approx(lower)


def test_players_beyond_the_podium_are_listed_with_place_and_score(monkeypatch):
    more = [*THREE, Finisher(3, "Eider", 4, 1), Finisher(4, "Pintail", 4, 1)]
    words = [word for word, _ in written(more, monkeypatch)]
    assert words.count("4. Eider") == words.count("4. Pintail") == 1


def test_shared_places_have_steps_of_equal_height(monkeypatch):
    at = dict(written([Finisher(0, "Smew", 1, 9), Finisher(1, "Teal", 1, 9)], monkeypatch))
    assert at["Smew"][1] == at["Teal"][1]


def test_a_name_that_no_font_has_is_replaced_on_the_card():
    hidden, plain = Finisher(1, "𓆛", 1, 9, other="Player 2"), Finisher(1, "Player 2", 1, 9)
    assert draw_result((hidden,)) == draw_result((plain,))


def test_every_card_has_names_for_people_whose_own_cannot_be_drawn():
    card = render_podium(ENGLISH, [("𓆛", 1, 9, "", 0), ("Smew", 2, 8, "", 0)], ["9", "8"])
    (shown,) = card.pictures[0].draw.args
    assert [each.other for each in shown] == ["Player 1", "Player 2"]
