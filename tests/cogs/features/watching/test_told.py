"""Spectators are shown decisions of turns that are over, never of an open turn."""

from __future__ import annotations

import random
import traceback

import pytest

from cogs.features.watching.watchers import ToldDecisions, find_last
from engine.core import fold
from players.core import know
from tables.model.errors import AlreadySeated, TableClosed
from tables.model.table import Status
from tables.play.playing import Move, Undo
from tests.tables.house import ANNA, BEN, CLEO, DORA


async def begin(real, key):
    people = (ANNA, BEN) if key == "pond" else (ANNA, BEN, CLEO)
    return await real.game(*people, game=key)


async def act(real, table, choose):
    """Make a random move of the seat to act."""
    (seat,) = table.to_act
    text = str(choose.choice(table.game.moves(table.state, seat)))
    return await real.tables.do(table.id, Move(table.seats[seat].person, table.seq, text))


async def transitions(real, table):
    rows = ((row.seat, row.text) for row in await real.steps(table.id))
    return list(fold(table.game, len(table.seats), table.options, table.first, rows))


@pytest.mark.parametrize("key", ["ducks", "trophy", "pond"])
@pytest.mark.parametrize("seed", [1, 2])
async def test_no_decision_of_an_open_turn_is_shown(real, key, seed):
    choose, table, told = random.Random(seed), await begin(real, key), 0
    while table.status is Status.PLAYING:
        steps = await transitions(real, table)
        if found := find_last(steps, table):
            seq, step = found
            told += 1
            assert step.seat not in table.to_act
            since = {each.seat for each in steps[seq + 1 :]}
            assert since & set(table.to_act) or steps[-1].after == table.state
            assert step.before != table.state
        table = await act(real, table, choose)
    assert told > 0


@pytest.mark.heavy
async def test_the_shown_decision_stays_the_same_during_a_turn(real):
    """While somebody decides, neither clicks nor rolls show anything new.

    The previous player's decision is shown as soon as it cannot be undone.
    """
    choose, table = random.Random(3), await begin(real, "trophy")
    decisions = ToldDecisions(real.tables)
    turns = [(None, None, ())]
    while table.status is Status.PLAYING:
        found, (seat, before, undoable) = await decisions.find(table, DORA.id), turns[-1]
        settled = undoable and found.seat == undoable[0].seat
        assert table.to_act != seat or found == before or settled
        turns.append((table.to_act, found, table.undoable))
        table = await act(real, table, choose)
    assert len({seat for seat, *_ in turns}) > 2


@pytest.mark.heavy
async def test_an_undone_move_is_no_decision(real):
    table = await begin(real, "pond")
    (seat,) = table.to_act
    place = str(real_place(table, seat))
    table = await real.tables.do(table.id, Move(table.seats[seat].person, table.seq, place))
    person, number = table.seats[seat].person, table.drawn_for(seat)
    table = await real.tables.do(table.id, Undo(person, number))
    table = await real.tables.do(table.id, Move(person, table.drawn_for(seat), "end day"))
    told = await ToldDecisions(real.tables).find(table, DORA.id)
    assert (told.seat, str(told.made)) == (seat, "end day")


def real_place(table, seat):
    return next(m for m in table.game.moves(table.state, seat) if str(m).startswith("place"))


@pytest.mark.heavy
async def test_the_worth_of_a_move_is_not_shown_while_it_can_be_undone(real):
    choose, table = random.Random(4), await begin(real, "trophy")
    while not table.undoable:
        (seat,) = table.to_act
        table = await act(real, table, choose)
    told = await ToldDecisions(real.tables).find(table, DORA.id)
    assert told is None or told.seat != seat
    table = await act(real, table, choose)  # the next player rolls
    assert not table.undoable
    assert (await ToldDecisions(real.tables).find(table, DORA.id)).seat == seat


@pytest.mark.heavy
async def test_the_worth_of_all_moves_of_the_position_is_shown(real):
    choose, table = random.Random(1), await begin(real, "ducks")
    while (told := await ToldDecisions(real.tables).find(table, DORA.id)) is None:
        table = await act(real, table, choose)
    game, before = table.game, told.table.state
    assert told.table.to_act == (told.seat,)
    known = know(game, table.options, before, told.seat)
    assert {each.move for each in told.moves} == set(known.moves)
    assert told.made in known.moves


async def test_nothing_is_shown_of_a_lone_player_before_the_end(real):
    table = await real.game(ANNA, game="pond")
    choose = random.Random(1)
    for _ in range(10):
        assert await ToldDecisions(real.tables).find(table, DORA.id) is None
        table = await act(real, table, choose)


@pytest.mark.parametrize("key", ["buckets", "buckdice"])
async def test_nothing_is_shown_if_hands_are_hidden_or_nothing_is_decided(real, key):
    table = await real.game(ANNA, BEN, CLEO, game=key)
    assert await ToldDecisions(real.tables).find(table, DORA.id) is None


async def test_nothing_is_shown_to_a_player_of_the_table(real):
    with pytest.raises(AlreadySeated):
        await ToldDecisions(real.tables).find(await begin(real, "trophy"), ANNA.id)


async def test_nothing_is_shown_of_a_log_that_cannot_be_read(real):
    table = await real.game(ANNA, BEN, game="ducks")
    await real.tamper(
        "UPDATE moves SET text = 'royal flush' WHERE table_id = ? AND seq = 0", table.id
    )
    with pytest.raises(TableClosed, match="could not be read") as caught:
        await ToldDecisions(real.tables).find(table, CLEO.id)
    assert "royal flush" not in "".join(traceback.format_exception(caught.value))
