"""The log of a table as a text that anybody can keep.

    transcript 1
    game ducks
    rules 1
    option wild on                      a line for each option, in the game's order
    daily 2026-11-24 ducks 1            for a daily only: its day, its format, the format's version
    commitment 5f70...                  SHA-256 of the secret, shown in the lobby
    contribution seat 1043512365        see `engine.fairness`; the first has number 0
    contribution start 1043512399
    seat 0 0                            the person who made contribution number 0
    seat 1 computer hard                a computer contributes nothing
    first drawn                         or the number of the seat that begins a rematch
    start 90ab...                       the hash of the chain up to here, shown during the game
    0 nature 1/3 first 1                nature drew 1 out of 0, 1 and 2, so seat 1 is first
    1 seat 1 (hard 4) roll              chosen by version 4 of the hard player
    2 nature 0/6 2/6 4/6 5/6 dice 1 3 5 boss 6
    end finished                        or cancelled, abandoned, closed; "running" until then
    hash 3cd2...                        the last hash of the chain
    secret hidden                       shown in hex once the table is over

The lines above `hash` form a chain (`engine.fairness.link`). The text names no person.

A move chosen by a computer player names the player: `(hard 4)`, or `(hard 4 failed)` if the player
could not choose in time. Moves of the caretaker for an absent person are marked in the same way. A
forced move has no mark.

`read_transcript` accepts only texts that `write_transcript` writes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import starmap
from typing import TYPE_CHECKING, Final

from engine.core import CHANCE, BadTranscript, Seat, name_seat
from engine.fairness import (
    Contribution,
    link,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import BinaryIO


RUNNING: Final = "running"
"""The ending in the log of a table that is not over."""

LONGEST: Final = 2**20
"""Longest transcript read, in characters; the longest games have about 20,000."""

_LONGEST_LINE: Final = 1000
"""Longest line read, in characters; the longest line of a game has about 150."""

_NUMBER: Final = r"(0|[1-9][0-9]{0,19})"

_HEX: Final = "((?:[0-9a-f]{2})+)"

_HASH: Final = "([0-9a-f]{64})"

_OPTION: Final = r"option (\S+) (\S+)"

_DAILY: Final = "daily ([0-9]{4}-[0-9]{2}-[0-9]{2} [a-z]+ [0-9]{1,9})"

_NATURE: Final = "nature((?: [0-9]{1,40}/[0-9]{1,40})*)"

_MOVE: Final = re.compile(
    rf"{_NUMBER} (?:{_NATURE}|seat {_NUMBER}(?: \(([a-z]+ [0-9]{{1,9}}(?: failed)?)\))?) (.+)"
)

_SEAT: Final = f"seat {_NUMBER} (?:{_NUMBER}|computer ([a-z]+))"

_CONTRIBUTION: Final = f"contribution (seat|start) {_NUMBER}"

_ENDING: Final = f"end ({RUNNING}|finished|cancelled|abandoned|closed)"


@dataclass(frozen=True, slots=True)
class TranscriptPlayer:
    """The person or computer on a seat.

    Attributes:
        contribution: the number of the contribution that the person made by sitting down; None for
            a computer.
        level: the computer's level of play; empty for a person.
    """

    contribution: int | None
    level: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A move of a log.

    Attributes:
        seat: the seat that moved; CHANCE for nature.
        text: the text of the move.
        draws: for a move of nature, each number drawn with its upper bound.
        player: level and version of the computer player that chose the move, perhaps with `failed`
            (`hard 4 failed`); empty if no computer chose it.
    """

    seat: Seat
    text: str
    draws: tuple[tuple[int, int], ...] = ()
    player: str = ""


@dataclass(frozen=True, slots=True)
class Transcript:
    """The log of a table, finished or still being played.

    Attributes:
        game: the key of the game.
        rules_version: the version of the game's rules.
        options: all options, by key, in the game's order.
        contributions: contributions to the dice, in order.
        players: the player on each seat.
        first: the seat that began a rematch; None if nature draws it.
        commitment: SHA-256 of the secret, hex.
        secret: the secret, hex; None until the table is over.
        steps: the moves; the index of each is its seq.
        ending: how the table ended (`finished`, `cancelled` ...), or `RUNNING`.
        start_hash: the hash of the lines before the first move, shown on the page Fair dice, hex.
        last_hash: the hash of the whole log, whose beginning the final board carries, hex.
        daily: for a daily, its day, its format and the format's version; else empty.
    """

    game: str
    rules_version: int
    options: Mapping[str, str]
    contributions: tuple[Contribution, ...]
    players: tuple[TranscriptPlayer, ...]
    first: Seat | None
    commitment: str
    secret: str | None = field(repr=False)
    steps: tuple[Step, ...] = field(default=(), repr=False)
    ending: str = RUNNING
    start_hash: str = ""
    last_hash: str = ""
    daily: str = ""


def hash_start(transcript: Transcript) -> str:
    """Return the hash of everything settled before the first move, in hex."""
    return link(_head(transcript))


def hash_all(transcript: Transcript) -> str:
    start = hash_start(transcript)
    return link([f"start {start}", *_write_steps(transcript), f"end {transcript.ending}"], start)


def write_transcript(transcript: Transcript) -> str:
    t = transcript
    lines = [
        *_head(t),
        f"start {t.start_hash}",
        *_write_steps(t),
        f"end {t.ending}",
        f"hash {t.last_hash}",
        f"secret {t.secret or 'hidden'}",
    ]
    return "\n".join(lines) + "\n"


def _head(t: Transcript) -> list[str]:
    """Return the lines settled before the first move."""
    return [
        "transcript 1",
        f"game {t.game}",
        f"rules {t.rules_version}",
        *(f"option {key} {value}" for key, value in t.options.items()),
        *([f"daily {t.daily}"] if t.daily else ()),
        f"commitment {t.commitment}",
        *(f"contribution {each}" for each in t.contributions),
        *(f"seat {seat} {_write_player(player)}" for seat, player in enumerate(t.players)),
        f"first {'drawn' if t.first is None else t.first}",
    ]


def _write_player(player: TranscriptPlayer) -> str:
    return f"computer {player.level}" if player.level else str(player.contribution)


def _write_steps(t: Transcript) -> list[str]:
    lines: list[str] = []
    for seq, step in enumerate(t.steps):
        player = [f"({step.player})"] if step.player else []
        said = [*starmap("{}/{}".format, step.draws), *player, step.text]
        lines.append(f"{seq} {name_seat(step.seat)} {' '.join(said)}")
    return lines


def read_transcript(text: str) -> Transcript:
    """Read a text that `write_transcript` wrote.

    Raises:
        BadTranscript: the text is no transcript; the error names the first wrong line, if any.
    """
    if len(text) > LONGEST:
        raise BadTranscript("It is longer than any transcript.")
    lines = _Lines(text)
    transcript = _read(lines)
    # The patterns miss some faults, such as numbers out of order. This comparison finds them.
    again = write_transcript(transcript).split("\n")
    for number, (line, canonical) in enumerate(zip(lines.all, again, strict=False), start=1):
        if line != canonical:
            said = {"n": number, "line": repr(line[:80]), "right": repr(canonical[:80])}
            raise BadTranscript("Line {n}: {line} should be {right}.", **said)
    if len(lines.all) != len(again):
        raise BadTranscript("There is something after the end.")
    return transcript


def read_file(file: BinaryIO) -> Transcript:
    """Read a transcript from a file, but no more bytes than the longest one can have.

    Raises:
        BadTranscript: as for `read_transcript`, or the file is not UTF-8.
    """
    try:
        return read_transcript(file.read(4 * LONGEST).decode())  # keeps line ends as they are
    except UnicodeDecodeError:
        raise BadTranscript("It is not a text in UTF-8.") from None


def _read(lines: _Lines) -> Transcript:
    """Read all lines. Each argument below reads the next lines, so their order matters."""
    lines.take("transcript 1")
    return Transcript(
        game=lines.take("game ([a-z]+)")[1],
        rules_version=int(lines.take(f"rules {_NUMBER}")[1]),
        options={m[1]: m[2] for m in lines.take_all(_OPTION)},
        daily="".join(m[1] for m in lines.take_all(_DAILY)),
        commitment=lines.take(f"commitment {_HEX}")[1],
        contributions=tuple(Contribution(m[1], int(m[2])) for m in lines.take_all(_CONTRIBUTION)),
        players=tuple(map(_read_player, lines.take_all(_SEAT))),
        first=_read_first(lines),
        start_hash=lines.take(f"start {_HASH}")[1],
        steps=tuple(map(_read_step, lines.take_all(_MOVE))),
        ending=lines.take(_ENDING)[1],
        last_hash=lines.take(f"hash {_HASH}")[1],
        secret=lines.take(f"secret (?:hidden|{_HEX})")[1],
    )


def _read_player(match: re.Match[str]) -> TranscriptPlayer:
    return TranscriptPlayer(None if match[2] is None else int(match[2]), match[3] or "")


def _read_first(lines: _Lines) -> Seat | None:
    """Read the first seat; None if nature draws it."""
    seat = lines.take(f"first (?:drawn|{_NUMBER})")[1]
    return None if seat is None else int(seat)


def _read_step(match: re.Match[str]) -> Step:
    pairs = (draw.split("/") for draw in (match[2] or "").split())
    draws = tuple((int(number), int(bound)) for number, bound in pairs)
    seat = CHANCE if match[3] is None else int(match[3])
    return Step(seat, match[5], draws, match[4] or "")


class _Lines:
    """The lines of a text, taken one by one; errors name the line."""

    def __init__(self, text: str) -> None:
        self.all = text.split("\n")
        for number, line in enumerate(self.all, start=1):
            if len(line) > _LONGEST_LINE:
                raise BadTranscript("Line {n} is longer than any line of a transcript.", n=number)
        self._next = 0

    def _try(self, pattern: str | re.Pattern[str]) -> re.Match[str] | None:
        """Take the next line if it matches, else return None."""
        line = self.all[self._next] if self._next < len(self.all) else ""
        match = re.fullmatch(pattern, line)
        self._next += match is not None
        return match

    def take(self, pattern: str) -> re.Match[str]:
        """Take the next line; raises BadTranscript if it does not match."""
        match = self._try(pattern)
        if match is None:
            line = self.all[self._next] if self._next < len(self.all) else ""
            word = pattern.split(" ", 1)[0]
            said = {"n": self._next + 1, "line": repr(line[:80]), "word": repr(word)}
            raise BadTranscript("Line {n}: {line} is not a {word} line.", **said)
        return match

    def take_all(self, pattern: str | re.Pattern[str]) -> Iterator[re.Match[str]]:
        """Take lines until one does not match."""
        while match := self._try(pattern):
            yield match
