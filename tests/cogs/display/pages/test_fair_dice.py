"""The line about fair dice at the end of a table's messages, and the page about fair dice."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from cogs.display.pages.how_to_play import render_fair_dice
from cogs.display.pages.messages import render_table
from cogs.interactions.language import ENGLISH
from engine.fairness import Contribution
from players.games import game
from tables.model.table import Status
from tests.cogs.extremes import LONG, sent
from tests.cogs.limits import faults
from tests.cogs.pictures import RENDERERS, all_emojis
from tests.people import labels, text_of
from tests.tabletop import playthrough, seat, table

FLAKE = 2**63


def crowded(people, **more):
    """Return a table of eight with long names, and with a contribution of each of `people`."""
    seats = [seat(i, name=LONG) for i in range(8)]
    made = [(1000 + n, Contribution("seat", FLAKE + n)) for n in range(people)]
    return table(game("buckdice"), 8, {}, seats=tuple(seats), contributions=tuple(made), **more)


@pytest.mark.parametrize("people", [100, 500])
@pytest.mark.parametrize("status", [Status.LOBBY, Status.PLAYING, Status.FINISHED])
def test_the_page_is_within_the_limits_after_any_number_of_contributions(people, status):
    hashes = {} if status is Status.LOBBY else {"start_hash": "a" * 64, "last_hash": "b" * 64}
    page = render_fair_dice(ENGLISH, crowded(people, status=status, **hashes))
    assert faults(page) == []
    assert "more, in the transcript" in text_of(sent(page))


def test_players_who_left_are_not_named():
    made = ((1000, Contribution("seat", 1)), (7, Contribution("seat", 2)))
    page = render_fair_dice(ENGLISH, table(game("ducks"), 1, {}, contributions=made))
    assert "1. Mallard sits down: `1`\n2. Somebody who left sits down: `2`" in text_of(sent(page))


START, LAST = {"start_hash": "a" * 64}, {"last_hash": "b" * 64}


@pytest.mark.parametrize(
    ("status", "hashes", "line"),
    [
        (Status.LOBBY, {}, ["-# 🔒 dice " + "c" * 32]),
        (Status.PLAYING, START, []),
        (Status.FINISHED, START | LAST, ["-# 🔒 log " + "b" * 32]),
        (Status.ABANDONED, START | LAST, ["-# 🔒 log " + "b" * 32]),
    ],
)
@pytest.mark.parametrize("key", RENDERERS)
def test_messages_before_and_after_the_game_show_the_binding_hash(key, status, hashes, line):
    *_, first, last = playthrough(game(key), game(key).seat_range({})[0], {}, 1)
    at = {Status.PLAYING: first, Status.FINISHED: last}.get(status, table(game(key), 3, {}))
    shown = sent(
        render_table(RENDERERS[key], replace(at, status=status, **hashes), all_emojis(), 0.0)
    )
    assert [each for each in text_of(shown).split("\n") if "🔒" in each] == line
    assert "Fair dice" not in labels(shown)
    assert labels(shown).count("⋯") == 1


@pytest.mark.parametrize(
    ("hashes", "listed"),
    [({}, ["dice"]), (START, ["dice", "game"]), (START | LAST, ["dice", "game", "log"])],
)
def test_the_page_shows_all_binding_hashes_in_full_and_their_order(hashes, listed):
    words = text_of(sent(render_fair_dice(ENGLISH, table(game("ducks"), 1, {}, **hashes))))
    bonds = re.findall(r"^🔒 \*\*(\w+)\*\*: .+\n`([abc]{64})`$", words, re.MULTILINE)
    assert [label for label, _ in bonds] == listed
    assert [digits[0] for _, digits in bonds] == ["c", "a", "b"][: len(listed)]
    assert "Each hash covers the one before it." in words


@pytest.mark.parametrize("status", [Status.LOBBY, Status.PLAYING, Status.FINISHED])
def test_the_page_asks_players_for_nothing(status):
    page = render_fair_dice(ENGLISH, table(game("ducks"), 2, {}, status=status))
    assert labels(sent(page)) == ["‹ Back"]
