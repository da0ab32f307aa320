"""Helpers that play at a table through the sandbox as people do: read the board, then click."""

from __future__ import annotations

import random
from typing import Any

from tests.people import Done, Json, Person, Refused, controls, has_text, labels, text_of

PRIVATE = 1 << 6
PLAYING = ("t1:", "h1:", "l1:", "p1:")


def board_of(person: Person, table: int = 1) -> Json | None:
    """Return the newest public message with controls of a table."""
    for message in reversed(person.messages()):
        if not message["flags"] & PRIVATE and any(
            c["custom_id"].split(":")[1] == str(table) for c in controls(message)
        ):
            return message
    return None


async def seated(people: tuple[Person, ...], game: str, /, **options: Any) -> Json:
    """Open a table, let everybody join, start the game, and return the first board."""
    opener, *others = people
    lobby = (await opener.command(f"{game} start", **options)).message
    assert lobby is not None
    for person in others:
        assert (await person.click("Join", lobby)).state == "answered"
    table = table_of(lobby)
    # Another process may update the lobby, and may post it as a new message to show the new seats.
    lobby = await opener.until(lambda: _to_start(board_of(opener, table)))
    assert (await opener.click("Start", lobby)).state == "answered"
    return await opener.until(lambda: ready_board(opener, people, table))


def _to_start(lobby: Json | None) -> Json | None:
    """Return the lobby if it can be started, else None."""
    return lobby if lobby is not None and "Start" in labels(lobby) else None


async def ask_to_forget(person: Person) -> Json:
    """Ask the bot to forget this person, and return the bot's question."""
    await person.click("Forget me…", (await person.command("privacy")).message)
    return await person.wait_for(has_text("Be forgotten?"))


def table_of(message: Json) -> int:
    """Return the number of a message's table. The message must have controls."""
    named = (control["custom_id"].split(":")[1] for control in controls(message))
    return int(next(each for each in named if each.isdigit()))


def ready_board(person: Person, people: tuple[Person, ...], table: int = 1) -> Json | None:
    """Return the board if it offers a move or a hand, or says that the game is over; else None."""
    board = board_of(person, table)
    if board is None:
        return None
    waits = moves(board) or "My hand" in labels(board)
    return board if over(board) or (actor(board, people) and waits) else None


def actor(board: Json, people: tuple[Person, ...]) -> Person | None:
    """Return the person on turn. A board does not name a player who is alone."""
    text = text_of(board)
    if "▶" not in text and moves(board):
        return people[0]
    turn = text[text.rindex("▶ <@") :] if "▶ <@" in text else ""
    return next((person for person in people if person.mention in turn), None)


def thinks(board: Json | None) -> bool:
    """Whether the board names a computer to act, and nobody can move."""
    return board is not None and "'s turn" in text_of(board) and not moves(board)


def over(board: Json) -> bool:
    """Whether the game has ended."""
    return "The game is over" in text_of(board)


def moves(board: Json) -> list[Json]:
    """Return the enabled buttons and selects of the game itself."""
    able = [control for control in controls(board) if not control.get("disabled")]
    return [
        control for control in able if control["custom_id"].removeprefix("d1:").startswith(PLAYING)
    ]


def choices(message: Json) -> list[str]:
    """Return the values that a message's selects offer."""
    return [each["value"] for control in controls(message) for each in control.get("options", ())]


def picked(control: Json, chance: random.Random) -> list[str] | None:
    """Choose random values of a select. Return None for a button."""
    options = [option["value"] for option in control.get("options", ())]
    least, most = control.get("min_values", 1), control.get("max_values", 1)
    return chance.sample(options, chance.randint(max(1, least), most)) if options else None


def drawn(board: Json) -> tuple[str, str | None]:
    """Return the message's id and the time of its last edit."""
    return board["id"], board["edited_timestamp"]


async def click_once(people: tuple[Person, ...], chance: random.Random, table: int = 1) -> Done:
    """Click a random move of the player on turn. Wait until the first person sees the result."""
    while True:
        board = await people[0].until(lambda: ready_board(people[0], people, table))
        done = await _click_on(board, people, chance)
        await people[0].until(lambda: _has_changed(board, people, table))  # noqa: B023 - called now
        if done is not None:
            return done


async def _click_on(board: Json, people: tuple[Person, ...], chance: random.Random) -> Done | None:
    """Click a random control. Return None if the game has moved on since the board was drawn."""
    player, control = actor(board, people), chance.choice(moves(board))
    assert player is not None
    try:
        done = await player.click(control["custom_id"], board, values=picked(control, chance))
    except Refused:
        return None
    assert done.state == "answered"
    return done


def _has_changed(board: Json, people: tuple[Person, ...], table: int) -> bool:
    now = ready_board(people[0], people, table)
    return now is not None and drawn(now) != drawn(board)


async def play_out(people: tuple[Person, ...], seed: int, table: int = 1, most: int = 3000) -> Json:
    """Play random moves to the end, and return the final board."""
    chance = random.Random(seed)
    for _ in range(most):
        board = await people[0].until(lambda: ready_board(people[0], people, table))
        if over(board):
            return board
        await click_once(people, chance, table)
    raise AssertionError(f"the game did not end within {most} clicks")
