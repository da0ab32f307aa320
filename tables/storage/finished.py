"""Finished tables with their logs, and the transcripts and hashes that prove the dice fair."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from db.query import read_draws
from engine import transcript
from engine.fairness import source_of, table_key
from engine.transcript import RUNNING, Step, Transcript, TranscriptPlayer
from tables.model.errors import NoSuchTable, WrongPhase
from tables.model.progress import SAME_PRESS, begin, read
from tables.model.table import SeatedPlayer, Status, Table
from tables.storage.repository import read_table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from db.query import Secret
    from db.store import MoveRow, Store, TableRow
    from engine.core import AnyGame
    from engine.fairness import Contribution, HmacSource

KEPT: Final = 256
"""Cache size: tables whose dice key is kept."""


def key_of(table: Table) -> bytes:
    """Return the key of a table's random numbers; a private table's first throw has another key."""
    return _make_key(table.secret, table.mixed_in)


@lru_cache(KEPT)
def _make_key(secret: Secret, mixed_in: tuple[tuple[int, Contribution], ...]) -> bytes:
    return table_key(bytes.fromhex(secret.hidden), (each for _, each in mixed_in))


def dice_of(table: Table, seq: int) -> HmacSource:
    return source_of(key_of(table), seq, table.private or "")


def make_transcript(stored: Table, moves: Iterable[MoveRow]) -> Transcript:
    """Return the transcript of a table, with the secret once the table is over.

    Moves that can still be taken back are left out, because taking them back would change the hash.
    """
    over = stored.status.over
    open_presses = stored.undoable
    settled = (move for move in moves if not open_presses or move.seq < open_presses[-1].seq)
    made = Transcript(
        game=stored.game.info.key,
        rules_version=stored.rules_version,
        options=stored.settled,
        daily=stored.private or "",
        contributions=tuple(each for _, each in stored.mixed_in),
        players=tuple(_make_player(stored, seat) for seat in stored.seats),
        first=stored.first,
        commitment=stored.commitment,
        secret=stored.revealed,
        steps=tuple(
            Step(each.seat, each.text, read_draws(each.draws), _name_computer(each))
            for each in settled
        ),
        ending=stored.status if over else RUNNING,
        start_hash=stored.start_hash or "",
    )
    return replace(made, last_hash=stored.last_hash or transcript.hash_all(made))


def _name_computer(move: MoveRow) -> str:
    return "" if move.player == SAME_PRESS else move.player


def hash_start(stored: Table) -> str:
    """Return the hash of everything settled before the first move, as hex."""
    return transcript.hash_start(make_transcript(stored, ()))


def _make_player(stored: Table, seat: SeatedPlayer) -> TranscriptPlayer:
    if seat.level:
        return TranscriptPlayer(None, seat.level)
    sat = (
        c.number for c in stored.contributions if (c.person_id, c.kind) == (seat.person_id, "seat")
    )
    return TranscriptPlayer(next(sat, 0))


@dataclass(frozen=True, slots=True)
class FinishedTable:
    """A table whose game was played to its end or forfeited.

    Attributes:
        row: the row of the table.
        seats: the rows of its seats, in the order of play.
        log: all its moves.
    """

    row: TableRow
    seats: tuple[SeatedPlayer, ...]
    log: tuple[MoveRow, ...]

    def replay(self, game: AnyGame) -> tuple[Table, ...]:
        """Return the table before each of its moves, and after the last move.

        In all these tables except the last, the game is running, no person is absent, and there are
        no scores.

        Raises:
            BadSetup, BrokenLog: the log breaks the current rules. Other errors of the engine pass
                through.
        """
        start = begin(game, len(self.seats), self.row.settled, self.row.first)
        *earlier, last = accumulate(self.log, read, initial=start)
        table = replace(read_table(self.row, self.seats, game), progress=last)
        seats = tuple(map(_at_play, table.seats))
        playing = replace(table, status=Status.PLAYING, seats=seats)
        return (*(replace(playing, progress=each) for each in earlier), table)


def _at_play(player: SeatedPlayer) -> SeatedPlayer:
    return replace(player, caretaker=0, departed=False, score=None, place=None)


async def read_finished(store: Store, table_id: int, guild_id: int | None) -> FinishedTable:
    """Return a finished table of a server, even of a server where the bot is a guest.

    Args:
        store: the store of a transaction.
        table_id: the number of the table.
        guild_id: the server; None outside servers.

    Raises:
        NoSuchTable: no table has that number, or the table belongs to another server.
        WrongPhase: the game was not played to its end.
    """
    row = await store.table(table_id)
    if row is None or row.server_id != guild_id:
        raise NoSuchTable(table_id)
    if row.status != Status.FINISHED:
        raise WrongPhase("Only a game that was played to its end can be shown again.")
    return await read_log(store, row)


async def read_log(store: Store, row: TableRow) -> FinishedTable:
    return FinishedTable(row, await store.seats(row.id), await store.moves(row.id))
