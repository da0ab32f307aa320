"""`/practice` in the real bot: shipped positions, positions of one's own games, and repetitions."""

import pytest

from tests.e2e.process import Bot
from tests.e2e.table import over, ready_board, seated
from tests.people import Person, controls, has_button, has_text, labels, text_of

WRONG = "❌ **Not quite.**"


@pytest.fixture
async def smew(box):
    async with Person(box, "Smew") as person:
        yield person


async def asked(person, **options):
    """Begin practice; return the first position."""
    await person.command("practice", **options)
    return await question(person)


async def question(person):
    return await person.wait_for(has_text("Pick your best move."))


def is_answer(page):
    return any(has_button(label)(page) for label in ("Next ▶", "Again"))


async def tried(person, page, choice):
    """Make a choice; return the answer."""
    await person.click(choice, page)
    return await person.wait_for(is_answer)


async def following(person, page):
    """Go on; return the next position."""
    await person.click("Next ▶", page)
    return await question(person)


def places(page):
    """Return the table and the step of a page's position."""
    ids = [c["custom_id"].split(":") for c in controls(page)]
    return {(part[4], part[5]) for part in ids if part[1] == "practice"}


async def careless(person):
    """Play a game alone and end every day at once; return the final board."""
    board = await seated((person,), "pond")
    while not over(board):
        label = next(each for each in labels(board) if each.startswith("End "))
        await person.click(label, board)
        before = board
        board = await person.until(
            lambda: (
                (now := ready_board(person, (person,)))
                and labels(now) != labels(before)  # noqa: B023
                and now
            )
        )
    return board


async def finished(person, answer):
    """Answer the rest of a round, always with the first choice; return the last answer."""
    while "Again" not in labels(answer):
        page = await following(person, answer)
        answer = await tried(person, page, labels(page)[0])
    return answer


async def solved(person, page):
    """Repeat a round until its first answer is right; return that round's last answer."""
    here = places(page)
    for choice in labels(page):
        answer = await tried(person, page, choice)
        right = "✅" in text_of(answer)
        assert (WRONG in text_of(answer)) != right
        answer = await finished(person, answer)
        assert " of 5 right" in text_of(answer)
        if right:
            return answer
        await person.click("Again", answer)
        page = await question(person)
        assert places(page) == here
    raise AssertionError("no choice is right")


async def test_somebody_who_has_not_played_practises_on_the_shipped_set(bot, smew):
    page = await asked(smew, game="trophy")
    assert "Puzzle 1 of 5" in text_of(page)
    assert "your own game" not in text_of(page)
    assert len(labels(page)) == 2
    answer = await tried(smew, page, labels(page)[0])
    assert ("✅" in text_of(answer)) != (WRONG in text_of(answer))
    assert places(await following(smew, answer)) != places(page)


async def test_ones_own_mistakes_come_first_and_come_back_until_they_are_right(box, smew, tmp_path):
    async with Bot(box, tmp_path) as bot:
        await bot.ready()
        await careless(smew)
        page = await asked(smew, game="pond")
        assert "from your own game" in text_of(page)
        first = places(page)
        answer = await solved(smew, page)
        await smew.click("Again", answer)
        assert places(await question(smew)) != first
    async with Bot(box, tmp_path) as bot:
        await bot.ready()
        again = await asked(smew, game="pond")
        assert places(again) != first


async def test_a_review_leads_to_practice_and_an_answer_leads_to_the_review(bot, smew):
    await careless(smew)
    page = await asked(smew, game="pond")
    answer = await tried(smew, page, labels(page)[0])
    await smew.click("Review", answer)
    review = await smew.wait_for(has_button("Practice"))
    await smew.click("Practice", review)
    again = await question(smew)
    assert "Puzzle 1 of 5 · from your own game" in text_of(again)
