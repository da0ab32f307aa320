"""Simulates many power cuts during one game, with the disk as each cut may leave it.

All changes of files are recorded while the game is played. A disk keeps everything written before
`fsync` (xSync) returned. Of later writes it may keep any sectors, in any order, and a file that was
deleted later may be back.
"""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from db.errors import DatabaseError
from tests.soak.file import find_differences, look
from tests.soak.life import DISK, Blow, Life
from tests.soak.story import NOWHERE, Position, Story, position
from tests.soak.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.soak.disk import Change

_SECTOR = 512
_ACTS = 12
"""Acts of a process before it ends and another begins."""


@dataclass
class _File:
    """A file on a disk: its certain content, and the changes that may be lost.

    Attributes:
        content: the bytes that are certain.
        pending: the later changes, which may be lost.
        listed: true if the folder certainly lists the file.
        deleted: true if the file was deleted; the deletion may be lost, too.
    """

    content: bytearray = field(default_factory=bytearray)
    pending: list[Change] = field(default_factory=list)
    listed: bool = False
    deleted: bool = False

    def sync(self) -> None:
        """Make all pending changes certain."""
        for change in self.pending:
            _apply(self.content, change)
        self.pending.clear()

    def cut(self, chance: random.Random) -> bytes | None:
        """Draw the content after a power cut, or None if there is no such file."""
        if (self.deleted or not self.listed) and chance.random() < 0.5:
            return None
        content, kept = bytearray(self.content), chance.choice((0.0, 0.5, 0.9, 1.0))
        for change in self.pending:
            for part in _split(change):
                if chance.random() < kept:
                    _apply(content, part)
        return bytes(content)


class _Folder:
    """The files of a database on a disk.

    SQLite synchronises the folder when it synchronises a new log or journal, and after a deletion
    that asks for it.
    """

    def __init__(self) -> None:
        self.files: dict[str, _File] = {}

    def take(self, change: Change) -> None:
        """Apply a change of a file."""
        file = self.files.get(change.path)
        if file is None or (change.call == "xOpen" and file.deleted):
            file = self.files[change.path] = _File()
        if change.call == "xDelete":
            file.deleted = True
            if change.offset:
                self._sync()
        elif change.call == "xSync":
            file.sync()
            if not file.listed and change.path.endswith(("-wal", "-journal")):
                self._sync()
        elif change.call != "xOpen":
            file.pending.append(change)

    def _sync(self) -> None:
        self.files = {path: file for path, file in self.files.items() if not file.deleted}
        for file in self.files.values():
            file.listed = True


class Power:
    """A game that is played once, and its possible power cuts.

    Args:
        story: the game.
        folder: the folder of the files.
    """

    def __init__(self, story: Story, folder: Path) -> None:
        self._story = story
        self._path, self._told = folder / "tables.db", folder / "told"
        self._after = folder / "after" / "tables.db"
        self._after.parent.mkdir()
        self._chance = random.Random(story.seed)
        self._acts: list[tuple[int, Position]] = []
        self._tally = Tally()

    def run(self, stride: int) -> Tally:
        """Cut the power before each `stride`-th change of a file."""
        DISK.changes = changes = []
        asyncio.run(self._play())
        DISK.changes = None
        self._log = look(self._path).log
        self._tally.acts = len(self._acts)
        folder = _Folder()
        first = self._chance.randrange(stride)
        for number, change in enumerate(changes):
            if number % stride == first:
                self._cut(number, folder)
            folder.take(change)
            if not self._tally.is_good:
                break
        return self._tally

    async def _play(self) -> None:
        """Play the whole game in several lives, each of which ends normally."""

        async def play(life: Life) -> None:
            for _ in range(_ACTS):
                before = await self._story.find(life.tables)
                table = await self._story.act(life.tables, before)
                if table is None:
                    self._is_over = True
                    return
                self._acts.append((len(DISK.changes or ()), position(table)))

        self._is_over = False
        while not self._is_over:
            await self._life(self._path).run(play)

    def _life(self, path: Path) -> Life:
        return Life(f"sqlite:///{path}", self._told, Blow(), self._story.entropy)

    def _cut(self, number: int, folder: _Folder) -> None:
        """Cut the power before the change with this number, and start a process afterwards."""
        for old in self._after.parent.iterdir():
            old.unlink()
        for name, file in folder.files.items():
            if (content := file.cut(self._chance)) is not None:
                self._after.with_name(Path(name).name).write_bytes(content)
        self._tally.cuts += 1
        try:
            asyncio.run(self._life(self._after).run(self._look_around))
        except DatabaseError as error:
            self._complain(number, f"the file is refused: {error}")
        else:
            self._judge(number)

    async def _look_around(self, life: Life) -> None:
        """Do nothing: a start and an end are enough."""

    def _judge(self, number: int) -> None:
        """Compare the file after a power cut with the acts that were done before."""
        found = look(self._after)
        told = [at for count, at in self._acts if count <= number]
        under_way = [at for count, at in self._acts if count > number]
        self._tally.lost += found.position < max(told, default=NOWHERE)
        self._tally.doubled += found.position > min(under_way, default=found.position)
        if found.damage:
            self._complain(number, f"the file is damaged: {found.damage}")
        if found.log != self._log[: len(found.log)]:
            self._complain(number, "the log is not that of the undisturbed game")
        for difference in find_differences(self._after):
            self._complain(number, f"the records differ from the logs: {difference}")

    def _complain(self, number: int, words: str) -> None:
        self._tally.wrong.append(f"{self._story}, cut at change {number}: {words}")


def _apply(content: bytearray, change: Change) -> None:
    """Apply one change to the bytes of a file."""
    if change.call == "xTruncate":
        del content[change.offset :]
        return
    if (gap := change.offset - len(content)) > 0:
        content.extend(bytes(gap))
    content[change.offset : change.offset + len(change.content)] = change.content


def _split(change: Change) -> Iterator[Change]:
    """Split a change into sectors, since a disk may keep some of them."""
    if change.call != "xWrite":
        yield change
        return
    end = change.offset + len(change.content)
    start = change.offset
    while start < end:
        stop = min(end, (start // _SECTOR + 1) * _SECTOR)
        part = change.content[start - change.offset : stop - change.offset]
        yield replace(change, offset=start, content=part)
        start = stop
