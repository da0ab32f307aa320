"""`python -m sandbox [--port 8010]`: run the stand-in until Ctrl-C."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys

from sandbox.app import Sandbox

DEFAULT_PORT = 8010
PORTS = 65536


async def run(port: int) -> int:
    """Serve until SIGINT or SIGTERM; return the exit status."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    try:
        async with Sandbox(port) as box:
            print(f"The stand-in for Discord is at {box.url}", flush=True)
            await stop.wait()
    except OSError as error:
        return _refuse(f"port {port} is in use" if error.errno in {48, 98} else str(error))
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m sandbox", description=__doc__)
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help="port on 127.0.0.1")
    parser.add_argument("--fresh", action="store_true", help="no effect: the world is always fresh")
    port = parser.parse_args().port
    if not 0 <= port < PORTS:
        return _refuse(f"{port} is not a port number")
    return asyncio.run(run(port))


def _refuse(reason: str) -> int:
    print(f"The sandbox cannot start: {reason}; choose another port with --port.", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
