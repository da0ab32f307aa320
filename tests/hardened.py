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
"""A shell script: it makes all but the folder read-only for this process."""


def hardened(folder, *command):
    """Return the command to run in such a process; skip the test if the system forbids it."""
    inside = ["unshare", "--mount", "sh", "-c", READ_ONLY, "sh", str(folder.resolve())]
    look = "! touch /tmp/written /var/tmp/written 2>/dev/null"
    tried = subprocess.run([*inside, "sh", "-c", look], capture_output=True, check=False)
    if tried.returncode:
        pytest.skip(f"no read-only file system can be made here: {tried.stderr.decode()}")
    return [*inside, *map(str, command)]
