"""What a game must say to be shown: its `Renderer`, and the pages that are made of it.

A face turns views into words, pictures and buttons. It sees only what the engine's `view` lets the
reader know, so it cannot give a secret away.
"""

from __future__ import annotations

import hashlib
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import discord
import orjson
from discord import ui

from cogs.core.components import FocusButton, FocusSelect, MoveButton, MoveSelect
from cogs.core.emojis import Emojis
from engine.core import Game
from engine.core import Seat as SeatNo
from tables.model import PlayedMove, Table

Items = list[ui.Item[Any]]


@dataclass(frozen=True)
class Page:
    """A whole message: components, files they refer to, and whom it may call.

    Attributes:
        items: top-level components, in order.
        files: attachments that the components name.
        calls: ids of the users that a new message notifies.
    """

    items: Sequence[ui.Item[Any]]
    files: Sequence[discord.File] = ()
    calls: tuple[int, ...] = ()

    def view(self) -> ui.LayoutView:
        """A fresh view that holds no state, never times out, and waits for nobody."""
        view = ui.LayoutView(timeout=None)
        for item in self.items:
            view.add_item(item)
        view.stop()  # discord.py keeps nothing of it: clicks go by `components.route`
        return view

    def attachments(self) -> list[discord.File]:
        """The files, ready to be sent, also where an earlier request has read them already."""
        for file in self.files:
            file.reset()
        return list(self.files)

    @cached_property
    def digest(self) -> bytes:
        """Equal for pages that look the same: components and files, not whom they call."""
        whole = hashlib.sha256(orjson.dumps([item.to_component_dict() for item in self.items]))
        for file in self.attachments():
            whole.update(file.filename.encode() + b"\0" + file.fp.read())
            file.reset()
        return whole.digest()

    def pings(self) -> discord.AllowedMentions:
        """Only those that are called may be notified."""
        users = [discord.Object(user_id) for user_id in self.calls]
        return discord.AllowedMentions(everyone=False, roles=False, users=users)


@dataclass(frozen=True, slots=True)
class RenderContext:
    """Everything that a face may use to draw a table for one reader.

    Attributes:
        table: seats, options and phase; its states are not for renderers.
        view: what the reader may know.
        emojis: the pictures that fit into text.
        viewer: the reader's seat; None for the public board.
        moves: the legal moves of the reader, or on a public board those of the only seat to act;
            none there where the game hides something, since they would tell of a hand.
        focus: in which way to context, in the face's own words; empty at first.
    """

    table: Table
    view: Any
    emojis: Emojis
    viewer: SeatNo | None = None
    moves: tuple[Any, ...] = ()
    focus: str = ""

    @property
    def seq(self) -> int:
        """What the buttons carry, so that a click on an old board is known as such."""
        return self.table.drawn_for(self.viewer)

    def name(self, seat: SeatNo) -> str:
        """A player's name in bold, harmless to markdown."""
        return f"**{plain_name(self.table.seats[seat].person.name)}**"

    def short_name(self, seat: SeatNo, width: int = 10) -> str:
        """A player's name for a table in a code block, cut to `width` characters."""
        name = self.table.seats[seat].person.name.replace("`", "'")
        return one_way(name if len(name) <= width else name[: width - 1] + "…")

    def move(
        self,
        move: object,
        label: str,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        emoji: discord.PartialEmoji | None = None,
    ) -> MoveButton:
        """A button that makes the move."""
        return MoveButton.of(self.table.id, self.seq, str(move), label, style=style, emoji=emoji)

    def choose(
        self, name: str, options: Sequence[discord.SelectOption], placeholder: str
    ) -> MoveSelect:
        """A select whose values are moves."""
        return MoveSelect.of(self.table.id, self.seq, name, options, placeholder=placeholder)

    def context(
        self,
        focus: str,
        label: str,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        emoji: discord.PartialEmoji | None = None,
    ) -> FocusButton:
        """A button that shows the same state in another way."""
        return FocusButton.of(self.table.id, self.seq, focus, label, style=style, emoji=emoji)

    def pick(
        self, name: str, options: Sequence[discord.SelectOption], placeholder: str, most: int = 1
    ) -> FocusSelect:
        """A select that says in which way to context."""
        return FocusSelect.of(
            self.table.id, self.seq, name, options, placeholder=placeholder, most=most
        )


class SeenStep:
    """A step as one seat saw it, or a spectator: what it may know of the move and around it."""

    def __init__(
        self, game: Game[Any, Any, Any], transition: PlayedMove, viewer: SeatNo | None
    ) -> None:
        """RenderContext back as `viewer`; None for a spectator."""
        self._game = game
        self._transition = transition
        self._viewer = viewer

    @property
    def seat(self) -> SeatNo:
        """Who moved; CHANCE for nature."""
        return self._transition.seat

    @property
    def by_caretaker(self) -> bool:
        """Whether the caretaker played for an absent owner."""
        return self._transition.by_caretaker

    @cached_property
    def move(self) -> Any:  # noqa: ANN401 - a game's move
        """What was done; None where that was hidden."""
        step = self._transition
        seen = self._game.seen(step.before, step.seat, step.move, self._viewer)
        if seen == str(step.move):
            return step.move
        return None if seen is None else self._game.parse(seen)

    @cached_property
    def before(self) -> Any:  # noqa: ANN401 - a game's view
        """What the viewer saw before the step."""
        return self._game.view(self._transition.before, self._viewer)

    @cached_property
    def after(self) -> Any:  # noqa: ANN401 - a game's view
        """What the viewer saw after it."""
        return self._game.view(self._transition.after, self._viewer)


@dataclass(frozen=True, slots=True)
class Shown:
    """What a face draws: components and the files they name."""

    items: Items
    files: list[discord.File] = field(default_factory=list[discord.File])


class Renderer(ABC):
    """How one game looks on Discord."""

    game: Game[Any, Any, Any]
    accent: int
    """The colour at the board's edge, 0xRRGGBB."""
    sign: str
    """The picture beside the game's name, by its key."""

    @abstractmethod
    def headline(self, context: RenderContext) -> str:
        """Where the game stands, in a few words: "Round 2 of 4"."""

    @abstractmethod
    def board(self, context: RenderContext) -> Shown:
        """The public board without its buttons; also drawn when the game is over."""

    @abstractmethod
    def controls(self, context: RenderContext) -> Items:
        """Rows of buttons and selects for what may be done now; empty when the game is over."""

    @abstractmethod
    def told(self, context: RenderContext, step: SeenStep) -> str | None:
        """One sentence about a step that happened; None for one not worth telling."""

    def describe_replay_step(self, context: RenderContext, step: SeenStep) -> str:
        """What a replay says of a player's move of which there is nothing to tell on a board."""
        name = context.name(step.seat)
        return f"{name} moves in secret." if step.move is None else f"{name}: {step.move}"

    @abstractmethod
    def rules(self, emojis: Emojis) -> Items:
        """The rules in our own words, with examples in pictures."""

    def rules_files(self) -> list[discord.File]:
        """The files that the rules name; none where emojis are enough."""
        return []

    def result(self, context: RenderContext, seat: SeatNo) -> str:
        """What a player ended with, for the table of places."""
        outcome = context.table.outcome
        score = outcome.scores[seat] if outcome else 0
        return f"{score} point" + ("" if score == 1 else "s")

    def emblem(self, context: RenderContext) -> str:  # noqa: ARG002 - for games that end with a loser
        """The picture beside the headline of the end, by its key."""
        return "crown"

    def ending(self, context: RenderContext) -> str:
        """The headline of the end."""
        outcome = context.table.outcome
        winners = outcome.winners if outcome else ()
        names = listed([context.name(seat) for seat in winners])
        return f"{names} win{'' if len(winners) > 1 else 's'}!"

    def hand(self, context: RenderContext) -> Shown | None:  # noqa: ARG002 - for games with hidden hands
        """What a player alone may see, buttons included; None where nothing is hidden."""
        return None


@lru_cache(1024)
def plain_name(name: str) -> str:
    """A name that neither formats nor mentions anything, nor turns what stands beside it."""
    return one_way(discord.utils.escape_mentions(discord.utils.escape_markdown(name)))


def one_way(name: str) -> str:
    """A name in a script that is written to the left, isolated from the line in which it stands."""
    leftwards = any(unicodedata.bidirectional(sign) in {"R", "AL"} for sign in name)
    return f"\u2068{name}\u2069" if leftwards else name


def listed(names: Sequence[str]) -> str:
    """Names in a row: "Anna, Ben and Cleo"; empty for nobody."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def text(content: str) -> ui.TextDisplay[Any]:
    """A paragraph of markdown."""
    return ui.TextDisplay(content)


def rows(buttons: Sequence[ui.Item[Any]], width: int = 5) -> Items:
    """Buttons in rows of at most `width`, which is at most five."""
    return [ui.ActionRow(*buttons[i : i + width]) for i in range(0, len(buttons), width)]
