"""The proof that summaries equal the log: everything computed anew, compared, or put right.

All results are entered in their order into an empty ledger, resets between them, by the very code
that enters them when a game ends.
"""

from __future__ import annotations

import math
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final

from annals.base import Base
from annals.keeping import insert_result, read_finished
from annals.ledger import Ledger
from db.annals_keep import KeepStore

if TYPE_CHECKING:
    from collections.abc import Mapping

    from annals.ledger import Finished
    from db.annals_rows import FinishRow
    from db.store import Store

_BATCH: Final = 500


class RebuildDesk(Base):
    """Checks and repairs."""

    async def rebuild(self, *, repair: bool = False) -> tuple[str, ...]:
        """Compute everything anew from the log; returns what differs in words, empty when nothing.

        With `repair` it is put right in the same transaction; nobody else can write meanwhile, so
        stop the bot for that.
        """
        if not repair:
            async with self._database.read() as store:
                return await self._compared(store, repair=False)
        async with self._database.write() as store:
            return await self._compared(store, repair=True)

    async def _compared(self, store: Store, *, repair: bool) -> tuple[str, ...]:
        shelf, found = KeepStore(store), list[str]()
        missing = await shelf.unentered()
        if missing:
            found.append(f"{len(missing)} finished tables are not entered")
        if repair:
            for number in missing:
                row = await store.table(number)
                if row is not None:
                    await insert_result(shelf, row)
        ledger = Ledger()
        found += await self._entered(store, ledger, repair=repair)
        kept = await _kept(shelf)
        for name, old in _parts(kept).items():
            found += _differences(name, old, _parts(ledger)[name])
        if repair and found:
            await _replace(shelf, ledger)
        return tuple(found)

    async def _entered(self, store: Store, ledger: Ledger, *, repair: bool) -> list[str]:
        """Enter every result; tells where its persons differ."""
        shelf, found = KeepStore(store), list[str]()
        resets, last = list(await shelf.resets()), 0
        while results := await shelf.results_after(last, _BATCH):
            for result in results:
                while resets and resets[0][2] < result.id:
                    guild_id, game, _ = resets.pop(0)
                    ledger.reset(guild_id, game)
                row = await store.table(result.table_id)
                if row is None:  # its result would have gone with it
                    continue
                seats = await store.seats(row.id)
                finished = await read_finished(store, self._games, result, row, seats)
                found += await _finishes(shelf, ledger, finished, repair=repair)
            ledger.new.clear()
            last = results[-1].id
        for guild_id, game, _ in resets:
            ledger.reset(guild_id, game)
        return found


async def _finishes(
    shelf: KeepStore, ledger: Ledger, finished: Finished, *, repair: bool
) -> list[str]:
    """Enter a result, and compare those who played."""
    new = ledger.enter(finished)
    result = finished.result
    old = await shelf.finishes(result.id)
    if not _differences("", _by_person(old), _by_person(new)):
        return []
    if repair:
        await shelf.delete_finishes(result.id)
        await shelf.insert_finishes(new)
    return [f"the results of table {result.table_id} differ"]


def _by_person(rows: tuple[FinishRow, ...]) -> dict[int, FinishRow]:
    return {row.person_id: row for row in rows}


async def _kept(shelf: KeepStore) -> Ledger:
    """A ledger of everything as it stands in the file."""
    ledger = Ledger()
    for player in await shelf.all_players():
        ledger.players[player.guild_id, player.person_id] = player
    for tally in await shelf.all_tallies():
        ledger.tallies[tally.guild_id, tally.game] = tally
    for row in await shelf.all_standings():
        rows = ledger.standings.setdefault((row.guild_id, row.board, row.person_id), {})
        rows[row.period] = row
    for rating in await shelf.all_ratings():
        ledger.ratings[rating.guild_id, rating.game, rating.person_id] = rating
    for luck in await shelf.all_luck():
        ledger.luck[luck.person_id, luck.guild_id, luck.game, luck.measure] = luck
    for earned in await shelf.all_achievements():
        ledger.achievements[earned.person_id, earned.guild_id, earned.name] = earned
    return ledger


def _parts(ledger: Ledger) -> dict[str, Mapping[Any, Any]]:
    standings = {
        (*key, period): row
        for key, rows in ledger.standings.items()
        for period, row in rows.items()
    }
    return {
        "players": ledger.players,
        "tallies": ledger.tallies,
        "standings": standings,
        "ratings": ledger.ratings,
        "luck": ledger.luck,
        "achievements": ledger.achievements,
    }


def _differences(name: str, old: Mapping[Any, Any], new: Mapping[Any, Any]) -> list[str]:
    """How many rows are missing, too many, or other than they should be."""
    counts = {
        "missing": len(new.keys() - old.keys()),
        "too many": len(old.keys() - new.keys()),
        "wrong": sum(not _equal(old[key], new[key]) for key in old.keys() & new.keys()),
    }
    return [f"{name}: {count} {what}" for what, count in counts.items() if count]


def _equal(old: Any, new: Any) -> bool:  # noqa: ANN401 - rows of any kind
    """Whether two rows are the same, sums of fractions up to rounding."""
    return all(_same(getattr(old, field.name), getattr(new, field.name)) for field in fields(old))


def _same(old: object, new: object) -> bool:
    if isinstance(old, float) and isinstance(new, float):
        return math.isclose(old, new, rel_tol=1e-9, abs_tol=1e-9)
    return old == new


async def _replace(shelf: KeepStore, ledger: Ledger) -> None:
    """Write the ledger in place of whatever is there."""
    await shelf.clear()
    await shelf.put_tallies(ledger.tallies.values())
    await shelf.put_players(ledger.players.values())
    await shelf.put_standings(row for rows in ledger.standings.values() for row in rows.values())
    await shelf.put_ratings(ledger.ratings.values())
    await shelf.put_luck(ledger.luck.values())
    await shelf.put_achievements(ledger.achievements.values())
