"""What the review of a finished game looks like.

There is a summary for each seat, a list of its decisions, and a page with the board for each of
those that mattered most.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from cogs.commands.records.replay_page import render_hand
from cogs.display.art.course import CHOICES, DICE, OTHERS, Leg, draw_course
from cogs.display.controls.components import PageButton
from cogs.display.controls.paging import EVERYBODY, REPLAY, REVIEW, back_and_next, select
from cogs.display.pages.context import render_context
from cogs.display.words.amounts import format_amount
from cogs.interactions.content import Fragment, MessageContent, framed, picture
from cogs.interactions.names import clean_name, count, plain_name
from cogs.interactions.parts import Items, Part, drop_controls, rows, text
from players import is_searched
from players.coach.review import Cause, Unit

if TYPE_CHECKING:
    from cogs.display.pages.renderer import RenderContext, Renderer
    from cogs.display.words.emojis import Emojis
    from engine.core import Seat
    from players.coach.review import Decision, Review, SeatReview
    from records.boards.replay import Replay
    from tables.model.table import Table

WORST: Final = 3
"""How many decisions are shown on the board."""

PAGE: Final = 12
"""How many decisions are on a page."""

SCALE: Final = "The best moves make 100, moves at random 0."
"""What an accuracy is measured by."""

NOTHING: Final = 0.0005
"""An estimated cost below it is nothing."""

_COLOURS: Final = {Cause.DICE: DICE, Cause.CHOICE: CHOICES, Cause.OTHERS: OTHERS}

_ABOUT: Final = {
    Unit.WIN: "chance to win",
    Unit.POINTS: "points expected at the end",
    Unit.AHEAD: "points ahead at the end, as expected",
}


class ReviewPage:
    """The pages about one seat of a finished game.

    Args:
        renderer: of the game.
        replay: the game, step by step.
        found: its review.
        seat: whose decisions are shown.
        emojis: the pictures.
    """

    def __init__(
        self, renderer: Renderer, replay: Replay, found: Review, seat: Seat, emojis: Emojis
    ) -> None:
        self._renderer = renderer
        self._replay = replay
        self._table = replay.table
        self._review = found
        self._seat = seat
        self._own: SeatReview = found.seats[seat]
        worst = self._own.find_worst(WORST)
        self._worst = tuple(each for each in worst if not self._is_nothing(each))
        self._emojis = emojis
        self._name = f"**{plain_name(self._table.seats[seat].person.name)}**"

    def render_summary(self) -> MessageContent:
        """Return accuracy, luck, the course as a picture, and what mattered most."""
        course = self._draw_course()
        items = [*course.items, text("\n".join(self._sum_up())), *self._tell_worst()]
        return self._page("how", items, self._end_of_summary(), course)

    def render_decisions(self, page: int) -> MessageContent:
        """Return a page of all decisions with what each cost, in order."""
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
        controls = back_and_next(page, pages, REVIEW, "all", self._table.id, self._seat)
        items: Items = [text("\n".join(lines) or "Nothing was to decide.")]
        return self._page("all decisions", items, rows([*controls, self._back_to_summary()]))

    def render_decision(self, number: int) -> MessageContent:
        """Return one of those that mattered most, from 0, on the board as it was."""
        number = min(max(number, 0), len(self._worst) - 1)
        if number < 0:
            return self.render_summary()
        decision = self._worst[number]
        step, context = self._replay.step_before(decision.seq), self._find_context(decision)
        board, name = self._renderer.board(context), self._renderer.name_move
        table = self._replay.at(step)
        hand = render_hand(self._renderer, table, self._emojis, self._seat)
        items = [
            *drop_controls(board.items),
            *hand.items,
            text(
                f"❌ {self._name} chose **{name(context, decision.made.move)}**.\n"
                f"✅ Better: **{name(context, decision.best.move)}**\n"
                f"{self._renderer.explain(context, (decision.best, decision.made))}\n"
                f"-# It cost {self._format_cost(decision)}."
            ),
        ]
        return self._page(
            f"{number + 1} of the {len(self._worst)} that mattered most",
            items,
            self._step_on(number, step),
            Fragment([], (*board.pictures, *hand.pictures)),
        )

    def _page(
        self, what: str, items: Items, controls: Items, shown: Fragment | None = None
    ) -> MessageContent:
        table = self._table
        head = f"### {table.game.info.title}, review\n-# table #{table.id} · "
        about = f"how {self._name} played" if what == "how" else f"{self._name}: {what}"
        pictures = shown.pictures if shown else ()
        colour = self._renderer.accent
        return framed(colour, text(head + about), *items, *controls, pictures=pictures)

    def _sum_up(self) -> list[str]:
        """Say how well the seat played, and what its dice gave."""
        own, lines = self._own, list[str]()
        if own.accuracy is not None:
            lines.append(f"🎯 **Accuracy: {own.accuracy:.0f}.** {SCALE}")
        lines += [self._sum_up_costs(), self._sum_up_luck()]
        if not self._review.exact:
            off = self._format(self._review.off or 0.0)
            lines.append(f"-# {_ESTIMATES[self._table.game.info.key].format(off)}")
        known = any(each.made.win is not None for each in own.decisions)
        if known and self._review.unit is Unit.POINTS:
            lines.append(f"-# In the last round, a win counts as {len(self._review.seats)} points.")
        if self._review.luck_unit is not self._review.unit:
            lines.append(f"-# {_LUCK.format(*_CHANCES[self._table.game.info.key])}")
        return lines

    def _sum_up_costs(self) -> str:
        """Say how many decisions gave something away, and how much in all."""
        own, number = self._own, len(self._own.decisions)
        costly = sum(each.is_clear and not self._is_nothing(each) for each in own.decisions)
        if not number:
            return "Nothing was to decide."
        clearly = "clearly " if own.error else ""
        if costly > 1:
            away = format_amount(own.given_away, self._review.unit, own.error)
            return f"{costly} of {count(number, 'decision')} {clearly}gave away **{away}** in all."
        if costly:
            return f"One of {count(number, 'decision')} {clearly}gave something away."
        if own.error:
            return f"In {count(number, 'decision')} nothing was clearly given away."
        return f"Nothing given away in {count(number, 'decision')}: perfect!"

    def _sum_up_luck(self) -> str:
        """Say what the dice gave; where there are none, what cards and the others did."""
        if is_searched(self._table.game.info.key):
            change = self._own.sum_up(Cause.OTHERS)
            return f"🃏 Cards and the other players {_give(change, self._review.unit)}."
        luck, unit = self._own.luck, self._review.luck_unit
        if format_amount(abs(luck), unit) == format_amount(0.0, unit):
            return "🎲 The dice were neither lucky nor unlucky."
        word = "lucky" if luck > 0 else "unlucky"
        if unit is self._review.unit:
            return f"🎲 The dice were {word}: they {_give(luck, unit)}."
        games = max(round(100 * abs(luck)), 1)
        less = "fewer" if luck > 0 else "more"
        return f"🎲 The dice were {word}: average ones win {games} {less} of 100 such games."

    def _tell_worst(self) -> Items:
        """Name the decisions that mattered most."""
        lines = [
            f"`{number}` {self._list_decision(decision)}"
            for number, decision in enumerate(self._worst, 1)
        ]
        return [text("\n".join(["**What mattered most**", *lines]))] if lines else []

    def _list_decision(self, decision: Decision) -> str:
        """Return a decision in one or two lines."""
        context, name = self._find_context(decision), self._renderer.name_move
        made = name(context, decision.made.move)
        if self._is_nothing(decision):
            return f"✅ {made}"
        best = name(context, decision.best.move)
        if decision.is_clear:
            return f"❌ {made} cost **{self._format_cost(decision)}**\n-# Better: {best}"
        cost = self._format_cost(decision)
        return f"❔ {made} cost {cost}: too close to call\n-# Perhaps better: {best}"

    def _find_context(self, decision: Decision) -> RenderContext:
        """Return what was seen when a decision was made; of a hidden hand, what its owner saw."""
        table = self._replay.at(self._replay.step_before(decision.seq))
        viewer = self._seat if table.game.info.hidden else None
        return render_context(table, self._emojis, viewer)

    def _is_nothing(self, decision: Decision) -> bool:
        """Return whether a decision cost nothing that is worth telling."""
        return decision.cost < (0.005 if self._review.unit is not Unit.WIN else NOTHING)

    def _format_cost(self, decision: Decision) -> str:
        """Return what a decision cost, in the unit of the review: so costs can be compared."""
        return format_amount(decision.cost, self._review.unit, decision.error)

    def _format(self, value: float) -> str:
        """Return an amount in the unit of the game."""
        return format_amount(value, self._review.unit)

    def _draw_course(self) -> Fragment:
        """Return the picture of what the seat could hope for."""
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
        title = f"{clean_name(self._table.seats[self._seat].person.name)}: {_ABOUT[unit]}"
        end, dice = own.course[-1].value, own.sum_up(Cause.DICE)
        shown = self._format if unit is Unit.WIN else "{:.1f} points".format
        return picture(
            "course",
            partial(draw_course, title, own.start, legs, percent=unit is Unit.WIN),
            f"{title}. A curve from {shown(own.start)} to {shown(end)}; "
            f"{f'dice {_give(dice, unit)}, '.replace('*', '') if dice else ''}given away "
            f"{self._format(own.given_away)}.",
        )

    def _end_of_summary(self) -> Items:
        """Return what leads on from the summary."""
        return [*self._lead_to_worst(), *_choose_seat(self._table, self._seat)]

    def _lead_to_worst(self) -> Items:
        """Return the buttons to what mattered most, and to all decisions."""
        buttons: Items = [
            PageButton.of(
                REVIEW,
                "to",
                "worst",
                self._table.id,
                self._seat,
                number,
                label=f"Show {number + 1}",
            )
            for number in range(len(self._worst))
        ]
        if self._own.decisions:
            label = "All decisions"
            buttons.append(
                PageButton.of(REVIEW, "to", "all", self._table.id, self._seat, 1, label=label)
            )
        return rows(buttons)

    def _step_on(self, number: int, step: int) -> Items:
        """Return the buttons from one decision to the others, and to the replay."""
        table, last = self._table.id, len(self._worst) - 1

        def turn(how: str, label: str, wanted: int) -> Part:
            off = not 0 <= wanted <= last
            there = min(max(wanted, 0), last)
            to = (how, "worst", table, self._seat, there)
            return PageButton.of(REVIEW, *to, label=label, disabled=off)

        return rows(
            [
                turn("back", "◀ Back", number - 1),
                turn("on", "Next ▶", number + 1),
                self._back_to_summary(),
                PageButton.of(REPLAY, "from", table, step, EVERYBODY, label="Replay from here"),
            ]
        )

    def _back_to_summary(self) -> Part:
        return PageButton.of(REVIEW, "seat", self._table.id, self._seat, label="Summary")


def _give(value: float, unit: Unit) -> str:
    """Say what dice or cards gave, or took where that is below 0."""
    return f"{'gave' if value > 0 else 'took'} **{format_amount(abs(value), unit)}**"


def _choose_seat(table: Table, shown: Seat) -> Items:
    """Return the choice of a player."""
    if len(table.seats) < 2:
        return []
    options = [
        (str(seat), f"How {clean_name(player.person.name)} played")
        for seat, player in enumerate(table.seats)
    ]
    return rows([select("Who", options, str(shown), REVIEW, "who", table.id)])


def render_pending(renderer: Renderer, table: Table, seat: Seat) -> MessageContent:
    """Return what is shown as long as a review is being computed."""
    again = PageButton.of(REVIEW, "seat", table.id, seat, label="Look again")
    return framed(
        renderer.accent,
        text(f"### {table.game.info.title}, review\n-# table #{table.id}"),
        text(
            "⏳ This review is being computed: every decision is played out some thousand times, "
            "with hands that fit what was known. That takes half a minute or so."
        ),
        *rows([again]),
    )


_LUCK: Final = "That number is exact for what fell {}; before, it may be off by up to {}."

_CHANCES: Final = {
    "ducks": ("in the last two innings, with three players in the last three", 8),
    "pond": ("on the last day", 7),
}
"""When they are exact, and how far they were off elsewhere: see `players.ducks.win`, `pond.win`."""

_ESTIMATES: Final = {
    "trophy": "Costs are exact in the last round with at most one player to come. Before, they may "
    "be off by {} or so.",
    "ducks": "Costs are exact with at most one player to come in the round. Before, they may be "
    "off by {} or so.",
    "buckets": "These are estimates: games played out with hands that fit what this seat knew; ± "
    "tells how far one may be off. Before the last round, to win is to be ahead after the round. "
    "How pyramids were built is not weighed.",
}
