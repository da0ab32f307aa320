"""Tips in first games: where they are given, and what becomes of one that comes too late."""

from dataclasses import replace

import pytest

from cogs.features.reviews import lessons
from cogs.features.reviews.hint_pages import tell_tip
from cogs.features.reviews.lessons import PLACE, Lessons
from cogs.interactions.language import ENGLISH
from players.core import Level
from tables.model.table import Status
from tables.play.seating import Leave, Start
from tests.cogs.features.reviews.test_hints import alone, opened
from tests.cogs.pictures import RENDERERS, all_emojis
from tests.tables.house import ANNA, BEN


class Taught:
    """Tips at the tables of a house, and the tables whose messages were edited once more."""

    def __init__(self, house, write=lambda _, tip: str(tip.moves[0].move) if tip.moves else ""):
        self.shown = []
        self.lessons = Lessons(house.tables, self.shown.append, write)

    async def show(self, table):
        """Show a state of a table, and wait until the search for its tip is over."""
        await self.lessons.prepare(table)
        self.lessons.follow(table)
        while working := [*self.lessons._working.values()]:
            await working[0]
        return self.lessons.tell(table, None, ENGLISH)


def count_searches(house, monkeypatch, then=lambda: None):
    """Return the list of searches from now on; `then` is called during each."""
    made, advisers = [], house.tables.thinking.advisers
    run = advisers.run

    async def search(*args):
        made.append(args)
        then()
        return await run(*args)

    monkeypatch.setattr(advisers, "run", search)
    return made


async def hinted(house, table):
    return [seat.hinted for seat in (await house.tables.lookup.get(table.id)).seats]


async def choosing(house, table, *, choice=True):
    """Play on until a person has a choice; without `choice`, until a person has only one move."""
    while not table.waiting_on or (len(table.moves(table.waiting_on[0])) > 1) is not choice:
        if table.waiting_on:
            table = await house.act(table, str(table.moves(table.waiting_on[0])[0]))
        else:
            question = await house.tables.thinking.ask(table.id)
            table = await house.tables.thinking.make(question, question.choose())
    return table


async def together(house, *people, game="ducks"):
    table = await opened(house, *people, game=game)
    return await house.tables.do(table.id, Start(people[0], 99))


async def finished(house, *people):
    """Let some people finish a game of the pond."""
    table = await (alone(house) if len(people) == 1 else together(house, *people, game="pond"))
    while table.status is Status.PLAYING:
        (seat,) = table.to_act
        table = await house.act(table, str(table.moves(seat)[-1]))


@pytest.mark.parametrize("computers", [(), (Level.EASY,)])
async def test_a_first_game_alone_or_with_ducks_has_a_tip_and_is_hinted(real, computers):
    taught = Taught(real)
    table = await choosing(real, await alone(real, "pond", computers))
    tip = await taught.show(table)
    (seat,) = table.waiting_on
    assert tip in {str(move) for move in table.moves(seat)}
    assert tip == taught.lessons.tell(table, seat, ENGLISH)
    assert taught.lessons.tell(table, seat + 1, ENGLISH) == ""
    assert taught.shown == [table]
    assert (await hinted(real, table))[seat]


async def test_a_game_of_people_who_all_play_it_for_the_first_time_has_tips(real):
    taught, table = Taught(real), await together(real, ANNA, BEN, game="pond")
    assert await taught.show(await choosing(real, table))


@pytest.mark.parametrize("people", [(ANNA,), (ANNA, BEN)])
async def test_a_game_of_somebody_who_has_finished_one_has_no_tip(real, people):
    await finished(real, ANNA)
    taught = Taught(real)
    table = await choosing(real, await together(real, *people, game="pond"))
    assert await taught.show(table) == ""
    assert taught.shown == []
    assert not any(await hinted(real, table))


async def test_who_finishes_a_first_game_at_another_table_has_no_more_tips(real):
    taught, table = Taught(real), await choosing(real, await alone(real))
    assert await taught.show(table)
    await finished(real, ANNA)
    table = await real.tables.lookup.get(table.id)
    later = await choosing(real, await real.act(table, str(table.moves(0)[0])))
    assert await taught.show(later) == ""


async def test_who_has_played_before_is_looked_up_once_a_table(real, monkeypatch):
    await finished(real, ANNA)
    taught, table = Taught(real), await choosing(real, await alone(real))
    asked, learners = [], real.tables.lookup.learners
    monkeypatch.setattr(real.tables.lookup, "learners", lambda at: asked.append(at) or learners(at))
    for _ in range(3):
        await taught.show(table)
    assert len(asked) == 1


async def test_a_daily_has_no_tips(real):
    taught, table = Taught(real), await choosing(real, await alone(real))
    assert await taught.show(replace(table, private="2023-11-14")) == ""


async def test_a_move_without_a_choice_has_no_tip_and_marks_nothing(real):
    table = await alone(real, "ducks", [Level.EASY])
    table = await choosing(real, table, choice=False)
    assert await Taught(real).show(table) == PLACE
    assert not any(await hinted(real, table))


async def test_a_tip_belongs_to_one_state(real):
    taught = Taught(real)
    table = await choosing(real, await alone(real))
    await taught.show(table)
    later = await real.act(table, str(table.moves(0)[0]))
    assert taught.lessons.tell(later, None, ENGLISH) == PLACE
    assert taught.lessons.tell(table, None, ENGLISH) != PLACE


async def test_a_tip_that_comes_after_the_next_move_is_dropped_and_marks_nothing(real):
    taught = Taught(real)
    table = await choosing(real, await alone(real))
    later = await real.act(table, str(table.moves(0)[0]))
    assert await taught.show(table) == PLACE
    assert taught.shown == []
    assert not any(await hinted(real, later))


async def test_a_tip_that_comes_after_the_end_marks_nothing(real):
    taught = Taught(real)
    table = await choosing(real, await alone(real))
    await real.tables.do(table.id, Leave(ANNA))
    assert await taught.show(table) == PLACE
    assert not any(await hinted(real, table))


async def test_after_an_outdated_state_the_newest_one_gets_its_tip(real):
    taught = Taught(real)
    table = await choosing(real, await alone(real))
    later = await choosing(real, await real.act(table, str(table.moves(0)[0])))
    taught.lessons.follow(table)
    taught.lessons.follow(later)
    assert await taught.show(later)
    assert taught.shown == [later]


async def test_a_failed_search_leaves_the_board_as_it_is(real, monkeypatch):
    monkeypatch.setattr(lessons, "find_hint", print)
    taught, table = Taught(real), await choosing(real, await alone(real))
    assert await taught.show(table) == PLACE
    assert not any(await hinted(real, table))


async def test_tips_are_computed_apart_from_the_moves_of_ducks(real):
    taught, table = Taught(real), await choosing(real, await alone(real))
    thinking = real.tables.thinking
    thinking.thinkers._free = None  # any use fails
    assert await taught.show(table)
    assert len(thinking.advisers.pids) == 1


async def test_a_state_that_is_shown_again_during_the_search_is_searched_once(real, monkeypatch):
    taught, table = Taught(real), await choosing(real, await alone(real))
    made = count_searches(real, monkeypatch, lambda: taught.lessons.follow(table))
    assert await taught.show(table)
    assert (len(made), taught.shown) == (1, [table])


@pytest.mark.parametrize("fails", [False, True])
async def test_a_state_without_a_tip_is_searched_once_however_often_it_is_shown(
    real, monkeypatch, fails
):
    table = await choosing(real, await alone(real, "ducks", [Level.EASY]), choice=fails)
    if fails:
        monkeypatch.setattr(lessons, "find_hint", print)
    taught = Taught(real)
    made = count_searches(real, monkeypatch)
    for _ in range(3):
        assert await taught.show(table) == PLACE
    assert len(made) == 1


async def test_a_second_tip_of_a_game_writes_nothing(real):
    taught, table = Taught(real), await choosing(real, await alone(real))
    await taught.show(table)
    table = await real.tables.lookup.get(table.id)
    later = await choosing(real, await real.act(table, str(table.moves(0)[0])))
    assert await taught.show(later)
    assert (await real.tables.lookup.get(table.id)).revision == later.revision


async def test_after_an_error_the_state_shown_meanwhile_gets_its_tip(real, monkeypatch):
    taught, table = Taught(real), await choosing(real, await alone(real))
    learners, asked = real.tables.lookup.learners, []

    async def fail_once(at):
        asked.append(at)
        if len(asked) == 1:
            taught.lessons.follow(table)
            raise ValueError
        return await learners(at)

    await taught.lessons.prepare(table)
    monkeypatch.setattr(real.tables.lookup, "learners", fail_once)
    assert await taught.show(table)


async def test_what_is_shown_while_the_bot_stops_starts_no_search(real):
    taught, table = Taught(real), await choosing(real, await alone(real))
    await taught.lessons.close()
    assert await taught.show(table) == PLACE


async def test_a_tip_that_a_board_cannot_show_marks_nothing(real):
    taught, table = Taught(real, lambda *_: ""), await choosing(real, await alone(real))
    assert await taught.show(table) == PLACE
    assert taught.shown == []
    assert not any(await hinted(real, table))


def write_in_words(_, tip):
    return tell_tip(_ or ENGLISH, RENDERERS[tip.table.game.info.key], tip, all_emojis())


async def test_the_place_of_a_tip_is_there_before_the_tip_and_as_high(real):
    taught, table = Taught(real, write_in_words), await choosing(real, await alone(real, "pond"))
    await taught.lessons.prepare(table)
    before = taught.lessons.tell(table, None, ENGLISH)
    after = await taught.show(table)
    assert before == PLACE
    assert (after != before, after.count("\n")) == (True, before.count("\n"))


async def test_a_state_of_little_choice_keeps_the_place_of_a_tip(real):
    taught, table = Taught(real, lambda *_: ""), await choosing(real, await alone(real))
    assert await taught.show(table) == PLACE


async def test_a_board_without_a_choice_says_that_there_are_tips_until_the_first_one(real):
    taught = Taught(real, write_in_words)
    table = await choosing(real, await alone(real, "ducks", [Level.EASY]), choice=False)
    assert await taught.show(table) == PLACE
    seats = [replace(seat, hinted=not seat.level) for seat in table.seats]
    assert await taught.show(replace(table, seats=tuple(seats))) == ""


async def test_other_tables_have_no_place_for_tips(real):
    await finished(real, ANNA)
    taught = Taught(real)
    table = await choosing(real, await alone(real))
    assert await taught.show(table) == ""
    newcomer = await choosing(real, await together(real, BEN, game="pond"))
    assert taught.lessons.tell(newcomer, None, ENGLISH) == ""
    assert await taught.show(newcomer)
