"""The renderer of Buck Dice."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cogs.buckdice import words
from cogs.buckdice.drawings import draw_big_buck
from cogs.buckdice.words import (
    describe_opening,
    describe_throw,
    describe_turn,
    describe_turns,
    name_way_out,
    tell_near,
)
from cogs.display.art.charts import is_narrow
from cogs.display.art.strip import Strip
from cogs.display.pages.messages import PHOTO_FINISH
from cogs.display.pages.renderer import Chapter, RenderContext, Renderer, SeenStep
from cogs.display.table_text import draw_bar
from cogs.interactions.content import Fragment, picture
from cogs.interactions.language import begin_with_capital, plain_name
from cogs.interactions.parts import Items, rows, text
from engine.buckdice import BUCK, Throw, View
from engine.core import N_
from players.buckdice import KIT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.display.emojis import Emojis
    from cogs.interactions.language import Language

GAME = KIT.rules
FEWER = {2: N_("{who} throws two dice."), 1: N_("{who} throws one die.")}
AIMS = {
    "classic": N_("Exactly 15 is safe, the last one left loses"),
    "thirteen-fourteen": N_("Thirteen-fourteen: exactly 15 is safe, the last one left loses"),
    "pot": N_("Exactly 15 takes the pot"),
}
AIM_OF_TWO = N_("Exactly 15 wins")
MOST_TRACKS = 4
"""Largest number of players who each have a line with a track."""
ANIMALS = "🦌🦊🦉🐇🐗🦔🦡🦫"
"""Markers of people in the race, by seat. Computer players have their own faces instead."""


class BuckDiceRenderer(Renderer):
    """Shows the point number, the story of the turn, and one button: Throw."""

    game = GAME
    accent = 0xC9A227
    has_levels = False  # nobody decides anything
    sign = "gold_die_6"
    gist = N_("throw the point number")
    pitch = N_("No thinking, all luck: shout at the dice, and do not be the last one left.")
    goal = N_("Reach exactly 15 points before the others.")
    strip = Strip(
        (
            "gold_die_5",
            "gold_die_5 white_die_3 white_die_6|+1 🎲",
            "white_die_2 white_die_6 white_die_4|→",
        )
    )
    captions = (
        N_("Everybody wants the point number."),
        N_("It scores, and you throw again."),
        N_("No points: the next player throws."),
    )

    def headline(self, context: RenderContext) -> str:
        """Return the aim of the variant, or the last two players, one of whom loses."""
        _, view = context.language, context.view
        if view.game == "classic" and _are_two(view):
            return _(AIM_OF_TWO)
        if view.game != "pot" and view.left and len(last := _find_last(view)) == 2:
            names = _.join([context.name(seat) for seat in last])
            return _("Only two left, and one of them loses: {names}", names=names)
        return _(AIMS[view.game])

    def board(self, context: RenderContext) -> Fragment:
        """Return the last throw and the race to 15; at the end only the race."""
        view: View = context.view
        drawn, above = Fragment([]), ""
        if view.throws_by is None:
            above = describe_opening(context, view)
        elif context.outcome is None:
            drawn = _draw_buck(context, view.throws_by)
            above = describe_turn(context, view, with_dice=not drawn.items)
        playing = view.point is not None and context.outcome is None
        point = _explain_point(context, view) if playing else ""
        told = above, point, _list_scores(context, view), tell_near(context, view)
        return Fragment([*drawn.items, *map(text, filter(None, told))], drawn.pictures)

    def last_picture(self, context: RenderContext) -> Fragment | None:
        """Draw a big buck that ended a game of two, or the only person's; else the card."""
        view: View = context.view
        lone = None if view.game == "pot" else context.lone
        drawn = _draw_buck(context, view.left[0].seat if _are_two(view) else lone)
        return drawn if drawn.items else None

    def controls(self, context: RenderContext) -> Items:
        """Return the button of a turn; none while the throws of a turn appear."""
        if Throw() not in context.moves or context.view.again:
            return []
        return rows([context.move_button(Throw(), context.language("Throw"))])

    def describe_step(self, context: RenderContext, step: SeenStep) -> str | None:
        return describe_throw(context, step)

    def describe_steps(self, context: RenderContext, steps: Sequence[SeenStep]) -> list[str]:
        """Describe the turns since the latest click; the last turn only when the game is over."""
        last = [] if context.outcome is None else [describe_turn(context, context.view)]
        return [*describe_turns(context, steps), *last]

    def describe_replay_step(self, context: RenderContext, step: SeenStep) -> str:
        return context.language("{who} throws.", who=context.name(step.seat))

    def result(self, context: RenderContext, seat: int) -> str:
        """Return how a player became safe, or their points; in the pot game their chips."""
        _, view, chips = context.language, context.view, context.view.chips[seat]
        if any(view.chips):
            paid = _.plural("-{n} chip", "-{n} chips", -chips)
            return paid if chips < 0 else _.plural("+{n} chip", "+{n} chips", chips)
        ways = [name_way_out(_, left) for left in view.left if left.seat == seat]
        return ways[0] if ways else _("not safe, {points}", points=view.scores[seat])

    def write_result(self, context: RenderContext, seat: int) -> str:
        """Return chips in the pot game; else three dice for a big buck, or 15, or the points."""
        view: View = context.view
        if any(view.chips):
            return f"{view.chips[seat]:+d}"
        if any(left.by == "big buck" for left in view.left if left.seat == seat):
            return 3 * " ⚀⚁⚂⚃⚄⚅"[view.point or 0]
        return str(BUCK if seat not in _find_last(view) else view.scores[seat])

    def ending(self, context: RenderContext) -> str:
        """Return the headline of the end: a lone person's result, the winner, or the loser."""
        _, view, lone = context.language, context.view, context.lone
        if view.winner is not None:
            who = context.name(view.winner)
            return _.plural(
                "{who} takes the pot of {n} chip!",
                "{who} takes the pot of {n} chips!",
                view.pot,
                who=who,
            )
        if _are_two(view):
            return super().ending(context)
        if lone is None:
            return _tell_loss(context, view)
        who, points = context.name(lone), view.scores[lone]
        if lone == view.loser:
            return _.plural(
                "{who} is the last one, with {n} point",
                "{who} is the last one, with {n} points",
                points,
                who=who,
            )
        place = context.outcome.places[lone] if context.outcome else 1
        places = len(view.scores)
        return _("{who} is safe, place {place} of {places}!", who=who, place=place, places=places)

    def margin(self, context: RenderContext) -> str:
        """Return the line below the headline: a player's result, who is safe, or who lost."""
        _, view, lone = context.language, context.view, context.lone
        missed = view.loser if _are_two(view) else lone
        kind = "" if missed is None else self.tell_short(context, missed)
        if kind:
            kind = f"**{_.frame(PHOTO_FINISH)}** {kind}"
        names = [context.name(left.seat) for left in view.left]
        way = name_way_out(_, view.left[0])
        if view.loser is None:
            return f"{self.result(context, view.left[0].seat)} · {way}\n{kind}".rstrip()
        if _are_two(view):
            points = self.amount(_, view.scores[view.loser])
            rest = kind or _.label(context.name(view.loser), points)
            return f"{begin_with_capital(way)} · {rest}"
        if lone not in {None, view.loser}:
            return _tell_loss(context, view)
        return _("Safe in this order: {names}", names=_.join(names, "commas"))

    def emblem(self, context: RenderContext) -> str:
        """Return a crown for a winner, an egg for a loser, or this game's sign in the headline."""
        view, lone = context.view, context.lone
        if view.loser is None or _are_two(view):
            return "crown"
        if lone in {None, view.loser}:
            return "goose_egg"
        return "crown" if context.outcome and lone in context.outcome.winners else self.sign

    def short(self, context: RenderContext, seat: int) -> int:
        """Return the points that a player still needed for 15."""
        view: View = context.view
        return BUCK - view.scores[seat] if seat in _find_last(view) else 0

    def _is_near(self, context: RenderContext, seat: int) -> bool:
        # A big buck wins without points, so the gap to 15 counts, not the gap to the best score.
        return is_narrow(BUCK, BUCK - self.short(context, seat))

    def scores(self, view: View) -> tuple[int, ...]:
        return view.scores

    def three_lines(self, _: Language, emojis: Emojis) -> tuple[str, str, str]:  # noqa: ARG002 - needs no pictures
        return words.tell_three_lines(_)

    def rules(self, _: Language, emojis: Emojis) -> tuple[Chapter, ...]:
        return words.describe_rules(_, emojis)


def _are_two(view: View) -> bool:
    """Return whether the game has only two players, so that one loses and the other wins."""
    return len(view.scores) == 2


def _find_last(view: View) -> list[int]:
    """Return the seats that are still in the game."""
    out = {left.seat for left in view.left}
    return [seat for seat in range(len(view.scores)) if seat not in out]


def _tell_loss(context: RenderContext, view: View) -> str:
    loser = view.loser or 0
    return context.language.plural(
        "{who} loses with {n} point",
        "{who} loses with {n} points",
        view.scores[loser],
        who=context.name(loser),
    )


def _explain_point(context: RenderContext, view: View) -> str:
    _, gold = context.language, context.emojis[f"gold_die_{view.point}"]
    if view.game == "pot":
        return _(
            "{die} is the **point number**: each is 1 point, and so are dice that add up to it.",
            die=gold,
        )
    return f"## {gold} = {RENDERER.amount(_, 1)}"


def _draw_buck(context: RenderContext, seat: int | None) -> Fragment:
    """Draw the big buck by which a player became safe or won; empty if there was none."""
    _, view = context.language, context.view
    left = next((each for each in view.left if each.seat == seat), None)
    if left is None or left.by != "big buck":
        return Fragment([])
    alt = _.label(name_way_out(_, left), f"{view.point} {view.point} {view.point}")
    return picture("big-buck", partial(draw_big_buck, view.point), alt)


def _list_scores(context: RenderContext, view: View) -> str:
    """Return the race to 15, the safe players, and the pot."""
    _, last = context.language, _find_last(view)
    lines: list[str] = []
    many = len(view.scores) > MOST_TRACKS
    for seat, score in enumerate(view.scores):
        chips, stand = -view.chips[seat], f"**{score}**" if seat in last else "✅"
        paid = f" ({_('paid: {chips}', chips=chips)})" if chips > 1 else ""
        marker = (context.faces[seat] if context.faces else "") or ANIMALS[seat]
        done = score if seat in last else BUCK
        bar = draw_bar(done, BUCK)
        track = marker if many else f"{bar[:done]}{marker}{bar[done:]}"
        lines.append(f"{track} {stand} {plain_name(context.names[seat])}{paid}")
    lines = [" · ".join(lines)] if many else lines
    if view.dice in FEWER:
        lines.append(_(FEWER[view.dice], who=context.name(view.thrower or 0)))
    if view.pot:
        lines.append(_("🪙 Chips in the pot: **{chips}**", chips=view.pot))
    return "\n".join(lines)


RENDERER = BuckDiceRenderer()
