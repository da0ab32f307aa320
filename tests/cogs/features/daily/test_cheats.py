"""A player who cheats gets no better mean place than the same player without cheating.

A normal duck plays a week for each seed, once honestly and once with each cheat. The secrets and
the accuracies of the rivals stay the same.
"""

from __future__ import annotations

import random
from statistics import fmean

import pytest

from cogs.features.daily.dailies import Choose
from cogs.features.daily.standings import Grade, rank
from engine.pond.moves import score_seats
from players.core import Level
from records.values import Period
from tables.model.errors import StaleClick, WrongPhase
from tables.model.table import Person, Status
from tables.play.seating import Cancel
from tests.cogs.features.daily.house import (
    MONDAY,
    as_level,
    as_normal,
    graded,
    open_server,
)

SEEDS = 4
DAYS = (MONDAY, "2026-11-25", "2026-11-27")
RIVALS = range(40, 100, 2)
"""Accuracies of the rivals, the same each day."""

MAIN = 2_000
HALF = 8
"""Presses in about half of a daily."""

ENOUGH = 45
"""Points at half time from which `stops_with_bad_dice` plays on."""


def at_random(seed):
    """Return a player that makes random moves but never undoes a move."""
    chance = random.Random(seed)

    def choose(table):
        moves = [m for m in table.game.moves(table.state, 0) if str(m) != "undo"]
        return chance.choice(moves)

    return choose


class Week:
    """One person's week of dailies."""

    def __init__(self, house, seed):
        self.house = house
        self.seed = seed
        self.person = Person(MAIN + seed, "Main")

    def draw(self, day, account=0):
        """Make the next secret and the next clicks depend only on seed, day and account."""
        click = 1_000_000 + 1000 * DAYS.index(day) + account
        self.house.draw(click, self.seed, day, account)

    async def begin(self, day, choose=None):
        self.house.go_to(day)
        self.draw(day)
        return await self.house.begin(self.person, choose=choose)

    async def press(self, table, times):
        for _ in range(times):
            if table.status is Status.PLAYING:
                table = await self.house.press(table, self.person)
        return table

    async def find_place(self):
        """Return the place on the week's board; the last place if no daily counts."""
        records, others = self.house.standings, []
        for number, accuracy in enumerate(RIVALS):
            others += [graded(number, day, "Rival", Grade("u", accuracy)) for day in DAYS]
        for day in DAYS:
            row = (await records.standing(self.person.id, day)).daily
            if row is not None and row.marks is not None:
                own = Grade(row.marks, row.accuracy)
                others.append(graded(self.person.id, day, "Main", own))
        lines = rank(others, Period.WEEK)
        own = next((line for line in lines if line.person == self.person.id), None)
        return len(RIVALS) + 1 if own is None else own.place


async def honest(week):
    for day in DAYS:
        await week.house.finish(await week.begin(day), week.person)


async def looks_with_a_second_account(week):
    """Play with a second account first, and note the best move in each of its positions.

    The first day in the pond is played as usual: everybody knows its roll, and it is not ranked.
    """
    other = Person(week.person.id + 500, "Second")
    for day in DAYS:
        week.house.go_to(day)
        week.draw(day, account=1)
        table, best = await week.house.begin(other), dict[object, object]()
        while table.status is Status.PLAYING:
            if table.state.day > 1:
                best[table.state] = as_level(table, Level.HARD)
            table = await week.house.press(table, other)

        def know_it(table, best=best):
            return best.get(table.state) or as_normal(table)

        await week.house.finish(await week.begin(day), week.person, know_it)


async def wastes_the_first_day(week):
    """Use none of the first dice, to get easier choices later.

    Everybody has the same first dice, and choices about them are not ranked.
    """
    for day in DAYS:
        table = await week.begin(day, lambda _: "end day")
        await week.house.finish(table, week.person)


async def starts_again(week):
    """Stop after some presses, and try to begin another daily."""
    for day in DAYS:
        table = await week.press(await week.begin(day), 5)
        await week.house.server.tables.do(table.id, Cancel(week.person))
        with pytest.raises(WrongPhase):
            await week.house.begin(week.person)
        assert (await week.house.offer(week.person)).id == table.id


async def stops_with_bad_dice(week):
    """Leave a daily with few points at half time, and finish one with many."""
    for day in DAYS:
        table = await week.press(await week.begin(day), HALF)
        if score_seats(table.state)[0] >= ENOUGH:
            await week.house.finish(table, week.person)


async def waits_for_a_better_day(week):
    """Look at each offer, but begin only on the last day."""
    for day in DAYS[:-1]:
        week.house.go_to(day)
        week.draw(day)
        await week.house.offer(week.person)
    await week.house.finish(await week.begin(DAYS[-1]), week.person)


async def presses_everything_twice(week):
    tables = week.house.server.tables
    for day in DAYS:
        table = await week.begin(day)
        with pytest.raises(WrongPhase):
            await week.house.begin(week.person)
        while table.status is Status.PLAYING:
            move, seq = str(as_normal(table)), table.seq
            table = await tables.do(table.id, Choose(week.person, seq, move))
            with pytest.raises((StaleClick, WrongPhase)):
                await tables.do(table.id, Choose(week.person, seq, move))
        await week.house.grade(table)


async def kills_the_bot(week):
    """Lose the bot's memory halfway, and go on with the stored daily."""
    for day in DAYS:
        await week.press(await week.begin(day), HALF)
        week.house = open_server(week.house.server.database, week.house.server.clock)
        await week.house.finish(await week.house.offer(week.person), week.person)


CHEATS = [
    looks_with_a_second_account,
    wastes_the_first_day,
    starts_again,
    stops_with_bad_dice,
    waits_for_a_better_day,
    presses_everything_twice,
    kills_the_bot,
]


async def places(play, server):
    """Let `play` play a week for each seed, each with a person of its own; return the places."""
    found = []
    await server.tamper("DELETE FROM daily_key")
    await server.tamper("INSERT INTO daily_key VALUES (1, ?)", "5e" * 32)
    for seed in range(SEEDS):
        week = Week(open_server(server.database, server.clock), seed)
        await play(week)
        found.append(await week.find_place())
    return found


@pytest.mark.sqlite
@pytest.mark.heavy
async def test_no_cheat_has_a_better_mean_place(server):
    fair = await places(honest, server)
    assert len(set(fair)) > 1
    cheated = {}
    for cheat in CHEATS:
        await server.tamper("DELETE FROM tables")
        cheated[cheat.__name__] = await places(cheat, server)
    assert {
        name: fmean(found) for name, found in cheated.items() if fmean(found) < fmean(fair)
    } == {}
    assert cheated["presses_everything_twice"] == fair
    assert cheated["kills_the_bot"] == fair
