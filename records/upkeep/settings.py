"""Settings of a server: where tables may be opened, who may cancel them, default options."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from db.errors import asked_again
from db.query import Query, Write
from engine.core import BadSetup
from records.model.guilds import GuildSettings
from records.model.scopes import Part
from tables.model.time_control import TimeControl

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.core import AnyGame


SETTINGS_OF: Final = Query(str, "SELECT settings FROM guild_settings WHERE guild_id = :guild_id")

PUT_SETTINGS: Final = Write("""
    INSERT INTO guild_settings (guild_id, settings) VALUES (:guild_id, :settings)
    ON CONFLICT (guild_id) DO UPDATE SET settings = excluded.settings
    """)


class Settings(Part):
    """Reads and writes settings. Callers have to obey them: `Tables` does not know them."""

    @asked_again
    async def read(self, guild_id: int) -> GuildSettings:
        """Return the settings of a server.

        Default options are left out if the bot has the game, the option or the value no longer.
        """
        async with self._database.read_one() as store:
            found = await store.one(SETTINGS_OF, guild_id=guild_id)
        return self._parse(json.loads(found)) if found else GuildSettings()

    async def write(self, guild_id: int, settings: GuildSettings) -> None:
        """Store the settings of a server; raises BadSetup for an unknown game, option or value."""
        for key, options in settings.defaults.items():
            if key not in self._games:
                raise BadSetup(f"There is no game called {key!r} here.")
            self._games[key].options(options)
        async with self._database.write() as store:
            store.run(PUT_SETTINGS, guild_id=guild_id, settings=_to_json(settings))

    def _parse(self, stored: Mapping[str, Any]) -> GuildSettings:
        defaults = {
            key: _known_options(game, stored["defaults"].get(key, {}))
            for key, game in self._games.items()
        }
        return GuildSettings(
            channels=tuple(stored["channels"]),
            cancel_roles=tuple(stored["cancel_roles"]),
            defaults={key: chosen for key, chosen in defaults.items() if chosen},
            time_control=TimeControl(stored["time_control"]),
            threads=stored["threads"],
        )


def _known_options(game: AnyGame, chosen: Mapping[str, str]) -> dict[str, str]:
    """Return the chosen options and values that the game has."""
    return {
        option.key: chosen[option.key]
        for option in game.info.options
        if chosen.get(option.key) in {choice.value for choice in option.choices}
    }


def _to_json(settings: GuildSettings) -> str:
    return json.dumps(
        {
            "channels": settings.channels,
            "cancel_roles": settings.cancel_roles,
            "defaults": {key: dict(options) for key, options in settings.defaults.items()},
            "time_control": settings.time_control,
            "threads": settings.threads,
        }
    )
