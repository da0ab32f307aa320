"""Whole games of the pond, Trophy Buck and each kind of Buck Dice, with the real bot process."""

from __future__ import annotations

import re

import pytest

from tests.e2e.table import actor, board_of, drawn, over, play_out, ready_board, seated
from tests.people import Json, Person, controls, labels, text_of

KINDS = [
    ("trophy", 3, {}),
    ("trophy", 2, {"two_hunters": "on"}),
    ("buckdice", 3, {"kind": "classic"}),
    ("buckdice", 3, {"kind": "thirteen-fourteen"}),
    ("buckdice", 3, {"kind": "pot"}),
    ("pond", 2, {}),
]


@pytest.mark.parametrize(("game", "seats", "options"), KINDS)
async def test_a_whole_game_is_played_and_its_dice_are_fair(people, game, seats, options):
    players = people[:seats]
    await seated(players, game, **options)
    final = await play_out(players, seed=seats)
    assert labels(final)[:2] == ["Rematch", "Another game"]
    verdict = (await players[0].press_fair_dice("Check", final)).message
    assert "The dice are fair" in text_of(verdict)


async def test_K5_classic_ends_with_its_loser(people):
    await seated(people, "buckdice")
    assert " loses with " in text_of(await play_out(people, seed=1))


async def test_K7_the_pot_ends_with_its_winner(people):
    await seated(people, "buckdice", kind="pot")
    assert re.search(r"takes the pot of \d+ chips!", text_of(await play_out(people, seed=1)))


async def test_the_board_tells_the_throws_of_the_turn_that_has_ended(people):
    player = actor(await seated(people, "buckdice"), people)
    await click(player, people, "throw")
    lines = text_of(ready_board(player, people)).split("\n")
    assert (
        len([line for line in lines if line.removeprefix("> ").startswith(f"## {player.name} ")])
        == 1
    )


async def test_a_placement_can_be_undone_after_a_kill(people, bot):
    lone = people[:1]
    board = await seated(lone, "pond")
    placed = await place_one(lone[0], lone, board)
    before = bot.moves()
    await bot.kill()
    await bot.start()
    await bot.ready()
    (undo,) = [c["custom_id"] for c in controls(placed) if ":undo:" in c["custom_id"]]
    await lone[0].click_id(placed["id"], undo)
    await bot.wait_until(lambda: bot.moves() == before[:-1])


async def test_nobody_else_picks_a_players_dice(people):
    board = await seated(people[:2], "pond")
    player = actor(board, people)
    other = next(person for person in people[:2] if person is not player)
    (first, *_) = [each for each in labels(board) if each in {"Powers…", "Wild die…"}]
    done = await other.click(first, board)
    assert text_of(done.message) == f"It is not your turn. Waiting for: {player.name}"
    assert "✓" not in labels(board_of(player))


async def test_P9_the_winner_starts_the_rematch(people):
    players, table = people[:2], 1
    await seated(players, "pond")
    while not (winner := await played_out(players, table)):
        await rematch(players, table)
        table += 1
    board = await rematch(players, table)
    assert actor(board, players) is winner
    assert f"**{winner.name}** starts, as decided by the last game" in text_of(board)


async def rematch(players: tuple[Person, ...], table: int) -> Json:
    """Ask for a rematch as both players, and return its first board."""
    opener, other = players
    final = board_of(opener, table)
    await opener.click("Rematch", final)
    await other.click("Rematch", final)
    return await opener.until(lambda: ready_board(opener, players, table + 1))


async def played_out(players: tuple[Person, ...], table: int) -> Person | None:
    """Play sensibly to the end. Return the winner, or None after a draw."""
    while not over(
        final := await players[0].until(lambda: ready_board(players[0], players, table))
    ):
        await play_a_day(actor(final, players), players, table)
    won = [player for player in players if f"**{player.name}** wins, " in text_of(final)]
    return won[0] if won else None


async def play_a_day(player: Person, players: tuple[Person, ...], table: int) -> None:
    """Place every die that fits somewhere, one after the other, and end the day."""
    board = await player.until(lambda: called(player, players, table))
    while placed := await place_one(player, players, board):
        board = placed
    board = await player.until(lambda: ready_board(player, players, table))
    if "end" in ids(board):
        board = await click(player, players, "end", board)
    await click(player, players, "end day", board)


def called(player: Person, players: tuple[Person, ...], table: int) -> Json | None:
    """Return the board if it shows that this player is on turn, else None."""
    board = ready_board(player, players, table)
    return board if board is not None and actor(board, players) is player else None


PLACING = ("place", "full-house", "4-kind", "5-kind", "straight")


async def place_one(player: Person, players: tuple[Person, ...], board: Json) -> Json | None:
    """Put dice into a row, or claim a set. Return the next board, or None if nothing fits."""
    move = next((m for m in ids(board) if m.startswith(PLACING)), None)
    return None if move is None else await click(player, players, move, board)


def ids(board: Json) -> list[str]:
    """Return the moves and focuses behind a board's buttons."""
    return [custom_id.split(":", 3)[3] for custom_id in ready(board)]


def find(board: Json, what: str) -> str:
    """Return the id of the button for a move or a focus."""
    return next(custom_id for custom_id in ready(board) if custom_id.split(":", 3)[3] == what)


def ready(board: Json) -> list[str]:
    """Return the ids of the game's enabled buttons."""
    there = (c for c in controls(board) if not c.get("disabled"))
    return [c["custom_id"] for c in there if c["custom_id"][0] in "tl"]


async def click(
    player: Person, players: tuple[Person, ...], what: str, board: Json | None = None
) -> Json:
    """Click the button for a move or a focus, and return the next board."""
    board = board or ready_board(player, players)
    table = int(find(board, what).split(":")[1])
    done = await player.click_id(board["id"], find(board, what))
    assert done.state == "answered"

    def following() -> Json | None:
        now = ready_board(player, players, table)
        return now if now is not None and drawn(now) != drawn(board) else None

    return await player.until(following)
