"""Games and features that are installed beside the bot, found by their entry points."""

from __future__ import annotations

import re
import sys
from configparser import ConfigParser
from configparser import Error as ConfigError
from os.path import isdir
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME: Final = re.compile(r"[a-z]{2,20}")
"""Form of the name of a game or feature."""


def list_installed(group: str, notices: list[str]) -> Iterator[tuple[str, str, str]]:
    """Yield name, package and place of each entry of a group; add a notice on what cannot be read.

    Each package is read by itself, so that one that cannot be read takes nothing away. If a package
    is there twice, the first counts, as for imports. `importlib.metadata` would read all packages
    at once, and take 3 MB of memory.
    """
    seen: set[str] = set()
    places = filter(isdir, sys.path)  # without those that this user may not enter
    for folder in (each for path in places for each in sorted(Path(path).glob("*-info"))):
        package = folder.stem.partition("-")[0].replace("_", "-").lower()
        if package in seen:
            continue
        seen.add(package)
        entries = ConfigParser(delimiters="=", interpolation=None, strict=False)
        try:
            entries.read_string((folder / "entry_points.txt").read_text("utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            continue
        except (OSError, ValueError, ConfigError) as error:
            reason = " ".join(str(error).split())
            notices.append(
                f"{package} cannot be read, so a game or feature in it would be off: {reason}"
            )
            continue
        for name, place in entries[group].items() if group in entries else ():
            yield name, package, place.partition("[")[0].strip()
