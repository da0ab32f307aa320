"""The result of each way out of a running game: every cell of the table in docs/architecture.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from players.core import Level
from records.values import mixed_board
from tables.model.errors import WrongPhase
from tables.model.table import Status
from tables.model.time_control import IDLE_AFTER, TimeControl
from tables.play.lobby import SetTimeControl
from tables.play.playing import HandOver, Move, SetAbsence
from tables.play.seating import Cancel, Join, Leave, Start
from tables.service import GAME_AGE
from tests.records.server import ANNA, BEN, CHANNEL, CLEO, DORA, GUILD

DAY = 86_400
OTHERS = {"alone": (), "with ducks": (), "with people": (BEN, CLEO)}


TABLE = """
| The way out | alone | with ducks | with people |
|---|---|---|---|
| cancel, after a move | 0 points | last | refused |
| cancel, before a move | nothing | nothing | refused |
| leave, after a move | 0 points | last | goes on |
| leave, before a move | nothing | nothing | goes on |
| leave when the others are gone | 0 points | last | last |
| forget me, after a move | 0 points | last | goes on |
| stay away for seven days | 0 points | last | last |
| be away until the others end it | - | - | last |
| others hand the seat to the caretaker | - | - | goes on |
| cancel by a moderator who plays | 0 points | last | last |
| cancel by another moderator | nothing | nothing | nothing |
| a deleted channel | nothing | nothing | nothing |
| the bot is removed | nothing | nothing | nothing |
"""


def cells():
    """Return the cells of the table, each as way out, company and result."""
    head, _, *table = [re.split(r" *\| *", line)[1:-1] for line in TABLE.strip().splitlines()]
    return [
        (way, company, cell)
        for way, *found in table
        for company, cell in zip(head[1:], found, strict=True)
        if cell != "-"
    ]


def test_the_documents_have_the_same_table():
    assert TABLE in Path("docs/architecture.md").read_text(encoding="utf-8")


async def begin(server, company, guild, time_control):
    """Return a game at Anna's first turn: the pond if she is alone, else Trophy Buck."""
    tables = server.tables
    ducks = [Level.EASY] * (company == "with ducks")
    game = "pond" if company == "alone" else "trophy"
    options = {} if company == "alone" else {"two_hunters": "on"}
    table = await tables.lobbies.open(game, options, guild, CHANNEL, ANNA, 1, computers=ducks)
    for number, person in enumerate(OTHERS[company]):
        table = await tables.do(table.id, Join(person, 2 + number))
    await tables.do(table.id, SetTimeControl(ANNA, time_control))
    return await to_anna(server, await tables.do(table.id, Start(ANNA, 9)))


async def to_anna(server, table):
    """Play until Anna is to move. The others stop as soon as they can."""
    while table.seat_of(ANNA.id) not in table.to_act:
        if table.thinking is not None:
            question = await server.tables.thinking.ask(table.id)
            table = await server.tables.thinking.make(question, None)
            continue
        seat = table.to_act[0]
        move = str(table.game.default(table.state, seat))
        table = await server.tables.do(table.id, Move(table.seats[seat].person, table.seq, move))
    return table


async def move(server, table):
    """Make a move of Anna, and play until she is to move again."""
    text = str(table.game.moves(table.state, table.seat_of(ANNA.id))[0])
    return await to_anna(server, await server.tables.do(table.id, Move(ANNA, table.seq, text)))


async def cancel(server, table, person=ANNA, *, force=False):
    await server.tables.do(table.id, Cancel(person, force=force))


async def leave(server, table):
    await server.tables.do(table.id, Leave(ANNA))


async def leave_last(server, table):
    for person in OTHERS["with people"]:
        if table.seat_of(person.id) is not None:
            await server.tables.do(table.id, Leave(person))
    await leave(server, table)


async def forget(server, table):
    await server.records.privacy.forget(ANNA.id)
    server.tables._repository.forget(table.id)


async def stay_away(server, table):
    del table
    server.clock.pass_by(GAME_AGE + 1)
    await server.tables.maintenance.expire()


async def have_it_ended(server, table):
    await server.tables.do(table.id, SetAbsence(ANNA, server.clock() + 30 * DAY))
    for person in (BEN, CLEO):
        await cancel(server, table, person)


async def have_it_given_up(server, table):
    server.clock.pass_by(IDLE_AFTER + 1)
    await server.tables.do(table.id, HandOver(BEN, table.seat_of(ANNA.id)))


async def delete_channel(server, table):
    await server.tables.maintenance.close_channel(table.channel_id)


async def remove_bot(server, table):
    if table.guild_id is None:
        pytest.skip("nobody removes the bot from direct messages")
    await server.tables.maintenance.close_guild(table.guild_id)


WAYS = {
    "cancel, after a move": cancel,
    "cancel, before a move": cancel,
    "leave, after a move": leave,
    "leave, before a move": leave,
    "leave when the others are gone": leave_last,
    "forget me, after a move": forget,
    "stay away for seven days": stay_away,
    "be away until the others end it": have_it_ended,
    "others hand the seat to the caretaker": have_it_given_up,
    "cancel by a moderator who plays": lambda *given: cancel(*given, force=True),
    "cancel by another moderator": lambda *given: cancel(*given, DORA, force=True),
    "a deleted channel": delete_channel,
    "the bot is removed": remove_bot,
}


async def counted(server, table, company):
    """Return how a table counts.

    The parts are the number of results, the places by person, the number of ratings, and the number
    of unfinished games of one person alone.
    """
    result = await server.rows(
        "SELECT id FROM results WHERE table_id = ? AND NOT unfinished", table.id
    )
    sql = (
        "SELECT seats.person_id, finishes.place FROM finishes JOIN results"
        " ON results.id = result_id JOIN seats USING (table_id, person_id) WHERE table_id = ?"
    )
    places = dict(await server.rows(sql, table.id))
    rated = await server.rows("SELECT person_id FROM finishes WHERE mu IS NOT NULL")
    alone = await server.rows("SELECT person_id FROM finishes WHERE place IS NULL")
    return len(result), places, len(rated), len(alone)


@pytest.mark.parametrize("guild", [GUILD, None], ids=["rated", "unrated"])
@pytest.mark.parametrize(("way", "company", "cell"), cells())
async def test_each_way_out_of_a_game_counts_as_documented(server, way, company, cell, guild):
    clocked = way == "be away until the others end it"
    table = await begin(server, company, guild, TimeControl.DAY if clocked else TimeControl.NONE)
    if "before a move" not in way:
        table = await move(server, table)
    if cell == "refused":
        with pytest.raises(WrongPhase):
            await WAYS[way](server, table)
        return
    await WAYS[way](server, table)
    now = await server.tables.lookup.get(table.id)
    assert (now.status is Status.PLAYING) == (cell == "goes on")
    if cell == "goes on":
        assert now.seats[table.seat_of(ANNA.id)].caretaker
        now = await server.finish(now)
    results, places, rated, alone = await counted(server, table, company)
    assert alone == (cell == "0 points")
    assert results == (cell in {"last", "goes on"})
    assert rated == (len(table.seats) if results and guild else 0)
    if results:
        own = now.seats[table.seat_of(ANNA.id)].person_id
        anna = places.pop(own)
        gone = sum(seat.departed or seat.caretaker for seat in now.seats)
        assert anna == (1 + len(table.seats) - gone if gone < len(table.seats) else gone)
        assert all(place <= anna for place in places.values())
        board = mixed_board("trophy") if company == "with ducks" else "trophy"
        rows = (await server.standings(board)).items()
        assert all(not row.wins for person, row in rows if person == own)
    assert await server.differences() == ()
    assert await server.records.recorder.catch_up() == 0


async def test_players_who_end_a_game_without_the_absent_keep_their_current_places(server):
    table = await begin(server, "with people", GUILD, TimeControl.DAY)
    while sorted(table.state.totals)[-1] == 0 or table.waiting_on != (table.seat_of(ANNA.id),):
        seat = table.to_act[0]
        legal = [str(each) for each in table.game.moves(table.state, seat)]
        text = "stop" if "stop" in legal and seat != table.seat_of(ANNA.id) else legal[0]
        table = await server.tables.do(table.id, Move(table.seats[seat].person, table.seq, text))
    await have_it_ended(server, table)
    _, places, *_ = await counted(server, table, "with people")
    points = dict(zip([s.person_id for s in table.seats], table.state.totals, strict=True))
    ahead = [points[person.id] for person in (BEN, CLEO)]
    assert places[ANNA.id] == 3
    assert [places[p.id] for p in (BEN, CLEO)] == [1 + (p < max(ahead)) for p in ahead]
