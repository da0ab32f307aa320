"""The way of a process to the sandbox, which can be cut as a network is."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Self
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from sandbox import Sandbox


class Line:
    """Hands on what is said, on a port of its own.

    Args:
        box: the sandbox at the other end.

    Attributes:
        api_base: the address of Discord's API, for a process that is to use this line.
    """

    def __init__(self, box: Sandbox) -> None:
        self._box = box
        self._whole = asyncio.Event()
        self._whole.set()
        self._refuses = False
        self._going: set[asyncio.Task] = set()

    async def __aenter__(self) -> Self:
        self._listening = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        host, port = self._listening.sockets[0].getsockname()
        self.api_base = self._box.api_base.replace(urlsplit(self._box.url).netloc, f"{host}:{port}")
        return self

    async def __aexit__(self, *_: object) -> None:
        self._listening.close()
        await self._end_all()

    async def cut(self, *, refuse: bool = False) -> None:
        """Let nothing through: in silence, or so that who is connected hears at once of the end."""
        self._whole.clear()
        self._refuses = refuse
        if refuse:
            await self._end_all()

    def mend(self) -> None:
        """Let everything through again; what was said meanwhile in silence, too."""
        self._refuses = False
        self._whole.set()

    async def _end_all(self) -> None:
        going = list(self._going)
        for task in going:
            task.cancel()
        await asyncio.gather(*going, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry what is said both ways, until one side ends or the line is cut."""
        with contextlib.closing(writer), contextlib.suppress(OSError):
            if self._refuses:
                return
            there = urlsplit(self._box.url)
            back, forth = await asyncio.open_connection(there.hostname, there.port)
            with contextlib.closing(forth):
                ways = [self._hand_on(reader, forth), self._hand_on(back, writer)]
                tasks = {asyncio.create_task(way) for way in ways}
                self._going |= tasks
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                self._going -= tasks

    async def _hand_on(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        while said := await source.read(2**16):
            await self._whole.wait()
            sink.write(said)
            await sink.drain()
