"""The output and the exit status of `python -m players`."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import players.__main__ as commands
from engine.transcript import write_transcript
from players.__main__ import main
from players.games import GAMES
from tests.engine.honest import played

HOUSE = Path(__file__).parents[2]
EMPTY_SHEET = "1 1 - -/-/-/-/- -/-/-/- ?6 -"


EXAMPLES = [
    shlex.split(line, comments=True)[3:]
    for line in (commands.__doc__ or "").splitlines()
    if line.startswith("    python -m players ")
]


def run_process(*arguments):
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "players", *arguments],
        cwd=HOUSE,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.fixture
def command(capsys, monkeypatch):
    """Return a function that runs the command in this process; it returns status and output."""
    monkeypatch.chdir(HOUSE)

    def run(*arguments):
        try:
            status = main(arguments)
        except SystemExit as ended:
            status = ended.code
        said = capsys.readouterr()
        return subprocess.CompletedProcess(arguments, status, said.out, said.err)

    return run


@pytest.fixture
def transcript_file(tmp_path):
    """Return a function that writes a text to a file and returns the path."""

    def write(text):
        file = tmp_path / "table-1.txt"
        file.write_text(text, encoding="utf-8")
        return str(file)

    return write


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_every_game_can_be_played_through(command, game):
    done = command(game.info.key)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith(f"{game.info.title}, {game.seat_range({})[0]} seats")
    assert [line.split()[0] for line in lines[-2:]] == ["scores", "places"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_json_output_has_one_object_per_line(command, game):
    seats = game.info.max_seats
    done = command(game.info.key, "--seats", str(seats), "--json")
    assert (done.returncode, done.stderr) == (0, "")
    first, *steps, last = map(json.loads, done.stdout.splitlines())
    assert first == {"game": game.info.key, "options": game.options({}), "seats": seats}
    assert [step["seq"] for step in steps] == list(range(len(steps)))
    assert all(list(step) == ["seq", "seat", "move", "to_act", "view"] for step in steps)
    assert list(last) == ["outcome"]
    assert list(last["outcome"]) == ["scores", "places"]


def test_json_has_the_state_after_each_move(command):
    rules = GAMES[0]
    done = command("ducks", "--json", "--seats", "3", "--seed", "8", "--option", "wild=off")
    first, *steps, last = map(json.loads, done.stdout.splitlines())
    state = rules.start(3, first["options"])
    for step in steps:
        state = rules.apply(state, step["seat"], rules.parse(step["move"]))
        assert step["to_act"] == list(rules.to_act(state))
        assert step["view"]["phase"] == state.phase
    assert last["outcome"]["scores"] == list(rules.outcome(state).scores)


def test_there_is_an_example_of_each_command():
    assert len(EXAMPLES) == 4


@pytest.mark.parametrize("example", EXAMPLES, ids=" ".join)
def test_the_documented_examples_work(command, example, transcript_file):
    if example[0] == "verify":
        example = ["verify", transcript_file(write_transcript(played("ducks")))]
    done = command(*example)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_a_seed_repeats_a_game_and_another_seed_gives_another_game(command):
    one, again, other = (command("ducks", "--seed", seed).stdout for seed in ("7", "7", "8"))
    assert one == again != other


def test_options_are_accepted(command):
    done = command("ducks", "--option", "wild=off", "--option", "press=bust", "--json")
    first = json.loads(done.stdout.splitlines()[0])
    assert first["options"] == {"wild": "off", "circuits": "1", "press": "bust"}


def test_a_position_lists_the_legal_moves(command):
    done = command("pond", "--position", EMPTY_SHEET)
    assert done.returncode == 0
    assert done.stdout.startswith(f"Ducks in the Pond: {EMPTY_SHEET}\n")
    assert "nature: roll 1 1 1 1 1 1 (weight 1) -> 1 1 - -/-/-/-/- -/-/-/- 111111 -" in done.stdout
    assert done.stdout.endswith("nature: and more\n")


def test_a_position_of_a_player_lists_each_move_with_its_result(command):
    done = command("pond", "--position", EMPTY_SHEET.replace("?6", "111116"))
    lines = [line for line in done.stdout.splitlines() if line.startswith("seat 0: ")]
    assert "seat 0: end day -> 1 2 - -/-/-/-/- -/-/-/- ?5 -" in lines
    assert len(lines) > 5


def test_an_honest_transcript_is_verified(command, transcript_file):
    done = command("verify", transcript_file(write_transcript(played("ducks"))))
    assert (done.returncode, done.stderr) == (0, "")
    titles = [line.partition(":")[0] for line in done.stdout.splitlines()]
    assert titles == ["Dice", "Log", "Not proven"]
    assert done.stdout.startswith("Dice: The dice are fair")


def test_a_forged_transcript_is_reported_with_the_forged_move(command, transcript_file):
    text = write_transcript(played("ducks", first=0))
    forged = re.sub(r"^(1 nature [0-9/ ]+) dice .*$", r"\1 dice 6 6 6 6 6 boss 6", text, flags=re.M)
    done = command("verify", transcript_file(forged))
    assert done.returncode == 1
    assert done.stdout.startswith("Dice: Move 1 is 'dice 6 6 6 6 6 boss 6' in the log")


def test_a_file_that_is_not_text_is_refused(command, tmp_path):
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG\r\n")
    done = command("verify", str(file))
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)


@pytest.mark.parametrize("size", [2**20 + 1, 2**40])
def test_a_file_longer_than_any_transcript_is_refused(tmp_path, command, size):
    file = tmp_path / "huge.txt"
    with file.open("wb") as opened:
        opened.truncate(size)
    done = command("verify", str(file))
    assert done.returncode == 2
    assert "longer than any transcript" in done.stderr


def test_text_written_by_strangers_stays_within_its_line(tmp_path, command):
    lines = write_transcript(played("ducks")).split("\n")
    file = tmp_path / "table.txt"
    for at, line in enumerate(lines):
        for odd in ("\x1b[2J", "\r", "\x85", "\u2028", "x" * 900, "x" * 5000):
            changed = [*lines[:at], line + odd, *lines[at + 1 :]]
            file.write_text("\n".join(changed), encoding="utf-8", newline="\n")
            done = command("verify", str(file))
            for told in (done.stdout + done.stderr).rstrip("\n").split("\n"):
                assert told.isprintable(), told
                assert len(told) < 2000


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["chess"],
        ["ducks", "--seats", "9"],
        ["ducks", "--seats", "two"],
        ["ducks", "--seed", "x"],
        ["ducks", "--option", "wild"],
        ["ducks", "--option", "wild=perhaps"],
        ["ducks", "--option", "tame=on"],
        ["ducks", "--position", "anything"],
        ["ducks", "--nonsense"],
        ["pond", "--position", "anything"],
        ["verify"],
        ["verify", "no-such-file.txt"],
        ["verify", "."],
        ["verify", "pyproject.toml"],
    ],
    ids=" ".join,
)
def test_nonsense_is_reported_in_one_line(command, arguments):
    done = command(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("python -m players")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("arguments", [["ducks"], ["verify", "FORGED"], ["chess"]], ids=" ".join)
def test_a_process_prints_the_commands_output_and_ends_with_its_status(
    command, transcript_file, arguments
):
    text = write_transcript(played("ducks", first=0))
    forged = transcript_file(re.sub("^(1 nature .*) boss .*$", r"\1 boss 6", text, flags=re.M))
    arguments = [forged if each == "FORGED" else each for each in arguments]
    done, here = run_process(*arguments), command(*arguments)
    assert (done.returncode, done.stdout, done.stderr) == (
        here.returncode,
        here.stdout,
        here.stderr,
    )


def test_a_reader_that_closes_the_pipe_is_no_error():
    command = [sys.executable, "-m", "players", "ducks", "--seats", "6", "--option", "circuits=2"]
    with subprocess.Popen(
        command, cwd=HOUSE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.readline()
        process.stdout.close()
        complaint = process.stderr.read()
    assert (process.returncode, complaint) == (0, b"")


def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    done = run_process("verify", str(tmp_path / "pipe"))
    assert done.returncode == 2
    assert done.stderr.endswith("is not a file.\n")
