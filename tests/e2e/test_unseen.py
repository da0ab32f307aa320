"""Tables that a person may not see: no click and no command may change or reveal them.

A person can send any id from any message that Discord shows to them. The tests therefore send every
id from every kind of message.
"""

from __future__ import annotations

import re
import time
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.app.clicks import ACTS, NUMBERED, Clicks
from cogs.display.routing import CONTROLS
from sandbox.state.model import FAILED
from tests.e2e.forge import (
    Click,
    genuine,
    public_messages,
    send_all,
    state_of,
)
from tests.e2e.past import people_of, place_in, remember
from tests.e2e.process import Bot
from tests.e2e.table import moves, seated, table_of
from tests.people import Person, controls, has_text, text_of

ROOT = Path(__file__).parents[2]
FINISHED = 1
"""Number of the table that was finished in the hidden channel before the bot started."""

OF_TABLES = {
    "album": ("n1:album:table:{}",),
    "cancel": tuple(f"n1:cancel:{verb}:{{}}" for verb in ("do", "keep", "ask", "agree")),
    "daily": ("n1:daily:go:{}",),
    "fair": tuple(f"n1:fair:{what}:{{}}:more" for what in ("page", "check", "log", "digits")),
    "howto": ("n1:howto:ducks:0:{}",),
    "options": ("n1:options:{}",),
    "players": ("n1:players:{}",),
    "practice": (
        *("n1:practice:begin:all:{}:0", "n1:practice:next:all:{}:1:1.5.0.0"),
        "n1:practice:try:all:{}:1:0:1.5.0.0",
    ),
    "replay": (
        *("n1:replay:turning:{}:more", "n1:replay:on:{}:1:p:", "n1:replay:share:{}:1:p:"),
        *("o1:replay:eyes:{}:1:", "o1:replay:step:{}:p:"),
    ),
    "review": (
        *("n1:review:open:{}:more", "n1:review:seat:{}:0:more", "n1:review:to:all:{}:0:more:1"),
        *("n1:review:to:worst:{}:0:more:1", "o1:review:who:{}:more"),
    ),
    "tonight": tuple(f"n1:tonight:{verb}:{{}}" for verb in ("show", "share")),
    "tables": tuple(f"o1:tables:{action}" for action in ("show", "leave", "cancel")),
}
"""Ids that open a page for a table, by page."""

OF_NO_TABLE = {"away", "board", "history", "play", "privacy", "settings", "stats", "turns"}
OF_MOVES = (
    "t1:{}:{}:{}",
    "h1:{}:{}:x:{}",
    "g1:{}:{}:{}",
    "l1:{}:{}:{}",
    "p1:{}:{}:x",
)
COMMANDS = ("show", "leave", "cancel")


def actions() -> list[str]:
    """Return every action on a table, with the arguments that it may have."""
    there = SimpleNamespace(pages=[], actions={}, tables=None, publisher=None, permissions=None)
    clicks: Any = Clicks(there)  # type: ignore[arg-type]
    numbered = (f"{name}:{n}" for name, n in product(NUMBERED, (0, 1)))
    return [*ACTS, *clicks._shown, "hint", "options:0", *numbered]


def ids_of(table: int, drawn: set[str]) -> list[tuple[str, tuple[str, ...] | None]]:
    """Return every id for a table, with the values to choose. `drawn` has ids seen on screen."""
    pages = [each.format(table) for ids in OF_TABLES.values() for each in ids]
    acts = actions()
    made = [
        (each.format(table, seq, "roll"), ("roll",) if each[0] in "sp" else None)
        for each, seq in product(OF_MOVES, (0, 1))
    ]
    buttons = [*pages, *(f"a1:{table}:{action}" for action in acts), *sorted(drawn)]
    found = [(each, (str(table),) if each[0] == "o" else None) for each in buttons]
    return [*found, *made]


def test_every_kind_of_id_and_every_set_of_pages_is_tried():
    kinds = {custom_id[:2] for custom_id, _ in ids_of(1, set())}
    assert kinds == CONTROLS.keys()
    handlers = "\n".join(path.read_text() for path in (ROOT / "cogs").rglob("*.py"))
    named = re.findall(r"\bPages\([A-Z_]+, ", handlers)
    listed = re.findall(r"-> Mapping\[str, Show\]:\n +return {(.+)}", handlers)
    count = len(named) + sum(each.count(": ") for each in listed)
    assert count == len(OF_TABLES) + len(OF_NO_TABLE)


@pytest.fixture
async def bot(box, tmp_path):
    known = people_of(box)
    games = [("ducks", (known["Smew"], known["Merganser"]))]
    await remember(tmp_path / "ducks.db", place_in(box, "lounge"), games, until=time.time() - 60)
    async with Bot(box, tmp_path) as process:
        await process.ready()
        yield process


@pytest.fixture
async def hidden(box, people):
    """By table that Scoter may not see, its channel: one finished game, lobbies, and games."""
    smew, scoter, merganser = people
    lounge = smew.channel("lounge")
    await smew.admin("deny", channel_id=lounge, user_id=scoter.id, permissions=["VIEW_CHANNEL"])
    tables = {FINISHED: lounge}
    lobby = (await smew.command("ducks start", channel=lounge)).message
    tables[table_of(lobby)] = lounge
    await smew.press_more("Fair dice", lobby, channel=lounge)
    game = (await smew.command("ducks start", channel=lounge)).message
    await merganser.click("Join", game)
    await smew.click("Start", game)
    board = await smew.wait_for(moves, channel=lounge)
    await smew.press_more("Fair dice", board, channel=lounge)
    tables[table_of(board)] = lounge
    async with Person(box, "Eider", "dm") as eider:
        for start in (True, False):
            lobby = (await eider.command("pond start")).message
            tables[table_of(lobby)] = eider.channel()
            if start:
                await eider.click("Start", lobby)
                await eider.wait_for(moves)
        yield tables


@pytest.fixture
async def origins(box, people, hidden):
    """By kind: a message whose id Scoter can send."""
    smew, scoter, merganser = people
    board = await seated((scoter, merganser), "ducks")
    own = await scoter.press_more("Fair dice", board)
    bare = (await scoter.command("table show", table=99999)).message
    assert controls(bare) == []
    playing = sorted(hidden)[2]
    asked = (await smew.command("table cancel", table=playing)).message
    foreign = (await smew.click("Let it go on", asked)).message
    assert f"a1:{playing}:more" in str(controls(foreign))
    async with Person(box, "Scoter", "dm") as there:
        direct = (await there.command("pond start")).message
        ephemeral = (await there.press_more()).message
        bare_there = (await there.command("table show", table=99999)).message
    found = {
        "another table's board": board,
        "a page of that table": own.message,
        "a private message without controls": bare,
        "a private page of somebody else": foreign,
        "a message for everybody in direct messages": direct,
        "a private page in direct messages": ephemeral,
        "a private message without controls in direct messages": bare_there,
    }
    return {kind: box.core.world.find_any_message(int(m["id"])) for kind, m in found.items()}


def told(core, made):
    """Return everything that the bot showed for an interaction."""
    messages = core.world.channels[made.channel_id].messages.values()
    shown = [f"{m.content} {m.components}" for m in messages if m.token == made.token]
    return "\n".join(shown)


async def test_no_click_changes_or_reveals_a_hidden_table(box, people, bot, hidden, origins):
    scoter = int(people[1].id)
    drawn = [control["custom_id"] for _, control in genuine(box.core)]
    clicks: list[tuple[int, str, Click]] = []
    for (table, place), (kind, message) in product(hidden.items(), origins.items()):
        if (place == people[0].channel("lounge")) is kind.endswith("direct messages"):
            continue  # no table of the server is tried from direct messages, nor vice versa
        named = {
            each for each in drawn if re.search(rf"^[^no].:{table}:|^[no].*:{table}(:|$)", each)
        }
        for custom_id, values in ids_of(table, named):
            clicks.append((table, kind, Click(scoter, message, custom_id, values)))
    before = state_of(bot.database), public_messages(box.core)
    sent = await send_all(box.core, [click for *_, click in clicks])
    pairs = list(zip(clicks, sent, strict=True))
    assert [each for each, made in pairs if made.state == FAILED] == []
    secrets = re.compile("|".join(["Smew", "Merganser", "Eider", *hidden.values()]))
    said = [
        (table, kind, click.custom_id, told(box.core, made)) for (table, kind, click), made in pairs
    ]
    assert [each for each in said if secrets.search(each[-1])] == []
    after = state_of(bot.database), public_messages(box.core)
    changed = {name: set(rows) ^ set(before[0][name]) for name, rows in after[0].items()}
    assert {name: rows for name, rows in changed.items() if rows} == {}
    assert after == before
    assert not [line for line in bot.said().splitlines() if "ERROR" in line or "Traceback" in line]


@pytest.mark.parametrize("channel", ["games", "dm", "Far Lake/games"])
async def test_no_command_reveals_a_hidden_table(box, people, bot, hidden, channel):
    before = state_of(bot.database), public_messages(box.core)
    async with Person(box, "Scoter", channel) as scoter:
        for table, command in product(hidden, COMMANDS):
            done = await scoter.command(f"table {command}", table=table)
            assert text_of(done.message) == f"There is no table #{table} here."
    assert (state_of(bot.database), public_messages(box.core)) == before


async def test_a_person_who_may_cancel_tables_cancels_an_unseen_one(people, hidden):
    smew, _, merganser = people
    lobby = sorted(hidden)[1]
    await smew.admin(
        "deny", channel_id=hidden[lobby], user_id=merganser.id, permissions=["VIEW_CHANNEL"]
    )
    refused = (await merganser.command("table cancel", table=lobby)).message
    assert text_of(refused) == f"There is no table #{lobby} here."
    assert "is cancelled" in text_of((await smew.command("table cancel", table=lobby)).message)


async def test_a_page_of_another_table_only_allows_its_own_controls(box, people, bot):
    smew, _, merganser = people
    lobby = table_of((await smew.command("ducks start")).message)
    own = (await merganser.command("pond start")).message
    page = (await merganser.press_more("Fair dice", own)).message
    message = box.core.world.find_any_message(int(page["id"]))
    before = state_of(bot.database)
    ids = [f"a1:{lobby}:{action}" for action in ("join", "more", f"more:{'0' * 32}")]
    for each in ids:  # one by one, since each press deletes the previous refusal
        (made,) = await send_all(box.core, [Click(int(merganser.id), message, each)])
        assert "do not know this game any more" in told(box.core, made)
    assert state_of(bot.database) == before


async def test_the_same_ids_work_on_the_board_for_people_who_see_it(people, hidden):
    _, _, merganser = people
    lobby = sorted(hidden)[1]
    await merganser.click(f"a1:{lobby}:join", channel="lounge")
    await merganser.wait_for(has_text("Merganser"), channel="lounge")
