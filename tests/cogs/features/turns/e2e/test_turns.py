"""`/turns`: all tables that wait for one person, on any server."""

from __future__ import annotations

from tests.e2e.table import seated
from tests.people import has_button, has_text, parts, text_of


async def start(opener, guest, channel):
    """Begin Ducks in a Bucket for two; return who is to act, then the other."""
    await opener.command("ducks start", channel=channel)
    lobby = await guest.wait_for(has_text("can start** with ducks"), channel=channel)
    await guest.click("Join", lobby)
    await opener.click("Start", await opener.wait_for(has_button("Start"), channel=channel))
    board = await opener.wait_for(has_text("▶ <@"), channel=channel)
    return (opener, guest) if opener.mention in text_of(board) else (guest, opener)


async def test_the_turns_of_all_servers_are_listed_only_for_their_person(people):
    smew, scoter, merganser = people
    here, _ = await start(smew, scoter, "The Pond/games")
    there, _ = await start(smew, scoter, "Far Lake/games")
    for person in (smew, scoter):
        page = (await person.command("turns")).message
        expected = [here, there].count(person)
        assert text_of(page).count("**Ducks in a Bucket** with") == expected
        assert merganser.message(page["id"]) is None
    page = (await merganser.command("turns")).message
    assert "No table waits for you." in text_of(page)


async def test_the_list_leads_to_the_board_and_is_shown_anew(people):
    smew, scoter, _ = people
    own, other = await start(smew, scoter, "games")
    page = (await own.command("turns")).message
    board = await own.wait_for(has_text("▶ <@"))
    link = next(c["url"] for c in parts(page) if c.get("url"))
    assert link.endswith(f"/{board['channel_id']}/{board['id']}")
    await own.leave()
    await own.click("Look again", page)
    assert await own.wait_for(has_text("No table waits for you."))
    assert "**Ducks in a Bucket**" in text_of((await other.command("turns")).message)


async def test_a_game_that_one_plays_alone_is_listed_too(people):
    smew, *_ = people
    await seated((smew,), "pond")
    assert "**Ducks in the Pond** · your turn began" in text_of(
        (await smew.command("turns")).message
    )
