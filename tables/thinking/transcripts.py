"""Transcripts: logs of tables as texts that people can check without the bot."""

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
"""Seconds of processor time to recompute all moves of computers, in a separate process."""

if TYPE_CHECKING:
    from engine.transcript import Transcript, Verification
    from tables.model.table import Table


class Transcripts(Part):
    """Writes and verifies the logs of tables."""

    async def text(self, table_id: int) -> str:
        """Return the log as a text for checking offline, with the secret once the game is over.

        Raises:
            NoSuchTable: as in `TableLookup.get`.
            WrongPhase: no game has begun, or a game that hides something is not over.
        """
        return write_transcript(await self._read(table_id))

    async def verify(self, table_id: int) -> Verification:
        """Replay the log, and after the end recompute the moves of chance and computers.

        Computers think again in another process. If that takes too long, their moves are not
        verified.

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
    """Raise WrongPhase unless the table's log is public."""
    over = stored.status.over
    if stored.started_at is None:
        raise WrongPhase(
            f"No game has begun at table #{stored.id}, so there is nothing to show or to check."
        )
    if stored.game.info.hidden and not over:
        raise WrongPhase(
            f"The log of table #{stored.id} shows hidden moves, "
            "so you can have it when the game is over."
        )
