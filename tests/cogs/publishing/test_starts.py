"""A start goes on where a killed process stopped."""

from __future__ import annotations

import shutil
from unittest.mock import patch

from db.connection import Database
from players.core import Level
from players.games import GAMES
from tests.cogs.publishing.stage import NOW, Stage
from tests.tables.house import ANNA, Clock, House


async def test_a_duck_moves_after_a_start(tmp_path, file_of_sqlite):
    file = shutil.copy(file_of_sqlite, tmp_path)
    async with await Database.open(f"sqlite:///{file}") as database:
        with patch("time.time", return_value=NOW):
            stage = Stage(database, House(database, Clock(), GAMES))
            await stage.open(ANNA, computers=[Level.EASY])
            table = await stage.table()
            while table.thinking is None:  # nobody publishes these moves, so no duck follows
                table = await stage.house.act(table, str(table.moves(0)[0]))
            await stage.house.tables.maintenance.set_shown({1: table.revision})
            before, stage = table.seq, await stage.restart()
            await stage.publisher.catch_up()
            await stage.settle()
            table = await stage.table()
            assert (table.thinking, table.seq > before) == (None, True)
            assert stage.publisher._lives.find(1).shown.revision == table.revision
            await stage.publisher.close()
