"""Buck Dice on Discord: `/buckdice start`, `/buckdice rules`, and how its board looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from cogs.face import Face, Items, Look, Past, Shown, rows, text
from cogs.game import Click, GameCog, options_of
from engine import game
from engine.buckdice import BUCK, Left, Throw, Thrown, View
from engine.core import First

if TYPE_CHECKING:
    from cogs.client import DucksClient
    from cogs.emojis import Emojis

GAME = game("buckdice")
STAGES = {
    "order": "For the order",
    "highest": "Throwing off for the first turn",
    "lowest": "Throwing off for the point number",
    "point": "The point number",
}
STORY = 6
"""How many throws of a turn are told; earlier ones are summed up."""


class BuckDiceFace(Face):
    """The point number, the story of the turn, and one button: Throw."""

    game = GAME
    accent = 0xC9A227

    def headline(self, look: Look) -> str:
        """Which of the three games, and the point number."""
        view: View = look.view
        title = view.game.capitalize()
        return title if view.point is None else f"{title} · point number {view.point}"

    def board(self, look: Look) -> Shown:
        """The point number, the throws of this turn, and everybody's score."""
        view: View = look.view
        items: Items = []
        if view.point is not None:
            items.append(text(f"## Point number {look.emojis[f'gold_{view.point}']}"))
        if view.throws and view.throws_by is not None:
            items.append(text(self._story(look, view)))
        return Shown([*items, text(self._scores(look, view))])

    def controls(self, look: Look) -> Items:
        """One button."""
        view: View = look.view
        if view.thrower is None:
            return []
        what = {3: "three dice", 2: "two dice", 1: "one die"}[view.dice]
        label = f"Throw {what}" + (" again" if view.again else "")
        return rows([look.move(Throw(), label, discord.ButtonStyle.primary)])

    def told(self, look: Look, past: Past) -> str | None:
        """How the order was thrown, and what a turn came to when it ended."""
        before: View = past.before
        after: View = past.after
        if isinstance(past.move, First):
            return f"{look.name(past.move.seat)} throws first."
        if before.point is None:
            return self._told_opening(look, after)
        thrower = before.thrower if before.thrower is not None else after.throws_by
        if thrower is None or isinstance(past.move, Throw) or after.thrower == thrower:
            return None
        return self._told_turn(look, thrower, after)

    def result(self, look: Look, seat: int) -> str:
        """Points, and in the pot game the chips won or paid."""
        view: View = look.view
        words = [super().result(look, seat)]
        words += [f"out by {_by(left)}" for left in view.left if left.seat == seat]
        if seat == view.loser:
            words.append("the loser")
        if any(view.chips):
            words.append(f"{view.chips[seat]:+d} chips")
        return ", ".join(words)

    def ending(self, look: Look) -> str:
        """The winner of the pot; else the loser, who is what the game is about."""
        view: View = look.view
        if view.loser is None:
            return super().ending(look)
        return f"{look.name(view.loser)} is the loser!"

    def rules(self, emojis: Emojis) -> Items:
        """The three games in our own words."""
        point, other = emojis["gold_5"], emojis["white_3"]
        return [
            text(
                "## Buck Dice\n"
                "Three dice, a point number, and one button. Everybody throws for the order: the "
                "highest begins, the lowest throws the **point number**."
            ),
            text(
                "### Classic\n"
                f"Each point number is a point, and you throw again: {point} {other} {point} = 2.\n"
                f"**Little buck**, three alike: {other} {other} {other} = 5, and the dice pass.\n"
                f"**Big buck**, three point numbers: {point} {point} {point}, and you are out of "
                "the game at once, safe.\n"
                f"Exactly {BUCK} points: safe too. A throw that would take you over {BUCK} is void "
                "and thrown again. A throw without a score passes the dice. "
                "**The last one left loses.**"
            ),
            text(
                "### Thirteen-fourteen\n"
                "The same, but with 13 points you throw two dice and with 14 only one. With fewer "
                "than three dice there is no buck."
            ),
            text(
                "### Pot\n"
                "Everybody antes one chip. The first player throws the point number: a 4, 5 or 6; "
                "every miss after the first throw costs a chip. A throw scores in its best way: "
                "three point numbers win at once; two of them or three others alike are a little "
                "buck, 5; otherwise one for a point number and one for each set of lower dice that "
                f"adds up to it. Any score throws again. First to exactly {BUCK} takes the pot, "
                "and before that everybody without a score pays one chip more.\n"
                "-# The chips are a score of one game. They are worth nothing and buy nothing."
            ),
            text("-# Buck Dice is a traditional game. This is an unofficial fan implementation."),
        ]

    def _story(self, look: Look, view: View) -> str:
        """The throws of the turn, one a line."""
        who = look.name(view.throws_by or 0)
        skipped = len(view.throws) - STORY
        lines = [f"-# {skipped} throws before"] if skipped > 0 else []
        lines += [_line(look.emojis, view, thrown) for thrown in view.throws[-STORY:]]
        return f"{who} throws:\n" + "\n".join(lines)

    def _scores(self, look: Look, view: View) -> str:
        out = {left.seat: left for left in view.left}
        lines: list[str] = []
        for seat, score in enumerate(view.scores):
            mark = "▶" if seat == view.thrower else "▷"
            safe = f" · safe by {_by(out[seat])}" if seat in out else ""
            chips = f" · {view.chips[seat]:+d} chips" if any(view.chips) else ""
            lines.append(f"{mark} {look.name(seat)} **{score}** {_bar(score)}{safe}{chips}")
        if view.pot:
            lines.append(f"In the pot: **{view.pot}** chips")
        return "\n".join(lines)

    def _told_opening(self, look: Look, after: View) -> str | None:
        """The last throw for the order or the point number."""
        if not after.opening:
            return None
        opened = after.opening[-1]
        throws = ", ".join(
            f"{look.name(seat)} {look.emojis[f'white_{die}']}"
            for seat, die in zip(opened.seats, opened.values, strict=True)
        )
        cost = " · a miss, one chip into the pot" if opened.cost else ""
        return f"{STAGES[opened.stage]}: {throws}{cost}"

    def _told_turn(self, look: Look, thrower: int, after: View) -> str:
        gained = sum(thrown.points for thrown in after.throws if not thrown.void)
        left = next((left for left in after.left if left.seat == thrower), None)
        if left is not None and left.by == "big buck":
            return f"🎉 **Big buck!** {look.name(thrower)} throws three point numbers and is out!"
        if left is not None:
            return f"🎉 {look.name(thrower)} has exactly {BUCK} and is out!"
        return f"{look.name(thrower)} gains {gained} and passes the dice."


def _line(emojis: Emojis, view: View, thrown: Thrown) -> str:
    """One throw: its dice, with the point numbers in gold, and what came of it."""
    dice = " ".join(
        emojis[f"{'gold' if die == view.point else 'white'}_{die}"] for die in thrown.dice
    )
    if thrown.void:
        return f"{dice} would be {thrown.points}, more than {BUCK}: **void**, throw again"
    if thrown.kind == "nothing":
        return f"{dice} nothing"
    sets = [group for group in thrown.groups if len(group) > 1 and thrown.kind == "points"]
    sums = ", ".join("+".join(map(str, group)) for group in sets)
    kind = "" if thrown.kind == "points" else f" **{thrown.kind}!**"
    return f"{dice}{kind} +{thrown.points}" + (f" ({sums} = {view.point})" if sums else "")


def _bar(score: int) -> str:
    return "▰" * score + "▱" * (BUCK - score)


def _by(left: Left) -> str:
    return "a big buck" if left.by == "big buck" else f"{BUCK} points"


FACE = BuckDiceFace()


@app_commands.allowed_contexts(guilds=True)
class BuckDiceCog(
    GameCog, group_name="buckdice", group_description="Buck Dice: throw the point number"
):
    """`/buckdice`."""

    face = FACE

    @app_commands.command(description="Open a table for two to eight players")
    @options_of(GAME)
    async def start(self, interaction: Click, game: str | None = None) -> None:
        """Open a table."""
        await self.open(interaction, game=game)


async def setup(client: DucksClient) -> None:
    """Called by discord.py when the extension is loaded."""
    await client.add_cog(BuckDiceCog(client.desk))
