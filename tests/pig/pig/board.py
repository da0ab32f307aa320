"""How Pig looks on Discord."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.display.art.strip import Strip
from cogs.display.pages.renderer import Chapter, RenderContext, Renderer, SeenStep
from cogs.interactions.content import Fragment
from cogs.interactions.parts import Items, rows, text
from engine.core import N_
from pig import KIT
from pig.rules import Fall, State, Throw

if TYPE_CHECKING:
    from cogs.display.emojis import Emojis
    from cogs.interactions.language import Language


class PigRenderer(Renderer):
    """Everybody's points, and those of the turn."""

    game = KIT.rules
    accent = 0xF2A0B5
    sign = "white_die_1"
    gist = N_("throw as often as you dare")
    pitch = N_("One more throw? A 1 takes it all.")
    goal = N_("The first to reach the goal wins.")
    strip = Strip(("white_die_4 white_die_6", "white_die_1 ✗", "white_die_6 ✓"))
    captions = (
        N_("Throw as often as you like."),
        N_("A 1 loses the turn's points."),
        N_("Stop to keep them."),
    )

    def headline(self, context: RenderContext) -> str:
        """Say what the turn is worth."""
        view: State = context.view
        return context.language("{n} in this turn, goal {goal}", n=view.turn, goal=view.goal)

    def board(self, context: RenderContext) -> Fragment:
        """Draw a line for each player."""
        view: State = context.view
        lines = (f"{context.name(seat)}: {points}" for seat, points in enumerate(view.scores))
        return Fragment([text("\n".join(lines))])

    def controls(self, context: RenderContext) -> Items:
        """Return throw, which goes on, before stop; none at the end."""
        labels = {"throw": context.language("Throw"), "stop": context.language("Stop")}
        return rows([context.move_button(move, labels[str(move)]) for move in context.moves])

    def describe_step(self, context: RenderContext, step: SeenStep) -> str | None:
        """Tell what somebody has thrown or kept."""
        view: State = step.before
        if view.seat is None or isinstance(step.move, Throw):
            return None
        who = context.name(view.seat)
        if isinstance(step.move, Fall):
            die = context.emojis[f"white_die_{step.move.value}"]
            return context.language("{who} throws {die}.", who=who, die=die)
        return context.language("{who} keeps {n}.", who=who, n=view.turn)

    def scores(self, view: State) -> tuple[int, ...]:
        """Return the points kept."""
        return view.scores

    def three_lines(self, _: Language, emojis: Emojis) -> tuple[str, str, str]:
        """Say what suffices to start."""
        one = emojis["white_die_1"]
        return (
            _("Throw as often as you like, then stop."),
            _("{one} loses the points of the turn.", one=one),
            _("The first to reach the goal wins."),
        )

    def rules(self, _: Language, emojis: Emojis) -> tuple[Chapter, ...]:
        """Tell the rules in our own words."""
        end = _("Whoever keeps enough points to reach the goal wins at once.")
        return (Chapter(_("The end"), [text(end)]),)


RENDERER = PigRenderer()
