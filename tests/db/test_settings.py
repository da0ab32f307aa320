"""Command lines take no passwords, and an `.env` file that everybody can read is reported."""

from __future__ import annotations

import argparse
import os

import pytest

from cogs.commands import hosts
from db import __main__ as db
from db.connection import tell_if_open, typed_url

SECRET = "sesame"
SECRETS = [
    f"postgresql://ducks:{SECRET}@host/ducks",
    f"postgresql://ducks:{SECRET}@one:1,two:2/ducks?sslmode=require",
    f"postgres://ducks@host/ducks?password={SECRET}",
    f"postgresql://host/ducks?user=ducks&sslpassword={SECRET}",
]
COMMANDS = [
    (db, ["copy", "sqlite:///ducks.db"]),
    (db, ["restored", "--database"]),
    (db, ["backup", "--database"]),
    (hosts, ["forget", "1", "--database"]),
    (hosts, ["keep-dailies", "folder", "--database"]),
]


@pytest.mark.parametrize("url", SECRETS)
@pytest.mark.parametrize(("program", "words"), COMMANDS)
def test_no_command_takes_a_password_or_quotes_it(program, words, url, capsys, tmp_path):
    with pytest.raises(SystemExit) as ended:
        program.main([*words, url])
    said = capsys.readouterr()
    assert ended.value.code == 2
    assert "PGPASSWORD" in said.err
    assert SECRET not in said.err + said.out


@pytest.mark.parametrize(
    "url", ["sqlite:///ducks.db", "postgresql://ducks@host/ducks", "postgresql:///ducks?host=/tmp"]
)
def test_a_url_without_a_password_is_accepted(url):
    assert typed_url(url) == url


def test_a_password_is_refused():
    with pytest.raises(argparse.ArgumentTypeError):
        typed_url(SECRETS[0])


@pytest.mark.parametrize(("mode", "told"), [(0o644, True), (0o640, False), (0o600, False)])
def test_a_readable_env_file_is_reported(tmp_path, monkeypatch, caplog, mode, told):
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text(f"DISCORD_TOKEN={SECRET}\n")
    os.chmod(tmp_path / ".env", mode)  # noqa: PTH101 - independent of the umask
    tell_if_open()
    assert ("everybody on this machine can read .env" in caplog.text) == told
    assert SECRET not in caplog.text


def test_a_missing_env_file_is_not_reported(tmp_path, monkeypatch, caplog):
    monkeypatch.chdir(tmp_path)
    tell_if_open()
    assert caplog.text == ""
