"""Transcripts of whole games: written, read back, checked, and tampered with."""

from dataclasses import replace
from functools import partial

import pytest

from engine import check
from engine.check import Verdict
from engine.core import CHANCE, BadTranscript
from engine.fairness import SHOWN_DIGITS, commitment
from engine.transcript import Step, read_transcript, write_transcript
from players.games import GAMES
from tests.engine.honest import SECRET, hashed, played

OTHER = bytes(32)

verify = partial(check.verify, games=GAMES)


@pytest.fixture(scope="module")
def ducks():
    return played("ducks", 3, first=1, options={"wild": "off"})


def nature(transcript, number):
    """Return the seq of the chance move with this number, counted from 0."""
    return [seq for seq, step in enumerate(transcript.steps) if step.seat == CHANCE][number]


def with_move(transcript, seq, seat, text):
    steps = (*transcript.steps[:seq], Step(seat, text), *transcript.steps[seq + 1 :])
    return replace(transcript, steps=steps)


@pytest.mark.parametrize("key", [each.info.key for each in GAMES])
def test_a_transcript_of_every_game_reads_back(key):
    transcript = played(key)
    assert read_transcript(write_transcript(transcript)) == transcript


@pytest.mark.parametrize("key", [each.info.key for each in GAMES])
def test_an_honest_game_is_fair(key):
    transcript = played(key)
    found = verify(transcript)
    assert found.fair
    assert found.dice.draws == [step.seat for step in transcript.steps].count(CHANCE) > 0


def test_another_roll_is_noticed(ducks):
    seq = nature(ducks, 4)
    found = verify(with_move(ducks, seq, CHANCE, "dice 6 6 6 6 6 boss 6"))
    assert (found.verdict, found.dice.seq, found.dice.draws) == (Verdict.OTHER_DRAW, seq, 4)
    assert str(seq) in str(found)


def test_another_players_snowflake_gives_other_dice(ducks):
    mixed_in = (replace(ducks.contributions[0], snowflake=1), *ducks.contributions[1:])
    assert verify(replace(ducks, contributions=mixed_in)).verdict is Verdict.OTHER_DRAW


def test_a_secret_without_its_commitment_is_noticed(ducks):
    assert verify(replace(ducks, secret=OTHER.hex())).verdict is Verdict.WRONG_COMMITMENT


def test_another_secret_with_its_own_commitment_gives_other_dice(ducks):
    forged = replace(ducks, secret=OTHER.hex(), commitment=commitment(OTHER))
    assert verify(forged).verdict is Verdict.OTHER_DRAW


@pytest.mark.parametrize("text", ["stop", "nonsense"])
def test_an_illegal_move_is_noticed(ducks, text):
    found = verify(with_move(ducks, 0, 1, text))
    assert (found.verdict, found.dice.seq) == (Verdict.BROKEN_LOG, 0)


def test_a_move_of_another_seat_is_noticed(ducks):
    found = verify(with_move(ducks, 0, 2, "roll"))
    assert (found.verdict, found.dice.seq) == (Verdict.BROKEN_LOG, 0)


def test_a_missing_move_is_noticed(ducks):
    steps = (*ducks.steps[:2], *ducks.steps[3:])
    assert not verify(replace(ducks, steps=steps)).fair


def test_moves_after_the_end_are_noticed(ducks):
    found = verify(replace(ducks, steps=(*ducks.steps, Step(0, "roll"))))
    assert (found.verdict, found.dice.seq) == (Verdict.BROKEN_LOG, len(ducks.steps))


def test_unknown_options_are_noticed(ducks):
    assert verify(replace(ducks, options={"wild": "maybe"})).verdict is Verdict.BROKEN_LOG


def test_an_unknown_game_is_named(ducks):
    assert verify(replace(ducks, game="chess")).verdict is Verdict.UNKNOWN_GAME


def test_other_rules_cannot_check_a_transcript(ducks):
    assert verify(replace(ducks, rules_version=99)).verdict is Verdict.OTHER_RULES


def test_a_check_can_be_given_its_games(ducks):
    assert verify(ducks, games=[]).verdict is Verdict.UNKNOWN_GAME


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("transcript 1\n", "transcript 2\n"),
        ("transcript 1\n", ""),
        ("game ducks", "game Ducks"),
        ("rules 1", "rules 01"),
        ("option wild off", "option wild  off"),
        ("option wild off", "option wild off\noption wild off"),
        ("\nseat 1 ", "\nseat 2 "),
        ("first 1", "first"),
        ("first 1", "first -1"),
        ("commitment ", "commitment 0"),
        ("secret ", "secret G"),
        (SECRET.hex(), f"{SECRET.hex()}\n"),
        ("\n0 seat 1 roll", "\n1 seat 1 roll"),
        ("\n0 seat 1 roll", "\n0 Seat 1 roll"),
        ("\n0 seat 1 roll", ""),
        ("\n0 seat 1 roll", "\n0 seat 1 roll\n"),
        ("\nend finished\n", "\nend\n"),
        ("\nend finished\n", "\n"),
        ("\nend finished\n", "\nend finished\nend finished\n"),
        ("\nend finished\n", "\nend finished\n\n"),
        ("\n", "\r\n"),
    ],
)
def test_any_other_text_is_no_transcript(ducks, old, new):
    text = write_transcript(ducks)
    assert old in text
    with pytest.raises(BadTranscript):
        read_transcript(text.replace(old, new))


@pytest.mark.parametrize("end", [0, 1, 50, 300, -1, -2])
def test_a_truncated_text_is_no_transcript(ducks, end):
    with pytest.raises(BadTranscript):
        read_transcript(write_transcript(ducks)[:end])


def test_an_error_names_the_line(ducks):
    text = write_transcript(ducks).replace("first 1", "first one")
    with pytest.raises(BadTranscript, match="Line 15: 'first one'"):
        read_transcript(text)


def test_no_repr_shows_a_secret(ducks):
    assert SECRET.hex() not in repr(ducks)


# Every change is noticed, or the check names it as something that it cannot prove.


def parts_of(found):
    return found.dice.verdict, found.log.verdict


@pytest.mark.heavy
def test_every_changed_byte_is_noticed():
    short = played("pond", 1)
    text = write_transcript(short).encode()
    for at, byte in enumerate(text):
        for other in {byte ^ 1, ord("1"), ord(" "), ord("\n")} - {byte}:
            changed = text[:at] + bytes([other]) + text[at + 1 :]
            try:
                found = verify(read_transcript(changed.decode()))
            except (BadTranscript, UnicodeDecodeError):
                continue
            assert not found.fair, changed[max(0, at - 40) : at + 40]


def test_every_missing_doubled_or_swapped_line_is_noticed(ducks):
    lines = write_transcript(ducks).splitlines(keepends=True)
    for at in range(len(lines)):
        rest = lines[at + 1 :]
        for changed in (
            [*lines[:at], *rest],
            [*lines[: at + 1], *lines[at:]],
            [*lines[:at], *rest[:1], lines[at], *rest[1:]],
        ):
            try:
                found = verify(read_transcript("".join(changed)))
            except BadTranscript:
                continue
            assert not found.fair or changed == lines


def other_decisions(transcript):
    """Yield copies of the transcript, each with one player's move changed to another legal one."""
    rules = next(each for each in GAMES if each.info.key == transcript.game)
    state = rules.start(len(transcript.players), transcript.options, transcript.first)
    for seq, step in enumerate(transcript.steps):
        if step.seat != CHANCE:
            for move in rules.moves(state, step.seat):
                if str(move) != step.text:
                    yield with_move(transcript, seq, step.seat, str(move))
        state = rules.apply(state, step.seat, rules.parse(step.text))


def test_every_changed_decision_is_noticed(ducks):
    changed = list(other_decisions(ducks))
    assert len(changed) > 20
    assert {verify(each).log.verdict for each in changed} == {Verdict.BROKEN_CHAIN}


def test_every_cut_of_the_log_is_noticed(ducks):
    for length in range(len(ducks.steps)):
        for ending in ("finished", "abandoned", "running"):
            cut = replace(ducks, steps=ducks.steps[:length], ending=ending)
            assert verify(cut).log.verdict is Verdict.BROKEN_CHAIN


def test_a_cut_log_with_recomputed_hashes_has_another_last_hash_and_is_not_finished(ducks):
    cut = hashed(replace(ducks, steps=ducks.steps[:-1]))
    assert cut.last_hash != ducks.last_hash
    assert parts_of(verify(cut)) == (Verdict.BROKEN_LOG, Verdict.FAIR)


def test_an_edited_option_is_noticed(ducks):
    edited = replace(ducks, options={**ducks.options, "wild": "on"})
    assert verify(edited).log.verdict is Verdict.BROKEN_CHAIN


def test_another_contribution_gives_other_dice_and_another_hash(ducks):
    *others, start = ducks.contributions
    for mixed_in in (others, [*others, replace(start, snowflake=7)], [start, *others]):
        changed = replace(ducks, contributions=tuple(mixed_in))
        assert parts_of(verify(changed)) == (Verdict.OTHER_DRAW, Verdict.BROKEN_CHAIN)
        assert verify(hashed(changed)).verdict is Verdict.OTHER_DRAW


def test_a_missing_draw_of_a_throw_is_noticed(ducks):
    seq = nature(ducks, 3)
    step = replace(ducks.steps[seq], draws=ducks.steps[seq].draws[1:])
    steps = (*ducks.steps[:seq], step, *ducks.steps[seq + 1 :])
    found = verify(hashed(replace(ducks, steps=steps)))
    assert (found.verdict, found.dice.seq) == (Verdict.OTHER_DRAW, seq)


def test_a_check_names_the_hashes_to_compare_and_the_facts_it_does_not_prove(ducks):
    found = verify(ducks)
    for shown in (ducks.last_hash, ducks.start_hash, ducks.commitment):
        assert shown[:SHOWN_DIGITS] in found.log.sentence
    assert "could foresee the dice" in str(found)


def test_a_running_table_shows_its_start_hash_and_has_no_secret_to_check(ducks):
    running = hashed(replace(ducks, secret=None, steps=ducks.steps[:9], ending="running"))
    found = verify(read_transcript(write_transcript(running)))
    assert parts_of(found) == (Verdict.NOT_OVER, Verdict.FAIR)
    assert found.dice.draws == 0
    assert running.start_hash[:SHOWN_DIGITS] in found.log.sentence
