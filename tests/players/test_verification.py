"""Checks of computers' moves in transcripts: honest, tampered with, or from other versions."""

import os
import re
import subprocess
import sys
from dataclasses import replace

import pytest
from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__

from engine.check import Verdict
from engine.check import verify as verify_without
from engine.core import CHANCE
from engine.fairness import HmacSource, computers_key, table_key
from engine.transcript import read_transcript, write_transcript
from players.__main__ import main
from players.core import Level
from players.games import GAMES, game
from players.verification import source_of, verify
from tests.engine.honest import SECRET, hashed, played
from tests.players.mixed import chosen_by_computers, played_mixed, with_step

LEVELS = (Level.EASY, Level.NORMAL)


@pytest.fixture(scope="module")
def ducks():
    return played_mixed("ducks", *LEVELS)


@pytest.mark.parametrize("key", [each.info.key for each in GAMES])
def test_an_honest_game_with_computers_is_proved(key):
    levels = LEVELS[: game(key).info.max_seats - 1]
    transcript = played_mixed(key, *levels)
    assert read_transcript(write_transcript(transcript)) == transcript
    found = verify(transcript)
    assert found.fair
    assert found.computers.draws == len(chosen_by_computers(transcript)) > 0


PLAIN = """
import sys
from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__
from players.__main__ import main

assert not any(__cpu_features__[name] for name in __cpu_dispatch__)
sys.exit(any([main(["verify", file]) for file in sys.argv[1:]]))
"""
"""Program that verifies transcripts and checks that numpy uses no optional instructions."""


def test_the_moves_of_hard_ducks_are_proved_on_a_simpler_processor(tmp_path):
    """Another process, without numpy's optional instructions, checks the moves chosen here."""
    counts, files = [], []
    for number, rules in enumerate(GAMES):
        levels = (Level.HARD, Level.NORMAL)[: rules.info.max_seats - 1]
        transcript = played_mixed(rules.info.key, *levels)
        chosen = chosen_by_computers(transcript)
        assert any(transcript.steps[seq].player.startswith("hard ") for seq in chosen)
        counts.append(len(chosen))
        files.append(tmp_path / f"table-{number}.txt")
        files[-1].write_text(write_transcript(transcript), encoding="utf-8")
    there = " ".join(name for name in __cpu_dispatch__ if __cpu_features__[name])
    done = subprocess.run(
        [sys.executable, "-c", PLAIN, *files],
        env={**os.environ, "NPY_DISABLE_CPU_FEATURES": there},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    said = re.findall(r"Each move that a duck chose \((\d+)\) follows", done.stdout)
    assert [int(count) for count in said] == counts


def other_move(transcript, seq):
    """Return another move that the seat might have made."""
    rules, made = game(transcript.game), transcript.steps[:seq]
    state = rules.start(len(transcript.players), transcript.options, transcript.first)
    for step in made:
        state = rules.apply(state, step.seat, rules.parse(step.text))
    moves = map(str, rules.moves(state, transcript.steps[seq].seat))
    return next((move for move in moves if move != transcript.steps[seq].text), None)


def test_a_move_that_a_computer_did_not_choose_is_noticed(ducks):
    seq = next(s for s in reversed(chosen_by_computers(ducks)) if other_move(ducks, s))
    changed = with_step(ducks, seq, text=other_move(ducks, seq))
    steps = changed.steps[: seq + 1]  # later moves would break the rules
    found = verify(hashed(replace(changed, steps=steps, ending="cancelled")))
    assert verify_without(hashed(replace(changed, steps=steps, ending="cancelled")), GAMES).fair
    assert (found.verdict, found.computers.seq) == (Verdict.OTHER_MOVE, seq)


def test_a_computers_move_without_a_player_is_noticed(ducks):
    seq = chosen_by_computers(ducks)[0]
    found = verify(with_step(ducks, seq, player=""))
    assert (found.verdict, found.computers.seq) == (Verdict.OTHER_MOVE, seq)


def test_a_player_of_another_level_is_noticed(ducks):
    seq = chosen_by_computers(ducks)[0]
    seated = ducks.players[ducks.steps[seq].seat].level
    other = next(level for level in Level if level != seated)
    found = verify(with_step(ducks, seq, player=f"{other} 1"))
    assert (found.verdict, found.computers.seq) == (Verdict.OTHER_MOVE, seq)


def test_another_version_of_a_player_cannot_be_checked(ducks):
    seq = chosen_by_computers(ducks)[0]
    level = ducks.players[ducks.steps[seq].seat].level
    found = verify(with_step(ducks, seq, player=f"{level} 999"))
    assert found.verdict is Verdict.OTHER_PLAYERS
    assert "cannot check" in found.computers.sentence


def test_a_move_made_because_thinking_failed_is_proved_and_named():
    seq = chosen_by_computers(played_mixed("trophy", Level.EASY, Level.EASY))[2]
    transcript = played_mixed("trophy", Level.EASY, Level.EASY, fails={seq})
    assert transcript.steps[seq].player.endswith("failed")
    found = verify(transcript)
    assert found.fair
    assert "could not choose in time" in found.computers.sentence


def test_a_game_of_people_alone_is_checked_without_players():
    transcript = played("ducks", 2)
    assert str(verify(transcript)) == str(verify_without(transcript, GAMES))


def test_computers_use_no_bits_of_the_dice():
    key = table_key(SECRET, ())
    assert computers_key(key) != key
    dice, computer = HmacSource(key, 3), source_of(key, 3)
    assert [dice.below(2**64) for _ in range(9)] != [computer.below(2**64) for _ in range(9)]


@pytest.mark.parametrize(("level", "status"), [("normal", 0), ("easy", 1)])
def test_the_command_checks_a_file(ducks, tmp_path, capsys, level, status):
    seq = next(s for s in chosen_by_computers(ducks) if ducks.steps[s].player.startswith("normal"))
    version = ducks.steps[seq].player.split()[1]
    file = tmp_path / "table-1.txt"
    text = write_transcript(with_step(ducks, seq, player=f"{level} {version}"))
    file.write_text(text, encoding="utf-8")
    assert main(["verify", str(file)]) == status
    assert "Ducks: " in capsys.readouterr().out


def test_the_command_refuses_a_text_that_is_no_transcript(tmp_path):
    file = tmp_path / "other.txt"
    file.write_text("nothing", encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["verify", str(file)])
    assert ended.value.code == 2


def test_a_chance_move_counts_as_no_computers_move(ducks):
    assert all(not step.player for step in ducks.steps if step.seat == CHANCE)
