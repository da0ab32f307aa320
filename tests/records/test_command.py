"""`python -m records` finds the bot's own database as the bot does, and never migrates it."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing

import pytest

from cogs.commands.hosts import main
from db.connection import Database

COMMANDS = (["forget", "1"], ["compact"])


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """A working directory without a database, and no settings."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DATABASE_URL", raising=False)
    return tmp_path


def made(path):
    async def make():
        await (await Database.open(f"sqlite:///{path}")).close()

    asyncio.run(make())


def test_a_command_is_required(capsys):
    with pytest.raises(SystemExit, match="2"):
        main([])
    assert "the following arguments are required: command" in capsys.readouterr().err


@pytest.mark.parametrize("command", COMMANDS)
def test_no_database_is_made(here, capsys, command):
    assert main(command) == 2
    assert capsys.readouterr().err.startswith(f"There is no database {here}/ducks.db")
    assert list(here.iterdir()) == []


@pytest.mark.parametrize("command", COMMANDS)
def test_an_empty_file_is_no_database(here, capsys, command):
    (here / "ducks.db").touch()
    assert main(command) == 2
    assert "There is no database" in capsys.readouterr().err
    assert (here / "ducks.db").stat().st_size == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_a_database_of_an_older_version_is_not_migrated(here, capsys, later, command):
    made("ducks.db")
    (later / "0002_later.sql").write_text("CREATE TABLE later (id BIGINT);")
    before = (here / "ducks.db").read_bytes()
    assert main(command) == 2
    assert "older version: start the bot once" in capsys.readouterr().err
    assert (here / "ducks.db").read_bytes() == before


def test_the_default_is_the_database_of_the_bot(here):
    made("ducks.db")
    assert main(["forget", "1"]) == 0


def test_the_database_is_taken_from_the_environment(here, monkeypatch):
    made("other.db")
    monkeypatch.setenv("DATABASE_URL", "sqlite:///other.db")
    assert main(["forget", "1"]) == 0


def test_the_database_is_taken_from_the_env_file(here):
    made("other.db")
    (here / ".env").write_text("DISCORD_TOKEN=quack\nDATABASE_URL=sqlite:///other.db\n")
    assert main(["forget", "1"]) == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_a_restored_backup_can_be_used_before_the_bot_starts(here, command):
    made("ducks.db")
    with closing(sqlite3.connect("ducks.db")) as file:
        file.execute("VACUUM INTO 'backup.db'")
    assert main([*command, "--database", "sqlite:///backup.db"]) == 0


def test_a_database_named_on_the_command_line_wins(here, monkeypatch):
    made("other.db")
    monkeypatch.setenv("DATABASE_URL", "sqlite:///none.db")
    assert main(["forget", "1", "--database", "sqlite:///other.db"]) == 0


def test_an_env_file_that_is_not_text_is_reported(here, capsys):
    (here / ".env").write_bytes(b"\xff\xfe\x00")
    assert main(["forget", "1"]) == 2
    assert ".env cannot be read" in capsys.readouterr().err


def test_a_forget_command_names_the_database_it_changed(here, capsys):
    made("ducks.db")
    made("copy.db")
    assert main(["forget", "5"]) == 0
    said = f"No row of {here}/ducks.db names the account 5 any more.\n"
    assert capsys.readouterr().out == said
    assert main(["forget", "5", "--database", "sqlite:///copy.db"]) == 0
    said = f"No row of {here}/copy.db names the account 5 any more.\n"
    said += "If the bot uses another database (DATABASE_URL), forget the person there too.\n"
    assert capsys.readouterr().out == said


def test_a_file_of_any_size_can_be_compacted(here, capsys):
    made("ducks.db")
    assert main(["forget", "1"]) == 0
    with closing(sqlite3.connect("ducks.db")) as file, file:
        file.execute("INSERT INTO pending_work VALUES ('compact', 1)")
    assert main(["compact"]) == 0
    assert "no deleted data is left" in capsys.readouterr().out
    with closing(sqlite3.connect("ducks.db")) as file:
        assert file.execute("SELECT * FROM pending_work").fetchall() == []
