"""Checks in a transcript that each computer's move follows from the knowledge of its seat.

Given the same knowledge and random source, a computer player always makes the same move. So this
module chooses each of these moves again and compares it with the log. Moves by other versions of a
player cannot be checked.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.check import Finding, Verdict, Verification
from engine.check import verify as verify_without
from engine.core import CHANCE, IllegalMove, Match, RuleError, Told
from engine.fairness import HmacSource, computers_key, table_key
from players.core import Level, know
from players.games import GAMES, find_kit, find_player

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.core import AnyGame, Source
    from engine.transcript import Step, Transcript
    from players.core import Knowledge, Player, Seen


# A player's move, from a seat's knowledge and the secret of its table.


def source_of(key: bytes, seq: int) -> HmacSource:
    """Return the random source of a player for the move `seq` at the table with this key."""
    return HmacSource(computers_key(key), seq)


def decide(player: Player, known: Knowledge, source: Source) -> Any:  # noqa: ANN401 - any game's move
    """Return a player's move; raises IllegalMove if it is not legal for its seat."""
    move = player.choose(known, source)
    if move not in known.moves:
        raise IllegalMove("the player chose an illegal move")
    return move


def decide_instead(game: AnyGame, state: Any, known: Knowledge, source: Source) -> Any:  # noqa: ANN401 - any game's state and move
    """Return a move for a seat whose player could not choose: the normal player's, or the default.

    A normal player that may be slow is not used.
    """
    kit = find_kit(game.info.key)
    player = kit and kit.players.get(Level.NORMAL)
    if player and player.quick:
        try:
            return decide(player, known, source)
        except Exception:  # noqa: BLE001, S110 - after any failure, the default move is made
            pass
    return game.default(state, known.seat)


OTHER, CHECKED, FAILED = "other version", "checked", "failed"
"""Results of checking a computer's move. A wrong move raises `_WrongMove` instead."""


def verify(transcript: Transcript, games: Iterable[AnyGame] = GAMES) -> Verification:
    """Check a transcript as `engine.transcript` does, then its computers if the dice are fair."""
    found = verify_without(transcript, games)
    if not has_computers(transcript) or found.dice.verdict is not Verdict.FAIR:
        return found
    return replace(found, computers=check_computers(transcript, games))


def has_computers(transcript: Transcript) -> bool:
    """Return whether a computer player has a seat, or moved for somebody."""
    seated = any(player.level for player in transcript.players)
    return seated or any(step.player for step in transcript.steps)


def check_computers(transcript: Transcript, games: Iterable[AnyGame] = GAMES) -> Finding:
    """Compare every computer's move with the log.

    The transcript must contain the secret, and its log must follow the rules.
    """
    game = next(game for game in games if game.info.key == transcript.game)
    check = _Check(transcript, game)
    counts = Counter[str]()
    for seq, step in enumerate(transcript.steps):
        try:
            kind = check.take(seq, step)
        except _WrongMove as error:
            return Finding(Verdict.OTHER_MOVE, (error,), counts[CHECKED], seq)
        counts[kind] += 1
    return _report(counts)


class _WrongMove(Told):
    """A move that the computer player would not have made."""


class _Check:
    """A log being replayed, with the knowledge of each seat."""

    def __init__(self, transcript: Transcript, game: AnyGame) -> None:
        t = self._transcript = transcript
        self._match = Match.begin(game, len(t.players), t.options, t.first)
        self._key = table_key(bytes.fromhex(t.secret or ""), t.contributions)
        self._seen: list[Seen] = [() for _ in t.players]

    def take(self, seq: int, step: Step) -> str:
        """Check and make the next move.

        Returns:
            The result of the check; empty if no computer chose the move.
        """
        kind = "" if step.seat == CHANCE else self._check(seq, step)
        self._match, made = self._match.read(step.seat, step.text)
        for seat, player in enumerate(self._transcript.players):
            if player.level:
                told = self._match.game.seen(made.before, made.seat, made.move, seat)
                self._seen[seat] += () if told is None else ((made.seat, told),)
        return kind

    def _check(self, seq: int, step: Step) -> str:
        seated = self._transcript.players[step.seat].level
        if not step.player:
            if seated and str(self._match.game.forced(self._match.state)) != step.text:
                raise _WrongMove(
                    "Move {seq}, {text}, does not say which player chose it.",
                    seq=seq,
                    text=repr(step.text),
                )
            return ""
        level, version, *failed = step.player.split()
        if level != (seated or Level.NORMAL):
            raise _WrongMove(
                "Move {seq} is by a player of level {level}.", seq=seq, level=repr(level)
            )
        if level not in tuple(Level):
            return OTHER
        player = find_player(self._transcript.game, Level(level))
        if player.version != int(version):
            return OTHER
        derived = self._derive(seq, step, player, failed=bool(failed))
        if derived != step.text:
            raise _WrongMove(
                "Move {seq} is {logged} in the log, but the player chooses {derived}.",
                seq=seq,
                logged=repr(step.text),
                derived=repr(derived),
            )
        return FAILED if failed else CHECKED

    def _derive(self, seq: int, step: Step, player: Player, *, failed: bool) -> str:
        """Return the move that the player chooses; a caretaker's player knows no earlier steps."""
        match, seat = self._match, step.seat
        known = know(match.game, self._transcript.options, match.state, seat, self._seen[seat])
        source = source_of(self._key, seq)
        try:
            if failed:
                return str(decide_instead(match.game, match.state, known, source))
            return str(decide(player, known, source))
        except RuleError as error:
            raise _WrongMove("Move {seq}: {error}", seq=seq, error=str(error)) from error


def _report(counts: Counter[str]) -> Finding:
    """Report the results of a check that found nothing wrong."""
    said = {
        CHECKED: Told(
            "Each move that a duck chose ({number}) follows from what its seat knew, and from the "
            "secret.",
            number=counts[CHECKED],
        ),
        FAILED: Told(
            "Some moves were made for ducks that could not choose in time ({number}). The host "
            "could have caused this.",
            number=counts[FAILED],
        ),
        OTHER: Told(
            "Some moves were chosen by another version of the ducks ({number}). This version "
            "cannot check them.",
            number=counts[OTHER],
        ),
    }
    found = tuple(told for kind, told in said.items() if counts[kind])
    verdict = Verdict.OTHER_PLAYERS if counts[OTHER] else Verdict.FAIR
    return Finding(verdict, found or (Told("Ducks chose no move."),), counts[CHECKED])
