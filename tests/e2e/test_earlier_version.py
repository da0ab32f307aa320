"""A database of an earlier version opens and plays on, and the buttons that it drew work.

`earlier/0.1.0.sql` was written by that version: a lobby, each of the five games under way, and a
game that has ended. `earlier/0.1.0.json` holds the components of their live messages then, without
the numbers that Discord gives to components.
"""

from __future__ import annotations

import json
import re
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import aiohttp
import pytest

from tests.e2e.buckets import open_hand
from tests.e2e.process import Bot
from tests.e2e.table import actor, choices, over, play_out
from tests.people import Person, controls, has_text, labels, text_of

EARLIER = Path(__file__).parent / "earlier"
BOARDS = json.loads((EARLIER / "0.1.0.json").read_text(encoding="utf-8"))
LOBBY, DUCKS, TROPHY, POND, BUCK_DICE, BUCKETS, FINISHED = map(str, range(1, 8))
GAMES = {LOBBY: "ducks", DUCKS: "ducks", TROPHY: "trophy", POND: "pond", BUCK_DICE: "buckdice"}
GAMES |= {BUCKETS: "buckets"}
COMPONENTS = 1 << 15
TIME = re.compile(r"1\.79530508\d+e\+09|179530508\d\.\d+")
"""A time in the database, Unix seconds: all of it was written within seconds."""


def script():
    """The earlier database as if it had just been written: time alone changes a table."""
    sql = (EARLIER / "0.1.0.sql").read_text(encoding="utf-8")
    later = time.time() - max(float(at) for at in TIME.findall(sql))
    return TIME.sub(lambda at: repr(float(at[0]) + later), sql)


async def posted(box, components):
    """The id of a message that the bot posted before; the components as they are."""
    url = f"{box.api_base}/channels/{BOARDS['channel']}/messages"
    headers = {"Authorization": f"Bot {box.token}"}
    body = {"flags": COMPONENTS, "components": components}
    async with aiohttp.ClientSession() as http, http.post(url, headers=headers, json=body) as done:
        return (await done.json())["id"]


@pytest.fixture
async def old(box, tmp_path):
    """A bot on the earlier version's database; and its messages, by table."""
    box.core.faults.add({"on": "GET /applications/*/emojis", "status": 403})
    messages = {table: await posted(box, shown) for table, shown in BOARDS["boards"].items()}
    bot = Bot(box, tmp_path)
    with closing(sqlite3.connect(bot.database)) as file, file:
        file.executescript(script())
        file.executemany(
            "UPDATE tables SET message_id = ? WHERE id = ?",
            [(int(message), int(table)) for table, message in messages.items()],
        )
    async with bot:
        await bot.ready()
        yield messages


@pytest.fixture
async def people(box, old):
    async with Person(box, "Smew") as a, Person(box, "Scoter") as b, Person(box, "Merganser") as c:
        yield a, b, c


def acting(message):
    """The custom ids of all that acts in the game or on the table.

    A choice in a select of the lobby counts as the button that does the same.
    """
    ids = {each["custom_id"] for each in controls(message)}
    ids |= {f"a1:{LOBBY}:{choice}" for choice in choices(message)}
    return {each for each in ids if not each.endswith(":fair")}


@pytest.mark.parametrize("table", [LOBBY, DUCKS, TROPHY, POND, BUCK_DICE, BUCKETS])
async def test_a_live_message_is_drawn_anew_with_all_that_the_earlier_version_offered(
    people, old, table
):
    viewer = people[0]
    await viewer.until(lambda: (viewer.message(old[table]) or {}).get("edited_timestamp"))
    shown = viewer.message(old[table])
    assert acting(shown) >= acting({"components": BOARDS["boards"][table]})
    assert f"n1:howto:{GAMES[table]}:0" in acting(shown)


@pytest.mark.parametrize("table", [DUCKS, TROPHY, POND, BUCK_DICE])
async def test_a_move_on_an_earlier_board_is_made(people, old, table):
    board = people[0].message(old[table])
    player = actor(board, people)
    button = next(each for each in controls(board) if each["custom_id"].startswith(("t1:", "l1:")))
    done = await player.click(button["custom_id"], board)
    assert done.state == "answered"
    assert done.message is None or "gone on" not in text_of(done.message)


async def test_an_earlier_lobby_can_be_joined_and_started(people, old):
    lobby = people[0].message(old[LOBBY])
    assert (await people[1].click("Join", lobby)).state == "answered"
    assert (await people[0].click("Start", lobby)).state == "answered"
    assert over(await play_out(people[:2], seed=1, table=int(LOBBY)))


@pytest.mark.parametrize(
    ("custom_id", "values", "effect"),
    [
        ("c1:1:ducks", ["duck:2"], "(hard)"),
        ("c1:1:pace", ["pace:3"], "⏱ By the way: a day for a turn"),
        ("a1:1:cancel", None, "This table was cancelled."),
    ],
)
async def test_a_control_of_an_earlier_lobby_works(box, people, old, custom_id, values, effect):
    control = {"type": 2, "style": 2, "custom_id": custom_id, "label": "Cancel"}
    if values:
        options = [{"label": value, "value": value} for value in values]
        control = {"type": 3, "custom_id": custom_id, "options": options}
    lobby = await posted(box, [{"type": 1, "components": [control]}])
    await people[0].click(
        custom_id, await people[0].until(lambda: people[0].message(lobby)), values=values
    )
    await people[0].wait_for(has_text(effect))


async def test_the_hand_of_an_earlier_board_opens(people, old):
    hand = await open_hand(people[1], people[1].message(old[BUCKETS]))
    assert "cow" in text_of(hand)


async def test_an_earlier_result_has_its_rematch(people, old):
    done = await people[0].click("Rematch", people[0].message(old[FINISHED]))
    assert f"the rematch of #{FINISHED}" in text_of(done.message)


@pytest.mark.parametrize(("table", "seats"), [(DUCKS, 3), (TROPHY, 3), (POND, 1), (BUCK_DICE, 2)])
async def test_an_earlier_game_is_played_to_its_end(people, old, table, seats):
    assert over(await play_out(people[:seats], seed=2, table=int(table)))


async def verified(person, table):
    """What `/table verify` says, in lines."""
    done = await person.command("table verify", table=int(table))
    return text_of(done.message).splitlines()


async def test_an_earlier_result_is_verified_by_its_old_rules(people, old):
    _, dice, log, unproven = await verified(people[0], FINISHED)
    assert "The dice are fair" in dice
    assert "no hashes" in log
    assert "earlier version" in unproven


async def test_an_earlier_game_goes_on_with_its_dice_and_is_verified_so(people, old):
    assert over(await play_out(people[:3], seed=3, table=int(DUCKS)))
    _, dice, log, unproven = await verified(people[0], DUCKS)
    assert "The dice are fair" in dice
    assert "no hashes" in log
    assert "earlier version" in unproven


async def test_an_earlier_lobby_has_the_new_dice(people, old):
    lobby = people[0].message(old[LOBBY])
    await people[1].click("Join", lobby)
    await people[0].click("Start", lobby)
    await play_out(people[:2], seed=1, table=int(LOBBY))
    _, dice, log, _ = await verified(people[0], LOBBY)
    assert "The dice are fair" in dice
    assert "It is whole" in log


@pytest.mark.parametrize("table", [LOBBY, DUCKS, BUCKETS, FINISHED])
async def test_fair_dice_of_an_earlier_table_open(people, old, table):
    viewer = people[0]
    await viewer.until(lambda: "Fair dice" in labels(viewer.message(old[table])))
    done = await viewer.click("Fair dice", viewer.message(old[table]))
    page = text_of(done.message)
    assert f"Fair dice · table #{table}" in page
    assert "Mallard sat down" in page
    assert ("earlier version" in page) == (table != LOBBY)
