"""A process that can write into one folder and nowhere else, as in a hardened container."""

from __future__ import annotations

import subprocess

import pytest

READ_ONLY = """
set -e
folder=$1
shift
mount --make-rprivate /
mount --bind "$folder" "$folder"
awk '{ print $2 }' /proc/mounts | sort --unique | while read -r place; do
    [ "$place" = "$folder" ] || mount -o remount,bind,ro "$place" 2>/dev/null || true
done
cd /
exec "$@"
"""
"""Shell script that makes everything except a folder read-only, and then runs a command."""


def hardened(folder, *command):
    """Return a command line that runs `command` with only `folder` writable.

    Skips the test if the system does not allow that.
    """
    inside = ["unshare", "--mount", "sh", "-c", READ_ONLY, "sh", str(folder.resolve())]
    look = "! touch /tmp/written /var/tmp/written 2>/dev/null"
    tried = subprocess.run([*inside, "sh", "-c", look], capture_output=True, check=False)
    if tried.returncode:
        pytest.skip(f"cannot make a read-only file system here: {tried.stderr.decode()}")
    return [*inside, *map(str, command)]
