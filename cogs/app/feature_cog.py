"""The base class for the cogs of features. It adds a feature to the bot, or switches it off."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Never

from discord.ext import commands

from cogs.app.feature import BY_HOST
from cogs.app.services import Action, Chore, Pages, Setting, Show
from cogs.interactions.failures import SwitchedOff

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Generator, Mapping, Sequence

    from discord import app_commands

    from cogs.app.client import DucksClient
    from cogs.app.feature import Feature
    from cogs.app.services import MakeAct
    from cogs.display.components import Texts
    from cogs.display.pages.more import Offer, Tell
    from cogs.interactions.language import Language
    from cogs.interactions.parts import Component
    from cogs.interactions.responder import Responder

log = logging.getLogger(__name__)


class FeatureCog(commands.Cog):
    """The cog of a feature: its commands, and everything else that it adds to the bot.

    Attributes:
        offers: additions to pages of the core and of other features, by their spot on the page.
        greetings: functions that return a sentence and a button for the first message on a server.
        acts: functions that make acts at tables, by the action of a button.
        controls: patterns for the ids of other controls that lead to the feature.
        goes_on: the first arg of each page that is shown even if the feature is off.
        switch: the title of its line in `/settings`, where admins can switch it off; empty for a
            feature without this line.
        off: whether it is switched off.
        name: the name of the feature.
    """

    offers: ClassVar[Mapping[str, Offer]] = {}
    greetings: ClassVar[Sequence[Callable[[Language], tuple[str, Component]]]] = ()
    acts: ClassVar[Mapping[str, MakeAct]] = {}
    controls: ClassVar[Collection[str]] = ()
    goes_on: ClassVar[Collection[str]] = ()
    switch: ClassVar[str] = ""

    def __init__(self, client: DucksClient) -> None:
        self.name = ""
        self._client = client
        self._services = client.services
        self.off = False

    async def is_on(self, guild_id: int) -> bool:
        """Return whether the admins of a server have left the feature on."""
        return self.name not in (await self._services.records.settings.read(guild_id)).off

    def _list_pages(self) -> Mapping[str, Show]:
        """Return a function for each set of the feature's private pages, by the name of the set."""
        return {}

    def _list_actions(self) -> Mapping[str, Action]:
        """Return the handlers of table buttons that open something private, by action."""
        return {}

    def _list_tells(self) -> Mapping[str, Tell]:
        """Return functions that read the feature's data about a finished game, by spot."""
        return {}

    def _list_settings(self) -> Sequence[Setting]:
        """Return the settings that the feature adds to `/settings`."""
        return ()

    def _list_chores(self) -> Sequence[Chore]:
        """Return the feature's scheduled work."""
        return ()

    def _list_commands(self) -> Sequence[app_commands.Command[Any, ..., None]]:
        """Return commands that are built at the start, in addition to those in the class."""
        return ()

    def switch_off(self) -> None:
        """Refuse old buttons, add no new ones, and keep only chores that finish what has begun."""
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
        """Return a version of `show` that shows only the pages in `goes_on`."""

        async def show_still(responder: Responder, args: Texts, values: Texts) -> None:
            if args[:1] and args[0] in self.goes_on:
                await show(responder, args, values)
            else:
                raise SwitchedOff

        return show_still

    async def switch_on(self) -> None:
        """Add everything except the commands.

        `add_commands` is called once all features are on, because commands may offer what other
        features add.
        """
        pages = [Pages(*each) for each in self._list_pages().items()]
        actions, tells, chores = self._list_actions(), self._list_tells(), self._list_chores()
        settings = {each.key: each for each in self._list_settings()}
        self._services.pages += pages  # from here on nothing fails, so that no half is added
        self._services.actions |= actions
        self._services.settings |= settings
        if self.switch:
            self._services.switches[self.name] = self.switch
        self._services.acts |= self.acts
        self._services.chores += chores
        self._services.offers.add(self.offers, tells)
        self._services.greetings += self.greetings

    async def add_commands(self) -> None:
        for command in self._list_commands():
            self._client.tree.add_command(command)
        await self._client.add_cog(self)


async def _refuse(responder: Responder, table_id: int, *, number: int | None) -> Never:  # noqa: ARG001 - the signature of an `Action`
    raise SwitchedOff


async def add_features(
    client: DucksClient, features: Sequence[Feature], off: Mapping[str, str]
) -> None:
    """Add the features that are on, and log the others with their reasons."""
    for name in sorted({*client.services.renderers} - {*client.services.offered}):
        log.info("%s is off: WITHOUT names it", name)
    on: list[tuple[str, FeatureCog]] = []
    for feature in features:
        with _left_out_if_faulty(feature.name):
            cog: FeatureCog = import_module(feature.cog).COG(client)
            cog.name = feature.name
            if reason := off.get(feature.name):
                level = logging.INFO if reason == BY_HOST else logging.WARNING
                log.log(level, "%s is off: %s", feature.name, reason)
                cog.switch_off()
            else:
                await cog.switch_on()
                on.append((feature.name, cog))
    for name, cog in on:
        with _left_out_if_faulty(name):
            await cog.add_commands()


@contextmanager
def _left_out_if_faulty(name: str) -> Generator[None]:
    """Log an error of a feature instead of raising it, so that the other features go on."""
    try:
        yield
    except (Exception, SystemExit):
        log.exception("%s is off, as it cannot be loaded", name)
