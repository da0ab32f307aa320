"""Commands for hosts: write the dailies into a folder, and compute all boards from that folder.

    python -m records keep-dailies FOLDER    writes the folder from the database, closed days only
    python -m records daily FOLDER           prints all boards from the folder alone

`dailies.txt` has a line for each daily: the server, the day, a number for the person, the number of
the table, and the person's name. The transcript is in a file with that table's number. Each
transcript is checked before its daily counts; the name cannot be checked.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import time
from collections import defaultdict
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Final

from cogs.features.daily.dailies import name_daily
from cogs.features.daily.days import add_days, first_open, midnight_of
from cogs.features.daily.standings import (
    BEST,
    GradedRow,
    grade_transcript,
    print_lines,
    rank,
    read_graded,
)
from db.connection import Database
from db.query import Query
from engine.check import verify
from engine.core import BadTranscript
from engine.transcript import read_file
from players.games import GAMES
from records.values import bucket_of
from tables.service import Tables

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from cogs.features.daily.standings import Grade

LIST: Final = "dailies.txt"

LONGEST: Final = 1000
"""Limit on the characters of a line; real lines are shorter."""

_LINE: Final = re.compile(
    r"([0-9]{1,19}) ([0-9]{4}-[0-9]{2}-[0-9]{2}) ([0-9]{1,9}) ([0-9]{1,19}) "
    r"([^\x00-\x1f\x7f-\x9f]+)"
)
"""Pattern of a line. A name has no control characters, because a terminal would obey them."""


class BadFolder(Exception):
    """A folder's list or one of its transcripts is wrong; the message names the file."""


def write_folder(folder: Path, rows: Iterable[GradedRow], transcripts: Mapping[int, str]) -> None:
    """Write the list and the transcripts; `transcripts` has the texts by table number."""
    folder.mkdir(parents=True, exist_ok=True)
    numbers: dict[int, int] = {}
    lines: list[str] = []
    for row in rows:
        written = transcripts[row.table_id]
        (folder / f"{row.table_id}.txt").write_text(written, encoding="utf-8")
        person = numbers.setdefault(row.person_id, len(numbers) + 1)
        name = " ".join(row.name.split()) or "?"
        lines.append(f"{row.guild_id} {row.day} {person} {row.table_id} {name}\n")
    (folder / LIST).write_text("".join(lines), encoding="utf-8")


def read_folder(folder: Path) -> dict[int, list[GradedRow]]:
    """Return the dailies of each server, graded again; raises BadFolder and OSError."""
    found: defaultdict[int, list[GradedRow]] = defaultdict(list)
    for guild, day, person, table, name in _read_list(folder):
        grade = _grade(folder / f"{table}.txt", day)
        own = int(guild), day, int(person), int(table), name, grade.marks, grade.accuracy
        found[int(guild)].append(GradedRow(*own))
    return dict(sorted(found.items()))


def _read_list(folder: Path) -> Iterator[tuple[str, ...]]:
    """Yield the fields of each line; raises BadFolder, also for a daily that is listed twice."""
    known: set[object] = set()
    try:
        with open(folder / LIST, encoding="utf-8", newline="\n", opener=_open_here) as listed:
            for number, line in enumerate(iter(partial(listed.readline, LONGEST), ""), start=1):
                found = _read_line(number, line.removesuffix("\n"))
                _, day, person, table, _ = found
                if not known.isdisjoint(daily := {int(table), (int(person), day)}):
                    raise BadFolder(f"Line {number} of {LIST} repeats a daily listed above it.")
                known |= daily
                yield found
    except UnicodeDecodeError:
        raise BadFolder(f"{LIST} is not UTF-8 text.") from None


def _read_line(number: int, line: str) -> tuple[str, ...]:
    """Return the fields of a line; raises BadFolder if the line is malformed."""
    match = _LINE.fullmatch(line)
    if match is None or not _is_day(match[2]):
        raise BadFolder(f"Line {number} of {LIST} is malformed: {line[:80]!r}.")
    return match.groups()


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _open_here(path: str, flags: int) -> int:
    """Open a file of the folder; refuse a symbolic link."""
    return os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK)


def _grade(file: Path, day: str) -> Grade:
    try:
        with open(file, "rb", opener=_open_here) as opened:
            read = read_file(opened)
    except BadTranscript as error:
        raise BadFolder(f"{file.name}: {error}") from None
    checked = verify(read, GAMES)
    if not checked.fair:
        raise BadFolder(f"{file.name}: {checked}")
    if (read.daily, read.ending) != (name_daily(day), "finished"):
        raise BadFolder(f"{file.name} is not the daily that the list names.")
    grade = grade_transcript(read)
    if grade is None:
        raise BadFolder(f"{file.name} cannot be graded.")
    return grade


def print_boards(dailies: dict[int, list[GradedRow]]) -> Iterator[str]:
    """Yield the boards of each server: every day, week and month, as the bot shows them."""
    for guild, own in dailies.items():
        yield f"server {guild}"
        for period in BEST:
            found: defaultdict[str, list[GradedRow]] = defaultdict(list)
            for daily in own:
                found[bucket_of(period, midnight_of(daily.day))].append(daily)
            for name, within in sorted(found.items()):
                yield f"\n{name}\n{print_lines(rank(within, period))}"
        yield ""


GUILDS_OF_DAILIES: Final = Query(
    int, "SELECT DISTINCT guild_id FROM dailies WHERE guild_id > 0 ORDER BY guild_id"
)


def keep_dailies(chosen: Namespace) -> int:
    """Write the dailies of all closed days into a folder; return the exit status."""
    number = asyncio.run(_keep_dailies(chosen.url, chosen.folder))
    print(f"Dailies in {chosen.folder}: {number}.")
    return 0


async def _keep_dailies(url: str, folder: Path) -> int:
    """Write the dailies of all closed days, with their transcripts; return their number."""
    async with await Database.open(url, existing=True) as database:
        async with database.read_slow() as store:
            last, guilds = add_days(first_open(time.time()), -1), await store.all(GUILDS_OF_DAILIES)
            rows = [row for guild in guilds for row in await read_graded(store, guild, "", last)]
        read = Tables(database, GAMES, time.time).transcripts.text
        write_folder(folder, rows, {row.table_id: await read(row.table_id) for row in rows})
    return len(rows)


def print_dailies(chosen: Namespace) -> int:
    """Print the boards of the dailies in a folder; return the exit status."""
    try:
        print(*print_boards(read_folder(chosen.folder)), sep="\n")
    except BadFolder as error:
        print(error, file=sys.stderr)
        return 1
    return 0
