"""Trophy Buck on Discord: `/trophy start`, `/trophy rules`, and how its board looks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from cogs.face import Face, Items, Look, Past, Shown, rows, text
from cogs.game import Click, GameCog, options_of
from engine import game
from engine.core import First
from engine.trophy import (
    FACES_NOTE,
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
    from cogs.client import DucksClient
    from cogs.emojis import Emojis

GAME = game("trophy")
_COLOURS = {kind.letter: kind.colour for kind in KINDS}


class TrophyFace(Face):
    """Three dice large, what lies aside, what the bag holds, and the risk of going on."""

    game = GAME
    accent = 0x8A5A2B

    def headline(self, look: Look) -> str:
        """The goal, or what the end waits for."""
        view: View = look.view
        if view.tiebreak:
            return "Tiebreak among the leaders"
        if view.final_round:
            return f"Somebody has {GOAL}: the round is finished, then the best total wins"
        return f"First to {GOAL} points, then the round is finished"

    def board(self, look: Look) -> Shown:
        """The turn and everybody's totals; at the end the totals alone."""
        view: View = look.view
        turn = [] if view.hunter is None else self._turn(view, look)
        return Shown([*turn, text(self._totals(view, look))])

    def controls(self, look: Look) -> Items:
        """Roll and Stop, with what each would do."""
        view: View = look.view
        if view.hunter is None:
            return []
        buttons: list[discord.ui.Item[Any]] = [
            look.move(Roll(), "Roll again" if view.rolled else "Roll", discord.ButtonStyle.primary)
        ]
        if Stop() in look.moves:
            label = f"Stop and score {view.score}"
            buttons.append(look.move(Stop(), label, discord.ButtonStyle.success))
        return rows(buttons)

    def told(self, look: Look, past: Past) -> str | None:
        """Rolls and what they did; stops and what they scored."""
        match past.move:
            case First(seat):
                return f"{look.name(seat)} hunts first."
            case Stop():
                return f"{look.name(past.seat)} stops and scores **{past.before.score}**."
            case Hunt():
                return self._told_hunt(look, past)
            case _:
                return None

    def rules(self, emojis: Emojis) -> Items:
        """The rules in our own words, with the dice."""
        dice = "\n".join(
            f"{_pictures(emojis, kind.colour)} **{kind.colour}** ({kind.letter.upper()}): "
            f"{kind.dice} in the bag, {kind.points} points, sides "
            f"{'/'.join(map(str, kind.sides))}"
            for kind in KINDS
        )
        return [
            text(
                "## Trophy Buck\n"
                "Hunt as long as you dare: every roll may bring Points, every Startle may be the "
                f"one that ends your turn. {GOAL} points win."
            ),
            text(
                "### Your turn\n"
                "Draw three dice from the bag and roll them.\n"
                "- **Points** are laid aside; they score if you stop in time.\n"
                f"- **Startles** stay in front of you. {STARTLES_TO_END} of them end your turn, "
                "and you score nothing.\n"
                "- **Tracks** are rolled again when you go on, with new dice from the bag to make "
                "three.\n\n"
                "After each roll: **stop** and score, or **roll again**. When the bag runs short, "
                "your points are noted and the Points dice go back into the bag (a new stand)."
            ),
            text(f"### The dice\nsides: Points/Startles/Tracks\n{dice}\n-# {FACES_NOTE}"),
            text(
                "### The end\n"
                f"When somebody has {GOAL}, the round is finished, so that all had the same "
                "number of turns. The best total wins; equal leaders hunt on, one turn each, until "
                "one is ahead.\n"
                "-# Trophy Buck was designed by Steve Jackson and published by Steve Jackson "
                "Games. This is an unofficial fan implementation."
            ),
        ]

    def _turn(self, view: View, look: Look) -> Items:
        """The dice of the last roll, what lies aside, the bag, and the risk."""
        emojis = look.emojis
        dice = " ".join(_picture(emojis, die) for die in view.dice) or "the bag is closed yet"
        lines = [
            f"**{view.score}** points this turn: {_heap(emojis, view.points)}"
            + (f" and {view.noted} noted" if view.noted else ""),
            f"Startles {len(view.startles)} of {STARTLES_TO_END}: {_heap(emojis, view.startles)}",
            "Bag: " + ", ".join(f"{bag.dice} {bag.colour}" for bag in view.bag),
            f"The next roll ends the turn with a chance of **{_percent(view)}**",
        ]
        if view.new_stand:
            lines.append("Rolling on moves to a new stand: the Points dice go back into the bag.")
        return [text(f"# {dice}"), text("\n".join(lines))]

    def _totals(self, view: View, look: Look) -> str:
        lines: list[str] = []
        for seat, total in enumerate(view.totals):
            mark = "▶" if seat == view.hunter else "▷"
            lines.append(f"{mark} {look.name(seat)} **{total}**{_tried(view, seat)}")
        return "\n".join(lines)

    def _told_hunt(self, look: Look, past: Past) -> str:
        before: View = past.before
        dice: tuple[str, ...] = past.move.dice
        who = look.name(before.hunter) if before.hunter is not None else ""
        seen = " ".join(look.emojis[f"{_COLOURS[die[0]]}_{SYMBOLS[die[1]]}"] for die in dice)
        startles = len(before.startles) + sum(die[1] == "S" for die in dice)
        if startles >= STARTLES_TO_END:
            return (
                f"{who}: {seen}: {startles} Startles! The deer are gone, the turn scores nothing."
            )
        return f"{who} rolls {seen}."


def _picture(emojis: Emojis, die: Die) -> str:
    return emojis[f"{die.colour}_{die.symbol}"]


def _pictures(emojis: Emojis, colour: str) -> str:
    return " ".join(emojis[f"{colour}_{symbol}"] for symbol in ("points", "startle", "tracks"))


def _heap(emojis: Emojis, dice: tuple[Die, ...]) -> str:
    return " ".join(_picture(emojis, die) for die in dice) or "none"


def _percent(view: View) -> str:
    return f"{100 * view.end_ways / view.end_of:.1f} %"


def _tried(view: View, seat: int) -> str:
    """What a leader scored in this round of the tiebreak."""
    tried = next((t for t in view.tiebreak if t.seat == seat), None)
    if tried is None:
        return ""
    return " · in the tiebreak" + ("" if tried.points is None else f" +{tried.points}")


FACE = TrophyFace()


@app_commands.allowed_contexts(guilds=True)
class TrophyCog(
    GameCog, group_name="trophy", group_description="Trophy Buck: hunt as long as you dare"
):
    """`/trophy`."""

    face = FACE

    @app_commands.command(description="Open a table for three to eight hunters")
    @options_of(GAME)
    async def start(self, interaction: Click, two_hunters: str | None = None) -> None:
        """Open a table."""
        await self.open(interaction, two_hunters=two_hunters)


async def setup(client: DucksClient) -> None:
    """Called by discord.py when the extension is loaded."""
    await client.add_cog(TrophyCog(client.desk))
