"""The lobby: its seats, its start, and the end of tables that nobody plays."""

from __future__ import annotations

import hashlib

import pytest

from engine.core import BadSetup
from players.core import Level
from players.games import GAMES
from tables.model.errors import (
    AlreadySeated,
    NoSuchTable,
    NotOpener,
    NotSeated,
    NotWelcome,
    StaleClick,
    TableFull,
    TooFewSeats,
    WrongPhase,
)
from tables.model.table import Status
from tables.model.time_control import TimeControl
from tables.play.lobby import AddComputer, AddDuck, SendHome, Settle, tell_moment
from tables.play.messages import SetCall
from tables.play.playing import Move, TakeBack
from tables.play.seating import Cancel, CancelLobby, Join, Leave, Start
from tests.tables.games import Pig
from tests.tables.house import ANNA, BEN, CHANNEL, CLEO, DORA, EMIL


def names(table):
    return [seat.name for seat in table.seats]


async def test_the_opener_sits_in_the_first_seat_of_a_lobby(house):
    table = await house.lobby(ANNA)
    assert (names(table), table.opener, table.status) == (["Anna"], ANNA, Status.LOBBY)


async def test_missing_options_get_their_defaults(house):
    assert (await house.lobby(ANNA)).options == {"length": "long"}


async def test_unknown_options_open_no_table(house):
    with pytest.raises(BadSetup):
        await house.lobby(ANNA, length="forever")
    assert await house.tables.lookup.all_live() == []


async def test_an_unknown_game_is_refused_by_name(house):
    with pytest.raises(BadSetup, match="chess"):
        await house.lobby(ANNA, game="chess")


async def test_people_who_join_sit_to_the_left(house):
    assert names(await house.lobby(ANNA, BEN, CLEO)) == ["Anna", "Ben", "Cleo"]


async def test_nobody_gets_two_seats(house):
    table = await house.lobby(ANNA, BEN)
    with pytest.raises(AlreadySeated):
        await house.tables.do(table.id, Join(BEN, 1))


async def test_a_full_table_takes_nobody(house):
    table = await house.lobby(ANNA, BEN, CLEO, DORA)
    with pytest.raises(TableFull, match="All 4 seats"):
        await house.tables.do(table.id, Join(EMIL, 1))


async def test_nobody_can_join_a_running_game(house):
    table = await house.game(ANNA, BEN)
    with pytest.raises(WrongPhase):
        await house.tables.do(table.id, Join(CLEO, 1))


async def test_a_person_who_leaves_the_lobby_frees_the_seat_and_the_others_move_up(house):
    table = await house.lobby(ANNA, BEN, CLEO)
    table = await house.tables.do(table.id, Leave(BEN))
    assert names(table) == ["Anna", "Cleo"]
    assert names(await (await house.restarted()).tables.lookup.get(table.id)) == ["Anna", "Cleo"]


async def test_a_person_who_left_the_lobby_can_join_again_at_the_end(house):
    table = await house.lobby(ANNA, BEN, CLEO)
    await house.tables.do(table.id, Leave(ANNA))
    assert names(await house.tables.do(table.id, Join(ANNA, 1))) == ["Ben", "Cleo", "Anna"]


async def test_an_opener_who_leaves_hands_the_table_to_the_next_seat(house):
    table = await house.lobby(ANNA, BEN, CLEO)
    assert (await house.tables.do(table.id, Leave(ANNA))).opener == BEN


async def test_an_opener_in_the_last_seat_hands_the_table_to_the_first(house):
    table = await house.lobby(ANNA, BEN, CLEO)
    await house.tables.do(table.id, Leave(ANNA))
    await house.tables.do(table.id, Join(ANNA, 1))
    await house.tables.do(table.id, Leave(BEN))
    assert (await house.tables.do(table.id, Leave(CLEO))).opener == ANNA


async def test_the_opener_stays_the_same_when_another_player_leaves(house):
    table = await house.lobby(ANNA, BEN)
    assert (await house.tables.do(table.id, Leave(BEN))).opener == ANNA


async def test_the_last_person_who_leaves_cancels_the_table(house):
    table = await house.lobby(ANNA)
    assert (await house.tables.do(table.id, Leave(ANNA))).status is Status.CANCELLED


async def test_a_spectator_cannot_leave(house):
    table = await house.lobby(ANNA)
    with pytest.raises(NotSeated):
        await house.tables.do(table.id, Leave(BEN))


async def test_only_the_opener_can_start_the_game(house):
    table = await house.lobby(ANNA, BEN)
    with pytest.raises(NotOpener, match="Anna"):
        await house.tables.do(table.id, Start(BEN, 1))


async def test_a_game_for_two_does_not_start_with_one(house):
    table = await house.lobby(ANNA)
    with pytest.raises(TooFewSeats, match="at least 2 players; 1 sit"):
        await house.tables.do(table.id, Start(ANNA, 1))


async def test_a_game_for_one_starts_with_one(house):
    solo = await house.restarted(Pig(fewest=1))
    assert (await solo.game(ANNA)).status is Status.PLAYING


async def test_a_lone_player_may_cancel_the_game(house):
    solo = await house.restarted(Pig(fewest=1))
    table = await solo.game(ANNA)
    assert (await solo.tables.do(table.id, Cancel(ANNA))).status is Status.CANCELLED


async def test_a_cancel_pressed_in_the_lobby_does_not_end_a_game_begun_since(house):
    solo = await house.restarted(Pig(fewest=1))
    table = await solo.game(ANNA)
    with pytest.raises(WrongPhase):
        await solo.tables.do(table.id, CancelLobby(ANNA))


async def test_the_opener_can_cancel_the_lobby(house):
    table = await house.lobby(ANNA, BEN)
    assert (await house.tables.do(table.id, Cancel(ANNA))).status is Status.CANCELLED


async def test_a_table_cancelled_by_somebody_else_names_that_person(house):
    mine, other = await house.lobby(ANNA), await house.lobby(ANNA)
    assert (await house.tables.do(mine.id, Cancel(ANNA, force=True))).reason is None
    assert (
        "cancelled this table" in (await house.tables.do(other.id, Cancel(BEN, force=True))).reason
    )


async def test_a_player_who_is_not_the_opener_cannot_cancel(house):
    table = await house.lobby(ANNA, BEN)
    with pytest.raises(NotOpener):
        await house.tables.do(table.id, Cancel(BEN))


async def test_the_opener_alone_cannot_cancel_a_game_that_others_play(house):
    table = await house.game(ANNA, BEN)
    assert (await house.tables.do(table.id, Cancel(ANNA))).status is Status.PLAYING
    with pytest.raises(WrongPhase, match="leave"):
        await house.tables.do(table.id, Cancel(EMIL))


async def test_force_also_cancels_a_running_game(house):
    table = await house.game(ANNA, BEN)
    table = await house.tables.do(table.id, Cancel(EMIL, force=True))
    assert table.status is Status.CANCELLED
    assert [table.waiting.get(seat.seat) for seat in table.seats] == [None, None]


async def test_a_cancelled_table_refuses_every_act(house):
    table = await house.lobby(ANNA)
    await house.tables.do(table.id, Cancel(ANNA))
    for again in (
        house.tables.do(table.id, Join(BEN, 1)),
        house.tables.do(table.id, Leave(ANNA)),
        house.tables.do(table.id, Start(ANNA, 1)),
        house.tables.do(table.id, Cancel(ANNA)),
        house.tables.do(table.id, TakeBack(ANNA)),
        house.tables.do(table.id, Move(ANNA, 0, "hold")),
    ):
        with pytest.raises(WrongPhase):
            await again


async def test_unknown_table_numbers_are_refused(house):
    with pytest.raises(NoSuchTable, match="#99"):
        await house.tables.lookup.get(99)


async def test_a_channel_and_a_person_can_have_several_tables_at_once(house):
    first, second = await house.lobby(ANNA), await house.game(ANNA, BEN)
    assert [t.id for t in await house.tables.lookup.live_in(CHANNEL)] == [first.id, second.id]
    assert [t.seat_of(ANNA.id) for t in await house.tables.lookup.live_in(CHANNEL)] == [0, 0]


async def test_the_newest_table_of_a_channel_is_never_a_cancelled_one(house):
    first, second = await house.lobby(ANNA), await house.lobby(BEN)
    await house.tables.do(second.id, Cancel(BEN))
    assert (await house.tables.lookup.newest_in(CHANNEL)).id == first.id
    assert await house.tables.lookup.newest_in(CHANNEL + 1) is None


async def test_the_live_message_and_the_call_survive_a_restart(house):
    table = await house.lobby(ANNA, BEN, CLEO)
    await house.tables.messages.set_message(table.id, 123)
    await house.tables.do(table.id, SetCall(456, (0, 2)))
    again = await (await house.restarted()).tables.lookup.get(table.id)
    assert (again.message_id, again.call_id, again.notified) == (123, 456, (0, 2))


async def test_a_new_message_does_not_change_the_age_of_a_table(house):
    table = await house.lobby(ANNA)
    house.clock.pass_by(50)
    assert (await house.tables.messages.set_message(table.id, 500))[
        0
    ].changed_at == table.changed_at


async def test_the_commitment_is_fixed_before_anyone_joins_and_fits_the_secret(house):
    table = await house.lobby(ANNA)
    assert table.revealed is None
    over = await house.tables.do(table.id, Cancel(ANNA))
    assert over.commitment == table.commitment
    assert hashlib.sha256(bytes.fromhex(over.revealed)).hexdigest() == table.commitment


async def test_each_table_draws_32_bytes_of_its_own(house):
    tables = [await house.tables.do((await house.lobby(ANNA)).id, Cancel(ANNA)) for _ in range(2)]
    assert [len(bytes.fromhex(table.revealed)) for table in tables] == [32, 32]
    assert tables[0].revealed != tables[1].revealed


# Newcomers and options


async def test_a_person_who_sat_at_an_earlier_table_is_no_newcomer_even_after_leaving(house):
    first = await house.lobby(ANNA)
    await house.lobby(ANNA, game="heaps")
    assert not await house.tables.lookup.has_newcomer(await house.lobby(ANNA))
    first = await house.tables.do(first.id, Join(BEN, 5))
    await house.tables.do(first.id, Leave(BEN))
    assert not await house.tables.lookup.has_newcomer(await house.lobby(ANNA, BEN))


async def test_a_newcomer_is_noticed_among_others_and_after_sitting_at_a_later_table(house):
    await house.lobby(ANNA)
    with_ben = await house.lobby(ANNA, BEN)
    await house.lobby(ANNA, BEN)
    assert await house.tables.lookup.has_newcomer(with_ben)


async def test_a_table_of_another_game_does_not_make_a_newcomer_known(house):
    await house.lobby(ANNA)
    assert await house.tables.lookup.has_newcomer(await house.lobby(ANNA, game="heaps"))


async def test_the_opener_can_choose_options_until_the_game_begins(house):
    table = await house.lobby(ANNA, BEN)
    with pytest.raises(NotOpener):
        await house.tables.do(table.id, Settle(BEN, {"length": "short"}))
    table = await house.tables.do(table.id, Settle(ANNA, {"length": "short"}))
    assert table.options == {"length": "short"}
    again = await (await house.restarted()).tables.lookup.get(table.id)
    assert again.options == {"length": "short"}
    table = await house.tables.do(table.id, Start(ANNA, 9))
    with pytest.raises(WrongPhase):
        await house.tables.do(table.id, Settle(ANNA, {"length": "long"}))


@pytest.mark.parametrize("options", [{"length": "forever"}, {"colour": "red"}])
async def test_an_unknown_option_changes_nothing(house, options):
    table = await house.lobby(ANNA)
    with pytest.raises(StaleClick):
        await house.tables.do(table.id, Settle(ANNA, options))


async def test_changed_settings_are_noted_once_somebody_else_has_joined(house):
    table = await house.lobby(ANNA)
    await house.tables.do(table.id, Settle(ANNA, time_control=TimeControl.DAY))
    assert (await house.tables.do(table.id, Join(BEN, 5))).resettled == ()
    await house.tables.do(table.id, Settle(ANNA, {"length": "short"}))
    table = await house.tables.do(table.id, Settle(ANNA, time_control=TimeControl.LIVE))
    assert table.resettled == ("option.length", "time_control")
    again = await (await house.restarted()).tables.lookup.get(table.id)
    assert again.resettled == table.resettled


async def test_a_form_that_changes_nothing_is_no_change(house):
    table = await house.lobby(ANNA, BEN)
    same = Settle(ANNA, {**table.options}, TimeControl.NONE, Level.NORMAL, threaded=False)
    assert await house.tables.do(table.id, same) == table


async def test_a_level_holds_for_the_ducks_that_sit_here_and_for_those_who_come(real):
    table = await real.lobby(ANNA, game="trophy")
    for level in (Level.EASY, Level.NORMAL):
        table = await real.tables.do(table.id, AddComputer(ANNA, level))
    table = await real.tables.do(table.id, Settle(ANNA, level=Level.HARD))
    table = await real.tables.do(table.id, AddDuck(ANNA, tell_moment(table)))
    assert [each.level for each in table.seats] == ["", "hard", "hard", "hard"]
    assert len({each.person_id for each in table.seats}) == 4
    assert table == await (await real.restarted(*GAMES)).tables.lookup.get(table.id)


async def test_whoever_was_sent_home_cannot_join_again_and_another_can(house):
    table = await house.lobby(ANNA, BEN)
    with pytest.raises(NotOpener):
        await house.tables.do(table.id, SendHome(BEN, ANNA.id))
    with pytest.raises(StaleClick):
        await house.tables.do(table.id, SendHome(ANNA, ANNA.id))
    table = await house.tables.do(table.id, SendHome(ANNA, BEN.id))
    assert [each.person for each in table.seats] == [ANNA]
    with pytest.raises(NotWelcome):
        await (await house.restarted()).tables.do(table.id, Join(BEN, 6))
    await house.tables.do(table.id, Join(CLEO, 7))
    begun = await house.tables.do(table.id, Start(ANNA, 8))
    assert begun.sent_home == ()
