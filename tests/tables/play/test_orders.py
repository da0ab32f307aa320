"""Standing orders at tables: they move at once, and only slow tables have them."""

from dataclasses import replace

import pytest

from engine.core import Told
from engine.transcript import read_transcript, verify
from players.core import Level, StandingOrder
from players.games import _KITS, GAMES, KITS, find_kit
from tables.model.errors import NoOrder, NotSeated, WrongPhase
from tables.model.progress import STANDING_ORDER
from tables.model.table import Status
from tables.model.time_control import TimeControl
from tables.play.lobby import SetTimeControl
from tables.play.playing import GiveOrder, Move
from tables.play.seating import Leave, Start
from tests.tables.house import ANNA, BEN, CHANNEL, CLEO, GUILD

ORDERS = {kit.key: kit.orders for kit in KITS if kit.orders}


DAY = 86_400
LATE = DAY + TimeControl.DAY.time_bank
OPTIONS = {"trophy": {"two_hunters": "on"}}
SLOW = [TimeControl.RELAXED, TimeControl.DAYS]


async def game(house, *people, key="trophy", time_control=TimeControl.DAY, **options):
    table = await house.lobby(*people, game=key, **OPTIONS.get(key, {}), **options)
    await house.tables.do(table.id, SetTimeControl(people[0], time_control))
    return await house.tables.do(table.id, Start(people[0], 1))


def on_turn(table):
    """Return the person who is to act, and another player."""
    (seat,) = table.to_act
    people = [each.person for each in table.seats]
    return people[seat], people[(seat + 1) % len(people)]


def by_order(table):
    return [(move.seat, str(move.move)) for move in table.recent if move.player == STANDING_ORDER]


# When an order moves


@pytest.mark.parametrize("time_control", SLOW)
async def test_an_order_moves_in_the_turn_in_which_it_was_given(real, time_control):
    table = await game(real, ANNA, BEN, time_control=time_control)
    actor, other = on_turn(table)
    moved = await real.tables.do(table.id, GiveOrder(actor, "stop 2"))
    assert {seat for seat, _ in by_order(moved)} == {table.to_act[0]}
    assert on_turn(moved) == (other, actor)
    assert not any(move.by_caretaker for move in moved.recent)


async def test_an_order_moves_in_the_transaction_that_brings_the_turn(real):
    table = await game(real, ANNA, BEN)
    actor, other = on_turn(table)
    table = await real.tables.do(table.id, GiveOrder(other, "stop 2"))
    assert by_order(table) == []
    before = table.revision
    table = await real.tables.do(table.id, Move(actor, table.seq, "roll"))
    while not by_order(table):
        before, move = table.revision, "stop" if on_turn(table)[0] == actor else "roll"
        table = await real.tables.do(table.id, Move(actor, table.seq, move))
    assert table.revision == before + 1
    assert {table.seats[seat].person for seat, _ in by_order(table)} == {other}
    assert table.status is Status.FINISHED or on_turn(table)[0] == actor


async def test_the_table_waits_for_the_owner_if_an_order_has_no_move(real):
    table = await game(real, ANNA, BEN, key="ducks")
    actor, _ = on_turn(table)
    table = await real.tables.do(table.id, GiveOrder(actor, "ahead"))
    assert (by_order(table), on_turn(table)[0]) == ([], actor)
    assert table.due(table.to_act[0]) == real.clock.time + DAY


async def test_an_order_lasts_until_it_is_taken_away(real):
    table = await game(real, ANNA, BEN)
    actor, other = on_turn(table)
    table = await real.tables.do(table.id, GiveOrder(actor, "stop 20"))
    assert [seat.standing_order for seat in table.seats].count("stop 20") == 1
    while table.status is Status.PLAYING and on_turn(table)[0] == actor:
        table = await real.tables.do(table.id, GiveOrder(actor, "stop 4"))
    table = await real.tables.do(table.id, GiveOrder(actor, ""))
    assert {seat.standing_order for seat in table.seats} == {""}
    while on_turn(table)[0] == other:
        table = await real.tables.do(
            table.id, Move(other, table.seq, str(table.game.default(table.state, table.to_act[0])))
        )
    assert on_turn(table)[0] == actor


async def test_a_restart_keeps_an_order(real):
    table = await game(real, ANNA, BEN)
    _, other = on_turn(table)
    await real.tables.do(table.id, GiveOrder(other, "stop 10"))
    later = await (await real.restarted()).rows("SELECT standing_order FROM seats ORDER BY seat")
    assert sorted(later) == [("",), ("stop 10",)]


@pytest.mark.parametrize("key", ORDERS)
async def test_a_week_of_turns_is_one_click_if_all_seats_have_orders(real, key):
    people = (ANNA, BEN, CLEO) if key == "buckets" else (ANNA, BEN)
    table = await game(real, *people, key=key)
    for person in people if key == "buckets" else ():
        for move in ("auto", "confirm"):
            seat = table.seat_of(person.id)
            table = await real.tables.do(table.id, Move(person, table.drawn_for(seat), move))
    last = ORDERS[key][-1].text
    for person in people:
        table = await real.tables.do(table.id, GiveOrder(person, last))
    assert table.status is Status.FINISHED
    assert {seat.standing_order for seat in table.seats} == {""}
    assert verify(read_transcript(await real.tables.transcripts.text(table.id)), GAMES).fair
    assert (
        await (await real.restarted(*GAMES)).tables.lookup.get(table.id)
    ).status is Status.FINISHED


async def test_the_log_shows_moves_of_orders_as_the_owners_and_not_as_clicks(real):
    table = await game(real, ANNA, BEN)
    actor, _ = on_turn(table)
    table = await real.tables.do(table.id, GiveOrder(actor, "caretaker"))
    rows = [row for row in await real.steps(table.id) if row.player == STANDING_ORDER]
    assert {(row.seat, row.by_caretaker) for row in rows} == {(table.seat_of(actor.id), False)}
    assert not any(move.is_click for move in table.recent)


async def test_orders_beside_computers_leave_a_transcript_that_verifies(real):
    table = await real.tables.lobbies.open(
        "trophy",
        OPTIONS["trophy"],
        GUILD,
        CHANNEL,
        ANNA,
        1,
        computers=[Level.EASY],
        time_control=TimeControl.DAY,
    )
    table = await real.tables.do(table.id, Start(ANNA, 2))
    table = await real.tables.do(table.id, GiveOrder(ANNA, "stop 6"))
    while table.thinking is not None:
        question = await real.tables.thinking.ask(table.id)
        table = await real.tables.thinking.make(
            question, await real.tables.thinking.choose(question)
        )
    assert table.status is Status.FINISHED
    verification = await real.tables.transcripts.verify(table.id)
    assert verification.fair
    assert verification.computers is not None


# Who may give an order


@pytest.mark.parametrize("time_control", [TimeControl.NONE, TimeControl.LIVE])
async def test_a_table_without_a_slow_clock_takes_no_order(real, time_control):
    table = await game(real, ANNA, BEN, time_control=time_control)
    with pytest.raises(NoOrder, match="an hour or more"):
        await real.tables.do(table.id, GiveOrder(ANNA, "stop 4"))
    await real.tamper("UPDATE seats SET standing_order = 'stop 4'")
    later = await real.restarted(*GAMES)
    table = await later.tables.lookup.get(table.id)
    actor, _ = on_turn(table)
    assert by_order(await later.tables.do(table.id, Move(actor, table.seq, "roll"))) == []


async def test_an_order_that_the_game_does_not_have_is_refused(real):
    table = await game(real, ANNA, BEN)
    for text in ("stop 99", "stop", "roll", "throw"):
        with pytest.raises(NoOrder, match="no such order"):
            await real.tables.do(table.id, GiveOrder(ANNA, text))


async def test_only_players_of_a_running_game_can_give_orders(real):
    table = await game(real, ANNA, BEN)
    with pytest.raises(NotSeated):
        await real.tables.do(table.id, GiveOrder(CLEO, "stop 4"))
    lobby = await real.lobby(ANNA, BEN, game="trophy")
    with pytest.raises(WrongPhase):
        await real.tables.do(lobby.id, GiveOrder(ANNA, "stop 4"))


async def test_a_game_without_orders_takes_none(house):
    table = await game(house, ANNA, BEN, key="pig")
    with pytest.raises(NoOrder):
        await house.tables.do(table.id, GiveOrder(ANNA, ""))


# Beside clocks, the caretaker and leaving


async def test_a_seat_whose_order_moves_misses_no_turn(real):
    table = await game(real, ANNA, BEN)
    actor, other = on_turn(table)
    table = await real.tables.do(table.id, GiveOrder(other, "stop 2"))
    real.clock.pass_by(LATE)
    (table,) = await real.tables.maintenance.move_late()
    assert by_order(table)
    assert [seat.missed for seat in table.seats if seat.person == other] == [0]
    assert [seat.missed for seat in table.seats if seat.person == actor] == [1]


async def test_an_order_that_brings_its_owner_back_ends_the_count_of_missed_turns(real):
    table = await game(real, ANNA, BEN)
    actor, _ = on_turn(table)
    real.clock.pass_by(LATE)
    await real.tables.maintenance.move_late()
    table = await real.tables.do(table.id, GiveOrder(actor, "stop 2"))
    assert [seat.missed for seat in table.seats] == [0, 0]


@pytest.mark.heavy
async def test_an_order_that_moves_uses_the_time_of_its_turn(real):
    table = await game(real, ANNA, BEN, key="ducks")
    actor, _ = on_turn(table)
    await real.tables.heartbeat.beat()
    for _ in range(DAY // 30 + 2):
        real.clock.pass_by(30)
        await real.tables.heartbeat.beat()
    table = await real.tables.do(table.id, GiveOrder(actor, "ahead"))
    assert {seat.overtime for seat in table.seats} == {0.0}  # the order has no move here
    table = await real.tables.do(table.id, GiveOrder(actor, "stop 1"))
    assert [seat.overtime for seat in table.seats if seat.person == actor] == [60.0]


async def test_the_caretaker_follows_no_order(real):
    table = await game(real, ANNA, BEN)
    _, other = on_turn(table)
    await real.tables.do(table.id, GiveOrder(other, "stop 20"))
    table = await real.tables.do(table.id, Leave(other))
    assert {seat.standing_order for seat in table.seats} == {""}
    with pytest.raises(NotSeated, match="press I'm back"):
        await real.tables.do(table.id, GiveOrder(other, "stop 4"))


async def test_an_order_lets_others_draw_first_and_misses_no_turn(real):
    table = await game(real, ANNA, BEN, CLEO, key="buckets", draw="hand")
    for person in (ANNA, BEN, CLEO):
        for move in ("auto", "confirm"):
            seat = table.seat_of(person.id)
            table = await real.tables.do(table.id, Move(person, table.drawn_for(seat), move))
    (leader,) = table.to_act
    following = table.seats[(leader + 1) % 3].person
    table = await real.tables.do(table.id, GiveOrder(following, "caretaker"))
    lead = str(table.game.default(table.state, leader))
    person = table.seats[leader].person
    table = await real.tables.do(table.id, Move(person, table.drawn_for(leader), lead))
    assert by_order(table) == []  # the leader may draw first
    real.clock.pass_by(LATE)
    (table,) = await real.tables.maintenance.move_late()
    assert next(seat for seat, _ in by_order(table)) == (leader + 1) % 3
    assert {seat.missed for seat in table.seats} == {0}


async def test_an_order_moves_at_once_after_the_others_have_drawn(real):
    table = await game(real, ANNA, BEN, CLEO, key="buckets", draw="hand")
    for person in (ANNA, BEN, CLEO):
        for move in ("auto", "confirm"):
            seat = table.seat_of(person.id)
            table = await real.tables.do(table.id, Move(person, table.drawn_for(seat), move))
    (leader,) = table.to_act
    table = await real.tables.do(
        table.id, GiveOrder(table.seats[(leader + 1) % 3].person, "caretaker")
    )
    for move in (str(table.game.default(table.state, leader)), "draw"):
        person = table.seats[leader].person
        table = await real.tables.do(table.id, Move(person, table.drawn_for(leader), move))
    assert by_order(table)


async def test_an_order_that_fails_leaves_the_turn_to_its_owner(real, monkeypatch, caplog):
    def fail(known):
        raise RuntimeError("h5 h6")

    kit = replace(find_kit("trophy"), orders=(StandingOrder("stop 2", Told("Fail."), fail),))
    monkeypatch.setitem(_KITS, "trophy", kit)
    table = await game(real, ANNA, BEN)
    actor, _ = on_turn(table)
    table = await real.tables.do(table.id, GiveOrder(actor, "stop 2"))
    assert on_turn(table)[0] == actor
    assert "an order has failed: RuntimeError" in caplog.text
    assert "h5" not in caplog.text
