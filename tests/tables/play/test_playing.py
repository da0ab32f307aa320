"""The game at a table: moves, turns, the steps on a board, and seats that the caretaker plays."""

from __future__ import annotations

import pytest

from engine.core import CHANCE, MalformedMove, NotYourTurn
from tables.model.errors import (
    AlreadySeated,
    NotIdle,
    NotSeated,
    SeatBack,
    StaleClick,
    WrongPhase,
)
from tables.model.table import Status
from tables.play.playing import HandOver, Move, TakeBack
from tables.play.seating import Leave
from tables.service import IDLE_AFTER
from tests.tables.games import Heaps, Pig
from tests.tables.house import ANNA, BEN, CLEO, DORA, EMIL


class Wavering(Heaps):
    """Heaps in which the first seat may act only while the number of stones is even."""

    def to_act(self, state):
        return (1, 2) if sum(map(len, state)) % 2 else (0, 1, 2)


class Bold(Pig):
    """Pig with a caretaker who rolls until the die shows a 1."""

    def default_move(self, state, seat):
        return self.parse("roll")


def acting(table):
    return table.seats[table.to_act[0]].person


def waiting(table):
    return next(seat.person for seat in table.seats if seat.person != acting(table))


async def test_a_started_game_waits_for_a_person(house):
    table = await house.game(ANNA, BEN)
    assert (table.seq, len(table.to_act)) == (1, 1)
    assert [t.seat for t in table.recent] == [CHANCE]


async def test_a_move_and_the_chance_after_it_are_one_change(house):
    table = await house.game(ANNA, BEN)
    after = await house.act(table, "roll")
    steps = await house.steps(table.id)
    assert [step.seat for step in steps] == [CHANCE, table.to_act[0], CHANCE]
    assert after.seq == 3


async def test_the_board_can_show_every_step_since_a_persons_last_move(house):
    after = await house.act(await house.game(ANNA, BEN), "roll")
    assert [t.seq for t in after.recent] == [0, 1, 2]
    assert after.recent[-1].after is after.state
    assert after.recent[1].after is after.recent[2].before


async def test_the_board_keeps_at_least_eight_steps(house):
    table = await house.game(ANNA, BEN, CLEO, DORA)
    for _ in range(10):
        table = await house.act(table, "hold")
    assert [t.seq for t in table.recent] == list(range(3, 11))
    again = await (await house.restarted()).tables.lookup.get(table.id)
    assert [t.seq for t in again.recent] == list(range(3, 11))


async def test_the_board_can_show_the_whole_of_a_long_turn_by_the_caretaker(house):
    bold = await house.restarted(Bold())
    table = await bold.game(ANNA, BEN)
    table = await bold.tables.do(table.id, Leave(BEN))
    longest = 0
    while table.to_act:
        before, table = table, await bold.act(table, "hold")
        assert table.recent[0].seq <= before.seq
        longest = max(longest, table.seq - before.seq)
    assert longest > 9
    assert len(await bold.steps(table.id)) == table.seq


async def test_a_spectator_cannot_move(house):
    table = await house.game(ANNA, BEN)
    with pytest.raises(NotSeated):
        await house.tables.do(table.id, Move(CLEO, table.seq, "hold"))


async def test_an_out_of_turn_error_names_the_seat_to_act(house):
    table = await house.game(ANNA, BEN)
    with pytest.raises(NotYourTurn, match=f"Waiting for: {acting(table).name}"):
        await house.tables.do(table.id, Move(waiting(table), table.seq, "hold"))


async def test_the_turn_is_checked_before_staleness(house):
    table = await house.game(ANNA, BEN)
    with pytest.raises(NotYourTurn):
        await house.tables.do(table.id, Move(waiting(table), 0, "nonsense"))


async def test_staleness_is_checked_before_the_move_is_parsed(house):
    table = await house.game(ANNA, BEN)
    with pytest.raises(StaleClick):
        await house.tables.do(table.id, Move(acting(table), table.seq - 1, "nonsense"))


async def test_a_seq_that_never_existed_is_stale(house):
    table = await house.game(ANNA, BEN)
    with pytest.raises(StaleClick):
        await house.tables.do(table.id, Move(acting(table), table.seq + 1, "hold"))


@pytest.mark.parametrize("text", ["", "HOLD", "hold ", "jump"])
async def test_malformed_moves_change_nothing(house, text):
    table = await house.game(ANNA, BEN)
    with pytest.raises(MalformedMove):
        await house.act(table, text)
    assert (await house.tables.lookup.get(table.id)).seq == table.seq


async def test_nobody_can_click_a_chance_move(house):
    table = await house.game(ANNA, BEN)
    with pytest.raises(Exception, match="not allowed"):
        await house.act(table, "die 6")


async def test_a_lobby_takes_no_moves(house):
    table = await house.lobby(ANNA, BEN)
    with pytest.raises(WrongPhase, match="not begun"):
        await house.tables.do(table.id, Move(ANNA, 0, "hold"))


async def test_the_end_writes_scores_and_places(house):
    table = await house.finish(await house.game(ANNA, BEN))
    assert table.status is Status.FINISHED
    assert [(seat.score, seat.place) for seat in table.seats] == [(0, 1), (0, 1)]
    assert table.outcome == table.game.outcome(table.state)


async def test_the_end_shows_the_secret(house):
    table = await house.game(ANNA, BEN)
    assert table.revealed is None
    assert (await house.finish(table)).revealed is not None


async def test_a_finished_game_takes_no_move(house):
    table = await house.finish(await house.game(ANNA, BEN))
    with pytest.raises(WrongPhase, match="over"):
        await house.tables.do(table.id, Move(ANNA, table.seq, "hold"))


async def test_a_restart_finds_the_same_state(house):
    table = await house.act(await house.game(ANNA, BEN), "roll")
    again = await (await house.restarted()).tables.lookup.get(table.id)
    assert (again.state, again.seq, again.seats) == (table.state, table.seq, table.seats)


async def test_a_persons_new_name_appears_with_the_next_move(house):
    table = await house.game(ANNA, BEN)
    person = acting(table)
    renamed = type(person)(person.id, "Renamed")
    after = await house.tables.do(table.id, Move(renamed, table.seq, "roll"))
    assert after.seats[table.to_act[0]].name == "Renamed"


# Several seats that act at once


async def test_a_simultaneous_move_of_another_seat_does_not_make_a_board_stale(house):
    table = await house.game(ANNA, BEN, game="heaps")
    await house.tables.do(table.id, Move(ANNA, 0, "put 3"))
    after = await house.tables.do(table.id, Move(BEN, 0, "put 4"))
    assert after.state == ((3,), (4,))


async def test_the_last_seat_to_choose_may_still_use_the_earlier_board(house):
    table = await house.game(ANNA, BEN, game="heaps")
    for seq, stone in enumerate((1, 2, 3)):
        await house.tables.do(table.id, Move(ANNA, seq, f"put {stone}"))
    assert (await house.tables.do(table.id, Move(BEN, 0, "put 9"))).state == ((1, 2, 3), (9,))


async def test_a_players_own_move_makes_the_players_board_stale_even_where_all_act_at_once(house):
    table = await house.game(ANNA, BEN, game="heaps")
    await house.tables.do(table.id, Move(ANNA, 0, "put 3"))
    with pytest.raises(StaleClick):
        await house.tables.do(table.id, Move(ANNA, 0, "put 3"))


async def test_a_board_without_moves_is_stale_once_all_act_again(house):
    other = await house.restarted(Wavering())
    table = await other.game(ANNA, BEN, CLEO, game="heaps")
    await other.tables.do(table.id, Move(ANNA, 0, "put 3"))
    table = await other.tables.do(table.id, Move(BEN, 0, "put 4"))
    assert table.to_act == (0, 1, 2)
    with pytest.raises(StaleClick):
        await other.tables.do(table.id, Move(ANNA, 1, "put 5"))


async def test_freshness_survives_a_restart(house):
    table = await house.game(ANNA, BEN, game="heaps")
    await house.tables.do(table.id, Move(ANNA, 0, "put 3"))
    other = await house.restarted()
    with pytest.raises(StaleClick):
        await other.tables.do(table.id, Move(ANNA, 0, "put 3"))
    assert (await other.tables.do(table.id, Move(BEN, 0, "put 4"))).seq == 2


async def test_an_out_of_turn_error_names_all_seats_to_act(house):
    table = await house.game(ANNA, BEN, CLEO, game="heaps")
    for seq in range(3):
        await house.tables.do(table.id, Move(ANNA, seq, "put 1"))
    with pytest.raises(NotYourTurn, match="Waiting for: Ben, Cleo"):
        await house.tables.do(table.id, Move(ANNA, 3, "put 1"))


# The caretaker


async def test_the_caretaker_plays_for_a_person_who_leaves(house):
    table = await house.game(ANNA, BEN, CLEO)
    person = acting(table)
    after = await house.tables.do(table.id, Leave(person))
    seat = after.seats[table.to_act[0]]
    assert (seat.caretaker, seat.departed) == (True, True)
    assert acting(after) != person
    assert after.recent[-1].by_caretaker


async def test_the_log_tells_the_caretakers_moves_from_a_persons_after_a_restart(house):
    table = await house.game(ANNA, BEN)
    table = await house.tables.do(table.id, Leave(acting(table)))
    again = await (await house.restarted()).tables.lookup.get(table.id)
    assert [t.by_caretaker for t in again.recent] == [False, True]


async def test_the_caretaker_and_one_person_can_finish_a_game(house):
    table = await house.game(ANNA, BEN, CLEO, DORA)
    for person in (BEN, CLEO, DORA):
        table = await house.tables.do(table.id, Leave(person))
    assert (await house.finish(table)).status is Status.FINISHED


async def test_nobody_can_leave_twice(house):
    table = await house.game(ANNA, BEN)
    await house.tables.do(table.id, Leave(ANNA))
    with pytest.raises(NotSeated, match="already"):
        await house.tables.do(table.id, Leave(ANNA))


async def test_the_game_is_abandoned_when_the_last_person_leaves(house):
    table = await house.game(ANNA, BEN)
    await house.tables.do(table.id, Leave(ANNA))
    table = await house.tables.do(table.id, Leave(BEN))
    assert table.status is Status.ABANDONED
    assert table.outcome is None


async def test_the_opener_who_leaves_a_game_hands_the_table_on(house):
    table = await house.game(ANNA, BEN, CLEO)
    table = await house.tables.do(table.id, Leave(ANNA))
    assert table.opener == BEN
    assert (await house.tables.do(table.id, Leave(BEN))).opener == CLEO


async def test_a_table_is_never_handed_on_to_an_absent_player(house):
    table = await house.game(ANNA, BEN, CLEO)
    await house.tables.do(table.id, Leave(BEN))
    assert (await house.tables.do(table.id, Leave(ANNA))).opener == CLEO


async def test_a_table_is_handed_on_to_the_left(house):
    table = await house.game(ANNA, BEN, CLEO, DORA)
    await house.tables.do(table.id, Leave(BEN))
    assert (await house.tables.do(table.id, Leave(ANNA))).opener == CLEO
    await house.tables.do(table.id, TakeBack(BEN))
    assert (await house.tables.do(table.id, Leave(CLEO))).opener == DORA


async def test_a_departed_player_takes_the_seat_back(house):
    table = await house.game(ANNA, BEN)
    await house.tables.do(table.id, Leave(ANNA))
    table = await house.tables.do(table.id, TakeBack(ANNA))
    assert (table.seats[0].caretaker, table.seats[0].departed) == (False, False)


async def test_an_occupied_seat_cannot_be_taken_back(house):
    table = await house.game(ANNA, BEN)
    with pytest.raises(AlreadySeated):
        await house.tables.do(table.id, TakeBack(ANNA))


async def test_a_click_of_an_absent_player_takes_the_seat_back(house):
    table = await house.game(ANNA, BEN)
    gone = acting(table)
    table = await house.tables.do(table.id, Leave(gone))
    with pytest.raises(SeatBack, match=r"You have your seat back\. It is"):
        await house.tables.do(table.id, Move(gone, table.seq, "hold"))
    table = await house.tables.lookup.get(table.id)
    assert not any(seat.caretaker for seat in table.seats)


async def test_the_move_of_an_absent_player_takes_the_seat_back_and_counts(house):
    table = await house.game(ANNA, BEN, CLEO, game="heaps")
    table = await house.tables.do(table.id, Leave(ANNA))
    table = await house.tables.do(table.id, Move(ANNA, 0, "put 5"))
    assert table.state[0] == (5,)
    assert not table.seats[0].caretaker


async def test_a_wrong_move_of_an_absent_player_takes_the_seat_back_too(house):
    table = await house.game(ANNA, BEN, CLEO, game="heaps")
    table = await house.tables.do(table.id, Leave(ANNA))
    with pytest.raises(SeatBack, match="is not a move"):
        await house.tables.do(table.id, Move(ANNA, 0, "jump"))
    assert not (await house.tables.lookup.get(table.id)).seats[0].caretaker


# Silence


async def test_idle_time_counts_for_the_seat_to_act(house):
    table = await house.game(ANNA, BEN)
    expected = [house.clock.time if i in table.to_act else None for i in range(2)]
    assert [table.waiting.get(seat.seat) for seat in table.seats] == expected


async def test_a_turn_that_continues_after_a_move_starts_the_clock_anew(house):
    table = await house.game(ANNA, BEN)
    house.clock.pass_by(100)
    while len(table.recent) < 3 or str(table.recent[-1].move) == "die 1":
        table = await house.act(table, "roll")
    assert table.waiting.get(table.to_act[0]) == house.clock.time


async def test_a_simultaneous_move_of_another_seat_does_not_stop_the_clock(house):
    table = await house.game(ANNA, BEN, game="heaps")
    began = house.clock.time
    house.clock.pass_by(100)
    table = await house.tables.do(table.id, Move(ANNA, 0, "put 3"))
    assert [table.waiting.get(seat.seat) for seat in table.seats] == [house.clock.time, began]


async def test_a_seat_is_not_handed_over_within_two_minutes(house):
    table = await house.game(ANNA, BEN)
    house.clock.pass_by(IDLE_AFTER - 1)
    with pytest.raises(NotIdle, match="another 1 s"):
        await house.tables.do(table.id, HandOver(waiting(table), table.to_act[0]))


async def test_an_idle_seat_is_handed_over_and_played_at_once(house):
    table = await house.game(ANNA, BEN)
    house.clock.pass_by(IDLE_AFTER)
    after = await house.tables.do(table.id, HandOver(waiting(table), table.to_act[0]))
    assert after.seats[table.to_act[0]].caretaker
    assert not after.seats[table.to_act[0]].departed
    assert after.to_act != table.to_act


async def test_a_spectator_cannot_hand_over_a_seat(house):
    table = await house.game(ANNA, BEN)
    house.clock.pass_by(IDLE_AFTER)
    with pytest.raises(NotSeated):
        await house.tables.do(table.id, HandOver(EMIL, table.to_act[0]))


async def test_players_cannot_hand_over_their_own_seats(house):
    table = await house.game(ANNA, BEN)
    house.clock.pass_by(IDLE_AFTER)
    with pytest.raises(NotIdle):
        await house.tables.do(table.id, HandOver(acting(table), table.to_act[0]))


@pytest.mark.parametrize("seat", [-1, 2, 99])
async def test_an_unknown_seat_cannot_be_handed_over(house, seat):
    table = await house.game(ANNA, BEN)
    house.clock.pass_by(IDLE_AFTER)
    with pytest.raises(NotIdle):
        await house.tables.do(table.id, HandOver(ANNA, seat))


async def test_a_seat_that_is_not_to_act_is_not_idle(house):
    table = await house.game(ANNA, BEN, CLEO)
    idle = next(i for i in range(3) if i not in table.to_act)
    by = next(table.seats[i].person for i in range(3) if i != idle)
    house.clock.pass_by(IDLE_AFTER)
    with pytest.raises(NotIdle, match="is not waiting"):
        await house.tables.do(table.id, HandOver(by, idle))


async def test_an_absent_player_cannot_hand_over_a_seat(house):
    table = await house.game(ANNA, BEN, CLEO)
    idle = next(seat.person for i, seat in enumerate(table.seats) if i not in table.to_act)
    await house.tables.do(table.id, Leave(idle))
    house.clock.pass_by(IDLE_AFTER)
    with pytest.raises(NotSeated, match="press I'm back"):
        await house.tables.do(table.id, HandOver(idle, table.to_act[0]))


async def test_a_silent_table_is_reported_once(house):
    table = await house.game(ANNA, BEN)
    assert await house.tables.maintenance.find_idle() == []
    house.clock.pass_by(IDLE_AFTER)
    assert [t.id for t in await house.tables.maintenance.find_idle()] == [table.id]
    assert await house.tables.maintenance.find_idle() == []


async def test_a_second_silence_is_reported_again(house):
    table = await house.game(ANNA, BEN)
    house.clock.pass_by(IDLE_AFTER)
    await house.tables.maintenance.find_idle()
    await house.act(table, "hold")
    house.clock.pass_by(IDLE_AFTER)
    assert [t.id for t in await house.tables.maintenance.find_idle()] == [table.id]
    assert len(house.tables.maintenance._reported_idle) == 1


async def test_a_table_with_one_person_present_is_not_reported_as_silent(house):
    table = await house.game(ANNA, BEN)
    await house.tables.do(table.id, Leave(acting(table)))
    house.clock.pass_by(IDLE_AFTER)
    assert await house.tables.maintenance.find_idle() == []
