"""Reads a database as processes have left it.

A copy is read, because opening the file itself would repair it.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg

from db.backends.backend import is_postgresql, path_of
from db.backends.postgresql import PostgresqlBulk
from db.backends.sqlite import open_bulk, prepare
from db.connection import Database
from engine.core import CHANCE, fold
from engine.transcript import RUNNING, read_transcript, write_transcript
from players.games import GAMES
from players.verification import verify
from tables.storage.finished import make_transcript
from tables.storage.repository import TableRepository
from tests.records.rows import find_differences as compare_anew
from tests.soak.story import NOWHERE, Position

if TYPE_CHECKING:
    from collections.abc import Iterable

_ENDS = ("", "-wal", "-shm", "-journal")

Log = tuple[tuple[int, str], ...]
"""Seat and text of each step."""


def copy(source: Path, target: Path) -> None:
    """Copy a database with the files beside it; delete copies of files that `source` lacks."""
    for end in _ENDS:
        file, other = Path(f"{source}{end}"), Path(f"{target}{end}")
        if file.exists():
            shutil.copyfile(file, other)
        else:
            other.unlink(missing_ok=True)


def copy_in_use(url: str, target: Path) -> None:
    """Copy a database that is in use, on either backend, to the SQLite file `target`."""
    if not is_postgresql(url):
        with (
            closing(sqlite3.connect(path_of(url))) as file,
            closing(sqlite3.connect(target)) as new,
        ):
            file.backup(new)
        return
    target.unlink(missing_ok=True)
    prepare(str(target), 0, existing=False)
    with psycopg.connect(url) as server, open_bulk(f"sqlite:///{target}", 0) as new:
        server.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        old = PostgresqlBulk(url, server)
        for table, columns in new.columns().items():
            new.empty(table)
            new.fill(table, columns, old.rows(table, columns))
        new.commit()


@dataclass(frozen=True)
class Look:
    """The state of the file's first table.

    Attributes:
        position: the table's progress.
        log: the table's steps.
        damage: the fault that SQLite finds in the file, or an empty text.
    """

    position: Position
    log: Log
    damage: str


def look(path: Path) -> Look:
    """Read a file's first table from a copy."""
    copied = path.with_suffix(".copy")
    copy(path, copied)
    with closing(sqlite3.connect(copied)) as file:
        return _read(file)


def _read(file: sqlite3.Connection) -> Look:
    (answer,) = file.execute("PRAGMA integrity_check(1)").fetchone()
    damage = "" if answer == "ok" else answer
    if not file.execute("SELECT 1 FROM sqlite_master WHERE name = 'moves'").fetchone():
        return Look(NOWHERE, (), damage)
    log = tuple(file.execute("SELECT seat, text FROM moves WHERE table_id = 1 ORDER BY seq"))
    seqs = [seq for (seq,) in file.execute("SELECT seq FROM moves WHERE table_id = 1")]
    (seats,) = file.execute("SELECT count(*) FROM seats WHERE table_id = 1").fetchone()
    begun = file.execute("SELECT 1 FROM tables WHERE started_at IS NOT NULL").fetchone()
    if sorted(seqs) != list(range(len(log))):
        damage = damage or f"the steps of the log are numbered {seqs}"
    return Look((seats, len(log) if begun else -1), log, damage)


def find_forced(file: sqlite3.Connection) -> set[tuple[int, int]]:
    """Return table and seq of each forced step."""
    games = {game.info.key: game for game in GAMES}
    select = """
        SELECT id, game, settled, first, (SELECT COUNT(*) FROM seats WHERE table_id = tables.id)
        FROM tables WHERE started_at IS NOT NULL
    """
    forced: set[tuple[int, int]] = set()
    for table, key, options, first, seats in file.execute(select).fetchall():
        game = games[key]
        log = file.execute("SELECT seat, text FROM moves WHERE table_id = ? ORDER BY seq", (table,))
        for seq, step in enumerate(fold(game, seats, json.loads(options), first, log)):
            if step.seat != CHANCE and game.forced(step.before) is not None:
                forced.add((table, seq))
    return forced


def find_false_transcripts(path: Path) -> list[str]:
    """Return the faults of a file's transcripts, in words.

    Each transcript is read as people get it. It must have all steps of the log, except those that
    can still be taken back. All dice and all moves of ducks must follow from the secret.
    """
    with closing(sqlite3.connect(path)) as file:
        select = "SELECT id, secret FROM tables WHERE started_at IS NOT NULL"
        secrets = dict(file.execute(select).fetchall())
        rows = "SELECT seq, seat, text FROM moves WHERE table_id = ? ORDER BY seq"
        logs = {number: file.execute(rows, (number,)).fetchall() for number in secrets}
    texts = asyncio.run(_read_transcripts(path, secrets))
    found = {each: _judge_transcript(texts[each], logs[each], secrets[each]) for each in secrets}
    return [f"the transcript of table {number}: {what}" for number, what in found.items() if what]


async def _read_transcripts(path: Path, numbers: Iterable[int]) -> dict[int, str]:
    """Return the transcripts, even of running games with hidden parts."""
    repository = TableRepository(GAMES)
    async with await Database.open(f"sqlite:///{path}") as database, database.read() as store:
        return {
            number: write_transcript(
                make_transcript(await repository.read(store, number), await store.moves(number))
            )
            for number in numbers
        }


def _judge_transcript(text: str, log: list[tuple[int, int, str]], secret: str) -> str:
    """Return the fault of a transcript, or an empty text."""
    transcript = read_transcript(text)
    game = next(game for game in GAMES if game.info.key == transcript.game)
    steps = [(seq, step.seat, step.text) for seq, step in enumerate(transcript.steps)]
    left = log[len(steps) :]
    if steps + left != log or [seq for seq, _, _ in log] != list(range(len(log))):
        return "its steps are not those of the log"
    if left and transcript.ending != RUNNING:
        return f"it lacks the last {len(left)} steps"
    if len({seat for _, seat, _ in left}) > 1 or not all(
        game.tells_nothing(game.parse(move)) for _, _, move in left
    ):
        return f"it lacks {left}, which cannot be taken back"
    verified = verify(replace(transcript, secret=secret))
    return "" if verified.fair else str(verified)


def find_differences(path: Path) -> tuple[str, ...]:
    """Return the differences between a file's records and its logs, in words."""

    async def compare() -> tuple[str, ...]:
        async with await Database.open(f"sqlite:///{path}") as database:
            return await compare_anew(database, GAMES)

    return asyncio.run(compare())
