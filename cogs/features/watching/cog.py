"""Watching a game: the private page of a spectator, and the result card sent at the end."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, ClassVar, Final

from cogs.app.feature_cog import FeatureCog
from cogs.app.services import Chore
from cogs.display.components import PageButton, Texts, back_button, read_number
from cogs.display.pages.board import render_context
from cogs.display.pages.messages import GOLD, describe_ending, render_result_card
from cogs.display.pages.more import Scene, Spot
from cogs.display.table_text import describe_accuracy, describe_worth, table_link
from cogs.features.watching.watchers import ToldDecisions, Watchers
from cogs.interactions.content import MessageContent, framed
from cogs.interactions.failures import FAILURES, UnknownControl, is_untaken, nonce_of, passes
from cogs.interactions.interaction import find_gone, require_reader
from cogs.interactions.language import Language, plain_name
from cogs.interactions.parts import SEPARATOR_LINE, Items, rows, text
from cogs.publishing.calls import send_direct
from players.games import can_assess
from tables.model.table import Gone, Status

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cogs.app.client import DucksClient
    from cogs.app.services import Show
    from cogs.display.pages.renderer import RenderContext, Renderer
    from cogs.features.watching.watchers import ToldDecision, Watcher
    from cogs.interactions.responder import Responder
    from tables.model.table import Table

log = logging.getLogger(__name__)

WATCH: Final = "watch"
"""Name of the spectator's page in button ids."""

SENT_AT_ONCE: Final = 5
"""Limit on the cards sent in one round; each card takes several requests to Discord."""

OTHERS: Final = 3
"""Largest number of alternatives shown beside a move; the best come first."""


def offer_watching(scene: Scene) -> Items:
    """Return the button to watch; empty for players, and in direct messages."""
    table = scene.table
    if scene.seat is not None or table.guild_id is None:
        return []
    return [PageButton.of(WATCH, "on", table.id, label=f"👀 {scene.language('Watch')}")]


class WatchingCog(FeatureCog):
    """The private page of spectators, and their result cards."""

    offers: ClassVar = {Spot.MORE: offer_watching}

    def __init__(self, client: DucksClient) -> None:
        super().__init__(client)
        services = client.services
        self._tables = services.tables
        self._watchers = Watchers(services.tables)
        self._told = ToldDecisions(services.tables)
        self._publisher = services.publisher
        self._renderers = services.renderers
        self._emojis = services.emojis
        self._offers = services.offers

    def _list_pages(self) -> Mapping[str, Show]:
        return {WATCH: self.show_page}

    def _list_chores(self) -> Sequence[Chore]:
        return [Chore("sending result cards", self.send_cards, ends=True)]

    async def show_page(self, responder: Responder, args: Texts, _values: Texts) -> None:
        """Show the current page; `on` first begins watching, `off` first stops watching."""
        match args:
            case ("show" | "on" | "off" as action, number):
                table = await self._tables.lookup.get(read_number(number))
            case _:
                raise UnknownControl
        click, watching = responder.interaction, self._watchers
        await require_reader(click, table)
        if action != "show":
            wanted = action == "on"
            language = responder.language.code
            await watching.turn(table, click.user.id, language, wanted=wanted, click=click.id)
        watches = await watching.watches(table.id, click.user.id)
        told, _ = await self._told.find(table, click.user.id), responder.language

        def draw(newest: Table) -> MessageContent:
            last = told if newest.seq == table.seq else None  # values are computed on demand
            return self._render(_, newest, last, watching=watches)

        await self._publisher.show_private(responder, table, draw)

    async def send_cards(self) -> None:
        """Send some of the due cards; call this every few seconds."""
        for watcher in await self._watchers.find_due(SENT_AT_ONCE):
            await self._watchers.note_sending(watcher)
            await self._send_card(watcher)

    async def _send_card(self, watcher: Watcher) -> None:
        """Send a card, and keep it for another try if sending fails for now.

        Only people who can still read the channel get the card.
        """
        watching, ended = self._watchers, await self._tables.lookup.get(watcher.table_id)
        (table,) = await self._publisher.restore([ended])
        languages = self._client.services.languages
        content = self._render_card(await languages.when_loaded(watcher.language), table)
        gone = await find_gone(self._client, table, watcher.person_id)
        if content is None or gone in (Gone.LEFT, Gone.HIDDEN):
            await watching.forget(watcher)
            return
        try:
            nonce = nonce_of("watch", watcher.table_id, watcher.person_id)
            await send_direct(self._client, watcher.person_id, content, nonce=nonce)
        except FAILURES as error:
            if is_untaken(error):
                await watching.put_off(watcher)
            log.info("table %s: a card was not sent: %s", watcher.table_id, error)
            if passes(error):
                return
        await watching.forget(watcher)

    def _render_card(self, _: Language, table: Table) -> MessageContent | None:
        """Return the card of a finished game; None if it can no longer be drawn."""
        if table.state is None:
            return None
        renderer, emojis = self._renderers[table.game.info.key], self._emojis
        context = render_context(table, emojis, language=_)
        card = render_result_card(renderer, table, context)
        watched = _("-# 👀 You watched table #{number}", number=table.id)
        return framed(
            GOLD,
            text(f"### {_.title(table.game.info)}\n{watched}"),
            text(describe_ending(renderer, table, context, self._offers)),
            *card.items,
            text(f"-# {table_link(_, table)}"),
            pictures=card.pictures,
        )

    def _render(
        self, _: Language, table: Table, told: ToldDecision | None, *, watching: bool
    ) -> MessageContent:
        renderer, emojis = self._renderers[table.game.info.key], self._emojis
        context = None if table.state is None else render_context(table, emojis, language=_)
        at = _("table #{number}", number=table.id)
        return framed(
            renderer.accent,
            text(f"### 👀 {_.title(table.game.info)}\n-# {at} · {table_link(_, table)}"),
            text(_promise(_, table, watching=watching)),
            *([] if context is None else [text(_list_scores(renderer, context))]),
            *(_tell(_, renderer, table) if told is None else self._explain(_, renderer, told)),
            *_offer(_, table, watching=watching),
        )

    def _explain(self, _: Language, renderer: Renderer, told: ToldDecision) -> Items:
        """Return the values of the moves of a decision."""
        context = render_context(told.table, self._emojis, told.seat, language=_)
        best = told.moves[0]
        made = next((each for each in told.moves if each.move == told.made), best)
        others = [each for each in told.moves if each is not made][:OTHERS]
        name, own = renderer.name_move, context.language
        who, chosen = context.name(told.seat), name(context, made.move)
        lines = [
            _("**The last decision of a turn that is over**"),
            _.label(who, f"**{chosen}** · {describe_worth(own, renderer.measure, made)}"),
            *(
                f"`{describe_worth(own, renderer.measure, each)}` {name(context, each.move)}"
                for each in others
            ),
            _(
                "-# Moves: {number}. The values are averages if everybody plays well from here: "
                "{accuracy}.",
                number=len(told.moves),
                accuracy=describe_accuracy(own, renderer.measure, best),
            ),
        ]
        return [SEPARATOR_LINE, text("\n".join(lines))]


def _promise(_: Language, table: Table, *, watching: bool) -> str:
    """Say what the spectator will get."""
    if table.status is not Status.PLAYING:
        return _("This game is over.")
    if not watching:
        return _("You are **not watching** any more, so I send you nothing.")
    return _(
        "You are **watching**. When the game ends, I send you its result card in one direct "
        "message. Nobody else sees that you watch."
    )


def _list_scores(renderer: Renderer, context: RenderContext) -> str:
    """Return the state of the game, and the scores so far, the highest first."""
    scores = renderer.scores(context.view)
    order = sorted(range(len(scores)), key=lambda seat: -scores[seat])
    lines = [f"`{scores[seat]}` {plain_name(context.names[seat])}" for seat in order]
    return "\n".join([f"-# {renderer.headline(context)}", *lines])


def _tell(_: Language, renderer: Renderer, table: Table) -> Items:
    """Say why no decision is shown."""
    if not can_assess(renderer.game.info.key):
        return []
    if table.status is not Status.PLAYING:
        return []
    return [text(_("-# The values of a decision appear here as soon as its turn is over."))]


def _offer(_: Language, table: Table, *, watching: bool) -> Items:
    back = back_button(_, table.id)
    if table.status is not Status.PLAYING:
        return rows([back])
    action, label = ("off", _("Stop watching")) if watching else ("on", _("Watch"))
    return rows(
        [
            PageButton.of(WATCH, "show", table.id, label=_("Look again")),
            PageButton.of(WATCH, action, table.id, label=label),
            back,
        ]
    )


COG = WatchingCog
