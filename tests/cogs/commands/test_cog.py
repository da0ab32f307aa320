"""The messages of `/table`."""

from __future__ import annotations

from dataclasses import replace

from cogs.commands.tables import ACTIONS, render_choice, render_ending, render_list
from cogs.interactions.language import ENGLISH
from players.games import game
from tests.cogs.extremes import LONG, sent
from tests.cogs.limits import faults
from tests.people import controls, text_of
from tests.pseudo import PSEUDO, find_unmarked
from tests.tabletop import seat, table

TEAL = 77


def many_tables(count, own):
    """Return tables 1 to `count` with long names; Teal has a seat at the tables `own`."""
    named = seat(0, person_id=1, name=LONG)
    teal = seat(1, person_id=TEAL, name="Teal")
    return [
        replace(table(game("ducks"), 2, {}, id=i), seats=(named, teal if i in own else named))
        for i in range(1, count + 1)
    ]


def test_a_choice_of_420_tables_is_within_the_limits_and_says_how_many_are_not_listed():
    page = render_choice(ENGLISH, "leave", many_tables(420, ()), TEAL)
    assert faults(page) == []
    told = "More tables are open here (395): choose one with `/table leave table:`"
    assert told in text_of(sent(page))


def test_ones_own_tables_come_first_in_a_choice_and_then_the_newest():
    (menu,) = controls(sent(render_choice(ENGLISH, "show", many_tables(30, (2, 5)), TEAL)))
    values = [option["value"] for option in menu["options"]]
    assert values == ["5", "2", *(str(i) for i in range(30, 7, -1))]
    assert menu["options"][0]["label"] == f"#5 Ducks in a Bucket, waiting for players: {LONG}, Teal"


def test_a_choice_of_all_tables_mentions_no_others():
    assert text_of(sent(render_choice(ENGLISH, "show", many_tables(3, ()), TEAL))) == "Which table?"


def test_a_list_of_420_tables_is_within_the_limits_and_ends_with_a_whole_line():
    page = render_list(ENGLISH, many_tables(420, ()), TEAL)
    assert faults(page) == []
    said = text_of(sent(page)).split("\n")
    assert said[-2].endswith("/3>)")
    assert said[-1].startswith("-# More tables are open here (395)")


def test_no_word_about_tables_is_left_untranslated():
    some, many = many_tables(3, ()), many_tables(420, ())
    pages = [render_list(PSEUDO, tables, TEAL) for tables in ((), some, many)]
    pages += [render_choice(PSEUDO, action, many, TEAL) for action in ACTIONS]
    pages += [render_ending(PSEUDO, table) for table in some]
    assert [find_unmarked(page.items, [LONG]) for page in pages] == [[]] * len(pages)
