"""Two people's record against each other: in the lobby, at the end, and in `/stats`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.app.feature_cog import FeatureCog
from cogs.display.pages.more import Spot
from cogs.features.rivals.duels import Duels
from cogs.features.rivals.pages import list_rivals, render_duel, tell_line
from cogs.interactions.failures import Declined, SwitchedOff
from cogs.interactions.interaction import home_of
from cogs.interactions.parts import text
from engine.core import N_
from tables.model.table import Status

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cogs.app.client import DucksClient
    from cogs.app.services import StatRow
    from cogs.display.pages.more import Tell
    from cogs.interactions.language import Language
    from cogs.interactions.parts import Items
    from cogs.interactions.responder import Responder
    from tables.model.table import Table


class RivalsCog(FeatureCog):
    switch = N_("Records against each other")

    def __init__(self, client: DucksClient) -> None:
        super().__init__(client)
        self._duels = Duels(self._services.records.shared)

    async def switch_on(self) -> None:
        """Add the comparison and the rows to the statistics."""
        await super().switch_on()
        self._services.compare = self.show
        self._services.stat_rows.append(self.tell_rivals)

    def _list_tells(self) -> Mapping[str, Tell]:
        return {Spot.LOBBY: self.tell_pair, Spot.ABOVE: self.tell_pair}

    async def tell_pair(self, table: Table) -> Items:
        """Return the line about two people who play with nobody else, from their second game on."""
        if table.guild_id is None or len(table.seats) != 2 or len(table.people) != 2:
            return []
        first, other = table.seats
        if min(first.person_id, other.person_id) < 0 or not await self.is_on(table.guild_id):
            return []
        score = await self._duels.score(table.guild_id, first.person_id, other.person_id)
        if score.games < 1 + (table.status is Status.FINISHED):
            return []
        _ = self._services.languages.of(table.language)
        return [text(tell_line(_, (_.plain(first.name), _.plain(other.name)), score))]

    async def tell_rivals(
        self, _: Language, guild_id: int | None, person_id: int
    ) -> Sequence[StatRow]:
        if guild_id is None or not await self.is_on(guild_id):
            return ()
        return list_rivals(_, await self._duels.rivals(guild_id, person_id))

    async def show(self, responder: Responder, person_id: int, other_id: int) -> None:
        """Show the page of two people; only these two see the list of their games."""
        reader, guild_id = responder.interaction.user.id, home_of(responder.interaction)
        if guild_id is None:
            raise Declined("Records against each other are kept only on servers that I am on.")
        if other_id == reader != person_id:
            person_id, other_id = other_id, person_id
        if person_id == other_id:
            raise Declined("Choose two different people.")
        if not await self.is_on(guild_id):
            raise SwitchedOff
        duel = await self._duels.read(guild_id, person_id, other_id)
        own = reader == person_id
        await responder.send_page(render_duel(responder.language, duel, own=own, listed=own))


COG = RivalsCog
