"""Forced moves need no click. They are saved and shown together with the click before them."""

from __future__ import annotations

from operator import itemgetter

from engine.core import CHANCE
from players.games import GAMES
from tables.model.table import Status
from tables.play.playing import Move
from tests.tables.house import ANNA, BEN, CLEO


async def play(house, people, key, choose, **options):
    """Play a game to its end; yield each table after a click."""
    table = await house.game(*people, game=key, **options)
    while table.status is Status.PLAYING:
        person = table.seats[table.to_act[0]].person
        moves = table.game.moves(table.state, table.to_act[0])
        table = await house.tables.do(table.id, Move(person, table.seq, str(choose(moves))))
        yield table


async def test_one_click_is_one_throw(house):
    house = await house.restarted(*GAMES)
    table = await house.game(ANNA, BEN, CLEO, game="buckdice")
    while table.status is Status.PLAYING:
        table = await house.act(table, "throw")
        assert [str(move.move).split(" ")[0] for move in table.since_click] == ["throw", "dice"]


async def test_an_option_that_throws_three_rounds_leaves_the_next_click_to_the_next_player(house):
    house = await house.restarted(*GAMES)
    table = await house.game(ANNA, BEN, CLEO, game="buckdice", pace="rounds")
    clicks = []
    while table.status is Status.PLAYING:
        clicks.append(table.to_act[0])
        seq, revision = table.seq, table.revision
        table = await house.act(table, "throw")
        assert table.revision == revision + 1
        assert [move.seq for move in table.since_click] == list(range(seq, table.seq))
    assert 1 < len(clicks) < 12
    assert clicks[0] != clicks[1]


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
    *_, table = [
        each async for each in play(house, (ANNA, BEN), "buckdice", itemgetter(0), pace="rounds")
    ]
    assert (await house.tables.transcripts.verify(table.id)).fair
    again = await (await house.restarted(*GAMES)).tables.lookup.get(table.id)
    assert (again.state, again.recent) == (table.state, table.recent)
