"""`python play.py`: run the stand-in and the bot together, until Ctrl-C.

Each of them runs in its own process. The bot is the same program as on Discord. Only its settings
differ, and it does not read a `.env` file.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sandbox.process import STOP_WITHIN, build_environment

ROOT: Final = Path(__file__).resolve().parent
HERE: Final = ROOT / "sandbox"  # the bot's working directory, a folder without a .env file
DATABASE: Final = ROOT / "play.db"
READY_WITHIN: Final = 60.0  # seconds that each step of the start may take
POLL_INTERVAL: Final = 0.1  # seconds between two checks
SETTLED: Final = 10  # checks in a row without a new emoji, after which all count as uploaded
WITHOUT: Final = 2  # number of requests to the path of the emojis that come before the first upload
SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stop(Exception):
    """Ends the program. The message is the reason; it is empty after Ctrl-C."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True, slots=True)
class Child:
    name: str
    process: subprocess.Popen[bytes]

    def stop(self) -> None:
        """Ask the process to stop, and kill it if it does not stop."""
        self.process.terminate()
        try:
            self.process.wait(STOP_WITHIN)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Processes:
    """The running processes, and whether a signal has asked to stop them."""

    def __init__(self) -> None:
        self._children: list[Child] = []
        self._stopped = False
        for number in SIGNALS:
            signal.signal(number, self._on_signal)

    def _on_signal(self, _number: int, _frame: object) -> None:
        self._stopped = True

    def start(self, name: str, *command: str, env: Mapping[str, str]) -> None:
        """Start a Python program in its own session, so that Ctrl-C does not reach it."""
        process = subprocess.Popen(  # noqa: S603 - our own programs
            [sys.executable, *command],
            cwd=HERE,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._children.append(Child(name, process))

    def pause(self) -> None:
        """Wait for `POLL_INTERVAL`; raise Stop after Ctrl-C, or if a process ended by itself."""
        time.sleep(POLL_INTERVAL)
        if self._stopped:
            raise Stop("", 0)
        for child in self._children:
            status = child.process.poll()
            if status is not None:
                raise Stop(f"{child.name} has ended by itself, with status {status}.", 1)

    def wait_until(self, ready: Iterator[bool]) -> None:
        """Pause until `ready` yields True; raise Stop if that takes too long."""
        deadline = time.monotonic() + READY_WITHIN
        while not next(ready):
            if time.monotonic() > deadline:
                raise Stop(f"Not ready after {READY_WITHIN:.0f} seconds.", 1)
            self.pause()

    def close(self) -> None:
        """Stop every process, the newest first."""
        for child in reversed(self._children):
            child.stop()


def poll_answering(port: int) -> Iterator[bool]:
    while True:
        yield _fetch(port, "/sandbox/world") is not None


def poll_online(port: int) -> Iterator[bool]:
    while True:
        world = _fetch(port, "/sandbox/world")
        yield world is not None and world["bot"]["online"]


def poll_settled(port: int) -> Iterator[bool]:
    """Yield True once the bot has uploaded its emojis."""
    counts: deque[int] = deque(maxlen=SETTLED)
    while True:
        requests = _fetch(port, "/sandbox/record") or ()
        counts.append(sum(each["path"].endswith("/emojis") for each in requests))
        yield len(counts) == SETTLED and min(counts) == max(counts) > WITHOUT


def _change_bot(port: int, do: str) -> None:
    guild_id = _fetch(port, "/sandbox/world")["guilds"][0]["id"]
    _fetch(port, "/sandbox/admin", {"do": do, "guild_id": guild_id})


def _fetch(port: int, path: str, body: object = None) -> Any:  # noqa: ANN401 - JSON
    """Return the stand-in's answer, or None if there is none. A request with a body is a POST."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)  # ignores proxies
    with contextlib.suppress(OSError, http.client.HTTPException), contextlib.closing(connection):
        if body is None:
            connection.request("GET", path)
        else:
            connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        return json.load(connection.getresponse())
    return None


def build_bot_settings(url: str, database: Path) -> dict[str, str]:
    """Return the current environment, changed so that the bot logs in to the stand-in."""
    env = {
        key: value for key, value in os.environ.items() if key not in {"SYNC_GUILD", "HEALTH_FILE"}
    }
    env.setdefault("LOG_LEVEL", "WARNING")
    return env | build_environment(url) | {"DATABASE_URL": f"sqlite:///{database.resolve()}"}


def play(processes: Processes, port: int, database: Path) -> None:
    """Start both processes, print the address, and wait until Stop is raised."""
    url = f"http://127.0.0.1:{port}"
    if not 0 < port < 65536:
        raise Stop(f"A port is a number from 1 to 65535, and not {port}. Try: make play", 1)
    if _is_port_taken(port):
        raise Stop(f"Port {port} is in use. Use another: make play PORT={port + 1}", 1)
    first = not database.exists()
    with _hold(database):
        env = os.environ | {"PYTHONPATH": str(ROOT)}
        processes.start("The sandbox", "-m", "sandbox", "--port", str(port), env=env)
        processes.wait_until(poll_answering(port))
        if first:
            _change_bot(port, "remove_bot")
        processes.start("The bot", str(ROOT / "bot.py"), env=build_bot_settings(url, database))
        processes.wait_until(poll_online(port))
        if first:  # the bot greets a server that it joins
            processes.wait_until(poll_settled(port))
            _change_bot(port, "add_bot")
        print(f"\n  Open {url}, and press Play or type /play\n  Ctrl-C stops it.\n", flush=True)
        while True:
            processes.pause()


@contextlib.contextmanager
def _hold(database: Path) -> Generator[None]:
    """Lock a database, so that two bots never share it; raise Stop if that fails."""
    import fcntl  # noqa: PLC0415 - missing on Windows, where the import of the sandbox ends the program

    with contextlib.ExitStack() as stack:
        try:
            file = stack.enter_context(open(database, "ab", opener=_open_for_owner))
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Stop(f"Another bot uses {database}. Stop that bot first.", 1) from None
        except OSError as error:
            raise Stop(f"{database} cannot be written: {error.strerror}.", 1) from None
        yield


def _open_for_owner(path: str, flags: int) -> int:
    """Open a file. Only the owner can read or write a new file, as the bot requires."""
    return os.open(path, flags, 0o600)


def _is_port_taken(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python play.py", description=__doc__)
    parser.add_argument("--port", type=int, default=8010)
    parser.add_argument("--database", type=Path, default=DATABASE, help="where tables are kept")
    options = parser.parse_args()
    processes = Processes()
    try:
        play(processes, options.port, options.database)
    except Stop as stop:
        if str(stop):
            print(stop, file=sys.stderr)
        return stop.status
    finally:
        processes.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
