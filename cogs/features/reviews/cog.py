"""Hints, and reviews of finished games.

A review is opened from the page behind ⋯, from the replay of the game, or from `/practice`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from cogs.app.feature_cog import FeatureCog
from cogs.app.services import Chore
from cogs.display.components import REPLAY, REVIEW, ActionButton, PageButton, read_number
from cogs.display.pages.more import Scene, Spot
from cogs.features.reviews.hint_pages import describe_spans, render_hint, tell_tip
from cogs.features.reviews.lessons import Lessons
from cogs.features.reviews.pages import ReviewPage, render_pending
from cogs.features.reviews.regrets import Hint, Hints, Regrets, gives_hints
from cogs.interactions.failures import UnknownControl
from cogs.interactions.interaction import person_of
from cogs.interactions.language import ENGLISH, Language
from cogs.interactions.parts import Items, text
from tables.model.errors import ReviewPending
from tables.model.table import Status

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cogs.app.client import DucksClient
    from cogs.app.services import Action, Show
    from cogs.display.components import Texts
    from cogs.interactions.content import MessageContent
    from cogs.interactions.responder import Responder
    from engine.core import Seat
    from tables.model.table import Table


REVIEW_REST: Final = 3.0
"""Pause after each review, as a multiple of its duration, so that reviews use at most a quarter of
a core."""


def offer_advice(scene: Scene) -> Items:
    """Return the hint button for a seat that is to act, or the review button after the game."""
    table, seat = scene.table, scene.seat
    if table.status is not Status.PLAYING:
        return offer_review(scene)
    if seat not in table.to_act or not (scene.renderer.has_hints and gives_hints(table)):
        return []
    return [ActionButton.of(table.id, "hint", f"💡 {scene.language('Hint')}")]


def offer_review(scene: Scene) -> Items:
    """Return the button to the review of a finished game, if its moves can be valued."""
    table = scene.table
    if table.status is not Status.FINISHED or table.state is None or not scene.renderer.has_hints:
        return []
    return [PageButton.of(REVIEW, "open", table.id, scene.way, label=scene.language("Review"))]


def mark_hinted(scene: Scene) -> Items:
    """Return words for a finished game in which a hint was shown."""
    return (
        [text(scene.language("with tips: unranked"))]
        if any(seat.hinted for seat in scene.table.seats)
        else []
    )


class ReviewCog(FeatureCog):
    """The pages of reviews. Only the person who asks sees them."""

    offers: ClassVar = {
        Spot.FIRST: offer_advice,
        Spot.ENDING: mark_hinted,
        REPLAY: offer_review,
    }

    def _list_pages(self) -> Mapping[str, Show]:
        return {REVIEW: self.show_page}

    def _list_actions(self) -> Mapping[str, Action]:
        return {"hint": self.show_hint}

    def _list_chores(self) -> Sequence[Chore]:
        return [Chore("reviewing games", self._review, once=True, away=True, long=True)]

    def __init__(self, client: DucksClient) -> None:
        super().__init__(client)
        self._regrets = Regrets(self._services.records.shared)
        self._hints = Hints(self._services.tables)
        show = self._services.publisher.add_tip
        self._lessons = Lessons(self._services.tables, show, self.write_tip)

    async def switch_on(self) -> None:
        """Add the accuracy over time to the statistics, and tips to first games."""
        await super().switch_on()
        self._services.stat_parts.append(self.tell_spans)
        self._services.publisher.teach_by(self._lessons)

    def write_tip(self, _: Language | None, tip: Hint) -> str:
        """Return a tip in two lines, by default in English."""
        renderer = self._services.renderers[tip.table.game.info.key]
        return tell_tip(_ or ENGLISH, renderer, tip, self._services.emojis)

    async def tell_spans(self, _: Language, guild: int | None, person_id: int, game: str) -> str:
        """Say how accurate a person's decisions in a game were, lately and before."""
        return describe_spans(_, game, await self._regrets.spans(guild, person_id, game))

    async def _review(self) -> None:
        """Review the finished games that have no review yet."""
        await self._regrets.catch_up(self._services.tables.reviews.find_regrets, REVIEW_REST)

    async def show_hint(self, responder: Responder, table_id: int, *, number: int | None) -> None:
        """Show a hint on the page behind ⋯."""
        if number is not None:
            raise UnknownControl
        click, services = responder.interaction, self._services
        hint = await self._hints.give(table_id, person_of(click), click=click.id)
        renderer = services.renderers[hint.table.game.info.key]
        page = render_hint(responder.language, renderer, hint, services.emojis)
        board = hint.table.drawn_for(hint.seat)
        await services.publisher.show_private(
            responder, hint.table, lambda now: page if now.drawn_for(hint.seat) == board else None
        )

    async def show_page(self, responder: Responder, args: Texts, values: Texts) -> None:
        """Open a review, or show another seat, a page of all decisions, or one decision's board."""
        match args, values:
            case ("open", table_id, way), ():
                shown = await self._open(responder, table_id, way)
            case (("who", table_id, way), (seat,)) | (("seat", table_id, seat, way), ()):
                shown = await self._open(responder, table_id, way, seat)
            case (_, "all", table_id, seat, way, page), ():
                shown = await self._open(responder, table_id, way, seat, page=page)
            case (_, "worst", table_id, seat, way, number), ():
                shown = await self._open(responder, table_id, way, seat, worst=number)
            case _:
                raise UnknownControl
        await responder.send_page(shown)

    async def _open(
        self,
        responder: Responder,
        table_id: str,
        way: str,
        seat: str = "",
        *,
        page: str = "",
        worst: str = "",
    ) -> MessageContent:
        """Return a page of a seat: all decisions, one of the costliest, or the summary."""
        click, services = responder.interaction, self._services
        table = await services.permissions.find_table(click, read_number(table_id))
        place = table.id, table.server_id
        replay = await services.records.replays.read(*place)
        shown = read_number(seat) if seat else _find_own(table, click.user.id)
        if shown not in range(len(table.seats)):
            raise UnknownControl
        renderer = services.renderers[table.game.info.key]
        try:
            found = await services.tables.reviews.get(*place)
            ranked = (await services.private.find_accuracy(table.id),) if table.private else ()
        except ReviewPending:
            asked = _name_page(table.id, shown, way, page, worst)
            return render_pending(responder.language, renderer, table, way, *asked)
        if found is None:
            raise UnknownControl
        person = click.user.id
        reader = services.emojis, person, way, ranked, services.offers
        pages = ReviewPage(responder.language, renderer, replay, found, shown, *reader)
        if page:
            return pages.render_decisions(read_number(page))
        return pages.render_decision(read_number(worst)) if worst else pages.render_summary()


def _name_page(table_id: int, seat: Seat, way: str, page: str, worst: str) -> tuple[str | int, ...]:
    """Return the arguments of a button to all decisions, one of the worst, or the summary."""
    if page:
        return "to", "all", table_id, seat, way, read_number(page)
    if worst:
        return "to", "worst", table_id, seat, way, read_number(worst)
    return "seat", table_id, seat, way


def _find_own(table: Table, person_id: int) -> Seat:
    """Return the seat of a person; for a spectator, the seat of the first winner."""
    seat = table.seat_of(person_id)
    if seat is not None:
        return seat
    return table.outcome.winners[0] if table.outcome else 0


COG = ReviewCog
