"""The file of Compose, as far as it can be held without a container engine."""

from __future__ import annotations

import re
import subprocess
from dataclasses import fields
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from bot import Settings
from cogs.app.workers.sharding import HAND_OVER_WITHIN
from tests.postgresql import MISSING, find_programs

HOUSE = Path(__file__).parents[1]
COMPOSE = (HOUSE / "compose.yaml").read_text(encoding="utf-8")
EXAMPLE = (HOUSE / ".env.example").read_text(encoding="utf-8")
DOCKERFILE = (HOUSE / "Dockerfile").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"^  (\w+):\n((?:    .*\n)+)", COMPOSE, re.MULTILINE))


def value(service, name):
    """What a service has under a name."""
    (found,) = re.findall(rf"^ +{name}: ([^#\n]+)", BLOCKS[service], re.MULTILINE)
    return found.strip()


def test_there_are_three_services():
    assert set(BLOCKS) == {"bot", "worker", "postgresql"}


def test_what_it_reads_from_env_is_explained_there():
    named = set(re.findall(r"\$\{(\w+)", COMPOSE))
    assert named
    assert named <= set(re.findall(r"^#?([A-Z_]+)=", EXAMPLE, re.MULTILINE))


def test_what_it_tells_a_worker_is_a_setting():
    (block,) = re.findall(r"environment:\n((?:      .*\n)+)", BLOCKS["worker"])
    names = re.findall(r"^ +(\w+):", block, re.MULTILINE)
    assert names
    assert {name.lower() for name in names} <= {field.name for field in fields(Settings)}


def test_workers_log_in_to_the_server_as_it_is_made():
    url = urlsplit(value("worker", "DATABASE_URL"))
    user = value("postgresql", "POSTGRES_USER")
    assert (url.username, url.hostname, url.path) == (user, "postgresql", f"/{user}")
    assert url.password == value("postgresql", "POSTGRES_PASSWORD")


def test_a_worker_has_the_time_to_hand_its_shards_over():
    assert 60 * int(value("worker", "stop_grace_period").removesuffix("m")) >= HAND_OVER_WITHIN


def test_each_volume_is_there_and_the_bots_where_its_file_is():
    (declared,) = re.findall(r"^volumes:\n((?:  \w+:\n)+)", COMPOSE, re.MULTILINE)
    volumes = dict(re.findall(r'volumes: \["(\w+):(/[^"]+)"\]', COMPOSE))
    assert set(re.findall(r"\w+", declared)) == set(volumes)
    assert f"VOLUME {volumes['bot']}\n" in DOCKERFILE


@pytest.mark.skipif(find_programs() is None, reason=MISSING)
def test_the_server_is_asked_for_its_health_as_it_answers(server_of_postgresql):
    (words,) = re.findall(r"test: \[CMD, ([^\]]+)\]", BLOCKS["postgresql"])
    program, *options = words.split(", ")
    command = [find_programs() / program, *options, f"--host={server_of_postgresql.folder}"]
    assert subprocess.run(command, check=False, stdout=subprocess.DEVNULL).returncode == 0
