"""Limits on open tables and lobbies, even when many requests arrive at the same moment."""

from __future__ import annotations

import asyncio

import pytest

from db.connection import Database
from tables.model.errors import AlreadySeated, TooManyTables
from tables.model.table import Person
from tables.play.playing import TakeBack
from tables.play.seating import Cancel, Join, Leave, Start
from tables.storage.writer import Limits
from tests.tables.games import Heaps, Pig
from tests.tables.house import ANNA, BEN, CHANNEL, CLEO, GUILD, House

MANY = 40


@pytest.fixture
async def limited(database_url, clock):
    """Return a function that makes a house with some limits. All other limits are out of reach."""
    houses = []

    async def opened(**limits):
        database = await Database.open(database_url)
        allowed = Limits(**{**dict.fromkeys(Limits.__slots__, 99), **limits})
        houses.append(House(database, clock, (Pig(), Heaps()), allowed, database_url))
        return houses[-1]

    yield opened
    for house in houses:
        for database in (house.database, *house.others):
            await database.close()


def opening(house, person, channel=CHANNEL):
    """Open a lobby in a channel."""
    return house.tables.lobbies.open("pig", {}, GUILD, channel, person, 1)


async def refused(*calls):
    """Make all calls at once; return the number that a limit refused. All others succeeded."""
    results = await asyncio.gather(*calls, return_exceptions=True)
    errors = [result for result in results if isinstance(result, BaseException)]
    assert {type(error) for error in errors} <= {TooManyTables}
    return len(errors)


async def test_a_person_cannot_sit_at_more_tables_than_the_limit(limited):
    house = await limited(tables_per_person=2)
    await opening(house, ANNA)
    await opening(house, ANNA)
    with pytest.raises(TooManyTables, match=r"limit of tables for one person \(2\)"):
        await opening(house, ANNA)
    table = await opening(house, BEN)
    with pytest.raises(TooManyTables, match=r"limit of tables for one person \(2\)"):
        await house.tables.do(table.id, Join(ANNA, 2))


async def test_a_table_that_is_finished_or_that_one_has_left_no_longer_counts(limited):
    house = await limited(tables_per_person=1)
    await house.finish(await house.game(ANNA, BEN, length="short"))
    left = await house.game(ANNA, BEN)
    await house.tables.do(left.id, Leave(ANNA))
    assert (await opening(house, ANNA)).opener == ANNA


async def test_a_departed_player_takes_the_seat_back_whatever_the_limit(limited):
    house = await limited(tables_per_person=1)
    left = await house.game(ANNA, BEN)
    await house.tables.do(left.id, Leave(ANNA))
    await opening(house, ANNA)
    assert not (await house.tables.do(left.id, TakeBack(ANNA))).seats[0].caretaker


async def test_a_seated_person_who_joins_again_hears_of_the_seat_and_not_of_a_limit(limited):
    house = await limited(tables_per_person=1)
    table = await opening(house, ANNA)
    with pytest.raises(AlreadySeated):
        await house.tables.do(table.id, Join(ANNA, 2))


async def test_a_person_cannot_open_more_lobbies_than_the_limit(limited):
    house = await limited(lobbies_per_person=1)
    table = await opening(house, ANNA)
    with pytest.raises(TooManyTables, match=r"not begun \(1\). Start or cancel"):
        await opening(house, ANNA)
    await house.tables.do(table.id, Join(BEN, 2))
    await opening(house, BEN)  # a lobby counts only for its opener
    await house.tables.do(table.id, Start(ANNA, 9))
    assert (await opening(house, ANNA)).opener == ANNA


async def test_a_person_cannot_open_more_than_three_lobbies_in_a_channel(limited):
    house = await limited(lobbies_in_channel=Limits().lobbies_in_channel)
    first, *_ = [await opening(house, ANNA) for _ in range(3)]
    with pytest.raises(TooManyTables, match=r"not begun \(3\). Start or cancel"):
        await opening(house, ANNA)
    await opening(house, BEN)
    await opening(house, ANNA, channel=CHANNEL + 1)
    await house.tables.do(first.id, Cancel(ANNA))
    assert await refused(*(opening(house, ANNA) for _ in range(9))) == 8


async def test_a_channel_cannot_have_more_tables_than_the_limit(limited):
    house = await limited(tables_per_channel=1)
    await opening(house, ANNA)
    with pytest.raises(TooManyTables, match=r"its limit of open tables \(1\)"):
        await opening(house, BEN)
    assert (await opening(house, BEN, channel=CHANNEL + 1)).opener == BEN


async def test_a_rematch_counts_as_a_table_like_any_other(limited):
    house = await limited(tables_per_person=1)
    played = await house.finish(await house.game(ANNA, BEN, length="short"))
    other = await opening(house, ANNA)
    with pytest.raises(TooManyTables):
        await house.tables.endings.rematch(played.id, ANNA, 2)
    await house.tables.endings.rematch(played.id, BEN, 3)
    with pytest.raises(TooManyTables):
        await house.tables.endings.rematch(played.id, ANNA, 4)
    await house.tables.do(other.id, Cancel(ANNA))
    assert len((await house.tables.endings.rematch(played.id, ANNA, 5)).seats) == 2


async def test_tables_opened_at_the_same_moment_do_not_exceed_a_limit(limited):
    house = await limited(tables_per_person=3)
    assert await refused(*(opening(house, ANNA) for _ in range(MANY))) == MANY - 3


async def test_two_services_do_not_exceed_a_limit_together(limited):
    house = await limited(tables_per_channel=3)
    other = await house.restarted()
    crowd = [Person(50 + n, f"Guest {n}") for n in range(MANY)]
    calls = [opening((house, other)[n % 2], person) for n, person in enumerate(crowd)]
    assert await refused(*calls) == MANY - 3


async def test_a_person_who_joins_many_tables_at_once_does_not_exceed_a_limit(limited):
    house = await limited(tables_per_person=3)
    tables = [await opening(house, Person(50 + n, f"Guest {n}")) for n in range(10)]
    joins = [house.tables.do(table.id, Join(CLEO, 2)) for table in tables]
    assert await refused(*joins) == 7
