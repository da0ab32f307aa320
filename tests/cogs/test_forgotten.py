"""A forgotten person has no stored name; each screen says "Somebody" in its reader's language."""

from __future__ import annotations

import ast
from dataclasses import replace

import pytest

from cogs.display.pages.lobby import render_lobby
from cogs.display.pages.messages import render_starter, render_table
from cogs.display.pages.more import Scene
from cogs.display.table_text import Ranked, describe_table, list_ranked
from cogs.interactions.failures import sentence
from cogs.interactions.language import read_language
from players.games import GAMES
from tables.model.errors import not_your_turn
from tables.model.table import Series, Status
from tests.cogs.extremes import sent
from tests.cogs.pictures import RENDERERS, all_emojis
from tests.people import parts, text_of
from tests.sources import parse
from tests.tabletop import playthrough
from tests.words import ROOT

GERMAN = read_language("de")

NO_PEOPLE = {
    ("cogs/buckdice/board.py", "context.names[seat]"),
    ("cogs/buckdice/words.py", "context.names[seat]"),
    ("cogs/commands/tables.py", "describe_table(_, table)"),
    ("cogs/display/pages/renderer.py", "self.names[seat]"),
    ("cogs/display/pages/more.py", "context.names[seat]"),
    ("cogs/interactions/content.py", "each.alt"),
    ("cogs/interactions/failures.py", "told[:QUOTED]"),
    ("cogs/interactions/interaction.py", "interaction.user.display_name"),
    ("cogs/interactions/interaction.py", "user.name"),
    ("cogs/pond/words.py", "fit_name(context.names[seat], NAME).strip()"),
}
"""Texts that are no stored names, and names that already are in the reader's language."""


def forget(table):
    """Return the table after its second player was forgotten."""
    gone = replace(table.seats[1], person_id=-5_000, name="", caretaker=1, departed=True)
    return table.with_seat(gone)


def whole_text(content):
    """Return the texts of a message and of its pictures."""
    message = sent(content)
    alts = [item["description"] for part in parts(message) for item in part.get("items", ())]
    return "\n".join([text_of(message), *alts])


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.info.key)
def test_all_pages_of_a_table_name_a_forgotten_person_in_their_language(rules):
    renderer, emojis = RENDERERS[rules.info.key], all_emojis()
    games = [*playthrough(rules, max(2, rules.seat_range({})[0]), {}, 3)]
    for at in map(forget, (games[len(games) // 2], games[-1])):
        for content in (
            render_table(renderer, at, emojis, 0.0, language=GERMAN),
            render_starter(renderer, replace(at, thread_id=9), emojis, language=GERMAN),
        ):
            text = whole_text(content)
            assert "Jemand" in text
            assert "Somebody" not in text
            assert "****" not in text
    assert games[-1].status is Status.FINISHED


def test_lists_and_refusals_name_a_forgotten_person():
    rules = GAMES[0]
    lobby = replace(next(playthrough(rules, 2, {}, 3)), status=Status.LOBBY, progress=None)
    people = (lobby.seats[0].person, replace(lobby.seats[1].person, id=-5_000, name=""))
    scene = Scene(RENDERERS[rules.info.key], replace(lobby, rematch_of=1), language=GERMAN)
    texts = [
        list_ranked(GERMAN, [Ranked(1, -5_000, "", "3")]),
        describe_table(GERMAN, forget(lobby)),
        sentence(not_your_turn(["", "Teal"]), GERMAN),
        text_of(sent(render_lobby(scene, all_emojis(), Series(2, {}, people)))),
    ]
    assert ["Jemand" in text for text in texts] == [True] * 4


def find_names(path):
    """Yield what a module shows as a name without `Language.name` or `Language.plain`."""
    for node in ast.walk(parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in {"clean_name", "plain_name"}:
            yield str(path.relative_to(ROOT)), ast.unparse(node.args[0])


def test_all_stored_names_are_shown_in_the_reader_s_language():
    paths = [path for path in (ROOT / "cogs").rglob("*.py") if path.name != "language.py"]
    found = {each for path in paths for each in find_names(path)}
    assert found == NO_PEOPLE
