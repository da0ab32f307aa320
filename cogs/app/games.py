"""The commands of each game: a slash group with `start`, built from the game itself.

A game's package needs no commands of its own. The game's kit names the module that contains the
game's `RENDERER`.
"""

from __future__ import annotations

import logging
from importlib import import_module
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any

from discord import app_commands

from cogs.app.services import Opening
from cogs.display.components import game_words
from cogs.display.emojis import Emojis
from cogs.display.pages.options import TIME_CONTROLS
from cogs.display.pages.renderer import Renderer
from cogs.display.table_text import table_link
from cogs.interactions.failures import tell
from cogs.interactions.interaction import (
    Interaction,
    find_thread_obstacle,
    guest_of,
    has_threads,
    home_of,
    is_in_forum,
    person_of,
)
from cogs.interactions.language import ENGLISH, find_language
from cogs.interactions.responder import responding
from players.core import Level
from players.games import KITS, LOADED
from tables.model.table import Status
from tables.model.time_control import TimeControl

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cogs.app.client import DucksClient
    from cogs.app.services import Services
    from cogs.interactions.responder import Responder
    from engine.core import Option
    from players.core import Kit


log = logging.getLogger(__name__)


def load_renderers() -> dict[str, Renderer]:
    """Return the renderers of the games by key; log each game that cannot be loaded, and why."""
    found, failed, emojis = dict[str, Renderer](), {**LOADED.reasons}, Emojis()
    for kit in KITS:
        try:
            found[kit.key] = _load_renderer(kit, emojis)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - the other games go on
            failed[kit.key] = f"{type(error).__name__}: {error}"
    for notice in LOADED.notices:
        log.warning("%s", notice)
    for name, reason in failed.items():
        log.error("%s is off, as it cannot be loaded: %s", name, reason)
    return found


def _load_renderer(kit: Kit, emojis: Emojis) -> Renderer:
    """Import a game's renderer and try it out, so that its errors are raised at the start."""
    renderer = import_module(kit.face).RENDERER
    if not isinstance(renderer, Renderer) or renderer.game is not kit.rules:
        raise TypeError(f"{kit.face}.RENDERER is no renderer of these rules")
    emojis.add(renderer.drawings)
    _ = (
        emojis[renderer.sign],
        renderer.three_lines(ENGLISH, emojis),
        renderer.rules(ENGLISH, emojis),
        _make_group(renderer),
    )
    return renderer


def add_games(client: DucksClient) -> None:
    """Add the commands of the offered games; switch off a game whose command name is taken."""
    left_out = client.services.left_out
    for key, renderer in client.services.offered.items():
        try:
            client.tree.add_command(_make_group(renderer))
        except app_commands.CommandAlreadyRegistered:
            log.error("%s is off: another command has this name", key)  # noqa: TRY400 - a traceback adds nothing
            left_out.add_game(key)


def _make_group(renderer: Renderer) -> app_commands.Group:
    """Return a game's slash group; direct messages with the bot have it if one can play alone."""
    info = renderer.game.info
    where = app_commands.AppCommandContext(
        guild=True, dm_channel=info.min_seats == 1 or None, private_channel=True
    )
    group = app_commands.Group(
        name=info.key,
        description=game_words(info.key, f"{info.title}: {renderer.gist}"),
        allowed_contexts=where,
    )
    group.add_command(_make_start(renderer))
    return group


def _make_start(renderer: Renderer) -> app_commands.Command[Any, ..., None]:
    key = renderer.game.info.key

    async def start(
        interaction: Interaction,
        *,
        ducks: int | None,
        level: str | None = None,
        clock: str | None,
        thread: bool | None,
        **chosen: str | None,
    ) -> None:
        async with responding(interaction, private=False) as responder:
            options = {name: value for name, value in chosen.items() if value is not None}
            time_control = TimeControl(clock) if clock else None
            services: Services = interaction.client.services
            await open_table(
                services,
                responder,
                key,
                options,
                ducks=ducks or bool(level),
                level=Level(level) if level else None,
                time_control=time_control,
                thread=thread,
            )

    _describe_start(renderer, start)
    pitch = game_words(key, f"{renderer.game.info.title}: {renderer.pitch}")
    return app_commands.Command(name="start", description=pitch, callback=start)


async def open_table(
    services: Services,
    responder: Responder,
    key: str,
    options: Mapping[str, str],
    *,
    ducks: int = 0,
    level: Level | None = None,
    time_control: TimeControl | None = None,
    thread: bool | None = None,
) -> None:
    """Open a table in the place where a person typed or clicked, and post its lobby there.

    `ducks`: how many ducks sit down at once. `thread`: whether the game gets a thread of its own;
    None leaves this to the server's settings.
    These settings, or what the person chose last time, also supply what the person did not choose.
    """
    services.require_offered(key)
    interaction = responder.interaction
    settings = await services.permissions.require_opening(interaction)
    game = services.renderers[key].game
    usual = Opening(settings.defaults.get(key, {}), settings.time_control, settings.threads)
    recall = services.recall
    known = await recall(interaction, game, usual, settings.off) if recall else usual

    def choose(known: Opening) -> Opening:
        return Opening(
            game.options({**known.options, **options}),
            time_control or known.time_control,
            (known.thread and has_threads(interaction)) if thread is None else thread,
            0 if ducks else known.ducks,
            level or known.level,
        )

    chosen = choose(known)
    obstacle = find_thread_obstacle(interaction, asked=bool(thread)) if chosen.thread else None
    table = await services.tables.lobbies.open(
        key,
        chosen.options,
        home_of(interaction),
        interaction.channel_id or 0,
        person_of(interaction),
        interaction.id,
        computers=[chosen.level] * ducks,
        ducks=chosen.ducks,
        level=chosen.level,
        recalled=chosen != choose(usual),
        time_control=chosen.time_control,
        threaded=chosen.thread and obstacle is None,
        guest=guest_of(interaction),
        language=find_language(interaction, settings.language),
        click=interaction.id,
    )
    if table.threaded and is_in_forum(interaction):
        await services.publisher.publish_in_post(table, responder)
    else:
        await services.publisher.publish_new(table, responder)
    if obstacle is not None:
        await responder.send_private(tell(responder.language, obstacle))


async def open_next(
    services: Services, responder: Responder, table_id: int, other: str = ""
) -> None:
    """Open the next game of a finished table's people, or join the one that is open already.

    `other`: the key of another game; empty for a rematch.
    """
    click, before = responder.interaction, await services.tables.lookup.get(table_id)
    await services.publisher.recognise(before, responder)
    services.require_offered(other or before.game.info.key)
    settings = await services.permissions.require_opening(click)
    table = await services.tables.endings.rematch(
        table_id,
        person_of(click),
        click.id,
        other=(other, settings.defaults.get(other, {})) if other else None,
        asked_in=click.channel_id,
        click=click.id,
    )
    if len(table.people) == 1:
        await services.publisher.publish_new(table, responder)
        if table.threaded:  # a thread is opened from the message just sent
            await services.publisher.publish(table.id)
        return
    # This click joined a lobby that another click has opened. The other click posts the lobby.
    await services.publisher.publish(table.id)
    table = await services.tables.lookup.get(table.id)
    _, link = responder.language, table_link(responder.language, table)
    begins = table.status is Status.PLAYING
    await responder.send_private(
        _("The rematch begins: {link}", link=link)
        if begins
        else _("You joined the rematch: {link}", link=link)
    )


def _describe_parameters(renderer: Renderer) -> list[Parameter]:
    """Return the parameters of `start`: the game's options, ducks, level, clock, thread."""
    game = renderer.game
    types: dict[str, Any] = dict.fromkeys((each.key for each in game.info.options), str)
    types["ducks"] = app_commands.Range[int, 1, game.info.max_seats - 1]
    types |= {"level": str} if renderer.has_levels else {}
    types |= {"clock": str, "thread": bool}
    kind = Parameter.KEYWORD_ONLY
    return [
        Parameter("interaction", Parameter.POSITIONAL_ONLY),
        *(Parameter(key, kind, default=None, annotation=t | None) for key, t in types.items()),
    ]


def _describe_start(renderer: Renderer, start: Any) -> None:  # noqa: ANN401 - a function
    """Describe the parameters of `start` and their choices."""
    start.__signature__ = Signature(_describe_parameters(renderer))
    if renderer.has_levels:
        levels = [app_commands.Choice(name=level.title(), value=level.value) for level in Level]
        app_commands.choices(level=levels)(start)
        app_commands.describe(level="How well the ducks play; usually normal")(start)
    clocks = [
        app_commands.Choice(name=title, value=time_control.value)
        for time_control, title in TIME_CONTROLS.items()
    ]
    app_commands.choices(clock=clocks)(start)
    app_commands.describe(
        ducks="How many ducks of the bot play with you; usually none",
        clock="How long a turn can take; usually there is no limit",
        thread="Whether the game gets a thread of its own; usually it does not",
    )(start)
    info = renderer.game.info
    for option in info.options:
        choices = [
            app_commands.Choice(name=game_words(info.key, choice.title), value=choice.value)
            for choice in option.choices
        ]
        app_commands.choices(**{option.key: choices})(start)
        usual = f"{option.title}; usually {option.title_of(option.default)}"
        app_commands.describe(**{option.key: game_words(info.key, usual)})(start)
        app_commands.rename(**{option.key: name_of_option(option)})(start)


def name_of_option(option: Option) -> str:
    """Return the name of an option's parameter: the title in a form that Discord accepts."""
    return option.title.lower().replace(" ", "_")
