"""Dailies in a folder: what their boards follow from, for whoever wants to compute them anew.

    python -m records keep-dailies FOLDER    writes it from the database, for days that are closed
    python -m records daily FOLDER           prints all boards from it alone

`dailies.txt` has a line for each daily: the server, the day on which it was finished, a number for
its person, the number of its transcript, and the name. Each transcript is checked before it counts.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from db.stores.dailies import GradedRow
from engine.errors import BadTranscript
from engine.proof.transcript import read_transcript
from engine.proof.verification import verify
from records.daily.boards import BEST, print_lines, rank
from records.daily.formats import name_daily
from records.model.scopes import bucket_of
from tables.model.daily import midnight_of
from tables.thinking.reviews import grade_transcript

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from tables.model.advice import Grade

LIST: Final = "dailies.txt"


class BadFolder(Exception):
    """A daily in the folder is not what its list says; the message names the file."""


def write_folder(folder: Path, rows: Iterable[GradedRow], transcripts: Mapping[int, str]) -> None:
    """Write the list and the transcripts of dailies; these are given by their tables."""
    folder.mkdir(parents=True, exist_ok=True)
    numbers: dict[int, int] = {}
    lines: list[str] = []
    for row in rows:
        written = transcripts[row.table_id]
        (folder / f"{row.table_id}.txt").write_text(written, encoding="utf-8")
        person = numbers.setdefault(row.person_id, len(numbers) + 1)
        lines.append(f"{row.guild_id} {row.day} {person} {row.table_id} {row.name}\n")
    (folder / LIST).write_text("".join(lines), encoding="utf-8")


def read_folder(folder: Path) -> dict[int, list[GradedRow]]:
    """Return the dailies of each server, graded anew; raises BadFolder and OSError."""
    found: defaultdict[int, list[GradedRow]] = defaultdict(list)
    for line in (folder / LIST).read_text(encoding="utf-8").splitlines():
        guild, day, person, table, name = line.split(" ", 4)
        grade = _grade(folder / f"{table}.txt", day, name)
        own = int(guild), day, int(person), int(table), name, grade.marks, grade.accuracy
        found[int(guild)].append(GradedRow(*own))
    return dict(sorted(found.items()))


def _grade(file: Path, day: str, name: str) -> Grade:
    try:
        read = read_transcript(file.read_text(encoding="utf-8"))
    except BadTranscript as error:
        raise BadFolder(f"{file.name}: {error}") from None
    checked = verify(read)
    if not checked.fair:
        raise BadFolder(f"{file.name}: {checked}")
    if (read.daily, read.players[0].label, read.ending) != (name_daily(day), name, "finished"):
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
