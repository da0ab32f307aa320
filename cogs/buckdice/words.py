"""Words of Buck Dice: its rules, the opening, and the story of each turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.display.pages.renderer import Chapter
from cogs.interactions.parts import text
from engine.buckdice import Dice
from engine.core import N_

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.display.emojis import Emojis
    from cogs.display.pages.renderer import RenderContext, SeenStep
    from cogs.interactions.language import Language
    from engine.buckdice import Left, Opened, Thrown, View


# The rules in our own words.


def tell_three_lines(_: Language) -> tuple[str, str, str]:
    return (
        _(
            "**Throw** three dice. Each **point number** is 1 point, and you throw again; without "
            "one, the next player throws."
        ),
        _(
            "Three of another number: **little buck**, 5 points. "
            "Three point numbers: **big buck**, safe."
        ),
        _("At exactly 15 you are safe; passing 15 does not count. The last one left loses."),
    )


def describe_rules(_: Language, emojis: Emojis) -> tuple[Chapter, ...]:
    """Describe the three variants."""
    classic = _(
        "Everybody throws for the order: the highest begins, the lowest throws the **point "
        "number**.\n"
        "Each point number is a point, and you throw again: {point} {other} {point} = 2.\n"
        "**Little buck**, three alike: {other} {other} {other} = 5, and the dice pass.\n"
        "**Big buck**, three point numbers: {point} {point} {point}, and you are safe at once.\n"
        "Exactly 15 points: safe too. A throw that would pass 15 does not count "
        "and is thrown again. A throw without a score passes the dice. "
        "**The last one left loses.**",
        point=emojis["gold_die_5"],
        other=emojis["white_die_3"],
    )
    fewer = _(
        "The same as classic, but with 13 points you throw two dice and with 14 only one. With "
        "fewer than three dice there is no buck.\n"
        "-# Buck Dice is a traditional game. This is an unofficial fan implementation."
    )
    pot = _(
        "Everybody antes one chip. The first player throws until a 4, 5 or 6 comes: that is "
        "the point number. The first miss is free, each further one costs a chip. A throw scores "
        "in its best way:\n"
        "- Three point numbers win at once.\n"
        "- Two point numbers, or three others alike, are a little buck: 5.\n"
        "- Otherwise each point number is 1. Lower dice that add up to it are 1, too.\n"
        "After any score you throw again. Whoever has exactly 15 first takes the pot. "
        "Everybody who never scored pays one more chip into it.\n"
        "-# The chips are a score of one game. They are worth nothing and buy nothing."
    )
    return (
        Chapter(_("Classic"), [text(classic)]),
        Chapter(_("Thirteen-fourteen"), [text(fewer)]),
        Chapter(_("Pot"), [text(pot)]),
    )


KEPT = 4
"""Number of the latest parts of the opening's story that are told, so that it fits a phone."""
LARGE = 2
"""Largest number of throws of a turn that a phone shows in one line; others are a sum before."""
HAIR_SPACE = "\u200a"
"""Space between dice. Without it, their plain characters would run together."""
FEW = 3
"""Largest number of turns that get a line each with dice; more turns are a line of points."""
REMARKS = (
    N_("{who}: nothing, not a hoof in sight"),
    N_("{who}: nothing, the deer look away"),
    N_("{who}: nothing, only the leaves rustle"),
    N_("{who}: nothing, that was a squirrel"),
)
"""Remarks on a turn without a score."""
STAGES = {
    "order": N_("For the order: {dice}"),
    "highest": N_("Equal at the top, thrown again: {dice}"),
    "lowest": N_("Equal at the bottom, thrown again: {dice}"),
}
EXITS = {
    ("big buck", True): N_("# 🎉 BIG BUCK! 🎉\nThree point numbers: {who} wins at once!"),
    ("big buck", False): N_("# 🎉 BIG BUCK! 🎉\nThree point numbers: {who} is safe at once!"),
    ("exact", True): N_("## 🎉 Exactly 15: {who} takes the pot!"),
    ("exact", False): N_("## 🎉 Exactly 15: {who} is safe!"),
}
"""Sentences for a player who becomes safe or wins, by the reason and by whether there is a pot."""


def describe_opening(context: RenderContext, view: View) -> str:
    """Return the throws for the order and for the point number, and who throws first."""
    _ = context.language
    lines = [_describe_throw_off(context, view, number) for number in range(len(view.opening))]
    first = _("{who} throws first.", who=context.name(view.first or 0))
    if view.game == "pot":
        lines = [f"{_('Everybody has put a chip into the pot.')} {first}", *lines]
    else:
        lines.append(first)
    return "\n".join(_keep_latest(_, lines))


def describe_turn(context: RenderContext, view: View, *, with_dice: bool = True) -> str:
    """Return the latest throws of a turn in one line, and the result below."""
    size = "#" if len(view.throws) <= LARGE else "##"
    dice = f"{size} {_show_throws(context.emojis, view, LARGE)}\n" if with_dice else ""
    return f"{dice}{_describe_outcome(context, view)}"


def _show_throws(emojis: Emojis, view: View, most: int) -> str:
    """Return the latest throws with their points, after the points of earlier throws."""
    before = _count_points(view.throws[:-most])
    told = [f"**+{before}**"] * (before > 0)
    for thrown in view.throws[-most:]:
        gave = (
            [emojis["thrown"]] if thrown.void else [f"**+{thrown.points}**"] * (thrown.points > 0)
        )
        told.append(" ".join([_show_dice(emojis, view, thrown), *gave]))
    return " · ".join(told)


def _describe_outcome(context: RenderContext, view: View) -> str:
    """Tell the worth of the last throw, or of the whole turn if this throw ended the turn."""
    _, seat, latest = context.language, view.throws_by or 0, view.throws[-1]
    who, points = context.name(seat), latest.points
    if left := next((left for left in view.left if left.seat == seat), None):
        return _announce_exit(context, view, left)
    if latest.void:
        return _(
            "{who}: {points} more would pass 15, so this does not count.",
            who=who,
            points=points,
        )
    gain = f"**+{points}**{_describe_sums(_, view, latest)}"
    if latest.kind == "little buck":
        return f"{_('## 🦌 Little buck!')}\n{who} {gain}"
    if points:
        again = _("{who} {gain} and throws again", who=who, gain=gain)
        # In the pot game, one of the two points may come from a sum, and that is no double.
        return f"{_('Double!')} {again}" if points == 2 and view.game != "pot" else again
    gained = _count_points(view.throws)
    if gained:
        return _("{who}: **+{points}**; the dice pass", who=who, points=gained)
    return _(REMARKS[(sum(latest.dice) + seat) % len(REMARKS)], who=who)


def _count_points(throws: Sequence[Thrown]) -> int:
    return sum(thrown.points for thrown in throws if not thrown.void)


def describe_turns(context: RenderContext, steps: Sequence[SeenStep]) -> list[str]:
    """Describe the turns before the latest turn, then who became safe in these turns."""
    ends = [step for step in steps if _ends_turn(step)]
    shown = bool(ends) and ends[-1].after.throws == steps[-1].after.throws
    earlier = ends[:-1] if shown else ends
    few = len(earlier) <= FEW
    told = filter(None, (_describe_gain(context, step, with_dice=few) for step in earlier))
    gains = ("\n" if few else " · ").join(told)
    return [*filter(None, [gains]), *_list_moments(context, earlier)]


def _describe_gain(context: RenderContext, step: SeenStep, *, with_dice: bool) -> str:
    """Return a player's throws of a turn with their points; without the dice, only the gain."""
    gain, who = _count_points(step.after.throws), context.name(step.before.thrower)
    if not with_dice:
        return f"{who} **+{gain}**" if gain else ""
    nothing = not gain and step.after.left == step.before.left
    dice = _show_throws(context.emojis, step.after, LARGE)
    return f"{who} {dice}{' ' + context.language('nothing') if nothing else ''}"


def _list_moments(context: RenderContext, steps: Sequence[SeenStep]) -> list[str]:
    """Return who became safe in these turns, and how."""
    _ = context.language
    return [
        f"🎉 {_('{who} is safe: {way}', who=context.name(left.seat), way=name_way_out(_, left))}"
        for step in steps
        for left in step.after.left[len(step.before.left) :]
    ]


def describe_throw(context: RenderContext, step: SeenStep) -> str | None:
    """Describe a throw in a turn, for a replay; None for other steps."""
    before: View = step.before
    if not isinstance(step.move, Dice) or before.thrower is None:
        return None
    return _describe_outcome(context, step.after)


def _ends_turn(step: SeenStep) -> bool:
    """Return whether a step ends a turn or the game."""
    before: View = step.before
    after: View = step.after
    fell = isinstance(step.move, Dice) and before.thrower is not None
    return fell and after.thrower != before.thrower


def name_way_out(_: Language, left: Left) -> str:
    """Return how a player became safe."""
    return _("a big buck") if left.by == "big buck" else _("exactly 15")


def _describe_throw_off(context: RenderContext, view: View, number: int) -> str:
    opened = view.opening[number]
    if opened.stage == "point":
        return _describe_point_throw(context, opened, found=number == len(view.opening) - 1)
    throws = zip(opened.seats, opened.values, strict=True)
    dice = [f"{context.name(seat)} {context.emojis[f'white_die_{die}']}" for seat, die in throws]
    again = number + 1 < len(view.opening) and view.opening[number + 1].stage == "order"
    _ = context.language
    told = _(STAGES[opened.stage], dice=_.join(dice, "commas"))
    return f"{told} · {_('all equal, again')}" if again else told


def _describe_point_throw(context: RenderContext, opened: Opened, *, found: bool) -> str:
    """Describe a throw for the point number, which in the pot game can miss."""
    (seat,), (die,) = opened.seats, opened.values
    _, who = context.language, context.name(seat)
    if found:
        point = context.emojis[f"gold_die_{die}"]
        return _("{who} throws the point number {die}", who=who, die=point)
    missed = context.emojis[f"white_die_{die}"]
    if opened.cost:
        return _("{who} misses with {die}: one chip into the pot", who=who, die=missed)
    return _("{who} misses with {die}: the first miss is free", who=who, die=missed)


def _show_dice(emojis: Emojis, view: View, thrown: Thrown) -> str:
    """Return the dice of a throw as pictures, point numbers in gold."""
    kinds = (f"{'gold' if die == view.point else 'white'}_die_{die}" for die in thrown.dice)
    return HAIR_SPACE.join(emojis[kind] for kind in kinds)


def _describe_sums(_: Language, view: View, thrown: Thrown) -> str:
    """Return the lower dice that add up to the point number, in the pot game."""
    groups = thrown.groups if thrown.kind == "points" else ()
    sums = ["+".join(map(str, group)) for group in groups if len(group) > 1]
    return f" ({_.join(sums, 'commas')} = {view.point})" if sums else ""


def _announce_exit(context: RenderContext, view: View, left: Left) -> str:
    """Say that a player is safe, or won the pot."""
    exit_ = EXITS["big buck" if left.by == "big buck" else "exact", view.game == "pot"]
    fines = "" if left.by == "big buck" else _describe_fines(context, view)
    return context.language(exit_, who=context.name(left.seat)) + fines


def _describe_fines(context: RenderContext, view: View) -> str:
    """Name the players who added a chip at the end of the pot game; else empty."""
    seats = [seat for seat, score in enumerate(view.scores) if not score]
    if view.game != "pot" or not seats:
        return ""
    _ = context.language
    names = _.join([context.name(seat) for seat in seats])
    return "\n" + _("Never scored, one chip more: {names}.", names=names)


def _keep_latest(_: Language, parts: Sequence[str]) -> list[str]:
    """Return the latest parts, after a line that counts the parts cut."""
    cut = max(0, len(parts) - KEPT)
    earlier = _.plural("({n} earlier throw)", "({n} earlier throws)", cut)
    return [earlier] * (cut > 0) + list(parts[cut:])
