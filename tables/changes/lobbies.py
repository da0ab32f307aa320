"""Opens tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from db.store import NewTable
from engine.core import BadSetup
from engine.fairness import commitment
from tables.model.table import SeatedPlayer, Status
from tables.model.time_control import TimeControl
from tables.part import Part
from tables.play.lobby import AddComputer
from tables.storage.repository import write_options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from db.store import Store
    from engine.core import AnyGame, Options
    from players.core import Level
    from tables.model.table import Person, Table


class Lobbies(Part):
    """Opens tables."""

    async def open(  # noqa: PLR0917 - the facts of an interaction, in its order
        self,
        game_key: str,
        options: Options,
        guild_id: int | None,
        channel_id: int,
        person: Person,
        snowflake: int,
        *,
        computers: Sequence[Level] = (),
        time_control: TimeControl = TimeControl.NONE,
        threaded: bool = False,
        guest: int | None = None,
        language: str = "en",
        click: int | None = None,
    ) -> Table:
        """Open a table, and return it with the person in seat 0.

        Args:
            game_key: as in `Info.key`.
            options: chosen options; the game adds defaults for the others.
            guild_id: the server; None in a direct message, and where the bot is a guest.
            channel_id: the channel of the game.
            person: the opener.
            snowflake: the interaction's id, which is mixed into the dice.
            computers: levels of the computers that sit down behind the person.
            time_control: as in `Table`.
            threaded: as in `Table`.
            guest: as in `Table`.
            language: as in `Table`.
            click: the interaction that asks for it, or None.

        Raises:
            BadSetup: there is no such game, option or value.
            TooManyTables: a limit of open tables is reached.
            TableFull: the game has fewer seats.
        """
        game = self._repository.game(game_key)
        if game is None:
            raise BadSetup(f"There is no game called {game_key!r} here.")
        chosen = game.options(options)
        more: dict[str, Any] = {
            "guild_id": guild_id,
            "time_control": time_control,
            "threaded": threaded,
            "guest": guest,
            "language": language,
        }

        async def make(store: Store) -> Table:
            seat = SeatedPlayer(0, person.id, person.name, snowflake)
            opened = await self.create(store, game, chosen, seat, channel_id, **more)
            filled = opened
            for level in computers:
                filled = AddComputer(person, level).apply(filled, self._writer.moment())
            return await self._repository.save(store, opened, filled)

        return await self._writer.make(click, make)

    async def create(
        self,
        store: Store,
        game: AnyGame,
        options: Options,
        seat: SeatedPlayer,
        channel_id: int,
        *,
        secret: bytes | None = None,
        **columns: Any,  # noqa: ANN401 - columns of all types
    ) -> Table:
        """Add a table opened by the player of `seat`, and return it, not yet committed.

        `secret`: drawn now if it is None. `columns`: more columns of `NewTable`. A challenge is not
        subject to limits.
        """
        if columns.get("challenge") is None:
            await self._writer.limits.require_lobby(store, seat.person_id, channel_id)
        secret = secret or self._writer.draw_secret()
        table = self.prepare(game, options, seat, channel_id, secret, **columns)
        return await self._repository.create(store, table, seat)

    def prepare(
        self,
        game: AnyGame,
        options: Options,
        seat: SeatedPlayer,
        channel_id: int,
        secret: bytes,
        **columns: Any,  # noqa: ANN401 - columns of all types
    ) -> NewTable:
        """Return the row of a new table with this secret."""
        return NewTable(
            game=game.info.key,
            rules_version=game.info.rules_version,
            options=write_options(game.options(options)),
            channel_id=channel_id,
            opener_id=seat.person_id,
            opener_name=seat.name,
            status=Status.LOBBY,
            secret=secret.hex(),
            commitment=commitment(secret),
            opened_at=self._now(),
            **columns,
        )
