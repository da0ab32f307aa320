"""The cog of a feature: it hands its commands, pages and chores to the core, or is off."""

from __future__ import annotations

import logging
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Never

from discord.ext import commands

from cogs.app.feature import BY_HOST
from cogs.app.services import Action, Chore, Pages, Show
from cogs.interactions.errors import SwitchedOff

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from discord import app_commands

    from cogs.app.client import DucksClient
    from cogs.app.feature import Feature
    from cogs.display.controls.components import Texts
    from cogs.display.pages.offers import Offer, Tell
    from cogs.interactions.parts import Component
    from cogs.interactions.responder import Responder

log = logging.getLogger(__name__)


class FeatureCog(commands.Cog):
    """The cog of a feature: its commands, and all else that it adds to the bot.

    Attributes:
        offers: what it adds to pages that are not its own, by spots.
        greeting: what it adds to the first message on a server: a sentence and a button.
        acts: the actions at tables, of those that the core knows, which go with the feature.
        controls: the ids, as patterns, of what else leads to the feature.
        goes_on: the first args of the pages that are shown where the feature is off, too.
        off: whether it is switched off.
    """

    offers: ClassVar[Mapping[str, Offer]] = {}
    greeting: ClassVar[tuple[str, Component] | None] = None
    acts: ClassVar[Collection[str]] = ()
    controls: ClassVar[Collection[str]] = ()
    goes_on: ClassVar[Collection[str]] = ()

    def __init__(self, client: DucksClient) -> None:
        self._client = client
        self._services = client.services
        self.off = False

    def _list_pages(self) -> Mapping[str, Show]:
        """Return what shows its private pages, by the names of the sets."""
        return {}

    def _list_actions(self) -> Mapping[str, Action]:
        """Return what the buttons at a table do that lead to something private, by their action."""
        return {}

    def _list_tells(self) -> Mapping[str, Tell]:
        """Return what it reads of a game that is over, by the spots where it is told."""
        return {}

    def _list_chores(self) -> Sequence[Chore]:
        """Return what is done by the clock."""
        return ()

    def _list_commands(self) -> Sequence[app_commands.Command[Any, ..., None]]:
        """Return the commands that are made at the start, besides those of the class."""
        return ()

    def switch_off(self) -> None:
        """Leave out its buttons, and refuse old ones; only chores that end what has begun stay."""
        self.off = True
        pages, actions = self._list_pages(), {*self._list_actions(), *self.acts}
        self._services.pages += [Pages(name, self._limit(show)) for name, show in pages.items()]
        self._services.actions |= dict.fromkeys(actions, _refuse)
        self._services.chores += [each for each in self._list_chores() if each.ends]
        still = "|".join(self.goes_on) or "$^"
        self._services.left_out.add(
            *self.controls,
            *(rf"[no]1:{name}(?!:(?:{still})\b)(?::.*)?" for name in pages),
            *(rf"a1:\d+:{action}(?::.*)?" for action in actions),
        )

    def _limit(self, show: Show) -> Show:
        """Return what shows of these pages those alone that go on."""

        async def show_still(responder: Responder, args: Texts, values: Texts) -> None:
            if args[:1] and args[0] in self.goes_on:
                await show(responder, args, values)
            else:
                raise SwitchedOff

        return show_still

    async def switch_on(self) -> None:
        """Add all that it has but its commands, which may offer what others add."""
        self._services.pages += [Pages(*each) for each in self._list_pages().items()]
        self._services.actions |= self._list_actions()
        self._services.chores += self._list_chores()
        self._services.offers.add(self.offers, self._list_tells())
        self._services.greetings += [self.greeting] if self.greeting else []

    async def add_commands(self) -> None:
        """Add its commands."""
        for command in self._list_commands():
            self._client.tree.add_command(command)
        await self._client.add_cog(self)


async def _refuse(responder: Responder, table_id: int, *, number: int | None) -> Never:  # noqa: ARG001 - as an `Action`
    raise SwitchedOff


async def add_features(
    client: DucksClient, features: Sequence[Feature], off: Mapping[str, str]
) -> None:
    """Add the features that are on, and log which are off, and why."""
    for name in sorted({*client.services.renderers} - {*client.services.offered}):
        log.info("%s is off: WITHOUT names it", name)
    on: list[FeatureCog] = []
    for feature in features:
        cog: FeatureCog = import_module(feature.cog).COG(client)
        if reason := off.get(feature.name):
            level = logging.INFO if reason == BY_HOST else logging.WARNING
            log.log(level, "%s is off: %s", feature.name, reason)
            cog.switch_off()
        else:
            await cog.switch_on()
            on.append(cog)
    for cog in on:
        await cog.add_commands()
