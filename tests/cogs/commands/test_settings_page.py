"""The pages of a server's settings stay within Discord's limits and show the present values."""

from __future__ import annotations

import pytest

from cogs.app.services import Setting
from cogs.commands import settings
from cogs.interactions.language import ENGLISH, NAMES
from players.games import GAMES
from records.values import GuildSettings
from tables.model.time_control import TimeControl
from tests.cogs.extremes import HUGE, sent
from tests.cogs.limits import components, faults
from tests.pseudo import MADE_UP, find_unmarked


async def told(*_):
    """Stand in for the functions of a setting, which these tests never call."""


QUESTIONS = ("channels", "roles", "clock", "rules", "language")

NEW = Setting("new", "Something new", "It is new.", told, told)

LINES = {
    "usual": (
        GuildSettings(),
        "**Where to play**\nEvery channel",
        "**Who can cancel any game**\nServer managers",
        "**Time for a turn**\nNo time limit",
        "**A thread for each game**\nNo",
        "**Rules of new games**\nThe usual ones",
        "**Language**\nAutomatic",
    ),
    "changed": (
        GuildSettings(
            channels=(7, 8, 9, 10, 11),
            cancel_roles=(2, 3),
            time_control=TimeControl.DAY,
            threads=True,
            language="ja",
        ),
        "**Where to play**\n<#7>, <#8>, <#9>, +2",
        "**Who can cancel any game**\nServer managers, <@&2>, <@&3>",
        "**Time for a turn**\nA day a turn",
        "**A thread for each game**\nYes",
        "**Language**\n日本語",
    ),
    "everybody": (
        GuildSettings(cancel_roles=(1,)),
        "**Who can cancel any game**\nEverybody",
    ),
}


@pytest.mark.parametrize("case", LINES)
def test_each_question_is_a_line_with_its_answer_and_one_button(case):
    known, *wanted = LINES[case]
    added = [(NEW, "Not yet")]
    (frame,) = sent(settings.render_home(ENGLISH, 1, known, added))["components"]
    _, *lines = frame["components"]
    assert [line["type"] for line in lines] == [9] * 7
    assert all(line["accessory"]["type"] == 2 for line in lines)
    said = [line["components"][0]["content"] for line in lines]
    assert said[-1] == "**Something new**\nNot yet"
    assert [line for line in wanted if line not in said] == []


def test_each_button_of_the_settings_leads_to_an_existing_page():
    for line in components(sent(settings.render_home(ENGLISH, 1, GuildSettings()))["components"]):
        args = line.get("custom_id", "").split(":")[2:]
        if args[:1] == ["ask"]:
            assert settings.render_question(ENGLISH, args[1], GuildSettings())


def test_the_present_value_cannot_be_chosen_again():
    page = sent(
        settings.render_question(ENGLISH, "clock", GuildSettings(time_control=TimeControl.DAY))
    )
    shut = [c["custom_id"] for c in components(page["components"]) if c.get("disabled")]
    assert shut == ["n1:settings:clock:day"]


FULL = GuildSettings(
    tuple(range(HUGE - 25, HUGE)),
    tuple(range(HUGE - 25, HUGE)),
    {
        game.info.key: {option.key: option.choices[-1].value for option in game.info.options}
        for game in GAMES
    },
)


def test_the_settings_pages_are_within_the_limits():
    assert faults(settings.render_home(ENGLISH, 1, GuildSettings())) == []
    assert faults(settings.render_home(ENGLISH, 1, FULL, notice="s" * 300)) == []
    for question in QUESTIONS:
        assert faults(settings.render_question(ENGLISH, question, FULL)) == []
    for game in GAMES:
        if game.info.options:
            assert faults(settings.render_defaults(ENGLISH, FULL, game.info.key)) == []


def test_the_defaults_of_a_game_say_which_choice_is_usual():
    page = sent(settings.render_defaults(ENGLISH, FULL, "ducks"))
    menus = [c for c in components(page["components"]) if c["type"] == 3]
    for menu, option in zip(menus, GAMES[0].info.options, strict=True):
        marked = [o["value"] for o in menu["options"] if o["label"].endswith("(usual)")]
        assert marked == [option.default]
        assert [o["value"] for o in menu["options"] if o.get("default")] == [
            option.choices[-1].value
        ]


def test_every_kind_of_channel_with_messages_can_be_allowed():
    page = sent(settings.render_question(ENGLISH, "channels", GuildSettings()))
    menu = next(c for c in components(page["components"]) if c["type"] == 8)
    messages = {0, 2, 5, 13, 15}  # text, voice, news, stage, forum
    assert set(menu["channel_types"]) == messages


def test_each_language_can_be_chosen_by_its_own_name():
    page = sent(settings.render_question(ENGLISH, "language", GuildSettings(language="uk")))
    (menu,) = [c for c in components(page["components"]) if c["type"] == 3]
    assert [o["label"] for o in menu["options"]] == ["Automatic", *NAMES.values()]
    assert [o["value"] for o in menu["options"] if o.get("default")] == ["uk"]


@pytest.mark.parametrize("known", [GuildSettings(), FULL])
def test_no_word_of_the_settings_is_left_untranslated(known):
    pages = [settings.render_home(MADE_UP, 1, known, [(NEW, MADE_UP("Not yet"))])]
    pages += [settings.render_question(MADE_UP, question, known) for question in QUESTIONS]
    pages += [settings.render_defaults(MADE_UP, known, "pond")]
    found = [find_unmarked(page.items, NAMES.values()) for page in pages]
    assert found == [[]] * (2 + len(QUESTIONS))
