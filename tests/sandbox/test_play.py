"""`python -m sandbox.play`, the program of `make play`: both processes start, and both end."""

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
from pathlib import Path

import psutil
import pytest

from sandbox.play import build_bot_settings

ROOT = Path(__file__).parents[2]
PATIENCE = 60


def free_port() -> int:
    """Return a port below those that the system assigns, so that nothing else gets it meanwhile."""
    while True:
        port = random.randrange(20_000, 30_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def start(port, folder):
    command = [sys.executable, "-m", "sandbox.play", "--port", str(port)]
    return subprocess.Popen(
        [*command, "--database", str(folder / "play.db")],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@contextlib.contextmanager
def begun(folder):
    """Start the program, and wait until it is ready; yield it, its port and its processes."""
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
def playing(tmp_path):
    with begun(tmp_path) as play:
        yield play


@pytest.fixture(scope="module")
def on(tmp_path_factory):
    """The program, running for several tests, its port, its processes and its folder."""
    folder = tmp_path_factory.mktemp("play")
    with begun(folder) as play:
        yield *play, folder


TOGETHER = pytest.mark.xdist_group("play that goes on")


def gone(children) -> bool:
    _, alive = psutil.wait_procs(children, timeout=PATIENCE)
    return not alive


@TOGETHER
def test_it_starts_the_sandbox_and_the_bot(on):
    assert len(on[2]) == 2


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_stopping_a_first_play_leaves_no_process_and_reports_no_fault(playing, number):
    process, _, children = playing
    process.send_signal(number)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "WARNING" not in said
    assert gone(children)


@pytest.mark.parametrize("which", [0, 1])
def test_when_one_process_dies_the_other_is_stopped(playing, which):
    process, _, children = playing
    children[which].kill()
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert f"{('The sandbox', 'The bot')[which]} has ended by itself" in said
    assert gone(children)


@TOGETHER
def test_a_port_in_use_is_reported_with_another_one(on, tmp_path):
    second = start(on[1], tmp_path)
    _, said = second.communicate(timeout=PATIENCE)
    assert second.returncode == 1
    assert said == f"Port {on[1]} is in use. Use another: make play PORT={on[1] + 1}\n"


@TOGETHER
def test_a_database_in_use_is_reported(on):
    folder = on[3]
    second = start(free_port(), folder)
    _, said = second.communicate(timeout=PATIENCE)
    assert second.returncode == 1
    assert said == f"Another bot uses {folder / 'play.db'}. Stop that bot first.\n"


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


def test_the_bot_greets_the_first_play_only(playing, tmp_path):
    process, port, children = playing
    wait_for_hello(port)
    assert hellos(port) == 1
    process.terminate()
    process.communicate(timeout=PATIENCE)
    assert gone(children)
    with begun(tmp_path) as (_, again, _):
        assert hellos(again) == 0
