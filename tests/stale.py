"""Finds stale words: names in documents, docstrings and comments that no longer exist.

    python -m tests.stale      print each stale word with its place; exit with 1 if there is one

It checks paths, modules, slash commands, settings, `make ...`, `python -m ...` and names in
backticks. A name counts as known if each of its words is in the code outside of comments. So
nothing needs to be imported, and a run takes a second.
"""

from __future__ import annotations

import builtins
import keyword
import re
import subprocess
import sys
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

ELSEWHERE = """
AvailableLocalesEnum COLLATE DynamicItem HTTPS_PROXY os_unix.c pg_restore pg_xact_status randbelow
"""
"""Names of other programs, which are in documents but not in the code."""

PYTHON = re.compile(
    r"""(?P<prose>^[ ]*[rR]?\"{3}(?:[^"\\]|\\.|"(?!""))*\"{3}|\#[^\n]*)
    |\"{3}(?:[^"\\]|\\.|"(?!""))*\"{3}|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'""",
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)
"""A docstring or comment, as `prose`, or another string, in which a `#` begins no comment."""

COMMENT = re.compile(r"(?P<prose>(?:^|\s)\s*(?:#+|--|//) [^\n]*)", re.MULTILINE)
FENCED = re.compile(r"^```.*?^```$|(?<=\n\n)(?:    .*\n)+", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"``([^`]+)``|`([^`]+)`")
FILE = re.compile(r"(?<![\w/.*{}<-])[a-z_][\w-]*\.(?:py|md|sql|toml|yaml|html|js|css|jsonl)\b(?!/)")
COMMAND = re.compile(r"python (?:-m\s+)?([\w.]*\w)((?: [^\s`#;,|:]+)*)")
NAME = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
LITERAL = re.compile(r"""["']((?:--)?[a-z][a-z-]*)["']""")
RULING = re.compile(r"_([A-Z]\d+)_")
UNREAD = {".ttf", ".png", ".gif", ".bin", ".jsonl", ".svg", ".txt"}


class Stale(NamedTuple):
    """A stale word and its place."""

    path: str
    line: int
    word: str


class House:
    """The files of a checkout and the words of its code."""

    def __init__(self, root: Path) -> None:
        listed = subprocess.run(
            ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
            check=True,
            cwd=root,
            capture_output=True,
            text=True,
        ).stdout.splitlines()
        self.files = {path for path in listed if (root / path).is_file()}
        self.paths = self.files | {str(up) for path in self.files for up in Path(path).parents}
        self.top = {path.partition("/")[0].removesuffix(".py") for path in self.files} - {""}
        read = [path for path in self.files if Path(path).suffix not in UNREAD]
        self.texts = {path: (root / path).read_text(encoding="utf-8") for path in read}
        self.words = {*dir(builtins), *keyword.kwlist, *sys.stdlib_module_names}
        self.words.update(re.findall(r"\w+", " ".join(self.files)))
        self.words.update(re.findall(r"\w+", ELSEWHERE))
        self.names = {Path(path).name for path in self.files}
        self.literals: set[str] = set()
        for path, text in self.texts.items():
            code = "" if path.endswith(".md") else _prose_of(path).sub(_keep_code, text)
            self.words.update(re.findall(r"\w+", code), RULING.findall(code))
            self.names.update(FILE.findall(code))
            self.literals.update(LITERAL.findall(code))

    def find(self) -> list[Stale]:
        """Return every stale word, in the order of files and lines."""
        found = [
            Stale(path, text.count("\n", 0, at + max(prose.find(word), 0)) + 1, word)
            for path, text in self.texts.items()
            for at, prose in _read_prose(path, text)
            for word in self._find_in(prose, _examples_of(path, text))
        ]
        return sorted([*found, *self._find_in_lists_of_modules(), *self._find_sections()])

    def _find_in_lists_of_modules(self) -> Iterator[Stale]:
        """Yield modules that their package's docstring omits although it lists others."""
        for path, text in self.texts.items():
            folder, _, name = path.rpartition("/")
            lines = re.findall(r"^ *((?:\w+\.py )+) ", text, re.MULTILINE)
            listed = {file for line in lines for file in line.split()}
            if name == "__init__.py" and listed:
                inside = " ".join(sorted(self.files))
                modules = set(re.findall(rf"(?<!\S){folder}/([a-z]\w*\.py)", inside))
                yield from (Stale(path, 1, file) for file in modules - listed)

    def _find_sections(self) -> Iterator[Stale]:
        """Yield missing sections; a section is named like "Use PostgreSQL" in docs/hosting.md."""
        for path, text in self.texts.items():
            for named in re.finditer(r'"([^"\n]+)" in (docs/\w+\.md)', text):
                heading = named[1].replace("\\", "")
                if f"\n## {heading}\n" not in self.texts.get(named[2], ""):
                    yield Stale(path, text.count("\n", 0, named.start()) + 1, heading)

    def _find_in(self, prose: str, own: set[str]) -> Iterator[str]:
        first = "|".join(sorted(self.top))
        paths = re.findall(rf"(?<![\w/.~-])((?:{first})/[\w./-]*\w)", prose)
        yield from (p for p in paths if p not in self.paths and not own & {p, Path(p).name})
        names = FILE.findall(prose)
        yield from (name for name in names if name not in self.names and name not in own)
        yield from self._find_in_commands(prose)
        for target in re.findall(r"(?:`|(?<=\n\n)    )make ([a-z]+)", prose):
            if target not in self._targets:
                yield f"make {target}"
        prose = FENCED.sub("", prose)
        spans = (" ".join((one or two).split()) for one, two in SPAN.findall(prose))
        yield from (span for span in spans if not self._has(span, own))

    def _find_in_commands(self, prose: str) -> Iterator[str]:
        """Yield modules that `python -m` cannot run, and arguments and options that no code has."""
        for module, arguments in COMMAND.findall(prose):
            if module not in self.files and module.partition(".")[0] not in self.top:
                continue  # another program's module
            if module not in self.files and not self._has_module(module):
                yield module
            words = [word.strip() for word in re.findall(r"^ [a-z-]+|--[a-z-]+", arguments)]
            yield from (word for word in words if word not in self.literals)

    def _has(self, span: str, own: set[str]) -> bool:
        """Return whether a name in backticks exists. Text that is no name is always accepted."""
        if re.fullmatch(r"/[a-z]+(?: [a-z]+)?", span):
            return span[1:] in self._commands or span in self._places or span[1:] in own
        name = span.removesuffix("()").partition("=")[0]
        if not NAME.fullmatch(name) or FILE.fullmatch(name):
            return True
        first, _, rest = name.partition(".")
        if rest and first in self.top and not self._has_module(f"{first}.{rest.partition('.')[0]}"):
            door = self.texts.get(f"{first}/__init__.py", "")
            return re.search(rf"\b{rest.partition('.')[0]}\b", door) is not None
        return all(part in self.words or part in own for part in name.split("."))

    def _has_module(self, name: str) -> bool:
        path = name.replace(".", "/")
        return path in self.paths or f"{path}.py" in self.paths

    @cached_property
    def _targets(self) -> set[str]:
        return set(re.findall(r"^([a-z]+):", self.texts.get("Makefile", ""), re.MULTILINE))

    @cached_property
    def _commands(self) -> set[str]:
        """The slash commands and their groups, from a table in the README that a test checks."""
        listed = re.findall(r"^\| `/([a-z ]+)` \|", self.texts.get("README.md", ""), re.MULTILINE)
        return {*listed, *(name.partition(" ")[0] for name in listed)}

    @cached_property
    def _places(self) -> set[str]:
        """Paths of a container and of the bot's own web addresses."""
        return {
            word for text in self.texts.values() for word in re.findall(r'[" :=](/[a-z]+)\b', text)
        }


def _prose_of(path: str) -> re.Pattern[str]:
    return PYTHON if path.endswith(".py") else COMMENT


def _keep_code(found: re.Match[str]) -> str:
    return "" if found["prose"] else found[0]


def _read_prose(path: str, text: str) -> Iterator[tuple[int, str]]:
    """Yield each piece of prose with its offset."""
    if path.endswith((".md", ".html")):
        yield 0, text
    else:
        for found in _prose_of(path).finditer(text):
            if found["prose"]:
                yield found.start(), found["prose"]


def _examples_of(path: str, text: str) -> set[str]:
    """Return the words of a document's examples, such as a systemd unit. No code needs them."""
    blocks = FENCED.findall(text) if path.endswith(".md") else []
    return {word for block in blocks for word in re.findall(r"[\w./-]+|\w+", block)}


def main() -> int:
    """Print every stale word; return 1 if there is one."""
    found = House(Path.cwd()).find()
    for each in found:
        print(f"{each.path}:{each.line}: {each.word}")  # noqa: T201 - a command line prints
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
