"""What the admins of a server decide: where tables are opened, who may cancel them, defaults."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from db.records.guilds import GuildQueries
from engine.errors import BadSetup
from records.model import GuildSettings
from records.part import Part

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tables.runner import AnyGame


class Settings(Part):
    """Settings hold for those who ask here; `Tables` knows nothing of them."""

    async def read(self, guild_id: int) -> GuildSettings:
        """What the admins of a server have decided.

        Defaults of games, options and values that an update of the bot has taken away are left out.
        """
        async with self._database.read_one() as store:
            text = await GuildQueries(store).settings(guild_id)
        return self._read(json.loads(text)) if text else GuildSettings()

    async def write(self, guild_id: int, settings: GuildSettings) -> None:
        """Keep other settings; raises BadSetup for a game, option or value that is not there."""
        for key, options in settings.defaults.items():
            if key not in self._games:
                raise BadSetup(f"There is no game called {key!r} here.")
            self._games[key].options(options)
        async with self._database.write() as store:
            await GuildQueries(store).put_settings(guild_id, _write(settings))

    def _read(self, kept: Mapping[str, Any]) -> GuildSettings:
        defaults = {
            key: _known(game, kept["defaults"].get(key, {})) for key, game in self._games.items()
        }
        return GuildSettings(
            channels=tuple(kept["channels"]),
            cancel_roles=tuple(kept["cancel_roles"]),
            defaults={key: chosen for key, chosen in defaults.items() if chosen},
        )


def _known(game: AnyGame, chosen: Mapping[str, str]) -> dict[str, str]:
    """Those options and values that the game has."""
    return {
        option.key: chosen[option.key]
        for option in game.info.options
        if chosen.get(option.key) in {choice.value for choice in option.choices}
    }


def _write(settings: GuildSettings) -> str:
    return json.dumps(
        {
            "channels": settings.channels,
            "cancel_roles": settings.cancel_roles,
            "defaults": {key: dict(options) for key, options in settings.defaults.items()},
        }
    )
