"""`make play` runs `python play.py`, which starts two processes and ends both."""

from __future__ import annotations

import contextlib
import json
import random
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from play import build_bot_settings

ROOT = Path(__file__).parents[1]
PATIENCE = 60


def free_port() -> int:
    """Return a free port below those that the system assigns, so that no other program gets it."""
    while True:
        port = random.randrange(20_000, 30_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def start(port, folder):
    command = [sys.executable, "play.py", "--port", str(port)]
    return subprocess.Popen(
        [*command, "--database", str(folder / "play.db")],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@contextlib.contextmanager
def begun(folder):
    """Start the program, and wait until it is ready. Yield the program, its port and processes."""
    port = free_port()
    process = start(port, folder)
    try:
        lines = iter(process.stdout.readline, "")
        assert any(f"http://127.0.0.1:{port}" in line for line in lines), process.stderr.read()
        yield process, port, psutil.Process(process.pid).children()
    finally:
        if process.poll() is None:
            process.terminate()
        process.communicate()


@pytest.fixture
def starting(tmp_path):
    """The program at its start, before it is ready."""
    process = start(free_port(), tmp_path)
    yield process
    process.terminate()
    process.wait()
    process.stderr.close()
    process.stdout.close()


@dataclass
class End:
    """The program's end: its exit status, its errors, and whether all its processes are gone."""

    status: int
    said: str
    gone: bool


def end(process, children) -> End:
    """Wait until the program has ended."""
    _, said = process.communicate(timeout=PATIENCE)
    _, alive = psutil.wait_procs(children, timeout=PATIENCE)
    return End(process.returncode, said, not alive)


@dataclass
class First:
    """Facts of a first play: its processes, its greetings, two more starts, and its end."""

    port: int
    database: Path
    processes: int
    hellos: int
    same_port: End
    same_database: End
    interrupted: End


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    """A play with a new database. Two more starts are tried, and then Ctrl-C stops it."""
    folder = tmp_path_factory.mktemp("play")
    with begun(folder) as (process, port, children):
        wait_for_hello(port)
        found = hellos(port)
        same_port = end(start(port, tmp_path_factory.mktemp("other")), [])
        same_database = end(start(free_port(), folder), [])
        process.send_signal(signal.SIGINT)
        database, interrupted = folder / "play.db", end(process, children)
    return First(port, database, len(children), found, same_port, same_database, interrupted)


@pytest.fixture(scope="module")
def second(first):
    """A second play with the same database: its greetings, and its end after the sandbox died."""
    with begun(first.database.parent) as (process, port, children):
        found = hellos(port)
        children[0].kill()
        return found, end(process, children)


TOGETHER = pytest.mark.xdist_group("plays with one database")


@TOGETHER
def test_it_starts_the_sandbox_and_the_bot(first):
    assert first.processes == 2


@TOGETHER
def test_stopping_a_first_play_leaves_no_process_and_reports_no_fault(first):
    assert first.interrupted.status == 0
    assert "WARNING" not in first.interrupted.said
    assert first.interrupted.gone


def wait_for_children(process, number):
    """Wait until the program has started this number of processes, and return them."""
    program = psutil.Process(process.pid)
    deadline = time.monotonic() + PATIENCE
    while len(children := program.children()) < number and time.monotonic() < deadline:
        time.sleep(0.01)
    assert len(children) == number
    return children


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_stopping_while_it_starts_leaves_no_process_and_reports_no_fault(starting, number):
    children = wait_for_children(starting, 1)
    starting.send_signal(number)
    ended = end(starting, children)
    assert (ended.status, ended.said) == (0, "")
    assert ended.gone


@TOGETHER
def test_when_the_sandbox_dies_the_bot_is_stopped(second):
    _, ended = second
    assert ended.status == 1
    assert "The sandbox has ended by itself" in ended.said
    assert ended.gone


def test_when_the_bot_dies_the_sandbox_is_stopped(starting):
    children = wait_for_children(starting, 2)
    children[1].kill()
    ended = end(starting, children)
    assert ended.status == 1
    assert "The bot has ended by itself" in ended.said
    assert ended.gone


@TOGETHER
def test_for_a_port_in_use_another_port_is_suggested(first):
    port = first.port
    assert first.same_port.status == 1
    said = f"Port {port} is in use. Use another: make play PORT={port + 1}\n"
    assert first.same_port.said == said


@TOGETHER
def test_a_database_in_use_is_reported(first):
    assert first.same_database.status == 1
    said = f"Another bot uses {first.database}. Stop that bot first.\n"
    assert first.same_database.said == said


@pytest.mark.parametrize("name", ["SYNC_GUILD", "HEALTH_FILE"])
def test_settings_meant_for_discord_do_not_reach_the_bot(monkeypatch, name):
    monkeypatch.setenv(name, "1")
    assert name not in build_bot_settings("http://127.0.0.1:1", Path("play.db"))


def hellos(port):
    """Count the messages in the first channel that offer to play."""
    url = f"http://127.0.0.1:{port}/sandbox"
    with urllib.request.urlopen(f"{url}/world") as answer:
        channel = json.load(answer)["guilds"][0]["channels"][0]["id"]
    with urllib.request.urlopen(f"{url}/channels/{channel}/messages") as answer:
        return sum("Who wants to play?" in json.dumps(each) for each in json.load(answer))


def wait_for_hello(port):
    deadline = time.monotonic() + PATIENCE
    while not hellos(port) and time.monotonic() < deadline:
        time.sleep(0.1)


@TOGETHER
def test_the_bot_greets_the_first_play_only(first, second):
    assert first.hellos == 1
    assert second[0] == 0


@pytest.mark.parametrize("port", ["0", "-1", "65536"])
def test_an_invalid_port_is_reported_in_a_sentence(port, tmp_path):
    process = start(port, tmp_path)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert said == f"A port is a number from 1 to 65535, and not {port}. Try: make play\n"
