"""Support, falls and splits, worked out by hand. The boxes have these numbers:

       14
     12  13
    9  10  11
  5   6   7   8
0   1   2   3   4
"""

import re

import pytest

from engine.buckets.pyramid import (
    BARE,
    BOXES,
    EACH,
    ROWS,
    SUPPORTS,
    buckets,
    build_for,
    cleared,
    count_loss,
    falling,
    find_runs,
    parts,
    removable,
)
from tests.engine.buckets.scene import FULL, cards, standing

FALLS = {
    0: (0, 5, 9, 12, 14),
    1: (1, 5, 6, 9, 10, 12, 13, 14),
    2: (2, 6, 7, 9, 10, 11, 12, 13, 14),
    3: (3, 7, 8, 10, 11, 12, 13, 14),
    4: (4, 8, 11, 13, 14),
    5: (5, 9, 12, 14),
    6: (6, 9, 10, 12, 13, 14),
    7: (7, 10, 11, 12, 13, 14),
    8: (8, 11, 13, 14),
    9: (9, 12, 14),
    10: (10, 12, 13, 14),
    11: (11, 13, 14),
    12: (12, 14),
    13: (13, 14),
    14: (14,),
}

SPLITS = {
    1: ((0,), (2, 3, 4, 7, 8, 11)),
    2: ((0, 1, 5), (3, 4, 8)),
    3: ((0, 1, 2, 5, 6, 9), (4,)),
}


def triangle(first, last):
    """Return a run of boxes in the bottom row, with all boxes that it can carry."""
    return tuple(
        box for box, (row, column) in enumerate(BOXES) if first <= column and column + row <= last
    )


def test_B2_the_rows_have_5_4_3_2_1_boxes():
    assert ROWS == (5, 4, 3, 2, 1)
    assert len(BOXES) == 15


def test_B2_a_pyramid_has_three_buckets_of_each_colour():
    assert EACH == 3


def test_B2_each_box_stands_on_the_two_below_it():
    upper = {5: (0, 1), 6: (1, 2), 7: (2, 3), 8: (3, 4), 9: (5, 6), 10: (6, 7), 11: (7, 8)}
    upper |= {12: (9, 10), 13: (10, 11), 14: (12, 13)}
    assert dict(enumerate(SUPPORTS)) == dict.fromkeys(range(5), ()) | upper


@pytest.mark.parametrize("box", range(15))
def test_B6_a_removal_from_a_full_pyramid_makes_the_unsupported_boxes_fall(box):
    assert falling(FULL, box) == FALLS[box]


@pytest.mark.parametrize("box", range(15))
def test_B6_only_the_middle_three_of_the_bottom_row_split_a_full_pyramid(box):
    apart = parts(cleared(FULL, falling(FULL, box)))
    assert apart == SPLITS[box] if box in SPLITS else len(apart) == 1


@pytest.mark.parametrize("row", [f"{pattern:05b}" for pattern in range(32)])
def test_B6_every_bottom_row_has_its_runs(row):
    wanted = [tuple(range(*found.span())) for found in re.finditer("1+", row)]
    assert list(find_runs(row.replace("1", "h").replace("0", ".") + "." * 10)) == wanted


@pytest.mark.parametrize("row", [f"{pattern:05b}" for pattern in range(32)])
def test_B6_every_removal_from_every_bottom_row_leaves_the_triangles_of_its_runs(row):
    full = [triangle(m.start(), m.end() - 1) for m in re.finditer("1+", row)]
    pyramid = standing([box for part in full for box in part])
    for box in (box for box in range(5) if row[box] == "1"):
        left = row[:box] + "0" + row[box + 1 :]
        wanted = [triangle(m.start(), m.end() - 1) for m in re.finditer("1+", left)]
        assert list(parts(cleared(pyramid, falling(pyramid, box)))) == wanted


def test_B6_a_fallen_bucket_does_not_fall_again():
    pyramid = cleared(FULL, FALLS[0])
    assert falling(pyramid, 1) == (1, 6, 10, 13)


def test_B6_a_bucket_of_the_colour_has_to_be_chosen_if_there_is_one():
    assert removable(FULL, "d") == (3, 4, 5)


def test_B6_any_bucket_can_be_chosen_if_there_is_none_of_the_colour():
    assert removable("cc...d.........", "h") == (0, 1, 5)


def test_loss_counts_the_smaller_part_of_a_split():
    assert [count_loss(FULL, box) for box in (0, 1, 2, 3, 14)] == [5, 9, 12, 9, 1]


def test_buckets_are_counted():
    assert (buckets(FULL), buckets(BARE), buckets("h" + "." * 14)) == (15, 0, 1)


def test_building_by_advice_puts_each_colour_in_a_column_with_strong_ones_low():
    hand = cards("s8 s8 s7 h7 h6 h6 c5 c5 c5 d1 d2 p1")
    # sums: s 23, h 19, c 15, d 3, p 1
    assert build_for(hand) == "csshd" + "cshd" + "chp" + "pd" + "p"


def test_building_by_advice_keeps_placed_buckets_and_replaces_a_used_up_colour_by_the_strongest():
    hand = cards("s8 s8 s7 h7 h6 h6 c5 c5 c5 d1 d2 p1")
    assert build_for(hand, "ppp") == "ppp" + "hd" + "cshd" + "chs" + "sd" + "c"


def test_building_by_advice_needs_no_cards():
    assert sorted(build_for(())) == sorted("cdhps" * 3)
