"""Each kind of control, pressed on a table of each status: an answer, and no fault in the log.

A message of the bot offers a control only while it is useful. A forged click may come at any time,
and so may an honest one on an old message.
"""

from __future__ import annotations

import time
from itertools import product

import pytest

from cogs.app.clicks import ACTS, NUMBERED
from players.games import GAMES
from sandbox.state.model import FAILED
from tests.e2e.forge import Click, send_all
from tests.e2e.past import people_of, place_in, remember
from tests.e2e.process import Bot
from tests.e2e.table import seated, table_of
from tests.people import Person, controls

SHOWN = ("rematch", "hand", "more", "leaving", "hint")
"""Actions that show something. Those of features are among them."""

PAGES = (
    *("cancel:keep:{t}", "cancel:ask:{t}", "howto:{g}:1:{t}"),
    *("howto:{g}:0:{t}", "review:open:{t}:more"),
    *("review:to:worst:{t}:0:more:0", "review:to:all:{t}:0:more:1", "replay:turning:{t}:more"),
    *("replay:to:{t}:1:p:more", "replay:share:{t}:1:0:more", "daily:go:{t}", "album:table:{t}"),
    *("cancel:agree:{t}", "review:seat:{t}:1:more"),
    *(f"fair:{what}:{{t}}:more" for what in ("page", "check", "log", "digits")),
)
"""Pages of a table, as the middle parts of ids. Unknown ones are answered, too."""

MOVES = ("t1:{t}:0:roll", "t1:{t}:9:roll", "h1:{t}:0:confirm", "g1:{t}:0:stop", "l1:{t}:0:drop")


def list_ids(table, game):
    """Return ids of all kinds for a table: those that only show something come first."""
    shown = [*(f"a1:{{t}}:{each}" for each in SHOWN), *(f"n1:{each}" for each in PAGES)]
    acts = [f"a1:{{t}}:{each}" for each in ACTS]
    acts += [f"a1:{{t}}:{each}:{n}" for each, n in product(NUMBERED, (0, 99))]
    values = [("p1:{t}:0:play", "x"), ("o1:tables:leave", "{t}")]
    values += [("o1:tables:show", "{t}"), ("o1:tables:cancel", "{t}")]
    for custom_id in (*shown, *MOVES, *acts):
        yield custom_id.format(t=table, g=game), None
    for custom_id, value in values:
        yield custom_id.format(t=table), (value.format(t=table),)


KINDS = [game for game in GAMES if game.info.key in {"ducks", "buckets"}]
"""A game with open boards and a game with hidden hands."""


@pytest.fixture
async def bot(box, tmp_path):
    """A bot with a finished table of each game."""
    three = [people_of(box)[name] for name in ("Smew", "Scoter", "Merganser")]
    games = [(game.info.key, tuple(three[: _count(game)])) for game in KINDS]
    await remember(tmp_path / "ducks.db", place_in(box), games, until=time.time() - 60)
    async with Bot(box, tmp_path) as process:
        await process.ready()
        yield process


@pytest.mark.parametrize("status", ["finished", "lobby", "cancelled", "playing"])
async def test_no_control_at_a_table_of_any_status_is_a_fault(box, people, bot, status):
    smew, *_ = people
    async with Person(box, "Wigeon") as wigeon:
        for number, game in enumerate(KINDS, start=1):
            table = await _table(people, game, status, number)
            shown = (await smew.command("table show", table=table)).message
            page = box.core.world.find_any_message(int(shown["id"]))
            ids = [
                Click(int(person.id), page, custom_id, values)
                for person in (smew, wigeon)
                for custom_id, values in list_ids(table, game.info.key)
            ]
            sent = await send_all(box.core, ids)
            failed = [c for c, made in zip(ids, sent, strict=True) if made.state == FAILED]
            assert failed == []
            assert [line for line in bot.said().splitlines() if "ERROR" in line] == []


def _count(game):
    """Return the number of players: two, or more where the game needs more."""
    return max(2, game.seat_range(game.options({}))[0])


async def _table(people, game, status, number):
    smew, *_ = people
    if status == "finished":
        return number
    if status == "playing":
        return table_of(await seated(people[: _count(game)], game.info.key))
    lobby = (await smew.command(f"{game.info.key} start")).message
    assert controls(lobby)
    if status == "cancelled":
        await smew.command("table cancel", table=table_of(lobby))
    return table_of(lobby)
