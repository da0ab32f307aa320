"""Many clicks at the same moment, in one process and in two, on a real database."""

from __future__ import annotations

import asyncio
import collections

import pytest

from engine.core import NotYourTurn
from tables.model.errors import NotOpener, NotSeated, SeatBack, StaleClick, TableFull, WrongPhase
from tables.model.table import Person, Status
from tables.play.playing import Move
from tables.play.seating import Join, Leave, PlayWithDucks, Start
from tests.tables.house import ANNA, BEN, CHANNEL, CLEO, GUILD

MANY = 60


async def outcomes(*calls):
    """Return how many calls succeeded, and how often each error was raised."""
    results = await asyncio.gather(*calls, return_exceptions=True)
    return collections.Counter(
        type(result) if isinstance(result, BaseException) else "done" for result in results
    )


def clicks(house, table, text, count=MANY):
    person = table.seats[table.to_act[0]].person
    return [house.tables.do(table.id, Move(person, table.seq, text)) for _ in range(count)]


async def test_only_one_of_many_clicks_on_one_board_is_applied(house):
    table = await house.game(ANNA, BEN, CLEO)
    ended = await outcomes(*clicks(house, table, "hold"))
    assert ended == {"done": 1, NotYourTurn: MANY - 1}
    assert (await house.tables.lookup.get(table.id)).seq == table.seq + 1


async def test_only_one_of_many_clicks_is_applied_though_the_turn_stays(house):
    table = await house.game(ANNA, BEN)
    ended = await outcomes(*clicks(house, table, "roll"))
    assert ended["done"] == 1
    assert set(ended) <= {"done", StaleClick, NotYourTurn}
    assert (await house.tables.lookup.get(table.id)).seq == table.seq + 2


async def test_only_one_of_several_different_moves_on_one_board_is_applied(house):
    table = await house.game(ANNA, BEN)
    ended = await outcomes(*clicks(house, table, "roll", 30), *clicks(house, table, "hold", 30))
    assert ended["done"] == 1


async def test_if_all_seats_act_at_once_one_move_of_each_is_applied(house):
    table = await house.game(ANNA, BEN, CLEO, game="heaps")
    people = (ANNA, BEN, CLEO)
    calls = [house.tables.do(table.id, Move(p, 0, "put 5")) for p in people for _ in range(20)]
    ended = await outcomes(*calls)
    assert ended == {"done": 3, StaleClick: 57}
    assert (await house.tables.lookup.get(table.id)).state == ((5,), (5,), (5,))


async def test_the_last_seat_goes_to_one_person(house):
    table = await house.lobby(ANNA, BEN, CLEO)
    crowd = [Person(50 + n, f"Guest {n}") for n in range(MANY)]
    ended = await outcomes(*(house.tables.do(table.id, Join(person, 1)) for person in crowd))
    assert ended == {"done": 1, TableFull: MANY - 1}
    assert len((await house.tables.lookup.get(table.id)).seats) == 4


async def test_a_game_starts_once(house):
    table = await house.lobby(ANNA, BEN)
    ended = await outcomes(*(house.tables.do(table.id, Start(ANNA, 1)) for _ in range(MANY)))
    assert ended == {"done": 1, WrongPhase: MANY - 1}
    assert len(await house.steps(table.id)) == 1


async def test_joining_and_starting_at_once_agree_on_the_players(house):
    table = await house.lobby(ANNA, BEN)
    crowd = [Person(50 + n, f"Guest {n}") for n in range(4)]
    joins = [house.tables.do(table.id, Join(person, 1)) for person in crowd]
    ended = await outcomes(*joins[:2], house.tables.do(table.id, Start(ANNA, 1)), *joins[2:])
    table = await house.tables.lookup.get(table.id)
    assert len(table.state.scores) == len(table.seats) == 2 + ended["done"] - 1
    assert ended["done"] + ended[TableFull] + ended[WrongPhase] == len(crowd) + 1


async def test_a_person_who_joins_while_the_opener_plays_with_ducks_is_in_the_game_or_refused(
    house,
):
    for first in (True, False):
        table = await house.lobby(ANNA)
        join = house.tables.do(table.id, Join(BEN, 1))
        plays = [house.tables.do(table.id, PlayWithDucks(ANNA, 1)) for _ in range(MANY)]
        ended = await outcomes(*([join, *plays] if first else [*plays, join]))
        table = await house.tables.lookup.get(table.id)
        if table.status is Status.LOBBY:
            assert ended == {"done": 1, StaleClick: MANY}
            assert [seat.person_id for seat in table.seats] == [ANNA.id, BEN.id]
        else:
            assert ended == {"done": 1, WrongPhase: MANY}
            assert len(table.seats) == len(table.state.scores) == 2
            assert [bool(seat.level) for seat in table.seats] == [False, True]


async def test_two_services_agree_whether_a_lobby_has_begun_with_ducks_or_somebody_joined(house):
    other = await house.restarted()
    for _ in range(5):
        table = await house.lobby(ANNA)
        ended = await outcomes(
            house.tables.do(table.id, PlayWithDucks(ANNA, 1)),
            other.tables.do(table.id, Join(BEN, 1)),
        )
        assert ended["done"] == 1
        (error,) = set(ended) - {"done"}
        assert error in {WrongPhase, StaleClick}
        seen = [await each.tables.lookup.get(table.id) for each in (house, await house.restarted())]
        assert seen[0].seats == seen[1].seats
        assert [bool(seat.level) for seat in seen[1].seats] == [False, error is WrongPhase]


async def test_all_can_leave_a_lobby_at_once(house):
    table = await house.lobby(ANNA, BEN, CLEO)
    await outcomes(*(house.tables.do(table.id, Leave(person)) for person in (ANNA, BEN, CLEO)))
    assert (await house.tables.lookup.get(table.id)).status is Status.CANCELLED


async def test_all_can_leave_a_game_at_once(house):
    table = await house.game(ANNA, BEN, CLEO)
    await outcomes(*(house.tables.do(table.id, Leave(person)) for person in (ANNA, BEN, CLEO)))
    assert (await house.tables.lookup.get(table.id)).status is Status.ABANDONED


async def test_a_click_while_its_player_leaves_is_applied_or_refused(house):
    table = await house.game(ANNA, BEN, CLEO)
    gone = table.seats[table.to_act[0]].person
    await house.tables.do(table.id, Leave(gone))
    acts = [house.tables.do(table.id, Move(gone, table.seq, "hold")) for _ in range(MANY)]
    leaves = [house.tables.do(table.id, Leave(gone)) for _ in range(MANY)]
    both = [call for pair in zip(acts, leaves, strict=True) for call in pair]
    assert set(await outcomes(*both)) <= {"done", SeatBack, NotSeated, NotYourTurn, StaleClick}


async def test_many_tables_can_be_played_at_once(house):
    tables = await asyncio.gather(*(house.game(ANNA, BEN) for _ in range(20)))
    ended = await asyncio.gather(*(house.finish(table) for table in tables))
    assert {table.status for table in ended} == {Status.FINISHED}


# Two services, each with its own connections and memory


async def test_two_services_apply_only_one_of_many_clicks(house):
    other = await house.restarted()
    table = await house.game(ANNA, BEN)
    await other.tables.lookup.get(table.id)
    calls = clicks(house, table, "roll", 30) + clicks(other, table, "roll", 30)
    assert (await outcomes(*calls))["done"] == 1


async def test_a_service_sees_the_changes_of_another(house):
    other = await house.restarted()
    table = await house.lobby(ANNA, BEN)
    await other.tables.lookup.get(table.id)
    begun = await house.tables.do(table.id, Start(ANNA, 1))
    assert (await other.tables.lookup.get(table.id)).state == begun.state
    moved = await house.act(await other.act(begun, "hold"), "hold")
    assert (await other.tables.lookup.get(table.id)).seq == moved.seq


async def test_two_services_share_the_last_seat(house):
    other = await house.restarted()
    table = await house.lobby(ANNA, BEN, CLEO)
    crowd = [Person(50 + n, f"Guest {n}") for n in range(40)]
    calls = [(house, other)[n % 2].tables.do(table.id, Join(p, 1)) for n, p in enumerate(crowd)]
    assert await outcomes(*calls) == {"done": 1, TableFull: 39}


# Cancelled tasks


@pytest.mark.parametrize("turns", range(0, 24, 2))
async def test_a_cancelled_click_is_applied_wholly_or_not_at_all(house, turns):
    table = await house.game(ANNA, BEN)
    click = asyncio.create_task(clicks(house, table, "roll", 1)[0])
    for _ in range(turns):
        await asyncio.sleep(0.0002)
    click.cancel()
    await asyncio.gather(click, return_exceptions=True)
    here = await house.tables.lookup.get(table.id)
    there = await (await house.restarted()).tables.lookup.get(table.id)
    assert here.seq in (table.seq, table.seq + 2)
    assert (here.seq, here.state) == (there.seq, there.state)
    assert (await house.act(here, "hold")).seq == here.seq + 1


async def test_a_refused_start_does_not_disturb_an_open_table(house):
    table = await house.lobby(ANNA, BEN)
    ended = await outcomes(
        *(house.tables.do(table.id, Start(BEN, 1)) for _ in range(20)),
        house.tables.lobbies.open("pig", {}, GUILD, CHANNEL, CLEO, 9),
    )
    assert ended == {NotOpener: 20, "done": 1}
