"""What reviews add to the leaderboards and to the statistics: the accuracy of choices."""

import pytest

from cogs.features.reviews.hint_pages import describe_spans, explain_board, to_line
from cogs.features.reviews.regrets import ENOUGH, ENOUGH_SEARCHED, RegretLine, RegretSpan
from cogs.interactions.language import ENGLISH
from cogs.interactions.parts import text
from tests.pseudo import PSEUDO, find_unmarked


@pytest.mark.parametrize(("decisions", "told"), [(19, False), (20, True)])
def test_choices_are_judged_only_if_there_are_enough(decisions, told):
    said = describe_spans(ENGLISH, "ducks", (RegretSpan(1, decisions, 0.5, 0.0),))
    assert said == ("**Daring choices**: accuracy 0 of 100 in 1 game" if told else "")


def test_choices_are_summed_up_in_blocks_of_ten_games():
    spans = RegretSpan(2, 30, 0.5, 71.2), RegretSpan(10, 150, 0.25, 84.6)
    assert describe_spans(ENGLISH, "ducks", spans) == (
        "**Good choices**: accuracy 85 of 100 in 10 games\n"
        "-# Accuracy in blocks of ten games: 71 → 85"
    )
    assert describe_spans(ENGLISH, "ducks", ()) == ""


@pytest.mark.parametrize(("game", "enough"), [("pond", ENOUGH), ("buckets", ENOUGH_SEARCHED)])
def test_the_board_says_how_many_decisions_it_needs(game, enough):
    assert f"need {enough} decisions" in explain_board(ENGLISH, game)


@pytest.mark.parametrize("game", ["pond", "buckets"])
def test_no_word_of_the_board_or_the_statistics_is_left_untranslated(game):
    spans = RegretSpan(2, 400, 0.5, 71.2), RegretSpan(10, 4000, 0.25, 84.6)
    line = to_line(PSEUDO, RegretLine(1, 1, "Smew", game, 3, 77, 0.5, 50.0))
    said = [describe_spans(PSEUDO, game, spans), explain_board(PSEUDO, game), line.fact]
    assert find_unmarked(map(text, said)) == []
