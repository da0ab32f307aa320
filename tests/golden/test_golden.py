"""Games still play as recorded. A change of rules, notation, view or text fails here."""

import pytest

from players.games import BUILT_IN, find_kit
from tests.golden.goldens import FILES, FOLDER, command, made_anew

each_file = pytest.mark.parametrize(
    "file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}"
)


@each_file
def test_a_playthrough_is_as_it_was(file):
    assert file.read_text(encoding="utf-8") == made_anew(file)


@each_file
def test_a_playthrough_lies_in_the_folder_of_its_game(file):
    assert command(file)[0] == file.parent.name


OWN = [find_kit(each.rpartition(".")[2]).rules for each in BUILT_IN]
"""The games of the bot. A package has no folder here."""


@pytest.mark.parametrize("game", OWN, ids=lambda game: game.info.key)
def test_every_game_has_playthroughs_with_every_choice_of_its_options(game):
    texts = [f.read_text(encoding="utf-8") for f in FILES if f.parent.name == game.info.key]
    assert texts
    setups = [text.split("\n")[1].split() for text in texts]
    for option in game.info.options:
        for choice in option.choices:
            assert any(f"{option.key}={choice.value}" in setup for setup in setups), choice.title


def test_every_folder_belongs_to_a_game():
    folders = {path.name for path in FOLDER.iterdir() if path.is_dir()} - {"__pycache__"}
    assert folders == {game.info.key for game in OWN}
