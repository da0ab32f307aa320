"""Who a table waits for if several may act, and what a seat's buttons reveal of the others.

All tests but one play The Bucket King: all build at once, and a player who has shown cards may draw
by hand until the next player has moved.
"""

from __future__ import annotations

import pytest

from engine.buckets import Buckets
from engine.core import NotYourTurn
from tables.model.errors import NotIdle, StaleClick
from tables.play.playing import HandOver, Move
from tables.play.seating import Leave
from tables.service import IDLE_AFTER
from tests.tables.house import ANNA, BEN, CLEO


@pytest.fixture
async def bucket_house(house):
    return await house.restarted(Buckets())


async def game(house, **options):
    return await house.game(ANNA, BEN, CLEO, game="buckets", **options)


async def built(house, **options):
    """Return a table where all pyramids stand and somebody is to lead."""
    table = await game(house, **options)
    for person in (ANNA, BEN, CLEO):
        for move in ("auto", "confirm"):
            table = await house.tables.do(table.id, Move(person, table.seq, move))
    return table


async def led(house):
    """Return a table after a lead: the next player is attacked, and the leader may draw by hand."""
    table = await built(house, draw="hand")
    card = table.game.view(table.state, table.to_act[0]).hand[0]
    return await house.act(table, f"play {card}")


def owner(table, seat):
    return table.seats[seat].person


async def test_B4_a_table_does_not_wait_for_a_player_who_only_may_draw(bucket_house):
    table = await led(bucket_house)
    attacked, leader = table.to_act
    assert table.waiting_on == (attacked,)
    assert table.waiting.get(leader) is None


async def test_B4_a_player_who_only_may_draw_is_not_silent(bucket_house):
    table = await led(bucket_house)
    attacked, leader = table.to_act
    bucket_house.clock.pass_by(IDLE_AFTER)
    with pytest.raises(NotIdle, match="is not waiting"):
        await bucket_house.tables.do(table.id, HandOver(owner(table, attacked), leader))


async def test_B4_the_caretaker_leaves_a_person_time_to_draw(bucket_house):
    table = await led(bucket_house)
    attacked, leader = table.to_act
    table = await bucket_house.tables.do(table.id, Leave(owner(table, attacked)))
    assert table.to_act == (attacked, leader)
    assert table.waiting_on == (leader,)
    cards = len(table.state.stage.hands[leader])
    table = await bucket_house.tables.do(table.id, Move(owner(table, leader), table.seq, "draw"))
    assert len(table.state.stage.hands[leader]) == cards + 1
    assert attacked not in table.to_act


async def test_B4_a_person_who_does_not_draw_is_handed_over_and_the_caretaker_plays_on(
    bucket_house,
):
    table = await led(bucket_house)
    attacked, leader = table.to_act
    table = await bucket_house.tables.do(table.id, Leave(owner(table, attacked)))
    bucket_house.clock.pass_by(IDLE_AFTER)
    by = next(person for seat, person in enumerate((ANNA, BEN, CLEO)) if seat not in table.to_act)
    table = await bucket_house.tables.do(table.id, HandOver(by, leader))
    assert table.waiting_on == (table.seat_of(by.id),)


async def test_B4_the_caretaker_draws_before_the_next_player_moves(bucket_house):
    table = await led(bucket_house)
    attacked, leader = table.to_act
    cards = len(table.state.stage.hands[leader])
    table = await bucket_house.tables.do(table.id, Leave(owner(table, leader)))
    assert len(table.state.stage.hands[leader]) == cards + 1
    assert table.to_act == (attacked,)


async def test_B2_the_caretaker_builds_last(bucket_house):
    table = await game(bucket_house)
    table = await bucket_house.tables.do(table.id, Leave(BEN))
    assert table.waiting_on == (0, 2)
    for person in (ANNA, CLEO):
        assert 1 in table.to_act
        for move in ("auto", "confirm"):
            table = await bucket_house.tables.do(table.id, Move(person, table.seq, move))
    assert bucket_house.tables.now() == table.changed_at
    assert table.game.view(table.state, None).phase == "play"


async def test_an_out_of_turn_error_names_the_players_the_table_waits_for(bucket_house):
    table = await led(bucket_house)
    attacked, leader = table.to_act
    third = next(seat for seat in range(3) if seat not in (attacked, leader))
    name = owner(table, attacked).name
    with pytest.raises(NotYourTurn, match=f"Waiting for: {name}"):
        await bucket_house.tables.do(table.id, Move(owner(table, third), table.seq, "draw"))


async def test_B12_a_seats_buttons_do_not_count_secret_moves_of_others(bucket_house):
    table = await game(bucket_house)
    before = [table.drawn_for(seat) for seat in (1, 2, None)]
    for _ in range(4):
        for move in ("place 0 h", "undo 0"):
            table = await bucket_house.tables.do(table.id, Move(ANNA, table.seq, move))
    assert [table.drawn_for(seat) for seat in (1, 2, None)] == before
    assert table.drawn_for(0) == before[0] + 8


async def test_a_seats_buttons_stay_fresh_until_its_own_next_move(bucket_house):
    table = await game(bucket_house)
    own = table.drawn_for(1)
    await bucket_house.tables.do(table.id, Move(ANNA, table.drawn_for(0), "auto"))
    table = await bucket_house.tables.do(table.id, Move(BEN, own, "auto"))
    with pytest.raises(StaleClick):
        await bucket_house.tables.do(table.id, Move(BEN, own, "confirm"))
    await bucket_house.tables.do(table.id, Move(BEN, table.drawn_for(1), "confirm"))


async def test_the_number_of_steps_a_seat_has_seen_survives_a_restart(bucket_house):
    table = await game(bucket_house)
    await bucket_house.tables.do(table.id, Move(ANNA, table.seq, "auto"))
    table = await bucket_house.tables.do(table.id, Move(BEN, table.drawn_for(1), "auto"))
    again = await (await bucket_house.restarted(Buckets())).tables.lookup.get(table.id)
    assert again.steps_seen == table.steps_seen


async def test_buttons_carry_the_number_of_steps_if_nothing_is_hidden(house):
    table = await house.act(await house.game(ANNA, BEN), "roll")
    assert table.steps_seen == (table.seq, table.seq)
    assert table.drawn_for(None) == table.drawn_for(0) == table.seq
