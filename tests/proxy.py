"""Between the bot and a server of PostgreSQL: counts trips, and loses connections on purpose."""

from __future__ import annotations

import asyncio
import contextlib
import re
from pathlib import Path
from typing import Self

_SOCKET = ".s.PGSQL.5432"


class Proxy:
    """Listens on a socket in a folder, and hands everything on.

    Args:
        url: of a database of a server that listens on a socket.
        folder: for the proxy's own socket.

    Attributes:
        url: of the same database, through the proxy.
        trips: how often the bot has said something, and been answered.
    """

    def __init__(self, url: str, folder: Path) -> None:
        there = re.search(r"host=(.*)", url)[1]
        self._server = f"{there}/{_SOCKET}"
        self._own = folder / _SOCKET
        self.url = url.replace(there, str(folder))
        self.trips = 0
        self._loss: tuple[bytes | tuple[bytes, ...], bool] | None = None
        self._going: set[asyncio.Task] = set()

    async def __aenter__(self) -> Self:
        self._listening = await asyncio.start_unix_server(self._serve, self._own)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._listening.close()
        for task in self._going:
            task.cancel()
        await asyncio.gather(*self._going, return_exceptions=True)

    def lose(self, statement: bytes | tuple[bytes, ...], *, arrives: bool) -> None:
        """Lose the connection that next sends a statement: after the server has run it, or before.

        Of several statements it is the first that is sent; of none, nothing is lost. A statement that was prepared before is recognised by its name.
        """
        self._loss = (statement, arrives)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._going.add(asyncio.current_task())
        there, to_server = await asyncio.open_unix_connection(self._server)
        answers = asyncio.create_task(_hand_back(there, writer))
        try:
            await self._hand_on(reader, there, to_server, answers)
        finally:
            answers.cancel()
            for each in (to_server, writer):
                each.close()
                with contextlib.suppress(OSError):
                    await each.wait_closed()

    async def _hand_on(
        self,
        reader: asyncio.StreamReader,
        there: asyncio.StreamReader,
        to_server: asyncio.StreamWriter,
        answers: asyncio.Task,
    ) -> None:
        """Hand on what the bot says, until it ends or is to be lost."""
        names: dict[bytes, bytes] = {}
        while sent := await reader.read(2**16):
            self.trips += 1
            names.update(_prepared_in(sent))
            if not self._is_lost(sent, names):
                to_server.write(sent)
                continue
            (_, arrives), self._loss = self._loss, None
            answers.cancel()
            await asyncio.gather(answers, return_exceptions=True)
            if arrives:
                to_server.write(sent)
                await there.read(2**16)
            return

    def _is_lost(self, sent: bytes, names: dict[bytes, bytes]) -> bool:
        if self._loss is None:
            return False
        return any(name in sent for name, sql in names.items() if sql.startswith(self._loss[0]))


async def _hand_back(there: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while said := await there.read(2**16):
        writer.write(said)
    writer.close()


def _prepared_in(sent: bytes) -> dict[bytes, bytes]:
    """What a driver prepares, by the name that it gives to it: as `P`, length, name, statement."""
    found = re.findall(rb"P.{4}(_pg3_\d+)\0([^\0]*)\0", sent, re.DOTALL)
    return {b"\0" + name + b"\0": sql for name, sql in found}
