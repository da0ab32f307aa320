"""The measurements of clicks: their live tables, and costs over whole games."""

import pytest

from bench import click
from db.connection import Database
from players.games import GAMES
from tables.service import Tables
from tests.bench.large import write_live

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
    ducks, limit = capsys.readouterr().out.splitlines()[-2:]
    opens, joins, starts, ends = ducks.split()[-4:]
    assert opens == joins == starts == ends
    assert "limit 2 ms: " in limit
