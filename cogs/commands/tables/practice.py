"""`/practice`: a position, a choice, the answer; it comes back until the choice is right."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from discord import app_commands
from discord.ext import commands

from cogs.app.services import Pages
from cogs.commands.tables.practice_page import (
    LONGEST,
    PracticePage,
    Progress,
    is_right,
    offer,
    render_nothing_left,
)
from cogs.display.controls.paging import ALL, GAME_CHOICES, PRACTICE, TITLES, key_of, read_number
from cogs.interactions.errors import UnknownControl
from cogs.interactions.interaction import Interaction, person_of
from cogs.interactions.responder import responding
from players import can_assess

if TYPE_CHECKING:
    from cogs.app.client import DucksClient
    from cogs.app.services import Services
    from cogs.display.controls.components import Texts
    from cogs.interactions.responder import Responder
    from tables.model.advice import Place, Task

ROUND: Final = 5
"""The most puzzles of a round."""

CHOICES = [choice for choice in GAME_CHOICES if can_assess(choice.value)]


class PracticeCog(commands.Cog):
    """`/practice`."""

    def __init__(self, services: Services) -> None:
        self._services = services
        services.pages.append(Pages(PRACTICE, self.show_page))

    @app_commands.command(description="Hard choices to practise on: first those of your own games")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.describe(game="Of which game; all of them if you do not say")
    @app_commands.choices(game=CHOICES)
    async def practice(self, interaction: Interaction, game: str = ALL) -> None:
        """Show a position to the person alone."""
        async with responding(interaction) as responder:
            await self._begin(responder, game, None, 0)

    async def show_page(self, responder: Responder, args: Texts, _values: Texts) -> None:
        """Begin a round, at a table's positions if one is named; show the next; or answer."""
        match args:
            case ("begin", game, table_id, streak):
                number, kept = read_number(table_id), read_number(streak)
                after = (number, -1) if number else None
                await self._begin(responder, game, after, min(max(kept, 0), LONGEST))
            case ("next", game, table_id, seq, numbers):
                progress = Progress.read(game, numbers)
                following = replace(progress, number=min(progress.number + 1, LONGEST))
                place = read_number(table_id), read_number(seq)
                places = await self._list_open(responder, game, place, 1)
                await self._ask(responder, places, following)
            case ("try", game, table_id, seq, choice, numbers):
                place = read_number(table_id), read_number(seq)
                progress = Progress.read(game, numbers)
                await self._answer(responder, place, read_number(choice), progress)
            case _:
                raise UnknownControl

    async def _begin(
        self, responder: Responder, game: str, after: Place | None, streak: int
    ) -> None:
        """Ask the first position of a round."""
        places = await self._list_open(responder, game, after, ROUND)
        await self._ask(responder, places, Progress(game, 1, len(places), streak=streak))

    async def _list_open(
        self, responder: Responder, game: str, after: Place | None, most: int
    ) -> tuple[Place, ...]:
        person, key = person_of(responder.interaction), key_of(game)
        keys = TITLES if key is None else [key]
        return await self._services.tables.practice.list_open(person, keys, after, most)

    async def _ask(
        self, responder: Responder, places: tuple[Place, ...], progress: Progress
    ) -> None:
        """Ask the first of these positions."""
        if not places:
            await responder.send_page(render_nothing_left())
            return
        task = await self._services.tables.practice.get(person_of(responder.interaction), places[0])
        await responder.send_page(self._page(responder, task, progress).render_question())

    async def _answer(
        self, responder: Responder, place: Place, choice: int, progress: Progress
    ) -> None:
        click, practice = responder.interaction, self._services.tables.practice
        person = person_of(click)
        key_of(progress.game)
        task = await practice.get(person, place)
        chosen = next((m for m in offer(task) if task.known.moves.index(m.move) == choice), None)
        if chosen is None:
            raise UnknownControl
        right = is_right(task, chosen)
        if right:
            await practice.note_right(person, place, click=click.id)
        page = self._page(responder, task, progress.answered(right=right))
        reviewed = bool(task.table_id) and task.server_id == click.guild_id
        await responder.send_page(page.render_answer(chosen, reviewed=reviewed))

    def _page(self, responder: Responder, task: Task, progress: Progress) -> PracticePage:
        services, name = self._services, person_of(responder.interaction).name
        renderer = services.renderers[task.game.info.key]
        return PracticePage(renderer, task, services.emojis, name, progress)


async def setup(client: DucksClient) -> None:
    """Add the cog; discord.py calls this when it loads the extension."""
    await client.add_cog(PracticeCog(client.services))
