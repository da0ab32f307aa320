"""The options that a lobby offers in every state, and its words for the chosen options."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from cogs.display.pages.lobby import render_lobby
from cogs.display.pages.more import Scene, render_more
from db.store import ContributionRow
from players.core import Level
from players.games import GAMES, game
from tables.model.table import Series
from tables.model.time_control import TimeControl
from tables.play.computers import COMPUTERS
from tests.cogs.extremes import sent
from tests.cogs.limits import faults
from tests.cogs.pictures import RENDERERS, all_emojis, longest_emojis
from tests.people import controls, labels, text_of
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


def behind_more(at, person_id=1000, emojis=None):
    renderer = RENDERERS[at.game.info.key]
    return render_more(renderer, at, emojis or all_emojis(), person_id, 0.0)


def offered(at, person_id=1000):
    page = controls(sent(behind_more(at, person_id)))
    menus = [control for control in page if "options" in control]
    assert all(menu["placeholder"] == "⚙ Options" for menu in menus)
    return {option["value"]: option["label"] for menu in menus for option in menu["options"]}


@pytest.mark.parametrize("key", KEYS)
def test_in_every_state_of_a_lobby_the_options_are_within_the_limits(key):
    for at in every_state(key):
        assert faults(render_lobby(Scene(RENDERERS[key], at), longest_emojis())) == []
        assert faults(behind_more(at, emojis=longest_emojis())) == []
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


@pytest.mark.parametrize("key", KEYS)
def test_each_person_finds_behind_more_only_what_that_person_can_do(key):
    """The opener settles the game. Whoever has a seat adds ducks and sends them home."""
    for at in every_state(key):
        if len(at.people) < 2:
            continue
        guest, spectator = offered(at, 1001), offered(at, 7)
        assert {value.split(":")[0] for value in guest} <= {"duck", "dismiss"}
        ducks = {value for value in offered(at) if value.startswith(("duck:", "dismiss:"))}
        assert (guest.keys(), spectator) == (ducks, {})
        buttons = [labels(sent(behind_more(at, person))) for person in (1000, 1001, 7)]
        rules = ["How to play", "Fair dice"]
        assert [each for each in buttons if each != rules] == [
            [*rules, "Leave", "✖ Cancel this table"],
            [*rules, "Leave"],
        ]


def test_somebody_alone_cancels_the_table_and_cannot_leave_nobody_behind():
    assert labels(sent(behind_more(lobby("ducks", 1, 2))))[2:] == ["✖ Cancel this table"]


@pytest.mark.parametrize(
    ("key", "people", "ducks", "buttons", "reason"),
    [
        ("trophy", 1, 0, ["Play with 2 ducks", "Join"], "\n**Mallard can start** with ducks"),
        ("trophy", 1, 1, ["Play with 2 ducks", "Join"], "\n**Mallard can start** with ducks"),
        ("ducks", 1, 0, ["Play with a duck", "Join"], "\n**Mallard can start** with ducks"),
        ("trophy", 2, 0, ["Add a duck", "Join"], "**1 more player** needed"),
        ("trophy", 2, 1, ["Start", "Add a duck", "Join"], "**Mallard can start** · 5 seats free"),
        ("pond", 1, 0, ["Start", "Add a duck", "Join"], "**Mallard can start** · 1 seat free"),
        ("pond", 1, 1, ["Start", "Join"], "· whoever joins takes a duck's seat"),
        ("pond", 2, 0, ["Start"], "**Mallard can start** · no seat free"),
    ],
)
def test_a_lobby_shows_what_somebody_can_press_and_gives_a_reason_for_the_rest(
    key, people, ducks, buttons, reason
):
    page = shown(lobby(key, people, ducks))
    assert labels(page) == [*buttons, "How to play", "⋯"]
    assert not any(control.get("disabled") for control in controls(page))
    assert reason in text_of(page)
    assert ("needed" in text_of(page)) == ("needed" in reason)


@pytest.mark.parametrize("key", KEYS)
def test_in_every_state_of_a_lobby_somebody_can_press_what_is_shown(key):
    """Start needs enough players, a duck a free seat, and Join a seat that no person has."""
    for at in every_state(key):
        seats, page = at.game.seat_range(at.options), labels(shown(at))
        alone = len(at.people) == 1 and len(at.seats) < seats[0]
        assert ("Start" in page) == (len(at.seats) >= seats[0])
        assert any(label.startswith("Play with") for label in page) == alone
        assert ("Add a duck" in page) == (len(at.seats) < seats[-1] and not alone)
        assert ("Join" in page) == (len(at.people) < seats[-1])
        assert ("**Mallard can start** with ducks" in text_of(shown(at))) == alone
        assert ("**Mallard can start**" in text_of(shown(at))) == ("Start" in page or alone)


def test_nobody_is_invited_where_nobody_else_can_come():
    """A direct message with the bot has one person."""
    at = lobby("pond", 1, guild_id=None)
    assert labels(shown(at)) == ["Start", "Add a duck", "How to play", "⋯"]
    assert "free" not in text_of(shown(at))


def test_buck_dice_has_one_kind_of_duck():
    assert "(" not in text_of(shown(lobby("buckdice", 1, 3)))
    assert "(hard)" in text_of(shown(lobby("ducks", 1, 3)))


def test_each_time_control_says_how_long_a_turn_may_be():
    at = lobby("ducks", 2, time_control=TimeControl.LIVE)
    labels = [label for value, label in offered(at).items() if value.startswith("clock:")]
    names = ["An hour a turn", "A day a turn", "Three days a turn", "No time limit"]
    assert labels == [f"⏱ {name}" for name in names]


def test_two_people_at_trophy_buck_read_which_option_lets_them_start():
    words = "To start right away, choose **Two hunters** behind **⋯**."
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


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("people", [(1000,), (1000, 1001)])
def test_a_lobby_says_that_all_may_look_where_a_hand_is_open(key, people):
    rows = tuple(ContributionRow(i, each, "seat", i) for i, each in enumerate(people))
    at = replace(lobby(key, 1, 2), contributions=rows)
    assert ("👀 All may look" in str(shown(at))) == (key == "buckets" and len(people) == 1)
