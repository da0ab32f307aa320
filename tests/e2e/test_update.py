"""What the bot does by itself after an update, while people play."""

import sqlite3
import time
from contextlib import closing

from db.connection import Database
from engine import GAMES
from records.service import Records
from tests.e2e.past import people_of, place_in, remember
from tests.e2e.process import Bot


def rows(bot, sql):
    with closing(sqlite3.connect(bot.database, timeout=10)) as file, file:
        return file.execute(sql).fetchall()


async def test_ratings_are_computed_anew_however_often_the_process_is_killed(box, tmp_path):
    known = people_of(box)
    games = [("buckdice", (known["Smew"], known["Scoter"], known["Merganser"]))] * 20
    await remember(tmp_path / "ducks.db", place_in(box, "lounge"), games, until=time.time())
    bot = Bot(box, tmp_path)
    rows(bot, "DELETE FROM ratings")
    rows(bot, "UPDATE finishes SET mu = 1, sigma = 1")
    rows(bot, "INSERT INTO pending_work VALUES ('ratings', 0)")
    for _ in range(2):
        await bot.start()
        await bot.ready(listed=False)
        await bot.kill()
    async with bot:
        await bot.wait_until(lambda: not rows(bot, "SELECT * FROM pending_work"))
    async with await Database.open(f"sqlite:///{bot.database}") as database:
        assert await Records(database, GAMES, time.time).rebuild.compare() == ()
    assert len(rows(bot, "SELECT * FROM ratings")) == 3
