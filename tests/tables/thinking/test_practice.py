"""Practice: one's own mistakes come first, and a position comes back until it is answered right."""

import pytest

from engine import GAMES
from players.coach.practice import load_positions
from tables.model.errors import NoSuchTable
from tables.model.table import Status
from tables.thinking.practice import SHIPPED, WORST
from tests.tables.house import ANNA, BEN, CHANNEL, GUILD

POND = ["pond"]


async def careless(house, person=ANNA):
    """A finished game alone in which every day was ended at once."""
    table = await house.tables.lobbies.open("pond", {}, GUILD, CHANNEL, person, 1)
    table = await house.tables.lobbies.start(table.id, person, 2)
    while table.status is Status.PLAYING:
        table = await house.act(table, "end day")
    return table


async def answered(house, person, task):
    """The next position after the right answer to this one."""
    await house.tables.practice.note_right(person, place(task))
    return await house.tables.practice.find(person, POND, place(task))


def place(task):
    return task.table_id, task.seq


async def test_who_has_played_nothing_is_given_the_shipped_set(real):
    task = await real.tables.practice.find(ANNA, POND, None)
    assert task.table_id == SHIPPED
    assert load_positions()[task.seq].game == "pond"
    assert task.moves[0].worth == max(each.worth for each in task.moves)


@pytest.mark.heavy
async def test_ones_own_mistakes_come_first_with_what_was_made(real):
    table = await careless(real)
    task = await real.tables.practice.find(ANNA, POND, None)
    assert (task.table_id, str(task.made), task.names) == (table.id, "end day", ("Anna",))
    assert (await real.tables.practice.find(BEN, POND, None)).table_id == SHIPPED


@pytest.mark.heavy
async def test_ones_own_positions_are_the_worst_decisions_of_the_review(real):
    table = await careless(real)
    (seat,) = (await real.tables.reviews.get(table.id, GUILD)).seats
    worst = sorted(each.seq for each in seat.find_worst(WORST))
    task, found = await real.tables.practice.find(ANNA, POND, None), []
    while task.table_id == table.id:
        found.append(task.seq)
        task = await answered(real, ANNA, task)
    assert found == worst


@pytest.mark.heavy
async def test_a_position_comes_back_after_others_until_it_is_answered_right(real):
    await careless(real)
    practice = real.tables.practice
    first = await practice.find(ANNA, POND, None)
    second = await practice.find(ANNA, POND, place(first))
    assert place(second) > place(first)
    seen = [place(first)]
    task = second
    while place(task) not in seen:
        seen.append(place(task))
        task = await practice.find(ANNA, POND, place(task))
    assert place(task) == place(first)
    assert place(await answered(real, ANNA, first)) == place(second)
    assert place(await practice.find(ANNA, POND, None)) == place(second)


@pytest.mark.heavy
async def test_what_was_answered_right_stays_so_after_a_restart(real):
    await careless(real)
    first = await real.tables.practice.find(ANNA, POND, None)
    following = await answered(real, ANNA, first)
    again = await real.restarted(*GAMES)
    task = await again.tables.practice.find(ANNA, POND, None)
    await again.tables.thinking.thinkers.close()
    await again.tables.reviews.close()
    assert place(task) == place(following)


@pytest.mark.heavy
async def test_after_ones_own_come_the_shipped_ones_and_then_none(real):
    await careless(real)
    task = await real.tables.practice.find(ANNA, POND, None)
    while task.table_id != SHIPPED:
        task = await answered(real, ANNA, task)
    left = [i for i, each in enumerate(load_positions()) if each.game == "pond"]
    for number in left[:-1]:
        await real.tables.practice.note_right(ANNA, (SHIPPED, number))
    last = SHIPPED, left[-1]
    assert place(await real.tables.practice.find(ANNA, POND, None)) == last
    assert place(await real.tables.practice.find(ANNA, POND, last)) == last
    await real.tables.practice.note_right(ANNA, last)
    assert await real.tables.practice.find(ANNA, POND, last) is None


@pytest.mark.heavy
async def test_the_tables_of_others_and_moves_without_a_mistake_are_refused(real):
    table = await careless(real)
    task = await real.tables.practice.find(ANNA, POND, None)
    for person, asked in [
        (BEN, place(task)),
        (ANNA, (table.id, 0)),
        (ANNA, (99, 1)),
        (ANNA, (SHIPPED, 100)),
        (ANNA, (SHIPPED, -1)),
    ]:
        with pytest.raises(NoSuchTable):
            await real.tables.practice.get(person, asked)


async def test_a_game_that_is_on_is_not_practised(real):
    table = await real.tables.lobbies.open("pond", {}, GUILD, CHANNEL, ANNA, 1)
    table = await real.tables.lobbies.start(table.id, ANNA, 2)
    table = await real.act(table, "end day")
    with pytest.raises(NoSuchTable):
        await real.tables.practice.get(ANNA, (table.id, 1))
