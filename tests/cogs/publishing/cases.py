"""Plays the rows of `cases.txt` on a stage.

    python -m tests.cogs.publishing.cases    record the last two columns again; read the diff

A row names what is known, what happens, and what Discord answers to which calls. Then come the
calls that the bot made, in their order, and what it knows afterwards about its messages.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
import time
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock, patch

import discord

from cogs.interactions.responder import responding
from cogs.interactions.wire import Token
from db.connection import Database
from players.games import GAMES
from tables.model.time_control import TimeControl
from tests.cogs.publishing.fake_wire import Killed, snowflake
from tests.cogs.publishing.stage import NOW, Stage
from tests.tables.house import ANNA, BEN, CHANNEL, CLEO, GUILD, Clock, House

FILE = Path(__file__).with_name("cases.txt")


@dataclass(frozen=True)
class Row:
    known: str
    happens: str
    answers: str = ""
    sent: str = ""
    after: str = ""

    def __str__(self):
        return " | ".join(filter(None, (self.known, self.happens, self.answers)))


def read():
    """Yield the headings and rows, a text or a `Row` for each line."""
    for line in FILE.read_text("utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            yield line
        else:
            yield Row(*(part.strip() for part in line.split("|")))


def list_rows():
    return [each for each in read() if isinstance(each, Row)]


async def _open(stage, people=(), **facts):
    """Open a table, and forget what the bot knows of its message."""
    await stage.open(*people, **facts)
    await stage.settle()
    return await stage.restart()


async def _open_as_guest(stage):
    stage.guest = True
    return await _open(stage)


async def _give_token(stage, left=None):
    """Let the bot learn a token of the live message by a click, with these seconds left."""
    await stage.move()
    await stage.settle()
    if left is not None:
        message_id = (await stage.table()).message_id
        token = stage.messages.find(message_id).token
        token = replace(token, expires_at=time.monotonic() + left)
        stage.messages.note(message_id, token=token)


async def _keep_token(stage):
    """Let the bot know a token of the live message that nobody at the table has clicked."""
    message_id = (await stage.table()).message_id
    stage.messages.note(message_id, token=Token.of(stage.interaction(CLEO, message_id)))


async def _redraw(stage):
    stage.publisher.refresh([await stage.table()])


async def _move_elsewhere(stage):
    """Make a move in another process."""
    other = House(stage.database, stage.house.clock, GAMES)
    table = await other.tables.lookup.get(1)
    await other.act(table, str(table.moves(table.to_act[0])[0]))


async def _move_in_hand(stage):
    """Let a player move in the own hand."""
    person = await stage.acting()
    hands = sorted(stage.wire.shown)[1:]  # in the order in which `_show_hands` opened them
    hand = hands[(ANNA.id, BEN.id, CLEO.id).index(person.id)]
    await stage.press(person, "t1:", hand, private=True)


async def _move_on_page(stage):
    """Let the person to act open the page behind ⋯, and make a move there."""
    person, board = await stage.acting(), (await stage.table()).message_id
    await stage.press(person, "more")
    await stage.settle()
    custom_id = stage.find(board, "t1:").replace("t1:", "g1:")
    await stage.press(person, message_id=max(stage.wire.shown), private=True, custom_id=custom_id)


async def _pass_turn(stage):
    """Make moves without a click until the turn passes, as the clock does."""
    table = await stage.table()
    before = table.waiting_on
    while table.waiting_on == before:
        table = await stage.house.act(table, str(table.moves(table.to_act[0])[0]))
    stage.publisher.refresh([table])


async def _end_turn(stage):
    """Press moves until the turn passes; only the calls of the last press are kept."""
    before = (await stage.table()).waiting_on
    while (await stage.table()).waiting_on == before:
        stage.wire.said.clear()
        await stage.move()
        await stage.settle()


def _write_below(stage, at=-1.0):
    stage.wire.last[CHANNEL] = snowflake(stage.wire.now + at)


async def _delete_board(stage):
    stage.wire.gone.add((await stage.table()).message_id)


async def _end(stage):
    """Play the game to its end; only the calls of the last press are kept."""
    while not (await stage.table()).status.over:
        stage.wire.said.clear()
        await stage.move()
        await stage.settle()


async def _open_more(stage, **facts):
    """Open a table by a command."""
    await stage.open(ANNA, begun=False, **facts)


async def _open_post(stage, game="ducks"):
    """Open a table by a command in a forum, whose posts have tags; one tag is reserved."""
    tags = [SimpleNamespace(id=number, moderated=number == 2) for number in (1, 2, 3)]
    post = Mock(spec=discord.Thread, id=CHANNEL, applied_tags=tags)
    post.parent = Mock(spec=discord.ForumChannel, id=900)
    table = await stage.house.tables.lobbies.open(
        game, {}, GUILD, CHANNEL, ANNA, stage.wire.count(), threaded=True
    )
    interaction = stage.interaction(ANNA)
    interaction.channel = post
    async with responding(interaction) as responder:
        await stage.publisher.publish_in_post(table, responder)


async def _focus(stage):
    """Press a control that shows another focus, if the person to act has one."""
    await stage.press(await stage.acting(), "l1:")


async def _tidy(stage):
    """Try failed work again, as every few seconds."""
    await stage.publisher.settle()


async def _restore(stage):
    """Look for deleted boards, as before a link to a table is shown."""
    await stage.publisher.restore([await stage.table()])


async def _draw_late(stage):
    stage.drawer.late = True


async def _draw_at_last(stage):
    """Let pictures be drawn, and wait until messages have theirs."""
    stage.drawer.late = False
    while tasks := [*stage.messages._tasks.values()]:
        await asyncio.wait(tasks)


async def _bring_emojis(stage):
    stage.emojis.complete = True
    await stage.publisher.redraw_plain([])


async def _press_another(stage):
    """Let somebody press a move whose turn it is not."""
    acting = await stage.acting()
    await stage.press(BEN if acting.id == ANNA.id else ANNA, "t1:")


async def _call(stage):
    """Let the time for a call pass, and call."""
    stage.house.clock.pass_by(3600)
    stage.publisher.call([await stage.table()])


async def _catch_up(stage):
    """Do what a start does; the table has changed just before."""
    stage.house.tables.heartbeat.touched.add(1)
    await stage.publisher.catch_up()


async def _show_again(stage):
    """Show the board once more, as a command does."""
    async with responding(stage.interaction(ANNA)) as responder:
        await stage.publisher.show_again(await stage.table(), responder)


class _Teacher:
    """Has the same tip for everybody."""

    async def prepare(self, table):
        pass

    def follow(self, table):
        pass

    def tell(self, table, seat, language):
        return "Take care."


async def _give_tip(stage):
    stage.publisher.teach_by(_Teacher())
    stage.publisher.add_tip(await stage.table())


async def _lose_emojis(stage):
    return await stage.restart(emojis=False)


async def _kill(stage):
    return await stage.restart()


async def _share(stage):
    stage.shared = True


def _know_server(stage, **facts):
    guild = SimpleNamespace(id=GUILD, get_channel_or_thread=lambda _: None, **facts)
    stage.guilds[GUILD] = guild


async def _put_foreign(stage):
    """Put a board below that another database has sent."""
    letter = stage.wire.shown[(await stage.table()).message_id]
    first, *others = letter.items
    items = [{**first, "id": first["id"] ^ 1}, *others]
    stage.wire.put(CHANNEL, replace(letter, items=items))


async def _press_newest(stage):
    """Press a move on the newest message of the channel."""
    newest = max(each for each in stage.wire.shown if stage.wire.channels[each] == CHANNEL)
    await stage.move(message_id=newest)


async def _press_oldest(stage):
    await stage.move(message_id=min(stage.wire.shown))


def _on_oldest(person, what):
    """Return what presses a control of the oldest message."""
    return lambda stage: stage.press(person, what, message_id=min(stage.wire.shown))


async def _open_below(stage):
    """Open another table in the same channel."""
    await stage.open(CLEO, begun=False, at=-5.0)


async def _show_hands(stage):
    """Let all players open their hands."""
    for person in (ANNA, BEN, CLEO):
        await stage.press(person, "hand")
        await stage.settle()


KNOWN = {
    "board": _open,
    "young board": lambda stage: _open(stage, at=-10.0),
    "very old board": lambda stage: _open(stage, at=-7200.0),
    "lobby": lambda stage: _open(stage, begun=False),
    "lobby for a thread": lambda stage: _open(stage, begun=False, threaded=True),
    "hidden game": lambda stage: _open(stage, (ANNA, BEN, CLEO), game="buckets"),
    "guest": _open_as_guest,
    "slow clock": lambda stage: _open(stage, time_control=TimeControl.DAY),
    "live clock": lambda stage: _open(stage, time_control=TimeControl.LIVE),
    "nothing": lambda stage: None,
    "lobby of one": lambda stage: _open(stage, (ANNA,), begun=False),
    "pond": lambda stage: _open(stage, game="pond"),
    "kept token": _keep_token,
    "token": _give_token,
    "ending token": lambda stage: _give_token(stage, 100.0),
    "ended token": lambda stage: _give_token(stage, -1.0),
    "shown": _redraw,
    "covered": _write_below,
    "covered at once": lambda stage: _write_below(stage, 0.0),
    "late pictures": _draw_late,
    "workers": _share,
    "no emojis": _lose_emojis,
    "server": _know_server,
    "foreign board": _put_foreign,
    "a table below": _open_below,
    "hands": _show_hands,
}

HAPPENS = {
    "a redraw": _redraw,
    "a move": lambda stage: stage.move(),
    "a last move": _end_turn,
    "a move in a hand": _move_in_hand,
    "a move on a page": _move_on_page,
    "a turn passes": _pass_turn,
    "the board is deleted": _delete_board,
    "a link": _restore,
    "pictures come": _draw_at_last,
    "emojis come": _bring_emojis,
    "a move of another": _press_another,
    "a call": _call,
    "a start": _catch_up,
    "a kill": _kill,
    "the end": _end,
    "another focus": _focus,
    "a round": _tidy,
    "a tip": _give_tip,
    "Anna shows the board again": _show_again,
    "Anna opens a table": _open_more,
    "Anna opens a table in a forum": _open_post,
    "Anna opens a table for a thread": lambda stage: _open_more(stage, threaded=True),
    "Ben joins": lambda stage: stage.press(BEN, "join"),
    "Anna cancels": lambda stage: stage.press(ANNA, custom_id="a1:1:cancel"),
    "Ben leaves": lambda stage: stage.press(BEN, custom_id="a1:1:leave"),
    "Ben wants a rematch": lambda stage: stage.press(BEN, "rematch"),
    "Anna wants a rematch": lambda stage: stage.press(ANNA, "rematch"),
    "Anna starts": lambda stage: stage.press(ANNA, "start"),
    "Anna looks at more": lambda stage: stage.press(ANNA, "more"),
    "a move on the newest": _press_newest,
    "a move on the oldest": _press_oldest,
    "more on the oldest": _on_oldest(ANNA, "more"),
    "a hand on the oldest": _on_oldest(ANNA, "hand"),
    "a rematch on the oldest": _on_oldest(BEN, "rematch"),
    "Cleo on the oldest": _on_oldest(CLEO, "t1:"),
    "Ben joins on the oldest": _on_oldest(BEN, "join"),
    "Anna opens a hand": lambda stage: stage.press(ANNA, "hand"),
}

MEANWHILE = {"another moves": _move_elsewhere}
"""What can happen while a call is made, by the name in the column of answers."""


_PRESS = re.compile(r"(Anna|Ben|Cleo) presses (\S+) on ([A-Z])(?: with (\S+))?")
"""An event: a person presses a control of a message. `=` stands before a whole custom id.

After `with` stand the fields of a form that the person sends: `clock=day;level=hard`.
"""

PEOPLE = {"Anna": ANNA, "Ben": BEN, "Cleo": CLEO}


def find_event(name):
    """Return the event with this name: one of HAPPENS, or a press."""
    if name in HAPPENS:
        return HAPPENS[name]
    person, what, letter, fields = _PRESS.fullmatch(name).groups()
    fields = [field.split("=") for field in (fields or "").split(";") if field]

    def press(stage):
        message_id = next(each for each in stage.wire.shown if stage.wire.name(each) == letter)
        custom_id = what[1:] if what[0] == "=" else stage.find(message_id, what)
        facts = {"custom_id": custom_id, "private": message_id in stage.wire.private}
        facts["fields"] = fields
        return stage.press(PEOPLE[person], message_id=message_id, **facts)

    return press


async def _do(step, stage):
    try:
        done = step(stage)
        if asyncio.iscoroutine(done):
            stage = await done or stage
        await stage.settle()
    except Killed:
        stage = await stage.restart()
    return stage


def _order(stage, order):
    """Order an answer: `call = answer`, or `call = answer, done` if the call has its effect."""
    line, _, how = order.partition(" = ")
    for each in how.split(" then "):
        bare = each.removeprefix("done but ")
        if bare in MEANWHILE:
            stage.wire.answer(line, partial(MEANWHILE[bare], stage))
        else:
            found = Killed if bare == "killed" else bare
            stage.wire.answer(line, found, done=bare != each)


async def play(row, database):
    """Return the calls of a row, and what the bot knows after them."""
    with patch("time.time", return_value=NOW), patch("cogs.interactions.known.AGAIN", 0.01):
        return await _play(row, Stage(database, House(database, Clock(), GAMES)))


async def _play(row, stage):
    for each in row.known.split(", "):
        stage = await _do(KNOWN[each], stage)
    stage.wire.said.clear()
    for order in filter(None, row.answers.split(", ")):
        _order(stage, order)
    for each in row.happens.split(", "):
        stage = await _do(find_event(each), stage)
    return "; ".join(stage.wire.said) or "nothing", await describe(stage)


async def describe(stage):
    """Say what the bot knows about the messages of the newest table."""
    numbers = [each.id for each in await stage.house.tables.lookup.all_live()]
    table = await stage.table(max(numbers, default=1))
    words = [f"table {table.id}"] * (table.id != 1)
    places = {"live": table.message_id, "thread": table.thread_id, "call": table.call_id}
    for name, message_id in places.items():
        if message_id is not None:
            known = stage.messages.find(message_id)
            facts = [name, stage.wire.name(message_id)]
            facts += ["token"] * (known.token is not None and known.token.left > 0)
            facts += ["same"] * (known.digest is not None)
            facts += ["lacks"] * (known.lacks is not None)
            words.append(" ".join(facts))
    words += [table.status.value] * table.status.over
    live = stage.publisher._lives.find(table.id)
    words += ["behind"] * live.behind
    if not await stage.house.tables.maintenance.is_shown(table):
        shown = live.shown
        words += ["not shown"] * (shown is None or shown.revision != table.revision)
    return ", ".join(words) or "nothing"


async def record():
    """Write what the bot does now into the last two columns."""
    lines = []
    for each in read():
        if isinstance(each, Row):
            with tempfile.TemporaryDirectory() as folder:
                async with await Database.open(f"sqlite:///{folder}/ducks.db") as database:
                    sent, after = await play(each, database)
            lines.append(" | ".join((each.known, each.happens, each.answers, sent, after)))
        else:
            lines.append(each)
    FILE.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    asyncio.run(record())
