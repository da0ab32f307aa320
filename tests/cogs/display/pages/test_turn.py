"""A board says whose turn it is, once and in the same place in every game."""

import pytest

from cogs.display.pages.messages import render_table
from cogs.interactions.language import plain_name
from players.core import Level
from players.games import GAMES
from tests.cogs.extremes import sent
from tests.cogs.pictures import RENDERERS, all_emojis
from tests.people import text_of
from tests.tabletop import playthrough, seat

EMOJIS = all_emojis()
BESIDE_DUCKS = [
    (rules, people) for rules in GAMES for people in (1, 2) if people < rules.seat_range({})[1]
]


def lines_of(at):
    return text_of(sent(render_table(RENDERERS[at.game.info.key], at, EMOJIS, 0.0))).split("\n")


def turns(rules, people):
    """Yield each board of a game of people and ducks, with its lines and the seats to act."""
    seats = max(people + 1, rules.seat_range({})[0])
    ducks = [seat(i, person_id=-i, level=Level.EASY) for i in range(people, seats)]
    *during, _ = playthrough(rules, seats, {}, 1, sitting=(*map(seat, range(people)), *ducks))
    for at in during:
        acting = at.waiting_on or ((at.thinking,) if at.thinking is not None else ())
        yield at, lines_of(at), acting


@pytest.mark.parametrize(("rules", "people"), BESIDE_DUCKS)
def test_a_board_names_who_is_to_act_below_the_title_or_mentions_people(rules, people):
    for at, lines, acting in turns(rules, people):
        calls = bool(at.waiting_on) and people > 1
        assert [line.startswith("▶ <@") for line in lines if "▶" in line] == [True] * calls
        assert lines[1].endswith("'s turn") != calls
        named = [plain_name(at.seats[each].name) for each in acting]
        assert calls or (named and all(name in lines[1] for name in named))
