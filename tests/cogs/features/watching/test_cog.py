"""Whom a game offers to watch it."""

from dataclasses import replace

from cogs.display.pages.more import Scene
from cogs.features.watching.cog import offer_watching
from tests.cogs.scene import renderer_of, scene


def test_a_spectator_on_a_server_can_watch():
    at = scene("ducks", 3, "first 0")
    (button,) = offer_watching(Scene(renderer_of(at), at))
    assert button["custom_id"] == f"n1:watch:on:{at.id}"
    assert offer_watching(Scene(renderer_of(at), at, 1)) == []
    assert offer_watching(Scene(renderer_of(at), replace(at, guild_id=None))) == []
