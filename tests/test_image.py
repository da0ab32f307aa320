"""The container image, as far as it can be tested without a container engine."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[1]
DOCKERFILE = (HOUSE / "Dockerfile").read_text(encoding="utf-8")
IGNORED = (HOUSE / ".dockerignore").read_text(encoding="utf-8").splitlines()
COPIED = [
    name
    for line in re.findall(r"^COPY (?!--from)(.+)$", DOCKERFILE, re.MULTILINE)
    for name in line.split()[:-1]
]


@pytest.fixture
def app(tmp_path):
    """A folder with exactly what the image holds."""
    for name in COPIED:
        source = HOUSE / name
        if source.is_dir():
            shutil.copytree(source, tmp_path / name)
        else:
            shutil.copy(source, tmp_path)
    return tmp_path


def test_nothing_that_is_copied_is_ignored():
    assert IGNORED[1] == "*"
    assert {f"!{name}" for name in COPIED} == {line for line in IGNORED if line[:1] == "!"}


def test_neither_settings_nor_databases_nor_the_sandbox_are_copied():
    assert not {".", ".env", "play.db", "ducks.db", "sandbox", "tests"} & set(COPIED)


def test_the_bot_starts_from_what_is_copied(app):
    environment = {"PATH": os.environ["PATH"], "DATABASE_URL": f"sqlite:///{app}/none/ducks.db"}
    done = subprocess.run(
        [sys.executable, "bot.py"],
        check=False,
        cwd=app,
        env=environment | {"DISCORD_TOKEN": "x"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, "The directory of the database" in done.stderr) == (2, True)


def test_the_image_does_not_run_as_root():
    assert re.findall(r"^USER (.+)$", DOCKERFILE, re.MULTILINE) == ["ducks"]


def test_signals_reach_the_bot_and_not_a_shell():
    assert re.findall(r"^CMD (.+)$", DOCKERFILE, re.MULTILINE) == ['["python", "bot.py"]']


@pytest.mark.parametrize(("age", "healthy"), [(0, True), (50, True), (70, False), (None, False)])
def test_the_health_check_reads_the_age_of_the_health_file(tmp_path, age, healthy):
    (command,) = re.findall(r"^HEALTHCHECK .*\\\n +CMD (.+)$", DOCKERFILE, re.MULTILINE)
    alive = tmp_path / "alive"
    if age is not None:
        alive.touch()
        then = time.time() - age
        os.utime(alive, (then, then))
    environment = {"PATH": os.environ["PATH"], "HEALTH_FILE": str(alive)}
    done = subprocess.run(["/bin/sh", "-c", command], check=False, env=environment)
    assert (done.returncode == 0) == healthy


def test_every_stage_is_of_one_base_that_is_pinned_by_its_digest():
    first, *others = re.findall(r"^FROM (.+)$", DOCKERFILE, re.MULTILINE)
    assert re.fullmatch(r"python:3\.13-slim@sha256:[0-9a-f]{64} AS base", first)
    assert {stage.split()[0] for stage in others} == {"base"}


PINNED = (
    "Dockerfile",
    "compose.yaml",
    *(f".github/workflows/{each}.yml" for each in ("ci", "night")),
)
FROM_OUTSIDE = re.compile(r"(?:^FROM|image:|^ +-|uses:) ([a-z/]+(?::|@)[^\s$]+)", re.MULTILINE)


@pytest.mark.parametrize("name", PINNED)
def test_every_image_and_action_is_pinned_by_a_hash(name):
    text = (HOUSE / name).read_text(encoding="utf-8")
    found = FROM_OUTSIDE.findall(text)
    assert found
    for each in found:
        assert re.fullmatch(r".+@(sha256:[0-9a-f]{64}|[0-9a-f]{40})", each), each


def test_the_newest_images_can_be_pinned(tmp_path):
    """Docker's program needs a network. A stand-in replaces it and derives digests from tags."""
    (tmp_path / ".github/workflows").mkdir(parents=True)
    for name in ("Makefile", *PINNED):
        shutil.copy(HOUSE / name, tmp_path / name)
    docker = tmp_path / "docker"
    docker.write_text('#!/bin/sh\nprintf sha256: && printf %s "$4" | sha256sum | cut -c-64\n')
    docker.chmod(0o755)
    environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    subprocess.run(["make", "base"], check=True, cwd=tmp_path, env=environment)
    for name in PINNED:
        before, after = ((folder / name).read_text("utf-8") for folder in (HOUSE, tmp_path))
        newest = re.sub(
            r"([a-z]+:[\w.-]+)@sha256:\w+",
            lambda found: f"{found[1]}@sha256:{sha256(found[1].encode()).hexdigest()}",
            before,
        )
        assert after == newest != before
