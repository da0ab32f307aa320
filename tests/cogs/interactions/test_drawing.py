"""The drawing process is replaced when it ends, and a failure affects only one picture."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from cogs.display.art.charts import (
    DICE,
    Badge,
    Finisher,
    GameLine,
    Leg,
    PersonCard,
    Point,
    draw_album,
    draw_game_course,
    draw_person,
    draw_result,
)
from cogs.display.art.charts import draw_course as draw_rating
from cogs.interactions import drawing
from cogs.interactions.content import picture
from cogs.interactions.drawing import NotDrawn, Studio, begin, draw
from tests.cogs.pictures import DRAWINGS

ONE_OF_EACH_MODULE = {
    (each.draw.func if isinstance(each.draw, partial) else each.draw).__module__: each
    for each in DRAWINGS.values()
}

LOADED = partial(eval, "{'discord', 'aiohttp', 'sqlite3'} & __import__('sys').modules.keys()")


async def test_another_process_draws():
    assert await draw(os.getpid) != os.getpid()


async def test_a_new_process_draws_after_the_last_has_ended():
    first = await draw(os.getpid)
    os.kill(first, signal.SIGKILL)
    assert await draw(os.getpid) not in {first, os.getpid()}


async def test_a_failed_drawing_affects_no_other():
    failing, next_one = draw(partial(int, "duck")), draw(os.getpid)
    with pytest.raises(NotDrawn):
        await failing
    assert await next_one


@pytest.fixture
async def held():
    """The drawing process, paused, with one picture requested."""
    process = await draw(os.getpid)
    os.kill(process, signal.SIGSTOP)
    waiting = begin(os.getpid)
    yield process
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGCONT)
    assert await asyncio.wrap_future(waiting) == process


async def test_pictures_are_drawn_in_the_order_of_requests(held):
    times = [draw(time.monotonic) for _ in range(9)]
    os.kill(held, signal.SIGCONT)
    assert (drawn := await asyncio.gather(*times)) == sorted(drawn)


@pytest.mark.heavy
async def test_each_picture_has_its_own_time_limit(held, monkeypatch):
    monkeypatch.setattr(drawing, "LIMIT", 0.4)
    spin = "import time\nwhile time.process_time() < {}: pass"
    begun = await asyncio.to_thread(Path(f"/proc/{held}/stat").read_text)
    used = sum(map(int, begun.rpartition(")")[2].split()[11:13])) / os.sysconf("SC_CLK_TCK")
    drawn = [draw(partial(exec, spin.format(used + 0.2 * n))) for n in range(1, 5)]
    same, endless, other = (
        draw(each) for each in (os.getpid, partial(exec, "while True: pass"), os.getpid)
    )
    os.kill(held, signal.SIGCONT)
    assert await asyncio.gather(*drawn) == [None] * 4
    assert await same == held
    with pytest.raises(NotDrawn):
        await endless
    assert await other != held


async def test_a_cancelled_picture_is_not_drawn(held, tmp_path):
    given_up, wanted = [
        picture(name, partial(exec, f"open({str(tmp_path / name)!r}, 'w')"), name).pictures[0]
        for name in ("given up", "wanted")
    ]
    studio = Studio()
    files = [
        asyncio.create_task(studio.draw(each)) for each in (given_up, given_up, wanted, wanted)
    ]
    await asyncio.sleep(0)
    for each in files[:3]:
        each.cancel()
    await asyncio.wait(files[:3])
    os.kill(held, signal.SIGCONT)
    await asyncio.wait(files)
    await draw(os.getpid)
    assert [path.name for path in tmp_path.iterdir()] == ["wanted"]


async def test_an_invalid_request_affects_no_other():
    failing, next_one = draw(lambda: "a function that no process can look up"), draw(os.getpid)
    with pytest.raises(AttributeError):
        await failing
    assert await next_one


@pytest.mark.parametrize(
    "drawing",
    [
        *(each.png for each in ONE_OF_EACH_MODULE.values()),
        partial(draw_result, (Finisher(0, "Teal", 1, 4),)),
        partial(draw_person, PersonCard((GameLine("Teal", 1, 0.5, ""),), (), None)),
        partial(draw_album, Badge("🦆", "Teal", "#6cc24a", 1, 2), (Badge("🥚", "Egg", "#6cc24a"),)),
        partial(draw_rating, [Point(1000.0), Point(1010.0, 5.0)], ("first game", "latest")),
        partial(draw_game_course, 0.5, (Leg(DICE, 0.7),), percent=True),
    ],
    ids=[*ONE_OF_EACH_MODULE, "result", "person", "album", "rating", "course"],
)
async def test_the_process_draws_the_same_without_loading_discord(drawing):
    assert await draw(drawing) == drawing()
    assert await draw(LOADED) == set()


def test_the_process_ends_with_the_bot_however_the_bot_ends():
    code = (
        "import asyncio, os, cogs.interactions.drawing as it\n"
        "async def run():\n"
        "    print(await it.draw(os.getpid), flush=True)\n"
        "    await asyncio.sleep(60)\n"
        "asyncio.run(run())"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as bot:
        drawing = int(bot.stdout.readline())
        bot.kill()
    until = time.monotonic() + 30
    while is_there(drawing):
        assert time.monotonic() < until
        time.sleep(0.01)


def is_there(pid):
    """Return whether a process exists and is no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
