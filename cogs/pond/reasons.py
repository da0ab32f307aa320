"""Facts of Ducks in the Pond that make one move better than another, each in a few words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.pond.words import SET_NAMES, count_gain
from engine.pond.moves import (
    Change,
    Claim,
    EndDay,
    Feed,
    Place,
    Reroll,
    Sunny,
    parse,
)
from players.review import Why

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cogs.display.pages.renderer import RenderContext
    from engine.pond.view import RowView, View
    from players.review import Reason


def tell_fact(context: RenderContext, reason: Reason) -> str:
    """Return the first fact that holds for the better move alone; empty if there is none."""
    view: View = context.view
    _, best, other = context.language, reason.best, reason.other.move
    if reason.why in {Why.WINS, Why.LOSES}:
        return ""
    if reason.why is Why.NOW and best.then:
        last = parse(best.then[-1])
        what = _(SET_NAMES[last.key]) if isinstance(last, Claim) else _show_dice(context, last.dice)
        return _("Then: {moves}.", moves=f"{what} (+{round(best.now)})")
    if count_gain(view, best.move) > count_gain(view, other):
        return _praise_gain(context, view, best.move)
    match best.move, other:
        case Place() as place, _:
            return _praise_place(context, view, place, other)
        case EndDay(), Place(value):
            return _praise_waiting(context, view, view.rows[value - 1])
        case move, _:
            return _praise_power(context, view, move)


def _praise_gain(context: RenderContext, view: View, move: object) -> str:
    _ = context.language
    if isinstance(move, Place):
        row = view.rows[move.value - 1]
        if more := row.live - row.singly:
            return _("Full in one day: +{more}.", more=more)
    return _("It scores {points} at once.", points=count_gain(view, move))


def _praise_place(context: RenderContext, view: View, place: Place, other: object) -> str:
    """Say what the row lacks then, if this is less than the other move leaves, or scores more."""
    _, row = context.language, view.rows[place.value - 1]
    missing = row.boxes.count(None) - place.count
    if isinstance(other, EndDay) and not missing:
        return ""
    if view.seats == 1 and missing and view.day < len(view.days):
        rival = view.rows[other.value - 1] if isinstance(other, Place) else None
        lacks = rival.boxes.count(None) - getattr(other, "count", 0) if rival else missing + 1
        if rival is None or (missing, -row.singly) < (lacks, -rival.singly):
            dice = _show_dice(context, (place.value,) * missing)
            return _("Then it lacks only {dice} for +{points}.", dice=dice, points=row.singly)
    return _("Unused dice are lost.") if isinstance(other, EndDay) else ""


def _praise_waiting(context: RenderContext, view: View, row: RowView) -> str:
    """Say why a row is better left empty today, if a later day has enough dice for all of it."""
    _, more = context.language, row.one_roll - row.singly
    later = (day for day in view.days if day.phase == "to come" and day.seat == view.seat)
    if any(row.boxes) or not more or all(day.dice < len(row.boxes) for day in later):
        return ""
    return _("Left empty, it can fill in one day: +{more}.", more=more)


def _praise_power(context: RenderContext, view: View, move: object) -> str:
    _, free = context.language, [die.value for die in view.dice if die.spent is None]
    match move:
        case Sunny():
            return _(
                "Six dice instead of {number}.", number=view.days[view.day + view.seats - 1].dice
            )
        case Reroll(values):
            return _("A 3 rolls these again: {dice}.", dice=_show_dice(context, values))
        case Change(_, to):
            same = free.count(to) + 1 - (to == 1)
            return _("Then: {moves}.", moves=_show_dice(context, (to,) * same)) if same > 1 else ""
        case Feed(_, wild):
            return _("Two dice become a {die} that fits.", die=wild)
        case _:
            return ""


def _show_dice(context: RenderContext, dice: Iterable[int | str]) -> str:
    """Return dice as pictures. A die is a value, or a token of a move: `4w` is a wild 4."""
    names = (f"{'gold' if str(die).endswith('w') else 'white'}_die_{str(die)[0]}" for die in dice)
    return " ".join(context.emojis[name] for name in names)
