"""Whole games played by clicks, with the real bot process."""

from __future__ import annotations

import asyncio
import random
import re
import sys

import aiohttp
import pytest

from engine.pond.moves import rank
from players.games import GAMES, can_hint
from tests.e2e.process import ROOT
from tests.e2e.table import (
    actor,
    board_of,
    click_once,
    moves,
    play_out,
    ready_board,
    seated,
    table_of,
)
from tests.people import Person, controls, has_text, labels, parts, text_of

OPEN = [game.info.key for game in GAMES if not game.info.hidden]


@pytest.mark.parametrize("game", OPEN)
async def test_a_whole_game_is_played_by_clicks(people, game):
    players = people[:2] if game == "pond" else people
    await seated(players, game)
    final = await play_out(players, seed=5)
    assert "The game is over" in text_of(final)
    assert labels(final)[:2] == ["Rematch", "Another game"]


async def test_the_turn_passes_on_the_board_and_calls_nobody_who_is_there(people):
    first = await seated(people, "ducks")
    player = actor(first, people)
    chance = random.Random(1)
    while actor(board_of(people[0]), people) is player:
        await click_once(people, chance)
    assert board_of(people[0])["id"] == first["id"]
    assert [person.pings for person in people] == [[], [], []]


async def test_a_finished_table_is_verified(people):
    await seated(people, "ducks")
    final = await play_out(people, seed=2)
    verdict = (await people[0].press_fair_dice("Check", final)).message
    assert "\nAbout this: table #1, Ducks in a Bucket\n" in text_of(verdict)
    assert "The dice are fair" in text_of(verdict)


async def test_the_log_of_a_finished_table_checks_offline(people, tmp_path):
    await seated(people, "ducks")
    final = await play_out(people, seed=2)
    (log,) = (await people[1].press_fair_dice("Log", final)).message["attachments"]
    assert log["filename"] == "table-1.txt"
    async with aiohttp.request("GET", log["url"]) as found:
        (tmp_path / "table-1.txt").write_bytes(await found.read())
    verify = [sys.executable, "-m", "players", "verify", str(tmp_path / "table-1.txt")]
    check = await asyncio.create_subprocess_exec(*verify, cwd=ROOT)
    assert await check.wait() == 0


async def test_a_rematch_is_opened_once_and_joined_by_the_second_click(people):
    smew, scoter, _ = people
    await seated((smew, scoter), "ducks")
    final = await play_out((smew, scoter), seed=3)
    await smew.click("Rematch", final)
    await scoter.click("Rematch", final)
    lobby = await smew.until(lambda: board_of(smew, 2))
    await smew.wait_for(lambda m: m["id"] == lobby["id"] and "▶ <@" in text_of(m))


async def test_the_lobby_of_a_rematch_calls_the_players_and_counts_the_series(people):
    smew, scoter, merganser = people
    await seated(people, "ducks")
    final = await play_out(people, seed=3)
    before = len(scoter.pings), len(smew.pings)
    await smew.click("Rematch", final)
    lobby = await scoter.until(lambda: board_of(scoter, 2))
    called = f"{scoter.mention} and {merganser.mention}: a rematch?"
    assert called in text_of(lobby)
    assert scoter.pings[before[0] :] == merganser.pings[-1:] == [lobby["id"]]
    assert len(smew.pings) == before[1]
    wins = re.search(r"Tonight: (.+)", text_of(lobby)).group(1)
    assert sum(int(won) for won in re.findall(r"[0-9]+", wins)) >= 1
    await merganser.click("Rematch", final)
    await smew.wait_for(has_text(f"{scoter.mention}: a rematch?"))
    assert scoter.pings[before[0] :] == [lobby["id"]]  # an edit calls nobody
    await smew.click("Start", smew.message(lobby["id"]))
    await smew.wait_for(lambda m: m["id"] == lobby["id"] and "▶ <@" in text_of(m))


def table_in(message):
    """Return the number of a message's table, or None if the message has no controls."""
    return table_of(message) if controls(message) else None


async def test_two_requests_for_a_rematch_at_once_lead_to_one_lobby(people):
    smew, scoter, _ = people
    await seated((smew, scoter), "ducks")
    final = await play_out((smew, scoter), seed=3)
    await asyncio.gather(smew.click("Rematch", final), scoter.click("Rematch", final))
    board = await smew.until(lambda: ready_board(smew, people, 2))
    shown = [m for m in smew.messages() if table_in(m) == 2 and "rematch" not in text_of(m)]
    assert [m["id"] for m in shown] == [board["id"]]


async def test_a_rematch_that_nobody_joins_leaves_nothing_behind_and_calls_everybody_once(people):
    smew, scoter, _ = people
    await seated(people, "ducks")
    final = await play_out(people, seed=3)
    before, shown = [len(each.pings) for each in people], len(smew.messages())
    for number in range(2, 5):
        opener = smew if number < 4 else scoter
        await opener.click("Rematch", final)
        lobby = await opener.until(lambda number=number: board_of(smew, number))
        await opener.press_more("✖ Cancel this table", lobby)
        await smew.until(lambda lobby=lobby: smew.message(lobby["id"]) is None)
    assert len(smew.messages()) == shown
    assert [len(each.pings) for each in people] == [1 + before[0], 1 + before[1], 1 + before[2]]


async def test_an_end_becomes_a_link_to_its_rematch_for_as_long_as_that_counts(people):
    smew, scoter, _ = people
    await seated((smew, scoter), "ducks")
    final = await play_out((smew, scoter), seed=3)

    def find_links():
        return [part["url"] for part in parts(smew.message(final["id"])) if "url" in part]

    await smew.click("Rematch", final)
    lobby = await smew.until(lambda: board_of(smew, 2))
    assert not find_links()
    await scoter.click("Rematch", final)
    await smew.until(find_links)
    assert find_links()[0].endswith(f"/{smew.channel()}/{lobby['id']}")
    assert "Rematch" not in labels(smew.message(final["id"]))
    for person in (smew, scoter):
        await person.leave(table=2)
    await smew.until(lambda: "Rematch" in labels(smew.message(final["id"])))
    assert not find_links()


async def test_a_board_is_shown_again_only_in_the_channel_where_it_is_played(people):
    board = await seated(people[:2], "ducks")
    done = await people[2].command("table show", channel="lounge", table=1)
    assert "is elsewhere" in text_of(done.message)
    assert people[2].messages("lounge") == [done.message]
    assert moves(board_of(people[0])) == moves(board)


async def test_a_lone_player_plays_the_pond_in_a_direct_message(box, bot):
    async with Person(box, "Eider", channel="dm") as eider:
        await seated((eider,), "pond")
        final = await play_out((eider,), seed=4)
        points, earned = re.search(r"(\d+) points: ([\w ]+)", text_of(final)).groups()
        assert earned == rank(int(points))


async def test_a_strangers_click_changes_nothing_and_is_refused_privately(people):
    board = await seated(people[:2], "ducks")
    stranger = people[2]
    done = await stranger.click_id(board["id"], moves(board)[0]["custom_id"])
    assert done.message["flags"] & 64
    assert "no seat" in text_of(done.message)
    assert moves(board_of(stranger)) == moves(board)


@pytest.mark.parametrize("game", [GAMES[-1]], ids=["newest_game"])
async def test_a_game_with_ducks_has_rules_its_own_leaderboard_and_a_proof(people, game):
    smew, key = people[0], game.info.key
    ducks = min(3, game.info.max_seats - 1)
    await seated((smew,), key, ducks=ducks)
    final = await play_out((smew,), seed=4)
    assert ("Review" in labels(final)) == can_hint(key)
    board = (await smew.command("leaderboard", game=f"{key}-ducks")).message
    assert "**You** · **" in text_of(board)
    assert "The dice are fair" in text_of((await smew.press_fair_dice("Check", final)).message)
    more = (await smew.click("⋯", final)).message
    rules = (await smew.click("How to play", more)).message
    assert game.info.title in text_of(rules)
