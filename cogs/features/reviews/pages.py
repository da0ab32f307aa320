"""The pages of the review of a finished game."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from cogs.display.art.charts import CHOICES, DICE, OTHERS, Leg, draw_game_course
from cogs.display.components import (
    BACK,
    REVIEW,
    PageButton,
    back_and_next,
    lead_back,
    select,
)
from cogs.display.pages.board import render_context, see_steps
from cogs.display.pages.more import NO_OFFERS, Offers, Scene
from cogs.display.table_text import POINT, format_amount
from cogs.interactions.content import Fragment, MessageContent, framed, picture
from cogs.interactions.parts import Component, Items, beside, rows, text
from engine.core import N_
from players.games import is_searched
from players.review import Cause, Unit, find_turning, has_decided, is_mistake

if TYPE_CHECKING:
    from cogs.display.emojis import Emojis
    from cogs.display.pages.renderer import RenderContext, Renderer
    from cogs.interactions.language import Language
    from engine.core import Seat
    from players.review import Decision, Review, SeatReview
    from records.replay import Replay
    from tables.model.table import Table

WORST: Final = 3
"""Limit on decisions listed as the costliest; each has a page with its board."""

PAGE: Final = 12
"""Decisions on a page."""

PERFECT: Final = 100
"""Accuracy of a player who gave nothing away."""

NOTHING: Final = {Unit.WIN: 0.005, Unit.POINTS: 0.05, Unit.AHEAD: 0.05}
"""Lowest cost that is shown, by unit."""

FAIRLY: Final = 50.0
"""Lowest accuracy for "fairly good".

A player who gave away less than a point gets at least this verdict.
"""

_PLAYED: Final = (
    (99.5, N_("**Perfect play.**")),
    (90, N_("**Very good play.**")),
    (75, N_("**Good play.**")),
    (FAIRLY, N_("**Fairly good play.**")),
    (0, N_("**Much given away.**")),
)
"""Verdicts, each with its lowest accuracy."""

_FAIR: Final = {Unit.WIN: 0.05, Unit.POINTS: 3.0, Unit.AHEAD: 3.0}
"""Luck below which the dice are called fair, by unit."""

_DICE: Final = {
    0: N_("The dice were **fair**."),
    1: N_("The dice were **kind**."),
    -1: N_("The dice were **unkind**."),
}
_CARDS: Final = {
    0: N_("Cards and rivals were **fair**."),
    1: N_("Cards and rivals were **kind**."),
    -1: N_("Cards and rivals were **unkind**."),
}
"""Sentences about the luck of a player, by its sign."""

_COLOURS: Final = {Cause.DICE: DICE, Cause.CHOICE: CHOICES, Cause.OTHERS: OTHERS}

_ABOUT: Final = {
    Unit.WIN: N_("chance to win"),
    Unit.POINTS: N_("points expected at the end"),
    Unit.AHEAD: N_("expected lead at the end, in points"),
}

_LEGEND: Final = {
    DICE: N_("🟦 own dice"),
    CHOICES: N_("🟧 given away"),
    OTHERS: N_("⬜ all the rest"),
}
"""Legend of the curve, by colour."""


class ReviewPage:
    """The pages about one seat of a finished game.

    Args:
        language: the reader's language.
        renderer: the renderer of the game.
        replay: the game, step by step.
        found: the game's review.
        seat: the seat whose decisions are shown.
        emojis: the bot's emojis.
        reader: the id of the reader, who is not named on the pages of their own seat.
        way: the way back to where the review was opened, for `lead_back`.
        ranked: a tuple with the accuracy by which a daily is ranked; empty for other games.
        offers: the buttons that other features add.
    """

    def __init__(  # noqa: PLR0917 - the review and its reader
        self,
        language: Language,
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
        self._language = language
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
        self._name = "" if person.id == reader else f"**{language.plain(person.name)}**"

    def render_summary(self) -> MessageContent:
        """Return what decided the game, the verdict, a chart, and the costliest decisions."""
        course = self._draw_course()
        worst = [self._tell_mistake(*each) for each in enumerate(self._worst)]
        decision = self._tell_decision()
        head = [text(decision)] if decision else []
        items = [*head, text("\n".join(self._sum_up())), *course.items, *worst]
        _ = self._language
        about = "" if self._name else _("how you played")
        return self._page(about, items, self._end_of_summary(), course)

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
        _ = self._language
        controls = back_and_next(_, page, pages, REVIEW, "all", *self._place)
        items: Items = [text("\n".join(lines) or _("There was nothing to choose."))]
        return self._page(_("all choices"), items, rows([*controls, self._back_to_summary()]))

    def render_decision(self, number: int) -> MessageContent:
        """Return the page of one of the worst decisions, numbered from 0, with its board."""
        number = min(max(number, 0), len(self._worst) - 1)
        if number < 0:
            return self.render_summary()
        decision = self._worst[number]
        context = self._find_context(decision)
        board, _ = self._renderer.still(context), self._language
        items = [
            *board.items,
            text(
                f"{self._compare(decision, context)}\n"
                f"{self._renderer.explain(context, (decision.best, decision.made))}"
            ),
        ]
        return self._page(
            _(
                "Choice {number} of the {all} that mattered most",
                number=number + 1,
                all=len(self._worst),
            ),
            items,
            self._step_on(number),
            board,
        )

    def _page(
        self, what: str, items: Items, controls: Items, shown: Fragment | None = None
    ) -> MessageContent:
        head = _name_review(self._language, self._table)
        about = " · ".join(filter(None, [self._name, what]))
        pictures = shown.pictures if shown else ()
        colour = self._renderer.accent
        return framed(colour, text(f"{head}\n-# {about}"), *items, *controls, pictures=pictures)

    def _sum_up(self) -> list[str]:
        """Say how well and how luckily the seat played, and how much it gave away."""
        verdict = f"{self._judge()} {self._sum_up_costs()}".strip()
        if self._accuracy is None:
            return [verdict]
        _, accuracy = self._language, round(self._accuracy)
        scale = _("-# 🎯 Accuracy {n} (100 is perfect, 0 is random)", n=accuracy)
        return [verdict, scale]

    def _tell_decision(self) -> str:
        """Say which choice or which luck decided the game, and why; empty if no single one did."""
        outcome, lone = self._table.outcome, render_context(self._table, self._emojis).lone
        turning = find_turning(self._review, outcome.winners, lone) if outcome else None
        if outcome is None or turning is None or not has_decided(turning, self._review, outcome):
            return ""
        step, _ = self._replay.step_before(turning.seq), self._language
        before = self._replay.at(step)
        viewer = turning.seat if before.game.info.hidden else None
        context = render_context(before, self._emojis, viewer, language=_)
        who, renderer, decision = context.name(turning.seat), self._renderer, turning.decision
        if decision is not None:
            made, best = (
                renderer.name_move(context, each.move) for each in (decision.made, decision.best)
            )
            said = _(
                "🎯 **What decided it:** {who} chooses **{made}**; **{best}** is better.",
                who=who,
                made=made,
                best=best,
            )
            why = renderer.explain(context, (decision.best, decision.made))
        else:
            said = (
                _("🎯 **What decided it:** luck. {who}", who=who)
                if turning.change > 0
                else _("🎯 **What decided it:** bad luck. {who}", who=who)
            )
            (thrown,) = see_steps(before.game, self._replay.made(step)[-1:], None)
            why = "".join((renderer.describe_step(context, thrown) or "").splitlines()[-1:])
        return f"{said}\n> {why}" if why else said

    def _judge(self) -> str:
        """Return the verdict in two sentences: "Good play. The dice were unkind."."""
        if not self._own.decisions:
            return ""
        accuracy = 100.0 if self._accuracy is None else self._accuracy
        if self._is_small(self._own.given_away):
            accuracy = max(accuracy, FAIRLY)
        played = next(words for least, words in _PLAYED if accuracy >= least)
        luck, unit, told = self._own.luck, self._review.luck_unit, _DICE
        if is_searched(self._table.game.info.key):
            luck, unit, told = self._own.sum_up(Cause.OTHERS), self._review.unit, _CARDS
        sign, _ = 0 if abs(luck) < _FAIR[unit] else 1 if luck > 0 else -1, self._language
        return f"{_(played)} {_(told[sign])}"

    def _sum_up_costs(self) -> str:
        """Say how many decisions cost something, and their total cost."""
        own, number, _ = self._own, len(self._own.decisions), self._language
        costly = sum(each.is_clear and not self._is_nothing(each) for each in own.decisions)
        if not number:
            return _("There was nothing to choose.")
        if costly:
            given = format_amount(_, own.given_away, self._review.unit)
            said = {"costly": costly, "all": number, "amount": given}
            if own.error:
                return _("Choices that clearly gave **{amount}** away: {costly} of {all}.", **said)
            return _("Choices that gave **{amount}** away: {costly} of {all}.", **said)
        if own.error:
            return _("No choice clearly gave anything away.")
        if own.accuracy is not None and round(own.accuracy) < PERFECT:
            return _("No choice gave much away.")
        return _("No choice gave anything away: perfect!")

    def _tell_mistake(self, number: int, decision: Decision) -> Component:
        """Return the situation, the move and a better one, with a button that shows the board."""
        context, _ = self._find_context(decision), self._language
        lay = self._renderer.show_choice(context)
        where = ("to", "worst", *self._place, number)
        return beside(
            f"**{number + 1}**  {lay}\n{self._compare(decision, context)}",
            PageButton.of(REVIEW, *where, label=_("Show {n}", n=number + 1)),
        )

    def _compare(self, decision: Decision, context: RenderContext) -> str:
        """Return lines with the move made, the best move, and the difference."""
        made, best = (
            self._renderer.show_move(context, each.move) for each in (decision.made, decision.best)
        )
        sign = "🟨" if self._is_small(decision.cost) else "❌"
        _, cost = self._language, self._format_cost(decision)
        return f"{sign} {made}\n✅ **{best}**\n{_('-# {amount} better', amount=cost)}"

    def _list_decision(self, decision: Decision) -> str:
        context = self._find_context(decision)
        if decision.is_clear and not self._is_nothing(decision):
            return self._compare(decision, context)
        made = self._renderer.show_move(context, decision.made.move)
        if self._is_nothing(decision):
            return f"✅ {made}"
        best = self._renderer.show_move(context, decision.best.move)
        _ = self._language
        return f"❔ {made}\n{_('-# Perhaps better: {move}; too close to call', move=best)}"

    def _find_context(self, decision: Decision) -> RenderContext:
        """Return the render context at a decision; in games with hidden hands, the seat's own."""
        table = self._replay.at(self._replay.step_before(decision.seq))
        viewer = self._seat if table.game.info.hidden else None
        return render_context(table, self._emojis, viewer, language=self._language)

    def _is_nothing(self, decision: Decision) -> bool:
        """Return whether a decision's cost is too small to mention."""
        return decision.cost < NOTHING[self._review.unit]

    def _is_small(self, away: float) -> bool:
        """Return whether an amount given away is shown as "less than a point"."""
        return self._review.unit is not Unit.WIN and away <= POINT

    def _format_cost(self, decision: Decision) -> str:
        """Return what a decision cost, in the unit of the review."""
        return format_amount(self._language, decision.cost, self._review.unit)

    def _draw_course(self) -> Fragment:
        """Return a picture of the seat's expected result during the game."""
        own, unit, _ = self._own, self._review.unit, self._language
        if not own.course:
            return Fragment([])
        numbers = {decision.seq + 1: number for number, decision in enumerate(self._worst, 1)}
        legs = tuple(
            Leg(
                _COLOURS[change.cause],
                change.value,
                numbers.get(change.seq, 0) if change.cause is Cause.CHOICE else 0,
            )
            for change in own.course
        )
        shown = {leg.colour for leg in legs}
        legend = [_(words) for colour, words in _LEGEND.items() if colour in shown]
        about = text(f"-# {' · '.join([_(_ABOUT[unit]), *legend])}")
        drawn = picture(
            "course",
            partial(draw_game_course, own.start, legs, percent=unit is Unit.WIN),
            self._describe_course(),
        )
        return Fragment([about, *drawn.items], drawn.pictures)

    def _describe_course(self) -> str:
        """Return the picture of the course in words."""
        own, unit, _ = self._own, self._review.unit, self._language
        figure, name = (
            _.percent if unit is Unit.WIN else _.number,
            self._table.seats[self._seat].name,
        )
        told = [
            _("{words}.", words=_.label(_.name(name), _(_ABOUT[unit]))),
            _(
                "A curve from {start} to {end}.",
                start=figure(own.start),
                end=figure(own.course[-1].value),
            ),
        ]
        if dice := own.sum_up(Cause.DICE):
            amount = format_amount(_, abs(dice), unit)
            told.append(
                _("The dice gave {amount}.", amount=amount)
                if dice > 0
                else _("The dice took {amount}.", amount=amount)
            )
        told.append(_("Given away: {amount}.", amount=format_amount(_, own.given_away, unit)))
        return " ".join(told)

    @property
    def _place(self) -> tuple[int, int, str]:
        """The arguments that the buttons of all pages of this seat share."""
        return self._table.id, self._seat, self._way

    def _end_of_summary(self) -> Items:
        """Return the menu of players, and the buttons below the summary."""
        every, _ = list[Component](), self._language
        if self._own.decisions:
            label = _("All choices")
            every.append(PageButton.of(REVIEW, "to", "all", *self._place, 1, label=label))
        back = lead_back(_, self._way, self._table.id)
        chosen = _choose_seat(_, self._table, self._seat, self._way)
        return [*chosen, *rows([*self._lead_on(), *every, *back])]

    def _lead_on(self) -> Items:
        """Return the buttons that other features add; empty unless the reader made mistakes."""
        missed = any(is_mistake(each.best, each.made) for each in self._worst)
        if self._name or not missed:
            return []
        scene = Scene(self._renderer, self._table, self._seat, language=self._language)
        return self._offers.at(REVIEW, scene)

    def _step_on(self, number: int) -> Items:
        """Return the buttons to the previous and the next decision, and to the summary."""
        last = len(self._worst) - 1

        def turn(how: str, label: str, wanted: int) -> Component:
            there = min(max(wanted, 0), last)
            to = (how, "worst", *self._place, there)
            return PageButton.of(REVIEW, *to, label=label, disabled=there != wanted)

        _ = self._language
        back = turn("back", f"◀ {_('Previous')}", number - 1)
        return rows([back, turn("on", f"{_('Next')} ▶", number + 1), self._back_to_summary()])

    def _back_to_summary(self) -> Component:
        return PageButton.of(REVIEW, "seat", *self._place, label=self._language(BACK))


def _name_review(_: Language, table: Table) -> str:
    return _("### {game}: review", game=_.title(table.game.info))


def _choose_seat(_: Language, table: Table, shown: Seat, way: str) -> Items:
    """Return the menu of players; empty for a game of one player."""
    if len(table.seats) < 2:
        return []
    options = [(str(seat), _.name(player.name)) for seat, player in enumerate(table.seats)]
    return rows([select(_("Who"), options, str(shown), REVIEW, "who", table.id, way)])


def render_pending(
    _: Language, renderer: Renderer, table: Table, way: str, *asked: str | int
) -> MessageContent:
    """Return the page shown while a review is computed.

    `asked`: the arguments of the button that looks for the review again.
    """
    again = PageButton.of(REVIEW, *asked, label=_("Look again"))
    return framed(
        renderer.accent,
        text(_name_review(_, table)),
        text(_("⏳ This review is being computed. Look again in half a minute.")),
        *rows([again, *lead_back(_, way, table.id)]),
    )
