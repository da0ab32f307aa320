"""The end of a game shows some of its players' statistics."""

from dataclasses import replace

import pytest

from cogs.features.stats.cog import announce_earned, offer_album
from cogs.features.stats.entering import Earned, SoloScore
from cogs.features.stats.pages import compare_alone
from cogs.interactions.content import MessageContent
from cogs.interactions.language import ENGLISH
from players.games import game
from tests.cogs.extremes import LONG, sent
from tests.cogs.limits import faults
from tests.people import labels, text_of
from tests.pseudo import MADE_UP, find_unmarked
from tests.tabletop import playthrough, seat, table


def earned(*names):
    return [Earned(1, name, "k", "ducks", "🏅", "A", "So.", 1, 0.0) for name in names]


def told(items):
    return text_of(sent(MessageContent(items)))


def test_a_final_board_names_one_achievement_and_no_number_of_others():
    given = earned("Teal", "Teal", "Smew", "Teal", "Gull")
    assert told(announce_earned(ENGLISH, given)) == "🏅 **Teal**: **A** · So."
    assert told(announce_earned(ENGLISH, given[:1])) == "🏅 **Teal**: **A** · So."
    assert announce_earned(ENGLISH, []) == []


def test_the_line_about_achievements_is_short_however_long_the_names():
    longest = replace(earned(LONG)[0], title="t" * 30, words="w" * 90)
    assert faults(MessageContent(announce_earned(ENGLISH, [longest] * 30))) == []
    assert len(told(announce_earned(ENGLISH, [longest] * 30))) < 400


def test_a_button_leads_to_several_achievements():
    *_, end = playthrough(game("ducks"), 2, {}, seed=7)
    assert offer_album(ENGLISH, end, earned("Teal")) == []
    page = MessageContent(
        [{"type": 1, "components": offer_album(ENGLISH, end, earned("Teal", "Smew"))}]
    )
    assert labels(sent(page)) == ["All achievements: 2"]


@pytest.mark.parametrize(
    ("best", "said"),
    [
        (95, "-# Mallard: best score 95 · usually 62, in 4 games"),
        (87, "-# ⭐ Mallard: the best so far · usually 62, in 4 games"),
    ],
)
def test_after_a_game_alone_the_best_and_the_usual_score_are_shown(best, said):
    at = table(game("pond"), 1, {}, seats=(seat(0, score=87),))
    assert told(compare_alone(ENGLISH, at, SoloScore("pond", 4, 0, best, 61.6))) == said


def test_a_first_game_alone_is_compared_with_nothing():
    at = table(game("pond"), 1, {}, seats=(seat(0, score=87),))
    assert compare_alone(ENGLISH, at, SoloScore("pond", 1, 0, 87, 87.0)) == []


def test_a_game_alone_with_a_hint_is_compared_with_nothing():
    at = table(game("pond"), 1, {}, seats=(seat(0, score=87, hinted=True),))
    assert compare_alone(ENGLISH, at, SoloScore("pond", 4, 0, 85, 61.6)) == []


@pytest.mark.parametrize("best", [87, 95])
def test_no_word_about_an_end_is_left_untranslated(best):
    at = table(game("pond"), 1, {}, seats=(seat(0, score=87),))
    given = earned("Teal", "Smew")
    said = compare_alone(MADE_UP, at, SoloScore("pond", 4, 0, best, 61.6))
    said += [*announce_earned(MADE_UP, given), *offer_album(MADE_UP, at, given)]
    assert find_unmarked(said, ["Mallard", "Teal"]) == []
