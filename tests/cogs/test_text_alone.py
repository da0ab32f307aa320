"""Games can be played by text alone, without pictures and emojis."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from engine.buckets.pyramid import buckets
from players.games import BUILT_IN, GAMES
from tables.model.table import Status
from tests.cogs.limits import faults
from tests.cogs.reader import PLAIN, awkward, pages, read, told, words_of_controls
from tests.cogs.test_limits import each_number_of_states, longest_emojis, spread
from tests.cogs.text_player import TextPlayer
from tests.tabletop import playthrough

PAGES = Path(__file__).parent / "pages"

SETUPS = [
    pytest.param(game, seats, id=f"{game.info.key}-{seats}")
    for game in GAMES
    for seats in {game.seat_range({})[0], game.seat_range({})[-1]}
]

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)


@each_game
def test_pages_read_as_committed(game):
    """After an intended change run `python -m tests.cogs.pages` and read the diff."""
    file = PAGES / f"{game.info.key}.txt"
    if file.exists():  # the game of docs/add-a-game.md has no such file
        assert told(game) == file.read_text(encoding="utf-8")


def test_every_built_in_game_has_committed_pages():
    kept = {file.stem for file in PAGES.glob("*.txt")}
    assert kept == {path.rpartition(".")[2] for path in BUILT_IN}


@pytest.mark.heavy
@each_number_of_states(100)  # a game has up to 230 states
@pytest.mark.parametrize(("game", "seats"), SETUPS)
def test_every_choice_has_words_of_its_own(game, seats, most):
    for at in spread(playthrough(game, seats, {}, 11), most):
        for page in pages(at, PLAIN):
            named = [(what, words) for what, words in words_of_controls(page)]
            assert [what for what, words in named if not re.search(r"\w|⋯", words)] == []
            moves = Counter(words for what, words in named if what[:3] in {"t1:", "h1:"})
            assert [words for words, often in moves.items() if often > 1] == []


@pytest.mark.heavy
@each_number_of_states(100)  # a game has up to 230 states
@pytest.mark.parametrize("emojis", [PLAIN, longest_emojis()], ids=["plain", "emojis"])
@pytest.mark.parametrize(("game", "seats"), SETUPS)
def test_every_page_with_awkward_names_is_within_the_limits(game, seats, emojis, most):
    for at in spread(playthrough(game, seats, {}, 12), most):
        for page in pages(awkward(at), emojis):
            assert faults(page) == []


@each_game
def test_a_player_who_reads_only_words_plays_to_the_end(game):
    player = TextPlayer(5)

    def choose(at):
        needs_no_press = at.thinking is not None
        return (at.thinking, at.moves(at.thinking)[0]) if needs_no_press else player.choose(at)

    *_, end = playthrough(game, game.seat_range({})[0], {}, 5, choose)
    assert end.status is Status.FINISHED
    assert player.said


def text_of(at):
    return "\n".join(read(next(pages(at, PLAIN))))


def played(key, seats, seed=13):
    (game,) = [game for game in GAMES if game.info.key == key]
    for at in playthrough(game, seats, {}, seed):
        if at.status is Status.PLAYING:
            yield at, game.view(at.state, None), text_of(at)


def signs(text, pattern):
    """Return all matches of a pattern, in order."""
    return re.findall(pattern, text, re.MULTILINE)


def test_every_die_of_ducks_can_be_read():
    for _, view, text in played("ducks", 3):
        if view.phase == "rolled":
            dice = " ".join(f"`{die}`" for die in view.dice)
            assert f"# {dice}  👑`{view.boss}`" in text
        if view.best is not None and view.best.hand is not None:
            worn = " ".join("🦆" if die == 2 else f"`{die}`" for die in view.best.hand.dice)
            assert f"To beat: **{name(view.best.seat)}" in text
            assert f"** {worn} " in text
        if view.phase in {"rolled", "promoted"}:
            gone = 5 - len(view.bucket) - view.left
            worn = ["🦆" if die == 2 else f"`{die}`" for die in view.bucket]
            inside = " ".join(["🪣", *worn, *["▢"] * view.left, *["✖️"] * gone])
            assert signs(text, "^# (🪣.*)$") == [inside]
        if view.results:
            (points,) = signs(text, "^-# Points: (.*)$")
            told = [int(each) for each in re.findall(r"\*\* (\d+)", points)]
            assert told == list(view.totals)


def name(seat):
    return ["Mallard", "a\\*b", "Wigeon"][seat]


def test_every_score_of_buck_dice_can_be_read():
    for _, view, text in played("buckdice", 3):
        assert f"⭐`{view.point}` = 1 point" in text
        out = {left.seat for left in view.left}
        race = signs(text, r"^(.*[▰▱].*) (✅|\*\*\d+\*\*) ")
        scores = [f"**{score}**" for score in view.scores]
        assert [stand for _, stand in race] == ["✅" if s in out else scores[s] for s in range(3)]
        ways = [15 if s in out else score for s, score in enumerate(view.scores)]
        assert [track.count("▰") for track, _ in race] == ways


def test_every_total_and_the_bag_of_trophy_buck_can_be_read():
    for _, view, text in played("trophy", 3):
        race = signs(text, r"^(▰*)▱*🏁 \*\*(\d+)\*\* ")
        assert race == [("▰" * min(total // 4, 9), str(total)) for total in view.totals]
        pairs = zip(view.bag, ("🟤2", "⚪4", "🟢6", "🟠8"), strict=True)
        bag = "".join(die * bag.dice for bag, die in pairs)
        assert {bag, f"🎒 {bag}"} & {*text.split("\n")}
        if view.rolled:
            assert re.search(rf"\n# \+{view.score}\b", text)
            count = len(view.startles)
            startles = "**One Startle away!**" if count == 2 else f"**{count}** of 3 Startles"
            assert f"\n{startles}\n" in text


def test_every_die_and_box_of_the_pond_can_be_read():
    for _, view, text in played("pond", 1):
        unused = [die for die in view.dice if die.spent is None]
        if unused and not any(die.wild for die in unused):
            buttons = [str(die.value) for die in unused]
            large = "# " + " ".join(f"`{die}`" for die in buttons)
            assert signs(text, r"^\[(\d)(?: ✓)?\](?: off)?$") == buttons or large in text
        for row in view.rows:
            (boxes,) = signs(text, rf"^🦆`{row.value}` ((?:`{row.value}`)*▢*)(?: |$)")
            filled = sum(box is not None for box in row.boxes)
            assert boxes == f"`{row.value}`" * filled + "▢" * (3 - filled)


def test_every_pyramid_of_the_bucket_king_can_be_read():
    for at, view, text in played("buckets", 3):
        if view.playing is None:
            assert [m == "✅" for m in signs(text, "^([✅🔨]) ")] == list(view.building.ready)
            continue
        for seat, pyramid in enumerate(view.playing.pyramids):
            count = buckets(pyramid)
            assert f"{at.seats[seat].name}: {count} bucket" in text
            (held,) = signs(text, "^-# Cards: (.*)$")
            cards = view.hand_sizes[seat] if count else "out"
            assert held.split(" · ")[seat].endswith(f"** {cards}")
