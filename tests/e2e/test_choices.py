"""`/table` commands when there are several tables: the bot asks which one, live tables first."""

from __future__ import annotations

from tests.e2e.table import board_of, play_out, seated
from tests.people import controls, text_of


async def two_lobbies(smew, scoter):
    """Open tables 1 and 2, both with Smew. Scoter also sits at table 1."""
    lobby = (await smew.command("ducks start")).message
    await scoter.click("Join", lobby)
    await smew.command("trophy start")


def offered(asked):
    (menu,) = controls(asked)
    return [option["value"] for option in menu["options"]]


async def test_a_person_at_several_tables_chooses_which_one_to_leave(people):
    smew, scoter, _ = people
    await two_lobbies(smew, scoter)
    asked = (await smew.command("table leave")).message
    assert offered(asked) == ["2", "1"]
    await smew.click("o1:tables:leave", asked, values=["1"])
    assert text_of(smew.message(asked["id"])) == "You left table #1."
    await scoter.wait_for(lambda m: "**Scoter**" in text_of(m) and "Smew" not in text_of(m))
    left = await scoter.command("table leave")  # no question: Scoter sits at no other table
    assert text_of(left.message) == "You left table #1."


async def test_a_person_at_several_tables_chooses_which_one_to_cancel(people):
    smew, scoter, _ = people
    await two_lobbies(smew, scoter)
    asked = (await smew.command("table cancel")).message
    await smew.click("o1:tables:cancel", asked, values=["2"])
    assert text_of(smew.message(asked["id"])) == "Table #2 is cancelled."
    await scoter.until(lambda: board_of(scoter, 2) is None)  # nobody had joined this one


async def test_an_admin_who_sits_nowhere_chooses_which_table_to_cancel(people):
    smew, scoter, merganser = people  # Smew manages the server
    for game in ("ducks", "trophy"):
        await scoter.command(f"{game} start")
    asked = (await smew.command("table cancel")).message
    assert offered(asked) == ["2", "1"]
    await smew.click("o1:tables:cancel", asked, values=["2"])
    await smew.until(lambda: text_of(smew.message(asked["id"])) == "Table #2 is cancelled.")
    left = (await smew.command("table cancel")).message  # only one is left
    assert text_of(left) == "Table #1 is cancelled."
    refused = (await merganser.command("table cancel")).message
    assert text_of(refused) == "You sit at no table in this channel."


async def test_the_board_of_a_chosen_table_is_shown_again_to_everybody(people):
    smew, scoter, merganser = people
    await two_lobbies(smew, scoter)
    before = board_of(merganser, 1)["id"]
    asked = (await merganser.command("table show")).message
    assert "#1 Ducks in a Bucket, waiting for players: Smew, Scoter" in text_of(asked)
    assert asked["flags"] & 64  # the question is private
    await merganser.click("o1:tables:show", asked, values=["1"])
    shown = await scoter.until(lambda: (b := board_of(scoter, 1)) and b["id"] != before and b)
    assert "Ducks in a Bucket" in text_of(shown)


async def test_the_tables_here_are_listed_and_the_newest_that_is_over_can_be_shown(people):
    smew, scoter, merganser = people
    empty = (await scoter.command("table show")).message
    assert text_of(empty) == "No table is open in this channel. `/play` opens one."
    await merganser.command("trophy start")
    await seated((smew, scoter), "ducks")
    await play_out((smew, scoter), 3, table=2)
    asked = (await scoter.command("table show")).message
    assert "#1 Trophy Buck, waiting for players: Merganser: [the lobby](" in text_of(asked)
    assert "#2" not in text_of(asked)
    assert offered(asked) == ["2", "1"]
