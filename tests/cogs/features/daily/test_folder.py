"""Boards of dailies: those computed from a folder equal the bot's; changed files are reported."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.commands.hosts import main
from cogs.features.daily.commands import LIST
from cogs.features.daily.days import midnight_of
from cogs.features.daily.standings import BEST, days_of, print_lines
from engine.core import CHANCE, roll_dice
from engine.fairness import HmacSource, RecordingSource, table_key
from engine.pond.moves import Roll
from engine.transcript import Step, read_transcript, write_transcript
from records.values import bucket_of
from tests.cogs.features.daily.house import MONDAY, TUESDAY, open_server
from tests.cogs.features.daily.test_cheats import at_random
from tests.engine.honest import hashed
from tests.records.server import ANNA, BEN, CLEO, GUILD

LATER = "2026-11-30"
OTHER = GUILD + 1


@pytest.fixture
async def played(server):
    """Dailies of three people on two servers and three days, the same for each test."""
    await server.tamper("INSERT INTO daily_key VALUES (1, ?)", "5e" * 32)
    house = open_server(server.database, server.clock)
    for day, people in ((MONDAY, (ANNA, BEN, CLEO)), (TUESDAY, (BEN,)), (LATER, (ANNA, BEN))):
        house.go_to(day)
        for person in people:
            choose = at_random(person.id) if person is BEN else None
            house.draw(1_000_000 + person.id, day, person.id)
            await house.play(person, OTHER if person is CLEO else GUILD, choose)
    house.go_to("2026-12-01", 1800)  # the last day is still open
    return house


async def print_as_the_bot(house, guild, days):
    lines = [f"server {guild}"]
    for period in BEST:
        for first, _ in sorted({days_of(period, day) for day in days}):
            board = await house.standings.board(guild, period, first)
            lines.append(f"\n{bucket_of(period, midnight_of(first))}\n{print_lines(board)}")
    return "\n".join([*lines, "", ""])


def keep(server, folder, monkeypatch):
    """Write the folder as a host does, at the time of the server's clock."""
    monkeypatch.setattr("time.time", server.clock)
    return main(["keep-dailies", str(folder), "--database", server.url])


@pytest.mark.heavy
async def test_the_boards_from_the_folder_are_those_of_the_bot(
    server, played, tmp_path, monkeypatch, capsys
):
    import asyncio  # noqa: PLC0415 - the command runs a loop of its own

    folder = tmp_path / "kept"
    played.go_to("2026-12-01", 3600)
    assert await asyncio.to_thread(keep, server, folder, monkeypatch) == 0
    capsys.readouterr()
    assert await asyncio.to_thread(main, ["daily", str(folder)]) == 0
    printed = capsys.readouterr().out
    ours = await print_as_the_bot(played, GUILD, [MONDAY, TUESDAY, LATER])
    theirs = await print_as_the_bot(played, OTHER, [MONDAY])
    assert printed == ours + theirs
    assert "Ben (3 days)" in printed
    assert str(ANNA.id) not in (folder / LIST).read_text()


@pytest.mark.heavy
async def test_forgotten_people_and_open_days_are_not_in_the_folder(
    server, played, tmp_path, monkeypatch, capsys
):
    import asyncio  # noqa: PLC0415 - as above

    await played.server.records.privacy.forget(ANNA.id)
    assert await asyncio.to_thread(keep, server, tmp_path, monkeypatch) == 0
    listed = (tmp_path / LIST).read_text()
    assert "Anna" not in listed
    assert LATER not in listed
    assert listed.count("Ben") == 2
    assert await asyncio.to_thread(main, ["daily", str(tmp_path)]) == 0
    first = f"server {GUILD}\n\n{MONDAY}\n  1."
    assert capsys.readouterr().out.split(".\n", 1)[1].startswith(first)


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("daily 2026-11-23", "daily 2026-11-22"),
        ("contribution start 1", "contribution start 2"),
        ("roll", "rolls"),
        ("seat 0", "seat 1"),
    ],
)
async def test_a_transcript_that_was_changed_is_reported(
    server, played, tmp_path, monkeypatch, capsys, old, new
):
    import asyncio  # noqa: PLC0415 - as above

    await asyncio.to_thread(keep, server, tmp_path, monkeypatch)
    file = sorted(tmp_path.glob("[0-9]*.txt"))[0]
    file.write_text(file.read_text().replace(old, new, 1))
    assert await asyncio.to_thread(main, ["daily", str(tmp_path)]) == 1
    assert file.name in capsys.readouterr().err


@pytest.mark.heavy
async def test_a_first_throw_that_is_not_everybodys_is_reported(
    server, played, tmp_path, monkeypatch, capsys
):
    """The transcript is hashed again, so the throw is its only fault."""
    import asyncio  # noqa: PLC0415 - as above

    await asyncio.to_thread(keep, server, tmp_path, monkeypatch)
    file = sorted(tmp_path.glob("[0-9]*.txt"))[0]
    read = read_transcript(file.read_text())
    key = table_key(bytes.fromhex(read.secret), read.contributions)
    source = RecordingSource(HmacSource(key, 0))
    roll = Roll(roll_dice(6, source))
    steps = Step(CHANCE, str(roll), tuple(source.draws)), *read.steps[1:]
    file.write_text(write_transcript(hashed(replace(read, steps=steps))))
    assert await asyncio.to_thread(main, ["daily", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert file.name in said
    assert "The name of the daily gives" in said


GOOD = f"1 {MONDAY} 1 1 Anna"


@pytest.mark.parametrize(
    "line",
    [
        "1",
        "",
        GOOD.replace("1 1 Anna", "1 ../secret Anna"),
        GOOD.replace("1 1 Anna", "1 /etc/passwd Anna"),
        GOOD.replace(MONDAY, "2026-02-30"),
        GOOD.replace(MONDAY, "0000-01-01"),
        GOOD.replace(MONDAY, "today"),
        GOOD.replace("1 2026", f"{'9' * 5000} 2026"),
        GOOD.replace("1 2026", "² 2026"),
        GOOD + "\x1b[2J",
        GOOD + "\r",
        GOOD + "\x85all is well",
    ],
)
def test_a_malformed_line_is_reported_in_one_line(tmp_path, capsys, line):
    (tmp_path.parent / "secret.txt").write_text("sesame")
    (tmp_path / LIST).write_bytes(f"{line}\n{GOOD}\n".encode())
    assert main(["daily", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"Line 1 of {LIST} is malformed: ")
    assert said.count("\n") == 1
    assert said.strip().isprintable()
    assert "sesame" not in said


def test_a_list_that_is_not_text_is_reported(tmp_path, capsys):
    (tmp_path / LIST).write_bytes(b"\xff\xfe")
    assert main(["daily", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"{LIST} is not UTF-8 text.\n"


@pytest.mark.parametrize("name", [LIST, "1.txt"])
def test_a_link_out_of_the_folder_is_not_followed(tmp_path, capsys, name):
    secret = tmp_path / "secret"
    secret.write_text("sesame\n")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / LIST).write_text(f"{GOOD}\n")
    (folder / name).unlink(missing_ok=True)
    (folder / name).symlink_to(secret)
    assert main(["daily", str(folder)]) == 1
    assert "sesame" not in capsys.readouterr().err


def test_an_endless_list_is_read_only_up_to_the_longest_line(tmp_path, capsys):
    with (tmp_path / LIST).open("wb") as file:
        file.truncate(2**40)
    assert main(["daily", str(tmp_path)]) == 1
    assert capsys.readouterr().err.startswith(f"Line 1 of {LIST} is malformed: ")


def test_a_transcript_without_end_is_refused(tmp_path, capsys):
    (tmp_path / LIST).write_text(f"{GOOD}\n")
    with (tmp_path / "1.txt").open("wb") as file:
        file.truncate(2**40)
    assert main(["daily", str(tmp_path)]) == 1
    assert "longer than any transcript" in capsys.readouterr().err


@pytest.mark.heavy
async def test_a_daily_that_differs_from_its_line_in_the_list_is_reported(
    server, played, tmp_path, monkeypatch, capsys
):
    import asyncio  # noqa: PLC0415 - as above

    await asyncio.to_thread(keep, server, tmp_path, monkeypatch)
    listed = tmp_path / LIST
    listed.write_text(listed.read_text().replace(MONDAY, LATER, 1))
    assert await asyncio.to_thread(main, ["daily", str(tmp_path)]) == 1
    assert "is not the daily that the list names" in capsys.readouterr().err


@pytest.mark.heavy
@pytest.mark.parametrize("person", [1, 9])
async def test_no_daily_counts_twice(server, played, tmp_path, monkeypatch, capsys, person):
    import asyncio  # noqa: PLC0415 - as above

    await asyncio.to_thread(keep, server, tmp_path, monkeypatch)
    listed = tmp_path / LIST
    lines = listed.read_text().splitlines()
    guild, day, _, table, name = lines[0].split(" ")
    listed.write_text("\n".join([*lines, f"{guild} {day} {person} {table} {name}"]))
    assert await asyncio.to_thread(main, ["daily", str(tmp_path)]) == 1
    said = f"Line {len(lines) + 1} of {LIST} repeats a daily listed above it.\n"
    assert capsys.readouterr().err == said
