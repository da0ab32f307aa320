"""What is known of tables: idle ones are forgotten, those with work to do are not."""

from __future__ import annotations

import pytest

from cogs.publishing import live
from cogs.publishing.live import UNKNOWN, Live, Lives
from players.games import game
from tests.tabletop import table

TABLE = table(game("ducks"), 2, {})


@pytest.fixture
def lives(monkeypatch):
    monkeypatch.setattr(live, "REMEMBERED", 3)
    return Lives()


def known(lives):
    return sorted(lives.select(lambda _: True))


def test_the_oldest_idle_table_is_forgotten(lives):
    for number in (1, 2, 3, 4):
        lives.note(number, focused=True)
    assert known(lives) == [2, 3, 4]
    assert lives.find(1) is UNKNOWN


def test_a_table_that_was_noted_again_counts_as_new(lives):
    for number in (1, 2, 3, 1, 4):
        lives.note(number, focused=True)
    assert known(lives) == [1, 3, 4]


@pytest.mark.parametrize(
    "fact",
    [
        {"behind": True},
        {"uncalled": True},
        {"starter_due": True},
        {"lacks": True},
        {"shown": TABLE},
        {"plain": 5},
    ],
)
def test_a_table_with_work_to_do_is_kept(lives, fact):
    lives.note(1, **fact)
    for number in (2, 3, 4, 5):
        lives.note(number, focused=True)
    assert 1 in known(lives)
    assert not Live(**fact).is_idle


def test_a_new_table_costs_little_even_if_all_have_work_to_do(lives, monkeypatch):
    monkeypatch.setattr(live, "LOOKED_AT", 2)
    for number in range(10):
        lives.note(number, behind=True)
    assert known(lives) == list(range(10))
