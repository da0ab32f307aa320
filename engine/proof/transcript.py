"""The log of a table as a text that anybody can keep; `engine.proof.verification` checks it.

    transcript 1
    game ducks
    rules 1
    option wild on                      a line for each option, in the game's order
    daily 2026-11-24 ducks 1            of a daily only: its day, its format, the version of that
    commitment 5f70...                  SHA-256 of the secret, shown in the lobby
    contribution seat 1043512365        see `engine.proof.fairness`; the first one has the number 0
    contribution start 1043512399
    seat 0 0                            a person, by the number of the contribution of sitting down
    seat 1 computer hard                a computer contributes nothing
    first drawn                         or the number of the seat that begins a rematch
    start 90ab...                       the hash of the chain so far, shown on the board
    0 nature 1/3 first 1                of 3 numbers from 0 nature drew 1, and so made this move
    1 seat 1 (hard 4) roll              chosen by version 4 of the hard player
    2 nature 0/6 2/6 4/6 5/6 dice 1 3 5 boss 6
    end finished                        or cancelled, abandoned, closed; "running" until then
    hash 3cd2...                        the last hash of the chain, shown on the final board
    secret hidden                       or in hex once the table is over

The lines above `hash` are a chain (`engine.proof.fairness.link`). Nobody is named.

A move that a computer player chose says which: `(hard 4)`, or `(hard 4 failed)` where that could
not choose in time. A move that happens by itself says nothing. What the caretaker does for an
absent person is marked in the same way.

`read_transcript` reads only what `write_transcript` writes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from engine.core import CHANCE, Seat, name_seat
from engine.errors import BadTranscript
from engine.proof.fairness import Contribution, link

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import BinaryIO

RUNNING: Final = "running"
"""How a log ends whose table is not over."""

LONGEST: Final = 2**20
"""Characters of the longest transcript that is read; the longest games have some 20,000."""

_LONGEST_LINE: Final = 1000
"""Characters of the longest line that is read; the longest of a game has some 150."""

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
_CONTRIBUTION: Final = f"contribution (?:(seat|start) {_NUMBER}|(salt) {_NUMBER} {_HASH})"
_ENDING: Final = f"end ({RUNNING}|finished|cancelled|abandoned|closed)"


@dataclass(frozen=True, slots=True)
class Player:
    """Who sat on a seat.

    Attributes:
        contribution: the number of the contribution that the player made by sitting down; None for
            a computer.
        level: how well the computer plays that sits here; empty for a person.
    """

    contribution: int | None
    level: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A move of a log.

    Attributes:
        seat: who made it; CHANCE for nature.
        text: the move.
        draws: of a move of nature, each number that was drawn and the bound that it is below.
        player: the level and the version of the computer player that chose the move, and perhaps
            `failed`: `hard 4 failed`; empty where none did.
    """

    seat: Seat
    text: str
    draws: tuple[tuple[int, int], ...] = ()
    player: str = ""


@dataclass(frozen=True, slots=True)
class Transcript:
    """The log of a table that is over or still being played.

    Attributes:
        game: the key of the game.
        rules_version: the version of the rules that were played.
        options: complete, by option key, in the game's order.
        contributions: to the dice, in order.
        players: by seat.
        first: the seat that began a rematch; None where the rules of the game decided.
        commitment: SHA-256 of the secret, hex.
        secret: hex; None until the table is over.
        steps: the moves; the index of each is its seq.
        ending: the phase in which the table ended, or `RUNNING`.
        start_hash: the hash that the board showed, hex.
        last_hash: the hash that the final board showed, hex.
        daily: of a daily, its day, its format and the version of that; else empty.
    """

    game: str
    rules_version: int
    options: Mapping[str, str]
    contributions: tuple[Contribution, ...]
    players: tuple[Player, ...]
    first: Seat | None
    commitment: str
    secret: str | None = field(repr=False)
    steps: tuple[Step, ...] = field(default=(), repr=False)
    ending: str = RUNNING
    start_hash: str = ""
    last_hash: str = ""
    daily: str = ""


def hash_start(transcript: Transcript) -> str:
    """Return the hash of all that is settled before the first move, in hex."""
    return link(_head(transcript))


def hash_all(transcript: Transcript) -> str:
    """Return the last hash of the chain, in hex."""
    start = hash_start(transcript)
    return link([f"start {start}", *_write_steps(transcript), f"end {transcript.ending}"], start)


def write_transcript(transcript: Transcript) -> str:
    """Return the text of a transcript."""
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
    """Return the lines of what is settled before the first move."""
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


def _write_player(player: Player) -> str:
    return f"computer {player.level}" if player.level else str(player.contribution)


def _write_steps(t: Transcript) -> list[str]:
    return [f"{seq} {_write_step(step)}" for seq, step in enumerate(t.steps)]


def _write_step(step: Step) -> str:
    player = (f"({step.player})",) if step.player else ()
    draws = (f"{number}/{bound}" for number, bound in step.draws)
    return " ".join([name_seat(step.seat), *draws, *player, step.text])


def read_transcript(text: str) -> Transcript:
    """Read what `write_transcript` wrote.

    Raises:
        BadTranscript: for any other text; it names the line.
    """
    if len(text) > LONGEST:
        raise BadTranscript("It is longer than any transcript.")
    lines = _Lines(text)
    transcript = _read(lines)
    # The patterns let some faults pass, like numbers out of order: they are found here.
    again = write_transcript(transcript).split("\n")
    for number, (line, canonical) in enumerate(zip(lines.all, again, strict=False), start=1):
        if line != canonical:
            raise BadTranscript(f"Line {number}: {line[:80]!r} should be {canonical[:80]!r}.")
    if len(lines.all) != len(again):
        raise BadTranscript("There is something after the end.")
    return transcript


def read_file(file: BinaryIO) -> Transcript:
    """Read the same from a file, as it is and no further than a transcript goes.

    Raises:
        BadTranscript: as `read_transcript`.
    """
    try:
        return read_transcript(file.read(4 * LONGEST).decode())  # no line ends are translated
    except UnicodeDecodeError:
        raise BadTranscript("It is not a text in UTF-8.") from None


def _read(lines: _Lines) -> Transcript:
    """Read the lines one after another, in the order in which they are named here."""
    lines.take("transcript 1")
    return Transcript(
        game=lines.take("game ([a-z]+)")[1],
        rules_version=int(lines.take(f"rules {_NUMBER}")[1]),
        options={m[1]: m[2] for m in lines.take_all(_OPTION)},
        daily="".join(m[1] for m in lines.take_all(_DAILY)),
        commitment=lines.take(f"commitment {_HEX}")[1],
        contributions=tuple(
            Contribution(m[1] or m[3], int(m[2] or m[4]), m[5] or "")
            for m in lines.take_all(_CONTRIBUTION)
        ),
        players=tuple(map(_read_player, lines.take_all(_SEAT))),
        first=_read_first(lines),
        start_hash=lines.take(f"start {_HASH}")[1],
        steps=tuple(map(_read_step, lines.take_all(_MOVE))),
        ending=lines.take(_ENDING)[1],
        last_hash=lines.take(f"hash {_HASH}")[1],
        secret=lines.take(f"secret (?:hidden|{_HEX})")[1],
    )


def _read_player(match: re.Match[str]) -> Player:
    return Player(None if match[2] is None else int(match[2]), match[3] or "")


def _read_first(lines: _Lines) -> Seat | None:
    """Read the seat that begins; None where it is drawn."""
    seat = lines.take(f"first (?:drawn|{_NUMBER})")[1]
    return None if seat is None else int(seat)


def _read_step(match: re.Match[str]) -> Step:
    pairs = (draw.split("/") for draw in (match[2] or "").split())
    draws = tuple((int(number), int(bound)) for number, bound in pairs)
    seat = CHANCE if match[3] is None else int(match[3])
    return Step(seat, match[5], draws, match[4] or "")


class _Lines:
    """The lines of a text, taken one after another; an error names the line."""

    def __init__(self, text: str) -> None:
        self.all = text.split("\n")
        for number, line in enumerate(self.all, start=1):
            if len(line) > _LONGEST_LINE:
                raise BadTranscript(f"Line {number} is longer than any line of a transcript.")
        self._next = 0

    def _try(self, pattern: str | re.Pattern[str]) -> re.Match[str] | None:
        """Take the next line if it looks like this, else return None."""
        line = self.all[self._next] if self._next < len(self.all) else ""
        match = re.fullmatch(pattern, line)
        self._next += match is not None
        return match

    def take(self, pattern: str) -> re.Match[str]:
        """Take the next line; raises BadTranscript where it does not look like this."""
        match = self._try(pattern)
        if match is None:
            line = self.all[self._next] if self._next < len(self.all) else ""
            word = pattern.split(" ", 1)[0]
            raise BadTranscript(f"Line {self._next + 1}: {line[:80]!r} is not a {word!r} line.")
        return match

    def take_all(self, pattern: str | re.Pattern[str]) -> Iterator[re.Match[str]]:
        """Take all next lines that look like this."""
        while match := self._try(pattern):
            yield match
