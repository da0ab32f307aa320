"""Private pages with the real bot: one for each person at a table, and refusals that disappear."""

from __future__ import annotations

import random
import time

from cogs.interactions.known import SHOWN_FOR
from tests.e2e import buckets
from tests.e2e.forge import press
from tests.e2e.table import (
    PRIVATE,
    actor,
    board_of,
    click_once,
    moves,
    over,
    play_out,
    ready_board,
    seated,
)
from tests.people import controls, labels, text_of


def pages(person):
    """Return a person's private pages, the oldest first."""
    return [message for message in person.messages() if message["flags"] & PRIVATE]


def top(message):
    """Return the first line of a message."""
    return text_of(message).split("\n")[0]


async def test_ten_presses_leave_one_page_and_a_restart_two_at_most(people, bot):
    smew, _, spectator = people
    board = await seated(people[:2], "ducks")
    for person in (smew, spectator):
        for _ in range(10):
            page = (await person.press_more(message=board)).message
        await person.until(lambda person=person, page=page: pages(person) == [page])
    await smew.click("How to play", pages(smew)[0])
    await smew.until(lambda: "In short" in labels(pages(smew)[0]))
    await bot.kill()
    await bot.start()
    await bot.ready()
    for _ in range(3):
        await smew.press_more(message=board_of(smew))
    await smew.until(lambda: len(pages(smew)) == 2)
    old, new = pages(smew)
    await smew.click("‹ Back", old)
    await smew.until(lambda: pages(smew)[:1] == pages(smew))
    assert pages(smew)[0]["id"] == old["id"] != new["id"]
    assert "How to play" in labels(pages(smew)[0])


async def test_a_hand_and_the_page_behind_more_take_turns_in_one_message(people, bot):
    smew = people[0]
    await buckets.begun(people, rounds="1")
    await smew.click("My hand")
    (hand,) = pages(smew)
    assert "Build a pyramid" in text_of(hand)
    await smew.click("⋯", hand)
    await smew.click("Fair dice", smew.message(hand["id"]))
    await smew.click("‹ Back", smew.message(hand["id"]))
    await smew.click("My hand", smew.message(hand["id"]))
    await smew.until(lambda: "Build a pyramid" in text_of(smew.message(hand["id"])))
    await smew.press_more(message=buckets.board_of(smew))
    await smew.until(lambda: len(pages(smew)) == 1 and pages(smew)[0]["id"] != hand["id"])


async def test_all_pages_disappear_when_the_game_ends(people, bot):
    pair, spectator = people[:2], people[2]
    board = await seated(pair, "ducks")
    for person in people:
        await person.press_more(message=board)
    await spectator.click("How to play", pages(spectator)[0])
    final = await play_out(pair, seed=3)
    for person in people:
        await person.until(lambda person=person: pages(person) == [])
    page = (await spectator.press_more(message=final)).message
    assert [labels(page)[i] for i in (0, -2, -1)] == ["Replay", "How to play", "Fair dice"]


async def test_a_refusal_is_one_line_that_the_next_press_replaces(people, bot):
    lobby = (await people[0].command("ducks start")).message
    await people[1].click("Join", lobby)
    for label, words in (("Start", "Smew"), ("Join", "already")):
        await people[1].click(label, lobby)
        await people[1].until(lambda words=words: one_line(people[1], words))
    await people[0].click("Start", lobby)
    board = await people[0].until(lambda: (b := board_of(people[0])) and moves(b) and b)
    player = actor(board, people)
    other = next(person for person in people[:2] if person is not player)
    roll = moves(board)[0]["custom_id"]
    for person, words in (
        (other, f"It is not your turn. Waiting for: {player.name}"),
        (people[2], "You have no seat at this table."),
    ):
        await person.click_id(board["id"], roll)
        await person.until(lambda person=person, words=words: one_line(person, words))


def one_line(person, words):
    """Whether the person's only private message has these words and no controls."""
    shown = [(text_of(page), controls(page)) for page in pages(person)]
    return len(shown) == 1 and words in shown[0][0] and not shown[0][1]


async def test_a_refusal_disappears_by_itself(box, people, bot):
    lobby = (await people[0].command("ducks start")).message
    await press(box.core, people[2].id, lobby["id"], "a1:1:leave")
    await people[2].until(lambda: one_line(people[2], "seat"))
    await people[2].until(lambda: pages(people[2]) == [])


async def test_a_refusal_disappears_when_ones_turn_comes_and_when_the_game_ends(people, bot):
    pair, chance = people[:2], random.Random(3)
    board = await seated(pair, "ducks")
    while not over(board):
        player = actor(board, pair)
        other = next(person for person in pair if person is not player)
        await other.click_id(board["id"], moves(board)[0]["custom_id"])
        words = f"It is not your turn. Waiting for: {player.name}"
        await other.until(lambda other=other, words=words: one_line(other, words))
        refused_at = time.monotonic()
        while not over(board) and actor(board, pair) is player:
            await click_once(pair, chance)
            board = await player.until(lambda player=player: ready_board(player, pair))
        await other.until(lambda other=other: pages(other) == [])
        assert time.monotonic() - refused_at < SHOWN_FOR - 1


async def test_leaving_asks_first_and_returns_to_the_same_page(people, bot):
    pair = people[:2]
    board = await seated(pair, "ducks")
    leaver = actor(board, pair)
    page = (await leaver.press_more("Leave", board)).message
    assert "A duck plays on for you" in text_of(page)
    await leaver.click("Leave the game", page)
    await leaver.until(lambda: "gives the seat back" in text_of(board_of(leaver)))
    await leaver.until(lambda: "I'm back" in labels(leaver.message(page["id"])))
    assert "You left table #1" in top(leaver.message(page["id"]))
    await leaver.click("I'm back", leaver.message(page["id"]))
    await leaver.until(lambda: pages(leaver) == [])
    await leaver.until(lambda: "gives the seat back" not in text_of(board_of(leaver)))


async def test_a_stale_control_of_the_page_redraws_it(box, people, bot):
    pair = people[:2]
    board = await seated(pair, "ducks")
    page = (await pair[0].press_more("Leave", board)).message
    await pair[0].click("Leave the game", page)
    await press(box.core, pair[0].id, page["id"], "a1:1:quit")
    told = "You have left this table already."
    await pair[0].until(lambda: [top(page) for page in pages(pair[0])] == [told])
    assert "I'm back" in labels(pages(pair[0])[0])


async def test_a_page_from_before_a_restart_is_redrawn_once_its_game_is_over(people, bot):
    pair, player = people[:2], people[1]
    page = (await player.press_more(message=await seated(pair, "ducks"))).message
    await bot.kill()
    await bot.start()
    await bot.ready()
    await play_out(pair, seed=3)
    await player.click("Leave", player.message(page["id"]))
    await player.until(lambda: "Leave" not in labels(player.message(page["id"])))
    assert labels(player.message(page["id"]))[-2:] == ["How to play", "Fair dice"]
    assert pages(player) == [player.message(page["id"])]
