"""Forced moves need no click.

They are saved and shown together with the click before them, or in some games one by one.
"""

from __future__ import annotations

from operator import itemgetter

import pytest

from engine.core import CHANCE
from players.games import GAMES
from tables.model.errors import StaleClick
from tables.model.table import Status
from tables.play.playing import Move
from tables.play.seating import Leave
from tests.tables.house import ANNA, BEN, CLEO


async def play(house, people, key, choose, **options):
    """Play a game to its end; yield each table after a click."""
    table = await house.game(*people, game=key, **options)
    while table.status is Status.PLAYING:
        person = table.seats[table.to_act[0]].person
        moves = table.game.moves(table.state, table.to_act[0])
        table = await house.tables.do(table.id, Move(person, table.seq, str(choose(moves))))
        yield table


async def finish_turn(house, table):
    """Make the throws of a turn that need no click; yield the table after each."""
    while question := await house.tables.thinking.ask(table.id):
        move = await house.tables.thinking.choose(question)
        table = await house.tables.thinking.make(question, move)
        yield table


async def test_one_click_is_a_whole_turn(house):
    house = await house.restarted(*GAMES)
    table, longest = await house.game(ANNA, BEN, CLEO, game="buckdice"), 0
    while table.status is Status.PLAYING:
        thrower, seq = table.to_act[0], table.seq
        table = await house.act(table, "throw")
        steps = [table, *[after async for after in finish_turn(house, table)]]
        table = steps[-1]
        assert [move.seq for move in table.since_click] == list(range(seq, table.seq))
        assert {move.seat for move in table.since_click} == {CHANCE, thrower}
        assert table.to_act[:1] != (thrower,)
        longest = max(longest, len(steps))
    assert longest > 2


async def test_each_throw_of_a_turn_is_a_step_of_its_own(house):
    house = await house.restarted(*GAMES)
    table = await turn_that_goes_on(house)
    async for after in finish_turn(house, table):
        assert after.revision == table.revision + 1
        assert [str(move.move).split(" ")[0] for move in after.recent[-2:]] == ["throw", "dice"]
        table = after


async def turn_that_goes_on(house):
    """Return a table of two people in the middle of a turn, after a first throw."""
    table = await house.game(ANNA, BEN, game="buckdice")
    while True:
        table = await house.act(table, "throw")
        if table.thinking is not None:
            return table
        assert table.status is Status.PLAYING


async def test_a_turn_goes_on_after_a_restart(house):
    table = await turn_that_goes_on(await house.restarted(*GAMES))
    again = await house.restarted(*GAMES)
    assert [found.id for found in await again.tables.thinking.find()] == [table.id]
    *_, after = [each async for each in finish_turn(again, table)]
    assert await again.tables.thinking.find() == []
    assert after.to_act != table.to_act


async def test_the_throws_of_a_player_who_leaves_in_a_turn_need_no_pause(house):
    house = await house.restarted(*GAMES)
    table = await turn_that_goes_on(house)
    leaver = table.seats[table.to_act[0]].person
    table = await house.tables.do(table.id, Leave(leaver))
    assert table.thinking is None


async def test_a_double_tap_makes_no_throw_of_its_own(house):
    house = await house.restarted(*GAMES)
    table = await turn_that_goes_on(house)
    person = table.seats[table.to_act[0]].person
    with pytest.raises(StaleClick):
        await house.tables.do(table.id, Move(person, table.seq - 2, "throw"))


async def test_a_lost_bucket_needs_no_click(house):
    house = await house.restarted(*GAMES)
    lost = 0
    async for table in play(house, (ANNA, BEN), "ducks", itemgetter(-1), press="bust"):
        later = [str(move.move) for move in table.since_click[1:] if move.seat != CHANCE]
        assert later in ([], ["bust"])
        lost += bool(later)
        if table.to_act:
            assert table.game.forced(table.state) is None
    assert lost


async def test_a_log_with_forced_moves_can_be_verified_and_replayed(house):
    house = await house.restarted(*GAMES)
    *_, table = [each async for each in play(house, (ANNA, BEN), "buckdice", itemgetter(0))]
    assert (await house.tables.transcripts.verify(table.id)).fair
    again = await (await house.restarted(*GAMES)).tables.lookup.get(table.id)
    assert (again.state, again.recent) == (table.state, table.recent)
