"""Forged clicks and commands, which no message of the bot offers, in Discord's format."""

from __future__ import annotations

import asyncio
import random
import re
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandbox.changes import starting
from sandbox.state.installs import find_owners
from sandbox.state.model import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    PENDING,
    Interaction,
    Message,
)
from tests.people import controls

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandbox.state.core import Core
    from tests.people import Person

Json = dict[str, Any]
EPHEMERAL = 64
NUMBERS = ("9" * 30, "9" * 19, "-1", "0", "", "\u0661\u0662", "1e3", "0x1", " 1", "007")
TAILS = (":", ":9", "x", "\n", "\U0001f986", ":" + "9" * 30, " 6 6", "\u202e", ";--")
VALUES = ("x", "", "9" * 30, "-1", "\U0001f986", "roll", "p", "all", "y" * 5000, "\u0000")
KINDS = ("t1", "h1", "g1", "l1", "p1", "a1", "c1", "n1", "o1", "z9", "t2", "")
VOLATILE = {
    *("message_id", "call_id", "called", "revision", "shown_revision", "waiting", "seen_at"),
    "reviewed",
}
"""Columns about messages, times and reviews. They may change even if no click counts."""


@dataclass(frozen=True)
class Click:
    """The data of a click."""

    user_id: int
    message: Message
    custom_id: str
    values: tuple[Any, ...] | None = None


def genuine(core: Core) -> list[tuple[Message, Json]]:
    """Return every control of the bot, each with its message."""
    every = (m for channel in core.world.channels.values() for m in channel.messages.values())
    return [(m, control) for m in every for control in controls({"components": m.components})]


def mutated(chance: random.Random, custom_id: str) -> str:
    """Return this custom id with one random change."""
    parts = custom_id.split(":")
    place = chance.randrange(len(parts))
    match chance.randrange(7):
        case 0:
            return custom_id[: chance.randrange(len(custom_id))]
        case 1:
            return custom_id + chance.choice(TAILS)
        case 2:
            return re.sub(r"\d+", lambda _: chance.choice(NUMBERS), custom_id)
        case 3:
            parts[place] = chance.choice(("", *NUMBERS, *VALUES))
        case 4:
            parts[0] = chance.choice(KINDS)
        case 5:
            del parts[place]
        case _:
            where = chance.randrange(len(custom_id))
            return custom_id[:where] + chance.choice(TAILS) + custom_id[where:]
    return ":".join(parts)


def drawn_values(chance: random.Random, control: Json) -> tuple[str, ...] | None:
    """Draw values that may be missing, foreign, or too many."""
    own = [option["value"] for option in control.get("options", ())]
    choices = [None, (), (chance.choice(VALUES),), tuple(chance.choices(VALUES, k=30)), tuple(own)]
    return chance.choice([*choices, *((value,) for value in own[:2])])


def forged(
    chance: random.Random, offered: list[tuple[Message, Json]], users: Iterable[int], count: int
) -> list[Click]:
    """Draw clicks that are not offered: other ids, values, people or messages."""
    everybody, found = list(users), list[Click]()
    kinds: dict[str, dict[str, list[tuple[Message, Json]]]] = {}
    for each in offered:  # grouped, so that kinds with many buttons do not crowd out others
        kind, _, rest = each[1]["custom_id"].partition(":")
        name = " ".join(re.findall("[a-z]+", rest)[:2])
        kinds.setdefault(kind, {}).setdefault(name, []).append(each)
    while len(found) < count:
        names = kinds[chance.choice([*kinds])]
        message, control = chance.choice(names[chance.choice([*names])])
        foreign = chance.random() < 0.2
        custom_id = control["custom_id"] if foreign else mutated(chance, control["custom_id"])
        where = chance.choice(offered)[0] if foreign else message
        who = where.viewer_id or chance.choice(everybody)
        found.append(Click(who, where, custom_id, drawn_values(chance, control)))
    return found


def may_change(click: Click) -> bool:
    """Whether an honest person could send this click from its message. Such a click may count."""
    private = click.message.viewer_id is not None  # a hand may have lost its controls since
    on_message = {c["custom_id"] for c in controls({"components": click.message.components})}
    tables = {custom_id.split(":")[1] for custom_id in on_message}
    kind, _, rest = click.custom_id.partition(":")
    table = rest.partition(":")[0]
    if kind == "d1":  # a daily is played on private pages alone
        return private
    if kind in ("t1", "h1", "g1", "a1", "c1"):
        return table in tables or private
    return bool(
        re.match(
            r"[no]1:(settings|board:reset|privacy:forget|cancel|practice:try)", click.custom_id
        )
    )


def send(core: Core, click: Click) -> Interaction:
    """Send a click to the bot."""
    data: Json = {"custom_id": click.custom_id, "component_type": 2 if not click.values else 3}
    if click.values is not None:
        data["values"] = list(click.values)
    made = _make(core, COMPONENT, click.user_id, click.message.channel_id, data)
    made.message_id = click.message.id
    return starting.start(core, made)


def send_command(core: Core, user_id: int, channel_id: int, data: Json) -> Interaction:
    """Send the bot a command, which may have invalid options."""
    return starting.start(core, _make(core, COMMAND, user_id, channel_id, data))


async def suggestions(core: Core, user_id: int, channel_id: int, data: Json) -> list[Json]:
    """Return the bot's suggestions for an option. The typed text may be invalid."""
    made = _make(core, AUTOCOMPLETE, user_id, channel_id, data)
    made.choices = asyncio.get_running_loop().create_future()
    made.option_kind = 4
    starting.start(core, made)
    return await made.choices


def _make(core: Core, kind: int, user_id: int, channel_id: int, data: Json) -> Interaction:
    made = Interaction(core.world.ids.create(), kind, user_id, channel_id, data, core.clock.now())
    made.owners = find_owners(core.world, core.world.channels[channel_id], user_id, [0, 1])
    return made


async def send_all(core: Core, clicks: list[Click], at_once: int = 20) -> list[Interaction]:
    """Send clicks, `at_once` at a time. Return their interactions, all answered or failed."""
    sent: list[Interaction] = []
    for first in range(0, len(clicks), at_once):
        sent += [send(core, click) for click in clicks[first : first + at_once]]
        await settled(sent)
    return sent


async def press(core: Core, person_id: str, message_id: str, custom_id: str) -> None:
    """Press a control that the message does not offer any more."""
    message = core.world.find_any_message(int(message_id))
    assert message is not None
    await send_all(core, [Click(int(person_id), message, custom_id)])


async def settled(sent: list[Interaction]) -> None:
    """Wait until each interaction is answered or failed."""
    while any(each.state == PENDING for each in sent):  # noqa: ASYNC110 - there is no event
        await asyncio.sleep(0.005)


def private_words(core: Core, made: Interaction) -> str:
    """Return the bot's private answers to this interaction, as text."""
    said = [
        message
        for message in core.world.channels[made.channel_id].messages.values()
        if message.token == made.token and message.viewer_id == made.user_id
    ]
    return "\n".join(message.content for message in said)


async def ask_of_dice(core: Core, person: Person, what: str, table: int = 1) -> Json:
    """Press a button of the page Fair dice of a table, from a page where it does not stand.

    Returns the private message that answers.
    """
    page = core.world.find_any_message(int((await person.command("history")).message["id"]))
    assert page is not None
    click = Click(int(person.id), page, f"n1:fair:{what}:{table}:more")
    (made,) = await send_all(core, [click])
    messages = core.world.channels[made.channel_id].messages.values()
    own = [each for each in messages if (each.token, each.viewer_id) == (made.token, made.user_id)]
    shown = own[-1] if own else page
    files = [{"filename": each.filename} for each in shown.attachments]
    return {"content": shown.content, "components": shown.components, "attachments": files}


def public_messages(core: Core) -> set[int]:
    """Return the ids of public messages, except shared pages and calls.

    Pages and calls may come at any time.
    """
    made = {each.token: str(each.data.get("custom_id")) for each in core.interactions.values()}
    every = (m for channel in core.world.channels.values() for m in channel.messages.values())
    seen = (m for m in every if m.viewer_id is None and not m.pings)
    return {m.id for m in seen if ":share" not in made.get(m.token, "")}


def answers(core: Core) -> Counter[str]:
    """Count, by interaction id, how often the bot has tried to send a first response."""
    paths = [entry["path"].split("/") for entry in core.record.entries()]
    return Counter(path[-3] for path in paths if path[-1] == "callback")


def state_of(database: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows by table, without regrets and the columns in `VOLATILE`."""
    with closing(sqlite3.connect(database)) as file:
        names = """
            SELECT name FROM sqlite_master
            WHERE type = 'table' AND name != 'regrets'
        """
        found: dict[str, list[tuple[Any, ...]]] = {}
        for (table,) in file.execute(names).fetchall():
            columns = [row[1] for row in file.execute(f"PRAGMA table_info({table})")]
            kept = ", ".join(f'"{name}"' for name in columns if name not in VOLATILE)
            if kept:
                found[table] = sorted(file.execute(f"SELECT {kept} FROM {table}"), key=repr)
        return found
