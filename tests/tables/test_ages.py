"""Tables that no person ends: they end by age, by changed rules, or with their channel."""

from __future__ import annotations

import logging
import traceback

import pytest

from db.errors import DatabaseUnreachable
from engine.core import IllegalMove
from players.core import Level
from tables.model.errors import GameMissing, TableClosed
from tables.model.table import Status
from tables.play.playing import Move
from tables.play.seating import Join, Start
from tables.service import GAME_AGE, LOBBY_AGE
from tests.tables.games import Heaps, Pig
from tests.tables.house import ANNA, BEN, CHANNEL, CLEO, GUILD

# Age


async def test_a_lobby_is_cancelled_after_a_day_without_a_change(house):
    table = await house.lobby(ANNA)
    house.clock.pass_by(LOBBY_AGE - 1)
    assert await house.tables.maintenance.expire() == []
    house.clock.pass_by(1)
    (expired,) = await house.tables.maintenance.expire()
    assert (expired.id, expired.status) == (table.id, Status.CANCELLED)


async def test_a_lobby_lives_a_day_and_a_game_a_week():
    assert (LOBBY_AGE, GAME_AGE) == (86_400, 604_800)


async def test_a_person_who_joins_keeps_a_lobby_alive(house):
    table = await house.lobby(ANNA)
    house.clock.pass_by(LOBBY_AGE - 1)
    await house.tables.do(table.id, Join(BEN, 1))
    house.clock.pass_by(LOBBY_AGE - 1)
    assert await house.tables.maintenance.expire() == []


async def test_a_game_is_abandoned_after_a_week_without_a_move(house):
    table = await house.game(ANNA, BEN)
    house.clock.pass_by(GAME_AGE - 1)
    assert await house.tables.maintenance.expire() == []
    house.clock.pass_by(1)
    (expired,) = await house.tables.maintenance.expire()
    assert (expired.id, expired.status) == (table.id, Status.ABANDONED)


async def test_a_move_keeps_a_game_alive(house):
    table = await house.game(ANNA, BEN)
    house.clock.pass_by(GAME_AGE - 1)
    await house.act(table, "hold")
    house.clock.pass_by(GAME_AGE - 1)
    assert await house.tables.maintenance.expire() == []


async def test_a_finished_table_does_not_age(house):
    await house.finish(await house.game(ANNA, BEN))
    house.clock.pass_by(10 * GAME_AGE)
    assert await house.tables.maintenance.expire() == []


async def test_a_table_changed_at_the_last_moment_does_not_expire(house):
    table = await house.lobby(ANNA)
    assert await house.tables.maintenance._end_all([table.id], before=house.clock.time - 1) == []


async def test_an_expired_table_is_returned_once(house):
    await house.lobby(ANNA)
    house.clock.pass_by(LOBBY_AGE)
    assert len(await house.tables.maintenance.expire()) == 1
    assert await house.tables.maintenance.expire() == []


# Channels and servers that are gone


async def test_the_tables_of_a_deleted_channel_are_closed(house):
    lobby, game = await house.lobby(ANNA), await house.game(ANNA, BEN)
    elsewhere = await house.tables.lobbies.open("pig", {}, GUILD, CHANNEL + 1, ANNA, 1)
    closed = await house.tables.maintenance.close_channel(CHANNEL)
    assert {t.id: t.status for t in closed} == {
        lobby.id: Status.CANCELLED,
        game.id: Status.ABANDONED,
    }
    assert [t.id for t in await house.tables.lookup.all_live()] == [elsewhere.id]


async def test_the_tables_of_a_server_that_was_left_are_closed(house):
    lobby = await house.lobby(ANNA)
    elsewhere = await house.tables.lobbies.open("pig", {}, GUILD + 1, CHANNEL, ANNA, 1)
    assert [t.id for t in await house.tables.maintenance.close_guild(GUILD)] == [lobby.id]
    assert [t.id for t in await house.tables.lookup.all_live()] == [elsewhere.id]


# Rules that changed


class Stricter(Pig):
    """Pig after an update that forbids holding with an empty pot."""

    def play(self, state, seat, move):
        if str(move) == "hold" and state.pot == 0:
            raise IllegalMove("nothing to hold")
        return super().play(state, seat, move)


class Broken(Pig):
    """Pig after an update with a fault."""

    def play(self, state, seat, move):
        return state.no_such_thing


@pytest.fixture
async def held(house):
    """Return a game in which somebody held with an empty pot."""
    return await house.act(await house.game(ANNA, BEN, CLEO), "hold")


async def test_a_game_of_older_rules_that_still_folds_goes_on(house, held):
    later = await house.restarted(Pig(version=2))
    table = await later.tables.lookup.get(held.id)
    assert (table.status, table.state) == (Status.PLAYING, held.state)
    assert (await later.act(table, "hold")).seq == held.seq + 1


async def test_a_game_that_no_longer_folds_is_closed_with_a_reason(house, held):
    later = await house.restarted(Stricter(version=2))
    table = await later.tables.lookup.get(held.id)
    assert (table.status, table.state) == (Status.CLOSED, None)
    assert "changed the rules" in table.reason


async def test_a_closed_game_keeps_its_log(house, held):
    before = await house.steps(held.id)
    later = await house.restarted(Stricter(version=2))
    await later.tables.lookup.get(held.id)
    assert await later.steps(held.id) == before


async def test_a_click_on_a_game_that_no_longer_folds_tells_the_reason(house, held):
    later = await house.restarted(Stricter(version=2))
    for _ in range(2):
        with pytest.raises(TableClosed, match="has changed"):
            await later.act(held, "hold")
    assert (await later.tables.lookup.get(held.id)).seq == 0


async def test_a_game_is_closed_whatever_error_its_fold_raises(house, held):
    later = await house.restarted(Broken())
    table = await later.tables.lookup.get(held.id)
    assert table.status is Status.CLOSED
    assert "could not be read" in table.reason


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM moves WHERE seq = 0",
        "UPDATE moves SET text = 'jump' WHERE seq = 1",
        "UPDATE moves SET seat = (seat + 1) % 3 WHERE seq = 1",
        """UPDATE tables SET settled = '{"speed": "fast"}'""",
    ],
)
async def test_a_game_with_a_damaged_log_is_closed_and_never_half_played(house, held, damage):
    await house.tamper(damage)
    table = await (await house.restarted()).tables.lookup.get(held.id)
    assert table.status is Status.CLOSED


async def test_the_cause_of_a_broken_log_is_not_shown(house, held, caplog):
    caplog.set_level(logging.DEBUG)
    await house.tamper("UPDATE moves SET text = 'royal flush' WHERE seq = 1")
    await (await house.restarted()).tables.lookup.get(held.id)
    assert f"table {held.id}: the log does not fold" in caplog.text
    assert "royal flush" not in caplog.text


async def test_all_live_reports_the_games_that_it_closed(house, held):
    later = await house.restarted(Stricter(version=2))
    assert [t.status for t in await later.tables.lookup.all_live()] == [Status.CLOSED]
    assert await later.tables.lookup.all_live() == []


async def test_an_old_game_that_no_longer_folds_is_closed_and_not_abandoned(house, held):
    house.clock.pass_by(GAME_AGE)
    later = await house.restarted(Stricter(version=2))
    assert [t.status for t in await later.tables.maintenance.expire()] == [Status.CLOSED]


async def test_a_finished_game_keeps_its_result_when_its_log_no_longer_folds(house):
    played = await house.finish(await house.game(ANNA, BEN))
    later = await house.restarted(Stricter(version=2))
    table = await later.tables.lookup.get(played.id)
    assert (table.status, table.state) == (Status.FINISHED, None)
    assert table.outcome == played.outcome


async def test_a_lobby_of_older_rules_begins_under_the_new_rules(house):
    table = await house.lobby(ANNA, BEN)
    later = await house.restarted(Pig(version=2))
    await later.tables.do(table.id, Start(ANNA, 1))
    assert await later.rows("SELECT rules_version FROM tables") == [(2,)]


async def test_the_tables_of_a_removed_game_wait(house, held):
    later = await house.restarted(Heaps())
    with pytest.raises(GameMissing):
        await later.tables.lookup.get(held.id)
    assert await later.tables.lookup.all_live() == []
    house.clock.pass_by(GAME_AGE)
    assert await later.tables.maintenance.expire() == []


# A log that is damaged while its game is in memory


JUMP = "UPDATE moves SET text = 'royal flush' WHERE table_id = ? AND seq = 0"


async def test_a_computer_that_cannot_read_the_log_closes_the_game_without_showing_the_cause(real):
    opened = await real.tables.lobbies.open(
        "buckets", {}, GUILD, CHANNEL, ANNA, 1, computers=(Level.EASY,)
    )
    table = await real.tables.do(opened.id, Join(BEN, 2))
    table = await real.tables.do(table.id, Start(ANNA, 3))
    while table.thinking is None:
        seat = table.waiting_on[0]
        move = str(table.game.default(table.state, seat))
        person = table.seats[seat].person
        table = await real.tables.do(table.id, Move(person, table.drawn_for(seat), move))
    await real.tamper(JUMP, table.id)
    with pytest.raises(TableClosed) as caught:
        await real.tables.thinking.ask(table.id)
    assert "royal flush" not in "".join(traceback.format_exception(caught.value))
    assert (await real.tables.lookup.get(table.id)).status is Status.CLOSED


async def test_a_closed_table_is_shown_later_if_the_database_was_away(real, monkeypatch):
    table = await real.game(ANNA, BEN, game="ducks")
    await real.tamper("UPDATE tables SET secret = 'none', revision = revision + 1")
    assert (await real.tables.lookup.get(table.id)).status is Status.CLOSED

    async def away(numbers):
        if numbers:
            raise DatabaseUnreachable("The database cannot be reached.")
        return []

    with monkeypatch.context() as patched:
        patched.setattr(real.tables.lookup, "get_all", away)
        with pytest.raises(DatabaseUnreachable):
            await real.tables.maintenance.move_late()
    assert [each.id for each in await real.tables.maintenance.move_late()] == [table.id]


# A game that the bot no longer has


async def test_a_live_table_waits_unchanged_while_its_game_is_gone(house):
    table = await house.game(ANNA, BEN)
    before = await house.rows("SELECT * FROM tables"), await house.steps(table.id)
    other = await house.restarted(Heaps())
    house.clock.pass_by(GAME_AGE + 1)
    assert await other.tables.maintenance.expire() == []
    assert await other.tables.lookup.all_live() == []
    with pytest.raises(GameMissing):
        await other.act(table, "hold")
    assert (await house.rows("SELECT * FROM tables"), await house.steps(table.id)) == before


async def test_a_table_goes_on_once_its_game_is_back(house):
    table = await house.game(ANNA, BEN)
    await house.restarted(Heaps())
    back = await house.restarted(Pig(), Heaps())
    assert (await back.finish(table)).status is Status.FINISHED
