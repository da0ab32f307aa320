"""Measures the processor time of a click by layer, and its calls by function.

    python -m bench.profile [game] [--clicks 2000]

People play one game at 25 tables with the bot of `bot.py`, which has a core of its own. A timer
interrupts the bot's main thread after every few milliseconds of the thread's processor time. Each
interruption counts for the layer of the innermost function on the stack that belongs to a layer.
Only Linux has such a timer. A second run counts calls of Python functions.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import ctypes
import json
import os
import re
import runpy
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.players import ROOT, SEATS, Made, Table, leave_core, play, running

if TYPE_CHECKING:
    from types import CodeType, FrameType

TABLES, CLICKS, WARM, SHOWN = 25, 2000, 500, 45
LAYERS, CALLS = "layers", "calls"

OURS = "engine", "players", "tables", "records", "workers"
RULES = tuple(
    (layer, re.compile(pattern))
    for layer, pattern in (
        ("rendering", rf"{ROOT}/cogs/({'|'.join(SEATS)}|display)/|/discord/ui/"),
        ("rest of cogs", f"{ROOT}/cogs/"),
        *((each, f"{ROOT}/{each}/") for each in OURS),
        ("db", rf"{ROOT}/db/|/aiosqlite/|/psycopg"),
        ("REST", r"/discord/(http|webhook/.*)\.py|interactions\.py:Interaction(Resp|Callb)"),
        ("gateway", r"/discord/(gateway|state|shard|client|message|member|guild|user)\.py"),
        ("gateway", r"/discord/interactions\.py:Interaction\.|/aiohttp/.*(ws|websocket)"),
        ("REST", "/aiohttp/"),
    )
)
"""Layers, with patterns for their functions; other functions count for their caller's layer."""


def layer_of(frame: FrameType | None) -> str:
    """Return the layer of a stack; a stack without any layer belongs to the event loop."""
    while frame is not None:
        name = f"{frame.f_code.co_filename}:{frame.f_code.co_qualname}"
        for layer, rule in RULES:
            if rule.search(name):
                return layer
        frame = frame.f_back
    return "event loop"


def start_timer() -> None:
    """Send SIGPROF to the main thread after each millisecond of its processor time.

    The kernel may check this timer less often.
    """
    libc, timer = ctypes.CDLL(None), ctypes.c_void_p()
    event = (ctypes.c_int * 16)(0, 0, signal.SIGPROF, 4, os.getpid())  # SIGEV_THREAD_ID
    libc.timer_create(3, event, ctypes.byref(timer))  # CLOCK_THREAD_CPUTIME_ID
    if libc.timer_settime(timer, 0, (ctypes.c_long * 4)(0, 1_000_000, 0, 1_000_000), None):
        raise SystemExit("there is no such timer here")


def look(what: str, path: str) -> None:
    """Run the bot, count layers or calls from SIGUSR1 to SIGUSR2, and write the counts to `path`.

    Before the counts, write the processor seconds of the main thread and of all threads.
    """
    found, begun = Counter[str](), list[float]()
    profile = cProfile.Profile(builtins=False, subcalls=False)

    def begin(*_: object) -> None:
        begun[:] = time.thread_time(), time.process_time()
        if what == CALLS:
            profile.enable()
        else:
            signal.signal(signal.SIGPROF, lambda _, frame: found.update((layer_of(frame),)))
            start_timer()

    def end(*_: object) -> None:
        profile.disable()
        signal.signal(signal.SIGPROF, signal.SIG_IGN)
        for entry in profile.getstats() if what == CALLS else ():
            found[name_of(entry.code)] += entry.callcount
        main, every = time.thread_time() - begun[0], time.process_time() - begun[1]
        Path(path).write_text(json.dumps([main, every, found]), encoding="utf-8")

    signal.signal(signal.SIGUSR1, begin)
    signal.signal(signal.SIGUSR2, end)
    sys.argv[1:] = []
    runpy.run_path(str(ROOT / "bot.py"), run_name="__main__")


def name_of(code: CodeType) -> str:
    """Return a readable name of a function."""
    path = re.sub(r".*/site-packages/|.*/lib/python[^/]*/", "", code.co_filename)
    return f"{path.removeprefix(f'{ROOT}/')}:{code.co_firstlineno} {code.co_qualname}"


async def run(what: str, game: str, clicks: int) -> list[Any]:
    """Play with a measured bot.

    Return the number of clicks, the processor seconds of the main thread and of all threads, and
    the counts.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "found.json"
        async with running("-m", "bench.profile", game, "--look", what, str(path)) as bot:
            tables = [Table(bot.people, game, seed) for seed in range(TABLES)]
            await play(bot.people, tables, WARM)
            bot.people.made = Made()
            os.kill(bot.pid, signal.SIGUSR1)
            await play(bot.people, tables, clicks)
            os.kill(bot.pid, signal.SIGUSR2)
        clicks = bot.people.made.kinds.total()
        return [clicks, *json.loads(path.read_text(encoding="utf-8"))]


async def measure(game: str, clicks: int) -> None:
    """Print each layer's share of the time, and the most frequent calls."""
    made, main, every, found = await run(LAYERS, game, clicks)
    looks = sum(found.values())
    print(f"{game}, {TABLES} tables, {made} clicks: {1000 * every / made:.2f} ms a click")
    spent = {f"  {layer}": main * number / looks for layer, number in found.items()}
    spent |= {"main thread": main, "other threads": every - main}
    for layer, seconds in sorted(spent.items(), key=lambda each: -each[1]):
        print(f"{layer:<20}{seconds / every:7.1%}{1000 * seconds / made:9.3f} ms")
    made, *_, found = await run(CALLS, game, clicks)
    print(f"\n{sum(found.values()) / made:.0f} calls of Python functions per click, most often:")
    for name, number in Counter(found).most_common(SHOWN):
        print(f"{number / made:9.1f}  {name}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.profile")
    parser.add_argument("game", nargs="?", default=next(iter(SEATS)), choices=SEATS)
    parser.add_argument("--clicks", type=int, default=CLICKS)
    parser.add_argument("--look", nargs=2, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.look:
        look(*chosen.look)
    else:
        leave_core()
        asyncio.run(measure(chosen.game, chosen.clicks))
