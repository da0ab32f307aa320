"""What reviews add to the leaderboards and to the statistics: who gives least away."""

import pytest

from cogs.features.reviews.hint_pages import describe_spans, explain_board
from cogs.features.reviews.regrets import ENOUGH, ENOUGH_SEARCHED, RegretSpan
from cogs.interactions.language import ENGLISH


@pytest.mark.parametrize(("decisions", "told"), [(19, False), (20, True)])
def test_choices_are_judged_from_enough_of_them_on(decisions, told):
    said = describe_spans(ENGLISH, "ducks", (RegretSpan(1, decisions, 0.5, 0.0),))
    assert said == ("**Daring choices**: accuracy 0 of 100 in 1 game" if told else "")


def test_choices_are_told_ten_games_at_a_time():
    spans = RegretSpan(2, 30, 0.5, 71.2), RegretSpan(10, 150, 0.25, 84.6)
    assert describe_spans(ENGLISH, "ducks", spans) == (
        "**Good choices**: accuracy 85 of 100 in 10 games\n-# Ten games at a time: 71 → 85"
    )
    assert describe_spans(ENGLISH, "ducks", ()) == ""


@pytest.mark.parametrize(("game", "enough"), [("pond", ENOUGH), ("buckets", ENOUGH_SEARCHED)])
def test_the_board_says_how_many_decisions_it_takes(game, enough):
    assert f"need {enough} decisions" in explain_board(ENGLISH, game)
