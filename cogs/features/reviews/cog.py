"""The review of a finished game, by a button on its final board and in its replay."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

from cogs.app.feature_cog import FeatureCog
from cogs.app.services import Chore, Ranking
from cogs.display.art.charts import CHOICES, DICE, OTHERS, Leg, draw_game_course
from cogs.display.components import (
    BACK,
    REPLAY,
    REVIEW,
    ActionButton,
    PageButton,
    back_and_next,
    lead_back,
    read_number,
    select,
)
from cogs.display.pages.board import render_context, reveal_hand
from cogs.display.pages.more import NO_OFFERS, Offers, Scene, Spot
from cogs.display.table_text import POINT, format_amount
from cogs.features.reviews.hint_pages import (
    describe_decision,
    describe_spans,
    explain_board,
    render_hint,
    to_line,
)
from cogs.features.reviews.regrets import Hints, Regrets, TurnHints, gives_hints
from cogs.interactions.content import Fragment, MessageContent, framed, picture
from cogs.interactions.failures import UnknownControl
from cogs.interactions.interaction import person_of
from cogs.interactions.language import ENGLISH, clean_name, count, plain_name
from cogs.interactions.parts import Component, Items, beside, menu_option, rows, text
from engine.core import N_
from players.games import is_searched
from players.review import Cause, Unit, is_mistake
from records.values import Board, Line
from tables.model.errors import ReviewPending
from tables.model.table import Status
from tables.thinking import can_review

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cogs.app.client import DucksClient
    from cogs.app.services import Action, Show
    from cogs.display.components import Texts
    from cogs.display.emojis import Emojis
    from cogs.display.pages.more import Tell
    from cogs.display.pages.renderer import RenderContext, Renderer
    from cogs.interactions.language import Language
    from cogs.interactions.responder import Responder
    from engine.core import Seat
    from players.review import Decision, Review, SeatReview
    from records.replay import Replay
    from records.values import Period
    from tables.model.table import Table
    from tables.storage.finished import FinishedTable
    from tables.thinking import Regret


# The pages of the review of a finished game.

WORST: Final = 3
"""Decisions shown on the board."""

PAGE: Final = 12
"""Decisions on a page."""

SCALE: Final = "100 is perfect, 0 is random"
"""The scale of accuracies, in words."""

PERFECT: Final = 100
"""Accuracy of a player who gave nothing away."""

NOTHING: Final = {Unit.WIN: 0.005, Unit.POINTS: 0.05, Unit.AHEAD: 0.05}
"""Lowest cost that is shown, by unit."""

FAIRLY: Final = 50.0
"""Lowest accuracy for the verdict on a player who gave away less than a point."""

_PLAYED: Final = (
    (99.5, "played perfectly"),
    (90, "played very well"),
    (75, "played well"),
    (FAIRLY, "played fairly well"),
    (0, "gave much away"),
)
"""Verdicts, each after the lowest accuracy for it."""

_FAIR: Final = {Unit.WIN: 0.05, Unit.POINTS: 3.0, Unit.AHEAD: 3.0}
"""Luck below which the dice are called fair, by unit."""

_COLOURS: Final = {Cause.DICE: DICE, Cause.CHOICE: CHOICES, Cause.OTHERS: OTHERS}

_ABOUT: Final = {
    Unit.WIN: "chance to win",
    Unit.POINTS: "points expected at the end",
    Unit.AHEAD: "expected lead at the end, in points",
}

_LEGEND: Final = {DICE: "🟦 own dice", CHOICES: "🟧 given away", OTHERS: "⬜ all the rest"}
"""Words for the lines of the curve."""


class ReviewPage:
    """The pages about one seat of a finished game.

    Args:
        renderer: of the game.
        replay: the game, step by step.
        found: its review.
        seat: the seat whose decisions are shown.
        emojis: the pictures.
        reader: the id of the reader, who is called "you" on the pages of their own seat.
        way: the way back to where the review was opened, for `lead_back`.
        ranked: a tuple of the accuracy that ranks a challenge; empty for other games.
        offers: what other features add.
    """

    def __init__(  # noqa: PLR0917 - a review and its reader
        self,
        renderer: Renderer,
        replay: Replay,
        found: Review,
        seat: Seat,
        emojis: Emojis,
        reader: int = 0,
        way: str = "",
        ranked: tuple[float | None, ...] = (),
        offers: Offers = NO_OFFERS,
    ) -> None:
        self._renderer = renderer
        self._replay = replay
        self._table = replay.table
        self._review = found
        self._seat = seat
        self._own: SeatReview = found.seats[seat]
        (self._accuracy,) = ranked or (self._own.accuracy,)
        worst = self._own.find_worst(WORST)
        self._worst = tuple(each for each in worst if not self._is_nothing(each))
        self._emojis = emojis
        self._way = way
        self._offers = offers
        person = self._table.seats[seat].person
        self._name = "you" if person.id == reader else f"**{plain_name(person.name)}**"

    def render_summary(self) -> MessageContent:
        """Return the verdict, a chart of the game, and the costliest decisions."""
        course = self._draw_course()
        worst = [self._tell_mistake(*each) for each in enumerate(self._worst)]
        items = [text("\n".join(self._sum_up())), *course.items, *worst]
        return self._page("how", items, self._end_of_summary(), course)

    def render_decisions(self, page: int) -> MessageContent:
        """Return a page of all decisions in order, each with its cost."""
        found = self._own.decisions
        pages = max(1, -(-len(found) // PAGE))
        page = min(max(page, 1), pages)
        shown = found[PAGE * (page - 1) : PAGE * page]
        lines, before = list[str](), ""
        for decision in shown:
            now = self._renderer.headline(self._find_context(decision))
            lines += [f"-# {now}"] if now != before else []
            lines.append(self._list_decision(decision))
            before = now
        controls = back_and_next(ENGLISH, page, pages, REVIEW, "all", *self._place)
        items: Items = [text("\n".join(lines) or "There was nothing to choose.")]
        return self._page("all choices", items, rows([*controls, self._back_to_summary()]))

    def render_decision(self, number: int) -> MessageContent:
        """Return one of the worst decisions, numbered from 0, on the board of that moment."""
        number = min(max(number, 0), len(self._worst) - 1)
        if number < 0:
            return self.render_summary()
        decision = self._worst[number]
        step, context = self._replay.step_before(decision.seq), self._find_context(decision)
        board, table = self._renderer.still(context), self._replay.at(step)
        hand = reveal_hand(ENGLISH, self._renderer, table, self._emojis, self._seat)
        items = [
            *board.items,
            *hand.items,
            text(
                f"{self._compare(decision, context)}\n"
                f"{self._renderer.explain(context, (decision.best, decision.made))}"
            ),
        ]
        return self._page(
            f"{number + 1} of the {len(self._worst)} that mattered most",
            items,
            self._step_on(number),
            Fragment([], (*board.pictures, *hand.pictures)),
        )

    def _page(
        self, what: str, items: Items, controls: Items, shown: Fragment | None = None
    ) -> MessageContent:
        table = self._table
        head = f"### {table.game.info.title}, review\n-# "
        about = f"how {self._name} played" if what == "how" else f"{self._name}: {what}"
        pictures = shown.pictures if shown else ()
        colour = self._renderer.accent
        return framed(colour, text(head + about), *items, *controls, pictures=pictures)

    def _sum_up(self) -> list[str]:
        """Say how well and how luckily the seat played, and how much it gave away."""
        verdict = f"{self._judge()} {self._sum_up_costs()}".strip()
        if self._accuracy is None:
            return [verdict]
        return [verdict, f"-# 🎯 Accuracy {self._accuracy:.0f} ({SCALE})"]

    @property
    def _subject(self) -> str:
        """The player, as the subject of a sentence."""
        return "You" if self._name == "you" else self._name

    def _judge(self) -> str:
        """Return the verdict in a sentence: "You played well; the dice were unkind."."""
        if not self._own.decisions:
            return ""
        accuracy = 100.0 if self._accuracy is None else self._accuracy
        if self._is_small(self._own.given_away):
            accuracy = max(accuracy, FAIRLY)
        played = next(words for least, words in _PLAYED if accuracy >= least)
        who = self._subject
        luck, unit, fate = self._own.luck, self._review.luck_unit, "the dice"
        if is_searched(self._table.game.info.key):
            luck, unit, fate = self._own.sum_up(Cause.OTHERS), self._review.unit, "cards and rivals"
        were = "fair" if abs(luck) < _FAIR[unit] else "kind" if luck > 0 else "unkind"
        return f"{who} **{played}**; {fate} were **{were}**."

    def _sum_up_costs(self) -> str:
        """Say how many decisions cost something, and how much together."""
        own, number = self._own, len(self._own.decisions)
        costly = sum(each.is_clear and not self._is_nothing(each) for each in own.decisions)
        if not number:
            return "There was nothing to choose."
        clearly = "clearly " if own.error else ""
        if costly:
            away = format_amount(ENGLISH, own.given_away, self._review.unit)
            return f"{costly} of {count(number, 'choice')} {clearly}gave away **{away}**."
        if own.error:
            return f"None of {count(number, 'choice')} clearly gave anything away."
        if own.accuracy is not None and round(own.accuracy) < PERFECT:
            return f"None of {count(number, 'choice')} gave much away."
        return f"None of {count(number, 'choice')} gave anything away: perfect!"

    def _tell_mistake(self, number: int, decision: Decision) -> Component:
        """Return the situation, the move and a better one, with a button that shows the board."""
        context = self._find_context(decision)
        lay = self._renderer.show_choice(context)
        where = ("to", "worst", *self._place, number)
        return beside(
            f"**{number + 1}**  {lay}\n{self._compare(decision, context)}",
            PageButton.of(REVIEW, *where, label=f"Show {number + 1}"),
        )

    def _compare(self, decision: Decision, context: RenderContext) -> str:
        """Return lines with the move made, the best move, and the difference."""
        made, best = (
            self._renderer.show_move(context, each.move) for each in (decision.made, decision.best)
        )
        sign = "🟨" if self._is_small(decision.cost) else "❌"
        return f"{sign} {made}\n✅ **{best}**\n-# {self._format_cost(decision)} better"

    def _list_decision(self, decision: Decision) -> str:
        context = self._find_context(decision)
        if decision.is_clear and not self._is_nothing(decision):
            return self._compare(decision, context)
        made = self._renderer.show_move(context, decision.made.move)
        if self._is_nothing(decision):
            return f"✅ {made}"
        best = self._renderer.show_move(context, decision.best.move)
        return f"❔ {made}\n-# Perhaps better: {best}; too close to call"

    def _find_context(self, decision: Decision) -> RenderContext:
        """Return the view at a decision; in games with hidden hands, that of the seat."""
        table = self._replay.at(self._replay.step_before(decision.seq))
        viewer = self._seat if table.game.info.hidden else None
        return render_context(table, self._emojis, viewer)

    def _is_nothing(self, decision: Decision) -> bool:
        """Return whether a decision's cost is too small to mention."""
        return decision.cost < NOTHING[self._review.unit]

    def _is_small(self, away: float) -> bool:
        """Return whether a loss is shown as less than a point."""
        return self._review.unit is not Unit.WIN and away <= POINT

    def _format_cost(self, decision: Decision) -> str:
        """Return what a decision cost, in the unit of the review."""
        return format_amount(ENGLISH, decision.cost, self._review.unit)

    def _draw_course(self) -> Fragment:
        """Return a picture of the seat's expected result during the game."""
        own, unit = self._own, self._review.unit
        if not own.course:
            return Fragment([])
        marks = {decision.seq + 1: number for number, decision in enumerate(self._worst, 1)}
        legs = tuple(
            Leg(
                _COLOURS[change.cause],
                change.value,
                marks.get(change.seq, 0) if change.cause is Cause.CHOICE else 0,
            )
            for change in own.course
        )
        title = f"{clean_name(self._table.seats[self._seat].name)}: {_ABOUT[unit]}"
        shown = {leg.colour for leg in legs}
        legend = [words for colour, words in _LEGEND.items() if colour in shown]
        about = text(f"-# {' · '.join([_ABOUT[unit], *legend])}")
        end, dice = own.course[-1].value, own.sum_up(Cause.DICE)
        figure = "{:.0%}".format if unit is Unit.WIN else "{:.0f} points".format
        gave = (
            f"the dice {'gave' if dice > 0 else 'took'} {format_amount(ENGLISH, abs(dice), unit)}, "
        )
        drawn = picture(
            "course",
            partial(draw_game_course, own.start, legs, percent=unit is Unit.WIN),
            f"{title}. A curve from {figure(own.start)} to {figure(end)}; {gave * bool(dice)}given "
            f"away: {format_amount(ENGLISH, own.given_away, unit)}.",
        )
        return Fragment([about, *drawn.items], drawn.pictures)

    @property
    def _place(self) -> tuple[int, int, str]:
        """The arguments that the buttons of all pages of this seat share."""
        return self._table.id, self._seat, self._way

    def _end_of_summary(self) -> Items:
        """Return the menu of players, and the buttons below the summary."""
        every: Items = []
        if self._own.decisions:
            every.append(PageButton.of(REVIEW, "to", "all", *self._place, 1, label="All choices"))
        back = lead_back(ENGLISH, self._way, self._table.id)
        chosen = _choose_seat(self._table, self._seat, self._way)
        return [*chosen, *rows([*self._lead_on(), *every, *back])]

    def _lead_on(self) -> Items:
        """Return the buttons that features add for readers with mistakes of their own."""
        missed = any(is_mistake(each.best, each.made) for each in self._worst)
        if self._name != "you" or not missed:
            return []
        return self._offers.at(REVIEW, Scene(self._renderer, self._table, self._seat))

    def _step_on(self, number: int) -> Items:
        """Return the buttons to the other decisions, and back."""
        last = len(self._worst) - 1

        def turn(how: str, label: str, wanted: int) -> Component:
            there = min(max(wanted, 0), last)
            to = (how, "worst", *self._place, there)
            return PageButton.of(REVIEW, *to, label=label, disabled=there != wanted)

        turns = turn("back", "◀ Previous", number - 1), turn("on", "Next ▶", number + 1)
        return rows([*turns, self._back_to_summary()])

    def _back_to_summary(self) -> Component:
        return PageButton.of(REVIEW, "seat", *self._place, label=BACK)


def _choose_seat(table: Table, shown: Seat, way: str) -> Items:
    """Return the menu of players; nothing for a game of one."""
    if len(table.seats) < 2:
        return []
    options = [
        (str(seat), f"How {clean_name(player.name)} played")
        for seat, player in enumerate(table.seats)
    ]
    return rows([select("Who", options, str(shown), REVIEW, "who", table.id, way)])


def render_pending(renderer: Renderer, table: Table, way: str, *asked: str | int) -> MessageContent:
    """Return the page shown while a review is being computed; `asked`: the page wanted."""
    again = PageButton.of(REVIEW, *asked, label="Look again")
    return framed(
        renderer.accent,
        text(f"### {table.game.info.title}, review"),
        text("⏳ This review is being computed. Look again in half a minute."),
        *rows([again, *lead_back(ENGLISH, way, table.id)]),
    )


REVIEW_REST: Final = 3.0
"""Pause after each review, as a multiple of its duration. It limits reviews to a quarter of a core,
however many games have ended."""


def offer_advice(scene: Scene) -> Items:
    """Return the hint button for a seat that is to act, or the review button after the game."""
    table, seat = scene.table, scene.seat
    if table.status is not Status.PLAYING:
        return offer_review(scene)
    if seat not in table.to_act or not (scene.renderer.has_hints and gives_hints(table)):
        return []
    return [ActionButton.of(table.id, "hint", "💡 Hint")]


def offer_review(scene: Scene) -> Items:
    """Return the button to the review of a finished game, if its moves can be valued."""
    table = scene.table
    if table.status is not Status.FINISHED or table.state is None or not scene.renderer.has_hints:
        return []
    return [PageButton.of(REVIEW, "open", table.id, scene.way, label="Review")]


def offer_hints(scene: Scene) -> Items:
    """Return the menu option to agree to hints, at tables of several people."""
    if not scene.renderer.has_hints or len(scene.table.people) < 2:
        return []
    label, words = "💡 Hints: agree, or no longer", "They are given if everybody agrees"
    return [menu_option(label=label, value="hints", description=words)]


def describe_hints(scene: Scene) -> Items:
    """Say how many people have agreed to hints, if anybody has, at tables of several."""
    people = scene.table.people
    agree = sum(each.agrees for each in people)
    if not agree or len(people) < 2:
        return []
    how = "on" if gives_hints(scene.table) else f"{agree} of {len(people)} agree"
    return [text(f"Hints: {how}")]


def count_hints(scene: Scene) -> Items:
    """Say how many hints each player was shown in a finished game."""
    seats = scene.table.seats
    shown = [f"**{plain_name(seat.name)}** {seat.hints}" for seat in seats if seat.hints]
    return [text(f"-# Hints shown: {', '.join(shown)}")] if shown else []


class ReviewCog(FeatureCog):
    """The pages of reviews. Only the person who asks sees them."""

    offers: ClassVar = {
        Spot.FIRST: offer_advice,
        Spot.HELP: offer_hints,
        Spot.SETTLED: describe_hints,
        Spot.ENDING: count_hints,
        REPLAY: offer_review,
    }
    acts: ClassVar = {"hints": TurnHints}

    def _list_pages(self) -> Mapping[str, Show]:
        return {REVIEW: self.show_page}

    def _list_tells(self) -> Mapping[str, Tell]:
        return {Spot.BELOW: self.tell_decision}

    async def tell_decision(self, table: Table) -> Items:
        """Return what decided a game, once its review exists."""
        found = self._services.tables.reviews.peek(table.id)
        if found is None:
            return []
        services = self._services
        replay = await services.records.replays.read(table.id, table.server_id)
        renderer = services.renderers[table.game.info.key]
        said = describe_decision(renderer, replay, found, services.emojis)
        return [text(said)] if said else []

    def _list_actions(self) -> Mapping[str, Action]:
        return {"hint": self.show_hint, "compare": self.compare_moves}

    def _list_chores(self) -> Sequence[Chore]:
        return [Chore("weighing decisions", self._review, once=True, away=True, long=True)]

    def __init__(self, client: DucksClient) -> None:
        super().__init__(client)
        self._regrets = Regrets(self._services.records.shared)
        self._hints = Hints(self._services.tables)

    async def switch_on(self) -> None:
        """Add the leaderboard of best choices, and their course over time to the statistics."""
        await super().switch_on()
        board = Ranking("regret", N_("By best choices"), can_review, explain_board, self.read_board)
        self._services.rankings.append(board)
        self._services.stat_parts.append(self.tell_spans)

    async def read_board(
        self, _: Language, guild: int | None, game: str, period: Period, page: int, asker: int
    ) -> Board[Line]:
        """Return a page of the leaderboard of best choices."""
        board = await self._regrets.page(guild, game, period, page, asker)
        own, above = board.own and to_line(_, board.own), board.above and to_line(_, board.above)
        lines = tuple(to_line(_, row) for row in board.rows)
        return Board(lines, board.page, board.pages, board.players, own, board.since, above)

    async def tell_spans(self, _: Language, guild: int | None, person_id: int, game: str) -> str:
        """Say how much a person's decisions in a game gave away, lately and before."""
        return describe_spans(_, game, await self._regrets.spans(guild, person_id, game))

    async def _review(self) -> None:
        """Review games that have ended."""
        await self._regrets.catch_up(self._weigh, REVIEW_REST)

    async def _weigh(self, table: FinishedTable) -> tuple[Regret, ...] | None:
        """Return what decisions cost, and add to the final board what decided the game."""
        found = await self._services.tables.reviews.find_regrets(table)
        if found:
            self._services.publisher.tell_decision(table.row.id)
        return found

    async def show_hint(self, responder: Responder, table_id: int, *, number: int | None) -> None:
        """Show a hint on the page behind ⋯."""
        if number is not None:
            raise UnknownControl
        await self._show_hint(responder, table_id)

    async def compare_moves(
        self, responder: Responder, table_id: int, *, number: int | None
    ) -> None:
        """Compare all moves on the page of the hint; `number` names the hint's board."""
        if number is None:
            raise UnknownControl
        await self._show_hint(responder, table_id, number)

    async def _show_hint(
        self, responder: Responder, table_id: int, compared: int | None = None
    ) -> None:
        """Show a hint; `compared`: the number of its board, to compare all moves."""
        click, services = responder.interaction, self._services
        person = person_of(click)
        hint = await self._hints.give(table_id, person, seen=compared, click=click.id)
        renderer = services.renderers[hint.table.game.info.key]
        page = render_hint(renderer, hint, services.emojis, compared=compared is not None)
        await services.publisher.show_private(responder, hint.table, page)

    async def show_page(self, responder: Responder, args: Texts, values: Texts) -> None:
        """Open a review; show another seat, a page of all decisions, or one on the board."""
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
            ranked = (await services.challenges.find_accuracy(table.id),) if table.challenge else ()
        except ReviewPending:
            return render_pending(
                renderer, table, way, *_name_page(table.id, shown, way, page, worst)
            )
        if found is None:
            raise UnknownControl
        person = click.user.id
        reader = services.emojis, person, way, ranked, services.offers
        pages = ReviewPage(renderer, replay, found, shown, *reader)
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
    """Return the seat of a person; of a spectator, the first winner's."""
    seat = table.seat_of(person_id)
    if seat is not None:
        return seat
    return table.outcome.winners[0] if table.outcome else 0


COG = ReviewCog
