"""`/table` where there are several tables: which one is asked, and the live ones come first."""

from __future__ import annotations

from tests.e2e.table import board_of, play_out, seated
from tests.people import controls, has_text, labels, text_of


async def two_lobbies(mallard, pintail):
    """Tables 1 and 2, both with Mallard; Pintail sits at the first."""
    lobby = (await mallard.command("ducks start")).message
    await pintail.click("Join", lobby)
    await mallard.command("trophy start")


def offered(asked):
    (menu,) = controls(asked)
    return [option["value"] for option in menu["options"]]


async def test_who_sits_at_several_tables_chooses_which_one_to_leave(people):
    mallard, pintail, _ = people
    await two_lobbies(mallard, pintail)
    asked = (await mallard.command("table leave")).message
    assert offered(asked) == ["2", "1"]
    await mallard.click("o1:tables:leave", asked, values=["1"])
    assert text_of(mallard.message(asked["id"])) == "You left table #1."
    await pintail.wait_for(has_text("1. **Pintail**"))
    left = await pintail.command("table leave")  # the only one
    assert text_of(left.message) == "You left table #1."


async def test_who_sits_at_several_tables_chooses_which_one_to_cancel(people):
    mallard, pintail, _ = people
    await two_lobbies(mallard, pintail)
    asked = (await mallard.command("table cancel")).message
    await mallard.click("o1:tables:cancel", asked, values=["2"])
    assert text_of(mallard.message(asked["id"])) == "Table #2 is cancelled."
    await pintail.wait_for(has_text("This table was cancelled."))


async def test_the_board_of_a_chosen_table_is_shown_again_to_everybody(people):
    mallard, pintail, teal = people
    await two_lobbies(mallard, pintail)
    before = board_of(teal, 1)["id"]
    asked = (await teal.command("table show")).message
    assert asked["flags"] & 64  # a question is for the one who asked
    await teal.click("o1:tables:show", asked, values=["1"])
    shown = await pintail.until(lambda: (b := board_of(pintail, 1)) and b["id"] != before and b)
    assert "Ducks in a Bucket" in text_of(shown)


async def test_a_live_table_is_shown_before_a_newer_one_that_is_over(people):
    mallard, pintail, teal = people
    await teal.command("trophy start")
    await seated((mallard, pintail), "ducks")
    await play_out((mallard, pintail), 3, table=2)
    shown = (await pintail.command("table show")).message
    assert "Table #1" in text_of(shown)
    assert "Join" in labels(shown)
