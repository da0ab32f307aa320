"""`/practice`: a position, a choice, the answer; it comes back until the choice is right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from cogs.display.controls.components import PageButton, Texts
from cogs.display.controls.paging import ALL, GAME_CHOICES, PRACTICE, TITLES, key_of, read_number
from cogs.display.pages.context import task_context
from cogs.display.words.amounts import format_cost
from cogs.interactions.content import MessageContent, framed, say
from cogs.interactions.errors import UnknownControl
from cogs.interactions.interaction import Interaction, person_of
from cogs.interactions.parts import SEPARATOR_LINE, Items, Part, drop_controls, rows, text
from cogs.interactions.responder import responding
from players import can_assess
from players.coach.judging import SMALL
from players.core import Level
from tables.play.computers import COMPUTERS

if TYPE_CHECKING:
    from cogs.app.client import DucksClient
    from cogs.app.services import Services
    from cogs.display.pages.renderer import RenderContext, Renderer
    from cogs.display.words.emojis import Emojis
    from cogs.interactions.responder import Responder
    from players.core import Assessed
    from tables.model.advice import Task

OFFERED = 6
"""How many choices a position offers, one of each worth; and the one that was made."""

CHOICES = [choice for choice in GAME_CHOICES if can_assess(choice.value)]


class PracticeCog(commands.Cog):
    """`/practice`."""

    def __init__(self, services: Services) -> None:
        self._services = services
        services.page_handlers[PRACTICE] = self.show_page

    @app_commands.command(description="Hard choices to practise on: first those of your own games")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.describe(game="Of which game; all of them if you do not say")
    @app_commands.choices(game=CHOICES)
    async def practice(self, interaction: Interaction, game: str = ALL) -> None:
        """Show a position to the person alone."""
        async with responding(interaction) as responder:
            await self._ask(responder, game, None)

    async def show_page(self, responder: Responder, args: Texts, _values: Texts) -> None:
        """Show the next position, or what the choice in this one is worth."""
        match args:
            case ("next", game, table_id, seq):
                await self._ask(responder, game, (read_number(table_id), read_number(seq)))
            case ("try", game, table_id, seq, choice):
                place = read_number(table_id), read_number(seq)
                await self._answer(responder, game, place, read_number(choice))
            case _:
                raise UnknownControl

    async def _ask(self, responder: Responder, game: str, after: tuple[int, int] | None) -> None:
        person, key = person_of(responder.interaction), key_of(game)
        keys = TITLES if key is None else [key]
        task = await self._services.tables.practice.find(person, keys, after)
        if task is None:
            await responder.send_page(say(NOTHING_LEFT))
        else:
            renderer = self._services.renderers[task.game.info.key]
            page = render_question(renderer, task, self._services.emojis, person.name, game)
            await responder.send_page(page)

    async def _answer(
        self, responder: Responder, game: str, place: tuple[int, int], choice: int
    ) -> None:
        click, practice = responder.interaction, self._services.tables.practice
        person = person_of(click)
        task = await practice.get(person, place)
        chosen = next((m for m in offer(task) if task.known.moves.index(m.move) == choice), None)
        if chosen is None:
            raise UnknownControl
        if is_right(task, chosen):
            await practice.note_right(person, place, click=click.id)
        renderer = self._services.renderers[task.game.info.key]
        page = render_answer(renderer, task, self._services.emojis, person.name, game, chosen)
        await responder.send_page(page)


NOTHING_LEFT = (
    "### 🎯 Practice\nYou have answered everything right that there is. Play on: what you give "
    "away in your next games comes here."
)


def offer(task: Task) -> list[Assessed]:
    """Return the choices of a position in the order of the rules."""
    by_worth: dict[float, Assessed] = {}
    for each in task.moves:
        by_worth.setdefault(round(each.worth, 2), each)
    offered = list(by_worth.values())[:OFFERED]
    offered += [each for each in task.moves if each.move == task.made and each not in offered]
    return sorted(offered, key=lambda each: task.known.moves.index(each.move))


def is_right(task: Task, chosen: Assessed) -> bool:
    """Return whether a choice costs nothing."""
    return task.moves[0].worth - chosen.worth < SMALL


def render_question(
    renderer: Renderer, task: Task, emojis: Emojis, name: str, game: str
) -> MessageContent:
    """Return a position with its choices.

    Args:
        renderer: of the game.
        task: the position.
        emojis: the pictures.
        name: of the person.
        game: the key of the game that is practised, or `ALL`.
    """
    context = task_context(task, emojis, _list_names(task, name))
    buttons = [
        PageButton.of(
            PRACTICE,
            "try",
            game,
            task.table_id,
            task.seq,
            task.known.moves.index(each.move),
            label=renderer.name_move(context, each.move),
        )
        for each in offer(task)
    ]
    return _render(renderer, task, context, text("**What is best here?**"), *rows(buttons))


def render_answer(  # noqa: PLR0917 - what a question has, and the choice
    renderer: Renderer, task: Task, emojis: Emojis, name: str, game: str, chosen: Assessed
) -> MessageContent:
    """Return a position with what a choice in it costs, and what is best; arguments as above."""
    context = task_context(task, emojis, _list_names(task, name))
    best, parts = task.moves[0], [_judge(renderer, task, context, chosen)]
    parts.append(
        f"**{renderer.name_move(context, best.move)}**\n{renderer.explain(context, task.moves)}"
    )
    made = next((each for each in task.moves if each.move == task.made), best)
    if made != chosen and best.worth - made.worth >= SMALL:
        parts.append(f"-# In the game it was {_tell_cost(renderer, context, best, made)}.")
    following = PageButton.of(PRACTICE, "next", game, task.table_id, task.seq, label="Next ▶")
    return _render(renderer, task, context, *map(text, parts), *rows([following]))


def _judge(renderer: Renderer, task: Task, context: RenderContext, chosen: Assessed) -> str:
    """Say whether a choice is right, and what it costs."""
    best = task.moves[0]
    if chosen == best:
        return "✅ **Right.** This is best:"
    if is_right(task, chosen):
        return f"✅ **{renderer.name_move(context, chosen.move)}** is right, and so is this:"
    cost = _tell_cost(renderer, context, best, chosen)
    return f"❌ {cost}. The position comes back. This is best:"


def _tell_cost(renderer: Renderer, context: RenderContext, best: Assessed, each: Assessed) -> str:
    """Return a move with what it costs: "**Roll**, which costs 0.25 points"."""
    name = renderer.name_move(context, each.move)
    return f"**{name}**, which costs {format_cost(best, each)}"


def _render(renderer: Renderer, task: Task, context: RenderContext, *items: Part) -> MessageContent:
    """Return a page with the board and these items."""
    board = renderer.board(context)
    source = (
        f"from table #{task.table_id}" if task.table_id else f"position {task.seq + 1} of the set"
    )
    title = f"### 🎯 Practice: {task.game.info.title}\n-# {renderer.headline(context)} · {source}"
    parts: Items = [text(title), *drop_controls(board.items), SEPARATOR_LINE, *items]
    return framed(renderer.accent, *parts, pictures=board.pictures)


def _list_names(task: Task, name: str) -> tuple[str, ...]:
    """Return the names by seat; at a position of the bot, ducks sit beside the person."""
    if task.names:
        return task.names
    others = iter(COMPUTERS[Level.NORMAL])
    return tuple(
        name if seat == task.known.seat else next(others).name
        for seat in range(task.position.seats)
    )


async def setup(client: DucksClient) -> None:
    """Add the cog; discord.py calls this when it loads the extension."""
    await client.add_cog(PracticeCog(client.services))
