"""The options that a lobby offers in every state, and its words for the chosen options."""

from __future__ import annotations

from itertools import product
from statistics import fmean

import pytest

from cogs.display.pages.lobby import render_lobby
from cogs.display.pages.more import Scene
from players.core import Level
from players.games import GAMES, game
from tables.model.table import Series
from tables.model.time_control import TimeControl
from tables.play.computers import COMPUTERS
from tests.cogs.extremes import sent
from tests.cogs.limits import faults
from tests.cogs.pictures import RENDERERS, all_emojis, longest_emojis
from tests.durations import count_clicks
from tests.people import controls, text_of
from tests.tabletop import seat, table

KEYS = [rules.info.key for rules in GAMES]


def lobby(key, people, ducks=0, options=None, **more):
    """Return a lobby with this many people and ducks; the ducks have all levels in turn."""
    homes = [COMPUTERS[level][number] for number, level in product(range(7), Level)][:ducks]
    levels = [level for _, level in product(range(7), Level)][:ducks]
    sitting = [seat(number) for number in range(people)]
    sitting += [
        seat(0, seat=people + number, person_id=home.id, name=home.name, level=level)
        for number, (home, level) in enumerate(zip(homes, levels, strict=True))
    ]
    return table(game(key), people + ducks, options or {}, seats=tuple(sitting), **more)


def every_state(key):
    """Yield lobbies of every size, with and without ducks and clock, and with all options."""
    rules = game(key)
    most = rules.info.max_seats
    keys = [option.key for option in rules.info.options]
    values = product(*([each.value for each in option.choices] for option in rules.info.options))
    chosen = [dict(zip(keys, each, strict=True)) for each in values]
    for people, ducks in product(range(1, most + 1), range(most)):
        if people + ducks <= most:
            for options, time_control in product(
                (chosen[0], chosen[-1]), (TimeControl.NONE, TimeControl.DAY)
            ):
                yield lobby(key, people, ducks, options, time_control=time_control)
    yield from (lobby(key, 1, 0, options) for options in chosen)


def shown(at, emojis=None):
    renderer = RENDERERS[at.game.info.key]
    return sent(render_lobby(Scene(renderer, at), emojis or all_emojis()))


def offered(at):
    (menu,) = [control for control in controls(shown(at)) if "options" in control]
    assert menu["placeholder"] == "⚙ Options"
    return {option["value"]: option["label"] for option in menu["options"]}


@pytest.mark.parametrize("key", KEYS)
def test_in_every_state_of_a_lobby_the_options_are_within_the_limits(key):
    for at in every_state(key):
        assert faults(render_lobby(Scene(RENDERERS[key], at), longest_emojis())) == []
        labels = list(offered(at).values())
        assert len(labels) <= 25
        assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("key", KEYS)
def test_exactly_the_choices_of_options_that_are_not_chosen_are_offered(key):
    for at in every_state(key):
        labels = [label for value, label in offered(at).items() if value.startswith("option:")]
        assert labels == [
            f"⚙ {option.title}: {choice.title}"
            for option in at.game.info.options
            for choice in option.choices
            if choice.value != at.options[option.key]
        ]


@pytest.mark.parametrize("key", KEYS)
def test_ducks_of_each_level_are_offered_where_levels_differ(key):
    labels = [label for label in offered(lobby(key, 1)).values() if label.startswith("Add")]
    levels = ["Add an easy duck", "Add a normal duck", "Add a hard duck"]
    assert labels == (levels if RENDERERS[key].has_levels else [])


def test_buck_dice_has_one_kind_of_duck():
    assert "(" not in text_of(shown(lobby("buckdice", 1, 3)))
    assert "(hard)" in text_of(shown(lobby("ducks", 1, 3)))


def test_each_time_control_says_how_long_a_turn_may_be():
    at = lobby("ducks", 2, time_control=TimeControl.LIVE)
    labels = [label for value, label in offered(at).items() if value.startswith("clock:")]
    names = ["An hour a turn", "A day a turn", "Three days a turn", "No time limit"]
    assert labels == [f"⏱ {name}" for name in names]


def test_two_people_at_trophy_buck_read_which_option_lets_them_start():
    words = "To start right away, choose **Two hunters** in **⚙ Options**."
    read = [words in text_of(shown(lobby("trophy", people))) for people in (1, 2, 3)]
    assert read == [False, True, False]
    assert words not in text_of(shown(lobby("trophy", 2, options={"two_hunters": "on"})))


def test_settings_changed_since_somebody_joined_are_named_even_with_default_values():
    words = ("clock", "option.circuits")
    at = lobby(
        "ducks", 2, options={"press": "bust"}, resettled=words, time_control=TimeControl.LIVE
    )
    assert (
        "-# If you promote nothing: you lose the bucket\n-# ✏️ Changed since somebody joined: "
        "⏱ 3 minutes a turn · Length: short, everybody "
        "goes first once"
    ) in text_of(shown(at))


@pytest.mark.parametrize("games", [8, pytest.param(20, marks=pytest.mark.soak)])
@pytest.mark.parametrize("key", KEYS)
def test_the_estimated_length_is_close_to_that_of_duck_games(key, games):
    rules, renderer = game(key), RENDERERS[key]
    options = rules.options({})
    for seats in (rules.info.max_seats, rules.seat_range(options)[0]):
        seeds = range(games // 4 if key == "buckets" else games)  # its games are long and alike
        clicks = fmean(count_clicks(rules, seats, options, seed) for seed in seeds)
        taps = 1.4 if key == "pond" else 1  # players also tap to pick dice
        assert clicks * taps == pytest.approx(renderer.clicks(seats, options), rel=0.25)


def test_the_estimated_length_depends_on_seats_and_options():
    for options, minutes in (({}, 12), ({"circuits": "2"}, 23)):
        assert f"about {minutes} minutes" in text_of(shown(lobby("ducks", 4, options=options)))


@pytest.mark.parametrize(("language", "told"), [("de", True), ("en", False)])
def test_a_lobby_names_its_language_if_that_is_not_english(language, told):
    said = text_of(shown(lobby("ducks", 2, language=language)))
    assert ("-# 🌐 Deutsch" in said) == told
    assert ("🌐" in said) == told


@pytest.mark.parametrize(
    ("people", "newcomers", "told"),
    [
        (2, 0, "<@1001>: a rematch? It begins when all are back, or with **Start**."),
        (2, 1, "<@1001>: a rematch? It begins when all are back, or with **Start**."),
        (3, 4, "<@1001> and <@1002>: a rematch? It begins with **Start**."),
        (3, 5, None),
    ],
    ids=["alone", "with a newcomer", "a seat for one of two", "full"],
)
def test_a_rematch_promises_only_what_happens(people, newcomers, told):
    """Person 1000 has come back to Ducks in a Bucket, a game for up to six."""
    seats = (seat(0), *(seat(2, seat=n, person_id=n) for n in range(1, 1 + newcomers)))
    at = table(game("ducks"), len(seats), {}, seats=seats, rematch_of=1)
    series = Series(2, {}, tuple(seat(number).person for number in range(people)))
    page = text_of(sent(render_lobby(Scene(RENDERERS["ducks"], at), all_emojis(), series)))
    found = [line for line in page.split("\n") if "a rematch?" in line]
    assert found == ([told] if told else [])
