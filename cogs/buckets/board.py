"""The renderer of The Bucket King."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from cogs.buckets import hand, public_board, words
from cogs.buckets.pictures.drawings import CARDS, DRAWINGS
from cogs.buckets.reasons import tell_fact
from cogs.buckets.words import list_cards, picture_key
from cogs.display.art.strip import Strip
from cogs.display.components import ActionButton
from cogs.display.pages.renderer import Chapter, RenderContext, Renderer, SeenStep
from cogs.interactions.content import Fragment
from cogs.interactions.language import begin_with_capital
from cogs.interactions.parts import Items, rows
from engine.buckets.pyramid import BARE, SIZE
from engine.core import N_
from players.buckets import KIT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.display.emojis import Emojis
    from cogs.interactions.language import Language
    from engine.buckets.view import BucketsView
    from players.review import Reason

GAME = KIT.rules
LATEST = 3
"""Sentences about steps on a board; a player who has to choose sees one less."""

PHASES = {"build": N_("time to build"), "play": N_("the animals attack")}


class BucketsRenderer(Renderer):
    """Shows all pyramids, the attack, and the button to the player's hand."""

    game = GAME
    accent = 0x7A5CB8
    sign = "crown"
    gist = N_("defend your pyramid")
    pitch = N_("Build in secret, then watch the pyramids of your friends come down.")
    goal = N_("The most buckets left at the end win.")
    strip = Strip(
        (
            (
                "bucket_cow|bucket_pig bucket_cow|bucket_horse bucket_duck bucket_sheep|"
                "bucket_pig bucket_sheep bucket_cow bucket_duck|"
                "bucket_sheep bucket_horse bucket_duck bucket_horse bucket_pig"
            ),
            "card_6|card_8 ✓",
            "thrown|thrown bucket_duck|thrown bucket_sheep bucket_horse",
        ),
        (*DRAWINGS, *CARDS),
    )
    captions = (
        N_("Everybody builds a pyramid in secret."),
        N_("Defend: same animal, higher sum."),
        N_("If not, a bucket and all above fall."),
    )
    has_hints = True
    has_undo = True
    drawings = DRAWINGS

    def headline(self, context: RenderContext) -> str:
        view: BucketsView = context.view
        _, phase = context.language, PHASES.get(view.phase)
        told = [_("Round {round} of {rounds}", round=view.round, rounds=view.rounds)]
        facts = [*(told if view.rounds > 1 else []), *([_(phase)] if phase else [])]
        return begin_with_capital(" · ".join(facts))

    def board(self, context: RenderContext) -> Fragment:
        """Return the building site, or the attack and the pyramids; at the end the last round."""
        view: BucketsView = context.view
        seen = public_board if view.you is None else hand
        if view.building is not None:
            return seen.draw_building(context, view.building)
        if view.playing is not None:
            return seen.draw_playing(context, view.playing)
        return public_board.draw_ended(context, view.results[-1]) if view.results else Fragment([])

    def controls(self, context: RenderContext) -> Items:
        """Return the moves, or on a public board the button to the page that has them."""
        view: BucketsView = context.view
        if view.you is not None:
            return hand.make_controls(context)
        if view.phase == "over":
            return []
        picture = context.emojis.picture("bucket")
        style, label = discord.ButtonStyle.primary, context.language("My hand")
        return rows([ActionButton.of(context.table_id, "hand", label, style=style, emoji=picture)])

    def describe_steps(self, context: RenderContext, steps: Sequence[SeenStep]) -> list[str]:
        """Describe the latest steps, unless the room is needed for many cards or a choice."""
        told = super().describe_steps(context, steps)[-LATEST + bool(context.moves) :]
        return [] if context.focus or hand.has_many_cards(context) else told

    def describe_step(self, context: RenderContext, step: SeenStep) -> str | None:
        """Describe plays, draws and falls."""
        return public_board.describe_step(context, step)

    def describe_replay_step(self, context: RenderContext, step: SeenStep) -> str:
        """Describe any move, even a building move, which no board shows."""
        return public_board.describe_replay_step(context, step)

    def name_move(self, context: RenderContext, move: Any) -> str:  # noqa: ANN401 - any move
        return words.name_move(context.language, context.view, move)

    def find_focus(self, context: RenderContext, move: Any) -> str:  # noqa: ANN401 - any move
        return hand.find_focus(context, move)

    def show_choice(self, context: RenderContext) -> str:
        """Return the sum to beat, if there is an attack, and the hand."""
        view: BucketsView = context.view
        trick = view.playing and view.playing.trick
        cards = list_cards(view.hand, context.emojis)
        if not trick:
            return cards
        animal = context.emojis[picture_key(trick.colour)]
        return f"{animal} {context.language('Attack: beat {sum}', sum=trick.beat)}\n{cards}"

    def advise(self, context: RenderContext, move: Any) -> str:  # noqa: ANN401 - any move
        return words.advise(context.language, context.view, move)

    def tell_fact(self, context: RenderContext, reason: Reason) -> str:
        return tell_fact(context, reason)

    def currency(self, context: RenderContext) -> str:
        return context.language("buckets at the end of this round")

    def scores(self, view: BucketsView) -> tuple[int, ...]:
        """Return each seat's buckets: those left in this round plus those of the rounds before."""
        if view.playing is None:
            left = [0 if view.phase == "over" else SIZE] * len(view.scores)
        else:
            left = [SIZE - pyramid.count(BARE[0]) for pyramid in view.playing.pyramids]
        return tuple(before + now for before, now in zip(view.scores, left, strict=True))

    def three_lines(self, _: Language, emojis: Emojis) -> tuple[str, str, str]:  # noqa: ARG002 - needs no pictures
        return words.tell_three_lines(_)

    def rules(self, _: Language, emojis: Emojis) -> tuple[Chapter, ...]:
        return words.describe_rules(_, emojis)

    def amount(self, _: Language, number: int) -> str:
        return _.plural("{n} bucket", "{n} buckets", number)

    def result(self, context: RenderContext, seat: int) -> str:
        """Return a player's buckets over all rounds."""
        outcome = context.outcome
        return self.amount(context.language, outcome.scores[seat] if outcome else 0)

    def last_picture(self, context: RenderContext) -> Fragment | None:
        """Draw the pyramids.

        After several rounds return None, because the result card shows the sums.
        """
        view: BucketsView = context.view
        return public_board.draw_places(context, view.results[-1]) if view.rounds == 1 else None

    def decision(self, context: RenderContext) -> list[str]:
        """Return a line about the players whose last bucket fell, which ended the round."""
        last, _ = context.view.results[-1], context.language
        out = _.join([context.name(seat) for seat, left in enumerate(last.buckets) if not left])
        return [_("-# Last bucket lost: {names}. That ends it; the most buckets win.", names=out)]

    def undo_press(self, context: RenderContext, move: Any) -> str:  # noqa: ANN401 - any move
        """Return the moves that take back the buckets of the last press."""
        stage = context.view.building
        if stage is None:
            return super().undo_press(context, move)
        return hand.undo_press(context, stage)


RENDERER = BucketsRenderer()
