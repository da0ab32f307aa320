"""Helpers that play The Bucket King through the sandbox, with clicks on private hands."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

from tests.e2e.table import PLAYING
from tests.people import controls, labels, text_of

if TYPE_CHECKING:
    from tests.people import Json, Person

EPHEMERAL = 64
ANIMALS = ("Cow", "Duck", "Horse", "Pig", "Sheep")
BUILDING = ("Build it for me", "Build the rest for me")


def board_of(person: Person) -> Json:
    """Return the live message of the table, or {} while the bot posts the board anew.

    After a kill, an older board may still have its button, so only the newest board counts.
    """
    for message in reversed(person.messages()):
        board = controls(message) and "The Bucket King" in text_of(message)  # calls do not count
        if board and not message["flags"] & EPHEMERAL:
            return message if {"My hand", "Rematch", "Play again"} & set(labels(message)) else {}
    return {}


def said(message: Json) -> str:
    """Return a message's text without emojis and clocks, which change without a move."""
    return re.sub(r"<:\w+:\d+>|<t:\d+:\w>|[🐮🦆🐴🐷🐑🪣]", "", text_of(message))


async def begun(people: tuple[Person, ...], **options: str) -> None:
    """Open and start a table, and wait until everybody can build."""
    opener, *others = people
    lobby = (await opener.command("buckets start", **options)).message
    for person in others:
        await person.click("Join", lobby)
    await opener.click("Start", lobby)
    for person in people:
        await person.until(lambda person=person: "My hand" in labels(board_of(person)))


async def hand_of(person: Person) -> Json:
    """Open and return a fresh hand."""
    return await open_hand(person, board_of(person))


async def open_hand(person: Person, board: Json) -> Json:
    """Press `My hand` on this board, and return the hand.

    The hand is the response, or a follow-up if the bot needed the edit token for the board.
    """
    before = {message["id"] for message in person.messages()}
    await person.click("My hand", board)

    def fresh() -> Json | None:
        for message in person.messages():
            if message["flags"] & EPHEMERAL and message["id"] not in before:
                return message
        return None

    return await person.until(fresh)


async def click_hand(
    person: Person, hand: Json, what: str, values: list[str] | None = None
) -> Json:
    """Click a control of a hand, given by label or custom id. Return the changed hand."""
    done = await person.click(what, person.message(hand["id"]), values=values)
    assert done.state == "answered"
    return person.message(hand["id"])


async def build(person: Person) -> None:
    """Let the bot build the pyramid, confirm it, and wait until the board shows it."""
    hand = await hand_of(person)
    if offered := [label for label in labels(hand) if label in BUILDING]:
        hand = await click_hand(person, hand, offered[0])
    await click_hand(person, hand, "Confirm")
    building = f"**{person.name}** is building"
    await person.until(lambda: building not in text_of(board_of(person)))


def phase(board: Json) -> str:
    """Return the phase on the board: "build", "play", "over", or "" if it shows none."""
    text = text_of(board).lower()
    if {"Rematch", "Play again"} & set(labels(board)):
        return "over"
    return "build" if "time to build" in text else "play" if "animals attack" in text else ""


def settled(board: Json) -> str:
    """Return the phase if the match waits for a person or is over, else ""."""
    return phase(board) if "▶ <@" in text_of(board) or phase(board) == "over" else ""


def actor(board: Json, people: tuple[Person, ...]) -> Person:
    """Return the first person for whom the board waits."""
    text = text_of(board)
    turn = text[text.rindex("▶ <@") :]
    return next(person for person in people if person.mention in turn)


def _next(hand: Json, chance: random.Random) -> tuple[Json, list[str] | None]:
    """Choose a control at random, usually one that makes a move, and a value for it."""
    found = [
        c for c in controls(hand) if c["custom_id"].startswith(PLAYING) and not c.get("disabled")
    ]
    assert found, f"nothing to do: {text_of(hand)} {labels(hand)}"
    moving = [c for c in found if c["custom_id"].startswith(("t1:", "s1:"))]
    control = chance.choice(moving if moving and chance.random() < 0.7 else found)
    options = [option["value"] for option in control.get("options", ())]
    return control, [chance.choice(options)] if options else None


async def move(person: Person, chance: random.Random) -> None:
    """Click in a fresh hand until a move is made, and wait until the board shows the move."""
    before = said(board_of(person))
    hand = await hand_of(person)
    while True:
        control, values = _next(hand, chance)
        hand = await click_hand(person, hand, control["custom_id"], values)
        if control["custom_id"].startswith(("t1:", "s1:")):
            break
    await person.until(lambda: phase(board_of(person)) and said(board_of(person)) != before)


async def catch_up(people: tuple[Person, ...], person: Person) -> None:
    """Wait until everybody sees the same board as this person."""
    board = said(board_of(person))
    for other in people:
        await other.until(lambda other=other: said(board_of(other)) == board)


async def play_out(people: tuple[Person, ...], seed: int) -> Json:
    """Play at random to the end of the match, and return the final board."""
    chance = random.Random(seed)
    while await play_once(people, chance):
        pass
    return board_of(people[0])


async def play_once(people: tuple[Person, ...], chance: random.Random) -> bool:
    """Have the first person on turn build or move; return False if the match is over."""
    now = await people[0].until(lambda: settled(board_of(people[0])))
    if now == "over":
        return False
    person = actor(board_of(people[0]), people)
    if now == "build":
        before = said(board_of(person))
        await build(person)
        await person.until(lambda: said(board_of(person)) != before and phase(board_of(person)))
    else:
        await move(person, chance)
    await catch_up(people, person)
    return True
