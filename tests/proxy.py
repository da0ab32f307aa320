"""Lines between the bot and a server, which tests can cut. `Proxy` loses PostgreSQL's answers."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Self
from urllib.parse import urlsplit

from sandbox import Sandbox

HOST = "127.0.0.1"
_SOCKET = ".s.PGSQL.5432"
_ENDS = (b"S", b"Q", b"H", b"c", b"f", b"p", b"X")
"""Messages that end a trip (`Proxy.trips`): Sync, Query, Flush, CopyDone, CopyFail, password,
Terminate.
"""

Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Line:
    """Listens on a port, and passes everything on to a server.

    Args:
        connect: opens a connection to the server.

    Attributes:
        port: the port on which it listens.
    """

    def __init__(self, connect: Callable[[], Awaitable[Ends]]) -> None:
        self._connect = connect
        self.port = 0
        self._whole = asyncio.Event()
        self._whole.set()
        self._going: set[asyncio.Task] = set()

    async def __aenter__(self) -> Self:
        self._listening = await asyncio.start_server(self._serve, HOST, self.port)
        self.port = self._listening.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        for each in self._listening.sockets:
            asyncio.get_running_loop().remove_reader(each)
        for _ in range(5):  # Python 3.11 never closes connections accepted while a server closes
            await asyncio.sleep(0)
        self._listening.close()
        others = self._going - {asyncio.current_task()}  # a task may cut its own line
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def cut(self, *, silent: bool) -> None:
        """Cut the line. If `silent`, it then passes nothing on; else it refuses connections."""
        if silent:
            self._whole.clear()
        else:
            await self.__aexit__()

    async def mend(self) -> None:
        """Mend the line. If it was silent, what was sent meanwhile now arrives."""
        self._whole.set()
        if not self._listening.is_serving():
            await self.__aenter__()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        self._going.add(task)
        task.add_done_callback(self._going.discard)
        ends = [writer]
        try:
            there, to_server = await self._connect()
            ends.append(to_server)
            answers = asyncio.create_task(self._carry(there, writer))
            answers.add_done_callback(lambda end: end.cancelled() or writer.transport.abort())
            try:
                await self._hand_on(reader, there, to_server, answers)
            finally:
                await _end(answers)
        except (OSError, asyncio.CancelledError):
            pass  # tests lose connections on purpose
        finally:
            for end in ends:
                if not self._keeps(end):
                    end.transport.abort()

    def _keeps(self, end: asyncio.StreamWriter) -> bool:
        """Return whether one end of a lost connection is still needed."""
        return False

    async def _hand_on(
        self,
        reader: asyncio.StreamReader,
        there: asyncio.StreamReader,
        to_server: asyncio.StreamWriter,
        answers: asyncio.Task,
    ) -> None:
        """Pass on what the bot sends, until the bot or the server closes the connection."""
        await self._carry(reader, to_server)

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        while said := await source.read(2**16):
            await self._whole.wait()
            target.write(said)
            await target.drain()


class SandboxLine(Line):
    """A line to a sandbox.

    Args:
        box: the sandbox.
    """

    def __init__(self, box: Sandbox) -> None:
        self._address = box.api_base
        self._there = urlsplit(box.url).port
        super().__init__(lambda: asyncio.open_connection(HOST, self._there))

    @property
    def api_base(self) -> str:
        """The address of Discord's API through this line."""
        return self._address.replace(f":{self._there}/", f":{self.port}/")


class Proxy(Line):
    """A line to PostgreSQL that counts trips and loses connections on purpose.

    Args:
        url: the URL of a database. Its server listens on a Unix socket.

    Attributes:
        trips: number of times that the bot has sent something and waited for an answer.
    """

    def __init__(self, url: str) -> None:
        self._name, there = re.search(r"/([^/?]*)\?host=(.*)", url).groups()
        super().__init__(lambda: asyncio.open_unix_connection(f"{there}/{_SOCKET}"))
        self.trips = 0
        self._loss: tuple[bytes | tuple[bytes, ...], bool] | None = None
        self._left = 0
        self._late_before: bytes | None = None
        self._late: tuple[bytes, Ends] | None = None
        self._then: Callable[[], Awaitable[None]] | None = None

    @property
    def url(self) -> str:
        """The URL of the same database through this line."""
        return f"postgresql://ducks@{HOST}:{self.port}/{self._name}?sslmode=disable"

    def lose(
        self,
        statement: bytes | tuple[bytes, ...],
        *,
        arrives: bool,
        before: bytes | None = None,
        times: int = 1,
    ) -> None:
        """Lose the next connection that sends a statement, before or after the server runs it.

        A statement that was prepared earlier is recognised by its name.

        Args:
            statement: the beginning of the statement, or several beginnings. With an empty tuple
                nothing is lost.
            arrives: true if the server still gets the statement.
            before: the beginning of another statement. The server gets the lost statement only when
                a connection is about to send the other one.
            times: the number of connections to lose.
        """
        self._loss, self._late_before, self._left = (statement, arrives), before, times

    def then(self, act: Callable[[], Awaitable[None]]) -> None:
        """Call `act` after the server has run the lost statement, before the bot sees the loss."""
        self._then = act

    @property
    def loses(self) -> bool:
        """True while a connection is still to be lost."""
        return self._loss is not None

    async def _hand_on(
        self,
        reader: asyncio.StreamReader,
        there: asyncio.StreamReader,
        to_server: asyncio.StreamWriter,
        answers: asyncio.Task,
    ) -> None:
        """Pass on what the bot sends, until either side closes or the connection must be lost."""
        names: dict[bytes, bytes] = {}
        first = True
        while sent := await _read_trip(reader, first=first):
            await self._whole.wait()
            first = False
            self.trips += 1
            names.update(_prepared_in(sent))
            if self._late and self._late_before and _has(sent, names, self._late_before):
                await self._arrive()
            if self._loss is None or not _has(sent, names, self._loss[0]):
                to_server.write(sent)
                continue
            _, arrives = self._loss
            self._left -= 1
            if not self._left:
                self._loss = None
            await _end(answers)
            if arrives:
                self._late = sent, (there, to_server)
                if self._late_before is None:
                    await self._arrive()
            return

    def _keeps(self, end: asyncio.StreamWriter) -> bool:
        return self._late is not None and end is self._late[1][1]

    async def _arrive(self) -> None:
        """Send the lost statement to the server, and wait until the server has run it."""
        (sent, (there, to_server)), self._late = self._late, None
        to_server.write(sent)
        said = b""
        while b"Z\0\0\0\x05" not in said:  # ready for the next query
            if not (more := await there.read(2**16)):
                break
            said += more
        to_server.transport.abort()
        if self._then is not None:
            act, self._then = self._then, None
            await act()


async def _read_trip(reader: asyncio.StreamReader, *, first: bool) -> bytes:
    """Read what the driver sends before it waits for an answer, or nothing if it has hung up.

    The messages arrive one by one, because the driver writes each statement of a pipeline as soon
    as it can. The first message of a connection has no letter for its type.
    """
    said = kind = b""
    try:
        if first:
            return await _read_body(reader)
        while kind not in _ENDS:
            kind = await reader.readexactly(1)
            said += kind + await _read_body(reader)
    except asyncio.IncompleteReadError:
        return b""
    return said


async def _read_body(reader: asyncio.StreamReader) -> bytes:
    """Read the rest of a message after its letter: four bytes with its length, and its content.

    The length includes these four bytes.
    """
    length = await reader.readexactly(4)
    return length + await reader.readexactly(int.from_bytes(length, "big") - 4)


async def _end(task: asyncio.Task) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def _has(sent: bytes, names: dict[bytes, bytes], statement: bytes | tuple[bytes, ...]) -> bool:
    return any(name in sent for name, sql in names.items() if sql.startswith(statement))


def _prepared_in(sent: bytes) -> dict[bytes, bytes]:
    """Return the prepared statements by name. A message is `P`, its length, name, statement."""
    found = re.findall(rb"P.{4}(_pg3_\d+)\0([^\0]*)\0", sent, re.DOTALL)
    return {b"\0" + name + b"\0": sql for name, sql in found}
