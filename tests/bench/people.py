"""Runs bots, and simulates people who click on them.

The people live in the measuring process, where making a click costs little.
"""

from __future__ import annotations

import asyncio
import os
import random
import tempfile
import time
from collections import Counter, defaultdict
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import psutil

from players.games import GAMES
from players.games import game as find_rules
from sandbox import Sandbox
from sandbox.people import actions, admin
from sandbox.rest.interactions import DEFER_UPDATE
from tests.e2e.process import ROOT, Bot
from tests.e2e.table import moves, over, picked
from tests.people import controls, text_of

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Sequence

    from sandbox.state.core import Core
    from sandbox.state.model import Interaction, Message, User


SEATS = {rules.info.key: max(2, rules.seat_range({})[0]) for rules in GAMES}
"""Number of players in each game: the smallest number allowed, but at least two."""

_MOVING, _SEATING = ("t1:", "h1:"), ("join", "start")

Json = dict[str, Any]


@dataclass
class Made:
    """Clicks and commands by kind, the milliseconds of each, and the number of ended games."""

    kinds: Counter[str] = field(default_factory=Counter[str])
    times: list[float] = field(default_factory=list[float])
    ends: int = 0

    def mix(self) -> str:
        """Return how many of a hundred clicks open, join, start and end a game."""
        share = 100 / self.kinds.total()
        kinds = "".join(f"{share * self.kinds[kind]:7.1f}" for kind in ("open", "join", "start"))
        return f"{kinds}{share * self.ends:7.1f}"


class Players:
    """People in one sandbox, who watch every channel; `made` holds their clicks."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.made = Made()
        self.people = core.world.list_people()[: max(SEATS.values())]
        self._changed: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)

    async def __aenter__(self) -> Self:
        self._readers = [asyncio.create_task(self._read(user)) for user in self.people]
        await asyncio.sleep(0)
        return self

    async def __aexit__(self, *_: object) -> None:
        for reader in self._readers:
            reader.cancel()
        await asyncio.wait(self._readers)

    async def _read(self, user: User) -> None:
        queue = self.core.live.subscribe(user.id)
        while True:
            data: Any = (await queue.get())["d"]
            if "interaction_id" in data:
                interaction = self.core.interactions[int(data["interaction_id"])]
                self._changed[str(interaction.channel_id)].set()
            elif "channel_id" in data:
                self._changed[data["channel_id"]].set()

    async def until(self, channel_id: str, condition: Callable[[], Any]) -> Any:
        """Wait until a condition holds in a channel, and return its result."""
        while not (found := condition()):
            self._changed[channel_id].clear()
            await self._changed[channel_id].wait()
        return found

    async def command(
        self, user: User, channel_id: str, name: str, sub: str | None = None
    ) -> Interaction:
        """Send a command and wait for the answer."""
        body: Json = {"as": str(user.id), "channel_id": channel_id, "name": name}
        body |= {"sub": sub, "options": {}}
        self.made.kinds["open"] += 1
        return await self._answer(actions.send_command(self.core, body))

    async def click(
        self, user: User, message: Message, custom_id: str, values: list[str] | None = None
    ) -> None:
        """Click and wait for the answer; if the answer is deferred, wait for the edit, too."""
        channel_id, edited_at = str(message.channel_id), message.edited_at
        made = await self._use(user, message, custom_id, values)
        if made.callback == DEFER_UPDATE:
            await self.until(channel_id, lambda: message.edited_at != edited_at)

    async def open(self, user: User, message: Message, custom_id: str) -> Message:
        """Click and wait for the private message that the click opens (response or follow-up).

        The board may not show yet that the person's own move has ended the turn. Then a click on
        the board opens a hand without controls.
        """
        messages = self.core.world.channels[message.channel_id].messages
        before = set(messages)

        def opened() -> Message | None:
            fresh = (each for number, each in messages.items() if number not in before)
            return next((each for each in fresh if each.viewer_id == user.id), None)

        await self._use(user, message, custom_id)
        return await self.until(str(message.channel_id), opened)

    async def _use(
        self, user: User, message: Message, custom_id: str, values: list[str] | None = None
    ) -> Interaction:
        """Click and wait for the answer."""
        body = {"as": str(user.id), "message_id": str(message.id), "custom_id": custom_id}
        kind = custom_id.rpartition(":")[2]
        self.made.kinds[kind if kind in _SEATING else "move"] += 1
        begun = actions.use_component(self.core, body | ({"values": values} if values else {}))
        return await self._answer(begun)

    async def _answer(self, begun: Json) -> Interaction:
        """Wait for the answer to a sent interaction; `begun` is the sandbox's first reply."""
        made = self.core.interactions[int(begun["interaction_id"])]
        await self.until(str(made.channel_id), lambda: made.state not in {"pending", "deferred"})
        if made.state != "answered":
            raise SystemExit(f"a click is {made.state}: {made.data}")
        self.made.times.append(1000 * ((made.answered_at or float("inf")) - made.created_at))
        return made

    def newest(self, channel_id: str, table: str = "") -> Message | None:
        """Return a channel's newest public message with controls, of any table or of `table`."""
        messages = reversed(self.core.world.channels[int(channel_id)].messages.values())
        return next((m for m in messages if m.viewer_id is None and _is_of(m, table)), None)

    def open_channel(self, name: str, guild_id: int | None = None) -> str:
        """Open a channel on a server, by default the first server, and return the channel's id."""
        guild_id = guild_id or next(iter(self.core.world.guilds))
        body = {"do": "create_channel", "guild_id": str(guild_id), "name": name}
        return admin.run(self.core, body)["id"]


def _is_of(message: Message, table: str) -> bool:
    """Return whether a message has controls of this table; if `table` is empty, any controls."""
    ids = [one["custom_id"].split(":") for one in controls(shown(message))]
    return any(table in ("", *one[1:2]) for one in ids)


def shown(message: Message) -> Json:
    """Return a message in the form that `tests.people` takes."""
    return {"content": message.content, "components": message.components}


class Table:
    """People who play one game again and again in a channel, with random moves.

    Each table opens a new channel, on the given server or else on the first server.
    """

    def __init__(self, players: Players, game: str, seed: int, guild_id: int | None = None) -> None:
        self._players = players
        self._game = game
        self._people = players.people[: SEATS[game]]
        self._chance = random.Random(seed)
        self._channel = players.open_channel(f"{game} {seed}", guild_id)
        self._number = ""
        self._hand: tuple[User, Message] | None = None

    async def click(self) -> None:
        """Click once; if no game is in progress, open and start a game first."""
        if not self.playing:
            await self._begin()
        await (self._click_hand() if find_rules(self._game).info.hidden else self._click_board())
        self._players.made.ends += not self.playing

    @property
    def playing(self) -> bool:
        """Whether a game is in progress."""
        board = self._board()
        return board is not None and not over(shown(board))

    async def _begin(self) -> None:
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

    async def _click_board(self) -> None:
        """Click on the board and wait until it shows the result."""
        board = await self._players.until(self._channel, self._board)
        control = self._chance.choice(moves(shown(board)))
        await self._move(self._actor(board), board, control)

    async def _click_hand(self) -> None:
        """Open the hand of the player to act, or click on it."""
        board = await self._players.until(self._channel, self._board)
        person = self._actor(board)
        if self._hand is None or self._hand[0] is not person or not moves(shown(self._hand[1])):
            action = controls(shown(board))[0]["custom_id"]
            self._hand = person, await self._players.open(person, board, action)
            return
        hand, control = self._hand[1], self._choose(shown(self._hand[1]))
        if not control["custom_id"].startswith(_MOVING) or control["custom_id"].endswith(":auto"):
            await self._use(person, hand, control)
            return
        self._hand = None
        await self._move(person, hand, control)

    def _choose(self, hand: Json) -> Json:
        """Return a control of a hand: confirm or auto-build if offered, else a random control."""
        found = moves(hand)
        if done := [one for one in found if one["custom_id"].endswith(":confirm")]:
            return done[0]
        if built := [one for one in found if one["custom_id"].endswith(":auto")]:
            return built[0]
        moving = [one for one in found if one["custom_id"].startswith(_MOVING)]
        return self._chance.choice(moving if moving and self._chance.random() < 0.7 else found)

    async def _use(self, person: User, message: Message, control: Json) -> None:
        values = picked(control, self._chance)
        await self._players.click(person, message, control["custom_id"], values)

    async def _move(self, person: User, message: Message, control: Json) -> None:
        """Make a move and wait until the board shows it."""
        before = self._look()
        await self._use(person, message, control)
        await self._players.until(self._channel, lambda: self._look() not in (None, before))

    def _look(self) -> tuple[int, str] | None:
        board = self._board()
        return (board.id, str(board.components)) if board else None

    def _board(self) -> Message | None:
        """Return the board once the player to act can press, or the game is over."""
        board = self._players.newest(self._channel, self._number) if self._number else None
        if board is None or over(shown(board)):
            return board
        ids = (one["custom_id"] for one in controls(shown(board)))
        able = moves(shown(board)) or any(each.endswith(":hand") for each in ids)
        return board if able and "▶ <@" in text_of(shown(board)) else None

    def _actor(self, board: Message) -> User:
        text = text_of(shown(board))
        turn = text[text.rindex("▶ <@") :]
        return next(person for person in self._people if f"<@{person.id}>" in turn)


def open_tables(
    players: Players, number: int, guilds: Sequence[int | None] = (None,)
) -> list[Table]:
    """Open `number` tables, and take the games and the servers in turn."""
    each = zip(cycle(SEATS), range(number), cycle(guilds), strict=False)
    return [Table(players, game, seed, guild) for game, seed, guild in each]


async def play(
    players: Players, tables: Sequence[Table], clicks: int, *, to_end: bool = False
) -> None:
    """Make at least `clicks` clicks, at all tables at once; with `to_end`, finish all games."""
    kinds = players.made.kinds
    until = kinds.total() + clicks

    async def go_on(table: Table) -> None:
        while kinds.total() < until or (to_end and table.playing):
            await table.click()

    await asyncio.gather(*map(go_on, tables))


async def keep_pace(players: Players, tables: Sequence[Table], pace: int, seconds: float) -> None:
    """Make `pace` clicks per second, each at a table without a pending click."""
    idle = asyncio.Queue[Table]()
    begun, before = time.perf_counter(), players.made.kinds.total()

    async def click_at(table: Table) -> None:
        await table.click()
        idle.put_nowait(table)

    for table in tables:
        idle.put_nowait(table)
    async with asyncio.TaskGroup() as clicks:
        while (made := players.made.kinds.total() - before) < pace * seconds:
            await asyncio.sleep(begun + made / pace - time.perf_counter())
            clicks.create_task(click_at(await idle.get()))


# The measured programs. Each has its own process, on another core than the people and sandboxes.

PATIENCE = 60.0
"""Seconds for which the sandbox waits for an answer, so that slow answers are not lost."""

UNLIMITED = dict.fromkeys(
    ("TABLES_PER_PERSON", "LOBBIES_PER_PERSON", "TABLES_PER_CHANNEL", "CLICKS_PER_SECOND"),
    "1000000",
) | {"DOUBLE_TAP": "0"}
"""Settings that let a few people play at many tables and click without limits."""

CORES = sorted(os.sched_getaffinity(0))


def leave_core() -> None:
    """Keep this process, with people and sandboxes, off the bots' core, if there are two cores."""
    os.sched_setaffinity(0, CORES[1:] or CORES)


def cpu_seconds(pid: int) -> float:
    """Return the processor time that all threads of a process have used so far.

    This reads Linux's clock of another process (clock_getcpuclockid), in nanoseconds. psutil counts
    hundredths of a second, and a click takes less.
    """
    return time.clock_gettime((~pid << 3) | 2)


@dataclass(frozen=True)
class Program:
    """A running bot and people who click on it; `seconds` is the time until the bot was ready."""

    pid: int
    people: Players
    seconds: float

    def megabytes(self) -> tuple[float, float]:
        """Return the memory of the process and the memory of its children, in megabytes."""
        process = psutil.Process(self.pid)
        children = (child.memory_info().rss for child in process.children(recursive=True))
        return process.memory_info().rss / 1e6, sum(children) / 1e6

    def cpu_seconds(self) -> float:
        """Return the seconds of processor time that the process and its children used so far."""
        process = psutil.Process(self.pid)
        children = (child.pid for child in process.children(recursive=True))
        return sum(map(cpu_seconds, (self.pid, *children))) + sum(process.cpu_times()[2:4])


@asynccontextmanager
async def running(**settings: str) -> AsyncGenerator[Program]:
    """Run the bot on the first core, with more environment variables."""
    settings = {"PYTHONPATH": str(ROOT), "LOG_LEVEL": "INFO"} | UNLIMITED | settings
    with tempfile.TemporaryDirectory() as folder:
        async with Sandbox(answer_within=PATIENCE) as box, Players(box.core) as people:
            bot = Bot(box, Path(folder), str(ROOT / "bot.py"), **settings)
            begun = time.perf_counter()
            await bot.start()
            os.sched_setaffinity(bot.pid, CORES[:1])
            try:
                await bot.ready(listed=False)
                seconds = time.perf_counter() - begun
                await bot.ready()
                yield Program(bot.pid, people, seconds)
            finally:
                await bot.stop()
