"""Writes the texts of each game's pages: run `python -m tests.cogs.pages` and read the diff."""

from pathlib import Path

from players.games import GAMES
from tests.cogs.reader import told

if __name__ == "__main__":
    for game in GAMES:
        Path(__file__).with_name(f"{game.info.key}.txt").write_text(told(game), encoding="utf-8")
