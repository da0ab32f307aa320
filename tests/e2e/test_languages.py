"""A table's language: the server's choice, else that of its Community, else the opener's."""

from __future__ import annotations

import random

from cogs.interactions.language import ENGLISH, read_language
from tests.e2e.table import actor, board_of, drawn, moves, picked, table_of
from tests.people import labels, text_of


def languages(bot):
    """Return the languages of all tables, in order."""
    return [language for (language,) in bot.rows("SELECT language FROM tables ORDER BY id")]


async def test_a_table_has_the_language_of_its_opener(people, bot):
    smew, scoter, merganser = people
    await smew.speak("de")
    await scoter.speak("es-419")
    await merganser.speak("he")  # discord.py does not know Hebrew
    for person in people:
        await person.command("trophy start")
    assert languages(bot) == ["de", "es", "en"]


async def test_a_community_has_a_language_for_its_tables(people, bot):
    smew, scoter, _ = people
    await scoter.speak("fr")
    pond = smew.world["guilds"][0]["id"]
    await smew.speak("ja", guild_id=pond, community=False)
    await scoter.command("trophy start")
    await smew.speak("ja", guild_id=pond)
    await scoter.command("trophy start")
    await smew.speak("en-US", guild_id=pond)
    await scoter.command("trophy start")
    assert languages(bot) == ["fr", "ja", "fr"]


async def choose(person, language):
    """Choose the language of a server in its settings."""
    page = (await person.command("settings")).message
    await person.click("n1:settings:ask:language", page)
    await person.click("o1:settings:language", person.message(page["id"]), values=[language])
    await person.until(lambda: "Saved." in text_of(person.message(page["id"])))


async def test_a_server_chooses_the_language_of_its_tables(people, bot):
    smew, scoter, _ = people
    await scoter.speak("fr")
    await smew.speak("ja", guild_id=smew.world["guilds"][0]["id"])
    for language in ("de", "auto"):
        await choose(smew, language)
        await scoter.command("trophy start")
    assert languages(bot) == ["de", "ja"]


GERMAN, FRENCH, SPANISH = (read_language(code) for code in ("de", "fr", "es"))


async def seated_in_german(people, command, **options):
    """Open a German table, let the others join, start the game, and return its first board."""
    opener, *others = people
    await opener.speak("de")
    lobby = (await opener.command(command, **options)).message
    for person in others:
        await person.click(GERMAN("Join"), lobby)
    lobby = await opener.until(lambda: labelled(board_of(opener), GERMAN("Start")))
    await opener.click(GERMAN("Start"), lobby)
    return await opener.until(lambda: started(board_of(opener)))


def labelled(message, label):
    """Return the message if it has this button, else None."""
    return message if message is not None and label in labels(message) else None


def started(board):
    """Return the message if it is a board, or None if it is still a lobby."""
    return None if board is None or GERMAN("Start") in labels(board) else board


async def hand_in(person, language):
    """Press `My hand` on the German board, and return the hand, which must be in this language."""
    before = {message["id"] for message in person.messages()}
    await person.click(GERMAN("My hand"), board_of(person))
    return await person.wait_for(
        lambda page: page["id"] not in before and labelled(page, language("Build it for me"))
    )


async def test_each_player_reads_the_hand_in_their_own_language_even_after_a_kill(people, bot):
    smew, scoter, _ = people
    await scoter.speak("fr")
    await seated_in_german(people, "buckets start", rounds="1")
    for person, language in zip(people, (GERMAN, FRENCH, ENGLISH), strict=True):
        await hand_in(person, language)
    await bot.kill()
    await bot.start()
    await bot.ready()
    assert labelled(board_of(smew), GERMAN("My hand"))
    hand = await hand_in(scoter, FRENCH)
    await scoter.speak("es-ES")
    await scoter.click(FRENCH("Build it for me"), scoter.message(hand["id"]))
    spanish = await scoter.wait_for(lambda page: labelled(page, SPANISH("Confirm")))
    await scoter.click(SPANISH("Confirm"), spanish)
    ready = GERMAN("✅ {who} is ready", who=f"**{scoter.name}**")
    await smew.until(lambda: ready in text_of(board_of(smew)))


async def test_a_table_is_german_to_its_end_and_in_its_rematch(people, bot):
    pair = smew, scoter = people[:2]
    await scoter.speak("fr")
    await seated_in_german(pair, "ducks start")
    chance = random.Random(1)

    def settled():
        board = board_of(smew)
        return board if labelled(board, GERMAN("Rematch")) or actor(board, pair) else None

    while not labelled(board := await smew.until(settled), GERMAN("Rematch")):
        control = chance.choice(moves(board))
        values = picked(control, chance)
        await actor(board, pair).click(control["custom_id"], board, values=values)
        await smew.until(lambda board=board: drawn(board_of(smew)) != drawn(board))
    await scoter.click(GERMAN("Rematch"), board)
    await smew.until(lambda: table_of(board_of(smew, 2) or board) == 2)
    assert languages(bot) == ["de", "de"]
