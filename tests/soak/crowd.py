"""People who click at a table of each game, whatever happens to the bot meanwhile."""

from __future__ import annotations

import asyncio
import itertools
import random
from contextlib import suppress
from typing import TYPE_CHECKING

from cogs.interactions.interaction import PRIVATE
from players.games import GAMES
from sandbox.people import actions, admin
from sandbox.people.mistake import Mistake
from tests.people import controls

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sandbox.protocol.json_values import Json
    from sandbox.state.core import Core
    from sandbox.state.model import Interaction, Message, User

PEOPLE = 3
MOVING = ("t1", "h1", "g1")
"""Kinds of custom ids that make a move."""

WEIGHTS = {
    "t1": 30,
    "h1": 30,
    "g1": 30,
    "l1": 3,
    "p1": 3,
    "join": 20,
    "start": 20,
    "hand": 10,
    "back": 10,
}
"""Weights for the random choice of a control, by kind or action. All others have the weight 1."""

NEVER = ("cancel", "leave", "quit")
"""Actions that would end games early."""

PATIENCE = 3.0
"""Seconds after which a person clicks on something else."""

UPDATED = 7
"""The type of the response that edits the clicked message."""

Click = tuple[int, int, int, str]
"""A click: table, person, the seq for which the control was drawn, and the move."""


class Crowd:
    """The people of a sandbox.

    Args:
        core: the sandbox.
        chance: draws the clicks.
        guilds: servers that get one channel each, with the games in turn; by default, the first
            server gets a channel for each game.
        tables: least number of tables kept open in a channel.
        pause: seconds between an answer and the person's next click.

    Attributes:
        clicks: every click that should make a move.
        acts: number of those clicks that were answered by a new board.
    """

    def __init__(
        self,
        core: Core,
        chance: random.Random,
        guilds: Sequence[int] | None = None,
        tables: int = 1,
        pause: float = 0.002,
    ) -> None:
        self._pause = pause
        self._tables = tables
        self._core = core
        self._chance = chance
        self._people = core.world.list_people()[:PEOPLE]
        places = guilds or [next(iter(core.world.guilds))] * len(GAMES)
        keys = itertools.cycle([game.info.key for game in GAMES])
        self._channels = {
            self._open_channel(key, place): key for place, key in zip(places, keys, strict=False)
        }
        self.clicks: set[Click] = set()
        self.acts = 0

    def messages(self) -> Iterator[Message]:
        """Yield every message that people see."""
        for channel_id in self._channels:
            yield from self._core.world.channels[channel_id].messages.values()

    async def click_about(self) -> None:
        """Click again and again, until cancelled."""
        while True:
            channel_id, key = self._chance.choice(list(self._channels.items()))
            made = self._click(key, channel_id)
            if made is not None:
                await self._wait(made)
            await asyncio.sleep(self._pause)

    def _click(self, key: str, channel_id: int) -> Interaction | None:
        """Click somewhere; return None if the control has gone or no command is listed yet."""
        person = self._chance.choice(self._people)
        body: Json = {"as": str(person.id), "channel_id": str(channel_id)}
        found = self._find(channel_id, person)
        open_tables = {_bare(control["custom_id"]).split(":")[1] for _, control in found}
        if len(open_tables) < self._tables:
            start = body | {"name": key, "sub": "start"}
            with suppress(Mistake):
                return self._made(actions.send_command(self._core, start))
            return None
        weights = [_weigh(control["custom_id"]) for _, control in found]
        ((message, control),) = self._chance.choices(found, weights)
        body |= {"message_id": str(message.id), "custom_id": control["custom_id"]}
        values = [option["value"] for option in control.get("options", ())]
        if options := [value for value in values if value not in NEVER]:
            least, most = control.get("min_values", 1), control.get("max_values", 1)
            body["values"] = self._chance.sample(options, self._chance.randint(least, most))
        try:
            begun = actions.use_component(self._core, body)
        except Mistake:
            return None
        self._note(person, control["custom_id"], body)
        return self._made(begun)

    def _find(self, channel_id: int, person: User) -> list[tuple[Message, Json]]:
        """Return the controls that a person may use in a channel."""
        return [
            (message, control)
            for message in self._core.world.channels[channel_id].messages.values()
            if message.viewer_id in (None, person.id)
            for control in controls({"components": message.components})
            if not control.get("disabled") and _action(control["custom_id"]) not in NEVER
        ]

    def _note(self, person: User, custom_id: str, body: Json) -> None:
        """Note a click that should make a move."""
        kind, table, *parts = _bare(custom_id).split(":")
        if kind in MOVING:
            self.clicks.add((int(table), person.id, int(parts[0]), parts[-1]))

    async def _wait(self, made: Interaction) -> None:
        """Wait for the answer, at most for `PATIENCE`."""
        for _ in range(int(PATIENCE / 0.005)):
            if made.state not in ("pending", "deferred"):
                break
            await asyncio.sleep(0.005)
        moving = _bare(made.data.get("custom_id", "")).partition(":")[0] in MOVING
        self.acts += moving and made.callback == UPDATED

    def _made(self, begun: Json) -> Interaction:
        return self._core.interactions[int(begun["interaction_id"])]

    def _open_channel(self, name: str, guild_id: int) -> int:
        body = {"do": "create_channel", "guild_id": str(guild_id), "name": name}
        return int(admin.run(self._core, body)["id"])


def _bare(custom_id: str) -> str:
    return custom_id.removeprefix(PRIVATE)


def _action(custom_id: str) -> str:
    """Return the action on a table, else the name of a page, else the kind of the id."""
    kind, *parts = _bare(custom_id).split(":")
    return parts[1] if kind == "a1" else parts[0] if kind in ("n1", "o1") else kind


def _weigh(custom_id: str) -> int:
    return WEIGHTS.get(_action(custom_id), 1)
