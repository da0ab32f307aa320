"""What the cogs of all games share: a slash group with `start` and `rules`, and the options."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from discord import app_commands
from discord.ext import commands

from cogs.display.pages.how_to_play import render_how_to_play
from cogs.display.pages.lobby import PACES
from cogs.interactions.interaction import Interaction, guest_of, home_of, person_of
from cogs.interactions.permissions import find_thread_obstacle, has_threads, is_in_forum
from cogs.interactions.responder import responding
from engine.core import Game
from players.core import Level
from tables.model.pace import Pace

if TYPE_CHECKING:
    from cogs.app.services import Services
    from cogs.display.pages.renderer import Renderer
    from cogs.interactions.responder import Responder

Command = TypeVar("Command", bound=Callable[..., Any])


class GameCog(commands.GroupCog):
    """The slash group of one game. A subclass sets `renderer` and adds `start` with its options."""

    renderer: ClassVar[Renderer]

    def __init__(self, services: Services) -> None:
        super().__init__()
        title = self.renderer.game.info.title
        self.rules.description = f"How to play {title}: three lines to start with, and the rules"
        self._services = services
        services.add_renderer(self.renderer)

    @app_commands.command()
    async def rules(self, interaction: Interaction) -> None:
        """Show the rules to the asker alone."""
        async with responding(interaction) as responder:
            content = render_how_to_play(self.renderer, self._services.emojis)
            await responder.send(content, private=True)

    async def open(
        self,
        interaction: Interaction,
        ducks: int | None,
        level: str | None,
        clock: str | None,
        *,
        thread: bool | None,
        **chosen: str | None,
    ) -> None:
        """Open a table here; an option that nobody chose is as the server's admins prefer it.

        Args:
            interaction: the command.
            ducks: how many computers sit down, too; None: one if there is a level, else none.
            level: of the computers; None: normal.
            clock: the pace; None: as the server's admins prefer it.
            thread: whether it is played in a thread of its own; None: as the server prefers it.
            chosen: the options of the game.
        """
        key = self.renderer.game.info.key
        async with responding(interaction, private=False) as responder:
            settings = await self._services.permissions.settings(interaction)
            preferred = settings.defaults.get(key) if settings else None
            options = {name: value for name, value in chosen.items() if value is not None}
            computers = [Level(level or Level.NORMAL)] * (ducks or bool(level))
            options = {**(preferred or {}), **options}
            pace = Pace(clock) if clock else None
            await open_table(
                self._services, responder, key, options, computers, pace=pace, thread=thread
            )


async def open_table(
    services: Services,
    responder: Responder,
    key: str,
    options: Mapping[str, str],
    computers: Sequence[Level] = (),
    *,
    pace: Pace | None = None,
    thread: bool | None = None,
) -> None:
    """Open a table where a person has typed or clicked, and post its lobby there.

    `pace`: how much time a turn has; `thread`: whether it is played in a thread of its own; None
    stands for what the server's admins prefer.
    """
    interaction = responder.interaction
    await services.permissions.require_opening(interaction)
    settings = await services.permissions.settings(interaction)
    usual = settings.pace if settings else Pace.NONE
    if thread is None:
        thread = settings is not None and settings.threads and has_threads(interaction)
    obstacle = find_thread_obstacle(interaction) if thread else None
    table = await services.tables.open(
        key,
        options,
        home_of(interaction),
        interaction.channel_id or 0,
        person_of(interaction),
        interaction.id,
        computers=computers,
        pace=pace or usual,
        threaded=thread and obstacle is None,
        guest=guest_of(interaction),
        click=interaction.id,
    )
    if table.threaded and is_in_forum(interaction):
        await services.publisher.publish_in_post(table, responder)
    else:
        await services.publisher.publish_new(table, responder)
    if obstacle is not None:
        await responder.send_private(obstacle)


def options_of(game: Game[Any, Any, Any]) -> Callable[[Command], Command]:
    """Describe a `start` command's parameters: the game's options, computers, and the clock."""

    def decorate(command: Command) -> Command:
        levels = [app_commands.Choice(name=level.title(), value=level.value) for level in Level]
        clocks = [
            app_commands.Choice(name=f"{title}: {words}", value=pace.value)
            for pace, (title, words) in PACES.items()
        ]
        app_commands.choices(level=levels, clock=clocks)(command)
        app_commands.describe(
            ducks="How many ducks of the bot play, too (none, if you do not say)",
            level="How well they play (normal, if you do not say)",
            clock="Time for a turn (as set for new tables here, if you do not say)",
            thread="Play in a thread of its own (as the server has it, if you do not say)",
        )(command)
        for option in game.info.options:
            choices = [
                app_commands.Choice(name=choice.title, value=choice.value)
                for choice in option.choices
            ]
            app_commands.choices(**{option.key: choices})(command)
            usual = f"unless set otherwise here: {option.title_of(option.default)}"
            app_commands.describe(**{option.key: f"{option.title} ({usual})"})(command)
        return command

    return decorate
