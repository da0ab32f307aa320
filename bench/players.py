"""People who click in this process, without a connection of their own: that costs little."""

from __future__ import annotations

import asyncio
import random
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any, Self

from sandbox.people import actions, admin
from sandbox.rest.interactions import DEFER_UPDATE
from tests.e2e.table import moves, over, picked
from tests.people import controls, text_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sandbox.state.core import Core
    from sandbox.state.world.model import Interaction, Message, User

SEATS = {"ducks": 2, "buckdice": 2, "trophy": 3, "pond": 2, "buckets": 3}
"""The games, and how many play."""

_MOVING, _SEATING = ("t1:", "s1:"), ("join", "start")

Json = dict[str, Any]


class Players:
    """People in one sandbox; they notice what happens in each channel.

    Args:
        core: of the sandbox.

    Attributes:
        mix: how many clicks of each kind were made: a command is one, too.
        ends: how many games have ended.
    """

    def __init__(self, core: Core) -> None:
        self.core = core
        self.mix = Counter[str]()
        self.ends = 0
        self.people = core.world.list_people()[: max(SEATS.values())]
        self._changed: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)

    async def __aenter__(self) -> Self:
        self._readers = [asyncio.create_task(self._read(user)) for user in self.people]
        await asyncio.sleep(0)
        return self

    async def __aexit__(self, *_: object) -> None:
        for reader in self._readers:
            reader.cancel()
        await asyncio.gather(*self._readers, return_exceptions=True)

    async def _read(self, user: User) -> None:
        queue = self.core.live.subscribe(user.id)
        while True:
            data: Any = (await queue.get())["d"]
            if "interaction_id" in data:
                interaction = self.core.interactions[int(data["interaction_id"])]
                self._changed[str(interaction.channel_id)].set()
            elif "channel_id" in data:
                self._changed[data["channel_id"]].set()

    async def until(self, channel_id: str, condition: Callable[[], Any]) -> Any:  # noqa: ANN401 - what it found
        """Wait until something holds in a channel, and return it."""
        while not (found := condition()):
            self._changed[channel_id].clear()
            await self._changed[channel_id].wait()
        return found

    async def command(self, user: User, channel_id: str, *names: str) -> Interaction:
        """Type a command, and wait for the answer."""
        body: Json = {"as": str(user.id), "channel_id": channel_id, "name": names[0]}
        body |= {"sub": names[1] if len(names) > 1 else None, "options": {}}
        self.mix["open"] += 1
        return await self._answer(actions.send_command(self.core, body))

    async def click(
        self, user: User, message: Message, custom_id: str, values: list[str] | None = None
    ) -> Interaction:
        """Click, and wait for the answer; of a deferred one for what follows."""
        channel_id, edited_at = str(message.channel_id), message.edited_at
        made = await self._use(user, message, custom_id, values)
        if made.callback == DEFER_UPDATE:
            await self.until(channel_id, lambda: message.edited_at != edited_at)
        return made

    async def open(
        self, user: User, message: Message, custom_id: str
    ) -> tuple[Interaction, Message]:
        """Click, and wait for the private message that it opens: the response, or a follow-up.

        The same person may open one of another table at the same time.
        """
        messages = self.core.world.channels[message.channel_id].messages
        before, (_, table, *_) = set(messages), custom_id.split(":")

        def opened() -> Message | None:
            fresh = (each for number, each in messages.items() if number not in before)
            own = (each for each in fresh if each.viewer_id == user.id)
            return next((each for each in own if _is_of(each, table)), None)

        made = await self._use(user, message, custom_id)
        return made, await self.until(str(message.channel_id), opened)

    async def _use(
        self, user: User, message: Message, custom_id: str, values: list[str] | None = None
    ) -> Interaction:
        """Click, and wait for the answer."""
        body = {"as": str(user.id), "message_id": str(message.id), "custom_id": custom_id}
        kind = custom_id.rpartition(":")[2]
        self.mix[kind if kind in _SEATING else "move"] += 1
        begun = actions.use_component(self.core, body | ({"values": values} if values else {}))
        return await self._answer(begun)

    async def _answer(self, begun: Json) -> Interaction:
        """Wait for the answer to what was sent; `begun` is what the sandbox said then."""
        made = self.core.interactions[int(begun["interaction_id"])]
        await self.until(str(made.channel_id), lambda: made.state not in {"pending", "deferred"})
        if made.state != "answered":
            raise SystemExit(f"a click is {made.state}: {made.data}")
        return made

    def newest(self, channel_id: str, table: str = "") -> Message | None:
        """Return the newest public message of a channel with controls; `table`: of that table."""
        for message in reversed(self.core.world.channels[int(channel_id)].messages.values()):
            if message.viewer_id is None and _is_of(message, table):
                return message
        return None

    def open_channel(self, name: str, guild_id: int | None = None) -> str:
        """Return a new channel of a server; None: of the first."""
        guild_id = guild_id or next(iter(self.core.world.guilds))
        body = {"do": "create_channel", "guild_id": str(guild_id), "name": name}
        return admin.run(self.core, body)["id"]


def _is_of(message: Message, table: str) -> bool:
    """Whether a message has controls of this table; empty: any controls."""
    ids = [one["custom_id"].split(":") for one in controls(shown(message))]
    return any(table in ("", *one[1:2]) for one in ids)


def shown(message: Message) -> Json:
    """Return a message as `tests.people` reads it."""
    return {"content": message.content, "components": message.components}


def milliseconds(made: Interaction) -> float:
    """Return how long a click has waited for its answer."""
    return 1000 * ((made.answered_at or float("inf")) - made.created_at)


class Count:
    """Somebody who clicks on the button of the smallest bot."""

    def __init__(self, players: Players) -> None:
        self._players = players
        self._person = players.people[0]

    async def prepare(self) -> None:
        """Have the button posted, once."""
        if not hasattr(self, "_channel"):
            self._channel = self._players.open_channel("count")
            await self._players.command(self._person, self._channel, "count")

    async def click(self) -> Interaction:
        """Click on it."""
        button = self._players.newest(self._channel)
        if button is None:
            raise SystemExit("there is no button")
        return await self._players.click(self._person, button, "count")


class Table:
    """People who play one game again and again in a channel, at random.

    Args:
        players: the people.
        game: the game's key.
        seed: of their choices.
        guild_id: of the server with their channel; None: the first.
    """

    def __init__(
        self, players: Players, game: str, seed: int = 1, guild_id: int | None = None
    ) -> None:
        self._players = players
        self._game = game
        self._people = players.people[: SEATS[game]]
        self._chance = random.Random(seed)  # noqa: S311 - a measurement keeps no secret
        self._channel = players.open_channel(f"{game} {seed}", guild_id)
        self._number = ""
        self._hand: tuple[User, Message] | None = None

    async def prepare(self) -> None:
        """Open a new table if none is there, or if the game is over."""
        board = self._board()
        if board is not None:
            if not over(shown(board)):
                return
            self._players.ends += 1
        lobby_of = await self._players.command(self._people[0], self._channel, self._game, "start")
        lobby = self._players.core.world.find_any_message(lobby_of.original_id or 0)
        if lobby is None:
            raise SystemExit("no lobby was posted")
        self._number = controls(shown(lobby))[0]["custom_id"].split(":")[1]
        for person in self._people[1:]:
            await self._players.click(person, lobby, f"a1:{self._number}:join")
        await self._players.click(self._people[0], lobby, f"a1:{self._number}:start")
        await self._players.until(self._channel, self._board)
        self._hand = None

    async def click(self) -> Interaction:
        """Click once: on the board, or on a private hand; the board is as it will be then."""
        if self._game == "buckets":
            return await self._click_hand()
        board = await self._players.until(self._channel, self._board)
        control = self._chance.choice(moves(shown(board)))
        values = picked(control, self._chance)
        return await self._move(self._actor(board), board, control["custom_id"], values)

    async def _click_hand(self) -> Interaction:
        """Open the hand of who is to act, or click on it."""
        board = await self._players.until(self._channel, self._board)
        person = self._actor(board)
        if self._hand is None or self._hand[0] is not person or not moves(shown(self._hand[1])):
            action = controls(shown(board))[0]["custom_id"]
            made, hand = await self._players.open(person, board, action)
            self._hand = person, hand
            return made
        hand = self._hand[1]
        control = self._choose(shown(hand))
        options = [option["value"] for option in control.get("options", ())]
        values = [self._chance.choice(options)] if options else None
        if not control["custom_id"].startswith(_MOVING) or control["custom_id"].endswith(":auto"):
            return await self._players.click(person, hand, control["custom_id"], values)
        self._hand = None
        return await self._move(person, hand, control["custom_id"], values)

    def _choose(self, hand: Json) -> Json:
        """Return a control: of those that build the one that ends it, else any."""
        found = moves(hand)
        if done := [one for one in found if one["custom_id"].endswith(":confirm")]:
            return done[0]
        if built := [one for one in found if one["custom_id"].endswith(":auto")]:
            return built[0]
        moving = [one for one in found if one["custom_id"].startswith(_MOVING)]
        return self._chance.choice(moving if moving and self._chance.random() < 0.7 else found)

    async def _move(
        self, person: User, message: Message, custom_id: str, values: list[str] | None
    ) -> Interaction:
        """Make a move, and wait until the board shows it."""
        before = self._look()
        made = await self._players.click(person, message, custom_id, values)
        await self._players.until(self._channel, lambda: self._look() not in (None, before))
        return made

    def _look(self) -> tuple[int, str] | None:
        board = self._board()
        return (board.id, str(board.components)) if board else None

    def _board(self) -> Message | None:
        """Return the board once it says whose turn it is, or that the game is over."""
        board = self._players.newest(self._channel, self._number) if self._number else None
        if board is None or over(shown(board)):
            return board
        return board if "▶ <@" in text_of(shown(board)) else None

    def _actor(self, board: Message) -> User:
        text = text_of(shown(board))
        turn = text[text.rindex("▶ <@") :]
        return next(person for person in self._people if f"<@{person.id}>" in turn)


async def play(tables: Iterable[Table], clicks: int) -> None:
    """Have so many clicks made at these tables, at all of them at once."""
    left = iter(range(clicks))

    async def go_on(table: Table) -> None:
        for _ in left:
            await table.prepare()
            await table.click()

    await asyncio.gather(*map(go_on, tables))
