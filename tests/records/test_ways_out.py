"""The result of each way out of a running game: every cell of the table in docs/architecture.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from players.core import Level
from records.entering import display_rating
from records.values import mixed_board
from tables.model.table import Status
from tables.model.time_control import IDLE_AFTER
from tables.play.playing import HandOver, Move, TakeBack
from tables.play.seating import Cancel, Join, Leave, Start
from tables.service import GAME_AGE
from tests.records.server import ANNA, BEN, CHANNEL, CLEO, DORA, GUILD

OTHERS = {"alone": (), "with ducks": (), "with people": (BEN, CLEO)}


TABLE = """
| The way out | alone | with ducks | with people |
|---|---|---|---|
| cancel, after a move | 0 points | last | - |
| cancel, before a move | nothing | nothing | - |
| end it together | - | - | nothing |
| leave, after a move | 0 points | last | goes on |
| leave, before a move | nothing | nothing | goes on |
| leave when the others are gone | 0 points | last | lost |
| leave first, before all others do | - | - | last |
| leave last, before a move of one's own | - | - | nothing |
| forget me, after a move | 0 points | last | goes on |
| stay away for seven days | 0 points | last | last |
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


async def begin(server, company, guild):
    """Return a game at Anna's first turn: the pond if she is alone, else Trophy Buck."""
    tables = server.tables
    ducks = [Level.EASY] * (company == "with ducks")
    game = "pond" if company == "alone" else "trophy"
    options = {} if company == "alone" else {"two_hunters": "on"}
    table = await tables.lobbies.open(game, options, guild, CHANNEL, ANNA, 1, computers=ducks)
    for number, person in enumerate(OTHERS[company]):
        table = await tables.do(table.id, Join(person, 2 + number))
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


async def leave_first(server, table):
    await leave(server, table)
    for person in OTHERS["with people"]:
        await server.tables.do(table.id, Leave(person))


async def forget(server, table):
    await server.records.privacy.forget(ANNA.id)
    server.tables._repository.forget(table.id)


async def stay_away(server, table):
    del table
    server.clock.pass_by(GAME_AGE + 1)
    await server.tables.maintenance.expire()


async def end_together(server, table):
    for person in (ANNA, BEN, CLEO):
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
    "leave first, before all others do": leave_first,
    "leave last, before a move of one's own": leave_last,
    "forget me, after a move": forget,
    "stay away for seven days": stay_away,
    "end it together": end_together,
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
        " ON results.id = result_id JOIN seats USING (table_id, person_id)"
        " WHERE table_id = ? AND finishes.place IS NOT NULL"
    )
    places = dict(await server.rows(sql, table.id))
    rated = await server.rows("SELECT person_id FROM finishes WHERE mu IS NOT NULL")
    alone = await server.rows("SELECT person_id FROM finishes WHERE place IS NULL")
    return len(result), places, len(rated), len(alone)


@pytest.mark.parametrize("guild", [GUILD, None], ids=["rated", "unrated"])
@pytest.mark.parametrize(("way", "company", "cell"), cells())
async def test_each_way_out_of_a_game_counts_as_documented(server, way, company, cell, guild):
    table = await begin(server, company, guild)
    if "before a move" not in way:
        table = await move(server, table)
    await WAYS[way](server, table)
    now = await server.tables.lookup.get(table.id)
    assert (now.status is Status.PLAYING) == (cell == "goes on")
    if cell == "goes on":
        assert now.seats[table.seat_of(ANNA.id)].caretaker
        now = await server.finish(now)
    results, places, rated, alone = await counted(server, table, company)
    assert alone == (cell == "0 points")
    own = now.seats[table.seat_of(ANNA.id)].person_id
    assert (own in places) == (cell in {"last", "lost", "goes on"})
    assert results == bool(places)
    assert rated == (len(places) if results and guild else 0)
    if own in places:
        anna = places.pop(own)
        assert all((place > anna) == (cell == "lost") for place in places.values())
        board = mixed_board("trophy") if company == "with ducks" else "trophy"
        rows = (await server.standings(board)).items()
        assert all(not row.wins for person, row in rows if person == own)
    assert await server.differences() == ()
    assert await server.records.recorder.catch_up() == 0


async def by_turn(server):
    """Begin Trophy Buck for three, and return the table and the people in the order of turns."""
    table = await server.start("trophy", ANNA, BEN, CLEO)
    first = table.to_act[0]
    return table, [table.seats[(first + number) % 3].person for number in range(3)]


async def take_turn(server, table):
    """Make the moves of one turn."""
    (seat,) = table.to_act
    while table.to_act == (seat,):
        text = str(table.game.default(table.state, seat))
        table = await server.tables.do(table.id, Move(table.seats[seat].person, table.seq, text))
    return table


async def skills(server):
    return {
        person: (row.mu, row.sigma) for person, row in (await server.standings("trophy")).items()
    }


async def test_of_players_who_all_leave_the_first_is_last_and_no_rating_rises(server):
    for _ in range(3):
        await server.play("trophy", ANNA, BEN, CLEO)
    before, wins = await skills(server), await server.standings("trophy")
    table, people = await by_turn(server)
    for _ in people:
        table = await take_turn(server, table)
    for person in people:
        table = await server.tables.do(table.id, Leave(person))
    _, places, *_ = await counted(server, table, "with people")
    assert [places[person.id] for person in people] == [3, 2, 1]
    after, now = await skills(server), await server.standings("trophy")
    for person in people:
        assert display_rating(after[person.id]) <= display_rating(before[person.id])
        assert (now[person.id].wins, now[person.id].streak) == (wins[person.id].wins, 0)
    assert after != before
    assert await server.differences() == ()


async def test_a_game_that_all_leave_counts_only_for_those_who_moved(server):
    for _ in range(3):
        await server.play("trophy", ANNA, BEN, CLEO)
    before = await server.standings("trophy")
    table, (mover, *others) = await by_turn(server)
    table = await take_turn(server, table)
    for person in (mover, *others):
        table = await server.tables.do(table.id, Leave(person))
    assert (table.status, table.forfeited) == (Status.ABANDONED, True)
    _, places, *_ = await counted(server, table, "with people")
    assert places == {mover.id: 3}
    after = await server.standings("trophy")
    assert [after[other.id] for other in others] == [before[other.id] for other in others]
    assert after[mover.id].games == before[mover.id].games + 1
    assert after[mover.id].mu < before[mover.id].mu
    assert await server.differences() == ()


async def test_of_two_who_leave_while_others_stay_the_first_is_last(server):
    table, people = await by_turn(server)
    for person in people[:2]:
        table = await server.tables.do(table.id, Leave(person))
    now = await server.finish(table)
    _, places, *_ = await counted(server, now, "with people")
    assert [places[person.id] for person in people] == [3, 2, 1]


async def test_who_returns_and_leaves_again_has_left_last(server):
    table, people = await by_turn(server)
    for person in people[:2]:
        table = await server.tables.do(table.id, Leave(person))
    await server.tables.do(table.id, TakeBack(people[0]))
    now = await server.finish(await server.tables.do(table.id, Leave(people[0])))
    _, places, *_ = await counted(server, now, "with people")
    assert [places[person.id] for person in people] == [2, 3, 1]
