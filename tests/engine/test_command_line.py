"""`python -m players` as a process: what it prints, and how it ends."""

import contextlib
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import players.__main__ as commands
from engine.transcript import write_transcript
from players.__main__ import main as engine_main
from players.__main__ import main as players_main
from players.games import GAMES
from tests.engine.honest import played

HOUSE = Path(__file__).parents[2]
EMPTY_SHEET = "1 1 - -/-/-/-/- -/-/-/- ?6 -"


EXAMPLES = [
    shlex.split(line, comments=True)[3:]
    for line in (commands.__doc__ or "").splitlines()
    if line.startswith("    python -m players ")
]


def engine(*arguments):
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "players", *arguments],
        cwd=HOUSE,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.fixture
def transcript_file(tmp_path):
    """Writes a text to a file, and tells its path."""

    def write(text):
        file = tmp_path / "table-1.txt"
        file.write_text(text, encoding="utf-8")
        return str(file)

    return write


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_every_game_is_played_through(game):
    done = engine(game.info.key)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith(f"{game.info.title}, {game.seat_range({})[0]} seats")
    assert [line.split()[0] for line in lines[-2:]] == ["scores", "places"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_json_is_one_object_a_line(game):
    seats = game.info.max_seats
    done = engine(game.info.key, "--seats", str(seats), "--json")
    assert (done.returncode, done.stderr) == (0, "")
    first, *steps, last = map(json.loads, done.stdout.splitlines())
    assert first == {"game": game.info.key, "options": game.options({}), "seats": seats}
    assert [step["seq"] for step in steps] == list(range(len(steps)))
    assert all(list(step) == ["seq", "seat", "move", "to_act", "view"] for step in steps)
    assert list(last) == ["outcome"]
    assert list(last["outcome"]) == ["scores", "places"]


def test_json_tells_the_state_after_each_move():
    rules = GAMES[0]
    done = engine("ducks", "--json", "--seats", "3", "--seed", "8", "--option", "wild=off")
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
def test_the_documented_examples_work(example, transcript_file):
    if example[0] == "verify":
        example = ["verify", transcript_file(write_transcript(played("ducks")))]
    done = engine(*example)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


@pytest.mark.heavy
def test_a_seed_repeats_a_game_and_another_gives_another():
    one, again, other = (engine("ducks", "--seed", seed).stdout for seed in ("7", "7", "8"))
    assert one == again != other


def test_options_are_taken():
    done = engine("ducks", "--option", "wild=off", "--option", "press=bust", "--json")
    first = json.loads(done.stdout.splitlines()[0])
    assert first["options"] == {"wild": "off", "circuits": "1", "press": "bust"}


def test_a_position_tells_what_can_be_done():
    done = engine("pond", "--position", EMPTY_SHEET)
    assert done.returncode == 0
    assert done.stdout.startswith(f"Ducks in the Pond: {EMPTY_SHEET}\n")
    assert "nature: roll 1 1 1 1 1 1 (weight 1) -> 1 1 - -/-/-/-/- -/-/-/- 111111 -" in done.stdout
    assert done.stdout.endswith("nature: and more\n")


def test_a_position_of_a_player_lists_each_move_with_where_it_leads():
    done = engine("pond", "--position", EMPTY_SHEET.replace("?6", "111116"))
    lines = [line for line in done.stdout.splitlines() if line.startswith("seat 0: ")]
    assert "seat 0: end day -> 1 2 - -/-/-/-/- -/-/-/- ?5 -" in lines
    assert len(lines) > 5


def test_an_honest_transcript_is_verified(transcript_file):
    done = engine("verify", transcript_file(write_transcript(played("ducks"))))
    assert (done.returncode, done.stderr) == (0, "")
    titles = [line.partition(":")[0] for line in done.stdout.splitlines()]
    assert titles == ["Dice", "Log", "Not proven"]
    assert done.stdout.startswith("Dice: The dice are fair")


def test_a_forged_transcript_is_told_with_the_move(transcript_file):
    text = write_transcript(played("ducks", first=0))
    forged = re.sub(r"^(1 nature [0-9/ ]+) dice .*$", r"\1 dice 6 6 6 6 6 boss 6", text, flags=re.M)
    done = engine("verify", transcript_file(forged))
    assert done.returncode == 1
    assert done.stdout.startswith("Dice: Move 1 is 'dice 6 6 6 6 6 boss 6' in the log")


def test_a_file_that_is_no_text_is_refused(tmp_path):
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG\r\n")
    done = engine("verify", str(file))
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)


@pytest.mark.parametrize("program", [engine_main, players_main])
@pytest.mark.parametrize("size", [2**20 + 1, 2**40])
def test_a_file_that_is_longer_than_any_transcript_is_refused(tmp_path, capsys, program, size):
    file = tmp_path / "huge.txt"
    with file.open("wb") as opened:
        opened.truncate(size)
    with pytest.raises(SystemExit) as ended:
        program(["verify", str(file)])
    assert ended.value.code == 2
    assert "longer than any transcript" in capsys.readouterr().err


@pytest.mark.parametrize("program", [engine_main, players_main])
def test_what_strangers_have_written_stays_within_lines(tmp_path, capsys, program):
    lines = write_transcript(played("ducks")).split("\n")
    file = tmp_path / "table.txt"
    for at, line in enumerate(lines):
        for odd in ("\x1b[2J", "\r", "\x85", "\u2028", "x" * 900, "x" * 5000):
            changed = [*lines[:at], line + odd, *lines[at + 1 :]]
            file.write_text("\n".join(changed), encoding="utf-8", newline="\n")
            with contextlib.suppress(SystemExit):
                program(["verify", str(file)])
            said = capsys.readouterr()
            for told in (said.out + said.err).rstrip("\n").split("\n"):
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
def test_what_makes_no_sense_is_told_in_one_line(arguments):
    done = engine(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("python -m players")
    assert len(done.stderr.splitlines()) == 1


def test_a_reader_that_goes_away_is_no_error():
    command = [sys.executable, "-m", "players", "ducks", "--seats", "6", "--option", "circuits=2"]
    with subprocess.Popen(
        command, cwd=HOUSE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.readline()
        process.stdout.close()
        complaint = process.stderr.read()
    assert (process.returncode, complaint) == (0, b"")
