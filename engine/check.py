"""The check of a transcript: its dice and its log, and the limits of the check."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from engine.core import CHANCE, AnyGame, Match, RuleError, Told
from engine.fairness import (
    SHOWN_DIGITS,
    RecordingSource,
    commitment,
    source_of,
    table_key,
)
from engine.transcript import RUNNING, Step, hash_all, hash_start

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.transcript import Transcript

UNPROVEN: Final = Told(
    "Whoever runs the bot can read the secret. That person could foresee the dice from the start, "
    "and ignore clicks until one comes at a moment that gives good dice. The bot can also edit its "
    "messages, so a hash binds it only if you have kept a copy. The log does not tell who clicked, "
    "or when a move was made."
)
"""The limits of a check; docs/fair-dice.md says more."""


class Verdict(StrEnum):
    """Possible results of a check."""

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
        verdict: `Verdict.FAIR`, or the first thing wrong or missing.
        said: the result in sentences, with the wrong move if there is one.
        draws: number of chance moves derived again and found equal.
        seq: the number of the wrong move; None if no single move is wrong.
    """

    verdict: Verdict
    said: tuple[Told, ...]
    draws: int = 0
    seq: int | None = None

    @property
    def sentence(self) -> str:
        """The result in English."""
        return " ".join(map(str, self.said))


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of a check; its `str()` has one line for each part.

    Attributes:
        dice: the check that each chance move follows from the secret, and all moves are legal.
        log: the check that the hashes fit the log. Readers compare them with those the bot showed.
        computers: the check, made by `players.verification`, that each move of a computer follows
            from its knowledge; None if no computer played, or if this is unchecked.
    """

    dice: Finding
    log: Finding
    computers: Finding | None = None

    def __str__(self) -> str:
        return "\n".join(f"{title}: {' '.join(map(str, said))}" for title, *said in self.parts)

    @property
    def parts(self) -> tuple[tuple[Told, ...], ...]:
        """The title and the sentences of each part."""
        return (
            (Told("Dice"), *self.dice.said),
            (Told("Log"), *self.log.said),
            *(((Told("Ducks"), *self.computers.said),) if self.computers else ()),
            (Told("Not proven"), UNPROVEN),
        )

    @property
    def verdict(self) -> Verdict:
        """`Verdict.FAIR`, or the first thing wrong or missing."""
        parts = [self.dice, self.log, *((self.computers,) if self.computers else ())]
        return next((p.verdict for p in parts if p.verdict is not Verdict.FAIR), Verdict.FAIR)

    @property
    def fair(self) -> bool:
        """True if no part of the check found anything wrong or missing."""
        return self.verdict is Verdict.FAIR


def verify(transcript: Transcript, games: Iterable[AnyGame]) -> Verification:
    """Check a transcript: derive each chance move again, replay the log, and compare its hashes.

    Args:
        transcript: the transcript to check.
        games: the games with known rules.
    """
    return Verification(_check_dice(transcript, games), _check_chain(transcript))


def _check_dice(transcript: Transcript, games: Iterable[AnyGame]) -> Finding:
    """Check the game, the rules version, the secret, and all moves."""
    game = next((game for game in games if game.info.key == transcript.game), None)
    if game is None:
        key = repr(transcript.game)
        said = Told("There is no game {game} here, so its log cannot be checked.", game=key)
        return Finding(Verdict.UNKNOWN_GAME, (said,))
    if game.info.rules_version != transcript.rules_version:
        said = Told(
            "The log follows version {logged} of the rules. This bot has version {here}, which "
            "cannot check it.",
            logged=transcript.rules_version,
            here=game.info.rules_version,
        )
        return Finding(Verdict.OTHER_RULES, (said,))
    secret = None if transcript.secret is None else bytes.fromhex(transcript.secret)
    if secret is not None and commitment(secret) != transcript.commitment:
        said = Told("The secret does not match the commitment, which is its SHA-256.")
        return Finding(Verdict.WRONG_COMMITMENT, (said,))
    return _check_moves(game, transcript, secret)


def _check_moves(game: AnyGame, transcript: Transcript, secret: bytes | None) -> Finding:
    """Replay the log, and derive each chance move before making it."""
    key = secret and table_key(secret, transcript.contributions)
    try:
        match = Match.begin(game, len(transcript.players), transcript.options, transcript.first)
    except RuleError as error:
        return Finding(Verdict.BROKEN_LOG, (Told("The game cannot begin like this."), error))
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
            said = Told("The rules refuse move {seq}.", seq=seq), error
            return Finding(Verdict.BROKEN_LOG, said, draws, seq)
    if transcript.ending == "finished" and match.to_act:
        said = Told("By the rules the game is not over yet.")
        return Finding(Verdict.BROKEN_LOG, (said,), draws)
    return _report_success(transcript, draws)


def _derive(match: Match, key: bytes, seq: int, daily: str) -> Step:
    """Derive nature's move from the key, or the first move of a daily from the daily's name."""
    source = RecordingSource(source_of(key, seq, daily))
    move = match.chance().sample(source)
    return Step(CHANCE, str(move), tuple(source.draws))


def _report_other_draw(seq: int, logged: Step, derived: Step, draws: int, daily: str) -> Finding:
    """Report that nature's move does not follow from the secret, or from the name of the daily."""
    first = Told("Move {seq} is {logged} in the log.", seq=seq, logged=repr(logged.text))
    if logged.text == derived.text:
        second = Told("The log has other numbers for it.")
    elif daily and seq == 0:
        second = Told("The name of the daily gives {derived}.", derived=repr(derived.text))
    else:
        second = Told("The secret gives {derived}.", derived=repr(derived.text))
    return Finding(Verdict.OTHER_DRAW, (first, second), draws, seq)


def _report_success(transcript: Transcript, draws: int) -> Finding:
    """Report that the dice are fair, or that the secret is not shown yet."""
    moves = len(transcript.steps)
    if transcript.secret is None:
        said = Told(
            "All moves so far ({moves}) follow the rules. The dice can be checked when the table "
            "is over, because the secret is shown then.",
            moves=moves,
        )
        return Finding(Verdict.NOT_OVER, (said,))
    fair = Told(
        "The dice are fair: each move that chance made ({draws} of {moves}) follows from the "
        "secret that was committed to in the lobby, and from the contributions.",
        draws=draws,
        moves=moves,
    )
    daily = f"'daily {transcript.daily}'"
    first = Told(
        "The first throw is the same for everybody, and follows from this text alone: {daily}",
        daily=daily,
    )
    return Finding(Verdict.FAIR, (fair, first) if transcript.daily else (fair,), draws)


def _check_chain(transcript: Transcript) -> Finding:
    """Compute the hashes of the log again and compare them."""
    if hash_start(transcript) != transcript.start_hash:
        said = Told("The start hash does not match the lines before the first move.")
        return Finding(Verdict.BROKEN_CHAIN, (said,))
    if hash_all(transcript) != transcript.last_hash:
        return Finding(Verdict.BROKEN_CHAIN, (Told("The last hash does not match the log."),))
    return Finding(Verdict.FAIR, (_describe_chain(transcript),))


def _describe_chain(transcript: Transcript) -> Told:
    """Report that the log is complete and unchanged if the bot showed the same hashes."""
    start, last = (h[:SHOWN_DIGITS] for h in (transcript.start_hash, transcript.last_hash))
    if transcript.ending == RUNNING:
        return Told(
            "The log is complete if the page Fair dice shows the start hash {start}.", start=start
        )
    return Told(
        "The log is complete and unchanged if you have noted the same hashes: the last hash "
        "{last}, the start hash {start} and the commitment {commitment}.",
        last=last,
        start=start,
        commitment=transcript.commitment[:SHOWN_DIGITS],
    )
