"""Ducks in the Pond on Discord: `/pond start`, `/pond rules`, and how its sheet looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from cogs.face import Face, Items, Look, Past, Shown, text
from cogs.game import Click, GameCog
from cogs.pond_moves import controls
from cogs.pond_rules import rules
from cogs.pond_sheet import MARKS, ROWS, SET_NAMES, face, sheet, used
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
    from cogs.client import DucksClient
    from cogs.emojis import Emojis
    from engine.core import Seat
    from engine.pond.moves import Tokens

GAME = game("pond")


class PondFace(Face):
    """The sheet, the dice of the day, and what the dice that were picked can do."""

    game = GAME
    accent = 0x2E86AB
    sign = "duck"

    def headline(self, look: Look) -> str:
        """The day and its weather."""
        view: View = look.view
        if view.phase == "over":
            return "The seventh day: rest"
        today = view.days[view.day - 1]
        dice = "1 die" if today.dice == 1 else f"{today.dice} dice"
        return f"Day {view.day} of {len(view.days)} · {today.weather} · {dice}"

    def board(self, look: Look) -> Shown:
        """The whole sheet."""
        return Shown([text(part) for part in sheet(look)])

    def controls(self, look: Look) -> Items:
        """Pick dice, then what to do with them; take back; end the day."""
        return controls(look)

    def told(self, look: Look, past: Past) -> str | None:
        """What was rolled, and what was done with the dice."""
        match past.move:
            case StartRoll(values):
                return _told_start(look, values, past.after)
            case Roll(values):
                return _told_roll(look, values, past.before)
            case EndDay():
                return _told_end(look, past.seat, past.before)
            case Undo():
                return f"{look.name(past.seat)} takes the last step back."
            case Place() | Claim() | Change() | Reroll() | Sunny() | Feed():
                return _told_deed(look, past)
            case _:
                return None

    def result(self, look: Look, seat: int) -> str:
        """Points, and in which column they were made."""
        score = look.view.scores[seat]
        mark = f"{MARKS[seat]} " if look.view.seats > 1 else ""
        return f"{mark}{super().result(look, seat)} (rows {score.left}, sets {score.right})"

    def ending(self, look: Look) -> str:
        """A lone player's score and rank; else who has won."""
        view: View = look.view
        if view.rank is None:
            return super().ending(look)
        return f"{view.scores[0].total} points: {view.rank}!"

    def rules(self, emojis: Emojis) -> Items:
        """The rules in our own words."""
        return rules(emojis)


def _told_start(look: Look, values: tuple[int, ...], after: View) -> str:
    """The roll for start, who it makes begin, or that it is level."""
    dice = (f"{look.name(seat)} {_dice(look.emojis, (die,))}" for seat, die in enumerate(values))
    what = "equal, so again" if after.first is None else f"{look.name(after.first)} starts"
    return f"For the start: {', '.join(dice)}: {what}."


def _told_roll(look: Look, values: tuple[int, ...], before: View) -> str | None:
    """What came of a re-roll; a day's roll is to be seen, so only who begins a rematch is told."""
    if before.dice:
        return f"It comes up {_dice(look.emojis, values)}."
    if look.table.first is not None and before.seats > 1 and before.day == 1:
        return f"{look.name(before.seat or 0)} won the last game and starts."
    return None


def _told_end(look: Look, seat: Seat, before: View) -> str:
    """What a player's day came to: what the dice were used for, and which were not."""
    deeds = used(look.emojis, before.dice)
    wasted = [face(look.emojis, die) for die in before.dice if die.spent is None]
    deeds += [f"{' '.join(wasted)} wasted"] if wasted else []
    return f"{look.name(seat)} ends day {before.day}: {' · '.join(deeds)}."


def _told_deed(look: Look, past: Past) -> str:
    """A placement or an ability, with what it scored."""
    before, after = past.before, past.after
    gained = after.scores[past.seat].total - before.scores[past.seat].total
    points = f": **+{gained}!**" if gained else "."
    return f"{look.name(past.seat)} {_deed(look.emojis, past.move, gained)}{points}"


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
