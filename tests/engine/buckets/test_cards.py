"""The deck, and multisets of cards."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from engine.buckets.cards import ANIMALS, DECK, join, list_plays, total, weigh_hands
from engine.buckets.draws import DealHand, DrawCard
from engine.buckets.moves import Deal, Drawn
from engine.core import remove_items
from tests.engine.buckets.scene import Dice, cards


def test_B1_the_deck_has_110_cards_22_of_each_colour():
    assert len(DECK) == 110
    assert set(Counter(card[0] for card in DECK).values()) == {22}


def test_B1_each_colour_has_two_ones_and_eights_and_three_of_each_other_value():
    many = Counter(DECK)
    assert [many[f"h{value}"] for value in range(1, 9)] == [2, 3, 3, 3, 3, 3, 3, 2]


def test_B1_animals_and_colours_have_distinct_first_letters():
    letters = [animal.letter for animal in ANIMALS] + [animal.colour[0] for animal in ANIMALS]
    assert len(set(letters)) == 10
    assert all(animal.name[0] == animal.letter for animal in ANIMALS)


def test_the_deck_is_sorted():
    assert list(DECK) == sorted(DECK)


def test_remove_items_removes_each_card_once():
    assert remove_items(cards("h5 h5 h7"), ["h5"]) == ("h5", "h7")


def test_remove_items_refuses_missing_cards():
    assert remove_items(cards("h5 h7"), ["h5", "h5"]) is None


def test_joined_cards_are_sorted():
    assert join(("c1", "h5"), ("d2",)) == ("c1", "d2", "h5")


def test_B4_showings_are_the_distinct_choices_of_one_to_three_cards():
    assert dict(list_plays(cards("h2 h2 h7 h8"))) == {
        ("h2",): 2,
        ("h7",): 7,
        ("h8",): 8,
        ("h2", "h2"): 4,
        ("h2", "h7"): 9,
        ("h2", "h8"): 10,
        ("h7", "h8"): 15,
        ("h2", "h2", "h7"): 11,
        ("h2", "h2", "h8"): 12,
        ("h2", "h7", "h8"): 17,
    }


def test_total_adds_values():
    assert total(cards("h3 h7")) == 10


@pytest.mark.parametrize("size", range(6))
def test_multisets_have_the_weights_of_drawing_card_by_card(size):
    pile = cards("c1 c1 d4 d4 d4 s8")
    counted = Counter(tuple(sorted(choice)) for choice in combinations(pile, size))
    assert dict(weigh_hands(pile, size)) == counted


def test_the_weights_of_a_deal_add_up_to_the_number_of_deals():
    pile = DECK[:30]
    assert sum(ways for _, ways in DealHand(0, pile, size=5).outcomes()) == comb(30, 5)


def test_the_outcomes_of_a_deal_are_made_lazily():
    first, ways = next(DealHand(3, DECK).outcomes())
    assert (first.seat, len(first.cards), ways > 0) == (3, 12, True)


def test_a_deal_takes_no_card_twice():
    deal = DealHand(0, DECK).sample(Dice(1))
    assert len(deal.cards) == 12
    assert remove_items(DECK, deal.cards) is not None


def test_a_deal_is_sampled_as_often_as_its_weight_says():
    dice, pile = Dice(7), cards("c1 c1 c1 h8")
    drawn = Counter(DealHand(0, pile, size=2).sample(dice) for _ in range(4000))
    both = drawn[Deal(0, ("c1", "c1"))]
    assert 1850 < both < 2150  # half, 3 of the 6 pairs; 150 is almost five standard deviations


def test_a_drawn_card_has_the_weight_of_its_copies_in_the_pile():
    chance = DrawCard(2, cards("c1 h5 h5"))
    assert dict(chance.outcomes()) == {Drawn(2, "c1"): 1, Drawn(2, "h5"): 2}


def test_a_drawn_card_is_sampled_from_the_pile():
    class Last:
        def below(self, n):
            return n - 1

    assert DrawCard(2, cards("c1 h5 h5")).sample(Last()) == Drawn(2, "h5")
