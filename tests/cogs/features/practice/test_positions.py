"""Practice: one's own mistakes come first, and a position comes back until it is answered right."""

import pytest

from cogs.features.practice import positions
from cogs.features.practice.positions import NEWEST, SHIPPED, WORST, Practice
from players.games import GAMES
from players.practice import load_positions
from tables.model.errors import NothingThere
from tables.model.table import Status
from tables.play.seating import Start
from tests.tables.house import ANNA, BEN, CHANNEL, GUILD

POND = ["pond"]


@pytest.fixture(autouse=True)
def unhurried(monkeypatch):
    """Wait for reviews, however busy the machine is."""
    monkeypatch.setattr(positions, "WITHIN", 60.0)


async def careless(house, person=ANNA):
    """Play a game alone and end every day at once; return the finished table."""
    table = await house.tables.lobbies.open("pond", {}, GUILD, CHANNEL, person, 1)
    table = await house.tables.do(table.id, Start(person, 2))
    while table.status is Status.PLAYING:
        table = await house.act(table, "end day")
    return table


async def find(house, person, after=None):
    """Return the next position; None if none is left."""
    practice = Practice(house.tables)
    places = await practice.list_open(person, POND, after, 1)
    return await practice.get(person, places[0]) if places else None


async def answered(house, person, task):
    """Note a right answer to this position; return the next one."""
    await Practice(house.tables).note_right(person, place(task))
    return await find(house, person, place(task))


def place(task):
    return task.table_id, task.seq


@pytest.mark.heavy
async def test_somebody_who_has_not_played_gets_the_shipped_set(real):
    task = await find(real, ANNA)
    assert task.table_id == SHIPPED
    assert load_positions()[task.seq].game == "pond"
    assert task.moves[0].worth == max(each.worth for each in task.moves)


@pytest.mark.heavy
async def test_ones_own_mistakes_come_first_with_the_move_that_was_made(real):
    table = await careless(real)
    task = await find(real, ANNA)
    assert (task.table_id, str(task.made), task.names) == (table.id, "end day", ("Anna",))
    assert (await find(real, BEN)).table_id == SHIPPED


@pytest.mark.heavy
async def test_ones_own_positions_are_the_worst_decisions_of_the_review(real):
    table = await careless(real)
    (seat,) = (await real.tables.reviews.get(table.id, GUILD)).seats
    worst = sorted(each.seq for each in seat.find_worst(WORST))
    task, found = await find(real, ANNA), []
    while task.table_id == table.id:
        found.append(task.seq)
        task = await answered(real, ANNA, task)
    assert found == worst


@pytest.mark.heavy
async def test_a_position_comes_back_after_all_others_until_it_is_answered_right(real):
    await careless(real)
    practice = Practice(real.tables)
    around = await practice.list_open(ANNA, POND, None, 200)
    own = [each for each in around if each[0] != SHIPPED]
    shipped = [i for i, each in enumerate(load_positions()) if each.game == "pond"]
    assert own == sorted(own)
    assert around == (*own, *((SHIPPED, i) for i in shipped))
    first, second, *_ = around
    assert await practice.list_open(ANNA, POND, first, 200) == (*around[1:], first)
    assert await practice.list_open(ANNA, POND, around[-1], 1) == (first,)
    assert await practice.list_open(ANNA, POND, around[-2], 2) == (around[-1], first)
    await practice.note_right(ANNA, first)
    assert await practice.list_open(ANNA, POND, first, 200) == around[1:]
    assert place(await find(real, ANNA)) == second


@pytest.mark.heavy
async def test_a_round_may_begin_at_the_mistakes_of_an_older_game(real):
    """This also works for a game that is not among the newest. Newer games then come last."""
    tables = [await careless(real) for _ in range(NEWEST + 1)]
    practice, oldest = Practice(real.tables), tables[0].id
    assert oldest not in {table for table, _ in await practice.list_open(ANNA, POND, None, 200)}
    begun = await practice.list_open(ANNA, POND, (oldest, -1), 200)
    assert begun[0][0] == oldest
    assert begun[-1][0] == tables[1].id
    assert len(set(begun)) == len(begun)


@pytest.mark.heavy
async def test_right_answers_are_remembered_after_a_restart(real):
    await careless(real)
    first = await find(real, ANNA)
    following = await answered(real, ANNA, first)
    again = await real.restarted(*GAMES)
    task = await find(again, ANNA)
    await again.tables.thinking.thinkers.close()
    await again.tables.reviews.close()
    assert place(task) == place(following)


@pytest.mark.heavy
async def test_own_positions_come_first_then_shipped_ones_and_then_none(real):
    await careless(real)
    task = await find(real, ANNA)
    while task.table_id != SHIPPED:
        task = await answered(real, ANNA, task)
    left = [i for i, each in enumerate(load_positions()) if each.game == "pond"]
    for number in left[:-1]:
        await Practice(real.tables).note_right(ANNA, (SHIPPED, number))
    last = SHIPPED, left[-1]
    assert place(await find(real, ANNA)) == last
    assert place(await find(real, ANNA, last)) == last
    await Practice(real.tables).note_right(ANNA, last)
    assert await find(real, ANNA, last) is None


@pytest.mark.heavy
async def test_the_tables_of_others_and_moves_without_a_mistake_are_refused(real):
    table = await careless(real)
    task = await find(real, ANNA)
    (seat,) = (await real.tables.reviews.get(table.id, GUILD)).seats
    mistakes = {each.seq for each in seat.find_worst(WORST)}
    sound = next(seq for seq in range(1000) if seq not in mistakes)
    for person, asked in [
        (BEN, place(task)),
        (ANNA, (table.id, sound)),
        (ANNA, (99, 1)),
        (ANNA, (SHIPPED, 100)),
        (ANNA, (SHIPPED, -1)),
    ]:
        with pytest.raises(NothingThere):
            await Practice(real.tables).get(person, asked)


@pytest.mark.heavy
async def test_while_a_review_takes_long_the_shipped_set_is_used(real, monkeypatch):
    table = await careless(real)
    with monkeypatch.context() as patched:
        patched.setattr(positions, "WITHIN", 0.0)
        assert (await find(real, ANNA)).table_id == SHIPPED
    assert (await find(real, ANNA)).table_id == table.id


async def test_a_running_game_cannot_be_practised(real):
    table = await real.tables.lobbies.open("pond", {}, GUILD, CHANNEL, ANNA, 1)
    table = await real.tables.do(table.id, Start(ANNA, 2))
    table = await real.act(table, "end day")
    with pytest.raises(NothingThere):
        await Practice(real.tables).get(ANNA, (table.id, 1))
