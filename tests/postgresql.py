"""A real server of PostgreSQL for tests: Debian's, as an ordinary user, in a temporary folder.

It listens on a socket there and nowhere else. It ends with the process that has made it, also where
that is killed, and its files go. They lie in memory, where there is room: to make a database and
remove it again costs a disk several times as much.
"""

from __future__ import annotations

import itertools
import os
import pwd
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Self

import psycopg

MISSING = "PostgreSQL is not installed; on Debian: apt-get install postgresql"

_TEMPLATE = "template_ducks"
_SETTINGS = (
    "listen_addresses=",
    "autovacuum=off",
    "jit=off",
    "shared_buffers=32MB",
    "wal_level=minimal",
    "max_wal_senders=0",
)
_QUICK = ("fsync=off", "full_page_writes=off", "max_wal_size=64MB")
"""What loses data when the machine goes down, and only then; a short log takes little memory."""

_MEMORY = Path("/dev/shm")
_ROOM = 2**30
"""How many bytes there must be free for a server: several need less than this together."""


def find_memory() -> Path | None:
    """Return a folder that is kept in memory, if there is one with room; a container has little."""
    return _MEMORY if _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > _ROOM else None


def find_programs() -> Path | None:
    """Return the folder of the server's programs: Debian keeps them out of the PATH."""
    if (found := shutil.which("initdb")) is not None:
        return Path(found).resolve().parent
    return next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), None)


def dump(url: str) -> list[str]:
    """Return all that a database holds, as the lines of a script."""
    said = subprocess.check_output(["pg_dump", url], text=True)
    return [line for line in said.splitlines() if not line.startswith("\\")]  # a word at random


class Server:
    """A server that can be started, stopped and killed again and again.

    Args:
        safe: whether it has its files on the disk, and waits for it, as a host's does.
    """

    def __init__(self, *, safe: bool = False) -> None:
        programs = find_programs()
        assert programs is not None, MISSING
        self._programs = programs
        where = None if safe else find_memory()
        self.folder = Path(tempfile.mkdtemp(prefix="ducks-postgresql-", dir=where))
        self._user = "postgres" if os.geteuid() == 0 else None  # the server refuses root
        if self._user:
            os.chown(self.folder, pwd.getpwnam(self._user).pw_uid, -1)
        settings = _SETTINGS if safe else (*_SETTINGS, *_QUICK)
        self._options = " ".join(
            f"-c {each}" for each in (*settings, f"unix_socket_directories={self.folder}")
        )
        self._numbers = itertools.count()
        self._watch()
        self._run(
            "initdb", "--pgdata=data", "--username=ducks", "--auth=trust", "--no-sync",
            "--no-locale", "--encoding=UTF8",
        )  # fmt: skip

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._watching.communicate()

    def _watch(self) -> None:
        """Have a process wait until this one ends, or lets go, and then stop the server."""
        stop = f"{self._programs}/pg_ctl --pgdata=data --mode=immediate -w stop"
        self._watching = subprocess.Popen(
            ["sh", "-c", f"cat; {stop}; rm -rf {shlex.quote(str(self.folder))}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self.folder,
            user=self._user,
            start_new_session=True,  # Control-C is not for it
        )

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self._run(
            "pg_ctl", "--pgdata=data", "--log=log", f"--options={self._options}", "-w", "start"
        )

    def stop(self, mode: str = "fast") -> None:
        """Stop it: "fast" ends connections first, "immediate" is as a kill."""
        self._run("pg_ctl", "--pgdata=data", f"--mode={mode}", "-w", "stop")

    def url(self, name: str) -> str:
        """Return the URL of a database."""
        return f"postgresql://ducks@/{name}?host={self.folder}"

    def run(self, sql: str) -> None:
        """Run a statement about databases."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(sql)

    def make_template(self) -> None:
        """Make the database of which each test gets a copy."""
        from db.backends.postgresql import prepare  # noqa: PLC0415 - needs the driver

        self.run(f"CREATE DATABASE {_TEMPLATE}")
        prepare(self.url(_TEMPLATE), _TEMPLATE, existing=False)

    def make(self, template: str = _TEMPLATE) -> str:
        """Make a database, and return its name."""
        name = f"ducks_{next(self._numbers)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def drop(self, name: str) -> None:
        """Remove a database, whoever uses it."""
        self.run(f"DROP DATABASE {name} WITH (FORCE)")

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self._programs / program, *arguments],
            check=True,
            cwd=self.folder,
            user=self._user,
            stdout=subprocess.DEVNULL,
        )
