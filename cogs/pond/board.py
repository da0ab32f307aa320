"""How Ducks in the Pond looks on Discord."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.core.content import Fragment, Items, text
from cogs.core.renderer import RenderContext, Renderer, SeenStep
from cogs.pond.controls import controls
from cogs.pond.drawings import DRAWINGS
from cogs.pond.rules import SUMMARY, describe_rules
from cogs.pond.sheet import MARKS, ROWS, SET_NAMES, sheet, show_die, used
from engine import game
from engine.pond import View
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
    from cogs.core.emojis import Emojis
    from engine.core import Seat
    from engine.pond.moves import Tokens

GAME = game("pond")


class PondRenderer(Renderer):
    """The sheet, the dice of the day, and what the dice that were picked can do."""

    game = GAME
    accent = 0x2E86AB
    sign = "duck"
    drawings = DRAWINGS

    def headline(self, context: RenderContext) -> str:
        """The day and its weather."""
        view: View = context.view
        if view.phase == "over":
            return "The seventh day: rest"
        today = view.days[view.day - 1]
        dice = "1 die" if today.dice == 1 else f"{today.dice} dice"
        return f"Day {view.day} of {len(view.days)} · {today.weather} · {dice}"

    def board(self, context: RenderContext) -> Fragment:
        """The whole sheet."""
        return Fragment([text(part) for part in sheet(context)])

    def controls(self, context: RenderContext) -> Items:
        """Pick dice, then what to do with them; take back; end the day."""
        return controls(context)

    def describe_step(self, context: RenderContext, step: SeenStep) -> str | None:
        """What was rolled, and what was done with the dice."""
        match step.move:
            case StartRoll(values):
                return _told_start(context, values, step.after)
            case Roll(values):
                return _told_roll(context, values, step.before)
            case EndDay():
                return _told_end(context, step.seat, step.before)
            case Undo():
                return f"{context.name(step.seat)} takes the last step back."
            case Place() | Claim() | Change() | Reroll() | Sunny() | Feed():
                return _told_deed(context, step)
            case _:
                return None

    def result(self, context: RenderContext, seat: int) -> str:
        """Points, and in which column they were made."""
        score = context.view.scores[seat]
        mark = f"{MARKS[seat]} " if context.view.seats > 1 else ""
        return f"{mark}{super().result(context, seat)} (rows {score.left}, sets {score.right})"

    def ending(self, context: RenderContext) -> str:
        """A lone player's score and rank; else who has won."""
        view: View = context.view
        if view.rank is None:
            return super().ending(context)
        return f"{view.scores[0].total} points: {view.rank}!"

    def summary(self, emojis: Emojis) -> str:  # noqa: ARG002 - words are enough
        """Say what the game is about."""
        return SUMMARY

    def rules(self, emojis: Emojis) -> Items:
        """Tell the rules in our own words."""
        return describe_rules(emojis)


def _told_start(context: RenderContext, values: tuple[int, ...], after: View) -> str:
    """The roll for start, who it makes begin, or that it is level."""
    dice = (
        f"{context.name(seat)} {_dice(context.emojis, (die,))}" for seat, die in enumerate(values)
    )
    what = "equal, so again" if after.first is None else f"{context.name(after.first)} starts"
    return f"For the start: {', '.join(dice)}: {what}."


def _told_roll(context: RenderContext, values: tuple[int, ...], before: View) -> str | None:
    """What came of a re-roll; a day's roll is to be seen, so only who begins a rematch is told."""
    if before.dice:
        return f"It comes up {_dice(context.emojis, values)}."
    if context.first is not None and before.seats > 1 and before.day == 1:
        return f"{context.name(before.seat or 0)} won the last game and starts."
    return None


def _told_end(context: RenderContext, seat: Seat, before: View) -> str:
    """What a player's day came to: what the dice were used for, and which were not."""
    deeds = used(context.emojis, before.dice)
    wasted = [show_die(context.emojis, die) for die in before.dice if die.spent is None]
    deeds += [f"{' '.join(wasted)} wasted"] if wasted else []
    return f"{context.name(seat)} ends day {before.day}: {' · '.join(deeds)}."


def _told_deed(context: RenderContext, step: SeenStep) -> str:
    """A placement or an ability, with what it scored."""
    before, after = step.before, step.after
    gained = after.scores[step.seat].total - before.scores[step.seat].total
    points = f": **+{gained}!**" if gained else "."
    return f"{context.name(step.seat)} {_deed(context.emojis, step.move, gained)}{points}"


def _deed(emojis: Emojis, move: object, gained: int) -> str:
    match move:
        case Place(value):
            row, dice = ROWS[value], _dice(emojis, move.dice)
            return f"fills {row} with {dice}" if gained else f"puts {dice} into {row}"
        case Claim(key):
            return f"claims the {SET_NAMES[key]} with {_dice(emojis, move.dice)}"
        case Change(value, to):
            one, old, new = (_dice(emojis, (die,)) for die in (1, value, to))
            return f"spends {one}: {old} becomes {new}"
        case Reroll(values):
            return f"spends {_dice(emojis, (3,))} and re-rolls {_dice(emojis, values)}"
        case Feed(values, wild):
            return f"feeds {_dice(emojis, values)}: a wild {emojis[f'gold_{wild}']}"
        case _:
            return f"spends {_dice(emojis, (6,))}: the next day will be sunny {emojis['sunny']}"


def _dice(emojis: Emojis, dice: tuple[int, ...] | Tokens) -> str:
    """Dice by their values, or as moves name them, a wild one `4w`."""
    names = (f"{'gold' if str(die).endswith('w') else 'white'}_{str(die)[0]}" for die in dice)
    return " ".join(emojis[name] for name in names)


RENDERER = PondRenderer()
