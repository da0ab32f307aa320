"""What the cogs of all games share: a slash group with `start` and `rules`, and the options."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from engine.core import Game

if TYPE_CHECKING:
    from cogs.core.interactions import Desk
    from cogs.core.renderer import Renderer

Click = discord.Interaction[Any]
Command = TypeVar("Command", bound=Callable[..., Any])


class GameCog(commands.GroupCog):
    """The slash group of one game. A subclass sets `face` and adds `start` with its options."""

    renderer: ClassVar[Renderer]

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        desk.renderers[self.renderer.game.info.key] = self.renderer

    @app_commands.command(description="How the game is played, in short")
    async def rules(self, interaction: Click) -> None:
        """Show the rules to the asker alone."""
        await self.desk.rules(interaction, self.renderer.game.info.key)

    async def open(self, interaction: Click, **chosen: str | None) -> None:
        """Open a table with the options that were chosen; the others keep their defaults."""
        options = {key: value for key, value in chosen.items() if value is not None}
        await self.desk.open(interaction, self.renderer.game.info.key, options)


def options_of(game: Game[Any, Any, Any]) -> Callable[[Command], Command]:
    """Describe a `start` command's parameters, which are named as the game's options are."""

    def decorate(command: Command) -> Command:
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
