"""A server at which people play dailies, at the level of a duck or otherwise."""

from __future__ import annotations

import hashlib

from bench.strength import Seeded
from players import find_player
from players.core import Level, know
from records.daily.formats import format_of, name_daily
from tables.model.daily import day_of, midnight_of
from tables.model.table import Status
from tables.thinking.reviews import grade_log
from tests.records.server import GUILD, Server

MONDAY, TUESDAY = "2026-11-23", "2026-11-24"
NOON = 12 * 3600


class Dailies:
    """Ways to play dailies at a server."""

    def __init__(self, server):
        self.server = server
        self.click = 1_000_000

    def go_to(self, day, seconds=NOON):
        self.server.clock.time = midnight_of(day) + seconds

    async def offer(self, person):
        """What `/daily` shows."""
        found = await self.server.tables.dailies.find(person.id)
        if found is not None:
            return found
        day = day_of(self.server.clock())
        chosen = format_of(day)
        levels = map(Level, chosen.ducks)
        self.click += 1
        return await self.server.tables.dailies.offer(
            person, self.click, name_daily(day), chosen.game, chosen.options, tuple(levels)
        )

    async def begin(self, person, guild=GUILD):
        self.click += 1
        table = await self.offer(person)
        return await self.server.tables.dailies.begin(
            table.id, person, self.click, guild, click=None
        )

    async def press(self, table, person, choose=None):
        """One press, and what the ducks do then."""
        table = await self.server.tables.thinking.finish_turns(table.id)
        if table.status is not Status.PLAYING:
            return table
        move = str((choose or as_normal)(table))
        await self.server.tables.games.act(table.id, person, table.seq, move)
        return await self.server.tables.thinking.finish_turns(table.id)

    async def finish(self, table, person, choose=None):
        while table.status is Status.PLAYING:
            table = await self.press(table, person, choose)
        return await self.grade(table)

    async def grade(self, table):
        rows = await self.server.steps(table.id)
        moves = [(row.seat, row.text) for row in rows]
        seats, options = len(table.seats), table.options
        grade = grade_log(table.game.info.key, seats, options, table.first, moves)
        await self.server.records.dailies.grade(table.id, grade)
        return table

    async def play(self, person, guild=GUILD, choose=None):
        return await self.finish(await self.begin(person, guild), person, choose)


def as_normal(table):
    """The move of a normal duck."""
    return as_level(table, Level.NORMAL)


def as_level(table, level):
    """The move of a duck."""
    player = find_player(table.game.info.key, level)
    return player.choose(know(table.game, table.options, table.state, 0), Seeded(table.seq))


def secret_of(*what):
    """An entropy that is the same in every run, whatever was drawn before."""
    return lambda count: hashlib.shake_128(repr(what).encode()).digest(count)


def open_server(database, clock):
    return Dailies(Server(database, clock))
