"""Hints: who may ask for a hint, which move it names, and how the hint is noted."""

from dataclasses import replace

import pytest

from cogs.features.reviews.regrets import Hints, _require_hint, gives_hints
from engine.core import NotYourTurn
from players.core import Level, know
from players.games import GAMES, find_player
from tables.model.errors import NoAdvice, NotSeated, WrongPhase
from tables.model.table import Status
from tables.play.playing import Move
from tables.play.seating import Join, Leave, Start
from tests.tables.house import ANNA, BEN, CHANNEL, CLEO, GUILD


async def opened(house, *people, game="ducks", computers=()):
    where = GUILD, CHANNEL, people[0], 1
    table = await house.tables.lobbies.open(game, {}, *where, computers=computers)
    for number, person in enumerate(people[1:]):
        table = await house.tables.do(table.id, Join(person, 10 + number))
    return table


async def alone(house, game="pond", computers=()):
    table = await house.tables.lobbies.open(game, {}, GUILD, CHANNEL, ANNA, 1, computers=computers)
    return await house.tables.do(table.id, Start(ANNA, 99))


def acting(table):
    """Return a person, who is to move unless a computer is, and another person."""
    people = sorted(table.people, key=lambda player: player.seat not in table.to_act)
    return tuple(player.person for player in people)


@pytest.mark.heavy
async def test_somebody_alone_is_shown_the_move_of_the_best_computer_player(real):
    table = await alone(real)
    hint = await Hints(real.tables).give(table.id, ANNA)
    known = know(table.game, table.options, table.state, 0)
    assert hint.moves[0].move == find_player("pond", Level.HARD).choose(known, None)
    assert hint.moves[0].worth == max(each.worth for each in hint.moves)


@pytest.mark.heavy
async def test_a_hint_is_noted_once_and_the_note_outlives_a_restart(real):
    table = await alone(real)
    assert not table.seats[0].hinted
    await Hints(real.tables).give(table.id, ANNA)
    noted = (await real.tables.lookup.get(table.id)).revision
    await Hints(real.tables).give(table.id, ANNA)
    again = await (await real.restarted(*GAMES)).tables.lookup.get(table.id)
    assert (again.seats[0].hinted, again.revision) == (True, noted)


async def test_a_person_among_computers_has_hints(real):
    table = await alone(real, "trophy", [Level.EASY, Level.EASY])
    assert gives_hints(table)


async def test_a_private_table_has_no_hints(real):
    table = await alone(real)
    daily = replace(table, private="2023-11-14")
    assert not gives_hints(daily)
    with pytest.raises(NoAdvice, match="no hints in this game"):
        _require_hint(daily, ANNA)


@pytest.mark.parametrize("computers", [(), (Level.EASY,)])
async def test_where_several_people_sat_down_nobody_has_hints_even_if_the_others_leave(
    real, computers
):
    lobby = await opened(real, ANNA, BEN, computers=computers)
    table = await real.tables.do(lobby.id, Start(ANNA, 99))
    mover, other = acting(table)
    with pytest.raises(NoAdvice, match="no hints in this game"):
        await Hints(real.tables).give(table.id, mover)
    table = await real.tables.do(table.id, Leave(other))
    assert not gives_hints(table)
    if table.status is Status.PLAYING:
        with pytest.raises(NoAdvice, match="no hints in this game"):
            await Hints(real.tables).give(table.id, mover)


@pytest.mark.heavy
async def test_only_the_player_to_act_gets_a_hint(real):
    table = await alone(real, "ducks", [Level.EASY])
    with pytest.raises(NotSeated):
        await Hints(real.tables).give(table.id, CLEO)
    while table.to_act != (0,):
        with pytest.raises(NotYourTurn, match=table.seats[1].name):
            await Hints(real.tables).give(table.id, ANNA)
        question = await real.tables.thinking.ask(table.id)
        table = await real.tables.thinking.make(question, question.choose())
    assert (await Hints(real.tables).give(table.id, ANNA)).moves


@pytest.mark.heavy
async def test_a_hint_without_a_choice_is_not_noted(real):
    table = await alone(real, "ducks", [Level.EASY])
    while table.thinking is not None:
        question = await real.tables.thinking.ask(table.id)
        table = await real.tables.thinking.make(question, question.choose())
    assert len((await Hints(real.tables).give(table.id, ANNA)).moves) == 1
    assert not (await real.tables.lookup.get(table.id)).seats[0].hinted


async def test_there_is_no_hint_in_a_lobby_and_in_a_game_of_luck(real):
    lobby = await opened(real, ANNA)
    with pytest.raises(WrongPhase):
        await Hints(real.tables).give(lobby.id, ANNA)
    table = await alone(real, "buckdice", [Level.EASY])
    with pytest.raises(NoAdvice, match="no hints in this game"):
        await Hints(real.tables).give(table.id, ANNA)


async def test_a_hint_that_is_not_found_in_time_is_not_noted(real, monkeypatch):
    table = await alone(real)
    monkeypatch.setattr("tables.thinking.ADVICE_LIMIT", 1e-5)
    with pytest.raises(NoAdvice):
        await Hints(real.tables).give(table.id, ANNA)
    assert not (await real.tables.lookup.get(table.id)).seats[0].hinted


@pytest.mark.heavy
async def test_in_the_bucket_king_there_is_a_hint_at_every_choice(real):
    ducks = [Level.NORMAL, Level.NORMAL]
    table = await alone(real, "buckets", ducks)
    building = await Hints(real.tables).give(table.id, ANNA)
    assert [str(each.move) for each in building.moves] == ["auto"]
    assert (await real.tables.lookup.get(table.id)).seats[0].hinted
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
