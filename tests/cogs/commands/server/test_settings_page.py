"""The settings of a server: Discord's limits, and what their pages say."""

from __future__ import annotations

import pytest

from cogs.commands.server import settings_page
from cogs.display.controls.paging import ALL, TITLES
from engine import GAMES
from records.model.guilds import GuildSettings, ResetPreview
from tests.cogs.extremes import HUGE, MANY, sent
from tests.cogs.limits import components, faults
from tests.people import labels, text_of


@pytest.mark.parametrize(
    ("channels", "said"),
    [((), "in every channel"), ((7,), "in <#7> and its threads"),
     ((7, 8), "in <#7>, <#8> and their threads")],
)  # fmt: skip
def test_the_settings_say_where_tables_may_be_opened(channels, said):
    page = sent(settings_page.render_home(1, GuildSettings(channels=channels)))
    assert f"**Tables may be opened** {said}" in text_of(page)


@pytest.mark.parametrize(("game", "alone"), [("pond", True), ("ducks", False), (ALL, False)])
def test_a_reset_says_that_the_board_of_those_alone_goes_too(game, alone):
    said = text_of(sent(settings_page.render_reset(game, ResetPreview(1, 1, 1, 1))))
    assert ("also on the board of those who play alone" in said) is alone


FULL = GuildSettings(
    tuple(range(HUGE - 25, HUGE)),
    tuple(range(HUGE - 25, HUGE)),
    {
        game.info.key: {option.key: option.choices[-1].value for option in game.info.options}
        for game in GAMES
    },
    season_channel=HUGE,
)


def test_the_settings_pages_are_within_the_limits():
    assert faults(settings_page.render_home(1, GuildSettings())) == []
    assert faults(settings_page.render_home(1, FULL, "s" * 300)) == []
    for game in GAMES:
        if game.info.options:
            assert faults(settings_page.render_defaults(FULL, game.info.key)) == []
    for key in (ALL, *TITLES):
        assert faults(settings_page.render_reset(key, ResetPreview(MANY, MANY, MANY, HUGE))) == []


def test_the_defaults_of_a_game_say_which_choice_the_rules_have():
    page = sent(settings_page.render_defaults(FULL, "ducks"))
    menus = [c for c in components(page["components"]) if c["type"] == 3]
    for menu, option in zip(menus, GAMES[0].info.options, strict=True):
        marked = [o["value"] for o in menu["options"] if o["label"].endswith("(the rules)")]
        assert marked == [option.default]
        assert [o["value"] for o in menu["options"] if o.get("default")] == [
            option.choices[-1].value
        ]


def test_every_kind_of_channel_with_messages_can_be_allowed():
    page = sent(settings_page.render_home(1, GuildSettings()))
    menu = next(c for c in components(page["components"]) if c["type"] == 8)
    messages = {0, 2, 5, 13, 15}  # text, voice, news, stage, forum
    assert set(menu["channel_types"]) == messages


@pytest.mark.parametrize("channel", [None, 7])
def test_the_settings_say_where_the_first_of_a_month_are_told(channel):
    page = sent(settings_page.render_home(1, GuildSettings(season_channel=channel)))
    menu = [c for c in components(page["components"]) if c["type"] == 8][1]
    assert [each["id"] for each in menu.get("default_values", ())] == [str(channel)] * bool(channel)
    assert set(menu["channel_types"]) == {0, 2, 5, 13}  # a forum has posts alone
    assert (menu["min_values"], menu["max_values"]) == (0, 1)


def test_a_reset_of_nothing_is_not_offered():
    assert "Reset for good" not in labels(
        sent(settings_page.render_reset("ducks", ResetPreview(0, 0, 0, 9)))
    )
