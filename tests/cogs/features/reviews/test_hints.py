"""Hints: who may ask for a hint, which move it names, and how hints are counted."""

from dataclasses import replace

import pytest

from cogs.features.reviews.regrets import Hints, TurnHints, _require_hint, gives_hints
from engine.core import NotYourTurn
from players.core import Level, know
from players.games import GAMES, find_player
from tables.model.errors import NoAdvice, NotSeated, WrongPhase
from tables.model.table import Status
from tables.play.playing import Move
from tables.play.seating import Join, Start
from tests.tables.house import ANNA, BEN, CHANNEL, CLEO, GUILD


async def agreed(house, table, *people):
    for person in people:
        table = await house.tables.do(table.id, TurnHints(person))
    return table


async def opened(house, *people, game="ducks"):
    table = await house.tables.lobbies.open(game, {}, GUILD, CHANNEL, people[0], 1)
    for number, person in enumerate(people[1:]):
        table = await house.tables.do(table.id, Join(person, 10 + number))
    return table


async def alone(house, game="pond", computers=()):
    table = await house.tables.lobbies.open(game, {}, GUILD, CHANNEL, ANNA, 1, computers=computers)
    return await house.tables.do(table.id, Start(ANNA, 99))


def acting(table):
    """Return who is to move, and somebody who is not."""
    people = [seat.person for seat in table.seats]
    mover = people[table.to_act[0]]
    return mover, next(person for person in people if person != mover)


@pytest.mark.heavy
async def test_somebody_alone_is_shown_the_move_of_the_best_computer_player(real):
    table = await alone(real)
    hint = await Hints(real.tables).give(table.id, ANNA)
    known = know(table.game, table.options, table.state, 0)
    assert hint.moves[0].move == find_player("pond", Level.HARD).choose(known, None)
    assert hint.moves[0].worth == max(each.worth for each in hint.moves)


@pytest.mark.heavy
async def test_the_number_of_hints_outlives_a_restart(real):
    table = await alone(real)
    for _ in range(2):
        await Hints(real.tables).give(table.id, ANNA)
    again = await real.restarted(*GAMES)
    assert (await again.tables.lookup.get(table.id)).seats[0].hints == 2


async def test_against_computers_nobody_has_to_agree(real):
    table = await alone(real, "trophy", [Level.EASY, Level.EASY])
    assert gives_hints(table)


async def test_a_private_table_has_no_hints(real):
    table = await alone(real)
    daily = replace(table, private="2023-11-14")
    assert not gives_hints(daily)
    with pytest.raises(NoAdvice, match="no hints in this game"):
        _require_hint(daily, ANNA)


async def test_all_people_have_to_agree(real):
    table = await agreed(real, await opened(real, ANNA, BEN), ANNA)
    assert not gives_hints(table)
    table = await agreed(real, table, BEN)
    assert gives_hints(table)
    table = await agreed(real, table, ANNA)
    assert not gives_hints(table)


async def test_somebody_who_joins_later_has_to_agree_too(real):
    table = await agreed(real, await opened(real, ANNA, BEN), ANNA, BEN)
    table = await real.tables.do(table.id, Join(CLEO, 20))
    assert not gives_hints(table)
    assert gives_hints(await agreed(real, table, CLEO))


async def test_without_agreement_there_is_no_hint_in_the_game(real):
    table = await agreed(real, await opened(real, ANNA, BEN), ANNA)
    table = await real.tables.do(table.id, Start(ANNA, 99))
    with pytest.raises(NoAdvice, match="not everybody agreed"):
        await Hints(real.tables).give(table.id, acting(table)[0])


async def test_nobody_can_agree_after_the_game_has_begun(real):
    table = await real.tables.do((await opened(real, ANNA, BEN)).id, Start(ANNA, 99))
    with pytest.raises(WrongPhase):
        await real.tables.do(table.id, TurnHints(BEN))


@pytest.mark.heavy
async def test_only_the_player_to_act_gets_a_hint(real):
    table = await agreed(real, await opened(real, ANNA, BEN), ANNA, BEN)
    table = await real.tables.do(table.id, Start(ANNA, 99))
    mover, other = acting(table)
    assert (await Hints(real.tables).give(table.id, mover)).moves
    with pytest.raises(NotYourTurn, match=mover.name):
        await Hints(real.tables).give(table.id, other)
    with pytest.raises(NotSeated):
        await Hints(real.tables).give(table.id, CLEO)


@pytest.mark.heavy
async def test_a_hint_without_a_choice_is_not_counted(real):
    table = await alone(real, "ducks", [Level.EASY])
    while table.thinking is not None:
        question = await real.tables.thinking.ask(table.id)
        table = await real.tables.thinking.make(question, question.choose())
    assert len((await Hints(real.tables).give(table.id, ANNA)).moves) == 1
    assert (await real.tables.lookup.get(table.id)).seats[0].hints == 0


async def test_there_is_no_hint_in_a_lobby_and_in_a_game_of_luck(real):
    lobby = await opened(real, ANNA)
    with pytest.raises(WrongPhase):
        await Hints(real.tables).give(lobby.id, ANNA)
    table = await alone(real, "buckdice", [Level.EASY])
    with pytest.raises(NoAdvice, match="no hints in this game"):
        await Hints(real.tables).give(table.id, ANNA)


async def test_a_hint_that_is_not_found_in_time_is_not_counted(real, monkeypatch):
    table = await alone(real)
    monkeypatch.setattr("tables.thinking.ADVICE_LIMIT", 1e-5)
    with pytest.raises(NoAdvice):
        await Hints(real.tables).give(table.id, ANNA)
    assert (await real.tables.lookup.get(table.id)).seats[0].hints == 0


async def test_in_a_rematch_everybody_keeps_their_agreement(real):
    table = await agreed(real, await opened(real, ANNA, BEN, game="trophy"), ANNA)
    table = await real.tables.do(table.id, Join(CLEO, 30))
    table = await real.tables.do(table.id, Start(ANNA, 99))
    while table.status is Status.PLAYING:
        move = table.game.moves(table.state, table.to_act[0])[-1]
        table = await real.act(table, str(move))
    again = await real.tables.endings.rematch(table.id, ANNA, 100)
    again = await real.tables.do(again.id, Join(BEN, 101))
    assert [seat.agrees for seat in again.seats] == [True, False]


@pytest.mark.heavy
async def test_in_the_bucket_king_there_is_a_hint_at_every_choice(real):
    ducks = [Level.NORMAL, Level.NORMAL]
    table = await alone(real, "buckets", ducks)
    building = await Hints(real.tables).give(table.id, ANNA)
    assert [str(each.move) for each in building.moves] == ["auto"]
    assert (await real.tables.lookup.get(table.id)).seats[0].hints == 1
    while len(table.to_act) != 1 or table.thinking is not None or not plays(table):
        if table.thinking is not None:
            question = await real.tables.thinking.ask(table.id)
            table = await real.tables.thinking.make(question, question.choose())
        else:
            move = table.game.default(table.state, table.to_act[0])
            seat = table.to_act[0]
            table = await real.tables.do(table.id, Move(ANNA, table.drawn_for(seat), str(move)))
    hint = await Hints(real.tables).give(table.id, ANNA)
    assert len(hint.moves) > 1
    assert hint.moves == (await Hints(real.tables).give(table.id, ANNA)).moves


def plays(table):
    """Return whether there is a choice between cards."""
    moves = table.game.moves(table.state, table.to_act[0]) if table.to_act else ()
    return sum(str(move).startswith("play") for move in moves) > 1
