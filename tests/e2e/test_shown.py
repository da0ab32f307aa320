"""Discord takes everything that the bot shows, in every language.

One person opens every command, and presses each kind of control once. The sandbox counts Discord's
limits on messages, menus, forms and commands, and refuses what breaks one.
"""

from __future__ import annotations

import asyncio
import re
import shutil

import pytest

from cogs.interactions.language import NAMES
from players.games import GAMES
from sandbox.state.model import FAILED
from tests.e2e.forge import Click, genuine, send_all
from tests.e2e.process import Bot
from tests.people import UNHURRIED

COMMANDS = (
    *("daily", "leaderboard", "stats", "history", "practice", "privacy", "settings", "play"),
    *("turns", "away", "table show", "table leave", "table cancel"),
)
LOCALES = {"en": "en-US", "es": "es-ES"}
"""Discord's names of languages that have another name here."""

DEFERRED = {5, 6}
"""Kinds of responses that promise a page or a changed page."""

LAST = re.compile(r"\b(start|leave|quit|cancel|forget|reset|clear|end|stop)\b")
"""Kinds of controls that may take others away; they are pressed one by one, Start first."""

PAGE = 1
"""Rank of the controls of pages."""

OF_PAGES = ("n ", "o ")
"""Beginnings of the kinds of controls that lead to a page, the same for each table."""

PAGES = {
    *("album", "away", "board", "daily", "fair", "history", "howto", "play", "practice", "privacy"),
    *("replay", "review", "settings", "stats", "tables", "turns"),
}
"""Names of pages, in the ids of controls, that the test must reach."""


@pytest.fixture
async def bot(box, tmp_path, past):
    """A bot with finished games of each kind."""
    shutil.copy(past, tmp_path / "ducks.db")
    async with Bot(box, tmp_path, DUCK_PAUSE="0") as process:
        await process.ready()
        yield process


def name_kind(custom_id, values=()):
    """Return the words of a control's id and values, without their numbers."""
    return " ".join(re.findall("[a-z]+", " ".join([custom_id, *values])))


def list_clicks(box, person):
    """Yield a click for each control that the person sees, and for each option of a select."""
    for message, control in genuine(box.core):
        if control.get("disabled") or message.viewer_id not in {None, person}:
            continue
        if "options" not in control:
            yield Click(person, message, control["custom_id"])
        for option in control.get("options", ()):
            yield Click(person, message, control["custom_id"], (option["value"],))


def rank(kind):
    """Return when a control is pressed: those of tables first, one by one, then all of pages."""
    if LAST.search(kind):
        return PAGE + 1 + (kind != "a start")
    return PAGE if kind.startswith(OF_PAGES) else 0


async def press_all(box, person, tried):
    """Press each kind of control that is not among `tried`, and those that appear meanwhile.

    A control that has appeared is pressed even if the page has changed since.
    """
    waiting = {}
    while True:
        for click in list_clicks(box, person):
            kind = name_kind(click.custom_id, click.values or ())
            if kind not in tried:
                waiting.setdefault(kind, click)
        if not waiting:
            return
        first = min(waiting, key=rank)
        alike = [kind for kind in waiting if rank(kind) == PAGE]
        now = alike if rank(first) == PAGE else [first]
        sent = await send_all(box.core, [waiting.pop(kind) for kind in now])
        failed = [kind for kind, made in zip(now, sent, strict=True) if made.state == FAILED]
        assert failed == [], refused(box)
        await shown(box, [made for made in sent if made.callback in DEFERRED])
        tried.update(now)


async def shown(box, deferred):
    """Wait until the bot has sent what it promised when it deferred its answers."""
    async with asyncio.timeout(UNHURRIED):
        while not all(map(is_shown_in(box), deferred)):  # noqa: ASYNC110 - there is no event
            await asyncio.sleep(0.02)


def is_shown_in(box):
    """Return a function that says whether a request has followed the deferral of an answer."""
    paths = [each["path"] for each in box.core.record.entries()]
    return lambda made: any(made.token in path and "/webhooks/" in path for path in paths)


def refused(box):
    """Return what the sandbox has said of requests whose form it refuses, as Discord would."""
    return [each["response"] for each in box.core.record.entries() if each["status"] == 400]


@pytest.mark.parametrize("code", NAMES)
async def test_discord_takes_all_that_is_shown(code, box, people, bot):
    smew, tried, ever = people[0], set(), set()
    await smew.speak(LOCALES.get(code, code))
    for game in GAMES:
        await smew.command(f"{game.info.key} start")
        tried = {kind for kind in tried if kind.startswith(OF_PAGES)}
        await press_all(box, int(smew.id), tried)
        ever |= tried
    for command in COMMANDS:
        await smew.command(command)
        await press_all(box, int(smew.id), tried)
    assert refused(box) == []
    ever |= tried
    assert {kind.split()[1] for kind in ever if kind.startswith(OF_PAGES)} >= PAGES
    assert ever >= {"a start", "a more"}
