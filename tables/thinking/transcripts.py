"""The log of a table as a text that people can check without the bot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from db.errors import asked_again
from engine.transcript import verify as verify_without
from engine.transcript import write_transcript
from players.verification import has_computers, verify
from tables.model.errors import WrongPhase
from tables.part import Part
from tables.storage.proof import make_transcript
from tables.thinking.thinkers import Thinkers

CHECK_LIMIT: Final = 120.0
"""Seconds of processor time to make all moves of computers once more, in a process of its own."""

if TYPE_CHECKING:
    from engine.transcript import Transcript, Verification
    from tables.model.table import Table


class Transcripts(Part):
    """Writes and verifies the logs of tables."""

    async def text(self, table_id: int) -> str:
        """Return the log as a text that can be checked offline, with the secret after the end.

        Raises:
            NoSuchTable: as in `TableLookup.get`.
            WrongPhase: no game has begun, or a game that hides something is not over.
        """
        return write_transcript(await self._read(table_id))

    async def verify(self, table_id: int) -> Verification:
        """Replay the log by the rules, and after the end derive what chance and computers did.

        Computers think once more, in another process; where that takes too long, nothing is said of
        their moves.

        Raises:
            NoSuchTable, WrongPhase: as in `text`.
        """
        transcript = await self._read(table_id)
        if not has_computers(transcript):
            return verify(transcript, self._repository.games)
        thinkers = Thinkers(CHECK_LIMIT)
        try:
            found = await thinkers.run(verify, transcript)
        finally:
            await thinkers.close()
        return found or verify_without(transcript, self._repository.games)

    @asked_again
    async def _read(self, table_id: int) -> Transcript:
        await self._lookup.get(table_id)
        async with self._database.read() as store:
            stored = await self._repository.read(store, table_id)  # not from memory
            _require_log(stored)
            return make_transcript(stored, await store.moves(table_id))


def _require_log(stored: Table) -> None:
    """Raise WrongPhase unless people may know the table's log."""
    over = stored.status.over
    if stored.started_at is None:
        raise WrongPhase(
            f"No game has begun at table #{stored.id}, so there is nothing to show or to check."
        )
    if stored.game.info.hidden and not over:
        raise WrongPhase(
            f"The log of table #{stored.id} tells what is hidden: "
            "it can be had when the game is over."
        )
