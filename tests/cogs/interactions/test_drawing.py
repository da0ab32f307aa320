"""The process that draws: it is replaced when it ends, and a fault hurts one picture."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path

import pytest

from cogs.display.art.charts import Bar, Point, draw_bars
from cogs.display.art.charts import draw_course as draw_rating
from cogs.display.art.course import DICE, Leg, draw_course
from cogs.display.art.result_card import Finisher, draw_result
from cogs.interactions import drawing
from cogs.interactions.drawing import NotDrawn, draw
from tests.cogs.pictures import DRAWINGS

LOADED = partial(eval, "{'discord', 'aiohttp', 'sqlite3'} & __import__('sys').modules.keys()")


async def test_another_process_draws():
    assert await draw(os.getpid) != os.getpid()


async def test_where_it_has_ended_another_one_draws():
    first = await draw(os.getpid)
    os.kill(first, signal.SIGKILL)
    assert await draw(os.getpid) not in {first, os.getpid()}


async def test_what_cannot_be_drawn_hurts_only_itself():
    failing, next_one = draw(partial(int, "duck")), draw(os.getpid)
    with pytest.raises(NotDrawn):
        await failing
    assert await next_one


async def test_all_that_waits_is_drawn_in_one_turn_and_a_fault_hurts_only_itself(monkeypatch):
    asked, ask, begun = [], drawing.DrawingProcess.ask, threading.Event()

    def note(process, drawings):
        asked.append(len(drawings))
        begun.set()
        return ask(process, drawings)

    process = await draw(os.getpid)
    monkeypatch.setattr(drawing.DrawingProcess, "ask", note)
    os.kill(process, signal.SIGSTOP)
    try:
        first = draw(os.getpid)
        await asyncio.to_thread(begun.wait)
        failing, last = draw(partial(int, "duck")), draw(os.getpid)
    finally:
        os.kill(process, signal.SIGCONT)
    assert await first == process
    with pytest.raises(NotDrawn):
        await failing
    assert await last
    assert asked == [1, 2, 1, 1]  # those two together, and then each of them alone


async def test_what_cannot_be_asked_for_hurts_only_itself():
    failing, next_one = draw(lambda: "a function that no process can look up"), draw(os.getpid)
    with pytest.raises(AttributeError):
        await failing
    assert await next_one


@pytest.mark.parametrize(
    "drawing",
    [
        DRAWINGS["duck"].png,
        partial(draw_result, "Trophy Buck", "table #3", (Finisher(0, "Teal", 1, 4),)),
        partial(draw_bars, [Bar("Teal", 2, "2 of 3")]),
        partial(draw_rating, [Point(1000.0), Point(1010.0, 5.0)], ("first game", "latest")),
        partial(draw_course, "Teal", 0.5, (Leg(DICE, 0.7),), percent=True),
    ],
    ids=["emoji", "result", "bars", "rating", "course"],
)
async def test_it_draws_the_same_and_loads_nothing_of_discord(drawing):
    assert await draw(drawing) == drawing()
    assert await draw(LOADED) == set()


def test_it_ends_with_the_bot_however_that_ends():
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
    """Whether a process is there, and not only as what is left of it until somebody asks."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
