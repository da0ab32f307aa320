"""The options that a lobby offers in every state, and its words for the chosen options."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from types import SimpleNamespace

import pytest

from cogs.display.pages.lobby import render_lobby
from cogs.display.pages.more import Scene, render_more, render_players
from cogs.display.pages.options import offer_options, read_options, render_options
from cogs.interactions.failures import UnknownControl
from cogs.interactions.language import ENGLISH, NAMES, read_language
from db.store import ContributionRow
from engine.core import Choice, Option
from players.core import Level
from players.games import GAMES, game
from sandbox.protocol.components import ControlsValidator
from sandbox.protocol.form import Form
from sandbox.protocol.modals import ModalValidator
from tables.model.table import Person, Series
from tables.model.time_control import TimeControl
from tables.play.computers import COMPUTERS
from tests.cogs.extremes import sent
from tests.cogs.limits import faults
from tests.cogs.pictures import RENDERERS, all_emojis, longest_emojis
from tests.people import controls, labels, text_of
from tests.pseudo import PSEUDO
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


def forms(at, language=ENGLISH):
    """Return the forms of a lobby's options: for each field its values with their labels."""
    renderer = RENDERERS[at.game.info.key]
    pages = len(offer_options(language, renderer, at))
    return [render_options(language, renderer, at, page) for page in range(pages)]


def fields(at):
    """Return the fields of all forms by name, each as pairs of label and whether it is chosen."""
    return {
        (group := field["component"])["custom_id"]: [
            (each["label"], each.get("default", False)) for each in group["options"]
        ]
        for form in forms(at)
        for field in form.items
    }


@pytest.mark.parametrize("key", KEYS)
def test_in_every_state_of_a_lobby_the_options_are_within_the_limits(key):
    for at in every_state(key):
        assert faults(render_lobby(Scene(RENDERERS[key], at), longest_emojis())) == []
        assert faults(behind_more(at, emojis=longest_emojis())) == []


@pytest.mark.parametrize("key", KEYS)
def test_the_forms_show_each_option_with_the_present_choice(key):
    for at in every_state(key):
        said = fields(at)
        for option in at.game.info.options:
            present = at.options[option.key]
            if option.switch:
                assert (option.switch, present == "on") in said["on"]
            else:
                assert said[f"rule.{option.key}"] == [
                    (choice.title, choice.value == present) for choice in option.choices
                ]
        assert ("A thread of its own", at.threaded) in said["on"]
        assert ("level" in said) == RENDERERS[key].has_levels


@pytest.mark.parametrize(
    "language",
    [ENGLISH, PSEUDO, *map(read_language, sorted({*NAMES} - {"en"}))],
    ids=lambda each: each.code,
)
@pytest.mark.parametrize("key", KEYS)
def test_the_forms_are_within_discords_limits(box_of_forms, key, language):
    for threaded in (False, True):
        for form in forms(lobby(key, 2, threaded=threaded), language):
            box_of_forms(form)


@pytest.fixture
def box_of_forms():
    """Let the stand-in for Discord check a form."""

    def check(form):
        found = Form("data")
        data = {"custom_id": form.custom_id, "title": form.title, "components": form.items}
        ModalValidator(ControlsValidator(found, lambda _: True)).check(data)
        found.check()
        assert len(form.items) <= 5

    return check


def test_what_does_not_fit_into_a_form_is_in_a_second_one():
    assert [len(form.items) for form in forms(lobby("buckets", 3))] == [5, 1]
    assert [len(form.items) for form in forms(lobby("ducks", 2))] == [5]
    with pytest.raises(UnknownControl):
        render_options(ENGLISH, RENDERERS["ducks"], lobby("ducks", 2), 1)


def test_an_option_with_many_choices_is_a_select():
    rules = game("ducks")
    many = Option("many", "Many", tuple(Choice(str(n), f"Kind {n}") for n in range(12)))
    at = lobby("ducks", 1)
    with_many = SimpleNamespace(info=replace(rules.info, options=(many,)))
    renderer = SimpleNamespace(has_levels=False)
    at = SimpleNamespace(
        **{name: getattr(at, name) for name in ("id", "guild_id", "thread_id", "threaded")},
        time_control=TimeControl.NONE,
        game=with_many,
        options={"many": "3"},
    )
    _clock, field, _on = render_options(ENGLISH, renderer, at, 0).items
    assert (field["component"]["type"], len(field["component"]["options"])) == (3, 12)


def test_a_form_that_is_sent_as_shown_changes_nothing():
    at = lobby("ducks", 1, options={"wild": "off"}, time_control=TimeControl.DAY)
    shown = [
        f"{field['component']['custom_id']}={each['value']}"
        for form in forms(at)
        for field in form.items
        for each in field["component"]["options"]
        if each.get("default")
    ]
    act = read_options(Person(1000, "Mallard"), at, [*shown, "on="])
    same = {"wild": "off", "circuits": "1", "press": "discard"}
    assert (act.options, act.time_control) == (same, TimeControl.DAY)
    assert (act.level, act.threaded) == (Level.NORMAL, False)


@pytest.mark.parametrize("value", ["level=best", "clock=week"])
def test_a_value_that_no_form_has_is_refused(value):
    with pytest.raises(UnknownControl):
        read_options(Person(1000, "Mallard"), lobby("ducks", 1), [value])


@pytest.mark.parametrize("key", KEYS)
def test_each_person_finds_behind_more_only_what_that_person_can_do(key):
    """The opener settles the game and sends anybody home. Whoever has a seat sends ducks home."""
    for at in every_state(key):
        if len(at.people) < 2:
            continue
        opener, guest, spectator = (
            labels(sent(behind_more(at, person))) for person in (1000, 1001, 7)
        )
        rules = ["How to play", "Fair dice"]
        options = ["⚙ Options", "⚙ More options"][: len(forms(at))]
        ducks = ["Players"] if len(at.seats) > len(at.people) else []
        assert opener == [*options, "Players", *rules, "Leave", "✖ Cancel this table"]
        assert guest == [*ducks, *rules, "Leave"]
        assert spectator in ([], rules)


def test_the_opener_can_send_anybody_home_and_others_only_ducks():
    at = lobby("ducks", 2, 2)
    ids = [f"a1:{at.id}:dismiss:{abs(each.person_id)}" for each in at.seats]
    opener, guest = (
        [each["custom_id"] for each in controls(sent(page))][:-1]
        for page in (render_players(ENGLISH, at, all_emojis(), one) for one in (1000, 1001))
    )
    assert (opener, guest) == (ids[1:], ids[2:])
    assert render_players(ENGLISH, lobby("ducks", 1), all_emojis(), 1000) is None
    full = lobby("trophy", 2, 6)
    assert faults(render_players(ENGLISH, full, longest_emojis(), 1000)) == []


def test_the_level_of_ducks_who_will_come_is_named_and_that_of_ducks_who_sit_here_is_theirs():
    assert "-# 🦆 hard" in text_of(shown(lobby("trophy", 1, level="hard")))
    assert "🦆 hard" not in text_of(shown(lobby("trophy", 1, 1, level="hard")))
    assert "hard" not in text_of(shown(lobby("buckdice", 1, level="hard")))


def test_somebody_alone_cancels_the_table_and_cannot_leave_nobody_behind():
    assert labels(sent(behind_more(lobby("ducks", 1, 2))))[-1:] == ["✖ Cancel this table"]


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
    said = fields(lobby("ducks", 2, time_control=TimeControl.LIVE))["clock"]
    names = ["An hour a turn", "A day a turn", "Three days a turn", "No time limit"]
    assert said == [("3 minutes a turn", True), *((name, False) for name in names)]


def test_two_people_at_trophy_buck_read_which_option_lets_them_start():
    words = "To start right away, choose **Two hunters are enough** behind **⋯**."
    read = [words in text_of(shown(lobby("trophy", people))) for people in (1, 2, 3)]
    assert read == [False, True, False]
    assert words not in text_of(shown(lobby("trophy", 2, options={"two_hunters": "on"})))


def test_settings_changed_since_somebody_joined_are_named_even_with_default_values():
    words = ("time_control", "option.circuits", "threaded")
    at = lobby(
        "ducks", 2, options={"press": "bust"}, resettled=words, time_control=TimeControl.LIVE
    )
    assert (
        "-# If you promote nothing: you lose the bucket\n-# ✏️ Changed since somebody joined: "
        "⏱ 3 minutes a turn · Length: short, everybody "
        "goes first once · 🧵 A thread of its own: No"
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
