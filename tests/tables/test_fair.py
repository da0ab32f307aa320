"""Fair dice: when the commitment and the secret are shown, and how a changed log is noticed."""

from __future__ import annotations

import logging

import pytest

from engine.check import Verdict, verify
from engine.fairness import HmacSource, commitment, table_key
from engine.transcript import read_transcript
from players.games import GAMES
from tables.model.errors import TableClosed, WrongPhase
from tables.model.table import Person, Status
from tables.play.playing import Move
from tables.play.seating import Cancel, Join, Leave, Start
from tables.service import Tables
from tests.tables.games import Heaps, Pig
from tests.tables.house import ANNA, BEN, CHANNEL, CLEO, GUILD

SECRET = bytes(range(32))
SAME_SECRET = "UPDATE tables SET secret = ?, commitment = ?, revision = revision + 1 WHERE id = ?"


@pytest.fixture
async def ducks(house):
    """Return a house and its finished game of Ducks, played with default moves."""
    real = await house.restarted(*GAMES)
    return real, await play(real, await real.game(ANNA, BEN, CLEO, game="ducks"))


async def play(house, table):
    while table.status is Status.PLAYING:
        move = table.game.default(table.state, table.to_act[0])
        table = await house.act(table, str(move))
    return table


async def test_the_dice_of_a_whole_game_check_out(ducks):
    house, table = ducks
    found = await house.tables.transcripts.verify(table.id)
    assert found.verdict is Verdict.FAIR
    assert found.dice.draws >= 6


async def test_the_transcript_can_be_verified_offline(ducks):
    house, table = ducks
    transcript = read_transcript(await house.tables.transcripts.text(table.id))
    assert verify(transcript, GAMES).fair
    assert transcript.commitment == table.commitment
    assert len(transcript.players) == 3


async def test_the_dice_depend_on_who_sits_down_and_who_starts(ducks):
    house, table = ducks
    steps = await house.steps(table.id)
    mixed_in = [contribution for _, contribution in table.mixed_in]
    key = table_key(bytes.fromhex(table.revealed), mixed_in)
    assert steps[0].text == f"first {HmacSource(key, 0).below(3)}"
    assert [each.kind for each in mixed_in] == ["seat", "seat", "seat", "start"]
    assert len({each.snowflake for each in mixed_in}) == 4


@pytest.mark.parametrize(
    ("change", "verdict"),
    [
        (
            "UPDATE moves SET text = replace(text, substr(text, 7), '2') WHERE seq = 0",
            "other draw",
        ),
        ("UPDATE contributions SET snowflake = snowflake + 1 WHERE number = 1", "other draw"),
        ("DELETE FROM contributions WHERE kind = 'start'", "other draw"),
        ("UPDATE moves SET draws = '' WHERE seq = 0", "other draw"),
        ("UPDATE tables SET settled = replace(settled, '\"on\"', '\"off\"')", "broken chain"),
        ("UPDATE tables SET status = 'abandoned'", "broken chain"),
        ("UPDATE tables SET commitment = secret", "wrong commitment"),
        ("DELETE FROM moves WHERE seq = (SELECT MAX(seq) FROM moves)", "broken log"),
        ("UPDATE tables SET secret = commitment", "wrong commitment"),
        ("UPDATE moves SET text = 'jump' WHERE seq = 3", "broken log"),
        ("UPDATE moves SET seat = (seat + 1) % 3 WHERE seq = 3", "broken log"),
    ],
)
async def test_a_changed_log_is_noticed(ducks, change, verdict):
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


async def test_a_game_with_hidden_moves_shows_its_log_only_at_the_end(house):
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
    await house.tables.do(table.id, Cancel(ANNA))
    with pytest.raises(WrongPhase):
        await house.tables.transcripts.text(table.id)


async def test_an_abandoned_game_shows_its_secret_and_checks_out(house):
    table = await house.game(ANNA, BEN)
    table = await house.tables.do(table.id, Leave(ANNA))
    table = await house.tables.do(table.id, Leave(BEN))
    assert table.revealed is not None
    assert (await house.tables.transcripts.verify(table.id)).fair


async def test_no_two_secrets_are_equal_by_default(house):
    tables = Tables(house.database, [Pig()], house.clock)
    opened = [await tables.lobbies.open("pig", {}, GUILD, CHANNEL, ANNA, 1) for _ in range(2)]
    assert opened[0].commitment != opened[1].commitment


async def test_no_repr_or_log_shows_a_secret_while_it_is_in_use(house, caplog):
    caplog.set_level(logging.DEBUG)
    table = await house.game(ANNA, BEN, game="heaps")
    table = await house.tables.do(table.id, Move(ANNA, 0, "put 7"))
    ((secret,),) = await house.rows("SELECT secret FROM tables")
    assert secret not in repr(table) + caplog.text + repr(house.tables._repository._cache)
    assert "put 7" not in repr(table) + caplog.text


async def test_a_game_goes_on_with_the_same_dice_after_a_restart(house):
    table = await house.act(await house.game(ANNA, BEN), "hold")
    other = await house.restarted(Pig(), Heaps())
    table = await play(other, table)
    assert (await other.tables.transcripts.verify(table.id)).fair


# What is mixed into the dice


def mixed_in(table):
    return [(who, made.kind, made.snowflake) for who, made in table.mixed_in]


async def test_a_person_who_sits_down_again_brings_the_first_contribution_again(house):
    table = await house.lobby(ANNA, BEN)
    before = mixed_in(table)
    for _ in range(5):
        await house.tables.do(table.id, Leave(BEN))
        table = await house.tables.do(table.id, Join(BEN, 99_999))
    assert mixed_in(table) == before


async def test_leaving_and_joining_again_does_not_change_the_dice(house):
    quiet, restless = [await house.lobby(ANNA, BEN, CLEO) for _ in range(2)]
    await house.tamper(SAME_SECRET, SECRET.hex(), commitment(SECRET), quiet.id)
    await house.tamper(SAME_SECRET, SECRET.hex(), commitment(SECRET), restless.id)
    await house.tamper("UPDATE contributions SET snowflake = 1000 + number")
    for person in (BEN, ANNA, CLEO):
        await house.tables.do(restless.id, Leave(person))
        await house.tables.do(restless.id, Join(person, 99_999))
    await house.tables.do(restless.id, Leave(BEN))
    await house.tables.do(restless.id, Join(BEN, 99_999))
    texts = []
    for table in (quiet, restless):
        opener = (await house.tables.lookup.get(table.id)).opener
        begun = await house.tables.do(table.id, Start(opener, 5))
        texts.append((await house.steps(begun.id))[0].text)
    assert texts[0] == texts[1]


async def test_the_contribution_of_a_person_who_leaves_stays(house):
    table = await house.lobby(ANNA, BEN, CLEO)
    left = await house.tables.do(table.id, Leave(CLEO))
    assert mixed_in(left) == mixed_in(table)
    begun = await house.tables.do(table.id, Start(ANNA, 5))
    assert mixed_in(begun) == [*mixed_in(table), (ANNA.id, "start", 5)]


async def test_a_lone_player_contributes_after_the_commitment(house):
    real = await house.restarted(*GAMES)
    firsts = set()
    for snowflake in range(20):
        lobby = await real.lobby(ANNA, game="pond")
        await real.tamper(SAME_SECRET, SECRET.hex(), commitment(SECRET), lobby.id)
        await real.tamper("UPDATE contributions SET snowflake = 7 WHERE table_id = ?", lobby.id)
        begun = await real.tables.do(lobby.id, Start(ANNA, snowflake))
        firsts.add((await real.steps(begun.id))[0].text)
    assert len(firsts) > 10


# The hashes of a log


async def test_the_start_hash_is_set_at_the_start_and_the_last_hash_at_the_end(house):
    lobby = await house.lobby(ANNA, BEN)
    assert (lobby.start_hash, lobby.last_hash) == (None, None)
    begun = await house.tables.do(lobby.id, Start(ANNA, 5))
    assert begun.start_hash
    assert begun.last_hash is None
    over = await house.finish(begun)
    transcript = read_transcript(await house.tables.transcripts.text(over.id))
    assert (transcript.start_hash, transcript.last_hash) == (over.start_hash, over.last_hash)
    assert over.start_hash == begun.start_hash
    again = await (await house.restarted()).tables.lookup.get(over.id)
    assert again.last_hash == over.last_hash


@pytest.mark.parametrize("how", ["abandoned", "cancelled", "closed"])
async def test_an_abandoned_game_has_a_last_hash(house, how):
    table = await house.act(await house.game(ANNA, BEN), "roll")
    if how == "abandoned":
        await house.tables.do(table.id, Leave(ANNA))
        await house.tables.do(table.id, Leave(BEN))
    elif how == "cancelled":
        await house.tables.do(table.id, Cancel(CLEO, force=True))
    else:
        await house.tamper("UPDATE moves SET text = 'jump' WHERE seq = 1")
        house = await house.restarted()
        with pytest.raises(TableClosed):
            await house.tables.do(table.id, Move(ANNA, table.seq, "hold"))
    over = await house.tables.lookup.get(table.id)
    assert over.status == how
    transcript = read_transcript(await house.tables.transcripts.text(table.id))
    assert (transcript.ending, transcript.last_hash) == (how, over.last_hash)
    assert verify(transcript, GAMES).log.verdict is Verdict.FAIR


async def test_a_transcript_names_no_player(house):
    table = await house.game(ANNA, BEN)
    first = table.seats[table.to_act[0]].person
    table = await house.tables.do(table.id, Move(Person(first.id, "Renamed"), table.seq, "hold"))
    table = await house.finish(table)
    text = await house.tables.transcripts.text(table.id)
    assert not [name for name in ("Anna", "Ben", "Renamed") if name in text]
    assert verify(read_transcript(text), house.tables._repository.games).fair
