"""A past for the sandbox: uploaded emojis, and games that ended before the bot's start."""

from __future__ import annotations

import random
from pathlib import Path

from cogs.display.emojis import name_of
from db.connection import Database
from sandbox import Sandbox
from sandbox.state.model import Emoji
from tables.model.table import Person
from tests.cogs.pictures import DRAWINGS, rendered
from tests.records.server import Clock, Server

HOUR = 3600


def put_emojis(box: Sandbox) -> None:
    """Add all emojis to the sandbox, as an earlier start of the bot would have done."""
    world = box.core.world
    for key in DRAWINGS:
        made, number = rendered(key), world.ids.create()
        name = name_of(key, made.digest)
        world.emojis[number] = Emoji(number, name, made.png, "image/png", animated=False)


def people_of(box: Sandbox) -> dict[str, Person]:
    """Return the people of the sandbox by name."""
    names = ((u.id, u.global_name or u.username) for u in box.core.world.list_people())
    return {name: Person(number, name) for number, name in names}


def place_in(box: Sandbox, channel: str = "games") -> tuple[int, int]:
    """Return the ids of The Pond and of one of its channels."""
    world = box.core.world
    guild = next(g for g in world.guilds.values() if g.name == "The Pond")
    return guild.id, next(c.id for c in world.list_channels(guild) if c.name == channel)


async def remember(
    database: Path,
    place: tuple[int | None, int],
    games: list[tuple[str, tuple[Person, ...]]],
    *,
    until: float,
) -> None:
    """Play these games at random, one an hour, the last at `until`.

    `place` has two ids: a server (None for direct messages) and a channel.
    """
    guild, channel = place
    clock = Clock()
    clock.time = until - HOUR * (len(games) - 1)
    async with await Database.open(f"sqlite:///{database}") as opened:
        server = Server(opened, clock, seed=1)
        server.channel = channel
        for game, players in games:
            await server.play(game, *players, guild=guild)
            clock.pass_by(HOUR)


def drawn_games(
    people: list[Person], kinds: dict[str, int], count: int, seed: int = 0
) -> list[tuple[str, tuple[Person, ...]]]:
    """Draw `count` games and their players. `kinds` has the number of players by game."""
    chance = random.Random(seed)
    found: list[tuple[str, tuple[Person, ...]]] = []
    for _ in range(count):
        game = chance.choice(list(kinds))
        found.append((game, tuple(chance.sample(people, kinds[game]))))
    return found
