"""The page of fair dice, at its largest."""

from __future__ import annotations

import pytest

from cogs.display.pages.fair_dice import fair_dice_line, render_fair_dice
from engine import game
from engine.proof.fairness import Contribution
from tables.model.table import Person, Status
from tests.cogs.extremes import LONG, sent
from tests.cogs.limits import faults
from tests.people import labels, text_of
from tests.tabletop import seat, table

FLAKE = 2**63


def crowded(people, **more):
    """A table of eight with long names, at which so many people have sat down and added words."""
    seats = [seat(i) for i in range(8)]
    for number, each in enumerate(seats):
        object.__setattr__(each, "person", Person(1000 + number, LONG))
    made = [(1000 + n, Contribution("seat", FLAKE + n)) for n in range(people)]
    made += [(1000 + n, Contribution("salt", FLAKE + n, "d" * 64)) for n in range(people)]
    return table(game("buckdice"), 8, {}, seats=tuple(seats), contributions=tuple(made), **more)


@pytest.mark.parametrize("people", [8, 500])
@pytest.mark.parametrize("status", [Status.LOBBY, Status.PLAYING, Status.FINISHED])
def test_the_page_keeps_the_limits_however_many_have_sat_down(people, status):
    hashes = {} if status is Status.LOBBY else {"start_hash": "a" * 64, "last_hash": "b" * 64}
    secret = "5" * 64 if status is Status.FINISHED else None
    page = render_fair_dice(crowded(people, status=status, secret=secret, **hashes), 0)
    assert faults(page) == []
    assert "more, in the transcript" in text_of(sent(page))


def test_who_left_is_not_named():
    made = ((1000, Contribution("seat", 1)), (7, Contribution("seat", 2)))
    page = render_fair_dice(table(game("ducks"), 1, {}, contributions=made), None)
    assert "1. Mallard sat down: `1`\n2. Somebody who left sat down: `2`" in text_of(sent(page))


@pytest.mark.parametrize(
    ("hashes", "shown"),
    [
        ({}, "c"),
        ({"start_hash": "a" * 64}, "a"),
        ({"start_hash": "a" * 64, "last_hash": "b" * 64}, "b"),
    ],
)
def test_the_line_shows_the_newest_hash(hashes, shown):
    (words,) = fair_dice_line(table(game("ducks"), 1, {}, **hashes)).children
    assert words.content == f"-# `{shown * 32}`"


def test_words_can_be_added_by_players_without_words_before_the_start():
    made = ((1000, Contribution("salt", 1, "d" * 64)),)
    lobby = table(game("ducks"), 2, {}, contributions=made)
    playing = table(game("ducks"), 2, {}, contributions=made, status=Status.PLAYING)
    offered = [labels(sent(render_fair_dice(lobby, seat))) for seat in (0, 1, None)]
    assert offered == [[], ["Add words of your own"], []]
    assert labels(sent(render_fair_dice(playing, 1))) == []
