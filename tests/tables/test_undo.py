"""Undo: a move that has shown nothing new can be taken back, and then leaves no trace."""

import random

import pytest

from engine.check import verify
from engine.core import RuleError
from engine.transcript import read_transcript
from players.core import Level
from players.games import GAMES
from tables.model.errors import NotSeated, NotYours, StaleClick, TableClosed, WrongPhase
from tables.model.table import MOST_UNDONE, Status
from tables.model.time_control import TimeControl
from tables.play.lobby import Settle
from tables.play.playing import Move, TakeBack, Undo
from tables.play.seating import Leave, Start
from tests.tables.house import ANNA, BEN, CHANNEL, CLEO, GUILD

PEOPLE = (ANNA, BEN, CLEO)
KEYS = ["ducks", "trophy", "buckets", "pond", "buckdice"]
DAY = 86_400


async def game(house, *people, key="ducks", **options):
    return await house.game(*people or PEOPLE[: 2 if key == "pond" else 3], game=key, **options)


async def move(house, table, text):
    seat = next(s for s in table.to_act if text in map(str, table.game.moves(table.state, s)))
    person = table.seats[seat].person
    return await house.tables.do(table.id, Move(person, table.drawn_for(seat), text))


async def undo(house, table, person=None, number=None):
    seat = table.undoable[0].seat if table.undoable else table.to_act[0]
    by = person or table.seats[seat].person
    number = table.drawn_for(seat) if number is None else number
    return await house.tables.do(table.id, Undo(by, number))


async def play(house, table, seed, undoing=()):
    """Play at random. Now and then take back all moves that can be undone, and repeat them."""
    choose, fickle, undone = random.Random(seed), random.Random(seed + 1), 0
    while table.status is Status.PLAYING:
        seat = choose.choice(table.waiting_on)
        legal = table.game.moves(table.state, seat)
        building = getattr(table.game.view(table.state, None), "building", None)
        text = str(table.game.default(table.state, seat) if building else choose.choice(legal))
        table = await move(house, table, text)
        if table.undoable and fickle.choice(undoing or [False]):
            made = [str(each.move) for each in reversed(table.undoable)]
            for _ in made:
                table = await undo(house, table)
            for again in made:
                table = await move(house, table, again)
            undone += len(made)
    return table, undone


def until_promoted(table):
    """Return the next move toward a promotion: roll, promote, or throw away if none fits."""
    view = table.game.view(table.state, None)
    if view.phase == "rolled" and view.promotions:
        return str(table.game.moves(table.state, table.to_act[0])[0])
    return "throw away" if view.phase == "rolled" else "roll"


def list_places(table):
    """Return the moves that put dice into a row of the pond."""
    legal = map(str, table.game.moves(table.state, table.to_act[0]))
    return [text for text in legal if text.startswith("place ")]


async def promoted(house, *people, **more):
    """Return a game of Ducks before and after somebody has promoted dice."""
    table = await game(house, *people, **more)
    while not table.undoable:
        before, table = table, await move(house, table, until_promoted(table))
    return before, table


# No trace


@pytest.mark.parametrize("key", KEYS)
async def test_undo_leaves_dice_and_log_as_if_the_move_had_never_been_made(real, key):
    twin = await real.restarted(*GAMES)
    plain, _ = await play(real, await game(real, key=key), 3)
    fickle, undone = await play(twin, await game(twin, key=key), 3, undoing=[True, False])
    assert (undone > 0) == (key in {"ducks", "pond", "trophy", "buckets"})
    assert fickle.undone == undone
    assert fickle.seats == plain.seats
    assert await twin.steps(fickle.id) == await real.steps(plain.id)
    for house, table in ((real, plain), (twin, fickle)):
        assert verify(read_transcript(await house.tables.transcripts.text(table.id)), GAMES).fair


async def test_undo_leaves_the_table_that_its_log_gives(real):
    before, table = await promoted(real)
    table = await undo(real, table)
    again = await (await real.restarted(*GAMES)).tables.lookup.get(table.id)
    assert again == table
    assert (table.state, table.seq) == (before.state, before.seq)
    assert (table.recent, table.steps_seen) == (before.recent, before.steps_seen)
    assert (table.undone, table.undone_by) == (1, table.to_act[0])


async def test_several_moves_can_be_taken_back_one_by_one(real):
    before, table = await promoted(real)
    table = await move(real, table, "stop")
    assert len(table.undoable) == 2
    for left in (1, 0):
        table = await undo(real, table)
        assert len(table.undoable) == left
    assert table.state == before.state


async def test_undo_works_after_a_restart_and_another_process_sees_it(real):
    before, table = await promoted(real)
    other = await real.restarted(*GAMES)
    assert (await other.tables.lookup.get(table.id)).state == table.state
    await undo(other, await other.tables.lookup.get(table.id))
    assert (await real.tables.lookup.get(table.id)).state == before.state
    with pytest.raises(StaleClick):
        await undo(real, table)


async def test_the_next_move_ends_the_note_about_an_undo(real):
    _, table = await promoted(real)
    table = await undo(real, table)
    table = await move(real, table, until_promoted(table))
    assert (table.undone, table.undone_by) == (1, None)


# Moves that cannot be taken back


async def test_a_move_that_showed_dice_cannot_be_taken_back(real):
    _, table = await promoted(real)
    table = await move(real, table, "roll")
    assert table.undoable == ()
    with pytest.raises(StaleClick, match="dice were rolled or cards drawn"):
        await undo(real, table)


async def test_a_move_that_somebody_has_answered_cannot_be_taken_back(real):
    _, table = await promoted(real)
    table = await move(real, table, "stop")
    board, person = table.drawn_for(None), table.seats[table.undoable[0].seat].person
    table = await move(real, table, "roll")
    for number in (board, table.drawn_for(None)):
        with pytest.raises(StaleClick):
            await real.tables.do(table.id, Undo(person, number))


@pytest.mark.parametrize("key", KEYS)
async def test_the_end_of_a_game_cannot_be_taken_back(real, key):
    table, _ = await play(real, await game(real, key=key), 4)
    assert table.undoable == ()
    with pytest.raises(WrongPhase):
        await real.tables.do(table.id, Undo(ANNA, table.drawn_for(0)))


async def test_only_the_player_who_made_a_move_can_take_it_back(real):
    _, table = await promoted(real, ANNA, BEN)
    mover = table.seats[table.undoable[0].seat].person
    other = ANNA if mover == BEN else BEN
    with pytest.raises(NotYours, match=f"Only {mover.name}"):
        await undo(real, table, other)
    with pytest.raises(NotSeated):
        await undo(real, table, CLEO)


async def test_a_player_who_has_left_takes_nothing_back(real):
    _, table = await promoted(real)
    table = await move(real, table, "stop")
    person = table.seats[table.undoable[0].seat].person
    table = await real.tables.do(table.id, Leave(person))
    with pytest.raises(NotSeated, match="press I'm back"):
        await undo(real, table, person)
    table = await real.tables.do(table.id, TakeBack(person))
    assert (await undo(real, table, person)).undone == 1


async def test_moves_of_computers_and_the_caretaker_cannot_be_taken_back(real):
    table = await real.lobby(ANNA, BEN, game="trophy", two_hunters="on")
    await real.tables.do(table.id, Settle(ANNA, time_control=TimeControl.DAY))
    table = await real.tables.do(table.id, Start(ANNA, 1))
    real.clock.pass_by(DAY)
    (table,) = await real.tables.maintenance.move_late()
    assert table.undoable == ()


async def test_a_table_allows_only_a_bounded_number_of_undone_moves(real):
    _, table = await promoted(real)
    await real.tamper("UPDATE tables SET undone = ?, revision = revision + 1", MOST_UNDONE - 1)
    table = await undo(real, await real.tables.lookup.get(table.id))
    table = await move(real, table, until_promoted(table))
    assert table.undoable == ()


# Boards, clocks, computers


async def test_a_second_click_on_undo_takes_no_other_press_back(real):
    """A press in the pond can make several moves, each a step of the log."""
    table = await game(real, ANNA, key="pond")
    while not table.undoable:
        table = await move(real, table, list_places(table)[0])
    first, *_ = list_places(table)
    seat = table.to_act[0]
    after = table.game.apply(table.state, seat, table.game.parse(first))
    second = next(str(each) for each in table.game.moves(after, seat) if "place" in str(each))
    press = Move(ANNA, table.drawn_for(seat), f"{first}+{second}")
    table = await real.tables.do(table.id, press)
    old = table.drawn_for(seat)
    assert len(table.undoable) == 2
    table = await undo(real, table)
    for act in (Undo(ANNA, old), Move(ANNA, old, first)):
        with pytest.raises(StaleClick):
            await real.tables.do(table.id, act)


async def test_buttons_drawn_before_an_undo_are_stale(real):
    _, table = await promoted(real)
    promotion, old = str(table.undoable[0].move), table.drawn_for(None)
    table = await undo(real, table)
    fresh = table.drawn_for(None)
    table = await move(real, table, promotion)
    person = table.seats[table.to_act[0]].person
    assert old < fresh < table.drawn_for(None)
    for number in (old - 1, old, fresh):
        with pytest.raises(StaleClick):
            await real.tables.do(table.id, Move(person, number, "roll"))
    assert (
        await real.tables.do(table.id, Move(person, table.drawn_for(None), "roll"))
    ).seq > table.seq


async def test_undo_gives_its_player_a_whole_turn_and_ends_the_turn_of_the_next(real):
    table = await real.lobby(ANNA, BEN, game="ducks")
    await real.tables.do(table.id, Settle(ANNA, time_control=TimeControl.DAY))
    table = await real.tables.do(table.id, Start(ANNA, 1))
    while not table.undoable:
        table = await move(real, table, until_promoted(table))
    table = await move(real, table, "stop")
    real.clock.pass_by(1000)
    table = await undo(real, table)
    (seat,) = table.waiting_on
    assert table.deadline(seat) == real.clock.time + DAY
    assert table.waiting.get(1 - seat) is None


async def test_a_computer_that_was_asked_before_is_asked_again(real):
    table = None
    while table is None or len(promotions := promotions_of(table)) < 2:
        if table is None or table.status.over:
            table = await real.tables.lobbies.open(
                "ducks", {}, GUILD, CHANNEL, ANNA, 1, computers=[Level.EASY]
            )
            table = await real.tables.do(table.id, Start(ANNA, 2))
        elif table.thinking is None:
            table = await move(real, table, until_promoted(table))
        else:
            question = await real.tables.thinking.ask(table.id)
            table = await real.tables.thinking.make(question, question.known.moves[-1])
    for text in (promotions[0], "stop"):
        table = await move(real, table, text)
    question = await real.tables.thinking.ask(table.id)
    for _ in range(2):
        table = await undo(real, table)
    with pytest.raises(StaleClick):
        await real.tables.thinking.make(question, question.known.moves[0])
    for text in (promotions[1], "stop"):
        table = await move(real, table, text)
    again = await real.tables.thinking.ask(table.id)
    assert (again.seq, again.known.seat) == (question.seq, question.known.seat)
    with pytest.raises(StaleClick):
        await real.tables.thinking.make(question, question.known.moves[0])
    await real.tables.thinking.make(again, again.known.moves[0])


def promotions_of(table):
    """Return a person's promotions that leave dice to roll, if the computer plays second."""
    view = table.game.view(table.state, None)
    if table.thinking is not None or view.innings:
        return []
    return [f"promote {' '.join(map(str, each.dice))}" for each in view.promotions if not each.ends]


# Transcripts, clocks, damaged logs


async def test_a_move_that_can_be_taken_back_is_in_no_transcript(real):
    before, table = await promoted(real)
    told = read_transcript(await real.tables.transcripts.text(table.id))
    assert len(told.steps) == before.seq
    table = await undo(real, table)
    assert read_transcript(await real.tables.transcripts.text(table.id)) == told
    table, _ = await play(real, table, 5, undoing=[True])
    whole = read_transcript(await real.tables.transcripts.text(table.id))
    assert whole.steps[: len(told.steps)] == told.steps
    assert len(whole.steps) == table.seq


async def test_a_player_who_ends_a_turn_and_takes_it_back_has_the_time_left_from_before(real):
    table = await real.lobby(*PEOPLE, game="ducks")
    await real.tables.do(table.id, Settle(ANNA, time_control=TimeControl.DAY))
    table = await real.tables.do(table.id, Start(ANNA, 1))
    while not table.undoable:
        table = await move(real, table, until_promoted(table))
    (seat,) = table.to_act
    taken = DAY - 600
    for _ in range(2):
        before = table.deadline(seat)
        real.clock.pass_by(taken / 2)
        table = await move(real, table, "stop")
        real.clock.pass_by(3600)  # the time of the next player
        table = await undo(real, table)
        assert table.to_act == (seat,)
        assert table.deadline(seat) == pytest.approx(before + 3600)


async def test_undo_closes_a_game_whose_log_cannot_be_read(real):
    _, table = await promoted(real)
    await real.tamper("UPDATE moves SET text = 'royal flush' WHERE seq = 0")
    before = len(await real.steps(table.id))
    with pytest.raises(TableClosed, match="could not be read"):
        await undo(real, table)
    assert (await real.tables.lookup.get(table.id)).status is Status.CLOSED
    assert len(await real.steps(table.id)) == before


# Several moves by one press


async def pressed(house):
    """Return a game before and after one press that promotes dice and stops."""
    table = await game(house)
    while not (text := until_promoted(table)).startswith("promote"):
        table = await move(house, table, text)
    person = table.seats[table.to_act[0]].person
    after = await house.tables.do(table.id, Move(person, table.seq, f"{text}+stop"))
    return table, after


async def test_the_moves_of_one_press_are_shown_and_taken_back_together(real):
    before, table = await pressed(real)
    assert [str(each.move).split(" ")[0] for each in table.since_click] == ["promote", "stop"]
    assert (table.revision, len(table.undoable)) == (before.revision + 1, 1)
    again = await (await real.restarted(*GAMES)).tables.lookup.get(table.id)
    assert again == table
    table = await undo(real, table)
    assert (table.state, table.seq, table.recent) == (before.state, before.seq, before.recent)


async def test_a_press_whose_second_move_is_refused_makes_no_move(real):
    table = await game(real)
    seat, steps = table.to_act[0], await real.steps(table.id)
    with pytest.raises(RuleError):
        await real.tables.do(table.id, Move(table.seats[seat].person, table.seq, "roll+roll"))
    assert await real.steps(table.id) == steps
    assert (await real.tables.lookup.get(table.id)).state == table.state


async def test_a_game_with_presses_of_several_moves_can_be_verified(real):
    _, table = await pressed(real)
    table, _ = await play(real, table, 5)
    assert verify(read_transcript(await real.tables.transcripts.text(table.id)), GAMES).fair
