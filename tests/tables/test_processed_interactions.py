"""Two processes receive the same click. Only one of them applies it."""

from __future__ import annotations

import pytest

from db.backends.sqlite_transaction import Connection
from db.connection import Database
from engine.core import NotYourTurn
from tables.model.errors import AlreadyHandled, StaleClick
from tables.model.table import Status
from tables.play.playing import IDLE_AFTER, HandOver, Move, TakeBack
from tables.play.seating import Cancel, Join, Leave, Start
from tests.tables.games import Pig
from tests.tables.house import ANNA, BEN, CHANNEL, CLEO, GUILD, House

CLICK = 2**60
"""The id of an interaction."""


async def twice(house, ask):
    """Let two processes do the act of one click. The second process finds it already done."""
    other = await house.restarted()
    done = await ask(house.tables)
    with pytest.raises(AlreadyHandled):
        await ask(other.tables)
    with pytest.raises(AlreadyHandled):  # once more, now with an up-to-date cache
        await ask(other.tables)
    assert (await other.tables.lookup.get(done.id)).revision == done.revision
    return done


async def test_two_processes_make_a_move_once_and_report_no_stale_board(house):
    table = await house.game(ANNA, BEN)
    person = table.seats[table.to_act[0]].person
    done = await twice(
        house, lambda tables: tables.do(table.id, Move(person, table.seq, "hold"), click=CLICK)
    )
    assert done.seq == table.seq + 1


async def test_a_repeated_move_counts_as_processed_though_the_game_has_gone_on(house):
    table = await house.game(ANNA, BEN)
    other = await house.restarted()
    person = table.seats[table.to_act[0]].person
    later = await house.tables.do(table.id, Move(person, table.seq, "hold"), click=CLICK)
    await house.act(later, "hold")
    with pytest.raises(AlreadyHandled):
        await other.tables.do(table.id, Move(person, table.seq, "hold"), click=CLICK)


async def test_two_processes_open_a_table_once(house):
    await twice(
        house, lambda tables: tables.lobbies.open("pig", {}, GUILD, CHANNEL, ANNA, 1, click=CLICK)
    )
    assert await house.rows("SELECT id FROM tables") == [(1,)]


async def test_two_processes_do_each_act_of_a_lobby_once(house):
    table = await house.lobby(ANNA)
    asks = (
        lambda tables: tables.do(table.id, Join(BEN, 2), click=CLICK),
        lambda tables: tables.do(table.id, Join(CLEO, 4), click=CLICK + 2),
        lambda tables: tables.do(table.id, Leave(CLEO), click=CLICK + 3),
        lambda tables: tables.do(table.id, Start(ANNA, 5), click=CLICK + 4),
    )
    for ask in asks:
        await twice(house, ask)


async def test_two_processes_hand_a_seat_over_and_back_once(house):
    table = await house.game(ANNA, BEN, CLEO)
    house.clock.pass_by(IDLE_AFTER)
    idle = table.to_act[0]
    by = table.seats[(idle + 1) % 3].person
    await twice(house, lambda tables: tables.do(table.id, HandOver(by, idle), click=CLICK))
    person = table.seats[idle].person
    await twice(house, lambda tables: tables.do(table.id, TakeBack(person), click=CLICK + 1))


async def test_two_processes_cancel_a_table_once_and_open_one_rematch(house):
    table = await house.lobby(ANNA)
    await twice(house, lambda tables: tables.do(table.id, Cancel(ANNA), click=CLICK))
    played = await house.finish(await house.game(ANNA, BEN))
    lobby = await twice(
        house, lambda tables: tables.endings.rematch(played.id, ANNA, 6, click=CLICK + 1)
    )
    assert lobby.status is Status.LOBBY


async def test_a_refused_click_is_not_noted_as_processed(house):
    table = await house.game(ANNA, BEN)
    waiting = table.seats[1 - table.to_act[0]].person
    for tables in (house.tables, (await house.restarted()).tables):
        with pytest.raises(NotYourTurn):
            await tables.do(table.id, Move(waiting, table.seq, "hold"), click=CLICK)
    assert await house.rows("SELECT * FROM processed_interactions") == []


async def test_another_click_on_the_same_board_is_stale(house):
    table = await house.game(ANNA, BEN)
    person = table.seats[table.to_act[0]].person
    await house.tables.do(table.id, Move(person, table.seq, "roll"), click=CLICK)
    with pytest.raises((StaleClick, NotYourTurn)):
        await house.tables.do(table.id, Move(person, table.seq, "roll"), click=CLICK + 1)


async def test_a_processed_interaction_adds_one_page_and_no_trip(tmp_path, clock, monkeypatch):
    path, frame, hops = tmp_path / "ducks.db", 4096 + 24, []
    async with await Database.open(f"sqlite:///{path}") as database:
        house = House(database, clock, (Pig(),))
        table = await house.game(ANNA, BEN)
        log = path.with_name(f"{path.name}-wal")
        before, run = log.stat().st_size, Connection.run

        async def counted(self, statements, *asked, **more):
            hops.extend(sql for sql, _ in asked)
            return await run(self, statements, *asked, **more)

        monkeypatch.setattr(Connection, "run", counted)
        person = table.seats[table.to_act[0]].person
        await house.tables.do(table.id, Move(person, table.seq, "hold"), click=CLICK)
        assert hops == ["COMMIT"]
        assert log.stat().st_size - before == 3 * frame
