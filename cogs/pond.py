"""Ducks in the Pond on Discord: `/pond start`, `/pond rules`, and how its sheet looks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from cogs.face import Face, Items, Look, Past, Shown, rows, text
from cogs.game import Click, GameCog
from cogs.pond_sheet import sheet
from engine import game
from engine.core import First
from engine.pond import View, moves_using
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
    from cogs.client import DucksClient
    from cogs.emojis import Emojis

GAME = game("pond")
SETS = {"full-house": "Full House", "4-kind": "4-Kind", "5-kind": "5-Kind", "straight": "Straight"}
MOST_ACTIONS = 15


class PondFace(Face):
    """The sheet, the dice of the day, and what the dice that were picked can do."""

    game = GAME
    accent = 0x2E86AB

    def headline(self, look: Look) -> str:
        """The day and its weather."""
        view: View = look.view
        if view.phase == "over":
            return "The seventh day: rest"
        today = view.days[view.day - 1]
        return f"Day {view.day} of {len(view.days)} · {today.weather} · {today.dice} dice"

    def board(self, look: Look) -> Shown:
        """The whole sheet."""
        return Shown([text(part) for part in sheet(look)])

    def controls(self, look: Look) -> Items:
        """Pick dice, then what to do with them; take back; end the day."""
        view: View = look.view
        if not look.moves:
            return []
        picked = _picked(look)
        items: Items = []
        options = _dice_options(view, picked)
        if options:
            select = look.pick("dice", options, "Pick dice, then what to do", most=len(options))
            items += rows([select])
        items += self._actions(look, [token for _, token in picked])
        return items + self._ending(look)

    def told(self, look: Look, past: Past) -> str | None:
        """What was rolled and what was done with the dice."""
        who = look.name(past.seat) if past.seat >= 0 else ""
        match past.move:
            case StartRoll(values):
                rolls = zip(range(len(values)), values, strict=True)
                return "For the start: " + ", ".join(
                    f"{look.name(seat)} {look.emojis[f'white_{die}']}" for seat, die in rolls
                )
            case Roll(values):
                return "Rolled " + " ".join(look.emojis[f"white_{die}"] for die in values)
            case First() | None:
                return None
            case EndDay():
                return f"{who} ends day {past.before.day}."
            case Undo():
                return f"{who} takes the last step back."
            case move:
                return f"{who}: {_label(look, move)}."

    def result(self, look: Look, seat: int) -> str:
        """Points, and a lone player's rank."""
        view: View = look.view
        rank = f" · **{view.rank}**" if view.rank else ""
        return super().result(look, seat) + rank

    def rules(self, emojis: Emojis) -> Items:
        """The rules in our own words."""
        one, three, six = (emojis[f"white_{die}"] for die in (1, 3, 6))
        return [
            text(
                "## Ducks in the Pond\n"
                "Six days at the pond, one sheet, alone or in twos. Every day you roll dice: six "
                "on the sunny first day, then one fewer each day. Put them into the rows and sets "
                "that score most; what you do not use is lost."
            ),
            text(
                "### Rows, for single dice\n"
                "Each duck takes three dice of its number. The row scores when it is full: the "
                "higher value if all three came on one day, else the lower.\n"
                "Mallard 1s: 3 / **5** · Pintail 2s: 6 / **8** · Canvasback 3s: 9 / **12** · "
                "Teal 4s: 12 / **15** · Shoveler 5s: 15 / **20**"
            ),
            text(
                "### Sets, from the dice of one day\n"
                "Full House 20 · 4-Kind 20 · 5-Kind 25 · one Straight of 3, 4 or 5 dice: "
                "10, 15 or 20"
            ),
            text(
                "### What dice can do instead\n"
                f"{one} changes another die by one, up or down.\n"
                f"{three} re-rolls any of your other dice, once a day.\n"
                f"{six} makes your next day sunny: six dice.\n"
                "**Feeding**, once a day: two dice become one wild die of 1 to 5."
            ),
            text(
                "### Two players\n"
                "share the sheet and take turns, a day each. Who fills the last box of a row, or "
                "claims a set, scores it.\n"
                "Alone: 70 points make a Novice, 80 a Connoisseur, 90 a Professional.\n"
                "-# Ducks in the Pond was designed by Etien. "
                "This is an unofficial fan implementation."
            ),
        ]

    def _actions(self, look: Look, tokens: list[str]) -> Items:
        """A button for each move that uses exactly the dice that were picked."""
        if not tokens:
            return []
        moves = moves_using(look.moves, tokens)[:MOST_ACTIONS]
        if not moves:
            return [text("-# These dice do nothing together. Pick others.")]
        return rows([look.move(move, _button(move), discord.ButtonStyle.primary) for move in moves])

    def _ending(self, look: Look) -> Items:
        """Take back, and end the day; once with a word on what could still be done."""
        view: View = look.view
        buttons: list[discord.ui.Item[Any]] = []
        hint: Items = []
        if Undo() in look.moves:
            buttons.append(look.move(Undo(), "Take back"))
        if EndDay() in look.moves:
            if view.plans and look.focus != "end":
                buttons.append(look.look("end", "End the day"))
            else:
                hint = [text(_reminder(view))] if view.plans else []
                buttons.append(look.move(EndDay(), "End the day", discord.ButtonStyle.success))
        return hint + rows(buttons)


def _reminder(view: View) -> str:
    """What could still be done with the dice that are left."""
    words = [
        f"{'score' if plan.points else 'use'} {plan.name} with {' '.join(plan.dice)}"
        + (f" (+{plan.points})" if plan.points else "")
        for plan in view.plans[:4]
    ]
    return "💡 You could still " + ", or ".join(words) + "."


def _picked(look: Look) -> list[tuple[int, str]]:
    """The dice that were picked: their index among the unused ones, and their token."""
    name, _, rest = look.focus.partition(" ")
    if name != "dice" or not rest:
        return []
    unused = [die.token for die in look.view.dice if die.spent is None]
    pairs = (value.split(":", 1) for value in rest.split(" "))
    picked = [(int(index), token) for index, token in pairs if index.isdigit()]
    return [(i, token) for i, token in picked if i < len(unused) and unused[i] == token]


def _dice_options(view: View, picked: list[tuple[int, str]]) -> list[discord.SelectOption]:
    unused = [die for die in view.dice if die.spent is None]
    return [
        discord.SelectOption(
            label=f"{die.value} (wild)" if die.wild else str(die.value),
            value=f"{index}:{die.token}",
            default=(index, die.token) in picked,
        )
        for index, die in enumerate(unused)
    ]


def _label(look: Look, move: object) -> str:
    """What was done, in words with pictures."""
    dice = " ".join(look.emojis[f"white_{token[0]}"] for token in getattr(move, "dice", ()))
    return f"{_button(move)} {dice}"


def _button(move: object) -> str:
    """What a move does, for a button."""
    match move:
        case Place(value, count, wild):
            dice = " ".join([str(value)] * count)
            words = f"{'wild ' if wild else ''}{dice} into {_ROWS[value - 1]}"
        case Claim(key, values, _):
            words = f"{SETS[key]} with {' '.join(map(str, values))}"
        case Change(value, to):
            words = f"Change {value} to {to}"
        case Reroll(values):
            words = f"Re-roll {' '.join(map(str, values))}"
        case Sunny():
            words = "Make your next day sunny"
        case Feed(_, wild):
            words = f"Feed: a wild {wild}"
        case _:
            words = str(move)
    return words


_ROWS = ("Mallard", "Pintail", "Canvasback", "Teal", "Shoveler")
FACE = PondFace()


@app_commands.allowed_contexts(guilds=True, dms=True)
class PondCog(
    GameCog, group_name="pond", group_description="Ducks in the Pond: six days, one sheet"
):
    """`/pond`."""

    face = FACE

    @app_commands.command(description="Open a sheet for one or two players")
    async def start(self, interaction: Click) -> None:
        """Open a table."""
        await self.open(interaction)


async def setup(client: DucksClient) -> None:
    """Called by discord.py when the extension is loaded."""
    await client.add_cog(PondCog(client.desk))
