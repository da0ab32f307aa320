"""How Ducks in the Pond looks on Discord."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cogs.display.pages.renderer import Chapter, RenderContext, Renderer, SeenStep
from cogs.interactions.content import Fragment
from cogs.interactions.names import count
from cogs.interactions.parts import Items, text
from cogs.pond import hints, rules
from cogs.pond.controls import END, PICK, make_controls, shows_dice
from cogs.pond.drawings import DRAWINGS
from cogs.pond.sheet import ROWS, SET_NAMES, describe_sheet, describe_uses, list_ranks
from cogs.pond.words import describe_gain, describe_move
from engine import game
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
    Undo,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cogs.display.words.emojis import Emojis
    from engine.core import Seat
    from engine.pond import View
    from engine.pond.moves import Tokens
    from players.core import Assessed

GAME = game("pond")

LAST_GUIDED = 3
"""The last day on which a first game is guided: alone a turn never ends."""

CROWNED = 80
"""The points of a lone player that deserve a crown: those of a Connoisseur."""
GREAT = 20
"""So many points at once are celebrated."""


class PondRenderer(Renderer):
    """Shows the sheet, the dice of the day, and what the picked dice can do."""

    game = GAME
    accent = 0x2E86AB
    sign = "duck"
    gist = "six days, one sheet"
    pitch = "Six days, one sheet, and always one die too few: a puzzle for a coffee break."
    has_hints = True
    drawings = DRAWINGS

    def clicks(self, seats: int, options: Mapping[str, str]) -> float:  # noqa: ARG002 - the same for all
        """Return how many clicks a game takes, one after the other, as was measured."""
        return 37  # twice the 18.5 moves that were measured: first dice are picked, then used

    def headline(self, context: RenderContext) -> str:
        """Return the day, its weather and its dice."""
        view: View = context.view
        if view.phase == "over":
            return "The seventh day: rest"
        today = view.days[view.day - 1]
        dice = count(today.dice, "die", "dice")
        return f"Day {view.day} of {len(view.days)} · {today.weather} · {dice}"

    def board(self, context: RenderContext) -> Fragment:
        """Return the whole sheet, with the dice where no buttons show them."""
        parts = describe_sheet(context, dice=not shows_dice(context))
        return Fragment([text(part) for part in parts])

    def guide(self, context: RenderContext) -> str:
        """Say what the next press does, for who plays for the first time."""
        if context.view.day > LAST_GUIDED or context.focus or not shows_dice(context):
            return ""
        return "Press dice: buttons then say what they can do."

    def controls(self, context: RenderContext) -> Items:
        """Return buttons that pick dice, use them, undo, or end the day."""
        return make_controls(context)

    def describe_step(self, context: RenderContext, step: SeenStep) -> str | None:
        """Say what was rolled, or what a player did with the dice."""
        match step.move:
            case StartRoll(values):
                return _describe_start(context, values, step.after)
            case Roll(values):
                return _describe_roll(context, values, step.before)
            case EndDay():
                return _describe_day_end(context, step.seat, step.before)
            case Undo():
                return f"{context.name(step.seat)} undoes the last step."
            case Place() | Claim() | Change() | Reroll() | Sunny() | Feed():
                return _describe_action(context, step)
            case _:
                return None

    def describe_steps(self, context: RenderContext, steps: Sequence[SeenStep]) -> list[str]:
        """Tell what has happened; of days that are over, how the last one ended.

        While dice are picked nothing is told again, for what they can do takes its place. Who plays
        alone has ended the day just now, and is told no more of it while the next one goes on.
        """
        if context.focus.partition(" ")[0] in {PICK, END}:
            return []
        ends = [i for i, step in enumerate(steps) if isinstance(step.move, EndDay)]
        if not ends:
            return super().describe_steps(context, steps)
        day = steps[ends[-2] + 1 if len(ends) > 1 else 0 : ends[-1] + 1]
        after = super().describe_steps(context, steps[ends[-1] + 1 :])
        told = context.view.seats > 1 or context.view.phase == "over"
        return [*([_describe_day(context, day)] if told else ()), *after]

    def result(self, context: RenderContext, seat: int) -> str:
        """Return a player's points, and in which column they were made; alone also the ranks."""
        view: View = context.view
        score, ranks = view.scores[seat], f"\n{list_ranks(view.scores[0].total)}"
        made = f"{super().result(context, seat)} (rows {score.left}, sets {score.right})"
        return made + ranks * (view.rank is not None)

    def emblem(self, context: RenderContext) -> str:
        """Return a crown for who beat somebody, or has one of the two best ranks."""
        view: View = context.view
        good = view.rank is None or view.scores[0].total >= CROWNED
        return "crown" if good else self.sign

    def ending(self, context: RenderContext) -> str:
        """Return a lone player's score and rank; with two players, who has won."""
        view: View = context.view
        if view.rank is None:
            return super().ending(context)
        return f"{view.scores[0].total} points: {view.rank}!"

    def name_move(self, context: RenderContext, move: Any) -> str:  # noqa: ANN401 - any move
        """Return what a move does, in the words of its button."""
        return describe_move(move) + describe_gain(context.view, move)

    def explain(self, context: RenderContext, moves: Sequence[Assessed]) -> str:
        """Say why the first of these moves is the best."""
        return hints.explain(context.view, moves[0])

    def leaves(self, context: RenderContext, move: Any) -> int:  # noqa: ANN401 - any move
        """Return how natural a move is: to fill a row is, and to spend no more dice than needed."""
        return hints.weigh_looks(context.view, move)

    def currency(self, context: RenderContext) -> str:
        """Return of what the points of a hint are."""
        return "points at the end" if context.view.seats == 1 else "points ahead at the end"

    def scores(self, view: View) -> tuple[int, ...]:
        """Return the running scores."""
        return tuple(score.total for score in view.scores)

    def three_lines(self, emojis: Emojis) -> tuple[str, str, str]:  # noqa: ARG002 - words are enough
        """Say what suffices to start."""
        return rules.THREE_LINES

    def rules(self, emojis: Emojis) -> tuple[Chapter, ...]:
        """Describe the rules in our own words."""
        return rules.describe_rules(emojis)


def _describe_start(context: RenderContext, values: tuple[int, ...], after: View) -> str:
    """Return the roll for start, and who starts or that it is rolled again."""
    what = "equal, so again" if after.first is None else f"{context.name(after.first)} starts"
    return f"Start roll {_show_dice(context.emojis, values)}: {what}."


def _describe_roll(context: RenderContext, values: tuple[int, ...], before: View) -> str | None:
    """Say what a re-roll has brought, or who starts a rematch; None for the other rolls of a day.

    The board shows those.
    """
    if before.dice:
        return f"It comes up {_show_dice(context.emojis, values)}."
    if context.first is not None and before.seats > 1 and before.day == 1:
        return f"{context.name(before.seat or 0)} won the last game and starts."
    return None


def _describe_day(context: RenderContext, steps: Sequence[SeenStep]) -> str:
    """Say what a day of which these steps are known has brought, the end of the day the last."""
    first, last = steps[0].before, steps[-1]
    told = _describe_day_end(context, last.seat, last.before)
    gained = last.before.scores[last.seat].total - first.scores[last.seat].total
    return f"{told[:-1]}: **+{gained}**." if gained else told


def _describe_day_end(context: RenderContext, seat: Seat, before: View) -> str:
    """Say what of a player's day went into rows and sets, and how many dice were wasted."""
    uses = describe_uses(context.emojis, before.dice)
    wasted = sum(die.spent is None for die in before.dice)
    uses += [f"{wasted} wasted"] if wasted else []
    return f"{context.name(seat)} ends day {before.day}: {' · '.join(uses) or 'nothing gained'}."


def _describe_action(context: RenderContext, step: SeenStep) -> str:
    """Describe a placement or an ability, with the points that it scored."""
    before, after = step.before, step.after
    gained = after.scores[step.seat].total - before.scores[step.seat].total
    points = f": **+{gained}!**" if gained else "."
    if gained >= GREAT:
        points = f"!\n## 🎉 +{gained}!"
    return f"{context.name(step.seat)} {_format_action(context.emojis, step.move, gained)}{points}"


def _format_action(emojis: Emojis, move: object, gained: int) -> str:
    """Return what a player does in a move, without name and points."""
    match move:
        case Place(value):
            row, dice = ROWS[value], _show_dice(emojis, move.dice)
            return f"fills {row} with {dice}" if gained else f"puts {dice} into {row}"
        case Claim(key):
            return f"claims the {SET_NAMES[key]} with {_show_dice(emojis, move.dice)}"
        case Change(value, to):
            one, old, new = (_show_dice(emojis, (die,)) for die in (1, value, to))
            return f"spends {one}: {old} becomes {new}"
        case Reroll(values):
            return f"spends {_show_dice(emojis, (3,))} and re-rolls {_show_dice(emojis, values)}"
        case Feed(values, wild):
            return f"turns {_show_dice(emojis, values)} into a wild {emojis[f'gold_{wild}']}"
        case _:
            return f"spends {_show_dice(emojis, (6,))}: six dice on the next day {emojis['sunny']}"


def _show_dice(emojis: Emojis, dice: tuple[int, ...] | Tokens) -> str:
    """Return dice as pictures, by value or as moves name them: `4w` is a wild 4."""
    names = (f"{'gold' if str(die).endswith('w') else 'white'}_{str(die)[0]}" for die in dice)
    return " ".join(emojis[name] for name in names)


RENDERER = PondRenderer()
