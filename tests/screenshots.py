"""Draws the pictures of the README again: `python -m tests.screenshots`.

Each picture shows messages of games between computer players with a fixed seed, as the sandbox's
page shows them on a phone. `images.txt` has a hash of each picture's content. A test reports the
pictures whose content the renderers have changed.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from secrets import token_hex

import discord
import orjson
from discord import http
from PIL import Image
from playwright.async_api import Browser, async_playwright

from cogs.display.emojis import Emojis, name_of
from cogs.display.pages.board import render_hand
from cogs.display.pages.lobby import render_lobby
from cogs.display.pages.messages import render_table
from cogs.display.pages.more import Scene
from cogs.interactions.content import MessageContent
from cogs.interactions.drawing import Studio
from cogs.interactions.known import Messages
from cogs.interactions.language import ENGLISH, Language, read_language
from cogs.interactions.wire import DiscordWire
from players.core import Knowledge, Level
from players.games import GAMES, find_player
from sandbox import Sandbox
from sandbox.tests.browser import ARGUMENTS, PHONE, as_person, bring_into_view, find_chromium
from tables.model.table import Person, Table
from tests.cogs.offers import OFFERS
from tests.cogs.pictures import DRAWINGS, RENDERERS, all_emojis
from tests.e2e.past import people_of, place_in, put_emojis
from tests.tabletop import Dice, playthrough, table

IMAGES = Path(__file__).parents[1] / "docs/images"
HASHES = IMAGES / "images.txt"
NAMES = ("Wigeon", "Eider", "Gadwall")
DIGITS = hashlib.sha256(b"a picture").hexdigest()
COLUMNS = 3
GAP = 12
"""Pixels between two messages."""

GROUND = 0x27, 0x2A, 0x30
"""Colour of the dark page behind messages."""

HIGH = 1200
"""Height in pixels of a window that fits the tallest message."""

DRAWN = "one => Promise.all([...one.querySelectorAll('img')].map((image) => image.decode()))"

MOMENTS = (5, 6, 13, 18)
"""States that are shown of a game of Ducks: a roll, a lead, a full bucket, and the last roll."""

SPOKEN = ("de", "pt-BR", "uk")
"""Language codes for the picture of languages."""

TURN = range(7, 15)
"""States of one turn of the same game: roll and promote, three times, and then stop."""

SHOWN_FOR = 1600
"""Milliseconds for each frame of a moving picture."""

Seen = Iterator[MessageContent]
Draw = Callable[["Cast"], Seen]


@dataclass(frozen=True, slots=True)
class Cast:
    """The players of the games, and the emojis in texts.

    Attributes:
        people: the players, by seat.
        emojis: the emojis, with their ids.
    """

    people: tuple[Person, ...]
    emojis: Emojis

    def seat(self, at: Table) -> Table:
        """Return the table with these people in its seats."""
        pairs = zip(at.seats, self.people, strict=False)
        seats = tuple(
            replace(seat, person_id=person.id, name=person.name) for seat, person in pairs
        )
        hashes = {"commitment": DIGITS}
        if at.state is not None:
            hashes |= {"start_hash": DIGITS}
        if at.status.over:
            hashes |= {"last_hash": DIGITS}
        opener = {"opener_id": self.people[0].id, "opener_name": self.people[0].name}
        return replace(at, seats=seats, **opener, **hashes)

    def play(self, key: str, seats: int, seed: int) -> list[Table]:
        """Return every state of a game between computer players of the level "normal"."""
        (game,) = [game for game in GAMES if game.info.key == key]
        player, dice = find_player(key, Level.NORMAL), Dice(seed)

        def choose(at: Table) -> tuple[int, object]:
            who = at.to_act[0]
            known = Knowledge(at.options, who, game.view(at.state, who), game.moves(at.state, who))
            return who, player.choose(known, dice)

        return [self.seat(at) for at in playthrough(game, seats, {}, seed, choose)]

    def draw(self, at: Table, language: Language = ENGLISH) -> MessageContent:
        """Return the public message of a table."""
        renderer = RENDERERS[at.game.info.key]
        return render_table(renderer, at, self.emojis, 0.0, offers=OFFERS, language=language)

    def open(self, key: str, seats: int) -> MessageContent:
        """Return a lobby with this many taken seats."""
        (game,) = [game for game in GAMES if game.info.key == key]
        at = self.seat(table(game, seats, {}))
        return render_lobby(Scene(RENDERERS[key], at), self.emojis, newcomer=True)


def draw_a_whole_game(cast: Cast) -> Seen:
    """Yield six messages of a game of Ducks: the lobby, four moments, and the end."""
    states = cast.play("ducks", 2, 4)
    yield cast.open("ducks", 2)
    yield from (cast.draw(states[number]) for number in MOMENTS)
    yield cast.draw(states[-1])


def draw_languages(cast: Cast) -> Seen:
    """Yield a lead of Ducks in three languages."""
    lead = cast.play("ducks", 2, 4)[MOMENTS[1]]
    yield from (cast.draw(lead, read_language(code)) for code in SPOKEN)


def draw_a_turn(cast: Cast) -> Seen:
    """Yield the board of Ducks at each step of a turn."""
    states = cast.play("ducks", 2, 4)
    yield from (cast.draw(states[number]) for number in TURN)


def draw_the_others(cast: Cast) -> Seen:
    """Yield a board of each of the other games, and a hand of The Bucket King."""
    for key, seats in (("pond", 1), ("trophy", 3), ("buckdice", 3), ("buckets", 3)):
        states = cast.play(key, seats, 7)
        middle = states[len(states) // 2]
        yield cast.draw(middle)
    yield render_hand(RENDERERS["buckets"], middle, cast.emojis, middle.to_act[0])


IMAGES_OF: Mapping[str, Draw] = {
    "a-turn.gif": draw_a_turn,
    "ducks-in-a-bucket.png": draw_a_whole_game,
    "four-more-games.png": draw_the_others,
    "languages.png": draw_languages,
}
"""Functions by file; each yields the picture's messages. A GIF shows one after the other."""


def hash_of(draw: Draw) -> str:
    """Return the SHA-256 of a picture's messages, the same on every machine."""
    emojis = all_emojis()
    for number, key in enumerate(DRAWINGS, start=1):
        emojis.use(key, key, number)
    cast = Cast(tuple(Person(1 + seat, name) for seat, name in enumerate(NAMES)), emojis)
    told = [[page.items, [each.alt for each in page.pictures]] for page in draw(cast)]
    return hashlib.sha256(orjson.dumps(told)).hexdigest()


def list_hashes() -> str:
    """Return a line for each picture: its name and hash."""
    return "".join(f"{name} {hash_of(draw)}\n" for name, draw in IMAGES_OF.items())


async def main() -> None:
    """Draw all pictures, and write down the hashes."""
    async with async_playwright() as playwright, Sandbox() as box:
        put_emojis(box)
        path = find_chromium()
        browser = await playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        for name, draw in IMAGES_OF.items():
            await _photograph(browser, box, draw, IMAGES / name)
        await browser.close()
    HASHES.write_text(list_hashes(), encoding="utf-8")


async def _photograph(browser: Browser, box: Sandbox, draw: Draw, file: Path) -> None:
    """Post a picture's messages, photograph them on a phone's page, and lay the photos out."""
    shots: list[Image.Image] = []
    async with as_person(browser, box.url, NAMES[0], phone=True) as page:
        async for message_id in _post(box, draw(_cast_of(box))):
            message = page.locator(f'[data-message-id="{message_id}"] .message-body')
            frame = message.locator(".container")
            await page.set_viewport_size({"width": PHONE[0], "height": HIGH})
            await bring_into_view(message)
            await message.evaluate(DRAWN)
            shown = frame if await frame.count() else message
            shots.append(Image.open(io.BytesIO(await shown.screenshot())))
    if file.suffix == ".gif":
        first, *others = _make_frames(shots)
        first.save(file, save_all=True, append_images=others, duration=SHOWN_FOR, loop=0)
    else:
        _lay_out(shots).save(file, optimize=True)


def _cast_of(box: Sandbox) -> Cast:
    """Return a cast with the sandbox's people and emojis."""
    emojis, found = all_emojis(), {each.name: each for each in box.core.world.emojis.values()}
    for key, drawing in DRAWINGS.items():
        kept = found[name_of(key, drawing.render().digest)]
        emojis.use(key, kept.name, kept.id)
    people = people_of(box)
    return Cast(tuple(people[name] for name in NAMES), emojis)


async def _post(box: Sandbox, messages: Seen) -> AsyncIterator[int]:
    """Yield the id of each message, once it is posted in #games."""
    before, http.Route.BASE = http.Route.BASE, box.api_base
    client = discord.Client(intents=discord.Intents.none())
    try:
        await client.login(box.token)
        sending = Messages(DiscordWire(client), Studio())
        for message in messages:
            letter, _ = await sending.compose(message)
            posted = await sending.wire.post(place_in(box)[1], letter, token_hex(8))
            yield posted.message_id
    finally:
        await client.close()
        http.Route.BASE = before


def _make_frames(shots: list[Image.Image]) -> list[Image.Image]:
    """Put each picture on a background as large as the largest picture."""
    size = max(shot.width for shot in shots), max(shot.height for shot in shots)
    frames: list[Image.Image] = []
    for shot in shots:
        frame = Image.new("RGB", size, GROUND)
        frame.paste(shot)
        frames.append(frame.quantize(dither=Image.Dither.NONE))
    return frames


def _lay_out(shots: list[Image.Image]) -> Image.Image:
    """Lay pictures out in rows of three; each row is as high as its tallest picture."""
    rows = [shots[at : at + COLUMNS] for at in range(0, len(shots), COLUMNS)]
    tops = [GAP]
    for row in rows:
        tops.append(tops[-1] + max(shot.height for shot in row) + GAP)
    wide = max(shot.width for shot in shots) + GAP
    whole = Image.new("RGB", (GAP + COLUMNS * wide, tops[-1]), GROUND)
    for row, (top, _) in zip(rows, pairwise(tops), strict=True):
        for column, shot in enumerate(row):
            whole.paste(shot, (GAP + column * wide, top))
    return whole


if __name__ == "__main__":
    asyncio.run(main())
