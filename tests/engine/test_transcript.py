"""Transcripts of whole games: written, read back, checked, and tampered with."""

from dataclasses import replace

import pytest

from engine import GAMES
from engine.core import CHANCE
from engine.errors import BadTranscript
from engine.fairness import commitment
from engine.transcript import Player, Verdict, read_transcript, verify, write_transcript
from tests.engine.honest import SECRET, played

OTHER = bytes(32)


@pytest.fixture(scope="module")
def ducks():
    return played("ducks", 3, first=1, options={"wild": "off"})


def nature(transcript, number):
    """The seq of one of nature's moves."""
    return [seq for seq, (seat, _) in enumerate(transcript.moves) if seat == CHANCE][number]


def with_move(transcript, seq, seat, text):
    moves = (*transcript.moves[:seq], (seat, text), *transcript.moves[seq + 1 :])
    return replace(transcript, moves=moves)


@pytest.mark.parametrize("key", [each.info.key for each in GAMES])
def test_a_transcript_of_every_game_reads_back(key):
    transcript = played(key)
    assert read_transcript(write_transcript(transcript)) == transcript


@pytest.mark.parametrize("key", [each.info.key for each in GAMES])
def test_an_honest_game_is_fair(key):
    transcript = played(key)
    found = verify(transcript)
    assert found.fair
    assert found.draws == [seat for seat, _ in transcript.moves].count(CHANCE) > 0


def test_a_running_table_has_no_secret_to_check_with(ducks):
    running = replace(ducks, secret=None, moves=ducks.moves[:10])
    found = verify(read_transcript(write_transcript(running)))
    assert (found.verdict, found.draws) == (Verdict.NOT_OVER, 0)


def test_another_roll_is_found(ducks):
    seq = nature(ducks, 4)
    found = verify(with_move(ducks, seq, CHANCE, "dice 6 6 6 6 6 boss 6"))
    assert (found.verdict, found.seq, found.draws) == (Verdict.OTHER_DRAW, seq, 4)
    assert str(seq) in str(found)


def test_another_players_snowflake_gives_other_dice(ducks):
    players = (replace(ducks.players[0], snowflake=1), *ducks.players[1:])
    assert verify(replace(ducks, players=players)).verdict is Verdict.OTHER_DRAW


def test_a_secret_that_was_not_committed_to_is_found(ducks):
    assert verify(replace(ducks, secret=OTHER.hex())).verdict is Verdict.WRONG_COMMITMENT


def test_another_secret_with_its_own_commitment_gives_other_dice(ducks):
    forged = replace(ducks, secret=OTHER.hex(), commitment=commitment(OTHER))
    assert verify(forged).verdict is Verdict.OTHER_DRAW


@pytest.mark.parametrize("text", ["stop", "nonsense"])
def test_a_move_that_the_rules_refuse_is_found(ducks, text):
    found = verify(with_move(ducks, 0, 1, text))
    assert (found.verdict, found.seq) == (Verdict.BROKEN_LOG, 0)


def test_a_move_of_another_seat_is_found(ducks):
    found = verify(with_move(ducks, 0, 2, "roll"))
    assert (found.verdict, found.seq) == (Verdict.BROKEN_LOG, 0)


def test_a_move_left_out_is_found(ducks):
    moves = (*ducks.moves[:2], *ducks.moves[3:])
    assert not verify(replace(ducks, moves=moves)).fair


def test_moves_after_the_end_are_found(ducks):
    found = verify(replace(ducks, moves=(*ducks.moves, (0, "roll"))))
    assert (found.verdict, found.seq) == (Verdict.BROKEN_LOG, len(ducks.moves))


def test_options_that_the_game_does_not_know_are_found(ducks):
    assert verify(replace(ducks, options={"wild": "maybe"})).verdict is Verdict.BROKEN_LOG


def test_an_unknown_game_is_named(ducks):
    assert verify(replace(ducks, game="chess")).verdict is Verdict.UNKNOWN_GAME


def test_other_rules_cannot_check(ducks):
    assert verify(replace(ducks, rules_version=99)).verdict is Verdict.OTHER_RULES


def test_the_games_to_check_with_can_be_given(ducks):
    assert verify(ducks, games=[]).verdict is Verdict.UNKNOWN_GAME


def test_labels_become_one_line(ducks):
    odd = replace(ducks, players=(Player("a\nb\u2028 \x85 c\t", 5), Player("", 6)), moves=())
    read = read_transcript(write_transcript(odd))
    assert [player.label for player in read.players] == ["a b c", "?"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("transcript 1\n", "transcript 2\n"),
        ("transcript 1\n", ""),
        ("game ducks", "game Ducks"),
        ("rules 1", "rules 01"),
        ("option wild off", "option wild  off"),
        ("option wild off", "option wild off\noption wild off"),
        ("seat 1 ", "seat 2 "),
        ("first 1", "first"),
        ("first 1", "first -1"),
        ("commitment ", "commitment 0"),
        ("secret ", "secret G"),
        ("\n0 seat 1 roll", "\n1 seat 1 roll"),
        ("\n0 seat 1 roll", "\n0 Seat 1 roll"),
        ("\n0 seat 1 roll", ""),
        ("\n0 seat 1 roll", "\n0 seat 1 roll\n"),
        ("\nend\n", "\nend"),
        ("\nend\n", "\n"),
        ("\nend\n", "\nend\nend\n"),
        ("\nend\n", "\nend\n\n"),
        ("\n", "\r\n"),
    ],
)
def test_another_text_is_not_a_transcript(ducks, old, new):
    text = write_transcript(ducks)
    assert old in text
    with pytest.raises(BadTranscript):
        read_transcript(text.replace(old, new))


@pytest.mark.parametrize("end", [0, 1, 50, 300, -1, -2])
def test_a_text_cut_off_is_not_a_transcript(ducks, end):
    with pytest.raises(BadTranscript):
        read_transcript(write_transcript(ducks)[:end])


def test_an_error_names_the_line(ducks):
    text = write_transcript(ducks).replace("first 1", "first one")
    with pytest.raises(BadTranscript, match="Line 10: 'first one'"):
        read_transcript(text)


def test_nothing_tells_a_secret_by_accident(ducks):
    assert SECRET.hex() not in repr(ducks)
