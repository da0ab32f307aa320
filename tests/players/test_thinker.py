"""A caller notices when its thinking process stops. The process ends when the caller dies."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from functools import partial

import pytest

from players.thinker import Process

LARGE = b"x" * 1_000_000
"""More bytes than a pipe holds."""

HALF_AN_ANSWER = (
    "import os, signal, sys\n"
    "sys.stdout.buffer.write((1000).to_bytes(8) + b'half')\n"
    "sys.stdout.buffer.flush()\n"
    "os.kill(os.getpid(), signal.SIGSTOP)"
)


@pytest.fixture
def process():
    process = Process(0)
    yield process
    process.end()


def test_large_questions_and_answers_arrive(process):
    assert process.ask(10, 30, bytes.upper, (LARGE,)) == LARGE.upper()


def test_a_process_that_stops_in_the_middle_of_an_answer_is_given_up(process):
    with pytest.raises(TimeoutError):
        process.ask(10, 1, exec, (HALF_AN_ANSWER,))


def test_a_process_that_stops_in_the_middle_of_a_question_is_given_up(process):
    os.kill(process.ask(10, 30, os.getpid, ()), signal.SIGSTOP)
    with pytest.raises(TimeoutError):
        process.ask(10, 1, len, (LARGE,))


def test_a_process_that_computes_beyond_its_time_limit_is_ended(process):
    with pytest.raises(EOFError):
        process.ask(0.1, 60, exec, ("while True: pass",))


BOT = (
    "import os, pickle, time\n"
    "from players.thinker import Process\n"
    "process = Process(0)\n"
    "print('begun', flush=True)\n"
    "WHAT"
)
READY = "process.ask(1, 30, os.getpid, ())\nprint('ready', flush=True)\n"
HALF_A_QUESTION = (
    "process.ask(1, 30, os.getpid, ())\n"
    "process._process.stdin.write(pickle.dumps((1, len, (bytes(1000),)))[:500])\n"
    "print('ready', flush=True)\n"
    "time.sleep(60)"
)


@pytest.mark.parametrize(
    ("what", "lines"),
    [
        ("time.sleep(60)", 1),
        (READY + "time.sleep(60)", 2),
        (READY + "process.ask(1, 60, time.sleep, (1,))", 2),
        (HALF_A_QUESTION, 2),
    ],
    ids=["beginning", "waiting", "thinking", "in the middle of a question"],
)
def test_a_thinking_process_ends_silently_when_its_caller_is_killed(what, lines):
    code = BOT.replace("WHAT", what)
    pipes = partial(subprocess.Popen, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with pipes([sys.executable, "-c", code]) as bot:
        for _ in range(lines):
            bot.stdout.readline()
        bot.kill()
        bot.wait()
        assert bot.stderr.read() == b""  # returns once all users of the pipe have ended


def test_token_and_password_are_not_passed_to_the_process(monkeypatch):
    secrets = ["DISCORD_TOKEN", "discord_token", "DATABASE_URL", "PGPASSWORD", "AWS_SECRET_KEY"]
    secrets += [f"{name}{more}" for name in os.environ for more in ("_TOKEN", "ASSISTANT_TOKEN")]
    secrets += ["LANGSMITH_API_KEY", "LC_TOKEN", "LD_TOKEN", "PYTHON_KEYRING_PASSWORD"]
    for name in secrets:
        monkeypatch.setenv(name, "sesame")
    process = Process(0)
    try:
        found = process.ask(5, 30, partial(eval, "str(__import__('os').environ)"), ())
    finally:
        process.end()
    assert "PATH" in found
    assert "sesame" not in found
