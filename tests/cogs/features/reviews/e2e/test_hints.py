"""Hints in the real bot: their button, their page, and their mention at the end."""

import pytest

from tests.e2e.forge import press
from tests.e2e.process import Bot
from tests.e2e.table import actor, board_of, moves, play_out, ready_board, seated, table_of
from tests.e2e.test_more import pages
from tests.e2e.test_without import begin_anew, refused
from tests.people import Person, controls, has_text, labels, text_of

HINT = "💡 Hint"


@pytest.fixture
async def hasty(box, tmp_path):
    """A bot whose computer players do not pause."""
    async with Bot(box, tmp_path, DUCK_PAUSE="0") as process:
        await process.ready()
        yield process


@pytest.fixture
async def pair(box, hasty):
    async with Person(box, "Smew") as a, Person(box, "Scoter") as b:
        yield a, b


@pytest.mark.parametrize("game", ["ducks", "trophy", "pond"])
async def test_a_hint_against_computers_is_private_and_not_offered_at_the_end(hasty, pair, game):
    smew, scoter = pair
    ducks = {"pond": 1, "trophy": 3}.get(game, 2)
    board = await seated((smew,), game, ducks=ducks, level="easy")
    await smew.press_more(HINT, board)
    await smew.wait_for(has_text(f"### {HINT}"))
    assert not any(f"### {HINT}" in text_of(message) for message in scoter.messages())
    final = await play_out((smew,), seed=4)
    assert HINT not in labels((await smew.press_more(message=final)).message)


@pytest.mark.usefixtures("hasty")
async def test_only_after_a_hint_the_end_has_a_sign_and_the_leaderboard_no_row(pair):
    smew, scoter = pair
    for hinted in (True, False):
        table = table_of(await seated((smew,), "pond"))
        if hinted:
            await smew.press_more(HINT)
        final = await play_out((smew,), 4, table)
        assert ("with tips" in text_of(scoter.message(final["id"]))) is hinted
        board = (await smew.command("leaderboard", game="pond-alone")).message
        assert ("**You**" in text_of(board)) is not hinted


@pytest.mark.usefixtures("hasty")
async def test_where_several_people_sit_there_is_no_hint(box, pair):
    smew, scoter = pair
    lobby = (await smew.command("pond start")).message
    await scoter.click("Join", lobby)
    lobby = await smew.until(lambda: (b := board_of(smew)) and "Scoter" in text_of(b) and b)
    assert "💡" not in text_of(lobby)
    await smew.click("Start", lobby)
    board = await smew.until(lambda: ready_board(smew, pair))
    mover = actor(board, pair)
    more = (await mover.press_more(message=board)).message
    assert HINT not in labels(more)
    await press(box.core, mover.id, more["id"], f"a1:{table_of(board)}:hint")
    await mover.until(lambda: "no hints in this game" in text_of(mover.message(more["id"])))


async def test_a_game_of_luck_has_no_hint_button(hasty, pair):
    board = await seated(pair[:1], "buckdice", ducks=2)
    assert HINT not in labels((await pair[0].press_more(message=board)).message)


async def test_in_the_bucket_king_a_hint_comes_from_play_outs(hasty, pair):
    smew = pair[0]
    await seated((smew,), "buckets", rounds="1", ducks=2, level="easy")
    board = await smew.until(lambda: ready_board(smew, (smew,)))
    await smew.press_more(HINT, board)
    await smew.wait_for(has_text("**Build it for me**\nA duck puts "))
    await smew.click("Build it for me", board)
    await smew.click("Confirm", await smew.until(lambda: offering(smew, "Confirm")))
    board = await smew.until(
        lambda: (b := ready_board(smew, (smew,))) and "Confirm" not in labels(b) and b
    )
    await smew.press_more(HINT, board)
    await smew.wait_for(has_text(f"### {HINT}"))


async def test_when_reviews_are_off_an_old_hint_button_answers_with_a_sentence(people, bot):
    board = await seated(people[:1], "pond")
    more = (await people[0].press_more(message=board)).message
    await begin_anew(bot, "reviews")
    await refused(people[0], "💡 Hint", more)
    assert "💡 Hint" not in labels((await people[0].press_more(message=board)).message)


def offering(person, label):
    """Return the board if it has this button, else None."""
    board = board_of(person)
    return board if board and label in labels(board) else None


@pytest.fixture
async def alone(box, tmp_path):
    """Smew, with a bot whose computer players do not pause."""
    async with Bot(box, tmp_path, DUCK_PAUSE="0") as process, Person(box, "Smew") as smew:
        await process.ready()
        yield smew


async def test_one_press_plays_a_hint_and_removes_its_page(alone):
    await seated((alone,), "ducks", ducks=1, level="easy")
    board = await alone.until(lambda: (b := board_of(alone)) and moves(b) and b)
    page = (await alone.press_more("💡 Hint", board)).message
    assert labels(alone.message(page["id"]))[0] == "Play it"
    await alone.click("Play it", alone.message(page["id"]))
    await alone.until(lambda: pages(alone) == [])
    await alone.until(lambda: (b := board_of(alone)) and moves(b) and moves(b) != moves(board))


async def test_an_outdated_hint_disappears_and_is_not_played(box, alone):
    await seated((alone,), "ducks", ducks=1, level="easy")
    board = await alone.until(lambda: (b := board_of(alone)) and moves(b) and b)
    page = (await alone.press_more("💡 Hint", board)).message
    hint = next(each["custom_id"] for each in controls(page) if each["label"] == "Play it")
    await alone.click_id(board["id"], moves(board)[0]["custom_id"])
    await alone.until(lambda: alone.message(page["id"]) is None)
    more = (await alone.press_more(message=board_of(alone))).message
    await press(box.core, alone.id, more["id"], hint)
    await alone.until(lambda: "gone on since" in text_of(alone.message(more["id"])))
