"""Opens a lobby with what its opener chose last time. What no longer exists is left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.app.feature_cog import FeatureCog
from cogs.app.services import Opening
from cogs.features.recall.starts import Starts
from cogs.interactions.interaction import home_of
from engine.core import N_
from players.core import Level
from records.upkeep import known_options
from tables.model.time_control import TimeControl

if TYPE_CHECKING:
    from collections.abc import Collection

    from cogs.interactions.interaction import Interaction
    from engine.core import AnyGame


class RecallCog(FeatureCog):
    switch = N_("Games open as last time")

    async def switch_on(self) -> None:
        self._services.recall = self._recall
        await super().switch_on()

    async def _recall(
        self, click: Interaction, game: AnyGame, opening: Opening, off: Collection[str]
    ) -> Opening:
        if self.name in off:
            return opening
        starts = Starts(self._services.records.shared)
        rows = await starts.find(home_of(click), click.user.id, game.info.key)
        if not rows:
            return opening
        last = rows[0]
        clock = TimeControl(last.time_control) if last.time_control in tuple(TimeControl) else None
        # In a thread, no game has a thread of its own. That was no choice for another channel.
        elsewhere = opening.thread and last.channel_id != click.channel_id
        options = {**opening.options, **known_options(game, last.settled)}
        thread, ducks = last.threaded or elsewhere, len([each for each in rows if each.level])
        level = Level(last.level) if last.level in tuple(Level) else opening.level
        return Opening(options, clock or opening.time_control, thread, ducks, level)


COG = RecallCog
