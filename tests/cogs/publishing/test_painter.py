"""What the messages of a table say that depends on more than its state."""

from __future__ import annotations

import shutil
from unittest.mock import patch

import pytest

from db.connection import Database
from players.games import GAMES
from tests.cogs.limits import components
from tests.cogs.publishing.stage import NOW, Stage
from tests.tables.house import ANNA, BEN, CLEO, Clock, House


@pytest.fixture
async def stage(tmp_path, file_of_sqlite):
    file = shutil.copy(file_of_sqlite, tmp_path)
    async with await Database.open(f"sqlite:///{file}") as database:
        with patch("time.time", return_value=NOW):
            yield Stage(database, House(database, Clock(), GAMES))


def words(stage, message_id):
    """Return all texts, labels and alternative texts of a message."""
    parts = components(stage.wire.shown[message_id].items)
    told = [part.get("content") or part.get("label") or "" for part in parts]
    return "\n".join(told)


async def ended(stage):
    """Play a game of two people to its end; return the table."""
    await stage.open(ANNA, BEN)
    while not (table := await stage.table()).status.over:
        await stage.move()
        await stage.settle()
    return table


async def rematch(stage):
    """Open the lobby of a rematch; return it."""
    await stage.press(ANNA, "rematch")
    await stage.settle()
    return await stage.table(2)


async def test_a_rematch_tells_how_the_series_stands(stage):
    first = await ended(stage)
    assert "Anna 0, Ben 0" not in words(stage, first.message_id)
    lobby = await rematch(stage)
    assert "Anna 0, Ben 0" in words(stage, lobby.message_id)


async def test_an_end_leads_to_its_rematch_as_soon_as_that_has_begun(stage):
    first = await ended(stage)
    await rematch(stage)
    assert "To the next game" not in words(stage, first.message_id)
    await stage.press(BEN, "rematch")
    await stage.settle()
    assert "To the next game" in words(stage, first.message_id)


async def test_only_a_lobby_with_newcomers_teaches(stage):
    await stage.open(ANNA, BEN, begun=False)
    newcomers = words(stage, (await stage.table()).message_id)
    await stage.press(ANNA, "start")
    await stage.settle()
    board = words(stage, (await stage.table()).message_id)
    while not (await stage.table()).status.over:
        await stage.move()
        await stage.settle()
    known = words(stage, (await rematch(stage)).message_id)
    lesson = "Roll five dice and the blue Boss."
    assert [lesson in each for each in (newcomers, board, known)] == [True, False, False]


class Teacher:
    """Tells everybody the same; notes for whom."""

    def __init__(self):
        self.asked = []

    async def prepare(self, table):
        pass

    def follow(self, table):
        pass

    def tell(self, table, seat, language):
        self.asked.append(seat)
        return "Take care."


@pytest.mark.parametrize(
    ("game", "people", "asked"), [("ducks", (ANNA, BEN), None), ("buckets", (ANNA, BEN, CLEO), 0)]
)
async def test_a_tip_stands_where_only_its_player_reads_it(stage, game, people, asked):
    await stage.open(*people, game=game)
    stage.publisher.teach_by(teacher := Teacher())
    stage.publisher.refresh([await stage.table()])
    await stage.settle()
    board = (await stage.table()).message_id
    assert ("Take care." in words(stage, board)) is (asked is None)
    if asked is not None:
        await stage.press(ANNA, "hand")
        await stage.settle()
        assert "Take care." in words(stage, max(stage.wire.shown))
    assert {*teacher.asked} == {asked}
