"""The renderer of Ducks in the Pond."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cogs.display.art.strip import Strip
from cogs.display.pages.renderer import Chapter, RenderContext, Renderer, SeenStep
from cogs.interactions.content import Fragment
from cogs.interactions.parts import Items, text
from cogs.pond import words
from cogs.pond.controls import explain_page, find_focus, make_controls, show_unused
from cogs.pond.drawings import DRAWINGS
from cogs.pond.reasons import tell_fact
from cogs.pond.words import (
    ROWS,
    SET_NAMES,
    describe_board,
    describe_days,
    describe_gain,
    describe_move,
    describe_sheet,
    describe_uses,
    tell_ranks,
)
from engine.core import CHANCE, N_
from engine.pond import RANKS
from engine.pond.moves import (
    Change,
    Claim,
    EndDay,
    Feed,
    Place,
    Reroll,
    Roll,
    StartRoll,
    Sunny,
)
from players.pond import KIT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.display.emojis import Emojis
    from cogs.interactions.language import Language
    from engine.core import Seat
    from engine.pond import View
    from engine.pond.moves import Tokens
    from players.review import Reason

GAME = KIT.rules

CROWNED = 80
"""Points from which a lone player gets a crown: the rank of Connoisseur."""
GREAT = 20
"""Points from which a single move is celebrated."""


class PondRenderer(Renderer):
    """Shows the sheet, the dice of the day, and the uses of the picked dice."""

    game = GAME
    accent = 0x2E86AB
    sign = "pond"
    gist = N_("six days, one sheet")
    pitch = N_("Six days, one sheet, and always one die too few: a puzzle for a coffee break.")
    goal = N_("Score as much as you can in six days.")
    strip = Strip(
        (
            "white_die_2 white_die_5 white_die_3|white_die_2 white_die_6 white_die_2",
            "white_die_2 → pintail|white_die_5 → shoveler",
            "pintail|white_die_2 white_die_2 white_die_2|+8",
        ),
        DRAWINGS,
    )
    captions = (
        N_("Roll six dice, one fewer each day."),
        N_("Each die can go to its duck."),
        N_("Three dice fill a row, which scores."),
    )
    has_hints = True
    has_undo = True
    undo_beside = True
    drawings = DRAWINGS

    def headline(self, context: RenderContext) -> str:
        """Return the day with its weather, dice and scores."""
        view: View = context.view
        if view.phase == "over":
            return context.language("The seventh day: rest")
        return describe_days(context, view)

    def board(self, context: RenderContext) -> Fragment:
        """Return the goal and the dice; without buttons, also the sheet."""
        sheet = "" if context.moves else describe_sheet(context)
        board = describe_board(context, show_unused(context), explain_page(context))
        return Fragment([text(part) for part in (board, sheet) if part])

    def controls(self, context: RenderContext) -> Items:
        return make_controls(context)

    def describe_step(self, context: RenderContext, step: SeenStep) -> str | None:
        match step.move:
            case StartRoll(values):
                return _describe_start(context, values, step.after)
            case Roll():
                return _describe_roll(context, step.before)
            case EndDay():
                return _describe_day_end(context, step.seat, step.before)
            case Place() | Claim() | Change() | Reroll() | Sunny() | Feed():
                return _describe_action(context, step)
            case _:
                return None

    def describe_steps(self, context: RenderContext, steps: Sequence[SeenStep]) -> list[str]:
        """Describe the steps; if a day has ended, sum up that day and describe the later steps.

        Pages below the board have no steps. A lone player sees each move on the sheet, so only
        great moves and ends of days are described.
        """
        alone, over = context.view.seats == 1, context.view.phase == "over"
        if context.focus or (alone and over):
            return []
        if alone:
            steps = [s for s in steps if isinstance(s.move, EndDay) or _count_gain(s) >= GREAT]
        ends = [i for i, step in enumerate(steps) if isinstance(step.move, EndDay)]
        return super().describe_steps(context, steps[ends[-1] if ends else 0 :])

    def result(self, context: RenderContext, seat: int) -> str:
        """Return a player's points in rows and in sets; for a lone player also the ranks."""
        view: View = context.view
        _, score = context.language, view.scores[seat]
        told = _("Rows {left}, sets {right}", left=score.left, right=score.right)
        if view.rank is not None:
            best = words.name_best(_, view, seat)
            return f"{' · '.join(filter(None, (told, best)))}\n{tell_ranks(_, score.total)}"
        return f"{super().result(context, seat)} · {told}"

    def emblem(self, context: RenderContext) -> str:
        """Return a crown for a winner, or for a lone player with one of the two best ranks."""
        view: View = context.view
        if view.rank is None:
            return super().emblem(context)
        return "crown" if view.scores[0].total >= CROWNED else self.sign

    def ending(self, context: RenderContext) -> str:
        """Return a lone player's score and rank; for two players, the winner."""
        view: View = context.view
        if view.rank is None:
            return super().ending(context)
        (score,) = view.scores
        _ = context.language
        told = _.plural("{n} point: {rank}", "{n} points: {rank}", score.total, rank=_(view.rank))
        return f"{told}{'!' * (score.total >= min(RANKS)[0])}"

    def name_move(self, context: RenderContext, move: Any) -> str:  # noqa: ANN401 - any move
        return describe_move(context.language, move) + describe_gain(context.view, move)

    def find_focus(self, context: RenderContext, move: Any) -> str:  # noqa: ANN401 - any move
        return find_focus(context, move)

    def show_move(self, context: RenderContext, move: Any) -> str:  # noqa: ANN401 - any move
        """Return a move with pictures of its dice."""
        told = describe_move(context.language, move, lambda die: context.emojis[f"white_die_{die}"])
        return told + describe_gain(context.view, move)

    def show_choice(self, context: RenderContext) -> str:
        """Return the unused dice."""
        return show_unused(context)

    def tell_fact(self, context: RenderContext, reason: Reason) -> str:
        return tell_fact(context, reason)

    def leaves(self, context: RenderContext, move: Any) -> int:  # noqa: ANN401 - any move
        """Return how natural a move looks, as `words.weigh_looks` does."""
        return words.weigh_looks(context.view, move)

    def currency(self, context: RenderContext) -> str:
        _, alone = context.language, context.view.seats == 1
        return _("points at the end") if alone else _("points ahead at the end")

    def scores(self, view: View) -> tuple[int, ...]:
        """Return the running scores."""
        return tuple(score.total for score in view.scores)

    def three_lines(self, _: Language, emojis: Emojis) -> tuple[str, str, str]:  # noqa: ARG002 - needs no pictures
        first, second, third = words.THREE_LINES
        return _(first), _(second), _(third)

    def rules(self, _: Language, emojis: Emojis) -> tuple[Chapter, ...]:
        return words.describe_rules(_, emojis)


def _describe_start(context: RenderContext, values: tuple[int, ...], after: View) -> str | None:
    """Return the start roll and who starts; None if equal dice are rolled again."""
    if after.first is None:
        return None
    dice, who = _show_dice(context.emojis, values), context.name(after.first)
    return context.language("Start roll {dice}: {who} starts.", dice=dice, who=who)


def _describe_roll(context: RenderContext, before: View) -> str | None:
    """Say who starts a rematch; None for other rolls, which the board shows."""
    if context.first is not None and before.seats > 1 and before.day == 1 and not before.dice:
        who = context.name(before.seat or 0)
        return context.language("{who} starts, as decided by the last game.", who=who)
    return None


def _describe_day_end(context: RenderContext, seat: Seat, before: View) -> str:
    """Say which dice a player put into rows and sets on a finished day, and what they scored."""
    _, uses = context.language, describe_uses(context, before.dice)
    spent = {each.spent for each in before.dice}
    placed = {each.value for each in before.dice if each.spent == "row"}
    rows = [each.points for each in before.rows if each.value in placed]
    gained = sum(rows) + sum(each.points for each in before.sets if each.key in spent)
    day = _("Day {day}/{days}", day=before.day, days=len(before.days))
    told = _.label(
        context.name(seat) if before.seats > 1 else day, " · ".join(uses) or _("nothing placed")
    )
    return f"{told} · **+{gained}**" if gained else told


def _describe_action(context: RenderContext, step: SeenStep) -> str:
    """Describe a placement with its points, or an ability."""
    _, emojis, who = context.language, context.emojis, context.name(step.seat)
    match step.move:
        case Place() | Claim() as move:
            gained = _count_gain(step)
            name = _(SET_NAMES[move.key] if isinstance(move, Claim) else ROWS[move.value])
            if gained >= GREAT:
                return f"### 🎉 {_.label(who, name)} +{gained}"
            placed = f"{_.label(who, name)} {_show_dice(emojis, move.dice)}"
            return f"{placed} · **+{gained}**" if gained else placed
        case Change(value, to):
            one, old, new = (_show_dice(emojis, (die,)) for die in (1, value, to))
            return _("{who} spends {die}: {old} becomes {new}.", who=who, die=one, old=old, new=new)
        case Reroll(values):
            return _.plural(
                "{who} re-rolls {n} die with a {three}.",
                "{who} re-rolls {n} dice with a {three}.",
                len(values),
                who=who,
                three=_show_dice(emojis, (3,)),
            )
        case Feed(values, wild):
            dice, die = _show_dice(emojis, values), emojis[f"gold_die_{wild}"]
            return _("{who} turns {dice} into a wild {die}.", who=who, dice=dice, die=die)
        case _:
            six = _show_dice(emojis, (6,))
            told = _("{who} spends {die}: six dice on the next day.", who=who, die=six)
            return f"{told} {emojis['sunny']}"


def _count_gain(step: SeenStep) -> int:
    """Return the points that a player's move has scored; 0 for a move of nature."""
    if step.seat == CHANCE:
        return 0
    return step.after.scores[step.seat].total - step.before.scores[step.seat].total


def _show_dice(emojis: Emojis, dice: tuple[int, ...] | Tokens) -> str:
    """Return dice as pictures. A die is a value, or a token of a move: `4w` is a wild 4."""
    names = (f"{'gold' if str(die).endswith('w') else 'white'}_die_{str(die)[0]}" for die in dice)
    return " ".join(emojis[name] for name in names)


RENDERER = PondRenderer()
