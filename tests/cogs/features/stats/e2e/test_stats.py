"""Statistics and achievements in the real bot: card, album, other pages, sharing."""

from __future__ import annotations

from tests.e2e.table import play_out, seated
from tests.e2e.test_records import again
from tests.people import controls, has_text, text_of


async def test_statistics_begin_with_a_card_and_lead_to_the_album_and_the_rest(memory):
    _, smew, scoter = memory
    done = await smew.command("stats", player=scoter)
    assert "Scoter · on this server" in text_of(done.message)
    assert done.message["attachments"][0]["filename"].startswith("person-")
    await smew.click("Album", done.message)
    assert "Scoter · Album" in text_of(again(smew, done))
    await smew.click("o1:album:game", again(smew, done), values=["buckdice"])
    assert again(smew, done)["attachments"][0]["filename"].startswith("album-")
    first = text_of(again(smew, done))
    await smew.click("Next ▶", again(smew, done))
    assert text_of(again(smew, done)) != first
    await smew.click("‹ Back", again(smew, done))
    await smew.click("⋯", again(smew, done))
    assert "a finished game is 1 point" in text_of(again(smew, done))
    await smew.click("o1:stats:game", again(smew, done), values=["buckdice"])
    said = text_of(again(smew, done))
    assert "rating" in said
    assert "Dice that showed the point number" in said
    assert again(smew, done)["attachments"][0]["filename"].startswith("statistics-")
    await smew.click("‹ Back", again(smew, done))
    assert again(smew, done)["attachments"][0]["filename"].startswith("person-")


async def test_the_own_card_is_shared_under_a_name(memory):
    _, smew, scoter = memory
    done = await smew.command("stats")
    assert "Your games · on this server" in text_of(done.message)
    await smew.click("⋯", done.message)
    await smew.click("Share", again(smew, done))
    shared = await scoter.wait_for(has_text("Smew · on this server"))
    assert controls(shared) == []
    assert shared["attachments"][0]["filename"].startswith("person-")


async def test_a_person_has_no_statistics_of_an_unplayed_game(memory):
    _, smew, _ = memory
    done = await smew.command("stats", game="trophy")
    assert "You have no finished game here yet.\n-# Trophy Buck" in text_of(done.message)


async def test_a_person_without_games_has_no_statistics(people):
    done = await people[0].command("stats")
    assert "You have no finished game here yet." in text_of(done.message)


async def test_the_end_of_a_game_names_who_has_earned_an_achievement(people):
    await seated(people[:2], "buckdice")
    assert "🏅" in text_of(await play_out(people[:2], seed=1))
