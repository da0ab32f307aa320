"""The stories of Buck Dice: how it began, how a turn goes, and what it came to."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from engine.buckdice import BUCK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.core.emojis import Emojis
    from cogs.core.renderer import RenderContext
    from engine.buckdice import Left, Opened, Thrown, View

BUDGET = 1200
"""How many characters a story may have; its earlier parts are left out before it gets longer."""
STAGES = {
    "order": "For the order",
    "highest": "Level at the top, thrown off",
    "lowest": "Level at the bottom, thrown off",
}


def opening(context: RenderContext, view: View) -> str:
    """Every throw for the order and the point number, and who throws first."""
    lines = [_opened(context, view, number) for number in range(len(view.opening))]
    if view.game == "pot":
        lines = [f"Everybody has put a chip into the pot. {_first(context, view)}", *lines]
    else:
        lines.append(_first(context, view))
    return "\n".join(_latest(lines))


def turn(context: RenderContext, view: View) -> str:
    """The latest throw of a turn large, with what it was worth; the earlier ones small."""
    *earlier, latest = zip(view.throws, _totals(view), strict=True)
    thrown, total = latest
    parts = [f"# {_dice(context.emojis, view, thrown)}", _worth(view, thrown, total)]
    if earlier:
        short = [f"{_dice(context.emojis, view, t)} {_short(t)}" for t, _ in earlier]
        parts.append("-# before: " + " · ".join(_latest(short)))
    return "\n".join(parts)


def ended(context: RenderContext, before: View, after: View) -> str:
    """A turn that is over: its throws, its points, and what they led to.

    The throws of the last turn of all stay on the board, which says no more than what came of it.
    """
    seat = before.thrower or 0
    throws = [f"{_dice(context.emojis, after, t)} {_short(t)}" for t in after.throws]
    story = f"{context.name(seat)}: {', '.join(_latest(throws))}"
    left = next((left for left in after.left if left.seat == seat), None)
    if left is None:
        gained = sum(thrown.points for thrown in after.throws if not thrown.void)
        if not gained:
            return f"{story}: the dice pass."
        return f"{story}\nGains **{gained}** and has {after.scores[seat]}; the dice pass."
    outcome = f"{_out(context, after, left)}{_never_scored(context, before, after)}"
    return outcome if after.thrower is None else f"{story}\n{outcome}"


def by(left: Left) -> str:
    """How a player got out of the game."""
    return "a big buck" if left.by == "big buck" else f"exactly {BUCK}"


def chips(number: int) -> str:
    """The right form of the word."""
    return "chip" if abs(number) == 1 else "chips"


def _first(context: RenderContext, view: View) -> str:
    return f"{context.name(view.first or 0)} throws first."


def _opened(context: RenderContext, view: View, number: int) -> str:
    """One throw of the opening."""
    opened = view.opening[number]
    if opened.stage == "point":
        return _point(context, opened, found=number == len(view.opening) - 1)
    throws = zip(opened.seats, opened.values, strict=True)
    dice = ", ".join(
        f"{context.name(seat)} {context.emojis[f'white_{die}']}" for seat, die in throws
    )
    again = number + 1 < len(view.opening) and view.opening[number + 1].stage == "order"
    return f"{STAGES[opened.stage]}: {dice}" + (": all equal, again" if again else "")


def _point(context: RenderContext, opened: Opened, *, found: bool) -> str:
    """A throw for the point number; in the pot game it may miss."""
    (seat,), (die,) = opened.seats, opened.values
    if found:
        return f"{context.name(seat)} throws the point number {context.emojis[f'gold_{die}']}"
    cost = "one chip into the pot" if opened.cost else "the first miss is free"
    return f"{context.name(seat)} misses with {context.emojis[f'white_{die}']}: {cost}"


def _totals(view: View) -> list[int]:
    """The thrower's score after each throw of the turn."""
    points = [0 if thrown.void else thrown.points for thrown in view.throws]
    start = view.scores[view.throws_by or 0] - sum(points)
    return list(accumulate(points, initial=start))[1:]


def _dice(emojis: Emojis, view: View, thrown: Thrown) -> str:
    """The dice of a throw, point numbers in gold."""
    kinds = (f"{'gold' if die == view.point else 'white'}_{die}" for die in thrown.dice)
    return " ".join(emojis[kind] for kind in kinds)


def _worth(view: View, thrown: Thrown, total: int) -> str:
    """What a throw is worth, and why it may not count."""
    if thrown.void:
        over = total + thrown.points
        return f"{total} + {thrown.points} would be {over}, over {BUCK}: **void**, throw again"
    if thrown.kind == "big buck":
        return "🎉 **BIG BUCK!** 🎉"
    if thrown.kind == "little buck":
        return f"🦌 **Little buck!** +{thrown.points}{_buck(total)}"
    if thrown.kind == "nothing":
        return "Nothing: the dice pass"
    return f"**+{thrown.points}**{_sums(view, thrown)}{_buck(total)}"


def _sums(view: View, thrown: Thrown) -> str:
    """Lower dice that add up to the point number (pot)."""
    sums = ["+".join(map(str, group)) for group in thrown.groups if len(group) > 1]
    return f" ({', '.join(sums)} = {view.point})" if sums else ""


def _buck(total: int) -> str:
    return f", exactly {BUCK}!" if total == BUCK else f", that makes {total}"


def _short(thrown: Thrown) -> str:
    if thrown.void:
        return f"~~+{thrown.points}~~ void"
    if thrown.kind in {"big buck", "little buck"}:
        return f"**{thrown.kind}!**"
    return f"+{thrown.points}" if thrown.points else "nothing"


def _out(context: RenderContext, view: View, left: Left) -> str:
    """A player has left the game, or won the pot."""
    who = context.name(left.seat)
    if left.by == "big buck":
        what = "wins at once" if view.game == "pot" else "is out of the game at once, safe"
        return f"🎉 **BIG BUCK!** Three point numbers: {who} {what}!"
    what = "takes the pot" if view.game == "pot" else "is out of the game, safe"
    return f"🎉 Exactly {BUCK}: {who} {what}!"


def _never_scored(context: RenderContext, before: View, after: View) -> str:
    """Who had to add a chip at the end of the pot game."""
    if after.pot == before.pot:
        return ""
    seats = [seat for seat, score in enumerate(after.scores) if not score]
    return f"\nNever scored, one chip more: {', '.join(map(context.name, seats))}."


def _latest(parts: Sequence[str]) -> list[str]:
    """As many of the last parts as fit into a story; dots for the others."""
    sizes = accumulate(len(part) for part in reversed(parts))
    fit = sum(size <= BUDGET for size in sizes)
    return list(parts) if fit == len(parts) else ["…", *parts[len(parts) - fit :]]
