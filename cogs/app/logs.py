"""The log of the process: lines for people, or JSON for programs that collect logs.

Every line that is written while an interaction is handled says which one, with its server and
table, and which process it was: the logs of several workers come together in one place. No line
holds a secret: the libraries that log what they send are heard only from INFO on.
"""

from __future__ import annotations

import logging
import os
import socket
import sys
from typing import TYPE_CHECKING, Final, Literal

import discord
from pythonjsonlogger.json import JsonFormatter

from cogs.interactions.handled import now_handled

if TYPE_CHECKING:
    from collections.abc import Callable

WORKER: Final = f"{socket.gethostname()}-{os.getpid()}"
"""The name of this process among those that serve the same bot."""


def set_up_log(
    level: str, form: Literal["text", "json"], is_news: Callable[[logging.LogRecord], bool]
) -> None:
    """Log to the standard error what is news, from `level` on."""
    discord.VoiceClient.warn_nacl = False  # nobody speaks here
    discord.VoiceClient.warn_dave = False
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_JSON if form == "json" else _TEXT)
    handler.addFilter(is_news)
    handler.addFilter(_tell_click)
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(level)
    # A start that fails says why, and nothing else.
    logging.getLogger("discord.client").setLevel(logging.WARNING)
    # At DEBUG discord.py tells whole payloads: tokens of interactions, and what one player alone
    # may see.
    logging.getLogger("discord").setLevel(max(logging.INFO, root.level))


_TEXT: Final = logging.Formatter(
    "[{asctime}] [{levelname:<8}] {name}: {message}{click}", "%Y-%m-%d %H:%M:%S", style="{"
)
_JSON: Final = JsonFormatter(
    "{asctime}{levelname}{name}{message}",
    style="{",
    rename_fields={"asctime": "time", "levelname": "level", "name": "logger"},
    static_fields={"worker": WORKER},
    reserved_attrs=[*logging.makeLogRecord({}).__dict__, "message", "asctime", "click"],
)


def _tell_click(record: logging.LogRecord) -> bool:
    """Add which interaction a line is about."""
    handled = now_handled()
    record.__dict__.update(handled)
    words = " ".join(f"{name}={number}" for name, number in handled.items())
    record.click = f" [{words} worker={WORKER}]" if handled else ""
    return True
