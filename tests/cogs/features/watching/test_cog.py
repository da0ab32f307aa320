"""The people who may watch a game, and the pages of a spectator."""

from dataclasses import replace

from cogs.display.pages.more import Scene
from cogs.features.watching.cog import WatchingCog, offer_watching
from cogs.features.watching.watchers import ToldDecision
from players.core import know
from players.games import find_hint
from tests.cogs.limits import faults
from tests.cogs.scene import renderer_of, scene
from tests.cogs.test_commands import make_client
from tests.pseudo import PSEUDO, find_unmarked
from tests.tabletop import playthrough


def test_a_spectator_on_a_server_can_watch():
    at = scene("ducks", 3, "first 0")
    (button,) = offer_watching(Scene(renderer_of(at), at))
    assert button["custom_id"] == f"n1:watch:on:{at.id}"
    assert offer_watching(Scene(renderer_of(at), at, 1)) == []
    assert offer_watching(Scene(renderer_of(at), replace(at, guild_id=None))) == []


async def test_no_word_of_the_page_and_the_card_is_left_untranslated():
    cog = WatchingCog(await make_client())
    at = scene("ducks", 2, "first 0", "roll", "dice 1 3 3 5 6 boss 3", "promote 3 3")
    *_, over = playthrough(at.game, 2, {}, 1)
    moves = find_hint("ducks", know(at.game, at.options, at.state, 0))
    pages = [cog._render_card(PSEUDO, over)]
    for told in (None, ToldDecision(at, 0, moves[0].move, moves)):
        pages += [
            cog._render(PSEUDO, table, told, watching=watching)
            for table in (at, over)
            for watching in (True, False)
        ]
    names = [each.name for table in (at, over) for each in table.seats]
    for page in pages:
        assert faults(page) == []
        assert find_unmarked(page.items, names) == []
