"""`/practice`: positions in which to choose a move; each comes back until the choice is right."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Final

import discord
from discord import app_commands

from cogs.app.feature_cog import FeatureCog
from cogs.display.components import (
    ALL,
    GAME_CHOICES,
    PLAY,
    REVIEW,
    PageButton,
    key_of,
    read_number,
)
from cogs.display.pages.more import Scene, Spot
from cogs.display.pages.renderer import RenderContext
from cogs.display.table_text import format_cost
from cogs.features.practice.positions import Practice
from cogs.interactions.content import MessageContent, framed
from cogs.interactions.failures import UnknownControl
from cogs.interactions.interaction import Interaction, person_of
from cogs.interactions.parts import Component, Items, rows, text
from cogs.interactions.responder import responding
from players.core import Level
from players.games import can_assess
from players.review import is_mistake
from tables.play.computers import COMPUTERS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cogs.app.client import DucksClient
    from cogs.app.services import Show
    from cogs.display.components import Texts
    from cogs.display.emojis import Emojis
    from cogs.display.pages.renderer import Renderer
    from cogs.features.practice.positions import Origin, Task
    from cogs.interactions.language import Language
    from cogs.interactions.responder import Responder
    from players.core import Assessed


PRACTICE = "practice"
"""Name of the practice pages in button ids."""

# The pages of a position to practise on: the question, then the verdict on a choice.

OFFERED = 6
"""Limit on the choices offered, all of different worth; the choice in the game may be added."""

BLUE, GREEN = discord.ButtonStyle.primary, discord.ButtonStyle.success

LONGEST: Final = 999
"""Longest streak that is shown."""


@dataclass(frozen=True, slots=True)
class Progress:
    """A person's progress in a round of puzzles. It is not stored: the buttons hold it.

    Attributes:
        game: the key of the game that is practised, or `ALL`.
        number: the puzzle's number, from 1.
        size: the number of puzzles in the round.
        right: the number of puzzles answered right.
        streak: the number of right answers in a row, including earlier rounds.
    """

    game: str
    number: int
    size: int
    right: int = 0
    streak: int = 0

    @classmethod
    def read(cls, game: str, numbers: str) -> Progress:
        """Return the progress from the text made by `numbers`; else raise UnknownControl."""
        if not re.fullmatch(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}", numbers):
            raise UnknownControl
        return cls(game, *map(int, numbers.split(".")))

    @property
    def numbers(self) -> str:
        """The four numbers, joined by dots for a button id."""
        return f"{self.number}.{self.size}.{self.right}.{self.streak}"

    @property
    def is_last(self) -> bool:
        return self.number >= self.size

    def answered(self, *, right: bool) -> Progress:
        streak = min(self.streak + 1, LONGEST) if right else 0
        return replace(self, right=self.right + right, streak=streak)


def offer(task: Task) -> list[Assessed]:
    """Return the choices to offer, in the order of `Game.moves`: the best one, and mistakes."""
    best = task.moves[0]
    by_worth: dict[float, Assessed] = {}
    for each in task.moves:
        if each == best or is_mistake(best, each):
            by_worth.setdefault(round(each.worth, 2), each)
    offered = list(by_worth.values())[:OFFERED]
    offered += [each for each in task.moves if each.move == task.made and each not in offered]
    return sorted(offered, key=lambda each: task.known.moves.index(each.move))


def is_right(task: Task, chosen: Assessed) -> bool:
    return not is_mistake(task.moves[0], chosen)


class PracticePage:
    """The pages of a position.

    Args:
        renderer: the renderer of the game.
        task: the position.
        emojis: the bot's emojis.
        name: the person's name.
        progress: the progress, including the answer if there is one.
        language: the person's language.
    """

    def __init__(  # noqa: PLR0917 - everything on the page
        self,
        renderer: Renderer,
        task: Task,
        emojis: Emojis,
        name: str,
        progress: Progress,
        language: Language,
    ) -> None:
        self._renderer = renderer
        self._task = task
        self._progress = progress
        self._language = language
        self._context = _draw_context(task, emojis, _list_names(task, name), language)

    def render_question(self) -> MessageContent:
        task, progress = self._task, self._progress
        buttons = [
            PageButton.of(
                PRACTICE,
                "try",
                progress.game,
                task.table_id,
                task.seq,
                task.known.moves.index(each.move),
                progress.numbers,
                label=self._renderer.name_move(self._context, each.move),
                style=BLUE,
            )
            for each in offer(task)
        ]
        _ = self._language
        return self._page(_("**Pick your best move.**"), *rows(buttons))

    def render_answer(self, chosen: Assessed, *, reviewed: bool) -> MessageContent:
        """Return the page with the verdict on a choice, and after the last puzzle the score.

        Args:
            chosen: the choice.
            reviewed: whether a button leads to the review of the game.
        """
        task, progress, _ = self._task, self._progress, self._language
        best = task.moves[0]
        compared = task.moves if is_right(task, chosen) else (best, chosen)
        lines = [self._judge(chosen), self._renderer.explain(self._context, compared)]
        made = next((each for each in task.moves if each.move == task.made), best)
        if made != chosen and not is_right(task, made):
            lines.append(
                _(
                    "-# Your choice in the game: **{move}**. Its cost: {cost}.",
                    move=self._name(made),
                    cost=format_cost(_, best, made),
                )
            )
        end = [text(_sum_up(_, progress))] if progress.is_last else []
        buttons = _lead_on(_, task, progress)
        if reviewed:
            way = "-".join(map(str, (PRACTICE, *_find_next(task, progress))))
            buttons.append(PageButton.of(REVIEW, "open", task.table_id, way, label=_("Review")))
        return self._page("\n".join(lines), *end, *rows(buttons))

    def _judge(self, chosen: Assessed) -> str:
        """Say that a choice is right, or name its cost and the best choice."""
        best, name, _ = self._task.moves[0], self._name(chosen), self._language
        if chosen == best:
            return _("✅ **Right!** The best move: **{move}**.", move=name)
        better = self._name(best)
        if is_right(self._task, chosen):
            return _("✅ **Just as good:** **{move}** and **{other}**.", move=name, other=better)
        return _(
            "❌ **Not quite.** Your choice: **{move}**. Its cost: {cost}.\nBetter: **{better}**",
            move=name,
            cost=format_cost(_, best, chosen),
            better=better,
        )

    def _name(self, each: Assessed) -> str:
        return self._renderer.show_move(self._context, each.move)

    def _page(self, said: str, *controls: Component) -> MessageContent:
        """Return a page with a text, the board, and the controls."""
        task, progress, renderer = self._task, self._progress, self._renderer
        board, _ = renderer.still(self._context), self._language
        facts = [_("Puzzle {number} of {all}", number=progress.number, all=progress.size)]
        if progress.streak > 1:
            facts.append(f"🔥 {_('{number} in a row', number=progress.streak)}")
        facts += [_("from your own game")] if task.table_id else []
        facts.append(renderer.headline(self._context))
        title = _("Practice: {game}", game=_.title(task.game.info))
        head = f"### 🎯 {title}\n-# {' · '.join(facts)}\n{said}"
        parts = (text(head), *board.items, *controls)
        return framed(renderer.accent, *parts, pictures=board.pictures)


def render_nothing_left(_: Language) -> MessageContent:
    said = _(
        "### 🎯 Practice\nYou have answered every position right. Play on: the mistakes of your "
        "next games come here."
    )
    return MessageContent([text(said), *rows([_lead_to_play(_, ALL)])])


def _lead_on(_: Language, task: Task, progress: Progress) -> list[Component]:
    """Return the button to the next puzzle, or the buttons to another round and to a game."""
    to = _find_next(task, progress)
    if not progress.is_last:
        return [PageButton.of(PRACTICE, *to, label=f"{_('Next')} ▶", style=BLUE)]
    again = PageButton.of(PRACTICE, *to, label=_("Again"), style=GREEN)
    return [again, _lead_to_play(_, progress.game)]


def _find_next(task: Task, progress: Progress) -> tuple[str | int, ...]:
    """Return the args of the button to the next puzzle; after the last one, to another round."""
    if progress.is_last:
        return "begin", progress.game, 0, progress.streak
    return "next", progress.game, task.table_id, task.seq, progress.numbers


def _lead_to_play(_: Language, game: str) -> Component:
    """Return the button that starts a game, or that lets the person choose one."""
    return PageButton.of(PLAY, *((ALL,) if game == ALL else ("open", game)), label=_("Play"))


def _sum_up(_: Language, progress: Progress) -> str:
    """Say how many puzzles of a round were answered right."""
    said = {"right": progress.right, "all": progress.size}
    if progress.right >= progress.size:
        return _("🏁 **{right} of {all} right: perfect!**", **said)
    return _("🏁 **{right} of {all} right.** What you missed comes back.", **said)


def _draw_context(
    task: Task, emojis: Emojis, names: tuple[str, ...], language: Language
) -> RenderContext:
    """Return the render context of the seat that has to choose.

    Args:
        task: the position.
        emojis: the bot's emojis.
        names: the players' names, by seat.
        language: the person's language.
    """
    return RenderContext(
        table_id=task.table_id,
        names=tuple(map(language.name, names)),
        options=task.position.options,
        first=task.position.first,
        outcome=None,
        view=task.known.view,
        emojis=emojis,
        seq=0,
        viewer=task.known.seat,
        moves=(),
        language=language,
    )


def _list_names(task: Task, name: str) -> tuple[str, ...]:
    """Return the players' names by seat; in a shipped position, the other players are ducks."""
    if task.names:
        return task.names
    others = iter(COMPUTERS[Level.NORMAL])
    return tuple(
        name if seat == task.known.seat else next(others).name
        for seat in range(task.position.seats)
    )


ROUND: Final = 5
"""Largest number of puzzles in a round."""


def offer_practice(scene: Scene) -> Items:
    """Return the button to practise on a game's mistakes; empty if valuing its moves is slow."""
    key = scene.table.game.info.key
    if not can_assess(key):
        return []
    return [
        PageButton.of(PRACTICE, "begin", key, scene.table.id, 0, label=scene.language("Practice"))
    ]


class PracticeCog(FeatureCog):
    offers: ClassVar = {REVIEW: offer_practice, Spot.PRIVATE: offer_practice}

    def __init__(self, client: DucksClient) -> None:
        super().__init__(client)
        self._practice = Practice(client.services.tables)

    def _list_pages(self) -> Mapping[str, Show]:
        return {PRACTICE: self.show_page}

    def _list_commands(self) -> list[app_commands.Command[Any, ..., None]]:
        """Return the command, with a choice of the games that are switched on."""

        async def practice(interaction: Interaction, game: str = ALL) -> None:
            async with responding(interaction) as responder:
                await self._begin(responder, game, None, 0)

        keys = [key for key in self._services.offered if can_assess(key)]
        choices = [each for each in GAME_CHOICES if each.value in keys]
        app_commands.choices(game=choices)(practice)
        app_commands.describe(game="Which game; all games if you leave this out")(practice)
        words = "Hard choices to practise on: first those of your own games"
        where = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
        return [
            app_commands.Command(
                name=PRACTICE, description=words, callback=practice, allowed_contexts=where
            )
        ]

    async def show_page(self, responder: Responder, args: Texts, _values: Texts) -> None:
        """Begin a round, show the next puzzle, or show the verdict on a choice.

        If `begin` names a table, the round starts with the positions of that table.
        """
        match args:
            case ("begin", game, table_id, streak):
                number, kept = read_number(table_id), read_number(streak)
                after = (number, -1) if number else None
                await self._begin(responder, game, after, min(max(kept, 0), LONGEST))
            case ("next", game, table_id, seq, numbers):
                progress = Progress.read(game, numbers)
                following = replace(progress, number=min(progress.number + 1, LONGEST))
                origin = read_number(table_id), read_number(seq)
                origins = await self._list_open(responder, game, origin, 1)
                await self._ask(responder, origins, following)
            case ("try", game, table_id, seq, choice, numbers):
                origin = read_number(table_id), read_number(seq)
                progress = Progress.read(game, numbers)
                await self._answer(responder, origin, read_number(choice), progress)
            case _:
                raise UnknownControl

    async def _begin(
        self, responder: Responder, game: str, after: Origin | None, streak: int
    ) -> None:
        """Show the first position of a round."""
        origins = await self._list_open(responder, game, after, ROUND)
        await self._ask(responder, origins, Progress(game, 1, len(origins), streak=streak))

    async def _list_open(
        self, responder: Responder, game: str, after: Origin | None, most: int
    ) -> tuple[Origin, ...]:
        person, key = responder.person, key_of(game)
        if key is not None:
            self._services.require_offered(key)
        keys = [*self._services.offered] if key is None else [key]
        return await self._practice.list_open(person, keys, after, most)

    async def _ask(
        self, responder: Responder, origins: tuple[Origin, ...], progress: Progress
    ) -> None:
        """Show the first of these positions, or say that none is left."""
        if not origins:
            await responder.send_page(render_nothing_left(responder.language))
            return
        task = await self._practice.get(responder.person, origins[0])
        await responder.send_page(self._page(responder, task, progress).render_question())

    async def _answer(
        self, responder: Responder, origin: Origin, choice: int, progress: Progress
    ) -> None:
        click, practice = responder.interaction, self._practice
        person = person_of(click)
        key_of(progress.game)
        task = await practice.get(person, origin)
        chosen = next((m for m in offer(task) if task.known.moves.index(m.move) == choice), None)
        if chosen is None:
            raise UnknownControl
        right = is_right(task, chosen)
        if right:
            await practice.note_right(person, origin, click=click.id)
        page = self._page(responder, task, progress.answered(right=right))
        reviewed = bool(task.table_id) and task.server_id == click.guild_id
        await responder.send_page(page.render_answer(chosen, reviewed=reviewed))

    def _page(self, responder: Responder, task: Task, progress: Progress) -> PracticePage:
        services, name = self._services, responder.person.name
        renderer = services.renderers[task.game.info.key]
        return PracticePage(renderer, task, services.emojis, name, progress, responder.language)


COG = PracticeCog
