"""Checks a transcript: its dice, whether its log is whole, and what remains unproven."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from engine import GAMES
from engine.core import CHANCE, AnyGame, Match
from engine.errors import RuleError
from engine.proof.fairness import SHOWN_DIGITS, RecordingSource, commitment, source_of, table_key
from engine.proof.transcript import RUNNING, Step, Transcript, hash_all, hash_start

if TYPE_CHECKING:
    from collections.abc import Iterable

UNPROVEN: Final = (
    "Whoever runs the bot can read the secret, so could foresee the dice from the start on, and "
    "could drop clicks until the moment of one suited. The bot can also edit its messages: a hash "
    "binds it where you have kept it. Who clicked, when a move was made, and whether by a standing "
    "order, is not in the log."
)
"""What a transcript does not prove; docs/fair-dice.md says more."""


class Verdict(StrEnum):
    """What a check of a transcript can find."""

    FAIR = "fair"
    NOT_OVER = "not over"
    UNKNOWN_GAME = "unknown game"
    OTHER_RULES = "other rules"
    WRONG_COMMITMENT = "wrong commitment"
    BROKEN_LOG = "broken log"
    OTHER_DRAW = "other draw"
    BROKEN_CHAIN = "broken chain"
    OTHER_MOVE = "other move"
    OTHER_PLAYERS = "other players"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one part of a check.

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


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of a check; `str` of it has a line for each part.

    Attributes:
        dice: whether each move of chance follows from the secret, and all moves keep the rules.
        log: whether the log is the one of which the boards showed hashes.
        unproven: a sentence about what nobody can check.
        computers: whether each of their moves follows from what they knew; None where none played,
            and where it is not known. `players.verification` finds it.
    """

    dice: Finding
    log: Finding
    unproven: str
    computers: Finding | None = None

    def __str__(self) -> str:
        return "\n".join(f"{title}: {sentence}" for title, sentence in self.parts)

    @property
    def parts(self) -> tuple[tuple[str, str], ...]:
        """The title and the sentence of each part."""
        return (
            ("Dice", self.dice.sentence),
            ("Log", self.log.sentence),
            *((("Ducks", self.computers.sentence),) if self.computers else ()),
            ("Not proven", self.unproven),
        )

    @property
    def verdict(self) -> Verdict:
        """`Verdict.FAIR`, or the first thing that is wrong or missing."""
        parts = [self.dice, self.log, *((self.computers,) if self.computers else ())]
        return next((p.verdict for p in parts if p.verdict is not Verdict.FAIR), Verdict.FAIR)

    @property
    def fair(self) -> bool:
        """Whether the dice follow from the secret, and the log is whole as far as it can tell."""
        return self.verdict is Verdict.FAIR


def verify(transcript: Transcript, games: Iterable[AnyGame] = GAMES) -> Verification:
    """Check a transcript: derive every chance move again, play the log by the rules, hash it.

    Args:
        transcript: what is checked.
        games: the games with known rules.
    """
    return Verification(_check_dice(transcript, games), _check_chain(transcript), UNPROVEN)


def _check_dice(transcript: Transcript, games: Iterable[AnyGame]) -> Finding:
    """Check everything but the chain."""
    game = next((game for game in games if game.info.key == transcript.game), None)
    if game is None:
        sentence = f"There is no game {transcript.game!r} here, so its log cannot be checked."
        return Finding(Verdict.UNKNOWN_GAME, sentence)
    if game.info.rules_version != transcript.rules_version:
        sentence = (
            f"The log is of rules version {transcript.rules_version} of {game.info.title}; "
            f"here is version {game.info.rules_version}, which cannot check it."
        )
        return Finding(Verdict.OTHER_RULES, sentence)
    secret = None if transcript.secret is None else bytes.fromhex(transcript.secret)
    if secret is not None and commitment(secret) != transcript.commitment:
        sentence = "The secret is not the one that was committed to: its SHA-256 is another."
        return Finding(Verdict.WRONG_COMMITMENT, sentence)
    return _check_moves(game, transcript, secret)


def _check_moves(game: AnyGame, transcript: Transcript, secret: bytes | None) -> Finding:
    """Play the log again, and derive each chance move before it is made."""
    key = secret and table_key(secret, transcript.contributions)
    try:
        match = Match.begin(game, len(transcript.players), transcript.options, transcript.first)
    except RuleError as error:
        return Finding(Verdict.BROKEN_LOG, f"The game cannot begin so: {error}")
    draws = 0
    for seq, step in enumerate(transcript.steps):
        if key is not None and step.seat == CHANCE and match.to_act == (CHANCE,):
            derived = _derive(match, key, seq, transcript.daily)
            if derived != step:
                return _report_other_draw(seq, step, derived, draws, transcript.daily)
            draws += 1
        try:
            match, _ = match.read(step.seat, step.text)
        except RuleError as error:
            sentence = f"The rules refuse move {seq}: {error}."
            return Finding(Verdict.BROKEN_LOG, sentence, draws, seq)
    if transcript.ending == "finished" and match.to_act:
        return Finding(Verdict.BROKEN_LOG, "By the rules the game is not over at its end.", draws)
    return _report_success(transcript, draws)


def _derive(match: Match, key: bytes, seq: int, daily: str) -> Step:
    """Return the move that nature makes by the key, or by the name of a daily."""
    source = RecordingSource(source_of(key, seq, daily))
    move = match.chance().sample(source)
    return Step(CHANCE, str(move), tuple(source.draws))


def _report_other_draw(seq: int, logged: Step, derived: Step, draws: int, daily: str) -> Finding:
    """Say that nature's move does not follow from the secret, or from the name of the daily."""
    if logged.text == derived.text:
        sentence = f"Move {seq} is {logged.text!r}, but from other numbers than the log has."
    else:
        giver = f"daily {daily}" if daily and seq == 0 else "the secret"
        sentence = f"Move {seq} is {logged.text!r} in the log, but {giver} gives {derived.text!r}."
    return Finding(Verdict.OTHER_DRAW, sentence, draws, seq)


def _report_success(transcript: Transcript, draws: int) -> Finding:
    """Say that everything is right so far."""
    moves = len(transcript.steps)
    if transcript.secret is None:
        sentence = (
            f"The {moves} moves so far keep the rules. The dice can be checked when the table is "
            "over: then the secret is shown."
        )
        return Finding(Verdict.NOT_OVER, sentence)
    daily = transcript.daily
    first = f"; the first, which is everybody's, from 'daily {daily}' alone" if daily else ""
    sentence = (
        f"The dice are fair: of {moves} moves, each of the {draws} that chance made follows from "
        f"the secret that was committed to in the lobby, and from the contributions{first}."
    )
    return Finding(Verdict.FAIR, sentence, draws)


def _check_chain(transcript: Transcript) -> Finding:
    """Compute the hashes of the log again."""
    if hash_start(transcript) != transcript.start_hash:
        sentence = "What was settled before the first move is not what the start hash was made of."
        return Finding(Verdict.BROKEN_CHAIN, sentence)
    if hash_all(transcript) != transcript.last_hash:
        return Finding(Verdict.BROKEN_CHAIN, "The log is not the one of which its hash was made.")
    return Finding(Verdict.FAIR, _describe_chain(transcript))


def _describe_chain(transcript: Transcript) -> str:
    """Say that the log is whole if its hashes are those that were shown."""
    start, last = (h[:SHOWN_DIGITS] for h in (transcript.start_hash, transcript.last_hash))
    if transcript.ending == RUNNING:
        return f"It is whole if the page Fair dice shows the start hash {start}."
    return (
        f"It is whole and as it was if its hashes are those that you saw: the last hash {last} on "
        f"the final board, the start hash {start} on the page Fair dice, and the commitment "
        f"{transcript.commitment[:SHOWN_DIGITS]} in the lobby."
    )
