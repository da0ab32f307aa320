"""How Trophy Buck looks on Discord."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from cogs.display.pages.hints import percent
from cogs.display.pages.renderer import Chapter, RenderContext, Renderer, SeenStep
from cogs.interactions.content import Fragment
from cogs.interactions.names import count, join_names
from cogs.interactions.parts import Items, rows, text
from cogs.trophy import hints, rules
from cogs.trophy.drawings import DRAWINGS
from engine import game
from engine.core import First
from engine.trophy import (
    GOAL,
    KINDS,
    STARTLES_TO_END,
    SYMBOLS,
    Die,
    Hunt,
    Roll,
    Stop,
    View,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cogs.display.words.emojis import Emojis
    from players.core import Assessed

GAME = game("trophy")
DRAWN = 3
"""How many dice a roll has."""
_COLOURS = {kind.letter: kind.colour for kind in KINDS}
_POINTS = {kind.letter: kind.points for kind in KINDS}


class TrophyRenderer(Renderer):
    """Shows three dice large, the dice laid aside, the bag, and the risk of going on."""

    game = GAME
    accent = 0x8A5A2B
    sign = "bag"
    gist = "hunt as long as you dare"
    pitch = "One more roll? Every deer is worth more until three are startled."
    has_odds = True
    has_hints = True
    drawings = DRAWINGS

    def clicks(self, seats: int, options: Mapping[str, str]) -> float:  # noqa: ARG002 - the same for every option
        """Return how many clicks a game takes, one after the other, as was measured."""
        return 11.5 + 9.3 * seats  # at 2 seats to 8, within a tenth

    def headline(self, context: RenderContext) -> str:
        """Return the goal, or what the end waits for."""
        view: View = context.view
        if view.winner is not None:
            return "The hunt is over"
        if view.tiebreak:
            return "Tiebreak among the leaders"
        if view.final_round:
            return f"The last round: {max(view.totals)} points to beat"
        return f"Last round: when somebody has {GOAL}"

    def board(self, context: RenderContext) -> Fragment:
        """Return the turn and everybody's totals; nothing when the game is over."""
        view: View = context.view
        if view.hunter is None:
            return Fragment([])
        turn = _describe_turn(context, view) if view.rolled else _describe_fresh_turn(context, view)
        return Fragment([*(text(part) for part in turn), text(_list_totals(context, view))])

    def guide(self, context: RenderContext) -> str:
        """Say what the next press does, for who plays for the first time."""
        if context.view.rolled:
            return "Stop, and your points count. Or roll again: three Startles lose them."
        return "Your first press draws three dice and rolls them: it cannot lose anything."

    def controls(self, context: RenderContext) -> Items:
        """Return the buttons Roll and Stop; each says what it does."""
        buttons: Items = []
        for move in context.moves:
            style = _find_style(context.view, move)
            buttons.append(context.move_button(move, self.name_move(context, move), style))
        return rows(buttons, 1)

    def describe_step(self, context: RenderContext, step: SeenStep) -> str | None:
        """Describe rolls and stops, and what they led to."""
        before: View = step.before
        match step.move:
            case First(seat):
                return f"{context.name(seat)} hunts first."
            case Roll() if before.new_stand:
                return _describe_new_stand(context, before)
            case Stop():
                score = f"{context.name(step.seat)} stops and scores **{before.score}**"
                return score + _describe_turn_end(context, step)
            case Hunt():
                return _describe_roll(context, step)
            case _:
                return None

    def describe_steps(self, context: RenderContext, steps: Sequence[SeenStep]) -> list[str]:
        """Tell what has happened, of several turns what each has brought.

        The roll that lies on the board is not told, nor are those of turns that are over.
        """
        ends = [step for step in steps if _ends_turn(step)]
        if len(ends) > 1:
            milestones = [_describe_milestone(context, step) for step in ends]
            sums = " · ".join(_sum_up(context, step) for step in ends)
            return [sums, *filter(None, milestones)]
        told = [step for step in steps if _ends_turn(step) or not isinstance(step.move, Hunt)]
        return super().describe_steps(context, told)

    def result(self, context: RenderContext, seat: int) -> str:
        """Return a player's points, and who has won the tiebreak."""
        view: View = context.view
        level = view.totals.count(view.totals[seat]) > 1
        broken = ", ahead in the tiebreak" if seat == view.winner and level else ""
        return super().result(context, seat) + broken

    def name_move(self, context: RenderContext, move: Any) -> str:  # noqa: ANN401 - any move
        """Return what a move does, in the words of its button."""
        view: View = context.view
        if move == Roll():
            return _label_roll(view)
        return f"Stop and score {view.score}"

    def explain(self, context: RenderContext, moves: Sequence[Assessed]) -> str:
        """Say why the first of these moves is the best."""
        return hints.explain(context, moves)

    def currency(self, context: RenderContext) -> str:  # noqa: ARG002 - always the same
        """Return of what the points of a hint are."""
        return "points of this turn"

    def scores(self, view: View) -> tuple[int, ...]:
        """Return the banked points."""
        return view.totals

    def three_lines(self, emojis: Emojis) -> tuple[str, str, str]:  # noqa: ARG002 - words are enough
        """Say what suffices to start."""
        return rules.THREE_LINES

    def rules(self, emojis: Emojis) -> tuple[Chapter, ...]:
        """Describe the rules in our own words."""
        return rules.describe_rules(emojis)


def _describe_fresh_turn(context: RenderContext, view: View) -> list[str]:
    """Return a turn before its first roll, which is no choice: the bag."""
    dice = sum(bag.dice for bag in view.bag)
    return [f"# {context.emojis['bag']} {dice} dice", _describe_bag(view)]


def _describe_turn(context: RenderContext, view: View) -> list[str]:
    """Return the dice of the last roll, what the turn has brought, the risk, and the bag."""
    emojis = context.emojis
    points, startles = (_show_aside(emojis, dice) for dice in (view.points, view.startles))
    lines = [
        f"This turn: **{count(view.score, 'point')}**{points}",
        f"Startles: **{len(view.startles)}** of {STARTLES_TO_END}{startles}",
        *_describe_risk(context, view),
        _describe_bag(view),
    ]
    if view.new_stand:
        lines.append(
            "-# Too few dice for a roll: the points are noted, and their dice go back into the bag."
        )
    return [f"# {' '.join(_show_die(emojis, die) for die in view.dice)}", "\n".join(lines)]


def _show_aside(emojis: Emojis, dice: Sequence[Die]) -> str:
    """Return dice that lie aside as pictures; empty where there are none."""
    return f" {''.join(_show_die(emojis, die) for die in dice)}" if dice else ""


def _describe_bag(view: View) -> str:
    """Return how many dice of each colour the bag holds, and what one of them is worth."""
    dice = ", ".join(
        f"{bag.dice}\xa0{bag.colour} ({_POINTS[bag.letter]})" for bag in view.bag if bag.dice
    )
    return f"-# In the bag: {dice.replace(')', ' points each)', 1)}"


def _describe_risk(context: RenderContext, view: View) -> list[str]:
    """Return the exact chance that the next roll ends the turn; nothing where odds are hidden."""
    if not context.odds:
        return []
    if not view.end_ways:
        return ["The next roll cannot end the turn."]
    return [f"The next roll ends the turn: **{percent(view.end_ways / view.end_of)}**"]


def _list_totals(context: RenderContext, view: View) -> str:
    """Return everybody's total; in a tiebreak also what the leaders have scored in it."""
    tiebreak = {leader.seat: leader.points for leader in view.tiebreak}
    lines: list[str] = []
    for seat, total in enumerate(view.totals):
        turn = "▶ " if seat == view.hunter else ""
        points = tiebreak.get(seat)
        tie = " · tiebreak" if seat in tiebreak else ""
        scored = "" if points is None else f" +{points}"
        lines.append(f"{turn}{context.name(seat)} · {count(total, 'point')}{tie}{scored}")
    return "\n".join(lines)


def _label_roll(view: View) -> str:
    """Return the label of the button that rolls."""
    if not view.rolled:
        return "Draw 3 dice and roll"
    if view.new_stand:
        return "Roll on at a new stand"
    again = len(view.tracks)
    if again == DRAWN:
        return "Roll the 3 Tracks again"
    if not again:
        return "Roll 3 new dice"
    return f"Roll {count(again, 'Track')} again and {DRAWN - again} new"


def _find_style(view: View, move: object) -> discord.ButtonStyle:
    """Return the colour of a button: green what banks points."""
    if move == Roll():
        return discord.ButtonStyle.primary
    return discord.ButtonStyle.success if view.score else discord.ButtonStyle.secondary


def _ends_turn(step: SeenStep) -> bool:
    """Return whether a turn ended with the step."""
    if isinstance(step.move, Hunt):
        return _count_startles(step) >= STARTLES_TO_END
    return isinstance(step.move, Stop)


def _count_startles(step: SeenStep) -> int:
    """Return how many Startles lie there after a roll."""
    return len(step.before.startles) + sum(die[1] == "S" for die in step.move.dice)


def _sum_up(context: RenderContext, step: SeenStep) -> str:
    """Return what a turn has brought, in a few words."""
    before: View = step.before
    lost = f", {before.score} lost" if before.score else ""
    brought = f"+{before.score}" if isinstance(step.move, Stop) else f"3 Startles{lost}"
    return f"{_name_hunter(context, before)} {brought}"


def _describe_new_stand(context: RenderContext, before: View) -> str:
    """Say that the bag was too empty, so the Points dice went back into it."""
    return (
        f"{_name_hunter(context, before)} moves to a new stand: **{before.score}** points are "
        "noted, the Points dice are back in the bag."
    )


def _describe_roll(context: RenderContext, step: SeenStep) -> str:
    """Return the dice of a roll, what they brought, and what that led to."""
    before: View = step.before
    dice: tuple[str, ...] = step.move.dice
    who = _name_hunter(context, before)
    sides = " ".join(context.emojis[f"{_COLOURS[die[0]]}_{SYMBOLS[die[1]]}"] for die in dice)
    startles, there = _count_startles(step), len(before.startles)
    if startles < STARTLES_TO_END:
        gained = sum(_POINTS[die[0]] for die in dice if die[1] == "P")
        return f"{who} rolls {sides}" + (f": **+{gained}**" if gained else "")
    lost = f", {before.score} points are lost" if before.score else ""
    end = _describe_turn_end(context, step)
    more = f", with {there} Startle{'s' * (there > 1)} there already" if there else ""
    return f"## 💨 {startles} Startles!\n{who} rolls {sides}{more}: the deer are gone{lost}{end}"


def _describe_turn_end(context: RenderContext, step: SeenStep) -> str:
    """Return the end of a sentence about the end of a turn: the total, and what it leads to."""
    before, after = step.before, step.after
    hunter = before.hunter or 0
    total = after.totals[hunter]
    end = f", {total} in all." if total != before.totals[hunter] else "."
    milestone = _describe_milestone(context, step)
    return f"{end}\n{milestone}" if milestone else end


def _describe_milestone(context: RenderContext, step: SeenStep) -> str:
    """Say that the last round or a tiebreak begins; empty where none does."""
    before, after = step.before, step.after
    if after.final_round and not before.final_round:
        return f"{_name_hunter(context, before)} has reached {GOAL}: this round is the last."
    fresh = after.tiebreak and all(leader.points is None for leader in after.tiebreak)
    if not fresh:
        return ""
    leaders = join_names([context.name(leader.seat) for leader in after.tiebreak])
    level = "are still level" if before.tiebreak else f"are level at {max(after.totals)}"
    return f"{leaders} {level}: they hunt on, one turn each."


def _name_hunter(context: RenderContext, view: View) -> str:
    """Return the name of the player whose turn it is."""
    return context.name(view.hunter or 0)


def _show_die(emojis: Emojis, die: Die) -> str:
    """Return a die as a picture."""
    return emojis[f"{die.colour}_{die.symbol}"]


RENDERER = TrophyRenderer()
