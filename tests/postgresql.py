"""A real PostgreSQL server for tests, run by an ordinary user in a temporary folder.

The server listens only on a socket in that folder. When the process that made the server ends or is
killed, the server stops and its files are removed. The files are in memory if there is room: on a
disk, making and removing a database takes several times as long.
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
"""Settings for speed. They risk data only if the machine crashes. `max_wal_size` saves memory."""

_MEMORY = Path("/dev/shm")
_ROOM = 2**30
"""Free bytes of memory required. Even several servers together need less."""


def find_memory() -> Path | None:
    """Return a folder in memory, or None if memory lacks room, as in some containers."""
    return _MEMORY if _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > _ROOM else None


def find_programs() -> Path | None:
    """Return the folder of the server's programs, which Debian keeps out of the PATH."""
    if (found := shutil.which("initdb")) is not None:
        return Path(found).resolve().parent
    return next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), None)


def dump(url: str) -> list[str]:
    """Return the whole content of a database, as the lines of a script."""
    said = subprocess.check_output(["pg_dump", url], text=True)
    return [line for line in said.splitlines() if not line.startswith("\\")]  # \restrict is random


class Server:
    """A server that can be started, stopped and killed again and again.

    Args:
        safe: put the files on the disk and wait until they are written, as on a host.
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
        """Start a process that removes the server once this process ends or leaves the context."""
        stop = f"{self._programs}/pg_ctl --pgdata=data --mode=immediate -w stop"
        self._watching = subprocess.Popen(
            ["sh", "-c", f"cat; {stop}; rm -rf {shlex.quote(str(self.folder))}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self.folder,
            user=self._user,
            start_new_session=True,  # it must survive Control-C
        )

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        self._run(
            "pg_ctl", "--pgdata=data", "--log=log", f"--options={self._options}", "-w", "start"
        )

    def stop(self, mode: str = "fast") -> None:
        """Stop the server: "fast" ends connections first, "immediate" is like a kill."""
        self._run("pg_ctl", "--pgdata=data", f"--mode={mode}", "-w", "stop")

    def url(self, name: str) -> str:
        return f"postgresql://ducks@/{name}?host={self.folder}"

    def run(self, sql: str) -> None:
        """Run a statement outside of the tests' databases."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(sql)

    def make_template(self) -> None:
        """Make the database that is copied for each test."""
        from db.backends.postgresql import prepare  # noqa: PLC0415 - needs the driver

        self.run(f"CREATE DATABASE {_TEMPLATE}")
        prepare(self.url(_TEMPLATE), _TEMPLATE, existing=False)

    def make(self, template: str = _TEMPLATE) -> str:
        """Make a database, and return its name."""
        name = f"ducks_{next(self._numbers)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
        return name

    def drop(self, name: str) -> None:
        """Remove a database, even if it is in use."""
        self.run(f"DROP DATABASE {name} WITH (FORCE)")

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self._programs / program, *arguments],
            check=True,
            cwd=self.folder,
            user=self._user,
            stdout=subprocess.DEVNULL,
        )
