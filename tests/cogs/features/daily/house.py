"""A server on which people play dailies, by default as a normal duck would."""

from __future__ import annotations

import hashlib
from functools import cache

from cogs.features.daily.dailies import Choose, Dailies, name_daily
from cogs.features.daily.days import day_of, midnight_of
from cogs.features.daily.standings import GradedRow, Standings, grade_transcript
from engine.transcript import read_transcript
from players.core import Level, SeededSource, know
from players.games import find_player
from tables.model.table import Status
from tests.records.server import GUILD, Server

MONDAY, TUESDAY = "2026-11-23", "2026-11-24"
NOON = 12 * 3600


class House:
    """Plays dailies on a server."""

    def __init__(self, server):
        self.server = server
        self.offers = Dailies(server.tables)
        self.standings = Standings(server.records.shared)
        self.click = 1_000_000

    def draw(self, click, *what):
        """Make the next secret and the next clicks depend only on these values."""
        self.server.tables._writer._entropy = secret_of(*what)
        self.click = click

    def go_to(self, day, seconds=NOON):
        self.server.clock.time = midnight_of(day) + seconds

    async def offer(self, person):
        """Return what `/daily` shows."""
        return await self.offers.offer(person, self.today())

    def today(self):
        return name_daily(day_of(self.server.clock()))

    async def begin(self, person, guild=GUILD, choose=None):
        """Begin the offered daily with a move, by default a normal duck's."""
        offered = await self.offer(person)
        text = str((choose or as_normal)(offered))
        return await self.choose(person, text, seq=offered.drawn_for(0), guild=guild)

    async def choose(self, person, text, *, seq=1, name=None, guild=GUILD):
        self.click += 1
        begin = self.offers.begin
        name = name or self.today()
        return await begin(person, self.click, name, guild, seq=seq, text=text, click=None)

    async def press(self, table, person, choose=None):
        """Make one move, by default a normal duck's."""
        move = str((choose or as_normal)(table))
        return await self.server.tables.do(table.id, Choose(person, table.seq, move))

    async def finish(self, table, person, choose=None):
        while table.status is Status.PLAYING:
            table = await self.press(table, person, choose)
        return await self.grade(table)

    async def grade(self, table):
        found = grade_text(await self.server.tables.transcripts.text(table.id))
        await self.standings.grade(table.id, found)
        return table

    async def close_days(self):
        """Do what the bot does with closed days."""
        await self.offers.close_days()
        await self.standings.close_days()

    async def play(self, person, guild=GUILD, choose=None):
        return await self.finish(await self.begin(person, guild, choose), person, choose)


@cache
def grade_text(text):
    """Return the grade of a transcript; it is cached, because tests play the same games again."""
    return grade_transcript(read_transcript(text))


def graded(person, day, name, grade):
    """Return the row of a daily on a board."""
    return GradedRow(GUILD, day, person, 0, name, grade.marks, grade.accuracy)


def as_normal(table):
    return as_level(table, Level.NORMAL)


def as_level(table, level):
    """Return the move of a duck of this level."""
    player = find_player(table.game.info.key, level)
    return player.choose(know(table.game, table.options, table.state, 0), SeededSource(table.seq))


def secret_of(*what):
    """Return a source of entropy that depends only on these values."""
    return lambda count: hashlib.shake_128(repr(what).encode()).digest(count)


def open_server(database, clock):
    return House(Server(database, clock))
