"""The measurements of clicks: their live tables, costs over whole games, and profiles."""

import sys

import pytest

from bench import click, profile
from bench.large import write_live
from db.connection import Database
from players.games import GAMES
from tables.service import Tables

ONE_GAME = {"ducks": 2}


async def test_the_right_number_of_live_tables_is_written_undamaged(tmp_path):
    url = f"sqlite:///{tmp_path / 'live.db'}"
    await write_live(url, 7, 200)
    async with await Database.open(url) as database:
        tables = Tables(database, GAMES, lambda: 0.0)
        assert await tables.lookup.find_broken() == (200, {})
        assert await tables.maintenance.find_not_shown() == []


@pytest.mark.heavy
async def test_costs_are_measured_over_whole_games(monkeypatch, capsys):
    monkeypatch.setattr(click, "SEATS", ONE_GAME)
    monkeypatch.setattr(click, "FEW", 2)
    monkeypatch.setattr(click, "WARM", 4)
    await click.cost(6)
    floor, ducks, limit = capsys.readouterr().out.splitlines()[-3:]
    assert floor.startswith("floor")
    opens, joins, starts, ends = ducks.split()[-4:]
    assert opens == joins == starts == ends
    assert "limit 3: " in limit


def test_a_stack_counts_for_its_innermost_layer():
    seen = set()
    sys.setprofile(lambda frame, *_: seen.add(profile.layer_of(frame)))
    try:
        next(iter(GAMES)).start(2, {})
    finally:
        sys.setprofile(None)
    assert seen == {"engine", "event loop"}


@pytest.mark.heavy
async def test_layers_and_calls_of_a_click_are_counted(monkeypatch, capsys):
    monkeypatch.setattr(profile, "TABLES", 2)
    monkeypatch.setattr(profile, "WARM", 4)
    await profile.measure("trophy", 60)
    said = capsys.readouterr().out
    assert "  rest of cogs  " in said
    assert "engine/trophy/" in said
