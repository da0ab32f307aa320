"""The page of a standing order, and what a board shows of standing orders."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.display.components import PageButton
from cogs.display.pages.messages import render_table
from cogs.display.pages.more import Offers, render_more
from cogs.features.orders.cog import COG, render_order
from cogs.interactions.language import ENGLISH
from players.games import KITS, game
from tables.model.progress import STANDING_ORDER
from tables.model.table import Status
from tables.model.time_control import TimeControl
from tests.cogs.extremes import sent
from tests.cogs.limits import SELECT, components, faults
from tests.cogs.pictures import RENDERERS
from tests.cogs.scene import EMOJIS, renderer_of, scene
from tests.people import labels, text_of
from tests.pseudo import PSEUDO, find_unmarked
from tests.tabletop import playthrough, seat, table

ORDERS = {kit.key: kit.orders for kit in KITS if kit.orders}


BUTTON = "📋 Standing order"


def ordered(at, text):
    """Return the table with a standing order of its first seat."""
    return replace(at, seats=(replace(at.seats[0], standing_order=text), *at.seats[1:]))


def board(at):
    return sent(render_table(renderer_of(at), at, EMOJIS, 0.0))


def more(at):
    return sent(
        render_more(
            renderer_of(at), at, EMOJIS, at.seats[0].person_id, 0.0, offers=Offers([COG.offers])
        )
    )


@pytest.mark.parametrize("key", ORDERS)
def test_the_page_shows_the_present_order_and_offers_all_possible_orders(key):
    at = table(
        game(key),
        3 if key == "buckets" else 2,
        {},
        status=Status.PLAYING,
        time_control=TimeControl.DAY,
    )
    for given in ("", *(order.text for order in ORDERS[key])):
        page = render_order(ENGLISH, RENDERERS[key], ordered(at, given), 0)
        assert faults(page) == []
        (menu,) = (c for c in components(page.view().to_components()) if c["type"] == SELECT)
        values = [option["value"] for option in menu["options"]]
        assert values == ["none", *(order.text for order in ORDERS[key])]
        assert [o["value"] for o in menu["options"] if o.get("default")] == [given or "none"]
        said = text_of(sent(page))
        assert ("You have none" in said) == (given == "")
        assert [str(o.said) in said for o in ORDERS[key] if o.text == given] == [True] * bool(given)


@pytest.mark.parametrize("time_control", TimeControl)
def test_only_slow_tables_offer_standing_orders(time_control):
    at = scene("trophy", 3, "first 0", time_control=time_control)
    assert (BUTTON in labels(more(at))) == time_control.slow
    assert BUTTON not in labels(more(table(at.game, 3, {}, time_control=time_control)))
    gone = replace(at, seats=(replace(at.seats[0], caretaker=True), *at.seats[1:]))
    assert BUTTON not in labels(more(gone))


@pytest.mark.parametrize("key", ORDERS)
def test_every_board_is_within_the_limits_and_shows_no_order(key):
    rules = game(key)
    seats = rules.seat_range({})[-1]
    for at in list(playthrough(rules, seats, {}, seed=4))[::9]:
        slow = replace(at, time_control=TimeControl.DAYS)
        given = ordered(slow, ORDERS[key][0].text)
        page = render_table(renderer_of(at), given, EMOJIS, 0.0)
        assert faults(page) == []
        assert sent(page) == board(slow)


def test_a_board_names_whose_orders_have_moved_since_the_last_click():
    at = scene(
        "trophy", 3, "first 0", "roll", "hunt bP bP wP", "stop", time_control=TimeControl.DAY
    )
    *before, last = at.recent
    recent = (*before, replace(last, player=STANDING_ORDER))
    moved = replace(at, progress=replace(at.progress, recent=recent))
    assert "-# 📋 By standing order: Mallard" in text_of(board(moved))
    assert "By standing order" not in text_of(board(at))


def test_the_button_names_only_the_table():
    at = replace(
        scene("buckets", 3, time_control=TimeControl.DAY, first=0), seats=tuple(map(seat, range(3)))
    )
    assert PageButton.pattern.fullmatch(f"n1:orders:{at.id}")
    assert f"n1:orders:{at.id}" in str(more(at))


@pytest.mark.parametrize("key", ORDERS)
def test_no_word_of_the_page_is_left_untranslated(key):
    at = table(game(key), 3, {}, status=Status.PLAYING, time_control=TimeControl.DAY)
    for given in ("", *(order.text for order in ORDERS[key])):
        page = render_order(PSEUDO, RENDERERS[key], ordered(at, given), 0)
        assert find_unmarked(page.items) == []
