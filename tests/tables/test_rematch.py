"""Rematches: how many a table can have, who plays in them, and who begins."""

from __future__ import annotations

import asyncio

import pytest

from engine.check import Verdict
from engine.core import BadSetup
from engine.fairness import commitment
from players.core import Level
from players.games import game
from tables.model.errors import AlreadySeated, NotSeated, StaleClick, TableFull, WrongPhase
from tables.model.table import Status
from tables.play.lobby import AddComputer, SendHome
from tables.play.seating import Cancel, Join, Leave, Start
from tables.storage.repository import TableRepository
from tables.storage.writer import Limits
from tests.tables.games import Pig, Word
from tests.tables.house import ANNA, BEN, CHANNEL, CLEO, DORA, EMIL, GUILD


@pytest.fixture
async def played(house):
    return await house.finish(await house.game(ANNA, BEN, length="short"))


async def test_a_rematch_is_a_lobby_for_the_same_people_in_the_same_place(house, played):
    table = await house.tables.endings.rematch(played.id, BEN, 1)
    assert (table.status, table.rematch_of, table.opener) == (Status.LOBBY, played.id, BEN)
    assert (table.options, table.guild_id, table.channel_id) == (played.options, GUILD, CHANNEL)


async def test_a_rematch_keeps_the_language(house):
    opened = await house.tables.lobbies.open("pig", {}, GUILD, CHANNEL, ANNA, 1, language="pt-BR")
    await house.tables.do(opened.id, Join(BEN, 2))
    played = await house.finish(await house.tables.do(opened.id, Start(ANNA, 3)))
    table = await house.tables.endings.rematch(played.id, BEN, 1)
    assert (played.language, table.language) == ("pt-BR", "pt-BR")


async def test_a_rematch_has_a_secret_of_its_own(house, played):
    assert (await house.tables.endings.rematch(played.id, BEN, 1)).commitment != played.commitment


async def test_the_second_player_who_asks_joins_the_rematch_of_the_first(house, played):
    first = await house.tables.endings.rematch(played.id, BEN, 1)
    second = await house.tables.endings.rematch(played.id, ANNA, 2)
    assert second.id == first.id
    assert [seat.person for seat in second.seats] == [ANNA, BEN]  # as in the game before


async def test_a_player_seated_in_the_rematch_cannot_ask_again(house, played):
    await house.tables.endings.rematch(played.id, BEN, 1)
    with pytest.raises(AlreadySeated):
        await house.tables.endings.rematch(played.id, BEN, 2)


async def test_only_the_players_of_a_game_can_ask_for_its_rematch(house, played):
    with pytest.raises(NotSeated):
        await house.tables.endings.rematch(played.id, CLEO, 1)


async def test_other_people_may_join_a_rematch_through_its_lobby(house, played):
    table = await house.tables.endings.rematch(played.id, BEN, 1)
    assert len((await house.tables.do(table.id, Join(CLEO, 2))).seats) == 2


async def test_a_rematch_filled_by_others_is_full(house, played):
    table = await house.tables.endings.rematch(played.id, BEN, 1)
    for person in (CLEO, DORA, EMIL):
        await house.tables.do(table.id, Join(person, 2))
    with pytest.raises(TableFull):
        await house.tables.endings.rematch(played.id, ANNA, 3)


async def test_a_begun_rematch_stays_the_only_one(house, played):
    table = await house.tables.endings.rematch(played.id, BEN, 1)
    await house.tables.do(table.id, Join(CLEO, 2))
    await house.tables.do(table.id, Start(BEN, 1))
    with pytest.raises(WrongPhase, match=f"#{table.id}"):
        await house.tables.endings.rematch(played.id, ANNA, 3)


async def test_a_cancelled_rematch_can_be_asked_for_again(house, played):
    table = await house.tables.endings.rematch(played.id, BEN, 1)
    await house.tables.do(table.id, Cancel(BEN))
    assert (await house.tables.endings.rematch(played.id, ANNA, 2)).id != table.id


async def test_an_abandoned_rematch_can_be_asked_for_again(house, played):
    table = await house.tables.endings.rematch(played.id, BEN, 1)
    await house.tables.do(table.id, Join(ANNA, 2))
    for person in (ANNA, BEN):
        await house.tables.do(table.id, Leave(person))
    assert (await house.tables.endings.rematch(played.id, ANNA, 3)).id != table.id


async def test_a_rematch_that_cannot_be_replayed_still_counts_as_begun(house, played):
    table = await house.tables.endings.rematch(played.id, BEN, 1)
    await house.act(await house.tables.do(table.id, Join(ANNA, 2)), "hold")
    fresh = await house.restarted()
    await fresh.tamper("UPDATE moves SET text = 'nonsense' WHERE table_id = ?", table.id)
    with pytest.raises(WrongPhase, match=f"#{table.id}"):
        await fresh.tables.endings.rematch(played.id, ANNA, 3)


async def test_a_running_game_has_no_rematch(house):
    table = await house.game(ANNA, BEN)
    with pytest.raises(WrongPhase):
        await house.tables.endings.rematch(table.id, ANNA, 1)


async def test_an_abandoned_game_has_no_rematch(house):
    table = await house.game(ANNA, BEN)
    await house.tables.do(table.id, Leave(ANNA))
    await house.tables.do(table.id, Leave(BEN))
    with pytest.raises(WrongPhase):
        await house.tables.endings.rematch(table.id, ANNA, 1)


async def test_all_players_who_ask_at_once_meet_at_one_table(house):
    played = await house.finish(await house.game(ANNA, BEN, CLEO, DORA, length="short"))
    tables = await asyncio.gather(
        *(house.tables.endings.rematch(played.id, seat.person, 1) for seat in played.seats)
    )
    assert len({table.id for table in tables}) == 1
    assert len((await house.tables.lookup.get(tables[0].id)).seats) == 4


# When a rematch begins, and where people sit


async def test_a_rematch_begins_when_all_are_back(house, played):
    first = await house.tables.endings.rematch(played.id, BEN, 1)
    assert first.status is Status.LOBBY
    begun = await house.tables.endings.rematch(played.id, ANNA, 2)
    assert begun.status is Status.PLAYING
    assert [seat.person for seat in begun.seats] == [ANNA, BEN]
    assert begun.opener == BEN
    assert [c.kind for _, c in begun.mixed_in] == ["seat", "seat", "start"]
    assert await house.restarted() is not None
    assert (await house.tables.lookup.get(begun.id)).status is Status.PLAYING


async def test_a_player_who_comes_back_through_the_lobby_counts_too(house, played):
    table = await house.tables.endings.rematch(played.id, BEN, 1)
    assert (await house.tables.do(table.id, Join(ANNA, 2))).status is Status.PLAYING


async def test_a_rematch_with_a_new_person_begins_when_all_are_back(house, played):
    table = await house.tables.endings.rematch(played.id, BEN, 1)
    assert (await house.tables.do(table.id, Join(CLEO, 2))).status is Status.LOBBY
    begun = await house.tables.endings.rematch(played.id, ANNA, 3)
    assert begun.status is Status.PLAYING
    assert [seat.person for seat in begun.seats] == [ANNA, BEN, CLEO]


async def test_a_newcomer_begins_no_rematch(house, played):
    """Ben cannot come back, because he was forgotten, so only Start begins the rematch."""
    await house.tamper("UPDATE seats SET person_id = -500 WHERE person_id = ?", BEN.id)
    house = await house.restarted()
    table = await house.tables.endings.rematch(played.id, ANNA, 1)
    assert (await house.tables.do(table.id, Join(CLEO, 2))).status is Status.LOBBY


async def test_a_rematch_without_a_forgotten_player_begins_when_the_others_are_back(house):
    played = await house.finish(await house.game(ANNA, BEN, CLEO, length="short"))
    await house.tamper("UPDATE seats SET person_id = -500 WHERE person_id = ?", BEN.id)
    house = await house.restarted()
    table = await house.tables.endings.rematch(played.id, ANNA, 1)
    assert (await house.tables.do(table.id, Join(CLEO, 2))).status is Status.PLAYING


async def test_a_rematch_does_not_need_the_ducks_back(house):
    lobby = await house.lobby(ANNA, BEN, length="short")
    lobby = await house.tables.do(lobby.id, AddComputer(ANNA, Level.EASY))
    played = await finish(house, await house.tables.do(lobby.id, Start(ANNA, 1)))
    table = await house.tables.endings.rematch(played.id, ANNA, 2)
    (duck,) = (seat.person_id for seat in table.seats if seat.level)
    await house.tables.do(table.id, SendHome(ANNA, duck))
    assert (await house.tables.do(table.id, Join(BEN, 3))).status is Status.PLAYING


async def test_a_player_who_comes_back_to_a_rematch_filled_by_others_takes_a_seat_of_a_duck(house):
    lobby = await house.lobby(ANNA, BEN, length="short")
    for _ in range(2):
        lobby = await house.tables.do(lobby.id, AddComputer(ANNA, Level.EASY))
    played = await finish(house, await house.tables.do(lobby.id, Start(ANNA, 1)))
    table = await house.tables.endings.rematch(played.id, ANNA, 2)
    table = await house.tables.do(table.id, Join(CLEO, 3))
    assert (len(table.seats), table.status) == (4, Status.LOBBY)
    begun = await house.tables.endings.rematch(played.id, BEN, 4)
    assert begun.status is Status.PLAYING
    assert [seat.level for seat in begun.seats] == ["", "", Level.EASY, ""]


async def test_the_opener_of_a_rematch_can_start_without_all_players(house):
    played = await house.finish(await house.game(ANNA, BEN, CLEO, length="short"))
    table = await house.tables.endings.rematch(played.id, CLEO, 1)
    await house.tables.endings.rematch(played.id, ANNA, 2)
    begun = await house.tables.do(table.id, Start(CLEO, 3))
    assert [seat.person for seat in begun.seats] == [ANNA, CLEO]


async def test_a_series_counts_its_games_and_their_winners(house, played):
    assert await house.tables.endings.series(played) is None
    winners = []
    for number in (2, 3):
        if any(s.place > 1 for s in played.seats):
            winners += [s.person_id for s in played.seats if s.place == 1]
        table = await house.tables.endings.rematch(played.id, ANNA, 1)
        series = await house.tables.endings.series(table)
        assert series.number == number
        assert dict(series.wins) == {person: winners.count(person) for person in winners}
        assert series.people == (ANNA, BEN)
        played = await house.finish(await house.tables.endings.rematch(played.id, BEN, 2))


async def test_a_draw_of_all_is_a_win_for_nobody_in_a_series(house):
    table = await house.game(ANNA, BEN, length="short")
    while table.status is Status.PLAYING:
        table = await house.act(table, "hold")
    assert {seat.place for seat in table.seats} == {1}
    rematch = await house.tables.endings.rematch(table.id, ANNA, 1)
    assert dict((await house.tables.endings.series(rematch)).wins) == {}


class LastWins(Pig):
    """Pig in which the last seat begins the rematch."""

    def rematch_first(self, outcome):
        return len(outcome.scores) - 1


@pytest.fixture
async def by_the_last(house):
    return await house.restarted(LastWins())


async def rematch(house, *people):
    played = await house.finish(await house.game(ANNA, BEN, length="short"))
    table = await house.tables.endings.rematch(played.id, people[0], 1)
    for person in people[1:]:
        table = await house.tables.do(table.id, Join(person, 2))
    begun = table.status is Status.PLAYING
    return table if begun else await house.tables.do(table.id, Start(people[0], 1))


async def test_the_person_who_begins_keeps_that_right_in_another_seat(by_the_last):
    assert (await rematch(by_the_last, BEN, ANNA)).first == 1
    assert (await rematch(by_the_last, BEN, CLEO)).first == 0
    assert (await rematch(by_the_last, ANNA, CLEO, BEN)).to_act == (1,)


async def test_the_first_player_is_drawn_if_the_one_who_would_begin_is_not_there(by_the_last):
    table = await rematch(by_the_last, ANNA, CLEO)
    assert table.first is None
    assert str(table.recent[0].move).startswith("first")


async def test_a_restart_keeps_who_begins_the_rematch(by_the_last):
    table = await rematch(by_the_last, BEN, ANNA)
    again = await (await by_the_last.restarted(LastWins())).tables.lookup.get(table.id)
    assert (again.first, again.state) == (1, table.state)


async def test_the_series_of_two_games_that_are_each_others_rematch_has_an_end(house):
    table = await house.finish(await house.game(ANNA, BEN))
    again = await house.tables.endings.rematch(table.id, ANNA, 1)
    await house.tamper("UPDATE tables SET rematch_of = ? WHERE id = ?", again.id, table.id)
    assert (await house.tables.endings.series(again)).number == 2


# Games of one person


@pytest.fixture
async def alone(house):
    """Return a finished game of one person with a duck."""
    table = await house.lobby(ANNA, length="short")
    await house.tables.do(table.id, AddComputer(ANNA, Level.EASY))
    return await finish(house, await house.tables.do(table.id, Start(ANNA, 1)))


async def finish(house, table):
    while table.status is Status.PLAYING:
        if question := await house.tables.thinking.ask(table.id):
            table = await house.tables.thinking.make(question, Word("hold"))
        else:
            table = await house.act(table, "hold")
    return table


async def commitments(house, table):
    """Return the commitment shown at the end of a table, and the commitment of each rematch."""
    sql = "SELECT commitment FROM tables WHERE rematch_of = ? ORDER BY id"
    shown = await house.tables.endings.next_commitment(table.id)
    return shown, [digits for (digits,) in await house.rows(sql, table.id)]


async def test_a_person_who_played_alone_begins_anew_with_one_press(house, alone):
    again = await house.tables.endings.rematch(alone.id, ANNA, 77)
    assert (again.status, again.rematch_of) == (Status.PLAYING, alone.id)
    assert [str(made) for _, made in again.mixed_in] == ["seat 77", "start 77"]


async def test_the_end_shows_the_commitment_of_the_next_game(house, alone):
    shown, _ = await commitments(house, alone)
    again = await house.tables.endings.rematch(alone.id, ANNA, 77)
    assert shown == again.commitment != alone.commitment


async def test_the_dice_of_the_next_game_follow_from_the_secret_and_the_press(house):
    real = await house.restarted(game("pond"))
    table = await play_on(real, await real.game(ANNA, game="pond"))
    shown = await real.tables.endings.next_commitment(table.id)
    again = await real.tables.endings.rematch(table.id, ANNA, 7)
    ended = await play_on(real, again)
    found = await real.tables.transcripts.verify(ended.id)
    assert (found.dice.verdict, found.log.verdict) == (Verdict.FAIR, Verdict.FAIR)
    assert commitment(bytes.fromhex(ended.revealed)) == shown


async def play_on(house, table):
    while table.status is Status.PLAYING:
        table = await house.act(table, str(table.game.default(table.state, table.to_act[0])))
    return table


async def test_a_secret_is_used_once_and_shown_to_nobody_before(house, alone):
    """A secret is known once its game is over, so no second game may begin with it."""
    seen = []
    for snowflake in (7, 8, 9):
        shown, _ = await commitments(house, alone)
        again = await house.tables.endings.rematch(alone.id, ANNA, snowflake)
        seen.append((shown, again.commitment))
        assert await house.tables.endings.next_commitment(alone.id) is None  # it is used now
        await house.tables.do(again.id, Cancel(ANNA))
    assert all(shown == begun for shown, begun in seen)
    assert len({*seen}) == 3


async def test_only_one_of_two_presses_at_once_begins_a_game(house, alone):
    presses = (house.tables.endings.rematch(alone.id, ANNA, n, click=n) for n in (7, 8, 9))
    found = await asyncio.gather(*presses, return_exceptions=True)
    begun = [each for each in found if not isinstance(each, Exception)]
    assert len(begun) == 1
    assert all(isinstance(each, WrongPhase) for each in found if each is not begun[0])
    shown, followers = await commitments(house, alone)
    assert (shown, len(followers)) == (None, 1)


async def test_only_one_of_two_processes_that_get_presses_begins_a_game(house, alone):
    other = await house.restarted()
    both = (each.tables.endings.rematch(alone.id, ANNA, n) for n, each in enumerate((house, other)))
    found = await asyncio.gather(*both, return_exceptions=True)
    assert sum(isinstance(each, WrongPhase | StaleClick) for each in found) == 1
    assert len((await commitments(house, alone))[1]) == 1


async def test_a_press_that_is_rolled_back_uses_no_secret(house, alone, monkeypatch):
    shown, _ = await commitments(house, alone)

    async def fail(*_):
        raise RuntimeError

    with monkeypatch.context() as broken:
        broken.setattr(TableRepository, "save", fail)
        with pytest.raises(RuntimeError):
            await house.tables.endings.rematch(alone.id, ANNA, 7, click=7)
    assert await commitments(house, alone) == (shown, [])
    again = await house.tables.endings.rematch(alone.id, ANNA, 7, click=7)
    assert (again.status, again.commitment) == (Status.PLAYING, shown)


async def test_the_duck_sits_down_with_the_person_who_begins_anew(house, alone):
    again = await house.tables.endings.rematch(alone.id, ANNA, 2)
    assert [seat.level for seat in again.seats] == ["", Level.EASY]


async def test_an_unreadable_secret_leads_to_a_lobby(house, alone):
    """The end then shows no commitment. The lobby shows one before anybody can contribute."""
    for broken in (None, "", "nonsense"):
        await house.tamper("UPDATE tables SET next_secret = ? WHERE id = ?", broken, alone.id)
        assert await house.tables.endings.next_commitment(alone.id) is None
        again = await house.tables.endings.rematch(alone.id, ANNA, 7)
        assert again.status is Status.LOBBY
        await house.tables.do(again.id, Cancel(ANNA))


async def test_no_secret_is_drawn_in_advance_in_a_game_of_people(house, played):
    assert await house.rows("SELECT next_secret FROM tables") == [(None,)]
    assert await house.tables.endings.next_commitment(played.id) is None


async def test_open_lobbies_do_not_keep_a_person_alone_from_the_next_game(house, alone):
    for _ in range(Limits().lobbies_per_person):
        await house.lobby(ANNA)
    again = await house.tables.endings.rematch(alone.id, ANNA, 77)
    assert again.status is Status.PLAYING


async def test_another_game_calls_the_same_people_and_has_its_own_options(house, played):
    table = await house.tables.endings.rematch(played.id, BEN, 1, other=("heaps", {}))
    assert (table.game.info.key, table.settled) == ("heaps", table.game.options({}))
    assert (table.rematch_of, table.opener, table.status) == (played.id, BEN, Status.LOBBY)
    series = await house.tables.endings.series(table)
    assert (series.number, series.game, series.together) == (2, "pig", ())
    assert [person.id for person in series.people] == [ANNA.id, BEN.id]


async def test_another_game_begins_when_all_are_back_and_with_any_first_player(house, played):
    await house.tables.endings.rematch(played.id, BEN, 1, other=("heaps", {}))
    table = await house.tables.endings.rematch(played.id, ANNA, 2, other=("heaps", {}))
    assert (table.game.info.key, table.status) == ("heaps", Status.PLAYING)
    assert [seat.person for seat in table.seats] == [ANNA, BEN]


async def test_a_table_has_one_next_game_whatever_it_is(house, played):
    await house.tables.endings.rematch(played.id, BEN, 1, other=("heaps", {}))
    with pytest.raises(WrongPhase, match="Another game is chosen already"):
        await house.tables.endings.rematch(played.id, ANNA, 2)
    with pytest.raises(BadSetup):
        await house.tables.endings.rematch(played.id, ANNA, 2, other=("chess", {}))
    assert await house.rows("SELECT COUNT(*) FROM tables") == [(2,)]


async def test_a_second_press_after_a_kill_opens_no_second_game(house, played):
    table = await house.tables.endings.rematch(played.id, BEN, 1, other=("heaps", {}))
    with pytest.raises(AlreadySeated):
        await house.tables.endings.rematch(played.id, BEN, 2, other=("heaps", {}))
    assert [seat.person for seat in table.seats] == [BEN]
    assert await house.rows("SELECT COUNT(*) FROM tables") == [(2,)]


async def test_the_same_peoples_games_in_a_row_are_listed_the_latest_first(house, played):
    numbers, table = [played.id], played
    for _ in range(2):
        table = await house.tables.endings.rematch(table.id, BEN, 1)
        table = await house.finish(await house.tables.do(table.id, Join(ANNA, 2)))
        numbers.append(table.id)
    *before, _last = numbers
    assert (await house.tables.endings.series(table)).together == tuple(reversed(before))
    table = await house.tables.endings.rematch(table.id, BEN, 1)
    for person in (CLEO, ANNA):
        table = await house.tables.do(table.id, Join(person, 2))
    assert (await house.tables.endings.series(table)).together == ()
