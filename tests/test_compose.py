"""The file compose.yaml, as far as it can be tested without Docker."""

from __future__ import annotations

import re
import subprocess
from dataclasses import fields
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from bot import Settings
from cogs.app.sharding import HAND_OVER_WITHIN
from tests.postgresql import MISSING, find_programs

HOUSE = Path(__file__).parents[1]
COMPOSE = (HOUSE / "compose.yaml").read_text(encoding="utf-8")
EXAMPLE = (HOUSE / ".env.example").read_text(encoding="utf-8")
DOCKERFILE = (HOUSE / "Dockerfile").read_text(encoding="utf-8")
GUIDE = (HOUSE / "docs/hosting.md").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"^  (\w+):\n((?:    .*\n)+)", COMPOSE, re.MULTILINE))


def value(service, name):
    (found,) = re.findall(rf"^ +{name}: ([^#\n]+)", BLOCKS[service], re.MULTILINE)
    return found.strip()


def test_there_are_three_services():
    assert set(BLOCKS) == {"bot", "worker", "postgresql"}


def test_compose_reads_only_settings_of_the_example():
    named = set(re.findall(r"\$\{(\w+)", COMPOSE))
    assert named
    assert named <= set(re.findall(r"^#?([A-Z_]+)=", EXAMPLE, re.MULTILINE))


def test_a_worker_gets_only_settings_of_the_bot():
    (block,) = re.findall(r"environment:\n((?:      .*\n)+)", BLOCKS["worker"])
    names = re.findall(r"^ +(\w+):", block, re.MULTILINE)
    assert names
    assert {name.lower() for name in names} <= {field.name for field in fields(Settings)}


def test_workers_have_the_name_and_password_of_the_server():
    url = urlsplit(value("worker", "DATABASE_URL"))
    user = value("postgresql", "POSTGRES_USER")
    assert (url.username, url.hostname, url.path) == (user, "postgresql", f"/{user}")
    assert url.password == value("postgresql", "POSTGRES_PASSWORD")


def test_a_worker_has_the_time_to_hand_its_shards_over():
    assert 60 * int(value("worker", "stop_grace_period").removesuffix("m")) >= HAND_OVER_WITHIN


def test_each_volume_is_declared_and_the_bot_has_the_volume_of_the_image():
    (declared,) = re.findall(r"^volumes:\n((?:  \w+:\n)+)", COMPOSE, re.MULTILINE)
    volumes = dict(re.findall(r'volumes: \["(\w+):(/[^"]+)"\]', COMPOSE))
    assert set(re.findall(r"\w+", declared)) == set(volumes)
    assert f"VOLUME {volumes['bot']}\n" in DOCKERFILE


@pytest.mark.parametrize("begin", [r"x-bot: &bot\n", r"  postgresql:\n"])
def test_a_container_can_write_only_its_data(begin):
    (block,) = re.findall(rf"^{begin}((?: +.*\n)+)", COMPOSE, re.MULTILINE)
    assert "read_only: true" in block
    assert "cap_drop: [ALL]" in block
    assert "no-new-privileges:true" in block
    assert "tmpfs: [/tmp" in block


def test_the_sign_of_life_is_where_a_container_may_write():
    (folder,) = re.findall(r"HEALTH_FILE=(/\w+)/", DOCKERFILE)
    assert f"tmpfs: [{folder}]" in COMPOSE


@pytest.mark.skipif(find_programs() is None, reason=MISSING)
def test_the_health_check_of_the_server_works(server_of_postgresql):
    (words,) = re.findall(r"test: \[CMD, ([^\]]+)\]", BLOCKS["postgresql"])
    program, *options = words.split(", ")
    command = [find_programs() / program, *options, f"--host={server_of_postgresql.folder}"]
    assert subprocess.run(command, check=False, stdout=subprocess.DEVNULL).returncode == 0


# the guide for hosts


def test_the_unit_lets_the_bot_write_nothing_but_its_state():
    (unit,) = re.findall(r"```ini\n(.+?)```", GUIDE, re.DOTALL)
    said = dict(re.findall(r"^(\w+)=(.*)$", unit, re.MULTILINE))
    assert (said["ProtectSystem"], said["CapabilityBoundingSet"]) == ("strict", "")
    assert not {"ReadWritePaths", "ReadWriteDirectories"} & said.keys()
    assert "that belongs to root" in GUIDE
    assert f"sqlite:////var/lib/{said['StateDirectory']}/ducks.db" in GUIDE


def test_a_folder_of_the_host_is_given_to_the_user_of_the_image():
    (user,) = re.findall(r"useradd .*--uid (\d+)", DOCKERFILE)
    assert f"install -d -o {user} -g {user} " in GUIDE


def test_the_guide_runs_the_image_as_compose_does():
    (command,) = re.findall(r"docker run -d ((?:.*\\\n)*.*)", GUIDE)
    for option in ("--read-only", "--tmpfs /tmp", "--cap-drop ALL", "no-new-privileges"):
        assert option in command
