"""Fair dice: what is shown when, and that a changed log is found out."""

from __future__ import annotations

import logging

import pytest

from engine import GAMES
from engine.fairness import HmacSource, table_key
from engine.transcript import read_transcript
from engine.verification import Verdict, verify
from tables.errors import NoSuchTable, WrongPhase
from tables.model import Status
from tables.service import Tables
from tests.tables.games import Heaps, Pig
from tests.tables.house import ANNA, BEN, CHANNEL, CLEO, GUILD


@pytest.fixture
async def ducks(house):
    """A finished game of ducks, played by the moves the caretaker would make."""
    real = await house.restarted(*GAMES)
    return real, await play(real, await real.game(ANNA, BEN, CLEO, game="ducks"))


async def play(house, table):
    while table.status is Status.PLAYING:
        move = table.game.default(table.state, table.to_act[0])
        table = await house.act(table, str(move))
    return table


async def test_a_whole_game_is_fair(ducks):
    house, table = ducks
    found = await house.tables.transcripts.verify(table.id, GUILD)
    assert found.verdict is Verdict.FAIR
    assert found.dice.draws >= 6


async def test_the_transcript_checks_out_offline(ducks):
    house, table = ducks
    transcript = read_transcript(await house.tables.transcripts.text(table.id))
    assert verify(transcript).fair
    assert transcript.commitment == table.commitment
    assert [player.label for player in transcript.players] == ["Anna", "Ben", "Cleo"]


async def test_who_sits_down_and_who_starts_change_the_dice(ducks):
    house, table = ducks
    steps = await house.steps(table.id)
    mixed_in = [contribution for _, contribution in table.contributions]
    key = table_key(bytes.fromhex(table.secret), mixed_in)
    assert steps[0].text == f"first {HmacSource(key, 0).below(3)}"
    assert [each.kind for each in mixed_in] == ["seat", "seat", "seat", "start"]
    assert len({each.snowflake for each in mixed_in}) == 4


@pytest.mark.parametrize(
    ("change", "verdict"),
    [
        (
            "UPDATE moves SET text = 'first ' || (substr(text, 7) + 1) % 3 WHERE seq = 0",
            "other draw",
        ),
        ("UPDATE contributions SET snowflake = snowflake + 1 WHERE number = 1", "other draw"),
        ("DELETE FROM contributions WHERE kind = 'start'", "other draw"),
        ("UPDATE moves SET draws = '' WHERE seq = 0", "other draw"),
        ("UPDATE seats SET label = mark || ' Dora' WHERE seat = 1", "broken chain"),
        ("UPDATE tables SET options = replace(options, '\"on\"', '\"off\"')", "broken chain"),
        ("UPDATE tables SET status = 'abandoned'", "broken chain"),
        ("UPDATE tables SET commitment = secret", "wrong commitment"),
        ("DELETE FROM moves WHERE seq = (SELECT MAX(seq) FROM moves)", "broken log"),
        ("UPDATE tables SET secret = commitment", "wrong commitment"),
        ("UPDATE moves SET text = 'jump' WHERE seq = 3", "broken log"),
        ("UPDATE moves SET seat = (seat + 1) % 3 WHERE seq = 3", "broken log"),
    ],
)
async def test_a_log_that_was_tampered_with_is_found_out(ducks, change, verdict):
    house, table = ducks
    await house.tamper(change)
    assert (await house.tables.transcripts.verify(table.id)).verdict == verdict


async def test_the_dice_of_a_running_game_cannot_be_checked_yet(house):
    table = await house.game(ANNA, BEN)
    assert (await house.tables.transcripts.verify(table.id)).verdict is Verdict.NOT_OVER


async def test_the_transcript_of_a_running_game_keeps_the_secret(house):
    table = await house.game(ANNA, BEN)
    text = await house.tables.transcripts.text(table.id)
    ((secret,),) = await house.rows("SELECT secret FROM tables")
    assert secret not in text
    assert "secret hidden" in text


async def test_a_game_that_hides_something_tells_its_log_only_at_the_end(house):
    table = await house.game(ANNA, BEN, game="heaps")
    with pytest.raises(WrongPhase):
        await house.tables.transcripts.text(table.id)
    with pytest.raises(WrongPhase):
        await house.tables.transcripts.verify(table.id)
    while table.to_act:
        table = await house.act(table, "put 5")
    assert "put 5" in await house.tables.transcripts.text(table.id)


async def test_a_game_that_never_began_has_no_log(house):
    table = await house.lobby(ANNA)
    await house.tables.cancel(table.id, ANNA)
    with pytest.raises(WrongPhase):
        await house.tables.transcripts.text(table.id)


@pytest.mark.parametrize("what", ["text", "verify"])
async def test_the_log_of_another_server_is_not_given(house, what):
    table = await house.game(ANNA, BEN)
    with pytest.raises(NoSuchTable):
        await getattr(house.tables.transcripts, what)(table.id, GUILD + 1)


async def test_an_abandoned_game_shows_its_secret_and_checks_out(house):
    table = await house.game(ANNA, BEN)
    table = await house.tables.leave(table.id, ANNA)
    table = await house.tables.leave(table.id, BEN)
    assert table.secret is not None
    assert (await house.tables.transcripts.verify(table.id)).fair


async def test_no_two_secrets_are_equal_by_default(house):
    tables = Tables(house.database, [Pig()], house.clock)
    opened = [await tables.open("pig", {}, GUILD, CHANNEL, ANNA, 1) for _ in range(2)]
    assert opened[0].commitment != opened[1].commitment


async def test_no_secret_reaches_a_repr_or_a_log_while_it_counts(house, caplog):
    caplog.set_level(logging.DEBUG)
    table = await house.game(ANNA, BEN, game="heaps")
    table = await house.tables.act(table.id, ANNA, 0, "put 7")
    ((secret,),) = await house.rows("SELECT secret FROM tables")
    assert secret not in repr(table) + caplog.text + repr(house.tables._repository._cache)
    assert "put 7" not in repr(table) + caplog.text


async def test_a_game_goes_on_with_the_same_dice_after_a_restart(house):
    table = await house.act(await house.game(ANNA, BEN), "hold")
    other = await house.restarted(Pig(), Heaps())
    table = await play(other, table)
    assert (await other.tables.transcripts.verify(table.id)).fair
