"""The log of a table as a text that anybody can keep, and how to check the dice in it.

    transcript 1
    game ducks
    rules 1
    option wild on                  a line for each option, in the game's order
    seat 0 1043512365 Mallard       a line for each seat: the snowflake mixed in, and a label
    first drawn                     or the number of the seat that begins a rematch
    commitment 5f70...              SHA-256 of the secret, shown before anybody joined
    secret hidden                   or in hex once the table is over
    moves 3
    0 nature first 1
    1 seat 1 roll
    2 nature dice 1 3 5 5 6 boss 5
    end

`read_transcript` reads only what `write_transcript` writes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from engine import GAMES
from engine.core import CHANCE, Seat, name_seat
from engine.errors import BadTranscript, RuleError
from engine.fairness import HmacSource, commitment, table_key
from engine.replay import AnyGame, Match

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_NUMBER: Final = r"(0|[1-9][0-9]{0,19})"
_HEX: Final = "((?:[0-9a-f]{2})+)"
_SEAT: Final = re.compile(f"seat {_NUMBER} {_NUMBER} (.+)")
_MOVE: Final = re.compile(f"{_NUMBER} (?:nature|seat {_NUMBER}) (.+)")


@dataclass(frozen=True, slots=True)
class Player:
    """Who sat on a seat: a label for people, and the snowflake that is part of the dice."""

    label: str
    snowflake: int


@dataclass(frozen=True, slots=True)
class Transcript:
    """The log of a table that is over or still being played.

    Attributes:
        game: the key of the game.
        rules_version: the version of the rules that were played.
        options: complete, by option key, in the game's order.
        players: by seat.
        first: the seat that began a rematch; None where the rules of the game decided.
        commitment: SHA-256 of the secret, hex.
        secret: hex; None until the table is over.
        moves: the seat (CHANCE for nature) and the text of each; its index is its seq.
    """

    game: str
    rules_version: int
    options: Mapping[str, str]
    players: tuple[Player, ...]
    first: Seat | None
    commitment: str
    secret: str | None = field(repr=False)
    moves: tuple[tuple[Seat, str], ...] = field(repr=False)


class Verdict(StrEnum):
    """What a check of a transcript can find."""

    FAIR = "fair"
    NOT_OVER = "not over"
    UNKNOWN_GAME = "unknown game"
    OTHER_RULES = "other rules"
    WRONG_COMMITMENT = "wrong commitment"
    BROKEN_LOG = "broken log"
    OTHER_DRAW = "other draw"


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of a check; `str` of it is a sentence for people.

    Attributes:
        verdict: `Verdict.FAIR`, or the first thing that is wrong or missing.
        sentence: the same for people; it names the move that is wrong.
        draws: how many chance moves were derived again and are equal.
        seq: the number of the move that is wrong; None where no single move is.
    """

    verdict: Verdict
    sentence: str
    draws: int = 0
    seq: int | None = None

    def __str__(self) -> str:
        return self.sentence

    @property
    def fair(self) -> bool:
        """Whether every chance move follows from the secret that was committed to."""
        return self.verdict is Verdict.FAIR


def write_transcript(transcript: Transcript) -> str:
    """Return the text of a transcript; a label loses line breaks and doubled blanks."""
    t = transcript
    seats = enumerate(t.players)
    lines = [
        "transcript 1",
        f"game {t.game}",
        f"rules {t.rules_version}",
        *(f"option {key} {value}" for key, value in t.options.items()),
        *(f"seat {seat} {p.snowflake} {' '.join(p.label.split()) or '?'}" for seat, p in seats),
        f"first {'drawn' if t.first is None else t.first}",
        f"commitment {t.commitment}",
        f"secret {t.secret or 'hidden'}",
        f"moves {len(t.moves)}",
        *(f"{seq} {name_seat(seat)} {text}" for seq, (seat, text) in enumerate(t.moves)),
        "end",
    ]
    return "\n".join(lines) + "\n"


def read_transcript(text: str) -> Transcript:
    """Read what `write_transcript` wrote.

    Raises:
        BadTranscript: for any other text; it names the line.
    """
    lines = _Lines(text)
    lines.take("transcript 1")
    transcript = Transcript(
        game=lines.take("game ([a-z]+)")[1],
        rules_version=int(lines.take(f"rules {_NUMBER}")[1]),
        options={m[1]: m[2] for m in lines.take_all(r"option (\S+) (\S+)")},
        players=tuple(Player(m[3], int(m[2])) for m in lines.take_all(_SEAT)),
        first=_read_first(lines.take(f"first (?:drawn|{_NUMBER})")[1]),
        commitment=lines.take(f"commitment {_HEX}")[1],
        secret=lines.take(f"secret (?:hidden|{_HEX})")[1],
        moves=_read_moves(lines),
    )
    lines.take("end")
    # The patterns above let some faults pass, like numbers out of order: they are found here.
    again = write_transcript(transcript).split("\n")
    for number, (line, canonical) in enumerate(zip(lines.all, again, strict=False), start=1):
        if line != canonical:
            raise BadTranscript(f"Line {number}: {line[:80]!r} should be {canonical[:80]!r}.")
    if len(lines.all) != len(again):
        raise BadTranscript("There is something after the end.")
    return transcript


def _read_first(seat: str | None) -> Seat | None:
    """Read the seat that begins; None where it is drawn."""
    return None if seat is None else int(seat)


def _read_moves(lines: _Lines) -> tuple[tuple[Seat, str], ...]:
    """Read the moves; raises BadTranscript where their number is wrong."""
    count = int(lines.take(f"moves {_NUMBER}")[1])
    moves = [(CHANCE if m[2] is None else int(m[2]), m[3]) for m in lines.take_all(_MOVE)]
    if len(moves) != count:
        raise BadTranscript(f"There are {len(moves)} moves, not {count}.")
    return tuple(moves)


class _Lines:
    """The lines of a text, taken one after another; an error names the line."""

    def __init__(self, text: str) -> None:
        self.all = text.split("\n")
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


def verify(transcript: Transcript, games: Iterable[AnyGame] = GAMES) -> Verification:
    """Check a transcript: derive every chance move again, and play the log by the rules.

    Args:
        transcript: what is checked.
        games: the games with known rules.
    """
    game = next((game for game in games if game.info.key == transcript.game), None)
    if game is None:
        sentence = f"This house has no game {transcript.game!r}, so its log cannot be checked."
        return Verification(Verdict.UNKNOWN_GAME, sentence)
    if game.info.rules_version != transcript.rules_version:
        sentence = (
            f"The log is of rules version {transcript.rules_version} of {game.info.title}; "
            f"here is version {game.info.rules_version}, which cannot check it."
        )
        return Verification(Verdict.OTHER_RULES, sentence)
    secret = None if transcript.secret is None else bytes.fromhex(transcript.secret)
    if secret is not None and commitment(secret) != transcript.commitment:
        sentence = "The secret is not the one that was committed to: its SHA-256 is another."
        return Verification(Verdict.WRONG_COMMITMENT, sentence)
    return _check_moves(game, transcript, secret)


def _check_moves(game: AnyGame, transcript: Transcript, secret: bytes | None) -> Verification:
    """Play the log again, and derive each chance move before it is made."""
    key = secret and table_key(secret, [player.snowflake for player in transcript.players])
    try:
        state = game.start(len(transcript.players), transcript.options, transcript.first)
        match = Match(game, state)
    except RuleError as error:
        return Verification(Verdict.BROKEN_LOG, f"The game cannot begin so: {error}")
    draws = 0
    for seq, (seat, text) in enumerate(transcript.moves):
        if key is not None and seat == CHANCE and match.to_act == (CHANCE,):
            derived = str(game.chance(match.state).sample(HmacSource(key, seq)))
            if derived != text:
                return _report_other_draw(seq, text, derived, draws)
            draws += 1
        try:
            match.read(seat, text)
        except RuleError as error:
            sentence = f"The rules refuse move {seq}: {error}."
            return Verification(Verdict.BROKEN_LOG, sentence, draws, seq)
    return _report_success(len(transcript.moves), draws, known=secret is not None)


def _report_other_draw(seq: int, logged: str, derived: str, draws: int) -> Verification:
    """Say that nature's move does not follow from the secret."""
    sentence = f"Move {seq} is {logged!r} in the log, but the secret gives {derived!r}."
    return Verification(Verdict.OTHER_DRAW, sentence, draws, seq)


def _report_success(moves: int, draws: int, *, known: bool) -> Verification:
    """Say that everything is right so far; `known` is whether the secret is shown."""
    if not known:
        sentence = (
            f"The {moves} moves so far keep the rules. The dice can be checked when the table is "
            "over: then the secret is shown."
        )
        return Verification(Verdict.NOT_OVER, sentence)
    sentence = (
        f"The dice are fair: of {moves} moves, each of the {draws} that chance made follows from "
        "the secret that was committed to before the first player joined."
    )
    return Verification(Verdict.FAIR, sentence, draws)
