"""The `Renderer` of a game turns views into text, pictures and buttons. Each game provides one.

A renderer gets names, options, and the engine's `view` for one reader. It has no access to the
state or the log of the game, so it cannot reveal a secret.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import discord

from cogs.display.art.charts import is_narrow
from cogs.display.components import (
    FocusButton,
    FocusSelect,
    MoveButton,
    StepButton,
)
from cogs.display.table_text import number_player, tell_plainly, tell_reason
from cogs.interactions.language import ENGLISH, fit_name, plain_name
from players.review import find_reason

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cogs.display.art import Drawing
    from cogs.display.art.strip import Strip
    from cogs.display.emojis import Emojis
    from cogs.interactions.content import Fragment
    from cogs.interactions.language import Language
    from cogs.interactions.letter import Picture
    from cogs.interactions.parts import Component, Items
    from engine.core import Game, Outcome, Seat
    from players.core import Assessed
    from players.review import Reason

DESCRIBED_STEPS = 6
"""Latest steps described on a board."""


@dataclass(frozen=True, slots=True)
class RenderContext:
    """Everything that a renderer may use to draw a table for one reader.

    Attributes:
        table_id: the table's number.
        names: the players' names, by seat.
        faces: the faces of computers as text, by seat; empty for people.
        options: all options, by key.
        first: the seat that begins because this is a rematch; None if the dice decide.
        outcome: scores and places; None before the end.
        view: what the reader may know of the state.
        emojis: the pictures that fit into text.
        seq: the number of the board, which is in its buttons so that old boards are recognised.
        viewer: the reader's seat; None for the public board.
        moves: the legal moves of the reader; on a public board, of the only seat to act. Empty
            on a public board with hidden hands, since legal moves would reveal a hand.
        focus: how to show the state, in the renderer's own notation; empty at first.
        tip: the tip below the board, which tells more than the odds on it; usually empty.
        language: the reader's language, or English if a game of its own package lacks it. Its
            `frame` is the language of the bot's words around the game's.
    """

    table_id: int
    names: tuple[str, ...]
    options: Mapping[str, str]
    first: Seat | None
    outcome: Outcome | None
    view: Any
    emojis: Emojis
    seq: int
    viewer: Seat | None = None
    moves: tuple[Any, ...] = ()
    focus: str = ""
    faces: tuple[str, ...] = ()
    tip: str = ""
    language: Language = ENGLISH

    def number(self, seat: Seat) -> str:
        """Return words for a player whose name cannot be drawn."""
        return number_player(self.language, seat)

    def name(self, seat: Seat) -> str:
        """Return a player's name in bold with escaped markdown; a computer's face comes first."""
        face = self.faces[seat] if self.faces else ""
        return f"{face} **{plain_name(self.names[seat])}**".lstrip()

    @property
    def lone(self) -> Seat | None:
        """The seat of the only person among computers; None if there is no such person."""
        people = [seat for seat, face in enumerate(self.faces) if not face]
        return people[0] if len(people) == 1 < len(self.faces) else None

    def short_name(self, seat: Seat, width: int = 10) -> str:
        """Return a player's name for a grid in a code block, `width` columns wide."""
        return fit_name(self.names[seat], width)

    def move_button(
        self,
        move: object,
        label: str,
        emoji: Component | None = None,
        *,
        gives_up: bool = False,
        quiet: bool = False,
        disabled: bool = False,
    ) -> Component:
        """Return a button for a move: blue, red if the move gives something up, or grey if `quiet`.

        A disabled button is grey: in blue it would look enabled, because Discord only dims it.
        """
        can = discord.ButtonStyle.danger if gives_up else discord.ButtonStyle.primary
        style = discord.ButtonStyle.secondary if disabled or quiet else can
        more: Mapping[str, Any] = {"style": style, "emoji": emoji, "disabled": disabled}
        return MoveButton.of(self.table_id, self.seq, str(move), label, **more)

    def step_button(
        self, focus: str, move: object, label: str, emoji: Component | None = None
    ) -> Component:
        """Return a button that makes a move and then shows the board in this focus."""
        style = discord.ButtonStyle.primary
        content = f"{focus}:{move}"
        return StepButton.of(self.table_id, self.seq, content, label, style=style, emoji=emoji)

    def focus_button(
        self,
        focus: str,
        label: str,
        emoji: Component | None = None,
        *,
        disabled: bool = False,
    ) -> Component:
        """Return a grey button that shows the same state in another focus."""
        return FocusButton.of(self.table_id, self.seq, focus, label, emoji=emoji, disabled=disabled)

    def focus_select(
        self, name: str, options: Sequence[Component], placeholder: str, most: int = 1
    ) -> Component:
        """Return a select whose chosen values form the focus."""
        return FocusSelect.of(
            self.table_id, self.seq, name, options, placeholder=placeholder, most=most
        )


class Chapter(NamedTuple):
    """A part of the rules that is short enough for a page."""

    title: str
    items: Items
    pictures: tuple[Picture, ...] = ()


@dataclass(frozen=True, slots=True)
class SeenStep:
    """A step as one seat, or a spectator, saw it.

    Attributes:
        seat: the seat that moved; CHANCE for nature.
        move: the visible part of the move; None if all of it was hidden.
        before: the view before the step.
        after: the view after the step.
        by_caretaker: whether the caretaker moved for an absent player.
    """

    seat: Seat
    move: Any
    before: Any
    after: Any
    by_caretaker: bool


class Renderer(ABC):
    """The presentation of one game on Discord.

    Attributes:
        game: the rules.
        accent: the colour of the board's edge, 0xRRGGBB.
        sign: the key of the picture beside the game's title.
        gist: the players' task, shown after the title in the list of commands.
        pitch: one line that makes people want to play.
        goal: one sentence on how the game is won, for a lobby with a newcomer.
        strip: pictures of a turn, without words, below the goal.
        captions: a caption of at most eight words for each panel of the strip.
        has_undo: whether some moves can be undone. If so, there is always an Undo button.
        undo_beside: whether Undo and ⋯ stand in the last row of the controls, not below it.
        has_hints: whether the worth of moves is known. If so, the game has hints and reviews, and
            the renderer must define `explain` and `currency`.
        has_levels: whether this game's ducks differ in strength.
        drawings: the pictures that only this game uses.
    """

    game: Game[Any, Any, Any]
    accent: int
    sign: str
    gist: str
    pitch: str
    goal: str
    strip: Strip
    captions: tuple[str, str, str]
    has_undo: bool = False
    undo_beside: bool = False
    has_hints: bool = False
    has_levels: bool = True
    drawings: tuple[Drawing, ...] = ()

    @abstractmethod
    def headline(self, context: RenderContext) -> str:
        """Describe the state of the game in a few words, such as "Round 2 of 4"."""

    @abstractmethod
    def board(self, context: RenderContext) -> Fragment:
        """Draw the board of the reader without its buttons; the game may be over."""

    def still(self, context: RenderContext) -> Fragment:
        """Draw the board for a page without controls, including what controls usually show."""
        return self.board(replace(context, moves=()))

    def left_out(self, context: RenderContext) -> str:  # noqa: ARG002 - some boards are full
        """Return what the board has no room for; the page behind ⋯ shows it."""
        return ""

    @abstractmethod
    def controls(self, context: RenderContext) -> Items:
        """Return rows of buttons and selects for the legal moves; empty when the game is over.

        Places count from the last row, because a chat ends at the bottom of the screen. Moves that
        continue a turn come last, and moves that give something up stand above them. Thus a double
        tap gives nothing up. The core adds Undo and ⋯ as the last buttons.
        """

    @abstractmethod
    def describe_step(self, context: RenderContext, step: SeenStep) -> str | None:
        """Describe a step in one sentence; None if it needs no mention."""

    def describe_steps(self, context: RenderContext, steps: Sequence[SeenStep]) -> list[str]:
        """Describe the steps since the latest click, one string per sentence."""
        return [*filter(None, map(partial(self.describe_step, context), steps))][-DESCRIBED_STEPS:]

    def describe_replay_step(self, context: RenderContext, step: SeenStep) -> str:
        """Describe a player's move in a replay, if `describe_step` returns None for it."""
        name = context.name(step.seat)
        if step.move is None:
            _ = context.language.frame
            return _("{name} moves in secret.", name=name)
        return context.language.label(name, step.move)

    @abstractmethod
    def scores(self, view: Any) -> tuple[int, ...]:  # noqa: ANN401 - a game's view
        """Return the scores so far, by seat, as spectators see them."""

    @abstractmethod
    def three_lines(self, _: Language, emojis: Emojis) -> tuple[str, str, str]:
        """Return three lines that are enough to start, and that fit on a phone."""

    @abstractmethod
    def rules(self, _: Language, emojis: Emojis) -> tuple[Chapter, ...]:
        """Return the rules in our own words, with pictures of examples."""

    def amount(self, _: Language, number: int) -> str:
        """Return a number with the unit in which this game is scored: "1 point"."""
        return _.frame.plural("{n} point", "{n} points", number)

    def result(self, context: RenderContext, seat: Seat) -> str:
        """Return a player's final result, for the list of places."""
        score = context.outcome.scores[seat] if context.outcome else 0
        return self.amount(context.language, score)

    def write_result(self, context: RenderContext, seat: Seat) -> str:  # noqa: ARG002 - for scores that do not compare
        """Return the result in digits and signs for the card; empty to show the score there."""
        return ""

    def last_picture(self, context: RenderContext) -> Fragment | None:  # noqa: ARG002 - some games use it
        """Draw the picture for the end of a game; if None, the result card is shown."""
        return None

    def emblem(self, context: RenderContext) -> str:  # noqa: ARG002 - some games use it
        """Return the key of the picture beside the final headline, such as a crown for a winner."""
        return "crown"

    def ending(self, context: RenderContext) -> str:
        """Return the final headline: "Hazel wins, 40 to 38!", or that it is a draw."""
        _, outcome = context.language.frame, context.outcome
        winners = outcome.winners if outcome else ()
        names = _.join([context.name(seat) for seat in winners])
        if outcome is None or not self.game.info.scores_compare:
            draw = _("A draw: {names}!", names=names)
            return draw if len(winners) > 1 else _("{name} wins!", name=names)
        ranked = sorted(zip(outcome.places, outcome.scores, strict=True))
        best, *others = (each[1] for each in ranked)
        if len(winners) > 1 or not others:
            return _("A draw: {names}, {score} each!", names=names, score=best)
        return _("{name} wins, {best} to {other}!", name=names, best=best, other=others[0])

    def _find_best_behind(self, context: RenderContext) -> Seat | None:
        """Return the best seat that has not won; None if all won.

        If the only person among computers has not won, return that person's seat.
        """
        outcome = context.outcome
        places = outcome.places if outcome else ()
        behind = [seat for seat, place in enumerate(places) if place > 1]
        if context.lone in behind:
            return context.lone
        return min(behind, key=lambda seat: places[seat], default=None)

    def _is_near(self, context: RenderContext, seat: Seat) -> bool:
        outcome = context.outcome
        best = outcome.scores[outcome.winners[0]] if outcome else 0
        return is_narrow(best, best - self.short(context, seat))

    def tell_short(self, context: RenderContext, seat: Seat) -> str:
        """Return one kind line for a player who has just missed the win; else an empty text."""
        _, amount = context.language.frame, self.amount(context.language, self.short(context, seat))
        near = self._is_near(context, seat)
        return _("{name}: {amount} short!", name=context.name(seat), amount=amount) if near else ""

    def short(self, context: RenderContext, seat: Seat) -> int:
        """Return how many points a player lacked for first place; 0 if scores do not compare."""
        outcome = context.outcome
        if outcome is None or not self.game.info.scores_compare:
            return 0
        return outcome.scores[outcome.winners[0]] - outcome.scores[seat]

    def margin(self, context: RenderContext) -> str:
        """Return the line below the final headline: who lost narrowly, or a lone result.

        Empty if there is nothing to add to the headline.
        """
        if context.outcome is None or len(context.outcome.places) == 1:
            return self.result(context, 0)
        behind = self._find_best_behind(context)
        return "" if behind is None else self.tell_short(context, behind)

    def decision(self, context: RenderContext) -> list[str]:  # noqa: ARG002 - some games tell it
        """Return lines that show why the winner won: the dice or the points that decided."""
        return []

    def name_move(self, context: RenderContext, move: Any) -> str:  # noqa: ANN401, ARG002 - any game's move
        """Return the words for a move on its button."""
        return str(move)

    def find_focus(self, context: RenderContext, move: Any) -> str:  # noqa: ANN401, ARG002 - any game's move
        """Return the focus in which a button makes this move."""
        return ""

    def show_move(self, context: RenderContext, move: Any) -> str:  # noqa: ANN401 - any game's move
        """Return the words for a move within a text, where dice are pictures."""
        return self.name_move(context, move)

    def show_choice(self, context: RenderContext) -> str:  # noqa: ARG002 - some games use it
        """Return the dice or cards that a player chooses from, as a line of pictures."""
        return ""

    def explain(self, context: RenderContext, moves: Sequence[Assessed]) -> str:
        """Say in one sentence what decides for the first move against the others."""
        reason, _ = find_reason(moves, last=self.is_last(context)), context.language
        if reason is None:
            return _("No other move is clearly better.")
        other = self.name_move(context, reason.other.move)
        fact = self.tell_fact(context, reason)
        return fact or tell_reason(_, reason, other, self.currency(context))

    def teach(self, context: RenderContext, reason: Reason) -> str:
        """Say in a few words, to somebody new to the game, why a move is better."""
        return self.tell_fact(context, reason) or tell_plainly(context.language, reason)

    def tell_fact(self, context: RenderContext, reason: Reason) -> str:  # noqa: ARG002 - some games know facts
        """Return a fact of the game that speaks for the better move and not for the other one.

        It is one short sentence, or empty if there is no such fact, or if the end is certain.
        """
        return ""

    def is_last(self, context: RenderContext) -> bool:  # noqa: ARG002 - some games need the view
        """Return whether points matter only for the win, if the chance to win is known."""
        return True

    def advise(self, context: RenderContext, move: Any) -> str:  # noqa: ANN401, ARG002 - any game's move
        """Return the reason shown in a hint that names only one move."""
        _ = context.language.frame
        return _("There is nothing else to do.")

    def currency(self, context: RenderContext) -> str:
        """Return the unit of the numbers in a hint, such as "points of this round"."""
        raise NotImplementedError

    def leaves(self, context: RenderContext, move: Any) -> int:  # noqa: ANN401, ARG002 - any game's move
        """Return a sort key for equally good moves, such as the dice left.

        A hint names the move with the highest key.
        """
        return 0

    def undo_press(self, context: RenderContext, move: Any) -> str:  # noqa: ANN401, ARG002 - any game's move
        """Return the text of the moves that one press on Undo makes; `move`: a legal undo move."""
        return str(move)
