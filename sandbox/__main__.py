"""`python -m sandbox [--port 8010] [--bot "python my_bot.py"]`: run the stand-in until Ctrl-C.

With `--bot` the bot runs, too. It finds the stand-in by its environment: see `build_environment`.
"""

from __future__ import annotations

import argparse
import asyncio
import shlex
import signal
import sys
from typing import TYPE_CHECKING

from sandbox.app import Sandbox
from sandbox.process import BotEnded, run_bot

if TYPE_CHECKING:
    from collections.abc import Sequence

DEFAULT_PORT = 8010
PORTS = 65536


async def run(port: int, bot: Sequence[str]) -> int:
    """Serve until SIGINT or SIGTERM, or until the bot ends; return the exit status."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    try:
        async with Sandbox(port) as box:
            print(f"The stand-in for Discord is at {box.url}", flush=True)
            await (_accompany(box.url, bot, stop) if bot else stop.wait())
    except BotEnded as ended:
        print(ended, file=sys.stderr)
        return 1
    except FileNotFoundError as error:
        return _refuse(f"there is no program {error.filename}")
    except OSError as error:
        return _refuse(
            f"port {port} is in use; choose another port with --port"
            if error.errno in {48, 98}
            else str(error)
        )
    return 0


async def _accompany(url: str, bot: Sequence[str], stop: asyncio.Event) -> None:
    """Run a bot until `stop`. Raises BotEnded if it ends before."""
    async with run_bot(url, bot) as process:
        tasks = asyncio.create_task(process.wait()), asyncio.create_task(stop.wait())
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        if process.returncode is not None:
            raise BotEnded(process.returncode)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m sandbox", description=__doc__)
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help="port on 127.0.0.1")
    parser.add_argument("--bot", type=shlex.split, default=[], help="command that starts a bot")
    options = parser.parse_args()
    if not 0 <= options.port < PORTS:
        return _refuse(f"{options.port} is not a port number; choose another port with --port")
    return asyncio.run(run(options.port, options.bot))


def _refuse(reason: str) -> int:
    print(f"The sandbox cannot start: {reason}.", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
