"""A past for the sandbox's server: games that its people have played before the bot starts."""

from __future__ import annotations

import random
from pathlib import Path

from db.connection import Database
from sandbox import Sandbox
from tables.model import Person
from tests.annals.server import Clock, Server

HOUR = 3600


def people_of(box: Sandbox) -> dict[str, Person]:
    """The people of the world, by name."""
    names = ((u.id, u.global_name or u.username) for u in box.core.world.people())
    return {name: Person(number, name) for number, name in names}


def guild_of(box: Sandbox, name: str = "The Pond") -> int:
    """A server's id, by name."""
    return next(g.id for g in box.core.world.guilds.values() if g.name == name)


async def remember(
    database: Path, guild: int, games: list[tuple[str, tuple[Person, ...]]], *, until: float
) -> None:
    """Play these games at random, one an hour, the last one at `until`."""
    clock = Clock()
    clock.time = until - HOUR * (len(games) - 1)
    async with await Database.open(f"sqlite:///{database}") as opened:
        server = Server(opened, clock, seed=1)
        for game, players in games:
            await server.play(game, *players, guild=guild)
            clock.pass_by(HOUR)


def drawn_games(
    people: list[Person], kinds: dict[str, int], count: int, seed: int = 0
) -> list[tuple[str, tuple[Person, ...]]]:
    """So many games of these kinds, each by so many people, drawn at random."""
    chance = random.Random(seed)
    found: list[tuple[str, tuple[Person, ...]]] = []
    for _ in range(count):
        game = chance.choice(list(kinds))
        found.append((game, tuple(chance.sample(people, kinds[game]))))
    return found
