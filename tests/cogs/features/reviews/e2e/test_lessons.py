"""Tips in first games, in the real bot."""

import pytest

from tests.e2e import buckets
from tests.e2e.forked import TIPS
from tests.e2e.process import Bot
from tests.e2e.table import moves, play_out, seated, table_of
from tests.people import Person, has_text, text_of

TIP = "-# 💡 **"


@pytest.fixture
async def folk(box, tmp_path):
    """People, and a bot that gives tips."""
    async with (
        Bot(box, tmp_path, DUCK_PAUSE="0", **{TIPS: "1"}) as process,
        Person(box, "Smew") as a,
        Person(box, "Scoter") as b,
        Person(box, "Merganser") as c,
    ):
        await process.ready()
        yield a, b, c


async def test_a_first_game_has_tips_on_its_board_and_the_next_one_none(folk):
    smew, *_ = folk
    board = await seated((smew,), "pond")
    tipped = await smew.wait_for(has_text(TIP))
    assert tipped["id"] == board["id"]
    assert [each["custom_id"] for each in moves(tipped)] == [
        each["custom_id"] for each in moves(board)
    ]
    final = await play_out((smew,), 4)
    assert "with tips" in text_of(final)
    assert TIP not in text_of(final)
    again = await seated((smew,), "pond")
    final = await play_out((smew,), 4, table_of(again))
    assert "with tips" not in text_of(final)


async def test_where_hands_are_hidden_from_others_a_tip_is_on_the_private_page_alone(folk):
    await buckets.begun(folk)
    for person in folk:
        await buckets.build(person)
    board = buckets.board_of(folk[0])
    actor = buckets.actor(board, folk)
    await buckets.hand_of(actor)
    await actor.wait_for(has_text(TIP))
    assert all("💡" not in text_of(buckets.board_of(person)) for person in folk)
