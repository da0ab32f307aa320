"""What reviews add to the statistics: the accuracy of choices."""

import pytest

from cogs.features.reviews.hint_pages import describe_spans
from cogs.features.reviews.regrets import RegretSpan
from cogs.interactions.language import ENGLISH
from cogs.interactions.parts import text
from tests.pseudo import PSEUDO, find_unmarked


@pytest.mark.parametrize(("decisions", "told"), [(19, False), (20, True)])
def test_choices_are_judged_only_if_there_are_enough(decisions, told):
    said = describe_spans(ENGLISH, "ducks", (RegretSpan(1, decisions, 0.0),))
    assert said == ("**Daring choices**: accuracy 0 of 100 in 1 game" if told else "")


def test_choices_are_summed_up_in_blocks_of_ten_games():
    spans = RegretSpan(2, 30, 71.2), RegretSpan(10, 150, 84.6)
    assert describe_spans(ENGLISH, "ducks", spans) == (
        "**Good choices**: accuracy 85 of 100 in 10 games\n"
        "-# Accuracy in blocks of ten games: 71 → 85"
    )
    assert describe_spans(ENGLISH, "ducks", ()) == ""


@pytest.mark.parametrize("game", ["pond", "buckets"])
def test_no_word_of_the_statistics_is_left_untranslated(game):
    spans = RegretSpan(2, 400, 71.2), RegretSpan(10, 4000, 84.6)
    said = describe_spans(PSEUDO, game, spans)
    assert find_unmarked([text(said)]) == []
