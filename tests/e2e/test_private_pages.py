"""Private pages follow their table: they are redrawn, or closed, when it changes."""

from __future__ import annotations

from tests.e2e import buckets
from tests.e2e.forge import press
from tests.e2e.table import board_of, play_out, seated
from tests.people import has_text, labels, text_of

PRIVATE = 64


def pages(person):
    """Return a person's private pages, the oldest first."""
    return [message for message in person.messages() if message["flags"] & PRIVATE]


async def test_every_open_hand_tells_that_the_pyramids_are_shown(people, bot):
    await buckets.begun(people)
    hands = {}
    for person in people:  # the hands stay open
        hands[person] = await buckets.hand_of(person)
        await buckets.click_hand(person, hands[person], "Build it for me")
        await buckets.click_hand(person, hands[person], "Confirm")
    for person, hand in hands.items():

        def tells(person=person, hand=hand):
            return " attacks " in text_of(person.message(hand["id"]))

        await person.until(tells)


async def test_an_open_hand_says_that_a_duck_plays_and_leads_back(box, people, bot):
    await buckets.begun(people)
    smew = people[0]
    asked = (await smew.command("table leave")).message
    hand = await buckets.hand_of(smew)
    await smew.until(lambda: smew.message(asked["id"]) is None)  # one page a person and table
    page = (await smew.click("⋯", smew.message(hand["id"]))).message or hand
    await press(box.core, smew.id, page["id"], "a1:1:quit")
    await press(box.core, smew.id, page["id"], "a1:1:hand")
    await smew.until(lambda: "A duck plays on for you" in text_of(smew.message(page["id"])))
    await smew.click("I'm back", smew.message(page["id"]))
    await smew.until(lambda: "Build it for me" in labels(smew.message(page["id"])))


async def test_a_question_about_ending_a_game_disappears_with_the_game(people, bot):
    smew, scoter, _ = people
    await seated((smew, scoter), "ducks")
    first = (await smew.command("table cancel", table=1)).message
    asked = (await smew.command("table cancel", table=1)).message
    await smew.until(lambda: [page["id"] for page in pages(smew)] == [asked["id"]])
    assert first["id"] != asked["id"]
    await play_out((smew, scoter), 3)
    await smew.until(lambda: pages(smew) == [])


async def test_all_who_still_play_end_a_game_together(people, bot):
    board = await seated(people, "trophy")
    one, two, gone = people
    page = (await gone.press_more("Leave", board)).message
    await gone.click("Leave the game", page)
    await one.until(lambda: "gives the seat back" in text_of(board_of(one)))
    page = (await one.press_more("End it together", board_of(one))).message
    assert "0 of 2 so far" in text_of(page)
    await one.click("End it together", page)
    await one.wait_for(has_text("Table #1 ends when all agree."))
    await two.until(
        lambda: "(1 of 2), the game ends and counts for nobody" in text_of(board_of(two))
    )
    page = (await two.command("table cancel")).message
    assert "1 of 2 so far" in text_of(page)
    await two.click("End it together", page)
    await gone.wait_for(has_text("The players who were still there have ended this game"))
    assert bot.rows("SELECT status, forfeited FROM tables") == [("cancelled", 0)]
    assert bot.rows("SELECT * FROM results") == []


async def test_an_old_question_does_not_say_that_a_game_goes_on_which_is_over(box, people, bot):
    smew, *_ = people
    await seated((smew,), "pond")
    asked = (await smew.command("table cancel", table=1)).message
    await smew.click("Cancel the game", asked)
    await press(box.core, smew.id, asked["id"], "n1:cancel:keep:1")
    await smew.until(lambda: "cancelled" in text_of(smew.message(asked["id"])))
    assert "Nothing is cancelled" not in text_of(smew.message(asked["id"]))


async def test_a_daily_that_is_typed_twice_has_one_page(people, bot):
    smew = people[0]
    first = (await smew.command("daily")).message
    await smew.click("Begin", first)
    second = (await smew.command("daily")).message
    await smew.until(lambda: [page["id"] for page in pages(smew)] == [second["id"]])


async def test_who_may_only_agree_is_asked_and_nothing_is_announced(box, people, bot):
    smew, scoter, _ = people
    board = await seated((smew, scoter), "ducks")
    page = (await scoter.press_more("How to play", board)).message
    await press(box.core, scoter.id, page["id"], "n1:cancel:do:1")
    await scoter.until(lambda: any("End it together" in labels(each) for each in pages(scoter)))
    assert not any("cancel" in text_of(each) for each in smew.messages())
    assert bot.rows("SELECT status FROM tables") == [("playing",)]
    assert bot.rows("SELECT DISTINCT ends FROM seats") == [(0,)]
