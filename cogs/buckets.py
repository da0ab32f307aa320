"""The Bucket King on Discord: `/buckets start`, `/buckets rules`, board and private hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from cogs.components import ActionButton
from cogs.face import Face, Items, Look, Past, Shown, rows, text
from cogs.game import Click, GameCog, options_of
from engine import game
from engine.buckets.cards import ANIMALS, VALUES, total
from engine.buckets.moves import Auto, Clear, Confirm, Draw, Keep, Place, Play, Remove, Undo
from engine.buckets.pyramid import BOXES, ROWS, buckets
from engine.buckets.view import BucketsView, PlayingView
from engine.core import First

if TYPE_CHECKING:
    from cogs.client import DucksClient
    from cogs.emojis import Emojis

GAME = game("buckets")
NAMES = {animal.letter: f"{animal.name} ({animal.colour})" for animal in ANIMALS}
SQUARES = {"c": "🟥", "d": "🟨", "h": "🟦", "p": "🟪", "s": "🟩", ".": "▫️"}


class BucketsFace(Face):
    """All pyramids, the trick, and a button to one's own hand."""

    game = GAME
    accent = 0x7A5CB8

    def headline(self, look: Look) -> str:
        """The round and the phase."""
        view: BucketsView = look.view
        phase = {"build": "everybody builds", "play": "the animals attack"}.get(view.phase, "")
        return f"Round {view.round} of {view.rounds}" + (f" · {phase}" if phase else "")

    def board(self, look: Look) -> Shown:
        """Who is ready, or all pyramids and the trick."""
        view: BucketsView = look.view
        if view.building is not None:
            ready = view.building.ready
            lines = [f"{'✅' if ready[s] else '🔨'} {look.name(s)}" for s in range(len(ready))]
            return Shown([text("\n".join(lines))])
        if view.playing is not None:
            return Shown([text(_playing(look, view, view.playing))])
        scores = [f"{look.name(s)} **{score}**" for s, score in enumerate(view.scores)]
        return Shown([text("\n".join(scores))])

    def controls(self, look: Look) -> Items:
        """The way to one's own hand."""
        if look.view.phase == "over":
            return []
        style = discord.ButtonStyle.primary
        return rows([ActionButton.of(look.table.id, "hand", "My hand", style=style)])

    def told(self, look: Look, past: Past) -> str | None:
        """Plays and falls."""
        who = look.name(past.seat) if past.seat >= 0 else ""
        match past.move:
            case First(seat):
                return f"{look.name(seat)} leads first."
            case Play(cards):
                return f"{who} plays {_cards(cards)}."
            case Remove():
                return f"{who} declines and loses a bucket."
            case Draw():
                return f"{who} draws a card."
            case _:
                return None

    def rules(self, emojis: Emojis) -> Items:  # noqa: ARG002 - no pictures yet
        """The rules in our own words."""
        return [text("## The Bucket King")]

    def hand(self, look: Look) -> Shown | None:
        """Cards, the own pyramid, and what may be done."""
        view: BucketsView = look.view
        items: Items = [text(f"Your hand: {_cards(view.hand) or 'empty'}")]
        if view.building is not None and view.building.built is not None:
            items.append(text(_pyramid(view.building.built.ljust(len(BOXES), "."))))
        items += _choices(look)
        return Shown(items)


def _choices(look: Look) -> Items:
    """Buttons and selects for the legal moves of this seat."""
    buttons: list[discord.ui.Item[Any]] = []
    removes: list[discord.SelectOption] = []
    plays: dict[str, list[Play]] = {}
    for move in look.moves:
        match move:
            case Place(box=_, colour=colour):
                buttons.append(look.move(move, NAMES[colour]))
            case Undo() | Clear() | Auto() | Confirm() | Draw() | Keep():
                buttons.append(look.move(move, str(move).split(" ")[0].capitalize()))
            case Remove(box):
                removes.append(discord.SelectOption(label=f"Bucket {box}", value=str(move)))
            case Play(cards):
                plays.setdefault(cards[0][0], []).append(move)
            case _:
                pass
    items = rows(buttons)
    for letter, moves in plays.items():
        options = [
            discord.SelectOption(label=f"{_cards(m.cards)} = {total(m.cards)}", value=str(m))
            for m in moves[:25]
        ]
        items += rows([look.choose(f"play{letter}", options, f"Play {NAMES[letter]}")])
    if removes:
        items += rows([look.choose("remove", removes, "Decline: remove a bucket")])
    return items


def _playing(look: Look, view: BucketsView, playing: PlayingView) -> str:
    parts: list[str] = []
    for seat, pyramid in enumerate(playing.pyramids):
        head = f"{look.name(seat)} {buckets(pyramid)} buckets, {view.hand_sizes[seat]} cards"
        parts.append(f"{head}\n{_pyramid(pyramid)}")
    trick = playing.trick
    if trick is not None:
        parts.append(f"Attack: {NAMES[trick.colour]}, beat **{trick.beat}**")
    parts.append(f"-# Draw pile {playing.pile} · discards {playing.discards}")
    return "\n".join(parts)


def _pyramid(pyramid: str) -> str:
    lines: list[str] = []
    start = 0
    for width in ROWS:
        lines.insert(
            0, " " * 3 * (5 - width) + "".join(SQUARES[c] for c in pyramid[start : start + width])
        )
        start += width
    return "\n".join(lines)


def _cards(cards: tuple[str, ...]) -> str:
    return " ".join(f"{NAMES[card[0]].split(' ')[0]} {VALUES[card]}" for card in cards)


FACE = BucketsFace()


@app_commands.allowed_contexts(guilds=True)
class BucketsCog(
    GameCog, group_name="buckets", group_description="The Bucket King: defend your pyramid"
):
    """`/buckets`."""

    face = FACE

    @app_commands.command(description="Open a table for three to six players")
    @options_of(GAME)
    async def start(
        self,
        interaction: Click,
        draw: str | None = None,
        accumulate: str | None = None,
        rounds: str | None = None,
    ) -> None:
        """Open a table."""
        await self.open(interaction, draw=draw, accumulate=accumulate, rounds=rounds)


async def setup(client: DucksClient) -> None:
    """Called by discord.py when the extension is loaded."""
    await client.add_cog(BucketsCog(client.desk))
