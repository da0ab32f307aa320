"""The chooser of games: what it says of each, within Discord's limits."""

from __future__ import annotations

from cogs.commands.tables.play import render_game, render_games, render_rules
from engine import GAMES
from tests.cogs.extremes import sent
from tests.cogs.limits import components, faults
from tests.cogs.pictures import RENDERERS, all_emojis
from tests.people import controls, text_of


def test_the_chooser_introduces_every_game_in_three_lines():
    renderers = {game.info.key: RENDERERS[game.info.key] for game in GAMES}
    said = text_of(sent(render_games(renderers, all_emojis())))
    for game in GAMES:
        renderer, seats = RENDERERS[game.info.key], game.seat_range({})
        ends = [renderer.minutes(count, game.options({})) for count in (seats[0], seats[-1])]
        length = " to ".join(map(str, dict.fromkeys(ends)))
        size = f"{seats[0]} to {seats[-1]} players · about {length} minutes"
        assert f"### {game.info.title}\n-# {size}\n{renderer.pitch}" in said


def test_the_page_of_a_game_shows_each_choice_and_which_is_chosen():
    for game in GAMES:
        last = (*(len(option.choices) - 1 for option in game.info.options), 1)
        page = sent(render_game(RENDERERS[game.info.key], all_emojis(), last))
        *menus, ducks = [c for c in components(page["components"]) if c["type"] == 3]
        assert [e["label"] for e in ducks["options"] if e.get("default")] == [
            "With 1 duck of the bot"
        ]
        for menu, option in zip(menus, game.info.options, strict=True):
            choices = [f"{option.title}: {choice.title}" for choice in option.choices]
            assert [each["label"] for each in menu["options"]] == choices
            assert [e["label"] for e in menu["options"] if e.get("default")] == choices[-1:]


def test_every_page_of_the_rules_leads_back_to_the_choice_and_on_to_the_table():
    for game in GAMES:
        renderer, emojis = RENDERERS[game.info.key], all_emojis()
        chosen = (*(0 for _ in game.info.options), 1)
        for number in range(1 + len(renderer.rules(emojis))):
            page = render_rules(renderer, emojis, chosen, number)
            assert faults(page) == []
            ids = [control["custom_id"] for control in controls(sent(page))]
            numbers = ".".join(map(str, chosen))
            ways = [f"n1:play:{verb}:{game.info.key}:{numbers}" for verb in ("open", "show")]
            assert ids[-2:] == ways
