"""Questions about the history. `bench.records` measures how long the answers take."""

from functools import partial

from cogs.display.components import ALL, EVERYBODY, key_of
from cogs.features.history.cog import render_history
from cogs.features.history.pages import render_replay
from cogs.features.history.reader import HistoryReader
from cogs.interactions.language import ENGLISH
from players.games import GAMES
from tests.cogs.pictures import RENDERERS, all_emojis

LAST = 10**6
"""Page number beyond the last page of any history."""


def ask(records, guild_id, most, least):
    reader, emojis = HistoryReader(records.shared), all_emojis()

    async def history():
        page = await reader.page(guild_id, None, None, 1)
        return render_history(ENGLISH, most, 0, ALL, page).items

    async def replay(game):
        """Return the middle page of the replay of the game's newest table."""
        page = await reader.page(guild_id, None, game, 1)
        replay = await records.replays.read(page.entries[0].table_id, guild_id)
        middle = replay.length // 2
        page = render_replay(ENGLISH, RENDERERS[game], replay, emojis, middle, EVERYBODY)
        return page.items

    yield "/history", history
    for rules in GAMES:
        yield f"a replay of {rules.info.key}", partial(replay, rules.info.key)
    for game in (GAMES[0].info.key, ALL):
        for person in (None, most):
            for number in (1, LAST):
                what = f"history of {person or 'all'} in {game}, page {number}"
                yield what, partial(reader.page, guild_id, person, key_of(game), number)
