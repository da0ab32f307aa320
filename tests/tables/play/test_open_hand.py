"""A hand is open where only one person ever sat down, and its only move needs no click."""

import random

from engine.buckets.moves import Remove
from players.core import Level
from tables.model.progress import SAME_PRESS
from tables.model.table import Status
from tables.play.lobby import AddComputer, count_free
from tables.play.playing import Move
from tables.play.seating import Join, Leave, Start
from tests.tables.house import ANNA, BEN


async def with_ducks(real, *people, game="buckets"):
    """Return a lobby with these people and two ducks."""
    table = await real.lobby(*people, game=game)
    for _ in range(2):
        table = await real.tables.do(table.id, AddComputer(ANNA, Level.EASY))
    return table


async def test_the_hand_of_one_person_among_ducks_is_open(real):
    table = await with_ducks(real, ANNA)
    assert table.open_hand == 0
    table = await real.tables.do(table.id, Start(ANNA, 7))
    assert (table.status, table.open_hand, table.hides_hands) == (Status.PLAYING, 0, False)


async def test_a_game_without_hidden_hands_has_no_open_hand(real):
    table = await with_ducks(real, ANNA, game="trophy")
    assert (table.open_hand, table.hides_hands) == (None, False)


async def test_a_person_who_left_the_lobby_before_the_start_counts(real):
    table = await with_ducks(real, ANNA, BEN)
    table = await real.tables.do(table.id, Leave(BEN))
    assert [person.name for person in table.people] == ["Anna"]
    table = await real.tables.do(table.id, Start(ANNA, 7))
    assert (table.open_hand, table.hides_hands) == (None, True)


async def test_a_person_who_left_the_game_counts(real):
    table = await real.tables.do((await with_ducks(real, ANNA, BEN)).id, Start(ANNA, 7))
    table = await real.tables.do(table.id, Leave(BEN))
    assert [person.name for person in table.present] == ["Anna"]
    assert table.open_hand is None


async def play_on(real, table):
    """Yield the table of Anna and two ducks after each of her clicks and each move of a duck."""
    chance = random.Random(3)
    while table.status is Status.PLAYING:
        if table.thinking is None:
            assert table.to_act[0] == 0
            move = chance.choice(table.moves(0))
            table = await real.tables.do(table.id, Move(ANNA, table.drawn_for(0), str(move)))
        else:
            question = await real.tables.thinking.ask(table.id)
            move = await real.tables.thinking.choose(question)
            table = await real.tables.thinking.make(question, move)
        yield table


async def test_the_only_move_of_an_open_hand_needs_no_click_and_is_replayed(real):
    table = await real.tables.do((await with_ducks(real, ANNA)).id, Start(ANNA, 7))
    alone = 0
    async for after in play_on(real, table):
        if 0 in after.to_act:
            assert len(after.moves(0)) > 1
        made = [move for move in after.recent if move.seat == 0 and move.player == SAME_PRESS]
        alone += any(isinstance(move.move, Remove) for move in made)
        table = after
    assert alone
    again = await real.restarted(table.game)
    assert (await again.tables.lookup.get(table.id)).state == table.state
    assert (await again.tables.transcripts.verify(table.id)).fair


async def test_an_only_move_of_a_hidden_hand_waits_for_a_click(real):
    """Otherwise all would know that the player holds no card that is high enough."""
    table = await real.tables.do((await with_ducks(real, ANNA, BEN)).id, Start(ANNA, 7))
    people, chance, waited = (ANNA, BEN), random.Random(3), 0
    while table.status is Status.PLAYING:
        if table.thinking is None:
            seat = table.to_act[0]
            moves = table.moves(seat)
            waited += len(moves) == 1 and table.game.forced(table.state) is None
            act = Move(people[seat], table.drawn_for(seat), str(chance.choice(moves)))
            table = await real.tables.do(table.id, act)
        else:
            question = await real.tables.thinking.ask(table.id)
            table = await real.tables.thinking.make(question, question.known.moves[0])
    assert waited


async def test_a_person_who_takes_the_seat_of_a_duck_counts(real):
    table = await with_ducks(real, ANNA)
    while table.room and count_free(table):
        table = await real.tables.do(table.id, AddComputer(ANNA, Level.EASY))
    table = await real.tables.do(table.id, Join(BEN, 8))
    assert table.open_hand is None
    table = await real.tables.do(table.id, Leave(BEN))
    assert table.open_hand is None
