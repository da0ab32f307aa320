"""Buck Dice as stories: how the game began, how a turn goes, and what a turn led to."""

from __future__ import annotations

from itertools import accumulate, groupby
from typing import TYPE_CHECKING

from cogs.interactions.names import count, join_names
from engine.buckdice import BUCK, Dice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.display.pages.renderer import RenderContext, SeenStep
    from cogs.display.words.emojis import Emojis
    from engine.buckdice import Left, Opened, Thrown, View
    from engine.core import Seat

BUDGET = 1200
"""How many characters a story may have; its earliest parts are left out to keep it so short."""
TOLD_ONE_BY_ONE = 3
"""More turns of nothing in a row share a line."""
REMARKS = (
    "not a hoof in sight",
    "the deer look the other way",
    "only the leaves rustle",
    "that was a squirrel",
)
"""What is said of a turn of nothing."""
STAGES = {
    "order": "For the order",
    "highest": "Level at the top, thrown off",
    "lowest": "Level at the bottom, thrown off",
}


def describe_opening(context: RenderContext, view: View) -> str:
    """Return every throw for the order and the point number, and who throws first."""
    lines = [_describe_throw_off(context, view, number) for number in range(len(view.opening))]
    if view.game == "pot":
        lines = [f"Everybody has put a chip into the pot. {_describe_first(context, view)}", *lines]
    else:
        lines.append(_describe_first(context, view))
    return "\n".join(_keep_latest(lines, "throw"))


def describe_turn(context: RenderContext, view: View) -> str:
    """Return the latest throw of a turn large, with its worth; the earlier ones small."""
    *earlier, latest = zip(view.throws, _running_totals(view), strict=True)
    thrown, total = latest
    parts = [f"# {_show_dice(context.emojis, view, thrown)}", _describe_worth(view, thrown, total)]
    if earlier:
        short = [f"{_show_dice(context.emojis, view, t)} {_shorten(t)}" for t, _ in earlier]
        parts.append("-# before: " + " · ".join(_keep_latest(short, "throw")))
    return "\n".join(parts)


def describe_turns(context: RenderContext, steps: Sequence[SeenStep]) -> list[str]:
    """Tell the turns that these steps have ended; many turns of nothing in a row share a line.

    What all of them brought comes last, where not every turn could be told, or several scored.
    """
    ends = [step for step in steps if _ends_turn(step)]
    stories: list[str] = []
    for nothing, group in groupby(ends, key=_is_nothing):
        turns = list(group)
        if nothing and len(turns) > TOLD_ONE_BY_ONE:
            names = [context.name(step.before.thrower) for step in turns]
            stories.append(f"{join_names(list(dict.fromkeys(names)))}: nothing at all.")
        else:
            stories += [describe_turn_end(context, step.before, step.after) for step in turns]
    told = _keep_latest(stories, "turn")
    one = told == stories and sum(not _is_nothing(step) for step in ends) < 2
    return told if one else [*told, _sum_up(context, steps)]


def _sum_up(context: RenderContext, steps: Sequence[SeenStep]) -> str:
    """Return from what to what the points of each have gone."""
    pairs = enumerate(zip(steps[0].before.scores, steps[-1].after.scores, strict=True))
    changes = [f"{context.name(seat)} {old} → **{new}**" for seat, (old, new) in pairs if old < new]
    return f"Points: {' · '.join(changes) or 'as before'}"


def _ends_turn(step: SeenStep) -> bool:
    """Return whether a step ends a turn, or the game with it."""
    before: View = step.before
    after: View = step.after
    fell = isinstance(step.move, Dice) and before.thrower is not None
    return fell and after.thrower != before.thrower


def _is_nothing(step: SeenStep) -> bool:
    """Return whether a turn was one throw without a score."""
    after: View = step.after
    return [thrown.kind for thrown in after.throws] == ["nothing"]


def describe_turn_end(context: RenderContext, before: View, after: View) -> str:
    """Return the throws of a turn that is over, its points, and what they led to."""
    seat = before.thrower or 0
    throws = [f"{_show_dice(context.emojis, after, t)} {_shorten(t)}" for t in after.throws]
    story = f"{context.name(seat)}: {', '.join(_keep_latest(throws, 'throw'))}"
    left = next((left for left in after.left if left.seat == seat), None)
    if left is None:
        return f"{story}{_describe_gain(after, seat)}"
    outcome = f"{_announce_exit(context, after, left)}{_describe_fines(context, before, after)}"
    return f"{story}\n{outcome}"


def _describe_gain(after: View, seat: Seat) -> str:
    """Return what a turn has brought its player, who is still in the game."""
    gained = sum(thrown.points for thrown in after.throws if not thrown.void)
    if gained:
        return f"\nFrom {after.scores[seat] - gained} to **{after.scores[seat]}**; the dice pass."
    return f": {REMARKS[(sum(after.throws[-1].dice) + seat) % len(REMARKS)]}."


def name_way_out(left: Left) -> str:
    """Return how a player got out of the game."""
    return "a big buck" if left.by == "big buck" else f"exactly {BUCK}"


def chip_or_chips(number: int) -> str:
    """Return "chip" or "chips", as fits the number."""
    return "chip" if abs(number) == 1 else "chips"


def _describe_first(context: RenderContext, view: View) -> str:
    """Say who throws first."""
    return f"{context.name(view.first or 0)} throws first."


def _describe_throw_off(context: RenderContext, view: View, number: int) -> str:
    """Return one throw of the opening."""
    opened = view.opening[number]
    if opened.stage == "point":
        return _describe_point_throw(context, opened, found=number == len(view.opening) - 1)
    throws = zip(opened.seats, opened.values, strict=True)
    dice = ", ".join(
        f"{context.name(seat)} {context.emojis[f'white_{die}']}" for seat, die in throws
    )
    again = number + 1 < len(view.opening) and view.opening[number + 1].stage == "order"
    return f"{STAGES[opened.stage]}: {dice}" + (": all equal, again" if again else "")


def _describe_point_throw(context: RenderContext, opened: Opened, *, found: bool) -> str:
    """Return a throw for the point number; in the pot game it may miss."""
    (seat,), (die,) = opened.seats, opened.values
    if found:
        return f"{context.name(seat)} throws the point number {context.emojis[f'gold_{die}']}"
    cost = "one chip into the pot" if opened.cost else "the first miss is free"
    return f"{context.name(seat)} misses with {context.emojis[f'white_{die}']}: {cost}"


def _running_totals(view: View) -> list[int]:
    """Return the thrower's score after each throw of the turn."""
    points = [0 if thrown.void else thrown.points for thrown in view.throws]
    start = view.scores[view.throws_by or 0] - sum(points)
    return list(accumulate(points, initial=start))[1:]


def _show_dice(emojis: Emojis, view: View, thrown: Thrown) -> str:
    """Return the dice of a throw as pictures, point numbers in gold."""
    kinds = (f"{'gold' if die == view.point else 'white'}_{die}" for die in thrown.dice)
    return " ".join(emojis[kind] for kind in kinds)


def _describe_worth(view: View, thrown: Thrown, total: int) -> str:
    """Say what a throw is worth, or why it does not count."""
    if thrown.void:
        return f"{total} + {thrown.points} would pass {BUCK}: it does **not count**, throw again"
    if thrown.kind == "big buck":
        return "## 🎉 BIG BUCK! 🎉"
    if thrown.kind == "little buck":
        return f"🦌 **Little buck!** +{thrown.points}{_describe_total(total)}"
    if thrown.kind == "nothing":
        return "Nothing: the dice pass"
    return f"**+{thrown.points}**{_describe_sums(view, thrown)}{_describe_total(total)}"


def _describe_sums(view: View, thrown: Thrown) -> str:
    """Return the lower dice that add up to the point number (pot)."""
    sums = ["+".join(map(str, group)) for group in thrown.groups if len(group) > 1]
    return f" ({', '.join(sums)} = {view.point})" if sums else ""


def _describe_total(total: int) -> str:
    """Return the score that a throw has led to."""
    return f", exactly {BUCK}!" if total == BUCK else f", that makes {total}"


def _shorten(thrown: Thrown) -> str:
    """Return what a throw is worth in one or two words."""
    if thrown.void:
        return f"+{thrown.points} would pass {BUCK}: does not count"
    if thrown.kind in {"big buck", "little buck"}:
        return f"🦌 **{thrown.kind.upper()}!**"
    return f"+{thrown.points}" if thrown.points else "nothing"


def _announce_exit(context: RenderContext, view: View, left: Left) -> str:
    """Say that a player has left the game, or won the pot."""
    who = context.name(left.seat)
    if left.by == "big buck":
        what = "wins at once" if view.game == "pot" else "is safe at once"
        return f"# 🎉 BIG BUCK! 🎉\nThree point numbers: {who} {what}!"
    what = "takes the pot" if view.game == "pot" else "is safe"
    return f"## 🎉 Exactly {BUCK}: {who} {what}!"


def _describe_fines(context: RenderContext, before: View, after: View) -> str:
    """Return who had to add a chip at the end of the pot game; empty for nobody."""
    if after.pot == before.pot:
        return ""
    seats = [seat for seat, score in enumerate(after.scores) if not score]
    return f"\nNever scored, one chip more: {', '.join(map(context.name, seats))}."


def _keep_latest(parts: Sequence[str], kind: str) -> list[str]:
    """Return as many of the last parts as fit into a story, behind how many of a kind do not."""
    sizes = accumulate(len(part) for part in reversed(parts))
    fit = sum(size <= BUDGET for size in sizes)
    cut = len(parts) - fit
    return [f"({count(cut, f'earlier {kind}')})"] * (cut > 0) + list(parts[cut:])
