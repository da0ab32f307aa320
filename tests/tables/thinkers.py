"""Players for tests, good and bad. The module is small, because other processes import it."""

from __future__ import annotations

import os
import signal
import time

from tests.tables.games import Word


def hold(known, source):
    return Word("hold")


def dawdle(known, source):
    time.sleep(60)
    return Word("hold")


def spin(known, source):
    while True:
        pass


def die(known, source):
    os.kill(os.getpid(), signal.SIGKILL)


def fail(known, source):
    raise ValueError("a card")


def cheat(known, source):
    return Word("win")
