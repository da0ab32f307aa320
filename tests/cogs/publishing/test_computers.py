"""Computer players move by themselves, at their pace, in few edits, and despite failures."""

from __future__ import annotations

import asyncio

import pytest

from cogs.publishing.computers import Computers
from db.connection import Database
from db.errors import DatabaseLocked
from players.core import Level
from players.games import GAMES
from tables.model.table import Status
from tables.play.playing import Move
from tables.play.seating import Cancel, Start
from tests.tables.house import ANNA, CHANNEL, GUILD, Clock, House


@pytest.fixture
async def house(database_url):
    async with await Database.open(database_url) as database:
        yield House(database, Clock(), GAMES, url=database_url)


class Board:
    """Stands in for the messages, and records the tables to be redrawn."""

    def __init__(self, house, pause=0.0):
        self.shown = []
        self.changed = asyncio.Event()
        self.computers = Computers(house.tables, self.refresh, pause)

    def refresh(self, tables):
        self.shown += tables
        self.changed.set()

    async def until(self, holds):
        async with asyncio.timeout(30):
            while not holds():
                self.changed.clear()
                await self.changed.wait()


@pytest.fixture
async def board(house):
    board = Board(house)
    yield board
    await board.computers.close()


async def begin(house, game="ducks", ducks=2, **options):
    levels = [Level.NORMAL] * ducks
    opening = house.tables.lobbies.open(game, options, GUILD, CHANNEL, ANNA, 1, computers=levels)
    table = await opening
    return await house.tables.do(table.id, Start(ANNA, 2))


async def until_thinking(house, table):
    """Let the person move until it is a computer's turn."""
    while table.thinking is None:
        table = await house.act(table, str(table.game.moves(table.state, 0)[0]))
    return table


def waits_for_person(board):
    return bool(board.shown) and board.shown[-1].waiting_on == (0,)


async def test_computers_move_until_a_person_is_to_move(house, board):
    board.computers.follow(await until_thinking(house, await begin(house)))
    await board.until(lambda: waits_for_person(board))
    assert (await house.tables.lookup.get(1)).waiting_on == (0,)


async def test_moves_without_a_pause_between_them_are_one_edit(house, board):
    board.computers.follow(await until_thinking(house, await begin(house)))
    await board.until(lambda: waits_for_person(board))
    assert len(board.shown) == 1


async def test_each_move_after_a_pause_is_shown(house):
    board = Board(house, pause=0.01)
    board.computers.follow(await until_thinking(house, await begin(house, "trophy")))
    await board.until(lambda: waits_for_person(board))
    await board.computers.close()
    steps = await house.steps(1)
    assert 1 < len(board.shown) <= sum(bool(step.player) for step in steps)


async def test_a_whole_turn_of_a_duck_at_trophy_buck_is_one_frame(house):
    board = Board(house, pause=0.001)
    table = await until_thinking(house, await begin(house, "trophy", ducks=3))
    begins = table.thinking
    board.computers.follow(table)
    await board.until(lambda: waits_for_person(board))
    await board.computers.close()
    assert [each.state.hunter for each in board.shown] == [*range(begins + 1, 4), 0]
    assert all(not each.state.turn.roll for each in board.shown)


async def test_the_turns_of_seven_ducks_share_five_seconds(house, monkeypatch):
    monkeypatch.setattr("cogs.publishing.computers.TOGETHER", 0.07)
    board = Board(house, pause=1.0)
    pauses, pause_before = [], Computers._pause_before

    def watched(computers, question, last):
        pauses.append(pause_before(computers, question, last))
        return pauses[-1]

    monkeypatch.setattr(Computers, "_pause_before", watched)
    board.computers.follow(await until_thinking(house, await begin(house, "trophy", ducks=7)))
    await board.until(lambda: waits_for_person(board))
    await board.computers.close()
    assert 0 < sum(pauses) <= 0.07 + 1e-9


async def test_a_secret_pyramid_is_built_without_a_pause(house, monkeypatch):
    """With a pause for each of fifteen buckets, everybody would wait half a minute for a duck."""
    board = Board(house, pause=0.001)
    pauses, pause_before = [], Computers._pause_before

    def watched(computers, question, last):
        pause = pause_before(computers, question, last)
        pauses.extend([pause] if question.known.view.building and pause else [])
        return pause

    monkeypatch.setattr(Computers, "_pause_before", watched)
    table = await begin(house, "buckets")
    table = await house.act(await house.act(table, "auto"), "confirm")
    board.computers.follow(table)
    await board.until(lambda: waits_for_person(board))
    await board.computers.close()
    assert len(pauses) == 1


async def test_the_end_of_a_round_is_shown_before_a_duck_begins_the_next(house):
    """With two seats, the same player ends a round and begins the next. This could hide the end."""
    board = Board(house, pause=0.001)
    table = await begin(house, ducks=1, circuits="2")  # each player ends a round before the last
    while table.status is Status.PLAYING:
        if table.thinking is None:
            table = await house.act(table, str(table.game.moves(table.state, 0)[0]))
            continue
        board.computers.follow(table)
        await board.until(lambda: board.shown and board.shown[-1].thinking is None)
        table, board.shown[-1:] = board.shown[-1], []
    await board.computers.close()
    assert any(table.game.is_break(each.state) for each in board.shown)


async def test_following_a_table_twice_makes_each_move_once(house, board):
    table = await until_thinking(house, await begin(house))
    board.computers.follow(table)
    board.computers.follow(table)
    await board.until(lambda: waits_for_person(board))
    steps = await house.steps(table.id)
    assert [step.seq for step in steps] == list(range(len(steps)))


async def test_two_processes_make_each_move_once(house, board):
    table = await until_thinking(house, await begin(house))
    other = Board(await house.restarted(*GAMES))
    other.changed = board.changed
    try:
        for each in (board, other):
            each.computers.follow(table)
        await board.until(lambda: waits_for_person(board) or waits_for_person(other))
        steps = await house.steps(table.id)
        assert [step.seq for step in steps] == list(range(len(steps)))
    finally:
        await other.computers.close()
        for each in house.others:
            await each.close()


async def test_the_next_process_goes_on_after_a_stop(house):
    table = await until_thinking(house, await begin(house))
    slow = Board(house, pause=60.0)
    slow.computers.follow(table)
    await asyncio.sleep(0)
    await slow.computers.close()
    assert (await house.tables.lookup.get(table.id)).seq == table.seq
    board = Board(house)
    await board.computers.catch_up()
    await board.until(lambda: waits_for_person(board))
    await board.computers.close()


async def test_a_database_that_is_away_is_tried_again(house, board, monkeypatch):
    table = await until_thinking(house, await begin(house))
    monkeypatch.setattr("cogs.publishing.computers.AGAIN", 0.0)
    ask, failed = house.tables.thinking.ask, []

    async def fail_once(table_id):
        if not failed:
            failed.append(table_id)
            raise DatabaseLocked("locked")
        return await ask(table_id)

    monkeypatch.setattr(house.tables.thinking, "ask", fail_once)
    board.computers.follow(table)
    await board.until(lambda: waits_for_person(board))


async def test_moves_are_shown_even_if_the_next_question_fails(house, board, monkeypatch):
    table = await until_thinking(house, await begin(house))
    ask, asked = house.tables.thinking.ask, []

    async def fail_from_the_second_on(table_id):
        asked.append(table_id)
        if len(asked) > 1:
            raise DatabaseLocked("locked")
        return await ask(table_id)

    monkeypatch.setattr(house.tables.thinking, "ask", fail_from_the_second_on)
    board.computers.follow(table)
    await board.until(lambda: board.shown)
    assert board.shown[-1].seq > table.seq


async def test_a_table_that_has_ended_is_left_alone(house, board):
    table = await until_thinking(house, await begin(house))
    over = await house.tables.do(table.id, Cancel(ANNA))
    board.computers.follow(table)
    await board.computers.catch_up()
    assert over.status is Status.CANCELLED
    assert board.shown == []


async def test_the_pause_for_a_hidden_hand_is_constant(house, board):
    """The pause depends neither on the number of playable cards nor on the cards themselves."""
    table = await begin(house, "buckets", ducks=2)
    board.computers._pause = 1.0
    pauses = set()
    for _ in range(60):
        question = await house.tables.thinking.ask(table.id)
        if question is None:
            seat = table.waiting_on[0]
            move = str(table.game.default(table.state, seat))
            table = await house.tables.do(table.id, Move(ANNA, table.drawn_for(seat), move))
            continue
        if question.awaited:
            pauses.add(board.computers._pause_before(question, 0))
        table = await house.tables.thinking.make(question, question.choose())
    assert pauses == {1.5}


async def test_each_duck_takes_its_time_for_a_turn_without_a_choice(house):
    board = Board(house, pause=0.01)
    table = await until_thinking(house, await begin(house, "buckdice", ducks=3))
    board.computers.follow(table)
    await board.until(lambda: waits_for_person(board))
    await board.computers.close()
    moved = {step.seat for step in await house.steps(table.id) if step.player}
    assert len(moved) <= len(board.shown)


@pytest.mark.heavy
async def test_K5_ducks_play_on_at_once_where_every_person_is_safe(house):
    """The test checks before each move of a duck whether people wait for it. It times no pause."""
    awaited = set()
    for _ in range(6):
        table = await begin(house, "buckdice", ducks=3)
        while not table.status.over:
            if table.thinking is None:
                table = await house.act(table, "throw")
                continue
            question = await house.tables.thinking.ask(table.id)
            safe = any(left.seat == 0 for left in table.state.left)
            awaited.add((safe, question.awaited))
            table = await house.tables.thinking.make(question, question.choose())
    assert awaited == {(False, True), (True, False)}


async def test_a_turn_without_a_choice_is_shown_for_one_and_a_half_seconds(house):
    board = Board(house, pause=1.2)
    table = await until_thinking(house, await begin(house, "buckdice"))
    question = await house.tables.thinking.ask(table.id)
    assert board.computers._pause_before(question, 0) >= 1.5
    await board.computers.close()


async def until_thrown_again(house):
    """Return a game of Buck Dice with a duck after a throw by which the person throws again."""
    while True:
        table = await begin(house, "buckdice", ducks=1)
        while table.status is Status.PLAYING and table.waiting_on != (0,):
            table = await house.tables.thinking.make(*await answered(house, table))
        if table.status is Status.PLAYING:
            table = await house.act(table, "throw")
            if table.thinking == 0:
                return table
        await house.tables.do(table.id, Cancel(ANNA))


async def answered(house, table):
    question = await house.tables.thinking.ask(table.id)
    return question, await house.tables.thinking.choose(question)


async def test_the_throws_of_a_persons_turn_appear_one_after_the_other(house):
    board, table = Board(house, pause=0.01), await until_thrown_again(house)
    board.computers.follow(table)
    await board.until(lambda: board.shown and board.shown[-1].thinking is None)
    await board.computers.close()
    turn = [at for at in board.shown if at.state.throws_by == 0]
    before = len(table.state.throws)
    assert [len(at.state.throws) for at in turn] == [*range(before + 1, before + 1 + len(turn))]
    assert len(turn) >= 1
    assert len([at for at in board.shown if at.state.throws_by == 1]) <= 1


async def test_without_a_pause_a_whole_turn_is_one_edit(house, board):
    board.computers.follow(await until_thrown_again(house))
    await board.until(lambda: board.shown and board.shown[-1].thinking is None)
    assert len(board.shown) == 1
